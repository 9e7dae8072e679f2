"""Positions as people write them, in the words of the game or as a path of moves; and moves a game does not know."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any

from tracer.errors import SIGNALS, GameError, PlyscopeError
from tracer.games.game_variants import is_preference, root_state, with_evaluation, with_preference
from tracer.games.move_names import complete_move_name
from tracer.games.registry import builtin_game
from tracer.games.rules import AnyGame, describe, label, labels, names_moves_by_index, optional, show
from tracer.games.tree import TreeGame
from tracer.text import clean


def resolve_position(game: AnyGame, position: Any) -> Any:
    """The position that a text describes: in the game's own words, or as a path of moves from the start.

    Raises:
        PlyscopeError: it is neither; or it cannot be reached.
    """
    return root_state(game, _parse_position(game, position))


def _parse_position(game: AnyGame, position: Any) -> Any:
    if position is None:
        return game.start()
    if not isinstance(position, str):
        return position
    parse = optional(game, "parse")
    problem = "the game has no parse(), and"
    if parse is not None:
        try:
            return _call_parse(parse, position)
        except ValueError as error:
            problem = f"{error}; as a path of moves from the start,"
    try:
        return play_labels(game, game.start(), [word for word in position.strip().split("/") if word])
    except PlyscopeError as error:
        shown_position = clean(" ".join(position.split()))
        raise PlyscopeError(f"the position {shown_position!r} of {describe(game)}: {problem} {error}") from None


def _call_parse(parse: Callable[[str], Any], position: str) -> Any:
    """What a game's parse makes of a text: as it is, or with the ends of lines for which `/` may stand."""
    try:
        return parse(position)
    except ValueError:
        if "/" in position:
            with suppress(ValueError):
                return parse(position.replace("/", "\n"))
        raise


def play_labels(game: AnyGame, state: Any, move_labels: list[str]) -> Any:
    """The position after moves given by their labels."""
    for move_label in move_labels:
        legal_moves = {} if game.utility(state) is not None else {label(game, m): m for m in game.moves(state)}
        full_label = complete_move_name(move_label, legal_moves) if names_moves_by_index(game) else move_label
        if full_label not in legal_moves:
            legal_labels = ", ".join(list(legal_moves)[:12]) or "none, the game is over"
            raise PlyscopeError(f"{clean(move_label)!r} is no legal move; there are: {legal_labels}")
        state = game.play(state, legal_moves[full_label])
    return state


def position_text(game: AnyGame, position: Any, start: Any) -> str | None:
    """The position as a text for `resolve_position`, of a tree a name, path or number; None for the game's start."""
    is_tree = isinstance(game, TreeGame)
    if position is None or (is_tree and start == game.start()):
        return None
    if isinstance(position, str) and not is_tree:
        return position
    # What is shown may leave something out, and a tree's path be the name of another node: then there is its number.
    texts: list[str] = ["/".join(show(game, start).split("\n")), f"#{start}" if is_tree else str(start)]
    for text in texts:
        with suppress(PlyscopeError):
            if resolve_position(game, text) == start:
                return text
    return position if isinstance(position, str) else None


def find_game(
    spec: str,
    position: str | None,
    known_game: AnyGame | None = None,
    *,
    evaluation: object = None,
    prefer: object = None,
) -> tuple[AnyGame | None, Any]:
    """The game and the root position that a recording names; none where the name is not built in.

    The `evaluation` and the preference are those named; no name makes code run.

    Raises:
        PlyscopeError: the game that was given does not know the position.
    """
    try:
        game = known_game if known_game is not None else builtin_game(spec)
        if game is not None and evaluation is not None:
            game = with_evaluation(game, str(evaluation), trusted=False)
        if game is not None and is_preference(prefer):
            game = with_preference(game, str(prefer))
        return game, None if game is None or position is None else resolve_position(game, position)
    except PlyscopeError:
        if known_game is not None:
            raise
        return None, None


_MAX_NAMED_MOVES = 6
"""Moves that are named."""


def illegal_move_error(game: AnyGame, state: Any, move: Hashable, node: int) -> GameError | None:
    """The error that says of a move that it is none of the game's there; None where it is one of them."""
    try:
        legal_moves = list(game.moves(state))
        if move in legal_moves:
            return None
        is_label = move in labels(game, legal_moves)
    except SIGNALS:
        raise
    except BaseException:  # then the game has more faults than this one, and its own error says more
        return None
    legal_text = ", ".join(clean(repr(legal_move), 40) for legal_move in legal_moves[:_MAX_NAMED_MOVES]) + (
        ", …" if len(legal_moves) > _MAX_NAMED_MOVES else ""
    )
    hint = "; record the moves themselves, not their labels" if is_label else ""
    return GameError(
        f"node {node}: {clean(repr(move), 40)} is no move of {describe(game)} there; "
        f"there are: {legal_text or 'no moves'}{hint}"
    )
