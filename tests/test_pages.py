"""Every page of the documentation runs: its commands and its Python print what it says, and its pictures are made."""

import os
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from making.commands import forked
from making.for_site import CHANGELOG
from making.kept import DOCS, folder_of, readme, stale, written
from making.links import broken
from making.needs import missing, tools
from making.page import ROOT, Page, PageError, excerpt, run_python
from making.reference import REFERENCE

PAGES = {page.path.relative_to(ROOT).as_posix(): page for page in written()}
NOT_RUN = {
    "python -m zipfile -c plyscope.vsix examples/editors/vscode/extension",
    "code --install-extension plyscope.vsix",
    "make demo",
    ". .venv/bin/activate",
    ". .venv/bin/activate      # for this shell",
    "pipx install .",
    "pipx install .            # for every shell",
    "pipx install --force '.[render]'",
    "pip install --editable '.[render]'",
    "python -m venv .venv",
    ".venv/bin/pip install .",
    "ssh -L 8000:localhost:8000 lab.example.org",
    "uv tool install .",
    "PYTHONHASHSEED=0 plyscope run search.py -o own.plyscope",
    "pip install '/path/to/plyscope[notebook]'",
    "plyscope serve lesson.plyscope --allow-host lab.example.org:80",
    "plyscope serve lesson.plyscope --host 0.0.0.0 --allow-host lab.example.org --sessions 40",
    "plyscope serve tictactoe --host 0.0.0.0 --allow-host lab.example.org --sessions 40",
    "dask-ssh --hostfile hosts.txt --nworkers 8 --nthreads 1",
    "plyscope sweep order.toml -o results --scheduler tcp://first-host:8786",
    "plyscope sweep comparison.toml -o comparison",
    "plyscope plot comparison --chart ratio --y leaf_evaluations --panels order --where 'width == 4' -o leaves.svg",
    "plyscope sweep rules.toml -o rules",
    "plyscope plot rules --x order --y visited/minimal --by cut,fail --panels game --log y -o rules.svg",
    "plyscope sweep heuristics.toml -o heuristics",
    "plyscope plot heuristics --chart ratio --by with --base none --panels game -o heuristics.svg",
}
"""Lines of `sh` blocks: what installs, what another machine does, and what never ends."""


def navigation() -> Iterator[str]:
    """The pages that the site's navigation names."""
    todo: list[Any] = [tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]]
    while todo:
        match todo.pop():
            case str(name):
                yield name
            case list(entries):
                todo += entries
            case dict(entries):
                todo += entries.values()


needs_forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="pages run their commands in forks")
FOR_CONTRIBUTORS = [name for name in PAGES if name.startswith("docs/developing/")]


@needs_forks
@pytest.mark.parametrize("name", ["README.md", *(name for name in PAGES if name not in FOR_CONTRIBUTORS)])
@pytest.mark.every_case
def test_what_a_page_says_is_so(name: str, tmp_path: Path, need: Callable[[str], None]) -> None:
    run_page(name, tmp_path, need)


@needs_forks
@pytest.mark.parametrize("name", FOR_CONTRIBUTORS)
@pytest.mark.every_case(quick=True)
def test_what_a_page_for_contributors_says_is_so(name: str, tmp_path: Path, need: Callable[[str], None]) -> None:
    """They show code of plyscope itself, which changes with every name in it."""
    run_page(name, tmp_path, need)


def run_page(name: str, tmp_path: Path, need: Callable[[str], None]) -> None:
    page = PAGES.get(name) or readme()
    for tool in sorted(tools(page)):
        need(tool)
    page.run(tmp_path)
    shown = {path.removeprefix("./") for path in page.shown}
    missing = {path for path in shown if not (tmp_path / path).is_file()}
    assert not missing, f"its commands do not write {missing}"
    assert not list(stale(page, tmp_path, folder_of(page))), "make pictures"


def test_the_navigation_names_every_page_once() -> None:
    named = list(navigation())
    there = (
        [name.removeprefix("docs/") for name in PAGES] + [f"reference/{name}.md" for name in REFERENCE] + [CHANGELOG]
    )
    assert set(named) == set(there), f"zensical.toml and docs/ differ in {sorted(set(named) ^ set(there))}"
    assert len(named) == len(set(named))


def test_what_is_not_run_is_known() -> None:
    unrun = {line for page in (readme(), *PAGES.values()) for line in page.unrun}
    assert unrun == NOT_RUN, f"NOT_RUN and the pages' sh blocks differ in {sorted(unrun ^ NOT_RUN)}"


def test_a_page_that_says_what_is_not_so_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    for text, why in {
        "```console\n$ plyscope count '[[1,2],[3]]'\nnothing of it\n```\n": "printed",
        "```console\n$ plyscope nonsense\n…\n```\n": "ended with 2",
        "<!-- exit code 1 -->\n```console\n$ true\n```\n": "ended with 0",
        "```python\n1 + 1  # 3\n```\n": "it is 2",
        "```python\nprint(1)\n```\n\n```text\n2\n```\n": "printed",
        "A sentence with `plyscope export` in it.\n": "ended with 2",
    }.items():
        page.write_text(text, encoding="utf-8")
        with pytest.raises(PageError, match=why):
            Page(page).run(tmp_path / "work")


def test_what_a_page_needs_and_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ gcc -o engine engine.c\n$ plyscope count tictactoe\n```\n", encoding="utf-8")
    assert tools(Page(page)) == {"gcc"}
    monkeypatch.setenv("PATH", str(tmp_path))
    assert list(missing([Page(page)])) == ["page.md needs gcc, which is not installed"]


def test_files_snippets_and_output_of_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        '```python title="own.py"\nprint("here")\n```\n\n```console\n$ python own.py\nh…\n```\n\n'
        '```c title="tree.h" from="tracer/file/FORMAT.md"\n```\n\n'
        "```python\nfruit = ['apple']\n```\n\n"
        "```python\nfruit[0]  # 'apple'\nprint(fruit)\n```\n\n```text\n['apple']\n```\n",
        encoding="utf-8",
    )
    Page(page).run(tmp_path / "work")
    copied = (tmp_path / "work" / "tree.h").read_text(encoding="utf-8")
    assert copied == (ROOT / "tracer/file/FORMAT.md").read_text(encoding="utf-8")
    assert copied.splitlines()[0] in Page(page).completed
    with pytest.raises(PageError, match="no file"):
        excerpt({"from": "examples/nothing.py"})
    with pytest.raises(PageError, match="does not have"):
        excerpt({"from": "Makefile", "after": "no such text"})


def test_python_of_a_page_imports_the_files_of_its_own_folder(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    for number in (1, 2):
        page.write_text(
            f'```python title="of_this_page.py"\nnumber = {number}\n```\n\n'
            f"```python\nimport of_this_page\nof_this_page.number  # {number}\n```\n",
            encoding="utf-8",
        )
        Page(page).run(tmp_path / f"work{number}")
    assert str(tmp_path) not in "".join(sys.path)
    assert "of_this_page" not in sys.modules


def test_a_page_changes_a_file(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    written = '```text title="a.txt"\none\ntwo\ntwo\nthree\n```\n\n'
    page.write_text(f'{written}```diff title="a.txt"\n two\n-three\n+four\n+five\n```\n', encoding="utf-8")
    Page(page).run(tmp_path / "work")
    assert (tmp_path / "work" / "a.txt").read_text(encoding="utf-8") == "one\ntwo\ntwo\nfour\nfive\n"
    page.write_text(f'{written}```diff title="a.txt"\n-two\n```\n', encoding="utf-8")
    with pytest.raises(PageError, match="stand 2 times"):
        Page(page).run(tmp_path / "work")


def test_both_streams_of_a_command_stand_in_their_order(tmp_path: Path) -> None:
    def work() -> None:
        print("first", file=sys.stderr)
        print("second")

    assert forked(work, tmp_path) == (0, "first\nsecond\n")


def test_screens_and_pages_are_pictures(tmp_path: Path, need: Callable[[str], None]) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```console\n$ plyscope export '[[1,2],[3]]' -o tree.html\n…\n```\n\n"
        "![Steps](page/steps.svg \"plyscope explore '[[1,2],[3]]', keys 0 n n, 80×24, moving\")\n"
        "![A game](page/game.svg \"plyscope play 'nim:1,2' --min alphabeta, keys enter, 100×30\")\n"
        '![The page](page/page.png "tree.html#step=4, 500×400")\n',
        encoding="utf-8",
    )
    for tool in tools(Page(page)):
        need(tool)
    Page(page).run(tmp_path)
    steps, game = ((tmp_path / f"{name}.svg").read_text(encoding="utf-8") for name in ("steps", "game"))
    assert steps.count('<g class="frame"') == 3
    assert "step\xa02\xa0of" in steps
    assert "over\xa0after\xa02\xa0moves" in game  # the reply was awaited
    for picture in (steps, game):
        assert 'width="' in picture.partition(">")[0]
        assert picture.count("@font-face") == picture.count("url(data:font/woff;base64,") == 2
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    page.write_text('![Nothing](page/no.svg "plyscope explore nonsense, 80×24")', encoding="utf-8")
    with pytest.raises(ValueError, match="no picture of"):
        Page(page).run(tmp_path)


def test_python_is_run_as_it_stands() -> None:
    names: dict[str, object] = {}
    assert run_python("def double(x):  # a comment\n    return 2 * x\n\ndouble(4)  # 8\n", names, "here") == ""
    assert "double" in names


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h1 id="top"></h1><a href="b.html"></a><a href="a.html#top"></a><a href="#no"></a>'
        '<img src="//cdn.example/x.png">',
        encoding="utf-8",
    )
    (tmp_path / "404.html").write_text('<a href="/project/index.html"></a>', encoding="utf-8")
    assert [line.partition(": ")[2] for line in broken(tmp_path)] == [
        "asks another host: //cdn.example/x.png",
        "leads nowhere: b.html",
        "no such place: #no",
    ]


def test_pages_are_where_the_site_looks_for_them() -> None:
    assert DOCS.is_dir()
    assert all(page.source.startswith(("# ", "---\n")) for page in PAGES.values())
