"""A widget that is as large as the screen's layout has it: another size asks for no other layout."""

from __future__ import annotations

from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget


class Placed(Widget):
    """Has nothing larger than itself inside, so that once laid out it is laid out.

    Textual lays the whole screen out a second time for a widget whose size is another after the first.
    """

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """As large as it is."""
