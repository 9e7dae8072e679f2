// A small tree that is changed and searched again: tracer/searches/alphabeta.py and minimax.py, told as a recording is.

import { Trace } from "./data.js";
import { EXACT, EXPANDED, LOWER, PRUNED, TERMINAL, UPPER } from "./kinds.js";

export const ALPHABETA = "alphabeta";
export const MINIMAX = "minimax";
export const ORDERS = { given: "as given", best: "best first", worst: "worst first" };

/** A tree as its owner changes it: lists by node, in pre-order. Children may be searched in another order. */
export class TypedTree {
  constructor({ parent, label, turn, value, name }) {
    Object.assign(this, { parent, label, turn, name, value: [...value], children: parent.map(() => []) });
    for (let node = 1; node < parent.length; node++) this.children[parent[node]].push(node);
  }

  isLeaf(node) { return this.children[node].length === 0; }

  /** The minimax value of every node. */
  get worths() {
    const found = [...this.value];
    for (let node = found.length - 1; node >= 0; node--) {
      const below = this.children[node].map((child) => found[child]);
      if (below.length) found[node] = this.turn[node] > 0 ? below.reduce((a, b) => Math.max(a, b)) : below.reduce((a, b) => Math.min(a, b));
    }
    return found;
  }

  /** The children of every node as an order wants them; equal ones stay as they are. */
  ordered(order) {
    const sign = { given: 0, best: 1, worst: -1 }[order], { worths } = this;
    if (!sign) return this.children;
    return this.children.map((below, node) => [...below].sort((a, b) => sign * this.turn[node] * (worths[b] - worths[a])));
  }

  /** Nodes of every subtree, its root included. */
  get sizes() {
    const found = this.parent.map(() => 1);
    for (let node = found.length - 1; node > 0; node--) found[this.parent[node]] += found[node];
    return found;
  }

  /** The tree as nested lists, as a command line has it; where another player moves than the one who would, it is said who. */
  text(node = 0, awaited = 1) {
    if (this.isLeaf(node)) return String(this.value[node]);
    const turn = this.turn[node], lists = `[${this.children[node].map((child) => this.text(child, -turn)).join(",")}]`;
    return turn === awaited ? lists : `{"turn":"${turn > 0 ? "MAX" : "MIN"}","children":${lists}}`;
  }
}

/** What a search does, visit by visit: columns that grow. */
class Columns {
  constructor(tree) {
    Object.assign(this, { tree, of: [], ply: [], alpha: [], beta: [], value: [], status: [], cutoff: [] });
  }

  enter(node, ply, alpha, beta) {
    this.of.push(node);
    this.ply.push(ply);
    this.alpha.push(alpha);
    this.beta.push(beta);
    this.value.push(NaN);
    this.status.push(EXPANDED);
    this.cutoff.push(0);
    return this.of.length - 1;
  }

  leave(visit, value, status, cutoff = 0) {
    this.value[visit] = value;
    this.status[visit] = status;
    this.cutoff[visit] = cutoff;
  }

  prune(node, ply) { this.leave(this.enter(node, ply, NaN, NaN), NaN, PRUNED); }
}

/** Search a tree: what `search` is "alphabeta" or "minimax", `fail` "soft" or "hard", `cut` ">=" or ">", `order` one of ORDERS. */
function searched(tree, { search, fail, cut, order }) {
  const columns = new Columns(tree), below = tree.ordered(order), hard = fail === "hard";
  const reaches = cut === ">" ? (high, low) => high > low : (high, low) => high >= low;
  const visit = (node, ply, from, to) => {
    const turn = tree.turn[node], clamped = (value) => (hard ? Math.min(Math.max(value, from), to) : value), here = columns.enter(node, ply, from, to);
    let alpha = from, beta = to, best = -turn * Infinity, cutoff = 0;
    if (tree.isLeaf(node)) {
      columns.leave(here, clamped(tree.value[node]), TERMINAL);
      return columns.value[here];
    }
    for (const [place, child] of below[node].entries()) {
      const value = visit(child, ply + 1, alpha, beta);
      if (turn > 0 ? value > best : value < best) best = value;
      if (search === MINIMAX) continue;
      if (turn > 0 ? reaches(best, beta) : reaches(alpha, best)) {
        for (const left of below[node].slice(place + 1)) columns.prune(left, ply + 1);
        cutoff = 1;
        break;
      }
      if (turn > 0) alpha = Math.max(alpha, best); else beta = Math.min(beta, best);
    }
    columns.leave(here, clamped(best), EXPANDED, cutoff);
    return columns.value[here];
  };
  visit(0, 0, -Infinity, Infinity);
  return columns;
}

/** Mark the values that their windows leave open, and their moves' values prove exact: tracer/count/proved.py. */
function prove(trace) {
  for (let node = trace.size - 1; node >= 0; node--) {
    if (trace.status[node] !== EXPANDED || trace.prunedChildren[node] || trace.bound(node) === EXACT) continue;
    const children = trace.children(node), best = trace.turn[node] > 0 ? Math.max : Math.min;
    const end = (bound, open) => best(...children.map((child) => ([EXACT, bound].includes(trace.provedBound(child)) ? trace.value[child] : open)));
    trace.proved[node] = end(LOWER, -Infinity) === trace.value[node] && end(UPPER, Infinity) === trace.value[node] ? 1 : 0;
  }
}

/** What was searched and how, as the title of a recording says it; a title that someone gave stays. */
function titled(header, { search, fail, cut, order }) {
  if (header.title !== header.edit.title) return header.title;
  const said = search === ALPHABETA ? [...(fail === "hard" ? ["fail hard"] : []), ...(cut === ">" ? ["cut >"] : [])] : [];
  return [header.edit.place, search, ...said, ...(order === "given" ? [] : [ORDERS[order]])].join(", ");
}

/** Search a tree as `options` say, and give the recording; `header` is that of the recording that is changed. */
export function rerun(tree, options, header) {
  const columns = searched(tree, options), size = columns.of.length, { sizes } = tree, isPruned = (visit) => columns.status[visit] === PRUNED;
  const labels = [...new Set(tree.label)], numbers = new Map(labels.map((label, number) => [label, number]));
  const visits = columns.of.map((_, visit) => visit), pruned = visits.filter(isPruned), saved = new Int32Array(size), spared = new Float64Array(size);
  const line = [];
  for (const visit of visits) {
    line.length = columns.ply[visit];
    line.push(visit);
    if (!isPruned(visit)) continue;
    saved[visit] = spared[visit] = sizes[columns.of[visit]];
    saved[line[line.length - 2]] += saved[visit];
  }
  const unseen = pruned.filter((visit) => tree.isLeaf(columns.of[visit])), windowed = options.search === ALPHABETA;
  const called = visits.filter((visit) => tree.name[columns.of[visit]]), pack = (texts) => new TextEncoder().encode(texts.map((text) => `${text}\0`).join(""));
  const sections = {
    namesAt: Uint32Array.from(called), names: pack(called.map((visit) => tree.name[columns.of[visit]])),
    labels: pack(labels), boards: new Uint8Array(0),
    closed: Int32Array.from(visits, (visit) => (visit ? columns.ply[visit - 1] + 1 - columns.ply[visit] : 0)),
    move: Int32Array.from(columns.of, (node) => numbers.get(tree.label[node])),
    flags: Uint8Array.from(visits, (visit) => columns.status[visit] | (columns.cutoff[visit] << 3) | (((isPruned(visit) ? 0 : tree.turn[columns.of[visit]]) + 1) << 4)),
    alpha: Float64Array.from(columns.alpha), beta: Float64Array.from(columns.beta), value: Float64Array.from(columns.value),
    unseenAt: Uint32Array.from(unseen), unseen: Float64Array.from(unseen, (visit) => tree.value[columns.of[visit]]),
    ...(pruned.length ? { saved, spared } : {}),
  };
  const code = header.edit.codes[windowed ? `${ALPHABETA} ${options.cut}` : MINIMAX];
  const hard = windowed && options.fail === "hard", strict = windowed && options.cut === ">";
  const facts = { title: titled(header, options), hard, strict, windowed, code, questions: null, played: null, numbersAhead: !hard };
  const trace = new Trace({ ...header, ...facts, nodes: size, root: 0, countedAll: true, tellsSkipped: true, skippedInPart: false }, sections);
  trace.typed = Int32Array.from(columns.of);
  if (windowed && !header.classical) prove(trace);
  return trace;
}

/** The nodes of a tree by the visits of a recording of it: they have the same paths. */
export function typedNodes(trace, tree) {
  const found = new Int32Array(trace.size);
  for (let visit = 1; visit < trace.size; visit++) {
    found[visit] = tree.children[found[trace.parent[visit]]].find((child) => tree.label[child] === trace.label(visit));
  }
  return found;
}
