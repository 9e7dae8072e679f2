// The position at the selected node, on the board on which it is played.

import { drawn, make } from "./dom.js";

const SQUARE = 10;
/** Height of a board's picture in pixels, at most. */
const TALLEST = 200, WIDEST = 240;

/** Pixels of a board beside a line of text. */
const SMALL = 34;

/** How broad the boards of a recording are for their height; 0 where there are none, or have letters. */
export function boardShape(trace) {
  if (!trace.boards.length || !["lines", "holes"].includes(trace.header.squares)) return 0;
  const rows = cells(trace.boards[0]);
  return rows[0].length / rows.length;
}

/** Draw the board of a node on a canvas: its squares, and what stands on them; what the last move changed stands out. */
export function drawBoard(context, colours, trace, node, { x, y, height }) {
  const text = boardText(trace, node), rows = cells(text), side = height / rows.length, lined = trace.header.squares === "lines";
  const above = trace.parent[node] < 0 ? null : cells(boardText(trace, trace.parent[node]) ?? text);
  const width = side * rows[0].length, thin = Math.max(side * 0.035, 0.6);
  context.fillStyle = lined ? colours.background : colours.max.fill;
  context.fillRect(x, y, width, height);
  rows.forEach((row, down) => row.forEach((cell, across) => {
    const left = x + across * side, top = y + down * side, fresh = above !== null && isChanged(above, down, across, cell);
    context.fillStyle = colours.last;
    if (fresh) context.fillRect(left, top, side, side);
    if (lined) line(context, colours, cell, left + side / 2, top + side / 2, side * 0.27);
    else disc(context, colours, cell, left + side / 2, top + side / 2, side * 0.4);
  }));
  context.strokeStyle = colours.edge;
  context.lineWidth = thin;
  context.beginPath();
  if (!lined) context.rect(x, y, width, height);
  for (let at = 1; lined && at < rows[0].length; at++) { context.moveTo(x + at * side, y); context.lineTo(x + at * side, y + height); }
  for (let at = 1; lined && at < rows.length; at++) { context.moveTo(x, y + at * side); context.lineTo(x + width, y + at * side); }
  context.stroke();
}

function line(context, colours, cell, x, y, far) {
  if (!cell) return;
  context.strokeStyle = cell === "X" ? colours.max.line : colours.min.line;
  context.lineWidth = Math.max(far * 0.45, 1);
  context.beginPath();
  if (cell === "X") {
    context.moveTo(x - far, y - far);
    context.lineTo(x + far, y + far);
    context.moveTo(x + far, y - far);
    context.lineTo(x - far, y + far);
  } else {
    context.ellipse(x, y, far, far, 0, 0, 2 * Math.PI);
  }
  context.stroke();
}

function disc(context, colours, cell, x, y, far) {
  context.fillStyle = cell === "X" ? colours.max.line : cell ? colours.min.line : colours.background;
  context.beginPath();
  context.ellipse(x, y, far, far, 0, 0, 2 * Math.PI);
  context.fill();
}

/** The board of a node in a line of text, a mere picture; null where it has none, or one with letters. */
export function smallBoard(trace, node) {
  const style = trace.header.squares, text = ["lines", "holes"].includes(style) ? boardText(trace, node) : null;
  if (text === null) return null;
  const above = trace.parent[node] < 0 ? null : boardText(trace, trace.parent[node]), picture = squares(text, above, style, SMALL, SMALL);
  for (const letter of picture.querySelectorAll("text")) letter.remove();
  picture.removeAttribute("role");
  picture.removeAttribute("aria-label");
  picture.setAttribute("aria-hidden", "true");
  return picture;
}

/** The board of a node, or one sentence that says why there is none. */
export function board(trace, node) {
  const text = boardText(trace, node);
  if (text === null) return make("p", { class: "faint" }, missing(trace));
  const above = trace.parent[node] < 0 ? null : boardText(trace, trace.parent[node]);
  return trace.header.squares === "text" ? printed(text, above) : squares(text, above, trace.header.squares, TALLEST, WIDEST);
}

function boardText(trace, node) {
  const place = trace.board ? trace.board[node] : 0;
  return place ? trace.boards[place - 1] : null;
}

function missing(trace) {
  if (!trace.header.game) return "The recording has no game, so it has no positions.";
  const plies = trace.header.boardPlies;
  if (!plies) return "There is no board in this page: the positions are too many, or the game cannot draw them.";
  return `There is no board in this page below ply ${plies - 1}: the positions are too many.`;
}

const isChanged = (above, row, column, cell) =>
  above !== null && above[row] !== undefined && above[row][column] !== undefined && above[row][column] !== cell;

/** A text board; what the last move changed stands out. */
function printed(text, above) {
  const rows = text.split("\n"), before = above === null ? null : above.split("\n");
  const alike = before !== null && rows.length > 1 && before.length === rows.length;
  const element = make("pre", { class: "board" });
  rows.forEach((line, row) => {
    [...line].forEach((cell, column) => {
      const changed = alike && isChanged(before.map((one) => [...one]), row, column, cell);
      element.append(changed ? make("mark", {}, cell) : cell);
    });
    element.append("\n");
  });
  return element;
}

const cells = (text) => text.split("\n").map((row) => row.split("\t"));

function squares(text, above, style, tallest, widest) {
  const rows = cells(text), before = above === null ? null : cells(above), height = rows.length, width = rows[0].length;
  const scale = Math.min(tallest / height, widest / width, 40);
  const said = rows.map((row) => row.map((cell) => cell || "empty").join(" ")).join("; ");
  const picture = drawn("svg", {
    class: `board ${style}`, viewBox: `0 0 ${width * SQUARE} ${height * SQUARE}`, role: "img", "aria-label": `Board, row by row: ${said}`,
    width: Math.round(width * scale), height: Math.round(height * scale),
  });
  if (style === "holes") picture.append(drawn("rect", { class: "slab", width: width * SQUARE, height: height * SQUARE, rx: 2 }));
  rows.forEach((row, y) => row.forEach((cell, x) => {
    const at = { x: x * SQUARE, y: y * SQUARE }, fresh = before !== null && isChanged(before, y, x, cell);
    picture.append(...square(style, at, (x + y) % 2 === 1, fresh), ...stone(style, at, cell, fresh));
  }));
  if (style === "lines") picture.append(...grid(width, height));
  return picture;
}

function square(style, { x, y }, dark, fresh) {
  if (style === "holes") return [drawn("circle", { class: "hole", cx: x + SQUARE / 2, cy: y + SQUARE / 2, r: SQUARE * 0.4 })];
  const name = style === "chequered" && dark ? "square dark" : "square";
  return [drawn("rect", { class: fresh ? `${name} fresh` : name, x, y, width: SQUARE, height: SQUARE })];
}

function stone(style, { x, y }, cell, fresh) {
  if (!cell) return [];
  const cx = x + SQUARE / 2, cy = y + SQUARE / 2, far = SQUARE * 0.27, name = cell === "X" ? "x" : cell === "O" ? "o" : "other";
  if (style === "holes" && name !== "other") {
    return [drawn("circle", { class: `disc ${name}${fresh ? " fresh" : ""}`, cx, cy, r: SQUARE * 0.4 }),
      drawn("text", { class: `inside ${name}`, x: cx, y: cy }, cell)];
  }
  if (style === "lines" && name === "x") {
    return [drawn("path", { class: "x", d: `M${cx - far} ${cy - far}L${cx + far} ${cy + far}M${cx + far} ${cy - far}L${cx - far} ${cy + far}` })];
  }
  if (style === "lines" && name === "o") return [drawn("circle", { class: "o", cx, cy, r: far * 1.08 })];
  return [drawn("text", { class: "other", x: cx, y: cy }, cell)];
}

function grid(width, height) {
  const lines = [];
  for (let x = 1; x < width; x++) lines.push(`M${x * SQUARE} 0.6V${height * SQUARE - 0.6}`);
  for (let y = 1; y < height; y++) lines.push(`M0.6 ${y * SQUARE}H${width * SQUARE - 0.6}`);
  return lines.length ? [drawn("path", { class: "grid", d: lines.join("") })] : [];
}
