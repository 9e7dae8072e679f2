"""Two bugs in one file: how often both are named, and how often neither is."""

from __future__ import annotations

from collections import Counter

import pytest
from specimens.two_bugs import all_pairs

PAIRS = all_pairs()
SAMPLE = PAIRS[::7]
"""A few of each style; all of them are looked at in `tests/bench`."""
BOTH, NEITHER = 0.38, 0.07
"""The part of the sample of which both are named at least, and neither at most."""


@pytest.fixture(scope="module")
def named() -> Counter[int]:
    """How many pairs of the sample have none, one and both of their diseases found."""
    return Counter(pair.named() for pair in SAMPLE)


def test_of_two_diseases_both_are_named(named: Counter[int]) -> None:
    assert named[2] >= BOTH * len(SAMPLE)


def test_of_two_diseases_one_is_named_nearly_always(named: Counter[int]) -> None:
    assert named[0] <= NEITHER * len(SAMPLE)


def test_the_pairs_are_of_many_styles() -> None:
    assert len(PAIRS) > 350
    assert len({pair.style.file for pair in SAMPLE}) > 15


@pytest.mark.parametrize("other", ["leaf-sign", "terminal-late"])
def test_a_game_that_ends_too_early_is_named_beside_other_mistakes_in_its_ends(other: str) -> None:
    pairs = [pair for pair in PAIRS if set(pair.diseases) == {other, "terminal-early"}]
    assert pairs
    assert [pair.named() for pair in pairs] == [2] * len(pairs)
