import {
  type BacktestSettings,
  backtestSchema,
  type FullStrategy,
  type HeadMetrics,
  type MarketInput,
  metricsOf,
  type runCandidates,
  type Strategy,
  SWEEP_FIGURES,
  strategySchema,
} from "../../backtest";
import { type Count, type Fraction, fail, failBecause, type Outcome, succeed, unframed, withCause } from "../../contract";
import { type GivenKind, portfolioReturns, type ReadAs } from "../../risk";
import type { JobContext } from "../../runtime/job";
import { inParallel } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import type { UnitChoice } from "../../series";
import { type Histogram, histogramOf } from "../histogram";
import * as messages from "../messages";
import type { Overfitting } from "../overfitting";
import { type CandidatesSettings, candidatesSchema, monthAt } from "../schema";
import { type ValidationReport, validateStrategy } from "../validate-strategy";
import { type WalkForwardColumns, walkForwardColumns } from "../walk-forward-columns";

export interface CandidatesInput extends Partial<CandidatesSettings> {
  /** Strategies that trade the market, with every set of parameters tried; null to validate a track record. */
  candidates: { name: string; strategy: Strategy }[] | null;
  /** Whether the first candidate is the strategy of a given backtest, whose own figures are then reported. */
  tested?: boolean;
  /** What the candidates trade. */
  market: MarketInput | null;
  /** Costs and fills of the candidates' backtests. */
  backtest?: Partial<Omit<BacktestSettings, "startDate" | "endDate" | "riskFree" | "periodsPerYear">>;
  /** Account values or returns, distinguished as on the risk screen if kind and unit are omitted. */
  record: { name: string; values: Float64Array; times: Float64Array | null; kind?: GivenKind; unit?: UnitChoice } | null;
}

export interface CandidatesReport extends Omit<ValidationReport, "walkForward" | "overfitting" | "names"> {
  kind: "strategies" | "record";
  /** Null strategy: a track record. */
  candidates: { name: string; strategy: FullStrategy | null }[];
  /** Metrics of the first candidate's backtest, if it was given. */
  tested?: HeadMetrics;
  /** Row of the given columns to which the first return belongs. */
  firstReturn: Count;
  walkForward: WalkForwardColumns | null;
  overfitting: (Omit<Overfitting, "logits"> & { logits: Histogram | null }) | null;
  trialsFrom: "count" | "override";
  /** Inferred kind and unit of a track record. */
  readAs?: ReadAs;
  notes: string[];
}

/** Maximum number of values of all candidates, which are in memory with their running sums: 24 bytes each. */
const MAX_VALUES: Count = 12_000_000;
const MAX_CANDIDATES: Count = 500;
/** Maximum number of windows times candidates. */
const MAX_CHOICES: Count = 5_000_000;
/** Bars per part, so that idle workers can take a share. */
const BARS_AT_ONCE = 500_000;
/** Share of the progress for the backtests; the walk-forward analysis follows. */
const BACKTESTED: Fraction = 0.1;
/** Maximum purge as a fraction of a fold if it is set by the rule. */
const MAX_PURGED: Fraction = 0.25;

interface Returns {
  strategies: { name: string; returns: Float64Array }[];
  candidates: CandidatesReport["candidates"];
  times: Float64Array | null;
  firstReturn: Count;
  benchmark: Float64Array | null;
  lookback: Count;
  tested?: HeadMetrics;
  readAs?: ReadAs;
  notes: string[];
}

/**
 * Backtests every candidate and validates the choice among them; or validates the returns of a track record, without any choice. Candidates
 * are backtested and resamples drawn in parts on idle workers: the same bits with one worker or many.
 */
export async function validateCandidates(input: CandidatesInput, context: JobContext): Promise<Outcome<CandidatesReport>> {
  const { candidates, tested: _, market, record, backtest: __, ...given } = input;
  const asked = readSettings(candidatesSchema, given);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { embargoFraction, earlierTrials, trialOverride, ...settings } = asked.settings;
  const read =
    candidates && market
      ? await backtestAll(input, candidates, market, context)
      : record
        ? await readRecord(record, input, context)
        : fail("bad-input", "ingest/enterMarketData");
  if (!read.ok) return read;
  const { strategies, candidates: kept, tested, times, firstReturn, benchmark, lookback, readAs, notes } = read.value;
  const n = strategies[0].returns.length;
  const windows = Math.ceil(Math.max(0, n - settings.windowSize) / settings.stepSize);
  if (windows * strategies.length > MAX_CHOICES) {
    return fail("bad-input", "validation/windows", { windows, most: Math.floor(MAX_CHOICES / strategies.length) });
  }
  const fold = Math.floor(n / Math.max(settings.folds, settings.pathFolds));
  const purge = settings.purge ?? Math.min(lookback, Math.floor(MAX_PURGED * fold));
  if (settings.purge === null && purge < lookback) notes.push(messages.purgeCut({ rows: purge, asked: lookback }));
  const found = await validateStrategy(
    {
      ...settings,
      startDate: null,
      endDate: null,
      strategies,
      times,
      firstReturn,
      benchmark,
      purge,
      embargoRows: Math.round(embargoFraction * n),
      trials: trialOverride ?? (candidates?.length ?? 1) + earlierTrials,
    },
    context,
  );
  if (!found.ok) return found;
  const { walkForward, overfitting, names: ___, ...report } = found.value;
  return succeed<CandidatesReport>({
    ...report,
    kind: candidates ? "strategies" : "record",
    candidates: kept,
    ...(tested && { tested }),
    firstReturn,
    walkForward: walkForward && walkForwardColumns(context, walkForward, times, (row) => monthAt(firstReturn + row, settings.perYear)),
    overfitting: overfitting && { ...overfitting, logits: histogramOf(overfitting.logits) },
    trialsFrom: trialOverride === null ? "count" : "override",
    ...(readAs && { readAs }),
    notes,
  });
}

/** Why no strategy can be validated. @param ruined of each strategy */
function nothingLeft(ruined: readonly boolean[]) {
  if (ruined.every(Boolean)) return "validation/allRuined";
  return ruined.some(Boolean) ? "validation/nothing" : "validation/noneTraded";
}

async function backtestAll(
  { tested, backtest = {}, startDate = null, endDate = null, riskFree, perYear, beat }: CandidatesInput,
  given: NonNullable<CandidatesInput["candidates"]>,
  market: MarketInput,
  context: JobContext,
): Promise<Outcome<Returns>> {
  const read = readSettings(backtestSchema, { ...backtest, startDate, endDate, riskFree, periodsPerYear: perYear });
  if (read.refusal !== null) return failBecause("bad-input", read.refusal);
  const { settings } = read;
  if (given.length === 0) return fail("bad-input", "validation/enterStrategies");
  if (given.length > MAX_CANDIDATES) return fail("bad-input", "validation/tooMany", { most: MAX_CANDIDATES });
  const all: { name: string; strategy: FullStrategy }[] = [];
  for (const { name, strategy } of given) {
    const own = readSettings(strategySchema, strategy);
    if (own.refusal !== null) return fail("bad-input", "validation/strategyFailed", { name, cause: own.refusal });
    all.push({ name, strategy: own.settings });
  }
  const rows = market.bars.close.length;
  if (all.length * rows > MAX_VALUES) return fail("bad-input", "validation/tooLarge", { candidates: all.length, rows, most: MAX_VALUES });
  const step = Math.max(1, Math.floor(BARS_AT_ONCE / Math.max(1, rows)));
  const inputs = Array.from({ length: Math.ceil(all.length / step) }, (_, k) => {
    return { market, settings, strategies: all.slice(k * step, (k + 1) * step).map(({ strategy }) => strategy) };
  });
  const answers = await inParallel<typeof runCandidates>(context, "run-candidates", inputs, "Backtesting candidates", [0, BACKTESTED]);
  if (!answers.ok) return answers;
  const runs = answers.value.flatMap((part) => part.runs);
  // Every part returns the same facts about the market.
  const [{ firstRow, notes }] = answers.value;
  const sharpe = SWEEP_FIGURES.indexOf("sharpeRatio");
  // No metrics at all: the account was wiped out, or a number overflowed. No Sharpe ratio: there was no trade.
  const [ruined, traded] = [runs.map(({ figures }) => Number.isNaN(figures[0])), runs.map(({ figures }) => !Number.isNaN(figures[sharpe]))];
  const kept = all.flatMap((candidate, k) => (traded[k] ? [{ ...candidate, returns: runs[k].returns }] : []));
  if (kept.length === 0) return fail("bad-input", nothingLeft(ruined));
  const idle = all.filter((_, k) => !traded[k] && !ruined[k]);
  if (idle.length > 0) {
    notes.push(
      idle.length === 1 ? messages.neverTraded({ name: idle[0].name }) : messages.neverTradedMany({ count: idle.length, of: all.length }),
    );
  }
  notes.push(...all.filter((_, k) => ruined[k]).map(({ name }) => messages.ruined({ name })));
  const n = kept[0].returns.length;
  const firstReturn = firstRow + 1;
  return succeed({
    strategies: kept.map(({ name, returns }) => ({ name, returns })),
    candidates: kept.map(({ name, strategy }) => ({ name, strategy })),
    ...(tested && { tested: metricsOf(runs[0].figures) }),
    times: market.times ? market.times.subarray(firstReturn, firstReturn + n) : null,
    firstReturn,
    benchmark: beat === "hold" ? holdingReturns(context, market.bars.close.subarray(firstRow, firstReturn + n)) : null,
    lookback: Math.max(...kept.map(({ strategy }) => strategy.parameters.lookback)),
    notes,
  });
}

const CHUNK = 131_072;

/** Simple returns of buy and hold. */
function holdingReturns(context: JobContext, closes: Float64Array): Float64Array {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const [values, out] = [arena.put(closes), arena.take(closes.length)];
    for (let from = 0; from < closes.length; from += CHUNK) {
      context.checkpoint();
      kernels.simpleReturns(values, from, Math.min(from + CHUNK, closes.length), out);
    }
    return arena.view(out, closes.length).slice(1);
  });
}

/** Returns of a track record; errors use the messages of this screen. */
async function readRecord(
  { name, values, times, kind = "auto", unit }: NonNullable<CandidatesInput["record"]>,
  { startDate = null, endDate = null, beat }: CandidatesInput,
  context: JobContext,
): Promise<Outcome<Returns>> {
  const risk = await context.load("risk");
  const { arena } = context;
  return arena.scope(() => {
    const read = portfolioReturns(context, risk, values, kind, unit);
    if (!read.ok) return { ok: false, failure: withCause(read.failure, unframed("risk/failed", read.failure)) };
    const { returns, n, readAs } = read.value;
    const offset = values.length - n;
    const notes: string[] = [];
    if (beat === "hold") notes.push(messages.recordBenchmark);
    if (!times && (startDate !== null || endDate !== null)) notes.push(messages.recordNoDates);
    let [from, to] = [0, n];
    if (times && startDate !== null) while (from < n && times[offset + from] < startDate) from++;
    if (times && endDate !== null) while (to > from && times[offset + to - 1] > endDate) to--;
    if (from === to) return fail("bad-input", "series/noRowsBetween");
    return succeed<Returns>({
      strategies: [{ name, returns: arena.view(returns, n).slice(from, to) }],
      candidates: [{ name, strategy: null }],
      times: times ? times.subarray(offset + from, offset + to) : null,
      firstReturn: offset + from,
      benchmark: null,
      lookback: 0,
      readAs,
      notes,
    });
  });
}
