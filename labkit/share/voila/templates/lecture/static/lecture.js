// The lecture on the page: slides, keys, and what is around them.

import { Deck, arrange } from "./deck.js";
import { keepFitted } from "./fit.js";
import { follow, serverAnswers, watch } from "./kernel.js";
import { listen, swipe } from "./keys.js";
import { Overview } from "./overview.js";
import { Pointer } from "./pointer.js";
import { Speaker } from "./speaker.js";

const find = (id) => document.getElementById(id);
const main = find("lecture");
const deck = new Deck(arrange(main));
const overview = new Overview(find("overview"), deck);
const pointer = new Pointer(find("pointer"));
const [black, help] = [find("black"), find("help")];
// As it is read, without marks of Markdown.
const lecture = deck.slides.find((slide) => slide.dataset.kind === "title")?.dataset.title || document.title;

const STEPS = {
  next: () => deck.go(deck.index + 1),
  previous: () => deck.go(deck.index - 1),
  first: () => deck.go(0),
  last: () => deck.go(deck.slides.length - 1),
};

const ACTIONS = {
  ...STEPS,
  goTo: (number) => deck.go(number - 1),
  enter: STEPS.next,
  black: () => { black.hidden = !black.hidden; },
  fullScreen: () => (document.fullscreenElement ? document.exitFullscreen() : enlarge()),
  start: () => { leaveAll(); enlarge(); },
  speaker: () => speaker.open() || say("Allow pop-up windows, and press s again"),
  pointer: () => pointer.toggle(),
  help: () => (help.open ? help.close() : help.showModal()),
  escape: () => { if (!leaveAll()) overview.show(); },
};

// Outputs stay as they are: nothing is loaded anew.
function enlarge() {
  if (!document.fullscreenElement) document.documentElement.requestFullscreen?.().catch(() => {});
}

/** Close what covers the slide, and say whether anything did. */
function leaveAll() {
  const covered = !black.hidden || overview.open || help.open || pointer.on;
  black.hidden = true;
  if (overview.open) overview.close();
  if (help.open) help.close();
  pointer.off();
  return covered;
}

function act(what, number) {
  if (lost.waiting && what === "start") return location.reload();
  if (overview.open && (what in STEPS)) return overview.move(what);
  if (overview.open && what === "enter") return overview.close(overview.chosen());
  if (overview.open && what === "goTo") return overview.close(number - 1);
  if (help.open && !["help", "escape", "start"].includes(what)) help.close();
  if (what in STEPS || what === "goTo" || what === "enter") black.hidden = true;
  return ACTIONS[what]?.(number);
}

function tell(text) {
  find("told").textContent = text;
}

// In large letters for a moment, in the corner where typed digits are shown.
function say(text) {
  typed(text);
  setTimeout(() => typed(""), 4000);
}

function typed(text) {
  find("digits").hidden = !text;
  find("digits").textContent = text;
}

function turned() {
  const [number, total] = [deck.index + 1, deck.slides.length];
  find("number").textContent = `${number} / ${total}`;
  find("progress").setAttribute("aria-valuemax", total);
  find("progress").setAttribute("aria-valuenow", number);
  find("progress").firstElementChild.style.width = `${(100 * number) / total}%`;
  find("previous").disabled = number === 1;
  find("next").disabled = number === total;
  document.title = number === 1 ? lecture : `${number}. ${deck.slide.dataset.title} – ${lecture}`;
  document.documentElement.dataset.kind = deck.slide.dataset.kind;
  tell(`Slide ${number} of ${total}: ${deck.slide.dataset.title}`);
}

function computed(done, total) {
  const label = find("computing");
  label.hidden = done === total;
  label.textContent = `computing: ${done} of ${total} cells`;
}

const WORDS = {
  kernel: "Python has stopped: the demonstrations no longer answer.",
  server: "The lecture's server does not answer.",
  gone: "The server is not there. Start it again with the same make lecture; this page then loads by itself.",
};

const lost = { waiting: false };

function report(state) {
  lost.waiting = state !== "well";
  find("lost").hidden = !lost.waiting;
  if (lost.waiting) find("lost").firstElementChild.textContent = WORDS[state];
}

async function restart() {
  if (await serverAnswers()) return location.reload();
  report("gone");
  return setTimeout(restart, 2000);
}

deck.addEventListener("turned", turned);
const fitted = keepFitted(deck);
deck.addEventListener("turned", () => fitted.slide(deck.slide));
const speaker = new Speaker(deck, act);
deck.begin();
listen(act, typed);
swipe(main, act);
find("previous").addEventListener("click", () => act("previous"));
find("next").addEventListener("click", () => act("next"));
find("lost").querySelector("button").addEventListener("click", restart);
black.addEventListener("click", () => act("black"));
follow(main, computed);
watch(report);
