"""Words of the command line have the values that Typer gives them, whoever makes these."""

from typing import Annotated, Any

import pytest
import typer
from hypothesis import example, given
from hypothesis import strategies as st

from tui.terminal.command_options import Command, convert_plain_word

WORDS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=12)
NUMBERS = st.one_of(
    st.integers().map(str), st.floats().map(str), st.from_regex(r"[-+ ]?[0-9_.einf]{0,6}", fullmatch=True)
)


def read(words: list[str], cls: type[typer.core.TyperCommand]) -> Any:
    """What a command gets from some words; the error where they are wrong."""
    got: list[Any] = []
    app = typer.Typer(add_completion=False)

    @app.command(cls=cls)
    def command(
        source: str | None = None,
        search: Annotated[list[str] | None, typer.Option("-a")] = None,
        depth: int | None = None,
        alpha: float = -1,
        limit: Annotated[int | None, typer.Option(min=-2, max=9)] = None,
        *,
        follow: bool = False,
    ) -> None:
        got.append((source, search, depth, alpha, limit, follow))

    try:
        app(words, standalone_mode=False)
    except Exception as error:
        return type(error), str(error)
    return repr(got)


@given(word=WORDS, number=NUMBERS)
@example("", "-0")
@example("\n", "١٢")
@example("x", "9" * 30)
@example("x", "-3")
@example("x", "9")
@example("x", "10")
def test_every_option_has_the_value_that_typer_gives_it(word, number):
    for words in (
        [f"--source={word}"],
        ["-a", word, "-a", number],
        [f"--depth={number}"],
        [f"--depth={word}"],
        [f"--alpha={number}"],
        [f"--limit={number}"],
        ["--follow"],
    ):
        assert read(words, Command) == read(words, typer.core.TyperCommand), words


@pytest.mark.parametrize(("kind", "word"), [(int, "12"), (int, "-3"), (float, "0.5"), (float, "-inf"), (str, "a b")])
def test_a_plain_word_needs_nobody(kind, word):
    assert convert_plain_word(kind, word) == kind(word)


def test_words_that_are_not_plain_are_typer_s_to_judge():
    assert [
        convert_plain_word(kind, word) for kind, word in ((int, "x"), (float, "nan"), (int, "1_0"), (list, "x"))
    ] == [None] * 4
