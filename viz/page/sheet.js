// A worksheet of a search, to be printed: the tree with room to write, and on a second page what is right.

import { Camera } from "./camera.js";
import { drawCause } from "./cause.js";
import { make } from "./dom.js";
import { HEIGHT, ROW } from "./layout.js";
import { Model } from "./model.js";
import { number, whole } from "./numbers.js";
import { kindNow, outline } from "./shapes.js";
import { Pen } from "./tools.js";
import { Tree } from "./tree.js";
import { HORIZON, TERMINAL, event, isOutcome, why } from "./why.js";

/** Pixels around a drawing, and of the line of a name; so many that windows have room; nodes that have room on a page. */
const RIM = 24, LABEL = 16, BROAD = 100_000;
export const MOST = 150;

/** The tree of a recording at a step as SVG, drawn by `draw(pen, tree)`. */
function drawing(trace, step, look, draw) {
  const model = Object.assign(new Model(trace, { step }), { showsEntry: true }), camera = new Camera(() => {}, () => true), tree = new Tree(model, camera);
  tree.restyle(look);
  tree.size = { width: BROAD, height: BROAD };
  tree.update();
  const { left, right, depth } = tree.layout;
  tree.size = { width: right - left + 2 * RIM, height: (depth - 1) * ROW + HEIGHT + 2 * RIM };
  camera.set({ kx: 1, ky: 1, x: RIM - left, y: RIM + HEIGHT / 2 });
  const pen = new Pen(tree.size.width, tree.size.height, new OffscreenCanvas(1, 1).getContext("2d"));
  draw(pen, tree);
  return pen.svg;
}

/** The outlines alone: each leaf has its number, each other node its name and room to write. */
function blank(pen, { camera, layout, model }) {
  const { x, y, ids, parents, widths } = layout, at = (place) => [camera.toScreenX(x[place]), camera.toScreenY(y[place])];
  Object.assign(pen, { strokeStyle: "#000", fillStyle: "#000", textAlign: "center", lineWidth: 1 });
  for (let place = 1; place < ids.length; place++) {
    const [fromX, fromY] = at(parents[place]), [toX, toY] = at(place);
    pen.beginPath();
    pen.moveTo(fromX, fromY + HEIGHT / 2);
    pen.lineTo(toX, toY - HEIGHT / 2 - LABEL);
    pen.stroke();
  }
  ids.forEach((node, place) => {
    const [middle, row] = at(place), { trace } = model, value = [TERMINAL, HORIZON].includes(trace.status[node]) ? trace.value[node] : NaN, chance = isOutcome(trace, node) ? ` p ${number(trace.weight[node])}` : "";
    outline(pen, kindNow(model, node), middle, row, widths[place], HEIGHT);
    pen.stroke();
    pen.font = "12px sans-serif";
    pen.fillText(node ? `${trace.title(node)}${chance}` : trace.names.get(0) ?? "root", middle, row - HEIGHT / 2 - LABEL / 2);
    pen.font = "600 18px sans-serif";
    if (!Number.isNaN(value)) pen.fillText(number(value), middle, row);
  });
}

/** What is right: values, windows, and from each cutoff an arrow to the move that set the bound. */
function solved(pen, tree) {
  tree.draw(pen);
  for (const node of tree.model.trace.pruningNodes) {
    tree.model.select(node);
    drawCause(pen, tree);
  }
}

/** The two pages, of a search and of `tree` as it is visited where nothing is pruned. `look` has the colours of paper, `asked` says which search. */
export function worksheet(trace, tree, asked, look) {
  const last = trace.steps - 1, { visited, pruned } = trace.tally(last);
  const tasks = [`Search this tree by hand with ${asked}, from left to right.`, `Write the value that each node returns into it${trace.windowed ? ", with ≥ or ≤ where it is only a bound" : ""}.`,
    ...(trace.windowed ? ["Write into each inner node, or beside it, its window (alpha, beta) as it is entered.", "Cross out each branch that is pruned. At each cutoff that prunes, draw an arrow from the last move searched to the move that set the bound."] : [])];
  const lines = { "Value of the root": number(trace.value[0]), "Best move": trace.label(trace.bestChild(0) ?? 0) || "none", "Visited nodes": whole(visited), ...(trace.windowed ? { "Pruned branches": whole(pruned) } : {}) };
  const shapes = make("p", {}, `A node with a point at its top is MAX's, one with a point at its bottom is MIN's, a box is a leaf.${trace.turn.includes(0) && trace.weight ? " A round one is chance's: p is how likely an outcome is." : ""}`);
  const line = (words) => make("p", { class: "line" }, words, make("span"));
  const reasons = Array.from(trace.pruningNodes, (node) => make("li", {}, `${event(trace, trace.cutoffStep(node))}. `, why(trace, node, trace.cutoffStep(node)).map(({ text }) => text).join(" ")));
  return make("section", { class: "sheet" },
    make("article", {}, make("h1", {}, "Worksheet"), make("ol", {}, ...tasks.map((task) => make("li", {}, task))), shapes, drawing(tree, 0, look, blank), ...Object.keys(lines).map(line)),
    make("article", {}, make("h1", {}, "Solution"), make("p", {}, `${trace.header.title}. ${Object.entries(lines).map(([name, found]) => `${name}: ${found}.`).join(" ")}`), drawing(trace, last, look, solved), make("ul", {}, ...reasons)));
}
