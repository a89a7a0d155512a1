import * as v from "valibot";
import { numeric, refuses } from "../runtime/schema";

/** What every figure stated per year goes by. */
export const yearEntries = {
  /** Yearly return of what bears no risk. */
  riskFree: v.optional(numeric({ label: "Risk-free rate", unit: "%", above: -1, refusal: refuses("performance/riskFree") }), 0.02),
  periodsPerYear: v.optional(numeric({ label: "Steps per year", above: 0, refusal: refuses("numerics/annualization") }), 252),
};

export const { riskFree: RISK_FREE, periodsPerYear: ANNUALIZATION } = v.getDefaults(v.object(yearEntries));

/** Of random draws: the same seed gives the same result, to the bit. */
export const seedSetting = v.optional(numeric({ label: "Seed", refusal: refuses("numerics/seed") }), 1);

const cost = (label: string) => numeric({ label, unit: "%", min: 0, below: 1, refusal: refuses("portfolio/rebalanceCosts") });

/** What every simulated account goes by. */
export const accountEntries = {
  initialCapital: v.optional(numeric({ label: "Initial Capital", above: 0, refusal: refuses("portfolio/rebalanceCapital") }), 1_000_000),
  /** Of the value traded, both ways. */
  transactionCosts: v.optional(cost("Transaction Costs (%)"), 0.001),
  slippage: v.optional(cost("Slippage (%)"), 0.001),
};
/** Whether trades leave anything over. */
export const affordable = ({ transactionCosts, slippage }: { transactionCosts: number; slippage: number }) =>
  transactionCosts + slippage < 1;
