// A view as the end of an address, behind its `#`: the step, and as far as they are not as at first, the root, the selected
// node, what is unfolded, and which panels are folded.

/** Nodes that an address names at most. */
const NAMED = 1_500;

const listed = (nodes) => nodes.map((node) => node.toString(36)).join(".");

/** What may stand behind the `#` of the page's address, with `&` between several, and what it does. */
export const LINKS = [
  ["step=12", "the time is step 12"],
  ["node=7", "node 7 is selected"],
  ["root=5", "node 5 is the root"],
  ["pruned=0", "pruned branches are hidden"],
  ["open=… folded=… follow=…", "what is expanded and collapsed, as a copied link says it"],
  ["shut=…", "panels that are folded, as a copied link says them"],
  ["embed", "the tree and the time alone, for a frame in another page"],
];

/** The text for a view; `shut` are the names of panels that are folded. */
export function written(model, { shut = [], embed = false } = {}) {
  const { root, selected, current, showsPruned, step } = model, parts = [embed ? "embed" : "", `step=${step}`];
  if (root) parts.push(`root=${root}`);
  if (selected !== current) parts.push(`node=${selected}`);
  if (!showsPruned) parts.push("pruned=0");
  if (model.isRefolded) {
    const { open, folded, follows } = model.folding;
    if (open.length + folded.length <= NAMED) parts.push(`open=${listed(open)}`, `folded=${listed(folded)}`, `follow=${follows ? 1 : 0}`);
  }
  if (shut.length) parts.push(`shut=${shut.join(".")}`);
  return parts.filter((part) => part).join("&");
}

/** What such a text says, as far as it can be so; whatever else stands in it is not heard. */
export function read(text, trace) {
  const parts = new Map(text.replace(/^#/, "").split("&").map((part) => [part.split("=")[0], part.split("=")[1] ?? ""]));
  const whole = (name, most) => (/^\d{1,15}$/.test(parts.get(name) ?? "") ? Math.min(Number(parts.get(name)), most) : null);
  const nodes = (name) => (parts.get(name) ?? "").split(".").filter((one) => /^[0-9a-z]{1,8}$/.test(one)).map((one) => parseInt(one, 36)).filter((node) => node < trace.size);
  const found = { embed: parts.has("embed"), step: whole("step", trace.steps - 1), root: whole("root", trace.size - 1), node: whole("node", trace.size - 1) };
  const folding = parts.has("open") ? { open: nodes("open"), folded: nodes("folded"), follows: parts.get("follow") === "1" } : null;
  return { ...found, folding, showsPruned: parts.get("pruned") !== "0", shut: (parts.get("shut") ?? "").split(".").filter((name) => /^[a-z]+$/.test(name)) };
}
