"""What a chart says of itself: its entry in the registry, which stands at the end of its own file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from viz.paper.canvas import Canvas


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A picture of a whole trace, however large."""

    name: str
    """As the command line knows it."""
    shows: str
    """In a few words."""
    draw: Callable[..., Canvas]
    """Draws a trace; its options shape it."""
    takes: tuple[str, ...]
    """The options of `viz.Options` that shape it."""
    several: bool = False
    """Whether it compares several traces, which it then takes in place of one."""
