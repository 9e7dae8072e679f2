// The whole view in one element. It owns nothing outside of it; `mount` gives back what moves it and what removes it.

import { written } from "./address.js";
import { Camera, handle } from "./camera.js";
import { Controls, Player, Thumbs, result, story } from "./controls.js";
import { LogModel } from "./course.js";
import { button, freshId, make } from "./dom.js";
import { Editor } from "./edit.js";
import { Icicle } from "./icicle.js";
import { help, keyListener, legend } from "./keys.js";
import { Model } from "./model.js";
import { Outline, described } from "./outline.js";
import { Overlay } from "./overlay.js";
import { Panels } from "./panels.js";
import { Predictor } from "./predict.js";
import { overviewTools, tools } from "./tools.js";
import { Tree } from "./tree.js";

const THEMES = [["", "system"], ["light", "light"], ["dark", "dark"], ["colour-blind", "colour-blind safe"], ["print", "black on white"]];
/** Pixels of width up to which the view is a phone's, and up to which it has other names; of height, up to which it is low. */
const PHONE = 480, SIZES = [["w700", 700], ["w900", 900], ["w1100", 1100]], LOW = 560;
/** Dots to a pixel on paper. */
const PRINTED = 3;

/**
 * Show a recording in an element.
 *
 * Options: `step` (the first where none is given), `theme` ("" follows the system), `keys` (what to listen on, the element where
 * nothing is given), `wheel` (whether the wheel alone zooms), `embed` (the tree and the time alone), `onstep(step)`, `onview()`
 * after every change, `link(text)` (which makes the text of a view an address; nothing copies one without it), `editor(model,
 * changed)` (what changes the tree; null for nothing). Returns `go(step)`, `step()`, `address`, `restore(view)`, `destroy()`,
 * `print(on)`, and `adopt(trace)`, which shows another recording of the same sort.
 */
export function mount(element, trace, options = {}) {
  const view = new View(element, trace, options);
  return {
    go: (step) => view.model.go(step),
    step: () => view.model.step,
    destroy: () => view.destroy(),
    print: (on) => view.print(on),
    adopt: (found) => view.adopt(found),
    model: view.model,
    tree: view.tree,
    restore: (found) => view.restore(found),
    get address() { return view.address; },
    spot: () => view.tree.spot(view.model.current),
  };
}

class View {
  constructor(element, trace, { step = null, theme = "", keys = element, wheel = true, embed = false, onstep = null, onview = null, link = null, editor = Editor.of } = {}) {
    Object.assign(this, { element, embed, onstep, onview, link });
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.model = new (trace.log === null ? Model : LogModel)(trace, { root: trace.header.root, step, changed: (what) => this._changed(what), notice: (text) => this.notice(text) });
    this.player = new Player(this.model, () => this._played());
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.camera = new Camera(() => this.redraw(), () => this.still.matches || this.player.hurried);
    this.tree = new Tree(this.model, this.camera);
    Object.assign(this, { icicle: new Icicle(this.model), panels: new Panels(this.model), controls: new Controls(this.model, this.player) });
    this.outline = new Outline(this.model, () => this.tree.layout);
    this.editor = editor(this.model, () => this._edited());
    this.predictor = Predictor.fits(trace) ? new Predictor(this.model, () => this._predicting()) : null;
    this.thumbs = new Thumbs(this.model, this.player, () => this._slide());
    this._build(theme);
    this._listen(keys, wheel, signal);
    this._restyle();
    this._resize();
    this._tell();
  }

  _build(theme) {
    this.description = make("p", { class: "unseen", id: freshId() });
    this.canvas = make("canvas", { tabindex: 0, role: "application", "aria-label": "Game tree", "aria-describedby": this.description.id, class: "tree" });
    this.overview = make("canvas", { role: "img", class: "icicle", "aria-label": "Overview of the whole search: nodes from left to right in the order of the search, plies downwards. The slider moves through it." });
    this.hint = make("p", { class: "hint", role: "status", "aria-live": "polite" });
    this.tools = tools(this);
    this.predict = this.tools.querySelector(".predict");
    this.overlay = new Overlay(this.tree, this.camera, this.model.step ? null : story(this.model, this.player));
    this.stage = make("div", { class: "stage" }, this.canvas, this.description, this.outline.element, this.overlay.story, this.overlay.whole, this.hint);
    this.strip = make("div", { class: "overview" }, this.overview, overviewTools(this));
    this.themes = make("select", { "aria-label": "colours", title: "colours" }, ...THEMES.map(([value, name]) => make("option", { value }, name)));
    this.themes.value = theme;
    this.dialog = help(this.model.trace, this.link !== null);
    this.legend = legend(this.model.trace);
    this.bar = this._bar();
    this.main = make("div", { class: "main" });
    for (const own of [this.predictor, this.editor]) if (own) this.panels.element.prepend(own.element);
    this.element.classList.add("plyscope");
    this.element.classList.toggle("embed", this.embed);
    this.element.replaceChildren(this.bar, this.main, this.panels.element, this.thumbs.element, this.dialog);
    this._arrange();
    this._setTheme(theme);
  }

  /** The view as the end of an address. */
  get address() { return written(this.model, { shut: this.panels.shut, embed: this.embed }); }

  /** Show the view that an address names. */
  restore(found) {
    this.panels.shut = found.shut;
    this.model.restore(found);
  }

  /** Where there is little room, all but the tree stands in a sheet that comes up when it is asked for. */
  _arrange() {
    const { clientWidth: wide, clientHeight: high } = this.element, phone = wide > 0 && wide <= PHONE && !this.embed;
    for (const [name, most] of SIZES) this.element.classList.toggle(name, wide > 0 && wide <= most);
    this.element.classList.toggle("low", high > 0 && high <= LOW);
    if (this.phone === phone) return;
    this.phone = phone;
    this.element.classList.toggle("phone", phone);
    const { tools, stage, legend, strip, bar, panels } = this, parts = [tools, stage, legend, strip, this.controls.element];
    if (phone) {
      this.main.replaceChildren(stage);
      panels.element.append(this.controls.element, legend, tools, strip, this.form, this.themes);
    } else {
      this.main.replaceChildren(...parts);
      bar.querySelector(".result").after(this.form, this.themes);
    }
    (phone ? this.thumbs.element : stage).prepend(this.hint);
    if (phone && this.predict) bar.append(this.predict);
    else if (this.predict) tools.querySelector(".uses").prepend(this.predict);
    this._slide(false);
  }

  /** Let the sheet of a phone come up, or go. */
  _slide(up = !this.element.classList.contains("up")) {
    this.element.classList.toggle("up", up);
    this.thumbs.why.setAttribute("aria-expanded", String(up));
    this.panels.element.scrollTop = 0;
  }

  _bar() {
    const { trace } = this.model;
    this.asked = make("input", { type: "search", placeholder: "step, #node or path a1/b1", "aria-label": "go to a step, a node or a path of moves", spellcheck: "false", autocomplete: "off" });
    this.answer = make("span", { class: "answer", role: "alert" });
    this.form = make("form", { role: "search", onsubmit: (event) => { event.preventDefault(); this._go(); } }, this.asked, this.answer);
    [this.title, this.result] = [make("h1", {}, trace.header.title), make("span", { class: "result" })];
    return make("header", { class: "head" }, this.title, ...(trace.header.subtitle ? [make("span", { class: "subtitle" }, trace.header.subtitle)] : []), this.result, this.form, this.themes, button("?", "keys and signs (?)", () => this.help()));
  }

  _listen(keys, wheel, signal) {
    keys.addEventListener("keydown", keyListener({ model: this.model, player: this.player, view: this }), { signal });
    this.themes.addEventListener("change", () => this._setTheme(this.themes.value), { signal });
    this.asked.addEventListener("keydown", (event) => { if (event.key === "Escape") this.canvas.focus({ preventScroll: true }); }, { signal });
    this.asked.addEventListener("input", () => { this.answer.textContent = ""; }, { signal });
    handle(this.canvas, {
      pan: (dx, dy) => this.camera.pan(dx, dy), zoom: (fx, fy, x, y) => this.camera.zoom(fx, fy, x, y), wheels: wheel, signal,
      grab: (x, y) => this._grabbed(this.tree.at(x, y)), tap: (x, y) => this._tapped(this.tree.at(x, y)), hover: (x, y) => this._hovered(this.tree.at(x, y)),
    });
    handle(this.overview, {
      pan: (dx) => { this.icicle.pan(dx); this.redraw(); }, zoom: (fx, _fy, x) => this.zoomOverview(fx, this.icicle.axis(x)), wheels: wheel, signal,
      tap: (x) => { this.player.stop(); this.model.go(this.model.trace.entered(this.icicle.at(x))); },
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this._restyle(), { signal });
    this.resizing = new ResizeObserver(() => this._resize());
    this.resizing.observe(this.element);
    this.resizing.observe(this.stage);
    this.resizing.observe(this.strip);
  }

  destroy() {
    this.player.stop();
    this.ending.abort();
    this.resizing.disconnect();
    cancelAnimationFrame(this._frame);
    clearTimeout(this._hinted);
    this.element.replaceChildren();
    this.element.removeAttribute("class");
    delete this.element.dataset.theme;
  }

  _changed(what) {
    this.tree.update();
    if (what === "step") this.icicle.follow();
    if (what === "restored") Object.assign(this.camera, { moved: false }).set(this.tree.fit());
    const anew = what === "tree" || (what === "step" && this.model.step === this.model.last); // at the end all that is unfolded is the answer
    const view = anew && !this.camera.moved ? this.tree.fit() : this.tree.towards(this.model.selected);
    if (view) this.camera.glide(view);
    this.overlay.begun();
    this._tell();
    this.redraw();
    if (this.editor && this.editor.isEdited) return; // no address and no notebook has this tree
    if (what !== "select" && what !== "tree" && this.onstep) this.onstep(this.model.step);
    if (this.onview) this.onview();
  }

  /** What is to come is hidden while it is asked for. */
  _predicting() {
    this.player.stop();
    this.predict.setAttribute("aria-pressed", String(this.predictor.on));
    this.element.classList.toggle("asking", this.predictor.on);
    if (this.phone) this._slide(this.predictor.on);
    this.overlay.begun();
    this.redraw();
  }

  /** The tree is edited, or no more, or was searched again: everything is about another recording. */
  _edited() {
    const { trace } = this.model, other = legend(trace);
    this.legend.replaceWith(other);
    this.legend = other;
    this.tools.querySelector(".edit")?.setAttribute("aria-pressed", String(this.editor.on));
    this.canvas.classList.toggle("editing", Boolean(this.editor?.on));
    this.icicle.all();
    this._tell();
    this.redraw();
  }

  /** Show another recording. */
  adopt(trace) {
    this.model.adopt(trace);
    this._edited();
    if (!this.camera.moved) this.camera.glide(this.tree.fit());
  }

  /** Say in words what is seen. */
  _tell() {
    this.title.textContent = this.model.trace.header.title;
    this.result.replaceChildren(...result(this.model, this.editor));
    if (this.editor) this.editor.update();
    if (this.predictor) this.predictor.update();
    this.controls.update();
    this.panels.update();
    this.outline.update();
    this.thumbs.update(this.panels.brief);
  }

  _played() {
    const { playing, isPaused } = this.player;
    if (playing) this.overlay.begun();
    this.panels.quiet(playing);
    this.controls.update();
    this.thumbs.update(this.panels.brief);
    if (this.phone && isPaused) this._slide(true);
  }

  notice(text) {
    this.hint.textContent = text;
    clearTimeout(this._hinted);
    this._hinted = setTimeout(() => { this.hint.textContent = ""; }, 4000);
  }

  _tapped(hit) {
    this.canvas.focus({ preventScroll: true });
    if (hit === null) return;
    this.player.stop();
    if (hit.cutoff) { this.model.goToCutoff(hit.node); return; }
    if (this.editor && this.editor.leafAt(hit.node) >= 0) {
      this.model.select(hit.node);
      if (this.phone) this._slide(true);
      this.editor.ask();
      return;
    }
    if (hit.badge || hit.node === this.model.selected) this.model.toggle(hit.node);
    else this.model.select(hit.node);
  }

  /** A node under the pointer says what it is. */
  _hovered(hit) {
    this.canvas.classList.toggle("over", hit !== null);
    const said = hit === null || this.model.isHidden(hit.node) ? "" : hit.cutoff ? "go to this cutoff" : described(this.model, hit.node);
    if (this.canvas.title !== said) this.canvas.title = said;
  }

  /** What a drag from a node does besides moving the picture. */
  _grabbed(hit) {
    const drag = hit && !hit.cutoff && this.editor ? this.editor.grab(hit.node) : null;
    if (drag) this.model.select(hit.node);
    return drag;
  }

  _go() {
    try {
      this.player.stop();
      this.model.goTo(this.asked.value);
      this.answer.textContent = "";
      this.canvas.focus({ preventScroll: true });
    } catch (error) {
      this.answer.textContent = error.message;
    }
  }

  zoomOverview(factor, at) { this.icicle.zoom(factor, at); this.redraw(); }

  ask() { this.asked.focus(); this.asked.select(); }
  help() { this.dialog.showModal(); this.dialog.scrollTop = 0; } // its button at the end has the focus
  fit() { this.camera.moved = false; this.camera.glide(this.tree.fit(true)); }
  scale(x, y) { this.camera.zoom(x, y, this.tree.size.width / 2, this.tree.size.height / 2); }
  widen(factor) { this.scale(factor, 1); }

  _setTheme(name) {
    if (name) this.element.dataset.theme = name; else delete this.element.dataset.theme;
    this._restyle();
  }

  /** On paper the page is light, whatever it is on the screen, and drawn finer. */
  print(on) {
    if (on) this._screen = this.themes.value;
    this._setTheme(on ? (this._screen === "print" ? "print" : "light") : this._screen);
    this._grain(on ? PRINTED : devicePixelRatio || 1);
    this._draw();
  }

  _restyle() {
    this.tree.restyle(this.element);
    this.icicle.restyle(this.tree.colours);
    this.redraw();
  }

  _resize() {
    this._arrange();
    const { clientWidth: width, clientHeight: height } = this.stage, before = this.tree.size;
    if (width && height) this.tree.size = { width, height };
    this._grain(devicePixelRatio || 1);
    this.tree.update();
    const same = before.width === width && before.height === height;
    const view = same ? null : this.camera.moved ? this.tree.towards(this.model.selected) : this.tree.fit();
    if (view) this.camera.set(view);
    this._draw();
  }

  /** So many dots to a pixel. */
  _grain(ratio) {
    const { width, height } = this.tree.size, { clientWidth: wide, clientHeight: high } = this.strip;
    this.ratio = ratio;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    Object.assign(this.overview, { width: Math.round(wide * ratio), height: Math.round(high * ratio) });
    this.icicle.resize(wide, high, ratio);
  }

  /** Draw in the next frame, once however often it is asked for. */
  redraw() {
    if (!this._frame) this._frame = requestAnimationFrame((now) => { this._frame = 0; if (this.camera.tick(now)) this.redraw(); this._draw(); });
  }

  _draw() {
    if (!this.tree.layout || !this.tree.size.width) return;
    const { ratio } = this, tree = this.canvas.getContext("2d"), strip = this.overview.getContext("2d");
    tree.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.tree.draw(tree);
    this.overlay.update(this.phone);
    if (this.icicle.size.width && this.icicle.size.height) {
      strip.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.icicle.draw(strip);
    }
    this.description.textContent = `${this.tree.described} Selected: ${this.model.place}. Press ? for the keys.`;
  }
}
