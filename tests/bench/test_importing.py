"""Importing the line protocol: nodes a second, and the memory beside the trace."""

import gc
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from yardsticks import parsing

import tracer
from tracer.lines.reading import read_lines

BOUNDS = {False: 2.0, True: 3.0}
"""Importing lines ÷ parsing each of them by `json`: without positions and with them."""
BESIDE = 2.0
"""Times its own size that the trace may take in addition while it is read."""
MEASURED = """
import json, sys
from frames import most_memory
from tracer.lines.reading import read_lines
before = most_memory()
trace = read_lines(sys.argv[1], output=sys.argv[2])
print(json.dumps({"nodes": len(trace), "bytes": trace.columns.nbytes, "memory": most_memory() - before}))
"""


def write(path: Path, nodes: int, *, positions: bool) -> None:
    """An alpha-beta of so many nodes, about, as an engine tells it; with depths and positions if asked."""
    trace = tracer.trace("mnk:5,5,4", "alphabeta", max_nodes=nodes * 65 // 100)
    columns = trace.columns
    turns, statuses, ply = columns.turn.tolist(), columns.status.tolist(), columns.ply.tolist()
    alphas, betas, values, ends = (c.tolist() for c in (columns.alpha, columns.beta, columns.value, columns.end))
    words = ["expanded", "terminal", "horizon", "table"]
    open_nodes: list[int] = []
    pruned: list[str] = []

    with path.open("w", encoding="utf-8") as file:
        put = file.write
        put('{"plyscope": 1, "search": "alphabeta"}\n')

        def close(until: int) -> None:
            while open_nodes and ends[open_nodes[-1]] <= until:
                node = open_nodes.pop()
                if pruned:
                    put(json.dumps({"prune": pruned}) + "\n")
                    pruned.clear()
                if statuses[node] < 4:
                    put(f'{{"leave": {values[node]:g}, "status": "{words[statuses[node]]}"}}\n')

        for node, status in enumerate(statuses):
            close(node)
            if status == 4:
                pruned.append(trace.label(node))
                continue
            said: dict[str, Any] = {"enter": trace.label(node) or None, "turn": "MAX" if turns[node] > 0 else "MIN"}
            said |= {"alpha": alphas[node]} if alphas[node] > -9 else {}
            said |= {"beta": betas[node]} if betas[node] < 9 else {}
            said |= {"depth": 25 - ply[node], "state": f"position {node // 2}"} if positions else {}
            put(json.dumps(said) + "\n")
            open_nodes.append(node)
        close(len(trace))


@pytest.mark.parametrize("positions", [False, True], ids=["plain", "with positions"])
def test_import(benchmark: Any, report: Callable[[str], None], tmp_path: Path, positions: bool) -> None:
    source = tmp_path / "engine.jsonl"
    write(source, 1_000_000, positions=positions)
    least, nodes = float("inf"), 0
    for _ in range(3):
        gc.collect()
        started = process_time()
        trace = read_lines(source, output=tmp_path / "t.plyscope")
        least, nodes = min(least, process_time() - started), len(trace)
    plain = benchmark.pedantic(lambda: parsing(source.read_text(encoding="utf-8").splitlines()), rounds=1)
    size = source.stat().st_size / 1e6
    what = "with a depth and a position each" if positions else "plain"
    report(f"import of {nodes:,} nodes, {size:,.0f} MB, {what}: {nodes / least:,.0f} nodes a second")
    report(f"  ÷ parsing the lines by json: {least / plain:.2f} (bound {BOUNDS[positions]:g})")
    assert least / plain < BOUNDS[positions]


@pytest.mark.parametrize("nodes", [1_000_000, 3_000_000])
def test_memory(benchmark: Any, report: Callable[[str], None], tmp_path: Path, nodes: int) -> None:
    source = tmp_path / "engine.jsonl"
    write(source, nodes, positions=False)
    command = [sys.executable, "-c", MEASURED, str(source), str(tmp_path / "t.plyscope")]
    here = Path(__file__).parent
    done = benchmark.pedantic(lambda: subprocess.run(command, capture_output=True, check=True, cwd=here), rounds=1)
    found = json.loads(done.stdout)
    held = found["bytes"] / 1e6
    report(f"import of {found['nodes']:,} nodes: at most {found['memory']:.0f} MB more, the trace being {held:.0f} MB")
    assert found["memory"] <= (1 + BESIDE) * held + 20
