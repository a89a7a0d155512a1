import { percent, plain } from "../lib/format.ts";
import type { BacktestValue } from "./backtest-input";

/** Enough decimals for small values: a venue's fee is below a hundredth of a percent. */
const share = (value: number): string => percent(value, 12, 2);

/** Trading costs: the share of the traded value, plus any costs per order and of short positions. */
export function costWords({ settings }: Pick<BacktestValue, "settings">): string {
  const { transactionCosts, slippage, unitCommission, minimumCommission, fixedCosts, borrowFee } = settings;
  return [
    `costs ${share(transactionCosts)} and slippage ${share(slippage)} of the value traded, both ways`,
    unitCommission > 0 && `${plain(unitCommission)} per unit`,
    minimumCommission > 0 && `commission at least ${plain(minimumCommission)}`,
    fixedCosts > 0 && `${plain(fixedCosts)} per order`,
    borrowFee > 0 && `borrow fee ${share(borrowFee)} per year`,
  ]
    .filter(Boolean)
    .join(", ");
}
