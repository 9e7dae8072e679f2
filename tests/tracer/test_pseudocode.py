"""The pseudo-code of the searches: it fits beside the tree, and marks a line for whatever a search does."""

import pytest
from strategies import DEPTH_FIRST

import tracer
from tracer.searches.pseudocode import Tag, parse
from tracer.why.code_at_step import is_in_driver, pseudocode_line, pseudocode_of, tag_at

WIDEST, FEWEST, MOST = 46, 10, 16


@pytest.fixture(params=DEPTH_FIRST)
def search(request):
    return tracer.SEARCHES[request.param]


def test_it_is_as_short_and_narrow_as_a_panel_wants(search):
    amount = len(search.code.lines)
    assert FEWEST <= amount <= MOST, f"CODE of {search.name} has {amount} lines: {FEWEST} to {MOST} fit beside the tree"
    for line in search.code.lines:
        assert len(line) <= WIDEST, (
            f"CODE of {search.name}: {line!r} is {len(line)} characters wide, of {WIDEST} at most"
        )
        assert "\t" not in line, f"CODE of {search.name}: {line!r} has a tabulator"


def named(tags):
    return ", ".join(sorted(tag.value for tag in tags))


def test_a_search_has_the_lines_of_what_it_can_do_and_no_others(search):
    expected = {Tag.ENTER, Tag.TERMINAL, Tag.HORIZON, Tag.RETURN}
    expected |= {Tag.CUT_AT_MAX, Tag.CUT_AT_MIN, Tag.PRUNE} if search.windowed else set()
    expected |= {Tag.TABLE} if search.table else set()
    expected |= {Tag.CUT_AT_CHANCE} if search.windowed and search.chance else set()
    assert set(search.code.tags) == expected, (
        f"CODE of {search.name} has lines with @ {named(search.code.tags)}, and needs {named(expected)}: "
        "once each, whatever number of functions it has"
    )


def test_a_form_for_both_players_has_one_line_for_both_cutoffs_and_the_other_form_two(search):
    if search.windowed:
        lines = {search.code.tags[Tag.CUT_AT_MAX], search.code.tags[Tag.CUT_AT_MIN]}
        forms = {
            "mover": "one line with @ cut at MAX, cut at MIN",
            "max": "a line with @ cut at MAX, one with @ cut at MIN",
        }
        assert len(lines) == (1 if search.view == "mover" else 2), (
            f'{search.name} has view="{search.view}": its CODE has {forms[search.view]}'
        )
    assert len(set(search.code.tags.values())) >= len(search.code.tags) - (search.view == "mover"), (
        f"CODE of {search.name} has a line with several @ that are not the two cutoffs of a form for both players"
    )


def test_each_marked_line_says_what_its_tag_says(search):
    words = {
        Tag.ENTER: "(s, depth",
        Tag.TERMINAL: "terminal",
        Tag.HORIZON: "depth = 0",
        Tag.TABLE: "return that value",
        Tag.PRUNE: "prune",
        Tag.RETURN: "return",
    }
    for tag, line in search.code.tags.items():
        text = search.code.lines[line]
        wanted = [words.get(tag, "break")]
        if tag in (Tag.CUT_AT_MAX, Tag.CUT_AT_MIN):
            wanted.append("beta" if tag is Tag.CUT_AT_MAX or search.view == "mover" else "alpha")
        for word in wanted:
            assert word in text, (
                f"CODE of {search.name}: the line with @ {tag.value} has the word {word!r}, not {text!r}"
            )


def test_the_other_cutoff_test_is_written_where_it_is_asked_for(search):
    code = search.code.variant(cut=">")
    assert code.tags == search.code.tags
    changed = [(old, new) for old, new in zip(search.code.lines, code.lines, strict=True) if old != new]
    assert len(changed) == len({line for tag, line in code.tags.items() if tag.value.startswith("cut")})
    for old, new in changed:
        assert old.replace("≥", ">").replace("≤", "<") == new


def test_clamping_is_told_in_a_last_line(search):
    code = search.code.variant(fail="hard")
    assert code.lines[:-1] == search.code.lines
    assert "clamped" in code.lines[-1]
    assert search.code.variant() == search.code


def test_a_line_may_have_several_tags_and_an_unknown_one_is_an_error():
    code = parse("a: @ enter\n  b  @ cut at MAX, cut at MIN\n  c")
    assert code.lines == ("a:", "  b", "  c")
    assert code.tags == {Tag.ENTER: 0, Tag.CUT_AT_MAX: 1, Tag.CUT_AT_MIN: 1}
    with pytest.raises(ValueError, match="entre"):
        parse("a: @ entre")


def test_lines_of_what_is_not_used_are_left_out_and_each_event_stands_on_its_own_line():
    game = "connect4:4,4,3"
    for name, options in (("engine", {"with_": "null"}), ("engine", {"with_": "table,lmr"}), ("deepening", {})):
        trace = tracer.trace(game, name, depth=3, **options)
        used = pseudocode_of(trace)
        text = "\n".join(used.lines)
        with_table = "table" in options.get("with_", "")
        assert ("table" in text, "store(" in text) == (with_table, with_table)
        assert ("null move" in text) == (options.get("with_") == "null")
        assert "stand pat" not in text
        assert "last value" not in text
        lines = {tag: used.lines[line] for tag, line in used.tags.items()}
        for step in range(trace.steps):
            tag, line = tag_at(trace, step), pseudocode_line(trace, step)
            assert line is not None
            assert is_in_driver(trace, step) or used.lines[line] == lines[tag]
