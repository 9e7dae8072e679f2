"""What pages need beside plyscope: programs and packages, by what stands in their blocks and their pictures."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterable, Iterator

from making.page import Page
from making.screens import Screen

PROGRAMS = {" gcc ": "gcc", "$ node ": "node", "$ ruby ": "ruby", "dot": "dot", "pdflatex": "pdflatex"}
"""Programs, by a text in a block that runs."""
PACKAGES = {
    ".png": "resvg_py", ".pdf": "reportlab", ".gif": "PIL", ".parquet": "pyarrow", "plyscope sweep": "distributed",
    "plyscope plot": "matplotlib", "chess": "chess", "duckdb": "duckdb", "easyAI": "easyAI",
    "openspiel:": "pyspiel", "viz.widget": "anywidget", "plyscope serve": "textual_serve",
}  # fmt: skip
"""Packages, by the same."""
LETTERS = ("fontTools", "matplotlib")
"""What a screen of the terminal is written with."""
BROWSER = ("playwright", "chromium", "PIL")
"""What photographs a page."""


def tools(page: Page) -> set[str]:
    """The programs and packages that a page needs."""
    blocks = [block.text for block in page.blocks if block.language in ("console", "python")]
    found = {tool for sign, tool in (PROGRAMS | PACKAGES).items() for text in blocks if sign in text}
    for _, _, sitter in page.taken:
        found |= set(LETTERS if isinstance(sitter, Screen) else BROWSER)
    return found


def missing(pages: Iterable[Page]) -> Iterator[str]:
    """What pages need and is not installed, a line each."""
    for page in pages:
        for tool in sorted(tools(page)):
            if not is_there(tool):
                yield f"{page.path.name} needs {tool}, which is not installed"


def is_there(tool: str) -> bool:
    """Whether a program, or a package, is installed."""
    if tool in PROGRAMS.values() or tool == "chromium":
        return shutil.which(tool, path=os.environ.get("PATH")) is not None
    return importlib.util.find_spec(tool) is not None
