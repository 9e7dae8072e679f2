"""Searches that return nothing, and keep their values in an attribute or an entry of an argument.

Each program here counts itself: its lines that begin with `#:` are run by the counting alone, never by a recording.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from proposals import SAME, record
from style import blamed, recorded

import tracer
from tracer.attaching import value_readers
from tracer.attaching.attach_functions import attach
from tracer.errors import PlyscopeError
from tracer.recording.status import OPEN, TABLE

TABLED = """
UPPER, EXACT, LOWER = -1, 0, 1
TABLE, calls, hits = {}, [], []


class Position:
    def __init__(self, heaps, lead, move=None):
        self.heaps, self.lead, self.move = heaps, lead, move
        self.score = self.best = None

    def get_moves(self):
        out = []
        for i in (0, 1):
            for n in (3, 2, 1):
                if self.heaps[i] >= n:
                    heaps = list(self.heaps)
                    heaps[i] -= n
                    bonus = n if heaps[i] % 4 else -n
                    out.append(Position(tuple(heaps), -(self.lead + bonus), (i, n)))
        return out

    def alphabeta(self, alpha, beta, depth):
        known = TABLE.get((self.heaps, self.lead, depth))
        if known is not None:
            score, kind = known
            if kind == EXACT or kind == LOWER and score >= beta or kind == UPPER and score <= alpha:
                self.score = score
                #: hits.append(1); calls.append(self.score)
                return LEFT
        children = self.get_moves()
        if depth == 0 or not children:
            self.score = self.lead
            #: calls.append(self.score)
            return LEFT
        score, kind, low = -1000, UPPER, alpha
        for child in children:
            child.alphabeta(-beta, -low, depth - 1)
            if -child.score > score:
                score, self.best = -child.score, child
                if SICK or score > alpha:
                    kind = EXACT
            low = max(low, score)
            if score >= beta:
                kind = LOWER
                break
        self.score = score
        TABLE[self.heaps, self.lead, depth] = score, kind
        #: calls.append(self.score)
        return LEFT


Position((7, 8), 0).alphabeta(-1000, 1000, 6)
"""
"""A position in the middle of its search is marked exact in the sick one as soon as it has any value."""

OBJECTS = """
calls, hits = [], []


class Node:
    def __init__(self, heaps, lead, turn):
        self.heaps, self.lead, self.turn, self.value = heaps, lead, turn, None

    def children(self):
        for i, h in enumerate(self.heaps):
            for n in (1, 2, 3):
                if h >= n:
                    heaps = list(self.heaps)
                    heaps[i] -= n
                    yield Node(tuple(heaps), self.lead + (n if heaps[i] % 4 else -n) * self.turn, -self.turn)


def minimax(node, depth):
    kids = list(node.children())
    if depth == 0 or not kids:
        node.value = node.lead
        #: calls.append(node.value)
        return
    best = None
    for kid in kids:
        minimax(kid, depth - 1)
        if best is None or (kid.value > best if node.turn > 0 else kid.value < best):
            best = kid.value
    node.value = best
    #: calls.append(node.value)


minimax(Node((5, 4), 0, 1), 4)
"""

ENTRIES = """
calls, hits = [], []


def make(heaps, lead, turn):
    return {"heaps": heaps, "lead": lead, "turn": turn, "value": None}


def children(node):
    for i, h in enumerate(node["heaps"]):
        for n in (1, 2, 3):
            if h >= n:
                heaps = list(node["heaps"])
                heaps[i] -= n
                gain = (n if heaps[i] % 4 else -n) * node["turn"]
                yield make(tuple(heaps), node["lead"] + gain, -node["turn"])


def minimax(node, depth, table):
    key = node["heaps"], node["lead"], node["turn"], depth
    kids = list(children(node))
    if key in table:
        node["value"] = table[key]
        #: hits.append(1)
    elif depth == 0 or not kids:
        node["value"] = node["lead"]
    else:
        for kid in kids:
            minimax(kid, depth - 1, table)
        pick = max if node["turn"] > 0 else min
        node["value"] = table[key] = pick(kid["value"] for kid in kids)
    #: calls.append(node["value"])


minimax(make((5, 4), 0, 1), 5, {})
"""

OVERWRITTEN = """
calls, hits = [], []


class Engine:
    def __init__(self, heaps):
        self.heaps, self.lead, self.nodes, self.best_score = list(heaps), 0, 0, 0
        self.seen = {}

    def moves(self):
        return [(i, n) for i, h in enumerate(self.heaps) for n in (1, 2, 3) if h >= n]

    def make(self, move):
        i, n = move
        self.heaps[i] -= n
        self.lead = -(self.lead + (n if self.heaps[i] % 4 else -n))

    def unmake(self, move):
        i, n = move
        self.lead = -self.lead - (n if self.heaps[i] % 4 else -n)
        self.heaps[i] += n

    def search(self, depth):
        self.nodes += 1
        moves, key = self.moves(), (tuple(self.heaps), self.lead, depth)
        if key in self.seen:
            self.best_score = self.seen[key]
            #: hits.append(1); calls.append(self.best_score)
            return
        if depth == 0 or not moves:
            self.best_score = self.lead
            #: calls.append(self.best_score)
            return
        best = -1000
        for move in moves:
            self.make(move)
            self.search(depth - 1)
            self.unmake(move)
            best = max(best, -self.best_score)
        self.best_score = self.seen[key] = best
        #: calls.append(self.best_score)


Engine((5, 4)).search(5)
"""

PRIVATE = """
calls, hits = [], []


class Node:
    __slots__ = ("heaps", "lead", "__worth")

    def __init__(self, heaps, lead):
        self.heaps, self.lead = heaps, lead

    @property
    def value(self):
        raise SystemExit("a property was run")

    def kids(self):
        for i, h in enumerate(self.heaps):
            for n in (1, 2, 3):
                if h >= n:
                    heaps = list(self.heaps)
                    heaps[i] -= n
                    yield Node(tuple(heaps), -(self.lead + (n if heaps[i] % 4 else -n)))

    def search(self, depth, table):
        key = self.heaps, self.lead, depth
        kids = list(self.kids())
        if key in table:
            #: hits.append(1)
            self.__worth = table[key]
        elif depth == 0 or not kids:
            self.__worth = self.lead
        else:
            best = -1000
            for kid in kids:
                kid.search(depth - 1, table)
                best = max(best, -kid.__worth)
            self.__worth = table[key] = best
        #: calls.append(self.__worth)


Node((5, 4), 0).search(4, {})
"""

TWO = """
calls, hits = [], []


class Node:
    def __init__(self, kids=(), value=None):
        self.kids, self.value = list(kids), value


def build(shape):
    return Node(value=shape) if isinstance(shape, int) else Node(map(build, shape))


def max_value(node, alpha, beta):
    if not node.kids:
        #: calls.append(node.value)
        return
    node.value = -99
    for kid in node.kids:
        min_value(kid, alpha, beta)
        node.value = max(node.value, kid.value)
        if node.value >= beta:
            #: calls.append(node.value)
            return
        alpha = max(alpha, node.value)
    #: calls.append(node.value)


def min_value(node, alpha, beta):
    if not node.kids:
        #: calls.append(node.value)
        return
    node.value = 99
    for kid in node.kids:
        max_value(kid, alpha, beta)
        node.value = min(node.value, kid.value)
        if node.value <= alpha:
            #: calls.append(node.value)
            return
        beta = min(beta, node.value)
    #: calls.append(node.value)


max_value(build([[[3, 5], [6, 9]], [[1, 2], [0, -1]], [[7, 4], [5, 8]]]), -99, 99)
"""

QUIET = """
calls, hits = [], []


class Pos:
    def __init__(self, heaps, lead=0):
        self.heaps, self.lead = heaps, lead

    def kids(self):
        return [
            Pos(self.heaps[:i] + (h - n,) + self.heaps[i + 1 :], -(self.lead + (n if (h - n) % 4 else -n)))
            for i, h in enumerate(self.heaps)
            for n in (3, 2, 1)
            if h >= n
        ]


def search(pos, alpha, beta, depth):
    if depth == 0:
        quiesce(pos, alpha, beta)
        #: calls.append(pos.score)
        return
    kids = pos.kids()
    if not kids:
        pos.score = pos.lead
        #: calls.append(pos.score)
        return
    best = -999
    for kid in kids:
        search(kid, -beta, -max(alpha, best), depth - 1)
        best = max(best, -kid.score)
        if best >= beta:
            break
    pos.score = best
    #: calls.append(pos.score)


def quiesce(pos, alpha, beta):
    best = pos.lead
    if best >= beta:
        pos.score = best
        #: calls.append(pos.score)
        return
    for kid in pos.kids():
        if kid.lead % 3 == 0:
            quiesce(kid, -beta, -max(alpha, best))
            best = max(best, -kid.score)
            if best >= beta:
                break
    pos.score = best
    #: calls.append(pos.score)


search(Pos((5, 6)), -999, 999, 3)
"""

PROGRAMS = {
    "attributes and a table": (TABLED.replace("SICK", "False").replace("LEFT", ""), "self.score"),
    "node objects": (OBJECTS, "node.value"),
    "dictionaries": (ENTRIES, "node['value']"),
    "one attribute of the engine": (OVERWRITTEN, "self.best_score"),
    "a private slot": (PRIVATE, "self._Node__worth"),
    "two functions": (TWO, "node.value"),
    "quiescence": (QUIET, "pos.score"),
}
"""Each with the place of its values."""


def counted(program: str) -> tuple[list[float], int]:
    """What the calls of a program kept in the order in which they returned, and how many its table answered."""
    variables: dict[str, Any] = {"__name__": "counted"}
    exec(re.sub(r"#: ", "", program), variables)
    return variables["calls"], len(variables["hits"])


def kept(trace: tracer.Trace) -> tuple[list[float], int]:
    """The same of a recording."""
    columns, mover = trace.columns, trace.header.notes.get("view") == "mover"
    order = sorted(range(len(trace)), key=lambda node: (columns.end[node], -node))
    values = [float(columns.value[node]) * (int(columns.turn[node]) if mover else 1) for node in order]
    return values, int((columns.status == TABLE).sum())


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write a program into a file."""

    def written(program: str) -> Path:
        path = tmp_path / f"program{len(list(tmp_path.iterdir()))}.py"
        path.write_text(program, encoding="utf-8")
        return path

    return written


@pytest.mark.parametrize("style", PROGRAMS)
def test_kept_values_are_found_as_the_program_counts_them(write: Callable[[str], Path], style: str) -> None:
    program, place = PROGRAMS[style]
    path = write(program)
    said = recorded(path, ())
    [trace] = said.traces
    assert kept(trace) == counted(program)
    assert f"assumed that values are kept in {place};" in said.said
    assert not blamed(said.files[0])


@pytest.mark.parametrize("style", PROGRAMS)
def test_what_is_proposed_of_kept_values_records_the_same(write: Callable[[str], Path], style: str) -> None:
    said = recorded(write(PROGRAMS[style][0]), ())
    [command] = [line.removeprefix(SAME) for line in said.said.splitlines() if line.startswith(SAME)]
    [one], [other] = said.traces, record(shlex.split(command))
    assert PROGRAMS[style][1] in shlex.split(command)
    assert kept(one) == kept(other)
    for text in (tracer.Trace.text, tracer.Trace.left_text):
        assert [text(one, node) for node in range(len(one))] == [text(other, node) for node in range(len(other))]


@pytest.mark.parametrize("style", PROGRAMS)
def test_where_values_are_kept_can_be_said(write: Callable[[str], Path], style: str) -> None:
    program, place = PROGRAMS[style]
    names = re.findall(r"def (minimax|alphabeta|search|quiesce|max_value|min_value)\(", program)
    said = recorded(write(program), ("--value", place.replace("'", '"'), "--attach", ",".join(names)))
    [trace] = said.traces
    assert kept(trace) == counted(program)
    assert "values are kept in" not in said.said


@pytest.mark.parametrize("sick", [True, False])
def test_a_search_that_keeps_its_values_is_recorded_as_its_twin_that_returns_them(
    write: Callable[[str], Path], *, sick: bool
) -> None:
    program = TABLED.replace("SICK", str(sick))
    silent, returning = (program.replace("LEFT", left) for left in ("", "self.score"))
    found = []
    for one in (silent, returning):
        said = recorded(write(one), ())
        [trace] = said.traces
        found.append((kept(trace), trace.columns.parent.tolist(), trace.columns.status.tolist(), str(trace.counts)))
        assert kept(trace) == counted(silent)
        assert ("bound-as-exact" in blamed(said.files[0])) is sick
    assert found[0] == found[1]


MIXED = (
    QUIET[: QUIET.index("def search")]
    + """
def search(pos, alpha, beta, depth):
    if depth == 0:
        pos.score = quiesce(pos, alpha, beta)
        #: calls.append(pos.score)
        return LEFT
    kids = pos.kids()
    if not kids:
        pos.score = pos.lead
        #: calls.append(pos.score)
        return LEFT
    best = -999
    for kid in kids:
        search(kid, -beta, -max(alpha, best), depth - 1)
        best = max(best, -kid.score)
        if best >= beta:
            break
    pos.score = best
    #: calls.append(best)
    return LEFT


def quiesce(pos, alpha, beta):
    best = pos.lead
    for kid in pos.kids() if best < beta else ():
        if kid.lead % 3 == 0:
            best = max(best, -quiesce(kid, -beta, -max(alpha, best)))
            if best >= beta:
                break
    #: calls.append(best)
    return best


search(Pos((5, 6)), -999, 999, 3)
"""
)
"""The values of the search are kept, those of its quiescence search are returned."""


@pytest.mark.parametrize("returns", [True, False])
def test_a_value_that_is_left_in_the_position_is_no_move_that_was_not_taken_back(
    write: Callable[[str], Path], *, returns: bool
) -> None:
    program = MIXED.replace("LEFT", "pos.score" if returns else "")
    said = recorded(write(program), ())
    [trace] = said.traces
    assert kept(trace) == counted(program)
    assert ("values are kept in pos.score" in said.said) is not returns
    assert not blamed(said.files[0])


def test_a_move_that_is_not_taken_back_is_seen_beside_a_kept_value(write: Callable[[str], Path]) -> None:
    lines = "            self.unmake(move)\n", "            if move != moves[-1]:\n                self.unmake(move)\n"
    said = recorded(write(OVERWRITTEN.replace(*lines).replace("if key in self.seen", "if depth > 9")), ())
    assert said.files
    assert blamed(said.files[0]) & {"not-undone", "undone-wrongly"}


WALKS = {
    "the best so far": """
info = {"score": 0}
def walk(tree, colour=0, info=info):
    info["score"] = max(info["score"], tree.number)
    for kid in tree.kids:
        walk(kid, 1 - colour, info)
""",
    "the nearest so far": """
class Found:
    best = 1e9
found = Found()
def walk(tree, axis=0, found=found):
    found.best = min(found.best, abs(tree.number - 5))
    for kid in tree.kids:
        walk(kid, 1 - axis, found)
""",
    "what is handed down": """
def walk(tree, grad=1.0):
    tree.value = grad
    for kid in tree.kids:
        walk(kid, -grad)
""",
    "sizes": """
def walk(tree):
    for kid in tree.kids:
        walk(kid)
    tree.size = 1 + sum(kid.size for kid in tree.kids)
    tree.most = max([tree.number, *(kid.most for kid in tree.kids)])
""",
    "a value that is a sum": """
def walk(tree):
    for kid in tree.kids:
        walk(kid)
    tree.value = tree.number + sum(kid.value for kid in tree.kids)
""",
    "the greatest of all": """
def walk(tree):
    for kid in tree.kids:
        walk(kid)
    tree.value = max([kid.value for kid in tree.kids], default=tree.number)
""",
    "counters": """
class Counter:
    nodes = score = deepest = 0

    def walk(self, tree, depth=0):
        self.nodes += 1
        self.deepest = max(self.deepest, depth)
        for kid in tree.kids:
            self.walk(kid, depth + 1)
        self.score += tree.number
walk = Counter().walk
""",
    "a dictionary of counts": """
def visit(tree, stats):
    stats["nodes"] = stats.get("nodes", 0) + 1
    stats["last"] = tree.number
    for kid in tree.kids:
        visit(kid, stats)
def walk(tree):
    visit(tree, {})
""",
    "the value of the last leaf": """
class Last:
    value = 0

    def walk(self, tree, alpha=-9, beta=9):
        for kid in tree.kids[:2]:
            self.walk(kid, -beta, -alpha)
        if not tree.kids:
            self.value = tree.number
walk = Last().walk
""",
    "statistics of tries": """
def simulate(tree, out):
    if not tree.kids:
        out["result"] = tree.number % 3 - 1
    else:
        simulate(min(tree.kids, key=lambda kid: kid.visits), out)
    tree.visits += 1
    tree.value += out["result"]
def walk(tree):
    for _ in range(200):
        simulate(tree, {})
""",
}
TREE = """
class Tree:
    def __init__(self, depth, k=1):
        self.number, self.visits, self.value = k * 7919 % 13, 0, 0
        self.kids = []
        for i in range(3 if depth else 0):
            self.kids.append(Tree(depth - 1, 3 * k + i))
tree = Tree(4)
"""


@pytest.mark.parametrize("walk", WALKS)
def test_what_returns_nothing_and_is_no_search_is_not_recorded(walk: str) -> None:
    variables: dict[str, Any] = {"__name__": "walks"}
    exec(TREE + WALKS[walk], variables)
    with pytest.raises(PlyscopeError, match="search"), attach() as recording:
        variables["walk"](variables["tree"])
    assert not recording.traces


class Node:
    """A node of a tree, whose leaves have their values from the beginning."""

    def __init__(self, *kids: Node, value: int | None = None) -> None:
        self.kids, self.value = kids, value
        self.children: tuple[Node, ...] = ()


def tree() -> Node:
    return Node(
        *(Node(*(Node(value=leaf) for leaf in leaves)) for leaves in ((3, 12, 8), (2, 4, 6), (14, 5, 2)))
    )  # fmt: skip


def minimax(node: Node, mine: bool = True) -> None:
    me, pick = node, max if mine else min
    for node in me.kids:  # the argument's name is another object's from here on
        minimax(node, not mine)
    if me.kids:
        me.value = pick(kid.value for kid in me.kids)  # type: ignore[type-var]  # they have values by now


def test_the_value_is_that_of_the_object_that_the_call_got() -> None:
    with attach(minimax) as recording:
        minimax(tree())
    assert [int(value) for value in recording.trace.columns.value] == [3, 3, 3, 12, 8, 2, 2, 4, 6, 2, 14, 5, 2]
    with attach(minimax, value="node.value") as recording:
        minimax(tree())
    assert recording.trace.value == 3


def test_a_root_that_returns_nothing_plays_no_move() -> None:
    with attach(minimax) as recording:
        minimax(tree())
    assert "played" not in recording.trace.header.notes


def test_a_move_that_is_returned_beside_a_kept_value_is_the_one_that_is_played() -> None:
    def choose(node: Node, mine: bool, move: int | None = None) -> int | None:
        best = None
        for place, kid in enumerate(node.kids):
            choose(kid, not mine, place)
            if best is None or (kid.value > node.value) is mine:  # type: ignore[operator]  # both have values
                node.value, best = kid.value, place
        return best

    with attach(choose, value="node.value", move="move") as recording:
        assert choose(tree(), True) == 0
    assert recording.trace.value == 3
    assert recording.trace.header.notes["played"] == "0"


def test_a_call_that_keeps_no_number_stays_open(capsys: pytest.CaptureFixture[str]) -> None:
    def forgetful(node: Node, mine: bool = True) -> None:
        known = [kid for kid in node.kids if forgetful(kid, not mine) is None and kid.value is not None]
        if len(node.kids) != 2:
            node.value = (max if mine else min)([kid.value for kid in known], default=node.value)  # type: ignore

    root = tree()
    root.kids = (*root.kids, Node(Node(value=1), Node(value=2)))
    with attach(forgetful) as recording:
        forgetful(root)
    assert recording.trace.value == 3
    assert recording.trace.columns.status[13] == OPEN
    said = "forgetful at node 13 returned nothing in node.value, which is no number: does each way through it set that"
    assert said in capsys.readouterr().err


def test_a_place_that_is_not_there() -> None:
    wanted = r"minimax has no argument 'nod' \(did you mean node\?\); there are: node"
    with pytest.raises(PlyscopeError, match=wanted), attach(minimax, value="nod.value"):
        minimax(tree())
    wanted = "there is no number in node.values as minimax returns"
    with pytest.raises(PlyscopeError, match=wanted), attach(minimax, value="node.values"):
        minimax(tree())


def test_arguments_are_read_without_their_own_code() -> None:
    ran: list[str] = []

    class Hostile:
        def __init__(self) -> None:
            self.score = 3

        def __getattr__(self, name: str) -> Any:
            ran.append(name)
            return 5

        @property
        def value(self) -> int:
            ran.append("value")
            return 5

    class Entries(dict[str, Any]):
        def __getitem__(self, name: str) -> Any:
            ran.append(name)
            return 5

        get = items = __iter__ = __len__ = __getitem__  # type: ignore[assignment]  # none of them is to be run

    held = {"a": Hostile(), "b": Entries(score=4), "c": Mock(score=5)}
    taken = {
        place: value_readers.taker_of_kept(place)(one)
        for place, one in ((".score", held["a"]), ("['score']", held["b"]))
    }
    assert taken == {".score": 3, "['score']": 4}
    assert value_readers.taker_of_kept(".value")(held["a"]) is None
    assert value_readers.taker_of_kept(".score.real")(held["a"]) is None
    assert value_readers._numbers_in({name: one for name, one in held.items() if value_readers._may_keep(one)}) == {
        "a.score": 3,
        "b['score']": 4,
    }
    assert not ran


def test_a_search_that_returns_its_values_is_not_asked_for_kept_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Any] = []

    def look(held: Any) -> dict[str, float]:
        looked.append(held)
        return {}

    def returning(node: Node, mine: bool = True) -> int:
        values = [returning(kid, not mine) for kid in node.kids]
        node.value = (max if mine else min)(values, default=node.value)
        assert node.value is not None
        return node.value

    monkeypatch.setattr(value_readers, "_numbers_in", look)
    with attach(returning) as recording:
        returning(tree())
    assert recording.trace.value == 3
    assert len(looked) == 3  # the calls that begin before the first returns


MEMORY: dict[Any, Any] = {}
HITS: list[int] = []


def hit() -> bool:
    HITS.append(1)
    return True


class Heaps:
    """Heaps, whose value is kept."""

    def __init__(self, heaps: tuple[int, ...]) -> None:
        self.heaps, self.score, self.lead = heaps, 0, sum(heaps) - 3

    def after(self) -> list[Heaps]:
        return [
            Heaps((*self.heaps[:place], heap - taken, *self.heaps[place + 1 :]))
            for place, heap in enumerate(self.heaps)
            for taken in range(1, heap + 1)
        ]

    def leave_early(self, alpha: int, beta: int, depth: int) -> None:
        known = MEMORY.get((self.heaps, depth))
        if known is not None and hit():
            self.score = known
            return
        if depth == 0 or not any(self.heaps):
            self.score = self.lead
            return
        self.score = -99
        for one in self.after():
            one.leave_early(-beta, -alpha, depth - 1)
            self.score = max(self.score, -one.score)
        MEMORY[self.heaps, depth] = self.score

    def no_return(self, alpha: int, beta: int, depth: int) -> None:
        if (self.heaps, depth) in MEMORY and hit():
            self.score = MEMORY[self.heaps, depth]
        elif depth == 0 or not any(self.heaps):
            self.score = self.lead
        else:
            self.score = -99
            for one in self.after():
                one.no_return(-beta, -alpha, depth - 1)
                self.score = max(self.score, -one.score)
            MEMORY[self.heaps, depth] = self.score

    def one_end(self, alpha: int, beta: int, depth: int) -> None:
        if (self.heaps, depth) in MEMORY and hit():
            score = MEMORY[self.heaps, depth]
        elif depth == 0 or not any(self.heaps):
            score = self.lead
        else:
            score = -99
            for one in self.after():
                one.one_end(-beta, -alpha, depth - 1)
                score = max(score, -one.score)
            MEMORY[self.heaps, depth] = score
        self.score = score

    def written_over(self, alpha: int, beta: int, depth: int) -> None:
        self.score = MEMORY.get((self.heaps, depth), 0)  # a first guess, for the order of moves
        if depth == 0 or not any(self.heaps):
            self.score = self.lead
            return
        best = -99
        for one in self.after():
            one.written_over(-beta, -alpha, depth - 1)
            best = max(best, -one.score)
        MEMORY[self.heaps, depth] = best
        self.score = best


@pytest.mark.parametrize("name", ["leave_early", "no_return", "one_end", "written_over"])
def test_a_kept_value_that_is_a_tables_entry_is_a_hit(name: str) -> None:
    MEMORY.clear()
    HITS.clear()
    with attach(getattr(Heaps, name)) as recording:
        getattr(Heaps((2, 2, 1)), name)(-99, 99, 3)
    assert int((recording.trace.columns.status == TABLE).sum()) == len(HITS)
    assert bool(HITS) is (name != "written_over")
