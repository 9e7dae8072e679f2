"""The cells of a study: each is one search, with a name that follows from what it is and from nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import product
from math import prod
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.game_variants import is_built_in_evaluation
from tracer.games.registry import GAMES, builtin_game, game
from tracer.games.root_positions import position_text, resolve_position
from tracer.games.rules import AnyGame, blame, describe, key, label
from tracer.run.plan import prepare
from tracer.sweeping.dimensions import MOST_POSITIONS, Games, Setup, column_of
from tracer.sweeping.given import SEED, Value, digests, filled, located
from tracer.sweeping.study import Study
from tracer.text import clean, nearest, typed_number

MOST = 10_000_000
"""Cells of a study at most."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One search of a study."""

    game: str
    """The spec."""
    position: str | None
    """The root; None is the game's start."""
    setup: Setup
    """The search and its options."""
    parameters: Mapping[str, Value]
    """The values of the study's parameters that it has, by their columns."""

    @property
    def name(self) -> str:
        """Twenty hexadecimal digits that follow from the game, the position, the search and its options."""
        told = json.dumps([self.game, self.position, *self.setup])
        return blake2b(told.encode(), digest_size=10).hexdigest()

    @property
    def title(self) -> str:
        """What people read of it."""
        where = "" if self.position is None else f" at {self.position}"
        text = f":{self.setup.text}" if self.setup.text else ""
        return clean(f"{self.game}{where} {self.setup.search}{text}")

    def arguments(self, folder: str) -> dict[str, object]:
        """The options as `tracer.trace` takes them, where an evaluation of one's own lies in a folder."""
        found: dict[str, object] = {"position": self.position, **dict(self.setup.options)}
        if isinstance(how := found.get("evaluate"), str):
            found["evaluate"] = located(how, folder)
        if isinstance(window := found.get("window"), str):
            found["window"] = tuple(map(typed_number, window.split(",")))
        return found


def cells(study: Study) -> Iterator[Cell]:
    """The cells in their order: those of one tree follow one another.

    Raises:
        PlyscopeError: a game cannot be made.
    """
    setups = [setup for searches in study.searches for setup in searches.setups()]
    for games in study.games:
        for spec, values, positions in trees(study, games):
            for position in positions:
                for setup in setups:
                    yield from _cells(study, spec, values, position, setup)


def count(study: Study) -> int:
    """How many cells a study has: one for each search of each position.

    Args:
        study: the study.

    Raises:
        PlyscopeError: a game cannot be made, there are too many cells, or one is there twice.
    """
    setups = [setup for searches in study.searches for setup in searches.setups()]
    if len(set(setups)) < len(setups):
        known = set[Setup]()
        twice = next(setup for setup in setups if setup in known or known.add(setup))  # type: ignore[func-returns-value]
        raise PlyscopeError(f"{twice.search} {twice.text} is there twice: in two [[search]]".replace("  ", " "))
    found, met, moves = 0, set[int](), Moves()
    for games in study.games:
        seeds = len(study.seeds) if not games.seeded else 1
        each = sum(seeds if setup.seeded else 1 for setup in setups)
        listed = each * _listed(study, games)
        if found + listed > MOST:
            raise _too_many()
        found += listed if games.plies is None else 0
        if games.plies is None and len(study.games) == 1:
            break
        for spec, _, positions in trees(study, games, moves):
            found += 0 if games.plies is None else each * len(positions)
            if found > MOST:
                raise _too_many()
            before = len(met)
            met.update(hash((spec, position)) for position in positions)
            if len(met) - before < len(positions):
                raise PlyscopeError(f"{clean(spec, 80)} is there twice: in two [[game]]")
    return found


def _listed(study: Study, games: Games) -> int:
    """How many roots a `[[game]]` has that lists them, in all its games."""
    roots = len(games.positions or (None,))
    roots = roots if games.sample is None else min(roots, games.sample)
    return roots * prod(map(len, games.values.values())) * (len(study.seeds) if games.seeded else 1)


def _too_many() -> PlyscopeError:
    return PlyscopeError(f"more than {MOST:,} cells: split the study")


def need_sound(study: Study) -> None:
    """Try what can be wrong with the searches of each `[[game]]`, before any of them is run.

    Raises:
        PlyscopeError: a game has no such parameter, a search no such option; or code is named that is not trusted.
    """
    for searches in study.searches:
        for how in searches.values.get("evaluate", ()):
            if not study.trusted and not is_built_in_evaluation(filled(str(how), {SEED: 1})):
                raise _untrusted("evaluation", str(how))
    setups = [setup for searches in study.searches for setup in searches.setups()]
    for games in study.games:
        spec, values, positions = next(trees(study, games))
        for setup in setups:
            try_out(study, next(_cells(study, spec, values, positions[0], setup)))


def try_out(study: Study, cell: Cell) -> None:
    """Make all that a cell needs, and do not search.

    Raises:
        PlyscopeError: something of it cannot be made.
    """
    prepare(_made(study, cell.game), cell.setup.search, **cell.arguments(study.folder))


def first_cells(study: Study) -> Iterator[Cell]:
    """For each root its first cell, and for the first root of each game all of them.

    Raises:
        PlyscopeError: a game cannot be made whose positions are drawn.
    """
    setups = [setup for searches in study.searches for setup in searches.setups()]
    for games in study.games:
        for spec, values, positions in trees(study, games):
            for number, position in enumerate(positions):
                for setup in setups[: None if number == 0 else 1]:
                    yield next(_cells(study, spec, values, position, setup))


def files_of(study: Study) -> dict[str, str]:
    """The files in which games and evaluations of a study stand, by their names, and what is in them in few signs.

    Raises:
        PlyscopeError: one of them is not there.
    """
    named = [str(how) for searches in study.searches for how in searches.values.get("evaluate", ())]
    for games in study.games:
        given = [games.game, *(str(value) for values in games.values.values() for value in values)]
        if any(end in text.lower() for text in given for end in (".py", ".json")):
            named += [spec for spec, _ in _specs(study, games)]
    return digests(named, study.folder)


def _made(study: Study, spec: str) -> AnyGame:
    return make(spec, trusted=study.trusted, folder=study.folder)


def make(spec: str, *, trusted: bool, folder: str = "") -> AnyGame:
    """The game of a spec.

    Args:
        spec: names it.
        trusted: whether it may be Python code.
        folder: where the file lies that the spec names.

    Raises:
        PlyscopeError: there is none; or it is Python code, and that is not trusted.
    """
    found = builtin_game(spec)
    if found is not None:
        return found
    if not trusted and not spec.lower().endswith(".json"):
        raise _untrusted("game", spec)
    return game(located(spec, folder))


def _untrusted(what: str, spec: str) -> PlyscopeError:
    near = nearest(spec.partition(":")[0], GAMES) if what == "game" else ""
    where = "`plyscope games` lists them; " if what == "game" else ""
    return PlyscopeError(
        f"the {what} {clean(spec, 80)!r} is not built in{near}; {where}"
        "--trust lets a study run Python code that it names"
    )


def trees(
    study: Study, games: Games, moves: Moves | None = None
) -> Iterator[tuple[str, dict[str, Value], list[str | None]]]:
    """Each spec of a `[[game]]` with the values in it, and its positions; `moves` that may be made to find them."""
    first, moves = study.seeds[0] if study.seeds else 0, moves or Moves()
    for spec, values in _specs(study, games):
        if games.plies is None and games.sample is None:
            yield spec, values, list(games.positions or (None,))
        else:
            yield spec, values, list(openings(games, _made(study, spec), first, moves))


def _specs(study: Study, games: Games) -> Iterator[tuple[str, dict[str, Value]]]:
    """Each spec of a `[[game]]` with the values in it."""
    for chosen in product(*games.values.values()):
        for seed in study.seeds if games.seeded else (None,):
            values: dict[str, Value] = dict(zip(games.values, chosen, strict=True))
            values |= {} if seed is None else {SEED: seed}
            yield filled(games.game, values), values


def _cells(study: Study, spec: str, values: Mapping[str, Value], position: str | None, setup: Setup) -> Iterator[Cell]:
    for seed in study.seeds if setup.seeded and SEED not in values else (None,):
        known = {**values, **({} if seed is None else {SEED: seed})}
        chosen = setup.with_seed(known.get(SEED))  # type: ignore[arg-type]  # seeds are whole numbers
        options = {column_of(word): value for word, value in chosen.options}
        yield Cell(spec, position, chosen, {**known, **options})


MOST_MOVES = 2_000_000
"""Moves that are made at most to find the positions of a study."""


class Moves:
    """How many moves may still be made to find positions."""

    def __init__(self) -> None:
        self.left = MOST_MOVES

    def make(self) -> None:
        """Count one.

        Raises:
            PlyscopeError: none may be made any more.
        """
        self.left -= 1
        if self.left < 0:
            raise PlyscopeError(f"plies: it takes more than {MOST_MOVES:,} moves to find the positions of the study")


def openings(games: Games, game: AnyGame, seed: int, moves: Moves | None = None) -> Sequence[str | None]:
    """The roots of one of these games, each once; None is its start.

    Args:
        games: what the study says.
        game: one of them, by its parameters.
        seed: by which a sample is drawn.
        moves: that may be made.

    Raises:
        PlyscopeError: there are none, or too many.
    """
    if games.plies is not None:
        with blame(game):
            found: Sequence[str | None] = list(_after(game, games.plies, moves or Moves()))
        if not found:
            raise PlyscopeError(
                f"{describe(game)}: no game goes on after {games.plies} plies, so there is nothing to search"
            )
    else:
        found = games.positions or [None]
    return found if games.sample is None else sample(found, games.sample, seed)


def sample(positions: Sequence[str | None], size: int, seed: int) -> list[str | None]:
    """Some of the positions, in their order: those with the lowest hashes, whatever else is among them."""

    def luck(number: int) -> bytes:
        return blake2b(f"{seed} {positions[number]}".encode(), digest_size=16).digest()

    return [positions[number] for number in sorted(sorted(range(len(positions)), key=luck)[:size])]


def _after(game: AnyGame, plies: int, moves: Moves) -> Iterator[str | None]:
    """The positions after so many plies at which the game goes on, in the order in which they are found."""
    name_of = key(game)
    layer: dict[Any, tuple[Any, tuple[str, ...]]] = {name_of(game.start()): (game.start(), ())}
    for _ in range(plies):
        below: dict[Any, tuple[Any, tuple[str, ...]]] = {}
        for state, path in layer.values():
            if game.utility(state) is not None:
                continue
            for move in game.moves(state):
                moves.make()
                after = game.play(state, move)
                below.setdefault(name_of(after), (after, (*path, label(game, move))))
                if len(below) > MOST_POSITIONS:
                    raise PlyscopeError(f"{describe(game)}: more than {MOST_POSITIONS:,} positions after {plies} plies")
        layer = below
    for state, path in layer.values():
        if game.utility(state) is None:
            yield _text(game, state, path) if path else None


def _text(game: AnyGame, state: Any, path: Sequence[str]) -> str:
    """A position as a text that leads to it."""
    for text in (position_text(game, state, state), "/".join(path)):
        if text is not None:
            with suppress(PlyscopeError):
                if key(game)(resolve_position(game, text)) == key(game)(state):
                    return text
    raise PlyscopeError(f"{describe(game)}: the position after {'/'.join(path)} cannot be written as a text")
