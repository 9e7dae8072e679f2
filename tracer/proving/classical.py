"""What the values of many nodes say of the true ones, by their windows alone: `Recording.bound`, column by column."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tracer.recording.numbers_of_log import bounds_by_log
from tracer.recording.recording import Recording
from tracer.recording.selective import partial
from tracer.recording.status import EXACT, HORIZON, LOWER, TERMINAL, UPPER

NONE = -1
"""Stands for nothing that is known: of a column of codes, no bound, no turn, no move."""

Codes = npt.NDArray[np.int8]
"""A number for each node, such as its `Bound`; or `NONE`."""


def classical_bounds(trace: Recording, *, limited: bool = True) -> Codes:
    """`trace.bound` of all nodes at once; `NONE` where it is None. O(n).

    Args:
        trace: the recording.
        limited: whether the least and the greatest value that there can be are exact where they are bounds.
    """
    if trace.columns.log is not None:
        return bounds_by_log(trace.columns)
    columns, options = trace.columns, trace.header.options
    value, alpha, beta = columns.value, columns.alpha, columns.beta
    status, hard = columns.status, options.get("fail") == "hard"
    found = np.where(value >= beta, LOWER, UPPER).astype(np.int8)
    if hard:
        found[alpha == beta] = NONE
    elif options.get("cut") == ">":
        found[(alpha <= value) & (value <= beta)] = EXACT
    found[(alpha < value) & (value < beta)] = EXACT
    if not hard:
        found[(status == TERMINAL) | (status == HORIZON)] = EXACT
    least, most = trace.header.between if limited else (-np.inf, np.inf)
    found[((found == LOWER) & (value >= most)) | ((found == UPPER) & (value <= least))] = EXACT
    for node in partial(trace.columns):
        bound = trace.bound(node)
        found[node] = NONE if bound is None else bound
    found[np.isnan(value)] = NONE
    return found
