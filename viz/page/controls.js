// Time in the hand: buttons, a slider, and a player that takes steps by itself.

import { button, drawn, make } from "./dom.js";
import { number, whole } from "./numbers.js";
import { formatCount } from "./why.js";
import { amounts } from "./words.js";

/** Steps a second. */
const SPEEDS = [0.5, 1, 2, 4, 10, 30, 100, 300, 1000];
const FRAME = 1000 / 60;
/** Steps a second up to which the picture follows them gently, and up to which they pause at each cutoff that prunes. */
const GLIDING = 4;

const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z", back: "M11 3v10L4 8z", play: "M4 2.5v11l9-5.5z", pause: "M4 3h3v10H4zM9 3h3v10H9z",
  on: "M5 3v10l7-5z", last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

export const icon = (name) => drawn("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, drawn("path", { d: ICONS[name] }));

export class Player {
  /** `changed` is called whenever it starts, stops, or gets another speed. */
  constructor(model, changed) {
    Object.assign(this, { model, changed, speed: 2, direction: 0, isPaused: false, _timer: 0 });
  }

  get playing() { return this.direction !== 0; }

  /** Whether steps follow one another too fast for anything to glide. */
  get hurried() { return this.playing && SPEEDS[this.speed] > GLIDING; }

  /** Play in a direction, from the other end where there is nothing left; or pause. */
  toggle(direction) {
    if (this.direction === direction) { this.stop(); return; }
    const { model } = this;
    if (direction > 0 && model.step === model.last) model.go(0);
    Object.assign(this, { direction, isPaused: false });
    this._since = performance.now();
    this._schedule();
    this.changed();
  }

  stop() {
    clearTimeout(this._timer);
    if (!this.playing) return;
    this.direction = 0;
    this.changed();
  }

  faster(by) {
    this.speed = Math.min(Math.max(this.speed + by, 0), SPEEDS.length - 1);
    this.changed();
  }

  _schedule() { this._timer = setTimeout(() => this._play(), Math.max(1000 / SPEEDS[this.speed], FRAME)); }

  /** As many steps as are due; more than one where steps are shorter than a frame. */
  _play() {
    const now = performance.now(), per = 1000 / SPEEDS[this.speed], due = this.hurried ? Math.max(Math.min(Math.floor((now - this._since) / per + 0.2), 60), 1) : 1;
    this._since = now;
    const { model, direction } = this, step = Math.min(Math.max(model.step + due * direction, 0), model.last);
    const moved = model.go(step);
    if (this.direction !== direction) return;
    this.isPaused = !this.hurried && model.trace.prunes(model.cut); // at a cutoff that prunes there is something to read
    if (moved && step > 0 && step < model.last && !this.isPaused) this._schedule();
    else this.stop();
  }
}

/** What a recording begins with, beside the tree: how long the story is, and a button that plays it. */
export function story(model, player) {
  const { trace } = model, cutoffs = trace.pruningSteps.length;
  const done = trace.log === null ? "" : amounts(trace, model.last)[1], steps = formatCount(model.last, "step");
  // The first of the iterations is there at step 0.
  const long = !done ? steps : trace.iterations.length === trace.steps ? done : `${steps} · ${done}`;
  const words = `${long}${cutoffs ? ` · ${formatCount(cutoffs, trace.header.tellsSkipped ? "pruning cutoff" : "cutoff")}` : ""}`;
  return make("button", { type: "button", class: "story", "aria-label": `play ${words}`, onclick: () => player.toggle(1) }, icon("play"), make("span", {}, words));
}

/** What came of the search, or by the step that is shown: its value, and how many nodes there are. Who edits sees what comes of it. */
export function result(model, editor) {
  const { trace } = model, value = trace.value[0], ended = model.step === model.last || Boolean(editor?.on);
  const [visited, pruned] = amounts(trace, ended ? model.last : model.step), known = value === value ? `value ${number(value)} · ` : "";
  const found = ended ? `${known}${value !== value || trace.header.stopped ? "unfinished · " : ""}` : "so far ";
  const played = ended && trace.header.played?.beside ? ` · ${trace.header.played.beside}` : "";
  return [`${found}${visited}`, make("span", { class: "more" }, ` · ${pruned}`), played, editor?.isEdited ? " · changed" : ""];
}

/** The buttons to the cutoffs that prune, or to the iterations of a best-first search: backwards and forwards. */
function jumps(model, player) {
  const jump = (sign, words, act, name = "") => button(sign, words, () => { player.stop(); act(); }, { class: name });
  if (model.trace.log !== null) return [jump("«", "the iteration before (X)", () => model.iteration(false)), jump("»", "the next iteration (x)", () => model.iteration(true))];
  return [jump("‹✂", "the previous cutoff (X)", () => model.previousCutoff(), "cutoff"), jump("✂›", "the next cutoff (x)", () => model.nextCutoff(), "cutoff")];
}

/** Whether a recording has nothing to jump to. */
const isWithoutJumps = ({ log, pruningSteps, iterations, steps }) => (log === null ? !pruningSteps.length : iterations.length === steps);

/** What a phone has in place of all other buttons: back, on or pause, to the next cutoff, and why. */
export class Thumbs {
  constructor(model, player, more) {
    Object.assign(this, { model, player, jump: jumps(model, player)[1] });
    const step = (act) => () => { player.stop(); act(); };
    this.next = make("button", { type: "button", class: "next", onclick: () => (player.playing ? player.stop() : model.forward()) });
    this.said = make("p", { class: "said", "aria-hidden": "true" });
    this.why = make("button", { type: "button", class: "why", "aria-expanded": "false", onclick: more }, "Why");
    this.element = make("div", { class: "thumbs", role: "group", "aria-label": "Steps" }, this.said, button(icon("back"), "back", step(() => model.back())), this.next, this.jump, this.why);
  }

  update(said) {
    this.said.textContent = said;
    this.jump.disabled = isWithoutJumps(this.model.trace);
    const name = this.player.playing ? "pause" : "next";
    if (this.next.getAttribute("aria-label") === name) return;
    this.next.setAttribute("aria-label", name);
    this.next.replaceChildren(icon(name === "pause" ? "pause" : "on"));
  }
}

export class Controls {
  constructor(model, player) {
    this.model = model;
    this.player = player;
    this.play = button(icon("play"), "play (space)", () => player.toggle(1), { class: "play" });
    this.slider = make("input", { type: "range", min: 0, max: model.last, step: 1, "aria-label": "step" });
    this.slider.addEventListener("input", () => { player.stop(); model.go(Number(this.slider.value)); });
    this.count = make("output", { class: "count" });
    this.speed = make("select", { "aria-label": "speed", title: "speed (+ and −)" }, ...SPEEDS.map((speed, at) => make("option", { value: at }, `${speed} / s`)));
    this.speed.addEventListener("change", () => player.faster(Number(this.speed.value) - player.speed));
    const step = (name, words, act) => button(icon(name), words, () => { player.stop(); act(); });
    this.jumps = jumps(model, player);
    this.element = make("div", { class: "controls", role: "group", "aria-label": "Time" },
      make("div", { class: "buttons" },
        step("first", "to the start (0)", () => model.start()),
        this.jumps[0],
        step("back", "one step back (b)", () => model.back()),
        this.play,
        step("on", "one step on (n)", () => model.forward()),
        this.jumps[1],
        step("last", "to the end ($)", () => model.finish())),
      this.slider, this.count, this.speed);
    this.update();
  }

  update() {
    const { model, player } = this, said = `step ${whole(model.step)} of ${whole(model.last)}`;
    this.slider.max = model.last;
    for (const one of this.jumps) one.disabled = isWithoutJumps(model.trace);
    this.slider.value = model.step;
    this.slider.setAttribute("aria-valuetext", said);
    this.slider.style.setProperty("--done", `${model.last ? (100 * model.step) / model.last : 100}%`);
    this.count.textContent = said;
    this.speed.value = player.speed;
    const name = player.playing ? "pause" : "play";
    if (this._shown === name) return;
    this._shown = name;
    this.play.replaceChildren(icon(name));
    this.play.title = `${name} (space)`;
    this.play.setAttribute("aria-label", this.play.title);
  }
}
