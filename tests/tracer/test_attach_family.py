"""Programs of the search family, run as they are: what is a scout, a table's answer, a probability, beyond the horizon.

What is true of them is counted without plyscope, by `style_counter.py`, or printed by the programs themselves.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from style import FOLDER, Style, blamed, counted, recorded, run
from style_counter import Call
from style_records import STYLES

import tracer
from tracer.attaching.attach_functions import attach
from tracer.recording.columns import NO_WEIGHT
from tracer.recording.status import HORIZON, PRUNED, Why


def style(name: str) -> Style:
    return next(one for one in STYLES if one.file == name)


def trace_of(name: str, *options: str) -> tracer.Trace:
    """The last search of a program, of which no option says anything unless one is given."""
    return recorded(FOLDER / f"{name}.py", options).traces[-1]


def printed(name: str) -> str:
    """What a program prints by itself."""
    path = FOLDER / f"{name}.py"
    return subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True, timeout=60).stdout


def calls_of(name: str) -> list[Call]:
    return counted(style(name))[0][-1]


@pytest.mark.parametrize(
    ("name", "least"), [("negascout_text", 2), ("scout", 2), ("late_moves", 20), ("othello_pvs", 0)]
)
def test_re_searches_are_counted(name: str, least: int) -> None:
    calls, told = calls_of(name), "position" if style(name).same is None else "same"
    below: dict[int, list[Call]] = {}
    for call in calls:
        below.setdefault(call["parent"], []).append(call)
    del below[-1]
    again = sum(one[told] == other[told] for ones in below.values() for one, other in pairwise(ones))
    assert again >= least
    assert trace_of(name).counts.re_searches == again


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("negascout_text", {"return value"}),
        ("mtdf_memory", {"return memory.lower[key]", "return memory.upper[key]"}),
        ("mtdf_object", {"return entry.low", "return entry.high"}),
        ("zobrist_slots", {"return slot[3]"}),
        ("mtdf_deepening", {"if lower >= beta: return lower", "if upper <= alpha: return upper"}),
    ],
)
def test_what_the_table_answers_is_a_table_hit_at_the_horizon_and_where_the_game_is_over_too(
    name: str, answers: set[str]
) -> None:
    lines = style(name).path.read_text("utf-8").splitlines()
    hits = sum(call["line"] > 0 and lines[call["line"] - 1].strip() in answers for call in calls_of(name))
    assert hits > 0
    assert trace_of(name).counts.table_hits == hits


def test_a_quiescence_search_has_no_passes_and_its_leaves_are_evaluated() -> None:
    trace, said = trace_of("heaps_quiesce"), ast.literal_eval(printed("heaps_quiesce").split(" ", 1)[1])
    assert (trace.counts.passes, trace.counts.table_hits) == (0, 0)
    assert trace.columns.why is not None
    beyond = np.flatnonzero(trace.columns.why == Why.QUIESCENCE)
    assert (len(trace) - len(beyond), len(beyond)) == (said["search"], said["quiesce"])
    leaves = beyond[np.isin(beyond, np.flatnonzero(trace.counts.is_leaf))]
    assert set(trace.columns.status[leaves].tolist()) == {HORIZON}
    handed = [node for node in range(len(trace)) if trace.node(node).kind == "onward"]
    assert len(handed) == len(_pairs_handed(trace))
    above = int(trace.columns.parent[handed[0]])
    assert "quiesce, to which the position was handed on, returned it" in tracer.explain(trace.node(above))


def _pairs_handed(trace: tracer.Trace) -> list[int]:
    """The calls of one function that were made by the other."""
    function = trace.columns.function
    assert function is not None
    return [node for node in range(1, len(trace)) if function[node] != function[trace.columns.parent[node]]]


def test_captures_below_depth_zero_are_beyond_the_horizon() -> None:
    depths = [int(call["same"]) for call in counted(replace(style("deeper_captures"), same="depth"))[0][-1]]
    why = trace_of("deeper_captures").columns.why
    assert why is not None
    assert [bool(one == Why.QUIESCENCE) for one in why] == [depth < 0 for depth in depths]


def test_an_engine_with_everything_is_counted() -> None:
    trace = trace_of("full_engine")
    assert trace.counts.visited == 1 + int(printed("full_engine").split()[1])
    assert trace.counts.passes == counted_calls("full_engine", "search", by="go")["search"]
    lines = style("full_engine").path.read_text("utf-8").splitlines()
    answers = [
        call for call in calls_of("full_engine") if call["line"] and lines[call["line"] - 1].strip() == "return value"
    ]
    assert trace.counts.table_hits == len(answers) > 0


def test_late_moves_are_reduced_and_cut_with_the_usual_test() -> None:
    trace = trace_of("late_moves")
    depth, why, parent = trace.columns.depth, trace.columns.why, trace.columns.parent
    assert depth is not None
    assert why is not None
    visits = [node for node in range(1, len(trace)) if trace.columns.status[node] != PRUNED]
    steps = Counter((bool(why[node] == Why.REDUCED), int(depth[parent[node]] - depth[node])) for node in visits)
    assert set(steps) == {(False, 1), (True, 2)}
    assert trace.header.options.get("cut") is None


def test_mates_that_are_the_nearer_the_better_are_no_wrong_leaves() -> None:
    assert blamed(recorded(FOLDER / "late_moves.py", ("--game", "mnk:4,3,3")).files[0]) == set()


def test_an_evaluation_that_walks_down_a_line_is_no_part_of_the_search() -> None:
    trace = trace_of("first_leaf")
    assert trace.counts.passes == len(printed("first_leaf").splitlines())
    assert trace.header.search == "minimax"
    assert trace.counts.table_hits == 0


THIRDS = (1 / 3, 1 / 3, 1 / 3)


@pytest.mark.parametrize(
    ("name", "weights"),
    [
        ("dice_negamax", {THIRDS}),
        ("star1_race", {(0.25, 0.5, 0.25)}),
        ("gamble_pairs", {(0.5, 0.3, 0.2)}),
        ("dice_race", {(4 / 9, 4 / 9, 1 / 9)}),
        ("expectimax_weights", {(0.5, 0.25, 0.25)}),
    ],
)
def test_outcomes_have_the_probabilities_that_the_numbers_show(name: str, weights: set[tuple[float, ...]]) -> None:
    trace = trace_of(name)
    column = trace.columns.weight
    assert column is not None
    chance = [node for node in range(len(trace)) if not trace.columns.turn[node] and trace.children(node)]
    found = {tuple(round(float(column[child]), 9) for child in trace.children(node)) for node in chance}
    known = {one for one in found if NO_WEIGHT not in one}
    assert known == {tuple(round(weight, 9) for weight in one) for one in weights}
    assert name == "star1_race" or found == known
    assert all(
        column[node] == NO_WEIGHT for node in range(1, len(trace)) if trace.columns.turn[trace.columns.parent[node]]
    )


def test_weights_that_no_variable_holds_are_worked_out_of_the_values() -> None:
    def best(node: int, left: int) -> float:
        return node * 7919 % 83 if left == 0 else max(rolled(node * 3 + branch, left) for branch in (1, 2))

    def rolled(node: int, left: int) -> float:
        return 0.9 * best(node * 2 + 5, left - 1) + 0.1 * best(node * 2 + 9, left - 1)

    with attach(best, rolled) as recording:
        best(1, 5)
    weight = recording.trace.columns.weight
    assert weight is not None
    assert {round(float(one), 9) for one in weight} == {NO_WEIGHT, 0.9, 0.1}


def test_new_tiles_are_as_likely_as_the_program_says() -> None:
    trace = trace_of("tiles_ahead")
    assert trace.columns.weight is not None
    chance = [node for node in range(len(trace)) if not trace.columns.turn[node] and trace.children(node)]
    for node in chance:
        children = trace.children(node)
        told = [float(trace.columns.weight[child]) for child in children]
        assert told == pytest.approx([2 * share / len(children) for _ in children[::2] for share in (0.9, 0.1)])


SQUARED = """
def value(n, depth, ours):
    if depth == 0:
        return n * 37 % 23
    below = [value(3 * n + k, depth - 1, not ours) for k in range(3)]
    return max(below) if ours else (sum(one * one for one in below) / 3) ** 0.5

print(value(1, 5, True))
"""


def test_what_is_no_mean_has_no_probabilities(tmp_path: Path) -> None:
    script = tmp_path / "squared.py"
    script.write_text(SQUARED, "utf-8")
    trace = recorded(script, ()).traces[-1]
    assert not trace.columns.turn.all()
    assert trace.columns.weight is None


def test_passes_of_an_aspiration_window_are_below_a_root_that_has_it() -> None:
    trace = trace_of("aspiration_root")
    said = counted_calls("aspiration_root", "negamax", "search_root")
    assert trace.counts.visited == 1 + said.total()
    assert trace.counts.passes == said["search_root"]
    ends = [(float(trace.columns.alpha[node]), float(trace.columns.beta[node])) for node in trace.children(0)]
    assert len(set(ends)) == len(ends)
    assert all(high - low < 2 * 9999 for low, high in ends)
    assert blamed(recorded(FOLDER / "aspiration_root.py", ()).files[0]) == set()


def test_a_driver_with_a_clock_killers_and_history_is_counted() -> None:
    trace = trace_of("killers_clock")
    said = counted_calls("killers_clock", "alphabeta", "root")
    assert trace.counts.visited == 1 + said.total()
    assert trace.counts.passes == said["root"]
    assert blamed(recorded(FOLDER / "killers_clock.py", ()).files[0]) == set()


COUNT = """
import contextlib, io, json, runpy, sys
from collections import Counter
path, by, names, count = sys.argv[1], sys.argv[2], set(sys.argv[3:]), Counter()
def listen(frame, event, _returned):
    if event == "call" and frame.f_code.co_filename == path and frame.f_code.co_name in names:
        count[frame.f_code.co_name] += by in ("", frame.f_back.f_code.co_name)
sys.setprofile(listen)
with contextlib.redirect_stdout(io.StringIO()):
    runpy.run_path(path)
sys.setprofile(None)
print(json.dumps(count))
"""


def counted_calls(name: str, *functions: str, by: str = "") -> Counter[str]:
    """The calls of functions of a program, or those that one function makes, by Python alone."""
    words = [sys.executable, "-c", COUNT, str(FOLDER / f"{name}.py"), by, *functions]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    return Counter(ast.literal_eval(done.stdout))


@pytest.fixture
def chess(need: Callable[[str], None]) -> None:
    need("chess")


@pytest.mark.usefixtures("chess")
def test_a_chess_board_names_its_game() -> None:
    record = recorded(FOLDER / "chess_bot.py", ())
    trace = record.traces[-1]
    assert trace.header.game == "chess"
    assert "the game is chess, as" in record.said
    assert trace.counts.visited == int(printed("chess_bot").split()[1]) + trace_handed(trace)
    assert any(trace.node(node).kind == "null" for node in range(len(trace)))
    assert trace.counts.null_cutoffs > 0
    assert trace.counts.pruned_branches
    assert trace.counts.passes == 0
    assert blamed(record.files[0]) == set()


def trace_handed(trace: tracer.Trace) -> int:
    """The visits at which a position is handed on: the program does not count them."""
    return sum(trace.node(node).kind == "onward" for node in range(len(trace)))


@pytest.mark.usefixtures("chess")
def test_a_chess_board_that_is_an_attribute_names_it_too() -> None:
    record = recorded(FOLDER / "chess_self.py", ())
    assert record.traces[-1].header.game == "chess"
    assert record.traces[-1].counts.pruned_nodes
    assert blamed(record.files[0]) == set()


@pytest.mark.usefixtures("chess")
def test_a_game_that_is_said_wins_over_one_that_is_met() -> None:
    record = recorded(FOLDER / "chess_self.py", ("--game", "tictactoe"))
    assert record.traces[-1].game is None
    assert "the game is chess" not in record.said


def test_a_state_of_open_spiel_names_its_game(need: Callable[[str], None]) -> None:
    need("pyspiel")
    import pyspiel

    def negamax(state: Any, alpha: float, beta: float) -> float:
        if state.is_terminal():
            return float(state.player_return(0) if state.current_player() == 0 else -state.player_return(0))
        best = -2.0
        for action in state.legal_actions():
            sign = 1 if state.current_player() == 0 else -1
            child = state.child(action)
            worth = sign * child.player_return(0) if child.is_terminal() else -negamax(child, -beta, -alpha)
            best = max(best, worth)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 4, 8):
        state.apply_action(action)
    with attach(negamax) as recording:
        negamax(state, -2, 2)
    assert recording.trace.header.game == "openspiel:tic_tac_toe"


def test_a_game_of_easy_ai_names_itself(need: Callable[[str], None]) -> None:
    need("easyAI")
    import easyAI

    class Bones(easyAI.TwoPlayerGame):  # type: ignore[misc]  # it is untyped
        def __init__(self, players: Any, pile: int = 7) -> None:
            self.players, self.current_player, self.pile = players, 1, pile

        def possible_moves(self) -> list[str]:
            return [str(taken) for taken in (1, 2, 3) if taken <= self.pile]

        def make_move(self, move: str) -> None:
            self.pile -= int(move)

        def unmake_move(self, move: str) -> None:
            self.pile += int(move)

        def is_over(self) -> bool:
            return self.pile == 0

        def scoring(self) -> int:
            return -1 if self.is_over() else 0

    def solve(bones: Bones) -> int:
        if bones.is_over():
            return -1
        best = -9
        for move in bones.possible_moves():
            bones.make_move(move)
            bones.switch_player()
            best = max(best, -solve(bones))
            bones.switch_player()
            bones.unmake_move(move)
        return best

    with attach(solve) as recording:
        solve(Bones([easyAI.Human_Player(), easyAI.Human_Player()]))
    assert recording.trace.game is not None
    assert tracer.check(recording.trace) == []


def test_a_monte_carlo_tree_search_is_told_where_it_is_recorded() -> None:
    code, said = run("run", str(FOLDER / "mcts_uct.py"))
    assert code
    assert "tracer.BestFirstRecorder" in said
