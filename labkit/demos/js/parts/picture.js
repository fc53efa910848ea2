// The pictures, as SVG text: as wide as there is room, so that its letters keep their size. 16 units are one em.

/** @typedef {{places: number[], width: number, law: number[], found: number[], extreme: boolean[],
 *   members: number[][]}} Bars  Their members: which resamples, counted from 1, fell there. */
/** @typedef {{at: number, words: string, dashed?: boolean}} Mark */
/** @typedef {{width: number, left: number, right: number, top: number, bottom: number,
 *   low: number, high: number, most: number}} Frame */

/** The size of type: one em, in the units of the pictures. */
const LETTER = 16;

/** @param {Frame} frame */
function scales({ width, left, right, top, bottom, low, high, most }) {
  return {
    x: (/** @type {number} */ value) => left + ((value - low) / (high - low)) * (width - left - right),
    y: (/** @type {number} */ value) => bottom - (value / most) * (bottom - top),
  };
}

/** @param {number} place */
const rounded = (place) => Math.round(place * 10) / 10;

/** @param {number} x @param {number} y @param {string} words @param {string} [anchor] @param {string} [kind] */
function label(x, y, words, anchor = "middle", kind = "") {
  const named = kind ? ` class="${kind}"` : "";
  return `<text x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}"${named}>${escaped(words)}</text>`;
}

/** Return round numbers from low to high, about so many.
 * @param {number} low @param {number} high @param {number} about @param {boolean} [whole] */
function ticksOf(low, high, about, whole = false) {
  const rough = (high - low) / about, size = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * size >= rough) ?? 10;
  const step = whole ? Math.max(1, Math.round(factor * size)) : factor * size;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i += 1) {
    const words = (i * step + 0).toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
    found.push({ at: i * step, words: words.replace("-", "\u2212") });
  }
  return found;
}

/** Draw the axes, with words at both.
 * @param {Frame} frame @param {string} across @param {string} up
 * @param {boolean} [whole] whether the values across are whole numbers
 * @param {{at: number, words: string}[]} [rungs] the ticks of the axis upwards, where they are not round numbers */
function axes(frame, across, up, whole = false, rungs) {
  const { width, left, right, top, bottom, low, high, most } = frame, { x, y } = scales(frame);
  const parts = [`<path class="axis" d="M${left} ${top}V${bottom}H${width - right}"/>`];
  for (const { at, words } of ticksOf(low, high, Math.max(3, Math.min(8, (width - left - right) / 75)), whole)) {
    parts.push(`<path class="axis" d="M${rounded(x(at))} ${bottom}v4"/>`);
    parts.push(label(x(at), bottom + 21, words));
  }
  for (const { at, words } of rungs ?? ticksOf(0, most, Math.max(2, Math.min(5, (bottom - top) / 40)))) {
    parts.push(`<path class="axis" d="M${left} ${rounded(y(at))}h-4"/>`);
    parts.push(label(left - 7, y(at) + 5.5, words, "end"));
  }
  if (across) parts.push(label((left + width - right) / 2, bottom + 43, across));
  parts.push(label(Math.max(2, left - 56), top - 12, up, "start"));
  return parts.join("");
}

/** Draw bars as one path.
 * @param {Frame} frame @param {number[]} places @param {number[]} heights @param {number} wide @param {string} kind */
function bars(frame, places, heights, wide, kind) {
  const { x, y } = scales(frame);
  const outlines = places.map((place, i) => {
    const [from, to] = [x(place - wide / 2), x(place + wide / 2)];
    const height = y(0) - y(heights[i]);
    return height < 0.1 ? "" : `M${rounded(from)} ${rounded(y(0))}v${-rounded(height)}H${rounded(to)}v${rounded(height)}z`;
  });
  return `<path class="${kind}" d="${outlines.join("")}"/>`;
}

/** Draw upright lines with words beside them, each lower than the one before. @param {Frame} frame @param {Mark[]} marks */
function marked(frame, marks) {
  const { x } = scales(frame), { width, left, right, top, bottom } = frame;
  return marks.map(({ at, words, dashed }, row) => {
    const place = x(at), onLeft = place > (left + width - right) / 2;
    const line = `<path class="mark${dashed ? " dashed" : ""}" d="M${rounded(place)} ${top}V${bottom}"/>`;
    return line + label(place + (onLeft ? -6 : 6), top + LETTER * (1 + 1.3 * row), words, onLeft ? "end" : "start", "halo");
  }).join("");
}

/** Shapes that tell kinds of items apart without colour, and their colours. */
const SHAPES = { square: "blue", disc: "orange", diamond: "neither" };

/** Draw an item in the shape of its kind.
 * @param {string} kind @param {number} x of its middle @param {number} y @param {number} half of its size */
function itemShape(kind, x, y, half) {
  const [r, across, down] = [half, x, y].map(rounded), colour = `class="${Reflect.get(SHAPES, kind)}"`;
  if (kind === "disc") return `<circle ${colour} cx="${across}" cy="${down}" r="${r}"/>`;
  if (kind === "square") return `<path ${colour} d="M${rounded(x - half)} ${rounded(y - half)}h${2 * r}v${2 * r}h${-2 * r}z"/>`;
  return `<path ${colour} d="M${across} ${rounded(y - half)}l${r} ${r}l${-r} ${r}l${-r} ${-r}z"/>`;
}

/** Say how wide words are at most: in DejaVu Sans, the widest of the fonts that pages ask for. What is stored may not
 * depend on the fonts of a machine, so nothing is measured. @param {string} words */
const roomFor = (words) => LETTER * [...words].reduce((sum, letter) =>
  sum + (/[ijl.,:;|' ]/.test(letter) ? 0.34 : /[mwMW%\u2212=+<]/.test(letter) ? 0.98 : 0.66), 0);

/** Explain fillings and lines above a picture, in as many rows as are needed.
 * @param {number} width @param {[string, string][]} entries the class of a filling or line, and its words */
function legend(width, entries) {
  let x = 8, y = 16;
  const parts = entries.map(([kind, words]) => {
    const needed = 44 + roomFor(words);
    if (x > 8 && x + needed - 18 > width) [x, y] = [8, y + 25];
    const sample = kind === "outline"
      ? `<path class="outline" d="M${x} ${y - 5}h20"/>`
      : kind === "latest"
        ? `<path class="latest" d="M${x + 4} ${y - 10}h12l-6 10z"/>`
        : kind in SHAPES ? itemShape(kind, x + 11, y - 5, 8)
          : `<rect class="${kind}" x="${x}" y="${y - 11}" width="20" height="12"/>`;
    const part = sample + label(x + 26, y, words, "start");
    x += needed;
    return part;
  });
  return { svg: parts.join(""), height: y + 8 };
}

/** Wrap a picture up; its patterns have names of their own, as there may be several on a page.
 * @param {string} name @param {number} width @param {number} height @param {string} alt @param {string} content */
function drawing(name, width, height, alt, content) {
  const hatched = content.replace(/class="hatched"/g, `class="hatched" fill="url(#hatch-${name})"`);
  const [wide, tall] = [width / LETTER, height / LETTER];
  return `<svg xmlns="http://www.w3.org/2000/svg" class="labkit-svg" role="img" aria-label="${escaped(alt)}" `
    + `viewBox="0 0 ${width} ${rounded(height)}" style="width:${wide}em;height:${rounded(tall * 100) / 100}em">`
    + `<defs><pattern id="hatch-${name}" patternUnits="userSpaceOnUse" width="8" height="8" patternTransform="rotate(45)">`
    + '<rect class="red-orange" width="8" height="8"/><rect class="paper" width="2.3" height="8"/></pattern></defs>'
    + `${hatched}</svg>`;
}

/** Sort all possible differences, and those found in resamples, into bars.
 * @param {Law} law @param {number[]} found @param {number} observed at least 0
 * @param {boolean} twoSided whether what is as far below 0 is extreme, too @returns {Bars} */
function histogram(law, found, observed, twoSided) {
  const values = [...law.values], probable = [...law.probable];
  const order = values.map((_, i) => i).sort((i, j) => values[i] - values[j]);
  let below = 0, low = NaN, high = NaN;
  for (const i of order) {
    below += probable[i];
    if (Number.isNaN(low) && below >= 1e-5) low = values[i];
    if (Number.isNaN(high) && below >= 1 - 1e-5) high = values[i];
  }
  high = Math.max(Number.isNaN(high) ? values[order[order.length - 1]] : high, observed);
  if (twoSided) low = Math.min(low, -high);
  const { start, width } = firstEdge(order.map((i) => values[i]), observed, low, high);
  const bar = (/** @type {number} */ value) => {
    const steps = (value - start) / width;
    return steps >= 0 ? Math.floor(steps + 1e-6) : Math.ceil(steps - 1e-6) - 1;
  };
  const first = bar(low), last = Math.max(bar(low), bar(high)), many = last - first + 1;
  const sorted = (/** @type {number[]} */ what, /** @type {(i: number) => number} */ weight) => {
    const heights = new Array(many).fill(0);
    what.forEach((value, i) => {
      heights[Math.min(Math.max(bar(value), first), last) - first] += weight(i);
    });
    return heights;
  };
  const places = Array.from({ length: many }, (_, i) => start + width * (first + i + 0.5));
  const far = (/** @type {number} */ place) => (twoSided ? Math.abs(place) : place);
  /** @type {number[][]} */
  const members = places.map(() => []);
  found.forEach((value, i) => members[Math.min(Math.max(bar(value), first), last) - first].push(i + 1));
  return {
    places, width, members,
    law: sorted(values, (i) => probable[i]),
    found: sorted(found, () => 1),
    extreme: places.map((place) => far(place) >= observed - 1e-6 * width),
  };
}

/** Return where a bar begins, and how wide all are.
 * @param {number[]} values in their order @param {number} observed @param {number} low @param {number} high */
function firstEdge(values, observed, low, high) {
  let gap = Infinity;
  for (let i = 1; i < values.length; i += 1) {
    const step = values[i] - values[i - 1];
    if (step > 1e-9) gap = Math.min(gap, step);
  }
  if (gap === Infinity) gap = 1;
  const even = values.every((value) => {
    const steps = (value - observed) / gap;
    return Math.abs(steps - Math.round(steps)) < 1e-3;
  });
  // A few values at equal distances: each is the middle of a bar.
  if ((high - low) / gap <= 120 && even) return { start: observed - gap / 2, width: gap };
  const width = observed / Math.max(1, Math.round((40 * observed) / (high - low)));
  return { start: 0, width: width || (high - low) / 40 };
}

/** Draw how often each place was met; in the outline of the exact law, if it is to be shown.
 * @param {Frame} frame @param {Bars} shown @param {{exact: boolean, last: number | null, marks: Mark[]}} what */
function filled(frame, shown, { exact, last, marks }) {
  const { places, width, law, found, extreme } = shown, { x, y } = scales(frame);
  const total = Math.max(100, sumOf(found));
  const part = (/** @type {boolean} */ which, /** @type {string} */ kind) => {
    const chosen = places.map((_, i) => i).filter((i) => extreme[i] === which);
    return bars(frame, chosen.map((i) => places[i]), chosen.map((i) => found[i]), width, kind);
  };
  let outline = "";
  if (exact) {
    const steps = places.map((place, i) => `V${rounded(y(law[i] * total))}H${rounded(x(place + width / 2))}`);
    outline = `<path class="outline" d="M${rounded(x(places[0] - width / 2))} ${frame.bottom}${steps.join("")}V${frame.bottom}"/>`;
  }
  const arrow = last === null ? ""
    : `<path class="latest fell" d="M${rounded(x(last) - 6)} ${frame.bottom - 12}h12l-6 10z"/>`;
  const targets = places.map((place, i) => target(frame, place, width, "look", shown.members[i]));
  return part(false, "blue") + part(true, "hatched") + outline + marked(frame, marks) + arrow + targets.join("");
}

/** Lay something to click over a bar: it sets a control to one of these values, each time to the next.
 * @param {Frame} frame @param {number} place @param {number} wide @param {string} setting @param {number[]} values
 * @param {boolean} [dragged] whether the mouse may go on with its button held */
function target(frame, place, wide, setting, values, dragged = false) {
  const { x } = scales(frame), [from, to] = [x(place - wide / 2), x(place + wide / 2)];
  return values.length === 0 ? ""
    : `<rect class="target" x="${rounded(from)}" y="${frame.top}" width="${rounded(to - from)}" `
      + `height="${rounded(frame.bottom - frame.top)}" data-set="${setting}" `
      + `data-values="${values.slice(0, 50).join(" ")}"${dragged ? ' data-drag=""' : ""}/>`;
}

/** How high the axis of such a histogram has to be. @param {{law: number[], found: number[]}} shown */
function mostOf({ law, found }) {
  const total = Math.max(100, sumOf(found));
  return 1.35 * Math.max(...law.map((share) => share * total), ...found);
}

/** Draw the middle of the law of n tosses of a fair coin, what is as extreme as k filled.
 * @param {{n: number, k: number, pvalues: Float64Array, law: Float64Array, width: number, top: number,
 *   bottom: number, across: string, up: string, low: number | null, high: number | null, dragged: boolean}} what */
function tailsDrawn({ n, k, pvalues, law, width, top, bottom, across, up, low, high, dragged }) {
  const middle = n / 2, spread = 2.5 * Math.sqrt(n) + 1;
  const first = Math.max(0, Math.min(k, Math.floor(middle - spread)));
  const last = Math.min(n, Math.max(k, Math.ceil(middle + spread)));
  const events = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const frame = { width, left: 64, right: 12, top, bottom, low: first - 0.5, high: last + 0.5,
    most: Math.max(...events.map((event) => law[event])) / (1 - 28 / (bottom - top)) };
  const { x } = scales(frame), wide = events.length < 60 ? 0.85 : 1;
  const part = (/** @type {boolean} */ extreme) => {
    const chosen = events.filter((event) => (pvalues[event] <= pvalues[k] * (1 + 1e-9)) === extreme);
    return bars(frame, chosen, chosen.map((event) => law[event]), wide, extreme ? "hatched" : "blue");
  };
  const shade = (/** @type {number} */ from, /** @type {number} */ to) => {
    const [left, right] = [x(Math.max(from, first) - 0.5), x(Math.min(to, last) + 0.5)];
    return to < first || from > last ? "" : `<rect class="shaded" x="${rounded(left)}" y="${rounded(top)}" `
      + `height="${rounded(bottom - top)}" width="${rounded(right - left)}"/>`;
  };
  return (low === null ? "" : shade(first, low)) + (high === null ? "" : shade(high, last))
    + part(false) + part(true) + axes(frame, across, up, true)
    + marked(frame, [{ at: k, words: `observed: ${counted(k)}` }])
    + (dragged ? events.map((event) => target(frame, event, 1, "k", [event], true)).join("") : "");
}
