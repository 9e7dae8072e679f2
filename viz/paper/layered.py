"""Where boxes with several boxes above them stand: each ply a row, each box near those that it is joined to.

Sugiyama, Tagawa & Toda 1981: rows are ordered by the middles of what their boxes are joined to, up and down in turn.
Then each box goes as near to that middle as its neighbours let it, by least squares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

SWEEPS = 8
"""How often the rows are ordered, and how often the boxes are placed; more change little."""


def coordinates(
    plies: Sequence[int],
    edges: Iterable[tuple[int, int]],
    before: Sequence[float],
    after: Sequence[float],
    *,
    room: float,
) -> list[float]:
    """The place of each box across, the leftmost edge of all being 0. The same boxes have the same places.

    >>> coordinates([0, 1, 1, 2], [(0, 1), (0, 2), (1, 3), (2, 3)], [5] * 4, [5] * 4, room=10)
    [15.0, 5.0, 25.0, 15.0]

    Args:
        plies: the row of each box.
        edges: pairs of boxes that are joined.
        before: how far each box reaches to the left of its place.
        after: how far to the right.
        room: between neighbours at least.
    """
    rows: list[list[int]] = [[] for _ in range(max(plies) + 1)]
    for box, ply in enumerate(plies):
        rows[ply].append(box)
    joined = defaultdict[int, list[int]](list)
    for one, other in edges:
        joined[one].append(other)
        joined[other].append(one)
    across = [0.0] * len(plies)
    for row in rows:
        _pack(row, across, before, after, room)
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            above = [[other for other in joined[box] if (plies[other] < plies[box]) == (sweep % 2 == 0)] for box in row]
            wanted = {box: _middle(near, across, across[box]) for box, near in zip(row, above, strict=True)}
            row.sort(key=lambda box, wanted=wanted: wanted[box])  # type: ignore[misc]  # of this row
            _pack(row, across, before, after, room)
    for _ in range(SWEEPS):
        for row in rows:
            _settle(row, [_middle(joined[box], across, across[box]) for box in row], across, before, after, room)
    left = min(at - reach for at, reach in zip(across, before, strict=True))
    return [at - left for at in across]


def _middle(boxes: Sequence[int], across: Sequence[float], otherwise: float) -> float:
    return sum(across[box] for box in boxes) / len(boxes) if boxes else otherwise


def _pack(
    row: Sequence[int], across: list[float], before: Sequence[float], after: Sequence[float], room: float
) -> None:
    """Boxes side by side, their middle at 0."""
    width = sum(before[box] + after[box] for box in row) + room * (len(row) - 1)
    left = -width / 2
    for box in row:
        across[box] = left + before[box]
        left += before[box] + after[box] + room


def _settle(
    row: Sequence[int],
    wanted: Sequence[float],
    across: list[float],
    before: Sequence[float],
    after: Sequence[float],
    room: float,
) -> None:
    """Boxes as near to the places wanted as their order allows: neighbours that would overlap share their wishes."""
    offset, offsets = 0.0, []
    for count, box in enumerate(row):
        offset += (after[row[count - 1]] + room + before[box]) if count else 0.0
        offsets.append(offset)
    groups: list[tuple[float, int]] = []
    for place, shift in zip(wanted, offsets, strict=True):
        total, size = place - shift, 1
        while groups and groups[-1][0] / groups[-1][1] >= total / size:
            more, others = groups.pop()
            total, size = total + more, size + others
        groups.append((total, size))
    places = [total / size for total, size in groups for _ in range(size)]
    for box, place, shift in zip(row, places, offsets, strict=True):
        across[box] = place + shift
