"""Leaves: what the end of a game is worth, what a horizon is worth, and whether the search ends where it should."""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.thresholds import ASKED, DIGITS, FEW, SURE
from tracer.diagnosis import depths
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.horizon import ALIKE, EARLY, OUTRANKS, evaluations_like_wins, leaves_alike, leaves_taken_early
from tracer.diagnosis.judged import Judged
from tracer.diagnosis.payoffs import (
    agrees,
    is_spent,
    is_turned,
    looks_no_further,
    own_evaluation,
    payoff_at,
    utility_of,
)
from tracer.diagnosis.truth import may_be_drawn
from tracer.diagnosis.wording import plural, sentence, symptoms, where
from tracer.recording.column_views import as_memoryview
from tracer.recording.slices import slices
from tracer.recording.status import HORIZON, PRUNED, TABLE
from tracer.text import number

SIGN = Disease(
    "leaf-sign",
    ERROR,
    "Leaves have the negative of their true value: all at plies of one parity, all of one player, all that return at "
    "one line, or all there are.",
    "A negamax's leaf has to give the value for the player to move there: multiply what is MAX's view by the colour, "
    "at each leaf; other searches give MAX's view at all of them.",
)
DRAW = Disease(
    "draw-not-zero",
    ERROR,
    "Draws are scored otherwise than 0, while wins and losses are right.",
    "Give a draw 0, midway between a win and a loss; look at the last case of the function that scores the end.",
)
WRONG = Disease(
    "wrong-leaf",
    ERROR,
    "A leaf's value is not what the game gives there.",
    "Look at the function that scores the end of the game, or the horizon, at this position.",
)
LATE = Disease(
    "terminal-late",
    ERROR,
    "The game is over at a node, and the search goes on below it.",
    "Test for the end of the game before anything else, at the beginning of each call, for wins of both players.",
)
DISEASES: tuple[Disease, ...] = (LATE, *depths.DISEASES, SIGN, DRAW, WRONG, OUTRANKS, EARLY, ALIKE)

Group = Callable[[Case, int], Hashable]
"""A property of leaves by which those of a wrong sign may be told from the others."""


def examine(case: Case) -> Iterator[Symptom]:
    """Yield leaves in the wrong place, and then leaves with a wrong value."""
    late = list(_late(case))
    yield from late
    deep = list(depths.examine(case))
    yield from deep
    if is_turned(case):
        return
    after = {node for symptom in late for node in range(symptom.node, case.end[symptom.node])}
    ends = [end for end in _ends(case) if end.node not in after]
    signs = list(_signs(case, ends))
    yield from signs
    drawn = {abs(case.value[end.node]) for end in ends if end.over and utility_of(case, end.node) == 0}
    # What ends pay that the search does not know for what they are, as it went on after some of them.
    unseen = {utility_of(case, symptom.node) for symptom in late} | ({0.0} if late and len(drawn) > 1 else set())
    right = _negated(case, (symptom.node for symptom in signs)) if signs else case
    if signs:
        ends = [end for end in _ends(right) if end.node not in after]
    wrong = list(_values(right, ends, unseen))
    yield from wrong
    if not late:
        yield from evaluations_like_wins(right, {symptom.node for symptom in wrong})
    if not deep and not case.broken_nodes:
        yield from (symptom for symptom in leaves_taken_early(case) if symptom.node not in after)
    if not (late or deep or signs or wrong):
        yield from leaves_alike(case)
        yield from _ends_that_vary(case)


def _negated(case: Case, nodes: Iterable[int]) -> Case:
    """Return the same search if some of its visits had returned the negative of what they did."""
    other = copy.copy(case)
    worked_out = {name for kind in (Case, Judged) for name, of in vars(kind).items() if isinstance(of, cached_property)}
    for name in (worked_out | {"_answers"}) - {
        "nodes_in_return_order",
        "returned_nodes",
    }:  # where nodes are, and when, is the same
        vars(other).pop(name, None)
    value = np.array(case.value)
    value[[*nodes]] *= -1
    other.value = as_memoryview(value)
    return other


def _late(case: Case) -> Iterator[Symptom]:
    """Yield nodes at which the game is over and moves are searched, not those that only hand their position on."""
    if case.game is None or case.broken_nodes:
        return
    inner = np.zeros(len(case), bool)
    said = "the game is {won} at {node:where}, but the search visited {below} below it"
    moved = (case.columns.status != PRUNED) & ~case.columns.keeps_position & ~case.columns.makes_no_move
    inner[case.columns.parent[1:][moved[1:]]] = True
    for node in np.flatnonzero(inner & ~np.isnan(case.payoffs)).tolist():
        if node not in case.blamed_nodes:
            say = sentence(case, node, said, won=partial(_won, case), below=partial(_below, case))
            yield Symptom(LATE, node, say, call=node + 1)


def _won(case: Case, node: int) -> str:
    utility = utility_of(case, node) or 0
    return "drawn" if not utility else f"won by {'MAX' if utility > 0 else 'MIN'}"


def _below(case: Case, node: int) -> str:
    return plural(sum(case.status[one] != PRUNED for one in range(node + 1, case.end[node])), "node")


class _End(NamedTuple):
    """A leaf, and what it is worth by the rules in the search's numbers, as far as that is known."""

    node: int
    expected: float
    over: bool


def _ends(case: Case) -> list[_End]:
    """Return the leaves whose value the game knows: its ends, and the horizon if the game has an evaluation."""
    found: list[_End] = []
    if case.game is None or case.once(are_plain):
        return found
    own = own_evaluation(case)
    tabled, searched = case.may_have_cached_answers, depths.first_searches(case)
    places, utilities = case.position_ids, case.payoff_by_position
    for node in case.nodes_in_return_order:
        if case.end[node] > node + 1 or places[node] < 0 or case.status[node] == TABLE or node in case.blamed_nodes:
            continue
        utility = utilities[places[node]]
        if utility is not None:
            if looks_no_further(case, node):
                continue
            expected = payoff_at(case, node, utility)
        elif own is None or case.status[node] != HORIZON or tabled or searched.get(places[node], node) < node:
            continue  # it may be a deeper value out of a table
        else:
            expected = own(case.get_state(node))
        if expected is not None:
            found.append(_End(node, expected, utility is not None))
    return found


def are_plain(case: Case) -> bool:
    """Return whether all leaves have just what the game gives there, and the horizon just its evaluation."""
    columns, horizon = case.columns, np.zeros(len(case), bool)
    for part in slices(len(case), case.beat):
        value, worth, ids = columns.value[part], case.payoffs[part], np.arange(part.start, part.stop)
        leaves = (columns.end[part] == ids + 1) & ~np.isnan(value) & (case.position_id_column[part] >= 0)
        over = ~np.isnan(worth)
        if not (value == worth)[leaves & over].all():
            return False
        horizon[part] = leaves & ~over & (columns.status[part] == HORIZON)
    own = own_evaluation(case) if horizon.any() else None
    if own is None:
        return True
    met, which = np.unique(case.position_id_column[horizon], return_inverse=True)
    known = [own(case.distinct_states[place]) for place in case.walk(met.tolist(), ASKED)]
    expected = np.array(known, np.float64)[which]
    return bool((np.isnan(expected) | (columns.value[horizon] == expected)).all())


def _is_clamped(case: Case, end: _End) -> bool:
    """Return whether a value may be the end of the window that stands for one beyond it."""
    return case.value[end.node] != end.expected and agrees(case, end.node, end.expected)


_GROUPS: tuple[tuple[str, Group], ...] = (
    ("at odd plies", lambda case, node: case.ply[node] % 2 == 1),
    ("at even plies", lambda case, node: case.ply[node] % 2 == 0),
    ("where MAX is to move", lambda case, node: case.turn[node] > 0),
    ("where MIN is to move", lambda case, node: case.turn[node] < 0),
    ("that MAX won", lambda case, node: (utility_of(case, node) or 0) > 0),
    ("that MIN won", lambda case, node: (utility_of(case, node) or 0) < 0),
    ("", lambda _case, _node: True),
)


def _signs(case: Case, ends: list[_End]) -> Iterator[Symptom]:
    """Yield leaves of a wrong sign, where these are all of one group, and none is in the other."""
    for over in (True, False):
        decisive = [end for end in ends if end.over is over and end.expected and not _is_clamped(case, end)]
        flipped = [end for end in decisive if end.expected * case.value[end.node] < 0]
        if not flipped or (not over and not _is_negated(case, flipped)):
            continue
        decisive = [end for end in decisive if case.value[end.node]]  # what is 0 has no sign, and another mistake
        for words, group in (*_GROUPS[:-1], _by_line(case, flipped), _GROUPS[-1]):
            inside = [end for end in decisive if group(case, end.node)]
            if inside == flipped and (len(inside) < len(decisive) or not words):
                share = f" {words}, of {len(decisive):,}" if words else ""
                result = "{result}" if over else "the evaluation of {node:where} is {expected}"
                said = f"{result}, but the leaf's value is {{node:value}}: so at all {{count}} {{kind}}{share}"
                kind = "decided leaves" if over else "evaluations"
                yield from _of(case, SIGN, flipped, said, kind=kind, count=len(flipped))
                break


def _by_line(case: Case, flipped: list[_End]) -> tuple[str, Group]:
    """Return the group of the leaves that return at the same lines as some do: one kind of end of the game."""
    lines = sorted({line for end in flipped if (line := case.trace.left_at(end.node)) is not None})
    words = f"that return at line {' and '.join(map(str, lines))}"
    return words, lambda case, node: case.trace.left_at(node) in lines


def _is_negated(case: Case, ends: list[_End]) -> bool:
    """Return whether evaluations are the negatives, or as many times them, of several values, and no others."""
    times = {round(case.value[end.node] / -end.expected, DIGITS) for end in ends}
    return len(times) == 1 and len({abs(end.expected) for end in ends}) > 1


def _of(case: Case, disease: Disease, ends: list[_End], said: str, **facts: Any) -> list[Symptom]:
    """Return the symptoms of leaves, in a text that may name their results and what they should be worth."""
    expected = {end.node: number(end.expected) for end in ends}
    facts |= {"expected": expected.__getitem__, "result": partial(_result, case)}
    return symptoms(disease, case, expected, said, **facts)


def _result(case: Case, node: int) -> str:
    """Return how the game ended at a leaf: who won, or what it is worth in a game with more results than that."""
    worth, payoffs = utility_of(case, node) or 0, (utility_of(case, leaf) for leaf in case.iter_leaves())
    if len({abs(one) for one in payoffs if one}) > 1:
        return f"the game's value at {where(case, node)} is {number(worth)}"
    return f"{'MAX' if worth > 0 else 'MIN'} has won at {where(case, node)}"


def _ends_that_vary(case: Case) -> list[Symptom]:
    """Return the ends of the game with another value than one of the same position at the same ply and depth."""
    first, earlier = dict[Hashable, int](), dict[int, int]()
    if (
        case.seems_to_have_table
        or case.may_have_cached_answers
        or case.once(are_plain)
        or (case.depth is None and case.trace.drivers)
    ):
        return []  # a table may have answered, and wins may count by the depth of an iteration
    for node in case.iter_leaves():
        if utility_of(case, node) is not None and case.alpha[node] < case.value[node] < case.beta[node]:
            key = case.position_ids[node], case.ply[node], case.depth and case.depth[node]
            earlier[node] = first.setdefault(key, node)
    found = [node for node, one in earlier.items() if case.value[node] != case.value[one]]
    said = (
        "the game is over at {node:where}: worth {node:value} here, and {first:value} at node {first}, of the same ply"
    )
    return symptoms(WRONG, case, found if len(found) >= FEW else (), said, first=earlier.__getitem__)


_UNSEEN = (
    "{result}, but the leaf's value is {node:value}, not {expected}: so at {count} wins where the depth is used up, "
    "and at none above: look for the end of the game before the depth"
)


def _values(case: Case, ends: list[_End], unseen: set[float | None]) -> Iterator[Symptom]:
    """Yield leaves with another value than the game gives them, if most others have theirs; but for these payoffs.

    A search that only asks whether a player wins has no value for what is neither a win nor a loss.
    """
    asks = not case.has_windows and bool((np.abs(case.columns.value[case.returned_nodes]) == 1).all())
    judged = (end for end in ends if not (asks and end.expected in (0, 0.5)))  # what a draw pays
    wrong = [end for end in judged if not agrees(case, end.node, end.expected)]
    wrong = [end for end in wrong if not end.over or utility_of(case, end.node) not in unseen]
    wrong = [end for end in wrong if end.over or not may_be_drawn(case, end.node)]
    if case.broken_nodes and all(end.node > min(case.broken_nodes) for end in wrong):
        return  # what an illegal move left on the board may be why
    won = [end for end in ends if end.over and utility_of(case, end.node)]
    right = sum(agrees(case, end.node, end.expected) for end in won)
    sizes = {abs(utility_of(case, end.node) or 0) for end in won}
    drawn = {case.value[end.node] for end in ends if end.over and utility_of(case, end.node) == 0}
    levels = {abs(value) for value in drawn}
    evaluated = [end for end in ends if not end.over and not _is_clamped(case, end)]
    faithful = [end for end in evaluated if agrees(case, end.node, end.expected)]
    own = len(faithful) >= SURE * len(evaluated) and len({end.expected for end in faithful}) > 2
    spent = [end for end in wrong if end.over and utility_of(case, end.node)]
    wins = [is_spent(case, end.node) for end in spent]
    if wins and not any(wins) and all(is_spent(case, end.node) for end in won if agrees(case, end.node, end.expected)):
        wrong = []  # wins are overlooked where the depth is used up, and nowhere else
    evaluates = _are_evaluated(case, [end.node for end in wrong if utility_of(case, end.node) == 0])
    deep = right >= FEW and all(wins)
    deep = deep and all(agrees(case, end.node, end.expected) for end in won if not is_spent(case, end.node))
    for end in wrong:
        utility = utility_of(case, end.node)
        if deep and utility and 2 * right < len(won):
            yield from _of(case, WRONG, [end], _UNSEEN, count=len(spent))
        elif utility == 0 and evaluates:
            continue  # where the depth is used up, draws are positions as any others
        elif utility == 0 and len(sizes) < 2 and (right == len(won) or (2 * right >= len(won) and len(levels) == 1)):
            said = "the game is drawn at {node:where}, but the leaf's value is {node:value}, not {expected}"
            yield from _of(case, DRAW, [end], said)
        elif (2 * right >= len(won) or {case.value[end.node]} == drawn) if end.over else own:
            said = f"{'the game is over' if end.over else 'the depth is used up'} at {{node:where}}, which is worth"
            yield from _of(case, WRONG, [end], f"{said} {{expected}} by {{node:game}}, not {{node:value}}")


def _are_evaluated(case: Case, drawn: list[int]) -> bool:
    """Return whether draws, where the depth is used up, are valued as other positions there: that is the search's way.

    One value that the evaluation has elsewhere is no evaluation where they are left in a way of their own.
    """
    values = {case.value[node] for node in drawn}
    if not drawn or not all(is_spent(case, node) for node in drawn):
        return False
    if len({abs(value) for value in values}) > 1:
        return True
    horizon = [node for node in case.iter_leaves() if is_spent(case, node) and utility_of(case, node) is None]
    alike = not {_way_out(case, node) for node in drawn}.isdisjoint(_way_out(case, node) for node in horizon)
    return alike and values <= {case.value[node] for node in horizon}


def _way_out(case: Case, node: int) -> int:
    """Return the line at which a call returned, where lines were watched; what it said of itself where not."""
    line = case.trace.left_at(node)
    return case.status[node] if line is None else -line
