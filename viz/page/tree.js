// The tree of unfolded nodes on a canvas. Only what is in view is drawn, and less of it the smaller it is.

import { drawBoard } from "./board.js";
import { drawCause, drawMark, ground } from "./cause.js";
import { drawEdges } from "./edges.js";
import { AHEAD, BACK, LIVE, PASSED } from "./kinds.js";
import { HEIGHT, ROW, boardRoom, firstPlace, layout } from "./layout.js";
import { whole } from "./numbers.js";
import { CUT_OFF, FAINT, LEAST, LEFT_OUT, colours, fitted, folded, hasWindows, inside, isFrontier, kindNow, lines, lookNow, numberAhead, outline } from "./shapes.js";

/** Scales below which a node has no text, and no shape. */
const TEXT = 0.2, SHAPE = 0.1;
const AWAITED = 0.7, MARGIN = 40, NARROW = 16, LOW = 0.07, LARGEST = 2.5, SMALLEST = 0.6, BOARDS = 0.5, READABLE = 0.95;
/** Scales down to which, at the end of a recording, all that is unfolded is shown, for moves can still be read; and all of the best line. */
const NAMED = 0.505, LINE = 0.35;
/** Pixels around a drawn cutoff that are still part of it for a finger. */
const REACH = 4;
/** Pixels of a picture in which nodes stand closer. */
const CLOSE = 560;
/** A node nearer to an edge of the picture than so many pixels is brought in by a share of the picture. */
const EDGE = 8, INSIDE = 0.22;
/** Share of the picture's width in which a line of nodes has to have room to be shown whole. */
const WITHIN = 0.8;

export class Tree {
  constructor(model, camera) {
    this.model = model;
    this.camera = camera;
    this.version = -1;
    this.marks = []; // where cutoffs are drawn, of which nodes
    this.size = { width: 0, height: 0 };
  }

  restyle(element) { this.colours = colours(element); }

  /** Lay out anew where that is due; what is in sight stays where it is. */
  update() {
    const { model } = this, close = this.size.width < CLOSE;
    if (this.version === model.layoutVersion && this.close === close) return;
    const before = this.layout, anchor = before && this._seen(model.node, before);
    Object.assign(this, { version: model.layoutVersion, close, layout: layout(model, close) });
    if (!before) return;
    const now = anchor === null || anchor === undefined ? undefined : this.layout.places.get(anchor);
    if (now === undefined) return;
    const was = before.places.get(anchor), { target } = this.camera, x = (before.x[was] - this.layout.x[now]) * target.kx;
    const y = (before.y[was] - this.layout.y[now]) * target.ky;
    if (x || y) this.camera.set({ ...target, x: target.x + x, y: target.y + y });
  }

  /** The node itself or the nearest above it that a layout has; null where none is. */
  _seen(node, among = this.layout) {
    while (node >= 0 && !among.places.has(node)) node = this.model.trace.parent[node];
    return node < 0 ? null : node;
  }

  /** Show all of it where that can be read, else what is around the current node; or all of it whatever it looks like: then it
   * may be narrower than it is high. */
  fit(whatever = false) {
    const { width, height } = this.size, { left, right, depth } = this.layout;
    const tall = Math.max((depth - 1) * ROW + HEIGHT, 1), wide = Math.max(right - left, 1);
    const ended = this.model.step === this.model.last, across = (width - 2 * this._margin) / wide, high = (height - 2 * this._rim) / tall;
    const near = ended && across < SMALLEST ? (width - 2 * NARROW) / wide : across, whole = Math.min(near, high, LARGEST); // nearer to the rim before names are lost
    if (whatever && whole < SMALLEST) {
      const ky = Math.min(high, READABLE);
      return { ...this.fitWidth(), ky, y: Math.max((height - (tall - HEIGHT) * ky) / 2, this._rim) };
    }
    if (whole >= (ended ? NAMED : SMALLEST)) {
      const x = width / 2 - ((left + right) / 2) * whole;
      return { kx: whole, ky: whole, x, y: Math.max((height - (tall - HEIGHT) * whole) / 2, this._rim) };
    }
    const scale = Math.min(Math.max(high, SMALLEST), READABLE), place = this._place(this.model.selected);
    return (ended && this._answer(high)) || { kx: scale, ky: scale, ...this._around(place, scale, scale) };
  }

  /** The view with all of the best line; null where that is too long to be read. */
  _answer(high) {
    const { model, layout } = this, line = model.variation.map((node) => layout.places.get(node)).filter((place) => place !== undefined);
    const left = Math.min(...line.map((place) => layout.x[place] - layout.lefts[place])), right = Math.max(...line.map((place) => layout.x[place] + layout.widths[place] / 2));
    const scale = Math.min((this.size.width - 2 * this._margin) / (right - left), high, READABLE);
    if (line.length < 2 || !(scale >= LINE)) return null;
    return { kx: scale, ky: scale, ...this._around(line[line.length - 1], scale, scale), x: this.size.width / 2 - ((left + right) / 2) * scale };
  }

  /** The whole width in view, as high as before. */
  fitWidth() {
    const { width } = this.size, { left, right } = this.layout, kx = Math.min((width - 2 * this._margin) / Math.max(right - left, 1), LARGEST);
    return { kx, x: width / 2 - ((left + right) / 2) * kx };
  }

  /** Whether a view has the whole width and height of the tree in it. */
  isWhole({ kx, ky, x, y }) {
    const { left, right, depth } = this.layout, { width, height } = this.size;
    return left * kx + x >= -1 && right * kx + x <= width + 1 && y >= 0 && (depth - 1) * ROW * ky + y <= height;
  }

  get _margin() { return this.close ? NARROW : MARGIN; }
  get _rim() { return Math.min(MARGIN, Math.max(this.size.height * LOW, NARROW)); }

  /** Half the height of a node: where nodes are specks, they are as high as their row wants them. */
  get half() { return (HEIGHT * (this.camera.scale < SHAPE ? this.camera.ky : this.camera.scale)) / 2; }

  _around(place, kx, ky) {
    const { width, height } = this.size, { x, y } = this.layout;
    const sought = this._middle(place, width / kx);
    const top = this._rim + (HEIGHT / 2) * ky, lowest = height - top - (this.layout.depth - 1) * ROW * ky;
    return { x: width / 2 - sought * kx, y: Math.min(Math.max(height * 0.55 - y[place] * ky, lowest), top) };
  }

  /** The middle of a node's line from the root, or of as much of its end as has room in so much of the plane. */
  _middle(place, room) {
    const { x, parents } = this.layout;
    let left = x[place], right = x[place];
    for (let above = parents[place]; above >= 0; above = parents[above]) {
      const from = Math.min(left, x[above]), to = Math.max(right, x[above]);
      if (to - from > room * WITHIN) break;
      [left, right] = [from, to];
    }
    return (left + right) / 2;
  }

  _place(node) { return this.layout.places.get(this._seen(node) ?? this.model.root) ?? 0; }

  /** The view in which a node is in sight: as it is, where the node is in sight already. */
  towards(node) {
    const { target } = this.camera, { width, height } = this.size, place = this._place(node);
    const x = this.layout.x[place] * target.kx + target.x, y = this.layout.y[place] * target.ky + target.y;
    const half = this.layout.lefts[place] * Math.min(target.kx, target.ky), dx = inwards(x, width, half), dy = inwards(y, height, this.half);
    return dx || dy ? { ...target, x: target.x + dx, y: target.y + dy } : null;
  }

  /** Where a node will be in the picture when it has come to rest, and how large that is. */
  spot(node) {
    const { target } = this.camera, place = this._place(node);
    return { x: this.layout.x[place] * target.kx + target.x, y: this.layout.y[place] * target.ky + target.y, ...this.size };
  }

  /** The node at a point of the screen, and whether the point is at its cutoff or its count of folded nodes; null where there is none. */
  at(screenX, screenY) {
    const mark = this.marks.findLast(({ left, right, top, bottom }) => screenX > left - REACH && screenX < right + REACH && screenY > top - REACH && screenY < bottom + REACH);
    if (mark) return { node: mark.node, cutoff: true };
    const { camera } = this, { x, y, rows, widths, ids } = this.layout, scale = camera.scale;
    const row = Math.round(camera.toPlaneY(screenY - 4) / ROW), list = rows[row];
    if (!list) return null;
    const near = firstPlace(list, (place) => camera.toScreenX(x[place]) >= screenX);
    for (const at of [near - 1, near]) {
      const place = list[at];
      if (place === undefined) continue;
      const dx = Math.abs(screenX - camera.toScreenX(x[place])), dy = screenY - camera.toScreenY(y[place]);
      if (dx <= Math.max((widths[place] * scale) / 2, 4) && Math.abs(dy - 6 * scale) <= Math.max(this.half + 12 * scale, 6)) {
        return { node: ids[place], badge: dy > this.half + 1 };
      }
    }
    return null;
  }

  draw(context) {
    const { width, height } = this.size, { camera, layout } = this;
    this.marks = [];
    context.fillStyle = this.colours.background;
    context.fillRect(0, 0, width, height);
    const first = Math.max(Math.floor(camera.toPlaneY(-HEIGHT) / ROW), 0);
    const last = Math.min(Math.ceil(camera.toPlaneY(height + HEIGHT) / ROW), layout.depth - 1);
    drawEdges(context, this, Math.max(first, 1), Math.min(last + 1, layout.depth - 1));
    for (let row = first; row <= last; row++) this._nodes(context, this.inSight(layout.rows[row]));
    for (const node of this.model.path) this._board(context, node);
    drawCause(context, this);
    this._ring(context);
  }

  /** Places of a row whose nodes are in view. */
  inSight(list) {
    const { camera, size } = this, { x, widths } = this.layout, scale = camera.scale;
    const from = firstPlace(list, (place) => camera.toScreenX(x[place]) + widths[place] * scale >= 0);
    const to = firstPlace(list, (place) => camera.toScreenX(x[place]) - widths[place] * scale > size.width);
    return list.slice(from, to);
  }

  _nodes(context, list) {
    if (this.camera.scale < SHAPE) this._specks(context, list);
    else for (const place of list) this._node(context, place);
  }

  /** Nodes without a shape: of those on one pixel one is drawn, and all of a colour at once. */
  _specks(context, list) {
    const { camera, model } = this, { x, y, ids, widths } = this.layout, half = Math.max(this.half, 1);
    const groups = new Map();
    let seen = NaN;
    for (const place of list) {
      const wide = Math.max(widths[place] * camera.scale, 1), left = Math.round(camera.toScreenX(x[place]) - wide / 2);
      if (left === seen) continue;
      seen = left;
      const name = `${model.isAhead(ids[place]) ? "a" : "m"}${kindNow(model, ids[place])}`;
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push([left, camera.toScreenY(y[place]) - half, wide, 2 * half]);
    }
    for (const [name, boxes] of groups) {
      context.globalAlpha = name[0] === "a" ? FAINT : 1;
      context.fillStyle = this.colours[name.slice(1)].line;
      context.beginPath();
      for (const box of boxes) context.rect(...box);
      context.fill();
    }
    context.globalAlpha = 1;
  }

  _node(context, place) {
    if (this.model.isHidden(this.layout.ids[place])) return;
    const { camera, model, layout } = this, node = layout.ids[place], phase = model.phase(node), what = kindNow(model, node);
    const scale = camera.scale, x = camera.toScreenX(layout.x[place]), y = camera.toScreenY(layout.y[place]);
    const asked = model.hidesFuture && phase === AHEAD, width = (asked ? layout.stubs[place] : layout.widths[place]) * scale, height = HEIGHT * scale * (what === "pruned" ? 0.6 : 1), look = lookNow(model, this.colours, what, node);
    const top = what === "pruned" ? y - (HEIGHT * scale - height) / 2 : y;
    context.globalAlpha = phase !== AHEAD ? 1 : asked || !Number.isNaN(numberAhead(model, node)) ? AWAITED : FAINT;
    const skipped = phase === PASSED && model.trace.isSkipped(node);
    outline(context, skipped ? "horizon" : what, x, top, width, height);
    context.fillStyle = look.fill;
    context.fill();
    const onPath = model.onPath.has(node), best = model.onVariation.has(node);
    context.strokeStyle = onPath ? this.colours.accent : best ? this.colours.variation : look.line;
    context.lineWidth = Math.max((onPath || best ? 2.6 : 1.2) * Math.min(scale, 1.4), 0.6);
    context.setLineDash(phase === PASSED || isFrontier(model, node) ? (skipped ? LEFT_OUT : CUT_OFF).map((length) => length * scale) : phase === AHEAD ? [2 * scale, 3 * scale] : []);
    context.stroke();
    context.setLineDash([]);
    if (scale >= TEXT) this._text(context, node, what, x, top, width, height);
    if (!asked) this._badge(context, node, x, y, scale);
    context.globalAlpha = 1;
    if (scale >= TEXT) drawMark(context, this, place);
  }

  _text(context, node, what, x, y, width, height) {
    const scale = this.camera.scale, roofed = what === "max" || what === "min";
    const said = lines(this.model, node).filter(({ part }) => part !== "window" || hasWindows(scale));
    const { room: inner, down } = inside(what, width, height, scale, said.length);
    const texts = fitted(context, said, inner, height * (!roofed ? 0.98 : this.model.trace.log === null ? 0.86 : 0.92), scale, this.colours.font);
    context.fillStyle = lookNow(this.model, this.colours, what, node).text;
    context.textAlign = "center";
    context.textBaseline = "middle";
    let line = y + down - texts.reduce((sum, { high }) => sum + high, 0) / 2;
    for (const { text, font, high, part } of texts) {
      context.font = font;
      context.fillText(text, x, line + high / 2, inner);
      if (part === "unseen") {
        const half = Math.min(context.measureText(text).width, inner) / 2 + 1;
        context.fillRect(x - half, line + high / 2 - 0.5, 2 * half, 1.2);
      }
      line += high;
    }
  }

  /** The board of a node, on its left or its right, where that is free. */
  _board(context, node) {
    const { camera, layout } = this, { trace } = this.model, { scale } = camera, place = layout.places.get(node), { width, height, gap } = boardRoom(trace);
    if (place === undefined || !width || scale < BOARDS || !trace.board[node]) return;
    const { x, lefts, widths, rows } = layout, list = rows[trace.ply[node] - trace.ply[this.model.root]], at = firstPlace(list, (one) => one >= place);
    const far = (widths[place] / 2 + gap + width) * scale, middle = camera.toScreenX(x[place]), room = far + gap * scale;
    const onLeft = lefts[place] > widths[place] / 2 || at === 0 || middle - camera.toScreenX(x[list[at - 1]]) - (widths[list[at - 1]] / 2) * scale >= room;
    const onRight = at === list.length - 1 || camera.toScreenX(x[list[at + 1]]) - lefts[list[at + 1]] * scale - middle >= room;
    if (!onLeft && !onRight) return;
    const left = onLeft ? middle - far : middle + far - width * scale, top = camera.toScreenY(layout.y[place]) - (height / 2) * scale;
    drawBoard(context, this.colours, trace, node, { x: left, y: top, height: height * scale });
  }

  /** How many nodes are folded away below a node. */
  _badge(context, node, x, y, scale) {
    const { model } = this, { trace } = model;
    if (scale < TEXT || trace.end[node] === node + 1 || model.isUnfolded(node) || !model.hasChildren(node)) return;
    const below = y + (HEIGHT / 2) * scale + Math.max(11 * scale, 8);
    context.fillStyle = this.colours.faint;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `${Math.max(11.5 * scale, LEAST)}px ${this.colours.font}`;
    const text = folded(context, trace.end[node] - node - 1, this.layout.widths[this.layout.places.get(node)] * this.camera.kx);
    if (!text) return;
    ground(context, this.colours.background, x - context.measureText(text).width / 2, below, context.measureText(text).width, Math.max(11.5 * scale, LEAST));
    context.fillText(text, x, below);
  }

  /** Around the node of the step, and around the selected one where that is another. */
  _ring(context) {
    const { model } = this, current = this._place(model.current), selected = this._place(model.selected);
    this._halo(context, current, []);
    if (selected !== current) this._halo(context, selected, [5, 4]);
  }

  _halo(context, place, dash) {
    const { camera, layout } = this, scale = camera.scale, what = kindNow(this.model, layout.ids[place]);
    const width = Math.max(layout.widths[place] * scale, 3) + 12 * Math.max(scale, 0.5), full = 2 * this.half;
    const height = Math.max(full * (what === "pruned" ? 0.6 : 1), 3) + 12 * Math.max(scale, 0.5);
    const x = camera.toScreenX(layout.x[place]), y = camera.toScreenY(layout.y[place]) - (what === "pruned" ? full * 0.2 : 0);
    context.strokeStyle = this.colours.accent;
    context.lineWidth = 2.5;
    context.setLineDash(dash);
    context.beginPath();
    context.roundRect(x - width / 2, y - height / 2, width, height, 7);
    context.stroke();
    context.setLineDash([]);
  }

  /** What is on the canvas, for those who do not see it. */
  get described() {
    const { model } = this, { ids } = this.layout, among = `${whole(ids.length)} of ${whole(model.trace.size)} nodes are unfolded`;
    if (model.trace.log !== null) return `${among}; ${whole(ids.filter((node) => !model.isAhead(node)).length)} are in the tree at this step.`;
    const phases = { [BACK]: 0, [LIVE]: 0, [PASSED]: 0, [AHEAD]: 0 };
    for (const node of ids) phases[model.phase(node)]++;
    return `${among}; ${whole(phases[BACK])} have returned, ` +
      `${whole(phases[LIVE])} are open, ${whole(phases[PASSED])} pruned, ${whole(phases[AHEAD])} not reached.`;
  }
}

/** How far to move what is at `at`, and reaches `half` to each side, so that it is well inside of `size`. */
function inwards(at, size, half) {
  const edge = Math.min(EDGE + half, size / 2), inside = Math.min(size * INSIDE + half, size / 2);
  return at < edge ? inside - at : at > size - edge ? size - inside - at : 0;
}
