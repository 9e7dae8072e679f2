"""Every game that OpenSpiel has, the odd ones too: a few nodes are recorded, or one line says why not."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from patience import PATIENCE
from strategies import PROFILE

"""Seconds: a hang ends here."""
SOME = (
    *("tic_tac_toe", "connect_four", "hex(board_size=2)", "kuhn_poker", "matrix_rps", "goofspiel", "breakthrough"),
    *("mancala", "oware", "pig", "backgammon", "nfg_game", "efg_game", "turn_based_simultaneous_game", "misere"),
    *("repeated_game", "go(board_size=-1)", "hex(board_size=99999999999999999999)", "no_such_game", "hex("),
    "dots_and_boxes",
)  # fmt: skip
"""Perfect and imperfect information, simultaneous moves, extra turns, dice, games that need parameters, wrong ones."""
SWEEP = """
import sys, tracer
for name in sys.argv[1:]:
    try:
        trace = tracer.trace("openspiel:" + name, "minimax", max_nodes=20)
        said = f"recorded {len(trace)}"
    except tracer.PlyscopeError as error:
        said = "refused " + ("in several lines" if "\\n" in str(error) else str(error)[:300])
    print(name, said, sep="\\t", flush=True)
"""


def sweep(names: list[str]) -> dict[str, str]:
    """What came of each game, in a process of its own: OpenSpiel can end the process that it is in."""
    command = [sys.executable, "-c", SWEEP, *names]
    quiet = os.environ | {"OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=2 * PATIENCE, env=quiet)
    found = dict(line.split("\t", 1) for line in done.stdout.splitlines() if "\t" in line)
    stuck = [name for name in names if name not in found]
    assert not stuck, f"{stuck[0]} ended the process ({done.returncode}): {done.stderr[-600:]}"
    return found


@pytest.mark.parametrize("part", [SOME[:10], SOME[10:]], ids=["some", "others"])
def test_an_odd_game_is_recorded_or_refused_with_one_line(part: tuple[str, ...], need: Callable[[str], None]) -> None:
    need("pyspiel")
    found = sweep(list(part))
    for name, said in found.items():
        assert said.startswith(("recorded ", "refused ")), f"{name}: {said}"
        assert said != "refused in several lines", name
    if "tic_tac_toe" in part:
        assert found["tic_tac_toe"] == "recorded 20"
        assert "move at the same time" in found["matrix_rps"]
        assert "do not see everything" in found["kuhn_poker"]
    else:
        assert found["dots_and_boxes"].startswith("recorded")
        assert "OpenSpiel cannot make" in found["nfg_game"]


@pytest.mark.skipif(PROFILE != "thorough", reason="all games of OpenSpiel: PLYSCOPE_HYPOTHESIS=thorough")
def test_every_game_is_recorded_or_refused_with_one_line(need: Callable[[str], None]) -> None:
    need("pyspiel")
    import pyspiel

    found = sweep(list(pyspiel.registered_names()))
    assert sum(said.startswith("recorded ") for said in found.values()) >= 20
    assert "refused in several lines" not in found.values()
