"""The text of a function whose calls were recorded."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tracer.errors import PlyscopeError
from tracer.text import clean, harmless, short

MAX_SOURCES = 64
"""Functions whose texts are kept, of one recording."""
MAX_SOURCE_LENGTH = 65_536
"""Characters that are kept of a function's text; the rest is cut, at the end of a line where there is one."""
MAX_LINE = 2**31 - 1
_SEPARATOR = re.compile(r"[/\\]")
_DEF_PATTERN = re.compile(r"(async\s+)?def\s")


@dataclass(frozen=True)
class Source:
    """The text of a function as it stands in its file.

    Whatever it is made from, no text of it has anything in it that a terminal obeys, and its file has no folder.

    Raises:
        PlyscopeError: the line is no number of a line.
    """

    name: str
    """The function's name, with the class it stands in."""
    file: str
    """The name of its file, without its folder."""
    line: int
    """The number of its first line in the file; that of a decorator where it has one."""
    text: str
    """Its lines, as they are; empty where they could not be read."""

    def __post_init__(self) -> None:
        if type(self.line) is not int or not 0 <= self.line <= MAX_LINE:
            raise PlyscopeError(f"the first line of a function is no {short(self.line)}")
        for name, value in (
            ("name", clean(self.name)),
            ("file", clean(_SEPARATOR.split(self.file)[-1])),
            ("text", harmless(_truncate(self.text))),
        ):
            object.__setattr__(self, name, value)

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Source:
        """The source that a JSON object says.

        Raises:
            PlyscopeError: something in it cannot be.
        """
        texts = [document.get(name) for name in ("name", "file", "text")]
        if not all(isinstance(text, str) for text in texts):
            raise PlyscopeError("the name, file and text of a function are texts")
        return cls(texts[0], texts[1], document.get("line"), texts[2])  # type: ignore[arg-type]  # it is checked

    def as_json(self) -> dict[str, Any]:
        """What `from_json` reads."""
        return {"name": self.name, "file": self.file, "line": self.line, "text": self.text}

    @cached_property
    def lines(self) -> list[str]:
        """The lines, without what all of them are indented by, and without tabs."""
        lines = self.text.rstrip("\n").expandtabs(4).split("\n") if self.text else []
        margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
        return [line[margin:].rstrip() for line in lines]

    @cached_property
    def def_line(self) -> int:
        """The number, in the file, of the line that has the function's name: the first one that is no decorator."""
        def_indexes = (index for index, line in enumerate(self.lines) if _DEF_PATTERN.match(line))
        return self.line + next(def_indexes, 0)

    def holds(self, line: int | None) -> bool:
        """Whether a line of the file, by its number there, is one of these."""
        return line is not None and self.line <= line < self.line + len(self.lines)


def _truncate(text: str) -> str:
    if len(text) <= MAX_SOURCE_LENGTH:
        return text
    return text[: text.rfind("\n", 0, MAX_SOURCE_LENGTH) + 1 or MAX_SOURCE_LENGTH]
