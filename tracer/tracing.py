"""A recorded search, with everything that can be asked of it."""

from __future__ import annotations

import base64
import html
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from tracer.count.counts import Counts, count
from tracer.count.proved import proved_bound
from tracer.errors import PlyscopeError
from tracer.file.content import Content
from tracer.file.reading import name_file_in_errors, read
from tracer.file.series import Written
from tracer.games.move_names import complete_move_name
from tracer.games.registry import as_game
from tracer.games.root_positions import find_game, position_text
from tracer.games.rules import AnyGame, Turn, names_moves_by_index, spec_of
from tracer.recording.columns import Columns
from tracer.recording.header import NO_GAME, Header
from tracer.recording.node import Node, name_numbered_moves, node_names
from tracer.recording.recording import Recording
from tracer.recording.status import PRUNED, Bound
from tracer.searches.registry import recorded_search
from tracer.text import clean, number
from tracer.time.landmarks import Landmarks, landmarks_of, trace_at_step
from tracer.time.moments import Moment, moment

if TYPE_CHECKING:
    import os

    import networkx as nx


class Trace(Recording, Sequence[Node]):
    """A recorded search: a sequence of its nodes in the order in which the search met them.

    `len(trace)` counts pruned branches too, `trace[5]` is a `plyscope.Node`. In the methods `index` is the number of a
    node, from 0, the root, on. Every value and window is MAX's view. Whoever records a search by a `plyscope.Recorder`
    makes the trace of what that gives; all others get it from `plyscope.trace`, `plyscope.load` and `plyscope.attach`.

    Args:
        columns: the arrays, of one length.
        moves: the table of moves, into which `columns.move` points; or those of them that are known, by their numbers.
        header: what was searched, and how.
        game: the game, where it is known.
        start: the root position; None is what the game begins with.
        labels: the moves as people write them, where the game does not say it; None in it is not known yet.
        texts: the table of texts, into which `columns.text` and `study_columns.left_text` point.
        sources: the functions whose calls were recorded, into which `columns.function` points.

    >>> import plyscope
    >>> trace = plyscope.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> len(trace), trace.value, trace.find("a2").bound.sign, [node.label for node in trace if node.value is None]
    (13, 3.0, '≤', ['b2', 'b3'])
    """

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [Node(self, i) for i in range(*index.indices(len(self)))]
        return self.node(index)

    def __iter__(self) -> Iterator[Node]:
        return (Node(self, i) for i in range(len(self)))

    def __repr__(self) -> str:
        value = "unfinished" if self.value is None else f"value {number(self.value)}"
        visited, pruned = self.counts.visited, self.counts.pruned_branches
        stopped = f", stopped {clean(self.header.stopped)}" if self.header.stopped else ""
        branches = "an unknown number of" if pruned is None else f"{pruned:,}"
        branches = branches if pruned is None or self.counts.pruned_branches_exact else f"at least {branches}"
        cut = "" if self.columns.log is not None else f", {branches} branches pruned"
        return f"<Trace {self.header.title}: {value}, {visited:,} visited{cut}{stopped}>"

    def node(self, index: int) -> Node:
        """One node by its id; negative ids count from the end.

        Raises:
            IndexError: there is no such node.
            TypeError: it is no id; `find` takes paths.
        """
        try:
            there = -len(self) <= index < len(self)
        except TypeError:
            raise TypeError(f"a node's id is a whole number, not {clean(repr(index))}: find() takes paths") from None
        if not there:
            raise IndexError(f"node {index}: the trace has nodes 0 to {len(self) - 1}")
        return Node(self, index % len(self))

    @property
    def root(self) -> Node:
        """Node 0."""
        return Node(self, 0)

    @property
    def value(self) -> float | None:
        """What the search returned; None where it was stopped."""
        return self.root.value

    @property
    def best_move(self) -> Hashable:
        """The first best move at the root; None at a leaf, and before a move has returned."""
        best = self.best_root_child
        return None if best is None else self.move(best)

    @property
    def pv(self) -> list[Hashable]:
        """The moves of the principal variation: the first best child, from the root on."""
        return [self.move(node) for node in self.principal_moves]

    def find(self, path: str | Sequence[str]) -> Node:
        """The first node at the end of a path of move labels, such as `b2/a1`; the empty path is the root. O(path).

        `root` is the root, too, where none of its moves has that name. Where moves have no names but their plies and
        places, the places are enough: `2/1` is `a2/b1`. The iterations of a driver may be left out of it: then it is in
        the one that gives the move.

        Raises:
            PlyscopeError: there is none; the message names the first move that fails and the moves there are.
        """
        labels = [label for label in path.strip().strip("/").split("/") if label] if isinstance(path, str) else path
        node, taken = 0, list[str]()
        for place, wanted in enumerate(labels):
            known, passes = {self.label(child): child for child in reversed(self.children(node))}, dict[str, int]()
            while wanted not in known and node in self.drivers and (giving := self.best_child(node)) is not None:
                node, passes = giving, passes | known
                known = {self.label(child): child for child in reversed(self.children(node))}
            name = complete_move_name(wanted, known) if names_moves_by_index(self.game) else wanted
            if name not in known and (place, wanted) == (0, "root"):
                node = 0
                continue
            if name not in known:
                where = "/".join(taken) or "the root"
                there = ", ".join(name for names in (passes, known) for name in list(names)[:-13:-1]) or "no moves"
                raise PlyscopeError(f"no move {clean(wanted)!r} at {clean(where)}; there are: {there}")
            node = known[name]
            taken.append(name)
        return Node(self, node)

    def at(self, step: int) -> Moment:
        """The recording at one step: the event, its node, and the open path. O(ply × branching + log n).

        Args:
            step: from 0 to `steps` − 1.

        Raises:
            IndexError: there is no such step.
        """
        return moment(self, step)

    def proved_bound(self, index: int) -> Bound | None:
        """What is proved of a node's true value: by its window, as `bound`, or by the values of all its moves.

        A node that is cut after its last move has a bound by its window; where the values of its moves leave one value
        alone, it is EXACT here. O(1), the first time O(n).
        """
        return proved_bound(self, index)

    @property
    def names(self) -> Mapping[int, str]:
        """The names that a tree gives its nodes, by their ids. O(1), of a tree with names the first time O(n)."""
        return self.once(node_names)

    @property
    def counts(self) -> Counts:
        """Visited against pruned: every number that is counted, each worked out when it is first asked for."""
        return self.once(count)

    @property
    def landmarks(self) -> Landmarks:
        """The steps at which something of note happens."""
        return landmarks_of(self)

    @property
    def graph(self) -> nx.DiGraph[int]:
        """The trace as a read-only networkx.DiGraph over the columns, of which nothing is copied; nodes are the ids.

        Nodes have `status`, and where they are known `move`, `ply`, `turn`, `alpha`, `beta`, `value`, `bound` (what is
        proved) and `cutoff`; edges have `move`; enums stand there by their names. `graph.copy()` is an ordinary one.
        """
        from tracer.graph import graph

        return self.once(graph)

    def past(self, step: int) -> Trace:
        """The trace as it was at a step: what the search had met by then, as if it had been stopped there. O(step).

        Raises:
            IndexError: there is no such step.
        """
        return trace_at_step(self, step)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a trace file; a failure leaves an older file of that name whole.

        Args:
            path: the file; `.plyscope` is what its name ends with.

        Raises:
            TraceFileError: it cannot be written.
        """
        from tracer.file.whole import save

        save(self, path)

    _picture: ClassVar[Callable[[Trace], str] | None] = None

    @classmethod
    def draw_with(cls, picture: Callable[[Trace], str]) -> None:
        """Let a function draw the traces that a notebook shows: it gives the text of an SVG picture. `viz` does so."""
        cls._picture = picture

    def _repr_svg_(self) -> str | None:
        """The picture for a notebook; None until `viz` is imported."""
        draw = type(self)._picture
        return None if draw is None else draw(self)

    def _repr_mimebundle_(self, **_wishes: object) -> dict[str, str]:
        """The same, and as an image that is never wider than its cell; nothing until `viz` is imported."""
        picture = self._repr_svg_()
        if picture is None:
            return {}
        data, title = base64.b64encode(picture.encode()).decode(), html.escape(self.header.title)
        image = f'<img src="data:image/svg+xml;base64,{data}" alt="{title}" style="max-width: 100%; height: auto">'
        return {"image/svg+xml": picture, "text/html": image}


def load(
    path: str | os.PathLike[str],
    game: Any = None,
    *,
    progress: Callable[[int, int], None] | None = None,
    max_nodes: int | None = None,
) -> Trace:
    """Open a trace file. It is only read, and all that is read of it is checked.

    Args:
        path: the file; one that is still written is a trace as far as it is there.
        game: the game or its spec, where it is not a built-in one; a file never makes code run by naming it.
        progress: called now and then with the bytes read so far and the size of the file.
        max_nodes: read only so many nodes, from the first on, pruned branches among them: the trace is that of a search
            that was stopped there. Branches that were pruned together stay together.

    Raises:
        TraceFileError: the file is no trace, is damaged, or is of another version.
        PlyscopeError: there is no such game.
    """
    if max_nodes is not None and max_nodes < 1:
        raise PlyscopeError(f"at least 1 node of {clean(str(path))} is read, not {max_nodes}")
    content, columns = read(path, progress, None if max_nodes is None else max_nodes + 1)
    with name_file_in_errors(path):
        check_options(content.header)
    trace = trace_of(content, columns, None if game is None else as_game(game))
    if max_nodes is None or len(trace) <= max_nodes:
        return trace
    trace = trace.past(trace.entered(max_nodes) - 1)
    return trace.with_columns(trace.columns, replace(trace.header, stopped=f"after {len(trace):,} nodes, as asked"))


def need_trace(found: Any) -> None:
    """Refuse what is no trace.

    Raises:
        PlyscopeError: it is something else.
    """
    if not isinstance(found, Trace):
        kind = clean(type(found).__name__)
        raise PlyscopeError(f"a trace is needed, as plyscope.load gives it of a file, and this is a {kind}")


def check_options(header: Header) -> None:
    """Refuse options that a search of plyscope's own cannot have had.

    Raises:
        PlyscopeError: it names one.
    """
    search = recorded_search(header)
    for option in () if search is None else search.own:
        if option.word in header.options:
            option.read(header.options[option.word])


def trace_of(content: Content, columns: Columns, game: AnyGame | None = None, at: Any = None) -> Trace:
    """The trace of what was read of a file.

    `at` is the root position, where it is known better than by the header's text.
    """
    header = content.header
    if game is not None and header.game == NO_GAME:
        header = replace(header, game=spec_of(game))
    position, named = header.position if at is None else None, header.options
    evaluation, prefer = named.get("evaluate"), named.get("prefer")
    found, start = find_game(header.game, position, game, evaluation=evaluation, prefer=prefer)
    start = start if at is None else at
    labels, texts, sources = content.labels.so_far(), content.texts.so_far(), tuple(content.sources)
    trace = Trace(columns, content.no_moves, header, found, start, labels=labels, texts=texts, sources=sources)
    return name_numbered_moves(trace if at is not None else at_told_root(trace))


def at_told_root(trace: Trace) -> Trace:
    """Return a trace with the root that its own texts tell, where nothing else says that it is not the game's start."""
    game, columns, header = trace.game, trace.columns, trace.header
    text = columns.text
    if game is None or header.position is not None or text is None or text[0] < 0:
        return trace
    from tracer.deciding.position_texts import root_by_texts

    tops = trace.children(0) if 0 in trace.drivers else [0]  # iterations have the root's position
    searched = [
        (trace.label(child), trace.text(child))
        for top in tops[:1]
        for child in trace.children(top)
        if columns.status[child] != PRUNED
    ]
    root = root_by_texts(game, trace.texts[int(text[0])], Turn(int(columns.turn[tops[0]])), searched)
    if root is None:
        return trace
    header = replace(header, position=position_text(game, root, root))
    tables: dict[str, Any] = {"labels": trace.move_labels, "texts": trace.texts, "sources": trace.sources}
    return Trace(columns, trace.no_moves, header, game, root, **tables)


def reopen(written: Written, path: str | os.PathLike[str]) -> Trace:
    """The trace of a recording that was written just now, read back from its file.

    Raises:
        TraceFileError: the file cannot be read.
    """
    content, columns = read(path)
    tables: dict[str, Any] = {"labels": content.labels, "texts": content.texts, "sources": tuple(content.sources)}
    trace = Trace(columns, content.no_moves, written.header, written.game, written.start, **tables)
    return name_numbered_moves(at_told_root(trace))


class SearchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a recorded search: still a KeyboardInterrupt, but nothing is lost."""

    trace: Trace
    """What had been recorded until then; its unfinished nodes are OPEN."""

    def __init__(self, trace: Trace) -> None:
        super().__init__("the search was interrupted")
        self.trace = trace
