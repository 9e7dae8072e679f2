// Pig to 10 points, each turn at most two throws ahead: expectiminimax, and a 1 loses what was thrown.
const tell = (line) => console.log(JSON.stringify(line));
const SIDES = 4, GOAL = 10;
const other = { MAX: "MIN", MIN: "MAX" };

const hold = ({ scores, pot, turn }) => ({ scores: { ...scores, [turn]: scores[turn] + pot }, pot: 0, turn: other[turn] });
const thrown = ({ scores, pot, turn }, eyes) =>
  eyes === 1 ? { scores, pot: 0, turn: other[turn] } : { scores, pot: pot + eyes, turn };
const shown = ({ scores, pot, turn }) => `${scores.MAX}:${scores.MIN} +${pot} ${turn}`;

function leave(value, status) {
  tell({ leave: value, status });
  return value;
}

function decide(pig, depth, move, weight) {
  tell({ enter: move, turn: pig.turn, depth, state: shown(pig), ...(weight && { weight }) });
  const lead = pig.scores.MAX - pig.scores.MIN;
  if (Math.max(pig.scores.MAX, pig.scores.MIN) >= GOAL) return leave(lead, "terminal");
  if (depth === 0) return leave(lead, "horizon");
  const values = [roll(pig, depth - 1)];
  if (pig.pot > 0) values.push(decide(hold(pig), depth - 1, "hold"));
  return leave(pig.turn === "MAX" ? Math.max(...values) : Math.min(...values), "expanded");
}

function roll(pig, depth) {
  tell({ enter: "roll", turn: "CHANCE", depth, state: `${shown(pig)} rolls` });
  let mean = 0;
  for (let eyes = 1; eyes <= SIDES; eyes++) mean += decide(thrown(pig, eyes), depth, String(eyes), 1 / SIDES) / SIDES;
  return leave(mean, "expanded");
}

tell({ plyscope: 1, search: "expectiminimax", windowed: false });
decide({ scores: { MAX: 4, MIN: 5 }, pot: 3, turn: "MAX" }, 4, null);
