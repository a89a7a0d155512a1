import { fixed, percent } from "../lib/format.ts";
import type { BacktestValue } from "./backtest-input";

/** What trading costs: shares of the value, and whatever of an order and of a short position is asked for. */
export function costWords({ settings }: Pick<BacktestValue, "settings">): string {
  const { transactionCosts, slippage, unitCommission, minimumCommission, fixedCosts, borrowFee } = settings;
  return [
    `costs ${percent(transactionCosts, 2)} and slippage ${percent(slippage, 2)} both ways`,
    unitCommission > 0 && `${fixed(unitCommission, 4)} per unit`,
    minimumCommission > 0 && `commission at least ${fixed(minimumCommission, 2)}`,
    fixedCosts > 0 && `${fixed(fixedCosts, 2)} per order`,
    borrowFee > 0 && `borrow fee ${percent(borrowFee, 2)} per year`,
  ]
    .filter(Boolean)
    .join(", ");
}
