"""How the searches of the specimens on windows are recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specimens.specimen import Style, module

import tracer
from tracer.attaching.attach_functions import attach

FUNCTIONS = Style("windows_functions", ("max_value", "min_value"))
NEGAMAX = Style("windows_negamax", ("negamax",), options={"state": "row"})
FLAG = Style("windows_flag", ("minimax",), options={"state": "board"})
CLASS = Style("windows_class", ("Choosing.max", "Choosing.min"))
GLOBALS = Style("windows_globals", ("search",), options={"alpha": "alpha", "beta": "beta", "game": "tictactoe"})
ENDS = {"alpha": lambda frame: frame["window"][0], "beta": lambda frame: frame["window"][1]}
LIST = Style("windows_list", ("search",), options={**ENDS, "game": "tictactoe"})
ATTRIBUTES = Style(
    "windows_attributes",
    ("Solver.negamax",),
    options={"alpha": "self.alpha", "beta": "self.beta", "game": "tictactoe"},
)
ONE_BOUND = Style("windows_alpha", ("solve.visit",), options={"alpha": "bound", "beta": "beta"})
SCOUT = Style("windows_scout", ("search",), options={"state": "row", "view": "mover"})
SCOUT_FUNCTIONS = Style("windows_scout_functions", ("maximize", "minimize"))
SCOUT_LEAVES = Style("windows_scout_leaves", ("negascout",))
MTDF = Style("windows_mtdf", ("minimax",), options={"turn": lambda frame: frame["position"][2]})
TABLE = Style("windows_table", ("negamax",), options={"state": "row"})
DEEPENING = Style("windows_deepening", ("alphabeta",))
ITERATIONS = Style("windows_iterations", ("alphabeta",), options={"root": "choose"})
ROOT = Style("waste_root", ("max_value", "min_value"), options={"root": "choose"})
ROOT_NEGAMAX = Style("waste_moves", ("negamax",), options={"state": "row", "root": "best_move"})
STYLES = (
    FUNCTIONS, NEGAMAX, FLAG, CLASS, GLOBALS, LIST, ATTRIBUTES, ONE_BOUND, SCOUT, SCOUT_FUNCTIONS, SCOUT_LEAVES,
    MTDF, TABLE, DEEPENING, ITERATIONS, ROOT, ROOT_NEGAMAX,
)  # fmt: skip


def traces(style: Style, **constants: Any) -> list[tracer.Trace]:
    """Every search that a style makes, after some of its file's constants are given other values."""
    made = module(style)
    for name, value in constants.items():
        assert hasattr(made, name)
        setattr(made, name, value)
    functions = [getattr(made, name) if hasattr(made, name) else name for name in style.functions]
    with attach(*functions, **style.options) as recording:
        getattr(made, style.run)()
    return recording.traces


def complaints(found: list[tracer.Finding]) -> Iterator[str]:
    """Findings that say that something is wrong."""
    return (str(finding) for finding in found if finding.severity != "note")
