"""A search that leaves legal moves out: no count and no sentence about it claims what only all moves could tell."""

from typing import Any

import pytest
from narrow import narrowed
from strategies import DEPTH_FIRST

import tracer
from tracer.count import sizes, spared
from tracer.errors import GameError
from tracer.why import explain

SEARCHES = ("minimax", "alphabeta", "alphabeta-memo")


@pytest.mark.parametrize("search", SEARCHES)
def test_what_was_left_out_is_in_no_full_tree(search: str) -> None:
    """And without the game nobody knows."""
    few = narrowed("tictactoe", 3, search)
    assert few.counts.lacks_moves
    assert few.counts.full_tree_nodes is None
    whole = tracer.trace("tictactoe", search)
    assert not whole.counts.lacks_moves
    assert whole.counts.full_tree_nodes == 549_946
    assert not tracer.Trace(few.columns, [], few.header, labels=few.move_labels).counts.lacks_moves


def test_of_many_paths_some_are_looked_at_all_over_the_recording(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first and the last among them."""
    monkeypatch.setattr(sizes, "SAMPLE", 10)
    assert narrowed("tictactoe", 4, "minimax").counts.lacks_moves
    assert not tracer.trace("tictactoe", "minimax").counts.lacks_moves


@pytest.mark.parametrize("options", [{}, {"depth": 3}, {"position": "XO./OX./..."}])
def test_a_path_that_is_searched_again_has_the_moves_of_all_its_visits(options: dict[str, Any]) -> None:
    for search in DEPTH_FIRST:
        assert not tracer.trace("tictactoe", search, max_nodes=3_000, **options).counts.lacks_moves, search


def test_a_value_of_some_moves_is_not_said_to_be_exact() -> None:
    few, whole = narrowed("tictactoe", 3, "minimax"), tracer.trace("tictactoe", "minimax")
    said = " ".join(sentence.text for sentence in explain.why(few, 0, few.steps - 1))
    assert "Only 3 of 9 legal moves were searched: the true value may be another." in said
    assert "Exactly" not in said
    assert "All 9 moves" in " ".join(sentence.text for sentence in explain.why(whole, 0, whole.steps - 1))


@pytest.mark.parametrize("search", SEARCHES)
def test_what_was_spared_is_a_share_of_a_full_tree_alone(search: str) -> None:
    """Of what has none, or of what a table knew a part, no share is told."""
    few, whole = spared.count(narrowed("mnk:3,3,3", 3, search)), spared.count(tracer.trace("mnk:2,2,2", search))
    assert few is not None
    assert few.full is None
    assert whole is not None
    assert whole.full == (None if search == "alphabeta-memo" else tracer.trace("mnk:2,2,2").counts.full_tree_nodes)


def test_a_driver_leaves_no_moves_out() -> None:
    """What is below it are passes, and each of them has all moves."""
    trace = tracer.trace("tictactoe", "mtdf", depth=3)
    assert trace.drivers
    assert not trace.counts.lacks_moves
    assert sizes.legal_moves(trace, 0) is None
    for node in range(0, len(trace), 7):
        assert not any("legal" in sentence.text for sentence in explain.why(trace, node, trace.steps - 1))


def test_a_game_that_fails_is_blamed_and_ends_no_explanation() -> None:
    whole = tracer.game("tictactoe")

    class Failing(type(whole)):  # type: ignore[misc]
        def moves(self, state: Any) -> Any:
            raise ZeroDivisionError

    found = tracer.trace("tictactoe", depth=2)
    failing = Failing.__new__(Failing)
    failing.__dict__.update(vars(whole))
    trace = tracer.Trace(found.columns, [], found.header, failing, labels=found.move_labels)
    assert sizes.legal_moves(trace, 0) is None
    assert explain.why(trace, 0, trace.steps - 1)
    with pytest.raises(GameError):
        sizes.lacks_moves(trace)
