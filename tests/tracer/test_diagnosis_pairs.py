"""Two bugs in one file: how often both are named, and how often neither is."""

from __future__ import annotations

from collections import Counter

import pytest
from specimens.two_bugs import Pair, all_pairs, written_pairs

BOTH, NEITHER = 0.65, 0.03
"""The part of the sample of which both are named at least, and neither at most."""


@pytest.fixture(scope="module")
def sample(request: pytest.FixtureRequest) -> list[Pair]:
    """Half of them, or by `make test` an eighth; all are looked at in `tests/bench`."""
    return all_pairs(step=8 if request.config.getoption("run") == "test" else 2)


@pytest.fixture(scope="module")
def named(sample: list[Pair]) -> Counter[int]:
    """How many pairs of the sample have none, one and both of their diseases found."""
    return Counter(pair.named() for pair in sample)


def test_of_two_diseases_both_are_named(named: Counter[int]) -> None:
    assert named[2] >= BOTH * named.total()


def test_of_two_diseases_one_is_named_nearly_always(named: Counter[int]) -> None:
    assert named[0] <= NEITHER * named.total()


def test_the_pairs_are_of_many_styles(sample: list[Pair]) -> None:
    assert len(sample) > 40
    assert len({pair.style.file for pair in sample}) > 15


def test_two_diseases_of_which_one_has_no_consequence_are_no_pair() -> None:
    counters = [pair for pair in written_pairs() if pair.style.file == "values_counters"]
    assert 0 < sum(not pair.shows_both() for pair in counters) < len(counters)


BESIDE = (
    "leaf-sign terminal-early",
    "terminal-early terminal-late",
    "draw-not-zero leaf-sign",
    "draw-not-zero terminal-late",
    "draw-not-zero wrong-leaf",
    "leaf-sign terminal-late",
    "evaluation-outranks-win leaf-sign",
    "evaluation-outranks-win wrong-leaf",
    "depth-uneven wrong-leaf",
    "cut-before-update wrong-value",
    "not-negated wrong-value",
    "swapped-players wrong-value",
    "best-initialised best-not-kept",
    "move-forgotten move-twice",
    "best-initialised cut-without-cause",
    "swapped-players wrong-turn",
    "missed-cut wrong-turn",
    "missed-cut wrong-position",
    "lost-given-up terminal-late",
)
"""Diseases that are named beside each other, wherever both are."""


@pytest.mark.parametrize("diseases", BESIDE)
def test_a_disease_is_named_beside_another_of_its_kind(diseases: str) -> None:
    pairs = [pair for pair in written_pairs() if set(pair.diseases) == set(diseases.split()) and pair.shows_both()]
    assert pairs
    assert [pair.named() for pair in pairs] == [2] * len(pairs)


def test_a_wrong_mark_is_named_beside_what_the_best_begins_with() -> None:
    wanted = ("wild_actions", ("best-initialised", "wrong-turn"))
    (pair,) = [pair for pair in written_pairs() if (pair.style.file, pair.diseases) == wanted]
    assert pair.named() == 2
