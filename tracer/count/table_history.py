"""How the life of every entry follows from the visits of a recording."""

from __future__ import annotations

import math

import numpy as np

from tracer.count.paths import Paths, paths_of
from tracer.count.proved import NONE, classical_bounds
from tracer.count.sizes import states
from tracer.count.table_lives import (
    AGAIN,
    ASKED,
    CUT,
    HIT,
    NARROWED,
    OVERWRITTEN,
    REPLACED,
    STORED,
    Lives,
    position_numbers,
)
from tracer.errors import PlyscopeError
from tracer.games.rules import blame, optional
from tracer.recording.columns import Bools, Floats, Ints, last_visits
from tracer.recording.no_moves import Stand
from tracer.recording.node import remaining_depths
from tracer.recording.recording import Recording
from tracer.recording.slices import Beat, unheard
from tracer.recording.status import EXACT, EXPANDED, HORIZON, LOWER, OPEN, TABLE, TERMINAL, UPPER
from tracer.searches.contract import TableRule
from tracer.searches.registry import SEARCHES, recorded_search

INFINITY = math.inf


def rule_of(trace: Recording) -> TableRule | None:
    """By what rule a search of plyscope's own keeps its table; None of other searches, and where it has none."""
    search = recorded_search(trace.header)
    return search.table if search is not None and isinstance(search.table, TableRule) else None


def need_table(trace: Recording) -> None:
    """Refuse a search that has no table."""
    name, rule = trace.header.search, rule_of(trace)
    if rule is not None and rule.required_option is not None and not _is_set(trace, rule.required_option):
        option, word = rule.required_option
        raise PlyscopeError(f"{name} keeps no table here: --{option} {word} has it keep one")
    search = recorded_search(trace.header)
    if search is not None and not search.table:
        tables = ", ".join(one.name for one in SEARCHES.values() if one.table and not one.best_first)
        raise PlyscopeError(f"{name} keeps no table; searches with one are {tables}")
    if search is not None and search.best_first:
        raise PlyscopeError(
            f"the table of {name} has proof numbers, which it asks for moves that it does not call, so that nothing "
            "recorded tells of that; the numbers of each call are its rows: explore, or why, shows them"
        )
    if rule is None and not (trace.columns.status == TABLE).any():
        raise PlyscopeError(f"no visit of {name} was closed by a table")


def lives_of(trace: Recording, beat: Beat = unheard) -> Lives:
    """The entries of a search's table, worked out once. O(n log n), vectorised, beside finding the positions.

    Raises:
        PlyscopeError: it has no table; or nobody knows which positions are the same.
        GameError: the game misbehaved.
    """
    known = trace.known_answer(lives_of)
    return trace.keep_answer(lives_of, _lives(trace, beat)) if known is None else known


def has_paths(trace: Recording) -> bool:
    """Whether each path has an entry of its own, so that no positions need to be found."""
    rule = rule_of(trace)
    return rule is not None and rule.path_option is not None and _is_set(trace, rule.path_option)


def _is_set(trace: Recording, option: tuple[str, str]) -> bool:
    """Whether an option has a word: as the header says it, and none of ours has such a word by default."""
    name, word = option
    return word in str(trace.header.options.get(name, "")).split(",")


def _lives(trace: Recording, beat: Beat) -> Lives:
    need_table(trace)
    rule, columns, by_path = rule_of(trace), trace.columns, has_paths(trace)
    groups, paths = position_numbers(trace, by_path), paths_of(trace)
    beat(1, 8)
    depth = remaining_depths(trace, paths.ply)
    puts, lows, highs = _left(trace, rule, groups)
    beat(3, 8)
    answered = columns.status == TABLE
    searched = ((columns.status == EXPANDED) | (columns.status == OPEN)) & ~_unstored(trace, paths)
    looks = searched if rule is not None else np.zeros(len(trace), bool)
    # Each visit that was searched is two events: it asked as it was entered, and stored as it returned.
    stored, asked, hit = (np.flatnonzero(which) for which in (puts, looks, answered))
    nodes = np.concatenate([stored, asked, hit])
    steps = np.concatenate([columns.left(stored), columns.entered(asked), columns.left(hit)])
    kind = np.repeat(np.array([STORED, ASKED, HIT], np.int8), [len(stored), len(asked), len(hit)])
    entry = groups[nodes].astype(np.int64)
    if depth is not None and rule is not None:
        given = depth[nodes].astype(np.int64)
        entry = entry * (int(given.max(initial=0)) - int(given.min(initial=0)) + 1) + given - int(given.min(initial=0))
    order = np.lexsort((steps, entry))
    nodes, steps, kind, entry = nodes[order], steps[order], kind[order], entry[order]
    beat(5, 8)
    found = Grouped(entry, kind == STORED)
    low, high = lows[nodes], highs[nodes]
    if rule is not None and rule.both_bounds:
        low, high = -found.least(-low), found.least(high)
    else:
        low, high = found.last(low, -INFINITY), found.last(high, INFINITY)
    deeds = _deeds(kind, found, low, high, None if depth is None or rule is not None else depth[nodes])
    if rule is not None and rule.both_bounds:
        deeds[deeds == OVERWRITTEN] = NARROWED
    deeds[(deeds == HIT) & _cuts(trace, nodes)] = CUT
    beat(7, 8)
    kept = (deeds != ASKED) | found.before
    if rule is None:  # an answer to a position of which nothing was left here is kept as well
        kept &= found.any | (deeds >= HIT)
    return _numbered(
        Lives(
            exact=rule is not None,
            by_path=by_path,
            steps=steps[kept],
            nodes=nodes[kept],
            deeds=deeds[kept],
            lows=low[kept],
            highs=high[kept],
            depths=None if depth is None else depth[nodes[kept]],
            starts=entry[kept],
            trace=trace,
        )
    )


def _numbered(lives: Lives) -> Lives:
    """The same with the entries in the order of their first events; `starts` has the number of each event's entry."""
    entry, steps = lives.starts, lives.steps
    firsts = np.flatnonzero(np.diff(entry, prepend=-1))
    sizes = np.diff(np.append(firsts, len(entry)))
    ranks = np.argsort(steps[firsts], kind="stable")
    starts = np.concatenate([[0], np.cumsum(sizes[ranks])])
    order = np.repeat(firsts[ranks] - starts[:-1], sizes[ranks]) + np.arange(len(entry))
    columns = {name: getattr(lives, name)[order] for name in ("steps", "nodes", "deeds", "lows", "highs")}
    depths = None if lives.depths is None else lives.depths[order]
    return Lives(lives.exact, lives.by_path, **columns, depths=depths, starts=starts, trace=lives.trace)


def _unstored(trace: Recording, paths: Paths) -> Bools:
    """N long: what is no visit of a position: drivers, also of a game that is over at once, and standing pat."""
    stands = [number for number, move in trace.no_moves.items() if isinstance(move, Stand)]
    found = paths.drives | np.isin(trace.columns.move, stands)
    search = recorded_search(trace.header)
    found[0] |= search is not None and search.drives
    return found


def _left(trace: Recording, rule: TableRule | None, groups: Ints) -> tuple[Bools, Floats, Floats]:
    """N long: whether a visit was stored, and between which bounds the value of its position lies by that."""
    columns, codes = trace.columns, classical_bounds(trace, limited=False)  # a table keeps what windows prove
    leaves = (columns.status == TERMINAL) | (columns.status == HORIZON)
    value = columns.value.copy()
    if rule is not None and trace.header.options.get("fail") == "hard":
        codes[leaves] = EXACT
        _unclamp(trace, np.flatnonzero(leaves & ((value <= columns.alpha) | (value >= columns.beta))), value)
    returned = leaves | (columns.status == EXPANDED)
    if rule is not None and not rule.stores_leaves:
        returned &= ~leaves
    if rule is None and not _keeps_leaves(columns.status == TABLE, columns.status == EXPANDED, leaves, groups):
        returned &= ~leaves
    returned &= (codes != NONE) & ~_unstored(trace, paths_of(trace))
    low = np.where(codes == UPPER, -INFINITY, value)
    return returned, low, np.where(codes == LOWER, INFINITY, value)


def _keeps_leaves(answered: Bools, searched: Bools, leaves: Bools, groups: Ints) -> bool:
    """Whether the table of a program answered for a position that it never expanded, but evaluated."""
    asked = groups[answered]
    return bool((np.isin(asked, groups[leaves]) & ~np.isin(asked, groups[searched])).any())


def _unclamp(trace: Recording, nodes: Ints, value: Floats) -> None:
    """Put the values of leaves there that a fail-hard search stored before it clamped what it returned."""
    game = trace.game
    if game is None or not len(nodes):
        return
    evaluate = optional(game, "evaluate")
    with blame(game):
        for node, state in states(trace, nodes.tolist()):
            worth = game.utility(state)
            if worth is None and evaluate is not None:
                worth = evaluate(state)
            value[node] = value[node] if worth is None else worth


def _deeds(kind: Ints, found: Grouped, low: Floats, high: Floats, depth: Ints | None) -> Ints:
    """What happened at each event, but for what cuts; of a table with one entry a position, by depth."""
    deeds = kind.copy()
    again = (kind == STORED) & found.before
    deeds[again] = AGAIN
    deeds[again & found.changed(low, high)] = OVERWRITTEN
    if depth is not None:
        deeds[again & found.changed(depth)] = REPLACED
    return deeds


def _cuts(trace: Recording, nodes: Ints) -> Bools:
    """Whether each of some visits is the one after which the node above it was cut."""
    columns = trace.columns
    above = columns.parent[nodes]
    cut: Bools = (last_visits(columns)[above] == nodes) & columns.cutoff[above] & (above >= 0)
    return cut


class Grouped:
    """Events in order, those of an entry together; and which of them write it."""

    def __init__(self, entry: Ints, writes: Bools) -> None:
        self._writes, size = writes, len(entry)
        new = np.diff(entry, prepend=-1) != 0
        self._group = np.cumsum(new)
        first = np.maximum.accumulate(np.where(new, np.arange(size), 0))
        last = np.maximum.accumulate(np.where(writes, np.arange(size), -1))
        before = np.concatenate([[-1], last[:-1]])[:size]
        self._last, self._before = np.where(last >= first, last, -1), np.where(before >= first, before, -1)

    @property
    def before(self) -> Bools:
        """Whether the entry was written before each event."""
        before: Bools = self._before >= 0
        return before

    @property
    def any(self) -> Bools:
        """Whether each event's entry is ever written."""
        written = np.zeros(int(self._group[-1]) + 1 if len(self._group) else 1, bool)
        written[self._group[self._writes]] = True
        found: Bools = written[self._group]
        return found

    def last(self, told: Floats, none: float) -> Floats:
        """Return for each event the value that the last write up to it stored; `none` before the first write."""
        return np.where(self._last >= 0, told[self._last], none)

    def least(self, told: Floats) -> Floats:
        """Return for each event the least value that a write up to it stored; ∞ before the first write."""
        told = np.where(self._writes, told, INFINITY)
        values, ranks = np.unique(told, return_inverse=True)
        ranks = ranks.reshape(-1) - self._group * len(values)  # which keeps the entries apart on one line
        least: Floats = values[np.minimum.accumulate(ranks) + self._group * len(values)]
        return least

    def changed(self, *columns: Floats | Ints) -> Bools:
        """Whether each event differs in something from what the last write before it left."""
        differs = np.zeros(len(self._before), np.bool_)
        for column in columns:
            differs |= column != column[self._before]
        return differs & self.before
