// What happens next, asked before it is shown; answers are marked as tracer/questions/marking.py marks them.

import { button, freshId, make, panel } from "./dom.js";
import { capital, count, moves, number } from "./words.js";

export const RIGHT = "right", BY_WINDOW = "right by the window alone", LITTLE = "pruned too little", MUCH = "pruned too much", BOTH = "pruned too little and too much";
export const OTHER_SIGN = "the right number, and the wrong sign", WRONG = "wrong";

/** Whether an answer gets credit. */
const isRight = (verdict) => verdict === RIGHT || verdict === BY_WINDOW;

/** An answer marked. It is a list of labels, a number as text, or a sign and such a number. */
export function mark(trace, question, answer) {
  const verdict = verdictOf(question, answer), { said } = question;
  const more = `Right: so much the window alone proves. The values of its moves prove more: ${question.written}.`;
  const text = verdict === RIGHT ? "Right." : verdict === BY_WINDOW ? more : `${capital(verdict)}; right is: ${question.written}.`;
  return { verdict, text, sentences: [...danger(trace, question, answer), ...said] };
}

function verdictOf({ kind, right, also }, answer) {
  if (kind === "pruned") return bySets(right, answer);
  if (kind !== "value") return same(right, answer) ? RIGHT : WRONG;
  if (!same(right[1], answer[1])) return WRONG;
  return right[0] === answer[0] ? RIGHT : also && also[0] === answer[0] ? BY_WINDOW : OTHER_SIGN;
}

/** By what is pruned. */
function bySets(right, answer) {
  const little = right.some((label) => !answer.includes(label)), much = answer.some((label) => !right.includes(label));
  return little && much ? BOTH : little ? LITTLE : much ? MUCH : RIGHT;
}

/** Numbers are the same if they are written so, to four digits. */
const same = (right, answer) => right === number(read(answer));

/** What people type for each sign. */
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
  return `${verdicts.filter(isRight).length} of ${verdicts.length} right${others.length ? ` (${others.join(", ")})` : ""}`;
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
    return signed ? [sign.value, number] : number;
  }];
}

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

  static fits(trace) { return Boolean(trace.header.questions); }

  /** The questions of the recording that is shown; one that was searched in the page has a function that gives them. */
  _renew() {
    const { trace } = this.model, { questions } = trace.header;
    if (trace === this.given || (this.given && typeof questions !== "function")) return;
    Object.assign(this, { given: trace, questions: new Map((typeof questions === "function" ? questions(trace) : questions).map((one) => [one.step, one])) });
  }

  /** Begin at this step, at the first question where none is to come, or end. What is still to come is not shown meanwhile. */
  toggle(on = !this.on) {
    if (on) this._renew();
    if (on && !this.questions.size) { this.model.notice("There is nothing to be asked of this search."); return; }
    if (on && this.model.trace !== this.given) {
      this.model.notice("Questions are about the tree as it was: \"as it was\" in Edit brings it back.");
      return;
    }
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
    this.score.textContent = `${count(this.questions.size, "question")}; ${score([...this.marked.values()].map(({ verdict }) => verdict))}`;
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
    const [fields, answerOf] = question.kind === "pruned" ? moveFields(question.choices) : numberFields(question.kind === "value");
    const refused = make("p", { class: "refused", role: "alert" }), form = make("form", { onsubmit: (event) => {
      event.preventDefault();
      try { this._answer(question, answerOf()); } catch (error) { refused.textContent = error.message; }
    } }, ...fields, make("button", { type: "submit", class: "answer-it" }, "answer"), refused);
    form.addEventListener("input", () => { refused.textContent = ""; });
    this.body.replaceChildren(make("p", { class: "asked" }, question.text), form);
  }

  /** Mark an answer, and go to where the picture shows what is right: behind all that is pruned, or one step on. */
  _answer(question, answer) {
    const { model } = this, { trace } = model, prunes = question.kind === "pruned" && question.right.length > 0;
    this.marked.set(question.step, mark(trace, question, answer));
    this.told = { step: question.step, at: Math.min(prunes ? trace.left(question.node) - 1 : question.step + 1, model.last) };
    this._go(this.told.at);
    this.body.querySelector("button").focus({ preventScroll: true });
  }

  /** Go to a step, or only look again at what is asked there. */
  _go(step) { if (!this.model.go(step)) this.update(); }

  _tell(question, { verdict, text, sentences }) {
    const list = make("ul", { class: "told" }, ...sentences.map((sentence) => make("li", {}, sentence)));
    this.body.replaceChildren(make("p", { class: "asked" }, question.text),
      make("p", { class: isRight(verdict) ? "verdict good" : "verdict", role: "status" }, `${isRight(verdict) ? "✓" : "✗"} ${text}`), list, this._next());
  }

  /** At the end: the score, and each wrong answer with what is right and why. */
  _sumUp() {
    const wrong = [...this.marked].filter(([, { verdict }]) => !isRight(verdict)).sort(([one], [other]) => one - other);
    const told = wrong.map(([step, { text, sentences }]) => make("li", {},
      button(`step ${number(step)}`, "go back to this question", () => this.model.go(step)), ` ${this.questions.get(step).text} ${text} ${sentences.join(" ")}`));
    this.body.replaceChildren(make("p", { class: wrong.length ? "verdict some" : "verdict good", role: "status" },
      `${score([...this.marked.values()].map(({ verdict }) => verdict))}.`), make("ul", { class: "told" }, ...told));
  }

  /** A button to the next question; at the end of them, to the end of the search. */
  _next() {
    const later = [...this.questions.keys()].filter((step) => step > this.asked), step = later.length ? Math.min(...later) : this.model.last;
    const words = later.length ? "the next question" : "to the end";
    return button(words, words, () => { this.told = null; this._go(step); }, { disabled: step === this.asked });
  }
}
