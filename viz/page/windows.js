// The open path, root first: each node's running window as a bar on one number line. Each line is a button.

import { smallBoard } from "./board.js";
import { make } from "./dom.js";
import { RETURNED } from "./kinds.js";
import { number, whole } from "./numbers.js";
import { SIGNS, kind } from "./shapes.js";
import { OPEN, endsText, formatLogValue, formatValue, windowText } from "./why.js";

/** Frames that are listed: the root and the last ones. */
const LISTED = 10;

/** A number line whose ends stand for −∞ and ∞, in percent. */
function scale(numbers) {
  const finite = numbers.filter((value) => Number.isFinite(value)), low = Math.min(...finite, Infinity), high = Math.max(...finite, -Infinity);
  return {
    low, high,
    place(value) {
      if (!Number.isFinite(value)) return value > 0 ? 100 : 0;
      return high === low ? 50 : 8 + ((value - low) / (high - low)) * 84;
    },
  };
}

export function windows(model, select) {
  const { trace, step, path } = model;
  const shown = path.length > LISTED ? [path[0], ...path.slice(path.length - LISTED + 1)] : path;
  const frames = shown.map((node) => trace.frame(node, step));
  const returned = model.event === RETURNED ? trace.value[model.node] : NaN;
  const line = scale([...frames.flatMap(({ alpha, beta, best }) => [alpha, beta, best]), returned]);
  const list = make("ol", { class: "frames" }), says = frames.map((frame) => said(model, frame));
  list.style.setProperty("--ends", `${0.86 * Math.max(...says.map((text) => text.length))}ch`);
  frames.forEach((frame, at) => {
    if (at === 1 && shown.length < path.length) {
      list.append(make("li", { class: "faint" }, `… ${whole(path.length - shown.length)} nodes between`));
    }
    const point = frame.node === model.node || frame.node === trace.parent[model.node] ? returned : NaN;
    list.append(make("li", {}, row(model, frame, line, point, select)));
  });
  if (trace.windowed && Number.isFinite(line.low)) list.append(axis(line));
  if (trace.windowed && frames.some(({ alpha, beta }) => alpha >= beta)) list.append(make("li", { class: "faint" }, "Where α ≥ β the ends have met: no value that is left can matter there."));
  return list;
}

/** The value of a node of the open path: what it returns at this step, else its best one so far. */
function valueSoFar({ trace, node, event, step }, frame) {
  if (trace.log !== null) return `${formatLogValue(trace, frame.node, step)}${trace.log.countsVisits ? ` · N ${whole(trace.visitsAt(frame.node, step).times)}` : ""}`;
  if (event === RETURNED && frame.node === node) return trace.status[node] === OPEN ? "no value" : `returned ${formatValue(trace, node)}`;
  return frame.best === null ? "no value yet" : `best ${number(frame.best)}`;
}

/** What a frame has; a window that closed is no interval. */
function said(model, frame) {
  const { alpha, beta } = frame;
  if (!model.trace.windowed) return valueSoFar(model, frame);
  return windowText(alpha, beta);
}

function row(model, frame, line, point, select) {
  const { trace } = model, { node, alpha, beta, best } = frame, name = node ? trace.label(node) : "root";
  const known = valueSoFar(model, frame), says = said(model, frame);
  const element = make("button", {
    type: "button", class: "frame", "aria-current": node === model.selected ? "true" : null,
    "aria-label": `ply ${trace.ply[node]}, ${name}, ${trace.turn[node] > 0 ? "MAX" : trace.turn[node] < 0 ? "MIN" : "chance"}, ` +
      `${trace.windowed ? `window ${says}, ` : ""}${known}`,
    onclick: () => select(node),
  }, make("span", { class: `sign ${kind(trace, node)}` }, SIGNS[trace.turn[node]]), make("span", { class: "name" }, name), make("span", { class: "ends" }, says));
  if (trace.windowed) element.append(bar(line, alpha, beta, best, point));
  const picture = smallBoard(trace, node);
  if (picture) {
    element.classList.add("boarded");
    element.append(picture);
  }
  return element;
}

function bar(line, alpha, beta, best, point) {
  const element = make("span", { class: "bar" }), first = line.place(Math.min(alpha, beta)), last = line.place(Math.max(alpha, beta));
  const open = make("span", { class: alpha >= beta ? "span closed" : "span" });
  open.style.left = `${first}%`;
  open.style.width = `${Math.max(last - first, 0)}%`;
  if (!Number.isFinite(alpha)) open.classList.add("from");
  if (!Number.isFinite(beta)) open.classList.add("to");
  element.append(open);
  for (const [value, name] of [[best, "best"], [point, "point"]]) {
    if (value === null || value !== value) continue;
    const dot = make("span", { class: name });
    dot.style.left = `${line.place(value)}%`;
    element.append(dot);
  }
  return element;
}

function axis(line) {
  const ends = make("span", { class: "bar axis" }), [least, most] = endsText(line.low, line.high), low = make("span", { class: "tick" }, least);
  low.style.left = `${line.place(line.low)}%`;
  ends.append(low);
  if (line.high !== line.low) {
    const high = make("span", { class: "tick" }, most);
    high.style.left = `${line.place(line.high)}%`;
    ends.append(high);
  }
  return make("li", { class: "frame", "aria-hidden": "true" }, ends);
}
