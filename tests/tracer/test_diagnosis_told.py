"""Sound searches recorded as if by another program: nothing is found, whatever that tells beside moves and values."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import tracer
from tracer.diagnosis.by_rules import Positions
from tracer.games.rules import show
from tracer.recording.header import Header
from tracer.tracing import Trace

SEARCHES = [
    ("alphabeta", {}),
    ("alphabeta", {"fail": "hard"}),
    ("alphabeta", {"cut": ">"}),
    ("pvs", {}),
    ("alphabeta-memo", {}),
    ("mtdf", {}),
    ("deepening", {}),
    ("engine", {"with_": "table,hash,killers,history"}),
    ("engine", {"with_": "null,lmr,table,aspiration"}),
]
GAMES = ["tictactoe", "connect4:4,4,3", "nim:1,2,3", "random:b=3,d=4,seed=3"]


class KeepingTheTurn:
    """A game in which some moves keep the turn."""

    def start(self) -> tuple[int, int, tracer.Turn]:
        return 8, 0, tracer.MAX

    def turn(self, state: tuple[int, int, tracer.Turn]) -> tracer.Turn:
        return state[2]

    def utility(self, state: tuple[int, int, tracer.Turn]) -> float | None:
        return None if state[0] else float(state[1])

    def moves(self, state: tuple[int, int, tracer.Turn]) -> list[int]:
        return [move for move in (1, 2, 3) if move <= state[0]]

    def play(self, state: tuple[int, int, tracer.Turn], move: int) -> tuple[int, int, tracer.Turn]:
        left, turn = state[0] - move, state[2]
        won = state[1] + int(turn) * ((left * 7 + move * 3) % 5)
        return left, won, turn if (left * 5 + move) % 3 == 0 else tracer.MIN if turn is tracer.MAX else tracer.MAX

    def evaluate(self, state: tuple[int, int, tracer.Turn]) -> float:
        return float(state[1])


def told(trace: Trace, *, texts: bool, game: bool) -> Trace:
    """The recording as another program would have told it."""
    header, columns, words = trace.header, trace.columns, dict[str, int]()
    if texts:
        known, number = Positions(trace), np.full(len(trace), -1, np.int32)
        for node in known.visited:
            if (state := known.get_state(node)) is not None:
                said = f"{show(trace.need_game(), state)} {trace.need_game().turn(state):d}"
                number[node] = words.setdefault(said, len(words))
        columns = replace(columns, text=number)
    labels = [trace.move_label(move) for move in range(trace.move_count)]
    moves = [trace.no_moves.get(move, label) for move, label in enumerate(labels)]
    said_of_it = {} if header.depth is None else {"depth": header.depth}
    mine = Header(header.game if game else "", search="other", windowed=True, options=said_of_it)
    if not game:
        return Trace(columns, moves, mine, labels=labels, texts=list(words))
    return Trace(columns, moves, mine, trace.game, trace.start(), labels=labels, texts=list(words))


@pytest.mark.parametrize(
    "game", [*GAMES, KeepingTheTurn()], ids=lambda game: game if isinstance(game, str) else "turns"
)
@pytest.mark.parametrize(("search", "options"), SEARCHES)
def test_nothing_is_found_in_a_sound_search(search: str, options: dict[str, str], game: str | KeepingTheTurn) -> None:
    trace = tracer.trace(game, search, depth=4, **options)
    for texts in (False, True):
        for rules in (False, True):
            found = tracer.check(told(trace, texts=texts, game=rules))
            assert [finding.disease for finding in found if finding.severity != "note"] == []
