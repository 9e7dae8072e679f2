// What may become of a node, what its value is, what happens at a step and what a node is then: by the words of files.

export const EXPANDED = 0;
export const TERMINAL = 1;
export const HORIZON = 2;
export const TABLE = 3;
export const PRUNED = 4;
export const OPEN = 5;
export const EXACT = 0;
export const LOWER = 1;
export const UPPER = 2;
export const ENTERED = "entered";
export const RETURNED = "returned";
export const SKIPPED = "pruned";
export const TOLD = "told";
export const AHEAD = "ahead";
export const LIVE = "open";
export const BACK = "returned";
export const PASSED = "pruned";
