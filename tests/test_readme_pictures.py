"""README runs as a page, and its pictures in the repository are those that it shows, as `make pictures` makes them."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from making.page import ROOT, Page, as_measured
from making.pictures import FOLDER, make, readme

KEPT = ROOT / FOLDER


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, need: Callable[[str], None]) -> Path:
    """The pictures, made again."""
    for tool in ("fontTools", "matplotlib", "playwright", "chromium", "PIL"):
        need(tool)
    folder = tmp_path_factory.mktemp("readme")
    make(readme(), folder / "work", folder / "pictures")
    return folder / "pictures"


def texts(picture: Path) -> list[str]:
    """What is to be read in an SVG, without times."""
    found = re.findall(r"<text[^>]*>([^<]*)</text>", picture.read_text(encoding="utf-8"))
    return [as_measured(unescape(text).replace("\xa0", " ")) for text in found]


def test_those_that_readme_shows_are_kept_and_no_others() -> None:
    kept = {path.name for path in KEPT.iterdir()} if KEPT.exists() else set()
    assert kept == set(readme().shown), "make pictures"


@pytest.mark.parametrize("name", sorted({name for name in readme().shown if name.endswith(".svg")}))
@pytest.mark.long
def test_it_is_what_is_made(name: str, made: Path) -> None:
    assert texts(KEPT / name) == texts(made / name), "make pictures"


def test_a_page_in_the_root_has_its_pictures_elsewhere(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(
        "```console\n$ plyscope export '[[1,2],[3]]' -o tree.svg -o other.svg\n…\n```\n\n"
        "![The tree](docs/pictures/tree.svg)\n",
        encoding="utf-8",
    )
    target = tmp_path / FOLDER
    target.mkdir(parents=True)
    (target / "old.svg").touch()
    make(Page(page, FOLDER), tmp_path / "work", target)
    assert [path.name for path in target.iterdir()] == ["tree.svg"]
    assert "a2" in texts(target / "tree.svg")
    assert texts(target / "tree.svg") != texts(ROOT / "tests/golden/aima.svg")
