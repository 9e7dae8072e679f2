// The code with the line at a step: a program's own source (tracer/why/code_at_step.py), or the pseudo-code of a search of
// plyscope (tracer/why/code_at_step.py).

import { make } from "./dom.js";
import { ENTERED, RETURNED, SKIPPED } from "./kinds.js";
import { EXPANDED, HORIZON, MOVER_NAMES, TABLE, TERMINAL, operatorName } from "./why.js";

/** The node whose call is looked at: the selected one while it is above the one that executes, or else that one. */
function frameAt(trace, step, selected) {
  const [event, node] = trace.eventAt(step), executing = event === SKIPPED ? trace.parent[node] : node;
  return selected < executing && executing < trace.end[selected] ? selected : executing;
}

/** The line at a step, 0 where none is known; null where there is no source of the function. */
export function placeAt(trace, step, selected) {
  const node = frameAt(trace, step, selected), [event, happens] = trace.eventAt(step);
  const source = trace.function && trace.function[node] ? trace.header.sources[trace.function[node] - 1] : null;
  if (source === null) return null;
  if (event === SKIPPED && node === trace.parent[happens]) {
    const last = trace.refutation(node);
    return { node, source, line: last < 0 ? 0 : trace.calledAt[last] };
  }
  if (happens !== node) {
    let below = happens;
    while (trace.parent[below] !== node) below = trace.parent[below];
    return { node, source, line: trace.calledAt[below] };
  }
  return { node, source, line: event === ENTERED ? source.begins : trace.leftAt[node] };
}

const RETURNS = { [EXPANDED]: "return", [TERMINAL]: "terminal", [HORIZON]: "horizon", [TABLE]: "table" };

/** The line of the pseudo-code that is executed at a step, from 1 on, or 0; null where the recording has none. */
export function codeAt(trace, step) {
  const { code } = trace.header;
  if (!code) return null;
  if (trace.log !== null) return { source: code, line: code.tags[tagOfRow(trace.log, step)] + 1 || 0 };
  const cut = trace.cutAt(step), [event, node] = trace.eventAt(step);
  const tag = cut !== null ? `cut at ${MOVER_NAMES.get(trace.turn[cut])}`
    : event === RETURNED ? RETURNS[trace.status[node]] : event === ENTERED ? "enter" : "prune";
  const lines = trace.drives(node) ? { ...code.tags, ...code.driver } : code.tags;
  return { source: code, line: tag in lines ? lines[tag] + 1 : 0 };
}

/** What a row of a best-first search tells, as pseudo-code marks it. */
function tagOfRow(log, step) {
  const kind = log.kind[step];
  if (log.countsVisits) return "back up";
  if (log.hasMerits) return kind > 6 ? "return" : operatorName(kind);
  return log.rowsOf(log.node[step])[0] === step ? "expand" : "back up";
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
    const { trace, step, selected } = this.model, place = codeAt(trace, step) || placeAt(trace, step, selected);
    this.list.hidden = place === null;
    if (place === null) {
      this.where.textContent = "The recording has no source of this function.";
      return;
    }
    const { source, line, node } = place, first = source.line || 1, at = line - first, kept = at >= 0 && at < source.lines.length;
    this.where.textContent = source === trace.header.code ? "" : `${source.name} in ${source.file}`
      + (trace.calledAt[node] ? `, from line ${trace.calledAt[node]}` : "") + (line && !kept ? `; line ${line}, of which no text is kept` : "");
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
