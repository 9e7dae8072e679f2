"""Programs that search tic-tac-toe by alpha-beta, and what a recording of them must have, whatever options it has.

What it must have is counted by a search that knows nothing of plyscope. Most programs try the squares in reading order
and count a win as 1. Those with an order of their own count it by the squares that are left: their search is larger.
"""

from __future__ import annotations

import contextlib
import io
import math
import runpy
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, cycle
from pathlib import Path
from typing import Any

import pytest
from style import recorded

import tracer
from tracer.attaching.attach_functions import attach
from tracer.recording.status import EXPANDED, PRUNED
from tui.terminal.attach_options import parse_meaning

FOLDER = Path(__file__).parent / "options"
READING_ORDER = "012345678"
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
Said = dict[str, Any]


@dataclass
class Visits:
    """A search as it is counted, visit by visit."""

    order: str
    """The squares in the order in which they are tried."""
    hard: bool
    """Whether the values are clamped to the window."""
    parents: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    windows: list[tuple[float, float]] = field(default_factory=list)
    squares: list[str] = field(default_factory=list)
    moves: list[int | None] = field(default_factory=list)
    cutoffs: list[bool] = field(default_factory=list)
    leaves: list[bool] = field(default_factory=list)
    skipped: list[list[int]] = field(default_factory=list)
    """The moves that a cutoff skipped, in order."""

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
        self.cutoffs.append(False)
        self.skipped.append([])
        over = self.worth(squares)
        self.leaves.append(over is not None)
        if over is not None:
            self.values[number] = over
            return over
        best, moves = (alpha if turn > 0 else beta) if self.hard else -99 * turn, empty(squares, self.order)
        for place, square in enumerate(moves, 1):
            after = squares[:square] + ("X" if turn > 0 else "O") + squares[square + 1 :]
            value = self.search(after, -turn, alpha, beta, number, square)
            best = max(best, value) if turn > 0 else min(best, value)
            alpha, beta = (max(alpha, best), beta) if turn > 0 else (alpha, min(beta, best))
            if alpha >= beta:
                self.cutoffs[number], self.skipped[number] = True, moves[place:]
                break
        self.values[number] = best
        return best

    def worth(self, squares: str) -> int | None:
        """What a game that is over is worth; None for one that goes on."""
        for a, b, c in LINES:
            if squares[a] == squares[b] == squares[c] != ".":
                won = 1 if self.order == READING_ORDER else 1 + squares.count(".")
                return won if squares[a] == "X" else -won
        return None if "." in squares else 0


@cache
def visits(squares: str, order: str, *, hard: bool) -> Visits:
    """The visits from a position on, in which X moves."""
    found = Visits(order, hard)
    most = 2 if order == READING_ORDER else 99
    found.search(squares, 1, -most, most)
    return found


def empty(squares: str, order: str) -> list[int]:
    """The empty squares in an order."""
    return [square for square in map(int, order) if squares[square] == "."]


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
    order: str = READING_ORDER
    """The order in which it tries the squares."""
    has_depth: bool = False
    """Whether its calls have the number of the empty squares as their depth."""

    def __str__(self) -> str:
        return self.file

    @property
    def path(self) -> str:
        return str(FOLDER / f"{self.file}.py")

    def words(self, squares: str) -> list[str]:
        """What the program is called with."""
        return [squares] if self.order == READING_ORDER else [squares, self.order]


def squares_of(path: str) -> Callable[[Any], str]:
    """What gives the squares as a text, from a variable of a call."""
    return lambda frame: "".join(frame[path])


def legal(path: str, order: str = READING_ORDER) -> Callable[[Any], list[int]]:
    """What gives the empty squares, from a variable of a call, while the game goes on."""
    return lambda frame: legal_moves("".join(frame[path]), order)


def legal_moves(squares: str, order: str = READING_ORDER) -> list[int]:
    """The empty squares in an order, while the game goes on."""
    over = any(squares[a] == squares[b] == squares[c] != "." for a, b, c in LINES)
    return [] if over else empty(squares, order)


NEVER = {"game", "moves"}
"""Options that exclude one another."""


def alone(program: Program) -> Iterator[Said]:
    """Each form of each option."""
    for name, forms in program.forms.items():
        for form in forms:
            yield {name: form}


def pairs(program: Program) -> Iterator[Said]:
    """Each pair of options, in which the forms take turns."""
    take = {name: cycle(forms) for name, forms in program.forms.items()}
    for pair in combinations(program.forms, 2):
        if set(pair) != NEVER:
            yield {name: next(take[name]) for name in pair}


def record(program: Program, squares: str, said: Said, monkeypatch: pytest.MonkeyPatch) -> tracer.Trace:
    """Record a program with some options."""
    monkeypatch.setattr(sys, "argv", [program.path, *program.words(squares)])
    options = {name: parse_meaning(name, form) if isinstance(form, str) else form for name, form in said.items()}
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
    words = ("--attach", ",".join(program.functions), *root, *options, "--", *program.words(squares))
    (trace,) = recorded(Path(program.path), words).traces
    return trace


def demand(trace: tracer.Trace, program: Program, squares: str, said: Said) -> None:
    """Hold a recording to what is counted."""
    truth, columns = visits(squares, program.order, hard=program.hard), trace.columns
    visited = (columns.status != PRUNED).nonzero()[0]
    place = {int(node): number for number, node in enumerate(visited)}
    assert [place.get(int(columns.parent[node]), -1) for node in visited] == truth.parents
    assert columns.turn[visited].tolist() == truth.turns
    assert columns.value[visited].tolist() == truth.values
    below = slice(program.root is not None, None)  # the function above has no window
    assert list(zip(columns.alpha[visited], columns.beta[visited], strict=True))[below] == truth.windows[below]
    assert columns.cutoff[visited].tolist()[below] == truth.cutoffs[below]
    assert (columns.status[visited] != EXPANDED).tolist() == truth.leaves
    if program.has_depth:
        assert columns.depth is not None
        assert columns.depth[visited].tolist() == [one.count(".") for one in truth.squares]
    skipped: list[list[str]] = [[] for _ in visited]
    for node in (columns.status == PRUNED).nonzero()[0]:
        skipped[place[int(columns.parent[node])]].append(trace.label(int(node)))
    names = ["abc"[square % 3] + str(square // 3 + 1) for square in range(9)] if "game" in said else list("012345678")
    if said.keys() & {"game", "moves"}:
        ordered = sorted if "game" in said else list  # a game has an order of its own
        assert [ordered(moves) for moves in skipped] == [
            ordered(names[square] for square in moves) for moves in truth.skipped
        ]
    else:
        assert not any(skipped)
    positions = [trace.text(int(node)) or str(trace.state(int(node))) for node in visited]
    assert len(set(positions)) == len(set(truth.squares)) == len({*zip(positions, truth.squares, strict=True)})
    if said.keys() & {"game", "move"}:
        assert [trace.label(int(node)) for node in visited[1:]] == [names[move or 0] for move in truth.moves[1:]]
    if program.text is not None and said.get("state") == "board,player" and "game" not in said:
        assert positions == list(map(program.text, truth.squares, truth.turns))


def cases(programs: tuple[Program, ...], choices: Callable[[Program], Iterator[Said]]) -> list[Any]:
    """The cases of programs, with names."""
    return [
        pytest.param(program, said, id=f"{program} {'+'.join(said)} {number}")
        for program in programs
        for number, said in enumerate(choices(program))
    ]
