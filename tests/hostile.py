"""Moves and names that try to be more than text; in every format they must come out as text."""

import tracer
from viz.pictures import labels

HOSTILE = [
    # Text as such.
    "",
    "   ",
    "two\nlines\r\n",
    "y" * 10_000,
    "♔ ✂ 🎲 héllo 日本",
    "👩\u200d👩\u200d👧 🏳\ufe0f e\u0301 ﬁ",
    "שלום עולם",
    "مرحبا",
    "a\u2003b\u3000c",
    "\x1b[31mred\x1b[0m \x00 \x7f \x9b",
    "\u202egnp.exe \u200b\u2066",
    "\ud800 lone",
    "\ufffe \uffff \U0010ffff \ufeff",
    "%s %n {0}",
    # Quotes, C and CSV.
    'say "hi"',
    "it's `id` $(id)",
    "// comment /* and */ # hash",
    "=1+1,;\t|",
    # DOT.
    "back\\slash \\N \\l \\G",
    "ends in \\",
    'x", image="/etc/passwd", label="y',
    "image=/etc/passwd",
    '"]; evil [label="',
    "{a|b}|<port>",
    "<<TABLE><TR><TD>x</TD></TR></TABLE>>",
    # HTML and XML.
    "<b>bold</b>",
    "&lt;i&gt; &alpha; &#65; &",
    "</text><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</script><!--<script>",
    "]]> <!-- -->",
    "<?xml?><!DOCTYPE x>",
    "javascript:alert(1)",
    # TeX.
    r"\input{/etc/passwd}",
    r"\immediate\write18{id}",
    r"\end{document}",
    r"}\par\undefined{",
    r"^^5cinput ^^M \catcode`\%=12",
    r"% $ # ~ ^_ {} & \\",
    "$$x^2$$ --- ``q'' ?` !`",
    "], edge=red [x, for tree={",
    "a, b = c; d",
    # Mermaid and Markdown.
    "end",
    "click n1 call alert()",
    "%%{init: {'theme':'x'}}%%",
    "]--> n1[",
    '"]:::pwned',
    "#quot; #35; #lt;b#gt;",
    "`**bold** _it_ [a](b)`",
    "1. one",
    "- [x] two",
    "```\n# end of the fence",
    "style n1 fill:#f00",
    # JSON.
    "\\u003c \\n \\ud800",
    '": null, "x": "',
]
"""Moves that someone might call so, or might be called so on purpose. The short ones come whole into pictures."""


def hostile_trace() -> tracer.Trace:
    """A trace as a file may hold it: every label is hostile, and so are the names of the game and the search."""
    plain = tracer.trace([*range(len(HOSTILE))])
    header = tracer.Header(game='<b>"game"\\', search="&amp;</TD>\n\x1b[2J", options={"hash": "]]>"})
    return tracer.Trace(plain.columns, HOSTILE, header, labels=HOSTILE)


def shown(label: str) -> str:
    """A hostile move as a picture shows it."""
    return tracer.text.clean(label, labels.MOVE_LIMIT)
