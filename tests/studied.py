"""A small study as a dataset, made search by search without a sweep, and what naive code says of it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import tracer
from tracer.count.minimal import minimal_tree

SEARCHES = ("alphabeta", "pvs", "mtdf")
WIDTHS, DEPTHS, SEEDS = (2, 3), (1, 2, 3, 4), range(5)
Row = dict[str, Any]


@cache
def rows() -> tuple[Row, ...]:
    """A row a search; one was stopped, and one failed."""
    found = list(_searched())
    found[7] |= {"stopped": "nodes", "visited": 1}
    found[11] |= {"error": "GameError: no", "visited": None}
    return tuple(found)


def ended() -> list[Row]:
    """The rows that are drawn."""
    return [row for row in rows() if not row["stopped"] and not row["error"]]


def _searched() -> Iterator[Row]:
    cells = (
        (order, width, depth, seed)
        for order in ("strong", "random")
        for width in WIDTHS
        for depth in DEPTHS
        for seed in SEEDS
    )
    number = 0
    for order, width, depth, seed in cells:
        game = f"random:b={width},d={depth},seed={seed},order={order}"
        for search in SEARCHES:
            trace = tracer.trace(game, search)
            counts = trace.counts
            assert trace.game is not None
            least = minimal_tree(trace.game, trace.start())
            assert least is not None
            yield {
                "cell": f"{number:06}", "game": game, "position": None, "search": search, "options": "",
                "width": width, "depth": depth, "order": order, "seed": seed, "visited": counts.visited,
                "leaves": counts.leaves, "first_move_share": counts.first_move_share,
                "effective_branching_factor": counts.effective_branching_factor,
                "full_tree_nodes": float((width ** (depth + 1) - 1) // (width - 1)), "minimal": float(least.nodes),
                "stopped": None, "error": None,
            }  # fmt: skip
            number += 1


def write(folder: Path, found: list[Row] | None = None, files: int = 3) -> Path:
    """The rows in several files of a folder, which is given back."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    every = list(rows()) if found is None else found
    schema = pa.Table.from_pylist(every).schema
    texts = {name: pa.string() for name in ("position", "stopped", "error") if name in schema.names}
    schema = pa.schema([pa.field(one.name, texts.get(one.name, one.type)) for one in schema])
    folder.mkdir(exist_ok=True)
    size = -(-len(every) // files)
    for number in range(files):
        part = every[number * size : (number + 1) * size]
        pq.write_table(pa.Table.from_pylist(part, schema), folder / f"part-{number}.parquet")
    return folder
