"""A trace and its widget in JupyterLab itself: whole, and at work, on a wide and on a narrow window."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from children import kill_session
from pages import WAIT
from patience import PATIENCE, wait_until
from serving import free_port
from strategies import AIMA

import tracer
from tracer.why.explain import event

CELLS = (
    f"import tracer, viz\ntrace = tracer.trace({AIMA})\ntrace",
    "shown = viz.widget(trace, step=3)\nshown",
    'f"the step is {shown.step}"',
)
QUIET = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
"""It would ask the network for news."""
CUT = """(selector) => {
    const cut = [], inner = document.querySelector(selector).getBoundingClientRect();
    for (let it = document.querySelector(selector); !it.classList.contains("jp-Cell-outputArea");) {
        it = it.parentElement;
        const box = it.getBoundingClientRect(), named = (what) => cut.push(`${what} ${it.className}`);
        if (inner.left < box.left - 1 || inner.right > box.right + 1) named("width");
        if (inner.top < box.top - 1 || inner.bottom > box.bottom + 1) named("height");
        if (it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1) named("scrolls");
    }
    return cut;
}"""
"""What cuts an element, or has to be scrolled to see all of it, from the element up to its cell."""
PARTS = (
    "canvas.tree",
    ".head .result",
    ".tools > :last-child > :last-child",
    ".legend",
    ".controls .play",
    ".controls select",
)


def notebook(folder: Path) -> None:
    cells = [
        {"cell_type": "code", "id": f"{at}", "execution_count": None, "metadata": {}, "outputs": [], "source": source}
        for at, source in enumerate(CELLS)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    found = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "tree.ipynb").write_text(json.dumps(found), "utf-8")


def answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


@pytest.fixture(scope="module")
def lab(need: Callable[[str], None], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a notebook in a JupyterLab that has a home of its own."""
    need("jupyter-lab")
    home = tmp_path_factory.mktemp("jupyter")
    notes = home / "notes"
    for folder in notes, home / "labconfig":
        folder.mkdir()
    (home / "labconfig" / "page_config.json").write_text(json.dumps(QUIET), "utf-8")
    notebook(notes)
    names = {"HOME": "", "JUPYTER_CONFIG_DIR": "", "JUPYTER_DATA_DIR": "data", "JUPYTER_RUNTIME_DIR": "run"}
    own = {name: str(home / folder) for name, folder in {**names, "IPYTHONDIR": "ipython"}.items()}
    port, root = free_port(), Path(tracer.__file__).parents[1]
    server = subprocess.Popen(
        [
            *(str(shutil.which("jupyter-lab")), "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"),
            *("--IdentityProvider.token=token", f"--ServerApp.root_dir={notes}"),
        ],
        env={**os.environ, **own, "PYTHONPATH": str(root)},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: answers(port), "JupyterLab answers")
        yield f"http://127.0.0.1:{port}/lab/tree/tree.ipynb?token=token&reset"
    finally:
        server.terminate()  # it ends its kernels, which head sessions of their own
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(PATIENCE)
        kill_session(server)


@pytest.mark.parametrize("width", [1000, 1400])
def test_a_trace_and_its_widget_are_whole_and_work(browser: Any, lab: str, width: int) -> None:
    trace = tracer.trace(AIMA)
    page = browser.new_page(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    page.set_default_timeout(WAIT)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(lab)
    page.get_by_text("(ipykernel) | Idle").first.wait_for()
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    page.locator(".jp-OutputArea-output img[alt]").wait_for()
    page.wait_for_function("() => document.querySelector('.jp-OutputArea-output img[alt]').naturalWidth > 0")
    assert page.evaluate(CUT, ".jp-OutputArea-output img[alt]") == []

    page.keyboard.press("Shift+Enter")
    page.locator(".plyscope canvas.tree").wait_for()
    for part in PARTS:
        assert page.evaluate(CUT, f".plyscope {part}") == [], part
    tree = page.locator(".plyscope canvas.tree").bounding_box()
    assert tree is not None
    assert tree["height"] >= 200
    page.locator(".plyscope").get_by_role("button", name="one step on (n)").click()
    assert page.locator(".plyscope p.event").text_content() == event(trace, 4)
    page.locator(".jp-CodeCell .cm-content").nth(2).click()
    page.keyboard.press("Shift+Enter")
    page.locator(".jp-OutputArea-output").get_by_text("the step is 4").wait_for()
    page.locator(".plyscope .play").click()
    page.wait_for_function("() => Number(document.querySelector('.plyscope .controls input').value) > 5")
    assert [url for url in asked if not url.startswith(("http://127.0.0.1:", "data:", "blob:"))] == []
    page.close()
