"""What is told of nodes beside what every trace has: depths, texts, lines, reasons, weights and evaluations."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Hashable
from dataclasses import replace
from itertools import count
from threading import get_ident
from typing import Any, NamedTuple

import numpy as np

from tracer.recording.columns import MISSING, OPTIONAL, Array, Columns, Ints, is_told
from tracer.recording.source import Source

MAX_KNOWN_TEXTS = 1 << 15
"""Texts that are still known by their numbers, about, where what was told is taken away meanwhile."""
DETAIL_COLUMNS = tuple(name for name in OPTIONAL if name != "born")
"""The columns of which is told so: in a depth-first recording nothing is born later than it is met."""


class NewDetails(NamedTuple):
    """What was told since the last time."""

    pairs: dict[str, Array]
    """By column, pairs of a node and a number."""
    texts: list[str]
    """The texts that have the numbers that come next."""
    are_texts_reset: bool
    """Whether no number of a text that was given so far will be told any more."""


class NodeDetails:
    """Depths, texts and lines, told while a search is recorded: pairs of a node and a number, so that few take no room.

    A pair is appended at once, so that neither Ctrl-C nor a look from another thread finds half of one. In a pair with
    a weight or an evaluation both are floats. `keep` is whether what was taken once stays here, too.
    """

    def __init__(self, *, keep: bool = True) -> None:
        self.texts: defaultdict[Hashable, int] = defaultdict(count().__next__)
        """The number of each text met so far; that of another one is the next. It is a text, or `str` of it is."""
        self.depth = array("q")
        """The remaining depth given to a call."""
        self.text = array("q")
        """The number of the position's text on entry."""
        self.left_text = array("q")
        """The number of the position's text when the visit returned."""
        self.function = array("q")
        """The number of the function whose call it is, but for the first one."""
        self.called_at = array("q")
        """The line of the caller's function that made the call."""
        self.left_at = array("q")
        """The line on which the visit returned."""
        self.why = array("q")
        """For what it was searched otherwise than the rest, or skipped."""
        self.weight = array("d")
        """The probability or the prior of the move that leads there."""
        self.evaluation = array("d")
        """The static evaluation of the position, MAX's view."""
        self.sources: list[Source] = []
        """The functions' texts by their numbers."""
        self._keep, self._thread = keep, get_ident()
        self._taken_counts = dict.fromkeys((*DETAIL_COLUMNS, "texts"), 0)
        """How much of each was taken and is still here."""

    def add_to_columns(self, columns: Columns, dropped_names: Collection[str] = ()) -> tuple[Columns, list[str]]:
        """The columns of a trace with those that were told beside them, where they are kept, and its table of texts.

        Columns with `dropped_names` are not wanted.
        """
        names = [name for name in DETAIL_COLUMNS if name not in dropped_names]
        detail_columns = {name: _make_column(name, getattr(self, name), len(columns)) for name in names}
        text_numbers: dict[str, int] = {}
        if text_columns := [
            column for name in ("text", "left_text") if (column := detail_columns.get(name)) is not None
        ]:
            merged_numbers = np.array(
                [text_numbers.setdefault(_encodable_text(text), len(text_numbers)) for text in self.texts], np.int32
            )
            for column in text_columns:
                column[column >= 0] = merged_numbers[column[column >= 0]]
        if len(text_columns) > 1:
            text_columns[1][text_columns[1] == text_columns[0]] = -1
        return replace(columns, **detail_columns), list(text_numbers)  # type: ignore[arg-type]

    def add_values(self, name: str, nodes: Ints, values: Array) -> None:
        """Tell the values of a column for many nodes at once. What is missing makes no pair."""
        is_present = is_told(name, values)
        pairs = np.stack([nodes[is_present], values[is_present]], axis=1).astype(np.int64)
        getattr(self, name).frombytes(pairs.tobytes())

    def shift_ids(self) -> None:
        """Make what is here that of nodes below a new root: their ids grow by one."""
        for name in DETAIL_COLUMNS:
            pairs: array[Any] = getattr(self, name)
            np.frombuffer(pairs, pairs.typecode)[::2] += 1

    def take_new(self) -> NewDetails:
        """What was told since the last time.

        Where it is not kept, of many texts the earlier ones are forgotten, and get another number when told again.
        """
        pairs = {}
        for name in DETAIL_COLUMNS:
            entries: array[Any] = getattr(self, name)
            new_entries = entries[self._taken_counts[name] :]
            if self._keep:
                self._taken_counts[name] += len(new_entries)
            else:
                del entries[: len(new_entries)]
            if new_entries:
                pairs[name] = np.frombuffer(new_entries, new_entries.typecode).reshape(-1, 2)
        # A number stands in a pair after its text was met, so these are all texts that the pairs need.
        all_texts = list(self.texts)
        texts = all_texts[self._taken_counts["texts"] :]
        self._taken_counts["texts"] = len(all_texts)
        # In another thread a text would be lost that is told just now.
        are_texts_reset = not self._keep and len(all_texts) > MAX_KNOWN_TEXTS and get_ident() == self._thread
        if are_texts_reset:
            self.texts.clear()
            self._taken_counts["texts"] = 0
        return NewDetails(pairs, list(map(_encodable_text, texts)), are_texts_reset)


def _encodable_text(value: Hashable) -> str:
    """A text; half a character, which no file can hold, becomes a question mark."""
    text = str(value)
    return text if text.isascii() else text.encode(errors="replace").decode()


def _make_column(name: str, pairs: array[Any], size: int) -> Array | None:
    """One entry a node; none where there is no pair."""
    if not pairs:
        return None
    rows = np.frombuffer(pairs, pairs.typecode).reshape(-1, 2)
    column = np.full(size, MISSING[name], OPTIONAL[name])
    column[rows[:, 0].astype(np.int64)] = rows[:, 1]
    return column
