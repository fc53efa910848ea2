// The page: one demonstration at a time, which follows its controls.

/** How a picture is given new resamples while it plays: how often, and how many. */
const PLAY = { every: 150, steps: (/** @type {number} */ so_far) => (so_far < 20 ? 1 : so_far < 200 ? 10 : 100) };
const PLAY_CALMLY = { every: 1500, steps: () => 500 };

/** What an address may say of a switch. */
const SWITCHES = new Map([["true", true], ["1", true], ["false", false], ["0", false]]);

/** Milliseconds that a tap may take. */
const TAP = 400;

const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} [content]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function element(tag, attributes = {}, content = []) {
  const made = document.createElement(tag);
  for (const [name, text] of Object.entries(attributes)) made.setAttribute(name, text);
  made.append(...content);
  return made;
}

/**
 * A control on the page.
 * @typedef {{part: HTMLElement, show: (value: any, low: number, high: number) => void}} Shown
 */

/**
 * Show one demonstration in its section of the page.
 * @param {Demonstration} demonstration
 */
function show(demonstration) {
  const { name, title, question, controls } = demonstration;
  /** @type {Settings} */
  const initial = Object.fromEntries(controls.map((control) => [control.name, control.value]));
  /** @type {Settings} */
  let settings = { ...initial };
  let playing = 0;

  const readout = element("div", { class: "readout", role: "status", "aria-live": "polite" });
  const picture = element("div", { class: "picture" });
  const counter = controls.find((control) => control.kind === "whole" && control.count);
  /** @type {Record<string, Shown>} */
  const shown = {};
  for (const control of controls) shown[control.name] = made(name, control, (value) => set({ [control.name]: value }));

  const update = () => {
    for (const control of controls) {
      if (control.kind !== "whole" && control.kind !== "part") continue;
      // Of the controls before it as they are now, which an address may have asked too much of.
      const [low, high] = demonstration.limits(settings)[control.name] ?? [control.low, control.high];
      settings[control.name] = Math.min(Math.max(onScale(control, settings[control.name]), low), high);
    }
    for (const control of controls) {
      const [low, high] = demonstration.limits(settings)[control.name]
        ?? ("low" in control ? [control.low, control.high] : [0, 0]);
      shown[control.name].show(settings[control.name], low, high);
    }
    const found = demonstration.numbers(settings);
    readout.innerHTML = demonstration.readout(found, settings);
    const width = Math.floor(picture.clientWidth);
    if (width > 0) picture.innerHTML = demonstration.picture(found, settings, Math.max(280, width));
  };
  const set = (/** @type {Settings} */ changed) => {
    settings = { ...settings, ...changed };
    // Whoever draws more wants to see them.
    if (counter && counter.name in changed && !("look" in changed)) settings.look = 0;
    update();
  };

  const point = (/** @type {PointerEvent} */ event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const { set: setting, values } = under instanceof SVGElement ? under.dataset : {};
    if (!setting || !values) return;
    const choices = values.split(" ").map(Number);
    // Each click on the same bar shows the next of the resamples that fell there.
    set({ [setting]: choices[(choices.indexOf(settings[setting]) + 1) % choices.length] });
  };
  picture.addEventListener("pointerdown", point);
  picture.addEventListener("pointermove", (event) => event.buttons === 1 && name === "binomial_tails" && point(event));

  const buttons = element("div", { class: "buttons" });
  const button = (/** @type {string} */ words, /** @type {string} */ said, /** @type {() => void} */ act) => {
    const made = element("button", { type: "button", "aria-label": said }, [words]);
    made.addEventListener("click", act);
    buttons.append(made);
    return made;
  };
  let pause = () => {};
  if (counter) {
    const more = (/** @type {number} */ steps) => set({ [counter.name]: settings[counter.name] + steps });
    for (const steps of [1, 10, 100, 1000]) {
      button(`+${steps}`, `${counted(steps)} more ${counter.name}`, () => more(steps));
    }
    const play = button("Play", `Play ${counter.name}`, () => (playing ? pause() : start()));
    pause = () => {
      window.clearInterval(playing);
      playing = 0;
      play.textContent = "Play";
      play.setAttribute("aria-label", `Play ${counter.name}`);
      readout.setAttribute("aria-live", "polite");
    };
    const start = () => {
      const speed = calm.matches ? PLAY_CALMLY : PLAY;
      if (settings[counter.name] >= MOST) set({ [counter.name]: 0 });
      play.textContent = "Pause";
      play.setAttribute("aria-label", `Pause ${counter.name}`);
      readout.setAttribute("aria-live", "off"); // nobody wants to hear each of them
      playing = window.setInterval(() => {
        more(speed.steps(settings[counter.name]));
        if (settings[counter.name] >= MOST) pause();
      }, speed.every);
    };
  }
  button("Reset", "Set all controls back", () => {
    pause();
    set(initial);
  });

  const caption = element("div", { class: "caption" });
  const words = /** @type {HTMLTemplateElement} */ (document.getElementById(`caption-${name}`));
  caption.append(words.content.cloneNode(true));
  // What draws more comes first: on a phone it has to be near the picture.
  const parts = controls.filter((control) => control !== counter).map((control) => shown[control.name].part);
  const arranged = counter ? [buttons, shown[counter.name].part, ...parts] : [...parts, buttons];
  const panel = element("form", { class: "panel", "aria-label": `Controls of ${title.toLowerCase()}` },
    arranged);
  panel.addEventListener("submit", (event) => event.preventDefault());
  const section = element("section", { id: name, "aria-labelledby": `${name}-title` }, [
    element("h2", { id: `${name}-title`, tabindex: "-1" }, [title]), element("p", { class: "question" }, [question]),
    element("div", { class: "beside" }, [element("div", { class: "shown" }, [picture, readout]), panel]), caption,
  ]);
  let drawn = 0; // as wide as the picture was; a word more makes the section higher, and changes nothing
  const resized = new ResizeObserver(() => {
    if (picture.clientWidth !== drawn) {
      drawn = picture.clientWidth;
      update();
    }
  });
  resized.observe(section);
  const ask = (/** @type {URLSearchParams} */ asked) => set(Object.fromEntries(controls
    .map((control) => [control.name, valueOf(control, asked.get(control.name) ?? "")])
    .filter(([, value]) => value !== undefined)));
  return { name, section, update, pause: () => pause(), ask };
}

/**
 * Give the value of a control that is nearest to a number: its field and its picture show the same.
 * @param {Whole | Fraction} control
 * @param {number} value
 */
function onScale(control, value) {
  return control.kind === "whole" ? Math.round(value) : Number((Math.round(value / control.step) * control.step).toFixed(9));
}

/**
 * Read a control's value in an address.
 * @param {Control} control
 * @param {string} text
 * @returns {string | number | boolean | undefined} undefined where that is no value of it
 */
function valueOf(control, text) {
  if (control.kind === "switch") return SWITCHES.get(text.toLowerCase());
  if (control.kind === "choice") return control.options.find((option) => option === text);
  const value = typedNumber(text, control.kind === "whole");
  const fits = control.kind === "level" ? value > 0 && value < 1
    : control.kind === "whole" ? Number.isInteger(value) : Number.isFinite(value);
  return fits ? value : undefined;
}

/**
 * Make a control.
 * @param {string} of the demonstration's name
 * @param {Control} control
 * @param {(value: any) => void} set
 * @returns {Shown}
 */
function made(of, control, set) {
  const id = `${of}-${control.name}`, { words } = control;
  const name = element("label", { for: id }, [words]);
  if (control.kind === "switch") {
    const box = element("input", { type: "checkbox", id });
    box.addEventListener("change", () => set(box.checked));
    return { part: element("div", { class: "control switch" }, [box, name]), show: (value) => { box.checked = value; } };
  }
  if (control.kind === "choice" && control.options.length > 3) {
    const list = element("select", { id }, control.options.map((option) => element("option", {}, [option])));
    list.addEventListener("change", () => set(list.value));
    return { part: element("div", { class: "control" }, [name, list]), show: (value) => { list.value = value; } };
  }
  if (control.kind === "choice") {
    const boxes = control.options.map((option) => {
      const box = element("input", { type: "radio", name: id, value: option });
      box.addEventListener("change", () => set(option));
      return box;
    });
    const labels = boxes.map((box) => element("label", {}, [box, box.value]));
    return {
      part: element("fieldset", { class: "control choice" }, [element("legend", {}, [words]), ...labels]),
      show: (value) => boxes.forEach((box) => { box.checked = box.value === value; }),
    };
  }
  return typed(control, id, name, set);
}

/**
 * Make a field that reads numbers as people type them, with a slider before it where it has room.
 * @param {Whole | Fraction | Level} control
 * @param {string} id
 * @param {HTMLElement} name
 * @param {(value: number) => void} set
 * @returns {Shown}
 */
function typed(control, id, name, set) {
  const whole = control.kind === "whole", slides = control.kind !== "level" && !(whole && !control.unit);
  const unit = whole && control.unit ? ` ${control.unit}` : "";
  const digits = control.kind === "part" ? 2 : 0;
  const written = (/** @type {number} */ value) => (control.kind === "level" ? general(value, 6) : value.toFixed(digits));
  const wrong = element("p", { class: "wrong", id: `${id}-wrong`, role: "alert" });
  const field = element("input", { type: "text", inputmode: "decimal", autocomplete: "off",
    "aria-describedby": `${id}-wrong`, ...(slides ? { "aria-label": `${control.words}, typed` } : { id }) });
  let [value, low, high] = [0, 0, 1], refused = "";
  let typing = false; // what is shown meanwhile, as where it plays, does not write over it
  const complain = (/** @type {string} */ what) => {
    wrong.textContent = refused = what;
    field.setAttribute("aria-invalid", what ? "true" : "false");
  };
  const read = () => {
    const found = typedNumber(field.value, whole);
    const fits = control.kind === "level" ? found > 0 && found < 1 : found >= low && found <= high && (!whole || Number.isInteger(found));
    typing = !fits;
    if (fits) set(found);
    else if (control.kind === "level") complain(`${control.words} must be above 0 and below 1.`);
    else complain(`${control.words} must be ${whole ? "a whole number " : ""}from ${low} to ${high}.`);
  };
  field.addEventListener("input", () => { typing = true; });
  field.addEventListener("change", read);
  field.addEventListener("blur", () => {
    const told = refused;
    typing = false;
    complain("");
    field.value = written(value);
    // A phone's keyboard may have no key but the one that leaves the field. What was tapped to leave
    // it must not move away under the finger.
    if (told) window.setTimeout(() => { wrong.textContent = told; }, TAP);
  });
  const slider = element("input", { type: "range", id, step: String(control.kind === "part" ? control.step : 1) });
  slider.addEventListener("input", () => set(Number(slider.value)));
  return {
    part: element("div", { class: slides ? "control slides" : "control" }, [name, ...(slides ? [slider] : []), field, wrong]),
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

/** Give an address without its escapes, or as it is where they are wrong.
 * @param {string} address
 */
function decoded(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Show the demonstration that the address names, with the settings that it gives; else the first one.
 * @param {ReturnType<typeof show>[]} all
 * @param {boolean} moved whether the reader has asked for it just now
 */
function follow(all, moved) {
  const [name, asked] = decoded(window.location.hash.slice(1)).split("?");
  const chosen = all.find((each) => each.name === name) ?? all[0];
  for (const each of all) {
    each.section.hidden = each !== chosen;
    if (each !== chosen) each.pause();
    const link = document.querySelector(`nav a[href="#${each.name}"]`);
    if (each === chosen) link?.setAttribute("aria-current", "page");
    else link?.removeAttribute("aria-current");
  }
  chosen.ask(new URLSearchParams(asked ?? ""));
  if (moved) chosen.section.querySelector("h2")?.focus();
}

/** Begin: put the demonstrations on the page, and show one of them. */
function begin() {
  const all = DEMONSTRATIONS.map(show);
  document.querySelector("nav ul")?.append(...DEMONSTRATIONS.map(({ name, title }) =>
    element("li", {}, [element("a", { href: `#${name}` }, [title])])));
  document.querySelector("main")?.append(...all.map(({ section }) => section));
  window.addEventListener("hashchange", () => follow(all, true));
  document.addEventListener("visibilitychange", () => all.forEach(({ pause }) => document.hidden && pause()));
  follow(all, false);
}

begin();
