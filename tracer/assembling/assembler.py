"""Nodes made of calls: what each call was, what became of it, and what that tells of the search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from types import CodeType
from typing import Any

import numpy as np

from tracer.assembling.batch import Batch
from tracer.assembling.call_rows import Visit
from tracer.assembling.meaning import Meaning
from tracer.assembling.moves_of import Moves
from tracer.assembling.outcomes_of_calls import Answer, Judge, Knowledge, Searched
from tracer.assembling.stops import Siblings
from tracer.recording.columns import DTYPES, NO_DEPTH, NO_LINE, Array, Ints
from tracer.recording.node_details import NodeDetails
from tracer.recording.part_collector import Part, PartCollector
from tracer.recording.status import EXPANDED, OPEN, PRUNED, Why

ANSWERS = 100
"""Answers of an earlier search's table that are told of one search."""
_INFINITY = float("inf")
_ENDED = ("node", "value", "status", "cutoff", "end")
"""The columns of what is known of a call when it has ended."""


class Assembler:
    """Makes the nodes of one search, batch by batch."""

    def __init__(
        self,
        knowledge: Knowledge,
        moves: Moves,
        searched: Searched,
        details: NodeDetails,
        collector: PartCollector,
        function_number: Callable[[CodeType], int],
    ) -> None:
        self._knowledge, self._details, self._collector, self._function_number = (
            knowledge,
            details,
            collector,
            function_number,
        )
        self.meaning: Meaning | None = None
        """What the variables of the calls mean that come next."""
        self._moves = moves
        self.judge = Judge(knowledge, searched)
        """Tells what it has seen of the search."""
        self.open: list[Visit] = []
        """The calls that were open at the end of the last batch, from the root down."""
        self.driver: Visit | None = None
        self.outermost: list[int] = []
        """The nodes of the calls that no other call of the search made, or its driver alone."""
        self._shallow_answers: list[tuple[int, Answer]] = []
        """Nodes that the table answered with what an earlier search found at a smaller depth, see `Answer`."""
        self.calls = 0
        """Calls so far."""
        self.max_open_calls = self.numbers = 0
        """Calls that were open at the same time, at most; and those that returned a number."""

    @property
    def shallow(self) -> dict[int, int]:
        """Nodes that the table answered with what an earlier search found at a smaller depth, and that depth."""
        is_reached = self.judge.earlier.is_reached
        return {
            node: int(answer.reached)
            for node, answer in self._shallow_answers
            if not is_reached(answer.key, answer.asked)
        }

    def begin_above(self, driver: Visit) -> None:
        """Put a driver above all calls, which have returned."""
        self.driver, self.open = driver, [driver]
        self.outermost = [node + 1 for node in self.outermost]
        self._shallow_answers = [(node + 1, answer) for node, answer in self._shallow_answers]
        self._moves.shift()

    def take(self, entered: Sequence[Any], left: Sequence[Any], visits: Mapping[int, Visit]) -> Part:
        """Make a part of the calls that were made since the last, and of those that ended since."""
        known_move_count = len(self._collector.numbers)
        batch = Batch(self.open, self.calls, entered, left, visits, self._moves.no_moves)
        self._understand(batch)
        siblings = Siblings(batch, windowed=self._knowledge.decision.windowed)
        self._find_skipped_moves(batch, siblings)
        assert self.meaning is not None
        status, cutoff = self.judge.judge(batch, siblings, self.meaning.all_to_max)
        skipped = {place: moves for place, moves in batch.skipped.items() if cutoff[place]}
        pruned_counts = np.zeros(len(cutoff) + 1, np.int64)
        pruned_counts[[place + 1 for place in skipped]] = [len(moves) for moves in skipped.values()]
        pruned_counts = pruned_counts.cumsum()
        nodes = self._number_nodes(batch, pruned_counts)
        for answer in self.judge.answers[: ANSWERS - len(self._shallow_answers)]:
            self._shallow_answers.append((int(nodes[batch.returned_rows[answer.place]]), answer))
        ends = batch.ends - batch.first + self._collector.recorded + pruned_counts[1:]
        ended = dict(zip(_ENDED, (nodes[batch.returned_rows], batch.values, status, cutoff, ends), strict=True))
        count = len(batch.new_rows) + int(pruned_counts[-1])
        # The news of calls of earlier batches that ended, and of those that an exception left.
        is_late = (batch.returned_rows < batch.carried_over_count) | (status == OPEN)
        late_columns = {name: column[is_late] for name, column in ended.items()}
        columns = self._make_columns(batch, nodes, {name: column[~is_late] for name, column in ended.items()}, count)
        self._insert_pruned_moves(batch, columns, skipped, pruned_counts)
        self._add_node_details(batch, nodes)
        numbers = self._collector.numbers
        moves = list(islice(reversed(numbers), len(numbers) - known_move_count))[::-1]
        self.calls += len(batch.new_rows)
        self.max_open_calls = max(self.max_open_calls, int(batch.level.max(initial=-1)) + 1)
        self._remember_open_calls(batch, nodes, siblings)
        return Part(self._collector.recorded, columns, late_columns, moves)

    def _understand(self, batch: Batch) -> None:
        """Fill in the player, window, move and value of each call."""
        meaning = self.meaning
        assert meaning is not None
        understood_rows = batch.understood[batch.carried_over_count :]
        for row in understood_rows:
            batch.settle(row, batch.visit(row))
        is_call_by_call = meaning.tells_of_moves
        if is_call_by_call or not meaning.plain(batch):
            self._understand_one_by_one(batch, meaning, with_moves=is_call_by_call)
        if not is_call_by_call:
            self._moves.number(batch)
        for row in understood_rows:
            batch.visit(row).named = int(batch.move[row])
        value_owners = batch.whose[batch.returned_rows]
        batch.values = meaning.all_to_max(batch.values, value_owners)
        batch.beyond = meaning.beyond(batch)
        self.numbers += int((batch.values == batch.values).sum())

    def _understand_one_by_one(self, batch: Batch, meaning: Meaning, *, with_moves: bool) -> None:
        """Fill in players and windows call by call, and with `with_moves` the moves."""
        for row in batch.new_rows:
            parent_row = int(batch.parent[row])
            visit = batch.visits[row]
            if visit is None:
                visit = meaning.visit(batch.row(row), None if parent_row < 0 else batch.visits[parent_row])
                batch.settle(row, visit)
            if with_moves and parent_row >= 0:
                batch.move[row] = self._moves.alone(visit)
        visits = [visit for visit in batch.visits if visit is not None]
        batch.turn = np.array([visit.turn for visit in visits], np.int8)
        batch.whose = np.array([visit.whose for visit in visits], np.int8)
        batch.alpha = np.array([visit.alpha for visit in visits], np.float64)
        batch.beta = np.array([visit.beta for visit in visits], np.float64)

    def _find_skipped_moves(self, batch: Batch, siblings: Siblings) -> None:
        """Find out whether the game was over at calls that ended, and which moves they may have skipped."""
        moves = self._moves
        if not (self._knowledge.of_a_game or batch.has_legal_moves):
            return
        is_game_over: list[bool | None] = [None] * len(batch.returned_rows)
        batch.over = is_game_over
        exited_rows = batch.returned_rows
        has_reached_end = siblings.sign[exited_rows] * batch.values >= siblings.far[exited_rows]
        for place, row in enumerate(exited_rows.tolist()):
            if batch.values[place] != batch.values[place]:
                continue
            visit = batch.visit(row)
            if not batch.children[row]:
                is_game_over[place] = moves.over(visit)
            elif self._knowledge.decision.windowed and has_reached_end[place]:
                searched = visit.searched or ()
                batch.skipped[place] = [move for move in moves.legal(visit) if move not in searched]

    def end_driver(self, value: float | None) -> Part:
        """The part that tells what the driver was worth; None where it is not known."""
        end_node = self._collector.recorded
        final_row = (0, np.nan, OPEN, False, end_node) if value is None else (0, value, EXPANDED, False, end_node)
        late_columns = {name: np.array([entry]) for name, entry in zip(_ENDED, final_row, strict=True)}
        empty_columns: dict[str, Array] = {name: np.empty(0, dtype) for name, dtype in DTYPES.items()}
        self.open = []
        return Part(end_node, empty_columns, late_columns, [])

    def _number_nodes(self, batch: Batch, pruned: Ints) -> Ints:
        nodes = np.empty(len(batch), np.int64)
        nodes[: batch.carried_over_count] = [visit.node for visit in self.open]
        made = np.arange(len(batch.new_rows))
        pruned_before = pruned[np.searchsorted(batch.ends, batch.first + made, side="right")]
        nodes[batch.carried_over_count :] = self._collector.recorded + made + pruned_before
        return nodes

    def _make_columns(self, batch: Batch, nodes: Ints, ended: dict[str, Array], count: int) -> dict[str, Array]:
        """The columns of the calls that were made since, with room for the skipped moves between them."""
        first = self._collector.recorded
        default_values = {"turn": 0, "alpha": np.nan, "beta": np.nan, "value": np.nan, "status": OPEN, "cutoff": False}
        columns = {name: np.full(count, default_values.get(name, -1), dtype) for name, dtype in DTYPES.items()}
        indices = nodes[batch.carried_over_count :] - first
        columns["move"][indices] = batch.move[batch.carried_over_count :]
        columns["turn"][indices] = batch.turn[batch.carried_over_count :]
        windowed = self._knowledge.decision.windowed
        columns["alpha"][indices] = batch.alpha[batch.carried_over_count :] if windowed else -_INFINITY
        columns["beta"][indices] = batch.beta[batch.carried_over_count :] if windowed else _INFINITY
        for name in _ENDED[1:]:
            columns[name][ended["node"] - first] = ended[name]
        return columns

    def _insert_pruned_moves(
        self, batch: Batch, columns: dict[str, Array], skipped: Mapping[int, list[Any]], pruned: Ints
    ) -> None:
        numbers = self._collector.numbers
        for place, moves in skipped.items():
            start = int(batch.ends[place] - batch.first + pruned[place])
            pruned_slice = slice(start, start + len(moves))
            columns["move"][pruned_slice] = [numbers[move] for move in moves]
            columns["end"][pruned_slice] = np.arange(start + 1, start + 1 + len(moves)) + self._collector.recorded
            columns["status"][pruned_slice] = PRUNED

    def _add_node_details(self, batch: Batch, nodes: Ints) -> None:
        """Tell what is known of nodes beside the columns that every trace has."""
        details, texts, new_rows = self._details, self._details.texts, slice(batch.carried_over_count, None)
        ids = nodes[new_rows]
        text_numbers = np.array([-1 if position is None else texts[position] for position in batch.positions])
        details.add_values("text", ids, text_numbers[batch.position[new_rows]])
        depths = np.trunc(batch.depth[new_rows])
        has_depth = (depths == depths) & self.judge.may_count_down(batch)
        details.add_values("depth", ids, np.where(has_depth, depths, NO_DEPTH).astype(np.int64))
        function_numbers = np.array([self._function_number(code) for code in batch.codes], np.int64)
        details.add_values("function", ids, function_numbers[batch.code[new_rows]])
        outermost = batch.parent[new_rows] == batch.driver_row
        self.outermost += ids[outermost].tolist()
        details.add_values("called_at", ids, np.where(outermost, NO_LINE, batch.called_at[new_rows]))
        exited_nodes = nodes[batch.returned_rows]
        if batch.exit_positions.count(None) < len(exited_nodes):
            exit_texts = [-1 if position is None else texts[position] for position in batch.exit_positions]
            details.add_values("left_text", exited_nodes, np.array(exit_texts, np.int64))
        details.add_values("left_at", exited_nodes, np.where(batch.values == batch.values, batch.lines, NO_LINE))
        self._add_special_reasons(batch, ids)
        if self._knowledge.decision.weights:
            self._add_outcome_weights(batch, nodes)

    def _add_special_reasons(self, batch: Batch, nodes: Ints) -> None:
        """Tell for what calls were made otherwise than the others."""
        step, new_rows = self._knowledge.decision.step, slice(batch.carried_over_count, None)
        is_beyond_horizon = batch.beyond[new_rows]
        if step is None and not is_beyond_horizon.any():
            return
        why = np.where(is_beyond_horizon, int(Why.QUIESCENCE), int(Why.PLAIN))
        if step is not None:
            parents = batch.parent[new_rows]
            is_reduced = (parents >= 0) & (batch.depth[parents] - batch.depth[new_rows] > step) & ~is_beyond_horizon
            why[is_reduced & ~batch.is_no_move(batch.move[new_rows])] = int(Why.REDUCED)
        self._details.add_values("why", nodes, why)

    def _add_outcome_weights(self, batch: Batch, nodes: Ints) -> None:
        """Tell how likely the outcomes of chance nodes are, where with that their value is the mean."""
        values = batch.values.tolist()
        for place, row in enumerate(batch.returned_rows.tolist()):
            if (value := values[place]) != value:
                continue
            visit = batch.visit(row)
            visit.node, visit.value, above = int(nodes[row]), value, visit.above
            if visit.weighing is not None and visit.outcomes:
                weights = visit.weighing.of([outcome.weight for outcome in visit.outcomes])
                outcome_values = [outcome.value for outcome in visit.outcomes if outcome.value is not None]
                has_all_outcomes = len({outcome.move for outcome in visit.outcomes}) == batch.children[row]
                if weights is not None and has_all_outcomes and visit.weighing.bear_out(value, outcome_values, weights):
                    for outcome, weight in zip(visit.outcomes, weights, strict=True):
                        self._details.weight.extend((outcome.node, weight))
            if above is not None and above is not self.driver and above.outcomes is not None:
                above.outcomes.append(visit)

    def _remember_open_calls(self, batch: Batch, nodes: Ints, siblings: Siblings) -> None:
        """Keep what the calls that are still open have to remember."""
        has_exited = np.zeros(len(batch), bool)
        has_exited[batch.returned_rows] = True
        rows = np.flatnonzero(~has_exited).tolist()
        self.open = [batch.visit(row) for row in rows]
        for row, visit in zip(rows, self.open, strict=True):
            visit.node, visit.named, visit.so_far = int(nodes[row]), int(batch.move[row]), siblings.so_far(row)
            visit.children, visit.passes = int(batch.children[row]), int(batch.passes[row])
