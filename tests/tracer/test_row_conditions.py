"""Conditions over rows say what Python says of the same text, and nothing of what is missing."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer.condition.expression import MAX_LENGTH
from tracer.condition.row_conditions import MAX_LISTED_COLUMNS, parse_number, parse_rows
from tracer.condition.terms import CodedColumn, ConditionError

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
).filter(lambda text: len(text) <= MAX_LENGTH)
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
    columns: dict[str, Any] = {name: np.array([row[name] for row in rows]) for name in COLUMNS}
    values, codes = np.unique(columns["search"], return_inverse=True)
    if condition.names:
        assert condition.rows(columns).tolist() == expected
        assert condition.rows({**columns, "search": CodedColumn(codes, values.tolist())}).tolist() == expected


@given(NUMBERS, NUMBERS, st.sampled_from("+-*/"), st.lists(ROWS, min_size=1, max_size=5))
def test_a_number_of_rows_is_what_python_makes_of_it(
    one: str, other: str, sign: str, rows: list[dict[str, Any]]
) -> None:
    def python(row: dict[str, Any]) -> float:
        try:
            return float(eval(text, {}, row))  # our own text
        except ZeroDivisionError:
            return math.nan

    text = f"({one}) {sign} ({other})"
    number = parse_number(text, COLUMNS)
    columns = {name: np.array([row[name] for row in rows]) for name in number.names}
    found = number.numbers(columns)
    expected = [python(row) for row in rows]
    assert np.array_equal(np.broadcast_to(found, len(rows)), expected, equal_nan=True)
    if number.names:
        gone = number.numbers({name: [None] * len(rows) for name in number.names})
        assert np.isnan(gone).all()


def test_a_column_whose_name_is_no_word_stands_alone() -> None:
    types = {"first-move": "double", "is": "int64", "won?": "bool", "inf": "double"}
    rows = {"first-move": [0.5, None], "is": [3, 4], "won?": [True, None], "inf": [1.0, 2.0]}
    assert np.array_equal(parse_number(" first-move ", types).numbers(rows), [0.5, np.nan], equal_nan=True)
    assert parse_number("is", types).numbers(rows).tolist() == [3, 4]
    assert parse_number("inf", types).numbers(rows).tolist() == [1, 2]
    assert parse_rows("won?", types).rows(rows).tolist() == [True, False]
    with pytest.raises(ConditionError, match=r"won\? is a truth value; a number is needed here"):
        parse_number("won?", types)


def test_few_columns_are_listed() -> None:
    with pytest.raises(ConditionError) as error:
        parse_number("9 * zzz", {f"c{number}": "double" for number in range(200)})
    assert str(error.value).endswith(f", c{MAX_LISTED_COLUMNS - 1} and {200 - MAX_LISTED_COLUMNS} more")
    assert str(error.value).startswith("the formula `9 * zzz`, column 5: no column 'zzz'; there are: c0, ")


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
        ("turn == MAX", "no column 'turn'; there are: visited, minimal, search, exact"),
    ],
)
def test_what_is_no_condition_over_rows_is_refused(text: str, said: str) -> None:
    with pytest.raises(ConditionError) as error:
        parse_rows(text, COLUMNS)
    assert said in str(error.value)
