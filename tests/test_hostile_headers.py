"""What a trace file may say of itself: any header gives a trace or one line, and nothing that a terminal obeys."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import Run, running
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA

import tracer
from tracer.errors import PlyscopeError
from tracer.recording.header import CHECKED_OPTIONS, Header

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What must not reach a terminal; tabs and the ends of lines may."""
EVIL = "\x1b[2J\x1b]0;evil\x07\x9b31m\u202egnp\u2066\ud800\nplyscope: all is well\r"

texts = st.text(st.characters(), max_size=12) | st.just(EVIL)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts | st.just(10**400)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6
)
options = st.dictionaries(texts | st.sampled_from(CHECKED_OPTIONS), values, max_size=4)
FIELDS = list(Header.__dataclass_fields__)
headers = st.fixed_dictionaries(
    {},
    optional={
        "game": texts | values,
        "position": texts | values,
        "search": texts | values,
        "options": options | values,
        "windowed": st.booleans() | values,
        "seconds": st.floats() | values,
        "stopped": texts | values,
        "notes": options | values,
        "of a later version": values,
    },
)


def shown(header: Header) -> list[str]:
    """Every text of a header."""
    named = [str(item) for pairs in (header.options, header.notes) for pair in pairs.items() for item in pair]
    return [header.name, header.title, header.search, str(header.stopped), *named]


@given(headers | values)
def test_any_json_is_a_header_or_one_line(said: Any) -> None:
    try:
        header = Header.from_json(said)
    except PlyscopeError as error:
        problem = str(error)
        assert len(problem.splitlines()) == 1
        assert not OBEYED.search(problem)
        return
    assert not any(OBEYED.search(text) or "\n" in text for text in shown(header))
    assert not OBEYED.search((header.game + (header.position or "")).replace("\r", ""))
    written = json.dumps(header.as_json(), allow_nan=False)
    assert Header.from_json(json.loads(written)) == header
    written.encode()


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"game": 3}, '"game" is text'),
        ({"search": None}, '"search" is text'),
        ({"position": ["x"]}, '"position" is text'),
        ({"stopped": 0}, '"stopped" is text'),
        ({"windowed": 1}, '"windowed" is true or false'),
        ({"seconds": -1}, '"seconds" is a finite number'),
        ({"seconds": float("nan")}, '"seconds" is a finite number'),
        ({"seconds": 10**400}, "more than 40 digits"),
        ({"seconds": True}, '"seconds" is a finite number'),
        ({"options": [1]}, '"options" is an object'),
        ({"options": {str(k): k for k in range(65)}}, "at most 64"),
        ({"options": {"depth": -1}}, '"depth" is a number of plies'),
        ({"options": {"depth": 2**31}}, '"depth" is a number of plies'),
        ({"options": {"depth": True}}, '"depth" is a number of plies'),
        ({"options": {"depth": "3"}}, '"depth" is a number of plies'),
        ({"options": {"window": [2, 1]}}, "alpha below beta"),
        ({"options": {"window": [1, 1]}}, "alpha below beta"),
        ({"options": {"window": [float("nan"), 1]}}, "alpha below beta"),
        ({"options": {"window": [1, 2, 3]}}, "alpha below beta"),
        ({"options": {"window": [None, 10**400]}}, "alpha below beta"),
        ({"options": {"fail": "medium"}}, '"fail" is soft or hard'),
        ({"options": {"cut": ["<"]}}, '"cut" is >= or >'),
        ({"options": {"order": 3}}, '"order" is text'),
        ({"notes": "x"}, '"notes" is an object'),
        ([], "a header is an object"),
    ],
)
def test_what_cannot_be_is_refused(said: Any, problem: str) -> None:
    with pytest.raises(PlyscopeError, match=re.escape(problem)):
        Header.from_json(said)


def test_what_is_not_known_is_kept_as_a_number_or_as_text() -> None:
    said = {"hash": 64, "scale": 0.5, "big": 10**400, "odd": float("inf"), "list": [1, {"a": None}], "none": None}
    header = Header.from_json({"search": "of tomorrow", "options": said, "later": {}})
    assert header.options["hash"] == 64
    assert header.options["scale"] == 0.5
    assert header.options["odd"] == "inf"
    assert header.options["list"] == '[1, {"a": null}]'
    assert "digits" in header.options["big"]
    assert "none" not in header.options


def test_a_game_of_many_lines_is_kept_as_it_is_and_named_in_one() -> None:
    spec = "[[3,\t12],\n\t[2, 4]]"
    header = Header(game=spec, position="1")
    assert header.game == spec
    assert header.name == "tree of 4 leaves"


run = running()


def keep(said: dict[str, Any], name: str = "t.plyscope") -> None:
    """Write a trace file whose header says this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Header, "as_json", lambda _: {**dict.fromkeys(FIELDS, None), **Header().__dict__, **said})
        tracer.trace(AIMA).save(name)


HOSTILE: list[dict[str, Any]] = [
    {"game": EVIL, "search": EVIL, "position": EVIL, "stopped": EVIL, "options": {EVIL: EVIL}, "notes": {EVIL: EVIL}},
    {"game": "x" * 10**5, "search": "y" * 10**5, "options": {"z" * 10**5: "w" * 10**5}},
    {"game": "[" * 10**4, "position": "/" * 10**5},
    {"game": "mnk:4,4,4", "position": "a1/" * 300},
    {"game": "tictactoe", "search": "alphabeta", "windowed": False, "options": {"window": [0, 1]}},
    {"game": "tictactoe", "position": "XXX/OOO/..."},
    {"game": json.dumps(AIMA), "search": "minimax", "options": {"depth": 0}},
    {"game": json.dumps(AIMA), "search": "alphabeta", "options": {"depth": 2**31 - 1, "cut": ">", "fail": "hard"}},
    {"game": "random:b=3,d=5", "options": {"order": "natural"}},
    {"game": "openspiel:go", "search": "", "stopped": ""},
    {"game": "chess", "position": "8/8/8/8/8/8/8/8 w - - 0 1"},
    {"options": {"game": "x", "search": "y", "nodes": 3, "visited": "many", "": 0, "move": [1], "self": 1}},
    {"options": {"window": [-1e308, 1e308]}, "seconds": 1e300, "search": "alphabeta-memo"},
    {"notes": {"table": "x" * 10**4, "board": "an object a call", "cache": 3}, "search": "memo"},
    {"game": None},
    {"seconds": "soon"},
    {"options": {"depth": "]]>"}},
    {"options": {"window": 3}},
    {"windowed": "yes"},
]
COMMANDS = [
    ("count",),
    ("count", "--json"),
    ("count", "--by-ply"),
    ("check",),
    ("check", "--json"),
    ("why", "1/1"),
    ("find", "cutoff"),
    ("find", "value > 2", "--json"),
    *(
        ("export", "-o", f"t.{suffix}")
        for suffix in ("svg", "dot", "tex", "mmd", "md", "html", "json", "graphml", "csv", "speedscope.json", "efg")
    ),
    ("export", "-o", "i.svg", "--chart", "icicle"),
    ("explore",),
]


@pytest.mark.parametrize("said", HOSTILE, ids=range(len(HOSTILE)))
def test_every_command_takes_any_header_or_says_one_line(run: Run, said: dict[str, Any]) -> None:
    keep(said)
    for name, *words in COMMANDS:
        code, out, err = run(name, "t.plyscope", *words)
        told = [line for line in err.splitlines() if line.startswith("plyscope: ")]
        assert code in (0, 1, 2), words
        assert len(told) == (code == 2), (name, words, err)
        assert not OBEYED.search(out + err), (name, words)
        assert "Traceback" not in err
        assert "\nplyscope: all is well" not in out


@pytest.mark.parametrize("said", HOSTILE[:14], ids=range(14))
def test_two_searches_with_any_headers_are_compared_or_refused(run: Run, said: dict[str, Any]) -> None:
    keep(said, "a.plyscope")
    tracer.trace(AIMA).save("b.plyscope")
    for words in (["a.plyscope", "b.plyscope"], ["b.plyscope", "a.plyscope", "--json"], ["a.plyscope", "a.plyscope"]):
        code, out, err = run("diff", *words)
        assert code in (0, 1, 2)
        assert not OBEYED.search(out + err)
        assert sum(" is unfinished: " not in line for line in err.splitlines()) == 1 or code != 2


@pytest.mark.parametrize("said", HOSTILE[:14], ids=range(14))
async def test_the_explorer_opens_any_header(said: dict[str, Any], tmp_path: Path) -> None:
    from tui.app import ExplorerApp

    path = tmp_path / "t.plyscope"
    keep(said, str(path))
    app = ExplorerApp(tracer.load(path), "t", path=str(path))
    async with app.run_test() as pilot:
        await pilot.press("n", "right", "w")
        await pilot.pause()
        assert not OBEYED.search(app.export_screenshot().replace("\r", ""))
    assert sys.exc_info() == (None, None, None)
