// Bootstrap: resamples of a test set small enough to be seen.
//
// Settings: resamples=0, n=20, plus=7, minus=2, look=0, seed=30, exact=False, shifted=False.
// Source: Berg-Kirkpatrick, Burkett & Klein (2012), section 2.2 and figure 1.

/** The most items that can be seen. */
const MOST_ITEMS = 200;

/** @param {Settings} settings */
function bootstrapNumbers({ n, plus, minus, resamples, shifted, seed, look, exact }) {
  const observed = plus - minus, law = keep("law of gains", [n, plus, minus], () => lawOfGains(n, plus, minus));
  const items = Array.from({ length: n }, (_, i) => (i < plus ? 1 : i < plus + minus ? -1 : 0));
  const draw = (/** @type {number} */ resample) => {
    const words = randomWords(seed, resample);
    return items.map(() => drawBelow(words, n));
  };
  const gains = draws("resamples", [seed, n, plus, minus], resamples, (resample) =>
    draw(resample).reduce((sum, item) => sum + items[item], 0));
  const counts = new Array(2 * n + 1).fill(0), shown = look || resamples, drawn = shown ? draw(shown - 1) : null;
  for (const gain of gains) counts[gain + n] += 1;
  const extreme = gains.filter((gain) => gain > 2 * observed).length;
  return {
    n, plus, minus, resamples, shifted, exact, shown, items, drawn, counts, gains, extreme, law,
    delta: observed / n,
    gain: resamples ? gains[shown - 1] / n : null,
    mean: resamples ? sumOf(gains) / resamples / n : null,
    sampled: resamples ? extreme / resamples : null,
    // Systems that never differ leave nothing to test.
    pvalue: plus === 0 ? 1 : sumOf(law.filter((_, at) => at - n > 2 * observed)),
  };
}

/** @param {Found} found */
function bootstrapReadout({ delta, plus, resamples, shown, gain, mean, extreme, sampled, pvalue, exact }) {
  const never = plus ? "" : ": the systems never differ, there is nothing to test";
  const p = resamples < ENOUGH || !plus ? "" : `: **${equation(sampled, resamples)}**`;
  return [
    `\u03b4 = ${score(delta)}${never}`,
    ...(resamples ? [`Resample ${counted(shown)}: gain ${score(gain)}; mean of all ${score(mean)}`,
      `${counted(extreme)} of ${counted(resamples)} gains above 2\u03b4 = ${score(2 * delta)}${p}`] : ["Nothing resampled so far"]),
    ...(exact ? [`All resamples: ${equation(pvalue)}`] : []),
  ];
}

/** Draw the test set, and below each item how often the resample has it.
 * @param {Found} found @param {number} width @param {number} top @param {number} room how high all of it may be */
function bootstrapItems({ n, items, drawn, shown }, width, top, room) {
  const times = new Array(n).fill(0), kinds = ["disc", "diamond", "square"];
  for (const item of drawn ?? []) times[item] += 1;
  const rows = Math.max(4, ...times), space = (width - 20) / n;
  const size = Math.min(34, 0.86 * space, (room - 42) / (1 + 0.78 * rows)), small = 0.7 * size;
  const shape = (/** @type {number} */ item, /** @type {number} */ y, /** @type {number} */ side) =>
    itemShape(kinds[items[item] + 1], 10 + (item + 0.43) * space, y + side / 2, side / 2);
  const below = times.map((count, item) => Array.from({ length: count }, (_, row) =>
    shape(item, top + size + 10 + row * 0.78 * size, small)).join(""));
  const end = top + size + 10 + rows * 0.78 * size;
  return { end: end + 26, svg: items.map((/** @type {number} */ _, /** @type {number} */ i) => shape(i, top, size)).join("")
    + `<path class="axis" d="M8 ${rounded(top + size + 5)}H${width - 8}"/>` + drawnRow(shown, below.join(""))
    + label(width / 2, end + 16, drawn ? `test set, and below it resample ${counted(shown)}` : "test set") };
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function bootstrapPicture(found, _, width, height) {
  const { n, counts, gains, law, delta, resamples, exact, shifted, plus, minus } = found, shift = shifted ? delta : 0;
  const explained = resamplingLegend(width, [["square", "only A right"], ["disc", "only B right"],
    ["diamond", "both or neither"], ["hatched", shifted ? "above \u03b4" : "above 2\u03b4"]], exact && "all resamples");
  const set = bootstrapItems(found, width, explained.height + 6, 0.42 * height);
  // The gains that a resample can have, from the smallest that is not too rare.
  const all = law.map((/** @type {number} */ _, /** @type {number} */ i) => i - n);
  const seen = all.filter((/** @type {number} */ gain) => law[gain + n] > 1e-5 || counts[gain + n] > 0);
  const low = Math.min(0, seen[0]), high = Math.max(seen[seen.length - 1], 2 * (plus - minus));
  const inside = all.filter((/** @type {number} */ gain) => gain >= low && gain <= high);
  /** @type {number[][]} */
  const members = inside.map(() => []);
  gains.forEach((/** @type {number} */ gain, /** @type {number} */ i) => members[gain - low].push(i + 1));
  const of = (/** @type {number[]} */ what) => inside.map((/** @type {number} */ gain) => what[gain + n]);
  const shown = { places: inside.map((/** @type {number} */ gain) => gain / n - shift), width: 1 / n, law: of(law), found: of(counts),
    extreme: inside.map((/** @type {number} */ gain) => gain > 2 * (plus - minus)), members };
  const marks = delta > 0 ? [{ at: delta - shift, words: shifted ? "0" : "\u03b4", dashed: true },
    { at: 2 * delta - shift, words: shifted ? "\u03b4" : "2\u03b4" }] : [];
  const alt = `Above, the ${n} items of the test set, and below them how often resample ${found.shown} has each. Below, the gains of `
    + `${resamples} resamples around ${score(delta - shift)}; filled: ${found.extreme} above 2\u03b4.`;
  return drawing("bootstrap", width, height, alt, explained.svg + set.svg + drawnSoFar({
    width, height, top: set.end, shown, across: `gain of A${shifted ? ", less \u03b4" : ""}`, things: "resamples",
    exact, last: found.gain === null ? null : found.gain - shift, marks,
  }));
}

define({
  name: "bootstrap",
  title: "Bootstrap",
  question: "If A were no better, how often would the choice of items alone give a gain this large?",
  caption: "The resampled gains gather around \u03b4, not around 0. So p counts those that are more than \u03b4 above their centre: "
    + "above 2\u03b4. Click a bar to see a resample from it.",
  controls: [
    counter("resamples"),
    whole("n", "items n", 20, 1, MOST_ITEMS, "items"),
    whole("plus", "only A right", 7, 0, MOST_ITEMS, "items that only A has right"),
    whole("minus", "only B right", 2, 0, MOST_ITEMS, "items that only B has right"),
    ...drawControls(30),
    toggle("shifted", "Shift by \u03b4"),
  ],
  limits: ({ n, plus, resamples }) => ({ plus: [0, n], minus: [0, Math.min(plus, n - plus)], look: [0, resamples] }),
  numbers: bootstrapNumbers,
  readout: bootstrapReadout,
  picture: bootstrapPicture,
});
