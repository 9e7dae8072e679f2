"""The page of the games: each with its parameters, positions, moves and size, and how a game is given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from making.page import PageError
from making.reference.markdown import code, documented, fenced, first_sentence, heading, html, meanings, prose, table
from tracer.count.perft import Perft
from tracer.games import game_variants, move_names, tree_text
from tracer.games.adapters import aima, easy_ai, module_functions
from tracer.games.game_entry import GameEntry, Parameter, example_in_form
from tracer.games.game_variants import EVALUATION_FORMS, with_evaluation
from tracer.games.registry import GAMES, MODULES, OTHER_FORMS
from tracer.games.registry import game as game_of
from tracer.games.root_positions import position_text, resolve_position
from tracer.games.rules import CHANCE, AnyGame, label, spec_of
from tracer.text import number
from tui.commands.registry_lists import EVALUATION_HELP

INTRODUCTION = """\
# Games

A command takes a game by its name, with what is to be said of it behind a colon: `connect4`, `connect4:5,4,4`, or by
names `connect4:columns=5,rows=4`. `plyscope games` lists them in the shell. [A tree](#trees) can be typed,
[your own game](#your-own) is named by its file, and [other packages' games](#games-of-other-packages) are taken as they
are. MAX and MIN are the two players, and every value is MAX's view.

`-p` says from which position a search begins, as the game writes it, with `/` for the ends of lines, or by the moves
that lead there from the start: `-p a1/b2`.
"""
COUNTED = 200_000
"""Moves looked at when the size of a game is counted; larger ones are not."""
SIZED = (
    "tictactoe", "mnk:2,2,2", "mnk:3,2,3", "connect4:3,3,3", "connect4:4,3,3", "nim:1,3,5", "nim:1,3,5,7",
    "random:b=3,d=4", "random:b=2,d=10", "piglet:2,3", "pig:3,2", "race:2,1,2", "2048:1,3",
)  # fmt: skip
"""Games whose size is told."""
PACKAGES = {
    "AIMA's Game": aima,
    "easyAI's TwoPlayerGame": easy_ai,
    "A file of functions": module_functions,
}
OWN = """\
A game is five functions over positions that nobody changes: `start`, `turn`, `utility`, `moves` and `play`. Others are
optional, and are used where they are: [`tracer.Game`](python.md) says what each gives. Put them into a file,
and name it:
"""


def page() -> str:
    """The page.

    Raises:
        PageError: a position that it shows is not read as it is written.
    """
    return "\n".join(_page())


def _page() -> Iterator[str]:
    yield INTRODUCTION
    yield table(
        ("game", "what it is"), [(f"[`{one.name}`](#{_anchor(one)})", prose(one.summary)) for one in GAMES.values()]
    )
    yield "Or one of these:\n"
    yield table(("game", "what it is"), [(f"`{form}`", prose(what)) for form, what in OTHER_FORMS])
    yield "## The games\n"
    for module in MODULES:
        yield from _game(module.ENTRY, module)
    yield from _sizes()
    yield "## Trees\n"
    yield documented(tree_text.__doc__)
    yield documented(move_names.__doc__)
    yield fenced(
        "plyscope why '[[3,12,8],[2,4,6],[14,5,2]]' 12\n"
        "plyscope trace '[(0.9:[2,2],0.1:[3,3]),(0.9:[1,1],0.1:[4,4])]' -a star1\n"
        "plyscope explore tree.json -p a2",
        "sh",
    )
    yield "`plyscope worksheet -` reads a tree from a pipe.\n"
    yield from _own()
    yield "## Evaluations and preferences\n"
    yield " ".join(prose(EVALUATION_HELP).split()) + "\n"
    yield f"`--evaluate` puts another one in its place: {', '.join(f'`{form}`' for form in EVALUATION_FORMS)}.\n"
    yield from _argument(with_evaluation, "evaluation")
    yield "`--prefer fast`: " + documented(game_variants.__doc__)


def _game(entry: GameEntry, module: Any) -> Iterator[str]:
    game = game_of(_spec(entry))
    yield heading(3, entry.name, _anchor(entry))
    yield documented(module.__doc__)
    if entry.parameters:
        optional = "; what stands in square brackets may be left out" if "[" in entry.form else ""
        yield f"Written `{entry.form}`{optional}:\n"
        yield meanings(("", code(one.word), _limits(one)) for one in entry.parameters)
    yield "\n".join(f"- **{what}**: {said}" for what, said in _facts(entry, game)) + "\n"


def _limits(one: Parameter) -> str:
    limits = (
        ""
        if one.min_value is None
        else f"From {one.min_value:,} to {one.max_value:,}."
        if one.max_value
        else f"At least {one.min_value:,}."
    )
    return " ".join(filter(None, (f"{html(one.summary)}.", limits, f"Default: {html(one.default)}.")))


def _facts(entry: GameEntry, game: AnyGame) -> Iterator[tuple[str, str]]:
    if entry.needs:
        yield "needs", f"the extra `{entry.needs}`"
    state = game.start()
    known: Any = game
    if game.turn(state) is not CHANCE:
        some = [label(game, move) for move in game.moves(state)]
        shown = ", ".join(f"`{one}`" for one in some[:4])
        yield "moves", f"{_first(known.label)} At the start {shown}{' …' if len(some) > 4 else ''}"
    if hasattr(game, "parse"):
        read = first_sentence(known.parse.__doc__)
        read = read.replace("Read what `show` writes", "It is read in this form").replace("what `show` writes", "this")
        yield "positions", f"{_first(known.show)} {prose(read)} {example_position(game)}"
    else:
        yield "positions", f"by moves alone. {_first(known.show)}"
    yield "worth", _first(known.utility)
    if hasattr(game, "outcomes"):
        yield "chance", _first(known.outcomes)
    if hasattr(game, "evaluate"):
        yield "evaluation", _first(known.evaluate)
    else:
        yield "evaluation", "none; a depth limit needs `--evaluate`"
    if bounds := getattr(game, "bounds", None):
        yield "bounds", f"all values lie from {number(bounds[0])} to {number(bounds[1])}"
    if orders := getattr(game, "orders", None):
        yield "orders of its own", ", ".join(f"`--order {order}`" for order in orders)
    if hasattr(game, "null"):
        yield "null moves", _first(known.null)
    if hasattr(game, "noisy"):
        yield "noisy moves", _first(known.noisy)


def example_position(game: AnyGame) -> str:
    """A position after two moves, or one where no game goes on after that, written in both ways."""
    state, path = game.start(), list[str]()
    for _ in range(2):
        reached = ((move, game.play(state, move)) for move in game.moves(state))
        going_on = next(((move, after) for move, after in reached if game.utility(after) is None), None)
        if going_on is None:
            break
        path.append(label(game, going_on[0]))
        state = going_on[1]
    written = position_text(game, state, state)
    if written is None or resolve_position(game, "/".join(path)) != state:
        raise PageError(f"games: {spec_of(game)} does not read a position as it writes it")
    return f"`-p '{written}'` is `-p {'/'.join(path)}`."


def _sizes() -> Iterator[str]:
    yield "## How large they are\n"
    yield (
        "Nodes of the full tree, which plain minimax visits; games are its leaves, positions the different ones among "
        "its nodes. `plyscope perft GAME --space` counts them, and estimates what is too large; `--depth` counts the "
        "first plies alone.\n"
    )
    rows = []
    for spec in SIZED:
        game = game_of(spec)
        found = Perft(game, game.start(), whole=True, moves=COUNTED).run()
        if not found.exact:
            raise PageError(f"games: {spec} is too large to be counted here")
        rows.append((f"`{spec}`", *(f"{count:,}" for count in (found.nodes, found.over or 0, found.positions or 0))))
    yield table(("game", "nodes", "games", "positions"), rows)


def _own() -> Iterator[str]:
    yield "## Your own\n"
    yield OWN
    yield fenced("plyscope explore own.py:Coins\nplyscope count package.module:game -a minimax -a alphabeta", "sh")
    yield "It is imported from the folder you are in, or from beside its file, and its code is run.\n"
    yield "## Games of other packages\n"
    for title, module in PACKAGES.items():
        yield f"### {title}\n"
        yield documented(module.__doc__)
    yield "[Chess](#game-chess) and [OpenSpiel](#game-openspiel) have names of their own:\n"
    yield fenced(
        "plyscope count chess -a minimax -a alphabeta --depth 3\n"
        'plyscope count "chess:kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1" --depth 3\n'
        "plyscope count openspiel:tic_tac_toe -a alphabeta -a alphabeta-memo\n"
        "plyscope count easyAI.games.ConnectFour:ConnectFour --depth 3",
        "sh",
    )


def _argument(function: Any, name: str) -> Iterator[str]:
    """What a docstring says of one argument."""
    lines = iter(function.__doc__.split("\n"))
    said = ""
    for line in lines:
        if line.startswith(f"        {name}: "):
            said = line.split(": ", 1)[1]
            for more in lines:
                if not more.startswith(" " * 12):
                    break
                said += f" {more.strip()}"
    assert said
    yield prose(said[0].upper() + said[1:]) + "\n" if said[0] != "`" else prose(said) + "\n"


def _first(function: Any) -> str:
    return prose(first_sentence(function.__doc__))


def _anchor(entry: GameEntry) -> str:
    return f"game-{entry.name}"


def _spec(entry: GameEntry) -> str:
    """A spec that makes the game: without parameters, where it needs none."""
    if "[" in entry.form or entry.name in ("tictactoe", "random", "mnk"):
        return entry.name
    return f"{entry.name}:{example_in_form(entry.form)}"
