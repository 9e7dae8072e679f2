"""Opening books: every position that can come up is in one, each once, with the move that a search chooses there."""

import json
import struct
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import pytest

import tracer
from tracer.errors import PlyscopeError
from tracer.games.rules import label
from tracer.playing.book import Book, load_book, open_book
from tracer.playing.book_maker import make_book


def reachable(game: Any, plies: int) -> dict[Hashable, Any]:
    """By key: the positions in which somebody moves before so many moves were made; found by going everywhere."""
    found: dict[Hashable, Any] = {}

    def go(state: Any, left: int) -> None:
        if game.utility(state) is None and left:
            found[game.key(state) if hasattr(game, "key") else state] = state
            for move in game.moves(state):
                go(game.play(state, move), left - 1)

    go(game.start(), plies)
    return found


@pytest.mark.parametrize(("spec", "plies"), [("tictactoe", 3), ("nim:1,2,2", 9), ("connect4:4,4,3", 3)])
def test_every_position_is_there_once_with_the_move_of_its_search(spec: str, plies: int) -> None:
    game = tracer.game(spec)
    book = make_book(game, "alphabeta:depth=3" if spec[0] == "c" else "alphabeta", plies=plies)
    states = reachable(game, plies)
    assert len(book.entries) == len(states)
    for state in states.values():
        entry = book.find(game, state)
        assert entry is not None
        depth = {"depth": 3} if spec[0] == "c" else {}
        result = tracer.search(game, "alphabeta", position=state, **depth)
        assert (entry.move, entry.value) == (label(game, result.best_move), result.value)


def test_a_position_beyond_the_plies_is_not_known() -> None:
    game = tracer.game("tictactoe")
    book = make_book(game, "alphabeta", plies=2)
    state = game.start()
    for known in (True, True, False):
        assert (book.find(game, state) is not None) is known
        state = game.play(state, game.moves(state)[0])


def test_a_transposition_is_found_by_any_path() -> None:
    game = tracer.game("tictactoe")
    book = make_book(game, "alphabeta", plies=4)
    moves = {label(game, move): move for move in game.moves(game.start())}
    first, second = game.start(), game.start()
    for word, other in zip(("a1", "b2", "c3"), ("c3", "b2", "a1"), strict=True):
        first, second = game.play(first, moves[word]), game.play(second, moves[other])
    assert book.find(game, first) is not None
    assert book.find(game, first) is book.find(game, second)


def test_the_same_book_has_the_same_bytes_and_comes_back(tmp_path: Path) -> None:
    one, other = (make_book("nim:1,2,2", "alphabeta", plies=3) for _ in range(2))
    one.save(tmp_path / "b.json")
    assert (tmp_path / "b.json").read_text(encoding="utf-8") == other.text()
    found = load_book(tmp_path / "b.json")
    assert found.text() == one.text()
    assert found.entries == one.entries


def test_chance_is_no_entry_and_all_that_it_may_bring_is() -> None:
    book = make_book("piglet", plies=3)
    assert book.search == "expectiminimax"
    assert [entry.path for entry in book.entries] == [(), ("roll", "tails"), ("roll", "heads")]


def test_a_book_may_begin_elsewhere() -> None:
    game = tracer.game("tictactoe")
    book = make_book(game, "alphabeta", plies=1, position="b2/a1")
    state = game.play(game.play(game.start(), 4), 0)
    assert book.find(game, game.start()) is None
    assert book.find(game, state) is not None


def test_more_positions_than_are_wanted_are_refused_before_any_search() -> None:
    searched: list[int] = []
    with pytest.raises(PlyscopeError, match="more than 50 positions in 2 plies"):
        make_book("tictactoe", "alphabeta", plies=5, max_positions=50, progress=lambda *_: searched.append(1))
    assert not searched


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"search": "alphabet"}, "alphabet"),
        ({"search": "human"}, "a person makes no book"),
        ({"plies": 0}, "plies"),
        ({"plies": 10**9}, "plies"),
        ({"prefer": "slow"}, "prefer"),
        ({"position": "z9"}, "z9"),
    ],
)
def test_what_makes_no_book_is_said(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(PlyscopeError, match=said):
        make_book("tictactoe", **{"plies": 1, **arguments})


ENTRY = {"path": [], "move": "b2", "value": 0}
DOCUMENT: dict[str, Any] = {
    "format": "plyscope book 1",
    "game": "tictactoe",
    "position": None,
    "search": "alphabeta",
    "prefer": "value",
    "plies": 1,
    "entries": [ENTRY],
}


def document(path: Path, **change: Any) -> Path:
    path.write_text(json.dumps(DOCUMENT | change), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "change",
    [
        {"format": "plyscope book 2"},
        {"format": None},
        {"game": 3},
        {"position": []},
        {"search": {}},
        {"plies": 10**9},
        {"plies": "one"},
        {"plies": True},
        {"entries": {}},
        {"entries": [3]},
        {"entries": [ENTRY | {"move": 3}]},
        {"entries": [ENTRY | {"value": 10**400}]},
        {"entries": [ENTRY | {"value": True}]},
        {"entries": [ENTRY | {"path": "b2"}]},
        {"entries": [ENTRY | {"path": ["a1"] * 2_000}]},
    ],
    ids=lambda change: str(change)[:40],
)
def test_a_document_that_is_no_book_is_refused_in_one_line(tmp_path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(PlyscopeError, match="cannot be opened as a book") as refused:
        load_book(document(tmp_path / "b.json", **change))
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"entries": [ENTRY | {"move": "z9\x1b[31m"}]}, "entry 1: .*no legal move"),
        ({"entries": [ENTRY, ENTRY | {"path": ["b2", "b2"]}]}, "entry 2: .*no legal move"),
        ({"game": "nim:1,2"}, "is about nim:1,2, not about tictactoe"),
        ({"position": "z9"}, "z9"),
    ],
)
def test_the_moves_of_a_book_are_checked_when_it_is_used(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    book = load_book(document(tmp_path / "b.json", **change))
    game = tracer.game("tictactoe")
    with pytest.raises(PlyscopeError, match=said) as refused:
        book.find(game, game.start())
    assert str(refused.value).isprintable()


def test_a_strangers_book_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text("open('ran', 'w')\n", encoding="utf-8")
    book = load_book(document(tmp_path / "b.json", game="evil.py:Game"))
    assert book.game_of_file() is None
    assert not (tmp_path / "ran").exists()


def test_nothing_but_a_book_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    path.write_text("[3, 12]", encoding="utf-8")
    book = make_book("nim:1,2", "alphabeta", plies=1)
    with pytest.raises(PlyscopeError, match="something else is there than a book"):
        book.save(path)
    assert path.read_text(encoding="utf-8") == "[3, 12]"
    path.unlink()
    book.save(path)
    make_book("nim:1,2", "minimax", plies=1).save(path)
    assert load_book(path).search == "minimax"


def test_books_of_chess_in_the_polyglot_format_are_read(tmp_path: Path) -> None:
    polyglot = pytest.importorskip("chess.polyglot", reason="python-chess is not installed")
    game = tracer.game("chess")
    hashed = polyglot.zobrist_hash(game.start().held)
    e4, d4 = (12 << 6 | 28), (11 << 6 | 27)
    path = tmp_path / "b.bin"
    path.write_bytes(b"".join(struct.pack(">QHHI", hashed, move, weight, 0) for move, weight in ((d4, 3), (e4, 9))))
    book = open_book(str(path))
    entry = book.find(game, game.start())
    assert entry is not None
    assert (entry.move, entry.value) == ("e4", None)
    assert book.find(game, game.play(game.start(), game.moves(game.start())[0])) is None
    nim = tracer.game("nim:1,2")
    with pytest.raises(PlyscopeError, match="book of chess"):
        book.find(nim, nim.start())
    path.write_bytes(b"x" * 17)
    with pytest.raises(PlyscopeError, match="16 bytes an entry"):
        open_book(str(path))


def test_a_book_without_a_file_names_itself() -> None:
    book = Book("nim:1,2", None, "alphabeta", 1, [])
    with pytest.raises(PlyscopeError, match="the book is about"):
        book.find(tracer.game("tictactoe"), tracer.game("tictactoe").start())
