// What lies on the picture of the tree: at first an invitation to play, where it hides no node, and on a phone a way to the whole tree.

import { make } from "./dom.js";
import { HEIGHT } from "./layout.js";

/** Pixels to the edge of the picture, and from the box to a node or to the frame around it: no less than a finger tells apart. */
const RIM = 8, APART = 14;
/** Places that are tried, as shares of what is free beside and above: those in the middle first. */
const PLACES = [[0.5, 1], [0.5, 0], [1, 0], [0, 0], [1, 1], [0, 1], [1, 0.5], [0, 0.5]];

/** The first place for a box of this size that comes near no node, or the one that comes near fewest, and not near the first of all. */
function room({ camera, layout, size }, width, height) {
  const half = (HEIGHT / 2) * camera.scale + APART, { ids, x, y, lefts, widths } = layout;
  let best = null;
  for (const [across, down] of PLACES) {
    const left = RIM + across * (size.width - width - 2 * RIM), top = RIM + down * (size.height - height - 2 * RIM);
    let near = 0;
    for (let place = 0; place < ids.length; place++) {
      const middle = camera.toScreenX(x[place]), row = camera.toScreenY(y[place]);
      if (middle - lefts[place] * camera.scale - APART < left + width && middle + (widths[place] / 2) * camera.scale + APART > left && row - half < top + height && row + half > top) near += place ? 1 : ids.length;
    }
    if (!best || near < best.near) best = { x: left, y: top, near };
    if (!near) break;
  }
  return best;
}

export class Overlay {
  /** `story` invites to play; null where nothing does. */
  constructor(tree, camera, story) {
    Object.assign(this, { tree, camera, story });
    this.whole = make("button", { type: "button", class: "whole", onclick: () => this._look() });
  }

  /** The story has begun: nothing invites to it any more. */
  begun() {
    if (this.story) this.story.remove();
    this.story = null;
  }

  update(phone) {
    const { tree, story } = this, isWhole = tree.isWhole(this.camera.target);
    if (story) this._place(story);
    this.whole.hidden = !phone || story !== null || (isWhole && tree.isWhole(tree.fit()));
    this.whole.textContent = isWhole ? "this step" : "whole tree";
  }

  /** Where the story comes near no node; where it has no such place, its sign alone; where that has none, it is not shown. */
  _place(story) {
    let found;
    for (const small of [false, true]) {
      story.classList.toggle("small", small);
      found = room(this.tree, story.offsetWidth, story.offsetHeight);
      if (!found.near) break;
    }
    Object.assign(story.style, { left: `${found.x}px`, top: `${found.y}px`, visibility: found.near ? "hidden" : "" });
  }

  /** Show the whole tree, or what is around the step again. */
  _look() {
    const view = this.tree.fit(!this.tree.isWhole(this.camera.target));
    this.camera.moved = false;
    this.camera.glide(view);
  }
}
