"""What stands in the picture of chosen nodes: its boxes with their words and boards, and what is said around them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tracer.count.sizes import Subtrees, pruned_leaves, states
from tracer.games.board import Board, board_from_text, draw_board
from tracer.games.rules import MAX, MIN
from tracer.recording.status import OPEN, PRUNED
from tracer.text import clean, number
from tracer.time.moments import best_child
from tracer.tracing import Trace
from tracer.why.selective_reasons import find_worse_played_move
from viz.pictures import headings, labels, legend
from viz.pictures.boxes import Box, Link, Picture, cutoffs_at_chance
from viz.pictures.folding import Folding, Together, fold, told
from viz.pictures.labels import Labels
from viz.pictures.merge import VISITS, Same, has_small_boards, merge
from viz.pictures.options import Settings
from viz.pictures.pruned_trees import Unvisited, pruned_trees
from viz.pictures.roles import Kind, Role, leaf_kind, role
from viz.pictures.selection import Selection, Stub

EXPLAINED = 400
"""Nodes of a picture up to which it is said why: what a cutoff saved is counted for each of them."""
WIDEST = 20
"""Nodes in one rank up to which a tree grows downwards; a wider one grows to the right, where a node is a line high."""
PRUNED_WIDTH = 0.4
"""Of a pruned branch, which shows its move alone, compared with a visited node."""
_NEVER_VISITED = Role(Kind.UNVISITED)
_STUB = Role(Kind.STUB)


@dataclass(frozen=True, slots=True)
class Event:
    """The event of a step."""

    node: int
    """The node that it is about."""
    text: str
    """What happens."""


class Contents:
    """One picture while it is made."""

    def __init__(
        self,
        trace: Trace,
        whole: Trace,
        wanted: Settings,
        chosen: Selection,
        written: Labels,
        event: Event | None,
        folding: Folding | Together | None,
        spared: Subtrees,
        highlighted: Container[int],
        same: Same | None,
    ) -> None:
        """What it is made of.

        Args:
            trace: what was recorded, as it was at the step.
            whole: what was recorded in the end.
            wanted: the options.
            chosen: the nodes.
            written: what is written of them.
            event: that of the step; None in the end.
            folding: which of the nodes have one box; None where each has its own.
            spared: counts what pruned branches spared.
            highlighted: the nodes that stand out.
            same: which nodes are of one position, to be drawn as one box; None where each is drawn.
        """
        self.trace, self.wanted, self.theme = trace, wanted, wanted.looks
        self._whole, self.selection, self.event = whole, chosen, event
        if (wanted.board and trace.columns.text is None) or wanted.unvisited or wanted.merge:
            trace.need_game()
        self._labels, self._same, self._drawn = written, same, frozenset(chosen.nodes)
        self._folding, self._runs = folding, runs_of(folding, chosen.nodes)
        self._highlighted = highlighted
        self._played = None if wanted.sides else find_worse_played_move(trace)
        self._explained = wanted.reasons and wanted.sides is None and len(self._runs) <= EXPLAINED
        self._left_out = wanted.sides.remainders(chosen.nodes) if wanted.sides and wanted.sides.shown else {}
        self._best = {} if written.since is None else self._best_moves()
        self._boards = self._drawn_boards() if wanted.board or (same and has_small_boards(trace)) else {}
        self._below = self._never_visited()
        self._unseen = pruned_leaves(trace, self.selection.nodes)
        self._spared = self._counted(spared)

    def picture(self) -> Picture:
        """The whole of it."""
        boxes: tuple[Box, ...] = tuple(self._boxes())
        links: tuple[Link, ...] = ()
        counted = hits = False
        if self._same is not None:
            boxes, links, hits = merge(self.trace, boxes, self.selection.stubs, self._same)
            counted = bool(links) or any(box.lines[-1:] and box.lines[-1].endswith(VISITS) for box in boxes)
        roles = [box.role for box in boxes] + [replace(link.role, kind=boxes[link.child].role.kind) for link in links]
        sides, wanted = self.wanted.sides, self.wanted
        searches = [trace for _, trace, _ in sides.searches()] if sides else [self.trace]
        other = sides.other if sides and any(_has_other(box) for box in boxes) else ""
        words = (self.selection, wanted.title, wanted.subtitle)
        goes_on = self.event is not None
        heading = (
            headings.headings(sides, *words)
            if sides
            else headings.heading(self.trace, *words, whole=self._whole if goes_on else None)
        )
        sideways = not wanted.board and _width(boxes) > WIDEST if wanted.sideways is None else wanted.sideways
        return Picture(
            boxes=boxes,
            links=links,
            heading=(*heading, *([self.event.text] if self.event else [])) if wanted.caption else (),
            legend=tuple(
                legend.entries(
                    roles,
                    self.theme,
                    numbers=wanted.numbers,
                    visits=counted,
                    hits=hits,
                    texts={str(line) for box in boxes for line in (*box.lines, *box.edge)},
                    history=_moved(boxes),
                    several=any(box.count > 1 and box.role.kind is not Kind.CHAIN for box in boxes),
                    played=any(labels.PLAYED in box.edge[-1:] and box.node == self._played for box in boxes),
                    near=any(box.node == wanted.near and box.name.startswith("n") for box in boxes),
                    other=other,
                    goes_on=goes_on,
                    log=None if sides else self.trace.columns.log,
                    chance=cutoffs_at_chance(boxes),
                    skipped={str(line) for box in boxes if box.role.kind is Kind.SKIPPED for line in box.lines},
                )
            )
            if wanted.legend
            else (),
            note=legend.note(searches, self._labels) if wanted.legend else "",
            layers=self._layers(boxes) if wanted.layers else (),
            theme=self.theme,
            sideways=sideways,
            layout=wanted.layout,
            dpi=wanted.dpi,
            marked=self._marked(boxes),
        )

    def _marked(self, boxes: Sequence[Box]) -> tuple[int, ...]:
        """The boxes of the event's node and of the one that is near, or of those that they are left out below."""
        wanted = {None if self.event is None else self.event.node, self.wanted.near} - {None}
        if not wanted:
            return ()
        places = {
            node: place
            for place, box in enumerate(boxes)
            if box.name.startswith("n")
            for node in range(box.node, box.node + box.count)
        }
        lines = [reversed(self.trace.ancestry(node)) for node in wanted if node is not None]
        found = (next((places[node] for node in line if node in places), None) for line in lines)
        return tuple(sorted({place for place in found if place is not None}))

    def _boxes(self) -> Iterator[Box]:
        """Every box in pre-order; a stub stands after the visited siblings that it counts, before those that follow."""
        end, parent = self.trace.columns.end, self.trace.columns.parent
        stubs = {stub.parent: stub for stub in self.selection.stubs}
        following = {node: parent for parent in stubs if (node := self._after_left_out(parent)) is not None}
        places: dict[int, int] = {}
        open_: list[Box] = []
        count = 0

        def closing(before: float) -> Iterator[Box]:
            """The stubs of the nodes whose subtrees end before an id."""
            while open_ and end[open_[-1].node] <= before:
                box = open_.pop()
                if box.node in stubs:
                    yield self._remainder(box, places[box.node], stubs.pop(box.node))

        for run in self._runs:
            for box in closing(run.start):
                yield box
                count += 1
            above = places[int(parent[run.start])] if open_ else -1
            if run.start in following:
                yield self._remainder(open_[-1], above, stubs.pop(following[run.start]))
                count += 1
            found = self._box(run, above, open_[-1].ply + 1 if open_ else 0)
            yield found
            # What stands below a chain stands below its last node.
            places[run[-1]] = count
            count += 1
            open_.append(found)
            if run.start in self._below:
                for box in self._pruned_tree(found, count - 1):
                    yield box
                    count += 1
        yield from closing(float("inf"))

    def _after_left_out(self, parent: int) -> int | None:
        """The first child drawn after the last visited one that is not; None where no visited one comes before one."""
        children, status = self.trace.children(parent), self.trace.columns.status
        last = next((k for k in reversed(children) if k not in self._drawn and status.item(k) != PRUNED), None)
        return None if last is None else next((k for k in children if k > last and k in self._drawn), None)

    def _box(self, run: range, above: int, ply: int) -> Box:
        """The box of one node, or of several that fold together."""
        if len(run) == 1 and (above < 0 or self._spared.get(run.start, 1) <= 1):
            return self._node(run.start, above, ply)
        boxes = [self._node(node, above, ply) for node in run]
        found = fold(self.trace, boxes, self._unseen, self._spared)
        said = [told(boxes)] if len(run) > 1 and self.wanted.reasons else []
        return replace(found, why=". ".join([*said, *filter(None, [boxes[0].why])]))

    def _node(self, node: int, above: int, ply: int) -> Box:
        sides = self.wanted.sides
        wanted = self._labels if above >= 0 else self._labels.without_edge()
        lines = sides.lines(node, wanted) if sides else labels.lines(self.trace, node, wanted)
        head = sum(isinstance(line, labels.Move) for line in lines)
        unseen = [labels.Unseen(number(self._unseen[node]))] if node in self._unseen else []
        found = role_of(self.trace, self.wanted, node)
        whole = self._whole if self.trace.columns.log is None else self.trace  # which numbers its nodes otherwise
        if found.unfinished and (leaf := leaf_kind(whole, node)):
            found = replace(found, kind=leaf)
            lines = [line for line in lines if not isinstance(line, labels.Pieces)]
        if self._best.get(int(self.trace.columns.parent[node])) == node:
            found = replace(found, is_best=True)
        if node in self._highlighted:
            found, lines = replace(found, highlighted=True), labels.signed(lines, labels.STAR)
        if node == self.wanted.near:
            lines = labels.signed(lines, labels.POINTER)
        if note := (self.wanted.notes or {}).get(node):
            lines = [*lines, clean(note, labels.NOTE_LIMIT)]
        edge = sides.edge(node, wanted) if sides else labels.edge(self.trace, node, wanted)
        if node == self._played:
            edge = [*edge, labels.PLAYED]
        return Box(
            name=f"n{node}",
            node=node,
            parent=above,
            ply=ply,
            role=found,
            lines=(*lines[:head], *unseen, *lines[head:]),
            edge=tuple(edge) * (above >= 0),
            board=self._boards.get(node),
            why=labels.reason(self.trace, node) if self._explained else "",
        )

    def _best_moves(self) -> dict[int, int | None]:
        """The best move so far of each drawn node that is open, where there is one."""
        columns, step = self.trace.columns, self.trace.steps - 1
        open_ = [node for node in self.selection.nodes if columns.status[node] == OPEN and columns.turn[node]]
        return {node: best_child(self.trace, node, step) for node in open_}

    def _remainder(self, above: Box, place: int, stub: Stub) -> Box:
        """The stub of what is left out below a box."""
        said = self._left_out.get(above.node) or labels.remainder(
            stub.visited, stub.pruned, skipped=stub.skipped, ahead=stub.ahead
        )
        return self._stub(above, place, said)

    def _stub(self, above: Box, place: int, lines: Iterable[str]) -> Box:
        return Box(f"s{above.node}", above.node, place, above.ply + 1, _STUB, tuple(lines))

    def _counted(self, spared: Subtrees) -> dict[int, int]:
        """The nodes that drawn pruned branches spared, where nothing is drawn below them."""
        if self._folding is None or self.wanted.sides is not None:
            return {}
        status = self.trace.columns.status
        pruned = [node for node in self.selection.nodes if status[node] == PRUNED and node not in self._below]
        return spared.of(pruned)

    def _pruned_tree(self, branch: Box, place: int) -> Iterator[Box]:
        """The positions below a pruned branch, in pre-order, and stubs for what is below them."""
        node, ply, number = branch.node, branch.ply, 0
        top = self._below[node]
        if top.stub:
            yield self._stub(branch, place, top.stub)
        todo: list[tuple[Unvisited, int, int]] = [(below, place, ply + 1) for below in reversed(top.below)]
        while todo:
            below, above, depth = todo.pop()
            place += 1
            here = place
            yield self._position(node, number, below, above, depth)
            if below.stub:
                place += 1
                yield Box(f"s{node}.{number}", node, here, depth + 1, _STUB, tuple(below.stub))
            number += 1
            todo.extend((deeper, here, depth + 1) for deeper in reversed(below.below))

    def _position(self, node: int, number: int, below: Unvisited, above: int, ply: int) -> Box:
        drawn = draw_board(self.trace.need_game(), below.state) if self.wanted.board else None
        return Box(f"u{node}.{number}", node, above, ply, _NEVER_VISITED, tuple(below.lines), board=drawn)

    def _never_visited(self) -> dict[int, Unvisited]:
        wanted = self.wanted
        if not wanted.unvisited:
            return {}
        pruned = [node for node in self.selection.nodes if self.trace.columns.status[node] == PRUNED]
        return pruned_trees(self.trace, pruned, wanted.unvisited, wanted.budget)

    def _drawn_boards(self) -> dict[int, Board]:
        """The position of every drawn visit, on which the last move's squares are marked."""
        status = self.trace.columns.status
        visits = [node for node in self.selection.nodes if status[node] != PRUNED or self._same is not None]
        if self.trace.columns.text is not None:
            found = {node: board_from_text(text) for node in visits if (text := self.trace.text(node)) is not None}
        else:
            draw = partial(draw_board, self.trace.need_game())
            found = {node: draw(state) for node, state in states(self.trace, visits)}
        parent = self.trace.columns.parent
        return {
            node: drawn.after(found[int(parent[node])]) if int(parent[node]) in found else drawn
            for node, drawn in found.items()
        }

    def _layers(self, boxes: tuple[Box, ...]) -> tuple[str, ...]:
        """The player to move at each ply, where it is one."""
        turn, movers = self.trace.columns.turn, defaultdict[int, set[str]](set)
        kinds = {MAX: Kind.MAX, MIN: Kind.MIN}
        for box in boxes:
            if box.role.kind in kinds.values():
                movers[box.ply].add(MAX.name if turn[box.node] == MAX else MIN.name)
        deepest = max(box.ply for box in boxes)
        return tuple("".join(movers[ply]) if len(movers[ply]) == 1 else "" for ply in range(deepest + 1))


def runs_of(folding: Folding | Together | None, nodes: Sequence[int]) -> list[range]:
    """The nodes that have one box each."""
    return [range(node, node + 1) for node in nodes] if folding is None else list(folding.runs(nodes))


def role_of(trace: Trace, wanted: Settings, node: int) -> Role:
    """What a node is in a picture."""
    found = wanted.sides.role(node) if wanted.sides else role(trace, node, typed=wanted.types)
    if found.other_window and wanted.labels.windows is labels.Place.NONE:
        found = replace(found, other_window=False)
    return found if found.prunes or wanted.last_cutoffs else replace(found, refutes="")


def _has_other(box: Box) -> bool:
    """Whether something of the other search stands in a box."""
    return any(isinstance(line, labels.Elsewhere) for line in box.lines)


def _moved(boxes: Iterable[Box]) -> bool:
    """Whether there are windows with old ends."""
    lines = (line for box in boxes for line in box.lines)
    return any(
        type(piece) is labels.Struck for line in lines if isinstance(line, labels.Pieces) for piece in line.pieces
    )


def _width(boxes: Iterable[Box]) -> float:
    """The widest rank, in visited nodes."""
    rank = defaultdict[int, float](float)
    for box in boxes:
        rank[box.ply] += PRUNED_WIDTH if box.role.kind in (Kind.PRUNED, Kind.SKIPPED) and box.count == 1 else 1
    return max(rank.values())
