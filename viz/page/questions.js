// What is asked of a search on the way through it, with the right answers: tracer/questions/asking.py, of the searches that the
// page runs itself.

import { ENTERED, EXACT, EXPANDED, PRUNED, RETURNED, SKIPPED } from "./kinds.js";
import { bound, source } from "./reasons.js";
import { why } from "./why.js";
import { move, number, path, valueText, windowText } from "./words.js";

const labels = (trace, nodes) => [...new Set(nodes.map((node) => trace.label(node)))];
const returned = (trace, child) => { const said = move(trace, child); return `${said[0].toUpperCase()}${said.slice(1)} returned ${valueText(trace, child)}`; };

/** A question about a node that is asked once a step has happened; `after` is the child that has just returned, -1 where none has. */
const question = (kind, step, node, text, right, { choices = [], after = -1, also = null } = {}) => ({ kind, step, node, text, right, choices, after, also });

const SIGNS = "=≥≤";
const worth = (trace, node, found) => [SIGNS[found], valueText(trace, node)];

/** What an inner node returns, asked when its last searched move has returned; null where nobody can know. */
function ofValue(trace, node) {
  const children = trace.children(node).filter((child) => trace.status[child] !== PRUNED), last = children[children.length - 1];
  if (trace.status[node] !== EXPANDED || !children.length || trace.giver(node) < 0) return null;
  const found = trace.windowed ? trace.provedBound(node) : EXACT, alone = trace.windowed ? trace.bound(node) : found;
  if (found === null) return null;
  const also = alone === null || alone === found ? null : worth(trace, node, alone);
  return question("value", trace.left(last), node, `What will ${path(trace, node)} return: =, ≥ or ≤ which value?`, worth(trace, node, found), { after: last, also });
}

/** After a child has returned, and before the node above has heard of it. */
function ofReturn(trace, step, above, child) {
  const asked = [], later = trace.children(above).filter((one) => one > child), skips = later.length > 0 && trace.status[later[0]] === PRUNED;
  const cut = trace.cutoff[above] && (!later.length || skips), choices = labels(trace, later).filter((label) => label !== trace.label(child));
  const here = path(trace, above), said = returned(trace, child);
  if (choices.length && trace.windowed) asked.push(question("pruned", step, above, `${said}: which moves at ${here} are pruned now?`, skips ? choices : [], { choices, after: child }));
  const value = ofValue(trace, above);
  if (value && value.step === step) asked.push(value);
  if (!trace.windowed || cut) return asked;
  const end = trace.turn[above] > 0 ? "alpha" : "beta"; // the other end cannot have changed
  asked.push(question(end, step, above, `${said}: what is ${end} at ${here} now?`, number(trace.frame(above, step + 1)[end]), { after: child }));
  return asked;
}

/** The finite ends of the window of the node that is entered next. */
function ofEntry(trace, step) {
  if (!trace.windowed || step + 1 >= trace.steps) return [];
  const [event, node] = trace.eventAt(step + 1);
  if (event !== ENTERED || trace.status[node] !== EXPANDED) return [];
  const ends = ["alpha", "beta"].filter((end) => Number.isFinite(trace[end][node]));
  return ends.map((end) => question(end, step, node, `What is ${end} when ${path(trace, node)} is entered?`, number(trace[end][node])));
}

/** What a node returns that has skipped its last branch. */
function afterPruning(trace, step) {
  const [event, node] = trace.eventAt(step), above = trace.parent[node];
  if (event !== SKIPPED || step + 1 >= trace.steps) return null;
  const [next, back] = trace.eventAt(step + 1), value = next === RETURNED && back === above ? ofValue(trace, above) : null;
  return value && { ...value, step };
}

/** What is asked once a step has happened; null where there is nothing to ask. */
function questionAt(trace, step) {
  const [event, node] = trace.eventAt(step);
  let asked = [...(event === RETURNED && node ? ofReturn(trace, step, trace.parent[node], node) : []), ...ofEntry(trace, step)];
  // That a node returns before all its moves were searched would say that the rest is pruned.
  if (asked.some(({ kind }) => kind === "pruned")) asked = asked.filter(({ kind }) => kind !== "value");
  const value = afterPruning(trace, step);
  if (value) asked.push(value);
  return asked.length ? asked[(trace.visitedBefore[node + 1] + 1) % asked.length] : null;
}

/** Why the right answer is right: tracer/questions/marking.py. */
function reasons(trace, { kind, node, step, right, after }) {
  const told = (at) => why(trace, node, at).filter((one) => one.kind !== "event").map(({ text }) => text);
  if (kind === "value") return told(trace.left(node));
  if (kind === "pruned" && trace.cutoff[node] && right.length) return told(trace.cutoffStep(node));
  if (after < 0) return [bound(trace, source(trace, node, kind), node).text];
  const { alpha, beta } = trace.frame(node, step + 1);
  return [...why(trace, node, step).slice(0, 1).map(({ text }) => text), `The window is ${windowText(alpha, beta)} now.`];
}

const writtenAnswer = ({ kind, right }) => (kind === "value" ? right.join(" ") : kind === "pruned" ? right.join(", ") || "none" : right);

/** All that is asked on the way through a recording, step by step, as a page has it from the outset. */
export function questions(trace) {
  const found = [];
  for (let step = 0; step < trace.steps; step++) {
    const asked = questionAt(trace, step);
    if (asked) found.push({ ...asked, written: writtenAnswer(asked), said: reasons(trace, asked) });
  }
  return found;
}
