"""The words by which those who play are named on a command line: a person, chance, searches, functions, engines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.preferring import is_built_in
from tracer.games.registry import as_game
from tracer.games.rules import CHANCE as CHANCE_TURN
from tracer.games.rules import blame, rules
from tracer.playing.choice import CHANCE, HUMAN, Choice
from tracer.playing.match import Match
from tracer.playing.player import Player
from tracer.playing.reach import meets_chance
from tracer.playing.searcher import Searcher
from tracer.playing.settings import Settings
from tracer.run.search_arguments import is_search_name, parse_search_arguments
from tracer.searches.registry import ALIASES, SEARCHES, find
from tracer.text import clean, nearest

FORMS = ("human", "random[:SEED]", "SEARCH[:OPTION=VALUE,…]", "file.py:function[,record]", "uci:COMMAND[,time=2s,…]")
"""How those who play are written."""


def player_of(word: str | Callable[..., Any], game: Any, settings: Settings | None = None) -> Player | None:
    """Who plays, by his name on a command line; None is a person, whose moves come from elsewhere.

    Args:
        word: `human`; `chance`, for what nobody chooses; `random` or `random:SEED`; a search, also with options
            (`alphabeta:depth=6`); a function (`file.py:choose`, `package.module:choose`), with `,record` behind it to
            record the search in it; an engine of chess (`uci:stockfish,time=1s`). Or a function itself, of a position
            or of a game and a position.
        game: the game, or its spec.
        settings: how he plays.

    Raises:
        PlyscopeError: there is nobody of that name, or he cannot play this game.

    >>> player_of("human", "tictactoe") is None, player_of("mtdf:guess=0", "tictactoe").word
    (True, 'mtdf:guess=0')
    """
    settings, found = settings or Settings(), as_game(game)
    if not isinstance(word, str):
        from tracer.playing.own_function import OwnFunction

        return OwnFunction(word, found, settings)
    name = word.partition(":")[0]
    if word == HUMAN:
        return None
    if word == CHANCE:
        return Chance(settings.seed)
    if name == "random":
        return AtRandom(word, _seed(word, settings))
    if is_search_name(word):
        return Searcher(word, found, settings)
    if name == "uci":
        from tracer.playing.uci import Engine

        return Engine(word, found, settings)
    if ":" in word and "=" not in word.partition(",")[0]:
        from tracer.playing.own_function import OwnFunction

        return OwnFunction(word, found, settings)
    if is_search_name(search := word.partition(",")[0]):
        options = clean(word.partition(",")[2], 40)
        raise PlyscopeError(f"options stand behind a colon: {clean(search)}:{options}, not {clean(word, 60)!r}")
    near = nearest(name, (*SEARCHES, *ALIASES, "human", "random", "uci"))
    raise PlyscopeError(f"nobody is called {clean(word, 60)!r}{near}; who plays is {', '.join(FORMS)}")


def usual_search(game: Any, settings: Settings | None = None) -> str:
    """The search that plays a game where none is named: one that knows chance, or keeps to a time, where it has to.

    >>> usual_search("tictactoe"), usual_search("pig:10"), usual_search("connect4", Settings(seconds=1))
    ('alphabeta', 'expectiminimax', 'deepening')
    """
    timed, found = settings is not None and settings.seconds is not None, as_game(game)
    with blame(found):
        start = found.start()
    if meets_chance(found, start):
        return "expectiminimax"
    return "deepening" if timed else "alphabeta"


def runs_code(word: str) -> bool:
    """Whether a player of that name runs a program, or code in a file: no file makes that happen by naming it.

    >>> [runs_code(word) for word in ("human", "random:3", "mtdf:guess=0", "alphabeta:depth=2,evaluate=rollouts:9")]
    [False, False, False, False]
    >>> [runs_code(word) for word in ("uci:stockfish", "own.py:choose", "alphabeta:depth=2,evaluate=own.py:worth")]
    [True, True, True]

    Raises:
        PlyscopeError: it is a search whose options cannot be.
    """
    if word in (HUMAN, CHANCE) or word.partition(":")[0] == "random":
        return False
    if not is_search_name(word):
        return True
    evaluation = parse_search_arguments(word)[1].get("evaluate")
    return evaluation is not None and not is_built_in(evaluation)


def without_effect(words: Iterable[str], settings: Settings) -> list[str]:
    """What is to be said of settings that change nothing in how somebody plays who is no person: a line each.

    >>> without_effect(("pns", "alphabeta", "human"), Settings(prefer="fast"))
    ['--prefer fast has no effect on pns']
    >>> without_effect(("puct", "uct"), Settings(ties="random:3"))
    ['--ties random:3 has no effect on puct']
    """
    searches = {
        word: find(parse_search_arguments(word)[0]) if is_search_name(word) else None for word in words if word != HUMAN
    }
    notices = []
    if settings.prefer == "fast":
        deaf = [word for word, search in searches.items() if search is None or search.values == "proofs"]
        notices += [f"--prefer fast has no effect on {_listed(deaf)}"] if deaf else []
    if settings.tie_seed is not None:
        deaf = [word for word, search in searches.items() if search is None or search.name == "puct"]
        notices += [f"--ties {settings.ties} has no effect on {_listed(deaf)}"] if deaf else []
    return notices


def _listed(words: Iterable[str]) -> str:
    return ", ".join(clean(word, 40) for word in words)


def _seed(word: str, settings: Settings) -> int:
    _, colon, seed = word.partition(":")
    if not colon:
        return settings.seed
    if not re.fullmatch(r"-?\d{1,18}", seed, re.ASCII):
        raise PlyscopeError(f"random has a whole number as its seed, as in random:7, not {clean(seed, 40)!r}")
    return int(seed)


class AtRandom:
    """Plays legal moves at random: the same ones for the same seed, also after a move was taken back.

    Args:
        word: as it was named.
        seed: what the moves follow from.
    """

    def __init__(self, word: str, seed: int) -> None:
        self.word, self._seed = word, seed

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """One of the legal moves.

        Raises:
            PlyscopeError: the game is over.
        """
        legal = list(match.legal.values())
        if not legal:
            raise PlyscopeError("the game is over: there is nothing to choose")
        return Choice(move=Random(f"{self._seed} {len(match.choices)}").choice(legal), by=self.word)

    def close(self) -> None:
        """Nothing."""


class Chance:
    """Decides what nobody chooses, by its probabilities: the same for the same seed, also after a move was taken back.

    Args:
        seed: what it follows from.
    """

    word = CHANCE

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """What chance decides in the position now.

        Raises:
            PlyscopeError: it is not chance that moves.
        """
        if not match.legal or match.turn != CHANCE_TURN:
            raise PlyscopeError("it is not chance that moves")
        with blame(match.game):
            outcomes, weights = zip(*rules(match.game, chance=True).outcomes(match.state), strict=True)
        random = Random(f"chance {self._seed} {len(match.choices)}")
        return Choice(move=random.choices(outcomes, weights)[0], by=CHANCE)

    def close(self) -> None:
        """Nothing."""
