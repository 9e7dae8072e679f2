// What is chosen in the playground: a tree, and one or two searches of it. All of it stands in the address.

import { plainest, retyped } from "./notation.js";
import { whole } from "./numbers.js";
import { randomText, randomTree, readRandom } from "./random.js";
import { ALPHABETA, EXPECTIMINIMAX, ORDERS, SEARCHES, TypedTree, nameSearch, rerun, suits, unusual } from "./search.js";
import { EMPTY, boardText, readBoard, squaresTree } from "./squares.js";
import { LONGEST, TOO_LONG, readTree } from "./treetext.js";

export const SQUARES = "tictactoe";
export const RANDOM = "random";
/** Nodes of a recording that has boards for all its nodes: more plies than any of these trees has. */
const PLIES = 100;
const FAILS = ["soft", "hard"], CUTS = { ge: ">=", gt: ">" };
export const FIRST = { search: ALPHABETA, fail: "soft", cut: ">=", order: "given", depth: null };

/** What may stand in the playground's address besides what stands in that of any page, and what it does. */
export const LINKS = [
  ["tree=…", "the tree: nested lists, random:b=3,d=3,seed=1 or tictactoe:X.O/.X./..O"], ["search=pvs", `the search: ${Object.keys(SEARCHES).join(", ")}`],
  ["fail=hard", "values are clamped to the window"], ["cut=gt", "cutoffs on > alone"], ["order=best", `the order of moves: ${Object.keys(ORDERS).join(", ")}`],
  ["depth=2", "the search ends after so many plies, where positions have numbers of their own"], ["search2=…", "a second search beside it, with fail2, cut2, order2 and depth2 of its own"], ["step2=14", "its step, where it is not that of the first"],
];

/** A tree by its text: of what sort it is, what it is called, the tree itself, its text as a command line has it, and as it was typed. */
export function treeOf(text) {
  if (text.length > LONGEST) throw new Error(TOO_LONG);
  const begins = /^\s*(tictactoe|random)\b/.exec(text)?.[1] ?? "typed";
  if (begins === RANDOM) {
    const asked = readRandom(text);
    return { sort: RANDOM, asked, place: randomText(asked), text: randomText(asked), typed: randomText(asked), tree: new TypedTree(randomTree(asked)) };
  }
  if (begins === SQUARES) {
    const board = readBoard(/^\s*tictactoe:?(.*)$/s.exec(text)[1].trim() || EMPTY);
    const line = board === EMPTY ? SQUARES : `${SQUARES}:${boardText(board)}`;
    return { sort: SQUARES, board, place: SQUARES, text: line, typed: line, tree: new TypedTree(squaresTree(board)) };
  }
  return typed(new TypedTree(readTree(text)), text);
}

/** A tree that was typed. */
function typed(tree, text) {
  const { leaves } = tree, place = tree.name[0] || `tree of ${whole(leaves)} lea${leaves === 1 ? "f" : "ves"}`;
  return { sort: "typed", place, text: tree.text(), typed: text, tree };
}

/** A tree that was changed by hand, in the notation of the one before it. What the numbers of its positions were by a rule no longer holds. */
export function changedTree({ sort, typed: text, tree: before }, tree) {
  if (sort === "typed") return typed(tree, retyped(text, before, tree));
  const bare = new TypedTree({ ...tree, value: tree.value.map((value, node) => (tree.isLeaf(node) ? value : null)) });
  return typed(bare, plainest(bare));
}

/** A search of a tree that is as near to a wanted one as the tree lets it be; what is null is for the tree to say. */
export function suited(search, tree) {
  const named = search.search && suits(search.search, tree) ? search.search : tree.hasChance ? EXPECTIMINIMAX : ALPHABETA;
  return { ...search, search: named, depth: tree.depths.includes(search.depth) ? search.depth : null };
}

/** The recording of one of the searches, with a letter where there are two; `given` is what the page brought with it. */
export function recorded(found, search, given, letter = "") {
  const squares = found.sort === SQUARES ? { squares: "lines", boardPlies: PLIES, numbered: false } : {};
  const trace = rerun(found.tree, search, { ...given.header, ...squares, title: "", edit: { title: "", place: found.place, codes: given.codes } });
  trace.header.links = LINKS;
  if (letter) trace.header.title = `${letter}: ${nameOf(search)}`;
  return trace;
}

/** How a search is called beside another one. */
export const nameOf = (search) => nameSearch(SEARCHES[search.search].title, search);

/** The command that opens a search of a tree in the explorer. */
export function command(found, searches) {
  const quoted = (text) => (/^[\w:=,.\/-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`), [one, other] = searches;
  const position = found.sort === SQUARES && found.board !== EMPTY ? ` -p ${quoted(boardText(found.board))}` : "";
  const game = found.sort === SQUARES ? SQUARES : quoted(found.text);
  const asked = (search) => ` -a ${quoted([search.search, unusual(search).map((choice) => choice.join("=")).join(",")].filter(Boolean).join(":"))}`;
  return `plyscope explore ${game}${position}${[one, other].filter(Boolean).map(asked).join("")}`;
}

/** A text in an address; what ends an address in a message is written by its number. */
const plain = (text) => encodeURIComponent(text).replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%2F/g, "/").replace(/%3D/g, "=")
  .replace(/[()'!*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function writtenSearch(search, behind) {
  const [depth, others] = [true, false].map((isDepth) => unusual(search).filter(([name]) => (name === "depth") === isDepth));
  return [["search", search.search], ...others, ...depth].map(([name, value]) => `${name}${behind}=${value === ">" ? "gt" : value}`);
}

/** The choices as the end of an address. */
export const written = (text, searches) => [`tree=${plain(text)}`, ...writtenSearch(searches[0], ""), ...(searches[1] ? writtenSearch(searches[1], "2") : [])].join("&");

/** What else may stand in an address: what `address.js` reads, and the step of a second search. */
const VIEWED = ["step", "step2", "node", "root", "pruned", "open", "folded", "follow", "shut", "embed"];

/** What an address says: the tree's text, null where there is none, the searches, the step of the second one, and what is not understood. */
export function readChoices(address) {
  const parts = new Map(address.replace(/^#/, "").split("&").filter(Boolean).map((part) => [part.split("=")[0], part.includes("=") ? part.slice(part.indexOf("=") + 1) : ""])), wrong = [], heard = new Set(["tree", ...VIEWED]);
  const said = (name) => `${name}${parts.get(name) ? `=${parts.get(name)}` : ""}`.slice(0, 30);
  const one = (name, known, usual) => {
    heard.add(name);
    if (!parts.has(name) || known.includes(parts.get(name))) return parts.get(name) ?? usual;
    wrong.push(`${said(name)}: it is ${known.slice(0, -1).join(", ")} or ${known.at(-1)}`);
    return usual;
  };
  const depth = (name) => {
    const found = /^[1-9]\d?$/.exec(parts.get(name) ?? "");
    heard.add(name);
    if (parts.has(name) && !found) wrong.push(`${said(name)}: it is a number of plies`);
    return found && Number(found[0]);
  };
  const search = (behind) => ({
    search: one(`search${behind}`, Object.keys(SEARCHES), null), fail: one(`fail${behind}`, FAILS, FIRST.fail),
    cut: CUTS[one(`cut${behind}`, Object.keys(CUTS), "ge")], order: one(`order${behind}`, Object.keys(ORDERS), FIRST.order), depth: depth(`depth${behind}`),
  });
  let text = null;
  try { text = parts.has("tree") ? decodeURIComponent(parts.get("tree")) : null; } catch { wrong.push(`${said("tree")}: it was cut, or is not encoded as addresses are`); }
  const searches = [search(""), ...(parts.has("search2") ? [search("2")] : [])];
  for (const name of parts.keys()) if (!heard.has(name)) wrong.push(`${said(name)}${name.endsWith("2") ? ": there is no search2" : ""}`);
  const step = /^\d{1,15}$/.exec(parts.get("step2") ?? "");
  return { text, searches, step: step && Number(step[0]), wrong };
}

/** What of a search an address says that is none of the tree. */
export function unsuited({ search, depth }, tree, behind = "") {
  const found = depth && !tree.depths.includes(depth) ? [`depth${behind}=${depth}: ${tree.depths.length ? `it is ${tree.depths.join(" or ")}` : "no position before the end has a number of its own"}`] : [];
  return !search || suits(search, tree) ? found : [...found, `search${behind}=${search}: ${tree.hasChance ? `a tree with chance is searched by ${EXPECTIMINIMAX}` : "nothing in this tree is chance"}`];
}

/** What an address says of a view that its recording does not have. */
export function missed(address, trace, other = null) {
  const most = { step: trace.steps - 1, step2: other ? other.steps - 1 : -1, root: trace.size - 1, node: trace.size - 1 }, named = new URLSearchParams(address.replace(/^#/, ""));
  return Object.entries(most).filter(([name, last]) => named.has(name) && !(/^\d{1,15}$/.test(named.get(name)) && Number(named.get(name)) <= last))
    .map(([name, last]) => `${name}=${named.get(name).slice(0, 20)}: ${last < 0 ? "there is no search2" : `it is 0 to ${whole(last)}`}`);
}

