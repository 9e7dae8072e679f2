"""What a table may mistake, and what is said of the answers that show it."""

from __future__ import annotations

from tracer.diagnosis.finding import ERROR, Disease

KEY_WITHOUT_PLAYER = Disease(
    "key-without-player",
    ERROR,
    "The table takes the same board with the other player to move for the same position, or a board on which the same "
    "places are taken by other players' pieces.",
    "Make the player to move part of the key, and whose each piece is; a null move changes the player, too.",
)
ENTRY_BEYOND_DEPTH = Disease(
    "entry-beyond-depth",
    ERROR,
    "The table answers with the value of a shallower search where more depth was asked for.",
    "Store the remaining depth with each value and use it only if it is at least the depth asked for, or make the "
    "depth part of the key.",
)
WINDOW_VALUE_AS_EXACT = Disease(
    "window-value-as-exact",
    ERROR,
    "A fail-hard search keeps its clamped value, which is an end of the window of that visit and says nothing more, "
    "and the table answers with it inside other windows.",
    "Store a clamped value as the bound that it is (alpha as an upper, beta as a lower bound), or make the search "
    "fail-soft; keep no value that belongs to one window only as exact.",
)
BOUND_AS_EXACT = Disease(
    "bound-as-exact",
    ERROR,
    "The table answers with a number that was only a bound, at or outside the window of the visit that stored it, as "
    "if it were the position's exact value.",
    "Store with each value whether it is exact, a lower or an upper bound (compare it with the window the call began "
    "with, not with the narrowed one), and use a bound only where it alone decides: a lower one that reaches beta, an "
    "upper one that reaches alpha.",
)
OF_ANOTHER_PLY = Disease(
    "win-of-another-ply",
    ERROR,
    "Wins are counted by the plies from the root, and the table answers with a win of another length: it returns the "
    "number that the position had at another ply, or adjusts it for the ply only when storing or only when answering.",
    "Store wins by the plies from the position: before storing add the ply to the number of a win and take it off that "
    "of a loss; where the table answers, the other way round.",
)
WRONG_TABLE_VALUE = Disease(
    "wrong-table-value",
    ERROR,
    "The table answers with a value that is wrong and that no earlier visit of the position gave it.",
    "Look at what the key leaves out, at what is stored (the best value, after the last move, from the right player's "
    "view) and at whether an entry may be that of another position.",
)
_ANSWER_TEMPLATE = "the table answered {node:value} for the window {node:window}"
_BOUND_TEMPLATE = (
    f"{_ANSWER_TEMPLATE}, as if the value were {{node:claim}}, but {{where}}, END {{earlier:window}}, only told that "
    f"it is {{earlier:claim}}{{right}}"
)
MIXED_UP_TEMPLATE = "; {:,} times such a bound decided and was not used: lower and upper ones seem to be mixed up"
TEMPLATES = {
    KEY_WITHOUT_PLAYER: _ANSWER_TEMPLATE + ", from {where}, which returned {earlier:value} for {board}{right}",
    ENTRY_BEYOND_DEPTH: _ANSWER_TEMPLATE
    + ", from {where}, which returned {earlier:value} after a search to the depth of "
    "{reached}, and {asked} was asked for{right}",
    WINDOW_VALUE_AS_EXACT: _BOUND_TEMPLATE.replace("END", "clamped to its window"),
    BOUND_AS_EXACT: _BOUND_TEMPLATE.replace("END", "which returned it for the window"),
    OF_ANOTHER_PLY: "the table answered {node:value} at ply {node:ply}, from {where}, which had returned "
    "{earlier:value} at ply {earlier:ply}; a win in {plies} from the position counts {counts} here",
    WRONG_TABLE_VALUE: _ANSWER_TEMPLATE + ", the negative of what {where} returned for the position{right}",
}
"""What each says of an answer whose number an earlier visit had."""
TEMPLATES_WITHOUT_SOURCE = {
    ENTRY_BEYOND_DEPTH: _ANSWER_TEMPLATE
    + ", which is the value of a shallower search than the one asked for{depth}{right}",
    WRONG_TABLE_VALUE: _ANSWER_TEMPLATE + ", and no visit of the position had returned such a value{right}{depth}",
}
"""What is said where no visit of this trace had it."""
