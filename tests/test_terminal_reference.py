"""The generated reference holds all that there is: every command, option, key, name, format and game."""

import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from html import escape, unescape

import pytest
from making.page import PageError
from making.reference import REFERENCE, conditions, keys
from making.reference.commands import Command
from making.reference.games import example_position
from making.reference.markdown import documented, documented_members, html, prose, table

import viz
from tracer.condition.vocabulary import CONSTANTS, NAMES
from tracer.errors import PlyscopeError
from tracer.games.game_entry import GameEntry
from tracer.games.nim import Heaps, Nim, Take
from tracer.games.registry import GAMES
from tracer.games.registry import game as game_of
from tracer.recording.status import Status
from tui.model.best_first_keys import play_keys
from tui.model.keys import all_keys
from tui.program import COMMANDS, STATUSES
from tui.widgets.lists_pane import ListsPane

OURS = ("commands", "conditions", "formats", "games", "keys")


@cache
def page(name: str) -> str:
    """A page of the reference as it is made now."""
    return REFERENCE[name]()


@pytest.fixture(autouse=True)
def _packages(need: Callable[[str], None]) -> None:
    need("chess")
    need("pyspiel")


def section(name: str) -> str:
    """What the page says of a command."""
    return page("commands").partition(f'<a id="{name}"></a>')[2].partition("\n### ")[0].partition("\n## ")[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_stands_there_with_all_that_it_takes(name: str) -> None:
    command, text = Command.named(name), section(name)
    assert f"](#{name})" in page("commands")
    assert prose(command.summary) in text
    for group in command.groups.values():
        for one in group:
            assert escape(one.names, quote=False) in text or f"`{one.flags[0]}`" in text, one.names
    assert all(example in text for example in command.examples)


def test_options_that_are_told_once_stand_in_their_own_section() -> None:
    told = page("commands").partition("## Options of a search")[2]
    anchors = set(re.findall(r'id="(search-[\w-]+)"', told))
    assert set(re.findall(r"\(#(search-[\w-]+)\)", page("commands"))) <= anchors
    assert {"search-depth", "search-order", "search-with", "search-guess"} <= anchors


def test_no_anchor_stands_twice_in_a_page() -> None:
    for name in OURS:
        found = re.findall(r'id="([\w-]+)', page(name))
        assert len(found) == len(set(found)), name


@pytest.mark.parametrize(("name", "line"), [(name, line) for name in COMMANDS for line in Command.named(name).examples])
def test_an_example_says_what_its_command_understands(name: str, line: str) -> None:
    words = shlex.split(line.partition(" | dot")[0].partition(" && ")[2] or line.partition(" | dot")[0])
    words = words[words.index("plyscope") + 1 :]
    assert words[0] == name
    own = words.index("--") if "--" in words else len(words)
    found = Command.named(name)
    for word in words[1:own]:
        if word.startswith("-") and not word[1:2].isdigit() and word != "-":
            flags = {flag for group in found.groups.values() for one in group for flag in one.flags}
            assert word in flags, line


def test_every_exit_status_is_told() -> None:
    assert all(f"| `{status}` |" in page("commands") for status, _ in STATUSES)


def test_every_option_has_words() -> None:
    for name in COMMANDS:
        for group in Command.named(name).groups.values():
            assert all(len(one.text) > 5 for one in group), name


def pressed(text: str) -> set[str]:
    """The keys of a page."""
    return {unescape(key) for key in re.findall(r"<kbd>(.*?)</kbd>", text)}


def test_every_key_stands_there() -> None:
    found = pressed(page("keys"))
    for key in [*all_keys(), *play_keys()]:
        assert set(key.label.split(" ")) - {"…"} <= found, key
        assert html(key.help) in page("keys")
    for binding in ListsPane.BINDINGS:
        assert set(keys.label_of(binding).split(" ")) <= found  # type: ignore[arg-type]


def test_every_key_and_link_of_the_html_page_is_read_from_its_script() -> None:
    script = (keys.ROOT / "viz/page/keys.js").read_text(encoding="utf-8")
    rows = [line for line in script.splitlines() if re.match(r'  \["(Time|Tree|Other)"', line)]
    assert len(keys.page_keys()) == len(rows)
    address = (keys.ROOT / "viz/page/address.js").read_text(encoding="utf-8")
    understood = set(re.findall(r'(?:whole|nodes|parts\.has|parts\.get)\("(\w+)"', address))
    told = {word.partition("=")[0] for text, _ in keys.links() for word in text.split()}
    assert told == understood


def test_every_name_and_value_of_conditions_stands_there() -> None:
    text = page("conditions")
    assert all(f'id="name-{word}"' in text for word in NAMES)
    assert all(f"<code>{word}</code>" in text for word in CONSTANTS)


def test_a_condition_that_finds_nothing_is_no_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conditions, "EXAMPLES", {"ply > 50": "nothing"})
    with pytest.raises(PageError, match="ply > 50"):
        conditions.page()


def test_every_format_and_chart_stands_there() -> None:
    text = page("formats")
    for one in viz.FORMATS.values():
        assert all(f".{suffix}" in text for suffix in one.suffixes)
        assert prose(one.about) in text
    assert all(f"- `{chart}`: " in text for chart in viz.CHARTS)


def limits() -> Iterator[tuple[GameEntry, int, int]]:
    for entry in GAMES.values():
        for place, one in enumerate(entry.parameters):
            for number in (
                None if one.min_value is None else one.min_value - 1,
                None if one.max_value is None else one.max_value + 1,
            ):
                if number is not None:
                    yield entry, place, number


@pytest.mark.parametrize(("entry", "place", "number"), [(e, p, n) for e, p, n in limits() if n >= 0 or e.name != "nim"])
def test_a_game_has_the_limits_that_are_told(entry: GameEntry, place: int, number: int) -> None:
    one = entry.parameters[place]
    spec = f"{number}" if entry.name == "nim" else f"{one.word}={number}"
    with pytest.raises(PlyscopeError):
        game_of(f"{entry.name}:{spec}")


@pytest.mark.parametrize("entry", [entry for entry in GAMES.values() if entry.parameters], ids=lambda entry: entry.name)
def test_a_game_has_the_defaults_that_are_told(entry: GameEntry) -> None:
    told = {
        one.word: one.default for one in entry.parameters if one.default not in ("no", "none", "the start of a game")
    }
    if entry.name in ("chess", "openspiel"):
        return
    said = (
        ",".join(told.values()) if entry.name == "nim" else ",".join(f"{word}={usual}" for word, usual in told.items())
    )
    assert str(game_of(entry.name).spec) == str(game_of(f"{entry.name}:{said}").spec)


def test_every_game_stands_there_with_its_parameters() -> None:
    for entry in GAMES.values():
        text = page("games").partition(f'<a id="game-{entry.name}"></a>')[2].partition("\n### ")[0]
        assert all(f"<code>{one.word}</code>" in text for one in entry.parameters)
        assert "- **worth**: " in text


def test_texts_say_in_markdown_what_they_said() -> None:
    assert prose("a|b <c> [d] *e* SSS* f_g") == "a\\|b &lt;c&gt; \\[d\\] *e* SSS\\* f\\_g"
    assert html("`a<b` & --ply 3") == "<code>a&lt;b</code> &amp; <code>--ply</code> 3"
    assert table(("a", "n"), [("x", "1,000")]).splitlines()[1] == "| --- | ---: |"
    assert documented("One.\n\n    Two\n    lines.\n\n    - a\n      b\n\n    Raises:\n        Error: no.\n") == (
        "One.\n\nTwo lines.\n\n- a b\n"
    )
    assert documented_members(Status)["PRUNED"].startswith("A pruned branch")


def test_the_example_of_a_position_is_none_of_a_game_that_is_over() -> None:
    class Greedy(Nim):
        """Nim with the largest move first, which here takes all."""

        def moves(self, state: Heaps) -> list[Take]:
            return list(super().moves(state))[::-1]

    assert example_position(Greedy((3,))) == "`-p '1 MIN'` is `-p a2`."
