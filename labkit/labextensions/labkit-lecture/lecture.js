// JupyterLab has no setting and no address for what a lecture needs when it opens,
// so this small extension does it: for pages at the address that `make lecture` opens, and no
// others. Where the lab is installed it is there too, and leaves every other page as it is.
const LECTURE = /\/doc\/workspaces\/lecture-[^/]+\/tree\//;
const STYLE = new URL("lecture.css", document.currentScript.src);

const STEPS = { PageDown: 1, PageUp: -1 }; // also what presenters' remote controls send

async function show(app, panel) {
  const notebook = panel.content;
  makeRoom(app.shell);
  await styled();
  panel.toolbar.hide();
  await panel.context.ready;
  await panel.sessionContext.ready;
  await app.commands.execute("notebook:hide-all-cell-code");
  document.addEventListener("keydown", (event) => turn(event, notebook), true);
  goTo(notebook, slides(notebook)[0]);
  await run(notebook, panel.sessionContext);
  panel.context.model.dirty = false; // new outputs are not worth saving, edits are
}

// One cell after the other: run all at once, the slides would be empty until their turn.
// Only the widgets of an earlier showing are gone with its kernel.
async function run(notebook, session) {
  notebook.node.dataset.lecture = "running";
  const code = notebook.widgets.filter((cell) => cell.model.type === "code");
  code.filter(isWidget).forEach((cell) => cell.model.outputs.clear());
  for (const cell of code) await cell.constructor.execute(cell, session);
  notebook.node.dataset.lecture = "ready";
}

function isWidget(cell) {
  const kinds = cell.model.outputs.toJSON().flatMap(({ data }) => Object.keys(data ?? {}));
  return kinds.includes("application/vnd.jupyter.widget-view+json");
}

function makeRoom(shell) {
  shell.presentationMode = true;
  for (const side of ["left", "right"]) {
    if (shell.isSideTabBarVisible(side)) shell.toggleSideTabBarVisibility(side);
  }
  if (shell.isTopInSimpleModeVisible()) shell.toggleTopInSimpleModeVisibility();
  for (const bar of shell.widgets("bottom")) bar.hide();
}

// Slides are turned to by their height, which the style sheet decides.
function styled() {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: STYLE });
  const loaded = new Promise((resolve) => { link.onload = link.onerror = resolve; });
  document.head.append(link);
  return loaded;
}

function slides(notebook) {
  return notebook.widgets.filter((cell) => /^##? /.test(cell.model.sharedModel.source));
}

function turn(event, notebook) {
  const step = STEPS[event.key];
  if (!step || event.target.closest("input, textarea, .jupyter-widgets, .cm-editor")) return;
  event.preventDefault();
  event.stopPropagation();
  const top = notebook.node.getBoundingClientRect().top + 5;
  const all = slides(notebook);
  const passed = all.filter((cell) => cell.node.getBoundingClientRect().top <= top).length;
  goTo(notebook, all[passed - 1 + step]);
}

let settling;

function goTo(notebook, cell) {
  if (!cell) return;
  notebook.activeCellIndex = notebook.widgets.indexOf(cell);
  const scroll = () => cell.node.scrollIntoView();
  scroll();
  clearTimeout(settling); // of a slide that was passed quickly
  settling = setTimeout(scroll, 100); // what had not been drawn yet may have another height
}

// The widgets of an earlier showing would be in the way of the new ones.
async function endEarlier(sessions) {
  await sessions.refreshRunning();
  for (const { id, path } of [...sessions.running()]) {
    if (decodeURIComponent(location.pathname).endsWith(`/tree/${path}`)) await sessions.shutdown(id);
  }
}

const plugin = {
  id: "labkit-lecture:plugin",
  autoStart: true,
  activate: async (app) => {
    if (!LECTURE.test(location.pathname)) return;
    const shown = new Set();
    app.shell.currentChanged.connect((_, { newValue: panel }) => {
      if (!panel?.sessionContext || shown.has(panel)) return;
      shown.add(panel);
      show(app, panel);
    });
    await endEarlier(app.serviceManager.sessions);
  },
};

// What JupyterLab expects of an extension: a container of module federation.
window._JUPYTERLAB ??= {};
window._JUPYTERLAB["labkit-lecture"] = {
  init: () => {},
  get: async () => () => ({ __esModule: true, default: plugin }),
};
