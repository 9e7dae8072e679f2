// The tree in the hand: leaves that get other values, another order of moves, another test, and the search run again at once.

import { button, choice, make, panel } from "./dom.js";
import { ALPHABETA, MINIMAX, ORDERS, TypedTree, rerun, typedNodes } from "./search.js";
import { formatPath } from "./why.js";

/** Pixels of a drag for which a leaf's value changes by one. */
const NOTCH = 7;

/** The tests by which a cutoff is found. */
export const CUTS = { ">=": "≥ beta, or ≤ alpha", ">": "> beta, or < alpha" };

export class Editor {
  /** `changed` is called when it begins, ends, or has searched again. */
  constructor(model, changed) {
    Object.assign(this, { model, changed, given: model.trace, on: false, isEdited: false, _drags: 0 });
    this.input = make("input", { type: "number", step: "any", "aria-label": "value of the leaf", oninput: () => this._type(), onchange: () => this._judge() });
    this.answer = make("p", { class: "refused", role: "alert" });
    this.undo = button("undo", "take the last change back", () => this._undo());
    this.leaf = make("label", { class: "leaf" }, make("span"), this.input);
    this.text = make("code", { class: "tree-text", tabindex: "0", "aria-label": "the tree as nested lists" });
    this._build();
    this.element.hidden = true;
  }

  _build() {
    this.reset();
    this.lists = {};
    const choose = (name, words, choices) => {
      const list = choice(words, choices, (value) => this._choose(name, value));
      this.lists[name] = list;
      return make("label", {}, make("span", {}, words), list);
    };
    this.element = panel("Edit: search another tree", "edit-panel",
      make("p", { class: "faint" }, "Click a leaf and type, or drag its number up and down. The tree is searched again at once."), this.leaf, this.answer,
      choose("search", "search", { [ALPHABETA]: "alpha-beta", [MINIMAX]: "minimax" }), choose("order", "order of moves", ORDERS),
      choose("cut", "cut where a value is", CUTS),
      this.text, this.undo, " ", button("as it was", "the tree and the search as they were", () => this._restore()));
  }

  /** The editor of a recording; null where it has no tree that can be changed. */
  static of(model, changed) { return model.trace.header.edit ? new Editor(model, changed) : null; }

  reset() {
    const { tree, search, cut, fail } = this.given.header.edit;
    this.tree = new TypedTree(tree);
    this.options = { search, cut, fail, order: "given" };
    this.past = [];
    this._changing = "";
  }

  toggle() {
    this.on = !this.on;
    this.element.hidden = !this.on;
    this.changed();
    if (this.on) this.element.scrollIntoView({ block: "nearest" }); // its button stands far below it on a phone
  }

  /** The node of the tree that a node of the recording is a visit of. */
  _typed(node) {
    const { trace } = this.model;
    trace.typed ??= typedNodes(trace, this.tree);
    return trace.typed[node];
  }

  /** The leaf of the tree at a node of the recording; -1 where it is none, or nothing is edited. */
  leafAt(node) {
    const typed = this.on ? this._typed(node) : -1;
    return typed >= 0 && this.tree.isLeaf(typed) ? typed : -1;
  }

  update() {
    if (!this.on) return;
    this._updateLeaf();
    for (const [name, list] of Object.entries(this.lists)) list.value = this.options[name];
    this.undo.disabled = !this.past.length;
    this.lists.cut.disabled = this.options.search === MINIMAX;
    this.text.textContent = this.tree.text();
  }

  _updateLeaf() {
    const { selected, trace } = this.model, leaf = this.leafAt(selected);
    this.leaf.hidden = leaf < 0;
    if (leaf >= 0) {
      this.leaf.firstChild.textContent = `leaf ${formatPath(trace, selected)}`;
      if (this.input.value === "" || Number(this.input.value) !== this.tree.value[leaf]) this.input.value = String(this.tree.value[leaf]);
    }
  }

  /** Let a person type the value of the selected leaf. */
  ask() {
    if (this.leafAt(this.model.selected) < 0) return;
    this.input.focus({ preventScroll: true });
    this.input.select();
  }

  /** What a drag that begins at a node does: it changes the number of a leaf; null where the node is none. */
  grab(node) {
    const leaf = this.leafAt(node);
    if (leaf < 0) return null;
    const before = this.tree.value[leaf];
    const drag = `drag ${++this._drags}`;
    let far = 0;
    return (_dx, dy) => {
      far -= dy;
      this._set(leaf, before + Math.trunc(far / NOTCH), drag);
    };
  }

  _type() {
    const leaf = this.leafAt(this.model.selected), value = this.input.valueAsNumber;
    this.answer.textContent = leaf >= 0 && !Number.isFinite(value) ? this._refusal(leaf) : "";
    if (leaf >= 0 && Number.isFinite(value)) this._set(leaf, value, `type ${leaf}`);
  }

  _refusal(leaf) { return `A leaf has a number, such as 7 or 0.5: this one keeps ${this.tree.value[leaf]}.`; }

  /** What was typed is complete: where it is no number, say so. */
  _judge() {
    const leaf = this.leafAt(this.model.selected);
    if (leaf < 0 || Number.isFinite(this.input.valueAsNumber)) return;
    this.answer.textContent = this._refusal(leaf);
    this.input.value = String(this.tree.value[leaf]);
  }

  _set(leaf, value, change) {
    if (this.tree.value[leaf] === value) return;
    this._keep(change);
    this.tree.value[leaf] = value;
    this._run();
  }

  _choose(name, value) {
    this._keep("");
    this.options[name] = value;
    this._run();
  }

  /** Keep what is so before a change; what goes on with one and the same change is taken back at once. */
  _keep(change) {
    if (!change || change !== this._changing) this.past.push({ value: [...this.tree.value], options: { ...this.options } });
    this._changing = change;
  }

  _undo() {
    const { value, options } = this.past.pop();
    Object.assign(this, { options, _changing: "" });
    this.tree.value = value;
    if (this.past.length) this._run(); else this._restore();
  }

  _run() {
    this.isEdited = true;
    this.model.adopt(rerun(this.tree, this.options, this.given.header));
    this.changed();
  }

  _restore() {
    this.reset();
    this.isEdited = false;
    this.answer.textContent = "";
    this.model.adopt(this.given);
    this.changed();
  }
}
