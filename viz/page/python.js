// What translated Python stands on (viz/page/translation.py): its built-in functions, and what a page knows of a recording in
// another way than `tracer` does, under the names of Python.

import { following, whole } from "./numbers.js";
import { AHEAD, BACK, ENTERED, LIVE, PASSED, RETURNED, SKIPPED, TOLD } from "./kinds.js";

/** The values of anything that can be gone through. */
const each = (values) => (Array.isArray(values) ? values : values instanceof Map ? [...values.keys()] : [...values]);
const is = (value) => (value instanceof Map ? value.size > 0 : Array.isArray(value) ? value.length > 0 : value !== value || Boolean(value));
const equal = (one, other) => one === other || (Array.isArray(one) && one.length === other.length && one.every((value, place) => equal(value, other[place])));
const unique = (values = []) => [...new Set(each(values))];
const least = (sign) => (...values) => {
  const { key = (value) => value, default: none = null } = typeof values.at(-1) === "object" && !Array.isArray(values.at(-1)) ? values.pop() : {};
  const all = values.length === 1 ? each(values[0]) : values;
  return all.length ? all.reduce((best, value) => (sign * key(value) < sign * key(best) ? value : best)) : none;
};
const item = (of, key) => {
  if (typeof key === "function" || of instanceof Map) return of instanceof Map ? of.get(key) : key(of);
  return of[Number(key) < 0 ? of.length + key : typeof key === "boolean" ? Number(key) : key];
};
const ARRAYS = ["tuple", "frozenset"], TYPES = { str: "string", float: "number", "float | int": "number", "int | float": "number" };

/** What has fields with names: it can be taken apart as a tuple. */
export class NamedTuple {
  *[Symbol.iterator]() { yield* Object.values(this); }
}

export const py = {
  slice: (first, end) => (of) => of.slice(first, end),
  each, is, equal, unique, item, whole, set: unique, frozenset: unique, list: (values) => [...each(values)], tuple: (values) => [...each(values)],
  has: (all, one) => (typeof all === "string" ? all.includes(one) : all instanceof Map ? all.has(one) : Array.isArray(all) ? all.includes(one) : one in all),
  either: (one, other) => (is(one) ? one : other()),
  both: (one, other) => (is(one) ? other() : one),
  add: (one, other) => (Array.isArray(one) ? [...one, ...each(other)] : one + other),
  put: (of, key, value) => { if (of instanceof Map) of.set(key, value); else of[Number(key)] = value; },
  get: (of, key, none = null) => (of instanceof Map ? of.get(key) : of[key]) ?? none,
  items: (map) => [...map.entries()], values: (map) => [...map.values()], join: (text, texts) => each(texts).join(text),
  endswith: (text, endings) => (Array.isArray(endings) ? endings : [endings]).some((ending) => text.endsWith(ending)),
  removeprefix: (text, start) => (text.startsWith(start) ? text.slice(start.length) : text),
  len: (values) => values.length ?? values.size, abs: Math.abs,
  all: (values) => each(values).every(is), any: (values) => each(values).some(is),
  sum: (values, first = 0) => each(values).reduce((sum, one) => sum + one, first),
  min: least(1), max: least(-1), next: (values, none) => each(values)[0] ?? none, reversed: (values) => [...each(values)].reverse(),
  sorted: (values, { key = (value) => value } = {}) => [...each(values)].sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0)),
  range: (first, end) => Array.from({ length: Math.max(end === undefined ? first : end - first, 0) }, (_, place) => (end === undefined ? 0 : first) + place),
  enumerate: (values, first = 0) => each(values).map((value, place) => [first + place, value]),
  zip(...all) {
    const lists = all.map(each), length = Math.min(...lists.map((list) => list.length));
    return lists[0].slice(0, length).map((_, place) => lists.map((list) => list[place]));
  },
  divmod: (number, by) => [Math.floor(number / by), number % by],
  isinstance: (value, type) => (ARRAYS.includes(type) ? Array.isArray(value) : type in TYPES ? typeof value === TYPES[type] : value instanceof type),
  enumeration(members) {
    const made = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, typeof value === "number" ? value : { name, value }]));
    return Object.defineProperty(made, Symbol.iterator, { value: () => Object.values(made)[Symbol.iterator]() });
  },
};

export const nextafter = (value, towards) => (towards > value ? following(value) : -following(-value));
export const math = { inf: Infinity, nextafter, isfinite: Number.isFinite, isinf: (value) => Math.abs(value) === Infinity };
export const np = { searchsorted: firstFrom };
export const MAX = 1;
export const CHANCE = 0;
export const PlyscopeError = Error;
export const dict = { fromkeys: unique };
export const inf = math.inf;
export const INFINITY = math.inf;
export const log = Math.log;
export const sqrt = Math.sqrt;
export const round = Math.round;
export const NO_WEIGHT = -1;
export const NO_DEPTH = null;
export const isclose = (one, other, { rel_tol: near }) => one === other || Math.abs(one - other) <= near * Math.max(1, Math.abs(one), Math.abs(other));
export const pairwise = (values) => values.slice(1).map((value, place) => [values[place], value]);

// Texts, which were cleaned before they came into the page.
export const clean = (text) => text;
export const _digits = String;

// Time.
export const nodeReachedAt = (trace, step) => trace.reached(step);
export const bestChildByLog = (trace, node, step) => trace.bestByLog(node, step);
export const Event = { ENTERED, RETURNED, PRUNED: SKIPPED, TOLD };
export const Phase = { AHEAD, PRUNED: PASSED, OPEN: LIVE, RETURNED: BACK };

// The log of a best-first search.
export const logOf = (trace) => trace.log;
export const lastLogRow = (trace, node, step) => trace.toldOf(node, step);
export const nodeVisits = (trace, node, step) => trace.visitsAt(node, step);
export const visitCount = (trace, node, step) => trace.visitsAt(node, step).times;

// What was asked of the game, or is in the header.
export const CUTOFF_TESTS = { ">": (high, low) => high > low, ">=": (high, low) => high >= low };
export const hasStrictCutoff = (trace) => trace.header.strict;
export const isFailHard = (trace) => trace.header.hard;
export const recordedLimits = (trace) => trace.header.limits;
export const explorationConstant = (trace) => trace.header.formula ?? null;
export const describeUnseenMoves = (trace) => trace.header.others;
export const explainPlayedMove = (trace, node) => (trace.header.played?.at === node ? trace.header.played.said : []);
export const isDerived = (trace, node) => trace.proved[node] === 1;
export const reasonCode = (trace, node) => trace.saidOf(node);
export const legalMoves = (trace, node) => trace.legal?.[node] || null;
export const futilityMargin = (trace) => (trace.futile.size ? trace.header.selective.margin : null);
export const evaluationAt = (trace, node) => trace.futile.get(node);
export const storedBound = (trace, node) => (trace.meant?.[node] ? [trace.meant[node] - 1] : null);
export const positionsAtHand = (trace) => (trace.header.compared ? { previous: () => true } : null);
export const replace = (of, fields) => Object.assign(Object.create(Object.getPrototypeOf(of)), of, fields);
/** A page asks nothing of a best-first search. */
export const iterLogQuestions = () => [];
/** No page knows how many nodes the full tree has. */
export const formatShare = () => "";

/** What a cutoff or a pruned branch spared; below zero, at least so many nodes. */
export function savingAt(trace, node) {
  const branches = trace.isBranch(node) ? [node] : trace.children(node).filter((child) => trace.isBranch(child) && !trace.saidOf(child));
  const nodes = trace.saved ? trace.saved[node] : 0;
  return { branches, nodes: nodes ? Math.abs(nodes) : null, exact: nodes > 0 };
}

/** Whether alpha is greater than beta at a visit or below it. */
export const hasCrossedWindow = (trace, node) => trace.once(crossedWindows).some((one) => one >= node && one < trace.end[node]);

function crossedWindows(trace) {
  const found = [];
  for (let node = 0; node < trace.size; node++) if (trace.alpha[node] > trace.beta[node] && !trace.isBranch(node)) found.push(node);
  return found;
}

/** Whether most nodes differ from their best child by several amounts, as in no minimax. */
export function _isNotMinimax(trace) {
  let choosing = 0, other = 0;
  const amounts = new Set();
  for (let node = 0; node < trace.size; node++) {
    const best = trace.turn[node] && !Number.isNaN(trace.value[node]) ? trace.bestChild(node) : null;
    if (best === null) continue;
    choosing++;
    const more = trace.value[node] - trace.value[best];
    if (more) other++;
    amounts.add(trace.turn[node] * more);
  }
  return 2 * other > choosing && amounts.size > 2;
}

/** The place of the first of some ascending numbers that is not below a limit. */
export function firstFrom(numbers, limit) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < limit) low = middle + 1; else high = middle;
  }
  return low;
}
