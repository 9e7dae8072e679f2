"""The function above a search, where that is the root, and its calls that begin anew."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from types import CodeType, FrameType
from typing import Any

from tracer.assembling.call_rows import NO_TURN, Visit
from tracer.assembling.meaning import INFINITY, Meaning
from tracer.assembling.texts import Position
from tracer.attaching.origins import Origin
from tracer.attaching.variables import held_at_once
from tracer.deciding.call import IS_NONE, Call, Copy, Path, parameters, snapshot
from tracer.deciding.decision import Reading
from tracer.deciding.depth_steps import countable
from tracer.deciding.loops import may_move_before
from tracer.deciding.position_parts import snapshot_of
from tracer.deciding.referee import UNKNOWN
from tracer.deciding.returned import is_number
from tracer.deciding.search_of import is_inside
from tracer.games.rules import CHANCE, MAX, MIN, Turn
from tracer.games.snapshots import freeze

_OPEN = (-INFINITY, INFINITY)


Again = tuple[Visit, tuple[FrameType, int] | None]
"""The function above a search as it begins anew, and its frame with its instruction where that begins a pass.

None for these where it is the root of another search.
"""


class Above:
    """The function above a search that is its root; it tells from the calls that it makes when it begins anew."""

    def __init__(self, visit: Visit, frame: FrameType | None, call: Call, meaning: Meaning) -> None:
        self.visit, self.frame, self.call, self._meaning = visit, frame, call, meaning
        """Its visit, its frame, and its call as it began."""
        self._calls: dict[Hashable, Visit] = {}
        """The last call that it made for each position since it began."""
        self._last: Hashable = None
        """The position of the last of them."""
        self._instruction: int | None = None
        """Its instruction that made the last call."""
        self._first: tuple[Any, float, float] | None = None
        """Depth and window of its very first call: what is searched with that window is searched with the widest."""
        self._carried: dict[str, Any] = {}
        """What its loops carried on around that over the moves, at the last call."""

    def next_root(self, child: Visit, origin: Origin | None, *, reached: bool, down: bool | None) -> Again | None:
        """Return the root above a call that it makes, if that is another one from now on."""
        before, caller = self._calls.get(child.snapshot), None if origin is None else origin.frame_of(self.visit.code)
        self._first = self._first or (child.depth, child.alpha, child.beta)
        again: Again | None = None
        if origin is not None and caller is not None and self._goes_on(child, caller[0], origin, down=down):
            again = self._next_decision(child), None
        elif before is not None and self._begins_anew(before, child, reached=reached):
            shallower = down and child.depth < before.depth
            again = self._pass(before, child, down=down), None if shallower else caller
        elif self._is_repeated(before, child, None if caller is None else caller[1]):
            again = self._copy(self.visit.alpha, self.visit.beta), None
        if again is not None:
            self.visit = again[0]
            self._calls.clear()
        self._last = child.snapshot
        self._calls[self._last] = child
        return again

    def _begins_anew(self, before: Visit, child: Visit, *, reached: bool) -> bool:
        """Whether it begins once more with another depth or, where its window failed, its first move; not at once."""
        one_line, moved_on = before.called_at == child.called_at, self._last != child.snapshot
        if before.depth == child.depth:
            windows = (before.alpha, before.beta) != (child.alpha, child.beta)
            return (reached or moved_on) and windows and one_line and next(iter(self._calls)) == child.snapshot
        return countable(before.depth) and countable(child.depth) and (moved_on or one_line)

    def _goes_on(self, child: Visit, caller: FrameType, origin: Origin, *, down: bool | None) -> bool:
        """Whether it has played a move, and goes over the moves once more: what its loops carry on has changed.

        It then searches as deep as it did first, or less deep what it has not searched, as near the end of a game.
        """
        carried, self._carried = self._carried, origin.carried_in(caller)
        changed = {name for name, value in self._carried.items() if carried.get(name, value) is not value}
        before = self._calls.get(child.snapshot)
        depth, *window = self._first or (child.depth, child.alpha, child.beta)
        depths = [one.depth if one is not None else child.depth for one in (before, child)]
        shallower = down and before is None and all(map(countable, (depth, *depths))) and child.depth < depth
        deeper = all(map(countable, depths)) and depths[0] < depths[1]
        alike = (child.depth == depth or shallower) and not deeper and window == [child.alpha, child.beta]
        return bool(alike) and any(self._carried[name] or not name.endswith(IS_NONE) for name in changed)

    def _is_repeated(self, before: Visit | None, child: Visit, now: int | None) -> bool:
        """Whether it, of which no position is known, has made one and the same call once more, at one instruction."""
        last, self._instruction = self._instruction, now
        if before is None or child.at is None or self.visit.at is not None or len(self._calls) > 1 or last != now:
            return False
        ends = (before.alpha, before.beta) == (child.alpha, child.beta)
        return ends and before.depth == child.depth and before.turn == child.turn

    def _next_decision(self, child: Visit) -> Visit:
        """Return the root of the next decision, in a position of its own if what its loops carry on tells that."""
        turn, at, place = _above(self._meaning, child.code, Turn(child.turn), self._carried)
        visit = Visit(self.visit.code, int(turn), *_OPEN, at, place)
        visit.depth, last = self.visit.depth, self._calls[self._last].depth
        if countable(visit.depth) and countable(child.depth) and countable(last):
            visit.depth += child.depth - last
        return visit

    def _pass(self, before: Visit, child: Visit, *, down: bool | None) -> Visit:
        """Return the root of the next pass, which begins with a call as that before began with another one."""
        window = child.alpha, child.beta
        again = self._copy(*(_OPEN if not window[0] < window[1] or window == (self._first or ())[1:] else window))
        if countable(again.depth) and down:
            again.depth += child.depth - before.depth
        return again

    def _copy(self, alpha: float, beta: float) -> Visit:
        visit = Visit(self.visit.code, self.visit.turn, alpha, beta, self.visit.at, self.visit.place)
        visit.depth = self.visit.depth
        return visit


def root_above(meaning: Meaning, user_options: dict[str, Any], call: Call, children: Sequence[Call]) -> Visit | None:
    """Return the visit of the function above; None if it only hands its position on, or repeats one call."""
    child, players, referee = children[0], meaning.decision.players, meaning.referee
    reading = meaning.decision.reading(child.code)
    own, at, place = _position(meaning, user_options, call, child)
    below: Hashable = UNKNOWN if reading.state is None else snapshot_of(child, reading.state)
    if at is not None and below is not UNKNOWN and at.snapshot == below:
        return None
    if at is None and len(children) > 1 and all(_is_like(call.code, child, one) for one in children):
        return None
    if at is None and below is not UNKNOWN and _makes_no_move(meaning, call.code, children):
        return None
    carried = _carried(call, child)
    if at is None:
        at, place = _above(meaning, child.code, MAX, carried)[1:]
    if referee is not None and at is None:
        place = referee.start
        if referee.place(below) == place:
            return None
    if players.turn_source == "in turn" and not players.is_learned:  # MAX begins, one ply above the first call
        meaning.decision = replace(meaning.decision, players=replace(players, first=MIN))
    below_it = meaning.turn(child.code, meaning.told_turn(child), UNKNOWN, None)
    turn = _above(meaning, child.code, below_it, carried)[0]
    if own is not None and players.turn_source == "variable":
        turn = players.turns.get(players.key(_told_by_position(meaning, reading, call, own)), turn)
    if referee is not None and place is not UNKNOWN:
        turn = referee.turn(place)
    visit = Visit(call.code, int(turn), *_window(meaning, call, child, turn), at, place)
    if reading.depth in parameters(call.code):
        visit.depth = meaning.seen(call, reading.depth)
    depth = meaning.seen(child, reading.depth)
    if meaning.decision.down and isinstance(depth, int) and visit.depth not in (depth, depth + 1):
        visit.depth = depth + 1  # else it is that of the last pass
    if players.dice is not None:  # it is a player's, below whom values are the other one's
        key = next((key for key in players.dice.turning if key not in players.dice.chance), NO_TURN)
        path = players.dice.player
        visit.key, visit.side = (key, NO_TURN if path is None else meaning.seen(call, path, NO_TURN)), int(turn) or 1
    return visit


def _above(
    meaning: Meaning, code: CodeType, turn: Turn, variables: Mapping[str, Any]
) -> tuple[Turn, Position | None, Any]:
    """Return who moves at a function above the search, its position and the game's own, as its variables tell.

    They tell a position where they have the names that a function of the search has for it, and who moves where
    that is a part of it, or chance moves below. Else it is not who moves below.
    """
    players, path = meaning.decision.players, meaning.decision.reading(code).state
    found, at, place = UNKNOWN if path is None else held_at_once(variables, path), None, UNKNOWN
    if found is not UNKNOWN:
        at = meaning.texts.position(freeze(found), found, several="," in str(path))
        place = meaning.place(at, None, None)
    if meaning.referee is not None and place is UNKNOWN:
        at = None
    elif meaning.referee is not None:
        return meaning.referee.turn(place), at, place
    for name in dict.fromkeys(players.variables.values()) if players.turn_source == "variable" else ():
        is_part = at is not None and name.startswith((f"{path}.", f"{path}["))
        mover = players.turns.get(players.key(held_at_once(variables, name))) if is_part or turn == CHANCE else None
        if mover is not None:
            return mover, at, place
    return players.after(turn), at, place


def _carried(call: Call, child: Call) -> dict[str, Any]:
    """Return what loops of the function above carry on around those over moves, as it makes a call."""
    above = None if child.origin is None else child.origin.frame_of(call.code)
    return {} if above is None else child.origin.carried_in(above[0])


def _position(
    meaning: Meaning, user_options: dict[str, Any], call: Call, child: Call
) -> tuple[Path | None, Position | None, Any]:
    """Return the variable with the position of the function above, None where it has none, that, and the game's own.

    What the search has under the same name is another thing, such as a constant table of numbers, unless it is the
    position there.
    """
    path, referee = meaning.decision.reading(child.code).state, meaning.referee
    kind = None if path is None or callable(user_options["state"]) else _kind(child, path)
    own = [one for one in call.entry_values if not one.startswith("=") and one not in child.entry_values]
    alike = [one for one in (path, *own) if one is not None and _kind(call, one) is kind is not None]
    for candidate in (path, *(alike if referee is None else call.entry_values)):
        if candidate is None or (found := snapshot_of(call, candidate)) is UNKNOWN:
            continue
        place = UNKNOWN if referee is None else referee.place(found)
        if place is not UNKNOWN or referee is None:
            return candidate, meaning.position(call, candidate, found), place
    return None, None, UNKNOWN


def _told_by_position(meaning: Meaning, reading: Reading, call: Call, own: Path) -> Any:
    """Return what the function above has in the attribute of its position that tells who moves; UNKNOWN without one."""
    if reading.state is None or reading.turn is None or not reading.turn.startswith(f"{reading.state}."):
        return UNKNOWN
    return meaning.seen(call, own + reading.turn.removeprefix(reading.state), UNKNOWN)


def _kind(call: Call, path: Path) -> type | None:
    """Return the class of what a variable holds that may be a position: a copy, or a text."""
    value = call.entry_values.get(path)
    return type(value.held) if isinstance(value, Copy) else str if isinstance(value, str) else None


def _window(meaning: Meaning, call: Call, child: Call, turn: Turn) -> tuple[float, float]:
    """Return the window of the function above, if its first child got it: an aspiration window's, for instance."""
    reading, players = meaning.decision.reading(child.code), meaning.decision.players
    if reading.alpha is None or reading.beta is None:
        return _OPEN
    in_turn = players.turn_source == "in turn"
    below = players.after(turn) if in_turn else meaning.turn(child.code, meaning.told_turn(child), UNKNOWN, None)
    got = meaning.window(
        int(below), reading, child.entry_values.get(reading.alpha), child.entry_values.get(reading.beta)
    )
    numbers = [call.entry_values.get(name) for name in parameters(call.code)]
    pairs = permutations([end for end in numbers if is_number(end) and type(end) is not bool], 2)
    windows = (meaning.window(int(turn), reading, low, high) for low, high in pairs)
    return next((window for window in windows if window == got and window[0] < window[1]), _OPEN)


def _makes_no_move(meaning: Meaning, above: CodeType, children: Sequence[Call]) -> bool:
    """Whether a function calls the search for one position, and moves neither there nor on from there.

    Several calls tell it, unless the text says otherwise, as it may where there is one legal move; of one call that
    has not returned, or of the only one, the text alone does.
    """
    child = children[0]
    reading = meaning.decision.reading(child.code)
    assert reading.state is not None
    paths = tuple(reading.state.split(","))
    position = snapshot_of(child, reading.state)
    if any(one.code is not child.code or snapshot_of(one, reading.state) != position for one in children):
        return False
    ends = (reading.depth, reading.alpha, reading.beta, reading.either)
    limits = frozenset(path for path in ends if path is not None)
    may_move = [_may_move(above, one, paths, limits) for one in children]
    return True not in may_move and (len(children) > 1 or None not in may_move)


def _may_move(above: CodeType, call: Call, paths: tuple[Path, ...], limits: frozenset[Path]) -> bool | None:
    """Whether a function may make a move before a call of the search; None where its text does not tell."""
    if call.origin is None or not call.origin.chain:
        return None
    frame, at = call.origin.chain[0]
    if frame.f_code is not above and not is_inside(frame.f_code, above):
        return None
    return may_move_before(above, frame.f_code, at, call.code, paths, limits)


def _is_like(above: CodeType, one: Call, other: Call) -> bool:
    """Whether two calls that a function makes are one: from one instruction, with the same arguments."""
    places = [None if call.origin is None else call.origin.frame_of(above) for call in (one, other)]
    if one.code is not other.code or None in places or len({place[1] for place in places if place is not None}) > 1:
        return False
    return all(
        snapshot(one.entry_values.get(name)) == snapshot(other.entry_values.get(name)) for name in parameters(one.code)
    )
