// How much was done by a step, in words.

import { whole } from "./numbers.js";
import { formatCount } from "./why.js";

/** Whether it is known how many branches were pruned, or how many at least. */
export const prunedKnown = (trace) => trace.header.skippedInPart || !trace.cutNodes.length || trace.header.tellsSkipped;

/** How many nodes there are by a step, as pictures say it. */
export function amounts(trace, step) {
  if (trace.log !== null) return amountsOfLog(trace, step);
  const { visited, pruned, spared } = trace.tally(step), least = trace.header.skippedInPart ? "at least " : "";
  if (spared !== null && !least) return [`${whole(visited)} visited`, formatCount(spared, "pruned node")];
  return [`${whole(visited)} visited`, prunedKnown(trace) ? least + formatCount(pruned, "pruned branch") : "pruned branches unknown"];
}

/** How much a best-first search did by a step. */
function amountsOfLog(trace, step) {
  const { visited, expanded, iterations } = trace.tally(step), { countsVisits, hasMerits } = trace.log;
  const done = countsVisits ? formatCount(iterations, "iteration") : hasMerits ? `${formatCount(step + 1, "state")} taken` : `${whole(expanded)} expanded`;
  return [formatCount(visited, "node"), done];
}
