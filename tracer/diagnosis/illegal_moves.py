"""Moves that are not legal, as far as texts tell without a game: they do nothing, or overwrite what is not put back.

In some games a move may do nothing, as a step against a wall, or capture a piece. But then it can be made whenever the
places look the same that it changes elsewhere. A move that most visits do not have where these look so is not legal.
"""

from __future__ import annotations

import numpy as np

from tracer.deciding.thresholds import HALF, TWICE
from tracer.diagnosis.case import Case
from tracer.diagnosis.identity import boards, characters
from tracer.recording.columns import NO_DEPTH, Array, Ints
from tracer.recording.status import EXPANDED, PRUNED, Why


def moves_against_others(case: Case, disturbed: set[int]) -> list[int]:
    """The visits by such moves, in the order of their numbers; none where the search did not tell its moves itself.

    Args:
        case: the search.
        disturbed: the visits whose position on return is another than on entry: their moves may have overwritten it.
    """
    text = case.trace.columns.text
    if case.game is not None or text is None or case.trace.sources:
        return []
    board, none = boards(case), case.trace.no_moves
    made = [node for node in case.visited[1:] if case.move[node] not in none]
    made = [node for node in made if board[node] is not None and board[case.parent[node]] is not None]
    nodes = np.array(made, np.int64)
    odd = np.array([board[node] == board[case.parent[node]] or case.parent[node] in disturbed for node in made], bool)
    if not odd.any():
        return []
    letters, whole = characters(case.trace.texts), np.array(_complete_visits(case), np.int64)
    found: list[int] = []
    for move in np.unique(case.columns.move[nodes[odd]]).tolist():
        mine = case.columns.move[nodes] == move
        if (mine & ~odd).any():
            found += _illegal(case, move, nodes[mine & odd], nodes[mine & ~odd], whole, letters)
    return sorted(found)


def _illegal(case: Case, move: int, odd: Ints, usual: Ints, whole: Ints, letters: Array | None) -> list[int]:
    """The odd visits by a move that is not legal where they made it."""
    text, parent = case.trace.columns.text, case.columns.parent
    assert text is not None
    before = text[parent[usual]]
    looks = text[:, None]
    if letters is not None:
        changed = (letters[before] != letters[text[usual]]).any(axis=0)
        looks = letters[:, changed][text]
    having: dict[bytes, list[int]] = {}
    for node in whole.tolist():
        has = any(case.move[child] == move for child in case.children(node))
        having.setdefault(looks[node].tobytes(), [0, 0])[has] += 1
    found = []
    for node in odd.tolist():
        without, with_it = having.get(looks[parent[node]].tobytes(), (0, 0))
        if without >= max(TWICE, HALF * (without + with_it)):
            found.append(node)
    return found


def _complete_visits(case: Case) -> list[int]:
    """The visits that searched all their moves, or told which were left out."""
    why, none, found = case.trace.columns.why, case.trace.no_moves, []
    for node in case.visited:
        if case.status[node] != EXPANDED or not case.turn[node]:
            continue
        children = [child for child in case.children(node) if case.move[child] not in none]
        told = any(case.status[child] == PRUNED for child in children) or not case.cutoff[node]
        spent = case.depth is not None and NO_DEPTH != case.depth[node] <= 0
        quiescent = why is not None and why[node] == Why.QUIESCENCE
        if told and children and not spent and not quiescent:
            found.append(node)
    return found
