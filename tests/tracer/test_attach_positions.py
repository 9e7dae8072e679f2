"""What a recording from outside says of positions: their texts, what was not undone, and moves that are not legal."""

from __future__ import annotations

import random
from array import array
from collections import deque, namedtuple
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
import pytest
from attached import after, score, wrong_player

import tracer
from tracer.assembling.texts import LONGEST, Texts, position_text
from tracer.attaching.attach_functions import attach
from tracer.errors import PlyscopeError
from tracer.games.comparable_objects import unwrap_snapshot
from tracer.games.snapshot_changes import describe_changed_squares, describe_difference
from tracer.games.snapshots import can_change_in_place, freeze
from tracer.recording.columns import verify


def forgetful(board: list[str], depth: int, maximizing: bool, forget: int | None) -> int:
    """A minimax that does not take back a mark on one of the squares."""
    result = score(board)
    if result is not None or depth == 0:
        return result or 0
    values = []
    for square in range(9):
        if board[square] == ".":
            board[square] = "X" if maximizing else "O"
            values.append(forgetful(board, depth - 1, not maximizing, forget))
            if square != forget:
                board[square] = "."
    return max(values) if maximizing else min(values)


@pytest.mark.parametrize("game", [None, "tictactoe"])
def test_what_was_not_undone_is_in_the_trace(game: str | None) -> None:
    with attach(forgetful, game=game) as recording:
        forgetful(list("XOXO....."), 2, True, 8)
    trace = recording.trace
    verify(trace.columns, len(trace.move_labels), len(trace.texts))
    assert trace.header.notes == {"board": "one object"}
    assert (trace.text(0), trace.left_text(0)) == ("XOX\nO..\n...", "XOX\nO..\n..O")
    first = trace.node(1)
    assert (trace.text(1), trace.left_text(1)) == ("XOX\nOX.\n...", "XOX\nOX.\n..O")
    assert {trace.left_text(child) for child in trace.children(first.index)} == {None}
    visited = [node for node in range(len(trace)) if trace.node(node).status != tracer.Status.PRUNED]
    assert all(trace.text(node) for node in visited)


def test_what_was_undone_leaves_no_texts_where_the_game_replays() -> None:
    with attach(forgetful, game="tictactoe") as recording:
        forgetful(list("XOXO....."), 2, True, None)
    trace = recording.trace
    assert (trace.columns.text, trace.columns.left_text, trace.texts) == (None, None, [])
    assert trace.game is not None


def test_moves_that_are_not_legal_keep_the_positions_as_texts(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    with attach(wrong_player, game="tictactoe") as recording:
        wrong_player("XOXO.....", True)
    trace = recording.trace
    verify(trace.columns, len(trace.move_labels), len(trace.texts))
    assert "no legal move of tictactoe leads to a position that was searched after b2/a3/c2;" in capsys.readouterr().err
    assert (trace.header.game, trace.header.position, trace.game) == ("tictactoe", "XOX/O../...", None)
    assert [trace.label(child) for child in trace.children(0)] == ["b2", "c2", "a3", "b3", "c3"]
    node = trace.find("b2").index
    labels = [trace.label(child) for child in trace.children(node)]
    assert labels == ["c2", "a3", "7=X", "c3"]
    assert trace.text(trace.find("b2/7=X").index) == "XOXOX..X."
    trace.save(tmp_path / "t.plyscope")
    assert tracer.load(tmp_path / "t.plyscope").text(1) == "XOXOX...."


def rebinding(board: list[str], maximizing: bool, square: int | None = None) -> int:
    """A minimax that gets a copy of its own and makes the move on that, at the beginning."""
    if square is not None:
        board = list(board)
        board[square] = "O" if maximizing else "X"
    result = score(board)
    if result is not None:
        return result
    values = [rebinding(board, not maximizing, square) for square in range(9) if board[square] == "."]
    return max(values) if maximizing else min(values)


def test_a_variable_that_is_given_another_object_is_no_change_of_the_position() -> None:
    with attach(rebinding) as recording:
        rebinding(list("XOXO....."), True)
    assert recording.trace.columns.left_text is None


def copying(board: list[str], maximizing: bool) -> int:
    """A minimax that makes every move on a copy."""
    result = score(board)
    if result is not None:
        return result
    values = []
    for square in range(9):
        if board[square] == ".":
            child = list(board)
            child[square] = "X" if maximizing else "O"
            values.append(copying(child, not maximizing))
    return max(values) if maximizing else min(values)


def test_copies_are_told_from_one_board() -> None:
    with attach(copying) as recording:
        copying(list("XOXO....."), True)
    assert recording.trace.header.notes == {"board": "an object a call"}
    assert recording.trace.columns.left_text is None


LYING = {1, 2, 4}
"""What lies about and can be eaten."""


def hungry(place: int, eaten: int, depth: int, maximizing: bool) -> int:
    """MAX walks and eats; the walk back leaves something at places where nothing was."""
    if not depth:
        return eaten
    values = []
    for step in (place - 1, place + 1):
        found = maximizing and step in LYING
        LYING.discard(step)
        values.append(hungry(step, eaten + found, depth - 1, not maximizing))
        LYING.add(step)
    return max(values) if maximizing else min(values)


def test_of_several_variables_one_may_be_shared_and_not_put_back() -> None:
    """The others are new at each call, as arguments are."""
    LYING.intersection_update({1, 2, 4})  # as it was before another search left something behind
    with attach(hungry, state=lambda frame: (frame["place"], frame["LYING"])) as recording:
        hungry(0, 0, 3, True)
    assert recording.trace.header.notes == {"board": "one object"}
    (finding,) = tracer.check(recording.trace)
    assert finding.disease in {"not-undone", "undone-wrongly"}


class Swapped:
    """Its board is another list after each move, and the old one again afterwards, which the search has changed."""

    def __init__(self) -> None:
        self.board = list("XOXO.....")
        self.nodes = 0

    def search(self, maximizing: bool) -> int:
        self.nodes += 1
        result = score(self.board)
        if result is not None:
            return result
        values = []
        for square in range(9):
            if self.board[square] == ".":
                before = list(self.board)
                self.board[square] = "X" if maximizing else "O"
                values.append(self.search(not maximizing))
                self.board = before
        return max(values) if maximizing else min(values)


def test_an_attribute_is_looked_up_again_when_the_call_returns() -> None:
    with attach(Swapped.search) as recording:
        Swapped().search(True)
    assert recording.trace.text(0) == "XOX\nO..\n..."
    assert recording.trace.columns.left_text is None


def counting_up(board: str, ply: int, maximizing: bool) -> int:
    """Its depth counts up: that is no remaining depth."""
    result = score(board)
    if result is not None or ply == 2:
        return result or 0
    values = [
        counting_up(after(board, square, "X" if maximizing else "O"), ply + 1, not maximizing)
        for square in range(9)
        if board[square] == "."
    ]
    return max(values) if maximizing else min(values)


def test_a_depth_that_counts_up_is_no_remaining_depth() -> None:
    with attach(counting_up) as recording:
        counting_up("XOXO.....", 0, True)
    assert (recording.trace.columns.depth, recording.trace.header.depth) == (None, None)


@dataclass
class Board:
    cells: list[list[str]] = field(default_factory=lambda: [["X", " "], [" ", "O"]])


@dataclass
class Described(Board):
    turn: str = "X"


Pair = namedtuple("Pair", "turn board")  # as people write it


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ([["X", ""], [None, "O"]], "X.\n.O"),
        (["X.O", "..."], "X.O\n..."),
        ([1, 0, -1, 0, 0, 0, 0, 0, 1], " 1  0 -1\n 0  0  0\n 0  0  1"),
        (np.eye(3, dtype=int), "100\n010\n001"),
        (deque([1, 2]), "1 2"),
        (array("b", [1, -1]), "1 -1"),
        ({(0, 1): "X", (1, 1): "O"}, "(0, 1) X, (1, 1) O"),
        ({3, 1}, "1 3"),
        (Board(), "X.\n.O"),
        (Described(), "cells:\nX.\n.O\nturn: X"),
        (Pair("X", [["X", "."], [".", "."]]), "turn: X\nboard:\nX.\n.."),
        (17, "17"),
        ([], ""),
        ("a\x1b[2Jb\nc", "a␛[2Jb\nc"),
        ([[1, [2]], [3]], "  1 [2]\n  3"),
    ],
)  # fmt: skip
def test_boards_read_well(position: Any, text: str) -> None:
    assert position_text(position) == text


def test_texts_are_written_once_and_no_longer_than_a_screen() -> None:
    texts = Texts()
    first, *others = [str(texts.position(freeze(board), board)) for board in ([1], [2], [1])]
    assert (first, others) == ("[1]", ["[2]", "[1]"])
    assert others[1] is first
    assert len(position_text("x" * 100_000)) <= LONGEST

    class Broken:
        def __str__(self) -> str:
            raise ValueError

    assert position_text(Broken()) == "a Broken"


def test_what_can_change_is_told_from_what_cannot() -> None:
    still: list[Any] = ["abc", 7, (1, 2), ((1, 2), (3,)), frozenset({1}), None]
    moving: list[Any] = [[1], ((1, 2), [3]), {1: 2}, {1}, Board(), np.zeros(3), (np.zeros(3), 1)]
    assert not any(can_change_in_place(value, freeze(value)) for value in still)
    assert all(can_change_in_place(value, freeze(value)) for value in moving)


@pytest.mark.parametrize("value", [deque([1, 2]), array("b", [1, 2]), np.array([1, 2]), [1, 2]])
def test_every_kind_of_list_has_one_copy(value: Any) -> None:
    assert freeze(value) == (1, 2)


def test_large_arrays_are_copied_as_bytes() -> None:
    board = np.zeros((64, 64), np.int8)
    assert freeze(board) == ("int8", (64, 64), bytes(4096))


class Hashed:
    """Changes, and has a hash all the same."""

    def __init__(self) -> None:
        self.cells = [1, 2]

    def __hash__(self) -> int:
        return hash(tuple(self.cells))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashed) and self.cells == other.cells


class Uncopied(Hashed):
    def __deepcopy__(self, memory: Any) -> Any:
        raise RuntimeError("a handle")


def test_an_object_with_a_hash_of_its_own_is_copied_where_it_can_change() -> None:
    board = Hashed()
    copy = freeze(board)
    board.cells[0] = 7
    assert unwrap_snapshot(copy) == Hashed()
    assert unwrap_snapshot(copy) != board
    with pytest.raises(PlyscopeError, match="the position is a Uncopied, which cannot be copied: a handle; say"):
        freeze(Uncopied())


class Fork:
    """A node of a tree of objects."""

    def __init__(self, *children: Fork, value: int = 0, **names: str) -> None:
        self.children, self.value = list(children), value
        self.__dict__.update(names)


class Twig:
    """A node of a binary tree."""

    def __init__(self, left: Twig | int, right: Twig | int) -> None:
        self.left, self.right = left, right


def walk(node: Any, maximizing: bool) -> int:
    """A minimax over trees of every kind."""
    if isinstance(node, int):
        return node
    if isinstance(node, Fork) and not node.children:
        return node.value
    if isinstance(node, Twig):
        below = [node.left, node.right]
    else:
        below = list(node.children if isinstance(node, Fork) else node.values() if isinstance(node, dict) else node)
    return (max if maximizing else min)([walk(child, not maximizing) for child in below])


@pytest.mark.parametrize(
    ("tree", "moves"),
    [
        ([[3, 3, 12], [3, 3, 12], 5, 5], ["", "a1", "b1", "b2", "b3", "a2", "b1", "b2", "b3", "a3", "a4"]),
        ([[3, 12], [8, 2]], ["", "a1", "b1", "b2", "a2", "b1", "b2"]),
        ({"a": {"x": 3, "y": 3}, "b": {"x": 3, "y": 3}}, ["", "a", "x", "y", "b", "x", "y"]),
        (Fork(Fork(Fork(value=3), Fork(value=3)), Fork(Fork(value=2))), ["", "a1", "b1", "b2", "a2", "b1"]),
        (
            Fork(Fork(Fork(name="d"), Fork(name="e"), name="b"), Fork(Fork(value=2), name="c"), name="a"),
            ["", "b", "d", "e", "c", "b1"],
        ),
        (Fork(Fork(label="b"), Fork(label="b")), ["", "a1", "a2"]),
        (Twig(Twig(1, 2), Twig(3, 3)), ["", "left", "left", "right", "right", "left", "right"]),
    ],
    ids=["lists", "lists-of-one-length", "dictionaries", "objects", "names", "one-name", "pairs"],
)
def test_the_moves_in_a_tree_are_its_branches(tree: Any, moves: list[str]) -> None:
    with attach(walk, state="node") as recording:
        walk(tree, True)
    assert [recording.trace.label(node) for node in range(len(recording.trace))] == moves


def test_equal_branches_are_two_of_the_moves_that_are_said() -> None:
    with attach(walk, state="node", moves=lambda frame: "ab" if isinstance(frame["node"], list) else "") as recording:
        walk([[3, 3], [3, 3]], True)
    assert [recording.trace.label(node) for node in range(7)] == ["", "a", "a", "b", "b", "a", "b"]


def test_objects_without_a_text_are_no_moves() -> None:
    above, below = Fork(), Fork(Fork())

    def search(node: Fork, maximizing: bool) -> int:
        return 1 if node is below else -search(below, not maximizing)

    above.children = [Fork(Fork())]
    with attach(search, state="node") as recording:
        search(above, True)
    assert recording.trace.label(1) == "a1"


def test_what_a_move_changed_is_named_at_once_as_it_is_named_otherwise() -> None:
    luck, named = random.Random(5), 0
    for marks in ((0, 1, -1), (".", "X", "O"), (None, True, False), ("\n", "X", "O")):
        for size, rows in product(range(1, 5), range(4)):
            for _ in range(60):
                board = [[luck.choice(marks) for _ in range(size)] for _ in range(max(rows, 1))]
                after = [list(row) for row in board]
                for _ in range(luck.randrange(4)):
                    luck.choice(after)[luck.randrange(size)] = luck.choice(marks)
                pair: list[Any] = [tuple(map(tuple, one)) if rows else tuple(one[0]) for one in (board, after)]
                if not rows and type(marks[1]) is str and luck.random() < 0.5:
                    pair = ["".join(one) for one in pair]
                found = describe_changed_squares(*pair)
                assert found in (None, describe_difference(*pair))
                named += found is not None
    assert named > 1_000
    assert describe_changed_squares(((0, 0), 5), ((0, 1), 5)) is None  # the board in it alone is named


@dataclass(frozen=True)
class Frozen:
    """A position that stands for itself: its text is longer than a label."""

    squares: tuple[str, ...]
    mover: str = "X"

    def then(self, square: int) -> Frozen:
        squares = (*self.squares[:square], self.mover, *self.squares[square + 1 :])
        return Frozen(squares, "O" if self.mover == "X" else "X")


class Terse(Frozen):
    """The same with a hash of its own and a text that says little."""

    def __repr__(self) -> str:
        return "a position"


@pytest.mark.parametrize("kind", [Frozen, Terse])
def test_moves_between_objects_that_stand_for_themselves_are_named_by_their_squares(kind: type[Frozen]) -> None:
    def worth(position: Frozen, depth: int) -> int:
        if depth == 0:
            return len(position.squares)
        return max(
            -worth(kind(**vars(position.then(k))), depth - 1) for k, mark in enumerate(position.squares) if mark == "."
        )

    with attach(worth) as recording:
        worth(kind(tuple("XOX......")), 2)
    assert recording.trace.node(0).children[0].label == "3=X"
    labels = [child.label for child in recording.trace.node(0).children]
    assert labels == [f"{square}=X" for square in range(3, 9)]


def test_moves_whose_names_are_cut_alike_are_several_moves() -> None:
    def worth(words: tuple[str, ...]) -> int:
        if len(words[-1]) > 60:
            return len(words)
        return max(-worth((*words, "x" * 70 + letter)) for letter in "abc")

    with attach(worth) as recording:
        worth(("start",))
    labels = [child.label for child in recording.trace.node(0).children]
    assert len(set(labels)) == 3
