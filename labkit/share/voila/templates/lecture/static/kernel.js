// The Python behind the slides: how far its cells have come, and whether it still answers.

const WIDGET = ".jupyter-widgets";

/** Follow the cells as they run; `report` takes how many of how many are done. */
export function follow(main, report) {
  const cells = [...main.querySelectorAll("[cell-index]")];
  const left = new Set(cells);

  function look() {
    for (const cell of [...left]) {
      if (!cell.querySelector(".jp-Cell-outputWrapper")) continue;
      left.delete(cell);
      cell.dataset.ran = "";
    }
    for (const cell of cells) if ("ran" in cell.dataset) replaceSaved(cell, left.size === 0);
    for (const cell of cells) setIfNew(cell, "holds", contents(cell));
    for (const slide of main.querySelectorAll(".slide")) setIfNew(slide, "state", stateOf(slide));
    if (left.size === 0) main.dataset.lecture = "ready";
    const code = cells.filter((cell) => cell.matches(".output"));
    report(code.filter((cell) => "ran" in cell.dataset).length, code.length);
  }

  new MutationObserver(look).observe(main, { childList: true, subtree: true });
  look();
}

// What was saved in the notebook stands in until the same has been made anew.
function replaceSaved(cell, all) {
  const saved = cell.querySelector(":scope > .saved");
  if (!saved) return;
  const made = cell.querySelector(".jp-OutputArea-child");
  if (made ? !made.querySelector(".jupyter-widgets-view") || made.querySelector(WIDGET) : all || !saved.children.length) saved.remove();
}

function setIfNew(node, name, value) {
  if (node.dataset[name] !== value) node.dataset[name] = value;
}

function contents(cell) {
  if (cell.querySelector(".labkit-demo")) return "demo";
  return cell.querySelector("img, svg:not(mjx-container svg)") ? "figure" : "text";
}

function stateOf(slide) {
  if (slide.querySelector("[data-mime-type='application/vnd.jupyter.error'], [data-mime-type='application/vnd.jupyter.stderr']")) return "failed";
  return slide.querySelector(".output:not([data-ran])") ? "waiting" : "done";
}

/** Say when the kernel or the server is lost ("kernel", "server") and when it is back ("well"). */
export async function watch(report) {
  const kernel = await started();
  if (!kernel) return report("kernel");
  let [silent, dead] = [undefined, false]; // another kernel in its place knows nothing of the slides
  const told = (_, status) => {
    if (!["dead", "restarting", "autorestarting", "terminating"].includes(status)) return;
    dead = true;
    report("kernel");
  };
  kernel.statusChanged.connect(told);
  kernel.connectionStatusChanged.connect((_, status) => {
    clearTimeout(silent);
    if (status === "connected") report(dead ? "kernel" : "well");
    else silent = setTimeout(() => report("server"), status === "disconnected" ? 0 : 1500);
  });
}

async function started(seconds = 90) {
  for (let tries = 0; tries < seconds * 10; tries += 1) {
    const kernel = window.jupyterapp?.widgetManager?.kernel;
    if (kernel) return kernel;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
}

/** Whether the server answers; to ask for the page itself would start another kernel. */
export async function serverAnswers() {
  try {
    return (await fetch(new URL("theme.js", import.meta.url), { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
