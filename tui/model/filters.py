"""What the tree leaves out, and at which ply its rows are indented. Filters are closed under parents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tracer.recording.columns import Bools, Columns, last_visits
from tracer.recording.slices import Beat, slices, unheard
from tracer.recording.status import PRUNED
from tracer.recording.tree_shape import prefix_sums


class IndentedPlies:
    """A window of plies. It follows the selected row, and keys move it.

    Attributes:
        first_ply: the ply at which indentation begins.
        ply_count: how many plies can be indented, the first not counted.
        gutter_plies: how many of them are given up to the mark of the rows further left, where there are such.
    """

    def __init__(self) -> None:
        self.first_ply, self.ply_count, self.gutter_plies = 0, 8, 0
        self._followed_key: object = None

    def last_ply(self, root_ply: int) -> int:
        """The deepest ply that is indented, if the first row has the given ply."""
        return self.first_ply + self.ply_count - (self.gutter_plies if self.first_ply > root_ply else 0)

    def bring_into_range(self, ply: int, root_ply: int, key: object) -> None:
        """Bring a ply into the window, not left of the root's, once for each key: it can be moved away by hand."""
        if key == self._followed_key:
            return
        self._followed_key = key
        self.first_ply = max(self.first_ply, root_ply)
        if ply <= root_ply + self.ply_count:
            self.first_ply = root_ply  # all plies above it have room
        # The row's own parent stays in sight too, where there is one.
        elif not self.first_ply + (self.first_ply > root_ply) <= ply <= self.last_ply(root_ply):
            self.first_ply = max(root_ply, ply - self._half_range)

    @property
    def _half_range(self) -> int:
        return max((self.ply_count - self.gutter_plies) // 2, 1)

    def shift_by_half(self, direction: int, root_ply: int, deepest_ply: int) -> bool:
        """Move the window by half its width to the left (−1) or to the right (+1); False where it ends there."""
        max_first_ply = (
            root_ply
            if deepest_ply <= root_ply + self.ply_count
            else deepest_ply - max(self.ply_count - self.gutter_plies, 0)
        )
        shifted_first = max(root_ply, min(self.first_ply + direction * self._half_range, max_first_ply))
        has_moved = shifted_first != self.first_ply
        self.first_ply = shifted_first
        return has_moved


@dataclass(frozen=True, eq=False)
class Filters:
    """The filters in force; a node is shown if each lets it through."""

    hides_pruned: bool = False
    """Pruned branches are left out."""
    only_cutoffs: bool = False
    """Only the nodes that were cut, what refuted them, what that pruned, and what is above them."""
    max_ply: int | None = None
    """Nodes of a greater ply are left out."""
    chosen_nodes: Bools | None = None
    """Only these nodes and what is above them."""
    chosen_name: str = ""
    """What the chosen nodes are."""

    def __bool__(self) -> bool:
        return bool(self.descriptions)

    @property
    def descriptions(self) -> list[str]:
        """The filters in force, for people."""
        descriptions = ["no pruned branches"] if self.hides_pruned else []
        if self.only_cutoffs:
            descriptions.append("only cutoffs")
        if self.max_ply is not None:
            descriptions.append(f"ply ≤ {self.max_ply:,}")
        return [*descriptions, f"only {self.chosen_name}"] if self.chosen_nodes is not None else descriptions

    def mask(self, columns: Columns, report_progress: Beat = unheard) -> Bools | None:
        """For each node whether it is shown; None where nothing is left out. O(n), vectorised."""
        masks: list[Bools] = []
        if self.hides_pruned:
            masks.append(columns.status != PRUNED)
        if self.only_cutoffs:
            masks.append(mask_around_cutoffs(columns, report_progress))
        if self.max_ply is not None:
            masks.append(columns.ply <= self.max_ply)
        if self.chosen_nodes is not None:
            is_chosen = np.zeros(len(columns), bool)  # a recording that has grown has nodes that are not chosen
            is_chosen[: len(self.chosen_nodes)] = self.chosen_nodes
            masks.append(mask_with_ancestors(is_chosen, columns, report_progress))
        return np.logical_and.reduce(masks) if masks else None


def mask_with_ancestors(mask: Bools, columns: Columns, report_progress: Beat = unheard) -> Bools:
    """The nodes of a mask, what is above them, and the root. O(n), vectorised.

    A node is above one of the mask if its range holds one.
    """
    masked_before = prefix_sums(mask, columns.end.dtype)
    has_masked_below = np.empty(len(columns), bool)
    for node_slice in slices(len(columns), report_progress):
        has_masked_below[node_slice] = masked_before[columns.end[node_slice]] > masked_before[node_slice]
    has_masked_below[0] = True
    return has_masked_below


def mask_around_cutoffs(columns: Columns, report_progress: Beat = unheard) -> Bools:
    """The nodes that were cut, the child that refuted each, the branches pruned there, and what is above them. O(n)."""
    is_pruned = columns.status == PRUNED
    is_refuting_move = np.zeros(len(columns), bool)
    is_refuting_move[last_visits(columns)[columns.cutoff]] = True
    return mask_with_ancestors(columns.cutoff | is_refuting_move | is_pruned, columns, report_progress)
