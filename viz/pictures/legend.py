"""What the signs of a drawing mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from tracer.comparing.union_tree import BOTH, CHANGED, ONLY_A, ONLY_B
from tracer.recording.log import Log
from tracer.text import number
from tracer.tracing import Trace
from viz.pictures import best_first
from viz.pictures.headings import SO_FAR
from viz.pictures.labels import AGAIN, ARROW, PLAYED, POINTER, STAR, Labels, Pieces, Place, Struck
from viz.pictures.roles import ELSEWHERE, SKIP_SIGN, SKIPPED, Kind, NodeType, Role
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
_NEXT_NUMBER = re.compile(r"\d[⁺⁻]")
"""An end of a null window that is the next number to another."""
BEST = "──"
"""Of the best move so far."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One sign and what it means."""

    sign: str
    """A text, or `Pieces`."""
    look: Look | None
    """How the sign's box is drawn; None where it is text alone."""
    colour: str
    """Of the sign's text."""
    meaning: str


def note(searches: Iterable[Trace], labels: Labels) -> str:
    """How values and windows are to be read."""
    searches = list(searches)
    logs = [trace.columns.log for trace in searches if trace.columns.log is not None]
    if len(logs) == len(searches) == 1:
        return best_first.note(logs[0], mover=labels.mover)
    windowed, written = any(trace.header.windowed for trace in searches), labels.windows is not Place.NONE
    values = "= exact value, ≥ ≤ bounds" if windowed else "= value"
    if any(trace.selective for trace in searches):
        values = values.replace("exact ", "") + " as a selective search has them, not proved"
    if written and labels.known is not None:
        values += ", [a, b] what is known of it"
    elif written and windowed and labels.history:
        values += ", α and β from entry on"
    elif written and windowed:
        values += ", (α, β) on entry" if labels.since is None else ", (α, β) at this step, or when it returned"
    signs = f"{values}; all" if "," in values else f"{values}, all"
    return f"{signs} from {'the mover' if labels.mover else 'MAX'}'s view"


def entries(
    roles: Iterable[Role],
    theme: Theme,
    *,
    numbers: bool = False,
    visits: bool = False,
    hits: bool = False,
    texts: Collection[str] = (),
    history: bool = False,
    other: str = "",
    several: bool = False,
    near: bool = False,
    played: bool = False,
    goes_on: bool = False,
    log: Log | None = None,
    chance: tuple[str, str] = ("", ""),
    skipped: Collection[str] = (),
) -> Iterator[Entry]:
    """The signs of a drawing: those alone that occur in it.

    Args:
        roles: of all that is drawn.
        theme: how it looks.
        numbers: whether nodes have their numbers.
        visits: whether there are positions with the number of their visits.
        hits: whether the table answered at moves between positions that are drawn once.
        texts: all that stands in nodes and at edges: whether a move was searched again, and an end has a sign.
        history: whether there are windows with old ends.
        other: the letter of the search that is not drawn, if something of it stands in nodes; or empty.
        several: whether a box stands for nodes side by side.
        near: whether the node is drawn whose neighbourhood is.
        played: whether the played move is marked.
        goes_on: whether it is what was recorded by a step, and the search went on after it.
        log: that of a best-first search.
        chance: the cutoffs that happened at chance nodes, as `αβ`, and those that happened elsewhere.
        skipped: what stands in branches that were not searched, where it says that no cutoff skipped them.
    """
    shown = list(roles)
    again = any(text.endswith(ELSEWHERE) for text in texts)
    kinds = {role.kind for role in shown}
    yield from _side_entries(shown, theme)
    yield from _type_entries(shown, theme)
    yield from _mean_entries(shown, theme, log)
    for kind in Kind:
        if kind in kinds - {Kind.STUB}:
            look = theme.node(Role(kind, side=BOTH if shown[0].side is not None else None))
            if any(role.kind is kind and (role.node_type is not None or role.quality is not None) for role in shown):
                look = uncoloured(look, theme)
            # The triangles stand for more than what never was: the entry of that word says so.
            meaning = kind.value.partition(",")[0] if kind is Kind.SUBTREE and again else best_first.meaning(kind, log)
            yield Entry(GLYPHS[kind], look, look.text, meaning)
    if any(role.unfinished for role in shown):
        look = replace(theme.kinds[Kind.TERMINAL], line=theme.text, style="dotted")
        sign, meaning = "open", "not returned yet" if goes_on else "never returned a value"
        if log is not None:
            sign, meaning = best_first.open_sign(log, goes_on=goes_on)
        yield Entry(sign, look, theme.text, meaning)
    yield from _line_entries(shown, theme, near=near, goes_on=goes_on)
    if played:
        yield Entry(PLAYED, None, theme.faint, "the move that the program chose")
    yield from _cutoff_entries(shown, theme, chance)
    why = sorted(word for word in SKIPPED if any(line.endswith(word) for line in skipped))
    yield from (Entry(word, None, theme.faint, SKIPPED[word]) for word in why)
    counted = any(not role.pruned for role in shown if role.kind not in (Kind.UNVISITED, Kind.STUB))
    signs: tuple[tuple[bool, str, str, str], ...] = (
        (numbers and counted, "#n", theme.text, "place in the order of the search"),
        (any(text.startswith(AGAIN) for text in texts), AGAIN, theme.text, "the move before it, searched again"),
        (any(map(_NEXT_NUMBER.search, texts)), "n⁺ n⁻", theme.text, "the next number above n, below n"),
        (again, ELSEWHERE, theme.faint, "pruned here; another visit searched it"),
        (history, Pieces("α", " ", Struck("a"), ARROW, "b"), theme.text, "α or β was a, and then b"),
        (bool(other), f"{other} …", theme.faint, f"what {other} has there"),
        (several, "×n", theme.text, "so many nodes side by side"),
        (visits, "n×", theme.text, "visits; each position is drawn once"),
        (hits, "hit", theme.text, "answered by the table after this move"),
    )
    yield from (Entry(sign, None, colour, meaning) for is_there, sign, colour, meaning in signs if is_there)
    if Kind.STUB in kinds:
        yield Entry(GLYPHS[Kind.STUB], None, theme.faint, Kind.STUB.value)


def uncoloured(look: Look, theme: Theme) -> Look:
    """A look in a legend where colours say something else than what a node is: its shape alone."""
    return replace(look, fill=theme.background, line=theme.text, text=theme.text)


def _line_entries(roles: list[Role], theme: Theme, *, near: bool, goes_on: bool) -> Iterator[Entry]:
    if any(role.on_pv for role in roles):
        so_far = SO_FAR if goes_on and any(role.unfinished for role in roles) else ""
        yield Entry("━━", None, theme.variation, f"principal variation{so_far}")
    if any(role.visits for role in roles):
        yield Entry("━", None, theme.edge, "the wider, the more visits")
    if any(role.is_best and not role.on_pv for role in roles):
        yield Entry(BEST, None, theme.variation, "best so far")
    if any(role.highlighted for role in roles):
        yield Entry(STAR, None, theme.highlight, "highlighted")
    if near:
        yield Entry(POINTER, None, theme.text, "the node that all else is near to")


def _cutoff_entries(roles: list[Role], theme: Theme, chance: tuple[str, str]) -> Iterator[Entry]:
    # The drawn root's own cutoff happened above it.
    cutoffs = {(role.refutes, role.prunes) for role in roles[1:] if role.refutes}
    for bound, player in (("α", "MIN"), ("β", "MAX")):
        if (bound, True) in cutoffs:
            at = " or ".join(
                [player] * (bound not in chance[0] or bound in chance[1]) + ["chance"] * (bound in chance[0])
            )
            yield Entry(f"✂ {bound}", None, theme.cutoff, f"{bound} cutoff (at {at}): later moves skipped")
    last = sorted(bound for bound, prunes in cutoffs if not prunes)
    if last:
        yield Entry(" ".join(last), None, theme.cutoff, "cutoff after the last move")


def _side_entries(roles: list[Role], theme: Theme) -> Iterator[Entry]:
    drawn = {role.side for role in roles}
    for side, sign, meaning in (
        (ONLY_A, "only A", "in A alone"),
        (ONLY_B, "only B", "in B alone"),
        (CHANGED, "A … B …", "value, bound or fate differ"),
    ):
        if side in drawn:
            look = theme.node(Role(Kind.TERMINAL, side=side))
            yield Entry(sign, look, look.text, meaning)
    if any(role.other_window for role in roles):
        yield Entry("A (…) B (…)", None, theme.text, "only the window differs")


def _type_entries(roles: list[Role], theme: Theme) -> Iterator[Entry]:
    drawn = {role.node_type for role in roles}
    for kind, meaning in (
        (NodeType.PV, "type 1: inside its window"),
        (NodeType.CUT, "type 2: at or beyond its mover's end"),
        (NodeType.ALL, "type 3: at or below the other end"),
    ):
        if kind in drawn:
            look = theme.node(Role(Kind.TERMINAL, node_type=kind))
            yield Entry(kind, look, look.text, meaning)


def _mean_entries(roles: list[Role], theme: Theme, log: Log | None) -> Iterator[Entry]:
    ends = None if log is None else best_first.means(log)
    if ends is None or all(role.quality is None for role in roles):
        return
    best, middle = best_first.QUALITIES - 1, (ends[0] + ends[1]) / 2
    for quality, mean, meaning in (
        (best, ends[1], "Q, MAX's view: best for MAX"),
        (best // 2, middle, "between"),
        (0, ends[0], "best for MIN"),
    ):
        look = theme.node(Role(Kind.TERMINAL, quality=quality))
        yield Entry(f"Q {number(mean)}", look, look.text, meaning)
