"""The folded tree: what is the same is one line, what differs is shown or counted."""

import json
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from pairs import pairs
from strategies import AIMA

import tracer
from tracer.comparing.comparison import compare
from tracer.comparing.difference_text import describe_difference
from tracer.comparing.topmost_differences import compare_pair
from tracer.comparing.union_tree import CHANGED, ONLY_A, ONLY_B, unite_traces
from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.tracing import Trace
from tui.terminal.difference_report import (
    as_json,
    describe_partings,
    describe_relation,
    fold_differences,
    format_counts,
)

EVERYTHING = 10_000


def shown(a: Trace, b: Trace, limit: int = EVERYTHING) -> list[str]:
    """The lines as people read them."""
    return [line.text() for line in fold_differences(compare(a, b), limit)]


def test_what_is_the_same_is_folded_and_what_only_one_has_is_counted() -> None:
    assert shown(tracer.trace(AIMA, "minimax"), tracer.trace(AIMA)) == [
        "root  = 3",
        "  a1  the same, 4 visited",
        "  a2  A = 2 · B ≤ 2 (3, ∞) ✂ α",
        "    b1  the same, 1 visited",
        "    b2, b3  only A, pruned by B, 2 visited",
        "  a3  A = 2 · B = 2 (3, ∞) α, none left",
    ]
    assert shown(tracer.trace(AIMA), tracer.trace(AIMA)) == ["root  the same, 11 visited, 2 pruned"]


def test_moves_in_another_order_are_said() -> None:
    found = shown(tracer.trace(AIMA, "minimax"), tracer.trace(AIMA, "minimax", order="reversed"))
    assert found[0] == "root  = 3, moves in another order"
    assert found[1] == "  a1  = 3, moves in another order"


def test_what_a_stopped_search_never_met_is_unknown_to_it() -> None:
    found = shown(tracer.trace(AIMA), tracer.trace(AIMA, max_nodes=6))
    assert found[0] == "root  A = 3 (−∞, ∞) · B open (−∞, ∞)"
    assert "    b2, b3  pruned by A, unknown to B, 2 pruned" in found
    assert found[-1] == "  a3  only A, 4 visited"


def test_a_limit_keeps_what_is_near_the_root_and_counts_the_rest() -> None:
    one, other = tracer.trace("tictactoe", "minimax"), tracer.trace("tictactoe")
    found = fold_differences(compare(one, other), 10)
    assert [line.ply for line in found] == [0] + [1] * 9
    assert sum(line.not_shown["only_a"] for line in found[1:]) == 531_649
    few = fold_differences(compare(one, other), 3)
    assert [line.ply for line in few] == [0, 1, 1]
    assert sum(line.not_shown["only_a"] for line in few) == 531_649
    assert few[0].text().startswith("root  = 0  (not shown below: ")
    with pytest.raises(PlyscopeError, match="the limit is 0, which shows nothing"):
        fold_differences(compare(one, other), 0)


@given(pairs())
def test_every_node_of_the_union_is_shown_or_folded_once(pair: tuple[Trace, Trace]) -> None:
    found = compare(*pair)
    both, side = unite_traces(found)
    visited = both.columns.status != PRUNED
    whole = fold_differences(found, EVERYTHING)
    own = sum(line.visited == line.pruned == 0 for line in whole)
    folded = sum(line.visited + line.pruned for line in whole)
    below = [line for line in whole if line.visited == line.pruned == 0 and not any_below(whole, line.node, both)]
    same_below = sum(int(both.columns.end[line.node]) - line.node - 1 for line in below)
    assert own + folded + same_below == len(both)
    for words, code in (("only A", ONLY_A), ("only B", ONLY_B)):
        alone = sum(line.visited for line in whole if line.what.startswith(words))
        assert alone == np.count_nonzero((side == code) & visited)
    assert all(not line.not_shown for line in whole)


def any_below(whole: list, node: int, both: Trace) -> bool:  # type: ignore[type-arg]
    """Whether a node has lines below it."""
    return any(node < line.node < both.columns.end[node] for line in whole)


@given(pairs())
def test_under_any_limit_no_difference_is_lost(pair: tuple[Trace, Trace]) -> None:
    found = compare(*pair)
    both, side = unite_traces(found)
    visited = both.columns.status != PRUNED
    changed = int(np.count_nonzero(side == CHANGED)) + int(np.count_nonzero(found.order & ~found.changed))
    for limit in (1, 2, 3, 5, 8, 13):
        few = fold_differences(found, limit)
        assert len(few) <= limit
        assert [line.node for line in few] == sorted(line.node for line in few)
        for words, name, code in (("only A", "only_a", ONLY_A), ("only B", "only_b", ONLY_B)):
            told = sum(line.visited for line in few if line.what.startswith(words))
            rest = sum(line.not_shown.get(name, 0) for line in few)
            assert told + rest == np.count_nonzero((side == code) & visited)
        differing = sum(line.what.startswith("A ") or line.what.endswith("another order") for line in few)
        assert differing + sum(line.not_shown.get("changed", 0) for line in few) == changed


def test_a_relation_is_a_sentence() -> None:
    plain, pruned = tracer.trace(AIMA, "minimax"), tracer.trace(AIMA)
    assert describe_relation(compare(plain, pruned)) == (
        "B ⊂ A: A visited every node that B did, and more; both roots returned 3"
    )
    assert describe_relation(compare(pruned, plain)).startswith("A ⊂ B: B visited every node that A did, and more")
    assert describe_relation(compare(plain, plain)) == "A and B are the same, event for event"
    assert describe_relation(compare(plain, tracer.trace(AIMA, "minimax", order="reversed"))).startswith(
        "A = B: they visited"
    )
    assert describe_relation(compare(pruned, tracer.trace(AIMA, max_nodes=3))).endswith(
        "A's root returned 3, B's no value"
    )
    tree = [[3, 9], [1, 8], [9, 9]]
    assert describe_relation(compare(tracer.trace(tree), tracer.trace(tree, order="reversed"))).startswith(
        "neither A ⊂ B nor"
    )


def test_the_tally_leaves_out_what_did_not_happen() -> None:
    rows = format_counts(compare(tracer.trace(AIMA, "minimax"), tracer.trace(AIMA))).splitlines()
    assert [row.split()[-1] for row in rows] == ["11", "2", "0", "1", "2"]


@given(pairs())
def test_the_facts_are_plain_types(pair: tuple[Trace, Trace]) -> None:
    found, stops = compare_pair(*pair)
    facts = json.loads(json.dumps(as_json(compare_pair(*pair), 7), allow_nan=False))
    assert facts["counts"] == asdict(found.counts)
    assert facts["same"] == found.same == (facts["first"] is None) == (not facts["partings"])
    assert len(facts["tree"]) <= 7
    assert facts["differences"] == len(stops)
    told = [describe_difference(found, one) for one in stops]
    assert [one["text"] for one in facts["partings"]] == told[:7]
    assert describe_partings(compare_pair(*pair), 7) == [
        *told[:7],
        *([f"… and {len(told) - 7:,} more"] if len(told) > 7 else []),
    ]


def test_a_chain_of_five_thousand_plies_is_folded() -> None:
    deep, flat = tracer.trace("random:b=1,d=5000"), tracer.trace("random:b=1,d=5000", "minimax", depth=4_000)
    found = shown(deep, flat)
    assert len(found) == 4_002
    assert found[-1].strip() == "[ply 4,001] eww1  only A, 1,000 visited"
    assert max(map(len, found)) < 120
