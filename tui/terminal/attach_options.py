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
from tui.terminal.command_options import need_encodable_words

MAX_BYTES = 1 << 16
"""Bytes of a configuration at most: it has a few lines."""
MAX_DOTS_IN_LINE = 32
"""Dots in one of its lines at most: to read a key of many parts takes memory and time by the square of them."""
MEANING_HELP = {
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
    """The table [attach] of a TOML file."""
    import tomllib

    try:
        with open_regular(Path(file)) as source:
            table = tomllib.loads(_need_simple_text(source.read(MAX_BYTES + 1) or b"").decode()).get("attach")
    except OSError as error:
        raise PlyscopeError(f"cannot read {clean(file)}: {error.strerror}") from error
    except PlyscopeError as error:
        raise PlyscopeError(f"cannot read {clean(file)}: {error}") from error
    except (ValueError, RecursionError) as error:  # no TOML, no UTF-8, a number of thousands of digits, or too deep
        raise PlyscopeError(f"{clean(file)} is no TOML: {clean(str(error))}") from error
    if not isinstance(table, dict):
        raise PlyscopeError(f'{clean(file)} has no table [attach], such as [attach] with the line attach = "minimax"')
    for name, value in table.items():
        if name not in MEANING_HELP:
            option_names = ", ".join(MEANING_HELP)
            raise PlyscopeError(
                f"{clean(file)}: no option {clean(name)!r}{nearest(name, MEANING_HELP)}; there are: {option_names}"
            )
        is_list_of_texts = isinstance(value, list) and name == "attach" and all(isinstance(text, str) for text in value)
        if not (isinstance(value, str) or is_list_of_texts or (type(value) is int and name == "value")):
            raise PlyscopeError(f"{clean(file)}: {name} is a text, not {clean(repr(value), 60)}")
        need_encodable_words([value] if isinstance(value, str) else value if isinstance(value, list) else [])
    return dict(table)


def _need_simple_text(text: bytes) -> bytes:
    if len(text) > MAX_BYTES:
        raise PlyscopeError(f"it is longer than the {MAX_BYTES:,} bytes that a configuration has at most")
    for number, line in enumerate(text.split(b"\n"), 1):
        if line.count(b".") > MAX_DOTS_IN_LINE:
            raise PlyscopeError(
                f"line {number} has more than {MAX_DOTS_IN_LINE} dots: give a list, a line for each name"
            )
    return text


def split_names(names: str | list[str]) -> list[str]:
    """The names of functions, as they stand on a command line or in a file."""
    return [name.strip() for name in (names.split(",") if isinstance(names, str) else names) if name.strip()]


def parse_meaning(option: str, value: str | int) -> Any:
    """What an option means: a function where it begins with lambda, an element where it is the number of one."""
    text = str(value).strip()
    if text.startswith("lambda") and option not in ("root", "game", "view"):
        try:
            return eval(text, {})  # noqa: S307  # the user's own words, beside the user's own script
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise PlyscopeError(f"--{option} {clean(text)}: {message_of(error)}") from error
    element_text = hyphened(text)
    return int(element_text) if option == "value" and re.fullmatch(r"-?\d{1,9}", element_text) else text


def format_run_command(functions: Sequence[str], option_values: Mapping[str, Any]) -> str:
    """The whole command that records functions, as a shell reads it.

    Args:
        functions: their names.
        option_values: everything else by the name of the parameter of `plyscope run` or `tracer.attach`: `script` or
            `module`, `arguments`, and options; what is None is left out. A player for each function is a mapping.

    >>> said = {"script": "a b.py", "game": "nim:1,2", "turn": {"hi": "MAX", "lo": "MIN"}, "output": "t.plyscope"}
    >>> print(format_run_command(["hi", "lo"], said | {"arguments": ["3", "--quiet"], "config": None}))
    plyscope run 'a b.py' --attach hi,lo --game nim:1,2 --turn hi=MAX,lo=MIN --output t.plyscope -- 3 --quiet
    >>> print(format_run_command(["Player.max"], {"module": "games.four", "state": "lambda f: f['b']", "value": -1}))
    plyscope run -m games.four --attach Player.max --state 'lambda f: f['"'"'b'"'"']' --value=-1
    """
    options = {name: value for name, value in option_values.items() if value is not None}
    script, module, arguments = (options.pop(name, None) for name in ("script", "module", "arguments"))
    if module is None and str(script).startswith("-"):
        script = f"./{script}"
    words = ["plyscope", "run", *(["-m", module] if module is not None else [script]), "--attach", ",".join(functions)]
    for name, value in options.items():
        text = ",".join(f"{key}={item}" for key, item in value.items()) if isinstance(value, Mapping) else str(value)
        flag = f"--{name.replace('_', '-')}"
        words += [f"{flag}={text}"] if text.startswith("-") else [flag, text]
    return shlex.join([*words, *(["--", *arguments] if arguments else [])])
