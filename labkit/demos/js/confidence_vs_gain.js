// Confidence against gain: all pairs of many systems, and what each pair is.
//
// Settings: test_set='IMDB', size=1000, metric='accuracy', pairs='all', point=400, reveal=False.
// Source: Berg-Kirkpatrick, Burkett & Klein (2012), sections 3.1.1, 3.2.1 and 4.1.

/** The lowest confidence that has a place of its own: pairs below it stand at the lower edge. */
const PAIRS_LOWEST = 0.48;
/** The compressed part of the axis of gains, as a share of the other. */
const PAIRS_BEYOND = 0.16;
/** Each p of F1 is a share of so many resamples, and each p of the accuracy rounded to as many parts. */
const PAIRS_PARTS = 10000;
const PAIRS_KINDS = new Map([["different", "different kinds"], ["same", "same kind"]]);
const PAIRS_SHOWN = new Map([["all", ["same", "different"]], ["same kind", ["same"]], ["different kinds", ["different"]]]);

/** @typedef {{a: number, b: number, gain: number, pvalue: number, kind: string}} Pair */

/** Score a system by both metrics. @param {{right: number[], hits: number[]}} panel @param {number} size @param {number} i */
const scoresOf = ({ right, hits }, size, i) =>
  ({ accuracy: right[i] / size, F1: (2 * hits[i]) / (2 * hits[i] + size - right[i]) });

/** Return all pairs by growing gain, and then in the order of the systems.
 * @param {Settings} settings @param {Data} data @returns {Pair[]} */
const allPairs = ({ test_set, size, metric }, data) => keep("all pairs", [test_set, size, metric], () => {
  const panel = data.test_sets[test_set][size], kinds = data.systems.map((/** @type {string} */ name) => name.split("/")[0]);
  /** @type {number[]} */
  const scores = kinds.map((/** @type {string} */ _, /** @type {number} */ i) => Reflect.get(scoresOf(panel, size, i), metric));
  const found = scores.flatMap((one, i) => scores.slice(i + 1).map((other, k) => {
    const j = i + 1 + k, gain = Math.round(Math.abs(one - other) * 1e9) / 1e9, [a, b] = gain > 0 && other > one ? [j, i] : [i, j];
    return { a, b, gain, pvalue: 0, kind: kinds[i] === kinds[j] ? "same" : "different" };
  }));
  found.sort((one, other) => one.gain - other.gain || one.a - other.a || one.b - other.b);
  const value = (/** @type {string} */ sign) => data.signs.indexOf(sign);
  (panel[metric].match(/[ !]|../g) ?? []).forEach((/** @type {string} */ text, /** @type {number} */ i) => {
    found[i].pvalue = text === "!" ? 1 : text === " " ? 0 : (72 * value(text[0]) + value(text[1])) / PAIRS_PARTS;
  });
  return found;
});

/** Choose pairs by their kind. @param {Settings} settings @param {Data} data */
function chosenPairs(settings, data) {
  const { test_set, size, metric, pairs } = settings, kinds = PAIRS_SHOWN.get(pairs) ?? [];
  return keep("chosen pairs", [test_set, size, metric, pairs], () =>
    allPairs(settings, data).filter(({ kind }) => kinds.includes(kind)));
}

/** Return a quantile of values that are in their order; null where there are none. @param {number[]} values @param {number} part */
function quantile(values, part) {
  const place = part * (values.length - 1), below = Math.floor(place);
  return values.length ? values[below] + (place - below) * ((values[below + 1] ?? 0) - values[below]) : null;
}

/** @param {Settings} settings @param {Data} data */
function pairsNumbers(settings, data) {
  const { test_set, size, point } = settings, every = allPairs(settings, data), shown = chosenPairs(settings, data);
  const { a, b, ...rest } = shown[point - 1], [system_a, system_b] = [data.systems[a], data.systems[b]];
  const panel = data.test_sets[test_set][size];
  const threshold = (/** @type {string} */ wanted) => quantile(shown.filter(({ kind, pvalue }) =>
    kind === wanted && pvalue >= 0.04 && pvalue <= 0.06).map(({ gain }) => gain), 0.95);
  return {
    ...settings, shown,
    n_pairs: shown.length,
    reach: 1.5 * (quantile(every.filter(({ pvalue }) => pvalue > 0.05).map(({ gain }) => gain), 0.995) ?? 0),
    most: every[every.length - 1].gain,
    thresholds: Object.fromEntries([...PAIRS_KINDS.keys()].map((kind) => [kind, threshold(kind)])),
    pair: { system_a, system_b, ...rest, scores: { [system_a]: scoresOf(panel, size, a), [system_b]: scoresOf(panel, size, b) } },
  };
}

/** Return which gains are probably significant. @param {Found} found */
function thresholdsInWords({ thresholds }) {
  const said = [["same", "same kind"], ["different", "different"]].filter(([kind]) => thresholds[kind] !== null)
    .map(([kind, name]) => `${fixed(100 * thresholds[kind], 1)} (${name})`);
  return said.length ? `Threshold ${said.join(", ")}` : "No pair is near p = 0.05";
}

/** @param {Found} found */
function pairsReadout(found) {
  const { metric, pair, n_pairs, reveal } = found;
  return [
    ...[["A", pair.system_a], ["B", pair.system_b]].map(([letter, name]) =>
      `${letter} ${name}: ${Object.entries(pair.scores[name]).map(([by, value]) => `${by} ${score(value)}`).join(", ")}`),
    `Gain in ${metric} ${fixed(100 * pair.gain, 1)} points, ${PAIRS_KINDS.get(pair.kind)}`,
    `**${equation(pair.pvalue, PAIRS_PARTS)}**; ${counted(n_pairs)} pairs`,
    ...(reveal ? [thresholdsInWords(found)] : []),
  ];
}

/** Return where gains and confidences are drawn. @param {Found} found @param {number} width @param {number} height */
function pairsFrame({ reach, most }, width, height) {
  const left = 56, right = width - 22, top = width < 560 ? 82 : 34, bottom = height - 50;
  const end = most > reach ? 1 + PAIRS_BEYOND : 1;
  const place = (/** @type {number} */ gain) =>
    Math.min(gain / reach, 1) + PAIRS_BEYOND * Math.max(0, (gain - reach) / Math.max(most - reach, 1e-9));
  const rise = (/** @type {number} */ pvalue) => Math.max(0, 1 - pvalue - PAIRS_LOWEST) / (1 - PAIRS_LOWEST);
  return { left, right, top, bottom, end,
    x: (/** @type {number} */ gain) => left + 6 + (place(gain) / end) * (right - left - 12),
    y: (/** @type {number} */ pvalue) => bottom - 6 - rise(pvalue) * (bottom - top - 12) };
}

/** How many dots a path has: of long ones, a browser looks at each dot in each of its tiles. */
const PAIRS_PATH = 100;
/** How pairs of a kind are drawn: as crosses or as discs. */
const PAIRS_LOOKS = {
  same: { mark: "m-9 0h18m-9 -9v18", colour: "--labkit-red-orange, #D55E00", wide: 2.6, cap: "butt" },
  different: { mark: "h0", colour: "--labkit-sky, #56B4E9", wide: 5.2, cap: "round" },
};

/** Draw all pairs of a kind that are at places of their own, from left to right, in halves of a unit.
 * @param {Found} found @param {"same" | "different"} kind @param {number} width @param {number} height @returns {string} */
function pairsDots(found, kind, width, height) {
  const { test_set, size, metric, pairs, shown } = found, { mark, colour, wide, cap } = PAIRS_LOOKS[kind];
  return keep(`dots of ${kind}`, [test_set, size, metric, pairs, width, height], () => {
    const { x, y } = pairsFrame(found, width, height), ours = shown.filter((/** @type {Pair} */ pair) => pair.kind === kind);
    const places = new Set(ours.map((/** @type {Pair} */ { gain, pvalue }) =>
      `M${Math.round(2 * x(gain))} ${Math.round(2 * y(pvalue))}${mark}`));
    const drawn = [...places], paths = drawn.map((_, i) =>
      (i % PAIRS_PATH ? "" : `<path d="${drawn.slice(i, i + PAIRS_PATH).join("")}"/>`));
    return `<g transform="scale(.5)" style="fill:none;stroke:var(${colour});stroke-width:${wide};stroke-linecap:${cap}">`
      + `${paths.join("")}</g>`;
  });
}

/** Explain the dots and the line at p = 0.05. @param {number} width */
function pairsLegend(width) {
  const { same, different } = PAIRS_LOOKS;
  let end = width;
  return [["p = 0.05", null], ["same kind", same], ["different kinds", different]].map(([words, look], i) => {
    end -= 42 + roomFor(String(words));
    const [from, up] = width < 560 ? [i === 1 ? width / 2 : 8, i === 0 ? 44 : 18] : [end, 18];
    const { colour, cap } = /** @type {typeof same} */ (look ?? same), style = `fill:none;stroke:var(${colour});stroke-linecap:${cap}`;
    const shape = look === same ? "m-7 0h14m-7 -7v14" : "h0", wide = look === same ? 3 : 11;
    const sample = look ? `<path d="M${from + 12} ${up - 5}${shape}" style="${style};stroke-width:${wide}"/>`
      : `<path class="mark dashed" d="M${from} ${up - 5}h26"/>`;
    return sample + label(from + 32, up, String(words), "start");
  }).join("");
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function pairsPicture(found, _, width, height) {
  const { reach, most, metric, pair, thresholds, reveal } = found;
  const { left, right, top, bottom, end, x, y } = pairsFrame(found, width, height);
  const dots = pairsDots(found, "same", width, height) + pairsDots(found, "different", width, height);
  const across = ticksOf(0, 100 * reach, width < 560 ? 4 : 8).filter(({ at }) => end === 1 || at < 94 * reach);
  if (end > 1) across.push({ at: 100 * most, words: general(100 * most, 3) });
  const ticks = across.map(({ at, words }) =>
    `<path class="axis" d="M${rounded(x(at / 100))} ${bottom}v5"/>${label(x(at / 100), bottom + 21, words)}`).join("")
    + [0.5, 0.6, 0.7, 0.8, 0.9, 1].map((each) => label(left - 8, y(1 - each) + 5.5, each.toFixed(1), "end")).join("");
  const lines = `<path class="axis" d="M${left} ${top}V${bottom}H${right}"/>`
    + `<path class="mark dashed" d="M${left} ${rounded(y(0.05))}H${right}"/>`
    + (end > 1 ? `<path class="axis" d="M${rounded(x(reach))} ${top}V${bottom}" style="stroke-dasharray:2 4"/>` : "");
  const seen = [...PAIRS_KINDS].filter(([kind]) => reveal && thresholds[kind] !== null);
  const marks = seen.map(([kind, name], i) => {
    const at = x(thresholds[kind]), onLeft = i > 0 && width >= 560, words = `${fixed(100 * thresholds[kind], 1)}: ${name}`;
    return `<path class="mark" d="M${rounded(at)} ${rounded(y(0.05))}V${bottom}"/>`
      + label(at + (onLeft ? -8 : 8), bottom - (onLeft ? 30 : 30 + 24 * i), words, onLeft ? "end" : "start", "halo");
  });
  const [ringX, ringY] = [x(pair.gain), y(pair.pvalue)].map(rounded);
  const ring = `<circle class="outline" cx="${ringX}" cy="${ringY}" r="9" style="stroke-width:3"/>`;
  const alt = `${counted(found.n_pairs)} pairs of systems on ${counted(found.size)} items of ${found.test_set}: confidence rises with `
    + `the gain in ${metric}. ${reveal ? `${thresholdsInWords(found)}. ` : ""}The circled pair: ${pair.system_a} against `
    + `${pair.system_b}, gain ${fixed(100 * pair.gain, 1)} points, ${equation(pair.pvalue, PAIRS_PARTS)}.`;
  return drawing("confidence_vs_gain", width, height, alt, dots + lines + ticks + pairsLegend(width) + marks.join("") + ring
    + label((left + right) / 2, bottom + 43, `gain in ${metric}, in percentage points`)
    + label(8, width < 560 ? 70 : 18, "confidence, 1 \u2212 p", "start")
    + `<rect class="target" x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/>`);
}

define({
  name: "confidence_vs_gain",
  title: "Confidence against gain",
  question: "Is there a gain that is always significant? Predict it for 1,000 reviews.",
  caption: "Each point is a pair of systems: click one (right of the dotted line the axis is compressed). The same "
    + "gain lies on both sides of the dashed line (p = 0.05, one-sided): systems of one kind reach it with less, and all do on more items.",
  controls: [
    choice("test_set", "test set", "IMDB", ["IMDB", "Rotten Tomatoes"]),
    choice("size", "items", 1000, [200, 1000, 2000, 5000]),
    choice("metric", "metric", "accuracy", ["accuracy", "F1"]),
    choice("pairs", "pairs", "all", [...PAIRS_SHOWN.keys()]),
    ...seldom(whole("point", "point", 400, 1, 11175)),
    toggle("reveal", "Show thresholds"),
  ],
  limits: (settings, data) => ({ point: [1, chosenPairs(settings, data).length] }),
  numbers: pairsNumbers,
  readout: pairsReadout,
  picture: pairsPicture,
  at: (found, settings, across, up, width, height) => {
    if (!found) return null;
    const { x, y, left, top, bottom } = pairsFrame(found, width, height);
    if (across < left || up < top || up > bottom) return null;
    const far = found.shown.map((/** @type {Pair} */ { gain, pvalue }) => (x(gain) - across) ** 2 + (y(pvalue) - up) ** 2);
    const point = 1 + far.indexOf(far.reduce((/** @type {number} */ least, /** @type {number} */ each) => Math.min(least, each)));
    return point === settings.point ? null : { point };
  },
});
