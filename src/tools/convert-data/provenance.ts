import { count } from "../../lib/format.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import type { Statement } from "./datasets";

/** What stands behind the figures of a statement. */
export function statementProvenance({ summary }: Statement) {
  const n = `${count(summary.trades)} closed trades`;
  const common = { computedBy: "accountOf", n } satisfies Partial<Provenance>;
  return {
    trades: { title: "Closed trades", formula: "rows with a profit; deposits, pending orders and open trades are no trades", ...common },
    netProfit: {
      title: "Net profit",
      formula: "sum of profit, commission, fee, swap and tax of all closed trades, and the costs of opening",
      ...common,
    },
    winRate: { title: "Win rate", formula: "trades with a net profit above 0 / all closed trades", ...common },
    profitFactor: { title: "Profit factor", formula: "sum of net profits above 0 / size of the sum of those below", ...common },
    totalReturn: {
      title: "Return",
      formula: "product of 1 + net profit / balance before the trade, less 1",
      settings: [["Starting balance", summary.startFrom === "statement" ? "from the statement" : summary.startFrom]],
      differs: "Deposits and withdrawals are no gains here; terminals divide by the first deposit.",
      ...common,
    },
  } satisfies Record<string, Provenance>;
}
