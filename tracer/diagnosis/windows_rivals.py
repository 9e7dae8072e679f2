"""What calls pass on, part by part: the end that the mover's values raise, and the end that comes from above.

The sound call and each rival say what window each child got, from the window of its parent and from what the children
before it returned. Each part may be exchanged alone, or both at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tracer.diagnosis.call_columns import INFINITY, Calls
from tracer.recording.columns import Bools, Floats

NEARLY = 0.9
"""Of the children where a rival could show, the part at which it must hold."""
_FEW = 3
"""Children at which it must be seen."""
_SOUND = ""


class Passed(NamedTuple):
    """A rival that explains windows of one player's calls."""

    slugs: tuple[str, ...]
    children: list[int]
    """The children whose windows it explains, in the order of their numbers."""


def explain_windows(calls: Calls) -> Passed | None:
    """What explains the windows that are not inside the running window of a player's calls; None for nothing."""
    if not len(calls):
        return None
    judged, owner = calls.judged_windows, calls.owner
    near, far = np.maximum(calls.near[owner], calls.before(calls.kept)), calls.far[owner]
    given = calls.given
    least = np.minimum(near, np.maximum(calls.near[owner], calls.before(calls.best)))
    wrong = judged & ~((given[0] >= least) & (given[1] <= far) & (given[0] <= given[1]))
    best: tuple[float, Passed] | None = None
    for slugs, low, high in _rivals(calls) if wrong.any() else ():
        told = judged & ((low != near) | (high != far))
        held: Bools = told & (given[0] == low) & (given[1] == high)
        explained = held & wrong
        if explained.sum() < _FEW or held.sum() < NEARLY * told.sum():
            continue
        score = float(explained.sum()) - 1.5 * len(slugs)
        if best is None or score > best[0]:
            best = score, Passed(slugs, calls.child[explained].tolist())
    return None if best is None else best[1]


def passes_its_own(calls: Calls) -> bool:
    """Whether some child got what the ones before it had returned to the player."""
    own = calls.near[calls.owner]
    raised = np.maximum(own, calls.before(calls.kept))
    return bool((calls.judged_windows & (raised > own) & (calls.given[0] >= raised)).any())


def _rivals(calls: Calls) -> Iterator[tuple[tuple[str, ...], Floats, Floats]]:
    """Each rival, with the ends of the windows that it passes on, the mover's view."""
    owner = calls.owner
    near, far = calls.near[owner], calls.far[owner]
    raised = np.maximum(near, calls.before(calls.kept))
    nears = (
        (_SOUND, raised),
        ("one-sided-window", near),
        ("window-widened", np.where(calls.begins, near, calls.before(calls.returned))),
    )
    lowered = [calls.before(values, INFINITY) for values in (calls.worst, calls.returned, calls.best)]
    fars = (
        (_SOUND, far),
        ("no-deep-cutoffs", np.full(len(far), INFINITY)),
        *(("wrong-end-moved", np.minimum(far, values)) for values in lowered),
    )
    for one, low in nears:
        for other, high in fars:
            slugs = tuple(slug for slug in (one, other) if slug)
            # A player who moves the other end instead of its own has made one mistake.
            if slugs:
                yield slugs if other != "wrong-end-moved" else (other,), low, high
    for slug, low in (nears[0], nears[1]):
        more = (slug,) if slug else ()
        yield ("window-not-swapped", *more), far, low
        yield ("window-not-negated", *more), -far, -low
        yield ("window-not-negated", *more), -low, -far
