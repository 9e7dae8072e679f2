"""Functions of other people that are timed: what they are called with and return, and whose modules they import."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tracer
from tracer.calling.returned_answer import Answer, AnswerReader, AskedPosition
from tracer.errors import PlyscopeError
from tracer.games.registry import as_game
from tracer.measuring.measurements import MeasuredPlace, Stage
from tracer.measuring.stopwatch import Stopwatch, TimingOptions
from tracer.measuring.timed_function import TimedFunction

ROOT = Path(__file__).parents[2]
CLOSURES = f"{ROOT}/examples/own_code/closures.py:alpha_beta_search"


def written(folder: Path, name: str, text: str) -> str:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def asked(spec: str, game: Any = "tictactoe", *moves: Any, **more: Any) -> tuple[Any, Answer]:
    """What a function returns of a position after some moves, and what is read from that."""
    rules = as_game(game)
    state = rules.start()
    for move in moves:
        state = rules.play(state, move)
    ready = TimedFunction(spec, **more).prepare(rules, state)
    with ready.search_context():
        returned = ready.make_call()()
    return returned, ready.read_answer(returned)


@pytest.mark.parametrize(
    ("signature", "returns", "expected"),
    [
        ("position", "position", (1, 0)),
        ("game, position", "game.turn(position).name, position", ("MIN", (1, 0))),
        ("state, game", "game.turn(state).name, state", ("MIN", (1, 0))),
        ("board: str", "board", "X..\n...\n..."),
        ("board='.........'", "board", "X........"),
        ("position, depth", "position, depth", ((1, 0), 3)),
        ("position, depth=7", "depth", 3),
        ("position, alpha=-9, beta=9", "alpha", -9),
        ("position=None", "position", (1, 0)),
    ],
)
def test_a_function_is_called_with_the_position_as_it_takes_it(
    tmp_path: Path, signature: str, returns: str, expected: Any
) -> None:
    spec = written(tmp_path, "own.py", f"def f({signature}):\n    return {returns}\n")
    assert asked(f"{spec}:f", "tictactoe", 0, depth=3)[0] == expected


@pytest.mark.parametrize(("signature", "wants"), [("", "nothing"), ("a, b, c", "a, b, c"), ("a, *, b", "a, b")])
def test_a_function_that_takes_something_else_is_refused(tmp_path: Path, signature: str, wants: str) -> None:
    spec = written(tmp_path, "own.py", f"def f({signature}):\n    return 0\n")
    with pytest.raises(PlyscopeError, match=f"wants {wants}:"):
        TimedFunction(f"{spec}:f")


EASY = """
class Pile:
    def __init__(self, players):
        self.players, self.current_player, self.coins = players, 1, 7
    def possible_moves(self): return [str(n) for n in (1, 2, 3) if n <= self.coins]
    def make_move(self, move): self.coins -= int(move)
    def is_over(self): return self.coins == 0
    def lose(self): return self.coins == 0
    def scoring(self): return -1 if self.lose() else 0

def best(pile):
    pile.coins -= 1  # it changes what it is given
    return pile.coins, "2"
"""


def test_a_game_of_ones_own_is_handed_over_as_it_is_and_a_copy_each_time(tmp_path: Path) -> None:
    spec = written(tmp_path, "easy.py", EASY)
    game = tracer.game(f"{spec}:Pile")
    ready = TimedFunction(f"{spec}:best").prepare(game, game.start())
    for _ in range(3):
        with ready.search_context():
            assert ready.read_answer(ready.make_call()()) == Answer(6, "2")


def test_what_chess_programs_return_is_a_move() -> None:
    chess = pytest.importorskip("chess")
    game = tracer.game("chess")
    asked = AskedPosition(game, game.start())
    e4 = chess.Move.from_uci("e2e4")
    assert [AnswerReader().read(asked, one).move for one in (e4, "e2e4", "e4", (0.5, e4), {"no": 1})] == ["e4"] * 4 + [
        None
    ]


def test_two_versions_of_a_program_do_not_meet(tmp_path: Path) -> None:
    """Files of one name that import modules of one name, also when they are called."""
    text = "import helper\ndef best(position):\n    import later\n    return helper.WHAT + later.WHAT\n"
    specs = []
    for folder, what in (("old", 1), ("new", 2)):
        for name in ("helper.py", "later.py"):
            written(tmp_path / folder, name, f"WHAT = {what}\n")
        specs.append(written(tmp_path / folder, "engine.py", text) + ":best")
    before = list(sys.path), {"helper", "later"} & set(sys.modules)  # which another test may have left
    assert [asked(spec)[0] for spec in (*specs, *specs)] == [2, 4, 2, 4]
    together = [TimedFunction(spec) for spec in specs]
    game = tracer.game("tictactoe")
    found = []
    for _ in range(2):
        for one in together:
            ready = one.prepare(game, game.start())
            with ready.search_context():
                found.append(ready.make_call()())
    assert found == [2, 4, 2, 4]
    assert (list(sys.path), {"helper", "later"} & set(sys.modules)) == before


def test_a_module_that_was_imported_from_elsewhere_is_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = ModuleType("helper")
    monkeypatch.setitem(sys.modules, "helper", elsewhere)
    written(tmp_path, "helper.py", "WHAT = 3\n")
    spec = written(tmp_path, "engine.py", "import helper\ndef best(position):\n    return helper.WHAT\n")
    assert asked(f"{spec}:best")[0] == 3
    assert sys.modules["helper"] is elsewhere


def test_a_cache_answers_no_second_search(tmp_path: Path) -> None:
    text = "from functools import cache\nasked = []\n@cache\ndef best(_):\n    asked.append(1)\n    return len(asked)\n"
    spec = written(tmp_path, "cached.py", text) + ":best"
    game = tracer.game("tictactoe")
    stopwatch = Stopwatch([TimedFunction(spec)], TimingOptions(runs=3, warm_up=0, counts_nodes=False))
    stopwatch.measure_place(MeasuredPlace(Stage("tictactoe"), "MAX"), game, game.start())
    (cell,) = stopwatch.measured.places[0].cells
    assert [one.move for one in (cell.answer, *cell.others)] == ["b1", "c1", "a2"]


def test_what_a_function_prints_is_not_in_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = written(tmp_path, "loud.py", "print('loading')\ndef best(position):\n    print('thinking')\n    return 4\n")
    assert asked(f"{spec}:best")[1].move == "b2"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("problem", ["1 / 0", "exit(3)", "[].pop()"])
def test_an_error_is_the_functions_and_ends_nothing(tmp_path: Path, problem: str) -> None:
    spec = written(tmp_path, "broken.py", f"def best(position):\n    {problem}\n")
    with pytest.raises(PlyscopeError, match=r"broken.py:best raised \w+"):
        asked(f"{spec}:best")


def test_the_nodes_of_a_search_that_knows_nothing_of_plyscope_are_counted() -> None:
    game = tracer.game("tictactoe")
    counted = TimedFunction(CLOSURES).prepare(game, game.start()).count_nodes(False)
    assert (counted.numbers["visited"], counted.numbers["leaves"], counted.note) == (18_297, 7_330, "")


def test_a_search_that_was_met_is_known_where_it_is_short() -> None:
    """Of the last square of a board nothing tells that a search looked at it."""
    game, function = tracer.game("tictactoe"), TimedFunction(CLOSURES)
    before_last = game.parse("XOX/XOO/OX.")  # type: ignore[attr-defined]
    assert function.prepare(game, before_last).count_nodes(False).numbers.get("visited") is None
    function.prepare(game, game.start()).count_nodes(False)
    assert function.prepare(game, before_last).count_nodes(False).numbers["visited"] == 2


RUDE = """
class Rude:
    def __str__(self): raise RuntimeError
    def __float__(self): raise RuntimeError
    def __eq__(self, other): raise RuntimeError
def f(position): return Rude()
def g(position): return Rude(), float("nan")
def h(position):
    import sys
    sys.path.clear()
    return 4
"""


def test_what_a_function_returns_may_be_anything(tmp_path: Path) -> None:
    spec, path = written(tmp_path, "rude.py", RUDE), list(sys.path)
    for name in ("f", "g"):
        answer = asked(f"{spec}:{name}")[1]
        assert (answer.value, answer.move) == (None, None)
        assert answer.wrong
    assert asked(f"{spec}:h")[1].move == "b2"
    assert sys.path == path


def test_where_there_is_no_search_the_word_says_so(tmp_path: Path) -> None:
    spec = written(tmp_path, "none.py", "def best(position):\n    return 4\n")
    game = tracer.game("tictactoe")
    counted = TimedFunction(f"{spec}:best").prepare(game, game.start()).count_nodes(True)
    assert counted.numbers == {}
    assert counted.note


def test_what_a_number_is_can_be_said(tmp_path: Path) -> None:
    spec = written(tmp_path, "own.py", "def f(position):\n    return 0\ndef g(position):\n    return 1, 2\n")
    assert asked(f"{spec}:f")[1] == Answer(None, "a1")
    assert asked(f"{spec}:f", returns="value")[1] == Answer(0.0, None)
    assert asked(f"{spec}:g")[1] == Answer(None, "c2"), "row 1, column 2"
    assert asked(f"{spec}:g", returns="move")[1] == Answer(None, "c2")
    assert asked(f"{spec}:g", returns="value,move")[1] == Answer(1.0, "c1")
    assert asked(f"{spec}:g", returns="move,value")[1] == Answer(2.0, "b1")
