import type { ChartPane, ChartSeries, PriceBars } from "./chart-spec";

/** A price with its simple and exponential average, named as on its screen. */
export const averageLines = (
  { prices, sma, ema }: Record<"prices" | "sma" | "ema", Float64Array>,
  names: Record<"prices" | "sma" | "ema", string>,
  price?: PriceBars,
): ChartSeries[] => [
  { key: "price", label: names.prices, kind: "line", color: "accent", values: prices, price },
  { key: "sma", label: names.sma, kind: "line", color: "warn", values: sma },
  { key: "ema", label: names.ema, kind: "line", color: "muted", values: ema, dashed: true },
];

/** The RSI with its two guides. */
export const rsiPane = (values: Float64Array, label: string): ChartPane => ({
  key: "rsi",
  share: 1,
  range: [0, 100],
  digits: 1,
  guides: [
    { y: 30, label: "30" },
    { y: 70, label: "70" },
  ],
  series: [{ key: "rsi", label, kind: "line", color: "accent", values }],
});
