"""What the page of the C header shows of it: its functions and constants, with the header's own comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from making.page import ROOT
from making.reference.markdown import heading

HEADER = ROOT / "tracer" / "file" / "plyscope.h"
_FUNCTION = re.compile(
    r"/\* (?P<comment>(?:(?!\*/).)*) \*/\n(?:PLY_API|PLY_HERE) (?P<declared>[^(\n]*?(?P<name>ply_\w*[a-z])\([^)]*\))",
    re.DOTALL,
)
_CONSTANTS = re.compile(r"^enum \{ (?P<names>[^}]+) \}; */\* (?P<comment>.+?) \*/$", re.MULTILINE)


def functions() -> str:
    """Constants and functions as Markdown; a name that ends with an underscore is the header's own."""
    return "\n".join([*_constants(), *_functions()])


def _constants() -> Iterator[str]:
    text = HEADER.read_text(encoding="utf-8")
    yield "| constants | what they say |\n|---|---|"
    for found in _CONSTANTS.finditer(text):
        names = [name.partition("=")[0].strip() for name in found["names"].split(",")]
        shown = [f"`{name}`" for name in names if not name.endswith("_")]
        if shown:
            yield f"| {', '.join(shown)} | {found['comment']} |"
    yield ""


def _functions() -> Iterator[str]:
    text = HEADER.read_text(encoding="utf-8")
    for found in _FUNCTION.finditer(text):
        comment = re.sub(r"\n \* ?", "\n", found["comment"])
        told = re.sub(r"\{.*\}", lambda said: f"`{said[0]}`", comment, flags=re.DOTALL)
        told = re.sub(r"\bply_\w+", lambda name: f"[`{name[0]}`](#{name[0]})", told)
        told = re.sub(r"\bPLY_\w+", lambda name: f"`{name[0]}`", told)
        yield heading(3, f"`{found['name']}`", found["name"])
        yield f"```c\n{found['declared']};\n```\n\n{told}\n"
