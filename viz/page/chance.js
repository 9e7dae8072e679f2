// What chance nodes say, as tracer/why/means.py does.

import { PRUNED } from "./kinds.js";
import { isLikely, mean, outcomes } from "./means.js";
import { LISTED_OUTCOMES, sentence, term } from "./reasons.js";
import { count, endText, entryWindow, number, valueText, whole } from "./words.js";

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

/** Why an outcome of chance was given its window, as tracer/why/visits.py says it; nothing where that does not follow. */
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
