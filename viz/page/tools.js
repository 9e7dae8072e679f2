// The buttons above the tree and on the overview: how large it is drawn, what is unfolded, and what can be done with it.

import { button, make } from "./dom.js";
import { fileName, savePng, saveSvg } from "./save.js";
import { whole } from "./words.js";

/** The buttons of a view's picture. */
export function tools(view) {
  const { model } = view;
  return make("div", { class: "tools", role: "group", "aria-label": "Picture" },
    button("+", "larger", () => view.scale(1.25, 1.25)), button("−", "smaller", () => view.scale(0.8, 0.8)),
    button("←→", "wider (>)", () => view.widen(1.4), { class: "across" }), button("→←", "narrower (<)", () => view.widen(1 / 1.4), { class: "across" }),
    button("fit", "fit the whole tree (f)", () => view.fit()), button("⊞", "expand everything below the selected node (e)", () => model.unfoldAll()),
    button("⊟", "collapse all but the open path and the best line (Z)", () => model.foldBeside()), uses(view));
}

/** What else the tree is for: questions, changes, and keeping what is seen, as an address where there is one, or as a file. */
function uses(view) {
  const { predictor, editor, model, tree } = view, { title } = model.trace.header, name = () => fileName(title, model.step);
  return make("span", { class: "uses" },
    predictor ? button("predict", "be asked what comes next", () => predictor.toggle(), { class: "predict", "aria-pressed": "false" })
      : absent("predict", model, ...noQuestions(model.trace)),
    editor ? button("edit", "change the tree and search it again", () => editor.toggle(), { class: "edit", "aria-pressed": "false" })
      : absent("edit", model, ...noEditor(model.trace)),
    view.link ? button("link", "copy a link to this view", () => copy(view)) : "",
    button("SVG", "save this view as SVG", () => saveSvg(tree, title, name())), button("PNG", "save this view as PNG", () => savePng(tree, name())));
}

/** A button of what cannot be done with a recording, which says why: in brief, and in a sentence. */
const absent = (name, model, briefly, words) => button(`${name}: ${briefly}`, words, () => model.notice(words), { class: "absent" });

function noQuestions({ header, size, log }) {
  if (log !== null) return ["not best-first", "Predict asks about values and windows, which a best-first search does not hand up."];
  const { questions } = header.most, many = size > questions;
  if (many) return [`≤ ${whole(questions)} nodes`, `Predict asks about up to ${whole(questions)} nodes; these are ${whole(size)}.`];
  return ["nothing to ask", "There is nothing to be asked of this recording."];
}

function noEditor({ header, size }) {
  const { edit } = header.most;
  if (!header.numbered) return ["typed trees", "Edit changes typed and random trees; this is a game with its own rules."];
  if (size > edit) return [`≤ ${whole(edit)} nodes`, `Edit changes trees of up to ${whole(edit)} nodes; these are ${whole(size)}.`];
  return ["searched to the end", `Edit changes trees of up to ${whole(edit)} nodes that minimax or alphabeta searched to the end.`];
}

async function copy(view) {
  if (view.editor && view.editor.isEdited) { view.notice("A tree that was changed has no link: copy its text in the panel Edit."); return; }
  const address = view.link(view.address), lost = view.model.isRefolded && !/[#&]open=/.test(address);
  try {
    await navigator.clipboard.writeText(address);
    view.notice(`The link to this view was copied${lost ? ", without what is unfolded: these nodes are too many for a link" : ""}.`);
  } catch {
    view.notice("The address of this page is the link to this view now: copy it there.");
  }
}

/** The buttons of the overview. */
export function overviewTools(view) {
  const { model, icicle } = view;
  return make("div", { class: "tools", role: "group", "aria-label": "Overview" },
    button("+", "show less of the search, wider", () => view.zoomOverview(2, model.current)), button("−", "show more of the search", () => view.zoomOverview(0.5, model.current)),
    button("all", "show all of the search", () => { icicle.all(); view.redraw(); }));
}
