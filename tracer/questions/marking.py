"""An answer marked: the verdict, the right answer, and why it is right; and the score of several."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tracer.questions.question import Answer, Kind, Question, Worth, write
from tracer.text import number
from tracer.time.moments import frame
from tracer.tracing import Trace
from tracer.why.arguments import bound
from tracer.why.causes import source
from tracer.why.explain import event, why
from tracer.why.log_why import substeps
from tracer.why.sentences import count, moves, window


class Verdict(Enum):
    """What an answer is."""

    RIGHT = "right"
    """As the search has it."""
    BY_WINDOW = "right by the window alone"
    """The bound that textbooks write, where the values of all moves prove more."""
    TOO_LITTLE = "pruned too little"
    """The value stays right, and nodes are visited for nothing."""
    TOO_MUCH = "pruned too much"
    """Dangerous: a wrong value may come out."""
    BOTH = "pruned too little and too much"
    """A move that is pruned is missing, and one that is not stands there."""
    OTHER_SIGN = "the right number, and the wrong sign"
    """Exact taken for a bound, or one bound for the other."""
    WRONG = "wrong"
    """Another number, or another move."""


RIGHT = (Verdict.RIGHT, Verdict.BY_WINDOW)
"""What gets credit."""


@dataclass(frozen=True, slots=True)
class Marked:
    """An answer with its verdict."""

    question: Question
    """What was asked."""
    answer: Answer
    """What was answered."""
    verdict: Verdict
    """What that is."""
    sentences: tuple[str, ...]
    """Why the right answer is right; numbers are MAX's view, also where the question's are not."""

    @property
    def is_right(self) -> bool:
        """Whether it is the right answer."""
        return self.verdict in RIGHT

    @property
    def text(self) -> str:
        """The verdict as a line, with the right answer where another was given."""
        if self.verdict is Verdict.RIGHT:
            return "Right."
        right = write(self.question.right, self.question.choices)
        if self.verdict is Verdict.BY_WINDOW:
            return f"Right: so much the window alone proves. The values of its moves prove more: {right}."
        return f"{self.verdict.value[:1].upper()}{self.verdict.value[1:]}; right is: {right}."


@dataclass(frozen=True, slots=True)
class Score:
    """How many answers were right."""

    marked: tuple[Marked, ...] = ()

    def add(self, one: Marked) -> Score:
        """The score with one more answer."""
        return Score((*self.marked, one))

    @property
    def asked(self) -> int:
        """Questions that were answered."""
        return len(self.marked)

    @property
    def right(self) -> int:
        """Those that were answered rightly."""
        return sum(one.is_right for one in self.marked)

    @property
    def share(self) -> float:
        """The part that was right, from 0 to 1; 0 where nothing was asked."""
        return self.right / self.asked if self.asked else 0.0

    def count(self, verdict: Verdict) -> int:
        """How many answers got a verdict."""
        return sum(one.verdict is verdict for one in self.marked)

    @property
    def text(self) -> str:
        """The score in a line: `3 of 4 right (1 pruned too much)`."""
        if not self.asked:
            return "nothing answered"
        others = [f"{self.count(one)} {one.value}" for one in Verdict if one not in RIGHT and self.count(one)]
        return f"{self.right} of {self.asked} right" + (f" ({', '.join(others)})" if others else "")


def mark(trace: Trace, question: Question, answer: Answer) -> Marked:
    """Mark an answer to a question of a recording.

    A number is right if it is written as the right one is, to four digits.

    Args:
        trace: the recording.
        question: one of those that `tracer.questions.asking.questions_at` gave.
        answer: of the type that the question's kind says.

    >>> import plyscope
    >>> from tracer.questions.asking import questions_at
    >>> trace = plyscope.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> question = questions_at(trace, trace.left(trace.find("a2/b1").index))[0]
    >>> question.text, question.choices
    ('Move b1 returned 2: which moves at a2 are pruned now?', ('b2', 'b3'))
    >>> mark(trace, question, frozenset({"b2"})).verdict.value
    'pruned too little'
    """
    verdict = _verdict(question, answer)
    return Marked(question, answer, verdict, tuple(_sentences(trace, question, answer)))


def _verdict(question: Question, answer: Answer) -> Verdict:
    right = question.right
    if isinstance(right, frozenset) and isinstance(answer, frozenset):
        return _by_sets(right, answer)
    if isinstance(right, tuple) and not isinstance(right, Worth) and isinstance(answer, tuple):
        by_sets = _by_sets(frozenset(question.choices) - set(right), frozenset(question.choices) - set(answer))
        return Verdict.WRONG if by_sets is Verdict.RIGHT and answer != right else by_sets
    if isinstance(right, Worth) and isinstance(answer, Worth):
        if not _same(right.value, answer.value):
            return Verdict.WRONG
        if isinstance(question.also, Worth) and question.also.bound is answer.bound:
            return Verdict.BY_WINDOW
        return Verdict.RIGHT if right.bound is answer.bound else Verdict.OTHER_SIGN
    if isinstance(right, float) and isinstance(answer, int | float):
        return Verdict.RIGHT if _same(right, answer) else Verdict.WRONG
    return Verdict.RIGHT if answer == right else Verdict.WRONG


def _by_sets(right: frozenset[str], answer: frozenset[str]) -> Verdict:
    """By what is pruned."""
    little, much = bool(right - answer), bool(answer - right)
    if little and much:
        return Verdict.BOTH
    return Verdict.TOO_LITTLE if little else Verdict.TOO_MUCH if much else Verdict.RIGHT


def _same(right: float, answer: float) -> bool:
    return right == answer or number(right) == number(answer)


def _sentences(trace: Trace, question: Question, answer: Answer) -> list[str]:
    """Why the right answer is right, after what a wrong one would have led to."""
    node = question.node
    if trace.columns.log is not None:
        parts = [text for _, text in substeps(trace, question.step + 1)] or [event(trace, question.step + 1)]
        return [f"{text[:1].upper()}{text[1:]}." for text in parts]
    if question.kind is Kind.PRUNED:
        return [*_danger(trace, question, answer), *_about_pruning(trace, question)]
    if question.kind is Kind.VALUE:
        return _why(trace, node, trace.left(node))
    if question.kind is Kind.ORDER:
        skipped = trace.counts.pruned_branches or 0
        pruned = f"{count(skipped, 'branch')} pruned: no leaf below {'it' if skipped == 1 else 'them'} is visited."
        return [f"Leaves are visited from left to right; {pruned}" if skipped else "All leaves are visited in order."]
    if question.kind is Kind.NEXT:
        told = event(trace, question.step + 1)
        return [f"{told[:1].upper()}{told[1:]}."]
    return _about_window(trace, question)


def _about_window(trace: Trace, question: Question) -> list[str]:
    """Where an end of a window comes from."""
    if question.after is not None:
        return _after_return(trace, question)
    turned = question.view == "mover" and trace.columns.turn[question.node] < 0
    end = "alpha" if (question.kind is Kind.ALPHA) != turned else "beta"
    return [bound(trace, source(trace, question.node, end), question.node).text]


def _danger(trace: Trace, question: Question, answer: Answer) -> list[str]:
    """What comes of skipping what the search does not skip."""
    right = question.right
    if not isinstance(right, frozenset) or not isinstance(answer, frozenset) or not answer - right:
        return []
    extra = answer - right
    nodes: dict[str, int] = {}
    for child in trace.children(question.node):
        if trace.label(child) in extra:
            nodes.setdefault(trace.label(child), child)
    told = moves(trace, list(nodes.values()))
    it = "it" if len(nodes) == 1 else "them"
    return [f"{told[:1].upper()}{told[1:]} must be searched: without {it} a wrong value may come out."] if nodes else []


def _about_pruning(trace: Trace, question: Question) -> list[str]:
    """Why a node is cut, or is not."""
    node = question.node
    if trace.columns.cutoff[node] and (question.after is None or question.right):
        return _why(trace, node, trace.landmarks.cutoff_step(node))
    return _why(trace, node, trace.left(node)) if question.after is None else _after_return(trace, question)


def _after_return(trace: Trace, question: Question) -> list[str]:
    """What the value that has just returned does to its parent, which is not cut by it, and the window there now."""
    first = [sentence.text for sentence in why(trace, question.node, question.step)[:1]]
    if not trace.header.ours:  # what it makes of its window, nobody saw
        return first
    known = frame(trace, question.node, question.step + 1)
    return [*first, f"The window is {window(known.alpha, known.beta)} now."]


def _why(trace: Trace, node: int, step: int) -> list[str]:
    """Why, without what comes of it above, which may be asked next."""
    return [sentence.text for sentence in why(trace, node, step) if sentence.kind != "event"]
