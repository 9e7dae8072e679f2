"""The built site as a browser sees it: every link leads somewhere, and nothing is asked of another host."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {"img": "src", "script": "src", "iframe": "src", "source": "src", "video": "src", "embed": "src"}
"""Elements that are loaded as the page is, by the attribute that says from where; `link` is another one."""
FETCHED_LINKS = {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "manifest"}


class Links(HTMLParser):
    """What a page links to, what it loads, and the places that can be linked to in it."""

    def __init__(self) -> None:
        super().__init__()
        self.linked: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take up what an element says."""
        said = {name: value or "" for name, value in attrs}
        self.anchors |= {said[name] for name in ("id", "name") if name in said}
        if tag == "a" and "href" in said:
            self.linked.append(said["href"])
        if tag in FETCHED and FETCHED[tag] in said:
            self.fetched.append(said[FETCHED[tag]])
        if tag == "link" and FETCHED_LINKS & set(said.get("rel", "").split()):
            self.fetched.append(said["href"])


def read(path: Path) -> Links:
    """The links of a page."""
    links = Links()
    links.feed(path.read_text(encoding="utf-8"))
    return links


def broken(site: Path) -> Iterator[str]:
    """What is wrong with the links of a site, a line each; pages within pages (traces) are only looked for.

    That for a wrong address is shown at any address, so its links begin at the server's root, and are not looked at.
    """
    own = [path for path in sorted(site.rglob("*.html")) if not shown_in_a_frame(path, site)]
    pages = {path: read(path) for path in own if path != site / "404.html"}
    for path, links in pages.items():
        where = path.relative_to(site).as_posix()
        for target in links.fetched:
            if urlsplit(target).scheme not in ("", "data") or target.startswith("//"):
                yield f"{where}: asks another host: {target}"
        for target in links.linked + links.fetched:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if file.is_dir():
                file /= "index.html"
            if not file.is_file():
                yield f"{where}: leads nowhere: {target}"
            elif "=" in parts.fragment:
                continue  # a view of a page of plyscope
            elif parts.fragment and file in pages and unquote(parts.fragment) not in pages[file].anchors | {"__top"}:
                yield f"{where}: no such place: {target}"


def shown_in_a_frame(path: Path, site: Path) -> bool:
    """Whether an HTML file is what a page's commands wrote: it lies in a folder beside its page."""
    return path.parent != site and path.parent.with_suffix(".html").is_file()


if __name__ == "__main__":
    found = list(broken(Path(sys.argv[1]).resolve()))
    print("\n".join(found), file=sys.stderr)
    sys.exit(bool(found))
