"""Where to go: what a person types for a step, a node, or a path of moves."""

from __future__ import annotations

import re
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.text import hyphened
from tracer.tracing import Trace
from tracer.why.explain import format_path
from tui.model.notice import Answer

HINT = "1200 a step · +10 or -10 from here · #37 a node · b2/a1 a path of moves"
_NUMBER = re.compile(r"(?P<sign>[#+−-]?)\s*(?P<digits>\d[\d,_]{0,24})", re.ASCII)


class Target(NamedTuple):
    """Where to go."""

    step: int | None = None
    node: int | None = None


def target(text: str, trace: Trace, step: int) -> Target:
    """What a person typed into the prompt.

    A number that is also a move at the root is a step; with a slash before it, it is the move.

    Args:
        text: a step (`1200`), steps from here (`+10`), a node (`#37`), or a path of moves (`b2/a1`).
        trace: the recording.
        step: the current step.

    Raises:
        PlyscopeError: there is no such place; the message says which there are.
    """
    text = text.strip()
    if not text:
        raise PlyscopeError(f"type where to go: {HINT}")
    match = _NUMBER.fullmatch(text)
    if match is None:
        return Target(node=trace.find(text).index)
    number = int(match["digits"].replace(",", "").replace("_", ""))
    if match["sign"] == "#":
        if number >= len(trace):
            raise PlyscopeError(f"there is no node {number:,}: the last is {len(trace) - 1:,}")
        return Target(node=number)
    wanted = {"": number, "+": step + number, "-": step - number}[hyphened(match["sign"])]
    if not 0 <= wanted < trace.steps:
        raise PlyscopeError(f"there is no step {wanted:,}: the last is {trace.steps - 1:,}")
    return Target(step=wanted)


def judge(text: str, trace: Trace, step: int) -> Answer:
    """What the prompt says of a text while it is typed: where it leads, or how it could go on."""
    if not text.strip():
        return Answer(HINT, good=False, completions=completions("", trace))
    try:
        found = target(text, trace, step)
    except PlyscopeError as error:
        ways = completions(text, trace)
        return Answer("" if ways else str(error), good=False, completions=ways)
    if found.node is None:
        return Answer(f"step {found.step:,}")
    return Answer(f"node {found.node:,}: {format_path(trace, found.node)}", completions=completions(text, trace))


def completions(text: str, trace: Trace) -> tuple[str, ...]:
    """The paths that a path of moves could become by its next move, in the order of the search. O(children)."""
    before, slash, start = text.strip().rpartition("/")
    try:
        above = trace.find(before).index
    except PlyscopeError:
        return ()
    labels = dict.fromkeys(trace.label(child) for child in trace.children(above))
    return tuple(f"{before}{slash}{label}" for label in labels if label.startswith(start) and label != start)
