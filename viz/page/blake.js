// BLAKE2b (RFC 7693) of a message of one block, by which random trees are drawn: the browser draws the same ones as Python.

/** The initial words: of each the high and the low half. */
const INITIAL = [
  0x6a09e667, 0xf3bcc908, 0xbb67ae85, 0x84caa73b, 0x3c6ef372, 0xfe94f82b, 0xa54ff53a, 0x5f1d36f1,
  0x510e527f, 0xade682d1, 0x9b05688c, 0x2b3e6c1f, 0x1f83d9ab, 0xfb41bd6b, 0x5be0cd19, 0x137e2179,
];
/** In which order the words of the message are taken, round by round; rounds ten and eleven are the first two again. */
const TAKEN = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((order) => [...order].map((digit) => parseInt(digit, 16)));
/** The words that each step of a round mixes: columns, then diagonals. */
const MIXED = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];
const ROUNDS = 12, BLOCK = 128;

/** The hash, `size` bytes of it, of at most 128 bytes, with a text that keeps uses apart (`person`, at most 16 letters). */
export function blake2b(message, size, person = "") {
  const high = new Uint32Array(16), low = new Uint32Array(16), words = new DataView(new ArrayBuffer(BLOCK)), parameters = new DataView(new ArrayBuffer(64));
  message.forEach((byte, at) => words.setUint8(at, byte));
  parameters.setUint32(0, 0x01010000 ^ size, true);
  [...person].forEach((letter, at) => parameters.setUint8(48 + at, letter.charCodeAt(0)));
  for (let word = 0; word < 8; word++) {
    [high[word], low[word]] = [INITIAL[2 * word] ^ parameters.getUint32(8 * word + 4, true), INITIAL[2 * word + 1] ^ parameters.getUint32(8 * word, true)];
    [high[word + 8], low[word + 8]] = [INITIAL[2 * word], INITIAL[2 * word + 1]];
  }
  const first = [high.slice(0, 8), low.slice(0, 8)];
  low[12] ^= message.length;
  [high[14], low[14]] = [~high[14], ~low[14]]; // the only block is the last one
  const add = (to, moreHigh, moreLow) => {
    const sum = low[to] + moreLow;
    high[to] = high[to] + moreHigh + (sum > 0xffffffff ? 1 : 0);
    low[to] = sum;
  };
  const turn = (word, by, bits) => { // exclusive or, then turned to the right
    const a = high[word] ^ high[by], b = low[word] ^ low[by];
    if (bits === 32) [high[word], low[word]] = [b, a];
    else if (bits === 63) [high[word], low[word]] = [(a << 1) | (b >>> 31), (b << 1) | (a >>> 31)];
    else [high[word], low[word]] = [(a >>> bits) | (b << (32 - bits)), (b >>> bits) | (a << (32 - bits))];
  };
  for (let round = 0; round < ROUNDS; round++) {
    const order = TAKEN[round % TAKEN.length];
    MIXED.forEach(([a, b, c, d], step) => {
      for (const [half, bits] of [[0, [32, 24]], [1, [16, 63]]]) {
        const word = 8 * order[2 * step + half];
        add(a, high[b], low[b]);
        add(a, words.getUint32(word + 4, true), words.getUint32(word, true));
        turn(d, a, bits[0]);
        add(c, high[d], low[d]);
        turn(b, c, bits[1]);
      }
    });
  }
  const found = new DataView(new ArrayBuffer(64));
  for (let word = 0; word < 8; word++) {
    found.setUint32(8 * word, first[1][word] ^ low[word] ^ low[word + 8], true);
    found.setUint32(8 * word + 4, first[0][word] ^ high[word] ^ high[word + 8], true);
  }
  return new Uint8Array(found.buffer, 0, size);
}
