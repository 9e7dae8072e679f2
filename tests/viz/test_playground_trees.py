"""Trees as people type them in the playground: each form is read as the nested lists that it means."""

import json
from typing import Any

import pytest

import tracer
from viz.page import script

READ = """async (texts) => {
    ROOMS
    const {treetext: {readTree}, search: {TypedTree}} = rooms;
    return texts.map((text) => {
        try { return new TypedTree(readTree(text)).text(); } catch (error) { return `! ${error.message}`; }
    });
}"""
NINE = "[[3,12,8],[2,4,6],[14,5,2]]"
NAMED = (
    '{"name":"A","children":[{"name":"B","children":[3,12,8]},{"name":"C","children":[2,4,6]},'
    '{"name":"D","children":[14,5,2]}]}'
)
FORMS = {
    NINE: NINE,
    " [ [3, 12, 8],\n [2, 4, 6], [14, 5, 2] ] ": NINE,
    "((3,12,8),(2,4,6),(14,5,2))": NINE,
    "((3 12 8) (2 4 6) (14 5 2))": NINE,
    "max(min(3,12,8), min(2,4,6), min(14,5,2))": NINE,
    "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))": NINE,
    "3 12 8 | 2 4 6 | 14 5 2": NINE,
    "[3,12,8] [2,4,6] [14,5,2]": NINE,
    "MAX\n  3 12 8\n  2 4 6\n  14 5 2": NINE,
    "A(B(3,12,8), C(2,4,6), D(14,5,2))": NAMED,
    "(A (B 3 12 8) (C 2 4 6) (D 14 5 2))": NAMED,
    "((3,12,8)B,(2,4,6)C,(14,5,2)D)A;": NAMED,
    "[A [B [3] [12] [8]] [C [2] [4] [6]] [D [14] [5] [2]]]": NAMED,
    "A\n  B: 3 12 8\n  C: 2 4 6\n  D: 14 5 2": NAMED,
    "A\n- B\n  - 3\n  - 12\n  - 8\n- C\n\t- 2\n\t- 4\n\t- 6\n- D: 14 5 2": NAMED,
    "A\n├── B\n│   ├── 3\n│   ├── 12\n│   └── 8\n├── C = 2 4 6\n└── D 14 5 2": NAMED,
    "3 12 8; 2 4 6; 14 5 2": NINE,
    "3,12,8; 2,4,6; 14,5,2;": NINE,
    "[[3,12,8,],[2,4,6],[14,5,2],]": NINE,
    "A\n  B: 3 12 8;\n  C: 2 4 6;\n  D: 14 5 2;": NAMED,
    "(2e1, -1.5e-1)": "[20,-0.15]",
    "3 1 | 2 4 || 5 6 | 7 8": "[[[3,1],[2,4]],[[5,6],[7,8]]]",
    "min(3, −4.5)": '{"turn":"MIN","children":[3,-4.5]}',
    "- 3\n- -4": "[3,-4]",
    "(B=3, C: -1)": '[{"name":"B","value":3},{"name":"C","value":-1}]',
    '{"turn":"MIN","children":[[3,12],[2,4]]}': '{"turn":"MIN","children":[[3,12],[2,4]]}',
    '{"children":{"stay":3,"go":{"children":{"left":2,"right":[4,6]}}}}': (
        '{"children":{"stay":3,"go":{"children":{"left":2,"right":[4,6]}}}}'
    ),
    "7": '{"value":7}',
    '[{"value":3,"children":[5,2]}, {"name":"B","value":-1,"children":[4]}]': (
        '[{"value":3,"children":[5,2]},{"name":"B","value":-1,"children":[4]}]'
    ),
}
CHANCE = {
    "[(0.9:2, 0.1:[3,4]), 5]": "[(0.9:2,0.1:[3,4]),5]",
    "max(chance(0.9: min(2,4), 0.1: 3), 5)": "[(0.9:[2,4],0.1:3),5]",
    "max(chance(3,12),chance(2,4))": "[(0.5:3,0.5:12),(0.5:2,0.5:4)]",
    "A\n  chance: 3 4\n  B: 1 2": '{"name":"A","children":[(0.5:3,0.5:4),{"name":"B","children":[1,2]}]}',
    "(1/4: 2, 3/4: [1,5])": "(0.25:2,0.75:[1,5])",
    "(A (0.5: 2 0.5: 1) 3)": '{"name":"A","children":[(0.5:2,0.5:1),3]}',
    '{"name":"R","children":(1/4:{"name":"a(b","value":1,"children":[7,8]},3/4:-1)}': (
        '{"name":"R","children":(0.25:{"name":"a(b","value":1,"children":[7,8]},0.75:-1)}'
    ),
    '{"turn":"MIN","children":[[(0.5:[1,2],0.5:3)]]}': '{"turn":"MIN","children":[[(0.5:[1,2],0.5:3)]]}',
}
WRONG = {
    "": "Type a tree",
    "[[3,12": "not closed",
    "[3,12]]": "closes nothing",
    "[[3,x]]": "after x",
    "[3,\n[4,\n#]]": "Line 3",
    "[]": "needs a number",
    '{"valu":3}': "valu",
    "[1,null]": "null",
    "[0.5:2, 0.5:1]": "Character 2: outcomes of chance stand in round brackets",
    "(0.5:2, 0.4:1)": "add up to 0.9, not to 1",
    "(0.5:2, 1)": "Character 9: each outcome of chance has a probability",
    "(2, 0.5:1)": "Character 5: each outcome of chance has a probability",
    "(-0.5:2, 1.5:1)": "A probability is above 0",
    "(1/0:2)": "A probability is above 0",
    "chance=3": "has outcomes",
    "A\n  0.5: 3\n  0.5: 4": "Line 2: outcomes of chance",
    '{"turn":"MIN","children":(0.5:2,0.5:1)}': "no turn",
    '{"value":"3","children":[1,2]}': "is a number",
    "A\n  B\n  C: 3": "further indented",
    "A\n  3\n    4 5": "Line 3",
    "3 x | 4": "Between bars",
    "[[0,5; 3];[2;4]]": "Character 6: “;” separates",
    "[3,12]; 2 4": "Character 7: “;” separates",
    "3 12 | 2 4; 5 6": "alone",
    "[[1.234.5,2],[3,4]]": "Character 3: “1.234.5” is no number",
    "[[3-2,2],[3,4]]": "“3-2” is no number",
    "[[3,,12],[2,4]]": "Character 5: nothing stands between two commas",
    "[,3]": "Character 2: “,” is not expected",
    "3,,12 | 2": "before a comma",
    "A\n  3,,12": "before a comma",
    "A\n  1.2.3 4": "Line 2: 1.2.3 is no number",
    "A\n  3 12; 8\n  4": "Line 2: “|” and “;” separate",
    "[NaN, 3]": "Character 2: NaN is no number",
    "(A -Infinity 3)": "not expected",
    "A\n  NaN 3": "Line 2: NaN is no number",
    "[x, 3]": "after x",
    "[3,12)": "Character 6: “)” does not close [",
    "[1e400,2]": "too large",
    "(1e400 2)": "Character 2: 1e400 is too large",
    "3]": "Character 2: “]” closes nothing",
    "[[3,12],\n[4": "Line 2, character 1: a bracket [ is not closed",
    "[" + "1," * 60_000 + "1]": "longer than 100,000",
    "[1" + "0" * 400 + ",2": "too large",
    "[(1" + "0" * 400 + "),2]": "too large",
    "[" * 200 + "1" + "]" * 200: "deeper",
    json.dumps([list(range(60))] * 60): "3,000",
}


def read(tab: Any, texts: list[str]) -> list[str]:
    found: list[str] = tab.evaluate(READ.replace("ROOMS", script.join_modules("playground")), texts)
    return found


def test_every_form_is_read(tab: Any) -> None:
    assert dict(zip(FORMS, read(tab, list(FORMS)), strict=True)) == FORMS


def test_chance_is_read_and_written_as_the_command_line_has_it(tab: Any) -> None:
    assert dict(zip(CHANCE, read(tab, list(CHANCE)), strict=True)) == CHANCE
    assert read(tab, list(CHANCE.values())) == list(CHANCE.values())
    for text in CHANCE.values():
        assert tracer.trace(text, "expectiminimax").game.spec == text


def test_what_is_written_is_read_by_the_command_line_too(tab: Any) -> None:
    for text in FORMS.values():
        found = tracer.trace(text, "minimax").game
        assert found.utility(0) == 7 if text == FORMS["7"] else json.loads(found.spec) == json.loads(text)


@pytest.mark.parametrize("text", WRONG)
@pytest.mark.every_case
def test_what_is_wrong_is_said(tab: Any, text: str) -> None:
    (found,) = read(tab, [text])
    assert found.startswith("! ")
    assert WRONG[text] in found
    assert len(found) < 140
