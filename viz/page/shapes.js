// How a node is drawn: its outline by what it is, its lines by what is known of it at a step.

import { AHEAD, BACK, LIVE, PASSED } from "./kinds.js";
import { QUALITIES } from "./log.js";
import { number, whole } from "./numbers.js";
import { EXPANDED, GAMMA4, HORIZON, OPEN, PRUNED, TABLE, TERMINAL, computeScores, formatLogValue, hasTriedAllMoves, operatorName, windowText } from "./why.js";

/** Pixels of the smallest text that is drawn: what would be smaller is left out. */
export const LEAST = 11;
/** Pixels of the parts of a node's text at scale 1, and what is kept first where there is no room for all. */
const SIZES = { name: 12, move: 12, value: 15, unseen: 13, visits: 12, window: 12 }, KEPT = ["value", "unseen", "move", "name", "visits", "window"];
/** How faint is what is not reached. */
export const FAINT = 0.32;
/** Height of a line in sizes of its text, and how much of its width a text may lose. */
const LINE = 1.1, SQUEEZED = 0.9;
/** Letters of a name that are drawn at most, and at least. */
const LETTERS = 60, FEW = 4;
/** Scale below which no value has its "=", for values of four digits have no room for it there: it means the same in all nodes. */
const EQUAL = 0.58;
/** How much higher than other nodes one of chance is, and of its width what text of one line and of several lines has. */
const OVAL = 1.25, ONE_LINE = 0.92, MORE_LINES = 0.77;
/** How much wider than its node the count of what is folded below it may be. */
const OVER = 1.3;

/** In front of a move that was not searched though no cutoff skipped it. */
export const NOT_SEARCHED = "⊘";
/** Lengths drawn and left out in turn at scale 1: of what a cutoff skipped, and of what was not searched without one. */
export const CUT_OFF = [4, 3];
export const LEFT_OUT = [6, 2.5, 1.5, 2.5];

export const SIGNS = { "1": "▲", "-1": "▼", "0": "●" };

/** The name of what a node is, as in the style's variables. */
export function kind(trace, node) {
  switch (trace.status[node]) {
    case TERMINAL: return "terminal";
    case HORIZON: return "horizon";
    case TABLE: return "table";
    case PRUNED: return "pruned";
    default: return trace.turn[node] > 0 ? "max" : trace.turn[node] < 0 ? "min" : "chance";
  }
}

/** What a node is drawn as at a step: nothing tells a branch that will be pruned from what else is ahead. */
export function kindNow(model, node) {
  const { trace } = model;
  if (trace.status[node] !== PRUNED || model.phase(node) !== AHEAD) return kind(trace, node);
  if (trace.unseen.has(node)) return "terminal";
  const first = trace.parent[node] + 1; // a node's first child
  if (trace.status[first] !== PRUNED) return kind(trace, first);
  return trace.turn[trace.parent[node]] > 0 ? "min" : "max";
}

/** How a node looks at a step: by its mean where a Monte Carlo search has counted one, else by what it is. */
export function lookNow({ trace, step }, colours, what, node) {
  const quality = trace.log === null ? -1 : trace.quality(node, step);
  return quality < 0 ? colours[what] : { fill: colours.means[quality], line: colours.terminal.line, text: colours.max.text };
}

/** Whether a best-first search may go on at a node. */
export const isFrontier = ({ trace, step }, node) => trace.log !== null && trace.isThere(node, step) && trace.isFrontier(node, step);

/** The number of a leaf that is not reached, where the tree that was typed says it; else NaN. */
export function numberAhead({ trace, met }, node) {
  if (!trace.header.numbersAhead || node <= met) return NaN;
  return trace.status[node] === TERMINAL ? trace.value[node] : trace.unseen.get(node) ?? NaN;
}

/** A value as a node shows it at a step: `= 3`, `≥ 3`, `… 3` while the search is inside. */
export function shownValue(model, node) {
  const { trace } = model, phase = model.phase(node);
  if (trace.log !== null) return phase === AHEAD ? "" : formatLogValue(trace, node, model.step);
  if (phase === BACK) {
    const bound = trace.provedBound(node), text = number(trace.value[node]);
    return bound === null ? text : `${"=≥≤"[bound]} ${text}`;
  }
  if (phase !== LIVE) return "";
  const { best } = trace.frame(node, model.step);
  return best === null ? "…" : `… ${number(best)}`;
}

/** What stands in a node, each where it is known: texts with their parts, "name", "move", "value", "unseen", "visits" or "window". */
export function lines(model, node) {
  const { trace } = model, phase = model.phase(node), status = trace.status[node];
  const name = trace.names.get(node), found = name ? [{ part: "name", text: shortened(name, LETTERS) }] : [];
  const sign = phase === PASSED && trace.isSkipped(node) ? `${NOT_SEARCHED} ` : "";
  if (node || !name) found.push({ part: "move", text: node ? sign + shortened(trace.label(node), LETTERS) : "root" });
  if (phase === PASSED && trace.unseen.has(node)) found.push({ part: "unseen", text: number(trace.unseen.get(node)) });
  if (phase === AHEAD && !Number.isNaN(numberAhead(model, node))) found.push({ part: "value", text: number(numberAhead(model, node)) });
  if (phase === AHEAD || phase === PASSED) return found;
  if (trace.log !== null) return [...found, { part: "value", text: formatLogValue(trace, node, model.step) }, { part: "visits", text: underNumber(model, node) }];
  found.push({ part: "value", text: shownValue(model, node) });
  if (trace.windowed && (status === EXPANDED || status === OPEN)) {
    const { alpha, beta } = model.showsEntry ? { alpha: trace.alpha[node], beta: trace.beta[node] } : trace.frame(node, model.step);
    found.push({ part: "window", text: windowText(alpha, beta) });
  }
  return found;
}

/** What a best-first search says of a node besides its number: its visits, and on the way of this step by what the next one chooses. */
function underNumber({ trace, step, path }, node) {
  if (!trace.log.countsVisits) return fateAt(trace, node, step);
  const above = trace.parent[node], isChosen = path.includes(above) && (trace.weight !== null || hasTriedAllMoves(trace, above, step + 1));
  const score = isChosen ? computeScores(trace, above, step + 1).find(({ child }) => child === node) : null;
  return `N ${whole(trace.visitsAt(node, step).times)}${score ? ` · U ${number(score.exploration)}` : ""}`;
}

/** Whether nodes show their windows: at a scale at which all have room for them. */
export const hasWindows = (scale) => scale >= 0.78;

const fontOf = ({ part, size }, family) => `${part === "value" ? "600 " : ""}${size}px ${family}`;

/** What of a node's text has room in so many pixels and can be read there: each line with its font and its height. */
export function fitted(context, texts, width, height, scale, family) {
  const kept = new Set();
  let left = height;
  const all = texts.map((line) => ({ ...line, text: scale < EQUAL ? unequal(line) : line.text, size: Math.max(SIZES[line.part] * scale, LEAST) }));
  for (const part of KEPT) {
    const line = all.find((one) => one.part === part && one.text);
    if (!line) continue;
    line.text = [line.text, dense(line)].find((text) => sizeIn(context, { ...line, text }, width, family) >= LEAST) ?? line.text;
    line.size = sizeIn(context, line, width, family);
    if (["move", "name"].includes(part) && line.size < LEAST) Object.assign(line, cut(context, { ...line, size: LEAST }, width / SQUEEZED, family));
    if (line.size < LEAST || line.size * LINE > left) continue;
    line.high = line.size * LINE;
    line.font = fontOf(line, family);
    kept.add(line);
    left -= line.high;
  }
  return all.filter((line) => kept.has(line));
}

/** As large as a line may be in a width. */
function sizeIn(context, line, width, family) {
  context.font = fontOf(line, family);
  return line.size * Math.min(width / (context.measureText(line.text).width * SQUEEZED), 1);
}

/** A value without its "=". */
const unequal = ({ part, text }) => (part === "value" ? text.replace(/^= /, "") : text);

/** A value in fewer letters: `3` for `= 3`, `≥3` for `≥ 3`; any other line as it is. */
const dense = ({ part, text }) => (part === "value" ? text.replace(/^= |(?<=^[≥≤…]) /, "") : text);

const shortened = (text, letters) => {
  const all = [...text.slice(0, 4 * LETTERS)];
  return all.length > letters || text.length > 4 * LETTERS ? `${all.slice(0, letters).join("")}…` : text;
};

/** A line with as much of its text as has room. */
function cut(context, line, room, family) {
  let low = 0, high = LETTERS;
  context.font = fontOf(line, family);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(shortened(line.text, middle)).width <= room) low = middle; else high = middle - 1;
  }
  return low >= FEW ? { text: shortened(line.text, low), size: LEAST } : {};
}

/** How many nodes are folded away: in full, or where that is too wide in thousands or millions; nothing where neither has room. */
export function folded(context, amount, room) {
  const rounded = amount < 1e6 ? `+${Math.round(amount / 1e3)}k` : `+${Math.round(amount / 1e6)}M`;
  return [`+${whole(amount)}`, amount < 1e3 ? "" : rounded].find((text) => context.measureText(text).width <= room * OVER) ?? "";
}

/** How high the lid of a table's node is: half of what is seen of it. */
const lidOf = (height) => Math.min(height * 0.12, 6);

/** Where in a node of some kind its text has room: its width, and how far below the node's middle its own is. */
export function inside(what, width, height, scale, count) {
  if (what === "chance") return { room: width * (count > 1 ? MORE_LINES : ONE_LINE), down: 0 };
  const roof = (count > 2 ? 2.5 : 4) * scale; // three lines have little room beside it
  return { room: width - 6 * scale, down: what === "max" ? roof : what === "min" ? -roof : what === "table" ? lidOf(height) * 1.75 : 0 };
}

/** The outline of a node of some kind around a point, begun but neither filled nor stroked. */
export function outline(context, what, x, y, width, height) {
  const left = x - width / 2, right = x + width / 2, top = y - height / 2, bottom = y + height / 2, slope = height * 0.16;
  context.beginPath();
  if (what === "max") {
    polygon(context, [left, bottom, left, top + slope, x, top - slope * 0.4, right, top + slope, right, bottom]);
  } else if (what === "min") {
    polygon(context, [left, top, right, top, right, bottom - slope, x, bottom + slope * 0.4, left, bottom - slope]);
  } else if (what === "chance") {
    context.ellipse(x, y, width / 2, (height / 2) * OVAL, 0, 0, 2 * Math.PI);
  } else if (what === "table") {
    const lid = lidOf(height), low = bottom + lid; // nothing stands below it
    context.moveTo(left, top + lid);
    context.ellipse(x, top + lid, width / 2, lid, 0, Math.PI, 2 * Math.PI);
    context.lineTo(right, low);
    context.ellipse(x, low, width / 2, lid, 0, 0, Math.PI);
    context.closePath();
    context.moveTo(right, top + lid);
    context.ellipse(x, top + lid, width / 2, lid, 0, 0, Math.PI);
  } else if (what === "horizon") {
    context.roundRect(left, top, width, height, height * 0.3);
  } else {
    context.rect(left, top, width, height);
  }
}

function polygon(context, points) {
  context.moveTo(points[0], points[1]);
  for (let at = 2; at < points.length; at += 2) context.lineTo(points[at], points[at + 1]);
  context.closePath();
}

/** Colours as the style has them now. */
export function colours(element) {
  const style = getComputedStyle(element), found = {};
  for (const what of ["max", "min", "chance", "terminal", "horizon", "table", "pruned"]) {
    found[what] = Object.fromEntries(["fill", "line", "text"].map((part) => [part, style.getPropertyValue(`--${what}-${part}`).trim()]));
  }
  for (const name of ["background", "text", "faint", "edge", "variation", "cutoff", "accent", "last"]) {
    found[name] = style.getPropertyValue(`--${name}`).trim();
  }
  found.means = Array.from({ length: QUALITIES }, (_, quality) => style.getPropertyValue(`--mean-${quality}`).trim());
  found.font = style.getPropertyValue("--font").trim();
  return found;
}

/** What has become of a node by a step, in a word; empty where the search says nothing of the kind. */
export function fateAt(trace, node, step) {
  const { log } = trace, known = trace.toldOf(node, step);
  if (log.countsVisits) return "";
  if (log.hasProofs) return known?.x === 0 ? "proved" : known?.y === 0 ? "disproved" : "";
  if (trace.settled[node] <= step) return "SOLVED";
  return known ? (log.kind[known.row] === GAMMA4 ? "SOLVED" : operatorName(log.kind[known.row])) : "LIVE";
}
