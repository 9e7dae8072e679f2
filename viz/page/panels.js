// What is said beside the tree, one subject a panel: the step, the code, the open path, the selected node, the counts.

import { board } from "./board.js";
import { entitle, fold, make, panel, refilled } from "./dom.js";
import { PLAYED } from "./edges.js";
import { AHEAD, BACK, LIVE, PASSED } from "./kinds.js";
import { number, whole } from "./numbers.js";
import { NOT_SEARCHED, SIGNS, fateAt, kindNow, shownValue } from "./shapes.js";
import { Listing, isListed } from "./source.js";
import { OPEN, PRUNED, Sentence, computeScores, event, explainWindowEnd, findCutoffOrigin, formatCount, formatLogValue, formatPath, hasTriedAllMoves, iterationAt, listSubsteps, why, windowText } from "./why.js";
import { windows } from "./windows.js";
import { prunedKnown } from "./words.js";

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
    const { times, mean } = trace.visitsAt(node, step), prior = weight !== null && weight[node] >= 0 ? { P: number(weight[node]) } : {};
    return { N: whole(times), Q: times ? number(mean) : "–", ...prior, ...(score ? { U: number(score.exploration), [sumOf(score.turn)]: number(score.total) } : {}) };
  }
  const known = trace.toldOf(node, step), state = fateAt(trace, node, step);
  return log.hasProofs ? { ...(known ? { pn: number(known.x), dn: number(known.y) } : {}), state } : { value: formatLogValue(trace, node, step), state };
}

/** A table of the selected node's children, a row each; the first cell of a row is a button. */
export function childrenTable(model) {
  const { trace, selected, step } = model, all = model.children(selected), heads = headsOf(trace, selected), best = trace.bestChildAt(selected, step);
  const tried = trace.header.formula !== undefined && (trace.weight !== null || hasTriedAllMoves(trace, selected, step + 1));
  const known = new Map((tried ? computeScores(trace, selected, step + 1) : []).map((score) => [score.child, score]));
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

const SIGN = { wrong: "!", cut: "✂", pruned: "✗", ahead: "·", event: "◆", value: "=" };

export class Panels {
  constructor(model) {
    this.model = model;
    this._select = (node) => model.select(node);
    this.event = make("p", { class: "event", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.parts = make("ol", { class: "parts" });
    this.about = make("h3", { class: "about" });
    this.sentences = make("ul", { class: "sentences" });
    this.where = make("p", { class: "where" });
    this.times = make("p", { class: "times" });
    this.frames = make("div");
    this.moves = make(model.trace.log === null ? "ul" : "div", { class: "moves" });
    this.position = make("div", { class: "position" });
    this.counts = make("div");
    this.listing = isListed(model.trace) ? new Listing(model) : null;
    this.now = panel("Now", "now-panel", this.event, this.parts, this.about, this.sentences);
    this.other = panel("Selected", "selected-panel", this.where, this.times, this.position, this.moves);
    this.panels = {
      now: this.now,
      ...(this.listing ? { code: panel(model.trace.header.code ? "Code" : "Source", "source-panel", this.listing.element) } : {}),
      path: panel(model.trace.log !== null ? "Path of the step" : model.trace.windowed ? "Open path and its windows" : "Open path", "path-panel", this.frames),
      selected: this.other,
      counts: panel("Counts", "counts-panel", this.counts),
    };
    this.position.hidden = isNumbered(model.trace);
    this.element = make("div", { class: "side" }, ...Object.values(this.panels));
  }

  /** The names of the panels that are folded. */
  get shut() { return Object.keys(this.panels).filter((name) => this.panels[name].querySelector(".body").hidden); }
  set shut(names) { for (const [name, element] of Object.entries(this.panels)) fold(element, names.includes(name)); }

  /** While steps follow one another by themselves, nothing is read out. */
  quiet(is) { this.event.setAttribute("aria-live", is ? "off" : "polite"); }

  update() {
    const { model } = this, { trace, selected, step } = model;
    const text = event(trace, step);
    entitle(this.now, `Now: step ${whole(step)}${trace.log !== null && trace.iterations.length < trace.steps ? `, iteration ${whole(iterationAt(trace, step))}` : ""}`);
    if (this.event.textContent !== text) this.event.textContent = text;
    this._parts();
    this._why();
    entitle(this.other, `Selected: ${formatPath(trace, selected)}`);
    this.where.textContent = `node ${whole(selected)} · ply ${whole(trace.moves(selected))} · ${formatPath(trace, selected)}`;
    this._times();
    refilled(this.frames, [windows(model, this._select)]);
    this._moves();
    if (this.listing) this.listing.update();
    this.position.replaceChildren(board(trace, selected));
    this.counts.replaceChildren(...counts(model));
  }

  /** What a best-first search does within the step, part by part. */
  _parts() {
    const { model } = this, found = listSubsteps(model.trace, model.step);
    this.parts.hidden = !found.length;
    refilled(this.parts, found.map((part, place) => {
      const again = place > 0 && found[place - 1].kind === part.kind;
      return make("li", {}, make("span", { class: "part", "aria-hidden": again ? "true" : null }, again ? "" : part.kind), this._words(part));
    }));
  }

  /** A sentence, which leads to the node that it speaks of. */
  _words({ text, node }) {
    const { model } = this;
    if (node === null || node === model.selected) return make("span", {}, text);
    return make("button", { type: "button", title: `go to ${formatPath(model.trace, node)}`, onclick: () => model.select(node) }, text);
  }

  /** What is so at the selected node and why; of a move that set a bound, after which cutoff was asked. */
  _why() {
    const { model, sentences } = this, { trace, selected, askedCut } = model, found = why(trace, selected, model.step);
    this.about.hidden = selected === model.current;
    this.about.textContent = `Selected: ${formatPath(trace, selected)}`;
    this.brief = this.about.hidden ? this.event.textContent : `${formatPath(trace, selected)}: ${found[0].text}`;
    if (askedCut >= 0) found.unshift(new Sentence(`Cutoff at ${formatPath(trace, askedCut)}. ${explainWindowEnd(trace, findCutoffOrigin(trace, askedCut), askedCut, true).text}`, "cut", askedCut));
    refilled(sentences, found.map((said) => {
      const sign = make("span", { class: "sign", "aria-hidden": "true" }, SIGN[said.kind] || "");
      return make("li", { class: `about-${said.kind || "reason"}` }, sign, this._words(said));
    }));
    const note = (text) => sentences.append(make("li", { class: "faint" }, make("span", { class: "sign" }), text));
    if (found.some(({ text }) => /: a (deep|shallow) cutoff\.$/.test(text))) note("A cutoff is shallow where its bound was set one ply up, and deep where it was set further up.");
    const notable = trace.prunedChildren[selected] > 0 || trace.status[selected] === PRUNED;
    if (notable && trace.header.game && !trace.header.countedAll && !(trace.saved && trace.saved[selected])) note("How many nodes this spared was not counted for this page.");
  }

  /** Buttons to the steps of the selected node: to those that were, while it is asked what comes next. */
  _times() {
    const { model } = this, { trace, selected } = model, entered = trace.entered(selected), left = trace.left(selected);
    const to = (name, step, how = "") => make("button", {
      type: "button", "aria-current": step === model.step ? "step" : null, onclick: () => model.go(step, { stay: true }),
    }, `${name} at step ${whole(step)}${how}`);
    const pruned = trace.status[selected] === PRUNED;
    if (trace.log !== null) {
      const last = trace.rowsAbout(selected).at(-1);
      refilled(this.times, [to("made", entered), ...(last === undefined ? [] : [to(trace.log.hasMerits ? "last taken" : "last changed", last)])]);
      return;
    }
    const steps = [], known = (step) => step < trace.steps && !(model.hidesFuture && step > model.step);
    const how = trace.windowed && !pruned ? ` with ${windowText(trace.alpha[selected], trace.beta[selected])}` : "";
    if (known(entered)) steps.push(to(pruned ? "pruned" : "entered", entered, how));
    if (!pruned && known(left)) steps.push(to(trace.status[selected] === OPEN ? "ended" : "returned", left));
    refilled(this.times, steps);
  }

  /** The children of the selected node, each a button. */
  _moves() {
    const { model } = this, { trace, selected } = model, all = model.children(selected), best = trace.bestChildAt(selected, model.step);
    if (trace.log !== null && all.length) {
      refilled(this.moves, childrenTable(model));
      return;
    }
    const items = all.slice(0, LISTED).map((node) => this._move(node, node === best));
    if (all.length > LISTED) items.push(make("li", { class: "faint" }, `… and ${whole(all.length - LISTED)} more`));
    if (selected > 0) items.unshift(make("li", {}, make("button", { type: "button", onclick: () => model.up() }, "↑ the node above")));
    if (!all.length) items.push(make("li", { class: "faint" }, "no moves below"));
    refilled(this.moves, items);
  }

  _move(node, isBest) {
    const { model } = this, { trace } = model, phase = model.phase(node), what = kindNow(model, node);
    const said = { [AHEAD]: "not reached", [PASSED]: trace.isSkipped(node) ? "not searched" : "pruned", [LIVE]: "open", [BACK]: shownValue(model, node) }[phase];
    const sign = { [AHEAD]: "·", [PASSED]: trace.isSkipped(node) ? NOT_SEARCHED : "✗" }[phase] || (["max", "min", "chance"].includes(what) ? SIGNS[trace.turn[node]] : "■");
    return make("li", {}, make("button", { type: "button", class: phase, onclick: () => model.select(node) },
      make("span", { class: `sign ${what}`, "aria-hidden": "true" }, sign), make("span", { class: "name" }, trace.title(node)),
      make("span", { class: "value" }, phase === PASSED && trace.unseen.has(node) ? make("s", {}, number(trace.unseen.get(node))) : `${said}${isBest ? " ★" : ""}${trace.isPlayed(node, model.step) ? ` ${PLAYED}` : ""}`)));
  }
}

/** Whether positions are mere numbers, as those of a tree that someone wrote down or that is random: there is nothing to see in them. */
const isNumbered = (trace) => trace.header.numbered;

/** What is counted, and what that is called; of a best-first search as far as it has it. */
const NAMES = { visited: "visited", leaves: "leaves", cutoffs: "pruning cutoffs", pruned: "pruned branches", spared: "pruned nodes" };
const OF_LOG = Object.fromEntries(["visited", "leaves", "frontier", "iterations", "states", "visited again"].map((name) => [name, name]));

/** Counts so far and in the end. */
function counts(model) {
  const { trace } = model, now = model.trace.tally(model.step), end = trace.tally(model.last), names = trace.log === null ? NAMES : OF_LOG;
  const body = make("tbody");
  for (const [key, name] of Object.entries(names)) {
    if (now[key] === null || now[key] === undefined || (key === "pruned" && !prunedKnown(trace))) continue;
    const least = trace.header.skippedInPart && key === "pruned" ? "≥ " : "";
    const title = key === "spared" ? "nodes of the full tree below pruned branches, never visited" : null;
    body.append(make("tr", { title }, make("th", { scope: "row" }, key === "cutoffs" && !trace.header.tellsSkipped ? key : name), make("td", {}, least + whole(now[key])), make("td", { class: "faint" }, least + whole(end[key]))));
  }
  const head = make("tr", {}, make("td"), make("th", { scope: "col" }, "so far"), make("th", { scope: "col" }, "in the end"));
  const found = [make("table", {}, make("thead", {}, head), body)];
  if (end.spared) found.push(shares(now, end));
  const idle = trace.cutNodes.length - trace.pruningNodes.length;
  if (idle) found.push(make("p", { class: "faint" }, `Besides, ${formatCount(idle, "cutoff")} in the end ${idle === 1 ? "comes" : "come"} after a last move, where nothing is left to prune.`));
  return found;
}

/** Visited and pruned nodes as parts of all that is one or the other in the end. */
function shares(now, end) {
  const all = end.visited + end.spared, element = make("div", { class: "shares", role: "img", "aria-label": "visited and pruned nodes as shares" });
  for (const [name, amount] of [["visited", now.visited], ["pruned", now.spared]]) {
    const part = make("span", { class: name });
    part.style.width = `${(100 * amount) / all}%`;
    element.append(part);
  }
  return element;
}
