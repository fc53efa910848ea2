// @ts-check
/**
 * What a demonstration needs on its page besides the widgets that it shows.
 *
 * It gives the controls names and values in words, for people who listen to the page; reads
 * numbers that are typed; takes clicks and drags in the picture; plays; and says so when the
 * kernel no longer answers. All decisions are the kernel's: what happens here is told to it,
 * and it sets the controls. It comes after `kernel.js`; its other half is `page.py`.
 *
 * @typedef {{name: string, unit: string, typed: boolean, number: boolean}} About
 * @typedef {{name: string, x: number, drag: boolean}} Place
 */

/** A field for a number, any field, and a slider's readout that takes a number. */
const NUMBER = "input[role=spinbutton]";
const FIELD = "textarea, input[type=text]";
const READOUT = ".widget-readout[contenteditable=true]";

/** Set an attribute where it differs: to set it anew would wake whoever watches.
 * @param {Element | null} element @param {Record<string, string>} attributes */
function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** Give a control its name, and its value in words.
 * @param {Element} box @param {About} about */
function describe(box, about) {
  const readout = box.querySelector(".widget-readout");
  const value = [readout?.textContent ?? "", about.unit].filter(Boolean).join(" ");
  put(box.querySelector(".noUi-handle"), { "aria-label": about.name, "aria-valuetext": value });
  if (readout && about.typed) put(readout, { contenteditable: "true" });
  if (readout?.getAttribute("contenteditable") === "true") {
    put(readout, { role: "textbox", "aria-label": `${about.name}, typed`, spellcheck: "false" });
  }
  for (const field of box.querySelectorAll("input, textarea")) {
    put(field, { "aria-label": about.name });
    const typed = /** @type {HTMLInputElement} */ (field).value;
    if (about.number) {
      const number = { "aria-valuenow": typed.replace(/,/g, ""), "aria-valuetext": typed };
      put(field, { role: "spinbutton", inputmode: "decimal", ...number });
    }
  }
  const choices = box.querySelectorAll("button.widget-toggle-button");
  if (choices.length) put(box, { role: "group", "aria-label": about.name });
  for (const button of box.matches("button.widget-toggle-button") ? [box] : choices) {
    put(button, { "aria-pressed": String(button.classList.contains("mod-active")) });
  }
}

/** The fields with something typed that the kernel has not been told yet.
 * @type {WeakSet<HTMLElement>} */
const typed = new WeakSet();

/** Whether all that is in a field is selected, so that the next key replaces it.
 * @param {any} field */
function isSelected(field) {
  if (document.activeElement !== field) return false;
  if (!field.matches(FIELD)) return String(getSelection()) === field.textContent;
  return field.value !== "" && field.selectionEnd - field.selectionStart === field.value.length;
}

/** Let what is typed stay, and what is selected: answers to what was asked before may come late.
 * @param {any} field */
function hold(field) {
  const inField = field.matches(FIELD);
  const [name, owner] = inField ? ["value", Object.getPrototypeOf(field)] : ["textContent", Node.prototype];
  const own = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(owner, name));
  Object.defineProperty(field, name, {
    configurable: true,
    get: own.get,
    set(value) {
      if (typed.has(field)) return;
      const selected = isSelected(field);
      own.set?.call(field, value);
      if (selected) inField ? field.select() : getSelection()?.selectAllChildren(field);
    },
  });
}

/** Take what is typed, clicked and dragged in a demonstration to the kernel.
 * @param {HTMLElement} root @param {Model} model @param {Kernel} kernel @param {AbortSignal} signal */
function listen(root, model, kernel, signal) {
  const controls = () => /** @type {Record<string, About>} */ (model.get("controls"));
  const find = (/** @type {string} */ name) => root.querySelector(`.labkit-control-${name}`);
  const settingOf = (/** @type {Element} */ element) =>
    Object.keys(controls()).find((name) => find(name)?.contains(element));
  const on = (/** @type {string} */ event, /** @type {(event: any) => void} */ call) =>
    root.addEventListener(event, call, { capture: true, signal });
  // A busy page may take the next click before its own timers are due.
  for (const event of ["pointerdown", "keydown", "click"]) on(event, () => kernel.settle());

  on("focusin", ({ target }) => {
    if (target.matches(`${FIELD}, ${READOUT}`)) hold(target);
  });
  on("input", ({ target }) => {
    if (target.matches(`${FIELD}, ${READOUT}`)) typed.add(target);
  });
  /** To the field's own widget, what stood there before is no change; yet it may be one to the kernel.
   * @param {HTMLInputElement} field */
  const takeIfTyped = (field) => {
    if (typed.delete(field)) kernel.ask({ kind: "type", name: settingOf(field), text: field.value });
  };
  /** Take what was typed into a readout, once.
   * @param {HTMLElement} readout */
  async function read(readout) {
    const name = settingOf(readout);
    const text = readout.textContent;
    if (!typed.delete(readout) || !name) return;
    const answer = await kernel.ask({ kind: "type", name, text });
    // Meanwhile the control may have been moved by other means, or another number been begun.
    if (answer && readout.textContent === text) readout.textContent = answer.text;
  }

  // A slider's own way of reading a typed number stops at a comma: it is not to see the event.
  on("keydown", (event) => {
    const field = event.target;
    if (field.matches(READOUT) && event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
      read(field);
    }
    const by = { ArrowUp: 1, ArrowDown: -1 }[/** @type {string} */ (event.key)];
    if (by && field.matches(NUMBER)) {
      event.preventDefault();
      takeIfTyped(field);
      kernel.ask({ kind: "nudge", name: settingOf(field), by });
    }
    kernel.after(() => {
      if (event.key !== "Enter") return kernel.greet();
      kernel.ask({ kind: "greet" });
      if (field.matches("input[type=text]")) takeIfTyped(field);
    });
  });
  on("change", ({ target }) => {
    const text = target.value;
    const wasTyped = typed.delete(target);
    kernel.after(() => kernel.ask(
      wasTyped ? { kind: "type", name: settingOf(target), text } : { kind: "greet" }));
  });
  on("click", ({ target }) => {
    if (!target.closest(".labkit-picture")) tellAllPlaces();
    kernel.sendHeld();
    const choice = target.closest(".widget-toggle-buttons button");
    if (!choice) return;
    const told = { kind: "set", name: settingOf(choice), value: choice.textContent };
    kernel.after(() => kernel.ask(told)); // after a reset it may be another one to the kernel
  });
  on("blur", (event) => {
    if (event.target.matches(FIELD)) takeIfTyped(event.target);
    if (!event.target.matches(READOUT)) return;
    event.stopPropagation();
    read(event.target);
  });

  /** @type {string | null} */
  let dragged = null;
  /** @type {string | undefined} */
  let sent;
  let busy = false;
  /** Where the mouse has been while the kernel was at work.
   * @type {Place[]} */
  let places = [];
  /** The value that stands at a place in the picture, which is another one after each answer.
   * @param {Place} place */
  function valueAt({ name, x }) {
    const there = /** @type {HTMLElement | null} */ (root.querySelector(`[data-set="${name}"]`));
    if (!there) return "-";
    const { left, width } = there.getBoundingClientRect();
    const values = (there.dataset.values ?? "").split(" ");
    const at = Math.floor(((x - left) / width) * values.length);
    return values[Math.min(Math.max(at, 0), values.length - 1)];
  }
  /** @param {Place} place */
  async function choose(place) {
    if (busy) { // the last place of a drag makes up for those before it
      if (place.drag && places.at(-1)?.drag) places.pop();
      places.push(place);
      return;
    }
    const value = valueAt(place);
    if (value !== "-" && !(place.drag && value === sent)) {
      sent = value;
      busy = true;
      await kernel.ask({ kind: "set", name: place.name, value });
      busy = false;
    }
    const next = places.shift();
    if (next) choose(next);
  }
  /** What is done next must not be overtaken by what the mouse has chosen before. */
  function tellAllPlaces() {
    for (const place of places.splice(0)) {
      const value = valueAt(place);
      if (value !== "-") kernel.ask({ kind: "set", name: place.name, value });
    }
  }
  const target = (/** @type {any} */ event) =>
    /** @type {HTMLElement | null} */ (event.target.closest?.("[data-set]"));
  on("pointerdown", (event) => {
    const here = target(event);
    const place = event.target.closest?.("[data-at]");
    if (place && event.button === 0) {
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(
        place.getScreenCTM().inverse());
      kernel.ask({ kind: "at", name: place.getAttribute("data-at"), x, y });
    }
    if (here && event.button === 0) {
      const name = here.dataset.set ?? "";
      dragged = here.hasAttribute("data-drag") ? name : null;
      if (dragged) event.preventDefault(); // the mouse marks no words on its way
      choose({ name, x: event.clientX, drag: false });
    }
    kernel.greet();
  });
  const move = (/** @type {PointerEvent} */ event) => {
    if (dragged) choose({ name: dragged, x: event.clientX, drag: true });
  };
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", (event) => {
    move(event);
    dragged = null;
  }, { signal });
  addEventListener("pointercancel", () => { dragged = null; }, { signal });
}

/** Let one thread of the kernel answer what the page tells, in the order in which it is told.
 *
 * JupyterLab may have comms answered in a thread beside the one of the cells, and ipykernel answers
 * each comm in the thread that last spoke on it: a reset could overtake the number typed before it.
 * @param {Model} model @param {Kernel} kernel */
async function inOrder(model, kernel) {
  for (const id of model.get("comms")) {
    const widget = await model.widget_manager.get_model(id);
    const own = widget.comm?.jsServicesComm;
    kernel.widgets.add(widget);
    // A comm whose thread is still being made would be given it afterwards.
    own?.subshellStarted?.then(() => { own.commsOverSubshells = "disabled"; }, () => {});
  }
}

/** Say whether the kernel answers, in words at the top of the demonstration.
 * @param {HTMLElement} root @param {HTMLElement} el @param {Model} model @param {Kernel} kernel */
function report(root, el, model, kernel) {
  const silent = kernel.silent || root.classList.contains("jupyter-widgets-disconnected");
  if (silent === root.classList.contains("labkit-silent")) return;
  root.classList.toggle("labkit-silent", silent);
  el.innerHTML = silent ? model.get("silence") : "";
  el.querySelector(root.closest(".jp-NotebookPanel") ? ".labkit-on-a-page" : ".labkit-in-a-lab")?.remove();
  el.querySelector("button")?.addEventListener("click", () => location.reload());
  root.dispatchEvent(new Event(silent ? "labkit-silent" : "labkit-answers", { bubbles: true }));
}

export default () => {
  /** @type {Kernel} */
  let kernel;
  return {
    /** @param {{model: Model}} widget */
    initialize({ model }) {
      kernel = new Kernel(model);
      model.on("change:playing", () => kernel.play());
    },

    /** @param {{model: Model, el: HTMLElement}} view */
    async render({ model, el }) {
      const end = new AbortController();
      const watching = new Set();
      begin();
      return () => {
        end.abort();
        for (const each of watching) each.disconnect();
      };

      async function begin() {
        while (!el.isConnected && !end.signal.aborted) await pause(50);
        const root = /** @type {HTMLElement | null} */ (el.closest(".labkit-demo"));
        if (!root || end.signal.aborted) return;
        put(root, { role: "group", "aria-label": model.get("title") });
        const name = () => {
          for (const nameless of root.querySelectorAll("[title=null]")) nameless.removeAttribute("title");
          for (const [setting, about] of Object.entries(model.get("controls"))) {
            const box = root.querySelector(`.labkit-control-${setting}`);
            if (box) describe(box, about);
          }
          const said = root.querySelector(".labkit-readout .widget-html-content");
          put(said, { "aria-live": "polite", "aria-atomic": "true" });
        };
        const say = () => {
          report(root, el, model, kernel);
          name(); // a field's value is no attribute: nothing else tells that it is another one
        };
        const panel = root.querySelector(".labkit-panel") ?? root;
        watch(name, panel, { subtree: true, childList: true, characterData: true, attributes: true });
        watch(say, root, { attributes: true, attributeFilter: ["class"] });
        kernel.watched.add(say);
        kernel.views += 1;
        end.signal.addEventListener("abort", () => {
          kernel.watched.delete(say);
          kernel.views -= 1;
        });
        kernel.play();
        inOrder(model, kernel).catch(() => {}); // elsewhere than in JupyterLab there is one thread anyway
        listen(root, model, kernel, end.signal);
        say();
      }

      /** @param {() => void} call @param {Element} element @param {MutationObserverInit} what */
      function watch(call, element, what) {
        const observer = new MutationObserver(call);
        observer.observe(element, what);
        watching.add(observer);
      }
    },
  };
};
