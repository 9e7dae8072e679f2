"""Moves that a recording has by their numbers alone, where the game has names for them.

Older files have the moves of a typed tree so, and other programs number the children of a node.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from tracer.games.move_names import shared_letters
from tracer.games.rules import AnyGame, labels, names_moves_by_index
from tracer.recording.no_moves import Null
from tracer.recording.recording import Recording

AnyRecording = TypeVar("AnyRecording", bound=Recording)


class _PathPosition:
    """A position of the open path; None stands for one that nobody knows."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.state = state
        moves = () if state is None or game.utility(state) is not None else game.moves(state)
        self.moves: dict[str, Hashable] = dict(zip(labels(game, moves), moves, strict=True))
        self.letters = shared_letters(self.moves)


def name_numbered_moves(recording: AnyRecording) -> AnyRecording:
    """The recording with the names of moves that it has by their numbers; itself where it has none so. O(n)."""
    game = recording.game
    if game is None or not names_moves_by_index(game):
        return recording
    names = recording.move_labels
    if not any(map(str.isdecimal, names)):
        return recording
    numbers = {name: number for number, name in enumerate(names)}
    columns, no_moves = recording.columns, recording.no_moves
    moves, plies = columns.move.tolist(), columns.ply.tolist()
    path = [_PathPosition(game, recording.start())]
    for node in range(1, len(recording)):
        del path[plies[node] :]
        parent = path[-1]
        if moves[node] in no_moves:
            path.append(_PathPosition(game, None) if isinstance(no_moves[moves[node]], Null) else parent)
            continue
        name = given_name = names[moves[node]]
        if given_name not in parent.moves and given_name.isdecimal() and parent.letters:
            name = parent.letters + given_name
        if name not in parent.moves:
            path.append(_PathPosition(game, None))
            continue
        if name != given_name:
            moves[node] = numbers.setdefault(name, len(names))
            if moves[node] == len(names):
                names.append(name)
        path.append(_PathPosition(game, game.play(parent.state, parent.moves[name])))
    changed = replace(columns, move=np.array(moves, columns.move.dtype), _derived={})
    tables: dict[str, Any] = {"labels": names, "texts": recording.texts, "sources": recording.sources}
    return type(recording)(changed, no_moves, recording.header, game, recording.start(), **tables)
