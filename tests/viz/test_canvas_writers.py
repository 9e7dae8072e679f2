"""A drawing as SVG, PNG and PDF: the same shapes in each, the same bytes each time, every label as text."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from hostile import HOSTILE, hostile_trace
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA

import tracer
from tracer.errors import PlyscopeError
from viz.formats import pdf, png, svg
from viz.paper.canvas import Anchor, Canvas, Dash, Ellipse, Group, Paint, Path, Rectangle, Shape, Text, format_length
from viz.paper.picture_drawing import draw_picture
from viz.pictures.picture_drafts import picture

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "g", "rect", "polygon", "ellipse", "polyline", "path", "text", "title", "desc"}
Need = Callable[[str], None]


def canvas(*shapes: Shape, width: float = 100, height: float = 50, **more: str) -> Canvas:
    return Canvas(width, height, "#ffffff", shapes, **more)


def aima() -> Canvas:
    return draw_picture(picture(tracer.trace(AIMA), dpi=96))


def texts(text: str) -> list[str]:
    return [(element.text or "").replace("\u00a0", " ") for element in ElementTree.fromstring(text).iter(f"{SVG}text")]


def test_each_shape_is_its_own_element() -> None:
    """With what its paint says, to a hundredth of a point."""
    ink = Paint("#ff0000", "#00ff00", 2, Dash.DASHED)
    drawn = svg.svg_text(
        canvas(
            Rectangle(1, 2.345, 10, 20, Paint(fill="#0000ff"), radius=3),
            Ellipse(5, 6, 4, 3, Paint(line="#000000")),
            Path(((0, 0), (1, 1), (2, 0)), ink, closed=True),
            Path(((0, 0), (1, 1)), Paint(line="#000000", dash=Dash.DOTTED)),
            Path(((0, 0), (1, 1), (2, 2), (3, 3)), Paint(line="#000000"), curved=True),
            Group((Text(7, 8, "x", 9, "#123456", Anchor.START),), "n1", "because"),
        )
    )
    assert drawn.splitlines()[2:-1] == [
        '<rect x="1" y="2.35" width="10" height="20" rx="3" fill="#0000ff"/>',
        '<ellipse cx="5" cy="6" rx="4" ry="3" fill="none" stroke="#000000"/>',
        '<polygon points="0,0 1,1 2,0" fill="#ff0000" stroke="#00ff00" stroke-width="2" stroke-dasharray="4,2.5"/>',
        '<polyline points="0,0 1,1" fill="none" stroke="#000000" stroke-dasharray="1.2,2.2"/>',
        '<path d="M0,0C1,1 2,2 3,3" fill="none" stroke="#000000"/>',
        '<g id="n1"><title>because</title>',
        '<text x="7" y="8" font-size="9" text-anchor="start" fill="#123456">x</text>',
        "</g>",
    ]


@given(st.floats(-1e9, 1e9) | st.integers(-(10**9), 10**9))
def test_a_length_is_written_to_a_hundredth_and_no_longer_than_it_must_be(value: float) -> None:
    shown = format_length(value)
    assert float(shown) == round(value, 2)
    assert shown != "-0"
    assert re.fullmatch(r"-?\d+(\.\d?[1-9])?", shown)


def test_a_drawing_tells_what_it_is_to_those_who_cannot_see_it() -> None:
    root = ElementTree.fromstring(svg.svg_text(aima()))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "tree of 9 leaves, alphabeta"
    assert "11 visited" in str(root.findtext(f"{SVG}desc"))
    reasons = {group.get("id"): group.findtext(f"{SVG}title") for group in root.iter(f"{SVG}g")}
    assert "Alpha 3 is what MAX already has" in str(reasons["n5"])
    assert reasons["n1"] is None


def test_nothing_in_a_drawing_links_loads_or_runs() -> None:
    """Hostile labels come out as text and as nothing else."""
    trace = hostile_trace()
    drawn = picture(trace, sideways=False)
    text = svg.svg_text(draw_picture(drawn))
    root = ElementTree.fromstring(text)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ELEMENTS
    names = {name.rpartition("}")[2] for element in root.iter() for name in element.attrib}
    assert not {name for name in names if name in ("href", "style", "src", "class") or name.startswith("on")}
    found = texts(text)
    for box in drawn.boxes:
        for line in box.lines:
            assert line in found or not line.strip()
    assert len(found) > len(HOSTILE)


def is_xml(character: str) -> bool:
    """Whether XML 1.0 can hold a character."""
    return character >= " " and not "\ud800" <= character <= "\udfff" and character not in "\ufffe\uffff"


@given(st.text(st.characters()), st.text())
def test_any_text_is_read_back_as_it_was_but_for_what_xml_cannot_hold(text: str, title: str) -> None:
    """Lone surrogates and control characters become the replacement character."""
    drawn = svg.svg_text(canvas(Group((Text(0, 0, text, 9, "#000000"),), "n0", title), title=title))
    root = ElementTree.fromstring(drawn)
    (found,) = texts(drawn)
    expected = "".join(c if c in "\t\n\r" or is_xml(c) else "�" for c in text)
    # A reader of XML turns every end of line into one character.
    assert found == expected.replace("\u00a0", " ").replace("\r\n", "\n").replace("\r", "\n")
    assert root.get("width") == "100pt"


def pixels(drawn: Canvas, dpi: int = 72) -> Any:
    from PIL import Image

    with Image.open(BytesIO(png.encode_png(drawn, dpi))) as image:
        return image.convert("RGB")


def test_a_bitmap_has_the_shapes_where_they_are(need: Need) -> None:
    """At the resolution asked for."""
    need("resvg_py")
    need("PIL")
    drawn = canvas(Rectangle(10, 10, 20, 20, Paint(fill="#ff0000")), Ellipse(70, 25, 10, 10, Paint(fill="#0000ff")))
    image = pixels(drawn, 144)
    assert image.size == (200, 100)
    assert image.getpixel((40, 40)) == (255, 0, 0)
    assert image.getpixel((140, 50)) == (0, 0, 255)
    assert image.getpixel((100, 50)) == image.getpixel((199, 99)) == (255, 255, 255)


def test_text_is_in_the_bitmap_in_the_font_that_comes_along(need: Need) -> None:
    """As wide as it was measured, also signs that few fonts have."""
    need("resvg_py")
    need("PIL")
    for text in ("[−∞, 3]", "✂ α", "♔♛"):
        image = pixels(canvas(Text(50, 30, text, 20, "#000000")), 288)
        dark = [x for x in range(image.width) if any(image.getpixel((x, y))[0] < 128 for y in range(image.height))]
        assert (dark[-1] - dark[0]) / 4 == pytest.approx(svg.font.text_width(text, 20), abs=5)


def test_a_bitmap_beyond_what_programs_show_is_one_clear_error() -> None:
    """Of one side, or of all of it."""
    with pytest.raises(PlyscopeError, match=r"40,000 × 100 pixels.*fewer nodes or plies.*\.svg or \.pdf"):
        png.encode_png(canvas(width=20_000))
    with pytest.raises(PlyscopeError, match=r"20,000 × 20,000 pixels"):
        png.encode_png(canvas(width=10_000, height=10_000))
    with pytest.raises(PlyscopeError, match="dpi is 0"):
        png.encode_png(canvas(), 0)


def page(data: bytes) -> tuple[float, float]:
    """Width and height of the one page."""
    (box,) = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    return float(box[0]), float(box[1])


def test_a_pdf_has_one_page_of_the_drawings_size_and_the_font(need: Need) -> None:
    need("reportlab")
    drawn = aima()
    data = pdf.encode_pages([drawn])
    assert data.startswith(b"%PDF-")
    assert page(data) == (drawn.width, drawn.height)
    assert b"+DejaVuSans" in data
    assert b"/FontFile2" in data


def test_a_page_longer_than_pdf_takes_is_drawn_smaller(need: Need) -> None:
    need("reportlab")
    assert page(pdf.encode_pages([canvas(width=28_800, height=1_000)])) == (14_400, 500)


@pytest.mark.parametrize("text", [*HOSTILE, "日本 🎲", "\ud800", "\x00", "שלום 5"])
def test_no_text_stops_a_pdf_or_a_bitmap(need: Need, text: str) -> None:
    """Also where the font lacks it."""
    need("reportlab")
    need("resvg_py")
    drawn = canvas(Text(50, 20, text[:200], 10, "#000000"), title=text)
    assert pdf.encode_pages([drawn]).startswith(b"%PDF-")
    assert png.encode_png(drawn).startswith(b"\x89PNG\r\n")
