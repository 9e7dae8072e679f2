"""What every game in the registry holds to. Whoever adds one is told here what is missing, and what to do."""

import importlib
import math
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from laws import check_laws
from strategies import DEPTH_FIRST, ORDERS, minimax_value, variants

import tracer
from tracer import GameError, PlyscopeError
from tracer.games import board, registry
from tracer.games.game_entry import GameEntry, example_in_form
from tracer.games.game_variants import root_state, untimed_state, with_preference
from tracer.games.registry import MODULES
from tracer.games.root_positions import position_text, resolve_position
from tracer.games.rules import key, label, show
from tracer.text import clean

MOST_NODES = 1_500
"""Of a small game that is searched by every search with every option."""
POSITIONS = 120
"""Positions of each small game that are asked for everything."""
MOST_PLIES = 1_000
"""Of a game in which few positions come again and again."""
PACKAGES = {"chess": "chess", "openspiel": "pyspiel"}
"""Packages that are not always there, by game."""
SMALL = [(entry.name, spec) for entry in tracer.GAMES.values() for spec in entry.test_specs]
NO_PARAMETERS = ("?", "-1", "no=such", ",", "0x1", "9" * 5_000, "1.5", "true", "a" * 300)
NO_POSITIONS = ("?", "9" * 5_000, "\x1b[31m", "-1", "…", "#", "a\0b")

Need = Callable[[str], None]


@pytest.fixture(params=tracer.GAMES)
def entry(request: pytest.FixtureRequest, need: Need) -> GameEntry:
    if request.param in PACKAGES:
        need(PACKAGES[request.param])
    return tracer.GAMES[request.param]


@pytest.fixture(params=SMALL, ids=[spec for _, spec in SMALL])
def spec(request: pytest.FixtureRequest, need: Need) -> str:
    name, spec = request.param
    if name in PACKAGES:
        need(PACKAGES[name])
    return str(spec)


@cache
def game_of(spec: str) -> Any:
    try:
        return tracer.game(spec)
    except Exception as error:
        raise AssertionError(f"`test_specs` of the ENTRY has {spec!r}, which makes no game: {error!r}") from error


@cache
def positions(spec: str) -> list[Any]:
    """Positions from the start on: every move of each, as far as `POSITIONS` go, and one game to its end."""
    game = game_of(spec)
    found: dict[Any, Any] = {}
    waiting = [game.start()]
    line, plies = waiting[0], 0
    while game.utility(line) is None and len(found) < POSITIONS:
        found[hashed(game, line)] = line
        line = game.play(line, list(game.moves(line))[-1])
        plies += 1
        assert plies < MOST_PLIES, (
            f"{spec} goes on after {plies:,} plies, and came to {len(found)} positions: a game must end, "
            "so a position holds all that brings the end nearer, such as how often it was repeated"
        )
    found[hashed(game, line)] = line
    while waiting and len(found) < 2 * POSITIONS:
        state = waiting.pop(0)
        found[hashed(game, state)] = state
        if game.utility(state) is None:
            waiting += [game.play(state, move) for move in game.moves(state)]
    return list(found.values())


def hashed(game: Any, state: Any) -> Any:
    try:
        hash(key(game)(state))
    except TypeError as error:
        raise AssertionError(
            f"a position cannot be hashed ({error}): make it of tuples, numbers and texts, or give the game key(state)"
        ) from error
    return key(game)(state)


def ongoing(spec: str) -> Iterator[Any]:
    """Positions in which moves are asked for."""
    return (state for state in positions(spec) if game_of(spec).utility(state) is None)


def face(game: Any, state: Any) -> Any:
    """All that a position says of itself."""
    over = game.utility(state)
    moves = None if over is not None else [label(game, move) for move in game.moves(state)]
    return key(game)(state), show(game, state), int(game.turn(state)), over, moves


def test_every_file_with_a_game_has_its_line_in_the_registry() -> None:
    folder = Path(registry.__file__).parent
    files = (path for path in (*folder.glob("*.py"), *folder.glob("adapters/*.py")) if path.stem != "__init__")
    named = [".".join(("tracer.games", *path.relative_to(folder).with_suffix("").parts)) for path in files]
    found = {module for module in map(importlib.import_module, named) if hasattr(module, "ENTRY")}
    missing = sorted(module.__name__ for module in found - set(MODULES))
    assert not missing, f"no line has {', '.join(missing)}: tracer/games/registry.py imports it, MODULES names it"


@pytest.mark.parametrize("name", [name for name, entry in tracer.GAMES.items() if entry.demo_search])
def test_a_game_is_offered_with_as_many_nodes_as_its_search_visits(name: str, need: Need) -> None:
    entry = tracer.GAMES[name]
    assert entry.demo_search is not None
    if entry.needs:
        need(entry.needs)
    visited = tracer.trace(entry.demo_search.spec, "alphabeta", depth=entry.demo_search.depth).counts.visited
    assert visited == entry.demo_search.visited, (
        f"ENTRY.demo_search says {entry.demo_search.visited:,} nodes, "
        f"alphabeta visits {visited:,} of {entry.demo_search.spec}"
    )


def test_names_of_games_are_their_own() -> None:
    names = [module.ENTRY.name for module in MODULES]
    assert len(set(names)) == len(names), f"two modules in MODULES have the same ENTRY.name: {names}"


@pytest.mark.every_case(quick=True)
def test_an_entry_says_what_the_game_is(entry: GameEntry) -> None:
    assert re.fullmatch(r"[a-z0-9][a-z0-9_]*", entry.name), "ENTRY.name is one word in small letters, digits and _"
    assert re.match(rf"{entry.name}($|:|\[)", entry.form), f"ENTRY.form begins with the name: {entry.name}:…"
    assert "\n" not in entry.summary, "ENTRY.summary is one line"
    assert 0 < len(entry.summary) < 100, "ENTRY.summary is one line of fewer than 100 characters"
    assert entry.test_specs, "ENTRY.test_specs names at least one game small enough to be searched to its end"
    for spec in entry.test_specs:
        assert spec.partition(":")[0] == entry.name, f"{spec} in ENTRY.test_specs is a game of another entry"


def test_a_spec_without_parameters_or_with_those_of_the_form_makes_a_game(entry: GameEntry) -> None:
    specs = [f"{entry.name}:{example_in_form(entry.form)}"] if example_in_form(entry.form).isascii() else []
    specs += [entry.name] if ":" not in entry.form or "[:" in entry.form else []
    for spec in specs if "FEN" not in entry.form else [entry.name]:
        try:
            assert isinstance(tracer.game(spec).spec, str), f"{spec}: the game needs an attribute `spec`"  # type: ignore[attr-defined]
        except Exception as error:
            raise AssertionError(f"ENTRY.form is {entry.form!r}, but {spec!r} makes no game: {error!r}") from error


def test_wrong_parameters_are_refused_with_one_line(entry: GameEntry) -> None:
    for text in NO_PARAMETERS:
        try:
            tracer.game(f"{entry.name}:{text}")
        except PlyscopeError as error:
            refusal = str(error)
        except Exception as error:
            raise AssertionError(
                f"{entry.name}:{text[:20]} raises {type(error).__name__}: ENTRY.make must check its parameters and "
                "raise PlyscopeError; tracer.games.game_entry.parse_whole_numbers does for numbers"
            ) from error
        else:
            raise AssertionError(f"{entry.name}:{text[:20]} makes a game: ENTRY.make must refuse what is no parameter")
        assert "\n" not in refusal, f"the refusal of {text[:20]!r} has several lines"
        assert len(refusal) < 1_000, f"the refusal of {text[:20]!r} is too long: clean(text, 40) shortens it"


def test_the_spec_of_a_game_makes_it_again(spec: str) -> None:
    game = game_of(spec)
    again = tracer.game(game.spec)
    assert again.spec == game.spec, f"spec is {game.spec!r}, which makes a game that calls itself {again.spec!r}"  # type: ignore[attr-defined]
    assert face(again, again.start()) == face(game, game.start()), f"spec {game.spec!r} makes another game"


@pytest.mark.every_case(quick=True)
def test_it_says_who_moves_and_what_a_game_that_is_over_is_worth(spec: str) -> None:
    game = game_of(spec)
    for state in positions(spec):
        where, over = clean(show(game, state)), game.utility(state)
        players = (tracer.MAX, tracer.MIN) if over is not None else tuple(tracer.Turn)
        assert game.turn(state) in players, f"turn() is MAX or MIN, also where the game is over: {where}"
        if game.turn(state) == tracer.CHANCE:
            assert [outcome for outcome, _ in game.outcomes(state)] == list(game.moves(state)), (
                f"outcomes() gives pairs of what moves() gives and a probability: {where}"
            )
            chances = [chance for _, chance in game.outcomes(state)]
            assert min(chances) > 0, f"outcomes() gives what never comes: {where}"
            assert sum(chances) == pytest.approx(1, abs=1e-9), f"probabilities of outcomes() add up to 1: {where}"
        low, high = getattr(game, "bounds", (-math.inf, math.inf))
        evaluation = over if over is not None or not hasattr(game, "evaluate") else game.evaluate(state)
        assert evaluation is None or low <= evaluation <= high, f"{evaluation} is not within bounds: {where}"
        assert over is None or math.isfinite(over), f"utility() is {over} in {where}: a finite number or None"
        if over is None:
            assert len(game.moves(state)), f"no moves and no utility in {where}: who cannot move needs a utility()"
        if over is None and hasattr(game, "evaluate"):
            assert math.isfinite(game.evaluate(state)), f"evaluate() is no finite number in {where}"


@pytest.mark.every_case(quick=True)
def test_moves_are_the_same_at_every_call_and_have_names_of_their_own(spec: str) -> None:
    game, again = game_of(spec), tracer.game(spec)
    for state in ongoing(spec):
        where, moves = clean(show(game, state)), list(game.moves(state))
        names = [label(game, move) for move in moves]
        assert list(game.moves(state)) == moves, f"moves() gives another order the second time in {where}"
        assert [label(again, move) for move in again.moves(state)] == names, (
            f"a second game gives other moves in {where}: moves() may depend on the position alone, never on a set"
        )
        assert len(set(moves)) == len(moves), f"moves() offers a move twice in {where}"
        assert len(set(names)) == len(names), f"label() gives two moves the same name in {where}: {names}"
        for name in names:
            assert name, f"label() is empty in {where}"
            assert "/" not in name, f"label() gives {name!r} in {where}: / stands between the moves of a path"
            assert name == name.strip(), f"label() gives {name!r} in {where}: without blanks at the ends"


@pytest.mark.every_case(quick=True)
def test_a_move_leaves_the_position_as_it_was(spec: str) -> None:
    game = game_of(spec)
    for state in ongoing(spec):
        before = face(game, state)
        for move in game.moves(state):
            after, twice = (hashed(game, game.play(state, move)) for _ in range(2))
            assert after == twice, f"play() gives two positions for {label(game, move)}: it may not keep anything"
            assert face(game, state) == before, (
                f"play() changed the position it was given, by {label(game, move)}: return a new one"
            )
            assert after != before[0], (
                f"{label(game, move)} leads back to the same key: who moves is part of a position"
            )


def test_quick_ways_agree_with_moves(spec: str) -> None:
    game = game_of(spec)
    for state in positions(spec) if hasattr(game, "children") or hasattr(game, "mobility") else ():
        if game.utility(state) is not None:  # they go by the moves of pieces alone: a draw by rule ends nothing
            continue
        moves = game.moves(state)
        where = clean(show(game, state))
        assert game.mobility(state) == len(moves), f"mobility() counts other moves than there are in {where}"
        below = sorted(hash(hashed(game, child)) for child in game.children(state))
        assert below == sorted(hash(hashed(game, game.play(state, move))) for move in moves), (
            f"children() gives other positions than the moves lead to in {where}"
        )


def test_where_a_payoff_depends_on_its_ply_all_else_is_as_the_game_says(spec: str) -> None:
    game, fast = game_of(spec), with_preference(game_of(spec), "fast")
    of_positions = ("turn", "show", "board", "evaluate", "outcomes", "priors", "name")
    for state in positions(spec):
        at = root_state(fast, state)
        for name in (name for name in of_positions if callable(getattr(game, name, None))):
            if name in ("outcomes", "priors") and game.utility(state) is not None:
                continue
            if name == "outcomes" and game.turn(state) != tracer.CHANCE:
                continue
            assert getattr(fast, name)(at) == getattr(game, name)(state), name
        payoff = game.utility(state)
        assert fast.utility(at) == payoff
        moves = [] if payoff is not None else list(game.moves(state))
        assert payoff is not None or list(fast.moves(at)) == moves
        for move in moves:
            after, worth = fast.play(at, move), game.utility(game.play(state, move))
            assert untimed_state(after) == game.play(state, move)
            assert fast.utility(after) == (worth if worth is None else worth * 999 / 1000)
            assert label(fast, move) == label(game, move)
            if hasattr(game, "noisy"):
                assert fast.noisy(at, move) == game.noisy(state, move)  # type: ignore[attr-defined]
        for name, order in getattr(game, "orders", {}).items() if moves else ():
            assert list(fast.orders[name](at, moves)) == list(order(state, moves))  # type: ignore[attr-defined]
        if hasattr(game, "null") and payoff is None:
            assert untimed_state(fast.null(at)) == game.null(state)  # type: ignore[attr-defined]
        assert key(fast)(at) != key(fast)(fast.play(at, moves[0])) if moves else True
        if hasattr(game, "parse"):
            text = position_text(game, state, state)
            assert resolve_position(fast, text) == at
            assert position_text(fast, at, at) == text
    if hasattr(game, "bounds"):
        low, high = game.bounds
        assert fast.bounds == (min(low, 0), max(high, 0))  # type: ignore[attr-defined]


def test_a_position_with_the_same_key_has_the_same_moves_and_worth(spec: str) -> None:
    game, faces = game_of(spec), {}
    for state in positions(spec):
        _, _, turn, over, moves = face(game, state)
        known = faces.setdefault(key(game)(state), (turn, over, moves))
        assert known == (turn, over, moves), "key() is the same for positions that differ: a table would mix them up"


def test_what_a_game_shows_it_can_read(spec: str) -> None:
    game = game_of(spec)
    for state in positions(spec) if hasattr(game, "parse") else ():
        text = position_text(game, state, state)
        assert text is not None, f"parse() does not read back what show() writes: {show(game, state)!r}"
        assert key(game)(resolve_position(game, text)) == key(game)(state)


def test_what_is_no_position_is_refused_by_a_value_error(spec: str) -> None:
    game = game_of(spec)
    for text in NO_POSITIONS if hasattr(game, "parse") else ():
        try:
            game.parse(text)
        except ValueError:
            continue
        except Exception as error:
            raise AssertionError(f"parse({text[:20]!r}) raises {error!r}: it must raise ValueError") from error
        raise AssertionError(f"parse({text[:20]!r}) gives a position: it must raise ValueError")


def test_a_position_can_be_drawn(spec: str) -> None:
    game = game_of(spec)
    for state in positions(spec):
        assert show(game, state).strip(), "show() is empty"
        foreign = spec.partition(":")[0] in PACKAGES
        assert foreign or len({len(line) for line in show(game, state).split("\n")}) == 1, (
            f"show() has lines of different lengths, which no board has: {show(game, state)!r}"
        )
        picture = board.draw_board(game, state)
        assert len(picture.cells), "board() has no rows"


def test_an_order_of_its_own_arranges_the_moves(spec: str) -> None:
    game = game_of(spec)
    for name, order in getattr(game, "orders", {}).items():
        assert name not in ORDERS, f"the order {name} of the game hides the one that every game has"
        for state in ongoing(spec):
            moves = list(game.moves(state))
            assert sorted(map(moves.index, order(state, moves))) == list(range(len(moves))), (
                f"the order {name} loses or invents moves: it must give the same moves, arranged"
            )


@cache
def depth_of(spec: str) -> int | None:
    """The depth to which a small game is searched; None is its end."""
    depths = (None, 4, 3, 2, 1) if hasattr(game_of(spec), "evaluate") else (None,)
    for depth in depths:
        if tracer.trace(game_of(spec), "expectiminimax", depth=depth, max_nodes=MOST_NODES).header.stopped is None:
            return depth
    raise AssertionError(
        f"{spec} in ENTRY.test_specs has more than {MOST_NODES} nodes, and the game no evaluate() for a depth"
    )


@pytest.mark.parametrize("search", DEPTH_FIRST)
def test_every_search_gives_its_value_keeps_the_laws_and_does_the_same_unrecorded(spec: str, search: str) -> None:
    game, depth = game_of(spec), depth_of(spec)
    if not tracer.SEARCHES[search].chance and any(game.turn(state) == tracer.CHANCE for state in positions(spec)):
        with pytest.raises(GameError, match="gives a chance node, which this search does not know"):
            tracer.trace(game, search, depth=depth)
        return
    value = minimax_value(game, game.start(), depth)
    for options in variants(search, (value - 1, value + 1)):
        trace = tracer.trace(game, search, depth=depth, **options)
        assert trace.value == pytest.approx(value, abs=1e-9), (
            f"{search} gives {trace.value} for {spec}, minimax by definition {value}"
        )
        check_laws(trace)
        bare = tracer.search(game, search, depth=depth, **options)
        assert (bare.value, bare.best_move) == (trace.value, trace.best_move)


def test_a_small_game_is_searched_to_an_end(entry: GameEntry) -> None:
    ends = [any(game_of(spec).utility(state) is not None for state in positions(spec)) for spec in entry.test_specs]
    assert any(ends), f"no game in ENTRY.test_specs ends within {POSITIONS} moves: name a smaller one"
