"""The page opens from disk, asks for nothing, and no text in it is ever more than text."""

import re
from pathlib import Path
from typing import Any

import pytest
from hostile import HOSTILE, hostile_trace
from pages import Open, Page, saved
from strategies import AIMA

import tracer
from tracer.errors import PlyscopeError
from tracer.text import clean, number
from tracer.tracing import Trace
from tracer.why.explain import event
from viz.page import document, script


def test_hostile_names_are_text(open_page: Open) -> None:
    trace = hostile_trace()
    page = open_page(trace)
    assert page.text("h1") == trace.header.title
    names = page.page.locator(".moves .name").all_text_contents()
    assert names == [clean(label) for label in HOSTILE][: len(names)]
    assert len(names) == min(len(HOSTILE), 80)
    assert page.page.evaluate("() => document.querySelectorAll('img, b, i, table table, text script').length") == 0
    assert page.page.evaluate("() => document.scripts.length") == 3
    for step in range(trace.steps):
        if step % 9 == 0:
            page.page.evaluate("(step) => { location.hash = `#step=${step}`; }", step)
            page.page.wait_for_function(
                "(step) => document.querySelector('.controls input').value === String(step)", arg=step
            )
            assert page.event == event(trace, step)


NAMES = [
    "</script><img src=x onerror=alert(1)>",
    "y" * 10_000,
    "\u202eevil\u2066",
    "שלום עולם",
    "👩\u200d👩\u200d👧 e\u0301",
    "<b>",
    "a",
]
VALUES = [1e308, -1e308, 5e-324, 0.1 + 0.2, -0.0, float("inf"), 123_456_789_012_345_680.0]


@pytest.mark.parametrize("width", [1280, 390])
def test_numbers_at_their_ends_and_endless_names_break_nothing(open_page: Open, width: int) -> None:
    recorder, infinity = tracer.Recorder(), float("inf")
    root = recorder.enter(None, 1, -infinity, infinity)
    for name, value in zip(NAMES, VALUES, strict=True):
        inner = recorder.enter(name, -1, -infinity, infinity)
        recorder.leave(recorder.enter(name, 1, -infinity, infinity), value, tracer.Status.TERMINAL)
        recorder.leave(inner, value)
    recorder.leave(root, infinity)
    header = tracer.Header(game="</title><script>alert(1)</script>", search="\u202e" + "z" * 3_000)
    trace = Trace(*recorder.finish(), header)
    page = open_page(trace, f"#step={trace.steps - 1}", viewport={"width": width, "height": 800})
    if width < 480:
        page.page.get_by_role("button", name="Why").click()
    assert page.page.locator(".moves .name").all_text_contents() == [trace.label(child) for child in trace.children(0)]
    shown = [text.replace(" ★", "") for text in page.page.locator(".moves .value").all_text_contents()]
    assert [text.split(" ")[-1] for text in shown] == [number(value) for value in VALUES]
    for step in range(0, trace.steps, 3):
        page.page.evaluate("(step) => { location.hash = `#step=${step}`; }", step)
        page.until(lambda step=step: page.step == step, "it is the step")
        assert page.event == event(trace, step)
    for fits in ("document.documentElement.scrollWidth <= innerWidth", "document.scripts.length === 3"):
        assert page.page.evaluate(f"() => {fits}"), fits
    for part in ".side", ".stage", "h1":
        box = page.page.locator(part).bounding_box()
        assert box is not None
        assert 0 < box["width"] <= width, part
        assert box["height"] <= 800, part


def test_the_policy_forbids_all_but_the_pages_own_script_and_style(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA))
    ran = page.page.evaluate(
        """() => {
            const script = document.createElement("script");
            try { script.textContent = "window.pwned = 1"; document.body.append(script); } catch { /* as it should */ }
            const image = document.createElement("img");
            image.src = "https://example.org/x.png";
            document.body.append(image);
            try { document.body.setAttribute("onclick", "window.pwned = 2"); } catch { /* as it should */ }
            document.body.click();
            return window.pwned;
        }"""
    )
    assert ran is None
    page.until(
        lambda: any("Content Security Policy" in told or "violates" in told for told in page.complaints),
        "the browser complains",
    )
    page.complaints.clear()
    page.asked[:] = [url for url in page.asked if "example.org" not in url]


def test_embedded_json_cannot_end_its_script() -> None:
    text = document.make_page(hostile_trace())
    assert text.count("</script>") == 3
    assert text.count("<script") == 3
    assert "<!--" not in text.split("<script", 1)[1]
    assert "\u2028" not in text.split("<script", 1)[1]
    for part in script.make_script("boot"), script.make_style():
        assert document.hash_for_policy(part) in text
        assert "</" not in part.replace("</ ", "")


def test_the_script_is_made_of_small_files_that_know_only_what_stands_before_them() -> None:
    names, modules = {path.stem for path in script.SCRIPT_FOLDER.glob("*.js")}, script.modules_below("playground")
    assert {*names, script.TRANSLATED_MODULE} == {*modules, "boot", "widget", "playground"}
    for path in (path for path in script.SCRIPT_FOLDER.iterdir() if path.is_file()):
        text = path.read_text("utf-8")
        assert text.count("\n") <= 350, path.name
        for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch(", "http:"):
            assert forbidden not in text.replace("http://www.w3.org/2000/svg", ""), path.name
    for at, name in enumerate((*modules, "playground")):
        imported = set(re.findall(r'from "\./(\w+)\.js"', script.read_module(name)))
        assert imported <= set(modules[:at]), name
        for names, room in re.findall(
            r'^import \{([^}]+)\} from "\./(\w+)\.js"', script.read_module(name), re.MULTILINE
        ):
            exported = re.search(r"return \{ ([^}]*) \};\n\}\)\(\);\n\Z", script._wrap_module(room))
            assert exported is not None
            assert {one for one in re.split(r",?\s+", names.strip()) if one} <= set(exported[1].split(", ")), (
                name,
                room,
            )
    assert "import " not in script.make_script("boot")
    assert not re.search(r"^import ", script.make_script("playground"), re.MULTILINE)
    assert not re.search(r"^export (?!default)", script.make_widget_script(), re.MULTILINE)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ('"bytes":', "The recording in this page is not whole: export it again."),
        ('data-plyscope="data">H4sI', "The recording in this page is damaged and cannot be unpacked: export it again."),
    ],
)
def test_a_damaged_page_says_one_sentence(browser: Any, tmp_path: Path, broken: str, said: str) -> None:
    text = document.make_page(tracer.trace(AIMA))
    assert text.count(broken) == 1
    other = '"bytes":1' if "bytes" in broken else 'data-plyscope="data">AAAA'
    (tmp_path / "broken.html").write_text(text.replace(broken, other), "utf-8")
    page = Page(browser, tmp_path / "broken.html")
    assert page.text(".broken") == said
    assert page.complaints == []
    page.close()


def test_an_old_browser_is_told_what_it_needs(browser: Any, tmp_path: Path) -> None:
    context = browser.new_context(offline=True)
    tab = context.new_page()
    tab.add_init_script("delete window.DecompressionStream")
    tab.goto(saved(tracer.trace(AIMA), tmp_path / "old.html").as_uri())
    tab.get_by_text("This browser is too old to unpack the recording").wait_for()
    context.close()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"theme": "drak"}, r"no theme 'drak' \(did you mean dark\?\); there are: light, dark"),
        ({"step": 24}, "there is no step 24: the trace has steps 0 to 23"),
        ({"step": -1}, "no step -1"),
        ({"root": 13}, "no node 13"),
    ],
)
def test_a_wrong_option_is_refused_in_one_line(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(PlyscopeError, match=problem):
        document.make_page(tracer.trace(AIMA), **options)
