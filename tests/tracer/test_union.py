"""The union of two traces is a tree with every node of either, and says whose each is."""

import numpy as np
from hypothesis import given
from pairs import Path, children, pairs, paths
from strategies import AIMA

import tracer
from tracer.comparing.comparison import Comparison, compare
from tracer.comparing.union_tree import BOTH, CHANGED, ONLY_A, ONLY_B, Side, map_to_union, unite_traces
from tracer.recording.columns import verify
from tracer.recording.status import EXPANDED, OPEN, PRUNED, Status, Why
from tracer.tracing import Trace


def merged(a: Trace, b: Trace) -> list[Path]:
    """The paths of the union in its order, by definition: A's children, and B's own each after the one before it."""
    known = {path: index for index, path in enumerate(paths(a))}, {path: index for index, path in enumerate(paths(b))}
    below = children(a), children(b)
    where = paths(a), paths(b)
    order: list[Path] = []
    stack: list[Path] = [()]
    while stack:
        path = stack.pop()
        order.append(path)
        ours, theirs = (
            [where[k][child] for child in below[k][known[k][path]]] if path in known[k] else [] for k in (0, 1)
        )
        together, place = list(ours), 0
        for child in theirs:
            if child in known[0]:
                place = together.index(child) + 1
            else:
                together.insert(place, child)
                place += 1
        stack += reversed(together)
    return order


def placed(found: Comparison, both: Trace) -> list[Path]:
    """The path of each node of the union, by the nodes that were put there.

    A repeated move that only B has may come before an earlier visit that both have, where their orders differ.
    """
    where: dict[int, Path] = {}
    for trace, there in zip((found.a, found.b), map_to_union(found), strict=True):
        for path, place in zip(paths(trace), there.tolist(), strict=True):
            assert where.setdefault(place, path) == path
    assert sorted(where) == list(range(len(both)))
    return [where[place] for place in range(len(both))]


def expected_side(a: Trace, b: Trace, path: Path) -> Side:
    """Whose a path is, by definition."""
    nodes = [trace.node(paths(trace).index(path)) if path in paths(trace) else None for trace in (a, b)]
    one, other = nodes
    if one is None or other is None:
        return ONLY_B if one is None else ONLY_A
    if (one.status is PRUNED) != (other.status is PRUNED):
        return ONLY_B if one.status is PRUNED else ONLY_A
    windows = [(node.alpha, node.beta) for node in (one, other)]
    windowed = a.header.windowed and b.header.windowed
    same = (one.value, one.status, one.cutoff) == (other.value, other.status, other.cutoff)
    same &= a.proved_bound(one.index) is b.proved_bound(other.index)
    return BOTH if same and (not windowed or windows[0] == windows[1]) else CHANGED


@given(pairs())
def test_the_union_is_a_trace_with_the_nodes_of_both_in_order(pair: tuple[Trace, Trace]) -> None:
    a, b = pair
    found = compare(a, b)
    both, side = unite_traces(found)
    verify(both.columns, len(both.move_labels))
    where = placed(found, both)
    assert where == merged(a, b)
    for node in both:
        above = () if node.parent is None else where[node.parent.index]
        assert where[node.index] == ((*above, where[node.index][-1]) if above or node.index else ())
        assert node.label == (where[node.index][-1][0] if node.index else "")
    assert side.dtype == np.uint8
    assert [Side(code) for code in side] == [expected_side(a, b, path) for path in where]


@given(pairs())
def test_a_row_is_a_s_unless_b_alone_visited_it(pair: tuple[Trace, Trace]) -> None:
    found = compare(*pair)
    both, _ = unite_traces(found)
    known = [{path: trace.node(index) for index, path in enumerate(paths(trace))} for trace in pair]
    for index, path in enumerate(placed(found, both)):
        row, one, other = both.node(index), known[0].get(path), known[1].get(path)
        from_b = one is None or (one.status is PRUNED and other is not None and other.status is not PRUNED)
        source = other if from_b else one
        assert source is not None
        assert (row.value, row.alpha, row.beta, row.turn) == (source.value, source.alpha, source.beta, source.turn)
        visits = [node for node in (one, other) if node is not None and node.status is not PRUNED]
        assert row.cutoff == (bool(visits) and all(node.cutoff for node in visits))
        went_on = source.status not in (EXPANDED, OPEN, PRUNED) and row.size > 1
        assert row.status is (Status.EXPANDED if went_on else source.status)


@given(pairs())
def test_the_union_with_itself_is_the_trace(pair: tuple[Trace, Trace]) -> None:
    trace = pair[0]
    both, side = unite_traces(compare(trace, trace))
    assert not side.any()
    for name in ("end", "turn", "alpha", "beta", "value", "status", "cutoff", "ply", "parent"):
        assert np.array_equal(getattr(both.columns, name), getattr(trace.columns, name), equal_nan=True), name
    assert [node.label for node in both] == [node.label for node in trace]


def test_the_union_of_minimax_and_alpha_beta_is_minimax_s_tree() -> None:
    both, side = unite_traces(compare(tracer.trace(AIMA, "minimax"), tracer.trace(AIMA)))
    assert paths(both) == paths(tracer.trace(AIMA, "minimax"))
    assert np.flatnonzero(side == ONLY_A).tolist() == [7, 8]
    assert np.flatnonzero(side == CHANGED).tolist() == [5, 9]
    assert not (side == ONLY_B).any()
    assert not both.header.windowed
    assert both.header.title == "tree of 9 leaves, A minimax, B alphabeta"


def test_the_union_keeps_probabilities_and_reasons() -> None:
    """From whom the rest of the row is; the probability of an outcome also where that search pruned it."""
    tree = "[(0.9:[2,2],0.1:[3,3]),(0.9:[1,1],0.1:[4,4])]"
    for searches in (("star1", "expectiminimax"), ("star2", "star1"), ("expectiminimax", "star2")):
        found = compare(*(tracer.trace(tree, search) for search in searches))
        both, _ = unite_traces(found)
        outcomes = [node for node in both if node.parent is not None and not node.parent.turn]
        assert [node.weight for node in outcomes if node.label == "b2"] == [0.1] * 2 or "star2" in searches
        assert all(node.weight == (0.9 if node.label == "b1" else 0.1) for node in outcomes)
        for trace, there in zip((found.a, found.b), map_to_union(found), strict=True):
            for node, place in zip(trace, there.tolist(), strict=True):
                if found.a is trace and node.status is not PRUNED:
                    assert both.node(place).why is node.why
    one, other = (tracer.trace("tictactoe", "engine", depth=4, with_=with_, margin=0.0) for with_ in ("futility", ""))
    both, _ = unite_traces(compare(one, other))
    futile = [node for node in both if node.why is Why.FUTILE]
    assert futile
    assert all(node.status is PRUNED for node in futile)


def test_the_union_knows_its_positions() -> None:
    both, _ = unite_traces(
        compare(
            tracer.trace("tictactoe", position="a1/b2/c3", order="reversed"),
            tracer.trace("tictactoe", position="a1/b2/c3"),
        )
    )
    for node in range(0, len(both), 7):
        assert both.state(node) is not None
    assert both.node(0).state == tracer.trace("tictactoe", position="a1/b2/c3").start()


def test_the_union_of_chains_of_five_thousand_plies() -> None:
    deep, flat = tracer.trace("random:b=1,d=5000"), tracer.trace("random:b=1,d=5000", "minimax", depth=4_000)
    for pair in ((deep, flat), (flat, deep)):
        both, side = unite_traces(compare(*pair))
        verify(both.columns, len(both.move_labels))
        assert len(both) == 5_001
        assert np.count_nonzero((side == ONLY_A) | (side == ONLY_B)) == 1_000
