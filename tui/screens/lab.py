"""What takes time, in the background: searching a node after all, and finding the same positions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from textual.worker import Worker, get_current_worker

from tracer.count.spared import Spared, count
from tracer.count.transpositions import is_told, positions_of, seconds_at_most
from tracer.errors import PlyscopeError
from tracer.run.whatif import what_if
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why.sentences import count as count_of
from tui.model.browser import Browser
from tui.model.notice import Report
from tui.model.ordering import WAYS, Order, Sorting
from tui.model.watched import Watched

if TYPE_CHECKING:
    from tracer.diagnosis.finding import Finding
    from tracer.stepping.inside import Inside
    from tracer.stepping.program import Program

SMALL = 30_000
"""Nodes of a recording whose pruned nodes are counted without being asked for."""
TOLD_EVERY = 0.15
"""Seconds between two notices of how far something is: each lays a thread's work aside for a frame."""
LONG = 20
"""Seconds of work that one is asked about before it begins."""
AT_ONCE = 1.0
"""Seconds that this may take."""
SORTED_AT_ONCE = 200_000
"""Nodes whose moves are put in order without a thread."""
MOST_COUNTED = 3_000_000
"""Positions looked at to count the pruned nodes when asked: some ten seconds."""
MOST_SERVED = 200_000
"""Nodes of a what-if search that somebody else's browser asks for."""
MESSAGE = 400
"""Characters of a message about a second run."""
MOST_KEPT = 200
"""Results of what-if searches that are kept."""
COUNTING = Report("counting the nodes below pruned branches …; esc gives up")


class Workplace(Protocol):
    """A screen that work is done for in the background."""

    @property
    def browser(self) -> Browser:
        """The browser that keys go to."""

    @property
    def served(self) -> bool:
        """Whether it is shown in somebody else's browser, who gets less of this machine's time."""

    def run_worker(self, work: Callable[[], None], *, thread: bool, exit_on_error: bool) -> Worker[None]:
        """Do some work in a thread."""

    def call_from_thread(self, call: Callable[[], None]) -> None:
        """Have the screen do something, and wait until it is done."""

    def sync(self, notice: str) -> None:
        """Show what the browser says now."""

    def act(self, notice: str) -> None:
        """Show what an action did."""

    def show_code(self) -> None:
        """Have the code in sight, where there is room for one panel."""

    def explore(self, trace: Trace, source: str) -> None:
        """Explore another recording."""

    def bring_to_front(self, name: str) -> None:
        """Show this list of those below the tree, where they are open, and when they are opened."""

    def list_findings(self, notice: str) -> None:
        """Show what is wrong with the search."""


class Lab:
    """The background work of a screen: one piece at a time, and escape gives it up."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._worker: Worker[None] | None = None
        self._warned: Trace | None = None
        """The recording that one was told the same positions of take long."""

    @property
    def busy(self) -> bool:
        """Whether something runs."""
        return self._worker is not None and self._worker.is_running

    def cancel(self) -> str:
        """Give up what runs."""
        if not self.busy or self._worker is None:
            return ""
        self._worker.cancel()
        return Report("given up")

    def _start(self, work: Callable[[], None]) -> str:
        if self.busy:
            return "something runs already; esc gives it up"
        self._worker = self._place.run_worker(work, thread=True, exit_on_error=False)
        return ""

    def _tell(self, notice: str) -> None:
        self._place.call_from_thread(partial(self._place.sync, notice))

    def _progress(self, say: Callable[..., str]) -> Callable[..., None]:
        """Tells how far something is, as often as one can read it."""
        told = monotonic() - TOLD_EVERY

        def tell(*far: int) -> None:
            nonlocal told
            if monotonic() - told >= TOLD_EVERY:
                told = monotonic()
                self._tell(Report(f"{say(*far)}; esc gives up"))

        return tell

    def what_if(self) -> str:
        """Search the selected node after all, with a full window; where that was done, explore what came of it."""
        browser = self._place.browser
        node = browser.selected
        if node in browser.overlays:
            label = f"what if {'/'.join(browser.trace.node(node).path) or 'the root'}"
            self._place.explore(browser.overlays[node], clean(label))
            return ""
        return self._start(partial(self._search, node)) or Report("searching this node after all …; esc gives up")

    def _search(self, node: int) -> None:
        browser, worker = self._place.browser, get_current_worker()
        try:
            found = what_if(
                browser.trace,
                node,
                max_nodes=MOST_SERVED if self._place.served else None,
                progress=self._progress(lambda visited: f"searching this node after all: {visited:,} nodes"),
                cancelled=lambda: worker.is_cancelled,
            )
        except PlyscopeError as error:
            self._tell(clean(str(error)))
            return
        if worker.is_cancelled:
            self._tell(Report("given up; nothing was changed"))
            return
        self._place.call_from_thread(partial(self._searched, browser, node, found))

    def _searched(self, browser: Browser, node: int, found: Trace) -> None:
        """Keep what was found."""
        browser.overlays[node] = found
        while len(browser.overlays) > MOST_KEPT:
            browser.overlays.pop(next(iter(browser.overlays)))
        self._place.sync(Report(f"{browser.overlay(node)}; W explores it, the trace itself is as it was"))

    def step_inside(self, program: Program) -> str:
        """Run a script again up to the selected visit, and show the lines of that call."""
        node = self._place.browser.selected
        said = Report(f"running {program.command} again up to this visit …; esc gives up")
        return self._start(partial(self._watch, node, program)) or said

    def _watch(self, node: int, program: Program) -> None:
        from tracer.stepping.inside import step_inside

        browser, worker = self._place.browser, get_current_worker()
        try:
            found = step_inside(browser.trace, node, program, lambda: worker.is_cancelled)
        except PlyscopeError as error:
            self._tell(clean(str(error), MESSAGE))
            return
        self._place.call_from_thread(partial(self._watched, browser, found))

    def _watched(self, browser: Browser, found: Inside) -> None:
        """Show the first line of a call, unless one is elsewhere by now."""
        if browser.selected != found.node:
            self._place.sync("another node is selected meanwhile: a once more, please")
            return
        browser.watched = Watched(found, browser.place)
        self._place.show_code()
        self._place.sync(Report(f"{len(found.lines):,} moments of this call: n and b step them, esc leaves"))

    def count_small(self) -> None:
        """Count the pruned nodes of a small recording at once; a slow game's are left for when they are asked for."""
        browser, until = self._place.browser, monotonic() + AT_ONCE
        if len(browser.trace) <= SMALL and browser.trace.counts.pruned_known:
            with suppress(PlyscopeError):
                browser.spared = count(browser.trace, cancelled=lambda: monotonic() > until)

    def check(self) -> str:
        """Look for what is wrong with the search, and list it; what a check found before is listed at once."""
        findings = self._place.browser.findings
        self._place.bring_to_front("Findings")
        if findings.checked and findings.found:
            self._place.list_findings("")
            return self._something_wrong(findings.found)
        if findings.checked:
            return self._nothing_wrong(self._place.browser.trace)
        return self._start(self._check) or Report("looking for what is wrong with this search …; esc gives up")

    @staticmethod
    def _nothing_wrong(trace: Trace) -> str:
        judged = "" if trace.game is not None else "; without its game, leaves and moves were not judged"
        return Report(f"nothing wrong was found{judged}")

    @staticmethod
    def _something_wrong(found: list[Finding]) -> str:
        return Report(f"checked: {count_of(len(found), 'finding')}")

    def _check(self) -> None:
        from tracer.diagnosis.examination import check

        trace, worker = self._place.browser.trace, get_current_worker()
        size = len(trace)
        try:
            findings = trace.known(check)
            if findings is None:
                progress = self._progress(lambda part, of: f"checking {size:,} nodes: part {part} of {of}")
                found = check(trace, progress=progress, cancelled=lambda: worker.is_cancelled)
                findings = trace.keep(check, found)
            if is_told(trace):
                positions_of(trace)  # by which the answers of a table are explained
        except PlyscopeError as error:
            self._tell(clean(str(error)))
            return
        if not worker.is_cancelled:
            self._place.call_from_thread(partial(self._checked, trace, findings))

    def _checked(self, trace: Trace, findings: list[Finding]) -> None:
        browser = self._place.browser
        if browser.trace is not trace:
            self._place.sync("the recording has grown meanwhile; C checks it again")
            return
        notice = browser.findings.take(findings)
        if findings:
            self._place.list_findings(notice or self._something_wrong(findings))
        else:
            self._place.sync(notice or self._nothing_wrong(trace))

    def count_pruned(self) -> str:
        """Count the pruned nodes."""
        browser = self._place.browser
        if browser.spared is not None:
            return Report(f"{browser.spared.total:,} nodes of the full tree were pruned: they are counted already")
        if browser.trace.game is None:
            return "this trace has no game: nobody knows what lies below a pruned branch"
        return self._start(partial(self._count, browser)) or COUNTING

    def _count(self, browser: Browser) -> None:
        worker, trace = get_current_worker(), browser.trace
        try:
            found = count(trace, budget=MOST_COUNTED, cancelled=lambda: worker.is_cancelled)
        except PlyscopeError as error:
            self._tell(clean(str(error)))
            return
        if worker.is_cancelled:
            self._tell(Report("given up"))
        elif found is None:
            self._tell(f"more than {MOST_COUNTED:,} positions lie below: too many; `plyscope count` estimates them")
        else:
            self._place.call_from_thread(partial(self._counted, browser, trace, found))

    def _counted(self, browser: Browser, trace: Trace, found: Spared) -> None:
        if browser.trace is not trace:
            self._place.sync("the recording has grown meanwhile; # counts again")
            return
        browser.spared = found
        self._place.sync(Report(f"{found.total:,} nodes of the full tree were pruned"))

    def next_order(self) -> str:
        """Put siblings into the next order; the order of many nodes is worked out in the background."""
        browser = self._place.browser
        sorting = browser.tree.sorting.following
        if len(browser.trace) <= SORTED_AT_ONCE or browser.tree.has_order(sorting):
            return browser.do("tree.next_order")
        return self._start(partial(self._sort, browser, sorting)) or Report("putting the moves in order …")

    def _sort(self, browser: Browser, sorting: Sorting) -> None:
        trace, worker = browser.trace, get_current_worker()
        order = WAYS[sorting](trace.columns)
        if not worker.is_cancelled:
            self._place.call_from_thread(partial(self._sorted, browser, trace, sorting, order))

    def _sorted(self, browser: Browser, trace: Trace, sorting: Sorting, order: Order) -> None:
        if browser.trace is not trace:
            self._place.sync("the recording has grown meanwhile: once more, please")
            return
        browser.tree.keep_order(sorting, order)
        self._place.act(browser.do("tree.next_order"))

    def next_same(self) -> str:
        """Go to the next visit of the selected node's position."""
        return self._with_positions("time.next_same")

    def previous_same(self) -> str:
        """Go to the previous visit of the selected node's position."""
        return self._with_positions("time.previous_same")

    def _with_positions(self, action: str) -> str:
        browser = self._place.browser
        if browser.positions is not None:
            return browser.do(action)
        if (warning := self._warning(browser.trace)) and self._warned is not browser.trace:
            self._warned = browser.trace
            return f"{warning}: the same key again starts"
        said = Report("looking for the same positions …; esc gives up")
        return self._start(partial(self._find_positions, action)) or said

    def _warning(self, trace: Trace) -> str:
        """How long it takes to find the same positions, where that is long."""
        try:
            seconds = 0.0 if len(trace) <= SMALL or self._warned is trace else seconds_at_most(trace)
        except PlyscopeError:  # the search for them says so again
            return ""
        visits = int(trace.columns.visited_before[-1])
        return "" if seconds < LONG else f"{visits:,} visits are to be replayed, at most {_long(seconds)}"

    def _find_positions(self, action: str) -> None:
        browser, worker = self._place.browser, get_current_worker()
        trace = browser.trace
        visits = int(trace.columns.visited_before[-1])
        try:
            positions_of(
                trace,
                progress=self._progress(lambda done: f"same positions: {done:,} of {visits:,} visits"),
                cancelled=lambda: worker.is_cancelled,
            )
        except PlyscopeError as error:
            self._tell(clean(str(error)))
            return
        self._place.call_from_thread(partial(self._found_positions, browser, trace, action))

    def _found_positions(self, browser: Browser, trace: Trace, action: str) -> None:
        """Do what was asked for, unless the recording has grown meanwhile, or the keys go to another search."""
        if browser.trace is not trace:
            self._place.sync("the recording has grown meanwhile: once more, please")
        elif browser is self._place.browser:
            self._place.act(browser.do(action))


def _long(seconds: float) -> str:
    """A time in words."""
    return f"some {seconds:.0f} seconds" if seconds < 100 else f"some {seconds / 60:.0f} minutes"
