"""Help lists commands by jobs and options by groups, each once."""

from typing import Any

import pytest
import typer

from tui.program import COMMANDS, GROUP, JOBS, Command, app, run
from tui.terminal.help_groups import ALL, COMMON, DETAILS, OF_A_SEARCH, OF_ONE_SEARCH, grouped, word_of


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
        groups = grouped(found.get_params(context))
        assert sum(len(some) for _, some in groups) == sum(not one.hidden for one in found.get_params(context))
        titles = [title for title, _ in groups]
        last = [title for title in titles if title in (OF_A_SEARCH, DETAILS, OF_ONE_SEARCH)]
        assert titles[len(titles) - len(last) :] == last
        words = [word_of(title) for title in titles]
        assert len({*words, ALL}) == len(words) + 1
        context.meta[GROUP] = ALL
        text = found.get_help(context)
        assert all(f"\n{title}:\n" in text for title in titles)
        for title, word in zip(titles, words, strict=True):
            context.meta[GROUP] = word
            text = found.get_help(context)
            assert [one for one in titles if f"\n{one}:\n" in text] == [title]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "export"])
def test_help_fits_two_screens_and_names_the_groups_that_it_leaves_out(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    found, context = command(name)
    assert run([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert len(out.splitlines()) <= 48
    for title, _ in grouped(found.get_params(context)):
        assert f"\n{title}:\n" in out if title in COMMON else f"--help {word_of(title)} " in out


def test_a_word_behind_help_shows_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--help", "timing"], ["tictactoe", "--help=timing"], ["-h", "timing"]):
        assert run(["bench", *words]) == 0
        out = capsys.readouterr().out
        assert "--warmup" in out
        assert "--against" not in out
    assert run(["bench", "--help=nothing"]) == 2
    assert "--help is functions, games, timing" in capsys.readouterr().err
    assert run(["find", "--help", "all"]) == 0
    assert "distance from the root" in capsys.readouterr().out


def test_help_says_what_one_word_of_a_repeated_option_is() -> None:
    found, context = command("export")
    context.meta[GROUP] = ALL
    assert "--only <str>" in found.get_help(context)


def test_a_first_sentence_stands_whole_in_the_list_of_commands() -> None:
    for name in COMMANDS:
        found, _ = command(name)
        assert not found.get_short_help_str(65).endswith("..."), name
