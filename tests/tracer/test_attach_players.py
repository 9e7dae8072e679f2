"""Who moves is told by something that comes back along a path, by what takes turns, or by what was said of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from attached import own_code

from tracer.attaching.attach_functions import attach
from tracer.diagnosis.examination import check
from tracer.games.rules import CHANCE, MAX, MIN, Turn

VALUES = random.Random(7)
LEAVES = [VALUES.randint(-50, 50) for _ in range(243)]


def take(items: str, side: int, left: int) -> int:
    """A minimax with a mistake: both players want the most."""
    if not left:
        return LEAVES[int(items or "0", 3)]
    return max(take(items + move, 1 - side, left - 1) for move in "012")


def turns(search: Callable[[], Any], function: Any, **said: Any) -> set[tuple[int, Turn | None]]:
    """Who moves in a recording, with the number of moves made."""
    with attach(function, **said) as recording:
        search()
    nodes = list(recording.trace)
    assert len(nodes) > 30
    return {(node.ply, node.turn) for node in nodes if node.children}


def test_an_argument_that_takes_turns_says_who_moves_though_the_values_do_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = turns(lambda: take("", 0, 5), take)
    assert found == {(ply, MIN if ply % 2 else MAX) for ply in range(5)}
    assert "side says who moves: 0 is MAX, 1 is MIN (or turn=…)" in capsys.readouterr().err


def even(items: str, side: str, left: int) -> int:
    """All positions are worth the same."""
    return 7 if not left else max(even(items + move, "ab"[side == "a"], left - 1) for move in "012")


def test_where_all_values_are_equal_nobody_is_said_to_be_max(capsys: pytest.CaptureFixture[str]) -> None:
    turns(lambda: even("", "a", 4), even)
    said = capsys.readouterr().err
    assert "side says who moves (no value tells who is MAX" in said
    assert "is MAX, " not in said


def guess(items: str, agent: int, left: int) -> float:
    """Where nature moves every third time, by the number of whose turn it is; three of them take turns."""
    if not left:
        return LEAVES[int(items, 3)]
    values = [guess(items + move, (agent + 1) % 3, left - 1) for move in "012"]
    return max(values) if agent == 0 else min(values) if agent == 1 else sum(values) / 3


def test_a_variable_that_the_user_names_is_learned_from_the_values() -> None:
    found = turns(lambda: guess("", 0, 5), guess, turn="agent", state="items")
    assert found == {(ply, (MAX, MIN, CHANCE)[ply % 3]) for ply in range(5)}


def choose(items: str, player: str, left: int) -> float:
    """Both players in one function, whose argument says who moves; what they throw is one of its own."""
    if not left:
        return LEAVES[int(items, 3)]
    values = [throw(items + move, player, left - 1) for move in "012"]
    return max(values) if player == "north" else min(values)


def throw(items: str, player: str, left: int) -> float:
    """A die of three sides."""
    after = "south" if player == "north" else "north"
    return sum(choose(items + side, after, left - 1) for side in "012") / 3


@pytest.mark.parametrize("turn", [None, "player"])
def test_an_argument_says_who_moves_in_one_function_while_another_is_chance(
    turn: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    with attach(choose, throw, turn=turn) as recording:
        choose("", "north", 4)
    nodes = [node for node in recording.trace if node.children]
    assert {(node.ply, node.turn) for node in nodes} == {(0, MAX), (1, CHANCE), (2, MIN), (3, CHANCE)}
    said = capsys.readouterr().err
    assert "'north' is MAX, 'south' is MIN" in said
    assert "throw is CHANCE" in said
    assert not check(recording.trace)


@pytest.mark.parametrize("said", ["'CHANCE' if agent == 2 else agent == 0", "(1, -1, 0)[agent]"])
def test_an_expression_may_say_that_chance_moves(said: str) -> None:
    found = turns(lambda: guess("", 0, 3), guess, turn=lambda frame: eval(said, dict(frame)), state="items")
    assert found == {(ply, (MAX, MIN, CHANCE)[ply % 3]) for ply in range(3)}


def test_what_only_gets_more_entries_is_a_table_and_no_part_of_the_position(
    capsys: pytest.CaptureFixture[str],
) -> None:
    program = own_code("negamax_memo")
    with attach(program.negamax):
        program.negamax(tuple("XOX      "), "O", -2, 2, {})
    told = capsys.readouterr().err
    assert "the position is board; memo is a table" in told


class Agents:
    """An alpha-beta of one player and two others, with a function that hands on to those of the players."""

    positions = 0

    def value(self, items: str, agent: int, alpha: float, beta: float) -> float:
        if len(items) == 5:
            self.positions += 1
            return LEAVES[int(items, 3)]
        return self.max_value(items, alpha, beta)[0] if agent == 0 else self.min_value(items, agent, alpha, beta)

    def max_value(self, items: str, alpha: float, beta: float) -> tuple[float, str]:
        self.positions += 1
        best, found = -float("inf"), ""
        for move in "012":
            value = self.value(items + move, 1, alpha, beta)
            if value > best:
                best, found = value, move
            if best > beta:
                break
            alpha = max(alpha, best)
        return best, found

    def min_value(self, items: str, agent: int, alpha: float, beta: float) -> float:
        self.positions += 1
        best = float("inf")
        for move in "012":
            best = min(best, self.value(items + move, (agent + 1) % 3, alpha, beta))
            if best < alpha:
                break
            beta = min(beta, best)
        return best


def test_what_hands_on_to_the_players_functions_is_the_node_and_they_say_who_moves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    agents = Agents()
    with attach() as recording:
        value, move = agents.max_value("", -float("inf"), float("inf"))
    trace = recording.trace
    assert (len(trace), trace.value, trace.best_move) == (agents.positions, value, f"+{move}")
    assert {(node.ply, node.turn) for node in trace if node.children} == {
        (ply, MIN if ply % 3 else MAX) for ply in range(5)
    }
    assert "agent says who moves" in capsys.readouterr().err


class Pile:
    """A game whose object gets the answer, as some libraries leave it there."""

    def __init__(self) -> None:
        self.left, self.mover = 9, 1


def winning(game: Pile, depth: int, top: int) -> int:
    if not game.left or not depth:
        return 0 if game.left else -1
    best = -2
    if depth == top:
        game.answer = 0  # type: ignore[attr-defined]
    for number in range(1, min(3, game.left) + 1):
        game.left, game.mover = game.left - number, 3 - game.mover
        value = -winning(game, depth - 1, top)
        game.left, game.mover = game.left + number, 3 - game.mover
        if value > best:
            best = value
            if depth == top:
                game.answer = number  # type: ignore[attr-defined]
    return best


def test_the_answer_that_is_left_on_the_roots_object_is_no_part_of_the_position() -> None:
    with attach(winning) as recording:
        winning(Pile(), 5, 5)
    trace = recording.trace
    assert trace.left_text(0) in (None, trace.text(0))
    assert trace.text(0) == "9 1"


def in_arrays(depth: int, place: int, most: bool, values: list[int]) -> int:
    """A minimax of a tree of which an array has the leaves."""
    if depth == 3:
        return values[place]
    below = [in_arrays(depth + 1, place * 2 + step, not most, values) for step in (0, 1)]
    return max(below) if most else min(below)


def test_the_number_of_a_node_in_its_level_is_a_position_with_the_level_alone() -> None:
    with attach(in_arrays) as recording:
        in_arrays(0, 0, True, [3, 5, 6, 9, 1, 2, 0, -1])
    trace = recording.trace
    assert len(trace) == len({trace.text(node) for node in range(len(trace))}) == 15


def minimize(items: str, left: int) -> float:
    return LEAVES[int(items or "0", 3)] if not left else min(roll(items + move, True, left - 1) for move in "012")


def maximize(items: str, left: int) -> float:
    return LEAVES[int(items or "0", 3)] if not left else max(roll(items + move, False, left - 1) for move in "012")


def roll(items: str, maxi: bool, left: int) -> float:
    """A die with a mistake: three faces, each with a half."""
    if not left:
        return LEAVES[int(items or "0", 3)]
    return sum((maximize if maxi else minimize)(items + face, left - 1) / 2 for face in "012")


def slide(items: str, agent: str, left: int) -> float:
    """One function for a player and for chance, whose means are not divided."""
    if not left:
        return LEAVES[int(items or "0", 3)]
    below = [slide(items + one, "tile" if agent == "move" else "move", left - 1) for one in "012"]
    return max(below) if agent == "move" else sum(below)


def test_functions_that_are_named_for_chance_are_chances_though_their_probabilities_do_not_add_up() -> None:
    with attach() as recording:
        maximize("", 4)
    (trace,) = recording.traces
    assert trace.header.search == "maximize, roll, minimize"
    assert {(node.ply, node.turn) for node in trace if node.children} == {(0, MAX), (1, CHANCE), (2, MIN), (3, CHANCE)}
    assert {finding.disease for finding in check(trace)} == {"chances-not-one"}


def test_a_word_for_who_moves_that_is_named_for_chance_is_chance_though_its_values_are_no_means() -> None:
    found = turns(lambda: slide("", "move", 5), slide)
    assert found == {(ply, CHANCE if ply % 2 else MAX) for ply in range(5)}


class Heaps:
    """Whoever empties a heap gets a point and moves again."""

    def __init__(self, heaps: tuple[int, ...], lead: int, max_to_move: bool) -> None:
        self.heaps, self.lead, self.max_to_move = heaps, lead, max_to_move

    def after(self) -> list[Heaps]:
        found = []
        for place, heap in enumerate(self.heaps):
            for left in range(heap):
                lead = self.lead + (left == 0) * (1 if self.max_to_move else -1)
                heaps = (*self.heaps[:place], left, *self.heaps[place + 1 :])
                found.append(Heaps(heaps, lead, self.max_to_move is (left == 0)))
        return found


def taking(how: str) -> Callable[[Heaps], int]:
    """Return a minimax that asks the position who moves; MIN keeps the least value, the greatest, or the last."""

    def search(heaps: Heaps) -> int:
        if not any(heaps.heaps):
            return heaps.lead
        best = -9 if heaps.max_to_move or how == "greatest" else 9
        for one in heaps.after():
            value = search(one)
            if heaps.max_to_move or how == "greatest":
                best = max(best, value)
            else:
                best = value if how == "last" else min(best, value)
        return best

    return search


@pytest.mark.parametrize(
    ("how", "heaps", "found"),
    [
        ("least", (2, 2, 2), {*()}),
        ("greatest", (2, 2, 2), {"swapped-players"}),
        ("last", (2, 2, 2), {"best-not-kept"}),
        ("last", (2, 2, 1, 1), {"recorded-otherwise"}),
    ],
)
def test_a_flag_of_the_position_says_who_moves_by_its_name(how: str, heaps: tuple[int, ...], found: set[str]) -> None:
    """Whatever the values are: a search that has them wrong is blamed for that."""
    with attach(search := taking(how)) as recording:
        search(Heaps(heaps, 0, True))
    trace = recording.trace
    turns: list[int] = []

    def follow(heaps: Heaps) -> None:
        turns.append(1 if heaps.max_to_move else -1)
        for one in heaps.after():
            follow(one)

    follow(Heaps(heaps, 0, True))
    assert trace.columns.turn.tolist() == turns
    assert {one.disease for one in check(trace)} == found


Kind = str | tuple[str, int]


def dice(mine: int, yours: int, kind: Kind, left: int) -> float:
    """A race in which a player chooses one die or two; the argument is a word there, and both where they are rolled."""
    if mine > 6 or yours > 6 or left == 0:
        return (mine > 6) - (yours > 6) or (mine - yours) / 7
    if isinstance(kind, str):
        best = max if kind == "max" else min
        return best(dice(mine, yours, (kind, count), left) for count in (1, 2))
    who, count = kind
    rolls = (1, 2) if count == 1 else (0, 2, 3, 4)
    if who == "max":
        return sum(dice(mine + roll, yours, "min", left - 1) for roll in rolls) / len(rolls)
    return sum(dice(mine, yours + roll, "max", left - 1) for roll in rolls) / len(rolls)


def test_a_word_or_a_tuple_with_it_says_who_moves(capsys: pytest.CaptureFixture[str]) -> None:
    found = turns(lambda: dice(0, 0, "max", 4), dice)
    assert found == {(ply, (MAX, CHANCE, MIN, CHANCE)[ply % 4]) for ply in range(8)}
    assert "the position is mine,yours,kind" in capsys.readouterr().err


class Stores:
    """Whoever empties a heap gets a point and moves again; the lead is that of whoever moves."""

    def __init__(self, heaps: tuple[int, ...], stores: tuple[int, int], turn: int) -> None:
        self.heaps, self.stores, self.turn = heaps, stores, turn

    def after(self) -> list[Stores]:
        found = []
        for place, heap in enumerate(self.heaps):
            for left in range(heap):
                stores = [*self.stores]
                stores[self.turn] += left == 0
                heaps = (*self.heaps[:place], left, *self.heaps[place + 1 :])
                turn = self.turn if left == 0 else 1 - self.turn
                found.append(Stores(heaps, (stores[0], stores[1]), turn))
        return found


def storing(state: Stores, alpha: int, beta: int, *, always: bool) -> int:
    """Negate what the other one gets, or by mistake always."""
    if not any(state.heaps):
        return state.stores[state.turn] - state.stores[1 - state.turn]
    best = -9
    for one in state.after():
        if always or one.turn != state.turn:
            value = -storing(one, -beta, -alpha, always=always)
        else:
            value = storing(one, alpha, beta, always=always)
        best, alpha = max(best, value), max(alpha, value)
        if alpha >= beta:
            break
    return best


@pytest.mark.parametrize("always", [False, True])
def test_a_negamax_that_negates_where_the_same_one_moves_again_is_blamed(*, always: bool) -> None:
    """What is called after whoever moves tells that, as no value does."""
    with attach(storing) as recording:
        storing(Stores((3, 2, 2), (0, 0), 0), -9, 9, always=always)
    assert bool(check(recording.trace)) is always


class Pig:
    """A race in which a player holds, or rolls for more."""

    def __init__(self, scores: tuple[int, int], kept: int, my_turn: bool) -> None:
        self.scores, self.kept, self.my_turn = scores, kept, my_turn

    def held(self) -> Pig:
        mine, yours = self.scores
        scores = (mine + self.kept, yours) if self.my_turn else (mine, yours + self.kept)
        return Pig(scores, 0, not self.my_turn)


def hold_or_throw(pig: Pig, left: int) -> float:
    if left == 0 or max(pig.scores) > 6:
        return pig.scores[0] - pig.scores[1]
    options = [hold_or_throw(pig.held(), left - 1), roll_on(pig, left - 1)]
    return max(options) if pig.my_turn else min(options)


def roll_on(pig: Pig, left: int) -> float:
    lost = Pig(pig.scores, 0, not pig.my_turn)
    kept = [Pig(pig.scores, pig.kept + roll, pig.my_turn) for roll in (2, 3)]
    return sum(hold_or_throw(one, left) for one in (lost, *kept)) / 3


def test_a_flag_of_the_position_does_not_hide_that_chance_moves() -> None:
    found: dict[str, set[Turn | None]] = {"hold_or_throw": set(), "roll_on": set()}
    with attach(hold_or_throw, roll_on) as recording:
        hold_or_throw(Pig((0, 0), 0, True), 5)
    trace = recording.trace
    for node in trace:
        if node.children:
            assert node.source is not None
            found[node.source.name].add(node.turn)
    assert found == {"hold_or_throw": {MAX, MIN}, "roll_on": {CHANCE}}
    assert check(trace) == []


def test_a_flag_that_never_changes_does_not_turn_the_game_round() -> None:
    """Black's nodes, most of all, are searched as White's: that is the mistake, and no other view of the values."""
    chess = pytest.importorskip("chess", reason="python-chess is not installed")

    def alphabeta(board: Any, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
        if depth == 0 or board.is_game_over():
            counts = {color: len(board.pieces(chess.QUEEN, color)) for color in (True, False)}
            return float(len(board.pieces(chess.PAWN, True)) + 9 * (counts[True] - counts[False]))
        value = -99.0 if maximizing else 99.0
        for move in list(board.legal_moves):
            board.push(move)
            value = (max if maximizing else min)(value, alphabeta(board, depth - 1, alpha, beta, True))
            board.pop()
            if maximizing:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value

    board = chess.Board("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    with attach(alphabeta) as recording:
        alphabeta(board, 3, -99.0, 99.0, board.turn)
    assert [finding.disease for finding in check(recording.trace)] == ["wrong-turn"]


def spin(state: tuple[int, ...], kind: str, left: int) -> float:
    """A wheel that stops at its first outcome: a mistake, and no value tells that chance moves there."""
    if not left:
        return LEAVES[sum(state)]
    if kind == "chance":
        for place in range(3):
            return spin((*state, place), "max" if len(state) % 4 else "min", left - 1) / 3
    if kind == "max":
        return max(spin((*state, place), "chance", left - 1) for place in range(3))
    return min(spin((*state, place), "chance", left - 1) for place in range(3))


def test_a_word_that_names_chance_is_its_own_beside_those_of_the_players() -> None:
    with attach(spin) as recording:
        spin((), "chance", 3)
    assert [node.turn for node in recording.trace if node.ply == 0] == [CHANCE]


class Position:
    """A position whose attribute has the name of MAX, and is False where the player moves for whom one searches."""

    def __init__(self, items: str, max_player: bool) -> None:
        self.items, self.max_player = items, max_player


def max_value(position: Position, left: int) -> int:
    if not left:
        return LEAVES[int(position.items or "0", 3)]
    children = [Position(position.items + move, not position.max_player) for move in "01"]
    return max(min_value(child, left - 1) for child in children)


def min_value(position: Position, left: int) -> int:
    if not left:
        return LEAVES[int(position.items, 3)]
    children = [Position(position.items + move, not position.max_player) for move in "01"]
    return min(max_value(child, left - 1) for child in children)


def test_functions_that_keep_the_best_for_whom_they_are_named_say_who_moves_whatever_a_flag_says() -> None:
    with attach(max_value, min_value) as recording:
        max_value(Position("", False), 3)
    assert {(node.ply, node.turn) for node in recording.trace if node.children} == {(0, MAX), (1, MIN), (2, MAX)}
    assert not check(recording.trace)
