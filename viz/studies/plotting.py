"""Matplotlib set up so that the same dataset gives the same bytes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

from tracer.errors import PlyscopeError
from viz.charts.axes import TEXT
from viz.libraries import message_for_missing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FONT = "DejaVu Sans"
"""Comes with matplotlib, so that it is the same everywhere."""
_RC: dict[str, Any] = {
    "font.family": [FONT],
    "font.size": TEXT,
    "svg.fonttype": "none",
    "svg.hashsalt": "plyscope",
    "pdf.fonttype": 42,
    # A label is never read as TeX.
    "text.parse_math": False,
    "text.usetex": False,
    "axes.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "path.simplify": False,
}
_METADATA: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


@contextmanager
def drawing() -> Iterator[None]:
    """Set up matplotlib as plots need it, whatever the user's own settings are.

    Raises:
        PlyscopeError: matplotlib is not installed.
    """
    try:
        import matplotlib.style
    except ImportError as error:
        raise PlyscopeError(message_for_missing("matplotlib")) from error
    with matplotlib.style.context([_RC], after_reset=True), warnings.catch_warnings():
        # What the font has no picture of is drawn as a box.
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        yield


def save(figure: Figure, stream: BinaryIO, format: str) -> None:
    """Write a figure as `svg`, `png` or `pdf`, inside `drawing`."""
    figure.savefig(stream, format=format, metadata=_METADATA[format], facecolor=figure.get_facecolor())
