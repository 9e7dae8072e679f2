"""Every search does the same whether it is recorded or not, event for event, and the same each time."""

from typing import Any

import pytest
from family import EXAMPLES, GUESSES, WITH, chance_trees, evaluated, run, same_bytes
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Case

import tracer
from tracer.count.frontier import depth_limit
from tracer.count.sizes import Sizes
from tracer.games.tree import TreeGame
from tracer.run.plan import Plan, prepare
from tracer.searches.contract import NullRecorder, Search


def options_of(search: Search, draw: st.DrawFn) -> dict[str, Any]:
    """Options that a search has, drawn."""
    found: dict[str, Any] = {}
    if search.windowed:
        found = {"fail": draw(st.sampled_from(search.rule("fail"))), "cut": draw(st.sampled_from(search.rule("cut")))}
        found["window"] = draw(st.sampled_from([None, None, (-1.0, 2.0), (0.0, 1.0)]))
    values: dict[str, st.SearchStrategy[Any]] = {
        "guess": st.sampled_from(GUESSES[:-1]),
        "table": st.sampled_from(["path", "position"]),
        "with_": st.sampled_from(WITH),
        "aspiration": st.sampled_from([0.0, 0.5]),
        "goal": st.sampled_from(["win", "draw", "1"]),
        "iterations": st.integers(1, 40),
        "seed": st.integers(0, 9),
    }
    for option in search.own:
        if option.name in values:
            found[option.name] = draw(values[option.name])
    if search.name == "engine":
        found["with_"] = draw(st.sampled_from(["", "table,hash", "null,lmr,futility", "quiescence,aspiration"]))
    if search.best_first or search.drives:
        found.pop("window", None)
    return found


def events(plan: Plan, recorder: Any) -> list[Any]:
    """What a search tells a recorder, event for event, but for the numbers that this gave its nodes."""
    heard: list[Any] = []

    class Hearing:
        """Keeps what is told, and tells it the recorder."""

        def __getattr__(self, name: str) -> Any:
            tell = getattr(recorder, name)

            def hear(*given: Any, **more: Any) -> Any:
                about_a_node = name in ("leave", "tell", "add", "update")
                heard.append((name, *map(str, given[about_a_node:]), str(more)))
                return tell(*given, **more)

            return hear

    plan.run(Hearing())
    return heard


@pytest.mark.parametrize("search", tracer.SEARCHES.values(), ids=lambda search: search.name)
@settings(max_examples=EXAMPLES // 2)
@given(data=st.data())
def test_a_search_does_the_same_whether_it_is_recorded_or_not_and_every_time(
    search: Search, data: st.DataObject
) -> None:
    """The same value, move and events; and the full tree is what was visited, pruned or known, path by path."""
    case = Case(TreeGame.from_text(data.draw(chance_trees()))) if search.chance else data.draw(evaluated())
    options = data.draw(st.composite(lambda draw: options_of(search, draw))())
    trace = run(case, search.name, **options)
    bare = tracer.search(case.game, search.name, position=case.position, **options)
    assert trace.value == bare.value
    answered = search.name == "dfpn" and trace.best_move is None  # by the table, without a call
    assert answered or trace.best_move == bare.best_move
    again = run(case, search.name, **options)
    assert same_bytes(trace, again)
    plan = prepare(case.game, search.name, position=case.position, **options)
    recorder: Any = tracer.BestFirstRecorder() if search.best_first else tracer.Recorder(search.view)
    assert events(plan, recorder) == events(plan, NullRecorder())
    counts = trace.counts
    if counts.full_tree_nodes is not None and not search.best_first:
        assert counts.full_tree_nodes == counts.distinct_nodes + counts.pruned_nodes + counts.table_nodes
        assert counts.full_tree_nodes == sum(Sizes(case.game).levels(trace.start(), depth_limit(trace)))
