import { type Count, DAY, fail, type Millis, type Outcome, succeed } from "../../contract";
import { lowerBound } from "../../numerics/lower-bound";
import type { JobContext } from "../../runtime/job";
import type { DatasetSource } from "../dataset-source";
import { barsOf, datasetsOf, findSymbol } from "./find-symbol";

export type Interval = "1d" | "1w" | "1mo";

interface HistoricalQuestion {
  symbol: string;
  from: Millis | null;
  to: Millis | null;
  interval: Interval;
}

export interface Bar {
  timestamp: string;
  open: number | null;
  high: number | null;
  low: number | null;
  close: number;
  volume: number | null;
}

export const MAX_BARS: Count = 50_000;
/** 1970-01-05 was a Monday. */
const MONDAY: Millis = 4 * DAY;

/** Start of the period that contains a time, in UTC. */
function periodOf(time: Millis, interval: Interval): Millis {
  if (interval === "1mo") return Date.UTC(new Date(time).getUTCFullYear(), new Date(time).getUTCMonth(), 1);
  const length = interval === "1w" ? 7 * DAY : DAY;
  const shift = interval === "1w" ? MONDAY : 0;
  return Math.floor((time - shift) / length) * length + shift;
}

const known = (value: number | undefined): number | null => (value === undefined || !Number.isFinite(value) ? null : value);

/** The better of two values, or the only one known. */
const pick = (a: number | null, b: number | null, better: (a: number, b: number) => number): number | null =>
  a === null || b === null ? (a ?? b) : better(a, b);

export async function answerHistorical(question: HistoricalQuestion, context: JobContext, source: DatasetSource): Promise<Outcome<Bar[]>> {
  const { symbol, from, to, interval } = question;
  const listed = await datasetsOf(source);
  if (!listed.ok) return listed;
  const found = await findSymbol(symbol, listed.value, source, context);
  if (!found.ok) return found;
  const { series, prices } = found.value;
  const { times } = series;
  if (!times) return fail("bad-input", "api/noDates", { symbol });
  const { open, high, low, volume } = barsOf(found.value);
  const bars: Bar[] = [];
  let period = Number.NaN;
  const last = to === null ? times.length : lowerBound(times, to + 1);
  for (let row = from === null ? 0 : lowerBound(times, from); row < last; row++) {
    const begins = periodOf(times[row], interval);
    const close = prices.values[row];
    if (!Number.isFinite(close)) continue;
    const [o, h, l, v] = [known(open?.[row]), known(high?.[row]), known(low?.[row]), known(volume?.[row])];
    if (begins !== period) {
      if (bars.length === MAX_BARS) return fail("bad-input", "api/bars", { found: last - row + bars.length, most: MAX_BARS });
      period = begins;
      bars.push({ timestamp: new Date(begins).toISOString(), open: o, high: h, low: l, close, volume: v });
      continue;
    }
    const bar = bars[bars.length - 1];
    bar.high = pick(bar.high, h, Math.max);
    bar.low = pick(bar.low, l, Math.min);
    bar.volume = pick(bar.volume, v, (a, b) => a + b);
    bar.close = close;
  }
  return succeed(bars);
}
