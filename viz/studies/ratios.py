"""Ratios: each search against the one of another group that searched the same position, pair by pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Bools, Floats
from tracer.sweeping.result_columns import RESULT_COLUMNS
from tracer.text import clean, nearest
from viz.studies.curves import answer_with_curves
from viz.studies.dataset import Categories, Dataset, StudyRows
from viz.studies.study_figure import MAX_GROUPS
from viz.studies.study_question import (
    MAX_PANELS,
    Answer,
    Question,
    StudyChart,
    column_name,
    describe_row_count,
    locate_rows,
    refuse_too_many,
)
from viz.studies.summary import Average, GroupCurve

NON_PARAMETER_COLUMNS = ("cell", "options")
"""Columns that have in one word what others have one by one."""
EQUAL_RATIO = Average(0, 1.0, 1.0, 1.0)


def answer_ratios(dataset: Dataset, question: Question) -> Answer:
    """Curves of the ratios to the base.

    Raises:
        PlyscopeError: there is no such base, no pair, or a search that belongs to several of the base.
    """
    if not question.by:
        raise PlyscopeError("a ratio needs --by: the columns that tell searches from those they are compared with")
    parameter_columns = [
        name
        for name in dataset.column_types
        if name not in RESULT_COLUMNS and name not in (*NON_PARAMETER_COLUMNS, *question.by)
    ]
    has_text_x = dataset.has_text(question.x)
    numbers = {"y": dataset.parse_column(question.y)} | ({} if has_text_x else {"x": dataset.parse_column(question.x)})
    columns = [*question.by, *question.panels, *parameter_columns, *([question.x] if has_text_x else [])]
    rows = dataset.read(numbers, tuple(dict.fromkeys(columns)), question.where)
    all_points = locate_rows(rows, question, has_text_x=has_text_x)
    groups = all_points.groups
    base_group = _base_group(groups, question.base)
    ratios = _ratios_to_partners(
        rows, groups, base_group, [rows.groups[name] for name in parameter_columns], dataset.name
    )
    has_ratio = np.isfinite(ratios) & np.isfinite(all_points.xs) & ((ratios > 0) | ("y" not in question.log))
    is_drawn = has_ratio & (groups.codes != base_group)
    if not is_drawn.any():
        raise PlyscopeError(
            f"{dataset.name}: no search has a partner among those with {clean(groups.labels[base_group], 60)}"
        )
    unpaired_count = int(np.count_nonzero((groups.codes != base_group) & ~has_ratio))
    study_points = replace(all_points, ys=ratios).select(is_drawn)
    refuse_too_many(study_points.groups, "by", question.by, MAX_GROUPS)
    refuse_too_many(study_points.panels, "panels", question.panels, MAX_PANELS)
    row_count = describe_row_count(rows, study_points.count, "pairs", unpaired_count)

    def equal_line(panel: str) -> list[GroupCurve]:
        x_values = np.unique(study_points.of_panel(panel).xs)
        if study_points.x_labels:
            return []
        return [GroupCurve(base_group, groups.labels[base_group], x_values, [EQUAL_RATIO] * len(x_values))]

    y = f"{question.y}, relative to {groups.labels[base_group]}"
    title = f"{column_name(question.y)} relative to {groups.labels[base_group]}, over {column_name(question.x)}"
    return replace(answer_with_curves(study_points, replace(question, y=y), equal_line, row_count), title=title)


def _base_group(groups: Categories, base_name: str) -> int:
    """The number of the group that others are compared with; without a name the first."""
    labels = groups.labels
    if not base_name:
        return 0
    if base_name not in labels:
        raise PlyscopeError(
            f"no group {clean(base_name, 60)!r}{nearest(base_name, labels)}; there are: {'; '.join(labels)}"
        )
    return labels.index(base_name)


def _ratios_to_partners(
    rows: StudyRows, groups: Categories, base_group: int, keys: Sequence[Categories], name: str
) -> Floats:
    """The number of each row divided by that of its partner, NaN where it has none."""
    numbers, is_base = rows.numbers["y"], groups.codes == base_group
    pair_numbers = _pair_numbers(keys, is_base, len(rows))
    base_pairs = pair_numbers[is_base]
    if len(np.unique(base_pairs)) < len(base_pairs):
        raise PlyscopeError(
            f"{name}: several searches with {clean(groups.labels[base_group], 60)} have the same game and parameters: "
            "--by names what tells them apart, or --where wants one of them"
        )
    base_numbers: Floats = np.full(int(pair_numbers.max()) + 1, np.nan)
    base_numbers[base_pairs] = numbers[is_base]
    with np.errstate(all="ignore"):
        ratios: Floats = numbers / base_numbers[pair_numbers]
    return ratios


def _pair_numbers(keys: Sequence[Categories], is_base: Bools, size: int) -> Array:
    """A number for each row, the same for those that belong together.

    An option that no search of the base has tells none of them apart, and does not part a search from its partner.
    """
    pair_numbers = np.zeros(size, np.int64)
    for key in keys:
        if all(key.values[code] is None for code in np.unique(key.codes[is_base])):
            continue
        _, pair_numbers = np.unique(pair_numbers * len(key.values) + key.codes, return_inverse=True)
    return pair_numbers


RATIO = StudyChart(
    name="ratio",
    shows="any number relative to that of one group, paired by game, position and parameters",
    answer=answer_ratios,
    defaults={"x": "depth", "y": "visited", "by": "search", "panels": "", "base": ""},
)
