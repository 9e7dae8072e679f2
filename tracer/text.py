"""Text for people: numbers as they are written, and labels that cannot harm a terminal."""

from __future__ import annotations

import difflib
import json
import math
import re
import shlex
import sys
import unicodedata
from collections.abc import Iterable
from hashlib import blake2s
from typing import Any

MINUS = "−"
"""The minus of numbers that people read. What programs read has a hyphen."""
LABEL_LIMIT = 200
"""Characters kept of a label: more cannot be read in a row or a node."""

MOVE_LIMIT = 28
"""Characters kept of a move: a node is no wider than its window needs."""
SHOWN = 40
"""Characters shown of a JSON value that stands where something else was expected."""
HUGE = 10**SHOWN
"""A whole number from here on is not shown."""

PLAINER = 8
"""How many digits fewer a number has that the next one to it is named after."""

_BEHIND_PICTURES = {0x2400 + code: code for code in range(0x20)} | {ord("␡"): 0x7F}
"""The control character that each picture stands for."""
_DANGEROUS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""What no text of a game, a position or a program needs, and what a terminal may obey."""
_ROOT_NAME = re.compile(r'\{\s*"name"\s*:\s*("(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})+")')
"""At the beginning of a tree's text."""
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def _picture(character: str) -> str:
    """One character as it may be shown: itself, its Control Picture, or the replacement character."""
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    # U+FFFE and its kind are no characters at all, and XML refuses them.
    is_nothing = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return "�" if is_nothing or unicodedata.category(character) in _INVISIBLE else character


def clean(text: str, limit: int = LABEL_LIMIT) -> str:
    r"""Make one line of text that no terminal obeys: control and bidi characters become pictures.

    >>> clean("a\x1b[31mb")
    'a␛[31mb'
    >>> clean("x" * 9, limit=5)
    'xxxx…'
    """
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    return text if text.isascii() and text.isprintable() else "".join(map(_picture, text))


def harmless(text: str) -> str:
    r"""A text of many lines, with its lines as they are, that no terminal obeys.

    >>> harmless("a\tb\n\x1b[31mc")
    'a\tb\n␛[31mc'
    """
    return text if text.isascii() and text.isprintable() else _DANGEROUS.sub(lambda found: _picture(found[0]), text)


def distinct(text: str) -> str:
    r"""`clean`, but different texts stay different: where it would lose something, a checksum of the whole follows.

    >>> distinct("a\tb"), distinct("a␉b"), len(distinct("x" * 9_999))
    ('a␉b', 'a␉b#25efb428', 200)
    """
    if text.isascii() and text.isprintable() and len(text) <= LABEL_LIMIT:
        return text
    shown = clean(text)
    if shown.translate(_BEHIND_PICTURES) == text:
        return shown
    checksum = blake2s(text.encode(errors="surrogatepass"), digest_size=4).hexdigest()
    return f"{clean(text, LABEL_LIMIT - len(checksum) - 1)}#{checksum}"


def message_of(error: BaseException) -> str:
    """An exception as one line: its class and its words, whatever the exception does when it is asked for them.

    >>> message_of(KeyError("x")), message_of(StopIteration())
    ("KeyError: 'x'", 'StopIteration')
    """
    try:
        words = clean(str(error))
    except KeyboardInterrupt:
        raise
    except BaseException:  # somebody's own class, which may even end the program
        words = ""
    name = clean(type(error).__name__)
    return f"{name}: {words}" if words else name


def some_of(names: Iterable[str], most: int = 3) -> str:
    """The first of some names, for a message.

    >>> some_of("abcd")
    'a, b, c …'
    """
    known = list(names)
    return ", ".join(known[:most]) + (" …" if len(known) > most else "")


def clean_lines(text: str, lines: int = 64) -> list[str]:
    """A text board, line by line, each line cleaned; at most `lines` of them."""
    return [clean(line) for line in text.expandtabs(4).split("\n")[:lines]]


def window_text(alpha: float, beta: float) -> str:
    """A window: both ends are outside it. One whose ends have met or crossed is no interval.

    >>> window_text(-3, float("inf")), window_text(6, 6), window_text(3, 2)
    ('(−3, ∞)', 'α 6 ≥ β 6', 'α 3 ≥ β 2')
    """
    if alpha >= beta:
        return f"α {end_text(alpha)} ≥ β {end_text(beta)}"
    low, high = ends_text(alpha, beta)
    return f"({low}, {high})"


def is_null(alpha: float, beta: float) -> bool:
    """Whether no number lies between the ends of a window, so that it asks only on which side a value is."""
    return beta == math.nextafter(alpha, math.inf)


def ends_text(alpha: float, beta: float) -> tuple[str, str]:
    """Both ends of a window, of which those of a null window are told apart: `3` and `3⁺`, the next number after 3.

    >>> ends_text(2, 5), ends_text(0, 5e-324), ends_text(4.999999999999999, 5)
    (('2', '5'), ('0', '0⁺'), ('5⁻', '5'))
    """
    if not is_null(alpha, beta):
        return end_text(alpha), end_text(beta)
    if math.isinf(alpha) or len(_digits(alpha)) <= len(_digits(beta)):
        return number(alpha), number(alpha) + "⁺"
    return number(beta) + "⁻", number(beta)


def end_text(end: float) -> str:
    """One end of a window: with a sign where it is the next number to a short one, as an end of a null window is.

    >>> end_text(3), end_text(math.nextafter(3, 4)), end_text(math.nextafter(0, -1)), end_text(1 / 3)
    ('3', '3⁺', '0⁻', '0.3333')
    """
    if math.isfinite(end) and end != round(end):
        for sign, towards in ("⁺", -math.inf), ("⁻", math.inf):
            near = math.nextafter(end, towards)
            if near == 0 or len(_digits(near)) + PLAINER <= len(_digits(end)):
                return number(near) + sign
    return number(end)


def _digits(value: float) -> str:
    """A number with all its digits."""
    return repr(float(value)).removesuffix(".0")


SEPARATED = 10_000
"""The least whole number that has commas between its thousands."""
_COMMA = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def number(value: float) -> str:
    """A value as a person writes it, with a minus that is no hyphen; `typed_number` reads it.

    >>> number(3.0), number(-0.0), number(-0.25), number(float("-inf")), number(float("nan"))
    ('3', '0', '−0.25', '−∞', '?')
    >>> number(9999), number(-29_996), number(1e14)
    ('9999', '−29,996', '100,000,000,000,000')

    A fraction has four digits, or two decimals where these are more.

    >>> number(0.0351625), number(102.95), number(-29_996.125), number(1_234_567.8)
    ('0.03516', '102.95', '−29,996.12', '1.235e+06')
    """
    if value != value:
        return "?"
    if value in (float("inf"), float("-inf")):
        text = "∞" if value > 0 else "-∞"
    elif value == int(value) and abs(value) < 1e15:
        text = f"{int(value):,}" if abs(value) >= SEPARATED else str(int(value))
    else:
        before = len(str(int(abs(value))))
        digits = before + 2 if 2 < before <= 6 else 4
        text = f"{value:,.{digits}g}" if abs(value) >= SEPARATED else f"{value:.{digits}g}"
    return text.replace("-", MINUS)


def readable_bytes(held: bytes) -> str | tuple[int, ...]:
    """The characters of bytes that are text, the numbers of others.

    >>> readable_bytes(b"..X"), readable_bytes(bytes([0, 2, 1]))
    ('..X', (0, 2, 1))
    """
    is_text = held.isascii() and held.decode("ascii").isprintable()
    return held.decode("ascii") if is_text else tuple(held)


def typed_number(text: str) -> float:
    """A number as people type it, with either minus, with ∞ or inf, with commas between thousands or without.

    >>> typed_number("-3"), typed_number(" −0.5"), typed_number("−∞"), typed_number("+inf"), typed_number("1,029,996")
    (-3.0, -0.5, -inf, inf, 1029996.0)
    """
    return float(_COMMA.sub("", hyphened(text)).replace("∞", "inf"))


def hyphened(text: str) -> str:
    """A text that somebody typed or copied, with the minus that programs read."""
    return text.replace(MINUS, "-")


def split_words(command: str) -> list[str]:
    """The words of a command as a shell reads them; on Windows a backslash is one of a path."""
    if sys.platform == "win32":
        words = shlex.split(command, posix=False)
        return [word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word for word in words]
    return shlex.split(command)


def tree_title(leaves: int) -> str:
    """What a tree is called that has no name.

    >>> tree_title(1), tree_title(1204)
    ('tree of 1 leaf', 'tree of 1,204 leaves')
    """
    return f"tree of {leaves:,} lea{'f' if leaves == 1 else 'ves'}"


def title_of_spec(spec: str) -> str:
    """What a spec says that people call its game; of a tree the name of its root, or how large it is.

    >>> title_of_spec("tictactoe"), title_of_spec("[[3,12,8],[2,4,6],[14,5,2]]")
    ('tictactoe', 'tree of 9 leaves')
    >>> title_of_spec('{"name":"Fig. 1","children":[3,5]}'), title_of_spec('{"children":[3,5]}')
    ('Fig. 1', 'tree')
    """
    if spec[:1] not in ("[", "{"):
        return spec
    if (named := _ROOT_NAME.match(spec)) is not None:
        return str(json.loads(named[1]))
    return "tree" if set(spec) & set('{"') else tree_title(spec.count(",") + 1)


def range_text(low: float, high: float) -> str:
    """Between which numbers a value lies, both included.

    >>> range_text(3, 3), range_text(3, float("inf")), range_text(-float("inf"), -3), range_text(0, 5)
    ('3', '≥ 3', '≤ −3', '0 … 5')
    """
    if low == high:
        return number(low)
    if math.isinf(low) or math.isinf(high):
        if math.isinf(low) and math.isinf(high):
            return "?"
        return f"≥ {number(low)}" if low > -math.inf else f"≤ {number(high)}"
    return f"{number(low)} … {number(high)}"


def percent(share: float) -> str:
    """A part of a whole as it is written: 0 % is none and 100 % is all of it, and nearly is neither.

    >>> percent(0.0), percent(0.0001), percent(0.255), percent(3_332 / 3_335), percent(1.0)
    ('0%', '<1%', '26%', '>99%', '100%')
    """
    return "<1%" if 0 < share < 0.01 else ">99%" if 0.99 < share < 1 else f"{share:.0%}"


def nearest(word: str, known: Iterable[str]) -> str:
    """The hint ` (did you mean …?)` for a misspelt name, or nothing.

    >>> nearest("minmax", ["minimax", "alphabeta"])
    ' (did you mean minimax?)'
    >>> nearest("max", ["MIN", "MAX"])
    ' (did you mean MAX?)'
    """
    words = list(known)
    same = [other for other in words if other.casefold() == word.casefold()]
    close = same or difflib.get_close_matches(word, words, n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def short(value: Any) -> str:
    r"""A JSON value as it is written, in one line and cut where it is long.

    >>> short("a\x1b"), short([1, None]), short(10**5_000)
    ('"a\\u001b"', '[1, null]', 'a number of more than 40 digits')
    """
    if isinstance(value, int) and not isinstance(value, bool) and not -HUGE < value < HUGE:
        return f"a number of more than {SHOWN} digits"
    if isinstance(value, dict | list | tuple) and len(value) > SHOWN:
        return kind(value)
    try:
        return clean(json.dumps(value, ensure_ascii=False, default=str), SHOWN)
    except (RecursionError, ValueError, TypeError):  # too deep, too many digits, or keys that are no text
        return kind(value)


def kind(value: Any) -> str:
    """What a JSON value is, and its keys where it is an object."""
    if isinstance(value, dict):
        return f"an object with {comma_list(list(value)[:4])}" if value else "an empty object"
    return "a list" if isinstance(value, list | tuple) else short(value)


def comma_list(keys: Iterable[Any]) -> str:
    """Keys as they are written, with commas."""
    return ", ".join(short(key) for key in keys)
