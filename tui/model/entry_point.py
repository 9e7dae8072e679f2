"""Where to begin: at the first finding, else at the first cutoff, else at the first event."""

from __future__ import annotations

from collections.abc import Sequence

from tui.model.browser import Browser
from tui.model.explorer_state import Location

ENTRY_TYPES = ("finding", "cutoff", "event")
"""The kinds of places, the most telling first."""


def find_entry(browser: Browser, entry_types: Sequence[str] = ENTRY_TYPES) -> tuple[str, Location]:
    """Return the kind of the place to begin at, and the place."""
    findings, cutoff_steps = browser.findings.findings, browser.cursor.pruning_steps
    for entry_type in entry_types:
        if entry_type == "finding" and findings:
            return entry_type, Location(browser.findings.first_mistake_step(findings[0]), findings[0].node)
        if entry_type == "cutoff" and len(cutoff_steps):
            step = int(cutoff_steps[0])
            return entry_type, Location(step, browser.cursor.landmarks.node_at(step))
    return "event", Location(0, 0)
