"""The line protocol: what is written and read back is the same trace, and what stops in the middle is one too."""

import io
import json
import os
import re
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from laws import check_laws
from naive_lines import Position, lines_of, positions_of
from strategies import AIMA, Case, columns_of, searched, variants

import tracer
import tracer.why.explain
from tracer.condition.expression import parse_condition
from tracer.errors import TraceFileError
from tracer.lines import blocks
from tracer.lines.reading import read_lines
from tracer.recording.columns import NO_DEPTH, verify
from tracer.recording.recorder import Stop
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL
from tracer.time.landmarks import trace_at_step
from tracer.tracing import SearchInterrupted
from viz import rows

HEADER = '{"plyscope": 1, "view": "max"}'
ROOT = '{"enter": null, "turn": "MAX"}'


def trace_of(*lines: str, newline: str = "\n", **options: Any) -> tracer.Trace:
    """What lines are read as."""
    return read_lines(io.BytesIO("".join(line + newline for line in lines).encode()), **options)


@pytest.mark.parametrize("buffering", [0, -1])
def test_a_pause_of_a_pipe_that_does_not_wait_is_not_its_end(monkeypatch: pytest.MonkeyPatch, buffering: int) -> None:
    lines = lines_of(tracer.trace(AIMA))
    output, into = os.pipe()
    os.set_blocking(output, False)
    rest, wait = iter(lines), blocks._wait_for_data

    def write_one(stream: io.RawIOBase) -> None:
        if (line := next(rest, None)) is None:
            os.close(into)
        else:
            os.write(into, f"{line}\n".encode())
        wait(stream)

    monkeypatch.setattr(blocks, "_wait_for_data", write_one)
    with os.fdopen(output, "rb", buffering) as stream:
        assert columns_of(read_lines(stream)) == columns_of(tracer.trace(AIMA))


def positions_read(trace: tracer.Trace) -> list[Position]:
    """Depth, text on entry and on return of each node."""
    depths = trace.columns.depth
    depth = [NO_DEPTH] * len(trace) if depths is None else depths.tolist()
    return [(depth[node], trace.text(node), trace.left_text(node)) for node in range(len(trace))]


def told(*events: str) -> tracer.Trace:
    """A trace of events after a plain header and a root where MAX moves."""
    return trace_of(HEADER, ROOT, *events)


@pytest.mark.parametrize(
    ("header", "root", "events", "windowed"),
    [
        ("", "", (), False),
        (', "windowed": true', "", (), True),
        (', "windowed": false', "", (), False),
        (', "options": {"window": [null, 3]}', "", (), True),
        ("", ', "alpha": null', (), True),
        ("", ', "beta": 3', (), True),
        ("", "", ('{"prune": ["b"]}',), True),
        ("", "", ('{"leave": 1, "cutoff": true}',), True),
    ],
)
def test_a_search_without_alpha_beta_and_cutoffs_has_no_windows(
    header: str, root: str, events: tuple[str, ...], windowed: bool
) -> None:
    lines = [HEADER[:-1] + header + "}", ROOT[:-1] + root + "}", '{"enter": "a"}', '{"leave": 1}', *events]
    assert trace_of(*lines).header.windowed is windowed


@settings(max_examples=40)
@given(searched())
def test_what_is_written_as_lines_and_read_back_is_the_same_trace(given_case: tuple[Case, dict[str, Any], Any]) -> None:
    case, options, window = given_case
    style = len(case.searches)
    for search in case.searches:
        for variant in variants(search, window):
            trace = tracer.trace(case.game, search, position=case.position, **options, **variant)
            style += 1
            again = trace_of(*lines_of(trace, ("max", "mover")[style % 2], style=style // 2 % 4))
            assert columns_of(again) == columns_of(trace)
            assert positions_read(again) == positions_of(trace, style // 2 % 4)
            assert (again.header.options, again.header.windowed) == (trace.header.options, trace.header.windowed)


@settings(max_examples=20)
@given(searched())
def test_a_stopped_search_is_read_back_as_it_is(given_case: tuple[Case, dict[str, Any], Any]) -> None:
    case, options, _ = given_case
    for visits in (1, 2, 5, 13):
        trace = tracer.trace(case.game, position=case.position, max_nodes=visits, **options)
        again = trace_of(*lines_of(trace, style=visits))
        assert columns_of(again) == columns_of(trace)
        assert positions_read(again) == positions_of(trace, visits)


def test_lines_are_read_in_blocks_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = tracer.trace("nim:1,2,3")
    text = "\n".join(lines_of(trace, style=3))
    for size in (1, 2, 7, 64, 4_096, 10**6):
        monkeypatch.setattr(blocks, "BLOCK_BYTES", size)
        for end in ("", "\n", "\n\n \n"):
            assert columns_of(read_lines(io.BytesIO((text + end).encode()))) == columns_of(trace)


@pytest.mark.parametrize("change", [("\n", "\r\n"), ("\n", "\n\n"), ("\n", "\n\t  "), (": ", " :\t"), ("", "")])
def test_white_space_and_a_byte_order_mark_change_nothing(change: tuple[str, str]) -> None:
    text = (
        "\n".join(lines_of(tracer.trace(AIMA))).replace(*change)
        if change[0]
        else "\n".join(lines_of(tracer.trace(AIMA)))
    )
    assert columns_of(read_lines(io.BytesIO(text.encode("utf-8-sig")))) == columns_of(tracer.trace(AIMA))


def test_an_input_that_ends_after_any_line_is_the_search_as_it_was_then() -> None:
    trace = tracer.trace(AIMA)
    lines = lines_of(trace)
    step = -1
    for count in range(2, len(lines)):
        said = json.loads(lines[count - 1])
        step += len(said.get("prune", [None]))
        stopped, then = trace_of(*lines[:count]), trace_at_step(trace, step)
        assert stopped.header.stopped == f"where its recording ends, after line {count}"
        assert stopped.value is None
        assert stopped.unfinished == sum("enter" in line for line in lines[1:count]) - sum(
            "leave" in line for line in lines[1:count]
        )
        for name in ("move", "end", "turn", "alpha", "beta", "value", "status"):
            assert columns_of(stopped)[name] == columns_of(then)[name], (count, name)
        check_laws(stopped)
    assert trace_of(*lines).header.stopped is None


def test_an_input_that_ends_after_any_byte_is_a_trace() -> None:
    lines = lines_of(tracer.trace([[3, 12], [2, 4]]))
    data = "\n".join(lines).encode()
    first = len(lines[0]) + 1 + len(lines[1])
    for size in range(first):
        with pytest.raises(TraceFileError):
            read_lines(io.BytesIO(data[:size]))
    for size in range(first, len(data)):
        stopped = read_lines(io.BytesIO(data[:size]))
        verify(stopped.columns, len(stopped.move_labels))
        whole = data[:size].count(b"\n")
        amid = data[:size].rpartition(b"\n")[2] not in (b"", lines[whole].encode())
        complete = whole if data[size - 1 : size] == b"\n" else whole + 1
        where = f"amid line {whole + 1}" if amid else f"after line {complete}"
        assert stopped.header.stopped == f"where its recording ends, {where}"


def test_what_is_not_said_follows_from_what_is() -> None:
    trace = told('{"enter": "a"}', '{"enter": 7, "depth": 0}', '{"leave": 2}', '{"prune": ["8", 9]}', '{"leave": 2}',
                 '{"enter": "b"}', '{"leave": 1}', '{"leave": 2}')  # fmt: skip
    assert trace.columns.turn.tolist() == [1, -1, 1, 0, 0, -1]
    assert [node.status for node in trace] == [EXPANDED, EXPANDED, HORIZON, PRUNED, PRUNED, TERMINAL]
    assert trace.columns.cutoff.tolist() == [False, True, False, False, False, False]
    assert trace.move_labels == ["a", "7", "8", "9", "b"]
    assert set(trace.columns.alpha[trace.columns.status != PRUNED]) == {-float("inf")}
    assert set(trace.columns.beta[trace.columns.status != PRUNED]) == {float("inf")}
    assert trace.pv == ["a", "7"]


def test_a_cutoff_is_what_is_said_or_a_prune_right_before_the_leave() -> None:
    def cutoff(*events: str) -> bool:
        return bool(told('{"enter": "a"}', '{"leave": 1}', *events).columns.cutoff[0])

    assert cutoff('{"prune": []}', '{"leave": 1}')
    assert cutoff('{"prune": ["b"]}', '{"leave": 1, "status": "expanded"}')
    assert cutoff('{"leave": 1, "cutoff": true}')
    assert not cutoff('{"leave": 1}')
    assert not cutoff('{"prune": ["b"]}', '{"leave": 1, "cutoff": false}')
    assert not cutoff('{"prune": ["b"]}', '{"enter": "c"}', '{"leave": 1}', '{"leave": 1}')


def test_each_status_has_a_word() -> None:
    words = {"expanded": EXPANDED, "terminal": TERMINAL, "horizon": HORIZON, "table": TABLE}
    for word, status in words.items():
        assert told(f'{{"leave": 1, "status": "{word}"}}').root.status is status


def test_an_infinite_end_may_be_written_in_any_way() -> None:
    for low, high in [("null", "null"), ('"-inf"', '"+inf"'), ("-1e999", "1e999"), ("-Infinity", "Infinity")]:
        root = trace_of(HEADER, f'{{"enter": null, "turn": "MIN", "alpha": {low}, "beta": {high}}}').root
        assert (root.alpha, root.beta) == (-float("inf"), float("inf"))
    # What an engine calls infinite is a number like any other.
    root = trace_of(HEADER, '{"enter": null, "turn": -1, "alpha": -32000, "beta": 32000}').root
    assert (root.alpha, root.beta) == (-32_000, 32_000)


def test_a_negamax_is_converted_to_the_view_of_max() -> None:
    trace = trace_of('{"plyscope": 1, "view": "mover"}', '{"enter": null, "turn": "MIN", "alpha": -1, "beta": null}',
                       '{"enter": "a", "alpha": null, "beta": 1}', '{"leave": -3}', '{"leave": 3}')  # fmt: skip
    assert trace.columns.value.tolist() == [-3, -3]
    assert trace.columns.alpha.tolist() == [-float("inf"), -float("inf")]
    assert trace.columns.beta.tolist() == [1, 1]


def test_a_crossed_window_is_kept_as_a_wrong_search_passed_it(tmp_path: Path) -> None:
    target = tmp_path / "t.plyscope"
    events = ['{"enter": "a", "alpha": 5, "beta": -5}', '{"leave": 1}', '{"leave": 1}']
    made = trace_of(HEADER, ROOT, *events, output=target)
    for trace in (made, tracer.load(target)):
        assert (trace.node(1).alpha, trace.node(1).beta) == (5, -5)
    mover = trace_of('{"plyscope": 1, "view": "mover"}', ROOT, *events)
    assert (mover.node(1).alpha, mover.node(1).beta) == (5, -5)


def test_depths_and_positions_are_kept(tmp_path: Path) -> None:
    target = tmp_path / "t.plyscope"
    made = trace_of(
        HEADER,
        '{"enter": null, "turn": "MAX", "depth": 2, "state": "♔ .\\n. ."}',
        '{"enter": "a", "state": "x", "depth": 1}', '{"leave": 2, "state": "x"}',
        '{"prune": ["b", "c"]}',
        '{"enter": "d", "depth": -1}', '{"leave": 1, "state": "y"}',
        '{"state": "y", "enter": "e", "turn": "MIN", "depth": null}', '{"leave": 1, "status": "terminal"}',
        '{"enter": "f", "state": ""}', '{"status": "table", "state": null, "leave": 1}',
        '{"leave": 2, "status": "expanded", "state": "x"}',
        output=target,
    )  # fmt: skip
    for trace in (made, tracer.load(target)):
        nodes = range(len(trace))
        assert [trace.text(node) for node in nodes] == ["♔ .\n. .", "x", None, None, None, "y", ""]
        assert [trace.left_text(node) for node in nodes] == ["x", None, None, None, "y", None, None]
        depth = trace.columns.depth
        assert depth is not None
        assert depth.tolist() == [2, 1, NO_DEPTH, NO_DEPTH, -1, NO_DEPTH, NO_DEPTH]
        assert [node.status for node in trace] == [EXPANDED, TERMINAL, PRUNED, PRUNED, HORIZON, TERMINAL, TABLE]
        verify(trace.columns, len(trace.move_labels), len(trace.texts))


def test_what_is_not_said_of_positions_takes_no_room() -> None:
    assert told('{"leave": 1}').columns.optional == {}
    assert list(told('{"enter": "a", "depth": 3}').columns.optional) == ["depth"]
    assert list(told('{"leave": 1, "state": "x"}').columns.optional) == ["left_text"]


def test_the_move_that_is_played_is_said_before_or_after_the_root_is_left(tmp_path: Path) -> None:
    searched = (
        '{"plyscope": 1}',
        '{"enter": null, "turn": "MAX"}',
        '{"enter": 1}',
        '{"leave": 1}',
        '{"enter": "b"}',
        '{"leave": 3}',
    )
    trace = trace_of(*searched, '{"leave": 3}', '{"played": 1}')
    assert (trace.header.notes, trace.played) == ({"played": "1"}, 1)
    assert [found.disease for found in tracer.check(trace)] == ["worse-move-played"]
    trace = trace_of(*searched, '{"played": 1}', '{"played": "b"}', '{"leave": 3}')
    assert trace.played == 2
    assert tracer.check(trace) == []
    trace = trace_of(*searched, '{"leave": 3}', '{"played": null}')
    assert [found.disease for found in tracer.check(trace)] == ["no-move-played"]
    with pytest.raises(TraceFileError, match="a move is text or a whole number, not true"):
        trace_of(*searched, '{"played": true}')
    with pytest.raises(TraceFileError, match='no key "why" beside "played"'):
        trace_of(*searched, '{"played": "b", "why": "probe"}')
    best_first = (
        '{"plyscope": 1}',
        '{"node": null, "turn": "MAX"}',
        '{"update": 0, "x": 0}',
        '{"node": 0, "move": "a"}',
    )
    assert trace_of(*best_first, '{"update": 1, "x": 1}', '{"played": "a"}').played == 1


def test_chance_may_move() -> None:
    trace = told('{"enter": "roll", "turn": "CHANCE"}', '{"enter": "six", "turn": "MIN"}', '{"leave": 0.5}')
    assert trace.columns.turn.tolist() == [1, 0, -1]


def test_the_header_says_what_was_searched() -> None:
    header = {
        "plyscope": 1, "game": "tictactoe", "position": "b2/a1", "search": "mine",
        "options": {"depth": 3, "window": [None, 2], "fail": "hard", "cut": ">", "hash": 64, "tt": True, "off": None},
    }  # fmt: skip
    trace = trace_of(json.dumps(header), ROOT)
    assert (trace.header.game, trace.header.position, trace.header.search) == ("tictactoe", "b2/a1", "mine")
    options = {"depth": 3, "window": (-float("inf"), 2.0), "fail": "hard", "cut": ">", "hash": 64, "tt": True}
    assert trace.header.options == options
    assert trace.game is not None
    assert trace.state(0) == tracer.trace("tictactoe", position="b2/a1", max_nodes=1).state(0)


def test_a_game_in_the_header_runs_no_code_and_need_not_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text("import pathlib; pathlib.Path('ran').touch()")
    for game in ("evil:Game", "tree.json", "mnk:99", "draughts", "[" * 100_000, '{"children": 1}'):
        assert trace_of(json.dumps({"plyscope": 1, "game": game}), ROOT).game is None
    assert not (tmp_path / "ran").exists()
    position = trace_of('{"plyscope": 1, "game": "tictactoe", "position": "nowhere"}', ROOT)
    assert position.game is None


def test_a_game_that_knows_none_of_the_moves_is_left_out(tmp_path: Path) -> None:
    target = tmp_path / "t.plyscope"
    header = '{"plyscope": 1, "game": "tictactoe"}'
    events = ['{"enter": 0, "state": "X"}', '{"leave": 1}', '{"enter": 1}', '{"leave": 0}', '{"leave": 1}']
    made = trace_of(header, ROOT, *events, output=target)
    for trace in (made, tracer.load(target)):
        assert trace.game is None
        assert trace.header.game == "tictactoe (its moves by other names)"
        assert (trace.pv, trace.counts.pruned_nodes, trace.text(1)) == (["0"], None, "X")
    # One wrong move is the search's, and the rules are needed to show it.
    assert trace_of(header, ROOT, '{"enter": "a1"}', '{"leave": 1}', *events).game is not None
    assert trace_of(header, ROOT).game is not None
    for spec in ("nim:1,2", "mnk:4,4,3", "connect4", "[[3, 12], [2, 4]]"):
        other = trace_of(json.dumps({"plyscope": 1, "game": spec}), ROOT, '{"enter": "?"}')
        assert (other.game, other.header.game) == (None, f"{spec} (its moves by other names)")


def test_a_game_that_is_given_counts_before_the_one_that_is_named() -> None:
    lines = lines_of(tracer.trace("nim:1,2"))
    given = trace_of(lines[0].replace("nim:1,2", "some nim"), *lines[1:], game="nim:1,2")
    assert given.header.game == "some nim"
    assert given.counts.pruned_nodes == tracer.trace("nim:1,2").counts.pruned_nodes
    assert trace_of(HEADER, ROOT, game="nim:1,2").header.game == "nim:1,2"


@pytest.mark.parametrize("label", ["", "a/b", "\x1b[2J", "\u202egnp", "{", "}\\n{", '"', "y" * 5_000, "♔", "\ud800"])
def test_hostile_moves_come_out_as_text(label: str, tmp_path: Path) -> None:
    target = tmp_path / "t.plyscope"
    move = json.dumps(label)
    made = trace_of(HEADER, ROOT, f'{{"enter": {move}}}', '{"leave": 1}', f'{{"prune": [{move}]}}', output=target)
    assert made.move_labels == [tracer.text.distinct(label)]
    assert tracer.load(target).move_labels == made.move_labels


def test_a_search_of_5_000_plies_is_read(tmp_path: Path) -> None:
    lines = [HEADER, ROOT, *('{"enter": "a"}' for _ in range(5_000)), *('{"leave": 1}' for _ in range(5_001))]
    trace = trace_of(*lines, output=tmp_path / "t.plyscope")
    assert trace.columns.ply.max() == 5_000
    assert columns_of(tracer.load(tmp_path / "t.plyscope")) == columns_of(trace)


def test_the_output_is_the_trace(tmp_path: Path) -> None:
    trace = tracer.trace("nim:1,2,3")
    source = tmp_path / "n.jsonl"
    source.write_text("\n".join(lines_of(trace)))
    made = read_lines(source, output=tmp_path / "n.plyscope")
    opened = tracer.load(tmp_path / "n.plyscope")
    assert columns_of(opened) == columns_of(made) == columns_of(trace)
    assert opened.header == made.header
    assert opened.counts.pruned_nodes == trace.counts.pruned_nodes


def test_reading_can_be_stopped_and_interrupted() -> None:
    lines = lines_of(tracer.trace("tictactoe", max_nodes=10_000))

    def stop(visited: int) -> None:
        raise Stop("enough")

    def interrupt(visited: int) -> None:
        raise KeyboardInterrupt

    stopped = trace_of(*lines, progress=stop)
    assert stopped.header.stopped == "enough"
    assert 0 < len(stopped) < 10_000
    with pytest.raises(SearchInterrupted) as interrupted:
        trace_of(*lines, progress=interrupt)
    assert interrupted.value.trace.header.stopped == "interrupted"
    assert interrupted.value.trace.root.status is OPEN


def test_an_input_of_any_length_takes_the_memory_of_its_trace() -> None:
    pair = b'{"enter": "a", "turn": -1, "alpha": -100, "beta": 200}\n{"leave": 17, "status": "terminal"}\n'

    class Endless(io.RawIOBase):
        """A stream that is nowhere kept."""

        left = 20_000

        def read(self, size: int = -1) -> bytes:
            if self.left == 20_000:
                self.left -= 1
                return f"{HEADER}\n{ROOT}\n".encode()
            count = min(self.left, 500)
            self.left -= count
            return pair * count

    tracemalloc.start()
    trace = read_lines(Endless())  # type: ignore[arg-type]  # all that is read is bytes
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(trace) == 20_000
    assert peak < 2.5 * trace.columns.nbytes + 3_000_000


def test_whatever_is_accepted_can_be_read_by_everything() -> None:
    random = Random(5)
    positions: list[dict[str, Any]] = [{}, {"depth": 0}, {"depth": 3}, {"state": "x"}, {"depth": -1, "state": "y"}]
    fates: list[dict[str, Any]] = [{}, {}, {"cutoff": True}, {"cutoff": False}, {"status": "expanded"}, {"state": "x"}]
    for _ in range(150):
        lines = [json.dumps({"plyscope": 1, "view": random.choice(["max", "mover"])}), ROOT]
        open_nodes = 1
        while open_nodes and len(lines) < 30:
            kind = random.random()
            if kind < 0.45:
                lines.append(
                    json.dumps(
                        {
                            "enter": random.choice("abc"),
                            "turn": random.choice(["MAX", "MIN", "CHANCE"]),
                            "alpha": random.choice([None, -1, 1, 3, "inf"]),
                            "beta": random.choice([None, 1, 2, "-inf"]),
                            **random.choice(positions),
                        }
                    )
                )
                open_nodes += 1
            elif kind < 0.6:
                lines.append(json.dumps({"prune": random.choices("abc", k=random.randint(0, 3))}))
            else:
                lines.append(json.dumps({"leave": random.choice([-1, 0, 0.5, 2]), **random.choice(fates)}))
                open_nodes -= 1
        trace = trace_of(*lines)
        verify(trace.columns, len(trace.move_labels), len(trace.texts))
        assert trace.counts.summary()["visited"] == sum('"enter"' in line for line in lines)
        for step in range(trace.steps):
            assert trace.at(step).step == step
            tracer.why.explain.why(trace, random.randrange(len(trace)), step)


@pytest.mark.parametrize(("view", "sign"), [("max", 1), ("mover", -1)])
def test_static_evaluations_are_told(tmp_path: Path, view: str, sign: int) -> None:
    lines = ['{"enter": null, "turn": "MAX", "evaluation": 12}', '{"enter": "a", "evaluation": 7.5}', '{"leave": 3}']
    lines += ['{"enter": "b"}', '{"leave": 1}', '{"leave": 3}']
    trace = trace_of(f'{{"plyscope": 1, "view": "{view}"}}', *lines)
    trace.save(tmp_path / "t.plyscope")
    for known in (trace, tracer.load(tmp_path / "t.plyscope")):
        assert [known.node(node).evaluation for node in range(3)] == [12, sign * 7.5, None]
        assert [hit.node for hit in parse_condition("evaluation > 8").hits(known)] == [0]
        assert rows.columns(known)["evaluation"].values(slice(0, 2)).tolist() == [12, sign * 7.5]
    assert trace.graph.nodes[1]["evaluation"] == sign * 7.5


def test_null_moves_standing_pat_reasons_and_weights_are_told(tmp_path: Path) -> None:
    lines = (
        '{"enter": "null move", "kind": "null", "why": "reduced", "weight": 0.5}',
        '{"leave": 1}',
        '{"enter": "stand pat", "kind": "stand"}',
        '{"leave": 2, "status": "horizon"}',
        '{"enter": "6", "kind": "outcome", "weight": 1}',
        '{"leave": 0}',
        '{"prune": ["a", "b"], "why": "futile", "weight": [0.25, 0]}',
        '{"leave": 2}',
    )
    trace = told(*lines)
    assert [type(move) for move in trace.no_moves.values()] == [tracer.Null, tracer.Stand]
    assert [trace.node(node).turn for node in (0, 1, 2, 3)] == [1, -1, 1, -1]  # who stands pat is to move still
    assert [trace.node(node).why.name for node in range(6)] == [
        "PLAIN",
        "REDUCED",
        "PLAIN",
        "PLAIN",
        "FUTILE",
        "FUTILE",
    ]
    assert [trace.node(node).weight for node in range(6)] == [None, 0.5, None, 1, 0.25, 0]
    file = tmp_path / "t.plyscope"
    read_lines(io.BytesIO("\n".join((HEADER, ROOT, *lines)).encode()), output=file)
    opened = tracer.load(file)
    assert opened.columns.optional.keys() == trace.columns.optional.keys() == {"why", "weight"}
    assert all((opened.columns.optional[name] == column).all() for name, column in trace.columns.optional.items())
    assert opened.no_moves == trace.no_moves


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"enter": "a", "why": "futile"}', '"why" is "probe", "reduced", "extended", "quiescence", not "futile"'),
        ('{"prune": ["a"], "why": "probe"}', '"why" is "futile", "late", "quiet", not "probe"'),
        ('{"prune": ["a"], "why": 3}', '"why" is "futile", "late", "quiet", not 3'),
        ('{"enter": "a", "weight": 2}', '"weight" is a number from 0 to 1, not 2'),
        ('{"enter": "a", "evaluation": "high"}', '"evaluation" is a finite number, not "high"'),
        ('{"enter": "a", "evaluation": 1e999}', '"evaluation" is a finite number, not'),
        ('{"enter": "a", "weight": true}', '"weight" is a number from 0 to 1, not true'),
        ('{"prune": ["a"], "weight": 1}', '"weight" beside "prune" is a list of one number for each move, not 1'),
        ('{"prune": ["a"], "weight": [1, 1]}', "one number for each move"),
        (
            '{"enter": "a", "kind": "stands"}',
            '"kind" is "move", "outcome", "pass", "null", "stand", "onward", not "stands"',
        ),
        ('{"prune": ["a"], "depth": 1}', 'no key "depth" beside "prune"'),
    ],
)
def test_a_kind_a_reason_or_a_number_that_is_none_is_refused(line: str, problem: str) -> None:
    with pytest.raises(TraceFileError, match=re.escape(problem)):
        told(line)


def test_the_iterations_of_a_driver_are_no_moves(tmp_path: Path) -> None:
    passes = [
        event
        for depth, value in ((1, 3), (2, 2))
        for event in (
            f'{{"enter": "depth {depth}", "kind": "pass"}}',
            '{"enter": "a", "kind": "move"}',
            f'{{"leave": {value}}}',
            f'{{"leave": {value}}}',
        )
    ]
    trace = told(*passes, '{"leave": 2}')
    assert [trace.node(node).turn for node in (0, 1, 2)] == [1, 1, -1]  # the player stays, too
    assert (trace.value, trace.pv, trace.counts.visited, trace.counts.distinct_nodes) == (2, ["a"], 5, 2)
    assert tracer.check(trace) == []
    trace.save(tmp_path / "t.plyscope")
    assert tracer.load(tmp_path / "t.plyscope").counts.distinct_nodes == 2
    read_lines(io.BytesIO("\n".join((HEADER, ROOT, *passes)).encode()), output=tmp_path / "u.plyscope")
    assert tracer.load(tmp_path / "u.plyscope").counts.distinct_nodes == 2
