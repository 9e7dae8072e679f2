"""CSV: a table, one row a node. Always the whole trace."""

from __future__ import annotations

import csv
import io
import re
from typing import BinaryIO

from tracer.tracing import Trace
from viz.formats.format import DrawingOptions, Format
from viz.pictures.options import with_bounds
from viz.rows import chunks, columns

_NUMBER_PATTERN = r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*(?:;|$)"
_FORMULA_START = re.compile(rf'(^|;)(?!{_NUMBER_PATTERN})(?=[\s"]*[=+\-@|%\t\r＝＋－＠｜％])')
"""Where a spreadsheet would begin to reckon: at the start, and where its separator is a semicolon, after that."""


def write_csv(trace: Trace, stream: BinaryIO, options: DrawingOptions) -> None:
    """Write CSV (RFC 4180, UTF-8): empty where a node has no such thing, `inf` and `-inf` for an open window.

    A move that a spreadsheet would run as a formula has an apostrophe before it; see `escape_formula`.
    """
    trace = with_bounds(trace, options.get("bounds", "proved"))
    text_stream = io.TextIOWrapper(stream, encoding="utf-8", newline="")
    try:
        writer = csv.writer(text_stream, lineterminator="\n")
        found = [column.with_words(escape_formula) for column in columns(trace).values()]
        writer.writerow([column.name for column in found])
        for row_slice in chunks(trace):
            writer.writerows(zip(*(column.texts(row_slice) for column in found), strict=True))
    finally:
        text_stream.detach()


def escape_formula(text: str) -> str:
    """Text that no spreadsheet takes for a formula: an apostrophe stands before what it would begin with.

    Numbers stay numbers. A comma inside a text needs no care, since the field is quoted.

    >>> (
    ...     escape_formula("=1+1"),
    ...     escape_formula(" @a"),
    ...     escape_formula("a;+b"),
    ...     escape_formula("--"),
    ...     escape_formula("＝1"),
    ...     escape_formula("|cmd"),
    ... )
    ("'=1+1", "' @a", "a;'+b", "'--", "'＝1", "'|cmd")
    >>> (
    ...     escape_formula("-3"),
    ...     escape_formula("+0.5"),
    ...     escape_formula("O-O"),
    ...     escape_formula("(1, -2)"),
    ...     escape_formula("a=b"),
    ... )
    ('-3', '+0.5', 'O-O', '(1, -2)', 'a=b')
    """
    return _FORMULA_START.sub(r"\1'", text)


FORMAT = Format(
    name="csv",
    holds="a table, a row a node",
    about=(
        "Spreadsheets and dataframe libraries read it. An apostrophe stands before a move that a spreadsheet would "
        "run, such as `=1+1`."
    ),
    write=write_csv,
    takes=("bounds",),
)
