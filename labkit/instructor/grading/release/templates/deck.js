// A deck: reveal.js shows the slides; here their letters are fitted, keys are read, and what is around them is kept.
// On a phone there are no slides: the page is read from top to bottom, as a handout is.
// @ts-check
// When the demonstrations are in their places: what they have to say is among the answers.
document.addEventListener("DOMContentLoaded", () => {
  /** The largest letters of a text, those by a figure and above a demonstration, and the least: hundredths of the height. */
  const [MOST, BESIDE, ABOVE, LEAST] = [6, 4.4, 3.2, 3.01];
  const STEP = 0.96;
  /** Milliseconds that typed digits count, a field is typed in after its last key, and between slides while a key is held. */
  const [FORGET, TYPING, LEAF] = [3000, 4000, 250];

  const KEYS = /** @type {Record<string, string>} */ ({
    PageDown: "next", ArrowRight: "next", ArrowDown: "next", " ": "next", Enter: "next", F5: "fullScreen", Escape: "escape",
    PageUp: "previous", ArrowLeft: "previous", ArrowUp: "previous", Backspace: "previous", Home: "first", End: "last",
  });
  /** What WCAG 2.1.4 lets one switch off: keys that are a character. */
  const LETTERS = /** @type {Record<string, string>} */ ({ ".": "black", b: "black", f: "fullScreen", s: "speaker", t: "theme", "?": "help" });

  /** The speaker's window: the notes have the height, and the slides are one below the other. */
  const SPEAKER = `body[data-speaker-layout="default"] :is(#current-slide, #upcoming-slide) { left: 0; width: 45%; height: 50%; padding: 6px; }
    body[data-speaker-layout="default"] #upcoming-slide { top: 50%; }
    body[data-speaker-layout="default"] #speaker-controls { top: 0; left: 45%; width: 55%; height: 100%; font-size: 16px; }
    #speaker-layout, #upcoming-slide .label { inset: auto 12px 12px auto !important; }
    .speaker-controls-time, .speaker-controls-pace { margin: 0; padding: 2px 16px 6px; }
    .speaker-controls-notes .value > * { margin: .4em 0; }`;

  const asked = new URLSearchParams(location.search), root = document.documentElement;
  /** One of the speaker's small views of a slide, which is no phone. */
  const isView = asked.has("receiver");
  const narrow = matchMedia("(max-width: 45em)");
  const slides = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("section.slide")]);
  const title = document.title;
  const box = (/** @type {string} */ className) => Object.assign(document.createElement("div"), { className });
  const find = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
  const [overview, help, shortcuts] = ["overview", "help", "shortcuts"].map(find);
  /** @type {any} */
  let deck = null;
  let zoom = isView ? 1 : Math.max(1, outerWidth / innerWidth > 1.2 ? outerWidth / innerWidth : 1);
  let [width, density] = [innerWidth, devicePixelRatio];

  /** Put a slide's heading first, its outputs beside each other or its texts, and its minutes where reveal.js reads them. */
  function arrange(/** @type {HTMLElement} */ slide) {
    const [body, texts, tables, figures] = ["body", "texts", "tables", "figures"].map(box);
    const heading = slide.querySelector(".part > :is(h1, h2)");
    const beside = slide.dataset.layout === "beside" || slide.querySelector(":scope > .figure");
    if (heading) slide.prepend(heading);
    // Answers come in the notebook's order: a picture before what it shows, wherever it will stand.
    slide.querySelectorAll(".fragment").forEach((part, place) => part.setAttribute("data-fragment-index", String(place)));
    let row = tables;
    for (const part of slide.querySelectorAll(":scope > .part")) {
      const kind = part.matches(".figure") ? figures : part.matches(".output:not(.demo)") ? row : texts;
      if (!part.childElementCount) part.remove();
      else if (beside) kind.append(part);
      else if (kind === texts) body.append(part), row = box("tables");
      else row.append(part), body.append(row);
    }
    const { width: wide, height: high } = figures.querySelector("svg")?.viewBox.baseVal ?? { width: 0, height: 0 };
    figures.style.cssText = `--wide: ${wide}; --high: ${high}`;
    if (wide > 1.7 * high) slide.dataset.layout = wide > 2 * high ? "wide" : "broad";
    if (beside) body.append(...[texts, figures, tables].filter((each) => each.childElementCount));
    // No line ends within a number, as it may at the minus of 1e-19.
    for (const cell of body.querySelectorAll("td, th")) cell.classList.toggle("whole", !/\s/.test((cell.textContent ?? "").trim()));
    slide.append(body);
    const said = [...slide.querySelectorAll(".notes")].map((notes) => notes.textContent).join("");
    slide.dataset.timing = String([...said.matchAll(/\((\d+) min/g)].reduce((sum, [, minutes]) => sum + 60 * Number(minutes), 0));
  }

  // ---- The size of letters
  /** Tell whether something on a slide has no room. @param {HTMLElement} slide */
  function overflows(slide) {
    const body = /** @type {HTMLElement} */ (slide.querySelector(".body"));
    const wide = [body, ...body.querySelectorAll(".texts, .tables, .part, pre, table, .labkit-inside")];
    return body.scrollHeight > body.clientHeight + 1 || slide.scrollHeight > slide.clientHeight + 1
      || wide.some((part) => part.scrollWidth > part.clientWidth + 1)
      || [...body.querySelectorAll(".texts, .tables")].some((part) => part.scrollHeight > part.clientHeight + 1);
  }

  /** Set a slide in the largest letters with which all of it is on the screen; if none are large enough, it scrolls. */
  function fit(slide = /** @type {HTMLElement} */ (deck?.getCurrentSlide())) {
    if (!slide) return;
    slide.classList.remove("tall");
    slide.classList.add("fitted");
    root.style.setProperty("--zoom", "1");
    let size = slide.querySelector(".labkit-demo") ? ABOVE : slide.querySelector(".figures") ? BESIDE : MOST;
    // Words that lead to a demonstration stand above its controls if there is room, so that the picture has more.
    const set = () => slide.style.setProperty("--size", size.toFixed(3));
    set();
    const panel = slide.querySelector(".labkit-column"), words = slide.querySelectorAll(".part.text:not(.fragment)");
    panel?.prepend(...words);
    if (panel && overflows(slide)) slide.querySelector(".body")?.prepend(...words);
    for (; size > LEAST && overflows(slide); set()) size = Math.max(LEAST, size * STEP);
    // Letters that the browser enlarges stay so: then the slide scrolls.
    root.style.setProperty("--zoom", zoom.toFixed(3));
    const tall = overflows(slide);
    slide.classList.remove("fitted");
    slide.classList.toggle("tall", tall);
    if (tall) slide.tabIndex = 0;
    else slide.removeAttribute("tabindex");
  }

  /** Follow the browser's zoom: a window that moves to a screen of other density keeps its width, one that is zoomed does not. */
  function resized() {
    const same = Math.abs((innerWidth * devicePixelRatio) / (width * density) - 1) < 0.1;
    if (devicePixelRatio !== density && same) zoom = Math.max(1, (zoom * devicePixelRatio) / density);
    [width, density] = [innerWidth, devicePixelRatio];
    deck.layout();  // what a slide has room for, before its letters are fitted
    fit();
  }

  // ---- The deck begins and ends
  async function begin() {
    dress(true);
    const { Reveal, RevealNotes } = /** @type {any} */ (window);
    deck = new Reveal(document.querySelector(".reveal"), {
      width: "100%", height: "100%", margin: 0, minScale: 1, maxScale: 1, center: false, display: "flex", hash: true,
      keyboard: false, controls: false, overview: false, help: false, transition: "none", backgroundTransition: "none",
      viewDistance: 100, scrollActivationWidth: null, defaultTiming: 60, progress: !isView, plugins: [RevealNotes],
    });
    deck.on("slidechanged", (/** @type {any} */ event) => turned(event.previousSlide));
    deck.on("fragmentshown", (/** @type {any} */ event) => answered(event.fragments));
    deck.on("fragmenthidden", (/** @type {any} */ event) => event.fragments.forEach((/** @type {Element} */ part) => uncovered.delete(part)));
    deck.on("paused", () => { stop(deck.getCurrentSlide()); tell("Black screen"); });
    deck.on("resumed", () => tell("The slide is shown again"));
    await deck.initialize();
    find("around").hidden = isView;
    resized();
    turned(null);
  }

  function end() {
    deck.destroy();
    deck = null;
    find("around").hidden = true;
    dress(false);
    for (const slide of slides) slide.removeAttribute("style");
  }

  /** Put the style of a deck on the page, or take it away. */
  function dress(/** @type {boolean} */ on) {
    for (const style of document.querySelectorAll("style.deck")) style.setAttribute("media", on ? "screen" : "not all");
    for (const demo of document.querySelectorAll(".labkit-demo")) demo.classList.toggle("labkit-fill", on);
  }

  /** Lay all slides out as pages of 16 : 9, with their answers and a thousand draws, as reveal.js does for ?print-pdf. */
  function layOut() {
    zoom = 1;
    dress(true);
    root.classList.add("pages");
    root.classList.toggle("with-notes", asked.has("notes"));
    root.dataset.theme ??= "light";
    // A page has its own height and width, whatever the window's are; what paper has in a handout holds for no slide.
    for (const style of document.querySelectorAll("style")) {
      style.textContent = (style.textContent ?? "").replace(/([\d.]+)v([hw])\b/g, (_, n, side) => `${n * (side === "h" ? 9 : 16)}px`)
        .replaceAll("@media print", "@media not all").replaceAll("(max-aspect-ratio: 3/2)", "not all");
      if (style.className === "deck") style.media = "all";
    }
    for (const part of document.querySelectorAll(".fragment")) part.classList.add("visible");
    for (const more of document.querySelectorAll(".labkit-buttons [aria-label^='1,000 more']")) /** @type {any} */ (more).click();
    for (const slide of slides) {
      slide.after(...slide.querySelectorAll(".notes"));
      fit(slide);
    }
  }

  /** The answers that a key uncovered: reveal.js would show those of all slides before the one that is shown.
   * @type {Set<Element>} */
  const uncovered = new Set();

  /** Read an answer aloud when it comes. */
  function answered(/** @type {HTMLElement[]} */ parts) {
    for (const part of parts) uncovered.add(part);
    tell(parts.map((part) => part.innerText).join("\n"));
  }

  /** End what plays on a slide. */
  function stop(/** @type {HTMLElement} */ slide) {
    for (const demo of slide.querySelectorAll(".labkit-demo")) demo.dispatchEvent(new Event("labkit:pause"));
  }

  /** Announce which slide is shown; what played on the one before ends. */
  function turned(/** @type {HTMLElement | null} */ before) {
    if (before) stop(before);
    if (before?.contains(document.activeElement)) /** @type {any} */ (document.activeElement).blur();
    const { h } = deck.getIndices(), shown = slides[h];
    if (before && !isView) {
      // A slide to which one steps back is as it was left, every other hides its answers.
      const fresh = slides.slice(slides.indexOf(before) === h + 1 ? h + 1 : h);
      for (const answer of fresh.flatMap((slide) => [...slide.querySelectorAll(".fragment")])) uncovered.delete(answer);
      deck.navigateFragment([...shown.querySelectorAll(".fragment")].filter((answer) => uncovered.has(answer)).length - 1);
    }
    fit(shown);
    find("number").textContent = `${h + 1} / ${slides.length}`;
    tell(`Slide ${h + 1} of ${slides.length}: ${shown.dataset.title}`);
    find("previous").disabled = h === 0;
    document.title = h ? `${h + 1}. ${shown.dataset.title} – ${title}` : title;
  }

  const tell = (/** @type {string} */ what) => { find("told").textContent = what; };

  // ---- What keys and buttons do
  const move = (/** @type {() => void} */ step) => (deck.isPaused() ? deck.togglePause(false) : step());
  const actions = /** @type {Record<string, (number?: number) => void>} */ ({
    next: () => move(() => deck.next()),
    previous: () => move(() => deck.prev()),
    first: () => deck.slide(0),
    last: () => deck.slide(slides.length - 1),
    goTo: (number = 1) => deck.slide(Math.min(number, slides.length) - 1),
    black: () => deck.togglePause(),
    fullScreen: () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.().catch(() => {})),
    speaker: () => {
      deck.getPlugin("notes").open();
      const notes = open("", "reveal.js - Notes"), style = notes?.document.createElement("style");
      if (style) notes?.document.head.append(Object.assign(style, { textContent: SPEAKER }));
    },
    theme: () => {
      const now = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
      root.dataset.theme = now === "dark" ? "light" : "dark";
    },
    help: () => { leave(); help.showModal(); },
    leave,
    escape: () => (deck.isPaused() ? deck.togglePause(false) : list()),
  });

  function leave() {
    overview.close();
    help.close();
  }

  /** Show the titles of all slides, each a button. */
  function list() {
    overview.querySelector("ol").replaceChildren(...slides.map((slide, index) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.textContent = `${index + 1}  ${slide.dataset.title}`;
      button.addEventListener("click", () => { leave(); actions.goTo(index + 1); });
      if (slide === deck.getCurrentSlide()) button.setAttribute("aria-current", "true");
      item.append(button);
      return item;
    }));
    overview.showModal();
    overview.querySelector("[aria-current]").focus();
  }

  /** Move through the list of slides with the keys that turn pages. */
  function choose(/** @type {number} */ step) {
    const buttons = /** @type {any[]} */ ([...overview.querySelectorAll("li button")]);
    buttons[buttons.indexOf(document.activeElement) + step]?.focus();
  }

  // ---- Keys
  let digits = "", forgetting = 0, typed = -Infinity, moved = -Infinity;
  /** Name a key by its place where the keyboard has other letters there: a remote control presses places. */
  function nameOf(/** @type {KeyboardEvent} */ { key, code, shiftKey }) {
    if (code === "NumpadDecimal" && key !== "Delete") return ".";
    const [, digit, letter] = /^(?:Digit(\d)|Key([A-Z]))$/.exec(code) ?? [];
    if (digit && !shiftKey) return digit;
    if (letter && key.length === 1 && key > "~") return letter.toLowerCase();
    if (code === "Period" && !shiftKey && !/[a-z]/i.test(key)) return ".";
    return key.length === 1 ? key.toLowerCase() : key;
  }

  /** Tell what a key does here; nothing, where the focused element needs it. */
  function meaning(/** @type {KeyboardEvent} */ event, /** @type {Element} */ element) {
    const key = nameOf(event);
    const letter = shortcuts.checked ? LETTERS[key] : undefined;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return null;
    if (key === "PageDown" || key === "PageUp" || key === "F5") return KEYS[key];
    if (element.matches("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button]), [contenteditable]")) {
      if (key === "Escape") return "blur";
      // While one types these are letters; some seconds later they come from a clicker.
      if (letter === "black" && event.timeStamp - typed > TYPING) return letter;
      typed = event.timeStamp;
      return null;
    }
    if (element.matches("input[type=range], input[type=radio], select") && /^(Arrow|Home|End)/.test(key)) return null;
    if ((key === "Enter" || key === " ") && element.matches("button, a[href], summary, input, select")) {
      return digits && key === "Enter" ? "enter" : null;
    }
    if (key === " " && event.shiftKey) return "previous";
    if (/^\d$/.test(key)) return shortcuts.checked ? "digit" : null;
    if (digits && (key === "Enter" || key === "Backspace")) return key === "Enter" ? "enter" : "digit";
    return letter ?? KEYS[key] ?? null;
  }

  function type(/** @type {string} */ more) {
    digits = more.slice(-3);
    clearTimeout(forgetting);
    if (digits) forgetting = setTimeout(type, FORGET, "");
    find("digits").hidden = !digits;
    find("digits").textContent = digits;
  }

  function pressed(/** @type {KeyboardEvent} */ event) {
    const element = event.composedPath()[0];
    if (!deck || event.defaultPrevented || !(element instanceof Element)) return;
    const what = meaning(event, element), isOpen = overview.open || help.open;
    if (isOpen && what !== "next" && what !== "previous") return; // a dialog reads its own keys
    if (!what || (isOpen && (event.key === " " || event.key === "Enter"))) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat && event.timeStamp - moved < LEAF) return;
    moved = event.timeStamp;
    if (isOpen) overview.open ? choose(what === "next" ? 1 : -1) : leave();
    else if (what === "digit") type(event.key === "Backspace" ? digits.slice(0, -1) : digits + nameOf(event));
    else if (what === "blur") /** @type {any} */ (element).blur();
    else if (what === "escape" && digits) type("");
    else {
      const number = Number(digits);
      type("");
      if (what === "enter") actions.goTo(number || 1);
      else actions[what]();
    }
  }

  // ---- What listens
  if (asked.has("theme")) root.dataset.theme = asked.get("theme") ?? "";
  if (asked.get("shortcuts") === "off") shortcuts.checked = false;
  slides.forEach(arrange);
  // A finger on them turns no page.
  for (const demo of document.querySelectorAll(".labkit-demo")) {
    demo.setAttribute("data-prevent-swipe", "");
    const found = ["inside", "first", "controls", "readout", "last", "picture", "caption", "wrong"].map((name) =>
      /** @type {HTMLElement} */ (demo.querySelector(`.labkit-${name}`)));
    const [inside, first, controls, readout, last, picture, caption, wrong] = found, part = demo.closest(".part");
    if (!inside) continue;
    caption.classList.add("fragment");
    caption.setAttribute("open", "");
    const [panel, shown, answers] = ["labkit-column", "labkit-column", "labkit-answers"].map(box);
    while (part?.nextElementSibling) answers.append(part.nextElementSibling);
    answers.append(caption);
    part?.after(answers);
    wrong.before(last);
    panel.append(first, controls, readout);
    shown.append(picture);
    inside.append(panel, shown);
  }
  window.addEventListener("keydown", pressed, true);
  for (const kind of ["pointerdown", "focusin"]) document.addEventListener(kind, (event) => { typed = event.timeStamp; }, true);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-act]"))) {
    button.addEventListener("click", () => { leave(); actions[button.dataset.act ?? "leave"](); });
  }
  document.querySelector(".reveal")?.addEventListener("click", () => deck?.isPaused() && deck.togglePause(false));
  addEventListener("resize", () => deck && resized());
  const follow = () => (narrow.matches && !isView ? deck && end() : deck || begin());
  if (asked.has("print-pdf")) return layOut();
  narrow.addEventListener("change", follow);
  follow();
  if (!deck) find(decodeURIComponent(location.hash).replace(/^#\/?/, ""))?.scrollIntoView();
});
