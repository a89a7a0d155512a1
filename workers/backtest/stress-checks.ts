import { because, type Cause, type Count, type Outcome, succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import type { MarketInput } from "./bars";
import { type BacktestInput, runBacktest } from "./jobs/run-backtest";
import { type RegimeQuestion, type RegimeResult, splitByRegime } from "./jobs/split-by-regime";
import { resampleTrades, type TradeMonteCarlo } from "./resample-trades";
import type { BacktestSettings, FullStrategy } from "./schema";
import type { SweptParameter } from "./search-schema";
import { type Sensitivity, sensitivityTo } from "./sensitivity";

/** One check of a stress test, independent of the others. */
export type StressCheck =
  | { check: "trades"; returns: Float64Array; iterations: Count; seed: number }
  | { check: "parameter"; market: MarketInput; settings: BacktestSettings; strategy: FullStrategy; parameter: SweptParameter }
  | ({ check: "regimes" } & RegimeQuestion)
  | { check: "cut"; backtest: BacktestInput; firstRow: Count; equity: Float64Array; length: Count };

/** The result of a check. */
export type StressFinding =
  | { check: "trades"; luck: TradeMonteCarlo | null; reason: Cause | null }
  | { check: "parameter"; moved: Sensitivity }
  | { check: "regimes"; regimes: RegimeResult[] | null; reason: Cause | null; caption: string | null }
  | { check: "cut"; length: Count; firstDifference: Count | null };

/** Runs one check of a stress test. */
export async function runCheck(asked: StressCheck, context: JobContext): Promise<Outcome<StressFinding>> {
  if (asked.check === "trades") {
    const found = await resampleTrades(context, asked.returns, asked);
    return found.ok ? succeed({ check: "trades", ...found.value }) : found;
  }
  if (asked.check === "parameter") {
    const moved = await sensitivityTo(context, asked.market, asked.settings, asked.strategy, asked.parameter);
    return moved.ok ? succeed({ check: "parameter", moved: moved.value }) : moved;
  }
  if (asked.check === "regimes") return succeed(await regimesOf(asked, context));
  const { backtest, firstRow, equity, length } = asked;
  return succeed({ check: "cut", length, firstDifference: await differenceAt(backtest, { firstRow, equity }, length, context) });
}

async function regimesOf(question: RegimeQuestion, context: JobContext): Promise<StressFinding> {
  const split = await splitByRegime(question, context);
  if (split.ok) return { check: "regimes", regimes: split.value.regimes, reason: null, caption: split.value.caption };
  const reason = because("backtest/stressRegimes", { cause: split.failure });
  return { check: "regimes", regimes: null, reason, caption: null };
}

/** Shares of the traded rows to which the data are truncated. */
const CUTS = [0.25, 0.4, 0.55, 0.7, 0.85, 0.95];
const MIN_CUT: Count = 3;

/** Truncated lengths of the traded rows, shortest first. */
export const cutsOf = (rows: Count): Count[] =>
  [...new Set(CUTS.map((share) => Math.floor(share * rows)))].filter((length) => length >= MIN_CUT && length < rows);

/**
 * Reruns the backtest on truncated data: trades must not depend on later rows.
 * @formula equity on data truncated at row t equals equity on all data up to t, bit for bit
 * @source definition
 * @tolerance same bits
 * @param length number of traded rows in the truncated data
 * @returns the first row whose equity differs; null if none does
 */
export async function differenceAt(
  input: BacktestInput,
  { firstRow, equity }: { firstRow: Count; equity: Float64Array },
  length: Count,
  context: JobContext,
): Promise<Count | null> {
  const n = firstRow + length;
  const cut = (column: Float64Array | null | undefined) => column?.subarray(0, n) ?? null;
  const { bars, assets } = input;
  const part = await runBacktest(
    {
      ...input,
      bars: {
        close: bars.close.subarray(0, n),
        open: cut(bars.open),
        high: cut(bars.high),
        low: cut(bars.low),
        unadjusted: cut(bars.unadjusted),
      },
      assets: assets?.map(({ name, close }) => ({ name, close: close.subarray(0, n) })) ?? null,
      times: cut(input.times),
      sentiment: cut(input.sentiment),
      benchmark: null,
      range: { from: firstRow, to: n },
      closeAtEnd: false,
    },
    context,
  );
  // A truncated run can only fail if it differs from the full one.
  const found = part.ok ? part.value.equity.findIndex((value, t) => value !== equity[t]) : 0;
  return found < 0 ? null : firstRow + found;
}
