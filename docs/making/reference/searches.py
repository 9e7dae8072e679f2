"""The page of the searches: what each says of itself, its options, its pseudo-code, and what it counts."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from types import ModuleType

import tracer
from making.reference.markdown import heading
from making.reference.python import Thing, linked, members, thing_of
from tracer.searches.contract import FAMILIES, Option, Search
from tracer.searches.registry import DEFAULT, MODULES, SEARCHES
from tracer.text import number

INTRO = """# Searches

Every search of plyscope, with its options, its pseudo-code and its source. A search is named behind `-a` or
`--search`, and with options of its own behind its name: `-a deepening:with=table,depth=6`. In Python it is
`tracer.trace("tictactoe", "pvs", depth=4)`. `plyscope searches` prints the same in brief.

The first paragraph says what a search does and where it is from; its *contract* is what its value means, which tests
hold at every node. Words are explained in [Words](words.md).
"""
HEADS = ("search", "value", "visits", "evaluated", "cutoffs", "table hits")
WITHOUT_CHANCE, WITH_CHANCE = "tictactoe", "piglet:2,8"
BELOW = """
A *visit* is one entry into a node; of a best-first search, visits are the nodes of its tree, and of `dfpn` its calls.
*Evaluated* are leaves that no table answered. The values of `pns` and `dfpn` say whether MAX can win (−1: he cannot),
those of `uct` and `puct` are means. `plyscope count tictactoe -a alphabeta -a pvs` prints more counts side by side.
"""
IN_COMMON = """## Options of all <a id="options"></a>

These are the same wherever a search has them. What one has of its own stands below its name; an option that a search
lacks is refused. On a command line the window is `--alpha` and `--beta`, and an underscore is a hyphen.
"""


def page() -> str:
    """The page."""
    parts = [
        INTRO,
        "## Counts\n",
        f"On `{WITHOUT_CHANCE}`, without options:\n",
        *table(WITHOUT_CHANCE),
        BELOW,
    ]
    parts += [f"Searches that know chance, on `{WITH_CHANCE}`, a small game with a die:\n", *table(WITH_CHANCE)]
    parts += ["\n", IN_COMMON, *map(_option, members(thing_of("tracer.Options"))), "\n"]
    for family in FAMILIES:
        parts.append(heading(2, f"{family[:1].upper()}{family[1:]}", f"family-{family.replace(' ', '-').lower()}"))
        for module in MODULES:
            if module.SEARCH.family == family:
                parts += _search(module)
    return "\n".join(parts) + "\n"


def table(game: str) -> Iterator[str]:
    """The counts of all searches of one kind on a game, a line of a table each."""
    yield f"| {' | '.join(HEADS)} |"
    yield f"| --- |{' ---: |' * (len(HEADS) - 1)}"
    for name, search in SEARCHES.items():
        if search.chance is (game == WITH_CHANCE):
            trace = tracer.trace(game, name)
            assert trace.value is not None
            shown = (trace.counts.visited, trace.counts.leaf_evaluations, trace.counts.cutoffs, trace.counts.table_hits)
            numbers = [number(trace.value), *(f"{one:,}" if one else "–" for one in shown)]
            yield f"| [`{name}`](#{name}) | {' | '.join(numbers)} |"


def _option(one: Thing) -> str:
    return f"- **`{one.short}`**: " + textwrap.indent(linked(one.text), "    ").lstrip()


def _search(module: ModuleType) -> Iterator[str]:
    """A search."""
    search: Search = module.SEARCH
    yield heading(3, f"`{search.name}`", search.name)
    if search.aliases:
        yield f"Also called {', '.join(f'`{alias}`' for alias in search.aliases)}.\n"
    if search.name == DEFAULT:
        yield "The search that is meant where none is named.\n"
    text = re.sub(r"`([A-Z_]+)`", lambda found: number(getattr(module, found[1])), str(module.__doc__).strip())
    yield re.sub(r"^Contract([:,])", r"*Contract*\1", linked(text), flags=re.MULTILINE) + "\n"
    own = {option.name for option in search.own}
    shared = ", ".join(f"`{name}`" for name in search.options if name not in own)
    yield f"[Options of all](#options) that it has: {shared}.{_fixed(search)}\n"
    for option in search.own:
        yield f"- **`--{option.word} {option.values}`**, in Python `{option.name}`{_default(option)}: {option.summary}."
    if search.own:
        yield ""
    yield f"```text\n{pseudocode(search)}\n```\n"


def _default(option: Option) -> str:
    """What an option is where nothing is said; nothing where that is what is shown as its form."""
    said = number(option.default) if isinstance(option.default, int | float) else str(option.default)
    return f", `{said}` where nothing is said" if said not in ("", option.values) else ""


def _fixed(search: Search) -> str:
    """What it does not leave to its user of how it cuts."""
    if search.window is None:
        return ""
    fail, cut = search.rule("fail"), search.rule("cut")
    said = [f"fail-{fail[0]}"] if len(fail) == 1 else []
    said += [f"cuts with `{cut[0]}` alone"] if len(cut) == 1 else []
    return f" It is {' and '.join(said)}." if said else ""


def pseudocode(search: Search) -> str:
    """Its pseudo-code as the explorer shows it, with all options; what depends on one says on which."""
    lines = []
    for line in search.code.text.strip("\n").split("\n"):
        code, _, marks = line.partition("@")
        needed = marks.partition("?")[2].strip()
        word = needed.removeprefix("not ")
        depends = f"{'with' if needed == word else 'without'} {word}" if word else ""
        lines.append(f"{code.rstrip():<50}{depends}".rstrip())
    return "\n".join(lines)
