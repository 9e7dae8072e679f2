"""Every option of `attach` and of `run` on larger searches in six styles, and of `run` beside `attach`.

Pairs of options are tried on a search of 816 calls, and all options together on one of 50,903, which meets positions,
windows and moves that its first calls do not show.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from option_programs import Program, Said, alone, cases, demand, legal, legal_moves, pairs, record, typed
from proposals import is_same

from tui.terminal.attach_options import MEANING_HELP

ORDER = "715382064"
LARGE, SMALL = "." * 9, "....XO..."
"""50,903 visits, and 816."""
GAME = ("tictactoe",)
OF_THE_COMMAND = {"script", "arguments", "sha256", "search"}
"""Notes of a recording of a command: how it can be made again."""


def squares_at(frame: Any) -> str:
    """The squares by the name that either function has for them."""
    squares: str = frame["s"] if "s" in frame else frame["t"]
    return squares


PROGRAMS = (
    Program(
        "two_names",
        ("hi", "lo"),
        {
            "alpha": (lambda frame: frame["a"] if "a" in frame else frame["c"],),
            "beta": ("lambda frame: frame['b'] if 'b' in frame else frame['e']",),
            "state": (squares_at, "lambda frame: list(frame['s'] if 's' in frame else frame['t'])"),
            "turn": ({"hi": 1, "lo": -1}, "hi=MAX,lo=MIN", {"hi": "MAX"}, "lambda frame: 'X' if 's' in frame else 'O'"),
            "value": ("lambda returned: returned",),
            "move": ("last", lambda frame: frame["last"]),
            "moves": (lambda frame: legal_moves(squares_at(frame), ORDER),),
            "game": GAME,
            "view": ("max",),
        },
        order=ORDER,
        has_depth=True,
    ),
    Program(
        "negamax_words",
        ("negamax",),
        {
            "alpha": ("alpha", lambda frame: frame["alpha"]),
            "beta": ("beta",),
            "state": ("squares", "squares,who", "lambda frame: tuple(frame['squares'])"),
            "turn": ("who", lambda frame: 1 if frame["who"] == "ann" else 2, "lambda frame: frame['who'] == 'ann'"),
            "value": (lambda returned: returned,),
            "move": ("path[-1]",),
            "moves": (legal("squares", ORDER),),
            "game": GAME,
            "view": ("mover",),
        },
        order=ORDER,
        has_depth=True,
    ),
    Program(
        "two_methods",
        ("Engine.maximize", "Engine.minimize"),
        {
            "alpha": ("alpha",),
            "beta": (lambda frame: frame["beta"],),
            "state": ("self.board.squares", "self.board", "self.board.squares,self.board.to_move"),
            "turn": (
                "self.board.to_move",
                {"Engine.maximize": "max", "Engine.minimize": "min"},
                "maximize=1,minimize=-1",
            ),
            "value": (0, "lambda returned: returned[0]"),
            "move": ("self.line[-1]",),
            "moves": ("lambda frame: frame['self'].board.legal()",),
            "game": GAME,
            "view": ("max",),
        },
        order=ORDER,
    ),
    Program(
        "deep_copied",
        ("minimax",),
        {
            "alpha": ("low",),
            "beta": (lambda frame: frame["high"],),
            "state": ("board.cells", "board", "lambda frame: str(frame['board'])", "board.cells,board.player"),
            "turn": ("board.player", "maximizing", lambda frame: frame["board"].player),
            "value": ("score", lambda returned: returned["score"]),
            "move": ("board.last",),
            "moves": (lambda frame: frame["board"].moves(),),
            "game": GAME,
            "view": ("max",),
        },
        order=ORDER,
        has_depth=True,
    ),
    Program(
        "nested_tuples",
        ("solve.visit",),
        {
            "alpha": ("window[0]",),
            "beta": (lambda frame: frame["window"][1],),
            "state": ("node[0]", "node", lambda frame: frame["node"][0]),
            "turn": ("node[1]", "lambda frame: frame['node'][1] > 0"),
            "value": (lambda returned: returned,),
            "move": ("last",),
            "moves": (lambda frame: legal_moves("".join(frame["node"][0]), ORDER),),
            "game": GAME,
            "view": ("max",),
        },
        order=ORDER,
    ),
    Program(
        "dictionaries",
        ("evaluate",),
        {
            "alpha": ("bounds['low']",),
            "beta": ("lambda frame: frame['bounds']['high']",),
            "state": ("position", "position,player", "lambda frame: dict(frame['position'])"),
            "turn": ("player", lambda frame: frame["player"]),
            "value": ("X", lambda returned: returned["X"]),
            "move": ("came_by",),
            "moves": (lambda frame: legal_moves("".join(frame["position"].values()), ORDER),),
            "game": GAME,
            "view": ("max",),
        },
        order=ORDER,
    ),
)


def some_pairs(program: Program) -> Iterator[Said]:
    """Some pairs of options: each pair is tried by one or two of the programs."""
    return islice(pairs(program), PROGRAMS.index(program) % 4, None, 4)


def all_together(program: Program) -> Iterator[Said]:
    """All options but one of the two that exclude one another, in turn with their forms."""
    for number, left_out in enumerate(("game", "moves")):
        forms = program.forms.items()
        yield {name: choices[number % len(choices)] for name, choices in forms if name != left_out}


def test_each_option_of_attach_and_run_is_tried() -> None:
    for program in PROGRAMS:
        assert set(program.forms) | {"attach", "root"} == set(MEANING_HELP)


@pytest.mark.parametrize(("program", "said"), cases(PROGRAMS, some_pairs))
def test_a_pair_of_options(program: Program, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    demand(record(program, SMALL, said, monkeypatch), program, SMALL, said)


@pytest.mark.parametrize(("program", "said"), cases(PROGRAMS, all_together))
def test_all_options_together(program: Program, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    demand(record(program, SMALL, said, monkeypatch), program, SMALL, said)


@pytest.mark.parametrize(("program", "said"), cases(PROGRAMS[:2], all_together)[::3])
def test_all_options_together_in_a_large_search(program: Program, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    demand(record(program, LARGE, said, monkeypatch), program, LARGE, said)


def test_a_command_records_what_attach_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for program in PROGRAMS[1], PROGRAMS[5]:
        for said in alone(program):
            if not any(map(callable, said.values())):
                one, other = typed(program, SMALL, said), record(program, SMALL, said, monkeypatch)
                other.header.notes.update({name: one.header.notes[name] for name in OF_THE_COMMAND})
                assert is_same(one, other)
