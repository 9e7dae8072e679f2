"""Imports run tracer <- viz <- tui, and the models of the explorer need no Textual."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MODELS = sorted(path.stem for path in (Path(__file__).parents[1] / "tui" / "model").glob("[!_]*.py"))


def loaded(modules: str) -> set[str]:
    """The top-level modules that importing some loads, in a fresh interpreter."""
    code = f"import sys, {modules}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_the_tracer_loads_nothing_that_draws():
    assert not loaded("tracer") & {"textual", "rich", "graphviz", "networkx", "viz", "tui"}


def test_pictures_load_no_terminal():
    """Nor what is slow or optional, before it is used."""
    optional = {"rich", "pygraphviz", "graphviz", "pyarrow", "matplotlib", "PIL", "reportlab", "anywidget"}
    assert not loaded("viz") & {"textual", "tui", *optional}


def test_the_models_of_the_explorer_load_no_textual():
    assert len(MODELS) > 15
    assert "textual" not in loaded(", ".join(f"tui.model.{module}" for module in MODELS))


def test_the_explorer_does_load_textual():
    assert "textual" in loaded("tui.app")


@pytest.mark.parametrize("options", [[], ["-a", "minimax"], ["--depth", "3", "--alpha", "-0.5", "--fail", "soft"]])
@pytest.mark.long
def test_the_first_screen_loads_no_other(tmp_path, options):
    """What other screens, other commands and keys need waits until it is asked for."""
    code = f"""
import sys
from tui import app, program
from tui.commands import explore
app.run = lambda app: print(*sys.modules)
explore.has_terminal = lambda: True
program.run(["explore", "[[3, 5], [2, 9]]", *{options}])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    found = set(done.stdout.split())
    assert found >= {"tui.app", "tui.screens.explorer", "textual"}
    assert not found & {
        "viz",
        "networkx",
        "graphviz",
        "pydantic",
        "rich.progress",
        "tracer.comparing",
        "tracer.attaching",
        "tracer.stepping",
        "tracer.diagnosis.examination",
        "tui.commands.run",
        "tui.model.map",
        "tui.model.picture",
        "tui.commands.serve",
        "tui.screens.follower",
        "tui.screens.side_by_side",
        "tui.screens.guided",
        "tui.screens.playing",
        "tui.screens.search_form",
        "tui.screens.searching",
        "tui.screens.start",
        "tui.terminal.difference",
        "textual.widgets._markdown",
        "textual.widgets._text_area",
    }
