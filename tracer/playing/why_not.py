"""Why not another move: what a search knows of it, and the line that refutes it, from its recording or by a what-if."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import NamedTuple

from tracer.errors import PlyscopeError, Stop
from tracer.games.places import position_text
from tracer.games.rules import blame, label
from tracer.playing.match import meant
from tracer.playing.proofs import line_from, said_of
from tracer.playing.searcher import decided, depth_of
from tracer.recording.numbers_of_log import visits
from tracer.recording.status import EXACT, LOWER, PRUNED, TABLE
from tracer.run.plan import Plan
from tracer.run.run import record
from tracer.run.whatif import plan_again, what_if
from tracer.text import clean, nearest, number
from tracer.tracing import Trace
from tracer.why.explain import why
from tracer.why.sentences import MOVER_NAMES, format_count, format_proved_value

LEAST = 50_000
"""Nodes that a what-if may have at least; otherwise as many as the search itself."""
SAID = 2
"""Sentences about the node itself."""
LISTED = 24
"""Legal moves that are listed at most."""


class WhyNot(NamedTuple):
    """Why a search did not play a move."""

    sentences: tuple[str, ...]
    """What it knows of the move, the first one beside the move that it played. Values are MAX's view."""
    line: tuple[str, ...]
    """The labels of the moves that refute it, itself the first one."""
    trace: Trace
    """Where that stands: the search, or the what-if."""
    node: int
    """The node of the move there: a root where it is a what-if."""


def why_not(trace: Trace, word: str, cancelled: Callable[[], bool] = lambda: False) -> WhyNot:
    """Why a search did not play a move at its root. It may search the move, where the recording knows too little.

    Args:
        trace: the search, finished or stopped.
        word: the move as people write it; capitals may be small.
        cancelled: asked ten times a second or so; True ends a what-if, which then is as far as it came.

    Raises:
        PlyscopeError: it is no legal move there, or nothing is known of it and it cannot be searched.
    """
    name, parent = _legal_name(trace, word), _deciding(trace)
    chosen, value = decided(trace)
    visits_of = [one for one in trace.children(parent) if trace.label(one) == name]
    searched = [one for one in visits_of if trace.columns.status[one] != PRUNED and _has_value(trace, one)]
    node = searched[-1] if searched else None
    played = None if chosen is None else trace.label(chosen)
    if node is not None and (name == played or trace.columns.status[node] != TABLE):
        return _told(trace, name, node, played, value)
    after = _searched_after(trace, name, visits_of[-1] if visits_of else None, cancelled)
    reply, found = decided(after)
    line = (name, *(() if reply is None else line_from(after, reply)))
    if node is not None:
        return _told(trace, name, node, played, value, line)._replace(trace=after, node=0)
    found = found if after.value is None else after.value
    if found is None:
        raise PlyscopeError(f"{clean(name)} was not searched, and a search of it did not come to an end")
    beside = _beside(trace, played, value)
    far = "" if (depth := depth_of(trace)) is None else f" to depth {depth}"
    first = f"{clean(name)} was not searched; searched now{far}, it is worth {_valued(after, found)}{beside}."
    return WhyNot((first, *_by_line(trace, line)), line, after, 0)


def _told(
    trace: Trace, name: str, node: int, played: str | None, value: float | None, line: tuple[str, ...] = ()
) -> WhyNot:
    """What the recording says of a move that was searched; with the line of another search, where it has none."""
    line = line or line_from(trace, node)
    if name == played:
        far = "" if (depth := depth_of(trace)) is None else f" to depth {depth}"
        lead = f"{clean(name)} is what it plays{'' if value is None else f', worth {_valued(trace, value)}{far}'}."
    elif (log := trace.columns.log) is not None and log.counts_visits:
        lead = _less_visited(trace, name, node, played)
    else:
        far = "" if (depth := depth_of(trace)) is None else f"to depth {depth}, "
        known = (
            f"{far}{clean(name)} is worth "
            f"{format_proved_value(trace, node)}{_proved(trace, trace.columns.value.item(node))}"
        )
        lead = f"{known}{_beside(trace, played, value)}{_verdict(trace, node, played, value)}."
    said = [sentence.text for sentence in why(trace, node, trace.steps - 1)[:SAID]]
    return WhyNot((lead, *_by_line(trace, line), *said), line, trace, node)


def _beside(trace: Trace, played: str | None, value: float | None) -> str:
    return "" if played is None or value is None else f", and {clean(played)} {_valued(trace, value)}"


def _valued(trace: Trace, value: float) -> str:
    """A value; of a search by proof numbers with what it says, which depends on what was asked."""
    return f"{number(value)}{_proved(trace, value)}"


def _proved(trace: Trace, value: float) -> str:
    log = trace.columns.log
    if log is None or not log.has_proofs or value not in (1, -1):
        return ""
    return f" ({said_of(str(trace.header.options.get('goal', 'win')), value)})"


def _verdict(trace: Trace, node: int, played: str | None, value: float | None) -> str:
    """Which of two moves is better for the player to move."""
    turn, theirs = trace.columns.turn.item(0), trace.columns.value.item(node)
    if played is None or value is None or not turn:
        return ""
    bound, player = trace.proved_bound(node), MOVER_NAMES[turn]
    if turn * theirs < turn * value:
        return f", which is better for {player}"
    if turn * theirs > turn * value or bound is None:
        return ""
    open_end = bound is not EXACT and (bound is LOWER) != (turn > 0)
    if open_end:
        return f": it is no better for {player}, and was searched only until that was sure"
    return f": they are equal for {player}, and the first one is played"


def _less_visited(trace: Trace, name: str, node: int, played: str | None) -> str:
    """That a Monte Carlo search plays what it has visited most."""
    log = trace.columns.log
    assert log is not None

    def said(one: int) -> str:
        known = visits(trace.columns, one, len(log) - 1)
        mean = "" if known.mean is None else f" with a mean of {number(known.mean)}"
        return f"{format_count(known.times, 'time')}{mean}"

    best = trace.best_root_child
    beside = "" if best is None or played is None else f", {clean(played)} {said(best)}: the most visited is played"
    return f"{clean(name)} was visited {said(node)}{beside}."


def _by_line(trace: Trace, line: tuple[str, ...]) -> list[str]:
    """The line as a sentence."""
    if len(line) < 2:
        return []
    reply, *rest = map(clean, line[1:])
    then = f", then {' '.join(rest)}" if rest else ""
    return [f"{clean(line[0])} is answered by {reply}{then}."]


def _deciding(trace: Trace) -> int:
    """The node whose moves are the root's: the root, or the iteration that gave the move."""
    chosen, _ = decided(trace)
    if chosen is not None:
        return trace.columns.parent.item(chosen)
    return 1 if 0 in trace.drivers else 0


def _legal_name(trace: Trace, word: str) -> str:
    """The label of the root's move that a word names.

    Raises:
        PlyscopeError: it names none.
    """
    game = trace.game
    if game is None:
        known: dict[str, Hashable] = {trace.label(child): None for child in trace.children(_deciding(trace))}
    else:
        with blame(game):
            state = trace.state(0)
            known = {} if game.utility(state) is not None else {label(game, move): move for move in game.moves(state)}
    if (name := meant(word, known)) is not None:
        return name
    there = ", ".join([*list(known)[:LISTED], *(["…"] if len(known) > LISTED else [])]) or "none"
    raise PlyscopeError(f"{clean(word, 40)!r} was no legal move there{nearest(word, list(known))}; there were: {there}")


def _has_value(trace: Trace, node: int) -> bool:
    value = trace.columns.value.item(node)
    return bool(value == value)


def _searched_after(trace: Trace, name: str, node: int | None, cancelled: Callable[[], bool]) -> Trace:
    """The search of the position after a move, by the trace's own search.

    Raises:
        PlyscopeError: the search is none of plyscope's, or nothing was left of its depth.
    """
    most = max(len(trace), LEAST)
    if node is not None and trace.header.depth is not None:
        return what_if(trace, node, max_nodes=most, cancelled=cancelled)

    def report(_nodes: int) -> None:
        if cancelled():
            raise Stop("cancelled")

    return record(_plan_after(trace, name), max_nodes=most, progress=report)


def _plan_after(trace: Trace, name: str) -> Plan:
    """The search of the position after a move that the recording may not have, one ply less deep."""
    ready, game = plan_again(trace, 0), trace.need_game()
    with blame(game):
        state = trace.state(0)
        move = next(one for one in game.moves(state) if label(game, one) == name)
        after = game.play(state, move)
    options = dict(ready.options)
    if trace.header.depth is not None:
        options["depth"] = max(trace.header.depth - 1, 0)
    where = position_text(game, after, after) or f"after {clean(name)}"
    return ready._replace(start=after, options=options, header=replace(ready.header, position=where))
