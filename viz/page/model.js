// What is looked at: a step, a selected node, and which nodes are unfolded. No element of a page is known here.

import { AHEAD, BACK, ENTERED, LIVE, PASSED } from "./kinds.js";
import { whole } from "./numbers.js";
import { firstFrom } from "./python.js";
import { PRUNED, findCutoffOrigin, formatPath } from "./why.js";

/** Nodes of a recording that is unfolded as a whole: fewer of a best-first search, whose nodes say more. */
const WHOLE = 400, OF_LOG = 60;
const sorted = (nodes) => [...nodes].sort((a, b) => a - b);
/** Nodes that are unfolded at first where that is more than a few. */
const FIRST = 40;
/** Nodes that are unfolded at most by one wish. */
const MOST = 10_000;

const STARTS = "The recording starts here.", ENDS = "The recording ends here; 0 goes to its start.";

export class Model {
  /** `changed` is called after every change, `notice` with a sentence where a wish cannot be met. */
  constructor(trace, { root = 0, step = null, changed = () => {}, notice = () => {} } = {}) {
    Object.assign(this, { trace, last: trace.steps - 1, changed, notice, root, showsPruned: true, hidesFuture: false });
    this.unfolded = new Set();
    this.folded = new Set();
    this.layoutVersion = 0;
    this._unfoldFirst();
    this._moveTo(Math.min(Math.max(step ?? 0, 0), this.last));
    this._unfoldedFirst = JSON.stringify(this.folding);
  }

  /** Look at another recording of the same tree, as far as may be at the same node, and at its end if this one's is seen. */
  adopt(trace) {
    const labels = this.trace.ancestry(this.selected).slice(1).map((node) => this.trace.label(node)), atEnd = this.step === this.last;
    let found = 0;
    for (const label of labels) {
      const child = trace.children(found).find((one) => trace.label(one) === label);
      if (child === undefined) break;
      found = child;
    }
    Object.assign(this, { trace, last: trace.steps - 1, root: 0 });
    for (const nodes of [this.unfolded, this.folded]) nodes.clear();
    this._unfoldFirst();
    this._unfoldedFirst = JSON.stringify(this.folding);
    this._moveTo(atEnd ? this.last : Math.min(this.step, this.last));
    this.selected = found;
    this._reveal(found);
    this.changed("adopted");
  }

  /** What is unfolded and what is folded by hand, and whether the open path and the best line are unfolded besides. */
  get folding() { return { open: sorted(this.unfolded), folded: sorted(this.folded), follows: this.unfoldsPath }; }

  /** Whether another folding is shown than at first. */
  get isRefolded() { return JSON.stringify(this.folding) !== this._unfoldedFirst; }

  /** Look at what somebody else looked at; what is null stays as it is. */
  restore({ step = null, root = null, node = null, folding = null, showsPruned = true }) {
    if (folding) Object.assign(this, { unfolded: new Set(folding.open), folded: new Set(folding.folded), unfoldsPath: folding.follows });
    if (root !== null) this.root = root;
    this.showsPruned = showsPruned;
    this._moveTo(Math.min(step ?? this.step, this.last));
    this._laidOut();
    if (node !== null) { this.selected = node; this._reveal(node); }
    this.changed("restored");
  }

  _unfoldFirst() {
    const whole = this.trace.log === null ? WHOLE : OF_LOG;
    this.unfoldsPath = this.trace.size > whole;
    for (const top of [0, this.root]) this._unfoldPlies(top, Infinity, this.unfoldsPath ? FIRST : whole);
  }

  /** Unfold ply after ply below a node, as long as that shows no more nodes than wanted; false where some stay folded. */
  _unfoldPlies(top, plies, most) {
    let level = [top], shown = 1;
    for (let ply = 0; ply < plies && level.length; ply++) {
      const next = [], inner = level.filter((node) => this.hasChildren(node));
      for (const node of inner) {
        for (const child of this.children(node)) next.push(child);
        if (shown + next.length > most && ply > 0) return false;
      }
      for (const node of inner) { this.unfolded.add(node); this.folded.delete(node); }
      shown += next.length;
      level = next;
      if (shown > most) return !level.some((node) => this.hasChildren(node));
    }
    return true;
  }

  _moveTo(step) {
    const { trace } = this;
    this.step = step;
    [this.event, this.node] = trace.eventAt(step);
    this.met = trace.lastMet(step);
    this.cut = trace.cutAt(step);
    this.path = trace.openPath(step);
    this.onPath = new Set(this.path);
    this.variation = trace.variation(step);
    this.onVariation = new Set(this.variation.length > 1 ? this.variation : []);
    this.selected = this.current;
    this.askedCut = -1;
    this._followed();
  }

  /** Lay out anew where the open path and the best line unfold other nodes than before. */
  _followed() {
    const own = (node) => this.trace.boards.length > 0 || !this.unfolded.has(node); // a node on the path has a board beside it
    const followed = this.unfoldsPath ? [...this.path, -1, ...this.onVariation].filter(own).join() : "";
    if (followed === this._follows) return;
    this._follows = followed;
    this._laidOut();
  }

  /** The node of the step: where it is a cutoff, the node that was cut. */
  get current() { return this.cut ?? this.node; }

  _laidOut() { this.layoutVersion++; }

  children(node) {
    const found = this.trace.children(node);
    return this.showsPruned ? found : found.filter((child) => this.trace.status[child] !== PRUNED);
  }

  hasChildren(node) { return this.trace.end[node] > node + 1 && (this.showsPruned || this.children(node).length > 0); }

  isUnfolded(node) {
    if (this.folded.has(node) || !this.hasChildren(node)) return false;
    return this.unfolded.has(node) || (this.unfoldsPath && (this.onPath.has(node) || this.onVariation.has(node)));
  }

  /** Whether the search had not come to a node by this step. */
  isAhead(node) { return node > this.met; }
  /** What a node was at this step. */
  phase(node) {
    if (this.isAhead(node)) return AHEAD;
    const { trace } = this;
    if (trace.status[node] === PRUNED) return PASSED;
    return trace.end[node] <= this.met || trace.left(node) <= this.step ? BACK : LIVE;
  }

  /** Whether a node is not shown while it is asked what comes next: all but what was met, and the moves there. */
  isHidden(node) { return this.hidesFuture && this.isAhead(node) && this.isAhead(this.trace.parent[node]); }

  // Time.

  go(step, { stay = false } = {}) {
    step = Math.round(step);
    if (!(step >= 0 && step <= this.last) || step === this.step) return false;
    const selected = this.selected;
    this._moveTo(step);
    if (stay) this.selected = selected;
    this.changed("step");
    return true;
  }

  _or(moved, notice) { if (!moved) this.notice(notice); return moved; }
  by(steps) { return this._or(this.go(Math.min(Math.max(this.step + steps, 0), this.last)), steps > 0 ? ENDS : STARTS); }
  /** Branches that a cutoff skips together are one step. */
  forward() { return this._beside(1); }
  back() { return this._beside(-1); }
  _beside(way, by = way) { return this.trace.skipsAlong(this.step + by) ? this._beside(way, by + way) : this.by(by); }
  start() { return this._or(this.go(0), STARTS); }
  finish() { return this._or(this.go(this.last), "The recording ends here."); }
  on() { return this.by(Math.max(Math.floor(this.trace.steps / 50), 1)); }
  backBy() { return this.by(-Math.max(Math.floor(this.trace.steps / 50), 1)); }

  over() {
    return this.event === ENTERED ? this._or(this.go(Math.min(this.trace.left(this.node), this.last)), ENDS) : this.forward();
  }

  out() {
    const above = this.trace.parent[this.node];
    return this._or(above >= 0 && this.go(Math.min(this.trace.left(above), this.last)), "There is no node above to return to.");
  }

  nextCutoff() { return this._among(this.trace.pruningSteps, true, "No pruning cutoff"); }
  goToCutoff(node) { return this.go(this.trace.cutoffStep(node)) || this.now(); }
  previousCutoff() { return this._among(this.trace.pruningSteps, false, "No pruning cutoff"); }

  /** The next or the previous of some ascending steps; a notice where there is none. */
  _among(steps, forward, notice, { stay = false } = {}) {
    const place = forward ? firstFrom(steps, this.step + 1) : firstFrom(steps, this.step) - 1;
    return this._or(place >= 0 && place < steps.length && this.go(steps[place], { stay }), `${notice} ${forward ? "after" : "before"} this step.`);
  }

  /** The next or the previous step from which on the root has another best. */
  best(forward) {
    const { trace } = this, turn = trace.turn[0], steps = [];
    let most = -Infinity;
    for (const child of trace.children(0)) {
      const value = turn * trace.value[child], step = trace.left(child) + 1;
      if (value > most) { most = value; if (step < trace.steps) steps.push(step); }
    }
    return this._among(steps, forward, "No change of the root's best");
  }

  visit() { return this._or(this.go(this.trace.entered(this.selected), { stay: true }), "This is the step at which it was met."); }

  returned() {
    const value = this.trace.value[this.selected];
    if (value !== value) return this._or(false, "This node never returned a value.");
    return this._or(this.go(this.trace.left(this.selected), { stay: true }), "This is the step at which it returned.");
  }

  // Places.

  /** `askedCut` is the node of whose cutoff the node set the bound, where that was asked; -1 where it was not. */
  select(node, askedCut = -1) {
    Object.assign(this, { selected: node, askedCut });
    this._reveal(node);
    this.changed("select");
    return true;
  }

  now() { return this.select(this.current); }

  /** Unfold what hides a node. */
  _reveal(node) {
    const { trace } = this;
    if (node < this.root || node >= trace.end[this.root]) this.root = 0;
    if (trace.status[node] === PRUNED) this.showsPruned = true;
    for (let above = trace.parent[node]; above >= this.root && above >= 0; above = trace.parent[above]) {
      this.folded.delete(above);
      if (!this.isUnfolded(above)) this.unfolded.add(above);
    }
    this._laidOut();
  }

  /** The move that set the bound which cut the selected node, or the node of the selected branch. */
  cause() {
    const { trace, selected } = this, found = findCutoffOrigin(trace, selected);
    const known = trace.isCut(selected, this.step) || this.phase(selected) === PASSED;
    if (found === null || !known) return this._or(false, "There was no cutoff at this node.");
    if (found.ancestor === null) return this._or(false, "The bound is an end of the window that the search was started with.");
    return this.select(found.child ?? found.ancestor, trace.status[selected] === PRUNED ? trace.parent[selected] : selected);
  }

  /** Go to a step (`1200`, `+10`), a node (`#37`) or a path of moves (`b2/a1`); an error says what is wrong. */
  goTo(text) {
    const wanted = text.trim(), match = /^([#+−-]?)\s*(\d[\d,_]{0,24})$/.exec(wanted), { trace } = this;
    if (!wanted) throw new Error("Type a step (1200, +10), a node (#37) or a path of moves (b2/a1).");
    if (!match) return this.select(trace.find(wanted));
    const amount = Number(match[2].replace(/[,_]/g, ""));
    if (match[1] === "#") {
      if (amount >= trace.size) throw new Error(`There is no node ${whole(amount)}: the last is ${whole(trace.size - 1)}.`);
      return this.select(amount);
    }
    const step = { "": amount, "+": this.step + amount, "-": this.step - amount, "−": this.step - amount }[match[1]];
    if (!(step >= 0 && step <= this.last)) throw new Error(`There is no step ${whole(step)}: the last is ${whole(this.last)}.`);
    return step === this.step ? this.now() : this.go(step);
  }

  // The tree.

  toggle(node = this.selected) {
    if (!this.hasChildren(node)) return this._or(false, "There is nothing below this node.");
    if (this.isUnfolded(node)) return this.fold(node);
    return this.unfold(node);
  }

  fold(node = this.selected) {
    this.unfolded.delete(node);
    this.folded.add(node);
    return this._refolded();
  }

  unfold(node = this.selected) {
    this.folded.delete(node);
    this.unfolded.add(node);
    return this._refolded();
  }

  unfoldAll(node = this.selected) { return this._unfoldTo(node, Infinity); }
  unfoldTo(plies) { this._foldBelow(this.root, false); return this._unfoldTo(this.root, plies); }

  _unfoldTo(node, plies) {
    const all = this._unfoldPlies(node, plies, MOST);
    if (!all) this.notice(`More than ${whole(MOST)} nodes would be drawn: as many plies are unfolded as stay below that.`);
    return this._refolded();
  }

  foldAll() {
    this._foldBelow(this.root, false);
    return this._refolded();
  }

  /** Unfold the open path and the best line, and nothing else: at every step anew. */
  foldBeside() {
    this._foldBelow(this.root, true);
    return this._refolded();
  }

  _foldBelow(top, unfoldsPath) {
    this.unfolded.clear();
    this.folded.clear();
    this.unfoldsPath = unfoldsPath;
    this.unfolded.add(top);
  }

  togglePruned() {
    this.showsPruned = !this.showsPruned;
    if (!this.showsPruned && this.trace.status[this.selected] === PRUNED) this.selected = this.trace.parent[this.selected];
    return this._refolded();
  }

  reroot(node = this.selected) {
    if (!this.hasChildren(node)) return this._or(false, "There is nothing below this node.");
    this.root = node;
    if (!this.isUnfolded(node)) this.unfold(node);
    return this._refolded();
  }

  unroot() {
    if (!this.root) return this._or(false, "This is the root of the search.");
    this.root = 0;
    return this._refolded();
  }

  _refolded() {
    this._laidOut();
    this.changed("tree");
    return true;
  }

  up() {
    const above = this.trace.parent[this.selected];
    return above < 0 || this.selected === this.root ? this._or(false, "This is the root.") : this.select(above);
  }

  /** The child towards the search, or else the best one known, or the first. */
  down() {
    const { selected } = this;
    if (!this.hasChildren(selected)) return this._or(false, "There is nothing below this node.");
    const children = this.children(selected), best = this.trace.bestChildAt(selected, this.step);
    const towards = children.find((child) => this.onPath.has(child));
    return this.select(towards ?? best ?? children[0]);
  }

  beside(places) {
    const above = this.trace.parent[this.selected];
    const siblings = above < 0 ? [this.selected] : this.children(above);
    const wanted = siblings[siblings.indexOf(this.selected) + places];
    return wanted === undefined ? this._or(false, places > 0 ? "This is the last move here." : "This is the first move here.") : this.select(wanted);
  }

  get place() { return formatPath(this.trace, this.selected); }
}
