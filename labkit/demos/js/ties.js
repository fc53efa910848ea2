// Ties: the sign test of the same outcomes with ties split and with ties dropped.
//
// Settings: plus=1, minus=11, ties=88, alpha=0.05.
// Source: MLRD lecture 4, "Treatment of Ties".

/** @param {Settings} settings */
function tiesNumbers({ plus, minus, ties, alpha }) {
  if (plus + minus + ties === 0) throw Error("plus, minus and ties must be above 0 together");
  const test = (/** @type {number} */ half) => {
    const n = 2 * half + plus + minus, k = half + Math.min(plus, minus);
    const pvalue = tailsOfAll(n, true).pvalues[k];
    return { n, k, pvalue, rejected: pvalue <= alpha };
  };
  return { plus, minus, ties, alpha, split: test(Math.ceil(ties / 2)), drop: test(0) };
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function tiesPicture(found, _, width, height) {
  const explained = legend(width, [["hatched", "at least as extreme as observed"]]);
  const top = explained.height + 32, plot = (height - top - 126) / 2, second = top + plot + 78;
  const panel = (/** @type {Found} */ of, /** @type {string} */ name, /** @type {number} */ from, /** @type {string} */ across) => {
    const { law, pvalues } = tailsOfAll(of.n, true), up = `ties ${name}: probability`;
    if (of.n === 0) return label(8, from - 12, `ties ${name}`, "start") + label(width / 2, from + plot / 2, "nothing is left to test");
    return tailsDrawn({ ...of, law, pvalues, width, top: from, bottom: from + plot, low: null, high: null,
      dragged: false, across, up });
  };
  const said = (/** @type {Found} */ of) => `${of.k} of ${of.n} events, ${equation(of.pvalue)}`;
  const alt = "Two binomial distributions with the outcomes at least as extreme filled. "
    + `ties split: ${said(found.split)}; ties dropped: ${said(found.drop)}.`;
  return drawing("ties", width, height, alt, explained.svg
    + panel(found.split, "split", top, "")
    + panel(found.drop, "dropped", second, width < 460 ? "events on the rarer side" : "events for the system that wins less often"));
}

define({
  name: "ties",
  title: "Ties in the sign test",
  question: "Does it matter what we do with ties?",
  caption: "Both rules have the same null hypothesis: among all documents, as many are won as lost. Split as the course does, a tie "
    + "adds half an event to each side, which is conservative. Drop ties (McNemar\u2019s exact test) for a claim of your own.",
  controls: [
    whole("plus", "plus", 1, 0, 100, "documents"),
    whole("minus", "minus", 11, 0, 100, "documents"),
    whole("ties", "ties", 88, 0, 400, "documents"),
    level(),
  ],
  limits: ({ plus, minus }) => ({ ties: [plus + minus === 0 ? 1 : 0, 400] }),
  numbers: tiesNumbers,
  readout: (found) => [["split", found.split], ["dropped", found.drop]].map(([name, of]) =>
    `Ties ${name}: **${equation(of.pvalue)}**; ${of.k} of ${of.n} events; ${of.rejected ? "significant" : "inconclusive"}`),
  picture: tiesPicture,
});
