"""The screen on which a game is played: the board, the legal moves, the moves made, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.widgets import Static

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.model import keys
from tui.model.best_first_keys import PLAY_FOOTER, play_help, play_keys
from tui.model.notices import SuccessNotice
from tui.model.playing.play_model import BOARD, LEGAL, PLAYED, ChoiceOutcome, PlayModel
from tui.model.playing.session import Session, State
from tui.screens.asking import Offer, Table
from tui.screens.game_prompts import Keeper, MoveTyping
from tui.screens.help import Help
from tui.screens.prompt import Choosing
from tui.screens.stage import HELD
from tui.screens.thinking import Inquiry, Thinking
from tui.widgets.background_jobs import MAX_MESSAGE_LENGTH
from tui.widgets.board import Pieces
from tui.widgets.footer import Footer

KEYS = {name: key.action for key in play_keys() for name in key.keys.split(",")}
"""By the name of a key: its action."""
ASKERS = ("type_move", "why_not", "save")
"""The actions that open a prompt."""
BESIDE = 30, 46
"""Columns at the right of the board at least: on a narrow screen, and on one of `WIDE` columns."""
WIDE = 100
FRAME = 3
"""Columns that the frame of a part takes."""
LEAST = 8
"""Columns of the game's name at least."""
TITLES = {LEGAL: "legal moves", PLAYED: "moves made"}


def play_bindings() -> list[BindingType]:
    """The bindings of the table of keys; each digit hands itself to its action."""
    return [
        Binding(
            names,
            action,
            key.footer or key.help,
            show=bool(key.footer),
            key_display=key.label.split(" ", 1)[0],
            tooltip=key.help,
        )
        for key in play_keys()
        for names, action in _actions(key)
    ]


def _actions(key: keys.Key) -> list[tuple[str, str]]:
    if key.keys.startswith("0,"):
        return [(digit, f"{key.action}('{digit}')") for digit in key.keys.split(",")]
    if len(key.keys) == 1 and key.action != "quit":
        return [(key.keys, f"letter('{key.keys}', '{key.action}')")]
    return [(key.keys, key.action)]


class Playing(Table):
    """A game at the screen.

    Args:
        session: the game, and who plays it.
    """

    BLANK = True  # what it holds covers it
    BINDINGS: ClassVar[list[BindingType]] = play_bindings()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self.desk = session, PlayModel(session)
        self.thinking, self.keeper = Thinking(self), Keeper(self)
        self.inquiry, self.typing = Inquiry(self, self.thinking), MoveTyping(self)
        self._notice = ""

    def compose(self) -> ComposeResult:
        """Who plays above, keys below, the board and the lists between."""
        yield Static(id="play-status")
        with Horizontal(id="play"):
            yield Pieces(self.desk.board_lines, id=f"play-{BOARD}")
            with Vertical(id="play-side"):
                for name, part in ((LEGAL, self.desk.legal_lines), (PLAYED, self.desk.made_lines)):
                    box = Pieces(part, id=f"play-{name}")
                    box.border_title = TITLES[name]
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

    def offers(self) -> Iterator[Offer]:
        """What the command palette finds."""
        return (Offer(key, "", key.action) for key in play_keys() if not key.keys.startswith("0,"))

    def asks(self, key: str) -> bool:
        """Whether a key opens a prompt."""
        return KEYS.get(key, "") in ASKERS or self.desk.begins_move(key, any_case=key not in KEYS)

    def show_outcome(self, notice: str) -> None:
        """Show what came of something, and go on with the game."""
        super().show_outcome(notice)
        self.thinking.go_on()

    def tell(self, notice: str) -> None:
        """Show how far something is."""
        self._notice = notice
        self._show_status()

    def sync(self, notice: str = "") -> None:
        """Show the game as it is now."""
        self._notice = notice
        self.desk.read_position()
        self._show_status()
        self.query_one("#play-said", Static).update(Text(self.inquiry.said or self.session.last_remark))
        size, board = self.query_one("#play").size, self.query_one(f"#play-{BOARD}", Pieces)
        beside = BESIDE[size.width >= WIDE]
        if width := self.desk.board_width(max(size.width - beside, 1), size.height - 1):
            board.styles.width = width + 2
            lines = self.desk.legal_height(size.width - width - 2 - FRAME)
            self.query_one(f"#play-{LEGAL}").styles.height = 1 + min(lines, max(size.height // 3, 1))
        for part in self.query(Pieces):
            part.update()

    def _show_status(self) -> None:
        session = self.session
        width = self.size.width - 2
        title, seats = f"{clean(session.title, 40)}   ", session.seats.players_text
        if cell_len(title + seats) > width:  # who plays is told in any case
            seats = session.seats.short_players_text
            title = f"{set_cell_size(title, max(min(cell_len(title), width - cell_len(seats)) - 3, LEAST))}   "
        line = Text(title, "bold").append(seats, "not bold")
        wrong = self._notice and not isinstance(self._notice, SuccessNotice) and not self.thinking.busy
        now = Text(self._notice or self._turn, self._wrong if wrong else "")
        for status in self.query("#play-status").results(Static):
            status.update(Text("\n").join([line, now]))

    @property
    def _wrong(self) -> str:
        return f"bold {self.app.current_theme.warning or 'default'}"

    @property
    def _turn(self) -> str:
        session = self.session
        if session.state is State.OVER:
            return session.ending_text
        who = f"move {len(session.match.choices) + 1}: {session.match.turn.name}"
        if session.state is State.HUMAN:
            return f"{who}, your move"
        if session.state is State.PAUSED:
            return f"{who}, paused: space lets him think"
        return f"{who}, {session.seats.name(session.match.turn)}"

    def on_key(self, event: Key) -> None:
        """Type a move that a letter begins, or say so where a key does nothing, and is not held to change another."""
        if event.key not in KEYS and not event.key.endswith(HELD) and event.key not in self.active_bindings:
            name = event.character if event.character and event.is_printable else event.key
            if self.desk.begins_move(name, any_case=True):
                self.action_type_move(name)
            else:
                self.show_outcome(f"no key {clean(name, 20)}: ? lists them")
                self.post_message(self.Answered())

    def on_pieces_clicked(self, event: Pieces.Clicked) -> None:
        """Choose what was clicked."""
        part = str(event.widget.id).removeprefix("play-")
        self._choose(lambda: self.desk.click(part, event.x, event.y))

    def action_move_cursor(self, down: int, right: int) -> None:
        """Move what is in hand."""
        self.desk.move(down, right)
        self.sync(self._notice if self.thinking.busy else "")

    def action_next_list(self) -> None:
        """Have the arrows for the next part."""
        self.desk.turn_to_next_part()
        self.sync(self._notice if self.thinking.busy else "")

    def action_choose(self) -> None:
        """Play what is in hand."""
        if self.desk.active_part == PLAYED:
            self.action_behind()
        else:
            self._choose(self.desk.choose)

    def _choose(self, choose: Callable[[], ChoiceOutcome]) -> None:
        before = len(self.session.match.choices)
        found: list[str] = []

        def tried() -> str:
            meant = choose()
            found.extend(meant.candidates)
            return meant.notice

        notice = self._tried(tried)
        if found:
            self.app.push_screen(Choosing("which move", found), self.play_typed)
        else:
            self._played(before, notice)

    def play_typed(self, word: str | None) -> None:
        """Play what was typed."""
        if word is not None:
            before = len(self.session.match.choices)
            notice = self._tried(lambda: self.session.play(word))
            self._played(before, notice)

    def _played(self, before: int, notice: str) -> None:
        """Go on; where a move was made, with nothing worked out for the position before."""
        if len(self.session.match.choices) != before:
            self.thinking.cancel()
            self.inquiry.forget()
        self.show_outcome(notice)

    @staticmethod
    def _tried(do: Callable[[], str]) -> str:
        """What came of something, or what is wrong with it."""
        try:
            return do()
        except PlyscopeError as error:
            return clean(str(error), MAX_MESSAGE_LENGTH)

    def action_type_move(self, typed: str = "") -> None:
        """Ask for a move."""
        self.typing.ask(typed)

    async def action_letter(self, letter: str, action: str) -> None:
        """Do what a key says, or type the move that it begins."""
        await self.typing.press(letter, action)

    def _changing(self, change: Callable[[], str]) -> None:
        """Do what changes the game: nothing is worked out for what it was before."""
        self.thinking.cancel()
        self.inquiry.forget()
        self.show_outcome(self._tried(change))

    def action_undo(self) -> None:
        """Take back."""
        self._changing(self.session.undo)

    def action_redo(self) -> None:
        """Make again what was taken back."""
        self._changing(self.session.redo)

    def action_swap(self) -> None:
        """Change sides."""
        self._changing(self.session.swap)

    def action_pause(self) -> None:
        """Pause, or go on."""
        self._changing(self.session.toggle)

    def action_step(self) -> None:
        """One move of who is no person."""
        self._changing(self.session.step)

    def action_stop(self) -> None:
        """Give up what is worked out, and what is chosen."""
        if self.thinking.cancel():
            self.show_outcome(self.session.pause() or SuccessNotice("given up"))
        else:
            self.desk.clear_chosen()
            self.inquiry.forget()
            self.show_outcome("")

    def action_hint(self) -> None:
        """Ask for the best move here."""
        session = self.session
        if session.refusal or self.thinking.busy:
            self.show_outcome(session.refusal or "somebody thinks already; esc gives it up")
            return
        try:
            self.thinking.hint(session.seats.adviser(session.match.game, session.settings))
        except PlyscopeError as error:
            self.show_outcome(clean(str(error), MAX_MESSAGE_LENGTH))

    def action_behind(self) -> None:
        """Explore the search behind the move in hand, or the last reply."""
        self.inquiry.behind()

    def action_expect(self) -> None:
        """Say what it expected."""
        self.inquiry.expect()

    def action_why_not(self) -> None:
        """Ask why not a move that is named."""
        self.inquiry.why_not()
        self.post_message(self.Answered())

    def action_explore(self) -> None:
        """Explore the place that was told of."""
        self.inquiry.explore()

    def action_save(self) -> None:
        """Ask for a file, and keep the game in it."""
        self.keeper.save()
        self.post_message(self.Answered())

    def action_new(self) -> None:
        """Begin anew, from the same position."""
        self.keeper.unless_lost(lambda: self._changing(self.session.begin_again))

    async def action_quit(self) -> None:
        """Leave."""
        self.keeper.unless_lost(self._leave)

    def action_save_and_leave(self) -> None:
        """Keep the game where it is kept, or in a file with a name of its own, and leave."""
        self.session.save_before_exit()
        self._leave()

    def _leave(self) -> None:
        self.thinking.cancel()
        self.app.exit()

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(Help(shown=play_help()))
