"""Record a game-tree search and ask it anything.

>>> import tracer
>>> trace = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "alphabeta")
>>> trace.value, trace.best_move, len(trace)
(3.0, '1', 13)
"""

from tracer.diagnosis import Finding, check
from tracer.errors import GameError, PlyscopeError, SearchInterrupted, TraceFileError
from tracer.file.opening import load
from tracer.games.registry import GAMES, game
from tracer.games.rules import CHANCE, MAX, MIN, Game, Turn
from tracer.recording.header import Header
from tracer.recording.node import Node
from tracer.recording.recorder import Recorder
from tracer.recording.status import Bound, Status
from tracer.run.run import Options, Result, search, trace
from tracer.searches.registry import SEARCHES
from tracer.time.moments import Event, Frame, Moment
from tracer.tracing import Trace

__all__ = [
    "CHANCE",
    "GAMES",
    "MAX",
    "MIN",
    "SEARCHES",
    "Bound",
    "Event",
    "Finding",
    "Frame",
    "Game",
    "GameError",
    "Header",
    "Moment",
    "Node",
    "Options",
    "PlyscopeError",
    "Recorder",
    "Result",
    "SearchInterrupted",
    "Status",
    "Trace",
    "TraceFileError",
    "Turn",
    "check",
    "game",
    "load",
    "search",
    "trace",
]
