import { because, type Count, fail, type Outcome, succeed } from "../../contract";
import { fitRegimesJob } from "../../regimes";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { inWords } from "../../texts";
import type { MarketInput } from "../bars";
import { byRegime, type RegimeResult } from "../by-regime";
import { stressSchema } from "../schema";
import { type Sensitivity, sensitivityOf } from "../sensitivity";
import { type TradeLuck, tradeLuck } from "../trade-luck";
import { type BacktestInput, type BacktestReport, runBacktest } from "./run-backtest";

export interface StressInput extends BacktestInput {
  /** Monte Carlo runs, 100 to 100,000. */
  iterations?: Count;
  seed?: number;
}

export interface StressReport {
  /** Trades resampled; null with a reason where there are too few. */
  luck: TradeLuck | null;
  luckReason: string | null;
  /** Every parameter 5, 10 and 20% lower and higher. */
  sensitivity: Sensitivity[];
  /** In each of two regimes of what is traded; null with a reason where they cannot be distinguished. */
  regimes: RegimeResult[] | null;
  regimeReason: string | null;
  regimeCaption: string | null;
  /** Whether truncated data gives the same trades: lengths tried, and the first row that differed. */
  prefixes: { lengths: Count[]; firstDifference: Count | null };
  iterations: Count;
  seed: number;
}

/** Shares of the traded rows the data is cut to. */
const CUTS = [0.25, 0.4, 0.55, 0.7, 0.85, 0.95];
const MIN_CUT: Count = 3;

/** Stresses a backtest: its trades resampled, its parameters perturbed, its regimes evaluated separately, and its data truncated. */
export async function stressBacktest(input: StressInput, context: JobContext): Promise<Outcome<StressReport>> {
  const { iterations: drawn, seed: from, ...backtest } = input;
  const read = readSettings(stressSchema, { iterations: drawn, seed: from });
  if (read.refusal !== null) return fail("bad-input", "backtest/testFailed", { cause: read.refusal });
  const { iterations, seed } = read.settings;
  const whole = await runBacktest(backtest, context);
  if (!whole.ok) return whole;
  const { trades, equity, benchmark, firstRow, rows, settings, strategy } = whole.value;
  context.progress(0.1, "Resampling trades");
  const luck = await tradeLuck(context, trades, equity, firstRow, { iterations, seed });
  if (!luck.ok) return luck;
  context.progress(0.3, "Perturbing parameters");
  const { bars, assets, times, sentiment } = backtest;
  const market: MarketInput = { bars, assets, times, sentiment };
  const sensitivity = await sensitivityOf(context, market, settings, strategy);
  if (!sensitivity.ok) return sensitivity;
  context.progress(0.6, "Fitting regimes");
  // Several instruments are represented by the value of holding all of them.
  const close = assets ? benchmark : bars.close.subarray(firstRow, firstRow + rows);
  const basis = { perYear: settings.periodsPerYear, riskFree: settings.riskFree };
  const fitted = await fitRegimesJob(
    { values: close, kind: "prices", times: null, compare: false, horizon: 0, annualization: basis.perYear },
    context,
  );
  const risk = await context.load("risk");
  const labels = fitted.ok ? fitted.value.regimes.map(({ label }) => label) : [];
  const regimes = fitted.ok ? byRegime(context, risk, { equity, benchmark }, fitted.value.path, labels, basis) : null;
  context.progress(0.8, "Checking for look-ahead");
  const prefixes = await prefixesOf(backtest, whole.value, context);
  return succeed<StressReport>({
    luck: luck.value.luck,
    luckReason: luck.value.reason,
    sensitivity: sensitivity.value,
    regimes,
    regimeReason: fitted.ok ? null : inWords(because("backtest/stressRegimes", { cause: fitted.failure })),
    regimeCaption: fitted.ok ? fitted.value.caption : null,
    prefixes,
    iterations,
    seed,
  });
}

/**
 * Reruns the backtest on truncated data: trades on a row must not depend on later rows.
 * @formula equity on data truncated at row t equals equity on all data up to t, bit for bit
 * @source definition
 * @tolerance same bits
 */
export async function prefixesOf(input: BacktestInput, whole: BacktestReport, context: JobContext): Promise<StressReport["prefixes"]> {
  const { firstRow, rows, equity } = whole;
  const lengths = [...new Set(CUTS.map((share) => Math.floor(share * rows)))].filter((length) => length >= MIN_CUT && length < rows);
  let firstDifference: Count | null = null;
  for (const length of lengths) {
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
    // The account may come to nothing in one and not in the other only where they differ.
    const found = part.ok ? part.value.equity.findIndex((value, t) => value !== equity[t]) : 0;
    if (found >= 0) firstDifference = Math.min(firstDifference ?? n, firstRow + found);
  }
  return { lengths, firstDifference };
}
