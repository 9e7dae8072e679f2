"""A packed trace holds the trace: unpacked by another hand it gives the same columns, boards and savings."""

import gzip
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hostile import HOSTILE, hostile_trace
from hypothesis import given, settings
from strategies import AIMA, Case, Lattice, searched

import tracer
from tracer.errors import PlyscopeError
from tracer.games.rules import show
from tracer.games.tree import TreeGame
from tracer.recording.status import PRUNED
from tracer.text import clean, clean_lines
from tracer.tracing import Trace
from tracer.why import cutoff_causes
from viz.page import asides, packing
from viz.page import boards as page_boards
from viz.page.asides import count_savings
from viz.page.boards import make_boards
from viz.page.packing import PackedTrace, pack


def unpacked(packed: PackedTrace) -> dict[str, Any]:
    """The sections by name, texts as lists."""
    block = gzip.decompress(packed.data)
    assert len(block) == packed.header["bytes"]
    found: dict[str, Any] = {
        name: np.frombuffer(block, f"<{kind}", length, offset)
        for name, kind, offset, length in packed.header["sections"]
    }
    for name in ("labels", "boards"):
        found[name] = found[name].tobytes().decode().split("\0")[:-1]
    return found


def columns_again(packed: PackedTrace) -> dict[str, list[Any]]:
    """The columns of a trace from its packed form, worked out the slow way."""
    sections = unpacked(packed)
    flags, line, ply = sections["flags"], [], []
    end = [0] * len(flags)
    for node, closed in enumerate(sections["closed"].tolist()):
        for _ in range(closed):
            end[line.pop()] = node
        ply.append(len(line))
        line.append(node)
    for node in line:
        end[node] = len(flags)
    values = {
        name: (sections["numbers"][sections[name]] if "numbers" in sections else sections[name])
        for name in ("alpha", "beta", "value")
    }
    return {
        "end": end,
        "ply": ply,
        "move": sections["move"].tolist(),
        "status": (flags & 7).tolist(),
        "cutoff": ((flags >> 3) & 1).astype(bool).tolist(),
        "turn": (((flags >> 4) & 3).astype(int) - 1).tolist(),
        **{name: [None if x != x else x for x in column.tolist()] for name, column in values.items()},
    }


def assert_whole(trace: Trace) -> None:
    packed = pack(trace)
    proved = (unpacked(packed)["flags"] >> 6).tolist()
    assert proved == [trace.proved_bound(node) is not trace.bound(node) for node in range(len(trace))]
    again = columns_again(packed)
    for name, column in again.items():
        wanted = [None if x != x else x for x in getattr(trace.columns, name).tolist()]
        assert column == wanted, name


@given(searched())
@settings(max_examples=40)
def test_unpacked_columns_are_the_columns(found: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    case, options, window = found
    for search in case.searches:
        more = {"window": window} if tracer.SEARCHES[search].windowed else {}
        assert_whole(tracer.trace(case.game, search, position=case.position, **options, **more))


def test_a_stopped_search_and_a_chain_of_5000_plies_are_packed() -> None:
    assert_whole(tracer.trace("tictactoe", max_nodes=999))
    assert_whole(tracer.trace("random:b=1,d=5000"))


def test_few_numbers_are_a_table_and_many_are_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = tracer.trace([[0.5 * leaf for leaf in range(first, 280, 14)] for first in range(14)], "minimax")
    assert unpacked(pack(trace))["value"].dtype == np.uint16
    monkeypatch.setattr(packing, "MAX_TABLE_SIZE", 100)
    assert unpacked(pack(trace))["value"].dtype == np.float64
    assert_whole(trace)


def test_half_a_million_nodes_take_less_than_a_byte_each() -> None:
    packed = pack(tracer.trace("tictactoe", "minimax"))
    assert packed.header["nodes"] == 549_946
    assert len(packed.data) < 549_946


def test_the_header_is_plain_json_and_trusts_no_file() -> None:
    packed = pack(hostile_trace())
    assert json.loads(json.dumps(packed.header))["depth"] is None
    assert unpacked(packed)["labels"] == [clean(label) for label in HOSTILE]
    trace = tracer.trace(AIMA)
    stopped = replace(trace.header, stopped="\x1b[2J by\u202ehand")
    header = pack(Trace(trace.columns, trace.move_labels, stopped)).header
    assert header["stopped"] == "␛[2J by�hand"
    assert header["depth"] is None


@pytest.mark.parametrize(
    ("root", "problem"), [(13, "no node 13 to begin with: the trace has nodes 0 to 12"), (-1, "-1")]
)
def test_a_root_that_is_not_there_is_refused(root: int, problem: str) -> None:
    with pytest.raises(PlyscopeError, match=problem):
        pack(tracer.trace(AIMA), root=root)


def test_what_is_too_large_for_a_page_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MAX_NODES", 12)
    with pytest.raises(PlyscopeError, match="a page holds up to 12 nodes and this trace has 13"):
        pack(tracer.trace(AIMA))


# Boards.


def assert_boards(trace: Trace) -> None:
    found, game = make_boards(trace), trace.need_game()
    assert found.board_numbers is not None
    for node in range(len(trace)):
        place = int(found.board_numbers[node])
        assert (place > 0) == (trace.columns.ply[node] < found.plies)
        if place:
            shown = found.texts[place - 1].replace("\t", "") if found.squares != "text" else found.texts[place - 1]
            written = "\n".join(clean_lines(show(game, trace.state(node))))
            assert shown == (written.replace(".", "") if found.squares != "text" else written)


@given(searched())
@settings(max_examples=30)
def test_every_node_has_the_board_of_its_position(found: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    case, options, _ = found
    trace = tracer.trace(case.game, position=case.position, **options)
    if isinstance(case.game, TreeGame):  # whose nodes have names, or nothing
        assert make_boards(trace).board_numbers is None
    else:
        assert_boards(trace)


def test_equal_positions_share_a_board() -> None:
    found = make_boards(tracer.trace("tictactoe"))
    assert len(found.texts) == len(set(found.texts))
    assert found.squares == "lines"
    assert found.texts[0] == "\t\t\n\t\t\n\t\t"


@pytest.mark.parametrize(
    ("budget", "plies"), [({"MAX_REPLAYED_NODES": 100}, 3), ({"MAX_BOARDS": 60}, 2), ({"MAX_REPLAYED_NODES": 0}, 0)]
)
def test_boards_beyond_the_budget_are_left_out_from_the_deepest_ply_on(
    monkeypatch: pytest.MonkeyPatch, budget: dict[str, int], plies: int
) -> None:
    for name, amount in budget.items():
        monkeypatch.setattr(page_boards, name, amount)
    trace = tracer.trace("tictactoe", "minimax", depth=3)
    found = make_boards(trace)
    assert found.plies == plies
    if plies:
        assert_boards(trace)
        assert len(found.texts) == int(found.board_numbers.max())  # type: ignore[union-attr]


class Moody(Lattice):
    """A game that fails in the middle."""

    def show(self, state: Any) -> str:
        if state[0] > 2:
            raise ValueError("no")
        return "here"


def test_without_a_game_or_with_one_that_fails_there_are_no_boards() -> None:
    assert make_boards(hostile_trace()).board_numbers is None or hostile_trace().game is not None
    trace = tracer.trace(Moody(1, 5))
    assert make_boards(trace) == page_boards.Boards()
    assert "board" not in unpacked(pack(trace))
    assert pack(trace).header["boardPlies"] == 0


class Listed(Lattice):
    """Positions that cannot be hashed."""

    def start(self) -> Any:
        return list(super().start())

    def play(self, state: Any, move: int) -> Any:
        return list(super().play(tuple(state), move))

    def key(self, state: Any) -> Any:
        return tuple(state)


def test_positions_that_cannot_be_hashed_are_drawn_all_the_same() -> None:
    assert_boards(tracer.trace(Listed(1, 4)))


# What cutoffs saved.


def agrees(trace: Trace, node: int, said: int) -> bool:
    """Whether a page says what `causes.saving` does, or counts what that only bounds."""
    found = cutoff_causes.saving_at(trace, node)
    if found.nodes is None or found.exact or said < 0:
        return said == (0 if found.nodes is None else found.nodes if found.exact else -found.nodes)
    return said >= found.nodes


def assert_savings(trace: Trace) -> None:
    found = count_savings(trace)
    saved = np.zeros(len(trace), int) if found.saved is None else found.saved
    notable = [node for node in trace if node.cutoff or node.status is tracer.Status.PRUNED]
    assert all(agrees(trace, node.index, int(saved[node.index])) for node in notable)
    others = set(range(len(trace))) - {node.index for node in notable}
    assert not saved[sorted(others)].any()


@given(searched())
@settings(max_examples=30)
def test_savings_are_those_of_the_explanations(found: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    case, options, window = found
    assert_savings(tracer.trace(case.game, position=case.position, window=window, **options))


def test_large_savings_that_are_not_counted_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    for where, name in ((asides, "BUDGET"), (cutoff_causes, "QUICK_BUDGET"), (cutoff_causes, "FALLBACK_BUDGET")):
        monkeypatch.setattr(where, name, getattr(where, name) // 30)
    trace = tracer.trace("connect4", max_nodes=300)
    assert_savings(trace)
    assert (count_savings(trace).saved < 0).any()  # type: ignore[operator]
    assert_savings(tracer.trace([[3], [2, [[[[[[[[[[[[[[[[[[[[[[[7, 8]]]]]]]]]]]]]]]]]]]]]]]]]))


def test_spared_nodes_add_up_to_the_pruned_nodes() -> None:
    trace = tracer.trace("tictactoe")
    spared = count_savings(trace).spared
    assert spared is not None
    assert int(spared.sum()) == trace.counts.pruned_nodes == 531_649
    assert not spared[trace.columns.status != PRUNED].any()


def test_what_was_not_counted_is_admitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asides, "BUDGET", 10)
    monkeypatch.setattr(asides, "MAX_SAVING_QUERIES", 5)
    found = count_savings(tracer.trace("tictactoe", max_nodes=500))
    assert not found.complete
    assert found.spared is None
    assert count_savings(tracer.trace([[3], [2, 1, 1]])).complete
    assert count_savings(Trace(tracer.trace(AIMA).columns, "123", tracer.Header())).saved is None
