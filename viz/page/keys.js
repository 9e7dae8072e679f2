// The keys: the same letters as in the terminal explorer, as far as the page can do what they do; the legend, and the dialog
// with all signs and keys.

import { LINKS } from "./address.js";
import { make } from "./dom.js";
import { PLAYED } from "./edges.js";
import { number } from "./numbers.js";

/** Group, keys as events name them, keys as people read them, what they do. `act` gets the model and the page's view. */
export const KEYS = [
  ["Time", ["n", "ArrowRight"], "n →", "one step on", ({ model }) => model.forward()],
  ["Time", ["b", "ArrowLeft"], "b ←", "one step back", ({ model }) => model.back()],
  ["Time", ["o"], "o", "step over what is below the node just entered", ({ model }) => model.over()],
  ["Time", ["u"], "u", "step out: to the return of the node above", ({ model }) => model.out()],
  ["Time", ["x"], "x", "the next cutoff that skips a branch", ({ model }) => model.nextCutoff()],
  ["Time", ["X"], "X", "the previous cutoff that skips a branch", ({ model }) => model.previousCutoff()],
  ["Time", ["m"], "m", "the next change of the root's best", ({ model }) => model.best(true)],
  ["Time", ["M"], "M", "the previous change of the root's best", ({ model }) => model.best(false)],
  ["Time", ["t"], "t", "set the time to this node's first step", ({ model }) => model.visit()],
  ["Time", ["r"], "r", "set the time to this node's last step, its return", ({ model }) => model.returned()],
  ["Time", ["."], ".", "select the node of the current step", ({ model }) => model.now()],
  ["Time", ["w"], "w", "why cut: the move that set the bound", ({ model }) => model.cause()],
  ["Time", ["0", "Home"], "0 home", "the start of the search", ({ model }) => model.start()],
  ["Time", ["$", "End"], "$ end", "the end of the search", ({ model }) => model.finish()],
  ["Time", ["}"], "}", "a fiftieth of the search on", ({ model }) => model.on()],
  ["Time", ["{"], "{", "a fiftieth of the search back", ({ model }) => model.backBy()],
  ["Time", [" "], "space", "play, or pause", ({ player }) => player.toggle(1)],
  ["Time", [","], ",", "play backwards, or pause", ({ player }) => player.toggle(-1)],
  ["Time", ["+", "="], "+", "play faster", ({ player }) => player.faster(1)],
  ["Time", ["-"], "−", "play slower", ({ player }) => player.faster(-1)],
  ["Tree", ["j"], "j", "the next move at the node above", ({ model }) => model.beside(1)],
  ["Tree", ["k"], "k", "the previous move at the node above", ({ model }) => model.beside(-1)],
  ["Tree", ["l"], "l", "the child towards the search, or the best one", ({ model }) => model.down()],
  ["Tree", ["h"], "h", "the node above", ({ model }) => model.up()],
  ["Tree", ["Enter"], "⏎", "expand or collapse", ({ model }) => model.toggle()],
  ["Tree", ["e"], "e", "expand everything below", ({ model }) => model.unfoldAll()],
  ["Tree", ["c"], "c", "collapse everything", ({ model }) => model.foldAll()],
  ["Tree", [..."123456789"], "1 … 9", "expand so many plies, and collapse what is below", ({ model }, key) => model.unfoldTo(Number(key))],
  ["Tree", ["Z"], "Z", "collapse all but the open path and the best line", ({ model }) => model.foldBeside()],
  ["Tree", ["p"], "p", "show or hide pruned branches", ({ model }) => model.togglePruned()],
  ["Tree", ["R"], "R", "this node as the root", ({ model }) => model.reroot()],
  ["Tree", ["U"], "U", "the root of the search again", ({ model }) => model.unroot()],
  ["Tree", ["f"], "f", "fit the whole tree into the picture", ({ view }) => view.fit()],
  ["Tree", ["<"], "<", "narrower", ({ view }) => view.widen(1 / 1.4)],
  ["Tree", [">"], ">", "wider", ({ view }) => view.widen(1.4)],
  ["Other", [":", "/"], ": /", "go to a step, a node or a path of moves", ({ view }) => view.ask()],
  ["Other", ["Escape"], "esc", "pause", ({ player }) => player.stop()],
  ["Other", ["?"], "?", "this help", ({ view }) => view.help()],
];

const BY_NOW = "the window at this step, or as the node returned; that on entry stands beside “entered at step”";
const SIGNS = [
  ["▲ ▼ ●", "MAX, MIN, chance to move"], ["= ≥ ≤ …", "exact, at least, at most, best so far"], ["✂ α β", "cutoff here, and the end of the window that was reached; a click goes there"], ["(α, β)", BY_NOW], ["α ≥ β", "the ends have met: a cutoff"],
  ["✗", "pruned branch: not searched in this visit"], ["3⁺ 5⁻", "the next number above 3, below 5: such a window has none inside"], ["■", "a leaf"], ["★", "the best known at this step"], ["·", "not reached at this step"], ["+12", "nodes that are folded away below"],
];

/** What keys do in a best-first search, where that is something else: their help, and what they do. */
const OF_LOG = {
  n: ["one step on: an iteration, a state that is taken, or new numbers of a node"],
  o: ["over what happens elsewhere, to the next step that changes this node"],
  u: ["out, to the next step that changes the node above"],
  x: ["the next iteration", ({ model }) => model.iteration(true)],
  X: ["the iteration before", ({ model }) => model.iteration(false)],
  t: ["set the time to the step that made this node"],
  r: ["set the time to the last step that changes this node's numbers"],
  w: ["the child that its numbers go by: most visited, most proving, solved"],
  l: ["the child towards the node of the step, or the best one"],
  Z: ["collapse all but the path of the step and the best line"],
};
/** The groups in their order. */
const GROUPS = ["Time", "Tree", "Other"];
const OF_LOG_ALONE = [
  ["Time", ["i"], "i", "the next step that changes this node's numbers, such as its next visit", ({ model }) => model.about(true)],
  ["Time", ["I"], "I", "the previous step that changes this node's numbers", ({ model }) => model.about(false)],
];

/** The keys that do something in a recording. */
export function keysOf({ log }) {
  if (log === null) return KEYS;
  const kept = KEYS.filter(([, [key]]) => key !== "p").map(([group, keys, shown, help, act]) => {
    const [other = help, does = act] = OF_LOG[keys[0]] ?? [];
    return [group, keys, shown, other, does];
  });
  return [...kept, ...OF_LOG_ALONE].sort(([one], [other]) => GROUPS.indexOf(one) - GROUPS.indexOf(other));
}

/** What the signs mean in a recording. */
export function signsOf({ log }) {
  if (log === null) return SIGNS;
  const numbers = log.countsVisits ? ["≈ N U", "the mean Q = W / N of its visits, MAX's view; how often it was visited; what was added to the mean as the step chose"]
    : log.hasProofs ? ["3/5", "how many leaves have to be won at least to prove it, and to disprove it"] : ["h", "the merit with which it was taken; once it is SOLVED its value"];
  return [SIGNS[0], numbers, ...SIGNS.filter(([sign]) => ["■", "★", "·", "+12"].includes(sign))];
}

const WRITING = ["text", "search", "number"];

/** Whether a key belongs to the element that has the focus, and not to the page. */
function isTaken(event) {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog[open], select, textarea, [contenteditable]")) return true;
  if (target instanceof HTMLInputElement) {
    return WRITING.includes(target.type) || (["range", "radio"].includes(target.type) && /^(Arrow|Page|Home|End)/.test(event.key))
      || (["radio", "checkbox"].includes(target.type) && event.key === " ");
  }
  return target.closest("button, summary, a") !== null && (event.key === " " || event.key === "Enter");
}

/** What listens to keys; `parts` are the model, the player and the view. */
export function keyListener(parts) {
  const actions = new Map(keysOf(parts.model.trace).flatMap(([, keys, , , act]) => keys.map((key) => [key, act])));
  return (event) => {
    const act = actions.get(event.key);
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event)) return;
    event.preventDefault();
    event.stopPropagation();
    act(parts, event.key);
  };
}

const LEGEND = [["max", "MAX to move"], ["min", "MIN to move"], ["chance", "chance"], ["terminal", "game over"], ["horizon", "horizon"], ["table", "table"], ["pruned", "pruned branch"], ["skipped", "⊘ not searched, with no cutoff"]];

/** The signs that a recording has, each with its words. */
export function legend(trace) {
  const { status, turn, log } = trace;
  const there = new Set();
  const names = ["", "terminal", "horizon", "table", "pruned", ""];
  for (let node = 0; node < status.length; node++) there.add(trace.isSkipped(node) ? "skipped" : names[status[node]] || (turn[node] > 0 ? "max" : turn[node] < 0 ? "min" : "chance"));
  const list = make("ul", { class: "legend", "aria-label": "Legend" });
  for (const [name, words] of LEGEND) if (there.has(name)) list.append(make("li", {}, make("span", { class: `swatch ${name}` }), name === "horizon" && log?.countsVisits ? "played out, or evaluated" : words));
  if (trace.pruningSteps.length) list.append(make("li", {}, make("span", { class: "cut" }, "✂"), "cutoff"));
  if (trace.windowed) list.append(make("li", { class: "windows", title: BY_NOW }, "(α, β) by now"));
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
  const links = hasAddress ? [make("section", { class: "links" }, make("h3", {}, "Links, behind #"), make("dl", {}, ...[...(trace.header.links ?? []), ...LINKS].flatMap(([text, does]) => [make("dt", {}, text), make("dd", {}, does)])))] : [];
  const mouse = make("p", {}, "Drag to move the tree, turn the wheel to zoom, with Shift only sideways. A click selects a node, a second one expands or collapses it; on a ✂ it goes to that cutoff, in the overview to what was searched there.");
  const dialog = make("dialog", { "aria-label": "Keys and signs" }, make("div", { class: "keys" }, ...tables, signs, ...links), mouse,
    make("form", { method: "dialog" }, make("button", {}, "close")));
  return dialog;
}
