"""Why not another move: what a search knows of it, and the line that refutes it, from its recording or by a what-if."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import NamedTuple

from tracer.errors import PlyscopeError, Stop
from tracer.games.root_positions import position_text
from tracer.games.rules import blame, label
from tracer.playing.match import match_move_label
from tracer.playing.proof_answers import best_line_from, describe_answer
from tracer.playing.search_player import decided_move, value_depth
from tracer.recording.log_numbers import node_visits
from tracer.recording.status import EXACT, LOWER, PRUNED, TABLE
from tracer.run.plan import Plan
from tracer.run.run import record
from tracer.run.whatif import plan_again, what_if
from tracer.text import clean, nearest, number
from tracer.tracing import Trace
from tracer.why.explain import why
from tracer.why.sentences import MOVER_NAMES, format_count, format_proved_value

MIN_WHAT_IF_NODES = 50_000
"""Nodes that a what-if may have at least; otherwise as many as the search itself."""
MAX_NODE_SENTENCES = 2
"""Sentences about the node itself."""
MAX_LISTED_MOVES = 24
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
    name, parent = _find_label(trace, word), _deciding_node(trace)
    chosen_node, value = decided_move(trace)
    visits = [child for child in trace.children(parent) if trace.label(child) == name]
    valued_visits = [
        child
        for child in visits
        if trace.columns.status[child] != PRUNED and not math.isnan(trace.columns.value.item(child))
    ]
    node = valued_visits[-1] if valued_visits else None
    played_label = None if chosen_node is None else trace.label(chosen_node)
    if node is not None and (name == played_label or trace.columns.status[node] != TABLE):
        return _explain_searched_move(trace, name, node, played_label, value)
    what_if_trace = _search_after_move(trace, name, visits[-1] if visits else None, cancelled)
    reply, new_value = decided_move(what_if_trace)
    line = (name, *(() if reply is None else best_line_from(what_if_trace, reply)))
    if node is not None:
        return _explain_searched_move(trace, name, node, played_label, value, line)._replace(
            trace=what_if_trace, node=0
        )
    new_value = new_value if what_if_trace.value is None else what_if_trace.value
    if new_value is None:
        raise PlyscopeError(f"{clean(name)} was not searched, and a search of it did not come to an end")
    played_text = _played_move_text(trace, played_label, value)
    depth_text = "" if (depth := value_depth(trace)) is None else f" to depth {depth}"
    worth_text = f"{_value_text(what_if_trace, new_value)}{played_text}"
    first_sentence = f"{clean(name)} was not searched; searched now{depth_text}, it is worth {worth_text}."
    return WhyNot((first_sentence, *_line_sentences(trace, line)), line, what_if_trace, 0)


def _explain_searched_move(
    trace: Trace, name: str, node: int, played_label: str | None, value: float | None, line: tuple[str, ...] = ()
) -> WhyNot:
    """What the recording says of a move that was searched; with the line of another search, where it has none."""
    line = line or best_line_from(trace, node)
    if name == played_label:
        depth_text = "" if (depth := value_depth(trace)) is None else f" to depth {depth}"
        worth_text = "" if value is None else f", worth {_value_text(trace, value)}{depth_text}"
        first_sentence = f"{clean(name)} is what it plays{worth_text}."
    elif (log := trace.columns.log) is not None and log.counts_visits:
        first_sentence = _explain_visits(trace, name, node, played_label)
    else:
        depth_text = "" if (depth := value_depth(trace)) is None else f"to depth {depth}, "
        proof_text = _proof_text(trace, trace.columns.value.item(node))
        value_text = f"{depth_text}{clean(name)} is worth {format_proved_value(trace, node)}{proof_text}"
        comparison = _compare_moves(trace, node, played_label, value)
        first_sentence = f"{value_text}{_played_move_text(trace, played_label, value)}{comparison}."
    node_sentences = [sentence.text for sentence in why(trace, node, trace.steps - 1)[:MAX_NODE_SENTENCES]]
    return WhyNot((first_sentence, *_line_sentences(trace, line), *node_sentences), line, trace, node)


def _played_move_text(trace: Trace, played_label: str | None, value: float | None) -> str:
    return "" if played_label is None or value is None else f", and {clean(played_label)} {_value_text(trace, value)}"


def _value_text(trace: Trace, value: float) -> str:
    return f"{number(value)}{_proof_text(trace, value)}"


def _proof_text(trace: Trace, value: float) -> str:
    log = trace.columns.log
    if log is None or not log.has_proofs or value not in (1, -1):
        return ""
    return f" ({describe_answer(str(trace.header.options.get('goal', 'win')), value)})"


def _compare_moves(trace: Trace, node: int, played_label: str | None, value: float | None) -> str:
    turn, other_value = trace.columns.turn.item(0), trace.columns.value.item(node)
    if played_label is None or value is None or not turn:
        return ""
    bound, player = trace.proved_bound(node), MOVER_NAMES[turn]
    if turn * other_value < turn * value:
        return f", which is better for {player}"
    if turn * other_value > turn * value or bound is None:
        return ""
    is_open_bound = bound is not EXACT and (bound is LOWER) != (turn > 0)
    if is_open_bound:
        return f": it is no better for {player}, and was searched only until that was sure"
    return f": they are equal for {player}, and the first one is played"


def _explain_visits(trace: Trace, name: str, node: int, played_label: str | None) -> str:
    """That a Monte Carlo search plays what it has visited most."""
    log = trace.columns.log
    assert log is not None

    def describe_visits(visited_node: int) -> str:
        counts = node_visits(trace.columns, visited_node, len(log) - 1)
        mean = "" if counts.mean is None else f" with a mean of {number(counts.mean)}"
        return f"{format_count(counts.times, 'time')}{mean}"

    best = trace.best_root_child
    played_text = (
        ""
        if best is None or played_label is None
        else f", {clean(played_label)} {describe_visits(best)}: the most visited is played"
    )
    return f"{clean(name)} was visited {describe_visits(node)}{played_text}."


def _line_sentences(trace: Trace, line: tuple[str, ...]) -> list[str]:
    if len(line) < 2:
        return []
    reply, *rest = map(clean, line[1:])
    rest_text = f", then {' '.join(rest)}" if rest else ""
    return [f"{clean(line[0])} is answered by {reply}{rest_text}."]


def _deciding_node(trace: Trace) -> int:
    """The node whose moves are the root's: the root, or the iteration that gave the move."""
    chosen_node, _ = decided_move(trace)
    if chosen_node is not None:
        return trace.columns.parent.item(chosen_node)
    return 1 if 0 in trace.drivers else 0


def _find_label(trace: Trace, word: str) -> str:
    game = trace.game
    if game is None:
        legal_moves: dict[str, Hashable] = {trace.label(child): None for child in trace.children(_deciding_node(trace))}
    else:
        with blame(game):
            state = trace.state(0)
            legal_moves = (
                {} if game.utility(state) is not None else {label(game, move): move for move in game.moves(state)}
            )
    if (name := match_move_label(word, legal_moves)) is not None:
        return name
    legal_text = (
        ", ".join([*list(legal_moves)[:MAX_LISTED_MOVES], *(["…"] if len(legal_moves) > MAX_LISTED_MOVES else [])])
        or "none"
    )
    raise PlyscopeError(
        f"{clean(word, 40)!r} was no legal move there{nearest(word, list(legal_moves))}; there were: {legal_text}"
    )


def _search_after_move(trace: Trace, name: str, node: int | None, cancelled: Callable[[], bool]) -> Trace:
    max_nodes = max(len(trace), MIN_WHAT_IF_NODES)
    if node is not None and trace.header.depth is not None:
        return what_if(trace, node, max_nodes=max_nodes, cancelled=cancelled)

    def report(_nodes: int) -> None:
        if cancelled():
            raise Stop("cancelled")

    return record(_plan_after(trace, name), max_nodes=max_nodes, progress=report)


def _plan_after(trace: Trace, name: str) -> Plan:
    """The search of the position after a move that the recording may not have, one ply less deep."""
    root_plan, game = plan_again(trace, 0), trace.need_game()
    with blame(game):
        state = trace.state(0)
        move = next(legal_move for legal_move in game.moves(state) if label(game, legal_move) == name)
        next_state = game.play(state, move)
    options = dict(root_plan.options)
    if trace.header.depth is not None:
        options["depth"] = max(trace.header.depth - 1, 0)
    position = position_text(game, next_state, next_state) or f"after {clean(name)}"
    return root_plan._replace(start=next_state, options=options, header=replace(root_plan.header, position=position))
