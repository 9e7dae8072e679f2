"""Saving and opening trace files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

import tracer

BOUNDS = {"save": 3.0, "open": 5.0}
"""Million nodes a second."""


@pytest.mark.parametrize("size", [1_000_000, 10_000_000])
def test_save_and_open(benchmark: Any, report: Callable[[str], None], tmp_path: Path, size: int) -> None:
    trace = tracer.trace("mnk:5,5,4", "alphabeta", max_nodes=size * 65 // 100)
    target = tmp_path / "t.plyscope"
    rates: dict[str, float] = {}
    for name, act in (("save", lambda: trace.save(target)), ("open", lambda: tracer.load(target))):
        least = float("inf")
        for _ in range(5):
            started = perf_counter()
            act()
            least = min(least, perf_counter() - started)
        rates[name] = len(trace) / least / 1e6
    benchmark.pedantic(lambda: tracer.load(target), rounds=1)
    shown = ", ".join(f"{name} {rate:.1f}" for name, rate in rates.items())
    size_mb = target.stat().st_size / 1e6
    report(f"trace file of {len(trace):,} nodes, {size_mb:,.0f} MB: {shown} million nodes a second (bounds 3 and 5)")
    for name, bound in BOUNDS.items():
        assert rates[name] > bound, name
