// How well each visible text of a page stands out from what is painted behind it, as WCAG 2.2 (1.4.3) asks.
// axe-core decides that where elements lie in each other; where they lie over each other, or a text is part of a
// picture, it says "incomplete". Here the browser is asked what lies at a text's place, one thing over the other.
// A colour is [red, green, blue, alpha], the first three up to 255.
async ([include, exclude]) => {
  // What follows the desktop's theme hears of it with the next frame. A page without scripts calls nothing back,
  // but ends an animation; one that is not in front may have no frame.
  const frame = document.documentElement.animate({}, 1).finished;
  await Promise.race([frame, new Promise((go) => setTimeout(go, 500))]);
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  const LEAST = 4.5;
  const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const style = (element, part) => getComputedStyle(element, part);

  /** A function that computes what it gives for each argument once. */
  function remembered(compute) {
    const known = new Map();
    return (key) => (known.has(key) ? known : known.set(key, compute(key))).get(key);
  }

  /** Draw one pixel, and read its colour. */
  function read(draw) {
    pixel.clearRect(0, 0, 1, 1);
    draw();
    const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }

  /** A colour in whatever notation the browser writes it. */
  const colourOf = remembered((text) => read(() => { pixel.fillStyle = text; pixel.fillRect(0, 0, 1, 1); }));
  const fainter = ([red, green, blue, alpha], opacity) => [red, green, blue, alpha * opacity];

  function over(upper, lower) {
    const alpha = upper[3] + lower[3] * (1 - upper[3]);
    const mixed = [0, 1, 2].map((i) => (upper[i] * upper[3] + lower[i] * lower[3] * (1 - upper[3])) / (alpha || 1));
    return [...mixed, alpha];
  }

  function contrast(one, other) {
    const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const light = (colour) => {
      const [red, green, blue] = colour.map((value) => linear(value / 255));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    return Math.max(light(one), light(other)) / Math.min(light(one), light(other));
  }

  // ---- What is painted at a point
  /** The elements around one, and itself, that are painted as a whole and then made fainter, the outermost first. */
  const groupsOf = remembered((element) => {
    const around = element.parentElement ? groupsOf(element.parentElement) : [];
    return style(element).opacity < 1 ? [...around, element] : around;
  });

  /** Paint layers, the lowest first, each within its groups. */
  function paint(layers) {
    const nothing = [0, 0, 0, 0], open = [{ colour: nothing }];
    for (const { colour, groups } of [...layers, { colour: nothing, groups: [] }]) {
      while (open.length > 1 && open.at(-1).group !== groups[open.length - 2]) {
        const closed = open.pop();
        open.at(-1).colour = over(fainter(closed.colour, style(closed.group).opacity), open.at(-1).colour);
      }
      for (const group of groups.slice(open.length - 1)) open.push({ group, colour: nothing });
      open.at(-1).colour = over(colour, open.at(-1).colour);
    }
    return open[0].colour;
  }

  /** The colours of a gradient: its stops, and steps between them. */
  function coloursOf(gradient) {
    const stops = gradient.match(/(?:rgba?|color|lab|lch|oklab|oklch)\([^()]*\)/g).map(colourOf);
    const between = (from, to) => [1, 2, 3, 4, 5, 6, 7].map((step) => from.map((start, i) => start + ((to[i] - start) * step) / 8));
    return stops.flatMap((stop, i) => [stop, ...(i ? between(stops[i - 1], stop) : [])]);
  }

  /** What a box paints, the lowest first: each a list of the colours that may be there, `null` if they cannot be known. */
  const box = remembered((element) => {
    if (element.matches("canvas, video, iframe, object, embed")) return [null];
    const { backgroundColor, backgroundImage } = style(element);
    const image = backgroundImage === "none" ? [] : [backgroundImage.includes("url(") ? null : coloursOf(backgroundImage)];
    return [[colourOf(backgroundColor)], ...image];
  });

  /** The same of any element, at a point. Lines are too thin to write on. */
  function painted(element, x, y) {
    const isShape = element instanceof SVGElement && !(element instanceof SVGSVGElement);
    const place = isShape && element.getScreenCTM ? new DOMPoint(x, y).matrixTransform(element.getScreenCTM().inverse()) : { x, y };
    if (element.matches("img, image")) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [toLeft, above, wide, high] = isShape ? ["x", "y", "width", "height"].map((name) => element[name].baseVal.value) : [left, top, width, height];
      return [[read(() => pixel.drawImage(element, toLeft - place.x, above - place.y, wide, high))]];
    }
    if (!isShape) return box(element);
    const { fill, fillOpacity } = style(element);
    if (fill === "none" || !element.isPointInFill?.(place)) return [];
    const [, pattern] = /url\("?#([^")]+)/.exec(fill) ?? [];
    const parts = pattern ? [...document.getElementById(pattern).children] : [element];
    return [parts.map((part) => fainter(colourOf(style(part).fill), fillOpacity))];
  }

  // ---- What is to be read
  const words = (text) => text.trim().replace(/\s+/g, " ");
  const apart = [":disabled", ...exclude].join(), modal = document.querySelector(":modal");
  /** Whether an element is meant for those who listen alone: nothing of it is drawn. */
  const isUnseen = remembered((element) => {
    const { clipPath, overflowX } = style(element), { width, height } = element.getBoundingClientRect();
    return clipPath !== "none" || (overflowX !== "visible" && Math.max(width, height) <= 1)
      || (element.parentElement !== null && isUnseen(element.parentElement));
  });
  const isVisible = remembered((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !element.closest(apart) && (!modal || modal.contains(element)) && !isUnseen(element));

  /** Texts, what stands in controls and in what a style adds, letters that are drawn as shapes; and where each is. */
  function* pieces(part) {
    const nodes = document.createTreeWalker(part, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = nodes.currentNode; node; node = nodes.nextNode()) {
      const isText = node.nodeType === Node.TEXT_NODE, element = isText ? node.parentElement : node;
      if (!isVisible(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = () => (isText ? range : element).getClientRects();
      if (isText) {
        if (words(node.data)) yield { element, said: words(node.data), boxes };
      } else if (element.matches("select, textarea, input:not([type=checkbox], [type=radio], [type=range], [type=color])")) {
        const said = element.selectedOptions?.[0]?.label || element.value || element.placeholder;
        if (said) yield { element, said, boxes, added: element.matches(":placeholder-shown") ? "::placeholder" : undefined };
      } else if (element.matches("use[*|href^='#DejaVu']")) { // a letter that Matplotlib wrote
        yield { element, said: `a letter of: ${element.closest("svg").ariaLabel}`, boxes };
      } else if (!(element instanceof SVGElement)) {
        const { display, listStyleType } = style(element);
        if (display === "list-item" && listStyleType !== "none") yield { element, said: "the mark of a list", boxes, added: "::marker" };
        for (const added of ["::before", "::after"]) {
          const [, said] = /^"(.*\w.*)"/.exec(style(element, added).content) ?? [];
          if (said) yield { element, said, boxes, added };
        }
      }
    }
  }

  /** The pairs of colours, of a piece and of what is behind it, at a point; `null` if it is not to be seen there. */
  function pairs({ element, added }, x, y) {
    const stack = document.elementsFromPoint(x, y).reverse();
    // A sign of a formula may be larger than its own box.
    const place = stack.findLastIndex((each) => each === element || (each instanceof MathMLElement && each.contains(element)));
    if (place < 0) return null;
    const layersOf = (elements) => elements.flatMap((each) => painted(each, x, y).map((colours) => ({ colours, groups: groupsOf(each) })));
    const look = style(element, added), isDrawn = element instanceof SVGElement, groups = groupsOf(element);
    const ink = isDrawn ? fainter(colourOf(look.fill), look.fillOpacity) : colourOf(look.webkitTextFillColor);
    const below = [...ground, ...layersOf(stack.slice(0, place + (isDrawn ? 0 : 1)))];
    if (isDrawn && look.paintOrder.startsWith("stroke") && look.stroke !== "none") below.push({ colours: [colourOf(look.stroke)], groups });
    const above = layersOf(stack.slice(place + 1));
    const covers = ({ colours, groups }) => !groups.length && colours?.every((colour) => colour[3] === 1);
    if (above.some(covers)) return null;
    const layers = [...below.slice(Math.max(0, below.findLastIndex(covers))), { colours: [ink], groups, isInk: true }, ...above];
    if (layers.some(({ colours }) => !colours)) return [[ink, null]];
    const ways = layers.reduce((all, { colours }) => all.flatMap((way) => colours.map((colour) => [...way, colour])), [[]]);
    return ways.map((way) => {
      const all = way.map((colour, i) => ({ ...layers[i], colour }));
      return [paint(all), paint(all.filter(({ isInk }) => !isInk))];
    });
  }

  /** Where something of a piece is drawn, in sight or not. A blank is not. */
  const drawn = ({ boxes }) => [...boxes()].filter(({ width, height }) => width && height);

  /** All such pairs at the places of a piece that are in sight. */
  function look(piece) {
    const { element } = piece, isText = element instanceof SVGTextContentElement;
    for (const { left, top, width, height } of drawn(piece)) {
      if (top + height <= 0 || top >= innerHeight) continue;
      const found = (isText ? [0.05, 0.25, 0.5, 0.75, 0.95] : [0.5]).map((share) => pairs(piece, left + share * width, top + height / 2)).filter(Boolean);
      if (found.length) return found.flat();
    }
    return null;
  }

  const sheet = new CSSStyleSheet(), [left, top] = [scrollX, scrollY];
  sheet.replaceSync("* { pointer-events: auto !important; } use { pointer-events: bounding-box !important; }");
  document.adoptedStyleSheets.push(sheet);
  const probe = document.documentElement.appendChild(document.createElement("i"));
  probe.style.color = "Canvas";
  const ground = [[colourOf(style(probe).color)], ...box(document.documentElement), ...box(document.body)].map((colours) => ({ colours, groups: [] }));
  probe.remove();
  const found = new Set();
  let many = 0;
  for (const piece of include.flatMap((selector) => [...document.querySelectorAll(selector)]).flatMap((part) => [...pieces(part)])) {
    const { element, added, said } = piece;
    if (!drawn(piece).length) continue;
    let seen = look(piece);
    if (!seen) {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { top, bottom } = drawn(piece)[0]; // of a long element this may still be far away
      if (top < 0 || bottom > innerHeight) scrollBy({ top: top - innerHeight / 2, behavior: "instant" });
      seen = look(piece);
    }
    many += 1;
    const where = `${element.tagName.toLowerCase()}${[...element.classList].map((name) => `.${name}`).join("")}${added ?? ""}: ${said.slice(0, 60)}`;
    if (!seen) found.add(`covered or cut off: ${where}`);
    const rated = (seen ?? []).map(([ink, paper]) => ({ ink, paper, ratio: paper ? contrast(ink, paper) : 0 }));
    const worst = rated.reduce((one, other) => (other.ratio < one.ratio ? other : one), { ratio: Infinity });
    const written = (colour) => (colour ? `rgb(${colour.slice(0, 3).map(Math.round)})` : "what cannot be measured");
    if (worst.ratio < LEAST) found.add(`contrast ${worst.ratio.toFixed(1)}: ${where}: ${written(worst.ink)} on ${written(worst.paper)}`);
  }
  scrollTo({ left, top, behavior: "instant" });
  document.adoptedStyleSheets.pop();
  return [many, [...found]];
}
