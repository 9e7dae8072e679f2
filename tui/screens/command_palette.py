"""The commands of the palette: every key by its help, and by what else people call it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.css.query import NoMatches
from textual.events import Mount

from tui.screens.base_screens import PromptingScreen

PREFIX_SCORE = 100.0
"""What a word that begins as typed is worth more than letters that stand somewhere in a title."""


PaletteCommand = tuple[str, str, str, Callable[[], Any]]
"""A command: its title, what is said of it, what else people call it, and what it does."""


class KeyCommandProvider(Provider):
    """Finds commands by their titles and by other words for them."""

    def _iter_commands(self) -> Iterator[PaletteCommand]:
        yield "Theme", "Change the colours", "dark light colors scheme", self.app.search_themes
        screen = self.screen
        if isinstance(screen, PromptingScreen):
            for key, name, action in screen.iter_key_commands():
                title = key.help[0].upper() + key.help[1:] + (f": {name}" if name else "")
                keywords = f"{key.footer} {key.synonyms}".strip()
                yield title, f"Key {key.label}", keywords, partial(screen.run_action, action)

    async def discover(self) -> Hits:
        """All commands, by title."""
        for title, about, _, run in sorted(self._iter_commands()):
            yield DiscoveryHit(title, run, help=about)

    async def search(self, query: str) -> Hits:
        """The commands that something was typed of: those with a word that begins so first."""
        matcher = self.matcher(query)
        for title, about, keywords, run in self._iter_commands():
            score = matcher.match(title)
            matching_words = [keyword for keyword in keywords.split() if keyword.startswith(query.strip().casefold())]
            if matching_words:
                yield Hit(
                    score + PREFIX_SCORE, matcher.highlight(title), run, help=f"{about} · {' '.join(matching_words)}"
                )
            elif score > 0:
                yield Hit(score, matcher.highlight(title), run, help=about)


class CommandFinder(CommandPalette):
    """The palette. Keys and clicks may come before its list is there, and after it was closed."""

    def _on_mount(self, event: Mount) -> None:
        if not self.is_current:  # it was closed before it was there
            event.prevent_default()

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close, unless it is closed already."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with suppress(NoMatches, KeyError):  # a list that has no height yet knows no lines
            super()._action_command_list(action)

    def _action_cursor_down(self) -> None:
        with suppress(NoMatches):
            super()._action_cursor_down()
