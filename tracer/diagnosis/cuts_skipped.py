"""Moves that were skipped although no value had reached the end of the window."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any

import numpy as np

from tracer.deciding.thresholds import FEW, SAMPLE, SURE, TWICE
from tracer.diagnosis.call_columns import LEFT_MOVES, Calls
from tracer.diagnosis.case import INFINITY, Case, Choice, sort_by_return
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.sound_call import TEST_RIVALS, WRONG_BOUND, LoopTest, find_holding_tests, get_compared_numbers
from tracer.diagnosis.source_lines import nodes_left_inside
from tracer.diagnosis.stored_visits import wins_of
from tracer.diagnosis.truth import Truth, are_near_horizon, get_truth, has_missing_win
from tracer.diagnosis.wording import far_end, list_some, near_end, symptoms
from tracer.games.rules import MAX
from tracer.recording.columns import Bools, Floats
from tracer.recording.no_moves import is_partial_probe
from tracer.recording.status import PRUNED
from tracer.text import number

CAUSELESS = Disease(
    "cut-without-cause",
    ERROR,
    "A node leaves its moves although no value has reached an end of its window, and its value is wrong for that; or, "
    "where the rules are not known, the text of the search ends the loop over the moves after the first.",
    "Only a cutoff may skip moves: value ≥ beta at MAX, value ≤ alpha at MIN. Look for a return or break inside the "
    "loop, and for moves that are left out.",
)

_NO_EXPLAINING_TEST: tuple[LoopTest | None, set[int]] = None, set()
_FLIPPED_COMPARISONS = {"≥": "≤", ">": "<", "≤": "≥", "<": ">"}


def find_causeless_skips(case: Case) -> Iterator[Symptom]:
    """Yield the nodes that left moves without a cause, by the wrong test if one explains them."""
    if case.broken_nodes:
        return
    skips = _Skips(case)
    causeless_nodes = skips.causeless_nodes
    if not any(causeless_nodes.values()):
        return
    harmful = list(_find_harmful_skips(case, skips, causeless_nodes))
    yield from harmful
    if not harmful and not case.blamed_nodes:
        nodes = _find_single_move_nodes(case, [node for nodes in causeless_nodes.values() for node in nodes])
        fields = {"count": len(nodes), **_get_template_fields(case)}
        template = ": so at all {count} nodes with several moves below the root, each searched one alone"
        yield from symptoms(CAUSELESS, case, nodes, _LEFT_AFTER_TEMPLATE + template, **fields)


def _find_harmful_skips(case: Case, skips: _Skips, causeless_nodes: dict[int, list[int]]) -> Iterator[Symptom]:
    """Yield the nodes that left moves and have a wrong value for it."""
    for turn, nodes in causeless_nodes.items():
        has_harm = skips.assess_harm(nodes) if nodes else None
        if has_harm is False and not case.blamed_nodes:
            continue
        if has_harm is None and are_near_horizon(case, nodes):
            continue
        test, ended_nodes = _NO_EXPLAINING_TEST
        if nodes and case.has_windows:
            test, ended_nodes = _find_explaining_test(case.calls[turn], nodes)
        if case.blamed_nodes and (len(nodes) < TWICE or _stops_as_other_player(case.calls[turn], nodes)):
            continue
        for node in nodes:
            if test is not None and node in ended_nodes:
                describe = partial(_describe_wrong_bound, case, test)
                template = f"{_LEFT_AFTER_TEMPLATE}, {{how}} {{node:far}} {{node:limit}}"
                yield from symptoms(WRONG_BOUND, case, [node], template, how=describe, **_get_template_fields(case))
            elif test is None and node in skips.harmed_nodes and (not case.blamed_nodes or skips.are_to_blame(node)):
                true_value = skips.harmed_nodes[node]
                template = _LEFT_AFTER_TEMPLATE
                template += ", which does not reach {node:far} {node:limit}" if case.has_windows else ""
                if true_value is not None:
                    template += f"; it returned {{node:value}}, the true value is {number(true_value)}"
                yield from symptoms(CAUSELESS, case, [node], template, **_get_template_fields(case))


def find_wrong_loop_tests(case: Case) -> Iterator[Symptom]:
    """Yield the nodes that returned inside their loop by a wrong test, unless the rules are known, which tell more."""
    if not case.has_windows or case.game is not None or case.blamed_nodes:
        return
    left_inside = nodes_left_inside(case.trace)
    for calls in case.calls.values():
        is_causeless = left_inside[calls.node_ids] & _is_inside_window(calls, calls.first_far)
        nodes = [*sort_by_return(case, calls.node_ids[is_causeless])]
        test, ended_nodes = _find_explaining_test(calls, nodes) if len(nodes) >= TWICE else _NO_EXPLAINING_TEST
        for node in nodes:
            if test is not None and node in ended_nodes:
                describe = partial(_describe_wrong_bound, case, test)
                template = (
                    "{node:mover} left its loop over the moves at line {line} after {last:valued}, {how} {node:far} "
                    "{node:limit}; so did {count} nodes"
                )
                fields = {**_get_template_fields(case), "line": case.trace.left_at(node), "count": f"{len(nodes):,}"}
                yield from symptoms(WRONG_BOUND, case, [node], template, how=describe, **fields)


def are_skips_explained(case: Case) -> bool:
    """Whether moves were left for reasons that lie in their own node: a wrong test, or values that are right anyway."""
    skips = _Skips(case)
    skips_by_player = [(turn, nodes) for turn, nodes in skips.causeless_nodes.items() if nodes]
    if all(skips.assess_harm(nodes) is False for _, nodes in skips_by_player):
        return True
    return all(_find_explaining_test(case.calls[turn], nodes)[0] is not None for turn, nodes in skips_by_player)


def _is_inside_window(calls: Calls, far: Floats | None = None) -> Bools:
    """Return by node whether neither its value nor a child's reaches the far end of its window, or another one."""
    values = np.maximum(np.maximum(calls.window.near, calls.node_values), calls.best_child_value)
    is_inside: Bools = values < (calls.window.far if far is None else far)
    return is_inside


class _Skips:
    """The nodes of a case that left moves although no value had reached the far end."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self.harmed_nodes: dict[int, float | None] = {}
        """Nodes that left moves and are wrong for it, with the true value if it is known."""

    @cached_property
    def causeless_nodes(self) -> dict[int, list[int]]:
        """Return these nodes, by the player who moves there, in the order of time."""
        nodes_by_player: dict[int, list[int]] = {}
        for turn, calls in self._case.calls.items():
            left_moves = _is_inside_window(calls) & (calls.move_coverage == LEFT_MOVES)
            nodes = sort_by_return(self._case, calls.node_ids[left_moves])
            nodes_by_player[turn] = [
                node for node in nodes if node not in self._case.broken_nodes and self._skipped_without_reason(node)
            ]
        return nodes_by_player

    def _skipped_without_reason(self, node: int) -> bool:
        """Return whether a node left moves for no reason that a sound search may have."""
        case = self._case
        choice = case.get_choice(node)
        if choice is None or is_partial_probe(case.trace.columns, node):
            return False
        pruned_children = [child for child in case.children(node) if case.status[child] == PRUNED]
        if pruned_children and all(case.trace.skips[child] for child in pruned_children):
            return False  # they were left out on purpose
        if case.left_before_call[node] and has_missing_win(case, node):
            return False  # it took the win and searched nothing more
        low, high = case.table_limits(node)
        opponent_limit = high if choice.turn > 0 else -low
        if choice.turn * choice.best >= opponent_limit or choice.turn * choice.value >= opponent_limit:
            return False
        if choice.turn * choice.best >= case.once(wins_of).win_value - case.ply[node] - 1:
            return False  # no win is nearer
        may_be_on_purpose = not case.cutoff[node] and self._chooses_moves(node)
        return not may_be_on_purpose and (case.has_windows or not self._may_stop(choice))

    def _chooses_moves(self, node: int) -> bool:
        """Return whether a node may leave moves on purpose, unannounced: beyond the horizon, or anywhere."""
        remaining = self._case.get_remaining_depth(node)
        if remaining is not None and remaining <= 0:
            return True  # the depth was spent, as in a search of captures alone
        return self._truth is not None and self._truth.is_its_own and bool(self._case.get_missing_moves(node))

    def _may_stop(self, choice: Choice) -> bool:
        """Return whether a search without a window, or with one that is not seen, may stop here.

        It has a win, or the best value that there is, or as much as the other player would not let it have.
        """
        low, high = self._value_range
        best = choice.turn * choice.best
        max_value = choice.turn * (high if choice.turn == MAX else low)
        return best > 0 or (low < high and best >= max_value) or self._is_refused_above(choice)

    @cached_property
    def _value_range(self) -> tuple[float, float]:
        values = [value for value in self._case.value if value == value]
        return min(values, default=0.0), max(values, default=0.0)

    def _is_refused_above(self, choice: Choice) -> bool:
        """Return whether the other player has found, above, what is no better for this one."""
        case, node_below = self._case, choice.node
        while node_below:
            node = case.parent[node_below]
            if case.turn[node] == -choice.turn and choice.turn * choice.best >= -self._best_earlier_value[node_below]:
                return True
            node_below = node
        return False

    @cached_property
    def _best_earlier_value(self) -> list[float]:
        """By the node, the best value of its parent's earlier visits, in the view of the parent's player."""
        case, best = self._case, [-INFINITY] * len(self._case)
        best_before = list(best)
        for node in case.visited[1:]:
            parent = case.parent[node]
            best_before[node] = best[parent]
            best[parent] = max(best[parent], case.turn[parent] * case.value[node])
        return best_before

    def assess_harm(self, nodes: list[int]) -> bool | None:
        """Whether what was skipped matters: not where all values are right all the same; None where nobody knows."""
        is_harmed: bool | None = None
        for node in nodes[:SAMPLE]:
            true_value = None if self._truth is None else self._truth.get_node_value(node)
            low, high = self._case.claims[node]
            if true_value is None and self._case.get_missing_moves(node) and not self._case.cutoff[node]:
                continue
            # Where it is not known, the branches were said to be pruned.
            if true_value is None or not low <= true_value <= high:
                self.harmed_nodes[node] = true_value
                is_harmed = True
            is_harmed = is_harmed or False
        return is_harmed

    def are_to_blame(self, node: int) -> bool:
        """Return whether the moves that were left account for a wrong value: those that were searched are right."""
        case, true_value = self._case, self.harmed_nodes[node]
        if true_value is None or self._truth is None:
            return False
        if case.turn[node] * case.value[node] >= case.turn[node] * true_value:
            return False
        visits = [(case.claims[child], self._truth.get_node_value(child)) for child in case.visits(node)]
        return all(value is not None and low <= value <= high for (low, high), value in visits)

    @cached_property
    def _truth(self) -> Truth | None:
        return None if self._case.game is None else get_truth(self._case)


def _find_single_move_nodes(case: Case, causeless_nodes: list[int]) -> list[int]:
    """Return the nodes below the root that have several moves, if each searched the first of its list alone.

    A search that looks at what seems best, and at nothing else, has another move than the first here and there. And one
    that stops for a reason has searched all moves somewhere on the way to its first leaf.

    Args:
        case: the search, with its game.
        causeless_nodes: the nodes that left moves for no reason that is known.
    """
    if len(causeless_nodes) < FEW or case.game is None:
        return []
    if case.trace.header.answers_from_elsewhere or case.trace.selective:
        return []
    nodes, move_indices, players_seen = [], {0, -1}, set[bool]()
    for node in case.iter_choice_nodes():
        legal = list(dict.fromkeys(case.get_legal_moves(node) or ()))
        if not node or len(legal) < 2 or node in case.nodes_beyond_horizon:
            continue
        searched_moves = {case.label(child) for child in case.visits(node)}
        move_indices = {move_index for move_index in move_indices if searched_moves == {legal[move_index]}}
        if not move_indices or case.cutoff[node]:
            return []
        players_seen.add(case.turn[node] == MAX)
        nodes.append(node)
    return nodes if len(players_seen) == 2 else []


def _find_explaining_test(calls: Calls, causeless_nodes: list[int]) -> tuple[LoopTest | None, set[int]]:
    """Return the wrong test that explains nearly all nodes that left moves, and the nodes that it ends.

    Hardly any node goes on where it holds.
    """
    max_explained, best_explanation = 0, _NO_EXPLAINING_TEST
    for test in (call.test for _, call in TEST_RIVALS):
        holds_early, holds_last = find_holding_tests(calls, test)
        ended_nodes = calls.node_ids[holds_last & ~holds_early]
        explained_count = int(np.isin(ended_nodes, causeless_nodes).sum())
        is_rarely_early = holds_early.sum() <= (1 - SURE) * (holds_early | holds_last).sum()
        if is_rarely_early and explained_count >= max(SURE * len(causeless_nodes), max_explained + 1):
            max_explained, best_explanation = explained_count, (test, set(ended_nodes.tolist()))
    return best_explanation


def _stops_as_other_player(calls: Calls, causeless_nodes: list[int]) -> bool:
    """Return whether a player who keeps the worst value stops as the other one should: then it is one mistake."""
    if (calls.kept_so_far != calls.worst_so_far).any():
        return False  # what it begins with is its own
    tests = (call.test for _, call in TEST_RIVALS if call.test.comparison in "≤<" and call.test.compared_bound != "far")
    ended_by_test = (
        calls.node_ids[holds_last & ~holds_early]
        for holds_early, holds_last in (find_holding_tests(calls, test) for test in tests)
    )
    return any(np.isin(nodes, causeless_nodes).sum() >= SURE * len(causeless_nodes) for nodes in ended_by_test)


_LEFT_AFTER_TEMPLATE = "{node:mover} left {left} unsearched after {last:valued}"


def _get_template_fields(case: Case) -> dict[str, Any]:
    """Return the fields of `_LEFT_AFTER_TEMPLATE`: the moves that a node left, and the last child that it searched."""

    def left(node: int) -> str:
        pruned = [case.trace.label(child) for child in case.children(node) if case.status[child] == PRUNED]
        return list_some(pruned or case.get_missing_moves(node))

    def last(node: int) -> int:
        calls = case.calls[case.turn[node]]
        return int(calls.child_ids[calls.last_row[np.searchsorted(calls.node_ids, node)]])

    return {"left": left, "last": last}


def _describe_wrong_bound(case: Case, test: LoopTest, node: int) -> str:
    """Return by what test a node left its loop, with the numbers that it compared."""
    turn, calls = case.turn[node], case.calls[case.turn[node]]
    comparison = test.comparison if turn == MAX else _FLIPPED_COMPARISONS[test.comparison]
    right_comparison = "≥" if turn == MAX else "≤"
    last_row = calls.last_row[np.searchsorted(calls.node_ids, node)]
    value, bound = (turn * float(numbers[last_row]) for numbers in get_compared_numbers(calls, test))
    held_name = f"{near_end(turn)} raised to" if test.compared_value == "raised" else "the best value"
    is_child_value = value == turn * calls.child_values[last_row]
    comparison_text = "which is" if is_child_value else f"with {held_name} {number(value)}, which is"
    bound_name = (near_end if test.compared_bound in ("near", "narrowed") else far_end)(turn)
    offset_text = (" - 1" if turn == MAX else " + 1") if test.compared_bound == "almost" else ""
    return f"{comparison_text} {comparison} {bound_name}{offset_text} {number(bound)} but not {right_comparison}"
