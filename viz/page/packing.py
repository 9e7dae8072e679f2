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
from tracer.recording.no_moves import mask_iterations, no_move_word
from tracer.recording.status import PRUNED, Why
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why import code_at_step, selection_scores
from tracer.why.explain_chance_nodes import recorded_limits
from tracer.why.explain_cutoffs import futility_margin
from tracer.why.selective_reasons import (
    describe_worse_played_move,
    explain_played_move,
    find_worse_played_move,
    reason_codes,
)
from tracer.why.sentences import describe_unseen_moves as unseen_moves
from viz.page.asides import MAX_EDITABLE_NODES as EDIT
from viz.page.asides import MAX_QUIZ_NODES as QUIZ
from viz.page.asides import (
    SavedNodes,
    count_legal_moves,
    count_savings,
    find_bound_visits,
    make_editable_tree,
    make_futile_columns,
    make_line_columns,
    make_name_columns,
    make_pruned_leaf_columns,
    make_source_listings,
    pseudocode_to_json,
    were_positions_compared,
)
from viz.page.boards import Boards, make_boards

MAX_NODES = 5_000_000
"""Nodes of one page: more do not fit into the memory of every browser."""
MAX_TABLE_SIZE = 2**16
"""Distinct numbers up to which a column of numbers is a column of indices."""
COMPRESSION_LEVEL = 9
"""Of gzip: a page is written once and read often."""
UNSIGNED_TYPES = (("u1", 2**8), ("u2", 2**16), ("u4", 2**32))
SIGNED_TYPES = (("i1", 2**7), ("i2", 2**15), ("i4", 2**31))
ALIGNMENT = 8
"""Where a column of any type may begin."""


@dataclass(frozen=True)
class PackedTrace:
    """A trace on its way into a page."""

    header: dict[str, Any]
    """What was searched and where the columns are: plain JSON."""
    data: bytes
    """The columns one after another, gzip."""


def pack(trace: Trace, *, root: int = 0) -> PackedTrace:
    """A trace for a page, with its positions and with what each cutoff saved, as far as there is room for them.

    Args:
        trace: what was recorded; all of it is packed.
        root: the node below which the page begins to look.

    Raises:
        PlyscopeError: there is no such root, or the trace has more than `MAX_NODES` nodes.
        GameError: the game misbehaved.
    """
    if not 0 <= root < len(trace):
        raise PlyscopeError(f"there is no node {root} to begin with: the trace has nodes 0 to {len(trace) - 1}")
    _check_size(trace)
    board_texts, saved_counts = make_boards(trace), count_savings(trace)
    section_list, block = _join_sections(_pack_columns(trace, board_texts, saved_counts))
    header = {
        **_make_search_header(trace),
        "nodes": len(trace),
        "root": root,
        "bytes": len(block),
        "sections": section_list,
        "squares": board_texts.squares,
        "boardPlies": board_texts.plies,
        "numbered": isinstance(trace.game, TreeGame | RandomTree),
        "numbersAhead": isinstance(trace.game, TreeGame)
        and trace.header.ours
        and trace.header.options.get("fail") != "hard",
        "countedAll": saved_counts.complete,
        "sources": make_source_listings(trace),
        "code": _pack_pseudocode(trace),
        "edit": make_editable_tree(trace),
        "most": {"questions": QUIZ, "edit": EDIT},
    }
    return PackedTrace(header, gzip.compress(block, COMPRESSION_LEVEL, mtime=0))


def _pack_columns(trace: Trace, board_texts: Boards, saved_counts: SavedNodes) -> dict[str, Array]:
    columns = trace.columns
    whole_numbers = {
        "board": board_texts.board_numbers,
        "saved": saved_counts.saved,
        "spared": saved_counts.spared,
        **make_line_columns(trace),
        "again": _find_revisited_branches(trace),
        "legal": count_legal_moves(trace),
        "meant": find_bound_visits(trace),
    }
    reasons, is_probe = reason_codes(trace), None if columns.why is None else columns.why == Why.PROBE
    others = {
        "weight": None if columns.weight is None else columns.weight.astype("<f8"),
        "probes": None if is_probe is None or not is_probe.any() else is_probe.astype(np.uint8),
        "said": reasons,
        "aside": None if reasons is None else trace.set_aside.astype(np.uint8),
    }
    return {
        "labels": _encode_texts(clean(label) for label in trace.move_labels),
        "boards": _encode_texts(board_texts.texts),
        **_pack_tree_shape(trace),
        **_pack_value_table({name: getattr(columns, name) for name in ("alpha", "beta", "value")}, "numbers"),
        **{
            name: _to_smallest_type(it, SIGNED_TYPES if name == "saved" else UNSIGNED_TYPES)
            for name, it in whole_numbers.items()
            if it is not None
        },
        **{name: column for name, column in others.items() if column is not None},
        **_pack_best_first_log(trace),
        **make_pruned_leaf_columns(trace),
        **make_name_columns(trace),
        **make_futile_columns(trace),
    }


def _check_size(trace: Trace) -> None:
    if len(trace) > MAX_NODES:
        raise PlyscopeError(
            f"a page holds up to {MAX_NODES:,} nodes and this trace has {len(trace):,}: "
            "record to a smaller depth, or draw an overview of it"
        )
    log = trace.columns.log
    if log is not None and len(log) > MAX_NODES:
        raise PlyscopeError(
            f"a page holds up to {MAX_NODES:,} steps of a best-first search and this trace has {len(log):,}: "
            "record fewer iterations, or draw an overview of it"
        )


def _find_revisited_branches(trace: Trace) -> Ints | None:
    """1 at branches whose moves were pruned or visited before, and where such a pruned branch is visited after all."""
    if not trace.counts.paths.has_repeated_paths:
        return None
    revisited: Ints = (trace.columns.status == PRUNED).astype(np.int64) - trace.counts.paths.pruned_changes
    return revisited


def _pack_pass_depths(trace: Trace) -> dict[int, int | None]:
    """The iterations of drivers, each with its depth, where that was told."""
    columns = trace.columns
    nodes = np.flatnonzero(mask_iterations(columns, trace.passes)).tolist()
    depths = [NO_DEPTH if columns.depth is None else int(columns.depth[node]) for node in nodes]
    return {node: None if depth == NO_DEPTH else depth for node, depth in zip(nodes, depths, strict=True)}


def _make_search_header(trace: Trace) -> dict[str, Any]:
    """What the sentences need to know of the search; whatever a file may say there, only of the right types."""
    header, depth = trace.header, trace.header.depth
    optional_facts = {
        "selective": {"margin": futility_margin(trace)} if trace.selective else None,
        "formula": selection_scores.exploration_constant(trace),
        "played": _pack_played_move(trace),
    }
    return {
        "title": header.title,
        "search": clean(header.search),
        "windowed": bool(header.windowed),
        "hard": header.options.get("fail") == "hard",
        "strict": header.options.get("cut") == ">",
        "depth": depth if isinstance(depth, int) and not isinstance(depth, bool) else None,
        "stopped": clean(header.stopped) if header.stopped else None,
        "game": trace.game is not None,
        "tellsSkipped": trace.counts.records_skips,
        "skippedInPart": header.skipped_in_part,
        "classical": trace.uses_windows_only,
        "ours": header.ours,
        "answersUnseen": header.answers_unseen,
        "limits": recorded_limits(trace),
        "others": unseen_moves(trace),
        "compared": were_positions_compared(trace),
        "passes": _pack_pass_depths(trace),
        "noMoves": [[number, no_move_word(one), clean(one.label)] for number, one in trace.no_moves.items()],
        **{name: fact for name, fact in optional_facts.items() if fact is not None},
        "drivers": {node: trace.best_child(node) for node in trace.drivers},
    }


def _pack_played_move(trace: Trace) -> dict[str, Any] | None:
    """Return the line about the played move, and the node to mark; None if the played move is best."""
    sentences = [sentence._asdict() for sentence in explain_played_move(trace, trace.decision_node)]
    if sentences:
        return {
            "at": trace.decision_node,
            "said": sentences,
            "marked": find_worse_played_move(trace),
            "beside": describe_worse_played_move(trace),
        }
    return None


def _pack_pseudocode(trace: Trace) -> dict[str, Any] | None:
    """The pseudo-code of the search, and the line of each kind of event; None where it is not known."""
    code = code_at_step.pseudocode_of(trace)
    if code is None:
        return None
    driver_tags = {tag.value: line for tag, line in code.driver.items()}
    return {**pseudocode_to_json(trace.header.search, code), "driver": driver_tags}


def _pack_tree_shape(trace: Trace) -> dict[str, Array]:
    columns = trace.columns
    closed_counts = np.zeros(len(trace), np.int64)
    closed_counts[1:] = columns.ply[:-1].astype(np.int64) + 1 - columns.ply[1:]
    flags = columns.status | (columns.cutoff.astype(np.uint8) << 3) | ((columns.turn + 1).astype(np.uint8) << 4)
    flags |= (proved_bounds(trace) != classical_bounds(trace)).astype(np.uint8) << 6
    return {
        "closed": _to_smallest_type(closed_counts),
        "move": _to_smallest_type(columns.move, SIGNED_TYPES),
        "flags": flags.astype(np.uint8),
    }


def _pack_best_first_log(trace: Trace) -> dict[str, Array]:
    """The rows of a best-first search, and the row by which each node was there."""
    log, born = trace.columns.log, trace.columns.born
    if log is None or born is None:
        return {}
    rows = {
        "born": _to_smallest_type(born),
        "iteration": _to_smallest_type(log.iteration),
        "told": _to_smallest_type(log.node),
        "kind": log.kind,
    }
    return rows | _pack_value_table({"x": log.x, "y": log.y}, "tellable")


def _pack_value_table(columns: dict[str, Array], table_name: str) -> dict[str, Array]:
    """Columns of numbers, as indices into a table of those that occur where these are few."""
    distinct_values = {name: np.unique(column) for name, column in columns.items()}
    all_values = np.unique(np.concatenate(list(distinct_values.values())))
    if len(all_values) > MAX_TABLE_SIZE:
        return {name: column.astype("<f8") for name, column in columns.items()}
    # NaN is the last of the table, and `searchsorted` finds it there.
    index_columns = {name: _to_smallest_type(np.searchsorted(all_values, column)) for name, column in columns.items()}
    return {table_name: all_values.astype("<f8"), **index_columns}


def _to_smallest_type(column: Array, candidate_types: Iterable[tuple[str, int]] = UNSIGNED_TYPES) -> Array:
    """A column of whole numbers in the smallest type that holds them; floating point where none does."""
    max_value = int(np.abs(column).max()) if len(column) else 0
    name = next((name for name, limit in candidate_types if max_value < limit), "f8")
    return column.astype(f"<{name}")


def _encode_texts(texts: Iterable[str]) -> Array:
    r"""Texts in UTF-8, each with a NUL at its end: none of them has one, for they were cleaned."""
    return np.frombuffer("".join(f"{text}\0" for text in texts).encode(), np.uint8)


def _join_sections(sections: dict[str, Array]) -> tuple[list[tuple[str, str, int, int]], bytes]:
    """The sections one after another: name, type, place and length of each, and the bytes."""
    section_list, chunks, size = [], [], 0
    for name, column in sections.items():
        chunk = column.tobytes()
        section_list.append((name, column.dtype.str[1:], size, len(column)))
        chunk += bytes(-len(chunk) % ALIGNMENT)
        chunks.append(chunk)
        size += len(chunk)
    return section_list, b"".join(chunks)
