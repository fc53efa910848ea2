// Shuffling: responses reassigned to two methods.
//
// Settings: shuffles=0, metric='F-score', correct_both=19, spurious_both=5, correct_1=28,
// spurious_1=43, correct_2=6, spurious_2=9, gold=103, look=0, seed=7, exact=False.
// Source: Yeh (2000), section 3.3.

/** Make the score of a method that is given so many correct and spurious responses besides those of both.
 * @param {string} metric @param {number} correctBoth @param {number} spuriousBoth @param {number} gold
 * @returns {(correct: number, spurious: number) => number} */
function scoreOf(metric, correctBoth, spuriousBoth, gold) {
  return (correct, spurious) => {
    const right = correctBoth + correct, found = right + (spuriousBoth + spurious);
    if (metric === "recall") return right / gold;
    if (metric === "precision") return found === 0 ? 0 : right / found;
    return (2 * right) / (found + gold);
  };
}

/** @param {Settings} settings */
function shufflingNumbers({ metric, shuffles, seed, look, exact, ...counts }) {
  const { correct_both, correct_1, correct_2, spurious_both, spurious_1, spurious_2, gold } = counts;
  const correct = correct_1 + correct_2, spurious = spurious_1 + spurious_2;
  const scored = scoreOf(metric, correct_both, spurious_both, gold);
  const gain = (/** @type {number} */ i, /** @type {number} */ j) => scored(i, j) - scored(correct - i, spurious - j);
  const observed = gain(correct_1, spurious_1), sign = observed >= -SAME ? 1 : -1, difference = Math.abs(observed);

  const { law, pvalue } = keep("law of shuffles", [metric, ...Object.values(counts)], () => {
    const ofCorrect = binomialLaw(correct, 0.5), ofSpurious = binomialLaw(spurious, 0.5);
    const values = new Float64Array((correct + 1) * (spurious + 1)), probable = values.map((_, at) =>
      ofCorrect[Math.floor(at / (spurious + 1))] * ofSpurious[at % (spurious + 1)]);
    values.forEach((_, at) => { values[at] = sign * gain(Math.floor(at / (spurious + 1)), at % (spurious + 1)); });
    const large = probable.filter((_, at) => values[at] >= difference - SAME);
    return { pvalue: Math.min(1, sumOf(large)), law: ordered({ values, probable }) };
  });
  const deal = (/** @type {number} */ shuffle) => {
    const toss = randomTosses(seed, shuffle);
    return Array.from({ length: correct + spurious }, () => toss() === 1);
  };
  const given = draws("shuffles", [seed, correct, spurious], shuffles, (shuffle) => {
    const toss = randomTosses(seed, shuffle), taken = [0, 0];
    for (let i = 0; i < correct + spurious; i += 1) taken[i < correct ? 0 : 1] += toss();
    return taken;
  });
  const differences = given.map(([right, wrong]) => sign * gain(right, wrong)), shown = look || shuffles;
  // Before the first shuffle, each response is with the method that gave it.
  const to_1 = shown ? deal(shown - 1)
    : [correct_1, correct_2, spurious_1, spurious_2].flatMap((count, i) => new Array(count).fill(i % 2 === 0));
  const extreme = differences.filter((each) => each >= difference - SAME).length;
  return {
    ...counts, shuffles,
    score_1: scored(correct_1, spurious_1), score_2: scored(correct_2, spurious_2), better: sign > 0 ? "A" : "B",
    difference, shown, to_1, differences, extreme, pvalue, exact, law,
    here: shuffles ? differences[shown - 1] : null,
    sampled: shuffles ? (extreme + 1) / (shuffles + 1) : null,
  };
}

/** @param {Found} found */
function shufflingReadout(found) {
  const order = found.better === "A" ? "A \u2212 B" : "B \u2212 A";
  const observed = `A ${score(found.score_1)}, B ${score(found.score_2)}; ${order} = ${score(found.difference)}`;
  return writeShuffles(found, observed, "at least as large", "shuffled", "shuffles");
}

/** @param {Found} found @param {Settings} settings @param {number} width @param {number} height */
function shufflingPicture(found, { metric }, width, height) {
  const { correct_1, correct_2, to_1, shuffles, difference, better, exact } = found, correct = correct_1 + correct_2;
  const explained = resamplingLegend(width, [["blue", "correct"], ["orange", "spurious"], ["hatched", "as large"]],
    exact && "all shuffles");
  const top = explained.height + 8, tall = Math.min(40, Math.max(20, rounded(0.07 * height)));
  const space = (width - 90) / Math.max(1, to_1.length), wide = rounded(Math.min(0.5 * tall, 0.75 * space));
  const deal = to_1.map((/** @type {boolean} */ mine, /** @type {number} */ i) => {
    const [x, y, half] = [rounded(78 + i * space), rounded(top + (mine ? 0 : tall + 6)), rounded(0.42 * tall)];
    return i < correct ? `<rect class="blue" x="${x}" y="${y}" width="${wide}" height="${tall}"/>`
      : `<path class="orange" d="M${x} ${y}h${wide}v${half}h${-wide}zM${x} ${rounded(y + tall)}h${wide}v${-half}h${-wide}z"/>`;
  });
  const mine = to_1.filter(Boolean).length, middle = top + tall / 2 + 6;
  const counts = label(68, middle, `A: ${mine}`, "end") + label(68, middle + tall + 6, `B: ${to_1.length - mine}`, "end")
    + label(width / 2, top + 2 * tall + 28, shuffles ? `shuffle ${counted(found.shown)}` : "as observed");
  const alt = `Above, the ${to_1.length} responses of one method alone, ${mine} of them now with A. Below, the `
    + `differences of ${shuffles} shuffles; filled: ${found.extreme} at least as large as ${score(difference)}.`;
  return drawing("shuffling", width, height, alt, explained.svg + drawnRow(shuffles, deal.join("")) + counts + drawnSoFar({
    width, height, top: top + 2 * tall + 40, shown: histogram(found.law, found.differences, difference, false),
    across: `${metric}: ${better} less ${better === "A" ? "B" : "A"}`, things: "shuffles", exact, last: found.here,
    marks: [{ at: difference, words: `observed: ${score(difference)}` }],
  }));
}

define({
  name: "shuffling",
  title: "Shuffling",
  question: "Could a coin have decided which method gave each response?",
  caption: "For each response that only one method gave, a coin decides anew whose it is; click a bar to see such a shuffle. p is one-sided: how "
    + "often the method that is ahead comes at least as far ahead, if the two do not differ.",
  controls: [
    counter("shuffles"),
    choice("metric", "metric", "F-score", ["F-score", "recall", "precision"]),
    ...seldom(
      whole("correct_both", "correct, both", 19, 0, 200),
      whole("spurious_both", "spurious, both", 5, 0, 200),
      whole("correct_1", "correct, A", 28, 0, 200),
      whole("spurious_1", "spurious, A", 43, 0, 200),
      whole("correct_2", "correct, B", 6, 0, 200),
      whole("spurious_2", "spurious, B", 9, 0, 200),
      whole("gold", "to find", 103, 1, 1000),
    ),
    ...drawControls(7),
  ],
  limits: ({ correct_both, correct_1, correct_2, shuffles }) => ({
    gold: [Math.max(1, correct_both + correct_1 + correct_2), 1000], look: [0, shuffles],
  }),
  numbers: shufflingNumbers,
  readout: shufflingReadout,
  picture: shufflingPicture,
});
