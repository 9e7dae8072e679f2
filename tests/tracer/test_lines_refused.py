"""What the line protocol refuses: each with the line, what is wrong there, and what was expected."""

import io
import json
from pathlib import Path
from random import Random

import pytest

import tracer
from tracer.errors import PlyscopeError, TraceFileError
from tracer.lines.blocks import MAX_LINE_BYTES
from tracer.lines.reading import read_lines
from tracer.recording.columns import verify

HEADER = '{"plyscope": 1, "view": "max"}'
ROOT = '{"enter": null, "turn": "MAX"}'
CHILD = '{"enter": "a"}'
LEAF = '{"leave": 1}'
DEEP = "[" * 200_000


def refusal(data: str | bytes) -> str:
    """What is said of an input."""
    with pytest.raises(TraceFileError) as refused:
        read_lines(io.BytesIO(data.encode() if isinstance(data, str) else data), name="engine.jsonl")
    message = str(refused.value)
    assert message.isprintable()
    assert len(message) < 400
    return message


EVENTS = [
    # What is no event.
    ("leave", "line 3: not JSON: expecting value at character 1 of"),
    ('{"leave": 1', "line 3: not JSON: expecting ',' delimiter at character 12 of"),
    ('{"leave": 1} {"leave": 1}', "line 3: not JSON: extra data at character 14"),
    ('{"leave": 1}, {"leave": 1}', "line 3: not JSON: extra data at character 13"),
    ("{'leave': 1}", "line 3: not JSON"),
    ('{"leave": 1,}', "line 3: not JSON"),
    ('{"enter": "a\tb"}', "line 3: not JSON: invalid control character"),
    ('"leave"', 'line 3: "enter", "leave", "prune" or "played" expected, not "leave"'),
    ('["leave", 1]', 'line 3: "enter", "leave", "prune" or "played" expected, not a list'),
    ("null 5", "line 3: not JSON"),
    ("5", 'line 3: "enter", "leave", "prune" or "played" expected, not 5'),
    ("{}", 'line 3: "enter", "leave", "prune" or "played" expected, not an empty object'),
    ('{"move": "a"}', 'line 3: "enter", "leave", "prune" or "played" expected, not an object with "move"'),
    (HEADER, 'line 3: "enter", "leave", "prune" or "played" expected, not an object with "plyscope", "view"'),
    (DEEP, "line 3: brackets nested too deeply"),
    ('{"leave":' + DEEP + "}", "line 3: brackets nested too deeply"),
    ('{"enter": "' + "a" * MAX_LINE_BYTES + '"}', "line 3: a line of more than 1,048,576 bytes"),
    # Keys.
    (
        '{"enter": "a", "bta": 1}',
        'line 3: no key "bta" beside "enter" (did you mean beta?); there are: "enter", "turn"',
    ),
    (
        '{"leave": 1, "value": 1}',
        'line 3: no key "value" beside "leave"; there are: "leave", "status", "cutoff", "state"',
    ),
    ('{"leave": 1, "enter": "a"}', 'line 3: no key "enter" beside "leave"'),
    ('{"prune": ["a"], "at": 1}', 'line 3: no key "at" beside "prune"; there are: "prune", "why", "weight"'),
    # Moves.
    ('{"enter": null}', "line 3: a move is text or a whole number, not null"),
    ('{"enter": 1.5}', "line 3: a move is text or a whole number, not 1.5"),
    ('{"enter": true}', "line 3: a move is text or a whole number, not true"),
    ('{"enter": ["a"]}', 'line 3: "enter" cannot be a list'),
    ('{"enter": {"from": 1, "to": 2}}', 'line 3: "enter" cannot be an object with "from", "to"'),
    ('{"prune": "a"}', 'line 3: "prune" is a list of moves, not "a"'),
    ('{"prune": null}', 'line 3: "prune" is a list of moves, not null'),
    ('{"prune": {"a": 1}}', 'line 3: "prune" is a list of moves, not {"a": 1}'),
    ('{"prune": ["a", null]}', "line 3: a move is text or a whole number, not null"),
    ('{"prune": ["a", ["b"]]}', 'line 3: "prune" cannot be a list'),
    # Who moves.
    (
        '{"enter": "a", "turn": "max"}',
        'line 3: "turn" is "MAX", "MIN" or "CHANCE", or 1 for MAX and -1 for MIN, not "max"',
    ),
    ('{"enter": "a", "turn": 0}', 'line 3: "turn" is "MAX", "MIN" or "CHANCE"'),
    ('{"enter": "a", "turn": true}', 'line 3: "turn" is "MAX", "MIN" or "CHANCE"'),
    ('{"enter": "a", "turn": 1.0}', 'line 3: "turn" is "MAX", "MIN" or "CHANCE"'),
    ('{"enter": "a", "turn": [1]}', 'line 3: "turn" cannot be a list'),
    ('{"enter": "a", "turn": "CHANCE"}\n{"enter": "b"}', 'line 4: after a move of chance "turn" says who moves'),
    # Windows.
    ('{"enter": "a", "alpha": "low"}', 'line 3: "alpha" is a number, "inf", "-inf" or null for an open end, not "low"'),
    ('{"enter": "a", "beta": true}', 'line 3: "beta" is a number, "inf", "-inf" or null for an open end, not true'),
    ('{"enter": "a", "beta": [1]}', 'line 3: "beta" is a number, "inf", "-inf" or null for an open end, not [1]'),
    ('{"enter": "a", "alpha": NaN}', 'line 3: "alpha" is NaN'),
    ('{"enter": "a", "beta": NaN}', 'line 3: "beta" is NaN'),
    ('{"enter": "a", "beta": 1' + "0" * 400 + "}", "line 3: an integer that is too large"),
    ('{"enter": "a", "beta": 1' + "0" * 5_000 + "}", "line 3: not JSON: Exceeds the limit"),
    # Position and depth.
    ('{"enter": "a", "state": 1}', 'line 3: "state" is text, not 1'),
    ('{"enter": "a", "state": ["X", "O"]}', 'line 3: "state" is text, not ["X", "O"]'),
    ('{"leave": 1, "state": 1}', 'line 3: "state" is text, not 1'),
    ('{"leave": 1, "state": {"board": 1}}', 'line 3: "state" is text, not {"board": 1}'),
    ('{"leave": 1, "depth": 1}', 'line 3: no key "depth" beside "leave"'),
    ('{"enter": "a", "depth": "3"}', 'line 3: "depth" is a whole number of plies, at most 2,147,483,647, not "3"'),
    (
        '{"enter": "a", "kind": "nil"}',
        'line 3: "kind" is "move", "outcome", "pass", "null", "stand", "onward", not "nil"',
    ),
    ('{"enter": "a", "depth": 2.5}', 'line 3: "depth" is a whole number of plies, at most 2,147,483,647, not 2.5'),
    ('{"enter": "a", "depth": true}', "of plies, at most 2,147,483,647, not true"),
    ('{"enter": "a", "depth": 2147483648}', "of plies, at most 2,147,483,647, not 2147483648"),
    ('{"enter": "a", "depth": -2147483648}', "of plies, at most 2,147,483,647, not -2147483648"),
    # Values.
    ('{"leave": null}', 'line 3: "leave" is the value that the visit returns, a number, not null'),
    ('{"leave": "1"}', 'line 3: "leave" is the value that the visit returns, a number, not "1"'),
    ('{"leave": true}', 'line 3: "leave" is the value that the visit returns, a number, not true'),
    ('{"leave": [1]}', 'line 3: "leave" is the value that the visit returns, a number, not [1]'),
    ('{"leave": NaN}', 'line 3: "leave" is the value that the visit returns, a finite number, not NaN'),
    ('{"leave": Infinity}', 'line 3: "leave" is the value that the visit returns, a finite number, not Infinity'),
    ('{"leave": -1e999}', 'line 3: "leave" is the value that the visit returns, a finite number, not -Infinity'),
    ('{"leave": 1' + "0" * 400 + "}", "a finite number, not a number of more than 40 digits"),
    # Statuses and cutoffs.
    ('{"leave": 1, "status": "leaf"}', 'line 3: "status" is "expanded", "terminal", "horizon", "table", not "leaf"'),
    ('{"leave": 1, "status": 1}', 'line 3: "status" is "expanded", "terminal", "horizon", "table", not 1'),
    ('{"leave": 1, "status": ["table"]}', 'line 3: "status" '),
    ('{"leave": 1, "cutoff": 1}', 'line 3: "cutoff" is true or false, not 1'),
    ('{"leave": 1, "status": "table", "cutoff": true}', '"table" makes the node a leaf, but there was a cutoff'),
    ('{"prune": ["a"]}\n{"leave": 1, "status": "terminal"}', 'line 4: "status": "terminal" makes the node a leaf, but'),
    (CHILD + "\n" + LEAF + '\n{"leave": 1, "status": "horizon"}', 'line 5: "status": "horizon" makes the node a leaf'),
    # Order.
    (LEAF + "\n" + LEAF, 'line 4: "leave" without an open node: the root was left in line 3'),
    (LEAF + '\n{"prune": ["a"]}', 'line 4: "prune" without an open node: the root was left in line 3'),
    (LEAF + "\n" + ROOT, 'line 4: "enter" after the root was left in line 3: a trace has one root'),
    (LEAF + "\nbye", "line 4: not JSON: expecting value"),
]


@pytest.mark.parametrize(("events", "message"), EVENTS, ids=range(len(EVENTS)))
def test_a_wrong_event_is_refused_with_its_line(events: str, message: str) -> None:
    said = refusal(f"{HEADER}\n{ROOT}\n{events}\n{LEAF}\n")
    assert said.startswith("engine.jsonl, line ")
    assert message in said


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (LEAF, 'line 2: "leave" without an open node'),
        ('{"prune": ["a"]}', 'line 2: "prune" without an open node'),
        ('{"enter": null}', 'line 2: the root says who moves: "turn": "MAX" or "turn": "MIN"'),
        ('{"enter": [], "turn": 1}', 'line 2: "enter" cannot be a list'),
        ('{"enter": true, "turn": 1}', "line 2: a move is text or a whole number, not true"),
    ],
)
def test_the_first_event_enters_the_root(line: str, message: str) -> None:
    assert message in refusal(f"{HEADER}\n{line}\n")


HEADERS = [
    (ROOT, 'engine.jsonl, line 1: a header expected, such as {"plyscope": 1, "view": "max", '),
    ("[1]", "line 1: a header expected"),
    ("info depth 1 score cp 20", "this is not JSON: expecting value at character 1 of "),
    ("\n\n  \nbestmove e2e4", "engine.jsonl, line 4: a header expected"),
    ('{"plyscope": 2}', "line 1: version 2 of the line protocol; 1 is what can be read: upgrade plyscope"),
    ('{"plyscope": true}', 'version true of the line protocol; 1 is what can be read: write "plyscope": 1'),
    ('{"plyscope": "1"}', 'write "plyscope": 1'),
    ('{"plyscope": [1]}', 'write "plyscope": 1'),
    ('{"plyscope": NaN}', 'write "plyscope": 1'),
    ('{"plyscope": 1, "veiw": "max"}', 'no key "veiw" in a header (did you mean view?); there are: "plyscope", '),
    ('{"plyscope": 1, "view": "white"}', '"view" is "max" or "mover", not "white"'),
    ('{"plyscope": 1, "view": ["max"]}', '"view" is "max" or "mover", not ["max"]'),
    ('{"plyscope": 1, "windowed": 0}', '"windowed" is true or false, not 0'),
    ('{"plyscope": 1, "game": 3}', '"game" is text, not 3'),
    ('{"plyscope": 1, "position": ["a"]}', '"position" is text, not ["a"]'),
    ('{"plyscope": 1, "search": {}}', '"search" is text, not {}'),
    ('{"plyscope": 1, "options": []}', '"options" is an object of at most 64 names and values, not []'),
    ('{"plyscope": 1, "options": {"depth": 2.5}}', 'the option "depth" is a number of plies, 0 or more, not 2.5'),
    ('{"plyscope": 1, "options": {"depth": -1}}', 'the option "depth" is a number of plies'),
    ('{"plyscope": 1, "options": {"depth": true}}', 'the option "depth" is a number of plies'),
    ('{"plyscope": 1, "options": {"cut": "<"}}', 'the option "cut" is >= or >, not "<"'),
    ('{"plyscope": 1, "options": {"fail": 1}}', 'the option "fail" is soft or hard, not 1'),
    ('{"plyscope": 1, "options": {"fail": ["soft"]}}', 'the option "fail" is soft or hard, not ["soft"]'),
    ('{"plyscope": 1, "options": {"hash": NaN}}', 'the option "hash" is text, a finite number, true or'),
    ('{"plyscope": 1, "options": {"hash": [1]}}', 'the option "hash" is text, a finite number'),
    ('{"plyscope": 1, "options": {"window": [2, 1]}}', 'the option "window" is [alpha, beta] with alpha'),
    ('{"plyscope": 1, "options": {"window": [true, 2]}}', 'the option "window" is [alpha, beta]'),
    ('{"plyscope": 1, "options": {"window": ["0", 2]}}', 'the option "window" is [alpha, beta]'),
    ('{"plyscope": 1, "options": {"window": 3}}', 'the option "window" is [alpha, beta]'),
    ('{"plyscope": 1, "options": {"window": [1' + "0" * 400 + ", null]}}", 'the option "window" is [alpha, beta]'),
    ('{"plyscope": 1, "windowed": false, "options": {"window": [1, 2]}}', 'an option "window" of a search that is'),
]


@pytest.mark.parametrize(("header", "message"), HEADERS, ids=range(len(HEADERS)))
def test_a_wrong_header_is_refused(header: str, message: str) -> None:
    assert message in refusal(f"{header}\n{ROOT}\n{LEAF}\n")


def test_a_search_without_windows_has_no_alpha() -> None:
    header = '{"plyscope": 1, "windowed": false}'
    assert 'no key "alpha" beside "enter"; there are: "enter", "turn", "depth", "state"' in refusal(
        f'{header}\n{{"enter": null, "turn": "MAX", "alpha": 1}}\n'
    )


def test_an_input_without_nodes_is_no_trace() -> None:
    assert refusal("") == refusal("\n \n") == (
        'engine.jsonl: it is empty; the first line is a header, such as {"plyscope": 1, "view": "max", '
        '"game": "tictactoe", "search": "alphabeta"}'
    )  # fmt: skip
    for cut in ("", "\n", '\n{"ent'):
        assert 'it has a header and no nodes; an "enter" is what comes next' in refusal(HEADER + cut)


def test_bytes_that_are_no_text_are_refused() -> None:
    assert "this is not UTF-8 text: byte 0x80 at character 1" in refusal(b"\x80\x81\n")
    assert "line 1: a header expected" in refusal(bytes(range(256)) * 100)
    assert "line 1: a line of more than 1,048,576 bytes" in refusal(b"\0" * (MAX_LINE_BYTES + 100_000))
    said = refusal(f"{HEADER}\n{ROOT}\n".encode() + '{"enter": "é"}\n'.encode("latin-1"))
    assert said == "engine.jsonl, line 3: not UTF-8 text: byte 0xe9 at character 12"
    assert "a header expected" in refusal(f"{HEADER}\n".encode("utf-16"))


@pytest.mark.parametrize(
    "lines",
    [
        # Lines that only together are JSON, or hold two values: as one array they would have the right size.
        ['{"enter": "a"', '"turn": "MIN"}', '{"leave": 1},{"leave": 1}'],
        ['{"prune": [{"x": 1}', '{"y": 2}]}', '{"leave": 1},{"leave": 1}'],
        ['{"enter": "a', '{"}', '{"leave": 1},{"leave": 1}'],
        ['{"leave": 1}]', '[{"leave": 1}'],
    ],
)
def test_each_line_is_json_by_itself(lines: list[str]) -> None:
    assert "engine.jsonl, line 3: " in refusal("\n".join([HEADER, ROOT, *lines, ""]))


def test_the_line_is_right_wherever_it_stands() -> None:
    good = [HEADER, ROOT, *[CHILD, LEAF] * 5_000]
    for line in (3, 1_000, 9_999):
        for wrong in ('{"leave": NaN}', '{"enter": "a", "depth": "x"}', "what?"):
            lines = [*good]
            lines[line - 1] = wrong
            assert f"engine.jsonl, line {line:,}: " in refusal("\n".join(lines) + "\n")


def test_what_was_read_before_an_error_is_kept_in_the_output(tmp_path: Path) -> None:
    target = tmp_path / "t.plyscope"
    with pytest.raises(TraceFileError, match="line 5: not JSON") as refused:
        read_lines(io.BytesIO(f"{HEADER}\n{ROOT}\n{CHILD}\n{LEAF}\nSegmentation fault\n".encode()), output=target)
    assert refused.value.__notes__ == [f"; the 2 nodes before it are in {tracer.text.clean(str(target))}"]
    kept = tracer.load(target)
    assert (len(kept), kept.header.stopped) == (2, "by an error in line 5 of its recording")


@pytest.mark.parametrize("data", ["", HEADER, "garbage", f"{HEADER}\ngarbage\n", f"{HEADER}\n{LEAF}\n"])
def test_an_input_without_nodes_leaves_an_older_output_alone(tmp_path: Path, data: str) -> None:
    target = tmp_path / "t.plyscope"
    tracer.trace([1, 2]).save(target)
    before = target.read_bytes()
    with pytest.raises(TraceFileError):
        read_lines(io.BytesIO(data.encode()), output=target)
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["t.plyscope"]


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    source = tmp_path / "engine.jsonl"
    source.write_text(f"{HEADER}\n{ROOT}\n{LEAF}\n")
    with pytest.raises(TraceFileError, match=r"cannot read nowhere\.jsonl: No such file or directory"):
        read_lines("nowhere.jsonl")
    with pytest.raises(TraceFileError, match="Is a directory"):
        read_lines(tmp_path)
    with pytest.raises(TraceFileError, match="null"):
        read_lines("a\0b")
    with pytest.raises(TraceFileError, match="cannot write"):
        read_lines(source, output=tmp_path / "no" / "t.plyscope")
    with pytest.raises(TraceFileError, match="cannot be both what is read and the output"):
        read_lines(source, output=source)
    with pytest.raises(PlyscopeError, match="unknown game 'tictacto'"):
        read_lines(source, game="tictacto")
    assert json.loads(source.read_text().split("\n")[0])["plyscope"] == 1


def test_a_stream_that_breaks_is_named() -> None:
    class Broken(io.RawIOBase):
        """A stream that fails."""

        def read(self, size: int = -1) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(TraceFileError, match="cannot read the stream: Input/output error"):
        read_lines(Broken())  # type: ignore[arg-type]  # all that is read is bytes


def test_a_stream_of_text_is_refused() -> None:
    with pytest.raises(PlyscopeError, match="the stream was opened as text; open it with mode 'rb'"):
        read_lines(io.StringIO(HEADER))  # type: ignore[arg-type]  # as a file that was opened without a mode


def test_any_json_is_accepted_or_refused_with_its_line() -> None:
    random = Random(3)
    keys = ["enter", "leave", "prune", "turn", "alpha", "beta", "depth", "state", "status", "cutoff"]
    words = ["null", "true", "1", "-1", "0.5", "NaN", "1e999", '"MAX"', '"a"', '"table"', "[]", '["a"]', "{}", "9" * 30]
    accepted, refused = 0, []
    for _ in range(3_000):
        chosen = [random.choice(keys[:3]), *random.choices(keys, k=random.randint(0, 3))]
        pairs = [(key, random.choice(words)) for key in chosen]
        event = "{" + ", ".join(f'"{key}": {word}' for key, word in pairs) + "}"
        data = f"{HEADER}\n{ROOT}\n{CHILD}\n{event}\n".encode()
        try:
            trace = read_lines(io.BytesIO(data))
        except TraceFileError as error:
            refused.append(str(error))
        else:
            accepted += 1
            verify(trace.columns, len(trace.move_labels), len(trace.texts))
    assert accepted > 100
    assert len(refused) > 1_000
    assert all(message.startswith("the stream, line 4: ") and message.isprintable() for message in refused)
