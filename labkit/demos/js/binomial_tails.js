// Binomial tails: how extreme k negative events among n are, and what the sign test rejects.
//
// Settings: n=20, k=5, tails='two tails', alpha=0.05.
// Source: MLRD lecture 4, "Binomial Distribution B(N, q)", "Two-Tailed vs. One-Tailed Tests".

/** @param {Settings} settings */
function binomialTailsNumbers({ n, k, tails, alpha }) {
  const { law, lower, upper, pvalues } = tailsOfAll(n, tails === "two tails");
  let low = null, high = null, size = 0;
  for (let events = 0; events <= n; events += 1) {
    if (pvalues[events] > alpha) continue;
    size += law[events];
    if (lower[events] <= upper[events]) low = events;
    else if (high === null) high = events;
  }
  return { n, k, tails, alpha, pvalue: pvalues[k], rejected: pvalues[k] <= alpha, low, high, size, law, pvalues };
}

/** @param {Found} found @returns {string[]} */
function binomialTailsReadout({ low, high, alpha, size, rejected, pvalue }) {
  const sides = [low === null ? "" : `at most ${counted(low)}`, high === null ? "" : `at least ${counted(high)}`].filter(Boolean);
  const region = sides.length ? `${sides.join(" or ")} negative events` : "no outcome at all";
  return [`**${equation(pvalue)}**`,
    `\u201cNo difference\u201d is ${rejected ? "" : "not "}rejected at \u03b1 = ${general(alpha, 6)}.`,
    `Rejected: ${region}. If there is no difference, that happens in `
      + `${general(100 * size, size < 0.995 ? 2 : 3)}\u00a0% of all experiments.`];
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function binomialTailsPicture(found, _, width, height) {
  const { n, k, alpha, pvalue, tails } = found;
  const explained = legend(width, [["hatched", "at least as extreme as observed"], ["shaded", "rejected at \u03b1"]]);
  const alt = `Bars: the binomial distribution of negative events among ${n} tosses of a fair coin. Filled, `
    + `${tails === "two tails" ? tails : "left tail"}: the outcomes at least as extreme as ${k}; ${equation(pvalue)}. `
    + `Shaded: the outcomes rejected at \u03b1 = ${general(alpha, 6)}.`;
  return drawing("binomial_tails", width, height, alt, explained.svg + tailsDrawn({ ...found, width, top: explained.height + 32,
    bottom: height - 50, dragged: true, across: `negative events among ${counted(n)}`, up: "probability" }));
}

define({
  name: "binomial_tails",
  title: "Tails of the binomial distribution",
  question: "How extreme are k negative events among n?",
  caption: "p is the filled area: everything at least as extreme as what was observed (drag it, or click a bar). The shaded "
    + "region does not move with k: it is fixed before anyone looks.",
  controls: [
    whole("n", "n events", 20, 1, 2000, "events"),
    whole("k", "k negative", 5, 0, 2000, "negative events"),
    choice("tails", "test", "two tails", ["two tails", "one tail"]),
    level(),
  ],
  limits: ({ n }) => ({ k: [0, n] }),
  numbers: binomialTailsNumbers,
  readout: binomialTailsReadout,
  picture: binomialTailsPicture,
});
