// Monte Carlo tree search for Connect Four on 4 columns and 3 rows, three in a row win.
const COLUMNS = 4, ROWS = 3;
const tell = (line) => process.stdout.write(JSON.stringify(line) + "\n");

let seed = 5;
const random = (n) => (seed = (seed * 48271) % 2147483647) % n;

class Board {
  constructor(stacks, player) {
    this.stacks = stacks;
    this.player = player;
  }
  columns() {
    if (this.winner()) return [];
    return [...Array(COLUMNS).keys()].filter((column) => this.stacks[column].length < ROWS);
  }
  drop(column) {
    return new Board(this.stacks.map((stack, k) => (k === column ? [...stack, this.player] : stack)), -this.player);
  }
  winner() {
    const at = (c, r) => (this.stacks[c] || [])[r];
    for (let c = 0; c < COLUMNS; c++)
      for (let r = 0; r < ROWS; r++)
        for (const [x, y] of [[1, 0], [0, 1], [1, 1], [1, -1]])
          if (at(c, r) && at(c, r) === at(c + x, r + y) && at(c, r) === at(c + 2 * x, r + 2 * y)) return at(c, r);
    return 0;
  }
}

let nodes = 0;
class Node {
  constructor(board, parent, column) {
    this.board = board;
    this.parent = parent;
    this.children = [];
    this.visits = this.wins = 0;
    this.number = nodes++;
    const turn = board.player > 0 ? "MAX" : "MIN";
    if (parent) tell({ node: parent.number, move: String(column + 1), turn });
    else tell({ node: null, turn });
  }
  untried() {
    return this.board.columns()[this.children.length];
  }
  best() {
    const worth = (child) =>
      (this.board.player * child.wins) / child.visits + Math.sqrt((2 * Math.log(this.visits)) / child.visits);
    return this.children.reduce((one, other) => (worth(other) > worth(one) ? other : one));
  }
}

tell({ plyscope: 1, game: "connect4:4,3,3", search: "mcts" });
const root = new Node(new Board([[], [], [], []], 1), null);
for (let round = 0; round < 1500; round++) {
  let node = root;
  while (node.untried() === undefined && node.children.length) node = node.best();
  const column = node.untried();
  if (column !== undefined) {
    node.children.push(new Node(node.board.drop(column), node, column));
    node = node.children[node.children.length - 1];
  }
  let board = node.board;
  while (board.columns().length) board = board.drop(board.columns()[random(board.columns().length)]);
  const reward = board.winner();
  tell({ update: node.number, x: reward });
  for (; node; node = node.parent) {
    node.visits += 1;
    node.wins += reward;
  }
}
