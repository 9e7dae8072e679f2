"""What is made and lies in the repository is whole and as it is made; every page is read there as on the site."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from making import pictures
from making.for_site import for_site
from making.kept import (
    DOCS,
    LARGEST,
    MOST,
    fingerprint,
    fingerprints,
    folder_of,
    generated,
    keep,
    name_of,
    readme,
    remember,
    stale,
    written,
)  # fmt: skip
from making.page import ROOT, Page
from making.reference import REFERENCE, complete
from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDERS = ("docs", "examples", "tests", "tracer", "tui", "viz")
FILES = sorted([*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))])
NAMES = [path.relative_to(ROOT).as_posix() for path in FILES]
PAGES = {name_of(page): page for page in (readme(), *written())}


@cache
def tokens(path: Path) -> tuple[Token, ...]:
    """A file as viewers of repositories read it."""
    found = MarkdownIt("commonmark").enable("table").parse(path.read_text(encoding="utf-8"))
    return tuple(one for token in found for one in (token, *(token.children or ())))


@cache
def places(path: Path) -> set[str]:
    """What can be linked to in a file: its headings, by their words, and what has a name."""
    markup = " ".join(token.content for token in tokens(path) if token.type in ("html_inline", "html_block"))
    found = set(re.findall(r'\s(?:id|name)="([^"]+)"', markup))
    for head, inline in zip(tokens(path), tokens(path)[1:], strict=False):
        if head.type == "heading_open":
            words = "".join(part.content for part in inline.children or () if part.type in ("text", "code_inline"))
            slug = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
            found.add(next(name for name in (slug, *(f"{slug}-{k}" for k in range(1, 99))) if name not in found))
    return found


def targets(path: Path) -> list[str]:
    """Where the links and pictures of a file lead."""
    found = [str(token.attrs[name]) for token in tokens(path) for name in ("href", "src") if name in token.attrs]
    for token in tokens(path):
        if token.type in ("html_inline", "html_block"):
            found += re.findall(r'\s(?:href|src)="([^"]+)"', token.content)
    return [unquote(target) for target in found if not re.match(r"[a-z]+:", target)]


def broken(path: Path) -> list[str]:
    """Links of a file that lead nowhere."""
    found = []
    for target in targets(path):
        name, _, place = target.partition("#")
        there = (path.parent / name).resolve() if name else path
        if not there.exists() or (place and there.suffix == ".md" and place not in places(there)):
            found.append(target)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_links_and_pictures_lead_somewhere_in_the_repository(name: str) -> None:
    assert not broken(ROOT / name)


@pytest.mark.every_case(quick=True)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_nothing_that_the_sites_builder_alone_understands(name: str) -> None:
    for token in tokens(ROOT / name):
        if token.type == "text":
            assert not re.search(r"\{ ?[.#]|^(?:\?\?\?|!!!|===) ", token.content), token.content
        assert "<iframe" not in token.content or token.type in ("fence", "code_inline"), token.content
    page = PAGES[name]
    for block in page.blocks:
        if "title" in block.options:
            above = page.source.split("\n")[: block.line - 1]
            paragraph = "\n".join(above).rstrip().rpartition("\n\n")[2]
            assert Path(block.options["title"]).name in paragraph, f"{name}:{block.line} does not name its file"


@pytest.mark.every_case(quick=True)
@pytest.mark.parametrize("name", PAGES)
def test_the_repository_has_the_pictures_of_a_page_and_what_they_were_made_from(name: str) -> None:
    page = PAGES[name]
    folder = folder_of(page)
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == set(page.shown), "make pictures"
    assert fingerprints().get(name) == (fingerprint(page) if there else None), "make pictures"
    assert page.source == complete(page.completed), "make pictures"


@pytest.mark.every_case(quick=True)
@pytest.mark.parametrize("name", REFERENCE)
def test_the_reference_in_the_repository_is_what_the_code_says(name: str) -> None:
    kept = DOCS / "reference" / f"{name}.md"
    assert kept in generated()
    assert kept.read_text(encoding="utf-8") == REFERENCE[name](), "make pictures PAGES=docs/reference"


def test_pictures_are_small() -> None:
    sizes = {path: path.stat().st_size for page in PAGES.values() for path in folder_of(page).rglob("*")}
    assert {path for path, size in sizes.items() if path.is_file() and size > LARGEST} == set()
    assert sum(sizes.values()) < MOST
    assert len(sizes) > 80


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text('# A title\n\n## The `code` of it!\n\n<dl><dt id="term">x</dt></dl>\n')
    page = tmp_path / "page.md"
    page.write_text(
        "[a](other.md#a-title) [b](other.md#the-code-of-it) [c](other.md#term) ![d](other.md) [e](https://x.y/z)\n"
        '\n[f](none.md) [g](other.md#none) <a href="none.html">h</a> ![i](none.svg "title")\n'
    )
    assert broken(page) == ["none.md", "other.md#none", "none.svg", "none.html"]


def test_pictures_that_are_not_as_they_are_made_are_found_and_made(tmp_path: Path) -> None:
    page, work, folder = tmp_path / "page.md", tmp_path / "work", tmp_path / "page"
    shown = {"new": "<svg/>", "same": "<svg/>", "other": "<svg><text>2</text></svg>", "timed": "<text>7.1 s</text><b/>"}
    page.write_text("".join(f"![x](page/{name}.svg)\n" for name in shown))
    work.mkdir()
    folder.mkdir()
    for name, text in shown.items():
        (work / f"{name}.svg").write_text(text)
    for name, text in {"old": "", "same": "<svg/>", "other": "<svg/>", "timed": "<text>30 ms</text>"}.items():
        (folder / f"{name}.svg").write_text(text)
    assert list(stale(Page(page), work, folder)) == ["new.svg", "old.svg", "other.svg"]
    assert keep(Page(page), work, folder) == ["new.svg", "old.svg", "other.svg"]
    assert not list(stale(Page(page), work, folder))
    assert {path.stem for path in folder.iterdir()} == set(shown)
    assert "30 ms" in (folder / "timed.svg").read_text()


def test_making_prints_what_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    monkeypatch.setattr(pictures, "generated", lambda: {page: "words"})
    monkeypatch.setattr(pictures, "REFERENCE", {"words": lambda: "text"})
    monkeypatch.setattr(pictures, "remember", lambda _: None)
    for _ in range(2):
        assert pictures.main([str(page)]) == 0
    assert capsys.readouterr().out == f"wrote {page}\n"


def test_a_changed_command_or_title_makes_pictures_stale_and_prose_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "page.md"

    def number(text: str) -> str:
        path.write_text(text)
        return fingerprint(Page(path))

    first = number('Words.\n\n```console\n$ ls\n```\n\n![x](page/x.svg "a")\n')
    assert first == number('More words.\n\n```console\n$ ls\n```\n\n![x](page/x.svg "a")\n')
    assert first != number('Words.\n\n```console\n$ ls -l\n```\n\n![x](page/x.svg "a")\n')
    assert first != number('Words.\n\n```console\n$ ls\n```\n\n![x](page/x.svg "b")\n')
    monkeypatch.setattr("making.kept.MADE_FROM", tmp_path / "made.json")
    remember([readme()])
    assert fingerprints() == {"README.md": fingerprint(readme())}


def test_the_site_makes_more_of_a_page(tmp_path: Path) -> None:
    (tmp_path / "wide.svg").write_text('<svg xmlns="x" width="900" height="2">')
    (tmp_path / "points.svg").write_text('<svg width="500pt">')
    (tmp_path / "small.svg").write_text('<svg width="300">')
    text = (
        '# Title <a id="top"></a>\n\n![a](p/wide.svg "t")\n![b](p/small.svg) [![c](p/points.svg)](p/points.svg)\n'
        '![d](p/t.png "t.html#step=1, 10×20, live")\n\n<details>\n<summary>s</summary>\n\n`f.py`\n\n'
        '```python title="f.py" from="f.py" after="x"\n# kept <a id="x"></a>\n```\n\n</details>\n\n'
        "[e](../../CHANGELOG.md) [f](../../examples/x.py#L1) [g](../gallery.md#y) [h](#top) [i](https://a.b/c)\n"
    )
    found = for_site(text, DOCS / "how-to" / "p.md", Path("how-to/p.md"), tmp_path)
    assert found == (
        '# Title { #top }\n\n![a](p/wide.svg "t"){ .wide }\n'
        "![b](p/small.svg) [![c](p/points.svg){ .wide }](p/points.svg)\n"
        '<iframe src="p/t.html#step=1" title="d" loading="lazy"></iframe>\n\n'
        '<details class="example" markdown="1">\n<summary>s</summary>\n\n'
        '```python title="f.py"\n# kept <a id="x"></a>\n```\n\n</details>\n\n'
        "[e](../reference/changelog.md) [f](https://github.com/plyscope/plyscope/blob/main/examples/x.py#L1) "
        "[g](../gallery.md#y) [h](#top) [i](https://a.b/c)\n"
    )
