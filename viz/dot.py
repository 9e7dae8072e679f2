"""A selection of a trace as DOT, line by line.

Everything from a trace passes through `quote`; ids are made here, and only the attributes listed here are ever written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TypedDict, Unpack

from tracer.errors import PlyscopeError
from tracer.status import PRUNED
from tracer.trace import Trace
from viz import labels
from viz.legend import caption, mark_of
from viz.roles import Kind, Role, role
from viz.select import MAX_NODES, Selection, Stub, select, selected
from viz.sides import Sides
from viz.theme import LIGHT, Theme

ATTRIBUTES = frozenset(
    (
        *("arrowhead", "arrowsize", "bgcolor", "color", "dpi", "fillcolor", "fontcolor", "fontname", "fontsize"),
        *("headlabel", "headport", "height", "label", "labelangle", "labeldistance", "labeljust", "labelloc", "margin"),
        *("nodesep", "ordering", "outputorder", "pad", "penwidth", "rankdir", "ranksep", "shape", "splines", "style"),
        *("tailport", "width"),
    )
)
"""All that may be written. None of them can name a file, an address or a script."""
WIDEST = 20
"""Nodes in one rank up to which a tree grows downwards; a wider one grows to the right, where a node is a line high."""
PRUNED_WIDTH = 0.4
"""Of a pruned branch, which shows its move alone, compared with a visited node."""

BOARD_LINE = 0.24
"""Inches of a node's height to a line of text, with the room that a pointed shape needs."""


class Options(TypedDict, total=False):
    """What shapes a drawing."""

    root: int
    """The node at the top."""
    max_nodes: int
    """Nodes drawn at most; the rest becomes counted stubs."""
    ply: int | None
    """Plies drawn below the root; None draws as deep as `max_nodes` reaches."""
    board: bool
    """Draw positions inside the nodes."""
    sideways: bool | None
    """Grow to the right instead of downwards; None decides by the width."""
    theme: Theme
    dpi: int | None
    """Dots an inch of a bitmap; None leaves it to Graphviz."""
    nodes: Iterable[int] | None
    """Just these nodes, each with its parent but for the first; then root, max_nodes and ply do not matter."""
    sides: Sides | None
    """Whose each node is, where the trace drawn is the union of two."""


def quote(*lines: str) -> str:
    r"""Text as a DOT string that Graphviz shows as it is, line by line.

    In a DOT string `\` begins an escape, and `&` an HTML entity even where the text is not HTML.

    >>> print(quote('a "b" \\N', "<i>&amp;"))
    "a \"b\" \\N\n<i>&amp;amp;"
    >>> print(quote("ends in \\"))
    "ends in \\"
    """
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines]
    return '"' + r"\n".join(escaped) + '"'


def draw(
    trace: Trace,
    *,
    root: int = 0,
    max_nodes: int = MAX_NODES,
    ply: int | None = None,
    board: bool = False,
    sideways: bool | None = None,
    theme: Theme = LIGHT,
    dpi: int | None = None,
    nodes: Iterable[int] | None = None,
    sides: Sides | None = None,
) -> Iterator[str]:
    """The DOT of a trace, line by line; see `Options`. The same trace gives the same lines.

    Raises:
        PlyscopeError: there is no such root, the budget draws nothing, a board is wanted and the trace has no game, or
            the sides are those of another trace.
    """
    if sides is not None and sides.trace is not trace:
        raise PlyscopeError("these are the sides of another trace: draw `sides.trace`, the union of the two")
    notable = None if sides is None else sides.codes > 0
    if nodes is None:
        selection = select(trace, root=root, max_nodes=max_nodes, ply=ply, notable=notable)
    else:
        selection = selected(trace, nodes)
    if board:
        trace.need_game()
    return _Drawing(trace, selection, theme, board=board, sideways=sideways, dpi=dpi, sides=sides).lines()


def text(trace: Trace, **options: Unpack[Options]) -> str:
    """The DOT of a trace as one text; see `draw`."""
    return "".join(f"{line}\n" for line in draw(trace, **options))


class _Drawing:
    """One drawing while it is written."""

    def __init__(
        self,
        trace: Trace,
        selection: Selection,
        theme: Theme,
        *,
        board: bool,
        sideways: bool | None,
        dpi: int | None,
        sides: Sides | None,
    ) -> None:
        self.trace, self.selection, self.theme = trace, selection, theme
        self.board, self.dpi, self.sides = board, dpi, sides
        self.sideways = not board and _width(trace, selection) > WIDEST if sideways is None else sideways

    def lines(self) -> Iterator[str]:
        """The whole file."""
        role_of = self.sides.role if self.sides else partial(role, self.trace)
        roles = {node: role_of(node) for node in self.selection.nodes}
        yield "digraph plyscope {"
        yield from self._defaults(roles.values())
        for node, what in roles.items():
            yield self._node(node, what)
            if node != self.selection.root:
                yield self._edge(node, what)
        for stub in self.selection.stubs:
            yield from self._stub(stub)
        yield "}"

    def _defaults(self, roles: Iterable[Role]) -> Iterator[str]:
        theme = self.theme
        font = quote(theme.mono if self.board else theme.font)
        page = {
            "label": caption(self.trace, self.selection, roles, theme, self.sides),
            "labelloc": "t",
            "labeljust": "l",
        }
        layout = {"rankdir": "LR", "nodesep": "0.06", "ranksep": "0.45"} if self.sideways else {"ranksep": "0.5"}
        if self.dpi is not None:
            layout["dpi"] = str(self.dpi)
        yield _statement(
            "graph",
            **page,
            bgcolor=quote(theme.background),
            fontname=quote(theme.font),
            fontcolor=quote(theme.text),
            pad='"0.2"',
            nodesep=layout.pop("nodesep", "0.1"),
            ordering="out",
            outputorder="edgesfirst",
            splines="line" if not self.sideways else "true",
            **layout,
        )
        yield _statement("node", fontname=font, margin='"0.06,0.03"', width="0", height="0")
        ports = {"tailport": "e", "headport": "w"} if self.sideways else {"tailport": "s", "headport": "n"}
        size = str(theme.small)
        mark = {"labelangle": "0", "labeldistance": "2" if self.sideways else "1.6"}
        yield _statement("edge", fontname=quote(theme.font), fontsize=size, arrowsize="0.8", **mark, **ports)

    def _node(self, node: int, what: Role) -> str:
        look = self.theme.node(what)
        return _statement(
            f"n{node}",
            label=self._text(node, what),
            shape=look.shape,
            style=quote(look.style),
            fillcolor=quote(look.fill),
            color=quote(look.line),
            fontcolor=quote(look.text),
            fontsize=f"{min(look.size, self.theme.small) if self.board else look.size:g}",
            penwidth=f"{look.width:g}",
            **self._height(what),
        )

    def _height(self, what: Role) -> dict[str, str]:
        """A pruned branch beside boards is as high as they are, so that the edge to it passes none of them."""
        if not self.board or what.kind is not Kind.PRUNED:
            return {}
        lines = len(labels.board(self.trace, self.selection.root))
        return {"height": f"{BOARD_LINE * (4 + lines):.2f}"}

    def _text(self, node: int, what: Role) -> str:
        text = self.sides.lines(node) if self.sides else labels.lines(self.trace, node)
        if self.board and what.kind is not Kind.PRUNED:
            return quote(*text, "", *labels.board(self.trace, node))
        return self._lines(text)

    def _lines(self, text: list[str], joint: str = "  ") -> str:
        return quote(joint.join(text)) if self.sideways else quote(*text)

    def _edge(self, node: int, what: Role) -> str:
        look = self.theme.edge_to(what)
        # A label at the edge's head takes no part in the layout: edge labels proper take Graphviz quadratic time.
        mark = {"headlabel": mark_of(what, self.theme)} if what.refutes else {}
        return _statement(
            f"n{self.trace.columns.parent[node]} -> n{node}",
            color=quote(look.line),
            style=look.style,
            penwidth=f"{look.width:g}",
            arrowhead=look.head,
            **mark,
        )

    def _stub(self, stub: Stub) -> Iterator[str]:
        theme = self.theme
        yield _statement(
            f"s{stub.parent}",
            label=self._lines(labels.left_out(stub.visited, stub.pruned), joint=" · "),
            shape="plain",
            fontcolor=quote(theme.faint),
            fontsize=f"{theme.small:g}",
        )
        yield _statement(
            f"n{stub.parent} -> s{stub.parent}", color=quote(theme.faint), style="dotted", arrowhead="none"
        )


def _statement(subject: str, **attributes: str) -> str:
    unknown = attributes.keys() - ATTRIBUTES
    assert not unknown, unknown
    return f"  {subject} [{', '.join(f'{name}={value}' for name, value in attributes.items())}];"


def _width(trace: Trace, selection: Selection) -> float:
    """The widest rank, in visited nodes."""
    columns, rank = trace.columns, defaultdict[int, float](float)
    for node in selection.nodes:
        rank[int(columns.ply[node])] += PRUNED_WIDTH if columns.status[node] == PRUNED else 1
    for stub in selection.stubs:
        rank[int(columns.ply[stub.parent]) + 1] += 1
    return max(rank.values())
