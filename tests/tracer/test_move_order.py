"""The order of the moves of an iterative deepening, which follows from the recording: hash move, killers, history."""

from __future__ import annotations

import math

import pytest

import tracer
from tracer.recording.node import remaining_depths
from tracer.recording.status import EXPANDED
from tracer.searches import engine
from tracer.searches.deepening import MoveOrdering
from tracer.why.move_order import describe_move_order, move_order


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


SWITCHES = [
    "hash",
    "killers",
    "history",
    "hash,killers,history,table",
    "null,hash,killers,history",
    "null,verify,lmr,futility,quiescence,hash,killers,history,table,aspiration",
]


@pytest.mark.parametrize("switches", SWITCHES)
@pytest.mark.parametrize(("game", "depth"), [("mnk:3,3,3", 4), ("nim:2,3,4", 6), ("chess", 3)])
def test_what_an_engine_goes_by_is_what_it_had_learned(game, depth, switches, monkeypatch, need):
    """Held to what its own tables have at each node, whichever cutoffs are null moves or stand below the horizon."""
    if game == "chess":
        need("chess")
        game = "chess:r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4"
    seen = []

    class Watched(MoveOrdering):
        def order(self, moves, key, turn, ply):
            best = [self._best_moves[key]] if "hash" in self._heuristics and key in self._best_moves else []
            killers = list(self._killers[ply]) if "killers" in self._heuristics else []
            used = {move: self._history.get((turn, move), 0) for move in moves} if "history" in self._heuristics else {}
            seen.append((best, killers, used))
            return super().order(moves, key, turn, ply)

    monkeypatch.setattr(engine, "MoveOrdering", Watched)
    trace = tracer.trace(game, "engine", depth=depth, with_=switches)
    depths = remaining_depths(trace, trace.counts.paths.ply)
    ordered = [
        node
        for node in range(len(trace))
        if trace.columns.status[node] == EXPANDED and depths[node] > 0 and node not in trace.drivers
    ]
    assert len(ordered) == len(seen)
    told = 0
    for node, (best, killers, history) in list(zip(ordered, seen, strict=True))[:: max(len(ordered) // 250, 1)]:
        for one in move_order(trace, node, max_nodes=10**6):
            move = trace.move(one.child)
            wanted = "hash move" if move in best else "killer" if move in killers else ""
            assert (one.reason, one.history) == (wanted, history.get(move, 0))
            told += bool(wanted or one.history)
    assert told > 5
    assert not any(move_order(trace, node) for node in range(len(trace)) if node not in ordered)


def test_of_a_program_it_is_said_what_is_so_of_moves_that_come_earlier():
    game, best, killers = tracer.game("mnk:3,2,2"), {}, {}

    def search(state, depth, ply, alpha, beta):
        if (utility := game.utility(state)) is not None:
            return utility
        if depth == 0:
            return game.evaluate(state)
        turn, value, found = game.turn(state), -math.inf, None
        moves = sorted(game.moves(state), key=lambda move: (move != best.get(state), move != killers.get(ply)))
        for move in moves:
            after = search(game.play(state, move), depth - 1, ply + 1, alpha, beta)
            if turn * after > value:
                value, found = turn * after, move
            alpha, beta = (max(alpha, after), beta) if turn > 0 else (alpha, min(beta, after))
            if alpha >= beta:
                killers[ply] = move
                break
        best[state] = found
        return turn * value

    def deepen():
        for depth in range(1, 5):
            search(game.start(), depth, 0, -math.inf, math.inf)

    with tracer.attach(search, game=game) as recording:
        deepen()
    trace = recording.trace
    said = [describe_move_order(trace, node) for node in range(len(trace))]
    assert any("(it cut at this ply before)" in one for one in said)
    for node, text in enumerate(said):
        if text:
            own = [game.label(move) for move in game.moves(trace.state(node))]
            order = list(dict.fromkeys(trace.label(child) for child in trace.children(node)))
            name = text.partition("come")[2].lstrip("s ").partition(" ")[0]
            assert order.index(name) < own.index(name)


def test_a_sentence_names_what_put_the_first_moves_first():
    trace = tracer.trace("tictactoe", search="deepening", depth=3, with_="hash,killers,history")
    said = {
        word
        for node in range(len(trace))
        for word in ("hash move", "killer", "history")
        if word in describe_move_order(trace, node)
    }
    assert said == {"hash move", "killer", "history"}


def test_nothing_is_told_where_nothing_was_learned():
    for options in (
        {"search": "deepening", "depth": 3},
        {"search": "alphabeta", "depth": 3},
        {"search": "uct", "iterations": 9},
    ):
        trace = tracer.trace("tictactoe", **options)
        assert not any(describe_move_order(trace, node) for node in range(len(trace)))
