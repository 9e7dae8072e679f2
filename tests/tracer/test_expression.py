"""Conditions: worked out for all nodes at once they say what a look at each single node says."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conditions import COMPARE, conditions, met
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA, WIKIPEDIA, Case, searched, variants

import tracer
from tracer import PlyscopeError
from tracer.condition.expression import MAX_LENGTH, parse_condition
from tracer.condition.terms import ConditionError
from tracer.condition.vocabulary import CONSTANTS, NAMES, list_help_rows, proved_bound_column
from tracer.condition.watchpoint import parse_search
from tracer.recording.columns import DTYPES, Columns
from tracer.recording.header import Header
from tracer.recording.no_moves import NO_MOVE_TYPES
from tracer.recording.status import OPEN, PRUNED, Bound, Status
from tracer.time.landmarks import Hit
from tracer.tracing import Trace

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


@given(searched(), st.data())
def test_a_condition_holds_where_a_look_at_each_node_says_so(
    drawn: tuple[Case, dict[str, Any], tuple[float, float]], data: st.DataObject
) -> None:
    case, options, window = drawn
    visits = data.draw(st.sampled_from([None, 5, 20, 60]))
    search = data.draw(st.sampled_from(case.searches))
    more = data.draw(st.sampled_from(list(variants(search, window))))
    trace = tracer.trace(case.game, search, position=case.position, max_nodes=visits or 400, **options, **more)
    for _ in range(8):
        part = data.draw(conditions(depth=trace.header.depth is not None))
        if len(part.text) > MAX_LENGTH:
            continue
        condition = parse_condition(part.text)
        expected = [bool(part.of(node)) for node in trace]
        assert condition.nodes(trace).tolist() == expected, part.text
        assert condition.known_since == part.known
        steps = [(met(node, part.known), node.index) for node in trace if expected[node.index]]
        found = sorted((step, node) for step, node in steps if step is not None)
        assert list(condition.hits(trace)) == found, part.text


@given(searched())
def test_bounds_of_all_nodes_are_those_of_each(drawn: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    case, options, window = drawn
    for search in case.searches:
        for more in variants(search, window):
            trace = tracer.trace(case.game, search, position=case.position, max_nodes=300, **options, **more)
            expected = [trace.proved_bound(node) for node in range(len(trace))]
            assert [None if bound != bound else Bound(int(bound)) for bound in proved_bound_column(trace)] == expected


@given(searched(), st.integers(-1, 400))
def test_the_next_and_previous_hit_are_those_of_the_list(
    drawn: tuple[Case, dict[str, Any], tuple[float, float]], step: int
) -> None:
    case, options, _ = drawn
    trace = tracer.trace(case.game, "alphabeta", position=case.position, max_nodes=200, **options)
    hits = parse_condition("pruned > 0 or status == PRUNED").hits(trace)
    listed = list(hits)
    assert hits.next(step) == next((hit for hit in listed if hit.step > step), None)
    last = max((hit.step for hit in listed if hit.step < step), default=None)
    assert hits.previous(step) == next((hit for hit in listed if hit.step == last), None)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("cutoff and ply == 1", ["a2", "a3"]),
        ("cutoff and pruned == 0", ["a3"]),
        ("pruned > 1", ["a2"]),
        ("value < 3 and status == EXPANDED", ["a2", "a3"]),
        ('move == "b3" and ply == 2', ["a1/b3", "a2/b3", "a3/b3"]),
        ('"b3" == move and status != PRUNED', ["a1/b3", "a3/b3"]),
        ("alpha >= 3 and turn == MIN", ["a2", "a3"]),
        ("ply == 1 and 2 <= value < 3", ["a2", "a3"]),
        ("bound == UPPER", ["a2"]),
        ('ply == 2 and move in ["b1"] and value not in (3, 2)', ["a3/b1"]),
        ("value / 7 == 2", ["a3/b1"]),
        ("returned - entered == 1 and value - 2 == - -0", ["a2/b1", "a3/b3"]),
        ("visited == 13 - 2", [""]),
        ("size > children + 1 and ply > 0", ["a2"]),
        ("1 > 2", []),
    ],
)
def test_conditions_on_the_tree_of_a_textbook(text: str, paths: list[str]) -> None:
    trace = tracer.trace(AIMA)
    assert [
        "/".join(trace.node(hit.node).path)
        for hit in sorted(parse_condition(text).hits(trace), key=lambda hit: hit.node)
    ] == paths


def test_a_hit_comes_as_soon_as_everything_spoken_of_is_known() -> None:
    trace = tracer.trace(AIMA)
    node = trace.find("2").index
    assert list(parse_condition(f"node == {node}").hits(trace)) == [(trace.entered(node), node)] == [(9, 5)]
    assert list(parse_condition(f"node == {node} and cutoff").hits(trace)) == [(12, node)]
    assert (
        list(parse_condition(f"node == {node} and cutoff and value < 9").hits(trace))
        == [(trace.left(node), node)]
        == [(14, 5)]
    )


def test_a_cutoff_and_the_first_branch_it_prunes_share_a_step_and_the_cut_node_comes_first() -> None:
    trace = tracer.trace(AIMA)
    hits = parse_condition("pruned > 1 or status == PRUNED").hits(trace)
    assert [hit.node for hit in hits] == [7, 8, 5]
    hits = parse_condition("pruned > 1 or ply == 2 and not cutoff").hits(trace)
    assert [hit for hit in hits if hit.step == 12] == [(12, 5), (12, 7)]
    assert hits.next(11) == hits.previous(13) == Hit(12, 5)


def test_what_is_unknown_compares_false_even_as_unequal() -> None:
    trace = tracer.trace(AIMA)
    pruned = [node.index for node in trace if node.status is PRUNED]
    for word in ("value", "alpha", "beta", "window", "turn", "returned"):
        for sign in COMPARE:
            assert not parse_condition(f"{word} {sign} 0").nodes(trace)[pruned].any()
        assert not parse_condition(f"{word} in (0, 1)").nodes(trace)[pruned].any()
        assert not parse_condition(f"{word} not in (0, 1)").nodes(trace)[pruned].any()
        assert parse_condition(f"not {word} == 0").nodes(trace)[pruned].all()
    assert not parse_condition("bound != EXACT").nodes(trace)[pruned].any()
    for sign in ("==", "!="):
        assert not parse_condition(f'move {sign} "1"').nodes(trace)[0]
    for nothing in ("inf - inf", "1 / 0", "0 / 0", "0 * inf", "inf / inf"):
        assert not parse_condition(f"{nothing} != 1 or {nothing} == {nothing} or {nothing} < inf").nodes(trace).any()


def test_a_visit_that_never_returned_is_met_at_its_entry() -> None:
    trace = tracer.trace(WIKIPEDIA, max_nodes=6)
    still = [node.index for node in trace if node.status is OPEN]
    assert set(still) <= {hit.node for hit in parse_condition("ply >= 0").hits(trace)}
    for text in ("not cutoff", "pruned == 0", "size > 0", "not value == 3", "status == OPEN"):
        assert parse_condition(text).nodes(trace)[still].all()
        steps = {hit.node: hit.step for hit in parse_condition(text).hits(trace)}
        assert [steps.get(node) for node in still] == [trace.entered(node) for node in still]


def test_whole_numbers_that_are_multiplied_do_not_overflow() -> None:
    trace = tracer.trace("random:b=1,d=5000")
    assert parse_condition("ply * ply * ply * ply > 3000000000000").nodes(trace).sum() == 5001 - 1317
    assert parse_condition("node * node * node * -1 > 0").nodes(trace).sum() == 0


def test_depth_is_what_remained_and_needs_a_depth_limit() -> None:
    trace = tracer.trace("tictactoe", depth=2)
    assert parse_condition("depth == 0").nodes(trace).tolist() == [node.ply == 2 for node in trace]
    with pytest.raises(PlyscopeError, match=r"no depth limit; ply counts moves from the root"):
        parse_condition("depth == 0").hits(tracer.trace(AIMA))


def test_turn_times_value_is_the_movers_view() -> None:
    trace = tracer.trace(AIMA)
    nodes = [node.index for node in trace if node.turn is tracer.MIN and node.value == 3]
    assert parse_condition("turn * value == -3").nodes(trace).nonzero()[0].tolist() == nodes != []


def test_labels_are_compared_as_they_are_shown() -> None:
    plain = tracer.trace(AIMA)
    columns = Columns(**{name: getattr(plain.columns, name) for name in DTYPES})
    hostile = Trace(columns, [], Header(), labels=["a␛b", *plain.move_labels[1:]])
    assert (
        parse_condition('move == "a␛b"').nodes(hostile).sum() == parse_condition('move == "a1"').nodes(plain).sum() > 0
    )
    assert (
        parse_condition('move == "a\\x1bb"').nodes(hostile).sum() == parse_condition('move == "a1"').nodes(plain).sum()
    )


def test_a_condition_on_a_lone_root() -> None:
    trace = tracer.trace("[7]", "minimax", position="1")
    assert len(trace) == 1
    assert list(parse_condition('value == 7 and not move == "a1"').hits(trace)) == [(1, 0)]


REFUSED = [
    ("cutoff and plly == 3", 11, r"no name 'plly' \(did you mean ply\?\); there are: node, ply, "),
    ("turn == max", 8, r"no name 'max' \(did you mean MAX\?\)"),
    ("é == 3", 0, "no name 'é'"),
    ('move == "é" and plyy > 1', 16, r"did you mean ply\?"),
    ("ply", 0, "ply is a number, not true or false; compare it, such as ply > 0"),
    ("cutoff and (pruned)", 12, "such as pruned > 0"),
    ("not ply", 4, "such as ply > 0"),
    ("status", 0, "such as status == TERMINAL"),
    ("bound", 0, "such as bound == EXACT"),
    ("move", 0, 'such as move == "b2"'),
    ("'b2'", 0, "such as move == 'b2'"),
    ("ply = 3", 4, "write == instead of ="),
    ("cutoff && ply == 3", 8, "write and instead of &&"),
    ("cutoff || ply == 3", 8, "write or instead of"),
    ("!cutoff", 0, "write not instead of !"),
    ("ply ≥ 3", 4, "write >= instead of ≥"),
    ("cutoff & (ply == 3)", 0, "write and instead of &"),
    ("turn is MAX", 0, "write == instead of is"),
    ("cutoff == 1", 0, "cutoff is true or false by itself"),
    ("1 < cutoff", 0, "cutoff is true or false by itself"),
    ("status == MAX", 0, "a status cannot be compared with a number; a status is EXPANDED, TERMINAL, "),
    ("status == EXACT", 0, "a status cannot be compared with a bound"),
    ("status < OPEN", 0, "a status is compared with ==, != and in only"),
    ("bound == 1", 0, "a bound is EXACT, LOWER, UPPER"),
    ("move < 'b2'", 0, "a move is compared with ==, != and in only"),
    ("move == 3", 0, 'a move is compared with a text, such as move == "b2"'),
    ("'a' == 'a'", 0, "a move is compared with a text"),
    ("value + cutoff > 1", 8, "cutoff is a truth value; a number is needed here"),
    ("-move == 'a'", 1, "move is a move; a number is needed here"),
    ("ply in 3", 7, "after in there must be a list of values"),
    ("ply in ()", 7, "after in there must be a list of values"),
    ("ply == 3, 4", 0, "a list of values that does not follow in is not allowed"),
    ("ply >", 5, "it cannot be read here; there may be names"),
    ("ply 3", None, "it cannot be read here"),
    ("", 0, "it is empty; write one"),
    (" \n\t ", 0, "it is empty; write one"),
    ("ply > 0" + " " * MAX_LENGTH + "and cutoff", MAX_LENGTH, "500 are the most"),
    ("(" * 300, None, "it is nested too deeply"),
    ("(" * 150 + "cutoff" + ")" * 150 + "(", None, "."),
    ("-" * 490 + "1 > 0", None, "it is nested too deeply"),
    ("not " * 120 + "cutoff", None, "it is nested too deeply"),
    ("1+" * 200 + "1 > 0", None, "it is nested too deeply"),
    ("1" * 480 + " > ply", 0, "too large"),
    ("\ud800 == 1", 0, "it cannot be read"),
    ("__import__('os').system('true')", 0, "a call is not allowed"),
    ("node.__class__", 0, "a dot is not allowed"),
    ("ply[0] == 1", 0, "an index is not allowed"),
    ("(lambda: 1) == 1", 1, "a lambda is not allowed"),
    ("[n for n in node] == 1", 0, "not allowed"),
    ("f'{node}' == move", 0, "an f-string is not allowed"),
    ("(x := 3) == 3", 1, ":= is not allowed"),
    ("9 ** 9 ** 9 ** 9 > 1", 0, "not allowed"),
    ("1 << 999999 > 1", 0, "not allowed"),
    ("7 % 2 == 1", 0, "not allowed"),
    ("7 // 2 == 1", 0, "not allowed"),
    ("+ply == 1", 0, "this sign is not allowed"),
    ("~ply == 1", 0, "this sign is not allowed"),
    ("ply > 1j", 6, "1j is not allowed"),
    ("move == b'1'", 8, "not allowed"),
    ("value == None", 9, "None is not allowed"),
    ("cutoff == True", 10, "True is not allowed"),
    ("True", 0, "True is not allowed"),
    ("... == 1", 0, "not allowed"),
    ("ply if cutoff else 3", 0, "if … else is not allowed"),
    ("{1: 2} == 1", 0, "not allowed"),
    ("await ply", 0, "not allowed"),
    ("import os", None, "it cannot be read here"),
]


@pytest.mark.parametrize(("text", "column", "problem"), REFUSED, ids=[text[:30] for text, *_ in REFUSED])
def test_what_is_no_condition_is_refused_with_its_place_and_the_remedy(
    text: str, column: int | None, problem: str
) -> None:
    with pytest.raises(ConditionError, match=problem) as refused:
        parse_condition(text)
    assert column is None or refused.value.column == column
    assert f"column {refused.value.column + 1}: " in str(refused.value)
    assert len(str(refused.value)) < 500
    assert str(refused.value).isprintable()


def test_an_error_quotes_the_place_of_a_long_condition() -> None:
    with pytest.raises(ConditionError) as refused:
        parse_condition("ply == 1 or " * 30 + "plly == 2" + " or ply == 1" * 5)
    assert "plly == 2" in str(refused.value)
    assert refused.value.column == 360


def test_lines_and_odd_escapes_are_no_problem() -> None:
    assert parse_condition('\n move == "\\d"\n or ply\t== 3 ').text == 'move == "\\d"  or ply == 3'


def test_what_leads_to_a_node_has_a_kind_and_a_name(need: Callable[[str], None]) -> None:
    """A null move is found by its label, by its short name and by its kind, written as a name or as a text."""
    need("chess")
    trace = tracer.trace("chess:8/8/8/4pK2/4P3/2k5/8/8 b - - 0 1", "engine", depth=4, with_="null")
    nulls = [node for node in range(len(trace)) if trace.label(node) == "null move"]
    for text in (
        'move == "null"',
        'move == "null move"',
        "kind == NULL",
        'kind == "null"',
        'kind in ("NULL", "stand")',
    ):
        assert np.flatnonzero(parse_condition(text).nodes(trace)).tolist() == nulls, text
    assert nulls
    assert np.flatnonzero(parse_search("null", trace).nodes(trace)).tolist() == nulls
    passes = trace.children(0)
    assert np.flatnonzero(parse_condition("kind == PASS").nodes(trace)).tolist() == passes
    others = parse_condition("kind == MOVE").nodes(trace)
    assert not others[0]
    assert others.sum() == len(trace) - 1 - len(nulls) - len(passes)
    dice = tracer.trace("pig", "expectiminimax", depth=3)
    outcomes = [node for node in range(1, len(dice)) if not dice.columns.turn[dice.columns.parent[node]]]
    assert np.flatnonzero(parse_condition("kind == OUTCOME").nodes(dice)).tolist() == outcomes
    with pytest.raises(ConditionError, match="there is no kind of move 'nul'; a kind of move is MOVE, OUTCOME, PASS"):
        parse_condition('kind == "nul"')
    with pytest.raises(ConditionError, match="why is a reason, not true or false; compare it, such as why == REDUCED"):
        parse_condition("why")


@pytest.mark.parametrize(
    ("search", "text", "said"),
    [
        ("uct", "alpha > 3", "alpha does not apply to uct, which has no windows"),
        ("pns", "cutoff and n > 3", "cutoff does not apply to pns, which cuts nothing off; n does not apply to pns"),
        ("minimax", "born > 3", "born does not apply to minimax, which is no best-first search"),
        ("uct", "q > 99", ""),
        ("alphabeta", "alpha > 99", ""),
    ],
)
def test_names_that_do_not_apply_to_a_search_are_said(search: str, text: str, said: str) -> None:
    trace = tracer.trace([[3, 5], [2, 9]], search)
    assert not parse_condition(text).nodes(trace).any()
    told = parse_condition(text).missing(trace)
    assert told.startswith(said)
    assert bool(told) is bool(said)


def test_every_name_and_constant_has_a_line_of_help_and_can_be_used() -> None:
    rows = dict(list_help_rows())
    assert list(rows) == [*NAMES, "inf"]
    assert all(rows.values())
    told = re.findall(r"\b[A-Z]{3,}\b", " ".join(rows.values()))
    assert {*told, "inf"} >= set(CONSTANTS)
    trace = tracer.trace(TREE, "minimax")
    for constant in CONSTANTS.values():
        word = next(name.word for name in NAMES.values() if name.kind is constant.kind)
        assert len(parse_condition(f"{word} == {constant.word}").nodes(trace)) == len(trace)


def test_every_kind_of_what_is_no_move_has_a_name() -> None:
    recorder = tracer.Recorder(windowed=False)
    root = recorder.enter(None, 1)
    for kind in NO_MOVE_TYPES.values():
        recorder.leave(recorder.enter(kind("beyond"), 1), 1.0, Status.HORIZON)
    recorder.leave(root, 1.0)
    columns, moves = recorder.finish()
    trace = Trace(columns, moves, Header(game="dream", windowed=False))
    for node, word in enumerate(NO_MOVE_TYPES, 1):
        assert parse_condition(f"kind == {word.upper()}").nodes(trace).tolist() == [
            one == node for one in range(len(NO_MOVE_TYPES) + 1)
        ]
