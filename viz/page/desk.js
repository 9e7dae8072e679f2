// What the playground has above its trees: the tree as a text or a choice, the searches, and what can be done with what is seen.

import { RANDOM, SQUARES } from "./choices.js";
import { button, choice, make } from "./dom.js";
import { RANDOM_ORDERS, randomText } from "./random.js";
import { MINIMAX, ORDERS, SEARCHES, suits } from "./search.js";
import { EMPTY, boardText, readBoard, toMove, winner } from "./squares.js";
import { LONGEST, TOO_LONG } from "./treetext.js";

const FAILS = { soft: "fail-soft", hard: "fail-hard" };
export const LETTERS = ["A", "B"];
/** How a tree is drawn by chance at first. */
const DRAWN = "random:b=3,d=3,seed=1,order=random";

/** The lists of one search. */
class SearchRow {
  constructor(letter, changed, remove) {
    const list = (name, words, choices) => choice(`${words}${letter ? ` of ${letter}` : ""}`, choices, (value) => changed(name, value));
    [this.letter, this.amounts] = [make("b", { "aria-hidden": "true" }, letter), make("span", { class: "amounts", "aria-hidden": "true" })];
    this.lists = {
      search: list("search", "search", Object.fromEntries(Object.entries(SEARCHES).map(([name, { title }]) => [name, title]))),
      order: list("order", "order of moves", Object.fromEntries(Object.entries(ORDERS).map(([name, words]) => [name, `moves ${words}`]))),
      cut: list("cut", "cut where a value is", { ">=": "cut on ≥", ">": "cut on >" }),
      fail: list("fail", "what a value outside the window becomes", FAILS),
      depth: choice(`depth${letter ? ` of ${letter}` : ""}`, {}, (value) => changed("depth", Number(value) || null)),
    };
    this.element = make("div", { class: "searched", role: "group", "aria-label": letter ? `search ${letter}` : "the search" }, this.letter, ...Object.values(this.lists),
      ...(remove ? [button("×", "one search alone", remove)] : []), this.amounts);
  }

  update(search, tree) {
    const { depths } = tree;
    if (this._depths !== depths.join()) this.lists.depth.replaceChildren(...[["", "to the end"], ...depths.map((depth) => [depth, `to depth ${depth}`])].map(([value, words]) => make("option", { value }, words)));
    this._depths = depths.join();
    this.lists.depth.hidden = !depths.length;
    for (const option of this.lists.search.options) option.hidden = option.disabled = !suits(option.value, tree);
    for (const [name, list] of Object.entries(this.lists)) list.value = search[name] ?? "";
    this.lists.cut.hidden = !SEARCHES[search.search].windowed;
    this.lists.fail.hidden = !SEARCHES[search.search].fails;
  }
}

export class Desk {
  /** `host` has `choose(change)`, which takes some of `text` and `searches`, `look()`, and `mark()`, which hears of drafts; `examples` are names with texts; `uses` are buttons. */
  constructor(host, examples, uses) {
    Object.assign(this, { host, examples, found: null, hasDraft: false, _rows: [] });
    this.text = make("textarea", { rows: 1, spellcheck: "false", autocomplete: "off", autocapitalize: "off", maxlength: LONGEST + 1, "aria-label": "tree", title: "nested lists, indented lines, max(min(3,12),min(2,4)), A(B(3,12),C(2,4)), or 3 12 | 2 4", oninput: () => this._typed(), onkeydown: (event) => this._key(event) });
    this.refused = make("p", { class: "refused", role: "alert", id: "plyscope-refused" });
    this.text.setAttribute("aria-describedby", this.refused.id);
    this.begin = choice("begin with", { "": "examples …", ...Object.fromEntries(examples.map(([name, text]) => [text, name])), [DRAWN]: "a random tree", [SQUARES]: "tic-tac-toe" }, (text) => this._begin(text), { class: "begin" });
    this.root = choice("who moves at the root", { 1: "MAX at the root", "-1": "MIN at the root" }, (turn) => host.turnRoot(Number(turn)));
    this.random = this._random();
    this.squares = make("div", { class: "squares", role: "group", "aria-label": "position" });
    this.rows = make("div", { class: "rows" });
    this.beside = button("+ second search", "search the same tree in a second way, side by side", () => this._beside());
    this.counts = make("p", { class: "counts unseen", role: "status" });
    this.said = make("p", { class: "said", role: "status" });
    this.uses = make("div", { class: "uses" }, ...uses);
    this.body = make("div", { class: "body" }, make("div", { class: "typed" }, this.text, this.begin, this.root), this.refused, this.random,
      make("div", { class: "searches" }, this.squares, make("div", { class: "run" }, this.rows, this.beside, this.counts, this.uses)), this.said);
    this.opener = make("button", { type: "button", class: "opener", "aria-expanded": "false", onclick: () => this.open(!this.element.classList.contains("open")) }, make("b", {}, "Tree and search"), make("span"));
    this.element = make("section", { class: "desk", "aria-label": "Tree and search" }, this.opener, this.body);
    this.element.addEventListener("keydown", (event) => { this.clicks = false; if (event.key === "Escape") this.open(false); });
    this.element.addEventListener("pointerdown", () => { this.clicks = true; });
    this.element.addEventListener("change", ({ target }) => { if (this.clicks && target.matches("select") && !this.element.classList.contains("open")) host.look(); }); // the keys are the tree's again
  }

  /** Where there is little room, the choices are shown when they are asked for. */
  open(isOpen) {
    this.element.classList.toggle("open", isOpen);
    this.opener.setAttribute("aria-expanded", String(isOpen));
  }

  _random() {
    const number = (name, words, least, most) => make("label", {}, words, make("input", { type: "number", name, min: least, max: most, step: 1, oninput: () => this._drawn() }));
    const order = choice("where the best move stands", Object.fromEntries(RANDOM_ORDERS.map((name) => [name, `${name === "random" ? "best move anywhere" : name === "strong" ? "best mostly first" : `best move ${name === "best" ? "first" : "last"}`}`])), () => this._drawn(), { name: "order" });
    return make("div", { class: "random", role: "group", "aria-label": "random tree" }, number("b", "moves", 1, 9), number("d", "plies", 0, 12), number("seed", "seed", 0, 99999), order, button("another", "another seed", () => {
      this.random.querySelector("[name=seed]").value = String(Number(this.random.querySelector("[name=seed]").value) + 1);
      this._drawn();
    }));
  }

  _drawn() {
    const given = Object.fromEntries(["b", "d", "seed", "order"].map((name) => [name, this.random.querySelector(`[name=${name}]`).value]));
    if (["b", "d", "seed"].some((name) => given[name] === "")) return;
    this.host.choose({ text: randomText({ ...given, turn: this.found.asked.turn }) }, "draw");
  }

  _begin(text) {
    this.begin.value = "";
    if (text) this.host.choose({ text });
  }

  _typed() {
    if (this.text.value.length > LONGEST) {
      this.text.value = this.found?.typed ?? ""; // a box of so much text would stop the page
      this.refuse(`${TOO_LONG} The text is the one before it.`);
      return;
    }
    this._grow();
    this.hasDraft = false;
    this.host.choose({ text: this.text.value }, "type");
    this.hasDraft = this.refused.textContent !== "";
    this.host.mark();
  }

  /** Put the text of the last whole tree in the place of what was typed and has a mistake. */
  dropDraft() {
    this.hasDraft = false;
    this.text.value = this.found?.typed ?? "";
    this._grow();
    this.refuse("");
    this.host.mark();
    this.say("The text is that of the tree again.");
  }

  /** A line more is typed with Shift, or where the text has lines already. */
  _key(event) {
    if (event.key === "Escape") { this.open(false); this.host.look(); return; }
    if (event.key !== "Enter" || event.shiftKey || this.text.value.includes("\n")) return;
    event.preventDefault();
    this.open(false);
    this.host.look();
  }

  _grow() {
    this.text.rows = Math.min(this.text.value.split("\n").length, 6);
  }

  _beside() {
    const [first] = this.host.searches, search = SEARCHES[first.search].windowed ? MINIMAX : "alphabeta";
    this.host.choose({ searches: [first, { ...first, search }] });
  }

  /** Say what is wrong with what was typed; nothing where nothing is. */
  refuse(problem) {
    this.refused.textContent = problem;
    this.text.setAttribute("aria-invalid", String(Boolean(problem)));
  }

  /** Say what is wrong with something else than what was typed. */
  warn(problem) { this.refused.textContent = problem; }

  /** Say how much each search visits and prunes: of two beside each, in words together; of one alone the view shows it. */
  count(amounts) {
    this.counts.textContent = amounts.map((words, place) => `${amounts.length > 1 ? `${LETTERS[place]}: ` : ""}${words}`).join("; ");
    for (const [place, row] of this._rows.entries()) row.amounts.textContent = amounts.length > 1 ? amounts[place] : "";
  }

  /** Say what was done. */
  say(words) { this.said.textContent = words; }

  /** Show that a file is shown, in place of a tree that is searched here. */
  showFile(name) {
    this.text.value = "";
    this.text.placeholder = `${name}: a recording from a file. Type or choose a tree to search it here.`;
    for (const part of [this.random, this.squares, this.rows, this.beside]) part.hidden = true;
    this.root.disabled = true;
    this.count([]);
    this.opener.querySelector("span").textContent = name;
  }

  /** Show what is searched: the tree, the searches, and how they are called together; a text that is being typed stays as it is. */
  show(found, searches, isTyped, said) {
    Object.assign(this, { found, hasDraft: false });
    this.rows.hidden = false;
    this.say("");
    if (!isTyped || document.activeElement !== this.text) this.text.value = found.typed;
    this._grow();
    this.root.value = String(found.tree.turn[0]);
    this.root.disabled = found.sort === SQUARES;
    this.root.hidden = found.tree.turn[0] === 0;
    this.random.hidden = found.sort !== RANDOM;
    if (found.sort === RANDOM) for (const [name, value] of Object.entries(found.asked)) {
      const field = this.random.querySelector(`[name=${name}]`);
      if (field && field !== document.activeElement) field.value = String(value);
    }
    this._board(found);
    if (this.rows.children.length !== searches.length) {
      this._rows = searches.map((_, place) => new SearchRow(searches.length > 1 ? LETTERS[place] : "", (name, value) => this._choose(place, name, value),
        searches.length > 1 ? () => this.host.choose({ searches: this.host.searches.filter((one) => one !== this.host.searches[place]) }) : null));
      this.rows.replaceChildren(...this._rows.map(({ element }) => element));
    }
    this._rows.forEach((row, place) => row.update(searches[place], found.tree));
    this.beside.hidden = searches.length > 1 || found.tree.hasChance;
    this.opener.querySelector("span").textContent = said;
  }

  _choose(place, name, value) {
    this.host.choose({ searches: this.host.searches.map((search, at) => (at === place ? { ...search, [name]: value } : search)) });
  }

  /** The position as squares that are clicked: empty, X or O, as whose turn it is. */
  _board({ sort, board }) {
    this.squares.hidden = sort !== SQUARES;
    if (sort !== SQUARES) return;
    const at = this.squares.contains(document.activeElement) ? [...this.squares.querySelectorAll(".square")].indexOf(document.activeElement) : -1;
    const squares = [...board].map((stone, square) => make("button", { type: "button", class: `square ${stone === "." ? "" : stone.toLowerCase()}`,
      "aria-label": `${"abc"[square % 3]}${1 + Math.floor(square / 3)}: ${stone === "." ? "empty" : stone}`, onclick: () => this._put(square) }, stone === "." ? "" : stone));
    const next = winner(board) ? "Game over" : `${toMove(board)} moves`;
    this.squares.replaceChildren(make("div", { class: "grid" }, ...squares), make("p", {}, `${next}: click a square`, button("empty", "take all stones away", () => this.host.choose({ text: SQUARES }))));
    if (at >= 0) this.squares.querySelectorAll(".square")[at].focus();
  }

  /** Place the stone of whose turn it is; a stone that is there goes, or becomes the other one where only that can be. */
  _put(square) {
    const { board } = this.found, won = winner(board);
    if (won && board[square] === ".") { this.refuse(`The game is over: ${won} has three in a row. Take a stone of it away first.`); return; }
    const tries = board[square] === "." ? [toMove(board), toMove(board) === "X" ? "O" : "X"] : [".", board[square] === "X" ? "O" : "X"];
    for (const stone of tries) {
      const changed = board.slice(0, square) + stone + board.slice(square + 1);
      try { readBoard(changed); } catch { continue; }
      this.host.choose({ text: changed === EMPTY ? SQUARES : `${SQUARES}:${boardText(changed)}` });
      return;
    }
    this.refuse("X begins, so X has as many stones as O or one more: take another stone away first.");
  }
}
