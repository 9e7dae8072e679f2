"""Why SSS* or DUAL* took a state, in a sentence: the first of OPEN by merit, and what waits behind it."""

from __future__ import annotations

from tracer.recording.open_states import OpenStates, State
from tracer.text import clean, number
from tracer.tracing import Trace
from tracer.why.sentences import count

SHOWN = 4
"""States behind the one that is taken that are written out."""


def open_told(trace: Trace, step: int) -> str | None:
    """By what the state of a step was the next one; None of a search without merits. O(states)."""
    log = trace.columns.log
    if log is None or not log.has_merits or not trace.header.ours:
        return None
    known = trace.once(_states)
    taken, *rest = known.at(step)
    which = "highest" if known.sign > 0 else "lowest"
    tied = bool(rest) and rest[0].merit == taken.merit
    if not rest:
        return f"take {_state(trace, taken)}, the only state in OPEN"
    by = f"the {which} merit of {count(len(rest) + 1, 'state')} in OPEN{', leftmost' if tied else ''}"
    behind = ", ".join(_state(trace, state) for state in rest[:SHOWN])
    more = f" and {len(rest) - SHOWN:,} more" if len(rest) > SHOWN else ""
    return f"take {_state(trace, taken)}, {by}; then {behind}{more}"


def _states(trace: Trace) -> OpenStates:
    return OpenStates(trace.columns)


def _state(trace: Trace, state: State) -> str:
    where = "/".join(clean(trace.label(one)) for one in trace.ancestry(state.node)[1:]) or "the root"
    return f"{where} {'SOLVED' if state.solved else 'LIVE'} {number(state.merit)}"
