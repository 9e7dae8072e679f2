"""An engine with any of its features is sound, and a mistake in one of them is named, whatever the others are."""

from __future__ import annotations

from pathlib import Path

import pytest
from style import findings, recorded

ENGINE = (Path(__file__).parent.parent / "complaints" / "pits.py").read_text(encoding="utf-8")
ALL = "order table soft pvs reduced null quiet delta deepening aspiration"
FEATURES = [
    ALL,
    "soft",
    "order",
    "quiet",
    "quiet soft delta order",
    "table soft deepening",
    "table deepening quiet order",
    "pvs soft deepening table",
    "pvs reduced soft deepening",
    "null soft deepening table quiet",
    "null",
    "aspiration deepening table soft",
    "aspiration deepening",
    "mtdf table soft deepening",
    "mtdf table soft deepening quiet",
]
STORED = 'flag = "lower" if result >= beta else "upper" if result <= start else "exact"'
MISTAKES = [
    ("bound-as-exact", STORED, 'flag = "exact"'),
    ("bound-as-exact", '(flag == "lower" and score >= beta)', '(flag == "lower" and score >= alpha)'),
    ("entry-beyond-depth", "if stored_depth >= depth and ply and", "if ply and"),
    ("not-negated", "score = -self.search(depth - 3,", "score = self.search(depth - 3,"),
    ("not-negated", "score = -self.quiesce(", "score = self.quiesce("),
    ("window-too-narrow", "if alpha < score < beta:", "if False:"),
    ("window-too-narrow", "if width == INFINITE or low < score < high:", "if score < high:"),
    ("window-not-negated", "score = -self.search(depth - 1, -beta, -alpha, ply + 1)", None),
    ("undone-wrongly", "            self.pits.unmake()\n            if score > best:", "            if score > best:"),
]


def program(features: str) -> str:
    """The engine with some features; what keeps no values of positions is not named for that."""
    text = ENGINE.replace(ALL, features)
    return text if "table" in features else text.replace("self.tt", "self.entries")


def diseases(text: str, folder: Path) -> list[str]:
    """What `check` says of a program."""
    path = folder / "engine.py"
    path.write_text(text, encoding="utf-8")
    return [found["disease"] for trace in recorded(path, ()).files for found in findings(trace)]


@pytest.mark.parametrize("features", FEATURES)
def test_an_engine_with_some_features_is_sound(features: str, tmp_path: Path) -> None:
    assert diseases(program(features), tmp_path) == []


@pytest.mark.parametrize(("disease", "sound", "sick"), MISTAKES)
def test_a_mistake_in_one_feature_is_named(disease: str, sound: str, sick: str | None, tmp_path: Path) -> None:
    text = program(ALL)
    last = text.rindex(sound)
    edited = sound.replace("-beta, -alpha", "-beta, alpha") if sick is None else sick
    assert disease in diseases(text[:last] + edited + text[last + len(sound) :], tmp_path)
