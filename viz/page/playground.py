"""The playground: a page in which trees are typed and searched, with no recording in it."""

from __future__ import annotations

import html
from typing import Any

import tracer
from tracer.text import clean
from viz.page import script
from viz.page.asides import make_pseudocodes
from viz.page.document import fill_page, json_text
from viz.page.packing import pack

SEARCHES = ("minimax", "negamax", "alphabeta", "negamax-alphabeta", "pvs", "expectiminimax")
"""The searches that the page runs itself, by their names in the registry."""
EXAMPLES = (
    ("Russell & Norvig: nine leaves", "[[3,12,8],[2,4,6],[14,5,2]]"),
    ("a deep cutoff", "[[[5,4],[6,7]],[[[2,9],[8,1]],[[3,1],[5,2]]]]"),
    ("Wikipedia: five plies", "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]"),
    ("a bound, not a value", "[[4,8],[[5,3],[7,9]],[2,[6,1]]]"),
    ("Russell & Norvig: chance", "[(0.9:[2,2],0.1:[3,3]),(0.9:[1,1],0.1:[4,4])]"),
)
"""Trees to begin with: what they are called, and how they are typed."""
TITLE = "plyscope playground"
DESCRIPTION = (
    "Type a game tree and step through minimax, alpha-beta and PVS on it: each value, window and cutoff explained."
)
_OF_ONE_TREE = ("title", "nodes", "root", "bytes", "sections", "code", "edit")
"""What the header of a recording says of its own tree and search."""


def make_playground_page() -> str:
    """Return the playground as one self-contained page; it is the same for the same version of the package."""
    return fill_page(
        {("application/json", "playground"): json_text(make_playground_data())},
        title=TITLE,
        description=html.escape(DESCRIPTION),
        style=script.make_style() + script.read_page_file("playground.css"),
        script=script.make_script("playground"),
        noscript="The playground searches trees in your browser, which needs JavaScript.",
    )


def make_playground_data() -> dict[str, Any]:
    """Return what the page needs from here: what all headers have in common, pseudo-code, and the examples."""
    header = pack(tracer.trace([1, 2])).header
    return {
        "header": {name: value for name, value in header.items() if name not in _OF_ONE_TREE},
        "codes": {name: code for search in SEARCHES for name, code in make_pseudocodes(search).items()},
        "examples": [[clean(title), tree] for title, tree in EXAMPLES],
    }
