"""The screen with the moves of a game: each with its position and its search, which is explored and left again."""

from pathlib import Path

import pytest
from kept_games import SETTINGS, SIDES, played
from screens import HOSTILE, running, text, told, until
from textual.widgets import Static

from tracer.file import frames
from tracer.playing.choice import Choice
from tracer.playing.game_file import load, save
from tracer.playing.match import Match
from tracer.playing.played import Played
from tracer.playing.settings import Settings
from tui.app import ExplorerApp
from tui.screens.explorer import Explorer
from tui.screens.kept_game_screen import GameMoves, MovesPlayed
from tui.screens.start_screen import StartScreen
from tui.terminal.trace_source import TraceRequest


def shown(game: Played, source: str = "g.plyscope") -> ExplorerApp:
    return ExplorerApp(None, opening=GameMoves(game, source))


def kept(path: Path, match: Match) -> Played:
    save(match, path, sides=SIDES, settings=SETTINGS)
    return load(path)


def board(app: ExplorerApp) -> str:
    return str(app.screen.query_one("#after", Static).render())


def in_hand(app: ExplorerApp) -> int | None:
    return app.screen.query_one(MovesPlayed).selected_index


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
async def test_each_move_is_a_row_and_its_position_stands_beside(tmp_path, size):
    match = played("tictactoe", 4)
    app = shown(kept(tmp_path / "g.plyscope", match))
    async with running(app, size) as pilot:
        for number in range(4):
            assert in_hand(app) == number
            after = match.game.show(match.state_before(number + 1))
            assert [line.strip() for line in board(app).splitlines()] == after.splitlines()
            await pilot.press("j")
        assert in_hand(app) == 3
        seen = text(app)
        assert "18,297" in seen
        for label in match.labels:
            assert f" {label} " in seen
        assert "alphabeta" in seen


async def test_enter_explores_the_search_of_the_move_and_leaving_comes_back_to_it(tmp_path):
    match = played("tictactoe", 4)
    app = shown(kept(tmp_path / "g.plyscope", match))
    async with running(app) as pilot:
        await pilot.press("j", "j", "enter")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert app.browser.trace.state(0) == match.state_before(2)
        assert len(app.browser.trace) == len(match.choices[2].trace)
        await until(pilot, lambda: "g.plyscope#3" in text(app))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, GameMoves))
        assert in_hand(app) == 2
        await pilot.press("q")
        await until(pilot, lambda: app.return_code is not None)
    assert app.return_code == 0


async def test_a_click_on_a_move_takes_it_in_hand_and_a_second_one_explores_it(tmp_path):
    app = shown(kept(tmp_path / "g.plyscope", played("tictactoe", 4)))
    async with running(app) as pilot:
        await pilot.click(MovesPlayed, offset=(10, 3))
        assert in_hand(app) == 2
        await pilot.click(MovesPlayed, offset=(10, 3))
        await until(pilot, lambda: isinstance(app.screen, Explorer))


async def test_a_move_without_a_search_says_so(tmp_path):
    app = shown(kept(tmp_path / "g.plyscope", played("tictactoe", 4)))
    async with running(app) as pilot:
        await pilot.press("j")
        assert "its search was not recorded" in text(app)
        await pilot.press("enter")
        await until(pilot, lambda: told(app))
        assert told(app) == ["the search of move 2 was not recorded"]
        assert isinstance(app.screen, GameMoves)


async def test_a_damaged_search_is_one_line_and_the_others_can_be_explored(tmp_path):
    path = tmp_path / "g.plyscope"
    kept(path, played("tictactoe", 4))
    data = bytearray(path.read_bytes())
    data[data.index(frames.SEARCH) + 60] ^= 4
    path.write_bytes(data)
    app = shown(load(path))
    async with running(app) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: told(app))
        assert "damaged" in told(app)[0]
        await pilot.press("j", "j", "enter")
        await until(pilot, lambda: isinstance(app.screen, Explorer))


async def test_a_game_without_moves_is_where_it_begins(tmp_path):
    app = shown(Played(Match("tictactoe", "b2"), {}))
    async with running(app) as pilot:
        assert "no move was made yet" in text(app)
        assert [line.strip() for line in board(app).splitlines()] == ["...", ".X.", "..."]
        await pilot.press("enter", "j", "q")
        await until(pilot, lambda: app.return_code is not None)


async def test_words_of_a_file_are_no_markup(tmp_path):
    match = Match("tictactoe")
    for word in HOSTILE:
        match.play(Choice(move=next(iter(match.legal.values())), by=word, note=word, line=(word,)))
    app = shown(Played(match, dict.fromkeys((1, -1), HOSTILE[0]), Settings(), HOSTILE), HOSTILE[1])
    async with running(app, (120, 40)) as pilot:
        for _ in HOSTILE:
            await pilot.press("j")
            assert "[" in text(app)
            assert "\x1b" not in text(app)
            assert "\u202e" not in text(app)


async def test_the_first_screen_opens_a_game_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kept(tmp_path / "g.plyscope", played("tictactoe", 4))
    app = ExplorerApp(None)
    async with running(app) as pilot:
        app.screen.post_message(StartScreen.Chosen(TraceRequest("g.plyscope")))
        await until(pilot, lambda: isinstance(app.screen, GameMoves))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        Path("g.plyscope").write_bytes(b"\x89PLG\r\n\x1a\x01")
        app.screen.post_message(StartScreen.Chosen(TraceRequest("g.plyscope")))
        await until(pilot, lambda: told(app))
        assert "cannot be opened as a game" in told(app)[-1]


async def test_end_and_home_go_to_the_last_move_and_to_the_first(tmp_path):
    app = shown(kept(tmp_path / "g.plyscope", played("tictactoe", 6)))
    async with running(app, (60, 20)) as pilot:
        await pilot.press("end")
        assert in_hand(app) == 5
        await pilot.press("home")
        assert in_hand(app) == 0


async def test_what_is_known_of_a_hint_is_shown_with_the_recommended_move(tmp_path):
    match = Match("tictactoe")
    for word in ("b2", "a1"):
        match.play(Choice(move=match.find(word), value=0, visited=18_297, seconds=0.25, line=("a1", "c1")))
    async with running(shown(kept(tmp_path / "g.plyscope", match))) as pilot:
        assert "expected" not in str(pilot.app.screen.query_one("#of-move", Static).render())
