"""What a page needs that the columns do not have: for its sentences, its source and its editor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from tracer.count.frontier import plies_left
from tracer.count.layers import TooMany
from tracer.count.sizes import BUDGET, Sizes, each_amount, pruned_leaves, states
from tracer.count.spared import count
from tracer.count.transpositions import positions_at_hand, stored_bound
from tracer.errors import PlyscopeError
from tracer.games.random_tree import RandomTree
from tracer.games.rules import AnyGame, blame, label
from tracer.games.tree import TreeGame
from tracer.recording.columns import Array, Ints
from tracer.recording.status import EXPANDED, PRUNED, TABLE
from tracer.searches.pseudocode import Pseudocode
from tracer.searches.registry import SEARCHES
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why import cutoff_causes
from tracer.why.explain_cutoffs import evaluation_at, futility_margin
from tracer.why.selective_reasons import FUTILE
from tracer.why.selective_reasons import reason_codes as selective_codes

MAX_SAVING_QUERIES = 1_000
"""Nodes for which `tracer.why.cutoff_causes.saving_at` itself is asked, a few milliseconds each."""


@dataclass(frozen=True)
class SavedNodes:
    """Nodes of the full tree that were spared."""

    saved: Ints | None = None
    """By node that was cut, and by pruned branch: the nodes it spared; below zero, at least so many; 0 where that is
    not known. None where it is known of no node."""
    spared: Ints | None = None
    """By pruned branch: the nodes below it, itself included, that no visit entered, each path once; 0 at every other
    node. None unless all were counted."""
    complete: bool = True
    """Whether `saved` knows of every node all that `tracer.why.cutoff_causes.saving_at` knows."""


def count_savings(trace: Trace) -> SavedNodes:
    """What the cutoffs of a trace saved. Each position is counted once, within `tracer.count.sizes.BUDGET` in all."""
    columns = trace.columns
    branches = np.flatnonzero(columns.status == PRUNED)
    if trace.game is None or not len(branches):
        return SavedNodes()
    saved, spared = np.zeros(len(trace), np.int64), np.zeros(len(trace), np.int64)
    counted_branches = 0
    try:
        with blame(trace.game):
            for branch, nodes in _iter_branch_sizes(trace, branches):
                spared[branch] = nodes
                counted_branches += 1
    except PlyscopeError:
        pass  # what is asked below meets the same error and makes nothing of it
    uncounted_nodes = _fill_savings(trace, branches, counted_branches, spared, saved)
    for node in uncounted_nodes[:MAX_SAVING_QUERIES]:
        saving = cutoff_causes.saving_at(trace, node)
        saved[node] = 0 if saving.nodes is None else saving.nodes if saving.exact else -saving.nodes
    is_complete = len(uncounted_nodes) <= MAX_SAVING_QUERIES
    if counted_branches < len(branches):
        return SavedNodes(saved if saved.any() else None, None, is_complete)
    return SavedNodes(saved if saved.any() else None, _count_spared_once(trace, spared), is_complete)


def _count_spared_once(trace: Trace, spared: Ints) -> Ints | None:
    """What each pruned branch spared, where the search visited paths more than once."""
    if not trace.counts.paths.has_repeated_paths:
        return spared
    with suppress(PlyscopeError):
        spared_nodes = count(trace)
        return None if spared_nodes is None else spared_nodes.by_node(len(trace))
    return None


def _fill_savings(trace: Trace, branches: Ints, counted: int, spared: Ints, saved: Ints) -> list[int]:
    """Fill in what is counted; the nodes that need a count of their own, shallowest first."""
    columns = trace.columns
    branches_by_node: dict[int, list[int]] = defaultdict(list)
    counted_set = set(branches[:counted].tolist())
    for branch in branches.tolist():
        branches_by_node[branch] = [branch]
        if columns.cutoff[columns.parent[branch]]:
            branches_by_node[int(columns.parent[branch])].append(branch)
    uncounted_nodes = []
    for node, node_branches in branches_by_node.items():
        if counted_set.issuperset(node_branches):
            saved[node] = sum(int(spared[branch]) for branch in node_branches)
        else:
            uncounted_nodes.append(node)
    return sorted(uncounted_nodes, key=lambda node: (int(columns.ply[node]), node))


def _iter_branch_sizes(trace: Trace, branches: Ints) -> Iterator[tuple[int, int]]:
    """Branches in order, and the nodes below each; until it is too much."""
    sizes = Sizes(trace.need_game(), BUDGET)
    try:
        for branch, state in states(trace, branches.tolist()):
            yield branch, sum(sizes.levels(state, plies_left(trace, branch)))
    except TooMany:
        return


MAX_EDITABLE_NODES = 600
"""Nodes of a tree that can be changed in a page."""
ALPHABETA, MINIMAX = "alphabeta", "minimax"


def make_editable_tree(trace: Trace) -> dict[str, Any] | None:
    """What a page searches again: the tree in pre-order, the search and its options, the pseudo-code of each choice.

    None where the tree is no typed or random one, is large, or was searched in another way, to a depth or in a window.
    """
    game, header = trace.game, trace.header
    is_plain_search = header.ours and header.search in (ALPHABETA, MINIMAX) and header.options.keys() <= {"fail", "cut"}
    if not isinstance(game, TreeGame | RandomTree) or not is_plain_search or header.stopped or trace.unfinished:
        return None
    tree = _make_tree_lists(game, trace.start())
    if tree is None:
        return None
    fail, cut = header.options.get("fail", "soft"), header.options.get("cut", ">=")
    header_fields = {
        "title": header.title,
        "place": header.game_and_position,
        "search": header.search,
        "fail": fail,
        "cut": cut,
    }
    return {**header_fields, "tree": tree, "codes": make_pseudocodes(ALPHABETA) | make_pseudocodes(MINIMAX)}


def make_pseudocodes(name: str) -> dict[str, Any]:
    """The pseudo-code of a search by its name and its choices, as the page's `codeName` spells them."""
    codes_by_name, search = {}, SEARCHES[name]
    for fail, cut in product(search.rule("fail"), search.rule("cut")):
        choice_names = [fail] * (len(search.rule("fail")) > 1) + [cut] * search.windowed
        code = search.code.variant(fail=fail, cut=cut)
        codes_by_name[" ".join([name, *choice_names])] = pseudocode_to_json(name, code)
    return codes_by_name


def pseudocode_to_json(name: str, code: Pseudocode) -> dict[str, Any]:
    """The lines of a pseudo-code, and the line of each kind of event."""
    return {"name": name, "lines": code.lines, "tags": {tag.value: line for tag, line in code.tags.items()}}


def _make_tree_lists(game: AnyGame, start: Any) -> dict[str, list[Any]] | None:
    """Parents, labels, who moves, values of leaves, and names, in pre-order; None where there are too many nodes."""
    parents: list[int] = []
    labels: list[str] = []
    turns: list[int] = []
    values: list[float | None] = []
    names: list[str] = []
    stack: list[tuple[int, str, Any]] = [(-1, "", start)]
    while stack:
        parent, name, state = stack.pop()
        node, utility = len(parents), game.utility(state)
        if node + len(stack) >= MAX_EDITABLE_NODES:
            return None
        parents.append(parent)
        labels.append(name)
        turns.append(int(game.turn(state)))
        values.append(utility)
        node_name = clean(game.name(state)) if isinstance(game, TreeGame) else ""
        names.append(node_name if node_name != name else "")
        moves = () if utility is not None else game.moves(state)
        if node + len(stack) + len(moves) >= MAX_EDITABLE_NODES:
            return None
        stack += [(node, clean(label(game, move)), game.play(state, move)) for move in reversed(moves)]
    return {"parent": parents, "label": labels, "turn": turns, "value": values, "name": names}


def make_source_listings(trace: Trace) -> list[dict[str, Any]]:
    """The functions by their numbers: plain JSON."""
    return [
        {
            "name": source.name,
            "file": source.file,
            "line": source.line,
            "defLine": source.def_line,
            "lines": source.lines,
        }
        for source in trace.sources
    ]


def make_line_columns(trace: Trace) -> dict[str, Array]:
    """For each node the number of its function, counted from 1, and the lines of its call and its return; 0 is none.

    No columns where the trace has no sources.
    """
    if not trace.sources:
        return {}
    columns, zeros = trace.columns, np.zeros(len(trace), np.int64)
    function = zeros if columns.function is None else columns.function.astype(np.int64)
    has_source = (function >= 0) & (function < len(trace.sources)) & (columns.status != PRUNED)
    lines = {
        name: zeros if column is None else np.maximum(column.astype(np.int64), 0)
        for name, column in (("calledAt", columns.called_at), ("leftAt", columns.left_at))
    }
    return {"function": np.where(has_source, function + 1, 0), **lines}


MAX_QUIZ_NODES = 400
"""Nodes of a recording of which a page asks."""

MAX_QUERIED_NODES = 20_000
"""Nodes up to which all of them are asked for their legal moves, or evaluations; of more, if some path lacks moves."""
MAX_NODES = 300_000
"""Nodes above which none is asked."""


def count_legal_moves(trace: Trace) -> Array | None:
    """N long: how many moves are legal where some are neither searched nor pruned, else 0; None where none is so."""
    if trace.game is None or trace.header.answers_unseen or trace.columns.log is not None or len(trace) > MAX_NODES:
        return None
    if len(trace) > MAX_QUERIED_NODES and not trace.counts.lacks_moves:
        return None
    nodes = np.flatnonzero((trace.columns.status == EXPANDED) & ~trace.counts.paths.drives).tolist()
    legal_counts = np.zeros(len(trace), np.int64)
    for node, legal_count in each_amount(trace, nodes):
        if len({int(trace.columns.move[child]) for child in trace.children(node)}) < legal_count:
            legal_counts[node] = legal_count
    return legal_counts if legal_counts.any() else None


def find_bound_visits(trace: Trace) -> Array | None:
    """N long: the visit that returned a table's number as a bound, plus 1, else 0; None where none is known."""
    if trace.header.ours or positions_at_hand(trace) is None:
        return None
    bound_visits = np.zeros(len(trace), np.int64)
    for node in np.flatnonzero(trace.columns.status == TABLE).tolist():
        if (stored_visit := stored_bound(trace, node)) is not None:
            bound_visits[node] = stored_visit[0] + 1
    return bound_visits if bound_visits.any() else None


def make_pruned_leaf_columns(trace: Trace) -> dict[str, Array]:
    """The pruned branches that lead to leaves whose values the tree itself tells, and these values: two columns."""
    value_by_leaf = pruned_leaves(trace, np.flatnonzero(trace.columns.status == PRUNED).tolist())
    if not value_by_leaf:
        return {}
    nodes, values = np.array(list(value_by_leaf), "<u4"), np.array(list(value_by_leaf.values()), "<f8")
    return {"unseenAt": nodes, "unseen": values}


def make_futile_columns(trace: Trace) -> dict[str, Array]:
    """The nodes that skipped moves as futile, and the evaluations there: two columns, where they are known and few."""
    reason_codes = selective_codes(trace)
    if reason_codes is None or futility_margin(trace) is None:
        return {}
    nodes = np.unique(trace.columns.parent[reason_codes == FUTILE])
    if not len(nodes) or len(nodes) > MAX_QUERIED_NODES:
        return {}
    evaluations = np.array([evaluation_at(trace, node) for node in nodes.tolist()], "<f8")
    return {"futileAt": nodes.astype("<u4"), "futile": evaluations}


def make_name_columns(trace: Trace) -> dict[str, Array]:
    """The names that a tree gives its nodes, each with a NUL at its end, and the nodes: two columns."""
    if not trace.names:
        return {}
    encoded_names = "".join(f"{name}\0" for name in trace.names.values()).encode()
    return {"namesAt": np.array(list(trace.names), "<u4"), "names": np.frombuffer(encoded_names, np.uint8)}


def were_positions_compared(trace: Trace) -> bool:
    """Whether the positions of other code's table hits were compared."""
    return not trace.header.ours and positions_at_hand(trace) is not None
