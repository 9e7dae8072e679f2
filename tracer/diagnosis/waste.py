"""Windows that are not narrowed: the value is right, but branches are searched that could be cut.

A player's own bound is what its node has found so far; the other bound comes from above. Each is judged by all nodes of
the search at once: a warning needs nodes enough where the difference could be seen, and that it was seen at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW
from tracer.diagnosis.call_columns import Window
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import NOTE, WARNING, Disease, Spoils, Symptom
from tracer.diagnosis.passed_windows import collect_passed_windows, explain_windows, passes_raised_bound
from tracer.diagnosis.sites import has_mistaken_call_kind
from tracer.diagnosis.sound_call import NO_DEEP_CUTOFFS, ONE_SIDED
from tracer.diagnosis.wording import GOT_WINDOW_TEMPLATE, symptoms
from tracer.games.rules import MAX, MIN, Turn
from tracer.recording.columns import Bools
from tracer.text import number

NEVER_UPDATED = Disease(
    "window-never-updated",
    WARNING,
    "No node narrows its window by what its children returned, or none by what standing pat is worth: every child gets "
    "the window of its parent's call, so little is cut.",
    "After each child, and after standing pat, set alpha to the best value so far at MAX, beta at MIN (in a negamax "
    "alpha, always), and pass that on. A search that has no alpha and beta should be recorded as one without windows.",
)
ROOT_NOT_NARROWED = Disease(
    "root-not-narrowed",
    NOTE,
    "The root searches each move with the full window, though other moves have returned values; the other nodes "
    "narrow theirs.",
    "In the root's loop over the moves keep alpha (beta if MIN begins) at the best value so far, pass it on, and keep "
    "the first of equal moves: in a narrowed window a value that equals the best is only a bound, and no tie "
    "(`bound-played`). A search that draws lots among the best moves needs the exact value of each: leave it as it is.",
)
DISEASES: tuple[Disease, ...] = (NEVER_UPDATED, ONE_SIDED, ROOT_NOT_NARROWED, NO_DEEP_CUTOFFS)


class _BoundUse(NamedTuple):
    """The children before which one end was narrower than nothing: those that did not get it, and those that did."""

    unbound_children: list[int]
    bound_children: list[int]

    def join(self, other: _BoundUse) -> _BoundUse:
        """Return the children of both."""
        return _BoundUse(*(mine + others for mine, others in zip(self, other, strict=True)))

    def is_always_lost(self, case: Case) -> bool:
        """Return whether it was lost wherever it could be, at nodes enough."""
        return not self.bound_children and len({case.parent[child] for child in self.unbound_children}) >= FEW


class _BoundUses(NamedTuple):
    """What became of the ends of windows."""

    near: dict[int, _BoundUse]
    """Each player's own, by who moves."""
    root: _BoundUse
    """The root's."""
    far: dict[int, _BoundUse]
    """The end from above, by who moves."""
    stand: _BoundUse
    """What standing pat was worth, before the first move of a quiescence search."""


def examine(case: Case) -> Iterator[Symptom]:
    """Find the calls whose windows could be narrower."""
    if not case.has_windows or case.broken_nodes or has_mistaken_call_kind(case):
        return
    if Spoils.WINDOWS in case.spoilt_aspects:
        yield from _find_beside_other_mistakes(case)
        return
    near_uses, root_use, far_uses, stand_use = case.once(_collect_bound_uses)
    fields: dict[str, Any] = {"entered": True, "before": partial(_describe_best_before, case)}
    both = near_uses[MAX].join(near_uses[MIN])
    if not both.bound_children and not root_use.bound_children:
        yield from symptoms(
            NEVER_UPDATED, case, _find_unbound_children(case), GOT_WINDOW_TEMPLATE + "{before}", **fields
        )
        return
    if stand_use.is_always_lost(case):
        template = GOT_WINDOW_TEMPLATE + "{before}; so at all {count} nodes that stood pat"
        fields["count"] = f"{len(stand_use.unbound_children):,}"
        yield from symptoms(NEVER_UPDATED, case, stand_use.unbound_children, template, **fields)
    for turn in _find_one_sided_players(case):
        template = GOT_WINDOW_TEMPLATE + "{before}; no node of {parent:player} passes its own bound on"
        yield from symptoms(ONE_SIDED, case, near_uses[turn].unbound_children, template, **fields)
    is_root_unbound = root_use.unbound_children and not root_use.bound_children and len(both.bound_children) >= FEW
    if is_root_unbound and not near_uses[case.turn[0]].unbound_children:
        template = f"after its move {{node:move}} {GOT_WINDOW_TEMPLATE}{{before}}"
        for one in symptoms(ROOT_NOT_NARROWED, case, root_use.unbound_children[:1], template, **fields):
            yield replace(one, node=0)
    for turn in (MAX, MIN) if not both.unbound_children else ():
        if far_uses[turn].is_always_lost(case):
            fields["end"] = case.running_windows[1 if turn > 0 else 0].__getitem__
            template = f"{GOT_WINDOW_TEMPLATE}: {{parent:far}} {{end}} from further up is lost"
            yield from symptoms(NO_DEEP_CUTOFFS, case, far_uses[turn].unbound_children, template, **fields)


def _find_beside_other_mistakes(case: Case) -> Iterator[Symptom]:
    """Find what the calls pass on wrongly, beside another mistake in their windows or values."""
    # Who keeps the worst value acts as the other player, and moves the other end as well.
    calls = [
        player_calls
        for player_calls in case.calls.values()
        if player_calls.kept_so_far is player_calls.best_so_far
        or (player_calls.kept_so_far != player_calls.worst_so_far).any()
    ]
    explanations = [explain_windows(player_calls) or ((), []) for player_calls in calls]
    never_narrows = all(
        ONE_SIDED in diseases if diseases else not passes_raised_bound(player_calls)
        for player_calls, (diseases, _) in zip(calls, explanations, strict=True)
    )
    for diseases, children in explanations:
        for disease in diseases:
            yield from symptoms(
                NEVER_UPDATED if never_narrows and disease is ONE_SIDED else disease,
                case,
                children,
                GOT_WINDOW_TEMPLATE,
                entered=True,
            )


def find_players_without_bound(case: Case) -> set[int]:
    """Return the players who never narrow the window: a test of alpha against beta cannot hold at them."""
    return {MAX, MIN} if _find_unbound_children(case) else set(_find_one_sided_players(case))


def _find_unbound_children(case: Case) -> list[int]:
    """Return the children without a narrower window, if no child of the search has one."""
    near_uses, root_use, *_ = case.once(_collect_bound_uses)
    all_uses = near_uses[MAX].join(near_uses[MIN]).join(root_use)
    return sorted(all_uses.unbound_children) if all_uses.is_always_lost(case) else []


def _find_one_sided_players(case: Case) -> list[Turn]:
    """Return the players who never narrow the window, while the other one does, be it at the root."""
    near_uses, root_use, *_ = case.once(_collect_bound_uses)
    narrowing = {turn for turn in (MAX, MIN) if near_uses[turn].bound_children}
    narrowing |= {case.turn[0]} if root_use.bound_children else set()
    return [turn for turn in (MAX, MIN) if near_uses[turn].is_always_lost(case) and -turn in narrowing]


def _collect_bound_uses(case: Case) -> _BoundUses:
    """Return by end the children that got it and those that did not, where it was narrower than at the start."""
    passed, columns = case.once(collect_passed_windows), case.columns
    parents = columns.parent[passed.child_ids]
    alpha = np.maximum(columns.alpha, np.append(columns.alpha[1:], 0))  # a node's first child comes right after it
    beta = np.minimum(columns.beta, np.append(columns.beta[1:], 0))
    first = Window.of(passed.turn, alpha[parents], beta[parents])
    root = Window.of(passed.turn, alpha[0], beta[0])
    running, received = passed.running, passed.received
    is_narrowed = running.is_open & ((running.near > first.near) | (running.far < first.far))
    stood_pat = columns.is_beyond_horizon[parents] & columns.keeps_position[passed.child_ids - 1]
    is_stand_better = is_narrowed & stood_pat & (columns.parent[passed.child_ids - 1] == parents)
    is_narrowed &= ~columns.is_beyond_horizon[parents]  # a quiescence search has a loop of its own
    is_lowered = running.is_open & (running.far < root.far)

    def split_children(mask: Bools, is_lost: Bools) -> _BoundUse:
        return _BoundUse(passed.select_nodes(mask & is_lost), passed.select_nodes(mask & ~is_lost))

    is_near_lost, is_far_lost = received.near <= first.near, received.far >= root.far
    players = {int(turn): passed.turn == turn for turn in (MAX, MIN)}
    return _BoundUses(
        {turn: split_children(is_narrowed & player & (parents > 0), is_near_lost) for turn, player in players.items()},
        split_children(is_narrowed & (parents == 0), is_near_lost),
        {turn: split_children(is_lowered & player, is_far_lost) for turn, player in players.items()},
        split_children(is_stand_better, is_near_lost),
    )


def _describe_best_before(case: Case, child: int) -> str:
    """Return the value that a child's parent had found, with its move."""
    parent = case.parent[child]
    best_value = case.running_windows[0 if case.turn[parent] > 0 else 1][child]
    source_child = next(
        (sibling for sibling in case.visits(parent) if sibling < child and case.value[sibling] == best_value), child
    )
    return f", {number(best_value)} after {case.trace.label(source_child)}"
