"""A sound call of a search in parts, and the diseases that are such a call with one part exchanged.

In the mover's view a call begins with a best value, takes what each child returned, keeps the best, passes its two ends
on to the next child, leaves its loop where a test holds, and gives what it has kept. From what the children really
returned, the sound call and each rival say what every child must have got, where the loop must have ended, and what the
call must have given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

import numpy as np

from tracer.diagnosis.call_columns import INFINITY, Calls
from tracer.diagnosis.finding import ERROR, WARNING, Disease, Spoils
from tracer.recording.columns import Bools, Floats

SWAPPED = Disease(
    "swapped-players",
    ERROR,
    "A node of MAX has the value of its least child, or one of MIN that of its greatest: the players are swapped.",
    "MAX keeps the greatest value that its moves lead to and begins at −∞, MIN the least and begins at ∞. Look at the "
    "comparison that keeps the best value, and at what tells it who is to move.",
    spoils=Spoils.WINDOWS,
)
NOT_NEGATED = Disease(
    "not-negated",
    ERROR,
    "A node has the best of its children's values with their signs turned over, or chose by these: a negamax that "
    "takes the other player's value as its own, or turns a value over though the same player moves on.",
    "In a negamax each call returns what its own mover gets. Where the other player moves next, the caller takes it "
    "with a minus, once: value = -search(child, -beta, -alpha), and compares and keeps that. Where the same player "
    "moves on, it takes it as it is: value = search(child, alpha, beta).",
    spoils=Spoils.WINDOWS,
)
NOT_KEPT = Disease(
    "best-not-kept",
    ERROR,
    "A node has the value of the last child that was searched, though another is better; or it kept none of them, as "
    "none was beyond the end of its window.",
    "Keep the best of the values: best = max(best, value) for MAX, min(best, value) for MIN, whatever alpha and beta "
    "are, instead of best = value.",
    spoils=Spoils.WINDOWS,
)
CUT_TOO_EARLY = Disease(
    "cut-before-update",
    ERROR,
    "A node is left because a child reaches the end of its window, but it has the value it had before that child.",
    "Update the best value first and test for the cutoff after that, or return the value that made the cutoff.",
    spoils=Spoils.WINDOWS,
)
INITIALISED = Disease(
    "best-initialised",
    ERROR,
    "A node has a number that is none of its children's values and better for its player than all of them: what the "
    "best value began with, or a stand-in for infinity that real values pass.",
    "Begin with float('-inf') for MAX and float('inf') for MIN (in a negamax -inf for both), and search the root with "
    "the window from -inf to inf.",
    spoils=Spoils.WINDOWS,
)
OTHER_END = Disease(
    "wrong-end-returned",
    ERROR,
    "A node returns the end of the window that is the other player's, MIN alpha or MAX beta, though no child's value "
    "reaches that.",
    "Return the best value; in a fail-hard search MAX returns alpha after its loop and MIN beta, and only on a cutoff "
    "the other end.",
    spoils=Spoils.WINDOWS,
)
WRONG = Disease(
    "wrong-value",
    ERROR,
    "A node claims more than its children prove, in a way that nothing else explains.",
    "A node's value is its best child's. A value at or beyond an end of a child's window is only a bound of that "
    "child's value: it must not be passed on as exact. Step into this node and compare.",
    spoils=Spoils.WINDOWS,
)
WRONG_END = Disease(
    "wrong-end-moved",
    ERROR,
    "A player moves the other player's end of the window by what its own moves returned: MIN raises alpha, or MAX "
    "lowers beta.",
    "MAX sets alpha = max(alpha, best) and MIN sets beta = min(beta, best); where one branch was copied from the "
    "other, change the name of the end as well.",
    spoils=Spoils.WINDOWS,
)
NOT_SWAPPED = Disease(
    "window-not-swapped",
    ERROR,
    "The window is crossed on the way down: the child's alpha is its parent's beta, and its beta the parent's alpha.",
    "A negamax passes (-beta, -alpha), not (-alpha, -beta); functions for MAX and MIN pass (alpha, beta) as it is.",
    spoils=Spoils.WINDOWS,
)
NOT_NEGATED_ENDS = Disease(
    "window-not-negated",
    ERROR,
    "The window is mirrored at 0 on the way down: one of the two signs, of windows or of values, is missing, or is one "
    "too many.",
    "A negamax passes (-beta, -alpha), each with its minus, or (alpha, beta) where the same player moves on; functions "
    "for MAX and MIN pass (alpha, beta) as it is.",
    spoils=Spoils.WINDOWS,
)
WIDENED = Disease(
    "window-widened",
    WARNING,
    "A child's window is wider than its parent's own, so that less is cut; the value is right.",
    "Pass the running window down at every depth: see where on the way down it begins anew, often with infinities, and "
    "that alpha is set to the best value so far, alpha = max(alpha, value), not to the last one.",
    spoils=Spoils.WINDOWS,
)
ONE_SIDED = Disease(
    "one-sided-window",
    WARNING,
    "One of the players never narrows the window by what its children returned; the other does.",
    "Update that player's bound after each child too: alpha = max(alpha, best) at MAX, beta = min(beta, best) at MIN.",
)
NO_DEEP_CUTOFFS = Disease(
    "no-deep-cutoffs",
    WARNING,
    "A call gets only its parent's best value and an infinity: what was found further up is lost, so no cutoff "
    "reaches deeper than one ply.",
    "Pass both ends on, (alpha, beta), each the best that its player has anywhere above.",
)
WRONG_BOUND = Disease(
    "wrong-cut-bound",
    ERROR,
    "A node leaves its moves although its value has not reached the right end of its window: the cutoff test compares "
    "with the wrong bound, or in the wrong direction.",
    "MAX stops when its value is ≥ beta, MIN when its value is ≤ alpha; in a negamax, best ≥ beta. Look at which bound "
    "the test names, at its direction, and at whether the return stands inside the loop.",
)


class Test(NamedTuple):
    """A test for leaving the loop, as MAX writes it; what it compares is in the mover's view."""

    sign: str = "≥"
    compared: str = "best"
    """The `best` value so far, the `returned` one, or the near end `raised` to the best."""
    end: str = "far"
    """The end of the window: `near`, `narrowed` (near, as the values before have raised it), `far`, `almost` far."""


class Call(NamedTuple):
    """What a call does with its children's values, and what it hands to its children, as the mover sees it."""

    begin: float | None = None
    """The best value before any child; None for none."""
    sign: int = 1
    """What a child's value is multiplied by."""
    keep: str = "best"
    """Which of the values it keeps: the `best`, the `worst`, the `last`, the best `above` its near end, or each whose
    `negative` is more than what it has kept."""
    gives: str = "kept"
    """What it returns: the value `kept`, that `before` the child which reached the far end, or the `far` end itself."""
    more: float = 0.0
    """What it adds to that; not where it is cut, if cutoffs return at once."""
    near: str = "raised"
    """The near end of the next child: `raised` to what is kept, its `own` as it was, the `last` value, or what is
    `kept` alone."""
    far: str = "own"
    """The far end of the next child: its `own`, `none` at all, or `lowered` by what its own moves returned."""
    turn: str = ""
    """How these two are turned round wrongly: `crossed`, with a sign too many (`mirrored`), or `both`."""
    test: Test = Test()
    """Where it leaves its loop."""


SOUND = Call()
Rival = tuple[Disease, Call]
"""A disease with the parts of the call that it exchanges."""
VALUES: tuple[Rival, ...] = (
    (NOT_NEGATED, Call(sign=-1)),
    (SWAPPED, Call(keep="worst")),
    (CUT_TOO_EARLY, Call(gives="before")),
    (NOT_KEPT, Call(keep="last")),
    (NOT_KEPT, Call(keep="above")),
    (NOT_NEGATED, Call(keep="negative")),
    (INITIALISED, Call(begin=0.0)),
    (OTHER_END, Call(gives="far")),
    (WRONG, Call(more=1.0)),
)
"""The rivals that show in what a call gives."""
WINDOWS: tuple[Rival, ...] = (
    (ONE_SIDED, Call(near="own")),
    (WIDENED, Call(near="last")),
    (WIDENED, Call(near="kept")),
    (NO_DEEP_CUTOFFS, Call(far="none")),
    # A player who moves the other end instead of its own has made one mistake.
    *((WRONG_END, Call(near=near, far="lowered")) for near in ("raised", "own", "last")),
    (NOT_SWAPPED, Call(turn="crossed")),
    (NOT_NEGATED_ENDS, Call(turn="mirrored")),
    (NOT_NEGATED_ENDS, Call(turn="both")),
)
"""The rivals that show in the windows of its children."""
TESTS: tuple[Rival, ...] = tuple(
    (WRONG_BOUND, Call(test=test))
    for test in (
        *(Test(sign, which, end) for sign in "≥>≤<" for end in ("near", "narrowed") for which in ("best", "returned")),
        *(Test(sign, which) for sign in "≤<" for which in ("best", "returned")),
        Test("≥", "raised", "almost"),
    )
)
"""The rivals that show in where it leaves its loop."""
_COMPARES_ITSELF = ("above", "negative")
"""What is kept by a comparison of its own, in which a sign has its place already."""
_COMPARED: dict[str, np.ufunc] = {"≥": np.greater_equal, ">": np.greater, "≤": np.less_equal, "<": np.less}


def joined(rivals: Sequence[Rival]) -> Iterator[tuple[tuple[Rival, ...], Call]]:
    """Yield each rival, and each two that exchange different parts."""
    for some in chain(combinations(rivals, 1), combinations(rivals, 2)):
        parts = [
            [new for new in column if new != old]
            for old, column in zip(SOUND, zip(*(call for _, call in some), strict=True), strict=True)
        ]
        if all(len(new) <= 1 for new in parts):
            call = Call._make(new[0] if new else old for old, new in zip(SOUND, parts, strict=True))
            if call.sign > 0 or call.keep not in _COMPARES_ITSELF:
                yield some, call


def kept(calls: Calls, call: Call) -> Floats:
    """Return by child the value that a call has kept once the child has returned, in the mover's view."""
    begin = -INFINITY if call.begin is None else call.begin
    if call.keep == "best":
        return np.maximum(begin, calls.best if call.sign > 0 else -calls.worst)
    if call.keep == "above":
        nothing = np.nan if call.begin is None else call.begin  # a fail-hard search has its near end there
        return np.where(calls.best > calls.near[calls.owner], calls.best, nothing)
    if call.keep == "negative":
        return calls.kept_by_negative(begin)
    if call.keep == "worst":
        begin = INFINITY if call.begin is None else call.begin
        return np.minimum(begin, calls.worst if call.sign > 0 else -calls.best)
    return call.sign * calls.returned


def given(calls: Calls, call: Call) -> Floats:
    """Return by node the value that a call returns, in the mover's view and not clamped to the window."""
    keeps = kept(calls, call)
    if call.gives == "before":
        nothing = np.nan if call.begin is None else call.begin
        reached = call.sign * calls.returned >= calls.far[calls.owner]
        keeps = np.where(reached, calls.before(keeps, nothing), keeps)
    found: Floats = keeps[calls.last]
    if call.gives == "far":
        return np.maximum(found, calls.far)
    if call.more:
        return np.where((calls.value == found) & (found >= calls.far), np.nan, found + call.more)
    return found


def windows(calls: Calls, call: Call) -> list[tuple[Floats, Floats]]:
    """Return by child the near and the far end of its window; several where the rival allows several."""
    own, whole = calls.near[calls.owner], calls.far[calls.owner]
    near = own
    if call.near == "raised":
        near = calls.raised
    elif call.near == "last":
        near = np.where(calls.begins, own, calls.before(calls.returned))
    elif call.near == "kept":
        near = calls.before(calls.kept)
    fars = [whole]
    if call.far == "none":
        fars = [np.full(len(whole), INFINITY)]
    elif call.far == "lowered":
        fars = [np.minimum(whole, calls.before(one, INFINITY)) for one in (calls.worst, calls.returned, calls.best)]
    return [_TURNS[call.turn](near, far) for far in fars]


_TURNS: dict[str, Callable[[Floats, Floats], tuple[Floats, Floats]]] = {
    "": lambda near, far: (near, far),
    "crossed": lambda near, far: (far, near),
    "mirrored": lambda near, far: (-near, -far),
    "both": lambda near, far: (-far, -near),
}


def compared(calls: Calls, test: Test) -> tuple[Floats, Floats]:
    """Return by child the two numbers that a test compares after the child."""
    near, far = calls.near[calls.owner], calls.far[calls.owner]
    if test.end == "narrowed":
        near = calls.raised
    value = calls.kept if test.compared == "best" else calls.returned
    end = {"far": far, "almost": far - 1}.get(test.end, near)
    return np.maximum(near, calls.kept) if test.compared == "raised" else value, end


def stops(calls: Calls, test: Test) -> tuple[Bools, Bools]:
    """Return by node whether a test holds after an earlier child than the last, and after the last."""
    holds: Bools = _COMPARED[test.sign](*compared(calls, test))
    early = np.add.reduceat(holds, calls.first, dtype=int) - holds[calls.last] > 0
    return early, holds[calls.last]
