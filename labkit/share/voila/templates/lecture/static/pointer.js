// A red spot that follows the mouse, and a mouse that is not seen while it rests.

const REST = 3000; // ms

export class Pointer {
  constructor(spot) {
    this.spot = spot;
    let resting;
    addEventListener("pointermove", (event) => {
      spot.style.left = `${event.clientX}px`;
      spot.style.top = `${event.clientY}px`;
      delete document.documentElement.dataset.resting;
      clearTimeout(resting);
      resting = setTimeout(() => { document.documentElement.dataset.resting = ""; }, REST);
    }, { passive: true });
  }

  get on() {
    return !this.spot.hidden;
  }

  toggle() {
    this.spot.hidden = this.on;
    document.documentElement.toggleAttribute("data-pointing", this.on);
  }

  off() {
    if (this.on) this.toggle();
  }
}
