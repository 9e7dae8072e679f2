"""Moves that were left out, searched twice, or are none by the rules; players who are not to move."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, pairwise
from typing import Any

import numpy as np

from tracer.count.layers import TooMany
from tracer.count.sizes import Sizes
from tracer.deciding.thresholds import ASKED, FEW, SAMPLE, SEVERAL, SURE
from tracer.diagnosis.call_columns import SEARCHED_ALL
from tracer.diagnosis.case import Case, sort_by_return
from tracer.diagnosis.finding import ERROR, NOTE, Disease, Spoils, Symptom
from tracer.diagnosis.move_lists import (
    FORGOTTEN,
    NEEDLESS,
    SEARCHED_TWICE,
    first_repetition,
    forgetful_nodes,
    forgotten_moves,
    moves_against_others,
    repetitions,
)
from tracer.diagnosis.positions import disturbed_visits
from tracer.diagnosis.steps import find_moves_of_other_player, find_unlawful_steps
from tracer.diagnosis.truth import are_near_horizon, end_the_game, ends_are_not_called, is_beam, oracle, positions_after
from tracer.diagnosis.turns import WRONG_TURN, moves_again, never_turns, wrong_turns
from tracer.diagnosis.wording import symptoms, where
from tracer.games.rules import Turn, key, label
from tracer.recording.columns import NO_DEPTH
from tracer.recording.status import OPEN, PRUNED
from tracer.text import clean

SKIPPED = Disease(
    "move-skipped",
    ERROR,
    "A legal move was neither searched nor pruned, although nothing was cut: moves after it were searched, or it is "
    "the last one nearly everywhere.",
    "Likely the list, set or deque of moves is changed while the loop walks over it: walk over a copy, as in "
    "for move in list(moves), and undo what the loop changes. Where it is always the last one, the loop ends too soon.",
    spoils=Spoils.MOVES,
)
ILLEGAL = Disease(
    "illegal-move",
    ERROR,
    "A move was searched that the rules do not allow.",
    "Look at what makes the list of moves: it has to leave out occupied places and whatever else the rules forbid.",
    spoils=Spoils.POSITIONS,
)
FEW_MOVES = Disease(
    "few-moves",
    NOTE,
    "The search looks at some number of moves at most, as a beam does: what the others are worth does not count.",
    "Where every move is meant to count, look at what cuts the list of moves short. Where it is meant so, the value is "
    "that of the moves that were looked at, and not the true one.",
    spoils=Spoils.MOVES,
)
DISEASES: tuple[Disease, ...] = (ILLEGAL, WRONG_TURN, FORGOTTEN, SKIPPED, SEARCHED_TWICE, NEEDLESS, FEW_MOVES)


def examine(case: Case) -> Iterator[Symptom]:
    """Yield wrong moves and players, by the rules where there is a game; none where positions were disturbed."""
    if case.broken_nodes:
        return
    turns = list(wrong_turns(case)) or list(never_turns(case)) or list(moves_again(case))
    illegal = list(_illegal(case, {symptom.node for symptom in turns}))
    others = find_moves_of_other_player(case, [symptom.node for symptom in illegal])
    said = (
        "{node:move} at {parent:where} leads to {node:where}: {other} moves there, but by the rules it is {right} who "
        "is to move"
    )
    for symptom in illegal:
        if symptom.node in others:
            right = Turn(int(case.movers[case.parent[symptom.node]]))
            facts: dict[str, Any] = {"right": right.name, "other": Turn(-right).name}
            yield from symptoms(WRONG_TURN, case, [symptom.node], said, entered=True, **facts)
        else:
            yield symptom
    yield from turns
    lacking = _lacking(case, {symptom.node for symptom in illegal})
    never = forgotten_moves(case, lacking, remembers=_keeps_positions(case))
    yield from forgetful_nodes(case, lacking, never)
    skipped = _skipped(case, [node for node in lacking if _left_out(case, node, never)], never)
    yield from symptoms(SKIPPED, case, skipped, "{skipped}", skipped=partial(_say_skipped, case))
    if lacking and not skipped and not never and is_beam(case, lacking):
        facts = {
            "searched": lambda node: len({case.move[child] for child in case.visits(node)}),
            "legal": lambda node: len(case.get_legal_moves(node) or []),
        }
        said = "{searched} of {legal} legal moves were searched, and nowhere more"
        yield from symptoms(FEW_MOVES, case, lacking, said, **facts)
    yield from repetitions(case, set(skipped))


def _left_out(case: Case, node: int, never: set[str]) -> list[str]:
    """Return the legal moves that a node lacks, but for those that no node has."""
    return [move for move in case.get_missing_moves(node) if move not in never]


def _illegal(case: Case, wrong_turns: set[int]) -> Iterator[Symptom]:
    """Yield moves that the rules do not know; not those of a player who is not to move."""
    nodes = [
        step.node
        for step in case.once(find_unlawful_steps)
        if step.resembles_move and step.node not in case.blamed_nodes
    ]
    nodes = [node for node in nodes if case.parent[node] not in wrong_turns]
    for node in nodes:
        leads = " leads to {node:where}, which" if case.trace.columns.text is not None and where(case, node) else ""
        said = f"{{node:move}} at {{parent:where}}{leads} is no legal move of {{node:game}}"
        yield from symptoms(ILLEGAL, case, [node], said, entered=True)
    said = (
        "{node:move} at {parent:where} leads to {node:where}, which changes nothing or what is not put back, and most "
        "visits where the places look the same that it changes do not have it: it is no legal move there"
    )
    against = moves_against_others(case, case.once(disturbed_visits))
    yield from symptoms(ILLEGAL, case, against, said, entered=True)


def _skipped(case: Case, lacking: list[int], never: set[str]) -> list[int]:
    """Return the nodes, of those that lack moves, that lack some before the last one that was searched."""
    if not lacking or case.trace.header.answers_from_elsewhere or are_near_horizon(case, lacking):
        return []  # a cache may have answered for them
    order, amid = _Order(case), list[int]()  # a move is missing before the last one, or that one was searched twice
    for node in lacking:
        last, legal, gone = _visited(case, node)[-1], case.get_legal_moves(node) or [], _left_out(case, node, never)
        again = first_repetition(case, node) is not None
        amid += [node] if again or any(order.comes_first(move, last, legal) for move in gone) else []
    if not amid:
        return _without_the_last(case, lacking)
    halved = []  # every second move was searched, as when each is taken off the list that is walked
    for node in lacking:
        legal = [move for move in case.get_legal_moves(node) or () if move not in never]
        halved += [node] if _visited(case, node) in (legal[::2], legal[::-1][::2], legal[1::2]) else []
    regular = len(set(halved) & set(amid)) >= SURE * len(amid)
    if not regular and is_beam(case, lacking):
        return []
    if not regular and (("table" in case.trace.header.notes and _keeps_positions(case)) or _are_equals(case, amid)):
        return []
    return sorted(set(halved) | set(amid)) if regular else amid


def _without_the_last(case: Case, lacking: list[int]) -> list[int]:
    """Return the nodes that lack their last move alone, where that is the search's way: nearly none as wide has it."""
    whole = [
        calls.node_ids[
            (calls.move_coverage == SEARCHED_ALL)
            & (calls.last_row > calls.first_row)
            & (calls.best_child_value < calls.opponent_bound)
        ]
        for calls in case.calls.values()
    ]
    for last in (0, -1):
        found = [
            node for node in lacking if case.get_missing_moves(node) == [(case.get_legal_moves(node) or [""])[last]]
        ]
        widths = {
            len(case.get_legal_moves(node) or []) for node in found
        }  # of one width, it may be the number that is looked at
        full = sum(int((case.legal_move_counts[nodes] >= min(widths, default=0)).sum()) for nodes in whole)
        if len(found) >= max(FEW, SURE * (len(lacking) + full)) and len(widths) > 1:
            return found
    return []


def _lacking(case: Case, illegal: set[int]) -> list[int]:
    """Return the expanded nodes with legal moves that were neither visited nor pruned, though nothing was cut.

    An illegal move stands for no legal one.
    """
    if case.game is None:
        return []
    columns = case.trace.columns
    lawful = np.ones(len(case), bool)
    lawful[[0, *illegal]] = False
    parents = columns.parent[lawful]
    if case.columns.has_repeated_moves:
        steps = parents.astype(np.int64) * (1 + case.trace.move_count) + columns.move[lawful]
        parents = np.unique(steps) // (1 + case.trace.move_count)
    different = np.bincount(parents, minlength=len(case))
    fewer = np.flatnonzero(
        case.columns.is_judged & ~case.columns.is_beyond_horizon & (different < case.legal_move_counts)
    )
    found = []
    for node in sort_by_return(case, fewer):
        if case.position_ids[node] < 0 or case.cutoff[node] or node in case.blamed_nodes:
            continue
        if case.value[node] >= case.beta[node] if case.turn[node] > 0 else case.value[node] <= case.alpha[node]:
            continue  # its value reached the end of its window: it may have been cut
        if case.has_windows and not case.alpha[node] < case.beta[node]:
            continue  # the window was crossed before its first move: it is cut anywhere
        if case.depth is not None and NO_DEPTH != case.depth[node] <= 0:
            continue  # a quiescence search looks at some moves only
        children = case.children(node)
        known = (case.position_ids[child] >= 0 or child in illegal for child in children)
        if all(known) and all(case.status[child] not in (OPEN, PRUNED) for child in children):
            found.append(node)
    if found and ends_are_not_called(case):
        found = [node for node in found if not end_the_game(case, node)]
    return _never_met(case, found)


def _never_met(case: Case, nodes: list[int]) -> list[int]:
    """Leave out nodes whose missing moves may have been answered by a table that is asked before a call.

    Such a table is there only where no position was searched twice, or where it is known: a cache asks for all that it
    is called with, and so a position may be there several times.
    """
    if not nodes or not ("cached" in case.trace.header.notes or _keeps_positions(case)):
        return nodes
    assert case.game is not None
    keyed, time, first = key(case.game), dict[int, int](), dict[Hashable, int]()
    for when, node in enumerate(case.nodes_in_return_order):
        time[node] = when
        if case.position_ids[node] >= 0:
            first.setdefault(keyed(case.get_state(node)), when)

    def may_be_new(node: int) -> bool:
        after = positions_after(case, node, set(case.get_missing_moves(node)))
        return any(first.get(keyed(one), len(case)) > time[node] for one in after)

    return [node for node in nodes if may_be_new(node)]


def _keeps_positions(case: Case) -> bool:
    """Return whether no position was expanded twice with the same depth."""
    columns, places = case.columns, case.position_id_column
    expanded = np.flatnonzero(columns.is_judged & (places >= 0))
    searched = places[expanded].astype(np.int64) << 32
    if case.depth is not None:
        searched += np.asarray(case.depth)[expanded]
    searched.sort()
    return not (searched[1:] == searched[:-1]).any()


def _visited(case: Case, node: int) -> list[str]:
    return [case.label(child) for child in case.visits(node)]


class _Order:
    """The order in which the search has its moves: the game's, that backwards, or that of most nodes."""

    def __init__(self, case: Case) -> None:
        self._met: dict[str, dict[int, int]] = {}
        """By the move, the nodes of a sample at which it was searched, and as which of their moves."""
        along = against = 0
        for _, node in zip(
            range(SAMPLE), (node for node in case.iter_choice_nodes() if case.position_ids[node] >= 0), strict=False
        ):
            legal, moves = case.get_legal_moves(node) or [], list(dict.fromkeys(_visited(case, node)))
            for k, move in enumerate(moves):
                self._met.setdefault(move, {})[node] = k
            places = [legal.index(move) for move in moves if move in legal]
            along += sum(one < other for one, other in pairwise(places))
            against += sum(one > other for one, other in pairwise(places))
        total = along + against
        self._sign = 1 if along >= SURE * total else -1 if against >= SURE * total else 0

    def comes_first(self, one: str, other: str, legal: list[str]) -> bool:
        """Return whether one move comes before another, as far as is known; by nearly all nodes that searched both."""
        if self._sign and other in legal:
            return self._sign * legal.index(one) < self._sign * legal.index(other)
        mine, its = self._met.get(one, {}), self._met.get(other, {})
        first = [mine[node] < its[node] for node in mine.keys() & its.keys()]
        return any(first) and sum(first) >= SURE * len(first)


def _are_equals(case: Case, nodes: list[int]) -> bool:
    """Return whether each missing move is as one of its node's visited moves is: perhaps its mirror image.

    Both are worth the same, and have as many moves on their next plies. Few nodes of which it is not known what their
    moves are worth show nothing: a quiescence search, or rules of its own, may leave any.
    """
    truth, game = oracle(case), case.game
    assert game is not None
    sizes = Sizes(game)
    with suppress(TooMany):
        for node in nodes[:ASKED]:
            gone, state, remaining = (
                set(case.get_missing_moves(node)),
                case.get_state(node),
                case.get_remaining_depth(node),
            )
            left = None if remaining is None else remaining - 1
            looks: dict[bool, set[tuple[float | None, tuple[int, ...]]]] = {True: set(), False: set()}
            for move in game.moves(state):
                after = game.play(state, move)
                look = truth.of(after, case.ply[node] + 1, left), tuple(sizes.levels(after, FEW))
                looks[label(game, move) in gone].add(look)
            known = all(worth is not None for worth, _ in chain(*looks.values()))
            if not looks[True] <= looks[False] and (known or len(nodes) >= SEVERAL):
                return False
    return True


def _say_skipped(case: Case, node: int) -> str:
    gone, visited = case.get_missing_moves(node), list(dict.fromkeys(_visited(case, node)))
    again = first_repetition(case, node)  # a scout and its re-search are none
    twice = "" if again is None else f", and {clean(case.label(again[1]))} was searched twice"
    legal_count = len(case.get_legal_moves(node) or [])
    return (
        f"of {legal_count} legal moves {len(gone)} {'was' if len(gone) == 1 else 'were'} left "
        f"out ({_listed(gone, ', ')}): only {_listed(visited, ' and ')} {'was' if len(visited) == 1 else 'were'} "
        f"searched, though nothing was cut{twice}"
    )


def _listed(moves: list[str], last: str) -> str:
    """Return some moves of a list, six at most."""
    few = [clean(move) for move in moves[:6]]
    if len(moves) > len(few):
        return ", ".join(few) + "…"
    return last.join([", ".join(few[:-1]), few[-1]] if len(few) > 1 else few)
