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

/** Return where the items' strips are drawn. @param {Found} found @param {number} width @param {number} height */
function overlapFrame({ n, found_1, found_2 }, width, height) {
  const left = 34, scale = (width - left - 12) / n, tall = rounded(Math.min(110, 0.16 * height));
  return { left, scale, tall, place: (/** @type {number} */ item) => rounded(left + item * scale),
    // B's strip is held by its middle.
    both: (/** @type {number} */ x) => Math.round(found_1 + found_2 / 2 - (x - left) / scale) };
}

/** Draw the items as a strip for each system, with what it found filled.
 * @param {Found} found @param {number} width @param {number} height */
function overlapDrawn(found, width, height) {
  const { n, found_1, found_2, both } = found, { left, scale, tall, place } = overlapFrame(found, width, height);
  const strip = rounded(0.42 * tall), rows = [["A", 0, found_1, "blue"], ["B", found_1 - both, found_2, "orange"]];
  const drawn = rows.map(([name, from, many, kind], i) => {
    const y = rounded(8 + i * (tall - strip)), bar = (/** @type {string} */ look, /** @type {number} */ x, /** @type {number} */ items) =>
      `<rect ${look} x="${x}" y="${y}" width="${rounded(items * scale)}" height="${strip}"/>`;
    return label(left - 8, y + strip / 2 + 6, String(name), "end") + bar('class="neither" style="fill-opacity:.3"', left, n)
      + bar(`class="${kind}"`, place(Number(from)), Number(many));
  });
  const edges = [found_1 - both, found_1].map((item) => `<path class="mark" d="M${place(item)} 3V${tall + 13}"/>`);
  return `${drawn.join("")}${edges.join("")}`
    + `<text x="${place(found_1 - both + found_2 / 2)}" y="${rounded(8 + tall - strip / 2 + 8)}" text-anchor="middle" `
    + `style="fill:#000;font-size:26px">\u2194</text>${label(width / 2, tall + 30, `${n} items; both found ${both} of them`)}`
    + `<rect class="target" data-drag="" x="${left}" y="8" width="${rounded(n * scale)}" height="${tall}"/>`;
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function correlationPicture(found, _, width, height) {
  const { difference, s_d, s_d_independent, two_sample, matched } = found, far = Math.abs(difference);
  const reach = Math.max(4 * s_d_independent, 1.15 * far), first = overlapFrame(found, width, height).tall + 66;
  const bottom = Math.max(height, first + 300) - 48, each = (bottom - first) / 2;
  const bells = [["as if independent: two-sample t", s_d_independent, two_sample], ["as they overlap: matched t", s_d, matched]];
  const rows = bells.map(([words, spread, test], i) => {
    const { degrees, pvalue } = test, end = rounded(first + (i + 1) * each), edge = edgeOfT(0.05, degrees) * spread;
    const frame = { width, left: 12, right: 12, top: end - each + 70, bottom: end, low: -reach, high: reach, most: densityOfT(0, degrees) };
    const { x, y } = scales(frame);
    const part = (/** @type {number} */ low, /** @type {number} */ high, /** @type {string} */ kind) => {
      const across = Array.from({ length: 201 }, (_, k) => low + ((high - low) * k) / 200);
      const heights = across.map((at) => `${rounded(x(at))} ${rounded(y(densityOfT(at / spread, degrees)))}`);
      return `<path class="${kind}" d="M${rounded(x(low))} ${end}L${heights.join("L")}L${rounded(x(high))} ${end}z"/>`;
    };
    // The same items: there is no difference, and nothing that could vary.
    const bell = spread === 0 ? `<path class="outline" d="M${rounded(x(0))} ${frame.top}V${end}"/>`
      : part(-reach, Math.max(-reach, -edge), "hatched") + part(Math.max(-reach, -edge), Math.min(reach, edge), "blue")
        + part(Math.min(reach, edge), reach, "hatched");
    return `${bell}<path class="axis" d="M12 ${end}H${width - 12}"/>${label(12, end - each + 20, words, "start", "halo")}`
      + `<text x="12" y="${rounded(end - each + 56)}" class="halo" style="font-size:36px;font-weight:700">${equation(pvalue)}</text>`;
  });
  const whole = { width, left: 12, right: 12, top: first - 24, bottom, low: -reach, high: reach, most: 1 }, { x } = scales(whole);
  const ticks = ticksOf(-reach, reach, Math.max(3, Math.min(8, width / 75))).map(({ at, words }) =>
    `<path class="axis" d="M${rounded(x(at))} ${bottom}v4"/>${label(x(at), bottom + 21, words)}`);
  const alt = `Above, ${found.n} items: those found by A and by B overlap in ${found.both}. Below, two bell curves around 0, `
    + `what chance alone would give: as if independent, with standard deviation ${score(s_d_independent, false, 4)}, and as they `
    + `overlap, ${score(s_d, false, 4)}; the observed difference is ${score(difference)}: ${equation(two_sample.pvalue)} as if `
    + `independent, ${equation(matched.pvalue)} as they overlap.`;
  return drawing("correlation", width, bottom + 48, alt, overlapDrawn(found, width, height) + rows.join("") + ticks.join("")
    + marked(whole, [{ at: difference, words: `observed: ${score(difference)}` }])
    + label(width / 2, bottom + 43, width < 460 ? "difference, if the true one is 0" : "difference of the recalls, if the true one is 0"));
}

define({
  name: "correlation",
  title: "Correlated systems",
  question: "If both systems find more of the same items, which of the two tests notices?",
  caption: "Drag B’s strip: the counts stay, and so does the two-sample t, which never looks at the overlap. The more items both "
    + "find, the less the difference varies, and the smaller the matched p. Hatched: differences that are significant at 0.05.",
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
    `Matched t test: ${equation(matched.pvalue)}; t = ${score(matched.t)}`,
  ],
  picture: correlationPicture,
  at: (found, settings, x, y, width, height) => {
    if (!found || y > overlapFrame(found, width, height).tall + 8) return null;
    const { n, found_1, found_2 } = found, wanted = overlapFrame(found, width, height).both(x);
    const both = Math.max(0, found_1 + found_2 - n, Math.min(wanted, found_1, found_2));
    return both === settings.both ? null : { both };
  },
});
