"""The minus of numbers: one sign where people read, the other where programs do, and either where somebody types."""

import csv
import io
import math
import re

import numpy as np
import pytest

import tracer
import viz
from tracer.condition.expression import parse_condition
from tracer.tracing import Trace
from tracer.why.explain import event, why
from tui.model.browser import Browser
from tui.model.explorer_state import parse_target
from tui.model.row_layout import Layout
from tui.model.row_line import line_spans, make_line
from tui.terminal.command_options import convert_plain_word
from viz.export import write_stream

SPEC = "random:b=3,d=3,seed=3"
HYPHENED = re.compile(r"(?<![\w\]-])-[\d.∞]")
"""A number, or infinity, with a hyphen for its minus."""


@pytest.fixture(scope="module")
def trace() -> Trace:
    """Values on both sides of 0, and a window with an end below it."""
    found = tracer.trace(SPEC, window=(-30, 30))
    values = found.columns.value[~np.isnan(found.columns.value)]
    assert values.min() < 0 < values.max()
    return found


def written(trace: Trace, format: str, **options: object) -> str:
    stream = io.BytesIO()
    write_stream(trace, stream, format, **options)
    return stream.getvalue().decode()


def test_sentences_have_no_hyphen_for_a_minus(trace: Trace) -> None:
    told = [event(trace, step) for step in range(trace.steps)]
    told += [one.text for node in range(len(trace)) for one in why(trace, node, trace.steps - 1)]
    told += [repr(trace), *(repr(trace.node(node)) for node in range(len(trace)))]
    assert any("−" in one for one in told)
    assert not [one for one in told if HYPHENED.search(one)]


@pytest.mark.parametrize("format", ["mmd", "dot", "tikz"])
def test_labels_of_drawings_have_none(trace: Trace, format: str) -> None:
    text = written(trace, format, reasons=True) if format != "mmd" else written(trace, format)
    labels = re.findall(r'label=(?:<(?:[^<>]|<[^<>]*>)*>|"[^"]*")|n\d+[({\[][^\n]*|\\plytext.*', text)
    shown = [re.sub(r"<[A-Z]+ [^<>]*>|\$-\$|\\plytext(\{[^}]*\}){3}", "", one) for one in labels]
    assert len(shown) >= 10
    assert [one for one in shown if HYPHENED.search(one)] == []


def test_text_of_an_svg_has_none(trace: Trace) -> None:
    texts = re.findall(r"<t(?:ext|span)[^>]*>([^<]*)<", viz.to_svg(trace, history=True))
    assert any("−" in one for one in texts)
    assert [one for one in texts if HYPHENED.search(one)] == []


def test_rows_of_the_explorer_have_none(trace: Trace) -> None:
    browser, layout = Browser(trace), Layout.fit_to_width(trace, 78)
    lines = [make_line(browser, node, layout) for node in range(len(trace))]
    rows = ["".join(piece for piece, _ in line_spans(line, layout)) for line in lines]
    assert any("−" in row for row in rows)
    assert [row for row in rows if HYPHENED.search(row)] == []


def test_programs_read_hyphens(trace: Trace) -> None:
    rows = list(csv.DictReader(io.StringIO(written(trace, "csv"))))
    returned = trace.columns.value[~np.isnan(trace.columns.value)].tolist()
    assert [float(row["value"]) for row in rows if row["value"]] == returned
    for format in ("json", "graphml", "efg"):
        assert "−" not in written(trace, format)


def test_what_somebody_types_may_have_either(trace: Trace) -> None:
    one, other = parse_condition("value < -2 and move != '−1'"), parse_condition("value < −2 and move != '−1'")
    assert one == other
    assert one.text == "value < -2 and move != '−1'"
    assert [convert_plain_word(float, "−2.5"), convert_plain_word(float, "−∞"), convert_plain_word(int, "−2")] == [
        -2.5,
        -math.inf,
        -2,
    ]
    assert parse_target("−2", trace, 9) == parse_target("-2", trace, 9)
    assert tracer.game("[[−3,5],[−0.5]]").spec == "[[-3,5],[-0.5]]"
    assert tracer.game("random:seed=−3").spec == tracer.game("random:seed=-3").spec
