"""What was measured: places, and at each what every search took and answered."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from tracer.calling.returned_answer import Answer
from tracer.games.rules import AnyGame
from tracer.text import clean


@dataclass
class MeasuredCell:
    """One search at one place. It is filled while it is measured, so that what was measured until Ctrl-C is there."""

    name: str
    """The search's column."""
    warm_up: list[float] = field(default_factory=list)
    """Seconds of the searches before those that count."""
    seconds: list[float] = field(default_factory=list)
    """The timings, in the order in which they were made."""
    answer: Answer = Answer()  # noqa: RUF009  # it is frozen
    """What it came to, the first time."""
    others: list[Answer] = field(default_factory=list)
    """Answers that it gave later, where they are other ones."""
    counts: dict[str, Any] = field(default_factory=dict)
    """What its recording counted, by name; empty where nothing was."""
    note: str = ""
    """What is to be said of the counts."""
    may_remember: bool = False
    """Whether it is a program's, which may keep a table from one search to the next."""
    error: str = ""
    """Why it failed; empty where it did not."""

    @property
    def wrong_answer(self) -> Answer | None:
        """An answer of it that is neither a legal move nor a value; None where all are."""
        return next((answer for answer in (self.answer, *self.others) if answer.wrong), None)

    @property
    def visited(self) -> int | None:
        """Nodes that it visited; None where nobody knows."""
        return self.counts.get("visited")


@dataclass(frozen=True)
class Stage:
    """What a line of a table is about. Places that have one stage in common are put together."""

    game: str
    """The game, as people call it."""
    position: str | None = None
    """The position as text; None is the game's start, or where each game goes its own way."""
    side: str = ""
    """`first` or `second`: which side the searches take, in whole games; empty elsewhere."""
    round: int | None = None
    """The how manieth of that side's moves it is, from 1."""
    depth: int | None = None
    """Plies, where each depth is measured."""


@dataclass
class MeasuredPlace:
    """A position at which every search was timed."""

    stage: Stage
    turn: str
    """MAX or MIN: who moves there."""
    path: str = ""
    """The moves that were played until then, in whole games, with `/` between them."""
    number: int = 1
    """The game, from 1, in whole games."""
    cells: list[MeasuredCell] = field(default_factory=list)
    """One for each column."""
    played: str | None = None
    """The move that was played then, in whole games."""


@dataclass(frozen=True)
class PlayedGame:
    """A whole game, as it went."""

    game: str
    """The game, as people call it."""
    side: str
    """Which side the searches took."""
    number: int
    line: str
    """All moves, of both sides, as `MeasuredPlace.path` has them."""


@dataclass
class Measurements:
    """All that was measured."""

    columns: tuple[str, ...]
    """The searches; factors are against the first."""
    runs: int
    """Timings of each search at each place."""
    warm_up: int
    """Searches before these, which do not count."""
    clock: str
    """What it was timed with."""
    machine: dict[str, str | int]
    """The versions and the machine."""
    subject: str = ""
    """What all searches were given, and how games were played, in one line."""
    places: list[MeasuredPlace] = field(default_factory=list)
    """In the order in which they were measured."""
    games: list[PlayedGame] = field(default_factory=list)
    """The whole games, in the order in which they were played."""
    reading_notes: dict[str, str] = field(default_factory=dict)
    """How what the searches returned was read, by column, where that may be done in several ways."""
    notes: list[str] = field(default_factory=list)
    """What is to be said of it, a line each."""

    @property
    def stages(self) -> dict[Stage, list[MeasuredPlace]]:
        """The places by what a line of a table is about, in the order in which they were met."""
        places_by_stage: dict[Stage, list[MeasuredPlace]] = {}
        for place in self.places:
            places_by_stage.setdefault(place.stage, []).append(place)
        return places_by_stage


def describe_place(place: MeasuredPlace) -> str:
    """A place for people, in a few words."""
    stage = place.stage
    if stage.round is not None:
        return f"round {stage.round} of game {place.number}, computer {stage.side}"
    words = [stage.game, *([] if stage.position is None else [clean(stage.position, 40)])]
    return " ".join(words) + ("" if stage.depth is None else f", depth {stage.depth}")


@dataclass(frozen=True)
class RecordedCounts:
    """What a recording of a search counted."""

    numbers: dict[str, Any] = field(default_factory=dict)
    """By the names of `Counts.summary`; `visited` among them, where anything could be counted."""
    note: str = ""
    """Why nothing was counted, or why it is not all."""


@dataclass(frozen=True)
class PreparedSearch:
    """A search of one position, made ready: everything that can be wrong beforehand is checked."""

    make_call: Callable[[], Callable[[], Any]]
    """Gives what is to be timed, once: one search without a recording."""
    search_context: Callable[[], AbstractContextManager[None]]
    """What it needs around it, which is not timed; turns its errors into ones that say whose they are."""
    read_answer: Callable[[Any], Answer]
    """What something that it returned says, by all that is known until now; later that may be another thing."""
    count_nodes: Callable[[bool], RecordedCounts]
    """Searches once more, recorded, and counts: also what takes long to count, as all nodes below what was pruned."""
    may_remember: bool = False
    """Whether it may keep something from one search to the next that makes that one faster."""


class Contender(Protocol):
    """A column of a table: a search with its options, or a user's own function."""

    @property
    def name(self) -> str:
        """As a command line names it."""

    @property
    def note(self) -> str:
        """How what it returned was read, where that may be done in several ways; empty where not."""

    def prepare(self, game: AnyGame, state: Any, depth: int | None = None) -> PreparedSearch:
        """Its search of a position.

        Args:
            game: the rules.
            state: the position.
            depth: plies, in place of those that its options say; None leaves them.

        Raises:
            PlyscopeError: it cannot search this, or an option is wrong.
        """
