// The words of an explanation, as tracer/text.py, tracer/why/sentences.py and tracer.why.explain.event write them, and the
// number by which a Monte Carlo tree search chooses a child, as tracer/why/selection_scores.py has it.

import { endName, holds, isBeta } from "./cutoffs.js";
import { ENTERED, EXACT, HORIZON, LOWER, OPEN, PRUNED, RETURNED, SKIPPED, TABLE, TERMINAL, isLikely, isOutcome } from "./kinds.js";

export const MOVERS = { "1": "MAX", "-1": "MIN", "0": "chance" };
export const RIVALS = { "1": "MIN", "-1": "MAX", "0": "a player" };
const MOVES_SHOWN = 9, LISTED = 3;
export const SHORT = 4;

const SEPARATED = 10000;

/** A value as a person writes it: whole numbers in full, fractions with four digits or two decimals, with commas between thousands where they are long. */
export function number(value) {
  if (value !== value) return "?";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (Number.isInteger(value) && Math.abs(value) < 1e15) {
    const size = Math.abs(value);
    return `${value < 0 ? "−" : ""}${size < SEPARATED ? size : whole(size)}`;
  }
  const before = String(Math.trunc(Math.abs(value))).length;
  const kept = before > 2 && before <= 6 ? before + 2 : 4;
  const [digits, exponent] = rounded(value, kept);
  const sign = value < 0 ? "−" : "";
  if (exponent < -4 || exponent >= kept) {
    const mantissa = trimmed(`${digits[0]}.${digits.slice(1)}`);
    return `${sign}${mantissa}e${exponent < 0 ? "−" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  if (exponent < 0) return `${sign}${trimmed(`0.${"0".repeat(-exponent - 1)}${digits}`)}`;
  const front = digits.slice(0, exponent + 1);
  return `${sign}${trimmed(`${Math.abs(value) >= SEPARATED ? whole(front) : front}.${digits.slice(exponent + 1)}`)}`;
}

/** So many significant digits and the exponent. A tie goes to the even digit, which JavaScript does not do by itself. */
function rounded(value, amount) {
  const [long, power] = Math.abs(value).toExponential(100).split("e");
  const digits = long.replace(".", "");
  let kept = Number(digits.slice(0, amount)), exponent = Number(power);
  const rest = digits.slice(amount), half = "5".padEnd(rest.length, "0");
  if (rest > half || (rest === half && kept % 2 === 1)) kept++;
  if (kept === 10 ** amount) { kept /= 10; exponent++; }
  return [String(kept), exponent];
}

/** Without the zeros at the end of a fraction, and without a point where nothing is left of it. */
const trimmed = (text) => text.replace(/\.?0*$/, "");

/** A whole number with commas between thousands. */
export const whole = (amount) => String(amount).replace(/\B(?=(\d{3})+$)/g, ",");

export const count = (amount, noun) => `${whole(amount)} ${noun}${amount === 1 ? "" : /s$|ch$/.test(noun) ? "es" : "s"}`;

/** The text with a capital letter at its beginning. */
export function capital(text) {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** The moves from the root to a node; the last ones where there are many. */
export function path(trace, node, shown = MOVES_SHOWN) {
  const labels = [];
  for (; node > 0 && labels.length <= shown; node = trace.parent[node]) labels.push(trace.label(node));
  if (!labels.length) return "the root";
  return (labels.length > shown ? "…/" : "") + labels.slice(0, shown).reverse().join("/");
}

/** An ancestor as a sentence about a node names it. */
export function above(trace, node, ancestor) {
  let plies = 0;
  for (let below = node; below !== ancestor; below = trace.parent[below]) if (!trace.isPass(below)) plies++;
  if (ancestor === 0 && plies === 0) return "the driver above";
  if (ancestor === 0) return plies === 1 ? "the root" : `the root, ${whole(plies)} plies up,`;
  return plies === 1 ? "the node above" : `the node ${whole(plies)} plies up (${path(trace, ancestor, SHORT)})`;
}

export const move = (trace, node) => isOutcome(trace, node) ? `outcome ${trace.label(node)}${probability(trace, node)}`
  : node > 0 && trace.header.selective?.none[trace.move[node]] || nameOfMove(trace, node);

const nameOfMove = (trace, node) => (trace.isOnward(node) ? "" : trace.isPass(node) ? "pass " : "move ") + trace.label(node);

/** How likely an outcome is, in brackets; empty where that is not known. */
const probability = (trace, node) => (isLikely(trace, node) ? ` (p ${number(trace.weight[node])})` : "");

/** Several moves: by name, or their number where there are many. */
export function moves(trace, nodes) {
  const noun = isOutcome(trace, nodes[0]) ? "outcome" : "move";
  if (nodes.length > LISTED) return `${whole(nodes.length)} ${noun}s`;
  const labels = nodes.map((node) => trace.label(node));
  if (labels.length === 1) return `${noun} ${labels[0]}`;
  return `${noun}s ${labels.slice(0, -1).join(", ")} and ${labels[labels.length - 1]}`;
}

/** How many moves lead to some nodes with one parent: a move that was searched again counts once. */
export const amountOfMoves = (trace, nodes) => new Set(nodes.map((node) => trace.move[node])).size;

export const mover = (trace, node) => MOVERS[trace.turn[node]];
export const rival = (trace, node) => RIVALS[trace.turn[node]];
const pair = new DataView(new ArrayBuffer(8));

/** The next number above one. */
export function following(value) {
  if (value === Infinity) return value;
  if (value === 0) return Number.MIN_VALUE;
  pair.setFloat64(0, value);
  pair.setBigInt64(0, pair.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return pair.getFloat64(0);
}

/** How many digits fewer a number has that the next one to it is named after. */
const PLAINER = 8;

/** One end of a window: with a sign where it is the next number to a short one, as an end of a null window is. */
function singleEnd(end) {
  if (Number.isFinite(end) && !Number.isInteger(end)) {
    for (const [sign, near] of [["⁺", -following(-end)], ["⁻", following(end)]]) {
      if (near === 0 || String(near).length + PLAINER <= String(end).length) return number(near) + sign;
    }
  }
  return number(end);
}

/** Whether no number lies between the ends of a window, so that it asks only on which side a value is. */
export const isNull = (alpha, beta) => alpha < Infinity && beta === following(alpha);

/** Both ends of a window, of which those of a null window are told apart: `3` and `3⁺`, the next number after 3. */
export function endsText(alpha, beta) {
  if (!isNull(alpha, beta)) return [singleEnd(alpha), singleEnd(beta)];
  if (!Number.isFinite(alpha) || String(alpha).length <= String(beta).length) return [number(alpha), `${number(alpha)}⁺`];
  return [`${number(beta)}⁻`, number(beta)];
}

/** An end of a visit's window on entry, "alpha" or "beta"; of a pruned branch that of the node above. */
export function endText(trace, node, name) {
  const visit = trace.status[node] === PRUNED ? trace.parent[node] : node;
  return endsText(trace.alpha[visit], trace.beta[visit])[name === "beta" ? 1 : 0];
}

/** A window as an interval, which one whose ends have met or crossed is not: in words, and where there is little room. */
const withNames = (low, high) => (alpha, beta) =>
  alpha >= beta ? `${low} ${singleEnd(alpha)} ≥ ${high} ${singleEnd(beta)}` : `(${endsText(alpha, beta).join(", ")})`;
export const windowText = withNames("alpha", "beta");
export const shortWindow = withNames("α", "β");
export const entryWindow = (trace, node) => windowText(trace.alpha[node], trace.beta[node]);
export const valueText = (trace, node) => number(trace.value[node]);

/** What a returned value says of the true one: `exactly 3`, `at least 3`, `at most 3`, or only `3`. */
export function worth(trace, node) {
  return asBound(isCrossed(trace, node) ? null : trace.provedBound(node), valueText(trace, node));
}

/** Whether alpha is greater than beta at a visit or below it: no value that comes from there proves anything. */
export const isCrossed = (trace, node) => once(trace, crossed).some((one) => one >= node && one < trace.end[node]);

/** The visits whose windows have crossed ends. */
function crossed(trace) {
  const found = [];
  for (let node = 0; node < trace.end[0]; node++) if (trace.alpha[node] > trace.beta[node] && trace.status[node] !== PRUNED) found.push(node);
  return found;
}

const answers = new WeakMap();

/** The answer to a question about a trace; asked again, the same. */
export function once(trace, question) {
  if (!answers.has(trace)) answers.set(trace, new Map());
  const known = answers.get(trace);
  if (!known.has(question)) known.set(question, question(trace));
  return known.get(question);
}

/** What a visit meant by its value when it returned it, which its window alone decides. */
export const meantBy = (trace, node) => asBound(trace.bound(node), valueText(trace, node));

/** That a value is the least or the greatest that there can be; empty where it is not, or nobody knows. */
export function noneBeyond(trace, value) {
  const { between } = trace.header;
  if (!between) return "";
  return value <= between[0] ? "no value is less" : value >= between[1] ? "no value is greater" : "";
}

function asBound(bound, value) {
  if (bound === null) return value;
  return `${bound === EXACT ? "exactly" : bound === LOWER ? "at least" : "at most"} ${value}`;
}

/** That all moves of a node were searched, as far as is known. */
export function searched(trace, node) {
  const amount = amountOfMoves(trace, trace.children(node)), others = trace.header.others;
  if (others) return `${count(amount, "move")} ${amount === 1 ? "was" : "were"} searched; others, if any, were ${others}`;
  if (trace.header.selective) {
    const { none } = trace.header.selective;
    const moves = amountOfMoves(trace, trace.children(node).filter((child) => trace.status[child] !== PRUNED && !(trace.move[child] in none)));
    return `${count(moves, "move")} ${moves === 1 ? "was" : "were"} searched, no more than this search looks at`;
  }
  const few = ["", "its only move was searched", "both moves were searched"];
  return few[amount] || `all ${whole(amount)} moves were searched`;
}

/** What a value inside its window means: of a selective search, not that it is the true one. */
export function unchanged(trace, node) {
  if (isCrossed(trace, node)) return "but a window below has crossed ends, and the search in it may have changed this value";
  const said = "no cutoff below can have changed it";
  return trace.header.selective ? `${said}, but what this selective search took on trust may have` : said;
}

/** Why a value is the true one though it lies at or beyond an end of the window. */
export function proof(trace, node) {
  const children = trace.children(node), exact = children.every((child) => trace.provedBound(child) === EXACT);
  const each = !exact ? "what they returned leaves no other value" : children.length === 1 ? "its value is exact" : "each value is exact";
  return `${searched(trace, node)} and ${each}`;
}

/** The cutoff test at a node with its numbers, such as `2 ≤ alpha 3`. */
export function test(trace, node) {
  const last = trace.refutation(node), strict = trace.header.strict;
  if (last >= 0 && !trace.turn[node]) {
    return `${valueText(trace, last)} ${isBeta(trace, node) ? "≥" : "≤"} ${endText(trace, last, endName(trace, node))}, the ${endName(trace, node)} of its own window`;
  }
  const sign = isBeta(trace, node) ? (strict ? ">" : "≥") : strict ? "<" : "≤";
  return `${last < 0 ? "?" : valueText(trace, last)} ${sign} ${endName(trace, node)} ${endText(trace, node, endName(trace, node))}`;
}

/** The cutoff test at a node with its numbers; where it does not hold, that it is false. */
export const verdict = (trace, node) => `${test(trace, node)}${trace.refutation(node) < 0 || holds(trace, node) ? "" : " is false"}`;

/** Whether a recording says of all its cutoffs which moves they skipped. */
export const tellsSkipped = (trace) => trace.header.tellsSkipped;

/** Whether it is known how many branches were pruned, or how many at least. */
export const prunedKnown = (trace) => trace.header.skippedInPart || !trace.cutNodes.length || tellsSkipped(trace);

/** What is the case where a search comes to a node that it does not search. */
const LEAVES = { [TERMINAL]: "game over", [HORIZON]: "depth used up", [TABLE]: "in the table" };

/** How many nodes there are by a step, as pictures say it. */
export function amounts(trace, step) {
  if (trace.log !== null) return amountsOfLog(trace, step);
  const { visited, pruned, spared } = trace.tally(step), least = trace.header.skippedInPart ? "at least " : "";
  if (spared !== null && !least) return [`${whole(visited)} visited`, `${whole(spared)} pruned ${spared === 1 ? "node" : "nodes"}`];
  const branches = `${least}${whole(pruned)} pruned ${pruned === 1 ? "branch" : "branches"}`;
  return [`${whole(visited)} visited`, prunedKnown(trace) ? branches : "pruned branches unknown"];
}

/** Which iteration a step belongs to; 0 where a search by proof numbers has only its root. */
export const iterationOf = ({ log }, step) => log.iteration[step] + (log.hasProofs ? 0 : 1);

/** How a Γ of SSS* is written: the one that follows the six is the end. */
export const gammaName = (kind) => (kind > 6 ? "the end" : `Γ${kind}`);

export const proofNumbers = (pn, dn) => `pn ${number(pn)}, dn ${number(dn)}`;

/** What happens at a row of a best-first search. */
function eventOfRow(trace, step) {
  const { log } = trace, [happens, node] = trace.eventAt(step), where = path(trace, node), x = log.x[step];
  if (log.countsVisits) {
    const first = happens === ENTERED ? "added" : log.rowsOf(node)[0] === step ? "evaluated" : "visited again";
    return `iteration ${whole(iterationOf(trace, step))}: ${where} ${first}, value ${number(x)}`;
  }
  if (log.hasProofs) return `${where} ${happens === ENTERED ? "made" : "now"}: ${proofNumbers(x, log.y[step])}`;
  return `${gammaName(log.kind[step])}: ${where}, merit ${number(x)}`;
}

/** How much a best-first search did by a step. */
function amountsOfLog(trace, step) {
  const { visited, expanded, iterations } = trace.tally(step), { countsVisits, hasMerits } = trace.log;
  const done = countsVisits ? count(iterations, "iteration") : hasMerits ? `${count(step + 1, "state")} taken` : `${whole(expanded)} expanded`;
  return [count(visited, "node"), done];
}

/** What happens at a step, in a few words; a cutoff with all the moves that it prunes. */
export function event(trace, step) {
  if (trace.log !== null) return eventOfRow(trace, step);
  const [happens, node] = trace.eventAt(step), where = path(trace, node), cut = trace.cutAt(step);
  const skipped = happens === SKIPPED ? Array.from({ length: trace.lastMet(step) - node + 1 }, (_, place) => node + place) : [];
  if (cut >= 0) {
    const none = tellsSkipped(trace) ? "nothing was left to prune" : "what it skips is not recorded";
    const first = happens === SKIPPED && trace.prunedChildren[cut] ? `${moves(trace, skipped.slice(0, trace.prunedChildren[cut]))} pruned` : none;
    return `✂ ${endName(trace, cut)} cutoff at ${path(trace, cut)}: ${verdict(trace, cut)}; ${first}`;
  }
  if (happens === SKIPPED) {
    const said = new Set(skipped.map((one) => trace.saidOf(one))), one = skipped.length === 1, at = `${moves(trace, skipped)} at ${path(trace, trace.parent[node])}`;
    if (trace.saidOf(node)) return `${one ? where : at} ${said.size === 1 ? trace.header.selective.briefly[trace.saidOf(node)] : "not tried"}`;
    return `${one ? `branch ${where}` : at} ${trace.isPartial(trace.parent[node]) ? "left by a probe" : "pruned"}`;
  }
  if (happens === RETURNED) return trace.status[node] === OPEN ? `${where} ended without a value` : `${where} returned ${valueText(trace, node)}`;
  const here = trace.windowed && happens === ENTERED ? `, window ${entryWindow(trace, node)}` : "";
  return `${where} entered, ${LEAVES[trace.status[node]] ?? `${mover(trace, node)} to move`}${here}`;
}

/** The depth of the search that a visit is of: of its iteration, or of the whole; null without a limit. */
export function depthSearched(trace, node) {
  for (; node > 0; node = trace.parent[node]) if (trace.header.passes[node] != null) return trace.header.passes[node];
  return trace.header.depth;
}

/** What the children of a node are chosen by in the iteration of a step, in their order, MAX's view; none where that is unknown. */
export function scores(trace, node, step) {
  const { formula: c, search } = trace.header;
  if (c === undefined) return [];
  const before = step - 1, turn = trace.turn[node], children = trace.childrenAt(node, before);
  const known = trace.visits(node, before).times, counted = children.map((child) => trace.visits(child, before));
  const score = (child, mean, explore) => ({ child, mean, explore, turn, total: mean + turn * explore, rank: turn * (mean + turn * explore) });
  if (search === "uct") {
    if (!children.length || !known || !counted.every(({ times }) => times)) return [];
    return children.map((child, place) => {
      const { times, total } = counted[place];
      return score(child, total / times, c * Math.sqrt(Math.log(known) / times));
    });
  }
  return children.map((child, place) => {
    const { times, mean } = counted[place], prior = trace.weight === null ? -1 : trace.weight[child];
    return score(child, times ? mean : 0, (c * Math.max(prior, 0) * Math.sqrt(known)) / (1 + times));
  });
}

/** The sum by which a child is chosen, as in `Q 0.31 + U 0.22 = 0.53`; where MIN chooses the least, U is taken away. */
export const sum = ({ mean, explore, turn, total }) => `Q ${number(mean)} ${turn > 0 ? "+" : "−"} U ${number(explore)} = ${number(total)}`;

/** Which sum is chosen. */
export const wanted = ({ turn }) => (turn > 0 ? "greatest" : "least");

/** Whether a move of UCT had been chosen by its sum before the iteration of a step, or could have been: all were tried. */
export function isTriedOut(trace, node, step) {
  const children = trace.children(node);
  return children.every((child) => trace.isThere(child, step - 1)) && children.some((child) => trace.visits(child, trace.steps - 1).times > 1);
}

/** What a node itself was chosen by; null where that is unknown. */
export function scoreOf(trace, node, step) {
  const above = trace.parent[node];
  if (above < 0 || trace.header.formula === undefined || (trace.weight === null && !isTriedOut(trace, above, step))) return null;
  return scores(trace, above, step).find(({ child }) => child === node) ?? null;
}
