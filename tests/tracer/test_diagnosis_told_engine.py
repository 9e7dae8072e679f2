"""What engines tell in the line protocol: nothing is found in a sound one, and a mistake has its name."""

from __future__ import annotations

import pytest
import told_engine
from told_fragments import SICK, SOUND, Line, enter, leaf, leave, recorded, root

import tracer
from tracer.tracing import Trace

KNIGHTS = "chess:4k3/8/2p1p3/3P4/8/2N1N3/8/4K3 w - - 0 1"
FOUR = "connect4:5,4,4"
HEAPS = "nim:3,4,5"
ROOK, PAWN = "chess:7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "chess:5k2/5P2/5K2/8/8/8/8/8 w - - 0 1"
HEALTHY = [
    (HEAPS, 9, "table narrow pvs deepening own"),
    ("tictactoe", 9, "hard"),
    (HEAPS, 12, "table mate-ply"),
    (HEAPS, 12, "table mate-ply mate-distance deepening"),
    (ROOK, 5, "table hard mate-ply deepening"),
    ("connect4:3,4,3", 12, "contempt table pvs"),
    ("connect4:3,4,3", 12, "contempt table hard deepening"),
    (PAWN, 4, "contempt pvs"),
    (PAWN, 4, "plays-on own pvs"),
    (FOUR, 6, "pvs table narrow deepening"),
    (FOUR, 6, "multicut probcut pvs deepening own table"),
    ("connect4:5,5,4", 6, "multicut lmr pvs own"),
    (KNIGHTS, 3, "quiescence pvs own deepening"),
    (KNIGHTS, 4, "quiescence multicut probcut pvs own table deepening"),
]
NAMED = [
    *((HEAPS, 12, "table mate-ply", bug, "win-of-another-ply") for bug in told_engine.MATE_PLIES),
    (HEAPS, 12, "table mate-ply mate-distance deepening", "mate", "win-of-another-ply"),
    ("tictactoe", 9, "table mate-ply hard", "mate", "win-of-another-ply"),
    (PAWN, 4, "contempt pvs", "draw", "draw-not-zero"),
    (HEAPS, 8, "null lmr quiescence", "early", "terminal-early"),
    ("tictactoe", 9, "reverse razor futile late own", "early", "terminal-early"),
    (FOUR, 6, "pvs table narrow deepening", "bound", "bound-as-exact"),
    (FOUR, 6, "pvs table narrow deepening", "depth", "entry-beyond-depth"),
    (FOUR, 5, "lmr pvs", "reduced", "reduced-kept"),
    (KNIGHTS, 3, "quiescence pvs own deepening", "zero", "best-initialised"),
    *((FOUR, 6, "table deepening own", bug, "leaf-sign") for bug in ("negated", "view")),
    *(("tictactoe", 7, habits, "swapped-bounds", "bound-as-exact") for habits in ("table own", "table pvs own")),
    ("tictactoe", 7, "table hard own", "swapped-bounds", "window-value-as-exact"),
    (FOUR, 5, "hard own pvs", "zero", "best-initialised"),
    (KNIGHTS, 3, "hard", "zero", "best-initialised"),
    (FOUR, 5, "hard own pvs", "cut", "wrong-end-returned"),
    (KNIGHTS, 3, "quiescence hard", "stand-unused", "window-never-updated"),
    (KNIGHTS, 3, "quiescence delta own deepening", "stand-unused", "window-never-updated"),
    (FOUR, 5, "pvs table own", "forgotten", "move-forgotten"),
    (KNIGHTS, 4, "quiescence pvs own", "view", "leaf-sign"),
]


def _find(trace: Trace) -> list[str]:
    return [finding.disease for finding in tracer.check(trace) if finding.severity != "note"]


@pytest.mark.parametrize(("spec", "depth", "habits"), HEALTHY)
def test_nothing_is_found_in_a_sound_engine(spec: str, depth: int, habits: str) -> None:
    assert _find(told_engine.told(spec, depth, habits)) == []


@pytest.mark.parametrize(("spec", "depth", "habits", "bug", "name"), NAMED)
def test_the_mistake_of_an_engine_has_its_name(spec: str, depth: int, habits: str, bug: str, name: str) -> None:
    assert _find(told_engine.told(spec, depth, habits, bug)) == [name]


@pytest.mark.parametrize(("bug", "expected"), [("", []), ("left", ["few-moves"])], ids=["sound", "left"])
@pytest.mark.parametrize("habits", ["sorted pvs table own", "sorted futile late lmr pvs own"])
def test_moves_that_are_left_without_a_word_are_remarked(habits: str, bug: str, expected: list[str]) -> None:
    assert [finding.disease for finding in tracer.check(told_engine.told(FOUR, 5, habits, bug))] == expected


@pytest.mark.parametrize("name", SOUND)
def test_nothing_is_found_in_what_sound_engines_tell(name: str) -> None:
    assert _find(recorded(SOUND[name])) == []


@pytest.mark.parametrize("name", SICK)
def test_a_wrong_line_is_found_at_its_node(name: str) -> None:
    lines, node = SICK[name]
    assert node in {finding.node for finding in tracer.check(recorded(lines)) if finding.severity != "note"}


def _visit(move: str | None, text: str, *children: list[Line], left: str = "") -> list[Line]:
    turn = "MAX" if text.endswith("w") else "MIN"
    below = [line for child in children for line in child]
    return [{"enter": move, "turn": turn, "state": text}, *below, {"leave": 0, "state": left or text}]


def test_a_capture_beside_the_move_that_is_not_put_back_is_no_illegal_move() -> None:
    """It is legal after one move alone, as taking en passant is, and the board does not show that."""
    white, black = "Pp..k w", "Pp..k b"
    wait, jump = _visit("wait", black), _visit("jump", "..P.k b")
    takes = (("a", [wait], ""), ("b", [wait], ""), ("c", [wait], ""), ("d", [jump, wait], ""), ("e", [jump], "P...k w"))
    moves = (_visit(move, black, _visit("back", white, *below, left=left)) for move, below, left in takes)
    assert _find(recorded([{}, *_visit(None, white, *moves)])) == ["undone-wrongly"]


@pytest.mark.parametrize(
    ("value", "again", "depth", "expected"),
    [(3, "", 2, ["move-twice"]), (5, "", 2, []), (3, "probe", 2, []), (3, "", None, [])],
    ids=["no better", "better, as after a scout", "for another reason", "depths unknown"],
)
def test_a_move_that_was_no_better_is_searched_twice_in_one_window(
    value: float, again: str, depth: int | None, expected: list[str]
) -> None:
    window = (4, 5)
    first, second = (
        [enter("a", depth, window, **more), *leaf("x", value, window), leave(value)]
        for more in ({}, {"why": again} if again else {})
    )
    lines: list[Line] = [{}, root(window=window), *first, *second, *leaf("b", 2, window), leave(value)]
    assert _find(recorded(lines)) == expected


@pytest.mark.parametrize(
    ("depths", "expected"),
    [((1, 2, 3, 5, 6, 7), ["depth-skipped"]), ((1, 2, 3, 4, 5, 6), []), ((1, 3, 5, 7, 9, 11), []), ((1, 2, 2, 5), [])],
    ids=["left out", "each", "every second", "few"],
)
def test_a_depth_that_a_deepening_leaves_out_is_remarked(depths: tuple[int, ...], expected: list[str]) -> None:
    passes = [_deepen(depth) for depth in depths]
    lines: list[Line] = [{}, enter(None, turn="MAX"), *(line for one in passes for line in one), leave(3)]
    assert [finding.disease for finding in tracer.check(recorded(lines))] == expected


def _deepen(depth: int) -> list[Line]:
    window = (-9, 9)
    return [enter(f"depth {depth}", depth, window, kind="pass"), *leaf("a", 3, window), leave(3)]
