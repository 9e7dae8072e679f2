"""Whatever the sentences claim is held against the definition of minimax, and they can be read in a panel."""

import operator
import re
from collections.abc import Callable, Iterator
from textwrap import wrap

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import minimax_value, searched, variants
from test_causes import full_tree

import tracer
from tracer import Status, Trace
from tracer.time.moments import Phase, frame, phase
from tracer.why.explain import MAX_SENTENCES, Sentence, event, find_cutoff_origin, find_refutation, why

KINDS = {"", "event", "value", "wrong", "cut", "pruned", "ahead"}
WIDTH, LINES = 44, 4
"""Columns of the panel, and lines of it that one sentence may take."""
INFINITY = float("inf")


def moments_of(trace: Trace) -> Iterator[tuple[int, int, list[Sentence]]]:
    """Some nodes at the steps that matter to them, with what is said there."""
    for index in range(0, len(trace), max(len(trace) // 12, 1)):
        entered, left = trace.entered(index), trace.left(index)
        for step in {entered - 1, entered, entered + 1, left - 1, left, left + 1, trace.steps - 1}:
            if 0 <= step < trace.steps:
                yield index, step, why(trace, index, step)


@st.composite
def recordings(draw: st.DrawFn) -> Trace:
    """A case searched in one of the ways that it can be searched, some of them stopped early."""
    case, options, window = draw(searched())
    search = draw(st.sampled_from(case.searches))
    variant = draw(st.sampled_from(sorted(variants(search, window), key=str)))
    visits = draw(st.sampled_from([None, None, None, 17]))
    return tracer.trace(case.game, search, position=case.position, **options, **variant, max_nodes=visits)


many = settings(max_examples=3 * settings().max_examples)


def assert_readable(trace: Trace, index: int, sentences: list[Sentence]) -> None:
    assert 1 <= len(sentences) <= MAX_SENTENCES
    assert len({sentence.text for sentence in sentences}) == len(sentences)
    for text, kind, node in sentences:
        assert kind in KINDS
        assert node is None or 0 <= node < len(trace)
        assert re.fullmatch(r"[A-Z\d−].*\.", text)
        assert not re.search(r"  |\.\.|nan|None|inf\b|\?", text)
        assert len(wrap(text, WIDTH)) <= LINES


@given(recordings())
@many
def test_there_is_always_something_to_read_and_not_too_much(trace):
    for index, step, sentences in moments_of(trace):
        assert_readable(trace, index, sentences)
        assert event(trace, step)
        assert (sentences[0].kind == "ahead") >= (phase(trace, index, step) is Phase.AHEAD)


NUMBER = r"(−?[\d.e+−]*\d|−?∞)"
CLAIMS: list[tuple[str, Callable[[float, float], bool]]] = [
    (f"^Exactly {NUMBER}", operator.eq),
    (f"^At least {NUMBER}", operator.ge),
    (f"^At most {NUMBER}", operator.le),
    (f"can hold this position to {NUMBER} or less", operator.le),
    (f"can get {NUMBER} or more here", operator.ge),
    (f"exact, so is {NUMBER}", operator.eq),
    (f"(?:utility|evaluation) is {NUMBER}[.]$", operator.eq),
    (f"utility is {NUMBER} or more", operator.ge),
    (f"utility is {NUMBER} or less", operator.le),
    (f"^MAX has {NUMBER} so far", operator.ge),
    (f"^MIN has {NUMBER} so far", operator.le),
]
"""Sentences that claim something of a node's true value."""


def near(value: float | str) -> float:
    """A number with the four digits with which it is said."""
    return tracer.text.typed_number(value if isinstance(value, str) else tracer.text.number(float(value)))


def true_value(trace: Trace, index: int) -> float:
    """The minimax value of a node's position to the depth that was left there."""
    depth = None if trace.header.depth is None else trace.header.depth - int(trace.columns.ply[index])
    return near(minimax_value(trace.need_game(), trace.state(index), depth))


@given(recordings())
@many
def test_what_is_claimed_of_a_value_is_true_of_minimax(trace):
    for index, _, sentences in moments_of(trace):
        found = [(re.search(pattern, text), holds) for text, *_ in sentences for pattern, holds in CLAIMS]
        claims = [(match, holds) for match, holds in found if match]
        true = true_value(trace, index) if claims else 0
        for match, holds in claims:
            assert holds(true, near(match[1])), (match.string, true)


@given(recordings())
@many
def test_what_a_player_already_has_is_true_of_minimax_at_that_ancestor(trace):
    for index in range(0, len(trace), max(len(trace) // 12, 1)):
        found = find_cutoff_origin(trace, index)
        if found is None or found.ancestor is None or not trace.landmarks.is_cut(cut_of(trace, index), trace.steps - 1):
            continue
        if found.child is None:  # a null window, which no move's value made
            continue
        said = next(text for text, *_ in why(trace, index, trace.steps - 1) if " already has at " in text)
        player = "MAX" if found.end_name == "alpha" else "MIN"
        assert said.startswith(
            f"{found.end_name.title()} {tracer.text.number(found.limit)} is what {player} already has at "
        )
        assert f"with move {trace.label(found.child)}" in said
        true = true_value(trace, found.ancestor)
        assert true >= near(found.limit) if player == "MAX" else true <= near(found.limit)
        if trace.node(index).cutoff:
            shallow = trace.columns.parent[index] == found.ancestor
            assert said.endswith(f": a {'shallow' if shallow else 'deep'} cutoff.")


def cut_of(trace: Trace, index: int) -> int:
    """The node that was cut: the node itself, or the one above a pruned branch."""
    return int(trace.columns.parent[index]) if trace.columns.status[index] == Status.PRUNED else index


@given(recordings())
@many
def test_the_moves_and_numbers_of_the_other_sentences_are_those_of_the_recording(trace):
    for index, _, sentences in moments_of(trace):
        for sentence in sentences:
            assert_named_child(trace, index, sentence)
            assert_change(trace, index, sentence)
            if match := re.search(r"(at least )?([\d,]+) nodes? of the full tree", sentence.text):
                assert_saving(trace, index, int(match[2].replace(",", "")), exact=match[1] is None)


def assert_named_child(trace: Trace, index: int, sentence: Sentence) -> None:
    """A move that is said to have returned a value did."""
    match = re.search(rf"move (\S+?),? returned {NUMBER}", sentence.text)
    if match is None:
        return
    child = find_refutation(trace, cut_of(trace, index)) if "was cut" in sentence.text else sentence.node
    assert child is not None
    assert (trace.label(child), tracer.text.number(float(trace.columns.value[child]))) == match.groups()
    assert trace.columns.parent[child] == cut_of(trace, index)


def assert_change(trace: Trace, index: int, sentence: Sentence) -> None:
    """A change of the best value of the node above is the one that its frame shows."""
    match = re.search(rf"(?:raise|lower)\w+ \S+'s best (here|at).* from {NUMBER} to {NUMBER}", sentence.text)
    if match is None:
        return
    child, above = (sentence.node, index) if match[1] == "here" else (index, sentence.node)
    assert child is not None
    assert above is not None
    numbers = [frame(trace, above, trace.left(child) + late).best for late in (0, 1)]
    assert tuple(tracer.text.number(number) for number in numbers if number is not None) == match.groups()[1:]


def assert_saving(trace: Trace, index: int, said: int, *, exact: bool) -> None:
    node = trace.node(index)
    pruned = [node] if node.status is Status.PRUNED else [c for c in node.children if c.status is Status.PRUNED]
    depth = INFINITY if trace.header.depth is None else trace.header.depth
    walked = sum(full_tree(trace.game, branch.state, depth - branch.ply) for branch in pruned)
    assert said == walked if exact else said <= walked
