// The five demonstrations: their controls, what their readouts say, and their pictures.

/** @typedef {any} Settings  The values of the controls, by name. */
/** @typedef {any} Found  What one of the functions of numbers.js gives. */
/**
 * @typedef {{kind: "whole", name: string, words: string, value: number, low: number, high: number,
 *   unit?: string, count?: boolean}} Whole
 * @typedef {{kind: "part", name: string, words: string, value: number, low: number, high: number,
 *   step: number}} Fraction
 * @typedef {{kind: "level", name: string, words: string, value: number}} Level
 * @typedef {{kind: "choice", name: string, words: string, value: string, options: string[]}} Choice
 * @typedef {{kind: "switch", name: string, words: string, value: boolean}} Switch
 * @typedef {Whole | Fraction | Level | Choice | Switch} Control
 * @typedef {{name: string, title: string, question: string, controls: Control[],
 *   limits: (settings: Settings) => Record<string, [number, number]>,
 *   numbers: (settings: Settings) => Found, readout: (found: Found, settings: Settings) => string,
 *   picture: (found: Found, settings: Settings, width: number) => string}} Demonstration
 */

/**
 * @param {string} name
 * @param {string} words
 * @param {number} value
 * @param {number} low
 * @param {number} high
 * @param {string} [unit]
 * @returns {Whole}
 */
const whole = (name, words, value, low, high, unit) => ({ kind: "whole", name, words, value, low, high, unit });

/**
 * @param {string} name
 * @returns {Whole}
 */
const counter = (name) => ({ kind: "whole", name, words: name, value: 0, low: 0, high: MOST, unit: name, count: true });

/**
 * @param {string} things
 * @param {number} seed
 * @returns {Control[]}
 */
const chances = (things, seed) => [counter(things), whole("seed", "seed", seed, 0, 2 ** 32 - 1),
  whole("look", "look at", 0, 0, MOST), showExact()];

/** Say which resample the field "look at" may choose.
 * @param {number} drawn
 * @returns {Record<string, [number, number]>}
 */
const lookLimits = (drawn) => ({ look: [0, drawn] });

/** @returns {Switch} */
const showExact = () => ({ kind: "switch", name: "exact", words: "Show exact", value: false });

/** @param {number} [value] @returns {Level} */
const level = (value = 0.05) => ({ kind: "level", name: "alpha", words: "alpha", value });

/** @param {string} html */
const line = (html) => `<p>${html}</p>`;

/**
 * Say what the shuffles so far have shown.
 * @param {Found} found
 * @param {string} far what the extreme ones are
 */
function soFar({ shuffles, shown, here, extreme, sampled }, far) {
  const seen = line(`Shuffle ${counted(shown)}: ${score(here, true)}<br>${counted(extreme)} of ${counted(shuffles)} ${far}`);
  return seen + (shuffles < ENOUGH ? ""
    : line(`<b>${equation(sampled)}</b><br>(${counted(extreme)} + 1) / (${counted(shuffles)} + 1)`));
}

/** @type {Demonstration} */
const shufflingDemonstration = {
  name: "shuffling",
  title: "Shuffling",
  question: "Could a coin have dealt out the responses of the two methods?",
  controls: [
    { kind: "choice", name: "metric", words: "metric", value: "F-score", options: ["F-score", "recall", "precision"] },
    whole("correct_both", "correct, found by both", 19, 0, 200),
    whole("correct_1", "correct, found by I", 28, 0, 200),
    whole("correct_2", "correct, found by II", 6, 0, 200),
    whole("spurious_both", "spurious, found by both", 5, 0, 200),
    whole("spurious_1", "spurious, found by I", 43, 0, 200),
    whole("spurious_2", "spurious, found by II", 9, 0, 200),
    whole("gold", "to find", 103, 1, 1000),
    ...chances("shuffles", 3),
  ],
  limits: ({ correct_both, correct_1, correct_2, shuffles }) => ({
    gold: [Math.max(1, correct_both + correct_1 + correct_2), 1000], ...lookLimits(shuffles),
  }),
  numbers: shufflingNumbers,
  readout: (found, { exact }) => {
    const other = found.better === "I" ? "II" : "I";
    const paper = found.printed === null ? ""
      : line(`Of 2<sup>20</sup> shuffles ${counted(Math.round(found.pvalue * 2 ** 20))} are expected; the paper counted ${counted(found.printed)}.`);
    return line(`I ${score(found.score_1)}, II ${score(found.score_2)}<br>`
      + `${found.better} \u2212 ${other} = ${score(found.difference)}`)
      + (found.shuffles ? soFar(found, "at least as large") : line("Nothing shuffled so far"))
      + (exact ? line(`All shuffles: ${equation(found.pvalue)}`) + paper : "");
  },
  picture: (found, { exact }, width) => {
    const { correct_1, correct_2, to_1, shuffles, difference, metric, better } = found;
    const shown = histogram(found.law, found.differences, difference, false);
    const explained = legend(width, [
      ["blue", "correct"], ["orange", "spurious"], ["hatched", "as large"],
      ...(exact ? /** @type {[string, string][]} */ ([["outline", "all shuffles"]]) : []), ["latest", "seen above"],
    ]);
    const rows = explained.height + 8, correct = correct_1 + correct_2;
    const space = (width - 78) / Math.max(1, to_1.length), wide = Math.min(7, 0.75 * space);
    const deal = to_1.map((/** @type {boolean} */ mine, /** @type {number} */ i) => {
      const [x, y] = [66 + i * space, rows + (mine ? 0 : 30)];
      return i < correct
        ? `<rect class="blue" x="${rounded(x)}" y="${y}" width="${rounded(wide)}" height="24"/>`
        : `<path class="orange" d="M${rounded(x)} ${y}h${rounded(wide)}v10h${-rounded(wide)}zm0 14h${rounded(wide)}v10h${-rounded(wide)}z"/>`;
    });
    const to1 = to_1.filter(Boolean).length;
    const counts = label(56, rows + 17, `I: ${to1}`, "end") + label(56, rows + 47, `II: ${to_1.length - to1}`, "end")
      + label(width / 2, rows + 72, shuffles ? `shuffle ${counted(found.shown)}` : "as observed");
    const frame = { width, left: 52, right: 12, top: rows + 106, bottom: rows + 290,
      low: shown.places[0] - shown.width / 2, high: shown.places[shown.places.length - 1] + shown.width / 2,
      most: mostOf(shown) };
    const other = better === "I" ? "II" : "I";
    const alt = `Above, the ${to_1.length} responses of one method alone, ${to1} of them now with method I. Below, the `
      + `differences of ${shuffles} shuffles; filled: ${found.extreme} at least as large as ${score(difference)}.`;
    return drawing("shuffling", width, rows + 336, alt, explained.svg + deal.join("") + counts
      + axes(frame, `${metric}: ${better} less ${other}`, "shuffles")
      + filled(frame, shown, { exact, last: found.here, marks: [{ at: difference, words: `observed: ${score(difference)}` }] }));
  },
};

/** @type {Demonstration} */
const signFlipsDemonstration = {
  name: "sign_flips",
  title: "Sign flips",
  question: "On each topic, could the two scores as well have come the other way round?",
  controls: [
    { kind: "choice", name: "run_a", words: "a", value: "F_A_1_NB04_4", options: Object.keys(SCORES) },
    { kind: "choice", name: "run_b", words: "b", value: "F_C_1_LEX03_3", options: Object.keys(SCORES) },
    ...chances("shuffles", 5),
  ],
  limits: ({ shuffles }) => lookLimits(shuffles),
  numbers: (settings) => signFlipsNumbers(settings, SCORES),
  readout: (found, { exact }) => {
    if (found.run_a === found.run_b) return line("A run against itself: there is nothing to test");
    return line(`Means ${score(found.mean_a)}, ${score(found.mean_b)}<br>a \u2212 b = ${score(found.difference, true)}`)
      + (found.shuffles ? soFar(found, "as far from 0") : line("Nothing flipped so far"))
      + (exact ? line(`All 2<sup>${found.gains.length}</sup> flips: ${equation(found.pvalue)}`) : "");
  },
  picture: (found, { exact }, width) => {
    const { gains, flipped, means, difference, shuffles } = found;
    if (found.run_a === found.run_b) return "";
    const shown = histogram(found.law, means, Math.abs(difference), true);
    const explained = legend(width, [["hatched", "flipped; as far out"],
      ...(exact ? /** @type {[string, string][]} */ ([["outline", "all flips"]]) : []), ["latest", "seen above"]]);
    const rows = explained.height + 26, middle = rows + 42;
    const reach = 1.1 * Math.max(...gains.map(Math.abs));
    const topics = (/** @type {boolean} */ which, /** @type {string} */ kind) => {
      const parts = gains.map((/** @type {number} */ gain, /** @type {number} */ i) => {
        const size = ((flipped[i] ? -gain : gain) / reach) * 42;
        const space = (width - 64) / gains.length;
        return flipped[i] === which ? `M${rounded(52 + i * space)} ${middle}v${-rounded(size)}h${rounded(0.8 * space)}v${rounded(size)}z` : "";
      });
      return `<path class="${kind}" d="${parts.join("")}"/>`;
    };
    const above = label(12, rows - 8, "a \u2212 b", "start") + topics(false, "blue") + topics(true, "hatched")
      + `<path class="axis" d="M52 ${middle}H${width - 12}"/>`
      + label(width / 2, rows + 104, `${gains.length} topics${shuffles ? `, shuffle ${counted(found.shown)}` : ", as observed"}`);
    const frame = { width, left: 52, right: 12, top: rows + 138, bottom: rows + 310,
      low: shown.places[0] - shown.width / 2, high: shown.places[shown.places.length - 1] + shown.width / 2,
      most: mostOf(shown) };
    const alt = `Above, the differences on ${gains.length} topics, ${flipped.filter(Boolean).length} of them flipped. Below, the `
      + `means of ${shuffles} shuffles; filled: ${found.extreme} at least ${score(Math.abs(difference))} from 0.`;
    return drawing("sign_flips", width, rows + 356, alt, explained.svg + above
      + axes(frame, "mean of a \u2212 b", "shuffles")
      + filled(frame, shown, { exact, last: found.here, marks: [
        { at: difference, words: `observed: ${score(difference, true)}` }, { at: -difference, words: "" }] }));
  },
};

/** @type {Demonstration} */
const bootstrapDemonstration = {
  name: "bootstrap",
  title: "Bootstrap",
  question: "Would other test sets like this one show the gain, too?",
  controls: [
    whole("n", "items n", 20, 5, 200, "items"),
    whole("plus", "plus", 7, 0, 200, "items that only system 1 has right"),
    whole("minus", "minus", 2, 0, 200, "items that only system 2 has right"),
    ...chances("resamples", 2),
    { kind: "switch", name: "shifted", words: "shift by delta", value: false },
  ],
  limits: ({ n, plus, resamples }) => ({
    plus: [0, n], minus: [0, Math.min(plus, n - plus)], ...lookLimits(resamples),
  }),
  numbers: bootstrapNumbers,
  readout: (found, { exact }) => {
    const { delta, resamples, shown, gain, mean, extreme, sampled, plus } = found;
    const seen = resamples === 0 ? line("Nothing resampled so far")
      : line(`Resample ${counted(shown)}: gain ${score(gain)}; mean of all ${score(mean)}<br>`
        + `${counted(extreme)} of ${counted(resamples)} gains above 2 delta = ${score(2 * delta)}`);
    return line(`delta = ${score(delta)}`) + (plus ? "" : line("The systems never differ: there is nothing to test")) + seen
      + (resamples < ENOUGH || !plus ? "" : line(`<b>${equation(sampled, resamples)}</b>`))
      + (exact ? line(`Endless resamples: ${equation(found.pvalue)}`) : "");
  },
  picture: (found, { exact, shifted }, width) => {
    const { n, items, drawn, counts, law, delta, resamples } = found, shift = shifted ? delta : 0;
    const explained = legend(width, [["hatched", "above 2 delta"],
      ...(exact ? /** @type {[string, string][]} */ ([["outline", "endless resamples"]]) : []), ["latest", "seen above"]]);
    const space = (width - 20) / n, size = Math.min(26, 0.86 * space), top = explained.height + 8;
    const letters = ["", "1", "2"];
    const square = (/** @type {number} */ item, /** @type {number} */ level) => {
      const kind = items[item] === 0 ? 0 : items[item] > 0 ? 1 : 2;
      const [x, y] = [10 + item * space, top + (level ? 8 : 0) + level * (0.7 * size + 3) + (level ? 0.3 * size : 0)];
      const side = level ? 0.7 * size : size;
      const letter = letters[kind] && side > 8
        ? `<text class="on" x="${rounded(x + side / 2)}" y="${rounded(y + side / 2)}" style="font-size:${rounded(0.75 * side)}px">${letters[kind]}</text>` : "";
      const half = side / 2, centre = `${rounded(x + half)}`;
      const shapes = [
        `<path class="neither" d="M${centre} ${rounded(y)}l${rounded(half)} ${rounded(half)}l${-rounded(half)} ${rounded(half)}l${-rounded(half)} ${-rounded(half)}z"/>`,
        `<rect class="blue" x="${rounded(x)}" y="${rounded(y)}" width="${rounded(side)}" height="${rounded(side)}"/>`,
        `<circle class="orange" cx="${centre}" cy="${rounded(y + half)}" r="${rounded(half)}"/>`,
      ];
      return shapes[kind] + letter;
    };
    const times = new Array(n).fill(0);
    /** @type {number[][]} */
    const members = law.map(() => []);
    found.gains.forEach((/** @type {number} */ gain, /** @type {number} */ at) => members[gain + n].push(at + 1));
    const below = (drawn ?? []).map((/** @type {number} */ item) => square(item, (times[item] += 1)));
    const end = top + size + 8 + Math.max(3, ...times) * (0.7 * size + 3) + 8;
    const test = items.map((/** @type {number} */ _, /** @type {number} */ i) => square(i, 0)).join("")
      + `<path class="axis" d="M8 ${rounded(top + size + 5)}H${width - 8}"/>` + below.join("")
      + label(width / 2, end + 8, drawn ? `test set, and resample ${counted(found.shown)} of it` : "test set");
    const gains = law.map((/** @type {number} */ _, /** @type {number} */ i) => (i - n) / n);
    const seen = gains.filter((/** @type {number} */ _, /** @type {number} */ i) => law[i] > 1e-5);
    const shown = { places: gains.map((/** @type {number} */ g) => g - shift), width: 1 / n, law, found: counts,
      extreme: gains.map((/** @type {number} */ g) => Math.round(g * n) > 2 * Math.round(delta * n)) };
    const frame = { width, left: 52, right: 12, top: end + 44, bottom: end + 214,
      low: Math.min(0, seen[0]) - shift - 0.5 / n,
      high: Math.max(seen[seen.length - 1], 2 * delta) - shift + 0.5 / n, most: mostOf(shown) };
    const inside = shown.places.map((/** @type {number} */ _, /** @type {number} */ i) => i)
      .filter((/** @type {number} */ i) => shown.places[i] > frame.low && shown.places[i] < frame.high);
    const cut = (/** @type {any[]} */ what) => inside.map((/** @type {number} */ i) => what[i]);
    const visible = { width: shown.width, places: cut(shown.places), law: cut(law), found: cut(counts), members: cut(members), extreme: cut(shown.extreme) };
    const marks = delta > 0 ? [{ at: delta - shift, words: shift ? "0" : "delta", dashed: true },
      { at: 2 * delta - shift, words: shift ? "delta" : "2 delta" }] : [];
    const alt = `Above, the ${n} items of the test set, under each how often the latest resample has it. Below, the gains of `
      + `${resamples} resamples around ${score(delta - shift)}; filled: ${found.extreme} above twice delta.`;
    return drawing("bootstrap", width, rounded(end + 260), alt, explained.svg + test
      + axes(frame, `gain of system 1${shift ? ", less delta" : ""}`, "resamples")
      + filled(frame, visible, { exact, last: found.gain === null ? null : found.gain - shift, marks }));
  },
};

/** How high the axes of a distribution are: on a phone, the controls are to stay in sight.
 * @param {number} width
 */
const tallOf = (width) => (width < 480 ? 115 : 170);

/**
 * Draw the middle of a binomial distribution, what is as extreme as k filled.
 * @param {{n: number, k: number, q: number, pvalues: Float64Array, law: Float64Array, width: number,
 *   top: number, across: string, low: number | null, high: number | null, dragged: boolean}} what
 */
function tailsDrawn({ n, k, q, pvalues, law, width, top, across, low, high, dragged }) {
  const middle = n * q, spread = 5 * Math.sqrt(n * q * (1 - q)) + 1;
  const first = Math.max(0, Math.min(k, Math.floor(middle - spread)));
  const last = Math.min(n, Math.max(k, Math.ceil(middle + spread)));
  const events = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const tall = tallOf(width);
  const frame = { width, left: 64, right: 12, top, bottom: top + tall, low: first - 0.5, high: last + 0.5,
    most: 1.3 * Math.max(...events.map((event) => law[event])) };
  const { x } = scales(frame);
  const wide = events.length < 60 ? 0.85 : 1;
  const part = (/** @type {boolean} */ extreme) => {
    const chosen = events.filter((event) => (pvalues[event] <= pvalues[k] * (1 + 1e-9)) === extreme);
    return bars(frame, chosen, chosen.map((event) => law[event]), wide, extreme ? "hatched" : "blue");
  };
  const shade = (/** @type {number} */ from, /** @type {number} */ to) => to < first || from > last ? ""
    : `<rect class="shaded" x="${rounded(x(Math.max(from, first) - 0.5))}" y="${top}" height="${tall}" width="${rounded(x(Math.min(to, last) + 0.5) - x(Math.max(from, first) - 0.5))}"/>`;
  return (low === null ? "" : shade(first, low)) + (high === null ? "" : shade(high, last))
    + part(false) + part(true) + axes(frame, across, "probability", true)
    + marked(frame, [{ at: k, words: `observed: ${k}` }])
    + (dragged ? events.map((event) => target(frame, event, 1, "k", [event])).join("") : "");
}

/** @type {Demonstration} */
const tiesDemonstration = {
  name: "ties",
  title: "Ties",
  question: "What becomes of the documents on which both systems do the same?",
  controls: [
    whole("plus", "plus", 1, 0, 100, "documents"),
    whole("minus", "minus", 11, 0, 100, "documents"),
    whole("ties", "ties", 88, 0, 400, "documents"),
    level(),
  ],
  limits: ({ plus, minus }) => ({ ties: [plus + minus === 0 ? 1 : 0, 400] }),
  numbers: tiesNumbers,
  readout: (found) => [["split", found.split], ["dropped", found.drop]].map(([name, of]) => line(
    `Ties ${name}: <b>${equation(of.pvalue)}</b><br>${of.k} of ${of.n} events; ${of.rejected ? "significant" : "inconclusive"}`,
  )).join("") + line(`Significance level: ${general(found.alpha, 6)}`),
  picture: (found, _, width) => {
    const explained = legend(width, [["hatched", "at least as extreme as observed"]]);
    const panel = (/** @type {Found} */ of, /** @type {string} */ name, /** @type {number} */ top) => {
      const { law, pvalues } = tailsOfAll(of.n, 0.5, true);
      return label(8, top, `ties ${name}`, "start", "title") + (of.n === 0
        ? label(width / 2, top + 80, "nothing is left to test")
        : tailsDrawn({ ...of, q: 0.5, law, pvalues, width, top: top + 42, low: null, high: null, dragged: false,
          across: width < 360 ? "rarer events" : "events for the system that wins less often" }));
    };
    const said = (/** @type {Found} */ of) => `${of.k} of ${of.n} events, ${equation(of.pvalue)}`;
    const alt = "Two binomial distributions with the outcomes at least as extreme filled. "
      + `ties split: ${said(found.split)}; ties dropped: ${said(found.drop)}.`;
    const top = explained.height + 24, each = tallOf(width) + 108;
    return drawing("ties", width, top + 2 * each - 14, alt, explained.svg + panel(found.split, "split", top)
      + panel(found.drop, "dropped", top + each));
  },
};

/** @type {Demonstration} */
const binomialTailsDemonstration = {
  name: "binomial_tails",
  title: "Binomial tails",
  question: "How extreme are k negative events among n?",
  controls: [
    whole("n", "n events", 20, 1, 2000, "events"),
    whole("k", "k negative", 5, 0, 2000, "negative events"),
    { kind: "part", name: "q", words: "q", value: 0.5, low: 0.01, high: 0.99, step: 0.01 },
    { kind: "choice", name: "tails", words: "test", value: "two tails", options: ["two tails", "one tail"] },
    level(),
  ],
  limits: ({ n }) => ({ k: [0, n] }),
  numbers: binomialTailsNumbers,
  readout: (found) => {
    const { low, high, alpha, size, rejected } = found;
    const outcomes = [low === null ? "" : `at most ${low}`, high === null ? "" : `at least ${high}`].filter(Boolean).join(" or ");
    return line(`<b>${equation(found.pvalue)}</b>`)
      + line(`\u201cNo difference\u201d is ${rejected ? "rejected" : "not rejected"} at alpha = ${general(alpha, 6)}.`)
      + line(`Rejected: ${outcomes ? `${outcomes} negative events` : "no outcome at all"}. `
        + `If there is no difference, that happens in ${general(100 * size, size < 0.995 ? 2 : 3)}\u00a0% of all experiments.`);
  },
  picture: (found, _, width) => {
    const { n, k, q, tails, alpha, low, high } = found, both = tails === "two tails";
    const explained = legend(width, [["hatched", "at least as extreme as observed"], ["shaded", "rejected at alpha"]]);
    const { law, pvalues } = tailsOfAll(n, q, both), top = explained.height + 34;
    const alt = `Bars: the binomial distribution of negative events among ${n}, q = ${general(q, 6)}. Filled, `
      + `${both ? "two tails" : "left tail"}: the outcomes at least as extreme as ${k}; ${equation(found.pvalue)}. `
      + `Shaded: the outcomes rejected at alpha = ${general(alpha, 6)}.`;
    return drawing("binomial_tails", width, top + tallOf(width) + 46, alt, explained.svg
      + tailsDrawn({ n, k, q, law, pvalues, width, top, low, high, dragged: true, across: `negative events among ${counted(n)}` }));
  },
};

const DEMONSTRATIONS = [shufflingDemonstration, signFlipsDemonstration, bootstrapDemonstration,
  tiesDemonstration, binomialTailsDemonstration];
