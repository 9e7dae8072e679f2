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
from tracer.games.rules import PROBABILITY_TOLERANCE
from tracer.text import clean, hyphened, nearest

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
    (?P<mark>[][{}(),:/]) |
    (?P<number>[-−]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.]) |
    (?P<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*") |
    (?P<end>\Z) )""",
    re.VERBOSE | re.ASCII,
)
_CLOSING_MARKS = {"list": "]", "chance": ")"}
_CONTENT_BY_MARK = {"[": "list", "{": "moves", "(": "chance"}
_FIELDS = ("name", "value", "turn", "children")
MAX_TEXT_LENGTH = 64_000_000
"""Characters of a tree's text that are read at most."""


MIN_ROOT_HINT = """a tree with MIN at its root is written {"turn": "MIN", "children": [[3,12],[2,4]]}"""
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
class _OpenBracket:
    """A bracket that is not closed yet."""

    content: str
    """`list` of nodes, `chance`: outcomes, `object` of fields, or `moves`: the object from move to node."""
    node: TreeNode


class _TreeReader:
    """Reads one tree from one text; the stack of open brackets is its own, so depth costs nothing."""

    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source
        self.offset = 0
        self.line = 1
        self.counted_until = 0
        self.stack: list[_OpenBracket] = []
        self.open_plies = 0
        """How many of the open brackets hold the children of a node."""

    def syntax_error(self, problem: str, line: int | None = None) -> PlyscopeError:
        open_nodes = (bracket.node for bracket in self.stack if bracket.content != "object")
        path = "/".join(node.moves[-1] for node in open_nodes if node.moves)
        location = f"{self.source}, line {line or self.line}" + (f", node {clean(path)}" if path else ", root")
        return PlyscopeError(f"{location}: {problem}")

    def refuse(self, text: str, wanted: str) -> PlyscopeError:
        return self.syntax_error(f"{wanted}, not {clean(text) or 'the end of the text'!r}")

    def next_token(self) -> tuple[str, str]:
        match = _TOKEN.match(self.text, self.offset)
        start = match.start(match.lastgroup or 0) if match else self._skip_blanks()
        self.line += self.text.count("\n", self.counted_until, start)
        self.counted_until = start
        if match is None or match.lastgroup is None:
            unexpected = re.match(r'"[^\n]*|[\w.+-]+|.', self.text[start : start + 40], re.DOTALL)
            raise self.syntax_error(
                f"unexpected {clean(unexpected[0] if unexpected else '')!r}; a tree is JSON: lists and numbers"
            )
        self.offset = match.end()
        return match.lastgroup, match[match.lastgroup]

    def _skip_blanks(self) -> int:
        blanks = re.compile(r"[ \t\r\n]*").match(self.text, self.offset)
        return blanks.end() if blanks else self.offset

    def expect_mark(self, mark: str) -> None:
        _, text = self.next_token()
        if text != mark:
            raise self.refuse(text, f"{mark!r} expected")

    def read_string(self, description: str) -> str:
        item_type, text = self.next_token()
        if item_type != "string":
            raise self.refuse(text, f"{description} is a string in double quotes")
        return str(json.loads(text))

    def read_tree(self) -> TreeNode:
        root = self.begin_node(*self.next_token())
        while self.stack:
            self.read_item()
        item_type, text = self.next_token()
        if item_type != "end":
            hint = (
                f"; {MIN_ROOT_HINT}"
                if re.match(r"\W*(turn|MAX|MIN)\b", self.text[self.offset - 1 :], re.IGNORECASE)
                else ""
            )
            raise self.syntax_error(f"{clean(text)!r} after the end of the tree{hint}")
        return root

    def begin_node(self, item_type: str, text: str) -> TreeNode:
        """Begin a node; brackets stay open on the stack until `read_item` closes them."""
        node = TreeNode(self.line)
        if item_type == "number":
            node.value = self.read_number(text)
        elif text in ("[", "("):
            self.open_children(_CONTENT_BY_MARK[text], node)
        elif text == "{":
            self.stack.append(_OpenBracket("object", node))
        elif text in (")", "/"):
            raise self.syntax_error(f"unexpected {text!r}; a tree is JSON: lists and numbers")
        else:
            raise self.refuse(text, "a number, a list or an object expected")
        return node

    def read_number(self, text: str) -> float:
        text = hyphened(text)
        value = float(text) if len(text) > 15 or re.search("[.eE]", text) else int(text)
        if not math.isfinite(value):
            raise self.syntax_error(f"the number {clean(text, 30)} is too large")
        return value

    def read_item(self) -> None:
        """Read one item, or the closing bracket, of the innermost open bracket."""
        bracket = self.stack[-1]
        item_type, text = self.next_token()
        closing = _CLOSING_MARKS.get(bracket.content, "}")
        was_empty = self.is_empty(bracket)
        if text == closing and item_type == "mark":
            self.close_bracket(bracket)
            return
        if not was_empty:
            if text != ",":
                raise self.refuse(text, f"',' or {closing!r} expected")
            item_type, text = self.next_token()
        if bracket.content == "chance":
            bracket.node.chances.append(self.read_probability(item_type, text))
            item_type, text = self.next_token()
        if bracket.content in _CLOSING_MARKS:
            self.add_child(bracket.node, name_move(self.open_plies - 1, len(bracket.node.moves)), item_type, text)
            return
        if item_type != "string":
            raise self.refuse(text, "a name in double quotes expected")
        name = str(json.loads(text))
        self.expect_mark(":")
        if bracket.content == "moves":
            if name in bracket.node.moves:
                raise self.syntax_error(f"the move {clean(name)!r} stands twice")
            self.add_child(bracket.node, name, *self.next_token())
        else:
            self.read_field(bracket.node, name)

    def read_probability(self, item_type: str, text: str) -> float:
        """A number or a fraction, and the colon behind it."""
        probability = self.read_number(text) if item_type == "number" else 0
        mark = self.next_token()[1]
        if mark == "/":
            item_type, text = self.next_token()
            denominator = self.read_number(text) if item_type == "number" else 0
            probability = probability / denominator if denominator else 0
            mark = self.next_token()[1]
        if not 0 < probability <= 1 or mark != ":":
            raise self.syntax_error(
                "an outcome is a probability above 0 and up to 1, ':' and a node, such as 0.5: 3 or 1/3: 3"
            )
        return probability

    def is_empty(self, bracket: _OpenBracket) -> bool:
        """Whether nothing has been read inside this bracket yet."""
        node = bracket.node
        if bracket.content == "object":
            return all(getattr(node, field_name) is None for field_name in _FIELDS)
        return not node.moves

    def add_child(self, parent: TreeNode, move: str, item_type: str, text: str) -> None:
        parent.moves.append(move)
        assert parent.children is not None
        parent.children.append(self.begin_node(item_type, text))

    def read_field(self, node: TreeNode, field_name: str) -> None:
        if field_name not in _FIELDS:
            suggestion = nearest(field_name, _FIELDS)
            hint = "" if suggestion else "; moves stand in children"
            raise self.syntax_error(
                f"unknown field {clean(field_name)!r}{suggestion}; known: {', '.join(_FIELDS)}{hint}"
            )
        if getattr(node, field_name) is not None:
            raise self.syntax_error(f"the field {field_name!r} stands twice")
        if field_name == "name":
            node.name = self.read_string("a name")
        elif field_name == "turn":
            node.turn = self.read_string("turn").upper()
            if node.chances:
                raise self.syntax_error("a node of chance has no turn")
            if node.turn not in ("MAX", "MIN"):
                raise self.syntax_error(f'turn is "MAX" or "MIN", not {clean(node.turn)!r}')
        elif field_name == "value":
            item_type, text = self.next_token()
            if item_type != "number":
                raise self.refuse(text, "a value is a number")
            node.value = self.read_number(text)
        else:
            self.read_children(node)

    def read_children(self, node: TreeNode) -> None:
        _, text = self.next_token()
        if text not in _CONTENT_BY_MARK:
            raise self.syntax_error(
                "children are a list of nodes, outcomes in round brackets, or an object from move to node"
            )
        self.open_children(_CONTENT_BY_MARK[text], node)

    def open_children(self, content: str, node: TreeNode) -> None:
        node.children = []
        self.stack.append(_OpenBracket(content, node))
        self.open_plies += 1

    def close_bracket(self, bracket: _OpenBracket) -> None:
        node = bracket.node
        if bracket.content != "object":
            if not node.children:
                raise self.syntax_error("a node without children needs a value", node.line)
            if node.chances and abs((total := sum(node.chances)) - 1) > PROBABILITY_TOLERANCE:
                raise self.syntax_error(f"the probabilities add up to {total:g}, not to 1", node.line)
            if node.chances and node.turn:
                raise self.syntax_error("a node of chance has no turn", node.line)
            self.open_plies -= 1
        elif node.children is None and node.value is None:
            raise self.syntax_error("a node needs a value or children", node.line)
        self.stack.pop()


def parse_tree(text: str, source: str = "the tree") -> TreeNode:
    """Read a tree.

    Raises:
        PlyscopeError: the text is no tree; the message names line, path and remedy.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise PlyscopeError(f"{source}: {len(text):,} characters are more than a tree given by hand may have")
    return _TreeReader(text, source).read_tree()


def preorder(root: TreeNode) -> Iterator[tuple[int, TreeNode]]:
    """Every node with its parent's position in this same order (−1 for the root)."""
    stack = [(-1, root)]
    index = 0
    while stack:
        parent, node = stack.pop()
        yield parent, node
        stack.extend((index, child) for child in reversed(node.children or []))
        index += 1
