"""The pixels of an overview: each column of each ply filled from the top by what it holds."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Bools, Floats
from viz.charts.cells import Cell, cell_looks
from viz.charts.slices import CUT, Slices
from viz.pictures.theme import Theme

Pixels = npt.NDArray[np.uint8]

PERIOD = 0.04
"""Inches from one line of a hatching to the next."""


def paint(found: Slices, theme: Theme, *, row: int, lane: int, dpi: int) -> Pixels:
    """The overview as (rows × row, columns, 3) colours, red, green and blue.

    Args:
        found: what each column holds.
        theme: the colours.
        row: pixels of a row, from the top of one to the top of the next.
        lane: of these the lowest, which are kept for cutoffs.
        dpi: dots an inch, for the size of hatchings.
    """
    shares = found.shares
    image = np.empty((len(shares) * row, shares.shape[2], 3), np.uint8)
    colours = _Colours(theme, shares.shape[2], dpi)
    for ply, held in enumerate(shares):
        top = ply * row
        image[top : top + row - lane] = _filled(held[: len(Cell)], colours, top, row - lane)
        if lane:
            image[top + row - lane : top + row] = colours.cutoffs(held[CUT])
    return image


def _filled(held: Floats, colours: _Colours, top: int, height: int) -> Pixels:
    """The pixels of one ply: its cells on top of one another, each as high as its share."""
    lows = np.cumsum(held, axis=0) * height
    highs = lows - held * height
    rows = np.arange(height)[:, None]
    painted = np.zeros((height, held.shape[1], 3))
    empty = np.ones((height, held.shape[1]))
    for cell in np.flatnonzero(held.any(axis=1)).tolist():
        # How much of each pixel lies inside the cell: a part of one at its ends.
        inside = np.clip(lows[cell] - rows, 0, 1) - np.clip(highs[cell] - rows, 0, 1)
        painted += inside[:, :, None] * colours.cell(Cell(cell), top, height)
        empty -= inside
    painted += empty[:, :, None] * colours.background
    return _pixels(painted)


def _pixels(colours: Floats) -> Pixels:
    return np.clip(np.rint(colours), 0, 255).astype(np.uint8)


class _Colours:
    """The colours of one picture, hatched where they are."""

    def __init__(self, theme: Theme, columns: int, dpi: int) -> None:
        self.background = _rgb(theme.background)
        self._cutoff = _rgb(theme.cutoff)
        self._period = max(3, round(PERIOD * dpi))
        self._thick = max(1, self._period // 6)
        self._across = np.arange(columns)
        self._looks = {
            cell: (_rgb(look.fill), _rgb(look.stripe), look.hatch) for cell, look in cell_looks(theme).items()
        }

    def cell(self, cell: Cell, top: int, height: int) -> Floats:
        """The colours of some rows of pixels as they are where one kind of cell fills them."""
        fill, stripe, hatch = self._looks[cell]
        if not hatch:
            return fill
        return np.where(self._hatched(hatch, np.arange(top, top + height)[:, None])[:, :, None], stripe, fill)

    def cutoffs(self, share: Floats) -> Pixels:
        """The colours of the lane for cutoffs."""
        return _pixels(self.background + share[:, None] * (self._cutoff - self.background))

    def _hatched(self, hatch: str, down: npt.NDArray[np.int64]) -> Bools:
        across, period, thick = self._across[None, :], self._period, self._thick
        falling, rising = (across - down) % period < thick, (across + down) % period < thick
        hatched: Bools = {
            "/": rising,
            "\\": falling,
            "x": rising | falling,
            "-": (down % period < thick) & (across >= 0),
            ".": (down % period <= thick) & (across % period <= thick),
        }[hatch]
        return hatched


def _rgb(colour: str) -> Floats:
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], float)
