"""Record a search that knows nothing of plyscope, without changing a line of it.

The calls of the named functions are the nodes: their arguments are window and position, what they return is the value,
or what they leave in an attribute or an entry of an argument.
The interpreter's own hooks tell of them, so nothing is patched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracer.attaching.attachment import Attachment
from tracer.errors import PlyscopeError

Source = str | Callable[[Any], Any] | None
"""The name of a variable (`"board"`, `"self.board"`), or a function of the variables a call sees when it begins."""


def attach(
    *functions: Any,
    root: Any = None,
    alpha: Source = None,
    beta: Source = None,
    state: Source = None,
    turn: Source = None,
    value: Any = None,
    move: Source = None,
    moves: Source = None,
    game: Any = None,
    view: str | None = None,
) -> Attachment:
    """Record every search that these functions make while the `with` lasts.

    What is left out is guessed from the names of functions and arguments; what was assumed is said in one line on the
    standard error stream. A variable is an argument, a variable of the closure or a global of the function's module,
    as it is when the call begins. A callable gets them all as a mapping: `lambda frame: str(frame["board"])`.

    Args:
        *functions: the functions that call one another or themselves: functions, methods, or names such as
            `"max_value"`, `"Player.max"`, `"module:search.max_value"`; names also find functions inside functions.
        root: the function above them, if its loop over the moves is the root of the tree. One that only hands its
            position on is no node. Its value is that of its best child, whatever it returns.
        alpha: the window's lower end; None as the argument's value is an open end.
        beta: the window's upper end.
        state: the position. It is copied on entry, so it may be changed and changed back; where it is not changed back,
            the trace has its text at the end of the call, too (`Trace.left_text`).
        turn: who moves: True, 1, "X", "MAX" and their like are MAX; False, −1, 2, "O", "MIN" are MIN; "CHANCE", and 0
            of a function, are chance. What else the variable of that name holds is learned from the values.
        value: which element of what is returned is the value: its place in a tuple, or its name; or a function of what
            is returned; or the attribute or entry of an argument that has it when the call returns, such as
            `"self.score"` or `"node['value']"`. Where calls return None such a place is looked for. True and False
            are 1 and −1.
        move: the move that led here. With a game, the legal move that leads to this position; without either, what
            changed in the position, or the number of the branch.
        moves: the legal moves on entry in the order in which they are searched, for a search without a game.
        game: the game: a `Game`, its spec, or whatever else `plyscope.trace` takes. It knows the legal moves, so the
            branches that a cutoff skipped are recorded too.
        view: "max" if windows and values are MAX's, "mover" if they are the mover's (negamax).

    Returns:
        A context manager (and decorator). `recording.trace` is the trace of the last search that ended, and
        `recording.traces` has one for each outermost call; those that are iterations of one driver, such as an
        iterative deepening that is called meanwhile, are passes of one trace. An exception goes on through it; what was
        recorded until then is kept, with the nodes it left OPEN.

    Raises:
        PlyscopeError: an option is wrong; from the search's first call, if something cannot be told; on the way out,
            if none of the functions was called.

    >>> def minimax(node, maximizing=True):
    ...     if isinstance(node, int):
    ...         return node
    ...     values = [minimax(child, not maximizing) for child in node]
    ...     return max(values) if maximizing else min(values)
    >>> with attach(minimax) as recording:
    ...     value = minimax([[3, 12], [2, 4]])
    >>> recording.trace.value, recording.trace.counts.visited
    (3.0, 7)
    """
    meanings = {
        "alpha": alpha,
        "beta": beta,
        "state": state,
        "turn": turn,
        "value": value,
        "move": move,
        "moves": moves,
    }
    if view not in (None, "max", "mover"):
        raise PlyscopeError(f'view is "max" or "mover", not {view!r}')
    if game is not None and moves is not None:
        raise PlyscopeError("the game knows the legal moves: give game=… or moves=…, not both")
    if moves is not None and not callable(moves) and not isinstance(moves, str):
        raise PlyscopeError("moves is a function of the variables, or the name of one, that gives the legal moves")
    if root is not None and not functions:
        raise PlyscopeError(f"root={root!r} needs the search below it: name it with attach(search, root=…) or --attach")
    return Attachment(functions, meanings | {"root": root, "game": game, "view": view})
