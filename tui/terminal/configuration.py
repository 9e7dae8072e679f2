"""What `tracer.attach` is told on a command line: options, a file that has them, and the whole command in the end."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tracer.errors import PlyscopeError
from tracer.file.reading import open_regular
from tracer.text import clean, hyphened, message_of, nearest
from tui.terminal.command import need_words

LONGEST = 1 << 16
"""Bytes of a configuration at most: it has a few lines."""
MOST_DOTS = 32
"""Dots in one of its lines at most: to read a key of many parts takes memory and time by the square of them."""
OPTIONS = {
    "attach": "The functions of the search, by name: 'max_value,min_value', 'Player.max', 'module:search.visit'.",
    "root": "The function above them, if its loop over the moves is the root.",
    "state": "The position: a variable such as board or self.board, or a lambda of the variables.",
    "alpha": "The window's lower end: a variable, or a lambda.",
    "beta": "The window's upper end.",
    "turn": "Who moves: a variable, or a lambda that gives True where MAX moves, and 'CHANCE' at a mean.",
    "value": "Where the value is: an element (0), a name or a lambda of what is returned; self.score where it is kept.",
    "move": "The move that led here: a variable, or a lambda.",
    "moves": "The legal moves on entry, without a game: a variable, or a lambda.",
    "game": "The game (`plyscope games`, or package.module:name); it knows what a cutoff skipped.",
    "view": "Whose windows and values they are: max, or mover (negamax).",
}
"""The options of `tracer.attach`; a configuration may have them, too."""


def read_configuration(file: str) -> dict[str, Any]:
    """The table [attach] of a TOML file.

    Raises:
        PlyscopeError: it cannot be read, or has something else in it.
    """
    import tomllib

    try:
        with open_regular(Path(file)) as source:
            table = tomllib.loads(_few_lines(source.read(LONGEST + 1) or b"").decode()).get("attach")
    except OSError as error:
        raise PlyscopeError(f"cannot read {clean(file)}: {error.strerror}") from error
    except PlyscopeError as error:
        raise PlyscopeError(f"cannot read {clean(file)}: {error}") from error
    except (ValueError, RecursionError) as error:  # no TOML, no UTF-8, a number of thousands of digits, or too deep
        raise PlyscopeError(f"{clean(file)} is no TOML: {clean(str(error))}") from error
    if not isinstance(table, dict):
        raise PlyscopeError(f'{clean(file)} has no table [attach], such as [attach] with the line attach = "minimax"')
    for name, told in table.items():
        if name not in OPTIONS:
            known = ", ".join(OPTIONS)
            raise PlyscopeError(f"{clean(file)}: no option {clean(name)!r}{nearest(name, OPTIONS)}; there are: {known}")
        texts = isinstance(told, list) and name == "attach" and all(isinstance(text, str) for text in told)
        if not (isinstance(told, str) or texts or (type(told) is int and name == "value")):
            raise PlyscopeError(f"{clean(file)}: {name} is a text, not {clean(repr(told), 60)}")
        need_words([told] if isinstance(told, str) else told if isinstance(told, list) else [])
    return dict(table)


def _few_lines(text: bytes) -> bytes:
    """A configuration as it is.

    Raises:
        PlyscopeError: it is longer than one is.
    """
    if len(text) > LONGEST:
        raise PlyscopeError(f"it is longer than the {LONGEST:,} bytes that a configuration has at most")
    for number, line in enumerate(text.split(b"\n"), 1):
        if line.count(b".") > MOST_DOTS:
            raise PlyscopeError(f"line {number} has more than {MOST_DOTS} dots: give a list, a line for each name")
    return text


def names_of(told: str | list[str]) -> list[str]:
    """The names of functions, as they stand on a command line or in a file."""
    return [name.strip() for name in (told.split(",") if isinstance(told, str) else told) if name.strip()]


def meaning(option: str, told: str | int) -> Any:
    """What an option means: a function where it begins with lambda, an element where it is the number of one.

    Raises:
        PlyscopeError: it is no expression of Python.
    """
    text = str(told).strip()
    if text.startswith("lambda") and option not in ("root", "game", "view"):
        try:
            return eval(text, {})  # noqa: S307  # the user's own words, beside the user's own script
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise PlyscopeError(f"--{option} {clean(text)}: {message_of(error)}") from error
    place = hyphened(text)
    return int(place) if option == "value" and re.fullmatch(r"-?\d{1,9}", place) else text


def command_line(functions: Sequence[str], said: Mapping[str, Any]) -> str:
    """The whole command that records functions, as a shell reads it.

    Args:
        functions: their names.
        said: everything else by the name of the parameter of `plyscope run` or `tracer.attach`: `script` or `module`,
            `arguments`, and options; what is None is left out. A player for each function is a mapping.

    >>> said = {"script": "a b.py", "game": "nim:1,2", "turn": {"hi": "MAX", "lo": "MIN"}, "output": "t.plyscope"}
    >>> print(command_line(["hi", "lo"], said | {"arguments": ["3", "--quiet"], "config": None}))
    plyscope run 'a b.py' --attach hi,lo --game nim:1,2 --turn hi=MAX,lo=MIN --output t.plyscope -- 3 --quiet
    >>> print(command_line(["Player.max"], {"module": "games.four", "state": "lambda f: f['b']", "value": -1}))
    plyscope run -m games.four --attach Player.max --state 'lambda f: f['"'"'b'"'"']' --value=-1
    """
    options = {name: told for name, told in said.items() if told is not None}
    script, module, arguments = (options.pop(name, None) for name in ("script", "module", "arguments"))
    if module is None and str(script).startswith("-"):
        script = f"./{script}"
    words = ["plyscope", "run", *(["-m", module] if module is not None else [script]), "--attach", ",".join(functions)]
    for name, told in options.items():
        text = ",".join(f"{one}={its}" for one, its in told.items()) if isinstance(told, Mapping) else str(told)
        flag = f"--{name.replace('_', '-')}"
        words += [f"{flag}={text}"] if text.startswith("-") else [flag, text]
    return shlex.join([*words, *(["--", *arguments] if arguments else [])])
