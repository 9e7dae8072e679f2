"""Moves that are searched nowhere: those that the search's list of moves never has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.steps import where
from tracer.diagnosis.truth import oracle
from tracer.recording.status import TABLE, TERMINAL

FORGOTTEN = Disease(
    "move-forgotten",
    ERROR,
    "A move is searched nowhere, though it is legal at many nodes where nothing was cut.",
    "Look at what makes the list of moves, and at where its loops begin and end (range(8) has no 8): the last square, "
    "column or kind of move is left out.",
)
_FEW = 3
"""Nodes at which a move has to be missing."""


def forgetful_nodes(case: Case, lacking: list[int], *, remembers: bool) -> Iterator[Symptom]:
    """The nodes that lack moves which no node has, and the leaves that have no others.

    Args:
        case: the search, with its game.
        lacking: the expanded nodes with legal moves that were neither visited nor pruned, though nothing was cut.
        remembers: whether a table that is asked before a call may have answered the moves.
    """
    if not lacking:
        return
    searched = {case.trace.label(node) for node in case.visited}
    gone = {node: set(case.missing_moves(node)) for node in lacking}
    never: set[str] = set().union(*gone.values())
    if never & searched:
        return
    stranded = _stranded(case, never)
    nodes = [*lacking, *stranded]
    offers = Counter(move for node in nodes for move in set(case.legal(node) or ()))
    regular = all(offers[move] >= _FEW for move in never)
    if regular and stranded and (not remembers or _is_wrong(case, stranded)):
        for node in nodes:
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
