"""Two traces, compared once: the comparison and its topmost differences are kept with the first."""

from __future__ import annotations

from typing import NamedTuple

from tracer.comparing.comparison import Comparison, compare, merge_by_paths
from tracer.comparing.topmost_differences import Differences, find_topmost_differences
from tracer.recording.slices import Beat, share_progress, unheard
from tracer.tracing import Trace

MATCHING_PERCENT = 60
"""Hundredths of the work that aligning is; the rest is finding where the two part."""


class ComparedPair(NamedTuple):
    """Two recordings of one position."""

    comparison: Comparison
    differences: Differences


def compare_pair(a: Trace, b: Trace, progress: Beat = unheard) -> ComparedPair:
    """Two recordings aligned, kept with the first of them until it is compared with another one. O(n log n).

    Where they have not the same passes, they are compared by their moves alone.

    Raises:
        PlyscopeError: they are of different games or begin at different positions.
    """
    known_pair = a.known_answer(compare_pair)
    if known_pair is not None and known_pair.comparison.recordings[1] is b:
        return known_pair
    comparison = merge_by_paths(compare(a, b, share_progress(progress, 0, MATCHING_PERCENT)))
    differences = find_topmost_differences(comparison, share_progress(progress, MATCHING_PERCENT, 100))
    return a.keep_answer(compare_pair, ComparedPair(comparison, differences))
