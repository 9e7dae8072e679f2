"""The keys whose work takes time and is done in the background: searches, checks, counts, orders, same positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial, partialmethod
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
from tui.model.explorer_state import CallCursor, SuccessNotice, run_immediately
from tui.screens.base_screens import BrowsingScreen
from tui.widgets.background_jobs import Job, Jobs, without_garbage_collection

if TYPE_CHECKING:
    from tracer.diagnosis.finding import Finding
    from tracer.stepping.recorded_program import Program
    from tracer.stepping.stepped_call import SteppedCall

MAX_SMALL_TRACE = 30_000
"""Nodes of a recording whose pruned nodes are counted without being asked for."""
LONG_SECONDS = 20
"""Seconds of work that one is asked about before it begins."""
IMMEDIATE_SECONDS = 1.0
"""Seconds that this may take."""
MAX_IMMEDIATE_NODES = 200_000
"""Nodes of a recording whose rows are filtered, sorted and searched without a thread."""
MAX_COUNTED_POSITIONS, MAX_POSITIONS_FOR_MAP = 3_000_000, 200_000
"""Positions looked at to count the pruned nodes when asked, some ten seconds; and unasked, for a map that has room for
them."""
MAX_NODES_WHEN_SERVED = 200_000
"""Nodes of a what-if search that somebody else's browser asks for."""
MAX_OVERLAYS = 200
"""Results of what-if searches that are kept."""
GROWN_NOTICE = "the recording has grown meanwhile: once more, please"
Result = TypeVar("Result")


class Lab:
    """The background work of a screen: one piece at a time, and escape gives it up."""

    def __init__(self, screen: BrowsingScreen) -> None:
        self._screen, self._jobs = screen, Jobs(screen)
        self._jobs_by_browser: dict[Browser, Jobs] = {}
        """What is worked out for what is shown, while something else may run."""
        self._warned_trace: Trace | None = None
        """The recording that one was told the same positions of take long."""
        self._counted_for_map: Trace | None = None
        """The recording whose pruned nodes were to be counted for its map."""

    @property
    def is_busy(self) -> bool:
        """Whether something runs."""
        return any(jobs.is_busy for jobs in (self._jobs, *self._jobs_by_browser.values()))

    def cancel(self) -> str:
        """Give up what runs."""
        were_cancelled = [jobs.cancel() for jobs in (self._jobs, *self._jobs_by_browser.values())]
        return SuccessNotice("given up") if any(were_cancelled) else ""

    def attach_browsers(self, browsers: Sequence[Browser]) -> None:
        """Work out for some browsers what takes long."""
        for browser in browsers:
            self._jobs_by_browser[browser] = Jobs(self._screen)
            browser.schedule = partial(self._run_for_browser, browser)

    def _run_for_browser(
        self, browser: Browser, title: str, compute: Callable[[Beat], Result], on_result: Callable[[Result], str]
    ) -> str:
        """Work something out for a browser; what was begun for it before is given up."""
        if len(browser.trace) <= MAX_IMMEDIATE_NODES:
            return run_immediately(title, compute, on_result)
        self._jobs_by_browser[browser].cancel()

        def apply_result(result: Result) -> str:
            return browser.run_and_record_jump(partial(on_result, result))

        return self._start_job(
            title,
            lambda job: compute(job.report_progress),
            self._discard_if_grown(browser, apply_result),
            self._jobs_by_browser[browser],
        )

    def _start_job(
        self, title: str, compute: Callable[[Job], Result], on_result: Callable[[Result], str], jobs: Jobs | None = None
    ) -> str:
        """Begin a piece of work; gives a notice of it, or that another one is not done yet."""
        screen, jobs = self._screen, jobs or self._jobs
        if jobs.is_busy:
            return "something runs already; esc gives it up"
        jobs.start(
            compute,
            on_result,
            on_progress=lambda progress: screen.sync(SuccessNotice(f"{title}: {progress}; esc gives up")),
            on_end=screen.show_outcome,
        )
        return SuccessNotice(f"{title} …; esc gives up")

    @staticmethod
    def _discard_if_grown(browser: Browser, on_result: Callable[[Result], str]) -> Callable[[Result], str]:
        """What takes an answer about a browser's recording, and none about another one."""
        trace = browser.trace
        return lambda result: on_result(result) if browser.trace is trace else GROWN_NOTICE

    def what_if(self) -> str:
        """Search the selected node after all, with a full window; where that was done, explore what came of it."""
        browser = self._screen.browser
        node = browser.selected
        if node in browser.what_if_traces:
            label = f"what if {'/'.join(browser.trace.node(node).path) or 'the root'}"
            self._screen.post_message(BrowsingScreen.ExplorationRequested(browser.what_if_traces[node], clean(label)))
            return ""

        def search_in_job(job: Job) -> Trace:
            return what_if(
                browser.trace,
                node,
                max_nodes=MAX_NODES_WHEN_SERVED if self._screen.served else None,
                progress=lambda visited: job.show_progress(f"{visited:,} nodes"),
                cancelled=job.is_given_up,
            )

        return self._start_job(
            "searching this node after all", search_in_job, partial(self._add_overlay, browser, node)
        )

    @staticmethod
    def _add_overlay(browser: Browser, node: int, trace: Trace) -> str:
        browser.what_if_traces[node] = trace
        while len(browser.what_if_traces) > MAX_OVERLAYS:
            browser.what_if_traces.pop(next(iter(browser.what_if_traces)))
        return SuccessNotice(f"{browser.describe_what_if(node)}; W explores it, the trace itself is as it was")

    def step_inside(self, program: Program) -> str:
        """Run a script again up to the selected visit, and show the lines of that call."""
        browser = self._screen.browser
        node = browser.selected

        def watch_call(job: Job) -> SteppedCall:
            from tracer.stepping.stepped_call import step_through_call

            return step_through_call(browser.trace, node, program, job.is_given_up)

        return self._start_job(
            f"running {program.command} again up to this visit", watch_call, partial(self._show_call, browser)
        )

    def _show_call(self, browser: Browser, call: SteppedCall) -> str:
        """Show the first line of a call, unless one is elsewhere by now."""
        if browser.selected != call.node:
            return "another node is selected meanwhile: a once more, please"
        browser.stepped_call = CallCursor(call, browser.location)
        self._screen.show_code()
        return SuccessNotice(f"{len(call.lines):,} moments of this call: n and b step them, esc leaves")

    def count_small(self) -> None:
        """Count the pruned nodes of small recordings at once; a slow game's are left for when they are asked for."""
        deadline = monotonic() + IMMEDIATE_SECONDS
        for browser in self._screen.browsers:
            if len(browser.trace) <= MAX_SMALL_TRACE and browser.trace.counts.pruned_branches is not None:
                with suppress(PlyscopeError):
                    browser.spared_nodes = count(browser.trace, cancelled=lambda: monotonic() > deadline)

    def check(self) -> str:
        """Look for what is wrong with the search, and list it; what a check found before is listed at once."""
        browser = self._screen.browser
        findings, trace = browser.findings, browser.trace
        self._screen.pane.activate_list("Findings")
        if findings.is_checked:
            return self._show_findings(trace, findings.findings)

        def on_checked(new_findings: list[Finding]) -> str:
            return self._show_findings(trace, new_findings, findings.show_findings(new_findings))

        return self._start_job(
            f"checking {len(trace):,} nodes", partial(_check_in_job, trace), self._discard_if_grown(browser, on_checked)
        )

    def _show_findings(self, trace: Trace, findings: list[Finding], notice: str = "") -> str:
        if findings:
            self._screen.open_lists("Findings")
            self._screen.sync(notice)
            return notice or SuccessNotice(f"checked: {count_of(len(findings), 'finding')}")
        unjudged_note = "" if trace.game is not None else "; without its game, leaves and moves were not judged"
        return notice or SuccessNotice(f"nothing wrong was found{unjudged_note}")

    def count_for_map(self) -> str:
        """Count the pruned nodes for a map, unless too many positions lie below them; once for each recording."""
        for browser in self._screen.browsers:
            trace = browser.trace
            is_known = (
                browser.spared_nodes is not None or self._counted_for_map is trace or not trace.counts.pruned_branches
            )
            if not is_known and trace.columns.log is None and trace.game is not None and not self._jobs.is_busy:
                self._counted_for_map = trace
                return self.count_pruned(MAX_POSITIONS_FOR_MAP, browser=browser)
        return ""

    def next_largest(self) -> str:
        """Go to the cutoff that saved most, or from there to the next one, once the pruned nodes are counted."""
        browser = self._screen.browser
        if browser.spared_nodes is not None:
            return browser.run_action("cutoffs.next_largest")
        return self.count_pruned(then_action="cutoffs.next_largest")

    def count_pruned(
        self, max_positions: int | None = None, *, then_action: str = "", browser: Browser | None = None
    ) -> str:
        """Count the pruned nodes, unasked only up to some positions, and then do what a key says."""
        browser = browser or self._screen.browser
        trace = browser.trace
        if trace.columns.log is not None:
            return "a best-first search prunes nothing: what it did not visit was not taken yet"
        if browser.spared_nodes is not None:
            return SuccessNotice(
                f"{browser.spared_nodes.total:,} nodes of the full tree were pruned: they are counted already"
            )
        if trace.game is None:
            return "this trace has no game: nobody knows what lies below a pruned branch"

        budget = MAX_COUNTED_POSITIONS if max_positions is None else max_positions

        def on_counted(spared: Spared | None) -> str:
            browser.spared_nodes = spared
            if spared is None:
                if max_positions is not None:
                    return SuccessNotice(
                        "too many positions lie below pruned branches to be counted unasked; # counts them"
                    )
                return f"more than {budget:,} positions lie below: too many; `plyscope count` estimates them"
            if then_action and browser is self._screen.browser:
                return browser.run_action(then_action)
            return SuccessNotice(f"{spared.total:,} nodes of the full tree were pruned")

        return self._start_job(
            "counting the nodes below pruned branches",
            lambda job: count(trace, budget=budget, cancelled=job.is_given_up),
            self._discard_if_grown(browser, on_counted),
        )

    def _find_positions_then(self, action: str) -> str:
        """Go to another visit of the selected node's position, once it is known which are the same."""
        browser = self._screen.browser
        trace = browser.trace
        if browser.positions is not None:
            return browser.run_action(action)
        if (warning := self._warn_of_long_replay(trace)) and self._warned_trace is not trace:
            self._warned_trace = trace
            return f"{warning}: the same key again starts"
        visit_count = trace.columns.visited

        def find_in_job(job: Job) -> None:
            positions_of(
                trace,
                progress=lambda replayed: job.show_progress(f"{replayed:,} of {visit_count:,} visits"),
                cancelled=job.is_given_up,
            )

        # The keys may go to another search by then.
        on_found = self._discard_if_grown(
            browser, lambda _: browser.run_action(action) if browser is self._screen.browser else ""
        )
        return self._start_job("looking for the same positions", find_in_job, on_found)

    next_same = partialmethod(_find_positions_then, "time.next_same")
    previous_same = partialmethod(_find_positions_then, "time.previous_same")

    def _warn_of_long_replay(self, trace: Trace) -> str:
        """How long it takes to find the same positions, where that is long."""
        try:
            seconds = 0.0 if len(trace) <= MAX_SMALL_TRACE or self._warned_trace is trace else seconds_at_most(trace)
        except PlyscopeError:  # the search for them says so again
            return ""
        visit_count = trace.columns.visited
        if seconds < LONG_SECONDS:
            return ""
        time_text = f"some {seconds:.0f} seconds" if seconds < 100 else f"some {seconds / 60:.0f} minutes"
        return f"{visit_count:,} visits are to be replayed, at most {time_text}"


def _check_in_job(trace: Trace, job: Job) -> list[Finding]:
    """What is wrong with a search, kept with its recording."""
    from tracer.diagnosis.examination import check

    findings = trace.known_answer(check)
    if findings is None:
        with without_garbage_collection():
            new_findings = check(
                trace,
                progress=lambda part_number, part_count, seen_count: job.show_progress(
                    f"part {part_number} of {part_count}, {seen_count:,} looked at"
                ),
                cancelled=job.is_given_up,
            )
        findings = trace.keep_answer(check, new_findings)
    if is_told(trace):
        positions_of(trace, cancelled=job.is_given_up)  # by which the answers of a table are explained
    return findings
