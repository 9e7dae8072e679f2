"""What a selective search must not trust: a good late move that was reduced, a noisy move that need not be made."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tracer.deciding.thresholds import SEVERAL, SURE, TWICE
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.wording import sentence, symptoms
from tracer.recording.columns import NO_DEPTH
from tracer.recording.no_moves import Stand
from tracer.recording.status import EXPANDED, OPEN, PRUNED, Why
from tracer.text import number

REDUCED_KEPT = Disease(
    "reduced-kept",
    ERROR,
    "A move that was searched less deep than the others, as it is late, turns out better than the best so far, and "
    "that is taken for its value: nothing searches it to the whole depth.",
    "Search a reduced move again to the whole depth where its value is better than alpha, also in a null window; only "
    "what is no better than alpha needs no second search.",
)
NO_STAND_PAT = Disease(
    "no-stand-pat",
    ERROR,
    "Beyond the horizon only noisy moves are searched, and one of them counts however bad it is, as if the player had "
    "to make it.",
    "Begin with the evaluation as the best value, and return it at once where it reaches beta: a player may stand pat. "
    "Where that is not allowed, as in check, search all moves.",
)
DISEASES: tuple[Disease, ...] = (REDUCED_KEPT, NO_STAND_PAT)


def examine(case: Case) -> Iterator[Symptom]:
    """Both, where the search itself told for what its visits were made."""
    if case.trace.columns.why is None or case.trace.sources or not case.windowed:
        return
    for kept, again in _reduced(case):
        for call in kept if len(kept) >= max(TWICE, SURE * (len(kept) + again)) else ():
            known = case.depth is not None and case.depth[call] != NO_DEPTH
            near = number((case.alpha if case.turn[case.parent[call]] > 0 else case.beta)[call])
            said = (
                f"{{node:move}} was reduced{' to depth {node:depth}' if known else ''} and returned {{node:value}}, "
                f"which is better than {{parent:near}} {near}, and it was not searched again to the whole depth; so at "
                f"{len(kept):,} reduced moves"
            )
            yield Symptom(REDUCED_KEPT, case.parent[call], sentence(case, call, said))
    forced = _forced(case)
    said = (
        "{node:mover} has {node:value}, the best of its noisy moves, though that is worse than {node:near} {node:end} "
        "and quiet moves were left out: it never stands pat, as at {count} nodes"
    )
    yield from symptoms(NO_STAND_PAT, case, forced, said, count=len(forced))


def _reduced(case: Case) -> list[tuple[list[int], int]]:
    """Return the reduced visits that were better than alpha and not searched deeper; and how many were.

    Those that cut come by themselves: the others may be searched again for another reason. What the rules, the table or
    the evaluation say of a position is not the less deep.
    """
    why, columns = case.trace.columns.why, case.columns
    calls = np.flatnonzero((why == Why.REDUCED) & (columns.status == EXPANDED) & ~columns.aside)
    turn, value = columns.turn[columns.parent[calls]], columns.value[calls]
    better = np.where(turn > 0, value > columns.alpha[calls], value < columns.beta[calls]) & (turn != 0)
    cuts = np.where(
        turn > 0, value >= columns.beta[columns.parent[calls]], value <= columns.alpha[columns.parent[calls]]
    )
    found = []
    for nodes in (calls[better & cuts], calls[better & ~cuts]):
        kept = [call for call in nodes.tolist() if not _is_searched_deeper(case, call)]
        found.append((kept, len(nodes) - len(kept)))
    return found


def _is_searched_deeper(case: Case, call: int) -> bool:
    """Return whether a later visit of the same move is not reduced, or the search was stopped before."""
    why = case.trace.columns.why
    assert why is not None
    later = [one for one in case.visits(case.parent[call]) if one > call]
    return any(
        (case.move[one] == case.move[call] and why[one] != Why.REDUCED) or case.status[one] == OPEN for one in later
    )


def _forced(case: Case) -> list[int]:
    """Return the nodes that left quiet moves, and have the value of a noisy one though that is worse than alpha.

    None if a player can stand pat: a node has a better value than its moves, or nodes begin with different numbers.
    """
    columns = case.columns
    if (case.visits_by(Stand) & (columns.status != PRUNED)).any():
        return []
    quiet = np.unique(columns.parent[case.trace.columns.why == Why.QUIET])
    found, begun = [], set[float]()
    for node in quiet[columns.judged[quiet]].tolist():
        one = case.choice(node)
        if one is None:
            continue
        if one.value not in one.returns(one.best):
            return []
        near = (case.alpha if one.turn > 0 else case.beta)[node + 1]
        if near != one.near:
            begun.add(one.turn * near)
        if one.turn * one.value < one.turn * one.near:
            found.append(node)
    return found if len(found) >= SEVERAL and len(begun) < 2 else []
