// What the signs and the keys mean: the legend below the tree, and the dialog with all of it.

import { LINKS } from "./address.js";
import { make } from "./dom.js";
import { PLAYED } from "./edges.js";
import { keysOf, signsOf } from "./keys.js";
import { number } from "./words.js";

const LEGEND = [["max", "MAX to move"], ["min", "MIN to move"], ["chance", "chance"], ["terminal", "game over"], ["horizon", "horizon"], ["table", "table"], ["pruned", "pruned branch"], ["skipped", "⊘ not searched, with no cutoff"]];

/** The signs that a recording has, each with its words. */
export function legend(trace) {
  const { status, turn, cutoff, log } = trace;
  const there = new Set();
  const names = ["", "terminal", "horizon", "table", "pruned", ""];
  for (let node = 0; node < status.length; node++) there.add(trace.isSkipped(node) ? "skipped" : names[status[node]] || (turn[node] > 0 ? "max" : turn[node] < 0 ? "min" : "chance"));
  const list = make("ul", { class: "legend", "aria-label": "Legend" });
  for (const [name, words] of LEGEND) if (there.has(name)) list.append(make("li", {}, make("span", { class: `swatch ${name}` }), name === "horizon" && log?.countsVisits ? "played out, or evaluated" : words));
  if (cutoff.includes(1)) list.append(make("li", {}, make("span", { class: "cut" }, "✂"), "cutoff"));
  list.append(make("li", {}, make("span", { class: "stroke variation" }), "best line"), make("li", {}, make("span", { class: "stroke open" }), log === null ? "open path" : "path of the step"));
  if (trace.header.played?.marked) list.append(make("li", {}, make("span", { class: "word" }, PLAYED), "the move that the program chose"));
  if (log !== null && trace.means) {
    const [low, high] = trace.means, mean = (name, value) => make("li", {}, make("span", { class: `swatch ${name}` }), `mean ${number(value)}`);
    list.append(mean("best", high), mean("middling", (low + high) / 2), mean("worst", low));
  }
  if (log !== null) list.append(make("li", {}, make("span", { class: "swatch frontier" }), log.hasMerits ? "LIVE in OPEN, not taken yet" : "frontier: no children yet"));
  return list;
}

/** All keys and signs, in a dialog; and what links to the page may say, where it has an address. */
export function help(trace, hasAddress) {
  const keys = keysOf(trace), groups = [...new Set(keys.map(([group]) => group))];
  const tables = groups.map((group) => make("section", {}, make("h3", {}, group),
    make("dl", {}, ...keys.filter(([one]) => one === group).flatMap(([, , shown, help]) => [make("dt", {}, shown), make("dd", {}, help)]))));
  const signs = make("section", {}, make("h3", {}, "Signs"), make("dl", {}, ...signsOf(trace).flatMap(([sign, means]) => [make("dt", {}, sign), make("dd", {}, means)])));
  const links = hasAddress ? [make("section", {}, make("h3", {}, "Links, behind #"), make("dl", {}, ...LINKS.flatMap(([text, does]) => [make("dt", {}, text), make("dd", {}, does)])))] : [];
  const mouse = make("p", {}, "Drag to move the tree, turn the wheel to zoom, with Shift only sideways. A click selects a node, a second one expands or collapses it; in the overview it jumps.");
  const dialog = make("dialog", { "aria-label": "Keys and signs" }, make("div", { class: "keys" }, ...tables, signs, ...links), mouse,
    make("form", { method: "dialog" }, make("button", {}, "close")));
  return dialog;
}
