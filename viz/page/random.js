// Random trees: the ones that tracer/games/random_tree.py draws from the same branching, depth, seed and order.

import { blake2b } from "./blake.js";
import { nameMove } from "./why.js";

export const RANDOM_ORDERS = ["random", "best", "worst", "strong"];
/** What one wrong move costs its player at most; and of a strongly ordered tree how often the first move is best, and how often the
 * best one is in the first quarter. */
const SPREAD = 20, FIRST = 0.7, QUARTER = 0.9;
/** Nodes of a tree at most: more take too long to draw. */
const MOST = 20_000;

const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));
const fourBytes = (number) => [0, 8, 16, 24].map((bits) => (number >>> bits) & 255);
const part = (bytes, at) => new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true) / 2 ** 32;

/** So many bytes, or more of them, that depend on the path alone. */
function noise(path, length) {
  const found = [];
  for (let block = 0; found.length < length; block++) found.push(...blake2b([...path, ...fourBytes(block)], 64, "tree"));
  return Uint8Array.from(found);
}

/** Where the best move stands, by eight random bytes. */
function placeOfBest(bytes, order, moves) {
  const draw = part(bytes, 0), among = part(bytes, 4), strong = order === "strong", first = strong ? FIRST : Number(order);
  const quarter = strong ? Math.min(moves, Math.max(2, Math.ceil(moves / 4))) : 1;
  if (draw < first || moves === 1) return 0;
  if (quarter > 1 && (draw < QUARTER || quarter === moves)) return 1 + Math.floor(among * (quarter - 1));
  return quarter + Math.floor(among * (moves - quarter));
}

/** For each move of a position its rank, 0 the best, and what it costs its player. */
function arranged(path, branching, order) {
  const bytes = noise(path, 3 * branching + 8), luck = bytes.slice(branching);
  const losses = [0, ...[...bytes.slice(1, branching)].map((byte) => 1 + (byte % SPREAD)).sort((a, b) => a - b)];
  const ranked = losses.map((loss, rank) => [rank, loss]);
  if (order === "worst") return ranked.reverse();
  if (order === "best") return ranked;
  ranked.sort(([one], [other]) => luck[2 * one] - luck[2 * other] || luck[2 * one + 1] - luck[2 * other + 1]);
  if (order === "random") return ranked;
  const [best] = ranked.splice(ranked.findIndex(([rank]) => rank === 0), 1);
  ranked.splice(placeOfBest(bytes.slice(-8), order, branching), 0, best);
  return ranked;
}

/** What a text such as `random:b=3,d=4,seed=7,order=best` asks for; an error says what is wrong. */
export function readRandom(text) {
  const found = { b: 3, d: 4, seed: 0, order: "random", turn: "MAX" }, [, behind = ""] = /^random(?::(.*))?$/s.exec(text.trim()) ?? [];
  for (const item of behind.split(",").filter((one) => one.trim())) {
    const [word, value = ""] = item.split("=").map((one) => one.trim());
    if (!(word in found)) throw new Error("A random tree has b, d, seed, order and turn, such as random:b=3,d=4,seed=7,order=best.");
    found[word] = ["order", "turn"].includes(word) ? value : /^-?\d{1,9}$/.test(value) ? Number(value) : NaN;
  }
  const { b, d, seed, order, turn } = found, nodes = b === 1 ? d + 1 : (b ** (d + 1) - 1) / (b - 1);
  if (!(b >= 1 && d >= 0 && d <= 60 && nodes <= MOST)) throw new Error(`b moves everywhere and d plies: 1 or more, and together no more than ${MOST.toLocaleString("en")} nodes.`);
  if (Number.isNaN(seed)) throw new Error("The seed of a random tree is a whole number.");
  if (!RANDOM_ORDERS.includes(order) && !/^(?:\d?\.\d{1,9}|[01])$/.test(order)) throw new Error(`The order of a random tree is ${RANDOM_ORDERS.join(", ")}, or from 0 to 1 how often the best move is the first.`);
  if (!["MAX", "MIN"].includes(turn)) throw new Error("turn is MAX or MIN.");
  return found;
}

/** Such a tree: its nodes in pre-order, as `TypedTree` takes them. */
export function randomTree({ b, d, seed, order, turn }) {
  const tree = { parent: [], label: [], turn: [], value: [], name: [] }, start = blake2b(letters(String(seed)), 8);
  const begins = turn === "MIN" ? -1 : 1, stack = [[-1, "", start, 0, (start[0] % (2 * SPREAD + 1)) - SPREAD]];
  while (stack.length) {
    const [parent, label, path, ply, value] = stack.pop(), node = tree.parent.length, mover = ply % 2 ? -begins : begins;
    tree.parent.push(parent);
    tree.label.push(label);
    tree.turn.push(mover);
    tree.value.push(value); // that of minimax, before the end too: tracer/games/random_tree.py
    tree.name.push("");
    if (ply === d) continue;
    const ranked = arranged(path, b, order);
    for (let place = b - 1; place >= 0; place--) {
      const [rank, loss] = ranked[place];
      stack.push([node, nameMove(ply, place), blake2b([...path, ...fourBytes(rank)], 8), ply + 1, value - mover * loss]);
    }
  }
  return tree;
}

/** How it is written on a command line. */
export const randomText = ({ b, d, seed, order, turn }) => `random:b=${b},d=${d},seed=${seed},order=${order}${turn === "MIN" ? ",turn=MIN" : ""}`;
