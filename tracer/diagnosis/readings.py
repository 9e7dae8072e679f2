"""Other readings of a recording: where most nodes contradict their children, the recording may be what is wrong.

A recording from outside guesses whose view values are, and what a node does with its children. Where another reading
makes nearly every node agree, and the one at hand does not, that is said, and nothing of the search is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np

from tracer.deciding.thresholds import DIGITS, FEW, HALF, MANY, RARELY, SELDOM, SEVERAL, SURE, TINY, TOGETHER
from tracer.diagnosis.call_columns import Calls
from tracer.diagnosis.case import Case, sort_by_return
from tracer.diagnosis.finding import ERROR, NOTE, WARNING, Disease, Spoils, Symptom
from tracer.diagnosis.first_moves import names_of_sources, text_of_source
from tracer.diagnosis.rivals import are_values_move_numbers, explain_values
from tracer.diagnosis.sites import MAX_NULL_WIDTH
from tracer.diagnosis.sound_call import WRONG
from tracer.diagnosis.stopping_nodes import find_stopping_nodes
from tracer.diagnosis.wording import symptoms
from tracer.recording.column_views import as_memoryview
from tracer.recording.columns import Bools, Ints
from tracer.recording.status import EXPANDED, OPEN
from tracer.text import clean, number

NO_VALUE = Disease(
    "no-value",
    ERROR,
    "A call returned no number, such as None or NaN, and the search went on above it.",
    "Does each way through the function end with a return? Nothing compares with NaN or None: what is above it "
    "depends on the order of the moves.",
)
OTHERWISE = Disease(
    "recorded-otherwise",
    WARNING,
    "The values contradict each other at many nodes, and hardly at any if the recording is read in another way.",
    "Record again as it says; then the search itself can be judged.",
    spoils=Spoils.VALUES,
)
NO_MINIMAX = Disease(
    "no-minimax",
    NOTE,
    "Most nodes have a value that no choice among their moves gives, and no known mistake explains it: values are "
    "summed or averaged, or there is more in them than a recording keeps. Nothing else is judged.",
    "Where a minimax is meant, look at what this node returns: the best of what its moves returned. Where moves earn "
    "points, add these in the call that returns the value, and say with --turn who moves. Where chance is meant, let a "
    "lambda of --turn give 'CHANCE' at its nodes.",
    spoils=Spoils.VALUES,
)
DISEASES: tuple[Disease, ...] = (NO_VALUE, OTHERWISE, NO_MINIMAX)


Explained = tuple[Ints, int]
"""The nodes that a reading explains, none where it is not believed; and how many could tell."""
_NOTHING: Explained = np.empty(0, np.int64), 0


def examine(case: Case) -> Iterator[Symptom]:
    """The calls without a number; else the first node that contradicts its reading, where another one is right."""
    said, lost = case.trace.header.notes.get("valueless"), _without_number(case)
    valueless = [] if said is None else [node for node in lost if case.status[case.parent[node]] != OPEN]
    returned = f"it has no value: a call returned {clean(str(said))}, which is no number"
    yield from symptoms(
        NO_VALUE, case, valueless, "{returned}, and nothing is known of the value above it", returned=returned
    )
    if len(lost) >= SEVERAL and len(lost) > SELDOM * len(case.visited):
        count = f"{len(lost):,} of {len(case.visited):,} visits, this one first"
        more = "calls of a function that belongs to no search. Name the search's functions with --attach"
        said = f"{count}, ended without a number while the search went on: {more}"
        yield from symptoms(OTHERWISE, case, lost[:1], said)
        return
    players = [calls for calls in case.calls.values() if len(calls)]
    for reading, disease, words in _READINGS:
        nodes, told = reading(case, players)
        if len(nodes) and not (disease is NO_MINIMAX and valueless):
            first = sort_by_return(case, nodes)[:1]
            values, more = partial(_values, case), "" if len(case.visits(first[0])) <= TOGETHER else " …"
            yield from symptoms(disease, case, first, words, values=values, more=more, count=len(nodes), told=told)
            return


def _without_number(case: Case) -> Sequence[int]:
    """Return the visits that ended without a number, such as None, while the search went on."""
    columns = case.columns
    lost = np.flatnonzero(columns.status[1:] == OPEN) + 1
    above = columns.parent[lost]
    gone_on = (columns.status[above] != OPEN) | (columns.end[lost] < columns.end[above])
    return as_memoryview(lost[gone_on])


def _turned(case: Case, players: list[Calls]) -> Explained:
    """Return the wrong nodes, where values agree once those of one player have the other sign. Windows are not read."""
    count, shown = sum(map(len, players)), sum(int(calls.is_not_best.sum()) for calls in players)
    if count < SEVERAL or shown <= SELDOM * count:
        return _NOTHING
    left = choosing = 0
    for calls in players:
        returned = np.where(case.columns.turn[calls.child_ids] < 0, -1.0, 1.0) * calls.child_values
        best, worst = (
            calls.compute_running_best(returned)[calls.last_row],
            -calls.compute_running_best(-returned)[calls.last_row],
        )
        left += int((calls.turn * calls.node_values != best).sum())
        choosing += int((worst < best).sum())
    if left > RARELY * count or choosing < SEVERAL:
        return _NOTHING
    return _nodes((calls, calls.is_not_best) for calls in players)[0], count


def _nodes(shown: Iterable[tuple[Calls, Bools]]) -> Explained:
    """Some nodes of the players together."""
    found = [calls.node_ids[which] for calls, which in shown]
    return (np.concatenate(found), 0) if found else _NOTHING


def _both_players(case: Case, players: list[Calls]) -> Explained:
    """The nodes with the worst value, where beside chance one player alone moves, and gets now the best, now the worst.

    No search does that: the other player's nodes were taken for this one's, and where both are one function they can
    be. With a game the players are known.
    """
    by_chance = (case.columns.turn == 0) & (case.columns.status == EXPANDED)
    by_chance[list(case.trace.drivers)] = False
    if len(players) != 1 or case.game is not None or not by_chance.any():
        return _NOTHING
    (calls,) = players
    right, turned = (
        calls.has_several_values & (calls.node_values == end)
        for end in (calls.best_child_value, calls.worst_child_value)
    )
    if min(int(right.sum()), int(turned.sum())) < FEW:
        return _NOTHING
    return calls.node_ids[turned], int(calls.has_several_values.sum())


def _mean(case: Case, players: list[Calls]) -> Explained:
    """Return the wrong nodes of a player who mostly has a mean of what the children returned, while another chooses."""
    found = []
    for calls in players:
        inside, between = calls.is_between_children
        count, told = int((calls.is_not_best & between).sum()), int(calls.has_several_values.sum())
        clear = count >= max(FEW, SURE * told) or count >= max(SEVERAL, SELDOM * told)
        if clear and (calls.is_not_best & ~inside).sum() <= RARELY * len(calls):
            found.append((calls, calls.is_not_best & between))
    nobody_chooses = len(found) == sum(calls.has_several_values.any() for calls in players) > 1
    return _NOTHING if nobody_chooses or not found or case.shrinks_values() else _nodes(found)


def _moves(case: Case, players: list[Calls]) -> Explained:
    """The nodes that seem to return a move instead of a value: each number goes with one move, and is no value."""
    return (
        _nodes((calls, calls.is_not_best) for calls in players) if are_values_move_numbers(case, players) else _NOTHING
    )


def _carried(case: Case, players: list[Calls]) -> Explained:
    """Return the wrong nodes, where windows are moved by what each move earns, and values are right with it.

    A search of such a game passes (gain - beta, gain - alpha) and returns gain - value. By how much the far end of a
    window is moved tells the gain of each move, and so what the node must have returned. Where the same player moves
    again it passes (alpha - gain, beta - gain) and returns gain + value; the recording has both turned round.
    """
    moved = other = 0
    shown, adds = [], case.has_windows and _adds(case)
    for calls in players if case.has_windows else ():
        (low, high), near, far = (
            calls.received_windows,
            calls.own_bound[calls.parent_row],
            calls.opponent_bound[calls.parent_row],
        )
        with np.errstate(invalid="ignore"):  # from an open end nothing can be told
            gain, before, width = far - high, near - low, far - near
            together = np.abs(gain - before) <= TINY * (1 + np.abs(far))
            finite = np.isfinite(gain)
            amount = np.where(finite, gain, 0)
            ways = calls.child_values + amount, np.where(finite, low + far, 0) - calls.child_values
            value, own = calls.node_values[calls.parent_row], (near, far)
            off = np.minimum.reduce([np.abs(value - one) for way in ways for one in (way, np.clip(way, *own))])
            right = np.logical_or.reduceat(off <= TINY * (1 + np.abs(value)), calls.first_row)
        known = calls.is_first_child & finite & np.isfinite(before) & (gain != 0)
        mirrored = (low == -far) & (high == -near)
        earned = adds | (width <= MAX_NULL_WIDTH + TINY)  # then that may be so by what a move earns
        moved += int((known & together & ~mirrored).sum())
        other += int((known & (~together | (mirrored & ~earned))).sum())
        told = calls.is_not_best & np.logical_and.reduceat(finite, calls.first_row)
        if 2 * (told & right).sum() >= told.sum():
            shown.append((calls, told & right))
    found = _nodes(shown)
    enough = 1 if moved and adds else SEVERAL
    return found if min(len(found[0]), moved) >= enough and other <= (1 - SURE) * (moved + other) else _NOTHING


def _no_minimax(case: Case, players: list[Calls]) -> Explained:
    """Return the nodes with a value that no choice gives, where most that could tell have one and nothing explains it.

    It is looked for where nothing but the moves can have given a node's value: no window, and no cache that is not
    seen, unless the text adds something to what was returned, perhaps few numbers. What a table answered without a
    window is as good as what was searched.
    """
    cut = case.has_windows and not case.trace.header.never_cuts
    adds = not case.has_windows and _adds(case)
    if cut or not players or (case.trace.header.answers_unseen and not adds):
        return _NOTHING
    right, amounts, shown = 0, [], []
    aside = [case.parent[one] for one in case.aside_nodes]  # such a visit may have given its parent the value
    for calls in players:
        with np.errstate(invalid="ignore"):  # of one infinity another leaves no number
            more = calls.node_values - calls.best_child_value
        wrong = (np.abs(more) > TINY * (1 + np.abs(calls.best_child_value))) & ~np.isin(calls.node_ids, aside)
        right += int((~wrong & calls.has_several_values).sum())
        amounts.append(more[wrong])
        shown.append((calls, wrong))
    nodes, _ = _nodes(shown)
    told, count = len(nodes) + right, sum(map(len, players))
    clear = adds or (2 * len(nodes) > told if len(nodes) >= SEVERAL else len(nodes) >= max(FEW, told))
    if case.game is not None:  # of which a minimax is expected
        clear = count >= 2 * MANY and 2 * len(nodes) > count
    several = len(np.unique(np.round(np.concatenate(amounts), DIGITS))) >= FEW
    if not clear or not (several or adds):
        return _NOTHING
    known = sum(one.disease is not WRONG for one in explain_values(case.calls, nodes.tolist(), len(case)))
    named = known > (HALF if adds else SELDOM) * len(nodes)  # else some are so by chance
    return _NOTHING if named or case.shrinks_values() else (nodes, told)


def _adds(case: Case) -> bool:
    """Return whether the text of the search adds something to what its calls return: what a move earns, perhaps."""
    texts = (text_of_source(source, names_of_sources(case)) for source in case.trace.sources)
    return any(text is not None and text.adds for text in texts)


def _stopping(case: Case, _players: list[Calls]) -> Explained:
    """Return the nodes at which a player seems to stop, and the number of nodes that could show it."""
    nodes = find_stopping_nodes(case)
    return nodes, int(case.columns.is_judged.sum()) if len(nodes) else 0


_NONE = (
    "{node:value} is not {node:player}'s best of what the moves returned here, {values}{more}, and so at {count} of "
    "{told} nodes that could tell, by many numbers: no minimax, but perhaps a sum or a mean, or moves earn points "
    "that a recording does not keep. It was not judged"
)
_READINGS: tuple[tuple[Callable[[Case, list[Calls]], Explained], Disease, str], ...] = (
    (
        _turned,
        OTHERWISE,
        "{count} of {told} nodes, here with {node:value}, contradict their children's values, and hardly one does if "
        "the values are read in the other view: --view mover, or --view max if that was said",
    ),
    (
        _both_players,
        OTHERWISE,
        "{node:player} is said to move at each node but chance's, and here has {node:value}, the worst of what its "
        "moves returned, as at {count} of {told} nodes, and the best at others: the other player seems to move there. "
        "Say with --turn who moves where",
    ),
    (
        _mean,
        OTHERWISE,
        "{node:value} is a mean of what the moves returned here, {values}, and no choice that {node:player} makes: so "
        "at {count} nodes, as chance has. Say with --turn who moves where: a lambda may give 'CHANCE'",
    ),
    (
        _moves,
        OTHERWISE,
        "{node:value} is no value that the moves returned here, {values}, and so at {count} nodes, where each number "
        "goes with one move: the function seems to return its best move, and its caller takes that number for a score. "
        "Return the score, or both, and say with --value where it is",
    ),
    (
        _carried,
        NO_MINIMAX,
        "{node:value} is what the moves returned here, {values}{more}, and what each move earns by itself, by which "
        "its window is moved, too; so at {count} nodes. A recording keeps none of these, so values and windows cannot "
        "be compared. It was not judged; where points are carried down and counted at the end of the game, it can be",
    ),
    (
        _stopping,
        NO_MINIMAX,
        "{node:value} is more to {node:player} than what the moves returned here, {values}{more}, and always as much "
        "in this position; so at {count} of {told} nodes. A player seems to have the choice to stop, which is no "
        "call. It was not judged",
    ),
    (_no_minimax, NO_MINIMAX, _NONE),
)
"""The other readings, the most likely first: what each explains, and the sentence that says so."""


def _values(case: Case, node: int) -> str:
    """Return what the moves of a node returned."""
    return ", ".join(number(case.value[child]) for child in case.visits(node)[:TOGETHER])
