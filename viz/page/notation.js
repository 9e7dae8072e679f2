// A changed tree in the notation in which it was typed, as far as that can be done, else in the plainest one.

import { TypedTree } from "./search.js";
import { readTree } from "./treetext.js";

/** Numbers of a text that are tried for a leaf at most: names and keys may look like them. */
const TRIES = 12;
const NUMBERS = /(?<![\p{L}\p{N}_.])[-−+]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.])/gu;
const PLAYERS = /(?<![\p{L}\p{N}_])(?:max|min)(?![\p{L}\p{N}_])|[△▲▽▼]/giu;
const OTHER = { max: "min", min: "max", Max: "Min", Min: "Max", MAX: "MIN", MIN: "MAX", "△": "▽", "▽": "△", "▲": "▼", "▼": "▲" };

/** Whether a text is that of a tree. */
function means(text, tree) {
  try { return new TypedTree(readTree(text)).text() === tree.text(); } catch { return false; }
}

/** The leaf whose number alone is another one in a tree; -1 where they differ in anything else, or in nothing. */
function changedLeaf(before, after) {
  if (["parent", "label", "turn", "name", "chance"].some((part) => before[part].length !== after[part].length || before[part].some((one, at) => one !== after[part][at]))) return -1;
  const changed = before.value.flatMap((value, at) => (value === after.value[at] ? [] : [at]));
  return changed.length === 1 ? changed[0] : -1;
}

/** A text in which the number of a leaf is another one; null where none of its numbers is sure to be that leaf's. */
function withNumber(text, before, after) {
  const leaf = changedLeaf(before, after);
  if (leaf < 0) return null;
  const value = before.value[leaf], same = [...text.matchAll(NUMBERS)].filter(([number]) => Number(number.replace("−", "-")) === value);
  const rank = before.value.slice(0, leaf).filter((one) => one === value).length, near = same.map((one, place) => [Math.abs(place - rank), one]).sort(([one], [other]) => one - other);
  for (const [, { index, 0: number }] of near.slice(0, TRIES)) {
    const tried = text.slice(0, index) + after.value[leaf] + text.slice(index + number.length);
    if (means(tried, after)) return tried;
  }
  return null;
}

/** A text in which MAX and MIN have changed places; null where that is another tree. */
function withOtherPlayers(text, after) {
  const tried = text.replace(PLAYERS, (word) => OTHER[word] ?? word);
  return tried !== text && means(tried, after) ? tried : null;
}

/** The tree in brackets, with names before them: `A(B(3,12),C=4)`, or `min([3,12],[2,4])` where MIN begins. */
function bracketed(tree, node = 0) {
  const name = tree.name[node];
  if (tree.isLeaf(node)) return name ? `${name}=${tree.value[node]}` : String(tree.value[node]);
  const isRoot = node === 0, isChance = tree.turn[node] === 0, below = tree.children[node].map((child) => `${isChance ? `${tree.chance[child]}:` : ""}${bracketed(tree, child)}`).join(","), begins = name || (isRoot && tree.turn[0] < 0 ? "min" : "");
  return begins || isChance ? `${begins}(${below})` : `[${below}]`;
}

/** How a tree is written for people. */
export function plainest(tree) {
  const exact = tree.text();
  if (!exact.includes("{")) return exact;
  const plain = bracketed(tree);
  return means(plain, tree) ? plain : exact;
}

/** The text of a tree that was made of a typed one: as little as possible is written anew. */
export function retyped(text, before, after) {
  return withNumber(text, before, after) ?? withOtherPlayers(text, after) ?? plainest(after);
}
