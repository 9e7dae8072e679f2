// By what number a Monte Carlo tree search chooses a child, as tracer/why/formulas.py has it.

import { number } from "./words.js";

/** What the children of a node are chosen by in the iteration of a step, in their order, MAX's view; none where that is unknown. */
export function scores(trace, node, step) {
  const { formula: c, search } = trace.header;
  if (c === undefined) return [];
  const before = step - 1, turn = trace.turn[node], children = trace.childrenAt(node, before);
  const known = trace.visits(node, before).times, counted = children.map((child) => trace.visits(child, before));
  const score = (child, mean, explore) => ({ child, mean, explore, turn, total: mean + turn * explore, rank: turn * (mean + turn * explore) });
  if (search === "uct") {
    if (!children.length || !known || !counted.every(({ times }) => times)) return [];
    return children.map((child, place) => {
      const { times, total } = counted[place];
      return score(child, total / times, c * Math.sqrt(Math.log(known) / times));
    });
  }
  return children.map((child, place) => {
    const { times, mean } = counted[place], prior = trace.weight === null ? -1 : trace.weight[child];
    return score(child, times ? mean : 0, (c * Math.max(prior, 0) * Math.sqrt(known)) / (1 + times));
  });
}

/** The sum by which a child is chosen, as in `Q 0.31 + U 0.22 = 0.53`; where MIN chooses the least, U is taken away. */
export const sum = ({ mean, explore, turn, total }) => `Q ${number(mean)} ${turn > 0 ? "+" : "−"} U ${number(explore)} = ${number(total)}`;

/** Which sum is chosen. */
export const wanted = ({ turn }) => (turn > 0 ? "greatest" : "least");

/** Whether a move of UCT had been chosen by its sum before the iteration of a step, or could have been: all were tried. */
export function isTriedOut(trace, node, step) {
  const children = trace.children(node);
  return children.every((child) => trace.isThere(child, step - 1)) && children.some((child) => trace.visits(child, trace.steps - 1).times > 1);
}

/** What a node itself was chosen by; null where that is unknown. */
export function scoreOf(trace, node, step) {
  const above = trace.parent[node];
  if (above < 0 || trace.header.formula === undefined || (trace.weight === null && !isTriedOut(trace, above, step))) return null;
  return scores(trace, above, step).find(({ child }) => child === node) ?? null;
}
