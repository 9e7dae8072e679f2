"""Ratios: each search against the one of another group that searched the same position, pair by pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Bools, Floats
from tracer.sweeping.measures import MEASURED
from tracer.text import clean, nearest
from viz.studies.curves import answer_of
from viz.studies.dataset import Categories, Dataset, Rows
from viz.studies.easel import MOST_GROUPS
from viz.studies.question import MOST_PANELS, Answer, Question, StudyChart, column_name, count_of_rows, need_few, placed
from viz.studies.summary import Curve, Middle

NO_PARAMETERS = ("cell", "options")
"""Columns that have in one word what others have one by one."""
EVEN = Middle(0, 1.0, 1.0, 1.0)


def answer(dataset: Dataset, question: Question) -> Answer:
    """Curves of the ratios to the base.

    Raises:
        PlyscopeError: there is no such base, no pair, or a search that belongs to several of the base.
    """
    if not question.by:
        raise PlyscopeError("a ratio needs --by: the columns that tell searches from those they are compared with")
    keys = [name for name in dataset.kinds if name not in MEASURED and name not in (*NO_PARAMETERS, *question.by)]
    texts = dataset.has_text(question.x)
    numbers = {"y": dataset.number(question.y)} | ({} if texts else {"x": dataset.number(question.x)})
    columns = [*question.by, *question.panels, *keys, *([question.x] if texts else [])]
    rows = dataset.read(numbers, tuple(dict.fromkeys(columns)), question.where)
    every = placed(rows, question, texts=texts)
    groups = every.groups
    base = _base(groups, question.base)
    ratios = _ratios(rows, groups, base, [rows.groups[name] for name in keys], dataset.name)
    kept = np.isfinite(ratios) & np.isfinite(every.xs) & ((ratios > 0) | ("y" not in question.log))
    others = kept & (groups.codes != base)
    if not others.any():
        raise PlyscopeError(
            f"{dataset.name}: no search has a partner among those with {clean(groups.labels[base], 60)}"
        )
    lonely = int(np.count_nonzero((groups.codes != base) & ~kept))
    found = replace(every, ys=ratios).only(others)
    need_few(found.groups, "by", question.by, MOST_GROUPS)
    need_few(found.panels, "panels", question.panels, MOST_PANELS)
    said = count_of_rows(rows, found.count, "pairs", lonely)

    def even(panel: str) -> list[Curve]:
        ends = np.unique(found.panel(panel).xs)
        return [] if found.places else [Curve(base, groups.labels[base], ends, [EVEN] * len(ends))]

    y = f"{question.y}, relative to {groups.labels[base]}"
    title = f"{column_name(question.y)} relative to {groups.labels[base]}, over {column_name(question.x)}"
    return replace(answer_of(found, replace(question, y=y), even, said), title=title)


def _base(groups: Categories, wanted: str) -> int:
    """The number of the group that others are compared with; without a name the first."""
    labels = groups.labels
    if not wanted:
        return 0
    if wanted not in labels:
        raise PlyscopeError(f"no group {clean(wanted, 60)!r}{nearest(wanted, labels)}; there are: {'; '.join(labels)}")
    return labels.index(wanted)


def _ratios(rows: Rows, groups: Categories, base: int, keys: Sequence[Categories], name: str) -> Floats:
    """The number of each row divided by that of its partner, NaN where it has none."""
    numbers, mine = rows.numbers["y"], groups.codes == base
    pairs = _pairs(keys, mine, len(rows))
    partners = pairs[mine]
    if len(np.unique(partners)) < len(partners):
        raise PlyscopeError(
            f"{name}: several searches with {clean(groups.labels[base], 60)} have the same game and parameters: "
            "--by names what tells them apart, or --where wants one of them"
        )
    table: Floats = np.full(int(pairs.max()) + 1, np.nan)
    table[partners] = numbers[mine]
    with np.errstate(all="ignore"):
        ratios: Floats = numbers / table[pairs]
    return ratios


def _pairs(keys: Sequence[Categories], base: Bools, size: int) -> Array:
    """A number for each row, the same for those that belong together.

    An option that no search of the base has tells none of them apart, and does not part a search from its partner.
    """
    found = np.zeros(size, np.int64)
    for key in keys:
        if all(key.values[code] is None for code in np.unique(key.codes[base])):
            continue
        _, found = np.unique(found * len(key.values) + key.codes, return_inverse=True)
    return found


RATIO = StudyChart(
    name="ratio",
    shows="any number relative to that of one group, paired by game, position and parameters",
    answer=answer,
    defaults={"x": "depth", "y": "visited", "by": "search", "panels": "", "base": ""},
)
