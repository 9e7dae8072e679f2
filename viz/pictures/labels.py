"""The text of a node, for every format. Whatever it says comes from a trace, so all of it is cleaned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tracer.games.rules import MIN
from tracer.recording.node import outcome_probability
from tracer.recording.status import EXACT, EXPANDED, LOWER, OPEN, PRUNED, UPPER
from tracer.text import MOVE_LIMIT, clean, end_text, ends_text, number, window_text
from tracer.time.landmarks import WindowEnds, window_ends
from tracer.time.moments import frame
from tracer.tracing import Trace
from tracer.why import explain
from viz.pictures import best_first
from viz.pictures.boxes import ChangedText, MoveText, NodeName, PiecedLine, StruckNumber, ValueText
from viz.pictures.ranges import ValueRange
from viz.pictures.roles import SKIP_SIGN, describe_searched_elsewhere, describe_skip_reason, node_type

MAX_OLD_ENDS = 3
"""Old ends of a window that are written where there is no room for all: the first, and the last ones."""
NEXT_END_ARROW = "\u2009→\u2009"
"""From an old end to the next one, with a little room: a line through a number would run on in the arrow."""
RE_SEARCH_SIGN = "↪"
"""In front of the move of a re-search."""
HIGHLIGHT_SIGN = "★"
"""In front of the moves of a line that is asked to stand out."""
NEAR_SIGN = "❯"
"""In front of the node whose neighbourhood is drawn."""
PLAYED_LABEL = "played"
"""At the edge to the move that was played, where the search has not shown it to be as good as the best one."""
MAX_NOTE_LENGTH = 60
"""Characters kept of a note."""
_BOUND_FOR_OPPONENT = {EXACT: EXACT, LOWER: UPPER, UPPER: LOWER}
"""What a bound is to the other player."""


class TextPlacement(StrEnum):
    """Where a piece of text stands."""

    NODE = "node"
    EDGE = "edge"
    """On the edge above the node."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class LabelOptions:
    """What is written of a node, and where."""

    moves: TextPlacement = TextPlacement.NODE
    windows: TextPlacement = TextPlacement.NODE
    shows_visit_numbers: bool = False
    """The place of the visit in the order of the search, from 1 on."""
    from_mover_view: bool = False
    """Values and windows from the view of the player to move, as a negamax has them; otherwise MAX's."""
    shows_types: bool = False
    """The node's type (Knuth & Moore 1975)."""
    previous_step: int | None = None
    """In an animation the step of the frame before: windows and best values are as they are in the last step of the
    trace, and what changed since stands out."""
    shows_window_history: bool = False
    """The window of an inner node with every end that it had, the old ones struck out, in place of that on entry."""
    shows_all_ends: bool = False
    """Whether every end is written where there are many; else the first and the last ones."""
    value_ranges: Mapping[int, ValueRange] | None = None
    """What is known of each node's value, to be written in place of its window."""

    def without_edge(self) -> LabelOptions:
        """The same for a node with no edge above it: what stands at edges stands in the node."""
        return replace(
            self,
            moves=TextPlacement.NODE,
            windows=TextPlacement.NODE if self.windows is TextPlacement.EDGE else self.windows,
        )


DEFAULT_LABELS = LabelOptions()
"""As no option asks otherwise."""


def move_text(trace: Trace, node: int) -> MoveText:
    """The move that leads to a node, `root` at node 0; of an outcome of chance with its probability: `b1 (0.9)`.

    In front of a move that is searched again, right after its scout, there is a sign.
    """
    move_probability = outcome_probability(trace, node)
    probability_suffix = "" if move_probability is None else f" ({number(move_probability)})"
    re_search_prefix = f"{RE_SEARCH_SIGN} " if trace.searched_again[node] else ""
    return MoveText(f"{re_search_prefix}{clean(trace.label(node), MOVE_LIMIT)}{probability_suffix}" if node else "root")


def heading_texts(trace: Trace, node: int, label_options: LabelOptions) -> list[str]:
    """What stands at the top of a node: its name, where a tree gives it one, and the move to it; the root has one."""
    node_names: list[str] = [NodeName(clean(trace.names[node], MOVE_LIMIT))] if node in trace.names else []
    if label_options.moves is TextPlacement.NODE or not node:
        return [*node_names, move_text(trace, node)] if node or not node_names else node_names
    return node_names


def value(trace: Trace, node: int, *, from_mover_view: bool = False) -> str:
    """The value with what it says of the true one, as in `≥ 3`; `open` where the search stopped inside."""
    status, sign = trace.columns.status.item(node), _view_sign(trace, node, from_mover_view)
    if status == OPEN:
        return (trace.columns.log and best_first.describe_node_numbers(trace, node, sign)) or "open"
    if status == PRUNED:
        return ""
    bound = trace.proved_bound(node)
    if trace.columns.log is not None and (log_text := best_first.describe_node_numbers(trace, node, sign)):
        return log_text
    number_text = number(sign * trace.columns.value.item(node))
    if bound is None:
        return number_text
    return f"{(bound if sign > 0 else _BOUND_FOR_OPPONENT[bound]).sign} {number_text}"


def entry_window_text(trace: Trace, node: int, *, from_mover_view: bool = False) -> str:
    """The window on entry, as in `(−∞, 3)`; nothing where the search has none."""
    columns = trace.columns
    if not trace.header.windowed or columns.status.item(node) == PRUNED:
        return ""
    ends = columns.alpha.item(node), columns.beta.item(node)
    return window_text(*_seen_from(ends, _view_sign(trace, node, from_mover_view)))


def best_so_far_text(trace: Trace, node: int, label_options: LabelOptions) -> str:
    """The best value of an open node's children that have returned, in an animation; `open` before the first has.

    Of a chance node no child is the best one.
    """
    current_best = frame(trace, node, trace.steps - 1).best if trace.columns.turn.item(node) else None
    if current_best is None or label_options.previous_step is None:
        return ValueText("open")
    best_text = f"best {number(_view_sign(trace, node, label_options.from_mover_view) * current_best)}"
    if frame(trace, node, label_options.previous_step).best == current_best:
        return ValueText(best_text)
    return ChangedText(best_text)


def running_window_text(trace: Trace, node: int, label_options: LabelOptions) -> str:
    """The window in an animation: as it is, or was when the node returned, with the ends that changed standing out.

    Where its ends have met or crossed, so that the rest is cut, it reads `α 3 ≥ β 2`.
    """
    if not trace.header.windowed or trace.columns.status.item(node) == PRUNED:
        return ""
    ends = _window_ends_at(trace, node, trace.steps - 1, label_options)
    changed_ends = _changed_ends(trace, node, label_options)
    end_texts = ends_text(ends[0][-1], ends[1][-1])
    low_text, high_text = (
        ChangedText(text) if end in changed_ends else text for end, text in zip("αβ", end_texts, strict=True)
    )
    if ends[0][-1] >= ends[1][-1]:
        window_line = PiecedLine("α", " ", low_text, " ", "≥", " ", "β", " ", high_text)
    else:
        window_line = PiecedLine("(", low_text, ", ", high_text, ")")
    return window_line if changed_ends else str(window_line)


def _window_ends_at(trace: Trace, node: int, step: int, label_options: LabelOptions) -> WindowEnds:
    """All that a window was by a step, in the view that is asked for."""
    alphas, betas = window_ends(trace, node, step)
    if _view_sign(trace, node, label_options.from_mover_view) > 0:
        return alphas, betas
    return [-end for end in betas], [-end for end in alphas]


def _changed_ends(trace: Trace, node: int, label_options: LabelOptions) -> str:
    """Which ends of a window are other than in the frame before: `α`, `β`, or neither."""
    if label_options.previous_step is None:
        return ""
    ends_now, ends_before = (
        _window_ends_at(trace, node, step, label_options) for step in (trace.steps - 1, label_options.previous_step)
    )
    return "".join(
        name
        for name, values_now, values_before in zip("αβ", ends_now, ends_before, strict=True)
        if values_now[-1] != values_before[-1]
    )


def window_history_text(trace: Trace, node: int, label_options: LabelOptions = DEFAULT_LABELS) -> str:
    """The window of an inner node with every end that it had, the old ones struck out.

    >>> import tracer
    >>> window_history_text(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 0).replace("\u2009", "")
    'α −∞→3  β ∞'
    """
    alphas, betas = _window_ends_at(trace, node, trace.steps - 1, label_options)
    changed_ends = _changed_ends(trace, node, label_options)
    max_old_ends = len(alphas) + len(betas) if label_options.shows_all_ends else MAX_OLD_ENDS
    low, high = ends_text(alphas[0], betas[0])
    alpha = _iter_struck_ends([low, *map(end_text, alphas[1:])], max_old_ends, is_changed="α" in changed_ends)
    beta = _iter_struck_ends([high, *map(end_text, betas[1:])], max_old_ends, is_changed="β" in changed_ends)
    return PiecedLine("α", " ", *alpha, "  ", "β", " ", *beta)


def _iter_struck_ends(ends: list[str], max_old_ends: int, *, is_changed: bool) -> Iterator[str]:
    """Ends from the first to the present one; of more old ones than `max_old_ends` some."""
    *old_ends, current_end = ends
    is_shortened = len(old_ends) > max_old_ends
    for index, old_end in enumerate([old_ends[0], *old_ends[1 - max_old_ends :]] if is_shortened else old_ends):
        yield from (
            StruckNumber(old_end),
            f"{NEXT_END_ARROW}…{NEXT_END_ARROW}" if is_shortened and not index else NEXT_END_ARROW,
        )
    yield ChangedText(current_end) if is_changed else current_end


def _interval_text(trace: Trace, node: int, label_options: LabelOptions) -> str:
    """The pair of numbers of a node: its window, or what is known of its value. A leaf has but its value."""
    is_inner = trace.columns.status.item(node) in (EXPANDED, OPEN)
    if label_options.shows_window_history:
        return window_history_text(trace, node, label_options) if is_inner and trace.header.windowed else ""
    if label_options.value_ranges is None:
        if label_options.previous_step is not None:
            return running_window_text(trace, node, label_options)
        return entry_window_text(trace, node, from_mover_view=label_options.from_mover_view)
    if not is_inner:
        return ""
    low, high = _seen_from(label_options.value_ranges[node], _view_sign(trace, node, label_options.from_mover_view))
    return f"[{number(low)}, {number(high)}]"  # the true value may be an end of it


def _seen_from(ends: ValueRange, sign: int) -> ValueRange:
    return ends if sign > 0 else (-ends[1], -ends[0])


def _view_sign(trace: Trace, node: int, from_mover_view: bool) -> int:
    """Values are multiplied by it to be seen as asked for."""
    return -1 if from_mover_view and trace.columns.turn.item(node) == MIN else 1


def node_lines(trace: Trace, node: int, label_options: LabelOptions = DEFAULT_LABELS) -> list[str]:
    """What stands in a node: name, move, value and window, each where the node has it and as it is asked for.

    >>> import tracer
    >>> node_lines(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 5)
    ['a2', '≤ 2', '(3, ∞)']
    >>> node_lines(
    ...     tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
    ...     9,
    ...     LabelOptions(shows_visit_numbers=True, from_mover_view=True, shows_types=True),
    ... )
    ['a3  #8', '= −2', '(−∞, −3)', 'cut']
    """
    texts: list[str] = heading_texts(trace, node, label_options)
    if label_options.shows_visit_numbers and trace.columns.status.item(node) != PRUNED:
        *earlier_texts, last_text = texts or [""]
        texts = [
            *earlier_texts,
            MoveText("  ".join(filter(None, [last_text, f"#{int(trace.landmarks.visits[node]):,}"]))),
        ]
    if label_options.value_ranges is None or trace.columns.status.item(node) != OPEN:
        is_open = trace.columns.status.item(node) == OPEN and trace.columns.log is None
        texts.append(
            best_so_far_text(trace, node, label_options)
            if is_open
            else ValueText(value(trace, node, from_mover_view=label_options.from_mover_view))
        )
    skip_reason = describe_skip_reason(trace, node)
    texts += [f"{SKIP_SIGN} {skip_reason}"] if skip_reason else describe_searched_elsewhere(trace, [node])
    # The root has no edge above it.
    if label_options.windows is TextPlacement.NODE or (label_options.windows is TextPlacement.EDGE and not node):
        texts.append(_interval_text(trace, node, label_options))
    if label_options.shows_types and (type_name := node_type(trace, node)):
        texts.append(str(type_name))
    return [text for text in texts if text]


def with_sign(lines: Iterable[str], sign: str) -> list[str]:
    """What stands in a node that is asked to stand out, with a sign in front of its move.

    >>> with_sign([MoveText("b2"), ValueText("= 3")], HIGHLIGHT_SIGN), with_sign([ValueText("= 3")], HIGHLIGHT_SIGN)
    (['★ b2', '= 3'], ['★', '= 3'])
    """
    first_line, *later_lines = lines = list(lines) or [""]
    if isinstance(first_line, MoveText):
        return [MoveText(f"{sign} {first_line}"), *later_lines]
    return [MoveText(sign), *filter(None, lines)]


def edge_lines(trace: Trace, node: int, label_options: LabelOptions) -> list[str]:
    """What stands on the edge above a node."""
    texts: list[str] = [move_text(trace, node)] if label_options.moves is TextPlacement.EDGE else []
    if label_options.windows is TextPlacement.EDGE:
        texts.append(_interval_text(trace, node, label_options))
    return [text for text in texts if text] if node else []


def cutoff_reason(trace: Trace, node: int) -> str:
    """Why a node was cut or a branch pruned, in sentences; nothing for other nodes."""
    columns = trace.columns
    if not columns.cutoff.item(node) and columns.status.item(node) != PRUNED:
        return ""
    return " ".join(sentence.text for sentence in explain.why(trace, node, trace.steps - 1))


def stub_lines(
    visited: int, pruned: int, skipped: int = 0, ahead: int = 0, *, elsewhere: int = 0, other: str = ""
) -> list[str]:
    """What a stub says of the nodes that are not drawn below its parent; some may be met by another search alone.

    Skipped are branches that were not searched though no cutoff skipped them; ahead are nodes of a best-first search.

    >>> stub_lines(1204, 388)
    ['+1,204 visited', '388 pruned']
    >>> stub_lines(0, 2, elsewhere=7, other="B")
    ['+2 pruned', '7 only B']
    """
    count_texts = [f"{visited:,} visited"] if visited else []
    count_texts += [f"{ahead:,} not visited yet"] if ahead else []
    count_texts += [f"{pruned:,} pruned"] if pruned else []
    count_texts += [f"{skipped:,} not searched"] if skipped else []
    count_texts += [f"{elsewhere:,} only {other}"] if elsewhere else []
    return [f"+{count_texts[0]}", *count_texts[1:]]
