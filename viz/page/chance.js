// What chance nodes say, as tracer/why/means.py does.

import { isLikely, mean, outcomes } from "./means.js";
import { LISTED_OUTCOMES, sentence, term } from "./reasons.js";
import { count, number, valueText, whole } from "./words.js";

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
