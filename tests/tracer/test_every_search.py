"""What every search in the registry holds to. Whoever adds one is told here what is missing, and what to do."""

import importlib
import inspect
import json
import re
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from laws import LawBroken, check_laws
from strategies import AIMA, DEPTH_FIRST, WIKIPEDIA, Lattice, bushy_tree, minimax_value

import tracer
from tracer import MAX, MIN, PlyscopeError, Status, Trace
from tracer.count.paths import Paths
from tracer.count.sizes import Sizes
from tracer.recording.no_moves import Pass
from tracer.run.whatif import what_if
from tracer.searches import registry
from tracer.searches.contract import FAMILIES, Search
from tracer.searches.pseudocode import Tag
from tracer.searches.registry import MODULES
from tracer.why.code_at_step import list_variables, pseudocode_line, tag_at

EXTRA_TURNS = Lattice(5, 9, extra_turns=True)
GAMES: tuple[Any, ...] = (
    AIMA,
    WIKIPEDIA,
    [[1], [2, [3, 4]]],
    "nim:1,2,2",
    "tictactoe",
    "connect4:3,3,3",
    "random:b=3,d=5,seed=1,order=worst",
    "random:b=2,d=5,seed=4,turn=MIN",
    Lattice(4, 9),
    EXTRA_TURNS,
    Lattice(11, 8, extra_turns=True),
    json.dumps(bushy_tree(3, evaluated=True, turns=True)),
)
DICE = "[(0.9:[2,2],0.1:[3,3]),(0.9:[1,1],0.1:[4,4])]"
"""For searches that know chance."""
WINDOWS = ((-2.0, 2.0), (0.0, 1.0), (3.0, float("inf")))
COMMON = {*tracer.Options.__annotations__, "max_nodes", "progress", "output", "game", "search", "record", "root"}

OWN = {option.name for search in tracer.SEARCHES.values() for option in search.own}


@pytest.fixture(params=DEPTH_FIRST)
def search(request: pytest.FixtureRequest) -> Search:
    """Those of the registry."""
    return tracer.SEARCHES[request.param]


def ways(search: Search) -> Iterator[dict[str, Any]]:
    """Every combination of window, fail and cut that a search says it has."""
    if not search.windowed:
        yield {}
        return
    for window, fail, cut in product((None, *WINDOWS), search.rule("fail"), search.rule("cut")):
        yield {"window": window, "fail": fail, "cut": cut}


def recorded(search: Search, game: Any, **options: Any) -> Trace:
    """A trace that keeps the laws; what it breaks otherwise is said with what it was a trace of."""
    where = f"{search.name} of {getattr(game, 'spec', game)} with {options}"
    try:
        trace = tracer.trace(game, search.name, **options)
    except PlyscopeError as error:
        raise AssertionError(f"{where}: {error}") from None
    never_left = np.flatnonzero(trace.columns.status == Status.OPEN)
    assert not len(never_left), (
        f"{where}: node {never_left[0]} was entered and never left: each visit calls record.leave before it returns"
    )
    try:
        check_laws(trace)
    except LawBroken as error:
        law = traceback.extract_tb(error.__traceback__)[-1].name
        raise AssertionError(f"{where} breaks the law of {law}: {error}{advice(search, trace, law)}") from None
    return trace


def advice(search: Search, trace: Trace, law: str) -> str:
    """What SEARCH may say wrongly of a search whose traces break a law."""
    if trace.header.options.get("fail") == "hard" and law == "values":
        return '. If it is fail-soft, say WindowRule(fails=("soft",))'
    if law == "moves":
        return (
            ". Every move is visited, or told to record.prune after a cutoff; a search that leaves moves out for any "
            "other reason (a beam, a null move, a late-move reduction that is not verified) cannot be registered: "
            "record it with a tracer.Recorder. An iteration is entered with a Pass for a move"
        )
    view = "mover" if search.view == "max" else "max"
    columns, at_min = trace.columns, trace.columns.turn < 0
    turned = replace(
        columns,
        value=np.where(at_min, 0.0 - columns.value, columns.value),
        alpha=np.where(at_min, -columns.beta, columns.alpha),
        beta=np.where(at_min, -columns.alpha, columns.beta),
    )
    try:
        check_laws(trace.with_columns(turned, trace.header))
    except LawBroken:
        return ""
    return f'. With every number at MIN of the other player\'s view it breaks none: say view="{view}"'


def depths(game: Any) -> tuple[int | None, ...]:
    return (3,) if game == "tictactoe" else (None, 0, 1, 3) if isinstance(game, Lattice) else (None,)


def fullest(search: Search, without: Sequence[str] = ()) -> dict[str, Any]:
    """The own options with all of their words but some, and with numbers and switches that are not the default.

    Nothing is known of a text without choices.
    """
    options: dict[str, Any] = {}
    for option in search.own:
        if option.choices:
            words = [word for word in option.choices if word not in without]
            options[option.name] = ",".join(words) if option.allows_several else words[-1]
        elif not isinstance(option.default, str):
            options[option.name] = not option.default if isinstance(option.default, bool) else option.default + 1
    return options


def how(trace: Trace) -> str:
    """The own options of a trace, for a message."""
    own = {name: value for name, value in trace.header.options.items() if name in OWN}
    return f", with {own}" if own else ""


def runs(search: Search, **options: Any) -> Iterator[tuple[Any, Trace]]:
    for game in GAMES:
        for depth in depths(game):
            made = tracer.trace(game, "minimax", max_nodes=1).need_game()
            yield made, recorded(search, made, depth=depth, **options)


def test_every_file_with_a_search_has_its_line_in_the_registry() -> None:
    names = [path.stem for path in Path(registry.__file__).parent.glob("*.py") if path.stem != "__init__"]
    modules = [importlib.import_module(f"tracer.searches.{name}") for name in names]
    missing = sorted(module.__name__ for module in modules if hasattr(module, "SEARCH") and module not in MODULES)
    assert not missing, f"no line has {', '.join(missing)}: tracer/searches/registry.py imports it, MODULES names it"


def test_names_of_searches_are_their_own() -> None:
    names = [module.SEARCH.name for module in MODULES]
    assert len(set(names)) == len(names), f"two modules in MODULES have the same SEARCH.name: {names}"


@pytest.mark.every_case(quick=True)
def test_a_search_says_what_it_is(search: Search) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9-]*", search.name), "SEARCH.name is small letters, digits and -"
    assert "\n" not in search.summary, "SEARCH.summary is one line"
    assert 0 < len(search.summary) < 100, "SEARCH.summary is one line of fewer than 100 characters"
    assert search.family in FAMILIES, f"SEARCH.family is one of {FAMILIES}, not {search.family!r}"
    assert search.view in ("max", "mover"), f'SEARCH.view is "max" or "mover", not {search.view!r}'
    if search.window is not None:
        for name, known in (("fails", ("soft", "hard")), ("cuts", (">=", ">"))):
            values = getattr(search.window, name)
            assert values, f"WindowRule.{name} is empty: it needs at least one of {known}"
            assert set(values) <= set(known), f"WindowRule.{name} is {values}: of {known} alone"


@pytest.mark.every_case(quick=True)
def test_its_function_takes_the_options_that_it_says_it_has_and_no_others(search: Search) -> None:
    taken = {
        name: given.default
        for name, given in inspect.signature(search.run).parameters.items()
        if given.kind is inspect.Parameter.KEYWORD_ONLY
    }
    said = {"depth", *search.options} - {"order"}
    missing = sorted(said - set(taken))
    assert not missing, f"{search.name} says it has {missing}, but its function takes no such keyword"
    assert set(taken) - said <= {"table"}, (
        f"the function of {search.name} takes {sorted(set(taken) - said)}, which SEARCH does not name: "
        "window, fail and cut are said by window=WindowRule(…), others by own=(Option(…),)"
    )
    for option in search.own:
        assert option.name.isidentifier(), f"the option {option.name!r} is no Python name"
        assert option.name not in COMMON, f"the option {option.name} has the name of an option that every search has"
        default = taken[option.name]
        assert default == option.default, (
            f"{option.name} is {option.default!r} in its Option, {default!r} in the function"
        )
        assert option.read(option.default) == option.default, f"the default of {option.name} is not one of its values"


@pytest.mark.every_case(quick=True)
def test_its_value_is_that_of_minimax_and_every_law_holds(search: Search) -> None:
    exact = fullest(search, without=search.selective)
    for game, trace in chain(runs(search), runs(search, **exact) if exact else ()):
        expected = minimax_value(game, game.start(), trace.header.depth)
        assert trace.value == expected, (
            f"{search.name} gives {trace.value} for {trace.header.title}, minimax by definition {expected}"
            f"{how(trace)}" + (": is a value negated only where the turn changes?" if game is EXTRA_TURNS else "")
        )
        after = None if trace.header.depth is None else trace.header.depth - 1
        if len(trace) > 1 and trace.header.depth != 0:
            first = game.play(game.start(), trace.best_move)
            assert minimax_value(game, first, after) == expected, (
                f"{search.name} gives a best move with another value{how(trace)}"
            )


def test_a_window_gives_the_value_or_a_bound_of_it(search: Search) -> None:
    beyond = dict.fromkeys(search.rule("fail"), 0)
    for options in ways(search):
        for game, trace in runs(search, **options) if options.get("window") else ():
            true, value, (low, high) = (
                minimax_value(game, game.start(), trace.header.depth),
                trace.value,
                options["window"],
            )
            assert value is not None
            where = f"{search.name} gives {value} for {trace.header.title}; the true value is {true}"
            assert not low < value < high or value == true, f"{where}: inside its window it must be that"
            assert value < high or true >= min(value, high), f"{where}: from beta on it must be a lower bound"
            assert value > low or true <= max(value, low), f"{where}: down to alpha it must be an upper bound"
            beyond[options["fail"]] += not low <= value <= high
    if search.windowed:
        assert not beyond.get("hard"), (
            f'{search.name} gives values beyond its window with "hard": clamp what it returns'
        )
        assert beyond.get("soft", 1), (
            f'{search.name} never gives a value beyond its window: it is fail-hard, so say WindowRule(fails=("hard",))'
        )


def test_recording_changes_nothing(search: Search) -> None:
    for options in ways(search):
        for game in GAMES:
            if game == "tictactoe":
                continue
            trace = tracer.trace(game, search.name, **options)
            assert tracer.search(game, search.name, **options) == (trace.value, trace.best_move), (
                f"{search.name} returns another value or move than it tells the recorder: return MAX's view"
            )
            again = tracer.trace(game, search.name, **options)
            assert again.columns.value.tobytes() == trace.columns.value.tobytes(), (
                f"{search.name} differs from run to run"
            )


def test_it_moves_in_the_order_that_is_wished(search: Search) -> None:
    for order, first in (("natural", "a1"), ("reversed", "a3")):
        trace = recorded(search, AIMA, order=order)
        node = next(node for node in range(1, len(trace)) if not isinstance(trace.move(node), Pass))
        assert trace.label(node) == first, (
            f"{search.name} searches move {trace.label(node)} first: moves(state, depth) has the order"
        )


def test_what_it_says_of_itself_is_what_it_does(search: Search) -> None:
    tables = prunes = passes = 0
    everything = True
    for game, trace in chain(runs(search), runs(search, **fullest(search))):
        status = trace.columns.status
        tables += int((status == Status.TABLE).sum())
        passes += trace.counts.passes
        prunes += int((status == Status.PRUNED).sum() + trace.columns.cutoff.sum())
        depth = float("inf") if trace.header.depth is None else trace.header.depth
        everything &= len(trace) == sum(Sizes(game, 10**6).levels(game.start(), depth))
    assert bool(tables) == bool(search.table), (
        f"{search.name} closes {tables} nodes by a table: say table={bool(tables)}"
    )
    assert bool(passes) == search.drives, f"{search.name} begins {passes} passes: say drives={bool(passes)}"
    assert everything == search.exhaustive, (
        f"{search.name} visits {'every node' if everything else 'not every node'}: say exhaustive={everything}"
    )
    assert bool(prunes) == search.windowed, (
        f"{search.name} has {prunes} cutoffs and pruned branches: say window={'WindowRule(…)' if prunes else 'None'}"
    )


def test_every_event_stands_on_a_line_of_its_pseudo_code(search: Search) -> None:
    seen: set[Tag] = set()
    dice = [(None, recorded(search, DICE))] if search.chance else []
    for _, trace in chain(runs(search), runs(search, **fullest(search)), dice):
        for step in range(0, trace.steps, max(trace.steps // 100, 1)):
            tag = tag_at(trace, step)
            there = pseudocode_line(trace, step) is not None
            assert there, f"{search.name} has no line with @ {tag.value} in its pseudo-code"
            seen.add(tag)
            list_variables(trace, step)
    dead = set(search.code.tags) - seen
    assert not dead, f"no event of {search.name} ever stands on its lines with @ {', '.join(tag.value for tag in dead)}"


def test_a_what_if_search_from_any_node_is_one_of_its_own(search: Search) -> None:
    for options in ways(search):
        trace = recorded(search, EXTRA_TURNS, **options)
        for node in range(0, len(trace), max(len(trace) // 5, 1)):
            again = what_if(trace, node)
            assert again.value == minimax_value(EXTRA_TURNS, trace.state(node), None)
            assert again.header.search == search.name


def test_who_moves_is_told_with_every_node(search: Search) -> None:
    trace = recorded(search, "random:b=2,d=3,seed=1,turn=MIN")
    odd = Paths(trace).ply % 2 == 1
    turns = {MAX if turn > 0 else MIN for turn in trace.columns.turn[odd & (trace.columns.status != Status.PRUNED)]}
    assert turns == {MAX}, f"{search.name} tells another player than game.turn(state)"
