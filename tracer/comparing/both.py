"""Two recordings aligned, with all that is asked of them side by side: worked out once."""

from __future__ import annotations

from typing import NamedTuple

from tracer.comparing.comparison import Comparison, by_paths, compare
from tracer.comparing.topmost import Differences, topmost
from tracer.recording.slices import Beat, share, unheard
from tracer.tracing import Trace

ALIGNED = 60
"""Hundredths of the work that aligning is; the rest is finding where the two part."""


class Both(NamedTuple):
    """Two recordings of one position."""

    comparison: Comparison
    differences: Differences


def both(a: Trace, b: Trace, beat: Beat = unheard) -> Both:
    """Two recordings aligned, kept with the first of them until it is compared with another one. O(n log n).

    Where they have not the same passes, they are compared by their moves alone.

    Args:
        a: the one.
        b: the other.
        beat: called with the hundredths that are done; it may raise.

    Raises:
        PlyscopeError: they are of different games or begin at different positions.
    """
    found = a.known(both)
    if found is not None and found.comparison.recordings[1] is b:
        return found
    comparison = by_paths(compare(a, b, share(beat, 0, ALIGNED)))
    differences = topmost(comparison, share(beat, ALIGNED, 100))
    return a.keep(both, Both(comparison, differences))
