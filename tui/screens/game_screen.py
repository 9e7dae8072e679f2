"""The screen on which a game is played: the board, the legal moves, the moves made, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partialmethod
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.widgets import Static

from tracer.errors import PlyscopeError
from tracer.games.rules import describe
from tracer.text import clean
from tui.model import keys
from tui.model.best_first_keys import PLAY_FOOTER, play_help, play_keys
from tui.model.explorer_state import SuccessNotice
from tui.model.playing.play_model import BOARD, LEGAL, PLAYED, ChoiceOutcome, PlayModel, judge_move
from tui.model.playing.session import Session, State
from tui.screens.base_screens import GamePlayScreen, bind_key
from tui.screens.game_helpers import BackgroundThinking, GameSaver, MoveExplanations
from tui.screens.help import Help
from tui.screens.prompt import ChoiceDialog, Prompt
from tui.widgets.background_jobs import MAX_MESSAGE_LENGTH
from tui.widgets.board import Pieces
from tui.widgets.hint_strips import Footer

ACTION_OF_KEY = {name: key.action for key in play_keys() for name in key.keys.split(",")}
"""By the name of a key: its action."""
PROMPTING_ACTIONS = ("type_move", "why_not", "save")
"""The actions that open a prompt."""
SIDE_WIDTHS = 30, 46
"""Columns at the right of the board at least: on a narrow screen, and on one of `MIN_WIDE_COLUMNS` columns."""
MIN_WIDE_COLUMNS = 100
FRAME_CELLS = 3
"""Columns that the frame of a part takes."""
MIN_TITLE_CELLS = 8
"""Columns of the game's name at least."""
LIST_TITLES = {LEGAL: "legal moves", PLAYED: "moves made"}


def play_bindings() -> list[BindingType]:
    """The bindings of the table of keys; each digit hands itself to its action."""
    return [
        bind_key(key, names, action, is_shown=bool(key.footer))
        for key in play_keys()
        for names, action in _keys_and_actions(key)
    ]


def _keys_and_actions(key: keys.Key) -> list[tuple[str, str]]:
    if key.keys.startswith("0,"):
        return [(digit, f"{key.action}('{digit}')") for digit in key.keys.split(",")]
    if len(key.keys) == 1 and key.action != "quit":
        return [(key.keys, f"letter('{key.keys}', '{key.action}')")]
    return [(key.keys, key.action)]


class GameScreen(GamePlayScreen):
    """A game at the screen."""

    BLANK = True  # what it holds covers it
    BINDINGS: ClassVar[list[BindingType]] = play_bindings()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self.desk = session, PlayModel(session)
        self.thinking, self.saver = BackgroundThinking(self), GameSaver(self)
        self.explanations = MoveExplanations(self, self.thinking)
        self._notice = ""

    def compose(self) -> ComposeResult:
        """Who plays above, keys below, the board and the lists between."""
        yield Static(id="play-status")
        with Horizontal(id="play"):
            yield Pieces(self.desk.board_lines, id=f"play-{BOARD}")
            with Vertical(id="play-side"):
                for name, list_part in ((LEGAL, self.desk.legal_lines), (PLAYED, self.desk.made_lines)):
                    box = Pieces(list_part, id=f"play-{name}")
                    box.border_title = LIST_TITLES[name]
                    yield box
                yield Static(id="play-said")
        yield Footer(PLAY_FOOTER)

    def on_mount(self) -> None:
        """Begin."""
        self.show_outcome("")

    def on_unmount(self) -> None:
        """Have nobody think any more."""
        self.thinking.cancel()

    def on_resize(self, _event: Resize) -> None:
        """Have the squares as large as there is room for now."""
        self.sync()

    def iter_key_commands(self) -> Iterator[tuple[keys.Key, str, str]]:
        """What the command palette finds."""
        return ((key, "", key.action) for key in play_keys() if not key.keys.startswith("0,"))

    def opens_prompt(self, key: str) -> bool:
        """Whether a key opens a prompt."""
        return ACTION_OF_KEY.get(key, "") in PROMPTING_ACTIONS or self.desk.begins_move(
            key, any_case=key not in ACTION_OF_KEY
        )

    def show_outcome(self, notice: str) -> None:
        """Show what came of something, and go on with the game."""
        super().show_outcome(notice)
        self.thinking.think_if_due()

    def show_notice(self, notice: str) -> None:
        """Show how far something is."""
        self._notice = notice
        self._show_status()

    def sync(self, notice: str = "") -> None:
        """Show the game as it is now."""
        self._notice = notice
        self.desk.read_position()
        self._show_status()
        self.query_one("#play-said", Static).update(Text(self.explanations.text or self.session.last_remark))
        size, board_widget = self.query_one("#play").size, self.query_one(f"#play-{BOARD}", Pieces)
        side_width = SIDE_WIDTHS[size.width >= MIN_WIDE_COLUMNS]
        if width := self.desk.board_width(max(size.width - side_width, 1), size.height - 1):
            board_widget.styles.width = width + 2
            legal_height = self.desk.legal_height(size.width - width - 2 - FRAME_CELLS)
            self.query_one(f"#play-{LEGAL}").styles.height = 1 + min(legal_height, max(size.height // 3, 1))
        for pieces in self.query(Pieces):
            pieces.update()

    def _show_status(self) -> None:
        session = self.session
        width = self.size.width - 2
        title, seats = f"{clean(describe(session.match.game), 40)}   ", session.seats.players_text
        if cell_len(title + seats) > width:  # who plays is told in any case
            seats = session.seats.short_players_text
            title = (
                f"{set_cell_size(title, max(min(cell_len(title), width - cell_len(seats)) - 3, MIN_TITLE_CELLS))}   "
            )
        title_line = Text(title, "bold").append(seats, "not bold")
        is_warning = self._notice and not isinstance(self._notice, SuccessNotice) and not self.thinking.is_busy
        style = f"bold {self.app.current_theme.warning or 'default'}" if is_warning else ""
        notice_line = Text(self._notice or self._turn_description, style)
        for status_widget in self.query("#play-status").results(Static):
            status_widget.update(Text("\n").join([title_line, notice_line]))

    @property
    def _turn_description(self) -> str:
        session = self.session
        if session.state is State.OVER:
            return session.ending_text
        player_text = f"move {len(session.match.choices) + 1}: {session.match.turn.name}"
        if session.state is State.HUMAN:
            return f"{player_text}, your move"
        if session.state is State.PAUSED:
            return f"{player_text}, paused: space lets him think"
        return f"{player_text}, {session.seats.name(session.match.turn)}"

    def on_key(self, event: Key) -> None:
        """Type a move that a letter begins, or say so where a key does nothing, and is not held to change another."""
        if (name := self.name_of_idle_key(event, ACTION_OF_KEY)) is None:
            return
        if self.desk.begins_move(name, any_case=True):
            self.action_type_move(name)
        else:
            self.show_outcome(f"no key {clean(name, 20)}: ? lists them")
            self.post_message(self.InputReleased())

    def on_pieces_clicked(self, event: Pieces.Clicked) -> None:
        """Choose what was clicked."""
        part_name = str(event.widget.id).removeprefix("play-")
        self._choose_move(lambda: self.desk.click(part_name, event.x, event.y))

    def action_move_cursor(self, down: int, right: int) -> None:
        """Move what is in hand."""
        self.desk.move(down, right)
        self.sync(self._notice if self.thinking.is_busy else "")

    def action_next_list(self) -> None:
        """Have the arrows for the next part."""
        self.desk.turn_to_next_part()
        self.sync(self._notice if self.thinking.is_busy else "")

    def action_choose(self) -> None:
        """Play what is in hand."""
        if self.desk.active_part == PLAYED:
            self.action_behind()
        else:
            self._choose_move(self.desk.choose)

    def _choose_move(self, choose: Callable[[], ChoiceOutcome]) -> None:
        former_count = len(self.session.match.choices)
        try:
            choice = choose()
        except PlyscopeError as error:
            choice = ChoiceOutcome(clean(str(error), MAX_MESSAGE_LENGTH))
        if choice.candidates:
            self.app.push_screen(ChoiceDialog("which move", choice.candidates), self.play_typed)
            return
        if len(self.session.match.choices) != former_count:  # nothing is worked out for the position before
            self.thinking.cancel()
            self.explanations.clear()
        self.show_outcome(choice.notice)

    def play_typed(self, move_name: str | None) -> None:
        """Play what was typed."""
        if move_name is not None:
            self._choose_move(lambda: ChoiceOutcome(self.session.play(move_name)))

    def action_type_move(self, typed_text: str = "", other_action: str = "") -> None:
        """Ask for a move that may begin with a text; where no more is typed, a key's other action is done."""
        match = self.session.match

        async def on_answer(answer: str) -> None:
            if other_action and answer == typed_text and answer not in self.desk.legal:
                await self.run_action(other_action)
            else:
                self.play_typed(answer)

        if refusal := self.session.refusal:
            self.show_outcome(refusal)
        else:
            action_help = next((key.footer or key.help for key in play_keys() if key.action == other_action), "")
            prompt = Prompt(
                "a move", "its name", lambda answer: judge_move(match, answer, {typed_text: action_help}), typed_text
            )
            self.ask_for_text(prompt, on_answer)
        self.post_message(self.InputReleased())

    async def action_letter(self, letter: str, action: str) -> None:
        """Do what a key says; where a legal move begins with its letter, ask for that first."""
        if self.desk.begins_move(letter):
            self.action_type_move(letter, action)
        else:
            await self.run_action(action)
            self.post_message(self.InputReleased())

    def _change_game(self, apply_change: Callable[[], str]) -> None:
        """Do what changes the game: nothing is worked out for what it was before."""
        self.thinking.cancel()
        self.explanations.clear()
        with self.show_errors():
            self.show_outcome(apply_change())

    def _change_session(self, method: str) -> None:
        self._change_game(getattr(self.session, method))

    action_undo = partialmethod(_change_session, "undo")
    action_redo = partialmethod(_change_session, "redo")
    action_swap = partialmethod(_change_session, "swap")
    action_pause = partialmethod(_change_session, "toggle")
    action_step = partialmethod(_change_session, "step")

    def action_stop(self) -> None:
        """Give up what is worked out, and what is chosen."""
        if self.thinking.cancel():
            self.show_outcome(self.session.pause() or SuccessNotice("given up"))
        else:
            self.desk.chosen_squares = ()
            self.explanations.clear()
            self.show_outcome("")

    def action_hint(self) -> None:
        """Ask for the best move here."""
        session = self.session
        if session.refusal or self.thinking.is_busy:
            self.show_outcome(session.refusal or "somebody thinks already; esc gives it up")
            return
        with self.show_errors():
            self.thinking.hint(session.seats.adviser(session.match.game, session.settings))

    def _explain(self, method: str) -> None:
        getattr(self.explanations, method)()
        self.post_message(self.InputReleased())

    action_behind = partialmethod(_explain, "explore_search_behind")
    action_expect = partialmethod(_explain, "show_expectation")
    action_why_not = partialmethod(_explain, "ask_why_not")
    action_explore = partialmethod(_explain, "explore_search")

    def action_save(self) -> None:
        """Ask for a file, and keep the game in it."""
        self.saver.save()
        self.post_message(self.InputReleased())

    def action_new(self) -> None:
        """Begin anew, from the same position."""
        self.saver.continue_after_saving(lambda: self._change_game(self.session.begin_again))

    async def action_quit(self) -> None:
        """Leave."""
        self.saver.continue_after_saving(self._exit_app)

    def action_save_and_leave(self) -> None:
        """Keep the game where it is kept, or in a file with a name of its own, and leave."""
        self.session.save_before_exit()
        self._exit_app()

    def _exit_app(self) -> None:
        self.thinking.cancel()
        self.app.exit()

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(Help(play_help()))
