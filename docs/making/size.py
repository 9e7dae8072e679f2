"""`make size`: print how large the packages are, so that two states of the repository can be compared.

Code lines are the lines that are left without blank lines, comments and docstrings. A text below a field documents it
and counts as a docstring. A threshold is a name at the top of a module whose value is a number.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import typer

from making.page import ROOT
from tui.program import JOBS, app

PACKAGES = ("tracer", "viz", "tui")
KINDS = {".py": "Python", ".js": "JavaScript", ".css": "styles", ".tcss": "styles", ".h": "C header"}
"""The files that are measured, by their suffixes."""
JUDGING = ("tracer/attaching", "tracer/assembling", "tracer/deciding", "tracer/diagnosis")
"""The rooms whose thresholds are counted: they infer something from numbers."""
LONG = 350
"""Lines that a file may have."""
_TEXT_OR_COMMENT = re.compile(r""" "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | `(?:\\.|[^`\\])*`
    | (?P<block> /\*.*?\*/ ) | (?P<line> //[^\n]* ) """, re.DOTALL | re.VERBOSE)  # fmt: skip


@dataclass(frozen=True)
class Measured:
    """A file of a package with its size."""

    path: Path
    kind: str
    """Its language, one of the values of `KINDS`."""
    lines: int
    code: int
    """Lines without blank lines, comments and docstrings."""

    @property
    def name(self) -> str:
        """Return its path within the repository."""
        return self.path.relative_to(ROOT).as_posix()


def files(package: str) -> list[Measured]:
    """Return the measured files of a package, in the order of their paths."""
    paths = [path for path in sorted((ROOT / package).rglob("*")) if path.suffix in KINDS and path.is_file()]
    return [measured(path) for path in paths]


def measured(path: Path) -> Measured:
    """Return the size of a file."""
    text = path.read_text(encoding="utf-8")
    code = python_code_lines(text) if path.suffix == ".py" else other_code_lines(text, path.suffix in (".js", ".h"))
    return Measured(path, KINDS[path.suffix], len(text.splitlines()), code)


def python_code_lines(text: str) -> int:
    r"""Return the number of lines of Python without blank lines, comments and docstrings.

    >>> python_code_lines('"A module."\n\nX = 1  # one\n# two\nY = 2\n"A field."\n')
    2
    """
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    lines = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in skipped:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def other_code_lines(text: str, has_line_comments: bool = True) -> int:
    r"""Return the number of lines of JavaScript, C or styles without blank lines and comments.

    >>> other_code_lines('/* one\n   two */\nlet a = "//"; // three\n\n// four\nlet b;\n')
    2
    """

    def without(found: re.Match[str]) -> str:
        is_comment = found["block"] or (found["line"] and has_line_comments)
        return "\n" * found[0].count("\n") if is_comment else found[0]

    return sum(bool(line.strip()) for line in _TEXT_OR_COMMENT.sub(without, text).splitlines())


def thresholds(text: str) -> list[str]:
    r"""Return the names at the top of a module whose values are numbers.

    >>> thresholds("FEW = 3\nLONG: float = 60 * 60\nWORDS = {'a': 1}\n_LOW = -0.5\n")
    ['FEW', 'LONG', '_LOW']
    """
    named = [node for node in ast.parse(text).body if isinstance(node, ast.Assign | ast.AnnAssign) and node.value]
    return [
        target.id
        for node in named
        if _is_number(node.value)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]


def _is_number(value: ast.expr | None) -> bool:
    """Return whether an expression is a number, or is computed from numbers only."""
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) and _is_number(value.right)
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def options() -> dict[str, int]:
    """Return the number of options of each command, `--help` and hidden ones left out."""
    group = typer.main.get_command(app)
    above = group.make_context("plyscope", [], resilient_parsing=True)
    found: dict[str, int] = {}
    for name in (name for commands in JOBS.values() for name in commands):
        command = group.get_command(above, name)  # type: ignore[attr-defined]  # Typer's own class of groups
        context = command.make_context(name, [], parent=above, resilient_parsing=True)
        given = [one for one in command.get_params(context) if one.param_type_name == "option" and not one.hidden]
        found[name] = sum("--help" not in one.opts for one in given)
    return found


def table(rows: Iterable[tuple[object, ...]]) -> str:
    """Return rows as aligned columns: texts to the left, numbers to the right."""
    texts = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = (zip(row, widths, strict=True) for row in texts)
    return "\n".join(
        "  ".join(cell.ljust(width) if not place else cell.rjust(width) for place, (cell, width) in enumerate(line))
        for line in lines
    )


def report() -> Iterator[str]:
    """Yield the parts of what is printed."""
    packages = {package: files(package) for package in PACKAGES}
    every = [one for some in packages.values() for one in some]
    kinds = dict.fromkeys(KINDS.values())
    parts = {
        (package, kind): [one for one in some if one.kind == kind]
        for package, some in packages.items()
        for kind in kinds
    }
    rows = [(*which, *_sums(some)) for which, some in parts.items() if some]
    heads = ("package", "language", "files", "lines", "code lines", "longest file", "lines")
    yield table([heads, *rows, ("all", "", *_sums(every))])
    long = sorted((one for one in every if one.lines > LONG), key=lambda one: -one.lines)
    yield f"Files over {LONG} lines: {len(long)}"
    if long:
        yield table((one.name, one.lines) for one in long)
    counts = [(room, sum(len(thresholds(path.read_text("utf-8"))) for path in _modules(room))) for room in JUDGING]
    yield f"Numeric thresholds\n{table([*counts, ('all', sum(count for _, count in counts))])}"
    given = options()
    yield f"Options\n{table([*given.items(), ('all', sum(given.values()))])}"
    yield f"Words of CONTRIBUTING.md: {len((ROOT / 'CONTRIBUTING.md').read_text(encoding='utf-8').split()):,}"


def _sums(some: list[Measured]) -> tuple[object, ...]:
    longest = max(some, key=lambda one: one.lines)
    return len(some), sum(one.lines for one in some), sum(one.code for one in some), longest.name, longest.lines


def _modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


if __name__ == "__main__":
    print("\n\n".join(report()))
