"""Games for tests of how games are kept."""

from __future__ import annotations

from functools import cache
from typing import Any

from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.playing.opponents import player_of
from tracer.playing.settings import Settings

SIDES = {1: "alphabeta", -1: "minimax"}
SETTINGS = Settings(ties="random:3", prefer="fast", seconds=2.5, book="book.json", depth=4)


@cache
def _played(spec: str, moves: int, words: tuple[str, str]) -> Match:
    match = Match(spec)
    players = {side: player_of(word, match.game) for side, word in zip((1, -1), words, strict=True)}
    players[0] = player_of("chance", match.game)
    for number in range(moves):
        if match.utility is not None:
            break
        player = players[int(match.turn)]
        choice = Choice(move=next(iter(match.legal.values()))) if player is None else player.choose(match)
        assert choice is not None
        match.play(choice if number != 1 else Choice(move=choice.move, by="human", note="by hand"))
    return match


def played(spec: str = "nim:1,2,2", moves: int = 100, words: tuple[str, str] = ("alphabeta", "minimax")) -> Match:
    """A game between two searches; the second move is made by hand, and has no search."""
    made = _played(spec, moves, words)
    match = Match(made.game, made.position)
    for choice in made.choices:
        match.play(choice)
    return match


def contents(trace: Any) -> dict[str, Any]:
    """All that a search has."""
    columns = {name: getattr(trace.columns, name).tobytes() for name in ("move", "end", "turn", "value", "status")}
    return columns | {"labels": list(trace.move_labels), "header": trace.header, "start": trace.state(0)}


def same(one: Match, other: Match) -> None:
    """Two games are the same, with their searches."""
    assert one.labels == other.labels
    assert list(one.choices) == list(other.choices)
    assert one.state == other.state
    assert [choice.recorded for choice in one.choices] == [choice.recorded for choice in other.choices]
    for a, b in zip(one.choices, other.choices, strict=True):
        first, second = a.trace, b.trace
        assert (first is None) == (second is None)
        if first is not None and second is not None:
            assert contents(first) == contents(second)
