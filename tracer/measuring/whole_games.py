"""Whole games: at each move of one side every search is timed, and the first one's move is played."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from random import Random
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.root_positions import position_text, resolve_position
from tracer.games.rules import CHANCE, AnyGame, Turn, blame, describe, key
from tracer.measuring.measurements import Contender, MeasuredPlace, PlayedGame, Stage
from tracer.measuring.stopwatch import Stopwatch
from tracer.playing.choice import CHANCE as BY_CHANCE
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.text import clean

SIDES = ("first", "second")
"""Which moves are measured: those of who moves first, or of the other."""
OPPONENT_FORMS = ("best", "random:SEED", "script:a1,b2,…")
"""Who plays the other side's moves."""


Opponent = Callable[[Match, int], Hashable | None]
"""Chooses the moves that are not measured, of a game and its number, from 1; None is no move, which ends the game."""


def _best_move(contender: Contender, match: Match, _number: int) -> Hashable | None:
    search = contender.prepare(match.game, match.state)
    with search.search_context():
        returned = search.make_call()()
    move = search.read_answer(returned).move
    return None if move is None else match.legal[move]


def _random_move(seed: int, match: Match, number: int) -> Hashable:
    """A legal move, in each game another one, and the same ones in every run."""
    return Random(f"{seed} {number} {len(match.choices)}").choice(list(match.legal.values()))


def _scripted_move(moves: Sequence[str], match: Match, _number: int) -> Hashable | None:
    own_move_count = sum(match.turn_at(index) == match.turn for index in range(len(match.choices)))
    return match.find(moves[own_move_count]) if own_move_count < len(moves) else None


def parse_opponent(text: str, contenders: Sequence[Contender]) -> Opponent:
    """Who plays the other side, as a command line says it: what the first column recommends, chance, or a script."""
    opponent_type, _, arguments = text.partition(":")
    if opponent_type == "best" and not arguments:
        return partial(_best_move, contenders[0])
    if opponent_type == "random":
        try:
            return partial(_random_move, int(arguments or 0))
        except ValueError:
            raise PlyscopeError(f"random:SEED has a whole number, not {clean(arguments, 40)!r}") from None
    moves = [move.strip() for move in arguments.split(",") if move.strip()]
    if opponent_type == "script" and moves:
        return partial(_scripted_move, moves)
    raise PlyscopeError(
        f"--against is {', '.join(OPPONENT_FORMS[:-1])} or {OPPONENT_FORMS[-1]}, not {clean(text, 60)!r}"
    )


def play_games(
    stopwatch: Stopwatch,
    game: AnyGame,
    position: Any = None,
    *,
    games: int,
    side: str,
    opponent: Opponent,
    rounds: int | None = None,
    seed: int = 0,
) -> None:
    """Play games, and measure every search at each move of one side."""
    for number in range(1, games + 1):
        match = Match(game, position)
        try:
            _play_game(stopwatch, match, number, side=side, opponent=opponent, rounds=rounds, seed=seed)
        finally:
            game_record = PlayedGame(describe(game), side, number, _position_path(match))
            stopwatch.measured.games.append(game_record)


def _play_game(
    stopwatch: Stopwatch, match: Match, number: int, *, side: str, opponent: Opponent, rounds: int | None, seed: int
) -> None:
    """Play one of them; see `play_games`."""
    round_number, measured_turn, game = 0, None, match.game
    chance_rng = Random(f"{seed} {number} dice")
    while match.utility is None:
        if match.turn is CHANCE:
            match.play(Choice(move=_random_outcome(match, chance_rng), by=BY_CHANCE))
            continue
        if measured_turn is None:
            measured_turn = match.turn if side == SIDES[0] else Turn(-match.turn)
        if match.turn is not measured_turn:
            move, mover_name = opponent(match, number), "opponent"
        else:
            round_number += 1
            if rounds is not None and round_number > rounds:
                break
            move, mover_name = (
                _measure_position(stopwatch, match, Stage(describe(game), match.position, side, round_number), number),
                "",
            )
        if move is None:
            stopwatch.measured.notes.append(
                f"game {number}, {side}, ended after {len(match.choices)} moves: "
                + ("no search recommends one" if match.turn is measured_turn else "the other side has none to play")
            )
            break
        match.play(Choice(move=move, by=mover_name))


def _measure_position(stopwatch: Stopwatch, match: Match, stage: Stage, number: int) -> Hashable | None:
    """Measure at the position now, and give the move of the first search that has one."""
    measured_place = MeasuredPlace(stage, match.turn.name, _position_path(match), number)
    with blame(match.game):
        position_key = key(match.game)(match.state)
    stopwatch.measure_place(measured_place, match.game, match.state, key=position_key)
    measured_place.played = next(
        (cell.answer.move for cell in measured_place.cells if not cell.error and cell.answer.move), None
    )
    return None if measured_place.played is None else match.legal[measured_place.played]


def _position_path(match: Match) -> str:
    """The moves that were played, behind those to where it began: a position as people write it."""
    played_path = "/".join(match.labels)
    full_path = "/".join([*([match.position] if match.position else []), *match.labels])
    try:
        is_same_position = bool(resolve_position(match.game, full_path) == match.state)
    except PlyscopeError:  # it began at a board
        is_same_position = False
    return full_path if is_same_position else played_path


def _random_outcome(match: Match, rng: Random) -> Hashable:
    """An outcome of chance, each as likely as the game says."""
    with blame(match.game):
        outcomes, probabilities = zip(*match.game.outcomes(match.state), strict=True)  # type: ignore[attr-defined]
    outcome: Hashable = rng.choices(outcomes, probabilities)[0]
    return outcome


def measure_positions(
    stopwatch: Stopwatch, game: AnyGame, states: Sequence[tuple[str | None, Any]], depths: Sequence[int] = ()
) -> None:
    """Measure every search at positions, to each of some depths."""
    for text, state in states:
        with blame(game):
            turn = Turn(game.turn(state))
        position_label = position_text(game, text, state)
        for depth in depths or (None,):
            stopwatch.measure_place(
                MeasuredPlace(Stage(describe(game), position_label, depth=depth), turn.name), game, state
            )
