"""What is wrong with a search's lists of moves: what is on them and is not legal, and what is on none of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

import numpy as np

from tracer.deciding.thresholds import FEW, HALF, TWICE
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, Disease, Spoils, Symptom
from tracer.diagnosis.identity import boards, characters
from tracer.diagnosis.steps import where
from tracer.diagnosis.truth import oracle
from tracer.recording.columns import NO_DEPTH, Array, Ints
from tracer.recording.status import EXPANDED, PRUNED, TABLE, TERMINAL, Why

FORGOTTEN = Disease(
    "move-forgotten",
    ERROR,
    "A move is searched nowhere, though it is legal at many nodes where nothing was cut.",
    "Look at what makes the list of moves, and at where its loops begin and end (range(8) has no 8): the last square, "
    "column or kind of move is left out.",
    spoils=Spoils.MOVES,
)


def forgotten_moves(case: Case, lacking: list[int], *, remembers: bool) -> set[str]:
    """The moves that no node has, though they are legal at several, and at leaves that have no others.

    Args:
        case: the search, with its game.
        lacking: the expanded nodes with legal moves that were neither visited nor pruned, though nothing was cut.
        remembers: whether a table that is asked before a call may have answered the moves.
    """
    if not lacking:
        return set()
    searched = {case.trace.label(node) for node in case.visited}
    never: set[str] = set().union(*(case.missing_moves(node) for node in lacking)) - searched
    stranded = _stranded(case, never)
    offers = Counter(move for node in [*lacking, *stranded] for move in set(case.legal(node) or ()))
    never = {move for move in never if offers[move] >= FEW}
    stranded = _stranded(case, never)
    return never if stranded and (not remembers or _is_wrong(case, stranded)) else set()


def forgetful_nodes(case: Case, lacking: list[int], never: set[str]) -> Iterator[Symptom]:
    """The nodes that lack such moves, and the leaves that have no others."""
    nodes = [node for node in lacking if not never.isdisjoint(case.missing_moves(node))]
    for node in [*nodes, *_stranded(case, never)] if never else ():
        yield Symptom(FORGOTTEN, node, partial(_say, case, node, never))


def _stranded(case: Case, never: set[str]) -> list[int]:
    """The visits without children at which the game is not over, and no other move is legal."""
    return [
        node
        for node in case.in_time
        if case.status[node] in (TERMINAL, TABLE) and (legal := case.legal(node)) and never.issuperset(legal)
    ]


def _is_wrong(case: Case, stranded: list[int]) -> bool:
    """Whether one of these has a wrong value, so that no table can have had it."""
    truth = oracle(case)
    for node in stranded:
        value, (low, high) = truth.value(node), case.claims[node]
        if value is not None and not low <= value <= high:
            return True
    return False


def _say(case: Case, node: int, never: set[str]) -> str:
    moves = [move for move in case.legal(node) or () if move in never]
    named = ", ".join(moves[:4]) + (" …" if len(moves) > 4 else "")  # as many as can be read
    verb = "is" if len(moves) == 1 else "are"
    return f"{named} {verb} legal at {where(case, node)} and searched nowhere in the whole search"


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
