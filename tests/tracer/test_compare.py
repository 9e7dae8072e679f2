"""Two traces of one position: aligned by path, counted, and the step at which they part."""

from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from pairs import children, events, pairs, paths
from strategies import AIMA, WIKIPEDIA, Case, cases, ragged_trees

import tracer
from tracer.comparing.comparison import Tally, compare
from tracer.comparing.node_matching import invert_matches
from tracer.errors import PlyscopeError
from tracer.recording.header import Header
from tracer.recording.status import EXPANDED, PRUNED, TERMINAL
from tracer.tracing import Trace


def facts(trace: Trace) -> dict[Any, tuple[int, Any]]:
    """Each path with its node's number and the node."""
    return {path: (index, trace.node(index)) for index, path in enumerate(paths(trace))}


def visited(trace: Trace) -> dict[Any, tuple[int, Any]]:
    """The paths that were visited."""
    return {path: fact for path, fact in facts(trace).items() if fact[1].status is not PRUNED}


def tally(a: Trace, b: Trace) -> Tally:
    """The counts by definition."""
    ours, theirs, windowed = visited(a), visited(b), a.header.windowed and b.header.windowed
    twins = [(ours[path][1], theirs[path][1]) for path in ours.keys() & theirs.keys()]
    known = {path: (index, theirs[path][0]) for path, (index, _) in ours.items() if path in theirs}
    return Tally(
        both=len(twins),
        only_a=len(ours.keys() - theirs.keys()),
        only_b=len(theirs.keys() - ours.keys()),
        value=sum(one.value != other.value for one, other in twins),
        bound=sum(a.proved_bound(one.index) != b.proved_bound(other.index) for one, other in twins),
        window=sum(windowed and (one.alpha, one.beta) != (other.alpha, other.beta) for one, other in twins),
        fate=sum((one.status, one.cutoff) != (other.status, other.cutoff) for one, other in twins),
        order=sum(common(a, b, one) != common(b, a, other) for one, other in known.values()),
        pruned_only_a=len(facts(a).keys() - ours.keys() - facts(b).keys()),
        pruned_only_b=len(facts(b).keys() - theirs.keys() - facts(a).keys()),
    )


def common(trace: Trace, other: Trace, node: int) -> list[Any]:
    """The paths of a node's children that the other trace has too, in this one's order."""
    where, known = paths(trace), set(paths(other))
    return [where[child] for child in children(trace)[node] if where[child] in known]


@given(pairs())
def test_nodes_are_aligned_by_path_and_visit(pair: tuple[Trace, Trace]) -> None:
    a, b = pair
    found = compare(a, b)
    places = {path: index for index, path in enumerate(paths(b))}
    assert found.in_b.tolist() == [places.get(path, -1) for path in paths(a)]
    assert found.in_a.tolist() == invert_matches(found.in_b, len(b)).tolist()


@given(pairs())
def test_counts_are_those_of_dictionaries_of_paths(pair: tuple[Trace, Trace]) -> None:
    found, turned = compare(*pair), compare(pair[1], pair[0])
    assert found.counts == tally(*pair)
    other_side = str.maketrans("ab", "ba")
    for name, count in asdict(found.counts).items():
        twin = name[:-1] + name[-1].translate(other_side) if name.endswith(("_a", "_b")) else name
        assert getattr(turned.counts, twin) == count
    assert found.only_b.tolist() == turned.only_a.tolist()
    assert found.b_within_a == (visited(pair[1]).keys() <= visited(pair[0]).keys()) == turned.a_within_b


@given(pairs())
def test_the_first_difference_is_where_the_lists_of_events_part(pair: tuple[Trace, Trace]) -> None:
    a, b = pair
    found, windowed = compare(a, b), a.header.windowed and b.header.windowed
    lists = [events(trace, windowed=windowed) for trace in pair]
    shared = min(map(len, lists))
    step = next((k for k in range(shared) if lists[0][k] != lists[1][k]), shared)
    if lists[0] == lists[1]:
        assert found.first is None
        assert found.same
        assert not any(mask.any() for mask in (found.only_a, found.only_b, found.changed, found.order))
        return
    assert not found.same
    assert found.first is not None
    assert found.first.step == step
    for trace, node, happened in zip(pair, (found.first.a, found.first.b), lists, strict=True):
        assert (node is None) == (step >= len(happened))
        if node is not None:
            assert paths(trace)[node] == happened[step][1]
    assert found.first.text.startswith(f"step {step:,}: ")


@given(pairs())
def test_a_node_differs_unless_its_twin_is_the_same(pair: tuple[Trace, Trace]) -> None:
    found = compare(*pair)
    mine, other = found.differences
    same_a = np.setdiff1d(np.arange(len(pair[0])), mine)
    assert (
        found.in_b[same_a].tolist()
        == np.setdiff1d(np.arange(len(pair[1])), other)[np.argsort(np.argsort(found.in_b[same_a]))].tolist()
    )
    assert not (found.only_a | found.changed | found.order)[same_a].any()


@given(ragged_trees() | cases())
def test_alpha_beta_visits_a_part_of_minimax_and_returns_its_value(case: Case) -> None:
    found = compare(
        tracer.trace(case.game, "minimax", position=case.position),
        tracer.trace(case.game, "alphabeta", position=case.position),
    )
    assert found.b_within_a
    assert found.same_value
    assert found.counts.window == 0
    assert found.a_within_b == (found.b.counts.pruned_branches == 0)


def test_the_first_difference_is_a_sentence_with_numbers() -> None:
    def text(tree: Any, one: dict[str, Any], other: dict[str, Any]) -> str | None:
        first = compare(tracer.trace(tree, **one), tracer.trace(tree, **other)).first
        return None if first is None else first.text

    assert text(AIMA, {"search": "minimax"}, {}) == "step 12: A enters a2/b2, B prunes it (2 ≤ alpha 3)"
    assert text(AIMA, {}, {"search": "minimax"}) == "step 12: A prunes a2/b2 (2 ≤ alpha 3), B enters it"
    assert text(AIMA, {}, {}) is None
    assert text(AIMA, {}, {"order": "reversed"}) == "step 1: A enters a1, B enters a3"
    assert text(AIMA, {}, {"window": (4, 20)}) == (
        "step 0: both enter the root, A with the window (−∞, ∞), B with (4, 20)"
    )
    assert text([[3, 5], [3, 9]], {}, {"cut": ">"}) == "step 10: A prunes a2/b2 (3 ≤ alpha 3), B enters it"
    assert text([[3, 5], [3]], {}, {"cut": ">"}) == "step 10: a2 is cut in A alone (3 ≤ alpha 3)"
    assert text(AIMA, {}, {"max_nodes": 3}) == "step 4: A enters a1/b2, B has stopped"
    assert text([[3, 5], [4, 9]], {"search": "minimax", "max_nodes": 4}, {"search": "minimax"}) == (
        "step 7: A has stopped, B enters a2"
    )


def test_a_value_and_a_fate_that_differ_are_told_apart() -> None:
    tree = '{"children": [{"value": 4, "children": [7, 9]}, 2]}'
    deep, flat = tracer.trace(tree, "minimax"), tracer.trace(tree, "minimax", depth=1)
    found = compare(deep, flat)
    assert found.first is not None
    assert found.first.text == "step 2: A enters a1/b1, B returns 4 from a1 (horizon)"
    assert (found.counts.value, found.counts.fate, found.counts.only_a) == (2, 1, 2)
    assert not found.same_value
    columns = tracer.trace(tree, "minimax").columns
    columns.value.setflags(write=True)
    columns.value[2] = 8.0
    other = compare(deep, Trace(columns, [], deep.header, deep.game, labels=deep.move_labels))
    assert other.first is not None
    assert other.first.text == "step 3: a1/b1 returns = 7 in A, = 8 in B"
    columns = tracer.trace(tree, "minimax").columns
    columns.status.setflags(write=True)
    columns.status[4] = tracer.Status.TABLE
    other = compare(deep, Trace(columns, [], deep.header, deep.game, labels=deep.move_labels))
    assert other.first is not None
    assert other.first.text == "step 8: a2 returns 2 in both, in A as game over, in B as a stored value"


def test_numbers_of_moves_are_joined_by_label() -> None:
    one, other = tracer.trace(WIKIPEDIA), tracer.trace(WIKIPEDIA)
    labels = other.move_labels
    turned = list(reversed(labels))
    columns = replace(other.columns, move=(len(labels) - 1 - other.columns.move).astype(np.int32))
    columns.move.setflags(write=True)
    columns.move[0] = -1
    assert compare(one, Trace(columns, [], other.header, other.game, labels=turned)).same
    # Labels of two moves may be the same, after what cannot be shown was replaced.
    doubled = Trace(other.columns, [], other.header, other.game, labels=["x"] * len(labels))
    assert compare(doubled, doubled).same


def test_a_chain_of_five_thousand_plies_is_compared() -> None:
    deep, flat = tracer.trace("random:b=1,d=5000"), tracer.trace("random:b=1,d=5000", "minimax", depth=4_000)
    assert compare(deep, deep).same
    found = compare(deep, flat)
    assert (found.counts.both, found.counts.only_a) == (4_001, 1_000)
    assert found.first is not None
    assert found.first.step == 4_001


class Stones:
    """Take one or two stones; its positions cannot be compared unless they have a key."""

    spec = "stones"

    def __init__(self, stones: int = 3) -> None:
        self.stones = stones

    def start(self) -> Any:
        return [self.stones, tracer.MAX]

    def turn(self, state: Any) -> Any:
        return state[1]

    def utility(self, state: Any) -> float | None:
        return None if state[0] else -float(state[1])

    def moves(self, state: Any) -> list[int]:
        return [k for k in (1, 2) if k <= state[0]]

    def play(self, state: Any, move: int) -> Any:
        return [state[0] - move, tracer.MIN if state[1] is tracer.MAX else tracer.MAX]


class Incomparable(Stones):
    """Positions of which no two are equal."""

    def key(self, state: Any) -> Any:
        return object()


class Vectors(Stones):
    """Positions whose equality has no one answer."""

    def key(self, state: Any) -> Any:
        return np.array([state[0], int(state[1])])


def test_other_games_and_positions_are_refused_with_both_names() -> None:
    with pytest.raises(PlyscopeError, match="different games: tictactoe and nim:1,2"):
        compare(tracer.trace("tictactoe", max_nodes=9), tracer.trace("nim:1,2"))
    with pytest.raises(PlyscopeError, match="different positions of tictactoe: the start and b2"):
        compare(tracer.trace("tictactoe", max_nodes=9), tracer.trace("tictactoe", position="b2", max_nodes=9))
    with pytest.raises(PlyscopeError, match="different positions of stones: the start and the start"):
        compare(tracer.trace(Stones(3)), tracer.trace(Stones(4)))


def script(name: str, text: str | None = "...", *, turn: int = 1, move: str = "a", value: float = 1) -> Trace:
    """A recording of a search whose game nobody knows, with the root position it told and one move."""
    recorder = tracer.Recorder(windowed=False)
    root = recorder.enter(None, turn)
    recorder.leave(recorder.enter(move, -turn), value, TERMINAL)
    recorder.leave(root, value, EXPANDED)
    columns, _ = recorder.finish()
    told = None if text is None else np.array([0, -1], np.int32)
    return Trace(replace(columns, text=told), [], Header(name), labels=[move], texts=[] if text is None else [text])


def test_a_recording_without_its_game_is_refused_with_the_game_of_the_other() -> None:
    known = tracer.trace([[3, 5], [2, 9]])
    for pair in ((known, script("own.py")), (script("own.py"), known)):
        with pytest.raises(
            PlyscopeError, match=r"if own\.py is .* record it once more with --game '\[\[3,5\],\[2,9\]\]'"
        ):
            compare(*pair)


def test_two_versions_of_a_search_are_compared_where_they_told_one_root_position() -> None:
    assert compare(script("good.py"), script("bad.py")).same
    assert compare(script("good.py"), script("bad.py", value=2)).counts.value == 2


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (script("bad.py", None), "different games: good.py and bad.py; .* give the game of both with --game"),
        (script("bad.py", "..x"), r'different positions, "\.\.\." \(MAX to move\) and "\.\.x" \(MAX to move\): record'),
        (script("bad.py", turn=-1), r'"\.\.\." \(MAX to move\) and "\.\.\." \(MIN to move\)'),
        (script("bad.py", move="b"), 'no move of the root in common, "a" and "b"'),
    ],
)
def test_searches_that_are_no_versions_of_one_are_refused_with_what_to_do(other: Trace, message: str) -> None:
    with pytest.raises(PlyscopeError, match=message):
        compare(script("good.py"), other)


@pytest.mark.parametrize("position", ["b2/a1", "X../.O./...", None])
def test_one_position_written_in_two_ways_is_one(position: str | None) -> None:
    texts = {"b2/a1": "O../.X./...", "X../.O./...": "a1/b2", None: ".../.../..."}
    one, other = (tracer.trace("tictactoe", position=text, max_nodes=30) for text in (position, texts[position]))
    assert compare(one, other).same
    lost = Trace(other.columns, [], other.header, None, labels=other.move_labels)
    assert compare(one, lost).same
    assert compare(lost, one).same


def test_without_any_game_the_writing_decides() -> None:
    def lost(position: str | None) -> Trace:
        found = tracer.trace("tictactoe", position=position, max_nodes=30)
        return Trace(found.columns, [], found.header, None, labels=found.move_labels)

    assert compare(lost("a1/b2"), lost("a1/b2")).same
    with pytest.raises(PlyscopeError, match=r"a1/b2 and X\.\./\.O\./\.\.\., and without the game tictactoe .* --game"):
        compare(lost("a1/b2"), lost("X../.O./..."))


@pytest.mark.parametrize("game", [Stones, Incomparable, Vectors])
def test_positions_that_cannot_be_compared_are_the_same_where_they_are_written_the_same(game: type[Stones]) -> None:
    assert compare(tracer.trace(game()), tracer.trace(game())).same


def test_a_recording_that_names_no_game_is_compared_with_any() -> None:
    named = tracer.trace(AIMA)
    other = Trace(named.columns, [], Header(), None, labels=named.move_labels)
    assert compare(named.classical(), other.classical()).same
    # Nobody knows there whether all moves are recorded, so that a value proves less.
    found = compare(named, other)
    assert [(name, count) for name, count in asdict(found.counts).items() if count] == [("both", 11), ("bound", 1)]
    assert found.first is not None
    assert found.first.text == "step 22: a3 returns = 2 in A, ≤ 2 in B"


def test_a_cutoff_that_one_recording_does_not_own_up_to_stands_where_it_pruned() -> None:
    def recorded(cutoff: bool, value: float = 5) -> Trace:
        recorder = tracer.Recorder()
        root = recorder.enter(None, tracer.MAX, -1, 2)
        recorder.leave(recorder.enter("a", tracer.MIN, -1, 2), 5, tracer.Status.TERMINAL)
        recorder.prune(["b", "c"])
        recorder.leave(root, value, cutoff=cutoff)
        return Trace(*recorder.finish(), Header())

    found = compare(recorded(True), recorded(False))
    assert found.first is not None
    assert (found.first.step, found.first.a, found.first.b) == (3, 2, 2)
    assert found.first.text == "step 3: the root is cut in A alone (5 ≥ beta 2)"
    found = compare(recorded(True), recorded(True, 6))
    assert found.first is not None
    assert found.first.text == "step 5: the root returns ≥ 5 in A, ≥ 6 in B"
