import { MAX_DAILY_ROWS } from "../../../workers/statements/schema";
import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import type { Statement } from "./datasets";

/** The account of a statement for another program. */
export function accountQuestion(name: string, { summary, events, daily }: Statement): ScriptQuestion {
  const { startFrom, startBalance, endBalance, cash, income, netProfit, grossProfit, grossLoss, ...rest } = summary;
  const { trades, wins, losses, winRate, profitFactor, totalReturn } = rest;
  const last = daily.times.length - 1;
  const rows = last < MAX_DAILY_ROWS ? [...new Set([0, 1, Math.floor(last / 2), last])] : [];
  const on = (column: "value" | "balance" | "profit") => Object.fromEntries(rows.map((row) => [`${column}(${row})`, daily[column][row]]));
  const amounts = { startBalance, endBalance, cash, income, netProfit, grossProfit, grossLoss, ...on("balance"), ...on("profit") };
  // Amounts may nearly cancel: their rounding is that of the sums they come from.
  const turnover = startBalance + grossProfit + grossLoss + Math.abs(cash) + Math.abs(income);
  return {
    kind: "account",
    title: `Account of ${name}`,
    source: { name, sha256: null },
    settings: { kinds: events.kind.words, startBalance: startFrom === "statement" ? null : startBalance, rows },
    columns: [
      { name: "time", values: events.times },
      { name: "kind", values: events.kind.codes },
      { name: "net", values: events.net },
      { name: "balance", values: events.balance },
    ],
    figures: [
      ...comparedFigures(0, { trades, wins, losses }),
      ...comparedFigures(1e-9, { winRate, profitFactor, totalReturn, ...on("value") }),
      ...comparedFigures(0, amounts).map((figure) => ({ ...figure, allowed: 1e-11 * turnover })),
    ],
  };
}
