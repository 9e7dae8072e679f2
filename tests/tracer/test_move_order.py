"""The order of the moves of an iterative deepening, which follows from the recording: hash move, killers, history."""

from __future__ import annotations

import pytest

import tracer
from tracer.recording.status import EXPANDED
from tracer.why.move_order import move_order, order_told


@pytest.mark.parametrize("heuristics", ["hash", "killers", "history", "hash,killers", "table,hash,killers,history"])
@pytest.mark.parametrize(("game", "depth"), [("mnk:3,3,3", 4), ("connect4:4,4,3", 4)])
def test_sorted_by_what_is_told_the_moves_stand_as_they_were_searched(game, depth, heuristics):
    trace = tracer.trace(game, search="deepening", depth=depth, with_=heuristics)
    told = 0
    for node in range(len(trace)):
        known = move_order(trace, node)
        searched = trace.columns.status[node] == EXPANDED and node not in trace.drivers
        assert bool(known) == searched
        if not searched:
            continue
        told += any(one.reason or one.history for one in known)
        own = [trace.game.label(move) for move in trace.game.moves(trace.state(node))]
        ranks = {"hash move": 0, "killer": 1, "": 2}
        key = {
            trace.label(one.child): (
                ranks[one.reason],
                -one.history if not one.reason else 0,
                own.index(trace.label(one.child)),
            )
            for one in known
        }
        order = [trace.label(one.child) for one in known]
        kept = [label for label in order if key[label][0] != 1]
        assert kept == sorted(kept, key=key.__getitem__)
        assert [key[label][0] for label in order] == sorted(key[label][0] for label in order)
    assert told > 10


def test_a_sentence_names_what_put_the_first_moves_first():
    trace = tracer.trace("tictactoe", search="deepening", depth=3, with_="hash,killers,history")
    said = {
        word
        for node in range(len(trace))
        for word in ("hash move", "killer", "history")
        if word in order_told(trace, node)
    }
    assert said == {"hash move", "killer", "history"}


def test_nothing_is_told_where_nothing_was_learned():
    for options in (
        {"search": "deepening", "depth": 3},
        {"search": "alphabeta", "depth": 3},
        {"search": "uct", "iterations": 9},
    ):
        trace = tracer.trace("tictactoe", **options)
        assert not any(order_told(trace, node) for node in range(len(trace)))
