/* Choices of tabs that are loaded on demand. */

export const FORECAST_METHODS = [
  { value: "analytic", label: "Analytic", note: "exact recursion of the variance" },
  { value: "simulation", label: "Simulation", note: "mean over seeded paths" },
  { value: "bootstrap", label: "Bootstrap", note: "paths from the residuals of the fit" },
] as const;

export const REFIT_SCHEMES = [
  { value: "rolling", label: "Rolling", note: "the latest returns of the window" },
  { value: "expanding", label: "Expanding", note: "every return up to the refit" },
] as const;
