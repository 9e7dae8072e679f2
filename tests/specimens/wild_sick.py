"""Mistakes that people ask about, each made in one of the files `wild_*.py`."""

from __future__ import annotations

from specimens.specimen import Specimen
from specimens.wild_styles import (
    ACTIONS,
    ACTIONS_ALONE,
    COLOUR,
    FLAGS,
    FLAGS_ALONE,
    ROWS,
    ROWS_ALONE,
    STRINGS,
)

UNDO = '                    board[row][column] = "_"\n'
TOGGLED = "            maximizing_player = not maximizing_player\n"
SPECIMENS = [
    Specimen("wrong-end-moved", ROWS, (("beta = min(beta, best)", "alpha = max(alpha, best)"),), "c1/a2/b2/a3"),
    Specimen(
        "wrong-end-moved",
        ROWS_ALONE,
        (("beta = min(beta, best)", "alpha = max(alpha, best)"),),
        "0,2=X/1,0=O/1,1=X/2,0=O",
    ),
    Specimen("swapped-players", ROWS, (("best = min(best, value)", "best = max(best, value)"),), "c1/a2/b2/c2/b3"),
    Specimen(
        "best-initialised", ROWS_ALONE, (("    best = 1000\n", "    best = -1000\n"),), "0,2=X/1,0=O/1,1=X/1,2=O/2,1=X"
    ),
    Specimen(
        "missed-cut",
        ROWS,
        (
            (
                "                    if beta <= alpha:\n                        return best\n        return best",
                "                    if beta <= alpha:\n                        break\n        return best",
            ),
            (
                "                if beta <= alpha:\n                    return best\n    return best",
                "                if beta <= alpha:\n                    break\n    return best",
            ),
        ),
        "c1/a2/a3",
    ),
    Specimen("lost-given-up", ROWS, (("return score + depth", "return score - depth"),), "c1/a2/c2/b2/a3/b3"),
    Specimen(
        "not-undone",
        ROWS_ALONE,
        (
            ('board[row][column] = "_"\n                    best = max', "best = max"),
            (
                "                        return best\n        return best",
                f"                        return best\n{UNDO}        return best",
            ),
        ),
        "0,2=X/1,0=O/1,1=X/2,0=O",
    ),
    Specimen(
        "terminal-late",
        ROWS,
        (
            (
                "if board[0][2] == board[1][1] == board[2][0]",
                "if board[0][2] == board[1][1] == board[1][1] == board[1][2]",
            ),
        ),
        "c1/a2/b2/c2/a3",
    ),
    Specimen(
        "wrong-turn",
        ROWS,
        (
            (
                "value = minimax(board, depth + 1, not is_max, alpha, beta)\n                    board",
                "value = minimax(board, depth + 1, is_max, alpha, beta)\n                    board",
            ),
        ),
        "c1",
    ),
    Specimen(
        "wrong-turn",
        ROWS_ALONE,
        (
            (
                "value = minimax(board, depth + 1, not is_max, alpha, beta)\n                    board",
                "value = minimax(board, depth + 1, is_max, alpha, beta)\n                    board",
            ),
        ),
        "0,2=X",
    ),
    Specimen("wrong-turn", ROWS, (('board[row][column] = "O"', 'board[row][column] = "X"'),), "c1/1,0=X"),
    Specimen(
        "window-never-updated",
        ROWS,
        (
            ("alpha = max(alpha, best)", "beta = max(beta, best)"),
            ("beta = min(beta, best)", "alpha = min(alpha, best)"),
        ),
        "c1/a2/b2/c2/b3",
    ),
    Specimen(
        "wrong-cut-bound",
        ROWS,
        (
            (
                "                    if beta <= alpha:\n                        return",
                "                    if beta >= alpha:\n                        return",
            ),
        ),
        "c1/a2/b2/c2",
    ),
    Specimen(
        "wrong-leaf",
        FLAGS,
        (
            (
                '    if won(board, "X"):\n',
                '    if depth == 0:\n        return None, promise(board, "X")\n    if won(board, "X"):\n',
            ),
        ),
        "1/1/2/1/2",
    ),
    Specimen(
        "wrong-position",
        FLAGS,
        (
            (
                '            score = minimax(drop(board, column, "X"), depth - 1',
                '            board = drop(board, column, "X")\n            score = minimax(board, depth - 1',
            ),
        ),
        "1/1/1/2/0,1=X 1,2=X",
    ),
    Specimen(
        "depth-uneven",
        FLAGS,
        (
            (
                '            score = minimax(drop(board, column, "X"), depth - 1,',
                '            depth -= 1\n            score = minimax(drop(board, column, "X"), max(depth, 0),',
            ),
        ),
        "1/1",
    ),
    Specimen(
        "depth-uneven",
        FLAGS_ALONE,
        (
            (
                '            score = minimax(drop(board, column, "X"), depth - 1,',
                '            depth -= 1\n            score = minimax(drop(board, column, "X"), max(depth, 0),',
            ),
        ),
        "0=X/0=XO",
    ),
    Specimen(
        "wrong-turn",
        FLAGS,
        (
            ('"X"), depth - 1, alpha, beta, False)[1]', '"X"), depth - 1, alpha, beta, maximizing_player)[1]'),
            (
                '            score = minimax(drop(board, column, "X")',
                f'{TOGGLED}            score = minimax(drop(board, column, "X")',
            ),
        ),
        "1/1/2",
    ),
    Specimen(
        "evaluation-outranks-win", FLAGS, (("None, 100000", "None, 1"), ("None, -100000", "None, -1")), "1/1/1/4/2"
    ),
    Specimen("window-widened", FLAGS, (("alpha = max(alpha, value)", "alpha = score"),), "1/1/2/1/4"),
    Specimen("window-widened", FLAGS_ALONE, (("beta = min(beta, value)", "beta = score"),), "0=X/0=XO/1=XX/3=O"),
    Specimen(
        "best-not-kept",
        FLAGS,
        (
            (
                "                value, choice = score, column\n            alpha",
                "                choice = column\n            value = score\n            alpha",
            ),
        ),
        "1/1/1/2",
    ),
    Specimen(
        "one-sided-window", FLAGS_ALONE, (("            alpha = max(alpha, value)\n", ""),), "0=X/0=XO/0=XOX/1=XO/2=OX"
    ),
    Specimen(
        "window-never-updated",
        FLAGS,
        (("            alpha = max(alpha, value)\n", ""), ("        beta = min(beta, value)\n", "")),
        "1/1/1/2/3",
    ),
    Specimen(
        "missed-cut",
        FLAGS,
        (
            (
                "        beta = min(beta, value)\n        if alpha >= beta:\n            break",
                "        beta = min(beta, value)",
            ),
        ),
        "2/2/3",
    ),
    Specimen("wrong-turn", ACTIONS, (("v = max(v, min_value(", "v = max(v, max_value("),), "c1"),
    Specimen("wrong-turn", ACTIONS_ALONE, (("v = max(v, min_value(", "v = max(v, max_value("),), "2=X"),
    Specimen(
        "wrong-end-returned",
        ACTIONS,
        (
            (
                "        if v <= alpha:\n            return v\n        beta = min(beta, v)\n    return v",
                "        if v <= alpha:\n            return v\n        beta = min(beta, v)\n    return alpha",
            ),
        ),
        "c1/a2/b2",
    ),
    Specimen(
        "wrong-end-returned",
        ACTIONS_ALONE,
        (
            (
                "        if v <= alpha:\n            return v\n        beta = min(beta, v)\n    return v",
                "        if v <= alpha:\n            return v\n        beta = min(beta, v)\n    return alpha",
            ),
        ),
        "2=X/3=O/4=X",
    ),
    Specimen("best-initialised", ACTIONS, (("v = -math.inf", "v = 0"),), "c1/c3"),
    Specimen(
        "wrong-turn",
        ACTIONS,
        (
            (
                "X if board.count(X) == board.count(NOUGHT) else NOUGHT",
                "X if board.count(X) < board.count(NOUGHT) else NOUGHT",
            ),
        ),
        "2=O",
    ),
    Specimen(
        "wrong-leaf",
        ACTIONS,
        (
            (
                "{X: 1, NOUGHT: -1, None: 0}[winner(board)]",
                "0 if None not in board else {X: 1, NOUGHT: -1, None: 0}[winner(board)]",
            ),
        ),
        "c1/a2/b2/b3/c3",
    ),
    Specimen("wrong-cut-bound", ACTIONS, (("if v >= beta", "if v >= alpha"),), "c1/a2"),
    Specimen("not-negated", COLOUR, (("value = -negamax", "value = negamax"),), "0=0/1=1/2=1"),
    Specimen("wrong-turn", COLOUR, (("-beta, -alpha, -color)", "-beta, -alpha, color)"),), "0=0"),
    Specimen("window-not-swapped", COLOUR, (("-beta, -alpha, -color", "-alpha, -beta, -color"),), "0=0"),
    Specimen(
        "depth-uneven",
        COLOUR,
        (
            ("heaps[heap] -= count", "heaps[heap] -= count\n            depth = max(depth - 1, 0)"),
            ("-negamax(heaps, depth - 1,", "-negamax(heaps, depth,"),
            ("heaps, 4, float", "heaps, 6, float"),
        ),
        "0=0/1=1/1=0",
    ),
    Specimen(
        "wrong-end-moved",
        COLOUR,
        (
            (
                "            if best > alpha:\n                alpha = best",
                "            if best < beta:\n                beta = best",
            ),
        ),
        "0=0/1=1/1=0/2=1",
    ),
    Specimen(
        "wrong-turn",
        STRINGS,
        (("child = state[:i] + player + state[i + 1 :]", 'child = state[:i] + "X" + state[i + 1 :]'),),
        "a2/5=X",
    ),
    Specimen(
        "wrong-position",
        STRINGS,
        (
            ("child = state[:i]", "state = state[:i]"),
            ("minimax(child, other)", "minimax(state, other)"),
        ),
        "a2/c2/6=X 7=X",
    ),
    Specimen(
        "swapped-players",
        STRINGS,
        (('if player == "X" else min(scores)', 'if player == "O" else min(scores)'),),
        "a2/c2/b3",
    ),
    Specimen(
        "wrong-value",
        STRINGS,
        (('return max(scores) if player == "X" else min(scores)', "return sum(scores)"),),
        "a2/c2/b3",
    ),
]
