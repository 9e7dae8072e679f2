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

from tracer.diagnosis.call_columns import INFINITY, Calls, Window
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


class LoopTest(NamedTuple):
    """A test for leaving the loop, as MAX writes it; what it compares is in the mover's view."""

    comparison: str = "≥"
    compared_value: str = "best"
    """The `best` value so far, the `returned` one, or the near end `raised` to the best."""
    compared_bound: str = "far"
    """The end of the window: `near`, `narrowed` (near, as the values before have raised it), `far`, `almost` far."""


class CallModel(NamedTuple):
    """What a call does with its children's values, and what it hands to its children, as the mover sees it."""

    start_value: float | None = None
    """The best value before any child; None for none."""
    sign: int = 1
    """What a child's value is multiplied by."""
    kept_value: str = "best"
    """Which of the values it keeps: the `best`, the `worst`, the `last`, the best `above` its near end, or each whose
    `negative` is more than what it has kept."""
    returned_value: str = "kept"
    """What it returns: the value `kept`, that `before` the child which reached the far end, or the `far` end itself."""
    added_value: float = 0.0
    """What it adds to that; not where it is cut, if cutoffs return at once."""
    near: str = "raised"
    """The near end of the next child: `raised` to what is kept, its `own` as it was, the `last` value, or what is
    `kept` alone."""
    far: str = "own"
    """The far end of the next child: its `own`, `none` at all, or `lowered` by what its own moves returned."""
    window_mistake: str = ""
    """How these two are turned round wrongly: `crossed`, with a sign too many (`mirrored`), or `both`."""
    test: LoopTest = LoopTest()
    """Where it leaves its loop."""


SOUND_CALL = CallModel()
Rival = tuple[Disease, CallModel]
"""A disease with the parts of the call that it exchanges."""
VALUE_RIVALS: tuple[Rival, ...] = (
    (NOT_NEGATED, CallModel(sign=-1)),
    (SWAPPED, CallModel(kept_value="worst")),
    (CUT_TOO_EARLY, CallModel(returned_value="before")),
    (NOT_KEPT, CallModel(kept_value="last")),
    (NOT_KEPT, CallModel(kept_value="above")),
    (NOT_NEGATED, CallModel(kept_value="negative")),
    (INITIALISED, CallModel(start_value=0.0)),
    (OTHER_END, CallModel(returned_value="far")),
    (WRONG, CallModel(added_value=1.0)),
)
"""The rivals that show in what a call gives."""
WINDOW_RIVALS: tuple[Rival, ...] = (
    (ONE_SIDED, CallModel(near="own")),
    (WIDENED, CallModel(near="last")),
    (WIDENED, CallModel(near="kept")),
    (NO_DEEP_CUTOFFS, CallModel(far="none")),
    # A player who moves the other end instead of its own has made one mistake.
    *((WRONG_END, CallModel(near=near, far="lowered")) for near in ("raised", "own", "last")),
    (NOT_SWAPPED, CallModel(window_mistake="crossed")),
    (NOT_NEGATED_ENDS, CallModel(window_mistake="mirrored")),
    (NOT_NEGATED_ENDS, CallModel(window_mistake="both")),
)
"""The rivals that show in the windows of its children."""
TEST_RIVALS: tuple[Rival, ...] = tuple(
    (WRONG_BOUND, CallModel(test=test))
    for test in (
        *(
            LoopTest(sign, which, end)
            for sign in "≥>≤<"
            for end in ("near", "narrowed")
            for which in ("best", "returned")
        ),
        *(LoopTest(sign, which) for sign in "≤<" for which in ("best", "returned")),
        LoopTest("≥", "raised", "almost"),
    )
)
"""The rivals that show in where it leaves its loop."""
_KEPT_BY_OWN_COMPARISON = ("above", "negative")
"""What is kept by a comparison of its own, in which a sign has its place already."""
_COMPARISONS: dict[str, np.ufunc] = {"≥": np.greater_equal, ">": np.greater, "≤": np.less_equal, "<": np.less}


def iter_rival_combinations(rivals: Sequence[Rival]) -> Iterator[tuple[tuple[Rival, ...], CallModel]]:
    """Yield each rival, and each two that exchange different parts."""
    for combination in chain(combinations(rivals, 1), combinations(rivals, 2)):
        changed_parts = [
            [changed for changed in column if changed != old]
            for old, column in zip(SOUND_CALL, zip(*(call for _, call in combination), strict=True), strict=True)
        ]
        if all(len(changed) <= 1 for changed in changed_parts):
            call = CallModel._make(
                changed[0] if changed else old for old, changed in zip(SOUND_CALL, changed_parts, strict=True)
            )
            if call.sign > 0 or call.kept_value not in _KEPT_BY_OWN_COMPARISON:
                yield combination, call


def predict_kept_values(calls: Calls, model: CallModel) -> Floats:
    """Return by child the value that a call has kept once the child has returned, in the mover's view."""
    start_value = -INFINITY if model.start_value is None else model.start_value
    if model.kept_value == "best":
        return np.maximum(start_value, calls.best_so_far if model.sign > 0 else -calls.worst_so_far)
    if model.kept_value == "above":
        # A fail-hard search has its near end where it kept nothing.
        no_value = np.nan if model.start_value is None else model.start_value
        return np.where(calls.best_so_far > calls.parent_window.near, calls.best_so_far, no_value)
    if model.kept_value == "negative":
        return calls.keep_by_negated_comparison(start_value)
    if model.kept_value == "worst":
        start_value = INFINITY if model.start_value is None else model.start_value
        return np.minimum(start_value, calls.worst_so_far if model.sign > 0 else -calls.best_so_far)
    return model.sign * calls.child_values


def predict_returned_values(calls: Calls, model: CallModel) -> Floats:
    """Return by node the value that a call returns, in the mover's view and not clamped to the window."""
    kept_values = predict_kept_values(calls, model)
    if model.returned_value == "before":
        no_value = np.nan if model.start_value is None else model.start_value
        reaches_bound = model.sign * calls.child_values >= calls.parent_window.far
        kept_values = np.where(reaches_bound, calls.shift_to_next_child(kept_values, no_value), kept_values)
    last_kept: Floats = kept_values[calls.last_row]
    if model.returned_value == "far":
        last_kept = np.maximum(last_kept, calls.window.far)
    elif model.added_value:
        is_cut = (calls.node_values == last_kept) & (last_kept >= calls.window.far)
        return np.where(is_cut, np.nan, last_kept + model.added_value)
    return last_kept


def predict_child_windows(calls: Calls, model: CallModel) -> list[Window]:
    """Return by child its window; several predictions where the rival allows several."""
    near, far = calls.parent_window
    if model.near == "raised":
        near = calls.raised_bound
    elif model.near == "last":
        near = np.where(calls.is_first_child, near, calls.shift_to_next_child(calls.child_values))
    elif model.near == "kept":
        near = calls.shift_to_next_child(calls.kept_so_far)
    far_ends = [far]
    if model.far == "none":
        far_ends = [np.full(len(far), INFINITY)]
    elif model.far == "lowered":
        lowering_values = (calls.worst_so_far, calls.child_values, calls.best_so_far)
        far_ends = [np.minimum(far, calls.shift_to_next_child(values, INFINITY)) for values in lowering_values]
        raised = np.maximum(calls.parent_window.near, calls.shift_to_next_child(calls.child_values))
        far_ends.append(np.where(calls.is_first_child, far, raised))  # what it should have made its near end
    return [_WINDOW_MISTAKES[model.window_mistake](near, far) for far in far_ends]


_WINDOW_MISTAKES: dict[str, Callable[[Floats, Floats], Window]] = {
    "": Window,
    "crossed": lambda near, far: Window(far, near),
    "mirrored": lambda near, far: Window(-near, -far),
    "both": lambda near, far: Window(-far, -near),
}


def get_compared_numbers(calls: Calls, test: LoopTest) -> tuple[Floats, Floats]:
    """Return by child the two numbers that a test compares after the child."""
    near, far = calls.parent_window
    if test.compared_bound == "narrowed":
        near = calls.raised_bound
    values = calls.kept_so_far if test.compared_value == "best" else calls.child_values
    bound = {"far": far, "almost": far - 1}.get(test.compared_bound, near)
    return np.maximum(near, calls.kept_so_far) if test.compared_value == "raised" else values, bound


def find_holding_tests(calls: Calls, test: LoopTest) -> tuple[Bools, Bools]:
    """Return by node whether a test holds after an earlier child than the last, and after the last."""
    holds: Bools = _COMPARISONS[test.comparison](*get_compared_numbers(calls, test))
    holds_early = np.add.reduceat(holds, calls.first_row, dtype=int) - holds[calls.last_row] > 0
    return holds_early, holds[calls.last_row]
