"""The ends that a window has had are those of the running window, moment by moment."""

from typing import Any

from hypothesis import given
from strategies import Case, searched

import tracer
from tracer.recording.status import PRUNED
from tracer.time.landmarks import window_ends
from tracer.time.moments import frame


@given(searched())
def test_the_ends_are_what_the_running_window_was(found: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    """At every step at which a node is open, and no end twice in a row."""
    case, options, window = found
    trace = tracer.trace(case.game, position=case.position, window=window, **options)
    for node in [node for node in range(len(trace)) if trace.columns.status[node] != PRUNED][:30]:
        alphas: list[float] = []
        betas: list[float] = []
        for step in range(trace.entered(node), trace.left(node) + 1):
            now = frame(trace, node, step)
            alphas += [now.alpha] if alphas[-1:] != [now.alpha] else []
            betas += [now.beta] if betas[-1:] != [now.beta] else []
            assert window_ends(trace, node, step) == (alphas, betas)
