// The page: the recording that is in it, and the view that its address names.

import { read } from "./address.js";
import { mount } from "./main.js";
import { unpack } from "./unpack.js";

/** Milliseconds after the last step until the address names it: browsers take offence at more. */
const SETTLED = 250;

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
    const name = (text) => { try { history.replaceState(null, "", `#${text}`); } catch { /* a frame without an address of its own */ } };
    const named = () => {
      clearTimeout(timer);
      timer = setTimeout(() => name(view.address), SETTLED);
    };
    const found = read(location.hash, trace);
    const view = mount(place, trace, { step: header.step, theme: header.theme, keys: document, onview: named, embed: found.embed,
      link: (text) => { name(text); return location.href; } });
    if (/[#&](step|root|node|open|shut)=/.test(location.hash)) view.restore(found);
    addEventListener("hashchange", ({ newURL }) => view.restore(read(new URL(newURL).hash, trace))); // by now the address may be that of the view before
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
