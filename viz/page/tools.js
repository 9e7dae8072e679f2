// The buttons above the tree and on the overview: how large it is drawn, what is unfolded, and what can be done with it.

import { button, drawn, make } from "./dom.js";
import { whole } from "./numbers.js";

const ANCHORS = { left: "start", center: "middle", right: "end" };
/** Hundredths of a pixel are kept. */
const short = (number) => Math.round(number * 100) / 100;

export class Pen {
  /** `ruler` is a canvas' context, which knows how wide texts are. */
  constructor(width, height, ruler) {
    this.ruler = ruler;
    this.svg = drawn("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height });
    Object.assign(this, { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, globalAlpha: 1, textAlign: "left", font: "12px sans-serif" });
    this._path = [];
    this._dash = [];
  }

  beginPath() { this._path = []; }
  closePath() { this._path.push("Z"); }
  moveTo(x, y) { this._to("M", x, y); }
  lineTo(x, y) { this._to("L", x, y); }
  quadraticCurveTo(bendX, bendY, x, y) { this._to("Q", bendX, bendY, x, y); }
  setLineDash(dash) { this._dash = dash; }
  _to(letter, ...numbers) { this._path.push(letter + numbers.map(short).join(" ")); }

  rect(x, y, width, height) {
    this._to("M", x, y);
    this._path.push(`h${short(width)}v${short(height)}h${short(-width)}Z`);
  }

  roundRect(x, y, width, height, wished) {
    const r = short(Math.min(wished, width / 2, height / 2)), wide = short(width - 2 * r), high = short(height - 2 * r);
    this._to("M", x + r, y);
    this._path.push(`h${wide}a${r} ${r} 0 0 1 ${r} ${r}v${high}a${r} ${r} 0 0 1 ${-r} ${r}h${-wide}a${r} ${r} 0 0 1 ${-r} ${-r}v${-high}a${r} ${r} 0 0 1 ${r} ${-r}Z`);
  }

  /** A whole ellipse, or half of one: clockwise, joined to the path by a line, as a canvas does it. */
  ellipse(x, y, across, down, _turned, start, end) {
    const at = (angle) => [x + across * Math.cos(angle), y + down * Math.sin(angle)], radii = [across, down].map(short).join(" ");
    const half = (angle) => this._path.push(`A${radii} 0 0 1 ${at(angle).map(short).join(" ")}`);
    this._to(this._path.length && !this._path[this._path.length - 1].endsWith("Z") ? "L" : "M", ...at(start));
    if (end - start > Math.PI) half(start + Math.PI);
    half(end);
  }

  fill() { this._draw({ fill: this.fillStyle }); }
  stroke() { this._draw({ fill: "none", ...this._line() }); }

  fillRect(x, y, width, height) {
    this._put("rect", { x: short(x), y: short(y), width: short(width), height: short(height), fill: this.fillStyle });
  }

  fillText(text, x, y) { this._write(text, x, y, { fill: this.fillStyle }); }

  measureText(text) {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }

  /** How far the line on which a text stands is below its middle: not every program knows of another line. */
  _rise(text) {
    const { ruler } = this, above = (line) => Object.assign(ruler, { font: this.font, textBaseline: line }).measureText(text).actualBoundingBoxAscent;
    return above("alphabetic") - above("middle");
  }

  _line() {
    const dash = this._dash.length ? { "stroke-dasharray": this._dash.map(short).join(" ") } : {};
    return { stroke: this.strokeStyle, "stroke-width": short(this.lineWidth), "stroke-linejoin": "round", ...dash };
  }

  _draw(look) { if (this._path.length) this._put("path", { d: this._path.join(""), ...look }); }

  _write(text, x, y, look) {
    const [, weight = "400", size, family] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(this.font);
    const place = { x: short(x), y: short(y + this._rise(text)), "text-anchor": ANCHORS[this.textAlign] };
    this._put("text", { ...place, "font-size": short(Number(size)), "font-weight": weight, "font-family": family, ...look }, text);
  }

  _put(tag, attributes, ...children) {
    const opacity = this.globalAlpha < 1 ? { opacity: short(this.globalAlpha) } : {};
    this.svg.append(drawn(tag, { ...attributes, ...opacity }, ...children));
  }
}

/** Dots to a pixel of a bitmap. */
const GRAIN = 2;

/** The picture as the text of an SVG file. */
export function svgText(tree, title) {
  const { width, height } = tree.size, pen = new Pen(width, height, new OffscreenCanvas(1, 1).getContext("2d"));
  tree.draw(pen);
  pen.svg.prepend(drawn("title", {}, title));
  return new XMLSerializer().serializeToString(pen.svg);
}

export function saveSvg(tree, name, title) { offer(new Blob([svgText(tree, title)], { type: "image/svg+xml" }), `${name}.svg`); }

export async function savePng(tree, name) { offer(await png(tree), `${name}.png`); }

/** The picture as a bitmap. */
export function png(tree) {
  const { width, height } = tree.size, canvas = new OffscreenCanvas(width * GRAIN, height * GRAIN), context = canvas.getContext("2d");
  context.scale(GRAIN, GRAIN);
  tree.draw(context);
  return canvas.convertToBlob({ type: "image/png" });
}

/** Hand a file to the browser, which asks or keeps it where files are kept. */
function offer(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A title as the name of a file. */
export const fileName = (title, step) => `${title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 40) || "tree"}-step-${step}`;

/** The buttons of a view's picture. */
export function tools(view) {
  const { model } = view;
  return make("div", { class: "tools", role: "group", "aria-label": "Picture" },
    button("+", "larger", () => view.scale(1.25, 1.25)), button("−", "smaller", () => view.scale(0.8, 0.8)),
    button("←→", "wider (>)", () => view.widen(1.4), { class: "across" }), button("→←", "narrower (<)", () => view.widen(1 / 1.4), { class: "across" }),
    button("fit", "fit the whole tree (f)", () => view.fit()), button("⊞", "expand everything below the selected node (e)", () => model.unfoldAll()),
    button("⊟", "collapse all but the open path and the best line (Z)", () => model.foldBeside()), uses(view));
}

/** What else the tree is for: questions, changes, and keeping what is seen, as an address where there is one, or as a file. */
function uses(view) {
  const { predictor, editor, model, tree } = view, title = () => model.trace.header.title, name = () => fileName(title(), model.step);
  return make("span", { class: "uses" },
    predictor ? button("predict", "be asked what comes next", () => predictor.toggle(), { class: "predict", "aria-pressed": "false" })
      : absent("predict", model, ...noQuestions(model.trace)),
    editor ? button("edit", "change the tree and search it again", () => editor.toggle(), { class: "edit", "aria-pressed": "false" })
      : absent("edit", model, ...noEditor(model.trace)),
    view.link ? button("link", "copy a link to this view", () => copy(view), { class: "link" }) : "",
    button("SVG", "save this view as SVG", () => saveSvg(tree, name(), title())), button("PNG", "save this view as PNG", () => savePng(tree, name())));
}

/** A button of what cannot be done with a recording, which says why: in brief, and in a sentence. */
const absent = (name, model, briefly, words) => button(`${name}: ${briefly}`, words, () => model.notice(words), { class: "absent" });

function noQuestions({ header, size, log }) {
  if (log !== null) return ["not best-first", "Predict asks about values and windows, which a best-first search does not hand up."];
  const { questions } = header.most, many = size > questions;
  if (many) return [`≤ ${whole(questions)} nodes`, `Predict asks about up to ${whole(questions)} nodes; these are ${whole(size)}.`];
  return ["nothing to ask", "There is nothing to be asked of this recording."];
}

function noEditor({ header, size }) {
  const { edit } = header.most;
  if (!header.numbered) return ["typed trees", "Edit changes typed and random trees; this is a game with its own rules."];
  if (size > edit) return [`≤ ${whole(edit)} nodes`, `Edit changes trees of up to ${whole(edit)} nodes; these are ${whole(size)}.`];
  return ["searched to the end", `Edit changes trees of up to ${whole(edit)} nodes that minimax or alphabeta searched to the end.`];
}

async function copy(view) {
  if (view.editor && view.editor.isEdited) { view.notice("A tree that was changed has no link: copy its text in the panel Edit."); return; }
  const address = view.link(view.address), lost = view.model.isRefolded && !/[#&]open=/.test(address);
  try {
    await navigator.clipboard.writeText(address);
    view.notice(`The link to this view was copied${lost ? ", without what is unfolded: these nodes are too many for a link" : ""}.`);
  } catch {
    view.notice("The address of this page is the link to this view now: copy it there.");
  }
}

/** The buttons of the overview. */
export function overviewTools(view) {
  const { model, icicle } = view;
  return make("div", { class: "tools", role: "group", "aria-label": "Overview" },
    button("+", "show less of the search, wider", () => view.zoomOverview(2, model.current)), button("−", "show more of the search", () => view.zoomOverview(0.5, model.current)),
    button("all", "show all of the search", () => { icicle.all(); view.redraw(); }));
}
