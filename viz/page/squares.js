// Tic-tac-toe: the tree below a position, with the board of every node.

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
export const EMPTY = ".........";

/** The player with three in a row; empty where there is none. */
export const winner = (board) => LINES.map((line) => line.map((square) => board[square]).join("")).find((row) => row === "XXX" || row === "OOO")?.[0] ?? "";
const stones = (board, stone) => board.split(stone).length - 1;
/** X begins and is MAX. */
export const toMove = (board) => (stones(board, "X") > stones(board, "O") ? "O" : "X");
const put = (board, square, stone) => board.slice(0, square) + stone + board.slice(square + 1);
const place = (square) => "abc"[square % 3] + (1 + Math.floor(square / 3));

/** A position as people type it, three rows with `/` between them; an error says what is wrong. */
export function readBoard(text) {
  const board = text.trim().toUpperCase().replace(/[-_]/g, ".").replace(/[\s/]/g, "");
  if (!/^[XO.]{9}$/.test(board)) throw new Error("A position has 3 rows of 3 squares, such as X.O/.X./..O.");
  if (![0, 1].includes(stones(board, "X") - stones(board, "O"))) throw new Error("X begins, so X has as many stones as O or one more.");
  const [last, other] = toMove(board) === "O" ? ["X", "O"] : ["O", "X"], wins = (stone, squares = board) => LINES.some((line) => line.every((square) => squares[square] === stone));
  const wonLast = wins(last) && ![...board].some((one, square) => one === last && !wins(last, put(board, square, ".")));
  if (wins(other) || wonLast) throw new Error("No game leads to this position: it went on after a row was complete.");
  return board;
}

export const boardText = (board) => [0, 3, 6].map((at) => board.slice(at, at + 3)).join("/");

/** Rows still open to X less those still open to O, as a share: tracer/games/mnk.py. */
const evaluation = (board) => LINES.reduce((sum, line) => sum + !line.some((square) => board[square] === "O") - !line.some((square) => board[square] === "X"), 0) / (LINES.length + 1);

/** What is known of a position, its moves last ones first: they are put on a stack. */
function known(board, number) {
  const won = winner(board), stone = toMove(board), isOver = won !== "" || !board.includes("."), value = won ? (won === "X" ? 1 : -1) : isOver ? 0 : evaluation(board);
  const free = !isOver ? [8, 7, 6, 5, 4, 3, 2, 1, 0].filter((square) => board[square] === ".") : [];
  return { number, value, turn: stone === "X" ? 1 : -1, moves: free.map((square) => [place(square), put(board, square, stone)]) };
}

/** The tree below a position, in pre-order, as `TypedTree` takes it. */
export function squaresTree(root) {
  const tree = { parent: [], label: [], turn: [], value: [], name: [], boards: [], board: [] }, positions = new Map(), stack = [[-1, "", root]];
  while (stack.length) {
    const [parent, label, board] = stack.pop(), node = tree.parent.length;
    if (!positions.has(board)) {
      positions.set(board, known(board, positions.size + 1));
      tree.boards.push([0, 3, 6].map((at) => [...board.slice(at, at + 3)].map((one) => one.replace(".", "")).join("\t")).join("\n"));
    }
    const { number, value, turn, moves } = positions.get(board);
    tree.parent.push(parent);
    tree.label.push(label);
    tree.turn.push(turn);
    tree.value.push(value);
    tree.name.push("");
    tree.board.push(number);
    for (const [move, after] of moves) stack.push([node, move, after]);
  }
  return tree;
}
