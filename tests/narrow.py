"""Searches that leave legal moves out."""

from typing import Any

import tracer


def narrowed(name: str, most: int, search: str) -> tracer.Trace:
    """A search of a game by its first few moves alone, with the whole game."""
    whole = tracer.game(name)

    class Narrow(type(whole)):  # type: ignore[misc]
        def moves(self, state: Any) -> Any:
            return super().moves(state)[:most]

    narrow = Narrow.__new__(Narrow)
    narrow.__dict__.update(vars(whole))
    found = tracer.trace(narrow, search)
    return tracer.Trace(found.columns, [], found.header, whole, labels=found.move_labels)
