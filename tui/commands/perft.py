"""`plyscope perft`: how large the tree of a game is, ply by ply."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Annotated, Any

import typer

import tracer
from tracer.count.perft import PROBED, Perft, Ply, Space, divided
from tracer.count.probes import BATCHES
from tracer.errors import PlyscopeError
from tracer.games.root_positions import position_text, resolve_position
from tracer.games.rules import AnyGame, blame, describe, spec_of
from tracer.text import clean
from tui.terminal import status
from tui.terminal.options import AsJson, GameSpec, Position
from tui.terminal.output import aligned, emit, say
from tui.terminal.source import Interrupted, is_trace_file

DEEPEST = 20_000
"""Plies that may be asked for."""
MOST = 10**12
"""Moves that may be looked at."""
LEGIBLE = 1e15
"""Numbers below which all digits are written of what is estimated."""
EVERY = 0.2
"""Seconds between two signs of life."""


def perft(
    source: GameSpec,
    depth: Annotated[
        int | None, typer.Option("--depth", "-d", min=0, max=DEEPEST, help="The last ply [the end of the game].")
    ] = None,
    position: Position = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="By move of the root, at the last ply [of whole trees].")
    ] = False,
    space: Annotated[bool, typer.Option("--space", help="Also different positions, games over, branching.")] = False,
    max_moves: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST,
            help=f"Moves looked at before the plies that are left are estimated [none with --depth, else {PROBED:,}].",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count the nodes of the full game tree, ply by ply.

    The nodes of a ply are the lines of so many moves. Equal positions of one ply are looked at once, and at the last
    ply moves are only counted, so it is quick and exact.
    With --max-moves, or without --depth in a large game, the last plies are estimated by random probes (Knuth 1975):
    they have ≈ before them, and how far 95 in 100 such estimates lie from the truth behind. Probes look at as many
    moves again, at 1,000,000 at least; plies that they do not reach are left out, and a line says so.

    As programs of chess count, no draw by rule (too few pieces, 75 moves) ends a line; --space counts the game that
    plyscope searches, in which it does.

    \b
    plyscope perft chess --depth 4 --divide
    plyscope perft tictactoe --space
    plyscope perft connect4 --depth 12 --max-moves 100000
    """
    if is_trace_file(source):
        raise PlyscopeError(f"perft counts the tree of a game, and {clean(source)} is a recording: name its game")
    game = tracer.game(source)
    with blame(game):
        root = resolve_position(game, position)
    said = position_text(game, position, root)
    if divide:
        if depth == 0:
            raise PlyscopeError("--divide counts by move of the root: at --depth 0 none was made")
        if space or max_moves is not None:
            raise PlyscopeError("--divide counts nodes alone, all of them: leave out --space and --max-moves")
        _divide(game, root, depth, said, as_json=as_json)
        return
    most = PROBED if max_moves is None and depth is None else max_moves
    with _progress(game) as heard:
        count = Perft(game, root, depth, whole=space, moves=most, heard=heard)
        try:
            found, stopped = count.run(), False
        except KeyboardInterrupt:
            found, stopped = count.so_far(), True
    if as_json:
        emit(json.dumps(_facts(game, said, found, whole=not stopped), ensure_ascii=False))
    else:
        emit(f"{_title(game, said)}\n\n{_table(found, space=space)}" + (f"\n\n{_summary(found)}" if space else ""))
    if stopped:
        _explain_estimate(found)
        counted = "counted to its end" if found.exact else "estimated"
        raise Interrupted(f"interrupted: ply {len(found.plies) - 1} is the last that was {counted}")
    _explain(found, depth)


def _divide(game: AnyGame, root: Any, depth: int | None, said: str | None, *, as_json: bool) -> None:
    rows: list[tuple[str, int]] = []
    with _progress(game) as heard:
        try:
            rows += divided(game, root, depth, heard)
            stopped = False
        except KeyboardInterrupt:
            stopped = True
    total = sum(nodes for _, nodes in rows)
    if as_json:
        head = {"game": spec_of(game), "position": said, "depth": depth, "whole": not stopped}
        emit(json.dumps({**head, "moves": dict(rows), "nodes": total}, ensure_ascii=False))
    else:
        shown = [(clean(move), f"{nodes:,}") for move, nodes in rows]
        emit(
            f"{_title(game, said)}\n\n"
            + aligned([("move", "nodes" if depth is None else f"nodes at ply {depth}"), *shown, ("all", f"{total:,}")])
        )
    if stopped:
        raise Interrupted(f"interrupted after {len(rows):,} moves of the root")


def _title(game: AnyGame, position: str | None) -> str:
    return clean(describe(game) + (f" at {' '.join(position.split())}" if position else ""))


def _table(found: Space, *, space: bool) -> str:
    """The plies below one another; a column in which nothing stands is left out."""
    columns: dict[str, list[str]] = {
        "ply": [str(ply) for ply in range(len(found.plies))],
        "nodes": [_number(one.nodes, exact=one.exact) for one in found.plies],
        "±": ["" if one.exact else f"± {_number(one.margin, like=one.nodes)}" for one in found.plies],
        "game over": [_known(one.over) for one in found.plies],
    }
    if space:
        columns["positions"] = [_known(one.positions) for one in found.plies]
        columns["moves"] = [*map(_moves, found.plies, found.plies[1:]), "–"]
    empty = {"", "0", "–"}
    kept = {name: cells for name, cells in columns.items() if name == "ply" or not empty.issuperset(cells)}
    return aligned([["" if name == "±" else name for name in kept], *zip(*kept.values(), strict=True)])


def _moves(above: Ply, below: Ply) -> str:
    """The moves of a node at which the game goes on, the mean."""
    if above.over is None or not (above.exact and below.exact) or above.nodes == above.over:
        return "–"
    return f"{below.nodes / (above.nodes - above.over):,.3f}"


def _summary(found: Space) -> str:
    """The whole tree, or as much of it as was counted."""
    rows = [("nodes", _number(found.nodes, exact=found.exact))]
    if found.ended:
        rows += [("games", _known(found.over))]
    rows += [("positions", _known(found.positions))]
    factors = (("branching factor", found.branching_factor), ("… effective", found.effective_branching_factor))
    rows += [(name, f"{factor:.3f}") for name, factor in factors if factor is not None]
    return aligned(rows)


def _known(count: int | None) -> str:
    return "–" if count is None else f"{count:,}"


def _number(count: float, *, exact: bool = True, like: float | None = None) -> str:
    """A count, as long as it can be read, or as long as one like it; `≈` is before one that is estimated."""
    whole = isinstance(count, int) or (count if like is None else like) < LEGIBLE
    return ("" if exact else "≈") + (f"{count:,.0f}" if whole else f"{count:.2e}")


def _explain(found: Space, depth: int | None) -> None:
    """Say what the table does not say itself."""
    _explain_estimate(found)
    if not found.ended and len(found.plies) - 1 < (math.inf if depth is None else depth):
        said = f"what is below ply {len(found.plies) - 1} is not known: the moves that were looked at lead no further"
        say(f"{said}; --max-moves says how many to look at" + ("" if depth else ", --depth how far to count"))


def _explain_estimate(found: Space) -> None:
    if not found.exact:
        longer = "; there may be longer lines than any that was met" if found.ended else ""
        said = f"≈: estimated from {BATCHES} independent samples; 95 in 100 such estimates lie within ± of the truth"
        say(f"{said}{longer}")


def _facts(game: AnyGame, position: str | None, found: Space, *, whole: bool) -> dict[str, Any]:
    """All of it, in plain types."""
    plies = [
        {
            "ply": ply,
            "nodes": one.nodes if one.exact else round(one.nodes),
            "exact": one.exact,
            "margin": one.margin,
            "over": one.over,
            "positions": one.positions,
        }
        for ply, one in enumerate(found.plies)
    ]
    return {
        "game": spec_of(game),
        "position": position,
        "whole": whole,
        "ended": found.ended,
        "plies": plies,
        "nodes": found.nodes if found.exact else round(found.nodes),
        "over": found.over,
        "positions": found.positions,
        "branching_factor": found.branching_factor,
        "effective_branching_factor": found.effective_branching_factor,
    }


@contextmanager
def _progress(game: AnyGame) -> Iterator[Callable[[int], None]]:
    """Show on stderr how many moves were looked at; nothing where that is no terminal."""
    label, started = f"counting {describe(game)}", monotonic()
    shown = started

    def heard(moves: int) -> None:
        nonlocal shown
        now = monotonic()
        if now > shown + EVERY:
            shown, elapsed = now, now - started
            status.show(f"{label}: {moves:,} moves looked at, {elapsed // 60:.0f}:{elapsed % 60:02.0f}")

    try:
        yield heard
    finally:
        status.clear()
