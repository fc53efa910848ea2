// Which key does what in a lecture, on the keyboard and on a presenter's remote control.

const TURNS = {
  PageDown: "next", ArrowRight: "next", ArrowDown: "next", " ": "next",
  PageUp: "previous", ArrowLeft: "previous", ArrowUp: "previous", Backspace: "previous",
  Home: "first", End: "last",
};
const TOGGLES = {
  ".": "black", b: "black", f: "fullScreen", s: "speaker", l: "pointer", "?": "help",
  Escape: "escape", F5: "start",
};
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
const LEAF = 250; // ms between two slides while a key is held
const FORGET = 3000; // ms after which typed digits count no longer
const FIELD = "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button], [readonly])";

export const isField = (element) => element.isContentEditable || element.matches(FIELD);

// Arrows choose a value in these, and the keys that turn pages turn pages all the same.
function keepsArrow(element, key) {
  if (element.closest("[role=slider], input[type=range], input[type=radio]")) return true;
  return element.matches("select") && (key === "ArrowUp" || key === "ArrowDown");
}

// A remote control presses keys by their place, whatever is printed there: on a French keyboard a
// colon for a point, on a Russian one no Latin letter at all.
function nameOf(event) {
  if (event.code === "NumpadDecimal" && event.key !== "Delete") return "."; // a comma elsewhere
  const [, digit, letter] = /^(?:Digit(\d)|Key([A-Z]))$/.exec(event.code) ?? [];
  if (digit && !event.shiftKey) return digit;
  if (letter && event.key.length === 1 && event.key > "~") return letter.toLowerCase();
  if (event.code === "Period" && !event.shiftKey && !/[a-z]/i.test(event.key)) return ".";
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** What a key means for a lecture: a turn, a toggle, "digit", "enter", or nothing. */
function meaning(event, element) {
  const key = nameOf(event);
  if (event.ctrlKey || event.altKey || event.metaKey) return null; // the browser's
  if (isField(element)) {
    const always = { PageDown: "next", PageUp: "previous", F5: "start", Escape: "leave" };
    return always[key] ?? null;
  }
  if (ARROWS.includes(key) && (event.shiftKey || keepsArrow(element, key))) return null;
  if (key === " " && event.shiftKey) return "previous";
  if (/^[0-9]$/.test(key)) return "digit";
  return TURNS[key] ?? TOGGLES[key] ?? (key === "Enter" ? "enter" : null);
}

// Space turns the page, so that Enter has to do what Space does elsewhere.
function press(element) {
  const control = element.closest("input[type=checkbox], input[type=radio], select");
  if (!control) return Boolean(element.closest("button, a[href], summary, [role=button]")) && "native";
  if (control.matches("select")) control.showPicker?.();
  else control.click();
  return "done";
}

/**
 * Listen before everything else on the page.
 *
 * `act` takes the name of an action and, for "goTo", a number of a slide, from 1;
 * `show` takes the digits typed so far.
 */
export function listen(act, show = () => {}) {
  let digits = "";
  let forgetting;
  let turned = -Infinity;

  function type(more) {
    digits = more;
    clearTimeout(forgetting);
    if (digits) forgetting = setTimeout(() => type(""), FORGET);
    show(digits);
  }

  function take(what, event, element) {
    if (what === "digit") return type((digits + nameOf(event)).slice(-3));
    if (digits && what === "previous" && event.key === "Backspace") return type(digits.slice(0, -1));
    if (digits && what === "escape") return type("");
    if (what === "leave") return element.blur();
    const number = Number(digits);
    type("");
    if (what !== "enter") return act(what);
    return number ? act("goTo", number) : act("enter");
  }

  function pressed(event) {
    if (event.isComposing || event.defaultPrevented) return;
    const element = event.composedPath()[0];
    if (!(element instanceof Element)) return;
    const what = meaning(event, element);
    // A slider reads PageDown, Home and End whatever is held down with them.
    if (element.closest("[role=slider]") && !ARROWS.includes(event.key)) event.stopPropagation();
    if (!what) return;
    if (what === "enter" && !digits) {
      const control = press(element);
      if (control === "native") return;
      if (control === "done") { event.preventDefault(); return; }
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) {
      const leafing = what === "next" || what === "previous";
      if (!leafing || event.timeStamp - turned < LEAF) return;
    }
    turned = event.timeStamp;
    take(what, event, element);
  }

  window.addEventListener("keydown", pressed, true);
  // A button is pressed by Space when the key comes up again.
  window.addEventListener("keyup", (event) => {
    const element = event.composedPath()[0];
    if (event.key !== " " || !(element instanceof Element) || isField(element)) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

const FAR = 60; // px, from which a movement of the finger is a swipe
const QUICK = 700; // ms

/** Turn the page where a finger wipes over it, but not over a slider or what scrolls. */
export function swipe(page, act) {
  let from = null;
  const touched = (event) => {
    const busy = event.target.closest("[role=slider], .noUi-target, input, textarea, select, [data-drag]");
    const single = event.touches.length === 1 && (visualViewport?.scale ?? 1) < 1.05;
    from = single && !busy && !scrolls(event.target, page) ? { at: event.timeStamp, ...place(event.touches[0]) } : null;
  };
  page.addEventListener("touchstart", touched, { passive: true });
  page.addEventListener("touchcancel", () => { from = null; }, { passive: true });
  page.addEventListener("touchend", (event) => {
    if (!from || event.timeStamp - from.at > QUICK) return;
    const to = place(event.changedTouches[0]);
    const [right, down] = [to.x - from.x, to.y - from.y];
    from = null;
    if (Math.abs(right) > FAR && Math.abs(right) > 2 * Math.abs(down)) act(right < 0 ? "next" : "previous");
  }, { passive: true });
}

const place = (touch) => ({ x: touch.clientX, y: touch.clientY });

function scrolls(element, page) {
  for (let node = element; node && node !== page; node = node.parentElement) {
    if (node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(node).overflowX)) return true;
  }
  return false;
}
