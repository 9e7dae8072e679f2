"""A few lines each of what sound engines tell, and the same with one line that is wrong."""

from __future__ import annotations

import io
import json
from typing import Any

import tracer
from tracer.lines.reading import read_lines

Line = dict[str, Any]
OPEN = (-100, 100)


def enter(move: str | None, depth: int | None = None, window: tuple[float, float] = OPEN, **more: Any) -> Line:
    """A visit, with its window as MAX sees it."""
    told = {} if depth is None else {"depth": depth}
    return {"enter": move, "alpha": window[0], "beta": window[1], **told, **more}


def leave(value: float, status: str | None = None, **more: Any) -> Line:
    """Its end."""
    return {"leave": value} | ({} if status is None else {"status": status}) | more


def prune(*moves: str, why: str | None = None) -> Line:
    """Moves that it leaves out."""
    return {"prune": list(moves)} | ({} if why is None else {"why": why})


def leaf(move: str, value: float, window: tuple[float, float] = OPEN, **more: Any) -> tuple[Line, Line]:
    """A visit that ends at the horizon."""
    return enter(move, 0, window, **more), leave(value, "horizon")


def root(turn: str = "MAX", depth: int = 3, window: tuple[float, float] = OPEN) -> Line:
    """The first visit."""
    return enter(None, depth, window, turn=turn)


def stand(value: float, turn: str, window: tuple[float, float] = OPEN) -> tuple[Line, Line]:
    """Standing pat."""
    return enter("stand pat", None, window, kind="stand", turn=turn), leave(value, "horizon")


HARD: Line = {"options": {"fail": "hard"}}
ROOK = "chess:7k/8/6K1/8/8/8/8/5R2 w - - 10 40"
IDLE = "chess:7k/8/8/8/8/8/R7/K7 w - - {} 80"
QUEEN = "chess:7k/5Q2/8/8/8/8/8/K7 w - - 0 1"


def standing(header: Line, value: float = 9, below: float = 8) -> list[Line]:
    """Stand pat below the window's near end; a fail-hard parent clamps it."""
    quiet, narrow = {"turn": "MIN", "why": "quiescence"}, (9, 100)
    return [
        header,
        root(depth=1),
        enter("a", 0, **quiet),
        *stand(9, "MIN"),
        leave(9),
        enter("b", 0, narrow, **quiet),
        *stand(below, "MIN", narrow),
        prune(),
        leave(value),
        leave(9),
    ]


def futile_amid(value: float = 12) -> list[Line]:
    """A futile move is left out between two that are searched."""
    return [{}, root(depth=1), *leaf("a", 9), prune("b", why="futile"), *leaf("c", 12, (9, 100)), leave(value)]


def exact_beyond(answer: float = 5) -> list[Line]:
    """The table's exact value lies outside the window, and a fail-hard parent clamps it."""
    return [
        HARD,
        root(depth=2),
        enter("null move", 1, (99, 100), kind="null", why="reduced"),
        *leaf("x", 99, (99, 100)),
        prune(),
        leave(99),
        enter("a", 1),
        *leaf("x", 5),
        leave(5),
        enter("b", 1, (5, 6), why="probe"),
        leave(-2, "table"),
        leave(answer),
    ]


def probed(value: float = 2) -> list[Line]:
    """A probe's value beside that of a reduced move, both below the window."""
    wide, narrow = (2, 10), (2, 3)
    return [
        {},
        root(window=wide),
        *leaf("a", 0, wide),
        *leaf("b", 2, narrow, why="probe"),
        *leaf("c", 1, narrow, why="reduced"),
        leave(value),
    ]


def quiet_skipped(value: float = 9, **more: Any) -> list[Line]:
    """Quiet moves are left out, and that is no cutoff."""
    return [{}, root(depth=1), *leaf("a", 9), prune("b", "c", why="quiet"), leave(value, **more)]


def idle(clock: int = 98) -> list[Line]:
    """A draw by fifty moves is a leaf."""
    worth = 0
    return [
        {"game": IDLE.format(clock), "options": {"depth": 5}},
        root(depth=5),
        enter("Rb2", 4),
        enter("Kg8", 3),
        leave(worth, "terminal"),
        leave(worth),
        leave(worth),
    ]


def repeated(reply: str = "Kh8") -> list[Line]:
    """A position that came up before in its line is a leaf; `Rf7` means another move in another position."""
    window = (-5, 0)
    rest = ["Kh6", "Kf6", "Kh5", "Kg5", "Kf5", "Rf8+", "Rf7", "Rf6", "Rf5", "Rf4", "Rf3", "Rh2", "Rg2", "Re2", "Rd2"]
    first = ["Kf7", "Kh6", "Kf6", "Kh5", "Kg5", "Kf5", "Rf8#", "Rf7", "Rf6", "Rf5", "Rf4", "Rf3", "Rh1+", "Rg1", "Re1"]
    return [
        {"game": ROOK, "options": {"depth": 8}},
        root(depth=8, window=window),
        enter("Rf2", 7, window),
        enter("Kg8", 6, window),
        enter("Rf1", 5, window),
        enter(reply, 4, window),
        leave(0, "terminal"),
        leave(0),
        prune(*rest, "Rc2", "Rb2", "Ra2"),
        leave(0),
        leave(0),
        prune(*first, "Rd1", "Rc1", "Rb1", "Ra1"),
        leave(0),
    ]


def null_cut(value: float = 9) -> list[Line]:
    """A null move cuts, though the other player would be stalemated; the moves are not told."""
    window = (0, 3)
    null = enter("null", 0, (2, 3), kind="null", why="reduced")
    return [{"game": QUEEN}, root(window=window), null, leave(9, "horizon"), leave(value, cutoff=True)]


def few_replies() -> list[Line]:
    """The game is drawn by a rule after each reply, of which one is told."""
    reply = enter("Kg8", 3)
    return [
        {"game": IDLE.format(98), "options": {"depth": 5}},
        root(depth=5),
        enter("Rb2", 4),
        reply,
        leave(0, "terminal"),
        leave(0),
        leave(0),
    ]


def silent_cut(value: float = 9) -> list[Line]:
    """A cutoff before any move, by a null move or an evaluation of which nobody told."""
    return [{}, root(), *leaf("a", 3), enter("b", 2, (3, 100)), prune("x", "y"), leave(-value), leave(3)]


def silent_stand() -> list[Line]:
    """A quiescence search without a noisy move stands pat, and tells of nothing but its value."""
    window = (-5, 5)
    quiet = enter("a", 0, window, turn="MIN", why="quiescence")
    return [{}, root(depth=1, window=window), quiet, prune("x", "y", why="quiet"), leave(2), leave(2)]


def null_verified(value: float = 7) -> list[Line]:
    """A null move cuts once a move, less deep, has verified it; its value is the node's."""
    window = (0, 3)
    null = enter("null", 0, (2, 3), kind="null", why="reduced")
    verified = leaf("a", 5, (2, 3), why="probe")
    return [{}, root(window=window), null, leave(7, "horizon"), *verified, prune("b", "c"), leave(value)]


def razored(value: float = 4) -> list[Line]:
    """A quiescence search at one ply left asks whether moves are worth it; then they are searched."""
    handed = enter("quiescence", 0, (2, 10), kind="onward", turn="MAX")
    below = [handed, *stand(1, "MAX", (2, 10)), enter("x", 0, (2, 10), turn="MIN", why="quiescence"), leave(6)]
    window = (2, 10)
    return [
        {},
        root(depth=1, window=window),
        *below,
        leave(6),
        *leaf("x", 4, window),
        *leaf("y", 3, (4, 10)),
        leave(value),
    ]


def deepened_inside(value: float = 4) -> list[Line]:
    """Internal iterative deepening: the position is searched less deep for the move to begin with."""
    inside = [enter("depth 1", 1, kind="pass", turn="MAX"), *leaf("a", 8), *leaf("b", 9, (8, 100)), leave(9)]
    moves = [
        enter("b", 2),
        *leaf("x", 4),
        leave(4),
        enter("a", 2, (4, 100)),
        *leaf("x", 3, (4, 100)),
        prune("y"),
        leave(3),
    ]
    return [{}, root(), *inside, *moves, leave(value)]


def reversed_futile(value: float = 30) -> list[Line]:
    """A static evaluation that is far above beta ends a node at once."""
    return [
        {},
        root(depth=2, window=(0, 5)),
        *leaf("a", 3, (0, 5)),
        enter("b", 1, (3, 5)),
        leave(value),
        leave(max(value, 3)),
    ]


def probcut(value: float = -3) -> list[Line]:
    """Captures are asked, less deep, whether one is far above beta; none is, and all moves are searched."""
    window, bound = (0, 1), (10, 11)
    asked = [enter("x", 1, bound, why="probe"), leave(7), enter("y", 1, bound, why="probe"), leave(8)]
    moves = [
        line for move, found in (("z", -5), ("x", -3), ("y", -4)) for line in (enter(move, 3, window), leave(found))
    ]
    return [{}, root(depth=4, window=window), *asked, *moves, leave(value)]


def delta_pruned(value: float = 6) -> list[Line]:
    """Beyond the horizon a capture that cannot reach alpha is left out between two others."""
    window, seen = (4, 100), {"turn": "MIN", "why": "quiescence"}
    captures = [
        enter("a", 0, window, **seen),
        leave(6),
        prune("b", why="futile"),
        enter("c", 0, (6, 100), **seen),
        leave(5),
    ]
    return [{}, root(depth=0, window=window), *stand(1, "MAX", window), *captures, leave(value, cutoff=False)]


def mates_within(value: float = 8, beta: float = 90) -> list[Line]:
    """Mate distance pruning: the moves get a narrower window than the node has, and a quicker mate is known."""
    return [
        {},
        root(depth=2),
        enter("a", 1, (-90, beta)),
        *leaf("x", 8, (-89, beta - 1)),
        leave(8),
        enter("b", 1, (8, beta)),
        *leaf("x", 3, (8, beta - 1)),
        prune("y"),
        leave(3),
        leave(value),
    ]


def failed_low(value: float = 2) -> list[Line]:
    """An iteration fails below its window, and is searched again in a wide one."""
    first = [enter("depth 1", 1, kind="pass", turn="MAX"), *leaf("a", 5), leave(5)]
    low = [
        enter("depth 2 in (4, 6)", 2, (4, 6), kind="pass", turn="MAX"),
        enter("a", 1, (4, 6)),
        *leaf("x", 2, (4, 6)),
        prune(),
        leave(2),
        leave(2),
    ]
    again = [enter("depth 2", 2, kind="pass", turn="MAX"), enter("a", 1), *leaf("x", 2), leave(2), leave(value)]
    return [{}, root(depth=2), *first, *low, *again, leave(value)]


def blind(value: float = 6) -> list[Line]:
    """A quiescence search stands pat where the game is over, for it looks for captures alone."""
    mated = [
        enter("Rf8#", 0, turn="MIN"),
        enter("quiescence", 0, kind="onward", turn="MIN"),
        *stand(6, "MIN"),
        leave(6),
        leave(6),
    ]
    return [{"game": ROOK, "options": {"depth": 1}}, root(depth=1), *mated, leave(value)]


SOUND: dict[str, list[Line]] = {
    "stand pat, fail-hard": standing(HARD),
    "stand pat, not told": standing({}),
    "stand pat, fail-soft": standing({}, value=8),
    "futile amid": futile_amid(),
    "exact value beyond the window": exact_beyond(),
    "a probe's bound": probed(),
    "quiet moves left out": quiet_skipped(),
    "quiet moves left out, said": quiet_skipped(cutoff=False),
    "fifty moves": idle(),
    "a repetition": repeated(),
    "null move": null_cut(),
    "one reply of several": few_replies(),
    "null move, not told": silent_cut(),
    "stand pat without a noisy move, not told": silent_stand(),
    "null move, verified": null_verified(),
    "null move, verified, fail-hard": null_verified(3),
    "razoring": razored(),
    "internal deepening": deepened_inside(),
    "reverse futility": reversed_futile(),
    "reverse futility, fail-hard": reversed_futile(5),
    "ProbCut": probcut(),
    "delta pruning": delta_pruned(),
    "mate distance": mates_within(),
    "aspiration": failed_low(),
    "quiescence at a mate": blind(),
}
"""What sound engines tell."""

SICK: dict[str, tuple[list[Line], int]] = {
    "stand pat, fail-hard": (standing(HARD, value=12), 0),
    "stand pat, not told": (standing({}, value=12), 0),
    "futile amid": (futile_amid(9), 0),
    "exact value beyond the window": (exact_beyond(-2), 0),
    "a probe's bound": (probed(0), 0),
    "quiet moves left out": (quiet_skipped(4), 0),
    "a repetition": (repeated("Kh7"), 4),
    "null move": (null_cut(1), 0),
    "null move, verified": (null_verified(9), 0),
    "razoring": (razored(6), 0),
    "internal deepening": (deepened_inside(9), 0),
    "ProbCut": (probcut(12), 0),
    "delta pruning": (delta_pruned(8), 0),
    "mate distance": (mates_within(3), 0),
    "aspiration": (failed_low(5), 6),
}
"""The same with a line that is wrong, and the node that it is at."""


def recorded(lines: list[Line], game: Any = None) -> tracer.Trace:
    """The recording of some lines after a header."""
    header = {"plyscope": 1, "view": "max"} | lines[0]
    return read_lines(io.BytesIO("\n".join(json.dumps(line) for line in [header, *lines[1:]]).encode()), game=game)
