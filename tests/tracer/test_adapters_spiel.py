"""Games of OpenSpiel: counts, laws, chance nodes, what is refused, and OpenSpiel's own search recorded."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from laws import check_laws

import tracer
from tracer import CHANCE, MAX, GameError, PlyscopeError
from tracer.attaching.attach_functions import attach
from tracer.extras import command_to_install


@pytest.fixture(autouse=True)
def _pyspiel(need: Callable[[str], None]) -> None:
    need("pyspiel")


def test_tic_tac_toe_in_its_order_of_actions() -> None:
    trace, own = tracer.trace("openspiel:tic_tac_toe", position="x(0,0)"), tracer.trace("tictactoe", position="a1")
    assert (trace.value, trace.counts.visited) == (own.value, own.counts.visited)
    assert trace.counts.pruned_branches == own.counts.pruned_branches
    assert trace.counts.pruned_nodes == own.counts.pruned_nodes
    assert trace.node(2).path == ("o(0,1)", "x(0,2)")
    check_laws(trace)


@pytest.mark.parametrize(
    ("spec", "value"),
    [("hex(board_size=2)", 1), ("nim(pile_sizes=1;2;3)", -1), ("nim(pile_sizes=1;2;4)", 1), ("mnk(m=3,n=2,k=2)", 1)],
)
def test_games_with_parameters_have_their_known_values(spec: str, value: float) -> None:
    for search in ("alphabeta", "alphabeta-memo", "negamax-alphabeta"):
        trace = tracer.trace(f"openspiel:{spec}", search)
        assert (trace.value, trace.header.game.startswith("openspiel:")) == (value, True)
        check_laws(trace)


def test_the_same_position_on_two_paths_is_one_unless_the_history_is_asked_for() -> None:
    from tracer.games.adapters.openspiel import OpenSpiel

    for key, same in (("text", True), ("history", False)):
        game = OpenSpiel("tic_tac_toe", key=key)
        ends = [tracer.trace(game, position=path, max_nodes=1).start() for path in
                ("x(0,0)/o(1,1)/x(0,2)", "x(0,2)/o(1,1)/x(0,0)")]  # fmt: skip
        assert (ends[0] == ends[1]) is same
    with pytest.raises(PlyscopeError, match='key is "text" or "history", not 3'):
        OpenSpiel("tic_tac_toe", key=3)  # type: ignore[arg-type]


def test_a_depth_limit_needs_an_evaluation_which_may_be_given() -> None:
    from tracer.games.adapters.openspiel import OpenSpiel

    with pytest.raises(PlyscopeError, match=r"openspiel:connect_four has no evaluate\(\)"):
        tracer.trace("openspiel:connect_four", depth=2)
    trace = tracer.trace(OpenSpiel("connect_four", evaluate=lambda state: state.history()[-1]), depth=2)
    assert trace.value == 6 - 6
    check_laws(trace)


def test_dice_are_chance_nodes_which_searches_refuse_in_one_line() -> None:
    game: Any = tracer.game("openspiel:pig")
    start = game.start()
    assert game.turn(start) is MAX
    rolled = game.play(start, game.moves(start)[0])
    assert game.turn(rolled) is CHANCE
    chances = game.outcomes(rolled)
    assert [move for move, _ in chances] == list(game.moves(rolled))
    assert sum(chance for _, chance in chances) == pytest.approx(1)
    assert len({game.label(move) for move, _ in chances}) == 6
    with pytest.raises(
        GameError, match=r"openspiel:pig: turn\(\) gives a chance node, which this search does not know"
    ):
        tracer.trace(game)


@pytest.mark.parametrize(("name", "depth"), [("pig", 4), ("backgammon", 1), ("2048", 2)])
def test_games_with_dice_and_new_tiles_are_searched(name: str, depth: int) -> None:
    trace = tracer.trace(f"openspiel:{name}", "expectiminimax", depth=depth, evaluate="zero")
    check_laws(trace)
    assert (trace.value, trace.columns.weight is not None) == (0, True)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        (
            "kuhn_poker",
            "openspiel:kuhn_poker: its players do not see everything; plyscope searches zero-sum",
        ),
        ("matrix_rps", "its players move at the same time"),
        ("hearts", "it is a game for 4"),
        ("tic_tac_to", r"OpenSpiel has no game 'tic_tac_to' \(did you mean tic_tac_toe\?\)"),
        ("", "OpenSpiel has no game ''; such as openspiel:tic_tac_toe"),
        ("hex(size=3)", r"OpenSpiel cannot make hex\(size=3\): Unknown parameter 'size'"),
        ("hex(board_size=3", "OpenSpiel cannot make hex"),
        ("\x1b[2J", "OpenSpiel has no game '␛"),
    ],
)
def test_other_games_are_refused_with_the_reason(name: str, problem: str) -> None:
    with pytest.raises(PlyscopeError, match=problem):
        tracer.game(f"openspiel:{name}")


def test_a_game_object_is_a_game() -> None:
    import pyspiel

    trace = tracer.trace(pyspiel.load_game("hex(board_size=2)"))
    assert trace.header.game == "openspiel:hex(board_size=2)"
    assert repr(trace.counts) == repr(tracer.trace("openspiel:hex(board_size=2)").counts)


def test_a_file_names_a_game_but_not_its_parameters(tmp_path: Path) -> None:
    """Parameters may be paths of files and sizes without bound: whoever opens a trace says them."""
    plain, sized = tmp_path / "plain.plyscope", tmp_path / "sized.plyscope"
    tracer.trace("openspiel:tic_tac_toe", max_nodes=50).save(plain)
    tracer.trace("openspiel:hex(board_size=2)").save(sized)
    opened = tracer.load(plain)
    assert opened.game is not None
    check_laws(opened)
    assert tracer.load(sized).game is None
    check_laws(tracer.load(sized, "openspiel:hex(board_size=2)"))


def test_openspiels_own_alpha_beta_is_recorded() -> None:
    import pyspiel
    from open_spiel.python.algorithms import minimax

    def mover(frame: Any) -> int:
        return 1 if frame["state"].move_number() % 2 == 0 else -1

    game = pyspiel.load_game("tic_tac_toe")
    begun = game.new_initial_state()
    begun.apply_action(0)
    with attach(minimax._alpha_beta, game=game, view="max", turn=mover) as recording:
        assert minimax.alpha_beta_search(game, state=begun, maximizing_player_id=0) == (0, 4)
    trace, own = recording.trace, tracer.trace("tictactoe", position="a1")
    assert (trace.counts.visited, trace.counts.pruned_branches) == (own.counts.visited, own.counts.pruned_branches)
    assert trace.node(2).path == ("o(0,1)", "x(0,2)")
    check_laws(trace)


def test_without_the_package_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(
        PlyscopeError,
        match=f"^openspiel needs a package that is missing: {re.escape(command_to_install('openspiel'))}$",
    ):
        tracer.game("openspiel:tic_tac_toe")


def test_its_own_monte_carlo_tree_search_is_recorded_as_the_example_does() -> None:
    from examples.openspiel_mcts import recorded

    trace = recorded("tic_tac_toe", 300, seed=1)
    assert (trace.steps, len(trace) <= 300) == (300, True)
    assert trace.columns.log is not None
    assert trace.columns.log.visits(trace.columns.end, 299)[0] == 300
    assert set(trace.columns.log.x.tolist()) <= {-1.0, 0.0, 1.0}
    check_laws(trace)
    assert trace.game is not None
    assert tracer.check(trace) == []
    assert str(trace.state(trace.principal_variation[1])).count("x") == 1
