import { priceDecimals } from "../../../analysis/decision/price-decimals.ts";
import type { ChartPane, PriceBars } from "../../../charts/chart-spec";
import type { ReplayRun } from "./replay-run.ts";

/** The price with changes to Buy and Sell, the combined score between its limits, and the cumulative return of the rules. */
export const replayPanes = (
  { prices, buys, sells, combined, buyLimit, sellLimit }: ReplayRun["value"]["columns"],
  profit: Pick<ChartPane, "series" | "guides">,
  price?: PriceBars,
): ChartPane[] => [
  {
    key: "price",
    share: 4,
    digits: priceDecimals(prices[prices.length - 1]),
    series: [
      { key: "price", label: "Price", kind: "line", color: "accent", values: prices, price },
      { key: "buys", label: "Switch to Buy", short: "Buy", kind: "points", color: "up", values: buys },
      { key: "sells", label: "Switch to Sell", short: "Sell", kind: "points", color: "down", values: sells },
    ],
  },
  {
    key: "score",
    share: 2,
    digits: 4,
    series: [
      { key: "combined", label: "Combined score", kind: "line", color: "accent", values: combined },
      { key: "buyLimit", label: "Buy above", kind: "line", color: "up", values: buyLimit, dashed: true },
      { key: "sellLimit", label: "Sell below", kind: "line", color: "down", values: sellLimit, dashed: true },
    ],
  },
  { key: "profit", share: 2, digits: 2, unit: "%", ...profit },
];
