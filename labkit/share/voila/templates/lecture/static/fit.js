// Make what is on a slide as large as it can be: outputs shrink before the text does.

const LARGEST_TEXT = 1.12;
const TEXT_ABOVE = 0.9; // of a demonstration, which is to have the room
const SMALLEST_TEXT = 0.86; // of the size in slides.css: 3.6 % of the height at 16:9
const SMALLEST_TEXT_NARROW = 0.75; // where the page is less wide than 16:10
const SMALLEST_OUTPUT = 0.3; // beside the text
const STEP = 0.95;
const PICTURE = 0.64; // of the height below the heading that a demonstration's picture should have
const LETTERS = 13; // points: type of a demonstration's picture, which is drawn and grows with it

function overflows(slide) {
  const body = slide.querySelector(".body");
  if (body.scrollHeight > body.clientHeight + 1 || body.scrollWidth > body.clientWidth + 1) return true;
  const filled = [...body.querySelectorAll(".texts, .outputs, .labkit-row")];
  if (filled.some((part) => part.scrollHeight > part.clientHeight + 1)) return true;
  const parts = body.querySelectorAll(".texts, .outputs, .output, .text, .labkit-demo, .labkit-panel, .labkit-shown");
  return [...parts].some((part) => part.scrollWidth > part.clientWidth + 1);
}

// An SVG keeps its proportions within its box.
function drawnHeight(svg) {
  const { width, height } = svg.getBoundingClientRect();
  const { width: across, height: down } = svg.viewBox.baseVal;
  return across ? Math.min(height, (width * down) / across) : height;
}

// On a narrow page the width is shared by the controls and the picture: so are their letters.
function demoLetters(slide) {
  const pictures = [...slide.querySelectorAll(".labkit-demo .labkit-picture svg")];
  const drawn = (svg) => (LETTERS * drawnHeight(svg)) / (svg.viewBox.baseVal.height || 1);
  const read = (svg) => parseFloat(getComputedStyle(svg.closest(".labkit-demo")).fontSize);
  return pictures.map((svg) => [drawn(svg), read(svg)]);
}

function picturesAreSmall(slide) {
  if (isNarrow()) return demoLetters(slide).some(([drawn, read]) => drawn < read);
  const room = slide.querySelector(".body").clientHeight;
  const pictures = [...slide.querySelectorAll(".labkit-demo .labkit-picture svg")];
  return pictures.some((svg) => drawnHeight(svg) < PICTURE * room);
}

function resize(slide, text, output) {
  slide.style.setProperty("--text-scale", text.toFixed(3));
  slide.style.setProperty("--output-scale", output.toFixed(3));
}

// How many px a point of the smallest figure is: its letters are drawn, and grow with it.
function smallestFigure(slide) {
  const figures = [...slide.querySelectorAll(".output[data-holds=figure] svg")];
  const sizes = figures.map((svg) => drawnHeight(svg) / (svg.viewBox.baseVal.height || 1));
  return Math.min(...sizes, Infinity);
}

// Paper has one size, whatever the window's is.
const isPrinted = () => "printing" in document.documentElement.dataset;
const isNarrow = () => !isPrinted() && innerWidth / innerHeight < 1.6;
const isPhone = () => !isPrinted() && matchMedia("(max-width: 640px), (max-height: 450px)").matches;

// Pairs of scales, the best first: the text full, then smaller, and then only the outputs.
function* scales(slide) {
  const floor = isNarrow() ? SMALLEST_TEXT_NARROW : SMALLEST_TEXT;
  const hasOutput = slide.querySelector(".output :is(.labkit-demo, pre, table, img, svg, .jupyter-widgets), .text img");
  const demo = slide.querySelector(".labkit-demo");
  const [most, least] = demo ? [TEXT_ABOVE, 0.5] : [1, 0.72];
  // Words alone may be a little larger than those beside a picture.
  if (!slide.querySelector("[data-holds=demo], [data-holds=figure]") && slide.dataset.kind !== "title") {
    for (let larger = hasOutput ? 1.2 : 1; larger >= 1; larger *= STEP) yield [LARGEST_TEXT, larger];
  }
  let output = 1;
  for (; hasOutput && output > least; output *= STEP) yield [most, output];
  for (let text = most; text > floor; text *= STEP) yield [text, output];
  for (; hasOutput && output > SMALLEST_OUTPUT; output *= STEP) yield [floor, output];
  yield [floor, output];
}

/** Find the largest scales at which all of a slide is on the page; a phone scrolls instead. */
export function fit(slide) {
  delete slide.dataset.stacked;
  resize(slide, 1, 1);
  if (isPhone()) return;
  rescale(slide);
  if (slide.dataset.layout !== "beside" || !isNarrow()) return;
  // On a narrow page a figure may be larger below the text than beside it.
  const beside = smallestFigure(slide);
  slide.dataset.stacked = "";
  rescale(slide);
  if (smallestFigure(slide) > beside && !overflows(slide)) return;
  delete slide.dataset.stacked;
  rescale(slide);
}

function rescale(slide) {
  let [best, size] = [null, 0];
  for (const [text, output] of scales(slide)) {
    resize(slide, text, output);
    if (overflows(slide)) continue;
    if (!picturesAreSmall(slide)) return;
    // What is left is the scale whose smallest letters are largest; on a wide page, the first.
    const smallest = Math.min(...demoLetters(slide).flat());
    if (best && !(isNarrow() && smallest > size)) continue;
    [best, size] = [[text, output], smallest];
  }
  if (best) resize(slide, ...best);
}

/** Fit every slide, the one that is shown first, whenever something has come to it. */
export function keepFitted(deck) {
  const waiting = new Set();
  const main = deck.slides[0].parentElement;
  let timer;

  function next() {
    const slide = waiting.has(deck.slide) ? deck.slide : waiting.values().next().value;
    if (!slide) return;
    waiting.delete(slide);
    fit(slide);
    if (waiting.size) timer = setTimeout(next, 0);
    else delete main.dataset.fitting;
  }

  function later(slides, delay = 60) {
    for (const slide of slides) waiting.add(slide);
    main.dataset.fitting = "";
    clearTimeout(timer);
    timer = setTimeout(next, delay);
  }

  // While a demonstration is used its letters do not change their size, unless it needs room.
  function changed(slide) {
    if (slide.dataset.state !== "done" || overflows(slide)) later([slide]);
  }

  for (const slide of deck.slides) {
    const body = slide.querySelector(".body");
    new MutationObserver(() => changed(slide)).observe(body, { childList: true, subtree: true });
    body.addEventListener("load", () => changed(slide), true);
  }
  addEventListener("resize", () => later(deck.slides, 150));
  addEventListener("beforeprint", () => {
    document.documentElement.dataset.printing = "";
    deck.slides.forEach(fit); // at once: nothing waits for what comes later
  });
  addEventListener("afterprint", () => {
    delete document.documentElement.dataset.printing;
    later(deck.slides, 0);
  });
  document.fonts?.ready.then(() => later(deck.slides));
  later(deck.slides, 0);
  return { all: () => later(deck.slides), slide: (one) => later([one]) };
}
