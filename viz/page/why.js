// What is the case at a node at a step, and why: tracer.why.explain.why and tracer/why/explain_values.py, sentence by sentence.

import { endName, holds, limit } from "./cutoffs.js";
import { AHEAD, BACK, EXACT, EXPANDED, HORIZON, LIVE, LOWER, OPEN, PASSED, TABLE, TERMINAL, UPPER } from "./kinds.js";
import { bound, cutoff, isMet, pruned, sentence, source } from "./reasons.js";
import { whyByLog } from "./rows.js";
import { aboutDriver, aboutMean, aboutVisit, adds, firstWithValue, isAgain, meanSoFar } from "./visits.js";
import { SHORT, above, amountOfMoves, capital, count, depthSearched, endText, entryWindow, event, meantBy, move, mover, noneBeyond, number, once, path, proof, searched, tellsSkipped, test, unchanged, valueText, whole, windowText, worth } from "./words.js";

const MOST = 6;

/** Sentences, the most important first. */
export function why(trace, node, step) {
  if (trace.log !== null) return whyByLog(trace, node, step).slice(0, MOST);
  const phase = trace.phase(node, step);
  const tell = { [AHEAD]: ahead, [PASSED]: pruned, [LIVE]: open, [BACK]: returnedNode }[phase];
  return tell(trace, node, step).slice(0, MOST);
}

function ahead(trace, node, step) {
  return [
    sentence(`Not reached yet: the search comes here at step ${whole(trace.firstStep(node))}.`, "ahead", node),
    sentence(`This is step ${whole(step)}: ${event(trace, step)}.`, "event", trace.eventAt(step)[1]),
  ];
}

function returnedNode(trace, node, step) {
  if (trace.status[node] === OPEN) return [sentence("It ended without a value: its call returned no number, or an exception left it.", "value")];
  const ending = [...aboutVisit(trace, node, step), ...effect(trace, node, step)];
  if (trace.drives(node)) return [...aboutDriver(trace, node), ...ending];
  if (trace.cutoff[node]) return [...contradiction(trace, node), ...cutoff(trace, node, true), ...ending];
  if (trace.status[node] !== EXPANDED) return [...closed(trace, node), ...ending];
  const told = returned(trace, node), { played } = trace.header;
  return [...told.slice(0, 1), ...(played?.at === node ? played.said : []), ...told.slice(1), ...ending];
}

function open(trace, node, step) {
  if (trace.isCut(node, step)) return cutoff(trace, node, false);
  const leaf = enteredLeaf(trace, node);
  if (leaf !== null) return [leaf, ...aboutVisit(trace, node, step), ...windowSentences(trace, node, step)];
  const met = trace.children(node).filter((child) => trace.entered(child) <= step);
  const back = met.filter((child) => trace.phase(child, step) === BACK);
  const last = back.length ? back[back.length - 1] : -1, now = last >= 0 && trace.left(last) === step ? last : -1;
  const found = now >= 0 ? effect(trace, now, step, true) : [];
  if (now >= 0 && trace.cutoff[node] && trace.refutation(node) === now) {
    return [...found, ...cutoff(trace, node, false).slice(1, 3)];
  }
  if (now < 0 || back.length > 1) found.push(soFar(trace, node, step, amountOfMoves(trace, back.filter((child) => child !== now)), met.length > 0));
  found.push(...aboutVisit(trace, node, step), ...windowSentences(trace, node, step));
  const stopped = step === trace.steps - 1;
  if (met.length && trace.phase(met[met.length - 1], step) === LIVE) {
    const where = stopped && trace.header.stopped ? "It stopped below" : "The search is now below", below = met[met.length - 1];
    found.push(sentence(`${where} ${move(trace, below)}.`, "", below));
  }
  if (stopped) {
    const said = `Never returned: the search was stopped ${trace.header.stopped}.`;
    const running = "Not returned so far: the recording is known up to here; its search went on, runs still or ended without a word.";
    found.unshift(sentence(trace.header.stopped ? said : running, "ahead"));
  }
  return found;
}

function soFar(trace, node, step, searched, begun) {
  if (!trace.turn[node]) return meanSoFar(trace, node, step, searched);
  const player = mover(trace, node), known = trace.frame(node, step);
  if (known.bestChild < 0) {
    return sentence(`${capital(player)} to move; no move has ${begun ? "returned" : "been searched"} yet.`, "value");
  }
  const after = `after ${count(searched, trace.isPass(known.bestChild) ? "pass" : "move")}`;
  const says = trace.provedBound(known.bestChild);
  const said = says === EXACT ? number(known.best) : worth(trace, known.bestChild);
  const best = says === null ? `a clamped ${said}` : said;
  return sentence(`${player} has ${best} so far, by ${move(trace, known.bestChild)} (${after}).`, "value", known.bestChild);
}

/** The running window of an open node, what made it, and what would cut here. */
function windowSentences(trace, node, step) {
  if (!trace.windowed || !trace.turn[node]) return [];
  const known = trace.frame(node, step), entry = entryWindow(trace, node), running = windowText(known.alpha, known.beta);
  let first;
  if (!trace.header.ours) {
    first = sentence(`It was given the window ${entry}.`);
  } else if (running === entry || known.bestChild < 0) {
    first = sentence(`The window is ${known.bestChild < 0 ? "" : "still "}${running}.`);
  } else {
    const verb = trace.turn[node] > 0 ? "raised alpha" : "lowered beta";
    const text = `${capital(move(trace, known.bestChild))} ${verb}: the window is ${running} now, ${entry} on entry.`;
    first = sentence(text, "", known.bestChild);
  }
  const end = limit(trace, node);
  if (Math.abs(end) === Infinity) return [first];
  const found = [first, bound(trace, source(trace, node, endName(trace, node)), node)];
  const text = endText(trace, node, endName(trace, node));
  const { strict, hard } = trace.header, side = trace.turn[node] > 0 ? "more" : "less";
  const would = strict ? `${side} than ${text}` : `${text} or ${side}`;
  if ((strict && hard) || !trace.header.ours || [TERMINAL, HORIZON, TABLE].includes(trace.status[node])) return found;
  return [...found, sentence(`A move that returns ${would} will cut off the rest.`)];
}

/** About a node whose moves were searched and that was not cut. */
function returned(trace, node) {
  const best = trace.bestChild(node), { others } = trace.header;
  if (!trace.turn[node] && !trace.drives(node)) return aboutMean(trace, node);
  if (best < 0 && others) return [sentence(`Value ${valueText(trace, node)}.`, "value"), sentence(`Its moves were ${others}.`)];
  if (best < 0) return [sentence(`Value ${valueText(trace, node)}.`, "value")];
  if (trace.isPartial(node)) return partial(trace, node, best);
  if (trace.value[best] !== trace.value[node]) {
    const wrong = contradiction(trace, node);
    return wrong.length ? wrong : [otherValue(trace, node, best)];
  }
  if (trace.legal && trace.legal[node]) return few(trace, node, best);
  const text = `${capital(worth(trace, node))}: ${mover(trace, node)}'s best, ${move(trace, best)}, returned ${valueText(trace, best)}.`;
  return [sentence(text, "value", best), sentence(trace.provedBound(node) === EXACT ? exact(trace, node) : outside(trace, node))];
}

/** About the value of a probe that left moves. */
function partial(trace, node, best) {
  const text = `${capital(worth(trace, node))}: it probed ${move(trace, best)} alone, which returned ${valueText(trace, best)}.`;
  const first = sentence(text, "value", best), [side, end] = trace.turn[node] > 0 ? ["more", "alpha"] : ["less", "beta"];
  if (trace.bound(node) !== null) return [first, sentence(`With a move that was left ${mover(trace, node)} may get ${side}.`)];
  const failed = `did not come ${end === "alpha" ? "above" : "below"} ${end} ${endText(trace, node, end)}`;
  return [first, sentence(`It ${failed}, and a move that was left may: so it says nothing of the true value.`)];
}

/** About a value of some of the legal moves alone. */
function few(trace, node, best) {
  const amount = amountOfMoves(trace, trace.children(node)), were = amount === 1 ? "was" : "were";
  const text = `Value ${number(trace.value[node])}: ${mover(trace, node)}'s best of those searched, ${move(trace, best)}.`;
  const legal = count(trace.legal[node], "legal move");
  return [sentence(text, "value", best), sentence(`Only ${whole(amount)} of ${legal} ${were} searched: the true value may be another.`)];
}

function otherValue(trace, node, best) {
  if (trace.giver(node) < 0) {
    const seen = `the best that was called, ${move(trace, best)}, returned ${valueText(trace, best)}`;
    return sentence(`${capital(worth(trace, node))}, by a move that a cache answered unseen: ${seen}.`, "value", best);
  }
  const text = `${capital(worth(trace, node))}, though ${mover(trace, node)}'s best, ${move(trace, best)}, returned`;
  const value = trace.value[node];
  const clamped = trace.header.hard && (value === trace.alpha[node] || value === trace.beta[node]);
  return sentence(`${text} ${valueText(trace, best)}${clamped ? ": fail-hard clamps it" : ""}.`, "value", best);
}

/** That a value is not what its moves' values make of it, if so: clamped to the window it may be, or answered unseen. */
function contradiction(trace, node) {
  const best = trace.bestChild(node), turn = trace.turn[node];
  if (best < 0 || !turn) return [];
  const value = trace.value[node], theirs = trace.value[best];
  const [low, high] = trace.windowed ? [trace.alpha[node], trace.beta[node]] : [-Infinity, Infinity];
  const answered = trace.header.unseen && turn * value > turn * theirs;
  if (value === theirs || value === Math.min(Math.max(theirs, low), high) || answered) return [];
  const said = `${mover(trace, node)}'s best, ${move(trace, best)}, returned ${number(theirs)}`;
  if (!trace.windowed && once(trace, isNoMinimax)) {
    const sums = "values may be sums or means, or moves may earn points that the recording does not contain";
    return [sentence(`${number(value)}, where ${said}. Most nodes differ so: ${sums}.`, "value", best)];
  }
  return [sentence(`Contradiction: it returned ${number(value)}, but ${said}.`, "wrong", best)];
}

/** Whether most nodes differ from their best child by several amounts, as in no minimax. */
function isNoMinimax(trace) {
  let choosing = 0, other = 0;
  const amounts = new Set();
  for (let node = 0; node < trace.end[0]; node++) {
    const best = trace.turn[node] && !Number.isNaN(trace.value[node]) ? trace.bestChild(node) : -1;
    if (best < 0) continue;
    choosing++;
    const more = trace.value[node] - trace.value[best];
    if (more) other++;
    amounts.add(trace.turn[node] * more);
  }
  return 2 * other > choosing && amounts.size > 2;
}

/** Why a value is the true one. */
function exact(trace, node) {
  if (trace.proved[node]) {
    return `${capital(proof(trace, node))}, though ${valueText(trace, node)} is not inside the window ${entryWindow(trace, node)}.`;
  }
  const amount = amountOfMoves(trace, trace.children(node));
  const every = tellsSkipped(trace) ? capital(searched(trace, node)) : `${count(amount, "move")} ${amount === 1 ? "was" : "were"} searched`;
  if (!trace.windowed) return `${every}.`;
  const alpha = trace.alpha[node], beta = trace.beta[node], value = trace.value[node];
  if (!(alpha < value && value < beta)) {
    const none = noneBeyond(trace, value);
    if (none) return `${every}, and ${none}.`;
    return `${every}; with the test > the ends of the window ${windowText(alpha, beta)} count as inside.`;
  }
  const inside = `${number(value)} is inside the window ${windowText(alpha, beta)}`;
  return `${every}, and ${inside}: ${unchanged(trace, node)}.`;
}

/** Why a value is only a bound, or nothing at all. */
function outside(trace, node) {
  const known = trace.bound(node), { hard } = trace.header;
  if (known === null) {
    const both = number(trace.alpha[node]);
    return `It says nothing of the true value: alpha and beta are both ${both}, and fail-hard clamps to them.`;
  }
  const upper = known === UPPER, worse = upper ? "less" : "more";
  const name = upper ? "alpha" : "beta", end = `${name} ${endText(trace, node, name)}`;
  if (upper === trace.turn[node] > 0) {
    const none = `No move came ${upper ? "above" : "below"} ${end}`;
    if (hard) return `${none}, and fail-hard returns no ${worse} than that: the true value may be ${worse}.`;
    return `${none}; each was searched only until that was sure, so the true value may be ${worse}.`;
  }
  if (hard) return `Fail-hard clamps to the window ${entryWindow(trace, node)}: the true value may be ${worse}.`;
  return `It lies on or beyond ${end}, so the search below needed no exact value.`;
}

/** Whether nobody knows if the game is over where no further call was made: a cache may have answered. */
const mayGoOn = (trace) => !trace.header.game && Boolean(trace.header.others);

/** About a leaf that was entered and has not returned; null where there are moves to search. */
function enteredLeaf(trace, node) {
  if (trace.status[node] === TERMINAL && mayGoOn(trace)) return sentence("No further call is made here: it returns its value next.", "value");
  const says = {
    [TERMINAL]: "The game is over here: it returns its utility next.",
    [HORIZON]: "The depth is used up here: it returns its evaluation next.",
    [TABLE]: "The table has a value for this position, which it returns next.",
  }[trace.status[node]];
  return says ? sentence(says, "value") : null;
}

/** About a leaf. */
function closed(trace, node) {
  const status = trace.status[node], value = valueText(trace, node), { hard } = trace.header, depth = depthSearched(trace, node);
  if (status === TABLE) return stored(trace, node);
  if (status !== TERMINAL && status !== HORIZON) return [sentence(`Value ${value}.`, "value")];
  if (status === TERMINAL && mayGoOn(trace)) return [sentence(`Value ${value}: the game is over here, or its moves were ${trace.header.others}.`, "value")];
  const spent = depth === null ? "The depth" : `The depth of ${whole(depth)} ${depth === 1 ? "ply" : "plies"}`;
  const what = status === TERMINAL ? "The game is over here" : `${spent} is used up here`;
  const name = status === TERMINAL ? "utility" : "evaluation", known = trace.bound(node);
  if (hard && known !== EXACT) {
    const side = known === LOWER ? `is ${value} or more` : known === UPPER ? `is ${value} or less` : "is unknown";
    const text = `${what}: the ${name} ${side}; fail-hard clamps it to the window ${entryWindow(trace, node)}.`;
    return [sentence(text, "value")];
  }
  return [sentence(`${what}: the ${name} is ${value}.`, "value")];
}

/** That the table knew a position, and whether it was met by the same moves, as in an earlier pass. */
const metBefore = (trace, node) => `The position was searched before by ${isMet(trace, node) ? "the same moves" : "another path"}`;

/** What the visits that returned the table's number before meant by it, where it is known which they are. */
function meant(trace, node) {
  const before = trace.meant ? trace.meant[node] - 1 : -1;
  if (before >= 0) {
    const told = `The visit that returned it before (${path(trace, before, SHORT)}) told only that it is`;
    return sentence(`${told} ${meantBy(trace, before)}.`, "", before);
  }
  if (trace.header.compared) return sentence(`${metBefore(trace, node)}.`);
  const known = trace.header.game ? "not known before its positions are compared" : "not in the recording";
  return sentence(`Whether the table had it from an exact value or from a bound is ${known}.`);
}

/** About a node that the table closed. What the table of other code meant by its number is not in a recording. */
function stored(trace, node) {
  const known = trace.bound(node), value = valueText(trace, node);
  if (!trace.header.ours) {
    const first = sentence(`${value}, from the table: it is not searched again.`, "value");
    return [first, meant(trace, node)];
  }
  const first = sentence(`${capital(worth(trace, node))}, from the table: it is not searched again.`, "value");
  const depth = trace.header.depth === null ? "" : ", to the same depth";
  const met = `${metBefore(trace, node)}${depth}`;
  if (known === EXACT || known === null) return [first, sentence(`${met}.`)];
  const [end, verb] = known === LOWER ? ["beta", "reaches"] : ["alpha", "does not pass"];
  return [first, sentence(`${met}, and ${value} ${verb} ${end} ${endText(trace, node, end)}, which is all that counts.`)];
}

/** What a returned value does at the node above; at the step of the return it is the news. */
function effect(trace, node, step, here = false) {
  const parent = trace.parent[node], left = trace.left(node), now = left === step, kind = now ? "event" : "";
  if (parent < 0) {
    const best = trace.provedBound(0) === EXACT ? firstWithValue(trace) : -1;
    const known = trace.header.ours ? "is best" : "is the first with this value";
    const by = best < 0 ? "" : `: ${move(trace, best)} ${known}`;
    return [sentence(`This is the result of the search${by}.`, kind, best)];
  }
  const chance = !trace.turn[parent];
  const refutes = trace.cutoff[parent] && trace.refutation(parent) === node && holds(trace, parent);
  if (trace.drives(parent) || (chance && !refutes && !adds(trace, node, now))) return [];
  if (trace.isAside(node)) return [];
  if (trace.status[node] === OPEN) return here ? [sentence(`${capital(move(trace, node))} ended without a value.`, kind, node)] : [];
  const there = here ? "here" : `at ${above(trace, node, parent)}`;
  let text;
  if (refutes) {
    text = `it ${now ? "causes" : "caused"} the ${endName(trace, parent)} cutoff ${there}: ${test(trace, parent)}`;
  } else if (chance) {
    text = `${adds(trace, node, now)} ${there}`;
  } else {
    text = change(trace, node, trace.frame(parent, left), there, now);
  }
  if (now) text = `${move(trace, node)} returns ${valueText(trace, node)}: ${text}`;
  return [sentence(`${capital(text)}.`, kind, here ? node : parent)];
}

/** What a returned value changes at the node above, with the frame that this had before it heard of the value. */
function change(trace, node, before, there, now) {
  const turn = trace.turn[before.node], value = trace.value[node], player = mover(trace, before.node), fresh = number(value);
  const [end, running] = turn > 0 ? ["alpha", before.alpha] : ["beta", before.beta];
  const narrows = trace.header.ours && trace.windowed && turn * value > turn * running;
  if (before.bestChild < 0) {
    const ending = narrows ? `, and ${end} ${now ? "becomes" : "became"} ${fresh}` : "";
    return `it ${now ? "is" : "was"} ${player}'s first value ${there}${ending}`;
  }
  const old = number(before.best);
  if (turn * value <= turn * before.best) {
    return `it ${now ? "does" : "did"} not improve ${player}'s best ${there}, which ${now ? "is" : "was"} ${old}`;
  }
  const after = trace.end[node];
  if (after < trace.end[before.node] && isAgain(trace, node, after)) {
    const is = now ? "is" : "was", better = turn > 0 ? "more" : "less";
    return `it ${is} ${better} than ${player}'s best ${there}, ${old}, so it ${is} searched again before it ${now ? "counts" : "counted"}`;
  }
  const verb = turn > 0 ? (now ? "raises" : "raised") : now ? "lowers" : "lowered";
  return `it ${verb} ${player}'s best ${there} from ${old} to ${fresh}${narrows ? `, and ${end} with it` : ""}`;
}
