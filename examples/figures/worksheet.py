"""An exercise in alpha-beta, solved: what stands on the second sheet of `plyscope worksheet`.

python examples/figures/worksheet.py > worksheet.svg
"""

from random import Random

from tracer.questions.interesting import DIFFICULTIES, interesting_tree
from viz.formats import svg
from viz.worksheet.exercise import Blank, make_exercise
from viz.worksheet.pages import worksheet_pages


def figure() -> str:
    """A tree with a shallow and a deep cutoff, everything filled in."""
    tree = interesting_tree(Random("7/0"), DIFFICULTIES["medium"])
    page, *_ = worksheet_pages([make_exercise(tree.need_game())], frozenset(Blank), with_solution=True)
    return svg.svg_text(page)


if __name__ == "__main__":
    print(figure(), end="")
