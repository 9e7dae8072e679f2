"""A search by proof numbers as a player: what it asks, what its answers say, and a move that proves the last of them.

It is asked whether the player to move can win and, where he cannot, whether he can reach a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from tracer.games.rules import MAX, blame
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.searches.proof_goals import DISPROVED, PROVED, PROVED_VALUES, goal_test
from tracer.tracing import Trace

_VERDICTS = {
    ("win", 1): "MAX wins",
    ("win", -1): "MAX does not win",
    ("draw", 1): "MIN does not win",
    ("draw", -1): "MIN wins",
}


class ProofAnswer(NamedTuple):
    """What a search by proof numbers found out."""

    goal: str
    """What it asked, as its option says."""
    value: float | None
    """1 where MAX reaches that, −1 where he does not; None where it was stopped before it knew."""


def goals_to_ask(match: Match, goal: Any) -> Sequence[str]:
    """What is asked in the position now, one after the other; where somebody said a goal, that alone.

    >>> (
    ...     goals_to_ask(Match("tictactoe"), None),
    ...     goals_to_ask(Match("tictactoe", "b2"), None),
    ...     goals_to_ask(Match("tictactoe"), 1),
    ... )
    (('win', 'draw'), ('draw', 'win'), ('1',))
    """
    if goal is not None:
        return (str(goal),)
    return ("win", "draw") if match.turn == MAX else ("draw", "win")


def is_decided(match: Match, answer: ProofAnswer) -> bool:
    """Whether no more is to be asked: the player to move has what was asked about, or nobody knows."""
    return answer.value is None or answer.value == int(match.turn)


def find_proving_move(
    match: Match, answer: ProofAnswer, search_state: Callable[[Any], float | None]
) -> Hashable | None:
    """A move after which the answer is the same; None where none is found.

    A table may have known the move that decided, and then the recording does not have it.
    """
    is_reached, state_by_move = goal_test(answer.goal), dict[Hashable, Any]()
    with blame(match.game):
        for move in match.legal.values():
            state_by_move[move] = match.game.play(match.state, move)
            utility = match.game.utility(state_by_move[move])
            if utility is not None and PROVED_VALUES[PROVED if is_reached(utility) else DISPROVED] == answer.value:
                return move
    open_moves = [move for move, state in state_by_move.items() if match.game.utility(state) is None]
    return next((move for move in open_moves if search_state(state_by_move[move]) == answer.value), None)


def add_proved_value(choice: Choice, answers: Sequence[ProofAnswer]) -> Choice:
    """The choice with what was proved in the place of the search's value, which is 1 or −1 whatever was asked."""
    result_by_goal = {answer.goal: int(answer.value) for answer in answers if answer.value is not None}
    if not result_by_goal:
        return replace(choice, value=None)
    if result_by_goal.get("win") == -1 and result_by_goal.get("draw") == 1:
        value: float | None = 0.0
        verdict = "a draw"
    else:
        value = 1.0 if result_by_goal.get("win") == 1 else -1.0 if result_by_goal.get("draw") == -1 else None
        verdict = ", ".join(
            describe_answer(goal, result_by_goal[goal])
            for goal in result_by_goal
            if value is None or goal == answers[-1].goal
        )
    depth_text = "" if choice.depth is None else f" to depth {choice.depth}"
    return replace(
        choice,
        value=value,
        depth=None,
        note="; ".join(note for note in (f"proved{depth_text}: {verdict}", choice.note) if note),
    )


def describe_answer(goal: str, value: float) -> str:
    """What an answer says: 1 is that MAX reaches the goal, −1 that he does not.

    >>> describe_answer("draw", -1), describe_answer("3", 1)
    ('MIN wins', 'value ≥ 3')
    """
    return _VERDICTS.get((goal, int(value))) or f"value {'≥' if value > 0 else '<'} {goal}"


def best_line_from(trace: Trace, node: int) -> tuple[str, ...]:
    """The labels of the moves from a node on: the node's own, and the best replies below it. O(plies × children)."""
    line: list[str] = []
    line_node: int | None = node
    while line_node is not None:
        if trace.columns.move.item(line_node) not in trace.no_moves:
            line.append(trace.label(line_node))
        line_node = trace.best_child(line_node)
    return tuple(line)


def principal_line(trace: Trace) -> tuple[str, ...]:
    """The labels of the principal variation."""
    return tuple(trace.label(node) for node in trace.principal_moves)
