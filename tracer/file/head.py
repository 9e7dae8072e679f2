"""Whose view the values and windows of a file are of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracer.errors import PlyscopeError
from tracer.text import short

VIEWS = ("max", "mover")
"""MAX's, or the mover's, as in a negamax."""


def decode_view(fields: Mapping[str, Any]) -> str:
    """Whose view values and windows are of.

    Raises:
        PlyscopeError: it is none of `VIEWS`.
    """
    view: str = fields.get("view", VIEWS[0])
    if view not in VIEWS:
        raise PlyscopeError(f'"view" is {" or ".join(VIEWS)}, not {short(view)}')
    return view
