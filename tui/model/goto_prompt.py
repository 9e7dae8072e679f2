"""Where to go: what a person types for a step, a node, or a path of moves."""

from __future__ import annotations

import re
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.text import hyphened
from tracer.tracing import Trace
from tracer.why.explain import format_path
from tui.model.notices import PromptFeedback

PROMPT_HINT = "1200 a step · +10 or -10 from here · #37 a node · b2/a1 a path of moves"
_NUMBER = re.compile(r"(?P<sign>[#+−-]?)\s*(?P<digits>\d[\d,_]{0,24})", re.ASCII)


class Target(NamedTuple):
    """Where to go."""

    step: int | None = None
    node: int | None = None


def parse_target(text: str, trace: Trace, step: int) -> Target:
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
        raise PlyscopeError(f"type where to go: {PROMPT_HINT}")
    number_match = _NUMBER.fullmatch(text)
    if number_match is None:
        return Target(node=trace.find(text).index)
    number = int(number_match["digits"].replace(",", "").replace("_", ""))
    if number_match["sign"] == "#":
        if number >= len(trace):
            raise PlyscopeError(f"there is no node {number:,}: the last is {len(trace) - 1:,}")
        return Target(node=number)
    wanted_step = {"": number, "+": step + number, "-": step - number}[hyphened(number_match["sign"])]
    if not 0 <= wanted_step < trace.steps:
        raise PlyscopeError(f"there is no step {wanted_step:,}: the last is {trace.steps - 1:,}")
    return Target(step=wanted_step)


def judge_target(text: str, trace: Trace, step: int) -> PromptFeedback:
    """What the prompt says of a text while it is typed: where it leads, or how it could go on."""
    if not text.strip():
        return PromptFeedback(PROMPT_HINT, is_acceptable=False, completions=complete_path("", trace))
    try:
        parsed_target = parse_target(text, trace, step)
    except PlyscopeError as error:
        possible_paths = complete_path(text, trace)
        return PromptFeedback("" if possible_paths else str(error), is_acceptable=False, completions=possible_paths)
    if parsed_target.node is None:
        return PromptFeedback(f"step {parsed_target.step:,}")
    return PromptFeedback(
        f"node {parsed_target.node:,}: {format_path(trace, parsed_target.node)}", completions=complete_path(text, trace)
    )


def complete_path(text: str, trace: Trace) -> tuple[str, ...]:
    """The paths that a path of moves could become by its next move, in the order of the search. O(children)."""
    path_before, separator, label_start = text.strip().rpartition("/")
    try:
        parent = trace.find(path_before).index
    except PlyscopeError:
        return ()
    labels = dict.fromkeys(trace.label(child) for child in trace.children(parent))
    return tuple(
        f"{path_before}{separator}{label}" for label in labels if label.startswith(label_start) and label != label_start
    )
