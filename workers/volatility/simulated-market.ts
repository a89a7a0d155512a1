import type { Count } from "../contract";

/** An asset of the simulated market: GARCH(1,1) with Student's t shocks, in percent per step. */
export interface SimulatedAsset {
  symbol: string;
  start: number;
  /** Mean return, percent per step. */
  mu: number;
  omega: number;
  alpha: number;
  beta: number;
  /** Correlation of its shock with the market's, -1 to 1. */
  market: number;
  /** Volume of an ordinary day, in shares. */
  volume: Count;
  /** Also trades on weekends. */
  everyDay?: boolean;
}

/** True parameters of the sample "Simulated market", against which fitted models can be compared. */
export const SIMULATED_MARKET = {
  seed: 2027,
  years: 5,
  /** Degrees of freedom of the shocks. */
  nu: 6,
  /** A calm and a turbulent regime: how long each lasts on average, how it scales shocks, and what it adds to the mean, percent per step. */
  regimes: [
    { name: "calm", days: 140, scale: 0.85, mean: 0.03 },
    { name: "turbulent", days: 35, scale: 1.45, mean: -0.12 },
  ],
  assets: [
    { symbol: "EQTY", start: 100, mu: 0.035, omega: 0.02, alpha: 0.08, beta: 0.9, market: 0.85, volume: 4_200_000 },
    { symbol: "TECH", start: 60, mu: 0.05, omega: 0.04, alpha: 0.09, beta: 0.89, market: 0.8, volume: 6_500_000 },
    { symbol: "BOND", start: 105, mu: 0.008, omega: 0.003, alpha: 0.05, beta: 0.92, market: -0.2, volume: 1_800_000 },
    { symbol: "GOLD", start: 180, mu: 0.02, omega: 0.015, alpha: 0.05, beta: 0.93, market: 0.05, volume: 900_000 },
    { symbol: "CRUDE", start: 70, mu: 0.01, omega: 0.09, alpha: 0.1, beta: 0.88, market: 0.35, volume: 2_400_000 },
    { symbol: "COIN", start: 9000, mu: 0.06, omega: 0.25, alpha: 0.12, beta: 0.86, market: 0.3, volume: 35_000, everyDay: true },
  ] satisfies SimulatedAsset[],
} as const;
