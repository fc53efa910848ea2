// Confidence against gain: all pairs of many systems, and one of them followed from size to size.
//
// Settings: a='logistic/half-01', b='bernoulli/half-05', size=1000, sides='two-sided', test_set='IMDB',
// metric='accuracy', pairs='all', reveal=False.
// Source: Berg-Kirkpatrick, Burkett & Klein (2012), sections 3.1.1, 3.2.1 and 4.1.

/** Each p is a share of so many resamples, or an exact one rounded to as many parts. */
const PAIRS_PARTS = 10000;
/** Kind of pair -> its name, and how its pairs are drawn. */
const PAIRS_KINDS = new Map([["different", { name: "different kinds", shape: "square", colour: "--labkit-blue, #0072B2" }],
  ["same", { name: "same kind", shape: "disc", colour: "--labkit-orange, #E69F00" }]]);
const PAIRS_SHOWN = new Map([["all", ["different", "same"]], ["same kind", ["same"]], ["different", ["different"]]]);
/** The lowest confidence: of the system that is ahead, a one-sided p is hardly ever above a half. */
const PAIRS_LOWEST = new Map([["two-sided", 0], ["one-sided", 0.5]]);

/** @typedef {{a: number, b: number, gain: number, pvalue: number, kind: string}} Pair */

/** Score a system by a metric. @param {any} panel @param {number} size @param {string} metric @param {number} i */
const pairScore = ({ right, hits }, size, metric, i) =>
  (metric === "accuracy" ? right[i] / size : (2 * hits[i]) / (2 * hits[i] + size - right[i]));

/** Return all pairs by growing gain, and then in the order of the systems; a is ahead.
 * @param {Settings} settings @param {Data} data @returns {Pair[]} */
const allPairs = ({ test_set, size, metric, sides }, data) => keep(`pairs on ${size}`, [test_set, metric, sides], () => {
  const panel = data.test_sets[test_set][size], kinds = data.systems.map((/** @type {string} */ name) => name.split("/")[0]);
  /** @type {number[]} */
  const scores = kinds.map((/** @type {string} */ _, /** @type {number} */ i) => pairScore(panel, size, metric, i));
  const found = scores.flatMap((one, i) => scores.slice(i + 1).map((other, k) => {
    const j = i + 1 + k, gain = Math.round(Math.abs(one - other) * 1e9) / 1e9, [a, b] = gain > 0 && other > one ? [j, i] : [i, j];
    return { a, b, gain, pvalue: 0, kind: kinds[i] === kinds[j] ? "same" : "different" };
  }));
  found.sort((one, other) => one.gain - other.gain || one.a - other.a || one.b - other.b);
  const value = (/** @type {string} */ sign) => data.signs.indexOf(sign);
  // Of the side that is ahead, and what the other side adds to it.
  for (const tail of panel[metric].slice(0, sides === "one-sided" ? 1 : 2)) {
    (tail.match(/[ !]|../g) ?? []).forEach((/** @type {string} */ text, /** @type {number} */ i) => {
      found[i].pvalue += text === "!" ? PAIRS_PARTS : text === " " ? 0 : 72 * value(text[0]) + value(text[1]);
    });
  }
  for (const pair of found) pair.pvalue /= PAIRS_PARTS;
  return found;
});

/** Return a quantile of values that are in their order; null where there are none. @param {number[]} values @param {number} part */
function quantile(values, part) {
  const place = part * (values.length - 1), below = Math.floor(place);
  return values.length ? values[below] + (place - below) * ((values[below + 1] ?? 0) - values[below]) : null;
}

/** @param {Settings} settings @param {Data} data */
function pairsNumbers(settings, data) {
  const { a, b, test_set, size, metric, sides, pairs } = settings, panels = data.test_sets[test_set];
  const kinds = PAIRS_SHOWN.get(pairs) ?? [], [one, other] = [a, b].map((name) => data.systems.indexOf(name));
  const shown = keep("chosen pairs", [test_set, size, metric, sides, pairs], () =>
    allPairs(settings, data).filter(({ kind }) => kinds.includes(kind)));
  const threshold = (/** @type {string} */ wanted) => quantile(shown.filter(({ kind, pvalue }) =>
    kind === wanted && pvalue >= 0.04 && pvalue <= 0.06).map(({ gain }) => gain), 0.95);
  // Where the chosen pair stands on each size: at 0 if it is a system against itself.
  const on = Object.keys(panels).map((each) => allPairs({ ...settings, size: Number(each) }, data));
  const track = Object.fromEntries(Object.keys(panels).map((each, i) => {
    const { gain, pvalue } = on[i].find((pair) => (pair.a === one && pair.b === other)
      || (pair.a === other && pair.b === one)) ?? { gain: 0, pvalue: 1 };
    return [each, { gain, pvalue }];
  }));
  return {
    ...settings, shown, track, systems: data.systems,
    most: Math.max(...on.map((every) => every[every.length - 1].gain)),
    n_pairs: shown.length,
    thresholds: Object.fromEntries([...PAIRS_KINDS.keys()].map((kind) => [kind, threshold(kind)])),
    score_a: pairScore(panels[size], size, metric, one), score_b: pairScore(panels[size], size, metric, other), ...track[size],
  };
}

/** Write a gain in points. @param {number} gain */
const inPoints = (gain) => fixed(100 * gain, 1);

/** Return above which gains a pair is probably significant. @param {Found} found */
function thresholdsInWords({ thresholds }) {
  const said = ["same", "different"].filter((kind) => thresholds[kind] !== null)
    .map((kind) => `${inPoints(thresholds[kind])} (${kind})`);
  return said.length ? `Threshold ${said.join(", ")}` : "No pair is near p = 0.05";
}

/** Return who is ahead, and by how much. @param {Found} found */
function aheadInWords({ a, b, gain, score_a, score_b }) {
  if (a === b) return "A system against itself: nothing to test";
  return `A ${score(score_a)}, B ${score(score_b)}: `
    + `${gain === 0 ? "equal" : `${score_a > score_b ? "A" : "B"} is ahead by ${inPoints(gain)} points`}`;
}

/** Return where gains and confidences are drawn: gains by their square roots, so that small ones have room.
 * @param {Found} found @param {number} width @param {number} height */
function pairsFrame({ most, sides, pairs }, width, height) {
  const kinds = (PAIRS_SHOWN.get(pairs) ?? []).map((kind) => PAIRS_KINDS.get(kind));
  const explained = legend(width, kinds.map((kind) => [kind?.shape ?? "", kind?.name ?? ""]));
  const low = PAIRS_LOWEST.get(sides) ?? 0, left = 56, right = width - 30, top = explained.height + 34, bottom = height - 50;
  return { low, left, right, top, bottom, explained: explained.svg,
    x: (/** @type {number} */ gain) => left + 8 + Math.sqrt(gain / most) * (right - left - 8),
    y: (/** @type {number} */ pvalue) => bottom - 8 - (Math.max(0, 1 - pvalue - low) / (1 - low)) * (bottom - top - 16) };
}

/** How many dots a path has: of long ones, a browser looks at each dot in each of its tiles. */
const PAIRS_PATH = 100;

/** Draw all pairs of a kind that are at places of their own, from left to right, in halves of a unit.
 * @param {Found} found @param {string} kind @param {number} width @param {number} height @returns {string} */
function pairsDots(found, kind, width, height) {
  const { test_set, size, metric, sides, pairs, shown } = found;
  return keep(`dots of ${kind}`, [test_set, size, metric, sides, pairs, width, height], () => {
    const { x, y } = pairsFrame(found, width, height), { colour, shape } = PAIRS_KINDS.get(kind) ?? { colour: "", shape: "" };
    const drawn = [...new Set(shown.filter((/** @type {Pair} */ pair) => pair.kind === kind).map(
      (/** @type {Pair} */ { gain, pvalue }) => `M${Math.round(2 * x(gain))} ${Math.round(2 * y(pvalue))}h0`))];
    const paths = drawn.map((_, i) => (i % PAIRS_PATH ? "" : `<path d="${drawn.slice(i, i + PAIRS_PATH).join("")}"/>`));
    return `<g transform="scale(.5)" style="fill:none;stroke:var(${colour});stroke-width:8;`
      + `stroke-linecap:${shape === "disc" ? "round" : "square"}">${paths.join("")}</g>`;
  });
}

/** Draw where the chosen pair stands on each size, joined, with the size that is shown ringed.
 * @param {Found} found @param {number} width @param {number} height */
function pairsTrack(found, width, height) {
  if (found.a === found.b) return "";
  const { x, y, right, bottom } = pairsFrame(found, width, height);
  const stops = Object.entries(found.track).map(([size, { gain, pvalue }]) =>
    ({ size: Number(size), across: rounded(x(gain)), up: rounded(y(pvalue)) }));
  const line = `M${stops.map(({ across, up }) => `${across} ${up}`).join("L")}`;
  let lowest = -Infinity;
  const names = [...stops].sort((one, other) => one.up - other.up).map(({ size, across, up }, i) => {
    const onLeft = across > right - 110;
    // Below its place, and below the name before it; all of them above the axis.
    lowest = Math.min(Math.max(up + 22, lowest + 20), bottom - 6 - 20 * (stops.length - 1 - i));
    return label(across + (onLeft ? -13 : 13), lowest, `n = ${counted(size)}`, onLeft ? "end" : "start",
      `halo wide${size === found.size ? " title" : ""}`);
  });
  const places = stops.map(({ size, across, up }) => `<circle class="paper" cx="${across}" cy="${up}" `
    + `r="${size === found.size ? 9 : 5}" style="stroke:var(--labkit-ink);stroke-width:3"/>`);
  return `${names.join("")}<path d="${line}" style="fill:none;stroke:var(--labkit-paper);stroke-width:7"/>`
    + `<path d="${line}" style="fill:none;stroke:var(--labkit-ink);stroke-width:3"/>${places.join("")}`;
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function pairsPicture(found, _, width, height) {
  const { most, metric, thresholds, reveal, a, b, track } = found;
  const { low, left, right, top, bottom, explained, x, y } = pairsFrame(found, width, height);
  const across = [0, 0.1, 0.5, 1, 2, 5, 10, 20, 40].filter((gain) => gain <= 100 * most && (gain !== 0.1 || width > 560))
    .map((gain) => `<path class="axis" d="M${rounded(x(gain / 100))} ${bottom}v5"/>${label(x(gain / 100), bottom + 21, String(gain))}`);
  const up = ticksOf(low, 1, 5).map(({ at, words }) => label(left - 8, y(1 - at) + 5.5, words, "end"));
  const lines = `<path class="axis" d="M${left} ${top}V${bottom}H${right}"/>`
    + `<path class="mark dashed" d="M${left} ${rounded(y(0.05))}H${right}"/>`
    + label(right, y(0.05) + 20, "p = 0.05", "end", "halo wide");
  const marks = [...PAIRS_KINDS].filter(([kind]) => reveal && thresholds[kind] !== null).map(([kind, { name }], i) =>
    `<path class="mark" d="M${rounded(x(thresholds[kind]))} ${rounded(y(0.05))}V${bottom}"/>`
    + label(x(thresholds[kind]) + 8, bottom - 14 - 24 * i, `${inPoints(thresholds[kind])}: ${name}`, "start", "halo wide"));
  const places = Object.entries(track).map(([size, { gain, pvalue }]) =>
    `on ${counted(Number(size))} items ${inPoints(gain)} points, ${equation(pvalue, PAIRS_PARTS)}`);
  const alt = `${counted(found.n_pairs)} pairs of systems on ${counted(found.size)} items of ${found.test_set}: confidence, `
    + `${found.sides}, rises with the gain in ${metric}. ${reveal ? `${thresholdsInWords(found)}. ` : ""}`
    + `The chosen pair, ${a} against ${b}: ${places.join("; ")}.`;
  return drawing("confidence_vs_gain", width, height, alt, pairsDots(found, "different", width, height)
    + pairsDots(found, "same", width, height) + lines + across.join("") + up.join("") + explained + marks.join("")
    + pairsTrack(found, width, height)
    + label((left + right) / 2, bottom + 43, `gain in ${metric}, points${width < 560 ? "" : " (small gains drawn wider apart)"}`)
    + label(4, top - 12, `confidence, 1 \u2212 p, ${found.sides}`, "start")
    + `<rect class="target" x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/><g class="labkit-hover"></g>`);
}

/** Return the pair whose dot is nearest to a place in the picture, and how far away it is.
 * @param {Found} found @param {number} across @param {number} up @param {number} width @param {number} height */
function nearestPair(found, across, up, width, height) {
  const { x, y, left, top, bottom } = pairsFrame(found, width, height);
  if (across < left || up < top || up > bottom) return null;
  const far = found.shown.map((/** @type {Pair} */ { gain, pvalue }) => Math.hypot(x(gain) - across, y(pvalue) - up));
  const distance = far.reduce((/** @type {number} */ least, /** @type {number} */ each) => Math.min(least, each));
  const pair = found.shown[far.indexOf(distance)];
  return { distance, a: found.systems[pair.a], b: found.systems[pair.b], x: x(pair.gain), y: y(pair.pvalue) };
}

define({
  name: "confidence_vs_gain",
  title: "Confidence against gain",
  question: "Is there a gain that is always significant? Predict it for 1,000 reviews.",
  caption: "Each dot is a pair of systems: point at one to see which, click to follow it. The same gain lies on both sides of p = 0.05.",
  controls: [
    choice("a", "system A", "logistic/half-01", ({ systems }) => systems),
    choice("b", "system B", "bernoulli/half-05", ({ systems }) => systems),
    choice("size", "items", 1000, [200, 1000, 5000]),
    choice("sides", "sides", "two-sided", [...PAIRS_LOWEST.keys()]),
    choice("test_set", "test set", "IMDB", ["IMDB", "Rotten Tomatoes"]),
    choice("metric", "metric", "accuracy", ["accuracy", "F1"]),
    choice("pairs", "pairs", "all", [...PAIRS_SHOWN.keys()]),
    toggle("reveal", "Show thresholds"),
  ],
  numbers: pairsNumbers,
  readout: (found) => [`**${equation(found.pvalue, PAIRS_PARTS)}**, ${found.sides}`, aheadInWords(found),
    ...(found.reveal ? [thresholdsInWords(found)] : [])],
  picture: pairsPicture,
  at: (found, { a, b }, across, up, width, height) => {
    const near = found && nearestPair(found, across, up, width, height);
    return !near || (near.a === a && near.b === b) ? null : { a: near.a, b: near.b };
  },
  hover: (found, _, across, up, width, height) => {
    const near = found && nearestPair(found, across, up, width, height);
    if (!near || near.distance > 20) return "";
    const onLeft = near.x > width / 2, [from, anchor] = onLeft ? [near.x - 14, "end"] : [near.x + 14, "start"];
    return `<circle class="outline" cx="${rounded(near.x)}" cy="${rounded(near.y)}" r="7" style="stroke-width:3"/>`
      + label(from, near.y + 24, near.a, anchor, "halo wide") + label(from, near.y + 46, near.b, anchor, "halo wide");
  },
});
