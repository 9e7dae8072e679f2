"""Tell a recorder what the lines say, as fast as they can be read."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from tracer.errors import PlyscopeError
from tracer.lines import fields
from tracer.lines.blocks import LineError
from tracer.lines.fields import ENTER_KEYS, INFINITY, MAX_DEPTH, STATUSES, TURN_NUMBERS, KeySets, MoveLabels
from tracer.recording.nesting import ONE_ROOT_MESSAGE
from tracer.recording.node_details import NodeDetails
from tracer.recording.recorder import Recorder
from tracer.recording.status import EXPANDED, HORIZON, OPEN, TABLE, TERMINAL
from tracer.text import kind

SAME_TURN_KINDS = ("pass", "onward", "stand")
"""Kinds after which the position is the same, and who moves."""
MAX_NUMBER = 1.7e308
"""A value beyond this is refused: it is no finite float64, or hardly one."""


class EventRecorder:
    """Takes the events of a stream, block by block, and holds what is open between them."""

    def __init__(self, recorder: Recorder, told: NodeDetails, *, windowed: bool, line: int) -> None:
        self._recorder, self._windowed = recorder, windowed
        self._key_sets = KeySets([key for key in ENTER_KEYS if windowed or key not in ("alpha", "beta")])
        self.told = told
        """What was said of positions and depths."""
        self.root_moves: set[str] = set()
        """The moves at the root."""
        self.notes: dict[str, str | None] = {}
        """What the header notes: the move that is played, once it was said."""
        self.value: float | None = None
        """What the root returned, MAX's view; None until then."""
        self.line = line
        """The line of the last event taken, counted from 1; at first that of the header."""
        self.is_cut_off = False
        """Whether the last line does not end, because its writer was stopped while writing it."""
        self._root_left_line = 0
        """The line in which the root was left; 0 until then."""
        self._open: list[int] = []
        self._turns: list[int] = []
        self._labels = MoveLabels()
        self._last_node = -1
        """The last number given to a node or a branch."""
        self._has_pruned = False
        """The last event was a prune."""
        self._is_horizon = False
        """The last node was entered with no depth left."""

    @property
    def is_finished(self) -> bool:
        """Whether the root was left."""
        return self._root_left_line > 0

    @property
    def windowed(self) -> bool:
        """Whether a line has an end of a window so far."""
        return any("alpha" in keys or "beta" in keys for keys in self._key_sets)

    def record_events(self, events: list[Any]) -> None:  # noqa: PLR0912, PLR0915  # a call for each kind would cost a third more
        """Tell the recorder of events; afterwards, and after an error, `line_number` is the line of the last one.

        This is the hot path: what is as it should be is told at once, and all else is looked at in `fields`.

        Raises:
            PlyscopeError: an event is not what it should be, or cannot come here.
        """
        extra_keys_of = self._key_sets
        move_labels = self._labels
        open_nodes = self._open
        turns = self._turns
        told = self.told
        enter = self._choose_enter()
        leave = self._recorder.leave
        prune = self._recorder.prune
        label_of = move_labels.__getitem__
        root_moves = self.root_moves
        is_pruned = self._has_pruned
        is_horizon = self._is_horizon
        line_number = self.line
        last_node = self._last_node
        event = None
        alpha: Any
        beta: Any
        try:
            for line_number, event in enumerate(events, line_number + 1):  # noqa: B020  # it goes on from the last block
                if event.__class__ is not dict:
                    self._handle_other_event(event)
                elif "leave" in event:
                    value = event["leave"]
                    number_type = value.__class__
                    if not (number_type is int or number_type is float) or not -MAX_NUMBER <= value <= MAX_NUMBER:
                        fields.refuse_value(value)
                    node = open_nodes[-1] if open_nodes else self._require_open_node("leave")
                    key_count, state, cutoff = len(event), None, is_pruned
                    if key_count == 1:
                        status = EXPANDED if last_node > node or is_pruned else HORIZON if is_horizon else TERMINAL
                    else:
                        status, state = STATUSES.get(event.get("status"), OPEN), event.get("state")
                        if state.__class__ is str:
                            key_count -= 1
                        if key_count != 2 or status > (EXPANDED if last_node > node or is_pruned else TABLE):
                            status, cutoff = fields.read_status_and_cutoff(
                                event, is_pruned, is_horizon, has_children=last_node > node
                            )
                    leave(node, value, status, cutoff)
                    if state is not None:
                        told.left_text.extend((node, told.texts[state]))
                    mover = turns.pop()
                    del open_nodes[-1]
                    is_pruned = False
                    if node == 0:
                        self._root_left_line, self.value = line_number, self._recorder.max_view(value, mover)
                elif "enter" in event:
                    get_field = event.get
                    turn, alpha, beta = get_field("turn"), get_field("alpha"), get_field("beta")
                    if turn is not None:
                        turn = TURN_NUMBERS[turn]
                    elif get_field("kind") in SAME_TURN_KINDS and turns:
                        turn = turns[-1]  # the position stays the same
                    else:
                        turn = fields.infer_turn(turns)
                    if alpha is None:
                        alpha = -INFINITY
                    elif not ((number_type := alpha.__class__) is int or number_type is float):
                        alpha = fields.read_window_end("alpha", alpha)
                    if beta is None:
                        beta = INFINITY
                    elif not ((number_type := beta.__class__) is int or number_type is float):
                        beta = fields.read_window_end("beta", beta)
                    if not alpha - 0.0 <= beta - 0.0:  # which raises where an integer is no float64
                        fields.require_numeric_ends(alpha, beta)
                    if has_extra_keys := extra_keys_of[(*event,)]:
                        depth, state = get_field("depth"), get_field("state")
                        if not (state.__class__ is str and depth.__class__ is int and -MAX_DEPTH <= depth <= MAX_DEPTH):
                            fields.require_depth_and_state(depth, state)
                    move: Hashable = move_labels[event["enter"]] if open_nodes else self._root_label(event["enter"])
                    if has_extra_keys and "kind" in event:
                        move = fields.make_move(event["kind"], move)
                    if len(open_nodes) == 1 and isinstance(move, str):
                        root_moves.add(move)
                    last_node = enter(move, turn, alpha, beta)
                    open_nodes.append(last_node)
                    turns.append(turn)
                    if has_extra_keys and depth is not None:
                        told.depth.extend((last_node, depth))
                    if has_extra_keys and state is not None:
                        told.text.extend((last_node, told.texts[state]))
                    if has_extra_keys and len(event) > 1:
                        self._record_reason(last_node, turn, event)
                    is_horizon = has_extra_keys and depth is not None and depth <= 0
                    is_pruned = False
                else:
                    moves: Any = event.get("prune")
                    if moves.__class__ is not list or len(event) > 1:
                        if "played" in event:
                            self.notes = fields.read_played(event, move_labels)
                            continue
                        fields.require_prune_list(event)
                    if not open_nodes:
                        self._require_open_node("prune")
                    pruned_moves = list(map(label_of, moves))
                    if len(open_nodes) == 1:
                        root_moves.update(pruned_moves)
                    first_branch = prune(pruned_moves)
                    if len(event) > 1:
                        self._record_skip_reason(first_branch, event, len(moves))
                    last_node += len(moves)
                    is_pruned = is_pruned or event.get("why") is None
        except OverflowError:
            raise PlyscopeError("an integer that is too large for a 64-bit floating-point number") from None
        except TypeError:  # a list or an object cannot be looked up
            fields.refuse_nested_values(event or {})
            raise
        finally:
            self.line = line_number
            self._last_node = last_node
            self._has_pruned = is_pruned
            self._is_horizon = is_horizon

    def _record_reason(self, node: int, turn: int, event: dict[str, Any]) -> None:
        """Tell for what a visit was made, the weight of its move, and the evaluation of its position."""
        if (reason := event.get("why")) is not None:
            self.told.why.extend((node, fields.read_reason(reason, fields.SEARCH_REASONS)))
        if (weight := event.get("weight")) is not None:
            self.told.weight.extend((node, fields.read_weight(weight)))
        if (evaluation := event.get("evaluation")) is not None:
            of_max = self._recorder.max_view(fields.read_evaluation(evaluation), turn)
            self.told.evaluation.extend((node, of_max))

    def _record_skip_reason(self, first: int, event: dict[str, Any], move_count: int) -> None:
        """Tell why moves were skipped where it was no cutoff, and their weights."""
        if (reason := event.get("why")) is not None:
            reason_code = fields.read_reason(reason, fields.SKIP_WORDS)
            for node in range(first, first + move_count):
                self.told.why.extend((node, reason_code))
        if (weight := event.get("weight")) is not None:
            for node, own_weight in enumerate(fields.read_weights(weight, move_count), first):
                self.told.weight.extend((node, own_weight))

    def _choose_enter(self) -> Callable[..., int]:
        """The recorder's `enter`; that of a search without windows takes none."""
        enter = self._recorder.enter
        return enter if self._windowed else lambda move, turn, alpha, beta: enter(move, turn)

    def _handle_other_event(self, event: Any) -> None:
        """What is no object: an empty line, a line that cannot be read, or something else."""
        if event is None:
            return
        if isinstance(event, LineError) and event.is_cut_off and not self._root_left_line:
            self.is_cut_off = True
            return
        problem = (
            event.problem
            if isinstance(event, LineError)
            else f'"enter", "leave", "prune" or "played" expected, not {kind(event)}'
        )
        raise PlyscopeError(problem)

    def _require_open_node(self, event_type: str) -> int:
        """Refuse an event that needs an open node."""
        left_text = f": the root was left in line {self._root_left_line:,}" if self._root_left_line else ""
        raise PlyscopeError(f'"{event_type}" without an open node{left_text}')

    def _root_label(self, move: Any) -> str | None:
        """The move at the root, which leads nowhere and is null as a rule."""
        if self._root_left_line:
            raise PlyscopeError(
                f'"enter" after the root was left in line {self._root_left_line:,}: {ONE_ROOT_MESSAGE.format("a file")}'
            )
        return None if move is None else self._labels[move]
