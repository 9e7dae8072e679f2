// The children of the selected node in a best-first search, with the numbers by which the search goes.

import { make } from "./dom.js";
import { isTriedOut, scores } from "./formulas.js";
import { fateAt, numberAt } from "./rows.js";
import { SIGNS, kindNow } from "./shapes.js";
import { number, whole } from "./words.js";

/** Moves that are listed. */
const LISTED = 80;

const HEADS = {
  N: "how often it was visited by this step", Q: "the mean of what was counted for it, MAX's view", P: "the prior of the move",
  U: "how little is known of it", "Q + U": "MAX goes on with the greatest", "Q − U": "MAX's view: MIN goes on with the least",
  pn: "how many leaves have to be won at least to prove it", dn: "how many to disprove it", value: "h the merit with which it was taken; once it is SOLVED its value",
  state: "what has become of it by this step",
};

function headsOf({ log, weight, header, turn }, node) {
  if (!log.countsVisits) return log.hasProofs ? ["pn", "dn", "state"] : ["value", "state"];
  return ["N", "Q", ...(weight === null ? [] : ["P"]), ...(header.formula === undefined ? [] : ["U", sumOf(turn[node])])];
}

const sumOf = (turn) => (turn > 0 ? "Q + U" : "Q − U");

/** By name what is known of a child at a step; `score` is by what the next iteration would choose it. */
function cells(trace, node, step, score) {
  const { log, weight } = trace;
  if (!trace.isThere(node, step)) return {};
  if (log.countsVisits) {
    const { times, mean } = trace.visits(node, step), prior = weight !== null && weight[node] >= 0 ? { P: number(weight[node]) } : {};
    return { N: whole(times), Q: times ? number(mean) : "–", ...prior, ...(score ? { U: number(score.explore), [sumOf(score.turn)]: number(score.total) } : {}) };
  }
  const known = trace.toldOf(node, step), state = fateAt(trace, node, step);
  return log.hasProofs ? { ...(known ? { pn: number(known.x), dn: number(known.y) } : {}), state } : { value: numberAt(trace, node, step), state };
}

/** A table of the selected node's children, a row each; the first cell of a row is a button. */
export function childrenTable(model) {
  const { trace, selected, step } = model, all = model.children(selected), heads = headsOf(trace, selected), best = trace.bestChildAt(selected, step);
  const tried = trace.header.formula !== undefined && (trace.weight !== null || isTriedOut(trace, selected, step + 1));
  const known = new Map((tried ? scores(trace, selected, step + 1) : []).map((score) => [score.child, score]));
  const rows = all.slice(0, LISTED).map((node) => {
    const said = cells(trace, node, step, known.get(node)), what = kindNow(model, node), ahead = !trace.isThere(node, step);
    const name = make("button", { type: "button", class: ahead ? "ahead" : "", onclick: () => model.select(node) },
      make("span", { class: `sign ${what}`, "aria-hidden": "true" }, ahead ? "·" : ["max", "min", "chance"].includes(what) ? SIGNS[trace.turn[node]] : "■"),
      make("span", { class: "name" }, `${trace.title(node)}${node === best ? " ★" : ""}`));
    return make("tr", { class: trace.isOnTheWay(node, step) && !ahead ? "taken" : "" }, make("th", { scope: "row" }, name), ...heads.map((head) => make("td", {}, said[head] ?? "")));
  });
  const head = make("tr", {}, make("th", { scope: "col" }, "move"), ...heads.map((name) => make("th", { scope: "col", title: HEADS[name] }, name)));
  return [make("table", { class: "children" }, make("thead", {}, head), make("tbody", {}, ...rows)),
    ...(all.length > LISTED ? [make("p", { class: "faint" }, `… and ${whole(all.length - LISTED)} more`)] : [])];
}
