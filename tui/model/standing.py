"""What was searched, what came of it, and how far it is at this step: in as many words as there is room for."""

from __future__ import annotations

from rich.cells import cell_len

from tracer.text import clean, number
from tui.model.browser import Browser

ROWS = 3
"""Lines that say it all."""


def standing(browser: Browser, width: int) -> tuple[str, str, str]:
    """The search with its value; step and visited nodes; cutoffs and pruned branches. Each fits, if its least does."""
    return _name(browser, width), _fitting(_visits(browser), width), _fitting(_cutoffs(browser), width)


def _name(browser: Browser, width: int) -> str:
    header, value = browser.trace.header, browser.trace.value
    worth = "unfinished" if value is None else f"value {number(value)}"
    options = ", ".join(f"{name} {given}" for name, given in header.options.items())
    search = clean(header.search)
    return _fitting([f"{search} ({clean(options)}) · {worth}" if options else f"{search} · {worth}", worth], width)


def _visits(browser: Browser) -> list[str]:
    step, last = browser.cursor.step, browser.cursor.last
    visited = f"visited {browser.cursor.tally.visited:,}/{browser.cursor.total.visited:,}"
    return [f"step {step:,}/{last:,} · {visited}", f"step {step:,} · {visited}", visited]


def _cutoffs(browser: Browser) -> list[str]:
    now, total = browser.cursor.tally, browser.cursor.total
    if not total.cutoffs:
        return ["no cutoffs"]
    cutoffs = f"{now.cutoffs:,}/{total.cutoffs:,}"
    if not browser.trace.counts.pruned_known:
        return [f"cutoffs {cutoffs} · pruned branches unknown", f"✂ {cutoffs} · ✗ unknown"]
    pruned = f"{now.pruned:,}/{total.pruned:,}"
    return [
        f"cutoffs {cutoffs} · pruned branches {pruned}",
        f"✂ {cutoffs} · ✗ {pruned} branches",
        f"✂ {cutoffs} · ✗ {pruned}",
    ]


def _fitting(texts: list[str], width: int) -> str:
    """The first text that fits, or the last one."""
    return next((text for text in texts if cell_len(text) <= width), texts[-1])
