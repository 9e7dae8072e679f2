"""The page of the manual, for `man plyscope`: all that the helps of the commands say, on one page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tui.terminal.described import Described, Flag, described, program

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
