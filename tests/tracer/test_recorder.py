"""The recorder: limits, interrupts, parts, and recordings made by hand."""

import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import check_laws
from strategies import AIMA, DEPTH_FIRST, PLAIN, WIKIPEDIA, WITHOUT_PASSES, Case, columns_of, searched, variants

import tracer
from tracer import MAX, MIN, Recorder, SearchInterrupted, Status
from tracer.errors import Stop
from tracer.recording import part_collector, recorder
from tracer.recording.columns import verify
from tracer.recording.header import Header
from tracer.recording.part_collector import Part, join_parts
from tracer.recording.status import OPEN, PRUNED
from tracer.run.plan import prepare
from tracer.tracing import Trace


def visited(trace: Trace) -> int:
    return int((trace.columns.status != PRUNED).sum())


@pytest.mark.parametrize("search", list(DEPTH_FIRST))
def test_a_search_stops_after_exactly_the_visits_it_was_given(search: str) -> None:
    whole = tracer.trace("random:b=3,d=4,seed=1", search)
    for visits in range(1, visited(whole)):
        trace = tracer.trace("random:b=3,d=4,seed=1", search, max_nodes=visits)
        assert visited(trace) == visits
        assert trace.header.stopped == tracer.Stop.at(visits).reason
        assert trace.value is None
        assert trace.unfinished > 0
        assert [node.path for node in trace] == [node.path for node in whole[: len(trace)]]
        check_laws(trace)


@pytest.mark.parametrize("visits", [11, 12, 1_000_000])
def test_a_search_that_needs_no_more_than_its_visits_finishes(visits: int) -> None:
    trace = tracer.trace(AIMA, max_nodes=visits)
    assert (trace.value, trace.header.stopped, trace.unfinished) == (3, None, 0)


@pytest.mark.parametrize("visits", [1, 5_000, 16_384, 16_385, 17_500])
def test_the_limit_is_exact_across_parts(visits: int) -> None:
    assert visited(tracer.trace("tictactoe", max_nodes=visits)) == visits


class Interrupting:
    """A game in which somebody presses Ctrl-C at its n-th question; question 0 is whose turn it is at the root."""

    def __init__(self, game: Any, at: int) -> None:
        self.game, self.left, self.searched = game, at, False

    def _count(self) -> None:
        if self.searched and self.left == 0:
            signal.raise_signal(signal.SIGINT)
        self.left -= self.searched

    def start(self) -> Any:
        return self.game.start()

    def turn(self, state: Any) -> Any:
        self.searched = True
        self._count()
        return self.game.turn(state)

    def utility(self, state: Any) -> Any:
        self._count()
        return self.game.utility(state)

    def moves(self, state: Any) -> Any:
        self._count()
        return self.game.moves(state)

    def play(self, state: Any, move: Any) -> Any:
        self._count()
        return self.game.play(state, move)


@given(searched(), st.integers(1, 200))
def test_ctrl_c_inside_the_game_keeps_what_was_recorded(given_case: tuple[Case, dict[str, Any], Any], at: int) -> None:
    case, _, _ = given_case
    for search in set(PLAIN) - {"negamax", "negamax-alphabeta"}:
        try:
            trace = tracer.trace(Interrupting(case.game, at), search, position=case.position)
        except SearchInterrupted as stopped:
            trace = stopped.trace
            kept = trace.header.stopped, trace.unfinished > 0
            assert kept == ("interrupted", True)
        trace.game = case.game
        check_laws(trace)
        whole = tracer.trace(case.game, search, position=case.position)
        assert [node.path for node in trace] == [node.path for node in whole[: len(trace)]]


def interrupted_at_line(line: int, search: Callable[[], Trace]) -> tuple[Trace | None, bool]:
    """The trace of a search during which Ctrl-C comes before the n-th line run in the recorder; and whether it came."""
    left = line

    def follow(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal left
        if frame.f_code.co_filename != recorder.__file__:
            return None
        if event == "line":
            left -= 1
            if left == 0:
                sys.settrace(None)
                signal.raise_signal(signal.SIGINT)
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        return search(), left <= 0
    except SearchInterrupted as stopped:
        return stopped.trace, True
    except KeyboardInterrupt:
        return None, True
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("search", ["alphabeta", "minimax", "negamax-alphabeta"])
def test_ctrl_c_at_any_line_of_the_recorder_leaves_a_lawful_trace(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal comes at every third line in turn, while parts of four nodes are begun, filled and drained."""
    monkeypatch.setattr(recorder, "MAX_PART_NODES", 4)
    monkeypatch.setattr(recorder, "CLOCK_INTERVAL", 1e9)
    whole = tracer.trace(AIMA, search)
    kept = 0
    for line in range(1, 100_000, 3):
        trace, came = interrupted_at_line(line, lambda: tracer.trace(AIMA, search))
        if not came:
            break
        if trace is not None:
            check_laws(trace)
            assert [node.path for node in trace] == [node.path for node in whole[: len(trace)]]
            kept += trace.header.stopped is not None
    assert kept > 20
    assert not came


def test_ctrl_c_before_the_first_node_is_an_ordinary_keyboard_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        tracer.trace(Interrupting(tracer.game(str(AIMA)), 0))
    assert not isinstance(caught.value, SearchInterrupted)


def test_an_interrupted_search_is_still_a_keyboard_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt, match="the search was interrupted"):
        tracer.trace(Interrupting(tracer.game(str(AIMA)), 9))


def test_a_search_may_run_outside_the_main_thread() -> None:
    traces: list[Trace] = []
    thread = threading.Thread(target=lambda: traces.append(tracer.trace(WIKIPEDIA)))
    thread.start()
    thread.join()
    assert traces[0].value == 6


@pytest.mark.parametrize("search", WITHOUT_PASSES)
def test_a_chain_of_five_thousand_plies_is_recorded(search: str) -> None:
    trace = tracer.trace("random:b=1,d=5000", search)
    assert (len(trace), int(trace.columns.ply.max()), len(trace.pv)) == (5_001, 5_000, 5_000)
    assert trace.node(5_000).state.ply == 5_000
    check_laws(trace)


@settings(max_examples=25)
@given(searched(), st.sampled_from([1, 2, 3, 5, 8]))
def test_a_recording_in_many_parts_is_that_in_one(given_case: tuple[Case, dict[str, Any], Any], part: int) -> None:
    case, options, window = given_case
    for search in case.searches:
        for variant in variants(search, window):
            whole = tracer.trace(case.game, search, position=case.position, **options, **variant)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(recorder, "MAX_PART_NODES", part)
                patch.setattr(recorder, "CLOCK_INTERVAL", 1e9)
                parts = tracer.trace(case.game, search, position=case.position, **options, **variant)
                stopped = tracer.trace(
                    case.game,
                    search,
                    position=case.position,
                    **options,
                    **variant,
                    max_nodes=max(1, visited(whole) - 2),
                )
            assert columns_of(parts) == columns_of(whole)
            check_laws(stopped)


class Kept:
    """A sink that keeps every part."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.calls = 0

    def write(self, parts: list[Part]) -> None:
        self.calls += 1
        self.parts += parts


@pytest.mark.parametrize("view", ["max", "mover"])
def test_a_sink_gets_every_part_once_and_in_order(view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "MAX_PART_NODES", 3)
    monkeypatch.setattr(part_collector, "MAX_WAITING_NODES", 6)
    monkeypatch.setattr(recorder, "CLOCK_INTERVAL", 1e9)
    sink = Kept()
    search = {"max": "alphabeta", "mover": "negamax-alphabeta"}[view]
    plan = prepare(WIKIPEDIA, search)
    recording = Recorder(view=view, sink=sink)
    plan.run(recording)
    columns, moves = recording.finish()
    assert sink.calls > 2
    firsts = [part.first for part in sink.parts]
    assert firsts == [sum(len(part) for part in sink.parts[:k]) for k in range(len(sink.parts))]
    assert [move for part in sink.parts for move in part.moves] == moves
    handed = Trace(join_parts(sink.parts), moves, plan.header, plan.game)
    assert columns_of(handed) == columns_of(Trace(columns, moves, plan.header, plan.game))
    assert columns_of(handed) == columns_of(tracer.trace(WIKIPEDIA, search))


def test_progress_reports_rising_numbers_of_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "MAX_PART_NODES", 5)
    reports: list[int] = []
    trace = tracer.trace(WIKIPEDIA, progress=reports.append)
    assert reports == sorted(reports)
    assert len(set(reports)) >= 5
    assert reports[-1] <= visited(trace)


def by_hand(view: str) -> Trace:
    """A root with a refuting child of another player's turn, written down call by call."""
    recording = Recorder(view=view)
    sign = -1 if view == "mover" else 1
    root = recording.enter(None, 1, -1.0, 4.0)
    child = recording.enter("a", -1, *((-4.0, 1.0) if view == "mover" else (-1.0, 4.0)))
    recording.leave(child, sign * 5.0, tracer.Status.TERMINAL)
    recording.prune(("b", "c"))
    recording.leave(root, 5.0, cutoff=True)
    columns, moves = recording.finish()
    return Trace(columns, moves, Header())


@pytest.mark.parametrize("view", ["max", "mover"])
def test_a_recording_by_hand_is_max_view_whatever_the_search_reports(view: str) -> None:
    trace = by_hand(view)
    assert trace.columns.value.tolist()[:2] == [5, 5]
    assert [node.status.name for node in trace] == ["EXPANDED", "TERMINAL", "PRUNED", "PRUNED"]
    assert [(node.alpha, node.beta, node.turn) for node in trace][1:3] == [(-1, 4, -1), (None, None, None)]
    assert [node.label for node in trace] == ["", "a", "b", "c"]
    assert trace.columns.cutoff.tolist() == [True, False, False, False]
    assert trace.columns.end.tolist() == [4, 2, 3, 4]
    check_laws(trace)


def test_nodes_that_are_never_left_stay_open() -> None:
    recording = Recorder()
    recording.enter(None, 1)
    recording.enter("a", -1)
    columns, _ = recording.finish()
    assert columns.status.tolist() == [OPEN, OPEN]
    assert columns.end.tolist() == [2, 2]
    assert np.isnan(columns.value).all()


def test_a_recording_of_nothing_is_refused() -> None:
    with pytest.raises(tracer.PlyscopeError, match="nothing was recorded: the search entered no node"):
        Recorder().finish()
    with pytest.raises(tracer.PlyscopeError, match='view is "max" or "mover", not \'both\''):
        Recorder(view="both")


def test_the_limit_is_a_stop_raised_out_of_enter() -> None:
    recording = Recorder(max_nodes=1)
    recording.enter(None, 1)
    recording.prune(["a", "b"])
    with pytest.raises(Stop):
        recording.enter("c", -1)


def test_every_recorded_column_has_its_own_small_type() -> None:
    columns = tracer.trace(WIKIPEDIA).columns
    types = {name: getattr(columns, name).dtype.name for name in ("move", "end", "turn", "status", "cutoff", "value")}
    assert types == {
        "move": "int32",
        "end": "int32",
        "turn": "int8",
        "status": "uint8",
        "cutoff": "bool",
        "value": "float64",
    }
    for name in types:
        assert not getattr(columns, name).flags.writeable


@pytest.mark.parametrize("view", ["max", "mover"])
def test_a_search_without_windows_may_prune(view: str) -> None:
    recorder = Recorder(view=view, windowed=False)
    root = recorder.enter(None, MAX)
    recorder.leave(recorder.enter("win", MIN), 1, Status.TERMINAL)
    recorder.prune(["a", "b"])
    recorder.leave(root, 1, cutoff=True)
    columns, moves = recorder.finish()
    verify(columns, len(moves))
    assert columns.status.tolist() == [Status.EXPANDED, Status.TERMINAL, Status.PRUNED, Status.PRUNED]
    assert np.isnan(columns.alpha).tolist() == [False, False, True, True]
    assert moves == ["win", "a", "b"]


def test_moves_new_to_a_part_are_handed_on_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracer.recording.recorder.MAX_PART_NODES", 2)
    seen: list[Any] = []

    class Keeps:
        def write(self, parts: list[Any]) -> None:
            seen.extend(move for part in parts for move in part.moves)

    recorder = Recorder(sink=Keeps())
    nodes = [recorder.enter(None, MAX), *(recorder.enter(f"m{k % 7}", MAX) for k in range(40))]
    for node in reversed(nodes):
        recorder.leave(node, 0)
    assert recorder.finish()[1] == seen == [f"m{k}" for k in range(7)]


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("view", ["max", "mover"])
@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_a_value_that_no_file_can_hold_is_refused(value: float, view: str, late: bool, tmp_path: Path) -> None:
    def recorded(sink: Kept | None) -> Recorder:
        record = Recorder(view, sink=sink)
        nodes = [record.enter(move, MIN) for move in ("", *range(recorder.MAX_PART_NODES if late else 1))]
        record.leave(nodes.pop(), 0, Status.TERMINAL)
        while nodes:
            node = nodes.pop()
            record.leave(node, value if node == late else 0)
        return record

    refused = rf"node {int(late)}: its value is infinite or no number: return finite numbers"
    with pytest.raises(tracer.PlyscopeError, match=refused):
        recorded(Kept()).finish()
    with pytest.raises(tracer.PlyscopeError, match=refused):
        Trace(*recorded(None).finish(), Header()).save(tmp_path / "t.plyscope")
    assert not list(tmp_path.iterdir())


def test_a_window_with_an_end_that_is_no_number_is_refused() -> None:
    record = Recorder()
    record.enter(None, MAX)
    record.leave(record.enter("a", MIN, float("nan")), 1, Status.TERMINAL)
    with pytest.raises(tracer.PlyscopeError, match=r"^node 1: enter"):
        record.finish()


def forgetful(record: Recorder) -> None:
    """A minimax whose second child returns early and forgets to leave; a third follows."""
    root = record.enter(None, MAX)
    record.leave(record.enter("a", MIN), 1, Status.TERMINAL)
    record.enter("b", MIN)
    record.leave(record.enter("c", MIN), 3, Status.TERMINAL)
    record.leave(root, 3)


def upside_down(record: Recorder) -> None:
    """The parent is left before its child."""
    root, child = record.enter(None, MAX), record.enter("a", MIN)
    record.leave(root, 1)
    record.leave(child, 1, Status.TERMINAL)
    record.leave(record.enter("b", MIN), 1, Status.TERMINAL)


def one_below_another(record: Recorder) -> None:
    """The parent is left before the children of its child are met."""
    record.enter(None, MAX)
    parent, child = record.enter("a", MIN), record.enter("b", MAX)
    record.leave(parent, 1)
    record.leave(record.enter("c", MIN), 1, Status.TERMINAL)
    record.leave(child, 1)


def two_roots(record: Recorder) -> None:
    """Iterative deepening without a node for its driver."""
    for _ in range(2):
        root = record.enter(None, MAX)
        record.leave(record.enter("a", MIN), 1, Status.HORIZON)
        record.leave(root, 1)


def late_branches(record: Recorder) -> None:
    """Moves are pruned after the root was left."""
    root = record.enter(None, MAX)
    record.leave(root, 1)
    record.prune(["a", "b"])


def branches_first(record: Recorder) -> None:
    """Moves are pruned before the root is entered."""
    record.prune(["a"])
    record.leave(record.enter(None, MAX), 1)


def too_early(record: Recorder) -> None:
    """A node is left that is yet to come."""
    root, first = record.enter(None, MAX), record.enter("a", MIN)
    record.leave(first + 1, 1)
    record.leave(first, 1)
    record.enter("b", MIN)
    record.leave(root, 1)


def leaf_with_a_cut(record: Recorder) -> None:
    root = record.enter(None, MAX)
    record.leave(record.enter("a", MIN), 1, Status.TERMINAL, True)
    record.leave(root, 1)


def entered(**said: Any) -> Callable[[Recorder], None]:
    """A root and a child that is entered and left with some words of its own."""

    def play(record: Recorder) -> None:
        root = record.enter(None, said.get("root", MAX))
        told = (said.get("move", "a"), said.get("turn", MIN), said.get("alpha", -1.0), said.get("beta", 1.0))
        record.leave(record.enter(*told), said.get("value", 1), said.get("status", Status.TERMINAL))
        record.leave(root, 1)

    return play


MISUSED: list[tuple[Callable[[Recorder], None], str]] = [
    (forgetful, r"^node 2: it was never left, though node 0 above it was: .* leave\(node, value\).* abandon\(node\)"),
    (upside_down, r"^node 2: enter\(\) after the root was left: a trace has one root; give each search a Recorder"),
    (one_below_another, "^node 1: it was left before node 2 below it"),
    (two_roots, r"^node 2: enter\(\) after the root was left: a trace has one root; .* plyscope\.Pass"),
    (late_branches, r"^node 1: prune\(\) without an open node: the root was left"),
    (branches_first, r"^node 0: prune\(\) without an open node$"),
    (too_early, "^node 2: it was left before it was entered"),
    (leaf_with_a_cut, "^node 1: its status TERMINAL makes it a leaf, but there was a cutoff"),
    (entered(turn=False), "^node 1: the turn is MAX, MIN or CHANCE, .*, not False"),
    (entered(root=True), "^node 0: the turn is MAX, MIN or CHANCE, .*, not True"),
    (entered(turn=2), "^node 1: the turn is .*, not 2"),
    (entered(turn=-128), "^node 1: the turn is .*, not -128"),
    (entered(turn=10**30), "^node 1: the turn is .*, not 1000"),
    (entered(turn="MIN"), "^node 1: the turn is .*, not 'MIN'"),
    (entered(status="TERMINAL"), "^node 1: the status is EXPANDED, TERMINAL, HORIZON or TABLE, not 'TERMINAL'"),
    (entered(status=True), "^node 1: the status is .*, not True"),
    (entered(status=Status.PRUNED), "^node 1: the status is .*, not <Status.PRUNED: 4>"),
    (entered(status=Status.OPEN), "^node 1: the status is"),
    (entered(status=-1), "^node 1: the status is .*, not -1"),
    (entered(value=None), r"^node 1: leave\(\) is told the value that the visit returns, a number, not None"),
    (entered(value="x" * 200), "^node 1: .* a number, not 'xxx.*…$"),
    (entered(alpha=None), "^node 1: alpha is a number, and -inf or inf for an open end, not None"),
    (entered(beta="high"), "^node 1: beta is a number, .*, not 'high'"),
    (entered(move=["a"]), "^node 1: a move is hashable, such as a text, .*, not list"),
]


@pytest.mark.parametrize(("play", "refused"), MISUSED, ids=lambda case: getattr(case, "__name__", ""))
def test_what_is_no_search_is_refused_by_its_first_node(
    play: Callable[[Recorder], None], refused: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end, and as well where its nodes are drained one by one."""
    with pytest.raises(tracer.PlyscopeError, match=refused):
        recorded(play)
    monkeypatch.setattr(recorder, "CLOCK_INTERVAL", 0)
    monkeypatch.setattr(recorder, "MAX_PART_NODES", 1)
    if play is not too_early:
        with pytest.raises(tracer.PlyscopeError, match=r"^node [0-3]: "):
            recorded(play, Kept())


def recorded(play: Callable[[Recorder], None], sink: Kept | None = None) -> Trace:
    record = Recorder(sink=sink)
    play(record)
    return Trace(*record.finish(), Header())


@settings(max_examples=200)
@given(st.lists(st.sampled_from("eeeelllpa"), min_size=1, max_size=40), st.integers(1, 5), st.data())
def test_a_search_that_forgets_one_leave_is_refused_unless_it_stopped_there(
    calls: list[str], part: int, data: st.DataObject
) -> None:
    """Calls at random that nest are taken, in parts of any size; with one `leave` less, what is left is refused."""
    opened: list[int] = []
    done: list[tuple[str, int]] = [("e", 0)]
    opened, count = [0], 1
    for call in calls:
        if call == "e":
            opened.append(count)
        elif len(opened) == 1 and call != "p":
            continue
        done.append((call, count if call in "ep" else opened.pop()))
        count += call in "ep"
    stopped = data.draw(st.booleans())
    done += [("l", node) for node in reversed(opened) if not stopped]

    def play(record: Recorder, lost: int = -1) -> None:
        for call, node in done:
            if call == "e":
                assert record.enter("m" if node else None, MAX) == node
            elif call == "p":
                record.prune(["p"])
            elif call == "a":
                record.abandon(node)
            elif node != lost:
                record.leave(node, 1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorder, "MAX_PART_NODES", part)
        patch.setattr(recorder, "CLOCK_INTERVAL", 1e9)
        trace = recorded(play)
        verify(trace.columns, trace.move_count)
        left = [node for call, node in done if call == "l" and node]
        if not left or stopped:
            return
        lost = data.draw(st.sampled_from(left))
        with pytest.raises(tracer.PlyscopeError, match=f"^node {lost}: it was never left, though node"):
            recorded(lambda record: play(record, lost))


def test_a_node_left_twice_in_different_parts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "CLOCK_INTERVAL", 1e9)
    monkeypatch.setattr(recorder, "MAX_PART_NODES", 2)

    def play(record: Recorder) -> None:
        root, child = record.enter(None, MAX), record.enter("a", MIN)
        record.leave(child, 1)
        for move in "bcdef":
            record.leave(record.enter(move, MIN), 1)
        record.leave(child, 1)
        record.leave(root, 1)

    with pytest.raises(tracer.PlyscopeError, match=r"^node 1: it was left, but it is not open: leave each node once"):
        recorded(play)


def test_a_leaf_with_children_is_refused_where_it_is_left_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "CLOCK_INTERVAL", 1e9)
    monkeypatch.setattr(recorder, "MAX_PART_NODES", 2)

    def play(record: Recorder) -> None:
        root = record.enter(None, MAX)
        for move in "bcdef":
            record.leave(record.enter(move, MIN), 1)
        record.leave(root, 1, Status.TERMINAL)

    with pytest.raises(tracer.PlyscopeError, match=r"^node 0: its status TERMINAL makes it a leaf, but something was"):
        recorded(play)


def test_a_recording_is_finished_once() -> None:
    record = Recorder()
    record.leave(record.enter(None, MAX), 1)
    assert len(record.finish()[0]) == 1
    with pytest.raises(tracer.PlyscopeError, match=r"finish\(\) gives a recording once"):
        record.finish()


def test_a_window_is_no_argument_where_the_search_has_none() -> None:
    with pytest.raises(TypeError, match=r"^Recorder\(windowed=False\).enter\(\) takes 2 positional arguments but 4"):
        Recorder(windowed=False).enter(None, MAX, 0, 1)


@pytest.mark.parametrize("ask", [tracer.check, lambda trace: trace.find("a1"), lambda trace: trace.node(1).state])
def test_labels_in_place_of_moves_are_said_to_be_no_moves(ask: Callable[[Trace], Any]) -> None:
    game = tracer.game("nim:1,2")
    record = Recorder()
    root = record.enter(None, MAX)
    record.leave(record.enter("a1", MIN), 1, Status.HORIZON)
    record.leave(root, 1)
    trace = Trace(*record.finish(), Header(game="nim:1,2"), game)
    with pytest.raises(tracer.GameError, match=r"^node 1: 'a1' is no move of nim:1,2 there; there are: \(0, 1\), .*"):
        ask(trace)
