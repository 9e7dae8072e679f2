"""One node of a trace: an id, a view on the columns, and what is recorded of its depth and of the chance above it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from tracer.errors import PlyscopeError
from tracer.games.move_names import shared_letters
from tracer.games.rules import AnyGame, Turn, labels, names_moves_by_index
from tracer.games.tree import TreeGame
from tracer.recording.columns import NO_DEPTH, NO_WEIGHT, Ints
from tracer.recording.no_moves import Null, no_move_word
from tracer.recording.recording import Recording
from tracer.recording.source import Source
from tracer.recording.status import PRUNED, Bound, Status, Why
from tracer.text import clean, number


class Node:
    """One node of a trace: a visit, or a pruned branch. Cheap to make and to throw away."""

    __slots__ = ("index", "trace")

    def __init__(self, trace: Recording, index: int) -> None:
        self.trace, self.index = trace, index

    def __repr__(self) -> str:
        path = "/".join(self.path) or "root"
        bound = self.trace.proved_bound(self.index)
        sign = "" if bound is None else f" {bound.sign}"
        value = "" if self.value is None else f"{sign} {number(self.value)}"
        return f"<Node {self.index} {path}{value} {self.status.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and other.trace is self.trace and other.index == self.index

    def __hash__(self) -> int:
        return hash((id(self.trace), self.index))

    @property
    def move(self) -> Hashable:
        """The move that leads here from the parent, None at the root; its label where the trace has no game."""
        return self.trace.move(self.index)

    @property
    def label(self) -> str:
        """The move as people write it; empty at the root."""
        return self.trace.label(self.index)

    @property
    def parent(self) -> Node | None:
        """The node above; None at the root."""
        parent = int(self.trace.columns.parent[self.index])
        return None if parent < 0 else Node(self.trace, parent)

    @property
    def children(self) -> list[Node]:
        """The nodes below, in the order of the search, pruned branches last. O(children)."""
        return [Node(self.trace, child) for child in self.trace.children(self.index)]

    @property
    def ply(self) -> int:
        """Distance from the root in moves; an iteration of a driver is none."""
        return int(self.trace.ply[self.index])

    @property
    def turn(self) -> Turn | None:
        """Who moves here; None at a pruned branch."""
        return None if self.status is PRUNED else Turn(int(self.trace.columns.turn[self.index]))

    @property
    def alpha(self) -> float | None:
        """The window's lower end on entry; None at a pruned branch."""
        return _none_if_nan(self.trace.columns.alpha[self.index])

    @property
    def beta(self) -> float | None:
        """The window's upper end on entry; None at a pruned branch."""
        return _none_if_nan(self.trace.columns.beta[self.index])

    @property
    def value(self) -> float | None:
        """What the visit returned; None where it did not."""
        return _none_if_nan(self.trace.columns.value[self.index])

    @property
    def bound(self) -> Bound | None:
        """What the value says of the true one by the window alone; None without a value. See `Trace.proved_bound`."""
        return self.trace.bound(self.index)

    @property
    def status(self) -> Status:
        """What became of it."""
        return Status(int(self.trace.columns.status[self.index]))

    @property
    def cutoff(self) -> bool:
        """Whether the cutoff test held after one of its children."""
        return bool(self.trace.columns.cutoff[self.index])

    @property
    def kind(self) -> str:
        """The word of what leads here where that is no move: "pass", "onward", "null" or "stand"; else "move"."""
        return no_move_word(self.trace.no_moves.get(int(self.trace.columns.move[self.index])))

    @property
    def why(self) -> Why:
        """For what its move was searched otherwise than the rest, or skipped without a cutoff; as a rule PLAIN."""
        column = self.trace.columns.why
        return Why.PLAIN if column is None else Why(int(column[self.index]))

    @property
    def weight(self) -> float | None:
        """The probability of the outcome that leads here, or the prior of the move; None where it has none."""
        column = self.trace.columns.weight
        return None if column is None or column[self.index] == NO_WEIGHT else float(column[self.index])

    @property
    def evaluation(self) -> float | None:
        """The static evaluation of the position, MAX's view; None where the search reported none."""
        column = self.trace.columns.evaluation
        return None if column is None or np.isnan(column[self.index]) else float(column[self.index])

    @property
    def path(self) -> tuple[str, ...]:
        """The labels of the moves from the root. O(ply)."""
        return tuple(self.trace.label(node) for node in self.trace.ancestry(self.index)[1:])

    @property
    def state(self) -> Any:
        """The position, by replaying the moves from the root. O(ply)."""
        return self.trace.state(self.index)

    @property
    def source(self) -> Source | None:
        """The function whose call it is; None where the recording has no source of it."""
        return self.trace.source(self.index)

    @property
    def called_at(self) -> int | None:
        """The line of the parent's function that made the call, as its file counts them; None where none is known."""
        return self.trace.called_at(self.index)

    @property
    def left_at(self) -> int | None:
        """The line of its own function on which the visit returned; None where none is known."""
        return self.trace.left_at(self.index)

    @property
    def size(self) -> int:
        """Nodes of its subtree, itself and pruned branches included."""
        return int(self.trace.columns.end[self.index]) - self.index


def _none_if_nan(value: Any) -> float | None:
    return None if value != value else float(value)


def node_names(recording: Recording) -> Mapping[int, str]:
    """The names of nodes by their ids, in one line each; of a node that is called as the move to it there is none.

    O(n), where the tree has names; otherwise O(1).
    """
    game = recording.game
    if not isinstance(game, TreeGame) or not game.has_names:
        return {}
    parent = recording.columns.parent.tolist()
    try:
        states = [recording.start()]
        for node in range(1, len(parent)):
            states.append(recording.state_after(states[parent[node]], node))
    except PlyscopeError:  # moves that are another tree's
        return {}
    names = ((node, clean(game.name(state))) for node, state in enumerate(states) if game.name(state))
    return {node: name for node, name in names if not node or name != recording.label(node)}


def is_outcome(trace: Recording, node: int) -> bool:
    """Whether chance leads to a node, and not a player: where its parent is a chance node. O(1)."""
    parent = trace.columns.parent.item(node)
    return parent >= 0 and not trace.columns.turn.item(parent) and parent not in trace.drivers


def outcome_probability(trace: Recording, node: int) -> float | None:
    """The probability of the outcome that leads to a node; None where none was told. O(1)."""
    column = trace.columns.weight
    weight = NO_WEIGHT if column is None or not is_outcome(trace, node) else column.item(node)
    return None if weight == NO_WEIGHT else weight


def is_probe(trace: Recording, node: int) -> bool:
    """Whether a visit was told to be a probe. O(1)."""
    return trace.columns.why is not None and trace.columns.why.item(node) == Why.PROBE


def returned_outcomes(trace: Recording, node: int, step: int | None = None) -> list[int]:
    """The outcomes of a chance node that had returned by a step, or in the end: of each its last visit.

    A probe is none: what it returns is only a bound. O(children).
    """
    columns = trace.columns
    last_visits: dict[int, int] = {}
    for child in trace.children(node):
        value = columns.value.item(child)
        if value == value and not is_probe(trace, child) and (step is None or trace.left(child) < step):
            last_visits[columns.move.item(child)] = child
    return list(last_visits.values())


def chance_mean(trace: Recording, node: int, step: int | None = None) -> float | None:
    """What the outcomes of a chance node that had returned by a step add up to, each times its probability.

    None before the first has, and where a probability is not recorded. O(children).
    """
    outcomes = returned_outcomes(trace, node, step)
    weights = [outcome_probability(trace, child) for child in outcomes]
    if not outcomes or None in weights:
        return None
    pairs = zip(weights, outcomes, strict=True)
    return sum((weight or 0.0) * trace.columns.value.item(child) for weight, child in pairs)


def iteration_depth(trace: Recording, node: int) -> int | None:
    """The depth of the search that a visit is of: of its iteration, or of the whole; None without a limit. O(ply)."""
    depths, passes = trace.columns.depth, trace.iterations
    if depths is not None and passes:
        for ancestor in reversed(trace.ancestry(node)):
            if int(trace.columns.move[ancestor]) in passes and depths[ancestor] != NO_DEPTH:
                return int(depths[ancestor])
    return trace.header.depth


def remaining_depth(trace: Recording, node: int) -> int | None:
    """The remaining depth at a node in plies; None where the search had no limit, or nobody knows it. O(ply).

    What a call was told holds for all below it, less one for each move, until another call is told of its own. Where
    none was told, the search began with the depth of the header.
    """
    depths, moves = trace.columns.depth, 0
    move, parent, passes = trace.columns.move.item, trace.columns.parent.item, trace.passes
    while node > 0 and (depths is None or depths.item(node) == NO_DEPTH):
        moves += move(node) not in passes
        node = parent(node)
    has_own_depth = depths is not None and depths.item(node) != NO_DEPTH
    base_depth = depths.item(node) if depths is not None and has_own_depth else trace.header.depth
    return None if base_depth is None else base_depth - moves


def remaining_depths(trace: Recording, ply: Ints) -> Ints | None:
    """N long: what `remaining_depth` gives for each node; None where nobody knows any. O(n · log of the plies)."""
    depths, search_depth = trace.columns.depth, trace.header.depth
    default_depths = None if search_depth is None else np.asarray(search_depth - ply)
    if depths is None or not (has_depth := depths != NO_DEPTH).any():
        return default_depths
    source_node = np.where(has_depth, np.arange(len(trace)), np.maximum(trace.columns.parent, 0))
    while (is_unresolved := source_node[source_node] != source_node).any():
        source_node[is_unresolved] = source_node[source_node[is_unresolved]]
    remaining = np.asarray(depths[source_node] + ply[source_node] - ply, np.int64)
    return np.where(has_depth[source_node], remaining, NO_DEPTH if default_depths is None else default_depths)


AnyRecording = TypeVar("AnyRecording", bound=Recording)


class _PathPosition:
    """A position of the open path; None stands for one that nobody knows."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.state = state
        moves = () if state is None or game.utility(state) is not None else game.moves(state)
        self.moves: dict[str, Hashable] = dict(zip(labels(game, moves), moves, strict=True))
        self.letters = shared_letters(self.moves)


def name_numbered_moves(recording: AnyRecording) -> AnyRecording:
    """The recording with the names of moves that it has by their numbers; itself where it has none so. O(n)."""
    game = recording.game
    if game is None or not names_moves_by_index(game):
        return recording
    names = recording.move_labels
    if not any(map(str.isdecimal, names)):
        return recording
    numbers = {name: number for number, name in enumerate(names)}
    columns, no_moves = recording.columns, recording.no_moves
    moves, plies = columns.move.tolist(), columns.ply.tolist()
    path = [_PathPosition(game, recording.start())]
    for node in range(1, len(recording)):
        del path[plies[node] :]
        parent = path[-1]
        if moves[node] in no_moves:
            path.append(_PathPosition(game, None) if isinstance(no_moves[moves[node]], Null) else parent)
            continue
        name = given_name = names[moves[node]]
        if given_name not in parent.moves and given_name.isdecimal() and parent.letters:
            name = parent.letters + given_name
        if name not in parent.moves:
            path.append(_PathPosition(game, None))
            continue
        if name != given_name:
            moves[node] = numbers.setdefault(name, len(names))
            if moves[node] == len(names):
                names.append(name)
        path.append(_PathPosition(game, game.play(parent.state, parent.moves[name])))
    changed = replace(columns, move=np.array(moves, columns.move.dtype))
    tables: dict[str, Any] = {"labels": names, "texts": recording.texts, "sources": recording.sources}
    return type(recording)(changed, no_moves, recording.header, game, recording.start(), **tables)
