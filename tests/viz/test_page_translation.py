"""What is translated from Python does in a page what it does in Python; what cannot be translated is refused."""

from pathlib import Path
from typing import Any

import pytest

from viz.page import script
from viz.page.translation import translate

PROGRAM = '''
from enum import Enum
from typing import NamedTuple

LIMIT, REST = 3, -1
NAMES: dict[int, str] = {1: "one", -1: "minus `one` ${x}"}


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Pair(NamedTuple):
    first_part: float
    other: str = "none"

    @property
    def is_small(self) -> bool:
        return self.first_part < LIMIT

    def add_to(self, amount: float, *, factor: float = 1) -> float:
        """Of the pair."""
        return self.first_part * factor + amount


class Counter:
    def __init__(self, numbers: list[int]) -> None:
        self.numbers, self.total = numbers, 0

    def iter_sums(self):
        for number in self.numbers:
            self.total += number
            if number == LIMIT:
                continue
            yield self.total
        yield from ()


def count_down(start: int, step: int = 1) -> list[int]:
    def next_of(number: int) -> int:
        return number - step

    found: list[int] = []
    while start > 0:
        found.append(start)
        start = next_of(start)
    return found


def test_all(limit: float, words: list[str]) -> list[object]:
    pair, empty = Pair(2, other="b"), []
    first, other = pair
    squares = {number: number * number for number in range(1, 5) if number != 3}
    seen = [square for number in words if (square := squares.get(len(number))) is not None]
    squares[9] = 81
    text = f"{1234567:,} {first + 1} of {other} {NAMES[-1]}"
    text += "!"
    return [
        text, pair.is_small, pair.add_to(2), pair.other, [*count_down(3, step=2)], seen, words[-1],
        words[1:], words[:-1],
        [1 if empty else 2, 1 if {} else 2, 1 if limit else 2, 1 if "" else 2, 1 if 0 else 2, not words],
        empty or ["nothing"], words and "words", limit != limit, 1 < first < limit, 1 < 2 <= 2, (1, "a") == (1, "a"),
        3 in squares, "x" not in words,
        [Colour.RED.value, [colour.value for colour in Colour], Colour.RED is Colour.BLUE],
        list(Counter([1, 3, 5]).iter_sums()), [a + b for a in words for b in words if a != b],
        sorted(words, key=lambda word: -len(word)), [min(3, 1), max([1, 5], default=0), max([], default=7)],
        [sum([1, 2.5]), any([0, 0]), all([])], next((word for word in words if word > "b"), None),
        list(enumerate(words, 1)), list(zip(words, [1, 2])), list(reversed(words)), "-".join(words),
        "abc".removeprefix("ab"), "search".endswith(("ch", "x")), [key for key in squares], list(squares.items())[0],
        words.index("ccc"), len(set([1, 1, 2])), {len(word) for word in ["a", "b"]}.pop(),
        isinstance(first, float | int),
        isinstance(other, str), None if words else 1, 7 % 5, REST,
    ]
'''  # fmt: skip


def run(tab: Any, path: Path, root: str, *arguments: Any) -> Any:
    text = script._IMPORT.sub(r"const \1 = rooms.\2;", translate([path], [root], {})).replace("export ", "")
    return tab.evaluate(f"(given) => {{ {script.join_modules()} {text} return {root}(...given); }}", arguments)


def test_a_program_gives_in_a_page_what_it_gives_in_python(tab: Any, tmp_path: Path) -> None:
    (path := tmp_path / "program.py").write_text(
        PROGRAM.replace("{1, 1, 2}", "set([1, 1, 2])").replace("REST % 5", "7 % 5")
    )
    names: dict[str, Any] = {}
    exec(path.read_text(), names)
    words = ["a", "bb", "ccc"]
    for limit in (3.0, 0.0, float("nan")):
        found, wanted = run(tab, path, "testAll", limit, words), names["test_all"](limit, words)
        assert found == [list(one) if isinstance(one, tuple) else one for one in lists(wanted)], limit


def lists(value: Any) -> Any:
    """Lists in the place of tuples."""
    return [lists(one) for one in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("def f():\n    try:\n        return 1\n    finally:\n        pass", "line 2: a page cannot do this"),
        ("def f(x):\n    return f'{x:.3f}'", "line 2: a page cannot do this: {x:.3f}"),
        ("def f():\n    return unknown()", "a page has 0 definitions of unknown"),
        ("def f():\n    return A\n\nA = 1\nA = 2", "a page has 2 definitions of A"),
    ],
)
def test_what_cannot_be_translated_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    (path := tmp_path / "program.py").write_text(text)
    with pytest.raises(NotImplementedError) as caught:
        translate([path], ["f"], {})
    assert problem in str(caught.value)
