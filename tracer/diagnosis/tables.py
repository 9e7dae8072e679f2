"""What the table answered that it could not know: a sound lookup, and those that mistake a part of it.

A sound table gives a number of an earlier visit of the same position with the same player to move, which looked at
least as deep and whose bound decides the window; wins are counted from the position. Each rival forgets a part of that.
A node closed by the table is right if the visits of its position that returned before it, together, say as much as it
does. Where they do not, the table may still have known more: from an earlier search, or from a position that its key
takes for the same. So there has to be evidence: the truth is another one, or else the number is that of a visit which
did not mean it so, none of the positions that look alike can have given it, and the table always does this.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from tracer.deciding.thresholds import HALF, SAMPLE, SOME, TOGETHER, TWICE
from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.evidence import Evidence
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.table_entries import Kind, Numbers, Suspect, TableEntries, other_entries
from tracer.diagnosis.table_habits import TableHabits, table_habits
from tracer.diagnosis.wording import path_of, plural, sentence, symptoms
from tracer.recording.no_moves import Null
from tracer.recording.status import EXPANDED, TABLE, TERMINAL
from tracer.text import number

KEY_WITHOUT_PLAYER = Disease(
    "key-without-player",
    ERROR,
    "The table takes the same board with the other player to move for the same position, or a board on which the same "
    "places are taken by other players' pieces.",
    "Make the player to move part of the key, and whose each piece is; a null move changes the player, too.",
)
ENTRY_BEYOND_DEPTH = Disease(
    "entry-beyond-depth",
    ERROR,
    "The table answers with the value of a shallower search where more depth was asked for.",
    "Store the remaining depth with each value and use it only if it is at least the depth asked for, or make the "
    "depth part of the key.",
)
WINDOW_VALUE_AS_EXACT = Disease(
    "window-value-as-exact",
    ERROR,
    "A fail-hard search keeps its clamped value, which is an end of the window of that visit and says nothing more, "
    "and the table answers with it inside other windows.",
    "Store a clamped value as the bound that it is (alpha as an upper, beta as a lower bound), or make the search "
    "fail-soft; keep no value that belongs to one window only as exact.",
)
BOUND_AS_EXACT = Disease(
    "bound-as-exact",
    ERROR,
    "The table answers with a number that was only a bound, at or outside the window of the visit that stored it, as "
    "if it were the position's exact value.",
    "Store with each value whether it is exact, a lower or an upper bound (compare it with the window the call began "
    "with, not with the narrowed one), and use a bound only where it alone decides: a lower one that reaches beta, an "
    "upper one that reaches alpha.",
)
OF_ANOTHER_PLY = Disease(
    "win-of-another-ply",
    ERROR,
    "Wins are counted by the plies from the root, and the table answers with the number that was stored for the "
    "position at another ply: a win of another length.",
    "Store wins by the plies from the position: before storing add the ply to the number of a win and take it off that "
    "of a loss; where the table answers, the other way round.",
)
WRONG_TABLE_VALUE = Disease(
    "wrong-table-value",
    ERROR,
    "The table answers with a value that is wrong and that no earlier visit of the position gave it.",
    "Look at what the key leaves out, at what is stored (the best value, after the last move, from the right player's "
    "view) and at whether an entry may be that of another position.",
)
_ANSWERED = "the table answered {node:value} for the window {node:window}"
_BOUND = (
    f"{_ANSWERED}, as if the value were {{node:claim}}, but {{where}}, END {{earlier:window}}, only told that it "
    f"is {{earlier:claim}}{{right}}"
)
_MIXED_UP = "; {:,} times such a bound decided and was not used: lower and upper ones seem to be mixed up"
_SENTENCES = {
    KEY_WITHOUT_PLAYER: _ANSWERED + ", from {where}, which returned {earlier:value} for {board}{right}",
    ENTRY_BEYOND_DEPTH: _ANSWERED + ", from {where}, which returned {earlier:value} after a search to the depth of "
    "{reached}, and {asked} was asked for{right}",
    WINDOW_VALUE_AS_EXACT: _BOUND.replace("END", "clamped to its window"),
    BOUND_AS_EXACT: _BOUND.replace("END", "which returned it for the window"),
    OF_ANOTHER_PLY: "the table answered {node:value} at ply {node:ply}, as {where} had stored it at ply "
    "{earlier:ply}; a win in {plies} from the position counts {counts} here",
    WRONG_TABLE_VALUE: _ANSWERED + ", the negative of what {where} returned for the position{right}",
}
"""What each says of an answer whose number an earlier visit had."""
_FROM_ELSEWHERE = {
    ENTRY_BEYOND_DEPTH: _ANSWERED + ", which is the value of a shallower search than the one asked for{depth}{right}",
    WRONG_TABLE_VALUE: _ANSWERED + ", and no visit of the position had returned such a value{right}{depth}",
}
"""What is said where no visit of this trace had it."""
DISEASES: tuple[Disease, ...] = tuple(_SENTENCES)
_OF_BOUNDS = (BOUND_AS_EXACT, WINDOW_VALUE_AS_EXACT)
Charges = dict[Disease, int | None]
"""What would explain an answer, with the visit from which the number would be; None where it is of no visit here."""


def examine(case: Case) -> Iterator[Symptom]:
    """Find the answers that no sound table can have given, and what the table mistakes."""
    yield from _of_earlier_searches(case)
    if TABLE not in case.status and not (case.game is None and "table" in case.trace.header.notes):
        return
    leaves = (node for node in case.in_time if case.status[node] == TABLE)
    clamps = not case.names_table and all(case.value[node] in (case.alpha[node], case.beta[node]) for node in leaves)
    if case.windowed and (clamps or _widened(case)):
        return  # windows that are passed down wrongly make bounds that nobody can read; an end of one needs no table
    if case.game is None and case.trace.columns.text is None:  # of which answers are the positions known?
        known = case.trace.searched_again | case.visits_by(Null)
        if not (known & (case.columns.status == TABLE)).any():
            return
    entries = TableEntries(case)
    habits = case.keep_answer(table_habits, table_habits(entries))
    if not entries.suspects:
        return
    for other in other_entries(case, entries) if case.tells_table else ():
        symptoms = list(_Trial(other, habits).symptoms())
        if len(symptoms) >= HALF * len(other.suspects) and symptoms[0].disease is KEY_WITHOUT_PLAYER:
            yield from symptoms
            return
    yield from _Trial(entries, habits).symptoms()


def _of_earlier_searches(case: Case) -> Iterator[Symptom]:
    """Find the answers that an earlier, shallower search of the recording left in the table."""
    told = re.findall(r"\b(\d{1,9}):(\d{1,9})\b", str(case.trace.header.notes.get("earlier", "")))
    for node, depth in ((int(node), int(depth)) for node, depth in told):
        if node < len(case) and case.status[node] == TABLE:
            asked = case.remaining(node)
            said = (
                f"the table answered {{node:value}}, from an earlier search of the program, which had searched the "
                f"position to the depth of {depth}, and {'a greater one' if asked is None else number(asked)} was "
                f"asked for"
            )
            yield from symptoms(ENTRY_BEYOND_DEPTH, case, [node], said)


def _widened(case: Case) -> bool:
    """Return whether a window reaches out of that of its parent; below the root searches choose their own."""
    columns, parent = case.columns, case.columns.parent
    wider = (columns.alpha < columns.alpha[parent]) | (columns.beta > columns.beta[parent])
    return bool(wider[parent > 0].any())


class _Trial:
    """The suspects, the evidence, and the disease that explains most of them."""

    def __init__(self, entries: TableEntries, habits: TableHabits) -> None:
        self.entries, self.case, self._habits = entries, entries.case, habits
        self._evidence = Evidence(entries)
        self._true: dict[int, float | None] = {}
        self._charges = {suspect.node: self._explain(suspect) for suspect in entries.suspects}

    def symptoms(self) -> Iterator[Symptom]:
        """Find the answers that are explained by the disease which explains most of those that are surely wrong."""
        verdicts = self._verdicts()
        here = {node for node, charges in verdicts.items() if None not in charges.values()}
        known = 2 * len(here) >= len(verdicts)
        verdicts = {node: charges for node, charges in verdicts.items() if (node in here) is known}
        explained = Counter(disease for charges in verdicts.values() for disease in charges)
        if not explained:
            return
        disease = max(explained, key=lambda one: (explained[one], -DISEASES.index(one)))
        for node, charges in verdicts.items():
            if disease in charges:
                yield Symptom(disease, node, partial(self._say, node, disease, charges[disease]))

    def _explain(self, suspect: Suspect) -> Charges:
        """Return the diseases that explain a suspect by a visit of this trace: a row for each part that is mistaken."""
        case, node = self.case, suspect.node
        surely, named = suspect.kind is Kind.KNOWN, case.game is not None or case.tells_table
        other = suspect.other if surely or case.value[node] else {}
        rivals: tuple[tuple[Disease, Numbers], ...] = (
            (WINDOW_VALUE_AS_EXACT if self._evidence.hard else BOUND_AS_EXACT, suspect.enough),
            (ENTRY_BEYOND_DEPTH, suspect.shallow),
            # After a null move it is no wonder if the number is the same, for little has changed; negated it is one.
            (KEY_WITHOUT_PLAYER, other if surely else {}),
            (KEY_WITHOUT_PLAYER, _negated(other) if named else {}),
            (OF_ANOTHER_PLY, self._as_stored(node)),
            (WRONG_TABLE_VALUE, _negated(suspect.enough)),
        )
        found: Charges = {}
        for disease, numbers in rivals:
            earlier = self._evidence.source(node, numbers)
            is_leaf = earlier is not None and case.status[earlier] != EXPANDED
            if earlier is not None and not (is_leaf and disease in _OF_BOUNDS):
                found.setdefault(disease, earlier)  # what a leaf clamps, the search knows
        return found

    def _as_stored(self, node: int) -> Numbers:
        """Return a node's number with the last visit that returned it as a win at another ply."""
        value, own = self.case.columns.value, self.entries.own
        here, _ = self.entries.visits_before(node)
        same = here[(value[here] == value[node]) & (own[here] != own[node])]
        return {own.item(node): same.item(-1)} if len(same) else {}

    def _verdicts(self) -> dict[int, Charges]:
        """Return the suspects against whom there is evidence, with the diseases of which any may explain it."""
        contrary = dict[tuple[Kind, Disease], float]()
        caught = set[tuple[int, Disease]]()
        for kind in Kind:
            caught |= self._caught_of_kind(kind, contrary)
        proven = Counter(disease for _, disease in caught)
        found = {}
        for suspect in sorted(self.entries.suspects, key=lambda one: self.entries.depths.item(one.node)):
            charges = self._charges[suspect.node]  # what is truly worth least work is asked for first
            possible = {one: charges[one] for one in charges if contrary[suspect.kind, one] <= 1}
            mine = {
                one: earlier
                for one, earlier in possible.items()
                if (one is ENTRY_BEYOND_DEPTH and self._evidence.never_deeper)
                or (suspect.node, one) in caught
                # That another position that looks like this one had the number, too, is no excuse any more.
                or (proven[one] >= TWICE and suspect.daring and one in _OF_BOUNDS)
                or (one in _OF_BOUNDS and self._was_unknown(suspect, one))
            }
            if suspect.node in self._habits.mixed_up:
                mine |= {one: earlier for one, earlier in charges.items() if one in _OF_BOUNDS}
            if not mine and self._true_value(suspect.node) is not None:
                mine = possible
                if not mine and not self._evidence.may_mix_depths(suspect.node):  # it is in no visit of this trace
                    shallower = self._evidence.is_shallower(suspect.node)
                    mine = {ENTRY_BEYOND_DEPTH if shallower else WRONG_TABLE_VALUE: None}
            if mine:
                found[suspect.node] = mine
        return found

    def _true_value(self, node: int) -> float | None:
        """Return the true value where that contradicts the node; None also where too many were asked for."""
        if node not in self._true:
            self._true[node] = self._evidence.refutation_value(node) if len(self._true) < SAMPLE else None
        return self._true[node]

    def _caught_of_kind(self, kind: Kind, contrary: dict[tuple[Kind, Disease], float]) -> set[tuple[int, Disease]]:
        """Return the suspects whose table always does what explains them; notes what speaks against that."""
        suspects = [suspect for suspect in self.entries.suspects if suspect.kind is kind]
        nodes: dict[Disease, list[int]] = {}
        for suspect in suspects:
            for disease in self._charges[suspect.node]:
                nodes.setdefault(disease, []).append(suspect.node)
        contrary |= {(kind, disease): self._contrary(disease, shown) for disease, shown in nodes.items()}
        always = {one for one, shown in nodes.items() if contrary[kind, one] <= SOME and len(shown) >= TWICE}
        unexplained = sum(always.isdisjoint(self._charges[suspect.node]) for suspect in suspects)
        known = kind is Kind.KNOWN  # of positions known by their paths alone, a table may know more paths
        if unexplained > (SOME if known else HALF) * len(suspects) or (known and self.entries.foreign):
            return set()
        if kind is Kind.OTHER_MOVER and len({abs(self.case.value[suspect.node]) for suspect in suspects}) < TOGETHER:
            return set()  # of few numbers, one is another's negative by chance
        return {
            (suspect.node, disease)
            for suspect in suspects
            for disease in always & self._charges[suspect.node].keys()
            if self._caught(suspect, disease)
        }

    def _contrary(self, disease: Disease, nodes: list[int]) -> float:
        """Return how often positions were searched where such a table would have answered, for each that it answered.

        Without a game the key is only known to lack the player if all leaves are explained by that.
        """
        case, entries = self.case, self.entries
        if disease is ENTRY_BEYOND_DEPTH:
            always = self._evidence.never_deeper or (case.windowed and entries.has_windows_in_key(nodes))
            return 0 if always else entries.deeper / len(nodes)
        if disease in (OF_ANOTHER_PLY, WRONG_TABLE_VALUE):
            return entries.right_wins / len(nodes) if disease is OF_ANOTHER_PLY else 0
        if disease is not KEY_WITHOUT_PLAYER:
            bounds = Counter(self._bound(node, disease) for node in nodes)
            return min(entries.again[bound] / count for bound, count in bounds.items())
        leaves = [node for node in nodes if case.status[node] in (TERMINAL, TABLE)]
        if case.game is None and (
            len(leaves) < len(entries.strangers) or len({case.value[node] for node in leaves}) < TWICE
        ):
            return INFINITY
        return entries.turned / len(nodes)

    def _bound(self, node: int, disease: Disease) -> tuple[int, bool]:
        """Return who moves, and whether the earlier visit left a lower bound."""
        earlier = self._charges[node][disease]
        assert earlier is not None
        return self.case.turn[node], self.case.claims[earlier][0] > -INFINITY

    def _caught(self, suspect: Suspect, disease: Disease) -> bool:
        """Return whether a number that may be right can have come from nowhere but the visit that did not mean it."""
        if disease in (OF_ANOTHER_PLY, WRONG_TABLE_VALUE) or not suspect.daring:
            return disease is OF_ANOTHER_PLY
        if disease is KEY_WITHOUT_PLAYER:
            return self.case.game is None or self.case.tells_table
        earlier = self._charges[suspect.node][disease]
        assert earlier is not None
        if disease is ENTRY_BEYOND_DEPTH:
            possible = self.case.status[earlier] == EXPANDED
        else:
            possible = not self.entries.again[self._bound(suspect.node, disease)]
            possible &= not self._evidence.may_be_no_answer[suspect.node]
        return possible and self._evidence.is_only_source(earlier, suspect.node)

    def _was_unknown(self, suspect: Suspect, disease: Disease) -> bool:
        """Return whether the last visit before an answer was a search to its depth, and its number is the answer.

        Had the table known more before, it had answered that visit: many answer no wider window, but of a table that
        answered nothing which this trace had not met, nothing older is known.
        """
        case, entries, node = self.case, self.entries, suspect.node
        before = entries.searched.last(np.array([node])).item()
        same = before >= 0 and all(one[before] == one[node] for one in (entries.depths, entries.own))
        wider = case.beta[before] - case.alpha[before] > case.beta[node] - case.alpha[node]
        older = entries.foreign and wider and case.parent[node]
        return same and not older and self._caught(suspect, disease)

    def _say(self, node: int, disease: Disease, earlier: int | None) -> str:
        """Return what is wrong with an answer, in a sentence."""
        entries, case, true = self.entries, self.case, self._true_value(node)
        asked = number(entries.depths[node])
        facts: dict[str, Any] = {"asked": asked, "right": "" if true is None else f"; the true value is {number(true)}"}
        if earlier is None:
            depth = f" to the depth of {asked}" if case.remaining(0) is not None else ""
            return sentence(case, node, _FROM_ELSEWHERE[disease], depth=depth, **facts)()
        if node in self._habits.mixed_up:
            facts["right"] += _MIXED_UP.format(self._habits.refused)
        own, same_player = entries.own.item(earlier), case.turn[earlier] == case.turn[node]
        facts |= {
            "earlier": earlier,
            "where": f"node {earlier:,} ({path_of(case, earlier)})",
            "reached": number(entries.depths[earlier]),
            "board": "a board that differs only in whose pieces are where"
            if same_player
            else "the same board with the other player to move",
            "plies": plural(int(entries.wins.won - abs(own)), "ply", "plies") if disease is OF_ANOTHER_PLY else "",
            "counts": number(own - entries.wins.plies(own, case.ply[node]).item()),
        }
        return sentence(case, node, _SENTENCES[disease], **facts)()


def _negated(numbers: Numbers) -> Numbers:
    """Return what the numbers are from the other player's point of view."""
    return {0.0 - value: node for value, node in numbers.items()}
