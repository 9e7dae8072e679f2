"""The columns of a study's dataset: what is known of each search, by name and type. They are the same for every study.

Between `FIXED` and `MEASURED` stand the parameters of the study. Types are those of Arrow and Parquet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracer.condition.of_rows import FLOAT, INT, TEXT, TRUTH

LARGEST = 2**63 - 1
"""The largest whole number of a column."""
FIXED: dict[str, str] = dict.fromkeys(("cell", "game", "position", "search", "options"), TEXT)
"""What was searched: the cell's name, the game's spec, the root (none is the start), the search and its options."""
_COUNTED = {
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
COUNTED: dict[str, str] = {name: kind for kind, names in _COUNTED.items() for name in names.split()}
"""Every count and its type; null where a search has no such thing."""
STOPPED, FAILED, KEPT = "stopped", "error", "trace"
"""The columns that say by which limit a search was ended, what went wrong, and in which file its trace is."""
TIMES = ("seconds", "seconds_recorded")
"""What differs from run to run: processor time without recording, and seconds with it."""
MEASURED: dict[str, str] = {
    "value": FLOAT,
    "best_move": TEXT,
    **COUNTED,
    "minimal": FLOAT,
    "minimal_tree_leaves": FLOAT,
    **dict.fromkeys(TIMES, FLOAT),
    **dict.fromkeys((STOPPED, FAILED, KEPT), TEXT),
}
"""What came of a search. `minimal` is the smallest tree that proves the value, in nodes."""


def plain(kind: str, value: Any) -> Any:
    """A value as a column of a type holds it; None where it cannot.

    >>> plain(INT, 7), plain(INT, 10**30), plain(FLOAT, 7), plain(TEXT, ">=")
    (7, None, 7.0, '>=')
    """
    if value is None:
        return None
    if kind == INT:
        return int(value) if -LARGEST <= value <= LARGEST else None
    return float(value) if kind == FLOAT else bool(value) if kind == TRUTH else str(value)


def columns(parameters: Mapping[str, str]) -> dict[str, str]:
    """All columns of a study, in their order, with their types, from those of its parameters."""
    return FIXED | dict(parameters) | MEASURED
