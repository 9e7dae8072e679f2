"""`plyscope worksheet`: trees to be searched by hand, with room to write, and their solutions."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

import tracer
from tracer.errors import PlyscopeError
from tracer.file.output import is_stream, need_another
from tracer.games.random_tree import OrderedTree
from tracer.games.tree import TreeGame
from tracer.games.tree_text import MAX_TEXT_LENGTH
from tracer.questions.interesting import DIFFICULTIES, TreeShape, interesting_tree, uniform_shape
from tracer.text import clean, nearest
from tui.terminal.options import (
    BOUNDS,
    PROVED_HELP,
    CutOption,
    FailOption,
    PositionOption,
    complete_bounds,
    complete_source,
    is_classical,
)
from tui.terminal.output import need_writable, write_content
from tui.terminal.trace_source import is_trace_file

if TYPE_CHECKING:
    from viz.worksheet.exercise import Blank, Exercise

RANDOM_SOURCE = "random"
"""The source that leaves the shape of the trees to the difficulty."""
DEFAULT_DIFFICULTY = "medium"
DEFAULT_COUNT = 4
MAX_COUNT = 100
"""Exercises of one worksheet at most."""
DEFAULT_BLANKS = "values,windows,pruned"


def worksheet(
    source: Annotated[
        str,
        typer.Argument(
            help="random; random:b=3,d=3 (moves, plies); a tree file, a nested list, a small game, or - for a tree "
            "from a pipe.",
            autocompletion=complete_source,
        ),
    ] = RANDOM_SOURCE,
    *,
    output: Annotated[
        list[str],
        typer.Option(
            "--output", "-o", help="A file: .pdf, .tex or .html; may be repeated; - is stdout (with --format)."
        ),
    ],
    solution: Annotated[
        str | None, typer.Option(help="A second file: the same pages filled in, each cutoff explained.")
    ] = None,
    format: Annotated[
        str | None, typer.Option("--format", "-f", help="pdf, tex or html, where the name does not tell.")
    ] = None,
    count: Annotated[int | None, typer.Option(help=f"Exercises, each on a page of its own [{DEFAULT_COUNT}].")] = None,
    seed: Annotated[int | None, typer.Option(help="Other trees; the same seed gives the same file [0].")] = None,
    blank: Annotated[
        str, typer.Option(help="What is to be filled in: values, windows, pruned, order; commas between.")
    ] = DEFAULT_BLANKS,
    difficulty: Annotated[
        str | None, typer.Option(help=f"easy, medium or hard: size, depth and numbers [{DEFAULT_DIFFICULTY}].")
    ] = None,
    title: Annotated[str, typer.Option(help="What the sheet is called, in place of Alpha-beta.")] = "",
    ties: Annotated[bool, typer.Option("--ties", help="Let leaves have equal numbers.")] = False,
    position: PositionOption = None,
    fail: FailOption = None,
    cut: CutOption = None,
    bounds: Annotated[str, typer.Option(help=PROVED_HELP, autocompletion=complete_bounds)] = BOUNDS[0],
) -> None:
    """Write exercises in alpha-beta, and their solutions.

    They are trees with room for values, windows and crosses, each on a page of its own.
    Trees made by chance have a shallow cutoff, from four plies on a deep one too, a bound at an inner node, and no
    number twice. random makes trees of four plies or more.

    \b
    plyscope worksheet -o sheet.pdf --solution solution.pdf --count 4 --seed 7
    plyscope worksheet random:b=3,d=3 -o sheet.tex --blank pruned,order
    plyscope worksheet '[[3,12,8],[2,4,6],[14,5,2]]' -o sheet.html
    plyscope worksheet tictactoe -p 'XOX/OXO/...' -o end.pdf --title 'Sheet 3'
    """
    from viz.worksheet.exercise import make_exercise, parse_blanks
    from viz.worksheet.pages import find_writer, worksheet_pages

    blank_parts, is_classical_view = parse_blanks(blank), is_classical(bounds)
    exercise_files = [(path, find_writer(path, format)) for path in output]
    solution_files = [(path, find_writer(path, format)) for path in (solution,) if path is not None]
    for path, _ in (*exercise_files, *solution_files):
        if source == "-":
            need_another(path, sys.stdin.buffer)
        need_writable(path, source)
    if solution is not None and any(_is_same(path, solution) for path in output):
        raise PlyscopeError(f"{clean(solution)} cannot be both the exercises and their solutions")
    options = {"--count": count, "--seed": seed, "--difficulty": difficulty, "--ties": ties or None}
    given_options = {name: value for name, value in options.items() if value is not None}
    shape = _tree_shape(source, given_options)
    search: dict[str, Any] = {name: value for name, value in (("fail", fail), ("cut", cut)) if value is not None}
    if shape is None:
        exercises = [
            make_exercise(_get_game(source, given_options), position=position, classical=is_classical_view, **search)
        ]
    elif position is None:
        exercises = _make_random_exercises(
            shape, blank_parts, given_options, search, is_classical_view=is_classical_view
        )
    else:
        raise PlyscopeError("--position is one of a game, and trees that are made by chance have none: name a game")
    for output_files, is_solved in ((exercise_files, False), (solution_files, True)):
        sheet = worksheet_pages(exercises, blank_parts, with_solution=is_solved, title=title)
        for path, write in output_files:
            write_content(path, write(sheet))


def _is_same(output: str, solution: str) -> bool:
    if "-" in (output, solution):
        return output == solution
    return Path(output).resolve() == Path(solution).resolve() and not is_stream(output)


def _make_random_exercises(
    shape: TreeShape,
    blank: frozenset[Blank],
    given_options: dict[str, Any],
    search: dict[str, Any],
    *,
    is_classical_view: bool,
) -> list[Exercise]:
    """Exercises made by chance, each from the seed and its number, for alpha-beta with some options."""
    from viz.worksheet.exercise import make_exercise
    from viz.worksheet.pages import fits_on_page

    exercise_count = given_options.get("--count", DEFAULT_COUNT)
    seed = given_options.get("--seed", 0)
    ties = given_options.get("--ties", False)
    if not 1 <= exercise_count <= MAX_COUNT:
        raise PlyscopeError(f"--count is {exercise_count}: give 1 to {MAX_COUNT}")

    def has_room(trace: tracer.Trace) -> bool:
        # Trees of one size have room all together, or none has, which is then said.
        return shape.leaves[0] == shape.leaves[1] or fits_on_page(make_exercise(trace.need_game(), **search), blank)

    generators = (Random(f"{seed}/{index}") for index in range(exercise_count))
    trees = (interesting_tree(generator, shape, with_ties=ties, accepts=has_room, **search) for generator in generators)
    return [make_exercise(tree.need_game(), classical=is_classical_view, **search) for tree in trees]


def _get_game(source: str, given_options: dict[str, Any]) -> tracer.Game[Any, Any]:
    if given_options:
        raise PlyscopeError(f"{clean(source, 60)} is one tree: {', '.join(given_options)} cannot change it")
    return _read_piped_tree() if source == "-" else tracer.game(source)


def _tree_shape(source: str, given_options: dict[str, Any]) -> TreeShape | None:
    """The shape of trees that are made by chance; None where the tree is given."""
    difficulty = given_options.get("--difficulty", DEFAULT_DIFFICULTY)
    if difficulty not in DIFFICULTIES:
        raise PlyscopeError(
            f"no difficulty {clean(difficulty, 40)!r}{nearest(difficulty, DIFFICULTIES)}; there are: easy, medium, hard"
        )
    if source == RANDOM_SOURCE:
        return DIFFICULTIES[difficulty]
    if source == "-":
        return None
    if is_trace_file(source):
        raise PlyscopeError(f"{clean(source)} is a recorded trace: a worksheet takes a tree or {RANDOM_SOURCE}")
    if source.partition(":")[0].strip() != RANDOM_SOURCE:
        return None
    game = tracer.game(source)
    if not isinstance(game, OrderedTree) or game.order != RANDOM_SOURCE or "seed" in source:
        raise PlyscopeError(f"{clean(source)}: a worksheet takes b, d and turn from it, and --seed for other trees")
    return uniform_shape(game.branching, game.depth, DIFFICULTIES[difficulty].values, game.first_turn)


def _read_piped_tree() -> TreeGame:
    if sys.stdin.isatty():
        raise PlyscopeError("- reads a pipe, and nothing is piped in: ./tree | plyscope worksheet - -o sheet.pdf")
    text = sys.stdin.buffer.read(MAX_TEXT_LENGTH + 1)
    try:
        return TreeGame.from_text(text.decode("utf-8-sig"), "stdin")
    except UnicodeDecodeError as error:
        raise PlyscopeError("stdin is not UTF-8 text") from error
