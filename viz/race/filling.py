"""The pixels of one lane of a race, frame by frame: what its search has visited, and hatched what it has not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tracer.comparing.first_visits import Race, Runner
from tracer.recording.columns import Floats
from viz.charts.axes import Axes
from viz.charts.cell_kinds import CellKind, cell_codes
from viz.charts.icicle import Pixels, encode_png, paint_overview
from viz.charts.icicle_slices import LAYER_COUNT, SliceGrid
from viz.paper.canvas import Paint, Rectangle
from viz.pictures.theme import Theme

FAST, SMALL_FILE = 1, 9
"""How long a frame is made small: little where it becomes a bitmap."""


class Lane:
    """How much of the full tree one search has visited, column by column, while it goes on.

    `columns` are pixels across, of which in a small tree several show one node; `rows` of plies are there at most.
    """

    def __init__(self, race: Race, runner: Runner, columns: int, rows: int) -> None:
        tree, total = race.tree.columns, len(race.tree)
        plies = int(tree.ply.max()) + 1
        self._band = -(-plies // rows)
        self._tree, self._codes = tree, cell_codes(tree, slice(0, total)).astype(np.int64)
        self._grid = SliceGrid(-(-plies // self._band), min(columns, total), total)
        self._all = SliceGrid(1, min(columns, total), total)
        rest = plies - self._band * np.arange(-(-plies // self._band))
        self._size = np.append(np.minimum(self._band, rest), 1)[:, None, None] * np.diff(self._grid.edges)
        self._pixels = np.arange(columns) * self._grid.columns // columns
        self._add(np.arange(total))
        self._whole = self.visited.sum(axis=1)
        self._grid, self._all = (SliceGrid(rows, min(columns, total), total) for rows in (len(self._size) - 1, 1))
        order = np.flatnonzero(runner.first)
        self._order = order[np.argsort(runner.first[order])]
        self._numbers, self._done = runner.first[self._order], 0

    def go(self, visits: int) -> None:
        """Go on until so many visits were made."""
        end = int(np.searchsorted(self._numbers, visits, side="right"))
        self._add(np.sort(self._order[self._done : end]))
        self._done = end

    def _add(self, ids: npt.NDArray[np.int64]) -> None:
        row = self._tree.ply[ids].astype(np.int64) // self._band * LAYER_COUNT
        self._grid.add(ids, self._tree.end[ids].astype(np.int64), row + self._codes[ids])
        self._all.add(ids, ids + 1, self._codes[ids])

    @property
    def visited(self) -> Floats:
        """(rows + 1, LAYERS, columns): nodes at or below visited ones of each kind; in the last row visited ones."""
        return np.concatenate([self._grid.finish()[0], self._all.finish()[0]])

    @property
    def shares(self) -> Floats:
        """(rows + 1, LAYERS, pixels): the same as shares of a pixel; what is not visited stands for pruned nodes."""
        covered = self.visited
        covered[:, CellKind.PRUNED] = np.maximum(self._whole - covered.sum(axis=1), 0)
        found: Floats = (covered / self._size)[:, :, self._pixels]
        return found


@dataclass(frozen=True, slots=True)
class Plan:
    """How a race is divided, in pixels."""

    columns: int
    rows: int
    row: int
    above_all: int
    all: int
    """Height of the row of all nodes."""
    dpi: int

    @property
    def height(self) -> int:
        """Pixels of a lane."""
        return self.rows * self.row + self.above_all + self.all


def filled(race: Race, runner: Runner, count: int, plan: Plan, theme: Theme) -> Iterator[Pixels]:
    """The pixels of a lane, frame by frame."""
    lane = Lane(race, runner, plan.columns, plan.rows)
    image = np.empty((plan.height, plan.columns, 3), np.uint8)
    image[:] = [int(theme.background[place : place + 2], 16) for place in (1, 3, 5)]
    before = np.full_like(lane.shares, -1.0)
    index = race.runners.index(runner)
    for frame in range(count):
        lane.go(race.visits_at(frame, count)[index])
        shares = lane.shares
        image = image.copy()
        for row, (now, then) in enumerate(zip(shares, before, strict=True)):
            if (part := _around_true((now != then).any(axis=0))) is not None:
                top = row * plan.row + (plan.above_all if row == plan.rows else 0)
                high = plan.all if row == plan.rows else plan.row
                image[top : top + high, part] = paint_overview(
                    now[None, :, part],
                    theme,
                    row_height=high,
                    lane_height=0,
                    dpi=plan.dpi,
                    hatch_origin=(part.start, top),
                )
        yield image
        before = shares


def _around_true(found: npt.NDArray[np.bool_]) -> slice | None:
    """From the first to the last that is true; None where none is."""
    places = np.flatnonzero(found)
    return slice(int(places[0]), int(places[-1]) + 1) if len(places) else None


def rectangles(axes: Axes, films: Iterable[Pixels], dot: float, *, whole: bool) -> Iterator[list[Rectangle]]:
    """For each frame its pixels; or of all but the first those alone that have changed."""
    before: Pixels | None = None
    for pixels in films:
        if whole or before is None:
            yield [
                Rectangle(
                    axes.left,
                    axes.top,
                    axes.width,
                    axes.height,
                    Paint(),
                    png=encode_png(pixels, FAST if whole else SMALL_FILE),
                )
            ]
        else:
            changed = (pixels != before).any(axis=2)
            down, across = (_around_true(changed.any(axis=axis)) for axis in (1, 0))
            yield [] if down is None or across is None else [_patch(axes, pixels, changed, (down, across), dot)]
        before = pixels


def _patch(
    axes: Axes, pixels: Pixels, changed: npt.NDArray[np.bool_], part: tuple[slice, slice], dot: float
) -> Rectangle:
    """Some of the pixels of a lane, on what was there before."""
    down, across = part
    opaque = np.where(changed[part], 255, 0).astype(np.uint8)[:, :, None]
    return Rectangle(
        axes.left + across.start * dot,
        axes.top + down.start * dot,
        (across.stop - across.start) * dot,
        (down.stop - down.start) * dot,
        Paint(),
        png=encode_png(np.concatenate([np.minimum(pixels[part], opaque), opaque], axis=2)),
    )
