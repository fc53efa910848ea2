// A generator of random numbers of this page's own: the same seed gives the same ones everywhere.

/** @typedef {() => number} Words  Gives the next 32 random bits, as a whole number. */

/**
 * Begin the random words of a seed (the generator sfc32: three words of state and a counter).
 * @param {number} seed a whole number
 * @returns {Words}
 */
function randomWords(seed) {
  let a = 0x243f6a88, b = 0x85a308d3, c = seed | 0, counter = 1;
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

/**
 * Begin the tosses of a fair coin: 0 or 1, the bits of the random words one after the other.
 * @param {number} seed
 * @returns {() => number}
 */
function randomTosses(seed) {
  const words = randomWords(seed);
  let word = 0, left = 0;
  return () => {
    if (left === 0) [word, left] = [words(), 32];
    const bit = word & 1;
    word >>>= 1;
    left -= 1;
    return bit;
  };
}

/**
 * Draw a whole number from 0 to n - 1, all equally probable.
 * @param {Words} words
 * @param {number} n
 */
function drawBelow(words, n) {
  const enough = 2 ** 32 - (2 ** 32 % n); // words from there on would favour small numbers
  let word = words();
  while (word >= enough) word = words();
  return word % n;
}
