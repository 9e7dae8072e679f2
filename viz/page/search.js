// A tree and a search of it, told as a recording is.

import { Trace } from "./data.js";
import { EXACT, EXPANDED, HORIZON, LOWER, PRUNED, TERMINAL, UPPER, alphabeta, minimax, nameMove, pvs } from "./why.js";

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

/** What a search does, visit by visit: columns that grow, and what the searches of tracer/searches record with. All numbers are MAX's
 * view; what they record is the mover's where `ofMover` says so. */
function columnsOf({ ofMover = false }) {
  const columns = { of: [], ply: [], alpha: [], beta: [], value: [], status: [], cutoff: [] }, signs = [];
  let ply = 0;
  const add = (row) => { for (const [name, value] of Object.entries(row)) columns[name].push(value); };
  const record = {
    enter(move, turn, alpha = -Infinity, beta = Infinity) {
      const sign = ofMover ? turn : 1, ends = sign < 0 ? [-beta, -alpha] : [alpha, beta];
      add({ of: move ?? 0, ply: ply++, alpha: ends[0], beta: ends[1], value: NaN, status: EXPANDED, cutoff: 0 });
      return signs.push(sign) - 1;
    },
    leave(visit, value, status, cutoff = false) {
      ply--;
      Object.assign(columns.value, { [visit]: signs[visit] * value });
      Object.assign(columns.status, { [visit]: status });
      Object.assign(columns.cutoff, { [visit]: Number(cutoff) });
    },
    prune(moves) {
      for (const move of moves) { add({ of: move, ply, alpha: NaN, beta: NaN, value: NaN, status: PRUNED, cutoff: 0 }); signs.push(1); }
    },
    tell() {},
  };
  return { columns, record };
}

/** A tree as the rules of a game, in which positions and moves are nodes; `below` are the children in the order of moves. */
const rulesOf = (tree, below) => ({
  turn: (node) => tree.turn[node], play: (node, child) => child, moves: (node) => below[node],
  utility: (node) => (tree.isLeaf(node) && !tree.horizon.has(node) ? tree.value[node] : null), evaluate: (node) => tree.value[node],
  outcomes: (node) => below[node].map((child) => [child, tree.chance[child]]),
});

const WINDOW = [-Infinity, Infinity];
const plain = (rules, record, { depth }) => minimax(rules, 0, record, depth || Infinity);
const cutting = (rules, record, { depth, fail, cut }) => alphabeta(rules, 0, record, depth || Infinity, WINDOW, fail, cut);
const scouting = (rules, record, { depth, cut }) => pvs(rules, 0, record, depth || Infinity, WINDOW, cut);

/** The searches: how they go through a tree, whether they have a window, which of their choices they have, and whether they know chance. */
export const SEARCHES = {
  [MINIMAX]: { run: plain, title: "minimax", windowed: false, fails: false },
  negamax: { run: plain, title: "negamax", windowed: false, fails: false },
  [ALPHABETA]: { run: cutting, title: "alpha-beta", windowed: true, fails: true },
  "negamax-alphabeta": { run: cutting, title: "negamax alpha-beta", windowed: true, fails: true },
  pvs: { run: scouting, title: "PVS", windowed: true, fails: false, ofMover: true },
  [EXPECTIMINIMAX]: { run: plain, title: "expectiminimax", windowed: false, fails: false, chance: true },
};

/** Whether a search is one of such a tree. */
export const suits = (search, tree) => Boolean(SEARCHES[search].chance) === tree.hasChance;

/** By what the pseudo-code of a search and its choices is found. */
export function codeName({ search, fail, cut }) {
  const { windowed, fails } = SEARCHES[search];
  return [search, ...(fails ? [fail] : []), ...(windowed ? [cut] : [])].join(" ");
}

/** Search a tree: `search` is one of SEARCHES, `fail` "soft" or "hard", `cut` ">=" or ">", `order` one of ORDERS; to a depth where one is given. */
function searched(tree, options) {
  const search = SEARCHES[options.search], { columns, record } = columnsOf(search);
  search.run(rulesOf(tree, tree.ordered(options.order)), record, options);
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
