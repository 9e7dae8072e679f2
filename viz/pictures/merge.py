"""One box for each position, however many paths lead to it: the tree becomes a graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

import numpy as np

from tracer.count.sizes import states
from tracer.count.transpositions import positions_of
from tracer.games.board import draw_board
from tracer.games.rules import game_error, key, show
from tracer.recording.no_moves import pass_nodes
from tracer.recording.node import remaining_depth
from tracer.text import clean
from tracer.tracing import Trace
from viz.pictures import labels
from viz.pictures.boxes import Box, Link
from viz.pictures.roles import Kind
from viz.pictures.selection import Stub

LONGEST = 14
"""Characters of a position that stands in its box as the game writes it; a longer one has a number."""
VISITS = "×"
"""Behind the number of visits of a position."""
HIT = "hit"
"""Behind a move after which the table answered."""
MOST_JOINED = 10_000
"""Nodes that are put together at most."""
SMALL = 4
"""Rows and columns of a board that is drawn in each box."""


class Same:
    """Which nodes are of one position, by the game's key: asked for ever more nodes, each is looked at once."""

    def __init__(self, trace: Trace) -> None:
        """Nothing is known yet; the trace has a game."""
        self._trace = trace
        self._known: dict[int, int] = {}
        self._met: dict[Hashable, int] = {}

    def of(self, nodes: Iterable[int]) -> dict[int, int]:
        """A number for each of some nodes, and others, the same for the same position.

        Raises:
            GameError: the game misbehaved.
        """
        game = self._trace.need_game()
        name, met = key(game), self._met
        for node, state in states(self._trace, sorted(set(nodes) - self._known.keys())):
            try:
                self._known[node] = met.setdefault(name(state), len(met))
            except Exception as error:
                raise game_error(game, error) from error
        return self._known

    def count(self, nodes: Sequence[int]) -> int:
        """How many positions some nodes are of."""
        known = self.of(nodes)
        return len({known[node] for node in nodes})

    def joined(self, nodes: Sequence[int]) -> list[int]:
        """Nodes, and those below them that need no box of their own, for one of them is of their position; rising."""
        found, seen = {*nodes}, set[int]()
        known = self.of(nodes)
        positions = {known[node] for node in nodes}
        deepest = max(int(self._trace.columns.ply[node]) for node in nodes)
        todo = list(nodes)
        while todo and len(found) < MOST_JOINED:
            below = [child for node in todo for child in self._trace.children(node) if child not in seen]
            below = [child for child in below if self._trace.columns.ply[child] <= deepest]
            seen.update(below)
            known = self.of(below)
            todo = [child for child in below if child in found or known[child] in positions]
            todo = [child for child in todo if child not in found]
            found.update(todo)
        return sorted(found)


def repeated(trace: Trace, most: int) -> list[int]:
    """Visits to positions that were visited several times, those of one position together, the shallowest first."""
    visits, positions = positions_of(trace).numbered
    plies = trace.columns.ply[visits]
    counts, shallowest = np.bincount(positions), np.full(int(positions.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(shallowest, positions, plies)
    order = np.lexsort((visits, positions, shallowest[positions]))
    order = order[counts[positions[order]] > 1][:most]
    found: list[int] = visits[order].tolist()
    return found


def has_small_boards(trace: Trace) -> bool:
    """Whether positions are boards that have room in a box, and no line of text."""
    game = trace.need_game()
    if "\n" not in show(game, trace.start()):  # a name that says all, as of heaps
        return False
    drawn = draw_board(game, trace.start())
    return 1 < drawn.rows <= SMALL and drawn.columns <= SMALL


def merge(
    trace: Trace, boxes: Sequence[Box], stubs: Sequence[Stub], same: Same
) -> tuple[tuple[Box, ...], tuple[Link, ...], bool]:
    """Put the boxes of one position together: it stands where it was met first, and says how often it was visited.

    It is called as the game writes it where that is short, and otherwise, where no board is drawn, by a number. What
    else it shows is its first visit that is drawn, below a driver that which looked deepest. Its stub counts what
    the stubs of all its boxes did. Every other way to it becomes a link, one a pair of positions; an iteration is no
    way, as it leads nowhere. A way on which the table answered says so, at its move; whether there are any is given
    last.

    Args:
        trace: what is drawn, with its game.
        boxes: the tree, in pre-order.
        stubs: what was left out of it.
        same: which nodes are of one position.

    Raises:
        PlyscopeError: the trace has no game.
        GameError: the game misbehaved.
    """
    first = _first(boxes, same)
    iterations = set(np.flatnonzero(pass_nodes(trace.columns, trace.passes)).tolist())
    shown, hits = _shown(trace, boxes, first, stubs), _hits(boxes, first)
    new: dict[int, int] = {}
    merged: list[Box] = []
    for place in _order(boxes, first):
        above = new[first[boxes[place].parent]] if merged else -1
        new[place] = len(merged)
        box, ply = shown[place], merged[above].ply + 1 if merged else 0
        way = (first[boxes[place].parent], place)
        merged.append(replace(box, parent=above, ply=ply, edge=_at(boxes[place].edge, way in hits)))
    return tuple(_called(trace, merged)), _links(boxes, first, new, hits, iterations), bool(hits)


def _hits(boxes: Sequence[Box], first: Sequence[int]) -> set[tuple[int, int]]:
    """The ways, from place to place, on which the table answered a visit."""
    closed = (place for place, box in enumerate(boxes) if place and box.role.kind is Kind.TABLE)
    return {(first[boxes[place].parent], first[place]) for place in closed}


def _at(edge: tuple[str, ...], hit: bool) -> tuple[str, ...]:
    """The text at a way, its move first."""
    return (labels.Move(f"{edge[0]} {HIT}"), *edge[1:]) if edge and hit else edge


def _called(trace: Trace, boxes: Sequence[Box]) -> Iterator[Box]:
    """The boxes with what their positions are called; the root needs no word for its move."""
    game, count = trace.need_game(), 0
    drawn = [box.node for box in boxes if box.role.kind is not Kind.STUB]
    positions = dict(states(trace, sorted(drawn)))
    for box in boxes:
        if box.role.kind is Kind.STUB:
            yield box
            continue
        count += 1
        lines = box.lines[1:] if box.lines[:1] == ("root",) else box.lines
        if box.board is None:
            text = show(game, positions[box.node])
            is_short = len(text) <= LONGEST and "\n" not in text
            lines = (labels.Name(clean(text) if is_short else f"P{count}"), *lines)
        yield replace(box, lines=lines)


def _first(boxes: Sequence[Box], same: Same) -> list[int]:
    """For each box the place of the first of its position."""
    positions = same.of(box.node for box in boxes if box.role.kind is not Kind.STUB)
    met: dict[tuple[bool, int], int] = {}
    return [met.setdefault((box.role.kind is Kind.STUB, positions[box.node]), place) for place, box in enumerate(boxes)]


def _shown(trace: Trace, boxes: Sequence[Box], first: Sequence[int], stubs: Sequence[Stub]) -> dict[int, Box]:
    """What stands for each position, by the place where it was met first."""
    left_out = {stub.parent: (stub.visited, stub.pruned, stub.skipped) for stub in stubs}
    together: defaultdict[int, list[Box]] = defaultdict(list)
    for place, box in enumerate(boxes):
        together[first[place]].append(box)
    positions = positions_of(trace)

    def depth(box: Box) -> float:
        """How deep below iterations a visit looked; a driver stands for all of them."""
        if not trace.passes:
            return 0
        return inf if box.node in trace.drivers else remaining_depth(trace, box.node) or 0

    shown = {}
    for place, same in together.items():
        if same[0].role.kind is Kind.STUB:
            visited, pruned, skipped = (
                sum(counts) for counts in zip(*(left_out[box.node] for box in same), strict=True)
            )
            shown[place] = replace(same[0], lines=tuple(labels.remainder(visited, pruned, skipped=skipped)))
            continue
        # A visit says more than a pruned branch, a search of the position more than an answer of the table, and a
        # deeper one more than that of an earlier iteration.
        box = min(same, key=lambda box: (box.role.pruned, box.role.kind is Kind.TABLE, -depth(box)))
        visits = len(positions.visits(box.node))
        shown[place] = replace(box, lines=(*box.lines, f"{visits:,}{VISITS}")) if visits > 1 else box
    return shown


def _order(boxes: Sequence[Box], first: Sequence[int]) -> list[int]:
    """The places that remain, in pre-order of the tree of first ways."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    for place, box in enumerate(boxes):
        if place and first[place] == place:
            children[first[box.parent]].append(place)
    order, todo = [], [0]
    while todo:
        place = todo.pop()
        order.append(place)
        # A stub stands after its siblings, also after those that come from a later visit.
        todo.extend(
            sorted(children[place], key=lambda child: (boxes[child].role.kind is Kind.STUB, child), reverse=True)
        )
    return order


def _links(
    boxes: Sequence[Box],
    first: Sequence[int],
    new: dict[int, int],
    hits: Container[tuple[int, int]],
    iterations: Container[int],
) -> tuple[Link, ...]:
    """The ways that are not those of the tree, in the order in which they were met."""
    drawn = {(first[box.parent], place) for place, box in enumerate(boxes) if place and first[place] == place}
    links: dict[tuple[int, int], Link] = {}
    for place, box in enumerate(boxes):
        if not place or box.role.kind is Kind.STUB or box.node in iterations:
            continue
        above, below = first[box.parent], first[place]
        if (above, below) in drawn:
            continue
        # A visit says more than a pruned branch.
        known = links.get((above, below))
        if known is None or (known.role.pruned and not box.role.pruned):
            links[above, below] = Link(new[above], new[below], box.role, _at(box.edge, (above, below) in hits))
    return tuple(links.values())
