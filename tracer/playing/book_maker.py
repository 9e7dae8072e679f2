"""Making an opening book: a search for each position of the first plies, whatever either side plays."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple

from tracer.errors import PlyscopeError
from tracer.games.registry import as_game
from tracer.games.root_positions import resolve_position
from tracer.games.rules import CHANCE, AnyGame, blame, describe, key, label, spec_of
from tracer.playing.book import MAX_PLIES, Book, BookEntry, BookProgress
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.playing.opponents import default_search, player_of
from tracer.playing.player import Player
from tracer.playing.settings import Settings

MAX_POSITIONS = 100_000
"""Positions of a book at most, unless somebody says otherwise."""


class ReachedState(NamedTuple):
    """A position that the book knows."""

    state: Any
    moves: tuple[Hashable, ...]
    """The moves that lead to it, from where the book begins."""


def _ignore_progress(_ply: int, _done: int, _of: int) -> None:
    pass


def make_book(
    game: Any,
    search: str | None = None,
    *,
    plies: int,
    position: str | None = None,
    prefer: str = "value",
    max_positions: int = MAX_POSITIONS,
    progress: BookProgress = _ignore_progress,
) -> Book:
    """Search every position that can be reached in fewer plies than that, whatever either side plays.

    Each distinct position (`game.key`) is searched once and has one move. The same arguments give the same book.

    Args:
        game: a game, or its spec.
        search: who chooses: a search, also with options, or another player as a command line names one.
        plies: how many moves of a game the book shall know: 1 is the first move alone.
        position: where it begins, as `tracer.Options` says; None is the game's start.
        prefer: `value`, or `fast`: of two moves of one value the one that wins sooner or loses later.
        max_positions: positions at most.
        progress: called before each search.

    Raises:
        PlyscopeError: something in this is wrong, or there are more positions than that.
    """
    if not 1 <= plies <= MAX_PLIES:
        raise PlyscopeError(f"a book has from 1 to {MAX_PLIES:,} plies, not {plies}")
    book_game = as_game(game)
    settings = Settings(prefer=prefer, record=False)
    search_word = search or default_search(book_game, settings)
    player = player_of(search_word, book_game, settings)
    if player is None:
        raise PlyscopeError("a person makes no book: -a names a search")
    try:
        states_by_ply = list(
            iter_positions_by_ply(book_game, position, plies, max_positions)
        )  # whether there are too many is known before any search
        entries = list(_iter_entries(book_game, player, position, states_by_ply, progress))
    finally:
        player.close()
    text = Match(book_game, position).position
    return Book(spec_of(book_game), text, search_word, plies, entries, prefer=prefer)


def _iter_entries(
    game: AnyGame, player: Player, position: str | None, states_by_ply: list[list[ReachedState]], progress: BookProgress
) -> Iterator[BookEntry]:
    """One for each position, ply by ply."""
    for ply, ply_states in enumerate(states_by_ply):
        for number, reached in enumerate(ply_states):
            progress(ply, number, len(ply_states))
            choice = _choose_move(game, player, position, reached)
            if choice is not None:
                value = choice.value if choice.value is not None and math.isfinite(choice.value) else None
                path = tuple(label(game, move) for move in reached.moves)
                yield BookEntry(label(game, choice.move), value, path)


def _choose_move(game: AnyGame, player: Player, position: str | None, reached: ReachedState) -> Choice | None:
    """What is to be played; None where chance decides."""
    match = Match(game, position)
    for move in reached.moves:
        match.play(Choice(move=move))
    return None if match.turn == CHANCE else player.choose(match)


def iter_positions_by_ply(
    game: AnyGame, position: str | None, plies: int, max_positions: int
) -> Iterator[list[ReachedState]]:
    """The positions of each ply in which somebody moves, each the first time that it is met.

    They are in the order of the moves that lead to them.
    """
    key_of = key(game, "positions are kept in a book")
    with blame(game):
        start = resolve_position(game, position)
        ply_states = [ReachedState(start, ())] if game.utility(start) is None else []
        met_keys = {key_of(start)}
    for ply in range(plies):
        if ply:
            with blame(game):
                ply_states = [
                    next_position
                    for reached in ply_states
                    for next_position in _iter_new_states(game, reached, met_keys, key_of, max_positions)
                ]
        yield ply_states


def _iter_new_states(
    game: AnyGame, reached: ReachedState, met_keys: set[Hashable], key_of: Callable[[Any], Hashable], max_positions: int
) -> Iterator[ReachedState]:
    """The positions after each move that were not met before and in which the game goes on."""
    for move in game.moves(reached.state):
        state = game.play(reached.state, move)
        if (state_key := key_of(state)) in met_keys:
            continue
        met_keys.add(state_key)
        if len(met_keys) > max_positions:
            raise PlyscopeError(
                f"{describe(game)} has more than {max_positions:,} positions in {len(reached.moves) + 1} plies: make a "
                "book of fewer --plies, or say --max-positions"
            )
        if game.utility(state) is None:
            yield ReachedState(state, (*reached.moves, move))
