// What a row of a tree says of a node of a best-first search.

import { number } from "./numbers.js";
import { GAMMA4, operatorName } from "./why.js";

/** The number of a node at a step: its mean, its proof numbers, or its merit and what that says of its value. */
export function numberAt(trace, node, step) {
  const { log } = trace;
  if (log.countsVisits) {
    const { times, mean } = trace.visitsAt(node, step);
    return times ? `≈ ${number(mean)}` : "…";
  }
  const known = trace.toldOf(node, step);
  if (log.hasProofs) return known ? `${number(known.x)}/${number(known.y)}` : "…";
  if (trace.settled[node] <= step) {
    const bound = trace.bound(node);
    return `${bound === null ? "" : "=≥≤"[bound]} ${number(trace.value[node])}`;
  }
  return known ? `h ${number(known.x)}` : "…";
}

/** What has become of a node by a step, in a word; empty where the search says nothing of the kind. */
export function fateAt(trace, node, step) {
  const { log } = trace, known = trace.toldOf(node, step);
  if (log.countsVisits) return "";
  if (log.hasProofs) return known?.x === 0 ? "proved" : known?.y === 0 ? "disproved" : "";
  if (trace.settled[node] <= step) return "SOLVED";
  return known ? (log.kind[known.row] === GAMMA4 ? "SOLVED" : operatorName(log.kind[known.row])) : "LIVE";
}
