"""Monte Carlo tree search: whose reward the selection goes by, moves that it never tries, and the move that is played.

A choice speaks against a reward where another child had the better mean of it and no more visits: no bonus for what is
little known explains that. A program that goes by the reward of the player who moves makes no such choice.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import ENOUGH, FEW, MANY, SOME, SURE, TINY, TWICE
from tracer.diagnosis.finding import ERROR, NOTE, WARNING, Disease, Finding, make_finding
from tracer.games.rules import MAX, MIN, Turn, blame, labels
from tracer.recording.columns import NO_WEIGHT
from tracer.recording.log_numbers import log_of, visit_count
from tracer.text import clean, number, some_of
from tracer.tracing import Trace

ONE_SIDED = Disease(
    "selects-for-one-player",
    ERROR,
    "The selection of a Monte Carlo tree search goes by the reward of one player at the nodes of both, so the other "
    "player is taken to help.",
    "Compare the children by the reward of the player who moves at their parent: turn the sign round for MIN. Or count "
    "each result for a node as the player above it sees it, with the other sign at every ply.",
)
FOR_OPPONENT = Disease(
    "selects-for-opponent",
    WARNING,
    "The selection goes by the other player's reward at the nodes of both players: each plays what is worst for them. "
    "Or the recording has the wrong sign, or the wrong player.",
    "Where a node keeps the reward of the player who moves there, its parent wants the child with the least: turn the "
    "sign round where children are compared, or where results are counted. If the search does that, look at what it "
    "tells the recorder: results are MAX's view, and the turn is that of the player who moves at the node.",
)
NOT_TURNED = Disease(
    "reward-not-turned",
    ERROR,
    "Results are counted with one sign on the whole way up, that of the player who moves at the leaf, so the means mix "
    "rewards of both players.",
    "Turn the sign round at every ply on the way up, or count each result as one player sees it.",
)
UNTRIED = Disease(
    "move-never-tried",
    NOTE,
    "A move was never tried, though the search visited the others of its node again and again.",
    "Look at how untried moves are listed and taken: each is to be tried once before any is tried again. It may be "
    "meant so where an unvisited move has a value of its own (first-play urgency).",
)
BY_MEAN = Disease(
    "played-by-mean",
    NOTE,
    "The move that is played has the best mean, and another one more visits: a mean of few visits is uncertain.",
    "Play the move with the most visits, or search on until that is the one with the best mean, too.",
)
FEW_VISITS = Disease(
    "few-visits-played",
    WARNING,
    "The move that is played has less than half the visits of another one, and a worse mean. A choice by visits, by "
    "means or by bounds of means would not take it.",
    "Play the move with the most visits, and look at the sign and the start of the comparison that finds it. Ignore "
    "this if the program draws the move by lot, as in self-play.",
)
DISEASES: tuple[Disease, ...] = (ONE_SIDED, FOR_OPPONENT, NOT_TURNED, UNTRIED, BY_MEAN, FEW_VISITS)


class _Counted(NamedTuple):
    """What was counted for a node by some row."""

    visits: int = 0
    total: float = 0.0
    """The sum of its results, MAX's view."""
    by_leaf: float = 0.0
    """The same sum, each result as the player sees it who moves at its leaf."""

    @property
    def mean(self) -> float:
        return self.total / self.visits


class _Choice(NamedTuple):
    """A child that was selected, beside those that had no more visits by then, and no smaller prior."""

    row: int
    turn: int
    child: int
    counted: _Counted
    greatest: tuple[_Counted, int]
    """The child with the greatest mean; the selected one where none is greater."""
    least: tuple[_Counted, int]
    by_leaf: tuple[bool, bool]
    """Whether another one has a greater mean as the players at the leaves see it, and whether one has a smaller."""

    def is_against(self, side: int) -> bool:
        """Return whether MAX, or MIN, would have selected another child."""
        return (self.greatest if side > 0 else self.least)[1] != self.child


def findings_of_selection(trace: Trace) -> list[Finding]:
    """Return what is wrong with the choices of a Monte Carlo tree search; nothing of another recording."""
    if not log_of(trace.columns).counts_visits:
        return []
    return [*_find_wrong_reward(trace), *_find_untried_moves(trace), *_find_less_visited_played(trace)]


def _find_wrong_reward(trace: Trace) -> Iterator[Finding]:
    """Return the choices against the player who moves, if the reward of another one explains nearly all choices."""
    choices = list(_iter_choices(trace))
    wrong = [choice for choice in choices if choice.is_against(choice.turn)]
    if len(wrong) < max(MANY, SOME * len(choices)) or len({choice.turn for choice in choices}) < len((MAX, MIN)):
        return
    by_leaf = min(sum(choice.by_leaf[way] for choice in choices) for way in (0, 1))
    rewards = (
        (sum(choice.is_against(MAX) for choice in choices), "MAX's", ONE_SIDED),
        (sum(choice.is_against(MIN) for choice in choices), "MIN's", ONE_SIDED),
        (sum(choice.is_against(-choice.turn) for choice in choices), "that of the other player", FOR_OPPONENT),
        (by_leaf, "that of the player who moves at the leaf", NOT_TURNED),
    )
    against, whose, disease = min(rewards, key=lambda reward: reward[0])
    if against * MANY > len(wrong):
        return
    parent = trace.columns.parent
    said = _describe_choice(trace, wrong[0]) + (
        f". {len(wrong):,} of {len(choices):,} choices speak against the reward of the player who moves, and "
        f"{against or 'none'} against {whose}"
    )
    yield make_finding(trace, disease, [(parent.item(one.child), one.row) for one in wrong], said)


def _describe_choice(trace: Trace, choice: _Choice) -> str:
    chosen, (counted, other) = choice.counted, choice.greatest if choice.turn > 0 else choice.least
    mover, names = Turn(choice.turn).name, [clean(trace.label(child)) for child in (choice.child, other)]
    return (
        f"{mover} moves, and {names[0]} was selected in step {choice.row:,}, with a mean of {number(chosen.mean)} in "
        f"{chosen.visits:,} visits, and not {names[1]}, with {number(counted.mean)} in {counted.visits:,} (MAX's view)"
    )


def _iter_choices(trace: Trace) -> Iterator[_Choice]:
    """Return the choices of the first iterations, at nodes of which each child had been visited by then."""
    columns, log = trace.columns, log_of(trace.columns)
    assert columns.born is not None
    born, turn, parent = columns.born.tolist(), columns.turn.tolist(), columns.parent.tolist()
    prior = [NO_WEIGHT] * len(trace) if columns.weight is None else columns.weight.tolist()
    births: dict[int, list[int]] = {}
    for node in range(1, len(trace)):
        births.setdefault(parent[node], []).append(born[node])
    counted, met, before = dict[int, _Counted](), dict[int, list[int]](), -1
    rows = zip(log.iteration.tolist(), log.node.tolist(), log.x.tolist(), strict=True)
    for row, (iteration, leaf, x) in enumerate(rows):
        if iteration >= ENOUGH:
            return
        path = [leaf]
        while path[-1]:
            path.append(parent[path[-1]])
        for child, node in pairwise(path if iteration != before else ()):
            if born[child] < row and turn[node] and bisect_left(births[node], row) == len(met.get(node, ())):
                mine = counted[child]
                rivals = [one for one in met[node] if counted[one].visits <= mine.visits and prior[one] >= prior[child]]
                yield _compare_with_rivals(row, turn[node], child, mine, [(counted[one], one) for one in rivals])
        before = iteration
        for node in path:
            visits, total, by_leaf = counted.get(node, _Counted())
            counted[node] = _Counted(visits + 1, total + x, by_leaf + x * turn[leaf])
            if not visits and node:
                met.setdefault(parent[node], []).append(node)


def _compare_with_rivals(
    row: int, turn: int, child: int, mine: _Counted, rivals: list[tuple[_Counted, int]]
) -> _Choice:
    slack = TINY * (1 + abs(mine.mean))
    greatest, least = (pick(rivals, key=lambda one: one[0].mean) for pick in (max, min))
    by_leaf = [one.by_leaf / one.visits - mine.by_leaf / mine.visits for one, _ in rivals]
    greatest = greatest if greatest[0].mean > mine.mean + slack else (mine, child)
    least = least if least[0].mean < mine.mean - slack else (mine, child)
    return _Choice(row, turn, child, mine, greatest, least, (max(by_leaf) > slack, min(by_leaf) < -slack))


def _find_untried_moves(trace: Trace) -> Iterator[Finding]:
    """Return the nodes of which a move was never tried, if that is so at nearly all that were visited often."""
    columns, step = trace.columns, trace.steps - 1
    inner = (columns.end > np.arange(len(trace)) + 1) & (columns.turn != 0)
    if columns.weight is not None:
        return  # with priors a move may never get its turn
    often = np.flatnonzero(inner & (log_of(columns).cached_visits(columns.end, step) >= MANY * FEW)).tolist()
    said = {node: _describe_untried(trace, node, step) for node in often}
    found = [(node, words) for node, words in said.items() if words]
    if len(found) >= max(FEW, SURE * sum(words is not None for words in said.values())):
        yield make_finding(trace, UNTRIED, [(node, step) for node, _ in found], found[0][1])


def _describe_untried(trace: Trace, node: int, step: int) -> str | None:
    """Return which moves of a node were never tried; empty where there are none.

    None where nobody can tell: few others were tried, or the search may add them later.
    """
    columns, log = trace.columns, log_of(trace.columns)
    children = trace.children(node)
    tried = [child for child in children if visit_count(columns, child, step)]
    names = {trace.label(child) for child in tried}
    legal = [trace.label(child) for child in children]
    if trace.game is not None:
        with blame(trace.game):
            legal = labels(trace.game, list(trace.game.moves(trace.state(node))))
    gone = [move for move in legal if move not in names]
    if not gone or not names <= {*legal}:
        return ""
    if len(tried) < FEW:
        return None
    last = max(int(log.rows_below(child, columns.end.item(child)).min()) for child in tried)
    count, by_then = visit_count(columns, node, step), visit_count(columns, node, last)
    if count <= MANY * by_then:
        return None
    return (
        f"{some_of(map(clean, gone))} {'was' if len(gone) == 1 else 'were'} never tried in {count:,} visits, and the "
        f"{len(tried)} other moves were within the first {by_then:,}"
    )


def _find_less_visited_played(trace: Trace) -> Iterator[Finding]:
    """Yield a finding if the played move has fewer visits than another, by its mean or with a worse one."""
    columns, step, played = trace.columns, trace.steps - 1, trace.played
    turn = columns.turn.item(0)
    visits = {child: visit_count(columns, child, step) for child in trace.children(0)}
    tried = [child for child in visits if visits[child]]
    if played not in tried or not turn:
        return
    most = max(tried, key=visits.__getitem__)
    means = {child: turn * columns.value.item(child) for child in tried}
    if means[played] == max(means.values()) and visits[played] < visits[most]:
        disease = BY_MEAN
    elif means[played] < means[most] - TINY * (1 + abs(means[most])) and TWICE * visits[played] < visits[most]:
        disease = FEW_VISITS
    else:
        return
    mine, other = (
        f"a mean of {number(columns.value.item(child))} in {visits[child]:,} visit{'s' * (visits[child] != 1)}"
        for child in (played, most)
    )
    names = [clean(trace.label(child)) for child in (played, most)]
    yield make_finding(trace, disease, [(0, step)], f"{names[0]} is played, with {mine}; {names[1]} has {other}")
