"""Pruned nodes by step: the sum in the end is the count, and on the way it grows branch by branch."""

from hypothesis import given
from strategies import AIMA, searched

import tracer
from tracer.count.spared import count
from tracer.recording.status import PRUNED
from tracer.tracing import Trace


def below(game, state, depth) -> int:
    """Nodes of the full tree, by definition."""
    if game.utility(state) is not None or depth == 0:
        return 1
    less = None if depth is None else depth - 1
    return 1 + sum(below(game, game.play(state, move), less) for move in game.moves(state))


@given(searched())
def test_what_was_spared_by_a_node_is_what_lies_below_the_branches_before_it(drawn):
    case, options, _ = drawn
    trace = tracer.trace(case.game, "alphabeta", position=case.position, **options)
    found, spared = count(trace), 0
    assert found is not None
    for node in trace:
        if node.status is PRUNED:
            depth = trace.header.depth
            spared += below(case.game, node.state, None if depth is None else depth - node.ply)
        assert found.met(node.index) == spared
    assert found.total == spared == trace.counts.pruned_nodes


@given(searched())
def test_a_cutoff_saved_what_lies_below_the_branches_that_it_skipped(drawn):
    case, options, _ = drawn
    trace = tracer.trace(case.game, "alphabeta", position=case.position, **options)
    found, nodes = count(trace), trace.landmarks.pruning_nodes
    assert found is not None
    saved = found.by_cutoff(trace, nodes).tolist()
    assert len(nodes) == len(trace.landmarks.pruning_steps) == trace.counts.pruning_cutoffs
    assert [trace.landmarks.cut_at(step) for step in trace.landmarks.pruning_steps] == nodes.tolist()
    assert sum(saved) == trace.counts.pruned_nodes
    for node, nodes_saved in zip(nodes.tolist(), saved, strict=True):
        skipped = [child for child in trace.children(node) if trace.node(child).status is PRUNED]
        depth = trace.header.depth
        left = None if depth is None else depth - int(trace.ply[node]) - 1
        assert nodes_saved == sum(below(case.game, trace.state(child), left) for child in skipped) > 0


def test_without_a_game_nobody_knows_and_without_pruned_branches_nothing_was_spared():
    known = tracer.trace(AIMA)
    assert count(Trace(known.columns, [], known.header, labels=known.move_labels)) is None
    found = count(tracer.trace(AIMA, "minimax"))
    assert found is not None
    assert found.total == found.met(12) == 0


def test_a_count_is_given_up_when_it_is_cancelled_or_takes_too_many_positions():
    trace = tracer.trace("tictactoe")
    assert count(trace, cancelled=lambda: True) is None
    assert count(trace, budget=100) is None
    found = count(trace)
    assert found is not None
    assert found.total == 531_649
