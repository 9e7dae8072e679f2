// A recording: the columns as they were packed, and everything that follows from them. All numbers are MAX's view.

import { SKIPPED } from "./kinds.js";
import { findPath } from "./names.js";
import { firstFrom } from "./python.js";
import { EXACT, HORIZON, LOWER, NO_MOVE_TYPES, OPEN, Onward, PRUNED, Pass, TERMINAL, UPPER, bestChild, boundOf, boundOfProbe, eventAt, firstStep, frame, isPartialProbe, isPresent, isPrunedTogether, lastPrunedTogether, phase } from "./why.js";

/** Texts, each of which ends in a NUL. */
const texts = (section) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(section).split("\0").slice(0, -1);

/** A column of numbers, which may be packed as places in a table. */
export const numbersOf = (packed, table) => (packed instanceof Float64Array ? packed : Float64Array.from(packed, (place) => table[place]));

export class Trace {
  constructor(header, sections) {
    this.header = { ...header, limits: header.limits && Object.assign([...header.limits], { low: header.limits[0], high: header.limits[1] }) };
    this.header.valueBounds = this.header.limits ?? [-Infinity, Infinity];
    this.log = null; // of a best-first search its rows
    this.size = header.nodes;
    this.labels = texts(sections.labels);
    this.boards = texts(sections.boards);
    this.board = sections.board || null;
    this.saved = sections.saved || null;
    this.legal = sections.legal || null;
    this.meant = sections.meant || null;
    this.unseen = new Map(Array.from(sections.unseenAt || [], (node, place) => [node, sections.unseen[place]]));
    this.futile = new Map(Array.from(sections.futileAt || [], (node, place) => [node, sections.futile[place]]));
    const names = sections.names ? texts(sections.names) : [];
    this.names = new Map(names.map((name, place) => [sections.namesAt[place], name]));
    [this.move, this.function] = [sections.move, sections.function || null];
    [this.weight, this.probes] = [sections.weight || null, sections.probes || null];
    [this.said, this.setAside] = [sections.said || null, sections.aside || []]; // of a selective search
    this.noMoves = new Map((header.noMoves ?? []).map(([number, word, label]) => [number, new (NO_MOVE_TYPES.get(word))(label)]));
    this.passes = [...this.noMoves.keys()].filter((number) => this.noMoves.get(number) instanceof Pass);
    this.iterations = this.passes.filter((number) => !(this.noMoves.get(number) instanceof Onward));
    this.depth = this.passes.length ? new Map(Object.entries(header.passes).map(([node, depth]) => [Number(node), depth])) : null;
    this.answers = new Map();
    [this.callLines, this.returnLines] = [sections.calledAt || null, sections.leftAt || null];
    this._unpackNumbers(sections);
    this._unpackFlags(sections.flags);
    this._deriveTree(sections.closed);
    this._deriveTime(sections);
    this._deriveCutoffs();
    this._deriveCounts(sections.spared || null, sections.again || null);
  }

  _unpackNumbers(sections) {
    for (const name of ["alpha", "beta", "value"]) this[name] = numbersOf(sections[name], sections.numbers);
  }

  _unpackFlags(flags) {
    const size = this.size;
    this.status = new Uint8Array(size);
    this.cutoff = new Uint8Array(size);
    this.turn = new Int8Array(size);
    this.proved = new Uint8Array(size);
    for (let node = 0; node < size; node++) {
      const flag = flags[node];
      this.status[node] = flag & 7;
      this.cutoff[node] = (flag >> 3) & 1;
      this.turn[node] = ((flag >> 4) & 3) - 1;
      this.proved[node] = flag >> 6;
    }
  }

  /** Plies, parents and ends from how many ranges close before each node. */
  _deriveTree(closed) {
    const size = this.size;
    const ply = (this.ply = new Int32Array(size)), parent = (this.parent = new Int32Array(size));
    const end = (this.end = new Int32Array(size));
    const line = [];
    for (let node = 0; node < size; node++) {
      for (let count = closed[node]; count > 0; count--) end[line.pop()] = node;
      ply[node] = line.length;
      parent[node] = line.length ? line[line.length - 1] : -1;
      line.push(node);
    }
    while (line.length) end[line.pop()] = size;
    this.deepest = ply.reduce((most, one) => Math.max(most, one), 0);
  }

  _deriveTime() {
    const size = this.size;
    const before = (this.visitedBefore = new Int32Array(size + 1));
    for (let node = 0; node < size; node++) before[node + 1] = before[node] + (this.status[node] !== PRUNED ? 1 : 0);
    this.unfinished = 0; // nodes that were never left: the first ones of the line that is open at the end
    for (let node = 0; node < size && this.status[node] === OPEN; ) {
      this.unfinished++;
      let last = -1;
      for (let child = node + 1; child < this.end[node]; child = this.end[child]) last = child;
      if (last < 0) break;
      node = last;
    }
    this.steps = size + before[size] - this.unfinished;
  }

  _deriveCutoffs() {
    const pruned = (this.prunedChildren = new Int32Array(this.size)), over = (this.passedOver = new Int32Array(this.size)), cut = [];
    for (let node = 0; node < this.size; node++) {
      if (this.status[node] !== PRUNED) continue;
      over[this.parent[node]]++;
      if (!this.saidOf(node)) pruned[this.parent[node]]++;
    }
    for (let node = 0; node < this.size; node++) if (this.cutoff[node]) cut.push(node);
    const keys = Float64Array.from(cut, (node) => this.cutoffStep(node) * this.size + node).sort();
    this.cutoffSteps = Float64Array.from(keys, (key) => Math.floor(key / this.size));
    this.cutNodes = Int32Array.from(keys, (key) => key % this.size);
    this.pruningNodes = this.cutNodes.filter((node) => this.prunes(node));
    this.pruningSteps = Float64Array.from(this.pruningNodes, (node) => this.cutoffStep(node));
  }

  _deriveCounts(spared, again) {
    const size = this.size, leaves = (this.leavesBefore = new Int32Array(size + 1));
    this.againBefore = again && new Int32Array(size + 1);
    if (again) for (let node = 0; node < size; node++) this.againBefore[node + 1] = this.againBefore[node] + again[node];
    for (let node = 0; node < size; node++) {
      const returned = this.status[node] !== PRUNED && this.status[node] !== OPEN;
      leaves[node + 1] = leaves[node] + (returned && this.visitedBefore[this.end[node]] - this.visitedBefore[node] === 1 ? 1 : 0);
    }
    this.sparedBefore = spared && new Float64Array(size + 1);
    if (spared) for (let node = 0; node < size; node++) this.sparedBefore[node + 1] = this.sparedBefore[node] + spared[node];
  }

  get windowed() { return this.header.windowed; }

  // What `tracer` calls by other names, or has in an object of its own.
  get columns() { return this; }
  get landmarks() { return this; }
  get why() { return this.probes; }
  get visits() { return this.visitedBefore.subarray(1); }
  get drivers() { return this.header.drivers; }
  get selective() { return this.header.selective; }
  get game() { return this.header.game || null; }
  get sources() { return this.header.sources; }
  get counts() { return { recordsSkips: this.header.tellsSkipped, paths: { ply: this.once(pliesOfPaths), hasRepeatedPaths: true } }; }

  /** The answer to a question about the recording; asked again, the same. */
  once(question) {
    if (!this.answers.has(question)) this.answers.set(question, question(this));
    return this.answers.get(question);
  }

  label(node) { return node > 0 ? this.labels[this.move[node]] : ""; }
  /** The move to a node, and its name where a tree gives it one. */
  title(node) {
    const name = this.names.get(node);
    if (!node) return name || "root";
    return name ? `${this.label(node)} · ${name}` : this.label(node);
  }

  entered(node) { return node + this.visitedBefore[node] - this.ply[node]; }

  left(node) {
    const end = this.end[node];
    return this.entered(node) + end - node + this.visitedBefore[end] - this.visitedBefore[node] - 1;
  }

  cutoffStep(node) { return this.left(node) - this.passedOver[node]; }

  children(node) {
    const found = [], stop = this.end[node];
    for (let child = node + 1; child < stop; child = this.end[child]) found.push(child);
    return found;
  }

  visitedChildren(node) { return this.children(node).filter((child) => this.status[child] !== PRUNED); }

  ancestry(node) {
    const found = [];
    for (; node >= 0; node = this.parent[node]) found.push(node);
    return found.reverse();
  }

  /** The number of what is said of a node that a selective search treats otherwise; 0 where there is nothing to say. */
  saidOf(node) { return this.said === null ? 0 : this.said[node]; }

  /** The moves on a node's path: its distance from the root, without the iterations on the way. */
  moves(node) { return this.counts.paths.ply[node]; }
  /** Whether a node is the played move, and is marked at a step, as another one is best: not before its parent has returned. */
  isPlayed(node, step) { const { played } = this.header; return Boolean(played) && node === played.marked && this.left(played.at) <= step; }
  /** The function of a visit, and the lines of its call and its return; null where none is known. */
  source(node) { return this.function && this.function[node] ? this.header.sources[this.function[node] - 1] : null; }
  calledAt(node) { return this.callLines?.[node] || null; }
  leftAt(node) { return this.returnLines?.[node] || null; }

  /** Whether a node searches its position in passes. */
  drives(node) { return node in this.header.drivers; }

  /** The first child whose value is best for the player to move, of iterations the one that gives the move; null where none has returned. */
  bestChild(node) {
    return this.drives(node) || !this.turn[node] ? this.header.drivers[node] ?? null : this.frame(node, Infinity).bestChild;
  }

  /** The best child, which a node has its value from; null where that came from a call answered unseen. */
  decidingChild(node) {
    const best = this.bestChild(node), turn = this.turn[node];
    return best !== null && this.header.answersUnseen && turn * this.value[node] > turn * this.value[best] ? null : best;
  }

  /** What is proved of a node's true value, by its window or by its moves' values: EXACT, LOWER or UPPER; null for nothing. */
  provedBound(node) { return this.proved[node] ? EXACT : this.bound(node); }

  isBranch(node) { return this.status[node] === PRUNED; }

  /** Whether it is a branch that no cutoff skipped: a selective search did, or a probe left it. */
  isSkipped(node) { return this.status[node] === PRUNED && (this.saidOf(node) > 0 || this.isPartial(this.parent[node])); }

  isPartial(node) { return isPartialProbe(this, node); }

  /** What a value says of the true one by its window alone, and by what the least and the greatest value are. */
  bound(node) {
    const [low, high] = this.header.valueBounds, value = this.value[node], found = this._boundByWindow(node);
    const isExtreme = (found === LOWER && value >= high) || (found === UPPER && value <= low);
    return isExtreme ? EXACT : found;
  }

  _boundByWindow(node) {
    const value = this.value[node], { hard, strict } = this.header, status = this.status[node];
    if (value !== value) return null;
    if ((status === TERMINAL || status === HORIZON) && !hard) return EXACT;
    const alpha = this.alpha[node], beta = this.beta[node];
    return this.isPartial(node) ? boundOfProbe(value, alpha, beta, this.turn[node]) : boundOf(value, alpha, beta, hard, strict ? ">" : ">=");
  }

  // Time, as tracer/time/moments.py has it.
  eventAt(step) { return eventAt(this, step); }
  phase(node, step) { return phase(this, node, step); }
  frame(node, step) { return frame(this, node, step); }
  isThere(node, step) { return isPresent(this, node, step); }
  bestChildAt(node, step) { return bestChild(this, node, step); }
  /** The last node of the tree at a step. */
  lastMet(step) { return lastPrunedTogether(this, step); }
  /** Whether a branch is skipped right after another one of the same node, and so together with it. */
  isAlong(node) { return isPrunedTogether(this, node); }
  /** The first step at which a node is in the tree. */
  firstStep(node) { return firstStep(this, node); }

  /** Whether what a step skips came with the step before. */
  skipsAlong(step) {
    const [event, node] = this.eventAt(step);
    return event === SKIPPED && this.isAlong(node);
  }

  /** The last node that the events up to a step are about. */
  reached(step) {
    let low = 0, high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.entered(middle) <= step) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  /** The best line known at a step, root first. */
  variation(step) {
    const line = [0];
    for (let next; (next = this.bestChildAt(line[line.length - 1], step)) !== null; ) line.push(next);
    return line;
  }

  /** The open path at a step, root first: it ends with the node of the event, or with the node that skips a branch. */
  openPath(step) {
    const [event, node] = this.eventAt(step);
    return this.ancestry(event === SKIPPED ? this.parent[node] : node);
  }

  /** The node whose cutoff a step is; null where it is none. */
  cutAt(step) {
    const place = firstFrom(this.cutoffSteps, step);
    return place < this.cutoffSteps.length && this.cutoffSteps[place] === step ? this.cutNodes[place] : null;
  }

  isCut(node, step) { return this.cutoff[node] === 1 && this.cutoffStep(node) <= step; }

  /** Whether a node's cutoff pruned anything, as far as the recording says: after the last move there is nothing left to prune. */
  prunes(node) { return this.cutoff[node] === 1 && (this.prunedChildren[node] > 0 || !this.header.tellsSkipped); }

  /** The last visited child; -1 where there is none. Where the node was cut, the one after which the test held. */
  refutation(node) {
    let last = -1;
    for (let child = node + 1; child < this.end[node] && this.status[child] !== PRUNED; child = this.end[child]) last = child;
    return last;
  }

  /** Counts up to a step. */
  tally(step) {
    const met = this.lastMet(step) + 1, visited = this.visitedBefore[met];
    return {
      visited,
      leaves: this.leavesBefore[met],
      cutoffs: firstFrom(this.pruningSteps, step + 1),
      pruned: met - visited - (this.againBefore ? this.againBefore[met] : 0),
      spared: this.sparedBefore ? this.sparedBefore[met] : null,
    };
  }

  /** The first node at the end of a path of labels; an error says which moves there are. */
  find(path) { return findPath(this, path); }

  /** The first best move at the root, below all passes, where it is known to have its value; null where there is none. */
  get firstWithValue() {
    let best = this.decidingChild(0);
    while (best !== null && this.passes.includes(this.move[best])) best = this.decidingChild(best);
    if (best === null || this.header.ours) return best;
    const value = this.value[0];
    return Math.abs(this.value[best] - value) <= 1e-9 * Math.max(1, Math.abs(value)) ? best : null;
  }
}

/** By node the moves on its path. */
function pliesOfPaths({ ply, parent, move, status, passes }) {
  if (!passes.length) return ply;
  const found = new Int32Array(ply.length);
  for (let node = 1; node < found.length; node++) found[node] = found[parent[node]] + (status[node] !== PRUNED && passes.includes(move[node]) ? 0 : 1);
  return found;
}
