// What happens at a step, and what a node is then: by the words of files.

export const ENTERED = "entered";
export const RETURNED = "returned";
export const SKIPPED = "pruned";
export const TOLD = "told";
export const AHEAD = "ahead";
export const LIVE = "open";
export const BACK = "returned";
export const PASSED = "pruned";
