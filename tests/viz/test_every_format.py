"""What holds for every format: whoever adds one is told here what is missing. See docs/developing/format.md."""

import importlib
import io
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from handmade import Did, handmade
from hostile import HOSTILE, hostile_trace

import tracer
import viz
import viz.rows
from tracer.errors import PlyscopeError
from tracer.text import clean
from viz import FORMATS, export
from viz.formats import registry
from viz.formats.format import Format
from viz.libraries import LIBRARIES, message_for_missing
from viz.paper import fitting, font
from viz.pictures import picture_drafts
from viz.pictures.boxes import Picture
from viz.pictures.options import Settings

Need = Callable[[str], None]
OPTIONS = [field.name for field in fields(Settings)]
CHANGES: dict[str, Any] = {
    "root": 1,
    "fit": "150x150",
    "max_nodes": 4,
    "ply": 1,
    "step": 6,
    "only": ("pv",),
    "near": 1,
    "find": "cutoff",
    "nodes": (0, 1),
    "highlight": (1,),
    "notes": {1: "look here"},
    "fold": False,
    "unvisited": 1,
    "merge": True,
    "board": True,
    "moves": "edge",
    "windows": "none",
    "ranges": True,
    "history": True,
    "numbers": True,
    "last_cutoffs": True,
    "types": True,
    "bounds": "classical",
    "view": "mover",
    "triangles": True,
    "layers": True,
    "sideways": True,
    "theme": "dark",
    "legend": False,
    "caption": False,
    "title": "Figure 1",
    "subtitle": "an example",
    "reasons": False,
    "layout": "dot",
    "dpi": 50,
}
"""Every option that shapes a tree, as it changes a drawing of `small`; but for `sides`, which has a test of its own."""
OF_CHARTS = ("mass", "across")
DRAWINGS = [name for name, format in FORMATS.items() if format.draws]
STILL = [name for name, format in FORMATS.items() if not format.moves]
TEXTS = [name for name, format in FORMATS.items() if format.is_text]
NOT_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What no text file has: control characters, and those that turn the direction of writing round."""


@cache
def small() -> tracer.Trace:
    """Cutoffs, pruned branches, and positions that are reached on several ways."""
    return tracer.trace("nim:1,1,1")


@cache
def tiny() -> tracer.Trace:
    """Of few steps, for what moves."""
    return tracer.trace([[1, 2], [0, 3]])


def trace_for(format: Format) -> tracer.Trace:
    return tiny() if format.moves else small()


def with_tools(need: Need, format: Format) -> None:
    """Skip where a library that a format needs is missing."""
    for library in format.needs:
        need(library)


def written(format: Format, trace: tracer.Trace, **options: Any) -> bytes:
    """A file, past all checks of options."""
    stream = io.BytesIO()
    format.write(trace, stream, options)
    return stream.getvalue()


def test_every_file_with_a_format_has_its_line_in_the_registry() -> None:
    files = (path for path in Path(registry.__file__).parent.glob("*.py"))
    modules = [importlib.import_module(f"viz.formats.{path.stem}") for path in files if path.stem != "__init__"]
    found = [entry for module in modules for entry in vars(module).values() if isinstance(entry, Format)]
    entries = list({id(entry): entry for entry in found}.values())
    missing = sorted({entry.name for entry in entries} - set(FORMATS))
    assert not missing, f"no line has {', '.join(missing)}: viz/formats/registry.py imports it, FORMATS names it"
    assert len(entries) == len(FORMATS), "two formats have one name"
    assert {name: entry.name for name, entry in FORMATS.items()} == {name: name for name in FORMATS}


def test_no_two_formats_have_one_suffix() -> None:
    suffixes = Counter(suffix for format in FORMATS.values() for suffix in format.suffixes)
    for suffix, count in suffixes.items():
        which = [format.name for format in FORMATS.values() if suffix in format.suffixes]
        assert count == 1, (
            f"the suffix .{suffix} is that of two formats, {' and '.join(which)}: find another name or alias"
        )
        assert re.fullmatch(r"[a-z0-9]+(\.[a-z0-9]+)*", suffix), (
            f"the suffix {suffix!r}: small letters, digits and points"
        )
    for suffix in suffixes:
        assert suffix in registry.find_format(f"tree.{suffix.upper()}").suffixes


@pytest.mark.every_case(quick=True)
@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS.keys())
def test_an_entry_is_whole(format: Format) -> None:
    assert 4 <= len(format.holds) <= 60, "holds says in a few words what is in a file"
    assert format.holds[0].islower() or format.holds[1].isupper()
    assert set(format.lacks) <= set(OPTIONS), "lacks has the names of options"
    assert set(format.takes or ()) <= set(OPTIONS), "takes has the names of options"
    assert format.takes is None or not format.lacks, "what takes a few options need not say which ones it lacks"
    assert not set(format.lacks) & set(OF_CHARTS), "no tree has them"
    assert set(format.needs) <= set(LIBRARIES), "viz/libraries.py says what to install"
    assert not format.moves or format.animate, "what moves has a writer of animations"


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS.keys())
def test_text_is_said_to_be_text(need: Need, format: Format) -> None:
    """UTF-8, whole lines."""
    with_tools(need, format)
    data = written(format, trace_for(format))
    if not format.is_text:
        assert b"\0" in data or not _is_utf8(data), "is_text is False, and this is text"
        return
    text = data.decode()
    assert text.endswith("\n"), "the last line has an end"
    assert not NOT_TEXT.search(text)


@pytest.mark.parametrize("name", TEXTS)
def test_what_has_no_number_is_not_written_as_one(name: str) -> None:
    """Pruned branches have no value, and open nodes none yet; a page's script knows the word."""

    def nans(trace: tracer.Trace) -> int:
        return len(re.findall(r"\bnan\b", written(FORMATS[name], trace).decode(), re.IGNORECASE))

    for trace in (small(), tracer.trace("nim:1,1,1", max_nodes=9)):
        assert nans(trace) == nans(tracer.trace("nim:1,1,1", "minimax")), (
            "value, alpha and beta are NaN where there is none: viz.rows.numerals leaves the text empty"
        )


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class Page(HTMLParser):
    """The elements of a page, by the names of their tags."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1


def plain_trace() -> tracer.Trace:
    """As the hostile one, with letters for labels; but nothing stays nothing, and Hebrew, drawn in pieces, Hebrew."""
    hostile = hostile_trace()
    labels = [
        f"m{k}" if clean(label).strip() and not font.is_right_to_left(label) else label
        for k, label in enumerate(HOSTILE)
    ]
    header = tracer.Header(game="game", search="search", options={"hash": "none"})
    return tracer.Trace(hostile.columns, labels, header, labels=labels)


@pytest.mark.every_case(quick=True)
@pytest.mark.parametrize("name", TEXTS)
def test_hostile_labels_are_text_and_change_nothing_around_them(name: str) -> None:
    """As many lines, elements and values as with letters for labels; no control characters, nor any that turn text."""
    format = FORMATS[name]
    assert not NOT_TEXT.search(written(format, hostile_trace(), **({"max_nodes": 60} if format.draws else {})).decode())
    # A heading and a legend are broken into as many lines as the drawing has room for.
    options: dict[str, Any] = {"max_nodes": 60, "caption": False, "legend": False} if format.draws else {}
    hostile, plain = (written(format, trace, **options).decode() for trace in (hostile_trace(), plain_trace()))
    assert hostile.count("\n") == plain.count("\n"), "a label made a line: pass what a trace says through clean()"
    start = hostile.lstrip()[:9].lower()
    if start.startswith("<!doctype"):
        pages = Page(), Page()
        for page, text in zip(pages, (hostile, plain), strict=True):
            page.feed(text)
        assert pages[0].tags == pages[1].tags
    elif start.startswith("<"):
        trees = [Counter(element.tag for element in ElementTree.fromstring(text).iter()) for text in (hostile, plain)]
        assert trees[0] == trees[1]
    elif start.startswith("{"):
        assert [_shape(json.loads(text)) for text in (hostile, plain)].count(_shape(json.loads(plain))) == 2


def _shape(value: Any) -> Any:
    """What a JSON value is made of, its texts and numbers apart."""
    if isinstance(value, dict):
        return {key: _shape(one) for key, one in value.items()}
    return [_shape(one) for one in value] if isinstance(value, list) else type(value).__name__


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in TEXTS])
def test_hostile_labels_do_not_stop_a_format(need: Need, name: str) -> None:
    format = FORMATS[name]
    with_tools(need, format)
    options: dict[str, Any] = {"max_nodes": 2} if format.moves else {"max_nodes": 60} if format.draws else {}
    assert written(format, hostile_trace(), **options)


def test_the_table_of_changes_has_every_option() -> None:
    assert set(CHANGES) | {"sides", "every", "seconds", *OF_CHARTS} == set(OPTIONS)


@pytest.mark.parametrize("option", CHANGES)
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_lacks_what_would_change_nothing_and_nothing_else(need: Need, name: str, option: str) -> None:
    """What it lacks is refused, before a search too; by anything else a drawing changes."""
    format, asked = FORMATS[name], {option: CHANGES[option]}
    with_tools(need, format)
    if option in format.lacks:
        with pytest.raises(PlyscopeError, match=f"has no {option}: leave it out"):
            export.check(f"tree.{name}", **asked)
        if option == "layout":
            return  # a layout that nobody asks for draws nothing else
        assert written(format, small(), **asked) == written(format, small()), f"{option} does something: not in lacks"
        return
    if option == "layout" and not format.is_text:
        need("pygraphviz")
    export.check(f"tree.{name}", **asked)
    assert written(format, small(), **asked) != written(format, small()), f"{option} changes nothing: into lacks"


@pytest.mark.parametrize(
    ("part", "option"),
    [("heading", "caption"), ("legend", "legend"), ("note", "legend"), ("links", "merge"), ("layers", "layers")],
)
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_says_all_that_is_in_its_picture(
    need: Need, monkeypatch: pytest.MonkeyPatch, name: str, part: str, option: str
) -> None:
    """Each part of it, for where it is missing the file is another."""
    format, asked = FORMATS[name], {option: True}
    with_tools(need, format)
    if option in format.lacks:
        return
    whole = written(format, small(), **asked)
    module = sys.modules[format.write.__module__]
    makers = {name: maker for name in ("picture", "fit_picture") if (maker := vars(module).get(name)) is not None}
    assert makers, "write asks one of the two for a picture, by that name"
    assert {*makers.values()} <= {picture_drafts.picture, fitting.fit_picture}

    def without(make: Callable[..., Picture], trace: tracer.Trace, **options: Any) -> Picture:
        found = make(trace, **options)
        assert getattr(found, part)
        return replace(found, **{part: "" if part == "note" else ()})

    for maker_name, maker in makers.items():
        monkeypatch.setattr(module, maker_name, partial(without, maker))
    assert written(format, small(), **asked) != whole, f"the {part} of a Picture is not in the file"


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_shows_whose_the_nodes_of_two_searches_are(need: Need, name: str) -> None:
    format = FORMATS[name]
    with_tools(need, format)
    both = viz.side_by_side(tracer.trace("nim:1,1,1", "minimax"), small())
    assert written(format, both.trace, sides=both) != written(format, both.trace)


@pytest.mark.parametrize("name", [name for name in STILL if name not in DRAWINGS])
def test_what_holds_a_whole_trace_takes_what_changes_it_and_nothing_else(need: Need, name: str) -> None:
    format = FORMATS[name]
    with_tools(need, format)
    for option, value in CHANGES.items():
        if option not in (format.takes or ()):
            with pytest.raises(PlyscopeError, match=f"leave out {option.replace('_', '-')}"):
                export.check(f"tree.{name}", **{option: value})
            continue
        export.check(f"tree.{name}", **{option: value})
        assert written(format, small(), **{option: value}) != written(format, small()), f"{option} changes nothing"


@pytest.mark.parametrize("rows", [1, 4, 13, 14])
@pytest.mark.parametrize("name", [name for name in TEXTS if FORMATS[name].takes is not None])
def test_chunks_make_no_difference(monkeypatch: pytest.MonkeyPatch, name: str, rows: int) -> None:
    """Nothing is missing between them, and nothing is left at the end."""
    trace = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    whole = written(FORMATS[name], trace)
    monkeypatch.setattr(viz.rows, "CHUNK", rows)
    assert written(FORMATS[name], trace) == whole


@pytest.mark.parametrize("name", FORMATS)
def test_an_option_that_is_none_is_refused_before_a_search(need: Need, name: str) -> None:
    with_tools(need, FORMATS[name])
    with pytest.raises(PlyscopeError, match="no option 'colour'"):
        export.check(f"tree.{name}", colour="red")
    with pytest.raises(PlyscopeError, match=r"shape an icicle|which only drawings take"):
        export.check(f"tree.{name}", mass="nodes")


@pytest.mark.parametrize("name", FORMATS)
def test_an_animation_or_a_chart_is_written_or_refused_before_a_search(need: Need, name: str) -> None:
    format = FORMATS[name]
    with_tools(need, format)
    if format.animate:
        stream = io.BytesIO()
        export.write_stream(tiny(), stream, name, animate="cutoff", max_nodes=3)
        assert stream.getvalue()
    else:
        with pytest.raises(PlyscopeError, match=f"an animation is a file of .*, not .{name}"):
            export.check(f"tree.{name}", animate="event")
    if name not in ("svg", "png", "pdf"):
        with pytest.raises(PlyscopeError, match="a chart is a still picture"):
            export.check(f"tree.{name}", chart="plies")


@pytest.mark.parametrize(
    ("name", "library"), [(name, library) for name, format in FORMATS.items() for library in format.needs]
)
def test_a_missing_library_is_named_before_a_search_and_while_writing(
    need: Need, monkeypatch: pytest.MonkeyPatch, name: str, library: str
) -> None:
    with_tools(need, FORMATS[name])
    for module in [module for module in sys.modules if module.startswith(f"{library}.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, library, None)
    for attempt in (
        lambda: export.check(f"tree.{name}"),
        lambda: export.write_stream(trace_for(FORMATS[name]), io.BytesIO(), name),
    ):
        with pytest.raises(PlyscopeError) as caught:
            attempt()
        assert str(caught.value) == message_for_missing(library)


def test_no_format_loads_a_library_before_it_writes() -> None:
    """What is slow or optional is imported inside the function that needs it."""
    code = (
        "import sys, viz; before = set(sys.modules); viz.FORMATS; "
        "tops = {name.partition('.')[0] for name in set(sys.modules) - before}; "
        "print(sorted(tops - sys.stdlib_module_names - {'viz', 'tracer', 'numpy'}))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def refusal(format: Format, trace: tracer.Trace, **options: Any) -> str:
    """What a format says of a trace that it cannot hold; nothing where it wrote it."""
    try:
        assert written(format, trace, **options)
    except PlyscopeError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", STILL)
@pytest.mark.parametrize(
    "trace",
    [
        lambda: tracer.trace([5]),
        lambda: tracer.trace("nim:2,2", max_nodes=7),
        lambda: tracer.trace("nim:1,1,1", "minimax-memo"),
        lambda: handmade(Did(1.5, (1, 2)), turn=0, windowed=False),
    ],
    ids=["one move", "stopped", "table", "chance"],
)
def test_any_trace_is_written_or_refused_in_one_line(need: Need, name: str, trace: Callable[[], tracer.Trace]) -> None:
    """A search of one move, one that was stopped, one with a table, one with chance."""
    format = FORMATS[name]
    with_tools(need, format)
    assert "\n" not in refusal(format, trace())


@pytest.mark.parametrize("name", TEXTS)
def test_a_chain_deeper_than_any_stack_is_written_or_refused(name: str) -> None:
    """No format recurses over a tree."""
    tree: Any = 1
    for _ in range(1_500):
        tree = [tree]
    format = FORMATS[name]
    options: dict[str, Any] = {"max_nodes": 1_500, "reasons": False} if format.draws else {}
    assert "\n" not in refusal(format, tracer.trace(tree), **options)


class Pipe(io.RawIOBase):
    """A stream that goes one way, as stdout into another program does."""

    def __init__(self) -> None:
        super().__init__()
        self.data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.data += data
        return len(data)


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS.keys())
def test_a_format_is_written_into_a_pipe(need: Need, format: Format) -> None:
    """It neither seeks nor closes what it is given."""
    with_tools(need, format)
    pipe = Pipe()
    format.write(trace_for(format), pipe, {})  # type: ignore[arg-type]
    assert not pipe.closed
    assert format.name == "parquet" or bytes(pipe.data) == written(format, trace_for(format))
