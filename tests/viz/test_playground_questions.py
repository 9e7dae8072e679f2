"""What the playground asks and how two of its searches follow each other is as `tracer` and the explorer have it."""

import json
from random import Random
from typing import Any

from test_playground_searches import CHANCE, by_tracer, choices, texts

from tracer.questions.asking import iter_chosen_questions
from tracer.questions.marking import mark
from tui.model.browser import Browser
from tui.model.browser_pair import BrowserPair
from viz.page import playground, script

ASKED = """async ({given, cases}) => {
    ROOMS
    const {choices: {treeOf, recorded}, why: {iterChosenQuestions, mark}} = rooms;
    return cases.map(([text, options]) => {
        const trace = recorded(treeOf(text), options, given);
        return [...iterChosenQuestions(trace)].map((one) =>
            [one.kind.value, one.step, one.node, one.text, one.choices, mark(trace, one, one.right).sentences]);
    });
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
        script_text.replace("ROOMS", script.join_modules("playground")), {"given": given, "cases": cases}
    )


def test_the_same_is_asked_as_in_a_page_with_a_recording(tab: Any) -> None:
    luck, all_choices = Random(8), list(choices())
    cases = [[text, one] for text in texts() for one in luck.sample(all_choices, 2)]
    deep = "random:b=3,d=4,seed=7,order=random"
    cases += [[deep, one | {"depth": 2}] for one in all_choices if one["cut"] == ">="]
    cases += [[text, one] for text in CHANCE for one in choices(chance=True)]
    seen = set()
    for (text, one), found in zip(cases, ask(tab, ASKED, cases), strict=True):
        trace = by_tracer(text, **one)
        wanted = [
            [it.kind.value, it.step, it.node, it.text, [*it.choices], [*mark(trace, it, it.right).sentences]]
            for it in iter_chosen_questions(trace)
        ]
        assert found == wanted, (text, one)
        seen |= {question[0] for question in found}
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
