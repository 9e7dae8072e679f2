"""The keys of a best-first search, whose steps are rows of its log; and those of a game that is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracer.tracing import Trace
from tui.model.keys import COLUMNS, KEYS, SIGNS, Key, footer_keys, footer_keys_side_by_side

PLAY_KEYS: dict[str, tuple[Key, ...]] = {
    "The game": (
        Key("up", "↑", "move_cursor(-1, 0)", "up on the board, or in a list"),
        Key("down", "↓", "move_cursor(1, 0)", "down on the board, or in a list"),
        Key("left", "←", "move_cursor(0, -1)", "to the left"),
        Key("right", "→", "move_cursor(0, 1)", "to the right"),
        Key(
            "enter",
            "⏎",
            "choose",
            "play what the square means: the move there, or in its column; else from it, then to. A click does so",
            "play",
        ),
        Key("slash,colon", "/", "type_move", "type a move; tab completes, an illegal one lists what is legal", "type"),
        Key(
            "0,1,2,3,4,5,6,7,8,9",
            "0 … 9",
            "type_move",
            "the same, with the digit typed; a letter that begins a move types itself: ⏎ then does what its key says",
        ),
        Key("tab", "tab", "next_list", "the arrows are for the board, for the legal moves, for the moves made", "list"),
        Key("h", "h", "hint", "hint: a search says which move it takes for best here", "hint"),
        Key("u", "u", "undo", "undo: take back until it is your turn again", "undo"),
        Key("r", "r", "redo", "redo what was taken back", "redo"),
        Key("s", "s", "swap", "change sides: take the other one, or that of a player who cannot go on", "sides"),
        Key("space", "space", "pause", "pause the players who are no persons, or let them go on", "pause"),
        Key("full_stop", ".", "step", "one move of theirs, then pause"),
        Key("escape", "esc", "stop", "give up what is searched, and the squares that are chosen"),
    ),
    "Behind a move": (
        Key("b", "b", "behind", "behind the reply: explore the search that chose it, or the move in hand", "behind"),
        Key("e", "e", "expect", "what it expected of you, beside what was played", "expected"),
        Key("w", "w", "why_not", "why not the move that you name: what refutes it", "why not"),
        Key("x", "x", "explore", "explore the place that e or w speaks of", "explore"),
    ),
    "Other": (
        Key("ctrl+s", "^s", "save", "save the game: its moves and every search", "save"),
        Key("n", "n", "new", "a new game from the same position"),
        Key("ctrl+c,ctrl+q", "^c ^q", "save_and_leave", "save the game, and leave, from wherever one is"),
        Key("question_mark,f1", "? F1", "help", "this help", "help"),
        Key("q", "q", "quit", "leave; a game that is not saved is asked about", "quit"),
    ),
}
PLAY_FOOTER = ("⏎", "/", "h", "u", "b", "e", "w", "s", "r", "^s", "x", "tab", "space", "?", "q")
"""The keys in the footer, the most important first; as many as fit, and always the last two."""
PLAY_SIGNS: tuple[tuple[str, str], ...] = (
    ("[ ]", "the cursor"),
    ("( )", "squares that the last move changed"),
    ("< >", "a square that is chosen: another one with it makes a move"),
    ("•", "squares that go with it"),
    ("★", "squares of the recommended move"),
    ("·", "an empty square"),
    ("▲ ▼ ●", "MAX, MIN, chance"),
)


def play_keys() -> list[Key]:
    """All keys of a game."""
    return [key for group in PLAY_KEYS.values() for key in group]


def play_help() -> dict[str, list[tuple[str, str]]]:
    """By title: keys and signs, each with what it means."""
    groups = {title: [(key.label, key.help) for key in keys] for title, keys in PLAY_KEYS.items()}
    return {**groups, "Signs of the board": list(PLAY_SIGNS)}


SignMeaning = tuple[str, str]
"""A sign, and what it means."""

LOG_KEY_HELP: dict[str, SignMeaning] = {
    "time.step_forward": ("one step on: an iteration, a state that is taken, or new numbers of a node", "step"),
    "time.step_back": ("one step back", "back"),
    "time.step_over": ("over what happens elsewhere, to the next step that changes this node", ""),
    "time.step_out": ("out, to the next step that changes the node above", ""),
    "time.next_cutoff": ("the first step of the next iteration", "iteration"),
    "time.previous_cutoff": ("the first step of this iteration, or of the one before", ""),
    "time.next_window": ("the next step that changes this node's numbers, such as its next visit", ""),
    "time.previous_window": ("the previous step that changes this node's numbers", ""),
    "lab.next_same": ("the next node of this position (transposition)", ""),
    "lab.previous_same": ("the previous node of this position", ""),
    "time.go_to_entry": ("set the time to the step that added this node", ""),
    "time.go_to_return": ("set the time to the last step that changes this node's numbers", ""),
    "time.select_cause": ("the child that its numbers go by: most visited, most proving, solved", "best"),
    "tree.next_order": ("moves by visits at this step, in their own order, by value or by nodes", ""),
    "tree.collapse_beside": ("collapse all but the path to the node of the step", ""),
    "time.frame_up": ("the node above", ""),
    "time.frame_down": ("towards the node of the step", ""),
    "ask.find": ("find a condition, such as ply == 2 and visited > 9, or a move; empty: again", "find"),
    "lab.what_if": ("what if: search this node alone, as a root; again: explore that", ""),
}
"""By action: its help, and its word in the footer."""
USELESS_LOG_ACTIONS = frozenset(
    f"{owner}.{name}"
    for owner, names in {
        "time": "toggle_one_by_one next_cutoff_of_any_kind next_pass previous_pass",
        "tree": "toggle_pruned toggle_cutoffs",
        "ask": "inside",
        "lab": "count_pruned next_largest",
    }.items()
    for name in names.split()
)
"""Keys that are about cutoffs, passes, calls and what these return, which there are none of."""
SIGNS_NOT_IN_LOG = frozenset({"✂", "✗", "…", "├──┤ ●", "3⁺ 5⁻", "╳"})
SIGNS_OF_LOG: dict[str, str] = {
    "= ≥ ≤ …": "exact, at least, at most, nothing known yet",
    "★": "the best line at this step: most visited, most proving, or solved",
    "■ ~ ≡": "the game is over here, the horizon",
    "A B ≠": "of two searches: visited in that one alone; another value, bound or fate in the other",
    "▁▄▇": "on the line of time: where leaves are valued",
}
EXTRA_LOG_SIGNS: tuple[SignMeaning, ...] = (
    ("≈", "a mean, Q = W / N, which proves nothing"),
    ("→", "the step in hand went through this node"),
)
MEAN_COLUMNS: tuple[SignMeaning, ...] = (
    ("Q(MAX)", "the mean of what was counted for it, from the view of MAX, whoever moves"),
    ("N", "how often it was visited by this step"),
    ("P", "the prior of the move (PUCT)"),
    ("U", "how little is known of it: MAX goes on with the greatest Q + U, MIN with the least Q − U"),
    ("share", "its visits as a share of all by this step"),
)
PROOF_COLUMNS: tuple[SignMeaning, ...] = (
    ("pn/dn", "how many leaves have to be won at least to prove it, to disprove it"),
)
MERIT_COLUMNS: tuple[SignMeaning, ...] = (
    ("value", "h the merit with which it was taken; once it is SOLVED its value"),
)
NODE_COLUMNS: tuple[SignMeaning, ...] = (
    ("visited", "how many nodes of the tree it and all below it are by now; empty where it is alone"),
    ("share", "these nodes as a share of all in the end"),
)


def is_best_first(trace: Trace | None) -> bool:
    """Whether a recording is one of a best-first search."""
    return trace is not None and trace.columns.log is not None


def keys_for(trace: Trace | None) -> dict[str, tuple[Key, ...]]:
    """The keys that do something in a recording, by groups, each with what it does there."""
    if not is_best_first(trace):
        return KEYS
    return {
        group: tuple(_explain_for_log(key) for key in keys if key.action not in USELESS_LOG_ACTIONS)
        for group, keys in KEYS.items()
    }


def _explain_for_log(key: Key) -> Key:
    if key.action not in LOG_KEY_HELP:
        return key
    help_text, footer = LOG_KEY_HELP[key.action]
    return key._replace(help=help_text, footer=footer)


def footer_keys_for(trace: Trace | None, *, is_side_by_side: bool = False) -> list[Key]:
    """List the keys of the footer in order, each with what it does in a recording; None is two of different kinds."""
    keys = footer_keys_side_by_side() if is_side_by_side else footer_keys()
    return [_explain_for_log(key) if is_best_first(trace) else key for key in keys]


def footer_words(trace: Trace | None) -> Mapping[str, str]:
    """By label: the words in the footer that are others than those of a search that goes depth first."""
    keys = footer_keys_for(trace) if is_best_first(trace) else []
    return {key.label.split(" ", 1)[0]: key.footer for key in keys if key.action in LOG_KEY_HELP}


def signs_for(trace: Trace | None) -> Sequence[SignMeaning]:
    """What the signs mean in a recording."""
    if not is_best_first(trace):
        return SIGNS
    counts_visits = trace is not None and trace.columns.log is not None and trace.columns.log.counts_visits
    closed_signs = ("■", "the game is over here") if counts_visits else ("■ ~", SIGNS_OF_LOG["■ ~ ≡"])
    signs = [
        closed_signs if sign == "■ ~ ≡" else (sign, SIGNS_OF_LOG.get(sign, meaning))
        for sign, meaning in SIGNS
        if sign not in SIGNS_NOT_IN_LOG
    ]
    return [*signs[:2], *EXTRA_LOG_SIGNS, *signs[2:]]


def column_help_for(trace: Trace | None) -> Sequence[SignMeaning]:
    """What the columns of the tree are in a recording."""
    log = None if trace is None else trace.columns.log
    if log is None:
        return COLUMNS
    if log.counts_visits:
        return MEAN_COLUMNS
    return (*(PROOF_COLUMNS if log.has_proofs else MERIT_COLUMNS), *NODE_COLUMNS)
