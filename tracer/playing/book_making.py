"""Making an opening book: a search for each position of the first plies, whatever either side plays."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple

from tracer.errors import PlyscopeError
from tracer.games.places import place
from tracer.games.registry import as_game
from tracer.games.rules import CHANCE, AnyGame, blame, describe, key, label, spec_of
from tracer.playing.book import DEEPEST, Book, Entry, Progress
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.playing.opponents import player_of, usual_search
from tracer.playing.player import Player
from tracer.playing.settings import Settings

MOST = 100_000
"""Positions of a book at most, unless somebody says otherwise."""


class Reached(NamedTuple):
    """A position that the book knows."""

    state: Any
    moves: tuple[Hashable, ...]
    """The moves that lead to it, from where the book begins."""


def _no_progress(_ply: int, _done: int, _of: int) -> None:
    pass


def make_book(
    game: Any,
    search: str | None = None,
    *,
    plies: int,
    position: str | None = None,
    prefer: str = "value",
    most: int = MOST,
    progress: Progress = _no_progress,
) -> Book:
    """Search every position that can be reached in fewer plies than that, whatever either side plays.

    Each distinct position (`game.key`) is searched once and has one move. The same arguments give the same book.

    Args:
        game: a game, or its spec.
        search: who chooses: a search, also with options, or another player as a command line names one.
        plies: how many moves of a game the book shall know: 1 is the first move alone.
        position: where it begins, as `tracer.Options` says; None is the game's start.
        prefer: `value`, or `fast`: of two moves of one value the one that wins sooner or loses later.
        most: positions at most.
        progress: called before each search.

    Raises:
        PlyscopeError: something in this is wrong, or there are more positions than that.
    """
    if not 1 <= plies <= DEEPEST:
        raise PlyscopeError(f"a book has from 1 to {DEEPEST:,} plies, not {plies}")
    found = as_game(game)
    settings = Settings(prefer=prefer, record=False)
    word = search or usual_search(found, settings)
    player = player_of(word, found, settings)
    if player is None:
        raise PlyscopeError("a person makes no book: -a names a search")
    try:
        layers = list(positions(found, position, plies, most))  # whether there are too many is known before any search
        entries = list(_entries(found, player, position, layers, progress))
    finally:
        player.close()
    text = Match(found, position).position
    return Book(spec_of(found), text, word, plies, entries, prefer=prefer)


def _entries(
    game: AnyGame, player: Player, position: str | None, layers: list[list[Reached]], progress: Progress
) -> Iterator[Entry]:
    """One for each position, ply by ply."""
    for ply, layer in enumerate(layers):
        for number, reached in enumerate(layer):
            progress(ply, number, len(layer))
            choice = _chosen(game, player, position, reached)
            if choice is not None:
                value = choice.value if choice.value is not None and math.isfinite(choice.value) else None
                path = tuple(label(game, move) for move in reached.moves)
                yield Entry(label(game, choice.move), value, path)


def _chosen(game: AnyGame, player: Player, position: str | None, reached: Reached) -> Choice | None:
    """What is to be played; None where chance decides."""
    match = Match(game, position)
    for move in reached.moves:
        match.play(Choice(move=move))
    return None if match.turn == CHANCE else player.choose(match)


def positions(game: AnyGame, position: str | None, plies: int, most: int) -> Iterator[list[Reached]]:
    """The positions of each ply in which somebody moves, each the first time that it is met.

    They are in the order of the moves that lead to them.

    Raises:
        PlyscopeError: there are more of them.
    """
    name_of = key(game, "positions are kept in a book")
    with blame(game):
        start = place(game, position)
        layer = [Reached(start, ())] if game.utility(start) is None else []
        met = {name_of(start)}
    for ply in range(plies):
        if ply:
            with blame(game):
                layer = [after for reached in layer for after in _after(game, reached, met, name_of, most)]
        yield layer


def _after(
    game: AnyGame, reached: Reached, met: set[Hashable], name_of: Callable[[Any], Hashable], most: int
) -> Iterator[Reached]:
    """The positions after each move that were not met before and in which the game goes on."""
    for move in game.moves(reached.state):
        state = game.play(reached.state, move)
        if (name := name_of(state)) in met:
            continue
        met.add(name)
        if len(met) > most:
            raise PlyscopeError(
                f"{describe(game)} has more than {most:,} positions in {len(reached.moves) + 1} plies: make a book of "
                "fewer --plies, or say --max-positions"
            )
        if game.utility(state) is None:
            yield Reached(state, (*reached.moves, move))
