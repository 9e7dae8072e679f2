// A pen that is held like a canvas and writes SVG: what draws the tree on the screen draws it into a file.

import { drawn } from "./dom.js";

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
  strokeText(text, x, y) { this._write(text, x, y, { fill: "none", ...this._line() }); }

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
