"""Tic-tac-toe: the m,n,k game that everybody knows, under its own name."""

from __future__ import annotations

from tracer.errors import PlyscopeError
from tracer.games.game_entry import DemoSearch, GameEntry
from tracer.games.mnk import MNK


def _make(text: str) -> MNK:
    if text:
        raise PlyscopeError("tictactoe has no parameters; mnk:4,4,3 is a game of another size")
    return MNK()


ENTRY = GameEntry(
    name="tictactoe",
    make=_make,
    form="tictactoe",
    summary="Tic-tac-toe, squares in reading order; own order: centre-first",
    test_specs=("tictactoe",),
    demo_search=DemoSearch("tictactoe", 18_297),
)
