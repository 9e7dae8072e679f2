// The page: the recording that is in it, and the step that its address names.

import { unpack } from "./data.js";
import { mount } from "./main.js";

/** Milliseconds after the last step until the address names it: browsers take offence at more. */
const SETTLED = 250;

function stepInAddress() {
  const found = /(?:^|[#&])step=(\d{1,15})(?:&|$)/.exec(location.hash);
  return found ? Number(found[1]) : null;
}

const embedded = (name) => document.querySelector(`script[data-plyscope="${name}"]`).textContent;

function bytes(text) {
  const binary = atob(text), found = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) found[at] = binary.charCodeAt(at);
  return found;
}

async function begin() {
  const place = document.querySelector("main");
  try {
    const header = JSON.parse(embedded("header")), trace = await unpack(header, bytes(embedded("data").trim()));
    let timer = 0;
    const named = (step) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        try { history.replaceState(null, "", `#step=${step}`); } catch { /* a frame without an address of its own */ }
      }, SETTLED);
    };
    const view = mount(place, trace, { step: stepInAddress() ?? header.step, theme: header.theme, keys: document, onstep: named });
    addEventListener("hashchange", () => { const step = stepInAddress(); if (step !== null) view.go(step); });
    addEventListener("beforeprint", () => view.print(true));
    addEventListener("afterprint", () => view.print(false));
    place.removeAttribute("aria-busy");
  } catch (error) {
    const said = document.createElement("p");
    said.className = "broken";
    said.setAttribute("role", "alert");
    said.textContent = error instanceof Error ? error.message : String(error);
    place.replaceChildren(said);
    place.removeAttribute("aria-busy");
  }
}

begin();
