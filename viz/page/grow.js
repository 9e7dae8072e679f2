// The tree in the hand, in the playground: leaves get other numbers, moves are added and removed, and all is searched again at once.

import { button, make, panel } from "./dom.js";
import { Editor } from "./edit.js";
import { TypedTree } from "./search.js";
import { flat, inner, leaf } from "./treetext.js";
import { nameMove } from "./why.js";

/** A node of a tree with all that is below it, as it is read from a text. */
function nested(tree, node = 0, ply = 0) {
  const below = tree.children[node], named = (found) => Object.assign(found, { name: tree.name[node], turn: tree.turn[node] });
  if (!below.length) return named(leaf(tree.value[node]));
  const isUnnamed = below.every((child, place) => tree.label[child] === nameMove(ply, place));
  return Object.assign(named(inner(below.map((child) => nested(tree, child, ply + 1)))), { moves: isUnnamed ? null : below.map((child) => tree.label[child]), worth: tree.value[node],
    chances: tree.turn[node] ? null : below.map((child) => tree.chance[child]) });
}

/** Places of the moves that lead to a node, root first. */
function placesOf(tree, node) {
  const found = [];
  for (; node > 0; node = tree.parent[node]) found.push(tree.children[tree.parent[node]].indexOf(node));
  return found.reverse();
}

/** Refuse to change which outcomes there are. */
function needPlayer(node) {
  if (node.chances) throw new Error("The probabilities of the outcomes add up to 1: add or remove one in the text of the tree.");
}

/** A tree in which something was done to a node and the one above it. */
function changed(tree, node, change) {
  const root = nested(tree);
  let above = null, at = root;
  for (const place of placesOf(tree, node)) [above, at] = [at, at.children[place]];
  change(at, above);
  return new TypedTree(flat(root));
}

/** The tree with one more move at a node; at a leaf there are two then, the first of which keeps its number. */
export function withMove(tree, node) {
  return changed(tree, node, (at) => {
    needPlayer(at);
    const turn = -at.turn, added = Object.assign(leaf(0), { turn });
    if (at.value !== null) Object.assign(at, { children: [Object.assign(leaf(at.value), { turn }), added], value: null });
    else at.children.push(added);
    if (at.moves) at.moves.push(["new", "new 2", "new 3"].find((name) => !at.moves.includes(name)) ?? `new ${at.moves.length}`);
  });
}

/** The tree without a move. A position that has none left is a leaf, as good as that move was. */
export function withoutMove(tree, node) {
  const worth = tree.worths[node];
  return changed(tree, node, (at, above) => {
    needPlayer(above);
    const place = above.children.indexOf(at);
    above.children.splice(place, 1);
    if (above.moves) above.moves.splice(place, 1);
    if (!above.children.length) Object.assign(above, { value: worth, moves: null, worth: null });
  });
}

/** The tree with another number at a leaf. */
export function withValue(tree, node, value) {
  return new TypedTree({ ...tree, value: tree.value.map((old, at) => (at === node ? value : old)) });
}

export class Grower extends Editor {
  /** `host` has the tree, and changes it: `tree`, `change(tree, what)`, `undo()`, `canUndo`. */
  constructor(model, notify, host) {
    super(model, notify);
    this.host = host;
  }

  reset() {}

  get tree() { return this.host.tree; }

  _build() {
    this.add = button("add a move", "add a move at the selected node", () => this._grow(withMove));
    this.remove = button("remove", "remove the selected move, and all below it", () => this._grow(withoutMove));
    this.element = panel("Edit the tree", "edit-panel",
      make("p", { class: "faint" }, "Click a leaf and type, or drag its number up and down. All is searched again at once."), this.leaf, this.answer, this.add, " ", this.remove, " ", this.undo);
  }

  update() {
    if (!this.on) return;
    this._updateLeaf();
    this.remove.disabled = this._typed(this.model.selected) === 0;
    this.undo.disabled = !this.host.canUndo;
  }

  /** Add or remove a move at the selected node. */
  _grow(change) {
    const node = this._typed(this.model.selected);
    try { this.host.change(change(this.tree, node), ""); } catch (error) { this.answer.textContent = error.message; }
  }

  _set(at, value, change) {
    if (this.tree.value[at] !== value) this.host.change(withValue(this.tree, at, value), change);
  }

  _undo() { this.host.undo(); }
}
