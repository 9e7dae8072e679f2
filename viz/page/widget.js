// The view in a notebook: an anywidget, whose model has `header` (JSON), `data` (bytes), `step`, `theme` and `height`.

import { mount } from "./main.js";
import { unpack } from "./unpack.js";

async function render({ model, el }) {
  const place = document.createElement("div");
  place.style.height = `min(${model.get("height")}px, 94vh)`;
  el.append(place);
  const data = model.get("data"), bytes = data instanceof DataView ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : data;
  let view;
  try {
    const trace = await unpack(JSON.parse(model.get("header")), bytes);
    const told = (step) => { model.set("step", step); model.save_changes(); };
    view = mount(place, trace, { step: model.get("step"), theme: model.get("theme"), wheel: false, onstep: told });
  } catch (error) {
    place.textContent = error.message;
    return () => place.remove();
  }
  const moved = () => view.go(model.get("step"));
  model.on("change:step", moved);
  return () => { model.off("change:step", moved); view.destroy(); place.remove(); };
}

export default { render };
