"""The text of a tree in the playground stays as it was typed: in links, and where the tree is changed."""

import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from pages import Opener, Page

from viz.page import script

OUTLINE = "A\n  B: 3 12 8\n  C: 2 3 6"
RETYPED = """async (cases) => {
    ROOMS
    const {treetext: {readTree}, search: {TypedTree}, grow: {withValue}, notation: {retyped}} = rooms;
    const turned = (tree) => new TypedTree({ ...tree, turn: tree.turn.map((one) => -one) });
    return cases.map(([text, leaf, value]) => {
        const tree = new TypedTree(readTree(text));
        const leaves = tree.value.flatMap((one, node) => (one === null ? [] : [node]));
        const after = leaf === null ? turned(tree) : withValue(tree, leaves[leaf], value);
        const found = retyped(text, tree, after);
        return [found, new TypedTree(readTree(found)).text() === after.text()];
    });
}"""
CHANGED: list[tuple[str, int | None, float, str]] = [
    (OUTLINE, 3, -7, "A\n  B: 3 12 8\n  C: -7 3 6"),
    (OUTLINE, 4, 5, "A\n  B: 3 12 8\n  C: 2 5 6"),
    ("max(min(3,12), min(2,4))", 3, 0.5, "max(min(3,12), min(2,0.5))"),
    ("3 12 | 2 4", 1, 9, "3 9 | 2 4"),
    ("- 3\n- −4", 1, 4, "- 3\n- 4"),
    ("(B3=3, C: 3)", 1, 1, "(B3=3, C: 1)"),
    ('{"name":"3","children":{"3":3,"go":[3, 4]}}', 1, 7, '{"name":"3","children":{"3":3,"go":[7, 4]}}'),
    ("1e2 5", 0, 1e21, "1e+21 5"),
    ("max(min(3,12), min(2,4))", None, 0, "min(max(3,12), max(2,4))"),
    ("(MAX (MIN 3 12) 4)", None, 0, "(MIN (MAX 3 12) 4)"),
    ("[[3,12],[2,4]]", None, 0, "min([3,12],[2,4])"),
    ("3 12 | 2 4", None, 0, "min([3,12],[2,4])"),
    (
        "A(B(3,12),C=4)",
        None,
        0,
        '{"name":"A","turn":"MIN","children":[{"name":"B","children":[3,12]},{"name":"C","value":4}]}',
    ),
]


@pytest.mark.parametrize(("text", "leaf", "value", "wanted"), CHANGED)
@pytest.mark.every_case
def test_of_a_changed_tree_only_what_changed_is_written_anew(
    tab: Any, text: str, leaf: int | None, value: float, wanted: str
) -> None:
    [found] = tab.evaluate(RETYPED.replace("ROOMS", script.join_modules("playground")), [[text, leaf, value]])
    assert found == [wanted, True]


def typed(page: Page) -> str:
    return str(page.page.get_by_label("tree", exact=True).input_value())


def test_the_text_stays_as_it_was_typed(opened: Opener) -> None:
    page = opened()
    page.page.get_by_label("tree", exact=True).fill(OUTLINE)
    page.page.get_by_role("button", name="second way").click()
    assert typed(page) == OUTLINE
    named = lambda: re.search("tree=A%0A.*&search2=", page.page.evaluate("location.hash"))  # noqa: E731
    page.until(named, "the address has the text and both searches")
    address = page.page.evaluate("location.hash")
    assert unquote(address.split("&")[0]) == f"#tree={OUTLINE}"
    again = opened(address)
    assert typed(again) == OUTLINE
    again.page.get_by_role("button", name="one search alone").nth(1).click()
    again.page.get_by_role("button", name="change the tree").click()
    again.page.get_by_role("searchbox").fill("a2/b3")
    again.page.get_by_role("searchbox").press("Enter")
    again.press("$")
    again.page.get_by_role("searchbox").fill("a1/b2")
    again.page.get_by_role("searchbox").press("Enter")
    again.page.get_by_label("value of the leaf").fill("1")
    assert typed(again) == "A\n  B: 3 1 8\n  C: 2 3 6"
    again.page.get_by_role("button", name="the command that opens this").click()
    command = again.text("dialog code")
    assert json.loads(command.split("'")[1])["children"][0]["children"] == [3, 1, 8]


def test_a_copied_link_has_nothing_that_ends_a_link_in_a_message(opened: Opener) -> None:
    page = opened()
    page.page.get_by_label("tree", exact=True).fill("max(min(3,12), A'(2,4))")
    page.until(lambda: "tree=max" in page.page.evaluate("location.hash"), "the address has the text")
    address = page.page.evaluate("location.hash")
    assert not set(address) & set("()'!*~<>\" ")
    assert typed(opened(address)) == "max(min(3,12), A'(2,4))"


def test_who_moves_at_the_root_stands_in_the_text(opened: Opener) -> None:
    page = opened()
    page.page.get_by_label("tree", exact=True).fill("max(min(3,12),min(2,4))")
    root = page.page.get_by_label("who moves at the root", exact=True)
    root.select_option("-1")
    assert typed(page) == "min(max(3,12),max(2,4))"
    page.press("$")
    root.select_option("1")
    assert typed(page) == "max(min(3,12),min(2,4))"
    assert root.input_value() == "1"
