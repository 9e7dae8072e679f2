"""What the calls of a search mean: every question that a recording asks of them, decided together."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from types import CodeType
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.backed_up_values import value_places
from tracer.deciding.call import Handoffs, Log, Path, head, parameters, plain, snapshot, variable_of
from tracer.deciding.depth_steps import beyond_the_horizon, decide_depth, goes_below_zero, has_uncalled_wins, usual_step
from tracer.deciding.handing import find_handing_pairs
from tracer.deciding.hypotheses import decide_players, decide_several_players
from tracer.deciding.narrowing import View
from tracer.deciding.players import NO_MINUS, Players, as_named, lacks_its_minus, movers_of
from tracer.deciding.position_of import Positions, by_the_rules, decide_position, places_of, said_state
from tracer.deciding.position_parts import only_grows, snapshot_of
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.returned import as_option, in_words, is_kept
from tracer.deciding.seen_values import NONE, Evidence
from tracer.deciding.sides import assign_turns, in_turn, learn_turns, who_is_who
from tracer.deciding.two_sides import find_only_side, find_unchanging_opponent, tells_of_players
from tracer.deciding.weights import Weights, weights_of
from tracer.deciding.window_ends import Ends, compares_whole, decide_ends, describe_ends
from tracer.games.rules import CHANCE, MAX, Turn

VARIABLES = ("state", "alpha", "beta", "either", "depth", "move", "moves", "turn", "dice")
"""What a `Reading` has of a call's variables."""


@dataclass(frozen=True)
class Reading:
    """Where a function has what is recorded of its calls; None where it has it nowhere.

    A path that begins with `=` is what the user said of it, `=alpha` for instance.
    """

    value: Path = ""
    state: Path | None = None
    alpha: Path | None = None
    beta: Path | None = None
    either: Path | None = None
    """The one end of a window that is alpha at MIN's nodes and beta at MAX's."""
    depth: Path | None = None
    move: Path | None = None
    moves: Path | None = None
    turn: Path | None = None
    dice: Path | None = None
    """What tells chance from players, where that is not `turn`."""
    nothing: tuple[float, ...] = ()
    """What `either` holds where there is no best so far."""

    @property
    def ends(self) -> set[Path]:
        """The variables that hold an end of the window."""
        return {path for path in (self.alpha, self.beta, self.either) if path is not None}

    @property
    def paths(self) -> set[Path]:
        """All of them."""
        return {path for name in VARIABLES if (path := getattr(self, name)) is not None}


@dataclass(frozen=True)
class Decision:
    """What was decided of a search's calls."""

    readings: Mapping[CodeType, Reading]
    players: Players
    windowed: bool
    down: bool | None
    """Whether the depth counts down."""
    positions: Positions = field(default_factory=Positions)
    words: tuple[str, ...] = ()
    """What was assumed, one thing each."""
    is_a_games: bool | None = None
    """Whether something tells of two players, of chance or of a window; None where there is too little to tell by."""
    several: bool = False
    """Whether there are more than two players: no option says that."""
    wins_are_not_called: bool = False
    """Whether games that are over after a move are answered without a call."""
    beyond: frozenset[CodeType] = frozenset()
    """The functions that search beyond the horizon."""
    below_zero: bool = False
    """Whether the search goes on beyond the horizon with depths below 0."""
    weights: Mapping[CodeType, Weights] = field(default_factory=dict)
    """How the outcomes of each function's chance nodes are weighed, as far as the values determine it."""
    step: float | None = None
    """By how much the depth goes down with a move, where some are searched less deep at first."""
    unchanging: Path | None = None
    """The variable that should say who moves, where it is the same at all calls."""

    @property
    def handoffs(self) -> Handoffs:
        """Functions and others to which they hand their position on: a call of these is no move."""
        return self.players.handoffs

    @property
    def options(self) -> dict[str, Any]:
        """The options that say the same, as far as they are the same for all functions."""
        readings = list(self.readings.values())
        found: dict[str, Any] = {}
        for name in ("value", "state", "alpha", "beta"):
            paths = {getattr(reading, name) for reading in readings}
            path = next(iter(paths)) if len(paths) == 1 else None
            if path and not path.startswith("=") and not (self.several and name == "value"):
                found[name] = as_option(path) if name == "value" and not is_kept(path) else path
        if self.players.view == "mover":
            found["view"] = "mover"
        elif self.players.turn_source == "function" and self.players.is_learned:
            turns = {code: turn for code, turn in self.players.turns.items() if isinstance(code, CodeType)}
            alike = len({code.co_name for code in turns}) < len(turns)
            found["turn"] = {plain(code) if alike else code.co_name: turn.name for code, turn in turns.items()}
        return found

    @property
    def compares_whole_values(self) -> bool:
        """Whether values and ends are compared as what they are elements of, so that equal ones may not be equal."""
        return any(compares_whole(reading.value, reading.alpha, reading.beta) for reading in self.readings.values())

    @property
    def kept(self) -> dict[CodeType, Path]:
        """Where the functions keep their values that do not return them."""
        return {code: reading.value for code, reading in self.readings.items() if is_kept(reading.value)}

    def reading(self, code: CodeType) -> Reading:
        """That of a function; of one that was not seen by then what its arguments' names tell."""
        return self.readings.get(code) or _alike(code, list(self.readings.values()))


def decide(
    log: Log, user_options: Mapping[str, Any], referee: Referee | None = None, names: Iterable[str] = ()
) -> Decision:
    """Decide from the calls of a search; what was said is not asked again.

    Args:
        log: the calls.
        user_options: the options of `attach`; None where nothing was said.
        referee: the game, if there is one.
        names: those of the search's functions, of those that were not called, too.
    """
    codes, read = log.codes(), guesses.read_at_calls(user_options)
    named = {source for source in read.values() if isinstance(source, str)}
    on = find_handing_pairs(log, codes) if len(codes) > 1 else frozenset()
    kept = user_options["value"] if is_kept(user_options["value"]) else ""
    places = dict.fromkeys(codes, kept) if user_options["value"] is not None else value_places(log)
    several = (
        None
        if any(user_options[name] is not None for name in ("value", "view", "turn"))
        else decide_several_players(log)
    )
    places = {code: places.get(code, "") if several is None else several[0] for code in codes}
    words = [in_words(place) for place in places.values() if place and not kept]
    evidence = Evidence(log, places, on, names)
    draft = (
        decide_players(evidence, user_options["view"], None) if several is None else replace(several[1], handoffs=on)
    )
    has_movers = draft.view == "mover" and draft.turn_source in ("variable", "changes", "dice")
    owners = [mover.whose for mover in movers_of(evidence, draft)] if has_movers else ()
    view = View(draft.view, draft.sum_of_values, owners)
    value_of = log.values(places).__getitem__
    ends = Ends() if several is not None else decide_ends(log, view, value_of, evidence.turned, on)
    taken = {code: {path for path in (*ends.of(code), ends.either.get(code)) if path} | named for code in codes}
    dependencies: dict[CodeType, set[Path]] = {}
    depths, down = decide_depth(log, set().union(*taken.values()))
    for code in codes:
        paths = [found[code] for found in (depths, draft.variables) if code in found]
        parts = [one for path in paths for part in path.split(",") if (one := variable_of(part)) != part]
        dependencies[code] = {*paths, *parts}
        taken[code] |= dependencies[code]
    moves = {code: path for code in codes if (path := _move(log, code)) is not None}
    worth = [] if referee is None else _worth(evidence, draft, user_options)
    positions = (
        decide_position(log, taken, referee, worth, dependencies, draft.variables, on)
        if user_options["state"] is None
        else Positions(dict.fromkeys(codes, "=state"))
        if referee is None
        else by_the_rules(log, {code: said_state(log, code, user_options["state"]) for code in codes}, referee, worth)
    )
    turns: list[Turn | None] | None = None
    if referee is not None and positions.fits and _whole(log, positions, referee):
        placed = places_of(log, [positions.paths.get(call.code) for call in log.calls], referee)
        turns = [None if place is UNKNOWN else referee.turn(place) for place in placed]
        worths = [None if place is UNKNOWN else referee.utility(place) for place in placed]
        guessed = (draft.view, user_options["view"], user_options["turn"]) == ("max", None, None) and positions.sign > 0
        if guessed and lacks_its_minus(evidence, turns, worths):
            found = decide(log, {**user_options, "view": "mover"}, referee, names)
            return replace(found, words=(NO_MINUS, *found.words))
    players = draft if turns is None or several is not None else decide_players(evidence, user_options["view"], turns)
    players = players if user_options["turn"] is None else _said_players(players, evidence, user_options["turn"])
    words += [
        *([] if {"alpha", "beta"} <= read.keys() else describe_ends(ends, places)),
        *_describe_positions(positions, referee, user_options),
        *(f"the move is {path}" for path in dict.fromkeys(moves.values()) if user_options["move"] is None),
        *(f"{name} is a table" for name in dict.fromkeys(chain(*map(parameters, codes))) if only_grows(log, name)),
        *players.words,
    ]
    readings = {
        code: Reading(
            places[code],
            positions.paths.get(code),
            "=alpha" if "alpha" in read else ends.of(code)[0],
            "=beta" if "beta" in read else ends.of(code)[1],
            ends.either.get(code),
            depths.get(code),
            "=move" if "move" in read else moves.get(code),
            "=moves" if "moves" in read else None,
            "=turn" if "turn" in read else players.variables.get(code),
            None if draft.dice is None else draft.variables.get(code),
            ends.nothing,
        )
        for code in codes
    }
    windowed = any(reading.alpha or reading.beta or reading.either for reading in readings.values())
    movers = turns or [Turn(mover.turn) for mover in movers_of(evidence, players)]
    uncalled = not windowed and has_uncalled_wins(evidence, players, movers)
    is_known = bool(several or players.dice or players.said is not None)
    games = is_known or tells_of_players(evidence, players.view, learn_turns(evidence), windowed=windowed)
    step = usual_step(log, depths, positions.paths, ends) if down else None
    beyond = beyond_the_horizon(log, on), bool(down) and goes_below_zero(log, depths)
    unchanging = None if is_known else _unchanging(evidence, players)
    facts = (games, several is not None, uncalled, *beyond, _weights(evidence, players, movers), step, unchanging)
    return Decision(readings, players, windowed, down, positions, tuple(dict.fromkeys(words)), *facts)


def players_alone(log: Log, decision: Decision, user_options: Mapping[str, Any], names: Iterable[str]) -> Players:
    """Return who moves at the calls of one of several searches, by these alone; nobody said it and no game knows it."""
    places = {code: decision.reading(code).value for code in log.codes()}
    return decide_players(Evidence(log, places, decision.handoffs, names), user_options["view"], None)


def _weights(evidence: Evidence, players: Players, movers: list[Turn | None]) -> Mapping[CodeType, Weights]:
    chance = {number for number, turn in enumerate(movers) if turn == CHANCE}
    sides = [] if players.dice is None else [mover.whose for mover in movers_of(evidence, players)]
    turned = {below for above, below in evidence.edges if sides and sides[below] != sides[above]}
    return weights_of(evidence.log, evidence.places, chance, turned)


def _worth(
    evidence: Evidence, players: Players, user_options: Mapping[str, Any]
) -> list[tuple[Turn | None, float | None]]:
    """Who moves at each call and what it is worth to MAX, where names or values tell it."""
    if user_options["turn"] is not None:
        return []
    movers, values = movers_of(evidence, players), evidence.log.values(evidence.places)
    if players.view == "mover":
        return [(Turn(mover.turn), None) for mover in movers]
    turns = [None if players.is_guessed else Turn(mover.turn) for mover in movers]
    return list(zip(turns, values, strict=True))


def _unchanging(evidence: Evidence, players: Players) -> Path | None:
    if players.view == "mover":
        return find_unchanging_opponent(evidence) if players.turn_source == "in turn" else None
    only = find_only_side(evidence)
    return None if only is None else only[0]


def _whole(log: Log, positions: Positions, referee: Referee) -> bool:
    """Whether positions say who moves, where they do so in the game."""
    if not referee.needs_turn:
        return True
    found = (snapshot_of(call, path) for call in log.calls if (path := positions.paths.get(call.code)) is not None)
    return any(referee.place(one) is not UNKNOWN for one in found)


def _said_players(players: Players, evidence: Evidence, turn_source: Any) -> Players:
    """The same where it was said who moves; what a variable holds is learned from the values if it names nobody."""
    view = tuple(word for word in players.words if word.startswith(("values", "a negamax", "the values")))
    roles = guesses.roles(turn_source)
    found = replace(
        players,
        turn_source="said",
        said=turn_source if roles is None else roles,
        variables={},
        turns={},
        first=MAX,
        words=view,
    )
    if not isinstance(turn_source, str) or roles is not None or players.dice is not None:
        return found
    chance: dict[Hashable, Turn] = dict.fromkeys(evidence.chance_functions, CHANCE) if players.view == "max" else {}
    functions = tuple(f"{code.co_name} is CHANCE" for code in evidence.chance_functions if code in chance)
    found = replace(found, turns=chance, words=(*view, *functions))
    if all(
        "=turn" not in call.entry_values or as_named("=turn", call, turn_source) is not None
        for call in evidence.log.calls
    ):
        return found
    calls_and_turns = zip(evidence.log.calls, evidence.keys("=turn"), strict=True)
    keys = [NONE if call.code in chance else one for call, one in calls_and_turns]
    turns = assign_turns(evidence, keys)[0] if players.view == "max" else in_turn(keys)
    words = (*view, f"{turn_source} says who moves{who_is_who(evidence, keys, turns)}", *functions)
    return replace(found, turns=chance | turns, words=words) if turns else found


def _move(log: Log, code: CodeType) -> Path | None:
    """The argument that is the move, unless most of a call's children get the same one."""
    path = guesses.argument(code, guesses.MOVE)
    if path is None:
        return None
    same = later_visits = 0
    for below in log.below:
        moves = [snapshot(log.calls[child].entry_values.get(path)) for child in below if log.calls[child].code is code]
        later_visits += max(0, len(moves) - 1)
        same += max(0, len(moves) - len(set(moves)))
    return path if 2 * same <= later_visits else None


def _describe_positions(positions: Positions, referee: Referee | None, user_options: Mapping[str, Any]) -> list[str]:
    found = (
        [] if user_options["state"] is not None else [f"the position is {path}" for path in positions.paths.values()]
    )
    if referee is not None and positions.squares.words:
        found.append(positions.squares.words)
    if positions.sign < 0:
        found.append("the search's MAX is the game's MIN: values and windows are turned round")
    return list(dict.fromkeys(found))


def _alike(code: CodeType, readings: list[Reading]) -> Reading:
    """What is known of another function as far as it has the same variables."""
    names = {*parameters(code), *code.co_freevars, *code.co_names}

    def has(path: Path | None) -> Path | None:
        if path is None or path.startswith("="):
            return path
        heads = {head(part) for part in path.split(",")}
        return path if heads <= names else None

    if not readings:
        return Reading()
    like = max(readings, key=lambda reading: len(names & {path.split(".")[0] for path in reading.paths}))
    variables: dict[str, Any] = {name: has(getattr(like, name)) for name in VARIABLES}
    value = "" if is_kept(like.value) and head(like.value) not in parameters(code) else like.value
    return replace(like, value=value, **variables)
