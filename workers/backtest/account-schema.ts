import * as v from "valibot";
import { numeric, refuses } from "../runtime/schema";

const cost = (label: string) => numeric({ label, unit: "%", min: 0, below: 1, refusal: refuses("portfolio/rebalanceCosts") });

/** Settings of every simulated account. */
export const accountEntries = {
  initialCapital: v.optional(numeric({ label: "Initial Capital", above: 0, refusal: refuses("portfolio/rebalanceCapital") }), 1_000_000),
  /** Of the value traded, both ways. */
  transactionCosts: v.optional(cost("Transaction Costs (%)"), 0.001),
  slippage: v.optional(cost("Slippage (%)"), 0.001),
};
/** Whether trades leave anything over. */
export const affordable = ({ transactionCosts, slippage }: { transactionCosts: number; slippage: number }) =>
  transactionCosts + slippage < 1;
