// Peeking: two equally good systems, tested again and again until p ≤ α, or the events run out.
//
// Settings: experiments=0, every=10, events=1000, alpha=0.05, look=0, seed=1112, exact=False.
// Source: MLRD lecture 4, "Use more data ... hopefully your p will decrease and finally reach below α";
// Armitage, McPherson & Rowe (1969), "Repeated significance tests on accumulating data", JRSS A 132, pp. 235–244.

/** @typedef {{at: number[], pvalues: Float64Array[], fewest: number[], alarmed: number[], once: number}} Looks
 *   Of each look: after how many events, p of each number that A wins, below how many wins (or losses) it alarms, and
 *   how probable an alarm is by then; and how probable one is if the last look is the only one. */

/** What `every` says where the last look is the only one. */
const AT_THE_END = "at the end";
/** How many experiments are drawn besides the one that is looked at. */
const FAINT = 24;
/** How far the axis of the shares goes at least, in per cent: on the same one, many looks and one are compared. */
const LEAST_SHARES = 40;

/** Plan the looks, and compute how probable an alarm is: the law of A's wins, less what has stopped.
 * @param {number | string} every @param {number} events @param {number} alpha @returns {Looks} */
function looksOf(every, events, alpha) {
  /** @type {Looks} */
  const looks = { at: [], pvalues: [], fewest: [], alarmed: [], once: powerOfSigns(events, 0.5, alpha) };
  let going = Float64Array.of(1);
  for (let n = 1; n <= events; n += 1) {
    const next = new Float64Array(n + 1);
    going.forEach((chance, wins) => {
      next[wins] += chance / 2;
      next[wins + 1] += chance / 2;
    });
    going = next;
    if (n < events && (every === AT_THE_END || n % Number(every))) continue;
    const [fewest] = edgesOfSigns(n, alpha), alarms = (/** @type {number} */ wins) => Math.min(wins, n - wins) < fewest;
    going = going.map((chance, wins) => (alarms(wins) ? 0 : chance));
    looks.at.push(n);
    looks.pvalues.push(tailsOfAll(n, true).pvalues);
    looks.fewest.push(fewest);
    looks.alarmed.push(1 - Math.min(1, sumOf(going)));
  }
  return looks;
}

/** Return how many events A has won at each look of an experiment.
 * @param {number[]} at @param {number} seed @param {number} experiment counted from 0 */
function winsAt(at, seed, experiment) {
  const toss = randomTosses(seed, experiment);
  let n = 0, wins = 0;
  return at.map((look) => {
    for (; n < look; n += 1) wins += toss();
    return wins;
  });
}

/** @param {Settings} settings */
function peekingNumbers({ experiments, every, events, alpha, seed, look, exact }) {
  const key = [every, events, alpha], looks = keep("looks", key, () => looksOf(every, events, alpha)), { at, fewest } = looks;
  const alarms = (/** @type {number} */ wins, /** @type {number} */ i) => Math.min(wins, at[i] - wins) < fewest[i];
  const seen = draws("peeking", [seed, ...key], experiments, (experiment) => {
    const wins = winsAt(at, seed, experiment);
    return { stop: wins.findIndex(alarms), once: alarms(wins[at.length - 1], at.length - 1) };
  });
  /** @type {number[][]} */
  const members = at.map(() => []);
  seen.forEach(({ stop }, experiment) => stop >= 0 && members[stop].push(experiment + 1));
  let count = 0;
  const shares = members.map(({ length }) => (count += length) / Math.max(1, experiments));
  // Each line is what its experimenter saw, and ends where that stopped.
  const line = (/** @type {number} */ experiment) => {
    const { stop } = seen[experiment], wins = winsAt(at, seed, experiment);
    return { stop, p: wins.slice(0, stop < 0 ? at.length : stop + 1).map((won, i) => looks.pvalues[i][won]) };
  };
  const shown = look || experiments, here = shown ? line(shown - 1) : null;
  const faint = seen.map((_, i) => i).slice(-FAINT - 1).filter((i) => i !== shown - 1).map(line);
  return {
    experiments, events, alpha, exact, shown, at, members, shares, faint, here, law: looks.alarmed,
    stopped: here && here.stop >= 0 ? at[here.stop] : null,
    p: here ? here.p[here.p.length - 1] : null,
    alarms: experiments ? count : null,
    once: experiments ? seen.filter((each) => each.once).length : null,
    exact_alarms: looks.alarmed[at.length - 1],
    exact_once: looks.once,
  };
}

/** @param {Found} found */
function peekingReadout({ experiments, events, shown, stopped, p, alarms, once, exact, exact_alarms, exact_once }) {
  const end = stopped === null ? `no alarm in ${counted(events)} events, at the end ` : `a false alarm after ${counted(stopped)} events, `;
  return [
    ...(experiments ? [`Experiment ${counted(shown)}: ${end}${equation(p)}`,
      `**${share(alarms / experiments)}** false alarms: ${counted(alarms)} of ${counted(experiments)}`,
      `One test, at the end: ${share(once / experiments)}`] : ["Nothing tested so far"]),
    ...(exact ? [`Exactly: ${share(exact_alarms)}; one test: ${share(exact_once)}`] : []),
  ];
}

/** Draw p along the events, as far as each experiment went.
 * @param {Frame} frame @param {Found} found */
function peekingLines(frame, { alpha, at, faint, here, members }) {
  const { x, y } = scales(frame), { left, bottom, width, right, most } = frame;
  const up = (/** @type {number} */ p) => rounded(y(Math.max(0, most + Math.log10(p)))), edge = up(alpha);
  /** @type {(lines: {stop: number, p: number[]}[], wide: number, look: string) => string} */
  const drawn = (lines, wide, look) => {
    const ways = lines.map(({ p }) => `M${left} ${up(1)}L${p.map((each, i) => `${rounded(x(at[i]))} ${up(each)}`).join("L")}`);
    const stops = lines.filter(({ stop }) => stop >= 0).map(({ stop, p }) =>
      `M${rounded(x(at[stop]) - wide)} ${rounded(up(p[stop]) - wide)}h${2 * wide}v${2 * wide}h${-2 * wide}z`);
    return `<path class="outline" style="${look}" d="${ways.join("")}"/><path class="red-orange" d="${stops.join("")}"/>`;
  };
  const apart = Math.ceil(most / 4), powers = Array.from({ length: Math.floor(most / apart + 1e-9) + 1 }, (_, i) => -i * apart);
  const ticks = powers.map((power) => ({ at: most + power, words: withPower(general(10 ** power, 3)) }));
  const clicked = members.map((/** @type {number[]} */ each, /** @type {number} */ i) =>
    target(frame, at[i], Math.min(Math.max(at[0], frame.high / 100), frame.high / 20), "look", each));
  return `<rect class="shaded" x="${left}" y="${edge}" width="${rounded(width - left - right)}" height="${rounded(bottom - edge)}"/>`
    + drawn(faint, 3, "stroke-width:1;stroke-opacity:.35") + (here ? drawn([here], 6, "stroke-width:3;stroke:var(--labkit-blue,#0072B2)") : "")
    + axes(frame, "", "p so far", true, ticks) + label(width - right - 6, bottom - 8, `p \u2264 \u03b1 = ${general(alpha, 6)}`, "end", "halo")
    + clicked.join("");
}

/** Draw which share of the experiments has raised an alarm so far.
 * @param {Frame} frame @param {Found} found */
function peekingShares(frame, { alpha, at, shares, law, exact }) {
  const { x, y } = scales(frame), { left, bottom, width, right } = frame, end = rounded(width - right);
  const steps = (/** @type {number[]} */ of) => `M${left} ${bottom}`
    + of.map((part, i) => `H${rounded(x(at[i]))}V${rounded(y(100 * part))}`).join("") + `H${end}`;
  const edge = rounded(y(100 * alpha));
  return `<path class="hatched" d="${steps(shares)}V${bottom}z"/>` + (exact ? `<path class="outline" d="${steps(law)}"/>` : "")
    + axes(frame, "", "alarms so far, %", true) + `<path class="mark dashed" style="stroke-width:3" d="M${left} ${edge}H${end}"/>`
    + label(end - 6, edge - 7, `\u03b1 = ${general(100 * alpha, 3)} %`, "end", "halo");
}

/** @param {Found} found @param {Settings} _ @param {number} width @param {number} height */
function peekingPicture(found, _, width, height) {
  const { events, alpha, experiments, shown, stopped, alarms, shares, law, exact } = found, beside = width > 0.85 * height;
  const explained = legend(width, [["red-orange", "stops: a false alarm"],
    ...(exact ? /** @type {[string, string][]} */ ([["outline", "exact"]]) : [])]);
  const top = explained.height + 26;
  const middle = beside ? width / 2 : width, half = (height - 52 - top) / 2;
  const left = { width: middle, left: 62, right: 22, top, bottom: beside ? height - 52 : top + half - 42,
    low: 0, high: events, most: 0.7 - Math.log10(alpha) };
  const right = { ...left, width, left: beside ? middle + 62 : 62, top: beside ? top : top + half + 20, bottom: height - 52,
    high: 1.05 * events, // so that one sees the last look's alarms
    most: Math.min(100, Math.max(LEAST_SHARES, 130 * Math.max(alpha, law[law.length - 1], shares[shares.length - 1]))) };
  const end = stopped === null ? "ends without an alarm" : `falls to \u03b1 after ${stopped} events, and stops`;
  const alt = `Two pictures along ${events} events. One: p at each look${shown ? `; that of experiment ${shown}, in bold, ${end}` : ""}. `
    + `The other: the share of experiments with a false alarm so far${experiments ? `, in the end ${share(alarms / experiments)}` : ""}, `
    + `against \u03b1 = ${general(alpha, 6)}.`;
  return drawing("peeking", width, height, alt, explained.svg + peekingLines(left, found) + peekingShares(right, found)
    + label(width / 2, height - 9, "events looked at"));
}

define({
  name: "peeking",
  title: "Peeking at p",
  question: "Two systems are equally good. If we test again and again, and stop at p ≤ α, how often do we claim a difference?",
  caption: "Each look is one more chance of a false alarm, and no later p takes it back. "
    + "One test, after a number of events that you settled beforehand, keeps to α.",
  controls: [
    counter("experiments"),
    choice("every", "test every", 10, [1, 10, 50, AT_THE_END]),
    whole("events", "most events", 1000, 10, 1000, "events"),
    level(),
    ...drawControls(1112),
  ],
  limits: ({ experiments }) => ({ look: [0, experiments] }),
  numbers: peekingNumbers,
  readout: peekingReadout,
  picture: peekingPicture,
});
