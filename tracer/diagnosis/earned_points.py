"""Points that moves earn by themselves, which a recording keeps none of: by how they move windows, and by the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from tracer.deciding.thresholds import SEVERAL, SURE, TINY
from tracer.diagnosis.call_columns import Calls
from tracer.diagnosis.case import Case
from tracer.diagnosis.sites import MAX_NULL_WIDTH
from tracer.diagnosis.source_lines import names_of_sources, text_of_source
from tracer.recording.columns import Bools, Ints

ReadingResult = tuple[Ints, int]
"""The nodes that a reading explains, none where it is not believed; and how many could tell."""
Reading = Callable[[Case, list[Calls]], ReadingResult]
"""What reads the nodes of the players in another way."""
NO_RESULT: ReadingResult = np.empty(0, np.int64), 0


def join_nodes(masks: Iterable[tuple[Calls, Bools]]) -> ReadingResult:
    """Some nodes of the players together."""
    node_groups = [calls.node_ids[mask] for calls, mask in masks]
    return (np.concatenate(node_groups), 0) if node_groups else NO_RESULT


def read_with_gains(case: Case, players: list[Calls]) -> ReadingResult:
    """Return the wrong nodes, where windows are moved by what each move earns, and values are right with it.

    A search of such a game passes (gain - beta, gain - alpha) and returns gain - value. By how much the far end of a
    window is moved tells the gain of each move, and so what the node must have returned. Where the same player moves
    again it passes (alpha - gain, beta - gain) and returns gain + value; the recording has both turned round.
    """
    moved_count = contrary_count = 0
    explained_masks, text_adds = [], case.has_windows and text_adds_to_values(case)
    for calls in players if case.has_windows else ():
        received, parent = calls.received_window, calls.parent_window
        with np.errstate(invalid="ignore"):  # from an open end nothing can be told
            gains = parent.far - received.far
            near_shift = parent.near - received.near
            widths = parent.far - parent.near
            shifts_agree = np.abs(gains - near_shift) <= TINY * (1 + np.abs(parent.far))
            is_finite = np.isfinite(gains)
            amounts = np.where(is_finite, gains, 0)
            negated = np.where(is_finite, received.near + parent.far, 0) - calls.child_values
            predictions = [calls.child_values + amounts, negated]
            predictions += [np.clip(prediction, *parent) for prediction in predictions]
            node_values = calls.node_values[calls.parent_row]
            deviations = np.minimum.reduce([np.abs(node_values - prediction) for prediction in predictions])
            is_explained = np.logical_or.reduceat(deviations <= TINY * (1 + np.abs(node_values)), calls.first_row)
        is_known = calls.is_first_child & is_finite & np.isfinite(near_shift) & (gains != 0)
        is_mirrored = (received.near == -parent.far) & (received.far == -parent.near)
        may_be_gain = text_adds | (widths <= MAX_NULL_WIDTH + TINY)  # then that may be so by what a move earns
        moved_count += int((is_known & shifts_agree & ~is_mirrored).sum())
        contrary_count += int((is_known & (~shifts_agree | (is_mirrored & ~may_be_gain))).sum())
        is_telling = calls.is_not_best & np.logical_and.reduceat(is_finite, calls.first_row)
        if 2 * (is_telling & is_explained).sum() >= is_telling.sum():
            explained_masks.append((calls, is_telling & is_explained))
    result = join_nodes(explained_masks)
    min_count = 1 if moved_count and text_adds else SEVERAL
    is_clear = contrary_count <= (1 - SURE) * (moved_count + contrary_count)
    return result if is_clear and min(len(result[0]), moved_count) >= min_count else NO_RESULT


def text_adds_to_values(case: Case) -> bool:
    """Return whether the text of the search adds something to what its calls return: what a move earns, perhaps."""
    texts = (text_of_source(source, names_of_sources(case.trace)) for source in case.trace.sources)
    return any(text is not None and text.adds for text in texts)
