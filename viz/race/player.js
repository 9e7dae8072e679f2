(() => {
"use strict";
const race = JSON.parse(document.querySelector('script[type="application/json"]').textContent);
const button = document.querySelector("button");
const slider = document.querySelector("input");
const figure = document.querySelector("figure");
const list = document.querySelector("dl");
const last = race.times.length - 1;
/** What is seen from one frame on until another one. */
const pieces = [...document.querySelectorAll('svg g[class^="s"]')].map((piece) => {
  const [begin, end] = piece.getAttribute("class").slice(1).split("-").map(Number);
  return { piece, begin, end };
});
const counts = race.names.map((name) => {
  const term = list.appendChild(document.createElement("dt"));
  term.textContent = name;
  return list.appendChild(document.createElement("dd"));
});
for (const [words, fill, stripe] of race.signs) {
  const sign = document.createElement("i"), entry = document.createElement("li");
  sign.style.background = stripe ? `repeating-linear-gradient(135deg, ${stripe} 0 1px, ${fill} 1px 4px)` : fill;
  entry.append(sign, words);
  document.querySelector("ul").append(entry);
}
let frame = last;
let timer = 0;

function show(wanted) {
  frame = Math.max(0, Math.min(last, wanted));
  for (const { piece, begin, end } of pieces) {
    piece.style.visibility = begin <= frame && frame < end ? "visible" : "hidden";
  }
  counts.forEach((count, place) => { count.textContent = race.said[frame][place]; });
  slider.value = frame;
  slider.setAttribute("aria-valuetext", race.names.map((name, place) => `${name}: ${race.said[frame][place]}`).join("; "));
}

function wait() {
  timer = setTimeout(() => { show(frame === last ? 0 : frame + 1); wait(); }, 1000 * race.times[frame]);
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  button.textContent = "Play";
}

function play() {
  button.textContent = "Pause";
  if (frame === last) show(0);
  wait();
}

function dragged(event) {
  const box = figure.getBoundingClientRect();
  pause();
  show(Math.round(last * (event.clientX - box.left) / box.width));
}

button.addEventListener("click", () => (timer ? pause() : play()));
slider.addEventListener("input", () => { pause(); show(Number(slider.value)); });
figure.addEventListener("pointerdown", (event) => { figure.setPointerCapture(event.pointerId); dragged(event); });
figure.addEventListener("pointermove", (event) => { if (figure.hasPointerCapture(event.pointerId)) dragged(event); });
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last };
  if (event.key === " " && event.target !== button) {
    event.preventDefault();
    timer ? pause() : play();
  } else if (event.key in steps && event.target !== slider) {
    event.preventDefault();
    pause();
    show(frame + steps[event.key]);
  }
});
if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
  show(last);
  pause();
} else {
  show(0);
  play();
}
})();
