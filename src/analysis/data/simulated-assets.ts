/** True parameters of the sample "Four simulated assets", listed in `public/samples/README.md`. Volatilities and means are annual. */
export const SIMULATED_ASSETS = {
  seed: 500,
  rows: 1260,
  /** Degrees of freedom of the daily shocks. */
  nu: 6,
  names: ["Equities", "Bonds", "Commodities", "Real Estate"],
  volatility: [0.16, 0.05, 0.2, 0.18],
  mean: [0.07, 0.025, 0.04, 0.06],
  /** Lower triangle of the correlations, row by row. */
  correlation: [[1], [-0.2, 1], [0.35, -0.1, 1], [0.65, 0.1, 0.25, 1]],
} as const;
