"""The formats that there are: a new one is a file beside this one, and its line here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tracer.errors import PlyscopeError
from tracer.text import clean, nearest
from viz.formats import (
    csv,
    dot,
    efg,
    gif,
    graphml,
    html,
    markdown,
    mermaid,
    node_link,
    parquet,
    pdf,
    png,
    speedscope,
    svg,
    tikz,
)
from viz.formats.format import Format, Page

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        module.FORMAT.name: module.FORMAT
        for module in (
            svg,
            png,
            pdf,
            dot,
            tikz,
            mermaid,
            markdown,
            gif,
            html,
            csv,
            parquet,
            node_link,
            graphml,
            speedscope,
            efg,
        )
    }
)
"""The formats by their names, which are suffixes of files: each says what it `holds`, its `suffixes` and `needs`."""


def page(found: Format, what: str) -> Page:
    """What writes a drawing of plyscope's own layout in a format.

    Args:
        found: the format.
        what: what is to be written, for what is said of a format that cannot.

    Raises:
        PlyscopeError: it cannot.
    """
    if found.page is None:
        drawn = " .".join(one.name for one in FORMATS.values() if one.page)
        raise PlyscopeError(f"{what} are drawn in .{drawn}, not .{found.name}")
    return found.page


def find(path: str | os.PathLike[str], format: str | None = None) -> Format:
    """The format of a file: the one named, or else the one of its suffix.

    Raises:
        PlyscopeError: there is none; the message has the list.
    """
    suffixes = {suffix: found for found in FORMATS.values() for suffix in found.suffixes}
    known = ", ".join(FORMATS)
    if format:
        wanted = format.lower().lstrip(".")
        if wanted not in suffixes:
            raise PlyscopeError(f"no format {clean(format)!r}{nearest(wanted, suffixes)}; there are: {known}")
        return suffixes[wanted]
    parts = Path(path).name.lower().split(".")[1:]
    if not parts or not parts[-1]:
        name = "stdout" if os.fspath(path) == "-" else clean(repr(os.fspath(path)))
        raise PlyscopeError(f"{name} does not tell the format: give one of {known}")
    # The longest suffix that is known, as in `t.speedscope.json`.
    for first in range(len(parts)):
        if (suffix := ".".join(parts[first:])) in suffixes:
            return suffixes[suffix]
    wanted = parts[-1]
    raise PlyscopeError(f"no format for '.{clean(wanted)}' files{nearest(wanted, suffixes)}; there are: {known}")
