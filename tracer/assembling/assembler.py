"""Nodes made of calls: what each call was, what became of it, and what that tells of the search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from types import CodeType
from typing import Any, Protocol

import numpy as np

from tracer.assembling.batch import Batch
from tracer.assembling.call_rows import Entered, Visit
from tracer.assembling.cut_tests import CutTests
from tracer.assembling.earlier import Answer, Searched
from tracer.assembling.moves_of import Moves, Naming
from tracer.assembling.outcomes_of_calls import Judge, Knowledge
from tracer.assembling.stops import Siblings
from tracer.recording.columns import DTYPES, NO_DEPTH, NO_LINE, Array, Bools, Floats, Ints
from tracer.recording.no_moves import NoMove
from tracer.recording.node_details import NodeDetails
from tracer.recording.part_collector import Part, PartCollector
from tracer.recording.status import EXPANDED, OPEN, PRUNED, Why

ANSWERS = 100
"""Answers of an earlier search's table that are told of one search."""
_INFINITY = float("inf")


class Meaning(Protocol):
    """What the variables of calls mean."""

    @property
    def tells_of_moves(self) -> bool:
        """Whether a game, a callable or the weights of chance name each move."""

    def plain(self, batch: Batch) -> bool:
        """Fill in players and windows of a batch; return False if a call has to be read alone."""

    def visit(self, row: Entered, above: Visit | None) -> Visit:
        """Return the visit of one call."""

    def beyond(self, batch: Batch) -> Bools:
        """Return a mask of the calls beyond the horizon."""

    def all_to_max(self, values: Floats, whose: Array) -> Floats:
        """Return values of the search's own view in MAX's view."""


class Assembler:
    """Makes the nodes of one search, batch by batch.

    Args:
        knowledge: what was decided of the search.
        moves: names its moves.
        searched: what is known of positions that were searched, in this recording and earlier ones.
        told: takes what is told beside the columns that every trace has.
        gathering: takes the parts.
        number_of: gives the number of a function.
        tests_of: gives the cutoff tests of a function.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        moves: Moves,
        searched: Searched,
        told: NodeDetails,
        gathering: PartCollector,
        number_of: Callable[[CodeType], int],
        tests_of: Callable[[CodeType], CutTests],
    ) -> None:
        self._knowledge, self._told, self._gathering, self._number_of = knowledge, told, gathering, number_of
        self.meaning: Meaning | None = None
        """What the variables of the calls mean that come next."""
        self._moves = moves
        self._naming = Naming(moves, gathering.numbers)
        self.judge = Judge(knowledge, searched, tests_of)
        """Tells what it has seen of the search."""
        self.open: list[Visit] = []
        """The calls that were open at the end of the last batch, from the root down."""
        self.driver: Visit | None = None
        self.outermost: list[int] = []
        """The nodes of the calls that no other call of the search made, or its driver alone."""
        self._shallow: list[tuple[int, Answer]] = []
        """Nodes that the table answered with what an earlier search found at a smaller depth, see `Answer`."""
        self.calls = self._pruned = 0
        """Calls and skipped moves so far."""
        self.deepest = self.numbers = 0
        """Calls that were open at the same time, at most; and those that returned a number."""

    @property
    def shallow(self) -> dict[int, int]:
        """Nodes that the table answered with what an earlier search found at a smaller depth, and that depth."""
        reached = self.judge.earlier.is_reached
        return {node: int(one.reached) for node, one in self._shallow if not reached(one.key, one.asked)}

    @property
    def _first(self) -> int:
        """The node of the very first call."""
        return 0 if self.driver is None else 1

    def begin_above(self, driver: Visit) -> None:
        """Put a driver above all calls, which have returned."""
        self.driver, self.open = driver, [driver]
        self.outermost = [node + 1 for node in self.outermost]
        self._shallow = [(node + 1, answer) for node, answer in self._shallow]
        self._naming.shift()

    def take(self, entered: Sequence[Any], left: Sequence[Any], visits: Mapping[int, Visit]) -> Part:
        """Make a part of the calls that were made since the last, and of those that ended since.

        Args:
            entered: the rows of those that were made: see `Entered`.
            left: the rows of those that ended: see `Left`.
            visits: those among the first that are understood already, by their numbers.
        """
        known = len(self._gathering.numbers)
        batch = Batch(self.open, self.calls, entered, left, visits, self._naming.no_moves)
        self._understand(batch)
        siblings = Siblings(batch, windowed=self._knowledge.windowed)
        self._look_at_moves(batch, siblings)
        assert self.meaning is not None
        status, cutoff = self.judge.judge(batch, siblings, self.meaning.all_to_max)
        skipped = {place: moves for place, moves in batch.skipped.items() if cutoff[place]}
        pruned = np.zeros(len(cutoff) + 1, np.int64)
        pruned[[place + 1 for place in skipped]] = [len(moves) for moves in skipped.values()]
        pruned = pruned.cumsum()
        nodes = self._number(batch, pruned)
        for answer in self.judge.answers[: ANSWERS - len(self._shallow)]:
            self._shallow.append((int(nodes[batch.left_rows[answer.place]]), answer))
        ends = batch.ends + self._first + self._pruned + pruned[1:]
        columns = self._columns(batch, nodes, status, cutoff, ends, int(pruned[-1]))
        self._put_pruned(batch, columns, skipped, pruned)
        late = self._late(batch, nodes, status, cutoff, ends)
        self._tell(batch, nodes)
        numbers = self._gathering.numbers
        moves = list(islice(reversed(numbers), len(numbers) - known))[::-1]
        self.calls += len(batch.fresh)
        self._pruned += int(pruned[-1])
        self.deepest = max(self.deepest, batch.deepest)
        self._carry_on(batch, nodes, siblings)
        return Part(self._gathering.recorded, columns, late, moves)

    def _understand(self, batch: Batch) -> None:
        """Fill in the player, window, move and value of each call."""
        meaning = self.meaning
        assert meaning is not None
        known = batch.understood[batch.carried :]
        for row in known:
            batch.settle(row, batch.visit(row))
        by_one = meaning.tells_of_moves
        if by_one or not meaning.plain(batch):
            self._understand_each(batch, meaning, name=by_one)
        if not by_one:
            self._naming.number(batch)
        for row in known:
            batch.visit(row).named = int(batch.move[row])
        whose = batch.whose[batch.left_rows]
        batch.values = meaning.all_to_max(batch.values, whose)
        batch.beyond = meaning.beyond(batch)
        self.numbers += int((batch.values == batch.values).sum())

    def _understand_each(self, batch: Batch, meaning: Meaning, *, name: bool) -> None:
        """Fill in players and windows call by call, and with `name` the moves."""
        for row in batch.fresh:
            above = int(batch.parent[row])
            visit = batch.visits[row]
            if visit is None:
                visit = meaning.visit(batch.row(row), None if above < 0 else batch.visits[above])
                batch.settle(row, visit)
            if name and above >= 0:
                batch.move[row] = self._naming.alone(visit)
        visits = [visit for visit in batch.visits if visit is not None]
        batch.turn = np.array([visit.turn for visit in visits], np.int8)
        batch.whose = np.array([visit.whose for visit in visits], np.int8)
        batch.alpha = np.array([visit.alpha for visit in visits], np.float64)
        batch.beta = np.array([visit.beta for visit in visits], np.float64)

    def _look_at_moves(self, batch: Batch, siblings: Siblings) -> None:
        """Find out whether the game was over at calls that ended, and which moves they may have skipped."""
        moves = self._moves
        if not (self._knowledge.of_a_game or batch.told_of_moves):
            return
        over: list[bool | None] = [None] * len(batch.left_rows)
        batch.over = over
        rows = batch.left_rows
        reached = siblings.sign[rows] * batch.values >= siblings.far[rows]
        for place, row in enumerate(rows.tolist()):
            if batch.values[place] != batch.values[place]:
                continue
            visit = batch.visit(row)
            if not batch.children[row]:
                over[place] = moves.over(visit)
            elif self._knowledge.windowed and reached[place]:
                searched = visit.searched or ()
                batch.skipped[place] = [move for move in moves.legal(visit) if move not in searched]

    def end_driver(self, value: float | None) -> Part:
        """The part that tells what the driver was worth; None where it is not known."""
        status, end = OPEN if value is None else EXPANDED, self._gathering.recorded
        row = {"node": 0, "value": np.nan if value is None else value, "status": status, "cutoff": False, "end": end}
        late = {name: np.array([held]) for name, held in row.items()}
        empty: dict[str, Array] = {name: np.empty(0, dtype) for name, dtype in DTYPES.items()}
        self.open = []
        return Part(end, empty, late, [])

    def _number(self, batch: Batch, pruned: Ints) -> Ints:
        """The node of each call of a batch."""
        nodes = np.empty(len(batch), np.int64)
        nodes[: batch.carried] = [visit.node for visit in self.open]
        fresh = np.arange(self.calls, self.calls + len(batch) - batch.carried)
        before = pruned[np.searchsorted(batch.ends, fresh, side="right")]
        nodes[batch.carried :] = fresh + self._first + self._pruned + before
        return nodes

    def _columns(
        self, batch: Batch, nodes: Ints, status: Array, cutoff: Bools, ends: Ints, pruned: int
    ) -> dict[str, Array]:
        """The columns of the calls that were made since, with room for the skipped moves between them."""
        count = len(batch) - batch.carried + pruned
        first = self._gathering.recorded
        open_ = {"turn": 0, "alpha": np.nan, "beta": np.nan, "value": np.nan, "status": OPEN, "cutoff": False}
        columns = {name: np.full(count, open_.get(name, -1), dtype) for name, dtype in DTYPES.items()}
        at = nodes[batch.carried :] - first
        columns["move"][at] = batch.move[batch.carried :]
        columns["turn"][at] = batch.turn[batch.carried :]
        windowed = self._knowledge.windowed
        columns["alpha"][at] = batch.alpha[batch.carried :] if windowed else -_INFINITY
        columns["beta"][at] = batch.beta[batch.carried :] if windowed else _INFINITY
        here = (batch.left_rows >= batch.carried) & (status != OPEN)
        at = nodes[batch.left_rows[here]] - first
        columns["end"][at], columns["value"][at] = ends[here], batch.values[here]
        columns["status"][at], columns["cutoff"][at] = status[here], cutoff[here]
        return columns

    def _put_pruned(
        self, batch: Batch, columns: dict[str, Array], skipped: Mapping[int, list[Any]], pruned: Ints
    ) -> None:
        """Put the skipped moves of calls that were cut in their places."""
        numbers = self._gathering.numbers
        base = self._first + self._pruned - self._gathering.recorded
        for place, moves in skipped.items():
            start = int(batch.ends[place] + pruned[place]) + base
            here = slice(start, start + len(moves))
            columns["move"][here] = [numbers[move] for move in moves]
            columns["end"][here] = np.arange(start + 1, start + 1 + len(moves)) + self._gathering.recorded
            columns["status"][here] = PRUNED

    def _late(self, batch: Batch, nodes: Ints, status: Array, cutoff: Bools, ends: Ints) -> dict[str, Array]:
        """The news of calls of earlier batches that ended, and of those that an exception left."""
        old = (batch.left_rows < batch.carried) | (status == OPEN)
        return {
            "node": nodes[batch.left_rows[old]],
            "value": batch.values[old],
            "status": status[old],
            "cutoff": cutoff[old],
            "end": ends[old],
        }

    def _tell(self, batch: Batch, nodes: Ints) -> None:
        """Tell what is known of nodes beside the columns that every trace has."""
        told, texts, fresh = self._told, self._told.texts, slice(batch.carried, None)
        ids = nodes[fresh]
        told.add_values(
            "text", ids, np.array([-1 if at is None else texts[at] for at in batch.positions])[batch.position[fresh]]
        )
        depth = np.trunc(batch.depth[fresh])
        known = (depth == depth) & self.judge.may_count_down(batch)
        told.add_values("depth", ids, np.where(known, depth, NO_DEPTH).astype(np.int64))
        numbers = np.array([self._number_of(code) for code in batch.codes], np.int64)
        told.add_values("function", ids, numbers[batch.code[fresh]])
        outermost = batch.parent[fresh] == batch.driver
        self.outermost += ids[outermost].tolist()
        told.add_values("called_at", ids, np.where(outermost, NO_LINE, batch.called_at[fresh]))
        ended = nodes[batch.left_rows]
        if batch.left_at.count(None) < len(ended):
            changed = [-1 if at is None else texts[at] for at in batch.left_at]
            told.add_values("left_text", ended, np.array(changed, np.int64))
        told.add_values("left_at", ended, np.where(batch.values == batch.values, batch.lines, NO_LINE))
        self._tell_why(batch, ids)
        if self._knowledge.weighs:
            self._tell_weights(batch, nodes)

    def _tell_why(self, batch: Batch, nodes: Ints) -> None:
        """Tell for what calls were made otherwise than the others."""
        step, fresh = self._knowledge.step, slice(batch.carried, None)
        beyond = batch.beyond[fresh]
        if step is None and not beyond.any():
            return
        why = np.where(beyond, int(Why.QUIESCENCE), int(Why.PLAIN))
        if step is not None:
            above = batch.parent[fresh]
            less = (above >= 0) & (batch.depth[above] - batch.depth[fresh] > step) & ~beyond
            for k in np.flatnonzero(less).tolist():
                visit = batch.visits[batch.carried + k]
                move = None if visit is None else visit.move
                named = move if move is not None else batch.said[batch.carried + k]
                if not isinstance(named, NoMove):
                    why[k] = int(Why.REDUCED)
        self._told.add_values("why", nodes, why)

    def _tell_weights(self, batch: Batch, nodes: Ints) -> None:
        """Tell how likely the outcomes of chance nodes are, where with that their value is the mean."""
        values = batch.values.tolist()
        for place, row in enumerate(batch.left_rows.tolist()):
            if (value := values[place]) != value:
                continue
            visit = batch.visit(row)
            visit.node, visit.value, above = int(nodes[row]), value, visit.above
            if visit.weighing is not None and visit.outcomes:
                weights = visit.weighing.of([one.weight for one in visit.outcomes])
                below = [one.value for one in visit.outcomes if one.value is not None]
                several = len({one.move for one in visit.outcomes}) == batch.children[row]
                if weights is not None and several and visit.weighing.bear_out(value, below, weights):
                    for one, weight in zip(visit.outcomes, weights, strict=True):
                        self._told.weight.extend((one.node, weight))
            if above is not None and above is not self.driver and above.outcomes is not None:
                above.outcomes.append(visit)

    def _carry_on(self, batch: Batch, nodes: Ints, siblings: Siblings) -> None:
        """Keep what the calls that are still open have to remember."""
        ended = np.zeros(len(batch), bool)
        ended[batch.left_rows] = True
        rows = np.flatnonzero(~ended).tolist()
        self.open = [batch.visit(row) for row in rows]
        for row, visit in zip(rows, self.open, strict=True):
            visit.node, visit.named, visit.so_far = int(nodes[row]), int(batch.move[row]), siblings.so_far(row)
            visit.children, visit.passes = int(batch.children[row]), int(batch.passes[row])
