import * as v from "valibot";
import { numeric, refuses } from "../runtime/schema";

const cost = (label: string) => numeric({ label, unit: "%", min: 0, below: 1, refusal: refuses("portfolio/rebalanceCosts") });

/** Settings of every simulated account. */
export const accountEntries = {
  initialCapital: v.optional(numeric({ label: "Initial Capital", above: 0, refusal: refuses("portfolio/rebalanceCapital") }), 1_000_000),
  /** Of the traded value, for purchases and sales. */
  transactionCosts: v.optional(cost("Transaction Costs (%)"), 0.001),
  slippage: v.optional(cost("Slippage (%)"), 0.001),
};
const amount = (label: string) => numeric({ label, min: 0, refusal: refuses("backtest/fixedCosts") });

/** Further costs of orders and short positions. */
export const orderEntries = {
  /** Per order, in the currency of the capital. */
  fixedCosts: v.optional(amount("Costs per order"), 0),
  /** Per unit traded, in addition to the share of the value. */
  unitCommission: v.optional(amount("Commission per unit"), 0),
  /** Minimum per order for the sum of the share of the value and the commission per unit. */
  minimumCommission: v.optional(amount("Minimum commission"), 0),
  /** Annual, of the value of a short position: charged at each step on the previous close. */
  borrowFee: v.optional(numeric({ label: "Borrow fee", unit: "%", min: 0, max: 10, refusal: refuses("backtest/borrowFee") }), 0),
};
/** Whether costs are less than the traded value. */
export const affordable = ({ transactionCosts, slippage }: { transactionCosts: number; slippage: number }) =>
  transactionCosts + slippage < 1;
