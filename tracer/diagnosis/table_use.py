"""What a table could have saved and did not; and moves that come in no fixed order."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from itertools import accumulate, pairwise

import numpy as np

from tracer.deciding.answers_taken import Text
from tracer.deciding.function_text import assignments, called_name, names_in
from tracer.deciding.thresholds import FEW, MANY
from tracer.diagnosis.case import Case
from tracer.diagnosis.chances import redrawn_outcomes
from tracer.diagnosis.finding import NOTE, WARNING, Disease, Symptom
from tracer.diagnosis.identity import positions
from tracer.diagnosis.source_lines import names_of_sources, text_of_source
from tracer.diagnosis.table_entries import get_required_depths
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

_WORD_PATTERN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_VALUE_TABLE_WORDS = {"memo", "memory", "tt", "cache", "cached", "transposition", "transpositions"}
_NEUTRAL_TABLE_WORD = re.compile(r"table|trans|hash|lookup|from|to|values?|positions?|get|put")


def examine(case: Case) -> Iterator[Symptom]:
    """Find what a table could have saved, and moves that come in no fixed order."""
    repeats = _group_repeated_visits(case)
    if repeats:
        if _has_value_table(case):
            yield from _find_unused_table(case, repeats)
        yield from _find_unordered_moves(case, repeats)


def _has_value_table(case: Case) -> bool:
    """Return whether the search surely has a table of values: by its name or text, or as it was seen to answer."""
    name = str(case.trace.header.notes.get("table", ""))
    words = {word.lower() for word in _WORD_PATTERN.findall(name)}
    is_neutral = "table" in words and all(map(_NEUTRAL_TABLE_WORD.fullmatch, words))
    is_named_for_values = is_neutral or bool(words & _VALUE_TABLE_WORDS)
    if is_named_for_values or TABLE in case.status or "memo" in case.trace.header.search:
        return True
    parts = [part for text in _iter_source_texts(case) for part in ast.walk(text.root)]
    returned = [part.value for part in parts if isinstance(part, ast.Return)]
    return any(isinstance(value, ast.Subscript) and called_name(value.value) == name != "" for value in returned)


def _iter_source_texts(case: Case) -> Iterator[Text]:
    """Yield the texts of the search's functions that can be read."""
    names = names_of_sources(case.trace)
    texts = (text_of_source(source, names) for source in case.trace.sources)
    yield from (text for text in texts if text is not None)


def _stores_only_moves(case: Case) -> bool:
    """Return whether the text stores nothing but moves in the table, so that no position can be answered from it.

    A move is what a loop over no values gives, or what is named after it. What the function returns is none.
    """
    table, search_names = str(case.trace.header.notes.get("table", "")), names_of_sources(case.trace)
    stored_names, move_names, returned_names = set[str](), set[str](), set[str]()
    for text in _iter_source_texts(case):
        nodes = list(ast.walk(text.root))
        for node in nodes:
            calls = ast.walk(node.iter) if isinstance(node, ast.For) else ()
            called = {called_name(one.func) for one in calls if isinstance(one, ast.Call)}
            if isinstance(node, ast.For) and called.isdisjoint(search_names):
                move_names |= names_in(node.target)
            elif isinstance(node, ast.Return) and node.value is not None:
                first = node.value.elts[0] if isinstance(node.value, ast.Tuple) and node.value.elts else node.value
                returned_names |= {first.id} if isinstance(first, ast.Name) else set()
        for targets, value in assignments(nodes):
            for target in targets:
                if isinstance(target, ast.Subscript) and called_name(target.value) == table:
                    stored_names |= names_in(value) or {""}
                elif isinstance(target, ast.Name) and isinstance(value, ast.Name) and value.id in move_names:
                    move_names.add(target.id)
    return bool(stored_names) and stored_names <= move_names - returned_names


def _group_repeated_visits(case: Case) -> list[list[int]]:
    """Return the searches and answers of each position that had several; none where none was searched twice.

    A table is for visits that make a move, above the horizon.
    """
    position_ids, columns, status = np.asarray(positions(case)), case.columns, case.columns.status
    asks_table = np.isin(status, (EXPANDED, TABLE)) & ~columns.makes_no_move & ~columns.is_beyond_horizon
    nodes = np.flatnonzero(asks_table & (position_ids >= 0))
    nodes = nodes[~np.isin(nodes, list(case.trace.drivers))]
    nodes = nodes[np.argsort(position_ids[nodes], kind="stable")]
    groups = np.split(nodes, np.flatnonzero(np.diff(position_ids[nodes])) + 1)
    repeated_groups = [group for group in case.walk(groups) if len(group) > 1]
    has_repeated_search = any((status[group] == EXPANDED).sum() > 1 for group in case.walk(repeated_groups))
    return [group.tolist() for group in case.walk(repeated_groups)] if has_repeated_search else []


def _find_unused_table(case: Case, repeats: list[list[int]]) -> Iterator[Symptom]:
    """Find a table that never answers, or only where something is equal that does not matter."""
    required_depths = get_required_depths(case).tolist()
    repeated_searches, table_answers = _split_repeats(case, repeats, required_depths)
    if len(repeated_searches) < FEW or _is_reordered(case, repeated_searches):
        return
    first_visit = {node: earlier[0] for node, earlier in repeated_searches}
    if TABLE not in case.status:
        yield from _find_never_hit(case, repeated_searches, first_visit)
        return
    habits = case.known_answer(table_habits)
    if habits is not None and habits.unused_exact_values:
        template = (
            "the position was searched again though node {first} ({first:path}) had found its exact value, "
            "{first:value}, to the same depth, which decides the window {node:window}; that happened {count} times, "
            "though the table answers by bounds{beside}"
        )
        exception = ", and by exact values on the other side of a window" if habits.uses_other_side else ""
        unused = habits.unused_exact_values
        fields = {"first": unused.__getitem__, "count": len(unused), "beside": exception}
        yield from symptoms(EXACT_NOT_USED, case, unused, template, entered=True, **fields)
        repeated_searches = [(node, earlier) for node, earlier in repeated_searches if node not in unused]
    for description, get_trait in _iter_key_traits(case) if len(repeated_searches) >= FEW else ():
        answers_share, repeats_share = (
            [get_trait(node) in map(get_trait, earlier) for node, earlier in visits]
            for visits in (table_answers, repeated_searches)
        )
        if not any(repeats_share) and len(table_answers) >= FEW and all(answers_share):
            template = (
                "the position was searched again though node {first} ({first:path}) had found its value, "
                "{first:value}; "
                f"that happened {{count}} times, each time that a position was reached {description}, and the table "
                "answers only where that is the same"
            )
            fields = {"first": first_visit.__getitem__, "count": len(repeated_searches)}
            yield from symptoms(KEY_TOO_FINE, case, first_visit, template, entered=True, **fields)
            return


def _find_never_hit(case: Case, repeated_searches: RepeatedVisits, first_visit: dict[int, int]) -> Iterator[Symptom]:
    """Find a table from which no position was answered, unless it holds moves alone."""
    if _stores_only_moves(case):
        return
    name = clean(str(case.trace.header.notes.get("table", "a table")))
    template = (
        "the search has {name}, but no position was answered from it: this one was searched again, though node "
        "{first} ({first:path}) had found its value, {first:value}; that happened {count} times"
    )
    fields = {"first": first_visit.__getitem__, "name": name, "count": len(repeated_searches)}
    yield from symptoms(TABLE_NEVER_HIT, case, first_visit, template, entered=True, **fields)


RepeatedVisits = list[tuple[int, list[int]]]
"""Visits, each with the earlier ones of its position."""


def _split_repeats(
    case: Case, repeats: list[list[int]], required_depths: list[float]
) -> tuple[RepeatedVisits, RepeatedVisits]:
    """Return searches of positions whose exact value one to the same depth had found, and answers of the table."""
    searches: RepeatedVisits = []
    answers: RepeatedVisits = []
    for nodes in case.walk(repeats):
        known_searches: list[int] = []
        for node in nodes:
            returned = [other for other in known_searches if case.end[other] <= node]
            earlier = [other for other in returned if required_depths[other] == required_depths[node]]
            exact_earlier = [other for other in earlier if case.claims[other][0] == case.claims[other][1]]
            if case.status[node] == TABLE:
                if earlier:
                    answers.append((node, earlier))
                continue
            if exact_earlier:
                searches.append((node, exact_earlier))
            if len(known_searches) < MANY:
                known_searches.append(node)
    return searches, answers


def _is_reordered(case: Case, repeated_searches: RepeatedVisits) -> bool:
    """Return whether repeated searches began with the move that had been best: then the table is for that."""
    reordered_count = 0
    for node, earlier in repeated_searches:
        first_move, best_child = case.move[node + 1], case.trace.best_child(earlier[0])
        is_best_first = best_child is not None and first_move == case.move[best_child]
        reordered_count += is_best_first and first_move != case.move[earlier[0] + 1]
    return 2 * reordered_count > len(repeated_searches)


def _iter_key_traits(case: Case) -> Iterator[tuple[str, Callable[[int], Hashable]]]:
    """Return what may differ at equal positions, in words for the positions that differ by it."""
    path_ids: dict[int, int] = {-1: 0}
    path_id_by_step: dict[tuple[int, int], int] = {}
    for node in case.visited:
        parent_path = path_ids[case.parent[node]]
        path_ids[node] = path_id_by_step.setdefault((parent_path, case.move[node]), len(path_id_by_step) + 1)
    text = case.trace.columns.text
    if text is not None and case.game is not None:
        texts = text.tolist()
        yield "written otherwise", lambda node: texts[node]
    yield "after another last move", lambda node: case.move[node]
    yield "at another ply", lambda node: case.ply[node]
    yield "inside another window", lambda node: (case.alpha[node], case.beta[node])
    yield "by another order of moves", lambda node: path_ids[node]


def _find_unordered_moves(case: Case, repeats: list[list[int]]) -> Iterator[Symptom]:
    """Find positions whose moves came in another order than before."""
    if case.trace.header.options.get("order") or (case.has_windows and case.seems_to_have_table):
        return
    required_depths = get_required_depths(case)
    reordered_pairs, explained_count = [], 0
    has_redrawn_outcomes = bool(case.once(redrawn_outcomes))
    for nodes in case.walk(repeats):
        expansions = [node for node in nodes if case.status[node] == EXPANDED]
        for earlier, node in pairwise(expansions):
            if required_depths[earlier] != required_depths[node] or (has_redrawn_outcomes and not case.turn[node]):
                continue
            earlier_moves, moves = _get_moves_in_order(case, earlier), _get_moves_in_order(case, node)
            earlier_order = [move for move in earlier_moves if move in moves]
            order = [move for move in moves if move in earlier_moves]
            if earlier_order == order:
                continue
            if _may_be_ordered(case, earlier, node, earlier_order, order):
                explained_count += 1
            else:
                reordered_pairs.append((node, earlier))
    if len(reordered_pairs) >= FEW and explained_count <= len(reordered_pairs):
        template = "the moves came as {came[0]}, but as {came[1]} at node {before} ({before:path})"
        for node, earlier in reordered_pairs:
            moves_by_visit = [_get_moves_in_order(case, visit)[:6] for visit in (node, earlier)]
            move_lists = [", ".join(map(case.trace.move_label, moves)) for moves in moves_by_visit]
            yield from symptoms(UNORDERED_MOVES, case, [node], template, came=move_lists, before=earlier)


def _get_moves_in_order(case: Case, node: int) -> list[int]:
    """Return the moves of a node in the order in which they came first, pruned ones included."""
    return list(dict.fromkeys(case.move[child] for child in case.children(node)))


def _nodes_by_best_move(case: Case) -> dict[int, list[int]]:
    """Return the nodes at which each move was the best, in the order in which they were entered."""
    nodes_by_move: dict[int, list[int]] = {}
    for node in case.walk(range(len(case))):
        if case.status[node] == EXPANDED and case.turn[node]:
            returned = [child for child in case.visits(node) if case.value[child] == case.value[child]]
            if returned:
                best = max(returned, key=lambda child: case.turn[node] * case.value[child])
                nodes_by_move.setdefault(case.move[best], []).append(node)
    return nodes_by_move


def _may_be_ordered(case: Case, earlier: int, node: int, earlier_order: list[int], order: list[int]) -> bool:
    """Return whether a heuristic that learns from the search may have changed the order of moves.

    Only one or two moves changed at the front, or all that came forward had been best since. Without alpha and beta
    there is nothing to gain from an order.
    """
    if not case.has_windows:
        return False
    front_moves = {*earlier_order[:2], *order[:2]}
    others = [[move for move in moves if move not in front_moves] for moves in (earlier_order, order)]
    if others[0] == others[1]:
        return True
    rank_by_move = {move: rank for rank, move in enumerate(order)}
    max_ranks = accumulate((rank_by_move[move] for move in earlier_order), max)
    advanced = [move for move, furthest in zip(earlier_order, max_ranks, strict=True) if rank_by_move[move] < furthest]
    nodes_by_move = case.once(_nodes_by_best_move)
    best_nodes = [nodes_by_move.get(move, []) for move in advanced]
    return all(bisect_left(nodes, earlier) < bisect_left(nodes, node) for nodes in best_nodes)
