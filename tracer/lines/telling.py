"""Tell a recorder what the lines say, as fast as they can be read."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from tracer.errors import PlyscopeError
from tracer.lines import fields
from tracer.lines.blocks import Fault
from tracer.lines.fields import DEEPEST, ENTER, INFINITY, STATUSES, TURNS, Labels, Shapes
from tracer.recording.nesting import ONE_ROOT
from tracer.recording.recorder import Recorder
from tracer.recording.status import EXPANDED, HORIZON, OPEN, TABLE, TERMINAL
from tracer.recording.told import Told
from tracer.text import kind

STANDING = ("pass", "onward", "stand")
"""Kinds after which the position is the same, and who moves."""
LARGEST = 1.7e308
"""A value beyond this is refused: it is no finite float64, or hardly one."""


class Teller:
    """Takes the events of a stream, block by block, and holds what is open between them."""

    def __init__(self, recorder: Recorder, told: Told, *, windowed: bool, line: int) -> None:
        self._recorder, self._windowed = recorder, windowed
        self._shapes = Shapes([key for key in ENTER if windowed or key not in ("alpha", "beta")])
        self.told = told
        """What was said of positions and depths."""
        self.tops: set[str] = set()
        """The moves at the root."""
        self.notes: dict[str, str | None] = {}
        """What the header notes: the move that is played, once it was said."""
        self.value: float | None = None
        """What the root returned, MAX's view; None until then."""
        self.line = line
        """The line of the last event taken, counted from 1; at first that of the header."""
        self.cut = False
        """Whether the last line does not end, because its writer was stopped while writing it."""
        self._left = 0
        """The line in which the root was left; 0 until then."""
        self._open: list[int] = []
        self._turns: list[int] = []
        self._labels = Labels()
        self._last = -1
        """The last number given to a node or a branch."""
        self._pruned = False
        """The last event was a prune."""
        self._horizon = False
        """The last node was entered with no depth left."""

    @property
    def finished(self) -> bool:
        """Whether the root was left."""
        return self._left > 0

    @property
    def windowed(self) -> bool:
        """Whether a line has an end of a window so far."""
        return any("alpha" in keys or "beta" in keys for keys in self._shapes)

    def take(self, events: list[Any]) -> None:  # noqa: PLR0912, PLR0915  # a call for each kind would cost a third more
        """Tell the recorder of events; afterwards, and after an error, `line` is the line of the last one.

        This is the hot path: what is as it should be is told at once, and all else is looked at in `fields`.

        Raises:
            PlyscopeError: an event is not what it should be, or cannot come here.
        """
        shapes, labels, opened, turns, positions = self._shapes, self._labels, self._open, self._turns, self.told
        enter, leave, prune, label_of = self._enter(), self._recorder.leave, self._recorder.prune, labels.__getitem__
        tops = self.tops
        pruned, horizon, line, last, event = self._pruned, self._horizon, self.line, self._last, None
        alpha: Any
        beta: Any
        try:
            for line, event in enumerate(events, line + 1):  # noqa: B020  # it goes on from the last block
                if event.__class__ is not dict:
                    self._other(event)
                elif "leave" in event:
                    value = event["leave"]
                    form = value.__class__
                    if not (form is int or form is float) or not -LARGEST <= value <= LARGEST:
                        fields.need_value(value)
                    node = opened[-1] if opened else self._need_open("leave")
                    size, state, cutoff = len(event), None, pruned
                    if size == 1:
                        status = EXPANDED if last > node or pruned else HORIZON if horizon else TERMINAL
                    else:
                        status, state = STATUSES.get(event.get("status"), OPEN), event.get("state")
                        if state.__class__ is str:
                            size -= 1
                        if size != 2 or status > (EXPANDED if last > node or pruned else TABLE):
                            status, cutoff = fields.fate(event, pruned, horizon, inner=last > node)
                    leave(node, value, status, cutoff)
                    if state is not None:
                        positions.left_text.extend((node, positions.texts[state]))
                    mover = turns.pop()
                    del opened[-1]
                    pruned = False
                    if node == 0:
                        self._left, self.value = line, self._recorder.max_view(value, mover)
                elif "enter" in event:
                    get = event.get
                    turn, alpha, beta = get("turn"), get("alpha"), get("beta")
                    if turn is not None:
                        turn = TURNS[turn]
                    elif get("kind") in STANDING and turns:
                        turn = turns[-1]  # the position stays the same
                    else:
                        turn = fields.next_turn(turns)
                    if alpha is None:
                        alpha = -INFINITY
                    elif not ((form := alpha.__class__) is int or form is float):
                        alpha = fields.window_end("alpha", alpha)
                    if beta is None:
                        beta = INFINITY
                    elif not ((form := beta.__class__) is int or form is float):
                        beta = fields.window_end("beta", beta)
                    if not alpha - 0.0 <= beta - 0.0:  # which raises where an integer is no float64
                        fields.need_ends(alpha, beta)
                    if more := shapes[(*event,)]:
                        depth, state = get("depth"), get("state")
                        if not (state.__class__ is str and depth.__class__ is int and -DEEPEST <= depth <= DEEPEST):
                            fields.need_position(depth, state)
                    move: Hashable = labels[event["enter"]] if opened else self._root(event["enter"])
                    if more and "kind" in event:
                        move = fields.move_of_kind(event["kind"], move)
                    if len(opened) == 1 and isinstance(move, str):
                        tops.add(move)
                    last = enter(move, turn, alpha, beta)
                    opened.append(last)
                    turns.append(turn)
                    if more and depth is not None:
                        positions.depth.extend((last, depth))
                    if more and state is not None:
                        positions.text.extend((last, positions.texts[state]))
                    if more and len(event) > 1:
                        self._explain(last, event)
                    horizon = more and depth is not None and depth <= 0
                    pruned = False
                else:
                    moves: Any = event.get("prune")
                    if moves.__class__ is not list or len(event) > 1:
                        if "played" in event:
                            self.notes = fields.played(event, labels)
                            continue
                        fields.need_moves(event)
                    if not opened:
                        self._need_open("prune")
                    skipped = list(map(label_of, moves))
                    if len(opened) == 1:
                        tops.update(skipped)
                    first = prune(skipped)
                    if len(event) > 1:
                        self._excuse(first, event, len(moves))
                    last += len(moves)
                    pruned = pruned or event.get("why") is None
        except OverflowError:
            raise PlyscopeError("an integer that is too large for a 64-bit floating-point number") from None
        except TypeError:  # a list or an object cannot be looked up
            fields.need_words(event or {})
            raise
        finally:
            self.line, self._last, self._pruned, self._horizon = line, last, pruned, horizon

    def _explain(self, node: int, event: dict[str, Any]) -> None:
        """Tell for what a visit was made, and the weight of its move."""
        if (why := event.get("why")) is not None:
            self.told.why.extend((node, fields.reason(why, fields.SEARCHED)))
        if (weight := event.get("weight")) is not None:
            self.told.weight.extend((node, fields.weight(weight)))

    def _excuse(self, first: int, event: dict[str, Any], size: int) -> None:
        """Tell why moves were skipped where it was no cutoff, and their weights."""
        if (why := event.get("why")) is not None:
            code = fields.reason(why, fields.SKIPPED)
            for node in range(first, first + size):
                self.told.why.extend((node, code))
        if (weight := event.get("weight")) is not None:
            for node, own in enumerate(fields.weights(weight, size), first):
                self.told.weight.extend((node, own))

    def _enter(self) -> Callable[..., int]:
        """The recorder's `enter`; that of a search without windows takes none."""
        enter = self._recorder.enter
        return enter if self._windowed else lambda move, turn, alpha, beta: enter(move, turn)

    def _other(self, event: Any) -> None:
        """What is no object: an empty line, a line that cannot be read, or something else."""
        if event is None:
            return
        if isinstance(event, Fault) and event.cut and not self._left:
            self.cut = True
            return
        problem = (
            event.problem
            if isinstance(event, Fault)
            else f'"enter", "leave", "prune" or "played" expected, not {kind(event)}'
        )
        raise PlyscopeError(problem)

    def _need_open(self, what: str) -> int:
        """Refuse an event that needs an open node."""
        where = f": the root was left in line {self._left:,}" if self._left else ""
        raise PlyscopeError(f'"{what}" without an open node{where}')

    def _root(self, move: Any) -> str | None:
        """The move at the root, which leads nowhere and is null as a rule."""
        if self._left:
            raise PlyscopeError(f'"enter" after the root was left in line {self._left:,}: {ONE_ROOT.format("a file")}')
        return None if move is None else self._labels[move]
