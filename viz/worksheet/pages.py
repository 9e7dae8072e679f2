"""The pages of a worksheet, and their files: PDF, LaTeX, or HTML that prints one exercise on each sheet of paper.

A page is A4, one exercise each, with what is to be done above the tree and the reasons below it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from tracer.errors import PlyscopeError
from tracer.text import clean
from viz.formats import pdf, svg
from viz.formats.registry import find_format
from viz.latex import overlays
from viz.libraries import demand
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Paint, Path, Shape, Text, move_shape
from viz.paper.figures import BOLD_OUTLINE
from viz.pictures.theme import LIGHT
from viz.worksheet.drawn_tree import DrawnTree
from viz.worksheet.exercise import Blank, Exercise

SHORT_SIDE, LONG_SIDE = 595.0, 842.0
"""Of a page of A4, in points."""
PAGE_MARGIN = 44.0
"""Room around everything on a page."""
TITLE_SIZE, TEXT_SIZE, REASON_SIZE = 15.0, 10.5, 9.0
"""Sizes of text."""
NAME_LINE_WIDTH = 190.0
"""Width of the line for a name."""
TREE_GAP = 18.0
"""Room above and below the tree."""
PARAGRAPH_GAP = 4.0
"""Room between two reasons."""
MAX_REASON_SHARE = 0.4
"""The part of a page that is kept for reasons at most."""
MIN_SCALE, MIN_WRITABLE_SCALE, MAX_SCALE = 0.7, 0.9, 1.3
"""How much smaller or larger than in its own points a tree is drawn: so that a fine pen has room, any pen has, and at
most."""
DEFAULT_TITLE = "Alpha-beta"
TASK_TEXTS = {
    Blank.WINDOWS: "In each inner node that is visited, write down α and β with which it is entered.",
    Blank.VALUES: "At the top of each inner node that is visited, write the value that it returns. {signs}",
    Blank.PRUNED: "Cross out each branch that is pruned.",
    Blank.ORDER: "Number the leaves that are visited: 1 for the first of them, 2 for the second, and so on.",
}
"""What is to be done, in the order in which it is said."""
PROVED_SIGNS = (
    "Moves that were pruned, at the node or below it, can leave its true value open: write ≥ before the number if the "
    "true value may be greater, ≤ if it may be less, and no sign if it is certain."
)
CLASSICAL_SIGNS = (
    "Compare it with α and β as they were when the node was entered: write ≤ before the number if it is {low}, ≥ if it "
    "is {high}, and no sign if it lies between them."
)
"""Which sign stands before a value: by what is certain of it, or by the window alone."""
BULLET = "•  "
BULLET_WIDTH = font.text_width(BULLET, TEXT_SIZE)
"""Before each thing that is to be done, and the room that it takes."""


def worksheet_pages(
    exercises: Sequence[Exercise], blanks: frozenset[Blank], *, with_solution: bool = False, title: str = ""
) -> list[Canvas]:
    """The pages, upright or lengthwise as each tree needs; solved, the same filled in, with a reason for each cutoff.

    Where the reasons have no room below the tree, they go on on a page of their own.

    Raises:
        PlyscopeError: a tree is too large for a page.
    """
    canvases: list[Canvas] = []
    for number, exercise in enumerate(exercises, start=1):
        suffix = f", exercise {number}" if len(exercises) > 1 else "" if title else ", an exercise"
        exercise_page = _ExercisePage(exercise, blanks, f"{clean(title) or DEFAULT_TITLE}{suffix}")
        if exercise_page.scale < MIN_SCALE:
            leaf_count = exercise.full.counts.leaves
            raise PlyscopeError(f"{leaf_count} leaves have no room on a page to write into: take a smaller tree")
        canvases += exercise_page.iter_canvases(with_solution=with_solution)
    return canvases


def fits_on_page(exercise: Exercise, blanks: frozenset[Blank]) -> bool:
    """Whether a tree has room on a page, and a pen in the tree."""
    return _ExercisePage(exercise, blanks, "").scale >= MIN_WRITABLE_SCALE


class _ExercisePage:
    def __init__(self, exercise: Exercise, blanks: frozenset[Blank], title: str) -> None:
        self.exercise, self.title = exercise, title
        self.search, self.tasks = _describe_search(exercise), _describe_tasks(exercise, blanks)
        self.tree = DrawnTree(exercise, blanks)
        upright, lengthwise = (
            (*page_sides, self._tree_scale(*page_sides))
            for page_sides in ((SHORT_SIDE, LONG_SIDE), (LONG_SIDE, SHORT_SIDE))
        )
        # Upright there is more room for reasons and for notes.
        self.width, self.height, self.scale = upright if upright[2] >= min(1.0, lengthwise[2]) else lengthwise

    def iter_canvases(self, *, with_solution: bool) -> Iterator[Canvas]:
        """The page, and where reasons have no room on it another one."""
        title = f"{self.title}: solution" if with_solution else self.title
        top = self._tree_top(self.width)
        left = (self.width - self.tree.width * self.scale) / 2
        tree = [
            move_shape(shape, left, top, scale=self.scale) for shape in self.tree.draw_tree(is_solved=with_solution)
        ]
        shapes = [*self._draw_head(title, with_name=not with_solution), *tree]
        y = top + self.tree.height * self.scale + TREE_GAP
        for lines in self._reason_paragraphs(self.width) if with_solution else ():
            if y + _paragraph_height(lines) > self.height - PAGE_MARGIN + PARAGRAPH_GAP:
                yield self._make_canvas(title, shapes)
                title_shapes = list(_draw_title(f"{title}, continued", self.width, with_name=False))
                shapes, y = list[Shape](title_shapes), title_shapes[-1].y + TITLE_SIZE
            shapes += [
                Text(
                    PAGE_MARGIN,
                    y + REASON_SIZE + index * REASON_SIZE * font.LINE_SPACING,
                    line,
                    REASON_SIZE,
                    LIGHT.text,
                    Anchor.START,
                )
                for index, line in enumerate(lines)
            ]
            y += _paragraph_height(lines)
        yield self._make_canvas(title, shapes)

    def _make_canvas(self, title: str, shapes: Sequence[Shape]) -> Canvas:
        description = " ".join([self.search, *self.tasks])
        return Canvas(self.width, self.height, LIGHT.background, tuple(shapes), title, description)

    def _reason_paragraphs(self, width: float) -> list[list[str]]:
        """The reasons, in lines for a page of a width."""
        return [
            list(font.wrap_text(text, REASON_SIZE, width - 2 * PAGE_MARGIN))
            for text in self.exercise.explanation_sentences()
        ]

    def _draw_head(self, title: str, *, with_name: bool) -> Iterator[Shape]:
        yield from _draw_title(title, self.width, with_name=with_name)
        if with_name:
            right_edge, base_line = self.width - PAGE_MARGIN, PAGE_MARGIN + TITLE_SIZE
            yield Text(right_edge - NAME_LINE_WIDTH, base_line, "Name", TEXT_SIZE, LIGHT.faint, Anchor.END)
            yield Path(
                ((right_edge - NAME_LINE_WIDTH + 6, base_line + 2), (right_edge, base_line + 2)),
                Paint(line=LIGHT.edge, width=0.7),
            )
        first_top = self._first_line_top(self.width)
        for index, (indent, line) in enumerate(self._task_lines(self.width)):
            yield Text(
                PAGE_MARGIN + indent,
                first_top + index * TEXT_SIZE * font.LINE_SPACING,
                line,
                TEXT_SIZE,
                LIGHT.text,
                Anchor.START,
            )

    def _task_lines(self, width: float) -> list[tuple[float, str]]:
        """What is to be done, in lines for a page of a width, with how far each stands to the right."""
        lines = [(0.0, line) for line in font.wrap_text(self.search, TEXT_SIZE, width - 2 * PAGE_MARGIN)]
        for task in self.tasks:
            first, *others = font.wrap_text(task, TEXT_SIZE, width - 2 * PAGE_MARGIN - BULLET_WIDTH)
            lines += [(0.0, BULLET + first), *((BULLET_WIDTH, line) for line in others)]
        return lines

    def _first_line_top(self, width: float) -> float:
        """Where what is to be done begins, below as many lines as the longer of the two titles has."""
        titles = (
            _title_lines(self.title, width, with_name=True),
            _title_lines(f"{self.title}: solution", width, with_name=False),
        )
        return PAGE_MARGIN + 1.4 * TITLE_SIZE + max(map(len, titles)) * TITLE_SIZE * font.LINE_SPACING

    def _tree_top(self, width: float) -> float:
        return (
            self._first_line_top(width) + (len(self._task_lines(width)) - 1) * TEXT_SIZE * font.LINE_SPACING + TREE_GAP
        )

    def _tree_scale(self, width: float, height: float) -> float:
        """How much larger the tree can be on a page of this size; room to write in goes before room for reasons."""
        tree_room = height - self._tree_top(width) - PAGE_MARGIN - TREE_GAP
        reasons = min(sum(map(_paragraph_height, self._reason_paragraphs(width))), MAX_REASON_SHARE * height)
        scale_without_reasons, scale_with_reasons = (
            tall / self.tree.height for tall in (tree_room, tree_room - reasons)
        )
        height_scale = (
            scale_with_reasons if scale_with_reasons >= MIN_WRITABLE_SCALE else min(scale_without_reasons, 1.0)
        )
        return min((width - 2 * PAGE_MARGIN) / self.tree.width, height_scale, MAX_SCALE)


def _paragraph_height(lines: Sequence[str]) -> float:
    return len(lines) * REASON_SIZE * font.LINE_SPACING + PARAGRAPH_GAP


def _describe_search(exercise: Exercise) -> str:
    options = exercise.trace.header.options
    min_end, max_end = _describe_cut_ends(exercise)
    fail_hard_note = (
        ", so that less than α is returned as α, and more than β as β" if options.get("fail") == "hard" else ""
    )
    return (
        f"Search the tree by alpha-beta (fail-{options.get('fail', 'soft')}{fail_hard_note}), "
        "moves from left to right, with "
        f"α = −∞ and β = ∞ at the root. A node of MAX is left as soon as a move gives it {max_end}, "
        "a node of MIN as soon "
        f"as one gives it {min_end}; the moves that are left over there are pruned."
    )


def _describe_tasks(exercise: Exercise, blanks: frozenset[Blank]) -> list[str]:
    low, high = _describe_cut_ends(exercise, clamps=exercise.trace.header.options.get("fail") == "hard")
    signs = CLASSICAL_SIGNS.format(low=low, high=high) if exercise.trace.uses_windows_only else PROVED_SIGNS
    return [text.format(signs=signs) for blank, text in TASK_TEXTS.items() if blank in blanks]


def _describe_cut_ends(exercise: Exercise, *, clamps: bool = False) -> tuple[str, str]:
    """The values outside the window, at which a node is left; what is clamped to the window never lies beyond it."""
    is_strict = exercise.trace.header.options.get("cut") == ">" and not clamps
    return ("less than α", "more than β") if is_strict else ("α or less", "β or more")


def _title_lines(text: str, width: float, *, with_name: bool) -> list[str]:
    """A title in lines, which leave room for a name where one is written beside it."""
    return list(
        font.wrap_text(
            text, TITLE_SIZE, width - 2 * PAGE_MARGIN - (NAME_LINE_WIDTH + 4 * TITLE_SIZE if with_name else 0.0)
        )
    )


def _draw_title(text: str, width: float, *, with_name: bool) -> Iterator[Text]:
    for index, line in enumerate(_title_lines(text, width, with_name=with_name)):
        top = PAGE_MARGIN + TITLE_SIZE + index * TITLE_SIZE * font.LINE_SPACING
        yield Text(PAGE_MARGIN, top, line, TITLE_SIZE, LIGHT.text, Anchor.START, BOLD_OUTLINE * TITLE_SIZE)


PAGE_STYLE = """
@page upright { size: A4 portrait; margin: 0 }
@page lengthwise { size: A4 landscape; margin: 0 }
body { margin: 0; background: #d8dce2 }
section { background: #fff; margin: 12px auto; break-after: page; break-inside: avoid; overflow: hidden }
section.upright { page: upright; width: 210mm; height: 297mm }
section.lengthwise { page: lengthwise; width: 297mm; height: 210mm }
section svg { display: block; width: 100%; height: 100% }
@media screen { section.upright, section.lengthwise { max-width: 100%; height: auto } }
@media print { body { background: none } section { margin: 0 } section:last-child { break-after: auto } }
""".strip()


def encode_html(pages: Sequence[Canvas]) -> bytes:
    """The pages in one file that loads nothing."""
    lines = ["<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">']
    lines += [f"<title>{svg.escape_xml(pages[0].title)}</title>", f"<style>{PAGE_STYLE}</style>", "</head>", "<body>"]
    for page in pages:
        direction = "upright" if page.width < page.height else "lengthwise"
        lines += [f'<section class="{direction}">', *svg.svg_lines(page), "</section>"]
    return "\n".join([*lines, "</body>", "</html>", ""]).encode()


def encode_latex(pages: Sequence[Canvas]) -> bytes:
    """The pages as TikZ pictures."""
    return "".join(f"{line}\n" for line in overlays.page_lines(pages)).encode()


WRITERS: dict[str, Callable[[Sequence[Canvas]], bytes]] = {
    "pdf": pdf.encode_pages,
    "tex": encode_latex,
    "html": encode_html,
}
"""What writes a worksheet, by the name of the format; the same pages give the same bytes."""


def find_writer(path: str | os.PathLike[str], format: str | None = None) -> Callable[[Sequence[Canvas]], bytes]:
    """What makes a file of pages, by the file's suffix or the format's name.

    Raises:
        PlyscopeError: a worksheet is no such file, or a library is missing.
    """
    file_format = find_format(path, format)
    if file_format.name not in WRITERS:
        raise PlyscopeError(
            f"a worksheet is .{', .'.join(WRITERS)}; {clean(os.fspath(path), 80)} would be .{file_format.name}"
        )
    demand(*file_format.needs)
    return WRITERS[file_format.name]
