// Time in a best-first search: each step is a row of its log, and steps come in iterations.

import { Model } from "./model.js";

export class LogModel extends Model {
  isAhead(node) { return !this.trace.isThere(node, this.step); }

  phase(node) { return this.trace.phase(node, this.step); }

  /** The first step of the next iteration; or of this one, or of the one before. */
  iteration(forward) { return this._among(this.trace.iterations, forward, "No iteration"); }

  /** The next or the previous step that changes the numbers of the selected node. */
  about(forward) { return this._among(this.trace.rowsAbout(this.selected), forward, "No step changes this node's numbers", { stay: true }); }

  over() { return this.about(true); }

  out() {
    const above = this.trace.parent[this.selected];
    if (above < 0) return this._or(false, "There is no node above.");
    return this._among(this.trace.rowsAbout(above), true, "No step changes the node above", { stay: true }) && this.select(above);
  }

  best(forward) { return this._among(this.trace.bestChanges(0), forward, "No change of the root's best"); }

  returned() {
    const last = this.trace.rowsAbout(this.selected).at(-1);
    if (last === undefined) return this._or(false, "No step is about this node.");
    return this._or(this.go(last, { stay: true }), "This is the last step that changes this node's numbers.");
  }

  /** The child that the selected node's numbers go by. */
  cause() {
    const best = this.trace.bestChildAt(this.selected, this.step);
    return best === null ? this._or(false, "No child gives this node its numbers.") : this.select(best);
  }
}
