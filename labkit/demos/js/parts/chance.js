// A generator of random numbers of this page's own: the same seed gives the same ones everywhere.

/** @typedef {() => number} Words  Gives the next 32 random bits, as a whole number. */

/** Begin the random words of one draw of a seed (the generator sfc32: three words of state and a counter).
 * @param {number} seed a whole number @param {number} [draw] each draw has a stream of its own @returns {Words} */
function randomWords(seed, draw = 0) {
  let a = 0x243f6a88, b = 0x85a308d3 ^ draw, c = seed | 0, counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 20; i += 1) next(); // seeds that are alike must not begin alike
  return next;
}

/** Begin the tosses of a fair coin: 0 or 1, the bits of the random words one after the other.
 * @param {number} seed @param {number} [draw] @returns {() => number} */
function randomTosses(seed, draw = 0) {
  const words = randomWords(seed, draw);
  let word = 0, left = 0;
  return () => {
    if (left === 0) [word, left] = [words(), 32];
    const bit = word & 1;
    word >>>= 1;
    left -= 1;
    return bit;
  };
}

/** Draw a whole number from 0 to n - 1, all equally probable but for what no one can count.
 * @param {Words} words @param {number} n */
const drawBelow = (words, n) => Math.floor((words() * n) / 2 ** 32);
