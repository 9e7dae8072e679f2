"""`python -m making.pictures` makes the pictures of README, which lie in the repository."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from making.page import ROOT, Page, PageError

FOLDER = "docs/pictures"
"""Where they lie; README names them so."""
WORK = ROOT / "build" / "work" / "README"


def readme() -> Page:
    """README as a page."""
    return Page(ROOT / "README.md", FOLDER)


def make(page: Page, work: Path, target: Path) -> None:
    """Run a page in a folder, and have a second one hold the pictures that it shows, and nothing else.

    Raises:
        PageError: what the page says is not so.
    """
    shutil.rmtree(work, ignore_errors=True)
    page.run(work)
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in page.shown:
        shutil.copyfile(work / name, target / name)


if __name__ == "__main__":
    try:
        make(readme(), WORK, ROOT / FOLDER)
    except PageError as error:
        sys.exit(str(error))
