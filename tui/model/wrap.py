"""Sentences broken into lines between words. Rich does the same for text of many styles, in ten times as long."""

from __future__ import annotations

import re

from rich.cells import cell_len, chop_cells

_WORD = re.compile(r"\s*\S+\s*")


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most so many cells. A word that is longer than a line begins one, and is broken.

    >>> wrap("best 2 ≤ alpha 3 → cut", 9)
    ['best 2 ≤', 'alpha 3 →', 'cut']
    >>> wrap("a transposition", 6)
    ['a', 'transp', 'ositio', 'n']
    """
    lines, line, room = [], "", width
    for word in _WORD.findall(text):
        needed = cell_len(word.rstrip())
        if needed > room and needed > width:
            *full, rest = chop_cells(word, width)
            lines += [line, *full] if line else full
            line, room = rest, width - cell_len(rest)
            continue
        if needed > room and line:
            lines.append(line)
            line, room = "", width
        line += word
        room -= cell_len(word)
    return [one.rstrip() for one in [*lines, line]]
