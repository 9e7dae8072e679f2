"""Two bugs in one file: each pair of specimens of one style whose edits do not get in each other's way."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from specimens.specimen import FOLDER, Specimen, Style, judgement, record
from specimens.wild_sick import SPECIMENS as WILD

import tracer
from tracer.diagnosis.examination import DISEASES
from tracer.diagnosis.finding import Severity
from tracer.recording.columns import DTYPES

Edit = tuple[tuple[str, str], ...]


class Pair(NamedTuple):
    """A search with two diseases."""

    style: Style
    diseases: tuple[str, str]
    edit: Edit
    singles: tuple[Edit, ...] = ()
    """What gives a search of this style one disease, these two among them."""
    remarks: tuple[Edit, ...] = ()
    """Those of the edits whose disease is a remark on the move that is chosen."""

    def __str__(self) -> str:
        return f"{' and '.join(self.diseases)} in {self.style.file}"

    def named(self) -> int:
        """How many of the two diseases are found."""
        found = {finding.disease for finding in judgement(self.style, _recording(self.style, self.edit))}
        return sum(disease in found for disease in self.diseases)

    def shows_both(self) -> bool:
        """Whether the recording is neither that of a search with one disease alone, nor that of the healthy one.

        A remark on the chosen move is none where the other disease has another one chosen, or for another value.
        """
        both, chosen = _contents(self.style, self.edit), _chosen(self.style, self.edit)
        different = all(both != _contents(self.style, edit) for edit in (*self.singles, ()))
        return different and all(chosen == _chosen(self.style, edit) for edit in self.remarks)


_recordings: dict[tuple[str, Edit], tracer.Trace] = {}


def _recording(style: Style, edit: Edit) -> tracer.Trace:
    """The search recorded, after an edit; once."""
    if (repr(style), edit) not in _recordings:
        _recordings[repr(style), edit] = record(style, edit)
    return _recordings[repr(style), edit]


def _contents(style: Style, edit: Edit) -> list[str]:
    """All that a recording says of its nodes, but for lines of the source."""
    trace = _recording(style, edit)
    columns = {**trace.columns.optional, **{name: getattr(trace.columns, name) for name in DTYPES}}
    told = [repr(columns[name].tolist()) for name in sorted(columns) if not name.endswith("_at")]
    return [*told, *trace.move_labels, *trace.texts]


def _chosen(style: Style, edit: Edit) -> tuple[float | None, list[str]]:
    """The root's value, and its move if it has one."""
    trace = _recording(style, edit)
    return trace.value, [trace.label(node) for node in trace.principal_variation[1:2]]


def all_specimens() -> list[Specimen]:
    """Those of all tests of the diagnosis."""
    found: list[Specimen] = []
    for path in sorted((FOLDER.parent / "tracer").glob("test_diagnosis_*.py")):
        if "\nSPECIMENS = " in path.read_text():
            found += _module_of(path).SPECIMENS
    return found + WILD


def _module_of(path: Path):  # type: ignore[no-untyped-def]
    spec = importlib.util.spec_from_file_location(f"specimens_of_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def all_pairs(step: int = 1) -> list[Pair]:
    """Each two specimens of one style with different diseases, or one of `step`, if a recording can show both.

    Which ones depends on what each pair is: another specimen elsewhere changes no choice among the others.

    Where a search that has both is recorded as one that has the first alone, the other has no consequence: no value, no
    window, no stop and no count differs. So nobody can name it, and the two are no pair; nor are they where it is
    recorded as one that has another disease alone. Nor where a disease that is a remark on the chosen move has become
    none, as another move was chosen, or for another value.
    """
    chosen = [pair for pair in written_pairs() if crc32(repr((str(pair), pair.edit)).encode()) % step == 0]
    return [pair for pair in chosen if pair.shows_both()]


def written_pairs() -> list[Pair]:
    """Each two specimens of one style with different diseases, in an order in which both edits fit the file."""
    styles: dict[str, list[Specimen]] = {}
    for one in all_specimens():
        named = {name: value for name, value in one.style.options.items() if not callable(value)}
        styles.setdefault(f"{one.style.file} {one.style.functions} {one.style.run} {named}", []).append(one)
    return [pair for same in styles.values() for pair in _pairs(same)]


def _pairs(specimens: list[Specimen]) -> Iterator[Pair]:
    for one, other in combinations(specimens, 2):
        if one.disease == other.disease:
            continue
        orders = (one.edit + other.edit, other.edit + one.edit)
        edit = next((edit for edit in orders if _fits(one.style, edit)), None)
        if edit is not None:
            remarks = tuple(each.edit for each in (one, other) if not each.path and _is_remark(each.disease))
            yield Pair(one.style, (one.disease, other.disease), edit, tuple(each.edit for each in specimens), remarks)


def _is_remark(disease: str) -> bool:
    return DISEASES[disease].severity is Severity.NOTE


def _fits(style: Style, edit: Edit) -> bool:
    source = (FOLDER / f"{style.file}.py").read_text()
    for healthy, sick in edit:
        if source.count(healthy) != 1:
            return False
        source = source.replace(healthy, sick)
    return True
