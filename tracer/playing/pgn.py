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
from tracer.games.adapters.foreign_position import import_optional
from tracer.games.registry import as_game
from tracer.games.rules import MAX, MIN, describe, spec_of
from tracer.playing.choice import HUMAN, Choice
from tracer.playing.json_documents import JsonObject
from tracer.playing.match import Match
from tracer.playing.played import MAX_MOVES, Played, replay_move
from tracer.playing.settings import Settings
from tracer.text import clean

ANNOTATOR = "plyscope"
"""The header `Annotator` of games that were written here: such a file may be written again."""
MATE_VALUE = 1_000
"""The value of a mate that is announced."""
MAX_MATE_PLIES = 300
"""Plies within which a mate is, of which a value says how far it is."""
MAX_WRITTEN_VALUE = 1e10
"""Values from here on are not written: other programs cannot read them."""
MAX_LINE_BYTES, MAX_GAME_BYTES = 1 << 16, 1 << 20
"""Bytes of a line, and of a game, at most."""
MAX_NOTE_LENGTH = 400
"""Characters of a remark that are kept."""
LINE_WIDTH = 80
"""Of a line that is written, where its words allow it."""
SIDE_BY_HEADER = {"White": MAX, "Black": MIN}
_COMMAND_PATTERN = re.compile(r"\[%(\w+)\s([^\[\]]*)\]")
"""What a program says in a comment. No text is gone through twice, however it is written."""
MAX_COMMENT_LENGTH = 10_000
"""Characters of all comments of a move that are read."""
_NUMBER_PATTERN = re.compile(r"[+-]?(?:\d{1,10}\.?|\d{0,10}\.\d{1,17})(?:e-?\d{1,2})?", re.ASCII)


def write(match: Match, write_bytes: Callable[[bytes], None], sides: Mapping[int, str], settings: Settings) -> None:
    """Write a game of chess."""
    require_chess(match.game)
    pgn, chess = import_optional("chess.pgn", "chess"), import_optional("chess", "chess")
    game = pgn.Game()
    start = match.state_before(0).held
    if start.fen() != chess.STARTING_FEN:
        game.setup(start)
    game.headers.update({name: _header_text(sides.get(side, "?")) for name, side in SIDE_BY_HEADER.items()})
    game.headers["Result"] = _result_text(match.utility)
    game.headers["Annotator"] = ANNOTATOR
    node = game
    for number, choice in enumerate(match.choices):
        move: Any = choice.move
        mate = _moves_to_mate(match, number, settings.prefer == "fast" or "prefer=fast" in choice.by)
        comment = _format_comment(choice, sides.get(match.turn_at(number), HUMAN), mate)
        node = node.add_variation(chess.Move.from_uci(move.move), comment=comment)
    write_bytes((game.accept(pgn.StringExporter(columns=LINE_WIDTH)) + "\n\n").encode())


def require_chess(game: Any) -> None:
    """Refuse a game that is no chess."""
    if spec_of(game).partition(":")[0] != "chess" or not hasattr(game.start(), "held"):
        raise PlyscopeError(f"PGN is for chess; a game of {describe(game)} is kept as .plyscope or .json")


def _header_text(word: str) -> str:
    return clean(word).replace('"', "'").replace("\\", "/")


def _result_text(utility: float | None) -> str:
    if utility is None:
        return "*"
    return "1/2-1/2" if not utility else "1-0" if utility > 0 else "0-1"


def _moves_to_mate(match: Match, number: int, fast: bool) -> int | None:
    """In how many moves there is mate by what is known of a move, less than 0 where Black mates; None if unknown.

    An engine says it; of a search it is as far as its line, where that ends with mate. Where it was to win fast, its
    value says in how many plies.
    """
    choice, game = match.choices[number], match.game
    value = choice.value
    if value is None or not (
        abs(value) == MATE_VALUE or (fast and MATE_VALUE - MAX_MATE_PLIES < abs(value) < MATE_VALUE)
    ):
        return None
    mate_note = re.search(r"\bmate in (\d{1,4})\b", choice.note)
    if mate_note is not None:
        moves = int(mate_note[1])
    elif abs(value) < MATE_VALUE:
        moves = (round(MATE_VALUE - abs(value)) + 1) // 2
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


def _format_comment(choice: Choice, player: str, mate: int | None) -> str:
    """What is known of a move, as a comment."""
    parts = []
    value = choice.value
    if value is not None and mate is not None:
        parts.append(f"[%eval #{mate}{_depth_suffix(choice)}]")
        parts += [f"[%value {value!r}]"] if abs(value) != MATE_VALUE else []
    elif value is not None and abs(value) < MAX_WRITTEN_VALUE:
        parts.append(f"[%eval {value:.2f}{_depth_suffix(choice)}]")
        parts += [f"[%value {value!r}]"] if round(value, 2) != value and _NUMBER_PATTERN.fullmatch(repr(value)) else []
    parts += [] if choice.visited is None else [f"[%nodes {choice.visited}]"]
    if choice.seconds is not None:
        minutes, seconds = divmod(choice.seconds, 60)
        parts.append(f"[%emt {int(minutes) // 60}:{int(minutes) % 60:02d}:{seconds:09.6f}]")
    parts += [f"[%line {_comment_text(' '.join(choice.line))}]"] if choice.line else []
    parts += [f"[%by {_comment_text(choice.by)}]"] if _header_text(choice.by) != _header_text(player) else []
    parts += [_comment_text(choice.note)] if choice.note else []
    return " ".join(parts)


def _depth_suffix(choice: Choice) -> str:
    return "" if choice.depth is None else f",{choice.depth}"


def _comment_text(text: str) -> str:
    return clean(text, 2_000).translate(str.maketrans("[]{}", "()()"))


def read(stream: BinaryIO, name: str, game: Any = None, *, number: int = 1) -> Played:
    """Read one game of a file."""
    pgn = import_optional("chess.pgn", "chess")
    with io.BufferedReader(stream, MAX_LINE_BYTES) as buffered:  # type: ignore[type-var]  # it is a raw one
        lines: Any = _LimitedLines(buffered)
        for passed_count in range(number - 1):
            if pgn.read_game(lines, Visitor=_make_visitor(pgn, skip=True)) is None:
                raise PlyscopeError(f"it has {passed_count:,} games and no game {number:,}")
        lines.limit()
        pgn_game = pgn.read_game(lines, Visitor=_make_visitor(pgn))
        has_more = lines.has_more() and number == 1
    if pgn_game is None or not (pgn_game.headers or pgn_game.moves):
        raise PlyscopeError(f"it has {number - 1:,} games and no game {number:,}" if number > 1 else "it holds no game")
    if pgn_game.headers.get("Variant", "Standard").casefold() not in ("standard", "from position", "chess"):
        raise PlyscopeError(f"it is a game of {clean(pgn_game.headers['Variant'], 40)}, and no chess")
    return _make_game(pgn_game, as_game("chess" if game is None else game), name if has_more else "")


def _make_game(pgn_game: Any, game: Any, name: str) -> Played:
    """The game of what was read; a name says that its file has more games."""
    headers = pgn_game.headers
    match = Match(game, headers.get("FEN"))
    is_plyscope_game = headers.get("Annotator") == ANNOTATOR
    players = {side: clean(headers.get(word, HUMAN), 60) for word, side in SIDE_BY_HEADER.items()}
    for uci, comments in pgn_game.moves:
        legal = {getattr(move, "move", None): label for label, move in match.legal.items()}
        document: JsonObject = {"move": legal.get(uci, uci), "by": players.get(match.turn, HUMAN)}
        replay_move(match, document | _parse_comment(" ".join(comments)))
    notices = [f"it has more games: {name}#2 is the next"] if name else []
    notices += [f"variations were passed over: {pgn_game.variations:,}"] if pgn_game.variations else []
    sides: dict[int, str] = {side: players[side] if is_plyscope_game else HUMAN for side in players}
    return Played(match, sides, Settings(), tuple(notices))


def _parse_comment(comment: str) -> JsonObject:
    """What a comment says of a move; what cannot be read is passed over, for everybody writes comments."""
    fields: dict[str, str] = dict(_COMMAND_PATTERN.findall(comment))
    document: JsonObject = {"note": clean(" ".join(_COMMAND_PATTERN.sub(" ", comment).split()), MAX_NOTE_LENGTH)}
    value_text = fields.get("value", fields.get("eval", "")).partition(",")[0].strip()
    if depth_match := re.fullmatch(r"[^,]*,\s*(\d{1,4})\s*", fields.get("eval", ""), re.ASCII):
        document["depth"] = int(depth_match[1])
    if mate_match := re.fullmatch(r"#([+-]?)\d{1,4}", value_text):
        document["value"] = -MATE_VALUE if mate_match[1] == "-" else MATE_VALUE
    elif _NUMBER_PATTERN.fullmatch(value_text) and abs(float(value_text)) < MAX_WRITTEN_VALUE:
        document["value"] = float(value_text)
    if nodes_match := re.fullmatch(r"\d{1,18}", fields.get("nodes", "").strip(), re.ASCII):
        document["visited"] = int(nodes_match[0])
    if time_match := re.fullmatch(
        r"(\d{1,6}):(\d{1,2}):(\d{1,2}(?:\.\d{0,9})?)", fields.get("emt", "").strip(), re.ASCII
    ):
        document["seconds"] = int(time_match[1]) * 3600 + int(time_match[2]) * 60 + float(time_match[3])
    document["line"] = fields.get("line", "").split()
    return document | ({"by": fields["by"]} if fields.get("by") else {})


def may_replace(stream: BinaryIO) -> bool:
    """Whether a file was written here, and has one game."""
    text = stream.read(MAX_GAME_BYTES + 1) or b""
    return len(text) <= MAX_GAME_BYTES and f'[Annotator "{ANNOTATOR}"]'.encode() in text and text.count(b"[Event ") == 1


class _LimitedLines:
    """The lines of a file as python-chess asks for them, none of them longer than a line of a game is."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._bytes_left: int | None = None

    def limit(self) -> None:
        """Begin with a game, which is no longer than one is."""
        self._bytes_left = MAX_GAME_BYTES

    def readline(self) -> str:
        """The next line; empty at the end."""
        line = self._stream.readline(MAX_LINE_BYTES + 1)
        if len(line) > MAX_LINE_BYTES:
            raise PlyscopeError(f"a line has more than {MAX_LINE_BYTES:,} bytes")
        if self._bytes_left is not None:
            self._bytes_left -= len(line)
            if self._bytes_left < 0:
                raise PlyscopeError(f"a game has more than {MAX_GAME_BYTES:,} bytes")
        return line.decode(errors="replace").replace("\0", " ")

    def has_more(self) -> bool:
        """Whether something follows that is not blank."""
        self.limit()
        while line := self.readline():
            if not line.isspace():
                return True
        return False


def _make_visitor(pgn: Any, *, skip: bool = False) -> Any:
    """What python-chess tells what it reads: a class, for it makes one itself."""

    class Visitor(pgn.BaseVisitor):  # type: ignore[misc]  # python-chess is not there for the checker
        def __init__(self) -> None:
            self.headers: dict[str, str] = {}
            self.moves: list[tuple[str, list[str]]] = []
            self.variations = 0
            self._bytes_left = 0

        def begin_game(self) -> Any:
            return pgn.SKIP if skip else None

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            if len(self.headers) < MAX_NOTE_LENGTH:
                self.headers[tagname] = tagvalue

        def begin_variation(self) -> Any:
            self.variations += 1
            return pgn.SKIP

        def visit_move(self, board: Any, move: Any) -> None:
            if len(self.moves) >= MAX_MOVES:
                raise PlyscopeError(f"it has {MAX_MOVES:,} moves or more, which is no game")
            self.moves.append((move.uci(), []))
            self._bytes_left = MAX_COMMENT_LENGTH

        def visit_comment(self, comment: str) -> None:
            if self.moves and self._bytes_left > 0:
                self.moves[-1][1].append(comment[: self._bytes_left])
                self._bytes_left -= len(comment) + 1

        def handle_error(self, error: Exception) -> None:
            raise PlyscopeError(f"move {len(self.moves) + 1:,}: {clean(str(error))}")

        def result(self) -> Any:
            return self

    return Visitor
