"""Help lists commands by jobs and options by groups, each once."""

from typing import Any

import typer

from tui.program import COMMANDS, JOBS, Command, app
from tui.terminal.help_groups import OF_A_SEARCH, OF_ONE_SEARCH, grouped


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
        listed = [one for one in found.get_params(context) if not one.hidden]
        assert sum(len(some) for _, some in groups) == len(listed)
        titles = [title for title, _ in groups]
        last = [title for title in titles if title in (OF_A_SEARCH, OF_ONE_SEARCH)]
        assert titles[len(titles) - len(last) :] == last
        text = found.get_help(context)
        assert all(f"\n{title}:\n" in text for title in titles)


def test_help_says_what_one_word_of_a_repeated_option_is() -> None:
    found, context = command("export")
    assert "--only <str>" in found.get_help(context)


def test_a_first_sentence_stands_whole_in_the_list_of_commands() -> None:
    for name in COMMANDS:
        found, _ = command(name)
        assert not found.get_short_help_str(65).endswith("..."), name
