"""Animations as files: an SVG that plays by itself and stands still where nothing may move, and a GIF."""

import io
import re
from collections import Counter
from functools import cache
from itertools import accumulate
from typing import Any
from xml.etree import ElementTree

import pytest
from hostile import hostile_trace
from strategies import AIMA

import tracer
from tracer.errors import PlyscopeError
from tracer.tracing import Trace
from viz.export import write_stream
from viz.formats import gif, svg
from viz.paper import film, font
from viz.paper.canvas import Group, Text, iter_flat_shapes
from viz.paper.film import draw_frames

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "style", "g", "rect", "ellipse", "path", "polygon", "polyline", "text"}


@cache
def aima() -> Trace:
    return tracer.trace(AIMA)


def text(trace: Trace, **options: Any) -> str:
    """An animation as the text of an SVG file."""
    stream = io.BytesIO()
    write_stream(trace, stream, "svg", **{"animate": "event", **options})
    return stream.getvalue().decode()


def has_fill(shape: Any) -> bool:
    return not isinstance(shape, Text) and bool(shape.paint.fill)


def test_the_file_has_known_elements_alone_and_loads_nothing() -> None:
    found = text(aima())
    root = ElementTree.fromstring(found)
    assert {one.tag.removeprefix(SVG) for one in root.iter()} == ELEMENTS - {"ellipse", "path"}
    style = root.find(f"{SVG}style")
    assert style is not None
    assert style.text is not None
    assert re.fullmatch(r"[-\w@{}().%:;*,!\s]+", style.text)
    assert not re.search(r"url|@import|href|script|http", found.replace('xmlns="http://www.w3.org/2000/svg"', ""))
    attributes = {name for one in root.iter() for name in one.attrib}
    assert not [name for name in attributes if name.startswith("on") or name == "style"]


def test_a_large_tree_has_as_many_frames_as_its_seconds_have_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(gif, "encode_gif", lambda canvases, *_: drawn.append(len(canvases)) or b"")
    write_stream(tracer.trace("nim:1,3,5"), io.BytesIO(), "gif", fit="none")
    write_stream(tracer.trace("nim:1,3,5"), io.BytesIO(), "gif", fit="none", seconds=120)
    assert 20 <= drawn[0] <= film.DEFAULT_SECONDS / film.MIN_FRAME_SECONDS
    assert 150 <= drawn[1] <= gif.MAX_FRAMES


def test_names_in_the_file_are_unique_and_those_of_the_last_frame() -> None:
    names = [one.attrib["id"] for one in ElementTree.fromstring(text(aima())).iter() if "id" in one.attrib]
    last = draw_frames(aima())[-1]
    assert sorted(names) == sorted(shape.name for shape in last.shapes if isinstance(shape, Group))


def shown(root: ElementTree.Element, frame: int, count: int) -> Counter[str]:
    """The elements that are seen in a frame, by the rules of the style: every class is named after its frames."""
    found = Counter[str]()
    for one in root:
        spans = re.fullmatch(r"s(\d+)-(\d+)", one.attrib.get("class", f"s0-{count}"))
        if spans and int(spans[1]) <= frame < int(spans[2]):
            found.update(each.text or "" for each in one.iter(f"{SVG}text"))
    return found


def test_each_frame_of_the_file_has_the_text_of_its_canvas() -> None:
    drawn, root = draw_frames(aima()), ElementTree.fromstring(text(aima()))
    for frame, canvas in enumerate(drawn):
        assert shown(root, frame, len(drawn)) == Counter(one.text for one in canvas.iter_texts())


def test_a_rule_shows_what_its_name_says_and_the_last_frame_needs_none() -> None:
    """Readers that know no animation see the last frame, and so do paper and those who want nothing to move."""
    count = len(draw_frames(aima()))
    style = ElementTree.fromstring(text(aima())).findtext(f"{SVG}style") or ""
    stands = film.frame_seconds(count, None)
    starts, total = [0.0, *accumulate(stands)], sum(stands)
    rules = re.findall(r"\.s(\d+)-(\d+)\{(.*?)animation:(\S+) (\S+)s infinite step-end\}", style)
    assert len(rules) > 20
    for begin, end, still, name, seconds in rules:
        assert name == f"s{begin}-{end}"
        assert float(seconds) == pytest.approx(total)
        assert still == ("" if int(end) == count else "visibility:hidden;")
        (keys,) = re.findall(rf"@keyframes {name}{{(.*?}})}}", style)
        times = {float(time) / 100 * total: seen for time, seen in re.findall(r"([\d.]+)%{visibility:(\w+)}", keys)}
        begins = next(time for time, seen in times.items() if seen == "visible")
        assert begins == pytest.approx(starts[int(begin)], abs=1e-3)
        if int(end) < count:
            (ends,) = [time for time, seen in times.items() if seen == "hidden" and time > begins]
            assert ends == pytest.approx(starts[int(end)], abs=1e-3)
    assert "svg:hover *{animation-play-state:paused}" in style
    assert style.endswith("@media print,(prefers-reduced-motion){*{animation:none!important}}")


def test_a_still_of_the_file_is_the_last_frame(need: Any) -> None:
    """As a renderer without animation draws it, dot for dot but for what is behind something else."""
    need("resvg_py")
    need("PIL")
    import resvg_py
    from PIL import Image, ImageChops

    def bitmap(content: str) -> Any:
        options = {"dpi": 96.0, "font_files": [str(font.FILE)], "skip_system_fonts": True}
        return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=content, **options)))).convert("L")

    difference = ImageChops.difference(bitmap(text(aima())), bitmap(svg.svg_text(draw_frames(aima())[-1])))
    assert sum(difference.histogram()[32:]) < 20


def test_in_a_browser_each_time_shows_its_frame(browser: Any, tmp_path: Any) -> None:
    """And the last one where nothing is to move."""
    path = tmp_path / "search.svg"
    path.write_text(text(aima()), encoding="utf-8")
    drawn = draw_frames(aima())
    texts = "[...document.querySelectorAll('text')]"
    seen = f"{texts}.filter(e => getComputedStyle(e).visibility === 'visible').map(e => e.textContent)"
    page = browser.new_page()
    page.goto(path.as_uri())
    stands = film.frame_seconds(len(drawn), None)
    starts = [0.0, *accumulate(stands)]
    for frame in (0, 4, 12, 13, len(drawn) - 1):
        page.evaluate(
            "time => document.getAnimations().forEach(one => { one.pause(); one.currentTime = time })",
            1000 * (starts[frame] + stands[frame] / 2),
        )
        assert Counter(page.evaluate(seen)) == Counter(one.text for one in drawn[frame].iter_texts())
    page.close()
    still = browser.new_page(reduced_motion="reduce")
    still.goto(path.as_uri())
    assert Counter(still.evaluate(seen)) == Counter(one.text for one in drawn[-1].iter_texts())
    still.close()


def test_under_the_pointer_it_stands_still(browser: Any, tmp_path: Any) -> None:
    """And goes on when the pointer leaves."""
    path = tmp_path / "search.svg"
    path.write_text(text(aima()), encoding="utf-8")
    holder = tmp_path / "page.html"
    holder.write_text(f"<body style='margin:0'><p style='height:40px'>above</p>{path.read_text()}", encoding="utf-8")
    page = browser.new_page()
    page.goto(holder.as_uri())
    states = "[...new Set(document.getAnimations().map(one => one.playState))]"
    page.mouse.move(10, 10)
    page.wait_for_function(f"JSON.stringify({states}) === '[\"running\"]'")
    page.mouse.move(200, 300)
    page.wait_for_function(f"JSON.stringify({states}) === '[\"paused\"]'")
    page.mouse.move(10, 10)
    page.wait_for_function(f"JSON.stringify({states}) === '[\"running\"]'")
    page.close()


def test_a_gif_has_a_frame_each_and_the_last_stays_longer(need: Any) -> None:
    need("PIL")
    need("resvg_py")
    from PIL import Image, ImageColor

    stream = io.BytesIO()
    write_stream(aima(), stream, "gif", animate="cutoff", dpi=48)
    drawn = draw_frames(aima(), animate="cutoff")
    count = len(drawn)
    with Image.open(stream) as found:
        assert (found.format, found.n_frames, found.info["loop"]) == ("GIF", count, 0)
        durations, colours = [], []
        for frame in range(count):
            found.seek(frame)
            durations.append(found.info["duration"])
            colours.append({colour for _, colour in found.convert("RGB").getcolors(1 << 16) or []})
    assert durations == pytest.approx([1000 * one for one in film.frame_seconds(count, None)], abs=10)
    # Fills are as the theme has them, whatever colours the rest has.
    for canvas, seen in zip(drawn, colours, strict=True):
        assert {ImageColor.getrgb(one.paint.fill) for one in iter_flat_shapes(canvas.shapes) if has_fill(one)} <= seen
    assert len(stream.getvalue()) < 40_000


def test_a_gif_of_a_large_tree_has_no_more_pixels_than_a_page(need: Any) -> None:
    need("PIL")
    need("resvg_py")
    from PIL import Image

    stream = io.BytesIO()
    write_stream(tracer.trace("tictactoe"), stream, "gif", animate="cutoff", nodes=range(60), sideways=True, every=9)
    with Image.open(stream) as found:
        assert found.width * found.height <= gif.MAX_PIXELS


@pytest.mark.parametrize(("fit", "size"), [("slide", (1920, 1080)), ("800x600", (800, 600)), ("square", (1080, 1080))])
def test_a_gif_has_the_size_that_it_is_shown_at(need: Any, fit: str, size: tuple[int, int]) -> None:
    need("PIL")
    need("resvg_py")
    from PIL import Image

    stream = io.BytesIO()
    write_stream(aima(), stream, "gif", animate="cutoff", fit=fit)
    with Image.open(stream) as found:
        wide, tall = found.width / size[0], found.height / size[1]
        assert wide <= 1
        assert tall <= 1
        assert max(wide, tall) > 0.97


def test_the_same_search_gives_the_same_bytes(need: Any) -> None:
    assert text(aima()) == text(tracer.trace(AIMA))
    need("PIL")
    need("resvg_py")
    one, other = io.BytesIO(), io.BytesIO()
    write_stream(aima(), one, "gif", animate="cutoff", dpi=40)
    write_stream(aima(), other, "gif", animate="cutoff", dpi=40)
    assert one.getvalue() == other.getvalue()


def test_the_file_of_the_textbook_is_small() -> None:
    """For READMEs: what stays is written once."""
    assert len(text(aima()).encode()) < 42_000


def test_hostile_labels_are_text_in_every_frame() -> None:
    trace = hostile_trace()
    root = ElementTree.fromstring(text(trace, max_nodes=30))
    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= ELEMENTS


def test_an_unknown_rhythm_and_a_still_format_are_refused() -> None:
    with pytest.raises(PlyscopeError, match="animate 'move' is unknown; choose event, cutoff"):
        text(aima(), animate="move")
    with pytest.raises(PlyscopeError, match="every is of an animation, and this is a still picture"):
        write_stream(aima(), io.BytesIO(), "svg", every=2)
    with pytest.raises(PlyscopeError, match=r"an animation is a file of \.svg, \.tex or \.gif, not \.png"):
        write_stream(aima(), io.BytesIO(), "png", animate="event")
