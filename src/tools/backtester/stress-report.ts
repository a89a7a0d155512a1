import type { ReportBlock } from "../../../workers/report/types";
import { canceledAfter } from "../../lib/canceled-after";
import { count, fixed, percent } from "../../lib/format.ts";
import { failureText } from "../../lib/texts.ts";
import { labelOf } from "../../strategies/families";
import { type RegimeFigures, regimesNote, regimesOf } from "../../strategies/regimes-question";
import type { BacktestRun } from "../../strategies/use-backtest";
import { heading, table, words } from "./report-blocks";
import { drawnWith, notTruncated, type StressValue } from "./stress-words";

const regimeTable = (regimes: readonly RegimeFigures[]): ReportBlock =>
  table(
    ["Regime", "share of rows", "return per year", "volatility", "Sharpe ratio", "max drawdown", "benchmark per year"],
    regimes.map((one) => [
      one.label,
      percent(one.share),
      percent(one.annualReturn),
      percent(one.volatility),
      fixed(one.sharpeRatio, 2),
      percent(one.maxDrawdown),
      percent(one.benchmarkReturn),
    ]),
  );

const BY_ROW = "Each row by the regime known at the close before.";

/** Performance by regime, if it is split. */
export async function regimeParts(run: BacktestRun): Promise<ReportBlock[]> {
  const found = await regimesOf(run);
  if (!found) return [];
  if (!found.ok) return [heading("By regime"), words(failureText(found.failure))];
  const { regimes, caption } = found.value;
  return [heading("By regime"), words(`${BY_ROW} ${regimesNote(caption, run)}`), regimeTable(regimes)];
}

/** Report sections of a stress test; empty without one. */
export function stressParts(run: BacktestRun, stress: StressValue | null): ReportBlock[] {
  if (!stress) return [];
  const { luck, luckReason, sensitivity, regimes, regimeReason, regimeCaption, prefixes, canceledAfter: part } = stress;
  const levels = ["5%", "25%", "50%", "75%", "95%"];
  const drawn = luck
    ? table(
        ["Monte Carlo of trades", "actual", ...levels],
        [
          ["Total return", percent(luck.totalReturn), ...luck.returns.map((share) => percent(share))],
          ["Max drawdown", percent(luck.maxDrawdown), ...luck.drawdowns.map((share) => percent(share))],
        ],
      )
    : luckReason && words(failureText(luckReason));
  const moved =
    sensitivity.length > 0 &&
    table(
      ["Sharpe ratio with", "−20%", "−10%", "−5%", "+5%", "+10%", "+20%"],
      sensitivity.map(({ parameter, shifted }) => [labelOf(parameter), ...shifted.map(({ sharpeRatio }) => fixed(sharpeRatio, 2))]),
    );
  const byRegime = regimes ? regimeTable(regimes) : regimeReason && words(failureText(regimeReason));
  const split = regimeCaption && words(`${BY_ROW} ${regimesNote(regimeCaption, run)}`);
  const ahead =
    prefixes.lengths.length === 0
      ? notTruncated(stress)
      : prefixes.firstDifference === null
        ? `On data cut at ${prefixes.lengths.map(count).join(", ")} rows the equity is identical: no look-ahead.`
        : `Uses future data from row ${count(prefixes.firstDifference + 1)} on.`;
  const cut = part ? `${canceledAfter(part, "checks")}; the others are missing here. ` : "";
  const runs = drawnWith(stress);
  // Canceled checks have neither figures nor a reason.
  const found = [drawn, moved, split, byRegime].filter((block) => block !== null && block !== false && block !== "");
  return [heading("Robustness"), words(`${cut}${runs ? `${runs}. ` : ""}${ahead}`), ...found];
}
