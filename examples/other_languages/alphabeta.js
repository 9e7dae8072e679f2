// Tic-tac-toe by negamax with alpha-beta, told to plyscope line by line as it is searched.
//
//   node alphabeta.js | plyscope import - -o tictactoe.plyscope
//
// Values and windows are those of the player to move, as a negamax has them; the header says so: view "mover".
"use strict";

const fs = require("node:fs");

// The recorder: this is what a search of your own needs.

const lines = [];

function tell(event) {
  lines.push(JSON.stringify(event) + "\n"); // an infinite alpha or beta becomes null, which is an open end
  if (lines.length === 1000) flush();
}

function flush() {
  let rest = Buffer.from(lines.splice(0).join(""));
  while (rest.length > 0) {
    try {
      rest = rest.subarray(fs.writeSync(1, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error; // the pipe is full: try again
    }
  }
}

process.on("exit", flush); // also after an error: what was told until then is a trace

// The game.

const NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const board = Array(9).fill(0);

function hasLine(player) {
  return LINES.some((line) => line.every((square) => board[square] === player));
}

// The search.

function negamax(last, player, alpha, beta) {
  const moves = [...board.keys()].filter((square) => board[square] === 0);
  tell({ enter: last, turn: player, alpha, beta, depth: moves.length });
  if (hasLine(-player) || moves.length === 0) {
    const value = hasLine(-player) ? -1 : 0;
    tell({ leave: value, status: "terminal" });
    return value;
  }

  let best = -Infinity;
  for (const [index, move] of moves.entries()) {
    board[move] = player;
    best = Math.max(best, -negamax(NAMES[move], -player, -beta, -alpha));
    board[move] = 0;
    if (best >= beta) {
      tell({ prune: moves.slice(index + 1).map((skipped) => NAMES[skipped]) }); // an empty list is a cutoff too
      break;
    }
    alpha = Math.max(alpha, best);
  }
  tell({ leave: best, status: "expanded" });
  return best;
}

if (require.main === module) {
  tell({ plyscope: 1, view: "mover", game: "tictactoe", search: "negamax in JavaScript" });
  negamax(null, 1, -Infinity, Infinity);
}

module.exports = { tell };
