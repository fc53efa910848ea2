// Correlated systems: what it costs to take them for independent.
//
// Settings: n=103, found_1=47, found_2=35, both=30.
// Source: Yeh (2000), sections 2.1 and 3.1.

/** @param {Settings} settings */
function correlationNumbers({ n, found_1, found_2, both }) {
  const same = found_1 === found_2 && found_2 === both;
  // Sums of squares of the two rows of 0 and 1, and of their products, around the means.
  const [squares1, squares2] = [found_1, found_2].map((found) => found * (1 - found / n));
  const products = both - (found_1 * found_2) / n, scale = n * (n - 1);
  const difference = (found_1 - found_2) / n;
  const s_d = same ? 0 : Math.sqrt((squares1 + squares2 - 2 * products) / scale);
  const s_d_independent = Math.sqrt((squares1 + squares2) / scale);
  const test = (/** @type {number} */ spread, /** @type {number} */ degrees) => {
    const t = difference === 0 ? 0 : difference / spread, pvalue = t === 0 ? 1 : pOfT(t, degrees);
    return { t, degrees, pvalue: pvalue > 1e-300 ? pvalue : 0 }; // floats below have fewer digits
  };
  return {
    n, found_1, found_2, both, difference, s_d, s_d_independent, ratio: s_d / s_d_independent,
    r12: same ? 1 : products / Math.sqrt(squares1 * squares2),
    two_sample: test(s_d_independent, 2 * n - 2),
    matched: test(s_d, n - 1),
  };
}

/** Draw the items as a strip for each system, with what it found filled.
 * @param {Found} found @param {number} width @param {number} top @param {number} tall */
function overlapDrawn({ n, found_1, found_2, both }, width, top, tall) {
  const left = 34, scale = (width - left - 12) / n, strip = 0.42 * tall;
  const place = (/** @type {number} */ item) => rounded(left + item * scale);
  const rows = [["A", 0, found_1, "blue"], ["B", found_1 - both, found_2, "orange"]].map(([name, from, many, kind], i) => {
    const y = rounded(top + i * (tall - strip));
    const bar = (/** @type {string} */ look, /** @type {number} */ x, /** @type {number} */ items) =>
      `<rect ${look} x="${x}" y="${y}" width="${rounded(items * scale)}" height="${rounded(strip)}"/>`;
    return label(left - 8, y + strip / 2 + 6, String(name), "end") + bar('class="neither" style="fill-opacity:.3"', left, n)
      + bar(`class="${kind}"`, place(Number(from)), Number(many));
  });
  const edges = [found_1 - both, found_1].map((item) => `<path class="mark" d="M${place(item)} ${top - 5}V${top + tall + 5}"/>`);
  return rows.join("") + edges.join("") + label(width / 2, top + tall + 22, `${n} items; both found ${both} of them`);
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function correlationPicture(found, _, width, height) {
  const { difference, s_d, s_d_independent, two_sample, matched } = found, far = Math.abs(difference);
  const reach = Math.max(4 * s_d_independent, 1.1 * far), strips = rounded(Math.min(90, 0.12 * height));
  const explained = legend(width, [["hatched", "two-sample t: as if independent"], ["blue", "matched t: as they overlap"]]);
  const top = strips + 44 + explained.height + 36;
  const x = [...new Set([-far, far, ...Array.from({ length: 301 }, (_, i) => reach * (i / 150 - 1))])].sort((a, b) => a - b);
  const curve = (/** @type {number} */ spread, /** @type {number} */ degrees) =>
    (spread > 0 ? x.map((at) => densityOfT(at / spread, degrees) / spread) : x.map(() => 0));
  const curves = [curve(s_d_independent, two_sample.degrees), curve(s_d, matched.degrees)];
  const frame = { width, left: 64, right: 12, top, bottom: rounded(Math.max(height, top + 150) - 48), low: -reach, high: reach,
    most: 1.3 * Math.max(...curves[0], ...curves[1]) };
  const { x: across, y } = scales(frame);
  const path = (/** @type {number[]} */ heights, low = -Infinity, high = Infinity) =>
    [...x.keys()].filter((i) => x[i] >= low && x[i] <= high).map((i) => `${rounded(across(x[i]))} ${rounded(y(heights[i]))}`);
  const tails = (/** @type {number[]} */ heights, /** @type {string} */ kind) =>
    [path(heights, -Infinity, -far), path(heights, far)].map((points) => {
      const [from, to] = [points[0], points[points.length - 1]].map((point) => point.split(" ")[0]);
      return `<path class="${kind}" d="M${from} ${frame.bottom}L${points.join("L")}L${to} ${frame.bottom}z"/>`;
    }).join("");
  const lines = curves.map((heights, i) => {
    const look = ["stroke-dasharray:7 4;stroke:var(--labkit-red-orange,#D55E00)", "stroke:var(--labkit-blue,#0072B2)"][i];
    // The same items: there is no difference, and nothing that could vary.
    const d = i === 1 && s_d === 0 ? `${rounded(across(0))} ${frame.bottom}V${top}` : path(heights).join("L");
    return `<path style="fill:none;stroke-width:2.5;${look}" d="M${d}"/>`;
  });
  const alt = `Above, ${found.n} items: those found by A and by B overlap in ${found.both}. Below, two bell curves around 0: `
    + `as if independent, dashed, with standard deviation ${score(s_d_independent, false, 4)}, as they overlap, solid, `
    + `${score(s_d, false, 4)}; the observed difference is ${score(difference)}: ${equation(two_sample.pvalue)} as if independent, `
    + `${equation(matched.pvalue)} as they overlap.`;
  return drawing("correlation", width, frame.bottom + 48, alt, overlapDrawn(found, width, 8, strips)
    + `<g transform="translate(0 ${strips + 44})">${explained.svg}</g>`
    + tails(curves[0], "hatched") + tails(curves[1], "blue") + lines.join("")
    + axes(frame, width < 460 ? "difference, if the true one is 0" : "difference of the recalls, if the true one is 0", "density")
    + marked(frame, [{ at: difference, words: `observed: ${score(difference)}` }]));
}

define({
  name: "correlation",
  title: "Correlated systems",
  question: "If both systems find more of the same items, which of the two tests notices?",
  caption: "Move “by both” alone: the two-sample t stays, as it never looks at the overlap. The more items both find, the "
    + "less the difference varies, and the smaller is the p of the matched test.",
  controls: [
    whole("n", "to find", 103, 2, 300, "items"),
    whole("found_1", "found by A", 47, 1, 299, "items"),
    whole("found_2", "found by B", 35, 1, 299, "items"),
    whole("both", "by both", 30, 0, 299, "items"),
  ],
  limits: ({ n, found_1, found_2 }) => ({
    found_1: [1, n - 1], found_2: [1, n - 1], both: [Math.max(0, found_1 + found_2 - n), Math.min(found_1, found_2)],
  }),
  numbers: correlationNumbers,
  readout: ({ difference, r12, s_d, s_d_independent, ratio, two_sample, matched }) => [
    `Difference ${score(difference)}; correlation r\u2081\u2082 = ${score(r12)}`,
    `Standard deviation of the difference: ${score(s_d, false, 4)}, ${score(ratio, false, 3)} times that of `
      + `independent systems, ${score(s_d_independent, false, 4)}`,
    `Two-sample t test: ${equation(two_sample.pvalue)}; t = ${score(two_sample.t)}`,
    `Matched t test: **${equation(matched.pvalue)}**; t = ${score(matched.t)}`,
  ],
  picture: correlationPicture,
});
