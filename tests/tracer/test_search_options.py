"""The options of a search: what each does, and how a wrong one is refused before the first node."""

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA, ORDERS, Case, board_positions, searched

import tracer
from tracer import PlyscopeError
from tracer.games.root_positions import play_labels, resolve_position
from tracer.games.rules import BuiltIn

WRONG = [
    ("tictactoe", "alphabta", {}, r"unknown search 'alphabta' \(did you mean alphabeta\?\)"),
    ("tictactoe", "dijkstra", {}, "unknown search 'dijkstra'; `plyscope searches` lists them"),
    ("tictactoe", "minimax", {"order": "naturl"}, r"tictactoe has no order 'naturl' \(did you mean natural\?\)"),
    (
        "tictactoe",
        "minimax",
        {"order": "center-first"},
        r"\(did you mean centre-first\?\); there are: natural, reversed",
    ),
    ("tictactoe", "minimax", {"order": "random:"}, r"no order 'random:' \(did you mean random:SEED\?\)"),
    ("tictactoe", "minimax", {"order": "random:x"}, "has no order 'random:x'"),
    ("nim", "minimax", {"order": "centre-first"}, "nim:1,3,5,7 has no order 'centre-first'"),
    ("tictactoe", "alphabeta", {"fail": "medium"}, "fail is soft or hard, not 'medium'"),
    ("tictactoe", "alphabeta", {"cut": "=>"}, "cut is >= or >, not '=>'"),
    ("tictactoe", "minimax", {"fail": "hard"}, "minimax has no option fail; it has depth, order"),
    ("tictactoe", "negamax", {"window": (0, 1)}, "negamax has no option window"),
    ("tictactoe", "minimax-memo", {"cut": ">"}, "minimax-memo has no option cut"),
    ("tictactoe", "alphabeta", {"window": (1, 1)}, r"the window \(1, 1\) is empty: alpha must be below beta"),
    ("tictactoe", "alphabeta", {"window": (2, -2)}, r"the window \(2, −2\) is empty"),
    ("tictactoe", "alphabeta", {"window": (math.nan, 1)}, "alpha is not a number: give one, or leave alpha out"),
    ("tictactoe", "alphabeta", {"window": (1,)}, r"a window is two numbers \(alpha, beta\), not \(1,\)"),
    ("tictactoe", "alphabeta", {"window": 3}, "a window is two numbers"),
    ("tictactoe", "alphabeta", {"window": ("low", "high")}, "a window is two numbers"),
    ("tictactoe", "alphabeta", {"depth": -1}, "depth is a number of plies, 0 or more, not -1"),
    ("tictactoe", "alphabeta", {"depth": 2.5}, "depth is a number of plies, 0 or more, not 2.5"),
    ("tictactoe", "alphabeta", {"position": "XX./.../..."}, "the position 'XX./.../...' of tictactoe: X begins"),
    (
        "tictactoe",
        "alphabeta",
        {"position": "b2/b2"},
        "as a path of moves from the start, 'b2' is no legal move; there",
    ),
    ("tictactoe", "alphabeta", {"position": "z9"}, "'z9' is no legal move; there are: a1, b1, c1, a2"),
    ("tictactoe", "alphabeta", {"position": "a1/a2/b1/b2/c1/c2"}, "there are: none, the game is over"),
    ("connect4", "alphabeta", {"position": "9"}, "move 1 of 9, column 9, is not legal"),
    ("nim", "minimax", {"position": "1,3,5,8"}, "the heaps 1,3,5,8 cannot come from 1,3,5,7"),
    (str(AIMA), "minimax", {"position": "4"}, "the tree has no node named '4'; as a path .* there are: a1, a2, a3"),
    ("random:b=2,d=2", "minimax", {"position": "1/3"}, "the game has no parse\\(\\), and '3' is no legal move"),
]


@pytest.mark.parametrize(("game", "search", "options", "message"), WRONG)
def test_a_wrong_option_is_refused_with_the_reason(
    game: str, search: str, options: dict[str, Any], message: str
) -> None:
    for run in (tracer.trace, tracer.search):
        with pytest.raises(PlyscopeError, match=message):
            run(game, search, **options)


def test_a_limit_of_no_nodes_is_refused() -> None:
    with pytest.raises(PlyscopeError, match="max_nodes is at least 1, not 0"):
        tracer.trace(AIMA, max_nodes=0)


@pytest.mark.parametrize(
    ("spec", "text", "path"),
    [
        ("tictactoe", "X../.O./...", "a1/b2"),
        ("tictactoe", ".../.../...", "/"),
        ("connect4", "44", "4/4"),
        ("nim", "1,0,5,7 MIN", "b3"),
        ("[[3,12],[2,4]]", "#4", "2"),
    ],
)
def test_a_position_may_be_a_text_a_path_or_the_state_itself(spec: str, text: str, path: str) -> None:
    game: Any = tracer.game(spec)
    state = resolve_position(game, text)
    assert resolve_position(game, path) == state == resolve_position(game, state)
    values = {
        tracer.search(game, "alphabeta-memo", position=p, order="natural", **depth(game)).value
        for p in (text, path, state)
    }
    assert len(values) == 1


def depth(game: Any) -> dict[str, Any]:
    return {"depth": 2} if game.spec == "connect4" else {}


@given(board_positions())
def test_the_position_in_a_header_leads_back_to_the_root(case: Case) -> None:
    trace = tracer.trace(case.game, "minimax", position=case.position, max_nodes=1)
    assert trace.header.position is not None
    assert resolve_position(case.game, trace.header.position) == case.position == trace.root.state


def test_a_header_says_what_differs_from_the_defaults() -> None:
    plain = tracer.trace(AIMA, fail="soft", cut=">=", window=(-math.inf, math.inf))
    assert plain.header.options == {}
    assert plain.header.title == "tree of 9 leaves, alphabeta"
    other = tracer.trace("tictactoe", fail="hard", cut=">", window=(0, 1), order="reversed", depth=3)
    assert other.header.options == {"depth": 3, "window": (0, 1), "fail": "hard", "cut": ">", "order": "reversed"}
    assert other.header.title == "tictactoe, alphabeta, depth 3, window (0, 1), fail hard, cut >, order reversed"
    assert other.header.depth == 3
    assert other.header.stopped is None


def test_a_search_of_depth_nought_evaluates_the_root() -> None:
    trace = tracer.trace("tictactoe", depth=0)
    assert (len(trace), trace.value, trace.best_move, trace.root.status) == (1, 0, None, tracer.Status.HORIZON)


@given(searched())
def test_an_order_rearranges_the_moves_and_nothing_else(given_case: tuple[Case, dict[str, Any], Any]) -> None:
    case, options, _ = given_case
    moves = {
        order: [node.move for node in tracer.trace(
            case.game, "minimax", position=case.position, **{**options, "order": order}
        ).root.children]
        for order in case.orders
    }  # fmt: skip
    assert moves["reversed"] == moves["natural"][::-1]
    assert all(sorted(found, key=repr) == sorted(moves["natural"], key=repr) for found in moves.values())


@given(searched())
def test_best_and_worst_sort_by_the_true_values_and_keep_ties_in_order(
    given_case: tuple[Case, dict[str, Any], Any],
) -> None:
    case, options, _ = given_case
    for order, sign in (("best", 1), ("worst", -1)):
        trace = tracer.trace(case.game, "minimax", position=case.position, **{**options, "order": order})
        natural = tracer.trace(case.game, "minimax", position=case.position, **{**options, "order": "natural"})
        place_of = {node.move: k for k, node in enumerate(natural.root.children)}
        for node in trace:
            values = [float(trace.columns.value[child]) for child in trace.children(node.index)]
            ranked = sorted(values, reverse=sign * int(trace.columns.turn[node.index]) > 0)
            assert values == ranked
        found = [(node.value, place_of[node.move]) for node in trace.root.children]
        assert all(one[0] != two[0] or one[1] < two[1] for one, two in pairwise(found))


@given(st.integers(-5, 10**6))
def test_a_random_order_depends_on_its_seed_alone(seed: int) -> None:
    game = tracer.game("nim:2,2")
    one, two = (tracer.trace(game, order=f"random:{seed}") for _ in range(2))
    assert [node.path for node in one] == [node.path for node in two]


def test_random_orders_of_different_seeds_differ() -> None:
    first = [tracer.trace("tictactoe", order=f"random:{seed}", max_nodes=3).node(1).label for seed in range(40)]
    assert len(set(first)) >= 7


def test_every_common_order_is_known_to_every_game() -> None:
    for spec in ("tictactoe", "nim:1,2", "random:b=2,d=2", str(AIMA)):
        for order in ORDERS:
            assert tracer.search(spec, "minimax-memo", order=order).value is not None


def test_a_path_may_be_followed_from_any_position() -> None:
    game: Any = tracer.game("tictactoe")
    assert play_labels(game, game.parse("X../.O./..."), ["c3"]) == game.parse("X../.O./..X")


@pytest.mark.parametrize("wrong", [lambda _state, moves: moves[1:], lambda _state, moves: [*moves, moves[0]]])
def test_an_own_order_that_loses_or_invents_moves_is_refused(wrong: Any) -> None:
    game = tracer.game("tictactoe")
    game.orders = {"mine": wrong}
    with pytest.raises(tracer.GameError, match="the order 'mine' loses or invents moves: 9 are legal"):
        tracer.trace(game, order="mine")


def test_a_list_that_contains_itself_is_refused() -> None:
    tree: list[Any] = [1]
    tree.append(tree)
    with pytest.raises(PlyscopeError, match="contains itself"):
        tracer.trace(tree)


def test_an_unknown_option_is_refused_with_the_nearest() -> None:
    with pytest.raises(PlyscopeError, match=r"no option 'dept' \(did you mean depth\?\)"):
        tracer.trace("tictactoe", dept=3)


def test_an_option_that_is_written_otherwise_is_answered_with_how() -> None:
    """Aspiration is an option of its own in one search, and one word of another option in the other."""
    with pytest.raises(PlyscopeError, match="aspiration is an option of its own: --aspiration D"):
        tracer.trace("tictactoe", "deepening", depth=2, with_="table,aspiration")
    with pytest.raises(PlyscopeError, match="engine has no option 'aspiration', which is one of its --with"):
        tracer.trace("tictactoe", "engine", depth=2, aspiration=0.5)  # type: ignore[call-overload,unused-ignore]


def test_an_unknown_option_is_answered_with_those_that_this_search_has() -> None:
    for search, known in (
        ("minimax", "position, depth, order"),
        ("alphabeta", "position, depth, order, window, fail, cut"),
    ):
        with pytest.raises(PlyscopeError, match=f"^{search} has no option 'colour'; there are: {known}$"):
            tracer.trace("nim:1,2", search, colour=1)


class Lines(BuiltIn):
    """Some lines, one of which is taken. Its parse knows the ends of lines alone."""

    spec = "lines"

    def start(self) -> tuple[str, ...]:
        return ("a", "bb", "ccc")

    def show(self, state: tuple[str, ...]) -> str:
        return "\n".join(state)

    def parse(self, text: str) -> tuple[str, ...]:
        if "/" in text:
            raise ValueError("a line has letters alone")
        return tuple(text.split("\n"))

    def turn(self, state: tuple[str, ...]) -> tracer.Turn:
        return tracer.MAX

    def utility(self, state: tuple[str, ...]) -> float | None:
        return None if len(state) > 1 else len(state[0])

    def moves(self, state: tuple[str, ...]) -> tuple[str, ...]:
        return state

    def play(self, state: tuple[str, ...], move: str) -> tuple[str, ...]:
        return (move,)


def test_a_position_of_several_lines_is_written_with_slashes_and_read_so() -> None:
    trace = tracer.trace(Lines(), "minimax", position=("bb", "ccc"))
    assert trace.header.position == "bb/ccc"
    again = tracer.trace(Lines(), "minimax", position=trace.header.position)
    assert (again.start(), again.value) == (("bb", "ccc"), 3)


def test_a_search_is_found_by_its_other_names_and_recorded_by_its_own() -> None:
    trace = tracer.trace(AIMA, "negascout")
    assert trace.header.search == "pvs"
    assert tracer.search(AIMA, "negascout") == tracer.search(AIMA, "pvs")
