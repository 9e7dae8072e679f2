"""The recordings of plyscope: record a game-tree search and ask it anything.

>>> import tracer
>>> trace = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "alphabeta")
>>> trace.value, trace.best_move, len(trace)
(3.0, 'a1', 13)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tracer.errors import GameError, PlyscopeError, TraceFileError
from tracer.games.board import Board, Squares
from tracer.games.registry import GAMES, game
from tracer.games.rules import CHANCE, MAX, MIN, Game, Turn
from tracer.recording.best_first_recorder import BestFirstRecorder
from tracer.recording.header import Header
from tracer.recording.log import RowKind
from tracer.recording.no_moves import Null, Onward, Pass, Stand
from tracer.recording.node import Node
from tracer.recording.recorder import Recorder, Stop
from tracer.recording.status import Bound, Status, Why
from tracer.run.plan import Options, Result
from tracer.run.run import search, trace
from tracer.searches.registry import SEARCHES
from tracer.time.moments import Event, Frame, Moment
from tracer.tracing import SearchInterrupted, Trace, load

if TYPE_CHECKING:
    from tracer.attaching.attach_functions import attach
    from tracer.comparing.comparison import compare
    from tracer.diagnosis.examination import check
    from tracer.diagnosis.finding import Finding
    from tracer.lines.reading import read_lines
    from tracer.why.explain import explain

__all__ = [
    "CHANCE",
    "GAMES",
    "MAX",
    "MIN",
    "SEARCHES",
    "BestFirstRecorder",
    "Board",
    "Bound",
    "Event",
    "Finding",
    "Frame",
    "Game",
    "GameError",
    "Header",
    "Moment",
    "Node",
    "Null",
    "Onward",
    "Options",
    "Pass",
    "PlyscopeError",
    "Recorder",
    "Result",
    "RowKind",
    "SearchInterrupted",
    "Squares",
    "Stand",
    "Status",
    "Stop",
    "Trace",
    "TraceFileError",
    "Turn",
    "Why",
    "attach",
    "check",
    "compare",
    "explain",
    "game",
    "load",
    "read_lines",
    "search",
    "trace",
]

_LATER = {
    "attach": "tracer.attaching.attach_functions",
    "check": "tracer.diagnosis.examination",
    "compare": "tracer.comparing.comparison",
    "explain": "tracer.why.explain",
    "Finding": "tracer.diagnosis.finding",
    "read_lines": "tracer.lines.reading",
}
"""What most programs do not need, and loads a good deal: it is imported when it is first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'tracer' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
