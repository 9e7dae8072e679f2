"""DOT: the same trace gives the same bytes, labels are data, and every role shows."""

import html
import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from hostile import HOSTILE, hostile_trace, shown
from strategies import AIMA, WIKIPEDIA

import tracer
import viz
from tracer.games.move_names import move_index
from tracer.recording.status import PRUNED
from viz.formats import dot
from viz.pictures import labels
from viz.pictures.roles import Kind, Role, role_of_node
from viz.pictures.selection import MAX_NODES
from viz.pictures.theme import LIGHT


def test_the_tree_of_wikipedia_looks_as_it_did(golden: Callable[[str, str], None]) -> None:
    golden("wikipedia.dot", viz.to_dot(tracer.trace(WIKIPEDIA, "alphabeta")))


def test_only_listed_attributes_are_written_and_none_of_them_loads_anything() -> None:
    """A list that lets nothing in by accident."""
    loading = {"image", "imagepath", "shapefile", "URL", "href", "fontpath", "stylesheet", "tooltip", "id", "class"}
    assert not dot.ALLOWED_ATTRIBUTES & loading
    with pytest.raises(AssertionError, match="image"):
        dot._statement("n0", image='"/etc/passwd"')


def parsed(text: str) -> Any:
    """DOT as pygraphviz reads it."""
    import pygraphviz

    return pygraphviz.AGraph(string=text)


TAG = re.compile(r'<FONT COLOR="#[0-9a-f]{6}" POINT-SIZE="[\d.]+">|</FONT>|</?[BS]>')
"""How a move, a value and one never seen look."""


def unquoted(label: str) -> str:
    """What Graphviz shows for a label that is not HTML."""
    escaped = re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], label)
    return html.unescape(escaped)


def styled(label: str) -> str:
    """What Graphviz shows for a label with the little HTML that is written."""
    plain = TAG.sub("", label).replace("<BR/>", "\n")
    assert "<" not in plain
    return html.unescape(plain).replace("\u00a0", " ").replace("\u2060", "")


def test_a_hostile_label_is_read_back_as_text(need: Callable[[str], None]) -> None:
    """No attribute, no HTML, no other node comes from a label."""
    need("pygraphviz")
    trace = hostile_trace()
    graph = parsed(viz.to_dot(trace, sideways=False))
    assert sorted(graph.nodes()) == sorted(f"n{node}" for node in range(len(trace)))
    for node in range(1, len(trace)):
        found = graph.get_node(f"n{node}")
        assert set(found.attr) <= dot.ALLOWED_ATTRIBUTES
        assert styled(found.attr["label"]) == "\n".join(labels.node_lines(trace, node))
        assert labels.node_lines(trace, node)[0] == (shown(HOSTILE[node - 1]) or f"= {node - 1}")


@pytest.mark.parametrize("label", HOSTILE)
def test_quoted_text_is_one_token(label: str) -> None:
    """A quote or a backslash inside never ends the string."""
    quoted = dot.quote_dot(shown(label))
    assert re.fullmatch(r'"(?:[^"\\\n]|\\.)*"', quoted)
    assert unquoted(quoted[1:-1]) == shown(label)


def statements(trace: tracer.Trace, **options: Any) -> dict[str, str]:
    """The lines of nodes, edges and stubs by their subject."""
    found = re.findall(r"^  ([ns]\d+(?: -> [ns]\d+)?) \[(.*)\];$", viz.to_dot(trace, **options), re.MULTILINE)
    return dict(found)


def test_pruned_branches_are_grey_and_dashed_nodes_and_edges_alike() -> None:
    """And carry their move, and struck through what the tree says that they are worth."""
    trace = tracer.trace(AIMA)
    lines = statements(trace)
    pruned = [node for node in range(len(trace)) if trace.columns.status[node] == PRUNED]
    assert len(pruned) == 2
    for node in pruned:
        edge = lines[f"n{trace.columns.parent[node]} -> n{node}"]
        assert LIGHT.pruned in lines[f"n{node}"]
        assert LIGHT.pruned in edge
        assert 'style="filled,dashed"' in lines[f"n{node}"]
        assert "style=dashed" in edge
        label = re.search(r"label=<(.*)>, shape", lines[f"n{node}"])
        assert label
        assert styled(label[1]) == f"{trace.label(node)}\n{AIMA[1][move_index(trace.label(node))]}"
        assert "<S>" in label[1]


def test_a_node_says_move_value_and_window() -> None:
    """With the sign of a bound; without the window where the search has none."""
    trace = tracer.trace(AIMA)
    assert labels.node_lines(trace, 0) == ["root", "= 3", "(−∞, ∞)"]
    assert labels.node_lines(trace, 5) == ["a2", "≤ 2", "(3, ∞)"]
    assert labels.node_lines(trace, 7) == ["b2"]
    assert labels.node_lines(tracer.trace(AIMA, "minimax"), 5) == ["a2", "= 2"]
    stopped = tracer.trace(AIMA, max_nodes=6)
    assert labels.node_lines(stopped, 5) == ["a2", "open", "(3, ∞)"]


def test_cutoffs_are_marked_on_the_edge_after_which_they_happened() -> None:
    """Scissors where moves were skipped; the bare letter after the last move, where it is asked for; a bar at both."""
    assert [subject for subject, line in statements(tracer.trace(AIMA)).items() if "=tee" in line] == ["n5 -> n6"]
    lines = statements(tracer.trace(AIMA), last_cutoffs=True)
    marked = {subject: line for subject, line in lines.items() if "arrowhead=tee" in line}
    assert set(marked) == {"n5 -> n6", "n9 -> n12"}
    assert "✂ α" in marked["n5 -> n6"]
    assert "✂" not in marked["n9 -> n12"]
    assert "α" in marked["n9 -> n12"]
    assert "✂ β" in statements(tracer.trace([[5, [7, 9]]]))["n3 -> n4"]


def test_every_cutoff_of_a_drawing_is_marked() -> None:
    """As many bars as drawn children that brought a cutoff about, α below MIN and β below MAX."""
    trace = tracer.trace("tictactoe")
    columns = trace.columns
    for subject, line in statements(trace, last_cutoffs=True).items():
        child = re.fullmatch(r"n\d+ -> n(\d+)", subject)
        if child is None:
            continue
        node = int(child[1])
        parent = int(columns.parent[node])
        visited = [other for other in trace.children(parent) if columns.status[other] != PRUNED]
        letter = "β" if columns.turn[parent] == tracer.MAX else "α"
        refutes = bool(columns.cutoff[parent]) and node == visited[-1]
        assert ("arrowhead=tee" in line) == refutes
        assert (f"{letter}</FONT>" in line) == refutes


def test_the_principal_variation_is_thick_and_nothing_else_is() -> None:
    """Nodes and the edges between them."""
    trace = tracer.trace(AIMA)
    thick = {subject for subject, line in statements(trace).items() if "penwidth=3" in line}
    assert thick == {"n0", "n1", "n2", "n0 -> n1", "n1 -> n2"}


def test_what_happened_at_a_node_shows_without_colour() -> None:
    """By the width or the style of its outline."""
    plain = LIGHT.node_look(Role(Kind.MAX))
    assert LIGHT.node_look(Role(Kind.MAX, on_pv=True)).width > plain.width
    assert LIGHT.node_look(Role(Kind.MAX, unfinished=True)).style != plain.style


def test_roles_of_a_horizon_a_table_and_a_stopped_search() -> None:
    """Each status has its kind; a node where the search stopped keeps its shape."""
    shallow = tracer.trace("connect4:4,4,3", depth=2)
    assert {role_of_node(shallow, node).kind for node in range(len(shallow))} >= {
        Kind.MAX,
        Kind.MIN,
        Kind.HORIZON,
        Kind.PRUNED,
    }
    memo = tracer.trace("tictactoe", "minimax-memo")
    hit = int((memo.columns.status == tracer.Status.TABLE).argmax())
    assert role_of_node(memo, hit).kind is Kind.TABLE
    stopped = tracer.trace("tictactoe", max_nodes=3)
    assert [role_of_node(stopped, node).unfinished for node in range(3)] == [True, True, True]
    assert [role_of_node(stopped, node).kind for node in range(3)] == [Kind.MAX, Kind.MIN, Kind.MAX]
    assert not any(role_of_node(stopped, node).on_pv for node in range(3))


def test_the_caption_has_title_and_counts_and_explains_only_what_is_drawn() -> None:
    """A tree without cutoffs has no scissors in its legend."""
    whole = viz.to_dot(tracer.trace(AIMA))
    assert "tree of 9 leaves, alphabeta" in whole
    assert "value 3 · 11 visited · 2 pruned nodes" in whole
    assert "drawn" not in whole
    plain = viz.to_dot(tracer.trace(AIMA, "minimax"), max_nodes=5)
    assert "5 of 13 drawn" in plain
    assert "not drawn" not in plain
    assert "✂" not in plain
    assert "pruned branch<" not in plain
    assert "after a2" in viz.to_dot(tracer.trace(AIMA), root=5)


def test_stubs_say_what_they_stand_for() -> None:
    """Under the node whose children are left out."""
    lines = statements(tracer.trace(AIMA), max_nodes=3)
    assert 'label="+6 visited\\n2 pruned"' in lines["s0"]
    assert 'label="+2 visited"' in lines["s1"]
    assert "n0 -> s0" in lines
    assert labels.stub_lines(0, 3) == ["+3 pruned"]


def test_a_board_is_a_table_of_squares() -> None:
    """With lines between them where the game has them; what stands there is escaped."""
    trace = tracer.trace("tictactoe")
    line = statements(trace, ply=1, board=True)["n1"]
    assert line.startswith("label=<<TABLE")
    assert line.count("FIXEDSIZE") == 9
    assert 'CELLBORDER="1"' in line
    assert LIGHT.last in line

    class Spaced(type(trace.game)):  # type: ignore[misc]
        board = None

        def show(self, state: Any) -> str:
            return "ab\n<c>\x1b\n"

    spaced = tracer.Trace(trace.columns, [], trace.header, Spaced(), labels=trace.move_labels)
    line = statements(spaced, ply=1, board=True)["n0"]
    assert ">&lt;</FONT>" in line
    assert "␛" in line
    assert "\x1b" not in line


def test_graphviz_reads_a_board_with_any_sign_in_its_squares(need: Callable[[str], None]) -> None:
    """A square with nothing but a bracket was an error to it."""
    need("dot")
    signs = "".join(map(chr, range(33, 127)))
    trace = tracer.trace("tictactoe", max_nodes=3)

    class Signs(type(trace.game)):  # type: ignore[misc]
        board = None

        def show(self, state: Any) -> str:
            return "\n".join([*(signs[place : place + 12] for place in range(0, len(signs), 12)), "]]>"])

    of_signs = tracer.Trace(trace.columns, [], trace.header, Signs(), labels=trace.move_labels)
    drawn = subprocess.run(
        ["dot", "-Tsvg"], input=viz.to_dot(of_signs, ply=0, board=True), capture_output=True, text=True, check=True
    )
    assert drawn.stderr == ""
    found = {html.unescape(one).strip("\u2060") for one in re.findall(r">([^<>]+)</text>", drawn.stdout)}
    assert set(signs) <= found


def test_no_line_of_a_leaf_touches_its_box(need: Callable[[str], None]) -> None:
    """Graphviz puts small text above what it takes for its line."""
    need("dot")
    drawn = subprocess.run(
        ["dot", "-Tsvg"], input=viz.to_dot(tracer.trace(AIMA)), capture_output=True, text=True, check=True
    ).stdout
    (leaf,) = re.findall(r"<title>n2</title>(.*?)</g>", drawn, re.DOTALL)
    (corners,) = re.findall(r'points="([^"]*)"', leaf)
    ys = [float(corner.split(",")[1]) for corner in corners.split()]
    lines = [(float(y), float(size)) for y, size in re.findall(r' y="([^"]*)".*?font-size="([^"]*)"', leaf)]
    assert len(lines) == 3
    assert min(y - 0.76 * size for y, size in lines) - min(ys) > 2
    assert max(ys) - max(y for y, _ in lines) > 2


def test_a_wide_tree_grows_to_the_right_with_a_line_a_node() -> None:
    """Unless told otherwise."""
    wide, narrow = tracer.trace("tictactoe"), tracer.trace(AIMA)
    assert "rankdir=LR" in viz.to_dot(wide)
    assert "rankdir=LR" not in viz.to_dot(narrow)
    assert "rankdir=LR" in viz.to_dot(narrow, sideways=True)
    (label,) = re.findall(r"label=<(.*)>, shape", statements(narrow, sideways=True)["n5"])
    assert styled(label) == "a2  ≤ 2  (3, ∞)"
    assert "rankdir=LR" not in viz.to_dot(wide, sideways=False)


def test_a_chain_of_5000_plies_is_written() -> None:
    """Within the budget, and whole."""
    trace = tracer.trace("[" * 5_000 + "3" + "]" * 5_000)
    assert len(statements(trace, fold=False)) == MAX_NODES + (MAX_NODES - 1) + 2
    assert len(statements(trace, max_nodes=6_000, fold=False)) == 5_001 + 5_000
    assert len(statements(trace)) == 3 + 2
