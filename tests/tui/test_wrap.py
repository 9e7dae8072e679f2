"""Lines of sentences are broken where Rich breaks them."""

from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from tui.widgets.this_step import wrap_text

WORDS = st.lists(st.text("abc≤α✂漢", min_size=1, max_size=14), max_size=9).map(" ".join)


@given(text=WORDS, width=st.integers(2, 20))
def test_nothing_is_lost_and_no_line_is_too_long(text, width):
    lines = wrap_text(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(Text(line).cell_len <= width for line in lines)
