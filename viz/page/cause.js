// Cutoffs on the tree: a bar where one is; for the one that is spoken of an arrow to the move whose value set the bound, and
// numbers. The arrow goes through gaps between the nodes of each row that it passes, and so over no node's text.

import { PASSED } from "./kinds.js";
import { HEIGHT, ROW, firstPlace } from "./layout.js";
import { number } from "./numbers.js";
import { LEAST } from "./shapes.js";
import { cutoffEndName, findCutoffOrigin, isBetaCutoff, isCutoffJustified } from "./why.js";

/** Pixels of the narrowest gap between nodes through which an arrow goes, and between it and a node where there is room. */
const NARROWEST = 2.5, APART = 9;
/** How far a bow is bent, as a part of its length; pixels between points of it that are looked at, and how many at most; pixels
 * of a bend, and from a row to a bend beside it at scale 1. */
const BULGE = 0.16, SAMPLED = 6, SAMPLES = 600, BEND = 14, BESIDE = 7;

/** A bow between two points, or where that would run over a node a line with bends: lists of points, and whether it is a bow. */
export function route(tree, from, to) {
  const dx = to.x - from.x, dy = to.y - from.y, side = dx < 0 ? 1 : -1;
  for (const bulge of [BULGE, -BULGE]) {
    const bend = { x: from.x + dx / 2 - dy * bulge * side, y: from.y + dy / 2 + dx * bulge * side };
    if (isFree(tree, from, bend, to)) return { bow: true, points: [from, bend, to] };
  }
  return { bow: false, points: throughGaps(tree, from, to), rim: BESIDE * Math.min(tree.camera.scale, 1) };
}

/** Trace a route up to its last point but one, and the straight rest of it as far as it is wanted. */
export function follow(context, { bow, points, rim }, last) {
  context.moveTo(points[0].x, points[0].y);
  if (bow) { context.quadraticCurveTo(points[1].x, points[1].y, last.x, last.y); return; }
  for (let at = 1; at < points.length - 1; at++) { // between an odd one and the next lies a row: no bend reaches into that
    const here = points[at], before = towards(here, points[at - 1], at % 2 ? BEND : rim), after = towards(here, points[at + 1], at % 2 ? rim : BEND);
    context.lineTo(before.x, before.y);
    context.quadraticCurveTo(here.x, here.y, after.x, after.y);
  }
  context.lineTo(last.x, last.y);
}

/** The point so many pixels away from one point towards another, at most half way. */
function towards(here, there, pixels) {
  const far = Math.hypot(there.x - here.x, there.y - here.y) || 1, share = Math.min(pixels / far, 0.5);
  return { x: here.x + (there.x - here.x) * share, y: here.y + (there.y - here.y) * share };
}

const rowAt = ({ camera, layout }, y) => Math.min(Math.max(Math.round(camera.toPlaneY(y) / ROW), 0), layout.depth - 1);

/** From where to where a node reaches on the screen, a board on its left included. */
function reach({ camera, layout }, place) {
  const x = camera.toScreenX(layout.x[place]);
  return { left: x - layout.lefts[place] * camera.scale, right: x + (layout.widths[place] / 2) * camera.scale };
}

function isFree(tree, from, bend, to) {
  const { camera, layout } = tree, half = (HEIGHT / 2) * camera.scale + 3;
  const samples = Math.min(Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / SAMPLED), SAMPLES);
  for (let at = 1; at < samples; at++) {
    const t = at / samples, x = (1 - t) ** 2 * from.x + 2 * t * (1 - t) * bend.x + t * t * to.x;
    const y = (1 - t) ** 2 * from.y + 2 * t * (1 - t) * bend.y + t * t * to.y, row = rowAt(tree, y), list = layout.rows[row];
    if (Math.abs(y - camera.toScreenY(row * ROW)) > half) continue;
    const next = firstPlace(list, (place) => camera.toScreenX(layout.x[place]) >= x);
    for (const place of [list[next - 1], list[next]]) {
      const box = place === undefined ? null : reach(tree, place);
      if (box && x > box.left - 3 && x < box.right + 3) return false;
    }
  }
  return true;
}

/** Upwards from a point above one row to a point above another: past each row between by the gap that is nearest to the line. */
function throughGaps(tree, from, to) {
  const { camera } = tree, points = [from], off = (HEIGHT / 2) * camera.scale + BESIDE * Math.min(camera.scale, 1);
  for (let row = rowAt(tree, from.y + off) - 1; row >= rowAt(tree, to.y + off); row--) {
    const y = camera.toScreenY(row * ROW), before = points[points.length - 1], share = (before.y - y) / (before.y - to.y || 1);
    const x = gap(tree, row, before.x + (to.x - before.x) * Math.min(Math.max(share, 0), 1));
    points.push({ x, y: y + off }, { x, y: y - off });
  }
  points.push(to);
  return points;
}

/** Where a row has room for a line, as near as may be to a wanted place. */
function gap(tree, row, wanted) {
  const { camera, layout } = tree, list = layout.rows[row], next = firstPlace(list, (place) => camera.toScreenX(layout.x[place]) >= wanted);
  let best = Infinity, found = wanted;
  for (const step of [-1, 1]) {
    for (let at = step < 0 ? next : next + 1; at >= 0 && at <= list.length; at += step) {
      const left = at ? reach(tree, list[at - 1]).right : -Infinity, right = at < list.length ? reach(tree, list[at]).left : Infinity;
      if (right - left < NARROWEST) continue;
      const rim = Math.min(APART, (right - left) / 2), x = Math.min(Math.max(wanted, left + rim), right - rim);
      if (Math.abs(x - wanted) < best) [best, found] = [Math.abs(x - wanted), x];
      break;
    }
  }
  return found;
}

/** Pixels of an arrow's head. */
const HEAD = 9;

/** The node that was cut, of which the step or the selected node tells; -1 where neither tells of one. */
export function cutNode(model) {
  const { trace, selected, step, askedCut } = model;
  if (askedCut >= 0) return askedCut;
  if (model.cut !== null && selected === model.current) return model.cut;
  const node = model.phase(selected) === PASSED ? trace.parent[selected] : selected;
  return node >= 0 && trace.isCut(node, step) ? node : -1;
}

/** Draw the arrow over a tree that is drawn already, as far as both its ends are unfolded; a number of an end that is out of sight stands at the rim. */
export function drawCause(context, tree) {
  const { model, colours } = tree, { trace } = model, cut = cutNode(model);
  if (cut < 0 || !isCutoffJustified(trace, cut)) return;
  const last = trace.refutation(cut), where = findCutoffOrigin(trace, cut), from = middle(tree, last), sign = isBetaCutoff(trace, cut) ? "≥ β" : "≤ α";
  if (from === null) return;
  const to = where.child !== null ? middle(tree, where.child) : null, strict = trace.header.strict ? sign.replace("≥", ">").replace("≤", "<") : sign;
  context.strokeStyle = context.fillStyle = colours.cutoff;
  let goesRight = false;
  if (to !== null) {
    const way = route(tree, from, to), { points } = way, next = points[1], before = points[points.length - 2];
    arrow(context, way, Math.min(Math.max(2.2 * tree.camera.scale, 1.4), 3));
    note(context, tree, to, `${cutoffEndName(trace, cut) === "alpha" ? "α" : "β"} ${number(where.limit)}`, before.x < to.x);
    goesRight = next.x > from.x;
  }
  const box = note(context, tree, from, `${trace.prunedChildren[cut] > 0 ? "✂ " : ""}${number(trace.value[last])} ${strict} ${number(where.limit)}`, !goesRight, crossings(tree, last, from.y));
  tree.marks.push({ node: cut, ...box });
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

/** A number beside a point, on a ground of its own, so that it can be read on anything; gives where it stands. */
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
  return { left: room, right: room + wide, top: line - high / 2, bottom: line + high / 2 };
}

/** The cutoff that a node brought about: a bar across its edge, and the end of the window that was reached, unless a note says more. */
export function drawMark(context, { model, layout, camera, colours, marks }, place) {
  const { trace } = model, { scale } = camera, node = layout.ids[place], above = trace.parent[node];
  if (layout.parents[place] < 0 || !trace.isCut(above, model.step) || !trace.prunes(above) || trace.refutation(above) !== node) return;
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
  if (above === cutNode(model) && isCutoffJustified(trace, above)) return;
  const left = dx > 0; // beside the edge, where it leaves room
  context.textAlign = left ? "right" : "left";
  context.textBaseline = "middle";
  context.font = `600 ${Math.max(12.5 * scale, LEAST)}px ${colours.font}`;
  const text = `${trace.prunedChildren[above] > 0 ? "✂ " : ""}${trace.turn[above] > 0 ? "β" : "α"}`;
  context.fillText(text, midX + (left ? -1 : 1) * 14 * scale, midY - 2 * scale);
  const wide = 14 * scale + context.measureText(text).width, high = Math.max(8 * scale, LEAST / 2);
  marks.push({ node: above, left: midX - (left ? wide : high), right: midX + (left ? high : wide), top: midY - high, bottom: midY + high });
}
