"""Run a search on a game: recorded, or bare."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from tracer.errors import GameError, PlyscopeError
from tracer.games.places import place, position_text
from tracer.games.registry import as_game
from tracer.games.rules import AnyGame, Rules, blame, describe, label, optional, rules
from tracer.recording.columns import Columns
from tracer.recording.header import Header
from tracer.recording.interrupts import hold_interrupts
from tracer.recording.memory import limit_memory
from tracer.recording.recorder import Recorder, Stop
from tracer.searches.contract import CUTS, FAILS, Bare, Search
from tracer.searches.ordering import with_order
from tracer.searches.registry import DEFAULT, find
from tracer.text import clean, nearest
from tracer.tracing import SearchInterrupted, Trace

if TYPE_CHECKING:
    import os

    from tracer.file.writing import Writer

INTERRUPTED, FAILED = "interrupted", "by an error of the game"
"""`Header.stopped` after Ctrl-C, and after an error of the game."""
DEEPEST = 20_000
"""Plies to which a search may descend. Python keeps its own frames off the C stack, so the limit is only a guard
against
games that never end."""


class Result(NamedTuple):
    """What a bare search returns."""

    value: float
    """MAX's view."""
    best_move: Hashable
    """The first move that attains it; None at a leaf."""


class Plan(NamedTuple):
    """A search made ready: everything checked, nothing run."""

    game: AnyGame
    rules: Rules[Any, Any]
    start: Any
    search: Search
    header: Header
    options: dict[str, Any]

    def run(self, record: Any) -> Result:
        """Run it with a recorder."""
        try:
            with deep_recursion(), blame(self.game):
                return Result(*self.search.run(self.rules, self.start, record, **self.options))
        except GameError as error:
            if not isinstance(error.__cause__, RecursionError):
                raise
            raise GameError(
                f"{describe(self.game)} does not end within {DEEPEST:,} plies: give a depth limit (--depth), "
                "or check that its moves lead to an end"
            ) from error.__cause__


class Options(TypedDict, total=False):
    """How to search; the same for `trace` and `search`. What is left out has its default.

    A search may have options of its own besides: `plyscope searches` lists them.
    """

    position: Any
    """The root: a text that the game parses, a path of moves from the start such as `"b2/a1"`, or a position."""
    depth: int | None
    """Remaining depth at the root, in plies; None (the default) searches to the end of the game."""
    window: tuple[float, float] | None
    """(alpha, beta) at the root, MAX's view; None (the default) is the full window."""
    fail: str | None
    """"soft" (the default) or "hard": whether returned values are clamped to the window."""
    cut: str | None
    """">=" (the default) or ">": the cutoff test. With ">" a fail-hard search never cuts: its values stay inside."""
    order: str | None
    """natural (the default), reversed, best, worst, random:SEED, or an order of the game's own."""


def trace(
    game: Any,
    search: str = DEFAULT,
    *,
    position: Any = None,
    depth: int | None = None,
    window: tuple[float, float] | None = None,
    fail: str | None = None,
    cut: str | None = None,
    order: str | None = None,
    max_nodes: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[int], None] | None = None,
    output: str | os.PathLike[str] | None = None,
    **own: Any,
) -> Trace:
    """Record a search.

    Args:
        game: a game, its spec (`"connect4:5,4,4"`), nested lists, or a networkx tree with leaf values.
        search: its name; `tracer.SEARCHES` has them.
        position: the root, as `tracer.Options` says.
        depth: plies to search.
        window: (alpha, beta) at the root, MAX's view.
        fail: "soft" or "hard".
        cut: ">=" or ">".
        order: the order of moves.
        max_nodes: stop after this many visits; `header.stopped` then says so.
        max_memory: stop when the process has this many bytes in memory.
        progress: called ten times a second or so with the number of nodes visited; it may raise
            `tracer.recording.recorder.Stop` with the reason for which the search shall end.
        output: a file to which the trace is written while the search runs.
        **own: options that this search has of its own.

    Raises:
        PlyscopeError: the game, the search or an option is wrong.
        GameError: the game misbehaved or raised; its `trace` holds what was recorded.
        SearchInterrupted: Ctrl-C; its `trace` holds what was recorded.
    """
    options = Options(position=position, depth=depth, window=window, fail=fail, cut=cut, order=order)
    plan = prepare(game, search, **options, **own)
    return record(plan, max_nodes=max_nodes, max_memory=max_memory, progress=progress, output=output)


def record(
    plan: Plan,
    *,
    max_nodes: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[int], None] | None = None,
    output: str | os.PathLike[str] | None = None,
) -> Trace:
    """Record a search that was made ready; `trace` says what the arguments mean, and what is raised."""
    sink = None if output is None else _sink(plan, output)
    keep = sink is None or not sink.readable
    recorder = _recorder(plan, limit_memory(max_memory, progress), max_nodes, sink, keep=keep)
    started = perf_counter()

    def finished(stopped: str | None) -> Trace:
        header = replace(plan.header, seconds=perf_counter() - started, stopped=stopped)
        columns, moves = finish(recorder, sink, header)
        return Trace(columns, moves, header, plan.game, plan.start)

    try:
        plan.run(recorder)
    except Stop as stop:
        return finished(stop.reason)
    except (KeyboardInterrupt, GameError) as error:
        if not recorder.started:
            _abandon(sink)
            raise
        if isinstance(error, KeyboardInterrupt):
            raise SearchInterrupted(finished(INTERRUPTED)) from None
        error.trace = finished(FAILED)
        raise
    except BaseException:
        _abandon(sink)
        raise
    return finished(None)


class Written(NamedTuple):
    """What is known of a recording that is in a file and nowhere else."""

    header: Header
    nodes: int
    """Pruned branches included."""
    visited: int
    value: float | None
    """What the search returned; None where it was stopped."""
    error: KeyboardInterrupt | GameError | None
    """What ended it; what was recorded by then is in the file."""


def write(
    plan: Plan,
    output: str | os.PathLike[str],
    *,
    max_nodes: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Written:
    """Record a search into a file, and keep nothing of it in memory, however large it is.

    Raises:
        PlyscopeError: nothing was recorded; or the file cannot be written.
        KeyboardInterrupt: Ctrl-C before the first node.
    """
    sink = _sink(plan, output)
    recorder = _recorder(plan, limit_memory(max_memory, progress), max_nodes, sink, keep=False)
    started, value, stopped = perf_counter(), None, None
    ended: KeyboardInterrupt | GameError | None = None
    try:
        value = plan.run(recorder).value
    except Stop as stop:
        stopped = stop.reason
    except (KeyboardInterrupt, GameError) as error:
        if not recorder.started:
            _abandon(sink)
            raise
        ended, stopped = error, INTERRUPTED if isinstance(error, KeyboardInterrupt) else FAILED
    except BaseException:
        _abandon(sink)
        raise
    header = replace(plan.header, seconds=perf_counter() - started, stopped=stopped)
    with hold_interrupts():
        recorder.close()
        sink.finish(header)
    return Written(header, recorder.recorded, recorder.visited, value, ended)


def _sink(plan: Plan, output: str | os.PathLike[str]) -> Writer:
    from tracer.file.writing import Writer

    return Writer(output, plan.header, partial(label, plan.game))


def _recorder(
    plan: Plan, progress: Callable[[int], None] | None, max_nodes: int | None, sink: Writer | None, *, keep: bool
) -> Recorder:
    view, windowed = plan.search.view, plan.search.windowed
    try:
        return Recorder(view, max_nodes, progress, sink, windowed, keep=keep)
    except PlyscopeError:
        _abandon(sink)
        raise


def finish(recorder: Recorder, sink: Writer | None, header: Header) -> tuple[Columns, list[Hashable]]:
    """End a recording: its columns, which may have to be read back from its file, and its table of moves.

    Raises:
        TraceFileError: the file cannot be written, or read back.
    """
    if sink is None or not sink.readable:
        columns, moves = recorder.finish()
        if sink is not None:
            sink.finish(header)
        return columns, moves
    from tracer.file.reading import read

    with hold_interrupts():
        moves = recorder.close()
        sink.finish(header)
    return read(sink.path)[1], moves


def _abandon(sink: Writer | None) -> None:
    if sink is not None:
        sink.abandon()


def search(
    game: Any,
    search: str = DEFAULT,
    *,
    position: Any = None,
    depth: int | None = None,
    window: tuple[float, float] | None = None,
    fail: str | None = None,
    cut: str | None = None,
    order: str | None = None,
    **own: Any,
) -> Result:
    """Run a search without recording it. It does exactly the work of `trace`, and takes the same options.

    >>> search([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    Result(value=3, best_move='1')
    """
    options = Options(position=position, depth=depth, window=window, fail=fail, cut=cut, order=order)
    return prepare(game, search, **options, **own).run(Bare())


def prepare(game: Any, search: str, **options: Any) -> Plan:
    """Check everything that can be wrong before the first node. The options are those of `trace`.

    Raises:
        PlyscopeError: the game, the search or an option is wrong.
    """
    entry = find(search)
    _refuse_unknown(entry, options)
    found = as_game(game)
    position, order = options.get("position"), options.get("order") or "natural"
    base = with_order(rules(found), order, found)
    given, shown = _settings(entry, options, found)
    with blame(found):
        start = place(found, position)
    shown |= {"order": order} if order != "natural" else {}
    spec = str(getattr(found, "spec", None) or describe(found))
    header = Header(spec, position_text(found, position, start), search, shown, entry.windowed)
    return Plan(found, base, start, entry, header, given)


def _refuse_unknown(entry: Search, options: dict[str, Any]) -> None:
    known = [*Options.__annotations__, *(option.name for option in entry.own)]
    for name in options:
        if name not in known:
            hint = nearest(name, known)
            raise PlyscopeError(f"{entry.name} has no option {clean(name)!r}{hint}; there are: {', '.join(known)}")


def _settings(entry: Search, options: dict[str, Any], game: AnyGame) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the search is called with, and what of it the header says: all that differs from the defaults.

    What the search cannot choose is said there too, so that a reader of the trace need not know the search.
    """
    depth, window = _checked_depth(options.get("depth"), game), _checked_window(options.get("window"))
    if window is not None and not entry.windowed:
        raise _lacks(entry, "window")
    given: dict[str, Any] = {name: value for name, value in (("depth", depth), ("window", window)) if value is not None}
    shown = dict(given)
    for name, known in (("fail", FAILS), ("cut", CUTS)):
        value = _of_rule(entry, name, options.get(name), known)
        shown |= {name: value} if value != known[0] else {}
        given |= {name: value} if name in entry.options else {}
    for option in entry.own:
        asked = options.get(option.name)
        given[option.name] = option.default if asked is None else option.read(asked)
        shown |= {option.name: given[option.name]} if given[option.name] != option.default else {}
    return given, shown


def _of_rule(entry: Search, name: str, value: str | None, known: tuple[str, ...]) -> str:
    """The value of "fail" or "cut" that the search will have."""
    if value is not None and value not in known:
        raise PlyscopeError(f"{name} is {' or '.join(known)}, not {value!r}")
    able = entry.rule(name)
    if value is not None and value not in able:
        raise _lacks(entry, name, f" ({name} is always {able[0]})" if entry.windowed else "")
    return value or able[0]


def _lacks(entry: Search, name: str, why: str = "") -> PlyscopeError:
    return PlyscopeError(f"{entry.name} has no option {name}{why}; it has {', '.join(entry.options)}")


def _checked_depth(depth: int | None, game: AnyGame) -> int | None:
    if depth is None:
        return None
    if not isinstance(depth, int) or depth < 0:
        raise PlyscopeError(f"depth is a number of plies, 0 or more, not {depth}")
    if optional(game, "evaluate") is None:
        raise PlyscopeError(f"{describe(game)} has no evaluate(), which a depth limit needs; leave the depth out")
    return depth


def _checked_window(window: tuple[float, float] | None) -> tuple[float, float] | None:
    if window is None:
        return None
    try:
        alpha, beta = (float(end) for end in window)
    except (TypeError, ValueError):
        raise PlyscopeError(f"a window is two numbers (alpha, beta), not {window!r}") from None
    if not alpha < beta:
        raise PlyscopeError(f"the window ({alpha:g}, {beta:g}) is empty: alpha must be below beta")
    return None if math.isinf(alpha) and math.isinf(beta) else (alpha, beta)


_recursions: list[int] = []
"""The limit that each search that runs now, in any thread, has found; the first one is to be put back."""
_recursions_lock = Lock()


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let searches recurse as deep as games go. The limit is one for all threads: the last search puts it back."""
    with _recursions_lock:
        _recursions.append(sys.getrecursionlimit())
        sys.setrecursionlimit(max(_recursions[0], DEEPEST + 1_000))
    try:
        yield
    finally:
        with _recursions_lock:
            before = _recursions[0]
            _recursions.pop()
            if not _recursions:
                sys.setrecursionlimit(before)
