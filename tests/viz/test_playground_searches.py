"""The playground searches as `tracer` does: each tree, search and choice gives the same recording and counts."""

import json
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from test_page_edit import grown, numbers, told

import tracer
from tracer.recording.status import Status
from tracer.searches.registry import SEARCHES
from tracer.tracing import Trace
from tracer.why.explain import event, why
from viz.page import playground, script

TREES = 60
ORDERS = ("given", "reversed", "best", "worst")
SEARCHED = """async ({given, cases}) => {
    ROOMS
    const {choices: {treeOf, recorded, command}, why: {event, why}} = rooms, trees = new Map();
    return cases.map(({text, options, asked}) => {
        if (!trees.has(text)) trees.set(text, treeOf(text));
        const found = trees.get(text), trace = recorded(found, options, given), last = trace.steps - 1;
        const plain = (numbers) => Array.from(numbers, (one) => (Number.isNaN(one) ? null : String(one)));
        const each = (what) => Array.from({length: trace.size}, (_, node) => what(node));
        const sums = (column) => Array.from(column ?? new Array(trace.size + 1).fill(0));
        return {
            text: found.text, title: trace.header.title, command: command(found, [options]),
            labels: each((node) => trace.label(node)), ends: [...trace.end], status: [...trace.status],
            cutoff: [...trace.cutoff], turn: [...trace.turn], proved: each((node) => trace.provedBound(node)),
            alpha: plain(trace.alpha), beta: plain(trace.beta), value: plain(trace.value), tally: trace.tally(last),
            weight: plain(trace.weight ?? []), saved: sums(trace.saved), lines: trace.header.code.lines,
            events: asked.map((step) => event(trace, step % trace.steps)),
            why: asked.map((step) => why(trace, step % trace.size, last).map(({text}) => text)),
        };
    });
}"""


def choices(*, chance: bool = False) -> Iterator[dict[str, Any]]:
    """Every search of trees with chance, or of those without it, with every choice that it has, and every order."""
    for name in playground.SEARCHES:
        if SEARCHES[name].chance != chance:
            continue
        rule = SEARCHES[name].rule
        for fail, cut, order in product(rule("fail"), rule("cut"), ORDERS):
            yield {"search": name, "fail": fail, "cut": cut, "order": order, "depth": None}


def texts() -> Iterator[str]:
    """Ragged trees with equal numbers, of which some begin with MIN, and some give a player two moves in a row."""
    luck = Random(37)
    for number in range(TREES):
        tree = [grown(luck, 3) for _ in range(luck.randint(1, 4))]
        text = json.dumps(tree, separators=(",", ":"))
        yield f'{{"turn":"MIN","children":{text}}}' if number % 2 else text
    yield '{"children":[[3,12],{"turn":"MAX","children":[[2,4],[{"turn":"MIN","children":[1,7]},5]]},[6,0]]}'


def by_tracer(text: str, search: str, fail: str, cut: str, order: str, depth: int | None = None) -> Trace:
    taken = {name: word for name, word in {"fail": fail, "cut": cut}.items() if len(SEARCHES[search].rule(name)) > 1}
    return tracer.trace(text, search, order="natural" if order == "given" else order, depth=depth, **taken)


def same(found: dict[str, Any], trace: Trace, asked: list[int]) -> None:
    """Hold a recording of the page to be that of `tracer`, with its counts and its sentences."""
    columns, counts = trace.columns, trace.counts
    assert found["labels"] == [trace.label(node) for node in range(len(trace))]
    for name, column in {"ends": columns.end, "status": columns.status, "turn": columns.turn}.items():
        assert found[name] == column.tolist(), name
    assert found["cutoff"] == columns.cutoff.astype(int).tolist()
    for name in "alpha", "beta", "value":
        assert told(found[name]) == numbers(getattr(columns, name)), name
    bounds = [trace.proved_bound(node) for node in range(len(trace))]
    assert found["proved"] == [None if bound is None else int(bound) for bound in bounds]
    tally = found["tally"]
    assert (tally["visited"], tally["leaves"]) == (counts.visited, counts.leaves)
    assert tally["cutoffs"] == counts.pruning_cutoffs
    assert tally["pruned"] == counts.pruned_branches
    assert tally["spared"] == counts.pruned_nodes
    assert found["events"] == [event(trace, step % trace.steps) for step in asked]
    assert found["why"] == [[one.text for one in why(trace, step % len(trace), trace.steps - 1)] for step in asked]


def searched(tab: Any, cases: list[tuple[str, dict[str, str]]], luck: Random) -> Iterator[tuple[Any, Any, list[int]]]:
    asked = [[luck.randrange(10_000) for _ in range(4)] for _ in cases]
    given = [{"text": text, "options": one, "asked": some} for (text, one), some in zip(cases, asked, strict=True)]
    rooms = script.join_modules("playground")
    found = tab.evaluate(
        SEARCHED.replace("ROOMS", rooms),
        {"given": json.loads(json.dumps(playground.make_playground_data())), "cases": given},
    )
    yield from zip(cases, found, asked, strict=True)


def test_the_searches_of_the_page_are_those_of_the_registry() -> None:
    assert set(playground.SEARCHES) <= set(SEARCHES)
    assert len(list(choices())) == 4 * (1 + 1 + 4 + 4 + 2)
    assert [one["search"] for one in choices(chance=True)] == ["expectiminimax"] * 4


def test_every_search_with_every_choice_is_as_tracer_does_it(tab: Any) -> None:
    luck, all_choices = Random(1), list(choices())
    cases = [(text, one) for text in texts() for one in luck.sample(all_choices, 6)]
    assert {json.dumps(one) for _, one in cases} == {json.dumps(one) for one in all_choices}
    repeated = 0
    for (text, one), found, asked in searched(tab, cases, luck):
        trace = by_tracer(text, **one)
        same(found, trace, asked)
        assert json.loads(found["text"]) == json.loads(trace.game.spec)
        repeated += trace.counts.paths.has_repeated_paths
    assert repeated > 10, "some of the trees are searched again by PVS"


def test_some_trees_with_every_choice(tab: Any) -> None:
    cases = [(text, one) for text in list(texts())[-3:] for one in choices()]
    for (text, one), found, asked in searched(tab, cases, Random(2)):
        same(found, by_tracer(text, **one), asked)


def evaluated(luck: Random, plies: int) -> Any:
    """A ragged tree in which each position has a number of its own, and some a name."""
    if not plies or luck.random() < 0.15:
        return luck.randint(-9, 9)
    below = [evaluated(luck, plies - 1) for _ in range(luck.randint(1, 3))]
    name = {"name": f"N{luck.randint(1, 99)}"} if luck.random() < 0.2 else {}
    return {**name, "value": luck.choice([luck.randint(-9, 9), 0.5]), "children": below}


def test_a_search_to_a_depth_ends_with_the_numbers_of_the_positions(tab: Any) -> None:
    luck, all_choices = Random(11), list(choices())
    trees = [{"value": 1, "children": [evaluated(luck, 4) for _ in range(3)]} for _ in range(30)]
    texts_ = [*(json.dumps(tree) for tree in trees), *RANDOM[:4], "tictactoe:XOX/OX./..O", "tictactoe:X../.O./..."]
    cases = [(text, one | {"depth": luck.randint(1, 3)}) for text in texts_ for one in luck.sample(all_choices, 5)]
    horizons = 0
    for (text, one), found, asked in searched(tab, cases, luck):
        game, _, position = text.partition(":") if text.startswith("tictactoe") else (text, "", "")
        if position:
            order = "natural" if one["order"] == "given" else one["order"]
            taken = {name: one[name] for name in ("fail", "cut") if len(SEARCHES[one["search"]].rule(name)) > 1}
            trace = tracer.trace(game, one["search"], position=position, depth=one["depth"], order=order, **taken)
        else:
            trace = by_tracer(text, **one)
        same(found, trace, asked)
        assert f", depth {one['depth']}" in found["title"]
        assert f"depth={one['depth']}" in found["command"]
        horizons += found["status"].count(Status.HORIZON)
    assert horizons > 500


CHANCE = [
    "[(0.9:2,0.1:[3,4]),5]",
    "(0.25:[1,2],0.75:[(0.5:3,0.5:-1),4])",
    '{"turn":"MIN","children":[(0.9:[2,2.5],0.1:[3,3]),(0.9:[1,1],0.1:[4,4])]}',
    '{"name":"A","children":[{"name":"C","children":(0.5:{"name":"B","children":[2,3]},0.5:7)},1]}',
    '[{"value":3,"children":(0.5:{"value":1,"children":[2,3]},0.5:7)},{"value":2,"children":[1,8]}]',
]


def test_chance_is_searched_by_expectiminimax(tab: Any) -> None:
    cases = [(text, one) for text in CHANCE for one in choices(chance=True)]
    cases += [(CHANCE[-1], one | {"depth": depth}) for one in choices(chance=True) for depth in (1, 2)]
    for (text, one), found, asked in searched(tab, cases, Random(7)):
        trace = by_tracer(text, **one)
        same(found, trace, asked)
        assert found["text"] == trace.game.spec
        weight = trace.columns.weight
        assert told(found["weight"]) == ([] if weight is None else numbers(weight))


RANDOM = [
    "random:b=3,d=3,seed=7,order=best",
    "random:b=4,d=2,seed=-3,order=worst,turn=MIN",
    "random:b=2,d=5,seed=12345,order=random",
    "random:b=5,d=3,seed=2,order=strong",
    "random:b=1,d=4,seed=1,order=0.7",
    "random:b=25,d=1,seed=9,order=0.4",
    "random:b=3,d=0,seed=5,order=random",
]


@pytest.mark.parametrize("search", ["alphabeta", "pvs"])
def test_random_trees_are_the_same(tab: Any, search: str) -> None:
    options = {"search": search, "fail": "soft", "cut": ">=", "order": "given"}
    for (text, one), found, asked in searched(tab, [(text, options) for text in RANDOM], Random(3)):
        trace = by_tracer(text, **one)
        assert found["text"] == trace.game.spec
        same(found, trace, asked)


@pytest.mark.parametrize("board", ["XOX/OXO/...", "X../.O./...", "XX./OO./...", "XXX/OO./..."])
@pytest.mark.parametrize("search", ["minimax", "alphabeta", "pvs"])
def test_tictactoe_is_searched_from_a_position(tab: Any, board: str, search: str) -> None:
    options = {"search": search, "fail": "soft", "cut": ">=", "order": "best"}
    trace = tracer.trace("tictactoe", search, position=board, order="best")
    for _, found, asked in searched(tab, [(f"tictactoe:{board}", options)], Random(4)):
        same(found, trace, asked)
        assert found["command"] == f"plyscope explore tictactoe -p {board} -a {search}:order=best"


def test_tictactoe_is_searched_from_its_start(tab: Any) -> None:
    options = {"search": "alphabeta", "fail": "soft", "cut": ">=", "order": "given"}
    for _, found, _ in searched(tab, [("tictactoe", options)], Random(5)):
        assert found["tally"]["visited"] == 18_297
        assert found["tally"]["spared"] == 531_649
        assert found["tally"]["cutoffs"] == 4_237
        assert found["tally"]["leaves"] == 7_330
        assert found["tally"]["pruned"] == 6_930


def test_the_pseudo_code_is_that_of_the_choices(tab: Any) -> None:
    for (_, one), found, _ in searched(tab, [("[[3,12],[2,4]]", one) for one in choices()], Random(6)):
        code = SEARCHES[one["search"]].code.variant(fail=one["fail"], cut=one["cut"])
        assert tuple(found["lines"]) == code.lines
