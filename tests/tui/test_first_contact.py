"""From `plyscope explore` to the first cutoff understood, in at most eight keys: each screen as a golden text."""

import pytest
from screens import running, text, until

from tui.app import ExplorerApp
from tui.screens.explorer import Explorer
from tui.screens.start_screen import StartChoices, StartScreen
from tui.terminal.user_state import UserState

KEYS = ("enter", "x", "w", "escape", "n", "q")
"""The textbook tree, its first cutoff, the move that set the bound; the strip goes; on past what was skipped; back."""


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_first_start(size, golden, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # The list of games is that of a plain installation, whatever else is there.
    monkeypatch.setattr("tui.screens.start_screen.find_spec", lambda name: None)
    app = ExplorerApp(None, memory=UserState(tmp_path))
    screens = []
    async with running(app, size) as pilot:
        await until(
            pilot,
            lambda: app.screen.query_one(StartChoices).highlighted_choice is not None and "the same: " in text(app),
        )
        screens.append(f"plyscope explore\n\n{text(app)}")
        for key in KEYS:
            await pilot.press(key)
            await until(pilot, lambda key=key: isinstance(app.screen, StartScreen if key == "q" else Explorer))
            await pilot.pause()
            screens.append(f"{key}\n\n{text(app)}")
        assert "alpha cutoff" in screens[2]
        assert "2 ≤ alpha 3" in screens[2]
        assert len(KEYS) <= 8
    golden(f"first-contact/{size[0]}x{size[1]}.txt", f"\n{'═' * size[0]}\n".join(screens) + "\n")
