// Elements, made by hand: every text becomes a text node, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, listeners (names that begin with "on") and children, which are elements or texts. */
export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function drawn(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A button with a sign on it and words for it. */
export function button(sign, words, onclick, attributes = {}) {
  return make("button", { type: "button", title: words, "aria-label": words, onclick, ...attributes }, sign);
}

/** A list of choices, by value their words; `chosen` gets the value of the one that was taken. */
export function choice(words, choices, chosen, attributes = {}) {
  const list = make("select", { "aria-label": words, title: words, onchange: () => chosen(list.value), ...attributes }, ...Object.entries(choices).map(([value, text]) => make("option", { value }, text)));
  return list;
}

let made = 0;

/** An id that no other element of the document has. */
export const freshId = () => `plyscope-${++made}`;

/** A panel with a heading, by which it is named; a click on the heading folds it. */
export function panel(title, name, ...children) {
  const heading = make("button", { type: "button", id: freshId() }, title), body = make("div", { class: "body" }, ...children);
  const element = make("section", { class: `panel ${name}`, "aria-labelledby": heading.id }, make("h2", {}, heading), body);
  heading.addEventListener("click", () => fold(element, !body.hidden));
  fold(element, false);
  return element;
}

/** Hide or show what is in a panel. */
export function fold(element, hidden) {
  element.querySelector(".body").hidden = hidden;
  element.querySelector("h2 button").setAttribute("aria-expanded", String(!hidden));
}

/** Give a panel another heading. */
export function entitle(element, title) {
  const heading = element.querySelector("h2 button");
  if (heading.textContent !== title) heading.textContent = title;
}

/** Put other children into an element. Where one of its buttons has the focus, the one in its place gets it. */
export function refilled(element, children) {
  const at = element.contains(document.activeElement) ? buttons(element).indexOf(document.activeElement) : -1;
  element.replaceChildren(...children);
  const now = at < 0 ? [] : buttons(element);
  if (now.length) now[Math.min(at, now.length - 1)].focus({ preventScroll: true });
}

const buttons = (element) => [...element.querySelectorAll("button")];
