// What is said beside the tree, one subject a panel: the step, the code, the open path, the selected node, the counts.

import { AHEAD, BACK, LIVE, OPEN, PASSED, PRUNED } from "./data.js";
import { board } from "./board.js";
import { entitle, fold, make, panel, refilled } from "./dom.js";
import { Listing, isListed } from "./source.js";
import { SIGNS, kindNow, shownValue } from "./shapes.js";
import { why } from "./why.js";
import { windows } from "./windows.js";
import { event, number, path, prunedKnown, whole } from "./words.js";

const SIGN = { wrong: "!", cut: "✂", pruned: "✗", ahead: "·", event: "◆", value: "=" };
/** Moves that are listed. */
const LISTED = 80;

export class Panels {
  constructor(model) {
    this.model = model;
    this._select = (node) => model.select(node);
    this.event = make("p", { class: "event", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.reasons = make("ul", { class: "sentences" });
    this.where = make("p", { class: "where" });
    this.times = make("p", { class: "times" });
    this.sentences = make("ul", { class: "sentences" });
    this.frames = make("div");
    this.moves = make("ul", { class: "moves" });
    this.position = make("div", { class: "position" });
    this.counts = make("div");
    this.listing = isListed(model.trace) ? new Listing(model) : null;
    this.now = panel("Now", "now-panel", this.event, this.reasons);
    this.other = panel("Selected", "selected-panel", this.where, this.sentences, this.times, this.position, this.moves);
    this.panels = {
      now: this.now,
      ...(this.listing ? { code: panel(model.trace.header.code ? "Code" : "Source", "source-panel", this.listing.element) } : {}),
      path: panel(model.trace.windowed ? "Open path and its windows" : "Open path", "path-panel", this.frames),
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
    const { model } = this, { trace, selected, current, step } = model;
    const text = event(trace, step);
    entitle(this.now, `Now: step ${whole(step)}`);
    if (this.event.textContent !== text) this.event.textContent = text;
    this._why(this.reasons, current);
    entitle(this.other, `Selected: ${path(trace, selected)}`);
    this.where.textContent = `node ${whole(selected)} · ply ${whole(trace.ply[selected])} · ${path(trace, selected)}`;
    this.sentences.hidden = selected === current;
    if (selected !== current) this._why(this.sentences, selected);
    this._times();
    refilled(this.frames, [windows(model, this._select)]);
    this._moves();
    if (this.listing) this.listing.update();
    this.position.replaceChildren(board(trace, selected));
    this.counts.replaceChildren(...counts(model));
  }

  _why(list, about) {
    const { model } = this, { trace, selected } = model;
    refilled(list, why(trace, about, model.step).map(({ text, kind: sort, node }) => {
      const sign = make("span", { class: "sign", "aria-hidden": "true" }, SIGN[sort] || "");
      const jump = node >= 0 && node !== selected;
      const words = jump ? make("button", { type: "button", title: `go to ${path(trace, node)}`, onclick: () => model.select(node) }, text) : make("span", {}, text);
      return make("li", { class: `about-${sort || "reason"}` }, sign, words);
    }));
    const notable = trace.prunedChildren[about] > 0 || trace.status[about] === PRUNED;
    if (notable && trace.header.game && !trace.header.countedAll && !(trace.saved && trace.saved[about])) {
      list.append(make("li", { class: "faint" }, make("span", { class: "sign" }), "How many nodes this spared was not counted for this page."));
    }
  }

  /** Buttons to the steps of the selected node: to those that were, while it is asked what comes next. */
  _times() {
    const { model } = this, { trace, selected } = model, entered = trace.entered(selected), left = trace.left(selected);
    const to = (name, step) => make("button", {
      type: "button", "aria-current": step === model.step ? "step" : null, onclick: () => model.go(step, { stay: true }),
    }, `${name} at step ${whole(step)}`);
    const pruned = trace.status[selected] === PRUNED;
    const steps = [], known = (step) => step < trace.steps && !(model.hidesFuture && step > model.step);
    if (known(entered)) steps.push(to(pruned ? "pruned" : "entered", entered));
    if (!pruned && known(left)) steps.push(to(trace.status[selected] === OPEN ? "ended" : "returned", left));
    refilled(this.times, steps);
  }

  /** The children of the selected node, each a button. */
  _moves() {
    const { model } = this, { trace, selected } = model, all = model.children(selected), best = trace.bestChildAt(selected, model.step);
    const items = all.slice(0, LISTED).map((node) => this._move(node, node === best));
    if (all.length > LISTED) items.push(make("li", { class: "faint" }, `… and ${whole(all.length - LISTED)} more`));
    if (selected > 0) items.unshift(make("li", {}, make("button", { type: "button", onclick: () => model.up() }, "↑ the node above")));
    if (!all.length) items.push(make("li", { class: "faint" }, "no moves below"));
    refilled(this.moves, items);
  }

  _move(node, isBest) {
    const { model } = this, { trace } = model, phase = model.phase(node), what = kindNow(model, node);
    const said = { [AHEAD]: "not reached", [PASSED]: "pruned", [LIVE]: "open", [BACK]: shownValue(model, node) }[phase];
    const sign = { [AHEAD]: "·", [PASSED]: "✗" }[phase] || (["max", "min", "chance"].includes(what) ? SIGNS[trace.turn[node]] : "■");
    return make("li", {}, make("button", { type: "button", class: phase, onclick: () => model.select(node) },
      make("span", { class: `sign ${what}`, "aria-hidden": "true" }, sign), make("span", { class: "name" }, trace.title(node)),
      make("span", { class: "value" }, phase === PASSED && trace.unseen.has(node) ? make("s", {}, number(trace.unseen.get(node))) : `${said}${isBest ? " ★" : ""}`)));
  }
}

/** Whether positions are mere numbers, as those of a tree that someone wrote down or that is random: there is nothing to see in them. */
const isNumbered = (trace) => trace.header.numbered;

/** Counts so far and in the end. */
function counts(model) {
  const { trace } = model, now = model.trace.tally(model.step), end = trace.tally(model.last);
  const names = { visited: "visited", leaves: "leaves", cutoffs: "cutoffs", pruned: "pruned branches", spared: "pruned nodes" };
  const body = make("tbody");
  for (const [key, name] of Object.entries(names)) {
    if (now[key] === null || (key === "pruned" && !prunedKnown(trace))) continue;
    const least = trace.header.skippedInPart && key === "pruned" ? "≥ " : "";
    const title = key === "spared" ? "nodes of the full tree below pruned branches, never visited" : null;
    body.append(make("tr", { title }, make("th", { scope: "row" }, name), make("td", {}, least + whole(now[key])), make("td", { class: "faint" }, least + whole(end[key]))));
  }
  const head = make("tr", {}, make("td"), make("th", { scope: "col" }, "so far"), make("th", { scope: "col" }, "in the end"));
  const found = [make("table", {}, make("thead", {}, head), body)];
  if (end.spared) found.push(shares(now, end));
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
