"""The examiners, from the most fundamental to the least, and what they find together.

An error further up explains errors further down: a board that was not put back makes wrong moves, wrong moves make
wrong values, wrong values make wrong cutoffs. So each examiner knows which nodes those before it blamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tracer.deciding.thresholds import SOME
from tracer.diagnosis import (
    chances,
    chosen_move,
    cuts,
    leaves,
    moves,
    positions,
    readings,
    remarks,
    selection,
    selective_calls,
    table_use,
    tables,
    values,
    waste,
    windows,
)
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, Disease, Finding, Severity, Spoils, Symptom, make_finding
from tracer.diagnosis.horizon import is_static
from tracer.diagnosis.known_leaves import are_leaves_as_by_game
from tracer.diagnosis.laws import BROKEN, by_laws
from tracer.diagnosis.likely_game import begins_off_start
from tracer.diagnosis.naming import is_turned, rename_moves, turn_round
from tracer.diagnosis.payoffs import agrees, own_evaluation, payoff_at, utility_of
from tracer.diagnosis.selection import findings_of_selection
from tracer.diagnosis.selective_calls import MISLED, misled
from tracer.diagnosis.truth import SPENT, claimed_draws, describe_uncomputed, get_truth
from tracer.diagnosis.turns import get_game_as_searched, has_only_one_player
from tracer.errors import Cancelled, PlyscopeError
from tracer.games.registry import as_game
from tracer.games.root_positions import find_game
from tracer.recording.node import name_numbered_moves
from tracer.recording.status import EXPANDED, HORIZON, OPEN, TABLE
from tracer.tracing import Trace, at_told_root, need_trace

EXAMINERS = (
    positions,
    moves,
    readings,
    leaves,
    tables,
    chances,
    selective_calls,
    windows,
    values,
    cuts,
    chosen_move,
    waste,
    table_use,
    remarks,
)
"""From the most fundamental to the least; each names the diseases that it looks for."""
DISEASES: dict[str, Disease] = {disease.slug: disease for examiner in EXAMINERS for disease in examiner.DISEASES}
DISEASES |= {disease.slug: disease for disease in (BROKEN, *selection.DISEASES, MISLED, SPENT)}
"""Every disease that can be found, by its slug, the most fundamental first."""


class _Pulse:
    """Tells how far a check is, and ends it where that is wished."""

    def __init__(self, progress: Callable[[int, int, int], None] | None, cancelled: Callable[[], bool] | None) -> None:
        self._hear, self._cancelled = progress or (lambda *_: None), cancelled or (lambda: False)
        self._part, self._parts = 0, len(EXAMINERS) + 1
        self._seen = self._done = 0

    def begin(self) -> None:
        """One more part begins."""
        self._part += 1
        self._seen = 0
        self.beat(0, 0)

    def beat(self, done: int, _of: int) -> None:
        """Count what was looked at, and report it."""
        if self._cancelled():
            raise Cancelled(f"given up in part {self._part} of {self._parts} of the check")
        self._seen += max(done - self._done, 0)
        self._done = done
        self._hear(self._part, self._parts, self._seen)


def check(
    trace: Trace,
    game: Any = None,
    *,
    progress: Callable[[int, int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[Finding]:
    """Say what is wrong with a search.

    A finding names the disease and the node at which the mistake is made first in time, be it as a call is entered,
    such as one with a wrong window, or as it returns, such as one with a wrong value. No sound search is blamed,
    whatever its move order, its table, its tests for cutoffs and its windows are. A best-first search is held to its
    laws: that its counts, means, proof numbers and merits follow from one another, and that its moves are legal. Monte
    Carlo tree search is also held to select by the reward of the player who moves. That a selective search of
    plyscope's own has another value than a full search is a note, at the node that misled it.

    Args:
        trace: the recording.
        game: the game or its spec, where the trace has none and names none that is built in. With the game there is
            the truth to compare with.
        progress: called again and again with the number of the part, how many there are, and how many nodes and
            positions were looked at in it, some of them several times.
        cancelled: asked as often; True ends the check.

    Returns:
        One finding for each disease, errors first, and then the most fundamental first.

    Raises:
        PlyscopeError: it is no trace; the game is none, or knows neither the root position nor the moves there.
        GameError: the game misbehaved.
        Cancelled: as asked; a PlyscopeError.

    >>> import plyscope
    >>> def minimax(node, maximizing=True):
    ...     if isinstance(node, int):
    ...         return node
    ...     best = 0
    ...     for child in node:
    ...         value = minimax(child, not maximizing)
    ...         best = max(best, value) if maximizing else min(best, value)
    ...     return best
    >>> with plyscope.attach(minimax) as recording:
    ...     value = minimax([[3, 12], [2, 4]])
    >>> [(finding.disease, finding.nodes) for finding in check(recording.trace)]
    [('best-initialised', 2)]
    """
    need_trace(trace)
    pulse = _Pulse(progress, cancelled)
    pulse.begin()
    trace = rename_moves(_with_game(trace, game))
    if trace.game is not None and begins_off_start(trace, trace.game):
        raise PlyscopeError(
            "the recording has no position of its root, and no first move of the game leads to a position below it: "
            "check it without the game"
        )
    if len(trace) == 1 and trace.columns.status[0] != TABLE:
        return []  # from one node nothing follows
    if trace.columns.log is not None:
        return by_laws(trace) or findings_of_selection(trace)
    if trace.selective and trace.header.ours:
        return misled(trace)
    case = Case(trace, pulse.beat)
    if is_turned(case):
        trace = turn_round(trace)
        case = Case(trace, pulse.beat)
    if (game := get_game_as_searched(case)) is not None:
        trace = trace.with_columns(trace.columns, trace.header)
        trace.game = game
        case = Case(trace, pulse.beat)
    with np.errstate(over="ignore"):  # of numbers as large as floats go, what is more is infinite
        found = _examine(case, pulse)
        return found if found or not _may_be_misled(case) else misled(trace)


def _examine(case: Case, pulse: _Pulse) -> list[Finding]:
    """Return what all examiners find, the errors first."""
    _see_answers(case)
    found: list[Finding] = []
    for examiner in EXAMINERS:
        pulse.begin()
        named = {finding.disease for finding in found}
        symptoms = [symptom for symptom in examiner.examine(case) if symptom.disease.slug not in named]
        found += _findings(case, symptoms)
        for symptom in symptoms:
            spoils, node = symptom.disease.spoils, symptom.node
            case.spoilt_aspects.add(spoils)
            spoilt = range(node, case.end[node] if spoils is Spoils.POSITIONS else node + 1)
            if spoils in (Spoils.MOVES, Spoils.POSITIONS):
                case.broken_nodes.update(spoilt)
            if symptom.disease.severity is ERROR:
                case.blamed_nodes.update(spoilt)
        if Spoils.VALUES in case.spoilt_aspects or (examiner is moves and has_only_one_player(case)):
            break  # nobody knows what these values are, or whose
    found += _findings(case, describe_uncomputed(case))
    return sorted(found, key=lambda finding: [*Severity].index(finding.severity))


def _see_answers(case: Case) -> None:
    """Give those leaves at the horizon to the table that have not the evaluation which others have there.

    At a depth of 0 a recording from outside takes every leaf for an evaluation. Most searches ask the table before they
    look at the depth, and it may know more than the evaluation. That is seen where the search keeps a table and at
    least half of the other evaluations are the game's own; what is clamped says nothing of that. Where all the others
    have the wrong sign, that is another matter. A search that says itself what its table answered needs none of that.
    """
    if case.records_table_answers:
        return
    _see_evaluations(case)
    _see_ends(case)
    if not case.seems_to_have_table or HORIZON not in case.status:
        return
    own, hard = own_evaluation(case), case.trace.header.options.get("fail") == "hard"
    if own is None:
        return
    fresh, differing, searched, negated = [], [], set[int](), 0
    for node in case.nodes_in_return_order:
        place = case.position_ids[node]
        if case.status[node] == EXPANDED:
            searched.add(place)
        if case.status[node] != HORIZON or place < 0 or utility_of(case, node) is not None:
            continue
        expected = own(case.get_state(node))
        differs = expected != case.value[node] and (expected is None or not hard or not agrees(case, node, expected))
        if differs:
            differing.append(node)
            negated += expected == -case.value[node]
        if place not in searched and (differs or expected == case.value[node]):
            fresh.append(differs)
    if fresh and 2 * sum(fresh) <= len(fresh) and not len(differing) == negated > 1:
        _take_for(TABLE, case, differing)


def _take_for(status: int, case: Case, nodes: list[int]) -> None:
    """Give some nodes another status."""
    for node in nodes:
        case.status[node] = status


def _see_ends(case: Case) -> None:
    """Give those ends of the game to the table that are not worth what nearly all others are."""
    if case.game is None or not case.seems_to_have_table:
        return
    ends = [(node, utility) for node in case.iter_leaves() if (utility := utility_of(case, node)) is not None]
    known = [(node, worth) for node, utility in ends if (worth := payoff_at(case, node, utility)) is not None]
    differing = [node for node, worth in known if not agrees(case, node, worth)]
    if len(differing) <= SOME * len(known):
        _take_for(TABLE, case, differing)


def _see_evaluations(case: Case) -> None:
    """Give back to the horizon the leaves with the game's own evaluation, where nothing else speaks of a table."""
    own = None if case.has_named_table or TABLE not in case.status else own_evaluation(case)
    if own is None:
        return
    leaves = [node for node in case.nodes_in_return_order if case.status[node] == TABLE]
    leaves = [node for node in leaves if case.position_ids[node] >= 0 and utility_of(case, node) is None]
    worth = {node: own(case.get_state(node)) for node in leaves}
    evaluated = [node for node in leaves if is_static(case, node, worth[node])]
    if evaluated != leaves and not any(worth[node] == case.value[node] for node in evaluated):
        return
    if 2 * len(evaluated) >= len(leaves) and (OPEN in case.status or any(worth[node] for node in evaluated)):
        _take_for(HORIZON, case, evaluated)


def _may_be_misled(case: Case) -> bool:
    """Return whether a selective search by others can be compared with a full one: leaves count as in its game."""
    if not case.trace.selective or case.trace.sources or case.nodes_beyond_horizon:
        return False
    return not case.once(claimed_draws) and are_leaves_as_by_game(case)


def _with_game(trace: Trace, game: Any) -> Trace:
    """Return the trace with the game that was given, or with the one that it names, as if it came from its file."""
    if game is None and (trace.game is not None or trace.header.position is None):
        return trace
    header, given = trace.header, None if game is None else as_game(game)
    options = {"evaluation": header.options.get("evaluate"), "prefer": header.options.get("prefer")}
    found, start = find_game(header.game, header.position, given, **options)
    tables: dict[str, Any] = {"labels": trace.move_labels, "texts": trace.texts, "sources": trace.sources}
    judged = Trace(trace.columns, trace.no_moves, header, found, start, **tables)
    return name_numbered_moves(at_told_root(judged))


def _findings(case: Case, symptoms: list[Symptom]) -> Iterable[Finding]:
    """Yield a finding for each disease among the symptoms, at the node where the mistake is made first."""
    columns, truth = case.trace.columns, get_truth(case)
    nodes = np.array([symptom.node for symptom in symptoms], np.int64)
    calls = np.array([-1 if symptom.call is None else symptom.call for symptom in symptoms], np.int64)
    # A mistake is made at the entry of a call, or as a node returns, if it ever did.
    made = np.where(calls < 0, columns.left(nodes), columns.entered(calls))
    steps = np.minimum(made, case.trace.steps - 1)
    rows_by_slug: dict[str, list[int]] = {}
    for row in np.argsort(steps, kind="stable").tolist():
        rows_by_slug.setdefault(symptoms[row].disease.slug, []).append(row)
    for rows in rows_by_slug.values():
        first, unknown = symptoms[rows[0]], truth.uncomputed_count
        places = zip(nodes[rows].tolist(), steps[rows].tolist(), strict=True)
        yield make_finding(case.trace, first.disease, places, first.say())
        truth.uncomputed_count = unknown  # a value that a sentence lacks leaves nothing unjudged
