"""What is left of a search once a disease that was found is put right."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cached_property

import numpy as np

from tracer.diagnosis.case import Case

_OF_POSITIONS = {
    "places",
    "place",
    "states",
    "_positions",
    "utilities",
    "payoffs",
    "_legal",
    "_payoffs",
    "legal_counts",
    "_names",
    "_last_move",
    "in_time",
    "returned",
}
"""What is worked out once of a case, and does not depend on its values."""


def with_values(case: Case, values: Mapping[int, float]) -> Case:
    """The same search if some of its visits had returned something else, by the node."""
    other = copy.copy(case)
    worked_out = {name for kind in Case.__mro__ for name, of in vars(kind).items() if isinstance(of, cached_property)}
    for name in (worked_out | {"_answers"}) - _OF_POSITIONS:
        vars(other).pop(name, None)
    other.value = [values.get(node, value) for node, value in enumerate(case.value)]
    other._values = other.column(other.value, np.float64)
    return other
