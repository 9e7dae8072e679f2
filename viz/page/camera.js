// What part of a plane is seen: two scales, so that the horizontal one can be another, and where the origin is.

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
  toPlaneX(x) { return (x - this.x) / this.kx; }
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
    this._glide = { from: { kx: this.kx, ky: this.ky, x: this.x, y: this.y }, to: { ...this._target(), ...view }, since: performance.now() };
    this.redraw();
  }

  _target() { return this._glide ? this._glide.to : { kx: this.kx, ky: this.ky, x: this.x, y: this.y }; }

  /** Where things are heading. */
  get target() { return this._target(); }

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
