// Which end of its window a node was cut at, and whether its value reached it: tracer/why/cutoff_causes.py.

/** A cutoff is a beta cutoff where MAX moves, and where an outcome of chance reached the beta of its own window. */
export function isBeta(trace, node) {
  const last = trace.turn[node] || trace.drives(node) ? -1 : trace.refutation(node);
  return last < 0 ? trace.turn[node] > 0 : trace.value[last] >= trace.beta[last];
}
export const endName = (trace, node) => (isBeta(trace, node) ? "beta" : "alpha");
export const limit = (trace, node) => (isBeta(trace, node) ? trace.beta[node] : trace.alpha[node]);

/** Whether the cutoff test holds for the last visited child. */
export function holds(trace, node) {
  const last = trace.refutation(node);
  if (last < 0) return false;
  if (!trace.turn[node]) return trace.value[last] >= trace.beta[last] || trace.value[last] <= trace.alpha[last];
  const value = trace.value[last], end = limit(trace, node);
  const [high, low] = isBeta(trace, node) ? [value, end] : [end, value];
  return trace.header.strict ? high > low : high >= low;
}
