// Light or dark: what the address says (?theme=dark), else what the browser prefers. The kernel
// has to know it too, for its figures: it reads the address, so a preference is written there.
window.labkitTheme = (() => {
  const asked = new URLSearchParams(location.search).get("theme");
  const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = asked === "dark" || asked === "light" ? asked : preferred;

  function apply() {
    document.documentElement.dataset.theme = theme;
    document.body.dataset.jpThemeLight = String(theme === "light");
    for (const link of document.querySelectorAll("link[data-theme]")) {
      link.disabled = link.dataset.theme !== theme;
    }
  }

  // With the theme in the address, and without the kernel that was started for this one.
  function reload() {
    if (asked || theme === "light") return;
    const { baseUrl, kernelId } = JSON.parse(document.getElementById("jupyter-config-data").text);
    const form = new FormData();
    form.append("_xsrf", document.cookie.match("\\b_xsrf=([^;]*)\\b")?.[1] ?? "");
    navigator.sendBeacon(`${baseUrl}voila/api/shutdown/${kernelId}`, form);
    const address = new URL(location);
    address.searchParams.set("theme", theme);
    location.replace(address);
  }

  return { apply, reload };
})();

// Voila's own script ends the kernel when the page is left, with a token against forged requests
// that Voila forgets to give: without one, each time the page is loaded a kernel would stay behind.
if (!/\b_xsrf=/.test(document.cookie)) {
  const token = crypto.getRandomValues(new Uint8Array(16));
  const digits = [...token].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  document.cookie = `_xsrf=${digits}; path=/; SameSite=Lax`;
}

// Voila says with this that a cell still runs; the slides show it themselves.
window.voila_heartbeat = () => {};
