// Shuffle or resample: the same two systems tested both ways, side by side.
//
// Settings: draws=0, n=20, plus=7, minus=2, look=0, seed=290, exact=False.
// Source: Berg-Kirkpatrick, Burkett & Klein (2012), footnote 1; Yeh (2000), section 3.3.

/** How high the picture is where a phone has the two below each other. */
const STACKED = 800;

/** @param {Settings} settings */
function shuffleOrResampleNumbers({ n, plus, minus, draws: many, seed, look, exact }) {
  const shown = look || many, differ = plus + minus, observed = plus - minus;
  const resampled = resample({ n, plus, minus, seed }, many, shown), { items } = resampled;
  const swap = (/** @type {number} */ which) => {
    const toss = randomTosses(seed, which);
    return items.map((item) => (toss() ? -item : item));
  };
  const gains = draws("swaps", [seed, n, plus, minus], many, (which) => sumOf(swap(which)));
  // A coin for each item on which they differ: one swap more changes the gain by two items.
  const law = keep("law of swaps", [n, differ], () => {
    const coins = binomialLaw(differ, 0.5), all = new Array(2 * n + 1).fill(0);
    coins.forEach((chance, heads) => { all[n + 2 * heads - differ] = chance; });
    return all;
  });
  const drawn = shown ? swap(shown - 1).map((item) => [item]) : items.map(() => []);
  const extreme = gains.filter((gain) => gain >= observed).length;
  const half = (/** @type {any} */ of, /** @type {number} */ more) => ({
    ...of, here: many ? of.gains[shown - 1] / n : null, sampled: many ? (of.extreme + more) / (many + more) : null,
  });
  return {
    n, plus, minus, draws: many, shown, exact, delta: observed / n,
    shuffled: half({ n, items, drawn, gains, law, extreme, pvalue: Math.min(1, sumOf(law.slice(n + observed))) }, 1),
    resampled: half(resampled, 0),
  };
}

/** Say what was drawn; both p stand large in the picture, side by side. @param {Found} found */
function shuffleOrResampleReadout({ delta, plus, draws: many, shown, exact, shuffled, resampled }) {
  const of = counted(many), written = many >= ENOUGH && plus;
  const pShuffled = `: ${equation(shuffled.sampled)} = (${counted(shuffled.extreme)} + 1) / (${of} + 1)`;
  return [
    `\u03b4 = ${score(delta)}${plus ? "" : ": the systems never differ, there is nothing to test"}`,
    ...(many ? [`Draw ${counted(shown)}: ${score(shuffled.here, true)} and ${score(resampled.here, true)}`,
      `${counted(shuffled.extreme)} of ${of} shuffles at least \u03b4${written ? pShuffled : ""}`,
      `${counted(resampled.extreme)} of ${of} resamples above 2\u03b4${written ? `: ${equation(resampled.sampled, many)}` : ""}`]
      : ["Nothing drawn so far"]),
    ...(exact ? [`All: ${equation(shuffled.pvalue)} and ${equation(resampled.pvalue)}`] : []),
  ];
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function shuffleOrResamplePicture(found, _, width, height) {
  const { plus, minus, draws: many, shown, delta, exact, shuffled, resampled } = found, observed = plus - minus;
  const explained = resamplingLegend(width, [["square", "only A right"], ["disc", "only B right"], ["diamond", "both or neither"],
    ["hatched", "counts for p"]], exact && "all draws");
  const beside = width > 0.85 * height, total = beside ? height : STACKED, top = explained.height + 6;
  const wide = beside ? (width - 20) / 2 : width, tall = beside ? total - top : (total - top) / 2;
  // Both have the same axis, and the same room for their items.
  const reaches = [shuffled, resampled].map(reachOf), low = Math.min(...reaches.map((reach) => reach[0]));
  const high = Math.max(2 * observed, ...reaches.map((reach) => reach[1])), odd = Math.abs(low - observed) % 2;
  const rows = Math.max(3, ...resampled.drawn.map((/** @type {number[]} */ each) => each.length));
  const panel = (/** @type {Found} */ of, /** @type {string} */ title, /** @type {string} */ thing,
    /** @type {Bars} */ bars, /** @type {Mark[]} */ marks, /** @type {number} */ at) => {
    const pvalue = exact ? equation(of.pvalue) : many >= ENOUGH && plus ? equation(of.sampled, many) : "";
    const words = shown ? `${thing} ${counted(shown)}` : "test set";
    const set = drawnItems(of.items, of.drawn, words, wide, 66, 0.34 * tall, rows);
    return `<g transform="translate(${rounded(beside ? at * (wide + 20) : 0)} ${rounded(top + (beside ? 0 : at * tall))})">`
      + label(wide / 2, 16, title, "middle", "title") + label(wide / 2, 54, pvalue, "middle", "large") + set.svg + drawnSoFar({
      width: wide, height: tall - 12, top: set.end, shown: bars, across: "gain of A", things: `${thing}s`,
      exact, last: of.here, marks,
    }) + "</g>";
  };
  const alt = `${many} draws of ${found.n} items. Shuffled, the gains lie around 0, and ${shuffled.extreme} are at least ${score(delta)}. `
    + `Resampled, they lie around ${score(delta)}, and ${resampled.extreme} are above ${score(2 * delta)}.`;
  return drawing("shuffle_or_resample", width, total, alt, explained.svg
    // A swap changes the gain by two items.
    + panel(shuffled, "Shuffle the answers", "shuffle", barsOfGains(shuffled, [low - odd, high], (gain) => gain >= observed, 0, 2),
      [{ at: delta, words: "\u03b4" }], 0)
    + panel(resampled, "Resample the items", "resample", barsOfGains(resampled, [low, high], (gain) => gain > 2 * observed),
      delta > 0 ? [{ at: delta, words: "\u03b4", dashed: true }, { at: 2 * delta, words: "2\u03b4" }] : [], 1));
}

define({
  name: "shuffle_or_resample",
  title: "Shuffle or resample",
  question: "Which chance could have made the gain: who gave which answer, or which items were drawn?",
  caption: "Shuffling swaps answers, and counts gains of at least \u03b4. Resampling draws items, and counts gains above 2\u03b4. "
    + "Where few items differ, the bootstrap\u2019s p is the smaller: it is too sure.",
  controls: [counter("draws"), ...testSetControls, ...drawControls(290)],
  limits: (settings) => ({ ...testSetLimits(settings), look: [0, settings.draws] }),
  numbers: shuffleOrResampleNumbers,
  readout: shuffleOrResampleReadout,
  picture: shuffleOrResamplePicture,
});
