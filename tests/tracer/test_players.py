"""Who plays a game: what searches, chance and players at random choose, held to minimax done the plainest way."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import nested_lists

import tracer
from tracer.errors import PlyscopeError
from tracer.games.rules import CHANCE, MAX, MIN, label
from tracer.playing import search_player
from tracer.playing.book import Book, BookEntry
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.playing.opponents import default_search, player_of
from tracer.playing.settings import Settings

TICTACTOE = tracer.game("tictactoe")
EQUAL = 60
"""Seeds after which a move that was never chosen is one that is never chosen: of nine, one is missed in 10⁻³."""


@cache
def worth(state: Any) -> float:
    """The value of a position of tic-tac-toe, by its rules alone."""
    utility = TICTACTOE.utility(state)
    if utility is not None:
        return utility
    values = [worth(TICTACTOE.play(state, move)) for move in TICTACTOE.moves(state)]
    return max(values) if TICTACTOE.turn(state) == MAX else min(values)


def best_moves(state: Any) -> set[Any]:
    """Every move of a position of tic-tac-toe that keeps its value."""
    return {move for move in TICTACTOE.moves(state) if worth(TICTACTOE.play(state, move)) == worth(state)}


def choose(word: str, match: Match, **settings: Any) -> Choice:
    """What a player chooses."""
    player = player_of(word, match.game, Settings(**settings))
    assert player is not None
    choice = player.choose(match)
    assert choice is not None
    return choice


def play_out(match: Match, **players: str) -> Match:
    """A game between two to its end."""
    found = {turn: player_of(players[name], match.game) for name, turn in (("max", MAX), ("min", MIN))}
    while match.legal:
        player = found[match.turn]
        assert player is not None
        choice = player.choose(match)
        assert choice is not None
        match.play(choice)
    return match


def tictactoe_after(seed: int, moves: int) -> Match:
    """A game that goes on, after some moves at random."""
    match, random = Match("tictactoe"), Random(seed)
    for _ in range(moves):
        after = TICTACTOE.play(match.state, move := random.choice(list(match.legal.values())))
        if TICTACTOE.utility(after) is not None:
            break
        match.play(Choice(move=move))
    return match


def test_a_person_is_no_player() -> None:
    assert player_of("human", "tictactoe") is None


@pytest.mark.parametrize("word", ["alphabeta", "deepening", "mtdf", "pvs:order=reversed", "alphabeta-memo", "uct"])
def test_a_search_plays_what_it_finds_and_keeps_its_name(word: str) -> None:
    match = tictactoe_after(3, 2)
    choice, found = choose(word, match), tracer.trace("tictactoe", **_arguments(word), position=match.state)
    assert choice.by == word
    assert (choice.move, choice.value, choice.visited) == (found.best_move, found.value, found.counts.visited)
    assert choice.trace is not None
    assert choice.trace.state(0) == match.state
    assert choice.line == tuple(label(TICTACTOE, move) for move in found.pv)
    assert choice.seconds is not None


def _arguments(word: str) -> dict[str, Any]:
    name, _, order = word.partition(":order=")
    return {"search": name, **({"order": order} if order else {})}


def test_two_that_make_no_mistake_draw_and_every_value_is_that_of_minimax() -> None:
    match = play_out(Match("tictactoe"), max="alphabeta", min="alphabeta")
    assert match.utility == 0
    assert len(match.choices) == 9
    for number, choice in enumerate(match.choices):
        assert choice.value == worth(match.state_before(number))
        assert choice.move in best_moves(match.state_before(number))


@pytest.mark.parametrize("seed", range(8))
def test_a_search_never_loses_to_chance(seed: int) -> None:
    opening = tictactoe_after(seed, 1)
    as_max = play_out(Match("tictactoe"), max="alphabeta-memo", min=f"random:{seed}").utility
    as_min = play_out(opening, max=f"random:{seed}", min="alphabeta-memo").utility
    assert as_max is not None
    assert as_min is not None
    assert as_max >= 0 >= as_min


def test_a_player_at_random_plays_all_moves_and_the_same_ones_by_the_same_seed() -> None:
    match = Match("tictactoe")
    assert {choose(f"random:{seed}", match).move for seed in range(EQUAL)} == set(match.legal.values())
    for seed in range(9):
        assert choose(f"random:{seed}", match).move == choose("random", match, seed=seed).move


@pytest.mark.parametrize("word", ["alphabeta", "mtdf", "deepening:with=table", "pvs"])
def test_ties_at_random_reach_every_equal_move_and_no_worse_one(word: str) -> None:
    match = tictactoe_after(4, 4)
    wanted = best_moves(match.state)
    assert 1 < len(wanted) < len(match.legal)
    assert {choose(word, match, ties=f"random:{seed}").move for seed in range(EQUAL)} == wanted
    assert choose(word, match).move == next(move for move in match.legal.values() if move in wanted)


@given(nested_lists(plies=4), st.integers(0, 99))
def test_ties_at_random_never_cost_anything(tree: Any, seed: int) -> None:
    match = Match([tree, tree] if isinstance(tree, int | float) else tree)
    if not match.legal:
        return
    choice = choose("alphabeta", match, ties=f"random:{seed}")
    value = tracer.search(match.game, "minimax").value
    assert choice.value == value
    match.play(choice)
    assert tracer.search(match.game, "minimax", position=match.state).value == value


@given(st.integers(0, 999), st.integers(0, 7), st.integers(0, 99))
def test_a_choice_at_random_is_as_good_in_every_position(seed: int, moves: int, ties: int) -> None:
    match = tictactoe_after(seed, moves)
    choice = choose("alphabeta-memo", match, ties=f"random:{ties}")
    assert choice.move in best_moves(match.state)
    assert choice.value == worth(match.state)


def test_a_search_that_was_stopped_plays_what_its_last_whole_iteration_found() -> None:
    match, game = Match("connect4"), tracer.game("connect4")
    whole = {depth: tracer.trace(game, "deepening", depth=depth) for depth in range(1, 6)}
    for nodes in (9, 40, 100, 700, 1_500):
        depth = max(depth for depth, found in whole.items() if found.counts.visited <= nodes)
        choice = choose("deepening:depth=9", match, max_nodes=nodes)
        assert (choice.value, choice.move) == (whole[depth].value, whole[depth].best_move), nodes
        assert "stopped" in choice.note
        assert choice.visited == nodes


def test_where_no_iteration_ended_the_best_of_the_first_moves_is_played() -> None:
    match = Match("connect4")
    game: Any = match.game
    seen = {move: game.evaluate(game.play(match.state, move)) for move in list(match.legal.values())[:4]}
    choice = choose("deepening", match, max_nodes=1 + 1 + len(seen))
    assert seen[choice.move] == max(seen.values()) > seen[next(iter(seen))]
    assert choice.value is None
    assert choose("deepening", match, max_nodes=1).move == next(iter(match.legal.values()))


def test_an_iteration_whose_window_failed_decides_nothing() -> None:
    game = tracer.game("connect4")
    whole = tracer.trace(game, "deepening", depth=5, aspiration=0.01)
    failed = [
        one for one in whole.children(0)
        if not whole.columns.alpha[one] < whole.columns.value[one] < whole.columns.beta[one]
    ]  # fmt: skip
    assert failed
    for one in failed:
        nodes = int((whole.columns.status[: whole.columns.end[one]] != tracer.Status.PRUNED).sum())
        choice = choose("deepening:depth=5,aspiration=0.01", Match(game), max_nodes=nodes)
        before = [other for other in whole.children(0) if other < one and other not in failed]
        assert choice.value == whole.columns.value[before[-1]]


def test_a_best_first_search_that_was_stopped_plays_what_it_has_found() -> None:
    match = tictactoe_after(3, 2)
    choice = choose("uct:iterations=100000", match, max_nodes=300)
    assert choice.visited == 300
    assert choice.trace is not None
    assert choice.move == choice.trace.best_move
    assert choice.value is not None
    assert -1 <= choice.value <= 1


def test_a_search_that_is_cancelled_chooses_nothing() -> None:
    player = player_of("minimax", "tictactoe")
    assert player is not None
    assert player.choose(Match("tictactoe"), lambda: True) is None


@cache
def late_positions() -> list[Any]:
    """Every position of tic-tac-toe that goes on, with five empty squares at most, once."""
    found, waiting = dict[Any, None](), [TICTACTOE.start()]
    while waiting:
        state = waiting.pop()
        if state not in found and TICTACTOE.utility(state) is None:
            found[state] = None
            waiting += [TICTACTOE.play(state, move) for move in TICTACTOE.moves(state)]
    return [state for state in found if len(TICTACTOE.moves(state)) <= 5]


@pytest.mark.parametrize("word", ["dfpn", "pns"])
def test_a_proof_search_plays_a_move_that_keeps_the_value_and_says_what_it_proved(word: str) -> None:
    player, states = player_of(word, TICTACTOE, Settings(record=False)), late_positions()
    assert player is not None
    assert len(states) > 1_500
    for state in states:
        choice = player.choose(Match(TICTACTOE, state))
        assert choice is not None
        said = {1: "MAX wins", 0: "a draw", -1: "MIN wins"}[int(worth(state))]
        assert (choice.value, choice.note) == (worth(state), f"proved: {said}")
        assert choice.move in best_moves(state)


@pytest.mark.parametrize(
    ("goal", "value", "note"),
    [
        ("win", None, "MAX does not win"),
        ("draw", None, "MIN does not win"),
        ("1", None, "value < 1"),
        ("0", None, "value ≥ 0"),
    ],
)
def test_a_proof_search_with_a_goal_says_of_a_draw_no_more_than_it_asked(goal: str, value: None, note: str) -> None:
    choice = choose(f"pns:goal={goal}", Match("tictactoe", "b2/a1/a2"))
    assert (choice.value, choice.note) == (value, f"proved: {note}")


@pytest.mark.parametrize("word", ["alphabeta", "mtdf", "minimax"])
def test_a_search_that_has_no_move_before_its_end_keeps_to_no_time(word: str) -> None:
    with pytest.raises(PlyscopeError, match="deepening"):
        player_of(word, "tictactoe", Settings(seconds=1))


@pytest.mark.parametrize("word", ["deepening", "engine", "uct", "pns"])
def test_one_that_can_be_stopped_does(word: str) -> None:
    choice = choose(word, Match("connect4:5,4,4"), seconds=0.05)
    assert choice.trace is not None
    assert choice.trace.header.stopped in (search_player.TIME_UP, None)


def test_a_search_that_does_not_end_says_what_to_do() -> None:
    with pytest.raises(PlyscopeError, match=r"did not end within 1,000 nodes.*depth"):
        choose("alphabeta", Match("tictactoe"), max_nodes=1_000)


def test_a_large_game_is_searched_to_a_depth_and_to_its_end_as_soon_as_that_can_be() -> None:
    match = Match("connect4:4,4,3")
    deepest = choose("alphabeta", Match("connect4")).trace
    assert deepest is not None
    assert deepest.header.depth is not None
    wished = choose("alphabeta", Match("connect4"), depth=2).trace
    assert wished is not None
    assert wished.header.depth == 2
    whole = choose("alphabeta", tictactoe_after(1, 1), depth=2).trace
    assert whole is not None
    assert whole.header.depth is None
    said = choose("alphabeta:depth=1", match).trace
    assert said is not None
    assert said.header.depth == 1


class Halves:
    """A game without an end that anybody would see, and without an evaluation."""

    def start(self) -> int:
        """A number."""
        return 1

    def turn(self, state: int) -> tracer.Turn:
        """By turns."""
        return MAX if state.bit_length() % 2 else MIN

    def utility(self, state: int) -> float | None:
        """After 40 moves."""
        return state % 7 if state.bit_length() > 40 else None

    def moves(self, _state: int) -> list[int]:
        """Two."""
        return [0, 1]

    def play(self, state: int, move: int) -> int:
        """One more digit."""
        return 2 * state + move


def test_a_large_game_without_an_evaluation_says_what_to_do() -> None:
    with pytest.raises(PlyscopeError, match=r"alphabeta:depth=4,evaluate=rollouts:20"):
        choose("alphabeta", Match(Halves()))
    assert choose("alphabeta:depth=3,evaluate=zero", Match(Halves())).value == 0
    assert choose("alphabeta:evaluate=zero", Match(Halves())).value == 0
    assert choose("uct:iterations=50", Match(Halves())).visited is not None


def test_searches_are_kept_up_to_a_number_of_nodes_and_not_at_all_where_that_is_wished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = tictactoe_after(2, 3)
    assert choose("alphabeta", match, record=False).trace is None
    first = choose("alphabeta", match)
    assert first.trace is not None
    match.play(first)
    monkeypatch.setattr(search_player, "MAX_KEPT_NODES", first.visited)
    second = choose("alphabeta", match)
    assert second.trace is None
    assert second.note == "its search is too large to be kept"
    assert second.value == worth(match.state)


def test_chance_decides_by_its_probabilities_and_by_its_seed() -> None:
    match = Match("pig:20")
    match.play(Choice(move=match.find("roll")))
    assert match.turn == CHANCE
    assert {choose("chance", match, seed=seed).move for seed in range(80)} == set(match.legal.values())
    assert choose("chance", match, seed=4) == choose("chance", match, seed=4)
    lopsided = Match("[(0.98:1,0.02:5)]")
    lopsided.play(Choice(move=next(iter(lopsided.legal.values()))))
    rare = sum(label(lopsided.game, choose("chance", lopsided, seed=seed).move) == "b2" for seed in range(200))
    assert 0 < rare < 20
    with pytest.raises(PlyscopeError, match="not chance that moves"):
        choose("chance", Match("tictactoe"))


def test_a_game_with_dice_is_played_by_a_search_that_knows_them() -> None:
    assert default_search("pig:10") == "expectiminimax"
    assert default_search("tictactoe") == default_search("[[1,2],[3]]") == "alphabeta"
    assert default_search("connect4", Settings(seconds=2)) == "deepening"
    assert default_search("[[(0.5:1,0.5:2)],3]") == "expectiminimax"
    with pytest.raises(PlyscopeError, match="expectiminimax"):
        player_of("alphabeta", "pig:10")


def test_the_book_comes_first(tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    Book("tictactoe", None, "alphabeta", 1, [BookEntry("c3", 0.0)]).save(file)
    match = Match("tictactoe")
    first = choose("alphabeta", match, book=str(file))
    assert (first.note, first.trace, first.value, first.line) == ("from the book", None, 0, ("c3",))
    assert first.move == match.find("c3")
    match.play(first)
    assert choose("alphabeta", match, book=str(file)).trace is not None
    with pytest.raises(PlyscopeError, match="is about tictactoe"):
        player_of("alphabeta", "connect4", Settings(book=str(file)))


def test_who_wins_wins_sooner_where_that_is_preferred() -> None:
    match = Match("tictactoe", "XX./O.O/...")
    assert match.turn == MAX
    assert label(TICTACTOE, choose("alphabeta", match, prefer="fast").move) == "c1"
    slow = Match("tictactoe", "X../.../..O")
    lengths = {prefer: len(choose("alphabeta", slow, prefer=prefer).line) for prefer in ("value", "fast")}
    assert lengths["fast"] <= lengths["value"]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("nobody", "who plays is human"),
        ("alphabetta", "did you mean alphabeta"),
        ("alphabeta:dept=3", "did you mean depth"),
        ("alphabeta:depth=three", "whole number of plies"),
        ("random:x", "whole number"),
        ("alphabet:depth=3", "nobody is called"),
        ("uci:stockfish", "plays chess"),
        ("nowhere.py:choose", "cannot read nowhere.py"),
        ("json:nothing", "has no 'nothing'"),
    ],
)
def test_a_wrong_word_is_one_line(word: str, said: str) -> None:
    with pytest.raises(PlyscopeError, match=said) as error:
        player_of(word, "tictactoe")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "wrong",
    [{"ties": "last"}, {"ties": "random:x"}, {"prefer": "slow"}, {"seconds": 0}, {"depth": 0}, {"max_nodes": 0}],
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(PlyscopeError):
        Settings(**wrong)


@pytest.mark.parametrize("word", ["alphabeta", "uct", "random", "chance"])
def test_nobody_chooses_where_the_game_is_over(word: str) -> None:
    match = Match("[1,2]")
    match.play(Choice(move=next(iter(match.legal.values()))))
    with pytest.raises(PlyscopeError):
        choose(word, match)


@pytest.mark.parametrize("word", ["alphabeta", "deepening", "mtdf", "alphabeta-memo", "pvs"])
def test_a_value_says_its_depth_where_the_search_did_not_see_the_end(word: str) -> None:
    assert choose(f"{word}:depth=3", Match("tictactoe", "b2/a1")).depth == 3
    assert choose(word, Match("tictactoe", "b2/a1")).depth is None
    assert choose(f"{word}:depth=8", Match("tictactoe", "b2/a1/c1")).depth is None


def test_a_proof_to_a_depth_says_so() -> None:
    assert (
        choose("dfpn:depth=3", Match("tictactoe")).note == "proved to depth 3: MAX wins"
    )  # by what the horizon is worth


def test_moves_of_chess_are_understood_without_their_signs_and_as_engines_write_them() -> None:
    pytest.importorskip("chess", reason="python-chess is not installed")
    match = Match("chess", "6k1/P7/8/3pP3/8/8/8/R3K2R w KQ d6 0 1")
    for words in (
        ("a8=Q", "a8=Q+", "a8Q", "a8q", "a7a8q", "A8Q#"),
        ("O-O", "0-0", "o-o", "e1g1"),
        ("exd6", "ed6", "e5d6", "e5xd6"),
    ):
        assert len({match.find(word) for word in words}) == 1
    for word in ("a7a8", "a8", "e1", "d6", "0", "00"):
        with pytest.raises(PlyscopeError, match="no legal move"):
            match.find(word)
    both = Match("chess", "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1")
    assert (label(both.game, both.find("bc3")), label(both.game, both.find("Bc3"))) == ("bxc3", "Bxc3")
    with pytest.raises(PlyscopeError):
        both.find("BC3")


def test_a_number_is_no_other_one_by_its_sign() -> None:
    with pytest.raises(PlyscopeError):
        Match("connect4").find("-2")
