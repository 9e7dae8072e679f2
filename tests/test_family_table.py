"""README's table of all searches, each with its counts on tic-tac-toe. `pytest --update` writes it anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import tracer
from tracer.text import number

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- every search on tic-tac-toe -->\n", "<!-- so far -->\n"
HEADS = ("search", "family", "value", "visits", "evaluated", "cutoffs", "table hits")


def rows() -> Iterator[tuple[str, ...]]:
    """The table; searches that know chance are for games with dice."""
    yield HEADS
    yield ("---", "---", *["---:"] * (len(HEADS) - 2))
    for name, search in tracer.SEARCHES.items():
        if search.chance:
            continue
        trace = tracer.trace("tictactoe", name)
        counts = trace.counts
        assert trace.value is not None
        shown = (counts.visited, counts.leaf_evaluations, counts.cutoffs, counts.table_hits)
        numbers = [f"{one:,}" if one else "–" for one in shown]
        yield (f"`{name}`", search.family, number(trace.value), *numbers)


def test_the_readme_has_every_search_with_its_counts(request: pytest.FixtureRequest) -> None:
    table = "\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows()) + "\n"
    text = README.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    said, end, after = rest.partition(END)
    assert begin
    assert end
    if request.config.getoption("--update"):
        README.write_text(before + begin + table + end + after, encoding="utf-8")
    else:
        assert said == table
