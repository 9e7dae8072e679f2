"""The keys, once: bindings, footer, help and the command palette are made from this table."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """What one or more keys do."""

    keys: str
    """Names of the keys as Textual knows them, with commas between."""
    shown: str
    """The keys as people read them."""
    action: str
    """The `Browser` method, or the screen's action."""
    help: str
    footer: str = ""
    """The word in the footer; keys without one are in the help alone."""


KEYS: dict[str, tuple[Key, ...]] = {
    "Time": (
        Key("n", "n", "time.forward", "one step on", "step"),
        Key("b", "b", "time.back", "one step back", "back"),
        Key("o", "o", "time.over", "step over what is below the node just entered", "over"),
        Key("u", "u", "time.out", "step out: to the return of the node above"),
        Key("x", "x", "time.next_cutoff", "the next cutoff", "cutoff"),
        Key("X", "X", "time.previous_cutoff", "the previous cutoff"),
        Key("0,home", "0 home", "time.start", "the start of the search", "start"),
        Key("dollar_sign,end", "$ end", "time.finish", "the end of the search", "end"),
        Key("t", "t", "time.visit", "set the time to the selected node's first visit", "visit"),
        Key("full_stop", ".", "time.now", "select the node of the current step", "now"),
    ),
    "Tree": (
        Key("down,j", "↓ j", "tree.down", "the next row"),
        Key("up,k", "↑ k", "tree.up", "the previous row"),
        Key("right,l", "→ l", "tree.right", "expand; then the first child"),
        Key("left,h", "← h", "tree.left", "collapse; then the parent"),
        Key("enter,space", "⏎ space", "tree.toggle", "expand or collapse"),
        Key("pagedown,ctrl+f,ctrl+d", "PgDn ^f", "tree.page_down", "a page on"),
        Key("pageup,ctrl+b,ctrl+u", "PgUp ^b", "tree.page_up", "a page back"),
        Key("g", "g", "tree.top", "the first row"),
        Key("G", "G", "tree.bottom", "the last row"),
        Key("e", "e", "tree.expand_all", "expand everything below"),
        Key("c", "c", "tree.collapse_all", "collapse everything"),
        Key("v", "v", "tree.follow", "follow the principal variation ★", "best"),
        Key("p", "p", "tree.toggle_pruned", "show or hide pruned branches", "pruned"),
    ),
    "Other": (
        Key("colon,slash", ": /", "goto", "go to a step, a node or a path of moves", "go"),
        Key("right_square_bracket", "]", "details_down", "scroll the details on"),
        Key("left_square_bracket", "[", "details_up", "scroll the details back"),
        Key("d", "d", "dark", "dark or light"),
        Key("question_mark,f1", "? F1", "help", "this help", "help"),
        Key("q,ctrl+q", "q", "quit", "quit", "quit"),
    ),
}

FOOTER = "nbx0tv.p:?q"
"""The keys in the footer, in this order; as many as fit."""

SIGNS: tuple[tuple[str, str], ...] = (
    ("▲ ▼ ●", "MAX, MIN, chance to move"),
    ("= ≥ ≤ …", "exact, at least, at most, best so far"),
    ("★", "principal variation, as known at this step"),
    ("✂", "cutoff here"),
    ("✗", "pruned branch: never searched"),
    ("■ ~ ≡", "terminal, horizon, closed by the table"),
    ("…", "open: entered, not yet returned"),
    ("·", "not reached at this step"),
    ("❯ ◆", "selected row, node of the current step"),
)


def every() -> list[Key]:
    """All keys."""
    return [key for group in KEYS.values() for key in group]


def footer() -> list[Key]:
    """The keys of the footer, in order."""
    by_name = {key.shown[0]: key for key in every() if key.footer}
    return [by_name[name] for name in FOOTER]
