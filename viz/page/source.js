// The code with the line at a step: a program's own source, or the pseudo-code of a search of plyscope.

import { make } from "./dom.js";
import { findCodeLocation, isInDriver, tagAt } from "./why.js";

/** The line of the pseudo-code that is executed at a step, from 1 on, or 0; null where the recording has none. */
export function codeAt(trace, step) {
  const { code } = trace.header;
  if (!code) return null;
  const tag = tagAt(trace, step)?.value, lines = isInDriver(trace, step) ? { ...code.tags, ...code.driver } : code.tags;
  return { source: code, line: tag in lines ? lines[tag] + 1 : 0 };
}

/** Whether a recording has anything that a listing could show. */
export const isListed = (trace) => trace.header.code !== null || trace.header.sources.length > 0;

/** Letters by which what wraps is indented further than its line, and at most. */
const HANGING = 4, DEEPEST = 24;

/** A line of code, of which what wraps hangs. */
function indented(element, text) {
  element.style.setProperty("--hanging", `${Math.min(text.search(/\S|$/) + HANGING, DEEPEST)}ch`);
  return element;
}

/** The code of the call that is looked at, scrolled to its line. */
export class Listing {
  constructor(model) {
    this.model = model;
    this.where = make("p", { class: "file" });
    this.list = make("ol", { class: "lines", tabindex: "0", "aria-label": "code" });
    this.element = make("div", { class: "source" }, this.where, this.list);
  }

  update() {
    const { trace, step, selected } = this.model, place = codeAt(trace, step) || findCodeLocation(trace, step, selected);
    this.list.hidden = place === null;
    if (place === null) {
      this.where.textContent = "The recording has no source of this function.";
      return;
    }
    const { source, line, node } = place, first = source.line || 1, at = line - first, kept = at >= 0 && at < source.lines.length;
    this.where.textContent = source === trace.header.code ? "" : `${source.name} in ${source.file}`
      + (trace.calledAt(node) ? `, from line ${trace.calledAt(node)}` : "") + (line && !kept ? `; line ${line}, of which no text is kept` : "");
    if (this.shown !== source) {
      this.shown = source;
      this.list.style.setProperty("--digits", `${String(first + source.lines.length).length}ch`);
      this.list.replaceChildren(...source.lines.map((text, number) =>
        make("li", {}, make("span", { class: "number" }, String(first + number)), indented(make("code", {}, text || " "), text))));
    }
    const before = this.here;
    this.here = kept ? this.list.children[at] : null;
    if (this.here === before) return;
    if (before) before.removeAttribute("aria-current");
    if (!this.here) return;
    this.here.setAttribute("aria-current", "step");
    requestAnimationFrame(() => this._scroll()); // at once it would have the whole page laid out, and again after what follows
  }

  /** Bring the line into view. */
  _scroll() {
    if (!this.here || !this.here.isConnected) return;
    const { offsetTop, offsetHeight } = this.here, { clientHeight, scrollTop } = this.list, top = offsetTop - this.list.offsetTop;
    if (top < scrollTop || top + offsetHeight > scrollTop + clientHeight) this.list.scrollTop = top - clientHeight / 3;
  }
}
