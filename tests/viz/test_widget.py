"""The view in a notebook: the page's own script with its step in the model."""

import base64
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest
from strategies import AIMA

import tracer
from tracer.errors import PlyscopeError
from tracer.extras import command_to_install
from tracer.why.explain import event
from viz.page import document, script

MODEL = """async ([esm, header, data, step]) => {
    const module = await import(URL.createObjectURL(new Blob([esm], {type: "text/javascript"})));
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const state = {header, data: new DataView(bytes.buffer), step, theme: "", height: 500}, calls = {};
    window.model = {
        get: (name) => state[name],
        set: (name, value) => { state[name] = value; },
        save_changes: () => { window.saved = state.step; },
        on: (name, call) => { calls[name] = call; },
        off: (name) => { delete calls[name]; },
        calls, state,
    };
    window.end = await module.default.render({model: window.model, el: document.querySelector("#cell")});
}"""


def test_the_widget_is_the_same_view_with_its_step_in_the_model(browser: Any) -> None:
    trace = tracer.trace(AIMA)
    packed = document.make_widget_payload(trace)
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_content(f"<style>{script.make_style()}</style><div id=cell></div><input id=other>")
    data = base64.b64encode(packed["data"]).decode()
    page.evaluate(MODEL, [script.make_widget_script(), packed["header"], data, 12])
    assert page.locator("p.event").text_content() == event(trace, 12)
    page.locator("canvas.tree").focus()
    page.keyboard.press("n")
    assert page.evaluate("() => [model.state.step, window.saved]") == [14, 14]
    page.evaluate("() => { model.state.step = 5; model.calls['change:step'](); }")
    assert page.locator("p.event").text_content() == event(trace, 5)
    page.locator("#other").focus()
    page.keyboard.press("n")
    assert page.evaluate("() => model.state.step") == 5
    page.evaluate("() => window.end()")
    assert page.locator("#cell").inner_html() == ""
    assert page.evaluate("() => Object.keys(model.calls).length") == 0
    assert problems == []
    page.close()


def test_the_widgets_step_is_read_and_set(need: Callable[[str], None]) -> None:
    need("anywidget")
    made = document.make_widget(tracer.trace(AIMA), step=3)
    assert made.step == 3
    made.step = 20
    seen: list[int] = []
    made.observe(lambda change: seen.append(change["new"]), "step")
    made.step = 4
    assert seen == [4]
    with pytest.raises(Exception, match="no step 24: the trace has steps 0 to 23"):
        made.step = 24
    assert document.make_widget(tracer.trace(AIMA)).step == 0
    with pytest.raises(PlyscopeError, match="no step 99"):
        document.make_widget(tracer.trace(AIMA), step=99)


def test_without_anywidget_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    document._make_widget_class.cache_clear()
    with pytest.raises(PlyscopeError, match=re.escape(command_to_install("notebook"))):
        document.make_widget(tracer.trace(AIMA))
    document._make_widget_class.cache_clear()
