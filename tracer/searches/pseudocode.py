"""A search in pseudo-code, as a textbook prints it, with the lines marked on which the events of a recording stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from types import MappingProxyType


class Tag(Enum):
    """What happens on a marked line."""

    ENTER = "enter"
    """A visit begins."""
    TABLE = "table"
    """It returns what the table has."""
    TERMINAL = "terminal"
    """It returns the utility."""
    HORIZON = "horizon"
    """It returns the evaluation."""
    CUT_AT_MAX = "cut at MAX"
    """The cutoff test holds where MAX moves."""
    CUT_AT_MIN = "cut at MIN"
    """The cutoff test holds where MIN moves."""
    CUT_AT_CHANCE = "cut at chance"
    """It holds for an outcome of chance, whose mean lies at or beyond an end of the window."""
    PRUNE = "prune"
    """A move is skipped."""
    RETURN = "return"
    """It returns the best value of its moves."""
    BEGIN = "begin"
    """A best-first search begins with its root."""
    TAKE = "take"
    """A state of OPEN is taken."""
    GAMMA1 = "Γ1"
    """A solved child of MAX was taken."""
    GAMMA2 = "Γ2"
    """A solved child of MIN with a next brother."""
    GAMMA3 = "Γ3"
    """A solved child of MIN, the last one."""
    GAMMA4 = "Γ4"
    """A live leaf."""
    GAMMA5 = "Γ5"
    """A live node of which one child is enough."""
    GAMMA6 = "Γ6"
    """A live node of which all children are looked at."""
    SELECT = "select"
    """The way down from the root is chosen."""
    EXPAND = "expand"
    """A leaf of the tree gets children."""
    SIMULATE = "simulate"
    """A leaf is valued."""
    BACKUP = "back up"
    """The nodes above get new numbers."""


CUT_TAGS = (Tag.CUT_AT_MAX, Tag.CUT_AT_MIN, Tag.CUT_AT_CHANCE)
_STRICT_SIGNS = str.maketrans("≥≤", "><")
_CLAMPED_LINE = "  (what is returned is clamped to the window)"


@dataclass(frozen=True)
class Pseudocode:
    """Lines of pseudo-code, and which of them each kind of event stands on."""

    lines: tuple[str, ...]
    """Each at most 46 columns wide."""
    tags: Mapping[Tag, int]
    """The index of the line of a tag. One line may have several; a search has only the tags of what it can do."""
    driver: Mapping[Tag, int] = field(default_factory=lambda: MappingProxyType({}))
    """The same of what is done by a node that searches its position in passes, where that has lines of its own."""
    text: str = field(default="", repr=False, compare=False)
    """What it was read from, with the lines of all options."""

    def line(self, tag: Tag, *, driver: bool = False) -> int | None:
        """The index of the line of a tag, at a driver or elsewhere; None where there is none."""
        return self.driver.get(tag, self.tags.get(tag)) if driver else self.tags.get(tag)

    def loop(self, turn: int, *, driver: bool = False) -> int | None:
        r"""Return the index of the line that goes through the moves, where a call is while another one runs below it.

        >>> code = parse("search(s):  @ enter\n  for each move of MAX:\n  else for each move:")
        >>> code.loop(1), code.loop(-1)
        (1, 2)
        """
        if driver and self.driver:
            return self.driver.get(Tag.ENTER)
        loop_lines = [index for index, line in enumerate(self.lines) if "for each" in line]
        chance_lines = [index for index in loop_lines if "outcome" in self.lines[index]]
        own_lines = (
            chance_lines if not turn and chance_lines else [index for index in loop_lines if index not in chance_lines]
        )
        return (own_lines[0] if turn > 0 else own_lines[-1]) if own_lines else self.tags.get(Tag.ENTER)

    def variant(
        self, *, fail: str = "soft", cut: str = ">=", options_used: Collection[str] | None = None
    ) -> Pseudocode:
        """The same code as its options make it. `options_used` are the words that are on; all of them if None.

        >>> code = parse("if best ≥ beta: break  @ cut at MAX")
        >>> code.variant(fail="hard", cut=">").lines
        ('if best > beta: break', '  (what is returned is clamped to the window)')
        """
        code = self if options_used is None else _parse_lines(self.text, frozenset(options_used))
        test_lines = {line for tag, line in code.tags.items() if tag in CUT_TAGS}
        lines = [
            text.translate(_STRICT_SIGNS) if cut == ">" and line in test_lines else text
            for line, text in enumerate(code.lines)
        ]
        return replace(code, lines=(*lines, _CLAMPED_LINE) if fail == "hard" else tuple(lines))


_EVENTS = [tag.value for tag in Tag]


def parse(text: str) -> Pseudocode:
    r"""Read pseudo-code. A line's tags follow an `@`, with commas between them, those of a driver after `driver:`.

    Behind a `?` stands on which of an option's words a line depends, or that it is there `not` with one.

    >>> parse("minimax(s):  @ enter").tags[Tag.ENTER]
    0
    >>> parse("mtdf(s):  @ driver: enter").line(Tag.ENTER, driver=True)
    0
    >>> code = parse(
    ...     "search(s):  @ enter\n  stand pat  @ horizon ? quiescence\n  evaluate(s)  @ horizon ? not quiescence"
    ... )
    >>> code.lines, code.variant(options_used=()).lines
    (('search(s):', '  stand pat'), ('search(s):', '  evaluate(s)'))
    """
    return _parse_lines(text, None)


@cache
def _parse_lines(text: str, options_used: frozenset[str] | None) -> Pseudocode:
    lines: list[str] = []
    tags: dict[Tag, int] = {}
    driver: dict[Tag, int] = {}
    for line in text.strip("\n").split("\n"):
        code, _, tag_text = line.partition("@")
        tag_text, _, condition = tag_text.partition("?")
        option_name = condition.strip().removeprefix("not ")
        if option_name and (options_used is None or option_name in options_used) == condition.strip().startswith(
            "not "
        ):
            continue
        owner, _, names = tag_text.rpartition(":")
        for name in names.split(","):
            if (event := name.strip()) and event not in _EVENTS:
                raise ValueError(f"line {len(lines) + 1}, {code.strip()!r}: no event {event!r}; {', '.join(_EVENTS)}")
            if event:
                (driver if owner.strip() == "driver" else tags)[Tag(event)] = len(lines)
        lines.append(code.rstrip())
    return Pseudocode(tuple(lines), MappingProxyType(tags), MappingProxyType(driver), text)
