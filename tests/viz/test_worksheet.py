"""Worksheets: room for what is asked and nothing of the answer; solved, the same pages with what alpha-beta does."""

import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path as File
from random import Random
from typing import Any

import pytest
from strategies import AIMA, WIKIPEDIA

import tracer
from tracer.questions.interesting import DIFFICULTIES, interesting_tree
from tracer.text import number
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Path, Rectangle, Text, iter_flat_shapes
from viz.pictures.theme import LIGHT
from viz.worksheet.drawn_tree import SOLUTION_COLOUR
from viz.worksheet.exercise import Blank, Exercise, make_exercise, parse_blanks
from viz.worksheet.pages import WRITERS, encode_html, encode_latex, find_writer, fits_on_page, worksheet_pages

Need = Callable[[str], None]
ALL = frozenset(Blank)
MILLIMETRE = 72 / 25.4
TREES: dict[str, Any] = {
    "aima": AIMA,
    "wikipedia": WIKIPEDIA,
    "uneven": [[3, [5, [1, 9]]], [2, 8], 7],
    **{name: interesting_tree(Random(3), shape).header.game for name, shape in DIFFICULTIES.items()},
}


def exercise_of(tree: Any) -> Exercise:
    return make_exercise(tracer.trace(tree).need_game())


def filled_in(page: Canvas) -> list[str]:
    """What is written in the colour of answers."""
    return sorted(text.text for text in page.iter_texts() if text.colour == SOLUTION_COLOUR)


def crosses(page: Canvas) -> int:
    return sum(isinstance(one, Path) and one.paint.line == LIGHT.cutoff for one in iter_flat_shapes(page.shapes)) // 2


def by_hand(tree: Any) -> tuple[list[str], list[str], list[str], int, int]:
    """Values, windows, numbers of leaves, crosses of a tree as nested lists; the plainest way."""
    values: list[str] = []
    windows: list[str] = []
    met = pruned = 0

    def value(tree: Any, alpha: float, beta: float, is_max: bool) -> tuple[float, str]:
        nonlocal met, pruned
        if not isinstance(tree, list):
            met += 1
            return float(tree), ""
        windows.extend((number(alpha), number(beta)))
        best, low, high, ends = -inf if is_max else inf, alpha, beta, []
        for place, below in enumerate(tree, start=1):
            got, bound = value(below, low, high, not is_max)
            ends.append((-inf if bound == "≤ " else got, inf if bound == "≥ " else got))
            best = max(best, got) if is_max else min(best, got)
            if best >= high if is_max else best <= low:
                pruned += len(tree) - place
                break
            low, high = (max(low, best), high) if is_max else (low, min(high, best))
        sign = "≥ " if best >= beta else "≤ " if best <= alpha else ""
        least, most = (
            (max if is_max else min)(low for low, _ in ends),
            (max if is_max else min)(high for _, high in ends),
        )
        sign = "" if len(ends) == len(tree) and least == best == most else sign
        values.append(f"{sign}{number(best)}")
        return best, sign

    result, _ = value(tree, -inf, inf, True)
    return values, windows, [str(place) for place in range(1, met + 1)], pruned, int(result)


@pytest.mark.parametrize("name", TREES)
def test_the_solution_is_what_a_plain_alpha_beta_does(name: str) -> None:
    tree = TREES[name]
    found = exercise_of(tree)
    lists = json.loads(tree) if isinstance(tree, str) else tree
    values, windows, order, pruned, result = by_hand(lists)
    for blank, texts in (
        (ALL, values + windows + order),
        ({Blank.VALUES}, values),
        ({Blank.WINDOWS, Blank.PRUNED}, values + windows),
        ({Blank.ORDER}, values + order),
    ):
        page, *_ = worksheet_pages([found], frozenset(blank), with_solution=True)
        assert filled_in(page) == sorted(texts)
        assert crosses(page) == pruned
    reasons = " ".join(found.explanation_sentences())
    assert reasons.count("cutoff:") == len(found.trace.landmarks.pruning_steps)
    assert f"The root returns {result}" in reasons


@pytest.mark.parametrize("name", TREES)
def test_a_sheet_gives_nothing_away_and_its_solution_has_everything_where_it_stands(name: str) -> None:
    found = exercise_of(TREES[name])
    for blank in (ALL, frozenset({Blank.PRUNED})):
        (sheet,), (solution, *_) = (worksheet_pages([found], blank, with_solution=solved) for solved in (False, True))
        assert not filled_in(sheet)
        assert not crosses(sheet)
        assert (sheet.width, sheet.height) == (solution.width, solution.height)
        assert not {one.paint.dash for one in iter_flat_shapes(sheet.shapes) if isinstance(one, Path)} - {""}
        there = {_place(one) for one in iter_flat_shapes(solution.shapes)}
        assert {_place(one) for one in iter_flat_shapes(sheet.shapes) if not _of_the_head(one)} <= there


def _place(shape: Any) -> Any:
    """A shape without its colours."""
    if isinstance(shape, Text):
        return replace(shape, colour="")
    if isinstance(shape, Path):
        return shape.points
    return shape.x, shape.y


def _of_the_head(shape: Any) -> bool:
    return (shape.points[0][1] if isinstance(shape, Path) else shape.y) < 70


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("solved", [False, True])
def test_everything_stands_on_its_page_and_frames_do_not_overlap(name: str, solved: bool) -> None:
    for page in worksheet_pages([exercise_of(TREES[name])], ALL, with_solution=solved):
        assert {page.width, page.height} == {595, 842}
        for shape in iter_flat_shapes(page.shapes):
            if isinstance(shape, Text):
                width = font.text_width(shape.text, shape.size)
                left = shape.x - {Anchor.START: 0, Anchor.MIDDLE: width / 2, Anchor.END: width}[shape.anchor]
                assert 0 < left < left + width < page.width
                assert 0 < shape.y - shape.size < shape.y < page.height
            elif isinstance(shape, Path):
                assert all(0 < x < page.width and 0 < y < page.height for x, y in shape.points)
        boxes = [_box(one) for one in iter_flat_shapes(page.shapes) if _is_frame(one)]
        for place, (left, top, right, bottom) in enumerate(boxes):
            for other in boxes[:place]:
                assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def _is_frame(shape: Any) -> bool:
    return (isinstance(shape, Path) and shape.closed) or (isinstance(shape, Rectangle) and bool(shape.paint.line))


def _box(shape: Any) -> tuple[float, float, float, float]:
    if isinstance(shape, Rectangle):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    across, down = zip(*shape.points, strict=True)
    return min(across), min(down), max(across), max(down)


def test_long_numbers_have_room_in_their_frames() -> None:
    found = exercise_of([[1, 2, 3], [5, [1_000_000, -2_500_000]], [-0.1234, 0.5]])
    (page,) = worksheet_pages([found], frozenset({Blank.WINDOWS}), with_solution=True)
    boxes = [_box(one) for one in iter_flat_shapes(page.shapes) if _is_frame(one)]
    for text in page.iter_texts():
        if text.colour == SOLUTION_COLOUR:
            width = font.text_width(text.text, text.size)
            begin = text.x - (width / 2 if text.anchor is Anchor.MIDDLE else 0)
            around = [box for box in boxes if box[0] < text.x < box[2] and box[1] < text.y < box[3]]
            assert len(around) == 1, text
            assert around[0][0] < begin < begin + width < around[0][2], text


def test_moves_with_long_names_stand_apart() -> None:
    moves = {"price war": 4, "imitate": 9, "leave": 20}
    found = exercise_of(json.dumps({"children": {"campus": {"children": moves}, "station": {"children": moves}}}))
    (page,) = worksheet_pages([found], ALL)
    names = sorted((text for text in page.iter_texts() if text.text in moves), key=lambda text: (text.y, text.x))
    assert [text.text for text in names] == [*moves, *moves]
    for one, other in itertools.pairwise(names):
        assert one.x + font.text_width(one.text, one.size) / 2 < other.x - font.text_width(other.text, other.size) / 2


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_pen_has_room_and_crosses_of_neighbours_are_apart(difficulty: str) -> None:
    def easy(trace: tracer.Trace) -> bool:
        return fits_on_page(make_exercise(trace.need_game()), ALL)

    for seed in range(5):
        tree = interesting_tree(Random(seed), DIFFICULTIES[difficulty], accepts=easy).need_game()
        (sheet,), (solution, *_) = (
            worksheet_pages([make_exercise(tree)], ALL, with_solution=solved) for solved in (False, True)
        )
        lines = [
            one for one in iter_flat_shapes(sheet.shapes) if isinstance(one, Path) and one.paint.line == LIGHT.pruned
        ]
        windows = sorted(one.points for one in lines if one.points[1][0] - one.points[0][0] > 12 * MILLIMETRE)
        assert len(windows) == 2 * sum(text.text == "α =" for text in sheet.iter_texts())
        for (begin, _), (other, _) in itertools.pairwise(windows):
            assert begin[0] != other[0] or other[1] - begin[1] > 6 * MILLIMETRE
        strokes = [
            one for one in iter_flat_shapes(solution.shapes) if isinstance(one, Path) and one.paint.line == LIGHT.cutoff
        ]
        middles = sorted({tuple(sum(way) / 2 for way in zip(*one.points, strict=True)) for one in strokes})
        arm = max(abs(one.points[0][0] - one.points[1][0]) for one in strokes) + strokes[0].paint.width
        assert all(b[0] - a[0] > arm or abs(b[1] - a[1]) > arm for a, b in itertools.pairwise(middles))


def test_what_is_asked_is_said() -> None:
    found = exercise_of(AIMA)
    words = {Blank.VALUES: "value that it returns", Blank.WINDOWS: "write down α and β", Blank.PRUNED: "cross out"}
    words[Blank.ORDER] = "number the leaves"
    for one in Blank:
        (page,) = worksheet_pages([found], frozenset({one}))
        assert [other for other, said in words.items() if said.lower() in page.description.lower()] == [one]
        assert any(text.text == "Name" for text in page.iter_texts())
        assert any(text.text == "α =" for text in page.iter_texts()) == (one is Blank.WINDOWS)


def test_exercises_are_numbered_and_reasons_without_room_go_on_on_another_page() -> None:
    found = exercise_of(TREES["medium"])
    sheet = worksheet_pages([found, found], ALL)
    assert [page.title for page in sheet] == ["Alpha-beta, exercise 1", "Alpha-beta, exercise 2"]
    assert worksheet_pages([found], ALL, title="Sheet 3")[0].title == "Sheet 3"
    many = [[5, 6], *([4, 9] for _ in range(11))]
    told = worksheet_pages([exercise_of(many)], frozenset({Blank.PRUNED}), with_solution=True)
    assert len(told) > 1
    reasons = list(exercise_of(many).explanation_sentences())
    said = " ".join(text.text for page in told for text in page.iter_texts())
    assert all(reason in said for reason in reasons)
    assert next(iter(exercise_of([[2, 3], [1, 9]]).explanation_sentences())).startswith(
        exercise_of(AIMA).trace.label(5)
    )


@pytest.mark.parametrize(
    ("tree", "words"),
    [([list(range(60)), [1, 2]], "no room"), ("tictactoe", "more than"), ([[[[[[[[[[1, 2]]]]]]]]]], "no room")],
)
def test_a_tree_too_large_for_a_page_is_refused(tree: Any, words: str) -> None:
    with pytest.raises(tracer.PlyscopeError, match=words):
        worksheet_pages(
            [make_exercise(tracer.game(tree) if isinstance(tree, str) else tracer.trace(tree).need_game())], ALL
        )


def test_words_for_blanks_are_read() -> None:
    assert parse_blanks("values, order") == {Blank.VALUES, Blank.ORDER}
    for wrong in ("", "value", "values;order"):
        with pytest.raises(tracer.PlyscopeError):
            parse_blanks(wrong)


def test_files_have_a_page_for_each_exercise(need: Need) -> None:
    need("reportlab")
    found = [exercise_of(TREES[name]) for name in ("aima", "hard")]
    for solved in (False, True):
        drawn = worksheet_pages(found, ALL, with_solution=solved)
        for name, write in WRITERS.items():
            data = write(drawn)
            assert data == write(worksheet_pages(found, ALL, with_solution=solved)), name
            marks = {"pdf": rb"/Type /Page\b(?!s)", "tex": rb"\\begin{tikzpicture}", "html": rb"<section "}
            assert len(re.findall(marks[name], data)) == len(drawn)


def test_a_page_of_html_loads_nothing() -> None:
    text = encode_html(worksheet_pages([exercise_of(AIMA)], ALL)).decode()
    assert not re.findall(r"<script|<link|<img|url\(|href|src=", text)
    assert set(re.findall(r"https?://[^\"]+", text)) == {"http://www.w3.org/2000/svg"}
    assert "@page" in text


def test_a_page_of_html_is_as_wide_as_there_is_room_and_a4_on_paper(tmp_path: File, need: Need) -> None:
    for tool in ("playwright", "chromium"):
        need(tool)
    from playwright.sync_api import sync_playwright

    path = tmp_path / "sheet.html"
    path.write_bytes(encode_html(worksheet_pages([exercise_of(AIMA), exercise_of(AIMA)], ALL)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 500, "height": 700})
        page.goto(path.as_uri())
        widths = page.evaluate("[document.documentElement.scrollWidth, document.querySelector('svg').clientWidth]")
        printed = page.pdf(prefer_css_page_size=True)
        browser.close()
    assert widths == [500, 500]
    assert len(re.findall(rb"/Type /Page\b(?!s)", printed)) == 2


def test_a_label_is_data() -> None:
    tree = '{"children": {"<b>&x": [1, 2], "\\\\input{y}": [3, {"children": {"z": 4}}]}}'
    found = make_exercise(tracer.game(tree))
    text = encode_html(worksheet_pages([found], ALL, with_solution=True)).decode()
    assert "<b>" not in text
    assert r"\input{" not in encode_latex(worksheet_pages([found], ALL, with_solution=True)).decode()


def test_tex_compiles(need: Need, tmp_path: File) -> None:
    need("pdflatex")
    drawn = worksheet_pages([exercise_of(TREES[name]) for name in ("aima", "hard")], ALL, with_solution=True)
    (tmp_path / "t.tex").write_bytes(encode_latex(drawn))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "t.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-2_000:]
    log = (tmp_path / "t.log").read_text(errors="replace")
    assert not re.findall(r"^!.*|Missing character.*|.*undefined.*", log, re.MULTILINE)
    assert f"Output written on t.pdf ({len(drawn)} page" in log
    if shutil.which("pdftotext"):
        command = ["pdftotext", "-layout", "t.pdf", "-"]
        said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        assert "The root returns 3" in said


def test_other_formats_are_refused() -> None:
    for name in ("x.svg", "x.png", "x"):
        with pytest.raises(tracer.PlyscopeError):
            find_writer(name)
    assert find_writer("x", "html") is encode_html
