"""Tables whose key leaves out a part of the position on which its value depends.

Such a table answers for positions that were never searched: each time with what it holds of one that differs in that
part alone. It searches no position whose key it knows. And either positions that differ in no more are not answered, as
leaves are valued before the table is asked, and are worth different numbers; or that part is what every leaf is worth.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, combinations
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.thresholds import ENOUGH, ENTRIES, FEW, SELDOM, SEVERAL, TINY, TWICE
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import Disease, Symptom
from tracer.diagnosis.identity import boards_of_either
from tracer.diagnosis.position_text_changes import split_into_parts
from tracer.diagnosis.stored_visits import VisitsInTime
from tracer.diagnosis.table_diseases import KEY_WITHOUT_PLAYER, WRONG_TABLE_VALUE
from tracer.diagnosis.table_entries import TableEntries
from tracer.diagnosis.wording import symptoms
from tracer.recording.columns import Array, Floats, Ints
from tracer.recording.status import EXPANDED, HORIZON, TABLE, TERMINAL

_IS_VALUE = "and that is what each leaf returned"
_ARE_DIFFERENT = (
    "but nodes {one} and {other}, {one:where} and {other:where}, differ in no more and returned {one:value} and "
    "{other:value}"
)


class _Key(NamedTuple):
    """What a table may tell positions apart by."""

    numbers: Ints
    """By node: equal where the key is."""
    disease: Disease
    omitted: str
    """What it leaves out, in words."""
    omits_value: bool = False
    """Whether that is what the leaves are worth."""


def find_incomplete_key(entries: TableEntries) -> Iterator[Symptom]:
    """Yield the answers for positions that were not searched, if a key that leaves a part out explains them all."""
    case, nodes = entries.case, entries.case.returned_nodes
    nodes = np.sort(nodes[(nodes < ENOUGH) & (entries.positions[nodes] >= 0)])
    text = case.trace.columns.text
    if text is not None and 0 in case.trace.drivers:  # what a driver has for a position is no key of the table
        nodes = nodes[text[nodes] != text[0]]
    answers, visits = (nodes[(entries.status[nodes] == TABLE) == is_answer] for is_answer in (True, False))
    searches = visits[entries.status[visits] == EXPANDED]
    is_unseen = VisitsInTime(visits, entries.positions, case.columns.end).find_last(answers) < 0
    if case.game is not None or entries.by_path.any() or is_unseen.sum() < SEVERAL:
        return
    values = entries.own_values[:ENOUGH]
    if case.trace.header.notes.get("view") == "mover":
        values = values * case.columns.turn[:ENOUGH]
    value_numbers = np.unique(values, return_inverse=True)[1]
    for key in _iter_keys(case, nodes, values):
        by_value = _number_rows(np.column_stack([key.numbers, value_numbers]))
        sources = VisitsInTime(visits, by_value, case.columns.end).find_last(answers)
        if (sources < 0).any() or _searches_known_keys(entries, searches, key.numbers):
            continue
        pair = _find_different_values(entries, visits, key.numbers)
        if pair is None and not key.omits_value:
            return  # what it leaves out may be of no account, and so a key that leaves out more proves nothing
        template = (
            "the table answered {node:value} for {node:where}, which was not searched, and node {earlier} "
            "({earlier:path}) had returned it for {earlier:where}. So its key seems to leave out {omitted}, "
        )
        template += _IS_VALUE if pair is None else _ARE_DIFFERENT
        one, other = pair or (0, 0)
        earlier = dict(zip(answers.tolist(), sources.tolist(), strict=True)).__getitem__
        fields: dict[str, Any] = {"earlier": earlier, "omitted": key.omitted, "one": one, "other": other}
        yield from symptoms(key.disease, case, answers[is_unseen].tolist(), template, **fields)
        return


def _searches_known_keys(entries: TableEntries, searches: Ints, keys: Ints) -> bool:
    """Return whether a position was searched though its value was known under its key, to the same depth.

    Where nearly all searches leave bounds, as those of null windows do, a bound that decides the window is enough.
    """
    columns, (low, high) = entries.case.columns, entries.case.claim_columns
    last_search = VisitsInTime(searches, keys, columns.end).find_last(searches)
    is_known = low[last_search] == high[last_search]
    if (low[searches] == high[searches]).sum() < SELDOM * len(searches):
        is_known |= (low[last_search] >= columns.beta[searches]) | (high[last_search] <= columns.alpha[searches])
    is_known &= (last_search >= 0) & (entries.depths[last_search] == entries.depths[searches])
    return bool(is_known.any())


def _find_different_values(entries: TableEntries, visits: Ints, keys: Ints) -> tuple[int, int] | None:
    """Return two visits with one key and one depth whose claims contradict each other, as the search itself has them.

    The table answered nothing below them: what it knows may be of greater depths.
    """
    (low, high), columns = entries.case.claim_columns, entries.case.columns
    if entries.case.trace.header.notes.get("view") == "mover":
        is_min = columns.turn < 0
        low, high = np.where(is_min, -high, low), np.where(is_min, -low, high)
    answer_counts = np.append(0, np.cumsum(entries.status == TABLE))
    least, greatest = dict[tuple[int, ...], int](), dict[tuple[int, ...], int]()
    for node in visits[answer_counts[columns.end[visits]] == answer_counts[visits]].tolist():
        shared = keys.item(node), entries.depths.item(node)
        least[shared] = min(least.get(shared, node), node, key=high.__getitem__)
        greatest[shared] = max(greatest.get(shared, node), node, key=low.__getitem__)
        if low[greatest[shared]] > high[least[shared]] + TINY:
            return least[shared], greatest[shared]
    return None


def _iter_keys(case: Case, nodes: Ints, values: Floats) -> Iterator[_Key]:
    """Yield keys of some nodes that leave out whose the pieces are, who moves, or one part or two of the text.

    The values are by node, as the search itself has them.
    """
    text, turn = case.trace.columns.text, case.columns.turn[:ENOUGH].astype(np.int64)
    assert text is not None
    in_use = np.unique(text[nodes])
    text = np.minimum(np.searchsorted(in_use, text[:ENOUGH]), len(in_use) - 1)
    texts = [case.trace.texts[number] for number in in_use.tolist()]
    rows, names = _split_texts(texts)
    for board in boards_of_either(case):
        yield _Key(_number_all(board[:ENOUGH]), KEY_WITHOUT_PLAYER, "whose the pieces are")
    unsigned = [re.sub(r" *-?(\d+)", r" \1", one) for one in texts]  # where one player's pieces are negative
    if any("-" in one for one in texts) and len({*unsigned}) < len(texts):
        numbers = _number_all(unsigned)[text]
        for taken in (np.column_stack([numbers, turn]), numbers[:, None]):
            yield _Key(_number_rows(taken), KEY_WITHOUT_PLAYER, "whose the pieces are")
    if not names:
        return
    parts = np.stack([_number_all([row[place] for row in rows])[text] for place in range(len(names))], 1)
    columns = np.column_stack([parts, turn])
    for occupied in _find_occupied(rows):
        for taken in (np.column_stack([occupied[text], turn]), occupied[text][:, None]):
            yield _Key(_number_rows(taken), KEY_WITHOUT_PLAYER, "whose the pieces are")
    leaves = nodes[np.isin(case.columns.status[nodes], (TERMINAL, HORIZON))]
    worth = _find_parts_as_values([rows[number] for number in text[leaves].tolist()], values[leaves])
    varying = [place for place in range(len(names)) if (parts[:, place] != parts[0, place]).any()]
    for omitted in chain.from_iterable(combinations(varying, count) for count in range(TWICE + 1)):
        kept = [place for place in varying if place not in omitted]
        said = " and ".join(names[place] for place in omitted)
        omits_value = not worth.isdisjoint(omitted)
        if kept and omitted:
            yield _Key(_number_rows(columns[:, [*kept, -1]]), WRONG_TABLE_VALUE, said, omits_value)
        if kept and (turn != turn[0]).any():
            is_player_in_values = bool(omitted) and case.trace.header.notes.get("view") == "mover"
            disease = WRONG_TABLE_VALUE if is_player_in_values else KEY_WITHOUT_PLAYER
            said = said if is_player_in_values else " and ".join(filter(None, (said, "who moves")))
            yield _Key(_number_rows(columns[:, kept]), disease, said, omits_value)


def _split_texts(texts: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """Return the parts of each text, by their names or else by their places, and the names; none where they differ."""
    named = [split_into_parts(text) for text in texts]
    names = [*named[0]]
    if 1 < len(names) <= ENTRIES and all([*parts] == names for parts in named):
        return [[*parts.values()] for parts in named], names
    rows = [text.split() for text in texts]
    if not 1 < len(rows[0]) <= ENTRIES or len({*map(len, rows)}) > 1:
        return [], []
    return rows, [f"element {place}" for place in range(len(rows[0]))]


def _find_parts_as_values(rows: list[list[str]], values: Floats) -> set[int]:
    """Return the places of the parts that are the values of some positions, at each of them, if there are several."""
    if len(np.unique(values)) <= FEW:
        return set()
    return {place for place, parts in enumerate(zip(*rows, strict=True)) if [*map(_parse, parts)] == values.tolist()}


def _parse(part: str) -> float | None:
    try:
        return float(part)
    except ValueError:
        return None


def _find_occupied(rows: list[list[str]]) -> Iterator[Ints]:
    """Yield the places that either of two bit boards has, by text, where positions are two of them."""
    try:
        mine, others = np.array([[int(part) for part in row] for row in rows], np.int64).T
    except (ValueError, OverflowError):
        return
    if not (mine & others).any():
        yield mine | others


def _number_all(things: Sequence[Hashable]) -> Ints:
    """Return numbers that are equal where some things are."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(thing, len(numbers)) for thing in things], np.int64)


def _number_rows(columns: Array) -> Ints:
    """Return a number for each row, equal where rows are: by sums of which two are equal by chance hardly ever."""
    factors = np.random.default_rng(0).integers(1 << 62, size=columns.shape[1])
    return np.unique(columns @ factors, return_inverse=True)[1].ravel()
