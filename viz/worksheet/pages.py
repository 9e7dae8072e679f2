"""The pages of a worksheet: A4, one exercise each, with what is to be done above the tree and the reasons below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracer.errors import PlyscopeError
from tracer.text import clean
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
SMALLEST, EASY, LARGEST = 0.7, 0.9, 1.3
"""How much smaller or larger than in its own points a tree is drawn: so that a fine pen has room, any pen has, and at
most."""
NAME_OF_THE_SHEET = "Alpha-beta"
ASKED = {
    Blank.WINDOWS: "In each inner node that is visited, write down α and β with which it is entered.",
    Blank.VALUES: "At the top of each inner node that is visited, write the value that it returns. {signs}",
    Blank.PRUNED: "Cross out each branch that is pruned.",
    Blank.ORDER: "Number the leaves that are visited: 1 for the first of them, 2 for the second, and so on.",
}
"""What is to be done, in the order in which it is said."""
PROVED = (
    "Moves that were pruned, at the node or below it, can leave its true value open: write ≥ before the number if the "
    "true value may be greater, ≤ if it may be less, and no sign if it is certain."
)
CLASSICAL = (
    "Compare it with α and β as they were when the node was entered: write ≤ before the number if it is {low}, ≥ if it "
    "is {high}, and no sign if it lies between them."
)
"""Which sign stands before a value: by what is certain of it, or by the window alone."""
BULLET = "•  "
INDENT = font.width(BULLET, TEXT)
"""Before each thing that is to be done, and the room that it takes."""


def pages(
    exercises: Sequence[Exercise], blank: frozenset[Blank], *, solved: bool = False, title: str = ""
) -> list[Canvas]:
    """The pages, upright or lengthwise as each tree needs; solved, the same filled in, with a reason for each cutoff.

    Where the reasons have no room below the tree, they go on on a page of their own.

    Args:
        exercises: the exercises.
        blank: what is to be filled in.
        solved: whether it is.
        title: what the sheet is called.

    Raises:
        PlyscopeError: a tree is too large for a page.
    """
    found: list[Canvas] = []
    for number, exercise in enumerate(exercises, start=1):
        each = f", exercise {number}" if len(exercises) > 1 else "" if title else ", an exercise"
        sheet = _Sheet(exercise, blank, f"{clean(title) or NAME_OF_THE_SHEET}{each}")
        if sheet.scale < SMALLEST:
            leaves = exercise.full.counts.leaves
            raise PlyscopeError(f"{leaves} leaves have no room on a page to write into: take a smaller tree")
        found += sheet.canvases(solved=solved)
    return found


def fits(exercise: Exercise, blank: frozenset[Blank]) -> bool:
    """Whether a tree has room on a page, and a pen in the tree."""
    return _Sheet(exercise, blank, "").scale >= EASY


class _Sheet:
    """The page of one exercise."""

    def __init__(self, exercise: Exercise, blank: frozenset[Blank], title: str) -> None:
        self.exercise, self.title = exercise, title
        self.search, self.tasks = _search(exercise), _tasks(exercise, blank)
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
                head = list(_title(f"{title}, continued", self.width, named=False))
                shapes, y = list[Shape](head), head[-1].y + TITLE
            shapes += [
                Text(EDGE, y + REASON + place * REASON * font.LEADING, line, REASON, LIGHT.text, Anchor.START)
                for place, line in enumerate(lines)
            ]
            y += _tall(lines)
        yield self._canvas(title, shapes)

    def _canvas(self, title: str, shapes: Sequence[Shape]) -> Canvas:
        said = " ".join([self.search, *self.tasks])
        return Canvas(self.width, self.height, LIGHT.background, tuple(shapes), title, said)

    def _paragraphs(self, width: float) -> list[list[str]]:
        """The reasons, in lines for a page of a width."""
        return [list(font.wrap(text, REASON, width - 2 * EDGE)) for text in self.exercise.sentences()]

    def _head(self, title: str, *, named: bool) -> Iterator[Shape]:
        """Title, line for a name, and what is to be done."""
        yield from _title(title, self.width, named=named)
        if named:
            right, base = self.width - EDGE, EDGE + TITLE
            yield Text(right - NAME, base, "Name", TEXT, LIGHT.faint, Anchor.END)
            yield Path(((right - NAME + 6, base + 2), (right, base + 2)), Paint(line=LIGHT.edge, width=0.7))
        first = self._first_line(self.width)
        for place, (indent, line) in enumerate(self._said(self.width)):
            yield Text(EDGE + indent, first + place * TEXT * font.LEADING, line, TEXT, LIGHT.text, Anchor.START)

    def _said(self, width: float) -> list[tuple[float, str]]:
        """What is to be done, in lines for a page of a width, with how far each stands to the right."""
        found = [(0.0, line) for line in font.wrap(self.search, TEXT, width - 2 * EDGE)]
        for task in self.tasks:
            first, *others = font.wrap(task, TEXT, width - 2 * EDGE - INDENT)
            found += [(0.0, BULLET + first), *((INDENT, line) for line in others)]
        return found

    def _first_line(self, width: float) -> float:
        """Where what is to be done begins, below as many lines as the longer of the two titles has."""
        titles = _titled(self.title, width, named=True), _titled(f"{self.title}: solution", width, named=False)
        return EDGE + 1.4 * TITLE + max(map(len, titles)) * TITLE * font.LEADING

    def _tree_top(self, width: float) -> float:
        return self._first_line(width) + (len(self._said(width)) - 1) * TEXT * font.LEADING + BETWEEN

    def _scale(self, width: float, height: float) -> float:
        """How much larger the tree can be on a page of this size; room to write in goes before room for reasons."""
        room = height - self._tree_top(width) - EDGE - BETWEEN
        reasons = min(sum(map(_tall, self._paragraphs(width))), MOST_REASONS * height)
        alone, above_reasons = (tall / self.tree.height for tall in (room, room - reasons))
        down = above_reasons if above_reasons >= EASY else min(alone, 1.0)
        return min((width - 2 * EDGE) / self.tree.width, down, LARGEST)


def _tall(lines: Sequence[str]) -> float:
    """The height of a reason, with the room below it."""
    return len(lines) * REASON * font.LEADING + PARAGRAPH


def _search(exercise: Exercise) -> str:
    """How the tree is searched."""
    options = exercise.trace.header.options
    least, most = _ends(exercise)
    hard = ", so that less than α is returned as α, and more than β as β" if options.get("fail") == "hard" else ""
    return (
        f"Search the tree by alpha-beta (fail-{options.get('fail', 'soft')}{hard}), moves from left to right, with "
        f"α = −∞ and β = ∞ at the root. A node of MAX is left as soon as a move gives it {most}, a node of MIN as soon "
        f"as one gives it {least}; the moves that are left over there are pruned."
    )


def _tasks(exercise: Exercise, blank: frozenset[Blank]) -> list[str]:
    """What is to be done."""
    low, high = _ends(exercise, clamps=exercise.trace.header.options.get("fail") == "hard")
    signs = CLASSICAL.format(low=low, high=high) if exercise.trace.uses_windows_only else PROVED
    return [words.format(signs=signs) for one, words in ASKED.items() if one in blank]


def _ends(exercise: Exercise, *, clamps: bool = False) -> tuple[str, str]:
    """The values outside the window, at which a node is left; what is clamped to the window never lies beyond it."""
    is_strict = exercise.trace.header.options.get("cut") == ">" and not clamps
    return ("less than α", "more than β") if is_strict else ("α or less", "β or more")


def _titled(text: str, width: float, *, named: bool) -> list[str]:
    """A title in lines, which leave room for a name where one is written beside it."""
    return list(font.wrap(text, TITLE, width - 2 * EDGE - (NAME + 4 * TITLE if named else 0.0)))


def _title(text: str, width: float, *, named: bool) -> Iterator[Text]:
    for place, line in enumerate(_titled(text, width, named=named)):
        top = EDGE + TITLE + place * TITLE * font.LEADING
        yield Text(EDGE, top, line, TITLE, LIGHT.text, Anchor.START, BOLD * TITLE)
