"""A command of the command line: how its words become values, and which options its help shows.

Words that are plainly numbers or texts are read here: Typer has every value made by pydantic, which takes as long to
load as NumPy. Help shows the common options, and groups of others where their word is given.

`plyscope count --help` shows the groups `COMMON` and names the others. `--help WORD` shows the group whose title begins
with that word, and `--help all` shows everything. An option is in the group that its `rich_help_panel` names.
"""

from __future__ import annotations

import copy
import inspect
import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from textwrap import shorten
from typing import Annotated, Any, Protocol, TypeVar, get_args

from typer.core import TyperCommand

from tracer.errors import PlyscopeError
from tracer.text import clean, hyphened, nearest, typed_number

_PLAIN: dict[Any, tuple[re.Pattern[str], Callable[[str], Any]]] = {
    str: (re.compile(r"(?s).*"), str),
    int: (re.compile(r"[-−]?[0-9]{1,15}"), lambda word: int(hyphened(word))),
    float: (re.compile(r"[-−]?(?:[0-9]+(?:\.[0-9]+)?|inf|∞)"), typed_number),
}
"""By type: how its words are plainly written, and what makes a value of one."""


class ReadParameter(Protocol):
    """An option or an argument, as Typer has it."""

    nargs: int
    multiple: bool
    type_descriptor: Any
    get_runtime_param: Callable[[], Any]
    """Gives what makes values of its words."""


class _Maker:
    """Makes values of an option's words, or has Typer do it."""

    def __init__(self, parameter: ReadParameter) -> None:
        self._parameter, self._typers = parameter, parameter.get_runtime_param

    def coerce(self, value: Any, **context: Any) -> Any:
        """The value of an option: of its word, of its list of words, or of nothing where it was not given."""
        many, kind = self._parameter.multiple or self._parameter.nargs == -1, self._parameter.type_descriptor.annotation
        if value is None:
            return () if many else None
        if many and kind == list[str] and isinstance(value, (list, tuple)):
            made: Any = [plain(str, word) for word in value]
            made = None if None in made else made
        else:
            made = None if many else plain(kind, value)
            made = made if made is None or self._is_within(made) else None
        return self._typers().coerce(value, **context) if made is None else made

    def _is_within(self, value: Any) -> bool:
        """Whether a value lies between the least and the greatest that the option may have; Typer says it of others."""
        least, most = (getattr(self._parameter, name, None) for name in ("min", "max"))
        return (least is None or value >= least) and (most is None or value <= most)


def plain(kind: Any, word: Any) -> Any:
    """The value of a word that is plainly of a type; None where it takes more to say what it is.

    >>> plain(int, "12"), plain(float, "−0.5"), plain(str, "12"), plain(int, "1e3"), plain(int, 12)
    (12, -0.5, '12', None, None)
    """
    pattern, make = _PLAIN.get(kind, (None, None))
    if pattern is None or make is None or not isinstance(word, str) or not pattern.fullmatch(word):
        return None
    return make(word)


def read_quickly(parameters: list[Any]) -> list[Any]:
    """Have options and arguments of Typer's make values of plain words themselves. Gives them."""
    for parameter in parameters:
        if hasattr(parameter, "get_runtime_param") and "get_runtime_param" not in vars(parameter):
            maker = _Maker(parameter)
            parameter.get_runtime_param = lambda maker=maker: maker
    return parameters


ARGUMENTS, OPTIONS, OF_A_SEARCH = "Arguments", "Options", "The search"
DETAILS, OF_ONE_SEARCH = "Details of the search", "Algorithms with options of their own"
COMMON = (ARGUMENTS, OPTIONS, OF_A_SEARCH)
ALL = "all"
"""The word that shows all groups."""


GROUP = "group of options"
"""Under this name Typer's context keeps the word behind `--help`."""


class Parameter(Protocol):
    """An argument or an option, as Typer has it."""

    param_type_name: str
    hidden: bool
    rich_help_panel: str | None


Some = TypeVar("Some", bound=Parameter)


def grouped(parameters: Iterable[Some]) -> list[tuple[str, list[Some]]]:
    """Those that are not hidden, by their groups: arguments and plain options first, those of searches last."""
    found: dict[str, list[Some]] = {ARGUMENTS: [], OPTIONS: []}
    for parameter in parameters:
        if not parameter.hidden:
            usual = ARGUMENTS if parameter.param_type_name == "argument" else OPTIONS
            found.setdefault(parameter.rich_help_panel or usual, []).append(parameter)
    for last in (OF_A_SEARCH, DETAILS, OF_ONE_SEARCH):
        found[last] = found.pop(last, [])
    return [(group, some) for group, some in found.items() if some]


def word_of(group: str) -> str:
    """Return the word that shows a group: the first of its title.

    >>> word_of("Details of the search")
    'details'
    """
    return group.split(maxsplit=1)[0].lower()


def take_group(words: list[str], groups: Iterable[str], options: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the group that help is asked for, and the words of a command line without it.

    Args:
        words: the words behind a command.
        groups: the titles of its groups.
        options: the title of the group of each option, by its name without dashes.

    Raises:
        PlyscopeError: the word behind `--help` names no group and no option.

    >>> (
    ...     take_group(["tictactoe", "--help", "timing"], ["Timing"], {}),
    ...     take_group(["-h", "runs"], [], {"runs": "Timing"}),
    ... )
    (('timing', ['tictactoe', '--help']), ('timing', ['-h']))
    """
    known = [*map(word_of, groups), ALL]
    own = words.index("--") if "--" in words else len(words)  # what follows is for a script
    for place, word in enumerate(words[:own]):
        if word.startswith("--help="):
            option, asked, rest = "--help", word.removeprefix("--help="), words[place + 1 :]
        elif word in ("-h", "--help") and place + 1 < own and not words[place + 1].startswith("-"):
            option, asked, rest = word, words[place + 1], words[place + 2 :]
        else:
            continue
        if asked not in known and asked not in options:
            near = nearest(asked, [*known, *options])
            raise PlyscopeError(
                f"--help has no group of options {clean(asked, 40)!r}{near}; there are: {', '.join(known)}"
            )
        return asked if asked in known else word_of(options[asked]), [*words[:place], option, *rest]
    return "", words


def without_tables(text: str) -> str:
    """A help text without its tables: what keeps its lines and is no example."""
    return "\n\n".join(
        part for part in text.split("\n\n") if not part.startswith("\b\n") or part[2:].startswith(("plyscope ", "./"))
    )


def name_words(parameters: list[Any]) -> list[Any]:
    """Have options that may be repeated show what one word of theirs is. Gives them."""
    for parameter in parameters:
        if parameter.param_type_name == "option" and parameter.multiple and parameter.metavar is None:
            (one,) = get_args(parameter.type_descriptor.annotation)
            parameter.metavar = f"<{one.__name__}>"
    return parameters


def in_group(group: str, kinds: dict[str, tuple[Any, Any]]) -> dict[str, tuple[Any, Any]]:
    """Options, each `Annotated` for Typer beside its default, as those of a group."""
    return {name: (_of(group, kind), default) for name, (kind, default) in kinds.items()}


def _of(group: str, kind: Any) -> Any:
    what, option = get_args(kind)
    mine = copy.copy(option)
    mine.rich_help_panel = group
    return Annotated[what, mine]


class Command(TyperCommand):
    """A command: it reads plain words itself, and its help shows groups of options."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options, which make values of plain words themselves."""
        return read_quickly(name_words(super().get_params(ctx)))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read its words; one behind `--help` names a group of options, or one of its options."""
        parameters = [one for one in self.get_params(ctx) if one.param_type_name == "option"]
        titles = [title for title, _ in grouped(self.get_params(ctx)) if title not in COMMON]
        names = {name.lstrip("-"): one.rich_help_panel or OPTIONS for one in parameters for name in one.opts}
        ctx.meta[GROUP], args = take_group(args, titles, names)
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            listed = {name for one in parameters if not one.hidden for name in (*one.opts, *one.secondary_opts)}
            if possible := getattr(error, "possibilities", None):  # of Typer's error about an unknown option
                error.possibilities = [name for name in possible if name in listed]  # type: ignore[attr-defined]
            raise

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what it does, where no single group of options is asked for; its tables with everything else."""
        asked = ctx.meta.get(GROUP)
        text = inspect.cleandoc(self.help or "")
        if asked in ("", ALL):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(text if asked == ALL else without_tables(text))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write its arguments and common options; or the group that is asked for, or all."""
        asked = ctx.meta.get(GROUP)
        more = []
        for title, parameters in grouped(self.get_params(ctx)):
            word = word_of(title)
            if asked in (ALL, word) or (not asked and title in COMMON):
                with formatter.section(title):
                    formatter.write_dl([parameter.get_help_record(ctx) for parameter in parameters])
            elif not asked:
                more.append((f"--help {word}", ", ".join(one.opts[0] for one in parameters)))
        if more:
            wide = formatter.width - 4 - max(len(words) for words, _ in more)
            rows = [(words, shorten(names, wide, placeholder=" …", break_on_hyphens=False)) for words, names in more]
            with formatter.section("More options"):
                formatter.write_dl([*rows, (f"--help {ALL}", "All options.")])


STEPS = (
    ("plyscope demo", "record, count and draw tic-tac-toe"),
    ("plyscope explore", "choose a search and step through it"),
    ("plyscope explore tictactoe", "step through alpha-beta on tic-tac-toe"),
    ("plyscope run search.py", "record the searches in a Python script"),
)
"""What to type first, and what it does."""


def overview(about: str, jobs: Mapping[str, Iterable[str]]) -> str:
    """Return a short text: what plyscope is, what to type first, and the names of all commands.

    Args:
        about: what it is; what follows a colon is left out.
        jobs: by what people want, the names of commands.

    >>> print(overview("A debugger: record it.", {"Draw": ["export", "worksheet"]}).splitlines()[-3])
      Draw  export, worksheet
    """
    first, wide = max(len(command) for command, _ in STEPS), max(map(len, jobs))
    steps = [f"  {command:<{first}}  {does}" for command, does in STEPS]
    commands = [f"  {job:<{wide}}  {', '.join(names)}" for job, names in jobs.items()]
    more = "plyscope --help says what each does; plyscope COMMAND --help has its options."
    return "\n".join([f"{about.partition(':')[0]}.", "", "First steps:", *steps, "", "Commands:", *commands, "", more])


def add_options(
    command: Callable[..., None],
    keyword: str,
    kinds: dict[str, tuple[Any, Any]],
    make: Callable[[dict[str, Any]], Any],
) -> Callable[..., None]:
    """Give a command more options, handed over together as one keyword argument.

    Args:
        command: the command; an option that it declares itself is left to it.
        keyword: the argument that gets them.
        kinds: the type of each option, as Typer takes it, and its default.
        make: what is handed over, from the options as they were given.
    """
    signature = inspect.signature(command, eval_str=True)
    own = [parameter for name, parameter in signature.parameters.items() if name != keyword]
    shared = {name: kind for name, kind in kinds.items() if name not in signature.parameters}
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in shared.items()
    ]

    @wraps(command)
    def run(**given: Any) -> None:
        together = make({name: given.pop(name) for name in shared})
        command(**given, **{keyword: together})

    run.__signature__ = inspect.Signature([*own, *added])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in [*own, *added]}
    return run


def need_words(words: list[str]) -> None:
    """Refuse words that can name no file: Python says so wherever it happens to look first.

    Raises:
        PlyscopeError: one has a NUL, or half of a character.
    """
    for word in words:
        try:
            os.fsencode(word)
        except UnicodeEncodeError:
            raise PlyscopeError(f"{clean(word, 60)!r} is no text: it has half of a character") from None
        if "\0" in word:
            raise PlyscopeError(f"{clean(word, 60)!r} has a NUL character, which no word may have")
