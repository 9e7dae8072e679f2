"""Read a stream of the line protocol, or a file, and record what it tells."""

from __future__ import annotations

import io
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
from tracer.games.registry import as_game
from tracer.games.root_positions import find_game
from tracer.games.rules import AnyGame, spec_of
from tracer.lines.blocks import (
    BOM,
    EXAMPLE_HEADER,
    LineError,
    LineTooLongError,
    Preamble,
    decode_events,
    iter_blocks,
    read_preamble,
)
from tracer.lines.event_recorder import EventRecorder
from tracer.lines.tree_event_recorder import OpenRecording, TreeEventRecorder, is_tree_event
from tracer.recording.best_first_recorder import BestFirstRecorder, RecordedTables
from tracer.recording.header import NO_GAME, Header
from tracer.recording.interrupts import hold_interrupts
from tracer.recording.memory_limit import limit_memory
from tracer.recording.no_moves import NoMove
from tracer.recording.node import name_numbered_moves
from tracer.recording.node_details import NodeDetails
from tracer.recording.recorder import Recorder, Stop
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
        PlyscopeError: there is no such game, a limit that cannot be, or a stream of text.
        SearchInterrupted: Ctrl-C; its `trace` holds what was read.

    >>> from io import BytesIO
    >>> told = b'{"plyscope": 1}\n{"enter": null, "turn": "MAX"}\n{"enter": "a"}\n{"leave": 3}\n{"leave": 3}'
    >>> read_lines(BytesIO(told)).pv
    ['a']
    """
    with _open_reading(source, game, output, name, max_nodes, limit_memory(max_memory, progress)) as reading:
        written = reading.read_all(keep=output is None or is_stream(output))
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
        PlyscopeError: there is no such game, a limit that cannot be, or a stream of text.
        KeyboardInterrupt: Ctrl-C before the first node.
    """
    with _open_reading(source, game, output, name, max_nodes, limit_memory(max_memory, progress)) as reading:
        return reading.read_all(keep=False)


@contextmanager
def _open_reading(
    source: str | os.PathLike[str] | BinaryIO,
    game: Any,
    output: str | os.PathLike[str] | None,
    name: str | None,
    max_nodes: int | None,
    progress: Callable[[int], None] | None,
) -> Iterator[_LineReading]:
    found_game = None if game is None else as_game(game)
    need_another(output, source)
    if isinstance(source, io.TextIOBase):
        raise PlyscopeError("the stream was opened as text; open it with mode 'rb', or pass the path of its file")
    if not isinstance(source, str | os.PathLike):
        yield _LineReading(source, clean(name or "the stream"), found_game, max_nodes, progress, output)
        return
    shown_name = clean(name or str(Path(source)))
    try:
        stream = Path(source).open("rb")  # noqa: SIM115  # it is closed below, and an error of the block is not its own
    except (OSError, ValueError) as error:
        raise TraceFileError(f"cannot read {shown_name}: {getattr(error, 'strerror', error)}") from error
    with stream:
        yield _LineReading(stream, shown_name, found_game, max_nodes, progress, output)


class _LineReading:
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
        self._stream, self._name, self._given_game = stream, name, game
        self._max_nodes, self._progress, self._output = max_nodes, progress, output
        self._line = 0
        self._keep = False
        self._recording: OpenRecording | None = None
        self._tree: Trace | None = None
        """The recording of a best-first search, once it has ended."""

    def read_all(self, *, keep: bool) -> Written:
        """Read it to its end; what was read stays in memory if it shall be kept."""
        self._keep = keep
        try:
            self._read()
        except Stop as stop:
            return self._finish(stop.reason)
        except KeyboardInterrupt as error:
            if not self._has_started:
                self._abandon()
                raise
            return self._finish(INTERRUPTED, error)
        except TraceFileError:  # the output cannot be written
            self._abandon()
            raise
        except (PlyscopeError, OSError) as error:
            raise self._locate_error(error) from error
        except BaseException:
            self._abandon()
            raise
        return self._finish(None)

    def trace(self, written: Written) -> Trace:
        """The trace of what was read and kept."""
        recording = self._recording
        assert recording is not None
        if self._tree is not None:
            return self._tree
        assert isinstance(recording.event_recorder, EventRecorder)
        columns, moves = recording.recorder.finish()
        labels = [str(move) for move in moves]
        no_moves = {number: move for number, move in enumerate(moves) if isinstance(move, NoMove)}
        columns, texts = recording.event_recorder.told.add_to_columns(columns)
        tables: dict[str, Any] = {"labels": labels, "texts": texts}
        trace = Trace(columns, no_moves, written.header, written.game, written.start, **tables)
        return name_numbered_moves(at_told_root(trace))

    def _read(self) -> None:
        for block in iter_blocks(self._stream):
            events_ = (
                self._read_header(decode_events(block.removeprefix(BOM)))
                if self._recording is None
                else decode_events(block)
            )
            if self._recording is not None:
                self._recording = self._switch_to_tree(self._recording, events_)
                self._recording.event_recorder.record_events(events_)
        if self._recording is None:
            self._line = 0
            raise PlyscopeError(f"it is empty; the first line is a header, such as {EXAMPLE_HEADER}")
        if not self._has_started:
            if self._recording is not None and isinstance(self._recording.event_recorder, TreeEventRecorder):
                raise PlyscopeError('it has nodes and nothing that is known of them; an "update" is what comes next')
            raise PlyscopeError('it has a header and no nodes; an "enter" is what comes next')

    def _switch_to_tree(self, recording: OpenRecording, events_: list[Any]) -> OpenRecording:
        """What takes the lines: another one where the first after the header is of a best-first search."""
        first_event = next((event for event in events_ if event is not None), None)
        if (
            recording.recorder.started
            or isinstance(recording.event_recorder, TreeEventRecorder)
            or not is_tree_event(first_event)
        ):
            return recording
        sink = None
        if isinstance(recording.sink, Writer):
            assert self._output is not None
            sink = WholeFile(self._output, recording.sink.hand_over())
        recorder = BestFirstRecorder(self._max_nodes, self._progress, None if sink is None else self._rewrite_file)
        header = replace(recording.header, windowed=False)
        teller = TreeEventRecorder(recorder, recording.view, recording.event_recorder.line)
        return recording._replace(event_recorder=teller, recorder=recorder, sink=sink, header=header)

    def _rewrite_file(self, tables: RecordedTables) -> None:
        """Have the file of a best-first search hold what was read by now."""
        recording = self._recording
        if recording is not None and isinstance(recording.sink, WholeFile):
            recording.sink.renew(lambda: recording.make_trace(recording.header, tables))

    def _read_header(self, events_: list[Any]) -> list[Any]:
        """Take the header, which is the first line that is not empty; gives what follows it."""
        for position, event in enumerate(events_):
            self._line += 1
            if isinstance(event, LineError):
                raise PlyscopeError(f"a header expected, such as {EXAMPLE_HEADER}; this is {event.problem}")
            if event is not None:
                preamble = read_preamble(event)
                with hold_interrupts():  # so that no draft of the output is left behind
                    self._recording = self._open_recording(preamble)
                return events_[position + 1 :]
        return []

    def _open_recording(self, preamble: Preamble) -> OpenRecording:
        header = preamble.header
        default_game = NO_GAME if self._given_game is None else spec_of(self._given_game)
        header = replace(header, game=header.game or default_game)
        game, start = self._find_game(header)
        told = NodeDetails(keep=self._keep)
        # The labels are in the lines, so the file's writer needs no game to make them.
        sink = None if self._output is None else Writer(self._output, header, str, told)
        limits = (self._max_nodes, self._progress)
        try:
            recorder = Recorder(preamble.view, *limits, sink, header.windowed, keep=self._keep)
        except PlyscopeError:
            if sink is not None:
                sink.abandon()
            raise
        teller = EventRecorder(recorder, told, windowed=header.windowed, line=self._line)
        return OpenRecording(preamble.view, teller, preamble.windowed, recorder, sink, header, game, start)

    def _find_game(self, header: Header) -> tuple[AnyGame | None, Any]:
        evaluation, prefer = header.options.get("evaluate"), header.options.get("prefer")
        try:
            return find_game(header.game, header.position, self._given_game, evaluation=evaluation, prefer=prefer)
        except RecursionError:  # a tree given as text, nested too deeply: no game that is built in
            return None, None

    @property
    def _has_started(self) -> bool:
        return self._recording is not None and self._recording.recorder.started

    def _finish(self, stopped: str | None, error: BaseException | None = None) -> Written:
        """End the recording, and the file; gives what is known of it."""
        recording = self._recording
        assert recording is not None
        teller, recorder = recording.event_recorder, recording.recorder
        if isinstance(teller, TreeEventRecorder):
            assert isinstance(recorder, BestFirstRecorder)
            return self._finish_tree(recording, teller, recorder, stopped, error)
        assert isinstance(recorder, Recorder)
        if stopped is None and not teller.is_finished:
            stopped = f"where its recording ends, {'amid' if teller.is_cut_off else 'after'} line {teller.line:,}"
        with hold_interrupts():
            moves = recorder.close()
            windowed = recording.windowed
            if windowed is None:
                windowed = teller.windowed or recorder.cutoffs or recorder.visited < recorder.recorded
            notes = recording.header.notes | teller.notes
            header, game, start = recording.with_known_game(
                replace(recording.header, stopped=stopped, windowed=windowed, notes=notes)
            )
            if isinstance(recording.sink, Writer):
                recording.sink.finish(header)
        first_move = str(next(iter(moves), ""))
        return Written(header, recorder.recorded, recorder.visited, teller.value, error, game, start, first_move)

    def _finish_tree(
        self,
        recording: OpenRecording,
        teller: TreeEventRecorder,
        recorder: BestFirstRecorder,
        stopped: str | None,
        error: BaseException | None,
    ) -> Written:
        """End the recording of a best-first search, and its file."""
        if stopped is None and teller.is_cut_off:
            stopped = f"where its recording ends, amid line {teller.line:,}"
        with hold_interrupts():
            header = replace(recording.header, stopped=stopped, notes=recording.header.notes | teller.notes)
            trace = self._tree = recording.make_trace(header, recorder.finish())
            if isinstance(recording.sink, WholeFile):
                recording.sink.finish(trace)
        first_move = "".join(trace.move_labels[:1])
        node_count, start = len(trace), None if trace.game is None else recording.start
        return Written(trace.header, node_count, node_count, trace.value, error, trace.game, start, first_move)

    def _locate_error(self, error: PlyscopeError | OSError) -> TraceFileError:
        """The error with the line where it happened; what was read before it is kept in the output."""
        if isinstance(error, OSError):
            return TraceFileError(f"cannot read {self._name}: {error.strerror}")
        recording = self._recording
        line = (self._line if recording is None else recording.event_recorder.line) + isinstance(
            error, LineTooLongError
        )
        location = self._name if line == 0 else f"{self._name}, line {line:,}"
        located_error = TraceFileError(f"{location}: {error}")
        if self._has_started and self._output is not None:
            nodes = self._finish(f"by an error in line {line:,} of its recording").nodes
            kept_text = "the node before it is" if nodes == 1 else f"the {nodes:,} nodes before it are"
            located_error.add_note(f"; {kept_text} in {clean(str(self._output))}")
        else:
            self._abandon()
        return located_error

    def _abandon(self) -> None:
        if self._recording is not None and self._recording.sink is not None:
            self._recording.sink.abandon()
