"""What is released: the wheel and what is in it, and the files by which the project is tested, published and cited."""

import io
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from patience import PATIENCE

from tui import program

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = {words[-1] for line in PROJECT["classifiers"] if re.fullmatch(r"3\.\d+", (words := line.split(" :: "))[-1])}
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ADDRESS = "https://github.com/plyscope/plyscope"
LARGEST = 2_300_000
"""Bytes of a wheel: nine tenths are Python, which takes 1.6 million however it is cut; the font takes 250,000."""
MADE = {
    "share/bash-completion/completions/plyscope": ["--completion", "bash"],
    "share/zsh/site-functions/_plyscope": ["--completion", "zsh"],
    "share/fish/vendor_completions.d/plyscope.fish": ["--completion", "fish"],
    "share/man/man1/plyscope.1": ["--manual"],
}
COMPLETE = """
source "$1"
COMP_WORDS=("${@:2}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_plyscope plyscope "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def wheel(need: Callable[[str], None], tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel of `make dist`, or one that is built now."""
    folder = Path(os.environ.get("PLYSCOPE_DIST", "")).resolve() if "PLYSCOPE_DIST" in os.environ else None
    if folder is None:
        need("build")
        need("hatchling")
        folder = tmp_path_factory.mktemp("dist")
        words = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
        subprocess.run(words, check=True, capture_output=True, timeout=3 * PATIENCE)
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A file that a wheel puts into `share`, made by the command that is for it."""
    folder = tmp_path_factory.mktemp("share")

    @cache
    def make(name: str) -> Path:
        path, said = folder / Path(name).name, io.StringIO()
        with redirect_stdout(said):
            assert program.run(MADE[name]) == 0
        path.write_text(said.getvalue(), encoding="utf-8", newline="\n")
        return path

    return make


def test_the_wheel_has_the_packages_whole_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    there = {name for name in wheel.namelist() if not re.match(r"plyscope-[\w.]+\.(?:data|dist-info)/", name)}
    packages = {
        path.relative_to(ROOT).as_posix()
        for package in ("tracer", "viz", "tui")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert there == packages | {"plyscope.py", "pytest_plyscope.py"}
    assert {"tracer/file/plyscope.h", "tracer/file/FORMAT.md", "viz/paper/fonts/DejaVuSans.ttf"} <= there


def test_the_wheel_is_small(wheel: zipfile.ZipFile) -> None:
    assert sum(one.compress_size for one in wheel.infolist()) < LARGEST
    assert wheel.getinfo("viz/paper/fonts/DejaVuSans.ttf").compress_size < 250_000


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    info = f"plyscope-{PROJECT['version']}.dist-info"
    entry_points = "[console_scripts]\nplyscope = plyscope:main\n\n[pytest11]\npytest_plyscope = pytest_plyscope\n"
    assert wheel.read(f"{info}/entry_points.txt").decode() == entry_points
    for name in PROJECT["license-files"]:
        assert wheel.read(f"{info}/licenses/{name}") == (ROOT / name).read_bytes()
    said = wheel.read(f"{info}/METADATA").decode()
    assert f"Requires-Python: {PROJECT['requires-python']}\n" in said
    assert re.search(rf"!\[[^]]+\]\(https://raw[\w.]+/plyscope/plyscope/v{PROJECT['version']}/\S+\.svg\b", said)
    assert f"]({ADDRESS}/blob/v{PROJECT['version']}/CONTRIBUTING.md)" in said
    assert not [path for path in re.findall(r"\]\(([\w./-]+)", said) if (ROOT / path).exists()]
    assert all(address.startswith((ADDRESS, "https://plyscope.github.io/")) for address in PROJECT["urls"].values())


@pytest.mark.parametrize("name", MADE)
def test_the_wheel_has_what_shells_and_man_read(wheel: zipfile.ZipFile, made: Callable[[str], Path], name: str) -> None:
    data = wheel.read(f"plyscope-{PROJECT['version']}.data/data/{name}")
    assert data == made(name).read_bytes()


def test_the_page_of_the_manual_is_shown_without_a_warning(
    need: Callable[[str], None], made: Callable[[str], Path]
) -> None:
    need("man")
    page = made("share/man/man1/plyscope.1")
    words = ["man", "--warnings", "-E", "UTF-8", "-l", str(page)]
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "100", "MANROFFSEQ": "", "MANPAGER": "cat"}
    done = subprocess.run(words, check=True, capture_output=True, encoding="utf-8", env=environment, timeout=PATIENCE)
    assert done.stderr == ""
    shown = re.sub(".\x08", "", done.stdout)
    for name in program.COMMANDS:
        assert re.search(rf"^ +plyscope {name}\b", shown, re.MULTILINE), name
    assert "--search <str>" in shown
    assert "plyscope find tictactoe 'cutoff and ply == 3'" in shown


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["ex"], ["export", "explore"]),
        (["trace", "--or"], ["--order"]),
        (["trace", "ti"], ["tictactoe", "ties.plyscope"]),
        (["trace", "nim", "-a", "nega"], ["negamax", "negamax-alphabeta", "negascout", "nega.plyscope"]),
        (["trace", "nim", "-o", "t"], ["ties.plyscope"]),
        (["export", "nim", "--layout", "d"], ["dot"]),
        (["why", "nim", "--bounds", ""], ["proved", "classical", "nega.plyscope", "ties.plyscope"]),
        (["--v"], ["--version"]),
        (["--completion", ""], ["bash", "zsh", "fish"]),
    ],
)
def test_bash_completes_commands_options_names_and_files(
    need: Callable[[str], None], made: Callable[[str], Path], tmp_path: Path, words: list[str], completed: list[str]
) -> None:
    need("bash")
    for name in ("ties.plyscope", "nega.plyscope"):
        (tmp_path / name).touch()
    script = str(made("share/bash-completion/completions/plyscope"))
    done = subprocess.run(
        ["bash", "-c", COMPLETE, "bash", script, "plyscope", *words],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stderr == ""
    assert sorted(done.stdout.split()) == sorted(completed)


def test_bash_completes_names_of_files_as_they_are(
    need: Callable[[str], None], made: Callable[[str], Path], tmp_path: Path
) -> None:
    need("bash")
    names = ["*", "a [b] c", "$(touch ran)", "`touch ran`", "-rf", "~", "[ab]", "a"]
    for name in names:
        (tmp_path / name).touch()
    script = str(made("share/bash-completion/completions/plyscope"))
    done = subprocess.run(
        ["bash", "-c", COMPLETE, "bash", script, "plyscope", "run", ""],
        cwd=tmp_path, check=True, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.stderr == ""
    assert sorted(done.stdout.splitlines()) == sorted(names)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_take_their_scripts(need: Callable[[str], None], made: Callable[[str], Path], shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    name = next(name for name, words in MADE.items() if words[-1] == shell)
    subprocess.run([shell, "-n", made(name)], check=True, timeout=PATIENCE)


def test_a_shell_that_nothing_is_known_of_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run(["--completion", "ksh"]) == 2
    assert "bash, zsh, fish" in capsys.readouterr().err


def test_all_say_the_same_version_and_day() -> None:
    cited = read("CITATION.cff")
    (latest, day), *_ = re.findall(
        r"^## \[([\d.]+)\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert cited["version"] == latest == PROJECT["version"]
    assert cited["date-released"] == day
    assert cited["license"] == PROJECT["license"]
    assert cited["repository-code"] == ADDRESS


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_do_no_more_than_it_must(path: Path) -> None:
    flow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert flow["permissions"] == {"contents": "read"}
    allowed = {"deploy": {"pages": "write", "id-token": "write"}, "publish": {"id-token": "write"}}
    for name, job in flow["jobs"].items():
        assert job.get("permissions") == allowed.get(name)
        assert job["timeout-minutes"] <= 90
        for step in job["steps"]:
            assert re.fullmatch(r"[\w-]+/[\w-]+@(?:v\d+|release/v\d+)", step.get("uses", "a/b@v1"))


def test_every_python_is_tested_on_every_system_and_a_release_is_tried_with_each() -> None:
    matrix = read(".github/workflows/tests.yml")["jobs"]["platforms"]["strategy"]["matrix"]
    assert {system.split("-")[0] for system in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert set(matrix["python"]) >= PYTHONS
    assert f">={min(PYTHONS)}" == PROJECT["requires-python"]
    tried = re.search(r"for version in (.+);", (ROOT / ".ci" / "try-dist").read_text(encoding="utf-8"))
    assert tried is not None
    assert set(tried[1].split()) >= PYTHONS


def test_what_is_published_was_built_and_tried_and_is_not_rebuilt() -> None:
    flow = read(".github/workflows/release.yml")
    build, publish = flow["jobs"]["build"], flow["jobs"]["publish"]
    assert flow[True] == {"push": {"tags": ["v*"]}}  # `on` is a word for true in YAML
    assert any("make dist" in step.get("run", "") for step in build["steps"])
    assert publish["needs"] == "build"
    assert not any("run" in step for step in publish["steps"])
    assert {"run": "make docs"} in read(".github/workflows/docs.yml")["jobs"]["build"]["steps"]


def test_before_a_commit_runs_what_make_check_runs() -> None:
    ((hook,),) = [repo["hooks"] for repo in read(".pre-commit-config.yaml")["repos"]]
    assert (hook["entry"], hook["language"], hook["always_run"]) == ("make check", "system", True)


@pytest.mark.parametrize("name", ["bug", "search", "idea"])
def test_whoever_reports_is_asked_for_a_trace_file(name: str) -> None:
    form = read(f".github/ISSUE_TEMPLATE/{name}.yml")
    assert "trace file" in str(form["body"]).lower()
    assert {one["type"] for one in form["body"]} <= {"markdown", "textarea", "input"}
    required = [one for one in form["body"] if one.get("validations", {}).get("required")]
    assert required
    assert len({one["id"] for one in form["body"]}) == len(form["body"])


def test_the_tools_of_a_release_are_pinned() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    pinned = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for tool in groups["release"]:
        assert re.search(rf"^{re.split('[<>=]', tool)[0]}==", pinned, re.MULTILINE), tool
