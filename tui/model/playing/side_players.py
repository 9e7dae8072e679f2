"""Who plays what: a person or a player on each side, and who is asked for a hint."""

from __future__ import annotations

from collections.abc import Mapping

from tracer.games.rules import AnyGame, Turn
from tracer.playing.choice import CHANCE, HUMAN
from tracer.playing.opponents import default_search, player_of
from tracer.playing.player import Player
from tracer.playing.settings import Settings
from tracer.run.search_arguments import is_search_name
from tracer.text import clean
from tui.model.explorer_state import PLAYER_SIGNS, SuccessNotice

SIDES = (Turn.MAX, Turn.MIN)


class SidePlayers:
    """Who chooses for each side.

    Args:
        players: by side; None is a person, and so is a side that is not there. Chance may be one.
        adviser: who is asked for a hint; None is a search that plays, or the usual one.
    """

    def __init__(self, players: Mapping[Turn, Player | None], adviser: Player | None = None) -> None:
        self._players = {turn: players.get(turn) for turn in Turn}
        self._adviser = adviser
        self._replaced_players: list[Player] = []

    def __getitem__(self, turn: Turn) -> Player | None:
        """Who chooses for a side; None is a person."""
        return self._players[turn]

    def name(self, turn: Turn) -> str:
        """Who chooses for a side, as a command line names him."""
        player = self._players[turn]
        return clean(player.word, 60) if player else CHANCE if turn is Turn.CHANCE else HUMAN

    @property
    def players_text(self) -> str:
        """Who plays what."""
        return " · ".join(f"{PLAYER_SIGNS[side][0]} {side.name} {self.name(side)}" for side in SIDES)

    @property
    def short_players_text(self) -> str:
        """Who plays what in few words: searches and engines without their options."""
        return "  ".join(f"{PLAYER_SIGNS[side][0]} {self.short_name(side)}" for side in SIDES)

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
        if self._adviser is None:
            playing = [player for side in SIDES if (player := self._players[side]) and is_search_name(player.word)]
            usual = default_search(game, settings)
            self._adviser = playing[0] if playing else player_of(usual, game, settings)
        assert self._adviser is not None, "a search is no person"
        return self._adviser

    def swap(self, turn: Turn) -> str:
        """Change places; where no person plays, one takes the side that is to move."""
        max_player, min_player = (self._players[side] for side in SIDES)
        if max_player is None and min_player is None:
            return "both sides are yours already"
        if max_player is not None and min_player is not None:
            return self.give_to_person(turn if turn is not Turn.CHANCE else Turn.MAX)
        self._players[Turn.MAX], self._players[Turn.MIN] = min_player, max_player
        return self._report_side(Turn.MAX if min_player is None else Turn.MIN)

    def give_to_person(self, turn: Turn) -> str:
        """Let a person play a side."""
        player, self._players[turn] = self._players[turn], None
        self._replaced_players += [player] if player else []
        return self._report_side(turn)

    def _report_side(self, side: Turn) -> SuccessNotice:
        return SuccessNotice(f"you play {PLAYER_SIGNS[side][0]} {side.name} now: {self.players_text}")

    def close(self) -> None:
        """End what the players have started."""
        for player in (*self._players.values(), *self._replaced_players, self._adviser):
            if player is not None:
                player.close()
