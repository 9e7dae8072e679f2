"""The command: what it prints where, and what bad input gets: one line that names the remedy, and exit code 2."""

import json
import math
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from children import Children
from commands import Run, running
from patience import PATIENCE

import tracer
from tracer.count.tree_size_estimate import forecast_size
from tracer.errors import PlyscopeError
from tracer.recording.status import OPEN
from tracer.run.plan import prepare
from tui import cli
from tui.program import COMMANDS
from tui.terminal import options, search_size_limits

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"

GAMES = '''
from tracer import MAX, MIN

class Base:
    """Count down from 4 by 1 or 2."""
    def start(self): return (4, MAX)
    def turn(self, state): return state[1]
    def utility(self, state): return None if state[0] > 0 else -int(state[1])
    def moves(self, state): return [k for k in (1, 2) if k <= state[0]]
    def play(self, state, move): return (state[0] - move, MIN if state[1] is MAX else MAX)
    def evaluate(self, state): return 0

class Raises(Base):
    def play(self, state, move):
        if state[0] == 2: raise KeyError("lost the board\\x1b[31m")
        return super().play(state, move)

class Trap(Base):
    """Raises in a position that alpha-beta prunes, and so only when pruned nodes are counted."""
    def start(self): return ((), MAX)
    def utility(self, state):
        values = {("a", "a"): 3, ("b", "a"): 2}
        if state[0] == ("b", "b"): raise KeyError("trap")
        return values.get(state[0])
    def moves(self, state): return ["a"] if state[0] == ("a",) else ["a", "b"]
    def play(self, state, move): return (state[0] + (move,), MIN if state[1] is MAX else MAX)

class Hostile(Base):
    def label(self, move): return f"\\x1b[2J{move}\\x9b"
    def show(self, state): return f"\\x1b]0;title\\x07{state[0]}"

NotAGame = 3
'''


empty = running()


@pytest.fixture
def run(empty: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in a folder with games and a pipe."""
    (tmp_path / "mygames.py").write_text(GAMES)
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.delitem(sys.modules, "mygames", raising=False)
    return empty


def test_trace_prints_the_result_and_saves_it(run: Run) -> None:
    code, out, err = run("trace", "tictactoe", "-o", "t.plyscope")
    assert code == 0
    assert "tictactoe, alphabeta" in out
    assert "531,649" in out
    assert "saved to t.plyscope" in err
    assert len(tracer.load("t.plyscope")) == 18_297 + 6_930


def test_count_puts_searches_side_by_side(run: Run) -> None:
    code, out, _ = run("count", "tictactoe", "-a", "minimax", "-a", "alphabeta", "--by-ply")
    assert code == 0
    rows = {line[:20].strip(): line[20:].split() for line in out.splitlines()}
    assert rows["visited nodes"] == ["549,946", "18,297", "1,452"]  # the last one is the minimal tree
    assert rows["pruned branches"] == ["0", "6,930", "–"]
    assert rows["pruned nodes"] == ["0", "531,649", "–"]
    assert rows["full tree"] == ["549,946", "549,946", "–"]
    assert "ply  visited" in out


def test_count_as_json_has_the_promised_form(run: Run) -> None:
    code, out, err = run("count", AIMA, "-a", "minimax", "-a", "alphabeta", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["game"] == AIMA
    plain, pruned = found["searches"]
    assert (plain["search"], plain["visited"], plain["pruned_branches"]) == ("minimax", 13, 0)
    promised = {
        "search": "alphabeta", "value": 3, "best_move": "a1", "pv": ["a1", "b1"], "visited": 11, "leaves": 7,
        "cutoffs": 2, "pruning_cutoffs": 1, "pruned_branches": 2, "pruned_nodes": 2, "pruned_nodes_exact": True,
        "full_tree_nodes": 13,
    }  # fmt: skip
    assert promised.items() <= pruned.items()
    assert pruned["seconds"] >= 0
    assert [row["visited"] for row in pruned["by_ply"]] == [1, 3, 7]


def test_count_takes_a_trace_file(run: Run) -> None:
    run("trace", "nim:1,2,3", "-a", "minimax", "-o", "n.plyscope")
    code, out, _ = run("count", "n.plyscope", "--json")
    assert code == 0
    assert json.loads(out)["searches"][0]["search"] == "minimax"
    code, _, err = run("count", "n.plyscope", "--depth", "3")
    assert (code, err) == (2, "plyscope: n.plyscope is a recorded trace: --depth cannot change it\n")


@pytest.fixture
def estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was pruned is estimated soon, after some thousand positions."""
    monkeypatch.setattr("tracer.count.counts.LONG_BUDGET", 5_000)


@pytest.mark.usefixtures("estimated")
def test_an_estimate_is_never_printed_as_exact(run: Run) -> None:
    _, out, err = run("count", "connect4", "--max-nodes", "3000")
    assert "≈" in out
    assert "95 in 100 such estimates lie within ±" in err
    assert "stopped after 3,000 nodes" in err


def test_every_option_of_a_search_is_a_flag(run: Run) -> None:
    words = [
        "--depth",
        "3",
        "--window",
        "-0.5,0.5",
        "--fail",
        "hard",
        "--cut",
        ">",
        "--order",
        "centre-first",
    ]
    code, out, err = run("trace", "tictactoe", *words, "--position", "a1/b2", "-o", "t.plyscope")
    assert code == 0, err
    options = {"depth": 3, "window": (-0.5, 0.5), "fail": "hard", "cut": ">", "order": "centre-first"}
    assert tracer.load("t.plyscope").header.options == options
    assert "tictactoe at a1/b2, alphabeta, depth 3, window (−0.5, 0.5), fail hard, cut >, order centre-first" in out


def test_former_options_are_taken_and_not_listed(run: Run) -> None:
    assert run("why", AIMA, "--alpha", "3") == run("why", AIMA, "--window", "3,inf")
    assert run("why", AIMA, "--window", "3,inf") != run("why", AIMA)
    assert run("why", AIMA, "--window", "3")[2].startswith("plyscope: --window is ALPHA,BETA, such as 0,1")
    assert "--alpha" not in run("why", "--help", "all")[1]


def test_games_and_searches_are_listed(run: Run) -> None:
    _, out, _ = run("games")
    for name in tracer.GAMES:
        assert name in out
    _, out, _ = run("searches")
    for name in tracer.SEARCHES:
        assert name in out
    assert "--window, --fail" in out


def test_demo_counts_draws_and_records_without_a_terminal(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("demo", "here")
    assert code == 0
    assert "531,649" in out
    assert re.search(r"^Next:\n.* explore here/tictactoe\.plyscope +step through it$", out, re.MULTILINE)
    svg = (tmp_path / "here" / "tictactoe.svg").read_text()
    assert "<svg" in svg
    assert tracer.load(tmp_path / "here" / "tictactoe.plyscope").value == 0


def test_version_and_help(run: Run) -> None:
    assert run("--version")[1].startswith("plyscope 0.")
    for command in ("trace", "count", "export", "explore"):
        out = run(command, "--help")[1]
        assert f"plyscope {command} " in out
    assert run("-h")[0] == 0


def test_without_a_word_it_prints_what_is_seen_at_once_on_a_small_terminal(run: Run) -> None:
    code, out, err = run()
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 80
    assert set(COMMANDS) <= set(re.findall(r"[a-z]+", out))
    assert "plyscope --help" in lines[-1]
    assert run("--help")[1].startswith("Usage: plyscope [OPTIONS]")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["trace", "tictacto"], "unknown game 'tictacto' (did you mean tictactoe?)"),
        (["trace", "[[3,12],[2,4]]:turn=MIN"], 'is written {"turn": "MIN", "children": [[3,12],[2,4]]}'),
        (["trace", "MIN [[3,12],[2,4]]"], 'is written {"turn": "MIN", "children": [[3,12],[2,4]]}'),
        (["count", "pipe"], "pipe cannot be read: it is no file but a pipe or a device; save what comes from it"),
        (["trace", "conect4:5,4,4"], "unknown game 'conect4:5,4,4' (did you mean connect4?)"),
        (["trace", "tictactoe", "-a", "minmax"], "unknown search 'minmax' (did you mean minimax?)"),
        (["trace", "mnk:3,x"], "mnk: rows is a whole number, not 'x'"),
        (["trace", "mnk:3,3,9"], "mnk: 9 in a row do not fit on 3 × 3"),
        (["trace", "mnk:99,3,3"], "mnk: a board has 1 to 26 columns and rows"),
        (["trace", "connect4:1,1,1"], "connect4: 1 in a row do not fit"),
        (["trace", "random:order=good"], "random: order is one of random, best, worst, strong, or from 0 to 1"),
        (["trace", "random:order=1.5"], "how often the best move is the first, not '1.5'"),
        (["trace", "random:order=nan"], "how often the best move is the first, not 'nan'"),
        (["trace", "random:independent=0"], "random: independent is the greatest leaf value, 1 to 1000000, not 0"),
        (["trace", "random:independent=9,order=best"], "in a tree of independent values is not known"),
        (["trace", "random:d=3,independent=9", "--depth", "2"], "has no evaluate(), which a depth limit needs"),
        (["trace", "[[1,2],[3,]]"], "the tree, line 1, node a2/b2: a number, a list or an object expected, not ']'"),
        (["trace", "nowhere.json"], "cannot read the tree file nowhere.json: No such file or directory"),
        (["trace", "tictactoe", "--depth", "x"], "Invalid value for '--depth'"),
        (["trace", "tictactoe", "--position", "XXX/OO./..X"], "X begins, so X has as many stones as O or one more"),
        (["trace", "connect4:4,4,3", "-p", "..../..../X.../...."], "a disc hangs in the air"),
        (
            ["trace", "tictactoe", "-o", "no/such/t.plyscope"],
            "cannot write no/such/t.plyscope: No such file or directory",
        ),
        (["trace", "mygames:NotAGame"], "mygames:NotAGame"),
        (["trace", "mygames:Nobody"], "mygames has no 'Nobody'"),
        (["trace", "nomodule:Game"], "cannot import nomodule"),
        (
            ["trace", "mygames:Raises"],
            "mygames:Raises raised KeyError: 'lost the board\\x1b[31m' (--debug shows where)",
        ),
        (["trace", "mygames:Trap"], "mygames:Trap raised KeyError: 'trap' (--debug shows where)"),
        (["count", "none.plyscope"], "No such file"),
        (
            ["count", "mygames.py"],
            "mygames.py has no functions start, next_states, finished, utility; name the game in it: mygames.py:NAME"
            "; plyscope run mygames.py records a search in it",
        ),
        (["export", AIMA, "-o", "t.svgg"], "svgg"),
        (["export", AIMA, "-o", "-"], "stdout does not tell the format"),
        (["export", AIMA, "-o", "t.svg", "--root", "1/9"], "no move '9' at a1; there are: b1, b2, b3"),
        (["export", AIMA, "-o", "t.svg", "--max-nodes", "0"], "0"),
        (["export", AIMA, "-o", "no/such/t.dot"], "no/such/t.dot"),
        (["explore", AIMA], "explore needs a terminal"),
        (["count", AIMA, "--game", "tictactoe"], "is a game already"),
        (["tracce", AIMA], "No such command 'tracce'"),
        (["trace"], "Missing argument"),
        (["trace", AIMA, "--dept", "3"], "No such option"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(run: Run, words: list[str], message: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("plyscope: ")
    assert message in err
    assert err.count("\n") == 1
    assert "\x1b" not in err


def test_files_that_are_no_traces_are_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.plyscope").write_text("hello")
    assert run("count", "a.plyscope")[2].startswith(
        "plyscope: a.plyscope is no trace file; `plyscope trace GAME -o FILE`"
    )
    run("trace", "tictactoe", "-o", "t.plyscope")
    whole = (tmp_path / "t.plyscope").read_bytes()
    (tmp_path / "t.plyscope").write_bytes(whole[:300_000] + b"\0" + whole[300_001:])
    code, _, err = run("count", "t.plyscope")
    assert code == 2
    assert "t.plyscope cannot be opened as a trace: frame" in err
    assert "is damaged: its checksum is wrong" in err


def test_a_file_that_was_cut_opens_with_what_is_whole_and_every_view_says_so(run: Run, tmp_path: Path) -> None:
    run("trace", "tictactoe", "-o", "t.plyscope")
    whole = (tmp_path / "t.plyscope").read_bytes()
    for size in (len(whole) // 2, len(whole) - 8):
        (tmp_path / "t.plyscope").write_bytes(whole[:size])
        for command in ("count", "check"):
            code, out, err = run(command, "t.plyscope")
            assert code in (0, 1)
            assert "where its file ends" in out + err, command
        assert "where its file ends" in repr(tracer.load(tmp_path / "t.plyscope"))


def test_a_game_that_raises_keeps_its_trace_and_shows_its_traceback_with_debug(run: Run) -> None:
    code, _, err = run("trace", "mygames:Raises", "-o", "r.plyscope")
    assert code == 2
    assert "what was recorded is in r.plyscope" in err
    opened = tracer.load("r.plyscope")
    assert opened.root.status is OPEN
    assert opened.header.stopped == "by an error of the game"
    code, _, err = run("trace", "mygames:Raises", "--debug")
    assert code == 2
    assert "Traceback" in err
    assert "mygames.py" in err


def test_control_characters_never_reach_the_terminal(run: Run) -> None:
    code, out, err = run("trace", "mygames:Hostile", "-o", "h.plyscope")
    assert code == 0
    _, table, _ = run("count", "h.plyscope", "--game", "mygames:Hostile", "--by-ply")
    for text in (out, err, table):
        assert "\x1b" not in text
        assert "\x9b" not in text
        assert "\x07" not in text
    assert "␛[2J1�" in out


@pytest.mark.usefixtures("estimated")
def test_max_nodes_stops_and_says_so(run: Run) -> None:
    code, out, err = run("trace", "connect4", "--max-nodes", "1000", "-o", "c.plyscope")
    assert code == 0
    assert "unfinished" in out
    assert "stopped after 1,000 nodes, as asked" in err
    assert tracer.load("c.plyscope").counts.visited == 1_000


def start(launch: Children, tmp_path: Path, *words: str, **options: Any) -> subprocess.Popen[str]:
    """The command as a process of its own."""
    command = [sys.executable, "-m", "tui.cli", *words]
    return launch(*command, cwd=tmp_path, text=True, stdout=subprocess.PIPE, **options)


def test_progress_goes_to_stderr_where_that_is_a_terminal(tmp_path: Path, launch: Children) -> None:
    leader, follower = pty.openpty()
    words = ("count", "tictactoe", "-a", "minimax", "--json")
    child = start(launch, tmp_path, *words, stderr=follower, env={**os.environ, "TERM": "xterm"})
    os.close(follower)
    shown = b""
    try:
        while chunk := os.read(leader, 65_536):  # a terminal that nobody reads takes no more after a while
            shown += chunk
    except OSError:
        pass  # the other end is closed: all was read
    os.close(leader)
    out, _ = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0
    assert json.loads(out)["searches"][0]["visited"] == 549_946
    assert b"nodes/s" in shown
    assert b"%" in shown


def test_help_loads_neither_textual_nor_networkx(tmp_path: Path) -> None:
    heavy = "{'textual', 'networkx', 'graphviz', 'pygraphviz', 'pyarrow', 'rich'}"
    code = f"""
import contextlib, sys
from tui.cli import main
with contextlib.suppress(SystemExit):
    main(["--help"])
print({heavy} & set(sys.modules), file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert done.stderr == "set()\n"


def test_ctrl_c_while_nodes_are_counted_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tracer.count.layers.Layers.descend", interrupted)
    with pytest.raises(SystemExit) as ended:
        cli.main(["count", "tictactoe"])
    said = capsys.readouterr()
    assert ended.value.code == 130
    assert said.out == ""
    assert said.err.splitlines() == ["plyscope: interrupted while the nodes were counted"]


def test_the_root_is_named_as_check_names_it_unless_a_move_has_that_name(run: Run) -> None:
    _, out, _ = run("why", AIMA, "root")
    assert out.startswith("Exactly 3: MAX's best, move a1, returned 3.")
    trace = tracer.trace(AIMA)
    assert (trace.find("root").index, trace.find("root/a1/b2").index) == (0, trace.find("a1/b2").index)
    with pytest.raises(PlyscopeError, match="no move 'root' at a1"):
        trace.find("a1/root")
    named = tracer.trace('{"turn":"MAX","children":{"other":1,"root":[2,3]}}')
    assert named.label(named.find("root").index) == "root"


def test_a_best_move_that_is_called_0_is_told(run: Run) -> None:
    _, out, _ = run("count", '{"turn":"MAX","children":{"0":[3,4],"1":[1,2]}}')
    assert re.search(r"^best move +0$", out, re.MULTILINE)


@pytest.mark.parametrize(
    "command",
    [
        *(
            ("why",),
            ("diff", "-a", "star2"),
            ("export", "-o", "race.dot"),
            ("count",),
            ("check",),
            ("find", "ply == 1"),
        ),
        ("trace", "-o", "race.plyscope"),
    ],
)
def test_two_numbers_as_bounds_go_to_the_search_in_every_command(run: Run, command: tuple[str, ...]) -> None:
    name, *words = command
    asked = [name, "race", *words, "-a", "star1", "--depth", "2", "--bounds"]
    code, _, err = run(*asked, "3,4")
    assert (code, "outside the bounds 3 to 4" in err) == (2, True)
    assert run(*asked, "-1,1")[0] in (0, 1)


def test_searches_side_by_side_each_take_the_options_that_they_have_and_bring_their_own() -> None:
    given = options.Options(fail="soft", cut=">", option=["guess=3"])
    assert given.for_search("negascout", is_compared=True) == options.Options(search="negascout", cut=">")
    assert given.for_search("mtdf:guess=1,depth=2", is_compared=True) == options.Options(
        search="mtdf", depth=2, option=["guess=3", "guess=1"]
    )
    assert given.for_search("alphabeta:alpha=−1,beta=∞,cut=>=").cut == ">="
    assert given.for_search("alphabeta:alpha=−1,beta=∞").alpha == -1
    assert options.Options().for_search("star1:bounds=-2,2,order=random:3") == options.Options(
        search="star1", order="random:3", option=["bounds=-2,2"]
    )


@pytest.mark.parametrize(
    ("search", "message"),
    [
        ("alphabeta:depth=two", "depth is a whole number of plies, not 'two'"),
        ("alphabeta:alpha=x", "alpha and beta are numbers, not 'x'"),
        ("alphabeta:deep", "behind alphabeta: stand options, NAME=VALUE, not 'deep'"),
        ("alphabeta:guess=1", "alphabeta has no option 'guess'"),
    ],
)
def test_what_stands_behind_a_search_is_refused_where_it_is_no_option(run: Run, search: str, message: str) -> None:
    status, _, errors = run("count", "nim:1,2", "-a", search, "-a", "minimax")
    assert status == 2
    assert message in errors


ENDLESS = """
class Chain:
    def start(self): return 0
    def turn(self, state): return 1 if state % 2 == 0 else -1
    def moves(self, state): return ["on"]
    def play(self, state, move): return state + 1
    def utility(self, state): return None
"""
HOPELESS = [
    ("piglet -a expectiminimax", "10^31 nodes", "star2"),
    ("piglet -a star1", "10^31 nodes", "star2"),
    ("pig -a expectiminimax", "nodes", ""),
    ("connect4", "10^22 nodes", ""),
    ("connect4 -a minimax", "10^1", ""),
    ("connect4 -a sss", "10^22 nodes", ""),
    ("mnk:9,9,5 -a alphabeta-memo", "positions", ""),
    ("random:b=40,d=20 -a mtdf", "10^32 nodes", ""),
    ("endless.py:Chain -a pns", "20,000 plies", ""),
    ("endless.py:Chain -a deepening", "20,000 plies", ""),
]


@pytest.mark.parametrize(("words", "size", "table"), HOPELESS)
def test_a_search_that_is_known_not_to_end_is_refused(
    run: Run, tmp_path: Path, words: str, size: str, table: str
) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    status, _, errors = run("trace", *words.split())
    assert status == 2
    assert size in errors
    assert table in errors
    begin = errors.partition("record its beginning: plyscope ")[2].replace("100000", "50")
    assert run(*begin.split())[0] == 0
    assert run("count", "t.plyscope")[2].count("50 nodes, as asked") == 1


@pytest.mark.parametrize("command", ["count", "check", "why", "find {} cutoff", "export {} -o x.svg", "bench", "table"])
def test_every_command_that_searches_refuses_it(run: Run, command: str) -> None:
    words = command.format("connect4").split() if "{}" in command else [command, "connect4"]
    status, _, errors = run(*words)
    assert status == 2
    assert "10^22 nodes" in errors


def test_chess_is_refused_without_a_depth(
    run: Run, need: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    need("chess")
    monkeypatch.setattr("tracer.count.tree_size_estimate.MAX_LINE_MOVES", 2_000)  # a line of play shows it
    for search in ("alphabeta", "alphabeta-memo", "engine", "minimax"):
        assert run("trace", "chess", "-a", search)[0] == 2
    assert run("trace", "chess", "-d", "1")[0] == 0


@pytest.mark.parametrize(
    "words",
    [
        "pig:2,5 -a expectiminimax",
        "piglet -a expectiminimax --depth 3",
        "connect4 -a uct --iterations 5",
        "connect4 --max-nodes 50",
        "nim:1,3,5,7 -a alphabeta-memo",
        "nim:1,3,5 -a minimax",
    ],
)
def test_a_search_that_may_end_is_not_refused(run: Run, words: str) -> None:
    status, _, errors = run("trace", *words.split())
    assert (status, "10^" in errors) == (0, False)


def test_what_is_known_of_sizes_is_less_than_the_truth() -> None:
    for spec, search, nodes in (("tictactoe", "minimax", 549_946), ("nim:1,3,5", "minimax", 12_456)):
        game = tracer.game(spec)
        assert search_size_limits.count_visited_tree(prepare(game, search)) == nodes
        assert forecast_size(game, game.start()).positions < forecast_size(game, game.start()).nodes < math.log10(nodes)
    wide = options.Options(depth=30)
    assert "10^" in search_size_limits.need_finite_search(prepare("connect4", "minimax", depth=30), wide, None)
    small = prepare("connect4:4,4,3", "minimax", depth=8)
    assert not search_size_limits.need_finite_search(small, options.Options(depth=8), None)
