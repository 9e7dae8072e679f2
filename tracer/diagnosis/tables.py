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

from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.evidence import Evidence
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.ledger import Ledger, Numbers, Suspect
from tracer.recording.status import EXPANDED, TABLE, TERMINAL
from tracer.text import number

BOUND_AS_EXACT = Disease(
    "bound-as-exact",
    ERROR,
    "The table answers with a number that was only a bound, at or outside the window of the visit that stored it, as "
    "if it were the position's exact value.",
    "Store with each value whether it is exact, a lower or an upper bound (compare it with the window the call began "
    "with, not with the narrowed one), and use a bound only where it alone decides: a lower one that reaches beta, an "
    "upper one that reaches alpha.",
)
WINDOW_VALUE_AS_EXACT = Disease(
    "window-value-as-exact",
    ERROR,
    "A fail-hard search keeps its clamped value, which is an end of the window of that visit and says nothing more, "
    "and the table answers with it inside other windows.",
    "Store a clamped value as the bound that it is (alpha as an upper, beta as a lower bound), or make the search "
    "fail-soft; keep no value that belongs to one window only as exact.",
)
ENTRY_BEYOND_DEPTH = Disease(
    "entry-beyond-depth",
    ERROR,
    "The table answers with the value of a shallower search where more depth was asked for.",
    "Store the remaining depth with each value and use it only if it is at least the depth asked for, or make the "
    "depth part of the key.",
)
KEY_WITHOUT_PLAYER = Disease(
    "key-without-player",
    ERROR,
    "The table takes the same board with the other player to move for the same position.",
    "Make the player to move part of the key.",
)
WRONG_TABLE_VALUE = Disease(
    "wrong-table-value",
    ERROR,
    "The table answers with a value that is wrong and that no earlier visit of the position gave it.",
    "Look at what the key leaves out, at what is stored (the best value, after the last move, from the right player's "
    "view) and at whether an entry may be that of another position.",
)
DISEASES: tuple[Disease, ...] = (
    KEY_WITHOUT_PLAYER,
    ENTRY_BEYOND_DEPTH,
    WINDOW_VALUE_AS_EXACT,
    BOUND_AS_EXACT,
    WRONG_TABLE_VALUE,
)
_TRIED = 4_000
"""Suspects of whom the truth is asked."""
_OFTEN = 2
"""How often a pattern has to show, where nothing else tells that an answer is wrong."""
_NEVER = 3
"""Answers with shallower values that are no chance, where no position was searched again deeper."""
_FEW = 0.1
"""What may contradict a pattern, or have another cause."""


def examine(case: Case) -> Iterator[Symptom]:
    """All that it finds."""
    if TABLE not in case.status and not (case.game is None and "table" in case.trace.header.notes):
        return
    if case.windowed and (_widened(case) or _only_clamps(case)):
        return  # windows that are passed down wrongly make bounds that nobody can read; an end of one needs no table
    ledger = Ledger(case)
    if ledger.suspects:
        yield from _Trial(ledger).symptoms()


def _only_clamps(case: Case) -> bool:
    """Whether nothing speaks of a table but leaves with an end of their window, as where a win is too far away."""
    if "table" in case.trace.header.notes or "memo" in case.trace.header.search:
        return False
    leaves = (node for node in case.in_time if case.status[node] == TABLE)
    return all(case.value[node] in (case.alpha[node], case.beta[node]) for node in leaves)


def _widened(case: Case) -> bool:
    """Whether a window reaches out of that of its parent; below the root searches choose their own."""
    rows = zip(case.parent, case.alpha, case.beta, strict=True)
    return any(parent > 0 and (alpha < case.alpha[parent] or beta > case.beta[parent]) for parent, alpha, beta in rows)


class _Charge(NamedTuple):
    """A disease that would explain a suspect's answer."""

    disease: Disease
    earlier: int | None
    """The visit from which the number would be; None where it is in no visit of this trace."""


class _Verdict(NamedTuple):
    """A suspect who is guilty."""

    suspect: Suspect
    true: float | None
    """The true value, where that is known and another."""
    charges: list[_Charge]
    """The diseases of which any may explain it."""


class _Trial:
    """The suspects, the evidence, and the diseases that explain most of them."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.case = ledger, ledger.case
        self._evidence = Evidence(ledger)

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
            if explained[disease] <= _FEW * total:
                return
            for suspect, true, charges in verdicts:
                charge = next((charge for charge in charges if charge.disease is disease), None)
                if charge is not None:
                    yield Symptom(disease, suspect.node, partial(_say, self.ledger, suspect, charge, true))
            if disease is KEY_WITHOUT_PLAYER:
                return  # which makes all else that the table holds doubtful
            verdicts = [one for one in verdicts if disease not in {charge.disease for charge in one.charges}]

    def _verdicts(self) -> list[_Verdict]:
        """The suspects against whom there is evidence."""
        charges = {suspect.node: self._charges(suspect) for suspect in self.ledger.suspects}
        nodes: dict[Disease, list[tuple[int, _Charge]]] = {}
        for node, mine in charges.items():
            for charge in mine:
                nodes.setdefault(charge.disease, []).append((node, charge))
        contrary = {disease: self._contrary(disease, shown) for disease, shown in nodes.items()}
        always = {disease for disease, shown in nodes.items() if contrary[disease] <= _FEW and len(shown) >= _OFTEN}
        unexplained = sum(not always & {charge.disease for charge in mine} for mine in charges.values())
        if unexplained > _FEW * len(charges) or self.ledger.foreign:
            always = set()
        caught = {
            (suspect.node, charge.disease)
            for suspect in self.ledger.suspects
            for charge in charges[suspect.node]
            if charge.disease in always and self._caught(suspect, charge)
        }
        proven = Counter(disease for _, disease in caught)
        found = []
        for tried, suspect in enumerate(self.ledger.suspects):
            true = self._evidence.refutation_value(suspect.node) if tried < _TRIED else None
            mine = [charge for charge in charges[suspect.node] if contrary[charge.disease] <= 1]
            if true is None:
                mine = [
                    charge
                    for charge in mine
                    if (charge.disease is ENTRY_BEYOND_DEPTH and self._never_deeper)
                    or (suspect.node, charge.disease) in caught
                    or (proven[charge.disease] >= _OFTEN and self._is_of_a_kind(suspect, charge))
                ]
            elif not mine:
                mine = self._elsewhere(suspect)
            if mine:
                found.append(_Verdict(suspect, true, mine))
        return found

    def _charges(self, suspect: Suspect) -> list[_Charge]:
        """What could explain a suspect by a visit of this trace."""
        found = []
        bound = WINDOW_VALUE_AS_EXACT if self._evidence.hard else BOUND_AS_EXACT
        for disease, numbers in ((bound, suspect.enough), (ENTRY_BEYOND_DEPTH, suspect.shallow)):
            earlier = self._evidence.source(suspect.node, numbers)
            if earlier is not None and (disease is ENTRY_BEYOND_DEPTH or self.case.status[earlier] == EXPANDED):
                found.append(_Charge(disease, earlier))  # what a leaf clamps, the search knows
        earlier = self._evidence.source(suspect.node, suspect.other)
        if earlier is None and self.case.game is not None:
            earlier = self._evidence.source(suspect.node, _negated(suspect.other))
        if earlier is not None:
            found.append(_Charge(KEY_WITHOUT_PLAYER, earlier))
        earlier = self._evidence.source(suspect.node, _negated(suspect.enough))
        if earlier is not None:
            found.append(_Charge(WRONG_TABLE_VALUE, earlier))
        return found

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
        leaves = [node for node, _ in nodes if case.status[node] == TERMINAL]
        if case.game is None and (
            len(leaves) < ledger.strangers or len({case.value[node] for node in leaves}) < _OFTEN
        ):
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
            return self.case.game is None
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
        return deepened and case.status[passes[0]] == EXPANDED and shown >= _NEVER

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


def _say(ledger: Ledger, suspect: Suspect, charge: _Charge, true: float | None) -> str:
    """What is wrong with an answer, in a sentence."""
    case, node = ledger.case, suspect.node
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
        return (
            f"{answered}, from {where}, which returned {given} for the same board with the other player to move{right}"
        )
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
