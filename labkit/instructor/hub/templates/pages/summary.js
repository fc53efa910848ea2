"use strict";
// Ask for the page's own content anew, and put each part that has changed in place of the old one.
(() => {
  const { live, every } = document.body.dataset;
  const main = document.querySelector("main");
  const stale = document.getElementById("stale");
  const form = document.getElementById("release");
  const token = form.elements["_xsrf"].value;
  let shown = "", failed = 0, since = new Date(), timer, asking = false;

  // Where somebody types, or has marked text to copy, the old part stays for the moment.
  const inUse = (part) => part.querySelector("input:focus") ||
    (!getSelection().isCollapsed && getSelection().containsNode(part, true));

  const focusable = (part) => [...part.querySelectorAll("a, button, [tabindex]")];
  const same = (one) => (other) => ["href", "value", "aria-labelledby"].every(
    (name) => one.getAttribute(name) === other.getAttribute(name));

  function put(part, old) {
    const focused = old.contains(document.activeElement) && document.activeElement;
    const scrolled = old.querySelector(".wide")?.scrollLeft;
    old.replaceWith(part);
    if (scrolled) part.querySelector(".wide").scrollLeft = scrolled;
    if (focused) focusable(part).find(same(focused))?.focus({ preventScroll: true });
  }

  // Return whether all parts are as they should be.
  function renew(parts) {
    let after = null, done = true;
    const ids = parts.map((part) => part.id);
    for (const old of [...main.children]) if (!ids.includes(old.id)) old.remove();
    for (const part of parts.reverse()) {
      const old = document.getElementById(part.id);
      if (!old) main.insertBefore(part, after);
      else if (!old.isEqualNode(part)) inUse(old) ? (done = false) : put(part, old);
      after = document.getElementById(part.id);
    }
    return done;
  }

  function say(text) {
    if (stale.firstElementChild.textContent !== text) stale.firstElementChild.textContent = text;
    stale.hidden = text === "";
  }

  const clock = (time) => time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

  async function look() {
    if (asking) return;
    clearTimeout(timer);
    asking = true;
    try {
      const answer = await fetch(live + location.search, {
        headers: { "X-XSRFToken": token }, cache: "no-store", redirect: "error",
        signal: AbortSignal.timeout(20000),
      });
      if (answer.status === 403) {
        say("You are signed out, or no longer an instructor. This page shows the class as it was at " + clock(since) + ".");
        return;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (text !== shown) {
        const page = new DOMParser().parseFromString(text, "text/html");
        shown = renew([...page.body.children]) ? text : "";
      }
      since = new Date();
      failed = 0;
      say("");
    } catch {
      failed += 1;
      if (failed > 1) say("The server does not answer. This page shows the class as it was at " + clock(since) + ".");
    } finally {
      asking = false;
    }
    timer = setTimeout(look, every * Math.min(2 ** failed, 16));
  }

  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (form.dataset.sent || !confirm("Release " + button.value + " to all students now?")) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    button.setAttribute("aria-busy", "true");
  });

  // A page that nobody sees asks for nothing.
  document.addEventListener("visibilitychange", () => document.hidden ? clearTimeout(timer) : look());
  addEventListener("pageshow", () => delete form.dataset.sent);
  timer = setTimeout(look, every);
})();
