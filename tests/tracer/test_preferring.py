"""`prefer="fast"`: a payoff loses a thousandth with each ply, so that a win is wanted soon and a loss late."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from laws import check_laws
from strategies import BEST_FIRST, DEPTH_FIRST, SEEDS, Lattice, bushy_tree, chance_tree, nim_positions, played, variants

import tracer
from tracer import PlyscopeError, Trace
from tracer.comparing.comparison import compare
from tracer.findings import Severity
from tracer.games.game_variants import LAST_DISTINCT_PLY, PAYOFF_STEPS, TimedState, untimed_state, with_preference
from tracer.games.root_positions import find_game
from tracer.games.rules import AnyGame
from tracer.games.tree import TreeGame
from tracer.recording.node import node_names
from tracer.run.whatif import what_if
from tracer.searches.contract import Search

Need = Callable[[str], None]
FAST = {"prefer": "fast"}
AT_ONCE = "X.X/.O./O.."
"""X to move wins at once by b1; other moves win later."""


def adjusted(game: AnyGame, state: Any, depth: int | None = None, ply: int = 0) -> float:
    """Minimax by definition, in which a payoff at a ply has lost that many thousandths of itself."""
    payoff = game.utility(state)
    if payoff is not None:
        return payoff * (1000 - ply) / 1000
    if depth == 0:
        return float(game.evaluate(state))  # type: ignore[attr-defined]
    below = None if depth is None else depth - 1
    if game.turn(state) == tracer.CHANCE:
        outcomes = game.outcomes(state)  # type: ignore[attr-defined]
        return sum(chance * adjusted(game, game.play(state, one), below, ply + 1) for one, chance in outcomes)
    values = [adjusted(game, game.play(state, move), below, ply + 1) for move in game.moves(state)]
    return max(values) if game.turn(state) == tracer.MAX else min(values)


GAMES: tuple[tuple[Any, Any, int | None], ...] = (
    ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], None, None),
    ([[1], [2, [3, 4]], -5], None, None),
    ("nim:1,2,2", None, None),
    ("nim:2,3,misere", None, None),
    ("connect4:3,3,3", None, 5),
    ("tictactoe", "b2/a1/a2", None),
    ("random:b=2,d=5,seed=4,turn=MIN", None, None),
    (Lattice(5, 7, extra_turns=True), None, None),
    (Lattice(4, 7), None, 4),
    (json.dumps(bushy_tree(3, evaluated=True, turns=True)), None, 3),
)


@pytest.fixture(params=DEPTH_FIRST)
def search(request: pytest.FixtureRequest) -> Search:
    return tracer.SEARCHES[request.param]


@pytest.mark.parametrize(("game", "position", "depth"), GAMES, ids=range(len(GAMES)))
def test_every_search_has_the_value_by_definition(search: Search, game: Any, position: Any, depth: int | None) -> None:
    plain = tracer.game(game) if isinstance(game, str) else TreeGame.from_lists(game) if type(game) is list else game
    start = tracer.trace(plain, "minimax", position=position, depth=0 if depth else None).start()
    truth = adjusted(plain, start, depth)
    for options in variants(search.name):
        trace = tracer.trace(game, search.name, position=position, depth=depth, **FAST, **options)
        assert trace.value == truth, options
        check_laws(trace)
        assert tracer.search(game, search.name, position=position, depth=depth, **FAST, **options).value == truth


@given(SEEDS)
def test_chance_is_averaged_over_payoffs_that_wait(seed: int) -> None:
    text = chance_tree(seed)
    game = tracer.game(text if text[0] in "[({" else f"[{text}]")
    for name in ("expectiminimax", "star1", "star2"):
        trace = tracer.trace(game, name, **FAST)
        assert trace.value == pytest.approx(adjusted(game, game.start())), name
        check_laws(trace)


@pytest.mark.parametrize("spec", ["piglet:3", "pig:6", "race"])
def test_games_with_dice_are_searched_to_a_depth(spec: str) -> None:
    game = tracer.game(spec)
    for name in ("expectiminimax", "star1", "star2"):
        value = tracer.search(game, name, depth=4, evaluate="zero", **FAST).value
        assert value == pytest.approx(adjusted(Zero(game), game.start(), 4))


class Zero:
    """A game whose evaluation is 0."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def evaluate(self, _state: Any) -> float:
        return 0


@given(SEEDS)
def test_windows_and_tables_give_what_minimax_gives(seed: int) -> None:
    game = Lattice(seed, 6, extra_turns=bool(seed % 3))
    truth = adjusted(game, game.start())
    for name in ("alphabeta-memo", "minimax-memo", "mtdf", "deepening", "pvs", "scout", "negamax-alphabeta"):
        if name in tracer.SEARCHES:
            assert tracer.search(game, name, **FAST).value == truth, name


@pytest.mark.parametrize("name", BEST_FIRST)
def test_best_first_searches_search_it_too(name: str) -> None:
    trace = tracer.trace("tictactoe", name, position=AT_ONCE, **FAST)
    assert trace.header.options["prefer"] == "fast"
    check_laws(trace)
    if name in ("sss", "dual"):
        assert trace.value == 0.999


@pytest.mark.parametrize(("position", "value"), [(AT_ONCE, 0.999), ("XX./OO./...", 0.999)])
def test_a_win_at_once_is_worth_a_thousandth_less_than_one(position: str, value: float) -> None:
    game = tracer.game("tictactoe")
    for name in ("alphabeta", "mtdf", "pvs", "deepening"):
        found = tracer.search(game, name, position=position, order="reversed", **FAST)
        assert found.value == value
        after = game.play(tracer.trace(game, "minimax", position=position, depth=0).start(), found.best_move)
        assert game.utility(after) == 1


def line(game: AnyGame, trace: Trace) -> list[Any]:
    return [game.utility(untimed_state(trace.state(node))) for node in trace.principal_variation]


def shortest(game: AnyGame, state: Any, winner: int) -> int | None:
    """Plies in which a player wins by force, by searching one ply more at a time; None where he does not."""

    def wins(state: Any, plies: int) -> bool:
        payoff = game.utility(state)
        if payoff is not None or plies == 0:
            return payoff is not None and payoff * winner > 0
        below = [wins(game.play(state, move), plies - 1) for move in game.moves(state)]
        return any(below) if game.turn(state) == winner else all(below)

    return next((plies for plies in range(12) if wins(state, plies)), None)


@pytest.mark.parametrize(
    ("spec", "choices"),
    [
        ("tictactoe", [0, 0]),
        ("tictactoe", [1, 6]),
        ("tictactoe", [4, 0]),
        ("connect4:4,4,3", [0, 0]),
        ("connect4:4,3,3", [1]),
        ("nim:1,2,3", []),
        ("nim:2,2,1", []),
        ("nim:1,1,2,misere", []),
    ],
)
def test_who_wins_wins_in_the_fewest_plies_and_who_loses_loses_in_the_most(spec: str, choices: list[int]) -> None:
    game = tracer.game(spec)
    state = played(game, choices)
    plies = {winner: shortest(game, state, winner) for winner in (1, -1)}
    trace = tracer.trace(game, position=state, **FAST)
    winner = next((winner for winner, least in plies.items() if least is not None), 0)
    if not winner:
        assert trace.value == 0
        return
    worth = 1000 if spec.startswith("connect4") else 1  # what a win is
    assert trace.value == winner * worth * (1000 - plies[winner]) / 1000
    assert len(trace.principal_moves) == plies[winner]
    assert line(game, trace)[-1] == winner * worth


def test_a_draw_and_the_horizon_stay_as_they_are() -> None:
    assert tracer.search("tictactoe", **FAST).value == 0
    plain = tracer.search("connect4:5,4,4", depth=4)
    assert tracer.search("connect4:5,4,4", depth=4, **FAST).value == plain.value != 0


def test_mates_of_chess_tell_their_plies(need: Need) -> None:
    need("chess")
    back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    found = tracer.search("chess", position=back_rank, depth=3, order="captures-first", **FAST)
    assert (found.value, str(found.best_move)) == (999, "Ra8#")


def test_a_payoff_at_the_root_is_whole_and_the_sign_never_goes() -> None:
    game = with_preference(tracer.game("[1,-1,0]"), f"fast:{10**5}")
    assert [game.utility(game.play(game.start(), move)) for move in game.moves(game.start())] == [0.001, -0.001, 0]
    assert tracer.search("tictactoe", position="XXX/OO./...", **FAST).value == 1


@pytest.mark.parametrize("payoff", [1, -1, 3, 1000, 0.5, -12, 1e308, 10**15])
def test_a_payoff_loses_a_thousandth_of_itself_with_each_ply(payoff: float) -> None:
    for ply in (0, 1, 5, 500, 998):
        game = with_preference(TreeGame.from_lists([payoff]), f"fast:{ply}")
        root = game.start()
        child = game.play(root, game.moves(root)[0])
        assert (root.ply, child.ply) == (ply, ply + 1)
        assert game.utility(child) == pytest.approx(payoff * (1 - (ply + 1) / PAYOFF_STEPS), rel=1e-15)
    assert child.ply == LAST_DISTINCT_PLY


def test_positions_are_the_same_at_one_ply_alone() -> None:
    game: Any = with_preference(tracer.game("tictactoe"), "fast")
    a, b = (TimedState(ply, game.start().state) for ply in (2, 4))
    assert a != b
    assert game.key is None
    keyed: Any = with_preference(tracer.game("random:b=2,d=2"), "fast")
    keys = [keyed.key(TimedState(ply, keyed.start().state)) for ply in (2, 2, 4)]
    assert keys[0] == keys[1] != keys[2]
    assert (str(a), game.show(a)) == (str(a.state), tracer.game("tictactoe").show(a.state))  # type: ignore[attr-defined]
    assert isinstance(game, tracer.games.rules.BuiltIn)  # type: ignore[attr-defined]
    assert {a: 1}[TimedState(2, a.state)] == 1


def test_the_file_says_it_and_is_read_with_the_same_game(tmp_path: Path) -> None:
    trace = tracer.trace("tictactoe", position=AT_ONCE, order="reversed", **FAST)
    trace.save(tmp_path / "t.plyscope")
    again = tracer.load(tmp_path / "t.plyscope")
    assert again.header.options["prefer"] == "fast"
    assert again.value == trace.value
    check_laws(again)
    assert not [finding for finding in tracer.check(again) if finding.severity is Severity.ERROR]
    assert again.counts.full_tree_nodes == tracer.trace("tictactoe", "minimax", position=AT_ONCE).counts.visited
    game, _ = find_game("tictactoe", None, prefer="fast")
    assert game is not None
    assert game.utility(TimedState(3, untimed_state(trace.state(len(trace) - 1)))) != 1


@pytest.mark.parametrize("node", [1, 3, 20])
@pytest.mark.parametrize("name", ["alphabeta", "mtdf", "deepening"])
def test_what_if_goes_on_from_the_ply_of_its_root(tmp_path: Path, name: str, node: int) -> None:
    trace = tracer.trace("tictactoe", name, position="b2/a1/a2", **FAST)
    ply = int(trace.ply[node])
    again = what_if(trace, node)
    state = untimed_state(trace.state(node))
    assert again.value == adjusted(tracer.game("tictactoe"), state, ply=ply)
    assert again.header.options["prefer"] == (f"fast:{ply}" if ply else "fast")
    again.save(tmp_path / "again.plyscope")
    opened = tracer.load(tmp_path / "again.plyscope")
    check_laws(opened)
    assert untimed_state(opened.start()) == state
    assert opened.start() == again.start()
    below = len(opened) // 2
    further = what_if(opened, below)
    state, ply = untimed_state(opened.state(below)), ply + int(opened.ply[below])
    assert further.value == adjusted(tracer.game("tictactoe"), state, ply=ply)


def test_searches_with_and_without_it_are_compared() -> None:
    plain, fast = (tracer.trace("tictactoe", position=AT_ONCE, **options) for options in ({}, FAST))
    assert compare(plain, fast).counts.both > 1


def test_why_and_the_explorers_names_work_in_a_tree_with_names() -> None:
    tree = json.dumps({"name": "A", "children": [{"name": "B", "children": [3, 5]}, {"name": "C", "children": [2, 9]}]})
    trace = tracer.trace(tree, **FAST)
    assert node_names(trace) == {0: "A", 1: "B", 4: "C"}
    assert trace.value == 3 * 998 / 1000
    assert what_if(trace, 4).value == 2 * 998 / 1000


class Counting:
    """A user's game: count up to 5 by 1 or 2; who says 5 wins. Its positions are plain tuples."""

    def start(self) -> tuple[int, int]:
        return (0, 1)

    def turn(self, state: tuple[int, int]) -> tracer.Turn:
        return tracer.Turn(state[1])

    def utility(self, state: tuple[int, int]) -> float | None:
        return -state[1] if state[0] >= 5 else None

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [1, 2]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] + move, -state[1])


def test_a_users_game_is_searched_so_too() -> None:
    game = Counting()
    truth = adjusted(game, game.start())
    for name in ("alphabeta", "mtdf", "minimax-memo", "deepening"):
        trace = tracer.trace(game, name if name in tracer.SEARCHES else "minimax", **FAST)
        assert trace.value == truth
        assert trace.header.game == "Counting"
        assert untimed_state(trace.start()) == (0, 1)
        check_laws(trace)
    assert game.start() == (0, 1)


def test_evaluations_go_with_it(tmp_path: Path) -> None:
    trace = tracer.trace("tictactoe", depth=2, evaluate="rollouts:3", **FAST)
    trace.save(tmp_path / "t.plyscope")
    check_laws(tracer.load(tmp_path / "t.plyscope"))
    assert trace.value == tracer.trace("tictactoe", depth=2, evaluate="rollouts:3").value
    assert what_if(trace, 1).header.options == {"depth": 1, "evaluate": "rollouts:3", "prefer": "fast:1"}


@pytest.mark.parametrize("how", ["slow", "fast:", "fast:-1", "fast:1x", "", "fast:12345678"])
def test_another_preference_is_refused(how: str) -> None:
    with pytest.raises(PlyscopeError, match="--prefer is fast, not"):
        tracer.trace("tictactoe", prefer=how)


@pytest.mark.parametrize("how", ["captures", 3, None, ["fast"], "fast:" + "9" * 99])
def test_an_option_of_another_program_with_this_name_changes_no_game(how: object) -> None:
    game, _ = find_game("tictactoe", None, prefer=how)
    assert type(game) is type(tracer.game("tictactoe"))


@given(nim_positions())
def test_null_moves_and_the_engine_keep_their_laws(case: Any) -> None:
    trace = tracer.trace(case.game, "engine", position=case.position, depth=3, evaluate="zero", **FAST)
    check_laws(trace)
