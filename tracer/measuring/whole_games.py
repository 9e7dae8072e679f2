"""Whole games: at each move of one side every search is timed, and the first one's move is played."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Protocol

from tracer.errors import PlyscopeError
from tracer.games.root_positions import position_text, resolve_position
from tracer.games.rules import CHANCE, AnyGame, Turn, blame, describe, key
from tracer.measuring.measured import Contender, Place, Played, Stage
from tracer.measuring.stopwatch import Stopwatch
from tracer.playing.choice import CHANCE as BY_CHANCE
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.text import clean

SIDES = ("first", "second")
"""Which moves are measured: those of who moves first, or of the other."""
AGAINST = ("best", "random:SEED", "script:a1,b2,…")
"""Who plays the other side's moves."""


class Opponent(Protocol):
    """Plays the moves that are not measured."""

    def choose(self, match: Match, number: int) -> Hashable | None:
        """A legal move; None where it has none to say, which ends the game.

        Args:
            match: the game.
            number: which game of several it is, from 1.
        """


class Best:
    """Plays what a search recommends: the first column's."""

    def __init__(self, contender: Contender) -> None:
        self._contender = contender

    def choose(self, match: Match, number: int) -> Hashable | None:
        """The search's move, which is not timed."""
        ready = self._contender.ready(match.game, match.state)
        with ready.around():
            returned = ready.once()()
        move = ready.answer(returned).move
        return None if move is None else match.legal[move]


class AtRandom:
    """Plays legal moves at random, in each game others, and the same ones in every run."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, match: Match, number: int) -> Hashable | None:
        """One of the legal moves, all as likely."""
        random = Random(f"{self._seed} {number} {len(match.choices)}")
        return random.choice(list(match.legal.values()))


class Script:
    """Plays moves that were written down, in every game the same."""

    def __init__(self, moves: Sequence[str]) -> None:
        self._moves = moves

    def choose(self, match: Match, number: int) -> Hashable | None:
        """The next one; None after the last."""
        made = sum(match.turn_at(k) == match.turn for k in range(len(match.choices)))
        return match.find(self._moves[made]) if made < len(self._moves) else None


def opponent(text: str, contenders: Sequence[Contender]) -> Opponent:
    """Who plays the other side, as a command line says it.

    Raises:
        PlyscopeError: there is none of that kind.
    """
    kind, _, words = text.partition(":")
    if kind == "best" and not words:
        return Best(contenders[0])
    if kind == "random":
        try:
            return AtRandom(int(words or 0))
        except ValueError:
            raise PlyscopeError(f"random:SEED has a whole number, not {clean(words, 40)!r}") from None
    moves = [word.strip() for word in words.split(",") if word.strip()]
    if kind == "script" and moves:
        return Script(moves)
    raise PlyscopeError(f"--against is {', '.join(AGAINST[:-1])} or {AGAINST[-1]}, not {clean(text, 60)!r}")


def play_games(
    stopwatch: Stopwatch,
    game: AnyGame,
    position: Any = None,
    *,
    games: int,
    side: str,
    against: Opponent,
    rounds: int | None = None,
    seed: int = 0,
) -> None:
    """Play games, and measure every search at each move of one side.

    Args:
        stopwatch: what measures; it keeps what it measured, whatever ends this.
        game: the rules.
        position: where they begin, as `tracer.Options` says.
        games: how many.
        side: one of `SIDES`.
        against: who plays the other side.
        rounds: moves of that side that are measured in each game; None is to its end.
        seed: of the dice, where the game has some.

    Raises:
        PlyscopeError: the game, the position or the other side is wrong.
    """
    for number in range(1, games + 1):
        match = Match(game, position)
        try:
            _play(stopwatch, match, number, side=side, against=against, rounds=rounds, seed=seed)
        finally:
            played = Played(describe(game), side, number, _path(match))
            stopwatch.measured.games.append(played)


def _play(
    stopwatch: Stopwatch, match: Match, number: int, *, side: str, against: Opponent, rounds: int | None, seed: int
) -> None:
    """Play one of them; see `play_games`."""
    measured, ours, game = 0, None, match.game
    dice = Random(f"{seed} {number} dice")
    while match.utility is None:
        if match.turn is CHANCE:
            match.play(Choice(move=_thrown(match, dice), by=BY_CHANCE))
            continue
        if ours is None:
            ours = match.turn if side == SIDES[0] else Turn(-match.turn)
        if match.turn is not ours:
            move, by = against.choose(match, number), "opponent"
        else:
            measured += 1
            if rounds is not None and measured > rounds:
                break
            move, by = _measure(stopwatch, match, Stage(describe(game), match.position, side, measured), number), ""
        if move is None:
            stopwatch.measured.notes.append(
                f"game {number}, {side}, ended after {len(match.choices)} moves: "
                + ("no search recommends one" if match.turn is ours else "the other side has none to play")
            )
            break
        match.play(Choice(move=move, by=by))


def _measure(stopwatch: Stopwatch, match: Match, stage: Stage, number: int) -> Hashable | None:
    """Measure at the position now, and give the move of the first search that has one."""
    here = Place(stage, match.turn.name, _path(match), number)
    with blame(match.game):
        name = key(match.game)(match.state)
    stopwatch.measure(here, match.game, match.state, key=name)
    here.played = next((cell.answer.move for cell in here.cells if not cell.error and cell.answer.move), None)
    return None if here.played is None else match.legal[here.played]


def _path(match: Match) -> str:
    """The moves that were played, behind those to where it began: a position as people write it."""
    played = "/".join(match.labels)
    whole = "/".join([*([match.position] if match.position else []), *match.labels])
    try:
        same = bool(resolve_position(match.game, whole) == match.state)
    except PlyscopeError:  # it began at a board
        same = False
    return whole if same else played


def _thrown(match: Match, dice: Random) -> Hashable:
    """An outcome of chance, each as likely as the game says."""
    with blame(match.game):
        outcomes, chances = zip(*match.game.outcomes(match.state), strict=True)  # type: ignore[attr-defined]
    found: Hashable = dice.choices(outcomes, chances)[0]
    return found


def measure_positions(
    stopwatch: Stopwatch, game: AnyGame, states: Sequence[tuple[str | None, Any]], depths: Sequence[int] = ()
) -> None:
    """Measure every search at positions, to each of some depths.

    Args:
        stopwatch: what measures.
        game: the rules.
        states: each with its text, None for the game's start.
        depths: plies; empty leaves them to the searches' options.
    """
    for text, state in states:
        with blame(game):
            turn = Turn(game.turn(state))
        shown = position_text(game, text, state)
        for depth in depths or (None,):
            stopwatch.measure(Place(Stage(describe(game), shown, depth=depth), turn.name), game, state)
