"""The page of the conditions: their names and operators, and examples that are run while it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import tracer
from making.page import PageError
from making.reference.markdown import code, documented_members, first_sentence, html, meanings, prose, table
from tracer.condition.expression import MAX_LENGTH, MAX_NESTING
from tracer.condition.row_conditions import parse_number, parse_rows
from tracer.condition.vocabulary import CONSTANTS, MOVE_KINDS, NAMES, Kind, KnownSince
from tracer.condition.watchpoint import parse_breakpoint, parse_search
from tracer.games.rules import Turn
from tracer.recording.no_moves import NO_MOVE_TYPES
from tracer.recording.status import Bound, Status, Why
from tracer.sweeping.result_columns import IDENTITY_COLUMNS, RESULT_COLUMNS
from tracer.text import number

REQUIRED_FEATURES = {
    "depth": "a depth limit",
    **dict.fromkeys(("alpha", "beta", "window"), "windows"),
    **dict.fromkeys(("cutoff", "pruned"), "cutoffs"),
    "weight": "chance, or priors",
    "born": "a best-first search",
    "iteration": "a best-first search",
    **dict.fromkeys(("n", "w", "q"), "Monte Carlo tree search"),
    **dict.fromkeys(("pn", "dn"), "a search by proof numbers"),
    "merit": "SSS* or DUAL*",
}
"""What a search has in whose recording a name says something; every search has the others."""

INTRODUCTION = """\
# Conditions

A condition says which nodes you mean: `cutoff and ply == 3` is every cutoff at ply 3. It is written in Python's
notation, over the [names](#names) below, and no code in it is ever run.

| where | what it does |
| --- | --- |
| [`plyscope find`](commands.md#find) | lists the nodes, each with the step at which it is known |
| [`plyscope export --only`](commands.md#export-only) | draws only these nodes, and what is above them |
| `/` in the [explorer](keys.md) | looks for them; `f` and `F` go from hit to hit, `|` shows nothing else |
| `;` in the explorer | stops at them: a breakpoint, to which `)` and `(` run |
| [`plyscope sweep --keep`](commands.md#sweep-keep), `keep` of a [study](studies.md) | keeps the traces of some rows: [conditions of rows](#conditions-of-rows) |
| [`plyscope plot --where`](commands.md#plot-where) | draws some rows only |

In a shell put it in single quotes: `plyscope find tictactoe 'move == "b2" and ply < 3'`.
"""  # noqa: E501  # rows of a table are one line
OPERATORS = f"""\
## Operators

| written | what it says |
| --- | --- |
| `==` `!=` `<` `<=` `>` `>=` | a comparison; several in a row hold together: `1 <= ply < 4` |
| `in` `not in` | one of several: `ply in (1, 3)`, `status in (TABLE, HORIZON)` |
| `and` `or` `not`, round brackets | all of them, one of them, the opposite |
| `+` `-` `*` `/` | numbers: `beta - alpha < 2`, `turn * value > 0` |
| `"b2"` | a text, in either kind of quotes: moves are compared with it, by `==`, `!=` and `in` |

Calls, indices, dots and all else that Python has are refused, and the message says what may be written instead.
A condition has up to {MAX_LENGTH} characters, and brackets up to {MAX_NESTING} deep. The minus that plyscope shows (−)
may be copied into one. Turns are numbers: MAX is 1, MIN −1 and CHANCE 0, so that `turn * value` is the value as the
player to move sees it; all other numbers are MAX's view.

**What is not known makes every comparison false**, `!=` and `not in` included: the value, the bound, the window and
the turn of a pruned branch, the value of a visit that never returned, the move at the root, `1 / 0`. `not` turns round
what it is given, so that `not value < 0` holds where there is no value.

**When a node is met.** A hit stands at the first step at which all that the condition speaks of is known: at the
*entry* of the node; at its *cutoff* (its return where it has none); or at its *return*. A pruned branch is met at the
step that prunes it.
"""
TYPES = {
    Kind.TRUTH: "true or false",
    Kind.NUMBER: "number",
    Kind.MOVE: "move",
    Kind.STATUS: "status",
    Kind.BOUND: "bound",
    Kind.WHY: "reason",
    Kind.KIND: "kind",
}
KNOWN = {KnownSince.ENTRY: "entry", KnownSince.CUTOFF: "cutoff", KnownSince.RETURN: "return"}
EXAMPLES = {
    "cutoff and ply == 3": "cutoffs at ply 3",
    "cutoff and pruned >= 4": "cutoffs that skip four branches or more",
    "status == TERMINAL and value == 1": "ends of the game that MAX has won",
    "turn == MAX and value < 0": "positions with MAX to move that he loses",
    'move == "b2" and status == PRUNED': "where the move b2 was pruned",
    "bound == LOWER": "nodes of which only a lower bound is known",
    "turn * value > 0": "nodes that are won for the player to move",
    "window < 2": "nodes that were entered with a narrowed window",
    "size > 1000": "large subtrees",
    "value in (-1, 1) and ply < 3": "decided games near the root",
    "100 <= entered < 120": "what was entered in these twenty steps",
    "children == 1 and not cutoff": "nodes with one move only",
}
"""Conditions that are counted in alpha-beta on tic-tac-toe, and what each means."""
OF_LOGS = {
    "n > 20": "nodes with more than twenty visits",
    "iteration == 10": "what the tenth iteration added",
    "visited > 9 and ply == 2": "replies with ten nodes or more below them",
}
"""The same in Monte Carlo tree search."""
PATHS = {
    "b2": "every node that the move b2 leads to",
    "b2/a1": "every node that b2 and then a1 lead to",
    "/b2/a1": "the one of these that begins at the root",
}
"""Moves that may be looked for in the explorer."""
CHANGES = {
    "best changes at #0": "the best value of the root becomes another",
    "alpha changes at #0": "alpha at the root becomes another",
    "changes at #9": "any of these numbers of node 9 becomes another",
}
"""Changes that may be stopped at, in the textbook's tree."""
OF_ROWS = {
    "visited > 10 * minimal": "searches that visited ten times the smallest proof",
    'depth >= 4 and search in ("pvs", "mtdf")': "two of the searches, at some depths",
    'search != "minimax" and cutoffs > 0': "where something was cut off",
}
FORMULAS = {"visited / minimal": "how far from the smallest proof", "leaves/minimal_leaves": "the same of leaves"}
_COLUMNS = {**IDENTITY_COLUMNS, "depth": "int64", **RESULT_COLUMNS}


def page() -> str:
    """The page.

    Raises:
        PageError: an example finds nothing, or is no condition.
    """
    return "\n".join(_page())


def _page() -> Iterator[str]:
    yield INTRODUCTION
    yield "## Examples\n"
    yield "How often each holds in `alphabeta` on tic-tac-toe:\n"
    yield _counted(EXAMPLES, "tictactoe", "alphabeta")
    yield "In Monte Carlo tree search (`uct`, 200 iterations):\n"
    yield _counted(OF_LOGS, "tictactoe", "uct", iterations=200, seed=1)
    yield "## Names\n"
    yield (
        "Each name is a fact about one node, with the type of what it says and from when on it is known. "
        "Names that need something of the search say so; where no node has it, `find` says why.\n"
    )
    yield meanings((f"name-{word}", code(word), _meaning(word)) for word in NAMES)
    yield from _values()
    yield OPERATORS
    yield "## Moves and changes\n"
    yield "In the explorer, `/` also takes a move, or several in a row:\n"
    yield _counted(PATHS, "tictactoe", "alphabeta")
    yield (
        "A breakpoint (`;`) and `plyscope find` also take changes of a number of one node: `best`, `alpha`, `beta` or "
        "`window changes`, or `changes` for any, `at #9`. Without a node it is the selected one, in the shell the "
        "root. In a best-first search `best` is the child that a node's numbers go by, and `changes` are all steps "
        "that change these. In the tree `[[3,12,8],[2,4,6],[14,5,2]]`:\n"
    )
    trace = _recorded("[[3,12,8],[2,4,6],[14,5,2]]", "alphabeta")
    yield _table("changes", ((text, what, len(parse_breakpoint(text).hits(trace))) for text, what in CHANGES.items()))
    yield "## Conditions of rows\n"
    yield (
        "A sweep has a row for each search. `--keep` and `--where` ask them in the same language, over the "
        "[columns of a study](studies.md): its parameters and every count. Texts are compared with `==`, `!=` and "
        "`in`. "
        "What a row lacks fulfils no comparison.\n"
    )
    for text in OF_ROWS:
        parse_rows(text, _COLUMNS)
    for text in FORMULAS:
        parse_number(text, _COLUMNS)
    yield table(("condition", "which rows"), [(f"`{text}`", prose(what)) for text, what in OF_ROWS.items()])
    yield "Where `plot` wants a number, as in `--y`, a formula does too:\n"
    yield table(("formula", "what it is"), [(f"`{text}`", prose(what)) for text, what in FORMULAS.items()])


def _meaning(word: str) -> str:
    name, only = NAMES[word], REQUIRED_FEATURES.get(word, "")
    facts = f"{TYPES[name.kind]}, known at the {KNOWN[name.known_since]}"
    return f"{html(name.summary)}. <small>{facts}{f'; needs: {html(only)}' if only else ''}</small>"


def _values() -> Iterator[str]:
    """The constants, by what they are compared with."""
    yield "## Values\n"
    yield 'What names are compared with. They may be written as texts, too, in small letters: `why == "reduced"`.\n'
    told: dict[str, dict[str, str]] = {
        "turn": {turn.name: f"As a number {number(turn)}." for turn in reversed(Turn)},
        "status": documented_members(Status),
        "bound": documented_members(Bound),
        "why": documented_members(Why),
        "kind": {
            word: first_sentence(NO_MOVE_TYPES[word.lower()].__doc__) if word.lower() in NO_MOVE_TYPES else said
            for word, said in zip(
                MOVE_KINDS, ("A move of the game.", "An outcome of chance.", *NO_MOVE_TYPES), strict=True
            )
        },
        "numbers": {"inf": CONSTANTS["inf"].summary + "."},
    }
    assert {word for words in told.values() for word in words} == set(CONSTANTS)
    for of, words in told.items():
        yield f"**{of}**\n"
        yield meanings(("", code(word), html(meaning)) for word, meaning in words.items())


def _counted(examples: dict[str, str], game: str, search: str, **options: object) -> str:
    trace = _recorded(game, search, **options)
    return _table(
        "condition", ((text, what, len(parse_search(text, trace).hits(trace))) for text, what in examples.items())
    )


def _table(head: str, rows: Iterable[tuple[str, str, int]]) -> str:
    found = list(rows)
    if empty := [text for text, _, count in found if not count]:
        raise PageError(f"conditions: nothing fulfils {', '.join(empty)}")
    return table(
        (head, "what it means", "hits"), [(f"`{text}`", prose(what), f"{count:,}") for text, what, count in found]
    )


@cache
def _recorded(game: str, search: str, **options: object) -> tracer.Trace:
    return tracer.trace(game, search, **options)  # type: ignore[arg-type]
