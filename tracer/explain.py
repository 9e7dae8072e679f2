"""What a node is, in words: plain functions from a trace, a node and a step to sentences.

All numbers are MAX's view. A sentence that gives a reason also gives the numbers it rests on.
"""

from __future__ import annotations

from typing import NamedTuple

from tracer.moments import Event, Phase, best_child, event_at, frame, phase
from tracer.status import HORIZON, TABLE, TERMINAL, Bound, Status
from tracer.text import number
from tracer.trace import Trace

MOVES_SHOWN = 9
"""Moves of a long path that are written out, the last ones."""
MOVERS = {1: "MAX", -1: "MIN", 0: "chance"}


class Fact(NamedTuple):
    """A sentence about a node, and what it is about."""

    about: str
    text: str
    kind: str = ""
    """`cut`, `pruned` or `ahead` where the fact is a thing of note."""


def path(trace: Trace, node: int) -> str:
    """The moves from the root to a node; the last ones where there are many."""
    labels: list[str] = []
    while node > 0 and len(labels) <= MOVES_SHOWN:
        labels.append(trace.label(node))
        node = int(trace.columns.parent[node])
    if not labels:
        return "the root"
    more = "…/" if len(labels) > MOVES_SHOWN else ""
    return more + "/".join(reversed(labels[:MOVES_SHOWN]))


def window(alpha: float, beta: float) -> str:
    """A window as an interval."""
    return f"({number(alpha)}, {number(beta)})"


def describe(trace: Trace, node: int, step: int) -> list[Fact]:
    """The facts about a node at a step, the most important first."""
    known = phase(trace, node, step)
    if known is Phase.AHEAD:
        when = f"step {step:,} is before it; the search comes here at step {trace.entered(node):,}"
        return [Fact("not reached", when, "ahead"), _place(trace, node)]
    if known is Phase.PRUNED:
        return [*_pruned(trace, node), _place(trace, node)]
    facts = [_value(trace, node, step), *_cut(trace, node, step), _kind(trace, node, step)]
    if trace.header.windowed:
        facts.append(Fact("window", _window(trace, node, step)))
    return [*facts, _best(trace, node, step), _place(trace, node), _time(trace, node, step)]


def _place(trace: Trace, node: int) -> Fact:
    return Fact("node", f"{node:,} of {len(trace):,}, ply {int(trace.columns.ply[node]):,}: {path(trace, node)}")


def _time(trace: Trace, node: int, step: int) -> Fact:
    left = trace.left(node)
    end = f"returned at {left:,}" if left <= step else "not yet returned"
    return Fact("steps", f"entered at {trace.entered(node):,}, {end if left < trace.steps else 'never returned'}")


def _value(trace: Trace, node: int, step: int) -> Fact:
    if phase(trace, node, step) is Phase.OPEN:
        best = frame(trace, node, step).best
        return Fact("value", "none yet" if best is None else f"{number(best)} so far; not yet returned")
    columns, bound = trace.columns, trace.bound(node)
    text = number(float(columns.value[node]))
    if bound is None:
        return Fact("value", f"{text}, which says nothing of the true value here")
    reason = {
        Bound.EXACT: "exact",
        Bound.LOWER: f"at least {text}: it reached beta {number(float(columns.beta[node]))}",
        Bound.UPPER: f"at most {text}: it never passed alpha {number(float(columns.alpha[node]))}",
    }[bound]
    return Fact("value", f"{bound.sign} {text}, {reason}")


def _kind(trace: Trace, node: int, step: int) -> Fact:
    known = phase(trace, node, step)
    status = Status(int(trace.columns.status[node]))
    if known is Phase.RETURNED and status in (TERMINAL, HORIZON, TABLE):
        text = {
            TERMINAL: "terminal: the game is over, the value is its utility",
            HORIZON: "horizon: the depth is used up, the value is the evaluation",
            TABLE: "table: closed at once by a stored value",
        }[status]
        return Fact("is", text)
    mover = MOVERS[int(trace.columns.turn[node])]
    children = [child for child in trace.children(node) if phase(trace, child, step) is Phase.RETURNED]
    searched = f"{len(children):,} move{'' if len(children) == 1 else 's'} searched"
    return Fact("is", f"{mover} to move; {searched}" + (" so far" if known is Phase.OPEN else ""))


def _window(trace: Trace, node: int, step: int) -> str:
    columns = trace.columns
    entry = window(float(columns.alpha[node]), float(columns.beta[node]))
    if phase(trace, node, step) is not Phase.OPEN:
        return f"{entry} on entry"
    running = frame(trace, node, step)
    now = window(running.alpha, running.beta)
    return f"{entry} on entry" + ("" if now == entry else f", {now} now")


def _best(trace: Trace, node: int, step: int) -> Fact:
    best = best_child(trace, node, step)
    if best is None:
        return Fact("best move", "none" if phase(trace, node, step) is Phase.RETURNED else "none yet")
    value = float(trace.columns.value[best])
    return Fact("best move", f"{trace.label(best)}, which returned {number(value)}")


def refutation(trace: Trace, node: int) -> int:
    """The last visited child of a node that was cut: the one after which the test held. O(children)."""
    return [child for child in trace.children(node) if trace.columns.status[child] != Status.PRUNED][-1]


def test(trace: Trace, node: int) -> str:
    """The cutoff test that held at a node, with its numbers."""
    columns = trace.columns
    value = number(float(columns.value[refutation(trace, node)]))
    strict = trace.header.options.get("cut") == ">"
    if columns.turn[node] > 0:
        return f"{value} {'>' if strict else '≥'} beta {number(float(columns.beta[node]))}"
    return f"{value} {'<' if strict else '≤'} alpha {number(float(columns.alpha[node]))}"


def _cut(trace: Trace, node: int, step: int) -> list[Fact]:
    if not trace.landmarks.is_cut(node, step):
        return []
    skipped = int(trace.landmarks.pruned_children[node])
    end = "beta" if trace.columns.turn[node] > 0 else "alpha"
    moves = f"{skipped:,} branch{'' if skipped == 1 else 'es'} pruned" if skipped else "nothing was left to prune"
    held = f"{end} cutoff after move {trace.label(refutation(trace, node))}: {test(trace, node)}; {moves}"
    return [Fact("cutoff", held, "cut"), Fact("because", origin(trace, node), "cut")]


def origin(trace: Trace, node: int) -> str:
    """Where the end of the window that a cutoff reached comes from. O(ply + children)."""
    columns = trace.columns
    is_beta = bool(columns.turn[node] > 0)
    ends, end, rival = (columns.beta, "beta", "MIN") if is_beta else (columns.alpha, "alpha", "MAX")
    limit = float(ends[node])
    above = int(columns.parent[node])
    while above >= 0 and ends[above] == limit:
        node, above = above, int(columns.parent[above])
    if above < 0:
        return f"{end} {number(limit)} is the end of the window the search was started with"
    choices = [child for child in trace.children(above) if columns.value[child] == limit]
    move = f" by move {trace.label(choices[0])}" if choices else ""
    return f"{end} {number(limit)} is what {rival} has already at {path(trace, above)}{move}"


def _pruned(trace: Trace, node: int) -> list[Fact]:
    cut = int(trace.columns.parent[node])
    held = f"after move {trace.label(refutation(trace, cut))}: {test(trace, cut)}"
    return [
        Fact("pruned", "this move was never searched, so it has no value", "pruned"),
        Fact("because", f"at {path(trace, cut)}, {held}", "pruned"),
        Fact("and", origin(trace, cut), "pruned"),
    ]


def event(trace: Trace, step: int) -> str:
    """What happens at a step, in a few words."""
    happens, node = event_at(trace, step)
    where, cut = path(trace, node), trace.landmarks.cut_at(step)
    if cut is not None:
        end = "beta" if trace.columns.turn[cut] > 0 else "alpha"
        first = f"{trace.label(node)} pruned" if happens is Event.PRUNED else "nothing was left to prune"
        return f"✂ {end} cutoff at {path(trace, cut)}: {test(trace, cut)}; {first}"
    if happens is Event.PRUNED:
        return f"{where} pruned"
    if happens is Event.RETURNED:
        return f"{where} returned {number(float(trace.columns.value[node]))}"
    mover = MOVERS[int(trace.columns.turn[node])]
    columns = trace.columns
    here = f", window {window(float(columns.alpha[node]), float(columns.beta[node]))}" if trace.header.windowed else ""
    return f"{where} entered, {mover} to move{here}"
