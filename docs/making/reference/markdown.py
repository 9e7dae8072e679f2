"""Texts of the program as Markdown and HTML that say just what they said."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import pairwise

_CODE = re.compile(r"``(.+?)``|`([^`]+)`|(?<![\w.-])(--[a-z][\w-]*)(?![\w-]*\]\()")
"""What stands in backticks, and options, which stand in texts of the terminal as they are."""
_EMPHASIS = re.compile(r"(?<!\w)\*(\w+)\*(?!\w)")
_SIGNS = re.compile(r"([\\`*_\[\]|])")


def prose(text: str) -> str:
    r"""A sentence as Markdown: signs are signs, and what is code looks like it.

    >>> print(prose("SSS* and DUAL*: `a|b`, a_b [c] < d, --max-nodes 3"))
    SSS\* and DUAL\*: `a|b`, a\_b \[c\] &lt; d, `--max-nodes` 3
    """
    return _around_code(text, _escaped, lambda code: f"`{code}`")


def html(text: str) -> str:
    """The same as HTML.

    >>> html("between `<` and --cut '>'")
    "between <code>&lt;</code> and <code>--cut</code> '&gt;'"
    """
    return _around_code(text, lambda plain: _EMPHASIS.sub(r"<em>\1</em>", escape(plain, quote=False)), code)


def _escaped(text: str) -> str:
    signs = _SIGNS.sub(r"\\\1", escape(text, quote=False))
    return re.sub(r"(?<!\w)\\\*(\w+)\\\*(?!\w)", r"*\1*", signs)


def code(text: str) -> str:
    """Code as HTML."""
    return f"<code>{escape(text, quote=False)}</code>"


def _around_code(text: str, plain: Callable[[str], str], code: Callable[[str], str]) -> str:
    parts, end = [], 0
    for found in _CODE.finditer(text):
        parts += [plain(text[end : found.start()]), code(found[1] or found[2] or found[3])]
        end = found.end()
    return "".join([*parts, plain(text[end:])])


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table from cells that are Markdown already; a column of numbers stands at the right."""
    cells = [list(row) for row in rows]
    numbers = [all(re.fullmatch(r"[\d,]+", row[column]) for row in cells) for column in range(len(heads))]
    lines = [heads, ["---:" if right else "---" for right in numbers], *cells]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def meanings(entries: Iterable[tuple[str, str, str]]) -> str:
    """Terms with their meanings below or beside them, as the page is wide.

    Args:
        entries: for each its anchor, which may be empty, the term and its meaning, both as HTML.
    """
    lines = ['<dl class="meanings">']
    for anchor, term, meaning in entries:
        place = f' id="{anchor}"' if anchor else ""
        lines.append(f"<dt{place}>{term}</dt>\n<dd>{meaning}</dd>")
    return "\n".join([*lines, "</dl>", ""])


def heading(level: int, title: str, anchor: str) -> str:
    """A heading that links can name, whatever its title is.

    >>> print(heading(3, "`star1`", "star1"), end="")
    ### `star1` <a id="star1"></a>
    """
    return f"{'#' * level} {title} {place(anchor)}\n"


def place(anchor: str) -> str:
    """Where a link leads to.

    >>> place("max")
    '<a id="max"></a>'
    """
    return f'<a id="{anchor}"></a>'


def fenced(text: str, language: str = "text") -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def documented(docstring: str | None) -> str:
    """A docstring as Markdown: paragraphs, lists and indented code, up to its sections of arguments and errors."""
    text = re.split(r"^(?:Args|Raises|Returns|Attributes):$", _dedented(docstring or ""), flags=re.MULTILINE)[0]
    return "\n\n".join(_block(block) for block in re.split(r"\n\s*\n", text.strip())) + "\n"


def first_sentence(docstring: str | None) -> str:
    """The first paragraph of a docstring in one line."""
    return " ".join(_dedented(docstring or "").strip().split("\n\n")[0].split())


def documented_members(kind: type) -> dict[str, str]:
    """The names that a class gives values, each with the text that stands under it, in one line; else empty."""
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    found: dict[str, str] = {}
    for one, below in pairwise([*tree.body, ast.Pass()]):
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            said = below.value if isinstance(below, ast.Expr) else None
            found[one.targets[0].id] = " ".join(str(said.value).split()) if isinstance(said, ast.Constant) else ""
    return found


def _dedented(text: str) -> str:
    first, _, rest = text.partition("\n")
    lines = rest.split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join([first, *(line[margin:] for line in lines)])


def _block(text: str) -> str:
    if all(line.startswith("    ") for line in text.split("\n")):
        return fenced("\n".join(line[4:] for line in text.split("\n"))).rstrip()
    if text.startswith("- "):
        items = re.split(r"^- ", text, flags=re.MULTILINE)[1:]
        return "\n".join(f"- {prose(' '.join(item.split()))}" for item in items)
    return prose(" ".join(text.split()))
