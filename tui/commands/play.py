"""`plyscope play`: a whole game against a search, or between two."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tracer.errors import PlyscopeError
from tracer.file.output import need_another
from tracer.games.registry import as_game
from tracer.games.rules import Turn
from tracer.playing.choice import CHANCE, HUMAN
from tracer.playing.game_file import is_free, is_game_file, load, need_file, need_free
from tracer.playing.match import Match
from tracer.playing.opponents import FORMS, player_of, runs_code, usual_search, without_effect
from tracer.playing.played import Played
from tracer.playing.player import Player
from tracer.playing.settings import Settings, seconds_of
from tracer.text import clean
from tui.commands.plain_game import PlainGame
from tui.model.playing.session import Session
from tui.terminal.loading import loading
from tui.terminal.memory import users_memory
from tui.terminal.options import OwnGame, Position, complete_search, complete_source
from tui.terminal.output import has_terminal, say

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
        session = Session(match, players, adviser=adviser, file=file, settings=settings, hints=hints)
    except BaseException:
        _close(players)
        raise
    try:
        if plain or not has_terminal():
            PlainGame(session, hints=session.hints).run()
        else:
            _on_screen(session)
    finally:
        session.close()


def _on_screen(session: Session) -> None:
    """Play at a screen."""
    with loading():
        from tui.app import ExplorerApp, run
        from tui.screens.playing import Playing

    status = run(ExplorerApp(None, memory=users_memory(), opening=Playing(session), rescue=session.rescue))
    if session.farewell:
        say(session.farewell)
    if status or session.lost:
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
