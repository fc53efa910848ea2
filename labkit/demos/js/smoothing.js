// Smoothing: what omega does to a word's probabilities, and to the accuracy.
//
// The first call reads the reviews and cross-validates: a few seconds. The page knows its first word
// and all that occur three times in the training reviews.
// Settings: omega=1, word='gandhi', reveal=False.
// Source: MLRD lecture 4, "Starred Tick - Parameter tuning for NB Smoothing".

const SMOOTHING_CLASSES = [{ name: "POS", dash: "", shape: "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0" },
  { name: "NEG", dash: ' stroke-dasharray="9 5"', shape: "M-6 -6h12v12h-12z" }];
const SMOOTHING_COLOURS = ["var(--labkit-blue, #0072B2)", "var(--labkit-red-orange, #D55E00)"];

/** Read one word as the classifier does. @param {string} text @param {Data} data */
function wordRead(text, data) {
  const found = text.toLowerCase().replace(/\u2019/g, "'").match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];
  if (found.length !== 1) throw Error(`word must be one word, such as ${data.suggestions.slice(0, 3).join(", ")}, not '${text}'`);
  return found[0];
}

/** Count a word in the training reviews of both classes.
 * @param {string} word @param {Data} data its words stand in groups, by their counts in both classes */
function countsOf(word, data) {
  const group = Object.entries(data.words).find(([, words]) => ` ${words} `.includes(` ${word} `));
  if (group) return group[0].split(" ").map(Number);
  throw Error(`\u201c${word}\u201d occurs fewer than ${data.least} times in the training reviews, or never. This page does not know `
    + "such words; the classifier leaves out those that never occur.");
}

/** @param {number} count @param {number} total @param {number} omega @param {Data} data */
const smoothed = (count, total, omega, data) => (count + omega) / (total + omega * data.vocabulary);

/** @param {Settings} settings @param {Data} data */
function smoothingNumbers({ omega, word: text, reveal }, data) {
  const word = wordRead(text, data), counts = countsOf(word, data), { omegas, accuracies, totals } = data;
  const both = (/** @type {number[]} */ values) => ({ POS: values[0], NEG: values[1] });
  const all = [totals.POS, totals.NEG], known = sumOf(counts) > 0;
  const probabilities = counts.map((count, i) => smoothed(count, all[i], omega, data));
  const best = accuracies.reduce((/** @type {number} */ so_far, /** @type {number} */ each, /** @type {number} */ i) =>
    (each > accuracies[so_far] + 1e-12 ? i : so_far), 0);
  return {
    omega, word, reveal, known, totals, accuracies, omegas,
    counts: both(counts),
    vocabulary: data.vocabulary,
    probabilities: both(probabilities),
    evidence: known ? Math.log(probabilities[0]) - Math.log(probabilities[1]) : 0,
    accuracy: accuracies[omegas.indexOf(omega)],
    best: omegas[best],
    best_accuracy: accuracies[best],
    curves: counts.map((count, i) => omegas.map((/** @type {number} */ each) => smoothed(count, all[i], each, data))),
  };
}

/** @param {Found} found */
function smoothingReadout({ word, counts, probabilities, known, evidence, omega, accuracy, reveal, best, best_accuracy }) {
  const size = Number.isFinite(evidence) ? fixed(Math.abs(evidence), 2) : "without limit";
  const side = evidence > 0 ? "POS" : "NEG";
  return [
    ...["POS", "NEG"].map((name) =>
      `${name}: ${counted(counts[name])} \u00d7 \u201c${word}\u201d, P = ${withPower(general(probabilities[name], 2))}`),
    known ? `Evidence for ${side}: ${size}` : `In no training review: the classifier leaves \u201c${word}\u201d out`,
    `Accuracy with \u03c9 = ${general(omega, 6)}, ten folds of the training reviews: **${score(accuracy)}**`,
    ...(reveal ? [`Best \u03c9 of these: ${general(best, 6)}, with ${score(best_accuracy)}`] : []),
  ];
}

/** Return where the two parts of the picture are. @param {number} width @param {number} height */
function smoothingFrames(width, height) {
  const left = 76, right = width - 20, top = 62, bottom = height - 50, middle = Math.round(top + 0.55 * (bottom - top));
  const part = (/** @type {number} */ omega) => (omega ? Math.log10(omega) + 4 : 0) / 6; // omega 0 stands by itself
  return { left, right, x: (/** @type {number} */ omega) => left + 14 + part(omega) * (right - left - 28),
    upper: { top, bottom: middle - 22 }, lower: { top: middle + 22, bottom } };
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function smoothingPicture(found, _, width, height) {
  const { omega, omegas, word, curves, accuracies, accuracy, best, best_accuracy, reveal, probabilities } = found;
  const { left, right, x, upper, lower } = smoothingFrames(width, height);
  const short = word.length > 16 ? `${word.slice(0, 15)}\u2026` : word;
  const positive = curves.flat().filter((/** @type {number} */ p) => p > 0).map(Math.log10);
  const [low, high] = [Math.floor(Math.min(...positive, -2)), Math.ceil(Math.max(...positive, -7))];
  const foot = upper.bottom - 20; // a probability of 0 stands below it
  const y = (/** @type {number} */ p) => (p ? foot - ((Math.log10(p) - low) / (high - low)) * (foot - upper.top) : upper.bottom);
  const [worst, most] = [Math.floor(50 * Math.min(...accuracies)) / 50, Math.ceil(50 * Math.max(...accuracies)) / 50];
  const z = (/** @type {number} */ value) => lower.bottom - ((value - worst) / (most - worst)) * (lower.bottom - lower.top);
  /** @type {(values: number[], up: (value: number) => number) => string} */
  const line = (values, up) => {
    const points = values.map((value, i) => `${rounded(x(omegas[i]))} ${rounded(up(value))}`);
    return `${values[0] ? `M${rounded(x(0) - 7)} ${rounded(up(values[0]))}h14` : ""}M${points.slice(1).join("L")}`;
  };
  /** @type {(across: number, up: number, shape: string, look: string) => string} */
  const at = (across, up, shape, look) =>
    `<path transform="translate(${rounded(across)} ${rounded(up)})" d="${shape}" ${look}/>`;
  const parts = SMOOTHING_CLASSES.map(({ name, dash, shape }, i) => {
    const colour = SMOOTHING_COLOURS[i], row = width < 560 ? [8, 18 + 24 * i] : [8 + (i * width) / 2, 18], p = probabilities[name];
    const drawn = `style="fill:none;stroke:${colour};stroke-width:2.5"${dash}`;
    return `<path d="M${row[0]} ${row[1] - 6}h34" ${drawn}/>` + at(row[0] + 17, row[1] - 6, shape, `style="fill:${colour}"`)
      + label(row[0] + 42, row[1], `P(${short} | ${name})`, "start") + `<path d="${line(curves[i], y)}" ${drawn}/>`
      + at(x(omega), y(p), shape, `style="fill:${p ? colour : "var(--labkit-paper, #fff)"};stroke:${colour};stroke-width:2"`);
  });
  const frames = [upper, lower].map(({ top, bottom }) => `<path class="axis" d="M${left} ${top}V${bottom}H${right}"/>`
    + `<path class="mark" d="M${rounded(x(omega))} ${top}V${bottom}"/>`).join("");
  const every = high - low > 5 ? 2 : 1, exponents = Array.from({ length: high - low + 1 }, (__, i) => low + i)
    .filter((exponent) => (exponent - high) % every === 0);
  const ticks = [0, 0.001, 0.01, 0.1, 1, 10, 100].map((each) =>
    `<path class="axis" d="M${rounded(x(each))} ${lower.bottom}v5"/>${label(x(each), lower.bottom + 21, String(each))}`).join("")
    + exponents.map((e) => label(left - 8, y(10 ** e) + 5.5, `10${raised(e)}`, "end")).join("")
    + label(left - 8, upper.bottom + 5.5, "0", "end")
    + ticksOf(worst, most, 3).map((tick) => label(left - 8, z(tick.at) + 5.5, tick.words, "end")).join("");
  const star = "M0 -11L3 -4 11 -4 5 2 7 10 0 5 -7 10 -5 2 -11 -4 -3 -4z";
  const shown = reveal ? `<path class="outline" d="${line(accuracies, z)}"/>`
    + at(x(best), z(best_accuracy), star, 'class="red-orange"') : "";
  const said = `accuracy on ten folds${reveal ? " (star: best)" : ""}`;
  const alt = `Above, P(${word} | POS), a solid line, and P(${word} | NEG), a dashed one, against \u03c9; at \u03c9 = `
    + `${general(omega, 6)} they are ${general(probabilities.POS, 2)} and ${general(probabilities.NEG, 2)}. Below, the accuracy: `
    + `${score(accuracy)} here${reveal ? `, best ${score(best_accuracy)} at ${general(best, 6)}` : ""}.`;
  return drawing("smoothing", width, height, alt, frames + ticks + parts.join("") + shown
    + at(x(omega), z(accuracy), SMOOTHING_CLASSES[0].shape, 'class="latest"')
    + label(left + 6, lower.top - 6, said, "start", "halo") + label((left + right) / 2, lower.bottom + 43, "\u03c9")
    + `<rect class="target" data-drag="" x="${left}" y="${upper.top}" width="${right - left}" height="${lower.bottom - upper.top}"/>`);
}

define({
  name: "smoothing",
  title: "Smoothing",
  question: "How much should be added to each count? Predict: which \u03c9 is best?",
  caption: "Without smoothing, a word that one class lacks rules that class out; with much of it, all words look alike. "
    + "Neither end is best: choose \u03c9 on training reviews, not on the test set.",
  controls: [
    choice("omega", "\u03c9", 1, (data) => data.omegas),
    oneWord("word", "word", "gandhi", (data) => data.suggestions),
    toggle("reveal", "Show all \u03c9"),
  ],
  numbers: smoothingNumbers,
  readout: smoothingReadout,
  picture: smoothingPicture,
  at: (found, settings, across, _, width, height) => {
    const { x } = smoothingFrames(width, height), far = (/** @type {number} */ omega) => Math.abs(x(omega) - across);
    const nearest = found?.omegas.reduce((/** @type {number} */ a, /** @type {number} */ b) => (far(b) < far(a) ? b : a));
    return nearest === undefined || nearest === settings.omega ? null : { omega: nearest };
  },
});
