import type { IndicatorKind, IndicatorSettings } from "../../../workers/indicators/schema";
import type { ChartGuide, ColorToken, PriceBars } from "../chart-spec";

/** An indicator a user has added. */
export interface Indicator {
  id: string;
  kind: IndicatorKind;
  settings: IndicatorSettings;
  color: ColorToken;
  /** 0 for the price pane, n for the n-th pane below it. */
  pane: number;
}

/** One line of an indicator, named as in the result of the job. */
interface IndicatorLine {
  key: string;
  /** Suffix to the indicator's name; none for the line that is the indicator itself. */
  label?: string;
  kind?: "line" | "bars";
  dashed?: boolean;
  color?: ColorToken;
}

interface IndicatorFacts {
  name: string;
  /** Legend text before the settings: "SMA 20". */
  short: string;
  /** Whether its values are in units of the price and may share its pane. */
  inPrices: boolean;
  lines: readonly IndicatorLine[];
  /** Names of the lines that bound a filled band. */
  band?: { lower: string; upper: string };
  /** Background colors of the price pane where a line has the given sign. They have fixed colors. */
  shades?: readonly { line: string; side: 1 | -1; label: string; color: ColorToken }[];
  range?: [number, number];
  guides?: readonly ChartGuide[];
  unit?: string;
  digits?: number;
  /** Definition, and which programs use it, if programs differ. */
  definition?: string;
}

const levels = (...at: number[]): ChartGuide[] => at.map((y) => ({ y, label: `${y}` }));

const EDGES = { lower: "lower", upper: "upper" };
const PERCENTS: [number, number] = [0, 100];

const RSI = { inPrices: false, lines: [{ key: "rsi" }], range: PERCENTS, guides: levels(30, 70), digits: 1 };

/** Names and lines of each indicator, in menu order. */
export const CATALOG: Record<IndicatorKind, IndicatorFacts> = {
  sma: { name: "Simple moving average", short: "SMA", inPrices: true, lines: [{ key: "sma" }] },
  ema: { name: "Exponential moving average", short: "EMA", inPrices: true, lines: [{ key: "ema" }] },
  wma: { name: "Weighted moving average", short: "WMA", inPrices: true, lines: [{ key: "wma" }] },
  vwap: { name: "Volume-weighted average price", short: "VWAP", inPrices: true, lines: [{ key: "vwap" }] },
  bollinger: { name: "Bollinger bands", short: "Bollinger", inPrices: true, lines: [{ key: "middle" }], band: EDGES },
  donchian: { name: "Donchian channel", short: "Donchian", inPrices: true, lines: [{ key: "middle", dashed: true }], band: EDGES },
  macd: {
    name: "Moving average convergence divergence",
    short: "MACD",
    inPrices: false,
    lines: [
      { key: "macd" },
      { key: "signal", label: "signal", dashed: true },
      { key: "histogram", label: "histogram", kind: "bars", color: "muted" },
    ],
  },
  rsi: {
    ...RSI,
    name: "Relative strength index",
    short: "RSI",
    definition:
      "Wilder (1978): averages are seeded with the mean of the first n changes, then smoothed by 1/n. The same in TA-Lib, R's TTR and TradingView (ta.rsi on ta.rma).",
  },
  rsiSimple: {
    ...RSI,
    name: "RSI of simple averages",
    short: "Cutler RSI",
    definition: "Cutler: plain means of the last n gains and losses, without a start-up effect. RSI(maType = SMA) of R's TTR.",
  },
  rsiFirst: {
    ...RSI,
    name: "RSI from the first change",
    short: "RSI (pandas)",
    definition:
      "Wilder's averages seeded with the first change alone: ewm(alpha = 1/n, adjust = False) of pandas, as in many Python scripts. Differs from Wilder's only at the start.",
  },
  stochastic: {
    name: "Stochastic oscillator",
    short: "Stochastic",
    inPrices: false,
    lines: [
      { key: "k", label: "%K" },
      { key: "d", label: "%D", dashed: true },
    ],
    range: PERCENTS,
    guides: levels(20, 80),
    digits: 1,
  },
  atr: { name: "Average true range", short: "ATR", inPrices: false, lines: [{ key: "atr" }] },
  adx: {
    name: "Average directional index",
    short: "ADX",
    inPrices: false,
    lines: [{ key: "adx" }, { key: "plus", label: "+DI", color: "up" }, { key: "minus", label: "−DI", color: "down" }],
    digits: 1,
  },
  obv: { name: "On-balance volume", short: "OBV", inPrices: false, lines: [{ key: "obv" }], digits: 0 },
  volatility: { name: "Realized volatility", short: "Volatility", inPrices: false, lines: [{ key: "volatility" }], unit: "%", digits: 1 },
  garch: {
    name: "GARCH volatility",
    short: "GARCH",
    inPrices: false,
    lines: [{ key: "volatility" }],
    unit: "%",
    digits: 1,
    definition: "Conditional volatility of a GARCH(1,1) with Student's t errors, fitted to the log returns of all bars, per year.",
  },
  regimes: {
    name: "Market regimes",
    short: "Regimes",
    inPrices: true,
    lines: [],
    definition:
      "Bull or Bear: the more likely of two Markov regimes at each bar, given the bars up to it. Parameters are fitted to all bars.",
    shades: [
      { line: "bull", side: 1, label: "Bull", color: "up" },
      { line: "bull", side: -1, label: "Bear", color: "down" },
    ],
  },
};

export const KINDS = Object.keys(CATALOG) as IndicatorKind[];

/** "MACD 12, 26, 9": steps per year are not part of the name. */
export function nameOf({ kind, settings }: Pick<Indicator, "kind" | "settings">): string {
  const shown = Object.entries(settings).flatMap(([name, value]) => (name === "periodsPerYear" ? [] : [value]));
  return [CATALOG[kind].short, shown.join(", ")].filter(Boolean).join(" ");
}

/** Which columns a price lacks for an indicator, as a message; null if none. */
export function lacking(needs: readonly string[], price: PriceBars | undefined): string | null {
  if (needs.includes("range") && !price?.range) return "Needs open, high and low in addition to the close";
  if (needs.includes("volume") && !price?.volume) return "Needs volumes";
  return null;
}
