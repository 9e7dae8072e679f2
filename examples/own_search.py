"""A search of your own, recorded: three calls, and everything else works as for the built-in ones.

The search here is alpha-beta that looks one ply ahead to sort its moves by their evaluation.
"""

from __future__ import annotations

import plyscope
from plyscope import MAX, Header, Recorder, Status, Trace
from tracer.games.connect4 import ConnectFour
from tracer.games.mnk import Board


def search(game: ConnectFour, record: Recorder, depth: int) -> None:
    """Search from the start of the game, telling the recorder of every node."""

    def visit(state: Board, move: int | None, depth: int, alpha: float, beta: float) -> float:
        turn = game.turn(state)
        node = record.enter(move, turn, alpha, beta)
        if (utility := game.utility(state)) is not None:
            record.leave(node, utility, Status.TERMINAL)
            return utility
        if depth == 0:
            value = game.evaluate(state)
            record.leave(node, value, Status.HORIZON)
            return value

        best, cutoff = -turn * float("inf"), False
        moves = sorted(game.moves(state), key=lambda after: -turn * game.evaluate(game.play(state, after)))
        for searched, played in enumerate(moves, 1):
            value = visit(game.play(state, played), played, depth - 1, alpha, beta)
            best = max(best, value) if turn == MAX else min(best, value)
            if best >= beta if turn == MAX else best <= alpha:
                record.prune(moves[searched:])
                cutoff = True
                break
            alpha, beta = (max(alpha, best), beta) if turn == MAX else (alpha, min(beta, best))
        record.leave(node, best, Status.EXPANDED, cutoff)
        return best

    visit(game.start(), None, depth, -float("inf"), float("inf"))


def main() -> None:
    """Compare it with the built-in alpha-beta in the game's own move order."""
    game, depth = ConnectFour(5, 4, 4), 6
    recorder = Recorder()
    search(game, recorder, depth)
    mine = Trace(*recorder.finish(), Header(game.spec, search="sorted alpha-beta", options={"depth": depth}), game)
    theirs = plyscope.trace(game, "alphabeta", depth=depth)
    for trace in (mine, theirs):
        print(trace)


if __name__ == "__main__":
    main()
