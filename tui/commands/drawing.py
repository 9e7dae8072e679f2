"""The options of a drawing on the command line: their names, what they mean, and how the shell completes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from tui.terminal.help_groups import in_group
from tui.terminal.options import BOUNDS, BOUNDS_HELP, add_options


def _complete(*words: str) -> Callable[[str], list[str]]:
    return lambda incomplete: [word for word in words if word.startswith(incomplete)]


def _flag(name: str, text: str) -> Any:
    return typer.Option(name, help=text)


def _option(text: str, *words: str) -> Any:
    return typer.Option(help=text, autocompletion=_complete(*words))


_BY_GROUP: dict[str, dict[str, tuple[Any, Any]]] = {
    "Nodes of the drawing": {
        "root": (Annotated[str, _option("Draw the subtree at the end of these moves, such as b2/a1.")], ""),
        "ply": (Annotated[int | None, _option("Depth of the drawing: down to this ply only.")], None),
        "step": (Annotated[int | None, _option("Draw the tree as it was at this step.")], None),
        "max_nodes": (
            Annotated[int | None, _option("Boxes drawn at most [what fits]; the rest becomes counted stubs.")],
            None,
        ),
        "only": (
            Annotated[
                list[str] | None,
                _option("Draw only this: pv (with refutations) or cutoffs; may be repeated.", "pv", "cutoffs"),
            ],
            None,
        ),
        "near": (
            Annotated[str | None, _option("Draw only the neighbourhood of the node at the end of these moves.")],
            None,
        ),
        "find": (
            Annotated[str | None, _option("Draw only nodes that fulfil a condition: 'cutoff and ply == 3'.")],
            None,
        ),
        "unvisited": (
            Annotated[int, _option("Plies drawn in grey below pruned branches, which were never visited.")],
            0,
        ),
        "fold": (
            Annotated[bool, _option("Draw as one box what is repeated: pruned moves, equal leaves, only moves.")],
            True,
        ),
        "merge": (
            Annotated[bool, _flag("--merge", "Draw each position once, however many ways lead to it.")],
            False,
        ),
    },
    "Text of the drawing": {
        "board": (Annotated[bool, _flag("--board", "Draw positions inside the nodes.")], False),
        "moves": (Annotated[str, _option("Where moves stand: node or edge.", "node", "edge")], "node"),
        "windows": (
            Annotated[str, _option("Where windows stand: node, edge or none.", "node", "edge", "none")],
            "node",
        ),
        "bounds": (
            Annotated[str, _option(BOUNDS_HELP, *BOUNDS)],
            "proved",
        ),
        "view": (
            Annotated[str, _option("Whose view values are: max, or mover as in a negamax.", "max", "mover")],
            "max",
        ),
        "ranges": (Annotated[bool, _flag("--ranges", "Write what is known of values in place of windows.")], False),
        "history": (
            Annotated[bool, _flag("--history", "Write alpha and beta with their old values struck out, as on paper.")],
            False,
        ),
        "numbers": (Annotated[bool, _flag("--numbers", "Number the visits.")], False),
        "types": (Annotated[bool, _flag("--types", "Colour PV, cut and all nodes.")], False),
        "last_cutoffs": (Annotated[bool, _flag("--last-cutoffs", "Mark cutoffs after a last move too.")], False),
        "notes": (
            Annotated[
                list[str] | None,
                typer.Option("--note", help="Words in a node: b2/a1='the refutation'; may be repeated."),
            ],
            None,
        ),
        "highlight": (
            Annotated[list[str] | None, _option("Let the line to the end of these moves stand out; may be repeated.")],
            None,
        ),
        "reasons": (Annotated[bool, _option("Say in an .svg why nodes were cut, where one rests on them.")], True),
    },
    "Look of the drawing": {
        "fit": (
            Annotated[
                str | None,
                _option(
                    "What it is read on: slide, page, column, square, 1600x900 (pixels), or none: as it comes [slide].",
                    *("slide", "page", "column", "square", "none"),
                ),
            ],
            None,
        ),
        "theme": (
            Annotated[
                str | None,
                _option(
                    "light, dark, print or colour-blind [light; a page is as the reader's system].",
                    *("light", "dark", "print", "colour-blind"),
                ),
            ],
            None,
        ),
        "sideways": (
            Annotated[bool | None, _flag("--sideways/--downwards", "The direction [what fits].")],
            None,
        ),
        "triangles": (Annotated[bool, _flag("--triangles", "Draw MAX and MIN as small triangles.")], False),
        "layers": (Annotated[bool, _flag("--layers", "Write MAX and MIN in the margin.")], False),
        "legend": (Annotated[bool, _option("Explain the signs.")], True),
        "caption": (Annotated[bool, _option("Say above the drawing what was searched.")], True),
        "title": (Annotated[str | None, _option("What stands above it in place of what was searched.")], None),
        "subtitle": (Annotated[str | None, _option("What stands below that in place of the result.")], None),
        "layout": (Annotated[str | None, _option("Let Graphviz place the nodes: dot.", "dot")], None),
        "dpi": (Annotated[int | None, _option("Dots an inch of a .png [144].")], None),
    },
    "Charts and animations": {
        "mass": (
            Annotated[
                str | None,
                _option(
                    "Of an icicle: branches or nodes as wide as they are [nodes, where counted].", "branches", "nodes"
                ),
            ],
            None,
        ),
        "across": (Annotated[str, _option("Of an icicle: nodes or steps across.", "nodes", "steps")], "nodes"),
        "every": (
            Annotated[int, _option("Of an animation's frames each second, third …, with the first and the last.")],
            1,
        ),
        "seconds": (
            Annotated[
                float | None,
                _option("How long an animation lasts at most; frames are left out where there are too many [15]."),
            ],
            None,
        ),
    },
}
"""The fields of `viz.Options` as a command line takes them, with their defaults, by groups; moves stand for nodes."""
_OF_A_DRAWING = {name: kind for group, kinds in _BY_GROUP.items() for name, kind in in_group(group, kinds).items()}


def drawing_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a drawing, handed over together as its keyword argument `drawing`.

    `root` and `near` are paths of moves there, for a command line knows no ids.
    """
    return add_options(command, "drawing", _OF_A_DRAWING, _given)


def _given(options: dict[str, Any]) -> dict[str, Any]:
    lists = {name: tuple(options[name] or ()) for name in ("only", "highlight")}
    return {**options, **lists}
