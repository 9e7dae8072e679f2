// Cutoffs on the tree: a bar where one is; for the one that is spoken of an arrow to the move whose value set the bound, and numbers.

import { PASSED } from "./kinds.js";
import { HEIGHT } from "./layout.js";
import { holds, origin } from "./reasons.js";
import { follow, route } from "./route.js";
import { LEAST } from "./shapes.js";
import { endName, isBeta, number, prunes } from "./words.js";

/** Pixels of an arrow's head. */
const HEAD = 9;

/** The node that was cut, of which the step or the selected node tells; -1 where neither tells of one. */
export function cutNode(model) {
  const { trace, selected, step } = model;
  if (model.cut >= 0 && selected === model.current) return model.cut;
  const node = model.phase(selected) === PASSED ? trace.parent[selected] : selected;
  return node >= 0 && trace.isCut(node, step) ? node : -1;
}

/** Draw the arrow over a tree that is drawn already, as far as both its ends are unfolded; a number of an end that is out of sight stands at the rim. */
export function drawCause(context, tree) {
  const { model, colours } = tree, { trace } = model, cut = cutNode(model);
  if (cut < 0 || !holds(trace, cut)) return;
  const last = trace.refutation(cut), where = origin(trace, cut), from = middle(tree, last), sign = isBeta(trace, cut) ? "≥ β" : "≤ α";
  if (from === null) return;
  const to = where.child >= 0 ? middle(tree, where.child) : null, strict = trace.header.strict ? sign.replace("≥", ">").replace("≤", "<") : sign;
  context.strokeStyle = context.fillStyle = colours.cutoff;
  let goesRight = false;
  if (to !== null) {
    const way = route(tree, from, to), { points } = way, next = points[1], before = points[points.length - 2];
    arrow(context, way, Math.min(Math.max(2.2 * tree.camera.scale, 1.4), 3));
    note(context, tree, to, `${endName(trace, cut) === "alpha" ? "α" : "β"} ${number(where.limit)}`, before.x < to.x);
    goesRight = next.x > from.x;
  }
  note(context, tree, from, `${trace.prunedChildren[cut] > 0 ? "✂ " : ""}${number(trace.value[last])} ${strict} ${number(where.limit)}`, !goesRight, crossings(tree, last, from.y));
}

/** Where the edges to a node and to its siblings are at a height of the screen. */
function crossings({ camera, layout }, node, height) {
  const place = layout.places.get(node), parent = layout.parents[place], half = (HEIGHT / 2) * camera.scale, found = [];
  const top = camera.toScreenY(layout.y[parent]) + half, share = (height - top) / (camera.toScreenY(layout.y[place]) - half - top), from = camera.toScreenX(layout.x[parent]);
  for (let other = parent + 1; other < layout.ids.length && layout.y[other] > layout.y[parent]; other++) {
    if (layout.parents[other] === parent) found.push(from + share * (camera.toScreenX(layout.x[other]) - from));
  }
  return found;
}

/** A point on the edge above a node; null where the node is folded away or at the top. */
function middle({ camera, layout }, node) {
  const place = layout.places.get(node);
  if (place === undefined || layout.parents[place] < 0) return null;
  const parent = layout.parents[place], half = (HEIGHT / 2) * camera.scale;
  const x = camera.toScreenX(layout.x[place]), y = camera.toScreenY(layout.y[place]) - half;
  const dx = camera.toScreenX(layout.x[parent]) - x, dy = camera.toScreenY(layout.y[parent]) + half - y;
  return { x: x + dx * 0.36, y: y + dy * 0.36, leansRight: dx > 0 };
}

function arrow(context, way, width) {
  const { points } = way, to = points[points.length - 1], before = points[points.length - 2];
  const far = Math.hypot(to.x - before.x, to.y - before.y) || 1, ux = (to.x - before.x) / far, uy = (to.y - before.y) / far;
  context.lineWidth = width;
  context.beginPath();
  follow(context, way, { x: to.x - ux * HEAD, y: to.y - uy * HEAD });
  context.stroke();
  context.beginPath();
  context.moveTo(to.x, to.y);
  context.lineTo(to.x - ux * HEAD - uy * HEAD * 0.5, to.y - uy * HEAD + ux * HEAD * 0.5);
  context.lineTo(to.x - ux * HEAD + uy * HEAD * 0.5, to.y - uy * HEAD - ux * HEAD * 0.5);
  context.closePath();
  context.fill();
}

/** A ground under a text, so that no line shows between its letters. */
export function ground(context, colour, left, middle, wide, size) {
  const { fillStyle, globalAlpha } = context;
  Object.assign(context, { fillStyle: colour, globalAlpha: 1 });
  context.beginPath();
  context.rect(left - 2, middle - size * 0.62, wide + 4, size * 1.2);
  context.fill();
  Object.assign(context, { fillStyle, globalAlpha });
}

/** A number beside a point, on a ground of its own, so that it can be read on anything. */
function note(context, { colours, size, camera }, { x, y }, text, onRight, edges = []) {
  const high = Math.max(12.5 * Math.min(camera.scale, 1.4), LEAST);
  context.font = `650 ${high}px ${colours.font}`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  const wide = context.measureText(text).width + 8, off = 12 * Math.max(camera.scale, 0.7), right = x + off, left = x - off - wide;
  // On the side where it lies over fewer edges, or beside all of them where that is near.
  const over = (at) => edges.filter((edge) => edge > at - 2 && edge < at + wide + 2).length;
  const places = [...(onRight ? [right, left] : [left, right]), ...[Math.min(...edges) - off - wide, Math.max(...edges) + off].filter((at) => Math.abs(at - left) < wide)];
  const best = places.reduce((one, other) => (over(other) < over(one) ? other : one)), room = Math.min(Math.max(best, 2), Math.max(size.width - wide - 2, 2));
  const line = Math.min(Math.max(y, 10), size.height - 10);
  ground(context, colours.background, room + 4, line, wide - 8, high);
  context.fillStyle = colours.cutoff;
  context.fillText(text, room + 4, line);
}

/** The cutoff that a node brought about: a bar across its edge, and the end of the window that was reached, unless a note says more. */
export function drawMark(context, { model, layout, camera, colours }, place) {
  const { trace } = model, { scale } = camera, node = layout.ids[place], above = trace.parent[node];
  if (layout.parents[place] < 0 || !trace.isCut(above, model.step) || !prunes(trace, above) || trace.refutation(above) !== node) return;
  const half = (HEIGHT / 2) * scale, x = camera.toScreenX(layout.x[place]), y = camera.toScreenY(layout.y[place]) - half;
  const dx = camera.toScreenX(layout.x[layout.parents[place]]) - x, dy = camera.toScreenY(layout.y[layout.parents[place]]) + half - y;
  const share = Math.min((13 * scale) / Math.max(-dy, 1), 0.5), far = Math.hypot(dx, dy) || 1;
  const midX = x + dx * share, midY = y + dy * share, acrossX = (-dy / far) * 10 * scale, acrossY = (dx / far) * 10 * scale;
  context.strokeStyle = context.fillStyle = colours.cutoff;
  context.lineWidth = 2.6 * scale;
  context.beginPath();
  context.moveTo(midX - acrossX, midY - acrossY);
  context.lineTo(midX + acrossX, midY + acrossY);
  context.stroke();
  if (above === cutNode(model) && holds(trace, above)) return;
  const left = dx > 0; // beside the edge, where it leaves room
  context.textAlign = left ? "right" : "left";
  context.textBaseline = "middle";
  context.font = `600 ${Math.max(12.5 * scale, LEAST)}px ${colours.font}`;
  const text = `${trace.prunedChildren[above] > 0 ? "✂ " : ""}${trace.turn[above] > 0 ? "β" : "α"}`;
  context.fillText(text, midX + (left ? -1 : 1) * 14 * scale, midY - 2 * scale);
}
