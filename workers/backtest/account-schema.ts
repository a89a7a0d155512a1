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
const amount = (label: string) => numeric({ label, min: 0, refusal: refuses("backtest/fixedCosts") });

/** What orders and short positions cost besides. */
export const orderEntries = {
  /** Per order, in the currency of the capital. */
  fixedCosts: v.optional(amount("Costs per order"), 0),
  /** Per unit traded, beside the share of the value. */
  unitCommission: v.optional(amount("Commission per unit"), 0),
  /** Least that the share of the value and the commission per unit come to, per order. */
  minimumCommission: v.optional(amount("Minimum commission"), 0),
  /** A year, of the value of a short position: each step pays for it on the close before. */
  borrowFee: v.optional(numeric({ label: "Borrow fee", unit: "%", min: 0, max: 10, refusal: refuses("backtest/borrowFee") }), 0),
};
/** Whether trades leave anything over. */
export const affordable = ({ transactionCosts, slippage }: { transactionCosts: number; slippage: number }) =>
  transactionCosts + slippage < 1;
