"""The reference that is written from the code: it has all there is, and what it shows of that is so."""

from __future__ import annotations

import re

from making.page import ROOT
from making.reference import PARTS, complete
from making.reference.c_header import HEADER
from making.reference.diseases import WITHOUT, example, lines
from making.reference.searches import WITH_CHANCE, pseudocode, table
from specimens.specimen import FOLDER

import tracer
from tracer.diagnosis.examination import DISEASES
from tracer.lines import blocks, fields, tree_event_recorder
from tracer.recording.no_moves import NO_MOVE_TYPES
from tracer.sweeping import study, study_blocks


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


def test_the_page_of_the_line_protocol_names_every_key_and_every_word() -> None:
    page = read("line-protocol")
    keys = {*blocks.HEADER_KEYS, *fields.ENTER_KEYS, *fields.LEAVE_KEYS, *fields.PRUNE_KEYS}
    for key in keys.union(*tree_event_recorder.EVENT_KEYS.values()):
        assert f"`{key}`" in page, key
    for word in (*fields.REASONS, *fields.STATUSES, *NO_MOVE_TYPES, *fields.TURN_NUMBERS, "inf", "-inf"):
        assert f'`"{word}"`' in page, word


def test_the_page_of_studies_names_every_key_and_every_option() -> None:
    page = read("studies")
    for key in (*study.STUDY_KEYS, *study_blocks.GAME_KEYS, *study_blocks.SEARCH_KEYS):
        assert f"`{key}`" in page or f"`[[{key}]]`" in page, key
    for number in (study.DEFAULT_MAX_NODES, study_blocks.MAX_POSITIONS, study_blocks.MAX_SETUPS):
        assert f"{number:,}" in page
    for word in study_blocks.MISSING_CHOICES:
        assert f'`"{word}"`' in page


def test_the_page_of_the_header_has_its_functions() -> None:
    declared = set(
        re.findall(r"^PLY_(?:API|HERE) [^(]*?(ply_\w*[a-z])\(", HEADER.read_text(encoding="utf-8"), re.MULTILINE)
    )
    shown = set(re.findall(r"^### `(\w+)`", PARTS["c_functions"](), re.MULTILINE))
    assert shown == declared
    assert {"ply_open", "ply_weight"} < declared


def test_every_term_has_one_place() -> None:
    anchors = re.findall(r'<a id="([\w-]+)"></a>', read("words"))
    assert len(anchors) == len(set(anchors))
    assert {"pruned-branch", "pruned-nodes", "full-tree", "distinct-nodes", "deep-cutoff", "null-window"} < set(anchors)


def test_parts_from_the_code_stand_in_their_places() -> None:
    part = "<!-- part: study_charts -->\n%s<!-- end of study_charts -->\nafter"
    assert complete(part % "").count("\n| `") > 5
    assert complete(part % "old\n") == complete(part % "") == complete(complete(part % ""))


def read(name: str) -> str:
    """A page of the reference that people wrote."""
    return (ROOT / "docs" / "reference" / f"{name}.md").read_text(encoding="utf-8")
