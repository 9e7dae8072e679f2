"""What the signs of a drawing mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tracer.comparing.union_tree import BOTH, CHANGED, ONLY_A, ONLY_B
from tracer.recording.log import Log
from tracer.text import number
from tracer.tracing import Trace
from viz.pictures import best_first
from viz.pictures.boxes import Box, ExtraEdge, LegendEntry, OtherSearchText, PiecedLine, StruckNumber
from viz.pictures.headings import UNFINISHED_SUFFIX
from viz.pictures.labels import (
    HIGHLIGHT_SIGN,
    NEAR_SIGN,
    NEXT_END_ARROW,
    PLAYED_LABEL,
    RE_SEARCH_SIGN,
    LabelOptions,
    TextPlacement,
)
from viz.pictures.merged_positions import VISIT_COUNT_SUFFIX
from viz.pictures.roles import ELSEWHERE_WORD, SKIP_MEANINGS, SKIP_SIGN, Kind, NodeType, Role
from viz.pictures.theme import Look, Theme

GLYPHS = {
    Kind.MAX: "△",
    Kind.MIN: "▽",
    Kind.CHANCE: "○",
    Kind.TERMINAL: "□",
    Kind.HORIZON: "▢",
    Kind.TABLE: "⛁",
    Kind.CHAIN: "⬡",
    Kind.PRUNED: "┄",
    Kind.SUBTREE: "▵",
    Kind.SKIPPED: SKIP_SIGN,
    Kind.UNVISITED: "┈",
    Kind.ELSEWHERE: "┈",
    Kind.STUB: "+n",
}
"""A sign for each shape."""
CUTOFF_PLACES = {Kind.MAX: "MAX", Kind.MIN: "MIN", Kind.CHANCE: "chance"}
"""Whose nodes a cutoff was at, as a legend names them."""
_NEXT_NUMBER_SIGN = re.compile(r"\d[⁺⁻]")
"""An end of a null window that is the next number to another."""
BEST_SO_FAR_SIGN = "──"
"""Of the best move so far."""


def describe_value_notation(searches: Iterable[Trace], label_options: LabelOptions) -> str:
    """How values and windows are to be read."""
    searches = list(searches)
    logs = [trace.columns.log for trace in searches if trace.columns.log is not None]
    if len(logs) == len(searches) == 1:
        return best_first.describe_number_notation(logs[0], from_mover_view=label_options.from_mover_view)
    windowed = any(trace.header.windowed for trace in searches)
    shows_windows = label_options.windows is not TextPlacement.NONE
    value_signs = "= exact value, ≥ ≤ bounds" if windowed else "= value"
    if any(trace.selective for trace in searches):
        value_signs = value_signs.replace("exact ", "") + " as a selective search has them, not proved"
    if shows_windows and label_options.value_ranges is not None:
        value_signs += ", [a, b] what is known of it"
    elif shows_windows and windowed and label_options.shows_window_history:
        value_signs += ", α and β from entry on"
    elif shows_windows and windowed:
        value_signs += (
            ", (α, β) on entry" if label_options.previous_step is None else ", (α, β) at this step, or when it returned"
        )
    signs = f"{value_signs}; all" if "," in value_signs else f"{value_signs}, all"
    return f"{signs} from {'the mover' if label_options.from_mover_view else 'MAX'}'s view"


def legend_entries(
    boxes: Sequence[Box],
    links: Sequence[ExtraEdge],
    theme: Theme,
    *,
    shows_visit_numbers: bool,
    merges_positions: bool,
    has_table_hits: bool,
    other_search: str,
    near_node: int | None,
    played_node: int | None,
    search_goes_on: bool,
    log: Log | None,
) -> Iterator[LegendEntry]:
    """The signs of a drawing: those alone that occur in it.

    Args:
        boxes: all that is drawn.
        links: the further edges.
        theme: how it looks.
        shows_visit_numbers: whether nodes have their numbers.
        merges_positions: whether each position is drawn once.
        has_table_hits: whether the table answered at moves between positions that are drawn once.
        other_search: the letter of the search that is not drawn; or empty.
        near_node: the node whose neighbourhood is drawn.
        played_node: the move that was played, where it is marked.
        search_goes_on: whether it is what was recorded by a step, and the search went on after it.
        log: that of a best-first search.
    """
    drawn_roles = [box.role for box in boxes]
    drawn_roles += [replace(link.role, kind=boxes[link.child].role.kind) for link in links]
    texts = {str(line) for box in boxes for line in (*box.lines, *box.edge)}
    is_searched_elsewhere = any(text.endswith(ELSEWHERE_WORD) for text in texts)
    drawn_kinds = {role.kind for role in drawn_roles}
    yield from _side_entries(drawn_roles, theme)
    yield from _type_entries(drawn_roles, theme)
    yield from _mean_entries(drawn_roles, theme, log)
    for kind in Kind:
        if kind in drawn_kinds - {Kind.STUB}:
            look = theme.node_look(Role(kind, side=BOTH if drawn_roles[0].side is not None else None))
            if any(
                role.kind is kind and (role.node_type is not None or role.quality is not None) for role in drawn_roles
            ):
                look = without_colours(look, theme)
            # The triangles stand for more than what never was: the entry of that word says so.
            meaning = (
                kind.value.partition(",")[0]
                if kind is Kind.SUBTREE and is_searched_elsewhere
                else best_first.describe_node_shape(kind, log)
            )
            yield LegendEntry(GLYPHS[kind], look, look.text, meaning)
    if any(role.unfinished for role in drawn_roles):
        look = replace(theme.kinds[Kind.TERMINAL], line=theme.text, style="dotted")
        sign, meaning = "open", "not returned yet" if search_goes_on else "never returned a value"
        if log is not None:
            sign, meaning = best_first.open_node_sign_and_meaning(log, search_goes_on=search_goes_on)
        yield LegendEntry(sign, look, theme.text, meaning)
    yield from _line_entries(drawn_roles, theme, search_goes_on=search_goes_on)
    if any(box.node == near_node and box.name.startswith("n") for box in boxes):
        yield LegendEntry(NEAR_SIGN, None, theme.text, "the node that all else is near to")
    if any(PLAYED_LABEL in box.edge[-1:] and box.node == played_node for box in boxes):
        yield LegendEntry(PLAYED_LABEL, None, theme.faint, "the move that the program chose")
    yield from _cutoff_entries(boxes, links, theme)
    skip_lines = [line for box in boxes if box.role.kind is Kind.SKIPPED for line in box.lines]
    skip_words = sorted(word for word in SKIP_MEANINGS if any(line.endswith(word) for line in skip_lines))
    yield from (LegendEntry(word, None, theme.faint, SKIP_MEANINGS[word]) for word in skip_words)
    has_numbered_nodes = any(not role.pruned for role in drawn_roles if role.kind not in (Kind.UNVISITED, Kind.STUB))
    optional_signs: tuple[tuple[bool, str, str, str], ...] = (
        (shows_visit_numbers and has_numbered_nodes, "#n", theme.text, "place in the order of the search"),
        (
            any(text.startswith(RE_SEARCH_SIGN) for text in texts),
            RE_SEARCH_SIGN,
            theme.text,
            "the move before it, searched again",
        ),
        (any(map(_NEXT_NUMBER_SIGN.search, texts)), "n⁺ n⁻", theme.text, "the next number above n, below n"),
        (is_searched_elsewhere, ELSEWHERE_WORD, theme.faint, "pruned here; another visit searched it"),
        (
            any(type(piece) is StruckNumber for piece in _iter_pieces(boxes)),
            PiecedLine("α", " ", StruckNumber("a"), NEXT_END_ARROW, "b"),
            theme.text,
            "α or β was a, and then b",
        ),
        (
            any(isinstance(line, OtherSearchText) for box in boxes for line in box.lines),
            f"{other_search} …",
            theme.faint,
            f"what {other_search} has there",
        ),
        (
            any(box.count > 1 and box.role.kind is not Kind.CHAIN for box in boxes),
            "×n",
            theme.text,
            "n nodes side by side",
        ),
        (
            merges_positions
            and (bool(links) or any("".join(box.lines[-1:]).endswith(VISIT_COUNT_SUFFIX) for box in boxes)),
            "n×",
            theme.text,
            "visits; each position is drawn once",
        ),
        (has_table_hits, "hit", theme.text, "answered by the table after this move"),
    )
    yield from (
        LegendEntry(sign, None, colour, meaning) for is_shown, sign, colour, meaning in optional_signs if is_shown
    )
    if Kind.STUB in drawn_kinds:
        yield LegendEntry(GLYPHS[Kind.STUB], None, theme.faint, Kind.STUB.value)


def _iter_pieces(boxes: Sequence[Box]) -> Iterator[str]:
    return (piece for box in boxes for line in box.lines if isinstance(line, PiecedLine) for piece in line.pieces)


def without_colours(look: Look, theme: Theme) -> Look:
    """A look in a legend where colours say something else than what a node is: its shape alone."""
    return replace(look, fill=theme.background, line=theme.text, text=theme.text)


def _line_entries(roles: list[Role], theme: Theme, *, search_goes_on: bool) -> Iterator[LegendEntry]:
    if any(role.on_pv for role in roles):
        suffix = UNFINISHED_SUFFIX if search_goes_on and any(role.unfinished for role in roles) else ""
        yield LegendEntry("━━", None, theme.variation, f"principal variation{suffix}")
    if any(role.visits for role in roles):
        yield LegendEntry("━", None, theme.edge, "the wider, the more visits")
    if any(role.is_best and not role.on_pv for role in roles):
        yield LegendEntry(BEST_SO_FAR_SIGN, None, theme.variation, "best so far")
    if any(role.highlighted for role in roles):
        yield LegendEntry(HIGHLIGHT_SIGN, None, theme.highlight, "highlighted")


def _cutoff_entries(boxes: Sequence[Box], links: Sequence[ExtraEdge], theme: Theme) -> Iterator[LegendEntry]:
    # The drawn root's own cutoff happened above it.
    edges = [(box.role, boxes[box.parent].role.kind) for box in boxes[1:]]
    edges += [(link.role, boxes[link.parent].role.kind) for link in links]
    for bound in ("α", "β"):
        cut_kinds = {kind for role, kind in edges if role.refutes == bound and role.prunes}
        players = [name for kind, name in CUTOFF_PLACES.items() if kind in cut_kinds]
        if cut_kinds:
            place = f" (at {' or '.join(players)})" if players else ""
            yield LegendEntry(f"✂ {bound}", None, theme.cutoff, f"{bound} cutoff{place}: later moves skipped")
    last_move_bounds = sorted({role.refutes for role, _ in edges if role.refutes and not role.prunes})
    if last_move_bounds:
        yield LegendEntry(" ".join(last_move_bounds), None, theme.cutoff, "cutoff after the last move")


def _side_entries(roles: list[Role], theme: Theme) -> Iterator[LegendEntry]:
    drawn_sides = {role.side for role in roles}
    for side, sign, meaning in (
        (ONLY_A, "only A", "in A alone"),
        (ONLY_B, "only B", "in B alone"),
        (CHANGED, "A … B …", "value, bound or fate differ"),
    ):
        if side in drawn_sides:
            look = theme.node_look(Role(Kind.TERMINAL, side=side))
            yield LegendEntry(sign, look, look.text, meaning)
    if any(role.other_window for role in roles):
        yield LegendEntry("A (…) B (…)", None, theme.text, "only the window differs")


def _type_entries(roles: list[Role], theme: Theme) -> Iterator[LegendEntry]:
    drawn_types = {role.node_type for role in roles}
    for node_type, meaning in (
        (NodeType.PV, "type 1: inside its window"),
        (NodeType.CUT, "type 2: at or beyond its mover's end"),
        (NodeType.ALL, "type 3: at or below the other end"),
    ):
        if node_type in drawn_types:
            look = theme.node_look(Role(Kind.TERMINAL, node_type=node_type))
            yield LegendEntry(node_type, look, look.text, meaning)


def _mean_entries(roles: list[Role], theme: Theme, log: Log | None) -> Iterator[LegendEntry]:
    mean_range = None if log is None else best_first.mean_value_range(log)
    if mean_range is None or all(role.quality is None for role in roles):
        return
    best_index, middle_mean = best_first.MEAN_COLOUR_COUNT - 1, (mean_range[0] + mean_range[1]) / 2
    for quality, mean, meaning in (
        (best_index, mean_range[1], "Q, MAX's view: best for MAX"),
        (best_index // 2, middle_mean, "between"),
        (0, mean_range[0], "best for MIN"),
    ):
        look = theme.node_look(Role(Kind.TERMINAL, quality=quality))
        yield LegendEntry(f"Q {number(mean)}", look, look.text, meaning)
