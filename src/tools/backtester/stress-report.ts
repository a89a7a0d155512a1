import type { ReportBlock } from "../../../workers/report/types";
import { canceledAfter } from "../../lib/canceled-after";
import { count, fixed, percent } from "../../lib/format.ts";
import { labelOf } from "../../strategies/families";
import { heading, table, words } from "./report-blocks";
import { drawnWith, notTruncated, type StressValue } from "./stress-words";

/** What the report says of a stress test; nothing without one. */
export function stressParts(stress: StressValue | null): ReportBlock[] {
  if (!stress) return [];
  const { luck, luckReason, sensitivity, regimes, regimeReason, prefixes, canceledAfter: part } = stress;
  const levels = ["5%", "25%", "50%", "75%", "95%"];
  const drawn = luck
    ? table(
        ["Monte Carlo of trades", "actual", ...levels],
        [
          ["Total return", percent(luck.totalReturn), ...luck.returns.map((share) => percent(share))],
          ["Max drawdown", percent(luck.maxDrawdown), ...luck.drawdowns.map((share) => percent(share))],
        ],
      )
    : luckReason && words(luckReason);
  const moved =
    sensitivity.length > 0 &&
    table(
      ["Sharpe ratio with", "−20%", "−10%", "−5%", "+5%", "+10%", "+20%"],
      sensitivity.map(({ parameter, shifted }) => [labelOf(parameter), ...shifted.map(({ sharpeRatio }) => fixed(sharpeRatio, 2))]),
    );
  const told = regimes
    ? table(
        ["Regime", "rows", "return per year", "Sharpe ratio", "benchmark per year"],
        regimes.map((one) => [
          one.label,
          count(one.rows),
          percent(one.annualReturn),
          fixed(one.sharpeRatio, 2),
          percent(one.benchmarkReturn),
        ]),
      )
    : regimeReason && words(regimeReason);
  const ahead =
    prefixes.lengths.length === 0
      ? notTruncated(stress)
      : prefixes.firstDifference === null
        ? `On data cut at ${prefixes.lengths.map(count).join(", ")} rows the equity is identical: no look-ahead.`
        : `Uses future data from row ${count(prefixes.firstDifference + 1)} on.`;
  const cut = part ? `${canceledAfter(part, "checks")}; the others are missing here. ` : "";
  const runs = drawnWith(stress);
  // A check that was not finished has neither figures nor a reason.
  const found = [drawn, moved, told].filter((block) => block !== null && block !== false && block !== "");
  return [heading("Robustness"), words(`${cut}${runs ? `${runs}. ` : ""}${ahead}`), ...found];
}
