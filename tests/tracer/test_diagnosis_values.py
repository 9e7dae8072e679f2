"""Values that do not follow from the children's: each disease by name, at its node, with its numbers."""

from __future__ import annotations

from typing import Any

import pytest
from handmade import INFINITY, Did, handmade
from specimens.specimen import Specimen, Style, diagnosis, record
from specimens.values_styles import BACKTRACK, CLOSURES, COUNTERS, HEALTHY, HEAPS, METHODS, SHARES, TREE
from specimens.wild_sick import SPECIMENS as WILD

import tracer
from tracer.diagnosis import readings, values
from tracer.games.rules import MAX

SPECIMENS = [
    Specimen("swapped-players", COUNTERS, (("best = max(best, value)", "best = min(best, value)"),), "a1/b1/b1/c1"),
    Specimen("not-negated", COUNTERS, (("value = -negamax", "value = negamax"),), "a1/b1/b1/c1"),
    Specimen("best-not-kept", COUNTERS, (("best = max(best, value)", "best = value"),), "a1/b1"),
    Specimen("best-initialised", COUNTERS, (("best = -9", "best = 0"),), "a1/b1/c1"),
    Specimen(
        "cut-before-update",
        COUNTERS,
        (
            (
                "            best = max(best, value)\n            if best >= beta:\n                return best\n",
                "            if value >= beta:\n                return best\n            best = max(best, value)\n",
            ),
        ),
        "a1/b1/c1/c1",
    ),
    Specimen(
        "swapped-players",
        CLOSURES,
        (
            (
                "            best = min(best, value)\n            if best <= alpha",
                "            best = max(best, value)\n            if best <= alpha",
            ),
        ),
        "b1/c1/a2/c2/b3",
    ),
    Specimen("swapped-players", METHODS, (("if value < best:", "if value > best:"),), "b1/c1/a2/c2/b3"),
    Specimen(
        "swapped-players",
        METHODS,
        (
            ("if value < best:", "if value > best:"),
            ("best: int = 1000", "best: int = -1000"),
        ),
        "b1/c1/a2/b3/c2",
    ),
    Specimen(
        "swapped-players",
        TREE,
        (
            ("best = -INFINITY", "best = INFINITY"),
            ("if value > best:", "if value < best:"),
        ),
        "a1/b1",
    ),
    Specimen(
        "swapped-players",
        HEAPS,
        (
            ("            if maximizing:\n", "            if not maximizing:\n"),
            ("-1000 if maximizing else 1000", "1000 if maximizing else -1000"),
        ),
        "a1/b1/b1/c1",
    ),
    Specimen("not-negated", TREE, (("value = -negamax", "value = negamax"),), "a1/b1/c2"),
    Specimen("not-negated", BACKTRACK, (("won = not can_win", "won = can_win"),), "a1/b1/b1/c1/c1"),
    Specimen(
        "best-not-kept",
        TREE,
        (("        if value > best:\n            best = value", "        best = value"),),
        "a1/b1",
    ),
    Specimen("best-not-kept", CLOSURES, (("best = max(best, value)", "best = value"),), "b1/c1/a2/c2"),
    Specimen("best-not-kept", HEAPS, (("best = min(best, value)", "best = value"),), "a1/c1/b1"),
    Specimen("best-not-kept", HEAPS, (("best = max(best, value)", "best = value"),), "a1/b1"),
    Specimen(
        "best-not-kept",
        COUNTERS,
        (("best = max(best, value)", "best = value if value > alpha else best"),),
        "a1/c1/b1",
    ),
    Specimen(
        "best-not-kept",
        CLOSURES,
        (("best = max(best, value)", "best = value if value > alpha else best"),),
        "b1/c1/b3/a2",
    ),
    Specimen("not-negated", TREE, (("if value > best:", "if -value > best:"),), "a1"),
    Specimen(
        "not-negated", COUNTERS, (("best = max(best, value)", "best = value if -value > best else best"),), "a1/b1/b1"
    ),
    Specimen("best-initialised", TREE, (("best = -INFINITY", "best = 0"),), "a1/b1/c2"),
    Specimen("best-initialised", CLOSURES, (("best = -INFINITY", "best = 0"),), "b1/c1/a2/b3"),
    Specimen("best-initialised", CLOSURES, (("best = INFINITY", "best = 0"),), "c1/b1/a2"),
    Specimen("best-initialised", HEAPS, (("-1000 if maximizing else 1000", "-10 if maximizing else 10"),), "a1/b1/c2"),
    Specimen("best-initialised", METHODS, (("best: int = -1000", "best: int = -1"),), "b1/c1/a2/b3"),
    Specimen(
        "best-initialised",
        TREE,
        (
            ("[[7, [3, 4]], [[12, 8], 5], [9, [-2, 6]]]", "[-2000, -1500]"),
            ("[[[2, 11], -4], [6, 1, 15], [[3, 9], [4, 7]]],", ""),
            ("[[14, -5], [[5, 10], [2, 13]], [[-7, 8], 6]],", ""),
            ("[[[1, 16], 3], [5, [17, 2]], [-3, [4, 18]]],", ""),
            ("1, -INFINITY, INFINITY", "1, -1000, 1000"),
        ),
        "",
    ),
    Specimen(
        "cut-before-update",
        CLOSURES,
        (
            (
                "            best = max(best, value)\n            if best >= beta:\n                return best\n",
                "            if value >= beta:\n                return best\n            best = max(best, value)\n",
            ),
        ),
        "b1/c1/a2/b3/c2/c3",
    ),
    Specimen(
        "cut-before-update",
        TREE,
        (
            (
                "        if value > best:\n            best = value\n        if best >= beta:\n            break",
                "        if value >= beta:\n            break\n        if value > best:\n            best = value",
            ),
        ),
        "a1/b1/c2",
    ),
    Specimen(
        "cut-before-update",
        METHODS,
        (
            (
                "if value < best:\n",
                "if value <= alpha:\n                        return best, move\n                    if value < best:\n",
            ),
        ),
        "b1/c1/a2/c2/b3",
    ),
    Specimen("no-value", SHARES, (("else 0.5", 'else float("nan")'),), "+b/+a"),
    Specimen("no-value", BACKTRACK, (("True\n    return False", "True"),), "a1/b1/c1/c1"),
    Specimen("wrong-value", TREE, (("    return best", "    return best + 1"),), "a1/b1/c2"),
    Specimen(
        "wrong-value",
        CLOSURES,
        (("        return best\n\n    return max", "        return best + 2\n\n    return max"),),
        "b1/c1/a2/b3/c2",
    ),
]


@pytest.mark.parametrize("specimen", SPECIMENS, ids=map(str, SPECIMENS))
def test_the_first_finding_is_the_disease_at_its_first_node(specimen: Specimen) -> None:
    first, *others = diagnosis(specimen.style, specimen.edit)
    assert (first.disease, "/".join(first.path)) == (specimen.disease, specimen.path)
    assert not [finding for finding in others if finding.severity == "error"]


def test_every_disease_of_the_family_has_specimens_in_two_styles_and_in_a_negamax() -> None:
    for disease in (*values.DISEASES, readings.NO_VALUE):
        styles = {specimen.style.file for specimen in [*SPECIMENS, *WILD] if specimen.disease == disease.slug}
        assert styles, disease.slug
        if disease is not values.OTHER_END:  # where no value narrows a window, to begin with its end looks alike
            assert len(styles) >= 2, disease.slug
            assert styles & {"values_negamax", "values_counters", "values_backtrack"}, disease.slug


@pytest.mark.parametrize("style", HEALTHY, ids=lambda style: f"{style.file}.{style.run}")
def test_the_healthy_twins_have_neither_errors_nor_warnings(style: Style) -> None:
    assert not [finding for finding in diagnosis(style) if finding.severity != "note"]


def message(root: Did, disease: str, **options: Any) -> str:
    """What is said of the only error of a tree."""
    (finding,) = (found for found in tracer.check(handmade(root, **options)) if found.severity == "error")
    assert finding.disease == disease
    return finding.message


def test_swapped_players_are_named_with_the_child_that_was_taken() -> None:
    tree = Did(3, (Did(5, (2, 5)), Did(3, (3, 1)), Did(9, (9, 4))))
    assert message(tree, "swapped-players") == (
        "MIN to move returned 5, but its best child's value is 2 (a); 5 is the largest of its children"
    )


def test_a_value_that_is_rounded_otherwise_than_its_best_childs_is_no_finding() -> None:
    third = sum([3 / 7] * 7)  # 2.9999999999999996
    tree = Did(third, (Did(third, (3, 5)), Did(third, (3, 4)), Did(third, (3, 9))))
    assert not [found for found in tracer.check(handmade(tree)) if found.severity == "error"]


def test_swapped_players_are_named_where_nothing_was_ever_taken() -> None:
    tree = Did(-INFINITY, (Did(2, (2, 5)), Did(1, (3, 1)), Did(4, (9, 4))))
    assert message(tree, "swapped-players") == (
        "MAX to move returned −∞, but its best child's value is 4 (c); −∞ is less than each of its children"
    )


def test_a_lost_minus_is_named_with_the_child_whose_sign_is_wrong() -> None:
    tree = Did(9, (Did(-5, (2, 5)), Did(-3, (3, 1)), Did(-9, (9, 4)), Did(-7, (7,))))
    assert message(tree, "not-negated") == (
        "MIN to move returned −5, but its best child's value is 2 (a); −5 is the value 5 (b) with its sign turned over"
    )


def test_a_best_value_that_is_not_kept_is_named_with_the_last_child() -> None:
    tree = Did(6, (Did(3, (2, 5, 3)), Did(4, (1, 6, 4)), Did(6, (9, 8, 6))))
    assert message(tree, "best-not-kept") == (
        "MIN to move returned 3, but its best child's value is 2 (a); 3 is the value of the last one searched (c)"
    )


def test_a_cutoff_before_the_update_is_named_with_the_child_that_made_it() -> None:
    inner = Did(4, (4, 2), (3, INFINITY))
    tree = Did(4, (Did(3, (3, 5)), inner, Did(3, (3, 6))))
    assert message(tree, "cut-before-update") == (
        "MIN to move returned 4, but its best child's value is 2 (b); "
        "2 (b) reaches its alpha 3, but 4 is the best of the children before that"
    )


def test_a_best_value_that_begins_with_0_is_named_with_the_children_that_are_worse() -> None:
    tree = Did(0, (Did(-2, (-2, 5)), Did(-7, (-7, 1))))
    assert message(tree, "best-initialised") == (
        "MAX to move returned 0, but its best child's value is −2 (a); "
        "0 is more than each child's value, so none of them was kept"
    )


def test_one_node_that_is_worth_a_little_more_than_its_children_has_no_named_cause() -> None:
    tree = Did(7, (Did(2, (2, 5)), Did(6, (6, 9))))
    assert message(tree, "wrong-value") == "MAX to move returned 7, but its children only prove the value 6"


def test_a_bound_that_is_passed_on_as_exact_is_an_error_whoever_names_it() -> None:
    tree = Did(6, (Did(2, (2, 5)), Did(6, (6, 9), (7, 8))))
    assert "error" in {finding.severity for finding in tracer.check(handmade(tree))}


def test_a_window_that_stands_for_infinity_and_is_passed_is_named() -> None:
    tree = Did(1500, (Did(1500, (1500, 1600), (-1000, 1000)),), (-1000, 1000))
    assert message(tree, "best-initialised") == (
        "MAX to move was searched with the window (−1000, 1000), "
        "but its best child's value is 1500 (a), beyond the window's end"
    )
    assert tracer.check(handmade(Did(15, (Did(15, (15, 16), (-10, 10)),), (-10, 10)))) == []


def test_with_a_game_the_first_wrong_node_is_said_to_be_it() -> None:
    late = ("        return best\n\n    return max_value", "        return best + 2\n\n    return max_value")
    (finding,) = diagnosis(CLOSURES, (late,))
    assert finding.disease == "wrong-value"
    assert finding.message == (
        "MIN to move returned 1, which says 1 or more, but its children only prove the value −1; "
        "the true value is −1 and all its children are right: the first wrong node"
    )


def test_values_that_shrink_on_their_way_up_are_no_disease() -> None:
    edit = (("value = -negamax(child, -color, -beta, -alpha)", "value = -0.99 * negamax(child, -color, -1e9, 1e9)"),)
    assert record(TREE, edit).value == pytest.approx(7 * 0.99**3)
    assert not [finding for finding in diagnosis(TREE, edit) if finding.severity == "error"]


def test_two_diseases_of_two_players_are_both_found() -> None:
    """MIN takes its greatest child, MAX begins with 0."""

    def search(tree: Any, turn: int) -> Did | float:
        if not isinstance(tree, list):
            return float(tree)
        children = tuple(search(child, -turn) for child in tree)
        values = [child.value if isinstance(child, Did) else child for child in children]
        return Did(max([*values, 0] if turn == MAX else values), children)

    tree = search([[[-2, -4], -5, [-3, -7]], [-1, -9], [[-8, -6], -7], [-6, [-7], 1]], MAX)
    assert isinstance(tree, Did)
    found = [finding.disease for finding in tracer.check(handmade(tree, windowed=False))]
    assert sorted(found) == ["best-initialised", "swapped-players"]


def test_the_end_that_is_returned_is_told_from_what_the_best_begins_with_by_the_windows() -> None:
    """MIN's moves raise its end of the window, so its best value does not begin at −1000."""
    style = Style("values_fail_hard", ("alphabeta",))
    assert [finding for finding in diagnosis(style) if finding.severity != "note"] == []
    found = diagnosis(style, (("return alpha if maximizing else beta", "return alpha"),))
    assert [finding.disease for finding in found] == ["wrong-end-returned"]
