"use strict";
// Ask for the page's own content anew, and change in it what has changed and nothing else: what is
// focused, selected or scrolled stays so.
(() => {
  const { live, every } = document.body.dataset;
  const main = document.querySelector("main");
  const stale = document.getElementById("stale");
  const form = document.getElementById("release");
  const token = form.elements["_xsrf"].value;
  let version = "", failed = 0, since = new Date(), timer, asking = false;

  const same = (old, now) => old.nodeName === now.nodeName && old.dataset?.key === now.dataset?.key;

  function renew(old, now) {
    if (old.isEqualNode(now)) return;
    if (old.nodeType !== Node.ELEMENT_NODE) {
      old.data = now.data;
      return;
    }
    for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of now.attributes)
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    renewChildren(old, now);
  }

  function renewChildren(old, now) {
    let at = old.firstChild;
    for (const next of [...now.childNodes]) {
      // Rows that came or went do not take their neighbours' places.
      let found = at;
      while (found && !same(found, next)) found = next.dataset?.key ? found.nextSibling : null;
      if (found) {
        while (at !== found) at = removed(at);
        renew(found, next);
        at = found.nextSibling;
      } else {
        old.insertBefore(next, at);
      }
    }
    while (at) at = removed(at);
  }

  function removed(node) {
    const next = node.nextSibling;
    node.remove();
    return next;
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
      const answer = await fetch(live, {
        headers: { "X-XSRFToken": token, ...(version && { "If-None-Match": version }) },
        cache: "no-store", redirect: "error", signal: AbortSignal.timeout(20000),
      });
      if (answer.status === 403) {
        say("You are signed out, or no longer an instructor. What is below is as it was at " + clock(since) + ".");
        return;
      }
      if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
      if (answer.status === 200) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        renewChildren(main, page.body);
        version = answer.headers.get("Etag") ?? "";
      }
      since = new Date();
      failed = 0;
      say("");
    } catch {
      failed += 1;
      if (failed > 1) say("The server does not answer. What is below is as it was at " + clock(since) + ".");
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
