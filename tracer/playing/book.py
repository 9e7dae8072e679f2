"""An opening book: what to play in the positions at the beginning of a game, found by searches beforehand.

As a JSON document it is an object with

- `format`: `plyscope book 1`;
- `game`: its spec, and `position`, where it begins, as text; null is the game's start;
- `search`: who chose, as a command line names him, and `prefer`, `value` or `fast`;
- `plies`: how many moves of a game the book knows at most;
- `entries`: of each position the `path` that leads to it (moves as people write them), the `move` to play, and its
  `value` (MAX's view; null where nobody said it).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tracer.errors import PlyscopeError
from tracer.file.draft import need_place, whole
from tracer.file.reading import open_regular
from tracer.games.adapters.foreign_position import import_optional
from tracer.games.registry import builtin_game
from tracer.games.root_positions import resolve_position
from tracer.games.rules import AnyGame, blame, describe, key, label, moves_by_label, spec_of
from tracer.playing.json_documents import (
    JsonObject,
    format_document,
    has_format,
    object_list_field,
    read_document,
    text_field,
)
from tracer.text import clean, harmless, nearest, short

FORMAT = "plyscope book 1"
MAX_BOOK_BYTES = 64 << 20
"""Bytes of a book at most."""
MAX_PLIES = 1_000
"""Plies of a book at most."""


@dataclass(frozen=True)
class BookEntry:
    """What to play in a position."""

    move: str
    """The move, as people write it."""
    value: float | None = None
    """What the position is worth, MAX's view; None where nobody said it."""
    path: tuple[str, ...] = ()
    """Moves that lead to it from where the book begins."""


class Book:
    """What to play in the positions at the beginning of a game."""

    def __init__(
        self,
        game: str,
        position: str | None,
        search: str,
        plies: int,
        entries: Sequence[BookEntry],
        *,
        prefer: str = "value",
        path: str = "",
    ) -> None:
        self.game, self.position, self.search, self.plies = game, position, search, plies
        self.entries, self.prefer, self.path = tuple(entries), prefer, path
        self._entries_of_game: tuple[AnyGame, dict[Hashable, BookEntry]] | None = None

    def find(self, game: AnyGame, state: Any) -> BookEntry | None:
        """What to play in a position; None where the book does not know it. The first time O(entries × plies).

        Raises:
            PlyscopeError: the book is about another game, or a move in it is not legal.
        """
        if self._entries_of_game is None or self._entries_of_game[0] is not game:
            self._entries_of_game = game, self._index_entries(game)
        with blame(game):
            return self._entries_of_game[1].get(key(game, "positions are looked up in a book")(state))

    def _index_entries(self, game: AnyGame) -> dict[Hashable, BookEntry]:
        name = clean(self.path or "the book")
        if spec_of(game) != self.game:
            raise PlyscopeError(f"{name} is about {clean(self.game, 60)}, not about {clean(spec_of(game), 60)}")
        entry_by_key: dict[Hashable, BookEntry] = {}
        key_of = key(game, "positions are looked up in a book")
        with blame(game):
            state_by_path: dict[tuple[str, ...], Any] = {(): resolve_position(game, self.position)}
            for number, entry in enumerate(self.entries, 1):
                try:
                    state = _state_at_path(game, state_by_path, entry.path)
                    _require_legal_move(game, state, entry.move)
                except PlyscopeError as error:
                    raise PlyscopeError(f"{name}: entry {number:,}: {error}") from error
                entry_by_key.setdefault(key_of(state), entry)
        return entry_by_key

    def game_of_file(self) -> AnyGame | None:
        """The game that the book names; None where it is not built in. It never makes code run."""
        return builtin_game(self.game)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it, whole or not at all."""
        need_place(Path(path), lambda stream: has_format(stream.read(100) or b"", FORMAT), "a book")
        with whole(path) as draft:
            draft.write(self.text().encode())

    def text(self) -> str:
        """The JSON document, an entry a line."""
        fields: dict[str, Any] = {"format": FORMAT, "game": self.game, "position": self.position, "search": self.search}
        fields |= {"prefer": self.prefer, "plies": self.plies}
        entries = ({"path": list(entry.path), "move": entry.move, "value": entry.value} for entry in self.entries)
        return format_document(fields, "entries", entries)


def _state_at_path(game: AnyGame, state_by_path: dict[tuple[str, ...], Any], path: tuple[str, ...]) -> Any:
    """The position at the end of a path; those on it are kept, for the next path begins as this one."""
    for length in range(len(path) + 1):
        if path[:length] not in state_by_path:
            state_by_path[path[:length]] = game.play(
                *_require_legal_move(game, state_by_path[path[: length - 1]], path[length - 1])
            )
    return state_by_path[path]


def _require_legal_move(game: AnyGame, state: Any, move_label: str) -> tuple[Any, Hashable]:
    """A position and the legal move of it that a word names."""
    legal_moves = {} if game.utility(state) is not None else moves_by_label(game, game.moves(state))
    if move_label not in legal_moves:
        raise PlyscopeError(f"{clean(move_label, 40)!r} is no legal move{nearest(move_label, legal_moves)}")
    return state, legal_moves[move_label]


def is_book_source(source: str) -> bool:
    """Whether a text names the file of a book, by its first bytes or as a Polyglot book, and no game."""
    if _is_polyglot(source):
        return True
    try:
        with open_regular(Path(source)) as stream:
            return has_format(stream.read(100) or b"", FORMAT)
    except (OSError, ValueError, PlyscopeError):
        return False


def load_book(path: str | os.PathLike[str]) -> Book:
    """Open a book. Its moves are checked when it is used, for which a game is needed."""
    name = clean(os.fspath(path))
    try:
        with open_regular(Path(path)) as stream:
            return _parse_book(read_document(stream, FORMAT, MAX_BOOK_BYTES), os.fspath(path))
    except OSError as error:
        raise PlyscopeError(f"{name} cannot be opened as a book: {error.strerror or error}") from error
    except (PlyscopeError, ValueError) as error:
        raise PlyscopeError(f"{name} cannot be opened as a book: {clean(str(error), 1_000)}") from error


def _parse_book(document: JsonObject, path: str) -> Book:
    texts = {name: text_field(document, name) for name in ("game", "search", "prefer")}
    position = None if document.get("position") is None else harmless(text_field(document, "position"))
    plies = document.get("plies")
    if type(plies) is not int or not 0 <= plies <= MAX_PLIES:
        raise PlyscopeError(f'"plies" is a number up to {MAX_PLIES:,}, not {short(plies)}')
    entries = [
        _parse_entry(entry, number) for number, entry in enumerate(object_list_field(document, "entries", "entry"), 1)
    ]
    search, prefer = clean(texts["search"]), clean(texts["prefer"])
    return Book(harmless(texts["game"]), position, search, plies, entries, prefer=prefer, path=path)


def _parse_entry(document: JsonObject, number: int) -> BookEntry:
    path, value = document.get("path"), document.get("value")
    if not isinstance(path, list) or len(path) > MAX_PLIES or not all(isinstance(word, str) for word in path):
        raise PlyscopeError(f'entry {number:,}: "path" is a list of at most {MAX_PLIES:,} moves, not {short(path)}')
    if value is not None and not (type(value) in (int, float) and abs(value) < 2**63):
        raise PlyscopeError(f'entry {number:,}: "value" is a number, not {short(value)}')
    return BookEntry(clean(text_field(document, "move")), value, tuple(map(clean, path)))


BookProgress = Callable[[int, int, int], None]
"""Called with the ply, how many positions of it are done, and how many it has."""


POLYGLOT_SUFFIX = ".bin"
ENTRY_BYTES = 16
"""Bytes of an entry."""


class PolyglotBook:
    """A book of chess: in each position it knows, the move that has the greatest weight."""

    def __init__(self, path: str) -> None:
        self.path, self._polyglot = path, import_optional("chess.polyglot", "chess")
        try:
            with open_regular(Path(path)) as stream:
                size = stream.seek(0, 2)
        except OSError as error:
            raise self._unreadable(error.strerror or str(error)) from error
        except PlyscopeError as error:
            raise self._unreadable(str(error)) from error
        if size % ENTRY_BYTES:
            raise self._unreadable(f"a Polyglot book has {ENTRY_BYTES} bytes an entry, and it has {size:,}")
        self.size = size // ENTRY_BYTES
        """How many entries it has; a position may have several."""

    def _unreadable(self, problem: str) -> PlyscopeError:
        return PlyscopeError(f"{clean(self.path)} cannot be opened as a book: {clean(problem)}")

    def game_of_file(self) -> AnyGame | None:
        """Chess."""
        return builtin_game("chess")

    def find(self, game: AnyGame, state: Any) -> BookEntry | None:
        """What to play in a position; None where the book does not know it.

        Raises:
            PlyscopeError: it is no position of chess, or the book cannot be read any more.
        """
        if not hasattr(getattr(state, "held", None), "fen"):
            raise PlyscopeError(f"{clean(self.path)} is a book of chess, not of {describe(game)}")
        try:
            with self._polyglot.open_reader(self.path) as reader:
                book_entry = reader.get(state.held)
        except OSError as error:
            raise self._unreadable(error.strerror or str(error)) from error
        if book_entry is None:
            return None
        label_by_uci = {getattr(move, "move", None): label(game, move) for move in game.moves(state)}
        move = label_by_uci.get(book_entry.move.uci())
        return None if move is None else BookEntry(move)


OpeningBook = Book | PolyglotBook
"""Knows what to play in some positions; it has the `path` of the file that it was read from."""


def open_book(path: str) -> OpeningBook:
    """The opening book in a file: one that plyscope made, or of chess in the Polyglot format (`.bin`)."""
    return PolyglotBook(path) if _is_polyglot(path) else load_book(path)


def _is_polyglot(path: str) -> bool:
    return path.lower().endswith(POLYGLOT_SUFFIX)
