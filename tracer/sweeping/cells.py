"""The cells of a study: each is one search, with a name that follows from what it is and from nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice, product
from math import prod
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.game_variants import is_built_in_evaluation
from tracer.games.registry import GAMES, builtin_game, game
from tracer.games.root_positions import position_text, resolve_position
from tracer.games.rules import AnyGame, blame, describe, key, label
from tracer.run.plan import prepare
from tracer.sweeping.spec_values import SEED, Value, fill_parameters, locate_spec, spec_file_digests
from tracer.sweeping.study import Study
from tracer.sweeping.study_blocks import MAX_POSITIONS, Games, Setup, column_name
from tracer.text import clean, nearest, typed_number

MAX_CELLS = 10_000_000
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
        identity = json.dumps([self.game, self.position, *self.setup])
        return blake2b(identity.encode(), digest_size=10).hexdigest()

    @property
    def title(self) -> str:
        """What people read of it."""
        position_text = "" if self.position is None else f" at {self.position}"
        option_text = f":{self.setup.text}" if self.setup.text else ""
        return clean(f"{self.game}{position_text} {self.setup.search}{option_text}")

    def arguments(self, folder: str) -> dict[str, object]:
        """The options as `tracer.trace` takes them, where an evaluation of one's own lies in a folder."""
        options: dict[str, object] = {"position": self.position, **dict(self.setup.options)}
        if isinstance(evaluation := options.get("evaluate"), str):
            options["evaluate"] = locate_spec(evaluation, folder)
        if isinstance(window := options.get("window"), str):
            options["window"] = tuple(map(typed_number, window.split(",")))
        return options


def iter_cells(study: Study, *, only_first: bool = False) -> Iterator[Cell]:
    """The cells in their order: those of one tree follow one another.

    Args:
        study: the study.
        only_first: whether only the first cell of each root is wanted, and of a game's first root that of each setup.
    """
    setups = study.setups
    for games in study.games:
        for spec, values, positions in iter_trees(study, games):
            for position_index, position in enumerate(positions):
                for setup in setups[:1] if only_first and position_index else setups:
                    cells = _iter_cells_of_setup(study, spec, values, position, setup)
                    yield from islice(cells, 1 if only_first else None)


def count(study: Study) -> int:
    """How many cells a study has: one for each search of each position.

    Args:
        study: the study.

    Raises:
        PlyscopeError: a game cannot be made, there are too many cells, or one is there twice.
    """
    setups = study.setups
    if len(set(setups)) < len(setups):
        seen_setups = set[Setup]()
        repeated_setup = next(setup for setup in setups if setup in seen_setups or seen_setups.add(setup))  # type: ignore[func-returns-value]
        raise PlyscopeError(
            f"{repeated_setup.search} {repeated_setup.text} is there twice: in two [[search]]".replace("  ", " ")
        )
    cell_count, seen_roots, move_budget = 0, set[int](), MoveBudget()
    for games in study.games:
        seed_count = len(study.seeds) if not games.is_seeded else 1
        cells_per_root = sum(seed_count if setup.is_seeded else 1 for setup in setups)
        listed_cells = cells_per_root * _count_listed_roots(study, games)
        if cell_count + listed_cells > MAX_CELLS:
            raise _too_many_cells_error()
        cell_count += listed_cells if games.plies is None else 0
        if games.plies is None and len(study.games) == 1:
            break
        for spec, _, positions in iter_trees(study, games, move_budget):
            cell_count += 0 if games.plies is None else cells_per_root * len(positions)
            if cell_count > MAX_CELLS:
                raise _too_many_cells_error()
            root_count = len(seen_roots)
            seen_roots.update(hash((spec, position)) for position in positions)
            if len(seen_roots) - root_count < len(positions):
                raise PlyscopeError(f"{clean(spec, 80)} is there twice: in two [[game]]")
    return cell_count


def _count_listed_roots(study: Study, games: Games) -> int:
    root_count = len(games.positions or (None,))
    root_count = root_count if games.sample is None else min(root_count, games.sample)
    return root_count * prod(map(len, games.values.values())) * (len(study.seeds) if games.is_seeded else 1)


def _too_many_cells_error() -> PlyscopeError:
    return PlyscopeError(f"more than {MAX_CELLS:,} cells: split the study")


def check_searches(study: Study) -> None:
    """Try what can be wrong with the searches of each `[[game]]`, before any of them is run."""
    for searches in study.searches:
        for evaluation in searches.values.get("evaluate", ()):
            if not study.is_trusted and not is_built_in_evaluation(fill_parameters(str(evaluation), {SEED: 1})):
                raise _untrusted_error("evaluation", str(evaluation))
    setups = study.setups
    for games in study.games:
        spec, values, positions = next(iter_trees(study, games))
        for setup in setups:
            try_cell(study, next(_iter_cells_of_setup(study, spec, values, positions[0], setup)))


def try_cell(study: Study, cell: Cell) -> None:
    """Make all that a cell needs, and do not search."""
    prepare(_make_study_game(study, cell.game), cell.setup.search, **cell.arguments(study.folder))


def file_digests(study: Study) -> dict[str, str]:
    """The files in which games and evaluations of a study stand, by their names, and what is in them in few signs."""
    names = [str(how) for searches in study.searches for how in searches.values.get("evaluate", ())]
    for games in study.games:
        texts = [games.game, *(str(value) for values in games.values.values() for value in values)]
        if any(suffix in text.lower() for text in texts for suffix in (".py", ".json")):
            names += [spec for spec, _ in _iter_specs(study, games)]
    return spec_file_digests(names, study.folder)


def _make_study_game(study: Study, spec: str) -> AnyGame:
    return make_game(spec, trusted=study.is_trusted, folder=study.folder)


def make_game(spec: str, *, trusted: bool, folder: str = "") -> AnyGame:
    """The game of a spec."""
    known_game = builtin_game(spec)
    if known_game is not None:
        return known_game
    if not trusted and not spec.lower().endswith(".json"):
        raise _untrusted_error("game", spec)
    return game(locate_spec(spec, folder))


def _untrusted_error(item: str, spec: str) -> PlyscopeError:
    suggestion = nearest(spec.partition(":")[0], GAMES) if item == "game" else ""
    hint = "`plyscope games` lists them; " if item == "game" else ""
    return PlyscopeError(
        f"the {item} {clean(spec, 80)!r} is not built in{suggestion}; {hint}"
        "--trust lets a study run Python code that it names"
    )


def iter_trees(
    study: Study, games: Games, move_budget: MoveBudget | None = None
) -> Iterator[tuple[str, dict[str, Value], list[str | None]]]:
    """Each spec of a `[[game]]` with the values in it, and its positions; `move_budget` is for finding them."""
    first_seed, move_budget = study.seeds[0] if study.seeds else 0, move_budget or MoveBudget()
    for spec, values in _iter_specs(study, games):
        if games.plies is None and games.sample is None:
            yield spec, values, list(games.positions or (None,))
        else:
            yield spec, values, list(root_positions(games, _make_study_game(study, spec), first_seed, move_budget))


def _iter_specs(study: Study, games: Games) -> Iterator[tuple[str, dict[str, Value]]]:
    """Each spec of a `[[game]]` with the values in it."""
    for combination in product(*games.values.values()):
        for seed in study.seeds if games.is_seeded else (None,):
            values: dict[str, Value] = dict(zip(games.values, combination, strict=True))
            values |= {} if seed is None else {SEED: seed}
            yield fill_parameters(games.game, values), values


def _iter_cells_of_setup(
    study: Study, spec: str, values: Mapping[str, Value], position: str | None, setup: Setup
) -> Iterator[Cell]:
    for seed in study.seeds if setup.is_seeded and SEED not in values else (None,):
        parameters = {**values, **({} if seed is None else {SEED: seed})}
        seeded_setup = setup.with_seed(parameters.get(SEED))  # type: ignore[arg-type]  # seeds are whole numbers
        options = {column_name(word): value for word, value in seeded_setup.options}
        yield Cell(spec, position, seeded_setup, {**parameters, **options})


MAX_MOVES = 2_000_000
"""Moves that are made at most to find the positions of a study."""


class MoveBudget:
    """How many moves may still be made to find positions."""

    def __init__(self) -> None:
        self.moves_left = MAX_MOVES

    def spend_move(self) -> None:
        """Count one.

        Raises:
            PlyscopeError: none may be made any more.
        """
        self.moves_left -= 1
        if self.moves_left < 0:
            raise PlyscopeError(f"plies: it takes more than {MAX_MOVES:,} moves to find the positions of the study")


def root_positions(
    games: Games, game: AnyGame, seed: int, move_budget: MoveBudget | None = None
) -> Sequence[str | None]:
    """The roots of one of these games, each once; None is its start."""
    if games.plies is not None:
        with blame(game):
            positions: Sequence[str | None] = list(
                _iter_positions_after(game, games.plies, move_budget or MoveBudget())
            )
        if not positions:
            raise PlyscopeError(
                f"{describe(game)}: no game goes on after {games.plies} plies, so there is nothing to search"
            )
    else:
        positions = games.positions or [None]
    return positions if games.sample is None else sample_positions(positions, games.sample, seed)


def sample_positions(positions: Sequence[str | None], size: int, seed: int) -> list[str | None]:
    """Some of the positions, in their order: those with the lowest hashes, whatever else is among them."""

    def hash_of(index: int) -> bytes:
        return blake2b(f"{seed} {positions[index]}".encode(), digest_size=16).digest()

    return [positions[index] for index in sorted(sorted(range(len(positions)), key=hash_of)[:size])]


def _iter_positions_after(game: AnyGame, plies: int, move_budget: MoveBudget) -> Iterator[str | None]:
    """The positions after so many plies at which the game goes on, in the order in which they are found."""
    position_key = key(game)
    layer: dict[Any, tuple[Any, tuple[str, ...]]] = {position_key(game.start()): (game.start(), ())}
    for _ in range(plies):
        next_layer: dict[Any, tuple[Any, tuple[str, ...]]] = {}
        for state, path in layer.values():
            if game.utility(state) is not None:
                continue
            for move in game.moves(state):
                move_budget.spend_move()
                next_state = game.play(state, move)
                next_layer.setdefault(position_key(next_state), (next_state, (*path, label(game, move))))
                if len(next_layer) > MAX_POSITIONS:
                    raise PlyscopeError(f"{describe(game)}: more than {MAX_POSITIONS:,} positions after {plies} plies")
        layer = next_layer
    for state, path in layer.values():
        if game.utility(state) is None:
            yield _position_text(game, state, path) if path else None


def _position_text(game: AnyGame, state: Any, path: Sequence[str]) -> str:
    for text in (position_text(game, state, state), "/".join(path)):
        if text is not None:
            with suppress(PlyscopeError):
                if key(game)(resolve_position(game, text)) == key(game)(state):
                    return text
    raise PlyscopeError(f"{describe(game)}: the position after {'/'.join(path)} cannot be written as a text")
