"""What a format says of itself: its entry in the registry, which stands at the end of its own file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

from tracer.errors import PlyscopeError
from tracer.tracing import Trace
from viz.paper.canvas import Canvas
from viz.paper.fitting import fit_picture
from viz.paper.picture_drawing import draw_picture
from viz.pictures.boxes import Picture
from viz.pictures.options import (
    ANIMATION_OPTIONS,
    changed_options,
    options_of_whole_trace,
    refuse_options,
    with_bounds,
)
from viz.pictures.picture_drafts import picture

DrawingOptions = Mapping[str, Any]
"""Options as keyword arguments: those of `viz.Options` that a format takes."""
Writer = Callable[[Trace, BinaryIO, DrawingOptions], None]
"""Writes a trace to a binary stream; the options are those that the format takes, and were not yet checked."""
Animator = Callable[[Trace, BinaryIO, str, DrawingOptions], None]
"""The same, with a frame an `event`, a `cutoff` or an `iteration`."""

PageWriter = Callable[[Canvas, DrawingOptions], bytes]
"""From a drawing in plyscope's own layout, and the options that shaped it, to the content of a file."""


@dataclass(frozen=True, kw_only=True)
class Format:
    """A kind of file that a trace can be written to.

    It draws chosen nodes of a trace, and takes every option that shapes a picture but those it lacks; or it holds the
    whole of it, and takes those options alone that it names.
    """

    name: str
    """The suffix of its files, without the point before it, in small letters."""
    holds: str
    """What is in a file, in a few words."""
    about: str
    """What opens it, and what its readers should know, in whole sentences for the documentation."""
    write: Writer
    aliases: tuple[str, ...] = ()
    """Other suffixes."""
    takes: tuple[str, ...] | None = None
    """The options of a format that holds the whole trace; None where it is a drawing."""
    lacks: tuple[str, ...] = ()
    """Of the options that shape a picture those that would change nothing: they are refused."""
    needs: tuple[str, ...] = ()
    """The libraries that write it, by the names in `viz.libraries.LIBRARIES`."""
    is_text: bool = True
    """UTF-8 with `\\n` at the ends of lines, the same bytes for the same trace everywhere."""
    page: PageWriter | None = None
    """Gives a drawing as the content of a file, where the format can hold one."""
    animate: Animator | None = None
    """Writes the search as it went on, where the format can move."""
    moves: bool = False
    """Whether it does nothing else."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """All that its files may end in."""
        return (self.name, *self.aliases)

    @property
    def draws(self) -> bool:
        """Whether it is a still drawing of chosen nodes."""
        return self.takes is None and not self.moves

    def shape(self, options: DrawingOptions) -> DrawingOptions:
        """Options as the format is written with.

        Raises:
            PlyscopeError: one of them would change nothing.
        """
        if self.takes is not None:
            return options_of_whole_trace(self.name, self.takes, options)
        if icicle_names := [name for name in ("mass", "across") if name in changed_options(options)]:
            raise PlyscopeError(
                f"{' and '.join(icicle_names)} shape an icicle, and this is a tree: ask for the chart icicle"
            )
        if not self.moves and (
            animation_names := [name for name in ANIMATION_OPTIONS if name in changed_options(options)]
        ):
            raise PlyscopeError(
                f"{animation_names[0]} is of an animation, and this is a still picture: ask to animate it"
            )
        refuse_options(f"a .{self.name} file", self.lacks, options)
        # To find reasons that nobody reads would take long.
        return {**options, "reasons": False} if "reasons" in self.lacks else options


def picture_writer(page: PageWriter, draw_by_graphviz: Callable[[Picture], bytes]) -> Writer:
    """Return what writes a picture by the layout that is asked for: plyscope's own, or Graphviz's."""

    def write(trace: Trace, stream: BinaryIO, options: DrawingOptions) -> None:
        fitted = fit_picture(trace, **options)
        stream.write(page(draw_picture(fitted), options) if fitted.layout is None else draw_by_graphviz(fitted))

    return write


def lines_writer(lines: Callable[[Picture], Iterable[str]]) -> Writer:
    """Return what writes the lines of a picture that is as large as it comes."""
    return lambda trace, stream, options: write_lines(lines(picture(trace, **options)), stream)


def texts_writer(texts: Callable[[Trace], Iterable[str]]) -> Writer:
    """Return what writes the texts of a whole trace with the bounds that are asked for."""

    def write(trace: Trace, stream: BinaryIO, options: DrawingOptions) -> None:
        for text in texts(with_bounds(trace, options.get("bounds", "proved"))):
            stream.write(text.encode())

    return write


def write_lines(lines: Iterable[str], stream: BinaryIO) -> None:
    """Write lines of text, each with its end, one after the other."""
    for line in lines:
        stream.write(f"{line}\n".encode())
