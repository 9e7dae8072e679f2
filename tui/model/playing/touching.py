"""From squares to moves, for any game: a move touches the squares that it changes.

What only says who moves, or changes with every move as a number of plies does, is no square of a move.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.games.board import Board, draw_board
from tracer.games.rules import AnyGame, Turn, blame, optional
from tracer.playing.match import Match

MOST = 1_000
"""Legal moves at most whose squares are looked for: each takes a board of its own."""
LOOKED = 16
"""Plies, and moves of a position, by which it is learned where only the mover stands."""
Square = tuple[int, int]
"""Row from the top and column from the left, counted from 0."""


class Touched(NamedTuple):
    """What squares that were chosen lead to."""

    move: str | None = None
    """The one move that they mean; None where that is still open."""
    moves: tuple[str, ...] = ()
    """The moves that they may become."""
    chosen: tuple[Square, ...] = ()
    """The squares that are chosen from now on."""
    ambiguous: bool = False
    """Whether several moves touch just these squares, as promotions do: one of them is to be named."""


class Touching:
    """Which squares each legal move of a position changes.

    Args:
        drawn: the position on its board.
        touched: by the label of a move, the squares that it changes.
        drops: whether a whole column stands for the move in it, as where discs fall.
        nested: whether a square means the move that changes fewest squares beside it, as where counters are taken from
            the end of a row.
        carries: the moves that carry a piece from a square to another: both are to be chosen.
    """

    def __init__(
        self,
        drawn: Board,
        touched: Mapping[str, frozenset[Square]],
        *,
        drops: bool = False,
        nested: bool = False,
        carries: Collection[str] = (),
    ) -> None:
        self.board, self.touched, self.drops = drawn, touched, drops
        self.nested, self._carries = nested, carries

    def meant(self, square: Square) -> tuple[str, ...]:
        """The moves that a square may mean where none is chosen yet."""
        if self.drops and not any(square in squares for squares in self.touched.values()):
            column = [name for name, squares in self.touched.items() if {at for _, at in squares} == {square[1]}]
            return tuple(column) if len(column) == 1 else ()
        return self._over({square})

    def choose(self, square: Square, chosen: Collection[Square] = ()) -> Touched:
        """What it leads to that a square is chosen beside others.

        A move that touches just these squares is meant; else the only one that touches them and more, where it carries
        no piece or there are two of them. A square that goes with none of the others begins anew, or takes itself back.
        """
        if square in chosen:
            return Touched()
        squares = {*chosen, square}
        found = self._over(squares)
        if self.nested and found:
            return Touched(min(found, key=lambda name: len(self.touched[name])))
        exact = [name for name in found if self.touched[name] == squares]
        if len(exact) == 1 or (len(found) == 1 and (len(squares) > 1 or found[0] not in self._carries)):
            return Touched((exact or list(found))[0])
        if exact:
            return Touched(moves=tuple(exact), ambiguous=True)
        if found:
            return Touched(moves=found, chosen=(*chosen, square))
        if chosen:
            return self.choose(square)
        column = self.meant(square)
        return Touched(column[0]) if column else Touched()

    def _over(self, squares: set[Square]) -> tuple[str, ...]:
        return tuple(name for name, touched in self.touched.items() if touched >= squares)


def begun(game: AnyGame) -> Touching | None:
    """What squares mean in the beginning of a game, which says what they mean ever after; None as in `touching`."""
    try:
        with blame(game):
            match = Match(game)
            return touching(match, match.legal)
    except PlyscopeError:
        return None


def drops(found: Touching | None) -> bool:
    """Whether a column means a move: in the beginning each changes one square, and no two in one column."""
    if found is None or found.board.rows < 2 or any(len(squares) != 1 for squares in found.touched.values()):
        return False
    columns = [column for squares in found.touched.values() for _, column in squares]
    return len(columns) == len(set(columns))


def nested(found: Touching | None) -> bool:
    """Whether moves lie within one another: in the beginning some do, and no two only meet."""
    touched = [] if found is None else sorted(set(found.touched.values()), key=lambda squares: (len(squares), *squares))
    if not touched or len(touched[-1]) == 1:
        return False
    over: dict[Square, frozenset[Square]] = {}
    for squares in touched:  # the smaller ones first: each one before is inside, or elsewhere
        if any(not over.get(square, squares) <= squares for square in squares):
            return False
        over |= dict.fromkeys(squares, squares)
    return sum(map(len, touched)) > len(over)


def touching(
    match: Match, legal: Mapping[str, Hashable], *, drops: bool = False, nested: bool = False
) -> Touching | None:
    """What the squares of a position mean; None where its moves are no changes of a board.

    So it is where the game draws no board and its text has one line, where a move changes nothing that is seen, and
    where there are very many moves.
    """
    game = match.game
    try:
        now = draw_board(game, match.state)
        if not now.rows or len(legal) > MOST or (now.rows < 2 and optional(game, "board") is None):
            return None
        ways = {name: _way(match, move, now) for name, move in legal.items()}
        carries = [name for name, way in ways.items() if _carries(now, way.then)]
        idle = _idle(game, list(ways.values()), any_carries=bool(carries))
    except PlyscopeError:
        return None
    touched = {name: way.then.last - idle or way.then.last for name, way in ways.items()}
    return Touching(now, touched, drops=drops, nested=nested, carries=carries) if all(touched.values()) else None


class _Way(NamedTuple):
    """What comes of a move."""

    then: Board
    """The board after it, and what it changed there."""
    hands_on: bool | None
    """Whether another one moves then; None where nobody does."""


def _way(match: Match, move: Hashable, now: Board) -> _Way:
    game = match.game
    with blame(game):
        after = game.play(match.state, move)
        hands_on = game.turn(after) != match.turn if game.utility(after) is None else None
    return _Way(draw_board(game, after).after(now), hands_on)


def _carries(now: Board, then: Board) -> bool:
    """Whether what stood on a square stands on another one after a move."""
    changed = sorted(then.last)
    stood = {now.cells[row][column]: (row, column) for row, column in changed if now.cells[row][column]}
    return any(stood.get(then.cells[row][column], (row, column)) != (row, column) for row, column in changed)


def _idle(game: AnyGame, ways: Sequence[_Way], *, any_carries: bool) -> frozenset[Square]:
    """The squares that change though nothing is played there."""
    changed = {square for way in ways for square in way.then.last}
    always = {square for square in changed if len(ways) > 1 and all(square in way.then.last for way in ways)}
    of_mover = {
        square
        for square in changed
        if all((square in way.then.last) == way.hands_on for way in ways if way.hands_on is not None)
    }
    return frozenset((set() if any_carries else always) | (of_mover and of_mover & _of_the_mover(game)))


def _of_the_mover(game: AnyGame) -> set[Square]:
    """The squares on which nothing but who moves stands, as far as the beginning of a game shows it."""
    shown: dict[Square, dict[Turn, set[str]]] = {}
    for turn, drawn in _beginning(game):
        for row, cells in enumerate(drawn.cells):
            for column, cell in enumerate(cells):
                shown.setdefault((row, column), {}).setdefault(turn, set()).add(cell)
    return {
        square
        for square, texts in shown.items()
        if len(texts) > 1 and all(len(one) == 1 for one in texts.values()) and len(set.union(*texts.values())) > 1
    }


def _beginning(game: AnyGame) -> list[tuple[Turn, Board]]:
    """Positions of the beginning of a game, each with who moves: the first ones, and those of a line of moves."""
    found = list[tuple[Turn, Board]]()
    with blame(game):
        state = game.start()
        for ply in range(LOOKED):
            if game.utility(state) is not None:
                break
            found.append((Turn(game.turn(state)), draw_board(game, state)))
            moves = list(game.moves(state))
            for move in moves[:LOOKED] if ply < 2 else ():
                after = game.play(state, move)
                if game.utility(after) is None:
                    found.append((Turn(game.turn(after)), draw_board(game, after)))
            state = game.play(state, moves[ply * 7 % len(moves)])
    return found
