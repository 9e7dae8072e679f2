"""How shells complete the command: scripts that know all its words, so that no key waits for Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal.described import Described, described, program

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
        f"        {one.name}) [[ $word == -* ]] && words='{' '.join(_names(one))}' || words='{' '.join(one.words)}' ;;"
        for one in commands
    ]
    first = " ".join([one.name for one in commands] + list(_names(before)))
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
            takes = f" -r -a '{' '.join(flag.words)}'" if flag.words else " -r" if flag.value else ""
            yield f"complete -c plyscope -n {when} {names}{takes} -d {_fish_quote(flag.help)}"


def _names(command: Described) -> Iterator[str]:
    return (name for flag in command.flags for name in flag.names)


def _values(command: Described) -> dict[tuple[str, ...], list[str]]:
    """Which words may follow which options, each option as `command:--option`."""
    found: dict[tuple[str, ...], list[str]] = {}
    for flag in command.flags:
        if flag.value:
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
