"""Nodes by ply: known tables, and counts that look at every line."""

import math
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from strategies import SEEDS, Case, Lattice, cases, chance_tree

import tracer
from tracer.count import perft as counting
from tracer.count import tree_size_estimate
from tracer.count.perft import Perft, Space, divided, make_expansion
from tracer.count.tree_size_estimate import Expansion, estimate_plies
from tracer.errors import GameError
from tracer.games.game_variants import with_preference
from tracer.games.rules import AnyGame, label

Need = Callable[[str], None]
CHESS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", (20, 400, 8_902, 197_281)),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2_039, 97_862)),
    ("3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2_812, 43_238, 674_624)),
    ("4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264, 9_467)),
    ("4 mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", (6, 264, 9_467)),
    ("5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1_486, 62_379)),
    ("6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", (46, 2_079, 89_890)),
)
"""The positions by which programmers of chess test their moves, with the nodes at ply 1, 2 …: a page of the chess
programming wiki, Perft Results, has them."""
CONNECT_FOUR = (7, 49, 343, 2_401, 16_807, 117_649, 823_536)
"""Lines of Connect Four on 7 columns and 6 rows: the first games end at ply 7."""
CONNECT_FOUR_POSITIONS = (1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859)
"""Its positions by ply: sequence A212693 of the On-Line Encyclopedia of Integer Sequences."""
TIC_TAC_TOE = (9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872)


def counted(game: Any, depth: int | None = None, position: Any = None, **options: Any) -> Space:
    found = tracer.game(game) if isinstance(game, str) else game
    return Perft(found, found.start() if position is None else position, depth, **options).run()


def nodes(space: Space) -> tuple[float, ...]:
    return tuple(one.nodes for one in space.plies)


def every_line(game: AnyGame, state: Any, depth: int) -> tuple[list[int], list[int]]:
    """Nodes by ply, and those of them at which the game is over, each looked at."""
    lines, over, layer = [1], list[int](), [state]
    for ply in range(depth + 1):
        over.append(sum(game.utility(one) is not None for one in layer))
        layer = [game.play(one, move) for one in layer if game.utility(one) is None for move in game.moves(one)]
        if not layer or ply == depth:
            break
        lines.append(len(layer))
    return lines, over


@pytest.mark.parametrize(("fen", "known"), [case[1:] for case in CHESS], ids=[case[0] for case in CHESS])
def test_positions_of_chess_have_the_known_numbers(fen: str, known: tuple[int, ...], need: Need) -> None:
    need("chess")
    for space in (counted(f"chess:{fen}", len(known)), counted(f"chess:{fen}", 2, whole=True)):
        assert nodes(space)[1:] == known[: len(space.plies) - 1]
        assert (space.exact, space.ended) == (True, False)


def test_chess_has_4865609_nodes_at_ply_5(need: Need) -> None:
    need("chess")
    space = counted("chess", 5)
    assert nodes(space) == (1, 20, 400, 8_902, 197_281, 4_865_609)
    assert [one.over for one in space.plies] == [0, 0, 0, 0, 8, None]


def test_kiwipete_divided(need: Need) -> None:
    need("chess")
    game = tracer.game(f"chess:{CHESS[1][1]}")
    found = dict(divided(game, game.start(), 2))
    assert len(found) == 48
    assert sum(found.values()) == 2_039
    assert (found["O-O"], found["O-O-O"], found["Qxf6"], found["Kf1"]) == (43, 43, 39, 43)


def test_games_quick_ways_agree_with_their_moves(need: Need) -> None:
    need("chess")
    for _, fen, _ in CHESS:
        game: Any = tracer.game(f"chess:{fen}")
        for state in (game.start(), *game.children(game.start())):
            moves = () if game.utility(state) is not None else game.moves(state)
            assert game.mobility(state) == len(moves)
            assert set(game.children(state)) == {game.play(state, move) for move in moves}
    mated: Any = tracer.game("chess:R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert (mated.utility(mated.start()), mated.mobility(mated.start()), mated.children(mated.start())) == (1000, 0, [])


def test_connect_four_has_the_known_numbers() -> None:
    space = counted("connect4:7,6,4", 7, whole=True)
    assert nodes(space)[1:] == CONNECT_FOUR
    assert tuple(one.positions for one in space.plies) == CONNECT_FOUR_POSITIONS
    assert space.plies[7].over == 13_032
    assert counted("connect4:7,6,4", 8).plies[8].nodes == 5_673_234


def test_tic_tac_toe_has_255168_games_and_5478_positions() -> None:
    space = counted("tictactoe", whole=True)
    assert nodes(space)[1:] == TIC_TAC_TOE
    assert (space.nodes, space.over, space.positions, space.ended) == (549_946, 255_168, 5_478, True)
    assert [one.over for one in space.plies] == [0, 0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 127_872]
    assert space.branching_factor == pytest.approx(549_945 / (549_946 - 255_168))
    assert space.effective_branching_factor == pytest.approx(
        tracer.trace("tictactoe", "minimax").counts.effective_branching_factor
    )


@given(cases())
def test_nodes_are_those_of_every_line(case: Case) -> None:
    start = case.game.start() if case.position is None else case.position
    for depth in (0, 1, 2, 3):
        lines, over = every_line(case.game, start, depth)
        for whole in (False, True):
            space = Perft(case.game, start, depth, whole=whole).run()
            assert list(nodes(space)) == lines
            looked_at = [one.over for one in space.plies]
            assert looked_at == (over if whole or space.ended else [*over[:-1], None])
        divisions = dict(divided(case.game, start, depth))
        assert sum(divisions.values()) == (lines[depth] if 0 < depth < len(lines) else 0)
        assert list(divisions) == ([label(case.game, move) for move in moves(case.game, start)] if depth else [])


def moves(game: AnyGame, state: Any) -> Any:
    return () if game.utility(state) is not None else game.moves(state)


@given(cases())
def test_parts_of_a_wide_ply_are_the_whole_of_it(case: Case) -> None:
    start = case.game.start() if case.position is None else case.position
    truth = Perft(case.game, start).run()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "MAX_PLY_POSITIONS", 3)
        patch.setattr(counting, "PART", 2)
        found = Perft(case.game, start).run()
    assert nodes(found) == nodes(truth)
    assert [one.over for one in found.plies] == [one.over for one in truth.plies]


@given(SEEDS)
def test_positions_that_come_again_are_counted_once_and_their_lines_all(seed: int) -> None:
    game = Lattice(seed, 6)
    space = counted(game, whole=True)
    met, layer = {game.start()}, {game.start()}
    for one in space.plies:
        assert one.positions == len(layer)
        layer = {game.play(state, move) for state in layer for move in moves(game, state)}
        met |= layer
    assert space.positions == len(met)
    assert sum(one.positions or 0 for one in space.plies) >= len(met)


@given(SEEDS)
def test_outcomes_of_chance_are_moves_too(seed: int) -> None:
    text = chance_tree(seed)
    game = tracer.game(text if text[0] in "[({" else f"[{text}]")
    lines, over = every_line(game, game.start(), 99)
    space = counted(game)
    assert (list(nodes(space)), [one.over for one in space.plies]) == (lines, over)


@pytest.mark.parametrize("spec", ["connect4:4,4,3", "tictactoe", "nim:4,4,4"])
def test_an_estimate_is_near_the_truth_and_says_that_it_is_one(spec: str) -> None:
    truth, found = counted(spec), counted(spec, moves=500)
    exact = [one for one in found.plies if one.exact]
    assert 1 < len(exact) < len(found.plies) == len(truth.plies)
    assert not found.exact
    assert found.ended
    for one, known in zip(found.plies, truth.plies, strict=True):
        if one.exact:
            assert (one.nodes, one.margin) == (known.nodes, 0)
        else:
            assert one.over is None
            assert abs(one.nodes - known.nodes) <= 3 * one.margin + 1e-9 * known.nodes
    assert (found.over, found.branching_factor, found.positions) == (None, None, None)
    assert counted(spec, moves=500) == found


def truth_and_roots(spec: str, first: int) -> tuple[Expansion, list[tuple[Any, int]], list[float]]:
    """How a game goes on, its positions at a ply with the lines that lead to each, and its nodes at the plies below."""
    game = tracer.game(spec)
    roots: dict[Any, int] = {game.start(): 1}
    for _ in range(first):
        after = defaultdict[Any, int](int)
        for state, lines in roots.items():
            for move in moves(game, state):
                after[game.play(state, move)] += lines
        roots = after
    return make_expansion(game, with_draw_rules=False), list(roots.items()), list(nodes(counted(spec))[first + 1 :])


@pytest.mark.parametrize(
    ("spec", "first", "size"),
    [("connect4:4,3,3", 3, 40), ("tictactoe", 2, 30), ("nim:2,3,3", 1, 20), ("random:b=4,d=5", 1, 30)],
)
def test_margins_hold_the_truth_as_often_as_they_say(
    spec: str, first: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 95 in 100, of all plies together; and estimates have no bias."""
    monkeypatch.setattr(tree_size_estimate, "MAX_SAMPLE_SIZE", size)
    ways, roots, truth = truth_and_roots(spec, first)
    held, shares = list[bool](), defaultdict[int, list[float]](list)
    for seed in range(30):
        found = list(estimate_plies(ways, roots, math.inf, lambda _: None, 10**9, seed=seed))
        assert len(found) <= len(truth)
        for ply, (one, known) in enumerate(zip(found, truth, strict=False)):
            held.append(abs(one.nodes - known) <= one.margin + 1e-9 * known)
            shares[ply].append(one.nodes / known - 1)
            assert one.margin or one.is_exact
    assert sum(held) >= 0.93 * len(held)
    for ply, errors in shares.items():
        spread = math.sqrt(sum(error**2 for error in errors)) / len(errors)
        assert abs(sum(errors)) / len(errors) <= 4 * spread + 1e-9, ply


def test_samples_that_agree_are_no_certainty() -> None:
    """Of the lines of six moves in one column few are left out at ply 7, so that all samples say 7 to the 7th."""
    for most in (3_000, 20_000):
        ply = counted("connect4", 7, moves=most).plies[7]
        assert not ply.exact
        assert 0 < abs(ply.nodes - CONNECT_FOUR[6]) <= ply.margin < 0.001 * ply.nodes


def test_the_estimate_in_the_help_holds_the_truth() -> None:
    found = counted("connect4", 12, moves=100_000).plies
    for one, known in zip(found[8:12], (5_673_234, 39_394_572, 268_031_646, 1_844_590_828), strict=True):
        assert abs(one.nodes - known) <= one.margin


def test_plies_of_which_nothing_was_left_out_are_exact() -> None:
    found = counted("tictactoe", 4, moves=1)
    assert [(one.nodes, one.exact, one.margin) for one in found.plies[:3]] == [
        (1, True, 0),
        (9, True, 0),
        (72, True, 0),
    ]
    assert not found.plies[4].exact


def test_an_estimate_ends_when_its_moves_are_spent_and_keeps_what_it_knows(need: Need) -> None:
    need("chess")
    looked = list[int]()
    game: Any = tracer.game("chess")
    found = Perft(game, game.start(), 99, moves=100, probed=30_000, heard=looked.append).run()
    assert looked[-1] < 31_000
    assert 3 < len(found.plies) < 20
    assert (found.ended, found.exact) == (False, False)
    assert found.plies[2].nodes == 400


def test_what_was_estimated_before_an_interrupt_is_told() -> None:
    def heard(looked: int) -> None:
        if looked > 50_000:
            raise KeyboardInterrupt

    game = tracer.game("connect4")
    count = Perft(game, game.start(), moves=1_000, heard=heard)
    with pytest.raises(KeyboardInterrupt):
        count.run()
    found = count.so_far()
    assert not found.exact
    assert not found.ended
    assert found.plies[3].exact
    assert not found.plies[-1].exact


def test_a_draw_by_rule_ends_no_line_of_chess_but_its_game(need: Need) -> None:
    need("chess")
    for fen, known in (
        ("8/8/4k3/8/8/4K3/4B3/8 w - - 0 1", (1, 16, 113, 1_714)),
        ("7k/8/8/8/8/8/R7/K7 w - - 150 90", (1, *every_board("7k/8/8/8/8/8/R7/K7 w - - 150 90", 2))),
    ):
        spec = f"chess:{fen}"
        assert nodes(counted(spec, len(known) - 1)) == known
        game = tracer.game(spec)
        assert sum(lines for _, lines in divided(game, game.start(), 2)) == known[2]
        whole = counted(spec, 3, whole=True)
        assert (nodes(whole), whole.over, whole.ended) == ((1,), 1, True)


def every_board(fen: str, depth: int) -> list[int]:
    """Nodes by ply from the first on, by python-chess alone."""
    import chess

    found, boards = list[int](), [chess.Board(fen)]
    for _ in range(depth):
        after = list[chess.Board]()
        for board in boards:
            for move in board.legal_moves:
                after.append(board.copy())
                after[-1].push(move)
        boards = after
        found.append(len(boards))
    return found


class Endless:
    """Two places to walk between for ever."""

    def start(self) -> int:
        return 0

    def turn(self, state: int) -> tracer.Turn:
        return tracer.MIN if state else tracer.MAX

    def utility(self, state: int) -> float | None:
        return None

    def moves(self, state: int) -> list[int]:
        return [0, 1]

    def play(self, state: int, move: int) -> int:
        return move


def test_a_game_without_end_is_told_or_counted_to_a_depth() -> None:
    assert counted(Endless(), 70).plies[70].nodes == 2**70
    assert counted(Endless(), 70, whole=True).positions == 2
    with pytest.raises(GameError, match="does not end within 20,000 plies"):
        counted(Endless())
    stopped = counted(Endless(), moves=1_000, probed=50_000)
    assert not stopped.ended
    assert nodes(stopped)[:200] == tuple(2**ply for ply in range(200))
    assert not counted(Endless(), 20_000, moves=2_500, probed=50_000).ended


def test_what_was_counted_before_an_interrupt_is_whole() -> None:
    def heard(looked: int) -> None:
        if looked > 12_000:
            raise KeyboardInterrupt

    game = tracer.game("connect4:7,6,4")
    count = Perft(game, game.start(), 9, whole=True, heard=heard)
    with pytest.raises(KeyboardInterrupt):
        count.run()
    found = count.so_far()
    assert nodes(found)[1:] == CONNECT_FOUR[: len(found.plies) - 1]
    assert len(found.plies) == 6
    assert found.plies[-1].over is None
    assert [one.positions for one in found.plies] == list(CONNECT_FOUR_POSITIONS[:6])


def test_a_game_that_misbehaves_is_blamed() -> None:
    class Broken(Endless):
        def moves(self, state: int) -> list[int]:
            raise ZeroDivisionError("too far")

    with pytest.raises(GameError, match="Broken raised ZeroDivisionError: too far"):
        counted(Broken(), 2)


def test_payoffs_that_depend_on_the_ply_change_no_count(need: Need) -> None:
    need("chess")
    for spec in ("nim:1,2,2", "chess"):
        game = with_preference(tracer.game(spec), "fast")
        assert nodes(counted(game, 2)) == nodes(counted(spec, 2))
        assert [*divided(game, game.start(), 2)] == [*divided(tracer.game(spec), tracer.game(spec).start(), 2)]
