// The controls of a demonstration: what a module says of them, and their elements.

/** @typedef {any} Settings  The values of the controls, by name. */
/** @typedef {any} Data  What Python gives a demonstration besides its settings. */
/** @typedef {any} Found  What a demonstration's `numbers` give. */
/** @template T @typedef {T | ((data: Data) => T)} Known  A value, or how to read it from the data. */
/**
 * @typedef {{kind: "whole", name: string, words: string, value: number, low: number, high: number, unit?: string}} Whole
 * @typedef {{kind: "part", name: string, words: string, value: number, low: number, high: number, step: number}} Part
 * @typedef {{kind: "level", name: string, words: string, value: number}} Level
 * @typedef {{kind: "counter", name: string, words: string, value: number, low: number, high: number}} Counter
 * @typedef {{kind: "choice", name: string, words: string, value: any, options: Known<any[]>}} Choice
 * @typedef {{kind: "toggle", name: string, words: string, value: boolean}} Toggle
 * @typedef {{kind: "word", name: string, words: string, value: string, options: Known<string[]>}} OneWord
 * @typedef {Whole | Part | Level | Counter} Numeric
 * @typedef {(Numeric | Choice | Toggle | OneWord) & {folded?: boolean}} Control
 */

/** The most resamples that are drawn. */
const MOST = 10000;
/** Choices with more options than this are lists, or sliders where they are numbers. */
const BUTTONS = 4;

/** A whole number; with a unit it has a slider, which says the unit.
 * @param {string} name @param {string} words @param {number} value @param {number} low @param {number} high
 * @param {string} [unit] @returns {Whole} */
const whole = (name, words, value, low, high, unit) => ({ kind: "whole", name, words, value, low, high, unit });

/** A number in steps, on a slider.
 * @param {string} name @param {string} words @param {number} value @param {number} low @param {number} high
 * @param {number} [step] @returns {Part} */
const part = (name, words, value, low, high, step = 0.01) => ({ kind: "part", name, words, value, low, high, step });

/** The significance level. @param {number} [value] @returns {Level} */
const level = (value = 0.05) => ({ kind: "level", name: "alpha", words: "\u03b1", value });

/** How many resamples have been drawn, with buttons that draw more; `look` goes back to the latest.
 * @param {string} name @param {number} [high] @returns {Counter} */
const counter = (name, high = MOST) => ({ kind: "counter", name, words: name, value: 0, low: 0, high });

/** One of several options: as buttons, or as a list where they are many.
 * @param {string} name @param {string} words @param {any} value @param {Known<any[]>} options @returns {Choice} */
const choice = (name, words, value, options) => ({ kind: "choice", name, words, value, options });

/** @param {string} name @param {string} words @param {boolean} [value] @returns {Toggle} */
const toggle = (name, words, value = false) => ({ kind: "toggle", name, words, value });

/** A text of one line, with suggestions.
 * @param {string} name @param {string} words @param {string} value @param {Known<string[]>} options @returns {OneWord} */
const oneWord = (name, words, value, options) => ({ kind: "word", name, words, value, options });

/** Fold controls away that a lecture seldom needs. @param {...Control} controls @returns {Control[]} */
const seldom = (...controls) => controls.map((control) => ({ ...control, folded: true }));

/** Return the options of a choice, or the words to suggest. @param {Choice | OneWord} control @param {Data} data @returns {any[]} */
const optionsOf = ({ options }, data) => (typeof options === "function" ? options(data) : options);

/** Write a value as it would stand in a program. @param {any} value */
const quoted = (value) => (typeof value === "string" ? `'${value}'` : String(value));

/** Return what a control takes, in words, and whether it takes a value.
 * @param {Control} control @param {any} value @param {Data} data @param {number} low @param {number} high
 * @returns {[string, boolean]} */
function taken(control, value, data, low, high) {
  const { kind } = control, isNumber = typeof value === "number", isWhole = kind === "whole" || kind === "counter";
  if (kind === "toggle") return ["true or false", typeof value === "boolean"];
  if (kind === "word") return ["a text", typeof value === "string"];
  if (kind === "level") return ["above 0 and below 1", isNumber && value > 0 && value < 1];
  if (kind !== "choice") {
    return [`${isWhole ? "a whole number " : ""}from ${low} to ${high}`,
      isNumber && value >= low && value <= high && (!isWhole || Number.isInteger(value))];
  }
  const options = optionsOf(control, data);
  return [`one of ${options.map(quoted).join(", ")}`, options.includes(value)];
}

/** Make an element.
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} [content] @returns {HTMLElementTagNameMap[Tag]} */
function element(tag, attributes = {}, content = []) {
  const made = document.createElement(tag);
  for (const [name, text] of Object.entries(attributes)) made.setAttribute(name, text);
  made.append(...content);
  return made;
}

/**
 * A control on the page: its element, and how to set its value and its limits.
 * @typedef {{part: HTMLElement, show: (value: any, low: number, high: number) => void}} Shown
 */

/** Make a control.
 * @param {string} id @param {Control} control @param {Data} data @param {(value: any) => void} set
 * @param {HTMLElement} wrong where it says why it refuses a value @returns {Shown} */
function makeControl(id, control, data, set, wrong) {
  const { words } = control, name = element("label", { for: id }, [words]);
  if (control.kind === "toggle") {
    const box = element("input", { type: "checkbox", id });
    box.addEventListener("change", () => set(box.checked));
    return {
      part: element("div", { class: "labkit-control labkit-toggle" }, [box, name]),
      show: (value) => { box.checked = value; },
    };
  }
  if (control.kind !== "choice" && control.kind !== "word") return makeNumber(id, control, name, set, wrong);
  const options = optionsOf(control, data);
  if (control.kind === "word") {
    const field = element("input", { type: "text", id, list: `${id}-list`,
      autocomplete: "off", spellcheck: "false", autocapitalize: "none" });
    const list = element("datalist", { id: `${id}-list` }, options.map((value) => element("option", { value })));
    field.addEventListener("change", () => set(field.value.trim()));
    return { part: element("div", { class: "labkit-control" }, [name, field, list]), show: (value) => { field.value = value; } };
  }
  if (options.length > BUTTONS && typeof options[0] === "number") {
    const slider = element("input", { type: "range", id, min: "0", max: String(options.length - 1) });
    const said = element("output", { for: id });
    slider.addEventListener("input", () => set(options[Number(slider.value)]));
    return {
      part: element("div", { class: "labkit-control labkit-slides" }, [name, slider, said]),
      show: (value) => {
        slider.value = String(options.indexOf(value));
        slider.setAttribute("aria-valuetext", said.textContent = general(value, 6));
      },
    };
  }
  if (options.length > BUTTONS) {
    const list = element("select", { id }, options.map((option) => element("option", {}, [String(option)])));
    list.addEventListener("change", () => set(options[list.selectedIndex]));
    return {
      part: element("div", { class: "labkit-control" }, [name, list]),
      show: (value) => { list.selectedIndex = options.indexOf(value); },
    };
  }
  const boxes = options.map((option) => {
    const box = element("input", { type: "radio", name: id, value: String(option) });
    box.addEventListener("change", () => set(option));
    return box;
  });
  const labels = boxes.map((box, i) => element("label", {}, [box, element("span", {}, [options[i].toLocaleString("en-GB")])]));
  return {
    part: element("fieldset", { class: "labkit-control labkit-choice" },
      [element("legend", {}, [words]), element("div", {}, labels)]),
    show: (value) => boxes.forEach((box, i) => { box.checked = options[i] === value; }),
  };
}

/** Return the value on a slider's scale that is nearest to a number. @param {Numeric} control @param {number} value */
function onScale(control, value) {
  if (control.kind === "level") return value;
  if (control.kind !== "part") return Math.round(value);
  return Number((Math.round(value / control.step) * control.step).toFixed(9));
}

/** Make a field that reads numbers as people type them, with a slider before it where it has room.
 * @param {string} id @param {Numeric} control @param {HTMLElement} name @param {(value: number) => void} set
 * @param {HTMLElement} wrong @returns {Shown} */
function makeNumber(id, control, name, set, wrong) {
  const { kind, words } = control, isWhole = kind === "whole" || kind === "counter";
  const unit = kind === "whole" && control.unit ? ` ${control.unit}` : "", slides = kind === "part" || unit !== "";
  const digits = kind === "part" ? Math.max(0, Math.ceil(-Math.log10(control.step) - 1e-9)) : 0;
  const written = (/** @type {number} */ value) =>
    (isWhole ? counted(value) : kind === "level" || onScale(control, value) !== value ? general(value, 6) : value.toFixed(digits));
  const field = element("input", { type: "text", inputmode: "decimal", autocomplete: "off",
    ...(slides ? { "aria-label": `${words}, typed` } : { id }) });
  let [value, low, high] = [0, 0, 1], refused = "";
  let typing = false; // what is shown meanwhile, as where it plays, does not write over it
  const complain = (/** @type {string} */ what) => {
    // The place is one for all fields: what another says there stays.
    if (what || wrong.textContent === refused) wrong.textContent = what;
    refused = what;
    field.setAttribute("aria-invalid", what ? "true" : "false");
    field.setAttribute("aria-describedby", what ? wrong.id : "");
  };
  const read = () => {
    const found = typedNumber(field.value, isWhole), [what, fits] = taken(control, found, null, low, high);
    typing = !fits;
    if (fits) set(found);
    else complain(`${words} must be ${what}.`);
  };
  field.addEventListener("input", () => { typing = true; });
  field.addEventListener("change", read);
  field.addEventListener("blur", () => {
    typing = false;
    field.value = written(value);
    field.setAttribute("aria-invalid", "false");
  });
  const slider = element("input", { type: "range", id, step: String(kind === "part" ? control.step : 1) });
  slider.addEventListener("input", () => set(onScale(control, Number(slider.value))));
  return {
    part: element("div", { class: `labkit-control ${slides ? "labkit-slides" : "labkit-small"}` },
      [name, ...(slides ? [slider] : []), field]),
    show: (now, from, to) => {
      [value, low, high] = [now, from, to];
      [slider.min, slider.max, slider.value] = [String(from), String(to), String(now)];
      slider.setAttribute("aria-valuetext", written(now) + unit);
      if (typing) return;
      field.value = written(now);
      complain("");
    },
  };
}
