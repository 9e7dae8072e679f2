"""The page of the diseases: what each is, how it shows, and the line that makes it, from a search that has it.

The lines are not written here: the tests have a healthy search for every disease and the edit that makes it sick, and
hold `check` to finding it.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from functools import cache
from io import StringIO

from making.page import ROOT
from making.reference.markdown import heading
from making.reference.python import linked
from tracer.diagnosis import examination
from tracer.diagnosis.finding import Disease, Finding
from tracer.text import clean

sys.path.insert(0, str(ROOT / "tests"))
from specimens.specimen import FOLDER, Specimen, diagnosis
from specimens.two_bugs import all_specimens

INTRO = """# Known bugs

All that [`plyscope check`](commands.md#check) can find wrong with a search, by name. It judges each node by what its
children returned and by the window that it was given, so it finds a mistake also where the root's value is right.
`plyscope check --list` prints the names in a terminal, and [`plyscope.check`](python.md#plyscope.check) is the same in
Python.

- An **error** may make a value wrong. A **warning** wastes work, or leaves it open whether a value is right.
  A **note** is worth knowing. Errors and warnings make the exit code 1.
- Each finding is the *first* node that has the bug, with the numbers that show it. Known bugs stand here in the
  order in which they explain one another: a board that was not put back makes wrong moves, and these wrong values.
- The lines with a minus are wrong, those with a plus are right. Each example is from a whole program that is recorded
  and checked when this page is made, and what `check` says of it is its own sentence.
"""
TITLES = {
    "positions": "Positions",
    "moves": "Moves and players",
    "readings": "How it was recorded",
    "leaves": "Leaves and depths",
    "tables": "Answers of the table",
    "chances": "Chance",
    "selective_calls": "Reductions and quiescence",
    "windows": "Windows",
    "values": "Values",
    "cuts": "Cutoffs",
    "chosen_move": "The move that is played",
    "waste": "Windows that could be narrower",
    "table_use": "Use of the table",
    "remarks": "The move that was chosen",
}
"""What each examiner looks at, by the last name of its module."""
CHOSEN = {
    "not-undone": "positions_negamax",
    "move-skipped": "moves_lists",
    "shared-window": "windows_globals",
    "window-not-negated": "windows_negamax",
    "cut-before-update": "values_counters",
    "lost-given-up": "wild_rows",
    "outcomes-redrawn": "chances_pig",
    "outcomes-sampled": "chances_tiles",
}
"""The search that shows a disease best, where that is not the one with the smallest edit."""
WITHOUT = {
    "needless-re-search": "A scout whose null window reaches from 1 to 2, where values are fractions: a move worth 1.5 "
    "is searched again, although that number is all that the second search can find.",
    "few-moves": "A beam that looks at the two best moves alone. It is meant, so it is no more than a note.",
    "recorded-otherwise": 'A negamax that is recorded without `view="mover"` where nothing shows that it is one.',
    "no-minimax": "A search that counts the games that each player wins below a position.",
    "null-move-forbidden": "A null move that an engine also makes where it is in check.",
    "exact-not-used": "`flag = LOWER if best >= beta else UPPER if best <= alpha else EXACT` after a loop that raises "
    "`alpha`: so no value is ever exact. Compare with the `alpha` of the beginning.",
    "reduced-kept": "Late moves that are scouted a ply less deep, and kept where they reach beta.",
    "re-search-shallow": "`-search(-beta, -alpha, depth - 2)` after a scout that was searched to `depth - 1`.",
    "no-stand-pat": "A quiescence search whose best value begins with minus infinity, and not with the evaluation.",
    "not-the-mean": "A chance node that returns as soon as an outcome wins, while all others return their mean.",
    "never-ends": "A depth of 3.46, the logarithm of the number of leaves, that is counted up to and compared with ==.",
    "depth-skipped": "`if depth == 4: continue` in the loop over depths, so that depth 5 follows on depth 3.",
    "longer-win": "A win that counts 1 however late it comes. `100 - ply` makes the sooner one worth more.",
    "law-broken": "A recorder that counts a visit which it did not make, or tells a proof number that is not the least "
    "of its children's.",
    "selects-for-one-player": "`max(children, key=lambda child: child.total / child.visits + bonus(child))` at every "
    "node, where `total` is the sum of the results of the player who moves first.",
    "selects-for-opponent": "`max(children, key=lambda child: child.total / child.visits + bonus(child))`, where "
    "`total` is the sum of the results as the player who moves at the child sees them.",
    "reward-not-turned": "`node.total += reward` on the whole way up, where the reward is that of the player who moves "
    "at the leaf: `reward = -reward` is missing.",
    "move-never-tried": "`for move in range(len(moves) - 1)` where the untried moves of a new node are listed.",
    "played-by-mean": "`max(children, key=lambda child: child.total / child.visits)` after the search. The recording "
    'knows the move if the header has `notes={"played": "a1"}`.',
    "few-visits-played": "`min(children, key=lambda child: child.visits)` after the search, or `max` over another "
    "number than the visits.",
    "budget-spent": "A chess position whose moves are searched six plies deep: to know what it is truly worth, as many "
    "nodes have to be searched again without a cutoff.",
    "misled": "A null move in zugzwang: [`engine`](searches.md#engine) with `null` and without `verify`.",
}
"""Diseases that no single line of a program shows: what has them, in a sentence."""


def page() -> str:
    """The page."""
    parts = [INTRO]
    shown: set[str] = set()
    for examiner in examination.EXAMINERS:
        about = str(examiner.__doc__).strip().split("\n\n")[0]
        parts.append(f"## {_title(examiner.__name__.rpartition('.')[2])}\n\n{about}\n")
        for disease in examiner.DISEASES:
            parts += _entry(disease)
            shown.add(disease.slug)
    parts.append("## Best-first and selective searches\n")
    for slug, disease in examination.DISEASES.items():
        if slug not in shown:
            parts += _entry(disease)
    return "\n".join(parts)


def _title(examiner: str) -> str:
    """The heading above the diseases of an examiner.

    Raises:
        ValueError: it has none.
    """
    if examiner not in TITLES:
        raise ValueError(f"TITLES in docs/making/reference/diseases.py has no heading for the examiner {examiner!r}")
    return TITLES[examiner]


def _entry(disease: Disease) -> Iterator[str]:
    """A disease."""
    yield heading(3, f"`{disease.slug}`", disease.slug)
    yield f"**{disease.severity.value.capitalize()}.** {linked(disease.explanation)}\n"
    yield f"*What to change:* {linked(disease.remedy)}\n"
    if disease.slug in WITHOUT:
        yield f"*For example:* {WITHOUT[disease.slug]}\n"
        return
    found = example(disease)
    yield f"```diff\n{lines(found)}\n```\n"
    told = _told_nothing(found)
    assert disease.slug in [one.disease for one in told], f"check does not find {disease.slug} in {found} any more"
    finding = next(one for one in told if one.disease == disease.slug)
    yield f"`check` says:\n\n> {clean(finding.message).replace('*', chr(92) + '*')}\n"


def _told_nothing(specimen: Specimen) -> list[Finding]:
    """What is found in a search; what recording it assumed of it is said to nobody."""
    with redirect_stderr(StringIO()):
        return diagnosis(specimen.style, specimen.edit)


def example(disease: Disease) -> Specimen:
    """The search that shows a disease best: a chosen one, or that with the smallest edit of those as most people write.

    Raises:
        ValueError: no test has one.
    """
    found = [one for one in _specimens() if one.disease == disease.slug]
    if not found:
        raise ValueError(f"no `SPECIMENS` of a test of `check` has {disease.slug}, nor has `WITHOUT` a sentence for it")
    strange = ("wild_", "strange_")
    return min(
        found,
        key=lambda one: (
            one.style.file != CHOSEN.get(disease.slug),
            one.style.file.startswith(strange),
            len(one.edit),
            sum(len(healthy) + len(sick) for healthy, sick in one.edit),
        ),
    )


@cache
def _specimens() -> list[Specimen]:
    return all_specimens()


def lines(specimen: Specimen) -> str:
    """What to change: the wrong lines with a minus, the right ones with a plus, a line around them."""
    healthy = (FOLDER / f"{specimen.style.file}.py").read_text(encoding="utf-8")
    sick = healthy
    for right, wrong in specimen.edit:
        sick = sick.replace(right, wrong)
    shown = list(difflib.unified_diff(sick.splitlines(), healthy.splitlines(), lineterm="", n=1))[3:]
    marked = [("", "…") if line.startswith("@@") else (line[:1], line[1:]) for line in shown]
    margin = min(len(body) - len(body.lstrip()) for mark, body in marked if mark and body.strip())
    shown = [body if not mark else f"{mark}{body[margin:]}".rstrip() for mark, body in marked]
    return "\n".join(shown).strip("\n")
