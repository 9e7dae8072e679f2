"""What was searched, what came of it, and how far it is at this step: in as many words as there is room for."""

from __future__ import annotations

from pathlib import Path

from rich.cells import cell_len

from tracer.text import clean, number
from tui.model.browser import Browser
from tui.model.listed import middle_out

ROWS = 3
"""Lines that say it all."""


NAME = 6
"""Columns of a file's name that still say which it is."""


def standing(browser: Browser, width: int, file: str = "") -> tuple[str, str, str]:
    """The file and the search with its value; step and visited nodes; cutoffs and pruned branches, or iterations.

    Each fits, if its least does.
    """
    return _name(browser, width, clean(file)), _fitting(_visits(browser), width), _fitting(_cutoffs(browser), width)


def file_names(a: str | None, b: str | None) -> tuple[str, str]:
    """What tells two files apart: their names, or where these are the same, with their folders; empty for none.

    >>> file_names("x/good.plyscope", None), file_names("x/t.plyscope", "y/t.plyscope")
    (('good.plyscope', ''), ('x/t.plyscope', 'y/t.plyscope'))
    """
    paths = [None if path is None else Path(path) for path in (a, b)]
    names = ["" if path is None else path.name for path in paths]
    if names[0] == names[1]:
        names = ["" if path is None else str(Path(path.absolute().parent.name, path.name)) for path in paths]
    return names[0], names[1]


def _name(browser: Browser, width: int, file: str) -> str:
    header, value = browser.trace.header, browser.trace.value
    worth = "unfinished" if value is None else f"value {number(value)}"
    options, search = clean(", ".join(header.option_words)), clean(header.search)
    searches = [f"{search} ({options}) · {worth}" if options else f"{search} · {worth}", f"{search} · {worth}", worth]
    if not file:
        return _fitting(searches, width)
    room = width - cell_len(f" · {worth}")
    least = [f"{middle_out(file, room)} · {worth}"] if room >= NAME else [worth]
    return _fitting([*(f"{file} · {one}" for one in searches), *least], width)


def _visits(browser: Browser) -> list[str]:
    step, last = browser.cursor.step, browser.cursor.last
    visited = f"visited {browser.cursor.tally.visited:,}/{browser.cursor.total.visited:,}"
    short = f"{browser.cursor.tally.visited:,} visited"
    return [f"step {step:,}/{last:,} · {visited}", f"step {step:,} · {visited}", visited, short]


def _cutoffs(browser: Browser) -> list[str]:
    if browser.trace.columns.log is not None:
        so_far, whole = (browser.cursor.tally_of_log(step) for step in (browser.cursor.step, browser.cursor.last))
        name = "states" if "states" in whole else "iterations"
        childless = "frontier" if "frontier" in so_far else "leaves"
        return [
            f"{name} {so_far[name]:,}/{whole[name]:,} · {childless} {so_far[childless]:,}",
            f"{name} {so_far[name]:,}",
        ]
    now, total = browser.cursor.tally, browser.cursor.total
    if not total.cutoffs:
        return ["no cutoffs"]
    cutoffs = f"{now.cutoffs:,}/{total.cutoffs:,}"
    if not browser.trace.counts.pruned_known:
        return [f"cutoffs {cutoffs} · pruned branches unknown", f"✂ {cutoffs} · ✗ unknown"]
    pruned = f"{now.pruned:,}/{total.pruned:,}"
    if not browser.trace.counts.pruned_branches_exact:
        pruned = f"≥ {pruned}"
    return [
        f"cutoffs {cutoffs} · pruned branches {pruned}",
        f"✂ {cutoffs} · ✗ {pruned} branches",
        f"✂ {cutoffs} · ✗ {pruned}",
    ]


def _fitting(texts: list[str], width: int) -> str:
    """The first text that fits, or the last one."""
    return next((text for text in texts if cell_len(text) <= width), texts[-1])
