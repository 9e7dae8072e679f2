"""The keys, once: bindings, footer, help and the command palette are made from this table."""

from __future__ import annotations

from typing import NamedTuple

SYNONYMS: dict[str, str] = {
    "time.step_forward": "next forward into",
    "time.step_back": "undo previous backward rewind",
    "time.toggle_one_by_one": "setting skipped pruned single",
    "time.step_over": "next skip",
    "time.step_out": "finish return leave",
    "time.next_cutoff": "prune pruned pruning cut alpha beta",
    "time.previous_cutoff": "prune pruned cut",
    "time.next_cutoff_of_any_kind": "cut last",
    "time.next_window": "bound bounds watch",
    "time.next_best": "improvement",
    "lab.next_same": "loop repeat repeated duplicate cycle table identical",
    "lab.previous_same": "loop repeat duplicate",
    "time.next_pass": "iteration deepening deeper depth mtdf compare",
    "time.previous_pass": "iteration deepening depth mtdf compare",
    "time.select_current": "now here locate",
    "ask.inside": "debug source code line trace",
    "time.select_cause": "explain reason bound because",
    "quiz.toggle": "quiz exercise test practice question guess learn score",
    "time.start": "begin beginning first rewind reset",
    "time.finish": "last result",
    "time.skip_forward": "jump fast",
    "scale.zoom_in": "zoom magnify timeline",
    "scale.zoom_out": "zoom timeline",
    "player.toggle": "run animate continue go autoplay",
    "player.faster": "speed",
    "player.slower": "speed",
    "tree.toggle": "fold unfold open close",
    "tree.expand_or_enter": "unfold open",
    "tree.collapse_or_leave": "fold close",
    "tree.expand_all": "unfold open",
    "tree.collapse_all": "fold close",
    "tree.expand_to": "depth level unfold",
    "tree.follow": "pv best line",
    "tree.expand_variation": "pv best line",
    "tree.toggle_pruned": "filter skipped prune",
    "tree.toggle_cutoffs": "filter prune",
    "tree.toggle_deeper": "filter depth limit",
    "finder.toggle_hits": "filter matches search",
    "tree.show_all": "unfilter reset clear filter",
    "tree.reroot": "subtree zoom focus",
    "tree.unroot": "zoom out back",
    "tree.next_order": "sort order rank",
    "time.frame_up": "caller parent ancestor stack",
    "time.frame_down": "callee stack",
    "ask.find": "search look query where filter grep",
    "finder.next_hit": "search match again",
    "finder.previous_hit": "search match",
    "ask.breakpoint": "break breakpoint stop halt watch watchpoint pause condition",
    "stops.run_on": "continue run break breakpoint",
    "stops.run_back": "run reverse break breakpoint",
    "ask.place": "goto jump node step path",
    "findings.next_node": "bug error wrong problem",
    "findings.previous_node": "bug error wrong problem",
    "findings.toggle_nodes": "filter bug error wrong",
    "places.go_back": "undo history return previous",
    "places.go_forward": "redo history",
    "ask.bookmark": "bookmark mark save remember note",
    "lists": "panel pane hits tabs list moves statistics positions",
    "bookmarks": "bookmark marks saved list",
    "pair.first_difference": "diff compare first",
    "pair.next_difference": "diff compare",
    "pair.previous_difference": "diff compare",
    "pair.toggle_differences": "diff compare filter",
    "lab.what_if": "whatif hypothetical unpruned try evaluate",
    "lab.check": "bug bugs wrong error diagnose verify lint test problem",
    "lab.next_largest": "saved saving savings largest biggest best cutoff",
    "lab.count_pruned": "saved savings pruned statistics",
    "turn_panels(1)": "tab switch view",
    "writer.copy_path": "clipboard yank",
    "writer.copy_position": "clipboard yank board fen",
    "ask.save": "save store keep file",
    "ask.export": "export svg dot html png picture image draw print",
    "writer.screenshot": "screenshot image export snapshot",
    "ask.start": "new open game",
    "dark": "theme colours colors light",
    "suspend": "background terminal pause job",
    "stop": "cancel abort interrupt",
    "help": "keys manual shortcuts legend",
    "quit": "exit close leave bye",
}
"""By action of the table of keys, words that neither its help nor its footer says, small and with blanks between."""


class Key(NamedTuple):
    """What one or more keys do."""

    keys: str
    """Names of the keys as Textual knows them, with commas between."""
    label: str
    """The keys as people read them."""
    action: str
    """Who does it, and what: a model of the `Browser` or a helper of the screen; without a dot, the screen itself."""
    help: str
    footer: str = ""
    """The word in the footer; keys without one are in the help alone."""

    @property
    def synonyms(self) -> str:
        """What else people call it."""
        return SYNONYMS.get(self.action, "")

    @property
    def is_digit(self) -> bool:
        """Whether the keys are digits, and each hands its number to the action."""
        return self.keys.startswith("1,")


KEYS: dict[str, tuple[Key, ...]] = {
    "Time": (
        Key("n", "n", "time.step_forward", "one step on; past a cutoff, over all branches that it skips", "step"),
        Key("b", "b", "time.step_back", "one step back", "back"),
        Key(
            "backslash",
            "\\",
            "time.toggle_one_by_one",
            "n, b and play stop at each skipped branch, or pass all at once",
        ),
        Key("o", "o", "time.step_over", "step over what is below the node just entered"),
        Key("u", "u", "time.step_out", "step out: to the return of the node above"),
        Key("x", "x", "time.next_cutoff", "the next cutoff that skips a branch", "cutoff"),
        Key("X", "X", "time.previous_cutoff", "the previous cutoff that skips a branch"),
        Key("ctrl+x", "^x", "lab.next_largest", "the cutoff that saved most; again: that which saved most after it"),
        Key(
            "circumflex_accent",
            "^",
            "time.next_cutoff_of_any_kind",
            "the next cutoff of any kind: also after the last move",
        ),
        Key("i", "i", "time.next_window", "the next change of alpha or beta at this node, else of its value"),
        Key("I", "I", "time.previous_window", "the previous change of alpha or beta at this node, else of its value"),
        Key("m", "m", "time.next_best", "the next change of the root's best"),
        Key("M", "M", "time.previous_best", "the previous change of the root's best"),
        Key("s", "s", "lab.next_same", "the next visit of this position (transposition)"),
        Key("S", "S", "lab.previous_same", "the previous visit of this position"),
        Key(
            "ctrl+right", "^→", "time.next_pass", "the same moves in the next pass of a driver, such as the next depth"
        ),
        Key("ctrl+left", "^←", "time.previous_pass", "the same moves in the pass before"),
        Key("t", "t", "time.go_to_entry", "set the time to this node's first step"),
        Key("r", "r", "time.go_to_return", "set the time to this node's last step, its return"),
        Key("full_stop", ".", "time.select_current", "select the node of the current step"),
        Key("a", "a", "ask.inside", "inside the call: run the script again, then n and b step its lines; esc leaves"),
        Key("w", "w", "time.select_cause", "why cut: the move that set the bound", "why"),
        Key("Q", "Q", "quiz.toggle", "predict: n asks what comes before it shows it; Q again gives the score"),
        Key("0,home", "0 home", "time.start", "the start of the search"),
        Key("dollar_sign,end", "$ end", "time.finish", "the end of the search", "end"),
        Key("right_curly_bracket", "}", "time.skip_forward", "a fiftieth of the search on"),
        Key("left_curly_bracket", "{", "time.skip_back", "a fiftieth of the search back"),
        Key("ctrl+up", "^↑", "scale.zoom_in", "the line of time: half as much of the search, about this step"),
        Key("ctrl+down", "^↓", "scale.zoom_out", "the line of time: twice as much of the search"),
        Key("space", "space", "player.toggle", "play, or pause", "play"),
        Key("comma", ",", "player.reverse", "play backwards, or pause"),
        Key("plus,equals_sign", "+", "player.faster", "play faster; in a map, zoom in"),
        Key("minus", "-", "player.slower", "play slower; in a map, zoom out"),
    ),
    "Tree": (
        Key("down,j", "↓ j", "tree.select_next", "the next row"),
        Key("up,k", "↑ k", "tree.select_previous", "the previous row"),
        Key("right,l", "→ l", "tree.expand_or_enter", "expand; then the first child"),
        Key("left,h", "← h", "tree.collapse_or_leave", "collapse; then the parent"),
        Key("enter", "⏎", "tree.toggle", "expand or collapse; in a map, enter the block"),
        Key(
            "T",
            "T",
            "turn_tree",
            "the tree as rows, as a picture, as a map of all nodes; two searches as maps that race",
            "picture",
        ),
        Key("pagedown,ctrl+f,ctrl+d", "PgDn ^f", "tree.page_down", "a page on"),
        Key("pageup,ctrl+b,ctrl+u", "PgUp ^b", "tree.page_up", "a page back"),
        Key("g", "g", "tree.select_first", "the first row"),
        Key("G", "G", "tree.select_last", "the last row"),
        Key("e", "e", "tree.expand_all", "expand everything below"),
        Key("c", "c", "tree.collapse_all", "collapse everything"),
        Key("1,2,3,4,5,6,7,8,9", "1 … 9", "tree.expand_to", "expand so many plies, and collapse what is below"),
        Key("v", "v", "tree.follow", "follow the principal variation ★"),
        Key("V", "V", "tree.expand_variation", "expand the principal variation"),
        Key("E", "E", "tree.expand_chain", "expand as long as there is one move only"),
        Key("z", "z", "tree.collapse_siblings", "collapse the nodes beside this one"),
        Key("Z", "Z", "tree.collapse_beside", "collapse all but the open path"),
        Key("p", "p", "tree.toggle_pruned", "show or hide pruned branches"),
        Key("P", "P", "tree.toggle_cutoffs", "only cutoffs and what is above them, or all"),
        Key("ampersand", "&", "tree.toggle_deeper", "nothing deeper than this node, or all"),
        Key("vertical_line", "|", "finder.toggle_hits", "only hits of what was looked for and what is above, or all"),
        Key("A", "A", "tree.show_all", "show all again: no filter"),
        Key("R", "R", "tree.reroot", "this node as the root"),
        Key("U", "U", "tree.unroot", "the root before"),
        Key("O", "O", "tree.next_order", "moves by value, by nodes, or in the order of the search"),
        Key("less_than_sign", "<", "tree.shift_left", "scroll the nesting, or the map, to the left"),
        Key("greater_than_sign", ">", "tree.shift_right", "scroll the nesting, or the map, to the right"),
        Key("K", "K", "time.frame_up", "up the call stack: the node above"),
        Key("J", "J", "time.frame_down", "down the call stack: towards the current node"),
    ),
    "Stops and places": (
        Key("slash", "/", "ask.find", "find a condition, such as cutoff and ply == 3, or a move; empty: again", "find"),
        Key("f", "f", "finder.next_hit", "the next hit of what was looked for"),
        Key("F", "F", "finder.previous_hit", "the previous hit"),
        Key("semicolon", ";", "ask.breakpoint", "a breakpoint: a condition, or best changes at the selected node"),
        Key("right_parenthesis", ")", "stops.run_on", "run on to the next hit of a breakpoint"),
        Key("left_parenthesis", "(", "stops.run_back", "run back to the hit before"),
        Key("colon", ":", "ask.place", "go to a step, a node or a path of moves", "go"),
        Key("N", "N", "findings.next_node", "the next node of the finding in hand: C lists what is wrong"),
        Key("B", "B", "findings.previous_node", "the node before of the finding in hand"),
        Key("percent_sign", "%", "findings.toggle_nodes", "only nodes with a finding and what is above them, or all"),
        Key("H,backspace", "H ⌫", "places.go_back", "back to where one was before the last jump"),
        Key("L", "L", "places.go_forward", "forward again"),
        Key("asterisk", "*", "ask.bookmark", "keep this place under a name, with a note"),
        Key("grave_accent", "`", "lists", "the lists: open them, go into them, close them"),
        Key("apostrophe", "'", "bookmarks", "the list of bookmarks: go there, or remove them"),
    ),
    "Two searches side by side": (
        Key("exclamation_mark", "!", "pair.first_difference", "the first step at which the two recordings differ"),
        Key(
            "d",
            "d",
            "pair.next_difference",
            "the next difference: what one search alone visited, or what differs for no other reason",
        ),
        Key("D", "D", "pair.previous_difference", "the difference before"),
        Key("tilde", "~", "pair.toggle_differences", "only differences and what is above them, or all"),
    ),
    "Other": (
        Key("W", "W", "lab.what_if", "what if: search this node after all, full window; again: explore that"),
        Key("C", "C", "lab.check", "check the search: what is wrong with it, and where"),
        Key("number_sign", "#", "lab.count_pruned", "count the nodes below pruned branches"),
        Key("tab", "tab", "turn_panels(1)", "the next panel below the tree; of two searches the other", "panel"),
        Key("shift+tab", "⇧tab", "turn_panels(-1)", "the panel before; of two searches the other"),
        Key("right_square_bracket", "]", "scroll_sentences(1)", "scroll the sentences on"),
        Key("left_square_bracket", "[", "scroll_sentences(-1)", "scroll the sentences back"),
        Key("y", "y", "writer.copy_path", "copy the path of moves"),
        Key("Y", "Y", "writer.copy_position", "copy the position"),
        Key("ctrl+w", "^w", "ask.save", "write the recording, with its bookmarks, into a file"),
        Key("ctrl+e", "^e", "ask.export", "write what is on screen as a diagram"),
        Key("ctrl+s", "^s", "writer.screenshot", "write the screen as a picture (SVG)"),
        Key("ctrl+n", "^n", "ask.start", "another search: game, search, options, position"),
        Key("ctrl+t", "^t", "dark", "dark or light; ^p has every theme"),
        Key("ctrl+z", "^z", "suspend", "back to the shell for a while: fg comes back"),
        Key("escape", "esc", "stop", "pause; give up what runs in the background"),
        Key("question_mark,f1", "? F1", "help", "this help", "help"),
        Key("q,ctrl+q", "q", "quit", "back to the screen before, or quit where there is none", "quit"),
    ),
}

FOOTER = ("n", "x", "w", "b", "T", "tab", "space", ":", "/", "?", "q")
"""The keys in the footer, the most important first; as many as fit, and always the last two. Eighty columns have all
but `/`."""
FOOTER_SIDE_BY_SIDE = {
    "tab": "side",
    "n": "step",
    "x": "cutoff",
    "d": "difference",
    "!": "first",
    "~": "only these",
    "`": "list",
    "?": "help",
    "q": "quit",
}
"""The same where two searches stand side by side, each with its word."""

COLUMNS: tuple[tuple[str, str], ...] = (
    ("value", "= exact, ≥ at least, ≤ at most, … best so far"),
    ("window", "(alpha, beta) as the node was entered"),
    ("visited", "how many visited nodes it and all below it are by now; empty where it is alone"),
    ("share", "these nodes as a share of all visits of the recording"),
)

SIGNS: tuple[tuple[str, str], ...] = (
    ("▲ ▼ ●", "MAX, MIN, chance to move"),
    ("= ≥ ≤ …", "exact, at least, at most, best so far"),
    ("★", "principal variation, as known at this step"),
    ("✂", "cutoff here"),
    ("✗", "pruned branch: not searched in this visit"),
    ("■ ~ ≡", "terminal, horizon, closed by the table"),
    ("…", "open: entered, not yet returned"),
    ("·", "not reached at this step"),
    ("❯ ◆", "selected row, node of the current step"),
    ("⇡", "a row that has scrolled away: a parent, or what explains the selected row"),
    ("⋮", "its parent is not in sight: rows between are left out"),
    ("A B ≠", "of two searches: visited in that one alone; another window, value, bound or fate in the other"),
    ("▁▄▇", "on the line of time: cutoffs that skip a branch; where there are none, leaves"),
    ("★ • ● ⚠ ⚑", "on the line of time: a new best at the root, a hit, a breakpoint's, a finding, a bookmark"),
    ("★▒▓░", "many of one kind side by side: the sign of the first, then how many there are"),
    ("╵ ‹ ▸", "below it: a move begins, has begun before; the moves below this path"),
    ("━ ╌ +18", "in a picture: the principal variation, what was never searched, nodes that are not drawn"),
    ("⚑", "a bookmark is kept here"),
    ("⚠ i", "something is wrong here; a remark: C lists them all"),
    ("├──┤ ●", "a window, and the value that came back"),
    ("3⁺ 5⁻", "the next number above 3, below 5: such a window has none inside"),
    ("╳", "a window that closed: a cutoff"),
)


def all_keys() -> list[Key]:
    """All keys."""
    return [key for group in KEYS.values() for key in group]


def footer_keys() -> list[Key]:
    """The keys of the footer, in order."""
    return [_keys_by_label()[label] for label in FOOTER]


def footer_keys_side_by_side() -> list[Key]:
    """The same where two searches stand side by side."""
    return [_keys_by_label()[label]._replace(footer=word) for label, word in FOOTER_SIDE_BY_SIDE.items()]


def _keys_by_label() -> dict[str, Key]:
    return {key.label.split(" ", 1)[0]: key for key in all_keys()}
