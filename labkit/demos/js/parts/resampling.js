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
