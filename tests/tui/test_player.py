"""Playing a search: a clock that is turned by hand, so that no test depends on the time it takes."""

from collections.abc import Callable
from unittest.mock import Mock

import pytest
from screens import running, shown, text
from strategies import AIMA

import tracer
from tui.app import ExplorerApp
from tui.model.browser import Browser
from tui.screens.player import SPEEDS, Player


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.is_current = 100.0

    def __call__(self) -> float:
        return self.is_current


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr("tui.screens.player.monotonic", found)
    return found


class Stand:
    """A playground without a screen."""

    def __init__(self, spec: object = AIMA) -> None:
        self.browser = Browser(tracer.trace(spec))  # type: ignore[arg-type]
        self.is_active, self.notice = True, ""
        self.player = Player(self)

    def set_interval(self, *_: object) -> Mock:
        return Mock()

    def sync(self, notice: str = "") -> None:
        self.notice = notice


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> Callable[[ExplorerApp], Player]:
    """The player of an app, whose frames come when a test calls `tick` and not by a timer."""

    def player(app: ExplorerApp) -> Player:
        monkeypatch.setattr(app.screen, "set_interval", lambda *_: app.screen.set_timer(1e6))
        return app.screen.player  # type: ignore[attr-defined, no-any-return]

    return player


async def test_space_plays_and_pauses_and_the_screen_says_how_fast(clock, by_hand):
    app = shown(AIMA)
    async with running(app) as pilot:
        player = by_hand(app)
        await pilot.press("0", "space")
        assert "▶ 4/s  step 0 of 23" in text(app)
        clock.is_current += 1
        player.tick()
        await pilot.pause()
        assert "▶ 4/s  step 4 of 23" in text(app)
        await pilot.press("space")
        clock.is_current += 1
        player.tick()
        assert app.browser.cursor.step == 4
        await pilot.pause()
        assert "▶" not in text(app).splitlines()[0]


async def test_comma_plays_backwards_and_escape_pauses(clock, by_hand):
    app = shown(AIMA)
    async with running(app) as pilot:
        player = by_hand(app)
        await pilot.press("comma")
        assert "◀ 4/s" in text(app)
        clock.is_current += 2
        player.tick()
        assert app.browser.cursor.step == 15
        await pilot.press("escape")
        assert player.direction == 0
        await pilot.press("comma", "space")
        assert player.direction == 0


def test_it_stops_at_both_ends_and_starts_over_at_the_last(clock):
    stage = Stand()
    player, cursor = stage.player, stage.browser.cursor
    player.reverse()
    clock.is_current += 1_000
    player.tick()
    assert (cursor.step, player.direction) == (0, 0)
    assert player.reverse() == "the recording starts here"
    cursor.go_to_end()
    assert player.toggle() == "from the start again; H goes back"
    assert (cursor.step, player.direction) == (0, 1)
    player.pause()
    player.toggle()
    clock.is_current += 1_000
    player.tick()
    assert (cursor.step, player.direction) == (23, 0)


@pytest.mark.parametrize("speed", [1_000, 100_000])
def test_it_does_not_fall_behind_the_clock_however_late_frames_come(clock, speed):
    stage = Stand("tictactoe")
    player, cursor = stage.player, stage.browser.cursor
    stage.browser.time.toggle_one_by_one()
    player._speed_index = SPEEDS.index(speed)
    for start, direction in ((player.reverse, -1), (player.toggle, 1)):
        cursor.go_to_step(cursor.last if direction < 0 else 0)
        start()
        begun = clock.is_current
        for late in (0.033, 0.001, 0.2, 0.0, 0.07, 0.0333):
            clock.is_current += late
            player.tick()
            due = min(int((clock.is_current - begun) * speed), cursor.last)
            assert cursor.step == (due if direction > 0 else cursor.last - due)
        player.pause()


@pytest.mark.parametrize("one_by_one", [True, False])
def test_it_takes_the_steps_that_the_keys_would(clock, one_by_one):
    stage = Stand("tictactoe")
    player, browser = stage.player, stage.browser
    if one_by_one:
        browser.time.toggle_one_by_one()
    browser.cursor.go_to_step(1_300)
    expected = []
    for _ in range(60):
        browser.time.step_forward()
        expected.append(browser.cursor.step)
    assert (expected[-1] == 1_360) == one_by_one
    browser.cursor.go_to_step(1_300)
    player.toggle()
    clock.is_current += 60 / player.speed
    player.tick()
    assert browser.cursor.step == expected[-1]


def test_a_new_speed_holds_from_then_on_and_makes_no_leap(clock):
    stage = Stand("tictactoe")
    player, cursor = stage.player, stage.browser.cursor
    cursor.go_to_start()
    player.toggle()
    clock.is_current += 1
    player.tick()
    assert cursor.step == 4
    assert player.faster() == player.faster() == ""
    assert player.speed == 15
    player.tick()
    assert cursor.step == 4
    clock.is_current += 2
    player.tick()
    assert cursor.step == 34
    player.slower()
    assert player.status == "▶ 8/s  "


def test_the_speed_has_a_least_and_a_most_and_is_told_while_nothing_plays(clock):
    player = Stand().player
    for _ in SPEEDS:
        player.faster()
    assert player.speed == SPEEDS[-1]
    for _ in SPEEDS:
        player.slower()
    assert player.slower() == "plays 1 step a second; space starts"
    assert player.faster() == "plays 2 steps a second; space starts"


@pytest.mark.parametrize("forwards", [True, False])
def test_it_stops_at_every_hit_of_a_condition_on_its_way(clock, forwards):
    stage = Stand()
    player, browser = stage.player, stage.browser
    browser.stops.add_breakpoint("node == 4 or node == 7 or node == 8")
    hits = browser.stops.hit_steps.tolist()
    assert hits == [6, 12, 13]
    browser.cursor.go_to_step(0 if forwards else 23)
    for expected in hits if forwards else hits[::-1]:
        (player.toggle if forwards else player.reverse)()
        clock.is_current += 100
        player.tick()
        assert (browser.cursor.step, player.direction) == (expected, 0)
        place = hits.index(expected) + 1
        assert stage.notice == f"stopped at node == 4 or node == 7 or node == 8 (hit {place} of 3)"


async def test_it_rests_while_a_dialog_is_open_and_goes_on_without_a_leap(clock, by_hand):
    app = shown()
    async with running(app) as pilot:
        player = by_hand(app)
        await pilot.press("0", "space", "question_mark")
        clock.is_current += 50
        player.tick()
        assert app.screen_stack[0].browser.cursor.step == 0
        await pilot.press("escape")
        player.tick()
        assert app.browser.cursor.step == 0
        clock.is_current += 1
        player.tick()
        assert app.browser.cursor.step == 4


async def test_keys_of_time_move_while_it_plays_and_it_goes_on_from_there(clock, by_hand):
    app = shown()
    async with running(app) as pilot:
        player = by_hand(app)
        await pilot.press("0", "space", "x")
        cutoff = app.browser.cursor.step
        clock.is_current += 1
        player.tick()
        assert app.browser.cursor.step == cutoff + 4


async def test_the_timer_of_the_screen_ticks_by_itself(clock):
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("0", "space")
        clock.is_current += 1
        while app.browser.cursor.step == 0:
            await pilot.pause(0.01)
        assert app.browser.cursor.step == 4
        assert app.screen.player._timer is not None
        await pilot.press("space")
        assert app.screen.player._timer is None


async def test_two_searches_play_side_by_side_and_the_screen_says_so(clock, by_hand):
    app = shown(AIMA, "minimax", against=tracer.trace(AIMA))
    async with running(app, (120, 30)) as pilot:
        player = by_hand(app)
        await pilot.press("0", "space")
        clock.is_current += 2
        player.tick()
        await pilot.pause()
        assert app.browser.cursor.step == 8
        assert app.screen.pair.other_browser.cursor.step == 8
        assert "▶ 4/s" in text(app)
