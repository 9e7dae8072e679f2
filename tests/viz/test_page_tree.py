"""What stands where in the page's picture of a tree: arrows, boards and what lies on it hide no node's text."""

import base64
from typing import Any

import pytest
from pages import Open
from strategies import AIMA

import tracer
from tracer.tracing import Trace
from viz.page import script
from viz.page.packing import pack

PLACED = """async ([header, data, rules, width, height, step]) => {
    window.meet = (box) => (one) =>
        box.left < one.right && box.right > one.left && box.top < one.bottom && box.bottom > one.top;
    %s
    const style = new CSSStyleSheet();
    style.replaceSync(rules);
    document.adoptedStyleSheets = [style];
    document.body.className = "plyscope";
    const trace = await rooms.unpack.unpack(header, Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
    const model = new rooms.model.Model(trace, {step}), camera = new rooms.camera.Camera(() => {}, () => true);
    const tree = new rooms.tree.Tree(model, camera);
    tree.restyle(document.body);
    tree.size = {width, height};
    tree.update();
    camera.set(tree.fit());
    return {trace, model, camera, tree, rooms, boxes: () => tree.layout.ids.map((node, place) => {
        const x = camera.toScreenX(tree.layout.x[place]), y = camera.toScreenY(tree.layout.y[place]);
        const half = (rooms.layout.HEIGHT / 2) * camera.scale, wide = (tree.layout.widths[place] / 2) * camera.scale;
        return {node, left: x - wide + 3, right: x + wide - 3, top: y - half + 3, bottom: y + half - 3};
    })};
}"""
CROSSED = """async (given) => {
    const {trace, model, camera, tree, rooms, boxes} = await (%s)(given), found = [];
    let at = null, points = [], arrows = 0;
    const trail = (x, y, bendX = (at.x + x) / 2, bendY = (at.y + y) / 2) => {
        for (let t = 0; t <= 1; t += 0.01) {
            points.push([(1 - t) ** 2 * at.x + 2 * t * (1 - t) * bendX + t * t * x,
                (1 - t) ** 2 * at.y + 2 * t * (1 - t) * bendY + t * t * y]);
        }
        at = {x, y};
    };
    const pen = {
        beginPath() { if (points.length) arrows++; }, moveTo(x, y) { at = {x, y}; }, lineTo: trail,
        quadraticCurveTo: (bendX, bendY, x, y) => trail(x, y, bendX, bendY),
        stroke() {}, fill() {}, rect() {}, closePath() {}, fillText() {}, measureText: () => ({width: 40}),
    };
    for (const step of trace.cutoffSteps.slice(0, 200)) {
        model.go(step);
        tree.update();
        camera.set(tree.fit());
        points = [];
        rooms.cause.drawCause(pen, tree);
        const all = boxes();
        const isIn = ([x, y]) => (one) => x > one.left && x < one.right && y > one.top && y < one.bottom;
        const hit = points.find((point) => all.some(isIn(point)));
        if (hit) found.push([step, ...hit]);
    }
    return [arrows, found];
}"""
BOARDS = """async (given) => {
    const {model, camera, tree, boxes} = await (%s)(given), all = boxes(), meets = [], nodes = [];
    for (const node of model.path) {
        let box = null;
        const pen = new Proxy({}, {get: (_, name) => name !== "fillRect" ? () => {} : (x, y, width, height) => {
            box ??= {left: x, right: x + width, top: y, bottom: y + height};
        }, set: () => true});
        tree._board(pen, node);
        if (!box) continue;
        nodes.push(node);
        meets.push(...all.filter(meet(box)).map((one) => one.node));
    }
    return [model.path, nodes, meets];
}"""
WIDTHS = """async (given) => {
    const {trace, model, tree, rooms} = await (%s)(given), found = [];
    for (const hidden of [false, true]) {
        model.hidesFuture = hidden;
        model.layoutVersion++;
        tree.update();
        found.push(Array.from(tree.layout.ids, (node, place) => [node, tree.layout.widths[place]]));
    }
    return found;
}"""
DRAWN = """async (given) => {
    const {camera, tree} = await (%s)(given), found = [];
    for (const scale of [0.7, 0.78, 2.1, 2.2]) {
        camera.set({kx: scale, ky: scale, x: 0, y: 0});
        const texts = [];
        const pen = new Proxy({measureText: () => ({width: 1})}, {get: (pen, name) => name in pen ? pen[name] :
            name === "fillText" ? (text) => { texts.push(text); } : () => {}, set: () => true});
        for (const place of tree.layout.ids.keys()) tree._node(pen, place);
        found.push(texts.filter((text) => /^[(α]/.test(text)).length);
    }
    return found;
}"""
NUMBERS = """async (given) => {
    const {tree} = await (%s)(given), pen = document.createElement("canvas").getContext("2d"), texts = [];
    pen.fillText = (text) => { texts.push(text); };
    for (const place of tree.layout.ids.keys()) tree._node(pen, place);
    return [tree.camera.scale, texts];
}"""
OVER_LINES = """async (given) => {
    const {camera, tree, rooms} = await (%s)(given), pen = document.createElement("canvas").getContext("2d");
    const found = [], kinds = {};
    for (const scale of [0.46, 0.6, 0.9, 1, 1.4]) {
        camera.set({kx: scale, ky: scale, x: 0, y: 0});
        for (const [place, node] of tree.layout.ids.entries()) {
            const what = rooms.shapes.kindNow(tree.model, node), arcs = [];
            pen.ellipse = (...arc) => { arcs.push(arc); };
            pen.fillText = (text, x, y, most) => {
                const wide = Math.min(pen.measureText(text).width, most) / 2;
                const high = 0.36 * parseFloat(pen.font.match(/([0-9.]+)px/)[1]);
                const corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([a, b]) => [x + a * wide, y + b * high]);
                const [middle, level, across, down] = arcs[0];
                if (what === "chance") {
                    const out = corners.some(([a, b]) => ((a - middle) / across) ** 2 + ((b - level) / down) ** 2 > 1);
                    if (out) found.push([scale, node, text]);
                } else {
                    const rim = arcs[arcs.length - 1], [low, bottom] = [rim[1] + rim[3], arcs[1][1] + arcs[1][3]];
                    if (corners.some(([, b]) => b < low - 0.5 || b > bottom)) found.push([scale, node, text]);
                }
                kinds[what] = (kinds[what] || 0) + 1;
            };
            if (["chance", "table"].includes(what)) tree._node(pen, place);
        }
    }
    return [kinds, found];
}"""
MARKS = """async (given) => {
    const {camera, model, tree, rooms} = await (%s)(given), found = [];
    for (const [place, node] of tree.layout.ids.entries()) {
        let at = null, line = null;
        const pen = {beginPath() {}, stroke() {}, fillText: (text) => found.push([node, text, line]),
            measureText: () => ({width: 20}),
            moveTo(x, y) { at = [x, y]; }, lineTo(x, y) { line = [...at, x, y]; }};
        rooms.cause.drawMark(pen, tree, place);
    }
    const {x, y, parents} = tree.layout, across = (place) => camera.toScreenX(x[place]), half = tree.half;
    const down = (place) => camera.toScreenY(y[place]);
    const edge = (place) => [across(parents[place]), down(parents[place]) + half, across(place), down(place) - half];
    return found.map(([node, text, line]) => [node, text, line, edge(tree.layout.places.get(node))]);
}"""
CARD = """async (given) => {
    const {camera, tree, rooms, boxes} = await (%s)(given), classList = {toggle() {}};
    const story = {offsetWidth: 240, offsetHeight: 72, style: {}, classList};
    new rooms.overlay.Overlay(tree, camera, story).update(false);
    const left = parseFloat(story.style.left), top = parseFloat(story.style.top);
    return boxes().filter(meet({left, top, right: left + 240, bottom: top + 72})).length;
}"""


def placed(tab: Any, code: str, trace: Trace, *, size: tuple[int, int] = (880, 540), step: int = 0) -> Any:
    packed = pack(trace)
    data = base64.b64encode(packed.data).decode()
    return tab.evaluate(
        code % (PLACED % script.join_modules()), [packed.header, data, script.make_style(), *size, step]
    )


@pytest.mark.parametrize("size", [(880, 540), (390, 545)])
@pytest.mark.parametrize("game", [AIMA, "random:b=3,d=5", "tictactoe", "connect4"])
def test_the_arrow_from_a_cutoff_to_its_cause_crosses_no_node(tab: Any, game: Any, size: tuple[int, int]) -> None:
    trace = tracer.trace(game, **({"depth": 4} if game == "connect4" else {}))
    arrows, crossed = placed(tab, CROSSED, trace, size=size)
    assert arrows >= min(trace.counts.cutoffs, 150) // 2
    assert crossed == []


def test_text_crosses_no_line_of_an_ellipse_or_a_cylinder(tab: Any) -> None:
    """Whatever the scale."""
    trace = tracer.trace("piglet:2,3", "star2")
    kinds, over = placed(tab, OVER_LINES, trace, step=trace.steps - 1)
    assert kinds["chance"] > 40
    assert kinds["table"] > 10
    assert over == []


def test_small_nodes_have_no_sign_of_equality_at_all(tab: Any) -> None:
    """None has one where the long ones have no room for it; bounds keep theirs."""
    trace = tracer.trace("piglet:2,3", "star2")
    scale, texts = placed(tab, NUMBERS, trace, step=trace.steps - 1)
    assert scale < 0.58
    assert not any("=" in text for text in texts)
    assert any("≥" in text for text in texts)


@pytest.mark.parametrize("size", [(880, 540), (390, 545)])
@pytest.mark.parametrize("game", ["tictactoe", "connect4"])
def test_boards_stand_beside_the_nodes_of_the_open_path(tab: Any, game: str, size: tuple[int, int]) -> None:
    trace = tracer.trace(game, depth=5)
    for step in range(40, trace.steps, trace.steps // 6):
        path, boarded, hidden = placed(tab, BOARDS, trace, size=size, step=step)
        assert boarded == path
        assert hidden == []


def test_letters_and_texts_are_no_boards_there(tab: Any) -> None:
    assert placed(tab, BOARDS, tracer.trace("nim:1,2"), step=5)[1] == []
    assert placed(tab, BOARDS, tracer.trace(AIMA), step=5)[1] == []


@pytest.mark.parametrize("size", [(880, 540), (1000, 380), (390, 700)])
@pytest.mark.parametrize("game", [AIMA, [[1, 2], 3], [5, 2], "tictactoe"])
def test_what_invites_to_play_hides_no_node(tab: Any, game: Any, size: tuple[int, int]) -> None:
    assert placed(tab, CARD, tracer.trace(game), size=size) == 0


def test_a_phone_has_a_way_to_the_whole_tree_and_back(open_page: Open) -> None:
    page = open_page(tracer.trace("tictactoe"), "#step=5000", viewport={"width": 390, "height": 844}, has_touch=True)
    page.page.get_by_role("button", name="whole tree").tap()
    page.page.get_by_role("button", name="this step").tap()
    page.page.get_by_role("button", name="whole tree").wait_for()
    small = open_page(tracer.trace(AIMA), "#step=5", viewport={"width": 390, "height": 844}, has_touch=True)
    assert not small.page.locator(".whole").is_visible()


def test_what_will_be_pruned_is_as_wide_as_a_leaf_while_the_future_is_hidden(tab: Any) -> None:
    trace = tracer.trace(AIMA)
    told, hidden = (dict(map(tuple, widths)) for widths in placed(tab, WIDTHS, trace))
    pruned, leaf = trace.find("a2/b2").index, trace.find("a2/b1").index
    assert told[pruned] < told[leaf]
    assert hidden[pruned] == hidden[leaf] == told[leaf]


def test_windows_stand_in_nodes_that_are_large_enough(tab: Any) -> None:
    """On a phone, too."""
    trace = tracer.trace(AIMA)
    inner = 1 + sum(trace.columns.ply == 1)
    assert placed(tab, DRAWN, trace, step=trace.steps - 1) == [0, inner, inner, inner]
    assert placed(tab, DRAWN, trace, step=trace.steps - 1, size=(390, 540)) == [0, inner, inner, inner]


def test_a_leaf_shows_its_number_where_nodes_are_narrow(tab: Any) -> None:
    """Without its sign where that has no room: a leaf that was reached says no less than before."""
    leaves = "567453697829134"
    trace = tracer.trace([[[5, 6], [7, 4, 5]], [[3]], [[6, 9], [7]], [[8, 2], [9, 1, 3], [4]]])
    scale, texts = placed(tab, NUMBERS, trace, step=trace.steps - 1, size=(390, 545))
    assert scale < 0.7
    assert [text for text in texts if text.isdigit()] == list(leaves)
    _, texts = placed(tab, NUMBERS, trace, step=trace.steps - 1)
    assert [text for text in texts if text.isdigit()] == list("4513")  # those that were pruned
    assert "= 7" in texts


def test_a_cutoff_strikes_the_edge_of_the_move_that_made_it(tab: Any) -> None:
    trace = tracer.trace(AIMA)
    assert placed(tab, MARKS, trace, step=trace.landmarks.cutoff_step(trace.find("a2").index) - 1) == []
    marks = placed(tab, MARKS, trace, step=trace.steps - 1)
    assert [(node, text) for node, text, *_ in marks] == [(trace.find("a2/b1").index, "✂ α")]  # a3's skipped nothing
    ((_, _, (x1, y1, x2, y2), (ax, ay, bx, by)),) = marks
    share = ((y1 + y2) / 2 - ay) / (by - ay)
    assert 0.5 <= share < 1
    assert (x1 + x2) / 2 == pytest.approx(ax + share * (bx - ax))
    assert (x2 - x1) * (bx - ax) + (y2 - y1) * (by - ay) == pytest.approx(0, abs=1e-6)
