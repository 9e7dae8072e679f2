"""The page of the formats: what a trace is written to, with which options, what opens it, and what is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from making.reference.commands import Command
from making.reference.markdown import code, heading, html, meanings, prose, table
from tracer.condition.vocabulary import NAMES
from tui.commands.drawing_options import current_spelling
from viz import CHARTS, FORMATS
from viz.charts import plot
from viz.formats.format import Format
from viz.libraries import LIBRARIES
from viz.pictures.options import Settings
from viz.rows import COLUMNS

INTRODUCTION = """\
# Formats

`plyscope export … -o FILE` writes a trace, and the file's suffix says what it becomes; `--format` says it where the
name does not, as with `-o -`, which is stdout. `plyscope formats` lists them in the shell. The same trace gives the
same bytes each time, so that files can lie in version control.

A format is of one of three kinds:

- a **drawing** shows as many nodes as can be read, of a tree of any size: all options of
  [export](commands.md#export) choose which, and how they look;
- a **page** is the whole recording, to step through;
- **data** are all nodes, for other programs.
"""
READS = (
    (".plyscope", "a trace, as `trace`, `run` and `import` write it: [the trace file](trace-file.md); every command"),
    (".plyscope", "a game with its searches, as `play` keeps it; `game.plyscope#3` is its third search; every command"),
    (".json", "a game's moves, with all that was said of them, for other programs; `play`, `explore`, `count`"),
    (".pgn", "games of chess, with values in comments; `games.pgn#2` is the second of a file; `play`, `explore`"),
    (".json", "a tree, as nested lists or objects with names: [trees](games.md#trees); every command"),
    (".jsonl", "what a search in any language prints: [the line protocol](line-protocol.md); `import`"),
    (".json", "an opening book, as `book` writes it; of chess also Polyglot's, `.bin`; `play --book`, `book`"),
    (".toml", "a [study](studies.md); `sweep`"),
    (".parquet", "what `sweep` found, in a folder or one file; `plot`"),
    (".py", "a game, a player, an evaluation of your own: [games](games.md#your-own); every command"),
)
"""What is read: the suffix, and what it holds; at the end which commands read it."""


def page() -> str:
    """The page."""
    return "\n".join(_page())


def _page() -> Iterator[str]:
    yield INTRODUCTION
    yield table(
        ("suffix", "what it is"),
        [(f"[{_suffixes(one)}](#{_anchor(one)})", prose(one.holds) + _needing(one)) for one in FORMATS.values()],
    )
    yield (
        "In brackets stands the [extra](../tutorials/index.md#extras) that a format needs. The others need nothing "
        "but plyscope.\n"
        "To see what is in the page: `plyscope export tictactoe -o tree.html --open`.\n"
    )
    for title, some in _kinds():
        yield f"## {title}\n"
        for one in some:
            yield from _format(one)
    yield "## Columns of data\n"
    yield "What a row of a table, a node of a graph and its JSON have. Numbers are MAX's view.\n"
    yield meanings(("", code(name), html(f"{what}.")) for name, what in COLUMNS.items())
    yield "Some searches have more:\n"
    yield meanings(("", code(name), html(f"{NAMES[name].summary}.")) for name in _further())
    yield "## Charts\n"
    yield (
        f"`plyscope export … --chart NAME` draws a whole trace, however large, as .{', .'.join(plot.CHART_FORMATS)}. "
        "They need what the format needs, so an .svg nothing. [Studies](studies.md) have charts of their own, by "
        "`plyscope plot`.\n"
    )
    for chart in CHARTS.values():
        several = ", for several searches beside one another" if chart.several else ""
        yield f"- `{chart.name}`: {prose(chart.shows)}{several}. Options: {_options(chart.takes)}.\n"
    yield "## Animations\n"
    yield (
        "`plyscope export … --animate event` draws the search as it went on, a frame an event; `cutoff` and, of "
        "best-first searches, `iteration` are the others. `event:every=3` takes each third frame. These formats move: "
        f"{', '.join(_suffixes(one) for one in FORMATS.values() if one.animate)}. With a number in the name, as "
        "`-o step-%02d.png`, any drawing is a file a frame.\n"
    )
    yield "## What plyscope reads\n"
    yield "At the end of each line stands which commands read it.\n"
    yield table(("suffix", "what it holds"), READS)


def _kinds() -> Iterator[tuple[str, list[Format]]]:
    formats = list(FORMATS.values())
    whole = [one for one in formats if one.takes is not None]
    yield "Drawings", [one for one in formats if one.takes is None]
    yield "The page", [one for one in whole if one.name == "html"]
    yield "Data", [one for one in whole if one.name != "html"]


def _format(one: Format) -> Iterator[str]:
    yield heading(3, _suffixes(one), _anchor(one))
    yield prose(f"{one.holds[0].upper()}{one.holds[1:]}. {one.about}") + "\n"
    facts = [("needs", _extra(one.needs))] if one.needs else []
    if one.takes is not None:
        facts.append(("options", _options(one.takes)))
    elif lacks := [name for name in one.lacks if _flag(name)]:
        facts.append(("every option of a drawing but", _options(lacks)))
    if one.animate is not None:
        facts.append(("can move", "[`--animate`](commands.md#export-animate)"))
    yield "\n".join(f"- **{what}**: {said}" for what, said in facts) + "\n"


def _needing(one: Format) -> str:
    return f" ({_extra(one.needs)})" if one.needs else ""


def _suffixes(one: Format) -> str:
    return " ".join(f".{suffix}" for suffix in one.suffixes)


def _anchor(one: Format) -> str:
    return one.name.replace(".", "-")


def _extra(needs: Iterable[str]) -> str:
    """The extras in which libraries are."""
    return " ".join(f"`{extra}`" for extra in sorted({LIBRARIES[need][0] for need in needs}))


def _options(names: Iterable[str]) -> str:
    """Options of a drawing, each with a link to what it does."""
    flags = dict.fromkeys(filter(None, map(_flag, names)))
    return ", ".join(f"[`{flag}`](commands.md#export-{flag.split()[0].lstrip('-')})" for flag in flags)


def _flag(name: str) -> str:
    """The flag of an option of drawings; empty for what Python alone has."""
    assert name in Settings.__dataclass_fields__, name
    wanted = current_spelling(name)
    flags = {flag for some in Command.named("export").groups.values() for one in some for flag in one.flags}
    return wanted if wanted.split()[0] in flags else ""


def _further() -> list[str]:
    """Columns that only some searches have, which conditions know by the same names."""
    return [
        "kind",
        "why",
        "weight",
        *(name for name in NAMES if name in ("born", "iteration", "n", "w", "q", "pn", "dn", "merit")),
    ]
