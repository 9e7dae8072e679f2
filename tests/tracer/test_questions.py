"""Questions about a search have one right answer, which is what it does; each other one is marked for what it is."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from random import Random
from typing import Any

import pytest
from strategies import AIMA, DEPTH_FIRST, WIKIPEDIA, bushy_tree

import tracer
from tracer.questions.asking import iter_all_questions, questions_at, value_question
from tracer.questions.marking import Score, Verdict, mark
from tracer.questions.question import Answer, Kind, Question, Worth, format_answer, parse_answer
from tracer.recording.log_numbers import last_log_row, node_visits
from tracer.recording.status import EXACT, LOWER, UPPER, Bound
from tracer.why.selection_scores import compute_scores

TYPED = (AIMA, WIKIPEDIA, [[5, 3], [[1, 9], 4]], [[[1, 2], 3], [4, [5, 6]]], [3], [[2, 2], [2, 1]])
RANDOM = tuple(f"random:b={b},d={d},seed={seed}" for b, d in ((2, 4), (3, 3), (4, 2)) for seed in (1, 7))
GAMES = ("nim:1,2", "nim:2,2", "nim:1,2,1")
WAYS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("minimax", {}),
    ("alphabeta", {}),
    ("alphabeta", {"fail": "hard"}),
    ("negamax-alphabeta", {"window": (-2, 5)}),
    ("alphabeta", {"cut": ">"}),
)
RECORDINGS = [(game, search, options) for game in (*TYPED, *RANDOM, *GAMES) for search, options in WAYS]


def wrong_answers(question: Question) -> Iterator[tuple[Verdict, Answer]]:
    """An answer for each way in which this one can be answered wrongly."""
    right, choices = question.right, question.choices
    if isinstance(right, frozenset):
        missing, extra = sorted(right)[:1], sorted(set(choices) - right)[:1]
        if missing:
            yield Verdict.TOO_LITTLE, right - {missing[0]}
        if extra:
            yield Verdict.TOO_MUCH, right | {extra[0]}
        if missing and extra:
            yield Verdict.BOTH, (right - {missing[0]}) | {extra[0]}
    elif isinstance(right, Worth):
        yield Verdict.WRONG, right._replace(value=right.value + 1)
        others = [right._replace(bound=bound) for bound in Bound if bound is not right.bound]
        yield Verdict.OTHER_SIGN, next(one for one in others if one != question.also)
    elif isinstance(right, tuple):
        skipped = [path for path in choices if path not in right]
        yield Verdict.WRONG, (right[1], right[0], *right[2:])
        yield Verdict.TOO_MUCH, right[1:]
        if skipped:
            yield Verdict.TOO_LITTLE, (*right, skipped[0])
            yield Verdict.BOTH, (*right[1:], skipped[0])
    elif isinstance(right, float):
        yield Verdict.WRONG, 0.0 if abs(right) == inf else right + 1
    else:
        others = [*choices, None]
        yield from ((Verdict.WRONG, other) for other in others if other != right)


def test_there_are_recordings_of_every_kind() -> None:
    assert len(RECORDINGS) >= 50
    traces = [tracer.trace(game, search, **options) for game, search, options in RECORDINGS]
    kinds = {(question.kind, question.after is None) for trace in traces for question in iter_all_questions(trace)}
    both = {(kind, entry) for kind in (Kind.PRUNED, Kind.ALPHA, Kind.BETA, Kind.NEXT) for entry in (True, False)}
    assert kinds == both | {(Kind.VALUE, False), (Kind.ORDER, True)}


@pytest.mark.parametrize(("game", "search", "options"), RECORDINGS)
@pytest.mark.parametrize("view", ["max", "mover"])
def test_right_answers_are_right_and_each_wrong_one_is_told(
    game: Any, search: str, options: dict[str, Any], view: str
) -> None:
    trace = tracer.trace(game, search, **options)
    score, ways = Score(), 0
    for question in iter_all_questions(trace, view):
        typed = parse_answer(question, format_answer(question.right, question.choices))
        marked = mark(trace, question, typed)
        assert marked.verdict is Verdict.RIGHT, question
        assert marked.sentences
        score = score.add(marked)
        for verdict, answer in wrong_answers(question):
            found = mark(trace, question, answer)
            assert found.verdict is verdict, (question, answer)
            assert found.sentences, (question, answer)
            assert format_answer(question.right, question.choices) in found.text
            ways += 1
    assert score.share == 1
    assert score.asked == score.right > 0
    assert ways >= score.asked


def test_a_wrong_answer_takes_from_the_score() -> None:
    trace = tracer.trace(AIMA)
    score = Score()
    assert (score.share, score.text) == (0, "nothing answered")
    for question in iter_all_questions(trace):
        wrong = list(wrong_answers(question))
        for verdict, answer in wrong[:1]:
            one = mark(trace, question, answer)
            score = score.add(one)
            assert score.count(verdict) > 0
    assert score.right == 0
    assert score.share == 0
    assert f"0 of {score.asked} right" in score.text


@dataclass
class Plain:
    """Alpha-beta done the plainest way, with what it did at each node, by the places of moves."""

    hard: bool = False
    windows: dict[tuple[int, ...], tuple[float, float]] = field(default_factory=dict)
    worth: dict[tuple[int, ...], tuple[float, Bound]] = field(default_factory=dict)
    pruned: dict[tuple[int, ...], set[int]] = field(default_factory=dict)
    leaves: list[tuple[int, ...]] = field(default_factory=list)

    def value(self, tree: Any, alpha: float, beta: float, is_max: bool = True, place: tuple[int, ...] = ()) -> float:
        self.windows[place] = given = (alpha, beta)
        if not isinstance(tree, list):
            self.leaves.append(place)
            return min(max(tree, alpha), beta) if self.hard else tree
        best, self.pruned[place] = -inf if is_max else inf, set()
        for number, below in enumerate(tree):
            found = self.value(below, alpha, beta, not is_max, (*place, number))
            best = max(best, found) if is_max else min(best, found)
            if best >= beta if is_max else best <= alpha:
                self.pruned[place] = set(range(number + 1, len(tree)))
                break
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        best = min(max(best, given[0]), given[1]) if self.hard else best
        self.worth[place] = best, LOWER if best >= given[1] else UPPER if best <= given[0] else EXACT
        return best


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_answers_are_what_a_plain_alpha_beta_does(seed: int, hard: bool) -> None:
    tree = [*TYPED, *([bushy_tree(one, evaluated=False), 1] for one in range(40, 54))][seed]
    plain = Plain(hard)
    plain.value(tree, -inf, inf)
    # Which values all moves' values prove exact is not asked of the plain search.
    trace = tracer.trace(tree, "alphabeta", fail="hard" if hard else "soft").classical()

    def place(node: int) -> tuple[int, ...]:
        above = trace.ancestry(node)
        return tuple(trace.children(a).index(b) for a, b in pairwise(above))

    asked = set[Kind]()
    for question in iter_all_questions(trace):
        where, entered = place(question.node), question.after is None
        labels = [trace.label(child) for child in trace.children(question.node)]
        asked.add(question.kind)
        if question.kind is Kind.PRUNED and entered:
            assert question.right == {labels[number] for number in plain.pruned[where]}
        elif question.kind is Kind.ALPHA and entered:
            assert question.right == plain.windows[where][0]
        elif question.kind is Kind.BETA and entered:
            assert question.right == plain.windows[where][1]
        elif question.kind in (Kind.ALPHA, Kind.BETA):
            last, following = place(question.after or 0), question.kind is Kind.BETA
            beside = (*last[:-1], last[-1] + 1)
            if beside in plain.windows:
                assert question.right == plain.windows[beside][following]
        elif question.kind is Kind.VALUE:
            assert question.right == plain.worth[where]
        elif question.kind is Kind.ORDER:
            leaves = [node for node in range(len(trace)) if place(node) in plain.leaves]
            assert question.right == tuple("/".join(trace[node].path) for node in leaves)
        elif question.kind is Kind.NEXT:
            following = 0 if entered else place(question.after or 0)[-1] + 1
            is_left = following < len(labels) and following not in plain.pruned[where]
            assert question.right == (labels[following] if is_left else None)
    assert asked >= {Kind.NEXT, Kind.VALUE}


def test_the_mover_s_view_is_max_s_turned_round_at_min() -> None:
    trace = tracer.trace(WIKIPEDIA)
    turned = {Kind.ALPHA: Kind.BETA, Kind.BETA: Kind.ALPHA}
    of_max = {(q.step, q.node, q.kind, q.after): q.right for q in iter_all_questions(trace)}
    signs = {EXACT: EXACT, LOWER: UPPER, UPPER: LOWER}
    for question in iter_all_questions(trace, "mover"):
        is_min = trace.columns.turn[question.node] < 0
        kind = turned.get(question.kind, question.kind) if is_min else question.kind
        other = of_max[question.step, question.node, kind, question.after]
        if is_min and isinstance(other, Worth):
            assert question.right == Worth(-other.value, signs[other.bound])
        elif is_min and isinstance(other, float):
            assert question.right == -other
        else:
            assert question.right == other


def test_pruning_what_must_be_searched_is_said_to_be_dangerous() -> None:
    trace = tracer.trace(AIMA)
    first = next(question for question in iter_all_questions(trace) if question.after is not None)
    marked = mark(trace, first, frozenset(first.choices))
    assert marked.verdict is Verdict.TOO_MUCH
    assert "a wrong value may come out" in marked.sentences[0]
    right = mark(trace, first, frozenset())
    assert "a wrong value" not in " ".join(right.sentences)


@pytest.mark.parametrize("search", list(DEPTH_FIRST))
def test_every_search_can_be_asked_about_and_one_that_stopped_too(search: str) -> None:
    for limit in (None, *Random(search).sample(range(1, 40), 5)):
        trace = tracer.trace(WIKIPEDIA, search, max_nodes=limit)
        for question in iter_all_questions(trace):
            assert mark(trace, question, question.right).verdict is Verdict.RIGHT
            if question.kind is Kind.VALUE:
                assert trace[question.node].value is not None


@pytest.mark.parametrize(
    ("kind", "text", "answer"),
    [
        (Kind.ALPHA, " -inf ", -inf),
        (Kind.BETA, "∞", inf),
        (Kind.ALPHA, "−2.5", -2.5),
        (Kind.VALUE, "<=3", Worth(3, UPPER)),
        (Kind.VALUE, "≥ -1", Worth(-1, LOWER)),
        (Kind.VALUE, "7", Worth(7, EXACT)),
        (Kind.PRUNED, "a, b c", frozenset({"a", "b c"})),
        (Kind.PRUNED, "a b", frozenset({"a", "b"})),
        (Kind.PRUNED, "None", frozenset()),
        (Kind.NEXT, "b c", "b c"),
        (Kind.NEXT, "none", None),
        (Kind.ORDER, "b,a", ("b", "a")),
    ],
)
def test_answers_are_read_as_people_type_them(kind: Kind, text: str, answer: Answer) -> None:
    assert parse_answer(Question(kind, 0, 0, "", answer, ("a", "b", "b c")), text) == answer


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.ALPHA, "x"),
        (Kind.BETA, "nan"),
        (Kind.VALUE, "=> 3"),
        (Kind.VALUE, ""),
        (Kind.PRUNED, "d"),
        (Kind.PRUNED, ""),
        (Kind.NEXT, "a, b"),
        (Kind.ORDER, "a, x"),
    ],
)
def test_what_is_no_answer_is_refused(kind: Kind, text: str) -> None:
    with pytest.raises(tracer.PlyscopeError):
        parse_answer(Question(kind, 0, 0, "", None, ("a", "b")), text)


def test_a_view_or_a_step_that_there_is_not_is_refused() -> None:
    trace = tracer.trace(AIMA)
    with pytest.raises(tracer.PlyscopeError):
        questions_at(trace, 0, "min")
    with pytest.raises(IndexError):
        questions_at(trace, trace.steps)


def test_the_bound_that_a_window_alone_proves_gets_credit() -> None:
    """At a2/b1 the window is (6, ∞) and 6 comes back: textbooks write ≤ 6, and all moves were searched."""
    trace = tracer.trace([[[4, 6, 5], [7, 2], 6], [[3, 6], 8, [9, 1, 2]], [[-3, 5, 1], [5, 7]]])
    asked = value_question(trace, trace.find("a2/b1").index)
    assert asked is not None
    assert (asked.right, asked.also) == (Worth(6, EXACT), Worth(6, UPPER))
    by_window = mark(trace, asked, Worth(6, UPPER))
    assert by_window.is_right
    assert by_window.verdict is Verdict.BY_WINDOW
    assert "= 6" in by_window.text
    score = Score().add(by_window).add(mark(trace, asked, Worth(6, EXACT)))
    assert (score.right, score.share, score.text) == (2, 1, "2 of 2 right")
    assert mark(trace, asked, Worth(6, LOWER)).verdict is Verdict.OTHER_SIGN
    assert mark(trace, asked, Worth(5, UPPER)).verdict is Verdict.WRONG
    classical = trace.classical()
    asked = value_question(classical, classical.find("a2/b1").index)
    assert asked is not None
    assert (asked.right, asked.also) == (Worth(6, UPPER), None)
    assert mark(classical, asked, Worth(6, UPPER)).verdict is Verdict.RIGHT


@pytest.mark.parametrize("search", ["uct", "puct", "pns", "sss", "dual"])
def test_of_a_best_first_search_what_comes_next_is_asked(search: str) -> None:
    """The child that is chosen has the best sum, or the least number; a number is the one of the next row."""
    trace = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]] if search in ("sss", "dual") else "mnk:3,2,2", search)
    log, seen = trace.columns.log, set()
    assert log is not None
    for step in range(0, trace.steps, max(trace.steps // 60, 1)):
        for question in questions_at(trace, step):
            seen.add(question.kind)
            assert mark(trace, question, question.right).is_right
            assert parse_answer(question, format_answer(question.right, question.choices)) == pytest.approx(
                question.right, rel=1e-3
            )
            leaf = log.node.item(step + 1)
            if question.kind is Kind.NUMBER:
                after = last_log_row(trace.columns, question.node, step + 1)
                known = node_visits(trace.columns, question.node, step + 1).mean if log.counts_visits else None
                allowed = [known] if log.counts_visits else [log.x.item(step + 1), log.y.item(step + 1)]
                assert question.right in allowed
                assert after is None or log.has_merits or question.right in (after.x, after.y) or log.counts_visits
                continue
            (child,) = (one for one in trace.children(question.node) if trace.label(one) == question.right)
            assert child <= leaf < trace.columns.end[child]
            if log.counts_visits:
                ranked = {score.child: score.rank for score in compute_scores(trace, question.node, step + 1)}
                assert ranked[child] == max(ranked.values())
    assert seen == ({Kind.NUMBER} if log.has_merits else {Kind.NUMBER, Kind.NEXT})
