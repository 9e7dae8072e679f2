"""Who plays what: a person or a player on each side, and who is asked for a hint."""

from __future__ import annotations

from collections.abc import Mapping

from tracer.games.rules import AnyGame, Turn
from tracer.playing.choice import CHANCE, HUMAN
from tracer.playing.opponents import player_of, usual_search
from tracer.playing.player import Player
from tracer.playing.settings import Settings
from tracer.run.search_arguments import is_search_name
from tracer.text import clean
from tui.model.notice import Report

SIDES = (Turn.MAX, Turn.MIN)
GLYPHS = {Turn.MAX: "▲", Turn.MIN: "▼", Turn.CHANCE: "●"}


class Seats:
    """Who chooses for each side.

    Args:
        players: by side; None is a person, and so is a side that is not there. Chance may be one.
        adviser: who is asked for a hint; None is a search that plays, or the usual one.
    """

    def __init__(self, players: Mapping[Turn, Player | None], adviser: Player | None = None) -> None:
        self._players = {turn: players.get(turn) for turn in Turn}
        self._own = adviser
        self._left: list[Player] = []

    def __getitem__(self, turn: Turn) -> Player | None:
        """Who chooses for a side; None is a person."""
        return self._players[turn]

    def name(self, turn: Turn) -> str:
        """Who chooses for a side, as a command line names him."""
        player = self._players[turn]
        return clean(player.word, 60) if player else CHANCE if turn is Turn.CHANCE else HUMAN

    @property
    def line(self) -> str:
        """Who plays what."""
        return " · ".join(f"{GLYPHS[side]} {side.name} {self.name(side)}" for side in SIDES)

    @property
    def short_line(self) -> str:
        """Who plays what in few words: searches and engines without their options."""
        return "  ".join(f"{GLYPHS[side]} {self.short_name(side)}" for side in SIDES)

    def short_name(self, turn: Turn) -> str:
        """Who chooses for a side, without options: `alphabeta`, `stockfish`."""
        name = self.name(turn)
        return name.partition(":")[0] if is_search_name(name) else name.removeprefix("uci:").partition(",")[0]

    @property
    def has_person(self) -> bool:
        """Whether a person plays one side, or both."""
        return any(self._players[side] is None for side in SIDES)

    def adviser(self, game: AnyGame, settings: Settings) -> Player:
        """Who is asked for a hint: whoever was named for that, else a search that plays, else the usual one.

        Raises:
            PlyscopeError: no search can play this game.
        """
        if self._own is None:
            playing = [player for side in SIDES if (player := self._players[side]) and is_search_name(player.word)]
            usual = usual_search(game, settings)
            self._own = playing[0] if playing else player_of(usual, game, settings)
        assert self._own is not None, "a search is no person"
        return self._own

    def swap(self, turn: Turn) -> str:
        """Change places; where no person plays, one takes the side that is to move."""
        first, second = (self._players[side] for side in SIDES)
        if first is None and second is None:
            return "both sides are yours already"
        if first is not None and second is not None:
            return self.take_over(turn if turn is not Turn.CHANCE else Turn.MAX)
        self._players[Turn.MAX], self._players[Turn.MIN] = second, first
        return self._yours(Turn.MAX if second is None else Turn.MIN)

    def take_over(self, turn: Turn) -> str:
        """Let a person play a side."""
        player, self._players[turn] = self._players[turn], None
        self._left += [player] if player else []
        return self._yours(turn)

    def _yours(self, side: Turn) -> Report:
        return Report(f"you play {GLYPHS[side]} {side.name} now: {self.line}")

    def close(self) -> None:
        """End what the players have started."""
        for player in (*self._players.values(), *self._left, self._own):
            if player is not None:
                player.close()
