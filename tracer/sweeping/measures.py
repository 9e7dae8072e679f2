"""The columns of a study's dataset: what is known of each search, by name and type. They are the same for every study.

Between `FIXED` and `MEASURED` stand the parameters of the study. Types are those of Arrow and Parquet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracer.condition.row_conditions import FLOAT, INT, TEXT, TRUTH
from tracer.count.counts import Counts

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


_GAMMA = "States that SSS* or DUAL* took by the operator Γ"
SAID = {
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


def meanings(parameters: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Name, type and meaning of each column of a study with these parameters, in their order."""
    for name, kind in columns(parameters).items():
        yield name, kind, "A parameter of the study." if name in parameters else meaning(name)


def meaning(name: str) -> str:
    """What a column says that every study has."""
    if name in SAID:
        return SAID[name]
    count = getattr(Counts, name)
    said = getattr(count, "func", count).__doc__ or ""
    return said.partition("\n")[0].replace("`", "").replace("None", "null").removesuffix(" O(n).")
