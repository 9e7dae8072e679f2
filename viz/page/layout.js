// Where the unfolded nodes stand: a tidy tree whose parents are centred and whose subtrees are as close as they may be.

import { boardShape } from "./board.js";
import { number, whole } from "./numbers.js";
import { EXPANDED, OPEN, PRUNED, TERMINAL, windowText } from "./why.js";

/** Pixels from one ply to the next, at the size at which text is read. */
export const ROW = 94;
export const HEIGHT = 56;
/** Pixels of a board beside a node, and between them. */
const BROADEST = 90, BESIDE = 11;
const LETTER = 7, BOLD = 9, WIDEST = 150;
/** How much wider than a box a node of chance is, whose text is in an ellipse. */
const OVAL = 1.25;
/** Letters that the sign of a move takes that was not searched. */
const SIGN = 2.5;
/** Pixels between siblings, between cousins, and of the narrowest node and pruned branch, by whether there is much room. */
const WIDE = { gap: 14, cousins: 26, least: 46, pruned: 30 }, CLOSE = { gap: 5, cousins: 10, least: 30, pruned: 24 };

/** A tree of the unfolded nodes, in visit order: ids, places of parents, x and y of centres, widths, those while nothing may tell
 * what will be pruned, how far each reaches to the left, rows of places. Where there is little room, nodes stand closer. Where it follows the open path,
 * its nodes have room for a board on their left. */
export function layout(model, close = false) {
  const ids = [], parents = [], rows = [], top = model.trace.ply[model.root];
  const stack = [[model.root, -1]];
  while (stack.length) {
    const [node, parent] = stack.pop(), place = ids.length, row = model.trace.ply[node] - top;
    ids.push(node);
    parents.push(parent);
    (rows[row] = rows[row] || []).push(place);
    if (!model.isUnfolded(node)) continue;
    const children = model.children(node);
    for (let child = children.length - 1; child >= 0; child--) stack.push([children[child], place]);
  }
  const widths = Float64Array.from(ids, (node) => width(model.trace, node, close, model.hidesFuture));
  const stubs = Float64Array.from(ids, (node) => stub(model.trace, node, close));
  const board = model.unfoldsPath ? boardRoom(model.trace).width : 0, { onPath } = model;
  const lefts = widths.map((wide, place) => wide / 2 + (board && onPath.has(ids[place]) ? board + 2 * BESIDE : 0));
  const x = across(ids.length, parents, lefts, widths, close ? CLOSE : WIDE);
  const y = Float64Array.from(ids, (node) => (model.trace.ply[node] - top) * ROW);
  let left = Infinity, right = -Infinity;
  for (let place = 0; place < ids.length; place++) {
    left = Math.min(left, x[place] - lefts[place]);
    right = Math.max(right, x[place] + widths[place] / 2);
  }
  const places = new Map(ids.map((node, place) => [node, place]));
  return { ids, parents, places, rows, widths, stubs, lefts, x, y, left, right, depth: rows.length };
}

/** Pixels of the board beside a node at the size at which text is read; nothing where there are no boards to be seen. */
export function boardRoom(trace) {
  const shape = boardShape(trace), height = shape && Math.min(HEIGHT, BROADEST / shape);
  return { width: height * shape, height, gap: BESIDE };
}

/** The first index of a list at which something holds, which holds from there on. */
export function firstPlace(list, holds) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle])) high = middle; else low = middle + 1;
  }
  return low;
}

/** As wide as the name of a node. */
const named = (trace, node) => Math.max(trace.label(node).length, (trace.names.get(node) || "").length) * LETTER;

/** As wide as a pruned branch, or any node of which nothing may be told yet: its name, and the number of a leaf. */
function stub(trace, node, close) {
  const known = trace.unseen.get(node) ?? (trace.header.numbersAhead && trace.status[node] === TERMINAL ? trace.value[node] : NaN);
  const digits = known === known ? number(known).length : 0;
  return Math.max((close ? CLOSE : WIDE).pruned, Math.min(Math.max(named(trace, node), digits * LETTER) + 12, WIDEST));
}

/** As wide as what a node says at any step; a pruned branch as wide as a leaf where nothing may tell that it will be pruned. */
function width(trace, node, close, hidden) {
  const room = close ? CLOSE : WIDE, label = named(trace, node), edge = close ? 10 : 18, pruned = trace.status[node] === PRUNED;
  if (pruned && !hidden) return stub(trace, node, close) + (trace.isSkipped(node) ? SIGN * LETTER : 0);
  const value = pruned && trace.unseen.has(node) ? trace.unseen.get(node) : trace.value[node];
  const inner = trace.status[node] === EXPANDED || trace.status[node] === OPEN;
  const widths = [label, (Math.max(number(value).length, inner ? 2 : 1) + 1.6) * BOLD];
  if (trace.log !== null) widths.push(...ofLog(trace, node, close));
  if (inner && trace.windowed) widths.push(Math.max(...windowsOf(trace, node).map((text) => text.length), 7) * LETTER);
  if (trace.end[node] - node > 1) widths.push((whole(trace.end[node] - node).length + 1) * LETTER);
  return Math.max(room.least, Math.min((Math.max(...widths) + edge) * (inner && trace.turn[node] === 0 ? OVAL : 1), WIDEST));
}

/** As wide as what a best-first search says of a node: a mean of four digits, or two numbers, or a merit; and what is under it. */
function ofLog({ log, header, steps }, node, close) {
  if (log.countsVisits) return [8 * BOLD, (whole(steps).length + 2 + (header.formula === undefined || close ? 0 : 9)) * LETTER];
  return [5 * BOLD, (log.hasProofs ? 9 : 6) * LETTER];
}

/** The window of a node as it is entered, and as it is left. */
function windowsOf(trace, node) {
  const { alpha, beta } = trace.frame(node, trace.steps);
  return [windowText(trace.alpha[node], trace.beta[node]), windowText(alpha, beta)];
}

/** Subtrees side by side, each as far to the left as the ones before let it (Reingold & Tilford 1981), from the bottom up.
 *
 * An outline is the left and the right edge of a forest by row, the top row last, moved by `by`. Of two outlines the shorter is
 * copied into the longer, so that all of it takes time proportional to the number of nodes. */
function across(size, parents, lefts, widths, room) {
  const x = new Float64Array(size), outlines = new Array(size).fill(null);
  const children = Array.from({ length: size }, () => []);
  for (let place = 1; place < size; place++) children[parents[place]].push(place);
  for (let place = size - 1; place >= 0; place--) {
    let forest = null;
    for (const child of children[place]) {
      const outline = outlines[child];
      outlines[child] = null;
      const shift = forest === null ? 0 : distance(forest, outline, room);
      x[child] = shift;
      outline.by += shift;
      forest = forest === null ? outline : joined(forest, outline);
    }
    const below = children[place], centre = below.length ? (x[below[0]] + x[below[below.length - 1]]) / 2 : 0;
    for (const child of below) x[child] -= centre;
    forest = forest || { left: [], right: [], by: 0 };
    forest.by -= centre;
    forest.left.push(-lefts[place] - forest.by);
    forest.right.push(widths[place] / 2 - forest.by);
    outlines[place] = forest;
  }
  for (let place = 1; place < size; place++) x[place] += x[parents[place]];
  return x;
}

function distance(forest, outline, { gap, cousins }) {
  let far = -Infinity;
  const rows = Math.min(forest.left.length, outline.left.length);
  for (let row = 0; row < rows; row++) {
    const right = forest.right[forest.right.length - 1 - row] + forest.by;
    const left = outline.left[outline.left.length - 1 - row] + outline.by;
    far = Math.max(far, right - left + (row ? cousins : gap));
  }
  return far;
}

function joined(forest, outline) {
  const longer = forest.left.length >= outline.left.length ? forest : outline;
  const shorter = longer === forest ? outline : forest, side = longer === forest ? "right" : "left";
  const into = longer[side], from = shorter[side];
  for (let row = 1; row <= from.length; row++) into[into.length - row] = from[from.length - row] + shorter.by - longer.by;
  return longer;
}
