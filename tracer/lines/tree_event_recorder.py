"""The lines of a best-first search: a node that comes to be, a row of its log, and what became of a node."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from tracer.errors import PlyscopeError
from tracer.file.whole import WholeFile
from tracer.file.writing import Writer
from tracer.games.move_names import complete_move_name
from tracer.games.rules import AnyGame, label, names_moves_by_index, read_move
from tracer.lines.blocks import LineError
from tracer.lines.event_recorder import EventRecorder
from tracer.lines.fields import (
    INFINITE_ENDS,
    TURN_NUMBERS,
    MoveLabels,
    read_played,
    read_weight,
    refuse_nested_values,
    require_known_keys,
)
from tracer.recording.best_first_recorder import BestFirstRecorder, RecordedTables
from tracer.recording.header import Header
from tracer.recording.log import PROOF, VALUE
from tracer.recording.recorder import Recorder
from tracer.recording.status import HORIZON, TERMINAL
from tracer.text import comma_list, kind, short
from tracer.tracing import Trace

NODE_KEYS = ("node", "move", "turn", "weight")
UPDATE_KEYS = ("update", "x", "y")
VALUED_KEYS = ("valued", "value", "status")
ITERATION_KEYS = ("iteration",)
EVENT_KEYS = {
    "node": NODE_KEYS,
    "update": UPDATE_KEYS,
    "valued": VALUED_KEYS,
    "iteration": ITERATION_KEYS,
    "played": ("played",),
}
"""The first key of each line, and the keys that it may have."""
_STATUSES = {"terminal": TERMINAL, "horizon": HORIZON}


def is_tree_event(event: Any) -> bool:
    """Whether a line is one of a best-first search."""
    return isinstance(event, dict) and not (EVENT_KEYS.keys() - {"played"}).isdisjoint(event)


class TreeEventRecorder:
    """Takes the lines of a best-first search, block by block."""

    windowed = False
    is_finished = True

    def __init__(self, recorder: BestFirstRecorder, view: str, line: int) -> None:
        self._recorder, self._mover, self.line = recorder, view == "mover", line
        self.root_moves: set[str] = set()
        """The moves at the root."""
        self.notes: dict[str, str | None] = {}
        """What the header notes: the move that is played, once it was said."""
        self.value: float | None = None
        self.is_cut_off = False
        """Whether the last line does not end."""
        self._turns: list[int] = []
        self._labels = MoveLabels()

    def record_events(self, events: list[Any]) -> None:
        """Tell the recorder of events; afterwards, and after an error, `line` is the line of the last one.

        Raises:
            PlyscopeError: an event is not what it should be, or cannot come here.
        """
        for event in events:
            self.line += 1
            if event is None:
                continue
            if isinstance(event, LineError):
                self.is_cut_off = event.is_cut_off
                if event.is_cut_off:
                    continue
                raise PlyscopeError(event.problem)
            if not isinstance(event, dict) or EVENT_KEYS.keys().isdisjoint(event):
                raise PlyscopeError(f"{comma_list(EVENT_KEYS)} expected, not {kind(event)}")
            form = next(key for key in EVENT_KEYS if key in event)
            require_known_keys(event, form, EVENT_KEYS[form])
            refuse_nested_values(event)
            getattr(self, f"_{form}")(event)

    def _node(self, event: dict[str, Any]) -> None:
        parent, move, turn = event["node"], event.get("move"), event.get("turn")
        if parent is None and self._turns:
            raise PlyscopeError('there is a root: "node" is the number of the node above, 0 for the root')
        if parent is not None:
            self._require_node(parent)
        if parent is not None and not isinstance(move, str):
            raise PlyscopeError(f'"move" is text, not {short(move)}')
        turn_number = TURN_NUMBERS[turn] if turn is not None else 1 if parent is None else -self._turns[parent]
        prior = {} if event.get("weight") is None else {"weight": read_weight(event["weight"])}
        label = None if parent is None else self._labels[move]
        self._recorder.add(parent, label, turn_number, **prior)
        self._turns.append(turn_number)
        if parent == 0 and label is not None:
            self.root_moves.add(label)

    def _update(self, event: dict[str, Any]) -> None:
        node = self._require_node(event["update"])
        value, is_proof = _read_number(event, "x"), event.get("y") is not None
        if is_proof:
            self._recorder.update(node, value, _read_number(event, "y"), PROOF)
        else:
            self._recorder.iteration()
            self._recorder.update(node, self._max_view(node, value), kind=VALUE)

    def _valued(self, event: dict[str, Any]) -> None:
        node, status = self._require_node(event["valued"]), event.get("status", "terminal")
        if status not in _STATUSES:
            raise PlyscopeError(f'"status" is {comma_list(_STATUSES)}, not {short(status)}')
        self._recorder.leave(node, self._max_view(node, _read_number(event, "value")), _STATUSES[status])

    def _iteration(self, _event: dict[str, Any]) -> None:
        self._recorder.iteration()

    def _played(self, event: dict[str, Any]) -> None:
        self.notes = read_played(event, self._labels)

    def _max_view(self, node: int, value: float) -> float:
        return 0.0 - value if self._mover and self._turns[node] < 0 else value

    def _require_node(self, node: Any) -> int:
        if type(node) is not int or not 0 <= node < len(self._turns):
            problem = (
                f"none of the {len(self._turns):,} that there are" if self._turns else "not there: there is none yet"
            )
            raise PlyscopeError(f"node {short(node)} is {problem}; the root is 0")
        return node


def _read_number(event: dict[str, Any], key: str) -> float:
    value = event.get(key)
    value = INFINITE_ENDS.get(value, value) if isinstance(value, str) else value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PlyscopeError(f'"{key}" is a number, or "inf", not {short(value)}')
    try:
        return float(value)
    except OverflowError:
        raise PlyscopeError(f'"{key}" is an integer that is too large for a 64-bit floating-point number') from None


OTHER_MOVES = " (its moves by other names)"
"""Stands after the name of a game whose rules know none of the moves at the root."""


class OpenRecording(NamedTuple):
    """What is there as soon as the header was read."""

    view: str
    event_recorder: EventRecorder | TreeEventRecorder
    windowed: bool | None
    """Whether the search has alpha and beta, as the header says."""
    recorder: Recorder | BestFirstRecorder
    sink: Writer | WholeFile | None
    header: Header
    game: AnyGame | None
    start: Any

    def with_known_game(self, header: Header) -> tuple[Header, AnyGame | None, Any]:
        """The header, the game and the root position; no game, and a name that says so, where its moves are others."""
        if self.game is None or _has_known_moves(self.game, self.start, set(self.event_recorder.root_moves)):
            return header, self.game, self.start
        return replace(header, game=header.game + OTHER_MOVES), None, None

    def make_trace(self, header: Header, tables: RecordedTables) -> Trace:
        """The recording of a best-first search as far as it is."""
        columns, moves = tables
        return Trace(columns, {}, *self.with_known_game(header), labels=[str(move) for move in moves])


def _has_known_moves(game: AnyGame, start: Any, searched_labels: set[str]) -> bool:
    """Whether the game knows one of the moves that were searched or pruned at the root, if there are any.

    A search may well make a wrong move, and then the game is needed to show it; but where all of them are strange,
    the game is another one, or the search has other names for its moves.
    """
    try:
        root = game.start() if start is None else start
        legal_labels = {label(game, move) for move in game.moves(root)}
        if names_moves_by_index(game):
            searched_labels = {complete_move_name(word, legal_labels) for word in searched_labels}
        is_known = not searched_labels or not legal_labels.isdisjoint(searched_labels)
        return is_known or any(read_move(game, root, word) is not None for word in searched_labels)
    except Exception:  # what is wrong with the game is said where it is needed
        return True
