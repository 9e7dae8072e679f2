"""The site: pages, what they show, and the reference in one folder, for Zensical to build."""

from __future__ import annotations

import shutil
from pathlib import Path

from making.for_site import CHANGELOG, for_site
from making.kept import DOCS, generated, work_of, written
from making.needs import missing
from making.page import ROOT, Page, PageError
from making.reference import REFERENCE, complete

PAGES = ROOT / "build" / "pages"
"""What Zensical reads."""
SHOWN = {".svg", ".png", ".gif", ".pdf", ".html", ".tex", ".efg"}
"""Suffixes of what a page's commands write and the site shows."""


def gather(target: Path = PAGES) -> None:
    """Write all that the site consists of into a folder, which is emptied first.

    Raises:
        PageError: what a page says is not so, or what it needs is not there.
    """
    if lacking := list(missing(written())):
        raise PageError("\n".join(lacking))
    shutil.rmtree(target, ignore_errors=True)
    for folder in ("assets", "playground"):
        shutil.copytree(DOCS / folder, target / folder)
    for page in written():
        publish(page, target)
    for path, name in generated().items():
        _write(REFERENCE[name](), path, path.relative_to(DOCS), target)
    _write((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), ROOT / "CHANGELOG.md", Path(CHANGELOG), target)


def publish(page: Page, target: Path) -> None:
    """Run a page, and write it with what it shows: `tutorials/cutoff.md` and pictures in `tutorials/cutoff/`."""
    work = work_of(page)
    shutil.rmtree(work, ignore_errors=True)
    page.run(work)
    place = page.path.relative_to(DOCS)
    _write(complete(page.completed), page.path, place, target, work)
    for path in sorted(work.rglob("*")):
        if path.suffix in SHOWN and path.is_file() and not path.is_symlink():
            shown = target / place.with_suffix("") / path.relative_to(work)
            shown.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, shown)


def _write(text: str, source: Path, place: Path, target: Path, work: Path | None = None) -> None:
    """Write a page into the folder of the site's pages."""
    (target / place).parent.mkdir(parents=True, exist_ok=True)
    (target / place).write_text(for_site(text, source, place, work), encoding="utf-8")
