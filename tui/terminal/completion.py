"""What shells and man know of the commands: completions, and the page of the manual. No key waits for Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal.command import ALL, COMMON, grouped, word_of


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
    groups = [*(word_of(title) for title, _ in grouped(parameters) if title not in COMMON), ALL]
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
                tuple(groups if name and "--help" in one.opts else _words(one, context)),
            )
            for one in parameters
            if one.param_type_name == "option" and not one.hidden
        ),
    )


def _words(parameter: Any, context: Any) -> list[str]:
    return [item.value for item in parameter.shell_complete(context, "")]


_SEE_ALSO = "https://github.com/plyscope/plyscope"


def manual(context: Any, version: str, statuses: Iterable[tuple[int, str]]) -> str:
    """The page, in the language of man.

    Args:
        context: that of the whole program, as Typer hands it to an option's callback.
        version: that of plyscope.
        statuses: how commands end: the exit status, and when.
    """
    lines = [*_lines(program(context), list(described(context)), version), ".SH EXIT STATUS"]
    for status, text in statuses:
        lines += [".TP", str(status), _plain(text)]
    return "\n".join([*lines, ".SH SEE ALSO", _SEE_ALSO, ""])


def _lines(before: Described, commands: list[Described], version: str) -> Iterator[str]:
    yield f'.TH PLYSCOPE 1 "" "plyscope {_plain(version)}" "User Commands"'
    yield ".SH NAME"
    yield "plyscope \\- a time\\-travel debugger for game\\-tree search"
    yield ".SH SYNOPSIS"
    yield r".B plyscope \fR[\fIoptions\fR] \fIcommand\fR [\fIarguments\fR]"
    yield ".SH DESCRIPTION"
    yield from _paragraphs(before.text)
    for flag in before.flags:
        yield from _flag(flag)
    yield ".SH COMMANDS"
    for one in commands:
        yield f".SS plyscope {' '.join([one.name, *(_plain(form) for form, _ in one.arguments)])}"
        yield from _paragraphs(one.text)
        for form, text in one.arguments:
            yield from (".TP", rf"\fI{_plain(form)}\fR", _plain(text))
        for flag in one.flags:
            yield from _flag(flag)


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.strip().split("\n\n"):
        lines = [line.strip() for line in paragraph.splitlines()]
        if lines[0] == "\b":
            yield from (".PP", ".nf", ".RS", *map(_plain, lines[1:]), ".RE", ".fi")
        else:
            yield from (".PP", _plain(" ".join(lines)))


def _flag(flag: Flag) -> Iterator[str]:
    names = ", ".join(rf"\fB{_plain(name)}\fR" for name in flag.names)
    yield from (".TP", f"{names} {_plain(flag.value)}".rstrip(), _plain(flag.help))


def _plain(text: str) -> str:
    r"""A line of text that man shows as it is.

    >>> print(_plain(".plyscope -a 'x' \\"))
    \&.plyscope \-a \(aqx\(aq \e
    """
    shown = text.replace("\\", r"\e")
    for sign, name in (("-", r"\-"), ("'", r"\(aq"), ("`", r"\(ga"), ("^", r"\(ha"), ("~", r"\(ti")):
        shown = shown.replace(sign, name)
    return re.sub(r"^(?=\.)", r"\\&", shown)


_BASH = """\
# What bash completes for plyscope.
_plyscope() {{
    local IFS=$' \\n' word=$2 command= place words= name
    for ((place = 1; place < COMP_CWORD; place++)); do
        [[ ${{COMP_WORDS[place]}} == -* ]] || {{ command=${{COMP_WORDS[place]}}; break; }}
    done
    case $command:$3 in
{values}
    *) case $command in
        '') words='{first}' ;;
{commands}
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    [[ -z $command || $word == -* ]] && return
    while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$word")
    compopt -o filenames 2>/dev/null
}}
complete -F _plyscope plyscope
"""
_ZSH = """\
#compdef plyscope
# What zsh completes for plyscope.
_plyscope() {{
  local -a options names
  if [[ $words[CURRENT-1] == --completion ]]; then compadd -- {shells}; return; fi
  if (( CURRENT == 2 )); then
    options=({first})
    names=({names})
    if [[ $PREFIX == -* ]]; then _describe -o option options; else _describe command names; fi
    return
  fi
  case $words[2]:$words[CURRENT-1] in
{values}
  esac
  case $words[2] in
{commands}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options; else compadd -a names; _files; fi
}}
if [ "$funcstack[1]" = _plyscope ]; then _plyscope "$@"; else compdef _plyscope plyscope; fi
"""


def script(shell: str, context: Any) -> str:
    """The script that makes a shell complete commands, options, and the names of games and searches.

    Args:
        shell: bash, zsh or fish.
        context: that of the whole program.

    Raises:
        PlyscopeError: it is another shell.
    """
    if shell not in SHELLS:
        raise PlyscopeError(f"--completion is for {', '.join(SHELLS)}, not {clean(shell, 40)!r}")
    return SHELLS[shell](program(context), list(described(context)))


def _bash(before: Described, commands: list[Described]) -> str:
    cases = [
        f"    {'|'.join(patterns)}) words='{' '.join(words)}' ;;"
        for one in (before, *commands)
        for words, patterns in _values(one).items()
    ]
    own = [
        f"        {one.name}) [[ $word == -* ]] && words='{' '.join(_all(one))}' || words='{' '.join(one.words)}' ;;"
        for one in commands
    ]
    first = " ".join([one.name for one in commands] + list(_all(before)))
    return _BASH.format(values="\n".join(cases), first=first, commands="\n".join(own))


def _zsh(before: Described, commands: list[Described]) -> str:
    cases = [
        f"  ({'|'.join(patterns)}) {f'compadd -- {chr(32).join(words)}; ' if words else ''}_files; return ;;"
        for one in commands
        for words, patterns in _values(one).items()
    ]
    own = [f"  ({one.name}) options=({_told(one)}); names=({' '.join(one.words)}) ;;" for one in commands]
    names = " ".join(_quote(f"{one.name}:{one.summary}") for one in commands)
    shells = " ".join(SHELLS)
    return _ZSH.format(
        shells=shells, first=_told(before), names=names, values="\n".join(cases), commands="\n".join(own)
    )


def _told(command: Described) -> str:
    return " ".join(_quote(f"{name}:{flag.help}") for flag in command.flags for name in flag.names)


def _fish(before: Described, commands: list[Described]) -> str:
    return "\n".join(["# What fish completes for plyscope.", *_fish_lines(before, commands)]) + "\n"


def _fish_lines(before: Described, commands: list[Described]) -> Iterator[str]:
    for one in commands:
        yield f"complete -c plyscope -n __fish_use_subcommand -f -a {one.name} -d {_fish_quote(one.summary)}"
    for one in (before, *commands):
        when = f"'__fish_seen_subcommand_from {one.name}'" if one.name else "__fish_use_subcommand"
        if one.words:
            yield f"complete -c plyscope -n {when} -a '{' '.join(one.words)}'"
        for flag in one.flags:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in flag.names)
            takes = (
                f"{' -r' * bool(flag.value)} -a '{' '.join(flag.words)}'" if flag.words else " -r" if flag.value else ""
            )
            yield f"complete -c plyscope -n {when} {names}{takes} -d {_fish_quote(flag.help)}"


def _all(command: Described) -> Iterator[str]:
    return (name for flag in command.flags for name in flag.names)


def _values(command: Described) -> dict[tuple[str, ...], list[str]]:
    """Which words may follow which options, each option as `command:--option`."""
    found: dict[tuple[str, ...], list[str]] = {}
    for flag in command.flags:
        if flag.value or flag.words:
            found.setdefault(flag.words, []).extend(f"{command.name}:{name}" for name in flag.names)
    return found


def _quote(text: str) -> str:
    r"""A text as sh and zsh take it.

    >>> print(_quote("MAX's view"))
    'MAX'\''s view'
    """
    return "'" + text.replace("'", r"'\''") + "'"


def _fish_quote(text: str) -> str:
    r"""A text as fish takes it.

    >>> print(_fish_quote("MAX's view"))
    'MAX\'s view'
    """
    return "'" + text.replace("\\", "\\\\").replace("'", r"\'") + "'"


SHELLS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
