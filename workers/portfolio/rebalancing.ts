import { rebalanceBlock } from "../../assembly/build/portfolio-layouts.js";
import {
  because,
  type Cause,
  type Count,
  type Fraction,
  fail,
  failBecause,
  type Millis,
  type Outcome,
  succeed,
  VALUE_BYTES,
  YEAR,
} from "../contract";
import { isoDay } from "../iso-dates";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import { lowerBound } from "../numerics/lower-bound";
import { type Performance, performanceAt, type RiskKernels } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";
import { readSettings, valuesOf } from "../runtime/schema";
import { Sliding } from "../runtime/wasm/sliding";
import { type Alignment, type AssetPrices, alignAssets, type PriceTable, seriesTexts } from "../series";
import * as messages from "./messages";
import { frequencyCode, type RebalanceAsk, type RebalanceSettings, rebalanceSchema, TRIGGERS } from "./schema";

export interface RebalancingInput extends RebalanceAsk {
  assets: AssetPrices[];
  /** By asset; sum to 1. */
  targets: readonly Fraction[];
}

/** One trade towards the targets. */
export interface RebalanceEvent {
  row: Count;
  time: Millis | null;
  reason: "calendar" | "threshold" | "calendar and threshold";
  /** Half the sum of the absolute changes of weights. */
  turnover: Fraction;
  cost: number;
  /** Largest distance of a weight from its target before the trade. */
  distance: Fraction;
  /** True if the turnover limit kept the weights from their targets. */
  capped: boolean;
  before: Fraction[];
  after: Fraction[];
}

/** Totals of orders, closed sales and, at the last prices, open positions. */
interface TradeTally {
  orders: Count;
  closed: Count;
  /** Holdings still open at the end, included in `closed` at the last prices. */
  open: Count;
  wins: Count;
  /** Sums of profits and losses, net of costs. */
  profits: number;
  losses: number;
  /** Rows held, summed over `closed`. */
  held: number;
}

export interface Rebalancing {
  events: Count;
  turnover: number;
  costs: number;
  list: RebalanceEvent[];
  trades: TradeTally;
  /** Portfolio values: actual, and of buy and hold. */
  net: Float64Array;
  drift: Float64Array;
  performance: { net: Performance; drift: Performance };
  times: Float64Array | null;
  rows: Count;
  years: number | null;
  notes: string[];
  alignment: Alignment;
}

/** Maximum number of events listed. */
const LISTED = 2_000;
const RECORD = 6;
const HEADER = 16;
const MIN_ROWS: Count = 3;
const SUM_ROUNDING = 1e-6;

/** Why targets are invalid. */
function badTargets({ assets, targets }: RebalancingInput): Cause | null {
  if (targets.length !== assets.length || !targets.every(Number.isFinite))
    return because("portfolio/rebalanceTargets", { assets: assets.length });
  const sum = targets.reduce((total, weight) => total + weight, 0);
  return Math.abs(sum - 1) > SUM_ROUNDING ? because("portfolio/rebalanceTargetSum", { sum }) : null;
}

/** Restricts a table to the rows between two times; notes if it covers less than requested. */
function clip(context: JobContext, table: PriceTable, from: Millis | null, to: Millis | null): { table: PriceTable; notes: string[] } {
  if (table.times === 0) return { table, notes: from !== null || to !== null ? [seriesTexts.noDates] : [] };
  const times = context.arena.view(table.times, table.rows);
  const first = from === null ? 0 : lowerBound(times, from);
  const last = to === null ? times.length : lowerBound(times, to + 1);
  const early = from !== null && times.length > 0 && from < times[0];
  const late = to !== null && times.length > 0 && to > times[times.length - 1];
  const notes = early || late ? [seriesTexts.clamped({ from: isoDay(times[0]), to: isoDay(times[times.length - 1]) })] : [];
  const rows = Math.max(0, last - first);
  return { table: { ...table, columns: table.columns + first * VALUE_BYTES, times: table.times + first * VALUE_BYTES, rows }, notes };
}

/** Prices between the requested dates with validated settings, in the arena. */
export interface OpenRebalancing {
  table: PriceTable;
  settings: RebalanceSettings;
  targets: readonly Fraction[];
  alignment: Alignment;
  notes: string[];
}

/** Validates an input and copies its prices to the arena. Call it within a scope. */
export function openRebalancing(context: JobContext, kernels: PortfolioKernels, input: RebalancingInput): Outcome<OpenRebalancing> {
  const wrong = input.assets.length === 0 ? because("series/noAssets") : badTargets(input);
  if (wrong) return failBecause("bad-input", wrong);
  const asked = readSettings(rebalanceSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { settings } = asked;
  const aligned = alignAssets(context, kernels, input.assets, MIN_ROWS);
  if (!aligned.ok) return aligned;
  const { table, notes } = clip(context, aligned.value, settings.startDate, settings.endDate);
  if (table.rows < MIN_ROWS) {
    const [first, last] = [0, aligned.value.rows - 1].map((row) => isoDay(context.arena.view(aligned.value.times, row + 1)[row]));
    return fail("bad-input", "portfolio/between", { least: MIN_ROWS, first, last });
  }
  return succeed({ table, settings, targets: input.targets, alignment: aligned.value.alignment, notes });
}

/** Addresses of the results of one walk through the prices in the arena. */
export interface Walk {
  state: number;
  /** The capital, followed by a value after every row. */
  before: number;
  net: number;
  drift: number;
  events: number;
  /** Capacity of the list of events. */
  room: Count;
}

/** Rows per call: two milliseconds, by the number of assets. */
const rowsPerCall = (assets: Count): Count => Math.max(64, Math.floor(2e5 / assets));

/**
 * Walks a portfolio through its prices. Call it within an arena scope.
 * @param entry whether the first purchase pays costs
 * @param gross receives the values without costs, a separate column; omitted if not needed
 * @param told called with the progress before every chunk
 */
export function walk(
  context: JobContext,
  kernels: PortfolioKernels,
  { table, settings, targets }: Pick<OpenRebalancing, "table" | "settings" | "targets">,
  { entry, listed = 0, gross = null }: { entry: boolean; listed?: Count; gross?: Float64Array | null },
  onProgress: (done: Fraction) => void,
): Outcome<Walk> {
  const { arena } = context;
  const { columns, stride, rows, count: n, times } = table;
  const { config, trigger, transactionCosts, slippage, initialCapital } = settings;
  const rate = transactionCosts + slippage;
  const room = Math.min(rows, listed);
  const state = arena.put(new Float64Array(HEADER + 4 * n));
  arena.view(state, HEADER + n).set(targets, HEADER);
  arena.view(state, 1)[0] = initialCapital;
  const chunk = rowsPerCall(n);
  const [before, drift] = [arena.take(rows + 1), arena.take(rows)];
  const [due, free] = [new Sliding(arena, Math.min(chunk, rows)), new Sliding(arena, Math.min(chunk, rows))];
  const events = arena.take(room * (RECORD + n));
  // The capital precedes the first value, so that the costs of the first purchase are part of a return.
  arena.view(before, 1)[0] = initialCapital;
  const net = before + VALUE_BYTES;
  let wiped = -1;
  const given = {
    columns,
    stride,
    n,
    trigger: valuesOf(TRIGGERS).indexOf(trigger),
    threshold: config.threshold,
    most: config.maxTurnover,
    rate,
    entry: entry ? rate : 0,
    state,
    net,
    drift,
    events,
    room,
  };
  const block = arena.takeBytes(rebalanceBlock.bytes);
  inChunks(context, rows, chunk, (from, to) => {
    if (wiped >= 0) return;
    onProgress(from / rows);
    const piece = { due: due.at(from), gross: free.at(from) };
    arena.rewrite(block, rebalanceBlock, { ...given, ...piece });
    kernels.periodStarts(times, frequencyCode(config.frequency), from, to, piece.due);
    wiped = kernels.rebalance(block, from, to);
    gross?.set(free.view(from, to), from);
  });
  if (wiped >= 0) return fail("bad-input", "portfolio/rebalanceWiped", { row: wiped + 1 }, { row: wiped + 1 });
  return succeed({ state, before, net, drift, events, room });
}

/** Inputs of the performance metrics; `years` between the dates of the table, null without dates. */
export function basisOf({ arena }: JobContext, { times, rows }: PriceTable, { periodsPerYear, riskFree }: RebalanceSettings) {
  const dates = times === 0 ? null : arena.view(times, rows);
  return { perYear: periodsPerYear, riskFree, years: dates ? (dates[rows - 1] - dates[0]) / YEAR : null };
}

/**
 * Runs a portfolio with rebalancing. Call it within an arena scope. Fails for settings out of range, prices that do not align, a portfolio
 * with short holdings that is wiped out.
 */
export function runRebalancing(
  context: JobContext,
  kernels: PortfolioKernels,
  risk: RiskKernels,
  input: RebalancingInput,
  how: RebalancingWay,
): Outcome<Rebalancing> {
  const opened = openRebalancing(context, kernels, input);
  return opened.ok ? rebalanceOpen(context, kernels, risk, opened.value, how) : opened;
}

/** How a walk starts, and its optional outputs. */
interface RebalancingWay {
  /** Whether the first purchase pays costs. */
  entry: boolean;
  /** Receives the values without costs, a column as long as the rows. */
  gross?: Float64Array | null;
}

/** The same for an opened input; leaves nothing in the arena. */
export function rebalanceOpen(
  context: JobContext,
  kernels: PortfolioKernels,
  risk: RiskKernels,
  opened: OpenRebalancing,
  { entry, gross = null }: RebalancingWay,
): Outcome<Rebalancing> {
  const { arena } = context;
  const { table, settings, notes, alignment, targets } = opened;
  const { columns, stride, rows, count: n } = table;
  return arena.scope(() => {
    const walked = walk(context, kernels, opened, { entry, listed: LISTED, gross }, (done) => context.progress(done, "Rebalancing"));
    if (!walked.ok) return walked;
    const { state, before, net, drift, events, room } = walked.value;
    const open = kernels.markHoldings(columns, stride, n, rows - 1, state);
    const [, , number, turnover, costs, orders, closed, wins, profits, losses, held] = arena.view(state, HEADER);
    const times = table.times === 0 ? null : arena.view(table.times, rows).slice();
    const basis = basisOf(context, table, settings);
    const column = (address: number) => {
      const out = context.column(rows);
      out.set(arena.view(address, rows));
      return out;
    };
    return succeed<Rebalancing>({
      events: number,
      turnover,
      costs,
      list: eventsOf(arena.view(events, Math.min(number, room) * (RECORD + n)), targets, times),
      trades: { orders, closed, open, wins, profits, losses, held },
      performance: {
        net: entry ? performanceAt(context, risk, before, rows + 1, basis) : performanceAt(context, risk, net, rows, basis),
        drift: performanceAt(context, risk, drift, rows, basis),
      },
      net: column(net),
      drift: column(drift),
      times,
      rows,
      years: basis.years,
      notes: number > room ? [...notes, messages.rebalanceListed({ listed: room, events: number })] : notes,
      alignment,
    });
  });
}

const REASONS = ["calendar", "threshold", "calendar and threshold"] as const;

function eventsOf(records: Float64Array, targets: readonly Fraction[], times: Float64Array | null): RebalanceEvent[] {
  const width = RECORD + targets.length;
  return Array.from({ length: records.length / width }, (_, k) => {
    const [row, reason, turnover, cost, distance, share, ...before] = records.subarray(k * width, k * width + width);
    return {
      row,
      time: times ? times[row] : null,
      reason: REASONS[reason - 1],
      turnover,
      cost,
      distance,
      capped: share < 1,
      before,
      after: before.map((weight, i) => weight + share * (targets[i] - weight)),
    };
  });
}
