"""The words by which those who play are named on a command line: a person, chance, searches, functions, engines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.game_variants import is_built_in_evaluation
from tracer.games.registry import as_game
from tracer.games.rules import CHANCE as CHANCE_TURN
from tracer.games.rules import blame, rules
from tracer.playing.choice import CHANCE, HUMAN, Choice
from tracer.playing.match import Match
from tracer.playing.player import Player
from tracer.playing.search_depth import meets_chance
from tracer.playing.search_player import SearchPlayer
from tracer.playing.settings import Settings
from tracer.run.search_arguments import is_search_name, parse_search_arguments
from tracer.searches.contract import Search
from tracer.searches.registry import ALIASES, SEARCHES, find_search
from tracer.text import clean, nearest

PLAYER_FORMS = (
    "human",
    "random[:SEED]",
    "SEARCH[:OPTION=VALUE,…]",
    "file.py:function[,record]",
    "uci:COMMAND[,time=2s,…]",
)
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
    settings, played_game = settings or Settings(), as_game(game)
    if not isinstance(word, str):
        from tracer.playing.function_player import FunctionPlayer

        return FunctionPlayer(word, played_game, settings)
    name = word.partition(":")[0]
    if word == HUMAN:
        return None
    if word == CHANCE:
        return ChancePlayer(settings.seed)
    if name == "random":
        return RandomPlayer(word, _random_seed(word, settings))
    if is_search_name(word):
        return SearchPlayer(word, played_game, settings)
    if name == "uci":
        from tracer.playing.uci_engine import UciEngine

        return UciEngine(word, played_game, settings)
    if ":" in word and "=" not in word.partition(",")[0]:
        from tracer.playing.function_player import FunctionPlayer

        return FunctionPlayer(word, played_game, settings)
    if is_search_name(search := word.partition(",")[0]):
        options = clean(word.partition(",")[2], 40)
        raise PlyscopeError(f"options stand behind a colon: {clean(search)}:{options}, not {clean(word, 60)!r}")
    suggestion = nearest(name, (*SEARCHES, *ALIASES, "human", "random", "uci"))
    raise PlyscopeError(f"nobody is called {clean(word, 60)!r}{suggestion}; who plays is {', '.join(PLAYER_FORMS)}")


def default_search(game: Any, settings: Settings | None = None) -> str:
    """The search that plays a game where none is named: one that knows chance, or keeps to a time, where it has to.

    >>> default_search("tictactoe"), default_search("pig:10"), default_search("connect4", Settings(seconds=1))
    ('alphabeta', 'expectiminimax', 'deepening')
    """
    has_time_limit, played_game = settings is not None and settings.seconds is not None, as_game(game)
    with blame(played_game):
        start = played_game.start()
    if meets_chance(played_game, start):
        return "expectiminimax"
    return "deepening" if has_time_limit else "alphabeta"


def runs_code(player_word: str) -> bool:
    """Whether a player of that name runs a program, or code in a file: no file makes that happen by naming it.

    >>> [runs_code(word) for word in ("human", "random:3", "mtdf:guess=0", "alphabeta:depth=2,evaluate=rollouts:9")]
    [False, False, False, False]
    >>> [runs_code(word) for word in ("uci:stockfish", "own.py:choose", "alphabeta:depth=2,evaluate=own.py:worth")]
    [True, True, True]
    """
    if player_word in (HUMAN, CHANCE) or player_word.partition(":")[0] == "random":
        return False
    if not is_search_name(player_word):
        return True
    evaluation = parse_search_arguments(player_word)[1].get("evaluate")
    return evaluation is not None and not is_built_in_evaluation(evaluation)


def describe_ignored_settings(player_words: Iterable[str], settings: Settings) -> list[str]:
    """What is to be said of settings that change nothing in how somebody plays who is no person: a line each.

    >>> describe_ignored_settings(("pns", "alphabeta", "human"), Settings(prefer="fast"))
    ['--prefer fast has no effect on pns']
    >>> describe_ignored_settings(("puct", "uct"), Settings(ties="random:3"))
    ['--ties random:3 has no effect on puct']
    """
    searches = {
        word: find_search(parse_search_arguments(word)[0]) if is_search_name(word) else None
        for word in player_words
        if word != HUMAN
    }
    ignored_settings: tuple[tuple[bool, str, Callable[[Search], bool]], ...] = (
        (settings.prefer == "fast", "--prefer fast", lambda search: search.values == "proofs"),
        (settings.tie_seed is not None, f"--ties {settings.ties}", lambda search: search.name == "puct"),
    )
    notices = []
    for is_set, option, ignores_it in ignored_settings:
        words = [clean(word, 40) for word, search in searches.items() if search is None or ignores_it(search)]
        if is_set and words:
            notices.append(f"{option} has no effect on {', '.join(words)}")
    return notices


def _random_seed(player_word: str, settings: Settings) -> int:
    _, colon, seed = player_word.partition(":")
    if not colon:
        return settings.seed
    if not re.fullmatch(r"-?\d{1,18}", seed, re.ASCII):
        raise PlyscopeError(f"random has a whole number as its seed, as in random:7, not {clean(seed, 40)!r}")
    return int(seed)


class RandomPlayer:
    """Plays legal moves at random: the same ones for the same seed, also after a move was taken back."""

    def __init__(self, word: str, seed: int) -> None:
        self.word, self._seed = word, seed

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """One of the legal moves."""
        legal = list(match.legal.values())
        if not legal:
            raise PlyscopeError("the game is over: there is nothing to choose")
        return Choice(move=Random(f"{self._seed} {len(match.choices)}").choice(legal), by=self.word)

    def close(self) -> None:
        """Nothing."""


class ChancePlayer:
    """Decides what nobody chooses, by its probabilities: the same for the same seed, also after a move was taken back.

    Args:
        seed: what it follows from.
    """

    word = CHANCE

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """What chance decides in the position now."""
        if not match.legal or match.turn != CHANCE_TURN:
            raise PlyscopeError("it is not chance that moves")
        with blame(match.game):
            outcomes, weights = zip(*rules(match.game, chance=True).outcomes(match.state), strict=True)
        random = Random(f"chance {self._seed} {len(match.choices)}")
        return Choice(move=random.choices(outcomes, weights)[0], by=CHANCE)

    def close(self) -> None:
        """Nothing."""
