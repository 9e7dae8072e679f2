"""What tests of games that are played share: players who play what they are told, and games that are under way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Event

from tracer.errors import PlyscopeError
from tracer.games.rules import MAX, MIN, Turn
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.playing.opponents import player_of
from tui.model.playing.session import Session, State


class Scripted:
    """Plays the moves it is told; where there are none left, it fails as an engine does that has died."""

    def __init__(self, *words: str, line: tuple[str, ...] = ()) -> None:
        self.word, self._words, self._line = "scripted", list(words), line
        self.closed = False

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """The next one."""
        if not self._words:
            raise PlyscopeError("the engine died")
        word = self._words.pop(0)
        line = (word, *self._line) if self._line else ()
        return Choice(move=match.find(word), by=self.word, value=0.5, seconds=0.25, visited=1234, line=line)

    def close(self) -> None:
        """Remember it."""
        self.closed = True


class Slow:
    """Thinks until it is given up, or is let go."""

    def __init__(self) -> None:
        self.word = "slow"
        self.visited: int | None = 0
        self.begun, self.free, self.given_up = Event(), Event(), Event()

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """The first legal move, some day."""
        self.begun.set()
        while not self.free.wait(0.01):
            assert self.visited is not None
            self.visited += 1
            if cancelled():
                self.given_up.set()
                return None
        return Choice(move=next(iter(match.legal.values())), by=self.word)

    def close(self) -> None:
        """Nothing."""


class Stubborn(Slow):
    """Thinks until it is let go, whoever gives it up."""

    def __init__(self) -> None:
        super().__init__()
        self.done = Event()

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """The first legal move, also when nobody wants it any more."""
        self.begun.set()
        self.free.wait()
        self.done.set()
        return Choice(move=next(iter(match.legal.values())), by=self.word)


def session(game: str = "tictactoe", best: str | object = "human", other: str | object = "human") -> Session:
    """A game between two, each by his name or himself; chance is there too."""
    match = Match(game)
    players = {
        side: player_of(who, match.game) if isinstance(who, str) else who for side, who in ((MAX, best), (MIN, other))
    }
    return Session(match, {**players, Turn.CHANCE: player_of("chance", match.game)})  # type: ignore[dict-item]


def play(game: Session, words: Iterable[str] = ()) -> Session:
    """Let players choose until a person is to move, and make a person's moves."""
    words = list(words)
    while True:
        while game.state is State.THINKING:
            player = game.current_player
            assert player is not None
            choice = player.choose(game.match.copy())
            assert choice is not None
            game.play_choice(choice)
        if not words or game.state is not State.HUMAN:
            assert not words, f"{words} are left in {game.state}"
            return game
        assert game.play(words.pop(0)) == ""
