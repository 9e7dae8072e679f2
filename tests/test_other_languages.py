"""The recorders in other languages: each tells exactly the search that plyscope's own alpha-beta is."""

import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from laws import check_laws
from patience import PATIENCE

import tracer
from tracer.comparing.comparison import compare
from tracer.games.rules import show
from tracer.lines.reading import read_lines
from tracer.recording.status import PRUNED

FOLDER = Path(__file__).parent.parent / "examples" / "other_languages"
STRICT = ("gcc", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-std=c99", "-Werror", "-O2")
TOOLS = {"c": "gcc", "js": "node", "rb": "ruby"}
HOSTILE = ['a"b\\c\n\t\r\x01\x1f/%s%d', "♔é\u202e😀", "", "</script>\u2028\x7f"]

TELL_IN_C = """
#define main whole_search
#include "alphabeta.c"
#undef main
int main(void)
{
    static const char *const texts[] = {%s};
    puts("{\\"plyscope\\":1}");
    tell_enter(NULL, MAX, -INFINITE, INFINITE, texts[0]);
    tell_prune(texts, %d);
    tell_leave(-1, "expanded", texts[1]);
    (void)whole_search;
    return 0;
}
"""
TELL_IN_JAVASCRIPT = """
const { tell } = require(process.argv[1]);
const texts = JSON.parse(process.argv[2]);
tell({ plyscope: 1 });
tell({ enter: null, turn: 1, alpha: -Infinity, beta: Infinity, state: texts[0] });
tell({ prune: texts });
tell({ leave: -1, status: "expanded", state: texts[1] });
"""
TELL_IN_RUBY = """
load ARGV[0]
texts = JSON.parse(ARGV[1])
Recorder.tell(plyscope: 1)
Recorder.tell(enter: nil, turn: "MAX", state: texts[0])
Recorder.prune(texts)
Recorder.tell(leave: -1, status: "expanded", state: texts[1])
"""


def command(language: str, folder: Path) -> list[str]:
    """What runs the example, compiled where it has to be."""
    source = FOLDER / f"alphabeta.{language}"
    if language != "c":
        return [TOOLS[language], str(source)]
    return [compiled(source, folder / "alphabeta")]


def compiled(source: Path, target: Path) -> str:
    """A program in C, without a single warning."""
    built = subprocess.run(
        [*STRICT, f"-I{FOLDER}", "-o", target, source], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (built.returncode, built.stderr) == (0, "")
    return str(target)


def output(*words: str) -> bytes:
    """What a program writes, and nothing to stderr."""
    done = subprocess.run(words, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


@pytest.mark.parametrize("language", TOOLS)
def test_each_recorder_tells_the_search_that_plyscope_has(
    need: Callable[[str], None], language: str, tmp_path: Path
) -> None:
    need(TOOLS[language])
    told, own = read_lines(io.BytesIO(output(*command(language, tmp_path)))), tracer.trace("tictactoe")
    counts = told.counts
    assert (counts.visited, counts.leaves, counts.cutoffs, counts.pruned_branches) == (18_297, 7_330, 8_180, 6_930)
    assert (counts.pruned_nodes, counts.full_tree_nodes) == (531_649, 549_946)
    assert told.header.stopped is None
    assert compare(told, own).first is None
    check_laws(told)


def test_the_positions_that_are_told_are_those_of_the_game(need: Callable[[str], None], tmp_path: Path) -> None:
    need("gcc")
    told = read_lines(io.BytesIO(output(*command("c", tmp_path))))
    assert told.game is not None
    for node in range(0, len(told), 97):
        pruned = told.node(node).status is PRUNED
        assert told.text(node) == (None if pruned else show(told.game, told.state(node)))
    assert told.columns.left_text is not None
    assert told.columns.left_text.max() == -1  # every move was taken back


def test_the_depth_that_is_told_is_what_is_left(need: Callable[[str], None], tmp_path: Path) -> None:
    need("node")
    told = read_lines(io.BytesIO(output(*command("js", tmp_path))))
    assert told.columns.depth is not None
    visited = told.columns.depth >= 0
    assert (told.columns.depth + told.columns.ply)[visited].tolist() == [9] * 18_297


@pytest.mark.parametrize("language", TOOLS)
def test_each_recorder_writes_any_text(need: Callable[[str], None], language: str, tmp_path: Path) -> None:
    need(TOOLS[language])
    source = str(FOLDER / f"alphabeta.{language}")
    if language == "c":
        texts = ", ".join('"' + "".join(f"\\{byte:03o}" for byte in text.encode()) + '"' for text in HOSTILE)
        harness = tmp_path / "harness.c"
        harness.write_text(TELL_IN_C % (texts, len(HOSTILE)))
        written = output(compiled(harness, tmp_path / "harness"))
    else:
        script = TELL_IN_JAVASCRIPT if language == "js" else TELL_IN_RUBY
        written = output(TOOLS[language], "-e", script, source, json.dumps(HOSTILE))
    told = read_lines(io.BytesIO(written))
    assert told.move_labels == [tracer.text.distinct(text) for text in HOSTILE]
    assert (told.text(0), told.left_text(0)) == (HOSTILE[0], HOSTILE[1])
