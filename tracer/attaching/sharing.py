"""Positions that calls share with their callers, and positions that were another one when their call returned."""

from __future__ import annotations

from types import CodeType
from typing import Any

from tracer.attaching.default_arguments import default_argument


class Sharing:
    """What the objects tell that calls have as their positions."""

    def __init__(self) -> None:
        self._shares = False
        """Whether a call got the very object that its caller had as its position."""
        self.met = False
        """Whether any was compared with its caller's."""
        self.one_owner = False
        """Whether that was so though nothing else had it, or one object had it in all calls: then all is known."""
        self.changed = False
        """Whether a position was another one when its call returned."""
        self._default: str | None = None
        """The argument whose default the first such position is."""

    def compare(self, above: Any, owner_above: Any, held: Any, owner: Any) -> None:
        """Compare the object that a call has as its position with its caller's, each with what has it."""
        self.met = True
        shares = _share(above, held)
        self._shares = self._shares or shares
        self.one_owner = self.one_owner or (shares and (owner is None or owner is owner_above))

    def note_change(self, held: Any, code: CodeType) -> None:
        """Note that the position of a call is another one as it returns."""
        self._default = self._default if self.changed else default_argument(held, code)
        self.changed = True

    @property
    def notes(self) -> dict[str, str]:
        """What a header notes of it: `board`, and `default` where a position is an argument's default."""
        notes = {} if self._default is None else {"default": self._default}
        if self.met:
            whole = "one object" if self.one_owner else "a shared part"
            notes["board"] = whole if self._shares else "an object a call"
        return notes


def _share(above: Any, below: Any) -> bool:
    """Whether two calls have one object as their position, or as a part of it that can be changed.

    Several variables together are another tuple at each call.
    """
    if above is below:
        return True
    if type(above) is not tuple or type(below) is not tuple:
        return False
    return any(one is other and type(one).__hash__ is None for one, other in zip(above, below, strict=False))
