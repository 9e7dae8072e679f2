// A recording of a best-first search, whose steps are the rows of its log: tracer/recording/log.py and tracer/time/moments.py.

import { Trace, numbersOf } from "./data.js";
import { firstFrom } from "./python.js";
import { EXACT, GAMMA1, GAMMA3, GAMMA4, HORIZON, LOWER, PROOF, SOLVED, TERMINAL, UPPER, VALUE } from "./why.js";

/** Colours of means. */
export const QUALITIES = 7;

/** The rows: of each its iteration, its node, its kind, and two numbers. */
class Log {
  constructor(sections, size) {
    Object.assign(this, { iteration: sections.iteration, node: sections.told, kind: sections.kind, rows: sections.told.length });
    for (const name of ["x", "y"]) this[name] = numbersOf(sections[name], sections.tellable);
    const [first] = this.kind;
    Object.assign(this, { countsVisits: first === VALUE, hasMerits: first >= GAMMA1 && first <= SOLVED, hasProofs: first === PROOF });
    this._sort(size);
  }

  /** The rows by their nodes, those of one node in their order; and where those of each node begin. */
  _sort(size) {
    const starts = (this._starts = new Int32Array(size + 1)), order = (this._order = new Int32Array(this.rows));
    for (const node of this.node) starts[node + 1]++;
    for (let node = 0; node < size; node++) starts[node + 1] += starts[node];
    const next = starts.slice();
    for (let row = 0; row < this.rows; row++) order[next[this.node[row]]++] = row;
  }

  get length() { return this.rows; }

  /** The rows about a node, ascending. */
  rowsOf(node) { return this._order.subarray(this._starts[node], this._starts[node + 1]); }

  /** The rows about the nodes from one up to an end, in no order of time. */
  rowsBelow(node, end) { return this._order.subarray(this._starts[node], this._starts[end]); }

  /** The last row about a node up to a step; null where there is none. */
  lastRow(node, step) {
    const rows = this.rowsOf(node), place = firstFrom(rows, step + 1);
    return place ? rows[place - 1] : null;
  }
}

/** The visits N and sums W of all nodes at one step: each value is added on its way up, in the order of time. */
class Tally {
  constructor(trace) {
    this.trace = trace;
    this.times = new Int32Array(trace.size);
    this.sums = new Float64Array(trace.size);
    this.step = -1;
  }

  go(step) {
    const { times, sums } = this, { log, parent } = this.trace;
    if (step < this.step) {
      times.fill(0);
      sums.fill(0);
      this.step = -1;
    }
    while (this.step < step) {
      const value = log.x[++this.step];
      for (let node = log.node[this.step]; node >= 0; node = parent[node]) { times[node]++; sums[node] += value; }
    }
    return this;
  }
}

export class LogTrace extends Trace {
  _deriveTime(sections) {
    this.log = new Log(sections, this.size);
    this.born = sections.born;
    this.steps = this.log.rows;
    this.tallies = this.log.countsVisits ? [new Tally(this), new Tally(this)] : [];
    this._deriveSettled();
    this.iterations = Int32Array.from(this._rowsWhere((row) => !row || this.log.iteration[row] !== this.log.iteration[row - 1]));
  }

  _rowsWhere(holds) {
    const found = [];
    for (let row = 0; row < this.log.rows; row++) if (holds(row)) found.push(row);
    return found;
  }

  /** By node the step from which on its value is what it is in the end; as many as there are where none is. */
  _deriveSettled() {
    const { log, steps } = this, settled = (this.settled = new Int32Array(this.size).fill(steps));
    if (log.countsVisits) {
      const { times } = this._counted(steps - 1);
      for (let node = 0; node < this.size; node++) if (times[node]) settled[node] = steps - 1;
      return;
    }
    for (let row = steps - 1; row >= 0; row--) {
      const kind = log.kind[row], node = log.node[row];
      if (log.hasProofs ? !log.x[row] || !log.y[row] : kind === GAMMA4) settled[node] = row;
      else if ((kind === GAMMA1 || kind === GAMMA3) && node) settled[this.parent[node]] = row;
    }
  }

  _deriveCounts() {
    const { log, size, steps } = this, first = new Int32Array(size).fill(steps), over = (node) => [TERMINAL, HORIZON].includes(this.status[node]);
    for (let node = 1; node < size; node++) first[this.parent[node]] = Math.min(first[this.parent[node]], this.born[node]);
    const leafAt = log.hasProofs ? this.born : this.settled, nodes = Array.from({ length: size }, (_, node) => node);
    const sorted = (found) => Int32Array.from(found).sort();
    this.counted = { visited: sorted(this.born), expanded: sorted(first.filter((row) => row < steps)) };
    if (log.hasProofs) this.counted.iterations = this.iterations.subarray(1);
    if (log.hasMerits) this.counted.states = null; // each row is one
    if (!log.countsVisits) {
      this.counted.leaves = sorted(nodes.filter(over).map((node) => leafAt[node]));
      return;
    }
    Object.assign(this.counted, { leaves: null, iterations: null, "visited again": Int32Array.from(this._rowsWhere((row) => log.rowsOf(log.node[row])[0] !== row)) });
  }

  /** What was counted up to a step; the frontier are the nodes without children. */
  tally(step) {
    const found = {};
    for (const [name, rows] of Object.entries(this.counted)) found[name] = rows === null ? step + 1 : firstFrom(rows, step + 1);
    return { ...found, frontier: found.visited - found.expanded };
  }

  /** The visits and sums of all nodes at a step; those of the last two steps that were asked for are kept. */
  _counted(step) {
    const known = this.tallies.findIndex((one) => one.step === step), used = known < 0 ? 0 : known;
    const [tally] = this.tallies.splice(used, 1);
    this.tallies.push(tally);
    return tally.go(step);
  }

  /** N and W of a node up to a step; Q is their quotient, null before the first visit. */
  visitsAt(node, step) {
    if (step < 0) return { times: 0, total: 0, mean: null };
    const { times, sums } = this._counted(step);
    return { times: times[node], total: sums[node], mean: times[node] ? sums[node] / times[node] : null };
  }

  /** The means that are worst and best for MAX where nodes are coloured by them; null where they are not: viz/pictures/best_first.py. */
  get means() {
    if (this._means !== undefined) return this._means;
    let low = 0, high = 0;
    if (this.log.countsVisits) for (const value of this.log.x) { low = Math.min(low, value); high = Math.max(high, value); }
    if (low < 0 && high > 0) low = -(high = Math.max(-low, high));
    return (this._means = low < high ? [low, high] : null);
  }

  /** How good the mean of a node at a step is for MAX, from 0 on; -1 where it has none. */
  quality(node, step) {
    if (this.means === null || !this.isThere(node, step)) return -1;
    const { mean } = this.visitsAt(node, step), [low, high] = this.means;
    return mean !== null ? Math.min(Math.max(Math.round(((mean - low) / (high - low)) * (QUALITIES - 1)), 0), QUALITIES - 1) : -1;
  }

  /** The last row about a node itself up to a step, with its numbers; null where there is none. */
  toldOf(node, step) {
    const row = this.log.lastRow(node, step);
    return row === null ? null : { row, x: this.log.x[row], y: this.log.y[row] };
  }

  entered(node) { return this.born[node]; }
  left(node) { return this.settled[node]; }

  /** The children of a node that were there at a step. */
  childrenAt(node, step) { return this.children(node).filter((child) => this.isThere(child, step)); }

  reached(step) {
    let node = this.size - 1;
    while (this.born[node] > step) node--;
    return node;
  }

  /** The node that came to be with a row; -1 where none did. */
  bornAt(row) {
    const node = this.log.node[row];
    return this.born[node] === row && this.log.rowsOf(node)[0] === row && !this.log.hasMerits ? node : -1;
  }

  bestChild(node) { return this.bestChildAt(node, this.steps - 1); }

  /** The child that the search goes by at a step: most visited, most proving, or solved with its parent's merit; null without one. */
  bestByLog(node, step) {
    const children = this.childrenAt(node, step), { log } = this, best = (number, some = children) => {
      let found = null, least = Infinity;
      for (const child of some) if (found === null ? number(child) === number(child) : number(child) < least) { found = child; least = number(child); }
      return found;
    };
    if (log.countsVisits) return best((child) => -this.visitsAt(child, step).times || NaN);
    if (log.hasProofs) {
      const side = this.turn[node] > 0 ? "x" : "y", told = (child) => this.toldOf(child, step)?.[side] ?? NaN, own = this.toldOf(node, step);
      if (own && (own.x === 0 || own.y === 0)) return children.find((child) => told(child) === own[side]) ?? null;
      return best(told, [...new Map(children.map((child) => [this.move[child], child])).values()]); // in the order in which moves came first
    }
    const settled = this.settled[node];
    if (settled > step) return null;
    return children.find((child) => log.rowsOf(child).some((row) => log.kind[row] <= GAMMA3 && log.x[row] === log.x[settled] && row <= settled)) ?? null;
  }

  /** What is proved of a node's true value; null for nothing, which is all that a mean proves. */
  bound(node) {
    const { log, status, value } = this, over = [TERMINAL, HORIZON].includes(status[node]);
    if (value[node] !== value[node]) return null;
    if (log.countsVisits) return status[node] === TERMINAL ? EXACT : null;
    if (log.hasProofs || over || !node) return EXACT;
    return log.x[0] > 0 ? LOWER : UPPER;
  }

  /** The steps at which a node's numbers change: visits of it, or rows about it. */
  rowsAbout(node) {
    const { log } = this;
    return log.countsVisits ? log.rowsBelow(node, this.end[node]).slice().sort() : log.rowsOf(node);
  }

  /** The steps at which another child of a node is best than before. */
  bestChanges(node) {
    const { log } = this, children = this.children(node), found = [], settled = this.settled[node];
    if (log.hasMerits) return settled < this.steps && children.length ? [settled] : [];
    const side = this.turn[node] > 0 ? log.x : log.y, numbers = children.map(() => (log.countsVisits ? 0 : Infinity));
    const firsts = children.map((child) => children.findIndex((other) => this.move[other] === this.move[child]));
    let best = -1;
    for (const row of log.rowsBelow(node + 1, this.end[node]).slice().sort()) {
      const place = firstFrom(children, log.node[row] + 1) - 1;
      if (log.countsVisits) numbers[place]--;
      else if (children[place] === log.node[row]) {
        numbers[place] = Math.min(side[row], Number.MAX_VALUE); // one that was told ∞ comes before those that are not there
        for (let other = 0; other < place; other++) if (firsts[other] === firsts[place]) numbers[other] = Infinity;
      } else continue;
      const least = Math.min(...numbers);
      const now = numbers.reduce((found, one, other) => (one === least && (found < 0 || firsts[other] < firsts[found]) ? other : found), -1);
      if (now !== best) found.push(row);
      best = now;
    }
    return found;
  }

  /** Whether a step went through a node, or was about it. */
  isOnTheWay(node, step) {
    const leaf = this.log.node[step];
    return node <= leaf && leaf < this.end[node];
  }

  /** Whether the search may go on at a node: it has no children yet, or with SSS* it is in OPEN and was not taken yet. */
  isFrontier(node, step) {
    const { log, status } = this;
    if (!log.hasMerits) return status[node] !== TERMINAL && (log.countsVisits || status[node] !== HORIZON) && !this.childrenAt(node, step).length;
    return log.lastRow(node, step) === null && this.ancestry(node).every((above) => this.settled[above] > step);
  }
}
