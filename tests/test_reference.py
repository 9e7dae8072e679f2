"""The reference that is written from the code: it has all there is, and what it shows of that is so."""

from __future__ import annotations

import re

from making.reference.diseases import WITHOUT, example, lines
from making.reference.searches import WITH_CHANCE, pseudocode, table
from specimens.specimen import FOLDER

import tracer
from tracer.diagnosis.examination import DISEASES


def test_every_search_has_its_counts_and_its_code() -> None:
    rows = list(table(WITH_CHANCE))[2:]
    assert [row.split("`")[1] for row in rows] == [name for name, one in tracer.SEARCHES.items() if one.chance]
    counts = tracer.trace(WITH_CHANCE, "star1").counts
    assert f"| {counts.visited:,} | {counts.leaf_evaluations:,} | {counts.cutoffs:,} |" in rows[1]
    code = pseudocode(tracer.SEARCHES["deepening"])
    assert "@" not in code
    assert re.search(r"if depth = 0: return evaluate\(s\) +without table", code)


def test_every_disease_has_an_example_of_a_search_that_has_it() -> None:
    """That `check` finds each in it, and at which node, is what `test_diagnosis_….py` say of the same specimens."""
    for slug, disease in DISEASES.items():
        if slug in WITHOUT:
            continue
        specimen = example(disease)
        assert specimen.disease == slug
        right = wrong = (FOLDER / f"{specimen.style.file}.py").read_text(encoding="utf-8")
        for healthy, sick in specimen.edit:
            wrong = wrong.replace(healthy, sick)
        shown = lines(specimen).splitlines()
        for mark, text in (("-", wrong), ("+", right)):
            there = {line.strip() for line in text.splitlines()}
            assert {line[1:].strip() for line in shown if line[:1] == mark} <= there, slug
        assert {line[:1] for line in shown} & {"-", "+"}, slug
    assert set(WITHOUT) <= set(DISEASES)
