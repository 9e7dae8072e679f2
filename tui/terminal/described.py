"""The commands as data: what their help, the completions of shells and the page of the manual all say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Flag:
    """An option of a command."""

    names: tuple[str, ...]
    """Such as `--search` and `-a`."""
    value: str
    """What follows it, such as `<int>`; empty where nothing does."""
    help: str
    words: tuple[str, ...]
    """What may follow it, as far as that has names."""


@dataclass(frozen=True)
class Described:
    """A command, or what may stand before one."""

    name: str
    text: str
    """Its help: paragraphs, of which those that begin with \\b keep their lines."""
    arguments: tuple[tuple[str, str], ...]
    """Each as it is written in a usage line, with its help."""
    words: tuple[str, ...]
    """What may stand for its arguments, as far as that has names."""
    flags: tuple[Flag, ...]

    @property
    def summary(self) -> str:
        """The first sentence of its help, without its point."""
        return " ".join(self.text.split("\n\n")[0].split()).removesuffix(".")


def described(context: Any) -> Iterator[Described]:
    """All commands, in the order of the help.

    Args:
        context: that of the whole program, as Typer hands it to an option's callback.
    """
    for name in context.command.list_commands(context):
        command = context.command.get_command(context, name)
        with type(context)(command, info_name=name, parent=context, resilient_parsing=True) as own:
            yield _described(name, command, own)


def program(context: Any) -> Described:
    """What may stand before a command."""
    return _described("", context.command, context)


def _described(name: str, command: Any, context: Any) -> Described:
    parameters = command.get_params(context)
    arguments = [one for one in parameters if one.param_type_name == "argument"]
    return Described(
        name,
        command.help or "",
        tuple((" ".join(one.get_usage_pieces(context)), one.help or "") for one in arguments),
        tuple(dict.fromkeys(word for one in arguments for word in _words(one, context))),
        tuple(
            Flag(
                tuple(sorted((*one.opts, *one.secondary_opts), key=len)),
                "" if one.is_flag else str(one.get_help_record(context)[0].rpartition(" ")[2]),
                str(one.get_help_record(context)[1]),
                tuple(_words(one, context)),
            )
            for one in parameters
            if one.param_type_name == "option" and not one.hidden
        ),
    )


def _words(parameter: Any, context: Any) -> list[str]:
    return [item.value for item in parameter.shell_complete(context, "")]
