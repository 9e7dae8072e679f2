"""A page of the documentation as a program: its commands and its Python run, and print what stands on the page.

What a page says to its reader is all that it says to this module:

- A `console` block holds commands, each behind `$ `, and below it what it prints: `…` at the end of a line stands for
  anything, alone for any lines. An interactive command (`explore`, `play`, `serve`) begins and ends at once.
  `<!-- exit code 2 -->` before the block says how its last command ends, where that is not 0 (`check` and `diff`: 1).
- A block with a `title="own.py"` is a file in the folder in which the page's commands run. Its name stands in the
  paragraph above it, or alone as that: a viewer of the repository shows no titles. With `from="examples/x.py"` it is a
  copy of that file of the project, or of what stands between two texts of it
  (`from="examples/own.py" after="one line" before="another"`), which `make pictures` writes.
- A `diff` block with a title changes that file: lines behind `-` or a space stand in it, once, and become those behind
  `+` or a space.
- A `python` block without a title runs, with the names of those before it, and can import the page's files.
  `value  # 3` at the end of a line says what an expression is, and a `text` block right behind it what the block
  prints.
- A picture that is named as `page/name.svg` is what the page's commands write to `name.svg`. With the title
  `"plyscope explore tictactoe, keys x w, 120×32"` it is a screen after these keys, and with `, moving` at the end the
  screens after each of them; of `plyscope play` also after the replies to them. With the title
  `"tree.html#step=12, 1200×760"` it is that page in a browser's window, named `page/name.png`; with `, live` at the
  end the site shows the page itself. The files are as the blocks above the picture have left them.
- A command within a sentence runs as well, after all blocks.
- What stands beside nodes that a picture left out, such as `+1,243 visited, 453 pruned`, is in a picture of the page.
- A `sh` block is not run: installing, other machines, what never ends. Its commands are listed in the pages' test.

A page is Markdown that a viewer of the repository shows, too; `making.for_site` says what the site makes more of. The
pictures that it shows lie beside it, in a folder of its name. README is such a page; its pictures are named
`docs/pictures/name.svg`. `make pictures` makes them all again, with the pages of the reference (`making.kept`).
"""

from __future__ import annotations

import ast
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from making.commands import run
from making.photographs import Photograph
from making.screens import Screen

ROOT = Path(__file__).parents[2]
FENCE = re.compile(
    r"(?:^<!-- exit code (?P<code>\d+) -->\n+)?"
    r"^(?P<indent> *)```(?P<language>\w+)(?P<options>[^\n]*)\n(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
_OPTION = re.compile(r'(\w+)="([^"]*)"')
PICTURE = re.compile(r'!\[(?P<alt>[^\]]*)\]\((?P<target>[^)\s]+)(?: "(?P<title>[^"]*)")?\)')
_INLINE = re.compile(r"`(plyscope [^`\n]+)`")
_LABEL = re.compile(r"`(\+\d[^`\n]*)`")
_MEASURED = re.compile(r"(?<![\w.])(?:≈[\d.,]+×|[\d.,]+ (?:ns|µs|ms|s)\b|(?<=nodes, )[\d.,]+$)")


class PageError(Exception):
    """What a page says is not so; says where, and what was printed."""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page."""

    language: str
    text: str
    options: dict[str, str]
    code: int | None
    """The exit code that is said before it."""
    line: int
    """Where it begins, counted from 1."""
    end: int
    """Where its text ends, in characters of the page."""


class Page:
    """A page of Markdown.

    Args:
        path: its file.
        pictures: the folder of what its commands write, as it names it; without it one of its own name beside it.
    """

    def __init__(self, path: Path, pictures: str | None = None) -> None:
        self.path = path
        self.pictures = pictures or path.stem
        self.source = path.read_text(encoding="utf-8")

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Its fenced blocks, in order."""
        return tuple(self._blocks())

    def _blocks(self) -> Iterator[Block]:
        for found in FENCE.finditer(self.source):
            options = dict(_OPTION.findall(found["options"]))
            width = len(found["indent"])
            lines = [line[width:] for line in found["text"].splitlines()]
            text = "\n".join([*lines, ""]) if lines else ""
            code = None if found["code"] is None else int(found["code"])
            line = self.source.count("\n", 0, found.start("indent")) + 1
            yield Block(
                found["language"], excerpt(options) if "from" in options else text, options, code, line, found.end()
            )

    @cached_property
    def prose(self) -> str:
        """The page with spaces in the places of its blocks."""
        return FENCE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), self.source)

    @property
    def completed(self) -> str:
        """The page with the copies of files in its blocks as they are now."""

        def copied(found: re.Match[str]) -> str:
            options = dict(_OPTION.findall(found["options"]))
            if "from" not in options:
                return found[0]
            body = "".join(f"{found['indent']}{line}".rstrip() + "\n" for line in excerpt(options).splitlines())
            head = found[0][: found.start("text") - found.start()]
            return f"{head}{body}{found['indent']}```"

        return FENCE.sub(copied, self.source)

    @property
    def taken(self) -> Iterator[tuple[int, str, Screen | Photograph]]:
        """The pictures of the terminal and of pages that it shows: in which character each begins, its name, and it."""
        for found in PICTURE.finditer(self.prose):
            title = found["title"] or ""
            if (sitter := Screen.read(title) or Photograph.read(title)) is not None:
                yield found.start(), Path(found["target"]).name, sitter

    @property
    def shown(self) -> Iterator[str]:
        """Files of its own that it shows as pictures or in frames, by their names in the folder of its commands."""
        folder = f"{self.pictures}/"
        for target in re.findall(r'\]\(([^)\s]+)|<(?:iframe|img)[^>]* src="([^"]+)"', self.prose):
            name = "".join(target).partition("#")[0]
            if name.startswith(folder):
                yield name.removeprefix(folder)

    @property
    def unrun(self) -> list[str]:
        """Commands that are not run."""
        lines = [line for block in self.blocks if block.language == "sh" for line in block.text.splitlines()]
        return [line for line in lines if line and not line.startswith("#")]

    def run(self, folder: Path) -> None:
        """Run all of it in a folder, which holds afterwards what its commands wrote.

        Raises:
            PageError: something printed otherwise, or did not work.
        """
        folder.mkdir(parents=True, exist_ok=True)
        names: dict[str, object] = {}
        begin = 0
        with working_in(folder):
            for number, block in enumerate(self.blocks):
                self._draw(folder, begin, block.end)
                begin = block.end
                following = self.blocks[number + 1] if number + 1 < len(self.blocks) else None
                self._run_block(block, self._printed_below(block, following), names)
            self._draw(folder, begin, len(self.source))
            for command in _INLINE.findall(self.prose):
                code, printed = run(command, folder)
                if code not in expected_codes(command, None):
                    raise PageError(f"{self.path.name}: `{command}` ended with {code}:\n{printed}")
        self._check_labels(folder)

    def _check_labels(self, folder: Path) -> None:
        """Hold what the page quotes of nodes that were left out to its pictures."""
        written = {text for path in folder.rglob("*.svg") for text in re.findall(r">([^<>]+)</text>", path.read_text())}
        for label in _LABEL.findall(self.prose):
            if lost := [part for part in re.split(", | · ", label) if part not in written]:
                raise PageError(f"{self.path.name}: no picture of this page has {lost[0]!r}")

    def _draw(self, folder: Path, begin: int, end: int) -> None:
        """Take the pictures that stand between two characters of the page, as they are after the blocks before them."""
        for place, name, sitter in self.taken:
            if begin <= place < end:
                sitter.take(folder, folder / name)

    def _run_block(self, block: Block, printed_below: str | None, names: dict[str, object]) -> None:
        where = f"{self.path.name}:{block.line}"
        if "title" in block.options:
            target = Path(block.options["title"])
            target.parent.mkdir(parents=True, exist_ok=True)
            text = changed(target, block.text, where) if block.language == "diff" else block.text
            target.write_text(text, encoding="utf-8")
        elif block.language == "console":
            commands = list(commands_of(block.text))
            for number, (command, lines) in enumerate(commands):
                code, printed = run(command, Path.cwd())
                said = block.code if number == len(commands) - 1 else None
                if code not in expected_codes(command, said):
                    raise PageError(f"{where}: `{command}` ended with {code}:\n{printed}")
                if not matches(lines, printed, measured="plyscope bench" in command):
                    raise PageError(f"{where}: `{command}` printed\n{printed}and not\n" + "\n".join(lines))
        elif block.language == "python":
            printed = run_python(block.text, names, where)
            if printed_below is not None and not matches(printed_below.splitlines(), printed):
                raise PageError(f"{where}: the block printed\n{printed}and not\n{printed_below}")

    def _printed_below(self, block: Block, following: Block | None) -> str | None:
        """What a `text` block right behind another one says."""
        if following is None or following.language != "text" or "title" in following.options:
            return None
        start = self.source.index("```", block.end)
        return following.text if not self.source[block.end : start].strip() else None


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Be in a folder, whose Python files can be imported and are forgotten afterwards."""
    here, known = Path.cwd(), set(sys.modules)
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        os.chdir(here)
        for name in set(sys.modules) - known:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(f"{folder}{os.sep}"):
                del sys.modules[name]


def excerpt(options: dict[str, str]) -> str:
    """The lines of a file of the project: all, or those behind one text and before another, without common indent.

    Raises:
        PageError: there is no such file, or the texts are not in it.
    """
    path = ROOT / options["from"]
    if not path.is_file():
        raise PageError(f"there is no file {options['from']}")
    text = path.read_text(encoding="utf-8")
    for key in ("after", "before"):
        if key in options and options[key] not in text:
            raise PageError(f"{options['from']} does not have {options[key]!r}")
    if "after" in options:
        text = text.partition(options["after"])[2].partition("\n")[2]
    if "before" in options:
        head = text.partition(options["before"])[0]
        text = head[: head.rindex("\n") + 1] if "\n" in head else ""
    return text


def changed(path: Path, change: str, where: str) -> str:
    """The text of a file after a change, whose lines stand behind `-`, `+` or a space.

    Raises:
        PageError: the lines that it changes do not stand in the file, or more than once.
    """
    lines = change.splitlines()
    before = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    text = path.read_text(encoding="utf-8")
    places = [found.start() for found in re.finditer(f"^{re.escape(before)}", text, re.MULTILINE)]
    if len(places) != 1:
        raise PageError(f"{where}: these lines stand {len(places)} times in {path.name}:\n{before}")
    return text[: places[0]] + after + text[places[0] + len(before) :]


def commands_of(text: str) -> Iterator[tuple[str, list[str]]]:
    r"""Each command of a `console` block with the lines that stand under it; one that ends with a backslash goes on.

    >>> list(commands_of("$ plyscope demo\nwrote it\n$ ls\n"))
    [('plyscope demo', ['wrote it']), ('ls', [])]
    """
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.rstrip("\n").split("\n")
        while command.endswith("\\"):
            command = f"{command[:-1].rstrip()} {lines.pop(0).removeprefix('> ').strip()}"
        yield command, lines


def expected_codes(command: str, said: int | None) -> tuple[int, ...]:
    """How a command may end."""
    if said is not None:
        return (said,)
    words = shlex.split(command)
    return (0, 1) if words[:2] in (["plyscope", "diff"], ["plyscope", "check"]) else (0,)


def as_measured(text: str) -> str:
    """A text without what varies from run to run: times, and the spaces that depend on how long they are.

    >>> as_measured("1   50.5 ms  ≈21.4×  30.06×  18,297") == as_measured("1  7.1 µs   ≈1,200×  30.06×  18,297")
    True
    >>> as_measured("a1: value 0, 2,316 nodes, 0.03")  # where a row of a screen ends before the unit
    'a1: value 0, 2,316 nodes, ⏱'
    """
    return re.sub(r" {2,}", "  ", _MEASURED.sub("⏱", text))


def _line_by_line(text: str) -> str:
    return "\n".join(as_measured(line) if _MEASURED.search(line) else line for line in text.split("\n"))


def matches(expected: list[str], printed: str, *, measured: bool = False) -> bool:
    r"""Whether lines are what was printed; `…` at the end of a line stands for anything, alone for any lines.

    Args:
        expected: what the page says.
        printed: what came.
        measured: whether all columns are as wide as times make them; otherwise only lines that have times vary.

    >>> matches(["a", "…", "c…"], "a\nb\nb\ncat\n"), matches(["a"], "b\n")
    (True, False)
    """
    seen_as = as_measured if measured else _line_by_line
    pattern = "".join(
        r"(?:.*\n)*"
        if line.strip() == "…"
        else re.escape(line.rstrip()).replace(r"\…", "…").replace("…", ".*") + r" *\n"
        if line.endswith("…")
        else re.escape(line.rstrip()) + r" *\n"
        for line in map(seen_as, expected)
    )
    text = seen_as(printed)
    return re.fullmatch(pattern, text if text.endswith("\n") or not text else f"{text}\n") is not None


def run_python(text: str, names: dict[str, object], where: str) -> str:
    """Run Python, and hold what it shows to the comments behind. Gives what it prints.

    Args:
        text: the block.
        names: what the page's blocks have made so far, and what this one makes.
        where: the page and the line, for errors.

    Raises:
        PageError: a comment says otherwise.
    """
    lines = text.splitlines()
    out = io.StringIO()
    names.setdefault("__name__", "page")
    with redirect_stdout(out):
        for statement in ast.parse(text).body:
            line = lines[(statement.end_lineno or 1) - 1]
            comment = line.rpartition("  # ")[2] if "  # " in line else ""
            if isinstance(statement, ast.Expr) and re.match(r"[\d\"'(\[{-]|True\b|False\b|None\b", comment):
                shown = repr(eval(ast.unparse(statement.value), names))  # our own documents
                if comment.strip() not in (shown, shown.strip("()")):
                    raise PageError(f"{where}: {line.strip()}: it is {shown}")
            else:
                exec(compile(ast.Module([statement], []), where, "exec"), names)
    return out.getvalue()
