"""The table of keys is the only place where keys are."""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter

import pytest
from textual.binding import Binding

import tracer
from tui.model.browser import Browser
from tui.model.keys import SIGNS, all_keys, footer_keys, footer_keys_beside
from tui.screens.explorer import Explorer
from tui.screens.help import help_text
from tui.screens.stage import HELPERS, actions, bindings


def test_no_key_does_two_things():
    keys = [name for key in all_keys() for name in key.keys.split(",")]
    assert len(keys) == len(set(keys))


def test_what_an_action_says_is_the_file_the_class_and_the_method_that_do_it():
    for key in all_keys():
        owner, _, method = key.action.rpartition(".")
        if owner:
            room = "screens" if owner in HELPERS and owner != "pair" else "model"
            holder = getattr(import_module(f"tui.{room}.{owner}"), owner.capitalize())
            assert callable(vars(holder)[method]), key.action
        else:
            assert callable(getattr(Explorer, f"action_{method}")), key.action


def test_every_action_is_found_from_a_screen():
    screen = Explorer(Browser(tracer.trace("tictactoe", max_nodes=9)), "")
    for key in all_keys():
        owner = key.action.partition(".")[0]
        if "." in key.action and owner != "pair":
            assert callable(attrgetter(key.action)(screen if owner in HELPERS else screen.browser))
            assert all(action.startswith(f"do('{key.action}'") for _, action in actions(key))


def test_every_key_is_bound_and_in_the_help():
    bound = [binding.key for binding in bindings(footer_keys()) if isinstance(binding, Binding)]
    assert sorted(bound) == sorted(names for key in all_keys() for names, _ in actions(key))
    for key in all_keys():
        assert f"  {key.label:<10}{key.help}\n" in help_text().plain


def test_every_sign_is_explained():
    for sign, meaning in SIGNS:
        assert sign in help_text().plain
        assert meaning in help_text().plain


@pytest.mark.parametrize("shown", [footer_keys(), footer_keys_beside()], ids=["one search", "two"])
def test_the_footer_fits_eighty_columns(shown):
    assert sum(len(key.label.split()[0]) + len(key.footer) + 2 for key in shown) <= 80
