"""What a search expected beside what was played, and why not another move."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import NamedTuple

from tracer.errors import Cancelled, PlyscopeError
from tracer.games.rules import Turn
from tracer.playing.choice import HUMAN, Choice
from tracer.playing.match import Match, match_move_label
from tracer.playing.player import Player
from tracer.playing.why_not import why_not
from tracer.text import clean, number
from tracer.tracing import Trace
from tui.model.explorer_state import PLAYER_SIGNS
from tui.model.playing.move_texts import format_moves
from tui.model.playing.session import Session, State

LAST_MOVES = 2
"""Moves that were just made: one's own, and the reply to it."""


class WhyNotQuestion(NamedTuple):
    """A position in which one may ask why not a move."""

    title: str
    match: Match
    """The game as it was there."""
    find_choice: Callable[[Callable[[], bool]], Choice]
    """What was chosen there by the search that is asked, which may have to be made first."""
    is_current_position: bool = False
    """Whether it is the position now, so that what is found is a hint."""

    def resolve(self, typed_move: str, cancelled: Callable[[], bool]) -> WhyNotAnswer:
        """Why not the move that a word names.

        Raises:
            PlyscopeError: it is no legal move there, or nothing can be found out about it.
            Cancelled: it was cancelled.
        """
        choice = self.find_choice(cancelled)
        trace = choice.trace
        assert trace is not None, "it was recorded"
        refutation = why_not(trace, typed_move, cancelled)
        if cancelled():
            raise Cancelled("given up")
        title = f"why not {refutation.line[0] if refutation.line else clean(typed_move, 40)}"
        return WhyNotAnswer(
            refutation.sentences,
            SearchNode(refutation.trace, refutation.node, title),
            choice if self.is_current_position else None,
        )


class WhyNotAnswer(NamedTuple):
    """Why not a move."""

    sentences: tuple[str, ...]
    refutation: SearchNode
    """Where the line stands that refutes it."""
    hint: Choice | None
    """What the search takes for best in the position now, where it was asked about that."""


def why_not_question(session: Session, move_index: int | None, *, is_persons_turn: bool) -> WhyNotQuestion:
    """What is asked about: the move in hand; else the position now, where a person is to move; else the last reply.

    Raises:
        PlyscopeError: no search knows anything of it.
    """
    if move_index is None and is_persons_turn:
        return _make_question(session, "why not, now", session.match.copy(), session.hint, is_current_position=True)
    move_index = session.last_searched if move_index is None else move_index
    if move_index is None or not session.match.choices[move_index].recorded:
        raise PlyscopeError("no recorded search is behind that move")
    title = f"why not, in the place of {session.match.label(move_index)}{_describe_chooser(session, move_index)}"
    earlier_match = match_before_move(session.match, move_index)
    return _make_question(session, title, earlier_match, session.match.choices[move_index])


def _make_question(
    session: Session, title: str, match: Match, choice: Choice | None, *, is_current_position: bool = False
) -> WhyNotQuestion:
    """Ask the search behind a choice; where none was recorded, the one of who gives hints."""
    if choice is not None and choice.recorded:
        return WhyNotQuestion(title, match, lambda _: choice, is_current_position)
    adviser = session.seats.adviser(session.match.game, session.settings)
    return WhyNotQuestion(
        title, match, lambda cancelled: _search_with_adviser(adviser, match, cancelled), is_current_position
    )


def why_not_question_for(session: Session, typed_move: str) -> WhyNotQuestion:
    """What is asked about by a word: a move of the position now, or one just made; else the last reply's place.

    Raises:
        PlyscopeError: no search knows anything of it.
    """
    move_index = find_named_move(session, typed_move)
    if move_index is None:
        return why_not_question(session, None, is_persons_turn=session.state is State.HUMAN)
    title = f"{session.match.label(move_index)} was played{_describe_chooser(session, move_index)}"
    earlier_match = match_before_move(session.match, move_index)
    return _make_question(session, title, earlier_match, session.match.choices[move_index])


def find_named_move(session: Session, typed_move: str) -> int | None:
    """The number of the move that was just made, by a person or in reply, and that a word names; None is another one.

    A move of the position now, where a person is to move, is meant before all others.
    """
    match = session.match
    if session.state is State.HUMAN and match_move_label(typed_move, match.legal) is not None:
        return None
    for move_index in range(len(match.choices) - 1, max(len(match.choices) - 1 - LAST_MOVES, -1), -1):
        if match.turn_at(move_index) is not Turn.CHANCE:
            label = match.label(move_index)
            if match_move_label(typed_move, match_before_move(match, move_index).legal) == label:
                return move_index
    return None


def match_before_move(match: Match, move_index: int) -> Match:
    """A game as it was before the move of a number."""
    earlier_match = match.copy()
    while len(earlier_match.choices) > move_index:
        earlier_match.undo()
    return earlier_match


def _describe_chooser(session: Session, move_index: int) -> str:
    return f", move {move_index + 1} by {clean(session.match.choices[move_index].by, 40)}"


def _search_with_adviser(adviser: Player, match: Match, cancelled: Callable[[], bool]) -> Choice:
    """What who gives hints takes for best.

    Raises:
        PlyscopeError: it was not recorded.
        Cancelled: it was cancelled.
    """
    choice = adviser.choose(match, cancelled)
    if choice is None:
        raise Cancelled("given up")
    if not choice.recorded:
        raise PlyscopeError(f"{adviser.word} keeps no search that could be asked")
    return choice


NO_EXPECTATION = "no search has said what it expects"


class SearchNode(NamedTuple):
    """A node of a search that chose a move, for whoever wants to look behind it."""

    trace: Trace
    node: int
    title: str


class ExpectationReport(NamedTuple):
    """What a search expected, and what came."""

    lines: tuple[str, ...]
    """In sentences."""
    parting: SearchNode | None = None
    """Where in its search the game left what it expected, or stands now; None where it was not recorded."""


def compare_expected_line(match: Match, move_index: int | None = None) -> ExpectationReport:
    """What the search behind a move expected of the moves after it; by default of the last answered move."""
    move_index = _last_answered(match) if move_index is None else move_index
    if move_index is None:
        return ExpectationReport((NO_EXPECTATION,))
    choice = match.choices[move_index]
    if not choice.line:
        return ExpectationReport((f"move {move_index + 1}, {match.label(move_index)}: nobody said what comes next",))
    played = tuple(match.labels[move_index:])
    common_moves = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(choice.line, played, strict=False))))
    value = "" if choice.value is None else f", {number(choice.value)} for MAX"
    chooser = (
        f"{PLAYER_SIGNS[match.turn_at(move_index)][0]} {'the hint' if choice.by == HUMAN else clean(choice.by, 40)}"
    )
    lines = (
        f"move {move_index + 1}: {chooser} expected {format_moves(choice.line)}{value}",
        f"played was {format_moves(played)}",
        _describe_parting(match, move_index, choice.line, played, common_moves),
    )
    return ExpectationReport(lines, _search_node_after(choice.trace, played[:common_moves], f"move {move_index + 1}"))


def _last_answered(match: Match) -> int | None:
    """The last move that a search chose and another player has answered; else the last one that a search chose."""
    with_line = [number for number, choice in enumerate(match.choices) if choice.line and choice.by != HUMAN]
    with_reply = [
        number for number in with_line if len(match.choices[number].line) > 1
    ] or with_line  # more than its own move
    answered = [move_index for move_index in with_reply if _is_answered(match, move_index)]
    return next(iter((answered or with_reply)[::-1]), None)


def _is_answered(match: Match, move_index: int) -> bool:
    player = match.turn_at(move_index)
    return any(
        match.turn_at(later_index) not in (player, Turn.CHANCE)
        for later_index in range(move_index + 1, len(match.choices))
    )


def _describe_parting(
    match: Match, move_index: int, line: tuple[str, ...], played: tuple[str, ...], common_moves: int
) -> str:
    if common_moves == len(played) < len(line):
        return f"all as expected so far; next it expects {line[common_moves]}"
    if common_moves == len(line):
        return "all came as expected, to the end of what it saw"
    side = match.turn_at(move_index + common_moves)
    player = f"{PLAYER_SIGNS[side][0]} {side.name}"
    number = move_index + common_moves + 1
    return f"they part at move {number}: {player} played {played[common_moves]}, not {line[common_moves]}"


def _search_node_after(trace: Trace | None, path: tuple[str, ...], title: str) -> SearchNode | None:
    """The node of a search after some moves, or the last on the way there that it has."""
    if trace is None:
        return None
    for path_length in range(len(path), -1, -1):
        try:
            return SearchNode(trace, trace.find(path[:path_length]).index if path_length else 0, title)
        except PlyscopeError:
            continue
    return SearchNode(trace, 0, title)


def search_behind_move(match: Match, move_index: int) -> SearchNode | None:
    """The search that chose a move, or was asked about it; None where none was recorded."""
    trace = match.choices[move_index].trace
    return None if trace is None else SearchNode(trace, 0, f"move {move_index + 1}, {match.label(move_index)}")
