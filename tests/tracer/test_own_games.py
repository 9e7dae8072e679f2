"""Games of users: whatever one of them does wrong is said clearly, and what was recorded until then is kept."""

import asyncio
import math
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from laws import check_laws
from strategies import AIMA, DEPTH_FIRST, columns_of

import tracer
from tracer import CHANCE, MAX, MIN, GameError, PlyscopeError, Turn
from tracer.count.layers import TooMany
from tracer.count.transpositions import Positions
from tracer.errors import Stop
from tracer.games.rules import BuiltIn, blame


class Counting:
    """Players add 1 or 2 to a count; who reaches 5 or more wins. A user's game, with nothing optional."""

    def start(self) -> Any:
        return (0, MAX)

    def turn(self, state: Any) -> Any:
        return state[1]

    def utility(self, state: Any) -> Any:
        return None if state[0] < 5 else -int(state[1])

    def moves(self, state: Any) -> Any:
        return [1, 2]

    def play(self, state: Any, move: Any) -> Any:
        return (state[0] + move, Turn(-state[1]))


def test_a_game_of_five_functions_is_enough() -> None:
    for search in DEPTH_FIRST:
        trace = tracer.trace(Counting(), search)
        assert (trace.value, trace.best_move, trace.header.game) == (1, 2, "Counting")
        check_laws(trace)


@pytest.mark.parametrize("search", DEPTH_FIRST)
def test_a_users_game_and_a_built_in_one_are_searched_alike(search: str) -> None:
    """The answers of one are checked, those of the other taken as they are."""

    class Trusted(Counting, BuiltIn):
        spec = "counting"

    assert columns_of(tracer.trace(Counting(), search)) == columns_of(tracer.trace(Trusted(), search))


def test_moves_may_be_any_iterable() -> None:
    class Generated(Counting):
        def moves(self, state: Any) -> Iterable[int]:
            return (move for move in (1, 2))

    assert tracer.trace(Generated()).value == tracer.trace(Counting()).value


def wrong(function: str, answer: Any, *, at: int = 3) -> Counting:
    """The game whose function gives a wrong answer once the count is high enough."""
    game = Counting()
    right = getattr(game, function)

    def misbehaving(state: Any, *rest: Any) -> Any:
        return (answer(state) if callable(answer) else answer) if state[0] >= at else right(state, *rest)

    setattr(game, function, misbehaving)
    return game


def evaluated(answer: Any) -> Counting:
    game: Any = Counting()
    game.evaluate = lambda state: answer
    return game


MISBEHAVIOUR = [
    (wrong("moves", []), {}, "no moves and no utility; utility() must give a number where the game is over"),
    (wrong("moves", [1, 2, 1]), {}, "moves() offers the move 1 twice"),
    (wrong("moves", [[1], [2]]), {}, "moves() gives a move that is not hashable; use tuples, not lists"),
    (wrong("utility", math.nan), {}, "utility() gives nan; it must be a finite number"),
    (wrong("utility", math.inf), {}, "utility() gives inf; it must be a finite number"),
    (wrong("utility", "win"), {}, "utility() gives 'win'; it must be a finite number"),
    (wrong("utility", 10**400), {}, "it must be a finite number"),
    (wrong("turn", CHANCE), {}, "turn() gives a chance node, which this search does not know"),
    (wrong("turn", "white"), {}, "turn() gives 'white'; it must be Turn.MAX or Turn.MIN"),
    (wrong("turn", None), {}, "turn() gives None; it must be Turn.MAX or Turn.MIN"),
    (wrong("turn", 2), {}, "turn() gives 2; it must be Turn.MAX or Turn.MIN"),
    (evaluated(math.nan), {"depth": 2}, "evaluate() gives nan; it must be a finite number"),
    (evaluated(-math.inf), {"depth": 2}, "evaluate() gives -inf; it must be a finite number"),
    (evaluated(None), {"depth": 2}, "evaluate() gives None; it must be a finite number"),
]


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "minimax-memo", "alphabeta-memo"])
@pytest.mark.parametrize(("game", "options", "message"), MISBEHAVIOUR)
def test_a_misbehaving_game_is_named_with_its_fault_and_the_position(
    game: Any, options: dict[str, Any], message: str, search: str
) -> None:
    with pytest.raises(GameError) as caught:
        tracer.trace(game, search, **options)
    assert str(caught.value).startswith("Counting: ")
    assert message in str(caught.value)
    assert ", in the position (" in str(caught.value)
    assert caught.value.trace is not None
    assert caught.value.trace.header.stopped == "by an error of the game"
    caught.value.trace.game = None  # its rules are wrong, so only the columns can be held to the laws
    check_laws(caught.value.trace)
    with pytest.raises(GameError) as bare:
        tracer.search(game, search, **options)
    assert str(bare.value) == str(caught.value)
    assert bare.value.trace is None


@pytest.mark.parametrize("function", ["turn", "utility", "moves", "play"])
def test_a_game_that_raises_keeps_the_trace_and_the_cause(function: str) -> None:
    def fail(state: Any) -> Any:
        raise ZeroDivisionError("by\x1bzero")

    with pytest.raises(GameError, match=r"Counting raised ZeroDivisionError: by␛zero$") as caught:
        tracer.trace(wrong(function, fail))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert caught.value.trace is not None
    assert caught.value.trace.value is None
    caught.value.trace.game = Counting()
    check_laws(caught.value.trace)


def test_a_game_that_raises_before_the_first_node_has_no_trace() -> None:
    class Broken(Counting):
        def start(self) -> Any:
            raise OSError("no board")

    with pytest.raises(GameError, match="Broken raised OSError: no board") as caught:
        tracer.trace(Broken())
    assert caught.value.trace is None
    with pytest.raises(GameError) as caught:
        tracer.trace(wrong("turn", "white", at=0))
    assert caught.value.trace is None


@pytest.mark.parametrize("search", [name for name, entry in DEPTH_FIRST.items() if not entry.deepens])
def test_a_game_that_never_ends_is_reported(search: str) -> None:
    class Endless(Counting):
        def utility(self, state: Any) -> None:
            return None

    with pytest.raises(GameError, match=r"Endless does not end within 20,000 plies: give a depth limit") as caught:
        tracer.trace(Endless(), search)
    assert caught.value.trace is not None
    assert caught.value.trace.columns.ply.max() > 5_000
    assert isinstance(caught.value.__cause__, RecursionError)


class Twice(Counting):
    """Who adds 2 moves again."""

    def play(self, state: Any, move: Any) -> Any:
        return (state[0] + move, Turn(-state[1]) if move == 1 else state[1])


class Stays(Counting):
    """Where the game is over, the player who has moved still has the turn."""

    def turn(self, state: Any) -> Any:
        turn = super().turn(state)
        return turn if self.utility(state) is None else Turn(-turn)


@pytest.mark.parametrize(
    "game",
    [Twice(), Stays(), '{"children":[{"turn":"MAX","children":[1,2]},3]}', '[[5,{"turn":"MIN","children":[-2,4]}],3]'],
)
def test_every_search_gives_one_value_where_a_player_moves_again(game: Any) -> None:
    traces = [tracer.trace(game, search) for search in DEPTH_FIRST]
    turns = [node.turn == node.parent.turn for node in traces[0] if node.parent is not None]
    assert any(turns)
    assert len({trace.value for trace in traces}) == 1
    for trace in traces:
        check_laws(trace)


@pytest.mark.parametrize("missing", ["start", "turn", "utility", "moves", "play"])
def test_what_lacks_a_function_is_no_game(missing: str) -> None:
    game: Any = Counting()
    setattr(game, missing, None)
    with pytest.raises(PlyscopeError, match=rf"Counting is no game: it has no {missing}\(\)"):
        tracer.trace(game)


def test_all_missing_functions_are_named() -> None:
    with pytest.raises(PlyscopeError, match=r"int is no game: it has no start\(\), turn\(\), .* play\(\)"):
        tracer.trace(5)


@pytest.mark.parametrize(
    ("name", "options"),
    [("evaluate", {"depth": 1}), ("key", {}), ("label", {"position": "1"}), ("parse", {"position": "1"})],
)
def test_an_optional_function_that_cannot_be_called_is_refused(name: str, options: dict[str, Any]) -> None:
    game: Any = Counting()
    setattr(game, name, 3)
    with pytest.raises(PlyscopeError, match=f"Counting.{name} is not a function"):
        tracer.trace(game, "minimax-memo", **options)


def test_labels_of_a_users_game_are_harmless_and_lead_back_to_the_moves() -> None:
    class Rude(Counting):
        def label(self, move: int) -> str:
            return f"\x1b[{move}m"

    trace = tracer.trace(Rude())
    assert trace.node(1).path == ("␛[1m",)
    assert trace.node(1).move == 1
    assert trace.find(["␛[1m", "␛[2m"]).state == (3, MAX)


def test_a_users_own_order_is_found_by_its_name() -> None:
    game: Any = Counting()
    game.orders = {"greedy": lambda state, moves: sorted(moves, reverse=True)}
    trace = tracer.trace(game, order="greedy")
    assert trace.node(1).move == 2
    check_laws(trace)


def test_the_package_finds_a_users_game_by_module_and_name(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plyscope_own_game.py").write_text(
        "from test_own_games import Counting\n\n\nclass Mine(Counting):\n    pass\n\n\nready = Mine()\n"
        "def make():\n    return Mine()\n\n\ndef fails():\n    raise ValueError('no')\n"
    )
    monkeypatch.syspath_prepend(str(__file__).rpartition("/")[0])
    for name in ("Mine", "ready", "make"):
        assert tracer.trace(f"plyscope_own_game:{name}").value == 1
    with pytest.raises(PlyscopeError, match="plyscope_own_game has no 'Yours'"):
        tracer.game("plyscope_own_game:Yours")
    with pytest.raises(PlyscopeError, match="plyscope_own_game:fails raised ValueError: no"):
        tracer.game("plyscope_own_game:fails")
    with pytest.raises(PlyscopeError, match="cannot import plyscope_no_such_module"):
        tracer.game("plyscope_no_such_module:game")


def test_nested_lists_a_spec_and_a_game_are_all_games() -> None:
    values = [tracer.trace(game).value for game in (AIMA, str(AIMA), tracer.game(str(AIMA)))]
    assert values == [3, 3, 3]
    assert MIN == -MAX


@pytest.mark.parametrize("function", ["start", "turn", "utility", "moves", "play"])
@pytest.mark.parametrize("error", [SystemExit, asyncio.CancelledError, type("Abort", (BaseException,), {})])
def test_whatever_a_game_raises_is_its_own_error(function: str, error: type[BaseException]) -> None:
    """A game that calls `sys.exit` would end plyscope without a word."""

    def leave(*_: Any) -> Any:
        raise error(3)

    game: Any = Counting()
    setattr(game, function, leave)
    with pytest.raises(GameError, match=f"^Counting raised {error.__name__}: 3$") as caught:
        tracer.trace(game)
    assert isinstance(caught.value.__cause__, error)


def test_a_game_that_exits_while_a_trace_is_replayed_is_its_own_error_too() -> None:
    game: Any = Counting()
    trace = tracer.trace(game)
    game.play = lambda *_: sys.exit("bye")
    with pytest.raises(GameError, match="Counting raised SystemExit: bye"):
        trace.state(1)
    game.play, game.key = Counting().play, lambda _: sys.exit(0)
    with pytest.raises(GameError, match="Counting raised SystemExit: 0"):
        len(Positions(trace))


def test_a_file_or_class_that_exits_is_named(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit(1)\n")
    (tmp_path / "class_leaves.py").write_text(
        "import sys\n\n\nclass Game:\n    def __init__(self):\n        sys.exit(1)\n"
    )
    with pytest.raises(PlyscopeError, match=r"leaves.py:Game raised SystemExit: 1"):
        tracer.game("leaves.py:Game")
    with pytest.raises(GameError, match=r"class_leaves.py:Game raised SystemExit: 1"):
        tracer.game("class_leaves.py:Game")


def test_control_c_inside_a_game_is_control_c() -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        tracer.trace(wrong("moves", lambda _: (_ for _ in ()).throw(KeyboardInterrupt)))
    assert isinstance(caught.value, tracer.SearchInterrupted)
    assert caught.value.trace.header.stopped == "interrupted"


def test_a_spent_budget_and_a_wish_to_stop_are_no_error_of_the_game() -> None:
    for signal in (TooMany(), Stop("by hand"), KeyboardInterrupt()):
        with pytest.raises(type(signal)), blame(Counting()):
            raise signal


class Lists(Counting):
    """A user's game whose positions are lists, which are not hashable."""

    def start(self) -> Any:
        return [0, MAX]

    def play(self, state: Any, move: Any) -> Any:
        return [state[0] + move, Turn(-state[1])]

    def evaluate(self, state: Any) -> float:
        return 0.0


WITH_TABLES = ("minimax-memo", "alphabeta-memo", "mtdf", "deepening", "engine", "star2", "dfpn")


@pytest.mark.parametrize("search", tracer.SEARCHES)
def test_positions_that_are_not_hashable_are_searched_without_a_table_alone(search: str) -> None:
    if search in WITH_TABLES:
        with pytest.raises(GameError, match=rf"^Lists: {search} keeps positions in a table, .*\[0, .*\(state\)"):
            tracer.trace(Lists(), search)
        return
    trace = tracer.trace(Lists(), search)
    assert trace.value == tracer.trace(Counting(), search, evaluate="zero").value
    with pytest.raises(GameError, match=r"^Lists: positions are counted and compared, .* is not hashable; make"):
        trace.counts.positions  # noqa: B018


def test_a_key_makes_positions_hashable() -> None:
    class Keyed(Lists):
        def key(self, state: Any) -> Any:
            return tuple(state)

    for search in WITH_TABLES:
        assert tracer.check(tracer.trace(Keyed(), search)) == []
    assert tracer.trace(Lists(), "mtdf", table="path").value == tracer.trace(Keyed(), "mtdf").value


def test_lines_of_a_search_are_imported_first(tmp_path: Path) -> None:
    lines = tmp_path / "engine.jsonl"
    lines.write_text('{"plyscope": 1}\n', encoding="utf-8")
    with pytest.raises(PlyscopeError, match=r"lines of a search.*plyscope import"):
        tracer.game(str(lines))
