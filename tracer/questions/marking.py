"""An answer marked: the verdict, the right answer, and why it is right; and the score of several."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tracer.questions.question import Answer, Kind, Question, Worth, format_answer
from tracer.text import number
from tracer.time.moments import frame
from tracer.tracing import Trace
from tracer.why.best_first_substeps import list_substeps
from tracer.why.cutoff_causes import find_end_origin
from tracer.why.explain import event, why
from tracer.why.explain_cutoffs import explain_window_end
from tracer.why.sentences import capitalize, describe_moves, format_count, format_window


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


RIGHT_VERDICTS = (Verdict.RIGHT, Verdict.BY_WINDOW)
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
        return self.verdict in RIGHT_VERDICTS

    @property
    def text(self) -> str:
        """The verdict as a line, with the right answer where another was given."""
        if self.verdict is Verdict.RIGHT:
            return "Right."
        right_text = format_answer(self.question.right, self.question.choices)
        if self.verdict is Verdict.BY_WINDOW:
            return f"Right: so much the window alone proves. The values of its moves prove more: {right_text}."
        return f"{capitalize(self.verdict.value)}; right is: {right_text}."


@dataclass(frozen=True, slots=True)
class Score:
    """How many answers were right."""

    marked: tuple[Marked, ...] = ()

    def add(self, marked: Marked) -> Score:
        """The score with one more answer."""
        return Score((*self.marked, marked))

    @property
    def asked(self) -> int:
        """Questions that were answered."""
        return len(self.marked)

    @property
    def right(self) -> int:
        """Those that were answered rightly."""
        return sum(marked.is_right for marked in self.marked)

    @property
    def share(self) -> float:
        """The part that was right, from 0 to 1; 0 where nothing was asked."""
        return self.right / self.asked if self.asked else 0.0

    def count(self, verdict: Verdict) -> int:
        """How many answers got a verdict."""
        return sum(marked.verdict is verdict for marked in self.marked)

    @property
    def text(self) -> str:
        """The score in a line: `3 of 4 right (1 pruned too much)`."""
        if not self.asked:
            return "nothing answered"
        verdict_texts = [
            f"{self.count(verdict)} {verdict.value}"
            for verdict in Verdict
            if verdict not in RIGHT_VERDICTS and self.count(verdict)
        ]
        return f"{self.right} of {self.asked} right" + (f" ({', '.join(verdict_texts)})" if verdict_texts else "")


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
    verdict = _judge_answer(question, answer)
    return Marked(question, answer, verdict, tuple(_explain_answer(trace, question, answer)))


def _judge_answer(question: Question, answer: Answer) -> Verdict:
    right_answer = question.right
    if isinstance(right_answer, frozenset) and isinstance(answer, frozenset):
        return _judge_sets(right_answer, answer)
    if isinstance(right_answer, tuple) and not isinstance(right_answer, Worth) and isinstance(answer, tuple):
        set_verdict = _judge_sets(
            frozenset(question.choices) - set(right_answer), frozenset(question.choices) - set(answer)
        )
        return Verdict.WRONG if set_verdict is Verdict.RIGHT and answer != right_answer else set_verdict
    if isinstance(right_answer, Worth) and isinstance(answer, Worth):
        if not _is_same_number(right_answer.value, answer.value):
            return Verdict.WRONG
        if isinstance(question.also, Worth) and question.also.bound is answer.bound:
            return Verdict.BY_WINDOW
        return Verdict.RIGHT if right_answer.bound is answer.bound else Verdict.OTHER_SIGN
    if isinstance(right_answer, float) and isinstance(answer, int | float):
        return Verdict.RIGHT if _is_same_number(right_answer, answer) else Verdict.WRONG
    return Verdict.RIGHT if answer == right_answer else Verdict.WRONG


def _judge_sets(right: frozenset[str], answer: frozenset[str]) -> Verdict:
    has_too_little = any(label not in answer for label in right)
    has_too_much = any(label not in right for label in answer)
    if has_too_little and has_too_much:
        return Verdict.BOTH
    return Verdict.TOO_LITTLE if has_too_little else Verdict.TOO_MUCH if has_too_much else Verdict.RIGHT


def _is_same_number(right: float, answer: float) -> bool:
    return right == answer or number(right) == number(answer)


def _explain_answer(trace: Trace, question: Question, answer: Answer) -> list[str]:
    """Why the right answer is right, after what a wrong one would have led to."""
    node = question.node
    if trace.columns.log is not None:
        step_texts = [part.text for part in list_substeps(trace, question.step + 1)] or [
            event(trace, question.step + 1)
        ]
        return [f"{capitalize(text)}." for text in step_texts]
    if question.kind is Kind.PRUNED:
        return [*_explain_wrong_pruning(trace, question, answer), *_explain_pruning(trace, question)]
    if question.kind is Kind.VALUE:
        return _list_sentences(trace, node, trace.left(node))
    if question.kind is Kind.ORDER:
        branch_count = trace.counts.pruned_branches or 0
        pruned_text = (
            f"{format_count(branch_count, 'branch')} pruned: no leaf "
            f"below {'it' if branch_count == 1 else 'them'} is visited."
        )
        return [
            f"Leaves are visited from left to right; {pruned_text}"
            if branch_count
            else "All leaves are visited in order."
        ]
    if question.kind is Kind.NEXT:
        event_text = event(trace, question.step + 1)
        return [f"{capitalize(event_text)}."]
    return _explain_asked_window(trace, question)


def _explain_asked_window(trace: Trace, question: Question) -> list[str]:
    if question.after is not None:
        return _explain_return(trace, question)
    is_negated = question.view == "mover" and trace.columns.turn[question.node] < 0
    end_name = "alpha" if (question.kind is Kind.ALPHA) != is_negated else "beta"
    return [explain_window_end(trace, find_end_origin(trace, question.node, end_name), question.node).text]


def _explain_wrong_pruning(trace: Trace, question: Question, answer: Answer) -> list[str]:
    """What comes of skipping what the search does not skip."""
    right_answer = question.right
    if not isinstance(right_answer, frozenset) or not isinstance(answer, frozenset):
        return []
    wrong_labels = [label for label in answer if label not in right_answer]
    nodes: dict[str, int] = {}
    for child in trace.children(question.node):
        if (child_label := trace.label(child)) in wrong_labels and child_label not in nodes:
            nodes[child_label] = child
    if not nodes:
        return []
    moves_text = capitalize(describe_moves(trace, list(nodes.values())))
    pronoun = "it" if len(nodes) == 1 else "them"
    return [f"{moves_text} must be searched: without {pronoun} a wrong value may come out."]


def _explain_pruning(trace: Trace, question: Question) -> list[str]:
    node = question.node
    if trace.columns.cutoff[node] and (question.after is None or question.right):
        return _list_sentences(trace, node, trace.landmarks.cutoff_step(node))
    return (
        _list_sentences(trace, node, trace.left(node)) if question.after is None else _explain_return(trace, question)
    )


def _explain_return(trace: Trace, question: Question) -> list[str]:
    """What the value that has just returned does to its parent, which is not cut by it, and the window there now."""
    first_sentence = [sentence.text for sentence in why(trace, question.node, question.step)[:1]]
    if not trace.header.ours:  # what it makes of its window, nobody saw
        return first_sentence
    node_frame = frame(trace, question.node, question.step + 1)
    return [*first_sentence, f"The window is {format_window(node_frame.alpha, node_frame.beta)} now."]


def _list_sentences(trace: Trace, node: int, step: int) -> list[str]:
    """Why, without what comes of it above, which may be asked next."""
    return [sentence.text for sentence in why(trace, node, step) if sentence.kind != "event"]
