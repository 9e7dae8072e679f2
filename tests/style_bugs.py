"""Bugs as people make them in the programs of the folder `styles`: each is one edit of a program that has none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from style import Style
from style_records import STYLES


@dataclass(frozen=True, eq=False)
class Bug:
    """One bug in one program."""

    disease: str
    """What `check` calls it first; two names with a space between them where either is right."""
    program: str
    """The program's name without `.py`."""
    edits: tuple[tuple[str, str], ...]
    """Text of the program, each with what stands in its place."""
    ruled: bool = False
    """Whether it shows only to who knows the rules of the game."""

    def __str__(self) -> str:
        return f"{self.disease.replace(' ', ' or ')} in {self.program}"

    @cached_property
    def style(self) -> Style:
        """What is true of the program without it."""
        return next(style for style in STYLES if style.file == self.program)

    def write(self, folder: Path) -> Path:
        """The program with its bug.

        Raises:
            ValueError: an edit does not fit the program.
        """
        source = self.style.path.read_text(encoding="utf-8")
        for healthy, sick in self.edits:
            if source.count(healthy) != 1:
                raise ValueError(f"{self.program}.py has {source.count(healthy)} times {healthy!r}")
            source = source.replace(healthy, sick)
        path = folder / f"{self.program}.py"
        path.write_text(source, encoding="utf-8")
        return path


BUGS = [
    Bug(
        "not-undone",
        "current_state",
        (("minv, qx, qy = m, i, j\n                    self.current_state[i][j] = '.'", "minv, qx, qy = m, i, j"),),
    ),
    Bug(
        "not-undone",
        "dict_board",
        (
            (
                "valori.append(minimax({**tavola, casella: segno},",
                "tavola[casella] = segno\n        valori.append(minimax(tavola,",
            ),
        ),
    ),
    Bug("undone-wrongly", "numpy_board", (("board[r, c] = 0", "board[r, c] = -player"),)),
    Bug("aliased-board", "connect_four", (("[row[:] for row in board]", "board[:]"),)),
    Bug("aliased-board", "weights_row", (("copy.deepcopy(self)", "copy.copy(self)"),)),
    Bug(
        "move-skipped",
        "dict_board",
        (("for casella in libere:\n", "for casella in libere:\n        libere.remove(casella)\n"),),
        ruled=True,
    ),
    Bug("move-twice move-skipped", "set_of_moves", (("in sorted(free)", "in free"),), ruled=True),
    Bug(
        "move-forgotten",
        "bits_pair",
        (
            ("range(9)", "range(8)"),
            ("return max(valores)", "return max(valores, default=0)"),
            ("return min(valores)", "return min(valores, default=0)"),
        ),
        ruled=True,
    ),
    Bug("terminal-late", "global_board", (("    if line('O'): return -10\n", ""),), ruled=True),
    Bug(
        "cut-without-cause",
        "numbered_keys",
        (
            (
                "best_score = score\n        return best_score\n    else",
                "best_score = score\n            return best_score\n    else",
            ),
        ),
    ),
    Bug(
        "wrong-leaf",
        "numbered_keys",
        (
            ("    if check_draw():\n        return 0\n", ""),
            ("    if check_win(bot):", "    if check_draw():\n        return 0\n    if check_win(bot):"),
        ),
        ruled=True,
    ),
    Bug("wrong-turn", "numbered_keys", (("board[key] = player\n", "board[key] = bot\n"),)),
    Bug("wrong-end-moved", "piles_frozen", (("alpha = max(alpha, best)", "beta = max(alpha, best)"),)),
    Bug("undone-wrongly", "squares_left", (("free.update(move)", "free.add(move[0])"),)),
    Bug("not-undone", "token_walk", (("    path.pop()\n", ""),)),
    Bug("wrong-turn", "free_squares", (("-search(1 - vert, d - 1)", "-search(vert, d - 1)"),)),
    Bug("wrong-turn", "piles_frozen", (("tuple(cells), -s.to_move", "tuple(cells), s.to_move"),)),
    Bug("wrong-turn", "coins_on_the_way", (("depth - 1, False)", "depth - 1, True)"),)),
    Bug("cut-without-cause", "piles_frozen", (("beta = min(beta, best)", "beta = min(beta, alpha)"),)),
    Bug("wrong-turn", "o_begins", (('min(mejor, minimax(tablero, "O"))', 'min(mejor, minimax(tablero, "X"))'),)),
    Bug("leaf-sign", "best_of_both", (("1 if w == X else -1 if w == O", "-1 if w == X else 1 if w == O"),), ruled=True),
    Bug("leaf-sign", "bits_mine_theirs", (("return -1\n", "return 1\n"),), ruled=True),
    Bug("swapped-players", "curr_board", (("else min(scores)", "else max(scores)"),), ruled=True),
    Bug("swapped-players", "dice_unrolled", (("return min(value(a,", "return max(value(a,"),)),
    Bug("swapped-players", "dice_race", (("else min(values)", "else max(values)"),)),
    Bug("chances-not-one", "dice_race", (("expectation += p", "expectation = p"),)),
    Bug("swapped-players", "dice_kinds", (("else min(vals)", "else max(vals)"),)),
    Bug(
        "worse-move-played",
        "three_agents",
        (
            ("len(path) == 3", "len(path) == 7"),
            ("else min(values)", "else sum(values) / len(values)"),
            ("max((mini", "min((mini"),
        ),
    ),
    Bug("worse-move-played", "three_agents", (("len(path) == 3", "len(path) == 7"), ("max((mini", "min((mini"))),
    Bug(
        "depth-not-passed",
        "value_and_move",
        (("depth - 1, alpha, beta, False", "depth, alpha, beta, False"), ("grow(5, 4), 4,", "grow(5, 4), 2,")),
    ),
    Bug(
        "best-not-kept",
        "depth_up",
        (("best is None or (maximizing and value > best) or (not maximizing and value < best)", "value is not None"),),
    ),
    Bug("best-initialised", "window_capitals", (("V = -999 if MAXING else 999", "V = 0"),)),
    Bug("not-negated", "quiet", (("score = -quiesce(", "score = quiesce("),)),
    Bug(
        "not-negated",
        "kalah_one_line",
        (("negamax(c, depth - 1) if c.player == s.player else -negamax(c, depth - 1)", "-negamax(c, depth - 1)"),),
    ),
    Bug("not-negated", "othello_bits", (("return -search(op, me,", "return search(op, me,"),)),
    Bug("not-negated", "negamax_two", (("-visit(", "visit("),)),
    Bug("window-not-negated", "kalah_named_tuple", (("-beta, -alpha)", "alpha, beta)"),)),
    Bug(
        "missed-cut",
        "boxes_tuple",
        (("if alpha >= beta:\n                    break", "if False:\n                    break"),),
    ),
    Bug("window-not-negated", "negamax_color", (("-β, -α,", "α, β,"),)),
    Bug("window-not-negated", "deepening_pushes", (("-beta, -alpha)", "-beta, alpha)"),)),
    Bug(
        "bound-as-exact",
        "mtdf_deepening",
        (("if g < beta: upper = g\n    if g > alpha: lower = g", "lower = upper = g"),),
    ),
    Bug("window-not-swapped", "window_low_high", (("-high, -low", "-low, -high"),)),
    Bug(
        "window-not-swapped",
        "string_board",
        (('"o" if p == "x" else "x", a, z)', '"o" if p == "x" else "x", z, a)'),),
    ),
    Bug(
        "cut-before-update",
        "scout",
        (
            (
                "        if best is None or score > best:\n",
                "        if best is not None and score >= beta:\n            break\n"
                "        if best is None or score > best:\n",
            ),
        ),
    ),
    Bug("missed-cut", "string_board", (("        if a >= z: break\n", ""),)),
    Bug("wrong-cut-bound cut-without-cause", "string_board", (("if a >= z:", "if a + 1 >= z:"),), ruled=True),
    Bug("wrong-cut-bound", "nim_tuple", (("if alpha >= beta:", "if value >= alpha:"),), ruled=True),
    Bug(
        "window-too-narrow",
        "star1_race",
        (
            ("low = max(LOW, (alpha - total - HIGH * rest) / p)", "low = alpha"),
            ("high = min(HIGH, (beta - total - LOW * rest) / p)", "high = beta"),
            ("        if score <= low:\n            return total + HIGH * rest\n", ""),
            ("        if score >= high:\n            return total + LOW * rest\n", ""),
        ),
    ),
    Bug("window-too-narrow", "hash_scout", (("b = alpha + 1", "b = alpha"),)),
    Bug("window-too-narrow", "hash_scout", (("-b, -alpha)", "-beta, -alpha - (i > 0))"),)),
    Bug("window-too-narrow", "scout", (("if alpha < score < beta:", "if False:"),)),
    Bug("no-deep-cutoffs", "window_lo_hi", (("upper(path + c, lo, hi", "upper(path + c, -1, hi"),)),
    Bug(
        "no-deep-cutoffs",
        "deep_copied",
        (
            ("alpha, beta, False)", "maxEval, math.inf, False)"),
            ("alpha, beta, True)\n        minEval", "-math.inf, minEval, True)\n        minEval"),
        ),
    ),
    Bug(
        "one-sided-window", "window_none", (("        if beta is None or best < beta:\n            beta = best\n", ""),)
    ),
    Bug(
        "window-never-updated",
        "float_values",
        (("            alfa = max(alfa, najlepszy)\n", ""), ("            beta = min(beta, najlepszy)\n", "")),
    ),
    Bug(
        "shared-window",
        "window_list",
        (
            ("    a, b = window\n", ""),
            ("got = search(sub, [a, b], not top)", "got = search(sub, window, not top)"),
            ("            a = max(a, value)", "            window[0] = max(window[0], value)"),
            ("            b = min(b, value)", "            window[1] = min(window[1], value)"),
            ("if a >= b:", "if window[0] >= window[1]:"),
        ),
    ),
    Bug(
        "bound-as-exact window-value-as-exact",
        "table_triangle",
        (("(AT_MOST if best <= low else AT_LEAST if best >= high else EXACT), best", "EXACT, best"),),
    ),
    Bug("wrong-table-value", "coin_row", (("key = (lo, hi, lead, mine)", "key = (lo, hi, mine)"),)),
    Bug("bound-as-exact", "row_ends", (("UPPER if best <= alpha_orig", "UPPER if best <= alpha"),)),
    Bug(
        "window-never-updated",
        "row_ends",
        (
            (
                "        alpha = max(alpha, value)\n        if alpha >= beta:\n            break",
                "        if value >= beta:\n            break",
            ),
        ),
    ),
    Bug("wrong-table-value", "coins_by_guesses", (("key = (lo, hi, acc, mine)", "key = (lo, hi, mine)"),)),
    Bug(
        "wrong-table-value",
        "row_ends",
        (("table.get(state)", "table.get(state[:2])"), ("table[state]", "table[state[:2]]")),
    ),
    Bug("key-without-player", "bits_adjacent", (("key = (me, op)", "key = me | op"),)),
    Bug("table-never-hit", "seen_heaps", (("    seen[heaps] = result", "    seen[heaps, mine] = result"),)),
    Bug(
        "table-never-hit",
        "transposition",
        (("if heaps in TT:", "if (heaps, start, len(TT)) in TT:"), ("TT[heaps] = (", "TT[heaps, start, len(TT)] = (")),
    ),
]
