import { tradedValuesBlock, volatilitySharesBlock } from "../../assembly/build/backtest-layouts.js";
import { type Count, fail, type Outcome, succeed, VALUE_BYTES } from "../contract";
import type { FactorKernels } from "../factors";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { type AssetCloses, comparedWith, type MarketInput, tradedRows, validatePositive } from "./bars";
import { type BacktestKernels, COLUMNS } from "./layout";
import * as messages from "./messages";
import type { BacktestSettings, FullStrategy } from "./schema";
import { adjusted, decisionsOf, MIN_RETURNS } from "./scores";

/** One of several instruments in the kernels' memory. */
interface TradedAsset {
  name: string;
  /** Closes on all rows, NaN if not traded. */
  close: number;
  /** The rows with trading: their number, closes, sentiment and row indices. `rows` is 0 if it is traded on all rows. */
  count: Count;
  packed: number;
  sentiment: number;
  rows: number;
}

/** Several instruments on common rows. */
export interface AssetsMarket {
  /** Rows traded: [first, n). */
  n: Count;
  first: Count;
  times: Float64Array | null;
  /** 0 for buy and hold of all instruments. */
  benchmark: number;
  /** Sorted by name, so that the order of the columns makes no difference. */
  assets: TradedAsset[];
  /** Number of given instruments: those that are never traded keep their share, since otherwise the shares would depend on future data. */
  given: Count;
  notes: string[];
}

interface Modules {
  kernels: BacktestKernels;
  factors: FactorKernels;
  portfolio: PortfolioKernels;
}

export const MAX_ASSETS: Count = 500;

const byName = (a: AssetCloses, b: AssetCloses) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Puts the closes of several instruments into the arena. Fails like `putMarket`, and for no or too many instruments. */
export function putAssets(
  context: JobContext,
  { kernels, portfolio }: Omit<Modules, "factors">,
  input: MarketInput & { assets: AssetCloses[] },
  settings: BacktestSettings,
): Outcome<AssetsMarket> {
  const { assets: given, times = null, sentiment = null } = input;
  if (given.length === 0 || given.length > MAX_ASSETS) return fail("bad-input", "backtest/noAssets", { most: MAX_ASSETS });
  const length = given[0].close.length;
  if ([...given.map(({ close }) => close), times, sentiment].some((column) => column && column.length !== length)) {
    return fail("bad-input", "backtest/uneven");
  }
  const traded = tradedRows(length, input, settings);
  if (!traded.ok) return traded;
  const { first, n, notes } = traded.value;
  const compared = comparedWith(context, portfolio, input, traded.value);
  if (!compared.ok) return compared;
  const { arena } = context;
  const heard = sentiment ? arena.put(sentiment.subarray(0, n)) : 0;
  const assets: TradedAsset[] = [];
  const empty: string[] = [];
  let missing = 0;
  for (const { name, close: values } of given.toSorted(byName)) {
    const close = arena.put(values.subarray(0, n));
    const [packed, rows] = [arena.take(n), arena.take(n)];
    let count = 0;
    inChunks(context, n, CHUNK, (from, to) => {
      count = kernels.packTraded(close, from, to, count, packed, rows);
    });
    if (count === 0) {
      empty.push(name);
      continue;
    }
    const sound = validatePositive(context, arena.view(packed, count), packed);
    if (!sound.ok) {
      const value = Number(sound.failure.value);
      return fail("bad-input", "series/price", { name, value }, { column: name, value: String(value) });
    }
    missing += n - count;
    let news = heard;
    if (heard !== 0 && count < n) {
      news = arena.take(count);
      inChunks(context, count, CHUNK, (from, to) => kernels.takeRows(heard, rows, from, to, news));
    }
    assets.push({ name, close, count, packed, sentiment: news, rows: count < n ? rows : 0 });
  }
  if (assets.length === 0) return fail("bad-input", "backtest/fewRows", { least: 1, given: 0 });
  notes.push(...compared.value.notes, messages.sharedFills);
  if (empty.length > 0) notes.push(messages.noPrices({ names: empty }));
  if (missing > 0) notes.push(messages.untraded({ rows: missing, assets: assets.filter(({ rows }) => rows !== 0).length }));
  return succeed({ n, first, times, benchmark: compared.value.address, assets, given: given.length, notes });
}

/** Writes values of the traded rows to all rows. @param carry number of rows without a price over which a value is carried forward */
function unpack(context: JobContext, kernels: BacktestKernels, asset: TradedAsset, values: number, n: Count, carry: Count, out: number) {
  const { rows, count } = asset;
  const { arena } = context;
  if (rows === 0) arena.view(out, n).set(arena.view(values, n));
  else {
    const block = arena.block(tradedValuesBlock, { values, rows, count, n, carry, out });
    inChunks(context, count, CHUNK, (from, to) => kernels.unpackTraded(block, from, to));
  }
}

/**
 * The engine's tables of columns, concatenated: each instrument is scored on the rows on which it is traded. Smart Beta weights them by inverse
 * volatility. Allocates in the arena.
 * @param adjust whether to apply the behavioral adjustment
 */
export function assetTables(
  context: JobContext,
  { kernels, factors }: Omit<Modules, "portfolio">,
  { n, assets }: AssetsMarket,
  strategy: FullStrategy,
  settings: BacktestSettings,
  adjust: boolean,
): { tables: number; notes: string[] } {
  const { arena } = context;
  const always = strategy.type === "smart-beta";
  const shorts = settings.direction === "long-short" && !always;
  const tables = arena.take(assets.length * COLUMNS);
  const notes = new Set<string>();
  // Weights in addition to a score: from the adjustment, or from rules.
  const weighs = adjust || strategy.type === "rules";
  const [deviations, pressures, weights] = [0, 1, 2].map(() => arena.put(new Float64Array(assets.length)));
  for (const [k, asset] of assets.entries()) {
    const take = (wanted: boolean) => (wanted ? arena.take(n) : 0);
    const [score, long, short, spread] = [take(!always), take(always || weighs), take(weighs && shorts), take(always)];
    const pressure = take(always && adjust);
    arena.scope(() => {
      const own = {
        n: asset.count,
        close: asset.packed,
        open: 0,
        high: 0,
        low: 0,
        sentiment: asset.sentiment,
        benchmark: 0,
        first: 0,
        times: null,
        notes: [],
      };
      const put = (values: number, carry: Count, out: number) => unpack(context, kernels, asset, values, n, carry, out);
      const decisions = decisionsOf(context, kernels, factors, own, null, strategy, settings);
      for (const note of decisions.notes) notes.add(note);
      if (always) put(decisions.deviation, Math.max(strategy.parameters.lookback, MIN_RETURNS), spread);
      else put(decisions.score, 0, score);
      const base = always ? { ...decisions, longWeight: 0 } : decisions;
      const moved = adjust ? adjusted(context, kernels, own, base, shorts) : base;
      if (moved.longWeight !== 0) put(moved.longWeight, 0, always ? pressure : long);
      if (short !== 0) put(moved.shortWeight, 0, short);
    });
    arena.view(tables + k * COLUMNS * VALUE_BYTES, COLUMNS).set([asset.close, 0, 0, 0, score, long, short]);
    arena.view(deviations, assets.length)[k] = spread;
    arena.view(pressures, assets.length)[k] = pressure;
    arena.view(weights, assets.length)[k] = long;
  }
  if (always) {
    const target = strategy.parameters.targetVolatility / Math.sqrt(settings.periodsPerYear);
    const shares = arena.block(volatilitySharesBlock, { deviations, factors: pressures, outs: weights, count: assets.length, target });
    inChunks(context, n, Math.max(1, Math.floor(CHUNK / assets.length)), (from, to) => kernels.volatilityShares(shares, from, to));
  }
  return { tables, notes: [...notes] };
}

/** Tables of instruments for buy and hold. Allocates in the arena. */
export function heldTables({ arena }: JobContext, { assets }: AssetsMarket): number {
  return arena.put(Float64Array.from(assets.flatMap(({ close }) => [close, 0, 0, 0, 0, 0, 0])));
}

/** Maximum share of the equity per position. */
export const shareOf = ({ given }: AssetsMarket, { type }: Pick<FullStrategy, "type">, { allocation, positionSize }: BacktestSettings) =>
  type === "smart-beta" || allocation === "first-come" ? positionSize : positionSize / given;
