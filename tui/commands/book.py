"""`plyscope book`: opening books, made from searches."""

from __future__ import annotations

import json
from time import monotonic
from typing import Annotated, Any

import typer

import tracer
from tracer.errors import PlyscopeError
from tracer.games.places import place
from tracer.playing.book import Book, Entry, OpeningBook, names_book, open_book
from tracer.text import clean, number
from tui.terminal import status
from tui.terminal.options import OwnGame, Search, complete_source
from tui.terminal.output import aligned, emit, say
from tui.terminal.progress import EVERY
from tui.terminal.source import Interrupted, spare_sources

AT = "the start"
"""How the position without moves is called."""


def book(
    source: Annotated[
        str, typer.Argument(help="A game to make a book of, or a book to look into.", autocompletion=complete_source)
    ],
    plies: Annotated[
        int | None, typer.Option("--plies", "-n", min=1, help="How many moves of a game the book shall know [4].")
    ] = None,
    search: Search = None,
    output: Annotated[str | None, typer.Option("--output", "-o", help="The file of the book.")] = None,
    position: Annotated[
        str | None,
        typer.Option("--position", "-p", help="Where the book begins; of a book, the position to be looked up."),
    ] = None,
    prefer: Annotated[str | None, typer.Option(help="value, or fast: win sooner, lose later [value].")] = None,
    most: Annotated[int | None, typer.Option("--max-positions", min=1, help="Positions at most [100000].")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    game: OwnGame = None,
) -> None:
    """Make an opening book by searching, or say what is in one.

    A book knows a move for every position that can come up in the first plies, whatever either side plays; each
    distinct position is searched once. `plyscope play --book FILE` plays from it. Books of chess in the Polyglot
    format (.bin) are read, too.

    \b
    plyscope book tictactoe --plies 2 -o book.json
    plyscope book connect4 --plies 3 -a alphabeta:depth=6 -o c4.json
    plyscope book book.json
    plyscope book book.json -p b2
    """
    if not names_book(source):
        if game is not None:
            raise PlyscopeError(f"--game says what a book is about; {clean(source)!r} is a game already")
        options = {"prefer": prefer, "most": most}
        found = _make(source, search, plies, position, {name: one for name, one in options.items() if one is not None})
        if output is not None:
            spare_sources(output, source)
            found.save(output)
            say(f"wrote {clean(output)}: {_size(found)}")
            return
        _show(found, as_json=as_json)
        say("not saved: -o FILE keeps it")
        return
    if not all(one is None for one in (search, plies, output, prefer, most)):
        raise PlyscopeError(
            f"{clean(source)} is a book already; a game makes one: plyscope book GAME --plies 4 -o FILE"
        )
    opened = open_book(source)
    if position is not None:
        _look_up(opened, position, game, as_json=as_json)
    elif isinstance(opened, Book):
        _show(opened, as_json=as_json)
    else:
        raise PlyscopeError(f"{clean(source)} has no list of its positions: -p POSITION looks one up")


def _make(source: str, search: str | None, plies: int | None, position: str | None, options: dict[str, Any]) -> Book:
    """Make a book, with progress on stderr."""
    from tracer.playing.book_making import make_book

    searched, shown = 0, monotonic() - EVERY

    def report(ply: int, done: int, of: int) -> None:
        nonlocal searched, shown
        searched += 1
        if monotonic() >= shown + EVERY:
            shown = monotonic()
            status.show(f"book of {clean(source)}: ply {ply + 1}, {done:,} of {of:,} positions")

    try:
        return make_book(tracer.game(source), search, plies=plies or 4, position=position, progress=report, **options)
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted at position {searched:,}; no book was written") from None
    finally:
        status.clear()


def _show(found: Book, *, as_json: bool) -> None:
    """Print all that a book holds."""
    if as_json:
        emit(found.text().rstrip("\n"))
        return
    begins = f" at {clean(found.position)}" if found.position else ""
    emit(f"{clean(found.game)}{begins}, by {clean(found.search)}: {_size(found)}\n")
    emit(aligned([["after", "move", "value"], *map(_row, found.entries)]))


def _size(found: Book) -> str:
    """How much a book holds."""
    many, plies = len(found.entries), found.plies
    return f"{many:,} position{'' if many == 1 else 's'} in the first {'ply' if plies == 1 else f'{plies} plies'}"


def _row(entry: Entry) -> list[str]:
    return ["/".join(entry.path) or AT, entry.move, "–" if entry.value is None else number(entry.value)]


def _look_up(found: OpeningBook, position: str, game: str | None, *, as_json: bool) -> None:
    """Print what a book says of one position."""
    rules = tracer.game(game) if game is not None else found.game_of_file()
    if rules is None:
        raise PlyscopeError(f"{clean(found.path)} is about a game that is not built in: name it with --game")
    entry = found.find(rules, place(rules, position))
    if entry is None:
        raise PlyscopeError(f"{clean(found.path)} does not know the position {clean(position, 60)!r}")
    if as_json:
        emit(json.dumps({"move": entry.move, "value": entry.value}, ensure_ascii=False))
        return
    emit(entry.move if entry.value is None else f"{entry.move}  value {number(entry.value)}")
