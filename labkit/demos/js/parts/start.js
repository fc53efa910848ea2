// The beginning of a page without a kernel: each demonstration in its place.

/** Show all demonstrations that have a place in the page. */
function start() {
  for (const el of document.querySelectorAll("[data-demonstration]")) {
    if (!(el instanceof HTMLElement)) continue;
    const state = JSON.parse(el.dataset.demonstration ?? "{}");
    const data = document.getElementById(`labkit-data-${state.name}`);
    state.data = data ? JSON.parse(data.textContent ?? "{}") : {};
    // On paper a thousand draws say more than none.
    const counting = defined(state.name).controls.find(({ kind }) => kind === "counter");
    if (state.draws && counting) state.settings = { ...state.settings, [counting.name]: state.draws };
    const nothing = () => {};
    render({ el, model: { get: (name) => state[name], set: (name, value) => { state[name] = value; },
      save_changes: nothing, on: nothing, off: nothing } });
  }
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
