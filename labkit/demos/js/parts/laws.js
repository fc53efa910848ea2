// The exact laws: what is how probable.

/** @typedef {{values: Float64Array, probable: Float64Array}} Law  Values, and how probable each is. */

/** Return how probable 0, 1, ..., n events are, if each happens with probability q. @param {number} n @param {number} q */
function binomialLaw(n, q) {
  const law = new Float64Array(n + 1);
  if (q <= 0 || q >= 1) {
    law[q <= 0 ? 0 : n] = 1;
    return law;
  }
  // From the most probable outcome outwards, so that nothing is too small before its time.
  const mode = Math.min(n, Math.floor((n + 1) * q)), odds = q / (1 - q);
  law[mode] = 1;
  for (let k = mode; k < n; k += 1) law[k + 1] = law[k] * ((n - k) / (k + 1)) * odds;
  for (let k = mode; k > 0; k -= 1) law[k - 1] = (law[k] * (k / (n - k + 1))) / odds;
  const total = sumOf(law);
  return law.map((weight) => weight / total);
}

/** Return P(at most so many), P(at least so many) and p of 0, 1, ..., n heads of a fair coin.
 * @param {number} n @param {boolean} both whether both tails count, or only the left one */
function tailsOfAll(n, both) {
  const law = binomialLaw(n, 0.5), lower = new Float64Array(n + 1), upper = new Float64Array(n + 1);
  for (let k = 0, sum = 0; k <= n; k += 1) lower[k] = sum = Math.min(1, sum + law[k]);
  for (let k = n, sum = 0; k >= 0; k -= 1) upper[k] = sum = Math.min(1, sum + law[k]);
  const twoSided = lower.map((part, k) => Math.min(1, 2 * Math.min(part, upper[k])));
  return { law, lower, upper, pvalues: both ? twoSided : lower };
}

/** Return how probable -n, ..., n more items right are in a resample of a test set.
 * @param {number} n items @param {number} plus those that only A has right
 * @param {number} minus those that only B has right */
function lawOfGains(n, plus, minus) {
  let law = [1];
  for (let drawn = 0; drawn < n; drawn += 1) {
    const next = new Array(law.length + 2).fill(0);
    law.forEach((chance, k) => {
      next[k] += (chance * minus) / n;
      next[k + 1] += (chance * (n - plus - minus)) / n;
      next[k + 2] += (chance * plus) / n;
    });
    law = next;
  }
  return law;
}

/** Return the law of the sum of whole numbers whose signs coins have set.
 * @param {number[]} sizes whole numbers @returns {Law} */
function lawOfSigns(sizes) {
  const steps = sizes.map(Math.abs), total = sumOf(steps);
  // How probable it is that so much of the total is positive.
  let chances = new Float64Array(total + 1);
  chances[0] = 1;
  let reach = 0;
  for (const step of steps) {
    const next = new Float64Array(total + 1);
    for (let k = 0; k <= reach; k += 1) {
      next[k] += chances[k] / 2;
      next[k + step] += chances[k] / 2;
    }
    [chances, reach] = [next, reach + step];
  }
  return { values: chances.map((_, k) => 2 * k - total), probable: chances };
}

/** @param {ArrayLike<number>} numbers */
function sumOf(numbers) {
  let sum = 0;
  for (let i = 0; i < numbers.length; i += 1) sum += numbers[i];
  return sum;
}
