"""An engine in C with mistakes that can be switched on: each is named by what its recording holds, and only then."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from patience import PATIENCE

import tracer

ENGINE = Path(__file__).parent.parent / "specimens" / "engine.c"
HEADER = Path(tracer.__file__).parent / "file" / "plyscope.h"
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror")
FORMS = ("", "TEXT=1", "GAME=1", "TEXT=1 GAME=1")
"""What a recording has beside moves, windows and values."""
NOTHING = ""
"""None in its place: only a text tells, and what the rules make of the moves without one is not held."""
NAMED: list[tuple[str, str, list[str | None]]] = [
    ("bound", "NIM=1", ["bound-as-exact"] * 4),
    ("bound", "SIZE=3,3,3", ["bound-as-exact"] * 4),
    ("bound", "NIM=1 SEL=null,lmr DEPTH=9", ["bound-as-exact"] * 4),
    ("bound", "SIZE=3,3,3 HARD=1", ["window-value-as-exact"] * 4),
    ("mixed", "NIM=1", [NOTHING] + ["bound-as-exact"] * 3),
    ("mixed", "SIZE=4,4,4 DEPTH=5 ASP=1", [NOTHING] + ["bound-as-exact"] * 3),
    ("mixed", "SIZE=3,3,3 HARD=1", [NOTHING] + ["window-value-as-exact"] * 3),
    ("raised", "NIM=1", [NOTHING] + ["exact-not-used"] * 3),
    ("raised", "SIZE=3,3,3", [NOTHING] + ["exact-not-used"] * 3),
    ("win-ply", "NIM=1", [NOTHING] + ["win-of-another-ply"] * 3),
    ("key", "NIM=1", [NOTHING] + ["key-without-player"] * 3),
    ("key", "SIZE=4,4,3 SEL=quiet DEPTH=4", [NOTHING] + ["key-without-player"] * 3),
    ("any-depth", "SIZE=3,3,3 SEL=quiet DEPTH=5", [NOTHING] + ["entry-beyond-depth"] * 3),
    ("any-depth", "SIZE=4,3,3 SEL=null,lmr,quiet DEPTH=5", [NOTHING] + ["entry-beyond-depth"] * 3),
    ("stand-one", "SIZE=3,3,3 SEL=quiet DEPTH=3", ["no-stand-pat"] * 4),
    ("stand-one", "SIZE=4,4,3 SEL=quiet DEPTH=4", ["no-stand-pat"] * 4),
    ("key", "SIZE=3,3,3", [NOTHING] + ["key-without-player"] * 3),
    ("null-key", "SIZE=3,3,3 SEL=null DEPTH=7", ["key-without-player"] * 4),
    ("null-key", "NIM=1 SEL=null,lmr DEPTH=9", ["key-without-player"] * 4),
    ("undo", "SIZE=3,3,3", ["not-undone"] * 4),
    ("undo", "NIM=1", ["not-undone"] * 4),
    ("undo", "SIZE=3,3,3 SEL=null,lmr,quiet ASP=1", ["not-undone"] * 4),
    ("undo", "SIZE=3,3,3 TEXT=2", ["not-undone"] * 4),
    ("stone", "SIZE=3,3,3", [NOTHING, "not-undone", None, "not-undone"]),
    ("stone", "NIM=1", [NOTHING, "not-undone", None, "not-undone"]),
    ("reduced", "NIM=1 SEL=lmr", ["reduced-kept"] * 4),
    ("stand", "SIZE=3,3,3 SEL=quiet DEPTH=3", ["no-stand-pat"] * 4),
    ("re-search", "SIZE=3,3,3", ["window-not-negated"] * 4),
    ("re-search", "NIM=1 SEL=null,lmr", ["window-not-negated"] * 4),
    ("shallow", "SIZE=4,4,4 DEPTH=5", ["re-search-shallow"] * 4),
    ("shallow", "NIM=1 SEL=null,lmr DEPTH=9", ["re-search-shallow"] * 4),
    ("aspiration", "NIM=1 ASP=1", ["window-too-narrow"] * 4),
    ("killer", "SIZE=3,3,3", [NOTHING] + ["illegal-move"] * 3),
    ("killer", "NIM=1", [NOTHING, NOTHING] + ["illegal-move"] * 2),
    ("draw", "SIZE=3,2,3", [NOTHING, NOTHING] + ["draw-not-zero"] * 2),
    ("skip", "SIZE=3,3,3 SEL=quiet DEPTH=3", [NOTHING, NOTHING] + ["move-skipped"] * 2),
    ("history", "SIZE=3,3,3", [NOTHING] * 4),
]
HEALTHY = [
    "SIZE=3,3,3",
    "SIZE=3,3,3 ID=0",
    "SIZE=3,3,3 HARD=1",
    "SIZE=4,4,4 DEPTH=4 ASP=1",
    "SIZE=3,3,3 SEL=null,lmr",
    "SIZE=3,3,3 SEL=quiet DEPTH=3",
    "SIZE=4,4,3 SEL=quiet DEPTH=4",
    "SIZE=3,3,3 SEL=null,lmr,quiet ASP=1",
    "SIZE=3,3,3 DEEPER=1 SLOTS=100",
    "SIZE=3,2,3",
    "NIM=1",
    "NIM=1 SEL=null,lmr ASP=1 DEPTH=9",
    "NIM=1 HARD=1",
    "NIM=1 SLOTS=20",
]
Found = Callable[[str], list[str]]


@pytest.fixture(scope="module")
def found(need: Callable[[str], None], tmp_path_factory: pytest.TempPathFactory) -> Found:
    """The names of the errors and warnings of a run with some variables in its environment."""
    need("gcc")
    folder = tmp_path_factory.mktemp("engine")
    target, trace = folder / "engine", folder / "engine.plyscope"
    words = ["gcc", *WARNINGS, "-std=c99", "-O1", f"-I{HEADER.parent}", "-o", str(target), str(ENGINE), "-lm"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")

    def run(settings: str) -> list[str]:
        said = dict(word.split("=") for word in settings.split())
        subprocess.run([target, trace], env={**os.environ, **said}, capture_output=True, timeout=PATIENCE, check=True)
        return [finding.disease for finding in tracer.check(tracer.load(trace)) if finding.severity != "note"]

    return run


@pytest.mark.parametrize(("bug", "settings", "names"), NAMED, ids=lambda value: value if isinstance(value, str) else "")
def test_a_mistake_has_its_name_where_the_recording_holds_the_evidence(
    found: Found, bug: str, settings: str, names: list[str | None]
) -> None:
    expected = {form: [name] if name else [] for form, name in zip(FORMS, names, strict=True) if name is not None}
    assert {form: found(f"{form} {settings} BUG={bug}") for form in expected} == expected


@pytest.mark.parametrize("settings", HEALTHY)
def test_nothing_is_found_in_the_healthy_engine(found: Found, settings: str) -> None:
    assert [found(f"{form} {settings}") for form in FORMS] == [[]] * len(FORMS)
