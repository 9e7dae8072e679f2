"""What may stand in an event, field by field, and what is said where something else stands there."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any

from tracer.errors import PlyscopeError
from tracer.recording.no_moves import NO_MOVE_TYPES
from tracer.recording.status import EXPANDED, HORIZON, SKIP_REASONS, TABLE, TERMINAL, Status, Why
from tracer.text import HUGE, LABEL_LIMIT, clean, comma_list, distinct, kind, nearest, short

INFINITY = float("inf")
ENTER_KEYS = ("enter", "turn", "alpha", "beta", "depth", "state", "kind", "why", "weight", "evaluation")
_EXTRA_KEYS = {"depth", "state", "kind", "why", "weight", "evaluation"}
LEAVE_KEYS = ("leave", "status", "cutoff", "state")
PRUNE_KEYS = ("prune", "why", "weight")
REASONS = {why.name.lower(): why for why in Why if why is not Why.PLAIN}
SKIP_WORDS = {word: why for word, why in REASONS.items() if why in SKIP_REASONS}
SEARCH_REASONS = {word: why for word, why in REASONS.items() if why not in SKIP_REASONS}
STATUSES: dict[Any, Status] = {"expanded": EXPANDED, "terminal": TERMINAL, "horizon": HORIZON, "table": TABLE}
MAX_DEPTH = 2**31 - 1
INFINITE_ENDS = {"inf": INFINITY, "+inf": INFINITY, "-inf": -INFINITY}


class KeySets(dict[tuple[str, ...], bool]):
    """Whether an "enter" with these keys, in order, says more than its move and window; checked when met first."""

    def __init__(self, known: Collection[str]) -> None:
        self._known = known

    def __missing__(self, keys: tuple[str, ...]) -> bool:
        """What keys in an order not met before say."""
        require_known_keys(keys, "enter", self._known)
        has_extra_keys = self[keys] = not _EXTRA_KEYS.isdisjoint(keys)
        return has_extra_keys


class MoveLabels(dict[Any, str]):
    """The label of each move met so far, made and checked when it is met first."""

    def __missing__(self, move: Any) -> str:
        """The label of another move: text, or a whole number."""
        if move.__class__ is int:  # not kept, as 1 would then be found for true
            return str(move) if -HUGE < move < HUGE else short(move)
        if not isinstance(move, str):
            raise PlyscopeError(f"a move is text or a whole number, not {short(move)}")
        label = distinct(move)
        if len(move) <= LABEL_LIMIT:
            self[move] = label
        return label


class TurnNumbers(dict[Any, int]):
    """Who moves, by the words for it."""

    def __missing__(self, turn: Any) -> int:
        """Who moves, by a number."""
        if turn.__class__ is int and turn in (1, -1):  # not kept, as 1 would then be found for true
            return 1 if turn > 0 else -1
        raise PlyscopeError(f'"turn" is "MAX", "MIN" or "CHANCE", or 1 for MAX and -1 for MIN, not {short(turn)}')


TURN_NUMBERS = TurnNumbers(MAX=1, MIN=-1, CHANCE=0)


def make_move(kind: Any, label: Hashable) -> Hashable:
    """What leads to a node by its kind: a move or an outcome of chance, or what is none, as the pass of a driver.

    Raises:
        PlyscopeError: it is no kind, or leads to the root.
    """
    if kind in ("move", "outcome"):
        return label
    if not isinstance(kind, str) or kind not in NO_MOVE_TYPES:
        raise PlyscopeError(f'"kind" is {comma_list(("move", "outcome", *NO_MOVE_TYPES))}, not {short(kind)}')
    if label is None:
        raise PlyscopeError("nothing leads to the root: its iterations are entered below it")
    return NO_MOVE_TYPES[kind](str(label))


def read_reason(word: Any, known: Mapping[str, Why]) -> Why:
    """For what a move was searched otherwise than the rest, or skipped, by the word for it."""
    reason = known.get(word) if isinstance(word, str) else None
    if reason is None:
        raise PlyscopeError(f'"why" is {comma_list(known)}, not {short(word)}')
    return reason


def read_weight(value: Any) -> float:
    """The probability of an outcome, or the prior of a move.

    Raises:
        PlyscopeError: it is no number from 0 to 1.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise PlyscopeError(f'"weight" is a number from 0 to 1, not {short(value)}')
    return float(value)


def read_evaluation(value: Any) -> float:
    """The static evaluation of a position.

    Raises:
        PlyscopeError: it is no finite number.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise PlyscopeError(f'"evaluation" is a finite number, not {short(value)}')
    return float(value)


def read_weights(values: Any, size: int) -> list[float]:
    """Those of moves that were skipped, one for each.

    Raises:
        PlyscopeError: it is no such list.
    """
    if not isinstance(values, list) or len(values) != size:
        raise PlyscopeError(f'"weight" beside "prune" is a list of one number for each move, not {short(values)}')
    return [*map(read_weight, values)]


def infer_turn(turns: list[int]) -> int:
    """Who moves where it is not said: the other player.

    Raises:
        PlyscopeError: there is no node above, or chance moves there.
    """
    if not turns:
        raise PlyscopeError('the root says who moves: "turn": "MAX" or "turn": "MIN"')
    if not turns[-1]:
        raise PlyscopeError('after a move of chance "turn" says who moves: "MAX" or "MIN"')
    return -turns[-1]


def read_window_end(name: str, end: Any) -> float:
    """An end of a window that is written as something else than a number.

    Raises:
        PlyscopeError: it is no end of a window.
    """
    if isinstance(end, str) and end in INFINITE_ENDS:
        return INFINITE_ENDS[end]
    raise PlyscopeError(f'"{name}" is a number, "inf", "-inf" or null for an open end, not {short(end)}')


def require_numeric_ends(alpha: float, beta: float) -> None:
    """Refuse a window with an end that is no number. One that is crossed is kept: wrong searches pass such windows."""
    for name, end in (("alpha", alpha), ("beta", beta)):
        if end != end:
            raise PlyscopeError(f'"{name}" is NaN, which is no end of a window')


def require_depth_and_state(depth: Any, state: Any) -> None:
    """Refuse a depth that is no whole number, or a position that is no text; None is left out."""
    if state is not None and state.__class__ is not str:
        raise PlyscopeError(f'"state" is text, not {short(state)}')
    if depth is not None and (depth.__class__ is not int or not -MAX_DEPTH <= depth <= MAX_DEPTH):
        raise PlyscopeError(f'"depth" is a whole number of plies, at most {MAX_DEPTH:,}, not {short(depth)}')


def read_status_and_cutoff(
    event: dict[str, Any], pruned: bool, horizon: bool, *, has_children: bool
) -> tuple[Status, bool]:
    """The status and the cutoff of a node, by its "leave" or, where that does not say them, by what came before.

    `pruned` is whether a "prune" came right before it, `horizon` whether the node had no depth left.

    Raises:
        PlyscopeError: a key or a word is unknown, or a leaf is said to have children.
    """
    require_known_keys(event, "leave", LEAVE_KEYS)
    require_depth_and_state(None, event.get("state"))
    status_name, cutoff = event.get("status"), event.get("cutoff")
    if cutoff is None:
        cutoff = pruned
    if not isinstance(cutoff, bool):
        raise PlyscopeError(f'"cutoff" is true or false, not {short(cutoff)}')
    if status_name is None:
        return (EXPANDED if has_children or cutoff else HORIZON if horizon else TERMINAL), cutoff
    status = STATUSES.get(status_name) if isinstance(status_name, str) else None
    if status is None:
        raise PlyscopeError(f'"status" is {comma_list(STATUSES)}, not {short(status_name)}')
    if status is not EXPANDED and (has_children or cutoff):
        contradiction_text = "something was searched or pruned below it" if has_children else "there was a cutoff"
        raise PlyscopeError(f'"status": "{status_name}" makes the node a leaf, but {contradiction_text}')
    return status, cutoff


def refuse_value(value: Any) -> None:
    """Say what is wrong with a value that is no finite number."""
    what = "a finite number" if isinstance(value, int | float) and not isinstance(value, bool) else "a number"
    raise PlyscopeError(f'"leave" is the value that the visit returns, {what}, not {short(value)}')


def require_known_keys(keys: Iterable[str], event_type: str, known: Collection[str]) -> None:
    """Refuse an event with keys that its kind does not have."""
    for key in keys:
        if key not in known:
            hint = nearest(key, known)
            raise PlyscopeError(f'no key {short(key)} beside "{event_type}"{hint}; there are: {comma_list(known)}')


def require_prune_list(event: dict[str, Any]) -> None:
    """Refuse an event that is no "prune" with a list of moves, nor anything else."""
    if "prune" not in event:
        raise PlyscopeError(f'"enter", "leave", "prune" or "played" expected, not {kind(event)}')
    require_known_keys(event, "prune", PRUNE_KEYS)
    if not isinstance(event["prune"], list):
        raise PlyscopeError(f'"prune" is a list of moves, not {short(event["prune"])}')


def read_played(event: dict[str, Any], labels: MoveLabels) -> dict[str, str | None]:
    """Return the note of the move that is played: its label, None for no move.

    Raises:
        PlyscopeError: the event has another key, or something else in the place of a move.
    """
    require_known_keys(event, "played", ("played",))
    move = event["played"]
    return {"played": None if move is None else labels[move]}


def refuse_nested_values(event: dict[str, Any]) -> None:
    """Refuse a list or an object where a word belongs."""
    for name, value in event.items():
        for element in value if name == "prune" and isinstance(value, list) else [value]:
            if isinstance(element, list | dict):
                raise PlyscopeError(f'"{clean(name)}" cannot be {kind(element)}')
