"""Every option of `attach` and of `run`, alone and in pairs: from the first call of a search to its last it means one.

Each program of the folder `options` searches tic-tac-toe by alpha-beta in reading order, each in a style of its own.
What a recording must have is counted by a search that knows nothing of plyscope.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from option_programs import Program, Said, alone, cases, demand, legal, legal_moves, pairs, record, squares_of, typed
from proposals import proposed

import tracer
from tui.terminal.attach_options import MEANING_HELP

LARGE, SMALL = "." * 9, "...X..O.."
"""18,297 visits, and 2,005: both far more than are looked at before anything is decided."""


def rows(frame: Any) -> list[int]:
    return legal_moves("".join("".join(row) for row in frame["self"].rows))


GAME = ("tictactoe",)
PROGRAMS = (
    Program(
        "two_functions",
        ("hi", "lo"),
        {
            "alpha": ("a", lambda frame: frame["a"], "lambda frame: frame['a']"),
            "beta": ("b", lambda frame: frame["b"]),
            "state": ("s", lambda frame: frame["s"], "lambda frame: list(frame['s'])"),
            "turn": (
                {"hi": 1, "lo": -1},
                {"hi": "MAX", "lo": tracer.MIN},
                "hi=MAX,lo=MIN",
                lambda frame: frame["s"].count(".") % 2 == SMALL.count(".") % 2,
                "lambda frame: frame['s'].count('X') == frame['s'].count('O')",
            ),
            "value": (lambda returned: returned, "lambda returned: returned"),
            "move": ("last", lambda frame: frame["last"], "lambda frame: frame['last']"),
            "moves": (legal("s"),),
            "game": GAME,
            "view": ("max",),
        },
    ),
    Program(
        "one_function",
        ("best",),
        {
            "alpha": ("low", lambda frame: frame["low"]),
            "beta": ("high", lambda frame: frame["high"]),
            "state": ("things", "things,side", squares_of("things")),
            "turn": (
                "side",
                lambda frame: frame["side"],
                lambda frame: frame["side"] > 0,
                "lambda frame: 'MAX' if frame['side'] > 0 else 'MIN'",
            ),
            "value": (0, lambda returned: returned[0], "lambda returned: returned[0]"),
            "move": ("last",),
            "moves": (legal("things"),),
            "game": GAME,
            "view": ("mover",),
        },
    ),
    Program(
        "methods",
        ("Player.search",),
        {
            "alpha": ("window[0]", lambda frame: frame["window"][0]),
            "beta": ("window[1]", lambda frame: frame["window"][1]),
            "state": ("self.rows", lambda frame: [list(row) for row in frame["self"].rows]),
            "turn": ("maximizing", lambda frame: frame["maximizing"], "lambda frame: frame['maximizing']"),
            "value": ("value", lambda returned: returned["value"]),
            "move": ("self.last",),
            "moves": (rows,),
            "game": GAME,
            "view": ("max",),
        },
    ),
    Program(
        "root_above",
        ("choose.larger", "choose.smaller"),
        {
            "alpha": ("alpha", lambda frame: frame["alpha"]),
            "beta": ("beta", lambda frame: frame["beta"]),
            "state": ("squares", squares_of("squares")),
            "turn": ({"larger": "MAX", "smaller": "MIN"}, "larger=1,smaller=-1"),
            "value": (lambda returned: returned,),
            "move": ("last",),
            "moves": (legal("squares"),),
            "game": GAME,
            "view": ("max",),
        },
        hard=True,
        root="choose",
    ),
    Program(
        "parts",
        ("visit",),
        {
            "alpha": ("low", lambda frame: frame["low"]),
            "beta": ("high",),
            "state": ("board,player", lambda frame: "".join(frame["board"].squares)),
            "turn": ("player", lambda frame: frame["player"] == 0, "lambda frame: ('MAX', 'MIN')[frame['player']]"),
            "value": (0, lambda returned: returned[0]),
            "move": ("last",),
            "moves": (lambda frame: legal_moves("".join(frame["board"].squares)),),
            "game": GAME,
            "view": ("max",),
        },
        text=lambda squares, turn: "\n".join([*re.findall("...", squares), str(int(turn < 0))]),
    ),
)
WITHOUT = {"attach", "root"}
"""Options that recordings of these programs have, or cannot do without."""


def test_each_option_of_attach_and_run_is_tried() -> None:
    for program in PROGRAMS:
        assert set(program.forms) | WITHOUT == set(MEANING_HELP)


@pytest.mark.parametrize(("program", "said"), cases(PROGRAMS, alone))
def test_an_option_alone(program: Program, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    if all(isinstance(form, str | int) for form in said.values()):
        demand(typed(program, LARGE, said), program, LARGE, said)
    else:
        demand(record(program, LARGE, said, monkeypatch), program, LARGE, said)


@pytest.mark.parametrize(("program", "said"), cases(PROGRAMS, pairs))
def test_a_pair_of_options(program: Program, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    demand(record(program, SMALL, said, monkeypatch), program, SMALL, said)


@pytest.mark.parametrize(
    ("program", "said"),
    [case for case in cases(PROGRAMS, alone) if isinstance(next(iter(case.values[1].values())), str | int)],
)
def test_what_is_proposed_beside_an_option(program: Program, said: Said) -> None:
    options = [f"--{name}={form}" for name, form in said.items()]
    (trace,) = proposed(Path(program.path), [*options, "--", SMALL])
    demand(trace, program, SMALL, said)


DICE = {
    "dice": (
        ("first", "second", "toss"),
        (1, 0, -1, 0),
        (
            {"turn": {"first": 1, "second": -1, "toss": 0}},
            {"turn": "first=MAX,second=MIN,toss=CHANCE"},
            {"turn": lambda frame: "CHANCE" if "again" in frame else 1 if frame["left"] % 2 == 0 else -1},
            {"state": "mine,yours", "value": lambda returned: returned},
        ),
    ),
    "negamax_dice": (
        ("search",),
        (0, 1, 0, -1),
        (
            {"turn": lambda frame: 0 if frame["roll"] is None else frame["side"]},
            {"turn": lambda frame: "CHANCE" if frame["roll"] is None else frame["side"] > 0, "view": "mover"},
            {"state": "mine,yours,roll"},
        ),
    ),
}
"""The functions of a race, who moves at each ply, and options."""


@pytest.mark.parametrize(
    ("file", "said"),
    [(file, said) for file, (_names, _turns, options) in DICE.items() for said in ({}, *options)],
)
def test_options_where_chance_moves(file: str, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    functions, turns, _options = DICE[file]
    program = Program(file, functions, {})
    columns = record(program, {"dice": "4", "negamax_dice": "6"}[file], said, monkeypatch).columns
    assert columns.turn.tolist() == [turns[ply % 4] for ply in columns.ply]
    below: dict[int, list[int]] = {}
    for node in range(1, len(columns)):
        below.setdefault(int(columns.parent[node]), []).append(node)
    assert len(columns) > 1_000
    assert columns.weight is not None
    for node, children in below.items():
        values, turn = columns.value[children], columns.turn[node]
        worth = values.max() if turn > 0 else values.min() if turn < 0 else (values * columns.weight[children]).sum()
        assert columns.value[node] == pytest.approx(worth)
