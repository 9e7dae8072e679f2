"""What is done with what the playground shows: links, worksheets, files, the command for the terminal."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest
from making.page import ROOT
from pages import Opener, Page, saved
from strategies import AIMA
from test_playground import LINKS, NINE
from typer.testing import CliRunner

import tracer
from tui.program import app
from viz.export import write_file

SVG = "http://www.w3.org/2000/svg"


def test_the_command_for_the_terminal_searches_the_same(opened: Opener) -> None:
    for address in LINKS:
        if "%&" in address:
            continue
        page = opened(address)
        page.page.get_by_role("button", name="the command that opens this").click()
        program, command, *rest = shlex.split(page.text("dialog code"))
        assert (program, command) == ("plyscope", "explore")
        done = CliRunner().invoke(app, ["count", *rest, "--json"])
        assert done.exit_code == 0, done.output
        page.press("Escape", "$")
        assert f'"visited": {page.counts()["visited"][1].replace(",", "")}' in done.output


def test_a_worksheet_is_printed_with_its_solution(opened: Opener) -> None:
    page = opened("#tree=[[3,12,8],[2,[4,7],6],[14,5,2]]&step=12")
    printed = "() => { window.print = () => { window.printed = document.querySelector('.sheet').outerHTML; }; }"
    page.page.evaluate(printed)
    page.page.get_by_role("button", name="print this tree").click()
    exercise, solution = page.page.evaluate("window.printed").split("</article>")[:2]
    for leaf in ("3", "12", "8", "2", "4", "7", "6", "14", "5"):
        assert f">{leaf}<" in exercise, "the whole tree is there, what is pruned too"
    assert exercise.count("<path") == 15 + 14, "a node and a line to it"
    assert "2 ≤ alpha 3; moves b2 and b3 pruned" in solution
    assert "Value of the root: 3. Best move: a1. Visited nodes: 11. Pruned branches: 2." in solution
    for asked in ("Value of the root", "Best move", "Visited nodes", "Pruned branches"):
        assert asked in exercise
    assert "window" in exercise
    assert "arrow" in exercise
    assert "point at its top is MAX" in exercise
    windows = re.findall(r">(\([^<]*, [^<]*\))<", solution)
    search = tracer.trace("[[3,12,8],[2,[4,7],6],[14,5,2]]")
    assert len(windows) == search.counts.visited - search.counts.leaves
    assert windows.count("(−∞, ∞)") == 2
    assert windows.count("(3, ∞)") == 2
    assert "2 ≤ α 3" in solution, "the note at the beginning of the arrow"
    assert "α 3<" in solution, "and the one at its end"
    assert "≤ alpha" not in exercise
    page.page.emulate_media(media="print")
    assert page.page.locator(".sheet").is_visible()
    assert not page.page.locator("main").is_visible()


def test_data_and_pages_are_dropped(opened: Opener, tmp_path: Path) -> None:
    page, chosen = opened(), page_input
    known = tracer.trace(AIMA, "pvs", order="worst")
    write_file(known, tmp_path / "known.json")
    chosen(page, tmp_path / "known.json")
    page.until(lambda: page.text("h1") == "tree of 9 leaves, pvs, worst first", "it is searched here")
    other = tracer.trace("nim:1,2,3", "negamax-alphabeta")
    write_file(other, tmp_path / "other.json")
    chosen(page, tmp_path / "other.json")
    page.until(lambda: "nim" in page.text("h1"), "the recording is shown")
    page.press("$")
    assert page.counts()["visited"][0] == str(other.counts.visited)
    assert page.counts()["pruning cutoffs"][0] == str(other.counts.pruning_cutoffs)
    best_first = tracer.trace(AIMA, "sss")
    chosen(page, saved(best_first, tmp_path / "page.html"))
    page.until(lambda: "sss" in page.text("h1"), "a page of a best-first search is shown")
    (tmp_path / "wrong.json").write_text('{"nodes": 3}', encoding="utf-8")
    chosen(page, tmp_path / "wrong.json")
    page.until(lambda: "Unknown field nodes" in page.text(".desk .refused"), "what is no data is refused")
    chosen(page, tmp_path / "known.json")
    page.until(lambda: page.text("h1").startswith("tree of 9 leaves"), "it is searched again")
    for name, text in {
        "empty.json": '{"graph": {}, "nodes": []}',
        "rows.json": '{"graph": {}, "nodes": [{"ply": 0, "end": 1, "status": 7}, {"ply": 9, "end": 2}]}',
        "other.html": "<!doctype html><p>nothing</p>",
        "broken.html": (tmp_path / "page.html").read_text(encoding="utf-8").replace('"bytes":', '"bytes":9'),
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        chosen(page, tmp_path / name)
        page.until(lambda name=name: page.text(".desk .refused").startswith(name), f"{name} is refused")
        assert page.page.locator("canvas.tree").count() == 1
        assert page.text("h1").startswith("tree of 9 leaves"), name
    (tmp_path / "tree.txt").write_text("A\n  B: 1 2\n  C: 3 4\n", encoding="utf-8")
    chosen(page, tmp_path / "tree.txt")
    page.until(lambda: page.text("h1") == "A, pvs, worst first", "a tree in a file is read")


def test_a_worksheet_tells_probabilities_and_what_the_horizon_is_worth(opened: Opener) -> None:
    printed = "() => { window.print = () => { window.printed = document.querySelector('.sheet').outerHTML; }; }"
    for tree, told in {
        "[%280.9:[2,6],0.1:[3,8]%29,5]": [">b1 p 0.9<", ">b2 p 0.1<", ">8<", "how likely an outcome is"],
        "[{%22value%22:17,%22children%22:[5,2]},{%22value%22:4,%22children%22:[3,2]}]&depth=1": [">17<", ">4<"],
    }.items():
        page = opened(f"#tree={tree}")
        page.page.evaluate(printed)
        page.page.get_by_role("button", name="print this tree").click()
        exercise, _ = page.page.evaluate("window.printed").split("</article>")[:2]
        assert [words for words in told if words not in exercise] == []


DROP = """([name, text, type]) => {
    const dragged = new DataTransfer();
    dragged.items.add(new File([text], name, {type}));
    const over = new DragEvent("dragover", {dataTransfer: dragged, bubbles: true, cancelable: true});
    const dropped = new DragEvent("drop", {dataTransfer: dragged, bubbles: true, cancelable: true});
    const onto = document.querySelector("canvas.tree");
    return [onto.dispatchEvent(over), onto.dispatchEvent(dropped)];
}"""
"""Drags a file onto the tree and lets it go; whether the browser would then have opened it in the page's place."""


def test_a_page_and_data_are_dropped_on_the_tree(opened: Opener, tmp_path: Path) -> None:
    page, trace = opened(f"#tree={NINE}"), tracer.trace("nim:1,2,3", "negamax-alphabeta")
    write_file(tracer.trace(AIMA, "minimax"), tmp_path / "known.json")
    write_file(trace, tmp_path / "other.json")
    saved(trace, tmp_path / "other.html")
    (tmp_path / "tree.txt").write_text("max(min(3,12), min(2,9))", encoding="utf-8")
    for name, kind, title in (
        ("other.html", "text/html", "nim:1,2,3, negamax-alphabeta"),
        ("known.json", "application/json", "tree of 9 leaves, minimax"),
        ("other.json", "application/json", "nim:1,2,3, negamax-alphabeta"),
        ("tree.txt", "text/plain", "tree of 4 leaves, minimax"),
    ):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert page.page.evaluate(DROP, [name, text, kind]) == [False, False], "the page itself takes it"
        page.until(lambda title=title: page.text("h1") == title, f"{name} is shown")
        assert page.text(".desk .refused") == ""
        if name.startswith("other"):
            page.press("$")
            assert page.counts()["visited"][0] == str(trace.counts.visited)


def page_input(page: Page, path: Path) -> None:
    page.page.locator(".desk input[type=file]").set_input_files(path)


def test_the_link_is_copied(opened: Opener) -> None:
    page = opened(f"#tree={NINE}&search2=pvs&step=7", permissions=["clipboard-read", "clipboard-write"])
    page.page.get_by_role("button", name="copy a link that shows exactly this").click()
    page.until(lambda: page.text(".desk .said") == "The link was copied.", "it is copied")
    assert page.page.evaluate("navigator.clipboard.readText()") == page.page.evaluate("location.href")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_is_copied_as_svg_and_as_png(opened: Opener, theme: str) -> None:
    address = "#tree=[[3,12,8],[2,{%22name%22:%22<b>%22,%22value%22:4},6]]&step=11"
    page = opened(address, permissions=["clipboard-read", "clipboard-write"], color_scheme=theme)
    stage = page.page.locator("canvas.tree").bounding_box()
    page.page.get_by_role("button", name="as it is seen, as SVG").click()
    page.until(lambda: page.text(".desk .said").startswith("The picture was copied as SVG"), "it is copied as SVG")
    drawing = ElementTree.fromstring(page.page.evaluate("navigator.clipboard.readText()"))
    assert drawing.tag == f"{{{SVG}}}svg"
    assert stage is not None
    assert [float(drawing.attrib[name]) for name in ("width", "height")] == [
        round(stage["width"]),
        round(stage["height"]),
    ]
    texts = [one.text for one in drawing.iter(f"{{{SVG}}}text")]
    assert {"root", "a1", "= 12"} <= set(texts)
    assert any("<b>" in (text or "") for text in texts)
    [types] = page.page.evaluate("navigator.clipboard.read().then((all) => all.map((one) => one.types))")
    assert "image/svg+xml" in types
    page.page.get_by_role("button", name="as it is seen, as PNG").click()
    page.until(lambda: page.text(".desk .said").startswith("The picture was copied as PNG"), "so is the bitmap")
    assert page.page.evaluate("navigator.clipboard.read().then(([one]) => one.types)") == ["image/png"]


def test_a_picture_that_cannot_be_copied_is_saved(opened: Opener) -> None:
    page = opened(f"#tree={NINE}&step=3")
    for name in ("SVG", "PNG"):
        page.page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('refused')); }")
        with page.page.expect_download() as saving:
            page.page.get_by_role("button", name=f"as it is seen, as {name}").click()
        assert saving.value.suggested_filename == f"tree-of-9-leaves-alphabeta-step-3.{name.lower()}"
        assert "saved as a file" in page.text(".desk .said")


def links() -> list[str]:
    """Every link to the playground in the documentation: what stands behind its `#`."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    each = (re.findall(r"playground/index\.html#([^)\s]+)\)", path.read_text(encoding="utf-8")) for path in found)
    return sorted({address for some in each for address in some})


def test_every_link_of_the_documentation_can_be_read(opened: Opener) -> None:
    addresses = links()
    assert len(addresses) >= 8
    page = opened()
    for address in addresses:
        page.page.evaluate("(text) => { location.hash = text; }", address)
        page.until(lambda: "step=" in page.page.evaluate("location.hash"), "the address is named anew")
        two = 1 + ("search2" in address)
        page.until(lambda: page.page.locator("canvas.tree").count() == two, "the searches are shown")  # noqa: B023
        assert page.text(".desk .refused") == "", address
    for tutorial in (ROOT / "docs" / "tutorials").glob("*.md"):
        assert "playground/index.html" in tutorial.read_text(encoding="utf-8"), tutorial.name


def test_the_second_line_of_readme_links_to_it() -> None:
    lines = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if line]
    assert "docs/playground/index.html" in lines[1]
