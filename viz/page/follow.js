// Two searches of one tree in step with one another: what is done in one, the other follows, as in the explorer (tui/model/browser_pair.py).

import { RETURNED } from "./kinds.js";

/** The visits of a recording by the node of the tree, in their order. */
function visitsByNode({ typed }) {
  const found = new Map();
  typed.forEach((node, visit) => {
    if (!found.has(node)) found.set(node, []);
    found.get(node).push(visit);
  });
  return found;
}

/** The first step at which two searches do different things; null where they never do. */
export function firstDifference(one, other) {
  const last = Math.min(one.steps, other.steps);
  for (let step = 0; step < last; step++) {
    const [mine, theirs] = [one, other].map((trace) => { const [event, node] = trace.eventAt(step); return `${event} ${trace.typed[node]}`; });
    if (mine !== theirs) return step;
  }
  return one.steps === other.steps ? null : last;
}

/** How one of two searches is followed by the other. */
export class Following {
  constructor(one, other) {
    Object.assign(this, { first: firstDifference(one, other), visits: new Map([[one, visitsByNode(one)], [other, visitsByNode(other)]]) });
  }

  /** The other search's visit of the path of a visit, or of the nearest path above that it has; of several visits the same one by number. */
  counterpart(from, to, node) {
    const mine = this.visits.get(from), theirs = this.visits.get(to);
    for (let above = node; above >= 0; above = from.parent[above]) {
      const there = theirs.get(from.typed[above]);
      if (there) return there[Math.min(mine.get(from.typed[above]).indexOf(above), there.length - 1)];
    }
    return 0;
  }

  /** The step of the other search that goes with that of a model. */
  step({ trace, step, last, event, node }, to) {
    if (this.first === null || step < this.first) return Math.min(step, to.steps - 1);
    if (step === last) return to.steps - 1;
    const there = this.counterpart(trace, to, node);
    return event === RETURNED ? to.left(there) : to.entered(there);
  }
}
