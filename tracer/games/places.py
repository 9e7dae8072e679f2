"""Positions as people write them, in the words of the game or as a path of moves; and moves a game does not know."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any

from tracer.errors import SIGNALS, GameError, PlyscopeError
from tracer.games.move_names import spell
from tracer.games.preferring import at_root, evaluated, is_preference, preferred
from tracer.games.registry import builtin
from tracer.games.rules import AnyGame, describe, label, labels, optional, places_name_moves, show
from tracer.games.tree import TreeGame
from tracer.text import clean


def place(game: AnyGame, position: Any) -> Any:
    """The position that a text describes: in the game's own words, or as a path of moves from the start.

    Raises:
        PlyscopeError: it is neither; or it cannot be reached.
    """
    return at_root(game, _place(game, position))


def _place(game: AnyGame, position: Any) -> Any:
    if position is None:
        return game.start()
    if not isinstance(position, str):
        return position
    parse = optional(game, "parse")
    problem = "the game has no parse(), and"
    if parse is not None:
        try:
            return _read(parse, position)
        except ValueError as error:
            problem = f"{error}; as a path of moves from the start,"
    try:
        return follow(game, game.start(), [word for word in position.strip().split("/") if word])
    except PlyscopeError as error:
        where = clean(" ".join(position.split()))
        raise PlyscopeError(f"the position {where!r} of {describe(game)}: {problem} {error}") from None


def _read(parse: Callable[[str], Any], position: str) -> Any:
    """What a game's parse makes of a text: as it is, or with the ends of lines for which `/` may stand."""
    try:
        return parse(position)
    except ValueError:
        if "/" in position:
            with suppress(ValueError):
                return parse(position.replace("/", "\n"))
        raise


def follow(game: AnyGame, state: Any, labels: list[str]) -> Any:
    """The position after moves given by their labels.

    Raises:
        PlyscopeError: a move is not legal.
    """
    for word in labels:
        legal = {} if game.utility(state) is not None else {label(game, m): m for m in game.moves(state)}
        name = spell(word, legal) if places_name_moves(game) else word
        if name not in legal:
            there = ", ".join(list(legal)[:12]) or "none, the game is over"
            raise PlyscopeError(f"{clean(word)!r} is no legal move; there are: {there}")
        state = game.play(state, legal[name])
    return state


def position_text(game: AnyGame, position: Any, start: Any) -> str | None:
    """The position as a text that `place` reads back, of a tree a name, path or number; None for the game's start."""
    is_tree = isinstance(game, TreeGame)
    if position is None or (is_tree and start == game.start()):
        return None
    if isinstance(position, str) and not is_tree:
        return position
    # What is shown may leave something out, and a tree's path be the name of another node: then there is its number.
    texts: list[str] = ["/".join(show(game, start).split("\n")), f"#{start}" if is_tree else str(start)]
    for text in texts:
        with suppress(PlyscopeError):
            if place(game, text) == start:
                return text
    return position if isinstance(position, str) else None


def find_game(
    spec: str, position: str | None, given: AnyGame | None = None, *, evaluation: object = None, prefer: object = None
) -> tuple[AnyGame | None, Any]:
    """The game and the root position that a recording names; none where the name is not built in.

    Args:
        spec: the name of the game.
        position: the root position as text; None for the game's start.
        given: the game, where it is known otherwise.
        evaluation: the name of the evaluation, where it is not the game's own; it never makes code run.
        prefer: the name of the preference; another program's option of this name may have other values.

    Raises:
        PlyscopeError: the game that was given does not know the position.
    """
    try:
        game = given if given is not None else builtin(spec)
        if game is not None and evaluation is not None:
            game = evaluated(game, str(evaluation), trusted=False)
        if game is not None and is_preference(prefer):
            game = preferred(game, str(prefer))
        return game, None if game is None or position is None else place(game, position)
    except PlyscopeError:
        if given is not None:
            raise
        return None, None


_SHOWN = 6
"""Moves that are named."""


def stranger(game: AnyGame, state: Any, move: Hashable, node: int) -> GameError | None:
    """The error that says of a move that it is none of the game's there; None where it is one of them.

    Args:
        game: the game, which raised something when the move was played.
        state: the position in which it was.
        move: what was played.
        node: the node to which it leads.
    """
    try:
        known = list(game.moves(state))
        if move in known:
            return None
        named = move in labels(game, known)
    except SIGNALS:
        raise
    except BaseException:  # then the game has more faults than this one, and its own error says more
        return None
    there = ", ".join(clean(repr(one), 40) for one in known[:_SHOWN]) + (", …" if len(known) > _SHOWN else "")
    hint = "; record the moves themselves, not their labels" if named else ""
    return GameError(
        f"node {node}: {clean(repr(move), 40)} is no move of {describe(game)} there; "
        f"there are: {there or 'no moves'}{hint}"
    )
