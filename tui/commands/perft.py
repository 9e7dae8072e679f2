"""`plyscope perft`: how large the tree of a game is, ply by ply."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Annotated, Any

import typer

import tracer
from tracer.count.perft import PROBED, Perft, Ply, Space, divided
from tracer.count.tree_size_estimate import SAMPLE_COUNT
from tracer.errors import PlyscopeError
from tracer.games.root_positions import position_text, resolve_position
from tracer.games.rules import AnyGame, blame, describe, spec_of
from tracer.text import clean
from tui.terminal import status_line
from tui.terminal.options import GameArgument, JsonOption, PositionOption
from tui.terminal.output import align_columns, print_json, print_message, print_output
from tui.terminal.progress import Throttle
from tui.terminal.trace_source import Interrupted, is_trace_file

MAX_DEPTH = 20_000
"""Plies that may be asked for."""
MAX_MOVES = 10**12
"""Moves that may be looked at."""
MAX_PLAIN_NUMBER = 1e15
"""Numbers below which all digits are written of what is estimated."""
STATUS_INTERVAL = 0.2
"""Seconds between two signs of life."""


def perft(
    source: GameArgument,
    depth: Annotated[
        int | None, typer.Option("--depth", "-d", min=0, max=MAX_DEPTH, help="The last ply [the end of the game].")
    ] = None,
    position: PositionOption = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="By move of the root, at the last ply [of whole trees].")
    ] = False,
    space: Annotated[bool, typer.Option("--space", help="Also different positions, games over, branching.")] = False,
    max_moves: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MAX_MOVES,
            help=f"Moves looked at before the plies that are left are estimated [none with --depth, else {PROBED:,}].",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Count the nodes of the full game tree, ply by ply.

    The nodes at ply n are the sequences of n moves. Equal positions at one ply are expanded once, and moves at the last
    ply are counted without being played, so the counts are fast and exact.
    With --max-moves, or without --depth in a large game, the last plies are estimated by random probes (Knuth 1975).
    An estimate begins with ≈ and ends with its margin of error (95 %). The probes look at as many moves again, at least
    at 1,000,000. Plies that they do not reach are left out, and a line reports that.

    As in chess programs, a draw by rule (too few pieces, 75 moves) does not end a line. --space counts the game that
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
    position_label = position_text(game, position, root)
    if divide:
        if depth == 0:
            raise PlyscopeError("--divide counts by move of the root: at --depth 0 none was made")
        if space or max_moves is not None:
            raise PlyscopeError("--divide counts nodes alone, all of them: leave out --space and --max-moves")
        _print_divided_counts(game, root, depth, position_label, as_json=as_json)
        return
    move_budget = PROBED if max_moves is None and depth is None else max_moves
    with _show_progress(game) as on_progress:
        count = Perft(game, root, depth, whole=space, moves=move_budget, heard=on_progress)
        try:
            counts, is_interrupted = count.run(), False
        except KeyboardInterrupt:
            counts, is_interrupted = count.so_far(), True
    if as_json:
        print_json(_counts_as_json(game, position_label, counts, is_complete=not is_interrupted))
    else:
        print_output(
            f"{_describe_position(game, position_label)}\n\n{_format_ply_table(counts, with_space=space)}"
            + (f"\n\n{_format_summary(counts)}" if space else "")
        )
    if is_interrupted:
        _explain_estimate(counts)
        how_counted = "counted to its end" if counts.exact else "estimated"
        raise Interrupted(f"interrupted: ply {len(counts.plies) - 1} is the last that was {how_counted}")
    _explain_limits(counts, depth)


def _print_divided_counts(
    game: AnyGame, root: Any, depth: int | None, position_label: str | None, *, as_json: bool
) -> None:
    rows: list[tuple[str, int]] = []
    with _show_progress(game) as on_progress:
        try:
            rows += divided(game, root, depth, on_progress)
            is_interrupted = False
        except KeyboardInterrupt:
            is_interrupted = True
    total = sum(node_count for _, node_count in rows)
    if as_json:
        json_head = {"game": spec_of(game), "position": position_label, "depth": depth, "whole": not is_interrupted}
        print_json({**json_head, "moves": dict(rows), "nodes": total})
    else:
        table_rows = [(clean(move), f"{node_count:,}") for move, node_count in rows]
        print_output(
            f"{_describe_position(game, position_label)}\n\n"
            + align_columns(
                [("move", "nodes" if depth is None else f"nodes at ply {depth}"), *table_rows, ("all", f"{total:,}")]
            )
        )
    if is_interrupted:
        raise Interrupted(f"interrupted after {len(rows):,} moves of the root")


def _describe_position(game: AnyGame, position: str | None) -> str:
    return clean(describe(game) + (f" at {' '.join(position.split())}" if position else ""))


def _format_ply_table(counts: Space, *, with_space: bool) -> str:
    columns: dict[str, list[str]] = {
        "ply": [str(ply_number) for ply_number in range(len(counts.plies))],
        "nodes": [_format_number(ply.nodes, exact=ply.exact) for ply in counts.plies],
        "±": ["" if ply.exact else f"± {_format_number(ply.margin, magnitude=ply.nodes)}" for ply in counts.plies],
        "game over": [_format_count(ply.over) for ply in counts.plies],
    }
    if with_space:
        columns["positions"] = [_format_count(ply.positions) for ply in counts.plies]
        columns["moves"] = [*map(_format_branching, counts.plies, counts.plies[1:]), "–"]
    empty_cells = {"", "0", "–"}
    kept_columns = {
        name: cells for name, cells in columns.items() if name == "ply" or not empty_cells.issuperset(cells)
    }
    return align_columns(
        [["" if name == "±" else name for name in kept_columns], *zip(*kept_columns.values(), strict=True)]
    )


def _format_branching(ply: Ply, next_ply: Ply) -> str:
    """The moves of a node at which the game goes on, the mean."""
    if ply.over is None or not (ply.exact and next_ply.exact) or ply.nodes == ply.over:
        return "–"
    return f"{next_ply.nodes / (ply.nodes - ply.over):,.3f}"


def _format_summary(counts: Space) -> str:
    rows = [("nodes", _format_number(counts.nodes, exact=counts.exact))]
    if counts.ended:
        rows += [("games", _format_count(counts.over))]
    rows += [("positions", _format_count(counts.positions))]
    factors = (("branching factor", counts.branching_factor), ("… effective", counts.effective_branching_factor))
    rows += [(name, f"{factor:.3f}") for name, factor in factors if factor is not None]
    return align_columns(rows)


def _format_count(count: int | None) -> str:
    return "–" if count is None else f"{count:,}"


def _format_number(count: float, *, exact: bool = True, magnitude: float | None = None) -> str:
    """A count, as long as it can be read, or as long as one like it; `≈` is before one that is estimated."""
    is_plain = isinstance(count, int) or (count if magnitude is None else magnitude) < MAX_PLAIN_NUMBER
    return ("" if exact else "≈") + (f"{count:,.0f}" if is_plain else f"{count:.2e}")


def _explain_limits(counts: Space, depth: int | None) -> None:
    _explain_estimate(counts)
    if not counts.ended and len(counts.plies) - 1 < (math.inf if depth is None else depth):
        limit_text = (
            f"what is below ply {len(counts.plies) - 1} is not known: the moves that were looked at lead no further"
        )
        print_message(
            f"{limit_text}; --max-moves says how many to look at" + ("" if depth else ", --depth how far to count")
        )


def _explain_estimate(counts: Space) -> None:
    if not counts.exact:
        caveat = "; there may be longer lines than any that was met" if counts.ended else ""
        estimate_text = (
            f"≈: estimated from {SAMPLE_COUNT} independent samples; 95 in 100 such estimates lie within ± of the truth"
        )
        print_message(f"{estimate_text}{caveat}")


def _counts_as_json(game: AnyGame, position: str | None, counts: Space, *, is_complete: bool) -> dict[str, Any]:
    ply_rows = [
        {
            "ply": ply_number,
            "nodes": ply.nodes if ply.exact else round(ply.nodes),
            "exact": ply.exact,
            "margin": ply.margin,
            "over": ply.over,
            "positions": ply.positions,
        }
        for ply_number, ply in enumerate(counts.plies)
    ]
    return {
        "game": spec_of(game),
        "position": position,
        "whole": is_complete,
        "ended": counts.ended,
        "plies": ply_rows,
        "nodes": counts.nodes if counts.exact else round(counts.nodes),
        "over": counts.over,
        "positions": counts.positions,
        "branching_factor": counts.branching_factor,
        "effective_branching_factor": counts.effective_branching_factor,
    }


@contextmanager
def _show_progress(game: AnyGame) -> Iterator[Callable[[int], None]]:
    label, started, throttle = f"counting {describe(game)}", monotonic(), Throttle(STATUS_INTERVAL)

    def show_status(move_count: int) -> None:
        if throttle.is_due():
            elapsed = monotonic() - started
            status_line.show_status(
                f"{label}: {move_count:,} moves looked at, {elapsed // 60:.0f}:{elapsed % 60:02.0f}"
            )

    try:
        yield show_status
    finally:
        status_line.clear_status()
