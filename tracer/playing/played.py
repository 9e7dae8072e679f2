"""A game that was kept: what a file says of it, in plain words that are checked when they are read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.registry import as_game, builtin
from tracer.games.rules import MAX, MIN, label, spec_of
from tracer.playing.choice import HUMAN, Choice, Searched
from tracer.playing.json_documents import Said, text_in
from tracer.playing.match import Match
from tracer.playing.settings import MAX_NODES, MOST, Settings
from tracer.text import clean, harmless, short

MOST_MOVES = 20_000
"""Moves of a game that are read from a file at most."""
SIDES = {"max": MAX, "min": MIN}
"""The sides as a file names them."""


@dataclass(frozen=True)
class Played:
    """A game that was kept."""

    match: Match
    """Its moves, each checked by the rules."""
    sides: Mapping[int, str]
    """Who plays MAX and who MIN, as a command line names them. Whoever makes players of what a file says runs what it
    names, such as a program or a Python file: that is asked first."""
    settings: Settings = field(default_factory=Settings)
    """How it is played."""
    notices: tuple[str, ...] = ()
    """What is to be said of the file: that it was cut, or that something in it was passed over."""


def game_said(match: Match, sides: Mapping[int, str], settings: Settings) -> Said:
    """What is kept of a game besides its moves.

    Raises:
        PlyscopeError: a side is neither MAX nor MIN.
    """
    for side in sides:
        if side not in (MAX, MIN):
            raise PlyscopeError(f"sides are those of plyscope.MAX and plyscope.MIN, not of {clean(repr(side), 40)}")
    named = {word: sides[side] for word, side in SIDES.items() if side in sides}
    return {
        "game": spec_of(match.game),
        "position": match.position,
        "sides": named,
        "settings": settings_said(settings),
    }


def settings_said(settings: Settings) -> Said:
    """The settings that are not the usual ones."""
    usual, said = vars(Settings()), vars(settings)
    return {one.name: said[one.name] for one in fields(Settings) if said[one.name] != usual[one.name]}


def move_said(match: Match, number: int) -> Said:
    """What is kept of a move; nothing that is not known.

    Raises:
        PlyscopeError: it could not be told from another one.
    """
    choice = match.choices[number]
    state, name = match.state_before(number), match.label(number)
    if [label(match.game, move) for move in match.game.moves(state)].count(name) > 1:
        raise PlyscopeError(f"two moves of a position are called {name!r}, so that a file could not tell them apart")
    numbers = {"value": choice.value, "seconds": choice.seconds, "visited": choice.visited, "depth": choice.depth}
    said: Said = {"move": name, "by": choice.by}
    said |= {key: number for key, number in numbers.items() if _is_number(number)}
    said |= {"line": list(choice.line), "note": choice.note}
    return {key: entry for key, entry in said.items() if entry not in (None, [], "")}


def begin(said: Said, game: Any = None) -> tuple[Match, Mapping[int, str], Settings]:
    """The beginning of a game from what a file says of it.

    Args:
        said: what `game_said` gave, or anything else.
        game: the game or its spec, where it is not a built-in one; a file never makes code run by naming it.

    Raises:
        PlyscopeError: it cannot be; the message says what.
    """
    spec = harmless(text_in(said, "game"))
    found = builtin(spec) if game is None else as_game(game)
    if found is None:
        raise PlyscopeError(f"it is about {clean(spec, 60)}, which is no built-in game: name it with --game")
    position = None if said.get("position") is None else harmless(text_in(said, "position"))
    named = said.get("sides", {})
    if not isinstance(named, dict):
        raise PlyscopeError(f'"sides" is an object, not {short(named)}')
    sides: dict[int, str] = {side: clean(text_in(named, word)) for word, side in SIDES.items() if word in named}
    return Match(found, position), sides, _settings(said.get("settings", {}))


def _settings(said: Any) -> Settings:
    if not isinstance(said, dict):
        raise PlyscopeError(f'"settings" is an object, not {short(said)}')
    known = [one.name for one in fields(Settings) if one.name in said]
    for name in known:
        value = said[name]
        if not (value is None or isinstance(value, str | bool) or _is_number(value)):
            raise PlyscopeError(f'the setting "{name}" is text or a number, not {short(value)}')
    most = said.get("max_nodes", MAX_NODES)
    if _is_number(most) and most > MAX_NODES:  # a file may ask for less than the usual, and not for more
        said = said | {"max_nodes": MAX_NODES}
    given: Said = {name: clean(said[name]) if isinstance(said[name], str) else said[name] for name in known}
    try:
        return Settings(**given)
    except (PlyscopeError, TypeError, ValueError) as error:
        raise PlyscopeError(f"its settings cannot be: {clean(str(error))}") from error


def replay(match: Match, said: Said, search: Searched | None = None) -> None:
    """Make the next move, as a file says it.

    Args:
        match: the game so far.
        said: what `move_said` gave, or anything else.
        search: the search of the move; None is none.

    Raises:
        PlyscopeError: it cannot be, or is not legal; the message names its number.
    """
    number = len(match.choices) + 1
    try:
        move = match.find(text_in(said, "move"))
        match.play(Choice(move=move, trace=search, **_told(said)))
    except PlyscopeError as error:
        raise PlyscopeError(f"move {number:,}: {error}") from error
    if number > MOST_MOVES:
        raise PlyscopeError(f"it has more than {MOST_MOVES:,} moves, which is no game")


def _told(said: Said) -> Said:
    """What is told of a choice, checked."""
    for name in ("value", "seconds", "visited"):
        if said.get(name) is not None and not _is_number(said[name]):
            raise PlyscopeError(f'"{name}" is a number, not {short(said[name])}')
    seconds, visited, line = said.get("seconds"), said.get("visited"), said.get("line", [])
    if seconds is not None and seconds < 0:
        raise PlyscopeError(f'"seconds" is 0 or more, not {short(seconds)}')
    if visited is not None and not (type(visited) is int and visited >= 0):
        raise PlyscopeError(f'"visited" is a number of nodes, not {short(visited)}')
    depth = said.get("depth")
    if depth is not None and not (type(depth) is int and 0 <= depth <= MOST_MOVES):
        raise PlyscopeError(f'"depth" is a number of plies, not {short(depth)}')
    if not isinstance(line, list | tuple) or not all(isinstance(one, str) for one in line):
        raise PlyscopeError(f'"line" is a list of moves, not {short(line)}')
    by = clean(text_in(said, "by")) if "by" in said else HUMAN
    note = clean(text_in(said, "note")) if "note" in said else ""
    value, numbers = said.get("value"), {"seconds": seconds, "visited": visited, "depth": depth}
    return {"by": by, "note": note, "value": value, "line": tuple(map(clean, line)), **numbers}


def _is_number(value: Any) -> bool:
    """Whether a value is a number that a file may have: finite, and a whole one of 64 bits."""
    return math.isfinite(value) if type(value) is float else type(value) is int and abs(value) < MOST


def numbers_text(numbers: Sequence[int]) -> str:
    """Numbers of moves for people, those that follow one another together.

    >>> numbers_text([1, 3, 4, 5, 8])
    '1, 3-5, 8'
    """
    runs: list[list[int]] = []
    for one in numbers:
        if runs and runs[-1][-1] == one - 1:
            runs[-1] = [runs[-1][0], one]
        else:
            runs.append([one])
    return ", ".join("-".join(map(str, run)) for run in runs)
