"""A game that was kept: what a file says of it, in plain words that are checked when they are read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.registry import as_game, builtin_game
from tracer.games.rules import MAX, MIN, label, spec_of
from tracer.playing.choice import HUMAN, Choice, TraceOrLoader
from tracer.playing.json_documents import JsonObject, text_field
from tracer.playing.match import Match
from tracer.playing.settings import MAX_INTEGER, MAX_NODES, Settings
from tracer.text import clean, harmless, short

MAX_MOVES = 20_000
"""Moves of a game that are read from a file at most."""
SIDE_NAMES = {"max": MAX, "min": MIN}
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


def game_document(match: Match, sides: Mapping[int, str], settings: Settings) -> JsonObject:
    """What is kept of a game besides its moves."""
    for side in sides:
        if side not in (MAX, MIN):
            raise PlyscopeError(f"sides are those of plyscope.MAX and plyscope.MIN, not of {clean(repr(side), 40)}")
    side_players = {side_name: sides[side] for side_name, side in SIDE_NAMES.items() if side in sides}
    return {
        "game": spec_of(match.game),
        "position": match.position,
        "sides": side_players,
        "settings": {name: value for name, value in vars(settings).items() if value != getattr(Settings(), name)},
    }


def move_document(match: Match, number: int) -> JsonObject:
    """What is kept of a move; nothing that is not known."""
    choice = match.choices[number]
    state, move_label = match.state_before(number), match.label(number)
    if [label(match.game, move) for move in match.game.moves(state)].count(move_label) > 1:
        raise PlyscopeError(
            f"two moves of a position are called {move_label!r}, so that a file could not tell them apart"
        )
    number_fields = {"value": choice.value, "seconds": choice.seconds, "visited": choice.visited, "depth": choice.depth}
    document: JsonObject = {"move": move_label, "by": choice.by}
    document |= {key: number for key, number in number_fields.items() if _is_number(number)}
    document |= {"line": list(choice.line), "note": choice.note}
    return {key: entry for key, entry in document.items() if entry not in (None, [], "")}


def start_game(document: JsonObject, game: Any = None) -> tuple[Match, Mapping[int, str], Settings]:
    """The beginning of a game from what a file says of it; no file makes code run by naming its game."""
    spec = harmless(text_field(document, "game"))
    played_game = builtin_game(spec) if game is None else as_game(game)
    if played_game is None:
        raise PlyscopeError(f"it is about {clean(spec, 60)}, which is no built-in game: name it with --game")
    position = None if document.get("position") is None else harmless(text_field(document, "position"))
    side_players = document.get("sides", {})
    if not isinstance(side_players, dict):
        raise PlyscopeError(f'"sides" is an object, not {short(side_players)}')
    sides: dict[int, str] = {
        side: clean(text_field(side_players, word)) for word, side in SIDE_NAMES.items() if word in side_players
    }
    return Match(played_game, position), sides, _parse_settings(document.get("settings", {}))


def _parse_settings(document: Any) -> Settings:
    if not isinstance(document, dict):
        raise PlyscopeError(f'"settings" is an object, not {short(document)}')
    given_names = [setting.name for setting in fields(Settings) if setting.name in document]
    for name in given_names:
        value = document[name]
        if not (value is None or isinstance(value, str | bool) or _is_number(value)):
            raise PlyscopeError(f'the setting "{name}" is text or a number, not {short(value)}')
    max_nodes = document.get("max_nodes", MAX_NODES)
    if _is_number(max_nodes) and max_nodes > MAX_NODES:  # a file may ask for less than the usual, and not for more
        document = document | {"max_nodes": MAX_NODES}
    values: JsonObject = {
        name: clean(document[name]) if isinstance(document[name], str) else document[name] for name in given_names
    }
    try:
        return Settings(**values)
    except (PlyscopeError, TypeError, ValueError) as error:
        raise PlyscopeError(f"its settings cannot be: {clean(str(error))}") from error


def replay_move(match: Match, document: JsonObject, search: TraceOrLoader | None = None) -> None:
    """Make the next move, as a file says it."""
    number = len(match.choices) + 1
    try:
        move = match.find(text_field(document, "move"))
        match.play(Choice(move=move, trace=search, **_parse_choice(document)))
    except PlyscopeError as error:
        raise PlyscopeError(f"move {number:,}: {error}") from error
    if number > MAX_MOVES:
        raise PlyscopeError(f"it has more than {MAX_MOVES:,} moves, which is no game")


def _parse_choice(document: JsonObject) -> JsonObject:
    for name in ("value", "seconds", "visited"):
        if document.get(name) is not None and not _is_number(document[name]):
            raise PlyscopeError(f'"{name}" is a number, not {short(document[name])}')
    seconds, visited, line = document.get("seconds"), document.get("visited"), document.get("line", [])
    if seconds is not None and seconds < 0:
        raise PlyscopeError(f'"seconds" is 0 or more, not {short(seconds)}')
    if visited is not None and not (type(visited) is int and visited >= 0):
        raise PlyscopeError(f'"visited" is a number of nodes, not {short(visited)}')
    depth = document.get("depth")
    if depth is not None and not (type(depth) is int and 0 <= depth <= MAX_MOVES):
        raise PlyscopeError(f'"depth" is a number of plies, not {short(depth)}')
    if not isinstance(line, list | tuple) or not all(isinstance(label, str) for label in line):
        raise PlyscopeError(f'"line" is a list of moves, not {short(line)}')
    by = clean(text_field(document, "by")) if "by" in document else HUMAN
    note = clean(text_field(document, "note")) if "note" in document else ""
    value, numbers = document.get("value"), {"seconds": seconds, "visited": visited, "depth": depth}
    return {"by": by, "note": note, "value": value, "line": tuple(map(clean, line)), **numbers}


def _is_number(value: Any) -> bool:
    """Whether a value is a number that a file may have: finite, and a whole one of 64 bits."""
    return math.isfinite(value) if type(value) is float else type(value) is int and abs(value) < MAX_INTEGER


def format_number_ranges(numbers: Sequence[int]) -> str:
    """Numbers of moves for people, those that follow one another together.

    >>> format_number_ranges([1, 3, 4, 5, 8])
    '1, 3-5, 8'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)
