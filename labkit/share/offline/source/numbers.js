// What the demonstrations show, by the names that labkit's functions `..._numbers` give it.

/** The most resamples that are drawn. */
const MOST = 10000;
/** What is closer to each other than this is the same: scores are counted in far larger steps. */
const SAME = 1e-9;
/** From how many resamples on their share is called p. */
const ENOUGH = 100;
/** The counts of Yeh (2000), section 3.3, and how many of 2^20 shuffles the paper counted. */
const YEH = { correct_both: 19, correct_1: 28, correct_2: 6, spurious_both: 5, spurious_1: 43, spurious_2: 9, gold: 103 };
const PRINTED = { recall: 96, precision: 25770, "F-score": 14794 };

/** Say which of the resamples is looked at, counted from 1; 0 where there is none.
 * @param {number} look 0 for the latest
 * @param {number} drawn
 */
const lookedAt = (look, drawn) => Math.min(look, drawn) || drawn;

/** @typedef {{n: number, k: number, q: number, tails: string, alpha: number}} TailsSettings */
/** @param {TailsSettings} settings */
function binomialTailsNumbers({ n, k, q, tails, alpha }) {
  const { law, lower, upper, pvalues } = tailsOfAll(n, q, tails === "two tails");
  let low = null, high = null, size = 0;
  for (let events = 0; events <= n; events += 1) {
    if (pvalues[events] <= alpha) {
      size += law[events];
      if (lower[events] <= upper[events]) low = events;
      else if (high === null) high = events;
    }
  }
  const rejected = pvalues[k] <= alpha;
  return { n, k, q, tails, alpha, pvalue: pvalues[k], rejected, low, high, size };
}

/** @typedef {{plus: number, minus: number, ties: number, alpha: number}} TiesSettings */
/** @param {TiesSettings} settings */
function tiesNumbers({ plus, minus, ties, alpha }) {
  const test = (/** @type {number} */ half) => {
    const n = 2 * half + plus + minus, k = half + Math.min(plus, minus);
    const pvalue = tailsOfAll(n, 0.5, true).pvalues[k];
    return { n, k, pvalue, rejected: pvalue <= alpha };
  };
  return { plus, minus, ties, alpha, split: test(Math.ceil(ties / 2)), drop: test(0) };
}

/**
 * @typedef {{metric: string, correct_both: number, correct_1: number, correct_2: number,
 *   spurious_both: number, spurious_1: number, spurious_2: number, gold: number,
 *   shuffles: number, seed: number, look: number}} ShufflingSettings
 */

/** How many correct and spurious responses of one method alone a method is given -> its score.
 * @param {ShufflingSettings} settings
 * @returns {(correct: number, spurious: number) => number}
 */
function scoreOf({ metric, correct_both, spurious_both, gold }) {
  return (correct, spurious) => {
    const right = correct_both + correct, found = right + (spurious_both + spurious);
    if (metric === "recall") return right / gold;
    if (metric === "precision") return found === 0 ? 0 : right / found;
    return (2 * right) / (found + gold);
  };
}

/** @param {ShufflingSettings} settings */
function shufflingNumbers(settings) {
  const { metric, correct_1, correct_2, spurious_1, spurious_2, shuffles, seed, look } = settings;
  const correct = correct_1 + correct_2, spurious = spurious_1 + spurious_2;
  const score = scoreOf(settings);
  const gain = (/** @type {number} */ i, /** @type {number} */ j) =>
    score(i, j) - score(correct - i, spurious - j);
  const observed = gain(correct_1, spurious_1), sign = observed >= 0 ? 1 : -1;
  const difference = Math.abs(observed);

  const ofCorrect = binomialLaw(correct, 0.5), ofSpurious = binomialLaw(spurious, 0.5);
  const values = new Float64Array((correct + 1) * (spurious + 1));
  const probable = values.map((_, at) => {
    const i = Math.floor(at / (spurious + 1)), j = at % (spurious + 1);
    values[at] = sign * gain(i, j);
    return ofCorrect[i] * ofSpurious[j];
  });
  const pvalue = sumOf(probable.filter((_, at) => values[at] >= difference - SAME));

  const toss = randomTosses(seed), differences = [], shown = lookedAt(look, shuffles);
  // Before the first shuffle, each response is with the method that gave it.
  let to_1 = [
    ...Array.from({ length: correct }, (_, i) => i < correct_1),
    ...Array.from({ length: spurious }, (_, j) => j < spurious_1),
  ];
  for (let shuffle = 0; shuffle < shuffles; shuffle += 1) {
    const swapped = to_1.map(() => toss() === 1);
    const i = swapped.slice(0, correct).filter(Boolean).length;
    differences.push(sign * gain(i, swapped.filter(Boolean).length - i));
    if (shuffle + 1 === shown) to_1 = swapped;
  }
  const extreme = differences.filter((each) => each >= difference - SAME).length;
  return {
    ...settings,
    score_1: score(correct_1, spurious_1),
    score_2: score(correct_2, spurious_2),
    better: sign > 0 ? "I" : "II",
    difference, to_1, differences, extreme, pvalue, shown: shown || null,
    here: shuffles ? differences[shown - 1] : null,
    printed: Object.entries(YEH).every(([name, count]) => Reflect.get(settings, name) === count)
      ? Number(Reflect.get(PRINTED, metric)) : null,
    sampled: shuffles ? (extreme + 1) / (shuffles + 1) : null,
    law: { values, probable },
  };
}

/** @typedef {{run_a: string, run_b: string, shuffles: number, seed: number, look: number}} FlipsSettings */
/** Scores are given with four decimals: in these units they are whole numbers. */
const UNIT = 10000;

/**
 * @param {FlipsSettings} settings
 * @param {Record<string, number[]>} table run -> a score for each topic
 */
function signFlipsNumbers({ run_a, run_b, shuffles, seed, look }, table) {
  const [a, b] = [table[run_a], table[run_b]];
  const steps = a.map((score, i) => Math.round(score * UNIT) - Math.round(b[i] * UNIT));
  const observed = sumOf(steps), law = lawOfSigns(steps), whole = UNIT * a.length;
  const pvalue = sumOf(law.probable.filter((_, at) => Math.abs(law.values[at]) >= Math.abs(observed)));

  const toss = randomTosses(seed), sums = [], shown = lookedAt(look, shuffles);
  let flipped = steps.map(() => false);
  for (let shuffle = 0; shuffle < shuffles; shuffle += 1) {
    const signs = steps.map(() => toss() === 1);
    sums.push(sumOf(steps.map((step, i) => (signs[i] ? -step : step))));
    if (shuffle + 1 === shown) flipped = signs;
  }
  const extreme = sums.filter((sum) => Math.abs(sum) >= Math.abs(observed)).length;
  return {
    run_a, run_b, shuffles, seed, flipped, extreme, pvalue, shown: shown || null,
    mean_a: sumOf(a) / a.length,
    mean_b: sumOf(b) / b.length,
    gains: steps.map((step) => step / UNIT),
    difference: observed / whole,
    means: sums.map((sum) => sum / whole),
    here: shuffles ? sums[shown - 1] / whole : null,
    sampled: shuffles ? (extreme + 1) / (shuffles + 1) : null,
    law: { values: law.values.map((sum) => sum / whole), probable: law.probable },
  };
}

/**
 * @typedef {{n: number, plus: number, minus: number, resamples: number, shifted: boolean,
 *   seed: number, look: number}} BootstrapSettings
 */
/** @param {BootstrapSettings} settings */
function bootstrapNumbers({ n, plus, minus, resamples, shifted, seed, look }) {
  const observed = plus - minus, law = lawOfGains(n, plus, minus);
  const above = sumOf(law.filter((_, at) => at - n > 2 * observed));
  const items = Array.from({ length: n }, (_, i) => (i < plus ? 1 : i < plus + minus ? -1 : 0));
  const words = randomWords(seed), counts = new Array(2 * n + 1).fill(0);
  const shown = lookedAt(look, resamples), gains = [];
  let drawn = null;
  for (let resample = 0; resample < resamples; resample += 1) {
    const taken = items.map(() => drawBelow(words, n));
    const gain = sumOf(taken.map((item) => items[item]));
    counts[gain + n] += 1;
    gains.push(gain);
    if (resample + 1 === shown) drawn = taken;
  }
  const extreme = gains.filter((gain) => gain > 2 * observed).length;
  return {
    n, plus, minus, resamples, shifted, seed, items, drawn, counts, gains, extreme, law, shown: shown || null,
    delta: observed / n,
    gain: resamples ? gains[shown - 1] / n : null,
    mean: resamples ? sumOf(gains) / resamples / n : null,
    sampled: resamples ? extreme / resamples : null,
    // Systems that never differ leave nothing to test.
    pvalue: plus + minus === 0 ? 1 : above,
  };
}
