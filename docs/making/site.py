"""The site: pages, what they show, and the reference in one folder, for Zensical to build."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from making.needs import missing
from making.page import ROOT, Page, PageError
from making.reference import REFERENCE, complete

DOCS = ROOT / "docs"
PAGES = ROOT / "build" / "pages"
"""What Zensical reads."""
SHOWN = {".svg", ".png", ".gif", ".pdf", ".html", ".tex", ".efg"}
"""Suffixes of what a page's commands write and the site shows."""


def written() -> Iterator[Page]:
    """The pages that people wrote, in the order of their names."""
    for path in sorted(DOCS.rglob("*.md")):
        yield Page(path)


def gather(target: Path = PAGES) -> None:
    """Write all that the site consists of into a folder, which is emptied first.

    Raises:
        PageError: what a page says is not so, or what it needs is not there.
    """
    if lacking := list(missing(written())):
        raise PageError("\n".join(lacking))
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(DOCS / "assets", target / "assets")
    for page in written():
        publish(page, target)
    for name, text in REFERENCE.items():
        place = target / "reference" / f"{name}.md"
        place.parent.mkdir(exist_ok=True)
        place.write_text(text(), encoding="utf-8")


def publish(page: Page, target: Path) -> None:
    """Run a page, and write it with what it shows: `tutorials/cutoff.md` and pictures in `tutorials/cutoff/`."""
    place = target / page.path.relative_to(DOCS)
    place.parent.mkdir(parents=True, exist_ok=True)
    work = ROOT / "build" / "work" / page.path.relative_to(DOCS).with_suffix("")
    shutil.rmtree(work, ignore_errors=True)
    page.run(work)
    place.write_text(complete(page.published), encoding="utf-8")
    for path in sorted(work.rglob("*")):
        if path.suffix in SHOWN and path.is_file() and not path.is_symlink():
            shown = place.with_suffix("") / path.relative_to(work)
            shown.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, shown)
