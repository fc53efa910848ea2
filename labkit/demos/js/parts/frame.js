// The frame of every demonstration: question, controls, picture and readout, which follow the settings.

/**
 * @typedef {{name: string, title: string, question: string, caption: string, controls: Control[],
 *   limits?: (settings: Settings, data: Data) => Record<string, [number, number]>,
 *   numbers: (settings: Settings, data: Data) => Found,
 *   readout: (found: Found, settings: Settings) => string[],
 *   picture: (found: Found, settings: Settings, width: number, height: number) => string,
 *   at?: (found: Found, settings: Settings, x: number, y: number, width: number, height: number) => Settings | null,
 *   hover?: (found: Found, settings: Settings, x: number, y: number, width: number, height: number) => string}} Demonstration
 *   What `hover` gives for the place under the mouse is laid over the picture.
 * @typedef {{get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   on: (event: string, call: () => void) => void, off: (event: string, call: () => void) => void}} Model
 *   Of anywidget, or what stands for it in a page.
 */

/** How a picture is given new resamples while it plays: how often, and how many. */
const PLAY = { every: 150, steps: (/** @type {number} */ sofar) => (sofar < 20 ? 1 : sofar < 200 ? 10 : 100) };
const PLAY_CALMLY = { every: 1500, steps: () => 500 };
/** Units of a picture in one em. */
const EM = 16;

/** @type {Map<string, Demonstration>} */
const DEMONSTRATIONS = new Map();
let views = 0;

/** Add a demonstration to those that can be shown. @param {Demonstration} demonstration */
function define(demonstration) {
  DEMONSTRATIONS.set(demonstration.name, demonstration);
}

/** Return the demonstration of a name. @param {string} name */
function defined(name) {
  const found = DEMONSTRATIONS.get(name);
  if (!found) throw Error(`There is no demonstration ${name}.`);
  return found;
}

/** Bring settings within the limits of their controls; those that are missing begin as the controls do.
 * @param {Demonstration} demonstration @param {Settings} wanted @param {Data} data */
function within(demonstration, wanted, data) {
  /** @type {Settings} */
  const settings = {}, { controls } = demonstration;
  for (const { name, value } of controls) settings[name] = wanted[name] ?? value;
  /** @type {Record<string, [number, number]>} */
  const limits = {};
  for (const control of controls) {
    if (!("low" in control)) continue;
    // Of the controls before it as they are now.
    const [low, high] = limits[control.name] = demonstration.limits?.(settings, data)[control.name] ?? [control.low, control.high];
    settings[control.name] = Math.min(Math.max(settings[control.name], low), high);
  }
  return { settings, limits };
}

/** Say why a demonstration cannot show settings that somebody gave; "" if it can.
 * @param {Demonstration} demonstration @param {Settings} given @param {Data} data
 * @param {Settings} [others] the settings that were not given, as they are now */
function refusalOf(demonstration, given, data, others = {}) {
  const { name, controls } = demonstration, names = controls.map((control) => control.name);
  const unknown = Object.keys(given).find((each) => !names.includes(each));
  if (unknown !== undefined) return `${name} has no setting ${quoted(unknown)}; it has ${names.join(", ")}`;
  const asked = controls.filter((control) => control.name in given);
  // Numbers last: a choice may decide what their limits are.
  for (const control of [...asked.filter((each) => !("low" in each)), ...asked.filter((each) => "low" in each)]) {
    const value = given[control.name];
    const [low, high] = "low" in control ? within(demonstration, { ...others, ...given }, data).limits[control.name] : [0, 1];
    const [what, fits] = taken(control, value, data, low, high);
    if (!fits) return `${control.name} must be ${what}, not ${quoted(value)}`;
  }
  return "";
}

/** Make a readout's line: safe, and with its emphasis. @param {string} line */
const asParagraph = (line) => `<p>${escaped(line).replace(/\*\*(.+?)\*\*/g, "<b>$1</b>")}</p>`;

/** Show a demonstration in an element, and follow its controls.
 * @param {{model: Model, el: HTMLElement}} view @returns {() => void} which ends it */
function render({ model, el }) {
  const demonstration = defined(model.get("name")), { name, controls } = demonstration;
  const id = `labkit-${name}-${views += 1}`, end = new AbortController(), { signal } = end;
  const data = model.get("data");
  let refused = refusalOf(demonstration, model.get("settings"), data);
  const initial = within(demonstration, refused ? {} : model.get("settings"), data).settings;
  /** @type {Settings} */
  let settings = initial;
  /** @type {Found} */
  let found = null;
  let size = { width: 0, height: 0 };

  const readout = element("div", { class: "labkit-readout", role: "status", "aria-live": "polite" });
  const picture = element("div", { class: "labkit-picture" });
  const wrong = element("p", { class: "labkit-wrong", id: `${id}-wrong`, role: "alert" });
  const shown = controls.map((control) =>
    makeControl(`${id}-${control.name}`, control, data, (value) => set({ [control.name]: value }), wrong));

  const draw = () => {
    if (size.width > 0) picture.innerHTML = found === null ? "" : demonstration.picture(found, settings, size.width, size.height);
  };
  /** Show what the settings give; tell whether they can be. */
  const update = () => {
    const now = within(demonstration, settings, data);
    settings = now.settings;
    controls.forEach((control, i) => {
      const [low, high] = now.limits[control.name] ?? [0, 1];
      shown[i].show(settings[control.name], low, high);
    });
    /** @type {string[]} */
    let lines = [];
    try {
      if (refused) throw Error(refused);
      found = demonstration.numbers(settings, data);
      lines = demonstration.readout(found, settings);
    } catch (error) {
      found = null;
      lines = [error instanceof Error ? error.message : String(error)];
    }
    readout.classList.toggle("labkit-error", found === null);
    readout.innerHTML = lines.map(asParagraph).join("");
    draw();
    return found !== null;
  };
  const set = (/** @type {Settings} */ changed) => {
    const before = settings;
    [settings, refused] = [{ ...settings, ...changed }, ""];
    // New draws are shown, not an old one.
    if (counting && counting.name in changed && "look" in settings && !("look" in changed)) settings.look = 0;
    if (update()) {
      model.set("settings", { ...settings });
      model.save_changes();
      if (counting && settings[counting.name] === before[counting.name] + 1) fly(picture);
    }
  };
  const follow = () => {
    const given = model.get("settings"), wanted = { ...settings, ...given };
    if (!refused && JSON.stringify(wanted) === JSON.stringify(settings)) return;
    refused = refusalOf(demonstration, given, data, settings);
    if (!refused) settings = wanted;
    update();
  };

  const counting = controls.find((control) => control.kind === "counter");
  const { buttons, pause } = makeButtons(counting, () => settings, set, initial, readout);
  takePointer(picture, (setting) => settings[setting], set,
    (x, y) => demonstration.at?.(found, settings, x, y, size.width, size.height),
    (x, y) => demonstration.hover?.(found, settings, x, y, size.width, size.height));

  const chosen = (/** @type {(control: Control) => unknown} */ which) =>
    shown.filter((_, i) => which(controls[i])).map(({ part }) => part);
  // What draws more comes first: on a phone it has to be near the picture.
  const first = counting ? [buttons, ...chosen((control) => control === counting)] : [];
  const folded = chosen((control) => control.folded), more = folded.length === 0 ? [] : [element("details",
    { class: "labkit-more" }, [element("summary", {}, ["More"]), element("div", {}, folded)])];
  const notice = element("details", { class: "labkit-caption" }, [element("summary", {}, ["What to notice"]),
    element("p", {}, [demonstration.caption])]);
  el.classList.add("labkit-demo", `labkit-demo-${name}`);
  el.replaceChildren(element("div", { class: "labkit-inside", role: "group", "aria-label": demonstration.title }, [
    element("p", { class: "labkit-question" }, [demonstration.question]),
    element("div", { class: "labkit-first" }, first), picture, readout,
    element("div", { class: "labkit-controls" },
      [...chosen((control) => !control.folded && control !== counting), ...more, wrong]),
    element("div", { class: "labkit-last" }, counting ? [notice] : [notice, buttons]),
  ]));
  // JupyterLab would take Enter and the arrows for its cells.
  for (const control of el.querySelectorAll("button, input, select, summary")) {
    control.setAttribute("data-lm-suppress-shortcuts", "true");
  }

  const measure = () => {
    const style = getComputedStyle(picture), em = parseFloat(style.fontSize) / EM;
    const wide = Math.floor(picture.clientWidth / em), width = wide && Math.max(280, wide);
    // Where the frame has a height of its own, as on a slide, the picture fills it.
    const room = Math.min(picture.clientHeight, el.getBoundingClientRect().bottom - picture.getBoundingClientRect().top);
    const height = style.getPropertyValue("--labkit-fill").trim() === "1" ? Math.max(200, Math.floor(room / em))
      : Math.round(Math.min(Math.max(width < 480 ? 480 : 360, 0.6 * width), 540)); // a phone is high
    if (width === size.width && height === size.height) return;
    size = { width, height };
    draw();
  };
  const resized = new ResizeObserver(measure);
  resized.observe(picture);
  document.addEventListener("visibilitychange", () => document.hidden && pause(), { signal });
  el.addEventListener("labkit:pause", pause, { signal });
  model.on("change:settings", follow);
  update();
  return () => {
    pause();
    end.abort();
    resized.disconnect();
    model.off("change:settings", follow);
  };
}

/** Make the buttons: those that draw more, where there is a counter, and the one that sets all back.
 * @param {Control | undefined} counting @param {() => Settings} settings @param {(changed: Settings) => void} set
 * @param {Settings} initial @param {HTMLElement} readout */
function makeButtons(counting, settings, set, initial, readout) {
  const buttons = element("div", { class: "labkit-buttons" });
  const button = (/** @type {string} */ words, /** @type {string} */ said, /** @type {() => void} */ act) => {
    const made = element("button", { type: "button", "aria-label": said }, [words]);
    made.addEventListener("click", act);
    buttons.append(made);
    return made;
  };
  let playing = 0, pause = () => {};
  if (counting?.kind === "counter") {
    const { name, high } = counting, calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    const more = (/** @type {number} */ steps) => set({ [name]: settings()[name] + steps });
    for (const steps of [1, 10, 100, 1000]) button(`+${counted(steps)}`, `${counted(steps)} more ${name}`, () => more(steps));
    const play = button("Play", `Play ${name}`, () => (playing ? pause() : start()));
    const say = (/** @type {string} */ what) => {
      play.textContent = what;
      play.setAttribute("aria-label", `${what} ${name}`);
      readout.setAttribute("aria-live", playing ? "off" : "polite"); // nobody wants to hear each of them
    };
    pause = () => {
      window.clearInterval(playing);
      playing = 0;
      say("Play");
    };
    const start = () => {
      const speed = calm.matches ? PLAY_CALMLY : PLAY;
      if (settings()[name] >= high) set({ [name]: 0 });
      playing = window.setInterval(() => {
        more(speed.steps(settings()[name]));
        if (settings()[name] >= high || !buttons.isConnected) pause();
      }, speed.every);
      say("Pause");
    };
  }
  button("Reset", "Set all controls back", () => {
    pause();
    set(initial);
  });
  return { buttons, pause: () => pause() };
}

/** Let clicks and drags in the picture set a control: that of what is under them, or of where they are.
 * @param {HTMLElement} picture @param {(setting: string) => any} valueOf @param {(changed: Settings) => void} set
 * @param {(x: number, y: number) => Settings | null | undefined} at
 * @param {(x: number, y: number) => string | undefined} hover what to lay over the picture for the place under the mouse */
function takePointer(picture, valueOf, set, at, hover) {
  const placeOf = (/** @type {PointerEvent} */ event) => new DOMPoint(event.clientX, event.clientY)
    .matrixTransform(picture.querySelector("svg")?.getScreenCTM()?.inverse());
  const point = (/** @type {PointerEvent} */ event, /** @type {boolean} */ dragged) => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (!(under instanceof SVGElement) || !picture.contains(under)) return;
    const { set: setting, values, drag } = under.dataset;
    if (dragged && drag === undefined) return;
    if (!setting || !values) {
      const { x, y } = placeOf(event), changed = at(x, y);
      if (changed) set(changed);
      return;
    }
    const choices = values.split(" ").map(Number);
    // Each click on the same bar shows the next of those that fell there.
    const next = choices[(choices.indexOf(valueOf(setting)) + 1) % choices.length];
    if (next !== valueOf(setting)) set({ [setting]: next });
  };
  picture.addEventListener("pointerdown", (event) => event.button === 0 && point(event, false));
  picture.addEventListener("pointermove", (event) => event.buttons === 1 && point(event, true));
  for (const what of /** @type {const} */ (["pointermove", "pointerleave"])) {
    picture.addEventListener(what, (event) => {
      const over = picture.querySelector(".labkit-hover"), { x, y } = placeOf(event);
      if (over) over.innerHTML = (what === "pointermove" && hover(x, y)) || "";
    });
  }
}
