"""What the playground does with mistakes: in the box of the text, in links, and on a board whose game is over."""

import pytest
from pages import Opener, Page
from test_playground import NINE


def typed(page: Page) -> str:
    return str(page.page.get_by_label("tree", exact=True).input_value())


def test_escape_leaves_the_text_and_the_tree_gets_the_keys(opened: Opener) -> None:
    page = opened(f"#tree={NINE}&step=0")
    page.page.get_by_label("tree", exact=True).focus()
    page.press("Escape", "n", "n")
    assert typed(page) == "[[3,12,8],[2,4,6],[14,5,2]]"
    assert page.step == 2


def test_too_long_a_text_is_refused_before_it_is_read(opened: Opener) -> None:
    page = opened(f"#tree={NINE}")
    box = page.page.get_by_label("tree", exact=True)
    page.page.evaluate("() => { JSON.parse = () => { throw new Error('it was read'); }; }")
    box.fill("[" + "1," * 5_000_000 + "1]")
    assert "longer than 100,000 characters" in page.text(".desk .refused")
    assert typed(page) == "[[3,12,8],[2,4,6],[14,5,2]]"
    assert int(box.get_attribute("maxlength") or 0) == 100_001, "what is pasted is cut before it is laid out"


@pytest.mark.parametrize(("board", "square", "winner"), [("XO./XO./X..", "c1", "X"), ("XX./OOO/X..", "c1", "O")])
@pytest.mark.every_case
def test_nobody_moves_after_a_game_is_over(opened: Opener, board: str, square: str, winner: str) -> None:
    page = opened(f"#tree=tictactoe:{board}")
    page.page.locator(f".square[aria-label^='{square}']").click()
    assert page.text(".desk .refused").startswith(f"The game is over: {winner} has three in a row.")
    assert typed(page) == f"tictactoe:{board}"
