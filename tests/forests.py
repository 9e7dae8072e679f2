"""A strict reader of the documents that `viz.formats.tikz` writes: the tree of a forest, and text as TeX shows it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

SIGNS = {
    r"\textbackslash": "\\",
    r"\textless": "<",
    r"\textgreater": ">",
    r"\textbar": "|",
    r"\geq": "≥",
    r"\leq": "≤",
    r"\infty": "∞",
    r"\alpha": "α",
    r"\beta": "β",
    r"\times": "×",
    r"\cdot": "·",
    r"\ldots": "…",
    r"\plyscopescissors": "✂",
    r"\plyscopecross": "✗",
    r"\rangle": "❯",
    r"\^": "^",
    r"\~": "~",
    r"\`": "`",
    **{f"\\{sign}": sign for sign in "{}$&#%_"},
}
"""What each command that may come from a text is seen as."""
TOKEN = re.compile(
    r"\\plyscopeother\{([0-9A-F]{4,6})\}|\\'\{(\w)\}|(\\[a-zA-Z]+|\\.)(?:\{\})?|\{(''|'|-)\}|([^\\{}$&#%_^`\"'])"
)
"""A character in all the ways in which one is written; whatever is not one of them is live TeX."""


STYLED = re.compile(r"\\(?:plyscopemove|plyscopeunseen|textbf)(?=\{)")
"""How a move, a value never seen and a value look."""


def untex(text: str) -> str:
    """What TeX text is seen as, once every command in it is known to be harmless."""
    pieces = text.split(r"\enskip ")
    return "  ".join(
        _untex(piece[found.end() + 1 : -1] if (found := STYLED.match(piece)) else piece) for piece in pieces
    )


def _untex(text: str) -> str:
    shown, place = "", 0
    plain = re.sub(r"(?<!\\)\$((?:\\[a-z]+|-)+)(?<!\\)\$", lambda found: found[1].replace("-", "−"), text)
    while place < len(plain):
        token = TOKEN.match(plain, place)
        assert token, plain[place : place + 40]
        code, accented, command, quoted, character = token.groups()
        if code:
            shown += chr(int(code, 16))
        elif accented:
            shown += {"e": "é"}[accented]
        elif command:
            shown += SIGNS[command]
        else:
            shown += {"''": '"', "~": " "}.get(quoted or character, quoted or character)
        place = token.end()
    return shown


@dataclass
class Read:
    """A node of a forest."""

    lines: list[str]
    options: dict[str, str]
    children: list[Read] = field(default_factory=list)

    def nodes(self) -> list[Read]:
        """It and all below it, in pre-order."""
        found, todo = [], [self]
        while todo:
            node = todo.pop()
            found.append(node)
            todo += reversed(node.children)
        return found


def closing(text: str, place: int) -> int:
    """The end of the group in braces that begins at a place."""
    depth = 0
    while True:
        if text[place] == "\\":
            place += 1
        elif text[place] in "{}":
            depth += 1 if text[place] == "{" else -1
            if not depth:
                return place + 1
        place += 1


def groups(text: str) -> list[str]:
    r"""The lines of a content: groups in braces with `\\` between them."""
    found, place = [], 0
    while place < len(text):
        end = closing(text, place)
        found.append(text[place + 1 : end - 1])
        assert text[end : end + 2] in ("", r"\\")
        place = end + 2
    return found


def options(text: str) -> dict[str, str]:
    """The options of a node by name; styles have an empty value."""
    found, place = {}, 0
    while place < len(text):
        name = re.compile(r",? *([^,={}]+)").match(text, place)
        assert name
        place, value = name.end(), ""
        if text[place : place + 1] == "=":
            end = closing(text, place + 1) if text[place + 1] == "{" else text.find(",", place) % (len(text) + 1)
            value, place = text[place + 1 : end], end
            value = value[1:-1] if value.startswith("{") else value
        found[name[1].strip()] = value
    return found


def forest(text: str) -> Read:
    """The tree of a document, by the grammar of forest: `[{content}, options` children `]`."""
    body = text.split("\\begin{forest}\n", 1)[1].split("\n", 1)[1]
    top = Read([], {})
    open_, place = [top], 0
    while True:
        while body[place] in " \n":
            place += 1
        if body[place] == "]":
            open_.pop()
            place += 1
            if len(open_) == 1:
                return top.children[0]
            continue
        assert body[place : place + 2] == "[{"
        content = closing(body, place + 1)
        end = content
        while body[end] not in "]\n":
            end = closing(body, end) if body[end] == "{" else end + 1
        node = Read(groups(body[place + 2 : content - 1]), options(body[content:end]))
        open_[-1].children.append(node)
        open_.append(node)
        place = end
