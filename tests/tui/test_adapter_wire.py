"""Messages of the Debug Adapter Protocol: how they are cut out of a stream, and what is none of them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.adapter.wire import LARGEST, Wire, WireError


def source(data: bytes, sizes: list[int]) -> Callable[[int], bytes]:
    """Gives data piece by piece."""
    rest = [data]
    steps = iter(sizes)

    def read(most: int) -> bytes:
        size = min(next(steps, most), most)
        found, rest[0] = rest[0][:size], rest[0][size:]
        return found

    return read


def framed(message: Any, header: str = "Content-Length: {}\r\n\r\n") -> bytes:
    text = json.dumps(message, ensure_ascii=False).encode()
    return header.format(len(text)).encode() + text


def messages(data: bytes, sizes: list[int]) -> list[Any]:
    wire, found = Wire(source(data, sizes), lambda _: None), []
    while (message := wire.read_message()) is not None:
        found.append(message)
    return found


@given(
    told=st.lists(st.dictionaries(st.text(max_size=5), st.text(max_size=20), max_size=3), max_size=4),
    sizes=st.lists(st.integers(1, 40)),
)
def test_messages_are_read_however_the_stream_is_cut(told: list[Any], sizes: list[int]) -> None:
    assert messages(b"".join(map(framed, told)), sizes) == told


def test_what_is_sent_is_read_again() -> None:
    sent: list[bytes] = []
    wire = Wire(lambda _: b"", sent.append)
    wire.tell("output", output="−∞ ≤ é\r\n\r\n")
    wire.send("response", request_seq=7)
    event, response = messages(b"".join(sent), [])
    assert event == {"seq": 1, "type": "event", "event": "output", "body": {"output": "−∞ ≤ é\r\n\r\n"}}
    assert response == {"seq": 2, "type": "response", "request_seq": 7}


@pytest.mark.parametrize(
    "data",
    [
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
        b"Content-Length: 2\r\nHost: localhost\r\n\r\n{}",
        b"GET / HTTP/1.1\r\n",
        b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        b"Content-Length: -2\r\n\r\n{}",
        b"Content-Type: x\r\n\r\n{}",
        b"Content-Length: %d\r\n\r\n{" % (LARGEST + 1),
        b"x" * 2_000,
        b"Content-Length: 2\r\n\r\n[]",
        b"Content-Length: 2\r\n\r\n{x",
        b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000,
    ],
)
def test_what_is_no_message_ends_the_session(data: bytes) -> None:
    """A page in a browser can send requests to any port of this machine."""
    wire = Wire(source(data, []), lambda _: None)
    with pytest.raises(WireError):
        wire.read_message()
    wire = Wire(source(data, []), lambda _: None)
    wire.listen()
    assert wire.next() is None


def test_a_stream_may_end_anywhere() -> None:
    whole = framed({"type": "request"})
    for size in range(len(whole)):
        assert messages(whole[:size], []) == []


def test_a_client_that_is_gone_ends_the_session() -> None:
    def write(_: bytes) -> None:
        raise BrokenPipeError

    wire = Wire(lambda _: b"", write)
    wire.tell("output")
    assert wire.next() is None
