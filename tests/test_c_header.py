"""The header for C: what it records, and what it makes of calls that make no sense."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from laws import check_laws
from patience import PATIENCE

import tracer
from tracer.comparing.comparison import compare
from tracer.errors import TraceFileError
from tracer.file.content import NO_END
from tracer.recording.columns import NO_DEPTH
from tracer.recording.status import PRUNED, Status

ROOT = Path(__file__).parent.parent
FOLDER, HEADER = ROOT / "examples" / "other_languages", ROOT / "tracer" / "file" / "plyscope.h"
CALLS, OTHER_UNIT = (Path(__file__).parent / "specimens" / name for name in ("calls.c", "other_unit.c"))
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror", "-Wframe-larger-than=2048")
STRICT = ("gcc", *WARNINGS, "-std=c99", "-O2")
SANITIZED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-Wno-frame-larger-than")

HARNESS = """
#include "plyscope.h"
int main(int count, char **words)
{
    char name[40];
    int k;
    ply_file *file = ply_open(words[1], "{\\"game\\": \\"\\", \\"search\\": \\"by hand\\", \\"view\\": \\"mover\\"}");
    int64_t root = ply_enter(file, PLY_ROOT, PLY_MAX, -3, 4), node, deeper;
    for (k = 0; k < 20000; k++) {
        snprintf(name, sizeof name, "move %d \\xe2\\x99\\x94", k % 300);
        node = ply_enter(file, ply_move(file, name), PLY_MIN, -4, 3);
        if (k % 3 == 0) ply_text(file, name);
        deeper = ply_enter(file, ply_move(file, "down"), PLY_MAX, -3, 4);
        if (k == 19000 && count > 2) return 0; /* as if it were killed */
        ply_leave(file, deeper, 2, PLY_TERMINAL, 0);
        ply_leave(file, node, -2, PLY_EXPANDED, 1);
        ply_prune(file, ply_move(file, "skipped"));
    }
    ply_leave(file, root, 2, PLY_EXPANDED, 0);
    return ply_close(file, "by \\"hand\\"\\n") ? 0 : 1;
}
"""


@pytest.fixture(scope="module")
def build(need: Callable[[str], None], tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Compiles a program in C, without a single warning, once."""
    need("gcc")
    folder = tmp_path_factory.mktemp("built")
    (folder / "hand.c").write_text(HARNESS)
    built: dict[tuple[str, ...], str] = {}

    def compiled(source: str | Path, *flags: str) -> str:
        key = (str(source), *flags)
        if key not in built:
            target = folder / f"{len(built)}-{Path(source).stem}"
            words = [*STRICT, *flags, f"-I{HEADER.parent}", "-o", target, folder / source, "-lm"]
            done = subprocess.run(words, capture_output=True, text=True, timeout=3 * PATIENCE, check=False)
            assert (done.returncode, done.stderr) == (0, "")
            built[key] = str(target)
        return built[key]

    return compiled


@pytest.fixture
def call(build: Callable[..., str], tmp_path: Path) -> Callable[..., str]:
    """Runs a case of `calls.c` under the sanitizers, which writes `t.plyscope`; gives what `ply_error` said."""

    def called(case: str, *flags: str) -> str:
        words = [build(CALLS, str(OTHER_UNIT), *(flags or SANITIZED)), tmp_path / "t.plyscope", case]
        done = subprocess.run(words, capture_output=True, text=True, timeout=3 * PATIENCE, check=False)
        assert done.stderr == ""
        assert done.returncode == bool(done.stdout or case in ("nothing", "no row"))
        return done.stdout

    return called


def run(*words: str | Path) -> str:
    """What a program prints, and nothing to stderr."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=3 * PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_tic_tac_toe_from_c_is_the_search_that_plyscope_has(build: Callable[..., str], tmp_path: Path) -> None:
    assert run(build(FOLDER / "tictactoe.c"), tmp_path / "t.plyscope") == "value 0\n"
    told, own = tracer.load(tmp_path / "t.plyscope"), tracer.trace("tictactoe")
    counts = told.counts
    assert (counts.visited, counts.leaves, counts.cutoffs, counts.pruned_branches) == (18_297, 7_330, 8_180, 6_930)
    assert (counts.pruned_nodes, counts.full_tree_nodes) == (531_649, 549_946)
    assert told.header.stopped is None
    assert compare(told, own).first is None
    check_laws(told)
    assert tracer.check(told) == tracer.check(own)


def test_connect_four_from_c_is_the_search_that_plyscope_has(build: Callable[..., str], tmp_path: Path) -> None:
    run(build(FOLDER / "connect4.c"), "5", tmp_path / "c4.plyscope")
    told, own = tracer.load(tmp_path / "c4.plyscope"), tracer.trace("connect4", depth=5)
    assert len(told) == len(own)
    assert compare(told, own).first is None
    assert told.header.options == own.header.options


def test_a_chess_engine_from_c_is_sound_by_the_rules_of_chess(build: Callable[..., str], tmp_path: Path) -> None:
    pytest.importorskip("chess")
    program = build(FOLDER / "rook_ending.c")
    subprocess.run([program], cwd=tmp_path, timeout=3 * PATIENCE, check=True, capture_output=True)
    told = tracer.load(tmp_path / "rook_ending.plyscope")
    assert (told.value, told.counts.visited, told.counts.passes) == (522, 12_584, 5)
    assert (told.counts.pruned_nodes, told.counts.pruned_nodes_exact) == (202_728, True)
    assert tracer.check(told) == []


def test_a_search_without_a_file_is_the_same_search(build: Callable[..., str], tmp_path: Path) -> None:
    program = build(FOLDER / "connect4.c")
    bare, recorded = (run(program, "4", *more).split(" nodes")[0] for more in ((), (tmp_path / "t.plyscope",)))
    assert bare == recorded


def test_texts_late_news_and_the_movers_view_come_through(build: Callable[..., str], tmp_path: Path) -> None:
    """More nodes than a chunk has, with the sanitizers watching."""
    run(build("hand.c", *SANITIZED), tmp_path / "t.plyscope")
    trace = tracer.load(tmp_path / "t.plyscope")
    assert len(trace) == 60_001
    assert trace.header.stopped == 'by "hand"␊'
    assert len(trace.move_labels) == 302
    assert trace.root.value == 2
    assert trace.columns.end[0] == 60_001
    assert (trace.columns.value[1::3] == 2).all()  # the mover said −2, and it was MIN
    assert (trace.columns.alpha[1::3] == -3).all()
    assert (trace.columns.beta[1::3] == 4).all()
    assert trace.label(1) == "move 0 ♔"
    assert [trace.text(node) for node in (0, 1, 4, 10)] == [None, "move 0 ♔", None, "move 3 ♔"]
    assert trace.node(3).status is PRUNED


def test_what_was_killed_is_an_unfinished_trace(build: Callable[..., str], tmp_path: Path) -> None:
    run(build("hand.c"), tmp_path / "t.plyscope", "killed")
    trace = tracer.load(tmp_path / "t.plyscope")
    assert trace.header.stopped == NO_END
    assert trace.root.value is None
    assert 57_000 - 8_192 <= len(trace) <= 57_003


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_a_full_disk_is_said(build: Callable[..., str]) -> None:
    done = subprocess.run(
        [build(FOLDER / "tictactoe.c"), "/dev/full"], timeout=3 * PATIENCE, check=False, capture_output=True
    )
    assert done.returncode == 1


def test_several_units_write_into_one_file(call: Callable[..., str], tmp_path: Path) -> None:
    """One begins and ends it, another searches and writes what is between."""
    assert call("other unit") == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (len(trace), trace.header.stopped) == (sum(3**ply for ply in range(10)), None)


def test_the_header_has_no_data_that_threads_could_share(
    build: Callable[..., str], need: Callable[[str], None]
) -> None:
    need("nm")
    symbols = run("nm", "-P", build(OTHER_UNIT, "-c")).splitlines()
    kinds = {name: kind for name, kind, *_ in map(str.split, symbols)}
    assert kinds["search"] == "T"
    assert not {name for name, kind in kinds.items() if kind in "bBdDC"}


def test_it_is_c_plus_plus_too(need: Callable[[str], None]) -> None:
    need("g++")
    run("g++", "-x", "c++", "-std=c++11", *WARNINGS[:2], "-pedantic", "-Werror", "-fsyntax-only", HEADER)


@pytest.mark.parametrize(
    ("case", "nodes", "words"),
    [
        ("second root", 2, "after node 1: a second root"),
        ("second root at once", 2, "after node 1: a second root"),
        ("root within", 2, "after node 1: PLY_ROOT below the root"),
        ("unknown move", 2, "after node 1: a move that ply_move did not give"),
        ("no move", 2, "after node 1: NULL"),
        ("far away", 2, "at node 0: a node is left that is not open"),
        ("negative", 2, "at node 0: a node is left that is not open"),
        ("twice", 2, "at node 0: a node is left that is not open"),
        ("twice, written", 9_002, "at node 0: a node is left that is not open"),
        ("left twice", 2, "after node 1: a node is left, and none is open"),
        ("out of order", 4, "at node 2: its parent is left before it"),
        ("leaf with children", 4, "at node 2: a leaf with children"),
        ("leaf with a cutoff", 3, "at node 2: a cutoff at a leaf"),
        ("status", 2, "at node 0: a status"),
        ("pruned status", 2, "at node 0: a status"),
        ("open status", 2, "at node 0: a status"),
        ("no number", 2, "at node 0: its value is no number"),
        ("prune after", 2, "after node 1: a branch is skipped, and no node is open"),
        ("prune the root", 2, "after node 1: a branch by a move that ply_move did not give"),
        ("text after", 2, "after node 1: a text, a depth or an evaluation"),
        ("depth after", 2, "after node 1: a text, a depth or an evaluation"),
        ("evaluation after", 2, "after node 1: a text, a depth or an evaluation"),
        ("infinite evaluation", 3, "at node 2: an evaluation is a finite number"),
        ("left text after", 2, "after node 1: a text of a node that is left"),
        ("reason after", 2, "after node 1: a reason or a weight"),
        ("weight after", 2, "after node 1: a reason or a weight"),
        ("no reason", 3, "at node 2: a visit is PLY_PROBE"),
        ("reason of a branch", 3, "at node 2: a visit is PLY_PROBE"),
        ("reason of a visit", 3, "at node 2: a branch is PLY_FUTILE"),
        ("weight", 3, "at node 2: a weight is a number from 0 to 1"),
        ("weight that is none", 3, "at node 2: a weight is a number from 0 to 1"),
        ("played of nowhere", 2, "after node 1: a move is played that ply_move did not give"),
        ("limit of nothing", 2, "after node 1: a limit is at least one node"),
        ("entered and grown", 2, "after node 1: ply_add in a search whose nodes are entered"),
        ("grown below nothing", 2, "after node 1: a node is added below one that there is not"),
        ("grown by no move", 2, "after node 1: a move that ply_move did not give"),
        ("grown by nobody", 2, "after node 1: a turn that is neither"),
        ("grown and entered", 2, "after node 1: ply_enter in a search that grows by ply_add"),
        ("grown, unknown node", 2, "after node 1: a number is reported for a node that ply_add did not return"),
        ("grown, no value", 2, "at node 1: a value is a number"),
        ("grown, too large", 2, "at node 1: a value is a number"),
        ("grown of both", 2, "at node 1: a search counts values or proof numbers, not both"),
        ("grown, status", 2, "at node 1: a node is valued with PLY_TERMINAL or PLY_HORIZON"),
        ("grown, infinite", 2, "at node 1: a value is a finite number"),
        ("grown, weight", 2, "at node 1: a weight is a number from 0 to 1"),
    ],
)
def test_a_call_that_makes_no_sense_ends_the_recording_and_keeps_what_came_before(
    call: Callable[..., str], tmp_path: Path, case: str, nodes: int, words: str
) -> None:
    said = call(case)
    trace = tracer.load(tmp_path / "t.plyscope")
    assert said.startswith(words)
    assert (len(trace), trace.header.stopped) == (nodes, said)
    assert trace.node(1).value == 1


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("leave first", "a node is left, and none is open"),
        ("prune first", "a branch is skipped, and no node is open"),
        ("reason first", "a reason or a weight is told elsewhere than right after ply_enter or ply_prune"),
        ("text first", "a text, a depth or an evaluation is told elsewhere than right after ply_enter"),
        ("window first", "a window with an end that is no number"),
        ("turn first", "a turn that is neither MAX's, MIN's nor chance's"),
        ("move first", "a move leads to the root: enter it with PLY_ROOT"),
        ("nothing", "no node was entered"),
        ("add no root", "the root comes first"),
        ("update first", "a number is reported for a node that ply_add did not return"),
        *((f"header {text}", "the header is no JSON object") for text in (
            "", "[1]", "{game: odd}", '{"a": 1', '{"a": 01}', '{"a": .5}', '{"a": 1.}', '{"a": 1e}', '{"a": NaN}',
            '{"a": "\\x"}', '{"a": "\\u12g4"}', '{"a": "\n"}', '{"a": tru}', '{"a": 1,}', '{"a": [1}', '{"a" 1}',
            "{} {}", '{"a": ' + 200 * "[" + 200 * "]" + "}", '{"a": "', '{"a": "\\',
        )),
    ],
)  # fmt: skip
def test_a_recording_without_a_node_says_why(call: Callable[..., str], tmp_path: Path, case: str, words: str) -> None:
    said = call(case)
    with pytest.raises(TraceFileError) as caught:
        tracer.load(tmp_path / "t.plyscope")
    assert f"it holds no nodes: its recording stopped before the first node: {words}" in str(caught.value)
    assert case == "nothing" or said.startswith(f"before the first node: {words}")


def test_what_is_no_number_is_found_where_the_compiler_takes_it_that_there_is_none(call: Callable[..., str]) -> None:
    assert call("no number", "-ffast-math").startswith("at node 0: its value is no number")
    assert call("window first", "-ffast-math").endswith("no number")


def test_any_header_that_is_json_is_taken(call: Callable[..., str], tmp_path: Path) -> None:
    assert call('header  {"game": "Schl\udcf6ss \\ud83d\\ude00", "options": {"b": [], "c": -0.5E+3}}\n') == ""
    header = tracer.load(tmp_path / "t.plyscope").header
    assert (header.game, header.options) == ("Schl\ufffdss 😀", {"b": "[]", "c": -500.0})


def test_what_is_no_utf_8_is_repaired(call: Callable[..., str], tmp_path: Path) -> None:
    assert call("latin") == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    assert [trace.label(node) for node in range(4)] == ["", "a", "a\ufffd", "a\ufffd"]
    assert trace.text(2) == "\ufffdé\ufffd\ufffd\ufffd😀\ufffd\ufffd"


def test_infinite_values_are_the_largest_that_are_recorded(call: Callable[..., str], tmp_path: Path) -> None:
    assert call("infinite") == ""
    assert tracer.load(tmp_path / "t.plyscope").columns.value.tolist() == [1e300, 1, -1e300]


def test_nodes_that_are_still_open_are_an_unfinished_search(call: Callable[..., str], tmp_path: Path) -> None:
    assert call("still open") == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (len(trace), trace.unfinished, trace.header.stopped) == (4, 2, "with 2 nodes still open")


def test_why_it_stopped_is_any_text(call: Callable[..., str], tmp_path: Path) -> None:
    assert call("stopped") == ""
    assert tracer.load(tmp_path / "t.plyscope").header.stopped == 'time\'s up: "♔" \\ ␟ \ufffd'
    assert call("long reason") == ""
    assert tracer.load(tmp_path / "t.plyscope").header.stopped == f"␁{198 * '♔'}…"


@pytest.mark.parametrize(("case", "most"), [("chain", 42), ("chain with windows", 58)])
def test_bytes_of_a_node_that_is_left_late(call: Callable[..., str], tmp_path: Path, case: str, most: int) -> None:
    """FORMAT.md: 19 where all windows of a chunk are the same and 35 elsewhere, and 22 more if it is left late."""
    assert call(case) == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (trace.columns.end == 100_000).all()
    assert trace.columns.alpha[99_999] == (-np.inf if case == "chain" else -100_000)
    assert (tmp_path / "t.plyscope").stat().st_size < most * len(trace)


def test_depths_and_positions_on_return_come_through(call: Callable[..., str], tmp_path: Path) -> None:
    assert call("positions") == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    columns = trace.columns
    assert columns.depth is not None
    assert columns.depth[:6].tolist() == [NO_DEPTH, NO_DEPTH, NO_DEPTH, 0, 1, 2]
    changed = [node for node in range(len(trace)) if trace.left_text(node) is not None]
    assert changed == [0, 10, 4011, 8012]
    assert [trace.left_text(node) for node in changed] == ["at last", "before c", "before c", "before c"]
    assert [trace.text(node) for node in (0, 2, 3, 9_005)] == [None, None, "before", "before"]
    assert "not-undone" in {finding.disease for finding in tracer.check(trace)}


def test_the_iterations_of_a_driver_are_no_moves(call: Callable[[str], str], tmp_path: Path) -> None:
    """One of them has the label of a move, and is another entry all the same."""
    assert call("passes") == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    assert [trace.label(node) for node in range(5)] == ["", "a", "a", "depth 2", "a"]
    assert (trace.value, trace.pv, trace.counts.visited, trace.counts.distinct_nodes) == (2, ["a"], 5, 2)
    assert tracer.check(trace) == []


@pytest.mark.parametrize(("case", "sign"), [("evaluations", 1), ("evaluations of the mover", -1)])
def test_static_evaluations_come_through(call: Callable[..., str], tmp_path: Path, case: str, sign: int) -> None:
    assert call(case) == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    found = [trace.node(node).evaluation for node in (0, 1, 2, 3, 9_001)]
    assert found == [None, None, sign * 2.5, sign * 3.5, sign * 9_001.5]


@pytest.mark.parametrize("case", ["values", "proofs"])
def test_a_best_first_search_from_c_is_the_one_that_python_records(
    call: Callable[..., str], tmp_path: Path, case: str
) -> None:
    assert call(case) == ""
    recorder = tracer.BestFirstRecorder()
    recorder.add(None, None, tracer.MAX)
    for k in range(1, 20_000):
        weight = {"weight": 0.25} if k % 4 == 1 else {}
        recorder.add((k * k + 3) % k, "abc"[k % 3], tracer.MIN if k % 2 else tracer.MAX, **weight)
        if case == "values" or k % 5 == 0:
            recorder.iteration()
        if case == "proofs":
            recorder.update(k, k % 4, k % 3 if k % 7 else np.inf, tracer.RowKind.PROOF)
        elif k % 8:
            recorder.update(k, k % 5 - 2)
        if k % 6 == 0:
            recorder.leave(k, 1, Status.TERMINAL if k % 12 else Status.HORIZON)
    trace, (columns, moves) = tracer.load(tmp_path / "t.plyscope"), recorder.finish()
    assert not trace.header.windowed
    labels = np.array([*moves, ""])
    assert np.array_equal(np.array([*trace.move_labels, ""])[trace.columns.move], labels[columns.move])
    for name in ("end", "turn", "alpha", "beta", "value", "status", "cutoff", "born", "weight"):
        assert np.array_equal(getattr(trace.columns, name), getattr(columns, name), equal_nan=True), name
    log = trace.columns.log
    assert log is not None
    assert columns.log is not None
    assert all(np.array_equal(log.arrays[name], array) for name, array in columns.log.arrays.items())


def test_nodes_without_a_row_are_no_recording(call: Callable[..., str], tmp_path: Path) -> None:
    assert call("no row") == ""
    with pytest.raises(TraceFileError, match="no number was reported: call ply_update or ply_proof"):
        tracer.load(tmp_path / "t.plyscope")


def test_a_limit_ends_a_best_first_recording_and_not_the_search(call: Callable[..., str], tmp_path: Path) -> None:
    assert call("grown to a limit") == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (len(trace), trace.value, trace.header.stopped) == (2, 1, "after 2 nodes, as asked")


def test_values_of_a_best_first_search_are_those_of_max(call: Callable[..., str], tmp_path: Path) -> None:
    """A mean counts nodes of both players, so a header that says its values are the mover's is refused."""
    assert call("values of the mover") == ""
    with pytest.raises(TraceFileError, match="a best-first search reports values from MAX"):
        tracer.load(tmp_path / "t.plyscope")


def test_a_position_that_is_handed_on_is_no_move(call: Callable[[str], str], tmp_path: Path) -> None:
    assert call("onward") == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    assert [type(one) for one in trace.no_moves.values()] == [tracer.Onward]
    assert (trace.pv, trace.counts.visited, trace.counts.passes) == (["a"], 4, 0)


def test_the_move_that_is_played_is_noted(call: Callable[[str], str], tmp_path: Path) -> None:
    assert call("played") == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (trace.header.notes, trace.header.stopped) == ({"played": trace.label(2)}, None)
    assert trace.played == 2
    assert call("played none") == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (trace.header.notes, trace.played) == ({"played": None}, None)


def test_a_limit_ends_the_recording_and_nothing_went_wrong(call: Callable[[str], str], tmp_path: Path) -> None:
    assert call("limit") == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (len(trace), trace.unfinished, trace.header.stopped) == (9_000, 1, "after 9000 nodes, as asked")


def test_null_moves_reasons_and_weights_come_through(call: Callable[[str], str], tmp_path: Path) -> None:
    assert call("selective") == ""
    trace = tracer.load(tmp_path / "t.plyscope")
    columns, why = trace.columns, tracer.Why
    assert columns.why is not None
    assert columns.weight is not None
    assert {str(one): type(one) for one in trace.no_moves.values()} == {"pass": tracer.Null, "stand pat": tracer.Stand}
    inner = [node for node in trace.children(0) if trace.children(node)]
    assert len(inner) == 3
    for node in inner:
        stand, quiet = trace.children(node)
        assert (trace.label(stand), trace.label(quiet)) == ("stand pat", "c")
        assert (columns.why[quiet], columns.weight[quiet], columns.weight[node]) == (why.QUIET, 1, 0.25)
    assert int((columns.why == why.REDUCED).sum()) == 3000
    assert int((columns.weight >= 0).sum()) == 6


def test_a_visit_has_its_reason_whatever_the_last_chunk_had_in_its_place(
    call: Callable[[str], str], tmp_path: Path
) -> None:
    assert call("reasons where branches stood") == ""
    columns = tracer.load(tmp_path / "t.plyscope").columns
    assert columns.why is not None
    assert int((columns.why == tracer.Why.PROBE).sum()) == 8192
    assert int((columns.status == PRUNED).sum()) == 8192


def test_the_time_is_known_to_the_millisecond_where_the_system_tells_it(
    call: Callable[..., str], tmp_path: Path
) -> None:
    assert call("chain", "-std=gnu99", *SANITIZED) == ""
    seconds = tracer.load(tmp_path / "t.plyscope").header.seconds
    assert seconds is not None
    assert seconds % 1 > 0


def test_a_program_may_have_names_of_its_own_that_the_headers_of_mathematics_and_time_have(
    build: Callable[..., str], tmp_path: Path
) -> None:
    """Then nobody says how long it took."""
    own = "static int time, clock, y0, j1;\n" + HARNESS.replace("int k;", "int k = time + clock + y0 + j1;", 1)
    (tmp_path / "own.c").write_text(own, encoding="utf-8")
    run(build(tmp_path / "own.c"), tmp_path / "t.plyscope")
    assert tracer.load(tmp_path / "t.plyscope").header.seconds == 0


def test_dice_from_c_are_the_search_that_plyscope_has(build: Callable[..., str], tmp_path: Path) -> None:
    said = run(build(FOLDER / "piglet.c"), tmp_path / "t.plyscope")
    trace, ours = tracer.load(tmp_path / "t.plyscope"), tracer.trace("piglet:2,5", "expectiminimax")
    assert said == f"who begins wins with probability {ours.value:.6f}\n"
    for name in ("end", "turn", "value", "status", "weight"):
        assert getattr(trace.columns, name).tolist() == getattr(ours.columns, name).tolist()
    assert [trace.label(node) for node in range(1, len(trace))] == [ours.label(node) for node in range(1, len(ours))]
    check_laws(trace)
