"""What the table answered that it could not know.

A node closed by the table is right if the visits of its position that returned before it, together, say as much as it
does. Where they do not, the table may still have known more: from an earlier search, or from a position that its key
takes for the same. So there has to be evidence: the truth is another one, or else the number is that of a visit which
did not mean it so, none of the positions that look alike can have given it, and the table always does this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, SAMPLE, SOME, TOGETHER, TWICE
from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.evidence import Evidence
from tracer.diagnosis.finding import Disease, Symptom
from tracer.diagnosis.ledger import Kind, Ledger, Numbers, Suspect, other_ledgers
from tracer.diagnosis.table_wins import (
    BOUND_AS_EXACT,
    ENTRY_BEYOND_DEPTH,
    KEY_WITHOUT_PLAYER,
    OF_ANOTHER_PLY,
    WINDOW_VALUE_AS_EXACT,
    WRONG_TABLE_VALUE,
    wins_of_other_plies,
)
from tracer.recording.no_moves import Null
from tracer.recording.status import EXPANDED, TABLE, TERMINAL
from tracer.text import number

DISEASES: tuple[Disease, ...] = (
    KEY_WITHOUT_PLAYER,
    ENTRY_BEYOND_DEPTH,
    WINDOW_VALUE_AS_EXACT,
    BOUND_AS_EXACT,
    OF_ANOTHER_PLY,
    WRONG_TABLE_VALUE,
)
_UNSURE = 0.3
"""What may contradict a pattern where positions are known by their paths alone: a table may know more paths."""


def examine(case: Case) -> Iterator[Symptom]:
    """All that it finds."""
    if TABLE not in case.status and not (case.game is None and "table" in case.trace.header.notes):
        return
    if case.windowed and (_widened(case) or _only_clamps(case)):
        return  # windows that are passed down wrongly make bounds that nobody can read; an end of one needs no table
    if not _has_answers(case):
        return
    ledger = Ledger(case)
    sure = min(case.broken, default=case.lost)  # after an illegal move a board may be another than the key says
    wins = [symptom for symptom in wins_of_other_plies(case, ledger.positions) if symptom.node < min(sure, case.lost)]
    yield from wins
    acquitted = {symptom.node for symptom in wins} | set(range(case.lost, len(case)))
    ledger.acquit(acquitted)
    if not ledger.suspects:
        return
    for other in other_ledgers(case, ledger) if case.tells_table else ():
        other.acquit(acquitted)
        symptoms = list(_Trial(other).symptoms())
        if len(symptoms) >= (1 - _UNSURE) * len(other.suspects) and symptoms[0].disease is KEY_WITHOUT_PLAYER:
            yield from symptoms
            return
    yield from _Trial(ledger).symptoms()


def _only_clamps(case: Case) -> bool:
    """Whether nothing speaks of a table but leaves with an end of their window, as where a win is too far away."""
    if "table" in case.trace.header.notes or case.tells_table or "memo" in case.trace.header.search:
        return False
    leaves = (node for node in case.in_time if case.status[node] == TABLE)
    return all(case.value[node] in (case.alpha[node], case.beta[node]) for node in leaves)


def _widened(case: Case) -> bool:
    """Whether a window reaches out of that of its parent; below the root searches choose their own."""
    columns, parent = case.columns, case.columns.parent
    wider = (columns.alpha < columns.alpha[parent]) | (columns.beta > columns.beta[parent])
    return bool(wider[parent > 0].any())


def _has_answers(case: Case) -> bool:
    """Whether it is known of an answer of the table which other visits had its position, or may have."""
    if case.game is not None or case.trace.columns.text is not None:
        return True
    null = [number for number, move in case.trace.no_moves.items() if isinstance(move, Null)]
    told = case.trace.searched_again | np.isin(case.columns.move, null)
    return bool((told & (case.columns.status == TABLE)).any())


class _Charge(NamedTuple):
    """A disease that would explain a suspect's answer."""

    disease: Disease
    earlier: int | None
    """The visit from which the number would be; None where it is in no visit of this trace."""


class _Verdict(NamedTuple):
    """A suspect who is guilty."""

    suspect: Suspect
    charges: list[_Charge]
    """The diseases of which any may explain it."""


class _Trial:
    """The suspects, the evidence, and the diseases that explain most of them."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.case = ledger, ledger.case
        self._evidence = Evidence(ledger)
        self._true: dict[int, float | None] = {}

    def symptoms(self) -> Iterator[Symptom]:
        """Each guilty node with the disease that explains it; of several diseases, the one that explains more nodes."""
        verdicts = self._verdicts()
        total = len(verdicts)
        here = sum(charge.earlier is not None for verdict in verdicts for charge in verdict.charges[:1])
        known = 2 * here >= total
        verdicts = [verdict for verdict in verdicts if (verdict.charges[0].earlier is not None) is known]
        while verdicts:
            explained = Counter(charge.disease for verdict in verdicts for charge in verdict.charges)
            disease = max(explained, key=lambda disease: (explained[disease], -DISEASES.index(disease)))
            if explained[disease] <= SOME * total:
                return
            for suspect, charges in verdicts:
                charge = next((charge for charge in charges if charge.disease is disease), None)
                if charge is not None:
                    yield Symptom(disease, suspect.node, partial(_say, self, suspect, charge))
            if disease is KEY_WITHOUT_PLAYER:
                return  # which makes all else that the table holds doubtful
            verdicts = [one for one in verdicts if disease not in {charge.disease for charge in one.charges}]

    def _verdicts(self) -> list[_Verdict]:
        """The suspects against whom there is evidence."""
        charges = {suspect.node: self._charges(suspect) for suspect in self.ledger.suspects}
        contrary = dict[tuple[Kind, Disease], float]()
        caught = set[tuple[int, Disease]]()
        for kind in Kind:
            suspects = [suspect for suspect in self.ledger.suspects if suspect.kind is kind]
            caught |= self._caught_of_kind(suspects, kind, charges, contrary)
        proven = Counter(disease for _, disease in caught)
        found = []
        for suspect in self.ledger.suspects:
            possible = [charge for charge in charges[suspect.node] if contrary[suspect.kind, charge.disease] <= 1]
            mine = [
                charge
                for charge in possible
                if (charge.disease is ENTRY_BEYOND_DEPTH and self._never_deeper)
                or (suspect.node, charge.disease) in caught
                or (proven[charge.disease] >= TWICE and self._is_of_a_kind(suspect, charge))
            ]
            if not mine and self.true_value(suspect.node) is not None:
                mine = possible or self._elsewhere(suspect)
            if mine:
                found.append(_Verdict(suspect, mine))
        return found

    def true_value(self, node: int) -> float | None:
        """The true value where that contradicts the node; None also where so many were asked for that it takes long."""
        if node not in self._true:
            self._true[node] = self._evidence.refutation_value(node) if len(self._true) < SAMPLE else None
        return self._true[node]

    def _caught_of_kind(
        self,
        suspects: list[Suspect],
        kind: Kind,
        charges: dict[int, list[_Charge]],
        contrary: dict[tuple[Kind, Disease], float],
    ) -> set[tuple[int, Disease]]:
        """The suspects of a kind whose table always does what explains them; notes what speaks against that."""
        nodes: dict[Disease, list[tuple[int, _Charge]]] = {}
        for suspect in suspects:
            for charge in charges[suspect.node]:
                nodes.setdefault(charge.disease, []).append((suspect.node, charge))
        contrary |= {(kind, disease): self._contrary(disease, shown) for disease, shown in nodes.items()}
        always = {one for one, shown in nodes.items() if contrary[kind, one] <= SOME and len(shown) >= TWICE}
        unexplained = sum(not always & {charge.disease for charge in charges[suspect.node]} for suspect in suspects)
        if unexplained > (SOME if kind is Kind.KNOWN else _UNSURE) * len(suspects):
            return set()
        if kind is Kind.KNOWN and self.ledger.foreign:
            return set()
        if kind is Kind.OTHER_MOVER and len({abs(self.case.value[suspect.node]) for suspect in suspects}) < TOGETHER:
            return set()  # of few numbers, one is another's negative by chance
        return {
            (suspect.node, charge.disease)
            for suspect in suspects
            for charge in charges[suspect.node]
            if charge.disease in always and self._caught(suspect, charge)
        }

    def _charges(self, suspect: Suspect) -> list[_Charge]:
        """What could explain a suspect by a visit of this trace."""
        found = []
        bound = WINDOW_VALUE_AS_EXACT if self._evidence.hard else BOUND_AS_EXACT
        for disease, numbers in ((bound, suspect.enough), (ENTRY_BEYOND_DEPTH, suspect.shallow)):
            earlier = self._evidence.source(suspect.node, numbers)
            if earlier is not None and (disease is ENTRY_BEYOND_DEPTH or self.case.status[earlier] == EXPANDED):
                found.append(_Charge(disease, earlier))  # what a leaf clamps, the search knows
        earlier = self._source_of_other(suspect)
        if earlier is not None:
            found.append(_Charge(KEY_WITHOUT_PLAYER, earlier))
        earlier = self._evidence.source(suspect.node, _negated(suspect.enough))
        if earlier is not None:
            found.append(_Charge(WRONG_TABLE_VALUE, earlier))
        return found

    def _source_of_other(self, suspect: Suspect) -> int | None:
        """The visit of the same board with another player to move whose number a suspect has, as it is or negated.

        After a null move it is no wonder if the number is the same, for little has changed; negated it is one.
        """
        case, known = self.case, suspect.kind is Kind.KNOWN
        if not known and not case.value[suspect.node]:
            return None
        earlier = self._evidence.source(suspect.node, suspect.other) if known else None
        if earlier is None and (case.game is not None or case.tells_table):
            earlier = self._evidence.source(suspect.node, _negated(suspect.other))
        return earlier

    def _contrary(self, disease: Disease, nodes: list[tuple[int, _Charge]]) -> float:
        """The positions searched again where a table with this disease would have answered, by those that it answered.

        Without a game the key is only known to lack the player if all leaves are explained by that.
        """
        case, ledger = self.case, self.ledger
        if disease is ENTRY_BEYOND_DEPTH:
            return 0 if self._never_deeper else ledger.deeper / len(nodes)
        if disease is WRONG_TABLE_VALUE:
            return 0
        if disease is not KEY_WITHOUT_PLAYER:
            kinds = Counter(self._kind(node, charge.earlier) for node, charge in nodes)
            return min(ledger.again[kind] / count for kind, count in kinds.items())
        leaves = [node for node, _ in nodes if case.status[node] in (TERMINAL, TABLE)]
        if case.game is None and (len(leaves) < ledger.strangers or len({case.value[node] for node in leaves}) < TWICE):
            return INFINITY
        return ledger.turned / len(nodes)

    def _kind(self, node: int, earlier: int | None) -> tuple[int, bool]:
        """Who moves, and whether the earlier visit left a lower bound."""
        assert earlier is not None
        return self.case.turn[node], self.case.claims[earlier][0] > -INFINITY

    def _caught(self, suspect: Suspect, charge: _Charge) -> bool:
        """Whether a number that may be right can have come from nowhere but the visit that did not mean it."""
        if charge.disease is WRONG_TABLE_VALUE or not suspect.daring:
            return False
        if charge.disease is KEY_WITHOUT_PLAYER:
            return self.case.game is None or self.case.tells_table
        assert charge.earlier is not None
        if charge.disease is ENTRY_BEYOND_DEPTH:
            possible = self.case.status[charge.earlier] == EXPANDED
        else:
            possible = not self.ledger.again[self._kind(suspect.node, charge.earlier)]
        return possible and self._evidence.is_only_source(charge.earlier, suspect.node)

    @cached_property
    def _never_deeper(self) -> bool:
        """Whether iterations never searched a position again of which only a shallower value was known.

        The first of them had to search the root, so the table began without any: a sound one knows nothing deeper.
        """
        case, ledger = self.case, self.ledger
        if 0 not in case.trace.drivers or ledger.deeper_inside or ledger.foreign:
            return False
        passes = [one for one in case.visits(0) if case.status[one] in (EXPANDED, TABLE)]
        shown = sum(bool(suspect.shallow) for suspect in ledger.suspects)
        deepened = len({ledger.depths[one] for one in passes}) > 1
        return deepened and case.status[passes[0]] == EXPANDED and shown >= FEW

    def _is_of_a_kind(self, suspect: Suspect, charge: _Charge) -> bool:
        """Whether a number may be a bound's, of a table that was seen to take bounds for exact.

        That another position that looks like this one had the number, too, is no excuse any more.
        """
        return suspect.daring and charge.disease in (BOUND_AS_EXACT, WINDOW_VALUE_AS_EXACT)

    def _elsewhere(self, suspect: Suspect) -> list[_Charge]:
        """What explains a wrong number that is in no visit of this trace."""
        if self._evidence.may_mix_depths(suspect.node):
            return []
        shallower = self._evidence.is_shallower(suspect.node)
        return [_Charge(ENTRY_BEYOND_DEPTH if shallower else WRONG_TABLE_VALUE, None)]


def _negated(numbers: Numbers) -> Numbers:
    """What the numbers are from the other player's point of view."""
    return {0.0 - value: node for value, node in numbers.items()}


def _say(trial: _Trial, suspect: Suspect, charge: _Charge) -> str:
    """What is wrong with an answer, in a sentence."""
    ledger, case, node = trial.ledger, trial.case, suspect.node
    true = trial.true_value(node)
    answered = f"the table answered {number(case.value[node])} for the window {_window(case, node)}"
    right = "" if true is None else f"; the true value is {number(true)}"
    disease, earlier = charge
    if earlier is None:
        asked = f" to the depth of {number(ledger.depths[node])}" if case.remaining(0) is not None else ""
        if disease is ENTRY_BEYOND_DEPTH:
            return f"{answered}, which is the value of a shallower search than the one asked for{asked}{right}"
        return f"{answered}, and no visit of the position had returned such a value{right}{asked}"
    where = f"node {earlier:,} ({'/'.join(case.path(earlier)) or 'root'})"
    given = number(case.value[earlier])
    if disease is WRONG_TABLE_VALUE:
        return f"{answered}, the negative of what {where} returned for the position{right}"
    if disease is KEY_WITHOUT_PLAYER:
        same = case.turn[earlier] == case.turn[node]
        board = (
            "a board that differs only in whose pieces are where"
            if same
            else "the same board with the other player to move"
        )
        return f"{answered}, from {where}, which returned {given} for {board}{right}"
    if disease is ENTRY_BEYOND_DEPTH:
        depths = f"{number(ledger.depths[earlier])}, and {number(ledger.depths[node])} was asked for"
        return f"{answered}, from {where}, which returned {given} after a search to the depth of {depths}{right}"
    means = f"as if the value were {_claimed(case, node)}"
    end = "clamped to its window" if disease is WINDOW_VALUE_AS_EXACT else "which returned it for the window"
    told = f"only told that it is {_claimed(case, earlier)}"
    return f"{answered}, {means}, but {where}, {end} {_window(case, earlier)}, {told}{right}"


def _claimed(case: Case, node: int) -> str:
    low, high = case.claims[node]
    if low == high:
        return f"exactly {number(low)}"
    return f"{number(low)} or more" if high == INFINITY else f"{number(high)} or less"


def _window(case: Case, node: int) -> str:
    return f"({number(case.alpha[node])}, {number(case.beta[node])})"
