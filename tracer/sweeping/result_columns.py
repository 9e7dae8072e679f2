"""The columns of a study's dataset: what is known of each search, by name and type. They are the same for every study.

Between `IDENTITY_COLUMNS` and `RESULT_COLUMNS` stand the parameters of the study. Types are those of Arrow and Parquet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracer.condition.row_conditions import FLOAT, INT, TEXT, TRUTH
from tracer.count.counts import Counts

MAX_INTEGER = 2**63 - 1
"""The largest whole number of a column."""
IDENTITY_COLUMNS: dict[str, str] = dict.fromkeys(("cell", "game", "position", "search", "options"), TEXT)
"""What was searched: the cell's name, the game's spec, the root (none is the start), the search and its options."""
_COUNTS_BY_TYPE = {
    INT: (
        "visited re_searches passes leaves leaf_evaluations cutoffs pruning_cutoffs pruned_branches skipped_moves "
        "selective_skips null_cutoffs stand_pats table_hits distinct_nodes positions transpositions first_move_cutoffs "
        "minimal_leaves iterations expansions largest_pn largest_dn updated states_taken "
        "gamma_1 gamma_2 gamma_3 gamma_4 gamma_5 gamma_6 merits open_at_most purged"
    ),
    FLOAT: (
        "pruned_nodes table_nodes full_tree_nodes standard_error margin first_move_share branching_factor "
        "effective_branching_factor"
    ),
    TRUTH: "pruned_branches_exact pruned_nodes_exact table_nodes_exact",
}
"""The counts that `tracer.count` makes, by their type. What is estimated or never visited may be larger than INT."""
COUNT_COLUMNS: dict[str, str] = {name: kind for kind, names in _COUNTS_BY_TYPE.items() for name in names.split()}
"""Every count and its type; null where a search has no such thing."""
STOPPED_COLUMN, ERROR_COLUMN, TRACE_COLUMN = "stopped", "error", "trace"
"""The columns that say by which limit a search was ended, what went wrong, and in which file its trace is."""
TIME_COLUMNS = ("seconds", "seconds_recorded")
"""What differs from run to run: processor time without recording, and seconds with it."""
RESULT_COLUMNS: dict[str, str] = {
    "value": FLOAT,
    "best_move": TEXT,
    **COUNT_COLUMNS,
    "minimal": FLOAT,
    "minimal_tree_leaves": FLOAT,
    **dict.fromkeys(TIME_COLUMNS, FLOAT),
    **dict.fromkeys((STOPPED_COLUMN, ERROR_COLUMN, TRACE_COLUMN), TEXT),
}
"""What came of a search. `minimal` is the smallest tree that proves the value, in nodes."""


def to_column_value(column_type: str, value: Any) -> Any:
    """A value as a column of a type holds it; None where it cannot.

    >>> to_column_value(INT, 7), to_column_value(INT, 10**30), to_column_value(FLOAT, 7), to_column_value(TEXT, ">=")
    (7, None, 7.0, '>=')
    """
    if value is None:
        return None
    if column_type == INT:
        return int(value) if -MAX_INTEGER <= value <= MAX_INTEGER else None
    return float(value) if column_type == FLOAT else bool(value) if column_type == TRUTH else str(value)


def study_columns(parameters: Mapping[str, str]) -> dict[str, str]:
    """All columns of a study, in their order, with their types, from those of its parameters."""
    return IDENTITY_COLUMNS | dict(parameters) | RESULT_COLUMNS


_GAMMA = "States that SSS* or DUAL* took by the operator Γ"
COLUMN_MEANINGS = {
    "cell": "The name of the search: twenty hexadecimal digits that follow from what was searched.",
    "game": "The spec of the game.",
    "position": "The root; null is the start of the game.",
    "search": "The search.",
    "options": "Its options, as they stand behind the name of a search.",
    "value": "What the root is worth, MAX's view, as the search returned it: with a window perhaps a bound.",
    "best_move": "The move at the root that the search plays.",
    "played": "The move that the recorded program chose, if it could be inferred (no column of a study).",
    "iterations": "Iterations of Monte Carlo tree search.",
    "expansions": "Nodes that a proof-number search expanded.",
    "largest_pn": "The largest finite proof number of the root.",
    "largest_dn": "The largest finite disproof number of the root.",
    "updated": "Proof and disproof numbers that were set.",
    "states_taken": "States that SSS* or DUAL* took from OPEN.",
    **{f"gamma_{number}": f"{_GAMMA}{number}." for number in range(1, 7)},
    "merits": "Distinct merits of the states that were taken.",
    "open_at_most": "States in OPEN at most.",
    "purged": "States that were purged from OPEN.",
    "minimal": "Nodes of the smallest tree that proves the value; null where the value is outside of a given window.",
    "minimal_tree_leaves": "Leaves of that tree.",
    "seconds": "Seconds of processor time of the search without recording, of its thread, once; null if stopped.",
    "seconds_recorded": "Seconds of the search with recording, by the clock, once.",
    "stopped": "The limit by which it was stopped; null where it came to its end.",
    "error": "Why there is no result; null where there is one.",
    "trace": "The file of its trace below the folder of the results, where that is kept.",
}
"""Columns whose meaning stands nowhere else; the counts say themselves what they are."""
IDENTITY = "full_tree_nodes = distinct_nodes + pruned_nodes + table_nodes"


def iter_meanings(parameters: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Name, type and meaning of each column of a study with these parameters, in their order."""
    for name, column_type in study_columns(parameters).items():
        yield name, column_type, "A parameter of the study." if name in parameters else column_meaning(name)


def column_meaning(name: str) -> str:
    """What a column says that every study has."""
    if name in COLUMN_MEANINGS:
        return COLUMN_MEANINGS[name]
    count_property = getattr(Counts, name)
    docstring = getattr(count_property, "func", count_property).__doc__ or ""
    return docstring.partition("\n")[0].replace("`", "").replace("None", "null").removesuffix(" O(n).")
