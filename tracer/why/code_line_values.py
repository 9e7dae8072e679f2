"""The line in hand with its numbers put in: `best 2 ≤ alpha 3 → cut`."""

from __future__ import annotations

import re
from math import inf

from tracer.recording.numbers_of_log import OpenStates, State
from tracer.searches.pseudocode import Pseudocode, Tag
from tracer.text import clean, number
from tracer.time.moments import Event, event_at, frame
from tracer.tracing import Trace
from tracer.why.causes import refutation
from tracer.why.code_at_step import NONE_YET, code, drives, facts, frame_at, mover_view, place_at, tag_at, variables
from tracer.why.sentences import count, mover
from tracer.why.visits import is_again

_NAME = re.compile(r"(?<![−\w])(depth|alpha|beta|best|h|value(?=\)))\b(?! =|−| \d)")
"""Names that stand for their numbers: not what a sign, an assignment, an index or a number makes something else of."""
_TEST = re.compile(r"if (?:at M\w+, )?(.+): break")
_ENDINGS = (Tag.TERMINAL, Tag.HORIZON, Tag.TABLE, Tag.RETURN)


def line_in_numbers(trace: Trace, step: int, selected: int | None = None) -> str | None:
    """The line that is executed at a step, with its numbers; None where no line is known.

    Of plyscope's own searches it is the pseudo-code's, in the search's own view; of a program the line of its source
    with what the recording holds of the call beside it, because nobody saw its variables. O(log n + ply + children).

    Args:
        trace: the trace.
        step: the step.
        selected: the node that somebody looks at: of a program's own search, the call.
    """
    ours = code(trace)
    return _of_source(trace, step, selected) if ours is None else _of_pseudocode(trace, step, ours)


def change_above(trace: Trace, step: int) -> str | None:
    """What the value that a node returns at a step makes of the best one of the node above, and of its window.

    None where nothing returns, and where that is no loop over moves of a search of plyscope's. O(log n + children).
    """
    happens, node = event_at(trace, step)
    above = int(trace.columns.parent[node])
    if happens is not Event.RETURNED or above < 0 or code(trace) is None or not trace.columns.turn[above]:
        return None
    turn, known = int(trace.columns.turn[above]), frame(trace, above, step)
    own = turn if mover_view(trace) else 1
    rises = own * turn > 0
    old, value = -turn * inf if known.best is None else known.best, float(trace.columns.value[node])
    after = int(trace.columns.end[node])
    if turn * value > turn * old and after < trace.columns.end[above] and is_again(trace, node, after):
        beyond = f"value {number(own * value)} {'>' if rises else '<'} best {number(own * old)}"
        return f"{beyond}: searched again{_view(trace, above)}"
    new = max(old, value) if turn > 0 else min(old, value)
    text = f"{'max' if rises else 'min'}(best {number(own * old)}, value {number(own * value)}) → {number(own * new)}"
    end = known.alpha if turn > 0 else known.beta
    cuts = trace.columns.cutoff[above] and refutation(trace, above) == node
    if trace.header.windowed and turn * new > turn * end and not cuts:
        text += f", {'alpha' if rises else 'beta'} {number(own * end)} → {number(own * new)}"
    return f"best = {text}{_view(trace, above)}"


def _of_pseudocode(trace: Trace, step: int, ours: Pseudocode) -> str | None:
    tag = tag_at(trace, step)
    place = ours.line(tag, driver=drives(trace, step))
    if place is None:
        return None
    node = event_at(trace, step)[1]
    known = {name: value for name, value in variables(trace, step) if value != NONE_YET}
    text = ours.lines[place].strip()
    test = _TEST.fullmatch(text)
    text = f"{test[1]} → cut" if test else text.removesuffix(":").removeprefix("if ")
    text = text if "depth" in known else text.replace(", depth", "")
    filled = _NAME.sub(lambda found: f"{found[1]} {known[found[1]]}" if found[1] in known else found[1], text)
    if tag is Tag.PRUNE:
        filled += f": {clean(trace.label(node))}"
    ends = tag in _ENDINGS and "returns" in known
    if ends and not (tag is Tag.RETURN and known.get("best") == known["returns"]):
        filled += f" → {known['returns']}"
    return filled + ("" if tag is Tag.PRUNE else _view(trace, frame_at(trace, step)))


def _view(trace: Trace, node: int) -> str:
    """Whose view numbers are that are not MAX's."""
    return f"  ({mover(trace, node)}'s view)" if mover_view(trace) and trace.columns.turn[node] < 0 else ""


def _of_source(trace: Trace, step: int, selected: int | None) -> str | None:
    place = place_at(trace, step, selected)
    if place is None or place.line is None or not place.source.holds(place.line):
        return None
    line = place.source.lines[place.line - place.source.line].strip()
    known = facts(trace, step, frame_at(trace, step, selected))[1:]
    return f"{line}   {' · '.join(f'{name} {value}' for name, value in known)}".rstrip()


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
