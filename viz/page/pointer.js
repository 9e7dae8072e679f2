// Fingers, mice and wheels on a canvas.

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
