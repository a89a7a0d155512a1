// Runs before the first paint, so that a chosen theme never flashes the other one.
try {
  const root = document.documentElement.dataset;
  const theme = JSON.parse(localStorage.getItem("prospect.theme"));
  if (theme === "light" || theme === "dark") root.theme = theme;
  const upDown = JSON.parse(localStorage.getItem("prospect.settings"))?.upDown;
  if (upDown === "red-green" || upDown === "blue-orange") root.updown = upDown;
} catch {
  // Storage refused: the system's theme holds.
}

// Canvases keep the colors and the width they were painted with: on paper those of a dark screen are inverted, and all fitted to the sheet.
addEventListener("beforeprint", () => {
  const root = document.documentElement.dataset;
  root.painted = root.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const widths = Array.from(document.querySelectorAll("[data-report=chart]"), (chart) => chart.offsetWidth);
  document.getElementById("main")?.style.setProperty("--fit", String(Math.min(1.3, 960 / Math.max(1, ...widths))));
});

// WebKitGTK names the language of the system as it stands, and "C" is none to Intl: uPlot, which asks for its numbers, would not load.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en" });
}
