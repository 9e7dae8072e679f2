"""A trace as a header and one block of bytes, from which a page works out all the rest; `page/data.js` unpacks it.

Only what is stored goes into it, and which values their moves' values prove exact: end and ply follow from how many
ranges close before each node, numbers are indices into a table of the few that occur, the rest of a node shares a byte.
The same trace gives the same bytes.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tracer.count.proved import classical_bounds, proved_bounds
from tracer.errors import PlyscopeError
from tracer.games.random_tree import RandomTree
from tracer.games.tree import TreeGame
from tracer.recording.columns import NO_DEPTH, Array, Ints
from tracer.recording.no_moves import Pass, pass_nodes
from tracer.recording.status import PRUNED, Why
from tracer.searches.chance_bounds import parse_limits
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why import code_at_step, selection_scores
from tracer.why.explain_cutoffs import futility_margin
from tracer.why.selective_reasons import (
    REASON_SENTENCES,
    SHORT_REASONS,
    describe_worse_played_move,
    explain_played_move,
    find_worse_played_move,
    reason_codes,
)
from tracer.why.sentences import describe_unseen_moves as unseen_moves
from tracer.why.sentences import name_no_move
from viz.page.asides import MOST_ASKED as QUIZ
from viz.page.asides import MOST_EDITABLE as EDIT
from viz.page.asides import (
    compared,
    editable,
    futile,
    legal_moves,
    line_columns,
    listings,
    meant,
    names,
    quiz,
    savings,
    unseen,
)
from viz.page.boards import boards

LARGEST = 5_000_000
"""Nodes of one page: more do not fit into the memory of every browser."""
TABLE = 2**16
"""Distinct numbers up to which a column of numbers is a column of indices."""
LEVEL = 9
"""Of gzip: a page is written once and read often."""
_TYPES = (("u1", 2**8), ("u2", 2**16), ("u4", 2**32))
_SIGNED = (("i2", 2**15), ("i4", 2**31))
ALIGNMENT = 8
"""Where a column of any type may begin."""


@dataclass(frozen=True)
class Packed:
    """A trace on its way into a page."""

    header: dict[str, Any]
    """What was searched and where the columns are: plain JSON."""
    data: bytes
    """The columns one after another, gzip."""


def pack(trace: Trace, *, root: int = 0) -> Packed:
    """A trace for a page, with its positions and with what each cutoff saved, as far as there is room for them.

    Args:
        trace: what was recorded; all of it is packed.
        root: the node below which the page begins to look.

    Raises:
        PlyscopeError: there is no such root, or the trace has more than `LARGEST` nodes.
        GameError: the game misbehaved.
    """
    if not 0 <= root < len(trace):
        raise PlyscopeError(f"there is no node {root} to begin with: the trace has nodes 0 to {len(trace) - 1}")
    _check_size(trace)
    drawn, saved = boards(trace), savings(trace)
    asides = {"legal": legal_moves(trace), "meant": meant(trace)}
    sections = {
        "labels": _texts(clean(label) for label in trace.move_labels),
        "boards": _texts(drawn.texts),
        **_tree(trace),
        **_numbers(trace),
        **({"board": _narrow(drawn.of)} if drawn.of is not None else {}),
        **({"saved": _narrow(saved.saved, _SIGNED)} if saved.saved is not None else {}),
        **({"spared": _narrow(saved.spared)} if saved.spared is not None else {}),
        **{name: _narrow(column) for name, column in line_columns(trace).items()},
        **({"again": _narrow(_again(trace))} if trace.counts.paths.repeat else {}),
        **{name: _narrow(column) for name, column in asides.items() if column is not None},
        **_outcomes(trace),
        **_selective(trace),
        **_log(trace),
        **unseen(trace),
        **names(trace),
        **futile(trace),
    }
    listed, block = _block(sections)
    header = {
        **_header(trace),
        "nodes": len(trace),
        "root": root,
        "bytes": len(block),
        "sections": listed,
        "squares": drawn.squares,
        "boardPlies": drawn.plies,
        "numbered": isinstance(trace.game, TreeGame | RandomTree),
        "numbersAhead": isinstance(trace.game, TreeGame)
        and trace.header.ours
        and trace.header.options.get("fail") != "hard",
        "countedAll": saved.complete,
        "sources": listings(trace),
        "code": _code(trace),
        "edit": editable(trace),
        "questions": quiz(trace),
        "most": {"questions": QUIZ, "edit": EDIT},
    }
    return Packed(header, gzip.compress(block, LEVEL, mtime=0))


def _check_size(trace: Trace) -> None:
    if len(trace) > LARGEST:
        raise PlyscopeError(
            f"a page holds up to {LARGEST:,} nodes and this trace has {len(trace):,}: "
            "record to a smaller depth, or draw an overview of it"
        )
    log = trace.columns.log
    if log is not None and len(log) > LARGEST:
        raise PlyscopeError(
            f"a page holds up to {LARGEST:,} steps of a best-first search and this trace has {len(log):,}: "
            "record fewer iterations, or draw an overview of it"
        )


def _again(trace: Trace) -> Ints:
    """1 at branches whose moves were pruned or visited before, and where such a pruned branch is visited after all."""
    found: Ints = (trace.columns.status == PRUNED).astype(np.int64) - trace.counts.paths.pruned_changes
    return found


def _passes(trace: Trace) -> dict[int, int | None]:
    """The iterations of drivers, each with its depth, where that was told."""
    columns = trace.columns
    found = np.flatnonzero(pass_nodes(columns, trace.passes)).tolist()
    told = [NO_DEPTH if columns.depth is None else int(columns.depth[node]) for node in found]
    return {node: None if depth == NO_DEPTH else depth for node, depth in zip(found, told, strict=True)}


def _onward(trace: Trace) -> dict[str, list[int]]:
    """Those of them at which a position was handed on to another function; nothing where none was."""
    numbers = [number for number in trace.passes if number not in trace.iterations]
    return {"onward": np.flatnonzero(pass_nodes(trace.columns, numbers)).tolist()} if numbers else {}


def _header(trace: Trace) -> dict[str, Any]:
    """What the sentences need to know of the search; whatever a file may say there, only of the right types."""
    header, depth = trace.header, trace.header.depth
    return {
        "title": header.title,
        "search": clean(header.search),
        "windowed": bool(header.windowed),
        "hard": header.options.get("fail") == "hard",
        "strict": header.options.get("cut") == ">",
        "depth": depth if isinstance(depth, int) and not isinstance(depth, bool) else None,
        "stopped": clean(header.stopped) if header.stopped else None,
        "game": trace.game is not None,
        "tellsSkipped": trace.counts.tells_skipped,
        "skippedInPart": header.skipped_in_part,
        "classical": trace.uses_windows_only,
        "ours": header.ours,
        "unseen": header.answers_unseen,
        "others": unseen_moves(trace),
        "compared": compared(trace),
        **_between(trace),
        "passes": _passes(trace),
        **_onward(trace),
        **_words(trace),
        **_formula(trace),
        **_played(trace),
        "drivers": {node: trace.best_child(node) for node in trace.drivers},
    }


def _played(trace: Trace) -> dict[str, Any]:
    """Return the line about the played move, and the node to mark; nothing if the played move is best."""
    at, marked = trace.decision_node, find_worse_played_move(trace)
    said = [
        {"text": one.text, "kind": one.kind, "node": -1 if one.node is None else one.node}
        for one in explain_played_move(trace, at)
    ]
    return (
        {"played": {"at": at, "said": said, "marked": marked, "beside": describe_worse_played_move(trace)}}
        if said
        else {}
    )


def _formula(trace: Trace) -> dict[str, Any]:
    """The constant of the formula by which a Monte Carlo tree search chooses; nothing of another one."""
    constant = selection_scores.exploration_constant(trace)
    return {} if constant is None else {"formula": constant}


def _words(trace: Trace) -> dict[str, Any]:
    """What is said of a selective search."""
    said = {
        "said": REASON_SENTENCES,
        "briefly": SHORT_REASONS,
        "none": _names_of_none(trace),
        "margin": futility_margin(trace),
    }
    return {"selective": said} if trace.selective else {}


def _names_of_none(trace: Trace) -> dict[int, str]:
    """What null moves and standing pat are called in sentences, by their numbers in the table of moves."""
    return {number: name_no_move(none) for number, none in trace.no_moves.items() if not isinstance(none, Pass)}


def _between(trace: Trace) -> dict[str, list[float]]:
    """The least and the greatest value, of a search that was told them."""
    told = trace.header.options.get("bounds")
    return {"between": list(parse_limits(told))} if trace.header.ours and isinstance(told, str) and told else {}


def _code(trace: Trace) -> dict[str, Any] | None:
    """The pseudo-code of the search, and the line of each kind of event; None where it is not known."""
    code = code_at_step.pseudocode_of(trace)
    if code is None:
        return None
    return {
        "name": trace.header.search,
        "lines": code.lines,
        "tags": {tag.value: line for tag, line in code.tags.items()},
        "driver": {tag.value: line for tag, line in code.driver.items()},
    }


def _tree(trace: Trace) -> dict[str, Array]:
    columns = trace.columns
    closed = np.zeros(len(trace), np.int64)
    closed[1:] = columns.ply[:-1].astype(np.int64) + 1 - columns.ply[1:]
    flags = columns.status | (columns.cutoff.astype(np.uint8) << 3) | ((columns.turn + 1).astype(np.uint8) << 4)
    flags |= (proved_bounds(trace) != classical_bounds(trace)).astype(np.uint8) << 6
    return {
        "closed": _narrow(closed),
        "move": _narrow(np.maximum(columns.move, 0)),
        "flags": flags.astype(np.uint8),
    }


def _numbers(trace: Trace) -> dict[str, Array]:
    return _indexed({name: getattr(trace.columns, name) for name in ("alpha", "beta", "value")}, "numbers")


def _log(trace: Trace) -> dict[str, Array]:
    """The rows of a best-first search, and the row by which each node was there."""
    log, born = trace.columns.log, trace.columns.born
    if log is None or born is None:
        return {}
    rows = {"born": _narrow(born), "iteration": _narrow(log.iteration), "told": _narrow(log.node), "kind": log.kind}
    return rows | _indexed({"x": log.x, "y": log.y}, "tellable")


def _indexed(columns: dict[str, Array], table_name: str) -> dict[str, Array]:
    """Columns of numbers, as indices into a table of those that occur where these are few."""
    distinct = {name: np.unique(column) for name, column in columns.items()}
    table = np.unique(np.concatenate(list(distinct.values())))
    if len(table) > TABLE:
        return {name: column.astype("<f8") for name, column in columns.items()}
    # NaN is the last of the table, and `searchsorted` finds it there.
    found = {name: _narrow(np.searchsorted(table, column)) for name, column in columns.items()}
    return {table_name: table.astype("<f8"), **found}


def _outcomes(trace: Trace) -> dict[str, Array]:
    """How likely outcomes are, −1 where that is not known, and which visits are probes; each where there is one."""
    columns = trace.columns
    found: dict[str, Array] = {} if columns.weight is None else {"weight": columns.weight.astype("<f8")}
    if columns.why is not None and (probes := columns.why == Why.PROBE).any():
        found["probes"] = probes.astype(np.uint8)
    return found


def _selective(trace: Trace) -> dict[str, Array]:
    """What is said of each node that a selective search treats otherwise, and which values count for nothing above."""
    found = reason_codes(trace)
    return {} if found is None else {"said": found, "aside": trace.set_aside.astype(np.uint8)}


def _narrow(column: Array, types: Iterable[tuple[str, int]] = _TYPES) -> Array:
    """A column of whole numbers in the smallest type that holds them; floating point where none does."""
    most = int(np.abs(column).max()) if len(column) else 0
    name = next((name for name, limit in types if most < limit), "f8")
    return column.astype(f"<{name}")


def _texts(texts: Iterable[str]) -> Array:
    r"""Texts in UTF-8, each with a NUL at its end: none of them has one, for they were cleaned."""
    return np.frombuffer("".join(f"{text}\0" for text in texts).encode(), np.uint8)


def _block(sections: dict[str, Array]) -> tuple[list[tuple[str, str, int, int]], bytes]:
    """The sections one after another: name, type, place and length of each, and the bytes."""
    listed, parts, size = [], [], 0
    for name, column in sections.items():
        raw = column.tobytes()
        listed.append((name, column.dtype.str[1:], size, len(column)))
        raw += bytes(-len(raw) % ALIGNMENT)
        parts.append(raw)
        size += len(raw)
    return listed, b"".join(parts)
