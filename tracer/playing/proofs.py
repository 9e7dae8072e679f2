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
from tracer.searches.goals import DISPROVED, PROVED, WORTH, reaches
from tracer.tracing import Trace

_SAID = {
    ("win", 1): "MAX wins",
    ("win", -1): "MAX does not win",
    ("draw", 1): "MIN does not win",
    ("draw", -1): "MIN wins",
}


class Answer(NamedTuple):
    """What a search by proof numbers found out."""

    goal: str
    """What it asked, as its option says."""
    value: float | None
    """1 where MAX reaches that, −1 where he does not; None where it was stopped before it knew."""


def questions(match: Match, goal: Any) -> Sequence[str]:
    """What is asked in the position now, one after the other; where somebody said a goal, that alone.

    >>> questions(Match("tictactoe"), None), questions(Match("tictactoe", "b2"), None), questions(Match("tictactoe"), 1)
    (('win', 'draw'), ('draw', 'win'), ('1',))
    """
    if goal is not None:
        return (str(goal),)
    return ("win", "draw") if match.turn == MAX else ("draw", "win")


def is_enough(match: Match, answer: Answer) -> bool:
    """Whether no more is to be asked: the player to move has what was asked about, or nobody knows."""
    return answer.value is None or answer.value == int(match.turn)


def proving_move(match: Match, answer: Answer, ask: Callable[[Any], float | None]) -> Hashable | None:
    """A move after which the answer is the same; None where none is found.

    A table may have known the move that decided, and then the recording does not have it.

    Args:
        match: the game; the position now was asked about.
        answer: what came of it.
        ask: searches a position one move further with the same question.
    """
    reached, after = reaches(answer.goal), dict[Hashable, Any]()
    with blame(match.game):
        for move in match.legal.values():
            after[move] = match.game.play(match.state, move)
            utility = match.game.utility(after[move])
            if utility is not None and WORTH[PROVED if reached(utility) else DISPROVED] == answer.value:
                return move
    going_on = [move for move, state in after.items() if match.game.utility(state) is None]
    return next((move for move in going_on if ask(after[move]) == answer.value), None)


def told(choice: Choice, answers: Sequence[Answer]) -> Choice:
    """The choice with what was proved in the place of the search's value, which is 1 or −1 whatever was asked."""
    known = {answer.goal: int(answer.value) for answer in answers if answer.value is not None}
    if not known:
        return replace(choice, value=None)
    if known.get("win") == -1 and known.get("draw") == 1:
        value: float | None = 0.0
        said = "a draw"
    else:
        value = 1.0 if known.get("win") == 1 else -1.0 if known.get("draw") == -1 else None
        said = ", ".join(said_of(goal, known[goal]) for goal in known if value is None or goal == answers[-1].goal)
    far = "" if choice.depth is None else f" to depth {choice.depth}"
    return replace(
        choice, value=value, depth=None, note="; ".join(note for note in (f"proved{far}: {said}", choice.note) if note)
    )


def said_of(goal: str, value: float) -> str:
    """What an answer says: 1 is that MAX reaches the goal, −1 that he does not.

    >>> said_of("draw", -1), said_of("3", 1)
    ('MIN wins', 'value ≥ 3')
    """
    return _SAID.get((goal, int(value))) or f"value {'≥' if value > 0 else '<'} {goal}"


def line_from(trace: Trace, node: int) -> tuple[str, ...]:
    """The labels of the moves from a node on: the node's own, and the best replies below it. O(plies × children)."""
    line: list[str] = []
    at: int | None = node
    while at is not None:
        if trace.columns.move.item(at) not in trace.no_moves:
            line.append(trace.label(at))
        at = trace.best_child(at)
    return tuple(line)


def line_of(trace: Trace) -> tuple[str, ...]:
    """The labels of the principal variation."""
    return tuple(trace.label(node) for node in trace.principal_moves)
