"""The depth of a search: whether it is handed down, and whether the horizon lies where it was asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from tracer.deciding.thresholds import ASKED, FEW, MANY, SAMPLE, SURE
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, NOTE, Disease, Symptom
from tracer.diagnosis.truth import oracle
from tracer.diagnosis.wording import plural, sentence, symptoms
from tracer.games.rules import MAX, MIN
from tracer.recording.columns import NO_DEPTH
from tracer.recording.no_moves import find_re_searches
from tracer.recording.status import HORIZON, OPEN, PRUNED
from tracer.text import number

NOT_PASSED = Disease(
    "depth-not-passed",
    ERROR,
    "Children get the same remaining depth as their parent, so that the search goes deeper than it was asked to.",
    "Pass depth - 1 to the search of each move, in the functions of both players.",
)
IN_ROUNDS = replace(
    NOT_PASSED,
    severity=NOTE,
    remedy="If depth counts rounds, in which all players move once, all is well. Otherwise pass depth - 1 to the "
    "search of each move, in the functions of both players.",
)
"""The same where others spend depth: what it counts is for its author to say."""
OFF_BY_ONE = Disease(
    "depth-off-by-one",
    ERROR,
    "All leaves at the horizon lie one ply deeper, or one ply shallower, than the depth that was asked for.",
    "Evaluate where the remaining depth is 0, and pass depth - 1 with each move, those of the root included.",
)
BELOW_ROOT = replace(
    OFF_BY_ONE,
    severity=NOTE,
    remedy="If depth counts the plies below the root's moves, all is well. Otherwise pass depth - 1 with the moves of "
    "the root, too.",
)
"""The same where the root alone hands its depth on, to all its moves: what depth counts is for its author to say."""
UNEVEN = Disease(
    "depth-uneven",
    ERROR,
    "The moves of one node are searched to different depths, each one ply less deep than the one before it.",
    "Pass depth - 1 to the search of each move; do not change depth itself inside the loop, as depth -= 1 does.",
)
ENDLESS = Disease(
    "never-ends",
    ERROR,
    "No call was ever a leaf: each made a further one, until the recording ended, or Python's recursion limit.",
    "Look at the test that should end it: a depth that is compared with == must meet that number (a float, or a step "
    "of 2, may jump over it; <= 0 cannot be missed), depth - 1 must be handed on, a game without a depth must not "
    "repeat its positions, and each way through the test must return.",
)
SHALLOW = Disease(
    "re-search-shallow",
    ERROR,
    "A move that a scout found better is searched again to less depth than the other moves: its value says less than "
    "the scout's.",
    "Search it again with the same depth - 1 as the first move, and the whole window.",
)
DISEASES: tuple[Disease, ...] = (ENDLESS, NOT_PASSED, UNEVEN, SHALLOW, OFF_BY_ONE)


def examine(case: Case) -> Iterator[Symptom]:
    """Depths that are not handed down; else horizons that all lie one ply off."""
    # Where Python's recursion limit was reached, fewer are enough: other functions were called between them.
    least = MANY if case.trace.header.notes.get("overflowed") is True else SAMPLE
    if len(case) > least and (case.columns.status == OPEN).all() and max(case.ply) == len(case) - 1:
        yield Symptom(ENDLESS, 0, partial(_say_endless, case))  # each call is below the one before, and none returned
    shallow = () if case.depth is None else _shallow(case, case.depth)
    yield from [*_kept(case), *_uneven(case), *shallow] or _off_by_one(case)


def _say_endless(case: Case) -> str:
    said = f"no call was ever a leaf: {len(case):,} calls were made, each below the one before"
    if case.depth is not None and NO_DEPTH not in (case.depth[0], case.depth[-1]):
        said += f"; the depth {_say_depths(case, case.depth)}"
    texts = case.trace.columns.text
    first: dict[int, int] = {}
    for node, text in enumerate([] if texts is None else texts.tolist()):
        if text >= 0 and first.setdefault(text, node) != node:
            return f"{said}; the position of node {node:,} is that of node {first[text]:,} once more"
    return said


def _say_depths(case: Case, depth: Sequence[int]) -> str:
    """Return from which depth it went to which; where that is no whole number, which follow the first."""
    first = case.trace.header.notes.get("depth")
    if type(first) is float:
        known = [first - ply for ply in range(len(case))]
        if [int(one) for one in known] == [*depth]:
            return f"was {', '.join(map(number, known[:3]))} … and never a whole number"
    return f"went from {number(depth[0])} to {number(depth[-1])}"


def _kept(case: Case) -> Iterator[Symptom]:
    """Yield nodes whose children all have their depth, where a player always does so, and the search is too deep."""
    if case.depth is None or case.depth[0] == NO_DEPTH:
        return
    depth, columns, above = np.asarray(case.depth), case.columns, case.columns.parent
    told = (columns.status != PRUNED) & (depth != NO_DEPTH)
    deepest = int(case.trace.ply[told].max())
    if deepest <= depth[0]:
        return
    below = told & (depth[above] > 0)
    below[0] = False
    same = below & (depth == depth[above])
    if ((columns.end == columns.end[above]) & (np.arange(len(case)) == above + 1))[same].all():
        return  # only moves are searched deeper
    sides = {int(turn): columns.turn[above] == turn for turn in (MAX, MIN, 0)}
    counts = {turn: (int((same & mine).sum()), int((below & mine).sum())) for turn, mine in sides.items()}
    players = {turn for turn, (kept, all_) in counts.items() if turn and all_ >= FEW and kept >= SURE * all_}
    # Who mostly has a mean of the children's values is chance, which need not spend depth.
    players -= {
        turn
        for turn in players
        if 2 * (mine := case.calls[turn]).is_between_children[1].sum() > mine.has_several_values.sum()
    }
    # Depth may be a number of rounds: who moves last in one spends it, or chance, not the root's player.
    spent = {turn for turn, (kept, all_) in counts.items() if all_ and turn not in players and 2 * kept <= all_}
    if spent == {0}:
        return  # each round ends with chance
    disease = IN_ROUNDS if 0 in spent or (case.turn[0] in players and spent) else NOT_PASSED
    said = (
        "its {children} the remaining depth {node:depth} that it has itself: so have {kept} of {count} where "
        "{node:player} moves, and the search went {deepest:count} plies deep instead of {root:depth}"
    )
    others = np.zeros(len(case), bool)
    others[above[(columns.status != PRUNED) & (depth != depth[above])]] = True
    for node in np.flatnonzero(np.isin(columns.turn, [*players]) & told & (depth > 0) & ~others).tolist():
        if visits := case.visits(node):
            kept, count = counts[case.turn[node]]
            facts = {"kept": kept, "count": count, "deepest": deepest, "root": 0}
            children = plural(len(visits), "child has", "children have")
            yield Symptom(disease, node, sentence(case, node, said, children=children, **facts), call=visits[0])


def _uneven(case: Case) -> Iterator[Symptom]:
    """Yield the nodes whose children have less depth one after the other, where this is a player's rule."""
    nodes = _falling(case, FEW)
    # Of two moves the later one is searched less deep by a scout as well, and then again.
    if not nodes and not case.narrowed_nodes and not case.repeated_nodes:
        nodes = _falling(case, 2)
    for node in nodes:
        calls = _of_players(case, node)
        given = [f"{case.depth[child]} ({case.trace.label(child)})" for child in calls[:4] if case.depth]
        given += ["…"] if len(calls) > len(given) else []
        said = "{node:mover} had the depth {node:depth} and gave its moves {given}"
        yield Symptom(UNEVEN, node, sentence(case, node, said, given=", ".join(given)), call=calls[1])


def _shallow(case: Case, depth: Sequence[int]) -> Iterator[Symptom]:
    """Find moves whose last search is less deep than their scout or than other moves, as nearly all such are."""
    columns, told = case.trace.columns, np.asarray(depth)
    moves = (columns.parent >= 0) & (columns.status != PRUNED) & ~case.columns.makes_no_move & (case.columns.turn != 0)
    moves &= (told != NO_DEPTH) & (told[columns.parent] != NO_DEPTH) & ~np.isin(columns.move, list(case.trace.no_moves))
    again = np.flatnonzero(find_re_searches(columns, case.trace.passes) & moves)
    first = np.flatnonzero(moves & (columns.parent == np.arange(len(moves)) - 1))  # which no search reduces
    if not len(again) or not len(first):
        return
    siblings = ((node, case.visits(case.parent[node])) for node in again.tolist())
    scout = np.array([visits[visits.index(node) - 1] for node, visits in siblings])
    last = ~np.isin(again, scout)  # of several searches of a move the last one is that to the whole depth
    again, scout = again[last], scout[last]
    usual = told[columns.parent[again]] - int(np.median((told[columns.parent] - told)[first]))
    less = again[told[again] < np.maximum(told[scout], usual)]
    if len(less) < max(FEW, SURE * len(again)):
        return
    deeper = dict(zip(again.tolist(), np.maximum(told[scout], usual).tolist(), strict=True))
    said = (
        "{node:move} was searched again at {parent:where}, to depth {node:depth}, though its scout or other moves have "
        f"{{deeper}} there; so at {len(less):,} of {len(again):,} re-searches"
    )
    yield from symptoms(SHALLOW, case, less.tolist(), said, deeper=deeper.__getitem__)


def _falling(case: Case, width: int) -> list[int]:
    """Return the nodes of so many moves at least whose children have less depth one after the other."""
    depth = case.depth
    if depth is None:
        return []
    shown: dict[int, list[int]] = {MAX: [], MIN: [], 0: []}
    seen = Counter[int]()
    for node in case.visited:
        if depth[node] == NO_DEPTH or depth[node] < width or case.end[node] == node + 1:
            continue
        visits = _of_players(case, node)
        if len(visits) < width:
            continue
        seen[case.turn[node]] += 1
        given = [depth[child] for child in visits]
        if all(other in (one - 1, max(one - 1, 0)) for one, other in pairwise(given)) and given[1] < given[0]:
            shown[case.turn[node]].append(node)
    return [
        node for turn, nodes in shown.items() if len(nodes) >= FEW and len(nodes) >= SURE * seen[turn] for node in nodes
    ]


def _of_players(case: Case, node: int) -> list[int]:
    """Return the visited children at which a player moves, or all where chance moves at each: chance may keep depth."""
    visits = case.visits(node)
    return [child for child in visits if case.turn[child]] or visits


def _off_by_one(case: Case) -> Iterator[Symptom]:
    """Yield the leaves at the horizon, where they all lie one ply from the depth that was asked for."""
    depth = case.depth
    asked = case.trace.header.depth if depth is None or depth[0] == NO_DEPTH else depth[0]
    if asked is None or asked < 1:
        return
    horizon = _horizon(case)
    plies = {case.ply[node] for node in horizon}
    if plies not in ({asked - 1}, {asked + 1}):
        return
    at_root = set[int]()
    if depth is not None:
        at_root, below = _steps(case, depth)
        if case.aside_nodes or len(at_root) > 1 or below - {1}:
            return  # some moves are searched less deep than others, or deeper; the root may take off more than one
        if len({depth[node] for node in horizon}) > 1 or _is_quiescence(case, depth, horizon):
            return
    ply = plies.pop()
    if any(case.ply[node] >= ply and case.end[node] > node + 1 for node in case.visited):
        return  # moves were searched where the leaves at the horizon lie, so the depth does not end there
    if case.ply[horizon[0]] < asked and _looks_ahead(case, horizon):
        return
    one = len(horizon) == 1
    said = (
        f"depth {asked} was asked for, but {'the only leaf' if one else f'all {len(horizon):,} leaves'} at the horizon "
        f"{'lies' if one else 'lie'} at ply {ply}, one {'deeper' if ply > asked else 'shallower'}"
    )
    yield from symptoms(BELOW_ROOT if at_root == {0} else OFF_BY_ONE, case, horizon, said)


def _horizon(case: Case) -> list[int]:
    """Return the leaves at which the depth was used up; if none is, those where the game goes on without a table."""
    leaves = [node for node in case.visited if case.end[node] == node + 1 and case.status[node] != OPEN]
    found = [node for node in case.walk(leaves) if case.status[node] == HORIZON and np.isnan(case.payoffs[node])]
    if found or case.may_have_cached_answers:
        return found
    searched = first_searches(case)
    return [
        node
        for node in case.walk(leaves)
        if case.get_legal_moves(node) and searched.get(case.position_ids[node], node) >= node
    ]


def _steps(case: Case, depth: Sequence[int]) -> tuple[set[int], set[int]]:
    """Return how much less depth the children of the root have, and those of the other nodes."""
    steps = set[int](), set[int]()
    for node in case.visited[1:]:
        parent = case.parent[node]
        if NO_DEPTH not in (depth[node], depth[parent]):
            steps[parent > 0].add(depth[parent] - depth[node])
    return steps


def _looks_ahead(case: Case, leaves: list[int]) -> bool:
    """Return whether leaves have the value of their best move, which a search may look up without a call of its own."""
    truth = oracle(case)
    for leaf in leaves[:ASKED]:
        state, value = case.get_state(leaf), case.value[leaf]
        ahead = None if state is None else truth.of(state, case.ply[leaf], 1)
        if ahead is None or not (
            value == ahead or case.beta[leaf] <= value <= ahead or ahead <= value <= case.alpha[leaf]
        ):
            return False
    return case.game is not None


def _is_quiescence(case: Case, depth: Sequence[int], leaves: list[int]) -> bool:
    """Return whether nodes without depth handed on their position, or some of their moves alone, to another search."""
    above = {case.parent[leaf] for leaf in leaves if depth[case.parent[leaf]] <= 0}
    return bool(above) and (
        any(case.position_ids[leaf] < 0 for leaf in leaves) or any(case.get_missing_moves(node) for node in above)
    )


def first_searches(case: Case) -> dict[int, int]:
    """Return the first node at which each position's moves were searched: from then on a table may know it."""
    return {case.position_ids[node]: node for node in case.walk(case.visited[::-1]) if case.end[node] > node + 1}
