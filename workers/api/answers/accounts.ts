import { type BacktestReport, MAX_ORDERS } from "../../backtest";
import { type Count, type Fraction, fail, type Millis, type Outcome, succeed } from "../../contract";
import { FREQUENCIES, type RebalanceSettings } from "../../portfolio/schema";
import { inChunks, type JobContext } from "../../runtime/job";
import { joinAssets } from "../../series";

/** A strategy's account in one instrument. */
export interface Account {
  instrument: string;
  report: BacktestReport;
  /** At the rows of the report. */
  closes: Float64Array;
}

export interface Fill {
  time: Millis | null;
  instrument: string;
  /** Below 0 for a sale. */
  quantity: number;
  /** With slippage, without commission. */
  price: number;
}

export interface HeldAccounts {
  /** Of all accounts, at each row they have in common. */
  values: Float64Array;
  times: Float64Array | null;
  fills: Fill[];
  /** Largest at any of these closes: a position, its share of the whole, and the sum of the shares. */
  largest: { position: number; share: Fraction; leverage: number };
}

const CHUNK = 16_384;
const BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Each shrinks the error of what costs leave over to the share that costs take. */
const ROUNDS = 12;

/** What an account is at each common row. */
interface Course extends Account {
  equity: Float64Array;
  weight: Float64Array;
  close: Float64Array;
  /** How often the account is held as it was run: rebalancing changes it. */
  scale: number;
  /** Orders that were carried out so far. */
  done: Count;
}

/** Refuses as soon as there are too many orders: those that are still to come need no memory. */
export const refuseOrders = (orders: Count): Outcome<null> =>
  orders > MAX_ORDERS ? fail("too-large", "api/orders", { found: orders, most: MAX_ORDERS }) : succeed(null);

/** The orders of an account up to a row, as large as it is held. */
function ownFills(course: Course, isDue: (row: Count, time: Millis | null) => boolean): Fill[] {
  const { instrument, report, scale } = course;
  const orders = report.orders ?? [];
  const from = course.done;
  while (course.done < orders.length && isDue(orders[course.done].row - report.firstRow, orders[course.done].time)) course.done++;
  return orders.slice(from, course.done).map(({ time, quantity, price }) => ({ time, instrument, quantity: scale * quantity, price }));
}

/** Brings accounts to equal values by trading their positions at a close; money between them moves for nothing. */
function balance(courses: Course[], t: Count, time: Millis | null): Fill[] {
  const [{ settings }] = courses.map(({ report }) => report);
  const [fee, slippage] = [settings.transactionCosts, settings.slippage];
  const cost = (change: number) => (change > 0 ? change * ((1 + slippage) * (1 + fee) - 1) : -change * (1 - (1 - slippage) * (1 - fee)));
  const value = courses.reduce((sum, { scale, equity }) => sum + scale * equity[t], 0);
  let left = value;
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = left / courses.length;
    left = value - courses.reduce((sum, { scale, equity, weight }) => sum + cost(weight[t] * (wanted - scale * equity[t])), 0);
  }
  return courses.flatMap((course) => {
    const { instrument, equity, weight, close } = course;
    const change = left / courses.length / equity[t] - course.scale;
    course.scale += change;
    const quantity = (change * weight[t] * equity[t]) / close[t];
    if (quantity === 0) return [];
    return [{ time, instrument, quantity, price: close[t] * (quantity > 0 ? 1 + slippage : 1 - slippage) }];
  });
}

/**
 * Accounts held together from their first common row on: each with its capital, brought back to equal values at the first close of each period.
 * The orders of all add up to the value: capital less purchases and commission, plus sales less commission, plus what is held.
 */
export async function holdAccounts(
  accounts: Account[],
  frequency: RebalanceSettings["config"]["frequency"],
  context: JobContext,
): Promise<Outcome<HeldAccounts>> {
  const kernels = await context.load("portfolio");
  const { arena } = context;
  return arena.scope(() => {
    const parts = accounts.flatMap(({ instrument: name, report: { equity, weight, times }, closes }) =>
      [equity, weight, closes].map((values) => ({ name, values, times })),
    );
    const joined = joinAssets(context, kernels, parts, 1);
    if (!joined.ok) return joined;
    const { columns, stride, rows, times: timesAt } = joined.value;
    const due = arena.take(rows);
    inChunks(context, rows, CHUNK, (from, to) => kernels.periodStarts(timesAt, FREQUENCIES.indexOf(frequency), from, to, due));
    const [starts, times] = [arena.view(due, rows), timesAt === 0 ? null : arena.view(timesAt, rows).slice()];
    const courses = accounts.map((account, k): Course => {
      const [equity, weight, close] = [0, 1, 2].map((part) => arena.view(columns + (3 * k + part) * stride * BYTES, rows));
      return { ...account, equity, weight, close, scale: 1, done: 0 };
    });
    const values = context.column(rows);
    const fills: Fill[] = [];
    const largest = { position: 0, share: 0, leverage: 0 };
    inChunks(context, rows, CHUNK, (from, to) => {
      if (!refuseOrders(fills.length).ok) return;
      for (let t = from; t < to; t++) {
        const now = times ? times[t] : null;
        const isDue = (row: Count, time: Millis | null) => (now === null || time === null ? row <= t : time <= now);
        for (const course of courses) fills.push(...ownFills(course, isDue));
        if (courses.length > 1 && starts[t] !== 0) fills.push(...balance(courses, t, now));
        values[t] = courses.reduce((sum, { scale, equity }) => sum + scale * equity[t], 0);
        let held = 0;
        for (const { scale, equity, weight } of courses) {
          const position = Math.abs(scale * equity[t] * weight[t]);
          held += position;
          largest.position = Math.max(largest.position, position);
          largest.share = Math.max(largest.share, position / values[t]);
        }
        largest.leverage = Math.max(largest.leverage, held / values[t]);
      }
    });
    const refused = refuseOrders(fills.length);
    if (!refused.ok) return refused;
    return succeed({ values, times, fills: fills.sort((a, b) => (a.time ?? 0) - (b.time ?? 0)), largest });
  });
}
