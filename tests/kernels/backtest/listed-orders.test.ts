import { expect, it } from "vitest";
import { type BacktestInput, runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { STRATEGY_TYPES } from "../../../workers/backtest/schema";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { generator, randomBars } from "./backtest-run";

const context = await testContext();
const BARS = randomBars(900, generator(5));
const column = (key: keyof (typeof BARS)[number]) => Float64Array.from(BARS, (bar) => bar[key] ?? Number.NaN);
const bars = { open: column("open"), high: column("high"), low: column("low"), close: column("close") };
const WAYS: Partial<BacktestInput>[] = [
  {},
  { direction: "long-short", fixedCosts: 2, minimumCommission: 3 },
  { direction: "long-short", tradeOnClose: true, closeAtEnd: true },
  { wholeUnits: true, behavioralAdjustment: false, transactionCosts: 0, slippage: 0 },
];

async function reportOf(input: BacktestInput) {
  return resultOf(await runBacktest(input, context));
}

it.each(STRATEGY_TYPES.flatMap((type) => WAYS.map((way) => [type, way] as const)))(
  "lists every order of %s, %j; replaying them turns the capital into the final account",
  async (type, way) => {
    const strategy = { type, parameters: { threshold: 0.5, stopLoss: 0.02, takeProfit: 0.03, trailingStop: 0.05 } };
    const asked = { bars, times: null, strategy, initialCapital: 1000, ...way };
    const { orders = [], account, equity, trades, firstRow, statistics, ...rest } = await reportOf({ ...asked, listOrders: true });
    expect(orders).toHaveLength(account.orders);
    expect(orders.length).toBeGreaterThan(2);
    let [cash, held] = [1000, 0];
    for (const { quantity, price } of orders) [cash, held] = [cash - quantity * price, held + quantity];
    const worth = cash - account.fees + held * bars.close[bars.close.length - 1];
    // Rounding of sums over a few hundred orders, relative to the capital.
    expect(Math.abs(worth - equity[equity.length - 1])).toBeLessThan(1e-9 * 1000);
    const traded = orders.reduce((sum, { quantity, price }) => sum + Math.abs(quantity) * price, 0);
    expect(traded / account.traded).toBeCloseTo(1, 12);
    // In order of their fills; every trade begins and ends with an order.
    expect(orders.every(({ row }, k) => row >= (orders[k - 1]?.row ?? firstRow))).toBe(true);
    const at = new Set(orders.map(({ row }) => row));
    expect(trades.every(({ entryRow, exitRow }) => at.has(entryRow) && at.has(exitRow ?? entryRow))).toBe(true);
    // Listing the orders changes nothing else.
    expect({ account, equity, trades, firstRow, statistics, ...rest }).toEqual(await reportOf(asked));
  },
);
