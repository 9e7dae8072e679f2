"""What is on the screen, taken elsewhere: to the clipboard, or into a file."""

from __future__ import annotations

from pathlib import Path

from tracer.errors import PlyscopeError
from tracer.file.output import is_stream
from tracer.text import clean
from tui.screens.base_screens import BrowsingScreen

MAX_LINE_LENGTH = 10_000
"""Characters of a line of a position that are copied."""
PAGE_FORMAT = "html"
"""The format that is no drawing of what is shown, but begins where the reader is."""
SERVED_NOTICE = "this session is shown in a browser and writes no files"


class Writer:
    """Copies and pictures of a screen."""

    def __init__(self, screen: BrowsingScreen) -> None:
        self._screen = screen

    def copy_path(self) -> str:
        """Copy the path of moves to the selected node."""
        browser = self._screen.browser
        return self._copy("/".join(browser.trace.node(browser.selected).path), "path")

    def copy_position(self) -> str:
        """Copy the position at the selected node, as the search told it or the game draws it."""
        browser = self._screen.browser
        try:
            board = browser.trace.position(browser.selected)
        except PlyscopeError as error:
            return clean(str(error))
        # Whoever pastes it into a terminal must not run what a game has put into it.
        return self._copy("\n".join(clean(line, MAX_LINE_LENGTH) for line in board.split("\n")), "position")

    def _copy(self, text: str, noun: str) -> str:
        self._screen.app.copy_to_clipboard(text)
        shown_text = clean(" / ".join(text.splitlines()), 60) or "the root, an empty path"
        self._screen.notify(f"{noun} copied: {shown_text}", markup=False)
        return ""

    def screenshot(self) -> str:
        """Write the screen as an SVG picture into the current folder."""
        if self._screen.served:
            return SERVED_NOTICE
        path = _unused_path(Path("plyscope-screen.svg"))
        try:
            path.write_text(self._screen.app.export_screenshot(title="plyscope"), encoding="utf-8")
        except OSError as error:
            return f"cannot write {path}: {error.strerror}"
        self._screen.notify(f"the screen is in {path}", markup=False)
        return ""

    def save(self, path: str) -> str:
        """Write the recording, its bookmarks and its conditions; from now on they are kept there.

        Raises:
            PlyscopeError: it cannot be written, or is no file.
        """
        _need_ordinary_file(path)
        browser = self._screen.browser
        browser.trace.save(path)
        notice = browser.places.save_to_file(path) or browser.findings.save_to_file(path)
        if not notice:
            self._screen.notify(f"saved to {clean(path)}", markup=False)
        return notice

    def diagram(self, path: str) -> str:
        """Write the tree as it is shown, with the same root and the same folding; or a page that begins at this step.

        Raises:
            PlyscopeError: the format or the place is wrong, or a tool is missing.
        """
        from viz.export import write_file
        from viz.formats.registry import find_format

        _need_ordinary_file(path)
        browser = self._screen.browser
        is_page = find_format(path).name == PAGE_FORMAT
        options = {"step": browser.cursor.step} if is_page else {"nodes": browser.drawable_nodes()}
        write_file(browser.trace, path, **options)
        self._screen.notify(f"wrote {clean(path)}", markup=False)
        return ""


def _need_ordinary_file(path: str) -> None:
    """Refuse what the screen would have to wait for, perhaps without an end.

    Raises:
        PlyscopeError: it is no file.
    """
    if is_stream(path):
        raise PlyscopeError(f"{clean(path)} is a pipe or a device: take the name of a file")


def _unused_path(path: Path) -> Path:
    number, candidate = 1, path
    while candidate.exists():
        number += 1
        candidate = path.with_stem(f"{path.stem}-{number}")
    return candidate
