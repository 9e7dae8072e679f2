"""The text of a node, for every format. Whatever it says comes from a trace, so all of it is cleaned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from viz.pictures.ranges import Range
from viz.pictures.roles import SKIP_SIGN, elsewhere, node_type, skipped

_NUMERAL = re.compile(r"[-+−]?[\d.]+")
MOST_OLD = 3
"""Old ends of a window that are written where there is no room for all: the first, and the last ones."""
ARROW = "\u2009→\u2009"
"""From an old end to the next one, with a little room: a line through a number would run on in the arrow."""
AGAIN = "↪"
"""In front of the move of a re-search."""
STAR = "★"
"""In front of the moves of a line that is asked to stand out."""
POINTER = "❯"
"""In front of the node whose neighbourhood is drawn."""
PLAYED = "played"
"""At the edge to the move that was played, where the search has not shown it to be as good as the best one."""
NOTE_LIMIT = 60
"""Characters kept of a note."""
_MIRRORED = {EXACT: EXACT, LOWER: UPPER, UPPER: LOWER}
"""What a bound is to the other player."""


class Move(str):
    """The text of a move, which stands lighter and smaller than a value, so that it is not read as one."""


class Name(Move):
    """The text of a node's name, which stands as light as a move, above it."""


class Elsewhere(Move):
    """What another search has there, in the drawing of one of two: as light as a move."""


class Value(str):
    """The text of a value, which stands out."""


class Struck(str):
    """A number that is struck through: an end of a window that was and is no more."""


class Unseen(Struck):
    """The value of a leaf that no search came to see."""


class Changed(str):
    """What is other than in the frame before, in an animation: it stands out most."""


class Pieces(str):
    """A line of several pieces that do not look the same; as a text it is all of them."""

    pieces: tuple[str, ...]

    def __new__(cls, *pieces: str) -> Pieces:
        """A line of these."""
        line = super().__new__(cls, "".join(pieces))
        line.pieces = pieces
        return line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pieces) and _looks(self) == _looks(other)

    __hash__ = str.__hash__


def _looks(line: Pieces) -> list[tuple[type[str], str]]:
    """Each piece with its kind."""
    return [(type(piece), str(piece)) for piece in line.pieces]


class Place(StrEnum):
    """Where a piece of text stands."""

    NODE = "node"
    EDGE = "edge"
    """On the edge above the node."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Labels:
    """What is written of a node, and where."""

    moves: Place = Place.NODE
    windows: Place = Place.NODE
    numbers: bool = False
    """The place of the visit in the order of the search, from 1 on."""
    mover: bool = False
    """Values and windows from the view of the player to move, as a negamax has them; otherwise MAX's."""
    types: bool = False
    """The node's type (Knuth & Moore 1975)."""
    since: int | None = None
    """In an animation the step of the frame before: windows and best values are as they are in the last step of the
    trace, and what changed since stands out."""
    history: bool = False
    """The window of an inner node with every end that it had, the old ones struck out, in place of that on entry."""
    all_ends: bool = False
    """Whether every end is written where there are many; else the first and the last ones."""
    known: Mapping[int, Range] | None = None
    """What is known of each node's value, to be written in place of its window."""

    def without_edge(self) -> Labels:
        """The same for a node with no edge above it: what stands at edges stands in the node."""
        return replace(self, moves=Place.NODE, windows=Place.NODE if self.windows is Place.EDGE else self.windows)


PLAIN = Labels()
"""As no option asks otherwise."""


def move(trace: Trace, node: int) -> Move:
    """The move that leads to a node, `root` at node 0; of an outcome of chance with its probability: `b1 (0.9)`.

    In front of a move that is searched again, right after its scout, there is a sign.
    """
    chance = outcome_probability(trace, node)
    likely = "" if chance is None else f" ({number(chance)})"
    again = f"{AGAIN} " if trace.searched_again[node] else ""
    return Move(f"{again}{clean(trace.label(node), MOVE_LIMIT)}{likely}" if node else "root")


def heads(trace: Trace, node: int, labels: Labels) -> list[str]:
    """What stands at the top of a node: its name, where a tree gives it one, and the move to it; the root has one."""
    name: list[str] = [Name(clean(trace.names[node], MOVE_LIMIT))] if node in trace.names else []
    if labels.moves is Place.NODE or not node:
        return [*name, move(trace, node)] if node or not name else name
    return name


def visit(trace: Trace, node: int) -> int:
    """Which visit a visited node is, from 1 on: pruned branches are none. O(1), first O(n)."""
    return int(trace.landmarks.visits[node])


def value(trace: Trace, node: int, *, mover: bool = False) -> str:
    """The value with what it says of the true one, as in `≥ 3`; `open` where the search stopped inside."""
    status = trace.columns.status.item(node)
    if status == OPEN:
        known = "" if trace.columns.log is None else best_first.said(trace, node, _sign(trace, node, mover=mover))
        return known or "open"
    if status == PRUNED:
        return ""
    bound, sign = trace.proved_bound(node), _sign(trace, node, mover=mover)
    if trace.columns.log is not None and (said := best_first.said(trace, node, sign)):
        return said
    text = number(sign * trace.columns.value.item(node))
    if bound is None:
        return text
    return f"{(bound if sign > 0 else _MIRRORED[bound]).sign} {text}"


def window(trace: Trace, node: int, *, mover: bool = False) -> str:
    """The window on entry, as in `(−∞, 3)`; nothing where the search has none."""
    columns = trace.columns
    if not trace.header.windowed or columns.status.item(node) == PRUNED:
        return ""
    ends = columns.alpha.item(node), columns.beta.item(node)
    return window_text(*_turned(ends, _sign(trace, node, mover=mover)))


def best_so_far(trace: Trace, node: int, labels: Labels) -> str:
    """The best value of an open node's children that have returned, in an animation; `open` before the first has.

    Of a chance node no child is the best one.
    """
    now = frame(trace, node, trace.steps - 1).best if trace.columns.turn.item(node) else None
    if now is None or labels.since is None:
        return Value("open")
    text = f"best {number(_sign(trace, node, mover=labels.mover) * now)}"
    return Value(text) if frame(trace, node, labels.since).best == now else Changed(text)


def running_window(trace: Trace, node: int, labels: Labels) -> str:
    """The window in an animation: as it is, or was when the node returned, with the ends that changed standing out.

    Where its ends have met or crossed, so that the rest is cut, it reads `α 3 ≥ β 2`.
    """
    if not trace.header.windowed or trace.columns.status.item(node) == PRUNED:
        return ""
    ends = _ends(trace, node, trace.steps - 1, labels)
    moved = _moved(trace, node, labels)
    texts = ends_text(ends[0][-1], ends[1][-1])
    low, high = (Changed(text) if end in moved else text for end, text in zip("αβ", texts, strict=True))
    if ends[0][-1] >= ends[1][-1]:
        line = Pieces("α", " ", low, " ", "≥", " ", "β", " ", high)
    else:
        line = Pieces("(", low, ", ", high, ")")
    return line if moved else str(line)


def _ends(trace: Trace, node: int, step: int, labels: Labels) -> WindowEnds:
    """All that a window was by a step, in the view that is asked for."""
    alphas, betas = window_ends(trace, node, step)
    if _sign(trace, node, mover=labels.mover) > 0:
        return alphas, betas
    return [-end for end in betas], [-end for end in alphas]


def _moved(trace: Trace, node: int, labels: Labels) -> str:
    """Which ends of a window are other than in the frame before: `α`, `β`, or neither."""
    if labels.since is None:
        return ""
    now, before = (_ends(trace, node, step, labels) for step in (trace.steps - 1, labels.since))
    return "".join(end for end, one, other in zip("αβ", now, before, strict=True) if one[-1] != other[-1])


def history(trace: Trace, node: int, labels: Labels = PLAIN) -> str:
    """The window of an inner node with every end that it had, the old ones struck out.

    >>> import tracer
    >>> history(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 0).replace("\u2009", "")
    'α −∞→3  β ∞'
    """
    alphas, betas = _ends(trace, node, trace.steps - 1, labels)
    moved = _moved(trace, node, labels)
    most = len(alphas) + len(betas) if labels.all_ends else MOST_OLD
    low, high = ends_text(alphas[0], betas[0])
    alpha = _struck([low, *map(end_text, alphas[1:])], most, changed="α" in moved)
    beta = _struck([high, *map(end_text, betas[1:])], most, changed="β" in moved)
    return Pieces("α", " ", *alpha, "  ", "β", " ", *beta)


def _struck(ends: list[str], most: int, *, changed: bool) -> Iterator[str]:
    """Ends from the first to the present one; of more old ones than `most` some."""
    *old, present = ends
    left_out = len(old) > most
    for place, end in enumerate([old[0], *old[1 - most :]] if left_out else old):
        yield from (Struck(end), f"{ARROW}…{ARROW}" if left_out and not place else ARROW)
    yield Changed(present) if changed else present


def _interval(trace: Trace, node: int, labels: Labels) -> str:
    """The pair of numbers of a node: its window, or what is known of its value. A leaf has but its value."""
    inner = trace.columns.status.item(node) in (EXPANDED, OPEN)
    if labels.history:
        return history(trace, node, labels) if inner and trace.header.windowed else ""
    if labels.known is None:
        moving = labels.since is not None
        return running_window(trace, node, labels) if moving else window(trace, node, mover=labels.mover)
    if not inner:
        return ""
    low, high = _turned(labels.known[node], _sign(trace, node, mover=labels.mover))
    return f"[{number(low)}, {number(high)}]"  # the true value may be an end of it


def _turned(ends: Range, sign: int) -> Range:
    return ends if sign > 0 else (-ends[1], -ends[0])


def _sign(trace: Trace, node: int, *, mover: bool) -> int:
    """Values are multiplied by it to be seen as asked for."""
    return -1 if mover and trace.columns.turn.item(node) == MIN else 1


def lines(trace: Trace, node: int, labels: Labels = PLAIN) -> list[str]:
    """What stands in a node: name, move, value and window, each where the node has it and as it is asked for.

    >>> import tracer
    >>> lines(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 5)
    ['a2', '≤ 2', '(3, ∞)']
    >>> lines(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 9, Labels(numbers=True, mover=True, types=True))
    ['a3  #8', '= −2', '(−∞, −3)', 'cut']
    """
    parts: list[str] = heads(trace, node, labels)
    if labels.numbers and trace.columns.status.item(node) != PRUNED:
        *above, last = parts or [""]
        parts = [*above, Move("  ".join(filter(None, [last, f"#{visit(trace, node):,}"])))]
    if labels.known is None or trace.columns.status.item(node) != OPEN:
        is_open = trace.columns.status.item(node) == OPEN and trace.columns.log is None
        parts.append(best_so_far(trace, node, labels) if is_open else Value(value(trace, node, mover=labels.mover)))
    word = skipped(trace, node)
    parts += [f"{SKIP_SIGN} {word}"] if word else elsewhere(trace, [node])
    # The root has no edge above it.
    if labels.windows is Place.NODE or (labels.windows is Place.EDGE and not node):
        parts.append(_interval(trace, node, labels))
    if labels.types and (kind := node_type(trace, node)):
        parts.append(str(kind))
    return [part for part in parts if part]


def in_a_row(lines: Sequence[str]) -> list[str]:
    """Lines that are to stand beside one another: behind a move that is a number there is a colon.

    >>> in_a_row(["4", Value("= 0")]), in_a_row([Move("4"), Value("= 0")]), in_a_row([Move("a4"), Value("= 0")])
    (['4', '= 0'], ['4:', '= 0'], ['a4', '= 0'])
    """
    # `4  = 0` would read as an equation, and a false one.
    return [Move(f"{line}:") if isinstance(line, Move) and _NUMERAL.fullmatch(line) else line for line in lines]


def signed(lines: Iterable[str], sign: str) -> list[str]:
    """What stands in a node that is asked to stand out, with a sign in front of its move.

    >>> signed([Move("b2"), Value("= 3")], STAR), signed([Value("= 3")], STAR)
    (['★ b2', '= 3'], ['★', '= 3'])
    """
    first, *rest = lines = list(lines) or [""]
    return [Move(f"{sign} {first}"), *rest] if isinstance(first, Move) else [Move(sign), *filter(None, lines)]


def edge(trace: Trace, node: int, labels: Labels) -> list[str]:
    """What stands on the edge above a node."""
    parts: list[str] = [move(trace, node)] if labels.moves is Place.EDGE else []
    if labels.windows is Place.EDGE:
        parts.append(_interval(trace, node, labels))
    return [part for part in parts if part] if node else []


def reason(trace: Trace, node: int) -> str:
    """Why a node was cut or a branch pruned, in sentences; nothing for other nodes."""
    columns = trace.columns
    if not columns.cutoff.item(node) and columns.status.item(node) != PRUNED:
        return ""
    return " ".join(sentence.text for sentence in explain.why(trace, node, trace.steps - 1))


def remainder(
    visited: int, pruned: int, elsewhere: int = 0, *, skipped: int = 0, ahead: int = 0, other: str = ""
) -> list[str]:
    """What a stub says of the nodes that are not drawn below its parent; some may be met by another search alone.

    Skipped are branches that were not searched though no cutoff skipped them; ahead are nodes of a best-first search.

    >>> remainder(1204, 388)
    ['+1,204 visited', '388 pruned']
    >>> remainder(0, 2, 7, other="B")
    ['+2 pruned', '7 only B']
    """
    parts = [f"{visited:,} visited"] if visited else []
    parts += [f"{ahead:,} not visited yet"] if ahead else []
    parts += [f"{pruned:,} pruned"] if pruned else []
    parts += [f"{skipped:,} not searched"] if skipped else []
    parts += [f"{elsewhere:,} only {other}"] if elsewhere else []
    return [f"+{parts[0]}", *parts[1:]]
