"""The roots of a game that a study searches: those that it lists, or all after some plies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.places import place, position_text
from tracer.games.rules import AnyGame, blame, describe, key, label
from tracer.sweeping.dimensions import MOST_POSITIONS, Games

MOST_MOVES = 2_000_000
"""Moves that are made at most to find the positions of a study."""


class Moves:
    """How many moves may still be made to find positions."""

    def __init__(self) -> None:
        self.left = MOST_MOVES

    def make(self) -> None:
        """Count one.

        Raises:
            PlyscopeError: none may be made any more.
        """
        self.left -= 1
        if self.left < 0:
            raise PlyscopeError(f"plies: it takes more than {MOST_MOVES:,} moves to find the positions of the study")


def openings(games: Games, game: AnyGame, seed: int, moves: Moves | None = None) -> Sequence[str | None]:
    """The roots of one of these games, each once; None is its start.

    Args:
        games: what the study says.
        game: one of them, by its parameters.
        seed: by which a sample is drawn.
        moves: that may be made.

    Raises:
        PlyscopeError: there are none, or too many.
    """
    if games.plies is not None:
        with blame(game):
            found: Sequence[str | None] = list(_after(game, games.plies, moves or Moves()))
        if not found:
            raise PlyscopeError(
                f"{describe(game)}: no game goes on after {games.plies} plies, so there is nothing to search"
            )
    else:
        found = games.positions or [None]
    return found if games.sample is None else sample(found, games.sample, seed)


def sample(positions: Sequence[str | None], size: int, seed: int) -> list[str | None]:
    """Some of the positions, in their order: those with the lowest hashes, whatever else is among them."""

    def luck(number: int) -> bytes:
        return blake2b(f"{seed} {positions[number]}".encode(), digest_size=16).digest()

    return [positions[number] for number in sorted(sorted(range(len(positions)), key=luck)[:size])]


def _after(game: AnyGame, plies: int, moves: Moves) -> Iterator[str | None]:
    """The positions after so many plies at which the game goes on, in the order in which they are found."""
    name_of = key(game)
    layer: dict[Any, tuple[Any, tuple[str, ...]]] = {name_of(game.start()): (game.start(), ())}
    for _ in range(plies):
        below: dict[Any, tuple[Any, tuple[str, ...]]] = {}
        for state, path in layer.values():
            if game.utility(state) is not None:
                continue
            for move in game.moves(state):
                moves.make()
                after = game.play(state, move)
                below.setdefault(name_of(after), (after, (*path, label(game, move))))
                if len(below) > MOST_POSITIONS:
                    raise PlyscopeError(f"{describe(game)}: more than {MOST_POSITIONS:,} positions after {plies} plies")
        layer = below
    for state, path in layer.values():
        if game.utility(state) is None:
            yield _text(game, state, path) if path else None


def _text(game: AnyGame, state: Any, path: Sequence[str]) -> str:
    """A position as a text that leads to it."""
    for text in (position_text(game, state, state), "/".join(path)):
        if text is not None:
            with suppress(PlyscopeError):
                if key(game)(place(game, text)) == key(game)(state):
                    return text
    raise PlyscopeError(f"{describe(game)}: the position after {'/'.join(path)} cannot be written as a text")
