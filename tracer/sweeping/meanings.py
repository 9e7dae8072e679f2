"""What the columns of a study's dataset mean, in a line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tracer.count.counts import Counts
from tracer.sweeping.measures import columns

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
