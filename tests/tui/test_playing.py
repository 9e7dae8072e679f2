"""The screen of a game: keys and clicks in, moves and visible text out; searches run beside it and can be given up."""

import json
from collections.abc import Sequence
from pathlib import Path
from threading import enumerate as threads

import pytest
from gaming import Scripted, Slow, Stubborn, session
from screens import HOSTILE, fill, running, text, until
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tracer.playing.game_file import load
from tui.app import ExplorerApp
from tui.model.best_first_keys import PLAY_FOOTER, play_help, play_keys
from tui.model.playing.session import Session, State
from tui.screens.explorer import Explorer
from tui.screens.game_screen import ACTION_OF_KEY, GameScreen, play_bindings
from tui.screens.help import Help
from tui.screens.prompt import ChoiceDialog, Prompt
from tui.widgets.background_jobs import THREAD_NAME

SIZES = [(120, 40), (80, 24), (60, 20)]


def shown(game: Session) -> ExplorerApp:
    return ExplorerApp(None, opening=GameScreen(game), rescue=game.save_before_exit)


def screen(pilot: Pilot[None]) -> GameScreen:
    found = pilot.app.screen_stack[0]
    assert isinstance(found, GameScreen)
    return found


def waits(pilot: Pilot[None]) -> bool:
    """Whether the game waits for a person, or is over."""
    return not screen(pilot).thinking.is_busy and screen(pilot).session.state in (State.HUMAN, State.OVER)


async def move(pilot: Pilot[None], square: tuple[int, int]) -> None:
    """Go to a square by arrows, press enter, and wait for the reply."""
    row, column = screen(pilot).desk.cursor
    down, right = square[0] - row, square[1] - column
    await pilot.press(*["down" if down > 0 else "up"] * abs(down), *["right" if right > 0 else "left"] * abs(right))
    await pilot.press("enter")
    await until(pilot, lambda: waits(pilot))


async def type_move(pilot: Pilot[None], word: str) -> None:
    await pilot.press("slash")
    await until(pilot, lambda: isinstance(pilot.app.screen, Prompt))
    await fill(pilot, word)
    await pilot.press("enter")


def labels(pilot: Pilot[None]) -> Sequence[str]:
    return screen(pilot).session.match.labels


async def explored(pilot: Pilot[None]) -> Explorer:
    await until(pilot, lambda: isinstance(pilot.app.screen, Explorer))
    found = pilot.app.screen
    assert isinstance(found, Explorer)
    return found


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_game_of_tic_tac_toe_by_arrows_and_enter(size):
    game = session(other="alphabeta:depth=6")
    async with running(shown(game), size) as pilot:
        while game.state is State.HUMAN:
            label = list(game.match.legal)[-1]
            await move(pilot, (int(label[1]) - 1, "abc".index(label[0])))
            assert game.match.labels.count(label) == 1
        assert game.state is State.OVER
        assert "the game is over" in text(pilot.app)
        searched = [choice for choice in game.match.choices if choice.by != "human"]
        assert len(searched) == len(game.match.choices) // 2
        assert all(choice.trace is not None and choice.trace.value == choice.value for choice in searched)


async def test_a_whole_game_of_connect_four_by_columns():
    game = session("connect4:5,4,4", other="alphabeta:depth=4")
    async with running(shown(game), (80, 24)) as pilot:
        column = 0
        while game.state is State.HUMAN:
            legal = list(game.match.legal)
            column = int(legal[(len(game.match.choices) * 2) % len(legal)]) - 1
            before = len(game.match.choices)
            await move(pilot, (0, column))
            assert game.match.labels[before] == str(column + 1)
        assert game.state is State.OVER
        assert all(str(number) in text(pilot.app) for number in range(1, 6))


async def test_an_illegal_move_is_one_line_that_lists_the_legal_ones_and_nothing_else():
    game = session(other=Scripted("a1"))
    async with running(shown(game)) as pilot:
        await move(pilot, (1, 1))
        await type_move(pilot, "b2")
        assert isinstance(pilot.app.screen, Prompt)
        line = next(line for line in text(pilot.app).splitlines() if "'b2' is no legal move" in line)
        assert "b1, c1" in line
        await pilot.press("escape")
        assert labels(pilot) == ["b2", "a1"]
        await pilot.press("enter")
        assert labels(pilot) == ["b2", "a1"]
        assert "no legal move changes this square" in text(pilot.app)


async def test_a_typed_move_is_played_also_where_it_begins_with_a_digit():
    game = session("connect4:5,4,4")
    async with running(shown(game)) as pilot:
        await type_move(pilot, "2")
        await pilot.press("4", "enter")
        await until(pilot, lambda: len(labels(pilot)) == 2)
        assert labels(pilot) == ["2", "4"]


async def test_keys_typed_ahead_of_the_prompt_go_into_it():
    game = session()
    async with running(shown(game)) as pilot:
        await pilot.press("slash", "b", "2", "enter", "slash", "c", "3", "enter")
        await until(pilot, lambda: len(labels(pilot)) == 2)
        assert labels(pilot) == ["b2", "c3"]


@pytest.mark.parametrize("size", SIZES)
async def test_the_explorer_opens_behind_the_third_reply_and_leaves_back_to_the_game(size):
    game = session(other="alphabeta:depth=6")
    async with running(shown(game), size) as pilot:
        for label in ("b2", None, None):
            word = label or list(game.match.legal)[-1]
            await move(pilot, (int(word[1]) - 1, "abc".index(word[0])))
        assert len(game.match.choices) == 6
        await pilot.press("b", *["enter"] * any(word.startswith("b") for word in game.match.legal))
        found = await explored(pilot)
        assert found.browser.trace is game.match.choices[5].trace
        assert found.browser.trace.label(found.browser.trace.best_root_child) == game.match.label(5)
        await pilot.press("n", "n", "q")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert len(game.match.choices) == 6
        assert waits(pilot)


@pytest.mark.parametrize("typed", ["b2", "a1", "c3", "B2"])
async def test_a_letter_that_begins_a_move_types_it_whatever_its_key_does_else(typed):
    game = session()
    async with running(shown(game)) as pilot:
        await pilot.press(*typed, "enter")
        await until(pilot, lambda: labels(pilot) == [typed.lower()])
        await pilot.press("b", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert labels(pilot) == [typed.lower()]


async def test_a_letter_that_begins_no_move_does_what_its_key_says_at_once():
    for spec, keys in (("nim:1,2", "h"), ("connect4:5,4,4", "h")):
        game = session(spec)
        async with running(shown(game)) as pilot:
            assert not pilot.app.screen.opens_prompt(keys)
            await pilot.press(keys)
            await until(pilot, lambda game=game: game.hint is not None)
    game = session("mnk:26,1,3")  # its last columns are called by letters of keys that do something
    async with running(shown(game)) as pilot:
        for move in ("u1", "r1", "s1"):
            await pilot.press(*move, "enter")
            await until(pilot, lambda move=move: labels(pilot)[-1:] == [move])
        await pilot.press("u")
        await until(pilot, lambda: labels(pilot) == ["u1", "r1"])


async def test_the_move_in_hand_says_behind_which_reply_one_looks():
    game = session(other="alphabeta:depth=6")
    async with running(shown(game)) as pilot:
        await move(pilot, (1, 1))
        await move(pilot, (2, 2))
        await pilot.press("tab", "tab", "up", "up", "enter")
        assert (await explored(pilot)).browser.trace is game.match.choices[1].trace
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        await pilot.press("up", "b")
        assert "no recorded search is behind move 1" in text(pilot.app)


async def test_where_nothing_was_searched_there_is_nothing_behind():
    async with running(shown(session())) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, Prompt))
        assert "enter does what b does: behind" in text(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: "no move so far" in text(pilot.app))
        for key, said in (("x", "nothing was asked"), ("u", "no move"), ("r", "no move")):
            await pilot.press(key)
            assert said in text(pilot.app)


async def test_what_it_expected_is_told_and_explored_where_the_game_left_it():
    game = session(other="alphabeta:depth=6")
    async with running(shown(game), (120, 40)) as pilot:
        await move(pilot, (1, 1))
        line = game.match.choices[1].line
        word = next(word for word in game.match.legal if word != line[1])
        await move(pilot, (int(word[1]) - 1, "abc".index(word[0])))
        await pilot.press("e")
        assert f"played {word}, not {line[1]}" in text(pilot.app)
        await pilot.press("x")
        found = await explored(pilot)
        assert found.browser.trace is game.match.choices[1].trace
        assert list(found.browser.trace.node(found.browser.selected).path) == [line[0]]


async def test_why_not_a_move_is_told_with_the_line_that_refutes_it_and_explored():
    game = session(other="alphabeta:depth=6")
    async with running(shown(game), (120, 40)) as pilot:
        await move(pilot, (1, 1))
        word = list(game.match.legal)[-1]
        await pilot.press("w", *word, "enter")
        await until(pilot, lambda: waits(pilot) and f"{word} is answered by" in text(pilot.app))
        assert game.match.labels == ["b2", game.match.label(1)]
        assert game.hint is not None
        await pilot.press("x")
        found = await explored(pilot)
        at = found.browser.selected
        assert found.browser.trace.label(at) == word if at else word in text(pilot.app)


async def test_a_hint_is_marked_and_said():
    game = session(other="alphabeta:depth=6")
    async with running(shown(game), (120, 40)) as pilot:
        await pilot.press("h")
        await until(pilot, lambda: game.hint is not None)
        best = next(name for name, one in game.match.legal.items() if one == game.hint.move)
        assert f"★ hint: {best}" in text(pilot.app)
        assert f"★{best}" in text(pilot.app)


async def test_a_hint_comes_at_each_turn_where_that_is_wished():
    game = session(other="alphabeta:depth=6")
    game.with_hints = True
    async with running(shown(game), (120, 40)) as pilot:
        await until(pilot, lambda: game.hint is not None)
        first = game.hint
        await move(pilot, (1, 1))
        await until(pilot, lambda: game.hint is not None)
        assert game.hint is not first
        assert game.match.choices[0].trace is first.trace


async def test_undo_redo_and_changing_sides_by_keys():
    game = session(other="alphabeta:depth=6")
    async with running(shown(game)) as pilot:
        await move(pilot, (1, 1))
        await move(pilot, (2, 2))
        four = list(labels(pilot))
        await pilot.press("u")
        assert labels(pilot) == four[:2]
        await pilot.press("r")
        assert labels(pilot) == four
        await pilot.press("s")
        await until(pilot, lambda: waits(pilot))
        assert "▲ MAX alphabeta:depth=6 · ▼ MIN human" in text(pilot.app)
        assert len(labels(pilot)) == 5


@pytest.mark.parametrize("size", SIZES)
async def test_a_click_plays_the_square_and_another_size_draws_it_anew(size):
    game = session(other=Scripted("a1", "b1", "c1"))
    async with running(shown(game), size) as pilot:
        found = screen(pilot).query_one("#play-board")
        square = screen(pilot).desk._board_frame
        at = found.content_region.offset - found.region.offset
        await pilot.click(
            found, offset=(at.x + square.margin + 2 * square.square_width + 1, at.y + 2 * square.square_height)
        )
        await until(pilot, lambda: waits(pilot))
        assert labels(pilot) == ["c3", "a1"]
        await pilot.resize_terminal(30, 9)
        await until(pilot, lambda: screen(pilot).desk._board_frame.square_width < square.square_width)
        assert "X" in text(pilot.app)
        await pilot.resize_terminal(*size)
        await until(pilot, lambda: pilot.app.size == Size(*size) and screen(pilot).desk._board_frame == square)


async def test_a_word_of_the_list_is_played_by_a_click():
    game = session("nim:1,3")
    async with running(shown(game)) as pilot:
        found = screen(pilot).query_one("#play-legal")
        at = found.content_region.offset - found.region.offset
        await pilot.click(found, offset=(at.x + 1, at.y))
        assert len(labels(pilot)) == 1


async def test_a_search_is_given_up_and_the_game_pauses_and_goes_on():
    slow = Slow()
    game = session(other=slow)
    async with running(shown(game)) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: slow.begun.is_set() and "nodes" in text(pilot.app))
        await pilot.press("left", "tab", "escape")
        await until(pilot, slow.given_up.is_set)
        assert game.state is State.PAUSED
        assert "paused" in text(pilot.app)
        slow.free.set()
        await pilot.press("space")
        await until(pilot, lambda: waits(pilot))
        assert labels(pilot) == ["b2", "a1"]


async def test_what_is_found_for_a_position_that_was_taken_back_is_passed_over():
    slow = Slow()
    game = session(other=slow)
    async with running(shown(game)) as pilot:
        await pilot.press("enter")
        await until(pilot, slow.begun.is_set)
        await pilot.press("u")
        await until(pilot, slow.given_up.is_set)
        assert labels(pilot) == []
        assert waits(pilot)
    stubborn = Stubborn()
    game = session(other=stubborn)
    async with running(shown(game)) as pilot:
        await pilot.press("enter")
        await until(pilot, stubborn.begun.is_set)
        await pilot.press("u", "s")
        await until(pilot, lambda: "thinks" in text(pilot.app))  # it has not ended what it was given up for
        await pilot.press("escape", "s")
        stubborn.free.set()
        await until(pilot, stubborn.done.is_set)
        await until(pilot, lambda: THREAD_NAME not in {thread.name for thread in threads()})
        assert labels(pilot) == []
        assert "you play ▲ MAX" in text(pilot.app)


async def test_a_player_who_fails_is_one_notice_and_the_game_goes_on_without_him():
    game = session(other=Scripted("a1"))
    async with running(shown(game), (120, 40)) as pilot:
        await move(pilot, (1, 1))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "the engine died" in text(pilot.app))
        assert labels(pilot) == ["b2", "a1", "b3"]
        await pilot.press("s", "up", "up", "enter")
        await until(pilot, lambda: len(labels(pilot)) == 4)
        assert labels(pilot) == ["b2", "a1", "b3", "b1"]


@pytest.mark.parametrize("mistake", [ZeroDivisionError, SystemExit])
async def test_a_player_with_a_mistake_in_it_is_one_notice_too(mistake):
    class Wrong(Scripted):
        def choose(self, match, cancelled=lambda: False):
            raise mistake("a mistake")

    async with running(shown(session(best=Wrong())), (120, 40)) as pilot:
        await until(pilot, lambda: "a mistake" in text(pilot.app))
        assert screen(pilot).session.state is State.PAUSED


async def test_two_players_play_by_themselves_and_stop_where_space_says():
    game = session(best="alphabeta:depth=2", other="random:1")
    async with running(shown(game)) as pilot:
        await until(pilot, lambda: game.state is State.OVER and waits(pilot))
        assert "the game is over" in text(pilot.app)
    slow = Slow()
    game = session(best=slow, other=Scripted("b2"))
    async with running(shown(game)) as pilot:
        await until(pilot, slow.begun.is_set)
        await pilot.press("space")
        await until(pilot, slow.given_up.is_set)
        slow.free.set()
        await pilot.press("full_stop")
        await until(pilot, lambda: len(labels(pilot)) == 1)
        assert game.state is State.PAUSED


async def test_of_promotions_one_is_chosen(need):
    need("chess")
    game = session("chess:8/4P3/8/8/8/k7/8/4K3 w - - 0 1")
    async with running(shown(game)) as pilot:
        desk = screen(pilot).desk
        desk.cursor = 1, 4
        await pilot.press("enter", "up", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        options = pilot.app.screen.query_one(OptionList)
        words = [str(option.prompt) for option in options.options]
        assert len(words) == 4
        options.highlighted = next(place for place, word in enumerate(words) if "N" in word)
        await pilot.press("enter")
        await until(pilot, lambda: len(labels(pilot)) == 1)
        assert labels(pilot)[0].startswith("e8=N")


async def test_a_game_is_saved_and_left(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = session(other="alphabeta:depth=6")
    async with running(shown(game)) as pilot:
        await move(pilot, (1, 1))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.focused, Input))
        assert pilot.app.focused.value == "tictactoe.plyscope"
        await fill(pilot, "mine.plyscope")
        await pilot.press("enter")
        await until(pilot, lambda: Path("mine.plyscope").exists() and isinstance(pilot.app.screen, GameScreen))
        assert "wrote mine.plyscope" in text(pilot.app)
        await move(pilot, (2, 2))
        four = list(labels(pilot))
        await pilot.press("q")
        await pilot.pause()
    played = load("mine.plyscope")
    assert played.match.labels == four
    assert [choice.recorded for choice in played.match.choices] == [False, True, False, True]


@pytest.mark.parametrize("choice", [0, 1, 2])
async def test_a_game_that_is_in_no_file_is_asked_about(tmp_path, monkeypatch, choice):
    monkeypatch.chdir(tmp_path)
    async with running(shown(session())) as pilot:
        await pilot.press("enter", "q")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press(*["down"] * choice, "enter")
        if choice == 0:
            await until(pilot, lambda: isinstance(pilot.app.focused, Input))
            await pilot.press("enter")
            await until(pilot, lambda: Path("tictactoe.plyscope").exists())
        await pilot.pause()
        assert pilot.app._exit is (choice != 2)


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
async def test_ctrl_c_saves_the_game_also_from_the_explorer(tmp_path, monkeypatch, key):
    monkeypatch.chdir(tmp_path)
    game = session(other="alphabeta:depth=6")
    async with running(shown(game)) as pilot:
        await move(pilot, (1, 1))
        if key == "ctrl+q":
            await pilot.press("b", "enter")
            await explored(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert pilot.app._exit
    assert load("tictactoe.plyscope").match.labels == game.match.labels
    assert "tictactoe.plyscope" in game.farewell


async def test_a_new_game_asks_before_moves_are_lost():
    game = session()
    async with running(shown(game)) as pilot:
        await pilot.press("enter", "n")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("down", "enter")
        await until(pilot, lambda: not labels(pilot))
        assert isinstance(pilot.app.screen, GameScreen)


async def test_the_help_has_every_key_and_every_sign():
    async with running(shown(session()), (120, 80)) as pilot:
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Help))
        said = text(pilot.app)
        for pairs in play_help().values():
            for label, meaning in pairs:
                assert label in said
                assert " ".join(meaning.split()[:4]) in said
        await pilot.press("escape", "z")
        assert "no key z" in text(pilot.app)


class Hostile:
    """A game whose moves and positions are markup, or what a terminal would obey."""

    def start(self) -> tuple[str, ...]:
        return ()

    def turn(self, state: tuple[str, ...]) -> int:
        return -1 if len(state) % 2 else 1

    def utility(self, state: tuple[str, ...]) -> float | None:
        return 0.0 if len(state) == 4 else None

    def moves(self, state: tuple[str, ...]) -> list[str]:
        return [word for word in HOSTILE if word not in state]

    def play(self, state: tuple[str, ...], move: str) -> tuple[str, ...]:
        return (*state, move)

    def show(self, state: tuple[str, ...]) -> str:
        return "\n".join((*state, *HOSTILE))


@pytest.mark.parametrize("size", SIZES)
async def test_labels_are_shown_and_never_obeyed(size):
    game = session(Hostile(), other="minimax")
    async with running(shown(game), size) as pilot:
        for key in (
            "slash",
            "escape",
            "enter",
            "h",
            "slash",
            "escape",
            "w",
            "escape",
            "e",
            "tab",
            "w",
            "escape",
            "tab",
        ):
            await pilot.press(key)
            await until(pilot, lambda: waits(pilot))
            assert not set(text(pilot.app)) & {"\x1b", "\x07", "\u202e"}
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert not pilot.app._exit
        assert len(labels(pilot)) == 2
        await pilot.press("b")
        await explored(pilot)
        assert "[/]" in text(pilot.app)


async def test_the_palette_finds_what_keys_do():
    game = session()
    async with running(shown(game)) as pilot:
        await pilot.press("enter", "ctrl+p")
        await until(pilot, lambda: isinstance(pilot.app.focused, Input))
        await fill(pilot, "take back")
        await until(pilot, lambda: "Undo: take back" in text(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: not labels(pilot))


def test_no_key_of_a_game_does_two_things_and_each_is_bound():
    names = [name for key in play_keys() for name in key.keys.split(",")]
    assert len(names) == len(set(names)) == len(ACTION_OF_KEY)
    bound = {name for binding in play_bindings() for name in binding.key.split(",")}
    assert bound == set(names)
    for key in play_keys():
        assert callable(getattr(GameScreen, f"action_{key.action.partition('(')[0]}")), key.action
    firsts = {key.label.split(" ", 1)[0] for key in play_keys() if key.footer}
    assert firsts == set(PLAY_FOOTER)


@pytest.mark.parametrize("spec", ["nim:1,3,5,7", "pig", "2048", json.dumps([[3, 12], [2, 4]]), "piglet", "mnk:19,19,5"])
@pytest.mark.parametrize("size", [*SIZES, (30, 8)])
async def test_any_game_is_played_at_any_size(spec, size):
    game = session(spec)
    async with running(shown(game), size) as pilot:
        await until(pilot, lambda: waits(pilot))
        before = len(labels(pilot))
        await pilot.press("tab", *["tab"] * (screen(pilot).desk.active_part == "made"))
        while screen(pilot).desk.active_part != "legal":
            await pilot.press("tab")
        await pilot.press("right", "enter")
        assert len(labels(pilot)) > before


async def test_a_game_that_was_paused_says_how_it_goes_on_and_goes_on_with_my_move():
    slow = Slow()
    game = session(other=slow)
    async with running(shown(game), (60, 20)) as pilot:
        await pilot.press("enter")
        await until(pilot, slow.begun.is_set)
        await pilot.press("escape", "down", "up")
        assert "move 2: MIN, paused: space lets him think" in text(pilot.app)
        await pilot.press("u")
        await until(pilot, lambda: waits(pilot))
        slow.free.set()
        await pilot.press("enter")
        await until(pilot, lambda: len(labels(pilot)) == 2)


@pytest.mark.parametrize("size", SIZES)
async def test_who_plays_is_told_at_every_size(size):
    long = Scripted()
    long.word = "alphabeta:depth=6,order=best-first,window=narrow,fail=soft"
    game = session("mnk:5,4,3", other=long)
    async with running(shown(game), size) as pilot:
        line = text(pilot.app).splitlines()[0]
        assert "mnk:5,4,3" in line
        assert (game.seats.players_text if size[0] > 100 else "▲ human  ▼ alphabeta ") in f"{line} "


async def test_a_name_that_is_offered_gives_way_to_what_is_typed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with running(shown(session())) as pilot:
        await pilot.press("enter", "ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.focused, Input))
        await pilot.press(*"mine", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert [file.name for file in tmp_path.iterdir()] == ["mine.plyscope"]


async def test_it_is_asked_before_another_game_is_replaced_and_not_before_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    other = session()
    other.play("a1")
    other.save("other.plyscope")
    kept = Path("other.plyscope").read_bytes()
    async with running(shown(session())) as pilot:

        async def save(name: str) -> None:
            await pilot.press("ctrl+s")
            await until(pilot, lambda: isinstance(pilot.app.focused, Input))
            await pilot.press(*name, "enter")
            await until(pilot, lambda: not isinstance(pilot.app.screen, Prompt))

        await pilot.press("enter")
        await save("other")
        assert isinstance(pilot.app.screen, ChoiceDialog)
        assert "other.plyscope keeps another game" in text(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Prompt))
        await pilot.press("escape")
        assert Path("other.plyscope").read_bytes() == kept
        await save("other")
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert load("other.plyscope").match.labels == ["b2"]
        await save("other.plyscope")
        assert isinstance(pilot.app.screen, GameScreen)
