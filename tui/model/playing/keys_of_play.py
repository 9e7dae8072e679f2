"""The keys of the screen on which a game is played, once: bindings, footer and help are made from this table."""

from __future__ import annotations

from tui.model.keys import Key

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
