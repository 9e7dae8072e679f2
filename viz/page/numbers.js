// Numbers as `number` of tracer/text.py writes them.

const SEPARATED = 10000;

/** A value as a person writes it: whole numbers in full, fractions with four digits or two decimals, with commas between thousands where they are long. */
export function number(value) {
  if (value !== value) return "?";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (Number.isInteger(value) && Math.abs(value) < 1e15) {
    const size = Math.abs(value);
    return `${value < 0 ? "−" : ""}${size < SEPARATED ? size : whole(size)}`;
  }
  const before = String(Math.trunc(Math.abs(value))).length;
  const kept = before > 2 && before <= 6 ? before + 2 : 4;
  const [digits, exponent] = rounded(value, kept);
  const sign = value < 0 ? "−" : "";
  if (exponent < -4 || exponent >= kept) {
    const mantissa = trimmed(`${digits[0]}.${digits.slice(1)}`);
    return `${sign}${mantissa}e${exponent < 0 ? "−" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  if (exponent < 0) return `${sign}${trimmed(`0.${"0".repeat(-exponent - 1)}${digits}`)}`;
  const front = digits.slice(0, exponent + 1);
  return `${sign}${trimmed(`${Math.abs(value) >= SEPARATED ? whole(front) : front}.${digits.slice(exponent + 1)}`)}`;
}

/** So many significant digits and the exponent. A tie goes to the even digit, which JavaScript does not do by itself. */
function rounded(value, amount) {
  const [long, power] = Math.abs(value).toExponential(100).split("e");
  const digits = long.replace(".", "");
  let kept = Number(digits.slice(0, amount)), exponent = Number(power);
  const rest = digits.slice(amount), half = "5".padEnd(rest.length, "0");
  if (rest > half || (rest === half && kept % 2 === 1)) kept++;
  if (kept === 10 ** amount) { kept /= 10; exponent++; }
  return [String(kept), exponent];
}

/** Without the zeros at the end of a fraction, and without a point where nothing is left of it. */
const trimmed = (text) => text.replace(/\.?0*$/, "");

/** A whole number with commas between thousands. */
export const whole = (amount) => String(amount).replace(/\B(?=(\d{3})+$)/g, ",");

const pair = new DataView(new ArrayBuffer(8));

/** The next number above one. */
export function following(value) {
  if (value === Infinity) return value;
  if (value === 0) return Number.MIN_VALUE;
  pair.setFloat64(0, value);
  pair.setBigInt64(0, pair.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return pair.getFloat64(0);
}
