"""Games in easyAI's style, which change in place: copied, never harmed. Written here, and easyAI's own."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from typing import Any

import pytest
from laws import check_laws

import tracer
from tracer import MAX, MIN, GameError, PlyscopeError
from tracer.attaching.attach_functions import attach
from tracer.games.adapters.easy_ai import EasyAiGame
from tracer.games.registry import as_game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Noughts:
    """Tic-tac-toe, as one writes it for easyAI, without easyAI."""

    def __init__(self, players: Any) -> None:
        self.players = players
        self.board = [0] * 9
        self.current_player = 1

    def possible_moves(self) -> Any:
        return [square + 1 for square, stone in enumerate(self.board) if not stone]

    def make_move(self, move: Any) -> Any:
        self.board[move - 1] = self.current_player

    def unmake_move(self, move: Any) -> Any:
        self.board[move - 1] = 0

    def switch_player(self) -> None:
        self.current_player = 3 - self.current_player

    def lost(self) -> bool:
        return any(all(self.board[square] == 3 - self.current_player for square in line) for line in LINES)

    def is_over(self) -> Any:
        return self.lost() or 0 not in self.board

    def scoring(self) -> Any:
        return -100 if self.lost() else 0

    def show(self) -> Any:
        for row in (0, 3, 6):
            print(" ".join(".OX"[stone] for stone in self.board[row : row + 3]))


class Pile:
    """The last of seven coins loses; two players, who may begin, and an entry for tables."""

    def __init__(self, players: Any = None, first: int = 1) -> None:
        self.players, self.coins, self.current_player = players, 7, first

    def possible_moves(self) -> Any:
        return [str(taken) for taken in (1, 2, 3) if taken <= self.coins]

    def make_move(self, move: Any) -> Any:
        self.coins -= int(move)

    def is_over(self) -> Any:
        return self.coins == 0

    def win(self) -> Any:
        return self.coins == 0

    def ttentry(self) -> Any:
        return self.coins


def numbers(trace: tracer.Trace) -> tuple[Any, ...]:
    """What two searches of one game agree in."""
    counts = trace.counts
    return trace.value, counts.visited, counts.leaves, counts.cutoffs, counts.pruned_branches, counts.pruned_nodes


def test_tic_tac_toe_has_the_counts_of_the_built_in_one() -> None:
    trace = tracer.trace(Noughts([None, None]), position="1")
    assert numbers(trace)[1:] == numbers(tracer.trace("tictactoe", position="a1"))[1:]
    assert (trace.value, trace.header.game) == (0, "Noughts")
    check_laws(trace)


def test_equal_boards_are_one_position_whatever_the_path() -> None:
    memo = tracer.trace(Noughts, "alphabeta-memo", position="1")
    built_in = tracer.trace("tictactoe", "alphabeta-memo", position="a1")
    assert memo.counts.visited == built_in.counts.visited
    check_laws(memo)


def test_the_users_own_object_is_left_as_it_was() -> None:
    game = Noughts([object(), object()])
    players, before = list(game.players), copy.deepcopy(game.board)
    tracer.trace(game, depth=3)
    assert (game.players, game.board, game.current_player) == (players, before, 1)


def test_values_are_those_of_player_one_whoever_begins() -> None:
    """Seven coins, the last one loses: who begins takes two and wins."""
    for first in (1, 2):
        trace = tracer.trace(Pile(first=first))
        assert trace.node(0).turn == (MAX if first == 1 else MIN)
        assert trace.value == (1 if first == 1 else -1)
        assert trace.best_move == "2"
        check_laws(trace)


def test_a_score_is_turned_into_maxs_view() -> None:
    game: Any = as_game(Noughts([None, None]))
    state = game.start()
    for move in (1, 4, 2, 5, 3):
        state = game.play(state, move)
    assert (game.turn(state), game.utility(state), game.evaluate(state)) == (MIN, 100, 100)
    assert game.show(state) == "O O O\nX X .\n. . ."


def test_the_entry_for_tables_is_the_key_together_with_who_moves() -> None:
    game: Any = as_game(Pile())
    start = game.start()
    paths = [game.play(game.play(start, one), other) for one, other in (("1", "2"), ("2", "1"))]
    assert paths[0] == paths[1]
    assert paths[0] != game.play(start, "3")
    assert paths[0].key == (4, 1)
    assert tracer.trace(Pile(), "minimax-memo").value == tracer.trace(Pile(), "minimax").value


def test_without_a_score_the_winner_gets_one_and_a_depth_limit_is_refused() -> None:
    with pytest.raises(PlyscopeError, match="Pile has no evaluate"):
        tracer.trace(Pile(), depth=2)

    hidden: Any = type(
        "Hidden", (), {n: v for n, v in vars(Noughts).items() if n not in ("scoring", "lost", "__dict__")}
    )
    hidden.lose = hidden.lost = Noughts.lost
    trace = tracer.trace(hidden, position="1")
    assert numbers(trace) == numbers(tracer.trace("tictactoe", position="a1"))
    assert {float(value) for value in trace.columns.value[trace.columns.status == 1]} <= {-1, 0, 1}


def test_what_a_game_keeps_in_its_players_is_part_of_the_position() -> None:
    class Scores(Pile):
        def __init__(self, players: Any) -> None:
            super().__init__(players)
            for player in players:
                player.taken = 0

        def make_move(self, move: Any) -> None:
            super().make_move(move)
            self.players[self.current_player - 1].taken += int(move)

        def ttentry(self) -> Any:
            return self.coins, tuple(player.taken for player in self.players)

        def scoring(self) -> Any:
            mine, other = (self.players[k].taken for k in (self.current_player - 1, 2 - self.current_player))
            return mine - other

    for search in ("alphabeta", "minimax-memo"):
        trace = tracer.trace(Scores, search)
        assert (trace.value, trace.best_move) == (1, "1")
        check_laws(trace)


def test_an_engine_among_the_players_is_not_copied() -> None:
    class Engine:
        def __call__(self, game: Any) -> Any: ...

        def __deepcopy__(self, memo: Any) -> Any:
            raise AssertionError("copied")

    player: Any = type("Player", (), {})()
    player.AI, player.name = Engine(), "deep"
    trace = tracer.trace(Noughts([player, player]), "alphabeta-memo", depth=4)
    assert trace.counts.table_hits > 0


def test_a_game_that_lacks_a_function_is_told_which() -> None:
    class Half:
        current_player = 1

        def possible_moves(self) -> Any: ...

        def make_move(self, move: Any) -> Any: ...

    with pytest.raises(
        PlyscopeError, match="Half looks like a game in easyAI's style, but has no is_over and no scoring"
    ):
        tracer.trace(Half())


@pytest.mark.parametrize("function", ["possible_moves", "make_move", "is_over", "scoring", "ttentry"])
def test_what_the_game_raises_is_said_to_be_the_games(function: str) -> None:
    def fail(*_: Any) -> Any:
        raise IndexError("no such square")

    game: Any = type("Broken", (Noughts,), {function: fail})
    with pytest.raises(GameError, match="Broken raised IndexError: no such square"):
        tracer.trace(game, depth=2)


def test_a_class_that_wants_more_than_players_is_refused_with_its_words() -> None:
    class Sized(Noughts):
        def __init__(self, players: Any, size: int) -> None: ...

    with pytest.raises(GameError, match=r"Sized raised TypeError: .*missing 1 required positional argument: 'size'"):
        tracer.trace(Sized)


def test_players_are_not_asked() -> None:
    with pytest.raises(PlyscopeError, match="not asked for moves"):
        EasyAiGame.instantiate(Noughts).players[0].ask_move(None)


@pytest.mark.parametrize(("name", "depth"), [("TicTacToe", 4), ("ConnectFour", 3), ("Nim", 2), ("GameOfBones", 6),
                                             ("Chopsticks", 3), ("Reversi", 2), ("ThreeMusketeers", 2)])  # fmt: skip
def test_the_games_that_come_with_easyai(need: Callable[[str], None], name: str, depth: int) -> None:
    need("easyAI")
    trace = tracer.trace(f"easyAI.games.{name}:{name}", depth=depth)
    check_laws(trace)
    assert trace.value == tracer.trace(f"easyAI.games.{name}:{name}", "minimax-memo", depth=depth).value


def test_easyais_tic_tac_toe_has_the_counts_of_the_built_in_one(need: Callable[[str], None]) -> None:
    need("easyAI")
    trace = tracer.trace("easyAI.games.TicTacToe:TicTacToe", position="1")
    assert numbers(trace)[1:] == numbers(tracer.trace("tictactoe", position="a1"))[1:]
    assert trace.value == 0


def test_easyais_own_search_is_recorded(need: Callable[[str], None]) -> None:
    need("easyAI")
    from easyAI import AI_Player, Negamax
    from easyAI.games.TicTacToe import TicTacToe

    engine = Negamax(7, scoring=lambda game: -100 if game.lose() else 0)
    game = TicTacToe([AI_Player(engine), AI_Player(engine)])
    for move in ("1", "5"):
        game.play_move(move)
    negamax = sys.modules["easyAI.AI.Negamax"].negamax
    with attach(negamax, game=game, state="game", view="mover", alpha="alpha", beta="beta") as recording:
        engine(game)
    trace = recording.trace
    assert trace.game is not None
    assert trace.value == 0
    assert trace.counts.pruned_branches > 0
    assert trace.node(1).path == ("2",)
    assert trace.state(2).held.board == [1, 1, 2, 0, 2, 0, 0, 0, 0]
