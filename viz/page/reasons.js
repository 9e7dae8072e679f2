// Why a cutoff is right, as tracer/why/cutoff_causes.py and tracer/why/explain_cutoffs.py find and say it.

import { endName, holds, isBeta, limit } from "./cutoffs.js";
import { EXACT, HORIZON, LOWER, OPEN, PRUNED, TERMINAL, UPPER, isLikely } from "./kinds.js";
import { above, capital, count, depthSearched, endText, entryWindow, move, mover, moves, noneBeyond, number, proof, rival, tellsSkipped, test, valueText, whole, worth } from "./words.js";

export const sentence = (text, kind = "", node = -1) => ({ text, kind, node });

/** Where an end, "alpha" or "beta", of the window of a visit on entry comes from. */
export function source(trace, node, end) {
  const ends = trace[end], narrowing = end === "alpha" ? 1 : -1, wanted = ends[node];
  let below = node, ancestor = trace.parent[node];
  while (ancestor >= 0 && ends[ancestor] === wanted) {
    below = ancestor;
    ancestor = trace.parent[ancestor];
  }
  if (ancestor < 0) return { end, limit: wanted, ancestor: -1, child: -1, plies: trace.ply[node] };
  let known = trace.frame(ancestor, trace.entered(below));
  // A move that is searched again may begin where its scout began.
  if (known.best !== wanted) known = trace.frame(ancestor, trace.entered(firstOf(trace, ancestor, below)));
  const child = trace.turn[ancestor] === narrowing && known.best === wanted ? known.bestChild : -1;
  return { end, limit: wanted, ancestor, child, plies: trace.ply[node] - trace.ply[ancestor] };
}

/** The first of the visits by one move that follow each other up to a visit. */
function firstOf(trace, ancestor, visit) {
  const siblings = trace.children(ancestor);
  let place = siblings.indexOf(visit);
  while (place > 0 && trace.move[siblings[place - 1]] === trace.move[visit]) place -= 1;
  return siblings[place];
}

/** Where the end of the window comes from that cut a node, or the node above a pruned branch; null without a cutoff. */
export function origin(trace, node) {
  const cut = trace.status[node] === PRUNED ? trace.parent[node] : node;
  return trace.cutoff[cut] ? source(trace, cut, endName(trace, cut)) : null;
}

/** Nodes that a cutoff or a pruned branch spared; empty where the page does not know. Below zero: at least so many. */
function spared(trace, node) {
  const nodes = trace.saved ? trace.saved[node] : 0;
  if (!nodes) return "";
  const depth = depthSearched(trace, node), to = depth === null || depth === trace.header.depth ? "" : ` to depth ${whole(depth)}`;
  return `${nodes < 0 ? "at least " : ""}${count(Math.abs(nodes), "node")} of the full tree${to}`;
}

/** About a node that was cut. */
export function cutoff(trace, node, returned) {
  const last = trace.refutation(node), where = origin(trace, node);
  if (last < 0 || where === null || !holds(trace, node)) return [unfounded(trace, node, last, node)];
  const tested = `${endName(trace, node)} cutoff: ${testedBy(trace, node, last)}`;
  if (!trace.turn[node]) {
    const said = `${capital(tested)}.`, text = returned ? `${worth(trace, node)}. ${said}` : said;
    return [sentence(capital(text), "cut", last), ...evenIf(trace, node), bound(trace, where, node, true), skipped(trace, node, last)];
  }
  const exact = returned && trace.proved[node] === 1;
  const text = returned && !exact ? `${worth(trace, node)}. ${capital(tested)}` : tested;
  return [
    ...(exact ? [sentence(`${capital(worth(trace, node))}: ${proof(trace, node)}.`, "value", last)] : []),
    sentence(`${capital(text)}.`, "cut", last),
    bound(trace, where, node, true),
    sentence(argument(trace, node, last, where, exact), "", last),
    skipped(trace, node, last),
  ];
}

/** Why the outcomes that a cutoff left cannot matter: what the mean is if each of them has the extreme value. */
function evenIf(trace, node) {
  const beta = isBeta(trace, node), children = trace.children(node), { between } = trace.header, isProbe = (child) => Boolean(trace.probes && trace.probes[child]);
  const certain = children.filter((child) => trace.status[child] !== PRUNED && (!isProbe(child) || [EXACT, beta ? LOWER : UPPER].includes(trace.bound(child))));
  const byMove = (nodes) => new Map(nodes.map((child) => [trace.move[child], child])), found = byMove(certain);
  const left = [...byMove(children.filter((child) => !found.has(trace.move[child]))).values()], known = [...found.values()];
  if (!(left.length || children.some(isProbe)) || !children.every((child) => isLikely(trace, child)) || !known.length || !between) return [];
  const sum = known.reduce((all, child) => all + trace.weight[child] * trace.value[child], 0);
  const rest = left.reduce((all, child) => all + trace.weight[child], 0), extreme = between[beta ? 0 : 1];
  const terms = known.length <= LISTED_OUTCOMES ? known.map((child) => term(trace, child)) : [number(sum)];
  const end = `${endName(trace, node)} ${endText(trace, node, endName(trace, node))}`;
  const more = left.length ? [`${number(rest)} · ${number(extreme)}`] : [];
  const text = `${[...terms, ...more].join(" + ")} = ${number(sum + rest * extreme)} ${beta ? "≥" : "≤"} ${end}`;
  const even = left.length ? `Even if all that is left were worth ${number(extreme)}` : "By what is known of the outcomes";
  return [sentence(`${even}: ${text}.`, "", known[known.length - 1])];
}

/** Outcomes that are written one by one, and one of them. */
export const LISTED_OUTCOMES = 6;
export const term = (trace, child) => `${number(trace.weight[child])} · ${valueText(trace, child)}`;

/** The visits that searched a position by the same moves as a node has; in any pass, or in the same ones alone. */
function visitsBySameMoves(trace, node, inAnyPass) {
  let visits = [0];
  for (const one of trace.ancestry(node).slice(1)) {
    if (inAnyPass && trace.isPass(one)) visits = visits.flatMap((visit) => (trace.drives(visit) ? trace.children(visit) : [visit]));
    else visits = visits.flatMap((visit) => trace.children(visit)).filter((child) => trace.move[child] === trace.move[one] && trace.status[child] !== PRUNED);
  }
  return visits;
}

/** Whether another visit of the node above a pruned branch searched its move. */
const isSearched = (trace, branch) => visitsBySameMoves(trace, branch, false).length > 0;

/** Whether an earlier visit came to a node by the same moves, in whatever pass. */
export const isMet = (trace, node) => visitsBySameMoves(trace, node, true).some((visit) => visit < node);

/** Places of what is said, as tracer/why/selective_reasons.py names them. */
const FUTILE = 2, NULL_CUT = 4, STAND = 12;
const TRUST = "A null move is no legal move: that some move is worth as much is taken on trust.";

/** About a pruned branch. */
export function pruned(trace, branch) {
  if (trace.saidOf(branch)) return [sentence(trace.header.selective.said[trace.saidOf(branch)], "pruned"), ...futility(trace, branch)];
  const cut = trace.parent[branch], last = trace.refutation(cut), where = origin(trace, branch);
  const again = isSearched(trace, branch);
  if (trace.isPartial(cut)) return [sentence(`Left by a probe, which searches one move alone: ${again ? "another visit searched it" : "it was never searched"}.`, "pruned")];
  const never = again ? "was not searched in this visit, so it has no value here" : "was never searched, so it has no value";
  const found = [sentence(`Pruned: ${move(trace, branch)} ${never}.`, "pruned")];
  if (last < 0 || where === null || !holds(trace, cut)) return [...found, unfounded(trace, cut, last, branch)];
  found.push(
    sentence(`${capital(above(trace, branch, cut))} was cut: ${testedBy(trace, cut, last)}.`, "cut", cut),
    bound(trace, where, branch),
    ...(trace.turn[cut] ? [sentence(noMatter(trace, cut, last, where), "", last)] : evenIf(trace, cut)),
  );
  const nodes = spared(trace, branch);
  if (nodes) found.push(sentence(`Skipping it spared ${again ? "this visit" : "the search"} ${nodes}.`, "pruned"));
  return found;
}

/** The numbers by which a move is futile, where they are known. */
function futility(trace, branch) {
  const above = trace.parent[branch], evaluation = trace.futile.get(above), margin = number(trace.header.selective.margin);
  if (trace.saidOf(branch) !== FUTILE || evaluation === undefined) return [];
  if (trace.turn[above] > 0) return [sentence(`Evaluation ${number(evaluation)} + margin ${margin} ≤ alpha ${number(Math.max(trace.alpha[above], trace.value[above]))}.`)];
  return [sentence(`Evaluation ${number(evaluation)} − margin ${margin} ≥ beta ${number(Math.min(trace.beta[above], trace.value[above]))}.`)];
}

/** About an end of a window: whose move made it what it is, how far above the node, or that it was given. */
export function bound(trace, where, node, cut = false) {
  const end = `${capital(where.end)} ${endText(trace, node, where.end)}`;
  if (where.ancestor < 0) {
    const which = where.end === "alpha" ? "lower" : "upper";
    return sentence(`${end} is the ${which} end of the window that the search was started with.`, "", 0);
  }
  const there = above(trace, node, where.ancestor);
  if (where.child < 0) {
    let below = node;
    while (trace.parent[below] !== where.ancestor) below = trace.parent[below];
    const closes = trace.header.ours && trace.header.search === "mtdf" && trace.drives(where.ancestor);
    const chosen = closes ? closingIn(trace, where.ancestor, below) : `at ${there} the search chose the window ${entryWindow(trace, below)} for ${move(trace, below)}`;
    return sentence(`${end} is no move's value: ${chosen}.`, "", where.ancestor);
  }
  const player = where.end === "alpha" ? "MAX" : "MIN";
  const kind = cut ? `: a ${where.plies > 1 ? "deep" : "shallow"} cutoff` : "";
  return sentence(`${end} is what ${player} already has at ${there} with ${move(trace, where.child)}${kind}.`, "", where.child);
}

/** What a pass of MTD(f) asks, and by which bounds. */
function closingIn(trace, driver, asking) {
  const before = trace.children(driver).filter((one) => one < asking);
  if (!before.length) return `${move(trace, asking)}, the first one, asks whether the value is ${number(trace.beta[asking])} or more`;
  const last = before[before.length - 1], value = valueText(trace, last), rose = trace.value[last] > trace.alpha[last];
  const [low, high] = boundsOfPasses(trace, before, last);
  const asks = `${move(trace, asking)} asks whether the value is ${rose ? "more" : "less"} than ${value}`;
  return `${asks}, as ${move(trace, last)} returned ${value}, ${rose ? "a lower" : "an upper"} bound; so far it is at least ${number(low)} and at most ${number(high)}`;
}

/** What the passes of the last depth prove together. */
export function boundsOfPasses(trace, passes, last) {
  let low = -Infinity, high = Infinity;
  for (const one of passes) {
    if (trace.header.passes[one] !== trace.header.passes[last]) continue;
    const value = trace.value[one];
    if (value > trace.alpha[one]) low = Math.max(low, value);
    if (value < trace.beta[one]) high = Math.min(high, value);
  }
  return [low, high];
}

const testedBy = (trace, cut, last) =>
  `${move(trace, last)} returned ${valueText(trace, last)}${clamped(trace, last)}, and ${test(trace, cut)}`;

/** That a leaf may have another number than it returned, as it is drawn with its own. */
function clamped(trace, leaf) {
  const known = trace.bound(leaf);
  if (!trace.header.hard || ![TERMINAL, HORIZON].includes(trace.status[leaf]) || ![LOWER, UPPER].includes(known)) return "";
  return ` (fail-hard returns no ${known === UPPER ? "less than alpha" : "more than beta"})`;
}

/** About a cutoff that the numbers do not call for. */
function unfounded(trace, cut, last, viewer) {
  const there = viewer !== cut ? capital(above(trace, viewer, cut)) : "This node";
  if (trace.status[cut] === OPEN) return sentence(`${there} skips moves, but it never returned, so its cutoff was not told.`, "", cut);
  if (!trace.cutoff[cut]) return sentence(`${there} skips moves, but no cutoff is recorded there.`, "cut", cut);
  if (last < 0) return sentence(`${there} was cut before any move was searched.`, "cut", cut);
  return sentence(`${there} was cut, but the test does not hold: ${test(trace, cut)} is false.`, "cut", last);
}

/** Why nothing below a node that was cut can matter any more. */
function argument(trace, node, last, where, exact) {
  if (trace.saidOf(last) === NULL_CUT) return TRUST;
  const value = valueText(trace, last), us = mover(trace, node), them = rival(trace, node);
  const held = isBeta(trace, node) ? `can get ${value} or more here` : `can hold this position to ${value} or less`;
  const none = where.child < 0 && noneBeyond(trace, trace.value[last]);
  if (none) return `${us} ${held}, and ${none}: that is the true value.`;
  if (where.child < 0) return `${us} ${held}, so the true value is not inside the window${exact ? "" : "; how far outside was not asked"}.`;
  const has = `it has ${number(where.limit)} already, and ${us} ${held}`;
  if (trace.value[last] === where.limit) return `${them} gains nothing by coming here: ${has}.`;
  return `${them} will not let the game come here: ${has}.`;
}

/** Why no value of a pruned branch could have mattered. */
function noMatter(trace, cut, last, where) {
  if (trace.saidOf(last) === NULL_CUT) return TRUST;
  const value = valueText(trace, last), us = mover(trace, cut), them = rival(trace, cut);
  const [worse, better] = isBeta(trace, cut) ? ["less", "more"] : ["more", "less"];
  const first = `If it led to ${worse} than ${value}, ${us} would play ${move(trace, last)} instead`;
  const none = where.child < 0 && noneBeyond(trace, trace.value[last]);
  if (none) return `${first}; and ${none}.`;
  if (where.child < 0) return `${first}; if to ${better}, the node above would still be worth ${value} or ${better}.`;
  const more = trace.value[last] === where.limit ? "" : " all the more";
  return `${first}; if to ${better}, ${them} would stay away${more}, having ${number(where.limit)} already.`;
}

/** What a cutoff saved. */
function skipped(trace, node, last) {
  const branches = trace.children(node).filter((child) => trace.status[child] === PRUNED && !trace.saidOf(child));
  if (branches.length) {
    const nodes = spared(trace, node);
    return sentence(`It skips ${moves(trace, branches)}${nodes ? ": " : ""}${nodes}.`, "pruned", branches[0]);
  }
  const said = trace.saidOf(last);
  if (!tellsSkipped(trace) || said === NULL_CUT || said === STAND) return sentence("Which moves it skips, if any, the recording does not say.", "pruned");
  return sentence("It was the last move, so nothing was left to prune.", "pruned");
}
