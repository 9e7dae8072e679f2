"""What is made and lies in the repository all the same, so that it can be read there: pictures, and pages from code.

`make pictures` makes all of it again: the pictures that pages show, in a folder beside each page that has its name, the
pages of the reference, and in pages that people wrote the copies of files and the parts from the code. Nothing is
written that says no more than another time.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from hashlib import sha256
from html import unescape
from pathlib import Path

from making.page import PICTURE, ROOT, Page, as_measured
from making.photographs import Photograph
from making.reference import REFERENCE, complete

DOCS = ROOT / "docs"
OF_README = "docs/pictures"
"""Where README's pictures lie; it names them so."""
MADE_FROM = DOCS / "making" / "made_from.json"
"""By page the fingerprint of what its pictures were made from."""
PLAYGROUND = DOCS / "playground" / "index.html"
"""The page in which trees are typed and searched."""
LARGEST, MOST = 200_000, 8_000_000
"""Bytes at most: of a picture, and of all of them."""


def readme() -> Page:
    """README as a page."""
    return Page(ROOT / "README.md", OF_README)


def written() -> Iterator[Page]:
    """The pages that people wrote, README not among them, in the order of their names."""
    for path in sorted(DOCS.rglob("*.md")):
        if path not in generated():
            yield Page(path)


def generated() -> dict[Path, str]:
    """The pages of the reference that are written from the code: their files, and their names in `REFERENCE`."""
    return {DOCS / "reference" / f"{name}.md": name for name in REFERENCE}


def work_of(page: Page) -> Path:
    """The folder in which a page runs."""
    return ROOT / "build" / "work" / page.path.relative_to(ROOT).with_suffix("")


def folder_of(page: Page) -> Path:
    """The folder in which the pictures of a page lie."""
    return page.path.parent / page.pictures


def write_text(path: Path, text: str) -> None:
    """Write a page and print its name, unless it is there already."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
        print_changed(path)


def print_changed(path: Path) -> None:
    """Print the name of a file that was written or removed."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
    print(f"{'wrote' if path.exists() else 'removed'} {name}")


def complete_page(page: Page) -> Page:
    """Write a page with its copies and parts as they are now; gives it as it is then."""
    write_text(page.path, complete(page.completed))
    return Page(page.path, page.pictures)


def fingerprint(page: Page) -> str:
    """A number of what the pictures of a page are made from, as far as it says that: its blocks and its pictures."""
    blocks = [(block.language, block.text, sorted(block.options.items())) for block in page.blocks]
    pictures = [found[0] for found in PICTURE.finditer(page.prose)]
    return sha256(repr((blocks, pictures)).encode()).hexdigest()[:16]


def fingerprints() -> dict[str, str]:
    """What they were when the pictures were made, by the names of the pages."""
    found: dict[str, str] = json.loads(MADE_FROM.read_text(encoding="utf-8")) if MADE_FROM.exists() else {}
    return found


def name_of(page: Page) -> str:
    """What a page is called: its file, from the project's folder."""
    return page.path.relative_to(ROOT).as_posix()


def remember(pages: Iterable[Page]) -> None:
    """Write down what the pictures of some pages were made from."""
    known = fingerprints() | {name_of(page): fingerprint(page) if any(page.shown) else "" for page in pages}
    there = {name: known[name] for name in sorted(known) if known[name] and (ROOT / name).is_file()}
    write_text(MADE_FROM, json.dumps(there, indent=2) + "\n")


def stale(page: Page, work: Path, folder: Path) -> Iterator[str]:
    """Which pictures of a page are not as they are made; those that it does not show, too."""
    shown = set(page.shown)
    photographs = {name for _, name, sitter in page.taken if isinstance(sitter, Photograph)}
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    yield from sorted(shown ^ there)
    for name in sorted(shown & there):
        made, kept = (_told(picture, name in photographs) for picture in (work / name, folder / name))
        if made != kept:
            yield name


def _told(picture: Path, photographed: bool) -> object:
    """What must be the same of a picture that is made again: all of it, or what is no time and no browser's."""
    content = picture.read_bytes()
    if photographed:
        return content[16:24]  # its size
    if picture.suffix != ".svg":
        return content
    texts = [unescape(text).replace("\xa0", " ") for text in re.findall(r"<text[^>]*>([^<]*)</text>", content.decode())]
    measured = [as_measured(text) for text in texts]
    return content if measured == texts else measured


def keep(page: Page, work: Path, folder: Path) -> list[str]:
    """Have a folder hold the pictures that a page shows, as it made them; gives the names of those that changed."""
    changed = list(stale(page, work, folder))
    for name in changed:
        (folder / name).unlink(missing_ok=True)
        if name in page.shown:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(work / name, folder / name)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    return changed
