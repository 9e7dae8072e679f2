"""The table of keys is the only place where keys are."""

from __future__ import annotations

from operator import attrgetter

from textual.binding import Binding

import tracer
from tui.browser import Browser
from tui.explorer import Explorer, action, bindings
from tui.help import help_text
from tui.keys import SIGNS, every, footer


def test_no_key_does_two_things():
    keys = [name for key in every() for name in key.keys.split(",")]
    assert len(keys) == len(set(keys))


def test_every_action_exists():
    browser = Browser(tracer.trace("tictactoe", max_nodes=9))
    for key in every():
        is_models = action(key).startswith("do(")
        owner, name = (browser, key.action) if is_models else (Explorer, f"action_{key.action}")
        assert callable(attrgetter(name)(owner))


def test_every_key_is_bound_and_in_the_help():
    bound = [binding.key for binding in bindings() if isinstance(binding, Binding)]
    assert sorted(bound) == sorted(key.keys for key in every())
    for key in every():
        assert f"  {key.shown:<10}{key.help}\n" in help_text().plain


def test_every_sign_is_explained():
    for sign, meaning in SIGNS:
        assert sign in help_text().plain
        assert meaning in help_text().plain


def test_the_footer_fits_eighty_columns():
    assert sum(len(key.shown.split()[0]) + len(key.footer) + 2 for key in footer()) <= 80
