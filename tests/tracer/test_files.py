"""Trace files: what is saved is what is opened, whatever happened in between."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from framed import apart, at, edit, edit_column, edit_json

import tracer
from tracer.errors import PlyscopeError, TraceFileError
from tracer.file import frames
from tracer.file.frames import CHUNK, END, HEADER, LATE, MOVES, encode_table
from tracer.recording.columns import DTYPES, Columns, verify

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"


def assert_same(a: tracer.Trace, b: tracer.Trace) -> None:
    """Both traces have the same columns and labels."""
    for name in DTYPES:
        floats = DTYPES[name].kind == "f"
        assert np.array_equal(getattr(a.columns, name), getattr(b.columns, name), equal_nan=floats), name
    assert a.move_labels == b.move_labels


@pytest.mark.parametrize("search", list(tracer.SEARCHES))
@pytest.mark.parametrize("game", ["tictactoe", AIMA, "nim:1,2,3,misere", "random:b=3,d=4,order=best", "connect4:4,4,3"])
def test_a_saved_trace_opens_as_it_was(tmp_path: Path, game: str, search: str) -> None:
    kwargs = {"max_nodes": 20_000} if game in ("tictactoe", "connect4:4,4,3") else {}
    trace = tracer.trace(game, search, **kwargs)
    trace.save(tmp_path / "t.plyscope")
    opened = tracer.load(tmp_path / "t.plyscope")
    assert_same(trace, opened)
    assert opened.header == trace.header
    assert opened.pv == trace.pv
    assert opened.best_move == trace.best_move
    last = len(trace) - 1
    assert opened.state(last) == trace.state(last)


@pytest.mark.parametrize("search", ["alphabeta", "negamax-alphabeta", "minimax"])
def test_a_trace_written_while_recording_is_the_trace_returned(
    tmp_path: Path, search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracer.recording.part_collector.MAX_WAITING_NODES", 1_000)
    monkeypatch.setattr("tracer.recording.recorder.MAX_PART_NODES", 300)
    trace = tracer.trace("tictactoe", search, max_nodes=30_000, output=tmp_path / "t.plyscope")
    kinds = [kind for kind, _ in apart((tmp_path / "t.plyscope").read_bytes())]
    assert kinds.count(CHUNK) > 5
    assert LATE in kinds
    assert kinds[-1] == END
    opened = tracer.load(tmp_path / "t.plyscope")
    assert_same(trace, opened)
    assert opened.header == trace.header


def test_options_window_and_position_are_kept(tmp_path: Path) -> None:
    trace = tracer.trace(
        "tictactoe", position="b2/a1", window=(-float("inf"), 1), fail="hard", depth=3, order="reversed"
    )
    trace.save(tmp_path / "t.plyscope")
    opened = tracer.load(tmp_path / "t.plyscope")
    assert opened.header == trace.header
    assert opened.header.options["window"] == (-float("inf"), 1)
    assert opened.start() == trace.start()


def test_a_trace_of_an_own_game_opens_without_it_and_replays_with_it(tmp_path: Path) -> None:
    class Coins:
        """Take one or two of five coins; who takes the last wins. Moves are objects that no file could hold."""

        def start(self) -> tuple[int, int]:
            return (5, 1)

        def turn(self, state: tuple[int, int]) -> tracer.Turn:
            return tracer.Turn(state[1])

        def utility(self, state: tuple[int, int]) -> float | None:
            return None if state[0] else -state[1]

        def moves(self, state: tuple[int, int]) -> list[frozenset[int]]:
            return [frozenset([k]) for k in (1, 2) if k <= state[0]]

        def play(self, state: tuple[int, int], move: frozenset[int]) -> tuple[int, int]:
            return (state[0] - min(move), -state[1])

    trace = tracer.trace(Coins(), "minimax")
    trace.save(tmp_path / "t.plyscope")
    opened = tracer.load(tmp_path / "t.plyscope")
    assert opened.game is None
    assert opened.value == trace.value
    assert opened.best_move == "frozenset({2})"
    assert opened.counts.pruned_nodes is None
    with pytest.raises(PlyscopeError, match=r"'Coins' is not built in.*--game"):
        opened.state(3)
    replayed = tracer.load(tmp_path / "t.plyscope", Coins())
    assert [node.state for node in replayed] == [node.state for node in trace]
    assert replayed.best_move == frozenset([2])


def test_opening_a_file_never_imports_the_game_that_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "evil_game.py"
    module.write_text("raise SystemExit('imported')\n")
    monkeypatch.chdir(tmp_path)
    trace = tracer.trace(AIMA)
    tracer.Trace(trace.columns, [], tracer.Header(game="evil_game:Game"), labels=trace.move_labels).save("t.plyscope")
    assert tracer.load("t.plyscope").game is None
    tracer.Trace(trace.columns, [], tracer.Header(game=str(module)), labels=trace.move_labels).save("t.plyscope")
    assert tracer.load("t.plyscope").game is None


def test_a_chain_of_5000_plies_is_saved_and_opened(tmp_path: Path) -> None:
    trace = tracer.trace("[" * 5_000 + "3" + "]" * 5_000, "minimax")
    trace.save(tmp_path / "chain.plyscope")
    opened = tracer.load(tmp_path / "chain.plyscope")
    assert len(opened) == 5_001
    assert len(opened.node(5_000).path) == 5_000
    assert opened.state(5_000) == 5_000


def test_places_that_cannot_be_written_are_refused_before_the_search(tmp_path: Path) -> None:
    for place in (tmp_path / "no" / "folder.plyscope", tmp_path):
        with pytest.raises(TraceFileError, match="cannot write"):
            tracer.trace("tictactoe", output=place)
        with pytest.raises(TraceFileError, match="cannot write"):
            tracer.trace(AIMA).save(place)
    assert list(tmp_path.iterdir()) == []


def test_a_search_that_fails_before_its_first_node_leaves_no_file(tmp_path: Path) -> None:
    class Broken:
        def start(self) -> int:
            return 0

        def turn(self, state: int) -> tracer.Turn:
            raise RuntimeError("no turn")

        def utility(self, state: int) -> float | None:
            return None

        def moves(self, state: int) -> list[int]:
            return []

        def play(self, state: int, move: int) -> int:
            return 0

    with pytest.raises(tracer.GameError, match="no turn"):
        tracer.trace(Broken(), output=tmp_path / "t.plyscope")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "change", "problem"),
    [
        ("end", at(3, 3), "node 3: its subtree ends before it begins"),
        ("end", at(0, 99), "node 0: its subtree ends"),
        ("end", at(1, 6), "node 5: its subtree overlaps"),
        ("end", at(0, 9), "node 9: a second root"),
        ("status", at(1, 9), "node 1: an unknown status"),
        ("status", at(1, 1), "node 1: a leaf with children"),
        ("status", at(2, 4), "node 2: a value where nothing was returned"),
        ("turn", at(4, 7), "node 4: a player"),
        ("move", at(4, 77), "node 4: a move that is not in the table"),
        ("move", at(4, -1), "node 4: a move that is not in the table"),
        ("move", at(0, 0), "node 0: the root"),
        ("value", at(2, float("nan")), "node 2: a value that is not finite"),
        ("value", at(2, float("inf")), "node 2: a value that is not finite"),
        ("value", at(7, 1.0), "node 7: a value where nothing was returned"),
        ("alpha", at(2, float("nan")), "node 2: a window"),
        ("beta", at(10, float("nan")), "node 10: a window"),
        ("alpha", at(7, 1.0), "node 7: a window at a pruned branch"),
        ("cutoff", at(2, True), "node 2: a cutoff at a node without children"),
    ],
)
def test_inconsistent_columns_are_refused(
    tmp_path: Path, name: str, change: Callable[[np.ndarray], None], problem: str
) -> None:
    target = tmp_path / "t.plyscope"
    tracer.trace(AIMA).save(target)
    edit_column(target, name, change)
    with pytest.raises(TraceFileError, match=r"t\.plyscope cannot be opened as a trace: " + problem):
        tracer.load(target)


def cut_short(payload: bytes) -> bytes:
    return payload[:-8]


def counting_more(payload: bytes) -> bytes:
    """A block that claims to have very many nodes."""
    return payload[:8] + b"\xff\xff\xff\x7f" + payload[12:]


def of_objects(payload: bytes) -> bytes:
    """A block whose second column has a type that is none."""
    return payload[: 16 + 16 + 12] + b"O8\0\0" + payload[16 + 16 + 16 :]


@pytest.mark.parametrize(
    ("kind", "change", "problem"),
    [
        (CHUNK, cut_short, "not as long as"),
        (CHUNK, counting_more, "not as long as"),
        (CHUNK, of_objects, "the column 'end' has the type 'O8'"),
        (CHUNK, lambda _: b"", "too short"),
        (CHUNK, lambda payload: b"\5" + payload[1:], "the nodes from 0 on are missing"),
        (MOVES, lambda payload: b"\5" + payload[1:], "a table goes on at number 5, 0 was expected"),
        (MOVES, lambda payload: payload[:4] + b"\xff\xff\xff\x7f" + payload[8:], "longer than its frame"),
        (MOVES, lambda payload: payload[:-1] + b"\xff", "not UTF-8"),
        (MOVES, lambda payload: payload[:32] + b"\6" + payload[33:], "a move is of an unknown kind"),
        (HEADER, lambda _: b"[", "its JSON cannot be read"),
        (HEADER, lambda _: b"[" * 100_000, "its JSON is nested too deeply"),
        (HEADER, lambda _: b"3", "its JSON is no object"),
        (HEADER, lambda _: b" " * (frames.SMALL + 8), "longer than its kind may be"),
        (HEADER, lambda _: b'{"seconds": NaN}', "NaN is no JSON"),
        (END, lambda _: b"{}", "its end does not fit: it has 13 nodes"),
        (END, lambda payload: payload.replace(b'"moves": 6', b'"moves": true'), "its end does not fit: it has 6 moves"),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, kind: bytes, change: Callable[[bytes], bytes], problem: str) -> None:
    target = tmp_path / "t.plyscope"
    tracer.trace(AIMA).save(target)
    edit(target, kind, change)
    with pytest.raises(TraceFileError, match=r"t\.plyscope cannot be opened as a trace: .*" + problem):
        tracer.load(target)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"game": 3}, "game"),
        ({"game": None}, "game"),
        ({"position": []}, "position"),
        ({"search": {"a": 1}}, "search"),
        ({"options": 3}, "options"),
        ({"options": {"window": [1, 1]}}, "window"),
        ({"options": {"window": [2, 1]}}, "window"),
        ({"options": {"window": [0]}}, "window"),
        ({"options": {"window": ["0", 1]}}, "window"),
        ({"options": {"window": {}}}, "window"),
        ({"options": {"depth": -1}}, "depth"),
        ({"options": {"depth": 10**20}}, "depth"),
        ({"options": {"depth": True}}, "depth"),
        ({"options": {"fail": "loud"}}, "fail"),
        ({"options": {"cut": []}}, "cut"),
        ({"options": {"order": [1]}}, "order"),
        ({"options": {"order": 10**400}}, "order"),
        ({"windowed": 1}, "windowed"),
        ({"seconds": -1}, "seconds"),
        ({"seconds": "1"}, "seconds"),
        ({"notes": []}, "notes"),
        ({"view": "mine"}, "view"),
    ],
)
def test_each_field_of_a_header_is_what_it_can_be(tmp_path: Path, fields: dict[str, object], problem: str) -> None:
    target = tmp_path / "t.plyscope"
    tracer.trace(AIMA).save(target)
    edit_json(target, HEADER, **fields)
    with pytest.raises(TraceFileError, match=r't\.plyscope cannot be opened as a trace: .*"' + problem):
        tracer.load(target)


def test_texts_of_a_header_cannot_harm_a_terminal(tmp_path: Path) -> None:
    target = tmp_path / "t.plyscope"
    tracer.trace(AIMA).save(target)
    evil = "\x1b]0;mine\x07\u202e"
    said = {"search": evil, "position": evil, "options": {evil: evil}, "notes": {"table": [evil]}}
    for kind in (HEADER, END):  # what the end says of the search goes before the header
        edit_json(target, kind, game=evil, stopped=evil, **said)
    header = tracer.load(target).header
    for text in (header.game, header.search, str(header.position), str(header.stopped), *header.options):
        assert text == "␛]0;mine␇�"
    assert "\x1b" not in str(header)


def test_other_files_other_versions_and_truncated_files_are_refused(tmp_path: Path) -> None:
    target = tmp_path / "t.plyscope"
    for content in (b"", b"hello", b"SQLite format 3\0" + b"\0" * 200, frames.MAGIC):
        target.write_bytes(content)
        with pytest.raises(TraceFileError, match="is no trace file"):
            tracer.load(target)
    target.write_bytes(b"SQLite format 3\0" + b"\0" * 52 + b"PLYS" + b"\0" * 100)
    with pytest.raises(TraceFileError, match=r"has format 1, .* this one reads format 2: record it again"):
        tracer.load(target)
    tracer.trace("tictactoe").save(target)
    whole = target.read_bytes()
    target.write_bytes(whole[:7] + b"\7" + whole[8:])
    with pytest.raises(TraceFileError, match="has format 7, this plyscope reads format 2: upgrade"):
        tracer.load(target)
    with pytest.raises(TraceFileError, match="No such file"):
        tracer.load(tmp_path / "none.plyscope")


def test_control_characters_in_labels_become_pictures(tmp_path: Path) -> None:
    trace = tracer.trace('{"children":{"\\u001b[31mred":1,"b\\u202e":2}}')  # its picture is that of others too
    trace.save(tmp_path / "t.plyscope")
    edit(tmp_path / "t.plyscope", MOVES, lambda payload: encode_table(0, ["\x1b[2J", "b\u202e"], bytes(2)))
    opened = tracer.load(tmp_path / "t.plyscope")
    assert opened.move_labels == ["␛[2J", "b�"]
    assert trace.move_labels == ["␛[31mred", "b�#00cfbb06"]


def test_nesting_is_verified_without_a_stack() -> None:
    """Every way to nest four ranges is accepted and nothing else: against a check with a stack."""
    import itertools

    def nests(ends: tuple[int, ...]) -> bool:
        stack = [len(ends)]
        for node, end in enumerate(ends):
            while stack and stack[-1] <= node:
                stack.pop()
            if end <= node or not stack or end > stack[-1] or (node and len(stack) < 2):
                return False
            stack.append(end)
        return ends[0] == len(ends)

    size = 4
    for ends in itertools.product(range(size + 2), repeat=size):
        leaf = [end == node + 1 for node, end in enumerate(ends)]
        columns = Columns(
            move=np.array([-1, 0, 0, 0], np.int32),
            end=np.array(ends, np.int64),
            turn=np.ones(size, np.int8),
            alpha=np.full(size, -np.inf),
            beta=np.full(size, np.inf),
            value=np.zeros(size),
            status=np.array([1 if is_leaf else 0 for is_leaf in leaf], np.uint8),
            cutoff=np.zeros(size, bool),
        )
        try:
            verify(columns, 1)
            accepted = True
        except PlyscopeError:
            accepted = False
        assert accepted == nests(ends), ends
