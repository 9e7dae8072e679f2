"""What sentences of a page need that its columns do not say: moves left out, table's bounds, unseen leaves."""

from __future__ import annotations

import numpy as np

from tracer.count.sizes import each_amount, pruned_leaves
from tracer.count.transpositions import positions_at_hand, stored_bound
from tracer.recording.columns import Array
from tracer.recording.status import EXPANDED, PRUNED, TABLE
from tracer.tracing import Trace
from tracer.why.arguments import evaluation_at, margin_of
from tracer.why.otherwise import FUTILE, codes

ASKED = 20_000
"""Nodes up to which all of them are asked for their legal moves, or evaluations; of more, if some path lacks moves."""
MOST = 300_000
"""Nodes above which none is asked."""


def legal_moves(trace: Trace) -> Array | None:
    """N long: how many moves are legal where some are neither searched nor pruned, else 0; None where none is so."""
    if trace.game is None or trace.header.answers_unseen or trace.columns.log is not None or len(trace) > MOST:
        return None
    if len(trace) > ASKED and not trace.counts.lacks_moves:
        return None
    nodes = np.flatnonzero((trace.columns.status == EXPANDED) & ~trace.counts.paths.drives).tolist()
    found = np.zeros(len(trace), np.int64)
    for node, legal in each_amount(trace, nodes):
        if len({int(trace.columns.move[child]) for child in trace.children(node)}) < legal:
            found[node] = legal
    return found if found.any() else None


def meant(trace: Trace) -> Array | None:
    """N long: the visit that returned a table's number as a bound, plus 1, else 0; None where none is known."""
    if trace.header.ours or positions_at_hand(trace) is None:
        return None
    found = np.zeros(len(trace), np.int64)
    for node in np.flatnonzero(trace.columns.status == TABLE).tolist():
        if (stored := stored_bound(trace, node)) is not None:
            found[node] = stored[0] + 1
    return found if found.any() else None


def unseen(trace: Trace) -> dict[str, Array]:
    """The pruned branches that lead to leaves whose values the tree itself tells, and these values: two columns."""
    known = pruned_leaves(trace, np.flatnonzero(trace.columns.status == PRUNED).tolist())
    if not known:
        return {}
    nodes, values = np.array(list(known), "<u4"), np.array(list(known.values()), "<f8")
    return {"unseenAt": nodes, "unseen": values}


def futile(trace: Trace) -> dict[str, Array]:
    """The nodes that skipped moves as futile, and the evaluations there: two columns, where they are known and few."""
    known = codes(trace)
    if known is None or margin_of(trace) is None:
        return {}
    nodes = np.unique(trace.columns.parent[known == FUTILE])
    if not len(nodes) or len(nodes) > ASKED:
        return {}
    evaluations = np.array([evaluation_at(trace, node) for node in nodes.tolist()], "<f8")
    return {"futileAt": nodes.astype("<u4"), "futile": evaluations}


def names(trace: Trace) -> dict[str, Array]:
    """The names that a tree gives its nodes, each with a NUL at its end, and the nodes: two columns."""
    if not trace.names:
        return {}
    said = "".join(f"{name}\0" for name in trace.names.values()).encode()
    return {"namesAt": np.array(list(trace.names), "<u4"), "names": np.frombuffer(said, np.uint8)}


def compared(trace: Trace) -> bool:
    """Whether the positions of other code's table hits were compared."""
    return not trace.header.ours and positions_at_hand(trace) is not None
