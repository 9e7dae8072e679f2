"""`plyscope play`: a whole game against a search, or between two; and `plyscope book`: an opening book."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import tracer
from tracer.errors import PlyscopeError
from tracer.file.output import need_another
from tracer.games.registry import as_game
from tracer.games.root_positions import resolve_position
from tracer.games.rules import Turn
from tracer.playing.book import Book, BookEntry, OpeningBook, is_book_source, open_book
from tracer.playing.choice import CHANCE, HUMAN
from tracer.playing.game_file import check_game_file, is_game_file, load, may_write, refuse_existing
from tracer.playing.match import Match
from tracer.playing.opponents import PLAYER_FORMS, default_search, describe_ignored_settings, player_of, runs_code
from tracer.playing.played import Played
from tracer.playing.player import Player
from tracer.playing.settings import PREFER_OPTIONS, Settings, parse_seconds
from tracer.text import clean, number
from tracer.why.sentences import format_count
from tui.commands.plain_game import PlainGame
from tui.model.playing.session import Session
from tui.terminal import status_line
from tui.terminal.options import GameOption, JsonOption, PositionOption, SearchOption, complete_search, complete_source
from tui.terminal.output import (
    align_columns,
    has_terminal,
    need_output_not_source,
    print_json,
    print_message,
    print_output,
)
from tui.terminal.progress import Throttle
from tui.terminal.status_line import pause_garbage_collection
from tui.terminal.trace_source import Interrupted
from tui.terminal.user_state import load_user_state

PLAYER_FORM_LIST = ", ".join(PLAYER_FORMS)


def play(
    game: Annotated[
        str, typer.Argument(help="A game (`plyscope games`), or a game that was saved.", autocompletion=complete_source)
    ],
    max_: Annotated[
        str | None,
        typer.Option("--max", help=f"Who plays MAX: {PLAYER_FORM_LIST} [human].", autocompletion=complete_search),
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
    position: PositionOption = None,
    save: Annotated[
        str | None,
        typer.Option(
            "--save", "--output", "-o", help="Keep the game in a .plyscope file with its searches, .json or .pgn."
        ),
    ] = None,
    own_game: GameOption = None,
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
    saved_game = load(game, own_game) if is_game_file(game) else None
    if saved_game is not None and position is not None:
        raise PlyscopeError(f"{clean(game)} is a game that was saved, which has its position; leave --position out")
    setting_values: dict[str, Any] = {"ties": ties, "prefer": prefer, "book": book, "seed": seed, "depth": depth}
    setting_values |= {"seconds": None if time is None else parse_seconds(time)}
    saved_settings = {} if saved_game is None else vars(saved_game.settings)
    settings = Settings(**saved_settings | {name: value for name, value in setting_values.items() if value is not None})
    match = Match(as_game(own_game or game), position) if saved_game is None else saved_game.match
    for notice in () if saved_game is None else saved_game.notices:
        print_message(clean(notice, 200))
    if saved_game is None:
        need_another(save, game.rpartition(":")[0] or game)
    if save is not None:
        save = check_game_file(save, match.game)
        _need_new_file(save, None if saved_game is None else game)
    player_words = _choose_players(match, saved_game, (max_, min_), search, settings)
    players: dict[Turn, Player | None] = {}
    for notice in describe_ignored_settings((*player_words.values(), *([] if hint is None else [hint])), settings):
        print_message(notice)
    try:
        for turn, player_word in (*player_words.items(), (Turn.CHANCE, CHANCE)):
            players[turn] = player_of(player_word, match.game, settings)
        adviser = None if hint is None else player_of(hint, match.game, settings)
        file = save
        if file is None and saved_game is not None and Path(game).suffix == ".plyscope":
            file = game  # a game goes on in its own file, which has its searches
        session = Session(match, players, adviser=adviser, file=file, settings=settings, with_hints=hint is not None)
    except BaseException:
        for player in filter(None, players.values()):
            player.close()
        raise
    try:
        if plain or not has_terminal():
            PlainGame(session, hints=session.with_hints).run()
        else:
            _play_on_screen(session)
    finally:
        session.close()


def _play_on_screen(session: Session) -> None:
    with pause_garbage_collection():
        from tui.app import ExplorerApp, run
        from tui.screens.game_screen import GameScreen

    exit_code = run(
        ExplorerApp(None, memory=load_user_state(), opening=GameScreen(session), rescue=session.save_before_exit)
    )
    if session.farewell:
        print_message(session.farewell)
    if exit_code or session.was_lost:
        raise typer.Exit(exit_code or 2)


def _choose_players(
    match: Match,
    saved_game: Played | None,
    player_options: tuple[str | None, str | None],
    search: str | None,
    settings: Settings,
) -> dict[Turn, str]:
    saved_players = {} if saved_game is None else saved_game.sides
    default_players = {Turn.MAX: HUMAN, Turn.MIN: search or default_search(match.game, settings)}
    if player_options[0] is not None and player_options[0] != HUMAN and player_options[1] is None and search is None:
        default_players[Turn.MIN] = HUMAN  # whoever says who plays MAX plays MIN
    chosen_players: dict[Turn, str] = {}
    for turn, option_word in zip((Turn.MAX, Turn.MIN), player_options, strict=True):
        saved_player = saved_players.get(turn)
        if option_word is None and saved_player is not None and runs_code(saved_player):
            raise PlyscopeError(
                f"the file says that {turn.name} is played by {clean(saved_player, 60)}, which would be run: "
                f"say --{turn.name.lower()} yourself, as it is or another"
            )
        chosen_players[turn] = option_word or saved_player or default_players[turn]
    return chosen_players


def _need_new_file(save: str, saved_game_file: str | None) -> None:
    if (
        saved_game_file is None
        or may_write(Path(save))
        or not Path(save).samefile(saved_game_file.rpartition("#")[0] or saved_game_file)
    ):
        refuse_existing(save)


NO_MOVES = "the start"
"""How the position without moves is called."""


def book(
    source: Annotated[
        str, typer.Argument(help="A game to make a book of, or a book to look into.", autocompletion=complete_source)
    ],
    plies: Annotated[
        int | None, typer.Option("--plies", "-n", min=1, help="How many plies the book covers [4].")
    ] = None,
    search: SearchOption = None,
    output: Annotated[str | None, typer.Option("--output", "-o", help="The file of the book.")] = None,
    position: Annotated[
        str | None,
        typer.Option("--position", "-p", help="Where the book begins; of a book, the position to be looked up."),
    ] = None,
    prefer: Annotated[str | None, typer.Option(help="value, or fast: win sooner, lose later [value].")] = None,
    most: Annotated[int | None, typer.Option("--max-positions", min=1, help="Positions at most [100000].")] = None,
    as_json: JsonOption = False,
    game: GameOption = None,
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
    if not is_book_source(source):
        if game is not None:
            raise PlyscopeError(f"--game says what a book is about; {clean(source)!r} is a game already")
        new_book = _make_book(source, search, plies, position, prefer or PREFER_OPTIONS[0], most)
        if output is not None:
            need_output_not_source(output, source)
            new_book.save(output)
            print_message(f"wrote {clean(output)}: {_describe_book_size(new_book)}")
            return
        _show_book(new_book, as_json=as_json)
        print_message("not saved: -o FILE keeps it")
        return
    if not all(option_value is None for option_value in (search, plies, output, prefer, most)):
        raise PlyscopeError(
            f"{clean(source)} is a book already; a game makes one: plyscope book GAME --plies 4 -o FILE"
        )
    opening_book = open_book(source)
    if position is not None:
        _show_book_move(opening_book, position, game, as_json=as_json)
    elif isinstance(opening_book, Book):
        _show_book(opening_book, as_json=as_json)
    else:
        raise PlyscopeError(f"{clean(source)} has no list of its positions: -p POSITION looks one up")


def _make_book(
    source: str, search: str | None, plies: int | None, position: str | None, prefer: str, most: int | None
) -> Book:
    from tracer.playing.book_maker import MAX_POSITIONS, make_book

    searched_count, throttle = 0, Throttle(is_due_at_once=True)

    def report_progress(ply: int, done: int, total: int) -> None:
        nonlocal searched_count
        searched_count += 1
        if throttle.is_due():
            status_line.show_status(f"book of {clean(source)}: ply {ply + 1}, {done:,} of {total:,} positions")

    try:
        return make_book(
            tracer.game(source),
            search,
            plies=plies or 4,
            position=position,
            prefer=prefer,
            max_positions=most or MAX_POSITIONS,
            progress=report_progress,
        )
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted at position {searched_count:,}; no book was written") from None
    finally:
        status_line.clear_status()


def _show_book(shown_book: Book, *, as_json: bool) -> None:
    if as_json:
        print_output(shown_book.text().rstrip("\n"))
        return
    start_phrase = f" at {clean(shown_book.position)}" if shown_book.position else ""
    print_output(
        f"{clean(shown_book.game)}{start_phrase}, by {clean(shown_book.search)}: {_describe_book_size(shown_book)}\n"
    )
    print_output(align_columns([["after", "move", "value"], *map(_entry_row, shown_book.entries)]))


def _describe_book_size(counted_book: Book) -> str:
    first_plies = "ply" if counted_book.plies == 1 else f"{counted_book.plies} plies"
    return f"{format_count(len(counted_book.entries), 'position')} in the first {first_plies}"


def _entry_row(entry: BookEntry) -> list[str]:
    return ["/".join(entry.path) or NO_MOVES, entry.move, "–" if entry.value is None else number(entry.value)]


def _show_book_move(opening_book: OpeningBook, position: str, game: str | None, *, as_json: bool) -> None:
    rules = tracer.game(game) if game is not None else opening_book.game_of_file()
    if rules is None:
        raise PlyscopeError(f"{clean(opening_book.path)} is about a game that is not built in: name it with --game")
    entry = opening_book.find(rules, resolve_position(rules, position))
    if entry is None:
        raise PlyscopeError(f"{clean(opening_book.path)} does not know the position {clean(position, 60)!r}")
    if as_json:
        print_json({"move": entry.move, "value": entry.value})
        return
    print_output(entry.move if entry.value is None else f"{entry.move}  value {number(entry.value)}")
