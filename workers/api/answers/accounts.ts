import { type BacktestReport, MAX_ORDERS } from "../../backtest";
import { type Count, type Fraction, fail, type Millis, type Outcome, succeed, VALUE_BYTES } from "../../contract";
import { frequencyCode, type RebalanceSettings } from "../../portfolio/schema";
import { inChunks, type JobContext } from "../../runtime/job";
import { joinAssets } from "../../series";

/** The backtest of a strategy on one instrument. */
export interface Account {
  instrument: string;
  report: BacktestReport;
  /** Aligned with the rows of the report. */
  closes: Float64Array;
}

export interface Fill {
  time: Millis | null;
  instrument: string;
  /** Negative for a sale. */
  quantity: number;
  /** Including slippage, excluding commission. */
  price: number;
}

export interface HeldAccounts {
  /** Total value of the accounts at each common row. */
  values: Float64Array;
  times: Float64Array | null;
  fills: Fill[];
  /** Maxima over all closes: a position, its share of the total value, and leverage (the sum of the shares). */
  largest: { position: number; share: Fraction; leverage: number };
}

const CHUNK = 16_384;
/** Fixed-point iterations: each reduces the error of the value after costs by about the cost rate. */
const ROUNDS = 12;

/** An account aligned with the common rows. */
interface Course extends Account {
  equity: Float64Array;
  weight: Float64Array;
  close: Float64Array;
  /** Size relative to the account as it was run; changed by rebalancing. */
  scale: number;
  /** Number of orders already executed. */
  done: Count;
}

/** Refuses as soon as there are too many orders, before more of them use memory. */
export const refuseOrders = (orders: Count): Outcome<null> =>
  orders > MAX_ORDERS ? fail("too-large", "api/orders", { found: orders, most: MAX_ORDERS }) : succeed(null);

/** The account's own orders that are due, scaled. */
function ownFills(course: Course, isDue: (row: Count, time: Millis | null) => boolean): Fill[] {
  const { instrument, report, scale } = course;
  const orders = report.orders ?? [];
  const from = course.done;
  while (course.done < orders.length && isDue(orders[course.done].row - report.firstRow, orders[course.done].time)) course.done++;
  return orders.slice(from, course.done).map(({ time, quantity, price }) => ({ time, instrument, quantity: scale * quantity, price }));
}

/** Rebalances the accounts to equal values by trading their positions at a close; moving cash between them is free. */
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
 * Accounts held together from their first common row on, each with its share of the capital, and rebalanced to equal values at the first close
 * of each period. The orders reconcile with the value: capital less purchases and commission, plus sales less commission, plus positions.
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
    const code = frequencyCode(frequency);
    inChunks(context, rows, CHUNK, (from, to) => kernels.periodStarts(timesAt, code, from, to, due));
    const [starts, times] = [arena.view(due, rows), timesAt === 0 ? null : arena.view(timesAt, rows).slice()];
    const courses = accounts.map((account, k): Course => {
      const [equity, weight, close] = [0, 1, 2].map((part) => arena.view(columns + (3 * k + part) * stride * VALUE_BYTES, rows));
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
