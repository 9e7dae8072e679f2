"""The depth of a search: whether it is handed down, and whether the horizon lies where it was asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from tracer.deciding.thresholds import ASKED, FEW, MANY, SAMPLE, SURE
from tracer.diagnosis.call_columns import Calls
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, NOTE, Disease, Symptom
from tracer.diagnosis.truth import get_truth
from tracer.diagnosis.wording import plural, sentence, symptoms
from tracer.games.rules import MAX, MIN, Turn
from tracer.recording.columns import NO_DEPTH
from tracer.recording.no_moves import mask_re_searches
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
    "The moves of one node are searched to different depths, each one ply less deep than the one before it; or those "
    "of one player are searched less deep than the other's.",
    "Pass depth - 1 to the search of each move, at both players; do not change depth itself inside the loop, as "
    "depth -= 1 does.",
)
ENDLESS = Disease(
    "never-ends",
    ERROR,
    "No call was ever a leaf: each made a further one, until the recording ended, or Python's recursion limit. Or a "
    "driver searched the same again and again.",
    "Look at the test that should end it: a depth that is compared with == must meet that number (a float, or a step "
    "of 2, may jump over it; <= 0 cannot be missed), depth - 1 must be handed on, a game without a depth must not "
    "repeat its positions, and each way through the test must return.",
)
REPEATED_PASS = replace(
    ENDLESS,
    remedy="Look at what the driver makes of a value before it begins again: each search must have another window or "
    "another depth. MTD(f) tests g + 1 where g is the lower bound, and a window that failed has to be widened.",
)
"""The same of a driver whose searches all return."""
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
    min_calls = MANY if case.trace.header.notes.get("overflowed") is True else SAMPLE
    if len(case) > min_calls and (case.columns.status == OPEN).all() and max(case.ply) == len(case) - 1:
        # Each call is below the one before, and none returned.
        yield Symptom(ENDLESS, 0, partial(_describe_endless, case))
    yield from _find_repeated_passes(case)
    shallow_re_searches = () if case.depth is None else _find_shallow_re_searches(case, case.depth)
    found = [*_find_kept_depths(case), *_find_uneven_depths(case), *shallow_re_searches, *_find_uneven_players(case)]
    yield from found or _find_horizon_off_by_one(case)


def _find_repeated_passes(case: Case) -> Iterator[Symptom]:
    """Find a driver that searched the same again and again in a window that failed, until the recording ended."""
    passes = [one for one in case.visits(0) if case.status[one] != OPEN] if 0 in case.trace.drivers else []
    if case.status[0] != OPEN or len(passes) < MANY or case.depth is None:
        return
    alpha, beta, value, depth = case.alpha, case.beta, case.value, case.depth
    searched = {(alpha[one], beta[one], value[one], depth[one]) for one in passes[-MANY:]}
    last = passes[-1]
    if len(searched) == 1 and depth[last] != NO_DEPTH and not alpha[last] < value[last] < beta[last]:
        template = "{node:move} and the searches before it had the window {node:window}, and all returned {node:value}"
        yield from symptoms(REPEATED_PASS, case, [last], template)


def _describe_endless(case: Case) -> str:
    text = f"no call was ever a leaf: {len(case):,} calls were made, each below the one before"
    if case.depth is not None and NO_DEPTH not in (case.depth[0], case.depth[-1]):
        text += f"; the depth {_describe_depths(case, case.depth)}"
    texts = case.trace.columns.text
    node_by_text: dict[int, int] = {}
    for node, text_number in enumerate([] if texts is None else texts.tolist()):
        if text_number >= 0 and node_by_text.setdefault(text_number, node) != node:
            return f"{text}; the position of node {node:,} is that of node {node_by_text[text_number]:,} once more"
    return text


def _describe_depths(case: Case, depth: Sequence[int]) -> str:
    """Return from which depth it went to which; where that is no whole number, which follow the first."""
    first_depth = case.trace.header.notes.get("depth")
    if type(first_depth) is float:
        exact_depths = [first_depth - ply for ply in range(len(case))]
        if [int(one) for one in exact_depths] == [*depth]:
            return f"was {', '.join(map(number, exact_depths[:3]))} … and never a whole number"
    return f"went from {number(depth[0])} to {number(depth[-1])}"


def _find_kept_depths(case: Case) -> Iterator[Symptom]:
    """Yield nodes whose children all have their depth, where a player always does so, and the search is too deep."""
    if case.depth is None or case.depth[0] == NO_DEPTH:
        return
    depth, columns, parent_of = np.asarray(case.depth), case.columns, case.columns.parent
    has_depth = (columns.status != PRUNED) & (depth != NO_DEPTH)
    max_ply = int(case.trace.ply[has_depth].max())
    if max_ply <= depth[0]:
        return
    is_counted = has_depth & (depth[parent_of] > 0)
    is_counted[0] = False
    keeps_depth = is_counted & (depth == depth[parent_of])
    if ((columns.end == columns.end[parent_of]) & (np.arange(len(case)) == parent_of + 1))[keeps_depth].all():
        return  # only moves are searched deeper
    counts, keeping_players, spending_players = dict[int, tuple[int, int]](), set[int](), set[int]()
    for turn in (int(MAX), int(MIN), 0):
        is_player = columns.turn[parent_of] == turn
        kept_count, total = counts[turn] = int((keeps_depth & is_player).sum()), int((is_counted & is_player).sum())
        # Who mostly has a mean of the children's values is chance, which need not spend depth.
        if turn and total >= FEW and kept_count >= SURE * total and not _has_mostly_means(case.calls[turn]):
            keeping_players.add(turn)
        elif total and 2 * kept_count <= total:
            spending_players.add(turn)
    if spending_players == {0}:
        return  # each round ends with chance
    # Depth may be a number of rounds: who moves last in one spends it, or chance, not the root's player.
    in_rounds = 0 in spending_players or (case.turn[0] in keeping_players and spending_players)
    disease = IN_ROUNDS if in_rounds else NOT_PASSED
    template = (
        "its {children} the remaining depth {node:depth} that it has itself: so have {kept} of {count} where "
        "{node:player} moves, and the search went {deepest:count} plies deep instead of {root:depth}"
    )
    spends_depth = np.zeros(len(case), bool)
    spends_depth[parent_of[(columns.status != PRUNED) & (depth != depth[parent_of])]] = True
    keeps_all = np.isin(columns.turn, [*keeping_players]) & has_depth & (depth > 0) & ~spends_depth
    for node in np.flatnonzero(keeps_all).tolist():
        if visits := case.visits(node):
            kept_count, count = counts[case.turn[node]]
            fields = {"kept": kept_count, "count": count, "deepest": max_ply, "root": 0}
            children = plural(len(visits), "child has", "children have")
            yield Symptom(disease, node, sentence(case, node, template, children=children, **fields), call=visits[0])


def _has_mostly_means(calls: Calls) -> bool:
    return bool(2 * calls.is_between_children[1].sum() > calls.has_several_values.sum())


def _find_uneven_depths(case: Case) -> Iterator[Symptom]:
    """Yield the nodes whose children have less depth one after the other, where this is a player's rule."""
    nodes = _find_falling_depths(case, FEW)
    # Of two moves the later one is searched less deep by a scout as well, and then again.
    if not nodes and not case.narrowed_nodes and not case.repeated_nodes:
        nodes = _find_falling_depths(case, 2)
    for node in nodes:
        children = _get_player_visits(case, node)
        depth_texts = [f"{case.depth[child]} ({case.trace.label(child)})" for child in children[:4] if case.depth]
        depth_texts += ["…"] if len(children) > len(depth_texts) else []
        template = "{node:mover} had the depth {node:depth} and gave its moves {given}"
        yield Symptom(UNEVEN, node, sentence(case, node, template, given=", ".join(depth_texts)), call=children[1])


def _find_uneven_players(case: Case) -> Iterator[Symptom]:
    """Yield the nodes of a player whose moves all spend several plies of depth, where the other's all spend one."""
    if case.depth is None:
        return
    depth, columns, parent = np.asarray(case.depth), case.columns, case.columns.parent
    is_move = (columns.status != PRUNED) & ~columns.makes_no_move & ~columns.keeps_position & (parent >= 0)
    is_move &= (depth != NO_DEPTH) & (depth[parent] != NO_DEPTH) & (depth >= 0)  # else less was left than it spends
    spent = depth[parent] - depth
    moves_by_player = {turn: is_move & (columns.turn[parent] == turn) for turn in (MAX, MIN)}
    spent_by_player = {turn: np.unique(spent[mask]) for turn, mask in moves_by_player.items() if mask.sum() >= MANY}
    if [len(plies) for plies in spent_by_player.values()] != [1, 1]:
        return
    (one, (plies,)), (other, (other_plies,)) = sorted(spent_by_player.items(), key=lambda item: item[1][0])
    if plies == 1 < other_plies:
        nodes = np.unique(parent[moves_by_player[other]]).tolist()
        template = "each move of {node:player} spends {spent:count} plies of depth, and each of {other} one"
        yield from symptoms(UNEVEN, case, nodes, template, spent=int(other_plies), other=Turn(one).name)


def _find_shallow_re_searches(case: Case, depth: Sequence[int]) -> Iterator[Symptom]:
    """Find moves whose last search is less deep than their scout or than other moves, as nearly all such are."""
    columns, depths = case.trace.columns, np.asarray(depth)
    is_move = (columns.parent >= 0) & (columns.status != PRUNED) & (case.columns.turn != 0)
    is_move &= ~case.columns.makes_no_move & ~np.isin(columns.move, list(case.trace.no_moves))
    is_move &= (depths != NO_DEPTH) & (depths[columns.parent] != NO_DEPTH)
    re_searches = np.flatnonzero(mask_re_searches(columns, case.trace.passes) & is_move)
    # No search reduces a node's first child; beyond the horizon no depth is spent.
    is_first = is_move & (columns.parent == np.arange(len(is_move)) - 1) & (depths[columns.parent] > 0)
    first_children = np.flatnonzero(is_first)
    if not len(re_searches) or not len(first_children):
        return
    siblings = ((node, case.visits(case.parent[node])) for node in re_searches.tolist())
    scouts = np.array([visits[visits.index(node) - 1] for node, visits in siblings])
    is_last = ~np.isin(re_searches, scouts)  # of several searches of a move the last one is that to the whole depth
    re_searches, scouts = re_searches[is_last], scouts[is_last]
    usual_step = max(1, int(np.median((depths[columns.parent] - depths)[first_children])))
    expected_depths = np.maximum(depths[scouts], depths[columns.parent[re_searches]] - usual_step)
    is_shallow = (depths[re_searches] < expected_depths) & (expected_depths > 0)
    why = np.zeros(len(depths), np.int64) if columns.why is None else columns.why.astype(np.int64)
    kinds = why[re_searches] << 8 | why[scouts]
    expected_depth = dict(zip(re_searches.tolist(), expected_depths.tolist(), strict=True))
    for kind in np.unique(kinds[is_shallow]).tolist():  # such as all that follow a reduced search
        of_kind = (kinds == kind) & (expected_depths > 0)
        shallow_nodes = re_searches[is_shallow & of_kind]
        if len(shallow_nodes) < max(FEW, SURE * int(of_kind.sum())):
            continue
        template = (
            "{node:move} was searched again at {parent:where}, to depth {node:depth}, though its scout or other moves "
            f"have {{deeper}} there; so at {len(shallow_nodes):,} of {int(of_kind.sum()):,} such re-searches"
        )
        yield from symptoms(SHALLOW, case, shallow_nodes.tolist(), template, deeper=expected_depth.__getitem__)


def _find_falling_depths(case: Case, min_width: int) -> list[int]:
    """Return the nodes of so many moves at least whose children have less depth one after the other."""
    depth = case.depth
    if depth is None:
        return []
    falling_nodes: dict[int, list[int]] = {MAX: [], MIN: [], 0: []}
    node_counts = Counter[int]()
    for node in case.visited:
        if depth[node] == NO_DEPTH or depth[node] < min_width or case.end[node] == node + 1:
            continue
        visits = _get_player_visits(case, node)
        if len(visits) < min_width:
            continue
        node_counts[case.turn[node]] += 1
        child_depths = [depth[child] for child in visits]
        falls = all(later in (earlier - 1, max(earlier - 1, 0)) for earlier, later in pairwise(child_depths))
        if falls and child_depths[1] < child_depths[0]:
            falling_nodes[case.turn[node]].append(node)
    groups = (nodes for turn, nodes in falling_nodes.items() if len(nodes) >= max(FEW, SURE * node_counts[turn]))
    return [node for nodes in groups for node in nodes]


def _get_player_visits(case: Case, node: int) -> list[int]:
    """Return the visited children at which a player moves, or all where chance moves at each: chance may keep depth."""
    visits = case.visits(node)
    return [child for child in visits if case.turn[child]] or visits


def _find_horizon_off_by_one(case: Case) -> Iterator[Symptom]:
    """Yield the leaves at the horizon, where they all lie one ply from the depth that was asked for."""
    depth = case.depth
    required_depth = case.trace.header.depth if depth is None or depth[0] == NO_DEPTH else depth[0]
    if required_depth is None or required_depth < 1:
        return
    horizon_leaves = _collect_horizon_leaves(case)
    plies = {case.ply[node] for node in horizon_leaves}
    if plies not in ({required_depth - 1}, {required_depth + 1}):
        return
    root_steps = set[int]()
    if depth is not None:
        root_steps, other_steps = _collect_depth_steps(case, depth)
        if case.aside_nodes or len(root_steps) > 1 or other_steps - {1}:
            return  # some moves are searched less deep than others, or deeper; the root may take off more than one
        if len({depth[node] for node in horizon_leaves}) > 1 or _is_quiescence(case, depth, horizon_leaves):
            return
    ply = plies.pop()
    if any(case.ply[node] >= ply and case.end[node] > node + 1 for node in case.visited):
        return  # moves were searched where the leaves at the horizon lie, so the depth does not end there
    if case.ply[horizon_leaves[0]] < required_depth and _looks_ahead(case, horizon_leaves):
        return
    is_single = len(horizon_leaves) == 1
    subject = "the only leaf" if is_single else f"all {len(horizon_leaves):,} leaves"
    template = (
        f"depth {required_depth} was asked for, but {subject} at the horizon "
        f"{'lies' if is_single else 'lie'} at ply {ply}, one {'deeper' if ply > required_depth else 'shallower'}"
    )
    yield from symptoms(BELOW_ROOT if root_steps == {0} else OFF_BY_ONE, case, horizon_leaves, template)


def _collect_horizon_leaves(case: Case) -> list[int]:
    """Return the leaves at which the depth was used up; if none is, those where the game goes on without a table."""
    leaves = [node for node in case.visited if case.end[node] == node + 1 and case.status[node] != OPEN]
    is_horizon = (case.columns.status == HORIZON) & np.isnan(case.payoffs)
    horizon_leaves = [node for node in case.walk(leaves) if is_horizon[node]]
    if horizon_leaves or case.may_have_cached_answers:
        return horizon_leaves
    first_searches = find_first_searches(case)
    unfinished = (node for node in case.walk(leaves) if case.get_legal_moves(node))
    return [node for node in unfinished if first_searches.get(case.position_ids[node], node) >= node]


def _collect_depth_steps(case: Case, depth: Sequence[int]) -> tuple[set[int], set[int]]:
    """Return how much less depth the children of the root have, and those of the other nodes."""
    steps = set[int](), set[int]()
    for node in case.visited[1:]:
        parent = case.parent[node]
        if NO_DEPTH not in (depth[node], depth[parent]):
            steps[parent > 0].add(depth[parent] - depth[node])
    return steps


def _looks_ahead(case: Case, leaves: list[int]) -> bool:
    """Return whether leaves have the value of their best move, which a search may look up without a call of its own."""
    truth = get_truth(case)
    for leaf in leaves[:ASKED]:
        state, value = case.get_state(leaf), case.value[leaf]
        value_ahead = None if state is None else truth.get_position_value(state, case.ply[leaf], 1)
        if value_ahead is None:
            return False
        is_bound = case.beta[leaf] <= value <= value_ahead or value_ahead <= value <= case.alpha[leaf]
        if value != value_ahead and not is_bound:
            return False
    return case.game is not None


def _is_quiescence(case: Case, depth: Sequence[int], leaves: list[int]) -> bool:
    """Return whether nodes without depth handed on their position, or some of their moves alone, to another search."""
    parents = {case.parent[leaf] for leaf in leaves if depth[case.parent[leaf]] <= 0}
    is_unknown = any(case.position_ids[leaf] < 0 for leaf in leaves)
    return bool(parents) and (is_unknown or any(map(case.get_missing_moves, parents)))


def find_first_searches(case: Case) -> dict[int, int]:
    """Return the first node at which each position's moves were searched: from then on a table may know it."""
    return {case.position_ids[node]: node for node in case.walk(case.visited[::-1]) if case.end[node] > node + 1}
