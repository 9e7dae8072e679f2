"""What a sentence says, apart from its wording: two sentences that say the same are equal."""

import re

_FACTS = re.compile(
    r"""
      \([^()]*,[^()]*\)                                             # a window
    | (?:alpha\ |beta\ )?[−\d.,∞]+\ [≥≤<>=]\ (?:alpha\ |beta\ )?[−\d.∞]*\d  # a test
    | \d+(?:/\d+)+                                                  # a path
    | \bmoves?\ (?:\S*␛\S*|\d+|[a-z]\d?)\b                          # a move by its name
    | −?\d[\d,.]*\d | −?\d | −?∞                                    # a number
    | \b(?:max|min|alpha|beta|shallow|deep|exact|at\ least|at\ most|root|table|evaluation|utility|fail-hard|step|
        cutoff|cut|pruned|false|killed|stopped|running)
    | \b(?:not|no|never|nothing)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NEGATIONS = {"no", "never", "nothing"}


class Says(str):
    """A sentence that equals every sentence of the same facts.

    >>> Says("Beta cutoff: move 1 returned 3, and 3 ≥ beta 2.") == "Move 1 gave 3: 3 ≥ beta 2, a beta cutoff."
    True
    >>> Says("Beta cutoff: move 1 returned 3, and 3 ≥ beta 2.") == "Beta cutoff: move 2 returned 3, and 3 ≥ beta 2."
    False
    >>> Says("It is exact.") == "It is not exact."
    False
    >>> Says("The node has it now.") == "Now it has the node."
    True
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and facts(self) == facts(other)

    def __hash__(self) -> int:
        return hash(tuple(facts(self)))


def facts(sentence: str) -> list[str]:
    """Its numbers, windows, tests, moves, paths, and the words that decide, in alphabetical order.

    >>> facts("At most 2. Alpha cutoff: move 1 returned 2, and 2 ≤ alpha 3.")
    ['2', '2', '2 ≤ alpha 3', 'alpha', 'at most', 'cutoff', 'move 1']
    """
    found = (fact.strip(".,").lower() for fact in _FACTS.findall(sentence))
    return sorted("not" if fact in _NEGATIONS else fact for fact in found)
