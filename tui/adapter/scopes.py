"""What an editor is shown of a call: its node, variables and position, and the texts that it has evaluated there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from tracer.condition.expression import Parser, parse_condition, read_expression
from tracer.condition.terms import TraceColumns
from tracer.condition.vocabulary import CONSTANTS, NAMES, Kind
from tracer.condition.watchpoint import parse_breakpoint
from tracer.diagnosis.finding import Finding
from tracer.errors import PlyscopeError
from tracer.recording.columns import NO_DEPTH
from tracer.recording.node import remaining_depth
from tracer.recording.status import PRUNED
from tracer.text import clean, clean_lines, ends_text, number
from tracer.time.moments import Event, Phase
from tracer.why.code_at_step import child_towards, list_call_facts, list_variables
from tracer.why.explain import event, find_cutoff_origin, format_path, why
from tracer.why.sentences import MOVER_NAMES, format_count, format_node_window
from tui.adapter.wire import Body
from tui.model.browser import Browser
from tui.model.explorer_state import Target, complete_path, parse_target
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


WORDS = ("why", "goto")
"""The words with which a line of the console may begin."""
CAUSE = "cause"
"""A place that `goto` knows beside those of the explorer."""
HELP = (
    "a condition (cutoff and ply == 3), a number (value), a node (#37, b2/a1), why, why PLACE, goto PLACE, goto cause"
)
LISTED = 50
"""Hits of a condition that are listed, from the present step on."""
_NAME = re.compile(r"[A-Za-z_]\w*(\.\w+)*", re.ASCII)
_PLACE = re.compile(r"[#/]|^[+−-]?\d")


class Console:
    """Answers for one recording."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._facts = TraceColumns(browser.trace)

    def answer(self, text: str, node: int, known: dict[str, str], *, more: bool = False) -> Shown:
        """Return what a text is worth at a node.

        Raises:
            PlyscopeError: it is worth nothing.
        """
        text = text.strip()
        first, _, rest = text.partition(" ")
        if not text or text in ("?", "help"):
            return Shown("", HELP)
        if text in known:
            return Shown(text, known[text])
        if first == "why":
            return self._why(rest.strip(), node)
        try:
            return self._worth(text, node)
        except PlyscopeError as error:
            try:
                return self._place(text)
            except PlyscopeError as unknown:
                if more and _NAME.fullmatch(text):
                    raise PlyscopeError(
                        f"{text} is not known yet: Variables of this call runs the script again"
                    ) from None
                raise (unknown if _PLACE.search(text) else error) from None

    def target(self, text: str) -> Target | None:
        """Return where `goto PLACE` goes; None for any other text."""
        first, _, rest = text.strip().partition(" ")
        if first != "goto":
            return None
        if rest.strip() == CAUSE:
            return self._cause()
        return parse_target(rest, self._browser.trace, self._browser.cursor.step)

    def _cause(self) -> Target:
        """The return of the move that set the bound which has cut the node in hand."""
        trace, cursor = self._browser.trace, self._browser.cursor
        if trace.columns.log is not None or (cut := cursor.cut_node) is None:
            raise PlyscopeError("this step is no cutoff: goto cause goes to the move that set the bound of one")
        found = find_cutoff_origin(trace, cut)
        if found is None or found.child is None:
            raise PlyscopeError("the bound is an end of the window that the search was started with")
        return Target(step=trace.left(found.child), node=None)

    def _why(self, text: str, node: int) -> Shown:
        trace, cursor = self._browser.trace, self._browser.cursor
        found = parse_target(text, trace, cursor.step) if text else Target(node=node)
        step = cursor.step if found.step is None else found.step
        if found.step is not None:
            node = trace.landmarks.node_at(step)
        elif found.node is not None:
            node = found.node
            step = step if node == self._browser.selected or not text else cursor.last
        return Shown("why", "\n".join(sentence.text for sentence in why(trace, node, step)))

    def _worth(self, text: str, node: int) -> Shown:
        """What a condition or a formula is worth at a node; of a condition also its hits."""
        if text.startswith(("best changes", "changes", "alpha changes", "beta changes", "window changes")):
            return self._hits(text, "", node)
        line, tree = read_expression(text, "cutoff and ply == 3")
        term = Parser(line).parse_term(tree, 0)
        value = np.broadcast_to(term.value(self._facts), len(self._browser.trace)) if term.kind in _PLAIN else None
        if term.kind is Kind.TRUTH and value is not None:
            return self._hits(text, f"{bool(value[node])} here; ", node)
        if term.kind is Kind.NUMBER and value is not None:
            return Shown(text, number(float(value[node])))
        parse_condition(text)  # which says how to make a condition of it
        raise AssertionError

    def _hits(self, text: str, here: str, node: int) -> Shown:
        condition, trace = parse_breakpoint(text, node), self._browser.trace
        hits, step = condition.hits(trace), self._browser.cursor.step
        following = hits.next(step)
        then = "none after this step" if following is None else f"the next at step {following.step:,}"
        reason = "" if len(hits) else condition.missing(trace)
        said = f"{format_count(len(hits), 'hit')}, {then}" if len(hits) else f"no hit{f': {reason}' if reason else ''}"
        first = int(np.searchsorted(hits.steps, step, side="right"))
        steps = islice(range(first, len(hits)), LISTED)
        return Shown(text, here + said, partial(self._listed, [hits[place] for place in steps]) if len(hits) else None)

    def _listed(self, hits: Iterable[tuple[int, int]]) -> list[Shown]:
        browser = self._browser
        return [
            Shown(f"step {step:,}", format_path(browser.trace, node), partial(node_parts, browser, node))
            for step, node in hits
        ]

    def _place(self, text: str) -> Shown:
        browser = self._browser
        found = parse_target(text, browser.trace, browser.cursor.step)
        if found.node is None:
            raise PlyscopeError(f"goto {text} goes to that step; {HELP}")
        return Shown(text, format_path(browser.trace, found.node), partial(node_parts, browser, found.node))

    def completions(self, text: str) -> list[tuple[str, int]]:
        """Return what a text may become, each with the place from which on it stands there instead."""
        start = len(text) - len(re.split(r"[ ()=<>!+*,-]", text)[-1])
        word, found = text[start:], list[tuple[str, int]]()
        if not text[:start].strip():
            found += [(one, start) for one in WORDS if one.startswith(word)]
        found += [(one, start) for one in (*NAMES, *CONSTANTS) if word and one.startswith(word) and one != word]
        if word or text[:start].strip() in WORDS:
            found += [(one, start) for one in complete_path(word, self._browser.trace)]
        return list(dict.fromkeys(found))


_PLAIN = (Kind.TRUTH, Kind.NUMBER)
"""What may be computed and shown as it is."""
