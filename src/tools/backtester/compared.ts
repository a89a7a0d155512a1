import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { count, fixed, percent } from "../../lib/format.ts";
import type { BacktestValue } from "../../strategies/backtest-input";
import { monthEnd, rowOfPoint } from "../../strategies/month-end";

export interface ComparedFigure {
  name: string;
  own: string;
  earlier: string;
  /** This one minus the earlier one; null if either is undefined. */
  difference: string | null;
}

type Text = (value: number | null) => string;
const money: Text = (value) => fixed(value, 2);
const ratio: Text = (value) => fixed(value, 2);
const share: Text = (value) => percent(value);
const number: Text = (value) => count(value);

const FIGURES: [string, (value: BacktestValue) => number | null, Text][] = [
  ["Total return", ({ performance }) => performance.totalReturn, share],
  ["Return per year, compounded", ({ performance }) => performance.cagr, share],
  ["Volatility per year", ({ performance }) => performance.volatility, share],
  ["Sharpe ratio", ({ performance }) => performance.sharpe, ratio],
  ["Sortino ratio", ({ performance }) => performance.sortino, ratio],
  ["Max drawdown", ({ performance }) => performance.maxDrawdown, share],
  ["Profit, open trade included", ({ growth }) => growth.profit, money],
  ["Closed trades", ({ statistics }) => statistics.trades, number],
  ["Win rate", ({ statistics }) => statistics.winRate, share],
  ["Profit factor", ({ statistics }) => statistics.profitFactor, ratio],
  ["Expectancy per trade", ({ statistics }) => statistics.expectancy, money],
  ["Costs", ({ account }) => account.costs, money],
  ["Time in the market", ({ account }) => account.exposure, share],
  ["Benchmark, total return", ({ benchmarkPerformance }) => benchmarkPerformance.totalReturn, share],
];

export const comparedFigures = (own: BacktestValue, earlier: BacktestValue): ComparedFigure[] =>
  FIGURES.map(([name, of, text]) => {
    const [a, b] = [of(own), of(earlier)];
    const difference = a === null || b === null ? null : a - b;
    return {
      name,
      own: text(a),
      earlier: text(b),
      difference: difference === null ? null : `${difference > 0 ? "+" : ""}${text(difference)}`,
    };
  });

/** Equity curves in percent, at month ends or by row; null if only one of them has dates. */
export function comparedChart(own: BacktestValue, earlier: BacktestValue): { x: ChartAxis; panes: ChartPane[] } | null {
  const dated = own.times !== null;
  if (dated !== (earlier.times !== null)) return null;
  const courses = [own, earlier].map(({ performanceData, settings }) => {
    const at = dated ? monthEnd : rowOfPoint;
    return new Map(performanceData.map(({ date, portfolio }) => [at(date), 100 * (portfolio / settings.initialCapital - 1)]));
  });
  const places = Float64Array.from(new Set(courses.flatMap((course) => [...course.keys()]))).sort();
  const values = (course: Map<number, number>) => Float64Array.from(places, (place) => course.get(place) ?? Number.NaN);
  return {
    x: { kind: dated ? "time" : "number", values: places, label: dated ? "Month to" : "Row", digits: 0 },
    panes: [
      {
        key: "growth",
        share: 1,
        unit: "%",
        digits: 1,
        series: [
          { key: "own", label: "This backtest", kind: "line", color: "accent", values: values(courses[0]) },
          { key: "earlier", label: "Earlier backtest", kind: "line", color: "warn", values: values(courses[1]), dashed: true },
        ],
      },
    ],
  };
}
