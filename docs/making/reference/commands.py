"""The page of the commands: what each does, its arguments, options and examples, as their help has them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import typer

from making.reference.markdown import code, fenced, heading, html, meanings, prose, table
from tracer.condition.vocabulary import NAMES
from tui.program import JOBS, STATUSES, app
from tui.terminal.command_options import DETAILS_GROUP, SEARCH_GROUP, SEARCH_SPECIFIC_GROUP, group_parameters

_FACTS = re.compile(r" {2}\[(?P<facts>[^\]]*)\]$")
"""What Typer says behind a help text."""
_DEFAULT = re.compile(r" \[(?P<default>[^\]]+)\](?=[.;,]|$)")
"""What the help text itself says of what is so where nothing is said."""
_RANGE = re.compile(r"(?:(?P<least>\d+)<=)?x(?:<=(?P<most>\d+)|>=(?P<floor>\d+))?")
SEE = {
    "explore": "[Keys](keys.md)",
    "play": "[Keys](keys.md#a-game-that-you-play), [Games](games.md)",
    "find": "[Conditions](conditions.md)",
    "check": "[Known bugs](diseases.md)",
    "import": "[The line protocol](line-protocol.md)",
    "export": "[Formats](formats.md)",
    "sweep": "[Studies](studies.md), [conditions of rows](conditions.md#conditions-of-rows)",
    "plot": "[Studies](studies.md)",
    "games": "[Games](games.md)",
    "searches": "[Searches](searches.md)",
    "formats": "[Formats](formats.md)",
}
"""The pages on which more stands about what a command takes or gives."""
SHARED = (SEARCH_GROUP, DETAILS_GROUP, SEARCH_SPECIFIC_GROUP)
"""Groups whose options are told once for all commands that have them."""
INTRODUCTION = """\
# Commands

Every command, what it takes and what it does. In the shell `plyscope --help` lists them in the same order, and
`plyscope trace --help` shows the common options of a command, `plyscope trace --help all` what stands here of it.

An option stands before or behind what a command works on. Of two names, as `-o, --output`, either will do. Behind a
name stands what its word is: `<int>` a whole number, `<float>` a number, `<path>` a file or folder, `<str>` any text.
What most commands have in common is told once: [Options of a search](#options-of-a-search).
"""


@dataclass(frozen=True)
class Told:
    """An argument or an option as the page tells it."""

    names: str
    """Its names and what its word is, as in help."""
    text: str
    """What it does, as HTML."""
    flags: tuple[str, ...]
    """Its names, an argument's own among them."""


class Command:
    """A command as its help knows it."""

    def __init__(self, name: str) -> None:
        self.name = name
        group: Any = typer.main.get_command(app)
        above = group.make_context("plyscope", [], resilient_parsing=True)
        self.command = group.get_command(above, name)
        self.context = self.command.make_context(name, [], parent=above, resilient_parsing=True)

    @classmethod
    @cache
    def named(cls, name: str) -> Command:
        """The command of a name."""
        return cls(name)

    @cached_property
    def groups(self) -> dict[str, list[Told]]:
        """What it takes, by the groups of its help; `--help` itself is left out."""
        return {
            title: [told(one, self.context) for one in some if "--help" not in one.opts]
            for title, some in group_parameters(self.command.get_params(self.context))
        }

    @cached_property
    def parts(self) -> list[str]:
        """Its help, by paragraphs; one that is to stay as it is begins with a backspace."""
        return inspect.cleandoc(self.command.help).split("\n\n")

    @property
    def summary(self) -> str:
        """Its first sentence."""
        return " ".join(self.parts[0].split())

    @property
    def examples(self) -> list[str]:
        """The commands that its help shows."""
        return [line for part in self.parts if _shows_commands(part) for line in part.split("\n")[1:]]

    @property
    def usage(self) -> str:
        """How it is written."""
        return str(self.command.get_usage(self.context)).removeprefix("Usage: ")


def _shows_commands(part: str) -> bool:
    return part.startswith("\b\n") and all(line.startswith(("plyscope ", "./")) for line in part.split("\n")[1:])


def told(parameter: Any, context: Any) -> Told:
    """An argument or an option, with its default and limits in words."""
    names, text = parameter.get_help_record(context)
    names = names.replace("list[str]", "str").replace("int range", "int")
    facts: list[str] = []
    if found := _FACTS.search(text):
        text = text[: found.start()]
        facts = [_fact(fact) for fact in found["facts"].split("; ")]
    if found := _DEFAULT.search(text):
        text = text[: found.start()] + text[found.end() :]
        facts.append(f"Default: {found['default']}.")
    flags = (*parameter.opts, *parameter.secondary_opts)
    return Told(names, html(" ".join([text, *facts])), flags)


def _fact(fact: str) -> str:
    """A fact that Typer tells, as a sentence.

    >>> [_fact(fact) for fact in ("required", "default: 10", "1<=x<=1000000", "x>=1")]
    ['Required.', 'Default: 10.', 'From 1 to 1,000,000.', 'At least 1.']
    """
    if fact == "required":
        return "Required."
    if fact.startswith("default: "):
        return f"Default: {fact.removeprefix('default: ')}."
    found = _RANGE.fullmatch(fact)
    assert found is not None, fact
    if found["floor"]:
        return f"At least {int(found['floor']):,}."
    return f"From {int(found['least']):,} to {int(found['most']):,}."


def page() -> str:
    """The page."""
    return "\n".join(_page())


def _page() -> Iterator[str]:
    yield INTRODUCTION
    overview: list[tuple[str, str]] = []
    for job, names in JOBS.items():
        overview.append((f"**{job}**", ""))
        overview += [(f"[`{name}`](#{name})", prose(Command.named(name).summary)) for name in names]
    yield table(("command", "what it does"), overview)
    yield "## Options before a command\n"
    yield "`--debug` may stand anywhere; the others stand before a command's name.\n"
    yield meanings(_entries("plyscope", list(_before())))
    yield "## Exit status\n"
    yield "What a command ends with. Where one says more by it, its own text tells.\n"
    yield table(("status", "when"), [(f"`{status}`", prose(when)) for status, when in STATUSES])
    shared = _shared()
    for job, names in JOBS.items():
        yield f"## {job}\n"
        for name in names:
            yield from _command(Command.named(name), shared)
    yield "## Options of a search\n"
    yield (
        "Commands that search take these. They go with a game, and not with a recording, which was searched already. "
        "[Searches](searches.md) says which search has which of them, and with which values.\n"
    )
    for group in SHARED:
        yield f"### {group}\n" if group != SEARCH_GROUP else ""
        yield meanings(_entries("search", shared[group]))
    yield (
        "An option may also stand behind a search's name, for it alone: `-a deepening:with=table,depth=6`. So several "
        "searches with different options stand side by side in one command.\n"
    )


def _before() -> Iterator[Told]:
    group: Any = typer.main.get_command(app)
    context = group.make_context("plyscope", [], resilient_parsing=True)
    for parameter in group.get_params(context):
        yield told(parameter, context)


def _shared() -> dict[str, list[Told]]:
    """By group the options that are told once; `trace` has them all."""
    groups = Command.named("trace").groups
    return {group: [one for one in groups[group] if "--search" not in one.flags] for group in SHARED}


def _command(command: Command, shared: dict[str, list[Told]]) -> Iterator[str]:
    yield heading(3, f"plyscope {command.name}", command.name)
    for part in command.parts:
        if part.startswith("\b\n"):
            if not _shows_commands(part):
                yield _kept(part.removeprefix("\b\n"))
        else:
            yield prose(" ".join(part.split())) + "\n"
    if command.name in SEE:
        yield f"More: {SEE[command.name]}.\n"
    yield fenced(command.usage)
    for group, some in command.groups.items():
        elsewhere = [one for one in some if one in shared.get(group, [])]
        own = [one for one in some if one not in elsewhere]
        yield f"**{group}**\n"
        if own:
            yield meanings(_entries(command.name, own))
        if elsewhere:
            yield " · ".join(f"[`{one.flags[0]}`](#{_anchor('search', one)})" for one in elsewhere) + "\n"
    if examples := command.examples:
        yield "**Examples**\n"
        yield fenced("\n".join(examples), "sh")


def _kept(text: str) -> str:
    """A part of a help that is set line by line; the names of conditions have a page of their own."""
    if text.split(maxsplit=1)[0] in NAMES:
        return ", ".join(f"[`{word}`](conditions.md#name-{word})" for word in NAMES) + "\n"
    return fenced(text)


def _entries(where: str, some: list[Told]) -> Iterator[tuple[str, str, str]]:
    for one in some:
        yield _anchor(where, one), code(one.names), one.text


def _anchor(where: str, one: Told) -> str:
    """The place of an option on the page; arguments have none."""
    return next((f"{where}-{flag[2:].lower()}" for flag in one.flags if flag.startswith("--")), "")
