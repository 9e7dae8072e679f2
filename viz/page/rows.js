// What a best-first search does at a row of its log and why: tracer/why/explain_best_first.py and substeps.py, sentence by sentence.

import { ENTERED, HORIZON, TERMINAL } from "./kinds.js";
import { GAMMA3, GAMMA4 } from "./log.js";
import { sentence } from "./reasons.js";
import { MOVERS, capital, count, event, gammaName, isTriedOut, iterationOf, mover, number, path, proofNumbers, scores, sum, valueText, wanted, whole } from "./words.js";

/** Levels of the way down that are told one by one, the last ones. */
const LONGEST = 6;

/** What is the case at a node at a row, and why: the most important first. */
export function whyByLog(trace, node, step) {
  if (!trace.isThere(node, step)) {
    return [
      sentence(`Not in the tree yet: it comes at step ${whole(trace.entered(node))}.`, "ahead", node),
      sentence(`This is step ${whole(step)}: ${event(trace, step)}.`, "event", trace.log.node[step]),
    ];
  }
  const { countsVisits, hasProofs } = trace.log;
  return (countsVisits ? mean : hasProofs ? proof : merit)(trace, node, step);
}

function mean(trace, node, step) {
  const { log } = trace, known = trace.visits(node, step), leaf = log.node[step], found = [];
  if (!known.times) found.push(sentence("Never visited so far: N 0; a formula takes its mean for 0.", "value"));
  else found.push(sentence(`Q = W / N = ${number(known.total)} / ${whole(known.times)} = ${number(known.mean)}, MAX's view.`, "value"));
  if (leaf === node) {
    const what = trace.status[node] === TERMINAL ? "the game is over here" : "its value was found here";
    found.push(sentence(`Iteration ${whole(iterationOf(trace, step))} ends here: ${what}, ${number(log.x[step])}.`));
  }
  if (node) found.push(...chosen(trace, node, step));
  const best = trace.bestChildAt(node, step);
  if (best >= 0) found.push(sentence(`Its most visited move is ${trace.label(best)}, ${count(trace.visits(best, step).times, "time")}.`, "", best));
  return found;
}

/** Why an iteration went to a node, or to a brother of it. */
function chosen(trace, node, step) {
  const above = trace.parent[node], onTheWay = trace.isOnTheWay(node, step), name = trace.header.search;
  if (!trace.isOnTheWay(above, step) || trace.log.node[step] === above) return [];
  const own = trace.label(node), player = mover(trace, above);
  if (trace.entered(node) === step && onTheWay && name === "uct") return [sentence(`${own} was the first move that had not been tried.`, "", above)];
  const first = trace.children(above).find((child) => trace.isOnTheWay(child, step));
  if (name === "uct" && first !== undefined && trace.entered(first) === step) {
    return [sentence(`${trace.label(first)} had not been tried, and comes before all that were.`, "", first)];
  }
  const known = scores(trace, above, step);
  if (!known.length || (name === "uct" && !isTriedOut(trace, above, step))) return [];
  const mine = known.find(({ child }) => child === node), other = ranked(known).find(({ child }) => child !== node);
  if (!mine) return [];
  if (!other) return [sentence(`${own}: ${sum(mine)}, MAX's view; there is no other move.`)];
  const verb = !onTheWay ? "against" : other.total === mine.total ? "comes before" : "beats";
  const which = `MAX's view: ${player} takes the ${wanted(mine)}`;
  return [sentence(`${own}: ${sum(mine)} ${verb} ${trace.label(other.child)} ${number(other.total)}, ${which}.`, "", other.child)];
}

const ranked = (known) => [...known].sort((one, other) => other.rank - one.rank);

function proof(trace, node, step) {
  const known = trace.toldOf(node, step);
  if (known === null) return [sentence("Nothing is known of it.", "value")];
  const { x: pn, y: dn } = known, said = proofNumbers(pn, dn), found = [];
  if (pn === 0 || dn === 0) {
    const over = trace.status[node] === TERMINAL ? ", the game is over here" : "";
    found.push(sentence(`${pn === 0 ? "Proved: MAX reaches the goal" : "Disproved: MAX cannot reach the goal"}${over} (${said}).`, "value"));
  } else {
    found.push(sentence(`${said}: at least ${whole(pn)} of its leaves to prove it, ${whole(dn)} to disprove it.`, "value"));
  }
  if (trace.header.search === "dfpn") {
    return [...found, ...calledAgain(trace, node, step), sentence("A call of df-pn: its numbers follow from the table, of which calls are not all.")];
  }
  const below = trace.childrenAt(node, step).map((child) => trace.toldOf(child, step)).filter((row) => row !== null);
  if (!below.length) return [TERMINAL, HORIZON].includes(trace.status[node]) ? found : [...found, sentence("Not expanded yet.")];
  const isMax = trace.turn[node] > 0, best = trace.bestChildAt(node, step), by = trace.label(best);
  const least = (side) => below.reduce((one, row) => Math.min(one, row[side]), Infinity), all = (side) => below.reduce((one, row) => one + row[side], 0);
  if ((isMax ? least("x") : all("x")) !== pn || (isMax ? all("y") : least("y")) !== dn) {
    return [...found, sentence("Its numbers are those of before: they follow from its children's as soon as this is told upwards.")];
  }
  const [first, other] = isMax ? ["pn", "dn"] : ["dn", "pn"];
  found.push(sentence(`${capital(mover(trace, node))} to move: ${first} is the least of its children's, that of ${by}; ${other} is their sum.`, "", best));
  if (pn !== 0 && dn !== 0) found.push(sentence(`The most-proving child is ${by}.`, "", best));
  return found;
}

/** Of a call of df-pn that is not the first one of its move, what the one before left with. */
function calledAgain(trace, node, step) {
  const before = node ? trace.children(trace.parent[node]).filter((one) => one < node && trace.move[one] === trace.move[node]) : [];
  const last = before[before.length - 1], row = before.length ? trace.toldOf(last, step) : null;
  if (row === null) return [];
  const times = before.length + 1, teens = [11, 12, 13].includes(times % 100);
  const which = `${times}${(!teens && { 1: "st", 2: "nd", 3: "rd" }[times % 10]) || "th"}`;
  const left = `the call before left with pn ${number(row.x)}, dn ${number(row.y)}, as one of these had reached its limit`;
  return [sentence(`Called again, for the ${which} time here: ${left}.`, "", last)];
}

/** What each Γ does, from 1 on; the last one is the end. */
const DOES = [
  null,
  ({ own, merit }) => `a SOLVED child of ${own}: its parent is SOLVED with ${merit}, and all below that leaves OPEN`,
  ({ other, merit }) => `a SOLVED child of ${other} with a next brother, which is LIVE with ${merit}`,
  ({ other, merit }) => `a SOLVED child of ${other}, the last one: its parent is SOLVED with ${merit}`,
  ({ value, solved }) => `a LIVE leaf worth ${value}: SOLVED with ${solved}`,
  ({ other, merit }) => `LIVE, ${other} moves: its first child is LIVE with ${merit}`,
  ({ own, merit }) => `LIVE, ${own} moves: all its children are LIVE with ${merit}`,
  ({ merit }) => `the root is SOLVED: its value is ${merit}`,
];

function merit(trace, node, step) {
  const { log } = trace, sign = log.x[0] > 0 ? 1 : -1, row = log.lastRow(node, step), found = [], settled = trace.settled[node];
  if (row < 0) {
    found.push(sentence("LIVE in OPEN, and not taken so far, unless it was purged.", "value"));
  } else {
    const taken = log.x[row], value = trace.value[node], solved = value === value ? number(sign * Math.min(sign * taken, sign * value)) : "";
    const words = { own: MOVERS[sign], other: MOVERS[-sign], merit: number(taken), value: valueText(trace, node), solved };
    found.push(sentence(`${row === step ? "Now" : `At step ${whole(row)}`}, ${gammaName(log.kind[row])}: ${DOES[log.kind[row]](words)}.`, "value"));
  }
  if (settled <= step && node && row >= 0 && log.kind[row] > GAMMA3) found.push(sentence(`SOLVED at step ${whole(settled)}.`));
  if (step >= trace.steps - 1 && settled > step) found.push(sentence("It was never solved: nothing is claimed of its value.", "ahead"));
  const best = trace.bestChildAt(node, step);
  if (best >= 0) found.push(sentence(`Its value is that of ${trace.label(best)}.`, "", best));
  return found;
}

/** The parts of a step in their order, as sentences with the nodes that they are about; their kinds are the parts' names. */
export function substeps(trace, step) {
  if (trace.log === null) return [];
  return trace.log.countsVisits ? iteration(trace, step) : trace.log.hasProofs ? numbersTold(trace, step) : [];
}

function iteration(trace, step) {
  const [happens, leaf] = trace.eventAt(step), way = trace.ancestry(leaf), name = trace.header.search;
  let found = way.slice(1).map((below) => selected(trace, below, step));
  if (happens === ENTERED && way.length > 1 && name !== "uct") found.push(sentence(`${trace.label(leaf)} is added`, "expansion", leaf));
  found = lastOnes(trace, found, way);
  const value = trace.log.x[step], before = trace.visits(0, step - 1), after = trace.visits(0, step);
  const simulated = name === "uct" && trace.status[leaf] !== TERMINAL;
  found.push(sentence(`value ${number(value)}${simulated ? " of a random game" : ""}`, simulated ? "simulation" : "evaluation", leaf));
  const text = `back up: N + 1, W + ${number(value)} at ${count(way.length, "node")}`.replace("+ −", "− ");
  found.push(sentence(`${text}; Q of the root ${before.times ? number(before.mean) : "–"} → ${number(after.mean)}`, "backup", 0));
  return found;
}

/** By what an iteration went down to a node, or that it was added. */
function selected(trace, below, step) {
  const above = trace.parent[below], label = trace.label(below);
  if (trace.entered(below) === step && trace.header.search === "uct") return sentence(`expand ${path(trace, above)}: ${label} is added`, "expansion", below);
  const known = ranked(scores(trace, above, step)), mine = known.find(({ child }) => child === below), rival = known.find(({ child }) => child !== below);
  const by = mine ? `, the ${wanted(mine)}: ${sum(mine)}${rival ? `; ${trace.label(rival.child)} ${number(rival.total)}` : ""}` : "";
  return sentence(`select ${label}${by}`, "selection", below);
}

/** The last levels of a way down, and how many are left out before them. */
function lastOnes(trace, found, way) {
  const passed = found.length - LONGEST, from = way[passed];
  if (passed <= 0) return found;
  return [sentence(`… ${count(passed, "level")} further up; then at ${path(trace, from)}:`, "selection", from), ...found.slice(-LONGEST)];
}

/** By which numbers proof-number search came to the node that it expands, and which child is made at a step. */
function expansion(trace, step, node) {
  const { log } = trace, parent = trace.parent[node], way = trace.ancestry(parent);
  let before = step;
  while (before >= 0 && log.iteration[before] === log.iteration[step]) before--;
  const found = way.slice(1).map((below) => {
    const above = trace.parent[below], [name, side] = trace.turn[above] > 0 ? ["pn", "x"] : ["dn", "y"];
    const known = new Map(trace.childrenAt(above, before).map((child) => [child, trace.toldOf(child, before)]).filter(([, row]) => row !== null));
    const rival = [...known.keys()].filter((child) => child !== below).reduce((best, child) => (best < 0 || known.get(child)[side] < known.get(best)[side] ? child : best), -1);
    const other = rival < 0 ? "" : `; ${trace.label(rival)} ${number(known.get(rival)[side])}`;
    return sentence(`select ${trace.label(below)}: ${name} ${number(known.get(below)[side])}, the least${other}`, "selection", below);
  });
  const added = `expand ${path(trace, parent)}: ${trace.label(node)} is added, ${proofNumbers(log.x[step], log.y[step])}`;
  return [...lastOnes(trace, found, way), sentence(added, "expansion", node)];
}

function numbersTold(trace, step) {
  const node = trace.log.node[step], before = trace.toldOf(node, step - 1), now = trace.toldOf(node, step);
  if (now === null) return [];
  if (before === null) return node && trace.header.ours && trace.header.search === "pns" ? expansion(trace, step, node) : [];
  const changes = [["pn", "x"], ["dn", "y"]].filter(([, side]) => before[side] !== now[side]);
  const said = changes.map(([name, side]) => `${name} ${number(before[side])} → ${number(now[side])}`);
  return [sentence(`back up to ${path(trace, node)}: ${said.join(", ")}`, "backup", node)];
}

/** The number of a node at a step: its mean, its proof numbers, or its merit and what that says of its value. */
export function numberAt(trace, node, step) {
  const { log } = trace;
  if (log.countsVisits) {
    const { times, mean } = trace.visits(node, step);
    return times ? `≈ ${number(mean)}` : "…";
  }
  const known = trace.toldOf(node, step);
  if (log.hasProofs) return known ? `${number(known.x)}/${number(known.y)}` : "…";
  if (trace.settled[node] <= step) {
    const bound = trace.bound(node);
    return `${bound === null ? "" : "=≥≤"[bound]} ${number(trace.value[node])}`;
  }
  return known ? `h ${number(known.x)}` : "…";
}

/** What has become of a node by a step, in a word; empty where the search says nothing of the kind. */
export function fateAt(trace, node, step) {
  const { log } = trace, known = trace.toldOf(node, step);
  if (log.countsVisits) return "";
  if (log.hasProofs) return known?.x === 0 ? "proved" : known?.y === 0 ? "disproved" : "";
  if (trace.settled[node] <= step) return "SOLVED";
  return known ? (log.kind[known.row] === GAMMA4 ? "SOLVED" : gammaName(log.kind[known.row])) : "LIVE";
}
