// Bootstrap: resamples of a test set small enough to be seen.
//
// Settings: resamples=0, n=20, plus=7, minus=2, look=0, seed=30, exact=False, shifted=False.
// Source: Berg-Kirkpatrick, Burkett & Klein (2012), section 2.2 and figure 1.

/** @param {Settings} settings */
function bootstrapNumbers({ n, plus, minus, resamples, shifted, seed, look, exact }) {
  const shown = look || resamples, found = resample({ n, plus, minus, seed }, resamples, shown), { gains, extreme } = found;
  return {
    ...found, plus, minus, resamples, shifted, exact, shown,
    delta: (plus - minus) / n,
    gain: resamples ? gains[shown - 1] / n : null,
    mean: resamples ? sumOf(gains) / resamples / n : null,
    sampled: resamples ? extreme / resamples : null,
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

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function bootstrapPicture(found, _, width, height) {
  const { items, drawn, delta, resamples, exact, shifted, plus, minus } = found, shift = shifted ? delta : 0;
  const explained = resamplingLegend(width, [["square", "only A right"], ["disc", "only B right"],
    ["diamond", "both or neither"], ["hatched", shifted ? "above \u03b4" : "above 2\u03b4"]], exact && "all resamples");
  const words = resamples ? `test set, and below it resample ${counted(found.shown)}` : "test set";
  const set = drawnItems(items, drawn, words, width, explained.height + 6, 0.42 * height), [low, high] = reachOf(found);
  const shown = barsOfGains(found, [Math.min(0, low), Math.max(high, 2 * (plus - minus))],
    (gain) => gain > 2 * (plus - minus), shift);
  const marks = delta > 0 ? [{ at: delta - shift, words: shifted ? "0" : "\u03b4", dashed: true },
    { at: 2 * delta - shift, words: shifted ? "\u03b4" : "2\u03b4" }] : [];
  const alt = `Above, the ${items.length} items of the test set, and below them how often resample ${found.shown} has each. Below, the gains of `
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
    ...testSetControls,
    ...drawControls(30),
    toggle("shifted", "Shift by \u03b4"),
  ],
  limits: (settings) => ({ ...testSetLimits(settings), look: [0, settings.resamples] }),
  numbers: bootstrapNumbers,
  readout: bootstrapReadout,
  picture: bootstrapPicture,
});
