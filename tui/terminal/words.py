"""Words of a command line as values: what is plainly a word or a number needs nobody's help.

Typer has every value made by pydantic, also of options that were not given, and that takes as long to load as NumPy.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Protocol

from tracer.text import hyphened, typed_number

_PLAIN: dict[Any, tuple[re.Pattern[str], Callable[[str], Any]]] = {
    str: (re.compile(r"(?s).*"), str),
    int: (re.compile(r"[-−]?[0-9]{1,15}"), lambda word: int(hyphened(word))),
    float: (re.compile(r"[-−]?(?:[0-9]+(?:\.[0-9]+)?|inf|∞)"), typed_number),
}
"""By type: how its words are plainly written, and what makes a value of one."""


class Parameter(Protocol):
    """An option or an argument, as Typer has it."""

    nargs: int
    multiple: bool
    type_descriptor: Any
    get_runtime_param: Callable[[], Any]
    """Gives what makes values of its words."""


class _Maker:
    """Makes values of an option's words, or has Typer do it."""

    def __init__(self, parameter: Parameter) -> None:
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
