"""What not every search tells of: the depth of each call, and the position's text on entry and on return."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from framed import apart, edit, edit_json, together
from strategies import AIMA

import tracer
from tracer.condition.expression import parse_condition
from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.frames import CHUNK, END, TEXTS, decode_block, encode_block, encode_table
from tracer.file.writing import Writer
from tracer.recording.columns import MISSING, NO_DEPTH, NO_WEIGHT, OPTIONAL, verify
from tracer.recording.node import remaining_depth, remaining_depths
from tracer.recording.node_details import NodeDetails
from tracer.recording.recorder import Recorder
from tracer.recording.source import Source
from tracer.recording.status import Status, Why
from tracer.time.landmarks import trace_at_step
from tracer.tracing import Trace


def nodes(trace: Trace, condition: str) -> list[int]:
    """The nodes for which a condition holds."""
    return np.flatnonzero(parse_condition(condition).nodes(trace)).tolist()


SOURCES = [Source(f"f{number}", "own.py", 10 * number, f"def f{number}():\n\treturn '♔'\n") for number in range(4)]


def told() -> Trace:
    """The example with depths, a text at every other node, and one position that was not the same on return."""
    trace = tracer.trace(AIMA)
    size = len(trace)
    text = np.where(np.arange(size) % 2 == 0, np.arange(size) // 2, -1).astype(np.int32)
    left = np.full(size, -1, np.int32)
    left[2] = 0
    depth = (2 - trace.columns.ply).astype(np.int32)
    depth[size - 1] = NO_DEPTH
    lines = {name: np.arange(size, dtype=np.int32) % 5 for name in ("function", "called_at", "left_at")}
    pruned = trace.columns.status == Status.PRUNED
    why = np.where(pruned, Why.FUTILE, Why.REDUCED).astype(np.uint8)
    why[0], weight = Why.PLAIN, np.where(np.arange(size) % 3 == 0, NO_WEIGHT, np.arange(size) / size)
    evaluation = np.where(pruned, np.nan, np.arange(size) - 0.5)
    columns = replace(
        trace.columns, depth=depth, text=text, left_text=left, why=why, weight=weight, evaluation=evaluation, **lines
    )
    texts = [f"position {number}\nx.o" for number in range(size)]
    return Trace(columns, [], trace.header, labels=trace.move_labels, texts=texts, sources=SOURCES)


def test_texts_are_asked_for_by_node() -> None:
    trace = told()
    assert (trace.text(0), trace.text(1), trace.text(2)) == ("position 0\nx.o", None, "position 1\nx.o")
    assert (trace.left_text(2), trace.left_text(0)) == ("position 0\nx.o", None)
    plain = tracer.trace(AIMA)
    assert (plain.text(0), plain.left_text(0), plain.columns.optional) == (None, None, {})


@pytest.mark.parametrize("limit", [None, 7])
@pytest.mark.parametrize("every", [1, 2, 3, 7, 1_000])
def test_what_a_call_was_told_holds_for_all_below_it_until_another_is(limit: int | None, every: int) -> None:
    trace = tracer.trace("random:b=3,d=4,seed=5")
    depth = np.where(np.arange(len(trace)) % every == every // 2, np.arange(len(trace)) % 11, NO_DEPTH)
    columns = replace(trace.columns, depth=depth.astype(np.int32))
    trace = Trace(
        columns, [], replace(trace.header, options={**trace.header.options, "depth": limit}), labels=trace.move_labels
    )
    alone = [remaining_depth(trace, node) for node in range(len(trace))]
    depths = remaining_depths(trace, trace.counts.paths.ply)
    assert (depths is None) == (alone == [None] * len(trace))
    if depths is not None:
        assert depths.tolist() == [NO_DEPTH if one is None else one for one in alone]


def test_a_file_keeps_them(tmp_path: Path) -> None:
    trace, file = told(), tmp_path / "t.plyscope"
    trace.save(file)
    opened = tracer.load(file)
    assert list(opened.texts) == list(trace.texts)
    assert list(opened.sources) == SOURCES
    assert set(opened.columns.optional) == OPTIONAL.keys() - {"born"}  # which goes with a log
    for name, column in trace.columns.optional.items():
        assert np.array_equal(opened.columns.optional[name], column, equal_nan=name == "evaluation")
    tracer.trace(AIMA).save(file)
    assert tracer.load(file).columns.optional == {}


def test_reasons_and_weights_are_asked_for_by_node_and_stand_in_the_graph() -> None:
    trace = told()
    pruned = int(np.argmax(trace.columns.status == Status.PRUNED))
    assert (trace.node(0).why, trace.node(0).weight) == (Why.PLAIN, None)
    assert (trace.node(1).why, trace.node(1).weight) == (Why.REDUCED, 1 / len(trace))
    assert (trace.node(pruned).why, trace.graph.nodes[pruned]["why"]) == (Why.FUTILE, "FUTILE")
    assert trace.graph.nodes[1]["weight"] == 1 / len(trace)
    assert trace.graph.nodes[0].keys().isdisjoint({"why", "weight"})
    assert nodes(trace, "why == FUTILE") == np.flatnonzero(trace.columns.status == Status.PRUNED).tolist()
    assert nodes(trace, "weight > 0.5") == np.flatnonzero(trace.columns.weight > 0.5).tolist()
    plain = tracer.trace(AIMA)
    assert (plain.node(1).why, plain.node(1).weight, nodes(plain, "weight >= 0")) == (Why.PLAIN, None, [])


@pytest.mark.parametrize("name", ["why", "weight"])
def test_a_reason_or_a_weight_that_cannot_be_is_refused(name: str) -> None:
    columns = told().columns
    pruned = int(np.argmax(columns.status == Status.PRUNED))
    wrong = {"why": [(1, Why.FUTILE), (pruned, Why.REDUCED), (1, 200)], "weight": [(1, 1.5), (1, -0.5), (1, np.nan)]}
    for node, entry in wrong[name]:
        column = columns.optional[name].copy()
        column[node] = entry
        with pytest.raises(PlyscopeError, match=f"node {node}: a|an"):
            verify(replace(columns, **{name: column}), 1_000, 1_000)


def test_a_recorder_is_told_of_them_and_numbers_what_is_skipped(tmp_path: Path) -> None:
    def record(recorder: Recorder) -> None:
        root = recorder.enter(None, 1)
        null = recorder.enter(tracer.Null(), -1)
        recorder.tell(null, why=Why.REDUCED, weight=0.25)
        recorder.leave(null, 3, Status.HORIZON)
        first = recorder.prune(["a", "b"])
        for node in (first, first + 1):
            recorder.tell(node, why=Why.LATE)
        assert recorder.prune([]) == first + 2
        recorder.leave(recorder.enter(tracer.Stand(), 1), 2, Status.HORIZON)
        recorder.leave(root, 3)

    recorder = Recorder()
    record(recorder)
    kept, moves = recorder.finish()
    header, file, told = tracer.trace(AIMA).header, tmp_path / "t.plyscope", NodeDetails()
    writer = Writer(file, header, str, told)
    recorder = Recorder(sink=writer, keep=False, told=told)
    record(recorder)
    recorder.close()
    writer.finish(header)
    opened = tracer.load(file)
    for columns in (kept, opened.columns):
        assert columns.why is not None
        assert columns.why.tolist() == [0, Why.REDUCED, Why.LATE, Why.LATE, 0]
        assert columns.weight is not None
        assert columns.weight.tolist() == [NO_WEIGHT, 0.25, *[NO_WEIGHT] * 3]
    assert set(moves) >= {tracer.Null(), "a", "b", tracer.Stand()}
    assert {type(one) for one in opened.no_moves.values()} == {tracer.Null, tracer.Stand}


def test_functions_and_lines_are_asked_for_by_node() -> None:
    trace = told()
    assert [trace.source(node) for node in range(5)] == [*SOURCES, None]
    assert (trace.called_at(4), trace.left_at(4), trace.called_at(5)) == (4, 4, None)
    plain = tracer.trace(AIMA)
    assert (plain.source(0), plain.called_at(1), plain.left_at(0), list(plain.sources)) == (None, None, None, [])


def test_a_file_with_a_text_that_is_not_there_is_refused(tmp_path: Path) -> None:
    trace, file = told(), tmp_path / "t.plyscope"
    trace.save(file)
    edit(file, TEXTS, lambda _: encode_table(0, trace.texts[:3]))
    edit_json(file, END, texts=3)
    with pytest.raises(TraceFileError, match="a text that is not in the table of texts"):
        tracer.load(file)


def test_optional_columns_may_come_apart_from_the_others_and_end_before_them(tmp_path: Path) -> None:
    trace, file = told(), tmp_path / "t.plyscope"
    trace.save(file)
    parts = apart(file.read_bytes())
    (place,) = (k for k, (kind, _) in enumerate(parts) if kind == CHUNK)
    block = decode_block(parts[place][1])
    own = {name: column for name, column in block.columns.items() if name not in OPTIONAL}
    late = {name: block.columns[name][2:5] for name in OPTIONAL.keys() - {"born"}}
    parts[place : place + 1] = [(CHUNK, b"".join(encode_block(*piece))) for piece in ((0, own), (2, late))]
    file.write_bytes(together(parts[:-1]))
    opened = tracer.load(file).columns.optional
    assert opened.keys() == late.keys()
    for name, told_late in late.items():
        missing = MISSING[name]
        expected = [missing] * 2 + told_late.tolist() + [missing] * (len(trace) - 5)
        assert np.array_equal(opened[name], expected, equal_nan=name == "evaluation")
    for first in (len(trace) - 2, 2**40):
        parts[place + 1] = (CHUNK, b"".join(encode_block(first, late)))
        file.write_bytes(together(parts[:-1]))
        with pytest.raises(TraceFileError, match="does not go on at node 0"):
            tracer.load(file)


def test_the_past_has_what_was_known_by_then() -> None:
    trace = told()
    step = trace.entered(4)
    earlier = trace_at_step(trace, step)
    assert earlier.columns.depth is not None
    assert len(earlier.columns.depth) == len(earlier) == 5
    assert earlier.left_text(2) == "position 0\nx.o"
    assert earlier.text(4) == trace.text(4)
    assert (earlier.called_at(4), earlier.left_at(4), trace.left_at(4)) == (4, None, 4)
    assert earlier.source(3) == SOURCES[3]
    assert trace_at_step(trace, trace.entered(2)).left_text(2) is None


def test_a_window_may_be_crossed_but_has_two_numbers() -> None:
    """A wrong search passes crossed windows down, and its trace shows them."""
    columns = tracer.trace(AIMA).columns
    alpha, beta = columns.alpha.copy(), columns.beta.copy()
    alpha[1], beta[1] = 5, -5
    verify(replace(columns, alpha=alpha, beta=beta), 13)
    alpha = alpha.copy()
    alpha[1] = np.nan
    with pytest.raises(PlyscopeError, match="node 1: a window with an end that is no number"):
        verify(replace(columns, alpha=alpha, beta=beta), 13)
