"""The life of every entry of a table: what is derived from a recording is what a table that keeps a diary did."""

import math
from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA, Case, board_positions, chance_trees, evaluated_trees, lattices, nim_positions, windows
from visits import scouted

import tracer
from tracer import Status
from tracer.count.table_history import lives_of
from tracer.count.table_lives import Deed, Lives
from tracer.errors import PlyscopeError
from tracer.games.tree import TreeGame
from tracer.searches import alphabeta_memo, deepening, engine, minimax_memo, mtdf, star2
from tracer.searches.contract import TableRule
from tracer.searches.transposition_table import BoundsTable, TableEntry, TranspositionTable

INFINITY = math.inf
Note = tuple[str, Hashable, float, float, float]
"""What was done, the key, the remaining depth, and both bounds that the entry has then."""
STORES = (Deed.STORED, Deed.AGAIN, Deed.OVERWRITTEN, Deed.NARROWED, Deed.REPLACED)
ENGINE = ("table", "table,null", "table,null,verify,lmr", "table,quiescence,futility", "table,hash,killers,history,lmr")
HEURISTICS = ("table", "table,hash", "table,hash,killers,history")


class Diary:
    """What tables did, in order."""

    def __init__(self) -> None:
        self.notes: list[Note] = []

    def ends(self, entry: TableEntry[Any]) -> tuple[float, float]:
        return (-INFINITY if entry.bound == 2 else entry.value, INFINITY if entry.bound == 1 else entry.value)


@pytest.fixture(scope="module")
def diary() -> Iterator[Diary]:
    """Has every search keep its table in one that writes down what it does."""
    diary = Diary()

    class WrittenTable(TranspositionTable[Any]):
        def get(self, key: Hashable, depth: float) -> TableEntry[Any] | None:
            entry = super().get(key, depth)
            if entry is not None:
                diary.notes.append(("asked", key, depth, *diary.ends(entry)))
            return entry

        def put(self, key: Hashable, depth: float, value: float, bound: Any, move: Any) -> None:
            super().put(key, depth, value, bound, move)
            entry = super().get(key, depth)
            assert entry is not None
            diary.notes.append(("stored", key, depth, *diary.ends(entry)))

    class WrittenBounds(BoundsTable):
        def deciding_bound(self, key: Hashable, depth: float, alpha: float, beta: float) -> float | None:
            if (key, depth) in self._entries:
                diary.notes.append(("asked", key, depth, *self._entries[key, depth]))
            return super().deciding_bound(key, depth, alpha, beta)

        def put(self, key: Hashable, depth: float, low: float, high: float) -> None:
            super().put(key, depth, low, high)
            diary.notes.append(("stored", key, depth, *self._entries[key, depth]))

    with pytest.MonkeyPatch.context() as patch:
        for module in (alphabeta_memo, minimax_memo, deepening, engine):
            patch.setattr(module, "TranspositionTable", WrittenTable)
        for module in (mtdf, star2):
            patch.setattr(module, "BoundsTable", WrittenBounds)
        yield diary


def told(trace: tracer.Trace, lives: Lives) -> list[Note]:
    """What is derived, as a diary has it."""
    rows: list[tuple[int, Note]] = []
    for entry in range(len(lives)):
        for event in lives.life(entry):
            depth = INFINITY if event.depth is None else event.depth
            what = "stored" if event.deed in STORES else "asked"
            ends = (event.low, event.high)
            if tracer.SEARCHES[trace.header.search].view == "mover" and trace.columns.turn[event.node] < 0:
                ends = (-event.high, -event.low)
            rows.append((event.step, (what, key_of(trace, lives, event.node), depth, *ends)))
    assert len({step for step, _ in rows}) == len(rows)
    return [note for _, note in sorted(rows, key=lambda row: row[0])]


def key_of(trace: tracer.Trace, lives: Lives, node: int) -> Hashable:
    if lives.by_path:
        path: Hashable = None
        for above in trace.ancestry(node)[1:]:
            move = trace.move(above)
            path = path if isinstance(move, tracer.Pass) else (path, move)
        return path
    key = getattr(trace.game, "key", None)
    state: Hashable = trace.state(node)
    return state if key is None else key(state)


def agree(diary: Diary, game: Any, search: str, **options: Any) -> tuple[tracer.Trace, Lives]:
    diary.notes.clear()
    trace = tracer.trace(game, search, **options)
    written = list(diary.notes)
    lives = lives_of(trace)
    assert lives.exact
    assert told(trace, lives) == written
    answered = trace.columns.status == Status.TABLE
    assert lives.total(Deed.HIT, Deed.CUT) == answered.sum() == lives.hits.sum()
    assert sorted(lives.nodes[lives.deeds >= Deed.HIT].tolist()) == answered.nonzero()[0].tolist()
    return trace, lives


GAMES = st.one_of(lattices(), nim_positions(), board_positions(), evaluated_trees())


@given(case=GAMES, window=windows(), fail=st.sampled_from(["soft", "hard"]), cut=st.sampled_from([">=", ">"]))
def test_the_entries_of_alphabeta_are_those_that_it_kept(
    diary: Diary, case: Case, window: tuple[float, float], fail: str, cut: str
) -> None:
    for depth in case.depths:
        options: dict[str, Any] = {"position": case.position, "depth": depth}
        agree(diary, case.game, "alphabeta-memo", fail=fail, cut=cut, **options)
        agree(diary, case.game, "alphabeta-memo", fail=fail, cut=cut, window=window, **options)
        agree(diary, case.game, "minimax-memo", **options)


@given(
    case=GAMES,
    guess=st.sampled_from([-INFINITY, -1.0, 0.0, 0.5, 2.0, INFINITY]),
    table=st.sampled_from(["position", "path"]),
)
def test_the_bounds_of_mtdf_close_in_as_it_kept_them(diary: Diary, case: Case, guess: float, table: str) -> None:
    for depth in case.depths:
        _, lives = agree(diary, case.game, "mtdf", position=case.position, depth=depth, guess=guess, table=table)
        assert not lives.total(Deed.OVERWRITTEN, Deed.REPLACED)
        for entry in range(len(lives)):
            life = lives.life(entry)
            assert all(one.low <= two.low <= two.high <= one.high for one, two in pairwise(life))


@given(case=GAMES, with_=st.sampled_from(HEURISTICS), aspiration=st.sampled_from([0, 0.5]))
def test_the_entries_of_iterations_are_of_each_depth_their_own(
    diary: Diary, case: Case, with_: str, aspiration: float
) -> None:
    if hasattr(case.game, "evaluate"):
        agree(diary, case.game, "deepening", position=case.position, depth=4, with_=with_, aspiration=aspiration)


@given(case=GAMES, with_=st.sampled_from(ENGINE))
def test_the_entries_of_an_engine_are_those_of_all_that_it_searches(diary: Diary, case: Case, with_: str) -> None:
    if hasattr(case.game, "evaluate"):
        agree(diary, case.game, "engine", position=case.position, depth=4, with_=with_)


@given(chance_trees(), st.sampled_from([(-INFINITY, INFINITY), (0.0, 1.0), (1.0, 3.0)]), st.integers(2, 8))
def test_the_bounds_of_star2_close_in_as_it_kept_them(
    diary: Diary, text: str, window: tuple[float, float], depth: int
) -> None:
    agree(diary, TreeGame.from_text(text), "star2", window=window, bounds="-2,7")
    for game in ("pig:3,3", "race:3,2,2"):
        agree(diary, game, "star2", depth=depth)


def test_probes_leave_bounds_that_later_visits_narrow(diary: Diary) -> None:
    _, lives = agree(diary, "2048:2,2", "star2", depth=6)
    assert lives.total(Deed.NARROWED)
    assert lives.total(Deed.HIT, Deed.CUT)


def test_the_table_of_proof_numbers_has_no_lives_and_says_so() -> None:
    with pytest.raises(PlyscopeError, match="the table of dfpn has proof numbers"):
        lives_of(tracer.trace("nim:1,2", "dfpn"))


def test_the_entries_of_an_engine_at_chess(diary: Diary) -> None:
    pytest.importorskip("chess")
    spec = "chess:4k3/8/8/3pP3/2p1P3/8/8/4K2R w K - 0 1"
    for with_ in ENGINE:
        agree(diary, spec, "engine", depth=3, with_=with_)


@pytest.mark.parametrize(
    "search", [name for name, entry in tracer.SEARCHES.items() if isinstance(entry.table, TableRule)]
)
def test_all_of_tic_tac_toe(diary: Diary, search: str) -> None:
    rule = tracer.SEARCHES[search].table
    assert isinstance(rule, TableRule)
    wished = {} if rule.required_option is None else {rule.required_option[0]: rule.required_option[1]}
    trace, lives = agree(diary, "tictactoe", search, **wished)
    spared = lives.spared()
    assert spared is not None
    assert spared.sum() == trace.counts.table_nodes
    assert not spared[lives.hits == 0].any()
    if rule.required_option is None:
        inner = np.flatnonzero(trace.columns.status == Status.EXPANDED).tolist()
        there = trace.counts.positions if rule.stores_leaves else len({key_of(trace, lives, node) for node in inner})
        assert len(lives) == lives.positions == there
    for entry in (int(lives.hits.argmax()), int(lives.puts.argmax())):
        node = lives.life(entry)[0].node
        assert entry in lives.of(node)


@given(lattices(), st.integers(1, 60))
def test_a_search_that_was_stopped_kept_what_it_had(diary: Diary, case: Case, most: int) -> None:
    for search in ("alphabeta-memo", "mtdf"):
        agree(diary, case.game, search, max_nodes=most)


def test_a_hit_says_which_visit_left_its_number() -> None:
    trace = tracer.trace("nim:1,2,3", "alphabeta-memo")
    lives = lives_of(trace)
    hits = [event for entry in range(len(lives)) for event in lives.life(entry) if event.deed >= Deed.HIT]
    assert hits
    for event in hits:
        assert event.source is not None
        assert trace.columns.value[event.source] == trace.columns.value[event.node]
        assert trace.left(event.source) < trace.entered(event.node)
        parent = int(trace.columns.parent[event.node])
        refuted = bool(trace.columns.cutoff[parent]) and refutes(trace, event.node, parent)
        assert (event.deed is Deed.CUT) == refuted


def refutes(trace: tracer.Trace, node: int, parent: int) -> bool:
    visited = [child for child in trace.children(parent) if trace.columns.status[child] != Status.PRUNED]
    return visited[-1] == node


@pytest.mark.parametrize("search", [name for name, entry in tracer.SEARCHES.items() if not entry.table])
def test_a_search_without_a_table_says_so(search: str) -> None:
    with pytest.raises(PlyscopeError, match="keeps no table; searches with one are"):
        lives_of(tracer.trace(AIMA, search))


def test_an_iteration_without_a_table_says_how_to_have_one() -> None:
    with pytest.raises(PlyscopeError, match="--with table"):
        lives_of(tracer.trace(AIMA, "deepening"))
    with pytest.raises(PlyscopeError, match="no visit of scout was closed by a table"):
        lives_of(scouted(str(AIMA)))
