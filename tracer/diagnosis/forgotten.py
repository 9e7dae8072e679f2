"""Moves that are searched nowhere: those that the search's list of moves never has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from tracer.deciding.thresholds import FEW
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
