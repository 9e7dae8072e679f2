"""A game as a JSON document, for other programs: all that is kept of it but its searches.

An object with

- `format`: `plyscope game 1`;
- `game`: its spec, and `position`, where it begins, as text; null is the game's start;
- `sides`: who plays `max` and who `min`, as a command line names them;
- `settings`: those that are not the usual ones, as `tracer.playing.settings.Settings` names them;
- `moves`: of each the `move` as people write it, and what is known: `by`, `value` (MAX's view), `depth` (plies to which
  it holds, where that is not the end of the game), `seconds`, `visited` (nodes), `line` (the moves that he expects,
  this one first), `note`;
- `result`: what the game was worth, MAX's view; null while it goes on. It is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from tracer.errors import PlyscopeError
from tracer.file.frames import decode_json
from tracer.playing.json_documents import format_document, has_format, object_list_field, read_document
from tracer.playing.match import Match
from tracer.playing.played import Played, game_document, move_document, replay_move, start_game
from tracer.playing.settings import Settings

FORMAT = "plyscope game 1"
MAX_BYTES = 16 << 20
"""Bytes of a document at most."""


def looks_like_game_json(start: bytes) -> bool:
    """Whether a file that starts so is such a document, of whatever version."""
    return has_format(start, FORMAT)


def write(match: Match, write_bytes: Callable[[bytes], None], sides: Mapping[int, str], settings: Settings) -> None:
    """Write a game, a move a line."""
    game_fields = {"format": FORMAT} | game_document(match, sides, settings) | {"result": match.utility}
    moves = (move_document(match, number) for number in range(len(match.choices)))
    write_bytes(format_document(game_fields, "moves", moves).encode())


def read(stream: BinaryIO, name: str, game: Any = None) -> Played:
    """Read a game."""
    document = read_document(stream, FORMAT, MAX_BYTES)
    match, sides, settings = start_game(document, game)
    for move in object_list_field(document, "moves", "move"):
        replay_move(match, move)
    return Played(match, sides, settings)


def may_replace(stream: BinaryIO) -> bool:
    """Whether a file is such a document, and nothing else that only begins like one."""
    text = stream.read(MAX_BYTES + 1) or b""
    if len(text) > MAX_BYTES or not looks_like_game_json(text[:100]):
        return False
    try:
        document = decode_json(text)
    except PlyscopeError:
        return False
    allowed_fields = {"format", "game", "position", "sides", "settings", "moves", "result"}
    return (
        isinstance(document.get("game"), str)
        and isinstance(document.get("moves"), list)
        and document.keys() <= allowed_fields
    )
