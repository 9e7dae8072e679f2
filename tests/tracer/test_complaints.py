"""What people complain of about the players that they wrote: the mistake is named, and what is advised mends it.

The folder `complaints` has the healthy programs, in Python, C, JavaScript and Ruby. Each row of `COMPLAINTS` makes one
sick. Those in Python are recorded as they are, the others record themselves. Each row of `ADVICE` is a line of a sick
program and what stands there once the advice was followed.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from specimens.specimen import FOLDER as SPECIMENS_FOLDER
from specimens.specimen import Specimen, judgement, record
from specimens.two_bugs import all_specimens
from style import findings, recorded, run

import tracer

FOLDER = Path(__file__).parent.parent / "complaints"
HEADER = Path(tracer.__file__).parent / "file"
TOOLS = {".c": "gcc", ".js": "node", ".rb": "ruby"}


@dataclass(frozen=True)
class Complaint:
    """A healthy program, the edit that makes it sick, and what people then see."""

    seen: str
    program: str
    healthy: str
    sick: str
    disease: str
    severity: str = "error"
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.program

    def source(self, *, sick: bool) -> str:
        """The program's text."""
        text = (FOLDER / self.program).read_text(encoding="utf-8")
        assert text.count(self.healthy) == 1
        return text.replace(self.healthy, self.sick) if sick else text


COMPLAINTS = [
    Complaint(
        "it returns None where it is lost",
        "hexapawn.py",
        "best_score, best_step = -2, None",
        "best_score, best_step = -1, None",
        "no-move-played",
    ),
    Complaint(
        "the player of the second side plays as if it were the first",
        "mancala.py",
        'choose = max if game.player == "S" else min',
        "choose = max",
        "worse-move-played",
    ),
    Complaint(
        "alpha-beta plays another move than minimax",
        "othello.py",
        "if worth > top:",
        "if worth >= top:",
        "bound-played",
        "warning",
    ),
    Complaint(
        "its 2048 prefers boards with many empty places",
        "tiles.py",
        "expected += chance / len(empty) * player(",
        "expected += chance * player(",
        "chances-not-one",
        options=("--attach", "player,nature"),
    ),
    Complaint(
        "it is wrong since it keeps what it has solved",
        "kayles.py",
        "known = (pins, first_throws)",
        "known = pins",
        "key-without-player",
    ),
    Complaint(
        "with a score for each player, the other one helps",
        "coins.py",
        "key=lambda score: score[mover]",
        "key=lambda score: score[0]",
        "swapped-players",
        options=("--attach", "maxn"),
    ),
    Complaint(
        "it does not block",
        "gravity.c",
        "three(disks[0]) ? 1 : three(disks[1]) ? -1 : 0",
        "three(disks[0]) ? 1 : 0",
        "terminal-late",
    ),
    Complaint(
        "pieces vanish while it thinks",
        "draughts.c",
        "        if (over >= 0) squares[over] = other;\n",
        "",
        "undone-wrongly",
    ),
    Complaint(
        "it plays with a won game instead of winning it",
        "heaps.c",
        "const int won = 100 - ply;",
        "const int won = 100 + ply;",
        "longer-win",
        "note",
    ),
    Complaint(
        "its tree search never tries some moves",
        "drops.js",
        "this.board.columns()[this.children.length]",
        "this.board.columns().slice(0, -1)[this.children.length]",
        "move-never-tried",
        "note",
    ),
    Complaint(
        "it holds far too early",
        "pig.js",
        "eyes <= SIDES",
        "eyes < SIDES",
        "chances-not-one",
    ),
    Complaint(
        "its tree search plays as if it were the other player",
        "matches.rb",
        "    result = -result\n",
        "",
        "reward-not-turned",
    ),
    Complaint("MIN looks at one move alone", "crosses_numpy.py", "if v <= alpha:", "if v <= beta:", "wrong-cut-bound"),
    Complaint(
        "it finds a win that is none after it has looked at the position before",
        "four_bits.py",
        "            if score >= beta:\n",
        "            if score >= beta:\n                self.trans[key] = score\n",
        "bound-as-exact",
    ),
    Complaint(
        "it plays a move that is not legal",
        "flips.py",
        "                if ply == 0:\n                    self.best = move",
        "                self.best = move",
        "move-overwritten",
    ),
    Complaint(
        "it is slower than it should be",
        "flips.py",
        "depth - 1, -beta, -alpha, ply + 1)\n            self",
        "depth - 1, -beta, -best, ply + 1)\n            self",
        "window-widened",
        "warning",
    ),
    Complaint("it sees no draw", "dots.py", "value = -9 if mine else 9", "value = 0", "best-initialised"),
    Complaint(
        "its chances are too small", "dice_race.py", "depth - 1) / len(FACES)", "depth - 1) / 6", "chances-not-one"
    ),
    Complaint(
        "its chances are whole numbers",
        "dice_race.py",
        "depth - 1) / len(FACES)",
        "depth - 1) // len(FACES)",
        "mean-rounded",
        "warning",
    ),
    Complaint(
        "it plays on after a win",
        "drop_three.py",
        "if has_won(board, foe):\n        return -999",
        "if has_won(board, mark):\n        return 999",
        "terminal-late",
        options=("--game", "connect4:4,4,3"),
    ),
    Complaint(
        "it takes the other player for a friend",
        "duel.py",
        'v = float("inf")\n    for action in actions(state):\n        v = min(',
        'v = float("-inf")\n    for action in actions(state):\n        v = max(',
        "swapped-players",
    ),
    Complaint(
        "it rounds its chances",
        "duel.py",
        "max_value(nxt, depth + 1)\n    return v",
        "max_value(nxt, depth + 1)\n    return int(v)",
        "mean-rounded",
        "warning",
    ),
    Complaint(
        "it looks at one face of the die",
        "duel.py",
        "max_value(nxt, depth + 1)\n    return v",
        "max_value(nxt, depth + 1)\n        return v",
        "cut-without-cause",
    ),
    Complaint(
        "it loses each game",
        "crosses_lists.py",
        "if player == COMP else [-1, -1, +infinity]",
        "if player == COMP else [-1, -1, -infinity]",
        "best-initialised",
    ),
    Complaint(
        "it plays well for one side alone",
        "pawn_bot.py",
        'if side == "L":\n                lo =',
        'if side == "R":\n                lo =',
        "wrong-end-moved",
    ),
    Complaint(
        "it thinks that a won game is lost",
        "three_bits.py",
        "n + 1, -beta, -alpha)",
        "n + 1, -alpha - 1, -alpha)",
        "window-too-narrow",
    ),
]
PYTHON = {one.program: one for one in COMPLAINTS if one.program.endswith(".py")}


def recording(program: Path, *options: str) -> Path:
    """The trace file of a program, which records itself if it is not in Python.

    Raises:
        AssertionError: it fails.
    """
    if program.suffix == ".py":
        (file,) = recorded(program, options).files
        return file
    words, target = [TOOLS[program.suffix], str(program)], program.with_suffix(".plyscope")
    if program.suffix == ".c":
        built = str(program.with_suffix(""))
        printed(*words, "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{HEADER}", "-o", built, "-lm")
        printed(built, str(target))
        return target
    lines = program.with_suffix(".jsonl")
    lines.write_bytes(printed(*words))
    code, said = run("import", str(lines), "-o", str(target))
    assert code == 0, said
    return target


def printed(*words: str) -> bytes:
    """What a program writes, and nothing to stderr."""
    done = subprocess.run(words, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


def checked(complaint: Complaint, folder: Path, need: Callable[[str], None], *, sick: bool) -> list[dict[str, Any]]:
    """What `check` finds in a program."""
    program = folder / complaint.program
    if program.suffix in TOOLS:
        need(TOOLS[program.suffix])
    program.write_text(complaint.source(sick=sick), encoding="utf-8")
    return findings(recording(program, *complaint.options))


@pytest.mark.parametrize("complaint", COMPLAINTS, ids=str)
def test_the_mistake_is_named(complaint: Complaint, tmp_path: Path, need: Callable[[str], None]) -> None:
    first, *others = checked(complaint, tmp_path, need, sick=True)
    assert (first["disease"], first["severity"]) == (complaint.disease, complaint.severity)
    assert "error" not in {one["severity"] for one in others}


@pytest.mark.parametrize("complaint", COMPLAINTS, ids=str)
def test_the_healthy_program_has_nothing(complaint: Complaint, tmp_path: Path, need: Callable[[str], None]) -> None:
    assert checked(complaint, tmp_path, need, sick=False) == []


@dataclass(frozen=True)
class Advice:
    """A line of a sick program, what the advice makes of it, and words that the advice has."""

    program: str
    """A file of the folder `complaints`, or the name of a specimen."""
    line: str
    mended: str
    words: str
    is_a_call: bool = True
    """Whether the line is where the node is called, calls a child or returns; else it is in the function of these."""

    def __str__(self) -> str:
        return self.program


ADVICE = [
    Advice(
        "hexapawn.py",
        "best_score, best_step = -1, None",
        "best_score, best_step = float('-inf'), None",
        "Begin with a value that every real one beats",
        is_a_call=False,
    ),
    Advice(
        "mancala.py",
        "choose = max",
        'choose = max if game.player == "S" else min',
        "the greatest value for MAX, the least for MIN",
        is_a_call=False,
    ),
    Advice("othello.py", "if worth >= top:", "if worth > top:", "Compare with >", is_a_call=False),
    Advice(
        "tiles.py",
        "expected += chance * player((*row[:place], tile, *row[place + 1 :]), depth)",
        "expected += chance / len(empty) * player((*row[:place], tile, *row[place + 1 :]), depth)",
        "not divided by their sum",
    ),
    Advice(
        "kayles.py",
        "known = pins",
        "known = pins, first_throws",
        "Make the player to move part of the key",
        is_a_call=False,
    ),
    Advice(
        "coins.py",
        "return max(scores, key=lambda score: score[0])",
        "return max(scores, key=lambda score: score[mover])",
        "Look at the comparison that keeps the best value",
    ),
    Advice(
        "values_negamax",
        "value = negamax(child, -color, -beta, -alpha)",
        "value = -negamax(child, -color, -beta, -alpha)",
        "the caller takes it with a minus",
    ),
    Advice(
        "wild_strings",
        'return max(scores) if player == "O" else min(scores)',
        'return max(scores) if player == "X" else min(scores)',
        "MAX keeps the greatest value",
    ),
    Advice(
        "windows_class",
        "value, _ = self.min(turn + 1, beta, alpha)",
        "value, _ = self.min(turn + 1, alpha, beta)",
        "pass (alpha, beta) as it is",
    ),
    Advice(
        "windows_functions",
        "best = max(best, min_value(child, -beta, -alpha))",
        "best = max(best, min_value(child, alpha, beta))",
        "pass (alpha, beta) as it is",
    ),
    Advice(
        "moves_lists",
        "value = minimax(board, maximizing, alpha, beta)",
        "value = minimax(board, not maximizing, alpha, beta)",
        "Hand the other player on at each move",
    ),
    Advice(
        "chances_pig",
        "total += value(pig.roll(dice.randint(1, 4)), depth - 1) / 4",
        "total += value(pig.roll(eyes), depth - 1) / 4",
        "draw no random number inside the search",
    ),
    Advice(
        "played_root",
        "value = negamax(after(heaps, move), -2, 2 if best == -2 else -best)",
        "value = -negamax(after(heaps, move), -2, 2 if best == -2 else -best)",
        "with the sign turned over in a negamax",
    ),
    Advice(
        "windows_list",
        "value = search(after, not maximizing, window)",
        "value = search(after, not maximizing, list(window))",
        "handed down by value",
    ),
    Advice("values_counters", "best = 0", "best = float('-inf')", "Begin with float('-inf')", is_a_call=False),
    Advice(
        "values_closures",
        "best = value",
        "best = value if value > best else best",
        "Keep the best of the values",
        is_a_call=False,
    ),
]


class Program:
    """A program of which a line is another one, recorded and checked.

    Args:
        advice: which program.
        line: what stands where the advice is followed; None is the healthy program.
        folder: where it may write.
    """

    def __init__(self, advice: Advice, line: str | None, folder: Path) -> None:
        complaint = PYTHON.get(advice.program)
        if complaint is not None:
            self.text = complaint.source(sick=line is not None)
        else:
            specimen = _specimen(advice)
            healthy = (SPECIMENS_FOLDER / f"{advice.program}.py").read_text(encoding="utf-8")
            self.text = healthy if line is None else healthy.replace(*specimen.edit[0])
        if line is not None:
            lines = self.text.splitlines()
            (self.line,) = [number for number, one in enumerate(lines) if one.strip() == advice.line]
            before = lines[self.line]
            lines[self.line] = before.replace(advice.line, line)
            self.text, self.line = "\n".join(lines) + "\n", self.line + 1
        if complaint is not None:
            program = folder / complaint.program
            folder.mkdir(exist_ok=True)
            program.write_text(self.text, encoding="utf-8")
            self.trace = tracer.load(recording(program, *complaint.options))
            self.found = tracer.check(self.trace)
        else:
            edit = () if line is None else ((healthy, self.text),)
            self.trace = record(specimen.style, edit)
            self.found = judgement(specimen.style, self.trace)
        self.move = self.trace.header.notes.get("played", self.trace.pv[:1])

    def lines_of(self, node: int) -> set[int | None]:
        """The lines on which a node is called, calls its children, and returns."""
        trace = self.trace
        return {trace.called_at(node), trace.left_at(node), *map(trace.called_at, trace.children(node))}

    def function_of(self, line: int) -> range:
        """The lines of the innermost function that has a line."""
        functions = [one for one in ast.walk(ast.parse(self.text)) if isinstance(one, ast.FunctionDef)]
        ranges = [range(one.lineno, (one.end_lineno or one.lineno) + 1) for one in functions]
        return min((one for one in ranges if line in one), key=len)


def _specimen(advice: Advice) -> Specimen:
    """The specimen whose edit makes the sick line."""
    return next(
        one
        for one in all_specimens()
        if one.style.file == advice.program
        and len(one.edit) == 1
        and advice.line in {line.strip() for line in _edited(one).splitlines()}
    )


def _edited(specimen: Specimen) -> str:
    text = (SPECIMENS_FOLDER / f"{specimen.style.file}.py").read_text(encoding="utf-8")
    return text.replace(*specimen.edit[0])


@pytest.mark.parametrize("advice", ADVICE, ids=str)
def test_the_advice_names_the_line_and_mends_it(advice: Advice, tmp_path: Path) -> None:
    sick = Program(advice, advice.line, tmp_path)
    first = sick.found[0]
    assert advice.words in first.remedy
    lines = sick.lines_of(first.node)
    assert sick.line in lines if advice.is_a_call else lines & {*sick.function_of(sick.line)}
    mended, healthy = Program(advice, advice.mended, tmp_path / "mended"), Program(advice, None, tmp_path / "healthy")
    assert {finding.severity for finding in mended.found} <= {"note"}
    assert mended.found == healthy.found
    assert (mended.move, mended.trace.value) == (healthy.move, healthy.trace.value)


def changed(program: str, folder: Path, *edits: tuple[str, str], options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """What `check` finds in a Python program of the folder `complaints`, after some edits."""
    text = (FOLDER / program).read_text(encoding="utf-8")
    for before, now in edits:
        assert text.count(before) == 1
        text = text.replace(before, now)
    (folder / program).write_text(text, encoding="utf-8")
    return findings(recording(folder / program, *options))


def test_points_that_moves_earn_are_no_wrong_values_where_a_table_answers(tmp_path: Path) -> None:
    (finding,) = changed("boxes.py", tmp_path, options=("--attach", "solve"))
    assert (finding["disease"], finding["severity"]) == ("no-minimax", "note")


def test_a_function_named_for_chance_moves_by_chance_with_one_outcome_too(tmp_path: Path) -> None:
    """As a player it would hand the whole depth on."""
    options = ("--attach", "player,nature")
    assert changed("tiles.py", tmp_path, ("((2, 0.9), (4, 0.1))", "((2, 0.9),)"), options=options) == []


def test_weights_that_add_up_to_more_than_1_are_those_that_the_program_has(tmp_path: Path) -> None:
    options = ("--attach", "player,nature")
    (finding,) = changed("tiles.py", tmp_path, ("chance / len(empty)", "chance"), options=options)
    assert "the probabilities of its 4 outcomes add up to 2" in finding["message"]


def test_who_moves_at_the_function_above_is_what_its_own_position_says(tmp_path: Path) -> None:
    """North's first move lets it move again: whose turn it is below is no other player's."""
    (file,) = recorded(FOLDER / "mancala.py", ()).files
    trace = tracer.load(file)
    assert [int(trace.columns.turn[node]) for node in (0, trace.children(0)[0])] == [-1, -1]


NO_MINUS = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
board = list("XOXO.....")


def won(player):
    return any(all(board[square] == player for square in line) for line in LINES)


def search(me, you, alpha, beta):
    if won(you):
        return -1
    if "." not in board:
        return 0
    best = -10
    for square in range(9):
        if board[square] == ".":
            board[square] = me
            value = -search(you, me, -beta, -alpha)
            board[square] = "."
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best


search("X", "O", -10, 10)
"""


@pytest.mark.parametrize(
    ("call", "diseases"),
    [
        ("-search(you, me, -beta, -alpha)", []),
        ("search(you, me, alpha, beta)", ["not-negated", "window-not-negated"]),
        ("search(you, me, -10, 10)", ["not-negated"]),
        ("-search(me, you, -beta, -alpha)", ["wrong-turn"]),
    ],
)
def test_by_the_rules_a_negamax_lacks_its_minus_or_moves_for_the_wrong_player(
    call: str, diseases: list[str], tmp_path: Path
) -> None:
    program = tmp_path / "program.py"
    program.write_text(NO_MINUS.replace("-search(you, me, -beta, -alpha)", call), encoding="utf-8")
    found = findings(recording(program, "--game", "tictactoe"))
    assert [one["disease"] for one in found if one["severity"] == "error"] == diseases
