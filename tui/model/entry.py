"""Where to begin: at the first finding, else at the first cutoff, else at the first event."""

from __future__ import annotations

from collections.abc import Sequence

from tui.model.browser import Browser
from tui.model.explored import Place

ENTRIES = ("finding", "cutoff", "event")
"""The kinds of places, the most telling first."""


def find_entry(browser: Browser, kinds: Sequence[str] = ENTRIES) -> tuple[str, Place]:
    """Return the kind of the place to begin at, and the place.

    Args:
        browser: the recording, and what was found in it.
        kinds: the kinds by preference; where there is none of them, it is the first event.
    """
    found, cuts = browser.findings.found, browser.cursor.pruning_steps
    for kind in kinds:
        if kind == "finding" and found:
            return kind, Place(browser.findings.made_at(found[0]), found[0].node)
        if kind == "cutoff" and len(cuts):
            step = int(cuts[0])
            return kind, Place(step, browser.cursor.landmarks.node_at(step))
    return "event", Place(0, 0)
