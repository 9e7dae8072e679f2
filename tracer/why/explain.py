"""What the search does and why, in sentences: functions from a trace, a node and a step.

All numbers are MAX's view. A sentence that gives a reason also gives the numbers it rests on.
"""

from __future__ import annotations

from tracer.errors import PlyscopeError
from tracer.recording.node import Node
from tracer.recording.selective import is_partial
from tracer.recording.status import EXACT, EXPANDED, HORIZON, OPEN, TABLE, TERMINAL
from tracer.text import clean, number
from tracer.time.moments import Event, Phase, event_at, first_step, frame, last_met, phase
from tracer.tracing import Trace
from tracer.why.arguments import about_cutoff, about_pruned_branch, bound
from tracer.why.causes import Origin, end_name, end_text, is_strict, limit, origin, refutation, source, verdict
from tracer.why.log_why import event_of_row, why_by_log
from tracer.why.means import mean_so_far
from tracer.why.otherwise import BRIEFLY, about_played, code
from tracer.why.results import about_entry, about_leaf, about_return, contradiction, effect
from tracer.why.sentences import (
    MOVERS,
    Sentence,
    amount_of_moves,
    capital,
    count,
    is_hard,
    move,
    mover,
    moves,
    path,
    window,
    window_of,
    worth,
)
from tracer.why.visits import about_driver, about_visit

__all__ = [
    "Origin",
    "Sentence",
    "event",
    "explain",
    "origin",
    "path",
    "refutation",
    "source",
    "verdict",
    "why",
    "window",
]

MOST = 6
"""Sentences at most: more are not read beside a tree."""
LEAVES: dict[int, str] = {TERMINAL: "game over", HORIZON: "depth used up", TABLE: "in the table"}
"""What is the case where a search comes to a node that it does not search."""


def event(trace: Trace, step: int, until: int | None = None) -> str:
    """What happens at a step, in a few words; a cutoff with all the moves that it prunes. O(log n + ply + children).

    Args:
        trace: the trace.
        step: the step.
        until: where it skips a branch, the step of the last one that is skipped together with it; None is all of them.
    """
    if trace.columns.log is not None:
        return event_of_row(trace, step)
    happens, node = event_at(trace, step)
    where, cut = path(trace, node), trace.landmarks.cut_at(step)
    skipped = range(node, 1 + (last_met(trace, step) if until is None else node + until - step))  # nothing is below
    if cut is not None:
        skipped = skipped[: int(trace.landmarks.pruned_children[cut])]
        none = "nothing was left to prune" if trace.counts.tells_skipped else "what it skips is not recorded"
        first = f"{moves(trace, skipped)} pruned" if happens is Event.PRUNED and skipped else none
        return f"✂ {end_name(trace, cut)} cutoff at {path(trace, cut)}: {verdict(trace, cut)}; {first}"
    if happens is Event.PRUNED:
        above = int(trace.columns.parent[node])
        at = f"{moves(trace, skipped)} at {path(trace, above)}"
        if trace.skips[node]:
            said = {BRIEFLY[code(trace, one)] for one in skipped}
            return f"{where if len(skipped) == 1 else at} {said.pop() if len(said) == 1 else 'not tried'}"
        left = is_partial(trace.columns, above)
        return f"{f'branch {where}' if len(skipped) == 1 else at} {'left by a probe' if left else 'pruned'}"
    if happens is Event.RETURNED:
        if trace.columns.status[node] == OPEN:
            return f"{where} ended without a value"
        return f"{where} returned {number(float(trace.columns.value[node]))}"
    columns = trace.columns
    here = f", window {window_of(trace, node)}" if trace.header.windowed else ""
    there = LEAVES.get(columns.status.item(node)) or f"{MOVERS[int(columns.turn[node])]} to move"
    return f"{where} entered, {there}{here}"


def explain(node: Node, step: int | None = None) -> str:
    """Why a node came out as it did: why it was cut or pruned, where its value is from, in sentences, a line each.

    Args:
        node: of a trace.
        step: the step at which it is looked at; None is the end.

    Returns:
        Sentences, one a line, six at most. All numbers in them are MAX's view.

    Raises:
        PlyscopeError: it is no node.

    >>> import plyscope
    >>> trace = plyscope.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> print(explain(trace.find("a2")))
    At most 2. Alpha cutoff: move b1 returned 2, and 2 ≤ alpha 3.
    Alpha 3 is what MAX already has at the root with move a1: a shallow cutoff.
    MAX will not let the game come here: it has 3 already, and MIN can hold this position to 2 or less.
    It skips moves b2 and b3: 2 nodes of the full tree.
    It did not improve MAX's best at the root, which was 3.
    """
    trace = getattr(node, "trace", None)
    if not isinstance(trace, Trace):
        kind = clean(type(node).__name__)
        raise PlyscopeError(f"a node is explained, such as trace.root or trace.find('b2'), and this is a {kind}")
    at = trace.steps - 1 if step is None else step
    return "\n".join(sentence.text for sentence in why(trace, node.index, at))


def why(trace: Trace, node: int, step: int, full: int | None = None, *, until: int | None = None) -> list[Sentence]:
    """What is the case at a node at a step, and why: the most important first, at most `MOST` sentences.

    O(log n + ply + children), and the counting of `causes.saving` once for each node that was cut.

    Args:
        trace: the trace.
        node: the node.
        step: the step.
        full: how many nodes the full tree has, where that is known: what was saved is told as a share of it.
        until: where the step skips a branch, the step of the last one that is skipped with it; None is all of them.
    """
    if trace.columns.log is not None:
        return why_by_log(trace, node, step)[:MOST]
    known = phase(trace, node, step, until)
    if known is Phase.AHEAD:
        found = _ahead(trace, node, step, until)
    elif known is Phase.PRUNED:
        found = about_pruned_branch(trace, node, full)
    elif known is Phase.OPEN:
        found = _open(trace, node, step, full)
    else:
        found = _returned(trace, node, step, full)
    return found[:MOST]


def _ahead(trace: Trace, node: int, step: int, until: int | None) -> list[Sentence]:
    """About a node that the search has not met."""
    comes = first_step(trace, node)
    come = f"Not reached yet: the search comes here at step {comes if comes > step else trace.entered(node):,}."
    now = f"This is step {step:,}: {event(trace, step, until)}."
    return [Sentence(come, "ahead", node), Sentence(now, "event", event_at(trace, step)[1])]


def _returned(trace: Trace, node: int, step: int, full: int | None) -> list[Sentence]:
    """About a node that has its value, or ended without one."""
    if trace.columns.status[node] == OPEN:
        return [Sentence("It ended without a value: its call returned no number, or an exception left it.", "value")]
    ending = [*about_visit(trace, node, step), *effect(trace, node, step)]
    if node in trace.drivers:
        return [*about_driver(trace, node), *ending]
    if trace.columns.cutoff[node]:
        return [*contradiction(trace, node), *about_cutoff(trace, node, full, returned=True), *ending]
    if trace.columns.status[node] == EXPANDED:
        told = about_return(trace, node)
        return [*told[:1], *about_played(trace, node), *told[1:], *ending]
    return [*about_leaf(trace, node), *ending]


def _open(trace: Trace, node: int, step: int, full: int | None) -> list[Sentence]:
    """About a node that the search is in: what it has so far, its window, and where the search is below it."""
    if trace.landmarks.is_cut(node, step):
        return about_cutoff(trace, node, full, returned=False)
    leaf = about_entry(trace, node)
    if leaf is not None:
        return [leaf, *about_visit(trace, node, step), *_window(trace, node, step)]
    met = [child for child in trace.children(node) if trace.entered(child) <= step]
    back = [child for child in met if phase(trace, child, step) is Phase.RETURNED]
    now = back[-1] if back and trace.left(back[-1]) == step else None
    found = effect(trace, now, step, here=True) if now is not None else []
    if now is not None and trace.columns.cutoff[node] and refutation(trace, node) == now:
        return [*found, *about_cutoff(trace, node, returned=False)[1:3]]
    if now is None or len(back) > 1:
        found.append(
            _so_far(trace, node, step, amount_of_moves(trace, [child for child in back if child != now]), bool(met))
        )
    found += [*about_visit(trace, node, step), *_window(trace, node, step)]
    stopped = step == trace.steps - 1
    if met and phase(trace, met[-1], step) is Phase.OPEN:
        where = "It stopped below" if stopped and trace.header.stopped else "The search is now below"
        found.append(Sentence(f"{where} {move(trace, met[-1])}.", "", met[-1]))
    if stopped:
        said = f"Never returned: the search was stopped {clean(trace.header.stopped or '')}."
        running = (
            "Not returned so far: the recording ends here, and its search is running still or ended without a word."
        )
        found.insert(0, Sentence(said if trace.header.stopped else running, "ahead"))
    return found


def _so_far(trace: Trace, node: int, step: int, searched: int, begun: bool) -> Sentence:
    """The best value yet."""
    if not trace.columns.turn[node]:
        return mean_so_far(trace, node, step, searched)
    player, known = mover(trace, node), frame(trace, node, step)
    if known.best is None or known.best_child is None:
        none = "no move has returned yet" if begun else "no move has been searched yet"
        return Sentence(f"{capital(player)} to move; {none}.", "value")
    passes = int(trace.columns.move[known.best_child]) in trace.passes
    after = f"after {count(searched, 'pass' if passes else 'move')}"
    says = trace.proved_bound(known.best_child)
    best = number(known.best) if says is EXACT else worth(trace, known.best_child)
    best = f"a clamped {best}" if says is None else best
    text = f"{player} has {best} so far, by {move(trace, known.best_child)} ({after})."
    return Sentence(text, "value", known.best_child)


def _window(trace: Trace, node: int, step: int) -> list[Sentence]:
    """The running window of an open node, what made it, and what would cut here."""
    if not trace.header.windowed or not trace.columns.turn[node]:
        return []
    columns, known = trace.columns, frame(trace, node, step)
    entry, running = window_of(trace, node), window(known.alpha, known.beta)
    if not trace.header.ours:  # what it has made of its window since, nobody saw
        found = [Sentence(f"It was given the window {entry}.")]
    elif running == entry or known.best_child is None:
        found = [Sentence(f"The window is {'' if known.best is None else 'still '}{running}.")]
    else:
        verb = "raised alpha" if columns.turn[node] > 0 else "lowered beta"
        changed = f"{capital(move(trace, known.best_child))} {verb}: the window is {running} now, {entry} on entry."
        found = [Sentence(changed, "", known.best_child)]
    end = limit(trace, node)
    if abs(end) == float("inf"):
        return found
    found.append(bound(trace, source(trace, node, end_name(trace, node)), node))
    side = "more" if columns.turn[node] > 0 else "less"
    text = end_text(trace, node, end_name(trace, node))
    test_ = f"{side} than {text}" if is_strict(trace) else f"{text} or {side}"
    never = is_strict(trace) and is_hard(trace)  # values are clamped, so none lies beyond the window
    if never or not trace.header.ours or columns.status[node] in (TERMINAL, HORIZON, TABLE):
        return found
    return [*found, Sentence(f"A move that returns {test_} will cut off the rest.")]
