"""Windows that are not narrowed are named where the whole search shows it, and nowhere else."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import pytest
from specimens.specimen import Specimen, Style, diagnosis
from window_styles import CLASS, FLAG, FUNCTIONS, GLOBALS, NEGAMAX, ROOT, ROOT_NEGAMAX, STYLES, complaints, traces

import tracer
from tracer.diagnosis import waste
from tracer.diagnosis.case import Case
from tracer.lines.reading import read_lines
from tracer.recording.status import TERMINAL
from tracer.tracing import Trace

INFINITY = float("inf")
MIN_CALL, MAX_CALL = "min_value(child, alpha, beta)", "max_value(child, alpha, beta)"
ALPHA, BETA = "        alpha = max(alpha, best)\n", "        beta = min(beta, best)\n"
FLAG_ALPHA, FLAG_BETA = "            alpha = max(alpha, best)\n", "            beta = min(beta, best)\n"
CLASS_ALPHA = "            if best > alpha:\n                alpha = best\n"
CLASS_BETA = "            if best < beta:\n                beta = best\n"


def specimen(disease: str, style: Style, path: str, *edit: tuple[str, str]) -> Specimen:
    return Specimen(disease, style, edit, path)


SPECIMENS = [
    specimen("window-never-updated", NEGAMAX, "-3/-9/-1/-2/-7/-5/-8/-4 (2)", (ALPHA, "")),
    specimen("window-never-updated", FUNCTIONS, "a1/b1/c1/d2", (ALPHA, ""), (BETA, "")),
    specimen("window-never-updated", FLAG, "3=X/4=O/5=X/7=O", (FLAG_ALPHA, ""), (FLAG_BETA, "")),
    specimen("window-never-updated", CLASS, "0/1/2/4", (CLASS_ALPHA, ""), (CLASS_BETA, "")),
    specimen("window-never-updated", GLOBALS, "a1/b1/a2", (FLAG_ALPHA, ""), (FLAG_BETA, "")),
    specimen("one-sided-window", FUNCTIONS, "a1/b1/c2", (ALPHA, "")),
    specimen("one-sided-window", CLASS, "0/1/2/4", (CLASS_BETA, "")),
    specimen("one-sided-window", ROOT, "a1/b1/c2", ("            alpha = max(alpha, value)\n", "")),
    specimen("root-not-narrowed", ROOT, "", ("(child, best, INFINITY)", "(child, -INFINITY, INFINITY)")),
    specimen("root-not-narrowed", ROOT_NEGAMAX, "", ("-500, -alpha)", "-500, 500)")),
    specimen(
        "root-not-narrowed", FLAG, "", (FLAG_ALPHA, "            alpha = max(alpha, best) if depth < 5 else alpha\n")
    ),
    specimen("no-deep-cutoffs", NEGAMAX, "-3/-9/-1/-2/-7/-5/-4/-8", ("-beta, -alpha)", "-INFINITY, -alpha)")),
    specimen("no-deep-cutoffs", ROOT_NEGAMAX, "-3/-9/-1/-2/-7/-5/-4/-8", ("-beta, -alpha)", "-500, -alpha)")),
    specimen(
        "no-deep-cutoffs",
        FUNCTIONS,
        "a1/b1/c2/d1",
        (MIN_CALL, "min_value(child, alpha, INFINITY)"),
        (MAX_CALL, "max_value(child, -INFINITY, beta)"),
    ),
    specimen(
        "no-deep-cutoffs",
        FLAG,
        "3=X/4=O/7=X/5=O",
        ("maximizing, alpha, beta)", "maximizing, *((alpha, 1000) if maximizing else (-1000, beta)))"),
    ),
]


@pytest.mark.parametrize("sick", SPECIMENS, ids=str)
def test_the_disease_is_found_at_the_node_that_has_it_first(sick: Specimen) -> None:
    found = diagnosis(sick.style, sick.edit)
    assert (found[0].disease, "/".join(found[0].path)) == (sick.disease, sick.path)
    assert [finding.disease for finding in found if finding.severity != "note" or finding.disease == sick.disease] == [
        sick.disease
    ]


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.file)
def test_the_healthy_twin_has_nothing(style: Style) -> None:
    for trace in traces(style):
        assert list(complaints(tracer.check(trace))) == []


def test_every_disease_has_a_specimen_in_two_styles() -> None:
    for disease in waste.DISEASES:
        assert len({sick.style.file for sick in SPECIMENS if sick.disease == disease.slug}) > 1


def found_in(sick: Specimen) -> str:
    return diagnosis(sick.style, sick.edit)[0].message


def test_the_messages_have_what_was_known_and_what_was_given() -> None:
    messages = {sick.disease: found_in(sick) for sick in SPECIMENS if sick.style in (FUNCTIONS, ROOT)}
    assert messages == {
        "window-never-updated": "MAX to move got the window (−∞, ∞), though its parent had (−∞, 4), 4 after d1",
        "one-sided-window": "MIN to move got the window (−∞, ∞), though its parent had (2, ∞), 2 after c1; "
        "no node of MAX passes its own bound on",
        "root-not-narrowed": "after its move a2 MIN to move got the window (−∞, ∞), though its parent "
        "had (3, ∞), 3 after a1",
        "no-deep-cutoffs": "MAX to move got the window (−∞, ∞), though its parent had (2, ∞): "
        "alpha 2 from further up is lost",
    }


def tree(*, nodes: int, passes: bool) -> Trace:
    """MAX with a few nodes of MIN, whose second leaf gets the bound from the first one, or does not."""
    recorder = tracer.Recorder()
    root = recorder.enter(None, 1, -INFINITY, INFINITY)
    for number in range(nodes):
        child = recorder.enter(f"m{number}", -1, -INFINITY, INFINITY)
        recorder.leave(recorder.enter("a", 1, -INFINITY, INFINITY), 5 - number, TERMINAL)
        recorder.leave(recorder.enter("b", 1, -INFINITY, 5 - number if passes else INFINITY), 7, TERMINAL)
        recorder.leave(child, 5 - number)
    recorder.leave(root, 5)
    columns, moves = recorder.finish()
    return Trace(columns, moves, tracer.Header())


def slugs(trace: Trace) -> set[str]:
    return {symptom.disease.slug for symptom in waste.examine(Case(trace))}


def test_one_or_two_nodes_prove_nothing() -> None:
    assert slugs(tree(nodes=1, passes=False)) == set()
    assert slugs(tree(nodes=2, passes=False)) == {"window-never-updated"}, "with the root they are three"
    assert slugs(tree(nodes=2, passes=True)) == set()
    assert slugs(tree(nodes=3, passes=True)) == {"root-not-narrowed"}


def test_a_search_without_windows_wastes_none() -> None:
    for search in ("minimax", "negamax"):
        assert slugs(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]], search)) == set()


@pytest.mark.parametrize(("raises", "disease"), [(False, "window-never-updated"), (True, None)])
def test_scouts_at_an_alpha_that_is_never_raised_have_no_mirrored_window(raises: bool, disease: str | None) -> None:
    """The quiescence search below them narrows its own window."""
    luck, rows = Random(1), list[dict[str, Any]]()

    def search(move: str | None, depth: int, alpha: float, beta: float) -> int:
        rows.append({"enter": move, "alpha": alpha, "beta": beta} | ({"why": "quiescence"} if depth == 1 else {}))
        rows[-1] |= {} if move else {"turn": "MAX"}
        best = -99 if depth else luck.randint(-9, 9)
        names = "abc" if depth else ""
        for k, name in enumerate(names):
            is_scout = k > 0 and depth > 1
            value = -search(name, depth - 1, -alpha - 1 if is_scout else -beta, -alpha)
            if is_scout and alpha < value < beta:
                value = -search(name, depth - 1, -beta, -alpha)
            best = max(best, value)
            alpha = max(alpha, best) if raises or depth == 1 else alpha
            if best >= beta:
                rows.append({"prune": [*names[k + 1 :]]})
                break
        rows.append({"leave": best})
        return best

    search(None, 5, -99, 99)
    text = "".join(json.dumps(row) + "\n" for row in ({"plyscope": 1, "view": "mover"}, *rows))
    found = {finding.disease for finding in tracer.check(read_lines(io.BytesIO(text.encode())))}
    assert found == ({disease} if disease else set())
