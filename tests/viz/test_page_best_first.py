"""The page of a best-first search: it steps by rows of a log, and says what Python says."""

import base64
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pages import Open, told
from strategies import AIMA, BEST_FIRST, WIKIPEDIA

import tracer
from tracer import BestFirstRecorder, Header
from tracer.recording.log_numbers import best_by_log, node_visits
from tracer.text import number
from tracer.tracing import Trace
from tracer.why.best_first_substeps import list_substeps
from tracer.why.explain import event, why
from tracer.why.selection_scores import compute_scores
from tui.model.best_first_keys import signs_for
from viz.page import script
from viz.page.packing import pack

KNOWN = """async ([header, data, steps]) => {
    %s
    const {unpack: {unpack}, why: {listSubsteps}} = rooms;
    const trace = await unpack(header, Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
    return steps.map((step) => ({
        substeps: listSubsteps(trace, step).map(({text, kind, node}) => [text, kind, node]),
        there: Array.from({length: trace.size}, (_, node) => trace.isThere(node, step)),
        best: Array.from({length: trace.size}, (_, node) => trace.bestChildAt(node, step)),
        visits: trace.log.countsVisits ? Array.from(trace.born, (_, node) => trace.visitsAt(node, step)) : null,
        settled: Array.from(trace.settled),
    }));
}"""


BEST = """async ([header, data]) => {
    %s
    const trace = await rooms.unpack.unpack(header, Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
    return Array.from({length: trace.size}, (_, node) => trace.bestChanges(node));
}"""


def searches() -> Iterator[Trace]:
    """Searches of every kind, of games and of typed trees, with numbers that are whole and such that are not."""
    for search in BEST_FIRST:
        yield tracer.trace("nim:1,2,3", search)
        yield tracer.trace(WIKIPEDIA, search, **({"goal": "6"} if search in ("pns", "dfpn") else {}))
        yield tracer.trace(AIMA, search, **({"goal": "4"} if search in ("pns", "dfpn") else {}))
    yield tracer.trace("random:b=3,d=4", "puct", iterations=300, c=0.7)
    yield tracer.trace("random:b=3,d=4", "uct", iterations=300, seed=5)
    yield tracer.trace("tictactoe", "uct", iterations=120)
    yield tracer.trace("tictactoe", "pns", max_nodes=300)
    yield by_hand()


def by_hand() -> Trace:
    """A Monte Carlo search that is not plyscope's: no formula is known, values have fractions, some have priors."""
    recorder = BestFirstRecorder()
    root = recorder.add(None, None, 1)
    left, right = recorder.add(root, "a", -1, weight=0.25), recorder.add(root, "b", 0)
    for leaf, value in ((left, 0.1), (right, 0.7), (left, 0.2), (root, -0.3), (right, 1e-9)):
        recorder.update(leaf, value)
        recorder.iteration()
    below = recorder.add(right, "c", 1, weight=0.5)
    recorder.update(below, 1 / 3)
    return Trace(*recorder.finish(), Header(search="mcts"))


def some(trace: Trace) -> list[int]:
    return sorted({0, 1, trace.steps // 2, trace.steps - 1, *range(0, trace.steps, max(trace.steps // 9, 1))})


def known(tab: Any, trace: Trace, steps: list[int]) -> list[dict[str, Any]]:
    packed = pack(trace)
    data = base64.b64encode(packed.data).decode()
    found: list[dict[str, Any]] = tab.evaluate(KNOWN % script.join_modules(), [packed.header, data, steps])
    return found


def test_every_step_and_every_reason_is_told_as_python_tells_it(tab: Any) -> None:
    for trace in searches():
        asked = [(node, step) for step in some(trace) for node in range(0, len(trace), 1 + len(trace) // 40)]
        found = told(tab, trace, asked)
        assert found["events"] == [event(trace, step) for step in range(trace.steps)], trace
        for place, (node, step) in enumerate(asked):
            wanted = [list(sentence) for sentence in why(trace, node, step)]
            assert found["why"][place] == wanted, (trace, node, step)


def test_the_tree_and_its_numbers_at_a_step_are_those_of_the_recording(tab: Any) -> None:
    for trace in searches():
        columns, steps = trace.columns, some(trace)
        assert columns.born is not None
        for step, found in zip(steps, known(tab, trace, steps), strict=True):
            assert found["substeps"] == [list(one) for one in list_substeps(trace, step)], (trace, step)
            assert found["there"] == (columns.born <= step).tolist()
            assert found["settled"] == columns.settled.tolist()
            there = [[one for one in trace.children(node) if columns.born[one] <= step] for node in range(len(trace))]
            best = [best_by_log(columns, node, children, step) for node, children in enumerate(there)]
            assert found["best"] == best, (trace, step)
            if found["visits"] is not None:
                counted = [node_visits(columns, node, step) for node in range(len(trace))]
                assert [one["times"] for one in found["visits"]] == [one.times for one in counted]
                sums = np.array([one["total"] for one in found["visits"]])
                assert sums.tolist() == [one.total for one in counted], (trace, step)


def test_keys_go_by_iterations_and_by_what_changes_a_node(open_page: Open) -> None:
    trace = tracer.trace("nim:1,2,3", "pns")
    page, iterations = open_page(trace, "#step=9"), trace.landmarks.iterations.tolist()
    later = [step for step in iterations if step > 9]
    page.press("x")
    assert page.step == later[0]
    page.press("x", "x", "X")
    assert page.step == later[1]
    page.press("h", "i")
    assert trace.columns.log is not None
    above = trace.columns.parent.item(trace.columns.log.node.item(later[1]))
    assert page.step == next(step for step in trace.landmarks.rows_about(above).tolist() if step > later[1])
    page.press("I", "I")
    assert page.step == [step for step in trace.landmarks.rows_about(above).tolist() if step < later[1]][-1]
    changes = trace.landmarks.best_changes.tolist()
    page.press("0", "m")
    assert page.step == next(step for step in changes if step > 0)
    page.press("M", "m", "$")
    assert page.step == trace.steps - 1
    assert not page.complaints


@pytest.mark.parametrize("search", BEST_FIRST)
def test_changes_of_the_best_move_are_those_of_the_recording(tab: Any, search: str) -> None:
    trace = tracer.trace("nim:1,2,3", search)
    packed = pack(trace)
    found = tab.evaluate(BEST % script.join_modules(), [packed.header, base64.b64encode(packed.data).decode()])
    assert found == [trace.landmarks.best_changes_at(node).tolist() for node in range(len(trace))]


def test_a_step_is_told_by_its_parts_and_children_by_their_numbers(open_page: Open) -> None:
    trace = tracer.trace("nim:1,2,3", "puct", iterations=60)
    page, step = open_page(trace, "#step=40&node=0"), 40
    assert page.page.locator(".parts li > :nth-child(2)").all_text_contents() == [
        part.text for part in list_substeps(trace, step)
    ]
    named = [name for name in page.page.locator(".parts .part").all_text_contents() if name]
    assert named == ["selection", "evaluation", "backup"]
    heads = page.page.locator(".children thead th").all_text_contents()
    assert heads == ["move", "N", "Q", "P", "U", "Q + U"]
    rows = [row.locator("td").all_text_contents() for row in page.page.locator(".children tbody tr").all()]
    for node, cells in zip(trace.children(0), rows, strict=True):
        known, score = (
            node_visits(trace.columns, node, step),
            {one.child: one for one in compute_scores(trace, 0, step + 1)}[node],
        )
        assert cells[:2] == [f"{known.times:,}", number(known.mean or 0)]
        assert cells[3:] == [number(score.exploration), number(score.total)]
    assert page.page.locator(".children .taken").count() == 1
    assert page.counts()["iterations"] == ("41", "60")
    assert "cutoffs" not in page.counts()


def test_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = tracer.trace("nim:1,1", "uct", iterations=50)
    monkeypatch.setattr("viz.page.packing.MAX_NODES", 40)
    with pytest.raises(tracer.PlyscopeError, match="up to 40 steps of a best-first search and this trace has 50"):
        pack(trace)


def test_leaves_that_were_played_out_are_at_no_horizon(open_page: Open) -> None:
    page = open_page(tracer.trace("tictactoe", "uct", iterations=20))
    said = page.page.locator(".legend li").all_text_contents()
    assert "played out, or evaluated" in said
    assert "horizon" not in said
    assert ("■", "the game is over here") in signs_for(tracer.trace("tictactoe", "uct", iterations=20))
    assert ("■ ~", "the game is over here, the horizon") in signs_for(tracer.trace("tictactoe", "pns", depth=3))


OVERVIEW = """([mean, rows]) => {
    const canvas = document.querySelector("canvas.icicle"), one = document.createElement("canvas").getContext("2d");
    one.fillStyle = getComputedStyle(canvas).getPropertyValue(`--mean-${Math.round((mean + 1) * 3)}`).trim();
    one.fillRect(0, 0, 1, 1);
    const there = canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2 / rows, 1, 1);
    return [[...there.data], [...one.getImageData(0, 0, 1, 1).data]];
}"""
"""The colour of the root in the overview, and that of its mean, from -1 to 1."""


@pytest.mark.parametrize("step", [0, 25])
def test_the_overview_has_the_colours_of_the_tree(open_page: Open, step: int) -> None:
    """Of a Monte Carlo search they are those of the means at the step."""
    trace = tracer.trace("tictactoe", "uct", iterations=60)
    page = open_page(trace, f"#step={step}")
    shade = page.page.evaluate(OVERVIEW, [node_visits(trace.columns, 0, step).mean, 1 + int(trace.ply.max())])
    assert shade[0] == shade[1]


def test_a_search_whose_steps_are_iterations_counts_them_once(open_page: Open) -> None:
    page = open_page(tracer.trace("tictactoe", "uct", iterations=60))
    assert page.page.locator("button.story").inner_text() == "60 iterations"
    page = open_page(tracer.trace("nim:1,2,3", "pns"))
    assert " steps · " in page.page.locator("button.story").inner_text()
