"""What stands beside the site: the examples run, and links of these pages lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from making.page import ROOT
from patience import PATIENCE


def test_contributing_is_read_to_its_end() -> None:
    assert len((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split()) <= 700


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
