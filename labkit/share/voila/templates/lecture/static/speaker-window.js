// The speaker's window: this slide, the next, the notes and a clock; the lecture's keys work here too.

import { listen } from "./keys.js";
import { frame } from "./pictures.js";

const find = (id) => document.getElementById(id);
const channel = new BroadcastChannel(location.hash.slice(1));
const BEGAN = `${location.hash} began`;
const styles = document.createElement("div");
let shown = null;

styles.hidden = true;
document.body.append(styles);

function show(slide) {
  if (styles.innerHTML.length !== slide.styles.length) styles.innerHTML = slide.styles;
  shown = slide;
  document.documentElement.dataset.theme = slide.theme;
  document.body.dataset.jpThemeLight = String(slide.theme === "light");
  document.title = `Speaker: ${slide.title}`;
  find("name").textContent = slide.lecture;
  find("number").textContent = `${slide.number} / ${slide.total}`;
  find("notes").innerHTML = slide.notes || "<p class=none>No notes for this slide.</p>";
  find("notes").scrollTop = 0;
  draw();
}

function draw() {
  if (!shown) return;
  for (const name of ["current", "next"]) {
    const holder = find(name);
    const made = document.createElement("template");
    made.innerHTML = shown[name];
    const [slide] = made.content.children;
    if (slide) frame(holder, slide, shown.width, shown.height);
    else holder.textContent = "That was the last slide.";
  }
}

const two = (number) => String(Math.floor(number)).padStart(2, "0");

function tick() {
  const now = new Date();
  const seconds = (now - Number(sessionStorage.getItem(BEGAN))) / 1000;
  find("clock").textContent = now.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  find("elapsed").textContent = `${two(seconds / 60)}:${two(seconds % 60)}`;
}

function begin() {
  sessionStorage.setItem(BEGAN, String(Date.now()));
  tick();
}

const HERE = ["speaker", "help", "escape", "fullScreen", "start", "pointer"]; // of the other window
const act = (action, number) => {
  if (!HERE.includes(action)) channel.postMessage({ what: "act", action, number });
};

channel.onmessage = ({ data }) => {
  if (data.what === "slide") show(data);
  if (data.what === "here") channel.postMessage({ what: "hello" });
};
find("again").addEventListener("click", begin);
find("back").addEventListener("click", () => act("previous"));
find("forward").addEventListener("click", () => act("next"));
addEventListener("resize", draw);
listen(act);
if (!sessionStorage.getItem(BEGAN)) begin();
setInterval(tick, 500);
tick();
channel.postMessage({ what: "hello" });
