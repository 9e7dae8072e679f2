"""The rows of a study: what they say of each search, and that each cell has one, whatever happens."""

import errno
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

import tracer
from tracer.errors import PlyscopeError
from tracer.file.draft import Draft
from tracer.sweeping.cell_search import Done, Task, search_cell, search_cells
from tracer.sweeping.cells import count, iter_cells
from tracer.sweeping.dataset import open_dataset
from tracer.sweeping.result_columns import IDENTITY, TIME_COLUMNS, iter_meanings
from tracer.sweeping.running import Batches, Here, Progress, sweep
from tracer.sweeping.study import Study, read

STUDY = """
seeds = 4
keep = "visited > 2 * minimal"
[[game]]
game = "random:b={width},d={height},seed={seed},order={arranged}"
width = [2, 3]
height = [1, 4]
arranged = ["best", "worst"]
[[search]]
search = ["minimax", "alphabeta", "sss", "pns"]
"""


def rows_of(study: Study) -> list[dict[str, Any]]:
    return search_cells(Task.for_study(study), list(iter_cells(study))).rows


def study_of(game: str, search: str, top: str = "", **more: Any) -> Study:
    return read(f"{top}\n[[game]]\n{game}\n[[search]]\n{search}\n", **more)


def timeless(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    kept = [{name: value for name, value in row.items() if name not in TIME_COLUMNS} for row in rows]
    return sorted(kept, key=lambda row: str(row["cell"]))


def written(folder: Path) -> list[dict[str, Any]]:
    from pyarrow import dataset

    found: list[dict[str, Any]] = dataset.dataset(folder / "rows", format="parquet").to_table().to_pylist()
    return found


def left_behind(name: str) -> str:
    """What the draft of a file of ours is called."""
    return f".{name}.{sha256(name.encode()).hexdigest()[:16]}.{'1' * 16}.draft"


def run(study: Study, folder: Path, heard: Callable[[Progress], None] = lambda _: None) -> Progress:
    with open_dataset(folder, study, count(study)) as found:
        return sweep(found, count(study), Here(), heard)


def test_rows_of_ordered_trees_have_the_counts_of_knuth_and_moore() -> None:
    for row in rows_of(read(STUDY)):
        b, d = row["width"], row["height"]
        least = b ** -(-d // 2) + b ** (d // 2) - 1
        whole = sum(b**ply for ply in range(d + 1))
        assert row["minimal_tree_leaves"] == least
        if row["search"] == "minimax":
            assert row["visited"] == row["full_tree_nodes"] == whole
        if (row["search"], row["arranged"]) == ("alphabeta", "best"):
            assert row["leaves"] == least
            assert row["visited"] == row["minimal"]
            assert row["first_move_share"] in (None, 1.0)
        if row["search"] == "sss":
            assert least <= row["leaves"]
            assert row["cutoffs"] is None
            assert row["states_taken"] > 0
        assert row["error"] is row["stopped"] is None
        assert row["seconds"] > 0


def test_a_row_says_what_a_trace_of_the_search_says() -> None:
    study = study_of(
        'game = "tictactoe"\npositions = ["b2/a1"]', 'search = "pvs"\norder = "random:7"\ndepth = 4\ncut = ">"'
    )
    (row,) = rows_of(study)
    trace = tracer.trace("tictactoe", "pvs", position="b2/a1", order="random:7", depth=4, cut=">")
    assert row["best_move"] == trace.label(trace.principal_moves[0])
    assert row["value"] == trace.value
    told = trace.counts.summary()
    assert {name: row[name] for name in told} == told
    assert (row["game"], row["position"], row["options"]) == ("tictactoe", "b2/a1", "order=random:7,depth=4,cut=>")
    assert (row["order"], row["depth"], row["cut"]) == ("random:7", 4, ">")


def test_a_proof_is_of_a_value_within_the_window() -> None:
    search = 'search = "alphabeta"\nwindow = [[-2, 2], [0, 2], [-2, 0], [1, 2]]'
    rows = rows_of(study_of('game = "tictactoe"\npositions = ["b2/a1"]', search))
    assert rows[0]["value"] == 0
    assert rows[0]["minimal"] > rows[0]["minimal_tree_leaves"] > 0
    assert [row["minimal"] for row in rows[1:]] == [row["minimal_tree_leaves"] for row in rows[1:]] == [None] * 3


def test_every_column_has_a_meaning_and_the_full_tree_is_a_sum() -> None:
    study = read(STUDY)
    found = list(iter_meanings(study.parameters))
    assert {name: kind for name, kind, _ in found} == study.columns
    assert all(said.endswith(".") and "`" not in said for _, _, said in found)
    whole, *parts = re.split(r" [=+] ", IDENTITY)
    of = [row for row in rows_of(study) if row[whole] is not None and row["table_nodes"] is not None]
    assert of
    for row in of:
        assert row[whole] == sum(row[part] for part in parts)


def test_a_search_that_visits_too_many_nodes_is_a_row_that_says_so() -> None:
    (row,) = rows_of(study_of('game = "tictactoe"', 'search = "minimax"', "max-nodes = 100"))
    assert (row["visited"], row["stopped"]) == (100, "after 100 nodes, as asked")
    assert row["value"] is row["seconds"] is row["error"] is None


def test_a_search_that_takes_too_long_is_a_row_that_says_so() -> None:
    (row,) = rows_of(study_of('game = "mnk:5,5,4"', 'search = "minimax"', "max-time = 0.2\nmax-nodes = 100_000_000"))
    assert row["stopped"] == "after 0.2 s, as asked"
    assert row["visited"] > 0


GAMES = """
import tracer

class Sum:
    def start(self): return ()
    def turn(self, state): return tracer.MAX if len(state) % 2 == 0 else tracer.MIN
    def utility(self, state): return float(sum(state)) if len(state) == 3 else None
    def moves(self, state): return [0, 1, 2]
    def play(self, state, move): return (*state, move)

class Raises(Sum):
    def play(self, state, move):
        if state == (2, 1): raise ValueError("never\\x1b[2J")
        return (*state, move)

class Endless(Sum):
    def play(self, state, move):
        while state == (2, 1): pass
        return (*state, move)

class Kills(Sum):
    def play(self, state, move):
        if state == (2, 1): __import__("os").kill(__import__("os").getpid(), 9)
        return (*state, move)
"""


def test_a_game_that_raises_or_never_answers_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracer.sweeping.search_limits.GRACE_SECONDS", 0.5)
    (tmp_path / "games.py").write_text(GAMES, encoding="utf-8")
    game = f'game = "{tmp_path}/games.py:{{name}}"\nname = ["Sum", "Raises", "Endless"]'
    study = study_of(game, 'search = ["minimax", "sss"]', "max-time = 0.2", trusted=True)
    found = {(row["name"], row["search"]): row for row in rows_of(study)}
    assert len(found) == 6
    for search in ("minimax", "sss"):
        assert found["Sum", search]["value"] == 4
        assert "raised ValueError: never␛[2J" in found["Raises", search]["error"]
        assert found["Endless", search]["stopped"] == "after 0.2 s, as asked"
        assert found["Endless", search]["error"] is None
        assert found["Sum", search]["error"] is found["Sum", search]["stopped"] is None


def test_one_position_that_is_wrong_is_a_row_with_an_error() -> None:
    good, bad = rows_of(study_of('game = "tictactoe"\npositions = ["b2", "z9"]', 'search = "alphabeta"'))
    assert good["error"] is None
    assert "z9" in bad["error"]


def test_traces_of_rows_that_fulfil_the_condition_are_kept(tmp_path: Path) -> None:
    study = read(STUDY)
    run(study, tmp_path)
    rows = written(tmp_path)
    kept = {row["cell"] for row in rows if row["visited"] > 2 * row["minimal"]}
    assert 0 < len(kept) < len(rows)
    assert {path.stem for path in (tmp_path / "traces").iterdir()} == kept
    for row in rows:
        assert row["trace"] == (f"traces/{row['cell']}.plyscope" if row["cell"] in kept else None)
        if row["cell"] in kept:
            trace = tracer.load(tmp_path / row["trace"])
            assert (trace.header.search, trace.counts.visited) == (row["search"], row["visited"])
            assert trace.header.game == row["game"]


def test_the_dataset_says_what_it_is(tmp_path: Path) -> None:
    from pyarrow import parquet

    study = read(STUDY)
    run(study, tmp_path)
    said = json.loads((tmp_path / "study.json").read_text(encoding="utf-8"))
    assert said["cells"] == 128
    assert said["columns"] == study.columns
    assert said["parameters"] == {"width": "int64", "height": "int64", "arranged": "string", "seed": "int64"}
    assert set(said["versions"]) >= {"python", "plyscope", "numpy", "pyarrow"}
    for path in (tmp_path / "rows").iterdir():
        schema = parquet.read_schema(path)
        assert {one.name: str(one.type) for one in schema} == study.columns
        assert json.loads(schema.metadata[b"plyscope"])["study"] == study.digest


def test_rows_do_not_depend_on_batches(tmp_path: Path) -> None:
    study = read(STUDY)
    task = Task.for_study(study)
    one_by_one = [search_cell(task, cell)[0] for cell in iter_cells(study)]
    run(study, tmp_path)
    assert timeless(one_by_one) == timeless(rows_of(study)) == timeless(written(tmp_path))


def test_a_task_gives_back_what_it_had_no_time_for() -> None:
    study = read(STUDY)
    some = list(iter_cells(study))[:5]
    done = search_cells(Task.for_study(study), some, seconds=0.0)
    assert [row["cell"] for row in done.rows] == [some[0].name]
    assert done.unsearched == some[1:]


def test_batches_hold_every_cell_once_whatever_they_take() -> None:
    some = list(iter_cells(read(STUDY)))
    batches, met = Batches(some, seconds=1.0), list[str]()
    while batch := batches.take_batch():
        half = -(-len(batch) // 2)
        met += [cell.name for cell in batch[:half]]
        batches.adapt_to(Done([{}] * half, {}, batch[half:], 0.01 * half))
    assert sorted(met) == sorted(cell.name for cell in some)
    assert batches.take_batch() == []


class Ended(Exception):  # noqa: N818
    """A sweep that was ended in the middle."""


def test_a_sweep_that_was_ended_goes_on(tmp_path: Path) -> None:
    study = read(STUDY)

    def end(progress: Progress) -> None:
        if progress.here:
            raise Ended

    begun = []
    for _ in range(2):
        with pytest.raises(Ended):
            run(study, tmp_path, end)
        begun.append(len(written(tmp_path)))
    (tmp_path / "rows" / left_behind(f"{'0' * 20}.parquet")).write_bytes(b"half a file")
    (tmp_path / "rows" / ".mine.draft").write_bytes(b"somebody else's")
    last = run(study, tmp_path)
    assert 0 < begun[0] < begun[1] < last.done == last.of == 128
    assert last.here == last.of - begun[1]
    assert timeless(written(tmp_path)) == timeless(rows_of(study))
    assert [path.name for path in (tmp_path / "rows").glob(".*")] == [".mine.draft"]
    assert run(study, tmp_path).here == 0


def test_a_full_disk_ends_the_sweep_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study, wrote = read(STUDY), Draft.write

    def write(draft: Draft, data: bytes) -> None:
        if len(list(tmp_path.glob("rows/*"))) == 2:
            wrote(draft, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        wrote(draft, data)

    with monkeypatch.context() as patched:
        patched.setattr(Draft, "write", write)
        with pytest.raises(PlyscopeError, match="No space left on device; what was done before is kept"):
            run(study, tmp_path)
    assert len(list((tmp_path / "rows").iterdir())) == 2
    run(study, tmp_path)
    assert timeless(written(tmp_path)) == timeless(rows_of(study))


def test_two_sweeps_never_write_into_one_folder(tmp_path: Path) -> None:
    study = read(STUDY)
    with open_dataset(tmp_path, study, 1), pytest.raises(PlyscopeError, match="written by another sweep now"):
        run(study, tmp_path)
    assert run(study, tmp_path).done == 128


def test_the_folder_of_another_study_is_refused_once_it_has_rows(tmp_path: Path) -> None:
    study = read(STUDY.replace("seeds = 4", "seeds = 2"))
    with open_dataset(tmp_path, read(STUDY), 1):
        pass
    run(study, tmp_path)
    for text, said in (
        (STUDY.replace("seeds = 4", "seeds = 1"), r"with 32 cells that this one does not have \(what differs: seeds"),
        (f"max-nodes = 5\n{STUDY}", "in which max-nodes is not the same"),
        (STUDY.replace("arranged", "sorted"), "in which the parameter arranged is not the same"),
    ):
        with pytest.raises(PlyscopeError, match=f"is of another study, {said}"):
            run(read(text), tmp_path)
    assert timeless(written(tmp_path)) == timeless(rows_of(study))


def test_a_study_may_get_more_cells_and_another_title(tmp_path: Path) -> None:
    run(read(STUDY.replace("seeds = 4", "seeds = 2").replace("[1, 4]", "[1]")), tmp_path)
    more = read(f'title = "More"\n{STUDY}')
    last = run(more, tmp_path)
    assert (last.done, last.here) == (128, 96)
    assert timeless(written(tmp_path)) == timeless(rows_of(more))
    assert json.loads((tmp_path / "study.json").read_text(encoding="utf-8"))["title"] == "More"
    assert run(more, tmp_path).here == 0


def of_own_files(folder: Path, evaluation: str, top: str = "") -> Study:
    """A study of a file of its own, which is written."""
    (folder / "own.py").write_text(evaluation, encoding="utf-8")
    said = 'search = "alphabeta"\ndepth = 2\nevaluate = ["zero", "own.py:value"]'
    return study_of('game = "tictactoe"\npositions = ["b2", "a1"]', said, top, folder=folder, trusted=True)


def test_files_that_a_study_names_lie_beside_it(tmp_path: Path) -> None:
    rows = rows_of(of_own_files(tmp_path, "def value(state): return 0.25"))
    assert [row["value"] for row in rows] == [0.0, 0.25] * 2
    assert rows[1]["options"] == "depth=2,evaluate=own.py:value"
    (tmp_path / "games.py").write_text(GAMES, encoding="utf-8")
    game = study_of('game = "games.py:{name}"\nname = "Sum"', 'search = "sss"', folder=tmp_path, trusted=True)
    assert [row["value"] for row in rows_of(game)] == [4.0]


def test_a_file_that_changed_is_named_and_nothing_is_mixed(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    study = of_own_files(tmp_path, "def value(state): return 0.25")
    run(study, folder)
    before, task = written(folder), Task.for_study(study)
    changed = of_own_files(tmp_path, "def value(state): return 0.5")
    with pytest.raises(PlyscopeError, match=r"own\.py is not what it was when .* was begun"):
        run(changed, folder)
    with pytest.raises(PlyscopeError, match=r"own\.py as it was when the sweep began"):
        search_cells(task, list(iter_cells(study)))
    assert written(folder) == before
    assert run(of_own_files(tmp_path, "def value(state): return 0.25"), folder).here == 0
    (tmp_path / "own.py").unlink()
    with pytest.raises(PlyscopeError, match=r"there is no file own\.py beside the study"):
        run(study, folder)


@pytest.mark.skipif(sys.platform != "linux", reason="no other system can limit it")
def test_a_search_that_needs_too_much_memory_is_a_row_that_says_so(tmp_path: Path) -> None:
    # More than a process may have at hand that it took before and gave back.
    greedy = "def value(state): return float(len([bytearray(100_000_000) for _ in range(40)]))"
    rows = rows_of(of_own_files(tmp_path, greedy, 'max-memory = "100M"'))
    assert [row["value"] for row in rows] == [0.0, None] * 2
    assert [row["error"] for row in rows] == [
        None,
        "it needs more than 100 MB of memory; --retry --max-memory gives it more",
    ] * 2
    assert len(bytearray(200_000_000)) == 200_000_000  # what follows has no such limit


def test_cells_that_failed_may_be_searched_again_and_have_one_row(tmp_path: Path) -> None:
    fails = "import pathlib\ndef value(state): return 1.0 if pathlib.Path(__file__ + '.there').exists() else 1 / 0"
    study = of_own_files(tmp_path, fails)
    run(study, tmp_path / "r")
    assert [row["error"] is None for row in written(tmp_path / "r")].count(False) == 2
    with open_dataset(tmp_path / "r", study, 4) as found:
        assert "division by zero" in (found.one_error() or "")
    (tmp_path / "own.py.there").touch()
    assert run(study, tmp_path / "r").here == 0
    with open_dataset(tmp_path / "r", study, 4) as found:
        assert found.forget_failed() == 2
    assert len(written(tmp_path / "r")) == 2
    assert run(study, tmp_path / "r").here == 2
    assert timeless(written(tmp_path / "r")) == timeless(rows_of(study))


@pytest.mark.parametrize("there", ["file", "other things", "broken", "a list", "not a file of rows"])
def test_a_place_that_is_something_else_is_refused_and_left_alone(tmp_path: Path, there: str) -> None:
    study, place = read(STUDY), tmp_path / "there"
    place.mkdir()
    other = place / "study.json"
    if there == "file":
        place.rmdir()
        other = place
    elif there == "other things":
        other = place / "thesis.tex"
    elif there == "not a file of rows":
        run(study, place)
        other = min((place / "rows").iterdir())
    text = "[]" if there == "a list" else "mine"
    other.write_text(text, encoding="utf-8")
    with pytest.raises(PlyscopeError) as error:
        run(study, place)
    assert "\n" not in str(error.value)
    assert other.read_text(encoding="utf-8") == text


def test_the_estimate_of_the_end_goes_by_what_was_done_here() -> None:
    assert Progress(50, 100, 20, 0, 10.0).left == pytest.approx(25.0)
    assert Progress(50, 100, 0, 0, 10.0).left is None
    assert math.isclose(Progress(100, 100, 20, 0, 10.0).left or 0, 0)


def test_a_limit_that_was_kept_leaves_nothing_in_the_interpreter() -> None:
    """It would look for what comes from elsewhere at every step, and under a tracer never come to the next one."""
    code = """
import sys
from tracer.sweeping.search_limits import end_when_overdue

with end_when_overdue(100):
    pass
sys.settrace(lambda *_: None)
print(sum(number for number in range(10)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout == "45\n"
