"""Gambit's extensive form: read as Gambit reads it, the file is the tree that was searched."""

import io
import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hostile import HOSTILE, hostile_trace
from hypothesis import given, settings
from strategies import AIMA, FAILS, Case, searched

import tracer
from tracer.errors import PlyscopeError
from tracer.games.tree import TreeGame
from tracer.recording.columns import Columns
from tracer.recording.status import EXPANDED, PRUNED, TERMINAL
from tracer.text import clean
from viz.formats import efg

TOKEN = re.compile(
    r'\s*(?:(?P<text>"(?:\\"|[^"\\])*")|(?P<number>-?\d+(?:\.\d+)?)|(?P<word>[A-Za-z]+)|(?P<sign>[{},]))'
)
r"""What Gambit's own reader knows; a backslash that does not stand before a quote is none of it, for readers differ."""


@dataclass
class Read:
    """A node as it is in a file."""

    kind: str
    name: str
    player: int = 0
    actions: list[str] = field(default_factory=list)
    payoffs: tuple[Fraction, ...] | None = None
    children: list[int] = field(default_factory=list)


class Reader:
    """A strict reader of the format: prologue, then nodes in prefix order."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        place = 0
        while text[place:].strip():
            token = TOKEN.match(text, place)
            assert token, text[place : place + 60]
            assert token.lastgroup
            self.tokens.append((token.lastgroup, token[token.lastgroup]))
            place = token.end()
        self.tokens.reverse()
        self.outcomes: dict[int, tuple[str, tuple[Fraction, ...]]] = {}
        self.sets: set[tuple[int, int]] = set()
        self.title, self.nodes = self.prologue(), self.body()

    def take(self, kind: str, what: str | None = None) -> str:
        """The next token, which must be of a kind."""
        found, text = self.tokens.pop()
        assert found == kind, (found, text, kind)
        assert what in (None, text), (what, text)
        return plain(text[1:-1].replace('\\"', '"')) if kind == "text" else text

    def ahead(self) -> str:
        """The kind of the next token."""
        return self.tokens[-1][0] if self.tokens else ""

    def prologue(self) -> str:
        """The title; the players must be ours."""
        self.take("word", "EFG")
        self.take("number", "2")
        self.take("word", "R")
        title = self.take("text")
        self.take("sign", "{")
        assert [self.take("text"), self.take("text")] == ["MAX", "MIN"]
        self.take("sign", "}")
        self.take("text")
        return title

    def body(self) -> list[Read]:
        """All nodes; every node but the first is below the last one that still lacks children."""
        nodes: list[Read] = []
        lacking: list[int] = []
        names: set[str] = set()
        while self.tokens:
            node = self.node()
            assert node.name not in names
            names.add(node.name)
            if nodes:
                above = nodes[lacking[-1]]
                above.children.append(len(nodes))
                if len(above.children) == len(above.actions):
                    lacking.pop()
            if node.actions:
                lacking.append(len(nodes))
            nodes.append(node)
        assert not lacking
        return nodes

    def node(self) -> Read:
        """One node with its outcome."""
        node = Read(self.take("word"), self.take("text"))
        assert node.kind in ("p", "t")
        if node.kind == "p":
            node.player = int(self.take("number"))
            known = (node.player, int(self.take("number")))
            assert known not in self.sets, "two nodes of one information set"
            self.sets.add(known)
            self.take("text")
            self.take("sign", "{")
            while self.ahead() == "text":
                node.actions.append(self.take("text"))
            self.take("sign", "}")
            assert node.actions
            assert all(node.actions)
            assert len(set(node.actions)) == len(node.actions)
        node.payoffs = self.outcome()
        return node

    def outcome(self) -> tuple[Fraction, ...] | None:
        """The payoffs; an outcome is described once, and 0 is none."""
        number = int(self.take("number"))
        if number == 0:
            return None
        if self.ahead() == "text":
            assert number not in self.outcomes
            name = self.take("text")
            assert name not in {known for known, _ in self.outcomes.values()}
            self.take("sign", "{")
            first = Fraction(self.take("number"))
            self.take("sign", ",")
            self.outcomes[number] = (name, (first, Fraction(self.take("number"))))
            self.take("sign", "}")
        return self.outcomes[number][1]


def plain(text: str) -> str:
    """A label by Gambit's rules: printable ASCII, one space between words and none around them."""
    assert text.isascii()
    assert text.isprintable()
    assert text == " ".join(text.split())
    return text


def text(trace: tracer.Trace) -> str:
    """The file."""
    stream = io.BytesIO()
    efg.write_efg(trace, stream, {})
    return stream.getvalue().decode()


def read(trace: tracer.Trace) -> list[Read]:
    """Its nodes."""
    return Reader(text(trace)).nodes


@settings(max_examples=25)
@given(searched())
def test_the_game_read_back_is_the_tree(found: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    """The same children, players and moves; leaves pay what was recorded, one player what the other gets."""
    case, options, window = found
    for fail in FAILS:
        trace = tracer.trace(case.game, "alphabeta", position=case.position, window=window, fail=fail, **options)
        nodes = read(trace)
        assert len(nodes) == len(trace)
        for index, node in enumerate(nodes):
            children = trace.children(index)
            assert node.children == children
            assert node.actions == [trace.label(child) for child in children]
            value = trace.node(index).value
            if value is None and isinstance(trace.game, TreeGame):
                value = trace.game.utility(trace.state(index))
            if children:
                assert node.player == {tracer.MAX: 1, tracer.MIN: 2}[trace.node(index).turn]
                assert node.payoffs is None
            else:
                assert node.payoffs == (None if value is None else (Fraction(repr(value)), -Fraction(repr(value))))


def test_minimax_of_the_file_is_minimax() -> None:
    """What Gambit would work out of it is what the search did."""
    trace = tracer.trace("mnk:3,2,3", "minimax")
    nodes = read(trace)
    values: dict[int, Fraction] = {}
    for index in reversed(range(len(nodes))):
        node = nodes[index]
        below = [values[child] for child in node.children]
        values[index] = (max, min)[node.player - 1](below) if below else node.payoffs[0]  # type: ignore[index]
    assert values[0] == trace.value


def test_pruned_leaves_pay_what_the_tree_says() -> None:
    """Though the search never saw it; a pruned branch with something below it has no outcome."""
    nodes = read(tracer.trace(AIMA))
    assert [nodes[index].payoffs for index in (7, 8)] == [(Fraction(4), Fraction(-4)), (Fraction(6), Fraction(-6))]
    pruned = [node for node in read(tracer.trace([[5, 9], [3, [8, 1]]])) if node.name.endswith("pruned")]
    assert [node.payoffs for node in pruned] == [None]


def test_pruned_branches_are_leaves_without_an_outcome() -> None:
    """What they pay was never found out."""
    trace = tracer.trace("mnk:2,2,2")
    nodes = read(trace)
    pruned = [index for index, node in enumerate(nodes) if node.name.endswith("pruned")]
    assert pruned == [index for index in range(len(trace)) if trace.columns.status[index] == PRUNED]
    assert all(nodes[index].payoffs is None for index in pruned)


def names(trace: tracer.Trace, *, leaves: bool = False) -> list[str]:
    """What nodes are called, without their numbers."""
    nodes = read(trace)
    assert all(node.name.split()[0] == f"#{index}" for index, node in enumerate(nodes))
    return [" ".join(node.name.split()[1:]) for node in nodes if not (leaves and node.actions)]


def test_names_say_values_and_what_is_a_leaf_though_the_game_goes_on() -> None:
    """With the sign of a bound; a leaf whose outcome says all has its number alone."""
    assert names(tracer.trace(AIMA))[:6] == ["= 3", "= 3", "", "", "", "<= 2"]
    assert names(tracer.trace("tictactoe", max_nodes=3)) == ["open"] * 3
    assert set(names(tracer.trace("connect4:4,4,3", depth=2), leaves=True)) == {"horizon", "pruned"}
    memo = names(tracer.trace("connect4:4,4,3", "alphabeta-memo", depth=5), leaves=True)
    assert any(re.fullmatch("table [<>]= -?[0-9.]+", name) for name in memo)
    assert {"<= 4", ">= 10", ""} <= set(names(tracer.trace(AIMA, fail="hard", window=(4, 10)), leaves=True))


def test_payoffs_read_back_as_the_number_they_were() -> None:
    """Without an exponent, which Gambit's rational numbers need not know."""
    payoffs = [0.1, 1e-9, -1e300, 123456789.25, -0.0, 1 / 3]
    nodes = read(tracer.trace(payoffs, "minimax"))
    assert [float(node.payoffs[0]) for node in nodes[1:] if node.payoffs] == payoffs
    assert all(sum(node.payoffs) == 0 for node in nodes if node.payoffs)


def test_hostile_moves_are_names_of_actions() -> None:
    """Each there, each unlike its siblings, with no backslash that a reader might take for an escape."""
    trace = hostile_trace()
    reader = Reader(text(trace))
    assert reader.title == efg.to_ascii(trace.header.title)
    root, *leaves = reader.nodes
    assert len(leaves) == len(HOSTILE)
    expected = [efg.to_ascii(clean(label)) for label in HOSTILE]
    assert [action for action, label in zip(root.actions, expected, strict=True) if label] == [*filter(None, expected)]


@pytest.mark.parametrize(
    ("label", "written"),
    [
        ("  a   b ", "a b"),
        ("\\", "[U+005C]"),
        ("♘f3", "[U+2658]f3"),
        ("[−∞, ∞]", "[-inf, inf]"),
        ("\ud800", "[U+FFFD]"),
        ("\n", "[U+240A]"),
        ("   ", ""),
    ],
)
def test_labels_are_printable_ascii_with_single_spaces(label: str, written: str) -> None:
    """Gambit refuses a file with any other."""
    assert efg.to_ascii(clean(label)) == written


def test_moves_of_one_name_are_told_apart() -> None:
    """Also where the new name is another's, and where they differ only in what is cut off or replaced."""
    assert list(efg.iter_distinct_names(["x", "x", "x (2)", "", " ", "move 4"])) == [
        '"x"',
        '"x (2)"',
        '"x (2) (2)"',
        '"move 4"',
        '"move 5"',
        '"move 4 (2)"',
    ]
    labels = ["a\n", "a␊", "y" * 300, "y" * 301]
    plain = tracer.trace([1, 2, 3, 4])
    actions = read(tracer.Trace(plain.columns, labels, plain.header, labels=labels))[0].actions
    assert actions[:2] == ["a[U+240A]", "a[U+240A] (2)"]
    assert len(set(actions)) == 4


def test_fifty_thousand_moves_of_one_name_are_told_apart() -> None:
    """Each new name is found at once, without trying those before it."""
    assert len(set(efg.iter_distinct_names(["x"] * 50_000))) == 50_000


def test_a_chance_node_is_refused() -> None:
    """A trace has no probabilities to write."""
    columns = Columns(
        move=np.array([-1, 0], np.int32),
        end=np.array([2, 2], np.int32),
        turn=np.array([0, 1], np.int8),
        alpha=np.array([-np.inf, -np.inf]),
        beta=np.array([np.inf, np.inf]),
        value=np.array([1.0, 1.0]),
        status=np.array([EXPANDED, TERMINAL], np.uint8),
        cutoff=np.array([False, False]),
    )
    with pytest.raises(PlyscopeError, match="node 0 is a chance node"):
        text(tracer.Trace(columns, ["roll"], tracer.Header(), labels=["roll"]))


def test_a_chain_of_5000_plies_is_written() -> None:
    """Without recursion."""
    nodes = read(tracer.trace("[" * 5_000 + "3" + "]" * 5_000))
    assert len(nodes) == 5_001
    assert nodes[-1].payoffs == (3, -3)


def test_every_leaf_that_is_no_end_of_the_game_has_a_name() -> None:
    """One for each status."""
    assert set(efg.LEAF_WORDS) | {EXPANDED, TERMINAL} == set(tracer.Status)
