// What is known of the outcomes of chance nodes, as tracer/recording/node.py has it.

/** Whether chance leads to a node, and not a player. */
export function isOutcome(trace, node) {
  const parent = trace.parent[node];
  return parent >= 0 && !trace.turn[parent] && !trace.drives(parent);
}

/** Whether it is known how likely the outcome is that leads to a node. */
export const isLikely = (trace, node) => trace.weight !== null && isOutcome(trace, node) && trace.weight[node] >= 0;

/** The outcomes of a chance node that had returned by a step: of each its last visit, and no probes. */
export function outcomes(trace, node, step = Infinity) {
  const found = new Map();
  for (let child = node + 1; child < trace.end[node]; child = trace.end[child]) {
    const returned = trace.value[child] === trace.value[child] && trace.left(child) < step;
    if (returned && !(trace.probes && trace.probes[child])) found.set(trace.move[child], child);
  }
  return [...found.values()];
}

/** What they add up to, each times its probability; NaN before the first has returned, and where one is not known. */
export function mean(trace, node, step = Infinity) {
  const found = outcomes(trace, node, step);
  if (!found.length || !found.every((child) => isLikely(trace, child))) return NaN;
  return found.reduce((sum, child) => sum + trace.weight[child] * trace.value[child], 0);
}
