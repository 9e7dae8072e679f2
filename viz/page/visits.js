// Why a position was visited, where a move alone does not say it (tracer/why/explain_visits.py), and what chance nodes say
// (tracer/why/explain_chance_nodes.py), sentence by sentence.

import { endName, limit } from "./cutoffs.js";
import { PRUNED, isLikely, mean, outcomes } from "./kinds.js";
import { LISTED_OUTCOMES, boundsOfPasses, sentence, term } from "./reasons.js";
import { capital, count, endText, entryWindow, isNull, move, number, unchanged, valueText, whole, windowText, worth } from "./words.js";

const ROUNDING = 1e-9;

/** Why a chance node that searched all its outcomes has its value. */
export function aboutMean(trace, node) {
  const value = valueText(trace, node), found = mean(trace, node);
  if (found !== found) return [sentence(`Value ${value}.`, "value")];
  const children = outcomes(trace, node), largest = children.reduce((most, child) => Math.max(most, Math.abs(trace.value[child])), 1);
  if (Math.abs(found - trace.value[node]) > ROUNDING * largest) {
    return [sentence(`Contradiction: it returned ${value}, but its outcomes make ${number(found)}.`, "wrong")];
  }
  if (children.length > LISTED_OUTCOMES) return [sentence(`Value ${value}: the mean of ${whole(children.length)} outcomes, each by its probability.`, "value")];
  return [sentence(`Value ${value} = ${children.map((child) => term(trace, child)).join(" + ")}: the mean of its outcomes.`, "value")];
}

/** What an open chance node has so far. */
export function meanSoFar(trace, node, step, amount) {
  if (!amount) return sentence("A chance node; no outcome has returned yet.", "value");
  const found = mean(trace, node, step);
  return sentence(`A chance node, after ${count(amount, "outcome")}${found !== found ? "" : `: ${number(found)} so far`}.`, "value");
}

/** What an outcome adds to the mean of its chance node; empty where its probability is not known, and of a probe. */
export function adds(trace, node, now) {
  if (!isLikely(trace, node) || (trace.probes && trace.probes[node])) return "";
  return `it ${now ? "adds" : "added"} ${term(trace, node)} = ${number(trace.weight[node] * trace.value[node])} to the mean`;
}

/** Outcomes that are written one by one; of more only what they add up to. */
const OTHERS = 4;

/** Why an outcome of chance was given its window, as tracer/why/explain_visits.py says it; nothing where that does not follow. */
export function outcomeWindow(trace, node) {
  const { between } = trace.header, known = between ? knownBefore(trace, node) : null;
  if (known === null) return [];
  const above = trace.parent[node], { chances, place, lows, highs } = known, p = chances[place], [low, high] = between;
  const sum = (values) => chances.reduce((all, chance, other) => (other === place ? all : all + chance * values[other]), 0);
  const a = (trace.alpha[above] - sum(highs)) / p, b = (trace.beta[above] - sum(lows)) / p;
  if (!isClose(trace.alpha[node], Math.min(Math.max(a, low), high)) || !isClose(trace.beta[node], Math.max(Math.min(b, high), trace.alpha[node]))) return [];
  const others = (values) => {
    const terms = chances.flatMap((chance, other) => (other === place ? [] : [`${number(chance)} · ${number(values[other])}`]));
    if (!terms.length) return "0";
    if (terms.length > OTHERS) return number(sum(values));
    return terms.length === 1 ? terms[0] : `(${terms.join(" + ")})`;
  };
  const first = `(${endText(trace, above, "alpha")} − ${others(highs)}) / ${number(p)} = ${number(a)}${a < low ? `, raised to L ${number(low)}` : ""}`;
  const second = `(${endText(trace, above, "beta")} − ${others(lows)}) / ${number(p)} = ${number(b)}${b > high ? `, lowered to U ${number(high)}` : ""}`;
  const text = `a = (alpha − highs of the others) / p = ${first}; b = (beta − lows of the others) / p = ${second}`;
  return [sentence(`${text}: its window is ${entryWindow(trace, node)}.`, "", above)];
}

const isClose = (one, other) => Math.abs(one - other) <= ROUNDING * Math.max(1, Math.abs(one), Math.abs(other));

/** What the visits before an outcome had found out of all of them; null where not all are recorded. */
function knownBefore(trace, node) {
  const siblings = trace.children(trace.parent[node]), places = new Map(), chances = [], [low, high] = trace.header.between;
  for (const child of siblings) {
    if (!isLikely(trace, child)) return null;
    if (places.has(trace.move[child])) continue;
    places.set(trace.move[child], chances.length);
    chances.push(trace.weight[child]);
  }
  if (!isClose(chances.reduce((all, chance) => all + chance, 0), 1)) return null;
  const lows = chances.map(() => low), highs = chances.map(() => high);
  for (const child of siblings) {
    if (child >= node || trace.status[child] === PRUNED) break;
    const place = places.get(trace.move[child]), value = trace.value[child], turn = trace.turn[child], probes = trace.probes && trace.probes[child];
    if (!probes || (turn > 0 && value > trace.alpha[child])) lows[place] = value;
    if (!probes || (turn < 0 && value < trace.beta[child])) highs[place] = value;
  }
  return { chances, place: places.get(trace.move[node]), lows, highs };
}

/** Places of what is said, as tracer/why/selective_reasons.py names them. */
const NULL = 5, PROBE = 7, NULL_VAIN = 13;

/** Of a scout, what it asked and whether the move was searched again for it; of a re-search, why. */
export function aboutVisit(trace, node, step) {
  const parent = trace.parent[node];
  if (parent < 0 || trace.drives(parent) || trace.status[node] === PRUNED) return [];
  if (trace.left(node) <= step && trace.saidOf(node)) return [sentence(trace.header.selective.said[trace.saidOf(node)]), ...fellShort(trace, node)];
  if (!trace.turn[parent]) return [...aboutProbe(trace, node), ...outcomeWindow(trace, node)];
  const siblings = trace.children(parent), place = siblings.indexOf(node), before = siblings[place - 1], after = siblings[place + 1];
  if (before !== undefined && isAgain(trace, before, node)) {
    const end = trace.turn[parent] > 0 ? trace.alpha[node] : trace.beta[node], begins = end === trace.value[before] ? ` from ${number(end)}` : "";
    return [sentence(`It was searched again${begins}: its scout had returned ${valueText(trace, before)}${inside(trace, parent, before, ", ")}.`, "", before)];
  }
  if (!asksSide(trace, node) || asksSide(trace, parent) || isHandedDown(trace, parent, node)) return [];
  const turn = trace.turn[parent], held = endText(trace, node, turn > 0 ? "alpha" : "beta");
  const asks = `A scout: it asks only whether ${move(trace, node)} is worth ${turn > 0 ? "more" : "less"} than ${held}`;
  if (trace.left(node) > step) return [sentence(`${asks}.`)];
  if (after === undefined || !isAgain(trace, node, after)) {
    const better = turn * trace.value[node] > turn * heldBy(trace, node, turn);
    return [sentence(`${asks}; ${better ? "it is, and that is all that counts" : "it is not"}.`)];
  }
  return [sentence(`${asks}; it is${inside(trace, parent, node, ": ")}, so it is searched again.`, "", after)];
}

/** By what numbers a null move or a probe did not cut; nothing where it did, and was not believed. */
function fellShort(trace, node) {
  const parent = trace.parent[node], turn = trace.turn[parent], end = endName(trace, parent), value = trace.value[node];
  if (![NULL, PROBE, NULL_VAIN].includes(trace.saidOf(node)) || !(turn * value < turn * limit(trace, parent))) return [];
  return [sentence(`${number(value)} ${turn > 0 ? "<" : ">"} ${end} ${endText(trace, parent, end)}.`, "", parent)];
}

/** Of a probe of an outcome, what it is; of the search after it, what it had returned. */
function aboutProbe(trace, node) {
  if (!trace.probes) return [];
  if (trace.probes[node]) return [sentence("A probe: before the outcomes are searched, one move below each is.")];
  const probes = trace.children(trace.parent[node]).filter((one) => one < node && trace.move[one] === trace.move[node]);
  return probes.map((one) => sentence(`It was searched again: its probe had returned ${valueText(trace, one)}.`, "", one));
}

/** Whether a visit's window is a null window; in a program's own search whole numbers side by side are one. */
function asksSide(trace, node) {
  const alpha = trace.alpha[node], beta = trace.beta[node];
  return isNull(alpha, beta) || (!trace.header.ours && beta - alpha === 1 && Number.isInteger(alpha));
}

/** Whether a visit's window is all that was left of its parent's: so plain alpha-beta asks, too. */
function isHandedDown(trace, parent, node) {
  const turn = trace.turn[parent], end = turn > 0 ? 0 : 1, ends = [trace.alpha[parent], trace.beta[parent]];
  for (const one of trace.children(parent)) {
    if (one < node && turn * trace.value[one] > turn * ends[end]) ends[end] = trace.value[one];
  }
  return ends[0] === trace.alpha[node] && ends[1] === trace.beta[node];
}

/** Whether a visit is a re-search: right after another one by the same move. */
export const isAgain = (trace, before, node) => trace.move[before] === trace.move[node] && trace.status[node] !== PRUNED;

/** The value that a scout's move has to be better than. */
const heldBy = (trace, node, turn) => (turn > 0 ? trace.alpha[node] : trace.beta[node]);

/** That a scout's value lies inside the window of the node above, in numbers; empty where it does not. */
function inside(trace, parent, scout, first) {
  const turn = trace.turn[parent], value = trace.value[scout], held = heldBy(trace, scout, turn);
  const [low, high] = turn > 0 ? [held, trace.beta[parent]] : [trace.alpha[parent], held];
  return low < value && value < high ? `${first}${number(low)} < ${number(value)} < ${number(high)}` : "";
}

/** The first best move at the root, below all passes, where it is known to have its value; -1 where there is none. */
export function firstWithValue(trace) {
  let best = trace.giver(0);
  while (best >= 0 && trace.isPass(best)) best = trace.giver(best);
  if (best < 0 || trace.header.ours) return best;
  const value = trace.value[0];
  return Math.abs(trace.value[best] - value) <= 1e-9 * Math.max(1, Math.abs(value)) ? best : -1;
}

/** About the value of a node that searches its position in passes. */
export function aboutDriver(trace, node) {
  const passes = trace.children(node).filter((one) => trace.value[one] === trace.value[one]), giving = trace.bestChild(node);
  if (giving < 0) return [sentence(`Value ${valueText(trace, node)}.`, "value")];
  if (trace.isOnward(giving)) {
    return [sentence(`${capital(worth(trace, node))}: ${move(trace, giving)}, to which the position was handed on, returned it.`, "value", giving)];
  }
  const last = passes[passes.length - 1], [low, high] = boundsOfPasses(trace, passes, last);
  const which = trace.children(node).at(-1) === last ? "the last one" : "the last one that ended";
  const found = [sentence(`${capital(worth(trace, node))}: ${move(trace, last)}, ${which}, returned ${valueText(trace, last)}.`, "value", last)];
  if (trace.alpha[last] < trace.value[last] && trace.value[last] < trace.beta[last]) {
    const ends = windowText(trace.alpha[last], trace.beta[last]);
    found.push(sentence(`It is inside the window ${ends} of that pass: ${unchanged(trace, last)}.`));
  } else if (low === high && low === trace.value[node]) {
    found.push(sentence(`The passes closed in on it: they prove at least ${number(low)} and at most ${number(high)}.`));
  }
  if (giving !== last) {
    found.push(sentence(`The move is that of ${move(trace, giving)}, the last one in which the player to move reached the value.`, "", giving));
  }
  return found;
}
