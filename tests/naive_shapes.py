"""What a picture and a map are to say of a naive explorer's nodes, each found by walking."""

from collections import Counter

from naive_explorer import NaiveExplorer
from naive_replay import RETURNED, SKIPPED

from tracer.recording.status import HORIZON, TABLE, TERMINAL
from tracer.text import number
from tui.model.map_samples import SAMPLES_PER_COLUMN, CellFate


def texts(naive: NaiveExplorer, node: int) -> tuple[str, str, str]:
    """What a picture writes of a node: its move, its value, and its window where it is open and has moves."""
    known, recording = naive.known, naive.recording
    phase, value = known.phase.get(node), naive.replay.text(naive.until, node).replace(" ", "")
    if phase == RETURNED and value.startswith("=") and recording.status[node] in (TERMINAL, HORIZON, TABLE):
        value = value[1:]
    window = ""
    if phase == "open" and recording.windowed and recording.children[node]:
        window = f"{number(known.alpha[node])} {number(known.beta[node])}"
    return recording.labels[node] if node else "", value + " ✂" * (node in known.cut), window


def fate(naive: NaiveExplorer, node: int) -> CellFate:
    """What became of a node by the step."""
    known = naive.known
    phase = known.phase.get(node)
    if phase is None:
        return CellFate.AHEAD
    if phase == SKIPPED:
        return CellFate.PRUNED
    if phase == "open":
        return CellFate.CUT if node in known.cut else CellFate.OPEN
    if node in known.variation():
        return CellFate.VARIATION
    return CellFate.CUT if node in known.cut else CellFate.RETURNED


def cells(naive: NaiveExplorer, first: float, span: float, columns: int, top: int, plies: int) -> list[list[CellFate]]:
    """The fates of a map's cells: by some nodes of each column, unless a node is in the middle of two columns."""
    path, size = naive.recording.path, naive.recording.size
    parts = columns * SAMPLES_PER_COLUMN
    looked = [min(int(first + (place + 0.5) * (span / parts)), size - 1) for place in range(parts)]
    found = []
    for ply in range(top, top + plies):
        there = [path[node][ply] if len(path[node]) > ply else None for node in looked]
        middle = there[SAMPLES_PER_COLUMN // 2 :: SAMPLES_PER_COLUMN]
        row = []
        for column, node in enumerate(middle):
            beside = middle[max(column - 1, 0) : column] + middle[column + 1 : column + 2]
            begin, end = column * SAMPLES_PER_COLUMN, (column + 1) * SAMPLES_PER_COLUMN
            part = [each for each in there[begin:end] if each is not None]
            if node is not None and node in beside:
                row.append(fate(naive, node))
            elif part:
                counts = Counter(fate(naive, each) for each in part)
                row.append(min(counts, key=lambda what: (-counts[what], what)))
            else:
                row.append(CellFate.NOTHING)
        found.append(row)
    for node in (*naive.known.variation(), *naive.recording.path[max(naive.known.phase)]):
        what, ply = fate(naive, node), naive.recording.ply(node) - top
        column = (node + 0.5 - first) * columns // span
        drawn = what in (CellFate.VARIATION, CellFate.OPEN) or naive.known.phase[node] == "open"
        narrow = len(naive.recording.below(node)) < span / columns
        if drawn and narrow and 0 <= ply < plies and 0 <= column < columns:
            found[ply][int(column)] = what
    return found
