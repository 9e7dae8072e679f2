"""What `run` proposes of a search that it found is run: it records the same, byte for byte but for times."""

from __future__ import annotations

import pytest
from proposals import proposed
from style import Style
from style_records import STYLES


@pytest.mark.parametrize("style", STYLES, ids=str)
@pytest.mark.long
def test_what_is_proposed_records_the_same(style: Style) -> None:
    proposed(style.path)
