"""What stands beside the site: CONTRIBUTING's Python and the examples run, and links of these pages lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from making.page import ROOT, Page
from patience import PATIENCE


def test_the_python_of_contributing_runs_and_its_comments_are_true(tmp_path: Path, need: Callable[[str], None]) -> None:
    need("pyarrow")
    part = tmp_path / "in-python.md"
    part.write_text(
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## In Python")[2], encoding="utf-8"
    )
    page = Page(part)
    part.unlink()
    assert sum(block.language == "python" for block in page.blocks) == 2
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    page.run(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"examples", "match.plyscope", "small"}


@pytest.mark.parametrize("example", ["own_game.py", "own_search.py"])
def test_the_examples_run(tmp_path: Path, example: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / example)], cwd=tmp_path,
        capture_output=True, text=True, check=True, timeout=PATIENCE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert "<Trace" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("*.md")))
def test_links_and_pictures_exist(name: str) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+)[^):]*\)", (ROOT / name).read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target


def test_readme_is_read_to_its_end() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150
