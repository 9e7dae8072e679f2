"""Long work in slices that report progress and let others have a turn; and answers that are kept once worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self, TypeVar, overload

from tracer.recording.columns import Ints

SLICE = 1 << 16
"""Nodes of a slice: some milliseconds of work that lets nobody else have a turn."""
PYTHON_SLICE = 1 << 12
"""The same of work that is done node by node in Python, which takes as long for each as vectorised work for sixteen."""
Beat = Callable[[int, int], None]
"""Hears how much is done, and of how much. It may raise `Cancelled`, and then nothing is kept."""
Item = TypeVar("Item")


def unheard(_done: int, _of: int) -> None:
    """Let nobody hear how much is done."""


def share_progress(beat: Beat, first: int, last: int) -> Beat:
    """What hears how much of a part is done, from one hundredth of all work to another.

    >>> share_progress(lambda done, of: print(done, "of", of), 60, 100)(1, 4)
    70 of 100
    """
    return lambda done, of: beat(first + (last - first) * done // max(of, 1), 100)


def slices(size: int, beat: Beat = unheard, slice_length: int | None = None) -> Iterator[slice]:
    """What there is of some size, in order, a slice at a time.

    >>> list(slices(5, slice_length=2))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    length = slice_length or SLICE
    for begin in range(0, size, length):
        beat(begin, size)
        yield slice(begin, min(begin + length, size))


def iter_reported(entries: Sequence[Item], beat: Beat, slice_length: int | None = None) -> Iterator[Item]:
    """What is in a sequence, one after another, heard now and then.

    >>> "".join(iter_reported("abcde", lambda done, of: print(done, "of", of), 2))
    0 of 5
    2 of 5
    4 of 5
    'abcde'
    """
    for part in slices(len(entries), beat, slice_length or PYTHON_SLICE):
        yield from entries[part]


class ReportedNumbers(Sequence[int]):
    """Numbers in an array as a sequence; who walks over all of it is heard now and then.

    >>> import numpy as np
    >>> sum(ReportedNumbers(np.arange(10_000), lambda done, of: print(done, "of", of)))
    0 of 10000
    4096 of 10000
    8192 of 10000
    49995000
    """

    def __init__(self, entries: Ints, beat: Beat) -> None:
        self._entries, self._beat = entries, beat

    def __iter__(self) -> Iterator[int]:
        """Each entry."""
        for part in slices(len(self), self._beat, PYTHON_SLICE):
            yield from self._entries[part].tolist()

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> ReportedNumbers: ...
    def __getitem__(self, place: int | slice) -> int | ReportedNumbers:
        """An entry, or some of them."""
        return (
            self._entries.item(place) if isinstance(place, int) else ReportedNumbers(self._entries[place], self._beat)
        )


Answer = TypeVar("Answer")


class AnswerCache:
    """Something that never changes and keeps the answers to questions about it, which are functions of it alone."""

    _answers: dict[Callable[..., Any], Any]

    def once(self, question: Callable[[Self], Answer]) -> Answer:
        """The answer to a question; asked again, the same object."""
        answers = self.__dict__.setdefault("_answers", {})
        if question not in answers:
            answers[question] = question(self)
        answer: Answer = answers[question]
        return answer

    def known_answer(self, question: Callable[..., Answer]) -> Answer | None:
        """The answer to a question that was asked before; None where it was not."""
        answer: Answer | None = self.__dict__.get("_answers", {}).get(question)
        return answer

    def keep_answer(self, question: Callable[..., Answer], answer: Answer) -> Answer:
        """Keep the answer to a question, worked out elsewhere. Gives it."""
        self.__dict__.setdefault("_answers", {})[question] = answer
        return answer
