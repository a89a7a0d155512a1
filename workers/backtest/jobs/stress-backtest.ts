import { type Cause, type Count, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { type CanceledAfter, cutAt, inRoundsSoFar } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import type { stressCheck } from "../parts/stress-check";
import { type TradeMonteCarlo, tradeReturns } from "../resample-trades";
import { stressSchema } from "../schema";
import { movable, type Sensitivity } from "../sensitivity";
import { cutsOf, differenceAt, type StressCheck, type StressFinding } from "../stress-checks";
import { type BacktestInput, type BacktestReport, runBacktest } from "./run-backtest";
import type { RegimeResult } from "./split-by-regime";

export interface StressInput extends BacktestInput {
  /** Monte Carlo runs, 100 to 100,000. */
  iterations?: Count;
  seed?: number;
  /** False if results have already been split by regime. */
  byRegime?: boolean;
}

export interface StressReport {
  /** Resampled trades; null with a reason if there are too few. */
  luck: TradeMonteCarlo | null;
  luckReason: Cause | null;
  /** Every parameter decreased and increased by 5, 10 and 20%. */
  sensitivity: Sensitivity[];
  /** Performance by regime of the traded prices, as known before each step; null with a reason if regimes cannot be distinguished. */
  regimes: RegimeResult[] | null;
  regimeReason: Cause | null;
  regimeCaption: string | null;
  /** Whether truncated data give the same trades: the lengths tested, and the first row with a difference. */
  prefixes: { lengths: Count[]; firstDifference: Count | null };
  iterations: Count;
  seed: number;
  /** Present if the user canceled: unfinished checks have neither results nor a reason. */
  canceledAfter?: CanceledAfter;
}

/** Above this many prices, checks run one at a time, since each holds the market in its worker's memory. */
const LONG: Count = 2_000_000;

/** Stress test of a backtest: resampled trades, perturbed parameters, performance by regime, and truncated data. */
export async function stressBacktest(input: StressInput, context: JobContext): Promise<Outcome<StressReport>> {
  const { iterations: drawn, seed: from, byRegime, ...backtest } = input;
  const read = readSettings(stressSchema, { iterations: drawn, seed: from });
  if (read.refusal !== null) return fail("bad-input", "backtest/testFailed", { cause: read.refusal });
  const { iterations, seed } = read.settings;
  const whole = await runBacktest(backtest, context);
  if (!whole.ok) return whole;
  const checks = checksOf(backtest, whole.value, read.settings, byRegime);
  const long = whole.value.rows * Math.max(1, backtest.assets?.length ?? 1) > LONG;
  const made = await inRoundsSoFar<typeof stressCheck>(context, "stress-check", checks, "Running checks", long, [0.1, 1]);
  if (!made.ok) return made;
  const of = <Check extends StressFinding["check"]>(check: Check) =>
    made.value.filter((one): one is Extract<StressFinding, { check: Check }> => one?.check === check);
  const [trades] = of("trades");
  const [regimes] = of("regimes");
  return succeed<StressReport>({
    luck: trades?.luck ?? null,
    luckReason: trades?.reason ?? null,
    sensitivity: of("parameter").map(({ moved }) => moved),
    regimes: regimes?.regimes ?? null,
    regimeReason: regimes?.reason ?? null,
    regimeCaption: regimes?.caption ?? null,
    prefixes: joined(of("cut")),
    iterations,
    seed,
    ...cutAt(made.value.filter((one) => one !== null).length, checks.length),
  });
}

/** All checks of a backtest, in display order. */
function checksOf(
  backtest: BacktestInput,
  { trades, equity, benchmark, firstRow, rows, settings, strategy }: BacktestReport,
  { iterations, seed }: { iterations: Count; seed: number },
  byRegime = true,
): StressCheck[] {
  const { bars, assets, times, sentiment } = backtest;
  const market = { bars, assets, times, sentiment };
  const { periodsPerYear: perYear, riskFree } = settings;
  const regimes = { close: assets ? null : bars.close, firstRow, equity, benchmark, perYear, riskFree };
  return [
    { check: "trades", returns: tradeReturns(trades, equity, firstRow), iterations, seed },
    ...movable(strategy).map((parameter): StressCheck => ({ check: "parameter", market, settings, strategy, parameter })),
    ...(byRegime ? [{ check: "regimes" as const, ...regimes }] : []),
    ...cutsOf(rows).map((length): StressCheck => ({ check: "cut", backtest, firstRow, equity, length })),
  ];
}

const joined = (cuts: readonly { length: Count; firstDifference: Count | null }[]): StressReport["prefixes"] => {
  const differences = cuts.flatMap(({ firstDifference }) => (firstDifference === null ? [] : [firstDifference]));
  return { lengths: cuts.map(({ length }) => length), firstDifference: differences.length > 0 ? Math.min(...differences) : null };
};

/** Whether backtests on truncated data match the full backtest up to their end. */
export async function prefixesOf(input: BacktestInput, whole: BacktestReport, context: JobContext): Promise<StressReport["prefixes"]> {
  const cuts: { length: Count; firstDifference: Count | null }[] = [];
  for (const length of cutsOf(whole.rows)) cuts.push({ length, firstDifference: await differenceAt(input, whole, length, context) });
  return joined(cuts);
}
