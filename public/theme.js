// Runs before the first paint, so that a chosen theme never flashes the other one.
try {
  const theme = JSON.parse(localStorage.getItem("prospect.theme"));
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage refused: the system's theme holds.
}
