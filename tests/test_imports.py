"""Imports run tracer <- viz <- tui, and the models of the explorer need no Textual."""

from __future__ import annotations

import subprocess
import sys

import pytest


def loaded(module: str) -> set[str]:
    """The top-level modules that importing one loads, in a fresh interpreter."""
    code = f"import sys, {module}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_the_tracer_loads_nothing_that_draws():
    assert not loaded("tracer") & {"textual", "rich", "graphviz", "networkx", "viz", "tui"}


def test_pictures_load_no_terminal():
    assert not loaded("viz") & {"textual", "tui"}


@pytest.mark.parametrize("module", ["rows", "cursor", "browser", "line", "keys", "goto", "pair"])
def test_the_models_of_the_explorer_load_no_textual(module):
    assert "textual" not in loaded(f"tui.{module}")


def test_the_explorer_does_load_textual():
    assert "textual" in loaded("tui.app")
