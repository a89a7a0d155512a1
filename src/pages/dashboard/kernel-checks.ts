import { plural, significant } from "../../lib/format.ts";
import type { KernelTest } from "../../state/self-check";
import type { Check } from "./check-list.tsx";

/** Display names of kernel families; others use their own name. */
const NAMES: Record<string, string> = {
  risk: "Value at risk, drawdown, ratios",
  portfolio: "Portfolio optimization",
  validation: "Validation and overfitting",
  regimes: "Market regimes",
  core: "Returns, indicators",
  volatility: "GARCH, GJR-GARCH, EGARCH, FIGARCH weights",
  structure: "Structure and memory",
  chaos: "Lyapunov exponents",
  factors: "Alpha factors, formulas",
  backtest: "Backtests",
  "whole-jobs": "Whole analyses",
  "single-steps": "Single steps",
};
const FIRST = Object.keys(NAMES);

const place = (family: string): number => (FIRST.includes(family) ? FIRST.indexOf(family) : FIRST.length);

interface FamilyCheck extends Check {
  family: string;
}

/** One line per kernel family: checks passed, and the largest error. */
export function kernelChecks({ checks }: KernelTest): FamilyCheck[] {
  const families = [...new Set(checks.map(({ family }) => family))].sort((a, b) => place(a) - place(b));
  return families.map((family) => {
    const own = checks.filter((check) => check.family === family);
    const failed = own.filter(({ passed }) => !passed);
    const largest = Math.max(...own.map(({ error }) => error ?? 0));
    const errors = largest === 0 ? "exact" : `maximum error ${significant(largest, 1)}`;
    return {
      family,
      name: NAMES[family] ?? family,
      state: failed.length === 0 ? "ok" : "bad",
      finding:
        failed.length === 0 ? `${plural(own.length, "check")}, ${errors}` : `failed: ${failed.map(({ kernel }) => kernel).join(", ")}`,
    };
  });
}
