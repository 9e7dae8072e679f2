// The names of moves as people write them.

/** The name that a person means: the word itself, or with a number the move in that place, where none has a name. */
export function spell(word, names) {
  const letters = new Set(names.map((name) => /^([a-z]+)[1-9][0-9]*$/.exec(name)?.[1] ?? ""));
  return names.includes(word) || letters.size !== 1 || !/^[1-9][0-9]*$/.test(word) ? word : [...letters][0] + word;
}
