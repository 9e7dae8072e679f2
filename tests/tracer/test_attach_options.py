"""Every option of `attach` and of `run`, alone and in pairs: from the first call of a search to its last it means one.

Each program of the folder `options` searches tic-tac-toe by alpha-beta in reading order, each in a style of its own.
What a recording must have is counted here, by a search that knows nothing of plyscope.
"""

from __future__ import annotations

import contextlib
import io
import math
import re
import runpy
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, cycle, islice
from pathlib import Path
from typing import Any

import pytest
from proposals import proposed
from style import recorded

import tracer
from tracer.attaching.outside import attach
from tracer.recording.status import PRUNED
from tui.terminal.configuration import OPTIONS, meaning

FOLDER = Path(__file__).parents[1] / "options"
LARGE, SMALL = "." * 9, "...X..O.."
"""18,297 visits, and 2,005: both far more than are looked at before anything is decided."""
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
Said = dict[str, Any]


@dataclass
class Visits:
    """A search as it is counted, visit by visit."""

    hard: bool
    """Whether the values are clamped to the window."""
    parents: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    windows: list[tuple[float, float]] = field(default_factory=list)
    squares: list[str] = field(default_factory=list)
    moves: list[int | None] = field(default_factory=list)
    skipped: int = 0

    def search(
        self, squares: str, turn: int, alpha: float, beta: float, above: int = -1, last: int | None = None
    ) -> float:
        number = len(self.parents)
        self.parents.append(above)
        self.turns.append(turn)
        self.values.append(math.nan)
        self.windows.append((alpha, beta))
        self.squares.append(squares)
        self.moves.append(last)
        over = next((turn_of(squares[a]) for a, b, c in LINES if squares[a] == squares[b] == squares[c] != "."), None)
        empty = [square for square in range(9) if squares[square] == "."]
        if over is not None or not empty:
            self.values[number] = over or 0
            return over or 0
        best = (alpha if turn > 0 else beta) if self.hard else -2 * turn
        for place, square in enumerate(empty, 1):
            after = squares[:square] + ("X" if turn > 0 else "O") + squares[square + 1 :]
            value = self.search(after, -turn, alpha, beta, number, square)
            best = max(best, value) if turn > 0 else min(best, value)
            alpha, beta = (max(alpha, best), beta) if turn > 0 else (alpha, min(beta, best))
            if alpha >= beta:
                self.skipped += len(empty) - place
                break
        self.values[number] = best
        return best


@cache
def visits(squares: str, *, hard: bool) -> Visits:
    """The visits from a position on, in which X moves."""
    found = Visits(hard)
    found.search(squares, 1, -2, 2)
    return found


def turn_of(mark: str) -> int:
    return 1 if mark == "X" else -1


@dataclass(frozen=True)
class Program:
    """One program, its functions, and what each option may be told of it."""

    file: str
    functions: tuple[str, ...]
    forms: Mapping[str, tuple[Any, ...]]
    hard: bool = False
    root: str | None = None
    """The function above, which is the root."""
    text: Callable[[str, int], str] | None = None
    """The text of a position by its squares and who moves, where the position is two variables."""

    def __str__(self) -> str:
        return self.file

    @property
    def path(self) -> str:
        return str(FOLDER / f"{self.file}.py")


def squares_of(path: str) -> Callable[[Any], str]:
    """What gives the squares as a text, from a variable of a call."""
    return lambda frame: "".join(frame[path])


def legal(path: str) -> Callable[[Any], list[int]]:
    """What gives the empty squares, from a variable of a call, while the game goes on."""

    def moves(frame: Any) -> list[int]:
        squares = "".join(frame[path])
        over = any(squares[a] == squares[b] == squares[c] != "." for a, b, c in LINES)
        return [] if over else [square for square in range(9) if squares[square] == "."]

    return moves


def rows(frame: Any) -> list[int]:
    squares = "".join("".join(row) for row in frame["self"].rows)
    return legal("squares")({"squares": squares})


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
            "moves": (lambda frame: legal("squares")({"squares": frame["board"].squares}),),
            "game": GAME,
            "view": ("max",),
        },
        text=lambda squares, turn: "\n".join([*re.findall("...", squares), str(int(turn < 0))]),
    ),
)
WITHOUT = {"attach", "root"}
"""Options that recordings of these programs have, or cannot do without."""
NEVER = ({"game", "moves"},)
"""Options that exclude one another."""


def is_possible(said: Said) -> bool:
    """Whether options can stand together: a game reads its position from one variable."""
    return set(said) not in NEVER and not ("game" in said and "," in str(said.get("state")))


def alone(program: Program) -> Iterator[Said]:
    """Each form of each option."""
    for name, forms in program.forms.items():
        for form in forms:
            yield {name: form}


def pairs(program: Program) -> Iterator[Said]:
    """Each pair of options, in which the forms take turns."""
    take = {name: cycle(forms) for name, forms in program.forms.items()}
    for pair in combinations(program.forms, 2):
        forms = ({name: next(take[name]) for name in pair} for _ in range(2))
        yield from islice(filter(is_possible, forms), 1)


def record(program: Program, squares: str, said: Said, monkeypatch: pytest.MonkeyPatch) -> tracer.Trace:
    """Record a program with some options."""
    monkeypatch.setattr(sys, "argv", [program.path, squares])
    options = {name: meaning(name, form) if isinstance(form, str) else form for name, form in said.items()}
    with (
        contextlib.redirect_stdout(io.StringIO()),
        attach(*program.functions, root=program.root, **options) as recording,
    ):
        runpy.run_path(program.path)
    return recording.trace


def typed(program: Program, squares: str, said: Said) -> tracer.Trace:
    """Record a program by the command, with options that are typed."""
    root = [] if program.root is None else ["--root", program.root]
    options = [word for name, form in said.items() for word in (f"--{name}", str(form))]
    words = ("--attach", ",".join(program.functions), *root, *options, "--", squares)
    (trace,) = recorded(Path(program.path), words).traces
    return trace


def demand(trace: tracer.Trace, program: Program, squares: str, said: Said) -> None:
    """Hold a recording to what is counted."""
    truth, columns = visits(squares, hard=program.hard), trace.columns
    visited = (columns.status != PRUNED).nonzero()[0]
    place = {int(node): number for number, node in enumerate(visited)}
    assert [place.get(int(columns.parent[node]), -1) for node in visited] == truth.parents
    assert columns.turn[visited].tolist() == truth.turns
    assert columns.value[visited].tolist() == truth.values
    below = slice(program.root is not None, None)  # the function above has no window
    assert list(zip(columns.alpha[visited], columns.beta[visited], strict=True))[below] == truth.windows[below]
    assert len(trace) - len(visited) == (truth.skipped if said.keys() & {"game", "moves"} else 0)
    positions = [trace.text(int(node)) or str(trace.state(int(node))) for node in visited]
    assert len(set(positions)) == len(set(truth.squares)) == len({*zip(positions, truth.squares, strict=True)})
    if "move" in said and "game" not in said:
        assert [trace.label(int(node)) for node in visited[1:]] == [str(move) for move in truth.moves[1:]]
    if program.text is not None and said.get("state") == "board,player" and "game" not in said:
        assert positions == list(map(program.text, truth.squares, truth.turns))


def test_each_option_of_attach_and_run_is_tried() -> None:
    for program in PROGRAMS:
        assert set(program.forms) | WITHOUT == set(OPTIONS)


def cases(choices: Callable[[Program], Iterator[Said]]) -> list[Any]:
    """The cases of all programs, with names."""
    return [
        pytest.param(program, said, id=f"{program} {'+'.join(said)} {number}")
        for program in PROGRAMS
        for number, said in enumerate(choices(program))
    ]


@pytest.mark.parametrize(("program", "said"), cases(alone))
def test_an_option_alone(program: Program, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    if all(isinstance(form, str | int) for form in said.values()):
        demand(typed(program, LARGE, said), program, LARGE, said)
    else:
        demand(record(program, LARGE, said, monkeypatch), program, LARGE, said)


@pytest.mark.parametrize(("program", "said"), cases(pairs))
def test_a_pair_of_options(program: Program, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    demand(record(program, SMALL, said, monkeypatch), program, SMALL, said)


@pytest.mark.parametrize(
    ("program", "said"),
    [case for case in cases(alone) if isinstance(next(iter(case.values[1].values())), str | int)],
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
