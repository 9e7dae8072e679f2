"""What is wrong with a search, by its recording: each disease by name, at the first node that has it."""

from __future__ import annotations

from typing import Any

from tracer.diagnosis.finding import Disease, Finding, Severity
from tracer.tracing import Trace

__all__ = ["Disease", "Finding", "Severity", "check"]


def check(trace: Trace, game: Any = None) -> list[Finding]:
    """Say what is wrong with a search.

    A finding names the disease and the first node that has it. No sound search is blamed, whatever its move order, its
    table, its tests for cutoffs and its windows are.

    Args:
        trace: the recording.
        game: the game or its spec, where the trace has none and names none that is built in. With the game there is
            the truth to compare with.

    Returns:
        One finding for each disease, errors first, and then the most fundamental first.

    Raises:
        PlyscopeError: the game is none, or knows neither the root position nor the moves there.
        GameError: the game misbehaved.
    """
    from tracer.diagnosis.examination import examined

    return examined(trace, game)
