"""Which of some moves a word means that a person typed."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping

_SIGNS = str.maketrans("", "", "+#=x-")
"""What may be left out or added: check and mate, promotion, captures, the dash between squares."""
_CASTLING = re.compile(r"0-0(-0)?[+#]?")


def meant(word: str, legal: Mapping[str, Hashable]) -> str | None:
    """The label of the one legal move that a word means; None where it means none, or several.

    The label itself comes first, then capitals as small letters, then words that differ by signs alone, and then the
    name that another program has for a move, as UCI for one of chess.

    >>> moves = {"bxc3": 1, "Bxc3+": 2, "a8=Q": 3, "O-O": 4, "2": 5}
    >>> [meant(word, moves) for word in ("bc3", "Bc3", "a8q", "0-0", "bC3", "-2")]
    ['bxc3', 'Bxc3+', 'a8=Q', 'O-O', None, None]
    """
    if word in legal:
        return word
    word = word.strip()
    if _CASTLING.fullmatch(word):
        word = word.replace("0", "O")
    bare = word.translate(_SIGNS)
    ways = [[name for name in legal if name == word], [name for name in legal if name.casefold() == word.casefold()]]
    if any(letter.isalpha() for letter in bare):  # a sign before a number is no decoration
        ways.append([name for name in legal if name.translate(_SIGNS) == bare])
        ways.append([name for name in legal if name.translate(_SIGNS).casefold() == bare.casefold()])
        ways.append([name for name, move in legal.items() if _own_name(move) == bare.casefold()])
    found = next((names for names in ways if names), [])
    return found[0] if len(found) == 1 else None


def _own_name(move: Hashable) -> str | None:
    """What another program calls a move of its own, in small letters; None where it has no such name."""
    own = getattr(move, "move", None)
    return own.casefold() if isinstance(own, str) else None
