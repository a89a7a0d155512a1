import type { ChartSeries } from "./chart-spec";

/** |Return| and the fitted volatility: the same on every chart of a volatility model. */
export const fittedVolatility = (returns: Float64Array, volatility: Float64Array): ChartSeries[] => [
  {
    key: "magnitude",
    label: "|return|",
    short: "|r|",
    color: "line-strong",
    kind: "bars",
    values: returns,
    absolute: true,
    fitsAxis: false,
  },
  { key: "sigma", label: "σₜ fitted", short: "σ", color: "accent", kind: "line", values: volatility },
];
