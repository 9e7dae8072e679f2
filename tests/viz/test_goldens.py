"""Every format of two trees, byte for byte: Russell and Norvig's, and 200 nodes of tic-tac-toe.

Formats whose bytes depend on the library that packs them are compared by what is packed.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from base64 import a85decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from strategies import AIMA

import tracer
from viz import FORMATS
from viz.export import write_stream
from viz.page.packing import pack

GOLDEN = Path(__file__).parent.parent / "golden"
Golden = Callable[[str, str], None]
Need = Callable[[str], None]
ELSEWHERE = {
    "aima": {"html"},
    "tictactoe-200": {"svg", "md", "html", "speedscope.json"},
}
"""Texts that are not compared; pages are by what is packed into them."""
TEXTS = {name for name, format in FORMATS.items() if format.is_text}
OWN = {tree: sorted(TEXTS - there) for tree, there in ELSEWHERE.items()}
BUDGETS = {"tex": 75, "mmd": 200}
"""Nodes that a format can take, its stubs counted."""


def tree(name: str, format: str) -> tuple[tracer.Trace, dict[str, Any]]:
    """A tree of the two, and what shapes its drawing. Of a format that holds a whole trace, the trace has 200 nodes."""
    if name == "aima":
        return tracer.trace(AIMA), {"dpi": 72} if format == "png" else {}
    if FORMATS[format].takes is None:
        return tracer.trace("tictactoe"), {"max_nodes": BUDGETS.get(format, 200)}
    found = tracer.trace("tictactoe", max_nodes=152)
    assert len(found) in range(190, 210)
    return found, {}


def written(name: str, format: str) -> bytes:
    """The file."""
    trace, options = tree(name, format)
    stream = io.BytesIO()
    write_stream(trace, stream, format, **options)
    return stream.getvalue()


@pytest.mark.parametrize(("name", "format"), [(name, format) for name, all_ in OWN.items() for format in all_])
def test_text_is_as_it_was(golden: Golden, name: str, format: str) -> None:
    golden(f"{name}.{format}", written(name, format).decode())


@pytest.mark.parametrize("name", OWN)
def test_a_page_holds_what_it_held(golden: Golden, name: str) -> None:
    """The header and every column, without the script, which other tests run."""
    packed = pack(tree(name, "html")[0])
    block = gzip.decompress(packed.data)
    sections = {
        title: block[at : at + length * int(kind[1:])].hex() for title, kind, at, length in packed.header["sections"]
    }
    golden(f"{name}.page.json", json.dumps({**packed.header, "sections": sections}, indent=1) + "\n")


@pytest.mark.parametrize("name", OWN)
def test_a_pdf_draws_what_it_drew(golden: Golden, need: Need, name: str) -> None:
    """The operators of its page."""
    need("reportlab")
    streams = re.findall(rb"stream\r?\n(.*?)\r?\n?endstream", written(name, "pdf"), re.DOTALL)
    unpacked = [
        zlib.decompress(a85decode(one.strip().removesuffix(b"~>"))) for one in streams if one.strip().endswith(b"~>")
    ]
    pages = [one.decode("latin-1") for one in unpacked if b" Tf " in one]
    assert len(pages) == 1
    golden(f"{name}.pdf.txt", pages[0])


@pytest.mark.parametrize("name", ["aima"])
def test_a_bitmap_looks_as_it_did(need: Need, request: pytest.FixtureRequest, name: str) -> None:
    """But for rounding at the edges of lines."""
    need("resvg_py")
    need("PIL")
    from PIL import Image, ImageChops

    path, data = GOLDEN / f"{name}.png", written(name, "png")
    if request.config.getoption("--update"):
        path.write_bytes(data)
    found, expected = (Image.open(source).convert("RGB") for source in (io.BytesIO(data), path))
    assert found.size == expected.size
    histogram = ImageChops.difference(found, expected).convert("L").histogram()
    assert sum(histogram[48:]) <= 0.0005 * found.width * found.height


def test_an_animation_is_as_it_was(golden: Golden) -> None:
    stream = io.BytesIO()
    write_stream(tracer.trace(AIMA), stream, "svg", animate="event", reasons=False)
    golden("aima-animated.svg", stream.getvalue().decode())
