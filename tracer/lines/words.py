"""What is said of lines that are wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tracer.text import clean

SHOWN = 40
"""Characters shown of what stands where something else was expected."""

HUGE = 10**SHOWN
"""A whole number from here on is not shown."""


def short(value: Any) -> str:
    """A JSON value as it was written, in one line and cut where it is long."""
    if isinstance(value, int) and not isinstance(value, bool) and not -HUGE < value < HUGE:
        return f"a number of more than {SHOWN} digits"
    if isinstance(value, dict | list) and len(value) > SHOWN:
        return kind(value)
    try:
        return clean(json.dumps(value, ensure_ascii=False), SHOWN)
    except RecursionError:
        return kind(value)


def kind(value: Any) -> str:
    """What a JSON value is, and its keys where it is an object."""
    if isinstance(value, dict):
        return f"an object with {listed(list(value)[:4])}" if value else "an empty object"
    return "a list" if isinstance(value, list) else short(value)


def listed(keys: Iterable[str]) -> str:
    """Keys as they are written, with commas."""
    return ", ".join(short(key) for key in keys)
