"""The text of a tree given by hand: JSON, with outcomes of chance in round brackets; it is read without recursion.

A node is one of

- a number: a leaf with that utility;
- a list of nodes: a position whose moves are called by the letter of its ply and their places;
- outcomes of chance in round brackets, each behind its probability: `(0.9: 2, 0.1: [3, 4])`, `(1/3: 2, 2/3: 0)`. They
  are called as the moves of a list are, and take no player's turn: who would move in their place moves below them;
- an object with `children` (a list, outcomes, or an object from move to node) or `value` (the utility), and
  optionally `name` and `turn` ("MAX" or "MIN"; by default the players alternate and MAX begins). A `value` beside
  `children` is the evaluation that a depth limit uses.

Moves with names: `{"children": {"stay": 3, "go": {"children": {"left": 2, "right": [4, 6]}}}}`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tracer.errors import PlyscopeError
from tracer.games.move_names import name_move
from tracer.games.rules import ROUNDING
from tracer.text import clean, hyphened, nearest

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
    (?P<mark>[][{}(),:/]) |
    (?P<number>[-−]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.]) |
    (?P<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*") |
    (?P<end>\Z) )""",
    re.VERBOSE | re.ASCII,
)
_CLOSING = {"list": "]", "chance": ")"}
_CHILDREN = {"[": "list", "{": "moves", "(": "chance"}
_FIELDS = ("name", "value", "turn", "children")
LARGEST_TEXT = 64_000_000
"""Characters of a tree's text that are read at most."""


WHO_MOVES = """a tree with MIN at its root is written {"turn": "MIN", "children": [[3,12],[2,4]]}"""
"""What is said to who writes it in another way."""


@dataclass(slots=True)
class TreeNode:
    """A node as the text gives it."""

    line: int
    name: str | None = None
    value: float | None = None
    turn: str | None = None
    moves: list[str] = field(default_factory=list)
    """The label of the move to each child."""
    children: list[TreeNode] | None = None
    chances: list[float] = field(default_factory=list)
    """At a chance node the probability of each child."""


@dataclass(slots=True)
class _Open:
    """A bracket that is not closed yet."""

    kind: str
    """`list` of nodes, `chance`: outcomes, `object` of fields, or `moves`: the object from move to node."""
    node: TreeNode


class _Reader:
    """Reads one tree from one text; the stack of open brackets is its own, so depth costs nothing."""

    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source
        self.at = 0
        self.line = 1
        self.counted = 0
        self.stack: list[_Open] = []
        self.plies = 0
        """How many of the open brackets hold the children of a node."""

    def fail(self, problem: str, line: int | None = None) -> PlyscopeError:
        lists = (opened.node for opened in self.stack if opened.kind != "object")
        path = "/".join(node.moves[-1] for node in lists if node.moves)
        where = f"{self.source}, line {line or self.line}" + (f", node {clean(path)}" if path else ", root")
        return PlyscopeError(f"{where}: {problem}")

    def token(self) -> tuple[str, str]:
        """The next token: its kind and its text."""
        match = _TOKEN.match(self.text, self.at)
        start = match.start(match.lastgroup or 0) if match else self._skip_blanks()
        self.line += self.text.count("\n", self.counted, start)
        self.counted = start
        if match is None or match.lastgroup is None:
            word = re.match(r'"[^\n]*|[\w.+-]+|.', self.text[start : start + 40], re.DOTALL)
            raise self.fail(f"unexpected {clean(word[0] if word else '')!r}; a tree is JSON: lists and numbers")
        self.at = match.end()
        return match.lastgroup, match[match.lastgroup]

    def _skip_blanks(self) -> int:
        blanks = re.compile(r"[ \t\r\n]*").match(self.text, self.at)
        return blanks.end() if blanks else self.at

    def expect(self, mark: str) -> None:
        """Take one mark or fail."""
        _, text = self.token()
        if text != mark:
            raise self.fail(f"{mark!r} expected, not {clean(text) or 'the end of the text'!r}")

    def string(self, what: str) -> str:
        kind, text = self.token()
        if kind != "string":
            raise self.fail(f"{what} is a string in double quotes, not {clean(text) or 'the end of the text'!r}")
        return str(json.loads(text))

    def read(self) -> TreeNode:
        """The whole text as one tree."""
        root = self.node(*self.token())
        while self.stack:
            self.step()
        kind, text = self.token()
        if kind != "end":
            hint = f"; {WHO_MOVES}" if re.match(r"\W*(turn|MAX|MIN)\b", self.text[self.at - 1 :], re.IGNORECASE) else ""
            raise self.fail(f"{clean(text)!r} after the end of the tree{hint}")
        return root

    def node(self, kind: str, text: str) -> TreeNode:
        """Begin a node; brackets stay open on the stack until `step` closes them."""
        node = TreeNode(self.line)
        if kind == "number":
            node.value = self.number(text)
        elif text == "[":
            self.open_children("list", node)
        elif text == "(":
            self.open_children("chance", node)
        elif text == "{":
            self.stack.append(_Open("object", node))
        elif text in (")", "/"):
            raise self.fail(f"unexpected {text!r}; a tree is JSON: lists and numbers")
        else:
            raise self.fail(f"a number, a list or an object expected, not {clean(text) or 'the end of the text'!r}")
        return node

    def number(self, text: str) -> float:
        text = hyphened(text)
        value = float(text) if re.search("[.eE]", text) else int(text) if len(text) < 16 else float(text)
        if not math.isfinite(value):
            raise self.fail(f"the number {clean(text, 30)} is too large")
        return value

    def step(self) -> None:
        """Read one item, or the closing bracket, of the innermost open bracket."""
        opened = self.stack[-1]
        kind, text = self.token()
        closing = _CLOSING.get(opened.kind, "}")
        fresh = self.is_fresh(opened)
        if text == closing and kind == "mark":
            self.close(opened)
            return
        if not fresh:
            if text != ",":
                raise self.fail(f"',' or {closing!r} expected, not {clean(text) or 'the end of the text'!r}")
            kind, text = self.token()
        if opened.kind == "chance":
            opened.node.chances.append(self.probability(kind, text))
            kind, text = self.token()
        if opened.kind in _CLOSING:
            self.child(opened.node, name_move(self.plies - 1, len(opened.node.moves)), kind, text)
            return
        if kind != "string":
            raise self.fail(f"a name in double quotes expected, not {clean(text) or 'the end of the text'!r}")
        word = str(json.loads(text))
        self.expect(":")
        if opened.kind == "moves":
            if word in opened.node.moves:
                raise self.fail(f"the move {clean(word)!r} stands twice")
            self.child(opened.node, word, *self.token())
        else:
            self.field(opened.node, word)

    def probability(self, kind: str, text: str) -> float:
        """A number or a fraction, and the colon behind it."""
        found = self.number(text) if kind == "number" else 0
        mark = self.token()[1]
        if mark == "/":
            kind, text = self.token()
            parts = self.number(text) if kind == "number" else 0
            found = found / parts if parts else 0
            mark = self.token()[1]
        if not 0 < found <= 1 or mark != ":":
            raise self.fail("an outcome is a probability above 0 and up to 1, ':' and a node, such as 0.5: 3 or 1/3: 3")
        return found

    def is_fresh(self, opened: _Open) -> bool:
        """Whether nothing has been read inside this bracket yet."""
        node = opened.node
        if opened.kind == "object":
            return all(getattr(node, word) is None for word in _FIELDS)
        return not node.moves

    def child(self, parent: TreeNode, move: str, kind: str, text: str) -> None:
        parent.moves.append(move)
        assert parent.children is not None
        parent.children.append(self.node(kind, text))

    def field(self, node: TreeNode, word: str) -> None:
        """One field of an object."""
        if word not in _FIELDS:
            near = nearest(word, _FIELDS)
            hint = "" if near else "; moves stand in children"
            raise self.fail(f"unknown field {clean(word)!r}{near}; known: {', '.join(_FIELDS)}{hint}")
        if getattr(node, word) is not None:
            raise self.fail(f"the field {word!r} stands twice")
        if word == "name":
            node.name = self.string("a name")
        elif word == "turn":
            node.turn = self.string("turn").upper()
            if node.chances:
                raise self.fail("a node of chance has no turn")
            if node.turn not in ("MAX", "MIN"):
                raise self.fail(f'turn is "MAX" or "MIN", not {clean(node.turn)!r}')
        elif word == "value":
            kind, text = self.token()
            if kind != "number":
                raise self.fail(f"a value is a number, not {clean(text) or 'the end of the text'!r}")
            node.value = self.number(text)
        else:
            self.children(node)

    def children(self, node: TreeNode) -> None:
        _, text = self.token()
        if text not in _CHILDREN:
            raise self.fail("children are a list of nodes, outcomes in round brackets, or an object from move to node")
        self.open_children(_CHILDREN[text], node)

    def open_children(self, kind: str, node: TreeNode) -> None:
        node.children = []
        self.stack.append(_Open(kind, node))
        self.plies += 1

    def close(self, opened: _Open) -> None:
        node = opened.node
        if opened.kind != "object":
            if not node.children:
                raise self.fail("a node without children needs a value", node.line)
            if node.chances and abs((total := sum(node.chances)) - 1) > ROUNDING:
                raise self.fail(f"the probabilities add up to {total:g}, not to 1", node.line)
            if node.chances and node.turn:
                raise self.fail("a node of chance has no turn", node.line)
            self.plies -= 1
        elif node.children is None and node.value is None:
            raise self.fail("a node needs a value or children", node.line)
        self.stack.pop()


def parse_tree(text: str, source: str = "the tree") -> TreeNode:
    """Read a tree.

    Args:
        text: the JSON text.
        source: what error messages call it, for instance a file's name.

    Raises:
        PlyscopeError: the text is no tree; the message names line, path and remedy.
    """
    if len(text) > LARGEST_TEXT:
        raise PlyscopeError(f"{source}: {len(text):,} characters are more than a tree given by hand may have")
    return _Reader(text, source).read()


def preorder(root: TreeNode) -> Iterator[tuple[int, TreeNode]]:
    """Every node with its parent's position in this same order (−1 for the root)."""
    stack = [(-1, root)]
    index = 0
    while stack:
        parent, node = stack.pop()
        yield parent, node
        stack.extend((index, child) for child in reversed(node.children or []))
        index += 1
