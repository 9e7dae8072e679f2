"""Imports run tracer <- viz <- tui, and the models of the explorer need no Textual."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from test_house import FILES, imported, module_of

from tui.program import JOBS

BESIDE = ("tracer.playing", "tracer.sweeping", "tracer.measuring", "viz.studies", "tui.model.playing")
"""The rooms of playing, of studies and of timings, which stand beside the rest."""
OF_THEM = {"play", "book", "bench", "sweep", "plot"}
"""The commands that are theirs."""
EXTRAS = (
    *("dask", "distributed", "bokeh", "pyarrow", "matplotlib", "PIL", "reportlab", "resvg_py", "pygraphviz"),
    *("anywidget", "textual_serve", "chess", "easyAI", "pyspiel"),
)
"""What the optional extras bring."""
WITHOUT_EXTRAS = """
trace tictactoe -a alphabeta --depth 4 -o t.plyscope
import lines.jsonl -o lines.plyscope
why t.plyscope
find t.plyscope cutoff
check t.plyscope
diff t.plyscope t.plyscope
table tictactoe -a alphabeta-memo --depth 3
export t.plyscope -o t.svg
export t.plyscope -o t.html
export t.plyscope -o t.csv
race [[3,5],[2,9]] -o race.svg -o race.html
worksheet [[3,5],[2,9]] -o sheet.html
count t.plyscope --by-ply
perft tictactoe --depth 3
bench [[3,5],[2,9]] -a minimax --runs 1
book tictactoe -o b.book
games
searches
formats
"""
LINES = """\
{"plyscope": 1, "game": "mine", "search": "minimax"}
{"enter": null, "turn": "MAX"}
{"enter": "a", "turn": "MIN"}
{"leave": 3, "status": "terminal"}
{"leave": 3}
"""
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
        "tui.model.recording_map",
        "tui.model.tree_picture",
        "tui.commands.serve",
        "tui.screens.trace_loading",
        "tui.screens.side_by_side",
        "tui.screens.game_screen",
        "tui.screens.search_form",
        "tui.screens.start_screen",
        "tui.terminal.difference_report",
        "textual.widgets._markdown",
        "textual.widgets._text_area",
    }


@pytest.mark.parametrize("package", ["tracer", "viz"])
def test_no_other_room_imports_what_stands_beside_the_rest(package):
    """Neither at the top nor in a function. Whole games are timed, so timings ask for players."""
    allowed = {
        "tracer.measuring": {"tracer.playing"},
        "viz.charts": {"tracer.measuring"},
        "viz.studies": {"tracer.sweeping"},
    }
    for name, path in FILES:
        room = ".".join(module_of(name, path).split(".")[:2])
        if name == package:
            found = {one for one in BESIDE for word in imported(path) if f"{word}.".startswith(f"{one}.")}
            assert found - {room} <= allowed.get(room, set()), path


def test_no_other_command_loads_what_stands_beside_the_rest():
    modules = {place.partition(".")[0] for some in JOBS.values() for name, place in some.items() if name not in OF_THEM}
    code = f"import sys, {', '.join(f'tui.commands.{module}' for module in modules)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not [name for name in done.stdout.split() if name.startswith(BESIDE)]


def test_other_commands_work_without_what_extras_bring(tmp_path):
    (tmp_path / "lines.jsonl").write_text(LINES, encoding="utf-8")
    code = f"""
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {EXTRAS}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
from tui.program import run
for line in {WITHOUT_EXTRAS.split(chr(10))[1:-1]}:
    print("status", run(line.split()), line)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    ended = [line.split(maxsplit=2)[1:] for line in done.stdout.splitlines() if line.startswith("status ")]
    assert len(ended) == len(WITHOUT_EXTRAS.split("\n")) - 2
    assert not [line for status, line in ended if status != "0"], done.stderr
