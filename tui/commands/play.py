"""`plyscope play`: a whole game against a search, or between two; and `plyscope book`: an opening book."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer

import tracer
from tracer.errors import PlyscopeError
from tracer.file.output import need_another
from tracer.games.places import place
from tracer.games.registry import as_game
from tracer.games.rules import Turn
from tracer.playing.book import Book, Entry, OpeningBook, names_book, open_book
from tracer.playing.choice import CHANCE, HUMAN
from tracer.playing.game_file import is_free, is_game_file, load, need_file, need_free
from tracer.playing.match import Match
from tracer.playing.opponents import FORMS, player_of, runs_code, usual_search, without_effect
from tracer.playing.played import Played
from tracer.playing.player import Player
from tracer.playing.settings import Settings, seconds_of
from tracer.text import clean, number
from tui.commands.plain_game import PlainGame
from tui.model.playing.session import Session
from tui.terminal import status
from tui.terminal.memory import users_memory
from tui.terminal.options import AsJson, OwnGame, Position, Search, complete_search, complete_source
from tui.terminal.output import aligned, emit, has_terminal, say, spare_sources
from tui.terminal.progress import EVERY
from tui.terminal.source import Interrupted
from tui.terminal.status import loading

WHO = ", ".join(FORMS)


def play(
    game: Annotated[
        str, typer.Argument(help="A game (`plyscope games`), or a game that was saved.", autocompletion=complete_source)
    ],
    max_: Annotated[
        str | None, typer.Option("--max", help=f"Who plays MAX: {WHO} [human].", autocompletion=complete_search)
    ] = None,
    min_: Annotated[
        str | None, typer.Option("--min", help="Who plays MIN [a search].", autocompletion=complete_search)
    ] = None,
    search: Annotated[
        str | None,
        typer.Option(
            "--search", "-a", help="The search that plays where --min says nothing.", autocompletion=complete_search
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option("--depth", "-d", help="Plies where the game is too large to be searched to its end.")
    ] = None,
    time: Annotated[str | None, typer.Option(help="Time for each move, as 2s: deepening and uct keep to it.")] = None,
    ties: Annotated[
        str | None, typer.Option(help="Which of several best moves is played: first, or random:SEED [first].")
    ] = None,
    prefer: Annotated[str | None, typer.Option(help="value, or fast: win sooner and lose later [value].")] = None,
    book: Annotated[str | None, typer.Option(help="An opening book (`plyscope book`).")] = None,
    hint: Annotated[
        str | None,
        typer.Option(help="Who recommends a move at each turn; h asks without it.", autocompletion=complete_search),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of dice, and of players at random [0].")] = None,
    position: Position = None,
    save: Annotated[
        str | None,
        typer.Option(
            "--save", "--output", "-o", help="Keep the game in a .plyscope file with its searches, .json or .pgn."
        ),
    ] = None,
    own_game: OwnGame = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain lines, as without a terminal.")] = False,
) -> None:
    """Play a game against a search, or let two play.

    Each reply says its value, its nodes and its time. A line is a move, or hint, why MOVE, expected, undo, redo, swap,
    moves, save FILE, help, quit.

    \b
    plyscope play tictactoe
    plyscope play connect4 --max alphabeta:depth=4 --min human
    plyscope play connect4 --time 2s --ties random:7 -o game.plyscope
    plyscope play chess --min uci:stockfish,time=500ms --plain
    plyscope play tictactoe --max own.py:choose,record --min alphabeta
    """
    played = load(game, own_game) if is_game_file(game) else None
    if played is not None and position is not None:
        raise PlyscopeError(f"{clean(game)} is a game that was saved, which has its position; leave --position out")
    given: dict[str, Any] = {"ties": ties, "prefer": prefer, "book": book, "seed": seed, "depth": depth}
    given |= {"seconds": None if time is None else seconds_of(time)}
    settings = _settings(played, {name: value for name, value in given.items() if value is not None})
    match = Match(as_game(own_game or game), position) if played is None else played.match
    for notice in () if played is None else played.notices:
        say(clean(notice, 200))
    if played is None:
        need_another(save, game.rpartition(":")[0] or game)
    if save is not None:
        save = need_file(save, match.game)
        _need_new(save, None if played is None else game)
    words = _who_plays(match, played, (max_, min_), search, settings)
    players: dict[Turn, Player | None] = {}
    for notice in without_effect((*words.values(), *([] if hint is None else [hint])), settings):
        say(notice)
    try:
        for turn, word in (*words.items(), (Turn.CHANCE, CHANCE)):
            players[turn] = player_of(word, match.game, settings)
        adviser = None if hint is None else player_of(hint, match.game, settings)
        file, hints = save or _kept_in(played, game), hint is not None
        session = Session(match, players, adviser=adviser, file=file, settings=settings, with_hints=hints)
    except BaseException:
        _close(players)
        raise
    try:
        if plain or not has_terminal():
            PlainGame(session, hints=session.with_hints).run()
        else:
            _on_screen(session)
    finally:
        session.close()


def _on_screen(session: Session) -> None:
    """Play at a screen."""
    with loading():
        from tui.app import ExplorerApp, run
        from tui.screens.playing import Playing

    status = run(ExplorerApp(None, memory=users_memory(), opening=Playing(session), rescue=session.save_before_exit))
    if session.farewell:
        say(session.farewell)
    if status or session.was_lost:
        raise typer.Exit(status or 2)


def _settings(played: Played | None, given: dict[str, Any]) -> Settings:
    """How it is played: as the command line says, and where that says nothing, as the file does."""
    kept = {} if played is None else vars(played.settings)
    return Settings(**(kept | given))


def _who_plays(
    match: Match, played: Played | None, said: tuple[str | None, str | None], search: str | None, settings: Settings
) -> dict[Turn, str]:
    """Who plays each side.

    Raises:
        PlyscopeError: a file names somebody who would run a program, or code of a file.
    """
    kept = {} if played is None else played.sides
    usual = {Turn.MAX: HUMAN, Turn.MIN: search or usual_search(match.game, settings)}
    if said[0] is not None and said[0] != HUMAN and said[1] is None and search is None:
        usual[Turn.MIN] = HUMAN  # whoever says who plays MAX plays MIN
    found: dict[Turn, str] = {}
    for turn, word in zip((Turn.MAX, Turn.MIN), said, strict=True):
        named = kept.get(turn)
        if word is None and named is not None and runs_code(named):
            raise PlyscopeError(
                f"the file says that {turn.name} is played by {clean(named, 60)}, which would be run: "
                f"say --{turn.name.lower()} yourself, as it is or another"
            )
        found[turn] = word or named or usual[turn]
    return found


def _kept_in(played: Played | None, game: str) -> str | None:
    """The file that a game which goes on is kept in: its own, where it has its searches."""
    return game if played is not None and Path(game).suffix == ".plyscope" else None


def _need_new(save: str, source: str | None) -> None:
    """Refuse to keep a game where another one is kept.

    Raises:
        PlyscopeError: it is so.
    """
    if source is None or is_free(Path(save)) or not Path(save).samefile(source.rpartition("#")[0] or source):
        need_free(save)


def _close(players: dict[Turn, Player | None]) -> None:
    for player in players.values():
        if player is not None:
            player.close()


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
    as_json: AsJson = False,
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
