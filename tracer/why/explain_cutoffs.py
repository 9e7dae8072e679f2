"""Why a cutoff is right, in sentences: what was tested, who set the bound, and why nothing skipped could matter.

All numbers are MAX's view.
"""

from __future__ import annotations

from tracer.count.proved import is_derived
from tracer.games.rules import blame
from tracer.recording.no_moves import is_partial_probe
from tracer.recording.node import iteration_depth
from tracer.recording.status import HORIZON, LOWER, OPEN, TERMINAL, UPPER
from tracer.searches.registry import recorded_search
from tracer.text import number
from tracer.tracing import Trace
from tracer.why.cutoff_causes import (
    Origin,
    cutoff_end_name,
    find_cutoff_origin,
    find_refutation,
    format_cutoff_test,
    format_window_end,
    is_beta_cutoff,
    is_cutoff_justified,
    is_searched_elsewhere,
    saving_at,
)
from tracer.why.explain_chance_nodes import explain_mean_cutoff
from tracer.why.explain_visits import bounds_of_passes
from tracer.why.selective_reasons import (
    FUTILE,
    NULL_CUT,
    NULL_MOVE_CAVEAT,
    REASON_SENTENCES,
    STAND_PAT,
    is_skipped_move,
    reason_code,
)
from tracer.why.sentences import (
    Sentence,
    capitalize,
    describe_ancestor,
    describe_move,
    describe_moves,
    describe_proof,
    describe_value_limit,
    format_count,
    format_node_window,
    format_proved_value,
    format_share,
    format_value,
    is_fail_hard,
    mover_name,
    rival_name,
)


def explain_cutoff(trace: Trace, node: int, full_size: int | None = None, *, returned: bool) -> list[Sentence]:
    """About a node that was cut. Before it has `returned` its value, it only has the cutoff."""
    refuting_child, origin = find_refutation(trace, node), find_cutoff_origin(trace, node)
    if refuting_child is None or origin is None or not is_cutoff_justified(trace, node):
        return [_explain_unproved_cutoff(trace, node, refuting_child, node)]
    if not trace.columns.turn[node]:
        cutoff_text = f"{cutoff_end_name(trace, node)} cutoff: {_describe_refutation(trace, node, refuting_child)}."
        cutoff_text = f"{format_proved_value(trace, node)}. {capitalize(cutoff_text)}" if returned else cutoff_text
        end_sentence = explain_window_end(trace, origin, node, is_cutoff=True)
        return [
            Sentence(capitalize(cutoff_text), "cut", refuting_child),
            *explain_mean_cutoff(trace, node),
            end_sentence,
            _explain_skipped_moves(trace, node, refuting_child, full_size),
        ]
    is_exact = returned and is_derived(trace, node)
    refutation_text = f"{cutoff_end_name(trace, node)} cutoff: {_describe_refutation(trace, node, refuting_child)}"
    refutation_text = (
        f"{format_proved_value(trace, node)}. {capitalize(refutation_text)}"
        if returned and not is_exact
        else refutation_text
    )
    proof_sentences = (
        [
            Sentence(
                f"{capitalize(format_proved_value(trace, node))}: {describe_proof(trace, node)}.",
                "value",
                refuting_child,
            )
        ]
        if is_exact
        else []
    )
    return [
        *proof_sentences,
        Sentence(f"{capitalize(refutation_text)}.", "cut", refuting_child),
        explain_window_end(trace, origin, node, is_cutoff=True),
        Sentence(_explain_why_cut(trace, node, refuting_child, origin, is_exact=is_exact), "", refuting_child),
        _explain_skipped_moves(trace, node, refuting_child, full_size),
    ]


def explain_pruned_branch(trace: Trace, branch: int, full_size: int | None = None) -> list[Sentence]:
    """About a pruned branch; what it saved is told as a share of the full tree's nodes where their number is known."""
    if is_skipped_move(trace, branch):
        return [Sentence(REASON_SENTENCES[reason_code(trace, branch)], "pruned"), *_explain_futility(trace, branch)]
    cut_node = int(trace.columns.parent[branch])
    refuting_child, origin = find_refutation(trace, cut_node), find_cutoff_origin(trace, branch)
    has_other_visit = is_searched_elsewhere(trace, branch)
    if is_partial_probe(trace.columns, cut_node):
        visit_text = "another visit searched it" if has_other_visit else "it was never searched"
        return [Sentence(f"Left by a probe, which searches one move alone: {visit_text}.", "pruned")]
    unsearched_text = (
        "was not searched in this visit, so it has no value here"
        if has_other_visit
        else "was never searched, so it has no value"
    )
    sentences = [Sentence(f"Pruned: {describe_move(trace, branch)} {unsearched_text}.", "pruned")]
    if refuting_child is None or origin is None or not is_cutoff_justified(trace, cut_node):
        return [*sentences, _explain_unproved_cutoff(trace, cut_node, refuting_child, branch)]
    cutoff_text = (
        f"{capitalize(describe_ancestor(trace, branch, cut_node))} was "
        f"cut: {_describe_refutation(trace, cut_node, refuting_child)}."
    )
    sentences += [
        Sentence(cutoff_text, "cut", cut_node),
        explain_window_end(trace, origin, branch),
        *(
            [Sentence(_explain_irrelevance(trace, cut_node, refuting_child, origin), "", refuting_child)]
            if trace.columns.turn[cut_node]
            else explain_mean_cutoff(trace, cut_node)
        ),
    ]
    saving_text = _describe_saved_nodes(trace, branch, full_size)
    saver = "this visit" if has_other_visit else "the search"
    return [*sentences, Sentence(f"Skipping it spared {saver} {saving_text}.", "pruned")] if saving_text else sentences


def futility_margin(trace: Trace) -> float | None:
    """The margin by which moves are futile; None where the game is unknown or the search is not plyscope's own."""
    search = None if trace.game is None else recorded_search(trace.header)
    margins = [option.default for option in search.own if option.name == "margin"] if search is not None else []
    return float(trace.header.options.get("margin", margins[0])) if margins else None


def evaluation_at(trace: Trace, node: int) -> float:
    """The evaluation of a position, of a trace whose game is known."""
    game = trace.need_game()
    with blame(game):
        return float(game.evaluate(trace.state(node)))  # type: ignore[attr-defined]


def _explain_futility(trace: Trace, branch: int) -> list[Sentence]:
    """The numbers by which a move is futile, where they are known."""
    margin_value = futility_margin(trace)
    if reason_code(trace, branch) != FUTILE or margin_value is None:
        return []
    parent, columns = int(trace.columns.parent[branch]), trace.columns
    evaluation = evaluation_at(trace, parent)
    margin_text, value = number(margin_value), float(columns.value[parent])
    if columns.turn[parent] > 0:
        limit_text = number(max(float(columns.alpha[parent]), value))
        return [Sentence(f"Evaluation {number(evaluation)} + margin {margin_text} ≤ alpha {limit_text}.")]
    limit_text = number(min(float(columns.beta[parent]), value))
    return [Sentence(f"Evaluation {number(evaluation)} − margin {margin_text} ≥ beta {limit_text}.")]


def explain_window_end(trace: Trace, origin: Origin, node: int, *, is_cutoff: bool = False) -> Sentence:
    """About the end of a window: whose move made it what it is, how far above the node, or that it was given.

    `node` is where one looks up from; with `is_cutoff` it was cut there, shallow or deep.
    """
    end_text = f"{capitalize(origin.end_name)} {format_window_end(trace, node, origin.end_name)}"
    if origin.ancestor is None:
        side = "lower" if origin.end_name == "alpha" else "upper"
        return Sentence(f"{end_text} is the {side} end of the window that the search was started with.", "", 0)
    ancestor_text = describe_ancestor(trace, node, origin.ancestor)
    if origin.child is None:
        choice_text = _describe_chosen_window(trace, origin.ancestor, node, ancestor_text)
        return Sentence(f"{end_text} is no move's value: {choice_text}.", "", origin.ancestor)
    player = "MAX" if origin.end_name == "alpha" else "MIN"
    cutoff_type = f": a {'deep' if origin.is_deep else 'shallow'} cutoff" if is_cutoff else ""
    text = (
        f"{end_text} is what {player} already has at {ancestor_text} "
        f"with {describe_move(trace, origin.child)}{cutoff_type}."
    )
    return Sentence(text, "", origin.child)


def _describe_chosen_window(trace: Trace, ancestor: int, node: int, ancestor_text: str) -> str:
    """That the search chose a window below an ancestor, which none of its moves' values made; of MTD(f) also why."""
    columns = trace.columns
    while int(columns.parent[node]) != ancestor:
        node = int(columns.parent[node])
    if trace.header.ours and trace.header.search == "mtdf" and ancestor in trace.drivers:
        return _describe_mtdf_pass(trace, ancestor, node)
    window_text = format_node_window(trace, node)
    return f"at {ancestor_text} the search chose the window {window_text} for {describe_move(trace, node)}"


def _describe_mtdf_pass(trace: Trace, driver: int, asking_pass: int) -> str:
    """What a pass of MTD(f) asks, and by which bounds."""
    earlier_passes = [child for child in trace.children(driver) if child < asking_pass]
    if not earlier_passes:
        guess = number(float(trace.columns.beta[asking_pass]))
        return f"{describe_move(trace, asking_pass)}, the first one, asks whether the value is {guess} or more"
    last_pass = earlier_passes[-1]
    value_text = format_value(trace, last_pass)
    did_fail_high = bool(trace.columns.value[last_pass] > trace.columns.alpha[last_pass])
    low, high = bounds_of_passes(trace, earlier_passes)
    question_text = (
        f"{describe_move(trace, asking_pass)} asks whether the value "
        f"is {'more' if did_fail_high else 'less'} than {value_text}"
    )
    answer_text = (
        f"{describe_move(trace, last_pass)} returned {value_text}, {'a lower' if did_fail_high else 'an upper'} bound"
    )
    return f"{question_text}, as {answer_text}; so far it is at least {number(low)} and at most {number(high)}"


def _describe_refutation(trace: Trace, cut_node: int, refuting_child: int) -> str:
    return (
        f"{describe_move(trace, refuting_child)} returned "
        f"{format_value(trace, refuting_child)}{_describe_clamping(trace, refuting_child)}, "
        f"and {format_cutoff_test(trace, cut_node)}"
    )


def _describe_clamping(trace: Trace, leaf: int) -> str:
    """That a leaf may have another number than it returned, as it is drawn with its own."""
    leaf_bound = trace.bound(leaf)
    if (
        not is_fail_hard(trace)
        or trace.columns.status[leaf] not in (TERMINAL, HORIZON)
        or leaf_bound not in (LOWER, UPPER)
    ):
        return ""
    return f" (fail-hard returns no {'less than alpha' if leaf_bound is UPPER else 'more than beta'})"


def _explain_unproved_cutoff(trace: Trace, cut_node: int, refuting_child: int | None, viewer: int) -> Sentence:
    """About a cutoff that a search of one's own made where the numbers do not call for it."""
    node_text = capitalize(describe_ancestor(trace, viewer, cut_node)) if viewer != cut_node else "This node"
    if trace.columns.status[cut_node] == OPEN:
        return Sentence(f"{node_text} skips moves, but it never returned, so its cutoff was not told.", "", cut_node)
    if not trace.columns.cutoff[cut_node]:
        return Sentence(f"{node_text} skips moves, but no cutoff is recorded there.", "cut", cut_node)
    if refuting_child is None:
        return Sentence(f"{node_text} was cut before any move was searched.", "cut", cut_node)
    return Sentence(
        f"{node_text} was cut, but the test does not hold: {format_cutoff_test(trace, cut_node)} is false.",
        "cut",
        refuting_child,
    )


def _explain_why_cut(trace: Trace, node: int, refuting_child: int, origin: Origin, *, is_exact: bool) -> str:
    """Why nothing below a node that was cut can matter any more."""
    if reason_code(trace, refuting_child) == NULL_CUT:
        return NULL_MOVE_CAVEAT
    value_text, player, opponent = format_value(trace, refuting_child), mover_name(trace, node), rival_name(trace, node)
    claim = (
        f"can get {value_text} or more here"
        if is_beta_cutoff(trace, node)
        else f"can hold this position to {value_text} or less"
    )
    if origin.child is None and (limit_text := describe_value_limit(trace, float(trace.columns.value[refuting_child]))):
        return f"{player} {claim}, and {limit_text}: that is the true value."
    if origin.child is None:
        unasked_text = "" if is_exact else "; how far outside was not asked"
        return f"{player} {claim}, so the true value is not inside the window{unasked_text}."
    reason = f"it has {number(origin.limit)} already, and {player} {claim}"
    if float(trace.columns.value[refuting_child]) == origin.limit:
        return f"{opponent} gains nothing by coming here: {reason}."
    return f"{opponent} will not let the game come here: {reason}."


def _explain_irrelevance(trace: Trace, cut_node: int, refuting_child: int, origin: Origin) -> str:
    """Why no value of a pruned branch could have mattered."""
    if reason_code(trace, refuting_child) == NULL_CUT:
        return NULL_MOVE_CAVEAT
    value_text = format_value(trace, refuting_child)
    player = mover_name(trace, cut_node)
    opponent = rival_name(trace, cut_node)
    worse, better = ("less", "more") if is_beta_cutoff(trace, cut_node) else ("more", "less")
    replacement_text = (
        f"If it led to {worse} than {value_text}, {player} would play {describe_move(trace, refuting_child)} instead"
    )
    if origin.child is None and (limit_text := describe_value_limit(trace, float(trace.columns.value[refuting_child]))):
        return f"{replacement_text}; and {limit_text}."
    if origin.child is None:
        return f"{replacement_text}; if to {better}, the node above would still be worth {value_text} or {better}."
    emphasis = "" if float(trace.columns.value[refuting_child]) == origin.limit else " all the more"
    return (
        f"{replacement_text}; if to {better}, {opponent} would "
        f"stay away{emphasis}, having {number(origin.limit)} already."
    )


def _explain_skipped_moves(trace: Trace, node: int, refuting_child: int, full_size: int | None) -> Sentence:
    branches = saving_at(trace, node).branches
    if branches:
        saving_text = _describe_saved_nodes(trace, node, full_size)
        skip_text = f"It skips {describe_moves(trace, branches)}{': ' if saving_text else ''}{saving_text}"
        return Sentence(f"{skip_text}.", "pruned", branches[0])
    if not trace.counts.records_skips or reason_code(trace, refuting_child) in (
        NULL_CUT,
        STAND_PAT,
    ):  # which are no moves
        return Sentence("Which moves it skips, if any, the recording does not say.", "pruned")
    return Sentence("It was the last move, so nothing was left to prune.", "pruned")


def _describe_saved_nodes(trace: Trace, node: int, full_size: int | None) -> str:
    """Nodes of the full tree that a cutoff or a pruned branch spared; empty where they cannot be counted."""
    saving = saving_at(trace, node)
    if saving.nodes is None:
        return ""
    saving_text = f"{'' if saving.exact else 'at least '}{format_count(saving.nodes, 'node')} of the full tree"
    depth = iteration_depth(trace, node)
    if depth not in (None, trace.header.depth):
        return f"{saving_text} to depth {depth:,}"  # of an iteration, which has a tree of its own
    return f"{saving_text}'s {full_size:,} ({format_share(saving.nodes, full_size)})" if full_size else saving_text
