"""What a table could have saved and did not; and moves that come in no fixed order."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from itertools import accumulate, pairwise

import numpy as np

from tracer.deciding.function_text import assignments, called_name, names_in
from tracer.deciding.thresholds import FEW, MANY
from tracer.diagnosis.case import Case
from tracer.diagnosis.chances import redrawn_outcomes
from tracer.diagnosis.finding import NOTE, WARNING, Disease, Symptom
from tracer.diagnosis.first_moves import names_of_sources, text_of_source
from tracer.diagnosis.identity import positions
from tracer.diagnosis.table_entries import depths
from tracer.diagnosis.table_habits import table_habits
from tracer.diagnosis.wording import symptoms
from tracer.recording.status import EXPANDED, TABLE
from tracer.text import clean

TABLE_NEVER_HIT = Disease(
    "table-never-hit",
    WARNING,
    "The search keeps a table, but no position was ever answered from it, though positions were searched again whose "
    "exact value it had found.",
    "Look at the key: it has to be equal for equal positions, so no object's identity, list of moves so far or number "
    "of the node; and see that entries are stored before the function returns, under the key that is looked up, and "
    "are kept for long enough.",
)
KEY_TOO_FINE = Disease(
    "key-too-fine",
    WARNING,
    "The table answers some positions, but its key tells equal positions apart, so that their values are found anew.",
    "Leave out of the key what does not matter for the value: the order of the moves so far, the last move, the ply, "
    "the window; sort what has no order.",
)
EXACT_NOT_USED = Disease(
    "exact-not-used",
    WARNING,
    "The table answers by bounds, but not by an exact value that is on one side of the window, or on either: it keeps "
    "exact values as bounds, or not at all.",
    "Compare the best value with the alpha and the beta that the call began with, not with those that it has moved: "
    "between them it is exact. Answer with an exact value in every window.",
)
UNORDERED_MOVES = Disease(
    "unordered-moves",
    NOTE,
    "The moves of one position came in another order when it was searched again, and no heuristic seems to order them: "
    "so the search may visit other nodes in another run.",
    "Do not walk over a set, or a list that moves are taken out of and appended to: sort the moves, or walk over a "
    "fixed list and leave out what cannot be played.",
)
DISEASES: tuple[Disease, ...] = (TABLE_NEVER_HIT, EXACT_NOT_USED, KEY_TOO_FINE, UNORDERED_MOVES)

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_VALUES = {"memo", "memory", "tt", "cache", "cached", "transposition", "transpositions"}
_OF_VALUES = re.compile(r"table|trans|hash|lookup|from|to|values?|positions?|get|put")


def examine(case: Case) -> Iterator[Symptom]:
    """Find what a table could have saved, and moves that come in no fixed order."""
    repeats = _repeats(case)
    if repeats:
        if _keeps_values(case):
            yield from _use(case, repeats)
        yield from _orders(case, repeats)


def _keeps_values(case: Case) -> bool:
    """Return whether the search surely has a table of values: by its name, or because it was seen to answer."""
    name = str(case.trace.header.notes.get("table", ""))
    words = {word.lower() for word in _WORDS.findall(name)}
    named = bool(words & _VALUES) or ("table" in words and all(map(_OF_VALUES.fullmatch, words)))
    return named or TABLE in case.status or "memo" in case.trace.header.search


def _keeps_moves_alone(case: Case) -> bool:
    """Return whether the text stores nothing but moves in the table, so that no position can be answered from it.

    A move is what a loop over no values gives, or what is named after it. What the function returns is none.
    """
    table, names = str(case.trace.header.notes.get("table", "")), names_of_sources(case)
    stored: set[str] = set()
    moves: set[str] = set()
    other: set[str] = set()
    for text in (text_of_source(source, names) for source in case.trace.sources):
        nodes = [] if text is None else list(ast.walk(text.root))
        for node in nodes:
            if isinstance(node, ast.For) and not any(called_name(one.func) in names for one in _calls_in(node.iter)):
                moves |= names_in(node.target)
            elif isinstance(node, ast.Return) and node.value is not None:
                first = node.value.elts[0] if isinstance(node.value, ast.Tuple) and node.value.elts else node.value
                other |= {first.id} if isinstance(first, ast.Name) else set()
        for targets, value in assignments(nodes):
            for target in targets:
                if isinstance(target, ast.Subscript) and called_name(target.value) == table:
                    stored |= names_in(value) or {""}
                elif isinstance(target, ast.Name) and isinstance(value, ast.Name) and value.id in moves:
                    moves.add(target.id)
    return bool(stored) and stored <= moves - other


def _calls_in(expression: ast.expr) -> Iterator[ast.Call]:
    return (node for node in ast.walk(expression) if isinstance(node, ast.Call))


def _repeats(case: Case) -> list[list[int]]:
    """Return the searches and answers of each position that had several; none where none was searched twice.

    A table is for visits that make a move, above the horizon.
    """
    places, status = np.asarray(positions(case)), case.columns.status
    nodes = np.flatnonzero(
        np.isin(status, (EXPANDED, TABLE)) & (places >= 0) & ~case.columns.aside & ~case.columns.beyond
    )
    nodes = nodes[~np.isin(nodes, list(case.trace.drivers))]
    nodes = nodes[np.argsort(places[nodes], kind="stable")]
    groups = np.split(nodes, np.flatnonzero(np.diff(places[nodes])) + 1)
    several = [group for group in case.walk(groups) if len(group) > 1]
    searched = any((status[group] == EXPANDED).sum() > 1 for group in case.walk(several))
    return [group.tolist() for group in case.walk(several)] if searched else []


def _use(case: Case, repeats: list[list[int]]) -> Iterator[Symptom]:
    """Find a table that never answers, or only where something is equal that does not matter."""
    asked = depths(case).tolist()
    again, hits = _again(case, repeats, asked)
    if len(again) < FEW or _reordered(case, again):
        return
    first = {node: earlier[0] for node, earlier in again}
    if TABLE not in case.status:
        if _keeps_moves_alone(case):
            return
        name = clean(str(case.trace.header.notes.get("table", "a table")))
        said = (
            "the search has {name}, but no position was answered from it: this one was searched again, though node "
            "{first} ({first:path}) had found its value, {first:value}; that happened {count} times"
        )
        yield from symptoms(
            TABLE_NEVER_HIT, case, first, said, entered=True, first=first.__getitem__, name=name, count=len(again)
        )
        return
    habits = case.known_answer(table_habits)
    if habits is not None and habits.unused:
        said = (
            "the position was searched again though node {first} ({first:path}) had found its exact value, "
            "{first:value}, to the same depth, which decides the window {node:window}; that happened {count} times, "
            "though the table answers by bounds{beside}"
        )
        beside = ", and by exact values on the other side of a window" if habits.other_side else ""
        unused = habits.unused
        yield from symptoms(
            EXACT_NOT_USED,
            case,
            unused,
            said,
            entered=True,
            first=unused.__getitem__,
            count=len(unused),
            beside=beside,
        )
        again = [(node, earlier) for node, earlier in again if node not in unused]
    for words, trait in _traits(case) if len(again) >= FEW else ():
        shared, apart = ([trait(node) in map(trait, earlier) for node, earlier in ones] for ones in (hits, again))
        if not any(apart) and len(hits) >= FEW and all(shared):
            said = (
                "the position was searched again though node {first} ({first:path}) had found its value, "
                "{first:value}; "
                f"that happened {{count}} times, each time that a position was reached {words}, and the table answers "
                "only where that is the same"
            )
            yield from symptoms(
                KEY_TOO_FINE, case, first, said, entered=True, first=first.__getitem__, count=len(again)
            )
            return


Again = list[tuple[int, list[int]]]
"""Visits, each with the earlier ones of its position."""


def _again(case: Case, repeats: list[list[int]], asked: list[float]) -> tuple[Again, Again]:
    """Return searches of positions whose exact value one to the same depth had found, and answers of the table."""
    again: Again = []
    hits: Again = []
    for nodes in case.walk(repeats):
        known: list[int] = []
        for node in nodes:
            earlier = [one for one in known if case.end[one] <= node and asked[one] == asked[node]]
            exact = [one for one in earlier if case.claims[one][0] == case.claims[one][1]]
            if case.status[node] == TABLE:
                if earlier:
                    hits.append((node, earlier))
                continue
            if exact:
                again.append((node, exact))
            if len(known) < MANY:
                known.append(node)
    return again, hits


def _reordered(case: Case, again: Again) -> bool:
    """Return whether repeated searches began with the move that had been best: then the table is for that."""
    changed = 0
    for node, earlier in again:
        first, best = case.move[node + 1], case.trace.best_child(earlier[0])
        changed += first != case.move[earlier[0] + 1] and best is not None and first == case.move[best]
    return 2 * changed > len(again)


def _traits(case: Case) -> Iterator[tuple[str, Callable[[int], Hashable]]]:
    """Return what may differ at equal positions, in words for the positions that differ by it."""
    paths: dict[int, int] = {-1: 0}
    numbers: dict[tuple[int, int], int] = {}
    for node in case.visited:
        before = paths[case.parent[node]]
        paths[node] = numbers.setdefault((before, case.move[node]), len(numbers) + 1)
    text = case.trace.columns.text
    if text is not None and case.game is not None:
        texts = text.tolist()
        yield "written otherwise", lambda node: texts[node]
    yield "after another last move", lambda node: case.move[node]
    yield "at another ply", lambda node: case.ply[node]
    yield "inside another window", lambda node: (case.alpha[node], case.beta[node])
    yield "by another order of moves", lambda node: paths[node]


def _orders(case: Case, repeats: list[list[int]]) -> Iterator[Symptom]:
    """Find positions whose moves came in another order than before."""
    if case.trace.header.options.get("order") or (case.windowed and case.has_table):
        return
    asked = depths(case)
    found, explained = [], 0
    drawn = bool(case.once(redrawn_outcomes))
    for nodes in case.walk(repeats):
        searched = [node for node in nodes if case.status[node] == EXPANDED]
        for (before, then), (node, now) in pairwise([(node, _moves(case, node)) for node in searched]):
            if then == now or asked[before] != asked[node] or (drawn and not case.turn[node]):
                continue
            old, new = [move for move in then if move in now], [move for move in now if move in then]
            if old == new:
                continue
            if _may_be_ordered(case, before, node, old, new):
                explained += 1
            else:
                found.append((node, before))
    if len(found) >= FEW and explained <= len(found):
        said = "the moves came as {came[0]}, but as {came[1]} at node {before} ({before:path})"
        for node, before in found:
            came = [", ".join(map(case.trace.move_label, _moves(case, one)[:6])) for one in (node, before)]
            yield from symptoms(UNORDERED_MOVES, case, [node], said, came=came, before=before)


def _moves(case: Case, node: int) -> list[int]:
    """Return the moves of a node in the order in which they came first, pruned ones included."""
    return list(dict.fromkeys(case.move[child] for child in case.children(node)))


def _nodes_by_best_move(case: Case) -> dict[int, list[int]]:
    """Return the nodes at which each move was the best, in the order in which they were entered."""
    found: dict[int, list[int]] = {}
    for node in case.walk(range(len(case))):
        if case.status[node] == EXPANDED and case.turn[node]:
            returned = [child for child in case.visits(node) if case.value[child] == case.value[child]]
            if returned:
                best = max(returned, key=lambda child: case.turn[node] * case.value[child])
                found.setdefault(case.move[best], []).append(node)
    return found


def _may_be_ordered(case: Case, before: int, node: int, old: list[int], new: list[int]) -> bool:
    """Return whether a heuristic that learns from the search may have changed the order of moves.

    Only one or two moves changed at the front, or all that came forward had been best since. Without alpha and beta
    there is nothing to gain from an order.
    """
    if not case.windowed:
        return False
    front = {*old[:2], *new[:2]}
    if [move for move in old if move not in front] == [move for move in new if move not in front]:
        return True
    place = {move: rank for rank, move in enumerate(new)}
    last = accumulate((place[move] for move in old), max)
    forward = [move for move, furthest in zip(old, last, strict=True) if place[move] < furthest]
    best = case.once(_nodes_by_best_move)
    nodes = [(ones, bisect_left(ones, before)) for ones in (best.get(move, []) for move in forward)]
    return all(at < len(ones) and ones[at] < node for ones, at in nodes)
