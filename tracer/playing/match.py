"""A game that is being played: its moves so far, how each was chosen, and what can be taken back."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from copy import copy
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.places import place, position_text
from tracer.games.registry import as_game
from tracer.games.rules import AnyGame, Turn, blame, label
from tracer.playing.choice import HUMAN, Choice
from tracer.playing.move_words import meant
from tracer.text import clean, nearest

NAMED = 24
"""Legal moves that are listed where one is not legal."""


class Match:
    """A game that is being played. Positions are immutable, so what was played is a list and a place in it.

    Args:
        game: a game, or its spec.
        position: where it starts, as `tracer.Options` says; None is the game's start.

    Raises:
        PlyscopeError: the game or the position is wrong.

    >>> match = Match("tictactoe")
    >>> for word in ("b2", "a1"):
    ...     match.play(Choice(move=match.find(word)))
    >>> match.labels, match.turn.name, match.undo().move == match.game.moves(match.game.start())[0]
    (['b2', 'a1'], 'MAX', True)
    """

    def __init__(self, game: Any, position: Any = None) -> None:
        self.game: AnyGame = as_game(game)
        """The rules."""
        with blame(self.game):
            start = place(self.game, position)
        self.position = position_text(self.game, position, start)
        """Where it started, as text; None is the game's start."""
        self._states = [start]
        self._choices: list[Choice] = []
        self._undone: list[Choice] = []

    def copy(self) -> Match:
        """The same game as it is now, for whoever thinks about it while it goes on."""
        other = copy(self)
        other._states, other._choices, other._undone = [*self._states], [*self._choices], [*self._undone]
        return other

    @property
    def choices(self) -> Sequence[Choice]:
        """The moves that stand, in the order in which they were made."""
        return tuple(self._choices)

    @property
    def undone(self) -> Sequence[Choice]:
        """The moves that were taken back and may be made again, the last one of the game first."""
        return tuple(self._undone)

    @property
    def state(self) -> Any:
        """The position now."""
        return self._states[-1]

    def state_before(self, number: int) -> Any:
        """The position in which a move was made; the first move has the number 0."""
        return self._states[number]

    @property
    def turn(self) -> Turn:
        """Who moves now; without sense where the game is over."""
        return self.turn_at(len(self._choices))

    def turn_at(self, number: int) -> Turn:
        """Who made, or makes, the move of a number."""
        with blame(self.game):
            return Turn(self.game.turn(self._states[number]))

    @property
    def utility(self) -> float | None:
        """What the game was worth, MAX's view; None while it goes on."""
        with blame(self.game):
            return self.game.utility(self.state)

    @property
    def legal(self) -> Mapping[str, Hashable]:
        """The legal moves by their labels, in the game's order; none where it is over."""
        with blame(self.game):
            if self.game.utility(self.state) is not None:
                return {}
            return {label(self.game, move): move for move in self.game.moves(self.state)}

    @property
    def labels(self) -> list[str]:
        """The moves so far as people write them."""
        return [self.label(number) for number in range(len(self._choices))]

    def label(self, number: int) -> str:
        """The move of a number as people write it."""
        return label(self.game, self._choices[number].move)

    def advised(self, number: int) -> str:
        """The move that a person was recommended who made another one; empty where it is not so.

        The value, the nodes, the time and the line of such a choice are those of the recommended move.
        """
        choice = self._choices[number]
        best = next(iter(choice.line), "")
        return best if choice.by == HUMAN and best != self.label(number) else ""

    def find(self, word: str) -> Hashable:
        """The legal move that a word names, its label or what `meant` takes for it where that is one move.

        Raises:
            PlyscopeError: it names none; the message lists those that are legal.
        """
        legal = self.legal
        if (name := meant(word, legal)) is not None:
            return legal[name]
        if not legal:
            raise PlyscopeError("the game is over")
        there = ", ".join([*list(legal)[:NAMED], *(["…"] if len(legal) > NAMED else [])])
        raise PlyscopeError(f"{clean(word, 40)!r} is no legal move{nearest(word, list(legal))}; there are: {there}")

    def play(self, choice: Choice) -> None:
        """Make a move. What was taken back before is forgotten, unless it is the move that comes next there.

        Raises:
            PlyscopeError: it is not legal.
            GameError: the game misbehaved.
        """
        if choice.move not in self.legal.values():
            raise PlyscopeError(f"{clean(label(self.game, choice.move), 40)!r} is no legal move")
        with blame(self.game):
            after = self.game.play(self.state, choice.move)
        again = bool(self._undone) and self._undone[-1].move == choice.move
        self._undone = self._undone[:-1] if again else []
        self._states.append(after)
        self._choices.append(choice)

    def undo(self) -> Choice:
        """Take the last move back.

        Raises:
            PlyscopeError: none was made.
        """
        if not self._choices:
            raise PlyscopeError("no move was made yet")
        self._states.pop()
        self._undone.append(self._choices.pop())
        return self._undone[-1]

    def redo(self) -> Choice:
        """Make the move again that was taken back last.

        Raises:
            PlyscopeError: none was taken back.
        """
        if not self._undone:
            raise PlyscopeError("no move was taken back")
        choice = self._undone[-1]
        self.play(choice)
        return choice
