"""What the playground asks and how two of its searches follow each other is as `tracer` and the explorer have it."""

import json
from random import Random
from typing import Any

from test_playground_searches import CHANCE, by_tracer, choices, texts

from tui.model.browser import Browser
from tui.model.browser_pair import BrowserPair
from viz.page import playground, script
from viz.page.asides import make_quiz_questions

ASKED = """async ({given, cases}) => {
    ROOMS
    const {choices: {treeOf, recorded}, questions: {questions}} = rooms;
    return cases.map(([text, options]) => questions(recorded(treeOf(text), options, given)));
}"""
FOLLOWED = """async ({given, cases}) => {
    ROOMS
    const {choices: {treeOf, recorded}, follow: {Following}, model: {Model}} = rooms;
    return cases.map(([text, one, other]) => {
        const found = treeOf(text), [from, to] = [one, other].map((options) => recorded(found, options, given));
        const following = new Following(from, to), model = new Model(from);
        return Array.from({length: from.steps}, (_, step) => { model.go(step); return following.step(model, to); });
    });
}"""
SOFT = {"fail": "soft", "cut": ">=", "order": "given"}
PAIRS = [
    ({"search": "alphabeta", **SOFT}, {"search": "minimax", **SOFT}),
    ({"search": "minimax", **SOFT}, {"search": "alphabeta", **SOFT}),
    ({"search": "alphabeta", **SOFT}, {"search": "alphabeta", **SOFT, "cut": ">"}),
    ({"search": "negamax-alphabeta", **SOFT}, {"search": "alphabeta", **SOFT}),
]


def ask(tab: Any, script_text: str, cases: list[Any]) -> Any:
    given = json.loads(json.dumps(playground.make_playground_data()))
    return tab.evaluate(
        script_text.replace("ROOMS", script.join_modules(script.PLAYGROUND_MODULES)), {"given": given, "cases": cases}
    )


def test_the_same_is_asked_as_in_a_page_with_a_recording(tab: Any) -> None:
    luck, all_choices = Random(8), list(choices())
    cases = [[text, one] for text in texts() for one in luck.sample(all_choices, 2)]
    deep = "random:b=3,d=4,seed=7,order=random"
    cases += [[deep, one | {"depth": 2}] for one in all_choices if one["cut"] == ">="]
    cases += [[text, one] for text in CHANCE for one in choices(chance=True)]
    seen = set()
    for (text, one), found in zip(cases, ask(tab, ASKED, cases), strict=True):
        wanted = json.loads(json.dumps(make_quiz_questions(by_tracer(text, **one)) or []))
        assert [{name: question[name] for name in wanted[0]} for question in found] == wanted if wanted else not found
        seen |= {question["kind"] for question in found}
    assert seen == {"pruned", "alpha", "beta", "value"}


def test_two_searches_follow_each_other_as_in_the_explorer(tab: Any) -> None:
    luck = Random(9)
    cases = [[text, *luck.choice(PAIRS)] for text in texts()]
    for (text, one, other), found in zip(cases, ask(tab, FOLLOWED, cases), strict=True):
        pair = BrowserPair(Browser(by_tracer(text, **one)), Browser(by_tracer(text, **other)))
        wanted = []
        for step in range(pair.active_browser.trace.steps):
            pair.active_browser.cursor.go_to_step(step)
            pair.sync_other()
            wanted.append(pair.other_browser.cursor.step)
        assert found == wanted, (text, one, other)
