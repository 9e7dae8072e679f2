// The lines between nodes, the best line and the open path over them, and what stands at one: how likely it is, or that it was played.

import { ground } from "./cause.js";
import { HEIGHT, firstPlace } from "./layout.js";
import { number } from "./numbers.js";
import { CUT_OFF, FAINT, LEAST, LEFT_OUT } from "./shapes.js";
import { PRUNED, isOutcome } from "./why.js";

/** Scale below which lines are not dashed, below which no text stands at them, and below which no chances do; how far from a node these stand. */
const DASHED = 0.1, LEGIBLE = 0.35, READ = 0.7, SHARE = 0.36;
/** At the edge to the move that was played, where the search has found a better one. */
export const PLAYED = "played";
/** Pixels between two such texts at least. */
const BETWEEN = 4;
/** How much thicker the edge is that every iteration went than one that hardly any did. */
const THICK = 5;

/** The edges above some rows of a tree's nodes, as far as they are in view. */
export function drawEdges(context, tree, first, last) {
  const { layout, model, colours } = tree;
  for (let row = first; row <= last; row++) drawRow(context, tree, layout.rows[row]);
  drawLine(context, tree, model.variation, colours.variation, 3.4, first, last);
  drawLine(context, tree, model.path, colours.accent, 2.6, first, last);
  for (let row = first; row <= last; row++) drawWords(context, tree, tree.inSight(layout.rows[row]));
}

function drawRow(context, tree, list) {
  const { camera, model, size } = tree, { x, parents, ids } = tree.layout, { status } = model.trace;
  const from = firstPlace(list, (place) => camera.toScreenX(Math.max(x[place], x[parents[place]])) >= 0);
  const to = firstPlace(list, (place) => camera.toScreenX(Math.min(x[place], x[parents[place]])) > size.width);
  const groups = { met: [], ahead: [], pruned: [], skipped: [] }, { trace } = model;
  let seen = -1, above = -1;
  for (let at = from; at < to; at++) {
    const place = list[at], pixel = Math.round(camera.toScreenX(x[place])), start = Math.round(camera.toScreenX(x[parents[place]]));
    if (pixel === seen && start === above) continue;
    seen = pixel;
    above = start;
    const node = ids[place];
    if (model.isHidden(node)) continue;
    groups[model.isAhead(node) ? "ahead" : status[node] !== PRUNED ? "met" : trace.isSkipped(node) ? "skipped" : "pruned"].push(place);
  }
  for (const [name, places] of Object.entries(groups)) stroke(context, tree, name, places);
}

function stroke(context, tree, name, places) {
  if (!places.length) return;
  const { camera, colours, model } = tree, { scale } = camera, thin = Math.min(Math.max(scale * 1.2, 0.4), 2);
  context.globalAlpha = name === "ahead" ? FAINT : 1;
  context.strokeStyle = name === "pruned" || name === "skipped" ? colours.pruned.line : colours.edge;
  context.setLineDash(name === "met" || scale < DASHED ? [] : (name === "skipped" ? LEFT_OUT : CUT_OFF).map((length) => length * scale + 1));
  const apart = name === "met" && model.trace.log !== null && model.trace.log.countsVisits;
  for (const group of apart ? places.map((place) => [place]) : [places]) {
    context.lineWidth = apart ? thin * thickness(tree, group[0]) : thin;
    context.beginPath();
    for (const place of group) line(context, tree, place);
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** Of a Monte Carlo search an edge is as thick as often as it was gone. */
function thickness({ model, layout }, place) {
  const { trace, step } = model, times = (node) => trace.visitsAt(node, step).times;
  return Math.max(THICK * Math.sqrt(times(layout.ids[place]) / times(0)), 1);
}

function line(context, { camera, layout, half }, place) {
  const { x, y, parents } = layout, parent = parents[place];
  context.moveTo(camera.toScreenX(x[parent]), camera.toScreenY(y[parent]) + half);
  context.lineTo(camera.toScreenX(x[place]), camera.toScreenY(y[place]) - half);
}

/** A line of nodes over the other edges. */
function drawLine(context, tree, nodes, colour, width, first, last) {
  const { model, layout, camera } = tree, top = model.trace.ply[model.root];
  context.strokeStyle = colour;
  context.lineWidth = Math.max(width * Math.min(camera.scale * 1.1, 1.6), 1.2);
  context.beginPath();
  for (const node of nodes.slice(Math.max(first + top, 0), last + top + 1)) {
    const place = layout.places.get(node);
    if (place !== undefined && layout.parents[place] >= 0) line(context, tree, place);
  }
  context.stroke();
}

/** How likely an outcome is, or the prior of a move; empty where neither is known. */
export function likely(trace, node) {
  if (trace.weight === null || !(trace.weight[node] >= 0) || !node) return "";
  return `${isOutcome(trace, node) ? "p" : "P"} ${number(trace.weight[node])}`;
}

const played = (trace, node, step) => (trace.isPlayed(node, step) ? PLAYED : "");

/** What stands at the edge above a node at a step. */
export const atEdge = (trace, node, step) => [likely(trace, node), played(trace, node, step)].filter(Boolean).join(", ");

function drawWords(context, { model, layout, camera, colours }, places) {
  const { trace, step } = model, { scale } = camera;
  const far = scale < READ; // where there are too many chances to be read
  if (scale < LEGIBLE || ((far || trace.weight === null) && !trace.header.played)) return;
  const size = Math.max(11 * Math.min(scale, 1.4), LEAST);
  context.font = `${size}px ${colours.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  let free = -Infinity;
  for (const place of places) {
    const node = layout.ids[place], text = far ? played(trace, node, step) : atEdge(trace, node, step), parent = layout.parents[place];
    if (!text || parent < 0 || model.isHidden(node)) continue;
    const half = (HEIGHT / 2) * scale, x = camera.toScreenX(layout.x[place]), y = camera.toScreenY(layout.y[place]) - half;
    const share = trace.isPlayed(node, step) ? 0 : SHARE; // which of several flat edges a word is at cannot be told half-way
    const midX = x + (camera.toScreenX(layout.x[parent]) - x) * share, midY = share ? y + (camera.toScreenY(layout.y[parent]) + half - y) * share : y - 0.75 * size;
    const wide = context.measureText(text).width;
    if (midX - wide / 2 < free) continue; // it would cover the one before
    free = midX + wide / 2 + BETWEEN;
    ground(context, colours.background, midX - wide / 2, midY, wide, size);
    context.fillStyle = colours.faint;
    context.fillText(text, midX, midY);
  }
}
