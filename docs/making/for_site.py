"""A page as the site's builder takes it: what a viewer of the repository shows plainly, the site makes more of.

| in the repository | on the site |
|---|---|
| the picture of a page with `, live` in its title | the page itself, in a frame |
| a picture that is wider than a telephone | a class: there it scrolls sideways |
| `<details>` | Markdown within it is read, and it looks like an example |
| `## Title <a id="place"></a>` | the heading has the anchor itself |
| a file's name alone above a block that has it as its title | the title stands on the block |
| `from="file"` of a block that is a copy | nothing |
| a link out of `docs/` | a link to the repository, or to the page of the changelog |
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from making.page import FENCE, PICTURE, ROOT
from making.photographs import Photograph

DOCS = ROOT / "docs"
CHANGELOG = "reference/changelog.md"
"""The page that is the project's changelog."""
TELEPHONE = 600
"""Pixels to which a picture may shrink: wider ones are too small to read on a telephone."""
_HEADING = re.compile(r'^(#+ .*?) <a id="([\w.-]+)"></a>$', re.MULTILINE)
_NAME = re.compile(r'^`([^`\n]+)`\n\n(?=```\w+ title="\1")', re.MULTILINE)
_COPIED = re.compile(r'^( *```\w+(?: title="[^"]*")?) from="[^\n]*$', re.MULTILINE)
_LINK = re.compile(r"(?<=\]\()(?!https?:|#)([^)\s#]+)")
_SIZE = re.compile(r'<svg\b[^>]*?\swidth="([\d.]+)(pt)?')


def for_site(text: str, source: Path, place: Path, made: Path | None = None) -> str:
    """A page for the site.

    Args:
        text: the page.
        source: its file, from which its links lead.
        place: where it will be, below the folder of the site's pages.
        made: the folder of what its commands wrote.
    """
    if made is not None:
        text = _outside_blocks(text, lambda part: PICTURE.sub(lambda found: _picture(found, made), part))
    text = _COPIED.sub(r"\1", _NAME.sub("", text))
    text = _outside_blocks(text, lambda part: _HEADING.sub(r"\1 { #\2 }", part))
    text = _outside_blocks(text, lambda part: part.replace("<details>", '<details class="example" markdown="1">'))
    return _outside_blocks(text, lambda part: _LINK.sub(lambda found: _link(found[1], source, place), part))


def _outside_blocks(text: str, change: Callable[[str], str]) -> str:
    """A text that is changed outside of its blocks."""
    parts, end = list[str](), 0
    for found in FENCE.finditer(text):
        parts += [change(text[end : found.start()]), found[0]]
        end = found.end()
    return "".join([*parts, change(text[end:])])


def _picture(found: re.Match[str], made: Path) -> str:
    sitter, name = Photograph.read(found["title"] or ""), Path(found["target"])
    if sitter is not None and sitter.live:
        place = f"#{sitter.place}" if sitter.place else ""
        address = f"{name.parent.as_posix()}/{sitter.file}{place}"
        return f'<iframe src="{address}" title="{found["alt"]}" loading="lazy"></iframe>'
    return f"{found[0]}{{ .wide }}" if width_of(made / name.name) > TELEPHONE else found[0]


def width_of(picture: Path) -> float:
    """The width of a picture in pixels."""
    if picture.suffix == ".png":
        return int.from_bytes(picture.read_bytes()[16:20])
    found = _SIZE.search(picture.read_text(encoding="utf-8"))
    return 0 if found is None else float(found[1]) * (4 / 3 if found[2] else 1)


def _link(target: str, source: Path, place: Path) -> str:
    """Where a link of a page leads on the site."""
    path = Path(os.path.normpath(source.parent / target))
    if path == ROOT / "CHANGELOG.md":
        path = DOCS / CHANGELOG
    if path.is_relative_to(DOCS):
        return Path(os.path.relpath(path, (DOCS / place).parent)).as_posix()
    return f"{_home()}/blob/main/{path.relative_to(ROOT).as_posix()}"


@cache
def _home() -> str:
    """The address of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Homepage"])
