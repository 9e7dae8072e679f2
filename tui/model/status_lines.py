"""What was searched, what came of it, and how far it is at this step: in as many words as there is room for."""

from __future__ import annotations

from pathlib import Path

from rich.cells import cell_len

from tracer.text import clean, number
from tui.model.browser import Browser
from tui.model.list_model import shorten_middle

MIN_FILE_WIDTH = 6
"""Columns of a file's name that still say which it is."""


def describe_status(browser: Browser, width: int, file: str = "") -> tuple[str, str, str]:
    """The file and the search with its value; step and visited nodes; cutoffs and pruned branches, or iterations.

    Each fits, if its least does.
    """
    return (
        _describe_search(browser, width, clean(file)),
        _first_that_fits(_describe_visits(browser), width),
        _first_that_fits(_describe_cutoffs(browser), width),
    )


def distinct_file_names(first: str | None, second: str | None) -> tuple[str, str]:
    """What tells two files apart: their names, or where these are the same, with their folders; empty for none.

    >>> distinct_file_names("x/good.plyscope", None), distinct_file_names("x/t.plyscope", "y/t.plyscope")
    (('good.plyscope', ''), ('x/t.plyscope', 'y/t.plyscope'))
    """
    paths = [None if path is None else Path(path) for path in (first, second)]
    names = ["" if path is None else path.name for path in paths]
    if names[0] == names[1]:
        names = ["" if path is None else str(Path(path.absolute().parent.name, path.name)) for path in paths]
    return names[0], names[1]


def _describe_search(browser: Browser, width: int, file: str) -> str:
    header, value = browser.trace.header, browser.trace.value
    value_text = "unfinished" if value is None else f"value {number(value)}"
    options, search = clean(", ".join(header.option_words)), clean(header.search)
    search_texts = [
        f"{search} ({options}) · {value_text}" if options else f"{search} · {value_text}",
        f"{search} · {value_text}",
        value_text,
    ]
    if not file:
        return _first_that_fits(search_texts, width)
    file_width = width - cell_len(f" · {value_text}")
    shortest = [f"{shorten_middle(file, file_width)} · {value_text}"] if file_width >= MIN_FILE_WIDTH else [value_text]
    return _first_that_fits([*(f"{file} · {search_text}" for search_text in search_texts), *shortest], width)


def _describe_visits(browser: Browser) -> list[str]:
    step, last = browser.cursor.step, browser.cursor.last
    visited = f"visited {browser.cursor.tally.visited:,}/{browser.cursor.total_tally.visited:,}"
    short_text = f"{browser.cursor.tally.visited:,} visited"
    return [f"step {step:,}/{last:,} · {visited}", f"step {step:,} · {visited}", visited, short_text]


def _describe_cutoffs(browser: Browser) -> list[str]:
    if browser.trace.columns.log is not None:
        so_far, in_the_end = (
            browser.cursor.count_log_until(step) for step in (browser.cursor.step, browser.cursor.last)
        )
        unit = "states" if "states" in in_the_end else "iterations"
        leaf_word = "frontier" if "frontier" in so_far else "leaves"
        return [
            f"{unit} {so_far[unit]:,}/{in_the_end[unit]:,} · {leaf_word} {so_far[leaf_word]:,}",
            f"{unit} {so_far[unit]:,}",
        ]
    tally, total = browser.cursor.tally, browser.cursor.total_tally
    if not total.cutoffs:
        return ["no cutoffs"]
    cutoffs = f"{tally.cutoffs:,}/{total.cutoffs:,}"
    if not browser.trace.counts.pruned_known:
        return [f"cutoffs {cutoffs} · pruned branches unknown", f"✂ {cutoffs} · ✗ unknown"]
    pruned = f"{tally.pruned_branches:,}/{total.pruned_branches:,}"
    if not browser.trace.counts.pruned_branches_exact:
        pruned = f"≥ {pruned}"
    return [
        f"cutoffs {cutoffs} · pruned branches {pruned}",
        f"✂ {cutoffs} · ✗ {pruned} branches",
        f"✂ {cutoffs} · ✗ {pruned}",
    ]


def _first_that_fits(texts: list[str], width: int) -> str:
    return next((text for text in texts if cell_len(text) <= width), texts[-1])
