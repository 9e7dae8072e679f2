"""Plays a search: steps by the clock, forwards or backwards, at a speed that can be changed."""

from __future__ import annotations

from functools import partialmethod
from time import monotonic

from textual.timer import Timer

from tui.model.time_keys import RESTART_NOTICE
from tui.screens.base_screens import BrowsingScreen

SPEEDS = (1, 2, 4, 8, 15, 30, 60, 125, 250, 500, 1_000, 2_000, 5_000, 10_000, 100_000)
"""Steps a second."""
FIRST_SPEED_INDEX = 2
"""Where in `SPEEDS` one begins."""
FRAME_SECONDS = 1 / 30
"""Seconds between frames; above thirty steps a second, a frame takes several steps."""


class Player:
    """The player of a screen. What falls due between two frames is stepped at once, so it never falls behind."""

    def __init__(self, screen: BrowsingScreen) -> None:
        self._screen = screen
        self.direction = 0
        """+1 forwards, −1 backwards, 0 while it rests."""
        self._speed_index = FIRST_SPEED_INDEX
        self._timer: Timer | None = None
        self._started_at = 0.0
        self._steps_done = 0

    @property
    def speed(self) -> int:
        """Steps a second."""
        return SPEEDS[self._speed_index]

    @property
    def status(self) -> str:
        """What stands on the screen while it plays."""
        return f"{'▶' if self.direction > 0 else '◀'} {self.speed:,}/s  " if self.direction else ""

    def play_within(self, steps: int, seconds: float) -> None:
        """Take the lowest speed at which so many steps last no longer."""
        fast_enough = [index for index, speed in enumerate(SPEEDS) if speed * seconds >= steps]
        self._speed_index = fast_enough[0] if fast_enough else len(SPEEDS) - 1
        self._restart_clock()

    def pause(self) -> str:
        """Rest."""
        self.direction = 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        return ""

    def _change_speed(self, change: int) -> str:
        self._speed_index = min(max(self._speed_index + change, 0), len(SPEEDS) - 1)
        self._restart_clock()
        return (
            "" if self.direction else f"plays {self.speed:,} step{'s' if self.speed > 1 else ''} a second; space starts"
        )

    faster = partialmethod(_change_speed, 1)
    slower = partialmethod(_change_speed, -1)

    def _start_or_pause(self, direction: int) -> str:
        if self.direction:
            return self.pause()
        is_at_end = self._is_at_end(direction)
        if is_at_end and direction < 0:
            return "the recording starts here"
        if is_at_end:
            browser = self._screen.browser
            browser.history.add_jump(browser.location)
            browser.time.start()
        self.direction = direction
        self._restart_clock()
        self._timer = self._screen.set_interval(FRAME_SECONDS, self.tick)
        return RESTART_NOTICE if is_at_end else ""

    toggle = partialmethod(_start_or_pause, 1)
    reverse = partialmethod(_start_or_pause, -1)

    def _restart_clock(self) -> None:
        self._started_at, self._steps_done = monotonic(), 0

    def _is_at_end(self, direction: int) -> bool:
        cursor = self._screen.browser.cursor
        return cursor.step == (cursor.last if direction > 0 else 0)

    def tick(self) -> None:
        """Take the steps that are due; stop at a hit of a condition and at the ends."""
        if not self._screen.is_active:
            self._restart_clock()
            return
        due_steps = int((monotonic() - self._started_at) * self.speed) - self._steps_done
        if due_steps <= 0 or not self.direction:
            return
        self._steps_done += due_steps
        browser = self._screen.browser
        step = browser.cursor.step_after(due_steps * self.direction)
        breakpoint_step = browser.stops.first_hit_within(step - browser.cursor.step)
        browser.time.go_to_step(step if breakpoint_step is None else breakpoint_step)
        if breakpoint_step is not None or self._is_at_end(self.direction):
            self.pause()
        self._screen.sync("" if breakpoint_step is None else browser.stops.describe_stop(breakpoint_step))
