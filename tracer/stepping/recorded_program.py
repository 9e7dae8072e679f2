"""Which script made a recording, and whether it is still the same.

What a file says of its script is a stranger's word: it names a file and arguments, and nothing runs because of it. Who
asks for a run says which file that is, or is shown it and agrees.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import is_zipfile

from tracer.errors import PlyscopeError
from tracer.file.reading import open_regular
from tracer.recording.header import Header
from tracer.text import LABEL_LIMIT, clean, split_words

MAX_SCRIPT_BYTES = 16 * 2**20
"""Bytes of a script at most."""


@dataclass(frozen=True)
class Program:
    """A script that can be run again."""

    path: Path
    """The script, which is the one that was recorded."""
    arguments: tuple[str, ...]
    search: int
    """Which of its searches the recording is, counted from 1."""
    is_agreed: bool = False
    """Whether the user named it with all of its arguments, so that nobody need be asked."""
    module: str | None = None
    """The name by which it is run, as `python -m` does in this folder; None for a script."""
    stdin: Path | None = None
    """The file that it reads as its standard input, which is empty otherwise."""

    @property
    def command(self) -> str:
        """The script and all of its arguments in one line for people: nothing of it is cut, for it is agreed to."""
        name = [str(self.path)] if self.module is None else ["-m", self.module]
        text = shlex.join([*name, *self.arguments])
        if self.stdin is not None:
            text += f" < {shlex.quote(str(self.stdin))}"
        return clean(text, len(text))

    @property
    def option(self) -> str:
        """The option that names it with all of its arguments."""
        text = f"--script {shlex.quote(self.command)}"
        return clean(text, len(text))


def find_module_file(module: str) -> Path | None:
    """The file of a module that `python -m` would run, as far as it is in this folder."""
    path = Path(*module.split("."))
    return next((file for file in (path / "__main__.py", path.with_suffix(".py")) if file.is_file()), None)


def program_notes(script: str, arguments: list[str], module: str | None = None) -> dict[str, str]:
    """What a recording keeps of its script: its name, without folders that are above it; arguments; its checksum.

    Nothing where that is too long for notes, or the script is a folder or an archive.

    Args:
        script: its path.
        arguments: what it gets.
        module: the name by which it was run, if it was run as a module; the path is that of its file, then.
    """
    path = PurePosixPath(Path(script).as_posix())
    if Path(script).is_dir() or is_zipfile(script):
        return {}
    if Path(script).stat().st_size > MAX_SCRIPT_BYTES:
        return {}
    kept_path = path.name if path.is_absolute() or ".." in path.parts else str(path)
    notes = {"script": kept_path, "arguments": json.dumps(arguments), "sha256": _checksum(Path(script))}
    if module is not None:
        notes["module"] = module
    return notes if all(clean(text) == text for text in notes.values()) else {}


def find_program(header: Header, *, script_option: str | None = None, recording_folder: Path | None = None) -> Program:
    """The script of a recording, if it is there and unchanged.

    Args:
        header: the recording's.
        script_option: the script, as the user names it: its path, or `-m` and its name, with the arguments or without,
            and `< FILE` for its standard input, as in a shell.
        recording_folder: a folder in which a script is looked for, too: that of the recording's file.

    Raises:
        PlyscopeError: the recording names none, it is not there, or it has changed.
    """
    notes = header.notes
    name, arguments, search = notes.get("script"), _read_arguments(notes.get("arguments")), notes.get("search")
    module = notes.get("module")
    is_named = isinstance(name, str) and (module is None or _is_module_name(module))
    if not is_named or arguments is None or type(search) is not int or search < 1:
        raise PlyscopeError("no script is known of this recording: `plyscope run SCRIPT -o FILE` keeps it")
    words, stdin = _split_script_option(script_option, arguments)
    if module is None:
        path, typed_arguments = _find_script(str(name), words, script_option, recording_folder), tuple(words[1:])
    else:
        path, typed_arguments = _find_module_file(module, words, script_option), tuple(words[2:])
    if _checksum(path) != notes.get("sha256"):
        raise PlyscopeError(f"{clean(str(path))} is not what was recorded, or has changed since: record it again")
    is_agreed = script_option is not None and typed_arguments == arguments
    program = Program(path, arguments, search, is_agreed=is_agreed, module=module, stdin=stdin)
    if typed_arguments and not is_agreed:
        raise PlyscopeError(f"the recording is one of {program.command}: other arguments are another search")
    return program


def _is_module_name(note: Any) -> bool:
    return isinstance(note, str) and all(part.isidentifier() for part in note.split("."))


def _find_script(name: str, words: list[str], script_option: str | None, recording_folder: Path | None) -> Path:
    folders = [Path()] if recording_folder is None else [Path(), recording_folder]
    path = Path(words[0]) if words else _find_in_folders(name, folders)
    if path is None or not path.is_file():
        missing_name = clean(name if script_option is None else script_option)
        raise PlyscopeError(
            f"there is no script {missing_name} here" + (": --script PATH names it" if script_option is None else "")
        )
    return path


def _find_module_file(module: str, words: list[str], script_option: str | None) -> Path:
    """The file of the module of a recording in this folder; what is not there, or named otherwise, is refused."""
    if words and words[:2] != ["-m", module]:
        raise PlyscopeError(f"the recording is one of -m {module}: {clean(str(script_option))} is another program")
    path = find_module_file(module)
    if path is None:
        raise PlyscopeError(f"there is no module {module} here: go where `python -m {module}` runs it")
    return path


def _split_script_option(script_option: str | None, arguments: tuple[str, ...]) -> tuple[list[str], Path | None]:
    """A script and its arguments, as a shell reads them, and its standard input; a file of that very name is itself."""
    if script_option is None or Path(script_option).is_file():
        return [] if script_option is None else [script_option], None
    try:
        words = split_words(script_option) or [script_option]
    except ValueError:  # a quote that is never closed
        return [script_option], None
    if words[-2:-1] != ["<"] or tuple(words[-len(arguments) :]) == arguments != ():
        return words, None
    if not Path(words[-1]).is_file():
        raise PlyscopeError(f"there is no file {clean(words[-1])} here to be the standard input")
    return words[:-2], Path(words[-1])


def _find_in_folders(name: str, folders: list[Path]) -> Path | None:
    """The script in one of some folders, and nowhere outside of them."""
    script_path = PurePosixPath(name)
    if script_path.is_absolute() or ".." in script_path.parts or Path(name).is_absolute():
        return None
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def _read_arguments(note: Any) -> tuple[str, ...] | None:
    """The arguments that a note says; None where it says none."""
    if not isinstance(note, str) or len(note) > LABEL_LIMIT:
        return None
    try:
        arguments = json.loads(note)
    except (ValueError, RecursionError):
        return None
    is_valid = isinstance(arguments, list) and all(
        isinstance(argument, str) and "\0" not in argument for argument in arguments
    )
    return tuple(arguments) if is_valid else None


def _checksum(path: Path) -> str:
    try:
        with open_regular(path) as stream:
            data = stream.read(MAX_SCRIPT_BYTES + 1) or b""
    except OSError as error:
        raise PlyscopeError(f"cannot read {clean(str(path))}: {error.strerror}") from error
    return sha256(data).hexdigest()
