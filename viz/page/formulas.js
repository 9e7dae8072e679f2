// By what number a Monte Carlo tree search chooses a child, as tracer/why/formulas.py has it.

import { number } from "./words.js";

/** What the children of a node are chosen by in the iteration of a step, in their order; none where that is unknown. */
export function scores(trace, node, step) {
  const { formula: c, search } = trace.header;
  if (c === undefined) return [];
  const before = step - 1, turn = trace.turn[node], children = trace.childrenAt(node, before);
  const known = trace.visits(node, before).times, counted = children.map((child) => trace.visits(child, before));
  const score = (child, mean, explore) => ({ child, mean, explore, total: mean + explore });
  if (search === "uct") {
    if (!children.length || !known || !counted.every(({ times }) => times)) return [];
    return children.map((child, place) => {
      const { times, total } = counted[place];
      return score(child, (turn * total) / times, c * Math.sqrt(Math.log(known) / times));
    });
  }
  return children.map((child, place) => {
    const { times, mean } = counted[place], prior = trace.weight === null ? -1 : trace.weight[child];
    return score(child, turn * (times ? mean : 0), (c * Math.max(prior, 0) * Math.sqrt(known)) / (1 + times));
  });
}

/** The sum by which a child is chosen, as in `Q 0.31 + U 0.22 = 0.53`. */
export const sum = ({ mean, explore, total }) => `Q ${number(mean)} + U ${number(explore)} = ${number(total)}`;

/** Whether all children of a node that there ever are were there before the iteration of a step. */
export const isTriedOut = (trace, node, step) => trace.children(node).every((child) => trace.isThere(child, step - 1));

/** What a node itself was chosen by; null where that is unknown. */
export function scoreOf(trace, node, step) {
  const above = trace.parent[node];
  if (above < 0 || (trace.weight === null && !isTriedOut(trace, above, step))) return null;
  return scores(trace, above, step).find(({ child }) => child === node) ?? null;
}
