// The slides: which is shown, and where that is kept.

/** Put heading, text and outputs of each slide where the style sheet lays them out. */
export function arrange(main) {
  for (const link of main.querySelectorAll(".anchor-link")) link.remove();
  return [...main.querySelectorAll(".slide")].map((slide, index, all) => {
    const heading = slide.querySelector("h1, h2");
    const body = document.createElement("div");
    body.className = "body";
    const [texts, outputs] = ["texts", "outputs"].map((name) => {
      const column = document.createElement("div");
      column.className = name;
      return column;
    });
    const beside = slide.dataset.layout === "beside";
    for (const part of [...slide.children]) {
      if (part.matches(".notes, [hidden]")) continue;
      (beside ? (part.matches(".output") ? outputs : texts) : body).append(part);
    }
    if (beside) body.append(texts, outputs);
    if (heading) slide.prepend(heading);
    slide.append(body);
    slide.id = `slide-${index + 1}`;
    slide.dataset.title = heading?.textContent.trim().replace(/\$([^$]+)\$/g, "$1") ?? "";
    if (heading) setFormulas(heading);
    slide.setAttribute("aria-roledescription", "slide");
    slide.setAttribute("aria-label", `${index + 1} of ${all.length}: ${slide.dataset.title}`);
    return slide;
  });
}

// Voila sets the formulas in a `div` of this class, and a heading is no longer in its own.
function setFormulas(heading) {
  const words = document.createElement("div");
  words.className = "jp-MarkdownOutput";
  words.append(...heading.childNodes);
  heading.append(words);
}

function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export class Deck extends EventTarget {
  constructor(slides) {
    super();
    this.slides = slides;
    this.index = -1;
    addEventListener("hashchange", () => this.go(this.#asked(), "replaceState"));
  }

  get slide() {
    return this.slides[this.index];
  }

  /** Show the slide that the address names, so that a page loaded anew shows the same. */
  begin() {
    this.go(this.#asked(), "replaceState");
  }

  /** Show a slide; the browser's way back then leads to the one before, not out of the lecture. */
  go(index, keep = "pushState") {
    const last = this.slides.length - 1;
    const next = Math.min(Math.max(index, 0), last);
    if (next === this.index) {
      if (location.hash !== `#${next + 1}`) history.replaceState(null, "", `#${next + 1}`);
      return;
    }
    this.index = next;
    this.slides.forEach((slide, place) => {
      slide.classList.toggle("shown", place === next);
      slide.inert = place !== next;
    });
    this.slide.scrollTop = 0;
    history[keep](null, "", `#${next + 1}`);
    this.dispatchEvent(new Event("turned"));
  }

  #asked() {
    const name = location.hash.slice(1);
    if (/^\d+$/.test(name)) return Number(name) - 1;
    // A link within the lecture leads to a heading, and so to its slide.
    const names = [name, decoded(name)];
    const place = this.slides.findIndex((slide) => [slide, ...slide.querySelectorAll("[id]")].some(({ id }) => names.includes(id)));
    return place < 0 ? Math.max(this.index, 0) : place;
  }
}
