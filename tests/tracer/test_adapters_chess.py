"""Chess by python-chess's rules: counts that everybody knows, mates, draws, pictures, and boards of other searches."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from laws import check_laws

import tracer
from tracer import MAX, MIN, GameError, PlyscopeError
from tracer.attaching.attach_functions import attach
from tracer.diagnosis.examination import check
from tracer.extras import command_to_install
from tracer.games.board import Squares, draw_board
from tracer.games.rules import show
from tracer.lines.reading import read_lines

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLING = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PASSING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
PROMOTING = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
CHECKS = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"


@pytest.fixture(autouse=True)
def _chess(need: Callable[[str], None]) -> None:
    need("chess")


@pytest.mark.parametrize(
    ("fen", "moves"),
    [(START, [20, 400, 8_902]), (CASTLING, [48, 2_039]), (PASSING, [14, 191, 2_812]), (PROMOTING, [6, 264]),
     (CHECKS, [44, 1_486])],
)  # fmt: skip
def test_as_many_positions_as_the_published_tables_say(fen: str, moves: list[int]) -> None:
    trace = tracer.trace(f"chess:{fen}", "minimax", depth=len(moves))
    assert np.bincount(trace.columns.ply).tolist() == [1, *moves]
    check_laws(trace)


def test_from_the_start_the_leaves_of_three_plies() -> None:
    trace = tracer.trace("chess", "minimax", depth=3)
    assert (trace.counts.leaves, trace.header.game) == (8_902, "chess")


@pytest.mark.parametrize(
    ("fen", "depth", "move", "value"),
    [
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1, "Re8#", 1_000),
        ("4r1k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", 1, "Re1#", -1_000),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, "Ra6", 1_000),
    ],
)
@pytest.mark.parametrize("search", ["minimax", "alphabeta", "negamax-alphabeta", "alphabeta-memo"])
def test_a_mate_is_found(fen: str, depth: int, move: str, value: int, search: str) -> None:
    trace = tracer.trace(f"chess:{fen}", search, depth=depth)
    assert (trace.value, str(trace.best_move)) == (value, move)
    check_laws(trace)


@pytest.mark.parametrize(
    ("fen", "value"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),  # stalemate
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 1_000),
        ("7K/6q1/6k1/8/8/8/8/8 w - - 0 1", -1_000),
        ("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", 0),  # a knight cannot mate
        ("8/8/4k3/8/8/3RK3/8/8 w - - 149 90", None),
        ("8/8/4k3/8/8/3RK3/8/8 w - - 150 90", 0),  # 75 moves
        ("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 150 90", 1_000),  # mate comes first
        (START, None),
    ],
)
def test_the_game_is_over_by_mate_and_by_the_draws_that_nobody_claims(fen: str, value: int | None) -> None:
    game: Any = tracer.game(f"chess:{fen}")
    assert game.utility(game.start()) == value


@pytest.mark.parametrize(
    ("fen", "value"), [(START, 0), (PASSING, 0), (CASTLING, 0), ("k7/8/8/8/8/8/PRNB4/K2Q4 w - - 0 1", 21)]
)
def test_the_evaluation_is_material_in_whites_view(fen: str, value: int) -> None:
    game: Any = tracer.game(f"chess:{fen}")
    assert game.evaluate(game.start()) == value
    swapped = fen.partition(" ")[0].swapcase()
    mirrored = tracer.game(f"chess:{'/'.join(reversed(swapped.split('/')))} b - - 0 1")
    assert mirrored.evaluate(mirrored.start()) == -value  # type: ignore[attr-defined]


def test_moves_are_sorted_and_written_as_people_write_them() -> None:
    game: Any = tracer.game(f"chess:{PROMOTING}")
    moves = game.moves(game.start())
    assert [move.move for move in moves] == sorted(move.move for move in moves)
    assert [game.label(move) for move in moves] == ["Bc5", "c5", "d4", "Rf2", "Nd4", "Kh1"]
    trace = tracer.trace("chess", depth=1, position="e4/e5/Nf3")
    assert trace.node(0).turn == MIN
    check_laws(trace)


def test_captures_may_be_looked_at_first() -> None:
    trace = tracer.trace(f"chess:{CASTLING}", depth=2, order="captures-first")
    natural = tracer.trace(f"chess:{CASTLING}", depth=2)
    assert trace.value == natural.value
    first = [trace.node(child).path[0] for child in trace.children(0)][:8]
    assert all("x" in label for label in first)
    check_laws(trace)


def test_a_position_is_the_same_whatever_path_led_there_and_however_the_clock_stands() -> None:
    game: Any = tracer.game("chess")
    one, other = (tracer.trace("chess", depth=0, position=path).start() for path in ("Nf3/a6/h3", "h3/a6/Nf3"))
    assert one == other
    assert str(one) != str(other)  # the clocks differ
    late = [game.parse(f"8/8/4k3/8/8/3RK3/8/8 w - - {clock} 90") for clock in (20, 60, 120, 140)]
    assert late[0] == late[1]
    assert len(set(late)) == 3
    passing = [game.parse(f"4k3/8/8/8/{row}/8/8/4K3 b - {square} 0 1") for row, square in
               [("3pP3", "e3"), ("3pP3", "-"), ("4P3", "e3"), ("4P3", "-")]]  # fmt: skip
    assert passing[0] != passing[1]
    assert passing[2] == passing[3]  # nobody can take


def test_a_search_with_a_table_finds_the_same_value() -> None:
    for fen in (START, CASTLING, PASSING):
        plain, memo = (tracer.trace(f"chess:{fen}", search, depth=3) for search in ("alphabeta", "alphabeta-memo"))
        assert plain.value == memo.value
        assert memo.counts.visited <= plain.counts.visited


def test_what_is_shown_and_what_is_written_is_read_back() -> None:
    game: Any = tracer.game("chess")
    assert game.show(game.start()).split("\n") == ["rnbqkbnr", "pppppppp", *["........"] * 4, "PPPPPPPP", "RNBQKBNR"]
    for fen in (CASTLING, PASSING, CHECKS):
        assert str(game.parse(fen)) == fen
    bare = game.parse(game.show(game.parse(CASTLING)))
    assert str(bare) == CASTLING.replace("KQkq", "-")
    assert game.turn(game.parse("4k3/8/8/8/8/8/8/4K3")) == MAX


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("e4", "a position is written as FEN, not 'e4'"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "no game leads to the position .*: no white king, no black king"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR", "a position is written as FEN"),
        ("k7/K7/8/8/8/8/8/8 w - - 0 1", "no game leads to the position .*opposite check"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "a position is written as FEN"),
        ("\x1b[31m", "␛"),
    ],
)
def test_what_is_no_position_is_refused(text: str, problem: str) -> None:
    with pytest.raises(PlyscopeError, match=f"chess: .*{problem}"):
        tracer.game(f"chess:{text}")


def test_the_board_has_pieces_on_light_and_dark_squares() -> None:
    game = tracer.game("chess")
    drawn = draw_board(game, game.start())
    assert drawn.squares is Squares.CHEQUERED
    assert "".join(drawn.cells[0] + drawn.cells[7]) == "♜♞♝♛♚♝♞♜♖♘♗♕♔♗♘♖"
    assert drawn.cells[4] == ("",) * 8


def test_a_trace_file_finds_its_game_again(tmp_path: Path) -> None:
    file = tmp_path / "mate.plyscope"
    tracer.trace(f"chess:{CHECKS}", depth=1, position="Nd4").save(file)
    trace = tracer.load(file)
    assert trace.header.game == f"chess:{CHECKS}"
    assert trace.game is not None
    check_laws(trace)


def test_a_board_is_a_game_and_variants_are_refused() -> None:
    import chess
    import chess.variant

    position = chess.Board()
    assert tracer.trace(position, depth=1).header.game == "chess"
    position.push_san("e4")
    trace = tracer.trace(position, depth=1)
    assert trace.header.game == f"chess:{position.fen()}"
    assert trace.counts.visited == 21
    with pytest.raises(PlyscopeError, match="one of atomic, whose rules plyscope does not know"):
        tracer.trace(chess.variant.AtomicBoard(), depth=1)
    with pytest.raises(PlyscopeError, match="one of Chess960"):
        tracer.trace(chess.Board(chess960=True), depth=1)


def negamax(board: Any, depth: int, alpha: float, beta: float) -> float:
    """A search in the usual style: moves are made on one board and taken back."""
    if board.is_checkmate():
        return -1_000
    if depth == 0:
        worth = ((1, 1), (2, 3), (3, 3), (4, 5), (5, 9))
        total = sum(value * (len(board.pieces(kind, True)) - len(board.pieces(kind, False))) for kind, value in worth)
        return total if board.turn else -total
    best = -1e9
    for move in sorted(board.legal_moves, key=str):
        board.push(move)
        best = max(best, -negamax(board, depth - 1, -beta, -alpha))
        board.pop()
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def test_a_search_that_makes_and_undoes_moves_on_a_board_is_recorded(tmp_path: Path) -> None:
    import chess

    position = chess.Board(CHECKS)
    with attach(negamax, game="chess") as recording:
        negamax(position, 2, -1e9, 1e9)
    trace, own = recording.trace, tracer.trace(f"chess:{CHECKS}", depth=2)
    assert (trace.value, trace.counts.visited, trace.counts.pruned_branches) == (
        own.value, own.counts.visited, own.counts.pruned_branches,
    )  # fmt: skip
    assert trace.header.position == CHECKS
    assert trace.node(1).path == own.node(1).path
    check_laws(trace)
    trace.save(tmp_path / "own.plyscope")
    assert tracer.load(tmp_path / "own.plyscope").start() == own.start()


def with_null_moves(board: Any, depth: int, alpha: float, beta: float) -> float:
    """The same with a null move, which cuts where even passing is good enough."""
    if depth >= 3 and not board.is_check():
        board.push(type(board).null_move())
        value = -with_null_moves(board, depth - 3, -beta, -beta + 1)
        board.pop()
        if value >= beta:
            return value
    if board.is_checkmate() or depth == 0:
        return negamax(board, 0, alpha, beta)
    best = -1e9
    for move in sorted(board.legal_moves, key=str):
        board.push(move)
        best = max(best, -with_null_moves(board, depth - 1, -beta, -alpha))
        board.pop()
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def test_its_null_moves_are_known_and_not_blamed() -> None:
    import chess

    board = type("Board", (chess.Board,), {"null_move": staticmethod(chess.Move.null)})
    with attach(with_null_moves, game="chess") as recording:
        with_null_moves(board("8/8/8/4pK2/4P3/2k5/8/8 b - - 0 1"), 4, -1e9, 1e9)
    trace = recording.trace
    null = [node for node in range(len(trace)) if isinstance(trace.move(node), tracer.Null)]
    assert null
    assert [trace.state(node).held.turn for node in null] == [trace.node(node).turn == MAX for node in null]
    assert tracer.check(trace) == []


def test_what_goes_wrong_in_it_is_said_to_be_the_games() -> None:
    game: Any = tracer.game("chess")
    game.evaluate = lambda state: 1 / 0
    with pytest.raises(GameError, match="chess raised ZeroDivisionError"):
        tracer.trace(game, depth=1)


def test_without_the_package_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "chess.plyscope"
    tracer.trace("chess", depth=1).save(file)
    for name in [name for name in sys.modules if name.partition(".")[0] == "chess"]:
        monkeypatch.delitem(sys.modules, name)

    class Nothing:
        def find_spec(self, name: str, *_: Any) -> None:
            if name == "chess":
                raise ModuleNotFoundError("No module named 'chess'", name="chess")

    monkeypatch.setattr(sys, "meta_path", [Nothing(), *sys.meta_path])
    with pytest.raises(
        PlyscopeError, match=f"^chess needs a package that is missing: {re.escape(command_to_install('chess'))}$"
    ):
        tracer.game("chess")
    assert tracer.load(file).game is None


def told(*moves: str) -> tracer.Trace:
    """Lines of a program that searched some moves in the start position, each with one answer."""
    rows: list[dict[str, Any]] = [{"plyscope": 1, "game": "chess"}, {"enter": None, "turn": "MAX", "depth": 2}]
    for move in moves:
        rows += [{"enter": move, "depth": 1}, {"enter": "g8f6", "depth": 0}, {"leave": 0}, {"leave": 0}]
    rows.append({"leave": 0})
    return read_lines(io.BytesIO("".join(json.dumps(row) + "\n" for row in rows).encode()))


def test_moves_as_uci_writes_them_are_those_of_the_game() -> None:
    trace = told("e2e4", "g1f3")
    assert trace.header.game == "chess"
    assert trace.game is not None
    assert "Nf3" not in trace.move_labels
    assert show(trace.game, trace.state(3)).splitlines()[5] == ".....N.."
    assert not [finding for finding in check(trace) if finding.disease == "illegal-move"]


def test_a_move_as_uci_writes_it_may_be_illegal() -> None:
    found = check(told("e2e4", "e2e5"))
    assert [("/".join(finding.path), finding.disease) for finding in found if finding.disease == "illegal-move"] == [
        ("e2e5", "illegal-move")
    ]


def test_moves_of_which_none_is_one_of_the_game_are_those_of_another() -> None:
    assert told("a9z9", "x").header.game == "chess (its moves by other names)"
