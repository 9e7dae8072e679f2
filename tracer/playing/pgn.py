"""Games of chess in Portable Game Notation, by python-chess.

What is known of a move stands in its comment, in the form of other programs' `[%eval 0.17]` (the value in pawns, of
White's view, at most two digits behind the point, and behind a comma the depth to which it holds; `#3` is mate in three
moves, `#-3` by Black; `[%value …]` has all digits) and `[%emt 0:00:01.5]` (how long he
thought); `[%nodes 18297]`, `[%line e4 e5 Nf3]` (what he expects) and `[%by …]` (who chose, where that is not the player
of the side) are plyscope's own. Searches and settings are not kept. Variations are passed over.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from tracer.errors import PlyscopeError
from tracer.games.adapters.position import require
from tracer.games.registry import as_game
from tracer.games.rules import MAX, MIN, describe, spec_of
from tracer.playing.choice import HUMAN, Choice
from tracer.playing.json_documents import Said
from tracer.playing.match import Match
from tracer.playing.played import MOST_MOVES, Played, replay
from tracer.playing.settings import Settings
from tracer.text import clean

MARK = "plyscope"
"""The header `Annotator` of games that were written here: such a file may be written again."""
MATE = 1_000
"""The value of a mate that is announced."""
FARTHEST = 300
"""Plies within which a mate is, of which a value says how far it is."""
LARGEST = 1e10
"""Values from here on are not written: other programs cannot read them."""
LONGEST_LINE, LONGEST_GAME = 1 << 16, 1 << 20
"""Bytes of a line, and of a game, at most."""
COMMENT = 400
"""Characters of a remark that are kept."""
COLUMNS = 80
"""Of a line that is written, where its words allow it."""
NAMES = {"White": MAX, "Black": MIN}
_SAID = re.compile(r"\[%(\w+)\s([^\[\]]*)\]")
"""What a program says in a comment. No text is gone through twice, however it is written."""
LONGEST_COMMENT = 10_000
"""Characters of all comments of a move that are read."""
_NUMBER = re.compile(r"[+-]?(?:\d{1,10}\.?|\d{0,10}\.\d{1,17})(?:e-?\d{1,2})?", re.ASCII)


def write(match: Match, put: Callable[[bytes], None], sides: Mapping[int, str], settings: Settings) -> None:
    """Write a game of chess.

    Raises:
        PlyscopeError: it is another game, or python-chess is missing.
    """
    need_chess(match.game)
    pgn, chess = require("chess.pgn", "chess"), require("chess", "chess")
    game = pgn.Game()
    start = match.state_before(0).held
    if start.fen() != chess.STARTING_FEN:
        game.setup(start)
    game.headers.update({name: _quoted(sides.get(side, "?")) for name, side in NAMES.items()})
    game.headers["Result"] = _result(match.utility)
    game.headers["Annotator"] = MARK
    node = game
    for number, choice in enumerate(match.choices):
        move: Any = choice.move
        mate = _mate(match, number, settings.prefer == "fast" or "prefer=fast" in choice.by)
        comment = _comment(choice, sides.get(match.turn_at(number), HUMAN), mate)
        node = node.add_variation(chess.Move.from_uci(move.move), comment=comment)
    put((game.accept(pgn.StringExporter(columns=COLUMNS)) + "\n\n").encode())


def need_chess(game: Any) -> None:
    """Refuse a game that is no chess.

    Raises:
        PlyscopeError: it is so.
    """
    if spec_of(game).partition(":")[0] != "chess" or not hasattr(game.start(), "held"):
        raise PlyscopeError(f"PGN is for chess; a game of {describe(game)} is kept as .plyscope or .json")


def _quoted(word: str) -> str:
    """A header's text, which has no quotes."""
    return clean(word).replace('"', "'").replace("\\", "/")


def _result(utility: float | None) -> str:
    if utility is None:
        return "*"
    return "1/2-1/2" if not utility else "1-0" if utility > 0 else "0-1"


def _mate(match: Match, number: int, fast: bool) -> int | None:
    """In how many moves there is mate by what is known of a move, less than 0 where Black mates; None if unknown.

    An engine says it; of a search it is as far as its line, where that ends with mate. Where it was to win fast, its
    value says in how many plies.
    """
    choice, game = match.choices[number], match.game
    value = choice.value
    if value is None or not (abs(value) == MATE or (fast and MATE - FARTHEST < abs(value) < MATE)):
        return None
    said = re.search(r"\bmate in (\d{1,4})\b", choice.note)
    if said is not None:
        moves = int(said[1])
    elif abs(value) < MATE:
        moves = (round(MATE - abs(value)) + 1) // 2
    else:
        state = match.state_before(number)
        for word in choice.line:
            legal = {} if game.utility(state) is not None else {str(move): move for move in game.moves(state)}
            if word not in legal:
                return None
            state = game.play(state, legal[word])
        if game.utility(state) != value:
            return None
        moves = (len(choice.line) + 1) // 2
    return (moves if value > 0 else -moves) or None


def _comment(choice: Choice, player: str, mate: int | None) -> str:
    """What is known of a move, as a comment."""
    parts = []
    value = choice.value
    if value is not None and mate is not None:
        parts.append(f"[%eval #{mate}{_behind(choice)}]")
        parts += [f"[%value {value!r}]"] if abs(value) != MATE else []
    elif value is not None and abs(value) < LARGEST:
        parts.append(f"[%eval {value:.2f}{_behind(choice)}]")
        parts += [f"[%value {value!r}]"] if round(value, 2) != value and _NUMBER.fullmatch(repr(value)) else []
    parts += [] if choice.visited is None else [f"[%nodes {choice.visited}]"]
    if choice.seconds is not None:
        minutes, seconds = divmod(choice.seconds, 60)
        parts.append(f"[%emt {int(minutes) // 60}:{int(minutes) % 60:02d}:{seconds:09.6f}]")
    parts += [f"[%line {_inside(' '.join(choice.line))}]"] if choice.line else []
    parts += [f"[%by {_inside(choice.by)}]"] if _quoted(choice.by) != _quoted(player) else []
    parts += [_inside(choice.note)] if choice.note else []
    return " ".join(parts)


def _behind(choice: Choice) -> str:
    """The depth of a value, as it stands behind it."""
    return "" if choice.depth is None else f",{choice.depth}"


def _inside(text: str) -> str:
    """A text within a comment, which no bracket ends."""
    return clean(text, 2_000).translate(str.maketrans("[]{}", "()()"))


def read(stream: BinaryIO, name: str, game: Any = None, *, number: int = 1) -> Played:
    """Read one game of a file.

    Args:
        stream: the file.
        name: what it is called in errors.
        game: the game or its spec, where it is not chess by python-chess.
        number: which game of the file, from 1 on.

    Raises:
        PlyscopeError: there is none, a move is not legal, or python-chess is missing.
    """
    pgn = require("chess.pgn", "chess")
    with io.BufferedReader(stream, LONGEST_LINE) as buffered:  # type: ignore[type-var]  # it is a raw one
        lines: Any = _Lines(buffered)
        for passed in range(number - 1):
            if pgn.read_game(lines, Visitor=_visitor(pgn, skip=True)) is None:
                raise PlyscopeError(f"it has {passed:,} games and no game {number:,}")
        lines.limit()
        found = pgn.read_game(lines, Visitor=_visitor(pgn))
        more = lines.has_more() and number == 1
    if found is None or not (found.headers or found.moves):
        raise PlyscopeError(f"it has {number - 1:,} games and no game {number:,}" if number > 1 else "it holds no game")
    if found.headers.get("Variant", "Standard").casefold() not in ("standard", "from position", "chess"):
        raise PlyscopeError(f"it is a game of {clean(found.headers['Variant'], 40)}, and no chess")
    return _played(found, as_game("chess" if game is None else game), name if more else "")


def _played(found: Any, game: Any, name: str) -> Played:
    """The game of what was read; a name says that its file has more games."""
    headers = found.headers
    match = Match(game, headers.get("FEN"))
    ours = headers.get("Annotator") == MARK
    players = {side: clean(headers.get(word, HUMAN), 60) for word, side in NAMES.items()}
    for uci, comments in found.moves:
        legal = {getattr(move, "move", None): label for label, move in match.legal.items()}
        said: Said = {"move": legal.get(uci, uci), "by": players.get(match.turn, HUMAN)}
        replay(match, said | _said(" ".join(comments)))
    notices = [f"it has more games: {name}#2 is the next"] if name else []
    notices += [f"variations were passed over: {found.variations:,}"] if found.variations else []
    sides: dict[int, str] = {side: players[side] if ours else HUMAN for side in players}
    return Played(match, sides, Settings(), tuple(notices))


def _said(comment: str) -> Said:
    """What a comment says of a move; what cannot be read is passed over, for everybody writes comments."""
    words: dict[str, str] = dict(_SAID.findall(comment))
    said: Said = {"note": clean(" ".join(_SAID.sub(" ", comment).split()), COMMENT)}
    told = words.get("value", words.get("eval", "")).partition(",")[0].strip()
    if depth := re.fullmatch(r"[^,]*,\s*(\d{1,4})\s*", words.get("eval", ""), re.ASCII):
        said["depth"] = int(depth[1])
    if mate := re.fullmatch(r"#([+-]?)\d{1,4}", told):
        said["value"] = -MATE if mate[1] == "-" else MATE
    elif _NUMBER.fullmatch(told) and abs(float(told)) < LARGEST:
        said["value"] = float(told)
    if nodes := re.fullmatch(r"\d{1,18}", words.get("nodes", "").strip(), re.ASCII):
        said["visited"] = int(nodes[0])
    if time := re.fullmatch(r"(\d{1,6}):(\d{1,2}):(\d{1,2}(?:\.\d{0,9})?)", words.get("emt", "").strip(), re.ASCII):
        said["seconds"] = int(time[1]) * 3600 + int(time[2]) * 60 + float(time[3])
    said["line"] = words.get("line", "").split()
    return said | ({"by": words["by"]} if words.get("by") else {})


def may_replace(stream: BinaryIO) -> bool:
    """Whether a file was written here, and has one game."""
    text = stream.read(LONGEST_GAME + 1) or b""
    return len(text) <= LONGEST_GAME and f'[Annotator "{MARK}"]'.encode() in text and text.count(b"[Event ") == 1


class _Lines:
    """The lines of a file as python-chess asks for them, none of them longer than a line of a game is.

    Raises:
        PlyscopeError: a line, or a game, is longer.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._left: int | None = None

    def limit(self) -> None:
        """Begin with a game, which is no longer than one is."""
        self._left = LONGEST_GAME

    def readline(self) -> str:
        """The next line; empty at the end."""
        line = self._stream.readline(LONGEST_LINE + 1)
        if len(line) > LONGEST_LINE:
            raise PlyscopeError(f"a line has more than {LONGEST_LINE:,} bytes")
        if self._left is not None:
            self._left -= len(line)
            if self._left < 0:
                raise PlyscopeError(f"a game has more than {LONGEST_GAME:,} bytes")
        return line.decode(errors="replace").replace("\0", " ")

    def has_more(self) -> bool:
        """Whether something follows that is not blank."""
        self.limit()
        while line := self.readline():
            if not line.isspace():
                return True
        return False


def _visitor(pgn: Any, *, skip: bool = False) -> Any:
    """What python-chess tells what it reads: a class, for it makes one itself."""

    class Visitor(pgn.BaseVisitor):  # type: ignore[misc]  # python-chess is not there for the checker
        def __init__(self) -> None:
            self.headers: dict[str, str] = {}
            self.moves: list[tuple[str, list[str]]] = []
            self.variations = 0
            self._left = 0

        def begin_game(self) -> Any:
            return pgn.SKIP if skip else None

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            if len(self.headers) < COMMENT:
                self.headers[tagname] = tagvalue

        def begin_variation(self) -> Any:
            self.variations += 1
            return pgn.SKIP

        def visit_move(self, board: Any, move: Any) -> None:
            if len(self.moves) >= MOST_MOVES:
                raise PlyscopeError(f"it has {MOST_MOVES:,} moves or more, which is no game")
            self.moves.append((move.uci(), []))
            self._left = LONGEST_COMMENT

        def visit_comment(self, comment: str) -> None:
            if self.moves and self._left > 0:
                self.moves[-1][1].append(comment[: self._left])
                self._left -= len(comment) + 1

        def handle_error(self, error: Exception) -> None:
            raise PlyscopeError(f"move {len(self.moves) + 1:,}: {clean(str(error))}")

        def result(self) -> Any:
            return self

    return Visitor
