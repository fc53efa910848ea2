// All slides at a glance, each a button.

import { frame, picture } from "./pictures.js";

export class Overview {
  constructor(dialog, deck) {
    this.dialog = dialog;
    this.deck = deck;
    // Told of a close a moment later: by then it may be open again.
    dialog.addEventListener("close", () => { if (!this.open) dialog.replaceChildren(); });
    // Escape comes to us as a key; what else closes a dialog must not be missed.
    dialog.addEventListener("cancel", (event) => { event.preventDefault(); this.close(); });
  }

  get open() {
    return this.dialog.open;
  }

  get buttons() {
    return [...this.dialog.querySelectorAll(":scope > div > button")];
  }

  show() {
    this.dialog.replaceChildren(...this.deck.slides.map((slide, index) => this.#entry(slide, index)));
    this.dialog.showModal();
    this.deck.slides.forEach((slide, index) => {
      frame(this.dialog.children[index].firstChild, picture(slide), innerWidth, innerHeight);
    });
    this.#select(this.deck.index);
  }

  close(index = this.deck.index) {
    this.dialog.close();
    this.deck.go(index);
  }

  /** What the keys of the lecture mean while the overview is open. */
  move(what) {
    const buttons = this.buttons;
    const at = Math.max(buttons.indexOf(document.activeElement), 0);
    const places = { next: at + 1, previous: at - 1, first: 0, last: buttons.length - 1 };
    if (what in places) this.#select(places[what]);
  }

  chosen() {
    return Math.max(this.buttons.indexOf(document.activeElement), 0);
  }

  #select(index) {
    const buttons = this.buttons;
    const button = buttons[Math.min(Math.max(index, 0), buttons.length - 1)];
    button.focus();
    button.scrollIntoView({ block: "nearest" });
  }

  // The button lies over the picture, which may have buttons of its own.
  #entry(slide, index) {
    const [entry, button, holder] = ["div", "button", "div"].map((name) => document.createElement(name));
    holder.className = "frame";
    button.textContent = `${index + 1}  ${slide.dataset.title}`;
    if (index === this.deck.index) button.setAttribute("aria-current", "true");
    entry.dataset.state = slide.dataset.state ?? "done";
    button.addEventListener("click", () => this.close(index));
    entry.append(holder, button);
    return entry;
  }
}
