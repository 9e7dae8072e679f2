"""Read a stream of the line protocol, or a file, and record what it tells."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.output import is_stream, need_another
from tracer.file.series import INTERRUPTED, Written
from tracer.file.whole import WholeFile
from tracer.file.writing import Writer
from tracer.games.places import find_game
from tracer.games.registry import as_game
from tracer.games.rules import AnyGame, spec_of
from tracer.lines.blocks import BOM, EXAMPLE, Fault, Preamble, TooLong, blocks, events, read_preamble
from tracer.lines.telling import Teller
from tracer.lines.trees import Begun, TreeTeller, begins_tree
from tracer.recording.header import NO_GAME, Header
from tracer.recording.interrupts import hold_interrupts
from tracer.recording.memory import limit_memory
from tracer.recording.no_moves import NoMove
from tracer.recording.numbers import name_numbers
from tracer.recording.recorder import Recorder, Stop
from tracer.recording.told import Told
from tracer.recording.tree_recorder import BestFirstRecorder, Tables
from tracer.text import clean
from tracer.tracing import SearchInterrupted, Trace, at_told_root, reopen


def read_lines(
    source: str | os.PathLike[str] | BinaryIO,
    *,
    game: Any = None,
    max_nodes: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[int], None] | None = None,
    output: str | os.PathLike[str] | None = None,
    name: str | None = None,
) -> Trace:
    r"""The trace of a search that was written down in the line protocol.

    What stops in the middle is a trace too: what was not left by then is OPEN, and `header.stopped` says so. Where the
    game knows none of the moves at the root, the trace has no game.

    Args:
        source: a file, or a binary stream such as a pipe.
        game: the game or its spec, where the header names none of the built-in ones.
        max_nodes: stop reading after this many visits; `header.stopped` then says so.
        max_memory: stop reading when the process has this many bytes in memory.
        progress: called ten times a second or so with the number of nodes visited; it may raise `plyscope.Stop`
            with the reason for which reading shall end.
        output: a file to which the trace is written while it is read.
        name: what a stream is called in messages.

    Raises:
        TraceFileError: a line is wrong; the message names it. With an output, what comes before it was written.
        PlyscopeError: there is no such game, or a limit that cannot be.
        SearchInterrupted: Ctrl-C; its `trace` holds what was read.

    >>> from io import BytesIO
    >>> told = b'{"plyscope": 1}\n{"enter": null, "turn": "MAX"}\n{"enter": "a"}\n{"leave": 3}\n{"leave": 3}'
    >>> read_lines(BytesIO(told)).pv
    ['a']
    """
    with _opened(source, game, output, name, max_nodes, limit_memory(max_memory, progress)) as reading:
        written = reading.run(keep=output is None or is_stream(output))
        trace = reading.trace(written) if output is None or is_stream(output) else reopen(written, output)
    if written.error is not None:
        raise SearchInterrupted(trace) from None
    return trace


def write_lines(
    source: str | os.PathLike[str] | BinaryIO,
    output: str | os.PathLike[str],
    *,
    game: Any = None,
    max_nodes: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[int], None] | None = None,
    name: str | None = None,
) -> Written:
    """Write the trace of what `read_lines` reads into a file, and keep nothing of it in memory, however large it is.

    Raises:
        TraceFileError: a line is wrong, or the file cannot be written.
        PlyscopeError: there is no such game, or a limit that cannot be.
        KeyboardInterrupt: Ctrl-C before the first node.
    """
    with _opened(source, game, output, name, max_nodes, limit_memory(max_memory, progress)) as reading:
        return reading.run(keep=False)


@contextmanager
def _opened(
    source: str | os.PathLike[str] | BinaryIO,
    game: Any,
    output: str | os.PathLike[str] | None,
    name: str | None,
    max_nodes: int | None,
    progress: Callable[[int], None] | None,
) -> Iterator[_Reading]:
    found = None if game is None else as_game(game)
    need_another(output, source)
    if not isinstance(source, str | os.PathLike):
        yield _Reading(source, clean(name or "the stream"), found, max_nodes, progress, output)
        return
    shown = clean(name or str(Path(source)))
    try:
        stream = Path(source).open("rb")  # noqa: SIM115  # it is closed below, and an error of the block is not its own
    except (OSError, ValueError) as error:
        raise TraceFileError(f"cannot read {shown}: {getattr(error, 'strerror', error)}") from error
    with stream:
        yield _Reading(stream, shown, found, max_nodes, progress, output)


class _Reading:
    """A stream while it is read."""

    def __init__(
        self,
        stream: BinaryIO,
        name: str,
        game: AnyGame | None,
        max_nodes: int | None,
        progress: Callable[[int], None] | None,
        output: str | os.PathLike[str] | None,
    ) -> None:
        self._stream, self._name, self._given = stream, name, game
        self._max_nodes, self._progress, self._output = max_nodes, progress, output
        self._line = 0
        self._keep = False
        self._told: Begun | None = None
        self._tree: Trace | None = None
        """The recording of a best-first search, once it has ended."""

    def run(self, *, keep: bool) -> Written:
        """Read it to its end; what was read stays in memory if it shall be kept."""
        self._keep = keep
        try:
            self._read()
        except Stop as stop:
            return self._finish(stop.reason)
        except KeyboardInterrupt as error:
            if not self._started:
                self._abandon()
                raise
            return self._finish(INTERRUPTED, error)
        except TraceFileError:  # the output cannot be written
            self._abandon()
            raise
        except (PlyscopeError, OSError) as error:
            raise self._located(error) from error
        except BaseException:
            self._abandon()
            raise
        return self._finish(None)

    def trace(self, written: Written) -> Trace:
        """The trace of what was read and kept."""
        told = self._told
        assert told is not None
        if self._tree is not None:
            return self._tree
        assert isinstance(told.teller, Teller)
        columns, moves = told.recorder.finish()
        labels = [str(move) for move in moves]
        none = {number: move for number, move in enumerate(moves) if isinstance(move, NoMove)}
        columns, texts = told.teller.told.beside(columns)
        tables: dict[str, Any] = {"labels": labels, "texts": texts}
        trace = Trace(columns, none, written.header, written.game, written.start, **tables)
        return name_numbers(at_told_root(trace))

    def _read(self) -> None:
        for block in blocks(self._stream):
            said = self._begin(events(block.removeprefix(BOM))) if self._told is None else events(block)
            if self._told is not None:
                self._told = self._grown(self._told, said)
                self._told.teller.take(said)
        if self._told is None:
            self._line = 0
            raise PlyscopeError(f"it is empty; the first line is a header, such as {EXAMPLE}")
        if not self._started:
            if self._told is not None and isinstance(self._told.teller, TreeTeller):
                raise PlyscopeError('it has nodes and nothing that is known of them; an "update" is what comes next')
            raise PlyscopeError('it has a header and no nodes; an "enter" is what comes next')

    def _grown(self, told: Begun, said: list[Any]) -> Begun:
        """What takes the lines: another one where the first after the header is of a best-first search."""
        first = next((event for event in said if event is not None), None)
        if told.recorder.started or isinstance(told.teller, TreeTeller) or not begins_tree(first):
            return told
        sink = None
        if isinstance(told.sink, Writer):
            assert self._output is not None
            sink = WholeFile(self._output, told.sink.hand_over())
        recorder = BestFirstRecorder(self._max_nodes, self._progress, None if sink is None else self._renew)
        header = replace(told.header, windowed=False)
        teller = TreeTeller(recorder, told.view, told.teller.line)
        return told._replace(teller=teller, recorder=recorder, sink=sink, header=header)

    def _renew(self, tables: Tables) -> None:
        """Have the file of a best-first search hold what was read by now."""
        told = self._told
        if told is not None and isinstance(told.sink, WholeFile):
            told.sink.renew(lambda: told.tree(told.header, tables))

    def _begin(self, said: list[Any]) -> list[Any]:
        """Take the header, which is the first line that is not empty; gives what follows it."""
        for position, first in enumerate(said):
            self._line += 1
            if isinstance(first, Fault):
                raise PlyscopeError(f"a header expected, such as {EXAMPLE}; this is {first.problem}")
            if first is not None:
                preamble = read_preamble(first)
                with hold_interrupts():  # so that no draft of the output is left behind
                    self._told = self._open(preamble)
                return said[position + 1 :]
        return []

    def _open(self, preamble: Preamble) -> Begun:
        header = preamble.header
        unnamed = NO_GAME if self._given is None else spec_of(self._given)
        header = replace(header, game=header.game or unnamed)
        game, start = self._place(header)
        told = Told(keep=self._keep)
        # The labels are in the lines, so the file's writer needs no game to make them.
        sink = None if self._output is None else Writer(self._output, header, str, told)
        limits = (self._max_nodes, self._progress)
        try:
            recorder = Recorder(preamble.view, *limits, sink, header.windowed, keep=self._keep)
        except PlyscopeError:
            if sink is not None:
                sink.abandon()
            raise
        teller = Teller(recorder, told, windowed=header.windowed, line=self._line)
        return Begun(preamble.view, teller, preamble.windowed, recorder, sink, header, game, start)

    def _place(self, header: Header) -> tuple[AnyGame | None, Any]:
        evaluation, prefer = header.options.get("evaluate"), header.options.get("prefer")
        try:
            return find_game(header.game, header.position, self._given, evaluation=evaluation, prefer=prefer)
        except RecursionError:  # a tree given as text, nested too deeply: no game that is built in
            return None, None

    @property
    def _started(self) -> bool:
        return self._told is not None and self._told.recorder.started

    def _finish(self, stopped: str | None, error: BaseException | None = None) -> Written:
        """End the recording, and the file; gives what is known of it."""
        told = self._told
        assert told is not None
        teller, recorder = told.teller, told.recorder
        if isinstance(teller, TreeTeller):
            assert isinstance(recorder, BestFirstRecorder)
            return self._finish_tree(told, teller, recorder, stopped, error)
        assert isinstance(recorder, Recorder)
        if stopped is None and not teller.finished:
            stopped = f"where its recording ends, {'amid' if teller.cut else 'after'} line {teller.line:,}"
        with hold_interrupts():
            moves = recorder.close()
            windowed = told.windowed
            if windowed is None:
                windowed = teller.windowed or recorder.cutoffs or recorder.visited < recorder.recorded
            notes = told.header.notes | teller.notes
            header, game, start = told.known(replace(told.header, stopped=stopped, windowed=windowed, notes=notes))
            if isinstance(told.sink, Writer):
                told.sink.finish(header)
        first = str(next(iter(moves), ""))
        return Written(header, recorder.recorded, recorder.visited, teller.value, error, game, start, first)

    def _finish_tree(
        self,
        told: Begun,
        teller: TreeTeller,
        recorder: BestFirstRecorder,
        stopped: str | None,
        error: BaseException | None,
    ) -> Written:
        """End the recording of a best-first search, and its file."""
        if stopped is None and teller.cut:
            stopped = f"where its recording ends, amid line {teller.line:,}"
        with hold_interrupts():
            header = replace(told.header, stopped=stopped, notes=told.header.notes | teller.notes)
            found = self._tree = told.tree(header, recorder.finish())
            if isinstance(told.sink, WholeFile):
                told.sink.finish(found)
        first = "".join(found.move_labels[:1])
        size, start = len(found), None if found.game is None else told.start
        return Written(found.header, size, size, found.value, error, found.game, start, first)

    def _located(self, error: PlyscopeError | OSError) -> TraceFileError:
        """The error with the line where it happened; what was read before it is kept in the output."""
        if isinstance(error, OSError):
            return TraceFileError(f"cannot read {self._name}: {error.strerror}")
        told = self._told
        line = (self._line if told is None else told.teller.line) + isinstance(error, TooLong)
        where = self._name if line == 0 else f"{self._name}, line {line:,}"
        located = TraceFileError(f"{where}: {error}")
        if self._started and self._output is not None:
            nodes = self._finish(f"by an error in line {line:,} of its recording").nodes
            before = "the node before it is" if nodes == 1 else f"the {nodes:,} nodes before it are"
            located.add_note(f"; {before} in {clean(str(self._output))}")
        else:
            self._abandon()
        return located

    def _abandon(self) -> None:
        if self._told is not None and self._told.sink is not None:
            self._told.sink.abandon()
