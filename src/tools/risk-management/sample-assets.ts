import type { Contribution } from "./contribution-chart";

/**
 * Contributions of the four shipped assets at equal weights, in percent: shown, marked as a sample, until there are real ones. A test
 * checks them against the job's result for `public/samples/simulated_assets.csv`.
 */
export const SAMPLE_CONTRIBUTIONS: readonly Contribution[] = [
  { name: "Equities", risk: 29.2, return: 1.6 },
  { name: "Bonds", risk: 0.8, return: 0.8 },
  { name: "Commodities", risk: 35.1, return: 1.3 },
  { name: "Real Estate", risk: 34.8, return: 3.2 },
];
