// What happens next, asked before it is shown; answers are marked as tracer/questions/marking.py marks them.

import { button, make, panel } from "./dom.js";
import { capital, count, moves, number } from "./words.js";

export const RIGHT = "right", LITTLE = "pruned too little", MUCH = "pruned too much", BOTH = "pruned too little and too much";
export const OTHER_SIGN = "the right number, and the wrong sign", WRONG = "wrong";

/** An answer marked. It is a list of labels, a number as text, or a sign and such a number. */
export function mark(trace, question, answer) {
  const verdict = verdictOf(question, answer), { said } = question;
  const text = verdict === RIGHT ? "Right." : `${capital(verdict)}; right is: ${question.written}.`;
  return { verdict, text, sentences: [...danger(trace, question, answer), ...said] };
}

function verdictOf({ kind, right }, answer) {
  if (kind === "pruned") return bySets(right, answer);
  if (kind !== "value") return same(right, answer) ? RIGHT : WRONG;
  return !same(right[1], answer[1]) ? WRONG : right[0] === answer[0] ? RIGHT : OTHER_SIGN;
}

/** By what is pruned. */
function bySets(right, answer) {
  const little = right.some((label) => !answer.includes(label)), much = answer.some((label) => !right.includes(label));
  return little && much ? BOTH : little ? LITTLE : much ? MUCH : RIGHT;
}

/** Numbers are the same if they are written so, to four digits. */
const same = (right, answer) => right === number(read(answer));

/** A number as people type it; NaN where it is none. */
export function read(text) {
  const plain = text.trim().replace("−", "-");
  if (/^[+-]?(∞|inf)$/.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
  return plain ? Number(plain) : NaN;
}

/** What comes of skipping what the search does not skip. */
function danger(trace, { kind, node, right }, answer) {
  const extra = kind === "pruned" ? answer.filter((label) => !right.includes(label)) : [], nodes = new Map();
  for (const child of trace.children(node)) if (extra.includes(trace.label(child)) && !nodes.has(trace.label(child))) nodes.set(trace.label(child), child);
  if (!nodes.size) return [];
  return [`${capital(moves(trace, [...nodes.values()]))} must be searched: without ${nodes.size === 1 ? "it" : "them"} a wrong value may come out.`];
}

/** The score of some verdicts in a line. */
export function score(verdicts) {
  const amount = (wanted) => verdicts.filter((one) => one === wanted).length;
  if (!verdicts.length) return "nothing answered";
  const others = [LITTLE, MUCH, BOTH, OTHER_SIGN, WRONG].filter(amount).map((one) => `${amount(one)} ${one}`);
  return `${amount(RIGHT)} of ${verdicts.length} right${others.length ? ` (${others.join(", ")})` : ""}`;
}

export class Predictor {
  /** `changed` is called when it begins and when it ends. */
  constructor(model, changed) {
    Object.assign(this, { model, changed, on: false, marked: new Map() });
    this.given = model.trace;
    this.questions = new Map(model.trace.header.questions.map((one) => [one.step, one]));
    this.body = make("div", { class: "question" });
    this.score = make("p", { class: "faint" });
    this.element = panel("Predict: what comes next", "predict-panel", this.body, this.score);
    this.element.hidden = true;
  }

  static fits(trace) { return Boolean(trace.header.questions); }

  /** Begin at this step, at the first question where none is to come, or end. What is still to come is not shown meanwhile. */
  toggle(on = !this.on) {
    if (on && this.model.trace !== this.given) {
      this.model.notice("Questions are about the tree as it was: \"as it was\" in Edit brings it back.");
      return;
    }
    this.on = on;
    this.model.hidesFuture = on;
    this.model.layoutVersion++;
    this.element.hidden = !on;
    this.marked.clear();
    this.changed();
    const asked = [...this.questions.keys()], later = asked.filter((step) => step >= this.model.step);
    if (on) this.model.go(Math.min(...(later.length ? later : asked)));
    this.update();
  }

  update() {
    if (this.on && this.model.trace !== this.given) this.toggle(false);
    if (!this.on) return;
    const { step } = this.model, question = this.questions.get(step);
    this.score.textContent = `${count(this.questions.size, "question")}; ${score([...this.marked.values()].map(({ verdict }) => verdict))}`;
    if (this.shown === step && this.body.hasChildNodes() && this.wasMarked === this.marked.has(step)) return;
    Object.assign(this, { shown: step, wasMarked: this.marked.has(step) });
    if (!question && step === this.model.last && this.marked.size) this._sumUp();
    else if (!question) this.body.replaceChildren(make("p", {}, "Nothing is asked at this step."), this._next());
    else if (this.wasMarked) this._tell(question, this.marked.get(step));
    else this._ask(question);
  }

  _ask(question) {
    const form = make("form", { onsubmit: (event) => { event.preventDefault(); this._answer(question, answerOf()); } });
    let answerOf;
    if (question.kind === "pruned") {
      const boxes = question.choices.map((label) => make("input", { type: "checkbox", value: label }));
      form.append(...boxes.map((box) => make("label", {}, box, box.value)));
      answerOf = () => boxes.filter((box) => box.checked).map((box) => box.value);
    } else {
      const sign = make("select", { "aria-label": "exact or a bound" }, ...["=", "≥", "≤"].map((one) => make("option", { value: one }, one)));
      const wanted = make("input", { type: "text", "aria-label": "number", inputmode: "text", autocomplete: "off", placeholder: "3, −∞ (or -inf), ∞" });
      form.append(...(question.kind === "value" ? [sign] : []), wanted);
      answerOf = () => (question.kind === "value" ? [sign.value, wanted.value] : wanted.value);
    }
    form.append(make("button", { type: "submit", class: "answer-it" }, "answer"));
    this.body.replaceChildren(make("p", { class: "asked" }, question.text), form);
  }

  _answer(question, answer) {
    const typed = question.kind === "value" ? answer[1] : question.kind === "alpha" || question.kind === "beta" ? answer : null;
    if (typed !== null && Number.isNaN(read(typed))) { this.model.notice("A number, ∞ or −∞ (inf or -inf)."); return; }
    this.marked.set(question.step, mark(this.model.trace, question, answer));
    this.update();
    this.body.querySelector("button").focus({ preventScroll: true });
  }

  _tell(question, { verdict, text, sentences }) {
    const list = make("ul", { class: "told" }, ...sentences.map((sentence) => make("li", {}, sentence)));
    this.body.replaceChildren(make("p", { class: "asked" }, question.text),
      make("p", { class: verdict === RIGHT ? "verdict good" : "verdict", role: "status" }, `${verdict === RIGHT ? "✓" : "✗"} ${text}`), list, this._next());
  }

  /** At the end: the score, and each wrong answer with what is right and why. */
  _sumUp() {
    const wrong = [...this.marked].filter(([, { verdict }]) => verdict !== RIGHT).sort(([one], [other]) => one - other);
    const told = wrong.map(([step, { text, sentences }]) => make("li", {},
      button(`step ${number(step)}`, "go back to this question", () => this.model.go(step)), ` ${this.questions.get(step).text} ${text} ${sentences.join(" ")}`));
    this.body.replaceChildren(make("p", { class: wrong.length ? "verdict" : "verdict good", role: "status" },
      `${score([...this.marked.values()].map(({ verdict }) => verdict))}.`), make("ul", { class: "told" }, ...told));
  }

  /** A button to the next question; at the end of them, to the end of the search. */
  _next() {
    const later = [...this.questions.keys()].filter((step) => step > this.model.step), step = later.length ? Math.min(...later) : this.model.last;
    const words = later.length ? "the next question" : "to the end";
    return button(words, words, () => this.model.go(step), { disabled: step === this.model.step });
  }
}
