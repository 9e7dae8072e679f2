"""Players of one's own, for any game: `plyscope play tictactoe --max alphabeta --min players.py:choose`."""

from __future__ import annotations

from typing import Any

from plyscope import MAX, Game


def choose(game: Game[Any, Any], position: Any) -> Any:
    """A move after which the game is worth most to whoever moves, as far as one move shows it."""

    def worth(move: Any) -> Any:
        after = game.play(position, move)
        payoff = game.utility(after)
        return game.turn(position) * (game.evaluate(after) if payoff is None else payoff)  # type: ignore[attr-defined]

    return max(game.moves(position), key=worth)


def on_text(board: str) -> str:
    """The middle of tic-tac-toe, or the first free square: the annotation `str` asks for the board as text."""
    squares = board.replace("\n", "")
    free = 4 if squares[4] == "." else squares.index(".")
    return "abc"[free % 3] + str(free // 3 + 1)


def alphabeta(game: Game[Any, Any], position: Any, alpha: float, beta: float) -> float:
    """The value of a position within a window, MAX's view; calls of it are what `,record` records."""
    payoff = game.utility(position)
    if payoff is not None:
        return payoff
    best = -float("inf") if game.turn(position) == MAX else float("inf")
    for move in game.moves(position):
        value = alphabeta(game, game.play(position, move), alpha, beta)
        if game.turn(position) == MAX:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def search(game: Game[Any, Any], position: Any) -> Any:
    """The first of the best moves, by a search to the end of the game."""
    best = max if game.turn(position) == MAX else min
    moves = game.moves(position)
    return best(moves, key=lambda move: alphabeta(game, game.play(position, move), -float("inf"), float("inf")))
