// What part of a plane is seen: two scales, so that the horizontal one can be another, and where the origin is; and the
// fingers, mice and wheels that move it.

const STILL = 5;

/** Listen on an element: `pan(dx, dy)`, `zoom(factorX, factorY, x, y)`, `tap(x, y)`, `hover(x, y)`,
 * `grab(x, y)`, which gives what a drag from there does in place of moving the picture, or null. `wheels` says whether the
 * wheel alone zooms, or only together with Ctrl. Everything ends with the signal. */
export function handle(element, { pan, zoom, tap, hover = () => {}, grab = () => null, wheels = true, signal }) {
  const down = new Map();
  let travelled = 0, held = null;
  const place = (event) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, place(event));
    if (down.size > 1) return;
    travelled = 0;
    held = grab(place(event).x, place(event).y);
  }, { signal });
  element.addEventListener("pointermove", (event) => {
    const now = place(event), before = down.get(event.pointerId);
    if (!before) { hover(now.x, now.y); return; }
    down.set(event.pointerId, now);
    travelled += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (travelled <= STILL) return;
    const other = [...down].find(([id]) => id !== event.pointerId);
    if (!other) { (held || pan)(now.x - before.x, now.y - before.y); return; }
    const far = (point) => Math.max(Math.hypot(point.x - other[1].x, point.y - other[1].y), 1), factor = far(now) / far(before);
    zoom(factor, factor, (now.x + other[1].x) / 2, (now.y + other[1].y) / 2);
    pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  }, { signal });
  const up = (event) => {
    const at = down.get(event.pointerId);
    down.delete(event.pointerId);
    if (at && event.type === "pointerup" && travelled <= STILL && !down.size) tap(at.x, at.y);
  };
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", up, { signal });
  element.addEventListener("wheel", (event) => {
    if (!wheels && !event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    const { x, y } = place(event), unit = event.deltaMode === 1 ? 16 : 1, turned = event.deltaY || event.deltaX;
    const factor = Math.exp(-turned * unit * (event.ctrlKey ? 0.01 : 0.0016));
    zoom(factor, event.shiftKey ? 1 : factor, x, y);
  }, { signal, passive: false });
}

const NEAREST = 3, FARTHEST = 1e-5, EASE = 260;

export class Camera {
  /** `redraw` asks for a new picture; `calm` says whether movement is unwelcome. */
  constructor(redraw, calm) {
    this.redraw = redraw;
    this.calm = calm;
    Object.assign(this, { kx: 1, ky: 1, x: 0, y: 0, moved: false, _glide: null });
  }

  /** How large things are drawn. */
  get scale() { return Math.min(this.kx, this.ky); }

  toScreenX(x) { return x * this.kx + this.x; }
  toScreenY(y) { return y * this.ky + this.y; }
  toPlaneY(y) { return (y - this.y) / this.ky; }

  /** Make larger by factors, a point of the screen staying where it is. What is narrower than high becomes wider first. */
  zoom(factorX, factorY, x, y) {
    this._glide = null;
    if (factorX === factorY && factorX > 1 && this.kx < this.ky) factorY = 1;
    const kx = clamp(this.kx * factorX), ky = clamp(this.ky * factorY);
    this.x = x - ((x - this.x) * kx) / this.kx;
    this.y = y - ((y - this.y) * ky) / this.ky;
    Object.assign(this, { kx, ky, moved: true });
    this.redraw();
  }

  pan(dx, dy) {
    this._glide = null;
    this.x += dx;
    this.y += dy;
    this.moved = true;
    this.redraw();
  }

  set(view) {
    this._glide = null;
    Object.assign(this, view);
    this.redraw();
  }

  /** Move to a view, gently where that is welcome. */
  glide(view) {
    if (this.calm()) { this.set(view); return; }
    this._glide = { from: { kx: this.kx, ky: this.ky, x: this.x, y: this.y }, to: { ...this.target, ...view }, since: performance.now() };
    this.redraw();
  }

  /** Where things are heading. */
  get target() { return this._glide ? this._glide.to : { kx: this.kx, ky: this.ky, x: this.x, y: this.y }; }

  /** Move on; true while there is more to come. */
  tick(now) {
    if (!this._glide) return false;
    const { from, to, since } = this._glide, done = Math.min((now - since) / EASE, 1), eased = 1 - (1 - done) ** 3;
    for (const name of ["kx", "ky", "x", "y"]) this[name] = from[name] + (to[name] - from[name]) * eased;
    if (done === 1) this._glide = null;
    return done < 1;
  }
}

const clamp = (scale) => Math.min(Math.max(scale, FARTHEST), NEAREST);
