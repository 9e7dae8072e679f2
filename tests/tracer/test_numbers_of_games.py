"""What a game is saved with it is opened with, however large its numbers are, and what a file asks for is checked."""

import json
from pathlib import Path
from typing import Any

import pytest

import tracer
from tracer.errors import PlyscopeError
from tracer.playing.choice import Choice
from tracer.playing.game_file import check_game_file, load, save
from tracer.playing.match import Match
from tracer.playing.settings import MAX_NODES, Settings

HUGE = 10**5_000
NUMBERS = (0, 1, 2**63 - 1, 2**63, 2**64, 10**400, HUGE, -1, 1e300, float("inf"), float("nan"), 2.5)
SAID = {"format": "plyscope game 1", "game": "tictactoe", "position": None, "sides": {}, "settings": {}, "moves": []}


@pytest.mark.parametrize("suffix", [".plyscope", ".json"])
@pytest.mark.parametrize("number", NUMBERS, ids=lambda one: "huge" if one == HUGE else str(one)[:25])
def test_what_was_saved_is_opened(number: Any, suffix: str, tmp_path: Path) -> None:
    match, path = Match("tictactoe"), tmp_path / f"game{suffix}"
    seconds = abs(number) if number == number else number
    visited = max(number, 0) if isinstance(number, int) else 7
    match.play(Choice(move=match.find("b2"), by="own", value=number, seconds=seconds, visited=visited))
    save(match, path, sides={}, settings=Settings())
    found = load(path).match.choices[0]
    kept = (isinstance(number, int) and abs(number) < 2**63) or number in (1e300, 2.5)
    assert found.value == (number if kept else None)
    assert found.visited in (visited, None)


@pytest.mark.parametrize(
    "settings",
    [
        {"book": 5},
        {"seed": "a", "ties": "random"},
        {"seed": 2**63},
        {"depth": 3.5},
        {"depth": True},
        {"record": "no"},
        {"record": 1},
        {"max_nodes": 1.5},
        {"max_nodes": False},
        {"prefer": 1},
        {"seconds": True},
        {"seconds": "1"},
        {"ties": None},
    ],
    ids=str,
)
def test_settings_that_cannot_be_are_one_line(settings: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text(json.dumps(SAID | {"settings": settings}))
    with pytest.raises(PlyscopeError) as error:
        load(tmp_path / "g.json")
    assert "setting" in str(error.value)
    assert str(error.value).isprintable()


def test_a_file_asks_for_no_more_nodes_than_are_usual(tmp_path: Path) -> None:
    for asked, given in ((10**15, MAX_NODES), (1_000, 1_000)):
        (tmp_path / "g.json").write_text(json.dumps(SAID | {"settings": {"max_nodes": asked}}))
        assert load(tmp_path / "g.json").settings.max_nodes == given


@pytest.mark.parametrize("said", [{"precious": 1}, {"game": 3}, {"moves": {}}, "cut"], ids=str)
def test_what_only_begins_like_a_game_is_not_replaced(said: Any, tmp_path: Path) -> None:
    path = tmp_path / "fake.json"
    text = json.dumps(SAID)[:-5] if said == "cut" else json.dumps(SAID | said)
    path.write_text(text)
    with pytest.raises(PlyscopeError, match="something else is there"):
        check_game_file(str(path), tracer.game("tictactoe"))
    assert path.read_text() == text


def test_a_number_too_long_to_be_read_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text(json.dumps(SAID)[:-1] + f', "result": {"9" * 5_000}}}')
    with pytest.raises(PlyscopeError, match="cannot be opened as a game"):
        load(tmp_path / "g.json")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("mine", "mine.plyscope"),
        ("mine.PGN", "mine.PGN"),
        ("a.b/mine", "a.b/mine.plyscope"),
        ("/dev/null", "/dev/null"),
    ],
)
def test_a_name_says_one_file(name: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.b").mkdir()
    game = tracer.game("chess" if file.endswith("PGN") else "tictactoe")
    assert check_game_file(name, game) == file


@pytest.mark.parametrize("name", ["-", ".", "..", "a.b", "a.b/", "~/", "", " ", "/", "nowhere/x", "there"])
def test_a_name_that_is_no_file_is_refused_before_the_game(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.b").mkdir()
    Path("there.plyscope").write_text("thesis", encoding="utf-8")
    with pytest.raises(PlyscopeError):
        check_game_file(name, tracer.game("tictactoe"))
    assert sorted(path.name for path in Path().iterdir()) == ["a.b", "there.plyscope"]
