"""Studies: what a text says, how many cells that makes, and what is refused."""

from itertools import product
from pathlib import Path

import pytest

import tracer
from tracer.condition.row_conditions import COLUMN_KINDS
from tracer.errors import PlyscopeError
from tracer.sweeping.cells import check_searches, count, iter_cells
from tracer.sweeping.result_columns import COUNT_COLUMNS, IDENTITY_COLUMNS, RESULT_COLUMNS
from tracer.sweeping.study import Study, load, read
from tracer.sweeping.study_blocks import SEARCH_OPTIONS, column_name

TREES = """
seeds = 3
[[game]]
game = "random:b={width},d={height},seed={seed}"
width = [2, 3]
height = [1, 2]
[[search]]
search = ["alphabeta", "mtdf"]
fail = ["soft", "hard"]
missing = "skip"
"""


def plain(game: str, search: str, top: str = "") -> str:
    return f"{top}\n[[game]]\n{game}\n[[search]]\n{search}\n"


def test_cells_are_the_product_of_all_dimensions() -> None:
    study = read(TREES)
    found = list(iter_cells(study))
    trees = [f"random:b={b},d={d},seed={seed}" for b, d, seed in product((2, 3), (1, 2), range(3))]
    setups = [("alphabeta", "fail=soft"), ("alphabeta", "fail=hard"), ("mtdf", "")]
    assert [(cell.game, cell.setup.search, cell.setup.text) for cell in found] == [
        (tree, *setup) for tree, setup in product(trees, setups)
    ]
    assert count(study) == len(found) == 36
    assert found[0].parameters == {"width": 2, "height": 1, "seed": 0, "fail": "soft"}
    assert found[2].parameters == {"width": 2, "height": 1, "seed": 0}


def test_a_name_follows_from_the_search_alone() -> None:
    names = [cell.name for cell in iter_cells(read(TREES))]
    assert len(set(names)) == len(names)
    more = read(TREES.replace("seeds = 3", "seeds = [7, 2, 1, 0]").replace("[2, 3]", "[3, 2]"))
    assert set(names) <= {cell.name for cell in iter_cells(more)}


def test_a_study_has_one_digest_however_it_is_written() -> None:
    assert read(TREES).digest == read(TREES.replace("seeds = 3", "seeds = [0, 1, 2] # three")).digest
    for before, after in (("seeds = 3", "seeds = 4"), ('"mtdf"', '"pvs"'), ("[1, 2]", "[1, 3]")):
        assert read(TREES).digest != read(TREES.replace(before, after)).digest
    assert read(TREES).limited(max_nodes=5).digest != read(TREES).digest
    assert read(TREES).limited(keep="visited > 3").digest != read(TREES).digest


def test_seeds_multiply_only_what_speaks_of_them() -> None:
    study = read(
        plain(
            'game = "tictactoe"', 'search = "alphabeta"\ndepth = 2\norder = ["natural", "random:{seed}"]', "seeds = 5"
        )
    )
    found = list(iter_cells(study))
    assert count(study) == len(found) == 6
    assert [cell.setup.text for cell in found[1:3]] == ["depth=2,order=random:0", "depth=2,order=random:1"]
    assert [cell.parameters.get("seed") for cell in found] == [None, 0, 1, 2, 3, 4]


@pytest.mark.parametrize(("plies", "positions"), [(0, 1), (1, 9), (2, 72), (3, 252), (4, 756), (5, 1140)])
def test_positions_after_plies_are_distinct_and_not_over(plies: int, positions: int) -> None:
    """Tic-tac-toe has 9, 72, 252, 756, 1,260 positions by ply; 120 of those after five moves are won."""
    study = read(plain(f'game = "tictactoe"\nplies = {plies}', 'search = "alphabeta"'))
    assert count(study) == positions


def test_a_sample_is_drawn_by_the_first_seed_and_has_no_more_than_there_are() -> None:
    def drawn(size: int, seed: int) -> list[str | None]:
        top = f"seeds = [{seed}]"
        text = plain(f'game = "tictactoe"\nplies = 2\nsample = {size}', 'search = "uct"\nseed = "{seed}"', top)
        return [cell.position for cell in iter_cells(read(text))]

    assert len(drawn(10, 0)) == 10
    assert drawn(10, 0) == drawn(10, 0) != drawn(10, 1)
    assert set(drawn(10, 0)) <= set(drawn(20, 0)) < set(drawn(100, 0))
    assert len(drawn(100, 0)) == 72


def test_positions_stand_in_a_file_a_line_each(tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("1\n2/3\n\n1\n", encoding="utf-8")
    path = tmp_path / "study.toml"
    path.write_text(plain('game = "connect4:4,4,3"\npositions = "openings.txt"', 'search = "alphabeta"\ndepth = 2'))
    assert [cell.position for cell in iter_cells(load(path))] == ["1", "2/3"]


def test_every_search_has_its_counts_among_the_columns() -> None:
    for name, search in tracer.SEARCHES.items():
        game = "piglet:4" if search.chance else "tictactoe"
        depth = {"depth": 3} if search.chance else {}
        trace = tracer.trace(game, name, max_nodes=300, **depth)
        assert set(trace.counts.summary()) <= set(COUNT_COLUMNS), name
    assert set(RESULT_COLUMNS.values()) | set(IDENTITY_COLUMNS.values()) == set(COLUMN_KINDS)


def test_no_option_has_the_column_of_a_count() -> None:
    columns = [column_name(word) for word in SEARCH_OPTIONS]
    assert len(set(columns)) == len(columns)
    assert not set(columns) & {*IDENTITY_COLUMNS, *RESULT_COLUMNS, "seed"}
    assert column_name("iterations") == "option_iterations"


GAME, SEARCH = 'game = "random:b={b},seed={seed}"\nb = [2]', 'search = "alphabeta"'
REFUSED = {
    "an unknown key": (plain(GAME, SEARCH, "seed = 3"), "no key 'seed' (did you mean seeds?)"),
    "no seeds": (plain(GAME, SEARCH), "there are no seeds"),
    "seeds for nothing": (plain('game = "tictactoe"', SEARCH, "seeds = 3"), "no game and no option has {seed}"),
    "no game": (f"[[search]]\n{SEARCH}", "a study has a [[game]]"),
    "a parameter of no game": (plain('game = "tictactoe"\nwidth = [3]', SEARCH), "has no {width} in it"),
    "a parameter without values": (plain('game = "random:b={b}"', SEARCH), "there is no b = […]"),
    "an empty product": (plain('game = "random:b={b}"\nb = []', SEARCH), "b has no values"),
    "a value twice": (plain('game = "random:b={b}"\nb = [2, 2]', SEARCH), "b has 2 twice"),
    "a count": (plain('game = "random:b={visited}"\nvisited = [2]', SEARCH), "visited has the name of a count"),
    "a column": (plain('game = "random:b={cell}"\ncell = [2]', SEARCH), "a column of every study"),
    "a key": (plain('game = "random:b={plies}"\nplies = 2', SEARCH), "plies is a key"),
    "one name for two": (
        plain('game = "random:d={depth}"\ndepth = 2', f"{SEARCH}\ndepth = 2"),
        "both have a parameter",
    ),
    "an unknown option": (plain('game = "tictactoe"', f"{SEARCH}\nfial = 2"), "'fial' (did you mean fail?)"),
    "an option that it lacks": (
        plain('game = "tictactoe"', 'search = ["pvs", "sss"]\ncut = ">"'),
        "sss has no option cut",
    ),
    "an option that none has": (
        plain('game = "tictactoe"', 'search = "sss"\ncut = ">"\nmissing = "skip"'),
        "sss: no option cut",
    ),
    "a value that it lacks": (plain('game = "tictactoe"', f'{SEARCH}\nfail = "firm"'), "fail is soft or hard"),
    "an unknown search": (plain('game = "tictactoe"', 'search = "alphabta"'), "(did you mean alphabeta?)"),
    "one search by two names": (plain('game = "tictactoe"', 'search = ["pvs", "negascout"]'), '"pvs" twice'),
    "an unknown game": (plain('game = "tictactow"', SEARCH), "(did you mean tictactoe?)"),
    "code": (plain('game = "evil:Game"', SEARCH), "--trust"),
    "code in a file": (plain('game = "evil.py:Game"', SEARCH), "--trust"),
    "code that evaluates": (plain('game = "tictactoe"', f'{SEARCH}\ndepth = 1\nevaluate = "evil.py:f"'), "--trust"),
    "a text for a number": (plain('game = "tictactoe"', f'{SEARCH}\ndepth = "3"'), "0 or more, not '3'"),
    "the second of two": (
        plain('game = "tictactoe"', f"{SEARCH}\n[[search]]\n{SEARCH}\nfial = 2"),
        "[[search]] 2: no search has an option 'fial'",
    ),
    "no size of memory": (plain('game = "tictactoe"', SEARCH, "max-memory = 3"), "max-memory is a size"),
    "no TOML": ("[[game]", "no TOML"),
    "a condition on what is not there": (
        plain('game = "tictactoe"', SEARCH, 'keep = "visted > 3"'),
        "'visted' (did you mean visited?)",
    ),
    "a condition that is none": (plain('game = "tictactoe"', SEARCH, 'keep = "visited"'), "not true or false"),
    "no nodes": (plain('game = "tictactoe"', SEARCH, "max-nodes = 0"), "max-nodes"),
    "no time": (plain('game = "tictactoe"', SEARCH, "max-time = 0"), "max-time"),
    "a window of one end": (plain('game = "tictactoe"', f"{SEARCH}\nwindow = [1]"), "window is [alpha, beta]"),
    "too many cells": (
        plain(f'game = "random:b={{b}},seed={{seed}}"\nb = {list(range(1, 12))}', SEARCH, "seeds = 1_000_000"),
        "more than 10,000,000 cells",
    ),
    "too many seeds": (plain(GAME, SEARCH, "seeds = 1_000_001"), "1 to 1,000,000"),
    "too many positions": (plain('game = "mnk:9,9,5"\nplies = 9', SEARCH), "more than 250,000 positions"),
    "games that are over": (plain('game = "tictactoe"\nplies = 9', SEARCH), "nothing to search"),
    "the same search twice": (
        plain('game = "tictactoe"', f"{SEARCH}\n[[search]]\n{SEARCH}"),
        "alphabeta is there twice",
    ),
    "the same game twice": (
        plain('game = "tictactoe"\n[[game]]\ngame = "tictactoe"', SEARCH),
        "tictactoe is there twice",
    ),
    "no file of positions": (plain('game = "tictactoe"\npositions = "none.txt"', SEARCH), "no file of positions"),
    "no positions": (plain('game = "tictactoe"\npositions = []', SEARCH), "has none in it"),
}


def test_a_random_part_of_a_path_stands_for_a_position_that_it_leads_to() -> None:
    study = read(plain('game = "random:b=2,d=4,seed=1"\nplies = 2', 'search = "alphabeta"'))
    assert [cell.position for cell in iter_cells(study)] == ["a1/b1", "a1/b2", "a2/b1", "a2/b2"]
    check_searches(study)


def whole(text: str) -> Study:
    """A study that has passed all that a command asks before the first search."""
    study = read(text)
    count(study)
    check_searches(study)
    return study


@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(PlyscopeError) as error:
        whole(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_window_is_a_pair() -> None:
    study = whole(plain('game = "tictactoe"', f"{SEARCH}\nwindow = [[-1, 1], [0, inf]]"))
    assert [cell.arguments("")["window"] for cell in iter_cells(study)] == [(-1.0, 1.0), (0.0, float("inf"))]
