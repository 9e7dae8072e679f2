"""speedscope: what a reader of the format makes of the file is the tree that was visited."""

import io
import json
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hostile import HOSTILE, hostile_trace
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import AIMA, Case, searched
from synthetic import uniform

import tracer
from tracer.errors import PlyscopeError
from tracer.recording.status import OPEN, PRUNED
from tracer.text import clean
from viz.formats import speedscope

KINDS = {
    "EXPANDED": None,
    "TERMINAL": "game over",
    "HORIZON": "horizon, evaluated",
    "TABLE": "closed by the table",
    "PRUNED": "pruned branch",
    "OPEN": "open: never returned a value",
}


@dataclass
class Call:
    """One frame as it was opened and closed."""

    name: str
    kind: str
    ply: int
    opened: int
    closed: int = -1
    inside: int = 0
    """What its children take of its width."""


def written(trace: tracer.Trace, **options: Any) -> dict[str, Any]:
    """The file, as a JSON parser reads it."""
    stream = io.BytesIO()
    speedscope.write_speedscope(trace, stream, options)
    found: dict[str, Any] = json.loads(stream.getvalue())
    return found


def replayed(file: dict[str, Any], number: int) -> list[Call]:
    """The calls of a profile in the order in which they opened, by the rules of the format."""
    profile, frames = file["profiles"][number], file["shared"]["frames"]
    assert profile["type"] == "evented"
    assert profile["unit"] == "none"
    calls: list[Call] = []
    stack: list[tuple[int, Call]] = []
    now = profile["startValue"]
    for event in profile["events"]:
        assert event.keys() == {"type", "frame", "at"}
        assert event["at"] >= now
        now = event["at"]
        if event["type"] == "O":
            frame = frames[event["frame"]]
            call = Call(frame["name"], frame["file"], len(stack), now)
            calls.append(call)
            stack.append((event["frame"], call))
        else:
            assert event["type"] == "C"
            frame_number, call = stack.pop()
            assert frame_number == event["frame"]
            call.closed = now
            if stack:
                stack[-1][1].inside += call.closed - call.opened
    assert not stack
    assert now == profile["endValue"]
    return calls


def checked(trace: tracer.Trace, root: int = 0) -> None:
    """Both profiles are the subtree below a root."""
    file = written(trace, root=root)
    assert file["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    assert file["name"].startswith(trace.header.title)
    assert all(frame.keys() == {"name", "file"} for frame in file["shared"]["frames"])
    everything = [trace.node(root + k) for k in range(trace.node(root).size)]
    for number, nodes in enumerate(([node for node in everything if node.status is not PRUNED], everything)):
        calls = replayed(file, number)
        assert len(calls) == len(nodes)
        for node, call in zip(nodes, calls, strict=True):
            label = clean(node.label) if node.index else "root"
            assert call.name[2:] == (label if label.strip() else "(no name)")
            turn = node.turn
            assert call.kind == (KINDS[node.status.name] or ("chance" if turn == 0 else f"{turn.name} to move"))  # type: ignore[union-attr]
            assert call.ply == node.ply - nodes[0].ply
            own = call.closed - call.opened - call.inside
            events = 2 if node.status is not PRUNED and trace.left(node.index) < trace.steps else 1
            assert own == (events if number else 1)
        if number == 1:
            assert [call.opened for call in calls] == [trace.entered(n.index) - trace.entered(root) for n in nodes]


@given(searched(), st.sampled_from(["minimax", "alphabeta", "alphabeta-memo"]), st.data())
@settings(max_examples=40)
def test_the_profiles_are_the_tree(found: tuple[Case, dict[str, Any], Any], name: str, data: st.DataObject) -> None:
    """Each visited node is as wide as the visited nodes from it down, or as its steps; chunks do not show."""
    case, options, _ = found
    stop = data.draw(st.sampled_from([None, None, 5, 17]))
    trace = tracer.trace(case.game, name, position=case.position, max_nodes=stop, **options)
    assume(len(trace) <= 1_500)
    roots = [node for node in range(len(trace)) if trace.columns.status[node] != PRUNED]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(speedscope, "CHUNK_SIZE", data.draw(st.sampled_from([1, 7, 10_000])))
        checked(trace, data.draw(st.sampled_from([0, data.draw(st.sampled_from(roots))])))


def test_a_part_of_tic_tac_toe_is_written_as_it_was(golden: Callable[[str, str], None]) -> None:
    """A search that was stopped closes what it left open."""
    trace = tracer.trace("tictactoe", max_nodes=130)
    assert trace.columns.status[0] == OPEN
    stream = io.BytesIO()
    speedscope.write_speedscope(trace, stream, {})
    golden("tictactoe.speedscope.json", stream.getvalue().decode())
    checked(trace)


def test_there_is_a_profile_for_each_weight() -> None:
    """Each says what it counts."""
    trace = tracer.trace(AIMA)
    names = [profile["name"] for profile in written(trace)["profiles"]]
    assert names == [f"visited nodes: {trace.header.title}", f"steps: {trace.header.title}"]
    visited, steps = written(trace)["profiles"]
    assert steps["endValue"] == trace.steps == 24
    assert visited["endValue"] == 11


def test_pruned_branches_are_in_the_steps_and_not_in_the_visited_nodes() -> None:
    """With scissors before the move."""
    file = written(tracer.trace(AIMA))
    assert [call.name for call in replayed(file, 1) if call.kind == "pruned branch"] == ["✂ b2", "✂ b3"]
    assert not [call for call in replayed(file, 0) if call.kind == "pruned branch"]


def test_hostile_labels_are_names() -> None:
    """Cleaned, whole, and in their place."""
    trace = hostile_trace()
    names = [call.name[2:] for call in replayed(written(trace), 0)]
    assert names == ["root", *(clean(label) if clean(label).strip() else "(no name)" for label in HOSTILE)]
    checked(trace)


def test_a_large_trace_is_written_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunk by chunk: what is held does not grow with the file."""

    class Nowhere(io.RawIOBase):
        size = 0

        def write(self, data: Any) -> int:
            self.size += len(data)
            return len(data)

    monkeypatch.setattr(speedscope, "CHUNK_SIZE", 300)
    trace, stream = uniform(7, 5), Nowhere()
    speedscope.write_speedscope(trace, Nowhere(), {})
    tracemalloc.start()
    speedscope.write_speedscope(trace, stream, {})
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert stream.size > 2e6
    assert peak < 0.5e6


def test_a_root_that_is_not_there_is_refused() -> None:
    with pytest.raises(PlyscopeError, match="there is no node 99"):
        written(tracer.trace(AIMA), root=99)
