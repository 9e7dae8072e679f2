// The whole search at a glance: nodes from left to right in the order of the search, plies downwards.
//
// As nodes are numbered in the order in which they are met, what is right of the current step is what is still to come.

import { kind } from "./shapes.js";

const NARROWEST = 20, GAP_FROM = 4;
/** The colour of nodes that a best-first search has not come to is none of theirs. */
const TO_COME = "to come";
const FADED = { [TO_COME]: 0.25,  terminal: 0.3, horizon: 0.3, pruned: 0.45, cutoff: 0.9 };
/** Pixels of the mark at the right end of a node that was cut, and of the nodes that are wide enough for it. */
const MARK = 2, MARKED = 7;

export class Icicle {
  constructor(model) {
    this.model = model;
    this.size = { width: 0, height: 0, ratio: 1 };
    this.from = 0;
    this.to = model.trace.size;
    this.picture = null;
  }

  restyle(colours) {
    this.colours = colours;
    this.picture = null;
  }

  resize(width, height, ratio) {
    this.size = { width, height, ratio };
    this.picture = null;
  }

  /** Show so much of it as a factor says, a node of the axis staying where it is. */
  zoom(factor, at = (this.from + this.to) / 2) {
    const { size } = this.model.trace, span = Math.min(Math.max((this.to - this.from) / factor, Math.min(NARROWEST, size)), size);
    this._show(at - ((at - this.from) / (this.to - this.from)) * span, span);
  }

  pan(pixels) { this._show(this.from - (pixels * (this.to - this.from)) / this.size.width, this.to - this.from); }

  all() { this._show(0, this.model.trace.size); }

  /** Bring the current node into view. */
  follow() {
    const at = this.model.current;
    if (at < this.from || at >= this.to) this._show(at - (this.to - this.from) / 2, this.to - this.from);
  }

  _show(from, span) {
    const { size } = this.model.trace;
    this.from = Math.min(Math.max(from, 0), size - span);
    this.to = this.from + span;
    this.picture = null;
  }

  /** The axis under a pixel. */
  axis(x) { return this.from + (x / this.size.width) * (this.to - this.from); }

  /** The node that the search met at a pixel: the deepest one there. */
  at(x) { return Math.min(Math.max(Math.floor(this.axis(x)), 0), this.model.trace.size - 1); }

  get _row() { return this.size.height / (this.model.trace.deepest + 1); }

  draw(context) {
    const { width, height, ratio } = this.size, { model } = this;
    const { log } = model.trace;
    if (!this.picture || (log !== null && this.paintedAt !== model.step)) this._paint();
    context.drawImage(this.picture, 0, 0, width, height);
    if (log !== null) { this._lit(context, width / (this.to - this.from)); return; }
    const per = width / (this.to - this.from), now = (model.met + 1 - this.from) * per;
    context.globalAlpha = 0.66;
    context.fillStyle = this.colours.background;
    context.fillRect(Math.max(now, 0), 0, Math.max(width - now, 0), height);
    context.globalAlpha = 1;
    this._lit(context, per);
    context.fillStyle = this.colours.accent;
    context.fillRect(Math.min(Math.max(now, 0), width) - 1, 0, Math.max(1.5, 1 / ratio), height);
  }

  /** The best line and the path of the step. */
  _lit(context, per) {
    this._lines(context, this.model.variation, this.colours.variation, per);
    this._lines(context, this.model.path, this.colours.accent, per);
  }

  /** The top edge of each node of a line of nodes. */
  _lines(context, nodes, colour, per) {
    const { trace } = this.model, row = this._row;
    context.fillStyle = colour;
    for (const node of nodes) {
      const x = (node - this.from) * per, wide = Math.max((trace.end[node] - node) * per, 2);
      if (x + wide >= 0 && x <= this.size.width) context.fillRect(x, trace.ply[node] * row, wide, Math.min(Math.max(row * 0.18, 1.5), 4));
    }
  }

  /** Nodes wide enough as boxes, the others as single pixels: drawn once, and of a best-first search, whose nodes come anywhere, at each step. */
  _paint() {
    this.paintedAt = this.model.step;
    const { trace } = this.model, { width, height, ratio } = this.size;
    const wide = Math.max(Math.round(width * ratio), 1), tall = Math.max(Math.round(height * ratio), 1);
    this.picture = new OffscreenCanvas(wide, tall);
    const context = this.picture.getContext("2d"), rows = trace.deepest + 1, per = wide / (this.to - this.from);
    context.fillStyle = this.colours.background;
    context.fillRect(0, 0, wide, tall);
    for (const [what, path] of this._boxes(per, wide, tall, rows)) {
      const mean = this.colours.means[what];
      context.fillStyle = mean ?? (what === "cutoff" ? this.colours.cutoff : what === TO_COME ? this.colours.edge : this.colours[what].line);
      context.globalAlpha = mean ? 1 : FADED[what] || 0.6;
      context.fill(path);
      if (mean === undefined) continue;
      context.strokeStyle = this.colours.edge; // the one in the middle is nearly the background
      context.stroke(path);
    }
  }

  /** What a node is, by which it is coloured: at a step of a Monte Carlo search its mean, as in the tree. */
  _what(node) {
    const { trace, step } = this.model;
    if (trace.log === null) return kind(trace, node);
    if (this.model.isAhead(node)) return TO_COME;
    const quality = trace.quality(node, step);
    return quality < 0 ? kind(trace, node) : quality;
  }

  /** The boxes of the nodes in view by what they are. Of nodes narrower than a pixel only the first one on it is drawn. */
  _boxes(per, wide, tall, rows) {
    const { trace } = this.model, boxes = new Map(), seen = new Int32Array(rows).fill(-1), first = Math.floor(this.from);
    const stop = Math.min(Math.ceil(this.to), trace.size), above = trace.ancestry(first).slice(0, -1);
    for (let place = -above.length; first + place < stop; place++) {
      const node = place < 0 ? above[above.length + place] : first + place, ply = trace.ply[node];
      const left = Math.max((node - this.from) * per, 0), right = Math.min((trace.end[node] - this.from) * per, wide);
      if (right - left < 1) {
        if (seen[ply] === Math.floor(left)) continue;
        seen[ply] = Math.floor(left);
      }
      const what = this._what(node);
      const top = Math.floor((ply / rows) * tall), high = Math.max(Math.floor(((ply + 1) / rows) * tall) - top, 1);
      const box = (name, from, to) => {
        if (!boxes.has(name)) boxes.set(name, new Path2D());
        boxes.get(name).rect(from, top, Math.max(to - from - (right - left >= GAP_FROM ? 1 : 0), 1), high - (high >= GAP_FROM ? 1 : 0));
      };
      const marked = trace.prunes(node) && right - left >= MARKED && (trace.end[node] - this.from) * per <= wide;
      box(what, left, marked ? right - MARK : right);
      if (marked) box("cutoff", right - MARK - 1, right);
    }
    return boxes;
  }
}
