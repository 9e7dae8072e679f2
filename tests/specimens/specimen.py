"""Sick searches: each is a healthy one of this folder with one edit, which gives it one disease.

A file of this folder is a search as people write them, which knows nothing of plyscope: the healthy twin. A specimen
names the file, the edit, the disease and the node at which it first shows.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import tracer
from tracer.attaching.attach_functions import attach

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Style:
    """A healthy search and how it is recorded."""

    file: str
    """The file's name without `.py`."""
    functions: tuple[str, ...]
    """The names of the functions that are recorded."""
    run: str = "solve"
    """The function that starts the search, without arguments."""
    options: dict[str, Any] = field(default_factory=dict)
    """What `attach` is told."""
    game: str | None = None
    """The game that `check` is told, where the recording has none."""


@dataclass(frozen=True)
class Specimen:
    """A search with a disease."""

    disease: str
    """The slug."""
    style: Style
    edit: tuple[tuple[str, str], ...]
    """Lines of the healthy file, each with what stands in its place."""
    path: str
    """The moves to the node at which it is to be found, such as `a1/b2`; empty for the root."""

    def __str__(self) -> str:
        return f"{self.disease} in {self.style.file}"


def module(style: Style, edit: tuple[tuple[str, str], ...] = ()) -> ModuleType:
    """The file as a module, after an edit.

    Raises:
        ValueError: the edit does not fit the file.
    """
    source = (FOLDER / f"{style.file}.py").read_text()
    for healthy, sick in edit:
        if source.count(healthy) != 1:
            raise ValueError(f"{style.file}.py has {source.count(healthy)} times {healthy!r}")
        source = source.replace(healthy, sick)
    made = ModuleType(f"specimen_{style.file}")
    sys.modules[made.__name__] = made
    exec(compile(source, f"{style.file}.py", "exec"), made.__dict__)  # a file of the tests
    return made


def record(style: Style, edit: tuple[tuple[str, str], ...] = ()) -> tracer.Trace:
    """The search recorded, after an edit."""
    made = module(style, edit)
    functions = [getattr(made, name) if hasattr(made, name) else name for name in style.functions]
    with attach(*functions, **style.options) as recording:
        getattr(made, style.run)()
    return recording.trace


def diagnosis(style: Style, edit: tuple[tuple[str, str], ...] = ()) -> list[tracer.Finding]:
    """What is found in the search, after an edit."""
    return judgement(style, record(style, edit))


def judgement(style: Style, trace: tracer.Trace) -> list[tracer.Finding]:
    """What is found in a recording of the search."""
    return tracer.check(trace, style.game) if style.game is not None and trace.game is None else tracer.check(trace)
