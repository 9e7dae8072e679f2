// The playground: a tree and one or two searches of it, all of which are chosen here and stand in the address.

import { read } from "./address.js";
import { FIRST, SQUARES, changedTree, command, missed, nameOf, readChoices, recorded, suited, treeOf, unsuited, written } from "./choices.js";
import { Desk, LETTERS } from "./desk.js";
import { button, make } from "./dom.js";
import { dropped } from "./dropped.js";
import { Following } from "./follow.js";
import { Grower } from "./grow.js";
import { mount } from "./main.js";
import { whole } from "./numbers.js";
import { MINIMAX, TypedTree } from "./search.js";
import { MOST, worksheet } from "./sheet.js";
import { fileName, png, savePng, saveSvg, svgText } from "./tools.js";
import { amounts } from "./words.js";

/** Milliseconds after the last change until the address names it: browsers take offence at more. */
const SETTLED = 250;
/** Changes that can be taken back, and mistakes of a link that are listed. */
const KEPT = 500, SAID = 4;

class Playground {
  constructor(place, given) {
    Object.assign(this, { place, given, past: [], views: [], searches: [FIRST], _change: "", _follows: false });
    this.desk = new Desk(this, given.examples, this._uses());
    this.stage = make("div", { class: "views" });
    place.classList.add("plyscope", "playground");
    place.replaceChildren(this.desk.element, this.stage);
    place.addEventListener("change", ({ target }) => { if (target.getAttribute("aria-label") === "colours") this._dress(target.value); });
  }

  get tree() { return this.found.tree; }
  get canUndo() { return this.past.length > 0 || this.desk.hasDraft; }

  /** Show what an address says; of a tree that cannot be read, or of none, the first example. */
  open(address) {
    const asked = readChoices(address), [[, first]] = this.given.examples;
    let found;
    try { found = treeOf(asked.text ?? first); } catch (error) {
      found = treeOf(first);
      asked.wrong.push(`the tree cannot be read: ${error.message.replace(/\.$/, "")}`);
    }
    const { tree } = found, searches = asked.searches.map((search) => suited(search, tree));
    asked.wrong.push(...asked.searches.flatMap((search, place) => unsuited(search, tree, place ? "2" : "")));
    Object.assign(this, { found, searches, past: [] });
    this._search(true);
    const [view, other] = this.views, { trace } = view.model, wrong = [...asked.wrong, ...missed(address, trace, other?.model.trace)];
    if (/[#&](step|root|node|open|shut)=/.test(address)) view.restore(read(address, trace));
    if (other && asked.step !== null) this._alone(() => other.go(Math.min(asked.step, other.model.trace.steps - 1)));
    this.desk.warn(wrong.length ? `Not understood in this link: ${wrong.slice(0, SAID).join("; ")}${wrong.length > SAID ? "; …" : ""}.` : "");
  }

  /** Take another tree or other searches, with `change` a name of what goes on; all of one name is taken back at once. */
  choose({ text, searches }, change = "") {
    try {
      const found = text === undefined ? this.found ?? treeOf(this.given.examples[0][1]) : treeOf(text);
      this._take(found, searches ?? this.searches, change);
    } catch (error) {
      this.desk.refuse(error.message);
    }
  }

  /** Take a tree that was changed by hand. */
  change(tree, change) { this._take(changedTree(this.found, tree), this.searches, change); }

  turnRoot(turn) {
    const { asked, tree } = this.found;
    if (asked) { this.choose({ text: `random:b=${asked.b},d=${asked.d},seed=${asked.seed},order=${asked.order},turn=${turn > 0 ? "MAX" : "MIN"}` }); return; }
    if (tree.turn[0] !== turn) this.change(new TypedTree({ ...tree, turn: tree.turn.map((one) => -one) }), "");
  }

  undo() {
    if (this.desk.hasDraft) { this.desk.dropDraft(); this._change = ""; return; }
    const last = this.past.pop();
    if (!last) { this.desk.say("There is nothing to take back."); return; }
    Object.assign(this, last, { _change: "" });
    this._search();
  }

  look() { this.stage.querySelector("canvas.tree").focus({ preventScroll: true }); }

  _take(found, searches, change) {
    if (this.found && (!change || change !== this._change)) this.past.push({ found: this.found, searches: this.searches });
    this.past.splice(0, this.past.length - KEPT);
    Object.assign(this, { found, searches: searches.map((search) => suited(search, found.tree)), _change: change });
    this._search();
  }

  /** Search again, and show it. Views of the same sort of tree keep what they show. */
  _search(anew = false) {
    const { found, searches } = this, traces = searches.map((search, place) => recorded(found, search, this.given, searches.length > 1 ? LETTERS[place] : "")), sort = found.sort === SQUARES;
    this.desk.refuse("");
    this.following = traces.length > 1 ? new Following(...traces) : null;
    if (anew || this._sort !== sort || this.views.length !== traces.length) this._mount(traces);
    else this.views.forEach((view, place) => this._alone(() => view.adopt(traces[place])));
    this._sort = sort;
    this._follow(0);
    this.desk.show(found, searches, this._change === "type", `${found.place}: ${searches.map(nameOf).join(" and ")}`);
    this.desk.count(traces.map((trace) => amounts(trace, trace.steps - 1).join(" · ")));
    this.mark();
    this._name();
  }

  /** Let the button that takes back be one that does. */
  mark() { this.back.disabled = !this.canUndo; }

  _mount(traces) {
    const step = this.views.length ? this.views[0].step() : null, theme = this.place.dataset.theme ?? "";
    for (const view of this.views) view.destroy();
    const places = traces.map(() => make("div", { class: "view" }));
    this.stage.replaceChildren(...places);
    this.place.classList.toggle("pair", traces.length > 1);
    this.views = traces.map((trace, place) => mount(places[place], trace, {
      step: step === null ? null : Math.min(step, trace.steps - 1), theme, keys: place ? places[place] : document,
      onview: () => { this._follow(place); this._name(); }, link: this.found && (() => this._link()),
      editor: !this.found ? undefined : this.found.sort === SQUARES ? () => null : (model, notify) => new Grower(model, notify, this),
    }));
    places.forEach((one, place) => { if (traces.length > 1) one.setAttribute("aria-label", `search ${LETTERS[place]}`); });
  }

  /** Do something that no other view follows. */
  _alone(act) {
    const before = this._follows;
    this._follows = true;
    act();
    this._follows = before;
  }

  /** Let the other view follow one. */
  _follow(place) {
    if (this._follows || !this.following) return;
    const from = this.views[place].model, to = this.views[1 - place].model, { following } = this;
    this._alone(() => {
      to.go(following.step(from, to.trace));
      const node = from.selected === from.current ? to.current : following.counterpart(from.trace, to.trace, from.selected);
      if (node !== to.selected) to.select(node);
    });
  }

  get address() { return this.found === null ? "" : `${written(this.found.typed, this.searches)}&${this.views[0].address}${this.views[1] ? `&step2=${this.views[1].step()}` : ""}`; }

  _link() {
    try { history.replaceState(null, "", `#${this.address}`); } catch { /* a frame without an address of its own */ }
    return location.href.replace(/#.*$/, "") + `#${this.address}`;
  }

  _name() {
    clearTimeout(this._timer);
    if (!this.found) return; // no address has what is in a file
    this._timer = setTimeout(() => this._link(), SETTLED);
  }

  _dress(theme) {
    if (theme) this.place.dataset.theme = theme; else delete this.place.dataset.theme;
    for (const list of this.stage.querySelectorAll("[aria-label=colours]")) {
      if (list.value === theme) continue;
      list.value = theme;
      list.dispatchEvent(new Event("change"));
    }
  }

  _uses() {
    const file = make("input", { type: "file", accept: ".html,.json,.txt", hidden: true, onchange: () => { this.drop(file.files[0]); file.value = ""; } });
    this.back = button("undo", "take the last change back (ctrl+Z)", () => this.undo(), { disabled: true });
    return [this.back, button("copy link", "copy a link that shows exactly this", () => this._copyLink()),
      button("copy SVG", "copy the picture of the tree as it is seen, as SVG", () => this._copyPicture("SVG")), button("copy PNG", "copy the picture of the tree as it is seen, as PNG", () => this._copyPicture("PNG")),
      button("worksheet", "print this tree as a worksheet, with its solution on a second page", () => this._sheet()),
      button("explorer", "the command that opens this in the terminal", () => this._explorer()),
      button("open", "open a page or data that plyscope exported, or a tree in a file; it can be dropped here too", () => file.click()), file];
  }

  _copyLink() {
    if (!this.found) { this.desk.say("No link has what is in a file."); return; }
    this._copy("The link", this._link(), this.desk.hasDraft ? " It has the last whole tree: the text above has a mistake." : "");
  }

  async _copy(what, text, besides = "") {
    try {
      await navigator.clipboard.writeText(text);
      this.desk.say(`${what} was copied.${besides}`);
    } catch { this.desk.say(`${what}: ${text}${besides}`); }
  }

  /** Copy the picture; SVG as a text too, which programs take that know no other picture than a bitmap. */
  async _copyPicture(format) {
    const { tree, model } = this.views[0], { title } = model.trace.header, isText = format === "SVG", mime = "image/svg+xml";
    try {
      const text = isText && svgText(tree, title), drawing = isText && ClipboardItem.supports?.(mime) ? { [mime]: new Blob([text], { type: mime }) } : {};
      await navigator.clipboard.write([new ClipboardItem(isText ? { "text/plain": text, ...drawing } : { "image/png": png(tree) })]);
      this.desk.say(`The picture was copied as ${format}; ${format} above the tree saves it as a file.`);
    } catch {
      (isText ? saveSvg : savePng)(tree, fileName(title, model.step), title);
      this.desk.say("This browser copies no such pictures: it was saved as a file.");
    }
  }

  _explorer() {
    if (!this.found) { this.desk.say("A file is opened by its name: plyscope explore FILE."); return; }
    const line = command(this.found, this.searches), close = () => dialog.remove();
    const dialog = make("dialog", { class: "command", "aria-label": "In the terminal", onclose: close }, make("p", {}, "This tree and search in the terminal:"), make("code", { tabindex: 0 }, line),
      make("form", { method: "dialog" }, button("copy", "copy the command", () => this._copy("The command", line)), " ", make("button", {}, "close")));
    this.place.append(dialog);
    dialog.showModal();
  }

  _sheet() {
    const [view] = this.views, { trace } = view.model, [search] = this.searches, nodes = this.found ? this.tree.parent.length : Infinity;
    if (nodes > MOST) { this.desk.say(this.found ? `A worksheet has room for ${MOST} nodes; this tree has ${whole(nodes)}.` : "plyscope worksheet FILE makes worksheets of files."); return; }
    this.place.parentElement.querySelector(".sheet")?.remove();
    const paper = make("div", { class: "plyscope unseen", "data-theme": "print" });
    this.place.append(paper);
    this.place.after(worksheet(trace, recorded(this.found, suited({ ...FIRST, search: MINIMAX, order: search.order, depth: search.depth }, this.tree), this.given), nameOf(search), paper));
    paper.remove();
    print();
  }

  /** Open a file: data of a search that the playground has are searched again, another recording is shown as it is. */
  async drop(file) {
    if (!file) return;
    const { found, searches } = this;
    try {
      const { choices, trace } = await dropped(await file.text(), this.given.header);
      if (choices) { this.choose(choices); return; }
      Object.assign(this, { found: null, following: null, _sort: null });
      this._mount([trace]);
      if (found) this.past.push({ found, searches });
      this.desk.showFile(file.name);
      this.mark();
    } catch (error) {
      Object.assign(this, { found: found ?? treeOf(this.given.examples[0][1]), searches });
      this._search(true);
      this.desk.refuse(`${file.name}: ${error.message}`);
    }
  }

  print(on) {
    for (const view of this.views) view.print(on);
    if (!on) document.querySelector(".sheet")?.remove();
  }
}

const place = document.querySelector("main"), playground = new Playground(place, JSON.parse(document.querySelector("[data-plyscope=playground]").textContent));
playground.open(location.hash);
addEventListener("hashchange", ({ newURL }) => { const { hash } = new URL(newURL); if (hash !== `#${playground.address}`) playground.open(hash); });
addEventListener("beforeprint", () => playground.print(true));
addEventListener("afterprint", () => playground.print(false));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  playground.drop(event.dataTransfer.files[0]);
});
addEventListener("keydown", (event) => {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
  event.preventDefault();
  playground.undo();
});
place.removeAttribute("aria-busy");
