"""The pages of a worksheet: A4, one exercise each, with what is to be done above the tree and the reasons below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracer.errors import PlyscopeError
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Paint, Path, Shape, Text, shift, zoom
from viz.paper.figures import BOLD
from viz.pictures.theme import LIGHT
from viz.worksheet.drawn_tree import DrawnTree
from viz.worksheet.exercise import Blank, Exercise

SHORT_SIDE, LONG_SIDE = 595.0, 842.0
"""Of a page of A4, in points."""
EDGE = 44.0
"""Room around everything on a page."""
TITLE, TEXT, REASON = 15.0, 10.5, 9.0
"""Sizes of text."""
NAME = 190.0
"""Width of the line for a name."""
BETWEEN = 18.0
"""Room above and below the tree."""
PARAGRAPH = 4.0
"""Room between two reasons."""
MOST_REASONS = 0.4
"""The part of a page that is kept for reasons at most."""
SMALLEST, LARGEST = 0.7, 1.3
"""How much smaller or larger than in its own points a tree is drawn."""
ASKED = {
    Blank.VALUES: "write into each inner node that is visited what it returns, with ≤ where that is {low} and ≥ where "
    "it is {high}, unless all its moves were searched and leave it no other value",
    Blank.WINDOWS: "write down alpha and beta of each inner node as it is entered",
    Blank.PRUNED: "cross out the branches that are pruned",
    Blank.ORDER: "number the leaves in the order in which they are visited",
}
"""What is to be done, in the order in which it is said."""


def pages(exercises: Sequence[Exercise], blank: frozenset[Blank], *, solved: bool = False) -> list[Canvas]:
    """The pages, upright or lengthwise as each tree needs; solved, the same filled in, with a reason for each cutoff.

    Where the reasons have no room below the tree, they go on on a page of their own.

    Raises:
        PlyscopeError: a tree is too large for a page.
    """
    found: list[Canvas] = []
    for number, exercise in enumerate(exercises, start=1):
        title = f"Alpha-beta, exercise {number}" if len(exercises) > 1 else "Alpha-beta, an exercise"
        sheet = _Sheet(exercise, blank, title)
        if sheet.scale < SMALLEST:
            leaves = exercise.full.counts.leaves
            raise PlyscopeError(f"{leaves} leaves have no room on a page to write into: take a smaller tree")
        found += sheet.canvases(solved=solved)
    return found


def fits(exercise: Exercise, blank: frozenset[Blank]) -> bool:
    """Whether a tree has room on a page."""
    return _Sheet(exercise, blank, "").scale >= SMALLEST


class _Sheet:
    """The page of one exercise."""

    def __init__(self, exercise: Exercise, blank: frozenset[Blank], title: str) -> None:
        self.exercise, self.title = exercise, title
        self.task = _task(exercise, blank)
        self.tree = DrawnTree(exercise, blank)
        upright, lengthwise = (
            (*sides, self._scale(*sides)) for sides in ((SHORT_SIDE, LONG_SIDE), (LONG_SIDE, SHORT_SIDE))
        )
        # Upright there is more room for reasons and for notes.
        self.width, self.height, self.scale = upright if upright[2] >= min(1.0, lengthwise[2]) else lengthwise

    def canvases(self, *, solved: bool) -> Iterator[Canvas]:
        """The page, and where reasons have no room on it another one."""
        title = f"{self.title}: solution" if solved else self.title
        top = self._tree_top(self.width)
        left = (self.width - self.tree.width * self.scale) / 2
        tree = [shift(zoom(shape, self.scale), left, top) for shape in self.tree.shapes(solved=solved)]
        shapes = [*self._head(title, named=not solved), *tree]
        y = top + self.tree.height * self.scale + BETWEEN
        for lines in self._paragraphs(self.width) if solved else ():
            if y + _tall(lines) > self.height - EDGE + PARAGRAPH:
                yield self._canvas(title, shapes)
                shapes, y = [_title(f"{title}, continued")], EDGE + 2 * TITLE
            shapes += [
                Text(EDGE, y + REASON + place * REASON * font.LEADING, line, REASON, LIGHT.text, Anchor.START)
                for place, line in enumerate(lines)
            ]
            y += _tall(lines)
        yield self._canvas(title, shapes)

    def _canvas(self, title: str, shapes: Sequence[Shape]) -> Canvas:
        return Canvas(self.width, self.height, LIGHT.background, tuple(shapes), title, self.task)

    def _paragraphs(self, width: float) -> list[list[str]]:
        """The reasons, in lines for a page of a width."""
        return [list(font.wrap(text, REASON, width - 2 * EDGE)) for text in self.exercise.sentences()]

    def _head(self, title: str, *, named: bool) -> Iterator[Shape]:
        """Title, line for a name, and what is to be done."""
        yield _title(title)
        if named:
            right, base = self.width - EDGE, EDGE + TITLE
            yield Text(right - NAME, base, "Name", TEXT, LIGHT.faint, Anchor.END)
            yield Path(((right - NAME + 6, base + 2), (right, base + 2)), Paint(line=LIGHT.edge, width=0.7))
        for place, line in enumerate(self._task_lines(self.width)):
            yield Text(EDGE, self._first_line + place * TEXT * font.LEADING, line, TEXT, LIGHT.text, Anchor.START)

    _first_line = EDGE + 2.6 * TITLE

    def _task_lines(self, width: float) -> list[str]:
        return list(font.wrap(self.task, TEXT, width - 2 * EDGE))

    def _tree_top(self, width: float) -> float:
        return self._first_line + (len(self._task_lines(width)) - 1) * TEXT * font.LEADING + BETWEEN

    def _scale(self, width: float, height: float) -> float:
        """How much larger the tree can be on a page of this size."""
        reasons = min(sum(map(_tall, self._paragraphs(width))), MOST_REASONS * height)
        room = height - self._tree_top(width) - EDGE - BETWEEN - reasons
        return min((width - 2 * EDGE) / self.tree.width, room / self.tree.height, LARGEST)


def _tall(lines: Sequence[str]) -> float:
    """The height of a reason, with the room below it."""
    return len(lines) * REASON * font.LEADING + PARAGRAPH


def _task(exercise: Exercise, blank: frozenset[Blank]) -> str:
    """What is to be done, in two sentences."""
    options = exercise.trace.header.options
    strict = options.get("cut") == ">"
    ends = ("less than alpha", "more than beta") if strict else ("alpha or less", "beta or more")
    asked = [words.format(low=ends[0], high=ends[1]) for one, words in ASKED.items() if one in blank]
    listed = " and ".join(["; ".join(asked[:-1]), asked[-1]] if asked[:-1] else asked)
    how = f"fail-{options.get('fail', 'soft')}" + (", cut only where a value is beyond alpha or beta" if strict else "")
    search = f"Search the tree by alpha-beta, from left to right, with no window to begin with ({how})."
    return f"{search} {listed[:1].upper()}{listed[1:]}."


def _title(text: str) -> Text:
    return Text(EDGE, EDGE + TITLE, text, TITLE, LIGHT.text, Anchor.START, BOLD * TITLE)
