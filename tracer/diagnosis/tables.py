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
from tracer.diagnosis.finding import Disease, Symptom
from tracer.diagnosis.stored_visits import PositionEvidence, Suspect, VisitByValue
from tracer.diagnosis.table_diseases import (
    BOUND_AS_EXACT,
    ENTRY_BEYOND_DEPTH,
    KEY_WITHOUT_PLAYER,
    MIXED_UP_TEMPLATE,
    OF_ANOTHER_PLY,
    TEMPLATES,
    TEMPLATES_WITHOUT_SOURCE,
    WINDOW_VALUE_AS_EXACT,
    WRONG_TABLE_VALUE,
)
from tracer.diagnosis.table_entries import TableEntries, other_entries
from tracer.diagnosis.table_habits import TableHabits, table_habits
from tracer.diagnosis.table_keys import find_incomplete_key
from tracer.diagnosis.wording import path_of, plural, sentence, symptoms
from tracer.recording.no_moves import Null
from tracer.recording.status import EXPANDED, TABLE, TERMINAL
from tracer.text import number

DISEASES: tuple[Disease, ...] = tuple(TEMPLATES)
_BOUND_DISEASES = (BOUND_AS_EXACT, WINDOW_VALUE_AS_EXACT)
Explanations = dict[Disease, int | None]
"""What would explain an answer, with the visit from which the number would be; None where it is of no visit here."""


def examine(case: Case) -> Iterator[Symptom]:
    """Find the answers that no sound table can have given, and what the table mistakes."""
    yield from _find_earlier_search_answers(case)
    if TABLE not in case.status and not (case.game is None and "table" in case.trace.header.notes):
        return
    columns = case.columns
    is_inside = (columns.value != columns.alpha) & (columns.value != columns.beta) & (columns.status == TABLE)
    answers_at_bounds = not case.has_named_table and not is_inside[case.returned_nodes].any()
    if case.has_windows and (answers_at_bounds or _has_widened_window(case)):
        return  # windows that are passed down wrongly make bounds that nobody can read; an end of one needs no table
    if case.game is None and case.trace.columns.text is None:  # of which answers are the positions known?
        has_known_position = case.trace.searched_again | case.visits_by(Null)
        if not (has_known_position & (case.columns.status == TABLE)).any():
            return
    entries = TableEntries(case)
    habits = case.keep_answer(table_habits, table_habits(entries))
    incomplete_key_symptoms = list(find_incomplete_key(entries))
    if incomplete_key_symptoms or not entries.suspects:
        yield from incomplete_key_symptoms
        return
    for other_table in other_entries(case, entries) if case.records_table_answers else ():
        other_symptoms = list(_TableDiagnosis(other_table, habits).iter_symptoms())
        if len(other_symptoms) >= HALF * len(other_table.suspects) and other_symptoms[0].disease is KEY_WITHOUT_PLAYER:
            yield from other_symptoms
            return
    yield from _TableDiagnosis(entries, habits).iter_symptoms()


def _find_earlier_search_answers(case: Case) -> Iterator[Symptom]:
    """Find the answers that an earlier, shallower search of the recording left in the table."""
    node_depth_pairs = re.findall(r"\b(\d{1,9}):(\d{1,9})\b", str(case.trace.header.notes.get("earlier", "")))
    for node, depth in ((int(node), int(depth)) for node, depth in node_depth_pairs):
        if node < len(case) and case.status[node] == TABLE:
            required_depth = case.get_remaining_depth(node)
            template = (
                f"the table answered {{node:value}}, from an earlier search of the program, which had searched the "
                f"position to the depth of {depth}, and "
                f"{'a greater one' if required_depth is None else number(required_depth)} was asked for"
            )
            yield from symptoms(ENTRY_BEYOND_DEPTH, case, [node], template)


def _has_widened_window(case: Case) -> bool:
    """Return whether a window reaches out of that of its parent; below the root searches choose their own."""
    columns, parent = case.columns, case.columns.parent
    is_wider = (columns.alpha < columns.alpha[parent]) | (columns.beta > columns.beta[parent])
    return bool(is_wider[parent > 0].any())


class _TableDiagnosis:
    """The suspects, the evidence, and the disease that explains most of them."""

    def __init__(self, entries: TableEntries, habits: TableHabits) -> None:
        self.entries, self.case, self._habits = entries, entries.case, habits
        self._evidence = Evidence(entries)
        self._true_values: dict[int, float | None] = {}
        self._explanations = {suspect.node: self._explain_suspect(suspect) for suspect in entries.suspects}

    def iter_symptoms(self) -> Iterator[Symptom]:
        """Find the answers that are explained by the disease which explains most of those that are surely wrong."""
        explanations = self._find_proven_explanations()
        groups: tuple[dict[int, Explanations], dict[int, Explanations]] = {}, {}
        for node, sources in explanations.items():
            groups[None in sources.values()][node] = sources
        explanations = max(groups, key=len)
        disease_counts = Counter(disease for sources in explanations.values() for disease in sources)
        if not disease_counts:
            return
        disease = max(disease_counts, key=lambda one: (disease_counts[one], -DISEASES.index(one)))
        for node, sources in explanations.items():
            if disease in sources:
                yield Symptom(disease, node, partial(self._describe_answer, node, disease, sources[disease]))

    def _explain_suspect(self, suspect: Suspect) -> Explanations:
        """Return the diseases that explain a suspect by a visit of this trace: a row for each part that is mistaken."""
        case, node = self.case, suspect.node
        is_position_known = suspect.evidence is PositionEvidence.KNOWN
        tells_positions = case.game is not None or case.records_table_answers
        other_mover_values = suspect.other_mover_values if is_position_known or case.value[node] else {}
        candidates: tuple[tuple[Disease, VisitByValue], ...] = (
            (WINDOW_VALUE_AS_EXACT if self._evidence.is_fail_hard else BOUND_AS_EXACT, suspect.values_deep_enough),
            (ENTRY_BEYOND_DEPTH, suspect.shallow_values),
            # After a null move it is no wonder if the number is the same, for little has changed; negated it is one.
            (KEY_WITHOUT_PLAYER, other_mover_values if is_position_known else {}),
            (KEY_WITHOUT_PLAYER, _negate_values(other_mover_values) if tells_positions else {}),
            (OF_ANOTHER_PLY, self._get_misread_wins(node)),
            (WRONG_TABLE_VALUE, _negate_values(suspect.values_deep_enough)),
        )
        sources: Explanations = {}
        for disease, numbers in candidates:
            earlier = self._evidence.find_source(node, numbers)
            is_leaf = earlier is not None and case.status[earlier] != EXPANDED
            if earlier is not None and not (is_leaf and disease in _BOUND_DISEASES):
                sources.setdefault(disease, earlier)  # what a leaf clamps, the search knows
        return sources

    def _get_misread_wins(self, node: int) -> VisitByValue:
        """Return what a table that mistakes the plies of wins would make of each win of a node's position here."""
        entries = self.entries
        visits, _ = entries.visits_before(node)
        plies = entries.win_misreading.count_plies(entries.ply[node], entries.ply[visits])
        visits, plies = visits[plies != 0], plies[plies != 0]
        plies = entries.wins.count_won_plies(self.case.columns.value[visits], plies)
        return dict(
            zip((entries.own_values[visits] + plies)[plies != 0].tolist(), visits[plies != 0].tolist(), strict=True)
        )

    def _find_proven_explanations(self) -> dict[int, Explanations]:
        """Return the suspects against whom there is evidence, with the diseases of which any may explain it."""
        contrary_ratios = dict[tuple[PositionEvidence, Disease], float]()
        proven_pairs = set[tuple[int, Disease]]()
        for evidence in PositionEvidence:
            proven_pairs |= self._find_proven_by_evidence(evidence, contrary_ratios)
        proven_counts = Counter(disease for _, disease in proven_pairs)
        explanations = {}
        for suspect in sorted(self.entries.suspects, key=lambda one: self.entries.depths.item(one.node)):
            sources = self._explanations[suspect.node]  # what is truly worth least work is asked for first
            possible_sources = {one: sources[one] for one in sources if contrary_ratios[suspect.evidence, one] <= 1}
            proven_sources = {
                one: earlier
                for one, earlier in possible_sources.items()
                if (one is ENTRY_BEYOND_DEPTH and self._evidence.never_deeper)
                or (suspect.node, one) in proven_pairs
                # That another position that looks like this one had the number, too, is no excuse any more.
                or (proven_counts[one] >= TWICE and suspect.exceeds_leaves and one in _BOUND_DISEASES)
                or (one in _BOUND_DISEASES and self._was_bound_only(suspect, one))
            }
            if suspect.node in self._habits.mixed_up_answers:
                proven_sources |= {one: earlier for one, earlier in sources.items() if one in _BOUND_DISEASES}
            if not proven_sources and self._get_refuting_value(suspect.node) is not None:
                proven_sources = possible_sources
                if not proven_sources and not self._evidence.may_mix_depths(suspect.node):
                    is_shallower = self._evidence.is_shallower(suspect.node)
                    proven_sources = {ENTRY_BEYOND_DEPTH if is_shallower else WRONG_TABLE_VALUE: None}
            if proven_sources:
                explanations[suspect.node] = proven_sources
        return explanations

    def _get_refuting_value(self, node: int) -> float | None:
        """Return the true value where that contradicts the node; None also where too many were asked for."""
        if node not in self._true_values:
            self._true_values[node] = self._evidence.refutation_value(node) if len(self._true_values) < SAMPLE else None
        return self._true_values[node]

    def _find_proven_by_evidence(
        self, evidence: PositionEvidence, contrary_ratios: dict[tuple[PositionEvidence, Disease], float]
    ) -> set[tuple[int, Disease]]:
        """Return the suspects whose table always does what explains them; notes what speaks against that."""
        suspects = [suspect for suspect in self.entries.suspects if suspect.evidence is evidence]
        nodes: dict[Disease, list[int]] = {}
        for suspect in suspects:
            for disease in self._explanations[suspect.node]:
                nodes.setdefault(disease, []).append(suspect.node)
        consistent_diseases = set[Disease]()
        for disease, disease_nodes in nodes.items():
            ratio = contrary_ratios[evidence, disease] = self._get_contrary_ratio(disease, disease_nodes)
            consistent_diseases |= {disease} if ratio <= SOME and len(disease_nodes) >= TWICE else set()
        unexplained_count = sum(consistent_diseases.isdisjoint(self._explanations[one.node]) for one in suspects)
        # Of positions known by their paths alone, a table may know more paths.
        is_position_known = evidence is PositionEvidence.KNOWN
        if unexplained_count > (SOME if is_position_known else HALF) * len(suspects):
            return set()
        if is_position_known and self.entries.unseen_board_answers:
            return set()
        sizes = {abs(self.case.value[suspect.node]) for suspect in suspects}
        if evidence is PositionEvidence.OTHER_MOVER and len(sizes) < TOGETHER:
            return set()  # of few numbers, one is another's negative by chance
        return {
            (suspect.node, disease)
            for suspect in suspects
            for disease in consistent_diseases & self._explanations[suspect.node].keys()
            if self._is_proven(suspect, disease)
        }

    def _get_contrary_ratio(self, disease: Disease, nodes: list[int]) -> float:
        """Return how often positions were searched where such a table would have answered, for each that it answered.

        Without a game the key is only known to lack the player if all leaves are explained by that.
        """
        case, entries = self.case, self.entries
        if disease is ENTRY_BEYOND_DEPTH:
            is_consistent = self._evidence.never_deeper or (case.has_windows and entries.has_windows_in_key(nodes))
            return 0 if is_consistent else entries.shallow_repeats / len(nodes)
        if disease in (OF_ANOTHER_PLY, WRONG_TABLE_VALUE):
            return entries.rightly_read_wins / len(nodes) if disease is OF_ANOTHER_PLY else 0
        if disease is not KEY_WITHOUT_PLAYER:
            bounds = Counter(self._get_bound_type(node, disease) for node in nodes)
            return min(entries.bound_repeats[bound] / count for bound, count in bounds.items())
        leaves = [node for node in nodes if case.status[node] in (TERMINAL, TABLE)]
        explains_leaves = len(leaves) >= len(entries.other_mover_leaves)
        if case.game is None and not (explains_leaves and len({case.value[node] for node in leaves}) >= TWICE):
            return INFINITY
        return entries.known_for_other_player / len(nodes)

    def _get_bound_type(self, node: int, disease: Disease) -> tuple[int, bool]:
        """Return who moves, and whether the earlier visit left a lower bound."""
        earlier = self._explanations[node][disease]
        assert earlier is not None
        return self.case.turn[node], self.case.claims[earlier][0] > -INFINITY

    def _is_proven(self, suspect: Suspect, disease: Disease) -> bool:
        """Return whether a number that may be right can have come from nowhere but the visit that did not mean it."""
        if disease in (OF_ANOTHER_PLY, WRONG_TABLE_VALUE) or not suspect.exceeds_leaves:
            return disease is OF_ANOTHER_PLY
        if disease is KEY_WITHOUT_PLAYER:
            return self.case.game is None or self.case.records_table_answers
        earlier = self._explanations[suspect.node][disease]
        assert earlier is not None
        if disease is ENTRY_BEYOND_DEPTH:
            is_possible = self.case.status[earlier] == EXPANDED
        else:
            is_possible = not self.entries.bound_repeats[self._get_bound_type(suspect.node, disease)]
            is_possible &= not self._evidence.may_be_no_answer[suspect.node]
        return is_possible and self._evidence.is_only_source(earlier, suspect.node)

    def _was_bound_only(self, suspect: Suspect, disease: Disease) -> bool:
        """Return whether the last visit before an answer was a search to its depth, and its number is the answer.

        Had the table known more before, it had answered that visit: many answer no wider window, but of a table that
        answered nothing which this trace had not met, nothing older is known.
        """
        case, entries, node = self.case, self.entries, suspect.node
        last_search = entries.searches_by_position.find_last(np.array([node])).item()
        is_same = last_search >= 0 and entries.depths[last_search] == entries.depths[node]
        is_same = is_same and entries.own_values[last_search] == entries.own_values[node]
        had_wider_window = case.beta[last_search] - case.alpha[last_search] > case.beta[node] - case.alpha[node]
        may_be_older = entries.unseen_board_answers and had_wider_window and case.parent[node]
        return is_same and not may_be_older and self._is_proven(suspect, disease)

    def _describe_answer(self, node: int, disease: Disease, earlier: int | None) -> str:
        """Return what is wrong with an answer, in a sentence."""
        entries, case, true_value = self.entries, self.case, self._get_refuting_value(node)
        required_depth = number(entries.depths[node])
        fields: dict[str, Any] = {
            "asked": required_depth,
            "right": "" if true_value is None else f"; the true value is {number(true_value)}",
        }
        if earlier is None:
            depth_text = f" to the depth of {required_depth}" if case.get_remaining_depth(0) is not None else ""
            return sentence(case, node, TEMPLATES_WITHOUT_SOURCE[disease], depth=depth_text, **fields)()
        if node in self._habits.mixed_up_answers:
            fields["right"] += MIXED_UP_TEMPLATE.format(self._habits.unused_bounds)
        own_value, is_same_player = entries.own_values.item(earlier), case.turn[earlier] == case.turn[node]
        other_pieces = "a board that differs only in whose pieces are where"
        fields |= {
            "earlier": earlier,
            "where": f"node {earlier:,} ({path_of(case, earlier)})",
            "reached": number(entries.depths[earlier]),
            "board": other_pieces if is_same_player else "the same board with the other player to move",
            "plies": lambda _: plural(int(entries.wins.win_value - abs(own_value)), "ply", "plies"),
            "counts": number(own_value - entries.wins.count_won_plies(own_value, case.ply[node]).item()),
        }
        return sentence(case, node, TEMPLATES[disease], **fields)()


def _negate_values(numbers: VisitByValue) -> VisitByValue:
    """Return what the numbers are from the other player's point of view."""
    return {0.0 - value: node for value, node in numbers.items()}
