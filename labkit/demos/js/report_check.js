// The report check: a paragraph, and its claims that no test supports. Python has read the prepared
// paragraphs; where it runs, it reads one's own too.

/** Find the review of the paragraph that is chosen. @param {Settings} settings @param {Data} data */
function findReview({ paragraph, text, alpha }, { examples, reviews = [], own }) {
  const given = examples?.[paragraph] ?? text;
  /** @type {any} */
  const found = [...reviews, own].find((each) => each?.given === given && each.alpha === alpha);
  return { given, found };
}

/** Cut a text into pieces: whether each is objected to, and which objections end with it.
 * @param {string} text @param {{phrase: string}[]} findings */
function cutAtObjections(text, findings) {
  let from = 0;
  const places = findings.map(({ phrase }, i) => {
    const start = text.indexOf(phrase, from);
    if (start >= 0) from = start;
    return { start, end: start + phrase.length, number: i + 1 };
  }).filter(({ start }) => start >= 0);
  const cuts = [...new Set([0, text.length, ...places.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  return cuts.slice(1).map((end, i) => ({
    words: text.slice(cuts[i], end),
    marked: places.some((place) => place.start <= cuts[i] && place.end >= end),
    numbers: places.filter((place) => place.end === end).map(({ number }) => number).join(", "),
  }));
}

const NEEDS_PYTHON = "Your own paragraphs need Python: in JupyterLab, demos.report_check() reads them.";

/** Write what has been found. @param {Found} found */
function reportPicture({ text, reveal, findings, tested, alpha, kernel }) {
  const pieces = cutAtObjections(text, reveal ? findings : []).map(({ words, marked, numbers }) => {
    const written = escaped(words) + (numbers && `<sup>${numbers}</sup>`);
    return marked ? `<mark>${written}</mark>` : written;
  });
  const advice = findings.map((/** @type {any} */ each) => `<li><b>${escaped(each.sin)}:</b> ${escaped(each.advice)}</li>`);
  const rows = tested.map((/** @type {any[]} */ [a, b, p, significant]) => `<tr><td>${escaped(a)}</td><td>${escaped(b)}</td>`
    + `<td>${escaped(equation(p).replace(/^p (= )?/, ""))}</td><td>${significant ? "significant" : "inconclusive"}</td></tr>`);
  const head = ["tested", "against", "p", `at alpha = ${general(alpha, 6)}`].map((words) => `<th scope="col">${words}</th>`);
  return `<div class="labkit-report"><p>${pieces.join("") || (kernel ? "" : NEEDS_PYTHON)}</p>`
    + (reveal && advice.length ? `<ol>${advice.join("")}</ol>`
      : `<table class="labkit-table"><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`) + "</div>";
}

define({
  name: "report_check",
  title: "Report check",
  question: "Which of these claims do the tests not support?",
  caption: "Each objection names one of four sins: only a test that was carried out supports “better”, and a test "
    + "that fails does not show that two are equally good. The check reads words, not meaning: no objection is not yet a good report.",
  controls: [
    choice("paragraph", "paragraph", "Sins", ({ examples }) => [...Object.keys(examples ?? {}), "own"]),
    pastedText("text", "your own paragraph", ""),
    choice("alpha", "alpha", 0.05, ({ levels }) => levels ?? [0.05]),
    toggle("reveal", "Show objections"),
  ],
  visible: ({ paragraph }, { kernel }) => ({ text: kernel && paragraph === "own" }),
  numbers: (settings, data) => {
    const { given, found } = findReview(settings, data), { alpha, reveal } = settings;
    const tested = (data.tested ?? []).map((/** @type {any[]} */ [a, b, p]) => [a, b, p, p <= alpha]);
    const { text, findings } = found ?? { text: given.trim(), findings: [] };
    return { text, alpha, reveal, objections: findings.length, findings, tested, read: Boolean(found), kernel: data.kernel };
  },
  readout: ({ text, reveal, objections, findings, read, kernel }) => {
    if (!text) return ["**No report yet**"];
    if (!reveal) return ["**What would you object to?**", "Decide first, then choose “Show objections”."];
    if (!read) return kernel ? ["Python reads it. If nothing comes, run the cell again."] : ["**This needs Python**", NEEDS_PYTHON];
    const head = objections ? `${objections} objection${objections > 1 ? "s" : ""}` : "No objection";
    return [`**${head}**`, ...new Set(findings.map((/** @type {any} */ { sin }) => sin))];
  },
  picture: reportPicture,
  ask: (settings, data) => {
    const { given, found } = findReview(settings, data);
    return found || !given.trim() ? null : { text: given, alpha: settings.alpha };
  },
});
