// The tree as a list of its unfolded nodes, for keyboards and for those who do not see the picture: a `tree` of `treeitem`s.

import { make } from "./dom.js";
import { atEdge } from "./edges.js";
import { AHEAD, LIVE, PASSED } from "./kinds.js";
import { number, whole } from "./numbers.js";
import { fateAt, kindNow, numberAhead, shownValue } from "./shapes.js";
import { formatLogValue, formatProofNumbers } from "./why.js";

/** Items at most: where more are unfolded, those around the selected one. */
const ITEMS = 300;
const WORDS = { max: "MAX", min: "MIN", chance: "chance", terminal: "leaf", horizon: "horizon", table: "table" };

export class Outline {
  constructor(model, layout) {
    this.model = model;
    this.layout = layout;
    this.items = new Map();
    this.element = make("div", { class: "outline", role: "tree", "aria-label": "The tree as a list", onkeydown: (event) => this._key(event) });
  }

  update() {
    if (this.trace !== this.model.trace) this.items.clear();
    this.trace = this.model.trace;
    const { model, element } = this, { ids } = this.layout(), first = this._first(ids), shown = ids.slice(first, first + ITEMS);
    const focused = element.contains(document.activeElement);
    if (shown.length !== this.items.size || shown.some((node) => !this.items.has(node))) {
      this.items = new Map(shown.map((node) => [node, this.items.get(node) || this._item(node)]));
      element.replaceChildren(...this.items.values());
    }
    let entry = this.items.get(model.selected);
    for (const [node, item] of this.items) this._tell(node, item);
    if (!entry) [entry] = this.items.values();
    entry.setAttribute("tabindex", "0");
    if (focused && document.activeElement !== entry) entry.focus({ preventScroll: true });
    if (focused) entry.scrollIntoView({ block: "nearest" });
  }

  _first(ids) {
    const at = ids.length > ITEMS ? (this.layout().places.get(this.model.selected) ?? 0) : 0;
    return Math.max(Math.min(at - ITEMS / 2, ids.length - ITEMS), 0);
  }

  _item(node) {
    const { model } = this, { trace } = model, parent = trace.parent[node], siblings = node === model.root || parent < 0 ? [node] : model.children(parent);
    const item = make("div", { role: "treeitem", "aria-level": trace.ply[node] + 1, "aria-posinset": siblings.indexOf(node) + 1, "aria-setsize": siblings.length,
      onclick: () => { item.focus({ preventScroll: true }); model.select(node); } });
    item.style.paddingInlineStart = `${8 + 14 * Math.min(trace.ply[node], 12)}px`;
    return item;
  }

  /** What is so of a node now. Only what has changed is written. */
  _tell(node, item) {
    const { model } = this, text = described(model, node), unfolded = model.hasChildren(node) ? String(model.isUnfolded(node)) : null;
    if (item.textContent !== text) item.textContent = text;
    const set = (name, value) => {
      if (value === null) item.removeAttribute(name);
      else if (item.getAttribute(name) !== value) item.setAttribute(name, value);
    };
    set("aria-expanded", unfolded);
    set("aria-selected", String(node === model.selected));
    set("aria-current", node === model.current ? "step" : null);
    set("tabindex", "-1");
  }

  _key(event) {
    const { model } = this, shown = [...this.items.keys()], at = shown.indexOf(model.selected), node = model.selected;
    const act = {
      ArrowDown: () => at + 1 < shown.length && model.select(shown[at + 1]),
      ArrowUp: () => at > 0 && model.select(shown[at - 1]),
      ArrowRight: () => (!model.hasChildren(node) ? false : model.isUnfolded(node) ? model.select(model.children(node)[0]) : model.unfold(node)),
      ArrowLeft: () => (model.isUnfolded(node) && node !== model.root ? model.fold(node) : node !== model.root && model.select(model.trace.parent[node])),
      Home: () => model.select(shown[0]),
      End: () => model.select(shown[shown.length - 1]),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}

/** A node in words: its move, how likely it is, whether it was played, who is to move or what it is, its value, a cutoff. */
export function described(model, node) {
  const { trace } = model, phase = model.phase(node), edge = atEdge(trace, node, model.step), name = `${trace.title(node)}${edge ? `, ${edge}` : ""}`;
  if (trace.log !== null && phase !== AHEAD) return `${name}, ${WORDS[kindNow(model, node)]}, ${ofLog(model, node)}${foldedBelow(model, node)}`;
  if (phase === PASSED && trace.isSkipped(node)) return `${name}, not searched, with no cutoff`;
  if (phase === PASSED) return `${name}, pruned${trace.unseen.has(node) ? `, a leaf ${number(trace.unseen.get(node))} that was not searched` : " branch"}`;
  const ahead = numberAhead(model, node), what = WORDS[kindNow(model, node)], shown = shownValue(model, node), best = shown.replace("…", "").trim();
  const value = phase === AHEAD ? `${Number.isNaN(ahead) ? "" : `${number(ahead)}, `}not reached` : phase === LIVE ? `open${best ? `, best so far ${best}` : ""}` : `value ${shown}`;
  return `${name}, ${what}, ${value}${trace.isCut(node, model.step) ? ", cut off" : ""}${foldedBelow(model, node)}`;
}

function foldedBelow(model, node) {
  const below = model.trace.end[node] - node - 1;
  return below && model.hasChildren(node) && !model.isUnfolded(node) ? `, ${whole(below)} folded below` : "";
}

/** What a best-first search knows of a node. */
function ofLog({ trace, step }, node) {
  const { log } = trace, known = trace.toldOf(node, step), fate = fateAt(trace, node, step);
  if (log.countsVisits) return `N ${whole(trace.visitsAt(node, step).times)}, Q ${formatLogValue(trace, node, step)}`;
  if (log.hasProofs) return known ? `${formatProofNumbers(known.x, known.y)}${fate ? `, ${fate}` : ""}` : "nothing known";
  return `${formatLogValue(trace, node, step)}, ${fate}`;
}
