"""Any keys on any recording: the explorer is where a naive one is that replays all events and makes lists of rows."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from random import randrange
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st
from naive_explorer import NaiveExplorer
from naive_replay import SKIPPED, Replay
from naive_shapes import cells, texts
from naive_view import CONDITIONS
from pairs import recording
from strategies import (
    AIMA,
    SEEDS,
    Case,
    board_positions,
    evaluated_trees,
    lattices,
    nim_positions,
    ragged_trees,
    uniform_trees,
    windows,
)

import tracer
from tracer.count.transpositions import positions_of
from tracer.tracing import Trace
from tui.model.browser import Browser
from tui.model.keys import all_keys
from tui.model.node_text import value_text
from tui.model.recording_map import RecordingMap
from tui.model.tree_picture import NARROW_WIDTH, Picture
from tui.model.tree_sketch import ItemType
from tui.screens.trace_screen import ACTION_OWNERS

THOROUGH = not settings.default.derandomize
SEQUENCES = 3 * settings.default.max_examples
"""Of keys, for each recording."""
LUCK = randrange(2**32) if THOROUGH else 0
"""What recordings and keys are drawn from; the same in every run but a thorough one."""
SIZES = ((80, 11), (68, 30), (120, 50), (30, 6))
"""Columns and rows of a picture and a map."""
MOST_COMPARED = 40
"""Rows whose values are compared."""
ELSEWHERE = {*ACTION_OWNERS, "scale"}
"""What changes neither rows nor time: helpers of the screen, and how near the line of time is."""
MODELS = [key for key in all_keys() if "." in key.action and key.action.partition(".")[0] not in ELSEWHERE]
KEYS = [(key.action,) for key in MODELS if not key.is_digit]
SHOWING = [(f"tree.{name}",) for name in ("toggle_cutoffs", "toggle_deeper", "next_order", "reroot", "follow")]
SHOWING += [
    ("finder.toggle_hits",),
    ("finder.next_hit",),
    ("finder.previous_hit",),
    ("stops.run_on",),
    ("stops.run_back",),
    ("tree.expand_chain",),
    ("tree.collapse_beside",),
    ("tree.collapse_siblings",),
]
DIGITS = [(key.action, digit) for key in MODELS if key.is_digit for digit in range(1, 10)]
SAME = [("time.next_same",), ("time.previous_same",)]
PARTS = 63
"""Steps and nodes are drawn as so many parts of the whole recording."""
STEPS = st.sampled_from([("time.go_to_step", part) for part in range(PARTS + 1)])
PLACES = [(name, part) for name in ("time.go_to_step", "select") for part in range(PARTS + 1)]
RENAMED = {
    "tree.limit": "tree.limit_plies",
    "stops.add": "stops.add_breakpoint",
    "stops.remove": "stops.remove_breakpoint",
    "stops.switch": "stops.switch_breakpoint",
}
"""By the naive explorer's name of an action, the browser's."""
OTHERS = [("jump", part) for part in range(0, PARTS + 1, 4)] + [("tree.limit", plies) for plies in range(8)]
OTHERS += [("tree.show_only", chosen) for chosen in range(32)] + [("root at", part) for part in range(0, PARTS, 2)]
OTHERS += [(name, place) for name in ("stops.remove", "stops.switch") for place in range(len(CONDITIONS))]
CONDITIONS_SET = [(name, place) for name in ("stops.add", "finder.look_for") for place in range(len(CONDITIONS))]
ACTIONS = st.sampled_from([*KEYS * 12, *SHOWING * 12, *DIGITS, *SAME * 6, *PLACES, *OTHERS, *CONDITIONS_SET * 3])
"""A key, or something that a mouse or a question does; the keys most often."""
Action = tuple[Any, ...]


@dataclass(frozen=True)
class Wanted:
    """What a recording is to be like. A tree of at most 40 nodes opens with everything expanded."""

    games: Callable[[], st.SearchStrategy[Case]] | None
    """None for recordings that come from no game: windows and values of any kind."""
    search: str = "alphabeta"
    variant: Mapping[str, Any] = field(default_factory=dict)
    nodes: range = range(41, 131)
    stopped: int | None = None
    windowed: bool = False
    """Whether the search begins with a window of its own."""

    @property
    def recordings(self) -> st.SearchStrategy[Trace]:
        if self.games is None:
            return st.builds(recording, SEEDS, SEEDS, st.booleans())
        return self.games().flatmap(self._recordings)

    def _recordings(self, case: Case) -> st.SearchStrategy[Trace]:
        window = windows() if self.windowed else st.none()
        variant = st.fixed_dictionaries({"depth": st.sampled_from(case.depths), "order": st.sampled_from(case.orders)})
        search = self.search if self.search in case.searches else "alphabeta"
        most = self.stopped or self.nodes.stop
        return st.builds(
            lambda window, drawn: tracer.trace(
                case.game, search, position=case.position, max_nodes=most, window=window, **drawn, **self.variant
            ),
            window,
            variant,
        )

    def accepts(self, trace: Trace) -> bool:
        stopped = trace.unfinished > 0
        return len(trace) in self.nodes and (self.games is None or stopped == (self.stopped is not None))


HARD, STRICT, SMALL = {"fail": "hard"}, {"cut": ">"}, range(8, 41)
WANTED = (
    Wanted(ragged_trees),
    Wanted(ragged_trees, variant=HARD, windowed=True),
    Wanted(ragged_trees, "minimax", nodes=SMALL),
    Wanted(ragged_trees, stopped=45),
    Wanted(evaluated_trees, variant=STRICT),
    Wanted(evaluated_trees, "minimax", stopped=60),
    Wanted(evaluated_trees, variant=HARD, windowed=True, nodes=SMALL),
    Wanted(uniform_trees, "negamax-alphabeta", variant=HARD, nodes=SMALL),
    Wanted(uniform_trees, "alphabeta-memo", nodes=SMALL, windowed=True),
    Wanted(lattices, "alphabeta-memo"),
    Wanted(lattices, "alphabeta-memo", variant=HARD, stopped=25, nodes=range(25, 131)),
    Wanted(lattices, "minimax-memo"),
    Wanted(lattices, "negamax-alphabeta", windowed=True),
    Wanted(lattices, "minimax"),
    Wanted(nim_positions, "alphabeta", nodes=SMALL),
    Wanted(nim_positions, "negamax", nodes=SMALL),
    Wanted(board_positions, "alphabeta"),
    Wanted(board_positions, "alphabeta-memo", variant=STRICT),
    Wanted(None),
    Wanted(None, nodes=SMALL),
)
DRAWN = 30
"""Recordings from which the one with the most cutoffs is taken, of those that are as wanted."""


def drawn(wanted: Wanted, number: int) -> Trace:
    """A recording, the same in every run."""
    found: list[Trace] = []
    for attempt in range(50):
        if found:
            break

        @seed(f"{LUCK} {number} {attempt}")
        @settings(max_examples=DRAWN, phases=[Phase.generate])
        @given(wanted.recordings)
        def collect(trace: Trace) -> None:
            if wanted.accepts(trace):
                found.append(trace)

        collect()
    return max(found, key=lambda trace: (int(trace.columns.cutoff.sum()), len(trace)))


class Pair:
    """The explorer and the naive one, to which the same is done."""

    def __init__(self, replay: Replay, compared: set[Action]) -> None:
        self.trace, self.compared = replay.recording.trace, compared
        self.view, self.naive = Browser(self.trace), NaiveExplorer(replay)

    def do(self, action: Action) -> None:
        """The same to both; then they agree on everything, and on whether there is a notice."""
        name, *rest = action
        notices = self._do(name, *rest)
        assert bool(notices[0]) == notices[1], (action, notices)
        self.agree()

    def _do(self, name: str, part: int = 0) -> tuple[str, bool]:
        view, naive, size = self.view, self.naive, len(self.trace)
        if name in ("select", "jump"):
            node = part * (size - 1) // PARTS
            return getattr(view, {"jump": "jump_to_node"}.get(name, name))(node), getattr(naive, name)(node)
        if name == "root at":
            self._do("select", part)
            return self._do("tree.reroot")
        if name == "tree.show_only":
            mask = np.random.default_rng(part).random(size) < part / 64
            chosen = set(np.flatnonzero(mask).tolist())
            return view.tree.show_only_nodes(mask, "hits"), not chosen or naive.tree_show_only(chosen)
        if name == "stops.switch" and CONDITIONS[part] not in naive.breakpoints:
            return "", False
        if name in ("stops.add", "stops.remove", "stops.switch"):
            return attrgetter(RENAMED[name])(view)(CONDITIONS[part].text), naive.do(name, part)
        if name == "finder.look_for":
            return view.run_action(name, CONDITIONS[part].text), naive.do(name, part)
        if (name,) in SAME and self.view.positions is None:
            return "", False
        if name == "time.go_to_step":
            part = part * naive.recording.last // PARTS
        rest = [part] if name in ("tree.expand_to", "tree.limit", "time.go_to_step") else []
        return view.run_action(RENAMED.get(name, name), *rest), naive.do(name, *rest)

    def agree(self) -> None:
        """Both are at the same place and show the same."""
        rows = self.naive.rows()
        self._same_time()
        self._same_rows(rows)
        self._same_stops()
        naive = self.naive
        naive.follow()
        assert self.view.scale.shown_range(1)[:2] == (naive.on_line[0], naive.on_line[-1])
        assert all(self.view.cursor.step_after(by) == self.naive.after(by) for by in (-7, -1, 1, 3))
        self._same_hits()
        once = ("frames", self.naive.step)
        if once not in self.compared:
            self.compared.add(once)
            self._same_frames()
        self._same_texts(rows[:MOST_COMPARED])

    def _same_time(self) -> None:
        cursor, known, naive = self.view.cursor, self.naive.known, self.naive
        assert (cursor.step, cursor.event.value, cursor.node) == (naive.step, known.event, known.node)
        assert (cursor.cut_node, cursor.is_cut(naive.selected)) == (known.cut_now, naive.selected in known.cut)
        so_far = (known.visited, known.leaves, len(known.cut), known.pruned)
        assert tuple(cursor.tally.values()) == so_far
        assert list(cursor.principal_variation()) == known.variation()
        assert cursor.best_child(0) == known.best_child.get(0)
        below = [node for node in naive.recording.below(naive.selected)[1:] if node in known.phase]
        pruned = sum(node in naive.recording.pruned for node in below)
        assert cursor.count_below(naive.selected) == (len(below) - pruned, pruned)

    def _same_rows(self, rows: list[int]) -> None:
        view, naive = self.view, self.naive
        assert (view.selected, view.rows.root, view.tree.title_notes) == (
            naive.selected,
            naive.root,
            naive.titles(),
        )
        assert view.rows.visible_nodes.tolist() == rows
        assert len(view.rows) == len(rows)
        assert view.selected_row == rows.index(naive.selected)
        assert view.rows.collapsed_nodes.tolist() == naive.frontier()
        assert view.tree.indented_plies.first_ply == naive.first_indented
        for row in {0, len(rows) // 3, view.selected_row, len(rows) - 1}:
            node = rows[row]
            assert (view.rows.node_in_row(row), view.rows.row_of(node)) == (node, row)
            assert view.rows.can_expand(node) == bool(naive.children(node))
            assert view.rows.is_collapsed(node) == (node in naive.collapsed)

    def _same_stops(self) -> None:
        stops, step, far = self.view.stops, self.naive.step, self.naive.recording.last + 1
        hits = sorted({hit for hit, _ in self.naive.stops()})
        is_on = {one.text: one.enabled for one in stops.breakpoints}
        assert list(is_on.items()) == [(one.text, on) for one, on in self.naive.breakpoints.items()]
        assert stops.hit_steps.tolist() == hits
        assert stops.first_hit_within(far) == min((hit for hit in hits if hit > step), default=None)
        assert stops.first_hit_within(-far) == max((hit for hit in hits if hit < step), default=None)

    def _same_hits(self) -> None:
        found, listed = self.naive.hits(), self.view.lists[0]
        assert list(self.view.finder.hits) == found
        assert listed.count_text == f"{len(found):,}"
        for number in {0, len(found) // 2, len(found) - 1} if found else ():
            assert listed.find_location(number, 0) == found[number]

    def _same_frames(self) -> None:
        known, cursor = self.naive.known, self.view.cursor
        for node in self.naive.replay.open_path(self.naive.step):
            frame = cursor.frame(node)
            assert (frame.alpha, frame.beta) == (known.alpha[node], known.beta[node])
            assert (frame.best, frame.best_child) == (known.best.get(node), known.best_child.get(node))

    def agree_on_shapes(self, size: tuple[int, int], nearer: int) -> None:
        """The picture and the map say what is so."""
        self._same_picture(Picture(self.view), size)
        self._same_map(RecordingMap(self.view), size, nearer)

    def _same_picture(self, picture: Picture, size: tuple[int, int]) -> None:
        naive, picture.pane_size = self.naive, size
        picture.draw_rows()
        rows = set(naive.rows())
        below = naive.recording.below(naive.root)
        assert sum(spot.item.node_count for spot in picture.spots) == sum(map(naive.is_shown, below))
        for spot, drawn in zip(picture.spots, picture.blocks, strict=True):
            node, kind = spot.item.node, spot.item.item_type
            if kind is ItemType.NODE:
                assert node in rows
                if node in naive.collapsed:
                    hidden = [below for below in naive.recording.below(node) if naive.is_shown(below)]
                    assert spot.item.node_count == len(hidden)
                title, value, below = ("".join(text for text, _ in line) for line in drawn.lines)
                glyph, _, worth = value.partition(" ")
                ends = [end.split("→")[-1] for end in re.findall(r"[αβ] (\S+)", below)]
                label, told, window = texts(naive, node)
                said = label, told, window if size[0] >= NARROW_WIDTH else ""
                skipped = naive.known.phase.get(node) == SKIPPED
                worth = value if skipped or glyph == "·" else worth
                assert (title, worth, " ".join(ends)) == said
                assert drawn.is_pruned == skipped
            elif kind is ItemType.PRUNED:
                assert node in naive.recording.pruned
                assert ("".join(text for text, _ in drawn.title)[0] == "✗") == (node in naive.known.phase)

    def _same_map(self, shown: RecordingMap, size: tuple[int, int], nearer: int) -> None:
        shown.map_size = size
        shown.draw_cells()
        for _ in range(nearer):
            shown.zoom_in()
        found = shown.draw_cells().fates.tolist()
        top, plies = shown.top_ply, shown.ply_count
        assert found == cells(self.naive, shown.range_start, shown.range_length, size[0], top, plies)

    def _same_texts(self, rows: list[int]) -> None:
        """The values of the rows; a row's text follows from step and node, so each of them is read once."""
        step = self.naive.step, self.naive.until
        for node in rows:
            if (step, node) not in self.compared:
                self.compared.add((step, node))
                assert self.view.cursor.phase(node).value == self.naive.known.phase.get(node, "not reached")
                assert value_text(self.view, node) == self.naive.replay.text(self.naive.until, node)


@pytest.mark.parametrize(("number", "wanted"), enumerate(WANTED))
def test_after_every_key_the_explorer_is_where_a_naive_one_is(number: int, wanted: Wanted) -> None:
    trace, compared = drawn(wanted, number), set[Action]()
    replay = Replay(trace)
    if trace.game is not None:
        positions_of(trace)

    @seed(f"{LUCK} {number}")
    @settings(max_examples=SEQUENCES)
    @given(
        st.lists(st.sampled_from(CONDITIONS_SET), max_size=2),
        STEPS,
        st.lists(ACTIONS, min_size=5, max_size=30),
        st.sampled_from(SIZES),
        st.integers(0, 3),
    )
    def any_keys(
        conditions: list[Action], step: Action, keys: list[Action], size: tuple[int, int], nearer: int
    ) -> None:
        pair = Pair(replay, compared)
        pair.agree()
        for action in (*conditions, step, *keys):
            pair.do(action)
        pair.agree_on_shapes(size, nearer)

    any_keys()


def test_a_principal_variation_that_is_left_out_leaves_the_root_of_the_rows_as_it_is() -> None:
    pair = Pair(Replay(tracer.trace(AIMA, "minimax")), set())
    view, naive, below = pair.view, pair.naive, {6}
    pair.do(("select", 5 * PARTS // 12 + 1))
    pair.do(("tree.reroot",))
    view.tree.show_only_nodes(np.arange(len(pair.trace)) == 6, "hits")
    naive.tree_show_only(below)
    pair.do(("tree.follow",))
    assert view.rows.root == 5
