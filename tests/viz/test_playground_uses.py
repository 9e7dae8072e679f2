"""What is done with what the playground shows: links, worksheets, files, the command for the terminal."""

import re
import shlex
from pathlib import Path

from making.page import ROOT
from pages import Opener, Page, saved
from strategies import AIMA
from test_playground import LINKS, NINE
from typer.testing import CliRunner

import tracer
from tui.program import app
from viz.export import write_file


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
    assert page.counts()["cutoffs"][0] == str(other.counts.cutoffs)
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


def page_input(page: Page, path: Path) -> None:
    page.page.locator(".desk input[type=file]").set_input_files(path)


def test_the_link_is_copied(opened: Opener) -> None:
    page = opened(f"#tree={NINE}&search2=pvs&step=7", permissions=["clipboard-read", "clipboard-write"])
    page.page.get_by_role("button", name="copy a link that shows exactly this").click()
    page.until(lambda: page.text(".desk .said") == "The link was copied.", "it is copied")
    assert page.page.evaluate("navigator.clipboard.readText()") == page.page.evaluate("location.href")
    page.page.get_by_role("button", name="copy the picture").click()
    page.until(lambda: page.text(".desk .said").startswith("The picture was copied"), "so is the picture")
    assert page.page.evaluate("navigator.clipboard.read().then(([one]) => one.types)") == ["image/png"]


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
