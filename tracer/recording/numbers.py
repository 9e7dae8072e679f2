"""Moves that a recording has by their numbers alone, where the game has names for them.

Older files have the moves of a typed tree so, and other programs number the children of a node.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from tracer.games.move_names import letters_of
from tracer.games.rules import AnyGame, labels, places_name_moves
from tracer.recording.no_moves import Null
from tracer.recording.recording import Recording

AnyRecording = TypeVar("AnyRecording", bound=Recording)


class _Place:
    """A position of the open path; None stands for one that nobody knows."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.state = state
        moves = () if state is None or game.utility(state) is not None else game.moves(state)
        self.moves: dict[str, Hashable] = dict(zip(labels(game, moves), moves, strict=True))
        self.letters = letters_of(self.moves)


def name_numbers(recording: AnyRecording) -> AnyRecording:
    """The recording with the names of moves that it has by their numbers; itself where it has none so. O(n)."""
    game = recording.game
    if game is None or not places_name_moves(game):
        return recording
    names = recording.move_labels
    if not any(map(str.isdecimal, names)):
        return recording
    numbers = {name: number for number, name in enumerate(names)}
    columns, none = recording.columns, recording.no_moves
    moves, plies = columns.move.tolist(), columns.ply.tolist()
    path = [_Place(game, recording.start())]
    for node in range(1, len(recording)):
        del path[plies[node] :]
        above = path[-1]
        if moves[node] in none:
            path.append(_Place(game, None) if isinstance(none[moves[node]], Null) else above)
            continue
        name = told = names[moves[node]]
        if told not in above.moves and told.isdecimal() and above.letters:
            name = above.letters + told
        if name not in above.moves:
            path.append(_Place(game, None))
            continue
        if name != told:
            moves[node] = numbers.setdefault(name, len(names))
            if moves[node] == len(names):
                names.append(name)
        path.append(_Place(game, game.play(above.state, above.moves[name])))
    changed = replace(columns, move=np.array(moves, columns.move.dtype), _derived={})
    tables: dict[str, Any] = {"labels": names, "texts": recording.texts, "sources": recording.sources}
    return type(recording)(changed, none, recording.header, game, recording.start(), **tables)
