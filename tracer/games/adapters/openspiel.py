"""Games of OpenSpiel (`pyspiel`): those that two players play in turn, for zero sum and with perfect information.

And games for one player, against chance alone. Player 0 is MAX. Dice and cards are chance nodes (`Turn.CHANCE`), whose
moves are their outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.adapters.foreign_position import ForeignPosition, NamedMove, import_optional
from tracer.games.game_entry import GameEntry, Parameter
from tracer.games.rules import CHANCE, MAX, MIN, Turn
from tracer.text import clean, nearest

EXTRA = "openspiel"


class OpenSpiel:
    """A game of OpenSpiel.

    Args:
        game: a `pyspiel.Game`, or its name with parameters as pyspiel writes them, such as `"hex(board_size=3)"`.
        key: "text" (the default): two positions are the same where they are written alike and the same player moves,
            as OpenSpiel's own solvers take it; "history": only where the same moves led there, which is always right.
        evaluate: the heuristic value of a `pyspiel.State`, MAX's view; OpenSpiel has none.

    Raises:
        PlyscopeError: there is no such game, or plyscope cannot search its kind.
    """

    def __init__(self, game: Any, *, key: str = "text", evaluate: Callable[[Any], float] | None = None) -> None:
        pyspiel = import_optional("pyspiel", EXTRA)
        if key not in ("text", "history"):
            raise PlyscopeError(f'key is "text" or "history", not {clean(repr(key))}')
        self.game = _load_game(pyspiel, game) if isinstance(game, str) else game
        self.spec = f"{EXTRA}:{str(self.game).removesuffix('()')}"
        self._by_history = key == "history"
        if (problem := _find_unsupported(pyspiel, self.game)) is not None:
            raise PlyscopeError(
                f"{clean(self.spec)}: {problem}; plyscope searches zero-sum games for two, and games for one"
            )
        if evaluate is not None:
            self.evaluate = lambda state: evaluate(state.held)
        else:
            self.bounds = (float(self.game.min_utility()), float(self.game.max_utility()))
        self._state_class = pyspiel.State
        self._chance_player, self._terminal_player = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

    def adopt(self, value: Any) -> ForeignPosition | None:
        """A position of the game, from a `pyspiel.State`: a copy of it."""
        if isinstance(value, ForeignPosition):
            return value
        return self._position(value.clone()) if isinstance(value, self._state_class) else None

    def _position(self, state: Any) -> ForeignPosition:
        key: Hashable = tuple(state.history()) if self._by_history else (str(state), state.current_player())
        return ForeignPosition(key, state)

    def start(self) -> ForeignPosition:
        """The initial state."""
        return self._position(self.game.new_initial_state())

    def turn(self, state: ForeignPosition) -> Turn:
        """Player 0 is MAX. Where the game is over, who did not move last."""
        player = state.held.current_player()
        if player == self._terminal_player:
            movers = (step.player for step in reversed(state.held.full_history()))
            return MIN if next((mover for mover in movers if mover >= 0), 1) == 0 else MAX
        return CHANCE if player == self._chance_player else MAX if player == 0 else MIN

    def utility(self, state: ForeignPosition) -> float | None:
        """What player 0 gets where the game is over."""
        if not state.held.is_terminal():
            return None
        value: float = state.held.returns()[0]
        return value

    def moves(self, state: ForeignPosition) -> Sequence[NamedMove]:
        """The legal actions, or a chance node's outcomes, in OpenSpiel's order: by number."""
        spiel_state = state.held
        player = spiel_state.current_player()
        if player == self._chance_player:
            return [move for move, _ in self.outcomes(state)]
        return [
            NamedMove(action, spiel_state.action_to_string(player, action)) for action in spiel_state.legal_actions()
        ]

    def outcomes(self, state: ForeignPosition) -> list[tuple[NamedMove, float]]:
        """The outcomes of a chance node with their probabilities."""
        action_text = state.held.action_to_string
        return [
            (NamedMove(action, action_text(self._chance_player, action)), probability)
            for action, probability in state.held.chance_outcomes()
            if probability > 0
        ]

    def play(self, state: ForeignPosition, move: NamedMove) -> ForeignPosition:
        """The state after an action; a new one."""
        return self._position(state.held.child(move.move))

    def label(self, move: NamedMove) -> str:
        """The action as OpenSpiel writes it."""
        return move.text

    def show(self, state: ForeignPosition) -> str:
        """The state as OpenSpiel writes it."""
        return str(state.held).strip("\n")


def _load_game(pyspiel: Any, text: str) -> Any:
    name = text.partition("(")[0].strip()
    game_names = pyspiel.registered_names()
    if name not in game_names:
        hint = nearest(name, game_names) or f"; such as {EXTRA}:tic_tac_toe"
        raise PlyscopeError(f"OpenSpiel has no game {clean(name)!r}{hint}")
    try:
        return pyspiel.load_game(text)
    except Exception as error:  # SpielError, and what C++ throws for a game that lacks its parameters
        shown_error = clean(" ".join(str(error).split()))
        raise PlyscopeError(f"OpenSpiel cannot make {clean(text)}: {shown_error}") from error


def _find_unsupported(pyspiel: Any, game: Any) -> str | None:
    """Why a game cannot be searched; None where it can."""
    game_type, player_count = game.get_type(), game.num_players()
    if player_count > 2:
        return f"it is a game for {player_count}"
    if game_type.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        return "its players move at the same time"
    if game_type.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        return "its players do not see everything"
    if player_count == 2 and game_type.utility != pyspiel.GameType.Utility.ZERO_SUM:
        return "what one player wins is not what the other loses"
    if game_type.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        return "its chances are drawn and not listed"
    return None


ENTRY = GameEntry(
    name=EXTRA,
    make=OpenSpiel,
    form="openspiel:connect_four",
    summary="A game of OpenSpiel with its parameters: openspiel:hex(board_size=3) (extra: openspiel)",
    parameters=(Parameter("name", "the game, with its parameters in brackets: hex(board_size=3)", "none"),),
    test_specs=("openspiel:hex(board_size=2)", "openspiel:nim(pile_sizes=1;2;2)"),
    safe_parameters=r"\w+",
)
