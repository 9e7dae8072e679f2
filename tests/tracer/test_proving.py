"""What is proved of a value, by its window or by its moves' values: never more than is true, and everywhere alike."""

import csv
import io
import json
import re
from typing import Any

import pytest
from hypothesis import given
from naive_replay import Recording as Naive
from strategies import SEEDS, WINDOWED, WITHOUT_PASSES, Case, bushy_tree, minimax_value, searched, variants

import tracer
import viz
from tracer import Header, Recorder, Status
from tracer.count.proved import is_derived
from tracer.games.tree import TreeGame
from tracer.recording.status import EXACT, EXPANDED, LOWER, PRUNED, UPPER
from tracer.tracing import Trace
from tracer.why.explain import why
from viz.export import write_stream

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
INFINITY = float("inf")
SIGNS = {EXACT: "=", LOWER: "≥", UPPER: "≤", None: "?"}


def truth(trace: Trace, node: int) -> float:
    """The value by definition, to the depth to which the search looked."""
    depth = trace.header.depth
    return minimax_value(
        trace.need_game(), trace.state(node), None if depth is None else depth - int(trace.columns.ply[node])
    )


def derived(trace: Trace) -> list[int]:
    return [node for node in range(len(trace)) if is_derived(trace, node)]


def test_a_node_whose_moves_were_all_searched_is_exact_in_the_textbook_tree() -> None:
    trace = tracer.trace(AIMA)
    assert [trace.bound(node) for node in (1, 5, 9)] == [EXACT, UPPER, UPPER]
    assert [trace.proved_bound(node) for node in (1, 5, 9)] == [EXACT, UPPER, EXACT]
    assert derived(trace) == [9]
    assert trace.proved_bound(7) is None  # a pruned branch


def test_a_node_says_in_its_repr_what_is_proved() -> None:
    trace = tracer.trace(AIMA)
    assert repr(trace.node(9)) == "<Node 9 a3 = 2 EXPANDED>"
    assert repr(trace.classical().node(9)) == "<Node 9 a3 ≤ 2 EXPANDED>"
    assert repr(trace.node(7)) == "<Node 7 a2/b2 PRUNED>"


def test_the_classical_reading_proves_by_windows_alone() -> None:
    trace = tracer.trace(AIMA).classical()
    assert [trace.proved_bound(node) for node in range(len(trace))] == [trace.bound(node) for node in range(len(trace))]
    assert trace.past(20).proved_bound(9) is None
    assert trace.past(trace.steps - 2).proved_bound(9) is UPPER


def test_a_node_is_proved_as_soon_as_it_has_returned() -> None:
    trace = tracer.trace(AIMA)
    at = trace.left(9)
    assert trace.past(at).proved_bound(9) is EXACT
    assert trace.past(at - 1).proved_bound(9) is None


@given(searched())
def test_what_is_proved_is_true_and_is_what_a_plain_look_proves(
    drawn: tuple[Case, dict[str, Any], tuple[float, float]],
) -> None:
    case, options, window = drawn
    for search in sorted({*WINDOWED} & {*WITHOUT_PASSES}):
        for more in variants(search, window):
            trace = tracer.trace(case.game, search, position=case.position, max_nodes=120, **options, **more)
            naive = Naive(trace)
            for node in range(len(trace)):
                proved = trace.proved_bound(node)
                if naive.value[node] is None:
                    assert proved is None
                    continue
                assert SIGNS[proved] == naive.bound(node)
                if is_derived(trace, node):
                    assert naive.value[node] == truth(trace, node)


@pytest.mark.parametrize("fail", ["soft", "hard"])
def test_on_a_hundred_trees_what_is_proved_is_true_and_all_formats_say_it(fail: str) -> None:
    found = 0
    for seed in range(100):
        tree = bushy_tree(seed, evaluated=False)
        trace = tracer.trace(tree if isinstance(tree, list) else [tree], "alphabeta", fail=fail)
        for node in derived(trace):
            assert trace.columns.value[node] == truth(trace, node)
            found += 1
        assert_alike(trace)
    assert found > 100 if fail == "soft" else not found  # a clamped value stands for all beyond the window's end


def test_all_formats_say_the_same_of_the_textbook_tree() -> None:
    assert_alike(tracer.trace(AIMA))
    assert_alike(tracer.trace(AIMA).classical())
    assert "= 2" in viz.to_svg(tracer.trace(AIMA))
    assert viz.to_dot(tracer.trace(AIMA), bounds="classical") == viz.to_dot(tracer.trace(AIMA).classical())
    assert viz.to_dot(tracer.trace(AIMA), bounds="classical") != viz.to_dot(tracer.trace(AIMA))


def written(trace: Trace, format: str) -> str:
    stream = io.BytesIO()
    write_stream(trace, stream, format)
    return stream.getvalue().decode()


def assert_alike(trace: Trace) -> None:
    """Pictures, tables, data, the game for Gambit, the explorer, the networkx graph and the sentences say one thing."""
    from tui.model.browser import Browser
    from tui.model.node_text import value_text

    signs = [SIGNS[trace.proved_bound(node)] for node in range(len(trace))]
    valued = [node for node in range(len(trace)) if trace.columns.status[node] != PRUNED]
    names = ["" if bound is None else bound.name for bound in map(trace.proved_bound, range(len(trace)))]
    assert [row["bound"] for row in csv.DictReader(io.StringIO(written(trace, "csv")))] == names
    assert [node.get("bound", "") for node in json.loads(written(trace, "json"))["nodes"]] == names
    assert [trace.graph.nodes[node].get("bound", "") for node in range(len(trace))] == names
    boxes = {box.node: box for box in viz.picture(trace, max_nodes=len(trace)).boxes}
    browser = Browser(trace)
    game = re.findall(r'^[pt] "#(\d+) ([=≥≤<>]+)', written(trace, "efg"), re.MULTILINE)
    efg = {int(node): {"<=": "≤", ">=": "≥"}.get(sign, sign) for node, sign in game}
    for node in valued:
        if signs[node] != "?":
            assert any(line.startswith(f"{signs[node]} ") for line in boxes[node].lines)
        assert value_text(browser, node)[0] == signs[node]
        if node in efg:
            assert efg[node] == signs[node]
        if trace.columns.status[node] == EXPANDED and signs[node] != "?":
            word = {"=": "Exactly", "≥": "At least", "≤": "At most"}[signs[node]]
            assert any(word in sentence.text for sentence in why(trace, node, trace.steps - 1)), (node, signs[node])


def own(value: float, *, notes: dict[str, Any] | None = None, game: Any = None) -> Trace:
    """The textbook tree's last move, recorded by another program."""
    recorder = Recorder()
    enter, leave = recorder.enter, recorder.leave
    root = enter(None, 1, 3, INFINITY)
    inner = enter("a1", -1, 3, INFINITY)
    for move, leaf in enumerate((14, 5, 2), 1):
        leave(enter(f"b{move}", 1, 3, INFINITY), leaf, Status.TERMINAL)
    leave(inner, value, cutoff=True)
    leave(root, value)
    return Trace(*recorder.finish(), Header(search="mine", notes=notes or {}), game)


def test_of_another_program_nothing_is_proved_where_it_is_not_known_that_all_moves_are_there() -> None:
    game = TreeGame.from_lists([[14, 5, 2]])
    assert derived(own(2)) == []
    assert derived(own(2, game=game)) == [0, 1]
    assert derived(own(2, game=game, notes={"cache": "memo"})) == []
    assert derived(own(2, game=TreeGame.from_lists([[14, 5, 2, 1]]))) == []
    assert derived(own(3, game=game)) == []  # a value that the moves' values do not make, as a clamped one


def test_a_later_visit_of_a_move_counts() -> None:
    recorder = Recorder()
    enter, leave = recorder.enter, recorder.leave
    root = enter(None, 1, 5, INFINITY)
    first = enter("a1", -1, 5, 6)
    leave(enter("b1", 1, 5, 6), 4, Status.TERMINAL)
    leave(first, 4, cutoff=True)
    again = enter("a1", -1, 5, INFINITY)
    leave(enter("b1", 1, 5, INFINITY), 4, Status.TABLE)
    leave(again, 4, cutoff=True)
    leave(root, 4)
    trace = Trace(*recorder.finish(), Header(search="mine"), TreeGame.from_lists([[4]]))
    assert derived(trace) == [1]  # the second visit rests on a table of which nothing is known


def test_the_union_of_two_searches_proves_nothing() -> None:
    both = viz.side_by_side(tracer.trace(AIMA), tracer.trace(AIMA, order="reversed"))
    assert derived(both.trace) == []


@given(SEEDS)
def test_pure_minimax_has_nothing_to_derive(seed: int) -> None:
    assert derived(tracer.trace([bushy_tree(seed, evaluated=False)], "minimax")) == []
