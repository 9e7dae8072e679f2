"""Help lists commands by jobs and options by groups, each once."""

from typing import Any

import pytest
import typer

from tui.program import COMMANDS, JOBS, app, run
from tui.terminal.command_options import (
    ALL_GROUPS,
    ALWAYS_SHOWN_GROUPS,
    DETAILS_GROUP,
    GROUP_META_KEY,
    SEARCH_GROUP,
    SEARCH_SPECIFIC_GROUP,
    Command,
    group_keyword,
    group_parameters,
)


def command(name: str) -> tuple[Any, Any]:
    group = typer.main.get_command(app)
    above = group.make_context("plyscope", [], resilient_parsing=True)
    found: Any = group.get_command(above, name)  # type: ignore[attr-defined]
    assert isinstance(found, Command)
    return found, found.make_context(name, [], parent=above, resilient_parsing=True)


def test_every_command_has_one_job() -> None:
    assert sum(map(len, JOBS.values())) == len(COMMANDS)


def test_every_option_stands_in_one_group_and_those_of_searches_come_last() -> None:
    for name in COMMANDS:
        found, context = command(name)
        groups = group_parameters(found.get_params(context))
        assert sum(len(some) for _, some in groups) == sum(not one.hidden for one in found.get_params(context))
        titles = [title for title, _ in groups]
        last = [title for title in titles if title in (SEARCH_GROUP, DETAILS_GROUP, SEARCH_SPECIFIC_GROUP)]
        assert titles[len(titles) - len(last) :] == last
        words = [group_keyword(title) for title in titles]
        assert len({*words, ALL_GROUPS}) == len(words) + 1
        context.meta[GROUP_META_KEY] = ALL_GROUPS
        text = found.get_help(context)
        assert all(f"\n{title}:\n" in text for title in titles)
        for title, word in zip(titles, words, strict=True):
            context.meta[GROUP_META_KEY] = word
            text = found.get_help(context)
            assert [one for one in titles if f"\n{one}:\n" in text] == [title]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_two_screens_and_names_the_groups_that_it_leaves_out(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    found, context = command(name)
    assert run([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert len(out.splitlines()) <= 48
    for title, _ in group_parameters(found.get_params(context)):
        assert f"\n{title}:\n" in out if title in ALWAYS_SHOWN_GROUPS else f"--help {group_keyword(title)} " in out


def test_a_word_behind_help_shows_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--help", "timing"], ["tictactoe", "--help=timing"], ["-h", "timing"]):
        assert run(["bench", *words]) == 0
        out = capsys.readouterr().out
        assert "--warmup" in out
        assert "--against" not in out
    assert run(["bench", "--help=nothing"]) == 2
    assert "there are: functions, games, timing, " in capsys.readouterr().err
    assert run(["find", "--help", "all"]) == 0
    assert "distance from the root" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["export", "--help", "foo"], "no group of options 'foo'; there are: nodes, text, look, details, all"),
        (["count", "-h", "text"], "no group of options 'text'; there are: "),
        (["export", "x", "-o", "t.svg", "--no-legen"], "No such option: --no-legen"),
        (["helps"], "No such command 'helps'; --help"),
        (["export", "x", "-o"], "requires an argument; --help"),
    ],
)
def test_a_wrong_word_is_answered_in_one_line(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert not out
    assert len(err.splitlines()) == 1
    assert problem in err


@pytest.mark.parametrize(
    ("option", "title"), [("fit", "Look of the drawing"), ("show", "Text of the drawing"), ("output", "Options")]
)
def test_the_name_of_an_option_behind_help_shows_its_group(
    option: str, title: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", "--help", option]) == 0
    out = capsys.readouterr().out
    assert f"\n{title}:\n" in out
    assert out.count(":\n") == 1


def test_shells_complete_the_groups_behind_help_and_the_options_of_an_icicle(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert run(["--completion", shell]) == 0
        out = capsys.readouterr().out
        assert "nodes text look details all" in out
        assert "merits icicle:across=steps icicle:mass=branches" in out


def test_help_may_stand_before_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["count", "--help"], ["export", "--help", "text"], ["--help"]):
        assert run(words) == 0
        usual = capsys.readouterr().out
        assert run(["help", *(word for word in words if word != "--help")]) == 0
        assert capsys.readouterr().out == usual


def test_help_says_what_one_word_of_a_repeated_option_is() -> None:
    found, context = command("export")
    context.meta[GROUP_META_KEY] = ALL_GROUPS
    assert "--only <str>" in found.get_help(context)


def test_a_first_sentence_stands_whole_in_the_list_of_commands() -> None:
    for name in COMMANDS:
        found, _ = command(name)
        assert not found.get_short_help_str(65).endswith("..."), name
