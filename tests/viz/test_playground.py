"""The playground in a browser: what is typed, chosen, clicked and dropped, on all screens, without a network."""

from urllib.parse import quote

import pytest
from making.kept import PLAYGROUND
from pages import Opener, Page

import tracer
from viz.page import playground

NINE = "%5B%5B3,12,8%5D,%5B2,4,6%5D,%5B14,5,2%5D%5D"
SIZES = [(390, 844), (844, 390), (760, 900), (1280, 800)]
FIRST_CUTOFF = 12


def choose(page: Page, label: str, value: str) -> None:
    page.page.get_by_label(label, exact=True).select_option(value)


def named(page: Page, part: str) -> None:
    page.until(lambda: part in page.page.evaluate("location.hash"), f"the address has {part}")


def result(page: Page, place: int = 0) -> str:
    return str(page.page.locator(".result").nth(place).text_content())


def test_the_kept_page_is_as_it_is_made() -> None:
    assert PLAYGROUND.read_text(encoding="utf-8") == playground.make_playground_page(), (
        "make pictures PAGES=docs/playground"
    )
    assert PLAYGROUND.stat().st_size < 1_000_000


def test_the_page_has_no_address_of_another_place() -> None:
    text = PLAYGROUND.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert "http://" not in text
    assert "https://" not in text


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.every_case
def test_it_fits_the_screen_and_is_stepped_by_keys(opened: Opener, width: int, height: int) -> None:
    page = opened(viewport={"width": width, "height": height}, has_touch=width < 900)
    size = page.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [width, height]
    stage = page.page.locator(".stage").bounding_box()
    assert stage is not None
    assert stage["width"] >= min(width, 380)
    assert stage["height"] >= 190
    for key in "xnnb":
        page.press(key)
    named(page, "step=14")
    page.press("0", "x")
    named(page, f"step={FIRST_CUTOFF}")
    assert page.event == "✂ alpha cutoff at a2: 2 ≤ alpha 3; moves b2 and b3 pruned"
    assert page.sentences[0] == "Alpha cutoff: move b1 returned 2, and 2 ≤ alpha 3."


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.every_case
def test_two_searches_fit_the_screen(opened: Opener, width: int, height: int) -> None:
    page = opened(f"#tree={NINE}&search=alphabeta&search2=minimax", viewport={"width": width, "height": height})
    size = page.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [width, height]
    for stage in page.page.locator(".stage").all():
        box = stage.bounding_box()
        assert box is not None
        assert box["width"] >= 370
        assert box["height"] >= 150


LINKS = {
    f"#tree={NINE}&search=minimax&step=25": ("tree of 9 leaves, minimax", "value 3 · 13 visited", 25),
    "#tree=[[3,12,8],[2,4,6],[14,5,2]]&cut=gt&fail=hard&step=5": (
        "tree of 9 leaves, alphabeta, fail hard, cut >",
        "",
        5,
    ),
    f"#tree={NINE}&search=pvs&order=best&step=999": ("tree of 9 leaves, pvs, best first", "value 3 · 9 visited", None),
    "#tree=random:b=2,d=3,seed=4,order=worst,turn=MIN": (
        "random:b=2,d=3,seed=4,order=worst,turn=MIN, alphabeta",
        "",
        0,
    ),
    "#tree=tictactoe:XOX/OXO/...&search=negamax": ("tictactoe, negamax", "", 0),
    f"#tree={NINE}&search=nonsense&step=x&search3=pvs&%&=": ("tree of 9 leaves, alphabeta", "", 0),
}


@pytest.mark.parametrize("address", LINKS)
@pytest.mark.every_case
def test_a_link_shows_what_its_sender_saw(opened: Opener, address: str) -> None:
    page, (title, seen, step) = opened(address), LINKS[address]
    assert page.text("h1") == title
    assert seen in result(page)
    assert page.step == step or step is None


def test_an_address_that_cannot_be_read_is_told(opened: Opener) -> None:
    page = opened("#tree=[[3,12")
    assert "cannot be read" in page.text(".desk .refused")
    assert page.text("h1") == "tree of 9 leaves, alphabeta"


HOSTILE = [
    '{"name":"<img src=https://example.org/x onerror=alert(1)>","children":[1,2]}',
    '{"children":{"</script><script>alert(1)</script>":1,"b":2}}',
    '{"name":"\\u202e\\u0000\\u001b[31m","children":[1,{"name":"\\u2028","value":2}]}',
    "[" * 50_000,
    '"' + "1 " * 50_000,
    "1" * 50_000 + "x\n" + "2 -" * 10_000,
    "random:b=9,d=9999999",
    "tictactoe:XXX/XXX/XXX",
    "constructor",
    '{"__proto__":[1,2]}',
]


@pytest.mark.parametrize("text", HOSTILE, ids=[f"{number} {text[:12]!r}" for number, text in enumerate(HOSTILE)])
@pytest.mark.every_case
def test_nothing_in_a_tree_becomes_more_than_text(opened: Opener, text: str) -> None:
    page = opened()
    page.page.get_by_label("tree", exact=True).fill(text)
    page.page.locator("canvas.tree").focus()
    page.press("$", "0", "x")
    assert page.page.locator("img, .desk script, .views script").count() == 0
    again = opened(f"#tree={quote(text[:2000])}")
    assert again.page.locator("canvas.tree").count() == 1


def test_what_is_chosen_stands_in_the_address(opened: Opener) -> None:
    page = opened()
    choose(page, "search", "pvs")
    choose(page, "order of moves", "worst")
    choose(page, "cut where a value is", ">")
    choose(page, "who moves at the root", "-1")
    page.page.get_by_role("button", name="second way").click()
    choose(page, "search of B", "alphabeta")
    choose(page, "what a value outside the window becomes of B", "hard")
    page.press("$")
    named(page, "fail2=hard&cut2=gt&order2=worst&step=")
    again = opened(page.page.evaluate("location.hash"))
    for place in (0, 1):
        assert result(again, place) == result(page, place)
        assert again.page.locator("h1").nth(place).text_content() == page.page.locator("h1").nth(place).text_content()
    assert again.text(".counts") == page.text(".counts")
    wanted = tracer.trace('{"turn":"MIN","children":[[3,12,8],[2,4,6],[14,5,2]]}', "pvs", order="worst", cut=">")
    assert f"A: {wanted.counts.visited} visited" in again.text(".counts")


def test_a_tree_is_typed_and_searched_at_each_change(opened: Opener) -> None:
    page = opened()
    typed = page.page.get_by_label("tree", exact=True)
    for text, leaves, visited in [
        ("max(min(3,12), min(2,9))", 4, 6),
        ("3 12 8 | 2 4 6", 6, 7),
        ("A\n  B: 3 4\n  C: 5 6", 4, 7),
    ]:
        typed.fill(text)
        page.page.locator("canvas.tree").focus()
        page.press("$")
        assert page.counts()["visited"][0] == str(visited), text
        assert f"{leaves} leaves" in page.text("h1") or page.text("h1").startswith("A,")
        typed.focus()
    typed.fill("[[3,12")
    assert "not closed" in page.text(".desk .refused")
    assert page.text("h1").startswith("A,"), "the tree before it is still there"
    typed.fill("[[3,12]]")
    assert page.text(".desk .refused") == ""


def test_two_searches_go_in_step(opened: Opener) -> None:
    page = opened(f"#tree={NINE}&search=alphabeta&search2=minimax")
    steps = lambda: [int(one.input_value()) for one in page.page.locator(".controls input").all()]  # noqa: E731
    page.press("x")
    assert steps() == [12, 12]
    page.press("n")
    assert steps() == [14, 16], "the next thing that both do is that a2 returns"
    page.press("$")
    assert result(page, 0) == "value 3 · 11 visited · 2 pruned nodes"
    assert result(page, 1) == "value 3 · 13 visited · 0 pruned nodes"
    page.page.locator("canvas.tree").nth(1).focus()
    page.press("0")
    assert steps() == [0, 0]
    assert page.text(".counts") == "A: 11 visited · 2 pruned nodes; B: 13 visited · 0 pruned nodes"
    page.page.get_by_role("button", name="one search alone").nth(1).click()
    assert page.page.locator("canvas.tree").count() == 1


def test_moves_are_added_and_removed_and_taken_back(opened: Opener) -> None:
    page = opened(f"#tree={NINE}&step=23")
    page.page.get_by_role("button", name="change the tree").click()
    typed = page.page.get_by_label("tree", exact=True)

    def select(path: str) -> None:
        page.page.get_by_role("searchbox").fill(path)
        page.page.get_by_role("searchbox").press("Enter")

    seen = [typed.input_value()]
    select("a2")
    page.page.get_by_role("button", name="add a move").click()
    seen.append(typed.input_value())
    assert seen[-1] == "[[3,12,8],[2,4,6,0],[14,5,2]]"
    select("a1/b1")
    page.page.get_by_role("button", name="add a move").click()
    seen.append(typed.input_value())
    assert seen[-1] == "[[[3,0],12,8],[2,4,6,0],[14,5,2]]"
    select("a3/b2")
    page.page.get_by_role("button", name="remove the selected move").click()
    assert typed.input_value() == "[[[3,0],12,8],[2,4,6,0],[14,2]]"
    select("a3/b1")
    page.page.get_by_label("value of the leaf").fill("7")
    assert typed.input_value() == "[[[3,0],12,8],[2,4,6,0],[7,2]]"
    page.page.get_by_role("button", name="take the last change back").first.click()
    page.page.locator("canvas.tree").focus()
    page.press("Control+z")
    for text in reversed(seen):
        assert typed.input_value() == text
        page.press("Control+z")
    assert "nothing to take back" in page.text(".desk .said")


def test_a_leaf_is_dragged_and_the_drag_is_taken_back_at_once(opened: Opener) -> None:
    page = opened("#tree=[5,2]&step=5&search2=minimax")
    page.page.get_by_role("button", name="change the tree").first.click()
    typed, canvas = page.page.get_by_label("tree", exact=True), page.page.locator("canvas.tree").first
    box = canvas.bounding_box()
    assert box is not None
    for y in range(int(box["y"]) + 40, int(box["y"] + box["height"]) - 10, 12):
        page.page.mouse.click(box["x"] + box["width"] / 2 - 40, y)
        if page.page.get_by_label("value of the leaf").first.is_visible():
            break
    page.page.mouse.move(box["x"] + box["width"] / 2 - 40, y)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + box["width"] / 2 - 40, y - 40, steps=8)
    page.page.mouse.up()
    assert typed.input_value() == "[10,2]"
    for place in (0, 1):
        assert result(page, place).startswith("value 10 ") or "so far" in result(page, place)
    named(page, "tree=%5B10,2%5D")
    canvas.focus()
    page.press("Control+z")
    assert typed.input_value() == "[5,2]"


def test_tictactoe_is_set_up_by_clicks(opened: Opener) -> None:
    page = opened("#tree=tictactoe:XOX/OXO/...&step=0")
    square = lambda name: page.page.locator(f".square[aria-label^='{name}']")  # noqa: E731
    square("a3").click()
    trace = tracer.trace("tictactoe", position="XOX/OXO/X..")
    page.press("$")
    assert page.counts()["visited"][1] == str(trace.counts.visited)
    square("a3").click()
    trace = tracer.trace("tictactoe", position="XOX/OXO/...")
    assert page.counts()["visited"][1] == str(trace.counts.visited)
    named(page, "tree=tictactoe:XOX/OXO/...")
    square("b2").click()
    assert page.page.get_by_label("tree", exact=True).input_value() != "tictactoe:XOX/O.O/...", "O would have too many"


def test_a_random_tree_is_drawn(opened: Opener) -> None:
    page = opened()
    choose(page, "begin with", "random:b=3,d=3,seed=1,order=random")
    page.page.locator(".random [name=d]").fill("4")
    choose(page, "where the best move stands", "best")
    page.page.get_by_role("button", name="another seed").click()
    trace = tracer.trace("random:b=3,d=4,seed=2,order=best")
    page.press("$")
    assert page.counts()["visited"][1] == str(trace.counts.visited)
    page.page.locator(".random [name=d]").fill("12")
    assert "20,000" in page.text(".desk .refused")


def test_questions_are_asked_of_the_tree_as_it_is(opened: Opener) -> None:
    page = opened(f"#tree={NINE}")
    page.page.get_by_label("tree", exact=True).fill("[[3,5],[2,9]]")
    page.page.get_by_role("button", name="be asked").click()
    assert page.text(".predict-panel .asked") == "Move b1 returned 3: which moves at a1 are pruned now?"
    page.page.get_by_label("none of them").check()
    page.page.get_by_role("button", name="answer").click()
    assert page.text(".predict-panel .verdict") == "✓ Right."


def test_everything_has_a_name_for_those_who_do_not_see_it(opened: Opener) -> None:
    page = opened("#tree=random:b=2,d=2&search2=minimax")
    nameless = """() => [...document.querySelectorAll("button, select, input, textarea, canvas")].filter((one) =>
        one.checkVisibility() && !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length)
    ).map((one) => one.outerHTML)"""
    assert page.page.evaluate(nameless) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.every_case
def test_the_help_begins_at_its_top_and_no_word_lies_on_another(opened: Opener, width: int, height: int) -> None:
    page = opened(viewport={"width": width, "height": height})
    page.press("?")
    assert page.page.evaluate("document.querySelector('dialog[open]').scrollTop") == 0
    too_wide = """() => [...document.querySelectorAll("dialog[open] dt")]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
    assert page.page.evaluate(too_wide) == []


@pytest.mark.parametrize("width", [760, 1280])
def test_no_choice_is_cut_off_and_the_usual_ones_take_two_rows(opened: Opener, width: int) -> None:
    page = opened(f"#tree={NINE}&search2=negamax-alphabeta", viewport={"width": width, "height": 900})
    cut = """() => [...document.querySelectorAll(".desk select")].filter((one) => {
        if (!one.checkVisibility()) return false;
        const probe = one.cloneNode(false);
        probe.append(...[...one.selectedOptions].map((option) => option.cloneNode(true)));
        Object.assign(probe.style, {position: "absolute", maxWidth: "none", width: "auto"});
        one.parentElement.append(probe);
        const wanted = probe.offsetWidth;
        probe.remove();
        return wanted > one.offsetWidth + 1;
    }).map((one) => one.ariaLabel)"""
    assert page.page.evaluate(cut) == []
    if width == 1280:
        alone = opened(viewport={"width": width, "height": 900}).page.locator(".desk").bounding_box()
        assert alone is not None
        assert alone["height"] < 90


def test_the_help_lists_the_keys_and_what_links_may_have(opened: Opener) -> None:
    page = opened()
    page.press("?")
    words = page.page.locator("dialog[open]").inner_text()
    for part in ("the next cutoff", "search2=", "tree=", "step=12"):
        assert part in words


def test_it_is_dark_where_the_system_is_and_as_one_whole(opened: Opener) -> None:
    page = opened(color_scheme="dark")
    dark = page.colour(".desk")
    assert page.colour(".view") == page.colour("main")
    choose(page, "colours", "light")
    assert page.colour(".desk") != dark
    assert page.colour(".view") == page.colour("main")


def test_a_search_ends_at_a_depth_where_positions_have_numbers(opened: Opener) -> None:
    page = opened(f"#tree={NINE}")
    depth = page.page.get_by_label("depth", exact=True)
    assert not depth.is_visible(), "the positions before the end have no numbers"
    page.page.get_by_label("tree", exact=True).fill("random:b=3,d=4,seed=7,order=random")
    assert [one.strip() for one in depth.locator("option").all_text_contents()] == [
        "to the end",
        "to depth 1",
        "to depth 2",
        "to depth 3",
    ]
    depth.select_option("2")
    choose(page, "order of moves", "reversed")
    named(page, "order=reversed&depth=2")
    wanted = tracer.trace("random:b=3,d=4,seed=7,order=random", "alphabeta", depth=2, order="reversed")
    assert page.counts()["visited"][1] == str(wanted.counts.visited)
    assert page.text("h1").endswith("alphabeta, depth 2, reversed")
    again = opened(page.page.evaluate("location.hash"))
    assert again.text("h1") == page.text("h1")
    assert again.text(".desk .refused") == ""
    page.page.get_by_label("tree", exact=True).fill("[[3,12],[2,4]]")
    assert page.text("h1") == "tree of 4 leaves, alphabeta, reversed", "nothing there could be looked at"
    page.page.locator("canvas.tree").focus()
    page.press("Control+z")
    assert page.text("h1") == again.text("h1")


def test_a_tree_with_chance_is_searched_by_expectiminimax(opened: Opener) -> None:
    chance = "[(0.9:[2,2],0.1:[3,3]),(0.9:[1,1],0.1:[4,4])]"
    page = opened()
    choose(page, "begin with", chance)
    offered = page.page.get_by_label("search", exact=True).locator("option:not([hidden])")
    assert offered.all_text_contents() == ["expectiminimax"]
    assert not page.page.get_by_role("button", name="second way").is_visible()
    page.press("$")
    assert result(page) == "value 2.1 · 15 visited · 0 pruned nodes"
    named(page, "search=expectiminimax")
    again = opened(page.page.evaluate("location.hash"))
    assert again.text(".desk .refused") == ""
    assert again.text("h1") == "tree of 8 leaves, expectiminimax"
    page.page.get_by_role("button", name="change the tree").click()
    page.page.get_by_role("searchbox").fill("a1")
    page.page.get_by_role("searchbox").press("Enter")
    page.page.get_by_role("button", name="add a move").click()
    assert "add up to 1" in page.text(".edit-panel .refused")
    page.page.get_by_role("searchbox").fill("a1/b2/c2")
    page.page.get_by_role("searchbox").press("Enter")
    page.page.get_by_label("value of the leaf").fill("-6")
    assert page.page.get_by_label("tree", exact=True).input_value() == chance.replace("[3,3]", "[3,-6]")
    page.page.get_by_label("tree", exact=True).fill("[[3,12],[2,4]]")
    assert page.text("h1") == "tree of 4 leaves, alphabeta"
