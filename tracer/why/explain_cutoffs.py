"""Why a cutoff is right, in sentences: what was tested, who set the bound, and why nothing skipped could matter.

All numbers are MAX's view.
"""

from __future__ import annotations

from tracer.count.proved import is_derived
from tracer.games.rules import blame
from tracer.recording.node import depth_searched
from tracer.recording.selective import is_partial
from tracer.recording.status import HORIZON, LOWER, OPEN, TERMINAL, UPPER
from tracer.searches.registry import SEARCHES
from tracer.text import number
from tracer.tracing import Trace
from tracer.why.causes import Origin, end_name, end_text, holds, is_beta, is_searched, origin, refutation, saving, test
from tracer.why.means import even_if
from tracer.why.otherwise import FUTILE, NULL_CUT, SAID, STAND, TRUST, code, is_skip
from tracer.why.sentences import (
    Sentence,
    above,
    capital,
    count,
    is_hard,
    move,
    mover,
    moves,
    none_beyond,
    proof,
    rival,
    share,
    value_text,
    window_of,
    worth,
)
from tracer.why.visits import bounds_of_passes


def about_cutoff(trace: Trace, node: int, full: int | None = None, *, returned: bool) -> list[Sentence]:
    """About a node that was cut.

    Args:
        trace: the trace.
        node: the node.
        full: nodes of the full tree, where that is known.
        returned: whether it had returned its value; before that it only has the cutoff.
    """
    last, where = refutation(trace, node), origin(trace, node)
    if last is None or where is None or not holds(trace, node):
        return [_unfounded(trace, node, last, node)]
    if not trace.columns.turn[node]:
        said = f"{end_name(trace, node)} cutoff: {_tested(trace, node, last)}."
        said = f"{worth(trace, node)}. {capital(said)}" if returned else said
        limit = bound(trace, where, node, cut=True)
        return [Sentence(capital(said), "cut", last), *even_if(trace, node), limit, _skipped(trace, node, last, full)]
    exact = returned and is_derived(trace, node)
    text = f"{end_name(trace, node)} cutoff: {_tested(trace, node, last)}"
    text = f"{worth(trace, node)}. {capital(text)}" if returned and not exact else text
    proved = [Sentence(f"{capital(worth(trace, node))}: {proof(trace, node)}.", "value", last)] if exact else []
    return [
        *proved,
        Sentence(f"{capital(text)}.", "cut", last),
        bound(trace, where, node, cut=True),
        Sentence(_argument(trace, node, last, where, exact=exact), "", last),
        _skipped(trace, node, last, full),
    ]


def about_pruned_branch(trace: Trace, branch: int, full: int | None = None) -> list[Sentence]:
    """About a pruned branch; what it saved is told as a share of the full tree's nodes where their number is known."""
    if is_skip(trace, branch):
        return [Sentence(SAID[code(trace, branch)], "pruned"), *_futility(trace, branch)]
    cut = int(trace.columns.parent[branch])
    last, where = refutation(trace, cut), origin(trace, branch)
    again = is_searched(trace, branch)
    if is_partial(trace.columns, cut):
        rest = "another visit searched it" if again else "it was never searched"
        return [Sentence(f"Left by a probe, which searches one move alone: {rest}.", "pruned")]
    never = (
        "was not searched in this visit, so it has no value here" if again else "was never searched, so it has no value"
    )
    found = [Sentence(f"Pruned: {move(trace, branch)} {never}.", "pruned")]
    if last is None or where is None or not holds(trace, cut):
        return [*found, _unfounded(trace, cut, last, branch)]
    held = f"{capital(above(trace, branch, cut))} was cut: {_tested(trace, cut, last)}."
    found += [
        Sentence(held, "cut", cut),
        bound(trace, where, branch),
        *(
            [Sentence(_no_matter(trace, cut, last, where), "", last)]
            if trace.columns.turn[cut]
            else even_if(trace, cut)
        ),
    ]
    spared = _tree(trace, branch, full)
    whom = "this visit" if again else "the search"
    return [*found, Sentence(f"Skipping it spared {whom} {spared}.", "pruned")] if spared else found


def margin_of(trace: Trace) -> float | None:
    """The margin by which moves are futile; None where the game is unknown or the search is not plyscope's own."""
    search = SEARCHES.get(trace.header.search) if trace.header.ours and trace.game is not None else None
    margins = [option.default for option in search.own if option.name == "margin"] if search is not None else []
    return float(trace.header.options.get("margin", margins[0])) if margins else None


def evaluation_at(trace: Trace, node: int) -> float:
    """The evaluation of a position, of a trace whose game is known.

    Raises:
        GameError: the game misbehaved.
    """
    game = trace.need_game()
    with blame(game):
        return float(game.evaluate(trace.state(node)))  # type: ignore[attr-defined]


def _futility(trace: Trace, branch: int) -> list[Sentence]:
    """The numbers by which a move is futile, where they are known."""
    margin_ = margin_of(trace)
    if code(trace, branch) != FUTILE or margin_ is None:
        return []
    above_, columns = int(trace.columns.parent[branch]), trace.columns
    evaluation = evaluation_at(trace, above_)
    margin, value = number(margin_), float(columns.value[above_])
    if columns.turn[above_] > 0:
        has = number(max(float(columns.alpha[above_]), value))
        return [Sentence(f"Evaluation {number(evaluation)} + margin {margin} ≤ alpha {has}.")]
    has = number(min(float(columns.beta[above_]), value))
    return [Sentence(f"Evaluation {number(evaluation)} − margin {margin} ≥ beta {has}.")]


def bound(trace: Trace, where: Origin, node: int, *, cut: bool = False) -> Sentence:
    """About the end of a window: whose move made it what it is, how far above the node, or that it was given.

    Args:
        trace: the trace.
        where: what is told.
        node: the node from which one looks up.
        cut: whether that is a node that was cut there, and so a shallow or a deep cutoff.
    """
    end = f"{capital(where.end)} {end_text(trace, node, where.end)}"
    if where.ancestor is None:
        which = "lower" if where.end == "alpha" else "upper"
        return Sentence(f"{end} is the {which} end of the window that the search was started with.", "", 0)
    there = above(trace, node, where.ancestor)
    if where.child is None:
        chosen = _asked(trace, where.ancestor, node, there)
        return Sentence(f"{end} is no move's value: {chosen}.", "", where.ancestor)
    player = "MAX" if where.end == "alpha" else "MIN"
    kind = f": a {'deep' if where.deep else 'shallow'} cutoff" if cut else ""
    text = f"{end} is what {player} already has at {there} with {move(trace, where.child)}{kind}."
    return Sentence(text, "", where.child)


def _asked(trace: Trace, ancestor: int, node: int, there: str) -> str:
    """That the search chose a window below an ancestor, which none of its moves' values made; of MTD(f) also why."""
    columns = trace.columns
    while int(columns.parent[node]) != ancestor:
        node = int(columns.parent[node])
    if trace.header.ours and trace.header.search == "mtdf" and ancestor in trace.drivers:
        return _closing_in(trace, ancestor, node)
    ends = window_of(trace, node)
    return f"at {there} the search chose the window {ends} for {move(trace, node)}"


def _closing_in(trace: Trace, driver: int, asking: int) -> str:
    """What a pass of MTD(f) asks, and by which bounds."""
    before = [one for one in trace.children(driver) if one < asking]
    if not before:
        guess = number(float(trace.columns.beta[asking]))
        return f"{move(trace, asking)}, the first one, asks whether the value is {guess} or more"
    last = before[-1]
    value, rose = value_text(trace, last), bool(trace.columns.value[last] > trace.columns.alpha[last])
    low, high = bounds_of_passes(trace, before)
    asks = f"{move(trace, asking)} asks whether the value is {'more' if rose else 'less'} than {value}"
    returned = f"{move(trace, last)} returned {value}, {'a lower' if rose else 'an upper'} bound"
    return f"{asks}, as {returned}; so far it is at least {number(low)} and at most {number(high)}"


def _tested(trace: Trace, cut: int, last: int) -> str:
    return f"{move(trace, last)} returned {value_text(trace, last)}{_clamped(trace, last)}, and {test(trace, cut)}"


def _clamped(trace: Trace, leaf: int) -> str:
    """That a leaf may have another number than it returned, as it is drawn with its own."""
    known = trace.bound(leaf)
    if not is_hard(trace) or trace.columns.status[leaf] not in (TERMINAL, HORIZON) or known not in (LOWER, UPPER):
        return ""
    return f" (fail-hard returns no {'less than alpha' if known is UPPER else 'more than beta'})"


def _unfounded(trace: Trace, cut: int, last: int | None, viewer: int) -> Sentence:
    """About a cutoff that a search of one's own made where the numbers do not call for it."""
    there = capital(above(trace, viewer, cut)) if viewer != cut else "This node"
    if trace.columns.status[cut] == OPEN:
        return Sentence(f"{there} skips moves, but it never returned, so its cutoff was not told.", "", cut)
    if not trace.columns.cutoff[cut]:
        return Sentence(f"{there} skips moves, but no cutoff is recorded there.", "cut", cut)
    if last is None:
        return Sentence(f"{there} was cut before any move was searched.", "cut", cut)
    return Sentence(f"{there} was cut, but the test does not hold: {test(trace, cut)} is false.", "cut", last)


def _argument(trace: Trace, node: int, last: int, where: Origin, *, exact: bool) -> str:
    """Why nothing below a node that was cut can matter any more."""
    if code(trace, last) == NULL_CUT:
        return TRUST
    value, us, them = value_text(trace, last), mover(trace, node), rival(trace, node)
    held = f"can get {value} or more here" if is_beta(trace, node) else f"can hold this position to {value} or less"
    if where.child is None and (none := none_beyond(trace, float(trace.columns.value[last]))):
        return f"{us} {held}, and {none}: that is the true value."
    if where.child is None:
        asked = "" if exact else "; how far outside was not asked"
        return f"{us} {held}, so the true value is not inside the window{asked}."
    has = f"it has {number(where.limit)} already, and {us} {held}"
    if float(trace.columns.value[last]) == where.limit:
        return f"{them} gains nothing by coming here: {has}."
    return f"{them} will not let the game come here: {has}."


def _no_matter(trace: Trace, cut: int, last: int, where: Origin) -> str:
    """Why no value of a pruned branch could have mattered."""
    if code(trace, last) == NULL_CUT:
        return TRUST
    value, us, them = value_text(trace, last), mover(trace, cut), rival(trace, cut)
    worse, better = ("less", "more") if is_beta(trace, cut) else ("more", "less")
    first = f"If it led to {worse} than {value}, {us} would play {move(trace, last)} instead"
    if where.child is None and (none := none_beyond(trace, float(trace.columns.value[last]))):
        return f"{first}; and {none}."
    if where.child is None:
        return f"{first}; if to {better}, the node above would still be worth {value} or {better}."
    more = "" if float(trace.columns.value[last]) == where.limit else " all the more"
    return f"{first}; if to {better}, {them} would stay away{more}, having {number(where.limit)} already."


def _skipped(trace: Trace, node: int, last: int, full: int | None) -> Sentence:
    """What a cutoff saved."""
    branches = saving(trace, node).branches
    if branches:
        spared = _tree(trace, node, full)
        what = f"It skips {moves(trace, branches)}{': ' if spared else ''}{spared}"
        return Sentence(f"{what}.", "pruned", branches[0])
    if not trace.counts.tells_skipped or code(trace, last) in (NULL_CUT, STAND):  # which are no moves
        return Sentence("Which moves it skips, if any, the recording does not say.", "pruned")
    return Sentence("It was the last move, so nothing was left to prune.", "pruned")


def _tree(trace: Trace, node: int, full: int | None) -> str:
    """Nodes of the full tree that a cutoff or a pruned branch spared; empty where they cannot be counted."""
    saved = saving(trace, node)
    if saved.nodes is None:
        return ""
    spared = f"{'' if saved.exact else 'at least '}{count(saved.nodes, 'node')} of the full tree"
    depth = depth_searched(trace, node)
    if depth not in (None, trace.header.depth):
        return f"{spared} to depth {depth:,}"  # of an iteration, which has a tree of its own
    return f"{spared}'s {full:,} ({share(saved.nodes, full)})" if full else spared
