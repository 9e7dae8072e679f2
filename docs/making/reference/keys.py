"""The page of the keys: those of every screen of the terminal and of the HTML page, from the tables that bind them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from textual.binding import Binding

from making.page import ROOT
from making.reference.markdown import html, meanings
from tui.model.best_first_keys import (
    EXTRA_LOG_SIGNS,
    LOG_KEY_HELP,
    MEAN_COLUMNS,
    MERIT_COLUMNS,
    PLAY_KEYS,
    PLAY_SIGNS,
    PROOF_COLUMNS,
    USELESS_LOG_ACTIONS,
)
from tui.model.keys import COLUMNS, KEYS, SIGNS, Key, all_keys, footer_keys
from tui.screens.help import POINT_OF_VIEW_NOTE, Help
from tui.screens.kept_game_screen import GameMoves
from tui.screens.prompt import Prompt
from tui.screens.start_screen import StartChoices, StartScreen
from tui.widgets.lists_pane import ListsPane

INTRODUCTION = """\
# Keys

Every key of the terminal's screens and of the HTML page. In the terminal `?` shows those of the screen you are on, and
`^p` finds a key by what it does, also by other words for it. `^p` is Ctrl with p, `⇧tab` Shift with tab, `⏎` Enter.

- [The explorer](#the-explorer): [time](#time), [tree](#tree), [stops and places](#stops-and-places),
  [two searches side by side](#two-searches-side-by-side), [other](#other), [signs](#signs)
- [Best-first searches](#best-first-searches), [pictures and maps](#pictures-and-maps), [predicting](#predicting),
  [lists](#lists)
- [A game that you play](#a-game-that-you-play), [the moves of a game](#the-moves-of-a-game)
- [The start screen](#the-start-screen), [prompts](#prompts), [this help](#help)
- [The HTML page](#the-html-page): keys and [links](#links-into-the-page)
"""
NAMES = {
    "enter": "⏎", "escape": "esc", "question_mark": "?", "f1": "F1", "down": "↓", "up": "↑", "left": "←", "right": "→",
    "pagedown": "PgDn", "pageup": "PgUp", "delete": "del", "shift+tab": "⇧tab", "ctrl+q": "^q", "ctrl+c": "^c",
}  # fmt: skip
"""How keys are read that have other names in the program."""
_JS = r'"((?:[^"\\]|\\.)*)"'
_KEY = re.compile(rf"^  \[{_JS}, \[.*?\], {_JS}, {_JS}, \(", re.MULTILINE)
_LINK = re.compile(rf"^  \[{_JS}, {_JS}\],$", re.MULTILINE)
_OTHER = re.compile(rf"^  (\w): \[{_JS}", re.MULTILINE)
_MOUSE = re.compile(rf'make\("p", \{{\}}, {_JS}\)')


def page() -> str:
    """The page."""
    return "\n".join(_page())


def _page() -> Iterator[str]:
    yield INTRODUCTION
    yield "## The explorer\n"
    yield "`plyscope explore`. The first keys to know, which also stand below the tree:\n"
    yield _keys(footer_keys())
    for title, keys in KEYS.items():
        yield f"### {title}\n"
        yield _keys(keys)
    yield "### Columns\n"
    yield f"What the tree has beside each node. {POINT_OF_VIEW_NOTE}\n"
    yield _signs(COLUMNS)
    yield "### Signs\n"
    yield _signs(SIGNS)
    yield from _best_first()
    yield "## Pictures and maps\n"
    yield "`T` turns the tree into a picture, a map of all nodes, and rows again. What other keys do there:\n"
    yield _keys(key for key in all_keys() if re.search(r"\b(map|picture)\b", key.help))
    yield "## Predicting\n"
    yield "After `Q` the keys ask before they show, and what gives the answer away is hidden; `⏎` gives an answer.\n"
    yield _keys(key for key in all_keys() if "predict" in key.help or "quiz" in key.action)
    yield "## Lists\n"
    yield (
        "`` ` `` opens the lists below the tree, goes into them and closes them: hits, breakpoints, findings, "
        "bookmarks, positions, the table, what plies and moves cost, cutoffs. What is highlighted is shown at once.\n"
    )
    yield _bindings(ListsPane.BINDINGS)
    yield "## A game that you play\n"
    yield "`plyscope play`. A click on a square does what `⏎` does there.\n"
    for title, keys in PLAY_KEYS.items():
        yield f"### {'More in a game' if title == 'Other' else title}\n"
        yield _keys(keys)
    yield "### Signs of the board\n"
    yield _signs(PLAY_SIGNS)
    yield "## The moves of a game\n"
    yield "Of a game that was kept. `↓` `j` and `↑` `k` go through its moves, `home` and `end` to the ends.\n"
    yield _bindings(GameMoves.BINDINGS)
    yield "## The start screen\n"
    yield "`plyscope explore` without anything.\n"
    yield _bindings([*StartChoices.BINDINGS, *StartScreen.BINDINGS])
    yield "## Prompts\n"
    yield "A line to type into. It says while you type what it understands; `⏎` takes it.\n"
    yield _bindings(Prompt.BINDINGS)
    yield "## Help\n"
    yield _bindings(Help.BINDINGS)
    yield from _html_page()


def _best_first() -> Iterator[str]:
    yield "## Best-first searches\n"
    yield (
        "In SSS\\*, DUAL\\*, proof numbers and Monte Carlo tree search a step is a row of the log: an iteration, a "
        "state that is taken, a node's new numbers. These keys do something else there:\n"
    )
    yield _keys(key._replace(help=LOG_KEY_HELP[key.action][0]) for key in all_keys() if key.action in LOG_KEY_HELP)
    nothing = " ".join(_pressed(key.label) for key in all_keys() if key.action in USELESS_LOG_ACTIONS)
    yield f"<p>And these do nothing, for there are no cutoffs, passes and calls: {nothing}</p>\n"
    yield _signs([*EXTRA_LOG_SIGNS, *MEAN_COLUMNS, *PROOF_COLUMNS, *MERIT_COLUMNS])


def _html_page() -> Iterator[str]:
    yield "## The HTML page\n"
    yield f"What `plyscope export … -o tree.html` and a notebook's widget know. {_mouse()}\n"
    found = page_keys()
    for title in dict.fromkeys(group for group, _, _ in found):
        yield f"### {title} in the page\n"
        yield meanings(("", _pressed(label), html(what)) for group, label, what in found if group == title)
    yield "In a best-first search these do something else:\n"
    yield meanings(("", _pressed(label), html(what)) for label, what in _OTHER.findall(_script("keys")))
    yield "### Links into the page\n"
    yield (
        "A link may say what the page shows, behind a `#`, with `&` between several: `tree.html#step=12`, or in a "
        "frame `tree.html#embed&step=12`. The button `link` copies one for what you see.\n"
    )
    yield _signs(links())


def page_keys() -> list[tuple[str, str, str]]:
    """The keys of the HTML page: group, label and meaning."""
    return [(group, label, _spoken(what)) for group, label, what in _KEY.findall(_script("keys"))]


def links() -> list[tuple[str, str]]:
    """What links into the HTML page may say, and what it does."""
    return [(text, _spoken(what)) for text, what in _LINK.findall(_script("address"))]


def _mouse() -> str:
    found = _MOUSE.search(_script("keys"))
    assert found is not None
    return _spoken(found[1])


def _spoken(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _script(name: str) -> str:
    return (ROOT / "viz" / "page" / f"{name}.js").read_text(encoding="utf-8")


def _keys(keys: Iterable[Key]) -> str:
    return meanings(("", _pressed(key.label), html(key.help)) for key in keys)


def _signs(pairs: Iterable[tuple[str, str]]) -> str:
    return meanings(("", f"<code>{html(sign)}</code>", html(meaning)) for sign, meaning in pairs)


def _bindings(bindings: Sequence[object]) -> str:
    found = [one for one in bindings if isinstance(one, Binding)]
    assert all(one.description for one in found)
    return meanings(("", _pressed(label_of(one)), html(one.description.lower())) for one in found)


def label_of(binding: Binding) -> str:
    """The keys of a binding as people read them."""
    return " ".join(NAMES.get(key, key) for key in binding.key.split(","))


def _pressed(label: str) -> str:
    """Keys as HTML; what stands between two of a row is none."""
    return " ".join(key if key == "…" else f"<kbd>{html(key)}</kbd>" for key in label.split(" "))
