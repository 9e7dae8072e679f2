"""Letters that a picture of the terminal brings along, so that it looks the same to everybody."""

from __future__ import annotations

import base64
import io
from functools import cache
from pathlib import Path

WEIGHTS = {"normal": "DejaVuSansMono.ttf", "bold": "DejaVuSansMono-Bold.ttf"}
"""Files of the font that comes with Matplotlib, and has boxes, blocks, arrows and the pieces of chess."""


def faces(family: str, text: str) -> str:
    """The font faces of a family for CSS, with the letters of a text alone; what the font lacks is the reader's own."""
    return "".join(
        f"@font-face {{ font-family: {family}; font-weight: {weight}; "
        f"src: url(data:font/woff;base64,{_letters(file, frozenset(text))}) }}"
        for weight, file in WEIGHTS.items()
    )


@cache
def _letters(file: str, signs: frozenset[str]) -> str:
    """Some signs of a font, as WOFF in base 64."""
    import matplotlib as mpl  # needed where there is such a picture alone
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(Path(mpl.get_data_path()) / "fonts" / "ttf" / file, recalcTimestamp=False)
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True, name_IDs=[])
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=sorted(map(ord, signs)))
    chosen.subset(font)
    font.flavor = "woff"
    written = io.BytesIO()
    font.save(written)
    return base64.b64encode(written.getvalue()).decode()
