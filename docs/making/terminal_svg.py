"""A picture of the terminal as small as it gets: Textual's screens, row by row, each look and each row written once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from string import ascii_letters
from xml.etree import ElementTree as ET

from making.lettering import faces

HEIGHT = 24.4
"""Pixels from row to row."""
_FIRST = 1.5
"""Where the first row begins."""
_FONT = "20.54px Terminal, monospace"
"""Of this size the lines of boxes reach from row to row."""
_SVG = "{http://www.w3.org/2000/svg}"
_LOOK = re.compile(r"\.(\S+-r\d+) \{ ([^}]*?);? *\}")


@dataclass
class Terminal:
    """The screens of one picture.

    Args:
        screens: as Textual exports them, all of one size; several are shown in turn.
        seconds: for which each of several stands.
    """

    screens: list[str]
    seconds: float
    _looks: dict[str, str] = field(default_factory=dict)
    _rows: dict[str, str] = field(default_factory=dict)

    def svg(self) -> str:
        """The picture, with the letters that it needs and no font from elsewhere."""
        parsed = [ET.fromstring(screen) for screen in self.screens]  # noqa: S314  # Textual's own
        frames, first = [self._layers(screen) for screen in parsed], parsed[0]
        width, height = first.attrib["viewBox"].split()[2:]
        body = frames[0] if len(frames) == 1 else "".join(self._in_turn(frames))
        clip = first.find(f"{_SVG}defs/{_SVG}clipPath/{_SVG}rect")
        assert clip is not None
        inside = f'<svg x="9" y="41" {_attributes(clip, "width", "height")}>{body}</svg>'
        shown = "".join([*_window(first), inside])
        rows = "".join(f'<g id="{name}">{row}</g>' for row, name in self._rows.items())
        looks = "".join(f".{name} {{ {look} }}" for look, name in self._looks.items())
        letters = re.sub(r"<[^>]*>", "", shown + rows)
        style = f"{faces('Terminal', letters)}text {{ font: {_FONT}; white-space: pre }}{looks}{self._motion()}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
            f"<style>{style}</style>{f'<defs>{rows}</defs>' if rows else ''}{shown}</svg>\n"
        )

    def _layers(self, screen: ET.Element) -> str:
        """A screen: what is behind its letters, and these."""
        looks = dict(_LOOK.findall("".join(style.text or "" for style in screen.iter(f"{_SVG}style"))))
        (inside,) = (group for group in screen if group.tag == f"{_SVG}g" and "clip-path" in group.attrib)
        (letters,) = inside.findall(f"{_SVG}g")
        backs, texts = dict[int, list[str]](), dict[int, list[str]]()
        for row, x, width, fill in _stripes(inside):
            backs.setdefault(row, []).append(
                f'<rect x="{x:g}" y="{_FIRST:g}" width="{width:g}" height="24.65" fill="{fill}"/>'
            )
        for text in letters:
            row = int(float(text.attrib["y"]) / HEIGHT)
            if written := self._text(text, looks.get(text.attrib["class"], "")):
                texts.setdefault(row, []).append(written)
        behind = f'<g shape-rendering="crispEdges">{self._stacked(backs)}</g>'
        return behind + self._stacked(texts)

    def _text(self, text: ET.Element, look: str) -> str:
        """Some letters of a row; empty where nothing is seen of them."""
        content, drawn = text.text or "", "decoration" in look
        shown = content if drawn else content.rstrip("\xa0\n ")
        if not shown.strip("\n"):
            return ""
        width = float(text.attrib["textLength"]) * len(shown) / len(content)
        number = len(self._looks)
        name = self._looks.setdefault(look, ascii_letters[number % 52] + (str(number // 52) if number > 51 else ""))
        return (
            f'<text class="{name}" x="{float(text.attrib["x"]):g}" y="20" textLength="{round(width, 1):g}">'
            f"{escape(shown, quote=False)}</text>"
        )

    def _stacked(self, rows: dict[int, list[str]]) -> str:
        """Rows below one another; those of a moving picture are written elsewhere, once for all screens."""
        return "".join(self._placed(round(number * HEIGHT, 1), "".join(row)) for number, row in sorted(rows.items()))

    def _placed(self, y: float, row: str) -> str:
        if len(self.screens) == 1:
            return f'<g transform="translate(0 {y:g})">{row}</g>'
        name = self._rows.setdefault(row, f"r{len(self._rows)}")
        return f'<use href="#{name}" y="{y:g}"/>'

    def _in_turn(self, frames: list[str]) -> Iterator[str]:
        whole = self.seconds * len(frames)
        for number, frame in enumerate(frames):
            yield f'<g class="frame" style="animation-delay: {number * self.seconds - whole:g}s">{frame}</g>'

    def _motion(self) -> str:
        """How screens follow one another; the last one stands for whoever wants no motion."""
        if (count := len(self.screens)) == 1:
            return ""
        return (
            f"@keyframes turn {{ 0% {{ visibility: visible }} {100 / count:.2f}%, 100% {{ visibility: hidden }} }}"
            f".frame {{ visibility: hidden; animation: turn {self.seconds * count:g}s infinite step-end }}"
            f"@media (prefers-reduced-motion: reduce) {{ .frame {{ animation: none }}"
            f".frame:last-child {{ visibility: visible }} }}"
        )


def _stripes(inside: ET.Element) -> Iterator[tuple[int, float, float, str]]:
    """The row, begin, width and colour of each stripe behind letters; neighbours of one colour are one."""
    last: tuple[int, float, float, str] | None = None
    for rect in inside.findall(f"{_SVG}rect"):
        row = round((float(rect.attrib["y"]) - _FIRST) / HEIGHT)
        x, width, fill = float(rect.attrib["x"]), float(rect.attrib["width"]), rect.attrib["fill"]
        if not width:
            continue
        if last is not None and (last[0], last[3]) == (row, fill) and abs(last[1] + last[2] - x) < 0.1:
            last = row, last[1], round(x + width - last[1], 1), fill
            continue
        if last is not None:
            yield last
        last = row, x, width, fill
    if last is not None:
        yield last


def _window(screen: ET.Element) -> Iterator[str]:
    """The window around a screen, with its title."""
    frame, title = screen.find(f"{_SVG}rect"), screen.find(f"{_SVG}text")
    assert frame is not None
    yield f"<rect {_attributes(frame, *frame.attrib)}/>"
    if title is not None:
        look = "font: bold 18px arial"
        place = _attributes(title, "fill", "text-anchor", "x", "y")
        yield f'<text style="{look}" {place}>{escape(title.text or "", quote=False)}</text>'
    for x, fill in ((26, "#ff5f57"), (48, "#febc2e"), (70, "#28c840")):
        yield f'<circle cx="{x}" cy="22" r="7" fill="{fill}"/>'


def _attributes(element: ET.Element, *names: str) -> str:
    return " ".join(f'{name}="{element.attrib[name]}"' for name in names)
