"""OpenSpiel's own Monte Carlo tree search, recorded: its tree and its values are told to a `BestFirstRecorder`.

Two things are told: a node when a simulation first comes to it, and the value that a simulation counts. OpenSpiel
shuffles the moves of a node, so children stand in the order in which they were first visited. With the name of the game
its positions are drawn, and `plyscope check mcts.plyscope` holds the search to the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import plyscope
from plyscope import BestFirstRecorder, Header, Trace


class Bot(mcts.MCTSBot):  # type: ignore[misc]  # OpenSpiel tells no types
    """OpenSpiel's bot, which tells a recorder what each of its simulations does."""

    def __init__(self, game: Any, simulations: int, seed: int) -> None:
        random = np.random.RandomState(seed)
        super().__init__(game, 2.0, simulations, self, solve=False, random_state=random)
        self.rollouts = mcts.RandomRolloutEvaluator(1, random)
        self.record = BestFirstRecorder()
        self.numbers: dict[Any, int] = {}
        self.leaf = 0

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        way, end = super()._apply_tree_policy(root, state)
        here, above = state.clone(), None
        for node in way:
            move = None if node is root else here.action_to_string(node.action)
            if node is not root:
                here.apply_action(node.action)
            if node not in self.numbers:
                self.numbers[node] = self.record.add(above, move, 1 if here.current_player() == 0 else -1)
            above = self.leaf = self.numbers[node]
        self.record.iteration()
        if end.is_terminal():
            self.record.update(self.leaf, end.returns()[0])
        return way, end

    def prior(self, state: Any) -> Any:
        """The moves of a position, all as likely."""
        return self.rollouts.prior(state)

    def evaluate(self, state: Any) -> Any:
        """Play on at random, and tell what came of it for player 0, who is MAX."""
        returns = self.rollouts.evaluate(state)
        self.record.update(self.leaf, float(returns[0]))
        return returns


def recorded(name: str, simulations: int, seed: int = 0) -> Trace:
    """A search from the start of a game, as a trace that can be explored, saved and drawn."""
    game = pyspiel.load_game(name)
    bot = Bot(game, simulations, seed)
    bot.mcts_search(game.new_initial_state())
    columns, moves = bot.record.finish()
    header = Header(game=f"openspiel:{name}", search="open_spiel mcts", windowed=False)
    return Trace(columns, {}, header, plyscope.game(header.game), labels=[str(move) for move in moves])


if __name__ == "__main__":
    trace = recorded("tic_tac_toe", 500)
    print(trace, trace.best_root_child and trace.label(trace.best_root_child))
    trace.save("mcts.plyscope")
