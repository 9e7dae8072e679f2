"""Markdown: a Mermaid flow chart in a fenced block, and its legend below it."""

from __future__ import annotations

from typing import BinaryIO

from tracer.tracing import Trace
from viz.formats.format import DrawingOptions, Format, write_lines
from viz.formats.mermaid import MISSING_OPTIONS, mermaid_lines
from viz.pictures.picture_drafts import picture


def write_markdown(trace: Trace, stream: BinaryIO, options: DrawingOptions) -> None:
    """Write a picture as a block of Markdown.

    Raises:
        PlyscopeError: Mermaid would refuse to draw that much.
    """
    write_lines(mermaid_lines(picture(trace, **options), in_markdown=True), stream)


FORMAT = Format(
    name="md",
    holds="the drawing for Mermaid, in Markdown",
    about=(
        "The same in a fenced block, which GitHub, GitLab and many notebooks draw inside a page of Markdown, with "
        "its legend below it."
    ),
    write=write_markdown,
    aliases=("markdown",),
    lacks=MISSING_OPTIONS,
)
