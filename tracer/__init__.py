"""Record a game-tree search and ask it anything.

>>> import tracer
>>> trace = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "alphabeta")
>>> trace.value, trace.best_move, len(trace)
(3.0, '1', 13)
"""

from tracer.diagnosis import Finding, check
from tracer.errors import GameError, PlyscopeError, SearchInterrupted, TraceFileError
from tracer.game import CHANCE, MAX, MIN, Game, Turn
from tracer.games.registry import GAMES, game
from tracer.header import Header
from tracer.moments import Event, Frame, Moment
from tracer.node import Node
from tracer.opening import load
from tracer.recorder import Recorder
from tracer.run import Options, Result, search, trace
from tracer.search.registry import SEARCHES
from tracer.status import Bound, Status
from tracer.trace import Trace

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
