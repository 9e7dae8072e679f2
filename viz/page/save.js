// The picture of the tree as it is seen, as a file: SVG that was drawn by the same lines of code, or the canvas' own dots.

import { drawn, make } from "./dom.js";
import { Pen } from "./pen.js";

/** Dots to a pixel of a bitmap. */
const GRAIN = 2;

/** The picture as the text of an SVG file. */
export function svgText(tree, title) {
  const { width, height } = tree.size, pen = new Pen(width, height, new OffscreenCanvas(1, 1).getContext("2d"));
  tree.draw(pen);
  pen.svg.prepend(drawn("title", {}, title));
  return new XMLSerializer().serializeToString(pen.svg);
}

export function saveSvg(tree, title, name) { offer(new Blob([svgText(tree, title)], { type: "image/svg+xml" }), `${name}.svg`); }

export async function savePng(tree, name) {
  const { width, height } = tree.size, canvas = new OffscreenCanvas(width * GRAIN, height * GRAIN), context = canvas.getContext("2d");
  context.scale(GRAIN, GRAIN);
  tree.draw(context);
  offer(await canvas.convertToBlob({ type: "image/png" }), `${name}.png`);
}

/** Hand a file to the browser, which asks or keeps it where files are kept. */
function offer(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A title as the name of a file. */
export const fileName = (title, step) => `${title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 40) || "tree"}-step-${step}`;
