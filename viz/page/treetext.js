// A tree as people write it: nested lists as a command line has them, indented lines, groups with bars between them, and the
// one-line forms of lecture notes: A(B(3, 12), C(2)), max(min(3, 12), …), (A (B 3 12) (C 2)), ((3,12)B,(2)C)A, [A [B [3] [12]] [C [2]]].
// Outcomes of chance stand in round brackets, each behind its probability: (0.9: 2, 0.1: [3, 4]).

import { whole } from "./numbers.js";
import { nameMove } from "./why.js";

/** Nodes, plies and characters of a typed tree at most. */
const MOST = 3_000, DEEPEST = 100;
export const LONGEST = 100_000;
export const TOO_LONG = `The text is longer than ${whole(LONGEST)} characters: a typed tree has up to ${whole(MOST)} nodes.`;
const TOKEN = /\s*(?:(?<open>[[({])|(?<close>[\])}])|(?<number>[-−+]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\p{L}\d_.+−-])|(?<wrong>[-−+]?\.?\d[\p{L}\p{N}_.+−-]*)|(?<text>"(?:[^"\\]|\\.)*")|(?<word>[\p{L}_△▽▲▼][\p{L}\p{N}_'.*-]*)|(?<sign>[,;:=])|(?<end>$)|(?<other>.))/suy;
const TURNS = { max: 1, min: -1, "△": 1, "▲": 1, "▽": -1, "▼": -1 };
const NUMBER = /^[-−+]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/, NOT_FINITE = /^(?:nan|[-−+]?inf(?:inity)?)$/i, CHANCE = /^(?:chance|expect(?:ed|ation)?|exp|avg|average)$/i;
/** A probability and its colon; and what probabilities may add up to besides 1. */
const LIKELY = /\s*([-−+]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(?:\/\s*(\d+\.?\d*)\s*)?:/y, ROUNDING = 1e-9;
const CLOSES = { "[": "]", "(": ")", "{": "}" };
const FORM = "a tree is lists of numbers, such as [[3,12,8],[2,4,6]], or indented lines";

const numberOf = (text) => Number(text.replace("−", "-"));
/** Nodes as they are read: `worth` is the evaluation of one that has children, `chances` are the probabilities of outcomes, none where
 * all of them are equally likely, and null where chance does not move. */
export const leaf = (value, name = "") => ({ name, value, worth: null, children: [], moves: null, turn: 0, chances: null });
export const inner = (children, name = "") => ({ ...leaf(null, name), children });

/** What is wrong with a word as the name of a node; empty where nothing is. */
const wrongName = (word) => (NOT_FINITE.test(word) ? `${word} is no number that a leaf can have` : "");

/** Give a node the name that was written at it, which may be that of a player or of chance. */
function named(node, name) {
  const turn = TURNS[name.toLowerCase()] ?? 0;
  if (turn) node.turn = turn; else if (CHANCE.test(name)) node.chances ??= []; else if (name) node.name = name;
  return node;
}

/** A node of chance with its outcomes; an error says what is wrong with their probabilities. */
function ofChance(children, chances) {
  const sum = chances.reduce((all, one) => all + one, 0);
  if (chances.some((one) => !(one > 0 && one <= 1))) throw new Error("A probability is above 0 and up to 1, such as 0.5: 3 or 1/3: 3.");
  if (Math.abs(sum - 1) > ROUNDING) throw new Error(`The probabilities of chance add up to ${Number(sum.toPrecision(6))}, not to 1.`);
  return { ...inner(children), chances };
}

/** The places of what is read, and what is wrong there. */
class Reader {
  constructor(text) {
    Object.assign(this, { text, at: 0, deep: 0, isNamed: false });
    this.next();
  }

  next() {
    const { token } = this;
    TOKEN.lastIndex = this.at;
    const { groups, 0: all } = TOKEN.exec(this.text), [kind, text] = Object.entries(groups).find(([, found]) => found !== undefined);
    this.token = { kind, text, at: this.at + all.length - text.length, follows: all.length === text.length };
    this.at += all.length;
    return token;
  }

  /** Refuse the text for what stands at a place. */
  fail(problem, at = this.token.at) {
    const above = this.text.slice(0, at).split("\n"), column = above.at(-1).length + 1;
    throw new Error(`${this.text.includes("\n") ? `Line ${above.length}, character` : "Character"} ${whole(column)}: ${problem}.`);
  }

  get shown() { return this.token.kind === "end" ? "the end of the text" : `“${this.token.text.slice(0, 20)}”`; }

  is(sign) { return this.token.kind === "sign" && sign.includes(this.token.text); }

  all() {
    const found = [];
    while (this.token.kind !== "end") {
      found.push(this.node());
      this.comma();
      if (this.token.kind === "close") this.fail(`${this.shown} closes nothing`);
      if (this.is(";")) this.semicolon();
    }
    if (!found.length) throw new Error(`Type a tree: ${FORM}.`);
    const root = found.length > 1 ? inner(found) : found[0];
    return this.isNamed ? collapsed(root) : root;
  }

  /** Pass a comma, behind which there must not be another one. */
  comma() {
    if (!this.is(",")) return;
    this.next();
    if (this.is(",")) this.fail("nothing stands between two commas");
  }

  /** Pass the semicolon that ends a text of Newick's; it separates nothing. */
  semicolon() {
    const { at } = this.token;
    this.next();
    if (this.token.kind !== "end") this.fail("“;” separates groups only where no brackets do: write a comma, and a point in 0.5", at);
  }

  node() {
    const { kind, text, at } = this.token;
    if (kind === "number") {
      if (!Number.isFinite(numberOf(text))) this.fail(`${text.slice(0, 20)} is too large`);
      this.next();
      return leaf(numberOf(text));
    }
    if (kind === "wrong") this.fail(`${this.shown} is no number`);
    if (kind === "open") return this.bracket();
    if (kind !== "word" && kind !== "text") this.fail(`${this.shown} is not expected here: ${FORM}`);
    const name = this.name();
    if (this.is("=:")) this.next();
    if (!["number", "open", "word"].includes(this.token.kind)) this.fail(`a number or a bracket is expected after ${name}, not ${this.shown}`);
    return named(this.node(), name);
  }

  name() {
    const { kind, text, at } = this.next(), wrong = kind === "word" ? wrongName(text) : "";
    if (wrong) this.fail(wrong, at);
    try { return kind === "text" ? JSON.parse(text) : text; } catch { return this.fail(`${text.slice(0, 20)} is no name`, at); }
  }

  /** Read past the probability of an outcome and its colon; null where none stands here. */
  probability() {
    LIKELY.lastIndex = this.token.at;
    const [all, above, below = "1"] = LIKELY.exec(this.text) ?? [];
    if (all === undefined) return null;
    this.at = this.token.at + all.length;
    this.next();
    return numberOf(above) / Number(below);
  }

  /** What stands in brackets. Their first word is their own name where it does not belong to what follows it. */
  bracket() {
    const { text: opened, at } = this.next(), found = [], chances = [];
    let own = "";
    if (++this.deep > DEEPEST) this.fail(`the tree is deeper than ${DEEPEST} plies`, at);
    if (["word", "text"].includes(this.token.kind)) {
      const name = this.name();
      if (this.is("=:") || (this.token.kind === "open" && this.token.follows)) {
        if (this.is("=:")) this.next();
        found.push(named(this.node(), name));
      } else {
        own = name;
        this.isNamed = true;
        if (this.is(",")) this.fail(`a number or a bracket is expected after ${name}, not ${this.shown}`);
      }
    }
    for (;;) {
      if (found.length) this.comma();
      if (this.token.kind === "close") break;
      if (this.token.kind === "end") this.fail(`a bracket ${opened} is not closed`, at);
      if (this.is(";")) this.semicolon();
      const before = this.token.at, chance = this.probability();
      if (chance !== null && opened !== "(") this.fail("outcomes of chance stand in round brackets, such as (0.9: 2, 0.1: 3)", before);
      if ((chance !== null) !== (chances.length > 0) && found.length) this.fail("each outcome of chance has a probability before it, such as 0.5: 3", before);
      if (chance !== null) chances.push(chance);
      found.push(this.node());
    }
    if (this.token.text !== CLOSES[opened]) this.fail(`${this.shown} does not close ${opened}`);
    this.next();
    this.deep--;
    if (!own && this.token.kind === "word" && this.token.follows) own = this.name();
    if (!found.length) this.fail("a position without moves needs a number", at);
    return named(chances.length ? ofChance(found, chances) : inner(found), own);
  }
}

/** A tree in the form `[A [B [3] [12]]]`, in which a number in brackets of its own is a leaf. */
function collapsed(node) {
  const [only, more] = node.children;
  if (only && !more && only.value !== null && !only.name) return { ...only, name: node.name };
  return { ...node, children: node.children.map(collapsed) };
}

/** Stands in JSON for outcomes of chance, with pairs of a probability and a node. */
const OUTCOMES = "\0";

/** Objects with outcomes of chance in round brackets in them as JSON. */
function asJson(text) {
  const open = [];
  return text.replace(/"(?:[^"\\]|\\.)*"|([\d.]+)\s*\/\s*([\d.]+)(?=\s*:)|[[\](){}:,]/g, (sign, above, below) => {
    if (above) return String(above / below);
    const isOutcome = open[open.length - 1] === "(";
    if (sign in CLOSES) open.push(sign); else if (Object.values(CLOSES).includes(sign)) open.pop();
    return sign === "(" ? `{${JSON.stringify(OUTCOMES)}:[[` : sign === ")" ? "]]}" : isOutcome && sign === "," ? "],[" : isOutcome && sign === ":" ? "," : sign;
  });
}

/** Nested lists as JSON has them: tracer/games/tree_text.py. */
function fromJson(given, deep = 0) {
  if (deep > DEEPEST) throw new Error(`The tree is deeper than ${DEEPEST} plies.`);
  if (typeof given === "number") return leaf(given);
  const listed = (children) => {
    if (!children || typeof children !== "object" || !Object.keys(children).length) throw new Error("A position without moves needs a number.");
    if (OUTCOMES in children) return ofChance(children[OUTCOMES].map(([, child]) => fromJson(child, deep + 1)), children[OUTCOMES].map(([chance]) => chance));
    const found = inner(Object.values(children).map((child) => fromJson(child, deep + 1)));
    return Array.isArray(children) ? found : { ...found, moves: Object.keys(children) };
  };
  if (Array.isArray(given) || given?.[OUTCOMES]) return listed(given);
  if (!given || typeof given !== "object") throw new Error(`${JSON.stringify(given)} is neither a number nor a list.`);
  const { name = "", value = null, turn = "", children = null, ...others } = given, [wrong] = Object.keys(others);
  if (wrong !== undefined) throw new Error(`Unknown field ${wrong}: an object has name, value, turn and children.`);
  const node = children === null ? fromJson(value, deep + 1) : listed(children), mover = TURNS[String(turn).toLowerCase()] ?? 0;
  if (turn && !mover) throw new Error("turn is MAX or MIN.");
  if (turn && node.chances) throw new Error("A node of chance has no turn.");
  if (children !== null && value !== null && !Number.isFinite(value)) throw new Error("The value beside children is a number.");
  return { ...node, name: String(name), turn: mover, worth: children === null ? null : value };
}

/** The words of a line, between which one comma may stand. */
function split(line, between) {
  if (/^\s*,|,\s*,/.test(line)) throw new Error("Nothing stands before a comma.");
  return line.split(between).filter(Boolean);
}

/** Groups of numbers with bars between them; two bars part what one bar parts inside. */
function fromBars(text, bars = "|".repeat(Math.max(...[...text.matchAll(/\|+/g)].map(([run]) => run.length)))) {
  if (!bars) {
    const found = split(text, /[\s,]+/).map((one) => leaf(numberOf(one)));
    if (!found.length || found.some(({ value }) => !Number.isFinite(value))) throw new Error(`Between bars stand numbers, not “${text.trim()}”.`);
    return inner(found);
  }
  return inner(text.split(bars).map((part) => fromBars(part, bars.slice(1))));
}

/** Lines of which each stands below the nearest line before it that is less indented; several numbers in a line are its leaves. */
function fromLines(text) {
  const root = inner([]), open = [{ column: -1, node: root }];
  for (const [number, line] of text.replace(/\t/g, "    ").split("\n").entries()) {
    const column = /^[\s│├└─╰╭┬|`]*(?:[-*•+]\s+)?/.exec(line)[0].length, content = line.slice(column).replace(/[;,\s]+$/, "");
    const fail = (problem) => { throw new Error(`Line ${number + 1}: ${problem}.`); };
    if (!content) continue;
    if (/(?:^|[\s,:=])[\d.]+\s*:/.test(content)) fail("outcomes of chance stand in round brackets in a tree of one line, such as (0.9: 2, 0.1: 3)");
    const words = split(content, /[\s,:=]+/), first = words.findLastIndex((word) => !NUMBER.test(word)) + 1, values = words.slice(first).map(numberOf);
    const wrong = words.map((word) => (/^[-−+]?[\d.]*$/.test(word) && !NUMBER.test(word) && /\d/.test(word) ? `${word.slice(0, 20)} is no number` : /[|;]/.test(word) ? "“|” and “;” separate groups in a tree of one line" : wrongName(word))).find(Boolean);
    if (wrong) fail(wrong);
    while (open[open.length - 1].column >= column) open.pop();
    const above = open[open.length - 1].node, node = named(values.length === 1 ? leaf(values[0]) : inner(values.map((value) => leaf(value))), words.slice(0, first).join(" "));
    if (above.value !== null) fail("what stands above it has a number, and so no moves");
    above.children.push(node);
    open.push({ column, node });
  }
  const empty = (node) => node.value === null && (!node.children.length || node.children.some(empty));
  if (empty(root)) throw new Error("Each line without a number needs further indented lines below it.");
  return root.children.length === 1 ? root.children[0] : root;
}

/** The nodes in pre-order, as `TypedTree` takes them. */
export function flat(root) {
  const tree = { parent: [], label: [], turn: [], value: [], name: [], chance: [] }, stack = [[-1, "", root, 1, 0, null]];
  while (stack.length) {
    const [parent, label, node, awaited, ply, chance] = stack.pop(), here = tree.parent.length, turn = node.chances ? 0 : node.turn || awaited, size = node.children.length;
    if (node.chances && !size) throw new Error("A node of chance has outcomes, such as chance(3, 12) or (0.9: 3, 0.1: 12).");
    if (node.value !== null && !Number.isFinite(node.value)) throw new Error("A number in it is too large: a leaf has up to 1.8e308, far from infinity.");
    if (here >= MOST) throw new Error(`A typed tree has up to ${whole(MOST)} nodes.`);
    tree.parent.push(parent);
    tree.label.push(label);
    tree.turn.push(turn);
    tree.value.push(size ? node.worth : node.value);
    tree.chance.push(chance);
    tree.name.push(node.name === label ? "" : node.name.replace(/\p{C}/gu, "").slice(0, 60));
    for (let place = size - 1; place >= 0; place--) {
      stack.push([here, node.moves ? node.moves[place] : nameMove(ply, place), node.children[place], -turn || awaited, ply + 1, node.chances && (node.chances[place] ?? 1 / size)]);
    }
  }
  return tree;
}

/** Read a tree; an error says what is wrong, and where. */
export function readTree(text) {
  if (text.length > LONGEST) throw new Error(TOO_LONG);
  let given;
  try { given = JSON.parse(text.replace(/−/g, "-")); } catch { given = undefined; }
  if (given === undefined && text.includes("{") && text.includes("(")) try { given = JSON.parse(asJson(text.replace(/−/g, "-"))); } catch { /* brackets of another form */ }
  if (given !== undefined) return flat(fromJson(given));
  const isBare = !/[[({]/.test(text);
  if (isBare && /\S[^\n]*\n[^\n]*\S/.test(text)) return flat(fromLines(text));
  if (isBare && text.includes("|") && text.includes(";")) throw new Error("Separate the groups by “|” alone, or by “;” alone.");
  if (isBare && /[|;]/.test(text)) return flat(fromBars(text.replace(/;\s*$/, "").replace(/;/g, "|")));
  return flat(new Reader(text).all());
}
