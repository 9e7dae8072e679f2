"""Pairs of traces of one position, and what they are by definition: dictionaries of paths, and lists of events."""

from random import Random
from typing import Any

from hypothesis import strategies as st
from strategies import SEEDS, searched, variants

import tracer
from tracer.recording.header import Header
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL
from tracer.tracing import Trace

Path = tuple[tuple[str, int], ...]
"""The moves from the root: each with how many siblings of that label came before it."""


@st.composite
def searched_pairs(draw: st.DrawFn) -> tuple[Trace, Trace]:
    """Two searches of one position, each with options of its own; some are stopped early."""
    case, _, window = draw(searched())

    def one() -> Trace:
        search = draw(st.sampled_from(case.searches))
        variant = draw(st.sampled_from(sorted(variants(search, window), key=repr)))
        options: dict[str, Any] = {
            "depth": draw(st.sampled_from(case.depths)),
            "order": draw(st.sampled_from(case.orders)),
            "max_nodes": draw(st.sampled_from([None, None, 1, 3, 7, 20])),
        }
        return tracer.trace(case.game, search, position=case.position, **options, **variant)

    return one(), one()


@st.composite
def recorded_pairs(draw: st.DrawFn) -> tuple[Trace, Trace]:
    """Two recordings that have no game, in which the same move comes several times below a node."""
    seed, windowed = draw(SEEDS), draw(st.booleans())
    return recording(seed, draw(SEEDS), windowed), recording(seed, draw(st.just(seed) | SEEDS), draw(st.booleans()))


def pairs() -> st.SearchStrategy[tuple[Trace, Trace]]:
    """Any two traces of one position."""
    return st.one_of(searched_pairs(), recorded_pairs())


def recording(seed: int, other: int, windowed: bool) -> Trace:
    """A recording of some dozen nodes: drawn from one seed, and now and then from another one."""
    luck, whim = Random(seed), Random(other)
    recorder = tracer.Recorder(windowed=windowed)
    limit = whim.choice([5, 12, 10_000, 10_000])
    entered = 0

    def visit(move: str | None, ply: int) -> bool:
        nonlocal entered
        entered += 1
        drawn = whim if whim.random() < 0.15 else luck
        ends = sorted(drawn.choices([-2.0, 0.0, 1.0, 3.0], k=2)) if windowed else ()
        node = recorder.enter(move, drawn.choice([1, -1]), *ends)
        if entered >= limit:
            return False
        moves = [] if ply > 4 else drawn.choices("abcd", k=drawn.randint(0, 4))
        for label in moves:
            if not visit(label, ply + 1):
                return False
        skipped = drawn.choices("abcdef", k=drawn.choice([0, 0, 1, 2])) if moves else []
        recorder.prune(skipped)
        leaf = drawn.choice([TERMINAL, HORIZON, TABLE])
        cut = bool(skipped) or (bool(moves) and drawn.random() < 0.2)
        recorder.leave(node, drawn.choice([0.0, -0.0, 1.0, 2.5]), EXPANDED if moves else leaf, cut)
        return True

    visit(None, 0)
    columns, moves = recorder.finish()
    return Trace(columns, moves, Header(game="dream", windowed=windowed))


def paths(trace: Trace) -> list[Path]:
    """The path of every node."""
    found: list[Path] = []
    counts: dict[tuple[Path, str], int] = {}
    for node in trace:
        if node.parent is None:
            found.append(())
            continue
        above = found[node.parent.index]
        visit = counts[above, node.label] = counts.get((above, node.label), -1) + 1
        found.append((*above, (node.label, visit)))
    return found


def events(trace: Trace, *, windowed: bool) -> list[tuple[Any, ...]]:
    """Every event with its path: windows on entry; value, what it proves, status and cutoff on return."""
    where, below = paths(trace), children(trace)
    found: list[tuple[Any, ...]] = []

    def visit(index: int) -> None:
        node = trace.node(index)
        if node.status is PRUNED:
            found.append(("pruned", where[index]))
            return
        found.append(("entered", where[index], *((node.alpha, node.beta) if windowed else ())))
        for child in below[index]:
            visit(child)
        if node.status is not OPEN:
            found.append(("returned", where[index], node.value, trace.proved_bound(index), node.status, node.cutoff))

    visit(0)
    return found


def children(trace: Trace) -> list[list[int]]:
    """The children of every node."""
    below: list[list[int]] = [[] for _ in trace]
    for node in trace:
        if node.parent is not None:
            below[node.parent.index].append(node.index)
    return below
