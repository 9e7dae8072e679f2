"""Which variable is the position: the one that changes with every call and, with a game, reads as its positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from itertools import repeat
from types import CodeType
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.call import Call, Copy, Handoffs, Log, Path, head, owner, parameters, variable_of
from tracer.deciding.players import OTHER
from tracer.deciding.position_parts import (
    changed_part,
    complete_position,
    is_counter,
    is_history,
    only_grows,
    snapshot_of,
    tables_of,
)
from tracer.deciding.referee import UNKNOWN, Referee, Squares
from tracer.deciding.thresholds import CALLS, FEW, HALF, RARELY, SEVERAL, SURE, SURELY, TOGETHER
from tracer.errors import GameError
from tracer.games.rules import Turn

NO_MOVE = "no move of the search is legal there"
"""What to say of a game that knows positions of a search, and none of its moves."""


@dataclass(frozen=True)
class Positions:
    """Where the position is, by function; and how a game reads it."""

    paths: dict[CodeType, Path] = field(default_factory=dict)
    squares: Squares = field(default_factory=Squares)
    fits: bool = True
    """Whether the game knows the positions."""
    sign: int = 1
    """−1 where the search's MAX is the game's MIN."""
    by_leaves: bool = False
    """Whether the values of games that are over tell whose the values are."""
    why: str = ""
    """Why it does not."""


def decide_position(
    log: Log,
    taken: dict[CodeType, set[Path]],
    referee: Referee | None,
    values: Sequence[tuple[Turn | None, float | None]],
    dependencies: Mapping[CodeType, set[Path]],
    movers: Mapping[CodeType, Path],
    handoffs: Handoffs,
) -> Positions:
    """The position of each function.

    Args:
        log: the calls.
        taken: the variables of each function that are something else.
        referee: the game, if there is one.
        values: who moves at each call and what it is worth to MAX, as far as that is known.
        dependencies: those of `taken` of which a value depends beside the position: the depth, and who moves.
        movers: the variable of each function that tells who moves, or two of them.
        handoffs: functions that hand their position on.
    """
    for code in [code for code in log.codes() if code not in movers]:  # at chance nodes it says who moves next
        taken[code] |= set(movers.values())
        dependencies = {**dependencies, code: dependencies[code] | set(movers.values())}
    for code, mover in movers.items():  # what is inside it is no position either
        taken[code] |= {one for call in log.of(code) for one in call.entry_values if one.startswith(f"{mover}[")}
    candidates = {code: _candidates(log, code, taken[code], handoffs) for code in log.codes()}
    if referee is not None:
        return by_the_rules(log, candidates, referee, values)
    shared = Counter(path for paths in candidates.values() for path in paths)
    likely = {code: _without_numbers(log, code, paths) for code, paths in candidates.items()}
    chosen = {code: max(paths, key=shared.__getitem__) for code, paths in likely.items() if paths}
    for code in log.codes():
        if code in movers and set(chosen.get(code, movers[code]).split(",")) <= set(movers[code].split(",")):  # is none
            told_by = {movers[code], *map(variable_of, movers[code].split(","))}
            chosen |= _with_players(log, code, taken[code] - told_by)
    whole = {code: complete_position(log, code, path, dependencies[code], taken[code]) for code, path in chosen.items()}
    longest = {chosen[code]: path for code, path in sorted(whole.items(), key=lambda pair: len(pair[1]))}
    paths = {code: longest[chosen[code]] for code in whole}
    for caller, call in log.edges():  # its caller's, where that hands it on, or as one has that moves after a roll
        path, code = chosen.get(caller.code), call.code
        if path is None or code in paths:
            continue
        gets_it = (caller.code, code) in handoffs or {*map(head, path.split(","))} <= {*parameters(code)}
        if gets_it and all(snapshot_of(one, path) is not UNKNOWN for one in log.of(code)):
            paths[code] = complete_position(log, code, path, dependencies[code], taken[code])
    return Positions(paths)


def _without_numbers(log: Log, code: CodeType, paths: list[Path]) -> list[Path]:
    """What may be the position, without numbers beside anything else: a move is one, and has one name everywhere."""
    calls = log.of(code)
    named = [path for path in paths if guesses.position_rank(path, code) is not None]
    return [path for path in paths if "," in path or path in named or not _holds_numbers(calls, path)] or paths


def _candidates(log: Log, code: CodeType, taken: set[Path], handoffs: Handoffs) -> list[Path]:
    """What may be the position of a function, the likeliest first."""
    calls = log.of(code)
    edges = [(above, call) for above, call in log.edges() if call.code is code and (above.code, code) not in handoffs]
    tables = tables_of(log, code)
    taken = taken | tables | {*map(owner, tables)}
    paths = [path for path in dict.fromkeys(path for call in calls for path in call.entry_values) if path not in taken]
    paths = [path for path in paths if not path.startswith("=") and _may_be(calls, path) and not is_counter(log, path)]
    changed = {path: changed_part(edges, path) for path in paths}
    again = _next_below(log, code)
    for path in paths:  # a name that its callers do not have
        if changed[path] is None and len({snapshot_of(call, path) for call in calls}) > SEVERAL:
            changed[path] = changed_part(again, path)
    ranks = {path: guesses.position_rank(path, code) for path in paths}
    named = sorted((path for path in paths if ranks[path] is not None), key=lambda path: ranks[path] or 0)
    good = [path for path in named if changed[path] is None or changed[path] >= HALF]  # type: ignore[operator]
    if not edges:
        return good
    rest = [path for path in paths if path not in named and (changed[path] or 0) >= SURE and not only_grows(log, path)]
    arguments = parameters(code)

    def is_own(path: Path) -> bool:
        return head(path) in arguments

    boards = [path for path in rest if not _is_number(calls[0].entry_values.get(path))]
    if not any(is_own(path) or _restored(calls, path) for path in boards):
        words = [path for path in paths if type(calls[0].entry_values.get(path)) in (int, str, float)]
        mine = [path for path in words if path in arguments and (changed[path] or len(edges) < SEVERAL)]
        joined = _joined(calls, edges, mine)
        if joined is not None:
            rest.insert(0, joined)  # one number alone may be a part of it
            if all(_is_number(calls[0].entry_values.get(path)) for path in good):
                good = [path for path in good if path not in mine]
        elif (joined := _joined(calls, edges, [path for path in words if changed[path]])) is not None:
            rest.insert(0, joined)
    rest.sort(
        key=lambda path: (
            "," not in path
            and (_is_number(calls[0].entry_values.get(path)) or not (is_own(path) or _restored(calls, path))),
            not _restored(calls, path),
            not is_own(path.split(",")[0]),
        )
    )  # fmt: skip
    if good or not {*rest} <= {*guesses.MOVE}:
        return good + rest
    # Some calls hand it on as it is, to the player whose turn it is then, or take a move back in part.
    copies = [path for path in paths if isinstance(calls[0].entry_values.get(path), Copy) and path not in rest]
    copies = [path for path in copies if (changed[path] or 0) >= HALF and not is_history(edges, path)]
    own = [path for path in copies if path in arguments and _restored(calls, path)]
    return [*own, *(path for path in copies if path not in arguments and _shrinks(edges, path))][:1] or rest


def _next_below(log: Log, code: CodeType) -> list[tuple[Call, Call]]:
    """Each call of a function below another one of it, with the nearest such: other functions may lie between."""
    nearest: list[int] = []
    found: list[tuple[Call, Call]] = []
    for number, call in enumerate(log.calls):
        above = nearest[call.above] if call.above >= 0 else -1
        nearest.append(number if call.code is code else above)
        if call.code is code and above >= 0:
            found.append((log.calls[above], call))
    return found


def _with_players(log: Log, code: CodeType, taken: set[Path]) -> dict[CodeType, Path]:
    """All plain arguments together, those that tell who moves among them, if one changes with every call."""
    calls = log.of(code)
    edges = [(above, call) for above, call in log.edges() if call.code is code]
    held = {path: {type(call.entry_values.get(path)) for call in calls} for path in parameters(code)}
    plain = [path for path, kinds in held.items() if kinds & {int, str, float, bool}]  # perhaps None at some
    joined = _joined(calls, edges, [path for path in plain if path not in taken and changed_part(edges, path)])
    return {} if joined is None else {code: joined}


def _may_be(calls: list[Call], path: Path) -> bool:
    """Whether something that is more than a flag is there at most calls."""
    values = [call.entry_values[path] for call in calls if path in call.entry_values]
    plain = [one for one in values if not isinstance(one, Copy)]
    flags = all(one is None or type(one) is bool for one in plain)
    return 2 * len(values) >= len(calls) and not (len(plain) == len(values) and flags)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


def _holds_numbers(calls: list[Call], path: Path) -> bool:
    values = [one for call in calls if (one := call.entry_values.get(path)) is not None]
    return bool(values) and all(map(_is_number, values))


def _joined(calls: list[Call], edges: Sequence[tuple[Call, Call]], paths: list[Path]) -> Path | None:
    """Several numbers and words, and a flag that alone changes at chance nodes, if one changes with every call."""
    paths = _unlike(calls, paths)
    joined = ",".join(paths)
    if not paths or (changed_part(edges, joined) or 0) < SURE:
        names = parameters(calls[0].code)
        paths = paths + [
            path for path in names if type(calls[0].entry_values.get(path)) is bool and changed_part(edges, path)
        ]
        joined = ",".join(paths)
    good = 2 <= len(paths) <= TOGETHER and (changed_part(edges, joined) or 0) >= SURE
    return joined if good else None


def _unlike(calls: list[Call], paths: list[Path]) -> list[Path]:
    """The variables without those that always hold what one before them holds: one object by two names counts once."""
    first: dict[Hashable, Path] = {}
    for path in paths:
        first.setdefault(tuple([snapshot_of(call, path) for call in calls]), path)
    return list(first.values())


def _restored(calls: list[Call], path: Path) -> bool:
    """Whether it was again what it had been, as most calls returned."""
    return sum(path not in call.after for call in calls) >= SURE * len(calls)


def _shrinks(edges: Sequence[tuple[Call, Call]], path: Path) -> bool:
    """Whether it has fewer elements at a call than above it wherever it has others, as where moves take some out."""
    pairs = ((snapshot_of(above, path), snapshot_of(below, path)) for above, below in edges)
    return all(
        isinstance(before, Sized) and isinstance(after, Sized) and len(after) < len(before)
        for before, after in pairs
        if before != after
    )


def said_state(log: Log, code: CodeType, state_option: Any) -> list[Path]:
    """What may be the position of a function to a game where the user said what it is: that, or a part of it alone."""
    names = [name.strip() for name in state_option.split(",")] if isinstance(state_option, str) else []
    paths = dict.fromkeys(path for call in log.calls if call.code is code for path in call.entry_values)
    parts = names if len(names) > 1 else []
    inside = tuple(name + by for name in names for by in ".[")
    return ["=state", *(path for path in paths if path in parts or path.startswith(inside))]


def by_the_rules(
    log: Log,
    candidates: dict[CodeType, list[Path]],
    referee: Referee,
    values: Sequence[tuple[Turn | None, float | None]],
) -> Positions:
    """The variable, and the way to read it, by which most calls are legal moves.

    Raises:
        GameError: the game fails on what every one of them has.
    """
    codes = log.codes()
    shared = list(dict.fromkeys(path for paths in candidates.values() for path in paths))
    calls = log.calls[:CALLS]
    edges = [(call.above, number) for number, call in enumerate(calls) if call.above >= 0 and not call.again]
    before, best, most, strange, failed = referee.squares, None, 0.0, False, None
    for path in shared:
        snapshots = [found for call in calls if (found := snapshot_of(call, path)) is not UNKNOWN]
        if not snapshots:
            continue
        for way in referee.ways(snapshots):
            referee.read_as(way)
            placed = places_of(log, [path] * CALLS, referee, [turn for turn, _value in values] or repeat(None))
            places = [
                place for call, place in zip(calls, placed, strict=True) if path.split(",")[0] in call.entry_values
            ]
            known = sum(place is not UNKNOWN for place in places) / len(places)
            try:
                legal = [
                    placed[above] is not UNKNOWN
                    and placed[below] is not UNKNOWN
                    and bool(referee.moves_between(placed[above], placed[below]))
                    for above, below in edges
                ]
            except GameError as error:  # it is no position of it, though it has the form of one
                failed = failed or error
                continue
            sign, by_leaves, fair = _as_the_game_has_it(log, path, referee, values, is_plain=not way.words)
            if way.words and fair < HALF:
                continue
            right = known * fair * (RARELY + sum(legal) / len(legal) if legal else HALF)
            # Where the game knows the root, moves of which none is legal are the search's mistake. But an empty board
            # is known in whatever order its squares stand: then the game knows most of the other positions, too.
            reads = placed[0] is not UNKNOWN and (known >= HALF or placed[0] != referee.start)
            is_its = not legal or any(legal) or reads
            strange = strange or (known > 0 and not is_its)
            if SURELY * right > most and known > 0 and is_its:
                best, most = (path, way, sign, by_leaves), right
    if best is None and failed is not None:
        raise failed
    if best is None:
        referee.read_as(before)
        paths = {code: found[0] for code, found in candidates.items() if found}
        root = snapshot_of(log.calls[0], paths.get(log.calls[0].code, ""))
        return Positions(paths, before, fits=False, why=NO_MOVE if strange else referee.why_not(root))
    path, way, sign, by_leaves = best
    referee.read_as(way)
    paths = {code: path if path in candidates[code] else (candidates[code] or [path])[0] for code in codes}
    return Positions(paths, way, sign=sign, by_leaves=by_leaves)


def places_of(
    log: Log, paths: Iterable[Path | None], referee: Referee, turns: Iterable[Turn | None] = repeat(None)
) -> list[Any]:
    """What each call's position is to the game, of as many as there are paths and turns."""
    found: list[Any] = []
    for call, path, turn in zip(log.calls, paths, turns, strict=False):
        above = found[call.above] if call.above >= 0 else UNKNOWN
        found.append(UNKNOWN if path is None else referee.place(snapshot_of(call, path), turn, above))
    return found


def _as_the_game_has_it(
    log: Log,
    path: Path,
    referee: Referee,
    values: Sequence[tuple[Turn | None, float | None]],
    *,
    is_plain: bool,
) -> tuple[int, bool, float]:
    """Whether the search's MAX is the game's, 1 or −1; whether games that are over tell it; how well all that fits.

    It does not fit well where some of them have the other one's value, or where it is not the other one's turn then.
    But where positions are read as they are and it is everybody's turn, other values are a mistake of the search.
    """
    same = right = 0
    other: Counter[Turn] = Counter()
    wrong: Counter[bool] = Counter()
    placed = places_of(log, [path] * (4 * CALLS), referee, [turn for turn, _value in values])
    for place, below, (turn, value) in zip(placed, log.below, values, strict=False):
        if place is UNKNOWN:
            continue
        if turn:
            same += referee.turn(place) == turn
            other[turn] += referee.turn(place) == -turn
        if not below and value and (utility := referee.utility(place)):
            right += utility * value > 0
            wrong[value > 0] += utility * value < 0
    by_turns = -1 if other.total() > 4 * same and other.total() > FEW and all(other[turn] for turn in OTHER) else 1
    by_leaves = right + wrong.total() > 0
    turned = wrong.total() > 4 * right and (by_turns < 0 or min(wrong[True], wrong[False]) > 0)  # one alone: clamped
    turned &= not (takes_turns := same > FEW and same > 4 * other.total())
    sign = by_turns if not by_leaves else -1 if turned else 1
    agreeing = right + wrong.total() if takes_turns and is_plain else wrong.total() if turned else right
    fair = (agreeing + 1) / (right + wrong.total() + 1)
    return sign, by_leaves, fair if sign == by_turns or other.total() + same == 0 else fair * RARELY
