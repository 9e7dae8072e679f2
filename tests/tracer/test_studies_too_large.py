"""Studies that would take days to be counted are refused before anything is put together."""

from pathlib import Path

import pytest

from tracer.errors import PlyscopeError
from tracer.sweeping import cells
from tracer.sweeping.cells import count
from tracer.sweeping.study import load, read

SEARCH = '[[search]]\nsearch = "alphabeta"\n'
GAME = '[[game]]\ngame = "tictactoe"\n'
TREES = '[[game]]\ngame = "random:b={b},d={d},seed={e}"\n'


def test_searches_of_all_blocks_are_counted_together() -> None:
    many = f"depth = {list(range(1, 301))}\nguess = {list(range(300))}\n"
    blocks = [f'[[search]]\nsearch = "mtdf"\n{many}order = "random:{number}"\n' for number in range(2)]
    read(GAME + blocks[0])
    with pytest.raises(PlyscopeError, match="180,000 searches with options are more than 100,000"):
        read(GAME + "".join(blocks))


def test_games_are_counted_before_they_are_made() -> None:
    values = "".join(f"{name} = {list(range(1, 1_001))}\n" for name in "bde")
    for more in ("", "plies = 0\n", "plies = 1\nsample = 1\n"):
        with pytest.raises(PlyscopeError, match="more than 10,000,000 cells"):
            count(read(TREES + values + more + SEARCH))


def test_the_moves_that_find_positions_are_counted_in_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first move takes one stick or several of one heap: 1 + 1 + n moves of each game, 18 of all."""
    text = '[[game]]\ngame = "nim:1,1,{n}"\nplies = 1\nn = [1, 2, 3, 4]\n' + SEARCH
    monkeypatch.setattr(cells, "MAX_MOVES", 17)
    with pytest.raises(PlyscopeError, match="more than 17 moves to find the positions"):
        count(read(text))
    monkeypatch.setattr(cells, "MAX_MOVES", 18)
    assert count(read(text)) > 0


@pytest.mark.parametrize(
    "text", ["a" + ".a" * 400_000 + " = 1", "[" + "a." * 400_000 + "a]", "x = {" + '"a" .' * 99 + "b = 1}"], ids=len
)
def test_a_key_of_many_parts_is_not_read(text: str) -> None:
    with pytest.raises(PlyscopeError, match="more than 32 parts"):
        read(text)


def test_a_number_of_many_digits_is_one_line() -> None:
    with pytest.raises(PlyscopeError) as error:
        read(f"seeds = {'9' * 5_000}\n{GAME}{SEARCH}")
    assert str(error.value).isprintable()


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(f"# {'x' * 2**20}\n{GAME}{SEARCH}")
    with pytest.raises(PlyscopeError, match="at most"):
        load(tmp_path / "s.toml")
