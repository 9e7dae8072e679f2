"""Cutoffs: moves that were skipped without a cause, and moves that need not have been searched."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, SEVERAL, TWICE
from tracer.diagnosis.call_columns import LEFT_MOVES, SEARCHED_ALL
from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.cuts_skipped import CAUSELESS, find_causeless_skips, find_wrong_loop_tests
from tracer.diagnosis.finding import NOTE, WARNING, Disease, Symptom
from tracer.diagnosis.first_moves import find_first_moves, find_unsearched_loops
from tracer.diagnosis.null_moves import null_moves
from tracer.diagnosis.sites import has_mistaken_call_kind
from tracer.diagnosis.sound_call import TEST_RIVALS, WRONG_BOUND, find_holding_tests
from tracer.diagnosis.waste import find_players_without_bound
from tracer.diagnosis.wording import list_some, plural, sentence, symptoms
from tracer.games.rules import MAX, MIN
from tracer.recording.no_moves import Null
from tracer.recording.status import PRUNED
from tracer.recording.withdrawn_cutoffs import rarely_cuts
from tracer.text import number

MISSED = Disease(
    "missed-cut",
    WARNING,
    "Nodes go on although a value is beyond the end of their window: the cutoff is never made, at both players or one.",
    "Leave the loop over the moves as soon as the best value is ≥ beta at MAX, or ≤ alpha at MIN; both players need "
    "the test, and it must leave the loop, all loops if two are nested (return does), not only the branch.",
)
STRICT = Disease(
    "strict-cut",
    NOTE,
    "Nodes go on when a value is exactly the end of their window: the cutoff test is > where ≥ would do.",
    "Test value >= beta and value <= alpha (or alpha >= beta): a value equal to the end cannot change the result.",
)
DISEASES: tuple[Disease, ...] = (WRONG_BOUND, CAUSELESS, MISSED, STRICT)


class PassedCutoff(NamedTuple):
    """A node that went on after a value had reached the end of its window."""

    node: int
    reaching_child: int
    """The child whose value reached it."""
    next_child: int
    """The child that was searched after that."""


class BoundHits(NamedTuple):
    """A player's nodes at which a value passed the end of the window, or was exactly at it."""

    player: int
    is_beyond_bound: bool
    continued: list[PassedCutoff]
    """Those that went on."""
    stopped_count: int
    """How many left moves."""
    unknown_count: int
    """How many may have had none left."""
    margin: float
    """How far all that left moves had passed the end, if that is further than any that went on; else 0."""


def examine(case: Case) -> Iterator[Symptom]:
    """Find the nodes that skipped moves without a cause, and the nodes that went on without one."""
    if has_mistaken_call_kind(case):
        return
    finders = (find_causeless_skips, _find_left_for_null_move, _find_left_after_first, find_wrong_loop_tests)
    causeless_symptoms = next(filter(None, ([*find(case)] for find in finders)), [])
    yield from causeless_symptoms
    if not case.has_windows:
        return
    mistaken = {case.turn[symptom.node] for symptom in causeless_symptoms}
    bound_hits = [hits for hits in _iter_bound_hits(case) if hits.player not in mistaken]
    if any(hits.continued for hits in bound_hits):
        if case.shrinks_values():
            return  # what a child returned passed the end, and what was made of it did not
        unbound_players = find_players_without_bound(case)
        bound_hits = [hits for hits in bound_hits if hits.player not in unbound_players]
    resumed = [reach for hits in bound_hits for reach in hits.continued if _has_resumed(case, reach)]
    if len(resumed) >= FEW:
        template = (
            ": it left out {left}, but then searched {next:move} all the same, as where break leaves only the inner"
        )
        yield from _describe_continued(case, MISSED, resumed, f"{template} one of two loops; so at {{count}} nodes")
        return
    beyond_hits = [hits for hits in bound_hits if hits.is_beyond_bound]
    never_cutting = [
        hits for hits in beyond_hits if rarely_cuts(len(hits.continued), hits.stopped_count, hits.unknown_count)
    ]
    if causeless_symptoms and sum(len(hits.continued) for hits in never_cutting) < FEW:
        return  # what one player leaves moves the other one's windows
    missed = list[PassedCutoff]()
    for hits in never_cutting:
        template = (
            "{node:mover} searched no move after {node:last}, which has not passed {node:far} {node:limit}; so at "
            "all {count} such nodes, but it went on at {on} whose value had"
        )
        inverted_nodes = _find_inverted_tests(case, hits.player)
        counts: dict[str, Any] = {"count": len(inverted_nodes), "on": len(hits.continued)}
        yield from symptoms(WRONG_BOUND, case, inverted_nodes, template, **counts)
        missed += [] if inverted_nodes else hits.continued
    players = " and ".join(turn.name for turn in (MAX, MIN) if any(case.turn[one.node] == turn for one in missed))
    template = f"; {players} made no cutoff at {{nodes}}, and cutoffs there save {{saved}}"
    yield from _describe_continued(case, MISSED, missed, template, plural(len(missed), "such node"))
    late = [hits for hits in beyond_hits if hits.margin and hits not in never_cutting]
    for hits in late:
        template = f"; {{node:player}} left moves only where a value was {number(hits.margin)} or more beyond that"
        yield from _describe_continued(case, MISSED, hits.continued, template + ". At {nodes} cutoffs save {saved}")
    equal_hits = [hits for hits in bound_hits if not hits.is_beyond_bound]
    cutting_players = {
        hits.player for hits in [*never_cutting, *late, *(hits for hits in equal_hits if hits.stopped_count)]
    }
    equal_hits = [] if "ties" in case.trace.header.notes else equal_hits  # equal ones may not be equal
    strict = [reach for hits in equal_hits if hits.player not in cutting_players for reach in hits.continued]
    yield from _describe_continued(case, STRICT, strict, "; at {nodes} a test with equality saves {saved}")


def _describe_continued(
    case: Case, disease: Disease, reaches: list[PassedCutoff], template_end: str, node_count_text: str = ""
) -> Iterator[Symptom]:
    """Yield the symptoms of nodes that go on, which they do with the next of their moves."""
    node_count_text = node_count_text or plural(len(reaches), "node")
    for reach in reaches:
        template = "{node:mover} went on after {child:valued}, with {node:far} {node:limit}" + template_end
        fields = {
            "saved": lambda _: _describe_saved_visits(case, reaches),
            "left": partial(_describe_left_between, case, reach),
            "child": reach.reaching_child,
            "next": reach.next_child,
            "nodes": node_count_text,
            "count": len(reaches),
        }
        yield Symptom(disease, reach.node, sentence(case, reach.node, template, **fields), reach.next_child)


def _find_left_for_null_move(case: Case) -> list[Symptom]:
    """Return the nodes that were left with what a null move returned, though that does not cut."""
    left_nodes = []
    asides = case.aside_nodes if case.has_windows else ()
    nulls = [aside for aside in asides if case.turn[aside] == -case.turn[case.parent[aside]] != 0]
    null_nodes = null_moves(case.trace) if nulls else set()
    for null in nulls:
        if null not in null_nodes and not isinstance(case.trace.move(null), Null):
            continue
        node = case.parent[null]
        has_full_window = (case.alpha[null], case.beta[null]) == (case.alpha[node], case.beta[node])
        # Who has no move has to pass.
        if case.visits(node)[-1] != null or (has_full_window and case.visits(node) == [null]):
            continue
        if case.alpha[node] < case.value[node] < case.beta[node] and case.value[node] == case.value[null]:
            left_nodes.append(node)
    template = (
        "{node:mover} left all its moves and returned {node:value}, which a null move had, though that lies inside its "
        "window {node:window}: a null move says something only where it reaches {node:far}"
    )
    left_nodes = sorted(left_nodes, key=lambda node: case.end[node]) if len(left_nodes) >= TWICE else []
    return symptoms(CAUSELESS, case, left_nodes, template)


def _find_left_after_first(case: Case) -> Iterator[Symptom]:
    """Yield the nodes whose loops over the moves end after the first, unless the rules are known, which tell more."""
    template = (
        "{node:mover} searched {first:move} alone, as all {count} such nodes searched one move: line {left_at:count} "
        "ends the loop over the moves after the call of line {called_at:count}"
    )
    for first_move in find_first_moves(case) if case.game is None else ():
        fields: dict[str, Any] = {
            "first": lambda node: case.visits(node)[0],
            "count": len(first_move.nodes),
            "left_at": first_move.left_at,
            "called_at": first_move.called_at,
        }
        yield from symptoms(CAUSELESS, case, first_move.nodes, template, **fields)
    template = (
        "{node:mover} searched none of its moves, as {count} such nodes: the return of line {left_at:count} ends the "
        "loop over the moves in its first round"
    )
    for nodes in find_unsearched_loops(case):
        fields = {"count": len(nodes), "left_at": case.trace.left_at(nodes[0])}
        yield from symptoms(CAUSELESS, case, nodes, template, **fields)


def _iter_bound_hits(case: Case) -> Iterator[BoundHits]:
    """Yield the nodes of each player at which a value passed the end of the window, then those where it was at it.

    The root is left out: what loops over its moves is often another function, whose window need not mean anything.
    """
    for is_beyond_bound in (True, False):
        for turn, calls in case.calls.items():
            count = len(calls.child_ids)
            hit_rows = np.where(calls.child_values >= calls.parent_window.far, np.arange(count), count)
            first_hit = np.minimum.reduceat(hit_rows, calls.first_row)
            max_kept = np.minimum(calls.best_so_far, calls.compute_running_best(calls.kept_so_far))[calls.last_row]
            is_hit = calls.window.is_open & (max_kept >= calls.window.far) & (calls.node_ids > 0) & (first_hit < count)
            is_hit[is_hit] &= (calls.child_values[first_hit[is_hit]] > calls.window.far[is_hit]) == is_beyond_bound
            continues = is_hit & (first_hit < calls.last_row)
            has_left = calls.move_coverage[is_hit & (first_hit == calls.last_row)] == LEFT_MOVES
            next_rows = first_hit[continues]
            rows = (calls.node_ids[continues], calls.child_ids[next_rows], calls.child_ids[next_rows + 1])
            passed = [PassedCutoff(*row) for row in np.stack(rows, 1).tolist()]
            stops = is_hit & (first_hit == calls.last_row) & (calls.move_coverage == LEFT_MOVES)
            last_child = calls.child_ids[calls.last_row]  # after a null move, or beyond the horizon, is another test
            stops &= ~case.columns.makes_no_move[last_child] & ~case.columns.is_beyond_horizon[calls.node_ids]
            with np.errstate(invalid="ignore"):  # of two infinities there is no difference
                excess = calls.child_values[np.minimum(first_hit, count - 1)] - calls.window.far
            least, most = np.min(excess[stops], initial=INFINITY), np.max(excess[continues], initial=-INFINITY)
            is_apart = most < least < INFINITY and min(stops.sum(), len(passed)) >= SEVERAL
            margin = float(least) if is_apart else 0.0
            yield BoundHits(turn, is_beyond_bound, passed, int(has_left.sum()), int((~has_left).sum()), margin)


def _find_inverted_tests(case: Case, turn: int) -> list[int]:
    """The nodes of a player who leaves each loop unless a value has passed an end of the window: the test is inverted.

    It went on where one had passed the right end, as is known before, and nowhere where the inverted test holds.
    """
    calls = case.calls[turn]
    for test in (
        call.test for _, call in TEST_RIVALS if call.test.comparison in "≤<" and call.test.compared_bound != "narrowed"
    ):
        holds_early, holds_last = find_holding_tests(calls, test)
        has_inner_window = (calls.window.is_open) & (calls.node_ids > 0)
        nodes: list[int] = calls.node_ids[
            holds_last & has_inner_window & (calls.move_coverage != SEARCHED_ALL)
        ].tolist()
        if not (holds_early & has_inner_window).any() and len(nodes) >= FEW:
            return nodes
    return []


def _has_resumed(case: Case, reach: PassedCutoff) -> bool:
    """Whether moves after the one that reached the end were left out, and still others were searched after them."""
    legal, choice = case.get_legal_moves(reach.node), case.get_choice(reach.node)
    if legal is None or choice is None or not set(legal).issuperset(map(case.label, choice.children)):
        return False
    legal_indices = [legal.index(case.label(child)) for child in choice.children]
    child_index = choice.children.index(reach.next_child)
    return legal_indices[child_index - 1] + 1 < legal_indices[child_index] and legal_indices == sorted(legal_indices)


def _describe_saved_visits(case: Case, reaches: list[PassedCutoff]) -> str:
    """Return how many visits below these nodes cutoffs would have saved, of how many, in words."""
    is_saved, is_visited = np.zeros(len(case), bool), case.columns.status != PRUNED
    for reach in reaches:
        is_saved[case.end[reach.reaching_child] : case.end[reach.node]] = True
    return f"{(is_saved & is_visited).sum():,} of {is_visited.sum():,} visits"


def _describe_left_between(case: Case, reach: PassedCutoff, node: int) -> str:
    """Return the moves between the one that reached the end and the one that was searched next."""
    legal = case.get_legal_moves(node) or []
    (before, after) = map(case.label, (reach.reaching_child, reach.next_child))
    return list_some(legal[legal.index(before) + 1 : legal.index(after)])
