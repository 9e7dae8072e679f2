"""Conditions over rows say what Python says of the same text, and nothing of what is missing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer.condition.expression import LONGEST, ConditionError
from tracer.condition.of_rows import parse_rows

COLUMNS = {"visited": "int64", "minimal": "double", "search": "string", "exact": "bool"}
NUMBERS = st.sampled_from(["visited", "minimal", "3", "0.5", "2 * visited", "visited - minimal", "-minimal"])
TRUTHS = st.one_of(
    st.builds("{} {} {}".format, NUMBERS, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), NUMBERS),
    st.builds("search {} {}".format, st.sampled_from(["==", "!="]), st.sampled_from(['"pvs"', '"sss"'])),
    st.sampled_from(["exact", 'search in ("pvs", "mtdf")', 'search not in ("pvs", "mtdf")']),
)
CONDITIONS = st.recursive(
    TRUTHS,
    lambda one: st.one_of(st.builds("({} and {})".format, one, one), st.builds("(not {} or {})".format, one, one)),
    max_leaves=6,
).filter(lambda text: len(text) <= LONGEST)
ROWS = st.fixed_dictionaries(
    {
        "visited": st.integers(0, 9),
        "minimal": st.integers(0, 9).map(float),
        "search": st.sampled_from(["pvs", "sss", "mtdf"]),
        "exact": st.booleans(),
    }
)


@given(CONDITIONS, st.lists(ROWS, min_size=1, max_size=5))
def test_rows_fulfil_what_python_says_they_do(text: str, rows: list[dict[str, Any]]) -> None:
    condition = parse_rows(text, COLUMNS)
    expected = [bool(eval(text, {}, row)) for row in rows]  # our own text
    assert [condition.holds(row) for row in rows] == expected
    columns = {name: np.array([row[name] for row in rows]) for name in COLUMNS}
    if condition.names:
        assert condition.rows(columns).tolist() == expected


@pytest.mark.parametrize(
    "text", ["visited > 0", "visited != 3", "10 * minimal >= 0", 'search == "pvs"', 'search != "pvs"', "exact"]
)
def test_what_is_missing_fulfils_nothing(text: str) -> None:
    assert not parse_rows(text, COLUMNS).holds(dict.fromkeys(COLUMNS))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("visted > 3", "did you mean visited?"),
        ("search", "search is a word"),
        ("search > 3", "cannot be compared"),
        ('search > "pvs"', "==, != and in only"),
        ("search == search", "a word is compared with a text"),
        ("__import__('os')", "a call is not allowed"),
        ("turn == MAX", "no name 'turn'"),
    ],
)
def test_what_is_no_condition_over_rows_is_refused(text: str, said: str) -> None:
    with pytest.raises(ConditionError) as error:
        parse_rows(text, COLUMNS)
    assert said in str(error.value)
