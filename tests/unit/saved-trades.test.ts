import { expect, it } from "vitest";
import { tradeColumns } from "../../src/strategies/save-backtest";
import { whenTraded } from "../../src/strategies/when-traded";

const trade = {
  side: "long",
  exit: "signal",
  quantity: 1,
  entryPrice: 2,
  exitPrice: 3,
  fees: 0,
  slippage: 0,
  grossProfit: 1,
  orders: 2,
} as const;
const trades = (entryTime: number | null) => [
  { ...trade, entryRow: 4, exitRow: null, entryTime, exitTime: null, profit: 1, return: 0.5, bars: 3 },
];

it("saved trades have dates if the series has them, else row numbers", () => {
  const [entry, exit] = tradeColumns(trades(86_400_000), false);
  expect([entry, exit]).toEqual([
    { name: "Entry", kind: "time", values: Float64Array.of(86_400_000) },
    { name: "Exit", kind: "time", values: Float64Array.of(Number.NaN) },
  ]);
  const [row, none] = tradeColumns(trades(null), false);
  expect([row.values, none.values]).toEqual([["row 5"], [""]]);
});

it("listed intraday trades have times; daily ones have none", () => {
  const at = (hour: number, minute: number) => whenTraded(Date.UTC(2024, 2, 5, hour, minute), 7);
  expect([at(10, 30), at(14, 30), at(0, 0)]).toEqual(["2024-03-05 10:30", "2024-03-05 14:30", "2024-03-05"]);
  expect([whenTraded(null, 1234), whenTraded(null, null)]).toEqual(["row 1,235", "open"]);
});
