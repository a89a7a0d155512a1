import { count } from "../../lib/format.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import type { Statement } from "./datasets";

/** Provenance of the figures of a statement. */
export function statementProvenance({ summary }: Statement) {
  const n = `${count(summary.trades)} closed trades`;
  const common = { computedBy: "accountOf", n } satisfies Partial<Provenance>;
  return {
    trades: { title: "Closed trades", formula: "rows with a profit; excludes deposits, pending orders and open trades", ...common },
    netProfit: {
      title: "Net profit",
      formula:
        "sum of profit, commission, fee, swap and tax of all closed trades, with entry costs, dividends and interest less their taxes",
      ...common,
    },
    winRate: { title: "Win rate", formula: "trades with a net profit / all closed trades", ...common },
    profitFactor: { title: "Profit factor", formula: "sum of net profits / |sum of net losses|", ...common },
    totalReturn: {
      title: "Return",
      formula: "product of (1 + net profit / prior balance) − 1",
      settings: [["Starting balance", summary.startFrom === "statement" ? "from the statement" : summary.startFrom]],
      differs: "Deposits and withdrawals are excluded; terminals divide by the initial deposit.",
      ...common,
    },
  } satisfies Record<string, Provenance>;
}
