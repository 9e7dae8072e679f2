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


LINKS = {
    "#tree=%E0%A4%A": ["tree=%E0%A4%A: it was cut"],
    f"#tree={NINE}&search=foo": [
        "search=foo: it is minimax, negamax, alphabeta, negamax-alphabeta, pvs or expectiminimax"
    ],
    f"#tree={NINE}&search=expectiminimax&depth=0": ["search=expectiminimax: nothing in", "depth=0: it is a number"],
    f"#tree={NINE}&depth=1": ["depth=1: no position before the end has a number of its own"],
    "#tree=random:b=2,d=3&depth=3": ["depth=3: it is 1 or 2"],
    "#garbage": ["garbage"],
    f"#tree={NINE}&root=999&node=x": ["root=999: it is 0 to 12", "node=x: it is 0 to 12"],
    f"#tree={NINE}&step=99&order2=best": ["step=99: it is 0 to 23", "order2=best: there is no search2"],
    "#tree=[[3,12": ["the tree cannot be read: Character 2: a bracket [ is not closed"],
}


@pytest.mark.parametrize("address", LINKS)
@pytest.mark.every_case
def test_what_is_not_understood_in_a_link_is_listed(opened: Opener, address: str) -> None:
    page = opened(address)
    said = page.text(".desk .refused")
    assert said.startswith("Not understood in this link: ")
    assert said.count("; ") == len(LINKS[address]) - 1
    for part in LINKS[address]:
        assert part in said
    page.page.locator("canvas.tree").focus()
    page.press("0")
    assert page.page.get_by_label("search", exact=True).input_value() == "alphabeta"


def test_a_link_holds_the_steps_of_both_searches(opened: Opener) -> None:
    page = opened(f"#tree={NINE}&search=alphabeta&search2=minimax")
    steps = lambda one: [int(field.input_value()) for field in one.page.locator(".controls input").all()]  # noqa: E731
    page.page.locator("canvas.tree").nth(1).focus()
    page.press("$", "b", "b", "b", "b", "b", "b", "b", "b", "b", "b", "b", "b")
    seen = steps(page)
    assert seen[1] == 13
    page.until(lambda: page.page.evaluate("location.hash").endswith("&step2=13"), "the address has both")
    again = opened(page.page.evaluate("location.hash"))
    assert steps(again) == seen
    assert again.text(".desk .refused") == ""
    third = opened(f"#tree={NINE}&search=alphabeta&search2=minimax&step=2&step2=9")
    assert steps(third) == [2, 9]


def test_undo_is_there_where_something_can_be_taken_back(opened: Opener) -> None:
    page = opened(f"#tree={NINE}")
    undo, box = page.page.locator(".desk .uses button").first, page.page.get_by_label("tree", exact=True)
    assert undo.is_disabled()
    box.fill("[[3,12],[2,4]]")
    assert undo.is_enabled()
    box.fill("[[3,12],[2,")
    undo.click()
    assert typed(page) == "[[3,12],[2,4]]", "the mistake alone is taken back"
    assert page.text(".desk .refused") == ""
    undo.click()
    assert typed(page) == "[[3,12,8],[2,4,6],[14,5,2]]"
    assert undo.is_disabled()
    box.fill("[[3")
    assert undo.is_enabled()
    undo.click()
    assert typed(page) == "[[3,12,8],[2,4,6],[14,5,2]]"
    assert undo.is_disabled()


def test_a_link_with_a_mistake_in_the_text_has_the_last_whole_tree(opened: Opener) -> None:
    page = opened(f"#tree={NINE}", permissions=["clipboard-read", "clipboard-write"])
    page.page.get_by_label("tree", exact=True).fill("[[7")
    page.page.get_by_role("button", name="copy a link that shows exactly this").click()
    page.until(lambda: "was copied" in page.text(".desk .said"), "it is copied")
    assert "the last whole tree" in page.text(".desk .said")
    assert f"#tree={NINE}" in page.page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("width", [400, 480, 800, 900, 1400])
@pytest.mark.every_case
def test_the_sign_that_plays_is_a_circle_in_every_pane(opened: Opener, width: int) -> None:
    deep = "[[[5,4],[6,7]],[[[2,9],[8,1]],[[3,1],[5,2]]]]"
    page = opened(f"#tree={deep}&search2=minimax", viewport={"width": width, "height": 900})
    boxes = [one.bounding_box() for one in page.page.locator(".story .icon").all()]
    assert len(boxes) == 2
    for box in boxes:
        assert box is not None
        assert abs(box["width"] - box["height"]) < 1


def test_an_empty_field_of_a_leaf_is_answered_while_it_is_empty(opened: Opener) -> None:
    page = opened(f"#tree={NINE}&step=23")
    page.page.get_by_role("button", name="change the tree").click()
    page.page.get_by_role("searchbox").fill("a1/b2")
    page.page.get_by_role("searchbox").press("Enter")
    field = page.page.get_by_label("value of the leaf")
    field.fill("")
    assert page.text(".edit-panel .refused").endswith("this one keeps 12.")
    field.fill("9")
    assert page.text(".edit-panel .refused") == ""
    assert typed(page) == "[[3,9,8],[2,4,6],[14,5,2]]"


def test_what_is_counted_twice_or_shown_twice_is_explained(opened: Opener) -> None:
    page = opened(f"#tree={NINE}")
    assert "1 pruning cutoff" in page.text(".story")
    page.press("$")
    assert page.counts()["pruning cutoffs"] == ("1", "1")
    assert page.text(".counts-panel p").startswith("Besides, 1 cutoff in the end comes after a last move")
    assert "(3, ∞)" in page.text(".path-panel .frame .ends")
    assert page.text(".times button") == "entered at step 0 with (−∞, ∞)"
    page.press("0")
    assert page.page.locator(".path-panel .entry").count() == 0


def test_a_link_that_asks_a_search_to_do_chance_is_answered(opened: Opener) -> None:
    page = opened("#tree=[(0.5:3,0.5:5),2]&search=pvs&search2=minimax")
    said = page.text(".desk .refused")
    assert "search=pvs: a tree with chance is searched by expectiminimax" in said
    assert "search2=minimax: a tree with chance" in said
    assert page.page.locator("h1").all_text_contents() == ["A: expectiminimax", "B: expectiminimax"]
