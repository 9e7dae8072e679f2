"""How a game is kept with its searches: nothing is lost, nothing is read that nobody asks for, nothing is trusted."""

import io
import os
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from kept_games import SETTINGS, SIDES, played, same

import tracer
from tracer.errors import GameError, PlyscopeError, TraceFileError
from tracer.file import frames
from tracer.file.frames import GAME, decode_json, encode_json
from tracer.playing import game_frames
from tracer.playing.choice import Choice
from tracer.playing.game_file import load, save, search_in
from tracer.playing.match import Match
from tracer.playing.settings import Settings

Frame = tuple[bytes, bytes]
MUTANTS = 400


def kept(path: Path, match: Match | None = None) -> Path:
    save(match or played(), path, sides=SIDES, settings=SETTINGS)
    return path


def in_one_line(error: Exception) -> None:
    assert str(error).isprintable()


def apart(data: bytes) -> list[Frame]:
    """The frames of a game's file."""
    stream = io.BytesIO(data)
    assert stream.read(8) == GAME.signature
    found = []
    while (head := frames.read_head(stream, GAME)) is not None:
        found.append((head.kind, frames.read_payload(stream, head)))
    return found


def together(parts: list[Frame]) -> bytes:
    """A file of these frames, its checksums right."""
    return GAME.signature + b"".join(frames.encode(kind, k, [payload]) for k, (kind, payload) in enumerate(parts))


def edited(data: bytes, kind: bytes, change: Callable[[dict[str, Any]], dict[str, Any]], nth: int = 0) -> bytes:
    """A file of which the JSON of one frame is another."""
    parts = apart(data)
    place = [k for k, part in enumerate(parts) if part[0] == kind][nth]
    parts[place] = kind, encode_json(change(decode_json(parts[place][1])))
    return together(parts)


@pytest.mark.parametrize("spec", ["tictactoe", "nim:1,2,2", "connect4:4,4,3", "[[3,12,8],[2,4,6],[14,5,2]]"])
def test_a_game_comes_back_as_it_was_with_every_search(tmp_path: Path, spec: str) -> None:
    match = played(spec, 4)
    found = load(kept(tmp_path / "g.plyscope", match))
    same(found.match, match)
    assert found.sides == SIDES
    assert found.settings == SETTINGS
    assert not found.notices


def test_chance_is_kept_too(tmp_path: Path) -> None:
    match = played("piglet", 6, ("expectiminimax", "expectiminimax"))
    assert any(choice.by == "chance" for choice in match.choices)
    same(load(kept(tmp_path / "g.plyscope", match)).match, match)


def test_a_game_that_begins_elsewhere_comes_back_there(tmp_path: Path) -> None:
    match = Match("tictactoe", "b2/a1")
    match.play(Choice(move=match.find("c3")))
    found = load(kept(tmp_path / "g.plyscope", match)).match
    assert found.state == match.state
    assert found.state_before(0) == match.state_before(0)


def test_what_was_taken_back_is_not_kept(tmp_path: Path) -> None:
    match = played("tictactoe", 3)
    match.undo()
    found = load(kept(tmp_path / "g.plyscope", match)).match
    assert found.labels == match.labels
    assert not found.undone


def test_opening_reads_no_search_and_asking_for_one_reads_that_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(tmp_path / "g.plyscope", played("tictactoe", 3))
    read: list[str] = []
    real = game_frames.OpenGameFile.read_chunk
    monkeypatch.setattr(
        game_frames.OpenGameFile,
        "read_chunk",
        lambda file, at, move, place: (read.append(move), real(file, at, move, place))[1],
    )
    choices = load(path).match.choices
    assert [choice.recorded for choice in choices] == [True, False, True]
    assert not read
    assert choices[1].trace is None
    trace = choices[2].trace
    assert set(read) == {2}
    assert choices[2].trace is trace, "it is not read twice while somebody holds it"


def test_a_search_of_many_pieces_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracer.playing.game_frames.CHUNK_BYTES", 100)
    match = played("tictactoe", 3)
    path = kept(tmp_path / "g.plyscope", match)
    assert sum(kind == frames.SEARCH for kind, _ in apart(path.read_bytes())) > 3
    same(load(path).match, match)


def test_opening_a_game_of_large_searches_takes_no_memory_for_them(tmp_path: Path) -> None:
    path = kept(tmp_path / "g.plyscope", played("tictactoe", 2, ("minimax", "minimax")))
    assert path.stat().st_size > 10_000_000
    load(path)
    tracemalloc.start()
    load(path)
    assert tracemalloc.get_traced_memory()[1] < 500_000
    tracemalloc.stop()


def test_a_game_is_saved_onto_the_file_that_its_searches_are_read_from(tmp_path: Path) -> None:
    match = played()
    path = kept(tmp_path / "g.plyscope", match)
    first = path.read_bytes()
    found = load(path)
    save(found.match, path, sides=found.sides, settings=found.settings)
    assert path.read_bytes() == first
    same(found.match, match)
    path.unlink()
    same(found.match, match)


def test_a_file_is_whole_or_not_written_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(tmp_path / "g.plyscope")
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(game_frames, "_write_search", full)
    with pytest.raises(PlyscopeError, match=r"cannot write .*No space left"):
        kept(path, played("tictactoe", 3))
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["g.plyscope"]


@pytest.mark.parametrize("name", ["g.plyscope", "g.pgn", "g.json", "g"])
def test_nothing_else_than_a_game_is_replaced(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b'{"name": "somebody\'s tree"}')
    with pytest.raises(PlyscopeError, match="something else is there"):
        kept(path)
    assert path.read_bytes().startswith(b'{"name"')
    (tmp_path / "folder.plyscope").mkdir()
    with pytest.raises(PlyscopeError, match="cannot write"):
        kept(tmp_path / "folder.plyscope")


def test_a_game_takes_the_place_of_a_game_or_nothing_much_and_of_no_single_search(tmp_path: Path) -> None:
    path = tmp_path / "g.plyscope"
    path.touch()
    kept(path)
    assert len(load(kept(path)).match.choices) == len(played().choices)
    search = tmp_path / "search.plyscope"
    tracer.trace([3, 12]).save(search)
    before = search.read_bytes()
    with pytest.raises(PlyscopeError, match="something else is there"):
        kept(search)
    assert search.read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="devices are files")
def test_a_device_is_written_into() -> None:
    kept(Path("/dev/null"))
    assert not Path("/dev/null").is_file()


def test_a_suffix_that_says_nothing_is_refused_with_those_that_do(tmp_path: Path) -> None:
    with pytest.raises(PlyscopeError, match=r"\.plyscope, \.pgn, \.json"):
        kept(tmp_path / "g.txt")
    assert not list(tmp_path.iterdir())


def test_what_is_left_of_a_file_that_was_cut_is_a_game_that_says_so(tmp_path: Path) -> None:
    path, match = tmp_path / "g.plyscope", played()
    data = kept(path, match).read_bytes()
    searched = [len(choice.trace) for choice in match.choices if choice.trace is not None]
    seen, last = set(), 0
    for size in range(0, len(data), 7):
        path.write_bytes(data[:size])
        try:
            found = load(path)
        except PlyscopeError as error:
            in_one_line(error)
            assert not seen, "a longer file must not say less"
            continue
        assert found.notices
        moves = len(found.match.choices)
        assert found.match.labels == match.labels[:moves]
        assert moves >= last
        seen.add(moves)
        last = moves
        for choice in found.match.choices:
            try:
                trace = choice.trace
            except TraceFileError as error:
                in_one_line(error)
            else:
                assert trace is None or len(trace) <= max(searched)
    assert seen == set(range(len(match.choices) + 1))


def test_a_damaged_search_is_found_when_it_is_asked_for_and_the_others_are_whole(tmp_path: Path) -> None:
    path = kept(tmp_path / "g.plyscope")
    data = bytearray(path.read_bytes())
    first = data.index(frames.SEARCH)
    data[first + 60] ^= 4
    path.write_bytes(data)
    choices = load(path).match.choices
    with pytest.raises(PlyscopeError, match="damaged") as refused:
        choices[0].trace  # noqa: B018
    assert str(refused.value).isprintable()
    assert choices[2].trace is not None


def test_every_change_of_a_byte_before_the_searches_is_noticed(tmp_path: Path) -> None:
    path = kept(tmp_path / "g.plyscope")
    data = path.read_bytes()
    for place in range(data.index(frames.SEARCH)):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(PlyscopeError):
            load(path)


WRONG: list[tuple[bytes, dict[str, Any], str]] = [
    (frames.PLAY, {"move": "no such"}, "move 1: 'no such' is no legal move"),
    (frames.PLAY, {"move": 3}, "move 1"),
    (frames.PLAY, {"move": None}, "move 1"),
    (frames.PLAY, {"value": "much"}, '"value" is a number'),
    (frames.PLAY, {"value": 10**400}, '"value" is a number'),
    (frames.PLAY, {"seconds": -1}, '"seconds"'),
    (frames.PLAY, {"visited": 0.5}, '"visited"'),
    (frames.PLAY, {"visited": True}, '"visited"'),
    (frames.PLAY, {"line": "e4"}, '"line"'),
    (frames.PLAY, {"line": [1]}, '"line"'),
    (frames.PLAY, {"by": []}, '"by"'),
    (frames.HEADER, {"game": "evil.py:Game"}, "--game"),
    (frames.HEADER, {"game": "os:system"}, "--game"),
    (frames.HEADER, {"game": ["nim"]}, '"game" is text'),
    (frames.HEADER, {"game": "nim:1,x"}, "nim"),
    (frames.HEADER, {"position": "no such"}, "position"),
    (frames.HEADER, {"sides": 3}, '"sides"'),
    (frames.HEADER, {"sides": {"max": 3}}, '"max"'),
    (frames.HEADER, {"settings": []}, '"settings"'),
    (frames.HEADER, {"settings": {"ties": 3}}, "settings"),
    (frames.HEADER, {"settings": {"prefer": "evil"}}, "prefer"),
    (frames.HEADER, {"settings": {"seconds": {}}}, "seconds"),
    (frames.HEADER, {"settings": {"seconds": "2"}}, "settings"),
    (frames.END, {"moves": 10**9}, "its end does not fit"),
    (frames.END, {"searches": 0}, "its end does not fit"),
    (frames.END, {"frames": True}, "its end does not fit"),
]


@pytest.mark.parametrize(("kind", "change", "said"), WRONG, ids=[str(row[1])[:40] for row in WRONG])
def test_what_cannot_be_is_refused_in_one_line(
    tmp_path: Path, kind: bytes, change: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text("open('ran', 'w')\nclass Game: pass\n", encoding="utf-8")
    path = kept(tmp_path / "g.plyscope")
    path.write_bytes(edited(path.read_bytes(), kind, lambda had: had | change))
    with pytest.raises(PlyscopeError) as refused:
        load(path)
    assert said in str(refused.value)
    assert str(refused.value).isprintable()
    assert not (tmp_path / "ran").exists()


def test_words_of_a_file_cannot_harm_a_terminal(tmp_path: Path) -> None:
    path = kept(tmp_path / "g.plyscope")
    evil = "\x1b[31m\u202eevil"
    change = {"by": evil, "note": evil, "line": [evil]}
    data = edited(path.read_bytes(), frames.PLAY, lambda had: had | change)
    path.write_bytes(edited(data, frames.HEADER, lambda had: had | {"sides": {"max": evil}}))
    found = load(path)
    choice = found.match.choices[0]
    assert all(text.isprintable() for text in (choice.by, choice.note, *choice.line, *found.sides.values()))


def test_frames_in_a_wrong_order_are_refused(tmp_path: Path) -> None:
    path = kept(tmp_path / "g.plyscope")
    parts = apart(path.read_bytes())
    orders = [parts[1:], [parts[0], *parts], [*parts, parts[-1]], [parts[0], *parts[1:][::-1]], [parts[0], parts[-2]]]
    for wrong in orders:
        path.write_bytes(together(wrong))
        with pytest.raises(PlyscopeError) as refused:
            load(path)
        assert str(refused.value).isprintable()


def test_pieces_of_a_search_in_a_wrong_order_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracer.playing.game_frames.CHUNK_BYTES", 100)
    path = kept(tmp_path / "g.plyscope")
    parts = apart(path.read_bytes())
    first = next(place for place, part in enumerate(parts) if part[0] == frames.SEARCH)
    parts[first : first + 2] = parts[first : first + 2][::-1]
    path.write_bytes(together(parts))
    choices = load(path).match.choices
    with pytest.raises(PlyscopeError, match="damaged"):
        choices[0].trace  # noqa: B018
    assert choices[2].trace is not None


def test_a_search_of_a_move_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = kept(tmp_path / "g.plyscope")
    parts = apart(path.read_bytes())
    place = next(place for place, part in enumerate(parts) if part[0] == frames.SEARCH)
    parts[place] = frames.SEARCH, (10**9).to_bytes(4, "little") + parts[place][1][4:]
    path.write_bytes(together(parts))
    with pytest.raises(PlyscopeError, match="a move that it has not"):
        load(path)


def test_a_head_that_lies_of_its_length_takes_no_memory(tmp_path: Path) -> None:
    path = kept(tmp_path / "g.plyscope")
    parts = apart(path.read_bytes())
    whole = frames.encode(frames.PLAY, 1, [parts[1][1]])
    head = bytearray(whole[: frames.HEAD_SIZE])
    head[8:16] = (2**60).to_bytes(8, "little")
    head[20:24] = crc32(bytes(head[:20])).to_bytes(4, "little")
    path.write_bytes(together(parts[:1]) + bytes(head) + whole[frames.HEAD_SIZE :])
    with pytest.raises(PlyscopeError, match="longer than its kind may be"):
        load(path)


def test_mutants_are_refused_in_one_line_or_are_games(tmp_path: Path) -> None:
    path = kept(tmp_path / "g.plyscope")
    data, opened = path.read_bytes(), 0
    for seed in range(MUTANTS):
        path.write_bytes(mutant(data, Random(seed)))
        try:
            found = load(path)
            for choice in found.match.choices:
                if (trace := choice.trace) is not None:
                    repr(trace)
        except PlyscopeError as error:
            in_one_line(error)
            continue
        opened += 1
    assert 0 < opened < MUTANTS


def mutant(data: bytes, random: Random) -> bytes:
    """A file changed at random; sometimes with its checksums made right."""
    changed = bytearray(data)
    if random.random() < 0.3:
        return bytes(changed[: random.randrange(len(changed))])
    if random.random() < 0.5:
        parts = apart(data)
        place = random.randrange(len(parts))
        payload = bytearray(parts[place][1])
        for _ in range(random.randrange(1, 4)):
            payload[random.randrange(len(payload))] = random.randrange(256)
        parts[place] = parts[place][0], bytes(payload)
        return together(parts)
    for _ in range(random.randrange(1, 4)):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


@pytest.mark.parametrize("name", ["g.plyscope", "g.json"])
def test_a_game_of_more_moves_than_any_game_has_is_refused(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(tmp_path / name, played("tictactoe", 3))
    monkeypatch.setattr("tracer.playing.played.MAX_MOVES", 3)
    assert len(load(path).match.choices) == 3
    monkeypatch.setattr("tracer.playing.played.MAX_MOVES", 2)
    with pytest.raises(PlyscopeError, match="more than 2 moves"):
        load(path)


def test_other_files_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "t.plyscope"
    tracer.trace([3, 12]).save(path)
    with pytest.raises(PlyscopeError, match="a single search"):
        load(path)
    game = kept(tmp_path / "g.plyscope")
    with pytest.raises(TraceFileError, match=r"whole game.*#1"):
        tracer.load(game)
    game.write_bytes(GAME.magic + b"\x09" + game.read_bytes()[8:])
    with pytest.raises(PlyscopeError, match="format 9"):
        load(game)
    for data in (b"", b"hello", b'{"format": "plyscope game 7"}'):
        (tmp_path / "x.plyscope").write_bytes(data)
        with pytest.raises(PlyscopeError, match="no game"):
            load(tmp_path / "x.plyscope")
    with pytest.raises(PlyscopeError, match="No such file"):
        load(tmp_path / "missing.plyscope")
    with pytest.raises(PlyscopeError):
        load(tmp_path)


def test_the_search_of_a_move_is_named_by_its_number(tmp_path: Path) -> None:
    match = played("tictactoe", 3)
    path = str(kept(tmp_path / "g.plyscope", match))
    assert len(search_in(path, 3)) == len(match.choices[2].trace or [])
    assert search_in(path, 3).state(0) == match.state_before(2)
    for number, said in ((2, "was not recorded"), (4, "no move 4"), (0, "no move 0"), (None, "#NUMBER")):
        with pytest.raises(PlyscopeError, match=rf"{said}.*moves 1, 3"):
            search_in(path, number)


def test_a_search_with_infinite_values_is_left_out_and_the_game_says_so(tmp_path: Path) -> None:
    match = Match("[3,12]")
    plain = tracer.trace(match.game)
    columns = replace(plain.columns, value=np.full(len(plain), np.inf))
    trace = tracer.Trace(columns, plain.no_moves, plain.header, plain.game, labels=plain.move_labels)
    match.play(Choice(move=match.find("a2"), value=float("inf"), trace=trace))
    choice = load(kept(tmp_path / "g.plyscope", match)).match.choices[0]
    assert not choice.recorded
    assert "infinite" in choice.note
    assert choice.value is None


class Own:
    """A game that is not built in, whose positions are lists in all but name."""

    spec = "own.py:Own"

    def start(self) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> tracer.Turn:
        return tracer.MIN if len(state) % 2 else tracer.MAX

    def utility(self, state: tuple[int, ...]) -> float | None:
        return sum(state) if len(state) == 3 else None

    def moves(self, state: tuple[int, ...]) -> list[int]:
        return [1, 2]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)


def test_a_game_of_ones_own_is_opened_with_its_rules(tmp_path: Path) -> None:
    match = Match(Own())
    for _ in range(2):
        trace = tracer.trace(match.game, position=match.state)
        match.play(Choice(move=trace.best_move, trace=trace))
    path = kept(tmp_path / "g.plyscope", match)
    with pytest.raises(PlyscopeError, match="name it with --game"):
        load(path)
    found = load(path, Own()).match
    assert found.state == match.state
    trace_again = found.choices[1].trace
    assert trace_again is not None
    assert trace_again.state(0) == match.state_before(1)


def test_moves_that_a_file_could_not_tell_apart_are_refused_before_one_is_made() -> None:
    class Alike(Own):
        def label(self, move: int) -> str:
            return "same"

    match = Match(Alike())
    for ask in (lambda: match.play(Choice(move=2)), lambda: match.find("same"), lambda: match.legal):
        with pytest.raises(GameError, match="two moves are called 'same'; label"):
            ask()


@pytest.mark.parametrize("suffix", [".plyscope", ".json"])
def test_sides_are_numbers_and_others_are_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"g{suffix}"
    with pytest.raises(PlyscopeError, match=r"sides are those of plyscope\.MAX and plyscope\.MIN, not of 'max'"):
        save(played(), path, sides={"max": "random"}, settings=Settings())  # type: ignore[dict-item]
    assert not list(tmp_path.iterdir())
    save(played(), path, sides={1: "random", tracer.MIN: "human"}, settings=Settings())
    assert load(path).sides == {tracer.MAX: "random", tracer.MIN: "human"}


def test_settings_that_are_the_usual_ones_are_not_written(tmp_path: Path) -> None:
    save(played(), tmp_path / "g.plyscope", sides={}, settings=Settings())
    (head, *_) = apart((tmp_path / "g.plyscope").read_bytes())
    assert decode_json(head[1])["settings"] == {}
    assert load(tmp_path / "g.plyscope").settings == Settings()


KNIGHTS = ("Nf3", "Nf6", "Ng1", "Ng8") * 4
"""The first position of chess for the fifth time."""


@pytest.mark.parametrize("suffix", [".plyscope", ".pgn", ".json"])
def test_a_position_for_the_fifth_time_ends_a_game_of_chess(
    tmp_path: Path, need: Callable[[str], None], suffix: str
) -> None:
    need("chess")
    match = Match("chess")
    for word in KNIGHTS:
        assert match.utility is None
        match.move(word)
    assert (match.utility, match.legal) == (0, {})
    with pytest.raises(PlyscopeError, match="the game is over"):
        match.move("e4")
    save(match, tmp_path / f"g{suffix}", sides={}, settings=Settings())
    again = load(tmp_path / f"g{suffix}").match
    assert (again.labels, again.utility) == (list(KNIGHTS), 0)
    again.undo()
    assert (again.utility, again.copy().utility) == (None, None)
    assert "Ng8" in again.legal


def test_a_position_repeats_another_whatever_the_number_of_quiet_moves_and_not_with_other_rights(
    need: Callable[[str], None],
) -> None:
    need("chess")
    match = Match("chess", "4k3/8/8/8/8/8/8/R3K2R w - - 110 80")
    for word in ("Rb1", "Kd8", "Ra1", "Ke8") * 4:
        match.move(word)
    assert match.utility == 0
    match = Match("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    for word in ("Rb1", "Kd8", "Ra1", "Ke8") * 4:  # the first time White may castle to a side on which he may not later
        match.move(word)
    assert match.utility is None
