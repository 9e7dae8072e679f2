"""What a chart says of itself: its entry in the registry, which stands at the end of its own file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from viz.charts import plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A picture of a whole trace, however large."""

    name: str
    """As the command line knows it."""
    shows: str
    """In a few words."""
    figure: Callable[..., Figure]
    """Draws a trace, inside `plot.drawing`; its options shape it."""
    takes: tuple[str, ...]
    """The options of `viz.Options` that shape it."""
    several: bool = False
    """Whether it compares several traces, which it then takes in place of one."""

    def write(self, traces: Any, stream: BinaryIO, format: str, **options: Any) -> None:
        """Write it to a stream as one of `viz.charts.plot.FORMATS`; see `figure` for the options.

        Raises:
            PlyscopeError: an option is wrong, a trace has nothing to draw, or matplotlib is missing.
        """
        with plot.drawing():
            plot.save(self.figure(traces, **options), stream, format)
