"""A command of the command line: how its words become values, and which options its help shows.

Words that are plainly numbers or texts are read here: Typer has every value made by pydantic, which takes as long to
load as NumPy. Help shows the common options, and groups of others where their word is given.

`plyscope count --help` shows the groups `ALWAYS_SHOWN_GROUPS` and names the others. `--help WORD` shows the
group whose title begins with that word, and `--help all` shows everything. An option is in the group that its
`rich_help_panel` names.
"""

from __future__ import annotations

import copy
import inspect
import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from textwrap import shorten
from typing import Annotated, Any, get_args

from typer.core import TyperCommand

from tracer.errors import PlyscopeError
from tracer.text import clean, hyphened, nearest, typed_number

_PLAIN_READERS: dict[Any, tuple[re.Pattern[str], Callable[[str], Any]]] = {
    str: (re.compile(r"(?s).*"), str),
    int: (re.compile(r"[-−]?[0-9]{1,15}"), lambda word: int(hyphened(word))),
    float: (re.compile(r"[-−]?(?:[0-9]+(?:\.[0-9]+)?|inf|∞)"), typed_number),
}
"""By type: how its words are plainly written, and what makes a value of one."""


class _FastConverter:
    def __init__(self, parameter: Any) -> None:
        self._parameter, self._get_typer_param = parameter, parameter.get_runtime_param

    def coerce(self, value: Any, **context: Any) -> Any:
        """The value of an option: of its word, of its list of words, or of nothing where it was not given."""
        is_list = self._parameter.multiple or self._parameter.nargs == -1
        value_type = self._parameter.type_descriptor.annotation
        if value is None:
            return () if is_list else None
        if is_list and value_type == list[str] and isinstance(value, (list, tuple)):
            converted: Any = [convert_plain_word(str, item) for item in value]
            converted = None if None in converted else converted
        else:
            converted = None if is_list else convert_plain_word(value_type, value)
            converted = converted if converted is None or self._is_within(converted) else None
        return self._get_typer_param().coerce(value, **context) if converted is None else converted

    def _is_within(self, value: Any) -> bool:
        """Whether a value lies between the least and the greatest that the option may have; Typer says it of others."""
        minimum, maximum = (getattr(self._parameter, name, None) for name in ("min", "max"))
        return (minimum is None or value >= minimum) and (maximum is None or value <= maximum)


def convert_plain_word(value_type: Any, word: Any) -> Any:
    """The value of a word that is plainly of a type; None where it takes more to say what it is.

    >>> (
    ...     convert_plain_word(int, "12"),
    ...     convert_plain_word(float, "−0.5"),
    ...     convert_plain_word(str, "12"),
    ...     convert_plain_word(int, "1e3"),
    ...     convert_plain_word(int, 12),
    ... )
    (12, -0.5, '12', None, None)
    """
    pattern, convert = _PLAIN_READERS.get(value_type, (None, None))
    if pattern is None or convert is None or not isinstance(word, str) or not pattern.fullmatch(word):
        return None
    return convert(word)


def use_fast_converters(parameters: list[Any]) -> list[Any]:
    """Have options and arguments of Typer's make values of plain words themselves. Gives them."""
    for parameter in parameters:
        if hasattr(parameter, "get_runtime_param") and "get_runtime_param" not in vars(parameter):
            converter = _FastConverter(parameter)
            parameter.get_runtime_param = lambda converter=converter: converter
    return parameters


ARGUMENTS_GROUP, OPTIONS_GROUP, SEARCH_GROUP = "Arguments", "Options", "The search"
DETAILS_GROUP, SEARCH_SPECIFIC_GROUP = "Details of the search", "Algorithms with options of their own"
ALWAYS_SHOWN_GROUPS = (ARGUMENTS_GROUP, OPTIONS_GROUP, SEARCH_GROUP)
ALL_GROUPS = "all"
"""The word that shows all groups."""


GROUP_META_KEY = "group of options"
"""Under this name Typer's context keeps the word behind `--help`."""


def group_parameters(parameters: Iterable[Any]) -> list[tuple[str, list[Any]]]:
    """Those that are not hidden, by their groups: arguments and plain options first, those of searches last."""
    groups: dict[str, list[Any]] = {ARGUMENTS_GROUP: [], OPTIONS_GROUP: []}
    for parameter in parameters:
        if not parameter.hidden:
            default_group = ARGUMENTS_GROUP if parameter.param_type_name == "argument" else OPTIONS_GROUP
            groups.setdefault(parameter.rich_help_panel or default_group, []).append(parameter)
    for late_group in (SEARCH_GROUP, DETAILS_GROUP, SEARCH_SPECIFIC_GROUP):
        groups[late_group] = groups.pop(late_group, [])
    return [(group, members) for group, members in groups.items() if members]


def group_keyword(group: str) -> str:
    """Return the word that shows a group: the first of its title.

    >>> group_keyword("Details of the search")
    'details'
    """
    return group.split(maxsplit=1)[0].lower()


def split_help_group(arguments: list[str], groups: Iterable[str], options: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the group that help is asked for, and the words of a command line without it.

    Args:
        arguments: the words behind a command.
        groups: the titles of its groups.
        options: the title of the group of each option, by its name without dashes.

    >>> (
    ...     split_help_group(["tictactoe", "--help", "timing"], ["Timing"], {}),
    ...     split_help_group(["-h", "runs"], [], {"runs": "Timing"}),
    ... )
    (('timing', ['tictactoe', '--help']), ('timing', ['-h']))
    """
    keywords = [*map(group_keyword, groups), ALL_GROUPS]
    own_count = arguments.index("--") if "--" in arguments else len(arguments)  # what follows is for a script
    for index, argument in enumerate(arguments[:own_count]):
        if argument.startswith("--help="):
            option, requested, following = "--help", argument.removeprefix("--help="), arguments[index + 1 :]
        elif argument in ("-h", "--help") and index + 1 < own_count and not arguments[index + 1].startswith("-"):
            option, requested, following = argument, arguments[index + 1], arguments[index + 2 :]
        else:
            continue
        if requested not in keywords and requested not in options:
            suggestion = nearest(requested, [*keywords, *options])
            raise PlyscopeError(
                f"--help has no group of options {clean(requested, 40)!r}{suggestion}; there are: {', '.join(keywords)}"
            )
        return requested if requested in keywords else group_keyword(options[requested]), [
            *arguments[:index],
            option,
            *following,
        ]
    return "", arguments


def put_in_group(group: str, options: dict[str, tuple[Any, Any]]) -> dict[str, tuple[Any, Any]]:
    """Options, each `Annotated` for Typer beside its default, as those of a group."""
    grouped_options: dict[str, tuple[Any, Any]] = {}
    for name, (annotation, default) in options.items():
        value_type, option = get_args(annotation)
        own_option = copy.copy(option)
        own_option.rich_help_panel = group
        grouped_options[name] = Annotated[value_type, own_option], default
    return grouped_options


class Command(TyperCommand):
    """A command: it reads plain words itself, and its help shows groups of options."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options, which make values of plain words themselves; those that may be repeated show one word."""
        parameters: list[Any] = super().get_params(ctx)
        for parameter in parameters:
            if parameter.param_type_name == "option" and parameter.multiple and parameter.metavar is None:
                (item_type,) = get_args(parameter.type_descriptor.annotation)
                parameter.metavar = f"<{item_type.__name__}>"
        return use_fast_converters(parameters)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read its words; one behind `--help` names a group of options, or one of its options."""
        parameters = [parameter for parameter in self.get_params(ctx) if parameter.param_type_name == "option"]
        titles = [title for title, _ in group_parameters(self.get_params(ctx)) if title not in ALWAYS_SHOWN_GROUPS]
        names = {
            name.lstrip("-"): parameter.rich_help_panel or OPTIONS_GROUP
            for parameter in parameters
            for name in parameter.opts
        }
        ctx.meta[GROUP_META_KEY], args = split_help_group(args, titles, names)
        return super().parse_args(ctx, args)

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what it does, where no single group of options is asked for; its tables with everything else."""
        requested_group = ctx.meta.get(GROUP_META_KEY)
        paragraphs = inspect.cleandoc(self.help or "").split("\n\n")
        if requested_group != ALL_GROUPS:  # a table keeps its lines and is no example
            paragraphs = [
                paragraph
                for paragraph in paragraphs
                if not paragraph.startswith("\b\n") or paragraph[2:].startswith(("plyscope ", "./"))
            ]
        if requested_group in ("", ALL_GROUPS):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text("\n\n".join(paragraphs))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write its arguments and common options; or the group that is asked for, or all."""
        requested_group = ctx.meta.get(GROUP_META_KEY)
        other_groups = []
        for title, parameters in group_parameters(self.get_params(ctx)):
            keyword = group_keyword(title)
            if requested_group in (ALL_GROUPS, keyword) or (not requested_group and title in ALWAYS_SHOWN_GROUPS):
                with formatter.section(title):
                    formatter.write_dl([parameter.get_help_record(ctx) for parameter in parameters])
            elif not requested_group:
                other_groups.append(
                    (f"--help {keyword}", ", ".join(other_parameter.opts[0] for other_parameter in parameters))
                )
        if other_groups:
            names_width = formatter.width - 4 - max(len(help_option) for help_option, _ in other_groups)
            rows = [
                (help_option, shorten(names, names_width, placeholder=" …", break_on_hyphens=False))
                for help_option, names in other_groups
            ]
            with formatter.section("More options"):
                formatter.write_dl([*rows, (f"--help {ALL_GROUPS}", "All options.")])


FIRST_STEPS = (
    ("plyscope demo", "record, count and draw tic-tac-toe"),
    ("plyscope explore", "choose a search and step through it"),
    ("plyscope explore tictactoe", "step through alpha-beta on tic-tac-toe"),
    ("plyscope run search.py", "record the searches in a Python script"),
)
"""What to type first, and what it does."""


def format_overview(about: str, jobs: Mapping[str, Iterable[str]]) -> str:
    """Return a short text: what plyscope is, what to type first, and the names of all commands.

    >>> print(format_overview("A debugger: record it.", {"Draw": ["export", "worksheet"]}).splitlines()[-3])
      Draw  export, worksheet
    """
    command_width, job_width = max(len(command) for command, _ in FIRST_STEPS), max(map(len, jobs))
    steps = [f"  {command:<{command_width}}  {purpose}" for command, purpose in FIRST_STEPS]
    commands = [f"  {job:<{job_width}}  {', '.join(names)}" for job, names in jobs.items()]
    help_hint = "plyscope --help says what each does; plyscope COMMAND --help has its options."
    return "\n".join(
        [f"{about.partition(':')[0]}.", "", "First steps:", *steps, "", "Commands:", *commands, "", help_hint]
    )


def add_options(
    command: Callable[..., None],
    keyword: str,
    new_options: dict[str, tuple[Any, Any]],
    make_value: Callable[[dict[str, Any]], Any],
) -> Callable[..., None]:
    """Give a command more options but for those it declares itself, made into one value for a keyword argument."""
    signature = inspect.signature(command, eval_str=True)
    own_parameters = [parameter for name, parameter in signature.parameters.items() if name != keyword]
    missing_options = {name: annotation for name, annotation in new_options.items() if name not in signature.parameters}
    added_parameters = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in missing_options.items()
    ]

    @wraps(command)
    def run_with_options(**arguments: Any) -> None:
        combined = make_value({name: arguments.pop(name) for name in missing_options})
        command(**arguments, **{keyword: combined})

    run_with_options.__signature__ = inspect.Signature([*own_parameters, *added_parameters])  # type: ignore[attr-defined]
    run_with_options.__annotations__ = {
        parameter.name: parameter.annotation for parameter in [*own_parameters, *added_parameters]
    }
    return run_with_options


def need_encodable_words(arguments: list[str]) -> None:
    """Refuse words that can name no file: Python says so wherever it happens to look first."""
    for argument in arguments:
        try:
            os.fsencode(argument)
        except UnicodeEncodeError:
            raise PlyscopeError(f"{clean(argument, 60)!r} is no text: it has half of a character") from None
        if "\0" in argument:
            raise PlyscopeError(f"{clean(argument, 60)!r} has a NUL character, which no word may have")
