"""The table of keys is the only place where keys are."""

from __future__ import annotations

from operator import attrgetter

from textual.binding import Binding

import tracer
from tui.model.browser import Browser
from tui.model.keys import SIGNS, every, footer
from tui.model.pair import Pair
from tui.screens.explorer import Explorer
from tui.screens.help import help_text
from tui.screens.stage import HELPERS, actions, bindings


def test_no_key_does_two_things():
    keys = [name for key in every() for name in key.keys.split(",")]
    assert len(keys) == len(set(keys))


def test_every_action_exists():
    browser = Browser(tracer.trace("tictactoe", max_nodes=9))
    screen = Explorer(browser, "")
    for key in every():
        owner, _, name = key.action.rpartition(".")
        if owner == "pair":
            assert callable(getattr(Pair, name))
        elif owner:
            assert callable(attrgetter(key.action)(screen if owner in HELPERS else browser))
            assert all(action.startswith(f"do('{key.action}'") for _, action in actions(key))
        else:
            assert callable(getattr(screen, f"action_{name}"))


def test_every_key_is_bound_and_in_the_help():
    bound = [binding.key for binding in bindings() if isinstance(binding, Binding)]
    assert sorted(bound) == sorted(names for key in every() for names, _ in actions(key))
    for key in every():
        assert f"  {key.shown:<10}{key.help}\n" in help_text().plain


def test_every_sign_is_explained():
    for sign, meaning in SIGNS:
        assert sign in help_text().plain
        assert meaning in help_text().plain


def test_the_footer_fits_eighty_columns():
    assert sum(len(key.shown.split()[0]) + len(key.footer) + 2 for key in footer()) <= 80
