"""Markdown: a Mermaid flow chart in a fenced block, and its legend below it."""

from __future__ import annotations

from typing import BinaryIO

from tracer.tracing import Trace
from viz.formats.format import Drawing, Format, write_lines
from viz.formats.mermaid import LACKS, lines
from viz.pictures.drawing import picture


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write a picture as a block of Markdown.

    Raises:
        PlyscopeError: Mermaid would refuse to draw that much.
    """
    write_lines(lines(picture(trace, **options), fenced=True), stream)


FORMAT = Format(
    name="md",
    holds="the drawing for Mermaid, in Markdown",
    about=(
        "The same in a fenced block, which GitHub, GitLab and many notebooks draw inside a page of Markdown, with "
        "its legend below it."
    ),
    write=write,
    aliases=("markdown",),
    lacks=LACKS,
)
