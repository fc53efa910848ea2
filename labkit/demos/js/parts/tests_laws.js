// The laws of tests on scores: normal, t, t where there is a difference, and the beta distribution.

/** What is less probable than e to the minus this is left out of a sum. */
const RARE = 36;

/** Return the density of the standard normal law. @param {number} x */
const normalDensity = (x) => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);

/** Return how probable a standard normal number of at most x is. @param {number} x */
function normalBelow(x) {
  const far = Math.abs(x);
  let above = 0;
  if (far < 3) {
    let term = far, sum = far;
    for (let k = 3; term > 1e-17 * sum; k += 2) sum += term *= (far * far) / k;
    above = 0.5 - normalDensity(far) * sum;
  } else {
    let fraction = far;
    for (let k = 60; k > 0; k -= 1) fraction = far + k / fraction;
    above = normalDensity(far) / fraction;
  }
  return x < 0 ? above : 1 - above;
}

/** Return the logarithm of the gamma function, by Stirling's series. @param {number} x above 0 */
function logGamma(x) {
  let product = 1, y = x;
  for (; y < 15; y += 1) product *= y;
  const s = 1 / (y * y);
  const series = (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188)))) / y;
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}

/** Return how probable a number of at most x is by the beta distribution, by its continued fraction.
 * @param {number} x from 0 to 1 @param {number} a @param {number} b
 * @param {number} [rest] 1 - x, where that is known better @returns {number} */
function betaBelow(x, a, b, rest = 1 - x) {
  if (x <= 0 || rest <= 0) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaBelow(rest, b, a, x);
  let c = 1, d = 1 / (1 - ((a + b) * x) / (a + 1)), fraction = d;
  for (let m = 1, change = 0; m < 1000 && Math.abs(change - 1) > 1e-16; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    [c, d] = [1 + even / c, 1 / (1 + even * d)];
    fraction *= c * d;
    [c, d] = [1 + odd / c, 1 / (1 + odd * d)];
    fraction *= change = c * d;
  }
  const size = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(rest);
  return (Math.exp(size) / a) * fraction;
}

/** Find where a function that only rises, or only falls, reaches a value.
 * @param {(x: number) => number} f @param {number} value @param {number} low @param {number} high */
function solved(f, value, low, high) {
  const rises = f(high) > f(low);
  for (let i = 0; i < 70; i += 1) {
    const middle = (low + high) / 2;
    if (f(middle) < value === rises) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Return the exact limits of a proportion that was counted (Clopper and Pearson), 95 %.
 * @param {number} k @param {number} n @returns {[number, number]} */
function limitsOfShare(k, n) {
  return [k === 0 ? 0 : solved((x) => betaBelow(x, k, n - k + 1), 0.025, 0, 1),
    k === n ? 1 : solved((x) => betaBelow(x, k + 1, n - k), 0.975, 0, 1)];
}

/** Return the two-sided p of a t. @param {number} t @param {number} degrees */
function pOfT(t, degrees) {
  const whole = degrees + t * t;
  return betaBelow(degrees / whole, degrees / 2, 0.5, (t * t) / whole);
}

/** Return the t whose two-sided p is alpha. @param {number} alpha @param {number} degrees */
const edgeOfT = (alpha, degrees) => Math.exp(solved((x) => pOfT(Math.exp(x), degrees), alpha, -45, 60));

/** Return the density of t. @param {number} t @param {number} degrees */
function densityOfT(t, degrees) {
  const size = logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - 0.5 * Math.log(degrees * Math.PI);
  return Math.exp(size - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees));
}

/**
 * What t is divided by: values, and how probable each is.
 * @typedef {{values: Float64Array, weights: Float64Array}} Spread
 */

/** Return the law of S, where t is (Z + shift) / S with Z standard normal and independent of S: the
 * estimate of the difference's standard deviation over the true one.
 * S^2 is W / degrees, W chi-squared. The two-sample test takes the systems for independent: if they
 * correlate by r, its S^2 is W / degrees times (1 - r + 2 r B) / (1 - r), where B is
 * Beta((n - 1) / 2, (n - 1) / 2): the share that the sums of the two scores have in the squares of
 * sums and differences. The grids are even ones of log S and of log(B / (1 - B)), on which sums of
 * smooth functions are right to nearly all digits.
 * @param {boolean} matched @param {number} n items @param {number} r @returns {Spread} */
function spreadOfT(matched, n, r) {
  const degrees = matched ? n - 1 : 2 * n - 2, alone = matched || r === 0;
  const logs = alone ? [0] : [], shares = alone ? [1] : [];
  if (!alone) {
    const reach = 2 * Math.acosh(Math.exp(RARE / (n - 1))), steps = Math.ceil(Math.max(60, 3 * reach));
    for (let i = -steps; i <= steps; i += 1) {
      const u = (reach * i) / steps, b = 1 / (1 + Math.exp(-u));
      logs.push(0.5 * Math.log((1 - r + 2 * r * b) / (1 - r)));
      shares.push(Math.exp(-(n - 1) * Math.log(Math.cosh(u / 2))));
    }
  }
  const side = 6 / Math.sqrt(degrees), many = 500;
  const low = Math.min(...logs) - RARE / degrees - side, high = Math.max(...logs) + side;
  const values = new Float64Array(many), weights = new Float64Array(many);
  for (let i = 0; i < many; i += 1) {
    const x = low + ((high - low) * i) / (many - 1);
    values[i] = Math.exp(x);
    for (let j = 0; j < logs.length; j += 1) {
      const y = x - logs[j];
      if (y < RARE / -degrees - side || y > side) continue;
      weights[i] += shares[j] * Math.exp(degrees * (y - 0.5 * Math.expm1(2 * y)));
    }
  }
  const total = sumOf(weights);
  return { values, weights: weights.map((weight) => weight / total) };
}

/** Return how probable a t beyond the edge is, on either side.
 * @param {Spread} spread @param {number} shift @param {number} edge */
function powerOfT({ values, weights }, shift, edge) {
  return sumOf(weights.map((weight, i) =>
    weight * (normalBelow(shift - edge * values[i]) + normalBelow(-shift - edge * values[i]))));
}

/** Return the density of t at a place. @param {Spread} spread @param {number} shift @param {number} t */
function densityWithShift({ values, weights }, shift, t) {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) {
    if (weights[i] > 1e-14) sum += weights[i] * values[i] * normalDensity(t * values[i] - shift);
  }
  return sum;
}

/** Return which numbers of n items the sign test rejects: fewer than the first and more than the second.
 * @param {number} n @param {number} alpha
 * @returns {[number, number]} half a step outside, -0.5 and n + 0.5, where nothing is rejected */
function edgesOfSigns(n, alpha) {
  const { pvalues } = tailsOfAll(n, true);
  const first = pvalues.findIndex((p) => p > alpha * (1 + 1e-12));
  return [first - 0.5, n - first + 0.5];
}

/** Return how probable it is that the sign test rejects, if each item is won with probability q.
 * @param {number} n @param {number} q @param {number} alpha */
function powerOfSigns(n, q, alpha) {
  const [low, high] = edgesOfSigns(n, alpha);
  return sumOf(binomialLaw(n, q).filter((_, k) => k < low || k > high));
}
