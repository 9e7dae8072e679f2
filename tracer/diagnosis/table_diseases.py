"""What is wrong with an answer of the table, by what it mistakes for the position's value."""

from __future__ import annotations

from tracer.diagnosis.finding import ERROR, Disease

BOUND_AS_EXACT = Disease(
    "bound-as-exact",
    ERROR,
    "The table answers with a number that was only a bound, at or outside the window of the visit that stored it, as "
    "if it were the position's exact value.",
    "Store with each value whether it is exact, a lower or an upper bound (compare it with the window the call began "
    "with, not with the narrowed one), and use a bound only where it alone decides: a lower one that reaches beta, an "
    "upper one that reaches alpha.",
)
WINDOW_VALUE_AS_EXACT = Disease(
    "window-value-as-exact",
    ERROR,
    "A fail-hard search keeps its clamped value, which is an end of the window of that visit and says nothing more, "
    "and the table answers with it inside other windows.",
    "Store a clamped value as the bound that it is (alpha as an upper, beta as a lower bound), or make the search "
    "fail-soft; keep no value that belongs to one window only as exact.",
)
ENTRY_BEYOND_DEPTH = Disease(
    "entry-beyond-depth",
    ERROR,
    "The table answers with the value of a shallower search where more depth was asked for.",
    "Store the remaining depth with each value and use it only if it is at least the depth asked for, or make the "
    "depth part of the key.",
)
KEY_WITHOUT_PLAYER = Disease(
    "key-without-player",
    ERROR,
    "The table takes the same board with the other player to move for the same position, or a board on which the same "
    "places are taken by other players' pieces.",
    "Make the player to move part of the key, and whose each piece is; a null move changes the player, too.",
)
WRONG_TABLE_VALUE = Disease(
    "wrong-table-value",
    ERROR,
    "The table answers with a value that is wrong and that no earlier visit of the position gave it.",
    "Look at what the key leaves out, at what is stored (the best value, after the last move, from the right player's "
    "view) and at whether an entry may be that of another position.",
)
