"""The scopes of a call: its node, its variables and its position, each as names with values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tracer.diagnosis.finding import Finding
from tracer.errors import PlyscopeError
from tracer.recording.columns import NO_DEPTH
from tracer.recording.node import remaining_depth
from tracer.recording.status import PRUNED
from tracer.text import clean, clean_lines, ends_text, number
from tracer.time.moments import Event, Phase
from tracer.why.code_at_step import child_towards, list_call_facts, list_variables
from tracer.why.explain import event, format_path, why
from tracer.why.sentences import MOVER_NAMES, format_node_window
from tui.adapter.wire import Body
from tui.model.browser import Browser
from tui.model.node_text import describe_visited_node, node_title, value_text

if TYPE_CHECKING:
    from tracer.stepping.stepped_call import ExecutedLine, SteppedCall

LONGEST = 10_000
"""Characters of a text that is sent."""


@dataclass(frozen=True)
class Shown:
    """Something with a name and a value; it may have parts, which are made when they are asked for."""

    name: str
    value: str
    parts: Callable[[], Iterable[Shown]] | None = None


Parts = Callable[[], Iterable[Shown]] | int
"""What makes the parts of something, or the call that is to be run again for its variables."""


class References:
    """The numbers by which an editor asks for parts; they hold until something moves."""

    def __init__(self) -> None:
        self._parts: list[Parts] = []

    def clear(self) -> None:
        """Forget all: the editor asks anew after each stop."""
        self._parts.clear()

    def add(self, parts: Parts | None) -> int:
        """Return a number for some parts; 0 where there are none."""
        if parts is None:
            return 0
        self._parts.append(parts)
        return len(self._parts)

    def parts(self, reference: int) -> Parts:
        """Return what makes the parts of a number."""
        if not 0 < reference <= len(self._parts):
            raise PlyscopeError("that was shown at another step")
        return self._parts[reference - 1]

    def body(self, shown: Shown) -> Body:
        """Return something as the protocol has it."""
        value = clean(shown.value, LONGEST)
        return {"name": clean(shown.name), "value": value, "variablesReference": self.add(shown.parts)}


def node_parts(browser: Browser, node: int) -> list[Shown]:
    """What is known of a node at this step: move, player, window, best, value, depth, and why."""
    trace, cursor = browser.trace, browser.cursor
    phase, found = cursor.phase(node), [Shown("move", node_title(trace, node)), Shown("path", format_path(trace, node))]
    found.append(Shown("node", f"#{node}"))
    if trace.columns.status[node] != PRUNED:
        found.append(Shown("to move", MOVER_NAMES[int(trace.columns.turn[node])]))
        found += _numbers(browser, node, phase)
    if value := value_text(browser, node):
        found.append(Shown("value", value.removeprefix("= ")))  # editors write name = value
    kind = describe_visited_node(browser, node, phase)[1] if trace.columns.log is None else ""
    found.append(Shown("is", kind or phase.value))
    if phase is not Phase.AHEAD:
        found += [Shown(name, value) for name, value in _of_program(browser, node)]
    sentences = [sentence.text for sentence in why(trace, node, cursor.step, until=cursor.last_moment_step)]
    sentences[:0] = [_told(finding, node) for finding in browser.findings.findings_at(node)]
    if sentences:
        found.append(Shown("why", sentences[0], lambda: _listed(sentences)))
    found.append(
        Shown("step", f"{cursor.step:,} of {cursor.last:,}: {event(trace, cursor.step, cursor.last_moment_step)}")
    )
    return found


def _told(finding: Finding, node: int) -> str:
    said = finding.message if node == finding.node else f"here too; first {clean(finding.place)}"
    return f"{finding.severity}: {finding.disease}: {said}"


def _listed(sentences: list[str]) -> Iterable[Shown]:
    return [Shown(str(place), sentence) for place, sentence in enumerate(sentences, 1)]


def _numbers(browser: Browser, node: int, phase: Phase) -> list[Shown]:
    """Depth, the window on entry and as it is narrowed, and the best value so far."""
    trace, found = browser.trace, list[Shown]()
    if (depth := remaining_depth(trace, node)) is not None and depth != NO_DEPTH:
        found.append(Shown("depth", str(depth)))
    if phase is Phase.AHEAD or trace.columns.log is not None:
        return found
    known = browser.cursor.frame(node)
    if trace.header.windowed:
        found.append(Shown("window", format_node_window(trace, node)))
        alpha, beta = ends_text(known.alpha, known.beta)
        found += [Shown("alpha", alpha), Shown("beta", beta)]
    if known.best is not None:
        by = "" if known.best_child is None else f" by {clean(trace.label(known.best_child), 40)}"
        found.append(Shown("best", f"{number(known.best)}{by}"))
    return found


def _of_program(browser: Browser, node: int) -> list[tuple[str, str]]:
    """What a program's own call was given, and what came back to it last, where the numbers above do not say it."""
    trace, step = browser.trace, browser.cursor.step
    if trace.columns.log is not None or trace.columns.status[node] == PRUNED:
        return []
    said = {"to move", "returned", "depth given"}
    found = [(name, value) for name, value in list_call_facts(trace, step, node) if name not in said]
    return [
        (name, value) for name, value in found if name != "window given" or value != format_node_window(trace, node)
    ]


def position_parts(browser: Browser, node: int) -> list[Shown]:
    """The position at a node, line by line."""
    try:
        lines = clean_lines(browser.trace.position(node))
    except PlyscopeError as error:
        return [Shown("unknown", str(error))]
    return [Shown(str(place), line) for place, line in enumerate(lines, 1)]


def code_parts(browser: Browser, node: int) -> list[Shown]:
    """The variables of the pseudo-code in a call."""
    return [Shown(name, value) for name, value in list_variables(browser.trace, browser.cursor.step, node)]


def inside_parts(browser: Browser, found: SteppedCall) -> list[Shown]:
    """The variables of a program's own call as they are at this step."""
    line = moment(browser, found)
    return [Shown(name, value) for name, value in line.values.items()]


def last_needed(browser: Browser, node: int) -> int | None:
    """Return the child that a call has called and that has not come back, or the call itself where it has just begun.

    None where the moment is at its end, or right before it.
    """
    cursor = browser.cursor
    if cursor.node == node:
        return node if cursor.event is Event.ENTERED else None
    if cursor.event is Event.PRUNED and int(browser.trace.columns.parent[cursor.node]) == node:
        return None
    return child_towards(browser.trace, node, cursor.node)


def moment(browser: Browser, found: SteppedCall) -> ExecutedLine:
    """Return the moment of a call at this step.

    As it begins, that is its first line; where it has made a call, the line that made it; as it returns, its end. Where
    a cutoff skips moves, it is the last line before the end, at which the test has held.
    """
    until = last_needed(browser, found.node)
    if until is None:
        is_back = browser.cursor.node == found.node
        return found.lines[-1 if is_back else max(len(found.lines) - 2, 0)]
    after = next((place for place, line in enumerate(found.lines) if until in line.children), 1)
    return found.lines[after - 1]
