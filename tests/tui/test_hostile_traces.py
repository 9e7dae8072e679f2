"""Traces of strangers in the explorer: every key is pressed, nothing crashes, and a terminal gets nothing to obey."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from screens import running, until
from strategies import AIMA
from test_hostile_columns import sense_less

import tracer
from tracer import Trace
from tracer.errors import PlyscopeError
from tracer.recording.columns import verify
from tui.app import ExplorerApp
from tui.model.keys import all_keys

OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
EVIL = "\x1b[2J\x1b]0;evil\x07\x9b31m\u202e[@click=app.quit]x[/]\n"
KEYS = [name for key in all_keys() for name in key.keys.split(",") if key.action != "quit"]


def huge() -> Trace:
    """Numbers at the ends of what a float can be, and windows that nothing fits into."""
    plain = tracer.trace(AIMA)
    ends = [1.7e308, -1.7e308, 5e-324, 0.0, -0.0]
    value = np.array([np.nan if old != old else ends[k % 5] for k, old in enumerate(plain.columns.value)])
    alpha = np.where(np.isnan(plain.columns.alpha), np.nan, np.inf)
    columns = replace(plain.columns, value=value, alpha=alpha, beta=-alpha)
    return Trace(columns, [], plain.header, plain.game, labels=plain.move_labels)


def texts() -> Trace:
    """Without a game: texts of 100,000 characters, at each of which a terminal would do something."""
    plain = tracer.trace(AIMA)
    numbers = np.zeros(len(plain), np.int32)
    columns = replace(plain.columns, text=numbers, left_text=numbers + 1)
    header = tracer.Header(game=EVIL * 99, search=EVIL, position=EVIL, stopped=EVIL, options={EVIL: EVIL})
    long = [(EVIL * 10**5)[: 10**5], "\n".join("♔" * 300 for _ in range(300))]
    labels = [tracer.text.clean(label) for label in (EVIL, "♔" * 300, "", *"456")]
    return Trace(columns, [], header, labels=labels, texts=long)


def senseless(seed: int) -> Trace:
    """Columns that nest and make no sense."""
    plain, random = tracer.trace("nim:2,2"), Random(seed)
    while True:
        columns = sense_less(plain.columns, random)
        try:
            verify(columns, len(plain.move_labels))
        except PlyscopeError:
            continue
        return Trace(columns, [], plain.header, plain.game, labels=plain.move_labels)


TRACES: dict[str, Callable[[], Trace]] = {
    "huge numbers": huge,
    "evil texts": texts,
    "one node": lambda: tracer.trace('{"value": 3}'),
    "a chain of 5,000 plies": lambda: tracer.trace("[" * 5_000 + "3" + "]" * 5_000),
    "3,000 moves": lambda: tracer.trace([*range(3_000)]),
    "stopped at once": lambda: tracer.trace("tictactoe", max_nodes=1),
    "stopped amid": lambda: tracer.trace("tictactoe", max_nodes=40),
    "a wide board": lambda: tracer.trace("mnk:26,26,5", depth=1, max_nodes=300),
    "no sense": lambda: senseless(7),
}


WORST = ("evil texts", "no sense")
"""Traces on which every key is pressed; on the others every third, each key on two of them at least."""


def pressed_on(name: str) -> list[str]:
    """The keys that are pressed on a trace."""
    return KEYS if name in WORST else KEYS[list(TRACES).index(name) % 3 :: 3]


@pytest.mark.parametrize("name", TRACES)
async def test_every_key_is_harmless(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    app = ExplorerApp(TRACES[name](), name, served=True)  # so that no key writes a file or runs a search for long
    async with running(app, (100, 30)) as pilot:
        for number, key in enumerate(pressed_on(name)):
            await pilot.press(key)
            if number % 4 == 0 or len(app.screen_stack) > 1:
                harmless(app)
            if len(app.screen_stack) > 1:
                await pilot.press("escape")
        await until(pilot, lambda: app.is_running)
        harmless(app)
        assert app._exception is None
    assert list(tmp_path.iterdir()) == []


def harmless(app: ExplorerApp) -> None:
    """Nothing that a terminal obeys is in a line of the screen."""
    for strip in app.screen._compositor.render_strips():
        assert not OBEYED.search(strip.text)


async def test_a_bookmark_of_evil_texts_is_text(tmp_path: Path) -> None:
    path: Any = tmp_path / "t.plyscope"
    texts().save(path)
    app = ExplorerApp(tracer.load(path), str(path), path=str(path))
    async with running(app, (100, 30)) as pilot:
        await pilot.press("asterisk", *"evil", "enter", "apostrophe")
        harmless(app)
        assert app._exception is None
