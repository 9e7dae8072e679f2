"""The laws that ask the rules: each legal move is there once, and a leaf has the value that the rules give it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracer.diagnosis.broken import LawBroken
from tracer.diagnosis.law_rows import LawRows
from tracer.games.rules import Turn, label, plain, utility
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL
from tracer.searches.contract import clamp
from tracer.text import number
from tracer.tracing import Trace


def moves(trace: Trace) -> None:
    """Law 4: the visited children and the pruned branches of an expanded node are its legal moves, each once.

    A move may be visited again right after a visit that left only a bound: a re-search. So may it where a null window
    of width 1 found a value inside itself, as it does among fractions: the search need not know that this is exact.
    An outcome may be searched at any time after it was probed. Where the search was stopped, moves may be missing; a
    node that begins iterations searches none itself. What is no move of the game counts for none, and a visit that only
    asked is none of its move.
    """
    game, rows = trace.need_game(), LawRows(trace)
    for node, state in _positions(trace, rows):
        if rows.turn[node] != game.turn(state):
            raise LawBroken(trace, node, f"{Turn(rows.turn[node]).name} moves, but the rules say {game.turn(state)!r}")
        if rows.status[node] not in (EXPANDED, OPEN) or game.utility(state) is not None or node in rows.drivers:
            continue
        searched, legal = _moves_once(trace, rows, node), list(game.moves(state))
        if foreign := list(searched.keys() - set(legal)):
            raise LawBroken(trace, searched[foreign[0]], f"{label(game, foreign[0])} is no legal move there")
        missing = [move for move in legal if move not in searched]
        if missing and rows.status[node] == EXPANDED:
            raise LawBroken(trace, node, f"the legal move {label(game, missing[0])} is neither visited nor pruned")


def _moves_once(trace: Trace, rows: LawRows, node: int) -> dict[Any, int]:
    """The moves of a node's children, each with its last visit."""
    found: dict[Any, int] = {}
    asked: dict[Any, int] = {}
    for child in rows.children(node):
        if rows.move[child] in rows.none:
            continue
        move = trace.move(child)
        if rows.aside[child]:
            asked[move] = child
            continue
        again = found.get(move) if rows.status[child] != PRUNED else None
        if again is not None and rows.probe[again] and not rows.turn[node]:
            found[move] = child
            continue
        if move in found and (again is None or rows.end[again] != child or not _leaves_open(rows, again, child)):
            raise LawBroken(trace, child, f"the move {trace.label(child)} comes twice below node {node}")
        found[move] = child
    return asked | found


def _leaves_open(rows: LawRows, before: int, child: int) -> bool:
    """Whether a visit gave a reason to search its move again in a later one: a bound, or a null window's fraction.

    A leaf's value too is only a bound for who asked with a window beside it.
    """
    alpha, beta = rows.window(before)
    if not alpha < rows.value[before] < beta:
        return True
    low, high = rows.window(child)
    return rows.is_null(before) and low <= rows.value[before] <= high


def leaves(trace: Trace) -> None:
    """Law 3: a terminal node has its utility, a node at the horizon its evaluation (fail-hard: clamped)."""
    game: Any = trace.need_game()
    rows = LawRows(trace)
    for node, state in _positions(trace, rows):
        status, payoff = rows.status[node], utility(game, state)
        if status in (TABLE, OPEN):
            continue
        if (status == TERMINAL) != (payoff is not None):
            raise LawBroken(trace, node, f"{trace.node(node).status.name}, but the utility there is {payoff}")
        if status in (TERMINAL, HORIZON):
            expected = plain(game.evaluate(state)) if payoff is None else payoff
            expected = clamp(expected, rows.window(node)) if rows.hard else expected
            if rows.value[node] != expected:
                raise LawBroken(trace, node, f"the value is {number(rows.value[node])}, not {number(expected)}")


def _positions(trace: Trace, rows: LawRows) -> Iterator[tuple[int, Any]]:
    """Every visit with its position, in visit order; a caller may judge a node before its children are played."""
    line: list[Any] = []
    ply = trace.columns.ply.tolist()
    for node in rows.visited:
        state = trace.state_after(line[ply[node] - 1], node) if node else trace.start()
        line[ply[node] :] = [state]
        yield node, state
