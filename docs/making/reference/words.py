"""What the page of words shows of the code: the lines of the table that `count` prints."""

from __future__ import annotations

from making.reference.python import linked
from tracer.sweeping.result_columns import column_meaning
from tui.terminal.count_report import COUNT_ROWS


def counts() -> str:
    """Each line of `plyscope count`, with its name in Python, JSON and studies, and what it counts."""
    other = {"seconds": "seconds_recorded"}  # in a study, `seconds` are those without recording
    rows = [f"| {line} | `{name}` | {linked(column_meaning(other.get(name, name)))} |" for name, line in COUNT_ROWS]
    return "\n".join(["| line | name | what it says |\n|---|---|---|", *rows])
