"""Keys that are typed ahead: they wait while a prompt opens or closes, and then go to whom they were meant for."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable

from textual.events import Event, Key, Paste
from textual.screen import Screen

from tui.screens.asking import Asking
from tui.screens.prompt import Prompt

LEAVING = frozenset(("enter", "escape"))
"""The keys that close it."""


class TypedAhead:
    """What was typed and waits.

    Args:
        pass_on: hands a key, or what was pasted, to whoever has the keys.
    """

    def __init__(self, pass_on: Callable[[Event], Awaitable[None]]) -> None:
        self._pass_on = pass_on
        self._waiting: deque[Event] = deque()
        self.holding = False
        """Whether keys wait now."""

    async def take(self, event: Event, screen: Screen[object]) -> None:
        """Pass on what was typed, or let it wait.

        Args:
            event: what was typed.
            screen: the screen in front.
        """
        if self.holding:
            self._waiting.append(event)
            return
        self.holding = _turns(event, screen)
        await self._pass_on(event)

    async def release(self, screen: Callable[[], Screen[object]]) -> None:
        """Pass on what has waited, up to a key after which the rest has to wait again.

        Args:
            screen: gives the screen in front.
        """
        self.holding = False
        while self._waiting and not self.holding:
            await self.take(self._waiting.popleft(), screen())


def typed(event: Event) -> bool:
    """Whether an event is what somebody has typed or pasted just now."""
    return isinstance(event, Key | Paste) and not event.is_forwarded


def _turns(event: Event, screen: Screen[object]) -> bool:
    """Whether a key opens a prompt, or closes one."""
    if not isinstance(event, Key):
        return False
    if isinstance(screen, Prompt):
        return event.key in LEAVING
    return isinstance(screen, Asking) and screen.asks(event.key)
