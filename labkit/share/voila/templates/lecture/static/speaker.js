// What the lecture tells the speaker's window, and what it hears from it. Both speak through a
// channel of this tab's own name, so that either may be loaded anew.

import { picture } from "./pictures.js";

const NAME = "labkit-lecture";
const SETTLE = 500; // ms after which a copy of this tab knows that it is one

/** The name under which this tab and its speaker's window know each other. */
function channelName() {
  let name = sessionStorage.getItem(NAME);
  if (!name) {
    name = `${NAME}-${Math.random().toString(36).slice(2)}`;
    sessionStorage.setItem(NAME, name);
  }
  return name;
}

export class Speaker {
  constructor(deck, act) {
    this.deck = deck;
    this.act = act;
    this.#listen();
    deck.addEventListener("turned", () => this.tell());
    let later;
    new MutationObserver(() => {
      clearTimeout(later);
      if (this.heard) later = setTimeout(() => this.tell(), 300);
    }).observe(deck.slides[0].parentElement, { childList: true, subtree: true, characterData: true });
    this.channel.postMessage({ what: "here" });
  }

  #listen() {
    this.name = channelName();
    this.channel = new BroadcastChannel(this.name);
    this.heard = false;
    this.channel.onmessage = ({ data }) => {
      if (data.what === "hello") this.heard = true;
      if (data.what === "hello") this.tell();
      else if (data.what === "act") this.act(data.action, data.number);
      else if (data.what === "here") this.#keep();
      else if (data.what === "taken") this.#rename();
    };
  }

  // A browser that copies a tab copies its name, too: the copy takes another one.
  #keep() {
    this.channel.postMessage({ what: "taken" });
    setTimeout(() => this.tell(), SETTLE);
  }

  #rename() {
    this.channel.close();
    sessionStorage.removeItem(NAME);
    this.#listen();
  }

  open() {
    const page = new URL("speaker.html", import.meta.url);
    page.hash = this.name;
    const opened = window.open(page, this.name, "popup,width=1200,height=760");
    opened?.focus();
    return Boolean(opened);
  }

  tell() {
    if (!this.heard) return;
    const { deck } = this;
    const next = deck.slides[deck.index + 1];
    const notes = [...deck.slide.querySelectorAll(".notes")].map((node) => node.innerHTML);
    this.channel.postMessage({
      what: "slide",
      number: deck.index + 1,
      total: deck.slides.length,
      title: deck.slide.dataset.title,
      lecture: deck.slides[0].dataset.title,
      current: picture(deck.slide).outerHTML,
      next: next ? picture(next).outerHTML : "",
      notes: notes.join(""),
      width: innerWidth,
      height: innerHeight,
      theme: document.documentElement.dataset.theme,
      styles: styles(),
    });
  }
}

// Everything that styles the slides, also what scripts have added since the page was loaded.
function styles() {
  return [...document.querySelectorAll("style, link[rel=stylesheet]")].filter((node) => !node.disabled)
    .map((node) => {
      if (node.matches("link")) return `<link rel="stylesheet" href="${node.href}">`;
      const rules = [...(node.sheet?.cssRules ?? [])].map((rule) => rule.cssText).join("\n");
      return `<style>${rules}</style>`;
    }).join("");
}
