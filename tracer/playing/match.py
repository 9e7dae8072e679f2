"""A game that is being played: its moves so far, how each was chosen, and what can be taken back."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.registry import as_game
from tracer.games.root_positions import position_text, resolve_position
from tracer.games.rules import CHANCE, AnyGame, Turn, blame, label, moves_by_label, optional, rules
from tracer.playing.choice import HUMAN, Choice
from tracer.text import clean, nearest

MAX_LISTED_MOVES = 24
"""Legal moves that are listed where one is not legal."""


def _no_payoff(_states: Sequence[Any]) -> None:
    """What a game is worth whose history does not matter."""


class Match:
    """A game that is being played. Positions are immutable, so what was played is a list and a place in it.

    Args:
        game: a game, or its spec.
        position: where it starts, as `tracer.Options` says; None is the game's start.

    Raises:
        PlyscopeError: the game or the position is wrong.

    >>> match = Match("tictactoe")
    >>> for word in ("b2", "a1"):
    ...     match.move(word)
    >>> match.labels, match.turn.name, match.undo().move == match.game.moves(match.game.start())[0]
    (['b2', 'a1'], 'MAX', True)
    """

    def __init__(self, game: Any, position: Any = None) -> None:
        self.game: AnyGame = as_game(game)
        """The rules."""
        with blame(self.game):
            start = resolve_position(self.game, position)
        self.position: str | None = position_text(self.game, position, start)
        """Where it started, as text; None is the game's start."""
        self._rules = rules(self.game, chance=True)
        self._payoff_by_history: Callable[[Sequence[Any]], float | None] = (
            optional(self.game, "ended_by_history") or _no_payoff
        )
        self._states = [start]
        self._choices: list[Choice] = []
        self._undone: list[Choice] = []

    def copy(self) -> Match:
        """The same game as it is now, for whoever thinks about it while it goes on."""
        copied = copy(self)
        copied._states, copied._choices, copied._undone = [*self._states], [*self._choices], [*self._undone]
        return copied

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
        state = self._states[number]
        with blame(self.game):
            turn = Turn(self.game.turn(state))
            if turn == CHANCE and self.game.utility(state) is None:
                self._rules.turn(state)  # which refuses chance without its outcomes
            return turn

    @property
    def utility(self) -> float | None:
        """What the game was worth, MAX's view; None while it goes on."""
        with blame(self.game):
            payoff = self.game.utility(self.state)
            return self._payoff_by_history(tuple(self._states)) if payoff is None else payoff

    @property
    def legal(self) -> Mapping[str, Hashable]:
        """The legal moves by their labels, in the game's order; none where it is over.

        Raises:
            GameError: the game misbehaved, or two of them have one label.
        """
        if self.utility is not None:
            return {}
        with blame(self.game):
            self._rules.turn(self.state)
            moves = self._rules.moves(self.state, 0)
            return moves_by_label(self.game, moves)

    @property
    def labels(self) -> list[str]:
        """The moves so far as people write them."""
        return [self.label(number) for number in range(len(self._choices))]

    def label(self, number: int) -> str:
        """The move of a number as people write it."""
        return label(self.game, self._choices[number].move)

    def recommended_move(self, number: int) -> str:
        """The move that a person was recommended who made another one; empty where it is not so.

        The value, the nodes, the time and the line of such a choice are those of the recommended move.
        """
        choice = self._choices[number]
        best = next(iter(choice.line), "")
        return best if choice.by == HUMAN and best != self.label(number) else ""

    def find(self, word: str) -> Hashable:
        """The legal move that a word names, its label or what `match_move_label` takes for it where that is one move.

        Raises:
            PlyscopeError: it names none; the message lists those that are legal.
        """
        legal = self.legal
        if (move_label := match_move_label(word, legal)) is not None:
            return legal[move_label]
        if not legal:
            raise PlyscopeError("the game is over")
        legal_text = ", ".join([*list(legal)[:MAX_LISTED_MOVES], *(["…"] if len(legal) > MAX_LISTED_MOVES else [])])
        raise PlyscopeError(
            f"{clean(word, 40)!r} is no legal move{nearest(word, list(legal))}; there are: {legal_text}"
        )

    def play(self, choice: Choice) -> None:
        """Make a move. What was taken back before is forgotten, unless it is the move that comes next there.

        Raises:
            PlyscopeError: it is not legal.
            GameError: the game misbehaved.
        """
        if choice.move not in self.legal.values():
            raise PlyscopeError(f"{clean(label(self.game, choice.move), 40)!r} is no legal move")
        with blame(self.game):
            next_state = self.game.play(self.state, choice.move)
        is_redo = bool(self._undone) and self._undone[-1].move == choice.move
        self._undone = self._undone[:-1] if is_redo else []
        self._states.append(next_state)
        self._choices.append(choice)

    def move(self, word: str) -> None:
        """Make the move of a person that a word names, as `find` says.

        Raises:
            PlyscopeError: it names none that is legal.
        """
        self.play(Choice(move=self.find(word)))

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


_OPTIONAL_SIGNS = str.maketrans("", "", "+#=x-")
"""What may be left out or added: check and mate, promotion, captures, the dash between squares."""
_CASTLING = re.compile(r"0-0(-0)?[+#]?")


def match_move_label(word: str, legal: Mapping[str, Hashable]) -> str | None:
    """The label of the one legal move that a word means; None where it means none, or several.

    The label itself comes first, then capitals as small letters, then words that differ by signs alone, and then the
    name that another program has for a move, as UCI for one of chess.

    >>> moves = {"bxc3": 1, "Bxc3+": 2, "a8=Q": 3, "O-O": 4, "2": 5}
    >>> [match_move_label(word, moves) for word in ("bc3", "Bc3", "a8q", "0-0", "bC3", "-2")]
    ['bxc3', 'Bxc3+', 'a8=Q', 'O-O', None, None]
    """
    if word in legal:
        return word
    word = word.strip()
    if _CASTLING.fullmatch(word):
        word = word.replace("0", "O")
    bare_word = word.translate(_OPTIONAL_SIGNS)
    candidate_lists = [
        [name for name in legal if name == word],
        [name for name in legal if name.casefold() == word.casefold()],
    ]
    if any(letter.isalpha() for letter in bare_word):  # a sign before a number is no decoration
        candidate_lists.append([name for name in legal if name.translate(_OPTIONAL_SIGNS) == bare_word])
        candidate_lists.append(
            [name for name in legal if name.translate(_OPTIONAL_SIGNS).casefold() == bare_word.casefold()]
        )
        candidate_lists.append([name for name, move in legal.items() if _uci_name(move) == bare_word.casefold()])
    candidates = next((names for names in candidate_lists if names), [])
    return candidates[0] if len(candidates) == 1 else None


def _uci_name(move: Hashable) -> str | None:
    """What another program calls a move of its own, in small letters; None where it has no such name."""
    own_move = getattr(move, "move", None)
    return own_move.casefold() if isinstance(own_move, str) else None
