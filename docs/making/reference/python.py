"""The page of the Python interface: signatures as the running program has them, words as the docstrings have them."""

from __future__ import annotations

import dataclasses
import enum
import functools
import inspect
import logging
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import griffe

from making.reference.interface import INTERFACE, MEMBERS, dotted
from making.reference.markdown import heading, place
from viz.pictures.options import Options, Settings

logging.getLogger("griffe").setLevel(logging.CRITICAL)  # types stand in the signatures, not in the docstrings
INTRO = """# Python

All of plyscope that a Python program may use, by the job for which you need it. `import plyscope` has most of it; the
rest is imported as its entry says. [What stays, and what may change](#stability) stands below.

All values, alpha and beta are **MAX's view** unless something else is said. A *ply* is a move's distance from the
root, a *depth* the plies that remain, a *step* an event of the search, and a *node* is named by its number:
[Words](words.md) has them all.

In signatures `Ints`, `Floats` and `Bools` are NumPy arrays of whole numbers, of float64 and of truth values; where
nothing else is said they are N long, an entry for each node by its number, and cannot be written to. `AnyGame` is a
[`Game`](#plyscope.Game) of any positions and moves, `Spot` a node's number, its path such as `"a2/b1"`, or a
[`Node`](#plyscope.Node).

"""
STABILITY = """## What stays, and what may change <a id="stability"></a>

A test holds every name, signature, field and value on this page. What stands here goes on working in later versions:
when something is to go, or to be called otherwise, it first warns with a `DeprecationWarning` that names what takes
its place, for one minor version at least, and the [changelog](../../CHANGELOG.md) says so. Until version 1.0 a minor
version may take away what the one before it has warned of. An argument that is new comes with a default and by its
name alone.

All else may change in any version: other modules, names that begin with an underscore, what a `repr` says, the
wording of messages and sentences, the look of pictures. Two things have promises of their own. A
[trace file](trace-file.md) says its version, and within a version keys and columns are only added. What a search
visits and counts is held to the literature and to independent counts, and changes only where it was wrong.
"""
WIDTH = 88
"""Characters of a line of a signature."""


@dataclass(frozen=True)
class Thing:
    """Something public."""

    name: str
    """The dotted name by which it is imported or, of a member, found."""
    value: Any
    """The object itself; None of a field that only its class knows."""
    text: str
    """Its docstring."""
    annotation: str = ""
    """The type of a field."""
    default: str = ""
    """What a field is where nothing is said, or the value of a member of an enum."""
    inside: bool = False
    """Whether it is a member of a class."""
    by_module: bool = False
    """Whether its module is imported rather than it."""

    @property
    def short(self) -> str:
        """Its last name."""
        return self.name.rpartition(".")[2]

    @property
    def title(self) -> str:
        """How it is called where it is used: `plyscope.trace`, `Match`, `game_file.load`."""
        parts = self.name.split(".")
        return self.name if len(parts) == 2 else ".".join(parts[-2 if self.by_module else -1 :])

    @property
    def imported(self) -> str:
        """The line that imports it, where that is more than `import plyscope`."""
        what = self.name.rpartition(".")[0] if self.by_module else self.name
        home, _, last = what.rpartition(".")
        return f"from {home} import {last}" if "." in home else ""


def page() -> str:
    """The page."""
    parts = [INTRO + "\n".join(_index()), ""]
    for job in INTERFACE:
        parts.append(f"{heading(2, job.title, _slug(job.title))}\n{job.intro}\n")
        for written in job.names:
            parts += _entry(written)
    return "\n".join([*parts, STABILITY])


def _index() -> Iterator[str]:
    """Everything by the job for which it is used, a line a job."""
    for job in INTERFACE:
        things = [thing_of(written) for written in job.names]
        links = ", ".join(f"[`{one.title}`](#{one.name})" for one in things)
        yield f"- [{job.title}](#{_slug(job.title)}): {links}"


def signatures() -> Iterator[str]:
    """Everything public, a line each, sorted: what a golden file holds."""
    lines = []
    for job in INTERFACE:
        for written in job.names:
            thing = thing_of(written)
            lines.append(f"{thing.name}{_after(thing, made=written.endswith('()'))}")
            lines += [f"{one.name}{_after(one)}" for one in members(thing)]
    yield from sorted(lines)


def thing_of(written: str) -> Thing:
    """What a dotted name of `INTERFACE` stands for."""
    name = dotted(written)
    module, _, last = name.rpartition(".")
    value = getattr(import_module(module), last)
    if callable(value):
        return Thing(name, value, inspect.getdoc(value) or "", by_module=":" in written)
    kind, text = _of_constant(value, module, last)
    return Thing(name, value, text, kind)


def _of_constant(value: Any, module: str, name: str) -> tuple[str, str]:
    """The type and the docstring of a name that is neither a function nor a class."""
    if isinstance(value, enum.Enum):
        return type(value).__name__, _fields(type(value))[value.name][2]
    found = _parsed(module)[name]
    while isinstance(found, griffe.Alias):
        home, _, own = found.target_path.rpartition(".")
        found = _parsed(home)[own]
    return str(found.annotation), found.docstring.value


def members(thing: Thing) -> list[Thing]:
    """The public members of a class, fields first, then in the order in which they are written."""
    cls = thing.value
    if not isinstance(cls, type):
        return []
    found: dict[str, Thing] = {}
    for home in reversed([one for one in cls.__mro__ if one.__module__.partition(".")[0] in ("tracer", "viz")]):
        for name, (annotation, default, text) in _fields(home).items():
            found[name] = Thing(f"{thing.name}.{name}", None, text, annotation, default, inside=True)
        for name, value in vars(home).items():
            if name.startswith("_") or name in _fields(home):
                continue
            function = value.func if isinstance(value, functools.cached_property) else value
            if isinstance(value, classmethod | staticmethod):
                function = value.__func__
            if isinstance(value, property | functools.cached_property):
                getter = value.fget if isinstance(value, property) else value.func
                kind = inspect.signature(getter).return_annotation if getter is not None else ""
                found[name] = Thing(f"{thing.name}.{name}", None, inspect.getdoc(value) or "", str(kind), inside=True)
            elif inspect.isfunction(function):
                found[name] = Thing(f"{thing.name}.{name}", function, inspect.getdoc(function) or "", inside=True)
    chosen = MEMBERS[thing.name].split() if thing.name in MEMBERS else list(found)
    return [found[name] for name in chosen if not name.startswith("_")]


@functools.cache
def _parsed(module: str) -> griffe.Module:
    """A module as its file says it, docstrings of fields and all."""
    path = Path(str(import_module(module).__file__))
    return griffe.visit(module, path, path.read_text(encoding="utf-8"))


@functools.cache
def _fields(cls: type) -> dict[str, tuple[str, str, str]]:
    """The fields of a class, or the members of an enum: type, default and docstring by their names."""
    if cls.__module__ == "builtins":
        return {}
    parsed = _parsed(cls.__module__)[cls.__qualname__]
    found: dict[str, tuple[str, str, str]] = {}
    for name, member in parsed.members.items():
        if name.startswith("_") or not isinstance(member, griffe.Attribute) or "property" in member.labels:
            continue
        text = inspect.cleandoc(member.docstring.value) if member.docstring is not None else ""
        if issubclass(cls, enum.Enum):
            found[name] = ("", repr(cls[name].value), text)
        elif member.annotation is not None or text:
            found[name] = (_type_of(cls, member), _value_of(cls, member), text)
    for section in griffe.Docstring(inspect.cleandoc(cls.__doc__ or ""), parser="google").parse():
        if isinstance(section, griffe.DocstringSectionAttributes):
            for one in section.value:
                known = found.get(one.name, ("", "", ""))
                said = one.description[:1].upper() + one.description[1:]
                found[one.name] = (known[0], known[1], known[2] or said)
    return found


def _type_of(cls: type, field: griffe.Attribute) -> str:
    """The type of a field; of one that is asked for when it is read, what it then gives."""
    asked = _reader(cls, field.name)
    return str(field.annotation or "") if asked is None else str(inspect.signature(asked).return_annotation)


def _reader(cls: type, name: str) -> Callable[..., Any] | None:
    """What a field is read by, where that is a function of ours."""
    reader = getattr(type(vars(cls).get(name)), "__get__", None)
    return reader if inspect.isfunction(reader) else None


def _value_of(cls: type, field: griffe.Attribute) -> str:
    """What a field is where nothing is said; a constant's name as what it stands for."""
    if cls is Options:  # a TypedDict has no defaults
        return repr(next(one.default for one in dataclasses.fields(Settings) if one.name == field.name))
    value = str(field.value or "")
    if "class-attribute" not in field.labels or _reader(cls, field.name) is not None:
        return ""
    if re.fullmatch(r"[A-Z_]+", value):
        return repr(getattr(import_module(cls.__module__), value))
    return re.sub(r"field\(default_factory=(\w+)\)", r"\1()", value)


def _entry(written: str) -> Iterator[str]:
    """A thing with its members, as Markdown."""
    thing = thing_of(written)
    yield heading(3, f"`{thing.title}`", thing.name)
    is_class, made = isinstance(thing.value, type), written.endswith("()")
    called = _signature(thing) if callable(thing.value) and (made or not is_class) else ""
    if shown := "\n\n".join(filter(None, (thing.imported, called))):
        yield f"```python\n{shown}\n```\n"
    if not callable(thing.value):
        yield f"`{thing.annotation}`" + (f" = `{thing.value!r}`" if isinstance(thing.value, enum.Enum) else "") + "\n"
    yield as_prose(thing.text)
    public = members(thing)
    if public:
        yield "\n".join(
            map(_member, [*(one for one in public if one.value is None), *(one for one in public if one.value)])
        )


def _member(one: Thing) -> str:
    """A field or a method as an entry of a list."""
    if one.value is not None:
        head, body = f"{place(one.name)}**`{one.short}()`**", f"```python\n{_signature(one)}\n```\n\n"
    else:
        kind = f" {_linked_type(one.annotation)}" if one.annotation else ""
        head, body = f"{place(one.name)}**`{one.short}`**{kind}" + (f" = `{one.default}`" if one.default else ""), ""
    return f"- {head}\n\n" + textwrap.indent(body + as_prose(one.text), "    ")


def as_prose(text: str) -> str:
    """A Google docstring as Markdown."""
    parts = []
    for section in griffe.Docstring(text, parser="google").parse():
        match section:
            case griffe.DocstringSectionText():
                parts.append(linked(section.value))
            case griffe.DocstringSectionParameters():
                lines = "\n".join(f"- `{one.name}`: {_nested(one.description)}" for one in section.value)
                parts.append(f"**Arguments**\n\n{lines}")
            case griffe.DocstringSectionReturns():
                told = " ".join(linked(one.description) for one in section.value)
                parts.append(f"**Returns** {told}")
            case griffe.DocstringSectionRaises():
                lines = "\n".join(f"- `{one.annotation}`: {_nested(one.description)}" for one in section.value)
                parts.append(f"**Raises**\n\n{lines}")
            case griffe.DocstringSectionExamples():
                shown = "\n\n".join(text for kind, text in section.value)
                parts.append(f"```pycon\n{shown}\n```")
    return "\n\n".join(parts) + "\n" if parts else ""


def _linked_type(annotation: str) -> str:
    """A type that leads to the first public class in it."""
    names = sorted(set(_anchors().values()) - {"tracer.Options", "viz.Options"})  # two of one name
    places = {name.rpartition(".")[2]: name for name in names}
    found = next((places[word] for word in re.findall(r"[A-Z]\w+", annotation) if word in places), None)
    return f"`{annotation}`" if found is None else f"[`{annotation}`](#{found})"


def _nested(text: str) -> str:
    """The text of an entry of a list."""
    return textwrap.indent(linked(text), "    ").lstrip()


@functools.cache
def _anchors() -> dict[str, str]:
    """The anchors of this page by the names that docstrings have for things; of a class the last name will do."""
    names = [dotted(written) for job in INTERFACE for written in job.names]
    classes = {last: name for name in names if (last := name.partition(".")[2])[0].isupper()}
    return classes | {name: name for name in names}


def linked(text: str) -> str:
    """A text whose names in backticks lead to their places; examples in it stand in a block."""

    def link(found: re.Match[str]) -> str:
        name = found[1]
        first, _, member = name.rpartition(".")
        anchor = _anchors().get(name)
        if anchor is None and first in _anchors() and isinstance(thing_of(_anchors()[first]).value, type):
            public = {one.short for one in members(thing_of(_anchors()[first]))}
            anchor = f"{_anchors()[first]}.{member}" if member in public else None
        return f"[`{name}`](#{anchor})" if anchor is not None else found[0]

    plain = re.sub(r"(`[^`]*`)|\*", lambda found: found[1] or r"\*", text)
    shown = re.sub(r"(?<!`)`([\w.]+)(?:\(\))?`(?!`)", link, plain)
    return re.sub(r"^>>> .*(?:\n.+)*", lambda found: f"```pycon\n{found[0]}\n```", shown, flags=re.MULTILINE)


def _after(thing: Thing, *, made: bool = False) -> str:
    """What stands behind a name in a line of the golden file."""
    if isinstance(thing.value, type):
        bases = [base.__name__ for base in thing.value.__bases__ if base is not object]
        return f"({', '.join(bases)})" + (f": ({', '.join(_call(thing.value)[0])})" if made else "")
    if inspect.isroutine(thing.value):
        return f"({', '.join(_call(thing.value)[0])}){_call(thing.value)[1]}"
    return (f": {thing.annotation}" if thing.annotation else "") + (f" = {thing.default}" if thing.default else "")


def _signature(thing: Thing) -> str:
    """How something is called, over several lines where it is long."""
    name = thing.short if thing.inside else thing.title
    pieces, end = _call(thing.value)
    pieces = pieces[1:] if thing.inside and pieces[:1] in (["self"], ["cls"]) else pieces
    whole = f"{name}({', '.join(pieces)}){end}"
    return whole if len(whole) <= WIDTH else "\n".join([f"{name}(", *(f"    {one}," for one in pieces), f"){end}"])


def _call(function: Callable[..., Any]) -> tuple[list[str], str]:
    """The arguments of a function, or of making an object, and what stands behind them; all as they are written."""
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):  # of a class of Python's own
        return [], ""
    pieces: list[str] = []
    stars = {inspect.Parameter.VAR_POSITIONAL.name: "*", inspect.Parameter.VAR_KEYWORD.name: "**"}
    named_alone = False
    for one in found.parameters.values():
        if one.kind is inspect.Parameter.KEYWORD_ONLY and not named_alone:
            pieces.append("*")
        named_alone = named_alone or one.kind in (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_POSITIONAL)
        kind = "" if one.annotation is one.empty else f": {_written(one.annotation)}"
        default = "" if one.default is one.empty else f"{' = ' if kind else '='}{_shown(one.default)}"
        pieces.append(f"{stars.get(one.kind.name, '')}{one.name}{kind}{default}")
    given = _written(found.return_annotation)
    if hasattr(function, "__wrapped__"):
        given = given.replace("Iterator[", "AbstractContextManager[")
    nothing = isinstance(function, type) or found.return_annotation is found.empty or given == "None"
    return pieces, "" if nothing else f" -> {given}"


def _shown(default: Any) -> str:
    """A default, the same in every run and on every machine."""
    if inspect.isroutine(default):
        return default.__name__ if default.__name__ != "<lambda>" else "…"
    if repr(default) == "<factory>":
        return "…"
    return f"{type(default).__name__}.{default.name}" if isinstance(default, enum.Enum) else repr(default)


def _written(annotation: Any) -> str:
    if isinstance(annotation, str):
        return annotation
    return annotation.__name__ if isinstance(annotation, type) else str(annotation).replace("typing.", "")


def _slug(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-")
