"""The explorer in a browser: a real server, real processes, and Chromium where there is one."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from patience import PATIENCE, wait_until
from serving import Serving, Visit, free_port
from strategies import AIMA

import tracer
from tui import cli

ROOT = Path(__file__).parents[2]
TREE = str(AIMA)


@pytest.fixture
def serve(need: Callable[[str], None], tmp_path: Path) -> Iterator[Callable[..., Serving]]:
    """Starts servers; all are gone after the test."""
    need("textual_serve")
    need("ps")
    started: list[Serving] = []

    def start(*words: str, folder: Path | None = None) -> Serving:
        (tmp_path / "here").mkdir(exist_ok=True)
        (tmp_path / "temporary").mkdir(exist_ok=True)
        started.append(Serving(folder or tmp_path / "here", tmp_path / "temporary", *words))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.end()


@pytest.fixture(scope="module")
def shared(need: Callable[[str], None], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for questions that leave it as it is."""
    need("textual_serve")
    need("ps")
    serving = Serving(tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("temporary"), TREE)
    yield serving
    serving.end()


@pytest.fixture(scope="module")
def chromium(need: Callable[[str], None]) -> Iterator[Any]:
    """A browser without a window."""
    need("playwright")
    need("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"], timeout=1_000 * PATIENCE
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any) -> Iterator[Callable[[Serving], Visit]]:
    """Opens pages; all are closed after the test."""
    opened: list[Visit] = []

    def open_page(serving: Serving) -> Visit:
        opened.append(Visit(chromium, serving))
        return opened[-1]

    yield open_page
    for one in opened:
        one.page.close()


def test_a_page_asks_its_own_server_alone_and_has_nothing_to_complain_of(shared, visit):
    page = visit(shared)
    page.shows("step 0 of 23", "the root entered")
    hosts = {url.split("/")[2] for url in page.asked}
    assert hosts == {shared.address}
    assert any(url.startswith("ws://") for url in page.asked)
    assert page.complaints == []


def test_keys_step_at_once_without_a_click_and_the_picture_changes(shared, visit, chromium):
    page = visit(shared)
    page.shows("step 0 of 23")
    before = page.picture()
    page.press("n")
    page.shows("step 1 of 23", "entered")
    after = page.picture()
    page.press("n", "b", "n")
    page.shows("step 2 of 23")
    empty = chromium.new_page(viewport={"width": 1280, "height": 720})
    assert before != after
    assert min(len(before), len(after)) > 4 * len(empty.screenshot())
    empty.close()


def test_each_page_has_a_session_of_its_own_that_ends_with_it(serve, visit):
    serving = serve(TREE)
    assert serving.sessions() == []
    one, other = visit(serving), visit(serving)
    other.shows("step 0 of 23")
    one.shows("step 0 of 23")
    one.press("n")
    one.shows("step 1 of 23")
    assert "step 0 of 23" in other.screen()
    assert len(serving.sessions()) == 2
    one.page.close()
    wait_until(lambda: len(serving.sessions()) == 1, "the end of a session")
    other.press("q")
    wait_until(lambda: serving.sessions() == [], "the end of the other", pause=other.rest)
    other.page.get_by_text("Session ended.").wait_for()


def test_ctrl_c_ends_the_server_and_every_session_at_once(serve, visit):
    serving = serve(TREE)
    visit(serving).shows("step 0 of 23")
    code, said = serving.end()
    assert code in (0, 130)
    assert said == f"plyscope {TREE} is at http://{serving.address}{serving.way_in} (Ctrl-C ends it)\n"
    assert len(serving.token) > 20
    assert serving.sessions() == []
    assert list(serving.temporary.iterdir()) == []


def test_a_session_writes_no_files_and_starts_no_searches(serve, visit):
    serving = serve(TREE)
    page = visit(serving)
    page.shows("step 0 of 23")
    refusals = dict.fromkeys("sew", "writes no files") | {"n": "starts no other searches"}
    for step, (key, refusal) in zip((1, 2, 3, 4), refusals.items(), strict=True):
        page.press(f"Control+{key}")
        page.shows(f"this session is shown in a browser and {refusal}")
        page.press("n")
        page.shows(f"step {step} of")
        assert refusal not in page.screen()
    page.press("0")
    page.shows("step 0 of 23")
    page.press("Control+p")
    page.shows("Search for commands")
    page.page.keyboard.type("write the screen")
    page.shows("Write the screen as a picture")
    page.press("Enter")
    page.shows("writes no files")
    page.press("*")
    page.shows("Bookmark")
    page.page.keyboard.type("here")
    page.press("Enter")
    page.until(lambda shown: "Bookmark" not in shown, "the question gone")
    page.press("'")
    page.shows("Bookmarks 1", "here")
    assert list(serving.folder.iterdir()) == []


def test_a_trace_file_is_shown_and_stays_as_it_is(serve, visit, tmp_path):
    path = tmp_path / "here" / "t.plyscope"
    path.parent.mkdir()
    tracer.trace(AIMA).save(path)
    before = path.read_bytes()
    serving = serve("t.plyscope")
    page = visit(serving)
    page.shows("step 23 of 23")
    page.press("*")
    page.shows("Bookmark")
    page.page.keyboard.type("here")
    page.press("Enter")
    page.until(lambda shown: "Bookmark" not in shown, "the question gone")
    page.press("'")
    page.shows("Bookmarks 1", "here")
    assert [(one.name, one.read_bytes() == before) for one in serving.folder.iterdir()] == [("t.plyscope", True)]


def test_a_game_of_ones_own_is_served(serve, visit):
    page = visit(serve("examples.own_game:Coins", folder=ROOT))
    page.shows("Coins", "ooooooo")
    # Keys that are pressed before the page listens are lost; these two lead to the same step however often.
    page.until(lambda screen: "step 1 of" in screen or bool(page.press("0", "n")), "at step 1")
    page.shows("step 1 of", "oooooo")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "127.0.0.1:{port}"}, 200),
        ({"Host": "LOCALHOST:{port}"}, 200),
        ({"Origin": "http://localhost:{port}"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://localhost:1"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[x"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:{port}"}, 403),
        ({"Host": "localhost"}, 403),
        ({"Host": "localhost:no"}, 403),
        ({"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}"}, 403),
    ],
)
def test_a_server_answers_to_its_own_names_and_pages_alone(shared, headers, status):
    sent = {name: value.format(port=shared.port) for name, value in headers.items()}
    assert shared.get(**sent).status == status
    assert shared.greet(**sent) == (101 if status == 200 else status)
    wait_until(lambda: shared.sessions() == [], "the end of a session whose browser has hung up")


def test_a_page_has_a_picture_of_its_own_and_may_be_put_into_no_other(shared):
    icon = shared.get("/favicon.ico")
    assert (icon.status, icon.headers["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    policy = shared.get().headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert f"connect-src ws://{shared.address};" in policy


def test_behind_a_proxy_that_speaks_https_everything_is_asked_by_https(serve):
    serving = serve(TREE, "--allow-host", "lab.example:80")
    browser = {"Host": "lab.example", "X-Forwarded-Proto": "https"}
    answer, page = serving.fetch(serving.way_in, browser)
    assert answer.status == 200
    assert "connect-src wss://lab.example;" in answer.headers["Content-Security-Policy"]
    assert "; Secure" in answer.headers["Set-Cookie"]
    assert 'src="https://lab.example/static/' in page
    assert '"wss://lab.example/ws' in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert serving.get(Origin="https://lab.example", **browser).status == 200


def test_the_name_of_a_file_is_no_part_of_the_page_and_nothing_a_terminal_obeys(serve, tmp_path):
    name = "<img src=x onerror=alert(1)>\x1b[31m.plyscope"
    (tmp_path / "here").mkdir()
    tracer.trace(AIMA).save(tmp_path / "here" / name)
    serving = serve(name)
    page = serving.page()
    assert "&lt;img src=x" in page
    assert "<img" not in page
    assert "\x1b" not in serving.said
    assert "␛[31m" in serving.said


def test_who_opens_the_server_to_everybody_is_warned(serve):
    serving = serve(TREE, "--host", "0.0.0.0", "--no-token")
    assert serving.said.startswith("warning: anybody who reaches 0.0.0.0 can look at this search; there is no token\n")
    assert serving.token == ""
    assert serving.get(cookie="").status == 200
    assert serving.get(Origin="http://evil.example").status == 403


def test_a_server_on_all_addresses_answers_to_hosts_that_were_named_alone(serve):
    serving = serve(TREE, "--host", "0.0.0.0", "--allow-host", "Lab.example.org", "--allow-host", "proxy.example:80")
    assert "at http://lab.example.org:" in serving.said
    assert "warning" not in serving.said
    named = ["lab.example.org:{}", "proxy.example", "localhost:{}", "127.0.0.1:{}"]
    others = ["192.0.2.1:{}", "evil.example:{}", "lab.example.org", "0.0.0.0:{}", "proxy.example:{}", "x@localhost:{}"]
    for host, status in {**dict.fromkeys(named, 200), **dict.fromkeys(others, 403)}.items():
        assert serving.get(Host=host.format(serving.port)).status == status, host


@pytest.mark.parametrize("path", ["/", "/static/js/textual.js", "/favicon.ico", "/download/x", "/nowhere", "/ws"])
def test_without_the_token_nothing_is_given(shared, path):
    wait_until(lambda: shared.sessions() == [], "the end of the sessions of other tests")
    name = f"plyscope-{shared.port}"
    for wrong in ("", "wrong", shared.token[:-1], shared.token + "x", "\xe9", "x" * 5_000):
        assert shared.get(path, cookie=f"{name}={wrong}").status == 403
        address = f"{path}?width=80&token={quote(wrong)}"
        assert shared.get(address, cookie="").status == 403
        assert shared.greet(address, cookie="") == 403
    assert shared.sessions() == []


def test_the_token_in_the_address_is_kept_as_a_cookie(shared):
    first = shared.get(shared.way_in, cookie="")
    kept = first.headers["Set-Cookie"]
    assert first.status == 200
    assert f"plyscope-{shared.port}={shared.token}" in kept
    assert "HttpOnly" in kept
    assert "SameSite=Strict" in kept
    assert first.headers["Referrer-Policy"] == "no-referrer"
    assert shared.get("/", cookie=kept.partition(";")[0]).status == 200
    assert shared.get("/static/js/textual.js").status == 200


def test_a_page_too_many_is_told_so_and_starts_nothing(serve, visit):
    serving = serve(TREE, "--sessions", "1")
    one = visit(serving)
    one.shows("step 0 of 23")
    other = visit(serving)
    other.shows("1 session is open", "load this one again")
    assert len(serving.sessions()) == 1
    one.page.close()
    wait_until(lambda: serving.sessions() == [], "the end of a session", pause=other.rest)
    other.page.reload()
    other.shows("step 0 of 23")


@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_sessions_end_with_their_server_however_it_ends(serve, visit, way):
    serving = serve(TREE)
    visit(serving).shows("step 0 of 23")
    (session,) = serving.sessions()
    serving.process.send_signal(way)
    serving.process.communicate(timeout=PATIENCE)
    wait_until(lambda: not is_alive(session), "the end of the session")


@pytest.mark.parametrize("moment", ["at once", "when it is shown"])
def test_a_killed_server_leaves_no_session_and_its_folder_goes_with_the_next(serve, tmp_path, moment):
    serving = serve(TREE)
    with serving.talk() as link:
        (session,) = wait_until(serving.sessions, "a session")
        if moment != "at once":
            link.hear()
        os.kill(session, signal.SIGSTOP)  # however far it is
        serving.process.kill()
        serving.process.communicate(timeout=PATIENCE)
        os.kill(session, signal.SIGCONT)
        wait_until(lambda: not is_alive(session), "the end of the session")
    (left,) = serving.temporary.iterdir()
    other = serve(TREE)
    assert not left.exists()
    assert len(list(other.temporary.iterdir())) == 1
    third = serve(TREE)
    assert len(list(third.temporary.iterdir())) == 2
    assert other.end()[0] == third.end()[0]
    assert list(third.temporary.iterdir()) == []


def test_a_trace_file_needs_no_folder(serve, tmp_path):
    tracer.trace(AIMA).save(tmp_path / "t.plyscope")
    assert list(serve(str(tmp_path / "t.plyscope")).temporary.iterdir()) == []


SENSELESS = [
    "", "[]", "{}", "3", "null", "[" * 100_000, '["stdin"]', '["stdin", 3]', '["stdin", "\\ud800"]', '["resize", []]',
    '["resize", {"width": 1e400, "height": -1e400}]', '["resize", {"width": NaN, "height": "x"}]', '["resize", {}]',
    '["ping"]', '[["stdin"], "x"]', '["nothing", 1]',
]  # fmt: skip


def test_messages_of_no_page_of_ours_are_passed_over(serve):
    serving = serve(TREE)
    with serving.talk() as link:
        wait_until(lambda: b"step 0 of 23" in link.hear(), "the screen")
        for message in SENSELESS:
            link.say(message)
        link.say('["ping", 7]')
        wait_until(lambda: link.hear() == b'["pong", 7]', "an answer")
    code, said = serving.end()
    assert code == 0
    assert said.count("\n") == 1, said


def is_alive(process: int) -> bool:
    """Whether a process is there, and no zombie that nobody has waited for."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return found.stdout.strip()[:1] not in ("", "Z")


@pytest.mark.parametrize("name", ["", "a/b", "user@host", "host:99999999"])
def test_what_is_no_host_is_told_in_one_line(need, capsys, name):
    need("textual_serve")
    with pytest.raises(SystemExit) as done:
        cli.main(["serve", TREE, "--allow-host", name])
    out, err = capsys.readouterr()
    assert (done.value.code, out) == (2, "")
    assert "is no host" in err
    assert err.count("\n") == 1


def test_a_port_in_use_is_told_in_one_line_before_anything_is_searched(need, tmp_path):
    need("textual_serve")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = [sys.executable, "-m", "tui.cli", "serve", "connect4", "--host", "127.0.0.1", "--port", str(port)]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == f"plyscope: cannot listen at 127.0.0.1, port {port}: Address already in use; try another --port\n"
    )


def test_a_host_that_is_none_is_told_in_one_line(need, tmp_path):
    need("textual_serve")
    words = [sys.executable, "-m", "tui.cli", "serve", TREE, "--host", "nowhere.invalid", "--port", str(free_port())]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "plyscope: cannot listen at nowhere.invalid" in done.stderr
    assert done.stderr.endswith("is --host right?\n")
