import { type Count, type Fraction, fail, failBecause, type Outcome, succeed, VALUE_BYTES, YEAR } from "../../contract";
import { isoDay } from "../../iso-dates";
import { type RiskKernels, type Shape, type SharpeError, sharpeError } from "../../performance";
import { columnOf, type JobContext } from "../../runtime/job";
import type { CanceledAfter } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import type { UnitChoice } from "../../series";
import type { HandedModel } from "../../volatility";
import type { BlockLengths } from "../block-length";
import { type DrawdownEpisode, drawdownsOf } from "../drawdowns";
import { type Estimates, estimates, MIN_FOR_INTERVALS } from "../estimates";
import { type FilteredLosses, filteredLosses } from "../filtered-losses";
import { type ModelAnswer, modelLosses } from "../model-losses";
import { blocksAt, type PerformanceName, performanceEstimates, planOf } from "../performance-intervals";
import { type GivenKind, portfolioReturns, samplesOf, type ValueKind } from "../portfolio-returns";
import { lossReason } from "../reasons";
import type { LOSS_NAMES } from "../resample";
import { type RiskSettings, riskSchema } from "../schema";
import { shapeAt } from "../shape-at";
import { fitStudent, type StudentFit } from "../student-fit";
import { cornishFisherHolds, type SimulatedLoss, simulatedLoss } from "../value-at-risk";
import { backtestLosses, type LossBacktest } from "../var-backtest";

export interface RiskInput extends Partial<RiskSettings> {
  /** Portfolio values, prices, or returns, oldest first. */
  values: Float64Array;
  /** "auto" detects values or returns; the report says which. */
  kind?: GivenKind;
  /** Unit of returns; "auto", the default, infers it from their size. */
  unit?: UnitChoice;
  times?: Float64Array | null;
  /** A volatility model whose next-step losses are computed too. */
  volatilityModel?: HandedModel | null;
  /** Omits the columns, the history and the backtest, which are the same as in another report on the same values and period. */
  brief?: boolean;
  /** Step returns of that other report, to avoid a second copy of a long column. */
  stepReturns?: Float64Array;
}

type LossName = (typeof LOSS_NAMES)[number];

export interface RiskReport {
  /** The specification's block: drawdown in percent, value at risk as a fraction, and whether a limit is exceeded. */
  maxDrawdown: number;
  var: Fraction;
  riskWarning: boolean;
  /** The latest 2,600 rows; `drawdown` and `wealth` below have all. */
  drawdownHistory: { date: string; drawdown: number; price: number }[];
  additionalMetrics: { sharpeRatio: number | null; sortinoRatio: number | null; volatility: number | null };
  /** How the column was read. */
  kind: ValueKind;
  unit: "fraction" | "percent" | null;
  /** Present if simple returns were computed from log returns. */
  givenAs?: "log-returns";
  /** Number of returns in the period, and in the whole column. */
  returns: Count;
  allReturns: Count;
  /** Number of returns used for losses: the lookback period, or all available. */
  lookback: Count;
  settings: RiskSettings;
  metrics: Estimates<PerformanceName>;
  losses: Estimates<LossName>;
  monteCarlo: SimulatedLoss;
  /** Losses conditional on current volatility; null with fewer than 100 returns. */
  filtered: FilteredLosses | null;
  /** Losses by the given volatility model, if there is one. */
  byModel?: ModelAnswer;
  student: StudentFit | null;
  /** Whether skewness and kurtosis are in the range in which the Cornish-Fisher expansion is valid. */
  cornishFisherValid: boolean;
  sharpeError: SharpeError | null;
  /** Shown beside the intervals. */
  bootstrap: { blocks: BlockLengths; replicates: Count } | null;
  /** One per value of the period; for returns, wealth starts with 1. */
  drawdown: Float64Array;
  wealth: Float64Array;
  /** All returns of the column, as fractions. */
  stepReturns: Float64Array;
  episodes: DrawdownEpisode[];
  /** Null if there are too few returns before the window for a backtest, or they do not vary. */
  backtest: LossBacktest | null;
  /** Present if the user canceled the resampling: how many were done of all, and the number of replicates of each block's intervals. */
  canceledAfter?: CanceledAfter & { losses: Count; performance: Count };
}

const HISTORY: Count = 2600;
/**
 * Latest returns used for the volatility models: older ones hardly affect the forecast, and twenty years of daily data give enough residuals in
 * the tail.
 */
const FILTERED: Count = 5000;

const HEADLINE: Record<Exclude<RiskSettings["method"], "monte-carlo">, LossName> = {
  historical: "historicalVar",
  parametric: "parametricVar",
  "cornish-fisher": "cornishFisherVar",
};

/** Portfolio risk: drawdowns, losses by four methods with a backtest, performance, and an interval for every figure. */
export async function analyzeRisk(input: RiskInput, context: JobContext): Promise<Outcome<RiskReport>> {
  const { values, kind, unit, times = null, brief, stepReturns, volatilityModel, ...given } = input;
  const asked = readSettings(riskSchema, given);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { settings } = asked;
  const risk = await context.load("risk");
  const read = readSample(context, risk, { values, kind, unit, times, brief, stepReturns }, settings);
  if (!read.ok) return read;
  const sample = read.value;
  const { confidenceLevel: confidence, seed } = settings;
  const { student, recentShape } = sample;
  const law = student
    ? { location: student.location, deviation: student.scale * Math.sqrt(student.nu / (student.nu - 2)), nu: student.nu }
    : { location: recentShape.mean, deviation: recentShape.deviation, nu: null };
  const monteCarlo = simulatedLoss(context, risk, law, confidence, settings.draws, seed);
  const filtered = sample.shape.deviation > 0 ? await filteredLosses(context, risk, sample.newest, confidence) : null;
  const byModel = volatilityModel ? await modelLosses(context, risk, values, sample.readAs, volatilityModel, confidence) : null;
  // Last, so that canceling the resampling still gives an answer without waiting for a fit.
  const resampled = await resample(context, risk, sample, settings);
  if (!resampled.ok) return resampled;
  const { metrics, losses, bootstrap, canceledAfter } = resampled.value;

  const headline = settings.method === "monte-carlo" ? monteCarlo.valueAtRisk : (losses[HEADLINE[settings.method]].value ?? 0);
  const deepest = -100 * (metrics.maxDrawdown.value ?? 0);
  return succeed({
    maxDrawdown: deepest,
    var: headline,
    riskWarning: deepest > settings.maxDrawdown || headline > settings.varThreshold,
    drawdownHistory: historyOf(sample, times),
    additionalMetrics: {
      sharpeRatio: metrics.sharpe.value,
      sortinoRatio: metrics.sortino.value,
      volatility: metrics.volatility.value,
    },
    kind: sample.kind,
    unit: sample.readAs.unit,
    ...(sample.readAs.kind === "log-returns" && { givenAs: sample.readAs.kind }),
    returns: sample.returns.length,
    allReturns: sample.allReturns,
    lookback: sample.recent.length,
    settings,
    metrics,
    losses,
    monteCarlo,
    filtered,
    ...(byModel && { byModel }),
    student,
    cornishFisherValid: cornishFisherHolds(recentShape),
    sharpeError: metrics.sharpe.value === null ? null : sample.sharpeErrorOf(metrics.sharpe.value),
    bootstrap,
    drawdown: sample.drawdown,
    wealth: sample.wealth,
    stepReturns: sample.stepReturns,
    episodes: sample.episodes,
    backtest: sample.backtest,
    ...(canceledAfter && { canceledAfter }),
  });
}

type Sample = Extract<ReturnType<typeof readSample>, { ok: true }>["value"];

/** All figures with intervals. Losses come first: their sample is shorter, so they are complete if the user cancels later. */
async function resample(context: JobContext, risk: RiskKernels, sample: Sample, settings: RiskSettings) {
  const { confidenceLevel: confidence, perYear, riskFree } = settings;
  const intervals = settings.iterations > 0 && sample.recent.length >= MIN_FOR_INTERVALS && sample.shape.deviation > 0;
  const plan = (n: Count, blocks: BlockLengths, stream: number) => (intervals ? planOf(settings, n, blocks, stream) : null);
  const [ofLosses, ofReturns] = [plan(sample.recent.length, sample.recentBlocks, 1), plan(sample.returns.length, sample.blocks, 0)];
  const losses = await estimates<LossName>(
    context,
    risk,
    sample.recent,
    { figures: "losses", confidence, pivot: sample.recentShape.mean, start: sample.student },
    ofLosses,
    settings.level,
    lossReason,
    "Resampling losses",
  );
  if (!losses.ok) return losses;
  const metrics = await performanceEstimates(
    context,
    risk,
    sample.returns,
    { perYear, riskFree, pivot: sample.shape.mean, years: sample.years },
    ofReturns,
    settings.level,
    "Resampling returns",
  );
  if (!metrics.ok) return metrics;
  const drawn = { losses: losses.value.drawn, performance: metrics.value.drawn };
  const done = drawn.losses + drawn.performance;
  const of = (ofLosses?.replicates ?? 0) + (ofReturns?.replicates ?? 0);
  // Only parts before the first unfinished one are usable.
  if (done === 0 && of > 0) return fail("canceled", "runtime/canceled");
  return succeed({
    metrics: metrics.value.estimates,
    losses: losses.value.estimates,
    bootstrap: intervals ? { blocks: sample.blocks, replicates: drawn.performance } : null,
    canceledAfter: done < of ? { done, of, ...drawn } : null,
  });
}

/** Computes everything that needs only the sample itself, in one arena scope; resampling follows on several workers. */
function readSample(
  context: JobContext,
  risk: RiskKernels,
  { values, kind = "auto", unit: unitChoice, times = null, brief = false, stepReturns }: RiskInput,
  { lookbackPeriod, period, method, confidenceLevel: confidence, perYear, iterations }: RiskSettings,
) {
  const { arena } = context;
  return arena.scope(() => {
    context.progress(0, "Reading returns");
    const read = portfolioReturns(context, risk, values, kind, unitChoice);
    if (!read.ok) return read;
    const { readAs, n: allReturns } = read.value;
    const { first, window } = samplesOf(allReturns, period, lookbackPeriod);
    const n = allReturns - first;
    const [returns, wealth] = [read.value.returns + first * VALUE_BYTES, read.value.wealth + first * VALUE_BYTES];
    const recent = read.value.returns + (allReturns - window) * VALUE_BYTES;
    const shape = shapeAt(context, risk, returns, n);
    const recentShape = shapeAt(context, risk, recent, window);
    const dated = read.value.kind === "values" && times !== null && times.length === allReturns + 1 ? times.subarray(first) : null;
    const { drawdown, episodes } = drawdownsOf(context, risk, wealth, n + 1, dated, brief);
    const student = window >= MIN_FOR_INTERVALS ? fitStudent(context, risk, recent, recentShape) : null;
    context.progress(0.1, "Testing the value at risk");
    const whole = { address: read.value.returns, n: allReturns };
    // Constant returns have no exceptions: there is nothing to test.
    const varies = shape.deviation > 0 || shapeAt(context, risk, whole.address, whole.n).deviation > 0;
    const backtest = brief || !varies ? null : backtestLosses(context, risk, whole, { method, window: lookbackPeriod, confidence });
    const given = read.value.kind === "values";
    const path = brief ? context.column(0) : given ? values.subarray(first) : columnOf(context, wealth, n + 1);
    // Reuses the memory of the wealth, which is no longer needed.
    const lengths = (address: number, of: Shape) => blocksAt(context, risk, address, of, { iterations }, read.value.wealth);
    // Shared with the workers that resample them, and with the report.
    const every = stepReturns?.length === allReturns ? stepReturns : columnOf(context, read.value.returns, allReturns);
    const all = every.subarray(first);
    return succeed({
      kind: read.value.kind,
      readAs,
      returns: all,
      allReturns,
      recent: arena.view(recent, window).slice(),
      newest: arena.view(read.value.returns + Math.max(0, allReturns - FILTERED) * VALUE_BYTES, Math.min(allReturns, FILTERED)).slice(),
      shape,
      recentShape,
      blocks: lengths(returns, shape),
      recentBlocks: lengths(recent, recentShape),
      years: dated && dated[n] > dated[0] ? (dated[n] - dated[0]) / YEAR : null,
      student,
      backtest,
      drawdown,
      episodes,
      wealth: path,
      stepReturns: brief ? context.column(0) : every,
      sharpeErrorOf: (sharpe: number) => arena.scope(() => sharpeError(context, arena.put(all), shape, sharpe, perYear)),
    });
  });
}

function historyOf({ drawdown, wealth }: { drawdown: Float64Array; wealth: Float64Array }, times: Float64Array | null) {
  const first = Math.max(0, wealth.length - HISTORY);
  const shift = times ? wealth.length - times.length : 0;
  return Array.from(wealth.subarray(first), (price, i) => {
    const row = first + i;
    const time = times?.[row - shift];
    return { date: time === undefined ? `${row + 1}` : isoDay(time), drawdown: 100 * drawdown[row], price };
  });
}
