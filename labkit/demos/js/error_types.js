// The two errors of a test: a difference seen that is not there, and one missed.
//
// Settings: test='sign test', n=50, effect=0.3, correlation=0, alpha=0.05, experiments=0, seed=1.
// Source: MLRD lecture 4, "Specificity and Power of a Test".

/** @typedef {{statistics: number[], rejected: boolean[], rejected_count: number}} Half  Of the experiments. */
/** @typedef {{x: number[], none: number[], some: number[]}} Curves  Places, and densities without and with the effect. */
/** @typedef {{low: number, high: number, left: number, right: number, rates: number[], steps: boolean,
 *   densities: (place: number) => [number, number]}} ErrorLaw */

/** The most experiments of each kind. */
const MOST_EXPERIMENTS = 2000;
/** What each test computes. */
const ERROR_TESTS = { "sign test": "items on which A is better", "matched-pair t": "t", "two-sample t": "t" };
/** Digits of a rate; no effect is always seen, so that none is written as 1. */
const RATE_DIGITS = 10;
/** Points of a curve. */
const CURVE_POINTS = 240;
/** How large a dot and what is around it may be, in units of the picture. */
const DOT_CELLS = [10, 8, 6, 5, 4, 3];

/** The experiments that were drawn last: for each, two independent normal numbers an item. */
let drawnPairs = { seed: -1, n: -1, rows: /** @type {Float64Array[]} */ ([]) };

/** Draw pairs of independent standard normal numbers, as Box and Muller do.
 * @param {number} seed @param {number} n @param {number} experiments */
function normalPairs(seed, n, experiments) {
  if (drawnPairs.seed !== seed || drawnPairs.n !== n) drawnPairs = { seed, n, rows: [] };
  const { rows } = drawnPairs;
  while (rows.length < experiments) {
    const words = randomWords(seed, rows.length), row = new Float64Array(2 * n);
    for (let i = 0; i < 2 * n; i += 2) {
      const radius = Math.sqrt(-2 * Math.log((words() + 0.5) / 2 ** 32));
      const angle = 2 * Math.PI * (words() / 2 ** 32);
      [row[i], row[i + 1]] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    }
    rows.push(row);
  }
  return rows.slice(0, experiments);
}

/** Compute a test's statistic of one experiment.
 * @param {string} test @param {Float64Array} pairs @param {number} effect @param {number} r the correlation */
function statisticOf(test, pairs, effect, r) {
  const n = pairs.length / 2, rest = Math.sqrt(1 - r * r);
  const one = (/** @type {number} */ i) => pairs[2 * i] + effect;
  const two = (/** @type {number} */ i) => r * pairs[2 * i] + rest * pairs[2 * i + 1];
  let wins = 0, mean1 = 0, mean2 = 0, ofGains = 0, ofBoth = 0;
  for (let i = 0; i < n; i += 1) {
    const [a, b] = [one(i), two(i)];
    if (a > b) wins += 1;
    mean1 += a / n;
    mean2 += b / n;
  }
  if (test === "sign test") return wins;
  for (let i = 0; i < n; i += 1) {
    const [a, b] = [one(i) - mean1, two(i) - mean2];
    ofGains += (a - b) ** 2;
    ofBoth += a * a + b * b;
  }
  return (mean1 - mean2) / Math.sqrt((test === "matched-pair t" ? ofGains : ofBoth) / (n - 1) / n);
}

/** Return the law of a test's statistic without a difference and with this effect.
 * @param {Settings} settings @returns {ErrorLaw} */
function errorLaw({ test, n, effect, correlation, alpha }) {
  const sd = Math.sqrt(2 - 2 * correlation); // of a difference
  if (test === "sign test") {
    const q = normalBelow(effect / sd), [low, high] = edgesOfSigns(n, alpha);
    const laws = [binomialLaw(n, 0.5), binomialLaw(n, q)];
    const seen = [...laws[0].keys()].filter((k) => Math.max(laws[0][k], laws[1][k]) > 2e-4);
    return { low, high, steps: true, rates: [powerOfSigns(n, 0.5, alpha), powerOfSigns(n, q, alpha)],
      left: Math.max(0, Math.min(seen[0], Math.floor(low))) - 0.5,
      right: Math.min(n, Math.max(seen[seen.length - 1], Math.ceil(high))) + 0.5,
      densities: (k) => [laws[0][k], laws[1][k]] };
  }
  const matched = test === "matched-pair t", spread = spreadOfT(matched, n, correlation);
  const edge = edgeOfT(alpha, matched ? n - 1 : 2 * n - 2), shift = (effect / sd) * Math.sqrt(n);
  let below = 0, common = 0; // of what t is divided by, 95 % are larger
  for (; below < 0.05; common += 1) below += spread.weights[common];
  const size = spread.values[common];
  return { low: -edge, high: edge, steps: false, rates: [0, shift].map((mean) => powerOfT(spread, mean, edge)),
    left: Math.min(-2.8 / size, -1.15 * edge), right: Math.max((shift + 2.8) / size, 1.15 * edge),
    densities: (t) => [densityWithShift(spread, 0, t), densityWithShift(spread, shift, t)] };
}

/** Return how often a test errs; where there is nothing to miss, there is no power.
 * @param {number} type_one @param {number} power how often a test rejects @param {number} effect */
const errorRates = (type_one, power, effect) => (effect ? { type_one, power, type_two: Number((1 - power).toFixed(RATE_DIGITS)) }
  : { type_one, power: null, type_two: null });

/** @param {Settings} settings */
function errorTypesNumbers(settings) {
  const { test, n, effect, correlation, experiments, seed } = settings, law = errorLaw(settings);
  const pairs = normalPairs(seed, n, experiments), rates = law.rates.map((rate) => Math.min(1 - 10 ** -RATE_DIGITS, rate));
  const [without, with_effect] = [0, effect].map((advantage) => {
    const statistics = pairs.map((row) => statisticOf(test, row, advantage, correlation));
    const rejected = statistics.map((each) => each < law.low || each > law.high);
    return { statistics, rejected, rejected_count: rejected.filter(Boolean).length };
  });
  const counts = [without.rejected_count, with_effect.rejected_count];
  const seen = experiments ? errorRates(counts[0] / experiments, counts[1] / experiments, effect)
    : { type_one: null, power: null, type_two: null };
  return {
    ...settings, law, without, with_effect, ...seen,
    statistic: Reflect.get(ERROR_TESTS, test),
    critical: law.steps && law.low < 0 ? [null, null] : [law.low, law.high],
    exact: errorRates(rates[0], rates[1], effect),
    intervals: experiments ? counts.map((count) => limitsOfShare(count, experiments)) : null,
  };
}

/** @param {Found} found */
function errorTypesReadout({ experiments, effect, exact, intervals, without, with_effect }) {
  const [falsely, rightly] = [without.rejected_count, with_effect.rejected_count];
  const seen = [falsely, rightly, experiments - rightly].map((count, i) => {
    const [low, high] = intervals?.[i] ?? [0, 0];
    const limits = i < 2 ? ` (${fixed(100 * low, 1)} to ${fixed(100 * high, 1)})` : "";
    return experiments ? `; seen: ${share(count / experiments)}${limits}` : "";
  });
  const missed = effect ? [`Power: **${share(exact.power)}**${seen[1]}`, `Type II error, \u03b2: ${share(exact.type_two)}${seen[2]}`]
    : ["No difference: every rejection is a Type I error"];
  return [`Type I error: ${share(exact.type_one)}${seen[0]}`, ...missed, ...(experiments ? [] : ["No experiments so far"])];
}

/** Return the points of both curves; a whole number has a step as wide as it. @param {ErrorLaw} law @returns {Curves} */
function errorCurves({ low, high, left, right, steps, densities }) {
  const x = [], none = [], some = [];
  const step = steps ? 1 : (right - left) / CURVE_POINTS, middles = Math.round((right - left) / step);
  const places = Array.from({ length: middles }, (_, i) => left + (i + 0.5) * step);
  if (!steps) places.splice(0, 0, low, high);
  places.sort((a, b) => a - b);
  for (const place of places) {
    const [flat, shifted] = densities(place);
    for (const at of steps ? [place - 0.5, place + 0.5] : [place]) {
      x.push(at);
      none.push(flat);
      some.push(shifted);
    }
  }
  return { x, none, some };
}

/** Draw both curves, the areas under them, and the critical lines, which go on through the rows of dots.
 * @param {Frame} frame @param {ErrorLaw} law @param {Curves} curves
 * @param {number} row how high each of the two rows of dots below is @param {number} experiments so far */
function errorAreas(frame, { low, high }, { x, none, some }, row, experiments) {
  const { x: across, y } = scales(frame), { top, bottom, width } = frame;
  const point = (/** @type {number} */ i, /** @type {number[]} */ heights) => `${rounded(across(x[i]))} ${rounded(y(heights[i]))}`;
  const line = (/** @type {number[]} */ heights) => `M${x.map((_, i) => point(i, heights)).join("L")}`;
  /** @type {(kind: string, heights: number[], from: number, to: number) => string} */
  const area = (kind, heights, from, to) => {
    const inside = [...x.keys()].filter((i) => x[i] >= from && x[i] <= to);
    if (inside.length < 2) return "";
    const [first, last] = [inside[0], inside[inside.length - 1]].map((i) => rounded(across(x[i])));
    const points = inside.map((i) => point(i, heights));
    return `<path class="${kind}" d="M${first} ${bottom}L${points.join("L")}L${last} ${bottom}z"/>`;
  };
  const beyond = (/** @type {string} */ kind, /** @type {number[]} */ heights) =>
    area(kind, heights, -Infinity, low) + area(kind, heights, high, Infinity);
  const edges = [low, high].filter((edge) => edge > frame.low && edge < frame.high).map((edge) => {
    const at = across(edge), left = edge === low, room = left ? at : width - at, words = left ? "\u2190 rejected" : "rejected \u2192";
    return `<path class="mark" d="M${rounded(at)} ${top}V${bottom}m0 26v${rounded(row - 26)}m0 26v${rounded(row - 26)}"/>`
      + (room < 100 ? "" : label(at + (left ? -8 : 8), top + 12, words, left ? "end" : "start", "halo"));
  });
  return (none.every((height, i) => height === some[i]) ? "" : area("orange", some, low, high) + beyond("blue", some))
    + beyond("hatched", none)
    + drawnRow(experiments, `<path class="outline" style="stroke-dasharray:7 4" d="${line(none)}"/>`)
    + drawnRow(experiments, `<path class="outline" d="${line(some)}"/>`)
    + `<path class="axis" d="M${frame.left} ${bottom}H${width - frame.right}"/>` + edges.join("");
}

/** Stack the experiments as dots in columns, none of which crosses a critical line.
 * @param {Frame} frame @param {ErrorLaw} law @param {number[]} statistics
 * @param {number} wanted how large a dot and what is around it is to be */
function stackedDots(frame, { low, high, steps }, statistics, wanted) {
  const { x } = scales(frame), { left, right, width } = frame, heights = new Map();
  const step = steps ? x(1) - x(0) : x(high) - x(low);
  const many = Math.max(1, steps ? Math.floor(step / wanted) : Math.ceil(step / wanted)), cell = step / many;
  const dots = statistics.map((value) => {
    const from = steps ? x(value - 0.5) : x(low) + Math.floor((x(value) - x(low)) / cell) * cell;
    const before = heights.get(from) ?? 0, [column, rank] = steps ? [before % many, Math.floor(before / many)] : [0, before];
    heights.set(from, before + 1);
    return { at: Math.min(Math.max(from + (column + 0.5) * cell, left + 2), width - right - 2), rank };
  });
  return { dots, size: Math.min(cell, wanted), most: dots.reduce((most, { rank }) => Math.max(most, rank + 1), 1) };
}

/** Draw every experiment as a dot upon the others, a square where the test rejects, and a ring around the latest.
 * @param {ReturnType<typeof stackedDots>} stacked @param {boolean[]} rejected @param {number} top @param {number} bottom */
function errorDots({ dots, size, most }, rejected, top, bottom) {
  const pitch = Math.min(size, (bottom - top) / most), side = rounded(0.86 * Math.max(pitch, 0.6 * size));
  const middles = dots.map(({ at, rank }) => [rounded(at), rounded(bottom - (rank + 0.5) * pitch)]);
  const [round, square] = [false, true].map((which) => middles.filter((_, i) => rejected[i] === which));
  const last = middles[middles.length - 1];
  const discs = round.map(([x, y]) => `M${x} ${y}h0`), look = "fill:none;stroke:var(--labkit-blue,#0072B2);stroke-linecap:round";
  const squares = square.map(([x, y]) => `M${rounded(x - side / 2)} ${rounded(y - side / 2)}h${side}v${side}h${-side}z`);
  return `<path class="labkit-dots" style="${look};stroke-width:${side}" d="${discs.join("")}"/>`
    + `<path class="red-orange" d="${squares.join("")}"/>`
    + (last ? `<circle class="outline fell" cx="${last[0]}" cy="${last[1]}" r="${rounded(side / 2 + 2.5)}"/>` : "");
}

/** @param {Found} found */
function errorTypesWords({ test, n, effect, experiments, exact, critical, statistic, without, with_effect }) {
  const [low, high] = critical.map((/** @type {number | null} */ edge) => (edge === null ? "" : general(edge, 4)));
  const rates = `Type I error ${share(exact.type_one)}` + (effect ? `, \u03b2 ${share(exact.type_two)}, power ${share(exact.power)}` : "");
  return `Two curves of the ${test}'s statistic (${statistic}) on ${n} items, without a difference and with effect `
    + `${general(effect, 6)}; ${low ? `rejected is what is below ${low} or above ${high}` : "nothing would be rejected"}. `
    + `Areas: ${rates}. ` + (experiments ? `Dots below: of ${counted(experiments)} experiments each, the test rejected ${counted(without.rejected_count)} `
      + `without a difference and ${counted(with_effect.rejected_count)} with the effect.` : "No experiments yet.");
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function errorTypesPicture(found, _, width, height) {
  const { law, exact, effect, experiments } = found, curves = errorCurves(law);
  /** @type {[string, string][]} */
  const areas = [["hatched", `Type I error ${share(exact.type_one)}`]];
  if (effect) areas.push(["orange", `Type II error, \u03b2 ${share(exact.type_two)}`], ["blue", `power ${share(exact.power)}`]);
  const explained = legend(width, areas);
  const top = explained.height + 6, row = Math.max(44, 0.23 * (height - top - 50)), end = height - 50;
  const frame = { width, left: 10, right: 10, top, bottom: rounded(end - 2 * row), low: law.left, high: law.right,
    most: 1 };
  frame.most = Math.max(...curves.none, ...curves.some) / (1 - 24 / (frame.bottom - top)); // words stand above
  const { x } = scales(frame);
  const halves = [["no difference", found.without, "stroke-dasharray:7 4"], [`effect ${general(effect, 6)}`, found.with_effect, ""]];
  const stack = (/** @type {number} */ wanted) => halves.map(([, half]) => stackedDots(frame, law, half.statistics, wanted));
  const cell = DOT_CELLS.find((wanted) => stack(wanted).every(({ most, size }) => most * size <= row - 28));
  const stacks = stack(cell ?? DOT_CELLS[DOT_CELLS.length - 1]), rows = halves.map(([name, half, dashes], i) => {
    const from = frame.bottom + i * row;
    const seen = experiments ? `: ${counted(half.rejected_count)} of ${counted(experiments)} rejected` : "";
    return `<path class="outline" style="${dashes}" d="M10 ${rounded(from + 16)}h30"/>${label(46, from + 21, name + seen, "start")}`
      + errorDots(stacks[i], half.rejected, from + 26, from + row - 2);
  });
  const ticks = ticksOf(law.left, law.right, width < 480 ? 4 : 7, law.steps).map(({ at, words }) =>
    `<path class="axis" d="M${rounded(x(at))} ${end}v4"/>${label(x(at), end + 21, words)}`);
  return drawing("error_types", width, height, errorTypesWords(found), explained.svg
    + errorAreas(frame, law, curves, row, experiments) + rows.join("") + `<path class="axis" d="M10 ${end}H${width - 10}"/>`
    + ticks.join("") + label(width / 2, end + 43, found.statistic));
}

define({
  name: "error_types",
  title: "The two errors of a test",
  question: "How often does a test see what is not there, and how often does it miss what is?",
  caption: "You set \u03b1: a larger one moves the lines, and buys power with Type I errors. More items move the curves "
    + "apart. In brackets: 95 % intervals.",
  controls: [
    choice("test", "test", "sign test", Object.keys(ERROR_TESTS)),
    whole("n", "items n", 50, 2, 200, "items"),
    part("effect", "effect", 0.3, 0, 1.5, 0.05),
    ...seldom(part("correlation", "correlation", 0, -0.9, 0.95, 0.05)),
    level(),
    counter("experiments", MOST_EXPERIMENTS),
    ...seldom(whole("seed", "seed", 1, 0, 2 ** 32 - 1)),
  ],
  numbers: errorTypesNumbers,
  readout: errorTypesReadout,
  picture: errorTypesPicture,
});
