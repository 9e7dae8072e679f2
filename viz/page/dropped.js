// A file that is dropped on the playground: a page or data that plyscope wrote, or a tree as text.

import { Trace } from "./data.js";
import { ORDERS, SEARCHES } from "./search.js";
import { unpack } from "./unpack.js";
import { EXACT, EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL } from "./why.js";

const STATUS = { EXPANDED, TERMINAL, HORIZON, TABLE, PRUNED, OPEN }, TURNS = { MAX: 1, MIN: -1, CHANCE: 0 };
const OPTIONS = ["search", "fail", "cut", "order", "depth", "position"], COUNTS = ["game", "view", "nodes", "visited", "pruned_branches"];

/** The recording in a page. */
function ofPage(text) {
  const part = (name) => new RegExp(`<scr[i]pt type="[\\w/]+" data-plyscope="${name}">([^<]*)<`).exec(text)?.[1]; // no page has markup in them
  if (!part("header") || !part("data")) throw new Error("This page has no recording of plyscope in it.");
  return unpack(JSON.parse(part("header")), Uint8Array.from(atob(part("data").trim()), (letter) => letter.charCodeAt(0)));
}

/** The choices that make a recording of data again; null where the playground does not have them. */
function chosen(graph) {
  const { game, position = "", search, fail = "soft", cut = ">=", order = "natural", depth = null } = graph;
  const known = Object.keys(graph).every((name) => OPTIONS.includes(name) || COUNTS.includes(name)) && search in SEARCHES && (order === "natural" || (order in ORDERS && order !== "given"));
  if (!known || !/^\s*[[{(]|^(?:random|tictactoe)\b/.test(game) || game.includes("independent")) return null;
  const text = position ? `${game}:${position.replace(/\n/g, "/")}` : game;
  return { text, searches: [{ search, fail, cut, order: order === "natural" ? "given" : order, depth }] };
}

/** The recording in the data of a search that goes depth-first. */
function ofData({ graph, nodes }, base) {
  const follows = ({ ply, status }, node) => status in STATUS && Number.isInteger(ply) && (node ? ply > 0 && ply <= nodes[node - 1].ply + 1 : ply === 0);
  if (!nodes.length || !nodes.every(follows)) throw new Error("These data are no recording that plyscope wrote, or one of a best-first search: drop its .html page.");
  const labels = [...new Set(nodes.map(({ move }) => String(move ?? "")))], numbers = new Map(labels.map((label, number) => [label, number])), pack = (texts) => new TextEncoder().encode(texts.map((text) => `${text.replace(/\0/g, "")}\0`).join(""));
  const column = (name, none) => Float64Array.from(nodes, (node) => node[name] ?? none), leaves = nodes.filter(({ leaf }) => leaf !== undefined), windowed = nodes.some(({ alpha, beta }) => alpha > -Infinity || beta < Infinity);
  const weighed = nodes.some(({ weight }) => weight !== undefined);
  const trace = new Trace({ ...base, title: [graph.game, graph.search].filter(Boolean).join(", "), search: String(graph.search ?? ""), windowed, hard: graph.fail === "hard", strict: graph.cut === ">",
    nodes: nodes.length, root: 0, numbersAhead: false, game: false, code: null, edit: null }, {
    labels: pack(labels), boards: new Uint8Array(0), move: Int32Array.from(nodes, ({ move }) => numbers.get(String(move ?? ""))),
    closed: Int32Array.from(nodes, ({ ply }, node) => (node ? nodes[node - 1].ply + 1 - ply : 0)),
    flags: Uint8Array.from(nodes, ({ status, cutoff, turn }) => STATUS[status] | ((cutoff ? 1 : 0) << 3) | (((TURNS[turn] ?? 0) + 1) << 4)),
    alpha: column("alpha", NaN), beta: column("beta", NaN), value: column("value", NaN), ...(weighed ? { weight: column("weight", -1) } : {}),
    unseenAt: Uint32Array.from(leaves, ({ id }) => id), unseen: Float64Array.from(leaves, ({ leaf }) => leaf),
  });
  nodes.forEach(({ bound }, node) => { if (bound === "EXACT" && trace.bound(node) !== EXACT) trace.proved[node] = 1; });
  return trace;
}

/** What is in a file: `{ trace }` or `{ choices }`; an error says what is wrong. `base` is what all headers have in common. */
export async function dropped(text, base) {
  if (/^\s*<(?:!doctype|html)/i.test(text)) return { trace: await ofPage(text) };
  let data = null;
  try { data = JSON.parse(text); } catch { /* a tree as people write it */ }
  if (!data || !Array.isArray(data.nodes)) return { choices: { text } };
  const choices = chosen(data.graph ?? {});
  return choices ? { choices } : { trace: ofData({ graph: data.graph ?? {}, nodes: data.nodes }, base) };
}
