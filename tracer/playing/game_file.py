"""How a game is kept in a file: with its searches (`.plyscope`), as PGN (`.pgn`), or as a JSON document (`.json`)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from tracer.errors import PlyscopeError
from tracer.file.draft import need_place, whole
from tracer.file.frames import GAME
from tracer.file.output import is_stream
from tracer.file.reading import looks_like_game, looks_like_trace, open_regular
from tracer.playing import game_frames, game_json, pgn
from tracer.playing.game_frames import StoredSearch
from tracer.playing.match import Match
from tracer.playing.played import Played, format_number_ranges
from tracer.playing.settings import Settings
from tracer.text import clean
from tracer.tracing import Trace

HEAD_BYTES = 100
"""Bytes at the beginning of a file by which it is known."""


@dataclass(frozen=True)
class GameFormat:
    """A way in which a game is kept."""

    suffix: str
    read: Callable[..., Played]
    """Reads one from a file, with its name for errors and the game that somebody said; of several by `number`."""
    write: Callable[[Match, Callable[[bytes], None], Mapping[int, str], Settings], None]
    """Gives its bytes."""
    may_replace: Callable[[BinaryIO], bool]
    """Whether a file that is there, and not empty, may give way to it."""


def _is_plyscope_game(stream: BinaryIO) -> bool:
    return looks_like_game(stream.read(HEAD_BYTES) or b"")


GAME_FORMATS = (
    GameFormat(".plyscope", game_frames.read, game_frames.write, _is_plyscope_game),
    GameFormat(".pgn", pgn.read, pgn.write, pgn.may_replace),
    GameFormat(".json", game_json.read, game_json.write, game_json.may_replace),
)
"""Each is known by the suffix of its files; the first one has the searches, and is meant where there is no suffix."""


def save(match: Match, path: str | os.PathLike[str], *, sides: Mapping[int, str], settings: Settings) -> None:
    """Keep a game in a file, whole or not at all; what the file's suffix says is how.

    Args:
        match: the game; of its moves those that stand.
        path: the file; a device or a pipe is written into.
        sides: who plays `plyscope.MAX` and who `plyscope.MIN` (or 1 and −1), as a command line names them.
        settings: how it is played.

    Raises:
        PlyscopeError: it cannot be written, a side is none, or something else than a game is there already.
    """
    path = Path(path)
    file_format = _writable_format(path)
    with whole(path) as draft:
        file_format.write(match, draft.write, sides, settings)


def game_file_name(name: str) -> str:
    """The file that is meant by a name: where the name has no suffix, it gets that of a game with its searches.

    >>> game_file_name("mine"), game_file_name("mine.pgn"), game_file_name("games.d/mine")
    ('mine.plyscope', 'mine.pgn', 'games.d/mine.plyscope')
    """
    if name == "-":
        raise PlyscopeError("a game is kept in a file, and not on stdout: name one, as in -o game.plyscope")
    if not name.strip() or name.endswith(("/", os.sep)) or Path(name).is_dir():
        raise PlyscopeError(f"cannot write {clean(name) or 'a file without a name'}: it is a folder, or no name")
    return name if Path(name).suffix or is_stream(name) else f"{name}{GAME_FORMATS[0].suffix}"


def check_game_file(path: str, game: Any) -> str:
    """The file that is meant by a name; what cannot keep the game is refused before it begins.

    Raises:
        PlyscopeError: its folder is not there, its suffix says no way to keep this game, or something else is there.
    """
    path = game_file_name(path)
    if _writable_format(Path(path)).write is pgn.write:
        pgn.require_chess(game)
    if not Path(path).parent.is_dir():
        raise PlyscopeError(f"cannot write {clean(path)}: its folder does not exist")
    return path


def refuse_existing(path: str | os.PathLike[str]) -> None:
    """Refuse a file in which a game, or anything else, is there already: nobody loses one by a name that was taken."""
    path = Path(path)
    if may_write(path):
        return
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    free_name = next(name for name in names if not os.path.lexists(name))
    raise PlyscopeError(f"{clean(str(path))} is there already: take another name, such as {clean(str(free_name))}")


def may_write(path: Path) -> bool:
    """Whether nothing is lost by writing there: there is nothing, or an empty file, or it is a stream."""
    try:
        return not os.path.lexists(path) or is_stream(path) or not path.stat().st_size
    except FileNotFoundError:  # a link that leads nowhere
        return True
    except OSError:
        return False


def _writable_format(path: Path) -> GameFormat:
    file_format = _format_of(path)
    need_place(path, file_format.may_replace, "a game that plyscope wrote")
    return file_format


def load(path: str | os.PathLike[str], game: Any = None) -> Played:
    """Open a game. Its searches are read when they are asked for.

    Args:
        path: the file; of several games in a `.pgn` the first one, or `games.pgn#2` is the second.
        game: the game or its spec, where it is not a built-in one; a file never makes code run by naming it.

    Raises:
        PlyscopeError: the file is no game, is damaged, or cannot be read.
    """
    file, number_option = _split_game_number(Path(path))
    with _game_file_errors(Path(path)), open_regular(file) as stream:
        first_bytes = stream.read(HEAD_BYTES) or b""
        file_format = GAME_FORMATS[0] if looks_like_game(first_bytes) else _format_of(file)
        if file_format is GAME_FORMATS[0]:
            _check_header(first_bytes)
        stream.seek(0)
        return file_format.read(stream, clean(str(path)), game, **number_option)


def _split_game_number(path: Path) -> tuple[Path, dict[str, int]]:
    """The file that a path names, and which of the games in it: `games.pgn#2` is the second."""
    match = re.fullmatch(r"(.+\.pgn)#(\d{1,9})", str(path), re.IGNORECASE | re.ASCII | re.DOTALL)
    if match is None or path.exists() or not int(match[2]):
        return path, {}
    return Path(match[1]), {"number": int(match[2])}


def parse_game_source(source: str) -> tuple[str, int | None] | None:
    """The file of a game that a text names, and the number of a move behind a `#`; None where it names none."""
    if is_game_file(source):
        return source, None
    path, _, number = source.rpartition("#")
    return (path, int(number)) if re.fullmatch(r"\d{1,9}", number, re.ASCII) and is_game_file(path) else None


def search_in(
    path: str, number: int | None, game: Any = None, progress: Callable[[int, int], None] | None = None
) -> Trace:
    """The search of one move of a game that was kept.

    Args:
        path: the file.
        number: which move, from 1 on; None is not said, which is refused.
        game: the game or its spec, where it is not a built-in one.
        progress: called now and then with the bytes read so far, and how many there are.

    Raises:
        PlyscopeError: there is no such move, or it has no search; the message says which there are.
    """
    return trace_of_move(load(path, game), path, number, progress)


def trace_of_move(
    played: Played, path: str, number: int | None, progress: Callable[[int, int], None] | None = None
) -> Trace:
    """Return the search of one move of a game that was read; see `search_in`.

    Raises:
        PlyscopeError: there is no such move, or it has no search; the message says which there are.
    """
    choices = played.match.choices
    recorded_moves = format_number_ranges(
        [move_number for move_number, choice in enumerate(choices, 1) if choice.recorded]
    )
    hint = f"the searches of moves {recorded_moves} are in it" if recorded_moves else "it has no searches"
    name = clean(path)
    if number is None:
        raise PlyscopeError(f"{name} is a whole game: {name}#NUMBER names the search of a move; {hint}")
    if not 1 <= number <= len(choices):
        raise PlyscopeError(f"{name} has {len(choices):,} moves and no move {number:,}; {hint}")
    stored_search = choices[number - 1].given
    if stored_search is None:
        raise PlyscopeError(f"the search of move {number:,} of {name} was not recorded; {hint}")
    if isinstance(stored_search, StoredSearch):
        return stored_search(progress)
    return stored_search if isinstance(stored_search, Trace) else stored_search()


def is_game_file(path: str | os.PathLike[str]) -> bool:
    """Whether a file holds a whole game, by its first bytes; of games of chess in PGN by its name."""
    file, _ = _split_game_number(Path(path))
    if file.suffix.lower() == ".pgn":
        return True
    try:
        with open_regular(file) as stream:
            first_bytes = stream.read(HEAD_BYTES) or b""
            return looks_like_game(first_bytes) or game_json.looks_like_game_json(first_bytes)
    except (OSError, ValueError, PlyscopeError):
        return False


def _format_of(path: Path) -> GameFormat:
    suffix = path.suffix.lower()
    for file_format in GAME_FORMATS:
        if suffix == file_format.suffix:
            return file_format
    if not suffix or is_stream(path):
        return GAME_FORMATS[0]
    suffixes = ", ".join(file_format.suffix for file_format in GAME_FORMATS)
    raise PlyscopeError(f"{clean(str(path))}: the suffix says how a game is kept: {suffixes}")


def _check_header(first_bytes: bytes) -> None:
    if looks_like_trace(first_bytes):
        raise PlyscopeError("it is a single search, and no game; plyscope explore opens it")
    if not looks_like_game(first_bytes) or len(first_bytes) < len(GAME.signature):
        raise PlyscopeError("it is no game")
    version = first_bytes[len(GAME.magic)]
    if version != GAME.version:
        raise PlyscopeError(f"it has format {version}, this plyscope reads format {GAME.version}: upgrade plyscope")


@contextmanager
def _game_file_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, PlyscopeError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PlyscopeError(f"{clean(str(path))} cannot be opened as a game: {clean(problem, 1_000)}") from error
