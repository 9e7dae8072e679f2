"""Numbered files: the frames of an animation, a file each; other names with a per cent sign are names or refused."""

import struct
from pathlib import Path

import pytest
from strategies import AIMA

import tracer
import viz
from tracer.errors import PlyscopeError
from viz.export import check, options_for, write_file
from viz.formats import pdf, png, svg
from viz.numbered import is_pattern
from viz.paper.film import draw_frames


def test_each_file_is_a_frame(tmp_path: Path) -> None:
    trace = tracer.trace(AIMA)
    written = write_file(trace, tmp_path / "step-%02d.svg", numbers=True)
    assert [Path(name).name for name in written] == [f"step-{count:02d}.svg" for count in range(23)]
    assert sorted(path.name for path in tmp_path.iterdir()) == [Path(name).name for name in written]
    assert [Path(name).read_text(encoding="utf-8") for name in written] == [
        svg.svg_text(one) for one in draw_frames(trace, numbers=True)
    ]


def test_a_frame_a_cutoff_and_bitmaps_and_pages(tmp_path: Path) -> None:
    trace = tracer.trace(AIMA)
    drawn = draw_frames(trace, animate="cutoff")
    viz.draw(trace, tmp_path / "%d.png", animate="cutoff", dpi=40)
    viz.draw(trace, tmp_path / "slide-%d.png", animate="cutoff", fit="slide")
    viz.draw(trace, tmp_path / "%d.pdf", animate="cutoff", theme="print")
    assert (tmp_path / "3.png").read_bytes() == png.encode_png(drawn[3], 40)
    assert (tmp_path / "0.pdf").read_bytes() == pdf.encode_pages(
        draw_frames(trace, animate="cutoff", theme="print")[:1]
    )
    assert len(list(tmp_path.iterdir())) == 12
    width, height = struct.unpack_from(">II", (tmp_path / "slide-2.png").read_bytes(), 16)
    assert 1900 <= width <= 1920 or 1070 <= height <= 1080


def test_older_files_are_replaced_and_others_left(tmp_path: Path) -> None:
    for count in (1, 4):
        (tmp_path / f"s{count}.svg").write_text("older")
    assert len(write_file(tracer.trace(AIMA), tmp_path / "s%d.svg", animate="cutoff")) == 4
    assert (tmp_path / "s1.svg").read_text().startswith("<svg")
    assert (tmp_path / "s4.svg").read_text() == "older"


def test_where_one_cannot_be_written_none_is(tmp_path: Path) -> None:
    (tmp_path / "s3.svg").mkdir()
    with pytest.raises(PlyscopeError, match=r"s3\.svg: it is a folder"):
        write_file(tracer.trace(AIMA), tmp_path / "s%d.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["s3.svg"]


def test_the_bytes_so_far_are_told(tmp_path: Path) -> None:
    told: list[int] = []
    written = write_file(tracer.trace(AIMA), tmp_path / "s%d.svg", progress=told.append)
    sizes = [Path(name).stat().st_size for name in written]
    assert told == [sum(sizes[: count + 1]) for count in range(len(sizes))]


@pytest.mark.parametrize("name", ["100%.svg", "50 % of it.svg", "%.svg"])
def test_another_per_cent_sign_is_a_sign(tmp_path: Path, name: str) -> None:
    if name == "50 % of it.svg":
        assert not is_pattern(name)
    assert write_file(tracer.trace(AIMA), tmp_path / name) == [str(tmp_path / name)]
    assert (tmp_path / name).exists()


@pytest.mark.parametrize(
    "name", ["%s.svg", "%2d.svg", "%i.svg", "%00d.svg", "%d-%d.svg", "%d%s.svg", "%d/a.svg", "%d/%d.svg"]
)
def test_what_is_no_pattern_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(PlyscopeError, match="no pattern of numbered files"):
        write_file(tracer.trace(AIMA), name)
    with pytest.raises(PlyscopeError, match="no pattern of numbered files"):
        check(name)


def test_beside_other_files_numbered_ones_take_what_they_have() -> None:
    shape = {"merge": True, "board": True, "chart": None, "animate": None}
    assert options_for("s%d.svg", **shape, every=2) == {"board": True, "chart": None, "animate": None, "every": 2}
    assert options_for("s.svg", **shape, every=2) == shape


def test_the_check_before_a_search_looks_at_the_folder(tmp_path: Path) -> None:
    check(tmp_path / "s%d.svg")
    with pytest.raises(PlyscopeError, match="there is no folder"):
        check(tmp_path / "missing" / "s%d.svg")
