"""Another program's engine as a player of chess, through the UCI protocol; python-chess speaks it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from time import perf_counter
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.adapters.chess import MATE, Chess
from tracer.games.adapters.foreign_position import import_optional
from tracer.games.rules import AnyGame, describe
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.playing.settings import MAX_INTEGER, Settings, parse_seconds
from tracer.text import clean, message_of, nearest, split_words

DEFAULT_SECONDS = 1.0
"""How long an engine thinks where nothing was said, and at most where a depth or a number of nodes was."""
MAX_SECONDS = 60.0
"""The same where a depth or a number of nodes was said."""
ANSWER_SECONDS = 10.0
"""Seconds that an engine has more than it was given, to begin and to answer; one that takes longer hangs."""
QUIT_SECONDS = 1.0
"""Seconds that an engine has to end by itself; then it is killed."""
POLL_SECONDS = 0.05
"""Seconds between two looks whether it was cancelled."""
ENGINE_FOLDERS = ("/usr/games", "/usr/local/games")
"""Where Debian puts engines, which is not on every path."""


class UciEngine:
    """An engine that plays chess; it is started when it first chooses, and once before to be asked for its options.

    Args:
        word: `uci:COMMAND`, with any of `time=2s`, `depth=12`, `nodes=100000` and the engine's own options behind it,
            with commas between them: `uci:stockfish,time=500ms,Skill Level=3`.
        game: the rules, which are those of chess.
        settings: how it plays.
    """

    def __init__(self, word: str, game: AnyGame, settings: Settings) -> None:
        if not isinstance(game, Chess):
            raise PlyscopeError(f"{clean(word, 60)} plays chess, and not {describe(game)}")
        self.word, self._uci = word, import_optional("chess.engine", "chess")
        command, *option_texts = word.removeprefix("uci:").split(",")
        self._command = _find_program(command)
        self._limit, self._options = _parse_limits(option_texts, settings)
        self._seconds = float(self._limit["time"])
        self._engine_process: Any = None
        if self._options:  # whether it knows them is said before the game begins
            with self._engine_errors():
                self._get_engine()
            self.close()

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """What the engine plays, with its score in pawns, MAX's view: White is MAX; a mate is as the game counts it.

        Raises:
            PlyscopeError: it has died, hangs, or plays no legal move; it is ended then.
        """
        if not match.legal:
            raise PlyscopeError("the game is over: there is nothing to choose")
        with self._engine_errors():
            engine = self._get_engine()
            started = perf_counter()
            limit, board = self._uci.Limit(**self._limit), match.state.held.copy(stack=False)
            play = engine.protocol.play(board, limit, info=self._uci.INFO_ALL, game=id(match))
            play_future = asyncio.run_coroutine_threadsafe(play, engine.protocol.loop)
            play_result = self._wait_for(play_future, cancelled, self._seconds + ANSWER_SECONDS)
        if play_result is None:
            self.close()  # it may be in the middle of anything
            return None
        uci = play_result.move.uci() if play_result.move else None
        move = next((legal_move for legal_move in match.legal.values() if uci and legal_move.move == uci), None)  # type: ignore[attr-defined]
        if move is None:
            self.close()
            raise PlyscopeError(f"{self._name} played {clean(str(play_result.move), 20)}, which is no legal move")
        value, note = _score_value(play_result.info.get("score"))
        line = _move_labels(match, [str(legal_move) for legal_move in play_result.info.get("pv", ())])
        nodes, seconds = play_result.info.get("nodes"), perf_counter() - started
        visited = nodes if isinstance(nodes, int) and 0 <= nodes < MAX_INTEGER else None
        depth = None if value is None or note else play_result.info.get("depth")
        choice_fields: dict[str, Any] = {"value": value, "depth": depth, "seconds": seconds, "visited": visited}
        return Choice(move=move, by=self.word, line=line, note=note, **choice_fields)

    def close(self) -> None:
        """End the engine, and what it has started."""
        engine, self._engine_process = self._engine_process, None
        if engine is None:
            return
        engine.timeout = QUIT_SECONDS
        with contextlib.suppress(Exception):
            engine.quit() if not engine.returncode.done() else None
        engine.close()
        _kill_group(engine.transport.get_pid())
        with contextlib.suppress(Exception):
            engine.returncode.result(ANSWER_SECONDS)

    @property
    def _name(self) -> str:
        words = [Path(self._command[0]).name, *self._command[1:]]
        return f"the engine {clean(' '.join(words), 60)}"

    def _get_engine(self) -> Any:
        """The engine, which is started the first time, and again after it was cancelled."""
        if self._engine_process is None:
            _silence_chess_logging()
            group: dict[str, Any] = {} if sys.platform == "win32" else {"setpgrp": True}
            self._engine_process = self._wait_for(self._start_engine(group), lambda: False, 2 * ANSWER_SECONDS)
            self._check_options()
            self._engine_process.configure(self._options)
        elif self._engine_process.returncode.done():
            code = self._engine_process.returncode.result()
            self._kill_now()
            raise PlyscopeError(f"{self._name} has died since its last move: exit code {code}")
        return self._engine_process

    def _check_options(self) -> None:
        engine_options = self._engine_process.options  # in which capitals do not matter
        for name in self._options:
            if name not in engine_options:
                option_names = ", ".join(map(clean, engine_options)) or "none"
                self.close()
                raise PlyscopeError(
                    f"{self._name} has no option {clean(name, 40)!r}{nearest(name, list(engine_options))}; beside "
                    f"time, depth and nodes there are: {clean(option_names, 400)}"
                )

    def _start_engine(self, group: dict[str, Any]) -> Future[Any]:
        """The engine, as soon as it has answered; one that answers when nobody waits any more is ended."""
        engine_future: Future[Any] = Future()

        def start_engine() -> None:
            try:
                engine = self._uci.SimpleEngine.popen_uci(
                    self._command, timeout=ANSWER_SECONDS, stderr=asyncio.subprocess.DEVNULL, **group
                )
            except BaseException as error:  # whoever waits raises it
                if engine_future.set_running_or_notify_cancel():
                    engine_future.set_exception(error)
                return
            if engine_future.set_running_or_notify_cancel():
                engine_future.set_result(engine)
            else:
                engine.close()
                _kill_group(engine.transport.get_pid())

        threading.Thread(target=start_engine, daemon=True).start()
        return engine_future

    def _wait_for(self, future: Future[Any], cancelled: Callable[[], bool], seconds: float) -> Any:
        """What comes of something that the engine does; None where it was cancelled."""
        deadline = perf_counter() + seconds
        while True:
            try:
                return future.result(POLL_SECONDS)
            except FutureTimeout:
                if future.done():
                    raise
            except BaseException:
                future.cancel()
                raise
            if cancelled():
                future.cancel()
                return None
            if perf_counter() > deadline:
                future.cancel()
                raise TimeoutError

    @contextlib.contextmanager
    def _engine_errors(self) -> Any:
        """End the engine after an error, which becomes one line."""
        try:
            yield
        except TimeoutError:
            self._kill_now()
            raise PlyscopeError(f"{self._name} does not answer, and was ended") from None
        except OSError as error:
            raise PlyscopeError(f"cannot start {self._name}: {error.strerror or error}") from error
        except self._uci.EngineTerminatedError as error:
            self._kill_now()
            raise PlyscopeError(f"{self._name} has died: {clean(str(error), 80)}") from error
        except self._uci.EngineError as error:
            self.close()
            raise PlyscopeError(f"{self._name}: {clean(str(error), 120)}") from error
        except PlyscopeError:
            raise
        except BaseException as error:
            self._kill_now()
            if not isinstance(error, Exception):
                raise
            raise PlyscopeError(f"{self._name}: {message_of(error)}") from error

    def _kill_now(self) -> None:
        if self._engine_process is not None:
            _kill_group(self._engine_process.transport.get_pid())
        self.close()


def _silence_chess_logging() -> None:
    """Keep python-chess, and the loop in which it waits, from writing onto the terminal what becomes an error here."""
    logger = logging.getLogger("chess.engine")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
        logging.getLogger("asyncio").addFilter(lambda record: "that handles pid" not in record.getMessage())


def _kill_group(pid: int | None) -> None:
    if pid is None or sys.platform == "win32":
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _find_program(command: str) -> list[str]:
    try:
        words = split_words(command)
    except ValueError as error:
        raise PlyscopeError(f"uci:{clean(command, 60)}: {error}") from error
    if not words:
        raise PlyscopeError("name the engine's program, as in uci:stockfish or uci:'/opt/lc0 --threads=2'")
    search_path = os.pathsep.join((os.environ.get("PATH", os.defpath), *ENGINE_FOLDERS))
    program = shutil.which(words[0], path=search_path)
    program_file = Path(words[0])
    if program is None and program_file.is_file():
        if os.access(program_file, os.X_OK):
            return [str(program_file.resolve()), *words[1:]]
        if program_file.suffix == ".py":
            return [sys.executable, str(program_file.resolve()), *words[1:]]
        raise PlyscopeError(f"{clean(words[0], 60)} is a file that cannot be run: make it executable")
    if program is None:
        raise PlyscopeError(f"there is no program {clean(words[0], 60)}: name an engine that is installed, or its file")
    return [program, *words[1:]]


def _parse_limits(option_texts: list[str], settings: Settings) -> tuple[dict[str, Any], dict[str, str]]:
    limit: dict[str, Any] = {}
    options: dict[str, str] = {}
    for option_text in option_texts:
        name, has_equals, value = (text.strip() for text in option_text.partition("="))
        if not name or not has_equals:
            raise PlyscopeError(
                f"behind uci:COMMAND stand time, depth, nodes, OPTION=VALUE, not {clean(option_text, 40)!r}"
            )
        if name == "time":
            limit["time"] = parse_seconds(value)
        elif name in ("depth", "nodes"):
            if not value.isdecimal() or not 0 < int(value) < 2**63:
                raise PlyscopeError(f"{name} of an engine is a whole number, 1 or more, not {clean(value, 40)!r}")
            limit[name] = int(value)
        else:
            options[name] = value
    limit.setdefault("time", settings.seconds or (MAX_SECONDS if limit else DEFAULT_SECONDS))
    return limit, options


def _score_value(score: Any) -> tuple[float | None, str]:
    """A score in pawns, MAX's view, and what else is to be said of it."""
    if score is None:
        return None, ""
    white = score.white()
    mate, pawns = white.mate(), white.score()
    if mate is None:
        return (None if pawns is None or abs(pawns) >= MAX_INTEGER else pawns / 100), ""
    max_wins = mate > 0 or (mate == 0 and white.score(mate_score=1) > 0)
    return (MATE if max_wins else -MATE), f"mate in {abs(mate)}" if abs(mate) < MAX_INTEGER else "mate"


def _move_labels(match: Match, moves: list[str]) -> tuple[str, ...]:
    """The labels of moves that an engine writes in its own way, as far as they are legal."""
    game, state, line = match.game, match.state, list[str]()
    for text in moves:
        legal_moves = [] if game.utility(state) is not None else game.moves(state)
        move = next((legal_move for legal_move in legal_moves if legal_move.move == text), None)
        if move is None:
            break
        line.append(move.text)
        state = game.play(state, move)
    return tuple(line)
