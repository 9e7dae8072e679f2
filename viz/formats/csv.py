"""CSV: a table, one row a node. Always the whole trace."""

from __future__ import annotations

import csv
import io
import re
from typing import BinaryIO

from tracer.tracing import Trace
from viz.formats.format import Drawing, Format
from viz.pictures.options import reading
from viz.rows import chunks, columns

_NUMBER = r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*(?:;|$)"
_FORMULA = re.compile(rf'(^|;)(?!{_NUMBER})(?=[\s"]*[=+\-@|%\t\r＝＋－＠｜％])')
"""Where a spreadsheet would begin to reckon: at the start, and where its separator is a semicolon, after that."""


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write CSV (RFC 4180, UTF-8): empty where a node has no such thing, `inf` and `-inf` for an open window.

    A move that a spreadsheet would run as a formula has an apostrophe before it; see `harmless`.
    """
    trace = reading(trace, options.get("bounds", "proved"))
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
    try:
        writer = csv.writer(text, lineterminator="\n")
        found = [one.with_words(harmless) for one in columns(trace).values()]
        writer.writerow([one.name for one in found])
        for rows in chunks(trace):
            writer.writerows(zip(*(one.texts(rows) for one in found), strict=True))
    finally:
        text.detach()


def harmless(text: str) -> str:
    """Text that no spreadsheet takes for a formula: an apostrophe stands before what it would begin with.

    Numbers stay numbers. A comma inside a text needs no care, since the field is quoted.

    >>> harmless("=1+1"), harmless(" @a"), harmless("a;+b"), harmless("--"), harmless("＝1"), harmless("|cmd")
    ("'=1+1", "' @a", "a;'+b", "'--", "'＝1", "'|cmd")
    >>> harmless("-3"), harmless("+0.5"), harmless("O-O"), harmless("(1, -2)"), harmless("a=b")
    ('-3', '+0.5', 'O-O', '(1, -2)', 'a=b')
    """
    return _FORMULA.sub(r"\1'", text)


FORMAT = Format(
    name="csv",
    holds="a table, a row a node",
    about=(
        "Spreadsheets and dataframe libraries read it. An apostrophe stands before a move that a spreadsheet would "
        "run, such as `=1+1`."
    ),
    write=write,
    takes=("bounds",),
)
