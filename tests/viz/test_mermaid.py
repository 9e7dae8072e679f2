"""Mermaid: read by the grammar of its flow charts, a chart is the picture."""

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from hostile import HOSTILE, hostile_trace, shown
from hypothesis import given, settings
from strategies import AIMA, Case, searched

import tracer
from tracer.errors import PlyscopeError
from viz.formats import mermaid
from viz.pictures.boxes import Picture
from viz.pictures.picture_drafts import picture
from viz.pictures.roles import Kind

TEXT = r'"(?P<text>[^"]*)"'
NODE = re.compile(rf"  (?P<id>\w+)(?P<left>[\[({{/\\]+){TEXT}(?P<right>[\])}}/\\]+):::(?P<style>\w+)")
EDGE = re.compile(rf"  (?P<above>\w+) (?P<arrow>---|--x)(?:\|{TEXT}\|)? (?P<below>\w+)")
CLASS = re.compile(r"  classDef (?P<name>\w+) (?P<style>[a-z-]+:[^;]+)")
LINKS = re.compile(r"  linkStyle (?P<numbers>\d+(?:,\d+)*) (?P<style>[a-z-]+:[^;]+)")
TITLE = re.compile(r'title: "((?:[A-Za-z0-9 ,.·=≥≤∞−αβ-]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*)"')
PLAIN = re.compile(r"(?:[A-Za-z0-9 ,=()\[\]≥≤∞−αβ·]|[-.](?=[0-9])|#\d+;|<br/>|</?[bs]>)*")
"""All that may stand in a label: nothing in it can end it; of tags a line's break and the looks of values alone."""
STYLED = re.compile(r"<([bs])>(.*)</\1>")
"""A value, and one that no search came to see."""
AROUND = {"{{": "}}", "[/": "\\]", "[\\": "/]", "([": "])", "[(": ")]", "(": ")", "[": "]"}


@dataclass
class Chart:
    """What a chart says."""

    direction: str = ""
    title: str | None = None
    nodes: dict[str, tuple[list[str], str]] = field(default_factory=dict)
    """Lines and class by id."""
    edges: list[tuple[str, str, list[str], str]] = field(default_factory=list)
    """From, to, lines, arrow."""
    classes: dict[str, str] = field(default_factory=dict)
    links: dict[int, str] = field(default_factory=dict)


def decoded(text: str | None) -> list[str]:
    """The lines of a label as they are seen."""
    if text is None:
        return []
    assert PLAIN.fullmatch(text), text
    lines = [styled[2] if (styled := STYLED.fullmatch(line)) else line for line in text.split("<br/>")]
    assert not any("<" in line for line in lines)
    shown = [re.sub(r"#(\d+);", lambda found: chr(int(found[1])), line) for line in lines]
    # A formula, and a line's end, even where Mermaid decoded them.
    assert not any("$$" in line or r"\n" in line for line in shown)
    return ["" if line == "\u00a0" else line.replace("\u2060", "") for line in shown]


def read(lines: list[str]) -> Chart:
    """A chart from its lines, each of which must be one statement of the few that we write."""
    chart, body = Chart(), list(lines)
    if body[0] == "---":
        title = TITLE.fullmatch(body[1])
        assert title
        escaped = r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8}))"
        chart.title = re.sub(escaped, lambda found: chr(int(found[1] or found[2], 16)), title[1])
        assert body[2] == "---"
        body = body[3:]
    first = re.fullmatch(r"flowchart (TD|LR)", body[0])
    assert first
    chart.direction = first[1]
    for line in body[1:]:
        if node := NODE.fullmatch(line):
            assert AROUND[node["left"]] == node["right"]
            assert node["id"] not in chart.nodes
            chart.nodes[node["id"]] = decoded(node["text"]), node["style"]
        elif edge := EDGE.fullmatch(line):
            assert {edge["above"], edge["below"]} <= set(chart.nodes)
            chart.edges.append((edge["above"], edge["below"], decoded(edge["text"]), edge["arrow"]))
        elif style := CLASS.fullmatch(line):
            assert style["name"] not in chart.classes
            chart.classes[style["name"]] = style["style"]
        else:
            links = LINKS.fullmatch(line)
            assert links, line
            numbers = [int(number) for number in links["numbers"].split(",")]
            assert not chart.links.keys() & set(numbers)
            chart.links.update(dict.fromkeys(numbers, links["style"]))
    assert {style for _, style in chart.nodes.values()} == set(chart.classes)
    assert sorted(chart.links) == list(range(len(chart.edges)))
    return chart


def charted(trace: tracer.Trace, **options: Any) -> tuple[Picture, Chart]:
    """A picture and its chart."""
    drawn = picture(trace, **options)
    return drawn, read(list(mermaid.mermaid_lines(drawn)))


@settings(max_examples=25)
@given(searched())
def test_the_chart_is_the_picture(found: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    """Every box with its lines, every edge with its text, in the same order."""
    case, options, window = found
    trace = tracer.trace(case.game, "alphabeta", position=case.position, window=window, **options)
    drawn, chart = charted(trace, max_nodes=60, windows="edge")
    assert list(chart.nodes) == [box.name for box in drawn.boxes]
    assert [lines for lines, _ in chart.nodes.values()] == [list(box.lines) or [""] for box in drawn.boxes]
    below = [box for box in drawn.boxes if box.parent >= 0]
    expected = [
        (drawn.boxes[box.parent].name, box.name, [*box.edge, *([box.role.mark] if box.role.mark else [])])
        for box in below
    ]
    assert [edge[:3] for edge in chart.edges] == expected
    assert [edge[3] == "--x" for edge in chart.edges] == [bool(box.role.refutes) for box in below]


def test_pruned_branches_are_grey_and_dashed_nodes_and_edges_alike() -> None:
    """And nothing else is dashed."""
    drawn, chart = charted(tracer.trace(AIMA))
    dashed = {node for node, (_, style) in chart.nodes.items() if "stroke-dasharray" in chart.classes[style]}
    assert dashed == {box.name for box in drawn.boxes if box.role.kind is Kind.PRUNED} == {"n7", "n8"}
    assert {chart.edges[number][1] for number, style in chart.links.items() if "stroke-dasharray" in style} == dashed
    assert drawn.theme.pruned in chart.classes["pruned"]


def test_the_principal_variation_is_thick() -> None:
    """Nodes and the edges between them."""
    _, chart = charted(tracer.trace(AIMA))
    thick = {node for node, (_, style) in chart.nodes.items() if "stroke-width:3px" in chart.classes[style]}
    assert thick == {"n0", "n1", "n2"}
    assert [chart.edges[number][1] for number, style in chart.links.items() if "stroke-width:3px" in style] == [
        "n1",
        "n2",
    ]


def test_it_grows_as_the_picture_does() -> None:
    """Downwards or to the right."""
    assert charted(tracer.trace(AIMA))[1].direction == "TD"
    assert charted(tracer.trace(AIMA), sideways=True)[1].direction == "LR"


def test_hostile_labels_are_text() -> None:
    """In nodes, on edges and in the title."""
    trace = hostile_trace()
    drawn, chart = charted(trace)
    assert chart.title == " · ".join(drawn.heading)
    for node, label in enumerate(HOSTILE, 1):
        assert chart.nodes[f"n{node}"][0][0] == (shown(label) or f"= {node - 1}")
    _, chart = charted(trace, moves="edge")
    assert [edge[2][:1] for edge in chart.edges] == [[shown(label)] if label else [] for label in HOSTILE]


@pytest.mark.parametrize("label", HOSTILE)
def test_quoted_text_is_one_token(label: str) -> None:
    """And is seen as it was."""
    quoted = mermaid.quote_mermaid(shown(label))
    assert re.fullmatch(TEXT, quoted)
    assert decoded(quoted[1:-1]) == [shown(label)]


def test_one_position_may_be_reached_by_several_edges() -> None:
    """The graph of positions."""
    drawn, chart = charted(tracer.trace("nim:1,2,2"), merge=True, max_nodes=40)
    assert drawn.links
    assert len(chart.edges) == len(drawn.boxes) - 1 + len(drawn.links)


def test_boards_are_rows_of_one_width_of_letter() -> None:
    """In a class of their own, for their letters."""
    drawn, chart = charted(tracer.trace("tictactoe"), ply=1, board=True)
    lines, style = chart.nodes["n1"]
    assert lines[-3:] == ["X · ·", "· · ·", "· · ·"]
    assert style == "min_pv_board"
    assert all("monospace" in chart.classes[style] for _, style in chart.nodes.values() if style.endswith("board"))
    assert {box.board is not None for box in drawn.boxes} == {True, False}


def test_every_theme_and_every_kind_of_drawing_is_in_the_grammar() -> None:
    """Names with dots, node types, open nodes, without a title."""
    trace = tracer.trace([[5, 9], [3, [8, 1]]])
    for options in (
        {"theme": "dark", "types": True, "triangles": True, "layers": True},
        {"theme": "print", "unvisited": 1, "step": 5},
        {"theme": "light", "unvisited": 1},
        {"theme": "colour-blind", "caption": False, "numbers": True},
    ):
        drawn, chart = charted(trace, **options)
        assert (chart.title is None) == (not drawn.heading)
        assert list(chart.nodes) == [box.name.replace(".", "_") for box in drawn.boxes]


def test_the_block_of_markdown_has_the_chart_and_the_legend() -> None:
    """No line of the chart ends the block."""
    drawn = picture(hostile_trace())
    plain, fenced = list(mermaid.mermaid_lines(drawn)), list(mermaid.mermaid_lines(drawn, in_markdown=True))
    assert fenced[: len(plain) + 2] == ["```mermaid", *plain, "```"]
    assert not [line for line in plain if "```" in line]
    assert "MAX to move" in fenced[-1]
    assert list(mermaid.mermaid_lines(picture(hostile_trace(), legend=False), in_markdown=True))[-1] == "```"


@pytest.mark.parametrize("options", [{"max_nodes": 600}, {"max_nodes": 450, "board": True}])
def test_more_than_mermaid_draws_is_refused(options: dict[str, Any]) -> None:
    """By the number of edges, and by the length of the text."""
    with pytest.raises(PlyscopeError, match="500 edges and 50,000 characters: draw fewer nodes"):
        list(mermaid.mermaid_lines(picture(tracer.trace("tictactoe"), **options)))


def test_the_remedy_that_is_named_helps() -> None:
    """Two hundred nodes of a usual tree."""
    drawn = picture(tracer.trace("tictactoe"), max_nodes=200)
    assert len("\n".join(mermaid.mermaid_lines(drawn))) < mermaid.MAX_CHARACTERS
