// A tree and a search of it: tracer/searches/minimax.py, alphabeta.py, their negamax forms, pvs.py and expectiminimax.py, told as
// a recording is.

import { Trace } from "./data.js";
import { EXACT, EXPANDED, HORIZON, LOWER, PRUNED, TERMINAL, UPPER } from "./kinds.js";
import { nameMove } from "./names.js";
import { following } from "./numbers.js";

export const ALPHABETA = "alphabeta";
export const MINIMAX = "minimax";
export const EXPECTIMINIMAX = "expectiminimax";
export const ORDERS = { given: "as given", reversed: "reversed", best: "best first", worst: "worst first" };

/** A tree as its owner changes it: lists by node, in pre-order. Children may be searched in another order. The `value` of a node that
 * has children is its evaluation, null where it has none; `chance` how likely an outcome of chance is, null of any other node. */
export class TypedTree {
  constructor({ parent, label, turn, value, name, boards = [], board = null, chance = parent.map(() => null) }) {
    Object.assign(this, { parent, label, turn, name, boards, board, chance, value: [...value], children: parent.map(() => []), horizon: new Set() });
    for (let node = 1; node < parent.length; node++) this.children[parent[node]].push(node);
  }

  isLeaf(node) { return this.children[node].length === 0; }

  get hasChance() { return this.turn.includes(0); }

  /** The depths to which it can be searched short of its end: every position there has a number of its own. */
  get depths() {
    const ply = [], known = [];
    for (const [node, above] of this.parent.entries()) {
      ply.push(above < 0 ? 0 : ply[above] + 1);
      if (!this.isLeaf(node)) known[ply[node]] = (known[ply[node]] ?? true) && this.value[node] !== null;
    }
    return known.flatMap((isKnown, depth) => (isKnown && depth ? [depth] : []));
  }

  /** What a search to a depth has of it: what would go on there is worth its own number. Nodes keep their numbers. */
  until(depth) {
    if (!depth) return this;
    const found = new TypedTree(this), ply = [];
    for (const [node, above] of this.parent.entries()) {
      ply.push(above < 0 ? 0 : ply[above] + 1);
      if (ply[node] !== depth || this.isLeaf(node)) continue;
      found.children[node] = [];
      found.horizon.add(node);
    }
    return found;
  }

  get leaves() { return this.children.reduce((found, below) => found + (below.length ? 0 : 1), 0); }

  /** The minimax value of every node. */
  get worths() {
    const found = [...this.value];
    for (let node = found.length - 1; node >= 0; node--) {
      const below = this.children[node].map((child) => found[child]);
      if (below.length) found[node] = this.turn[node] > 0 ? below.reduce((a, b) => Math.max(a, b)) : this.turn[node] < 0 ? below.reduce((a, b) => Math.min(a, b)) : this.mean(node, below);
    }
    return found;
  }

  /** What a node of chance is worth by what its outcomes are. */
  mean(node, values) { return this.children[node].reduce((sum, child, place) => sum + this.chance[child] * values[place], 0); }

  /** The children of every node as an order wants them; equal ones stay as they are. */
  ordered(order) {
    const sign = { best: 1, worst: -1 }[order], { worths } = this;
    if (order === "reversed") return this.children.map((below, node) => (this.turn[node] ? [...below].reverse() : below));
    return !sign ? this.children : this.children.map((below, node) => [...below].sort((a, b) => sign * this.turn[node] * (worths[b] - worths[a])));
  }

  /** Nodes of every subtree, its root included. */
  get sizes() {
    const found = this.parent.map(() => 1);
    for (let node = found.length - 1; node >= 0; node--) for (const child of this.children[node]) found[node] += found[child];
    return found;
  }

  /** The tree as a command line has it: nested lists, and outcomes of chance in round brackets; what has a name, an evaluation or
   * another player than the one who would move is an object. */
  text(node = 0, awaited = 1, ply = 0) {
    const turn = this.turn[node], name = this.name[node], leaf = this.isLeaf(node), below = this.children[node];
    const texts = below.map((child) => this.text(child, -turn || awaited, ply + 1)), unnamed = below.every((child, place) => this.label[child] === nameMove(ply, place));
    const lists = leaf ? String(this.value[node]) : turn === 0 ? `(${below.map((child, place) => `${this.chance[child]}:${texts[place]}`).join(",")})` : unnamed ? `[${texts.join(",")}]` : `{${below.map((child, place) => `${JSON.stringify(this.label[child])}:${texts[place]}`).join(",")}}`;
    const fields = [name ? `"name":${JSON.stringify(name)}` : "", turn === awaited || turn === 0 || leaf ? "" : `"turn":"${turn > 0 ? "MAX" : "MIN"}"`,
      leaf || this.value[node] === null ? "" : `"value":${this.value[node]}`].filter(Boolean);
    return fields.length || !unnamed || (leaf && !node) ? `{${[...fields, `"${leaf ? "value" : "children"}":${lists}`].join(",")}}` : lists;
  }
}

/** What a search does, visit by visit: columns that grow. All numbers are MAX's view. */
class Columns {
  constructor() {
    Object.assign(this, { of: [], ply: [], alpha: [], beta: [], value: [], status: [], cutoff: [] });
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
    return value;
  }

  prune(nodes, ply) { for (const node of nodes) this.leave(this.enter(node, ply, NaN, NaN), NaN, PRUNED); }
}

/** Minimax with or without chance, and alpha-beta, in either form: what is visited and returned is the same. */
function plain(tree, below, columns, { cuts, reaches, hard }) {
  const visit = (node, ply, from, to) => {
    const turn = tree.turn[node], clamped = (value) => (hard ? Math.min(Math.max(value, from), to) : value), here = columns.enter(node, ply, from, to);
    let alpha = from, beta = to, best = -turn * Infinity, cutoff = 0;
    if (tree.isLeaf(node)) return columns.leave(here, clamped(tree.value[node]), ended(tree, node));
    if (!turn) return columns.leave(here, tree.mean(node, below[node].map((child) => visit(child, ply + 1, from, to))), EXPANDED);
    for (const [place, child] of below[node].entries()) {
      const value = visit(child, ply + 1, alpha, beta);
      if (turn > 0 ? value > best : value < best) best = value;
      if (!cuts) continue;
      if (turn > 0 ? reaches(best, beta) : reaches(alpha, best)) {
        columns.prune(below[node].slice(place + 1), ply + 1);
        cutoff = 1;
        break;
      }
      if (turn > 0) alpha = Math.max(alpha, best); else beta = Math.min(beta, best);
    }
    return columns.leave(here, clamped(best), EXPANDED, cutoff);
  };
  visit(0, 0, -Infinity, Infinity);
}

const ended = (tree, node) => (tree.horizon.has(node) ? HORIZON : TERMINAL);

/** Principal variation search. Inside every number is the view of the player to move. */
function scouting(tree, below, columns, { reaches }) {
  const ask = (turn, node, ply, alpha, beta) => (tree.turn[node] === turn ? visit(node, ply, alpha, beta) : -visit(node, ply, -beta, -alpha));
  const visit = (node, ply, from, beta) => {
    const turn = tree.turn[node], here = turn > 0 ? columns.enter(node, ply, from, beta) : columns.enter(node, ply, -beta, -from);
    let alpha = from, best = -Infinity, cutoff = 0;
    if (tree.isLeaf(node)) return turn * columns.leave(here, tree.value[node], ended(tree, node));
    for (const [place, child] of below[node].entries()) {
      const end = place ? Math.min(beta, following(alpha)) : beta;
      let value = ask(turn, child, ply + 1, alpha, end);
      const better = end < beta && reaches(value, end) && !reaches(value, beta);
      if (better && !tree.isLeaf(child)) value = ask(turn, child, ply + 1, value, beta);
      if (value > best) best = value;
      if (reaches(best, beta)) {
        columns.prune(below[node].slice(place + 1), ply + 1);
        cutoff = 1;
        break;
      }
      alpha = Math.max(alpha, best);
    }
    columns.leave(here, turn * best, EXPANDED, cutoff);
    return best;
  };
  visit(0, 0, -Infinity, Infinity);
}

/** The searches: how they go through a tree, whether they have a window, which of their choices they have, and whether they know chance. */
export const SEARCHES = {
  [MINIMAX]: { run: plain, title: "minimax", windowed: false, fails: false },
  negamax: { run: plain, title: "negamax", windowed: false, fails: false },
  [ALPHABETA]: { run: plain, title: "alpha-beta", windowed: true, fails: true },
  "negamax-alphabeta": { run: plain, title: "negamax alpha-beta", windowed: true, fails: true },
  pvs: { run: scouting, title: "PVS", windowed: true, fails: false },
  [EXPECTIMINIMAX]: { run: plain, title: "expectiminimax", windowed: false, fails: false, chance: true },
};

/** Whether a search is one of such a tree. */
export const suits = (search, tree) => Boolean(SEARCHES[search].chance) === tree.hasChance;

/** By what the pseudo-code of a search and its choices is found. */
export function codeName({ search, fail, cut }) {
  const { windowed, fails } = SEARCHES[search];
  return [search, ...(fails ? [fail] : []), ...(windowed ? [cut] : [])].join(" ");
}

/** Search a tree: `search` is one of SEARCHES, `fail` "soft" or "hard", `cut` ">=" or ">", `order` one of ORDERS. It has its depth. */
function searched(tree, { search, fail, cut, order }) {
  const columns = new Columns(), { run, windowed, fails } = SEARCHES[search];
  run(tree, tree.ordered(order), columns, { cuts: windowed, hard: fails && fail === "hard", reaches: cut === ">" ? (high, low) => high > low : (high, low) => high >= low });
  return columns;
}

/** Mark the values that their windows leave open, and their moves' values prove exact: tracer/count/proved.py. */
function prove(trace) {
  for (let node = trace.size - 1; node >= 0; node--) {
    if (trace.status[node] !== EXPANDED || trace.prunedChildren[node] || trace.bound(node) === EXACT) continue;
    const last = new Map(trace.children(node).map((child) => [trace.move[child], child])), children = [...last.values()]; // of two visits the later one knows more
    const best = trace.turn[node] > 0 ? Math.max : Math.min;
    const end = (bound, open) => best(...children.map((child) => ([EXACT, bound].includes(trace.provedBound(child)) ? trace.value[child] : open)));
    trace.proved[node] = end(LOWER, -Infinity) === trace.value[node] && end(UPPER, Infinity) === trace.value[node] ? 1 : 0;
  }
}

/** By name what of a search's choices is not as usual, as far as it has them. */
export function unusual({ search, fail, cut, order, depth }) {
  const { windowed, fails } = SEARCHES[search], is = { depth: Boolean(depth), fail: fails && fail === "hard", cut: windowed && cut === ">", order: order !== "given" };
  return Object.entries({ depth, fail, cut, order }).filter(([name]) => is[name]);
}

/** A search by a name of its own and by what is not as usual. */
export const nameSearch = (name, options) => [name, ...unusual(options).map(([choice, value]) => (choice === "order" ? ORDERS[value] : `${choice} ${value}`))].join(", ");

/** What was searched and how, as the title of a recording says it; a title that someone gave stays. */
const titled = (header, options) => (header.title === header.edit.title ? `${header.edit.place}, ${nameSearch(options.search, options)}` : header.title);

/** What was saved: by pruned branch and by cut node; by branch once for each path that no visit enters; and the branches, and visits of
 * such branches, that change nothing in how many are pruned. tracer/count/spared.py and paths.py. */
function savings(tree, columns) {
  const { of, ply } = columns, size = of.length, { sizes } = tree, isPruned = (visit) => columns.status[visit] === PRUNED;
  const saved = new Int32Array(size), spared = new Float64Array(size), again = new Int32Array(size), line = [];
  const firstCut = new Int32Array(tree.parent.length).fill(-1), firstVisit = new Int32Array(tree.parent.length).fill(-1);
  for (let visit = size - 1; visit >= 0; visit--) (isPruned(visit) ? firstCut : firstVisit)[of[visit]] = visit;
  for (let visit = 0; visit < size; visit++) {
    line.length = ply[visit];
    line.push(visit);
    const node = of[visit], counts = firstVisit[node] < 0 || (firstCut[node] >= 0 && firstCut[node] < firstVisit[node]);
    if (!isPruned(visit)) {
      again[visit] = visit === firstVisit[node] && counts ? 1 : 0;
      continue;
    }
    again[visit] = visit === firstCut[node] && counts ? 0 : 1;
    saved[visit] = sizes[node];
    saved[line[line.length - 2]] += sizes[node];
    if (firstVisit[node] < 0 && visit === firstCut[node]) spared[visit] = sizes[node];
  }
  return { saved, spared, ...(again.includes(1) ? { again } : {}) };
}

/** Search a tree as `options` say, to a depth where they have one, and give the recording; `header` is that of the recording that is changed. */
export function rerun(whole, options, header) {
  const tree = whole.until(options.depth), columns = searched(tree, options), size = columns.of.length, isPruned = (visit) => columns.status[visit] === PRUNED;
  const labels = [...new Set(tree.label)], numbers = new Map(labels.map((label, number) => [label, number]));
  const visits = columns.of.map((_, visit) => visit), pruned = visits.filter(isPruned), { windowed, fails } = SEARCHES[options.search];
  const unseen = pruned.filter((visit) => whole.isLeaf(columns.of[visit]));
  const called = visits.filter((visit) => tree.name[columns.of[visit]]), pack = (texts) => new TextEncoder().encode(texts.map((text) => `${text}\0`).join(""));
  const sections = {
    namesAt: Uint32Array.from(called), names: pack(called.map((visit) => tree.name[columns.of[visit]])),
    labels: pack(labels), boards: pack(tree.boards), ...(tree.board ? { board: Uint32Array.from(columns.of, (node) => tree.board[node]) } : {}),
    closed: Int32Array.from(visits, (visit) => (visit ? columns.ply[visit - 1] + 1 - columns.ply[visit] : 0)),
    move: Int32Array.from(columns.of, (node) => numbers.get(tree.label[node])),
    flags: Uint8Array.from(visits, (visit) => columns.status[visit] | (columns.cutoff[visit] << 3) | (((isPruned(visit) ? 0 : tree.turn[columns.of[visit]]) + 1) << 4)),
    alpha: Float64Array.from(columns.alpha), beta: Float64Array.from(columns.beta), value: Float64Array.from(columns.value),
    ...(tree.board ? {} : { unseenAt: Uint32Array.from(unseen), unseen: Float64Array.from(unseen, (visit) => tree.value[columns.of[visit]]) }),
    ...(columns.of.some((node) => tree.chance[node] !== null) ? { weight: Float64Array.from(columns.of, (node) => tree.chance[node] ?? -1) } : {}),
    ...savings(tree, columns),
  };
  const code = header.edit.codes[codeName(options)], hard = fails && options.fail === "hard", strict = windowed && options.cut === ">";
  const facts = { title: titled(header, options), search: options.search, depth: options.depth || null, hard, strict, windowed, code, played: null, numbersAhead: !hard && !tree.board };
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
