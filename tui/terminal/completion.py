"""What shells and man know of the commands: completions, and the page of the manual. No key waits for Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal.command_options import ALL_GROUPS, ALWAYS_SHOWN_GROUPS, group_keyword, group_parameters


@dataclass(frozen=True)
class Flag:
    """An option of a command."""

    names: tuple[str, ...]
    """Such as `--search` and `-a`."""
    value: str
    """What follows it, such as `<int>`; empty where nothing does."""
    help: str
    completions: tuple[str, ...]
    """What may follow it, as far as that has names."""


@dataclass(frozen=True)
class CommandDescription:
    """A command, or what may stand before one."""

    name: str
    text: str
    """Its help: paragraphs, of which those that begin with \\b keep their lines."""
    arguments: tuple[tuple[str, str], ...]
    """Each as it is written in a usage line, with its help."""
    completions: tuple[str, ...]
    """What may stand for its arguments, as far as that has names."""
    flags: tuple[Flag, ...]

    @property
    def summary(self) -> str:
        """The first sentence of its help, without its point."""
        return " ".join(self.text.split("\n\n")[0].split()).removesuffix(".")


def iter_command_descriptions(context: Any) -> Iterator[CommandDescription]:
    """All commands, in the order of the help."""
    for name in context.command.list_commands(context):
        command = context.command.get_command(context, name)
        with type(context)(command, info_name=name, parent=context, resilient_parsing=True) as command_context:
            yield _describe_command(name, command, command_context)


def describe_program(context: Any) -> CommandDescription:
    """What may stand before a command."""
    return _describe_command("", context.command, context)


def _describe_command(name: str, command: Any, context: Any) -> CommandDescription:
    parameters = command.get_params(context)
    arguments = [parameter for parameter in parameters if parameter.param_type_name == "argument"]
    group_keywords = [
        *(group_keyword(title) for title, _ in group_parameters(parameters) if title not in ALWAYS_SHOWN_GROUPS),
        ALL_GROUPS,
    ]
    return CommandDescription(
        name,
        command.help or "",
        tuple((" ".join(parameter.get_usage_pieces(context)), parameter.help or "") for parameter in arguments),
        tuple(
            dict.fromkeys(completion for parameter in arguments for completion in _completion_words(parameter, context))
        ),
        tuple(
            Flag(
                tuple(sorted((*parameter.opts, *parameter.secondary_opts), key=len)),
                "" if parameter.is_flag else str(parameter.get_help_record(context)[0].rpartition(" ")[2]),
                str(parameter.get_help_record(context)[1]),
                tuple(group_keywords if name and "--help" in parameter.opts else _completion_words(parameter, context)),
            )
            for parameter in parameters
            if parameter.param_type_name == "option" and not parameter.hidden
        ),
    )


def _completion_words(parameter: Any, context: Any) -> list[str]:
    return [item.value for item in parameter.shell_complete(context, "")]


_SEE_ALSO = "https://github.com/plyscope/plyscope"


def format_manual(context: Any, version: str, statuses: Iterable[tuple[int, str]]) -> str:
    """The page, in the language of man."""
    lines = [
        *_iter_manual_lines(describe_program(context), list(iter_command_descriptions(context)), version),
        ".SH EXIT STATUS",
    ]
    for status, text in statuses:
        lines += [".TP", str(status), _escape_roff(text)]
    return "\n".join([*lines, ".SH SEE ALSO", _SEE_ALSO, ""])


def _iter_manual_lines(program: CommandDescription, commands: list[CommandDescription], version: str) -> Iterator[str]:
    yield f'.TH PLYSCOPE 1 "" "plyscope {_escape_roff(version)}" "User Commands"'
    yield ".SH NAME"
    yield "plyscope \\- a time\\-travel debugger for game\\-tree search"
    yield ".SH SYNOPSIS"
    yield r".B plyscope \fR[\fIoptions\fR] \fIcommand\fR [\fIarguments\fR]"
    yield ".SH DESCRIPTION"
    yield from _iter_paragraph_lines(program.text)
    for flag in program.flags:
        yield from _iter_flag_lines(flag)
    yield ".SH COMMANDS"
    for command in commands:
        yield f".SS plyscope {' '.join([command.name, *(_escape_roff(form) for form, _ in command.arguments)])}"
        yield from _iter_paragraph_lines(command.text)
        for form, text in command.arguments:
            yield from (".TP", rf"\fI{_escape_roff(form)}\fR", _escape_roff(text))
        for flag in command.flags:
            yield from _iter_flag_lines(flag)


def _iter_paragraph_lines(text: str) -> Iterator[str]:
    for paragraph in text.strip().split("\n\n"):
        lines = [line.strip() for line in paragraph.splitlines()]
        if lines[0] == "\b":
            yield from (".PP", ".nf", ".RS", *map(_escape_roff, lines[1:]), ".RE", ".fi")
        else:
            yield from (".PP", _escape_roff(" ".join(lines)))


def _iter_flag_lines(flag: Flag) -> Iterator[str]:
    names = ", ".join(rf"\fB{_escape_roff(name)}\fR" for name in flag.names)
    yield from (".TP", f"{names} {_escape_roff(flag.value)}".rstrip(), _escape_roff(flag.help))


def _escape_roff(text: str) -> str:
    r"""A line of text that man shows as it is.

    >>> print(_escape_roff(".plyscope -a 'x' \\"))
    \&.plyscope \-a \(aqx\(aq \e
    """
    escaped = text.replace("\\", r"\e")
    for character, escape in (("-", r"\-"), ("'", r"\(aq"), ("`", r"\(ga"), ("^", r"\(ha"), ("~", r"\(ti")):
        escaped = escaped.replace(character, escape)
    return re.sub(r"^(?=\.)", r"\\&", escaped)


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


def completion_script(shell: str, context: Any) -> str:
    """The script that makes a shell complete commands, options, and the names of games and searches."""
    if shell not in SHELLS:
        raise PlyscopeError(f"--completion is for {', '.join(SHELLS)}, not {clean(shell, 40)!r}")
    return SHELLS[shell](describe_program(context), list(iter_command_descriptions(context)))


def _bash_script(program: CommandDescription, commands: list[CommandDescription]) -> str:
    cases = [
        f"    {'|'.join(patterns)}) words='{' '.join(completions)}' ;;"
        for command in (program, *commands)
        for completions, patterns in _values_by_words(command).items()
    ]
    command_cases = [
        f"        {command.name}) [[ $word == -* ]] && words='{' '.join(_iter_flag_names(command))}' "
        f"|| words='{' '.join(command.completions)}' ;;"
        for command in commands
    ]
    program_words = " ".join([command.name for command in commands] + list(_iter_flag_names(program)))
    return _BASH.format(values="\n".join(cases), first=program_words, commands="\n".join(command_cases))


def _zsh_script(program: CommandDescription, commands: list[CommandDescription]) -> str:
    cases = [
        f"  ({'|'.join(patterns)}) {f'compadd -- {chr(32).join(completions)}; ' if completions else ''}"
        "_files; return ;;"
        for command in commands
        for completions, patterns in _values_by_words(command).items()
    ]
    command_cases = [
        f"  ({command.name}) options=({_zsh_options(command)}); names=({' '.join(command.completions)}) ;;"
        for command in commands
    ]
    names = " ".join(_shell_quote(f"{command.name}:{command.summary}") for command in commands)
    shells = " ".join(SHELLS)
    return _ZSH.format(
        shells=shells,
        first=_zsh_options(program),
        names=names,
        values="\n".join(cases),
        commands="\n".join(command_cases),
    )


def _zsh_options(command: CommandDescription) -> str:
    return " ".join(_shell_quote(f"{name}:{flag.help}") for flag in command.flags for name in flag.names)


def _fish_script(program: CommandDescription, commands: list[CommandDescription]) -> str:
    return "\n".join(["# What fish completes for plyscope.", *_fish_lines(program, commands)]) + "\n"


def _fish_lines(program: CommandDescription, commands: list[CommandDescription]) -> Iterator[str]:
    for command in commands:
        yield f"complete -c plyscope -n __fish_use_subcommand -f -a {command.name} -d {_fish_quote(command.summary)}"
    for command in (program, *commands):
        condition = f"'__fish_seen_subcommand_from {command.name}'" if command.name else "__fish_use_subcommand"
        if command.completions:
            yield f"complete -c plyscope -n {condition} -a '{' '.join(command.completions)}'"
        for flag in command.flags:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in flag.names)
            value_part = " -r" if flag.value else ""
            value_part += f" -a '{' '.join(flag.completions)}'" if flag.completions else ""
            yield f"complete -c plyscope -n {condition} {names}{value_part} -d {_fish_quote(flag.help)}"


def _iter_flag_names(command: CommandDescription) -> Iterator[str]:
    return (name for flag in command.flags for name in flag.names)


def _values_by_words(command: CommandDescription) -> dict[tuple[str, ...], list[str]]:
    """Which words may follow which options, each option as `command:--option`."""
    flags_by_words: dict[tuple[str, ...], list[str]] = {}
    for flag in command.flags:
        if flag.value or flag.completions:
            flags_by_words.setdefault(flag.completions, []).extend(f"{command.name}:{name}" for name in flag.names)
    return flags_by_words


def _shell_quote(text: str) -> str:
    r"""A text as sh and zsh take it.

    >>> print(_shell_quote("MAX's view"))
    'MAX'\''s view'
    """
    return "'" + text.replace("'", r"'\''") + "'"


def _fish_quote(text: str) -> str:
    r"""A text as fish takes it.

    >>> print(_fish_quote("MAX's view"))
    'MAX\'s view'
    """
    return "'" + text.replace("\\", "\\\\").replace("'", r"\'") + "'"


SHELLS = {"bash": _bash_script, "zsh": _zsh_script, "fish": _fish_script}
