// The way of an arrow through the tree: through gaps between the nodes of each row that it passes, and so over no node's text.

import { HEIGHT, ROW, firstPlace } from "./layout.js";

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
