// What happens next, asked before it is shown.

import { button, freshId, make, panel } from "./dom.js";
import { number } from "./numbers.js";
import { Bound, Kind, Score, Worth, formatCount, iterChosenQuestions, mark } from "./why.js";

/** What people type for each sign. */
const BOUNDS = { "=": Bound.EXACT, "≥": Bound.LOWER, "≤": Bound.UPPER };
const TYPED = { "=": "=", "≥": "≥", ">=": "≥", ">": "≥", "≤": "≤", "<=": "≤", "<": "≤" };

/** A value as people type it: the sign before it, "" where there is none, and the rest. */
export function split(text) {
  const [, sign, rest] = /^\s*([=≥≤<>]{0,2})\s*(.*)$/s.exec(text);
  return sign in TYPED ? [TYPED[sign], rest] : ["", sign ? text : rest];
}

/** A number as people type it; NaN where it is none. */
export function read(text) {
  const plain = text.trim().replace("−", "-");
  if (/^[+-]?(∞|inf)$/.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
  return plain ? Number(plain) : NaN;
}

/** A box for each move and one for none, and what gives the moves that are ticked. */
function moveFields(choices) {
  const boxes = choices.map((label) => make("input", { type: "checkbox", value: label })), none = make("input", { type: "checkbox" });
  none.addEventListener("change", () => { if (none.checked) for (const box of boxes) box.checked = false; });
  for (const box of boxes) box.addEventListener("change", () => { if (box.checked) none.checked = false; });
  return [[...boxes.map((box) => make("label", {}, box, box.value)), make("label", { class: "none" }, none, "none of them")], () => {
    const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
    if (!ticked.length && !none.checked) throw new Error("Tick the moves that are pruned, or that none is.");
    return ticked;
  }];
}

/** A field for a number, where wanted with a sign to pick or to type before it; and what gives both, or the number. */
function numberFields(signed) {
  const group = freshId(), hint = signed ? "7, or >=7" : "3, −∞ (or -inf), ∞";
  const signs = ["=", "≥", "≤"].map((value) => make("input", { type: "radio", name: group, value, "aria-label": value }));
  const wanted = make("input", { type: "text", "aria-label": "number", inputmode: "text", autocomplete: "off", placeholder: hint });
  const typed = () => (signed ? split(wanted.value) : ["", wanted.value]);
  wanted.addEventListener("input", () => { const [sign] = typed(); for (const one of signs) if (sign) one.checked = one.value === sign; });
  const picked = make("span", { class: "signs", role: "radiogroup", "aria-label": "exact or a bound" }, ...signs.map((one) => make("label", {}, one, one.value)));
  return [signed ? [picked, wanted] : [wanted], () => {
    const [, number] = typed(), sign = signs.find((one) => one.checked);
    if (Number.isNaN(read(number))) throw new Error("A number, ∞ or −∞ (inf or -inf).");
    if (signed && !sign) throw new Error("Which sign? Pick =, ≥ or ≤, or type it before the number: >=7.");
    return signed ? new Worth(read(number), BOUNDS[sign.value]) : read(number);
  }];
}

/** What is asked on the way through a recording, by its steps. */
const questionsOf = (trace) => new Map([...iterChosenQuestions(trace)].map((one) => [one.step, one]));

export class Predictor {
  /** `changed` is called when it begins and when it ends. */
  constructor(model, changed) {
    Object.assign(this, { model, changed, on: false, marked: new Map(), told: null });
    this._renew();
    this.body = make("div", { class: "question" });
    this.score = make("p", { class: "faint" });
    this.element = panel("Predict: what comes next", "predict-panel", this.body, this.score);
    this.element.hidden = true;
  }

  static fits(trace) { return trace.log === null && trace.size <= trace.header.most.questions && trace.once(questionsOf).size > 0; }

  /** The questions of the recording that is shown. */
  _renew() { Object.assign(this, { given: this.model.trace, questions: this.model.trace.once(questionsOf) }); }

  /** Begin at this step, at the first question where none is to come, or end. What is still to come is not shown meanwhile. */
  toggle(on = !this.on) {
    if (on) this._renew();
    if (on && !this.questions.size) { this.model.notice("There is nothing to be asked of this search."); return; }
    this.on = on;
    this.model.hidesFuture = on;
    this.model.layoutVersion++;
    this.element.hidden = !on;
    this.marked.clear();
    Object.assign(this, { told: null, shown: -1 });
    this.changed();
    const asked = [...this.questions.keys()], later = asked.filter((step) => step >= this.model.step);
    if (on) this.model.go(Math.min(...(later.length ? later : asked)));
    this.update();
  }

  update() {
    if (this.on && this.model.trace !== this.given) this.toggle(false);
    if (!this.on) return;
    if (this.told && this.told.at !== this.model.step) this.told = null;
    const { asked: step } = this, question = this.questions.get(step);
    this.score.textContent = `${formatCount(this.questions.size, "question")}; ${new Score([...this.marked.values()]).text}`;
    if (this.shown === step && this.body.hasChildNodes() && this.wasMarked === this.marked.has(step)) return;
    Object.assign(this, { shown: step, wasMarked: this.marked.has(step) });
    if (!question && step === this.model.last && this.marked.size) this._sumUp();
    else if (!question) this.body.replaceChildren(make("p", {}, "Nothing is asked at this step."), this._next());
    else if (this.wasMarked) this._tell(question, this.marked.get(step));
    else this._ask(question);
  }

  /** The step whose question is asked, or told of: an answer is told at the step that shows it. */
  get asked() { return this.told ? this.told.step : this.model.step; }

  _ask(question) {
    const [fields, answerOf] = question.kind === Kind.PRUNED ? moveFields(question.choices) : numberFields(question.kind === Kind.VALUE);
    const refused = make("p", { class: "refused", role: "alert" }), form = make("form", { onsubmit: (event) => {
      event.preventDefault();
      try { this._answer(question, answerOf()); } catch (error) { refused.textContent = error.message; }
    } }, ...fields, make("button", { type: "submit", class: "answer-it" }, "answer"), refused);
    form.addEventListener("input", () => { refused.textContent = ""; });
    this.body.replaceChildren(make("p", { class: "asked" }, question.text), form);
  }

  /** Mark an answer, and go to where the picture shows what is right: behind all that is pruned, or one step on. */
  _answer(question, answer) {
    const { model } = this, { trace } = model, prunes = question.kind === Kind.PRUNED && question.right.length > 0;
    this.marked.set(question.step, mark(trace, question, answer));
    this.told = { step: question.step, at: Math.min(prunes ? trace.left(question.node) - 1 : question.step + 1, model.last) };
    this._go(this.told.at);
    this.body.querySelector("button").focus({ preventScroll: true });
  }

  /** Go to a step, or only look again at what is asked there. */
  _go(step) { if (!this.model.go(step)) this.update(); }

  _tell(question, { isRight, text, sentences }) {
    const list = make("ul", { class: "told" }, ...sentences.map((sentence) => make("li", {}, sentence)));
    this.body.replaceChildren(make("p", { class: "asked" }, question.text),
      make("p", { class: isRight ? "verdict good" : "verdict", role: "status" }, `${isRight ? "✓" : "✗"} ${text}`), list, this._next());
  }

  /** At the end: the score, and each wrong answer with what is right and why. */
  _sumUp() {
    const wrong = [...this.marked].filter(([, { isRight }]) => !isRight).sort(([one], [other]) => one - other);
    const told = wrong.map(([step, { text, sentences }]) => make("li", {},
      button(`step ${number(step)}`, "go back to this question", () => this.model.go(step)), ` ${this.questions.get(step).text} ${text} ${sentences.join(" ")}`));
    this.body.replaceChildren(make("p", { class: wrong.length ? "verdict some" : "verdict good", role: "status" },
      `${new Score([...this.marked.values()]).text}.`), make("ul", { class: "told" }, ...told));
  }

  /** A button to the next question; at the end of them, to the end of the search. */
  _next() {
    const later = [...this.questions.keys()].filter((step) => step > this.asked), step = later.length ? Math.min(...later) : this.model.last;
    const words = later.length ? "the next question" : "to the end";
    return button(words, words, () => { this.told = null; this._go(step); }, { disabled: step === this.asked });
  }
}
