"""A recording that was made without its game, in the game's words: by the positions that the search told.

Where nobody says what a move is called, a recording names it after what it changed, and its root may be any position.
The game can name a move once it knows the two positions, and so it can say which moves were left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.told_root import read_text
from tracer.errors import PlyscopeError
from tracer.games.rules import AnyGame, Turn, blame, describe, label, labels
from tracer.recording.status import PRUNED
from tracer.text import some_of
from tracer.tracing import Trace


def rename_moves(trace: Trace) -> Trace:
    """A trace whose moves have the names that its game gives them.

    A game that a recording was made with knows the root at least: moves that it does not know are the search's fault.

    Raises:
        PlyscopeError: the game knows none of the moves at the root, nor the positions that they lead to.
        GameError: the game misbehaved.
    """
    game = trace.game
    if game is None or (_knows(*_at_root(trace, game)) and not _names_differently(trace, game)):
        return trace
    found = _renamed(trace, game)
    if trace.header.position is None and (found is trace or not _knows(*_at_root(found, game))):
        searched, offered = _at_root(trace, game)
        names = f" Its moves there are {some_of(offered)}: call them so, or" if offered else " Then"
        raise PlyscopeError(
            f"{describe(game)} knows none of the moves at the root, such as {searched[0]!r}, nor where they "
            f"lead: is it another game?{names} record it with game=… (attach) or --game (run)"
        )
    return found


def _knows(searched: Sequence[str], offered: Sequence[str]) -> bool:
    """Whether a game knows any of the moves that were searched; True where none was."""
    return not searched or not set(searched).isdisjoint(offered)


def _names_differently(trace: Trace, game: AnyGame) -> bool:
    """Whether most moves at the root lead, by the texts, where the game has other names for them: rows for columns."""
    text = trace.columns.text
    if text is None or text[0] < 0:
        return False
    referee = Referee(game)
    agreeing = differing = 0
    for child in trace.children(0):
        place = read_text(referee, trace.text(child) or "", Turn(-int(trace.columns.turn[0])))
        found = [] if place is UNKNOWN else [label(game, one) for one in referee.moves_between(trace.start(), place)]
        agreeing += trace.label(child) in found
        differing += bool(found) and trace.label(child) not in found
    return differing > max(1, agreeing)


def _at_root(trace: Trace, game: AnyGame) -> tuple[list[str], list[str]]:
    """The moves that were searched at the root, and those that a game has there.

    A null move and standing pat are no moves of the game.
    """
    tops = trace.children(0) if 0 in trace.drivers else [0]  # iterations have the root's position
    below = [child for top in tops for child in trace.children(top)]
    first = [child for child in below if int(trace.columns.move[child]) not in trace.no_moves]
    searched = [trace.label(child) for child in first if trace.columns.status[child] != PRUNED]
    start = trace.start()
    with blame(game):
        over = game.utility(start) is not None
        moves = [] if over else list(game.moves(start))
    return searched, labels(game, moves)


def _renamed(trace: Trace, game: AnyGame) -> Trace:
    """The trace with its game's names of the moves, and its root position, as far as the texts tell them."""
    text = trace.columns.text
    if text is None or text[0] < 0:
        return trace
    referee = Referee(game)
    read = [read_text(referee, one) for one in trace.texts]
    root = read[int(text[0])]
    if root is UNKNOWN:
        return trace
    names = trace.move_labels
    numbers = {name: number for number, name in enumerate(names)}
    known: dict[tuple[int, int], dict[int, int]] = {}
    texts, parents, moves = text.tolist(), trace.columns.parent.tolist(), trace.columns.move.tolist()
    for node in range(1, len(trace)):
        before, after, move = texts[parents[node]], texts[node], moves[node]
        if before < 0 or after < 0:
            continue
        same = known.setdefault((before, after), {})
        if move not in same:
            unknown = read[before] is UNKNOWN or read[after] is UNKNOWN
            legal = [] if unknown else referee.moves_between(read[before], read[after])
            found = [label(game, one) for one in legal]
            own = not found or names[move] in found
            name = names[move] if own else found[min(len(same), len(found) - 1)]
            same[move] = numbers.setdefault(name, len(numbers))
        moves[node] = same[move]
    columns = replace(trace.columns, move=np.array(moves, np.int32), _derived={})
    return Trace(columns, trace.no_moves, trace.header, game, root, labels=list(numbers), texts=trace.texts)
