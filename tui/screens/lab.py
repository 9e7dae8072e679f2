"""The keys whose work takes time and is done in the background: searches, checks, counts, orders, same positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from tracer.count.spared import Spared, count
from tracer.count.transpositions import is_told, positions_of, seconds_at_most
from tracer.errors import PlyscopeError
from tracer.recording.slices import Beat
from tracer.run.whatif import what_if
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why.sentences import format_count as count_of
from tui.model.browser import Browser
from tui.model.explored import Watched, at_once
from tui.model.notice import Report
from tui.screens.asking import Workplace
from tui.widgets.job import Job, Jobs, no_collection

if TYPE_CHECKING:
    from tracer.diagnosis.finding import Finding
    from tracer.stepping.recorded_program import Program
    from tracer.stepping.stepped_call import SteppedCall

SMALL = 30_000
"""Nodes of a recording whose pruned nodes are counted without being asked for."""
LONG = 20
"""Seconds of work that one is asked about before it begins."""
AT_ONCE = 1.0
"""Seconds that this may take."""
QUICK = 200_000
"""Nodes of a recording whose rows are filtered, sorted and searched without a thread."""
MOST_COUNTED, MOST_FOR_MAP = 3_000_000, 200_000
"""Positions looked at to count the pruned nodes when asked, some ten seconds; and unasked, for a map that has room for
them."""
MOST_SERVED = 200_000
"""Nodes of a what-if search that somebody else's browser asks for."""
MOST_KEPT = 200
"""Results of what-if searches that are kept."""
GROWN = "the recording has grown meanwhile: once more, please"
Found = TypeVar("Found")


class Lab:
    """The background work of a screen: one piece at a time, and escape gives it up."""

    def __init__(self, screen: Workplace) -> None:
        self._screen, self._jobs = screen, Jobs(screen)
        self._views: dict[Browser, Jobs] = {}
        """What is worked out for what is shown, while something else may run."""
        self._warned: Trace | None = None
        """The recording that one was told the same positions of take long."""
        self._mapped: Trace | None = None
        """The recording whose pruned nodes were to be counted for its map."""

    @property
    def busy(self) -> bool:
        """Whether something runs."""
        return any(jobs.busy for jobs in (self._jobs, *self._views.values()))

    def cancel(self) -> str:
        """Give up what runs."""
        given_up = [jobs.cancel() for jobs in (self._jobs, *self._views.values())]
        return Report("given up") if any(given_up) else ""

    def serve(self, browsers: Sequence[Browser]) -> None:
        """Work out for some browsers what takes long."""
        for browser in browsers:
            self._views[browser] = Jobs(self._screen)
            browser.later = partial(self._later, browser)

    def _later(self, browser: Browser, title: str, work: Callable[[Beat], Found], then: Callable[[Found], str]) -> str:
        """As `Later` says; what was begun before for the same browser is given up."""
        if len(browser.trace) <= QUICK:
            return at_once(title, work, then)
        self._views[browser].cancel()

        def take(found: Found) -> str:
            return browser.remember(partial(then, found))

        return self._start(title, lambda job: work(job.beat), self._unless_grown(browser, take), self._views[browser])

    def _start(
        self, title: str, work: Callable[[Job], Found], then: Callable[[Found], str], jobs: Jobs | None = None
    ) -> str:
        """Begin a piece of work; gives a notice of it, or that another one is not done yet."""
        place, jobs = self._screen, jobs or self._jobs
        if jobs.busy:
            return "something runs already; esc gives it up"
        jobs.start(
            work, then, show=lambda far: place.sync(Report(f"{title}: {far}; esc gives up")), end=place.show_outcome
        )
        return Report(f"{title} …; esc gives up")

    @staticmethod
    def _unless_grown(browser: Browser, then: Callable[[Found], str]) -> Callable[[Found], str]:
        """What takes an answer about a browser's recording, and none about another one."""
        trace = browser.trace
        return lambda found: then(found) if browser.trace is trace else GROWN

    def what_if(self) -> str:
        """Search the selected node after all, with a full window; where that was done, explore what came of it."""
        browser = self._screen.browser
        node = browser.selected
        if node in browser.overlays:
            label = f"what if {'/'.join(browser.trace.node(node).path) or 'the root'}"
            self._screen.explore(browser.overlays[node], clean(label))
            return ""

        def search(job: Job) -> Trace:
            return what_if(
                browser.trace,
                node,
                max_nodes=MOST_SERVED if self._screen.served else None,
                progress=lambda visited: job.tell(f"{visited:,} nodes"),
                cancelled=job.is_given_up,
            )

        return self._start("searching this node after all", search, partial(self._searched, browser, node))

    @staticmethod
    def _searched(browser: Browser, node: int, found: Trace) -> str:
        """Keep what was found."""
        browser.overlays[node] = found
        while len(browser.overlays) > MOST_KEPT:
            browser.overlays.pop(next(iter(browser.overlays)))
        return Report(f"{browser.overlay(node)}; W explores it, the trace itself is as it was")

    def step_inside(self, program: Program) -> str:
        """Run a script again up to the selected visit, and show the lines of that call."""
        browser = self._screen.browser
        node = browser.selected

        def watch(job: Job) -> SteppedCall:
            from tracer.stepping.stepped_call import step_through_call

            return step_through_call(browser.trace, node, program, job.is_given_up)

        return self._start(f"running {program.command} again up to this visit", watch, partial(self._watched, browser))

    def _watched(self, browser: Browser, found: SteppedCall) -> str:
        """Show the first line of a call, unless one is elsewhere by now."""
        if browser.selected != found.node:
            return "another node is selected meanwhile: a once more, please"
        browser.watched = Watched(found, browser.place)
        self._screen.show_code()
        return Report(f"{len(found.lines):,} moments of this call: n and b step them, esc leaves")

    def count_small(self) -> None:
        """Count the pruned nodes of small recordings at once; a slow game's are left for when they are asked for."""
        until = monotonic() + AT_ONCE
        for browser in self._screen.browsers:
            if len(browser.trace) <= SMALL and browser.trace.counts.pruned_branches is not None:
                with suppress(PlyscopeError):
                    browser.spared = count(browser.trace, cancelled=lambda: monotonic() > until)

    def check(self) -> str:
        """Look for what is wrong with the search, and list it; what a check found before is listed at once."""
        browser = self._screen.browser
        findings, trace = browser.findings, browser.trace
        self._screen.bring_to_front("Findings")
        if findings.checked:
            return self._checked(trace, findings.found)

        def checked(found: list[Finding]) -> str:
            return self._checked(trace, found, findings.take(found))

        return self._start(
            f"checking {len(trace):,} nodes", partial(_check, trace), self._unless_grown(browser, checked)
        )

    def _checked(self, trace: Trace, found: list[Finding], notice: str = "") -> str:
        """Show what was found; the notice says why it is not kept."""
        if found:
            self._screen.list_findings(notice)
            return notice or Report(f"checked: {count_of(len(found), 'finding')}")
        judged = "" if trace.game is not None else "; without its game, leaves and moves were not judged"
        return notice or Report(f"nothing wrong was found{judged}")

    def count_for_map(self) -> str:
        """Count the pruned nodes for a map, unless too many positions lie below them; once for each recording."""
        for browser in self._screen.browsers:
            trace = browser.trace
            known = browser.spared is not None or self._mapped is trace or not trace.counts.pruned_branches
            if not known and trace.columns.log is None and trace.game is not None and not self._jobs.busy:
                self._mapped = trace
                return self.count_pruned(MOST_FOR_MAP, browser=browser)
        return ""

    def next_largest(self) -> str:
        """Go to the cutoff that saved most, or from there to the next one, once the pruned nodes are counted."""
        browser = self._screen.browser
        if browser.spared is not None:
            return browser.do("cutoffs.next_largest")
        return self.count_pruned(then="cutoffs.next_largest")

    def count_pruned(self, most: int | None = None, *, then: str = "", browser: Browser | None = None) -> str:
        """Count the pruned nodes, and then do what a key says.

        Args:
            most: positions looked at at most, where that was not asked for.
            then: the action of the key.
            browser: whose; None is the one that keys go to.
        """
        browser = browser or self._screen.browser
        trace = browser.trace
        if trace.columns.log is not None:
            return "a best-first search prunes nothing: what it did not visit was not taken yet"
        if browser.spared is not None:
            return Report(f"{browser.spared.total:,} nodes of the full tree were pruned: they are counted already")
        if trace.game is None:
            return "this trace has no game: nobody knows what lies below a pruned branch"

        budget = MOST_COUNTED if most is None else most

        def counted(found: Spared | None) -> str:
            browser.spared = found
            if found is None:
                if most is not None:
                    return Report("too many positions lie below pruned branches to be counted unasked; # counts them")
                return f"more than {budget:,} positions lie below: too many; `plyscope count` estimates them"
            if then and browser is self._screen.browser:
                return browser.do(then)
            return Report(f"{found.total:,} nodes of the full tree were pruned")

        return self._start(
            "counting the nodes below pruned branches",
            lambda job: count(trace, budget=budget, cancelled=job.is_given_up),
            self._unless_grown(browser, counted),
        )

    def next_same(self) -> str:
        """Go to the next visit of the selected node's position."""
        return self._with_positions("time.next_same")

    def previous_same(self) -> str:
        """Go to the previous visit of the selected node's position."""
        return self._with_positions("time.previous_same")

    def _with_positions(self, action: str) -> str:
        browser = self._screen.browser
        trace = browser.trace
        if browser.positions is not None:
            return browser.do(action)
        if (warning := self._warning(trace)) and self._warned is not trace:
            self._warned = trace
            return f"{warning}: the same key again starts"
        visits = int(trace.columns.visited_before[-1])

        def find(job: Job) -> None:
            positions_of(
                trace,
                progress=lambda done: job.tell(f"{done:,} of {visits:,} visits"),
                cancelled=job.is_given_up,
            )

        # The keys may go to another search by then.
        then = self._unless_grown(browser, lambda _: browser.do(action) if browser is self._screen.browser else "")
        return self._start("looking for the same positions", find, then)

    def _warning(self, trace: Trace) -> str:
        """How long it takes to find the same positions, where that is long."""
        try:
            seconds = 0.0 if len(trace) <= SMALL or self._warned is trace else seconds_at_most(trace)
        except PlyscopeError:  # the search for them says so again
            return ""
        visits = int(trace.columns.visited_before[-1])
        return "" if seconds < LONG else f"{visits:,} visits are to be replayed, at most {_long(seconds)}"


def _check(trace: Trace, job: Job) -> list[Finding]:
    """What is wrong with a search, kept with its recording."""
    from tracer.diagnosis.examination import check

    findings = trace.known(check)
    if findings is None:
        with no_collection():
            found = check(
                trace,
                progress=lambda part, of, seen: job.tell(f"part {part} of {of}, {seen:,} looked at"),
                cancelled=job.is_given_up,
            )
        findings = trace.keep(check, found)
    if is_told(trace):
        positions_of(trace, cancelled=job.is_given_up)  # by which the answers of a table are explained
    return findings


def _long(seconds: float) -> str:
    """A time in words."""
    return f"some {seconds:.0f} seconds" if seconds < 100 else f"some {seconds / 60:.0f} minutes"
