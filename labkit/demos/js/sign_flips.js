// Sign flips: two runs' differences on the topics, their signs flipped at random.
//
// Settings: shuffles=0, run_a='F_A_1_NB04_4', run_b='F_C_1_LEX03_3', look=0, seed=2, exact=False.
// Source: README of ``randCompareMeans.pl``.

/** Scores have four decimals: in these units they are whole numbers. */
const UNIT = 10000;

/** @param {Settings} settings @param {Record<string, number[]>} table run -> a score for each topic */
function signFlipsNumbers({ run_a, run_b, shuffles, seed, look, exact }, table) {
  const [a, b] = [run_a, run_b].map((run) => table[run].map((value) => Math.round(value * UNIT)));
  const steps = a.map((each, i) => each - b[i]), observed = sumOf(steps), whole = UNIT * steps.length;
  const { law, pvalue } = keep("law of flips", steps, () => {
    const { values, probable } = lawOfSigns(steps), far = probable.filter((_, at) => Math.abs(values[at]) >= Math.abs(observed));
    return { pvalue: Math.min(1, sumOf(far)), law: ordered({ values: values.map((sum) => sum / whole), probable }) };
  });
  const flips = (/** @type {number} */ shuffle) => {
    const toss = randomTosses(seed, shuffle);
    return steps.map(() => toss() === 1);
  };
  const sums = draws("flips", [seed, ...steps], shuffles, (shuffle) => {
    const signs = flips(shuffle);
    return steps.reduce((sum, step, i) => sum + (signs[i] ? -step : step), 0);
  });
  const shown = look || shuffles, flipped = shown ? flips(shown - 1) : steps.map(() => false);
  const extreme = sums.filter((sum) => Math.abs(sum) >= Math.abs(observed)).length;
  return {
    mean_a: sumOf(a) / whole, mean_b: sumOf(b) / whole, gains: steps.map((step) => step / UNIT),
    difference: observed / whole, shuffles, shown, flipped, extreme, pvalue, exact, law,
    means: sums.map((sum) => sum / whole),
    here: shuffles ? sums[shown - 1] / whole : null,
    sampled: shuffles ? (extreme + 1) / (shuffles + 1) : null,
    itself: run_a === run_b,
  };
}

/** @param {Found} found */
function signFlipsReadout(found) {
  const itself = found.itself ? ": a run against itself, there is nothing to test" : "";
  const observed = `Means ${score(found.mean_a)}, ${score(found.mean_b)}; A \u2212 B = ${score(found.difference, true)}${itself}`;
  return writeShuffles(found, observed, "as far from 0", "flipped", `2${raised(found.gains.length)} flips`);
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function signFlipsPicture(found, _, width, height) {
  const { gains, flipped, means, difference, shuffles, exact } = found;
  const explained = resamplingLegend(width, [["hatched", "flipped; as far out"]], exact && "all flips");
  const tall = Math.min(80, Math.max(36, 0.12 * height)), middle = explained.height + 26 + tall;
  const reach = 1.05 * Math.max(...gains.map(Math.abs)) || 1, space = (width - 74) / gains.length;
  const topics = (/** @type {boolean} */ which, /** @type {string} */ kind) => {
    const parts = gains.map((/** @type {number} */ gain, /** @type {number} */ i) => {
      const size = rounded(((flipped[i] ? -gain : gain) / reach) * tall), wide = rounded(0.8 * space);
      return flipped[i] === which ? `M${rounded(62 + i * space)} ${middle}v${-size}h${wide}v${size}z` : "";
    });
    return `<path class="${kind}" d="${parts.join("")}"/>`;
  };
  const above = label(6, explained.height + 18, "A \u2212 B on each topic", "start")
    + drawnRow(shuffles, topics(false, "blue") + topics(true, "hatched"))
    + `<path class="axis" d="M62 ${middle}H${width - 12}"/>`
    + label(width / 2, middle + tall + 20, `${gains.length} topics${shuffles ? `, shuffle ${counted(found.shown)}` : ", as observed"}`);
  const alt = `Above, the differences on ${gains.length} topics, ${flipped.filter(Boolean).length} of them flipped. Below, the `
    + `means of ${shuffles} shuffles; filled: ${found.extreme} at least ${score(Math.abs(difference))} from 0.`;
  return drawing("sign_flips", width, height, alt, explained.svg + above + drawnSoFar({
    width, height, top: middle + tall + 32, shown: histogram(found.law, means, Math.abs(difference), true),
    across: "mean of A \u2212 B", things: "shuffles", exact, last: found.here,
    marks: [{ at: difference, words: `observed: ${score(difference, true)}` }, { at: -difference, words: "" }],
  }));
}

define({
  name: "sign_flips",
  title: "Sign flips",
  question: "On each topic, could the two scores as well have come the other way round?",
  caption: "If the runs do not differ, each topic’s bar could as well point the other way. p is how often random flips put "
    + "the mean at least as far from 0 as observed; click a bar of the histogram to see one.",
  controls: [
    counter("shuffles"),
    choice("run_a", "A", "F_A_1_NB04_4", (table) => Object.keys(table)),
    choice("run_b", "B", "F_C_1_LEX03_3", (table) => Object.keys(table)),
    ...drawControls(2),
  ],
  limits: ({ shuffles }) => ({ look: [0, shuffles] }),
  numbers: signFlipsNumbers,
  readout: signFlipsReadout,
  picture: signFlipsPicture,
});
