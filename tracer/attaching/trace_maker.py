"""The trace of one search, made of the rows of its calls: in memory, or in a file while the search runs."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from time import perf_counter
from types import CodeType
from typing import Any

from tracer.assembling.assembler import Assembler
from tracer.assembling.call_recorder import CallRecorder
from tracer.assembling.call_rows import Visit
from tracer.assembling.meaning import INFINITY
from tracer.assembling.moves_of import Moves
from tracer.assembling.outcomes_of_calls import Knowledge, Searched
from tracer.attaching.origins import Driver, Root, source_of
from tracer.attaching.position_sharing import Sharing
from tracer.attaching.root_answer import Child, RootAnswer
from tracer.attaching.search_destination import SearchDestination
from tracer.deciding.depth_steps import countable
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.thresholds import SELDOM
from tracer.file.series import Written
from tracer.file.writing import Writer
from tracer.games.root_positions import position_text
from tracer.games.rules import AnyGame, show
from tracer.recording.columns import NO_LINE
from tracer.recording.header import MAX_DEPTH, NEVER_CUTS, SKIPPED_IN_PART, Header
from tracer.recording.interrupts import hold_interrupts
from tracer.recording.no_moves import NoMove, Pass
from tracer.recording.node_details import NodeDetails
from tracer.recording.part_collector import Part, PartCollector
from tracer.recording.source import MAX_SOURCES
from tracer.recording.withdrawn_cutoffs import Withdrawn
from tracer.tracing import Trace


class TraceMaker:
    """Makes the trace of one search."""

    def __init__(
        self,
        knowledge: Knowledge,
        referee: Referee | None,
        searched: Searched,
        names: tuple[str, str, str],
        place: SearchDestination,
    ) -> None:
        into = None if place.path is None else self
        self.place, self.windowed = place, knowledge.decision.windowed
        self._names, self._referee = names, referee
        self._writer: Writer | None = None
        self._details = NodeDetails(keep=into is None)
        self._functions: dict[int, tuple[int, CodeType]] = {}
        """Each function whose calls are met with its number, by the identity of its code."""
        gathering = PartCollector(into, keep=into is None)
        self.moves = Moves(referee, gathering.numbers, searched.names)
        facts = (knowledge, self.moves, searched, self._details, gathering, self._number_of)
        self.assembler = Assembler(*facts)
        """Tells what it has seen of the search."""
        self.record = CallRecorder(self.assembler, gathering, place.max_nodes, place.progress)
        """Takes the rows."""
        self.sharing = Sharing()
        """What the objects tell that calls have as their positions."""
        self.root: Visit | None = None
        """The root, or that of the last iteration so far."""
        self._started = perf_counter()
        self._ended: float | None = None
        """When that returned."""
        self.kept_below: str | None = None
        """What it left in the place of its move that is none of its moves."""

    def _number_of(self, code: CodeType) -> int:
        """Return the number of a function; the first time, its text is read."""
        known = self._functions.get(id(code))
        if known is None:
            known = self._functions[id(code)] = len(self._functions), code
            if len(self._details.sources) < MAX_SOURCES:
                self._details.sources.append(source_of(code))
        return known[0]

    def note_end(self) -> None:
        """The root, or that of the last iteration so far, returns."""
        self._ended = perf_counter()

    def names_move(self, number: float, child: Visit) -> bool:
        """Whether a number is the text of the move that led to a child of the root, and calls return no such values."""
        self.record.flush()
        if self._returns_others:
            return False
        label = self.moves.written(list(self.record.gathering.numbers)[child.named])
        return re.fullmatch(rf"{number}(=\S+)?", label) is not None

    def played(self, root: Root, answer: RootAnswer) -> tuple[str | None] | None:
        """Return the move that a root chose: see `Answer.played`."""
        if not root.children:
            return None
        self.record.flush()
        moves = list(self.record.gathering.numbers)
        named = {one.named: one for one in root.children if one.named >= 0}
        children = [
            Child(self.moves.written(moves[at]), moves[at], one.snapshot, one.variables) for at, one in named.items()
        ]
        found = answer.played(children, math.nan if root.visit.value is None else root.visit.value)
        self.kept_below = answer.kept_below(children) if found is None else None
        return found

    def put_above(self, driver: Visit, first: Pass) -> None:
        """Put a driver above all calls, which have returned; `first` leads to the first of them."""
        self.record.begin_above(driver, first)
        self._details.shift_ids()
        if driver.at is not None:
            self._details.text.extend((0, self._details.texts[driver.at]))

    def end_driver(self, driver: Driver) -> None:
        """Note what became of a driver that calls no more."""
        self.record.flush()
        if driver.frame is not None:
            self._details.function.extend((0, self._number_of(driver.frame.f_code)))
        for node, line in zip(self.assembler.outermost, driver.lines, strict=False):
            if line != NO_LINE:
                self._details.called_at.extend((node, line))
        self.record.end_driver(driver.value)

    def begin_above(self, turn: int, alpha: float, beta: float, first: NoMove) -> None:
        """Put a root above what is in the file."""
        if self._writer is not None:
            self._writer.begin_above(turn, alpha, beta, first)

    def write(self, parts: list[Part]) -> None:
        """Hand parts on to the file, which is opened with the first; a search that goes nowhere is forgotten.

        Raises:
            TraceFileError: the file cannot be written.
        """
        if self._writer is None and self.place.wanted:
            self._writer = self.place.open(self._header(None, {}), self.moves.written, self._details)
        if self._writer is None:
            self._details.take_new()
        else:
            self._writer.write(parts)

    def show(self, parts: list[Part]) -> None:
        """Let the file show what it is handed later.

        Raises:
            TraceFileError: the file cannot be written.
        """
        if self._writer is not None:
            self._writer.show(parts)

    def finish(self, value: float | None, stopped: str | None, notes: dict[str, Any]) -> Trace | Written:
        """Return the trace of a search with a value, or what is known of it where it went elsewhere.

        Raises:
            TraceFileError: the file cannot be written.
        """
        self.assembler.judge.earlier.keep_depths()
        if self.place.path is None:
            return self._trace(stopped, notes)
        with hold_interrupts():
            self.record.close()
            header = self._header(stopped, notes)
            if self._writer is not None:
                self._writer.finish(header, self._dropped, self._withdrawn)
        gathering, (game, start) = self.record.gathering, self._known_game or (None, None)
        return Written(header, gathering.recorded, gathering.visited, value, None, game, start)

    @property
    def may_be_withdrawn(self) -> bool:
        """Whether what was written can be taken back."""
        return self._writer is None or self._writer.readable

    def withdraw(self) -> None:
        """Forget the recording, which is made anew."""
        written = self._writer is not None and self._writer.in_a_file
        if self._writer is not None:
            self.record.close()
            self._writer.abandon()
        self.assembler.judge.earlier.take_back()
        self.place.withdraw(written=written)

    def abandon(self) -> None:
        """Close the file as it is, where nothing more can be written."""
        if self._writer is not None:
            self._writer.abandon()

    def _header(self, stopped: str | None, notes: dict[str, Any]) -> Header:
        judge, root, options = self.assembler.judge, self.root, dict[str, Any]()
        assert root is not None
        if judge.down and countable(root.depth) and 0 <= root.depth <= MAX_DEPTH:
            options["depth"] = int(root.depth)
            if root.depth != int(root.depth):
                notes = {"depth": float(root.depth), **notes}
        full = self.assembler.driver is not None or (root.alpha, root.beta) == (-INFINITY, INFINITY)
        if self.windowed and not full and root.alpha < root.beta:
            options["window"] = (float(root.alpha), float(root.beta))
        if judge.hard and not judge.soft:
            options["fail"] = "hard"
        if judge.stops.is_strict(self._withdrawn) and "ties" not in notes:
            options["cut"] = ">"
        never_cuts = self.windowed and judge.inner and judge.stops.never
        own = {
            "kept_below": self.kept_below,
            "skipped": SKIPPED_IN_PART if judge.untold else None,
            "earlier": " ".join(f"{node}:{depth}" for node, depth in self.assembler.shallow.items()) or None,
            "cutoffs": NEVER_CUTS if never_cuts else None,
        }
        notes = {**self.sharing.notes, **{name: one for name, one in own.items() if one is not None}, **notes}
        ended = perf_counter() if self._ended is None else self._ended
        (game, title, search), seconds = self._names, ended - self._started
        header = Header(game, None, search, options, self.windowed, seconds, stopped, notes, title)
        referee = self._referee
        if referee is not None and root.place is not UNKNOWN and root.place != referee.start:
            at = position_text(referee.game, root.place, root.place)
            # A position that the game can never come to is named all the same: another game of its kind may.
            header = replace(header, position=at or "/".join(show(referee.game, root.place).split("\n")))
        return header

    @property
    def _returns_others(self) -> bool:
        """Whether calls return other values than their children's, as where moves earn something or wins wear off."""
        return self.assembler.judge.unlike > SELDOM * self.assembler.judge.inner

    @property
    def _withdrawn(self) -> Withdrawn:
        """Which of the cutoffs so far are none, by all that was seen by now."""
        return self.assembler.judge.stops.withdrawn(mixed=self._returns_others)

    @property
    def _known_game(self) -> tuple[AnyGame, Any] | None:
        """The game and the root's position; None where there is none, or moves were searched that it does not know."""
        if self._referee is None or self.moves.illegal is not None or self.root is None or self.root.place is UNKNOWN:
            return None
        return self._referee.game, self.root.place

    @property
    def _dropped(self) -> list[str]:
        """The optional columns that say nothing that the others do not.

        A game replays the positions, unless moves were searched that it does not know, or were not undone.
        """
        replayed = self._referee is not None and self.moves.illegal is None and not self.sharing.changed
        return ["depth"] * (self.assembler.judge.down is False) + ["text", "left_text"] * replayed

    def _trace(self, stopped: str | None, notes: dict[str, Any]) -> Trace:
        moves = self.record.close()
        columns, texts = self._details.add_to_columns(self.record.gathering.columns(), self._dropped)
        ends = (columns.turn, columns.alpha, columns.beta, columns.value)
        columns = replace(columns, cutoff=self._withdrawn.without(columns.cutoff, *ends))
        header = self._header(stopped, notes)
        tables: dict[str, Any] = {"texts": texts, "sources": self._details.sources}
        if self._known_game is not None:
            return Trace(columns, moves, header, *self._known_game, **tables)
        labels = [self.moves.written(move) for move in moves]
        moves = [move if isinstance(move, NoMove) else text for move, text in zip(moves, labels, strict=True)]
        return Trace(columns, moves, header, labels=labels, **tables)
