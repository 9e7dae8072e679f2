"""What the tests of recordings from outside share: the examples of own code, and a game.

They listen through the hook that this interpreter has. CI runs them on two: one has `sys.monitoring`, which is always
used where it is there, and the other `sys.setprofile` alone.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

OWN_CODE = Path(__file__).parent.parent / "examples" / "own_code"
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def own_code(name: str) -> ModuleType:
    """One of the examples, freshly loaded."""
    spec = importlib.util.spec_from_file_location(name, OWN_CODE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def score(squares: Sequence[str]) -> int | None:
    """1 or −1 for three of X or O in a row, 0 for a full board, None while the game goes on."""
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] and squares[a] in ("X", "O"):
            return 1 if squares[a] == "X" else -1
    return 0 if all(square in ("X", "O") for square in squares) else None


def after(squares: str, square: int, mark: str) -> str:
    """The squares with one more mark."""
    return squares[:square] + mark + squares[square + 1 :]


def wrong_player(board: str, maximizing: bool) -> int:
    """A minimax in which MIN puts an X, too, on the last square but one."""
    result = score(board)
    if result is not None:
        return result
    values = [
        wrong_player(after(board, square, "X" if maximizing or square == 7 else "O"), not maximizing)
        for square in range(9)
        if board[square] == "."
    ]
    return max(values) if maximizing else min(values)


def fibonacci(n: int) -> int:
    """A recursion that is no search."""
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def ordered(numbers: list[int]) -> list[int]:
    """Another one, which returns no number."""
    if len(numbers) < 2:
        return numbers
    first, *rest = numbers
    return [*ordered([n for n in rest if n < first]), first, *ordered([n for n in rest if n >= first])]
