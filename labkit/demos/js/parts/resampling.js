// What the demonstrations of resampling share: controls, and the histogram of what was drawn.

/** From how many resamples on their share is called p. */
const ENOUGH = 100;
/** Scores closer than this are the same. */
const SAME = 4e-12;
/** Milliseconds that a row flies to its place in the histogram, and when the last one began to. */
const FLIGHT = 500;
let lastFlight = -Infinity;

/** The controls besides the counter: which resample is looked at, the seed, and whether the exact law is shown.
 * @param {number} seed @returns {Control[]} */
const drawControls = (seed) => [...seldom(whole("look", "look at", 0, 0, MOST),
  whole("seed", "seed", seed, 0, 2 ** 32 - 1)), toggle("exact", "Show exact")];

/** What was computed last for each thing: from one click to the next, most of it stays.
 * @type {Map<string, {key: string, value: any}>} */
const KEPT = new Map();

/** Return what is made for a key; while the key of this thing stays the same, what was made before.
 * @template Value @param {string} thing @param {any[]} key @param {() => Value} make @returns {Value} */
function keep(thing, key, make) {
  const text = key.join(), last = KEPT.get(thing);
  if (last?.key === text) return last.value;
  const value = make();
  KEPT.set(thing, { key: text, value });
  return value;
}

/** Return the first so many draws, of which those made before for this key are kept.
 * @template Value @param {string} thing @param {any[]} key @param {number} many @param {(draw: number) => Value} make
 * @returns {Value[]} */
function draws(thing, key, many, make) {
  const made = keep(thing, key, () => /** @type {Value[]} */ ([]));
  for (let draw = made.length; draw < many; draw += 1) made.push(make(draw));
  return made.slice(0, many);
}

/** @typedef {{n: number, gains: number[], law: number[]}} Gains  Drawn ones, and how probable -n, ..., n are, in items. */

/** The most items that can be seen. */
const MOST_ITEMS = 200;

/** The controls of a test set of which the two systems have so many items right, A not fewer than B. */
const testSetControls = [whole("n", "items n", 20, 1, MOST_ITEMS, "items"),
  whole("plus", "only A right", 7, 0, MOST_ITEMS, "items that only A has right"),
  whole("minus", "only B right", 2, 0, MOST_ITEMS, "items that only B has right")];

/** @param {Settings} settings @returns {Record<string, [number, number]>} */
const testSetLimits = ({ n, plus }) => ({ plus: [0, n], minus: [0, Math.min(plus, n - plus)] });

/** The items of a test set: 1 where only A is right, -1 where only B is, 0 where both or neither are.
 * @param {{n: number, plus: number, minus: number}} settings */
const itemsOf = ({ n, plus, minus }) =>
  Array.from({ length: n }, (_, i) => (i < plus ? 1 : i < plus + minus ? -1 : 0));

/** Resample a test set so often; say how often the one shown has each item, and how many gains are above 2\u03b4.
 * @param {{n: number, plus: number, minus: number, seed: number}} settings @param {number} resamples @param {number} shown */
function resample({ n, plus, minus, seed }, resamples, shown) {
  const items = itemsOf({ n, plus, minus }), law = keep("law of gains", [n, plus, minus], () => lawOfGains(n, plus, minus));
  const draw = (/** @type {number} */ which) => {
    const words = randomWords(seed, which);
    return items.map(() => drawBelow(words, n));
  };
  const gains = draws("resamples", [seed, n, plus, minus], resamples, (which) =>
    draw(which).reduce((sum, item) => sum + items[item], 0));
  const drawn = items.map(() => /** @type {number[]} */ ([])), above = 2 * (plus - minus);
  for (const item of shown ? draw(shown - 1) : []) drawn[item].push(items[item]);
  return {
    n, items, drawn, gains, law, extreme: gains.filter((gain) => gain > above).length,
    // Systems that never differ leave nothing to test.
    pvalue: plus === 0 ? 1 : sumOf(law.filter((_, at) => at - n > above)),
  };
}

/** From which gain to which it is worth drawing: what was drawn, or is not too rare.
 * @param {Gains} of @returns {[number, number]} */
function reachOf({ n, gains, law }) {
  const drawn = new Set(gains);
  const seen = law.map((_, at) => at - n).filter((gain) => law[gain + n] > 1e-5 || drawn.has(gain));
  return [seen[0], seen[seen.length - 1]];
}

/** Sort gains into bars, one for each number of items; for every second, from the first, where the step is 2.
 * @param {Gains} of @param {[number, number]} ends @param {(gain: number) => boolean} isExtreme @param {number} [shift]
 * @param {number} [step] @returns {Bars} */
function barsOfGains({ n, gains, law }, [low, high], isExtreme, shift = 0, step = 1) {
  const inside = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
  /** @type {number[][]} */
  const members = inside.map(() => []);
  gains.forEach((gain, i) => members[(gain - low) / step].push(i + 1));
  return {
    places: inside.map((gain) => gain / n - shift), width: step / n, members, law: inside.map((gain) => law[gain + n]),
    found: members.map((each) => each.length), extreme: inside.map(isExtreme),
  };
}

/** Draw a test set, and below each item what a draw has in its place.
 * @param {number[]} items @param {number[][]} drawn @param {string} words @param {number} width @param {number} top
 * @param {number} room how high all of it may be @param {number} [rows] for how many there is room below an item */
function drawnItems(items, drawn, words, width, top, room, rows = Math.max(4, ...drawn.map((each) => each.length))) {
  const kinds = ["disc", "diamond", "square"], space = (width - 20) / items.length;
  const size = Math.min(34, 0.86 * space, (room - 42) / (1 + 0.78 * rows)), small = 0.7 * size;
  const shape = (/** @type {number} */ kind, /** @type {number} */ i, /** @type {number} */ y, /** @type {number} */ side) =>
    itemShape(kinds[kind + 1], 10 + (i + 0.43) * space, y + side / 2, side / 2);
  const below = drawn.map((each, i) =>
    each.map((kind, row) => shape(kind, i, top + size + 10 + row * 0.78 * size, small)).join(""));
  const end = top + size + 10 + rows * 0.78 * size;
  return { end: end + 26, svg: items.map((kind, i) => shape(kind, i, top, size)).join("")
    + `<path class="axis" d="M8 ${rounded(top + size + 5)}H${width - 8}"/>` + drawnRow(drawn.flat().length, below.join(""))
    + label(width / 2, end + 16, words) };
}

/** Put a law's values in order, those together that no picture can tell apart. @param {Law} law @returns {Law} */
function ordered({ values, probable }) {
  const order = Array.from(values, (_, i) => i).sort((i, j) => values[i] - values[j]);
  const cell = (values[order[order.length - 1]] - values[order[0]]) / 4000;
  /** @type {number[]} */
  const places = [], weights = [];
  for (const i of order) {
    if (places.length === 0 || values[i] - places[places.length - 1] > cell) weights[places.push(values[i]) - 1] = 0;
    weights[places.length - 1] += probable[i];
  }
  return { values: Float64Array.from(places), probable: Float64Array.from(weights) };
}

/** Write the readout of shuffles: what was observed, the one that is shown, p, and p of all.
 * @param {Found} found @param {string} observed @param {string} large @param {string} done @param {string} every */
const writeShuffles = ({ shuffles, shown, here, extreme, sampled, exact, pvalue }, observed, large, done, every) => [
  observed,
  shuffles ? `Shuffle ${counted(shown)}: ${score(here, true)}; ${counted(extreme)} of ${counted(shuffles)} ${large}`
    : `Nothing ${done} so far`,
  ...(shuffles < ENOUGH ? [] : [`**${equation(sampled)}** = (${counted(extreme)} + 1) / (${counted(shuffles)} + 1)`]),
  ...(exact ? [`All ${every}: ${equation(pvalue)}`] : []),
];

/** Group what was drawn last, so that it can be seen to fly to where it fell; before the first draw, nothing was.
 * @param {number} draws how many so far @param {string} svg */
const drawnRow = (draws, svg) => (draws ? `<g class="drawn">${svg}</g>` : svg);

/** Let a copy of each row that was drawn last shrink and travel to its place, which has the class "fell". The
 * next picture takes the copy away; where one follows soon, as in Play, it hurries.
 * @param {HTMLElement} picture */
function fly(picture) {
  const now = performance.now(), duration = Math.min(FLIGHT, now - lastFlight);
  lastFlight = now;
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const all = (/** @type {string} */ kind) => /** @type {NodeListOf<SVGGraphicsElement>} */ (picture.querySelectorAll(kind));
  const places = all(".fell");
  all(".drawn").forEach((row, i) => {
    const copy = /** @type {SVGElement} */ (row.cloneNode(true)), from = row.getBBox(), to = places[i].getBBox();
    const [wide, tall] = [to.width / from.width, to.height / from.height];
    copy.setAttribute("class", "flying");
    copy.setAttribute("aria-hidden", "true");
    copy.style.pointerEvents = "none"; // the bars below are clicked
    row.parentElement?.append(copy);
    const move = `translate(${to.x - wide * from.x}px, ${to.y - tall * from.y}px) scale(${wide}, ${tall})`;
    copy.animate({ transform: ["translate(0px, 0px) scale(1, 1)", move] }, { duration, easing: "ease-in-out" })
      .onfinish = () => copy.remove();
  });
}

/** Draw the histogram of what was drawn so far, from `top` to the end of the picture.
 * @param {{width: number, height: number, top: number, shown: Bars, across: string, things: string,
 *   exact: boolean, last: number | null, marks: Mark[]}} what */
function drawnSoFar({ width, height, top, shown, across, things, exact, last, marks }) {
  const { places, width: wide } = shown;
  const frame = { width, left: 62, right: 12, top: top + 26, bottom: Math.max(top + 80, height - 52),
    low: places[0] - wide / 2, high: places[places.length - 1] + wide / 2, most: mostOf(shown) };
  return axes(frame, across, things) + filled(frame, shown, { exact, last, marks });
}

/** Explain what `drawnSoFar` shows.
 * @param {number} width @param {[string, string][]} entries @param {string | false} outline */
const resamplingLegend = (width, entries, outline) => legend(width,
  [...entries, ...(outline ? /** @type {[string, string][]} */ ([["outline", outline]]) : []), ["latest", "seen above"]]);
