"""A game at a screen, without the screen: turns, taking back, sides, what is said and what is kept."""

from pathlib import Path

import pytest
from gaming import Scripted, play, session

from tracer.errors import PlyscopeError
from tracer.games.rules import MAX, MIN
from tracer.playing.choice import HUMAN, Choice
from tracer.playing.game_file import load
from tracer.playing.match import Match
from tui.model.explorer_state import SuccessNotice
from tui.model.playing import move_texts
from tui.model.playing.expectations import compare_expected_line, search_behind_move, why_not_question
from tui.model.playing.move_texts import describe_choice
from tui.model.playing.session import Session, State


def labels(game: Session) -> list[str]:
    return game.match.labels


def test_a_person_moves_in_turn_and_the_player_replies():
    game = play(session(other=Scripted("a1", "c1")), ["b2", "b1"])
    assert labels(game) == ["b2", "a1", "b1", "c1"]
    assert game.state is State.HUMAN
    assert [choice.by for choice in game.match.choices] == [HUMAN, "scripted"] * 2
    for word in ("scripted", "c1", "0.5", "1,234", "0.25 s"):
        assert word in game.last_remark


def test_an_illegal_move_names_legal_ones_and_changes_nothing():
    game = play(session(other=Scripted("a1")), ["b2"])
    for word in ("b2", "a1", "d4", ""):
        with pytest.raises(PlyscopeError, match=r"no legal move.*b1, c1"):
            game.play(word)
    assert labels(game) == ["b2", "a1"]


def test_a_person_does_not_move_for_a_player_nor_after_the_end():
    game = session(best=Scripted("b2"))
    assert "scripted" in game.play("a1")
    assert labels(game) == []
    done = play(session("[3, 5]"), ["a1"])
    assert done.state is State.OVER
    assert "over" in done.play("a2")


@pytest.mark.parametrize(
    ("utility", "said"), [(0, "nobody wins"), (1, "MAX wins"), (-1, "MIN wins"), (2.5, "2.5 for MAX")]
)
def test_the_end_says_who_won(utility, said):
    assert said in play(session(f"[{utility}]"), ["a1"]).ending_text


@pytest.mark.parametrize(("score", "said"), [("10-0", "MAX wins"), ("0-10", "MIN wins")])
def test_where_values_are_chances_of_winning_nothing_is_a_loss(score, said):
    assert said in Session(Match("pig:10", f"{score} +0 MIN moves, 9 turns left"), {}).ending_text


def test_of_dice_nobody_has_won_where_the_turns_are_over_and_a_score_alone_is_no_victory():
    drawn = Session(Match("pig:10", "5-5 +0 MIN moves, 0 turns left"), {})
    assert drawn.ending_text == "the game is over after 0 moves: nobody wins, 0.5 for MAX"
    game = play(session("2048:2,2", "random:3"))
    assert game.ending_text == f"the game is over after {len(labels(game))} moves: {game.match.utility:.0f} for MAX"
    through = Session(Match("race:3,1,2", "4 | 2 MIN -"), {})
    assert through.ending_text == "the game is over after 0 moves: ▲ MAX wins, 1 for MAX"


def test_undo_takes_the_reply_back_too_so_that_it_is_my_turn_again():
    game = play(session(other=Scripted("a1", "c1")), ["b2", "b1"])
    game.undo()
    assert labels(game) == ["b2", "a1"]
    assert game.state is State.HUMAN
    game.undo()
    assert labels(game) == []
    assert "no move" in game.undo()
    game.redo()
    assert labels(game) == ["b2", "a1"]
    game.redo()
    assert labels(game) == ["b2", "a1", "b1", "c1"]
    assert "no move" in game.redo()


def test_undo_while_the_player_thinks_takes_only_my_move_back():
    game = session(other=Scripted("a1"))
    game.play("b2")
    assert game.state is State.THINKING
    game.undo()
    assert (labels(game), game.state) == ([], State.HUMAN)


def test_where_no_move_was_mine_none_is_taken_back():
    game = play(session(best=Scripted("b2")))
    assert labels(game) == ["b2"]
    assert not isinstance(game.undo(), SuccessNotice)
    assert labels(game) == ["b2"]


def test_between_two_persons_or_two_players_one_move_is_taken_back():
    game = play(session(), ["b2", "a1"])
    game.undo()
    assert labels(game) == ["b2"]
    both = session(best=Scripted("b2"), other=Scripted("a1"))
    both.play_choice(both.current_player.choose(both.match))
    both.undo()
    assert (labels(both), both.state) == ([], State.PAUSED)


def test_changing_sides_gives_the_player_my_side():
    player = Scripted("c1")
    game = play(session(other=player), [])
    game.play("b2")
    game.swap()
    assert game.seats[MAX] is player
    assert game.seats[MIN] is None
    assert game.state is State.HUMAN
    game.play("a1")
    assert game.state is State.THINKING
    assert "both" in session().swap()


def test_of_two_players_one_takes_the_side_that_is_to_move():
    game = session(best=Scripted("b2"), other=Scripted("a1"))
    game.play_choice(game.current_player.choose(game.match))
    game.swap()
    assert game.state is State.HUMAN
    assert game.seats[MAX] is not None
    game.close()


def test_a_player_who_cannot_go_on_stops_nothing_and_his_side_can_be_taken():
    player = Scripted("a1")
    game = play(session(other=player), ["b2"])
    game.play("c3")
    said = game.fail("the engine died")
    assert "the engine died" in said
    assert (labels(game), game.state) == (["b2", "a1", "c3"], State.PAUSED)
    game.swap()
    assert game.seats.has_person
    assert game.seats[MIN] is game.seats[MAX] is None
    assert game.state is State.HUMAN
    game.close()
    assert player.closed


def test_two_players_pause_and_make_one_move_at_a_time():
    game = session(best=Scripted("b2", "c1"), other=Scripted("a1"))
    game.pause()
    assert game.state is State.PAUSED
    for count in (1, 2, 3):
        game.step()
        assert game.state is State.THINKING
        game.play_choice(game.current_player.choose(game.match))
        assert (len(labels(game)), game.state) == (count, State.PAUSED)
    game.toggle()
    assert game.state is State.THINKING


def test_a_hint_is_for_one_position_and_stays_with_the_move():
    game = session(other="alphabeta:depth=3")
    game.set_hint(game.seats.adviser(game.match.game, game.settings).choose(game.match))
    hint = game.hint
    assert hint is not None
    game.play("a1")
    assert game.hint is None
    made = game.match.choices[0]
    assert (made.by, made.value, made.visited, made.trace) == (HUMAN, hint.value, hint.visited, hint.trace)
    assert made.line[0] in made.note


def test_hints_come_of_a_search_that_plays_or_else_of_the_usual_one():
    assert session(other="mtdf").seats.adviser(session().match.game, session().settings).word == "mtdf"
    assert session(other="random").seats.adviser(session().match.game, session().settings).word == "alphabeta"


def test_a_new_game_begins_where_this_one_did():
    game = play(session("[[3,5],[2,9]]", other=Scripted("b1")), ["a1"])
    game.begin_again()
    assert (labels(game), game.last_remark, game.is_changed) == ([], "", False)


def test_chance_moves_without_being_asked():
    game = play(session("pig"), ["roll"])
    assert len(labels(game)) == 2
    assert game.match.choices[1].by == "chance"
    game.undo()
    assert labels(game) == []


def test_a_game_that_breaks_is_over_and_says_why():
    class Broken:
        """Breaks after its first move."""

        def start(self) -> int:
            return 0

        def turn(self, state: int) -> int:
            return 1

        def utility(self, state: int) -> float | None:
            if state:
                raise ZeroDivisionError("oh")
            return None

        def moves(self, state: int) -> list[int]:
            return [1]

        def play(self, state: int, move: int) -> int:
            return state + move

    game = session(Broken())  # type: ignore[arg-type]
    game.play("1")
    assert game.state is State.OVER
    assert "oh" in game.ending_text


def test_what_was_expected_is_told_beside_what_was_played():
    game = play(session(other="alphabeta:depth=6"), ["b2"])
    line = game.match.choices[1].line
    other = next(word for word in game.match.legal if word != line[1])
    play(game, [other])
    found = compare_expected_line(game.match)
    text = "\n".join(found.lines)
    assert f"{line[1]}" in text
    assert f"move 3: ▲ MAX played {other}, not {line[1]}" in text
    assert found.parting is not None
    assert found.parting.trace is game.match.choices[1].trace
    assert list(found.parting.trace.node(found.parting.node).path) == [line[0]]


def test_who_plays_what_was_expected_is_told_what_is_expected_next():
    game = play(session(other="alphabeta:depth=6"), ["b2"])
    line = game.match.choices[1].line
    game.play(line[1])
    assert f"next it expects {line[2]}" in compare_expected_line(game.match).lines[-1]
    assert "nobody" in compare_expected_line(game.match, 0).lines[0]
    assert compare_expected_line(session().match).parting is None


def test_behind_each_reply_is_the_search_that_chose_it():
    game = play(session(other="alphabeta:depth=6"), ["b2", "c3"])
    found = search_behind_move(game.match, 3)
    assert found is not None
    assert found.trace.label(found.trace.best_root_child) == game.match.label(3)
    assert game.last_searched == 3
    assert search_behind_move(game.match, 2) is None


@pytest.mark.parametrize("place", [None, 1])
def test_why_not_a_move_is_answered_by_a_line(place):
    game = play(session(other="alphabeta:depth=6"), ["b2"])
    about = why_not_question(game, place, is_persons_turn=True)
    assert len(about.match.choices) == (2 if place is None else 1)
    word = list(about.match.legal)[-1]
    resolved = about.resolve(word, lambda: False)
    assert word in resolved.sentences[0]
    there = resolved.refutation.node
    assert not there or resolved.refutation.trace.label(there) == word
    with pytest.raises(PlyscopeError, match="legal"):
        about.resolve("z9", lambda: False)


def test_why_not_needs_a_search():
    with pytest.raises(PlyscopeError, match="no recorded search"):
        why_not_question(play(session(other="random"), ["b2"]), 1, is_persons_turn=True)


def test_a_game_is_saved_where_it_is_named_and_then_is_not_changed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = play(session(other="alphabeta:depth=2"), ["b2"])
    assert game.is_changed
    assert "game.plyscope" in game.save("game")
    assert not game.is_changed
    assert Path("game.plyscope").stat().st_size > 100
    play(game, [next(iter(game.match.legal))])
    assert not game.is_changed, "what has a file is written after every move"
    assert load("game.plyscope").match.labels == labels(game)
    game.undo()
    assert game.is_changed
    with pytest.raises(PlyscopeError):
        game.save("no/such/folder.plyscope")


def test_another_game_gives_way_only_when_that_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    play(session(), ["b2", "a1", "c1"]).save("first.plyscope")
    game = play(session(), ["a1"])
    assert game.must_ask_to_replace("first")
    assert not game.must_ask_to_replace("second")
    with pytest.raises(PlyscopeError, match=r"first\.plyscope is there already: .*first-2\.plyscope"):
        game.save("first")
    assert (labels(game), game.is_changed, game.file) == (["a1"], True, None)
    assert load("first.plyscope").match.labels == ["b2", "a1", "c1"]
    game.save("first", may_replace=True)
    assert load("first.plyscope").match.labels == ["a1"]
    assert not game.must_ask_to_replace("./first.plyscope")
    play(game, ["b2"])
    assert load("first.plyscope").match.labels == ["a1", "b2"]


def test_a_file_whose_name_somebody_took_meanwhile_stays_and_the_game_is_kept_elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = Session(Match("tictactoe"), {}, file="mine.plyscope")
    play(session(), ["c3"]).save("mine.plyscope")
    play(game, ["b2"])
    game.save_before_exit()
    assert load("mine.plyscope").match.labels == ["c3"]
    assert game.farewell == "wrote tictactoe.plyscope"
    assert load("tictactoe.plyscope").match.labels == ["b2"]


def test_a_large_game_is_written_the_more_seldom_the_larger_it_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(move_texts, "MAX_IMMEDIATE_BYTES", 0)
    monkeypatch.setattr(move_texts, "BYTES_PER_SECOND", 1e-9)
    game = session(best="alphabeta-memo", other="alphabeta-memo")
    game.file = "g.plyscope"
    play(game)
    assert len(load("g.plyscope").match.labels) == 1
    assert game.is_changed
    game.save_before_exit()
    assert load("g.plyscope").match.labels == labels(game)


def test_a_value_to_a_depth_is_told_as_that_also_after_it_was_kept(tmp_path):
    game = play(session(best="alphabeta:depth=3"))
    told = describe_choice(game.match, 0)
    assert "at depth 3, " in told
    for name in ("g.plyscope", "g.json"):
        game.save(str(tmp_path / name))
        assert describe_choice(load(tmp_path / name).match, 0) == told
    assert "at depth" not in describe_choice(play(session("[3, 5]", best="alphabeta")).match, 0)
    assert "to depth 3" in why_not_question(game, 0, is_persons_turn=False).resolve("c3", lambda: False).sentences[0]


def test_expected_is_what_the_last_reply_said_that_said_anything():
    game = session(best=Scripted("b2", "c3"))
    play(game)
    game.match.undo()
    game.play_choice(Choice(move=game.match.find("b2"), by="first", line=("b2", "a1", "c1")))
    game.play("a1")
    game.play_choice(Choice(move=game.match.find("c3"), by="book", line=("c3",)))
    game.play("c1")
    assert "first expected b2 a1 c1" in compare_expected_line(game.match).lines[0]


def test_what_would_be_lost_is_saved_under_a_name_that_is_free(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("tictactoe.plyscope").write_text("mine", encoding="utf-8")
    game = session()
    game.save_before_exit()
    assert game.farewell == ""
    play(game, ["b2"]).save_before_exit()
    assert "tictactoe-2.plyscope" in game.farewell
    assert Path("tictactoe.plyscope").read_text(encoding="utf-8") == "mine"
    assert Path("tictactoe-2.plyscope").exists()


def test_where_it_cannot_be_saved_that_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = play(session(), ["b2"])
    game.file = "no/such/folder.plyscope"
    game.save_before_exit()
    assert "not saved" in game.farewell


def test_a_pause_ends_with_the_move_of_a_person():
    game = session(other=Scripted("a1", "c1"))
    game.play("b2")
    assert "space lets him think" in game.pause()
    assert game.state is State.PAUSED
    game.undo()
    assert game.state is State.HUMAN
    game.play("c3")
    assert game.state is State.THINKING
