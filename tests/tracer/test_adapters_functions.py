"""Modules of functions: states with successors and without names of moves."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from laws import check_laws

import tracer
from tracer import MAX, MIN, GameError, PlyscopeError
from tracer.attaching.attach_functions import attach

SOURCE = """
start = "........."
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def turn(state):
    return "X" if state.count("X") == state.count("O") else "O"


def next_states(state):
    for square, stone in enumerate(state):
        if stone == ".":
            yield state[:square] + turn(state) + state[square + 1:]


def utility(state):
    rows = ["".join(state[int(square)] for square in line) for line in LINES]
    return ("XXX" in rows) - ("OOO" in rows)


def finished(state):
    return utility(state) != 0 or "." not in state


def show(state):
    return "\\n".join(state[row:row + 3] for row in (0, 3, 6))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "noughts.py"
    path.write_text(SOURCE)
    return path


@pytest.fixture
def module(file: Path) -> ModuleType:
    made = ModuleType("noughts")
    exec(compile(SOURCE, str(file), "exec"), made.__dict__)
    return made


def coins(**functions: Any) -> Any:
    """Seven coins, who takes the last one wins; nothing tells who moves."""

    def next_states(state: Any) -> Any:
        return [(state[0] - taken, 1 - state[1]) for taken in (1, 2, 3) if taken <= state[0]]

    given: dict[str, Any] = {
        "start": (7, 0),
        "next_states": next_states,
        "finished": lambda state: state[0] == 0,
        "utility": lambda state: 1 if state[1] else -1,
    }
    return SimpleNamespace(**given | functions)


def numbers(trace: tracer.Trace) -> tuple[Any, ...]:
    """What two searches of one game agree in."""
    counts = trace.counts
    return trace.value, counts.visited, counts.leaves, counts.cutoffs, counts.pruned_branches, counts.pruned_nodes


def test_a_file_of_functions_is_a_game(file: Path) -> None:
    trace = tracer.trace(str(file), position="0=X")
    assert numbers(trace) == numbers(tracer.trace("tictactoe", position="a1"))
    assert trace.header.game == str(file)
    check_laws(trace)


def test_a_module_is_a_game_too_and_it_is_called_by_its_name(module: ModuleType) -> None:
    trace = tracer.trace(module, "alphabeta-memo")
    assert trace.header.game == "noughts"
    assert trace.counts.visited == tracer.trace("tictactoe", "alphabeta-memo").counts.visited


def test_the_command_takes_a_file_of_functions(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tui import cli

    with pytest.raises(SystemExit) as done:
        cli.main(["count", str(file), "--position", "0=X"])
    assert not done.value.code
    assert f"{tracer.trace('tictactoe', position='a1').counts.visited:,}" in capsys.readouterr().out


def test_moves_are_named_by_what_changes(module: ModuleType) -> None:
    trace = tracer.trace(module)
    assert trace.node(2).path == ("0=X", "1=O")
    assert trace.find(["4=X", "0=O"]).state.held[0] == "O...X...."
    game: Any = trace.game
    assert game.show(trace.find(["4=X", "0=O"]).state) == "O..\n.X.\n..."


def test_moves_without_a_short_name_have_their_number() -> None:
    """Every successor is a number: what changes is all of it, which is its name; two equal ones have numbers."""

    def next_states(state: Any) -> Any:
        return [state * 2, state * 2, state + 5]

    game = coins(start=1, next_states=next_states, finished=lambda state: state > 3, utility=lambda state: state)
    trace = tracer.trace(game, "minimax")
    assert [trace.node(child).path[-1] for child in trace.children(0)] == ["#0", "#1", "6"]
    check_laws(trace)


def test_the_players_alternate_where_no_function_tells() -> None:
    trace = tracer.trace(coins())
    assert (trace.value, trace.columns.turn[:3].tolist()) == (1, [MAX, MIN, MAX])
    check_laws(trace)
    check_laws(tracer.trace(coins(), "minimax-memo"))


@pytest.mark.parametrize("name", ["turn", "player"])
@pytest.mark.parametrize("names", [("MAX", "MIN"), (1, -1), (True, False), ("white", "black"), (1, 2), (0, 1)])
def test_a_function_may_tell_who_moves(name: str, names: tuple[Any, Any]) -> None:
    """Who begins is MAX; where that player's name is MIN's, the other one is."""
    told = tracer.trace(coins(**{name: lambda state: names[state[1]]}))
    assert told.value == 1
    assert told.columns.turn.tolist() == tracer.trace(coins()).columns.turn.tolist()


def test_min_may_begin() -> None:
    for low, high in (("MIN", "MAX"), (-1, 1), (False, True), ("O", "X"), (2, 1)):
        trace = tracer.trace(coins(turn=lambda state, low=low, high=high: high if state[1] else low))
        assert trace.node(0).turn == MIN


def test_start_may_be_a_function_and_states_may_be_lists() -> None:
    def next_states(state: Any) -> Any:
        return [[*state, name] for name in "ab"]

    def utility(state: Any) -> Any:
        return int("".join(state).replace("a", "1").replace("b", "2"))

    game = coins(start=list, next_states=next_states, finished=lambda state: len(state) == 3, utility=utility)
    trace = tracer.trace(game, "minimax")
    assert (trace.value, str(trace.best_move)) == (212, "+b")
    assert trace.node(2).path == ("+a", "+a")
    check_laws(trace)


def test_an_evaluation_makes_a_depth_limit_possible() -> None:
    with pytest.raises(PlyscopeError, match=r"has no evaluate\(\)"):
        tracer.trace(coins(), depth=1)
    trace = tracer.trace(coins(evaluate=lambda state: -state[0]), depth=1)
    assert (trace.value, str(trace.best_move)) == (-4, "0=4 1=1")


@pytest.mark.parametrize("missing", ["start", "utility", "finished"])
def test_what_is_missing_is_named(missing: str) -> None:
    game = coins()
    delattr(game, missing)
    with pytest.raises(PlyscopeError, match=f"a module of functions .*, but has no {missing}"):
        tracer.trace(game)


@pytest.mark.parametrize("function", ["next_states", "utility", "finished", "turn"])
def test_what_a_function_raises_is_said_to_be_the_modules(function: str) -> None:
    def fail(*_: Any) -> Any:
        raise LookupError("no such state")

    with pytest.raises(GameError, match="noughts raised LookupError: no such state"):
        tracer.trace(coins(__name__="noughts", **{function: fail}))


def alphabeta(state: Any, alpha: float, beta: float, module: Any) -> float:
    """A search over such a module."""
    if module.finished(state):
        return float(module.utility(state))
    is_max = module.turn(state) == "X"
    best = -9.0 if is_max else 9.0
    for after in module.next_states(state):
        value = alphabeta(after, alpha, beta, module)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


def test_a_search_over_the_functions_is_recorded(module: ModuleType) -> None:
    with attach(alphabeta, game=module, view="max") as recording:
        alphabeta("X........", -9, 9, module)
    trace = recording.trace
    assert numbers(trace) == numbers(tracer.trace("tictactoe", position="a1"))
    assert trace.node(2).path == ("1=O", "2=X")


def test_recording_needs_to_be_told_who_moves(capsys: pytest.CaptureFixture[str]) -> None:
    game: Any = coins()

    def search(state: Any, alpha: float, beta: float) -> float:
        return 0.0

    with attach(search, game=game) as recording:
        search((7, 0), -9, 9)
    assert recording.trace.value == 0
    assert "does not tell who moves in a position: give it a function turn(state); the trace has no game" in (
        capsys.readouterr().err
    )
