"""Opening books by their files."""

from __future__ import annotations

from tracer.playing.book import OpeningBook, is_book, load_book
from tracer.playing.polyglot import SUFFIX, Polyglot


def open_book(path: str) -> OpeningBook:
    """The opening book in a file: one that plyscope made, or of chess in the Polyglot format (`.bin`).

    Raises:
        PlyscopeError: it is no book, or cannot be read.
    """
    return Polyglot(path) if _is_polyglot(path) else load_book(path)


def names_book(source: str) -> bool:
    """Whether a text names the file of a book, and no game."""
    return is_book(source) or _is_polyglot(source)


def _is_polyglot(path: str) -> bool:
    return path.lower().endswith(SUFFIX)
