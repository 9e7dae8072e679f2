"""What every known bug of `check` has. Whoever adds one is told here what is missing.

See docs/developing/known-bug.md.
"""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from making.reference.diseases import TITLES, WITHOUT, example, page
from specimens.specimen import Specimen, Style, diagnosis
from specimens.two_bugs import all_specimens

from tracer import diagnosis as room
from tracer.diagnosis.examination import DISEASES, EXAMINERS
from tracer.diagnosis.finding import Disease, Finding

PAGE = "docs/making/reference/diseases.py"


def modules() -> list[ModuleType]:
    """All modules of tracer/diagnosis."""
    names = sorted(path.stem for path in Path(str(room.__file__)).parent.glob("*.py") if path.stem != "__init__")
    return [importlib.import_module(f"tracer.diagnosis.{name}") for name in names]


@cache
def specimens() -> dict[str, list[Specimen]]:
    """Those of all tests, by disease."""
    found: dict[str, list[Specimen]] = {}
    for one in all_specimens():
        found.setdefault(one.disease, []).append(one)
    return found


HEALTHY: dict[str, list[Finding]] = {}
"""What is found in each healthy search."""


def found_in_healthy(style: Style) -> list[Finding]:
    if repr(style) not in HEALTHY:
        HEALTHY[repr(style)] = diagnosis(style)
    return HEALTHY[repr(style)]


def test_every_file_with_an_examiner_has_its_line_in_the_registry() -> None:
    for module in (module for module in modules() if hasattr(module, "examine")):
        assert getattr(module, "DISEASES", ()), f"{module.__name__} has `examine`, and no DISEASES that it looks for"
        by_another = all(DISEASES.get(disease.slug) is disease for disease in module.DISEASES)
        assert module in EXAMINERS or by_another, (
            f"no line has {module.__name__}: tracer/diagnosis/examination.py imports it, EXAMINERS names it"
        )


def test_every_disease_is_listed() -> None:
    for module in modules():
        for name, disease in vars(module).items():
            assert not isinstance(disease, Disease) or disease.slug in DISEASES, (
                f"{module.__name__}.{name} is the disease {disease.slug}, which the DISEASES of no examiner has"
            )


def test_every_examiner_has_a_heading() -> None:
    names = [examiner.__name__.rpartition(".")[2] for examiner in EXAMINERS]
    missing, idle = sorted(set(names) - set(TITLES)), sorted(set(TITLES) - set(names))
    assert not missing, f"{PAGE}: TITLES has no heading for the examiner {', '.join(missing)}"
    assert not idle, f"{PAGE}: TITLES has a heading for {', '.join(idle)}, which is no examiner"


def test_a_page_without_a_heading_says_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(TITLES, "positions")
    with pytest.raises(ValueError, match=r"TITLES in docs/making/.+ has no heading for the examiner 'positions'"):
        page()


def test_every_disease_has_a_specimen_or_a_sentence() -> None:
    missing = sorted(set(DISEASES) - set(specimens()) - set(WITHOUT))
    assert not missing, (
        f"no search has {', '.join(missing)}: put a Specimen into a list that begins with `SPECIMENS = ` in "
        "tests/tracer/test_diagnosis_….py (tests/specimens/specimen.py explains it). Where no line of a program shows "
        f"the bug, say so in WITHOUT of {PAGE}"
    )
    idle = sorted(set(WITHOUT) - set(DISEASES)) + sorted(set(specimens()) - set(DISEASES))
    assert not idle, f"SPECIMENS or WITHOUT name {', '.join(idle)}, which no examiner has"


def test_a_disease_without_a_specimen_has_a_test() -> None:
    tests = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    missing = [slug for slug in WITHOUT if not any(f'"{slug}"' in text for text in tests)]
    assert not missing, f"no test in tests/tracer names {', '.join(missing)}: write a test_diagnosis_….py that finds it"


@pytest.mark.parametrize("slug", [slug for slug in DISEASES if slug not in WITHOUT])
def test_check_finds_it_in_a_sick_search_and_nothing_in_the_healthy_twins(slug: str) -> None:
    sick = example(DISEASES[slug])
    assert slug in [finding.disease for finding in diagnosis(sick.style, sick.edit)], (
        f"check does not find {slug} in {sick.style.file}.py after the edit {sick.edit}"
    )
    for style in [one.style for one in specimens()[slug]]:
        wrong = [
            finding for finding in found_in_healthy(style) if finding.severity != "note" or finding.disease == slug
        ]
        assert not wrong, f"tests/specimens/{style.file}.py is healthy without an edit, but check says {wrong[0]}"
