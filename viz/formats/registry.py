"""The formats that there are: a new one is a file beside this one, and its line here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tracer.errors import PlyscopeError
from tracer.text import clean, nearest
from viz.formats import csv, dot, efg, gif, graphml, html, mermaid, node_link, parquet, pdf, png, speedscope, svg, tikz
from viz.formats.format import Format, PageWriter

_MODULES = (svg, png, pdf, dot, tikz, mermaid, gif, html, csv, parquet, node_link, graphml, speedscope, efg)
_ENTRIES = (entry for module in _MODULES for entry in vars(module).values() if isinstance(entry, Format))
FORMATS: Mapping[str, Format] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
"""The formats by their names, which are suffixes of files: each says what it `holds`, its `suffixes` and `needs`."""


def page_writer(file_format: Format, drawing_name: str) -> PageWriter:
    """What writes a drawing of plyscope's own layout in a format.

    `drawing_name` is for what is said of a format that cannot.

    Raises:
        PlyscopeError: it cannot.
    """
    if file_format.page is None:
        page_formats = " .".join(known_format.name for known_format in FORMATS.values() if known_format.page)
        raise PlyscopeError(f"{drawing_name} are drawn in .{page_formats}, not .{file_format.name}")
    return file_format.page


def find_format(path: str | os.PathLike[str], format: str | None = None) -> Format:
    """The format of a file: the one named, or else the one of its suffix.

    Raises:
        PlyscopeError: there is none; the message has the list.
    """
    suffixes = {suffix: file_format for file_format in FORMATS.values() for suffix in file_format.suffixes}
    known_names = ", ".join(FORMATS)
    if format:
        wanted_name = format.lower().lstrip(".")
        if wanted_name not in suffixes:
            raise PlyscopeError(
                f"no format {clean(format)!r}{nearest(wanted_name, suffixes)}; there are: {known_names}"
            )
        return suffixes[wanted_name]
    suffix_parts = Path(path).name.lower().split(".")[1:]
    if not suffix_parts or not suffix_parts[-1]:
        name = "stdout" if os.fspath(path) == "-" else clean(repr(os.fspath(path)))
        raise PlyscopeError(f"{name} does not tell the format: give one of {known_names}")
    # The longest suffix that is known, as in `t.speedscope.json`.
    for start in range(len(suffix_parts)):
        if (suffix := ".".join(suffix_parts[start:])) in suffixes:
            return suffixes[suffix]
    wanted_name = suffix_parts[-1]
    raise PlyscopeError(
        f"no format for '.{clean(wanted_name)}' files{nearest(wanted_name, suffixes)}; there are: {known_names}"
    )
