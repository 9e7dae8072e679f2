// The names of moves as people write them.

/** The name that a person means: the word itself, or with a number the move in that place, where none has a name. */
function spell(word, names) {
  const letters = new Set(names.map((name) => /^([a-z]+)[1-9][0-9]*$/.exec(name)?.[1] ?? ""));
  return names.includes(word) || letters.size !== 1 || !/^[1-9][0-9]*$/.test(word) ? word : [...letters][0] + word;
}

/** The first node at the end of a path of labels; an error says which moves there are. */
export function findPath(trace, path) {
  const labels = path.trim().replace(/^\/+|\/+$/g, "").split("/").filter((label) => label);
  const taken = [];
  let node = 0;
  for (const wanted of labels) {
    const children = trace.children(node), names = children.map((child) => trace.label(child));
    const name = spell(wanted, names), found = children[names.indexOf(name)];
    if (found === undefined) {
      const where = taken.join("/") || "the root";
      const there = [...new Set(names)].slice(0, 12).join(", ") || "no moves";
      throw new Error(`No move ${wanted} at ${where}; there are: ${there}`);
    }
    node = found;
    taken.push(name);
  }
  return node;
}
